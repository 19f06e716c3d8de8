//! Looking at games that were played.

use std::path::PathBuf;

use cardsharp_rules::Seat;
use cardsharp_search::Spec;

use super::Hosting;
use super::shared::{Chosen, Output};

/// Show a recorded game step by step, as a seat saw it or with all cards open
#[derive(Debug, clap::Args)]
#[command(
    group(clap::ArgGroup::new("source").required(true).args(["file", "db"])),
    after_help = "Examples:\n  cardsharp replay game.record\n  cardsharp replay game.record --seat 1 --at 12\n  cardsharp replay games.record --number 3\n  cardsharp replay --db records.db --game 17"
)]
pub(crate) struct Replay {
    #[arg(value_name = "FILE", help = "A record")]
    pub(crate) file: Option<PathBuf>,
    #[arg(long, value_name = "FILE", requires = "game", help = "A records database, as `tournament` writes it …")]
    pub(crate) db: Option<PathBuf>,
    #[arg(long, value_name = "N", requires = "db", help = "… and the number of a game in it")]
    pub(crate) game: Option<i64>,
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        conflicts_with = "db",
        help = "Which record, where the file holds several"
    )]
    pub(crate) number: usize,
    #[arg(long, value_name = "S", help = "Show only what this seat saw")]
    pub(crate) seat: Option<Seat>,
    #[arg(long, value_name = "N", help = "Show only the position after so many steps")]
    pub(crate) at: Option<usize>,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Say what to do in a position, why, and where the hidden cards may be
#[derive(Debug, clap::Args)]
#[command(
    group(clap::ArgGroup::new("position").required(true).args(["record", "deal", "view"])),
    after_help = "\
Examples:
  cardsharp analyse indigo --record game.record --at 12
  cardsharp analyse indigo --record game.record --at 12 --seat 1 --json
  cardsharp analyse lucky-thirteen --deal \"$(cardsharp deal lucky-thirteen --seed 7)\"
  cardsharp analyse indigo --deal \"$(cardsharp deal indigo --seed 7)\" --actions \"play 4♠; play K♥\"

Only what the seat could know is used. Value is what the player makes of an action, in
hundredths; the other figures are from games in which all play on at a glance."
)]
pub(crate) struct Analyse {
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    #[command(flatten)]
    pub(crate) position: Position,
    #[arg(long, value_name = "PLAYER", default_value = USUAL, help = "Who is asked: a player, or a program")]
    pub(crate) player: String,
    #[arg(long, value_name = "S", default_value_t = 1, help = "Names the analyst's luck")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) hosting: Hosting,
}

/// Who is asked unless told, and what the house's values may cost where a program is asked.
pub(crate) const USUAL: &str = "champion:ms=700";

/// A position: of a record, of a deal, or as a seat sees it.
#[derive(Debug, clap::Args)]
pub(crate) struct Position {
    #[arg(long, value_name = "FILE", requires = "at", help = "A position of a recorded game …")]
    pub(crate) record: Option<PathBuf>,
    #[arg(long, value_name = "STEP", requires = "record", help = "… after so many steps, as `replay` counts them")]
    pub(crate) at: Option<usize>,
    #[arg(long, value_name = "N", default_value_t = 1, help = "Which record, where the file holds several")]
    pub(crate) number: usize,
    #[arg(long, value_name = "DEAL", help = "A position from a deal …")]
    pub(crate) deal: Option<String>,
    #[arg(
        long,
        value_name = "ACTIONS",
        requires = "deal",
        default_value = "",
        help = "… after these actions, with ; between"
    )]
    pub(crate) actions: String,
    #[arg(long, value_name = "VIEW", help = "A position as a seat sees it, as `replay --json` prints it")]
    pub(crate) view: Option<String>,
    #[arg(long, value_name = "S", help = "Through whose eyes; whose turn it is, unless told")]
    pub(crate) seat: Option<Seat>,
}

/// Ask a program what it would do in one position, beside what the champion thinks of it
#[derive(Debug, clap::Args)]
#[command(
    group(clap::ArgGroup::new("position").required(true).args(["record", "deal", "view"])),
    after_help = "\
Examples:
  cardsharp ask indigo bot.py --record game.record --at 12
  cardsharp ask intensity player.c --record game.record --at 30 --json
  cardsharp ask lucky-thirteen bot.py --deal \"$(cardsharp deal lucky-thirteen --seed 7)\"

The program is started for this one question, in the sandbox, and told what its seat knows and
nothing else. Its answer, its standard error, its time and its memory are shown; then what the
champion thinks of the same position. The exit status is 1 if the answer cannot stand."
)]
pub(crate) struct Ask {
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    #[arg(value_name = "PROGRAM", help = "A C file, an executable, or a script")]
    pub(crate) program: String,
    #[command(flatten)]
    pub(crate) position: Position,
    #[arg(long, value_name = "PLAYER", default_value = USUAL, help = "Who thinks about the position beside it")]
    pub(crate) player: Spec,
    #[arg(long, value_name = "S", default_value_t = 1, help = "Names the analyst's luck")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) hosting: Hosting,
}

/// Write a recorded game with comments at its turning points, as Markdown
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  cardsharp annotate game.record\n  cardsharp annotate games.record --number 2 --player champion:nodes=4000 --out game.md\n  cardsharp annotate examples/records/intensity-lesson.record --rules"
)]
pub(crate) struct Annotate {
    #[arg(value_name = "FILE", help = "A record")]
    pub(crate) file: PathBuf,
    #[arg(long, value_name = "N", default_value_t = 1, help = "Which record, where the file holds several")]
    pub(crate) number: usize,
    #[arg(long, value_name = "PLAYER", default_value = "champion:ms=300", help = "Who is asked at every decision")]
    pub(crate) player: Spec,
    #[arg(long, value_name = "S", default_value_t = 1, help = "Names the analyst's luck")]
    pub(crate) seed: u64,
    #[arg(
        long,
        conflicts_with_all = ["player", "seed"],
        help = "Explain the game by the rules instead: hands, what may be played and why, who takes the round; Intensity only"
    )]
    pub(crate) rules: bool,
    #[arg(long, value_name = "FILE", help = "Write to this file instead")]
    pub(crate) out: Option<PathBuf>,
}
