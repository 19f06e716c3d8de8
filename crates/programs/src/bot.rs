//! Bots: programs with a protocol, a launcher and limits.

use std::path::{Path, PathBuf};
use std::time::Duration;

use cardsharp_rules::words;
use cardsharp_sandbox::{Finished, Limits};

use crate::lines::{self, LineProgram};
use crate::logged::Logged;
use crate::original;
use crate::{Agent, Hosted, Launch, Program, ProgramError, Stop, Terms, failure_of, find};

/// The protocol between the referee and a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The game's own protocol; only Intensity has one.
    Original,
    /// Lines of JSON, with a process that lives as long as the game.
    Json,
    /// A line of JSON each way, with a new process for every decision.
    Once,
}

words!(Protocol, "protocol", Original: "original", Json: "json", Once: "once");

impl Protocol {
    /// Returns the protocol that programs of a game speak by default.
    pub fn usual<G: Hosted>() -> Protocol {
        if G::HAS_ORIGINAL { Protocol::Original } else { Protocol::Json }
    }
}

/// The names of the original referee's random players, which fill empty seats.
pub const FILLERS: [&str; 4] = ["Lulu", "Morgan", "Amy", "Rat"];

/// A program that is ready to play.
#[derive(Clone)]
pub struct Bot {
    /// The program.
    pub program: Program,
    /// Its protocol.
    pub protocol: Protocol,
    /// Starts it.
    pub launch: Launch,
    /// The limits.
    pub terms: Terms,
    /// The folder for logs of the games; unset for none.
    pub logs: Option<PathBuf>,
}

/// The options with which a command runs programs.
#[derive(Clone)]
pub struct BotOptions {
    /// The protocol of programs that name none; if unset, it is detected.
    pub protocol: Option<Protocol>,
    /// Starts the programs.
    pub launch: Launch,
    /// The limits.
    pub terms: Terms,
    /// The folder for logs of the games; unset for none.
    pub logs: Option<PathBuf>,
}

impl BotOptions {
    /// Prepares the bot of a file. A protocol may stand before the file, as in `json:bot.py`.
    ///
    /// # Errors
    /// If there is no such file, or it cannot be run.
    pub fn bot<G: Hosted>(&self, text: &str) -> Result<Bot, ProgramError> {
        let (protocol, file) = split_protocol(text);
        if protocol == Some(Protocol::Original) && !G::HAS_ORIGINAL {
            let reason = format!("{text}: {} has no original protocol, only Intensity does", G::TITLE);
            return Err(ProgramError::new(reason));
        }
        let BotOptions { launch, terms, logs, .. } = self.clone();
        let program = find(file, &launch)?;
        let protocol = protocol.or(self.protocol).unwrap_or_else(|| detect_protocol::<G>(&program, &launch));
        Ok(Bot { program, protocol, launch, terms, logs })
    }
}

impl Bot {
    /// Creates the agent for one seat.
    ///
    /// # Panics
    /// If the bot speaks a protocol that the game does not have.
    pub fn agent<G: Hosted>(&self) -> Box<dyn Agent<G> + '_> {
        let agent: Box<dyn Agent<G> + '_> = match self.protocol {
            Protocol::Original => G::original_agent(self).expect("the game has a protocol of its own"),
            Protocol::Json => Box::new(LineProgram::new(self)),
            Protocol::Once => Box::new(lines::once_agent(self)),
        };
        match &self.logs {
            Some(folder) => Box::new(Logged::new(agent, folder)),
            None => agent,
        }
    }

    /// Asks the program for its name; one that gives none is [`NAMELESS`](original::NAMELESS).
    ///
    /// # Errors
    /// If programs cannot be run here.
    pub fn own_name(&self) -> Result<String, Stop> {
        match self.protocol {
            Protocol::Original => original::ask_for_name(self),
            Protocol::Json => lines::ask_for_name(self),
            Protocol::Once => lines::ask_once_for_name(self),
        }
    }

    pub(crate) fn limits(&self) -> Limits {
        self.terms.for_program(&self.program).limits(self.terms.decision)
    }

    /// Runs the program to its end with the limits of a decision.
    pub(crate) fn run(&self, input: impl AsRef<[u8]>) -> Result<Finished, Stop> {
        self.launch.run(&self.program.command, input, &self.limits())
    }
}

/// Splits the protocol off a text such as `json:bot.py`. An existing file with the whole name comes first.
pub fn split_protocol(text: &str) -> (Option<Protocol>, &str) {
    let named = text.split_once(':').filter(|(_, name)| !name.is_empty() && !Path::new(text).exists());
    match named.map(|(word, name)| (word.parse(), name)) {
        Some((Ok(protocol), name)) => (Some(protocol), name),
        _ => (None, text),
    }
}

/// The processor time for detecting a program's protocol.
const FIRST_WORDS: Duration = Duration::from_secs(2);

/// Detects a program's protocol: the original one if it answers that request for its name, or JSON if it says hello.
fn detect_protocol<G: Hosted>(program: &Program, launch: &Launch) -> Protocol {
    if !G::HAS_ORIGINAL {
        return Protocol::usual::<G>();
    }
    let limits = Terms { decision: FIRST_WORDS, ..Terms::default() }.limits(FIRST_WORDS);
    // A program that cannot start is reported when its agent is created.
    let said = |question: String| match launch.run(&program.command, question, &limits) {
        Ok(finished) if failure_of(finished.ending).is_none() => {
            String::from_utf8_lossy(&finished.stdout).trim().to_owned()
        }
        _ => String::new(),
    };
    let name = said(original::ask_name());
    if name.is_empty() || name.starts_with('{') {
        let hello = said(lines::hello_line() + "\n");
        if hello.lines().any(|line| lines::read_hello(line).is_ok()) {
            return Protocol::Json;
        }
    }
    Protocol::Original
}
