//! Deal, betting, showdown, observations and sampling.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use cardsharp_rules::french::FrenchCard;
use cardsharp_rules::{
    BySeat, Card as _, CardSet, Features, Game, InvalidDeal, ObservationOf, Random, Rng, Sampler, Seat, Seed, Style,
    Turn,
};

use super::{Caller, Honest};

pub const SEATS: usize = 2;

/// The parameters of a poker game.
pub trait Stakes: Copy + Default + Eq + Hash + Debug + Send + Sync + 'static {
    const NAME: &'static str;
    const TITLE: &'static str;
    const DECK: CardSet<FrenchCard>;
    /// The size of a raise in each round.
    const BETS: &'static [i32];
    /// The largest number of raises in a round.
    const RAISES: usize;
    /// The smallest and the largest return of a seat.
    const RANGE: (i32, i32);
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Poker<S>(pub PhantomData<S>);

impl<S: Stakes> Poker<S> {
    /// A card for each seat, and one for every round but the first.
    pub const SLOTS: usize = SEATS + S::BETS.len() - 1;

    /// Every deal, all equally likely.
    pub fn deals() -> Vec<Deal> {
        let mut deals = vec![Deal(Vec::new())];
        for _ in 0..Self::SLOTS {
            let longer = |deal: &Deal| {
                let rest = S::DECK - deal.0.iter().copied().collect();
                rest.iter().map(|card| Deal(deal.0.iter().copied().chain([card]).collect())).collect::<Vec<_>>()
            };
            deals = deals.iter().flat_map(longer).collect();
        }
        deals
    }
}

/// One card per seat, then the card that is turned up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal(pub Vec<FrenchCard>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    Fold,
    Call,
    Raise,
}

pub struct Betting {
    pub turn: Turn,
    pub round: usize,
    raises: usize,
    chips: BySeat<i32>,
    folded: Option<Seat>,
}

impl Betting {
    pub fn after<S: Stakes>(moves: &[Move]) -> Betting {
        let mut betting =
            Betting { turn: Turn::Of(Seat::FIRST), round: 0, raises: 0, chips: BySeat::splat(SEATS, 1), folded: None };
        let mut acted = 0;
        for action in moves {
            let Turn::Of(seat) = betting.turn else { panic!("the game is over") };
            let other = seat.other();
            acted += 1;
            betting.turn = Turn::Of(other);
            match action {
                Move::Fold => (betting.folded, betting.turn) = (Some(seat), Turn::Over),
                Move::Raise => {
                    betting.chips[seat] = betting.chips[other] + S::BETS[betting.round];
                    betting.raises += 1;
                }
                Move::Call => {
                    betting.chips[seat] = betting.chips[other];
                    // A call ends the round, unless it is the check that opens it.
                    if acted > 1 && betting.round + 1 == S::BETS.len() {
                        betting.turn = Turn::Over;
                    } else if acted > 1 {
                        (betting.round, betting.raises, acted) = (betting.round + 1, 0, 0);
                        betting.turn = Turn::Of(Seat::FIRST);
                    }
                }
            }
        }
        betting
    }

