//! Studies and books: the same on any number of threads, parsed back unchanged, and true to their rows.

use cardsharp_charts::Block;
use cardsharp_research::{
    Book, Booked, Bout, Count, Games, Hands, Head, Matches, Openings, Part, StudyFile, all_hands, chance_of_hand,
    class_of_hand, hand_classes, ratio, study_text,
};
use cardsharp_rules::hanamikoji::{Geisha, Hanamikoji, Kind};
use cardsharp_rules::indigo::Indigo;
use cardsharp_rules::intensity::Intensity;
use cardsharp_rules::lucky_thirteen::LuckyThirteen;
use cardsharp_rules::{BySeat, Seat, Seed, outcome};

fn head(part: Part, player: &str, deals: u64) -> Head {
    Head { part, player: player.parse().unwrap(), deals, seed: Seed(3) }
}

/// A small study of every part, as text.
fn small<G: Booked>(game: &G, player: &str) -> [Option<String>; 4] {
    Part::ALL.map(|part| {
        let of_hands = matches!(part, Part::Hands | Part::Openings);
        let is_there = !of_hands || !G::hands().is_empty();
        is_there.then(|| study_text(game, &head(part, if of_hands { "random" } else { player }, 6), 1).unwrap())
    })
}

fn open<G: Booked>(game: &G, studies: &[Option<String>; 4]) -> Book<G> {
    Book::open(game, |part| studies[part as usize].as_deref()).unwrap()
}

#[test]
fn a_study_is_the_same_on_any_number_of_threads() {
    fn check<G: Booked>(game: &G, player: &str) {
        for part in [Part::Games, Part::Matches] {
            let head = head(part, player, 5);
            let [one, many] = [1, 4].map(|threads| study_text(game, &head, threads).unwrap());
            assert_eq!(one, many, "{} {}", G::NAME, part.name());
        }
    }
    check(&Hanamikoji, "appraise:worlds=6");
    check(&Indigo, "champion:nodes=20,worlds=10");
    check(&Intensity, "champion:nodes=20,worlds=4");
    check(&LuckyThirteen::default(), "champion:nodes=20");
}

#[test]
fn a_study_that_was_stopped_goes_on_to_the_same_rows() {
    let head = head(Part::Games, "greedy", 8);
    let whole = study_text(&Hanamikoji, &head, 1).unwrap();
    let folder = std::env::temp_dir().join(format!("cardsharp-study-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (file, partial) = (folder.join("games.csv"), folder.join("games.csv.partial"));
    // Interrupted in the head, after it, and in the middle of the fourth row.
    let fourth = whole.match_indices('\n').nth(11).unwrap().0 + 20;
    for (stop, rows) in [(0, 0), (30, 0), (head.to_text::<Hanamikoji>().len(), 0), (fourth, 3)] {
        std::fs::write(&partial, &whole[..stop]).unwrap();
        let begun = StudyFile::open::<Hanamikoji>(&file, &head).unwrap();
        assert_eq!(begun.done(), rows);
        begun.finish(&Hanamikoji, &head, 2, &|_| {}).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), whole);
        assert!(!partial.exists());
    }
    std::fs::write(&partial, &whole).unwrap();
    let other = Head { seed: Seed(4), ..head };
    let error = StudyFile::open::<Hanamikoji>(&file, &other).unwrap_err().to_string();
    assert!(error.contains("belongs to another study"), "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_damaged_study_is_refused_with_its_line() {
    let text = study_text(&Indigo, &head(Part::Games, "greedy", 3), 1).unwrap();
    let error = |text: &str| Games::parse(&Indigo, text).unwrap_err().to_string();
    let rows: Vec<&str> = text.lines().collect();
    assert!(error(&text.replace("end,3", "end,4")).contains("line 13: \"end,4"));
    assert!(error(&rows[..12].join("\n")).contains("line 12"), "{}", error(&rows[..12].join("\n")));
    assert!(error(&text.replace("deals 3", "deals 4")).contains("expected 4"));
    assert!(
        error(&text.replace("game indigo", "game intensity")).contains("of intensity: expected part games of indigo")
    );
    assert!(error(&text.replace("\n1,", "\n1,9 ")).contains("line 11"));
    assert!(error("").contains("line 1"));
    assert!(Matches::parse::<Indigo>(&text).unwrap_err().to_string().contains("expected part matches"));
}

#[test]
fn the_classes_cover_all_910_hands_once_and_respect_the_names() {
    let (hands, classes) = (all_hands(), hand_classes());
    assert_eq!(hands.len(), 910);
    let mut sorted = hands.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), 910);
    assert!((hands.iter().map(|&hand| chance_of_hand(hand)).sum::<f64>() - 1.0).abs() < 1e-12);
    for &hand in &hands {
        let class = class_of_hand(hand);
        assert_eq!(classes.iter().filter(|&&other| other == class).count(), 1, "{hand}");
        assert_eq!(class_of_hand(class), class);
        // Two types of the same value may swap their names.
        for (one, other) in [(Geisha::A, Geisha::B), (Geisha::B, Geisha::C), (Geisha::D, Geisha::E)] {
            let renamed = hand.iter().map(|card| match card {
                card if card == one => other,
                card if card == other => one,
                card => card,
            });
            let renamed = cardsharp_rules::hanamikoji::Cards::gather(renamed).unwrap();
            assert_eq!(class_of_hand(renamed), class, "{hand} and {renamed}");
            assert!((chance_of_hand(renamed) - chance_of_hand(hand)).abs() < 1e-15);
        }
    }
}

