//! Lucky Thirteen's book.

use cardsharp_charts::picture::{bars, heat};
use cardsharp_charts::words::percent;
use cardsharp_charts::{Block, Chapter, Grid, Page};
use cardsharp_rules::Observation as _;
use cardsharp_rules::lucky_thirteen::{Card, Discard, LuckyThirteen, ROUNDS, Thumb, best_way, weight};
use cardsharp_stats::Mean;

use crate::book::chapters::{made_chapter, per_game, player, share, short_chapter, thumb_chapter, win_shares};
use crate::{Book, Booked, Bout, Decision, Part, Tally};

impl Booked for LuckyThirteen {
    const PLAYER: &'static str = "champion:nodes=400";
    const BOUTS: &'static [Bout] = &[
        Bout { player: "thumb", others: "champion" },
        Bout { player: "keep13", others: "champion" },
        Bout { player: "thumb", others: "keep13" },
        Bout { player: "champion", others: "keep13" },
    ];

    fn stored(part: Part) -> Option<&'static str> {
        match part {
            Part::Games => Some(include_str!("../../../data/lucky-thirteen.games.csv")),
            Part::Hands | Part::Openings => None,
            Part::Matches => Some(include_str!("../../../data/lucky-thirteen.matches.csv")),
        }
    }

    fn write(book: &Book<LuckyThirteen>) -> Page {
        Page {
            title: "Lucky Thirteen: when to keep which pair".to_owned(),
            lede: format!(
                "Four draws, four discards, two cards left. This is what {} does in {} games at a table of four like itself (`sums=face`: every \
                 card counts what it shows). Seat 0 moves first in every round; ± is one standard error.",
                player(book),
                book.games.games.len()
            ),
            chapters: vec![
                short(book),
                seats(book),
                with_a_thirteen(book),
                without(book),
                thumb_chapter(book, &Thumb::RULES, "keep13", kind_of),
                made_chapter(book),
            ],
        }
    }
}

fn left(decision: &Decision<LuckyThirteen>, discard: Card) -> [Card; 2] {
    let mut rest = decision.view.hand().set();
    rest.remove(discard);
    [rest.nth(0), rest.nth(1)]
}

fn way(decision: &Decision<LuckyThirteen>, discard: Card) -> Option<i32> {
    let table = decision.view.table();
    best_way(table.sums(), left(decision, discard), table.public())
}

/// The 13s that the seat can keep, the most valuable first.
fn thirteens(decision: &Decision<LuckyThirteen>) -> Vec<i32> {
    let mut ways: Vec<i32> = decision.legal.iter().filter_map(|&Discard(card)| way(decision, card)).collect();
    ways.sort_unstable_by(|a, b| b.cmp(a));
    ways
}

fn kind_of(decision: &Decision<LuckyThirteen>) -> &'static str {
    if !thirteens(decision).is_empty() {
        "a 13 can be kept"
    } else if decision.view.table().round() + 1 == ROUNDS {
        "no 13, last round"
    } else {
        "no 13 yet"
    }
}

fn short(book: &Book<LuckyThirteen>) -> Chapter {
    let is_last = |decision: &Decision<LuckyThirteen>| decision.view.table().round() + 1 == ROUNDS;
    let keeps = |is_cheap: bool| {
        share(book, move |decision| {
            let best = *thirteens(decision).first()?;
            (!is_last(decision) && (best < 25) == is_cheap).then(|| way(decision, decision.choice.0).is_some())
        })
    };
    let at_last = share(book, |decision| {
        (is_last(decision) && !thirteens(decision).is_empty()).then(|| way(decision, decision.choice.0).is_some())
    });
    let king = share(book, |decision| {
        let kings = decision.view.hand().set().iter().filter(|card| card.rank() == 13).count();
        let is_early = thirteens(decision).is_empty() && !is_last(decision);
        (is_early && kings == 1).then(|| decision.choice.0.rank() == 13)
    });
    let helped = share(book, |decision| {
        let most = decision.legal.iter().map(|&Discard(card)| helpers(decision, card)).max()?;
        let is_early = thirteens(decision).is_empty() && !is_last(decision);
        let is_open = decision.legal.iter().any(|&Discard(card)| helpers(decision, card) < most);
        (is_early && is_open).then(|| helpers(decision, decision.choice.0) == most)
    });
    let lines = vec![
        format!(
            "A 13 worth 25 or more is kept {} of the time before the last round, a cheaper one {}; in the last round it keeps any 13 ({}).",
            keeps(false),
            keeps(true),
            at_last
        ),
        format!(
            "Without a 13 it keeps the pair that most unseen cards would make one of, {helped} of the time before the last round."
        ),
        format!("A lone king goes {king} of the time then: no second card makes a 13 of it."),
    ];
    short_chapter(book, lines, "keep13")
}

