//! `cardsharp games`: the games and their players.

use cardsharp_rules::{AnyGame, with_game};
use cardsharp_search::{HUMAN, Searchable, roster};
use serde_json::{Value, json};

use crate::shared::{Output, json_list};

/// List the games, their seats, options and players
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  cardsharp games --json")]
pub(crate) struct Games {
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Games) -> String {
    let games = AnyGame::all();
    if args.output.json {
        let games = json_list(&games, |game| with_game!(AnyGame, game, game => as_json(game)));
        return format!("{:#}\n", json!({ "games": games }));
    }
    let mut text = String::new();
    for game in &games {
        with_game!(AnyGame, game, game => describe(game, &mut text));
    }
    text.push_str("Read the rules with `cardsharp rules GAME`.\n");
    text
}

/// Returns the players of a game: name, summary and settings.
fn sitters<G: Searchable>(game: &G) -> Vec<(&'static str, &'static str, &'static [&'static str])> {
    let person = (HUMAN, "you, at `cardsharp play`", [].as_slice());
    let players = roster(game).into_iter().map(|offer| (offer.name, offer.summary, offer.settings));
    std::iter::once(person).chain(players).collect()
}

fn describe<G: Searchable>(game: &G, text: &mut String) {
    append_line!(text, "{} — {}, {} seats", G::NAME, G::TITLE, G::SEATS);
    for option in game.options() {
        let (key, allowed, meaning) = (option.key, option.allowed.join("|"), option.meaning);
        append_line!(text, "  option {key}={allowed}: {meaning}");
    }
    for (name, summary, settings) in sitters(game) {
        let settings = if settings.is_empty() { String::new() } else { format!(" ({})", settings.join(", ")) };
        append_line!(text, "  player {name:<9} {summary}{settings}");
    }
    text.push('\n');
}

fn as_json<G: Searchable>(game: &G) -> Value {
    let options = json_list(
        &game.options(),
        |option| json!({ "key": option.key, "default": option.value, "allowed": option.allowed, "meaning": option.meaning }),
    );
    let players = json_list(
        &sitters(game),
        |(name, summary, settings)| json!({ "name": name, "summary": summary, "settings": settings }),
    );
    json!({ "name": G::NAME, "title": G::TITLE, "seats": G::SEATS, "options": options, "players": players })
}
