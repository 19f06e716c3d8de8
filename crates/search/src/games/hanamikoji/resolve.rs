//! `resolve`: looks ahead with a network while much of the game is left, then solves the rest.
//!
//! At every decision the ranges of both seats are computed from the table ([`ranges`](super::ranges)): for every hand,
//! how likely the network and simple players are to reach this point with it. While the rest of the game is too large
//! to solve in time, one step of lookahead improves the network's mixture ([`lookahead`]). After that the rest is
//! solved as a subgame, and the action is drawn from its equilibrium.
//!
//! A seat that is likelier simple than not is answered by the best response to such players instead ([`response`]). The
//! prior probability of a simple player ([`Safety`]) trades winnings from weak players against safety from strong ones:
//! a restricted Nash response (Johanson, Zinkevich and Bowling 2007), restricted by that prior.
//!
//! Re-solving is safe only if the other seat cannot gain by holding other hands than its range says. The gadget of
//! Burch, Johanson and Bowling (2014) ensures that ([`Gadget`](crate::equilibrium::Gadget)): before the subgame every
//! hand of the other seat may decline and take the network's expectation from its last turn. This gadget needs one
//! number for each hand, which the network has; a margin gadget compares all hands with the worst one and so suffers
//! from the network's largest error. The gadget applies to half of the reach: the network's expectation is an estimate,
//! and a strategy that only has to hold the other seat to it plays arbitrarily against hands that decline.
//! `tests/whole_player.rs` compares both ways on cut-down games, where all this is exact.

use cardsharp_rules::hanamikoji::{Action, Hanamikoji, Kind, Observation, Shown};
use cardsharp_rules::{Observation as _, Rng, Seat, draw};

use super::ranges::{ByOpponent, LEARNED, OPPONENTS, Range, Ranges, priors, total};
use super::tree::{Public, Situation, Subgame, Variant};
use super::{lookahead, response};
use crate::equilibrium::Rule;
use crate::memory::Remembered;
use crate::player::only_action;
use crate::{Budget, Clock, Considered, Memory, Player, Search, SeenGame};

/// From 0, where every player may be taken for simple, to 1, where none is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Safety(pub(super) f32);

impl Safety {
    pub(super) const WORDS: &[(&str, Safety)] =
        &[("trusting", Safety(0.0)), ("balanced", Safety::USUAL), ("careful", Safety(1.0))];
    /// The first bend of the curve in `benchmarks/strength.md`: it wins more than half of what `trusting` wins from the
    /// built-in rule players, and does not take a player for simple before the first card.
    pub(super) const USUAL: Safety = Safety(0.75);

    pub(super) fn simple(self) -> f32 {
        MOST_SIMPLE * (1.0 - self.0)
    }
}

/// The prior probability of a simple player for `trusting`.
const MOST_SIMPLE: f32 = 0.85;

pub(super) struct Resolve {
    /// The budget of a decision, and the maximum number of worlds of a lookahead.
    how: Search,
    ranges: Ranges,
    /// The prior of each opponent for an unknown player.
    newcomer: ByOpponent,
    /// The opponents' record of earlier games of a match, if it remembers.
    remembered: Option<Remembered<OPPONENTS>>,
}

/// The number of a tree's choices that a millisecond pays for, including the build and a few rounds. With fewer than
/// four rounds a solution is worse than a guess.
const CHOICES_A_MS: f64 = 5_000.0;
/// The same for a budget of nodes.
const CHOICES_A_NODE: f64 = 500.0;
/// The number of rows that the network judges at each past decision.
const ROWS_A_MS: f64 = 1.0;
const ROWS_A_NODE: f64 = 0.1;
pub(super) const FEWEST_ROUNDS: u32 = 4;
/// After this many rounds the gap is a small part of a hundredth.
pub(super) const MOST_ROUNDS: u32 = 24;
/// The part of every row of the other seat that must enter the subgame. No player declines as well as a gadget, and a
/// strategy is arbitrary against rows that never enter.
const FORCED: f32 = 0.5;
/// Above this probability the other seat is treated as simple.
const LIKELY: f32 = 0.5;
/// Actions below this probability are dropped as remnants of the first rounds.
const NOISE: f32 = 0.04;

impl Resolve {
    pub(super) fn new(how: Search, safety: Safety) -> Resolve {
        let rows = match how.budget {
            Budget::Time(time) => time.as_secs_f64() * 1e3 * ROWS_A_MS,
            Budget::Nodes(nodes) => nodes as f64 * ROWS_A_NODE,
        };
        let newcomer = priors(safety.simple());
        let ranges = Ranges { most_asked: rows as usize, priors: newcomer };
        Resolve { how, ranges, newcomer, remembered: None }
    }

    pub(super) fn with_memory(self, memory: Memory) -> Resolve {
        Resolve { remembered: (memory == Memory::Match).then(Remembered::default), ..self }
    }

