//! Strangers: five players like other people's programs, each with an idea of its own.

use cardsharp_rules::lucky_thirteen::{
    Card, Discard, LuckyThirteen, Observation, ROUNDS, State, Sums, best_way, makes_thirteen, weight,
};
use cardsharp_rules::{
    CardSet, Observation as _, Rng, Sampler as _, Seed, State as _, Style, Turn, blur, even_among_best,
};

pub(crate) fn strangers() -> Vec<Box<dyn Style<LuckyThirteen>>> {
    vec![
        Box::new(PrivatePair),
        Box::new(JumpyGambler),
        Box::new(LateChaser),
        Box::new(OutsCounter),
        Box::new(SimpleFutures),
    ]
}

fn other_two(view: &Observation, discard: Card) -> [Card; 2] {
    let mut rest = view.hand().set();
    rest.remove(discard);
    [rest.nth(0), rest.nth(1)]
}

fn way(view: &Observation, pair: [Card; 2]) -> Option<i32> {
    best_way(view.table().sums(), pair, view.table().public())
}

fn draws_left(view: &Observation) -> i32 {
    (ROUNDS - 1 - view.table().round()) as i32
}

fn weights_of(pair: [Card; 2]) -> f32 {
    pair.map(weight).iter().sum::<i32>() as f32
}

/// Counts its outs: the unseen cards that would make a 13 with one of the two it keeps, over the remaining draws.
#[derive(Clone, Copy, Debug, Default)]
struct OutsCounter;

impl OutsCounter {
    /// The number of helpful unseen cards, and the mean worth of a 13 with one of them.
    fn outs(view: &Observation, [a, b]: [Card; 2]) -> (f32, f32) {
        let ways = view.unseen().into_iter().filter_map(|drawn| way(view, [a, drawn]).max(way(view, [b, drawn])));
        let (count, sum) = ways.fold((0.0, 0.0), |(count, sum), way| (count + 1.0, sum + way as f32));
        (count, if count > 0.0 { sum / count } else { 0.0 })
    }

    fn worth(view: &Observation, pair: [Card; 2]) -> f32 {
        if let Some(way) = way(view, pair) {
            return 60.0 + 0.5 * way as f32;
        }
        let (outs, mean) = OutsCounter::outs(view, pair);
        let miss = (1.0 - outs / view.unseen().len() as f32).powi(draws_left(view));
        (1.0 - miss) * (55.0 + 0.4 * mean) + miss * 0.12 * weights_of(pair)
    }
}

impl Style<LuckyThirteen> for OutsCounter {
    fn name(&self) -> &'static str {
        "stranger-outs"
    }

    fn summary(&self) -> &'static str {
        "counts the unseen cards that would make a 13 with what it keeps"
    }

    fn weigh(&self, view: &Observation, legal: &[Discard], weights: &mut Vec<f32>) {
        even_among_best(legal, weights, |Discard(card)| OutsCounter::worth(view, other_two(view, card)));
    }
}

/// Knows only half of the rules: only two private cards make 13. It ignores the public cards.
#[derive(Clone, Copy, Debug, Default)]
struct PrivatePair;

impl PrivatePair {
    fn worth(view: &Observation, [a, b]: [Card; 2]) -> f32 {
        let sums: Sums = view.table().sums();
        if makes_thirteen(sums, a, b) {
            return 100.0 + weights_of([a, b]);
        }
        let helps = |drawn: &Card| makes_thirteen(sums, a, *drawn) || makes_thirteen(sums, b, *drawn);
        let outs = view.unseen().iter().filter(helps).count() as f32;
        (4 * draws_left(view)) as f32 * outs / 8.0 + 0.2 * weights_of([a, b])
    }
}

impl Style<LuckyThirteen> for PrivatePair {
    fn name(&self) -> &'static str {
        "stranger-private"
    }

    fn summary(&self) -> &'static str {
        "believes that only its own two cards make 13, and counts the cards that help"
    }

    fn weigh(&self, view: &Observation, legal: &[Discard], weights: &mut Vec<f32>) {
        even_among_best(legal, weights, |Discard(card)| PrivatePair::worth(view, other_two(view, card)));
    }
}

const SLIPS: f32 = 0.1;
/// The worth below which it breaks a 13 while there is time, because it expects others to have one too.
const ENOUGH: i32 = 30;

/// Gives up a poor 13 for valuable cards in the first two rounds. One discard in ten is random.
#[derive(Clone, Copy, Debug, Default)]
struct JumpyGambler;

impl Style<LuckyThirteen> for JumpyGambler {
    fn name(&self) -> &'static str {
        "stranger-jumpy"
    }

    fn summary(&self) -> &'static str {
        "breaks a poor 13 early in the hope of a better one, and one discard in ten is random"
    }

    fn weigh(&self, view: &Observation, legal: &[Discard], weights: &mut Vec<f32>) {
        even_among_best(legal, weights, |Discard(card)| {
            let pair = other_two(view, card);
            match way(view, pair) {
                Some(way) if way >= ENOUGH || draws_left(view) < 2 => 200.0 + way as f32,
                _ => weights_of(pair),
            }
        });
        blur(weights, SLIPS);
    }
}

