//! Golden games: recorded games with every view printed, renewed by `cargo xtask bless`.
//!
//! `data/<game>/golden/*.game` is a record, a line `---`, and the output of [`playthrough`].

use std::fmt::Write;
use std::path::Path;

use cardsharp_rules::{AnyGame, AnyRecord, Event, Game, Observation, Record, Seat, State, with_game};

/// A recorded game with every seat's view at every point.
fn playthrough<G: Game>(record: &Record<G>) -> String {
    let mut text = String::new();
    let mut state = record.start();
    let show = |text: &mut String, state: &G::State| {
        for seat in Seat::all(G::SEATS) {
            let view = state.observe(seat);
            let mut legal = Vec::new();
            view.legal_actions(&mut legal);
            writeln!(text, "  {view}").unwrap();
            if !legal.is_empty() {
                let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
                // A pass has 120 choices, and an offer as many: the first and the last suffice.
                let shown =
                    if legal.len() > 12 { [&legal[..6], &legal[legal.len() - 6..]].concat() } else { legal.clone() };
                writeln!(text, "    {} legal: {}", legal.len(), shown.join(", ")).unwrap();
            }
        }
    };
    show(&mut text, &state);
    for event in record.events() {
        match event {
            Event::Action(seat, action) => {
                state.play(*action).unwrap();
                writeln!(text, "seat {seat}: {action}").unwrap();
                show(&mut text, &state);
            }
            Event::Fault(fault) => writeln!(text, "seat {}: fault: {}", fault.seat, fault.verdict).unwrap(),
        }
    }
    writeln!(text, "result {:?}", record.result()).unwrap();
    text
}

fn check(game: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(game).join("golden");
    let mut games = 0;
    for entry in std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.unwrap().path();
        let file = std::fs::read_to_string(&path).unwrap();
        let (text, golden) = file.split_once("---\n").unwrap_or((&file, ""));
        let record = AnyRecord::parse(text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let (written, printed) = with_game!(AnyRecord, &record, record => (record.to_string(), playthrough(record)));
        if std::env::var_os("CARDSHARP_BLESS").is_some() {
            std::fs::write(&path, format!("{written}---\n{printed}")).unwrap();
        } else {
            assert_eq!(written, text, "{} is written otherwise", path.display());
            assert!(printed == golden, "{} has changed: look at `cargo xtask bless` and its diff", path.display());
        }
        games += 1;
    }
    assert!(games > 0, "{game} has no golden game");
}

#[test]
fn every_game_is_played_as_it_was() {
    for game in AnyGame::all() {
        check(game.name());
    }
}
