//! Deal, state, legal actions and returns.

use super::hand::Hand;
use super::score::{Sums, scores};
use super::{encoding, observation, players};
use crate::french::FrenchCard;
use crate::{BySeat, CardSet, Game, GameOption, InvalidDeal, ParseError, Rng, Seat, Seed, Turn};

/// A card of the 52.
pub type Card = FrenchCard;

pub(super) const SEATS: usize = 4;
/// The number of draws and discards of each seat.
pub const ROUNDS: usize = 4;
pub(super) const TURNS: usize = ROUNDS * SEATS;
pub(super) const PUBLIC: usize = 2;
pub(super) const PRIVATE: usize = 2;
pub(super) const PILE: usize = 52 - PUBLIC - SEATS * PRIVATE;

/// The game of Lucky Thirteen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LuckyThirteen {
    /// The values of a card towards 13.
    pub sums: Sums,
}

/// The two public cards, two private cards for each seat, and the pile in drawing order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The public cards.
    pub public: Vec<Card>,
    /// Seat 0's two cards, seat 1's two, and so on.
    pub hands: Vec<Vec<Card>>,
    /// The other 42 cards in drawing order. Only 16 of them are drawn.
    pub pile: Vec<Card>,
}

/// Discards a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Discard(pub Card);

/// The public state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    sums: Sums,
    public: [Card; PUBLIC],
    discards: [Card; TURNS],
    played: u8,
    shown: Option<BySeat<CardSet<Card>>>,
}

impl Table {
    pub(super) fn new(sums: Sums, public: [Card; PUBLIC]) -> Table {
        Table { sums, public, discards: [public[0]; TURNS], played: 0, shown: None }
    }

    /// The values of a card towards 13.
    pub fn sums(&self) -> Sums {
        self.sums
    }

    /// The two public cards.
    pub fn public(&self) -> [Card; PUBLIC] {
        self.public
    }

    /// Every discard in order; seat 0, 1, 2 and 3 in turn.
    pub fn discards(&self) -> &[Card] {
        &self.discards[..usize::from(self.played)]
    }

    /// This seat's discards, round by round.
    pub fn discards_of(&self, seat: Seat) -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        self.discards().iter().skip(seat.index()).step_by(SEATS).copied()
    }

    /// The current round, from 0; the last one once the game is over.
    pub fn round(&self) -> usize {
        (usize::from(self.played) / SEATS).min(ROUNDS - 1)
    }

    /// The number of cards this seat has drawn: one for every turn it has begun.
    pub fn drawn(&self, seat: Seat) -> usize {
        ((usize::from(self.played) + SEATS - seat.index()) / SEATS).min(ROUNDS)
    }

    /// The seat to act.
    #[inline]
    pub fn turn(&self) -> Turn {
        let played = usize::from(self.played);
        if played == TURNS { Turn::Over } else { Turn::Of(Seat::new(played % SEATS)) }
    }

    /// The private cards left at the end, once shown.
    pub fn shown(&self) -> Option<&BySeat<CardSet<Card>>> {
        self.shown.as_ref()
    }

    /// Every open card.
    pub fn seen(&self) -> CardSet<Card> {
        let open: CardSet<Card> = self.public.iter().chain(self.discards()).copied().collect();
        self.shown.iter().flat_map(BySeat::as_slice).fold(open, |seen, &hand| seen | hand)
    }

    #[inline]
    pub(super) fn discard(&mut self, card: Card) {
        self.discards[usize::from(self.played)] = card;
        self.played += 1;
    }

    pub(super) fn show(&mut self, hands: BySeat<CardSet<Card>>) {
        self.shown = Some(hands);
    }
}

/// A position with all hands, their histories, and the cards still to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    table: Table,
    dealt: BySeat<Hand>,
    /// The card drawn in each turn, past and to come.
    draws: [Card; TURNS],
    hands: BySeat<Hand>,
}

impl State {
    /// The position after the discards on this table; each must have been in hand.
    pub(super) fn replay(table: Table, dealt: BySeat<Hand>, draws: [Card; TURNS]) -> State {
        let mut state = State { table: Table::new(table.sums, table.public), dealt, draws, hands: dealt };
        state.hands[Seat::FIRST].draw(draws[0]);
        for &card in table.discards() {
            debug_assert!(crate::State::is_legal(&state, Discard(card)), "{card} was in hand");
            crate::State::play_unchecked(&mut state, Discard(card));
        }
        state
    }

    /// The public state.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The cards each seat was dealt.
    pub fn dealt(&self) -> &BySeat<Hand> {
        &self.dealt
    }

    /// The card drawn in each of the 16 turns, past and to come.
    pub fn draws(&self) -> &[Card] {
        &self.draws
    }

    /// The same position with other cards to come, every order of the pile equally likely.
    #[must_use]
    pub fn with_shuffled_pile(&self, rng: &mut Rng) -> State {
        let held = self.hands.as_slice().iter().fold(CardSet::EMPTY, |held, hand| held | hand.set());
        let mut pile = <Card as crate::Card>::DECK - self.table.seen() - held;
        let mut state = *self;
        for draw in state.draws.iter_mut().skip(usize::from(self.table.played) + 1) {
            *draw = pile.random(rng);
            pile.remove(*draw);
        }
        state
    }

