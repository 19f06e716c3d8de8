//! Tournaments between built-in players, Python players and programs.

use std::path::{Path, PathBuf};

use cardsharp_archive::{Archive, EntrantRow, Stored, TournamentRow};
use cardsharp_matches::Participant;
use cardsharp_programs::original::distinct_names;
use cardsharp_programs::{BotOptions, FILLERS, Launch, Protocol, Terms};
use cardsharp_research::unlisted;
use cardsharp_rules::{Seed, with_game};
use cardsharp_sandbox::Policy;
use cardsharp_search::Memory;
use cardsharp_tournament::{
    Audience, EntryError, Field, Format, Hosting, Interrupted, Plan, announce, content, play_rounds, source,
    standings_json,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use super::{count, threads};
use crate::columns::Columns;
use crate::commands::helper;
use crate::error::{unknown_player, wrong};
use crate::game::GameLike;
use crate::interrupt::{Stop, interruptible};
use crate::plain::plain;
use crate::playable::Playable;
use crate::player_like::PlayerLike;

/// Runs a Swiss, round-robin or gauntlet tournament; ``db`` stores every game.
///
/// Returns the report of ``cardsharp tournament --json``, with the standings in ``columns``. Without ``deals`` a table
/// plays a single game, otherwise each deal in every seating. An entrant may also be a program: the path of a C file,
/// an executable or a script, run in a sandbox as by ``cardsharp tournament``. ``resume`` continues a stopped
/// tournament with the same arguments; without Python players ``cardsharp tournament --resume`` does too.
///
/// >>> result = cardsharp.tournament("indigo", ["greedy", "classic", "random"], format="round-robin", deals=3, seed=1)
/// >>> [standing["name"] for standing in result["standings"]][-1]
/// 'random'
#[pyfunction]
#[pyo3(signature = (game, entrants, *, format = "swiss", rounds = None, deals = 0, seed = 1, threads = None, db = PathBuf::from(":memory:"), resume = false))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub(crate) fn tournament<'py>(
    py: Python<'py>,
    game: GameLike<'_>,
    entrants: Vec<PlayerLike>,
    format: &str,
    rounds: Option<u64>,
    deals: u64,
    seed: u64,
    threads: Option<usize>,
    db: PathBuf,
    resume: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.game()?;
    let format: Format = format.parse().map_err(wrong)?;
    let rounds = rounds.unwrap_or(format.usual_rounds());
    if entrants.is_empty() {
        return Err(wrong("there are no entrants: name players"));
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
    with_game!(AnyGame, &*game, game => run_tournament(py, game, &entrants, (plan, threads), (db, resume)))
}

fn run_tournament<'py, G: Playable>(
    py: Python<'py>,
    game: &G,
    entrants: &[PlayerLike],
    (plan, threads): (Plan, usize),
    (db, resume): (PathBuf, bool),
) -> PyResult<Bound<'py, PyAny>> {
    let plan = Plan { seats: G::SEATS, ..plan };
    plan.check().map_err(wrong)?;
    let stop = Stop::default();
    let launch = Launch::new(&helper(py)?, Policy::Protected);
    let (game, entrants, stopped) = (game.clone(), entrants.to_vec(), stop.clone());
    let report = interruptible(py, &stop, move || {
        let options = hosting::<G>().options(launch);
        let mut tournament =
            TournamentRun { game, plan, participants: Vec::new(), rows: Vec::new(), threads, stop: stopped };
        tournament.seat_entrants(&entrants, &options)?;
        let is_built_in = entrants.iter().all(|sitter| matches!(sitter, PlayerLike::House(_)));
        tournament.play(&db, resume, is_built_in)
    })?;
    with_columns(py, &report?)
}

/// Whether a text names a file, or a folder that is a program.
fn is_program(text: &str) -> bool {
    let path = Path::new(text);
    path.is_file() || cardsharp_programs::is_program(path)
}

fn hosting<G: Playable>() -> Hosting {
    Hosting { protocol: Protocol::usual::<G>(), terms: Terms::default(), is_sandboxed: true }
}

