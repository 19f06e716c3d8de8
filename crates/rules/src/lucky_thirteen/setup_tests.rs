use super::*;
use crate::{Game, Record, Rng, Seat, Seed, State as _, Turn};

fn card(code: &str) -> Card {
    Card::from_code(code).unwrap()
}

/// Plays the game of a file: forced turns as the file says, other turns at random.
fn play(setup: &Setup, game: LuckyThirteen) -> Record<LuckyThirteen> {
    let names = Seat::all(LuckyThirteen::SEATS).map(|seat| setup.player(seat).to_owned()).collect();
    let (mut record, mut rng) = (setup.record(game, Seed(1), names), Rng::new(Seed(1)));
    while let Turn::Of(seat) = record.state().turn() {
        let forced = setup.forced(seat).get(record.actions_by(seat)).copied();
        record.play(forced.unwrap_or_else(|| record.state().random_action(&mut rng))).unwrap();
    }
    record
}

/// The three golden games of the rules.
#[test]
fn forced_games_are_logged_to_the_letter() {
    macro_rules! game {
        ($name:literal) => {
            include_str!(concat!("../../data/lucky-thirteen/properties/", $name))
        };
    }
    let games = [
        (game!("game1.properties"), game!("game1.log")),
        (game!("game2.properties"), game!("game2.log")),
        (game!("game3.properties"), game!("game3.log")),
    ];
    for (properties, expected) in games {
        let record = play(&Setup::parse(properties).unwrap(), LuckyThirteen { sums: Sums::Flexible });
        assert_eq!(log(&record), expected);
    }
}

#[test]
fn an_unfinished_game_is_logged_to_its_last_full_round() {
    let record = play(&Setup::default(), LuckyThirteen { sums: Sums::Face });
    let text = record.to_string();
    let lines: Vec<&str> = text.lines().collect();
    // Eight header lines and six actions.
    let begun = lines[..8 + 6].join("\n");
    let record = crate::Record::parse(&begun).unwrap();
    assert_eq!(record.actions().count(), 6);
    assert_eq!(log(&record).lines().count(), 1);
    assert!(log(&record).ends_with("Score:0,0,0,0,\n"));
}

#[test]
fn a_file_that_names_no_card_leaves_the_seeds_deal_and_named_cards_lie_where_they_should() {
    let game = LuckyThirteen::default();
    assert_eq!(Setup::parse("").unwrap().deal(Seed(7)), game.shuffle(Seed(7)));
    let text = "shared.initialcards=8H\nplayers.2.initialcards=1C\nplayers.2.cardsPlayed=3C-1C,4C-4C\n";
    let deal = Setup::parse(text).unwrap().deal(Seed(7));
    assert_eq!((deal.public[0], deal.hands[2][0]), (card("8H"), card("1C")));
    assert_eq!((deal.pile[2], deal.pile[6]), (card("3C"), card("4C")));
    game.start(&deal).unwrap();
}

#[test]
fn properties_are_read_as_java_reads_them() {
    let text = "\u{feff}# note\r\n! note \\\r\n\r\n  a = b\\\r\n    c \r\nd:e\rf g\nh\\ i\\=\\:=\\u0041\\t\\\\\nj\nk=\\\n#l\nm \t= \\q\\";
    let read = parse_properties(text).unwrap();
    let read: Vec<(usize, &str, &str)> = read.iter().map(|p| (p.line, p.key.as_str(), p.value.as_str())).collect();
    let expected = [
        (4, "a", "bc "),
        (6, "d", "e"),
        (7, "f", "g"),
        (8, "h i=:", "A\t\\"),
        (9, "j", ""),
        (10, "k", "#l"),
        (12, "m", "q"),
    ];
    assert_eq!(read, expected);
}

fn check_property(text: &str, expected: &str) {
    assert_eq!(Setup::parse(text).expect_err(text).to_string(), expected);
}