#[test]
fn a_hand_dealt_on_purpose_is_the_hand_of_seat_0_and_the_rest_differs() {
    for (number, class) in hand_classes().iter().enumerate().step_by(7) {
        let deals = [1, 2].map(|seed| Hanamikoji.deal_hand(number, Seed(seed)));
        assert_ne!(deals[0], deals[1]);
        for deal in deals {
            let mine = deal.hands[0].iter().chain(&deal.pile[..1]).copied();
            assert_eq!(cardsharp_rules::hanamikoji::Cards::gather(mine).as_ref(), Ok(class));
            cardsharp_rules::Game::start(&Hanamikoji, &deal).unwrap();
        }
    }
}

#[test]
fn shares_are_those_of_a_plain_count_over_the_replayed_games() {
    let studies = small(&Hanamikoji, "greedy");
    let book = open(&Hanamikoji, &studies);
    // Turn 1 of seat 0, Gift, counted directly from the rows.
    let mut gifts = 0.0;
    for game in &book.games.games {
        let first = &game.decisions[0];
        gifts += f64::from(u8::from(first.choice.kind() == Some(Kind::Gift)));
    }
    let share = ratio(
        book.games
            .games
            .iter()
            .map(|game| (f64::from(u8::from(game.decisions[0].choice.kind() == Some(Kind::Gift))), 1.0)),
    );
    assert_eq!(share.unwrap().mean, gifts / 6.0);
    let cell = format!("{:.1} ± ", 100.0 * gifts / 6.0);
    let page = book.page();
    let chapter = page.chapters.iter().find(|chapter| chapter.title == "Which action when").unwrap();
    let table =
        chapter.blocks.iter().find_map(|block| if let Block::Table(table) = block { Some(table) } else { None });
    let table = table.unwrap();
    let column = table.heads.iter().position(|head| head == "Gift").unwrap();
    assert!(table.rows[0][column].starts_with(&cell), "{:?} should begin with {cell}", table.rows[0]);
}

