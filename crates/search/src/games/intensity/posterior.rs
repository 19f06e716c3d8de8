//! What the others may hold, drawn by how well it explains what they did.
//!
//! Drawn evenly, one world in a hundred makes sense of all that three seats did, so most of the
//! thinking would go into worlds that are all but impossible. Here worlds are drawn from the
//! posterior itself, by the Metropolis rule: begin somewhere likely, swap two hidden cards at a
//! time, and go there always if it explains the past better, else as often as it explains it
//! nearly as well. What a seat did depends on its own cards alone, so a swap asks two seats at most.

use std::collections::HashSet;

use cardsharp_rules::intensity::{Card, Observation, State, Table, TrickView, legal_plays};
use cardsharp_rules::{BySeat, Card as _, CardSet, Observation as _, Rng, Sampler as _, Seat, draw};

use super::opponents::{self, OPPONENTS, OpponentWeights};
use super::passes;
use crate::keys::mix;
use crate::{Belief, Clock, MAX_MODELS, ModelWeights};

type Hand = CardSet<Card>;

const SEATS: usize = 4;
const OTHERS: usize = 3;
/// A walk begins at one of so many evenly drawn worlds, picked by how well it explains the past.
const STARTS: usize = 24;
/// So many walks share the worlds.
const WALKS: usize = 12;
/// Swaps that were judged before a walk's first world is taken, and between two of them.
const STEPS: (usize, usize) = (300, 50);
/// How often a seat does just anything, whatever its opponent. Every opponent but one is vague already,
/// so this is less than others allow for.
pub(super) const SURPRISE: f64 = 0.04;
/// The part of a time budget that may go into this.
const SHARE: f64 = 0.4;

/// A card that was played, and what its player went by but for its hand.
struct Past {
    table: Table,
    winning: Option<Card>,
    /// What the player itself had played before.
    own: Hand,
    /// What all had.
    all: Hand,
    card: Card,
}

/// What hides at the other seats, from the left neighbour on.
#[derive(Clone, Copy)]
struct Hidden {
    /// The ten cards each plays with, those it has played included.
    held: [Hand; OTHERS],
    /// What each of them passed on; the last passed to oneself.
    passed: [Hand; OTHERS],
}

impl Hidden {
    fn of(state: &State, me: Seat) -> Hidden {
        let others: [Seat; OTHERS] = std::array::from_fn(|step| me.plus(step + 1, SEATS));
        Hidden { held: others.map(|seat| state.held(seat)), passed: others.map(|seat| state.passes()[seat]) }
    }

    /// The ten cards that one of the others was dealt.
    fn dealt(&self, other: usize, my_pass: Hand) -> Hand {
        let received = if other == 0 { my_pass } else { self.passed[other - 1] };
        (self.held[other] - received) | self.passed[other]
    }

    /// Where a card lies: whose it is, and whether it was given to that seat.
    fn place(&self, card: Card) -> (usize, bool) {
        let other = (0..OTHERS).find(|&other| self.held[other].contains(card)).expect("a hidden card is held");
        (other, other > 0 && self.passed[other - 1].contains(card))
    }

    fn put(&mut self, card: Card, (from, was_given): (usize, bool), (to, is_given): (usize, bool)) {
        self.held[from].remove(card);
        self.held[to].insert(card);
        if was_given {
            self.passed[from - 1].remove(card);
        }
        if is_given {
            self.passed[to - 1].insert(card);
        }
    }
}

/// How likely each opponent was to do what each seat did, were this hidden.
type Likelihoods = [OpponentWeights; OTHERS];

/// All that is known, made ready to be asked about any world.
struct Case<'a> {
    view: &'a Observation,
    /// How likely each of the others has each opponent before anything was seen.
    priors: [OpponentWeights; OTHERS],
    pasts: [Vec<Past>; OTHERS],
    /// What each seat cannot hold any more.
    lacks: [Hand; OTHERS],
    played: Hand,
    /// The cards that may lie in more than one place.
    loose: Vec<Card>,
}

/// The others' cards, and what every seat has played.
fn pasts(view: &Observation) -> ([Vec<Past>; OTHERS], [Hand; SEATS]) {
    let mut pasts: [Vec<Past>; OTHERS] = std::array::from_fn(|_| Vec::new());
    let (mut own, mut all) = ([Hand::EMPTY; SEATS], Hand::EMPTY);
    view.table().replay(|table, seat, card| {
        let before = own[seat.index()];
        if seat != view.seat() {
            let past = Past { table: *table, winning: table.winning(), own: before, all, card };
            pasts[other_of(view.seat(), seat)].push(past);
        }
        own[seat.index()].insert(card);
        all.insert(card);
    });
    (pasts, own)
}