fn seats(book: &Book<LuckyThirteen>) -> Chapter {
    let mut table = Grid::new(&["seat", "wins"]);
    let rows: Vec<(String, Mean)> =
        win_shares(book).into_iter().enumerate().map(|(seat, wins)| (format!("seat {seat}"), wins)).collect();
    for (seat, wins) in &rows {
        table.row(seat.clone(), [percent(Some(*wins))]);
    }
    let holders = |game: &crate::Played<LuckyThirteen>| {
        let table = game.end.table();
        let hands = table.shown().expect("a finished game shows its hands");
        hands
            .iter()
            .filter(|(_, hand)| best_way(table.sums(), [hand.nth(0), hand.nth(1)], table.public()).is_some())
            .count()
    };
    let mut ends = Grid::new(&["seats with a 13 at the end", "games"]);
    for count in 0..=4 {
        ends.row(
            count.to_string(),
            [percent(Some(per_game(book, |game| f64::from(u8::from(holders(game) == count)))))],
        );
    }
    Chapter::new(
        "Seats, and how games end",
        vec![
            Block::Text("A fair share is a quarter. Later seats see more discards before they choose; whether that helps, the figures say:".to_owned()),
            Block::Picture(bars("Wins by seat, shared wins in part".to_owned(), &rows)),
            Block::Table(table),
            Block::Text("How many of the four end with a 13. Only where it is one is it worth 100; with several the dearest wins, so among strong players a cheap 13 is often not enough:".to_owned()),
            Block::Table(ends),
        ],
    )
}

fn with_a_thirteen(book: &Book<LuckyThirteen>) -> Chapter {
    let (mut keeps, mut dearest, mut by_worth): (Tally<usize>, Tally<usize>, Tally<(usize, usize)>) =
        (Tally::default(), Tally::default(), Tally::default());
    for (deal, decision) in book.games.decisions() {
        let ways = thirteens(decision);
        let (Some(&best), round, Discard(choice)) = (ways.first(), decision.view.table().round(), decision.choice)
        else {
            continue;
        };
        let kept = way(decision, choice);
        keeps.note_if(deal, round, kept.is_some());
        by_worth.note_if(deal, (worth_class(best), round), kept.is_some());
        if ways.iter().any(|&way| way != best) && kept.is_some() {
            dearest.note_if(deal, round, kept == Some(best));
        }
    }
    let mut table = Grid::new(&["round", "a 13 in hand", "keeps one", "of several, the dearest"]);
    for round in 0..ROUNDS {
        let cells = [keeps.count(&round).to_string(), percent(keeps.mean(&round)), percent(dearest.mean(&round))];
        table.row((round + 1).to_string(), cells);
    }
    let columns: Vec<String> = (1..=ROUNDS).map(|round| format!("round {round}")).collect();
    let row = |(class, name): (usize, &&str)| {
        ((*name).to_owned(), (0..ROUNDS).map(|round| by_worth.mean(&(class, round))).collect())
    };
    let rows: Vec<(String, Vec<Option<Mean>>)> = WORTHS.iter().enumerate().map(row).collect();
    let mut worths = Grid::new(&["best 13 in hand is worth", "round 1", "round 2", "round 3", "round 4"]);
    for (class, name) in WORTHS.iter().enumerate() {
        worths.row(*name, (0..ROUNDS).map(|round| percent(by_worth.mean(&(class, round)))));
    }
    Chapter::new(
        "When to hold on to a 13",
        vec![
            Block::Text("With a 13 in hand, how often the strong player keeps one: a cheap one is sometimes broken up early, while there are draws left to find a better.".to_owned()),
            Block::Table(table),
            Block::Picture(heat("Keeps a 13, in per cent, by what the best one is worth and by round", &columns, &rows)),
            Block::Table(worths),
        ],
    )
}

