//! `cardsharp games`: what there is to play, and who plays it.

use std::fmt::Write;

use cardsharp_rules::{AnyGame, with_game};
use cardsharp_search::{HUMAN, Offer, Thoughtful, roster};
use serde_json::{Value, json};

use crate::args::Games;

pub(crate) fn run(args: &Games) -> String {
    let games = AnyGame::all();
    if args.output.json {
        let games: Vec<Value> = games.iter().map(|game| with_game!(AnyGame, game, game => as_json(game))).collect();
        return format!("{:#}\n", json!({ "games": games }));
    }
    let mut text = String::new();
    for game in &games {
        with_game!(AnyGame, game, game => describe(game, &mut text));
    }
    text.push_str("Read the rules with `cardsharp rules GAME`.\n");
    text
}

/// Everyone who can sit down to this game.
fn sitters<G: Thoughtful>(game: &G) -> Vec<Offer> {
    let person = Offer { name: HUMAN, summary: "you, at `cardsharp play`", settings: &[] };
    std::iter::once(person).chain(roster(game)).collect()
}

fn describe<G: Thoughtful>(game: &G, text: &mut String) {
    writeln!(text, "{} — {}, {} seats", G::NAME, G::TITLE, G::SEATS).expect("writing to a string");
    for option in game.options() {
        let (key, allowed, meaning) = (option.key, option.allowed.join("|"), option.meaning);
        writeln!(text, "  option {key}={allowed}: {meaning}").expect("writing to a string");
    }
    for offer in sitters(game) {
        let settings =
            if offer.settings.is_empty() { String::new() } else { format!(" ({})", offer.settings.join(", ")) };
        writeln!(text, "  player {:<9} {}{settings}", offer.name, offer.summary).expect("writing to a string");
    }
    text.push('\n');
}

fn as_json<G: Thoughtful>(game: &G) -> Value {
    let options: Vec<Value> = game
        .options()
        .iter()
        .map(|option| {
            json!({
                "key": option.key, "default": option.value, "allowed": option.allowed, "meaning": option.meaning,
            })
        })
        .collect();
    let players: Vec<Value> = sitters(game)
        .iter()
        .map(|offer| json!({ "name": offer.name, "summary": offer.summary, "settings": offer.settings }))
        .collect();
    json!({ "name": G::NAME, "title": G::TITLE, "seats": G::SEATS, "options": options, "players": players })
}
