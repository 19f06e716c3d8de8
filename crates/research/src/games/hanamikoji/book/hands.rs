//! Openings and the value of hands.

use cardsharp_charts::picture::{dots, stacked};
use cardsharp_charts::words::{percent, signed};
use cardsharp_charts::{Block, Chapter, Grid};
use cardsharp_rules::hanamikoji::{Cards, Geisha, Hanamikoji, Kind};
use cardsharp_stats::Mean;

use super::KINDS;
use super::classes::{all_hands, chance_of_hand, class_of_hand, hand_classes};
use crate::book::fit::{dot, least_squares, shrink};
use crate::{Book, HandRow, Hands, Tally};

pub(super) fn chances() -> Vec<f64> {
    let classes = hand_classes();
    let mut chances = vec![0.0; classes.len()];
    for hand in all_hands() {
        let place = classes.binary_search(&class_of_hand(hand)).expect("every hand has a class");
        chances[place] += chance_of_hand(hand);
    }
    chances
}

/// Returns the standard error of a class's mean, from all classes: one whose games ended alike is not certain.
fn pooled_error(rows: &[HandRow]) -> f64 {
    let within: f64 =
        rows.iter().map(|row| row.mean().error.powi(2) * row.games as f64).sum::<f64>() / rows.len() as f64;
    (within / rows[0].games as f64).sqrt()
}

/// Returns the value of moving first, with every hand weighed by its probability.
pub(super) fn weighted_value(hands: &Hands) -> Mean {
    let (chances, means) = (chances(), hands.rows.iter().map(HandRow::mean).collect::<Vec<Mean>>());
    let mean = chances.iter().zip(&means).map(|(chance, mean)| chance * mean.mean).sum();
    let off: f64 = chances.iter().zip(&means).map(|(chance, mean)| (chance * mean.error).powi(2)).sum();
    Mean { mean, error: off.sqrt(), deals: means.len() }
}