#[test]
fn what_is_wrong_is_named_by_line_and_key() {
    check_property("seed=1\n\nseed=2", "3: seed: given twice, first on line 1");
    check_property(
        "players.1=\\u00g0",
        "1: players.1: \"\\\\u00g0\" names no letter: expected \\u and four hex digits",
    );
    check_property(
        "players.1=wise",
        "1: players.1: \"wise\" is not a player: expected human, random, basic, keep13, thumb, clever",
    );
    check_property("isAuto=true\nplayers.1=human", "2: players.1: isAuto=true leaves no place for a human");
    check_property("isAuto=yes", "1: isAuto: \"yes\" is neither true nor false");
    check_property("delayTime=-1", "1: delayTime: \"-1\" is not a time: expected whole milliseconds");
    check_property("seed=x", "1: seed: \"x\" is not a seed: expected a whole number");
    check_property("shared.initialcards=1C,2C,3C", "1: shared.initialcards: 3 cards where 2 are dealt");
    check_property(
        "shared.initialcards=1C,1C",
        "1: shared.initialcards: 1C is named twice, first on line 1 by shared.initialcards",
    );
    check_property(
        "shared.initialcards=1C\nplayers.0.cardsPlayed=1C-1C",
        "2: players.0.cardsPlayed: 1C is named twice, first on line 1 by shared.initialcards",
    );
    check_property(
        "players.0.cardsPlayed=3C-3C,4C-2C\nplayers.0.initialcards=1C",
        "1: players.0.cardsPlayed: turn 2 discards 2C, not in hand: 1C 4C and 1 dealt at random",
    );
    check_property(
        "players.0.cardsPlayed=1C-1C,2C-2C,3C-3C,4C-4C,5C-5C",
        "1: players.0.cardsPlayed: 5 turns where 4 are played",
    );
    check_property(
        "players.0.cardsPlayed=1C",
        "1: players.0.cardsPlayed: \"1C\" is not a turn: expected draw-discard, such as 3C-2C",
    );
    check_property(
        "players.0.initialcards=AC",
        "1: players.0.initialcards: \"AC\" is not a card: expected a number from 1 to 13 and S, H, D or C, such as 11D",
    );
    for key in ["player.0", "players.4", "players.+1", "players.0.", "players.0.hand", "players", ""] {
        let error = Setup::parse(&format!("{key}=1")).unwrap_err();
        assert!(error.reason.starts_with("unknown key: expected players.N, "), "{error}");
    }
}

#[test]
fn the_four_types_are_named_in_any_case() {
    let setup = Setup::parse("players.0=Human\nplayers.1=RANDOM\nplayers.2=Basic \nplayers.3=cLever\n").unwrap();
    let players: Vec<&str> = Seat::all(4).map(|seat| setup.player(seat)).collect();
    assert_eq!(players, ["human", "random", "basic", "clever"]);
    check_property("isAuto=true\nplayers.1=Human", "2: players.1: isAuto=true leaves no place for a human");
    // Settings are checked by their players.
    let known = |name: &str| if name == "champion:Ms=1" { Ok(()) } else { Err(format!("{name} is nobody")) };
    assert_eq!(Setup::parse_for("players.1=Champion:Ms=1", &known).unwrap().player(Seat::new(1)), "champion:Ms=1");
}

#[test]
fn times_are_for_games_that_people_watch() {
    let pace = |text: &str| {
        Setup::parse(text).unwrap().pace().map(|pace| [pace.thinking, pace.delay].map(|time| time.as_millis()))
    };
    assert_eq!(pace(""), None);
    assert_eq!(pace("thinkingTime=200"), Some([200, 0]));
    assert_eq!(pace("delayTime=50\nthinkingTime=200\nisAuto=false"), Some([200, 50]));
    assert_eq!(pace("delayTime=50\nthinkingTime=200\nisAuto=true"), Some([0, 0]));
    check_property("thinkingTime=soon", "1: thinkingTime: \"soon\" is not a time: expected whole milliseconds");
}

#[test]
fn a_file_says_whether_it_names_cards() {
    let names_cards = |text: &str| Setup::parse(text).unwrap().names_cards();
    assert!(!names_cards("players.0=Human\nthinkingTime=1"));
    for text in ["seed=7", "shared.initialcards=8H", "players.3.initialcards=8H", "players.3.cardsPlayed=8H-8H"] {
        assert!(names_cards(text), "{text}");
    }
}
