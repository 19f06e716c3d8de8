//! Indigo's book.

use cardsharp_charts::picture::bars;
use cardsharp_charts::words::{leaning, percent, plain};
use cardsharp_charts::{Block, Chapter, Grid, Page};
use cardsharp_rules::indigo::{Card, Indigo, POINT_CARDS, Play, Thumb, matching};
use cardsharp_rules::{CardSet, Seat};
use cardsharp_stats::Mean;

use crate::book::chapters::{made_chapter, per_game, player, share, short_chapter, thumb_chapter, win_shares};
use crate::{Book, Booked, Bout, Decision, Part, Tally};

impl Booked for Indigo {
    const PLAYER: &'static str = "champion:nodes=10000";
    const BOUTS: &'static [Bout] = &[
        Bout { player: "thumb", others: "champion" },
        Bout { player: "greedy", others: "champion" },
        Bout { player: "thumb", others: "greedy" },
        Bout { player: "champion", others: "greedy" },
    ];

    fn stored(part: Part) -> Option<&'static str> {
        match part {
            Part::Games => Some(include_str!("../../../data/indigo.games.csv")),
            Part::Hands | Part::Openings => None,
            Part::Matches => Some(include_str!("../../../data/indigo.matches.csv")),
        }
    }

    fn write(book: &Book<Indigo>) -> Page {
        Page {
            title: "Indigo: what to throw when nothing captures".to_owned(),
            lede: format!(
                "Capturing is easy; the game is decided by what lies on top when it is the other's turn. This is what {} does in {} games with itself; ± is one standard error.",
                player(book),
                book.games.games.len()
            ),
            chapters: vec![
                short(book),
                first_seat(book),
                capturing(book),
                throwing(book),
                thumb_chapter(book, &Thumb::RULES, "greedy", kind_of),
                made_chapter(book),
            ],
        }
    }
}

fn capturers(decision: &Decision<Indigo>) -> CardSet<Card> {
    decision.view.hand() & decision.view.table().capturing()
}

fn kind_of(decision: &Decision<Indigo>) -> &'static str {
    match (capturers(decision).is_empty(), decision.view.table().top()) {
        (false, _) => "something captures",
        (true, Some(_)) => "nothing captures",
        (true, None) => "the table is empty",
    }
}

fn short(book: &Book<Indigo>) -> Chapter {
    let chosen = |decision: &Decision<Indigo>| decision.choice.0;
    let nothing = |decision: &Decision<Indigo>| capturers(decision).is_empty();
    let captures = share(book, |decision| (!nothing(decision)).then(|| capturers(decision).contains(chosen(decision))));
    let fewest = share(book, |decision| {
        let least = decision.view.hand().iter().map(|card| feared(decision, card)).min()?;
        nothing(decision).then(|| feared(decision, chosen(decision)) == least)
    });
    let points = share(book, |decision| {
        let scoring = decision.view.hand() & POINT_CARDS;
        let is_open = !scoring.is_empty() && scoring != decision.view.hand();
        (nothing(decision) && is_open).then(|| scoring.contains(chosen(decision)))
    });
    let let_lie = share(book, |decision| {
        let refused = decision.view.hand() & Thumb::lacks(&decision.view);
        let is_open = !refused.is_empty() && refused != decision.view.hand();
        (nothing(decision) && is_open).then(|| refused.contains(chosen(decision)))
    });
    let wins = win_shares(book)[0];
    let fair = Mean { mean: wins.mean - 0.5, ..wins };
    let lines = vec![
        format!(
            "The first seat wins {}: {}.",
            percent(Some(wins)),
            leaning(fair, ("it is better to begin", "it is better to come second"))
        ),
        format!("Something captures: it captures {captures} of the time."),
        format!(
            "Nothing captures: it throws the card that fewest unseen cards could take {fewest} of the time, and a point card only {points} where it holds others."
        ),
        format!(
            "A suit or rank the other let lie in this deal is safe: where it holds such a card among others, it throws one {let_lie} of the time."
        ),
    ];
    short_chapter(book, lines, "greedy")
}

fn first_seat(book: &Book<Indigo>) -> Chapter {
    let wins = win_shares(book)[0];
    let [first, second] = [0, 1].map(|seat| per_game(book, |game| f64::from(game.returns[Seat::new(seat)])));
    let cards = per_game(book, |game| game.end.table().captured()[Seat::FIRST].len() as f64);
    Chapter::new(
        "What the first seat is worth",
        vec![
            Block::Text(format!(
                "Seat 0, which leads every deal, wins **{}** of the games. Of the 23 points it gets {}, the second seat {}; of the 52 cards it \
                 ends with {}. It meets the four open cards first, and at 26 cards each the three points are its own.",
                percent(Some(wins)),
                plain(Some(first)),
                plain(Some(second)),
                plain(Some(cards))
            )),
            Block::Note("So play every deal twice with seats changed, as the house does when it measures: what a seat brings then comes to both.".to_owned()),
        ],
    )
}

