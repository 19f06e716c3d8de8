//! Kuhn poker. Its equilibrium is known exactly, so the champion plays it.

use cardsharp_rules::kuhn::{DECK, Deal, Equilibrium, Kuhn, Move, Observation, State};
use cardsharp_rules::{Game as _, Observation as _, Random, Rng, Seat, State as _, Turn};

use crate::whereabouts::{locate_single, single};
use crate::{Cell, Figure, HidingPlace, Kind, Model, Player, Search, Searchable, StylePlayer, Unit, Valued};

impl Searchable for Kuhn {
    const RANGE: (i32, i32) = (-2, 2);
    const VALUES: &'static str = "chips in equilibrium, exactly, from two lost (0) to two won (100)";

    fn models(&self) -> Vec<Model<Kuhn>> {
        vec![Model::follows(Random, 0.5), Model::follows(Equilibrium, 0.5)]
    }

    fn champion(&self, _how: Search) -> Box<dyn Player<Kuhn>> {
        Box::new(StylePlayer(Box::new(Equilibrium)))
    }

    fn appraise(
        &self,
        view: &Observation,
        _also: Option<Move>,
        _how: &Search,
        _rng: &mut Rng,
    ) -> Option<Vec<Valued<Move>>> {
        let value = |action| {
            let (worth, visits) = (worth(*view, action), u32::MAX);
            Valued { action, value: (worth + 2.0) / 4.0, error: 0.0, paired_error: 0.0, visits }
        };
        Some([Move::Pass, Move::Bet].map(value).to_vec())
    }

    fn unseen(view: &Observation) -> Vec<Kind> {
        single(view.unseen(), |card| card.to_string(), Cell::from)
    }

    fn hiding_places(view: &Observation) -> Vec<HidingPlace> {
        let hand = usize::from(view.shown().is_none());
        vec![HidingPlace::hand(view.seat().other(), hand), HidingPlace::common("out", "the card put away", 1)]
    }

    fn locate(view: &Observation, state: &State, counts: &mut Vec<u8>) {
        let hand = [state.card(view.seat().other())].into_iter().collect();
        locate_single(view.unseen(), &[hand], counts);
    }

    const FIGURES: &'static [Figure] =
        &[Figure { name: "shown", words: "chance that the cards are shown", unit: Unit::Chance, good: true }];

    fn figures(_before: &State, end: &State, _me: Seat, figures: &mut [f64]) {
        debug_assert!(end.returns().is_some());
        figures[0] = f64::from(u8::from(end.table().is_showdown()));
    }
}

/// Returns the expected chips of an action over the other seat's possible cards, if both seats follow the equilibrium.
fn worth(view: Observation, action: Move) -> f64 {
    let (mut chips, mut all) = (0.0, 0.0);
    for other in view.unseen() {
        let mut hands = [view.card(); 2];
        hands[view.seat().other().index()] = other;
        let out = DECK.into_iter().find(|card| !hands.contains(card)).expect("one of three is left");
        let mut state = Kuhn.start(&Deal { hands: hands.to_vec(), out }).expect("these are the three cards");
        let mut likely = 1.0;
        for action in view.table().moves() {
            if state.turn() == Turn::Of(view.seat().other()) {
                likely *= chance(state, action);
            }
            state.play_unchecked(action);
        }
        state.play_unchecked(action);
        chips += likely * expected(state, view.seat());
        all += likely;
    }
    assert!(all > 0.0, "every observation is possible in equilibrium with some card");
    chips / all
}

/// Returns the equilibrium probability of this action of the seat whose turn it is.
fn chance(state: State, action: Move) -> f64 {
    let Turn::Of(seat) = state.turn() else { unreachable!("a move belongs to a turn") };
    let bets = f64::from(Equilibrium::bets(&state.observe(seat)));
    if action == Move::Bet { bets } else { 1.0 - bets }
}

/// Returns the expected chips of a seat if both follow the equilibrium from here.
fn expected(state: State, seat: Seat) -> f64 {
    if let Some(returns) = state.returns() {
        return returns[seat].into();
    }
    let after = |action| {
        let mut next = state;
        next.play_unchecked(action);
        chance(state, action) * expected(next, seat)
    };
    after(Move::Pass) + after(Move::Bet)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth_of(view: &str) -> [f64; 2] {
        [Move::Pass, Move::Bet].map(|action| worth(view.parse().unwrap(), action))
    }

    #[test]
    fn what_is_mixed_is_worth_the_same() {
        for view in [
            "seat 0; card J♠; moves -; shown -",
            "seat 0; card K♠; moves -; shown -",
            "seat 0; card Q♠; moves pass bet; shown -",
            "seat 1; card J♠; moves pass; shown -",
            "seat 1; card Q♠; moves bet; shown -",
        ] {
            let [pass, bet] = worth_of(view);
            assert!((pass - bet).abs() < 1e-6, "{view}: {pass} and {bet}");
        }
    }

    #[test]
    fn a_king_that_is_bet_into_calls_and_a_jack_gives_up() {
        let [pass, bet] = worth_of("seat 1; card K♠; moves bet; shown -");
        assert!((pass, bet) == (-1.0, 2.0), "{pass} and {bet}");
        let [pass, bet] = worth_of("seat 1; card J♠; moves bet; shown -");
        assert!((pass, bet) == (-1.0, -2.0), "{pass} and {bet}");
    }

    #[test]
    fn the_game_is_worth_an_eighteenth_to_the_second_seat() {
        let start = |card| worth_of(&format!("seat 0; card {card}; moves -; shown -"));
        // The jack and the king are indifferent, and the queen passes.
        let mean = (start("J♠")[0] + start("Q♠")[0] + start("K♠")[0]) / 3.0;
        assert!((mean + 1.0 / 18.0).abs() < 1e-6, "{mean}");
    }
}