/// Multiplies in how likely each opponent was to play this, if it held these cards.
fn judge_play(past: &Past, hand: Hand, likely: &mut OpponentWeights) {
    let legal = legal_plays(&past.table, hand);
    if legal.len() < 2 {
        return;
    }
    let unseen = Card::DECK - hand - past.all;
    let trick = TrickView { hand, unseen, round: past.table.round(), winning: past.winning };
    let chances = opponents::chances_to_play(&trick, legal, past.card);
    for (likely, chance) in likely.iter_mut().zip(chances) {
        *likely *= surprised(chance, legal.len() as f64);
    }
}

/// How likely a choice is, if it may always be just anything.
fn surprised(chance: f64, choices: f64) -> f64 {
    SURPRISE / choices + (1.0 - SURPRISE) * chance
}

/// How likely each opponent was to play as this seat did in a game that is over, in which every card was played in the
/// open, up to a factor. What was passed stays hidden and is not judged.
pub(super) fn likelihoods(view: &Observation, seat: Seat) -> OpponentWeights {
    let (pasts, held) = pasts(view);
    let mut likely = [1.0; OPPONENTS];
    for past in &pasts[other_of(view.seat(), seat)] {
        judge_play(past, held[seat.index()] - past.own, &mut likely);
    }
    likely
}

impl<'a> Case<'a> {
    fn new(view: &'a Observation, priors: &BySeat<OpponentWeights>) -> Case<'a> {
        let (pasts, own) = pasts(view);
        let all = own.into_iter().fold(Hand::EMPTY, |all, cards| all | cards);
        let priors = std::array::from_fn(|other| priors[view.seat().plus(other + 1, SEATS)]);
        let mine = own[view.seat().index()] | view.hand() | view.pass();
        Case {
            view,
            priors,
            pasts,
            lacks: std::array::from_fn(|other| view.lacks(view.seat().plus(other + 1, SEATS))),
            played: all,
            loose: (Card::DECK - mine).iter().collect(),
        }
    }

    /// The likelihood of what one of the others did, whichever opponent it has.
    fn evidence(&self, other: usize, likely: &OpponentWeights) -> f64 {
        likely.iter().zip(&self.priors[other]).map(|(likely, prior)| likely * prior).sum()
    }

    /// How likely each opponent was to do what this seat did.
    fn judge(&self, hidden: &Hidden, other: usize) -> OpponentWeights {
        let dealt = hidden.dealt(other, self.view.pass());
        let mut likely = opponents::chances_to_pass(dealt, hidden.passed[other]).map(|chance| surprised(chance, 120.0));
        for past in &self.pasts[other] {
            judge_play(past, hidden.held[other] - past.own, &mut likely);
        }
        likely
    }

    /// Whether the rules allow a card to lie there.
    fn allows(&self, card: Card, from: usize, to: usize) -> bool {
        from == to || !self.played.contains(card) && !self.lacks[to].contains(card)
    }
}

/// The place of another seat, from the left neighbour on.
fn other_of(me: Seat, seat: Seat) -> usize {
    (seat.index() + SEATS - me.index() - 1) % SEATS
}

/// Judgements that were made before: late in the game walks come by the same hands again and again.
struct Memory(Vec<(u64, OpponentWeights)>);

impl Default for Memory {
    fn default() -> Memory {
        Memory(vec![(0, [0.0; OPPONENTS]); 1 << 12])
    }
}

impl Memory {
    fn recall(
        &mut self,
        other: usize,
        (held, dealt): (Hand, Hand),
        judge: impl FnOnce() -> OpponentWeights,
    ) -> OpponentWeights {
        let key = mix(mix(other as u64 + 1, held.bits()), dealt.bits());
        let size = self.0.len();
        let place = &mut self.0[key as usize % size];
        if place.0 != key {
            *place = (key, judge());
        }
        place.1
    }
}

/// A walk among the worlds.
struct Walk<'a> {
    case: &'a Case<'a>,
    state: State,
    hidden: Hidden,
    likely: Likelihoods,
}

