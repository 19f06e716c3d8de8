//! Samples of the others' hands, drawn from the posterior given their choices.
//!
//! Of evenly drawn worlds only one in a hundred fits the choices of three seats, so most of the search would go into
//! nearly impossible worlds. Here worlds are drawn from the posterior by the Metropolis rule. A walk begins at a likely
//! world and swaps two hidden cards at a time. A swap to a likelier world is always accepted, any other with the ratio
//! of the likelihoods. A seat's choices depend only on its own cards, so a swap judges at most two seats again.

use std::collections::HashSet;

use cardsharp_rules::intensity::{Card, Observation, State};
use cardsharp_rules::{Observation as _, Rng, Sampler as _, Seat};

use super::case::{Case, Explained, Hand, Hidden, Likelihoods, OTHERS, SEATS};
use super::guesses::{Guess, Guesses, certain, rounded};
use super::habits::{HABITS, Habit, HabitWeights};
use super::opponents::{OpponentWeights, Priors};
use super::passes;
use crate::Clock;
use crate::keys::mix;
use crate::memory::Remembered;

/// The number of evenly drawn worlds from which a walk picks its start, by likelihood.
const STARTS: usize = 24;
const WALKS: usize = 12;
/// The swaps judged before a walk's first sample, and between two samples.
const STEPS: (usize, usize) = (300, 50);
/// The maximum share of a time budget.
const SHARE: f64 = 0.4;

/// A cache of likelihoods: late in the game walks visit the same hands repeatedly.
struct Cache(Vec<(u64, HabitWeights)>);

impl Default for Cache {
    fn default() -> Cache {
        Cache(vec![(0, [0.0; HABITS]); 1 << 12])
    }
}

impl Cache {
    fn recall(
        &mut self,
        other: usize,
        (held, dealt): (Hand, Hand),
        judge: impl FnOnce() -> HabitWeights,
    ) -> HabitWeights {
        let key = mix(mix(other as u64 + 1, held.bits()), dealt.bits());
        let size = self.0.len();
        let place = &mut self.0[key as usize % size];
        if place.0 != key {
            *place = (key, judge());
        }
        place.1
    }
}

struct Walk<'a> {
    case: &'a Case<'a>,
    state: State,
    hidden: Hidden,
    likely: Likelihoods,
    explained: Explained,
}

impl<'a> Walk<'a> {
    /// Starts at a likely world.
    fn begin(case: &'a Case<'a>, even: &mut Vec<State>, rng: &mut Rng) -> Walk<'a> {
        let (sampler, me) = (case.view.sampler(), case.view.seat());
        let mut chosen: Option<Walk<'a>> = None;
        let mut total = 0.0;
        for _ in 0..STARTS {
            let mut state = sampler.sample(rng);
            even.push(state);
            let log_even = passes::reconsider(&mut state, me, rng);
            let hidden = Hidden::of(&state, me);
            let likely: Likelihoods = std::array::from_fn(|other| case.judge(&hidden, other));
            let explained = case.explained(&hidden, &likely);
            let weight = log_even.exp() * explained.evidence;
            total += weight;
            if chosen.is_none() || rng.unit() * total < weight {
                chosen = Some(Walk { case, state, hidden, likely, explained });
            }
        }
        chosen.expect("there are starts")
    }

    /// Continues until this many swaps were judged.
    fn go_on(&mut self, steps: usize, cache: &mut Cache, rng: &mut Rng) {
        let case = self.case;
        let count = case.loose.len() as u32;
        let mut judged = 0;
        // The limit stops a walk in which hardly any swap is legal.
        for _ in 0..50 * steps {
            if judged == steps || count < 2 {
                return;
            }
            let (a, b) = (case.loose[rng.below(count) as usize], case.loose[rng.below(count) as usize]);
            let (from, to) = (self.hidden.place(a), self.hidden.place(b));
            if from == to || !case.allows(a, from.0, to.0) || !case.allows(b, to.0, from.0) {
                continue;
            }
            judged += 1;
            self.try_swap(cache, (a, from), (b, to), rng);
        }
    }

    fn try_swap(
        &mut self,
        cache: &mut Cache,
        (a, from): (Card, (usize, bool)),
        (b, to): (Card, (usize, bool)),
        rng: &mut Rng,
    ) {
        let mut hidden = self.hidden;
        hidden.put(a, from, to);
        hidden.put(b, to, from);
        let mut likely = self.likely;
        for (other, likely) in likely.iter_mut().enumerate() {
            let dealt = |hidden: &Hidden| (hidden.held[other], hidden.deal_of(other, self.case.view.pass()));
            if dealt(&hidden) != dealt(&self.hidden) {
                *likely = cache.recall(other, dealt(&hidden), || self.case.judge(&hidden, other));
            }
        }
        let explained = self.case.explained(&hidden, &likely);
        let ratio = explained.evidence / self.explained.evidence;
        if ratio >= 1.0 || rng.unit() < ratio {
            self.hidden = hidden;
            self.likely = likely;
            self.explained = explained;
        }
    }

    fn guess(&self) -> Guess {
        let me = self.case.view.seat();
        let (mut state, mut opponents) = (self.state, [[0.0; HABITS]; SEATS]);
        for other in 0..OTHERS {
            let seat = me.plus(other + 1, SEATS);
            state.suppose_hand(seat, self.hidden.held[other] - self.case.played);
            state.suppose_pass(seat, self.hidden.passed[other]);
            opponents[seat.index()] = rounded(&self.case.opponents(&self.explained, other));
        }
        Guess { state, opponents }
    }
}

