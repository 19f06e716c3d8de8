//! Deal, state, legal actions and returns.

use super::{encoding, observation, players};
use crate::french::FrenchCard;
use crate::{BySeat, CardSet, Game, InvalidDeal, Rng, Seat, Seed, Turn};

/// A card of the 52.
pub type Card = FrenchCard;
type Hand = CardSet<Card>;

pub(super) const SEATS: usize = 2;
pub(super) const DEALS: usize = 4;
pub(super) const HAND: usize = 6;
pub(super) const PLAYS: usize = DEALS * SEATS * HAND;

/// A, 10, J, Q and K: the cards that count a point.
pub const POINT_CARDS: Hand = CardSet::from_bits(
    Card::of_rank(1).bits()
        | Card::of_rank(10).bits()
        | Card::of_rank(11).bits()
        | Card::of_rank(12).bits()
        | Card::of_rank(13).bits(),
);
const BONUS: i32 = 3;

/// The game of Indigo; it has no options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Indigo;

/// The four cards on the table, the last on top, and the hands in dealing order: seat 0's six, seat 1's six, and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The first cards on the table, the last one on top.
    pub table: Vec<Card>,
    /// Eight hands of six: of seat 0 and seat 1 in turn, deal by deal.
    pub hands: Vec<Vec<Card>>,
}

/// Plays a card from the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Play(pub Card);

/// The public state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    initial: [Card; 4],
    plays: [Card; PLAYS],
    played: u8,
    pile: Hand,
    top: Option<Card>,
    captured: BySeat<Hand>,
    last_capturer: Option<Seat>,
}

impl Table {
    pub(super) fn new(initial: [Card; 4]) -> Table {
        Table {
            initial,
            plays: [initial[0]; PLAYS],
            played: 0,
            pile: initial.into_iter().collect(),
            top: Some(initial[3]),
            captured: BySeat::splat(SEATS, Hand::EMPTY),
            last_capturer: None,
        }
    }

    /// The first four cards on the table, the last one on top.
    pub fn initial(&self) -> &[Card; 4] {
        &self.initial
    }

    /// Every card played so far; seat 0 and seat 1 in turn.
    pub fn plays(&self) -> &[Card] {
        &self.plays[..usize::from(self.played)]
    }

    /// The cards on the table.
    pub fn pile(&self) -> Hand {
        self.pile
    }

    /// The top card of the pile.
    #[inline]
    pub fn top(&self) -> Option<Card> {
        self.top
    }

    /// The cards each seat has captured.
    pub fn captured(&self) -> &BySeat<Hand> {
        &self.captured
    }

    /// The seat that captured last.
    pub fn last_capturer(&self) -> Option<Seat> {
        self.last_capturer
    }

    /// The number of the current deal, 0 to 3.
    pub fn deal_number(&self) -> usize {
        (usize::from(self.played) / (SEATS * HAND)).min(DEALS - 1)
    }

    /// The number of cards in this seat's hand.
    pub fn hand_size(&self, seat: Seat) -> usize {
        let played = usize::from(self.played);
        if played == PLAYS {
            return 0;
        }
        // Seat 0 plays first, so of an odd number of plays it has made one more.
        HAND - (played % (SEATS * HAND) + 1 - seat.index()) / SEATS
    }

    /// The seat to act.
    #[inline]
    pub fn turn(&self) -> Turn {
        if usize::from(self.played) == PLAYS { Turn::Over } else { Turn::Of(Seat::new(usize::from(self.played) % 2)) }
    }

    /// The cards that would capture now.
    #[inline]
    pub fn capturing(&self) -> Hand {
        self.top.map_or(Hand::EMPTY, matching)
    }

    /// The cards both seats have seen: the first four and the played ones.
    pub fn seen(&self) -> Hand {
        self.pile | self.captured[Seat::FIRST] | self.captured[Seat::new(1)]
    }

    /// The points a seat has captured so far, without the bonus.
    pub fn points(&self, seat: Seat) -> i32 {
        (self.captured[seat] & POINT_CARDS).len() as i32
    }

    #[inline]
    pub(super) fn play(&mut self, seat: Seat, card: Card) {
        let captures = self.capturing().contains(card);
        self.plays[usize::from(self.played)] = card;
        self.played += 1;
        self.pile.insert(card);
        if captures {
            self.captured[seat] = self.captured[seat] | self.pile;
            self.pile = Hand::EMPTY;
            self.top = None;
            self.last_capturer = Some(seat);
        } else {
            self.top = Some(card);
        }
        if usize::from(self.played) == PLAYS {
            self.clear();
        }
    }

    /// Gives the rest of the pile to the last capturer at the end.
    fn clear(&mut self) {
        let heir = self.last_capturer.unwrap_or(Seat::FIRST);
        self.captured[heir] = self.captured[heir] | self.pile;
        self.pile = Hand::EMPTY;
        self.top = None;
    }

