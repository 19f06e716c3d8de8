//! Intensity's book.

use cardsharp_charts::picture::{bars, heat};
use cardsharp_charts::words::{percent, plain};
use cardsharp_charts::{Block, Chapter, Grid, Page};
use cardsharp_rules::intensity::{Action, BUFFALO, CALVES, Card, Intensity, Suit, Thumb};
use cardsharp_rules::{CardSet, Seat};
use cardsharp_stats::Mean;

use crate::book::chapters::{made_chapter, per_game, player, share, short_chapter, thumb_chapter};
use crate::{Book, Booked, Bout, Decision, Part, Tally};

impl Booked for Intensity {
    const PLAYER: &'static str = "champion:nodes=8000,worlds=300";
    const BOUTS: &'static [Bout] = &[
        Bout { player: "thumb", others: "champion" },
        Bout { player: "careful", others: "champion" },
        Bout { player: "thumb", others: "careful" },
        Bout { player: "champion", others: "careful" },
    ];

    fn stored(part: Part) -> Option<&'static str> {
        match part {
            Part::Games => Some(include_str!("../../../data/intensity.games.csv")),
            Part::Hands | Part::Openings => None,
            Part::Matches => Some(include_str!("../../../data/intensity.matches.csv")),
        }
    }

    fn write(book: &Book<Intensity>) -> Page {
        Page {
            title: "Intensity: which three to pass, and when to let the herd out".to_owned(),
            lede: format!(
                "Ten rounds, ten calves at a point each and a buffalo at seven. This is what {} does in {} games at a table of four like itself. Seat 0 leads the first round; ± is one standard error.",
                player(book),
                book.games.games.len()
            ),
            chapters: vec![
                short(book),
                seats(book),
                passing(book),
                buffalo(book),
                calves(book),
                thumb_chapter(book, &Thumb::RULES, "careful", kind_of),
                made_chapter(book),
            ],
        }
    }
}

type Hand = CardSet<Card>;

fn kind_of(decision: &Decision<Intensity>) -> &'static str {
    match (decision.choice, decision.view.table().led()) {
        (Action::Pass(_), _) => "pass",
        (_, None) => "lead",
        (Action::Play(card), Some(led)) if card.suit() == led.suit() => "follow",
        _ => "throw",
    }
}

fn digit(card: Card) -> usize {
    usize::from(card.number() % 10)
}

fn herd() -> Hand {
    BUFFALO.suit().cards()
}

fn short(book: &Book<Intensity>) -> Chapter {
    let low = |hand: Hand| (hand & herd()).iter().filter(|&card| card < BUFFALO).count();
    let passes = |few: bool| {
        share(book, move |decision| {
            let (Action::Pass(cards), hand) = (decision.choice, decision.view.hand()) else { return None };
            (hand.contains(BUFFALO) && (low(hand) < 2) == few).then(|| cards.contains(BUFFALO))
        })
    };
    let led = |decision: &Decision<Intensity>| match decision.choice {
        Action::Play(card) if decision.view.table().led().is_none() => Some(card),
        _ => None,
    };
    let hunts = share(book, |decision| {
        let (card, forties) = (led(decision)?, decision.view.hand() & herd());
        let is_hunter = decision.view.unseen().contains(BUFFALO) && forties.last().is_some_and(|card| card < BUFFALO);
        (is_hunter && !decision.view.hand().is_subset(herd())).then(|| herd().contains(card))
    });
    let leads_buffalo = share(book, |decision| {
        let card = led(decision)?;
        decision.view.hand().contains(BUFFALO).then_some(card == BUFFALO)
    });
    let throws = |wanted: Hand| {
        share(book, move |decision| {
            let (Action::Play(card), hand) = (decision.choice, decision.view.hand()) else { return None };
            let is_choice = !(hand & wanted).is_empty() && !hand.is_subset(wanted);
            let is_free = wanted.contains(BUFFALO) || !hand.contains(BUFFALO);
            (kind_of(decision) == "throw" && is_choice && is_free).then(|| wanted.contains(card))
        })
    };
    let lines = vec![
        format!(
            "The buffalo is passed {} of the time with fewer than two lower forties beside it, and {} with two or more.",
            passes(true),
            passes(false)
        ),
        format!(
            "Holding a low forty and nothing above the buffalo while that is in another hand, it leads a forty to drive it out {hunts} of the time."
        ),
        format!(
            "The buffalo itself is led {leads_buffalo} of the times it could be; not able to follow, it is thrown {}.",
            throws([BUFFALO].into_iter().collect())
        ),
        format!(
            "Not able to follow and without the buffalo, it throws a calf {} of the time where it has others.",
            throws(CALVES)
        ),
    ];
    short_chapter(book, lines, "careful")
}

