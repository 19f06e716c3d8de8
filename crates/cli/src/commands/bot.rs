//! `cardsharp bot`: a player of ours at somebody else's table.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, Write};

use cardsharp_matches::seat_named;
use cardsharp_programs::Hosted;
use cardsharp_programs::lines::{Heard, VERSION, hear};
use cardsharp_programs::original::{Request, clean_name, read_request};
use cardsharp_research::unlisted;
use cardsharp_rules::intensity::{Action, Intensity};
use cardsharp_rules::{ActionOf, AnyGame, Game, ObservationOf, Rng, Seed, with_game};
use cardsharp_search::{Memory, Player};
use serde_json::json;

use crate::Usage;
use crate::args::Bot;
use crate::output;

pub(crate) fn run(args: &Bot) -> anyhow::Result<String> {
    // Who cannot sit down says so before it is asked anything.
    match args.chosen.game()? {
        AnyGame::Intensity(game) => {
            let (sitting, mut input) = (Sitting::new(&game, args)?, std::io::stdin().lock());
            if is_json(&mut input)? { answer_lines(&sitting, &mut input) } else { answer_request(&sitting, &mut input) }
        }
        game => with_game!(AnyGame, &game, game => {
            let (sitting, mut input) = (Sitting::new(game, args)?, std::io::stdin().lock());
            if !is_json(&mut input)? {
                return Err(Usage(format!("expected lines of JSON on standard input, as in {PROTOCOL}")).into());
            }
            answer_lines(&sitting, &mut input)
        }),
    }
}

/// A line of JSON begins with a brace, a request of the original protocol with a digit.
fn is_json(input: &mut impl BufRead) -> Result<bool, Usage> {
    Ok(first_character(input)? == Some(b'{'))
}

const PROTOCOL: &str = "crates/programs/protocol.md";

/// The first character that is not blank, left where it is; none at the end of the input.
fn first_character(input: &mut impl BufRead) -> Result<Option<u8>, Usage> {
    loop {
        let buffer = input.fill_buf().map_err(|error| Usage(format!("standard input: {error}")))?;
        let Some(&first) = buffer.first() else { return Ok(None) };
        if !first.is_ascii_whitespace() {
            return Ok(Some(first));
        }
        input.consume(1);
    }
}

/// A player who answers the same to the same.
struct Sitting<G: Game> {
    player: Box<dyn Player<G>>,
    name: String,
    seed: Seed,
}

impl<G: Hosted> Sitting<G> {
    fn new(game: &G, args: &Bot) -> Result<Sitting<G>, Usage> {
        let player =
            seat_named(game, &args.player, Memory::Game, unlisted).map_err(|error| Usage(error.to_string()))?;
        let usual = format!("cardsharp {}", args.player.name);
        let name = clean_name(args.name.as_ref().unwrap_or(&usual).as_bytes());
        Ok(Sitting { player, name, seed: Seed(args.seed) })
    }

    fn choose(&self, view: &ObservationOf<G>) -> ActionOf<G> {
        // Nothing is kept between decisions, so the position itself names its luck.
        let mut hasher = DefaultHasher::new();
        view.to_string().hash(&mut hasher);
        self.player.choose(view, &mut Rng::new(self.seed.stream(hasher.finish())))
    }
}

fn answer_lines<G: Hosted>(sitting: &Sitting<G>, input: &mut impl BufRead) -> anyhow::Result<String> {
    let mut out = std::io::stdout().lock();
    for (number, line) in input.lines().enumerate() {
        let wrong = |error: &dyn std::fmt::Display| Usage(format!("standard input, line {}: {error}", number + 1));
        let line = line.map_err(|error| wrong(&error))?;
        if line.trim().is_empty() {
            continue;
        }
        let answer = match hear::<G>(&line).map_err(|error| wrong(&error))? {
            Heard::Hello(VERSION) => {
                format!("{{\"type\":\"hello\",\"version\":{VERSION},\"name\":{}}}", json!(sitting.name))
            }
            Heard::Hello(version) => {
                return Err(wrong(&format!("version {version} is spoken, but only {VERSION} known")).into());
            }
            Heard::Turn(view) => json!({ "action": sitting.choose(&view).to_string() }).to_string(),
            Heard::Nothing => continue,
        };
        if let Err(error) = writeln!(out, "{answer}").and_then(|()| out.flush()) {
            // The table has been cleared, or we cannot be heard there.
            output::note(Err(error));
            break;
        }
    }
    Ok(String::new())
}

fn answer_request(sitting: &Sitting<Intensity>, input: &mut impl BufRead) -> anyhow::Result<String> {
    let mut text = String::new();
    input.read_to_string(&mut text).map_err(|error| Usage(format!("standard input: {error}")))?;
    let request = read_request(&text).map_err(|error| Usage(format!("standard input: {error}")))?;
    Ok(match request {
        Request::Name => format!("{}\n", sitting.name),
        Request::Turn(view) => match sitting.choose(&view) {
            Action::Pass(cards) => format!("{cards}\n"),
            Action::Play(card) => format!("{card}\n"),
        },
        Request::OddTurn(legal) => format!("{}\n", legal.first().expect("a hand is not empty")),
        Request::UnitTests => unit_tests(sitting)?,
    })
}

/// The assignment's own examples: a pass of three cards, and a play that is forced.
fn unit_tests(sitting: &Sitting<Intensity>) -> anyhow::Result<String> {
    let requests = [
        "1\n13 19 24 25 29 32 39 44 46 49\n",
        "2\n9 2 0\n11 15 18 23 33 34 47 48 49\n24 26\n16 13 19 12\n37 38 39\n34 47 48\n",
    ];
    for request in requests {
        let Request::Turn(view) = read_request(request)? else { anyhow::bail!("{request} is not understood") };
        match sitting.choose(&view) {
            Action::Pass(cards) => anyhow::ensure!(cards.len() == 3 && cards.is_subset(view.hand()), "{cards}"),
            Action::Play(card) => anyhow::ensure!(card.number() == 23, "{card}"),
        }
    }
    Ok("All unit tests passed\n".to_owned())
}
