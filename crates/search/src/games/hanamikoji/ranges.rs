//! The exact range of each seat: a Bayesian posterior over its situations.
//!
//! A seat's reach is followed from the deal through everything both seats have seen. A draw adds the same to every hand
//! it can lead to (see `joint` of the solver for why no factor is needed). A choice multiplies by its probability under
//! each opponent model, and for a hidden choice every possible card is followed. Nothing is left out, as it would be
//! with sampled worlds, so hidden choices count in full.

use std::collections::{BTreeMap, HashMap};

use cardsharp_rules::hanamikoji::{Action, Cards, Kind, Observation, Offer, Shown, State, Table};
use cardsharp_rules::{Observation as _, Rng, Seat};

use super::glance::{Actions, Glance, Glanced};
use super::learned::{Learned, Other};
use super::tree::space::multisets;
use super::tree::{Future, Public, Situation, Variant, joint};
use crate::{Budget, Clock, SURPRISE};

/// The indices of the opponents in a range's weights; index 0 is random. All but the last are simple.
pub(super) const GREEDY: usize = 1;
pub(super) const KIN: usize = 2;
pub(super) const THINKER: usize = 3;
pub(super) const LEARNED: usize = 4;
pub(super) const OPPONENTS: usize = 5;

pub(super) type ByOpponent = [f32; OPPONENTS];

/// Every player plays as the network does.
pub(super) const EQUALS: ByOpponent = [0.0, 0.0, 0.0, 0.0, 1.0];

/// Returns the prior of each opponent, where `simple` is the probability of a simple one.
pub(super) fn priors(simple: f32) -> ByOpponent {
    let mut priors = [0.15, 0.5, 0.2, 0.15, 0.0].map(|part| part * simple);
    priors[LEARNED] = 1.0 - simple;
    priors
}

/// The unnormalised weight of each situation under each opponent, in a fixed order for reproducible sums.
pub(super) type Rows = BTreeMap<Situation, ByOpponent>;

#[derive(Default)]
pub(super) struct Range {
    pub(super) rows: Rows,
    /// The network's expectation, from −1 to 1, at the decision of the seat's last turn, by the resulting situation.
    pub(super) granted: HashMap<Situation, f32>,
}

impl Range {
    /// Returns the posterior of each opponent, given these priors, for the player that faces this range.
    pub(super) fn posterior(&self, view: &Observation, priors: &ByOpponent) -> ByOpponent {
        let unseen = view.unseen();
        let mut sums = [0.0; OPPONENTS];
        for (row, opponents) in self.rows.iter().filter(|(row, _)| unseen.includes(row.cards())) {
            let ways = joint::of_deal(unseen - row.cards());
            for ((sum, weight), prior) in sums.iter_mut().zip(opponents).zip(priors) {
                *sum += prior * weight * ways;
            }
        }
        let all: f32 = sums.iter().sum();
        sums.map(|sum| sum / all)
    }

    /// Returns each opponent's likelihood in a finished game, up to a factor. The secret is shown by then.
    pub(super) fn likelihoods(&self, view: &Observation) -> [f64; OPPONENTS] {
        let secret = view.table().secrets()[view.seat().other()].map_or(Cards::EMPTY, Cards::from);
        let hidden = view.unseen() + secret;
        let mut sums = [0.0; OPPONENTS];
        let is_possible = |row: &Situation| row.secret == secret && hidden.includes(row.cards());
        for (row, opponents) in self.rows.iter().filter(|(row, _)| is_possible(row)) {
            let ways = f64::from(joint::of_deal(hidden - row.cards()));
            sums.iter_mut().zip(opponents).for_each(|(sum, weight)| *sum += f64::from(*weight) * ways);
        }
        sums
    }