/// Collects valuable cards, first of all those that fit a public card, and keeps the best 13 in the last two rounds.
#[derive(Clone, Copy, Debug, Default)]
struct LateChaser;

impl Style<LuckyThirteen> for LateChaser {
    fn name(&self) -> &'static str {
        "stranger-late"
    }

    fn summary(&self) -> &'static str {
        "collects valuable cards that fit the public ones, and looks for a 13 in the last two rounds"
    }

    fn weigh(&self, view: &Observation, legal: &[Discard], weights: &mut Vec<f32>) {
        let sums = view.table().sums();
        even_among_best(legal, weights, |Discard(card)| {
            let pair = other_two(view, card);
            let with_the_middle = pair
                .iter()
                .filter(|&&card| view.table().public().iter().any(|&public| makes_thirteen(sums, card, public)));
            let fits = with_the_middle.count() as f32;
            if draws_left(view) > 1 {
                return weights_of(pair) + 25.0 * fits;
            }
            let has_way = way(view, pair).map_or(0.0, |way| 200.0 + way as f32);
            has_way + weights_of(pair)
        });
    }
}

const WORLDS: usize = 50;

/// Plays the game to its end in uniformly drawn worlds and counts wins. All seats keep a 13, else valuable cards.
#[derive(Clone, Copy, Debug, Default)]
struct SimpleFutures;

impl Style<LuckyThirteen> for SimpleFutures {
    fn name(&self) -> &'static str {
        "stranger-playouts"
    }

    fn summary(&self) -> &'static str {
        "plays the game to its end in sampled worlds, where all seats keep a 13 or valuable cards, and counts wins"
    }

    fn weigh(&self, view: &Observation, legal: &[Discard], weights: &mut Vec<f32>) {
        let cards = view.hand().set().bits() ^ view.unseen().bits().rotate_left(17);
        let sampler = view.sampler();
        // The same random numbers for the same view, and the same worlds for every discard.
        let mut rng = Rng::new(Seed(cards).stream(view.table().discards().len() as u64));
        let worlds: Vec<State> = (0..WORLDS).map(|_| sampler.sample(&mut rng)).collect();
        even_among_best(legal, weights, |discard| {
            worlds.iter().map(|&world| share_of_the_win(world, discard, view)).sum::<f32>() / WORLDS as f32
        });
    }
}

/// My share of the win if all seats play on simply from here.
fn share_of_the_win(mut state: State, discard: Discard, view: &Observation) -> f32 {
    state.play_unchecked(discard);
    while let Turn::Of(seat) = state.turn() {
        let hand: CardSet<Card> = state.hands()[seat].set();
        let leaves = |card: &Card| {
            let mut rest = hand;
            rest.remove(*card);
            let pair = [rest.nth(0), rest.nth(1)];
            (best_way(state.table().sums(), pair, state.table().public()), pair.map(weight).iter().sum::<i32>())
        };
        let spare = hand.iter().max_by_key(leaves).expect("three cards are held in a turn");
        state.play_unchecked(Discard(spare));
    }
    let returns = state.returns().expect("the game is over");
    let best = returns.as_slice().iter().max().expect("there are seats");
    let winners = returns.as_slice().iter().filter(|&score| score == best).count();
    if returns[view.seat()] == *best { 1.0 / winners as f32 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::super::first_turn;
    use super::*;
    use crate::testing::{action_weights, choices};

    #[test]
    fn cards_with_more_outs_are_kept() {
        // Fives help an 8 and sixes a 7; no card helps a king.
        let view = first_turn("13C 12C", "8S 7C", "13S");
        let outs = |pair: [&str; 2]| {
            let pair = pair.map(|card| Card::from_code(card).expect("a card"));
            OutsCounter::outs(&view, pair).0
        };
        assert!(outs(["8S", "7C"]) > outs(["7C", "13S"]));
    }

    #[test]
    fn who_read_half_the_rules_does_not_see_the_middle() {
        let view = first_turn("5C 9D", "8S 4S", "9S");
        // 8 and 5 make 13, and so do 4 and 9 in its own hand: only the latter counts for this player.
        assert_eq!(choices(&PrivatePair, &view), ["discard 8S"]);
    }

    #[test]
    fn a_poor_thirteen_is_broken_early() {
        let view = first_turn("2C 2D", "7C 6C", "12S");
        let dearest = action_weights(&JumpyGambler, &view).into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        assert_eq!(dearest.map(|(action, _)| action), Some("discard 6C".to_owned()));
        assert_eq!(choices(&OutsCounter, &view), ["discard 12S"]);
    }

    #[test]
    fn dear_cards_come_first_and_a_thirteen_last() {
        let view = first_turn("2C 2D", "7C 6C", "12S");
        assert_eq!(choices(&LateChaser, &view), ["discard 6C"]);
    }

    #[test]
    fn a_thirteen_of_ones_own_is_kept_where_games_are_played_on() {
        let view = first_turn("2C 2D", "7S 6S", "1C");
        assert_eq!(choices(&SimpleFutures, &view), ["discard 1C"]);
    }
}
