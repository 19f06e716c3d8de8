//! Sparring partners: five players like other people's programs, with other ideas than the strangers'.

use cardsharp_rules::indigo::{Card, Indigo, Observation, POINT_CARDS, Play, matching};
use cardsharp_rules::{CardSet, Game as _, Observation as _, Style, blur, even_among_best, softmax};

pub(crate) fn sparring() -> Vec<Box<dyn Style<Indigo>>> {
    vec![Box::new(Tipsy), Box::new(Hasty), Box::new(Baiter), Box::new(Worrier), Box::new(Echo)]
}

fn is_point(card: Card) -> f32 {
    f32::from(u8::from(POINT_CARDS.contains(card)))
}

fn partners(view: &Observation, card: Card) -> f32 {
    (view.hand() & matching(card)).len() as f32 - 1.0
}

fn captures(view: &Observation, card: Card) -> bool {
    view.table().capturing().contains(card)
}

/// Captures, else throws its lowest card; one play in four is random.
#[derive(Clone, Copy, Debug, Default)]
struct Tipsy;

impl Style<Indigo> for Tipsy {
    fn name(&self) -> &'static str {
        "sparring-tipsy"
    }

    fn summary(&self) -> &'static str {
        "captures, else throws its lowest card; one play in four is random"
    }

    fn weigh(&self, view: &Observation, legal: &[Play], weights: &mut Vec<f32>) {
        even_among_best(
            legal,
            weights,
            |Play(card)| {
                if captures(view, card) { 100.0 } else { -f32::from(card.rank()) }
            },
        );
        blur(weights, 0.25);
    }
}

/// Captures with a point card if it can, and throws cards that match no other in its hand.
#[derive(Clone, Copy, Debug, Default)]
struct Hasty;

impl Style<Indigo> for Hasty {
    fn name(&self) -> &'static str {
        "sparring-hasty"
    }

    fn summary(&self) -> &'static str {
        "captures with points, and throws cards that match none of its own"
    }

    fn weigh(&self, view: &Observation, legal: &[Play], weights: &mut Vec<f32>) {
        even_among_best(legal, weights, |Play(card)| {
            if captures(view, card) { 100.0 + is_point(card) } else { -partners(view, card) - 5.0 * is_point(card) }
        });
    }
}

/// Throws the card that it could take back in most ways.
#[derive(Clone, Copy, Debug, Default)]
struct Baiter;

impl Style<Indigo> for Baiter {
    fn name(&self) -> &'static str {
        "sparring-baiter"
    }

    fn summary(&self) -> &'static str {
        "captures, else throws the card it could take back in most ways"
    }

    fn weigh(&self, view: &Observation, legal: &[Play], weights: &mut Vec<f32>) {
        even_among_best(legal, weights, |Play(card)| {
            // Of several captures it keeps the cards that match others in its hand.
            if captures(view, card) {
                100.0 - partners(view, card)
            } else {
                partners(view, card) - 1.5 * is_point(card)
            }
        });
    }
}

/// Throws the card that the fewest unseen cards match, the more strictly the more the pile is worth.
#[derive(Clone, Copy, Debug, Default)]
struct Worrier;

impl Style<Indigo> for Worrier {
    fn name(&self) -> &'static str {
        "sparring-worrier"
    }

    fn summary(&self) -> &'static str {
        "captures, else throws a card that few unseen cards match, above all onto a rich pile"
    }

    fn weigh(&self, view: &Observation, legal: &[Play], weights: &mut Vec<f32>) {
        let pile = view.table().pile();
        let stake = 0.5 + (pile & POINT_CARDS).len() as f32 + 0.2 * pile.len() as f32;
        softmax(legal, weights, |Play(card)| {
            if captures(view, card) {
                return 40.0 + 4.0 * is_point(card) + stake;
            }
            -stake * 0.7 * (view.unseen() & matching(card)).len() as f32 - 3.0 * is_point(card)
        });
    }
}

/// Throws cards like the one that the other seat did not capture: it will not take the next heart either.
#[derive(Clone, Copy, Debug, Default)]
struct Echo;

impl Echo {
    /// The top card that the other seat did not capture with its last play.
    fn refused(view: &Observation) -> Option<Card> {
        let plays = view.table().plays();
        let last = plays.len().checked_sub(1)?;
        let before = if last == 0 { view.table().initial()[3] } else { plays[last - 1] };
        // After a capture the pile is empty, so only a pile that grew shows what was not captured.
        let grew = view.table().pile().contains(before) && view.table().pile().contains(plays[last]);
        (grew && last % Indigo::SEATS != view.seat().index()).then_some(before)
    }
}

impl Style<Indigo> for Echo {
    fn name(&self) -> &'static str {
        "sparring-echo"
    }

    fn summary(&self) -> &'static str {
        "captures, else throws a card like the one the other seat has just left"
    }

    fn weigh(&self, view: &Observation, legal: &[Play], weights: &mut Vec<f32>) {
        let safe = Echo::refused(view).map_or(CardSet::EMPTY, matching);
        even_among_best(legal, weights, |Play(card)| {
            if captures(view, card) {
                return 100.0 + is_point(card);
            }
            let like = if safe.contains(card) { 6.0 } else { 0.0 };
            like - 0.5 * (view.unseen() & matching(card)).len() as f32 - 2.0 * is_point(card)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{action_weights, choices, view};

    const DEAL: &str = "table 7♦ 2♦ 9♣ 5♦; hands Q♣ 8♦ 10♦ J♣ 8♣ A♦ / 6♥ 7♠ J♦ 10♠ Q♦ 8♥ / K♥ 3♥ Q♥ 3♦ 6♦ 6♠ / \
                        4♦ 9♥ K♣ 6♣ J♠ 5♣ / 8♠ 2♠ 9♦ 9♠ 3♣ Q♠ / 7♣ 10♥ 2♥ 2♣ 4♣ 5♠ / 3♠ A♥ 4♠ K♠ K♦ A♣ / \
                        10♣ J♥ A♠ 5♥ 7♥ 4♥";

    #[test]
    fn who_is_hasty_captures_with_a_point() {
        assert_eq!(choices(&Hasty, &view(&Indigo, DEAL, &[])), ["play A♦", "play 10♦"]);
    }

    #[test]
    fn bait_is_what_can_be_taken_back() {
        let view = view(&Indigo, DEAL, &["play A♦"]);
        // Of each suit there are two, and point cards cost too much.
        assert!(choices(&Baiter, &view).iter().all(|card| ["play 6♥", "play 8♥", "play 7♠"].contains(&card.as_str())));
    }

    #[test]
    fn what_was_let_lie_is_repeated() {
        let view = view(&Indigo, DEAL, &["play 8♦", "play 8♥", "play J♣", "play 6♥"]);
        assert_eq!(Echo::refused(&view), Some("J♣".parse().expect("a card")));
        assert!(choices(&Echo, &view).iter().all(|card| card.ends_with('♣') || card.contains('J')));
    }

    #[test]
    fn the_tipsy_do_anything_sometimes_and_worriers_rule_little_out() {
        let view = view(&Indigo, DEAL, &["play A♦"]);
        for style in [&Tipsy as &dyn Style<Indigo>, &Worrier] {
            assert!(action_weights(style, &view).iter().all(|(_, weight)| *weight > 0.0), "{}", style.name());
        }
    }
}