impl<'a> Walk<'a> {
    /// Begins where the past makes sense.
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
            let weight =
                log_even.exp() * (0..OTHERS).map(|other| case.evidence(other, &likely[other])).product::<f64>();
            total += weight;
            if chosen.is_none() || rng.unit() * total < weight {
                chosen = Some(Walk { case, state, hidden, likely });
            }
        }
        chosen.expect("there are starts")
    }

    /// Goes on until so many swaps were judged.
    fn go_on(&mut self, steps: usize, memory: &mut Memory, rng: &mut Rng) {
        let case = self.case;
        let count = case.loose.len() as u32;
        let mut judged = 0;
        // Where hardly anything can be swapped, there is hardly anywhere to go.
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
            self.try_swap(memory, (a, from), (b, to), rng);
        }
    }

    fn try_swap(
        &mut self,
        memory: &mut Memory,
        (a, from): (Card, (usize, bool)),
        (b, to): (Card, (usize, bool)),
        rng: &mut Rng,
    ) {
        let mut hidden = self.hidden;
        hidden.put(a, from, to);
        hidden.put(b, to, from);
        let mut likely = self.likely;
        let mut ratio = 1.0;
        for (other, likely) in likely.iter_mut().enumerate() {
            let dealt = |hidden: &Hidden| (hidden.held[other], hidden.dealt(other, self.case.view.pass()));
            if dealt(&hidden) != dealt(&self.hidden) {
                *likely = memory.recall(other, dealt(&hidden), || self.case.judge(&hidden, other));
                ratio *= self.case.evidence(other, likely) / self.case.evidence(other, &self.likely[other]);
            }
        }
        if ratio >= 1.0 || rng.unit() < ratio {
            self.hidden = hidden;
            self.likely = likely;
        }
    }

    /// The world where the walk stands, and how likely each seat has each opponent in it.
    fn world(&self) -> (State, BySeat<ModelWeights>) {
        let me = self.case.view.seat();
        let (mut state, mut weights) = (self.state, BySeat::splat(SEATS, [0.0; MAX_MODELS]));
        for other in 0..OTHERS {
            let seat = me.plus(other + 1, SEATS);
            state.suppose_hand(seat, self.hidden.held[other] - self.case.played);
            state.suppose_pass(seat, self.hidden.passed[other]);
            let sum = self.case.evidence(other, &self.likely[other]);
            for (opponent, weight) in weights[seat][..OPPONENTS].iter_mut().enumerate() {
                *weight = (self.likely[other][opponent] * self.case.priors[other][opponent] / sum) as f32;
            }
        }
        (state, weights)
    }
}

/// Draws so many worlds that explain this view, fewer if the clock runs out, if opponents are so likely at each seat
/// before anything was seen.
pub(super) fn believe(
    view: &Observation,
    priors: &BySeat<OpponentWeights>,
    worlds: usize,
    clock: &Clock,
    rng: &mut Rng,
) -> Belief<State> {
    if !view.table().all_passed() {
        return before_play(view, &priors.map(|priors| opponents::as_models(&priors)), worlds, clock, rng);
    }
    let case = Case::new(view, priors);
    let mut even = Vec::with_capacity(WALKS * STARTS);
    let mut memory = Memory::default();
    let walks = WALKS.min(worlds);
    let mut drawn = Vec::with_capacity(worlds);
    let mut different = HashSet::new();
    for number in 0..walks {
        // Each walk has its part of the time, so that none of them is cut off by another.
        let until = SHARE * (number + 1) as f64 / walks as f64;
        let mut walk = Walk::begin(&case, &mut even, rng);
        walk.go_on(STEPS.0, &mut memory, rng);
        drawn.push(walk.world());
        different.insert(walk.hidden.held);
        for _ in 1..(worlds - number).div_ceil(walks) {
            if clock.time_used() > until {
                break;
            }
            walk.go_on(STEPS.1, &mut memory, rng);
            drawn.push(walk.world());
            different.insert(walk.hidden.held);
        }
    }
    Belief::drawn(drawn, different.len(), even)
}

/// While cards are passed nobody has shown anything: all deals are equally likely, and those who
/// have passed did as their opponents would.
fn before_play(
    view: &Observation,
    priors: &BySeat<ModelWeights>,
    worlds: usize,
    clock: &Clock,
    rng: &mut Rng,
) -> Belief<State> {
    let sampler = view.sampler();
    let mut drawn = Vec::with_capacity(worlds);
    while drawn.len() < worlds && (drawn.is_empty() || clock.time_used() < SHARE) {
        let mut state = sampler.sample(rng);
        let mut weights = *priors;
        for seat in Seat::all(view.table().passed()).filter(|&seat| seat != view.seat()) {
            let opponent = draw(&priors[seat], rng);
            state.suppose_pass(seat, opponents::ALL[opponent].0.pass(state.hands()[seat] | state.passes()[seat], rng));
            weights[seat] = [0.0; MAX_MODELS];
            weights[seat][opponent] = 1.0;
        }
        drawn.push((state, weights));
    }
    let different = drawn.len();
    Belief::drawn(drawn, different, Vec::new())
}
