//! `cardsharp play` from the outside: what it takes, what it refuses, and what it survives.

mod play_tools;

use play_tools::{Home, text};

const GAMES: [&str; 4] = ["intensity", "hanamikoji", "indigo", "lucky-thirteen"];

/// The message of a command that must be refused as wrongly used, printing nothing.
fn refused(home: &Home, args: &[&str]) -> String {
    let output = home.play(args, b"");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    text(&output.stderr).to_owned()
}

#[test]
fn what_is_wrongly_asked_is_refused_by_name() {
    let home = Home::new("refused");
    let refused = |args: &[&str]| refused(&home, args);
    assert!(refused(&[]).contains("name a game: intensity, hanamikoji, indigo, lucky-thirteen"));
    assert!(refused(&["tarot"]).contains("\"tarot\" is not a game"));
    assert!(refused(&["indigo", "--seats", "human"]).contains("--seats: Indigo has 2 seats, but 1 are named"));
    assert!(refused(&["indigo", "--seats", "human,clasic"]).contains("did you mean \"classic\"?"));
    assert!(refused(&["indigo", "--seats", "human:ms=3,classic"]).contains("--seats: human"));
    assert!(refused(&["indigo", "--names", "A,B,C"]).contains("--names: 3 given"));
    assert!(refused(&["indigo", "--names", "A,A"]).contains("\"A\" is there twice"));
    assert!(refused(&["indigo", "--speed", "soon"]).contains("slow, normal, fast or instant"));
    assert!(refused(&["indigo", "--sums", "face"]).contains("--sums is for Lucky Thirteen"));
    assert!(refused(&["indigo", "--log", "x"]).contains("--log is for Lucky Thirteen"));
    assert!(refused(&["indigo", "--json"]).contains("--json: where people play"));
    assert!(refused(&["indigo", "--resume", "--seed", "3"]).contains("cannot be used with"));
    assert!(refused(&["--resume"]).contains("--resume: name the game or the file"));
    assert!(refused(&["indigo", "--resume"]).contains("indigo.sitting: cannot be read"));
    assert!(refused(&["--resume", "hanamikoji"]).contains("hanamikoji.sitting: cannot be read"));
    let save = home.path("a.sitting");
    assert!(refused(&["indigo", "--save", &save, "--record", &save]).contains("--record and --save are the same file"));
}

#[test]
fn a_person_sits_only_where_one_can_be_asked() {
    let cardsharp = |args: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_cardsharp")).args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    for args in [
        &["match", "indigo", "human", "classic"][..],
        &["referee", "intensity", "human"],
        &["analyse", "indigo", "--record", "../../examples/records/indigo.record", "--at", "3", "--player", "human"],
    ] {
        let message = cardsharp(args);
        assert!(message.contains("human is a person") && message.contains("`cardsharp play`"), "{args:?}: {message}");
    }
}

#[test]
fn a_saved_game_must_be_the_one_that_is_asked_for_and_whole() {
    let home = Home::new("damaged");
    let save = home.path("game.sitting");
    home.play(&["hanamikoji", "--seed", "3", "--save", &save], b"");
    assert!(refused(&home, &["indigo", "--resume", &save]).contains("this is a game of hanamikoji, not of indigo"));
    let whole = std::fs::read_to_string(&save).unwrap();
    for (from, to, reason) in [
        ("cardsharp sitting 2", "cardsharp sitting 9", "line 1: a saved game begins with"),
        ("player 1 champion", "player 1 champoin", "line 3: there is no player \"champoin\""),
        ("seed 3", "seed x", "line 6: "),
    ] {
        assert!(whole.contains(from), "{whole}");
        std::fs::write(&save, whole.replacen(from, to, 1)).unwrap();
        let message = refused(&home, &["--resume", &save]);
        assert!(message.contains(reason) && message.contains(&save), "{message}");
    }
    let forced = whole.replacen("cardsharp record 1", "forced 0 take G\ncardsharp record 1", 1);
    std::fs::write(&save, forced).unwrap();
    let output = home.play(&["--resume", &save], b"");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(text(&output.stderr).contains("take G"), "{output:?}");
    std::fs::write(&save, b"\xff").unwrap();
    assert!(refused(&home, &["--resume", &save]).contains("this is not UTF-8 text"));
}

