//! Whoever sits at a refereed table, and what comes of asking.

use std::error::Error;
use std::fmt;

use cardsharp_rules::{ActionOf, FaultKind, Game, ObservationOf, Record, Rng, Seat, Verdict};
use cardsharp_sandbox::{Ending, Finished, Usage};
use cardsharp_search::Player;
use cardsharp_table::{Answer, Failure};

/// Whoever has taken a seat at a refereed table.
pub enum Seated<'a, G: Game> {
    /// A player of ours, who never errs.
    Player(&'a dyn Player<G>),
    /// Somebody who has to be asked.
    Outsider(Box<dyn Outsider<G> + 'a>),
}

/// A program or a person, who has to be asked.
pub trait Outsider<G: Game>: Send {
    /// A game begins.
    ///
    /// # Errors
    /// Only for what must stop the game; a program that fails here fails when it is asked.
    fn begin(&mut self, _start: &Start<'_, G>) -> Result<(), Stop> {
        Ok(())
    }

    /// It is this seat's turn. `rng` is this decision's own.
    ///
    /// # Errors
    /// Only for what must stop the game; a bad answer is a [`Failure`] in the reply.
    fn choose(&mut self, view: &ObservationOf<G>, rng: &mut Rng) -> Result<Reply<ActionOf<G>>, Stop>;

    /// The answer could not stand, and the referee has chosen this.
    fn corrected(&mut self, _failure: &Failure, _kind: FaultKind, _chosen: ActionOf<G>) {}

    /// The game is over.
    fn end(&mut self, _record: &Record<G>) {}
}

/// A game that begins.
#[derive(Debug)]
pub struct Start<'a, G: Game> {
    /// The game and its options.
    pub game: &'a G,
    /// Where one sits.
    pub seat: Seat,
    /// Who sits where.
    pub names: &'a [String],
}

/// What came of asking.
#[derive(Clone, Debug)]
pub struct Reply<A> {
    /// A legal action, or what was wrong.
    pub answer: Answer<A>,
    /// What was said to and fro, to be shown where something was wrong.
    pub exchange: Exchange,
    /// What the decision cost.
    pub usage: Usage,
}

impl<A> Reply<A> {
    /// An answer that nobody was asked for, and that cost nothing.
    pub fn unasked(answer: Answer<A>) -> Reply<A> {
        Reply { answer, exchange: Exchange::default(), usage: Usage::default() }
    }
}

/// What the end of a process means, if it ended otherwise than by itself.
pub fn failure_of(ending: Ending) -> Option<Failure> {
    let verdict = match ending {
        Ending::Exited(_) => return None,
        Ending::Signalled(_) => Verdict::Crash,
        Ending::CpuTime | Ending::WallClock => Verdict::Timeout,
        Ending::Memory => Verdict::Memory,
        Ending::Flood => Verdict::Flood,
    };
    Some(Failure::new(verdict, ending.to_string()))
}

/// What was said to a program and by it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// What it read.
    pub input: String,
    /// What it wrote.
    pub output: String,
    /// What it wrote on standard error.
    pub errors: String,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
}

impl Exchange {
    /// What was said to a program that has ended, and by it.
    pub(crate) fn of(input: String, finished: &Finished) -> Exchange {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let ending = Some(finished.ending);
        Exchange { input, output: text(&finished.stdout), errors: text(&finished.stderr), ending }
    }
}

/// Why a game was not played to its end.
#[derive(Debug)]
pub enum Stop {
    /// A person has left, in so many words.
    Left(String),
    /// A fault, where none is borne.
    Fault(Box<Complaint>),
    /// Programs cannot be run here.
    Sandbox(cardsharp_sandbox::Error),
    /// Not even one thread can be started.
    Thread(std::io::Error),
}

/// A fault with everything there is to say about it.
#[derive(Clone, Debug)]
pub struct Complaint {
    /// Who.
    pub name: String,
    /// Where.
    pub seat: Seat,
    /// What was wrong.
    pub failure: Failure,
    /// What was said to and fro.
    pub exchange: Exchange,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} (seat {}): {}", self.name, self.seat, self.failure)?;
        let parts =
            [("input", &self.exchange.input), ("output", &self.exchange.output), ("errors", &self.exchange.errors)];
        for (title, text) in parts {
            if text.is_empty() && title == "errors" {
                continue;
            }
            writeln!(f, "--- {title}{}", if text.is_empty() { ": nothing" } else { "" })?;
            f.write_str(text)?;
            if !text.is_empty() && !text.ends_with('\n') {
                writeln!(f)?;
            }
        }
        f.write_str("---")
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Left(reason) => f.write_str(reason),
            Stop::Fault(complaint) => write!(f, "stopped at the first fault\n{complaint}"),
            Stop::Sandbox(error) => write!(f, "{error}"),
            Stop::Thread(error) => write!(f, "no thread can be started: {error}"),
        }
    }
}

impl Error for Stop {}