fn seats(book: &Book<Intensity>) -> Chapter {
    let mut table = Grid::new(&["seat", "penalty points a game"]);
    for seat in Seat::all(4) {
        table.row(format!("seat {seat}"), [plain(Some(per_game(book, |game| -f64::from(game.returns[seat]))))]);
    }
    let clean = per_game(book, |game| game.returns.iter().filter(|&(_, &points)| points == 0).count() as f64 / 4.0);
    let most = per_game(book, |game| f64::from(u8::from(game.returns.iter().any(|(_, &points)| points <= -9))));
    Chapter::new(
        "What a game costs",
        vec![
            Block::Text(format!(
                "There are 17 penalty points, 4.25 a seat. A seat comes away with none {} of the time, and in {} of the games one seat takes nine or more, over half of all.",
                percent(Some(clean)),
                percent(Some(most))
            )),
            Block::Table(table),
        ],
    )
}

fn passing(book: &Book<Intensity>) -> Chapter {
    let (mut by_card, mut by_guards, mut sorts): (Tally<u8>, Tally<(&str, usize)>, Tally<&str>) =
        (Tally::default(), Tally::default(), Tally::default());
    for (deal, decision) in book.games.decisions() {
        let Action::Pass(pass) = decision.choice else { continue };
        let hand = decision.view.hand();
        for card in hand {
            by_card.note_if(deal, card.number(), pass.contains(card));
        }
        let guards = (hand & herd()).iter().filter(|&card| card < BUFFALO).count().min(4);
        for (name, card) in [("47", 47), ("48", 48), ("49", 49)] {
            let card = Card::new(card);
            if hand.contains(card) {
                by_guards.note_if(deal, (name, guards), pass.contains(card));
            }
        }
        let shortest = Suit::ALL.into_iter().filter(|suit| (1..=3).contains(&(hand & suit.cards()).len()));
        let voids = shortest.clone().any(|suit| (hand & suit.cards()).is_subset(pass));
        if shortest.count() > 0 {
            sorts.note_if(deal, "empties a suit, where it can", voids);
        }
        sorts.note(deal, "calves in a pass", (pass & CALVES).len() as f64);
        sorts.note(deal, "calves in three of one's ten cards at random", 3.0 * (hand & CALVES).len() as f64 / 10.0);
    }
    let columns: Vec<String> = (0..10).map(|digit| digit.to_string()).collect();
    let row = |suit: Suit| {
        let share = |number: u8| by_card.mean(&number);
        (format!("{}0 to {0}9", suit.digit()), (0..10).map(|digit| share(10 * suit.digit() + digit)).collect())
    };
    let rows: Vec<(String, Vec<Option<Mean>>)> = Suit::ALL.into_iter().map(row).collect();
    let mut table = Grid::new(&["passed, with lower forties", "none", "one", "two", "three", "four or more"]);
    for name in ["47", "48", "49"] {
        let label = if name == "47" { "47, the buffalo" } else { name };
        table.row(label, (0..=4).map(|guards| percent(by_guards.mean(&(name, guards)))));
    }
    Chapter::new(
        "Which three to pass",
        vec![
            Block::Text("How often a card is passed by whoever holds it (three of ten would be chance):".to_owned()),
            Block::Picture(heat("Passed, in per cent, by suit and last digit", &columns, &rows)),
            Block::Text("The buffalo and what lies above it, by how many lower forties there are to guard them, which can be played when the suit is led:".to_owned()),
            Block::Table(table),
            Block::Text(format!(
                "It empties a suit with its pass {} of the time, where it holds one of three cards or fewer. A pass has {} calves; three cards \
                 of the hand at random would have {}.",
                percent(sorts.mean(&"empties a suit, where it can")),
                plain(sorts.mean(&"calves in a pass")),
                plain(sorts.mean(&"calves in three of one's ten cards at random"))
            )),
        ],
    )
}

/// Leads with a choice: the deal, the decision, the legal cards and the card led.
fn leads(book: &Book<Intensity>) -> impl Iterator<Item = (usize, &Decision<Intensity>, Hand, Card)> {
    book.games.decisions().filter(|(_, decision)| decision.is_choice()).filter_map(|(deal, decision)| {
        let Action::Play(card) = decision.choice else { return None };
        if decision.view.table().led().is_some() {
            return None;
        }
        let legal =
            decision.legal.iter().filter_map(|&action| if let Action::Play(card) = action { Some(card) } else { None });
        Some((deal, decision, legal.collect(), card))
    })
}

const PHASES: [&str; 3] = ["rounds 1 to 3", "rounds 4 to 6", "rounds 7 to 10"];

fn phase(decision: &Decision<Intensity>) -> &'static str {
    PHASES[(decision.view.table().rounds() / 3).min(2)]
}