const WORTHS: [&str; 4] = ["under 25", "25 to 34", "35 to 44", "45 or more"];

fn worth_class(worth: i32) -> usize {
    match worth {
        ..25 => 0,
        25..35 => 1,
        35..45 => 2,
        _ => 3,
    }
}

/// The number of unseen cards that would make a 13 with the rest of the hand.
fn helpers(decision: &Decision<LuckyThirteen>, discard: Card) -> usize {
    let (table, [one, other]) = (decision.view.table(), left(decision, discard));
    let makes = |a: Card, b: Card| best_way(table.sums(), [a, b], table.public()).is_some();
    decision.view.unseen().iter().filter(|&card| makes(one, card) || makes(other, card)).count()
}

fn without(book: &Book<LuckyThirteen>) -> Chapter {
    let mut by_rank: Tally<(usize, usize)> = Tally::default();
    let mut sorts: Tally<(usize, &str)> = Tally::default();
    for (deal, decision) in book.games.decisions() {
        if !thirteens(decision).is_empty() {
            continue;
        }
        let (round, Discard(choice)) = (decision.view.table().round(), decision.choice);
        for card in decision.view.hand().set() {
            by_rank.note_if(deal, (round, usize::from(card.rank())), card == choice);
        }
        let best = |value: &dyn Fn(Card) -> i32| {
            let most = decision.legal.iter().map(|&Discard(card)| value(card)).max();
            let is_open = decision.legal.iter().any(|&Discard(card)| Some(value(card)) != most);
            is_open.then(|| Some(value(choice)) == most)
        };
        if let Some(is_most) = best(&|card| helpers(decision, card) as i32) {
            sorts.note_if(deal, (round, "most cards that would help"), is_most);
        }
        if let Some(is_most) = best(&|card| left(decision, card).map(weight).iter().sum()) {
            sorts.note_if(deal, (round, "the heaviest pair"), is_most);
        }
        debug_assert_eq!(decision.view.seat(), decision.seat(), "a seat sees for itself");
    }
    let columns: Vec<String> =
        ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"].map(str::to_owned).to_vec();
    let row =
        |round: usize| (format!("round {}", round + 1), (1..=13).map(|rank| by_rank.mean(&(round, rank))).collect());
    let rows: Vec<(String, Vec<Option<Mean>>)> = (0..ROUNDS).map(row).collect();
    let mut table = Grid::new(&["keeps", "round 1", "round 2", "round 3", "round 4"]);
    for sort in ["most cards that would help", "the heaviest pair"] {
        table.row(sort, (0..ROUNDS).map(|round| percent(sorts.mean(&(round, sort)))));
    }
    Chapter::new(
        "What to keep while there is no 13",
        vec![
            Block::Text("Without a 13 in hand, how often a card of each rank is the one discarded (a third would be chance). A king shows 13 already, so no second card makes a 13 of it:".to_owned()),
            Block::Picture(heat("Discarded, in per cent, by rank and round", &columns, &rows)),
            Block::Text("Two simple aims, and how often its choice serves them where the choices differ: the pair that most unseen cards would make a 13 of, and the pair that weighs most (rank × suit).".to_owned()),
            Block::Table(table),
        ],
    )
}