    /// Draws worlds consistent with a view, each with its opponent, from this range of the other seat.
    pub(super) fn worlds(&self, view: &Observation, priors: &ByOpponent, count: usize, rng: &mut Rng) -> Vec<World> {
        let unseen = view.unseen();
        let rows: Vec<_> = self.rows.iter().filter(|(row, _)| unseen.includes(row.cards())).collect();
        let weigh = |(row, opponents): &(&Situation, &ByOpponent)| {
            let ways = joint::of_deal(unseen - row.cards());
            opponents.iter().zip(priors).map(|(weight, prior)| weight * prior * ways).collect::<Vec<f32>>()
        };
        let weights: Vec<f32> = rows.iter().flat_map(weigh).collect();
        // Cumulated once, because many worlds are drawn from the same rows.
        let sums: Vec<f64> = weights
            .iter()
            .scan(0.0, |sum, &weight| {
                *sum += f64::from(weight);
                Some(*sum)
            })
            .collect();
        let (all, sampler) = (sums.last().copied().expect("a range has rows"), view.sampler());
        let lay = |rng: &mut Rng| {
            let place = rng.unit() * all;
            let number = sums.partition_point(|&sum| sum <= place).min(sums.len() - 1);
            let (row, _) = rows[number / OPPONENTS];
            let state = sampler.lay(row.hand, row.secret.types().next(), row.burned, rng);
            World { state, opponent: number % OPPONENTS }
        };
        (0..count).map(|_| lay(rng)).collect()
    }
}

#[derive(Clone, Copy)]
pub(super) struct World {
    pub(super) state: State,
    pub(super) opponent: usize,
}

/// Computes ranges. The network judges at most `most_asked` rows per decision, the likeliest; a thinker the others.
pub(super) struct Ranges {
    pub(super) most_asked: usize,
    pub(super) priors: ByOpponent,
}

struct Decision<'a> {
    seat: usize,
    public: &'a Public,
    table: &'a Table,
}

impl Ranges {
    pub(super) fn of(&self, table: &Table, seat: usize) -> Range {
        self.in_time(table, seat, &Clock::start(Budget::Nodes(0))).expect("only time runs out")
    }

    pub(super) fn in_time(&self, table: &Table, seat: usize, clock: &Clock) -> Option<Range> {
        let variant = Variant::FULL;
        let mut public = Public::start(&variant);
        let decisions = table.decisions();
        let mut decisions = decisions.iter();
        let mut next = || decisions.next().expect("as many as were shown");
        // The seat never held any card that the other seat shows.
        let most = variant.deck() - Future::of(table, 1 - seat).cards();
        let future = Future::of(table, seat);
        let deal = |hand| (Situation { hand, ..Situation::default() }, [joint::of_deal(hand); OPPONENTS]);
        let hands = multisets(most, variant.dealt()).into_iter().filter(|&hand| future.allows(hand, 0, 0));
        let mut range = Range { rows: hands.map(deal).collect(), ..Range::default() };
        let (mut own, mut acted) = (Cards::EMPTY, 0);
        for shown in table.shown() {
            let (actor, table) = (public.actor(), next());
            if actor == seat {
                range.rows = draw_card(&range.rows, most - own);
                range.rows.retain(|row, _| future.allows(row.hand, acted, acted + 1));
                range = self.act(&range.rows, &Decision { seat, public: &public, table }, shown, clock)?;
                acted += 1;
                range.rows.retain(|row, _| future.allows(row.hand, acted, acted));
            }
            match *shown {
                Shown::Secret => public.hide(actor, Kind::Secret),
                Shown::Burn => public.hide(actor, Kind::Burn),
                Shown::Offer { offer, taken } => {
                    if actor == seat {
                        own = own + offer.cards();
                    }
                    public.show(actor, offer);
                    if !taken.is_empty() {
                        let table = next();
                        if actor != seat {
                            let decision = Decision { seat, public: &public, table };
                            self.answer(&mut range.rows, &decision, (offer, taken), clock)?;
                        }
                        public.take(taken);
                    }
                }
            }
        }
        if public.offer.is_none() && public.actor() == seat && !public.is_over(&variant) {
            range.rows = draw_card(&range.rows, most - own);
        }
        Some(range)
    }

