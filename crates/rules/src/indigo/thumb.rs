//! A rule of thumb simple enough to keep in the head, distilled from the champion's games.

use super::Observation;
use super::rules::{Card, DEALS, HAND, Indigo, POINT_CARDS, Play, SEATS, matching};
use crate::french::Suit;
use crate::{CardSet, Observation as _, Style, even_among};

/// Captures if it can; otherwise throws the card that the other seat is least likely to match, judged by the cards it
/// left, threw and took in this deal. In the last deal it looks one card ahead.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thumb;

impl Thumb {
    /// The rule in words.
    pub const RULES: [&'static str; 7] = [
        "A card of yours captures: capture, with a point card (A, 10, J, Q, K) if you can, and else so that you keep as many suits as you can.",
        "Else throw the card that costs least. It costs 1 for every unseen card of its suit or rank; but nothing for suits and ranks the other seat let lie in this deal: whoever does not take, has none.",
        "A point card costs 3 more.",
        "It costs 2 more for every card of its suit that the other threw in this deal without capturing: people throw from suits they have more of.",
        "It costs 1 less for every card of its suit that the other captured with, and 1 less for every card in your hand that would capture it later.",
        "In the last deal the unseen cards are the other hand. Choose by what you capture now, less the most the other can capture in answer: a point is 4, a card 1.",
        "Of equals there, the card after which you could still take most of theirs.",
    ];

    /// The cards that the other seat cannot hold, because it would have captured with them in this deal.
    pub fn lacks(view: &Observation) -> CardSet<Card> {
        Behaviour::of(view).lacks
    }
}