fn buffalo(book: &Book<Intensity>) -> Chapter {
    let (mut led, mut hunts, mut played): (Tally<&str>, Tally<&str>, Tally<&str>) =
        (Tally::default(), Tally::default(), Tally::default());
    for (deal, decision, legal, card) in leads(book) {
        let higher_out =
            decision.view.unseen().contains(Card::new(48)) || decision.view.unseen().contains(Card::new(49));
        if legal.contains(BUFFALO) {
            led.note_if(deal, phase(decision), card == BUFFALO);
            led.note_if(deal, if higher_out { "48 or 49 still out" } else { "nothing higher out" }, card == BUFFALO);
        }
        let forties = legal & herd();
        let nothing_above = forties.last().is_some_and(|highest| highest < BUFFALO);
        if decision.view.unseen().contains(BUFFALO) && nothing_above && forties != legal {
            hunts.note_if(deal, phase(decision), forties.contains(card));
            hunts.note(deal, "forties among the cards", forties.len() as f64 / legal.len() as f64);
        }
    }
    for (deal, decision) in book.games.decisions() {
        if let (Action::Play(BUFFALO), Some(first)) = (decision.choice, decision.view.table().led()) {
            let how = if first.suit() == BUFFALO.suit() { "following suit" } else { "thrown on another suit" };
            for way in ["following suit", "thrown on another suit", "led"] {
                played.note_if(deal, way, way == how);
            }
        } else if decision.choice == Action::Play(BUFFALO) {
            for way in ["following suit", "thrown on another suit", "led"] {
                played.note_if(deal, way, way == "led");
            }
        }
    }
    let mut table =
        Grid::new(&["leading with a choice", "leads the buffalo, holding it", "leads a lower forty to hunt it"]);
    for sort in PHASES.iter().chain(&["48 or 49 still out", "nothing higher out"]) {
        table.row(*sort, [percent(led.mean(sort)), percent(hunts.mean(sort))]);
    }
    let ways: Vec<(String, Mean)> = ["thrown on another suit", "following suit", "led"]
        .iter()
        .filter_map(|way| Some(((*way).to_owned(), played.mean(way)?)))
        .collect();
    Chapter::new(
        "When to lead the buffalo, and how to hunt it",
        vec![
            Block::Text("How the buffalo leaves the hand it is in:".to_owned()),
            Block::Picture(bars("Where the buffalo is played".to_owned(), &ways)),
            Block::Text(format!(
                "Who holds it may lead it. Who does not, and has nothing above it, can try to drive it out with low forties: they are {} of the cards such a leader may choose from, so compare with that.",
                percent(hunts.mean(&"forties among the cards"))
            )),
            Block::Table(table),
        ],
    )
}

fn calves(book: &Book<Intensity>) -> Chapter {
    let (mut led, mut by_digit, mut thrown): (Tally<&str>, Tally<usize>, Tally<&str>) =
        (Tally::default(), Tally::default(), Tally::default());
    for (deal, decision, legal, card) in leads(book) {
        let calves = legal & CALVES;
        if !calves.is_empty() && calves != legal {
            led.note_if(deal, phase(decision), calves.contains(card));
            for calf in calves {
                by_digit.note_if(deal, digit(calf) / 2, calf == card);
            }
        }
    }
    for (deal, decision) in book.games.decisions().filter(|(_, decision)| decision.is_choice()) {
        if kind_of(decision) == "throw"
            && let Action::Play(card) = decision.choice
        {
            let hand = decision.view.hand();
            let name =
                if decision.view.table().calves_broken() { "after the first calf" } else { "before the first calf" };
            if !(hand & CALVES).is_empty() && !hand.is_subset(CALVES) && !hand.contains(BUFFALO) {
                thrown.note_if(deal, name, CALVES.contains(card));
                thrown.note(deal, "calves in such hands", (hand & CALVES).len() as f64 / hand.len() as f64);
            }
        }
    }
    let mut table = Grid::new(&["calves allowed, other cards too", "leads a calf"]);
    for sort in PHASES {
        table.row(sort, [percent(led.mean(&sort))]);
    }
    let rows: Vec<(String, Mean)> = (0..5)
        .filter_map(|pair| Some((format!("{} and {}", 30 + 2 * pair, 31 + 2 * pair), by_digit.mean(&pair)?)))
        .collect();
    Chapter::new(
        "When to break the calves, and when to lead them",
        vec![
            Block::Text(format!(
                "The herd is let out by a throw: not able to follow, with calves and other cards but no buffalo, the strong player throws a calf {} \
                 of the time while none has fallen, and {} afterwards; {} of such hands are calves.",
                percent(thrown.mean(&"before the first calf")),
                percent(thrown.mean(&"after the first calf")),
                percent(thrown.mean(&"calves in such hands"))
            )),
            Block::Text("Once it is allowed, a calf is led:".to_owned()),
            Block::Table(table),
            Block::Picture(bars("Led, in per cent of the times the calf was there to be led".to_owned(), &rows)),
        ],
    )
}