    fn ask<'a>(
        &self,
        decision: &Decision<'_>,
        range: &Rows,
        actions: impl Fn(&Situation) -> Option<&'a Actions>,
    ) -> HashMap<Situation, (Vec<f32>, f32)> {
        let possible = range.iter().filter(|(row, _)| actions(row).is_some());
        let mut rows: Vec<(f32, &Situation)> =
            possible.map(|(row, opponents)| (total(opponents, &self.priors), row)).collect();
        rows.sort_unstable_by(|(a, one), (b, other)| b.total_cmp(a).then(one.cmp(other)));
        rows.truncate(self.most_asked);
        let view = |row: &Situation| {
            let secret = row.secret.types().next();
            Observation::imagined(Seat::new(decision.seat), *decision.table, row.hand, secret, row.burned)
        };
        let views: Vec<(Observation, &[Action])> = rows
            .iter()
            .filter_map(|(_, row)| actions(row).map(|actions| (view(row), actions.actions.as_slice())))
            .collect();
        let answers = Learned::AT_TABLE.judge(&views, |_| Other::Equal);
        rows.into_iter().zip(answers).map(|((_, row), answer)| (*row, answer)).collect()
    }

    /// Updates the range with the seat's visible action; none if the time runs out.
    fn act(&self, range: &Rows, decision: &Decision<'_>, shown: &Shown, clock: &Clock) -> Option<Range> {
        let left = decision.public.left(&Variant::FULL, decision.seat);
        let can = |hand: Cards| match shown {
            Shown::Offer { offer, .. } => hand.includes(offer.cards()),
            Shown::Secret | Shown::Burn => true,
        };
        let mut by_hand: HashMap<Cards, Actions> = HashMap::new();
        for situation in range.keys().filter(|situation| can(situation.hand)) {
            if clock.runs_out() {
                return None;
            }
            by_hand.entry(situation.hand).or_insert_with(|| Actions::of_hand(situation.hand, &left));
        }
        let asked = self.ask(decision, range, |situation| by_hand.get(&situation.hand));
        let mut next = Range::default();
        let mut glanced = Glanced::default();
        for (situation, weights) in range {
            let Some(actions) = by_hand.get(&situation.hand) else { continue };
            if clock.runs_out() {
                return None;
            }
            Glance::of_all().weigh(decision.public, decision.seat, situation, actions, &mut glanced);
            let learned = asked.get(situation);
            for (number, &action) in actions.actions.iter().enumerate() {
                if !looks_like(action, shown) {
                    continue;
                }
                let after = situation.after(action);
                if let Some((_, expected)) = learned {
                    next.granted.insert(after, *expected);
                }
                let sums = next.rows.entry(after).or_default();
                let likely = opponents(&glanced, number, learned.map(|(likely, _)| likely[number]));
                for ((sum, weight), likely) in sums.iter_mut().zip(weights).zip(likely) {
                    *sum += weight * likely;
                }
            }
        }
        Some(next)
    }

    /// Updates the range with the seat's answer to an offer; none if the time runs out.
    fn answer(
        &self,
        range: &mut Rows,
        decision: &Decision<'_>,
        (offer, taken): (Offer, Cards),
        clock: &Clock,
    ) -> Option<()> {
        let actions = Actions::of_offer(offer);
        let choice = offer.choices().position(|choice| choice == taken);
        let (Some(choice), true) = (choice, actions.actions.len() > 1) else { return Some(()) };
        let possible = |situation: &Situation| decision.public.unseen.includes(situation.cards());
        let asked = self.ask(decision, range, |situation| possible(situation).then_some(&actions));
        let mut glanced = Glanced::default();
        for (situation, weights) in range.iter_mut().filter(|(situation, _)| possible(situation)) {
            if clock.runs_out() {
                return None;
            }
            Glance::of_all().weigh(decision.public, decision.seat, situation, &actions, &mut glanced);
            let learned = asked.get(situation).map(|(likely, _)| likely[choice]);
            let likely = opponents(&glanced, choice, learned);
            weights.iter_mut().zip(likely).for_each(|(weight, likely)| *weight *= likely);
        }
        Some(())
    }
}

