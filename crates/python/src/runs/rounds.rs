//! Tournaments between players of ours and players in Python.

use std::path::PathBuf;

use cardsharp_archive::{Archive, EntrantRow, TournamentRow};
use cardsharp_referee::original::distinct_names;
use cardsharp_referee::table::{Launch, Terms};
use cardsharp_referee::{FILLERS, Guest};
use cardsharp_rules::{Seed, with_game};
use cardsharp_sandbox::{HelperCommand, Policy};
use cardsharp_search::Spec;
use cardsharp_tournament::{Audience, Field, Format, Interrupted, Plan, announce, play_rounds, standings_json};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use super::{count, threads};
use crate::columns::Columns;
use crate::error::{unknown_player, wrong};
use crate::game::GameLike;
use crate::heed::{Stop, heed};
use crate::plain::plain;
use crate::playable::Playable;
use crate::sitter::Sitter;

/// Any number of players, Swiss, round robin or gauntlet; every game is kept in ``db``.
///
/// Says what ``cardsharp tournament --json`` says, and the standings in ``columns``. Without ``deals`` a table plays a
/// single game, else each deal in every seating. Programs take part at ``cardsharp tournament``.
///
/// >>> result = cardsharp.tournament("indigo", ["greedy", "classic", "random"], format="round-robin", deals=3, seed=1)
/// >>> [standing["name"] for standing in result["standings"]][-1]
/// 'random'
#[pyfunction]
#[pyo3(signature = (game, entrants, *, format = "swiss", rounds = None, deals = 0, seed = 1, threads = None, db = PathBuf::from(":memory:")))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub(crate) fn tournament<'py>(
    py: Python<'py>,
    game: GameLike<'_>,
    entrants: Vec<Sitter>,
    format: &str,
    rounds: Option<u64>,
    deals: u64,
    seed: u64,
    threads: Option<usize>,
    db: PathBuf,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.game()?;
    let format: Format = format.parse().map_err(wrong)?;
    let rounds = rounds.unwrap_or(format.usual_rounds());
    if entrants.is_empty() {
        return Err(wrong("nobody takes part: name players"));
    }
    let threads = self::threads(threads, &entrants)?;
    let plan = Plan {
        format,
        seats: 0,
        entrants: entrants.len(),
        rounds: count("rounds", rounds, 1, 1_000_000)?,
        deals: count("deals", deals, 0, 1_000_000)?,
        seed: Seed(seed),
    };
    with_game!(AnyGame, &*game, game => hold(py, game, &entrants, plan, threads, db))
}

/// Holds a tournament.
fn hold<'py, G: Playable>(
    py: Python<'py>,
    game: &G,
    entrants: &[Sitter],
    plan: Plan,
    threads: usize,
    db: PathBuf,
) -> PyResult<Bound<'py, PyAny>> {
    let plan = Plan { seats: G::SEATS, ..plan };
    plan.check().map_err(wrong)?;
    let stop = Stop::default();
    let guest = |sitter: &Sitter| {
        let spec = match sitter {
            Sitter::House(spec) => spec.clone(),
            Sitter::Python(_) => Spec { name: sitter.name(), settings: Vec::new() },
        };
        sitter.sit_down(game, &stop).map(|player| Guest::Player(player, spec))
    };
    let mut guests: Vec<Guest<G>> = entrants.iter().map(guest).collect::<Result<_, _>>().map_err(unknown_player)?;
    let mut names: Vec<String> = entrants.iter().map(Sitter::name).collect();
    names.extend(FILLERS.iter().take(plan.fillers()).map(|&name| name.to_owned()));
    guests.extend((0..plan.fillers()).map(|_| Guest::filler(game)));
    let held = Held { game: game.clone(), plan, guests, names: distinct_names(names), threads, stop: stop.clone() };
    let report = heed(py, &stop, move || held.play(&db))?.map_err(wrong)?;
    told(py, &report)
}

/// A tournament, and everybody who takes part in it.
struct Held<G: Playable> {
    game: G,
    plan: Plan,
    guests: Vec<Guest<G>>,
    names: Vec<String>,
    threads: usize,
    stop: Stop,
}

impl<G: Playable> Held<G> {
    fn play(self, db: &std::path::Path) -> Result<Value, String> {
        let text = |error: cardsharp_archive::ArchiveError| error.to_string();
        let mut archive = Archive::open_or_create(db).map_err(text)?;
        let stored = announce(&mut archive, &self.row(), &self.entrants()).map_err(text)?;
        let Held { game, plan, guests, names, threads, .. } = &self;
        let terms = Terms::default();
        let field = Field { game, plan: *plan, guests, names, terms, threads: *threads };
        // Nobody here is a program, so nothing will be launched.
        let launch = Launch::new(&HelperCommand { path: PathBuf::new(), args: Vec::new() }, Policy::Protected);
        let scores = play_rounds(&field, &mut archive, &stored, &launch, &mut Watching(self.stop.clone()));
        let scores = scores.map_err(|early| match early {
            Interrupted::Stop(stop) => stop.to_string(),
            Interrupted::Archive(error) => error.to_string(),
            Interrupted::Enough => "the tournament was stopped".to_owned(),
        })?;
        Ok(standings_json(&stored, &scores, G::SEATS))
    }

    /// What is announced.
    fn row(&self) -> TournamentRow {
        let options = self.game.options();
        let options: Vec<String> = options.iter().map(|option| format!("{}={}", option.key, option.value)).collect();
        self.plan.row::<G>(options.join(" "), serde_json::json!({ "host": "python" }).to_string())
    }

    fn entrants(&self) -> Vec<EntrantRow> {
        let row = |(number, (guest, name)): (usize, (&Guest<G>, &String))| {
            let source = if let Guest::Player(_, spec) = guest { spec.to_string() } else { name.clone() };
            EntrantRow { name: name.clone(), source, hash: String::new(), is_house: number >= self.plan.entrants }
        };
        self.guests.iter().zip(&self.names).enumerate().map(row).collect()
    }
}

/// Stops when somebody wants to.
struct Watching(Stop);

impl Audience for Watching {
    fn has_enough(&self) -> bool {
        self.0.is_set()
    }
}

fn told<'py>(py: Python<'py>, report: &Value) -> PyResult<Bound<'py, PyAny>> {
    let dict = plain(py, report)?.cast_into::<PyDict>()?;
    let standings = report["standings"].as_array().map_or(&[][..], Vec::as_slice);
    let whole = |key: &'static str| standings.iter().map(move |row| row[key].as_i64().unwrap_or_default()).collect();
    let columns = Columns::new(py)
        .whole("place", whole("place"))?
        .texts("name", standings.iter().filter_map(|row| row["name"].as_str()))?
        .numbers("points", standings.iter().map(|row| row["points"].as_f64().unwrap_or(f64::NAN)).collect())?
        .whole("games", whole("games"))?
        .whole("returns", whole("returns"))?
        .whole("faults", whole("faults"))?;
    dict.set_item("columns", columns.done())?;
    Ok(dict.into_any())
}
