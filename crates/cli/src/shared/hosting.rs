//! How a command runs programs: protocol, limits, sandbox and logs.

use std::path::PathBuf;
use std::time::Duration;

use cardsharp_programs::{Hosted, Protocol, Terms};

use super::error::Usage;
use super::runs::number_of;

/// How programs are run.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct HostingArgs {
    /// The protocol of programs without one before their name (json:bot.py): Intensity's original, lines of JSON, or a
    /// line of JSON and a new process per decision [default: at Intensity what they understand, else json]
    #[arg(long, value_name = "original|json|once")]
    pub(crate) protocol: Option<Protocol>,
    /// Processor time for a decision; four times as much by the clock on the wall [default: 30]
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    pub(crate) decision: Option<Duration>,
    /// Processor time for all decisions of a game together
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    pub(crate) bank: Option<Duration>,
    /// Memory that a program may use, or ask for if it is made of C [default: 256]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub(crate) memory: Option<u64>,
    /// Processes of a program [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) processes: Option<u32>,
    /// Run programs with limits but without a sandbox, with all your rights; see `cardsharp doctor`
    #[arg(long)]
    pub(crate) unsafe_no_sandbox: bool,
    #[arg(long, help = "Show what the compiler warns of, not only how often")]
    pub(crate) warnings: bool,
    /// Keep all input and output of programs, standard error too; `replay --logs DIR` shows it
    #[arg(long, value_name = "DIR")]
    pub(crate) logs: Option<PathBuf>,
}

/// How the compiler's warnings are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Warnings {
    Counted,
    Shown,
}

/// The default time for a decision in commands that play many games.
const DECISION_OF_MANY: Duration = Duration::from_secs(5);

impl HostingArgs {
    /// Creates the folder for logs and tests that it is writable, to fail now rather than after hours of play.
    pub(crate) fn log_folder(&self) -> Result<Option<PathBuf>, Usage> {
        let Some(folder) = &self.logs else { return Ok(None) };
        let wrong = |error: std::io::Error| Usage(format!("--logs {}: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(wrong)?;
        let trial = folder.join(".trial");
        std::fs::write(&trial, "").and_then(|()| std::fs::remove_file(&trial)).map_err(wrong)?;
        Ok(Some(folder.clone()))
    }

    pub(crate) fn shown_warnings(&self) -> Warnings {
        if self.warnings { Warnings::Shown } else { Warnings::Counted }
    }

    pub(crate) fn terms(&self) -> Terms {
        let decision = self.decision.unwrap_or(Duration::from_secs(30));
        let (memory, processes) = (self.memory.unwrap_or(256) << 20, self.processes.unwrap_or(1));
        Terms { decision, bank: self.bank, memory, processes, ..Terms::default() }
    }

    pub(crate) fn terms_of_many(&self) -> Terms {
        Terms { decision: self.decision.unwrap_or(DECISION_OF_MANY), ..self.terms() }
    }

    /// Returns how a tournament's programs are run, for its database.
    pub(crate) fn of_tournament<G: Hosted>(&self) -> Result<cardsharp_tournament::Hosting, Usage> {
        let (protocol, is_sandboxed) = (protocol::<G>(self)?, !self.unsafe_no_sandbox);
        Ok(cardsharp_tournament::Hosting { protocol, terms: self.terms(), is_sandboxed })
    }
}

/// Returns the typed protocol, or an error if the game does not have it.
pub(crate) fn protocol_typed<G: Hosted>(hosting: &HostingArgs) -> Result<Option<Protocol>, Usage> {
    match hosting.protocol {
        Some(Protocol::Original) if !G::HAS_ORIGINAL => {
            Err(Usage(format!("--protocol original: {} has none, only Intensity does; use json or once", G::TITLE)))
        }
        protocol => Ok(protocol),
    }
}

/// Returns the typed protocol, or the usual one.
fn protocol<G: Hosted>(hosting: &HostingArgs) -> Result<Protocol, Usage> {
    Ok(protocol_typed::<G>(hosting)?.unwrap_or(Protocol::usual::<G>()))
}

pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    number_of("seconds", 0.001..=86_400.0)(text).map(Duration::from_secs_f64)
}
