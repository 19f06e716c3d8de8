//! A game of a variant, played action by action with everything hidden in it: for whoever solves it another way.
//!
//! The solver never plays a game; it has counts of cards and no states. What can be done with a hand is asked of the
//! rules, and what a side is worth of the [`Variant`].

use std::error::Error;
use std::fmt;

use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Offer, Shown};
use cardsharp_rules::{IllegalAction, Seat};

use super::Variant;
use super::public::Public;
use super::space::Situation;

/// A game of a variant under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    variant: Variant,
    /// What is still to be drawn, the next card first; the last one never is.
    pile: Vec<Geisha>,
    sides: [Side; 2],
    /// What both seats saw of every turn; of an offer that waits nothing is taken yet.
    shown: Vec<Shown>,
}

/// What is at a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Side {
    own: Situation,
    /// Open cards and the secret, by type.
    placed: [i8; 7],
    /// All that the seat has seen, in order.
    seen: String,
}

/// An order of cards that is not one of the deck.
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
    /// If these are other cards than those of the deck.
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

    /// Whose turn it is; nobody's once the game is over.
    pub fn turn(&self) -> Option<Seat> {
        (!self.public().is_over(&self.variant)).then(|| Seat::new(self.actor()))
    }

    /// The seat that acts or answers.
    fn actor(&self) -> usize {
        self.shown.len() % 2
    }

    fn public(&self) -> Public {
        Public::after(&self.variant, &self.shown)
    }

    /// What can be done, in ascending order.
    pub fn legal_actions(&self) -> Vec<Action> {
        let (mut legal, public) = (Vec::new(), self.public());
        if let Some(offer) = public.offer {
            legal.extend(offer.choices().map(Action::Take));
        } else {
            // Once the game is over nothing is left.
            for kind in public.left(&self.variant, self.actor()) {
                kind.actions(self.sides[self.actor()].own.hand, &mut legal);
            }
        }
        legal.sort_unstable();
        legal
    }

    /// Carries out an action.
    ///
    /// # Errors
    /// If it is not legal; nothing has changed then.
    pub fn play(&mut self, action: Action) -> Result<(), IllegalAction<Action>> {
        if !self.legal_actions().contains(&action) {
            return Err(IllegalAction(action));
        }
        let (actor, other) = (self.actor(), 1 - self.actor());
        let words = action.to_string();
        // Of a secret and of burned cards the other seat sees only that they were.
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

    /// A turn begins with a draw; an answer to an offer does not.
    fn draw(&mut self) {
        if self.public().offer.is_none() && self.turn().is_some() {
            let (card, actor) = (self.pile.remove(0), self.actor());
            self.sides[actor].own.hand.insert(card);
            self.sides[actor].see(&format!("draw {card}"));
        }
    }

    /// What seat 0 gets, and seat 1 loses; none until the game is over.
    pub fn result(&self) -> Option<i8> {
        let lead = |card: Geisha| self.sides[0].placed[card.index()] - self.sides[1].placed[card.index()];
        self.turn().is_none().then(|| self.variant.score(Geisha::ALL.map(lead)))
    }

    /// What both seats saw of every turn so far; of an offer that waits nothing is taken yet.
    pub fn shown(&self) -> &[Shown] {
        &self.shown
    }

    /// What a seat alone knows.
    pub fn situation(&self, seat: Seat) -> Situation {
        self.sides[seat.index()].own
    }

    /// All that a seat has seen, in order: the same in every game that it cannot tell from this one.
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