impl Style<Indigo> for Thumb {
    fn name(&self) -> &'static str {
        "thumb"
    }

    fn summary(&self) -> &'static str {
        "a rule of thumb: captures, else throws what the other seat is least likely to take (see its book)"
    }

    fn weigh(&self, view: &Observation, legal: &[Play], weights: &mut Vec<f32>) {
        let choice = choices(view);
        even_among(legal, weights, |Play(card)| choice.contains(card));
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Behaviour {
    /// The cards it cannot hold, because it would have captured with them.
    lacks: CardSet<Card>,
    thrown: CardSet<Card>,
    took: CardSet<Card>,
}

impl Behaviour {
    fn of(view: &Observation) -> Behaviour {
        let table = view.table();
        let this_deal = table.deal_number() * SEATS * HAND;
        let mut top = Some(table.initial()[table.initial().len() - 1]);
        let mut behaviour = Behaviour::default();
        for (number, &card) in table.plays().iter().enumerate() {
            let capturing = top.map_or(CardSet::EMPTY, matching);
            let captures = capturing.contains(card);
            if number >= this_deal && number % SEATS != view.seat().index() {
                if captures {
                    behaviour.took.insert(card);
                } else {
                    behaviour.thrown.insert(card);
                    behaviour.lacks = behaviour.lacks | capturing;
                }
            }
            top = if captures { None } else { Some(card) };
        }
        behaviour
    }
}

fn choices(view: &Observation) -> CardSet<Card> {
    let hand = view.hand();
    let capturing = hand & view.table().capturing();
    if view.table().deal_number() + 1 == DEALS {
        best_of(hand, |card| one_ahead(view, card))
    } else if capturing.is_empty() {
        let behaviour = Behaviour::of(view);
        best_of(hand, |card| -cost(view, &behaviour, card))
    } else {
        best_of(capturing, |card| {
            let rest = without(hand, card);
            let suits = Suit::ALL.into_iter().filter(|&suit| !(rest & Card::of_suit(suit)).is_empty()).count();
            (POINT_CARDS.contains(card), suits)
        })
    }
}

fn best_of<T: Ord>(cards: CardSet<Card>, value: impl Fn(Card) -> T) -> CardSet<Card> {
    let best = cards.iter().map(&value).max();
    cards.iter().filter(|&card| Some(value(card)) == best).collect()
}

fn without(cards: CardSet<Card>, card: Card) -> CardSet<Card> {
    let mut rest = cards;
    rest.remove(card);
    rest
}

/// The cost of throwing a card that does not capture.
fn cost(view: &Observation, behaviour: &Behaviour, card: Card) -> i32 {
    let (suit, alike) = (Card::of_suit(card.suit()), matching(card));
    let feared = ((view.unseen() - behaviour.lacks) & alike).len() as i32;
    let point = if POINT_CARDS.contains(card) { 3 } else { 0 };
    let shown = 2 * (behaviour.thrown & suit).len() as i32 - (behaviour.took & suit).len() as i32;
    let back = (without(view.hand(), card) & alike).len() as i32;
    feared + point + shown - back
}

/// For the last deal, where the other hand is known: the gain of a card, less that of the best answer, and the number
/// of the other's cards that could be captured afterwards.
fn one_ahead(view: &Observation, card: Card) -> (i32, usize) {
    let (table, theirs) = (view.table(), view.unseen());
    let worth = |pile: CardSet<Card>, by: Card| 4 * (with(pile, by) & POINT_CARDS).len() + with(pile, by).len();
    let captures = table.capturing().contains(card);
    let gain = if captures { worth(table.pile(), card) } else { 0 };
    let answers = theirs.iter().filter(|&answer| !captures && matching(card).contains(answer));
    let answer = answers.map(|answer| worth(with(table.pile(), card), answer)).max().unwrap_or(0);
    let rest = without(view.hand(), card);
    let reach = theirs.iter().filter(|&theirs| !(matching(theirs) & rest).is_empty()).count();
    (gain as i32 - answer as i32, reach)
}

fn with(cards: CardSet<Card>, card: Card) -> CardSet<Card> {
    let mut all = cards;
    all.insert(card);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game as _, Rng, Seed, State as _, Turn};

    #[test]
    fn who_always_captures_never_holds_what_it_did_not_take() {
        let mut told = 0;
        for seed in 0..40 {
            let mut state = Indigo.start(&Indigo.shuffle(Seed(seed))).unwrap();
            let mut rng = Rng::new(Seed(seed).stream(1));
            while let Turn::Of(seat) = state.turn() {
                let view = state.observe(seat);
                let lacks = Thumb::lacks(&view);
                told += lacks.len();
                assert!((lacks & state.hands()[seat.other()]).is_empty(), "{view}");
                state.play_unchecked(Thumb.choose(&view, &mut rng));
            }
        }
        assert!(told > 0, "somebody let something lie");
    }

    #[test]
    fn it_captures_whenever_it_can_before_the_last_deal() {
        for seed in 0..40 {
            let state = crate::random_position(&Indigo, Seed(seed), (seed % 36) as u32);
            let Turn::Of(seat) = state.turn() else { continue };
            let view = state.observe(seat);
            let capturing = view.hand() & view.table().capturing();
            let Play(card) = Thumb.choose(&view, &mut Rng::new(Seed(seed)));
            assert!(capturing.is_empty() || capturing.contains(card), "{view}: {card}");
        }
    }

    #[test]
    fn in_the_last_deal_it_gives_nothing_away_that_it_can_keep() {
        let mut safe = 0;
        for seed in 0..80 {
            let state = crate::random_position(&Indigo, Seed(seed), 36 + (seed % 10) as u32);
            let Turn::Of(seat) = state.turn() else { continue };
            let (view, theirs) = (state.observe(seat), state.hands()[seat.other()]);
            assert_eq!(view.unseen(), theirs, "in the last deal the other hand is known");
            let cannot_take = |card: Card| (matching(card) & theirs).is_empty();
            if view.table().capturing().is_empty() && view.hand().iter().any(cannot_take) {
                let Play(card) = Thumb.choose(&view, &mut Rng::new(Seed(seed)));
                assert!(cannot_take(card), "{view}: {card}");
                safe += 1;
            }
        }
        assert!(safe > 0);
    }
}
