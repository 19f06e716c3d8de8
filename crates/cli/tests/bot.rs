//! `cardsharp bot` through the real binary: at tables that are not ours.

mod referee_tools;

use referee_tools::{cardsharp_reading, root};

fn answer(args: &[&str], input: &str) -> String {
    let output = cardsharp_reading(&[&["bot"], args].concat(), input);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(args: &[&str], input: &str) -> String {
    let output = cardsharp_reading(&[&["bot"], args].concat(), input);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The assignment's example, in which only the 23 is legal.
const PLAY: &str = "2\n9 2 0\n11 15 18 23 33 34 47 48 49\n24 26\n16 13 19 12\n37 38 39\n34 47 48\n";

#[test]
fn all_four_modes_of_the_original_protocol_are_answered() {
    assert_eq!(answer(&["intensity"], "0\n"), "cardsharp champion\n");
    assert_eq!(answer(&["intensity", "careful", "--name", "Dennis  Ritchie!"], "0"), "Dennis Ritchie\n");
    for player in ["champion:nodes=50", "careful", "random"] {
        assert_eq!(answer(&["intensity", player], PLAY), "23\n");
        // As the original referee writes it: one card to a line, and on one line altogether.
        assert_eq!(answer(&["intensity", player], &PLAY.replace("16 13 19 12", "16\n13\n19\n12")), "23\n");
        assert_eq!(answer(&["intensity", player], &PLAY.replace('\n', " ")), "23\n");
        let hand = "13 19 24 25 29 32 39 44 46 49";
        let passed = answer(&["intensity", player], &format!("1\n{hand}\n"));
        assert!(passed.split_whitespace().all(|card| hand.contains(card)), "{passed}");
        assert_eq!(passed.split_whitespace().count(), 3);
        assert_eq!(answer(&["intensity", player], &format!("1 {hand}")), passed, "the same to the same");
    }
    assert!(answer(&["intensity", "careful"], "3\n").contains("All unit tests passed"));
}

#[test]
fn a_made_up_position_is_answered_too() {
    // The same card everywhere: no game goes like this, but a test of somebody's might.
    let twelve = "12 ".repeat(4);
    assert_eq!(
        answer(&["intensity"], &format!("2 9 1 0 12 13 20 21 22 30 31 32 33 14 {twelve} 12 12 12 12 12 12")),
        "12\n"
    );
}

#[test]
fn nonsense_is_refused_by_name() {
    assert!(refused(&["intensity"], "").contains("\"\" is not a mode"));
    assert!(refused(&["intensity"], "7").contains("\"7\" is not a mode"));
    assert!(refused(&["intensity"], "2 3 0 0 10 11").contains("3 cards, not the end of the input"));
    assert!(refused(&["intensity", "champoin"], "0").contains("did you mean \"champion\"?"));
    assert!(refused(&["indigo"], "0").contains("expected lines of JSON"));
    // Who cannot sit down says so whatever is asked.
    assert!(refused(&["hanamikoji", "champion:safety=2"], "").contains("champion:safety=2: expected a number from 0"));
    assert!(refused(&["hanamikoji", "net:no/such.net"], "").contains("net:no/such.net: No such file"));
    assert!(refused(&["indigo"], "{\"type\":").contains("standard input, line 1"));
    assert!(refused(&["indigo"], "{\"type\":\"hello\",\"version\":9}").contains("version 9 is spoken"));
    assert!(refused(&["indigo"], "{\"type\":\"turn\",\"game\":\"intensity\"}").contains("a game of indigo"));
    let somebody_elses = "{\"type\":\"turn\",\"view\":\"seat 1; table 5♦ J♦ K♣ 5♠; plays -; hand A♠ 2♠ 3♠ 4♠ 6♠ 7♠\"}";
    assert!(refused(&["indigo"], somebody_elses).contains("turn of seat 1"));
}

#[test]
fn unknown_messages_are_passed_over() {
    let input = "{\"type\":\"weather\"}\n\n{\"type\":\"hello\",\"version\":1}\n{\"type\":\"over\"}\n";
    let expected = "{\"type\":\"hello\",\"version\":1,\"name\":\"cardsharp classic\"}\n";
    assert_eq!(answer(&["indigo", "classic"], input), expected);
}

/// The blocks of `protocol.md` that name a bot are what that bot answers.
#[test]
fn the_bot_answers_as_the_transcripts_say() {
    let text = std::fs::read_to_string(root().join("crates/programs/protocol.md")).unwrap();
    let mut run = 0;
    for block in text.split("```transcript ").skip(1) {
        let (header, rest) = block.split_once('\n').unwrap();
        let Some(player) = header.split_whitespace().find_map(|word| word.strip_prefix("bot=")) else { continue };
        let lines: Vec<&str> = rest.split("```").next().unwrap().lines().collect();
        let of = |mark: &str| {
            lines.iter().filter_map(|line| line.strip_prefix(mark)).fold(String::new(), |text, line| text + line + "\n")
        };
        let game = header.split_whitespace().next().unwrap();
        assert_eq!(answer(&[game, player, "--name", "Example"], &of("< ")), of("> "), "{header}");
        run += 1;
    }
    assert_eq!(run, 2);
}