#[test]
fn matches_are_what_a_contest_says_on_the_same_deals() {
    let text = study_text(&Hanamikoji, &head(Part::Matches, "greedy", 6), 2).unwrap();
    let matches = Matches::parse::<Hanamikoji>(&text).unwrap();
    let bout = Bout { player: "thumb", others: "greedy" };
    let styles = cardsharp_rules::Game::styles(&Hanamikoji);
    let style = |name: &str| styles.iter().find(|style| style.name() == name).unwrap();
    let (mut wins, mut games) = (0.0, 0.0);
    for deal in 0..6 {
        for rotation in 0..2 {
            let mut state = cardsharp_rules::Game::start(
                &Hanamikoji,
                &cardsharp_rules::Game::shuffle(&Hanamikoji, Seed(3).stream(2 * deal)),
            )
            .unwrap();
            // The game's random numbers, derived a second time.
            let luck = Seed(3).stream(2 * deal).stream(0);
            let mut ply = 0;
            while let cardsharp_rules::Turn::Of(seat) = cardsharp_rules::State::turn(&state) {
                let view = cardsharp_rules::State::observe(&state, seat);
                let name = if seat.index() as u64 == rotation { "thumb" } else { "greedy" };
                let action = style(name).choose(&view, &mut cardsharp_rules::Rng::new(luck.stream(ply)));
                cardsharp_rules::State::play_unchecked(&mut state, action);
                ply += 1;
            }
            let returns: BySeat<i32> = cardsharp_rules::State::returns(&state).unwrap();
            wins += outcome::win_shares(&returns)[Seat::new(rotation as usize)];
            games += 1.0;
        }
    }
    assert!((matches.mean(bout, Count::Wins).unwrap().mean - wins / games).abs() < 1e-9);
    let same = matches.difference(bout, bout, Count::Points).unwrap();
    assert_eq!((same.mean, same.error), (0.0, 0.0));
}

#[test]
fn every_page_is_whole_and_its_figures_are_in_both_forms() {
    fn check<G: Booked>(game: &G, player: &str) {
        let page = open(game, &small(game, player)).page();
        let (html, markdown) = (page.to_html(), page.to_markdown());
        assert!(!html.contains("<script") && !html.contains("http:") && !html.contains("https:"), "{}", G::NAME);
        assert!(!html.contains("NaN") && !markdown.contains("NaN"), "{}", G::NAME);
        assert_eq!(html.matches("<svg").count(), html.matches("</svg>").count());
        assert!(html.matches("<table>").count() <= markdown.matches("---|\n").count(), "{}", G::NAME);
        for chapter in &page.chapters {
            assert!(!chapter.blocks.is_empty(), "{}: {}", G::NAME, chapter.title);
            for block in &chapter.blocks {
                // The Markdown has every figure of a picture.
                if let Block::Picture(picture) = block {
                    let told = picture.figures.iter().flat_map(|figures| figures.rows.iter().flatten());
                    assert!(told.clone().all(|cell| markdown.contains(cell.as_str())), "{}", picture.caption);
                }
                if let Block::Table(table) = block {
                    assert!(table.rows.iter().all(|row| row.len() == table.heads.len()), "{}", chapter.title);
                    let figures = table.rows.iter().flatten().filter(|cell| cell.contains('±'));
                    assert!(figures.clone().all(|cell| html.contains(cell.as_str())), "{}", chapter.title);
                }
            }
        }
    }
    check(&Hanamikoji, "greedy");
    check(&Indigo, "champion:nodes=10,worlds=5");
    check(&Intensity, "careful");
    check(&LuckyThirteen::default(), "keep13");
}

#[test]
fn the_stored_results_read_back_and_make_the_pages_in_docs() {
    fn check<G: Booked>(game: &G) {
        for part in Part::ALL {
            assert!(G::stored(part).is_none_or(|text| text.len() < 300_000), "{} {}", G::NAME, part.name());
        }
        let book = Book::open(game, G::stored).unwrap();
        let docs = format!("{}/../../docs/books/{}.md", env!("CARGO_MANIFEST_DIR"), G::NAME);
        let kept = std::fs::read_to_string(&docs).unwrap();
        assert!(book.page().to_markdown() == kept, "renew it: cardsharp book {} --markdown docs/books/{0}.md", G::NAME);
    }
    check(&Hanamikoji);
    check(&Indigo);
    check(&Intensity);
    check(&LuckyThirteen::default());
}