/// Whatever is typed, the answer is a sentence: the game goes on until the input ends.
#[test]
fn nonsense_never_costs_the_game() {
    let long = "9".repeat(1_000_000);
    let junk: [&[u8]; 10] = [
        b"",
        b" ",
        b"\xff\xfe\x00",
        b"\x1b[A",
        b"-1",
        b"99999999999999999999",
        b"secret",
        b"take",
        "\u{1f0a1}♠".as_bytes(),
        long.as_bytes(),
    ];
    let typed = [b"yes\n".as_slice(), &junk.join(&b'\n'), b"\n"].concat();
    for game in GAMES {
        let home = Home::new(&format!("junk-{game}"));
        let output = home.play(&[game, "--seed", "3"], &typed);
        assert_eq!(output.status.code(), Some(1), "{game}: {output:?}");
        let errors = text(&output.stderr);
        assert!(errors.starts_with("cardsharp: the input ended; the game is saved in "), "{game}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{game}: {errors}");
        let asked = text(&output.stdout)
            .matches(if game == "indigo" { "Choose a card to play (1-6):" } else { "\nEnter " })
            .count();
        // Every line of junk is answered by asking again; Indigo takes the `yes` for its own question.
        assert_eq!(asked, if game == "indigo" { 11 } else { 12 }, "{game}: {}", text(&output.stdout));
        let resumed = home.play(&[game, "--resume"], b"exit\n");
        assert_eq!(resumed.status.code(), Some(0), "{game}: {resumed:?}");
    }
}

#[test]
fn hints_and_help_are_there_at_any_question() {
    for (game, verdict, best, rules) in [
        ("intensity", " is best: ", "  1  pass ", "Fewest points wins."),
        ("hanamikoji", "The champion ", "  1  ", "11 points win"),
        ("lucky-thirteen", " is best: ", "  1  discard ", "you want a 13"),
    ] {
        let home = Home::new(&format!("hint-{game}"));
        let output = home.play(&[game, "--seed", "3"], b"hint\n?\nHELP\nexit\n");
        let told = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(told.contains(verdict) && told.contains(best) && told.contains(" ± "), "{told}");
        assert_eq!(told.matches(rules).count(), 2, "{told}");
    }
}

#[test]
fn a_game_that_cannot_be_saved_by_itself_is_played_all_the_same() {
    let home = Home::new("unsaved");
    std::fs::write(home.path("cardsharp"), "in the way").unwrap();
    let output = home.play(&["indigo", "--seed", "3"], b"yes\n1\nexit\n");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let errors = text(&output.stderr);
    assert!(errors.starts_with("cardsharp: the game is not saved: ") && errors.lines().count() == 2, "{errors}");
    assert!(errors.ends_with("cardsharp: the game is not saved\n"), "{errors}");
    // But a file that was asked for must be writable, and is tried before the game.
    let output = home.play(&["intensity", "--save", &home.path("cardsharp/a")], b"");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(text(&output.stderr).contains("cannot be written"), "{output:?}");
    let output = home.play(&["intensity", "--record", &home.path("cardsharp/a")], b"");
    assert!(output.stdout.is_empty() && text(&output.stderr).contains("cannot be written"), "{output:?}");
}

#[test]
fn chance_deals_unless_a_seed_does() {
    let home = Home::new("chance");
    let deal = |args: &[&str]| text(&home.play(args, b"yes\n").stdout).to_owned();
    assert_eq!(deal(&["indigo", "--seed", "5"]), deal(&["indigo", "--seed", "5"]));
    assert_ne!(deal(&["indigo"]), deal(&["indigo"]));
}