pub(super) fn total(opponents: &ByOpponent, priors: &ByOpponent) -> f32 {
    opponents.iter().zip(priors).map(|(weight, prior)| weight * prior).sum()
}

/// Adds a drawn card to every situation; no seat holds more than `most`.
fn draw_card(range: &Rows, most: Cards) -> Rows {
    let mut next = Rows::new();
    for (situation, weights) in range {
        for card in (most - situation.cards()).types() {
            let situation = Situation { hand: situation.hand + card.into(), ..*situation };
            let sums = next.entry(situation).or_default();
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
    }
    next
}

/// Returns each opponent's probability of a choice. Without `learned`, a thinker stands in for the network.
fn opponents(glanced: &Glanced, choice: usize, learned: Option<f32>) -> ByOpponent {
    let even = 1.0 / glanced.greedy.len() as f32;
    let surprise = SURPRISE as f32;
    let thinker = glanced.likely(THINKER, choice);
    let mut likely =
        std::array::from_fn(|opponent| if opponent == LEARNED { 0.0 } else { glanced.likely(opponent, choice) });
    likely[LEARNED] = learned.unwrap_or(thinker);
    likely.map(|likely| surprise * even + (1.0 - surprise) * likely)
}

fn looks_like(action: Action, shown: &Shown) -> bool {
    match (action, shown) {
        (Action::Secret(_), Shown::Secret) | (Action::Burn(_), Shown::Burn) => true,
        (Action::Gift(cards), Shown::Offer { offer: Offer::Gift(offered), .. }) => cards == *offered,
        (Action::Compete(pairs), Shown::Offer { offer: Offer::Competition(offered), .. }) => pairs == *offered,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::hanamikoji::{Deal, Geisha, Greedy, Hanamikoji};
    use cardsharp_rules::{Game, Random, Seed, State as _, Style, Turn};

    use super::super::simple::Simple;
    use super::*;

    /// Returns each opponent's probability of each choice in a position of the rules, including random choices.
    fn likely(state: &State, legal: &[Action]) -> [Vec<f64>; OPPONENTS] {
        let view = state.observe(Seat::FIRST);
        let styles: [&dyn Style<Hanamikoji>; OPPONENTS] =
            [&Random, &Greedy, &Simple(KIN), &Simple::THINKER, &Learned::AT_TABLE];
        styles.map(|style| {
            let mut weights = Vec::new();
            style.weigh(&view, legal, &mut weights);
            let even = SURPRISE / legal.len() as f64;
            weights.into_iter().map(|weight| even + (1.0 - SURPRISE) * f64::from(weight)).collect()
        })
    }

    fn deal(hand: Cards, drawn: Geisha) -> Deal {
        let mut rest: Vec<Geisha> = (Cards::DECK - hand - drawn.into()).iter().collect();
        let mut pile = vec![drawn];
        pile.extend(rest.drain(..7));
        let removed = rest.remove(0);
        Deal { removed, hands: vec![hand.iter().collect(), rest], pile }
    }

    fn choose(count: usize, of: usize) -> f64 {
        (0..count).map(|taken| (of - taken) as f64 / (taken + 1) as f64).product()
    }

    /// Enumerates the hands, draws and secrets of seat 0, weighted by the number of ways and by the rules' own styles.
    #[test]
    fn after_a_secret_the_range_is_that_of_enumeration() {
        let mut slow: HashMap<Situation, [f64; OPPONENTS]> = HashMap::new();
        let mut table = None;
        for hand in multisets(Cards::DECK, 6) {
            let ways: f64 = Geisha::ALL.iter().map(|&card| choose(hand.count(card), card.value())).product();
            for drawn in (Cards::DECK - hand).types() {
                let state = Hanamikoji.start(&deal(hand, drawn)).expect("a deal");
                let ways = ways * (Cards::DECK - hand).count(drawn) as f64;
                let held = hand + drawn.into();
                let mut legal = Vec::new();
                state.observe(Seat::FIRST).legal_actions(&mut legal);
                let likely = likely(&state, &legal);
                for secret in held.types() {
                    let choice = legal.iter().position(|&legal| legal == Action::Secret(secret)).expect("it is legal");
                    let row = Situation { hand: held - secret.into(), secret: secret.into(), burned: Cards::EMPTY };
                    let sums = slow.entry(row).or_default();
                    for (opponent, sum) in sums.iter_mut().enumerate() {
                        *sum += ways * likely[opponent][choice];
                    }
                    let mut after = state;
                    after.play(Action::Secret(secret)).expect("legal");
                    table = Some(*after.table());
                }
            }
        }
        let ranges = Ranges { most_asked: usize::MAX, priors: EQUALS };
        let fast = ranges.of(&table.expect("something was hidden"), 0).rows;
        assert_eq!(fast.len(), slow.len());
        // The reach lacks the factor of both seats' cards together; for one seat it is a falling factorial.
        let falling = |cards: Cards| {
            let of =
                |card: &Geisha| (0..cards.count(*card)).map(|taken| (card.value() - taken) as f64).product::<f64>();
            Geisha::ALL.iter().map(of).product::<f64>()
        };
        for (row, slow) in &slow {
            for opponent in 0..OPPONENTS {
                let fast = f64::from(fast[row][opponent]) * falling(row.cards());
                assert!(
                    (fast - slow[opponent]).abs() < 1e-4 * slow[opponent],
                    "{row:?}: {fast}, not {}",
                    slow[opponent]
                );
            }
        }
    }

    /// Returns the second seat's mean probability, after four turns of some deals, that the first seat is simple.
    fn seems_simple(style: &dyn Style<Hanamikoji>, simple: f32) -> f32 {
        let ranges = Ranges { most_asked: 100, priors: priors(simple) };
        let seems = |seed: u64| {
            let mut state = Hanamikoji.start(&Hanamikoji.shuffle(Seed(seed))).expect("a shuffled deal is valid");
            let mut rng = Rng::new(Seed(seed));
            while state.table().shown().len() < 4 || state.table().offer().is_some() {
                let Turn::Of(seat) = state.turn() else { unreachable!("four turns are not a game") };
                let view = state.observe(seat);
                let who: &dyn Style<Hanamikoji> = if seat == Seat::FIRST { style } else { &Learned::AT_TABLE };
                state.play_unchecked(who.choose(&view, &mut rng));
            }
            let posterior = ranges.of(state.table(), 0).posterior(&state.observe(Seat::new(1)), &ranges.priors);
            assert!((posterior.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{posterior:?}");
            1.0 - posterior[LEARNED]
        };
        (0..12).map(seems).sum::<f32>() / 12.0
    }

    #[test]
    fn who_plays_by_simple_rules_is_found_out() {
        let (greedy, equal) = (seems_simple(&Greedy, 0.3), seems_simple(&Learned::AT_TABLE, 0.3));
        assert!(greedy > 0.45 && equal < 0.2, "{greedy} {equal}");
        assert_eq!(seems_simple(&Greedy, 0.0), 0.0, "a careful player takes no player for simple");
    }

    #[test]
    fn worlds_come_as_often_as_their_opponents_are_likely() {
        let ranges = Ranges { most_asked: 100, priors: priors(0.6) };
        let state = super::super::positions::later(3, 5);
        let Turn::Of(seat) = state.turn() else { panic!("the game goes on") };
        let view = state.observe(seat);
        let theirs = ranges.of(view.table(), seat.other().index());
        let worlds = theirs.worlds(&view, &ranges.priors, 4_000, &mut Rng::new(Seed(1)));
        for (opponent, likely) in theirs.posterior(&view, &ranges.priors).into_iter().enumerate() {
            let drawn = worlds.iter().filter(|world| world.opponent == opponent).count() as f32 / 4_000.0;
            assert!((drawn - likely).abs() < 0.03, "{opponent}: {drawn} and not {likely}");
        }
        assert!(worlds.iter().all(|world| world.state.observe(seat) == view));
    }
}