fn capturing(book: &Book<Indigo>) -> Chapter {
    let (mut takes, mut with_point): (Tally<&str>, Tally<&str>) = (Tally::default(), Tally::default());
    for (deal, decision) in book.games.decisions().filter(|(_, decision)| decision.is_choice()) {
        let capturers = capturers(decision);
        if capturers.is_empty() {
            continue;
        }
        let (table, Play(card)) = (decision.view.table(), decision.choice);
        let points = (table.pile() & POINT_CARDS).len();
        let sort = match (points, table.pile().len()) {
            (0, 1) => "one card without a point",
            (0, _) => "more cards, no point",
            (1, _) => "one point",
            _ => "two points or more",
        };
        for sort in [sort, "any pile"] {
            takes.note_if(deal, sort, capturers.contains(card));
        }
        let scoring = capturers & POINT_CARDS;
        if capturers.contains(card) && !scoring.is_empty() && scoring != capturers {
            with_point.note_if(deal, "all", scoring.contains(card));
        }
    }
    let sorts = ["one card without a point", "more cards, no point", "one point", "two points or more", "any pile"];
    let rows: Vec<(String, Mean)> =
        sorts.iter().filter_map(|sort| Some(((*sort).to_owned(), takes.mean(sort)?))).collect();
    let mut table = Grid::new(&["pile", "how many", "captured"]);
    for sort in sorts {
        table.row(sort, [takes.count(&sort).to_string(), percent(takes.mean(&sort))]);
    }
    Chapter::new(
        "Capture, or wait?",
        vec![
            Block::Text(format!(
                "With a card in hand that captures, the strong player captures {}. Where it can choose between a point card and another, it \
                 captures with the point card {} of the time: the card goes to its own heap at once.",
                percent(takes.mean(&"any pile")),
                percent(with_point.mean(&"all"))
            )),
            Block::Picture(bars("How often a pile is taken that can be".to_owned(), &rows)),
            Block::Table(table),
        ],
    )
}

/// The number of unseen cards that could capture this one, without those that the other seat cannot hold.
fn feared(decision: &Decision<Indigo>, card: Card) -> usize {
    ((decision.view.unseen() - Thumb::lacks(&decision.view)) & matching(card)).len()
}

const FEARS: [&str; 5] = ["none", "1 to 3", "4 to 6", "7 to 9", "10 or more"];

fn fear(count: usize) -> &'static str {
    FEARS[match count {
        0 => 0,
        1..=3 => 1,
        4..=6 => 2,
        7..=9 => 3,
        _ => 4,
    }]
}

fn throwing(book: &Book<Indigo>) -> Chapter {
    let (mut by_fear, mut by_rank, mut sorts): (Tally<&str>, Tally<usize>, Tally<&str>) =
        (Tally::default(), Tally::default(), Tally::default());
    for (deal, decision) in book.games.decisions().filter(|(_, decision)| decision.is_choice()) {
        if !capturers(decision).is_empty() {
            continue;
        }
        let (hand, Play(thrown)) = (decision.view.hand(), decision.choice);
        let least = hand.iter().map(|card| feared(decision, card)).min().unwrap_or(0);
        sorts.note_if(deal, "the card with fewest matches", feared(decision, thrown) == least);
        let points = hand & POINT_CARDS;
        if !points.is_empty() && points != hand {
            sorts.note_if(deal, "a point card, with others in hand", points.contains(thrown));
        }
        let lacks = Thumb::lacks(&decision.view);
        let refused: CardSet<Card> = hand.iter().filter(|&card| lacks.contains(card)).collect();
        if !refused.is_empty() && refused != hand {
            sorts.note_if(deal, "a card of a suit or rank the other let lie", refused.contains(thrown));
            sorts.note(deal, "(such cards in the hand)", refused.len() as f64 / hand.len() as f64);
        }
        let covered: CardSet<Card> = hand.iter().filter(|&card| (hand & matching(card)).len() > 1).collect();
        if !covered.is_empty() && covered != hand {
            sorts.note_if(deal, "a card one could capture back", covered.contains(thrown));
            sorts.note(deal, "(such cards in hand)", covered.len() as f64 / hand.len() as f64);
        }
        for card in hand {
            by_fear.note_if(deal, fear(feared(decision, card)), card == thrown);
        }
        for rank in 1..=13 {
            let held = hand & Card::of_rank(rank);
            if !held.is_empty() {
                by_rank.note(deal, usize::from(rank), f64::from(u8::from(held.contains(thrown))) / held.len() as f64);
            }
        }
    }
    let rows: Vec<(String, Mean)> =
        FEARS.iter().filter_map(|fear| Some(((*fear).to_owned(), by_fear.mean(fear)?))).collect();
    let mut table = Grid::new(&["what is thrown", "share"]);
    for sort in [
        "the card with fewest matches",
        "a card of a suit or rank the other let lie",
        "(such cards in the hand)",
        "a card one could capture back",
        "(such cards in hand)",
        "a point card, with others in hand",
    ] {
        table.row(sort, [percent(sorts.mean(&sort))]);
    }
    let ranks: Vec<(String, Mean)> = (1..=13)
        .filter_map(|rank| {
            let name = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][rank - 1];
            Some((name.to_owned(), by_rank.mean(&rank)?))
        })
        .collect();
    Chapter::new(
        "What to throw when nothing captures",
        vec![
            Block::Text(
                "A match is an unseen card of the same suit or rank. Whoever did not take a card in this deal has no match for it, for hands \
                 only shrink until the next deal: those are left out here. How often a card in hand is the one thrown, by its matches:"
                    .to_owned(),
            ),
            Block::Picture(bars("Thrown, in per cent of the times a card with so many matches was in hand".to_owned(), &rows)),
            Block::Text("What the thrown card was, where the hand left a choice:".to_owned()),
            Block::Table(table),
            Block::Note("The lines in brackets say how many cards of the hand were of that kind: more than that share thrown is a preference, less an aversion.".to_owned()),
            Block::Text("By rank; a point card thrown makes the pile worth taking:".to_owned()),
            Block::Picture(bars("Thrown, in per cent of the times a card of the rank was in hand".to_owned(), &ranks)),
        ],
    )
}