    /// Returns the player with this game remembered; none if it does not remember.
    fn having(&self, seen: &SeenGame<Hanamikoji>) -> Option<Resolve> {
        let (remembered, newcomer) = (self.remembered?, self.newcomer.map(f64::from));
        let likelihoods = |seat: Seat| self.ranges.of(seen.view.table(), seat.index()).likelihoods(&seen.view);
        let remembered = remembered.after(seen, &newcomer, likelihoods);
        let them = seen.moving.seat_of(seen.view.seat().other());
        let priors = remembered.priors(them, &newcomer).map(|prior| prior as f32);
        let ranges = Ranges { priors, ..self.ranges };
        Some(Resolve { ranges, remembered: Some(remembered), ..*self })
    }

    /// Returns the equilibrium of the rest of the game at this decision, if it can be found in time.
    ///
    /// The subgame begins where the other seat's last turn ended, even if an offer has been answered since: the
    /// network's expectations refer to that point, and answer and action then come from the same solution.
    fn solve(&self, view: &Observation, theirs: &Range, clock: &Clock) -> Option<Vec<(Action, f32)>> {
        let decisions = view.table().decisions();
        let answered = match decisions[..] {
            [.., before, _] if view.table().offer().is_none() => before.offer().map(|_| before),
            _ => None,
        };
        let table = answered.unwrap_or(*view.table());
        let public = Public::of(&table);
        if choices(&public) > most_choices(self.how.budget) {
            return None;
        }
        let me = view.seat().index();
        let mine = self.ranges.in_time(&table, me, clock)?;
        let weigh = |seat: usize, row: &Situation| {
            if seat == me {
                mine.rows.get(row).map_or(0.0, |opponents| opponents[LEARNED])
            } else {
                theirs.rows.get(row).map_or(0.0, |opponents| total(opponents, &self.ranges.priors))
            }
        };
        let game = Subgame::after(Variant::FULL, &public, weigh, 2 * most_choices(self.how.budget) as usize).ok()??;
        let place = match (answered, view.table().shown().last()) {
            (Some(_), Some(&Shown::Offer { taken, .. })) => game.after_action(&game.root(), Action::Take(taken))?,
            _ => game.root(),
        };
        let mut solver = game.solver(Rule::Discounted, 1);
        let mut gadget = game.gadget(1 - me, FORCED, |row| theirs.granted.get(row).copied());
        while solver.rounds() < MOST_ROUNDS && !clock.runs_out() {
            solver.round_with(&mut gadget);
        }
        if solver.rounds() < FEWEST_ROUNDS {
            return None;
        }
        let play = game.play(&solver, &place, &Situation::of(view.own()));
        Some(play).filter(|play| !play.is_empty())
    }

    /// Returns the best response to the simple players that may sit there.
    fn answer_simple(
        &self,
        view: &Observation,
        legal: &[Action],
        theirs: &Range,
        posterior: &ByOpponent,
        clock: &mut Clock,
        rng: &mut Rng,
    ) -> Vec<(Action, f32)> {
        let simple: ByOpponent =
            std::array::from_fn(|opponent| if opponent == LEARNED { 0.0 } else { self.ranges.priors[opponent] });
        let likelier = |one: usize, other: usize| if posterior[other] > posterior[one] { other } else { one };
        let sits = (0..LEARNED).fold(0, likelier);
        vec![(response::best(view, legal, theirs, &simple, sits, (self.how.worlds, clock), rng), 1.0)]
    }

    /// Returns the probability of each action, given the other seat's range.
    fn think(
        &self,
        view: &Observation,
        legal: &[Action],
        theirs: &Range,
        clock: &mut Clock,
        rng: &mut Rng,
    ) -> Vec<(Action, f32)> {
        let posterior = theirs.posterior(view, &self.ranges.priors);
        if 1.0 - posterior[LEARNED] > LIKELY {
            return self.answer_simple(view, legal, theirs, &posterior, clock, rng);
        }
        self.solve(view, theirs, clock)
            .unwrap_or_else(|| lookahead::step(view, legal, theirs, self.how.worlds, clock, rng))
    }

    /// Returns the probability of each action, likeliest first.
    fn weigh(&self, view: &Observation, rng: &mut Rng) -> Vec<(Action, f32)> {
        if let Some(only) = only_action::<Hanamikoji>(view) {
            return vec![(only, 1.0)];
        }
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        let mut clock = Clock::start(self.how.budget);
        let mut play = match self.ranges.in_time(view.table(), view.seat().other().index(), &clock) {
            Some(theirs) => self.think(view, &legal, &theirs, &mut clock, rng),
            // There is no time to compute the range.
            None => lookahead::network_mixture(view, &legal, LEARNED),
        };
        play.sort_by(|(_, a): &(Action, f32), (_, b)| b.total_cmp(a));
        let noise = NOISE.min(play[0].1);
        play.retain(|(_, part)| *part >= noise);
        play
    }
}

impl Player<Hanamikoji> for Resolve {
    fn choose(&self, view: &Observation, rng: &mut Rng) -> Action {
        let play = self.weigh(view, rng);
        let likely: Vec<f32> = play.iter().map(|&(_, part)| part).collect();
        play[draw(&likely, rng)].0
    }

