//! The interface of an agent, which decides at one seat, and its replies.

use std::error::Error;
use std::fmt;

use cardsharp_rules::{ActionOf, FaultKind, Game, Observation, ObservationOf, Record, Rng, Seat, Verdict};
use cardsharp_sandbox::{Ending, Finished, Usage};
use cardsharp_search::Player;
use cardsharp_table::{Answer, Failure};

use crate::Hosted;

/// Decides at one seat of a game: a house player, a program or a person.
pub trait Agent<G: Game>: Send {
    /// Begins a game.
    ///
    /// # Errors
    /// Only if the game must stop; a program that fails here fails again at its first turn.
    fn begin(&mut self, _start: &Start<'_, G>) -> Result<(), Stop> {
        Ok(())
    }

    /// Chooses an action at this seat's turn. `rng` belongs to this decision.
    ///
    /// # Errors
    /// Only if the game must stop; a bad answer is a [`Failure`] in the reply.
    fn choose(&mut self, view: &ObservationOf<G>, rng: &mut Rng) -> Result<Reply<ActionOf<G>>, Stop>;

    /// Reports that the answer was refused and which action the referee chose.
    fn corrected(&mut self, _failure: &Failure, _kind: FaultKind, _chosen: ActionOf<G>) {}

    /// Ends the game.
    fn end(&mut self, _record: &Record<G>) {}

    /// Returns the house player, if it is one. The referee asks it directly, because a reply costs more than a fast
    /// player's decision.
    fn house(&self) -> Option<&dyn Player<G>> {
        None
    }
}

impl<G: Game> Agent<G> for &dyn Player<G> {
    fn choose(&mut self, view: &ObservationOf<G>, rng: &mut Rng) -> Result<Reply<ActionOf<G>>, Stop> {
        Ok(Reply::unasked(Ok(Player::choose(*self, view, rng))))
    }

    fn house(&self) -> Option<&dyn Player<G>> {
        Some(*self)
    }
}

/// The beginning of a game.
#[derive(Debug)]
pub struct Start<'a, G: Game> {
    /// The game and its options.
    pub game: &'a G,
    /// The agent's seat.
    pub seat: Seat,
    /// The names by seat.
    pub names: &'a [String],
}

/// The reply of an agent.
#[derive(Clone, Debug)]
pub struct Reply<A> {
    /// A legal action or a failure.
    pub answer: Answer<A>,
    /// The messages in both directions, to be shown with a fault.
    pub exchange: Exchange,
    /// The resources that the decision used.
    pub usage: Usage,
}

impl<A> Reply<A> {
    /// Returns an answer without messages and cost.
    pub fn unasked(answer: Answer<A>) -> Reply<A> {
        Reply { answer, exchange: Exchange::default(), usage: Usage::default() }
    }
}

/// Returns the failure of a process that did not end by itself.
pub fn failure_of(ending: Ending) -> Option<Failure> {
    let verdict = match ending {
        Ending::Exited(_) => return None,
        Ending::Signalled(_) => Verdict::Crash,
        Ending::CpuTime | Ending::WallClock | Ending::Idle => Verdict::Timeout,
        Ending::Memory => Verdict::Memory,
        Ending::Flood => Verdict::Flood,
    };
    Some(Failure::new(verdict, ending.to_string()))
}

/// The messages between the referee and a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// The program's input.
    pub input: String,
    /// The program's output.
    pub output: String,
    /// Its standard error.
    pub errors: String,
    /// The end of the process, if it has ended.
    pub ending: Option<Ending>,
    /// The legal actions and the rule, if the answer was illegal.
    pub remark: String,
}

const MOST_LISTED: usize = 12;

impl Exchange {
    /// Adds the legal actions and the rule if the answer was illegal.
    pub(crate) fn with_remark<G: Hosted, A>(self, answer: &Answer<A>, view: &ObservationOf<G>) -> Exchange {
        if answer.as_ref().err().is_none_or(|failure| failure.verdict != Verdict::Illegal) {
            return self;
        }
        let mut legal: Vec<ActionOf<G>> = Vec::new();
        view.legal_actions(&mut legal);
        let listed: Vec<String> = legal.iter().take(MOST_LISTED).map(ToString::to_string).collect();
        let more = legal.len().saturating_sub(MOST_LISTED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let remark = format!("legal: {}{more}\nrule: {}\n", listed.join(", "), G::rule(view));
        Exchange { remark, ..self }
    }

    pub(crate) fn of(input: String, finished: &Finished) -> Exchange {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let ending = Some(finished.ending);
        Exchange {
            input,
            output: text(&finished.stdout),
            errors: text(&finished.stderr),
            ending,
            remark: String::new(),
        }
    }
}

/// The reason why a game was not finished.
#[derive(Debug)]
pub enum Stop {
    /// A person has left, for this reason.
    Left(String),
    /// A fault, in a game that stops at faults.
    Fault(Box<Complaint>),
    /// Programs cannot be run here.
    Sandbox(cardsharp_sandbox::Error),
    /// A thread cannot be started.
    Thread(std::io::Error),
}

/// A fault with all details.
#[derive(Clone, Debug)]
pub struct Complaint {
    /// The name of the program.
    pub name: String,
    /// Its seat.
    pub seat: Seat,
    /// The failure.
    pub failure: Failure,
    /// The messages in both directions.
    pub exchange: Exchange,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} (seat {}): {}", self.name, self.seat, self.failure)?;
        let Exchange { input, output, errors, remark, .. } = &self.exchange;
        let parts = [("input", input), ("output", output), ("errors", errors), ("what was legal", remark)];
        for (title, text) in parts {
            if text.is_empty() && !["input", "output"].contains(&title) {
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