/// A sort of hands that a person recognises at a glance, with its name.
pub(super) type Sort = (&'static str, fn(Cards) -> bool);

pub(super) const SORTS: [Sort; 8] = [
    ("four or more of a kind", |hand| longest(hand) >= 4),
    ("three G", |hand| longest(hand) == 3 && hand.count(Geisha::G) == 3),
    ("three F", |hand| longest(hand) == 3 && hand.count(Geisha::F) == 3),
    ("three D or E", |hand| longest(hand) == 3 && hand.count(Geisha::F) < 3 && hand.count(Geisha::G) < 3),
    ("no three, two G", |hand| longest(hand) < 3 && hand.count(Geisha::G) == 2),
    ("no three, one G", |hand| longest(hand) < 3 && hand.count(Geisha::G) == 1),
    ("no three, no G", |hand| longest(hand) < 3 && hand.count(Geisha::G) == 0),
    ("any hand", |_| true),
];

/// Returns the number of cards of the most frequent type.
pub(super) fn longest(hand: Cards) -> usize {
    Geisha::ALL.into_iter().map(|card| hand.count(card)).max().unwrap_or(0)
}

pub(super) fn opening(book: &Book<Hanamikoji>) -> Chapter {
    let (mut first, mut dealt): (Tally<(usize, usize)>, Tally<usize>) = (Tally::default(), Tally::default());
    let firsts = book.games.games.iter().flat_map(|game| game.decisions.iter().map(|decision| (game.deal, decision)));
    for (deal, decision) in firsts {
        let Some(chosen) = decision.choice.kind().filter(|_| decision.view.table().shown().len() < 2) else { continue };
        for (number, (_, sort)) in SORTS.iter().enumerate() {
            let is_one = sort(decision.view.hand());
            dealt.note_if(deal, number, is_one);
            for kind in Kind::ALL.into_iter().filter(|_| is_one) {
                first.note_if(deal, (number, kind as usize), kind == chosen);
            }
        }
    }
    let mut heads = vec!["seven cards", "how many", "of all hands"];
    heads.extend(KINDS);
    let mut table = Grid::new(&heads);
    let mut rows = Vec::new();
    for (number, (name, _)) in SORTS.iter().enumerate() {
        let shares: Vec<Option<Mean>> = (0..KINDS.len()).map(|kind| first.mean(&(number, kind))).collect();
        let counts = [first.count(&(number, 0)).to_string(), percent(dealt.mean(&number))];
        table.row(*name, counts.into_iter().chain(shares.iter().map(|share| percent(*share))));
        if shares.iter().all(Option::is_some) {
            let label = name.replace("no three, ", "").replace("or more of a kind", "alike");
            rows.push((label, shares.iter().map(|share| share.map_or(0.0, |share| share.mean)).collect()));
        }
    }
    let caption = "First action in per cent, by hand (two G and below: without three of a kind)".to_owned();
    Chapter::new(
        "What to begin with, by hand",
        vec![
            Block::Text(
                "The first action of each seat, by what it holds after its first draw. Three of a kind make a Gift that cannot hurt: \
                 whatever is taken, two stay with the giver."
                    .to_owned(),
            ),
            Block::Picture(stacked(caption, &KINDS, &rows)),
            Block::Table(table),
        ],
    )
}

const FEATURES: [&str; 6] = [
    "a hand with nothing of these",
    "each G",
    "each F",
    "each D or E",
    "three or more of a kind",
    "each different type",
];

fn features(hand: Cards) -> [f64; 6] {
    let count = |card: Geisha| hand.count(card) as f64;
    let types = Geisha::ALL.into_iter().filter(|&card| hand.contains(card)).count() as f64;
    let triple = f64::from(u8::from(longest(hand) >= 3));
    [1.0, count(Geisha::G), count(Geisha::F), count(Geisha::D) + count(Geisha::E), triple, types]
}

/// Returns the number of the 910 hands in a class.
fn hands_in(class: Cards) -> usize {
    all_hands().into_iter().filter(|&hand| class_of_hand(hand) == class).count()
}

pub(super) fn ranking(book: &Book<Hanamikoji>) -> Chapter {
    let Some(hands) = &book.hands else { return Chapter::new("Good hands and bad hands", Vec::new()) };
    let classes = hand_classes();
    let error = pooled_error(&hands.rows);
    let means: Vec<f64> = hands.rows.iter().map(|row| row.mean().mean).collect();
    let rows: Vec<([f64; 6], f64)> =
        classes.iter().zip(&means).map(|(&class, &mean)| (features(class), mean)).collect();
    let weights = least_squares(&rows);
    let line = weights.map(|weight| weight.mean);
    let predicted: Vec<f64> = rows.iter().map(|(features, _)| dot(features, &line)).collect();
    let drawn = shrink(&means, &predicted, error);
    let mut order: Vec<usize> = (0..classes.len()).collect();
    order.sort_by(|&a, &b| drawn[b].mean.total_cmp(&drawn[a].mean));
    let favourite = |row: &HandRow| (0..KINDS.len()).max_by_key(|&kind| row.first[kind]).unwrap_or(0);
    let points: Vec<(Mean, usize)> = order.iter().map(|&place| (drawn[place], favourite(&hands.rows[place]))).collect();
    let listed = |places: &[usize]| {
        let mut table = Grid::new(&["hand", "hands of the 910", "worth, drawn in", "its own games", "mostly begins"]);
        for &place in places {
            let own = Mean { mean: means[place], error, deals: 0 };
            let cells = [
                hands_in(classes[place]).to_string(),
                signed(Some(drawn[place])),
                signed(Some(own)),
                KINDS[favourite(&hands.rows[place])].to_owned(),
            ];
            table.row(classes[place].to_string(), cells);
        }
        Block::Table(table)
    };
    let mut adds = Grid::new(&["what a hand has", "adds to a game's result"]);
    for (name, weight) in FEATURES.iter().zip(weights) {
        adds.row(*name, [signed(Some(weight))]);
    }
    let worst: Vec<usize> = order.iter().rev().take(10).copied().collect();
    Chapter::new(
        "Good hands and bad hands",
        vec![
            Block::Text(format!(
                "All 910 hands of seven fall into {} classes, because A, B and C are the same but for their names, and so are D and E: \
                 the table writes `A` for whichever of the three there is most of. Each was played {} times from seat 0 by `{}` with itself; \
                 one class's own mean is off by {error:.3}, so it is drawn in towards hands like it (second column), which is the \
                 better guess about the next game.",
                classes.len(),
                hands.rows[0].games,
                hands.head.player
            )),
            Block::Picture(dots(
                "Every class from best to worst: the mean result of seat 0, drawn in, ± one standard error; the colour is its favourite first action".to_owned(),
                &KINDS,
                &points,
            )),
            Block::Text("**The ten best**".to_owned()),
            listed(&order[..10]),
            Block::Text("**The ten worst**, the worst first".to_owned()),
            listed(&worst),
            Block::Text("A straight line through all classes says what to look at:".to_owned()),
            Block::Table(adds),
            Block::Note("The ends of such a list are partly luck, even after drawing in: take the kind of hand seriously, not its place.".to_owned()),
        ],
    )
}
