//! Writes the inputs that fuzzing starts from. The rules generate them, so that every game has some.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Context;
use cardsharp_programs::original::{ask_pass, ask_play};
use cardsharp_rules::intensity::Intensity;
use cardsharp_rules::{
    AnyGame, Fault, Game, Observation, Record, Rng, Seat, Seed, State, Turn, Verdict, random_position, with_game,
};

/// From fewer plies than any game has to more than any has.
const PLIES: [u8; 5] = [0, 3, 11, 26, 127];

/// Writes `<target>/<game>-<number>` for every target and game, and the dictionary `words.dict`.
pub(super) fn write(folder: &Path, data: &Path) -> anyhow::Result<()> {
    let mut words = BTreeSet::new();
    for (number, game) in AnyGame::all().iter().enumerate() {
        // The targets read the game's place in the list from this byte.
        let place = char::from(b'0' + number as u8);
        let mut seeds = with_game!(AnyGame, game, game => of_game(game, place));
        // `reason <- deal`; a game may have none yet.
        let invalid = fs::read_to_string(data.join(game.name()).join("invalid.deals")).unwrap_or_default();
        let deals = invalid.lines().filter_map(|line| line.split_once(" <- "));
        seeds.extend(deals.map(|(_, deal)| ("deal", format!("{place}{deal}"))));
        seeds.extend(with_game!(AnyGame, game, game => conversations(game, place)));
        write_game(folder, game.name(), &seeds)?;
        for (target, text) in &seeds {
            // JSON punctuation does not belong to the words.
            let text = if *target == "line" { text.replace(['{', '}', '"', ',', ':'], " ") } else { text.clone() };
            // Neither the byte that chooses the game nor the number of plies is a word.
            let text = text.trim_start_matches(|letter: char| letter == place || letter.is_control());
            let parts = text.split([' ', '\n', ';', '=']).filter(|word| !word.is_empty());
            words.extend(parts.map(str::to_owned));
        }
    }
    write_game(folder, "golden", &property_files(data)?)?;
    write_game(folder, "intensity", &originals())?;
    for (number, game) in AnyGame::all().iter().enumerate() {
        let bytes = with_game!(AnyGame, game, game => packed(game, b'0' + number as u8));
        write_seed(folder, "packed", game.name(), &bytes)?;
    }
    for (number, changes) in TABLES.iter().enumerate() {
        write_seed(folder, "tables", &format!("changed-{number:02}"), changes)?;
    }
    let words: Vec<String> = words.iter().map(|word| dictionary_entry(word)).collect();
    fs::write(folder.join("words.dict"), words.concat()).context("cannot write words.dict")
}

/// Returns the messages of the line protocol, and a saved game.
fn conversations<G: Game>(game: &G, place: char) -> Vec<(&'static str, String)> {
    let mut seeds = vec![("line", format!("{place}0{{\"type\":\"hello\",\"version\":1,\"name\":\"Lulu\"}}"))];
    for plies in PLIES {
        let state = random_position(game, Seed(7), u32::from(plies));
        let Turn::Of(seat) = state.turn() else { continue };
        let (view, mut rng) = (state.observe(seat), Rng::new(Seed(7)));
        let (plies, action) = (char::from(plies), state.random_action(&mut rng));
        let turn = serde_json::json!({ "type": "turn", "version": 1, "game": G::NAME, "view": view.to_string() });
        seeds.push(("line", format!("{place}{plies}{turn}")));
        seeds.push(("line", format!("{place}{plies}{{\"action\":\"{action}\"}}")));
    }
    let names = Seat::all(G::SEATS).map(|seat| format!("player {seat}")).collect();
    let record = played_out(Record::from_seed(game.clone(), Seed(7), names));
    let action = record.actions().next().expect("a game has actions");
    let players = Seat::all(G::SEATS).map(|seat| format!("player {seat} {}\n", ["human", "random"][seat.index() % 2]));
    let players: String = players.collect();
    seeds.push(("saved", format!("cardsharp sitting 1\nluck 7\n{players}forced 0 {action}\n{record}")));
    seeds
}

