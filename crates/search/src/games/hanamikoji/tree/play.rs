//! A playable game of a variant with all its hidden cards, for other methods to solve it.
//!
//! The solver has only card counts and no states. The legal actions come from the rules, the score from [`Variant`].

use std::error::Error;
use std::fmt;

use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Offer, Shown};
use cardsharp_rules::{IllegalAction, Seat};

use super::Variant;
use super::public::Public;
use super::space::Situation;

/// A game of a variant in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    variant: Variant,
    /// The cards still to be drawn, the next one first. The last card is never drawn.
    pile: Vec<Geisha>,
    sides: [Side; 2],
    /// The public record of every turn, with nothing taken of an open offer.
    shown: Vec<Shown>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Side {
    own: Situation,
    /// Open cards and the secret, by type.
    placed: [i8; 7],
    /// Everything that the seat has seen, in order.
    seen: String,
}

/// The error of a deal with other cards than those of the deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotTheDeck;

impl fmt::Display for NotTheDeck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("these cards are not those of the deck")
    }
}

impl Error for NotTheDeck {}

impl Play {
    /// Deals the deck in this order: the first hand, the second, the pile.
    ///
    /// # Errors
    /// If the cards are not those of the deck.
    pub fn deal(variant: Variant, order: &[Geisha]) -> Result<Play, NotTheDeck> {
        if Cards::gather(order.iter().copied()) != Ok(variant.deck()) {
            return Err(NotTheDeck);
        }
        let (hands, pile) = order.split_at(2 * variant.dealt());
        let side = |cards: &[Geisha]| {
            let hand = Cards::gather(cards.iter().copied()).expect("a part of the deck");
            let own = Situation { hand, ..Situation::default() };
            Side { own, placed: [0; 7], seen: format!("hand {hand}") }
        };
        let (first, second) = hands.split_at(variant.dealt());
        let sides = [side(first), side(second)];
        let mut play = Play { variant, pile: pile.to_vec(), sides, shown: Vec::new() };
        play.draw();
        Ok(play)
    }

    /// The seat whose turn it is; none once the game is over.
    pub fn turn(&self) -> Option<Seat> {
        (!self.public().is_over(&self.variant)).then(|| Seat::new(self.actor()))
    }

    fn actor(&self) -> usize {
        self.shown.len() % 2
    }

    fn public(&self) -> Public {
        Public::after(&self.variant, &self.shown)
    }

    /// Returns the legal actions, in ascending order.
    pub fn legal_actions(&self) -> Vec<Action> {
        let (mut legal, public) = (Vec::new(), self.public());
        if let Some(offer) = public.offer {
            legal.extend(offer.choices().map(Action::Take));
        } else {
            // Once the game is over no kinds are left.
            for kind in public.left(&self.variant, self.actor()) {
                kind.actions(self.sides[self.actor()].own.hand, &mut legal);
            }
        }
        legal.sort_unstable();
        legal
    }

    /// Plays an action.
    ///
    /// # Errors
    /// If the action is not legal; nothing changes then.
    pub fn play(&mut self, action: Action) -> Result<(), IllegalAction<Action>> {
        if !self.legal_actions().contains(&action) {
            return Err(IllegalAction(action));
        }
        let (actor, other) = (self.actor(), 1 - self.actor());
        let words = action.to_string();
        // The other seat sees only the kind of a hidden action.
        let hidden = matches!(action, Action::Secret(_) | Action::Burn(_));
        let open = if hidden { words.split(' ').next().unwrap_or_default() } else { &words };
        self.sides[other].see(open);
        self.sides[actor].see(&words);
        let side = &mut self.sides[actor];
        side.own = side.own.after(action);
        let waits = |offer: Offer| Shown::Offer { offer, taken: Cards::EMPTY };
        match action {
            Action::Secret(card) => {
                side.place(card.into());
                self.shown.push(Shown::Secret);
            }
            Action::Burn(_) => self.shown.push(Shown::Burn),
            Action::Gift(cards) => self.shown.push(waits(Offer::Gift(cards))),
            Action::Compete(pairs) => self.shown.push(waits(Offer::Competition(pairs))),
            Action::Take(cards) => {
                if let Some(Shown::Offer { offer, taken }) = self.shown.last_mut() {
                    *taken = cards;
                    self.sides[actor].place(cards);
                    self.sides[other].place(offer.cards() - cards);
                }
            }
        }
        self.draw();
        Ok(())
    }

    /// Draws a card at the start of a turn, but not before an answer to an offer.
    fn draw(&mut self) {
        if self.public().offer.is_none() && self.turn().is_some() {
            let (card, actor) = (self.pile.remove(0), self.actor());
            self.sides[actor].own.hand.insert(card);
            self.sides[actor].see(&format!("draw {card}"));
        }
    }

    /// The result of seat 0, and minus that of seat 1; none until the game is over.
    pub fn result(&self) -> Option<i8> {
        let lead = |card: Geisha| self.sides[0].placed[card.index()] - self.sides[1].placed[card.index()];
        self.turn().is_none().then(|| self.variant.score(Geisha::ALL.map(lead)))
    }

    /// The public record of every turn so far, with nothing taken of an open offer.
    pub fn shown(&self) -> &[Shown] {
        &self.shown
    }

    /// The private knowledge of a seat.
    pub fn situation(&self, seat: Seat) -> Situation {
        self.sides[seat.index()].own
    }

    /// Everything that a seat has seen, in order: equal exactly in games that it cannot tell apart.
    pub fn seen(&self, seat: Seat) -> &str {
        &self.sides[seat.index()].seen
    }
}

impl Side {
    fn see(&mut self, words: &str) {
        self.seen.push_str("; ");
        self.seen.push_str(words);
    }

    fn place(&mut self, cards: Cards) {
        for card in cards {
            self.placed[card.index()] += 1;
        }
    }
}