    fn returns(&self) -> BySeat<i32> {
        let cards = self.captured.map(CardSet::len);
        let second = Seat::new(1);
        let richer = if cards[second] > cards[Seat::FIRST] { second } else { Seat::FIRST };
        BySeat::from_fn(SEATS, |seat| self.points(seat) + if seat == richer { BONUS } else { 0 })
    }
}

/// The cards of this card's suit or rank.
#[inline]
pub fn matching(card: Card) -> Hand {
    Card::of_suit(card.suit()) | Card::of_rank(card.rank())
}

/// A position with both hands and the cards still to be dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) table: Table,
    pub(super) hands: BySeat<Hand>,
    /// The hands of each deal, past and to come.
    pub(super) dealt: [BySeat<Hand>; DEALS],
}

impl State {
    /// The public state.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The cards in each hand.
    pub fn hands(&self) -> &BySeat<Hand> {
        &self.hands
    }
}

impl crate::State for State {
    type Action = Play;
    type Observation = super::Observation;

    #[inline]
    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn legal_actions(&self, out: &mut Vec<Play>) {
        if let Turn::Of(seat) = self.turn() {
            out.extend(self.hands[seat].iter().map(Play));
        }
    }

    fn is_legal(&self, action: Play) -> bool {
        matches!(self.turn(), Turn::Of(seat) if self.hands[seat].contains(action.0))
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "measured: a quarter of a random game of Indigo")]
    fn random_action(&self, rng: &mut Rng) -> Play {
        let seat = Seat::new(usize::from(self.table.played) % 2);
        Play(self.hands[seat].random(rng))
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "measured: a quarter of a random game of Indigo")]
    fn play_unchecked(&mut self, Play(card): Play) {
        let seat = Seat::new(usize::from(self.table.played) % 2);
        self.hands[seat].remove(card);
        self.table.play(seat, card);
        if self.hands[Seat::new(1)].is_empty() && self.turn() != Turn::Over {
            self.hands = self.dealt[self.table.deal_number()];
        }
    }

    fn observe(&self, seat: Seat) -> super::Observation {
        super::Observation::new(seat, self.table, self.hands[seat])
    }

    #[inline]
    fn returns(&self) -> Option<BySeat<i32>> {
        (self.turn() == Turn::Over).then(|| self.table.returns())
    }

    fn play_out(&mut self, rng: &mut Rng) -> BySeat<i32> {
        crate::game::play_out(self, rng)
    }

    fn rewind(&self, actions: &mut Vec<Play>) -> State {
        observation::rewind(self, actions)
    }
}

impl Game for Indigo {
    const NAME: &'static str = "indigo";
    const TITLE: &'static str = "Indigo";
    const RULES: &'static str = include_str!("rules.md");
    const SEATS: usize = SEATS;
    type Deal = Deal;
    type State = State;

    fn shuffle(&self, seed: Seed) -> Deal {
        let mut deck: Vec<Card> = <Card as crate::Card>::DECK.iter().collect();
        Rng::new(seed).shuffle(&mut deck);
        let (table, rest) = deck.split_at(4);
        Deal { table: table.to_vec(), hands: rest.chunks(HAND).map(<[Card]>::to_vec).collect() }
    }

    fn start(&self, deal: &Deal) -> Result<State, InvalidDeal> {
        let initial = deal.table.as_slice().try_into().map_err(|_| InvalidDeal::WrongCount {
            place: "the table".to_owned(),
            expected: 4,
            found: deal.table.len(),
        })?;
        if deal.hands.len() != DEALS * SEATS {
            let (place, found) = ("all hands together".to_owned(), deal.hands.iter().map(Vec::len).sum());
            return Err(InvalidDeal::WrongCount { place, expected: PLAYS, found });
        }
        let mut seen = Hand::EMPTY;
        for &card in deal.table.iter().chain(deal.hands.iter().flatten()) {
            if seen.contains(card) {
                return Err(InvalidDeal::TooMany(card.to_string()));
            }
            seen.insert(card);
        }
        if let Some(number) = deal.hands.iter().position(|hand| hand.len() != HAND) {
            let (place, found) = (format!("hand {number}"), deal.hands[number].len());
            return Err(InvalidDeal::WrongCount { place, expected: HAND, found });
        }
        let hand =
            |deal_number: usize, seat: Seat| deal.hands[deal_number * SEATS + seat.index()].iter().copied().collect();
        let dealt = std::array::from_fn(|number| BySeat::from_fn(SEATS, |seat| hand(number, seat)));
        Ok(State { table: Table::new(initial), hands: dealt[0], dealt })
    }

    forward_to_modules!();
}

/// The final points of a game that ends with these cards in these places.
#[cfg(test)]
pub(super) fn ending(pile: Hand, first: Hand, second: Hand, last_capturer: Option<Seat>) -> BySeat<i32> {
    let mut table = Table::new([Card::new(1, crate::french::Suit::Spades); 4]);
    table.pile = pile;
    table.captured = [first, second].into_iter().collect();
    table.last_capturer = last_capturer;
    table.clear();
    table.returns()
}