    /// The cards each seat holds; three while it is its turn.
    pub fn hands(&self) -> &BySeat<Hand> {
        &self.hands
    }
}

impl crate::State for State {
    type Action = Discard;
    type Observation = super::Observation;

    #[inline]
    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn legal_actions(&self, out: &mut Vec<Discard>) {
        if let Turn::Of(seat) = self.turn() {
            out.extend(self.hands[seat].set().iter().map(Discard));
        }
    }

    fn is_legal(&self, Discard(card): Discard) -> bool {
        matches!(self.turn(), Turn::Of(seat) if self.hands[seat].set().contains(card))
    }

    #[inline]
    fn random_action(&self, rng: &mut Rng) -> Discard {
        let Turn::Of(seat) = self.turn() else { panic!("the game is over") };
        Discard(self.hands[seat].random(rng))
    }

    #[inline]
    fn play_unchecked(&mut self, Discard(card): Discard) {
        let Turn::Of(seat) = self.turn() else { return };
        self.hands[seat].discard(card);
        self.table.discard(card);
        match self.turn() {
            Turn::Of(next) => self.hands[next].draw(self.draws[usize::from(self.table.played)]),
            Turn::Over => self.table.show(self.hands.map(Hand::set)),
        }
    }

    fn observe(&self, seat: Seat) -> super::Observation {
        let mut draws = [None; ROUNDS];
        for (round, draw) in draws.iter_mut().enumerate().take(self.table.drawn(seat)) {
            *draw = Some(self.draws[round * SEATS + seat.index()]);
        }
        super::Observation::new(seat, self.table, self.dealt[seat], draws, self.hands[seat])
    }

    #[inline]
    fn returns(&self) -> Option<BySeat<i32>> {
        self.table.shown.as_ref().map(|hands| scores(self.table.sums, self.table.public, hands))
    }

    fn play_out(&mut self, rng: &mut Rng) -> BySeat<i32> {
        crate::game::play_out(self, rng)
    }

    fn rewind(&self, actions: &mut Vec<Discard>) -> State {
        observation::rewind(self, actions)
    }
}

impl Deal {
    pub(super) fn from_deck(deck: &[Card]) -> Deal {
        let (public, rest) = deck.split_at(PUBLIC);
        let (hands, pile) = rest.split_at(SEATS * PRIVATE);
        Deal {
            public: public.to_vec(),
            hands: hands.chunks(PRIVATE).map(<[Card]>::to_vec).collect(),
            pile: pile.to_vec(),
        }
    }

    pub(super) fn deck(&self) -> impl Iterator<Item = Card> {
        self.public.iter().chain(self.hands.iter().flatten()).chain(&self.pile).copied()
    }
}

impl Game for LuckyThirteen {
    const NAME: &'static str = "lucky-thirteen";
    const TITLE: &'static str = "Lucky Thirteen";
    const RULES: &'static str = include_str!("rules.md");
    const SEATS: usize = SEATS;
    type Deal = Deal;
    type State = State;

    fn shuffle(&self, seed: Seed) -> Deal {
        let mut deck: Vec<Card> = <Card as crate::Card>::DECK.iter().collect();
        Rng::new(seed).shuffle(&mut deck);
        Deal::from_deck(&deck)
    }

    fn start(&self, deal: &Deal) -> Result<State, InvalidDeal> {
        let count = |place: &str, expected: usize, found: usize| {
            if found == expected {
                return Ok(());
            }
            Err(InvalidDeal::WrongCount { place: place.to_owned(), expected, found })
        };
        let mut seen = CardSet::EMPTY;
        for card in deal.deck() {
            if seen.contains(card) {
                return Err(InvalidDeal::TooMany(card.code()));
            }
            seen.insert(card);
        }
        count("the middle", PUBLIC, deal.public.len())?;
        if deal.hands.len() != SEATS {
            count("all hands together", SEATS * PRIVATE, deal.hands.iter().map(Vec::len).sum())?;
        }
        for (seat, hand) in deal.hands.iter().enumerate() {
            count(&format!("hand {seat}"), PRIVATE, hand.len())?;
        }
        count("the pile", PILE, deal.pile.len())?;
        let hands = deal.hands.iter().map(|hand| Hand::dealt([hand[0], hand[1]])).collect();
        let table = Table::new(self.sums, [deal.public[0], deal.public[1]]);
        Ok(State::replay(table, hands, std::array::from_fn(|turn| deal.pile[turn])))
    }

    fn options(&self) -> Vec<GameOption> {
        let meaning = "what may add up to 13: face values, or aces 0 or 1 and court cards 10 to 13";
        vec![GameOption { key: "sums", value: self.sums.name(), allowed: &["face", "flexible"], meaning }]
    }

    fn set_option(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        if key != "sums" {
            return Err(ParseError::new("option of this game", key, "sums"));
        }
        self.sums = value.parse()?;
        Ok(())
    }

    forward_to_modules!();
}
