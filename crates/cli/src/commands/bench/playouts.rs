//! `cardsharp bench playouts`: the speed of random games.

use std::time::{Duration, Instant};

use anyhow::Context;
use cardsharp_rules::{AnyGame, Game, Rng, Seed, State, Turn, with_game};
use cardsharp_search::threads;
use serde_json::{Value, json};

use super::too_many;
use crate::shared::{Output, Threads, json_list, number_of};

/// Play random games from dealt positions and count them
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  cardsharp bench playouts\n  cardsharp bench playouts intensity --seconds 5 --threads 2 --json"
)]
pub(crate) struct Playouts {
    #[arg(value_name = "GAME", help = "Only this game")]
    game: Option<AnyGame>,
    /// How long each game is measured
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = number_of("seconds", 0.01..=3600.0))]
    seconds: f64,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    output: Output,
}

struct Speed {
    game: &'static str,
    threads: usize,
    seconds: f64,
    games: u64,
    actions: u64,
    card_plays: u64,
}

impl Speed {
    fn games_per_second(&self) -> f64 {
        self.games as f64 / self.seconds
    }

    fn card_plays_per_second(&self) -> f64 {
        self.card_plays as f64 / self.seconds
    }

    fn as_json(&self) -> Value {
        json!({
            "game": self.game, "threads": self.threads, "seconds": self.seconds, "games": self.games,
            "actions": self.actions, "card_plays": self.card_plays,
            "games_per_second": self.games_per_second(),
            "card_plays_per_second": self.card_plays_per_second(),
        })
    }
}

pub(crate) fn run(args: &Playouts) -> anyhow::Result<String> {
    let games = args.game.clone().map_or_else(AnyGame::all, |game| vec![game]);
    let limit = Duration::from_secs_f64(args.seconds);
    let measured = games.iter().map(|game| with_game!(AnyGame, game, game => measure(game, limit, args.threads.count)));
    let speeds: Vec<Speed> = measured.collect::<anyhow::Result<_>>()?;
    if args.output.json {
        return Ok(format!("{:#}\n", json!({ "results": json_list(&speeds, Speed::as_json) })));
    }
    let mut text = format!("{:<16}{:>8}{:>16}{:>20}\n", "game", "threads", "games/s", "card plays/s");
    for speed in &speeds {
        let (games, plays) = (speed.games_per_second(), speed.card_plays_per_second());
        append_line!(text, "{:<16}{:>8}{games:>16.0}{plays:>20.0}", speed.game, speed.threads);
    }
    Ok(text)
}

/// Plays random games from dealt positions on every thread until the time is up.
fn measure<G: Game>(game: &G, limit: Duration, threads: usize) -> anyhow::Result<Speed> {
    let start = Instant::now();
    let played: Vec<u64> = std::thread::scope(|scope| {
        let work = |thread: usize| move || play_until(game, start + limit, thread as u64);
        let workers = (0..threads).map(|thread| threads::start_scoped(scope, work(thread)));
        // A measurement with fewer threads would not be comparable.
        let workers = workers.collect::<std::io::Result<Vec<_>>>().with_context(|| too_many(threads))?;
        anyhow::Ok(workers.into_iter().map(|worker| worker.join().expect("a playout does not panic")).collect())
    })?;
    let seconds = start.elapsed().as_secs_f64();
    let games = played.iter().sum();
    let (actions, card_plays) = actions_per_game(game);
    Ok(Speed { game: G::NAME, threads, seconds, games, actions: games * actions, card_plays: games * card_plays })
}

/// Counts the games before the deadline, at least one round of deals.
fn play_until<G: Game>(game: &G, deadline: Instant, thread: u64) -> u64 {
    const DEALS: u64 = 64;
    let starts: Vec<G::State> =
        (0..DEALS).map(|seed| game.start(&game.shuffle(Seed(seed))).expect("a shuffled deal is valid")).collect();
    let mut rng = Rng::new(Seed(thread).stream(1));
    let (mut games, mut total) = (0, 0_i64);
    loop {
        // Reading the clock costs as much as a game.
        for start in &starts {
            let returns = start.clone().play_out(&mut rng);
            total += i64::from(returns.as_slice()[0]);
        }
        games += DEALS;
        if Instant::now() >= deadline {
            break;
        }
    }
    // Otherwise the compiler could remove the games.
    std::hint::black_box(total);
    games
}

/// Counts the actions of a game, and those that play a card to the table (a pass does not). Games have a fixed length.
fn actions_per_game<G: Game>(game: &G) -> (u64, u64) {
    let mut state = game.start(&game.shuffle(Seed(0))).expect("a shuffled deal is valid");
    let (mut rng, mut actions, mut passes) = (Rng::new(Seed(0)), 0, 0);
    while state.turn() != Turn::Over {
        let action = state.random_action(&mut rng);
        passes += u64::from(action.to_string().starts_with("pass"));
        state.play_unchecked(action);
        actions += 1;
    }
    (actions, actions - passes)
}
