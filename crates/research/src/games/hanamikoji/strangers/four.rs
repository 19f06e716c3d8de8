//! Plays for four types: they win for any value if the other seat stays under eleven points.

use cardsharp_rules::hanamikoji::{Action, Geisha, Hanamikoji, Observation, Sides};
use cardsharp_rules::{Style, even_among_best};

/// Plays only for four types, of which the cheap ones are the easiest, and against eleven points of the other seat.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FourTypes;

impl Style<Hanamikoji> for FourTypes {
    fn name(&self) -> &'static str {
        "stranger-four"
    }

    fn summary(&self) -> &'static str {
        "plays for any four types, and against eleven points of the other seat"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let sides = Sides::of(view);
        even_among_best(legal, weights, |action| sides.worst(view, action, hope));
    }
}

/// The chance of four types, less that of eleven points on the other side.
fn hope(sides: Sides) -> f32 {
    let mut types = [0.0; 8];
    let mut points = [0.0; 22];
    (types[0], points[0]) = (1.0, 1.0);
    for card in Geisha::ALL {
        let [mine, theirs] = majority(sides, card);
        for count in (0..types.len()).rev() {
            let fewer = if count > 0 { types[count - 1] } else { 0.0 };
            types[count] = types[count] * (1.0 - mine) + fewer * mine;
        }
        for count in (0..points.len()).rev() {
            let fewer = if count >= card.value() { points[count - card.value()] } else { 0.0 };
            points[count] = points[count] * (1.0 - theirs) + fewer * theirs;
        }
    }
    let [four, eleven]: [f32; 2] = [types[4..].iter().sum(), points[11..].iter().sum()];
    four - eleven
}

/// The probabilities that a type is mine and theirs, by the lead relative to the open cards.
fn majority(sides: Sides, card: Geisha) -> [f32; 2] {
    let [mine, theirs, hand, unseen] =
        [sides.mine, sides.theirs, sides.hand, sides.unseen].map(|cards| cards.count(card) as f32);
    let (lead, open) = (mine - theirs, hand + unseen);
    if lead.abs() > open || open == 0.0 {
        return [lead, -lead].map(|lead| f32::from(u8::from(lead > 0.0)));
    }
    let expected = lead - 0.2 * unseen;
    [expected, -expected].map(|lead| 1.0 / (1.0 + (-1.8 * (lead - 0.5) / (1.0 + open).sqrt()).exp()))
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::hanamikoji::Cards;

    use super::*;

    fn lie(mine: &str, theirs: &str, unseen: &str) -> Sides {
        let [mine, theirs, unseen] = [mine, theirs, unseen].map(|text| text.parse().expect("cards"));
        Sides { mine, theirs, hand: Cards::EMPTY, unseen }
    }

    #[test]
    fn a_fourth_cheap_type_is_better_than_the_dearest() {
        assert_eq!(hope(lie("ABCD", "F", "")), 1.0);
        assert_eq!(hope(lie("ABCG", "F", "")), 1.0);
        assert!(hope(lie("ABCD", "G", "FF")) > hope(lie("FG", "AB", "CD")));
    }

    #[test]
    fn eleven_points_against_it_are_feared() {
        assert_eq!(hope(lie("ABCD", "EFG", "")), 0.0);
        assert_eq!(hope(lie("ABC", "EFG", "")), -1.0);
    }
}