#[test]
fn a_table_of_players_is_told_or_counted() {
    let home = Home::new("players");
    let seats = ["hanamikoji", "--seed", "4", "--seats", "champion:nodes=20,worlds=10,greedy"];
    let told = home.play(&seats, b"");
    assert_eq!(told.status.code(), Some(0), "{told:?}");
    assert!(text(&told.stdout).contains("wins.") || text(&told.stdout).contains("a draw"), "{told:?}");
    let counted = home.play(&[&seats[..], &["--json"]].concat(), b"");
    let report: serde_json::Value = serde_json::from_slice(&counted.stdout).unwrap();
    assert_eq!(report["players"], serde_json::json!(["champion:nodes=20,worlds=10", "greedy"]));
    assert_eq!((&report["game"], &report["seed"]), (&"hanamikoji".into(), &4.into()));
    assert_eq!(report["result"].as_array().unwrap().len(), 2);
    // Nobody can come back to it, so nothing is saved.
    assert!(!std::path::Path::new(&home.path("cardsharp")).exists());
}

/// The example of the course: who captures what, and how it is counted.
#[test]
fn the_courses_own_example_is_counted_as_it_counts() {
    let home = Home::new("vector");
    let hands = "J♠ 8♦ 2♦ 2♣ 3♥ 6♥ / Q♠ 7♠ 5♣ 4♦ 9♥ 2♥";
    let known: Vec<&str> = hands.split([' ', '/']).chain(["5♦", "J♦", "K♣", "5♠"]).collect();
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    let deck = ["♠", "♥", "♦", "♣"].map(|suit| ranks.map(|rank| format!("{rank}{suit}"))).concat();
    let rest: Vec<&str> = deck.iter().map(String::as_str).filter(|card| !known.contains(card)).collect();
    let rest: Vec<String> = rest.chunks(6).map(|hand| hand.join(" ")).collect();
    let forced = ["Q♠", "7♠", "5♣", "4♦"].map(|card| format!("forced 1 play {card}\n")).concat();
    let sitting = format!(
        "cardsharp sitting 1\nluck 1\nplayer 0 human\nplayer 1 classic\n{forced}cardsharp record 1\ngame indigo\n\
         deal table 5♦ J♦ K♣ 5♠; hands {hands} / {}\nseat 0 Player\nseat 1 Computer\n",
        rest.join(" / ")
    );
    let file = home.path("vector.sitting");
    std::fs::write(&file, sitting).unwrap();
    // Whatever the order of the hand, each card is found by its number.
    let mut answers: Vec<String> = Vec::new();
    for card in ["J♠", "2♦", "2♣", "8♦"] {
        let told = home.play(&["--resume", &file], b"exit\n");
        let told = text(&told.stdout);
        let hand = told.lines().find(|line| line.starts_with("Cards in hand: ")).unwrap();
        let number = hand.split(' ').find_map(|part| part.strip_suffix(&format!("){card}"))).unwrap();
        let played = home.play(&["--resume", &file], format!("{number}\nexit\n").as_bytes());
        answers.push(text(&played.stdout).to_owned());
    }
    assert!(
        answers[0]
            .contains("Player wins cards\nScore: Player 3 - Computer 0\nCards: Player 5 - Computer 0\n\nNo cards")
    );
    assert!(answers[2].contains(
        "Computer plays 5♣\nComputer wins cards\nScore: Player 3 - Computer 1\nCards: Player 5 - Computer 5\n"
    ));
    assert!(answers[3].contains(
        "Computer plays 4♦\nComputer wins cards\nScore: Player 3 - Computer 1\nCards: Player 5 - Computer 7\n"
    ));
}

#[test]
fn players_take_the_time_that_a_property_file_gives_them() {
    let home = Home::new("pace");
    let file = home.path("table.properties");
    // Only the last turn of the person is not forced; three times four turns and three before it are not theirs.
    let properties = "players.0=Human\nplayers.0.initialcards=1C,2C\nplayers.0.cardsPlayed=3C-1C,4C-2C,5C-3C\n\
                thinkingTime=40\ndelayTime=20\nseed=7\n";
    std::fs::write(&file, properties).unwrap();
    let begun = std::time::Instant::now();
    let output = home.play(&["lucky-thirteen", "--properties", &file, "--plain"], b"4C\n");
    let took = begun.elapsed();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(text(&output.stdout).contains("EndGame:"), "{output:?}");
    // Fifteen turns of players, and as many waits; either may be longer, never shorter.
    let least = std::time::Duration::from_millis(15 * (40 + 20));
    assert!(took >= least, "{took:?} is less than {least:?}");
}
