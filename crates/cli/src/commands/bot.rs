//! `cardsharp bot`: a house player as a program for other tables.

use cardsharp_search::Spec;
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

use crate::shared::{Chosen, Usage, check_written};

/// Answer questions on standard input, as a program at a table
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  echo 0 | cardsharp bot intensity
  cardsharp bot intensity champion:ms=500 < request.txt
  cardsharp bot hanamikoji champion:nodes=2000

Two protocols are understood and told apart by the first character: lines of JSON for every game,
until the input ends (crates/programs/protocol.md), and Intensity's original one, a single request
in modes 0 to 3. The answer to a position is the same every time if the player counts nodes.")]
pub(crate) struct Bot {
    #[command(flatten)]
    chosen: Chosen,
    #[arg(value_name = "PLAYER", default_value = "champion", help = "NAME, NAME:key=value,… or net:FILE")]
    player: Spec,
    #[arg(long, value_name = "NAME", help = "What to be called; `cardsharp PLAYER` unless told")]
    name: Option<String>,
    #[arg(long, value_name = "S", default_value_t = 1, help = "Names the player's luck")]
    seed: u64,
}

pub(crate) fn run(args: &Bot) -> anyhow::Result<String> {
    // Unknown players are reported before any input is read.
    match args.chosen.game()? {
        AnyGame::Intensity(game) => {
            let (sitting, mut input) = (Session::new(&game, args)?, std::io::stdin().lock());
            if is_json(&mut input)? { answer_lines(&sitting, &mut input) } else { answer_request(&sitting, &mut input) }
        }
        game => with_game!(AnyGame, &game, game => {
            let (sitting, mut input) = (Session::new(game, args)?, std::io::stdin().lock());
            if !is_json(&mut input)? {
                return Err(Usage(format!("expected lines of JSON on standard input, as in {PROTOCOL}")).into());
            }
            answer_lines(&sitting, &mut input)
        }),
    }
}

/// Whether the input is JSON. JSON begins with a brace, the original protocol with a digit.
fn is_json(input: &mut impl BufRead) -> Result<bool, Usage> {
    Ok(first_character(input)? == Some(b'{'))
}

const PROTOCOL: &str = "crates/programs/protocol.md";

/// Returns the first character that is not blank, without consuming it.
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

/// A player that gives the same answer to the same position.
struct Session<G: Game> {
    player: Box<dyn Player<G>>,
    name: String,
    seed: Seed,
}

impl<G: Hosted> Session<G> {
    fn new(game: &G, args: &Bot) -> Result<Session<G>, Usage> {
        let player =
            seat_named(game, &args.player, Memory::Game, unlisted).map_err(|error| Usage(error.to_string()))?;
        let usual = format!("cardsharp {}", args.player.name);
        let name = clean_name(args.name.as_ref().unwrap_or(&usual).as_bytes());
        Ok(Session { player, name, seed: Seed(args.seed) })
    }

    fn choose(&self, view: &ObservationOf<G>) -> ActionOf<G> {
        // No state is kept between decisions, so the position is the seed.
        let mut hasher = DefaultHasher::new();
        view.to_string().hash(&mut hasher);
        self.player.choose(view, &mut Rng::new(self.seed.stream(hasher.finish())))
    }
}

fn answer_lines<G: Hosted>(sitting: &Session<G>, input: &mut impl BufRead) -> anyhow::Result<String> {
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
            // The reader is gone, or the disk is full.
            check_written(Err(error));
            break;
        }
    }
    Ok(String::new())
}

fn answer_request(sitting: &Session<Intensity>, input: &mut impl BufRead) -> anyhow::Result<String> {
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

/// Runs the assignment's own examples: a pass of three cards, and a forced play.
fn unit_tests(sitting: &Session<Intensity>) -> anyhow::Result<String> {
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