/// Draws this many worlds from the posterior, fewer if the clock runs out.
pub(super) fn believe(
    view: &Observation,
    priors: &Priors,
    remembered: &Remembered<HABITS>,
    worlds: usize,
    clock: &Clock,
    rng: &mut Rng,
) -> Guesses {
    if !view.table().all_passed() {
        return before_play(view, priors, remembered, worlds, clock, rng);
    }
    let case = Case::new(view, priors, remembered);
    let mut even = Vec::with_capacity(WALKS * STARTS);
    let mut cache = Cache::default();
    let walks = WALKS.min(worlds);
    let mut drawn = Vec::with_capacity(worlds);
    let mut different = HashSet::new();
    for number in 0..walks {
        // Each walk has its own share of the time, so that no walk uses up another's.
        let until = SHARE * (number + 1) as f64 / walks as f64;
        let mut walk = Walk::begin(&case, &mut even, rng);
        walk.go_on(STEPS.0, &mut cache, rng);
        drawn.push(walk.guess());
        different.insert(walk.hidden.held);
        for _ in 1..(worlds - number).div_ceil(walks) {
            if clock.time_used() > until {
                break;
            }
            walk.go_on(STEPS.1, &mut cache, rng);
            drawn.push(walk.guess());
            different.insert(walk.hidden.held);
        }
    }
    Guesses::new(drawn, different.len(), even)
}

/// Samples while cards are passed: all deals are equally likely, and seats that have passed followed their habits.
fn before_play(
    view: &Observation,
    priors: &Priors,
    remembered: &Remembered<HABITS>,
    worlds: usize,
    clock: &Clock,
    rng: &mut Rng,
) -> Guesses {
    let sampler = view.sampler();
    let usually = priors.opponents();
    let usual: [HabitWeights; SEATS] =
        std::array::from_fn(|seat| rounded(&remembered.priors(Seat::new(seat), &usually)));
    let (of_a_kind, alike) = kinds(priors, remembered);
    let mut drawn = Vec::with_capacity(worlds);
    while drawn.len() < worlds && (drawn.is_empty() || clock.time_used() < SHARE) {
        let mut state = sampler.sample(rng);
        let kind = (alike > 0.0 && rng.unit() < alike).then(|| Habit::draw_from(&of_a_kind, rng));
        let mut opponents = kind.map_or(usual, |kind| [certain(kind); SEATS]);
        for seat in Seat::all(view.table().passed()).filter(|&seat| seat != view.seat()) {
            let habit = kind.unwrap_or_else(|| Habit::draw_from(&usual[seat.index()], rng));
            state.suppose_pass(seat, habit.pass(state.hands()[seat] | state.passes()[seat], rng));
            opponents[seat.index()] = certain(habit);
        }
        opponents[view.seat().index()] = [0.0; HABITS];
        drawn.push(Guess { state, opponents });
    }
    let different = drawn.len();
    Guesses::new(drawn, different, Vec::new())
}

/// After earlier games: the probability of each habit if all others share one, and the probability that they do.
fn kinds(priors: &Priors, remembered: &Remembered<HABITS>) -> (HabitWeights, f64) {
    let usual = priors.opponents();
    let seats = || Seat::all(SEATS).map(|seat| remembered.of(seat));
    let each: OpponentWeights =
        std::array::from_fn(|kind| usual[kind] * seats().map(|more| more[kind]).product::<f64>());
    let together: f64 = each.iter().sum();
    let of_one = |more: &OpponentWeights| more.iter().zip(&usual).map(|(more, prior)| more * prior).sum::<f64>();
    let apart: f64 = seats().map(of_one).product();
    let alike = priors.alike * together / (priors.alike * together + (1.0 - priors.alike) * apart);
    (rounded(&each), alike)
}