    fn consider(&self, view: &Observation, rng: &mut Rng) -> Considered<Action> {
        let play = self.weigh(view, rng);
        let sum: f32 = play.iter().map(|&(_, part)| part).sum();
        let mut weighed: Vec<(Action, f64)> =
            play.iter().map(|&(action, part)| (action, f64::from(part / sum))).collect();
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        let never = legal.into_iter().filter(|action| play.iter().all(|(other, _)| other != action));
        weighed.extend(never.map(|action| (action, 0.0)));
        Considered::Weights(weighed)
    }

    fn remembering(&self, seen: &SeenGame<Hanamikoji>) -> Option<Box<dyn Player<Hanamikoji>>> {
        self.having(seen).map(|player| Box::new(player) as Box<dyn Player<Hanamikoji>>)
    }
}

pub(super) fn most_choices(budget: Budget) -> f64 {
    match budget {
        Budget::Time(time) => time.as_secs_f64() * 1e3 * CHOICES_A_MS,
        Budget::Nodes(nodes) => nodes as f64 * CHOICES_A_NODE,
    }
}

/// Returns the approximate number of choices in the rest of a game, as measured in `benchmarks/equilibrium.md`.
pub(super) fn choices(public: &Public) -> f64 {
    let left = [0, 1].map(|seat| public.left(&Variant::FULL, seat));
    let count = |kind: Kind| left.iter().flatten().filter(|&&left| left == kind).count();
    let hidden = count(Kind::Secret) + count(Kind::Burn);
    let offers = match (count(Kind::Competition), count(Kind::Gift)) {
        (2, 0) => 6e6,
        (1, 1) => 2e6,
        (0, 2) => 0.5e6,
        (competitions, gifts) if competitions + gifts < 2 => 0.1e6,
        _ => return f64::INFINITY,
    };
    let answers = public.offer.map_or(1, |offer| offer.choices().count());
    offers * [1.0, 0.7, 2.0, 4.0, 4.0][hidden.min(4)] * answers as f64
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use cardsharp_rules::hanamikoji::Greedy;
    use cardsharp_rules::{Game as _, Rotation, Seed, State as _, Style, Turn};

    use super::super::learned::Learned;
    use super::*;
    use crate::search_settings;

    /// Returns the prior of a simple opponent after this many games against this style, swapping seats each game.
    fn seems_simple(style: &dyn Style<Hanamikoji>, games: usize) -> f32 {
        let how = search_settings::<Hanamikoji>(&"champion:nodes=600".parse().expect("a spec")).expect("settings");
        let mut player = Resolve::new(how, Safety::USUAL).with_memory(Memory::Match);
        for number in 0..games {
            let me = Seat::new(number % 2);
            let deal = Hanamikoji.shuffle(Seed(number as u64));
            let mut state = Hanamikoji.start(&deal).expect("a shuffled deal is valid");
            let mut rng = Rng::new(Seed(number as u64));
            while let Turn::Of(seat) = state.turn() {
                let who: &dyn Style<Hanamikoji> = if seat == me { &Learned::AT_TABLE } else { style };
                state.play(who.choose(&state.observe(seat), &mut rng)).expect("legal");
            }
            let seen = SeenGame { view: state.observe(me), moving: Rotation::new(1, Hanamikoji::SEATS) };
            player = player.having(&seen).expect("it remembers");
            let priors = player.ranges.priors;
            assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-4 && priors.iter().all(|&prior| prior > 0.0));
        }
        1.0 - player.ranges.priors[LEARNED]
    }

    /// Without time for a range, the player follows the network and stops at once.
    #[test]
    fn without_time_the_network_decides() {
        let how = search_settings::<Hanamikoji>(&"champion:nodes=600".parse().expect("a spec")).expect("settings");
        let state = super::super::positions::later(3, 6);
        let Turn::Of(seat) = state.turn() else { panic!("the game goes on") };
        let (view, mut legal) = (state.observe(seat), Vec::new());
        view.legal_actions(&mut legal);
        let liked = lookahead::network_mixture(&view, &legal, LEARNED);
        let hurried = Resolve::new(Search { budget: Budget::Time(Duration::ZERO), ..how }, Safety::USUAL);
        assert!(
            hurried
                .ranges
                .in_time(view.table(), seat.other().index(), &Clock::start(Budget::Time(Duration::ZERO)))
                .is_none()
        );
        let play = hurried.weigh(&view, &mut Rng::new(Seed(1)));
        assert!(!play.is_empty() && play.iter().all(|part| liked.contains(part)), "{play:?}");
        let thought = Resolve::new(how, Safety::USUAL).weigh(&view, &mut Rng::new(Seed(1)));
        assert!(thought.iter().any(|part| !liked.contains(part)), "{thought:?}");
    }

    #[test]
    fn who_plays_by_simple_rules_is_remembered_and_who_does_not_is_too() {
        let stranger = seems_simple(&Greedy, 0);
        let (greedy, equal) = (seems_simple(&Greedy, 4), seems_simple(&Learned::AT_TABLE, 4));
        assert!(greedy > 0.9 && equal < stranger / 2.0, "{stranger}: {greedy} {equal}");
    }
}