/// Returns requests of Intensity's original protocol, and answers to them.
fn originals() -> Vec<(&'static str, String)> {
    let mut seeds = Vec::new();
    for plies in PLIES {
        let state = random_position(&Intensity, Seed(7), u32::from(plies));
        let Turn::Of(seat) = state.turn() else { continue };
        let view = state.observe(seat);
        let asked = if view.table().all_passed() { ask_play(&view) } else { ask_pass(&view) };
        let answer = state.random_action(&mut Rng::new(Seed(7)));
        seeds.extend([asked, answer.to_string()].map(|text| ("original", format!("{}{text}", char::from(plies)))));
    }
    seeds
}

/// Returns a packed record; a dictionary of words does not help with its bytes.
fn packed<G: Game>(game: &G, place: u8) -> Vec<u8> {
    let names = Seat::all(G::SEATS).map(|seat| format!("player {seat}")).collect();
    let record = played_out(Record::from_seed(game.clone(), Seed(7), names));
    [vec![place], record.pack().expect("the record has a seed")].concat()
}

/// Changes to a file of tables: none, its application ID, its version, and the length of a row.
const TABLES: [&[u8]; 4] = [b"", &[68, 0, 0], &[63, 0, 1], &[255, 31, 200, 254, 31, 0]];

/// Returns the property files of the golden games.
fn property_files(data: &Path) -> anyhow::Result<Vec<(&'static str, String)>> {
    let files =
        ["game1", "game2", "game3"].map(|name| data.join(format!("lucky-thirteen/properties/{name}.properties")));
    let read =
        |path: &std::path::PathBuf| fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()));
    files.iter().map(|path| Ok(("properties", read(path)?))).collect()
}

/// Returns the seeds of a game, each with its target.
fn of_game<G: Game>(game: &G, place: char) -> Vec<(&'static str, String)> {
    let mut seeds = vec![("word", G::NAME.to_owned()), ("word", "A♠ 10D qh KC".to_owned()), ("word", "11D".to_owned())];
    seeds.push(("deal", format!("{place}{}", game.shuffle(Seed(7)))));
    for option in game.options() {
        let last = option.allowed.last().expect("an option has values");
        seeds.push(("option", format!("{place}{}={last}\n{}={}", option.key, option.key, option.value)));
    }
    if game.options().is_empty() {
        seeds.push(("option", format!("{place}key=value")));
    }
    for plies in PLIES {
        let state = random_position(game, Seed(7), u32::from(plies));
        seeds.extend(Seat::all(G::SEATS).map(|seat| ("view", format!("{place}{}", state.observe(seat)))));
        let mut legal = Vec::new();
        if let Turn::Of(seat) = state.turn() {
            state.observe(seat).legal_actions(&mut legal);
        }
        seeds.extend(legal.last().map(|action| ("action", format!("{place}{}{action}", char::from(plies)))));
    }
    let names: Vec<String> = Seat::all(G::SEATS).map(|seat| format!("player {seat}")).collect();
    let (game, deal) = (game.clone(), game.shuffle(Seed(7)));
    let written_out = Record::from_deal(game.clone(), deal, names.clone()).expect("a shuffled deal is valid");
    let named = Record::from_seed(game, Seed(7), names);
    seeds.extend([written_out, named].map(|record| ("record", played_out(record).to_string())));
    seeds
}

/// Adds a fault and a random game to the record.
fn played_out<G: Game>(mut record: Record<G>) -> Record<G> {
    record.fault(Fault::new(Seat::FIRST, Verdict::Illegal, "\"99\"\n\\"));
    let mut rng = Rng::new(Seed(7));
    while record.state().turn() != Turn::Over {
        let action = record.state().random_action(&mut rng);
        record.play(action).expect("a random action is legal");
    }
    record
}

fn write_game(folder: &Path, game: &str, seeds: &[(&str, String)]) -> anyhow::Result<()> {
    for (number, (target, text)) in seeds.iter().enumerate() {
        write_seed(folder, target, &format!("{game}-{number:02}"), text.as_bytes())?;
    }
    Ok(())
}

fn write_seed(folder: &Path, target: &str, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let path = folder.join(target).join(name);
    fs::create_dir_all(folder.join(target))
        .and_then(|()| fs::write(&path, bytes))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// `"10\xe2\x99\xa6"`: libFuzzer accepts a suit's sign only as escaped bytes.
fn dictionary_entry(word: &str) -> String {
    let escape = |byte: u8| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    };
    format!("\"{}\"\n", word.bytes().map(escape).collect::<String>())
}