struct TournamentRun<G: Playable> {
    game: G,
    plan: Plan,
    participants: Vec<Participant<G>>,
    rows: Vec<EntrantRow>,
    threads: usize,
    stop: Stop,
}

impl<G: Playable> TournamentRun<G> {
    /// Seats the entrants and the fillers, and names them.
    fn seat_entrants(&mut self, entrants: &[PlayerLike], options: &BotOptions) -> PyResult<()> {
        let mut names = Vec::new();
        for sitter in entrants {
            let participant = self.participant(sitter, options)?;
            names.push(participant.own_name().map_err(wrong)?);
            self.participants.push(participant);
        }
        let fillers = self.plan.fillers();
        names.extend(FILLERS.iter().take(fillers).map(|&name| name.to_owned()));
        self.participants.extend((0..fillers).map(|_| Participant::filler(&self.game)));
        for (number, (participant, name)) in self.participants.iter().zip(distinct_names(names)).enumerate() {
            let text = |error: EntryError| wrong(error);
            // A Python object has no file to read.
            let (source, hash) = match entrants.get(number) {
                Some(PlayerLike::Python(_)) => (name.clone(), String::new()),
                _ => (source(participant, Protocol::usual::<G>()).map_err(text)?, content(participant).map_err(text)?),
            };
            self.rows.push(EntrantRow { name, source, hash, is_house: number >= self.plan.entrants });
        }
        Ok(())
    }

    fn participant(&self, sitter: &PlayerLike, options: &BotOptions) -> PyResult<Participant<G>> {
        let spec = sitter.spec();
        if matches!(sitter, PlayerLike::House(_)) && is_program(&spec.to_string()) {
            return Participant::find(&self.game, &spec.to_string(), options, Memory::Game, unlisted).map_err(wrong);
        }
        let player = sitter.create_player(&self.game, &self.stop).map_err(unknown_player)?;
        Ok(Participant::House(player, spec))
    }

    fn play(self, db: &Path, resume: bool, is_built_in: bool) -> PyResult<Value> {
        let text = |error: cardsharp_archive::ArchiveError| wrong(error);
        let row = self.row(is_built_in);
        let mut archive = if resume { Archive::open(db) } else { Archive::open_or_create(db) }.map_err(text)?;
        let stored = if resume {
            let open = archive.tournaments().map_err(text)?.into_iter().rev();
            let same = |stored: &Stored| stored.tournament == row && stored.entrants == self.rows;
            let found = open.into_iter().find(same);
            found.ok_or_else(|| wrong(format!("{}: there is no such tournament to resume", db.display())))?
        } else {
            announce(&mut archive, &row, &self.rows).map_err(text)?
        };
        let names: Vec<String> = self.rows.iter().map(|row| row.name.clone()).collect();
        let TournamentRun { game, plan, participants, threads, .. } = &self;
        let field = Field { game, plan: *plan, participants, names: &names, threads: *threads };
        let scores = play_rounds(plan, &field, &mut archive, &stored, &mut StopOnInterrupt(self.stop.clone()));
        let scores = scores.map_err(|early| match early {
            Interrupted::Stop(stop) => wrong(stop),
            Interrupted::Archive(error) => wrong(error),
            Interrupted::Enough => wrong("the tournament was stopped"),
            Interrupted::Elsewhere(reason) => wrong(reason),
        })?;
        Ok(standings_json(&stored, &scores, G::SEATS))
    }

    /// Returns the archive's row. A tournament with Python players can only be resumed from Python.
    fn row(&self, is_built_in: bool) -> TournamentRow {
        let options = self.game.options();
        let options: Vec<String> = options.iter().map(|option| format!("{}={}", option.key, option.value)).collect();
        let terms =
            if is_built_in { hosting::<G>().to_text(&[]) } else { serde_json::json!({ "host": "python" }).to_string() };
        self.plan.row::<G>(options.join(" "), terms)
    }
}

struct StopOnInterrupt(Stop);

impl Audience for StopOnInterrupt {
    fn has_enough(&self) -> bool {
        self.0.is_set()
    }
}

fn with_columns<'py>(py: Python<'py>, report: &Value) -> PyResult<Bound<'py, PyAny>> {
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
