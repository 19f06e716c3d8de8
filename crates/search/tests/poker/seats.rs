//! What laws, learners and search ask of a game.

use cardsharp_rules::french::FrenchCard;
use cardsharp_rules::laws::Hidden;
use cardsharp_rules::{Card as _, CardSet, Encoding, Features, House, ObservationOf, Random, Seat, Style};
use cardsharp_search::{Model, Objective, Thoughtful};

use super::rules::{Betting, Deal, Move, Poker, SEATS, Stakes};
use super::{Caller, Honest};

impl<S: Stakes> Hidden for Poker<S> {
    fn hidden(&self, _deal: &Deal, actions: &[Move], seat: Seat) -> Vec<usize> {
        // Slots beyond the deal are the cards that were not dealt, in the deck's order.
        let open = SEATS..SEATS + Betting::after::<S>(actions).round;
        (0..S::DECK.len()).filter(|slot| *slot != seat.index() && !open.contains(slot)).collect()
    }

    fn swap(&self, deal: &Deal, actions: &[Move], (a, b): (usize, usize)) -> (Deal, Vec<Move>) {
        let dealt: CardSet<FrenchCard> = deal.0.iter().copied().collect();
        let mut cards: Vec<FrenchCard> = deal.0.iter().copied().chain((S::DECK - dealt).iter()).collect();
        cards.swap(a, b);
        cards.truncate(Self::SLOTS);
        (Deal(cards), actions.to_vec())
    }
}

impl<S: Stakes> Encoding for Poker<S> {
    const VERSION: u32 = 1;
    const FEATURES: usize = 52 + 52 + 1;
    const ACTIONS: usize = 3;

    fn encode(view: &ObservationOf<Self>, out: &mut [f32]) {
        let mut features = Features::new(out);
        features.hot(52, [usize::from(view.card().index())]);
        features.hot(52, view.open().map(|card| usize::from(card.index())));
        features.number(view.moves().len() as f32);
        features.end();
    }

    fn action_index(action: Move) -> usize {
        action as usize
    }

    fn action_at(index: usize) -> Option<Move> {
        [Move::Fold, Move::Call, Move::Raise].get(index).copied()
    }
}

impl<S: Stakes> House for Poker<S> {
    fn styles(&self) -> Vec<Box<dyn Style<Self>>> {
        vec![Box::new(Random), Box::new(Caller), Box::new(Honest)]
    }
}

impl<S: Stakes> Thoughtful for Poker<S> {
    const RANGE: (i32, i32) = S::RANGE;
    const OBJECTIVE: Objective = Objective::Score;

    fn models(&self) -> Vec<Model<Self>> {
        vec![Model::follows(Random, 1.0)]
    }

    fn default_style(&self) -> Box<dyn Style<Self>> {
        Box::new(Random)
    }
}