    fn legal<S: Stakes>(&self, out: &mut Vec<Move>) {
        let Turn::Of(seat) = self.turn else { return };
        if self.chips[seat] < self.chips[seat.other()] {
            out.push(Move::Fold);
        }
        out.push(Move::Call);
        if self.raises < S::RAISES {
            out.push(Move::Raise);
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct State<S> {
    pub(super) cards: Vec<FrenchCard>,
    pub(super) moves: Vec<Move>,
    stakes: PhantomData<S>,
}

impl<S: Stakes> State<S> {
    fn new(cards: Vec<FrenchCard>, moves: Vec<Move>) -> State<S> {
        State { cards, moves, stakes: PhantomData }
    }

    pub fn card(&self, seat: Seat) -> FrenchCard {
        self.cards[seat.index()]
    }

    fn strength(&self, seat: Seat) -> (bool, u8) {
        let rank = self.card(seat).rank();
        (self.cards[SEATS..].iter().any(|open| open.rank() == rank), rank)
    }
}

impl<S: Stakes> cardsharp_rules::State for State<S> {
    type Action = Move;
    type Observation = View<S>;

    fn turn(&self) -> Turn {
        Betting::after::<S>(&self.moves).turn
    }

    fn legal_actions(&self, out: &mut Vec<Move>) {
        Betting::after::<S>(&self.moves).legal::<S>(out);
    }

    fn random_action(&self, rng: &mut Rng) -> Move {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        *rng.pick(&legal).expect("the game is not over")
    }

    fn play_unchecked(&mut self, action: Move) {
        self.moves.push(action);
    }

    fn observe(&self, seat: Seat) -> View<S> {
        let open = self.cards[SEATS..].iter().copied().take(Betting::after::<S>(&self.moves).round).next();
        View { seat, card: self.card(seat), open, moves: self.moves.clone(), stakes: PhantomData }
    }

    fn returns(&self) -> Option<BySeat<i32>> {
        let betting = Betting::after::<S>(&self.moves);
        (betting.turn == Turn::Over).then(|| {
            let [one, other] = [Seat::FIRST, Seat::FIRST.other()];
            let loser = betting.folded.or_else(|| match self.strength(one).cmp(&self.strength(other)) {
                std::cmp::Ordering::Less => Some(one),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(other),
            });
            BySeat::from_fn(SEATS, |seat| match loser {
                None => 0,
                Some(loser) if loser == seat => -betting.chips[loser],
                Some(loser) => betting.chips[loser],
            })
        })
    }

    fn rewind(&self, actions: &mut Vec<Move>) -> State<S> {
        actions.extend_from_slice(&self.moves);
        State::new(self.cards.clone(), Vec::new())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View<S> {
    pub(super) seat: Seat,
    pub(super) card: FrenchCard,
    pub(super) open: Option<FrenchCard>,
    pub(super) moves: Vec<Move>,
    pub(super) stakes: PhantomData<S>,
}

impl<S: Stakes> View<S> {
    pub fn card(&self) -> FrenchCard {
        self.card
    }

    pub fn open(&self) -> Option<FrenchCard> {
        self.open
    }

    pub fn moves(&self) -> &[Move] {
        &self.moves
    }
}

impl<S: Stakes> cardsharp_rules::Observation for View<S> {
    type State = State<S>;
    type Sampler = ViewSampler<S>;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn turn(&self) -> Turn {
        Betting::after::<S>(&self.moves).turn
    }

    fn legal_actions(&self, out: &mut Vec<Move>) {
        let betting = Betting::after::<S>(&self.moves);
        if betting.turn == Turn::Of(self.seat) {
            betting.legal::<S>(out);
        }
    }

    fn sampler(&self) -> ViewSampler<S> {
        ViewSampler(self.clone())
    }
}

pub struct ViewSampler<S>(View<S>);

impl<S: Stakes> Sampler for ViewSampler<S> {
    type State = State<S>;

    fn sample(&self, rng: &mut Rng) -> State<S> {
        let view = &self.0;
        let seen: CardSet<FrenchCard> = [view.card].into_iter().chain(view.open).collect();
        let mut unseen: Vec<FrenchCard> = (S::DECK - seen).iter().collect();
        rng.shuffle(&mut unseen);
        let slot = |slot: usize| match view.open {
            Some(open) if slot == SEATS => open,
            _ if slot == view.seat.index() => view.card,
            _ => unseen[slot],
        };
        State::new((0..Poker::<S>::SLOTS).map(slot).collect(), view.moves.clone())
    }
}

impl<S: Stakes> Game for Poker<S> {
    const NAME: &'static str = S::NAME;
    const TITLE: &'static str = S::TITLE;
    const RULES: &'static str = "";
    const SEATS: usize = SEATS;
    type Deal = Deal;
    type State = State<S>;

    fn shuffle(&self, seed: Seed) -> Deal {
        let mut deck: Vec<FrenchCard> = S::DECK.iter().collect();
        Rng::new(seed).shuffle(&mut deck);
        deck.truncate(Self::SLOTS);
        Deal(deck)
    }

    fn start(&self, Deal(cards): &Deal) -> Result<State<S>, InvalidDeal> {
        if cards.len() != Self::SLOTS {
            let (place, expected, found) = ("the deal".to_owned(), Self::SLOTS, cards.len());
            return Err(InvalidDeal::WrongCount { place, expected, found });
        }
        let surplus = cards.iter().enumerate().find(|(slot, card)| {
            let earlier = cards[..*slot].contains(card);
            earlier || !S::DECK.contains(**card)
        });
        match surplus {
            Some((_, card)) => Err(InvalidDeal::TooMany(card.to_string())),
            None => Ok(State::new(cards.clone(), Vec::new())),
        }
    }

    fn hidden_slots(&self, _deal: &Deal, actions: &[Move], seat: Seat) -> Vec<usize> {
        // Slots beyond the deal are the cards that were not dealt, in the deck's order.
        let open = SEATS..SEATS + Betting::after::<S>(actions).round;
        (0..S::DECK.len()).filter(|slot| *slot != seat.index() && !open.contains(slot)).collect()
    }

    fn swap_slots(&self, deal: &Deal, actions: &[Move], (a, b): (usize, usize)) -> (Deal, Vec<Move>) {
        let dealt: CardSet<FrenchCard> = deal.0.iter().copied().collect();
        let mut cards: Vec<FrenchCard> = deal.0.iter().copied().chain((S::DECK - dealt).iter()).collect();
        cards.swap(a, b);
        cards.truncate(Self::SLOTS);
        (Deal(cards), actions.to_vec())
    }

    const ENCODING_VERSION: u32 = 1;
    const FEATURES: usize = 52 + 52 + 1;
    const NUMBER_FEATURES: &'static [usize] = &[104];
    const ACTIONS: usize = 3;

    fn describe(view: &ObservationOf<Self>, features: &mut impl Features) {
        features.hot(52, [usize::from(view.card().index())]);
        features.hot(52, view.open().map(|card| usize::from(card.index())));
        features.number(view.moves().len() as f32);
    }

    fn action_index(action: Move) -> usize {
        action as usize
    }

    fn action_at(index: usize) -> Option<Move> {
        [Move::Fold, Move::Call, Move::Raise].get(index).copied()
    }

    fn styles(&self) -> Vec<Box<dyn Style<Self>>> {
        vec![Box::new(Random), Box::new(Caller), Box::new(Honest)]
    }
}