#[test]
fn hands_have_every_class_and_the_sums_of_their_games() {
    let text = study_text(&Hanamikoji, &head(Part::Hands, "random", 3), 2).unwrap();
    let hands = Hands::parse::<Hanamikoji>(&text).unwrap();
    assert_eq!(hands.rows.len(), hand_classes().len());
    for row in &hands.rows {
        assert_eq!(row.first.iter().sum::<u64>(), 3);
        assert!(row.squares <= 3 && row.returns.abs() <= row.squares, "{row:?}");
    }
}

#[test]
fn openings_have_every_class_and_the_sums_of_every_kind_of_action() {
    let text = study_text(&Hanamikoji, &head(Part::Openings, "greedy", 3), 2).unwrap();
    assert_eq!(text, study_text(&Hanamikoji, &head(Part::Openings, "greedy", 3), 1).unwrap());
    let openings = Openings::parse::<Hanamikoji>(&text).unwrap();
    assert_eq!(openings.rows.len(), hand_classes().len());
    for row in &openings.rows {
        assert_eq!((row.games, row.returns.len(), row.squares.len()), (3, Kind::ALL.len(), Kind::ALL.len()));
        for (kind, (&squares, &returns)) in row.squares.iter().zip(&row.returns).enumerate() {
            assert!(squares <= 3 && returns.abs() <= squares, "{row:?}");
            assert!((row.mean(kind).mean - returns as f64 / 3.0).abs() < 1e-12);
        }
    }
    // A hand that was begun with one kind only, and sums that do not match those of the kinds.
    let row = text.lines().nth(9).unwrap();
    let (front, sum) = row.rsplit_once(',').unwrap();
    let off = format!("{front},{}", sum.parse::<i64>().unwrap() + 1);
    for damaged in [front.rsplit_once(' ').unwrap().0.to_owned() + "," + sum, off] {
        let whole = text.replace(row, &damaged);
        let whole = whole
            .lines()
            .take_while(|line| !line.starts_with("end,"))
            .fold(String::new(), |text, line| text + line + "\n");
        let end = cardsharp_research::end_line(&whole);
        let error = Openings::parse::<Hanamikoji>(&(whole + &end)).unwrap_err().to_string();
        assert!(error.starts_with("line 10: "), "{error}");
    }
}

/// The book begins with the plan, the costs and the rule, and the same quantity has the same figure everywhere.
#[test]
fn hanamikojis_book_answers_first() {
    let page = Book::open(&Hanamikoji, Hanamikoji::stored).unwrap().page();
    let first = &page.chapters[0];
    assert_eq!(first.title, "On one page");
    let lists: Vec<usize> = first
        .blocks
        .iter()
        .filter_map(|block| if let Block::Rules(rules) = block { Some(rules.len()) } else { None })
        .collect();
    assert_eq!(lists, [4, 4], "a plan for four turns, and a rule");
    let table = first.blocks.iter().find_map(|block| if let Block::Table(table) = block { Some(table) } else { None });
    let table = table.unwrap();
    assert_eq!(table.heads[3..], ["Secret costs", "Burn costs", "Gift costs", "Competition costs"]);
    for row in &table.rows {
        assert_eq!(row[3..].iter().filter(|cell| cell.as_str() == "–").count(), 1, "{row:?}");
        assert_eq!(row[3..].iter().filter(|cell| cell.contains(" ± ") && !cell.starts_with('-')).count(), 3, "{row:?}");
    }
    let words = |title: &str| {
        let chapter = page.chapters.iter().find(|chapter| chapter.title == title).unwrap();
        let text = |block: &Block| match block {
            Block::Text(text) => text.clone(),
            Block::Rules(rules) => rules.join("\n"),
            _ => String::new(),
        };
        chapter.blocks.iter().map(text).collect::<Vec<_>>().join("\n")
    };
    let dearest = words("What to take");
    let share = dearest.split("dearest card of a Gift ").nth(1).unwrap().split(" of the time").next().unwrap();
    assert!(words("On one page").contains(&format!("a card of a Gift ({share})")), "{share}");
}
