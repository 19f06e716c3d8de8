//! Agents that speak the original protocol.

use cardsharp_rules::Verdict;
use cardsharp_rules::intensity::{Action, Intensity, Observation};
use cardsharp_sandbox::{Ending, Finished, Usage};

use super::{ask_name, ask_pass, ask_play, ask_unit_tests, clean_name, read_pass, read_play};
use crate::one_shot::OneShot;
use crate::{Bank, Bot, Exchange, Failure, Reply, Stop, failure_of};

pub(crate) fn original_agent(bot: &Bot) -> OneShot<'_, Intensity> {
    OneShot::new(
        bot,
        |_, view: &Observation, _| if view.table().all_passed() { ask_play(view) } else { ask_pass(view) },
        |finished, view: &Observation| {
            let read = if view.table().all_passed() { read_play } else { read_pass };
            judge(finished, |output| read(output, view))
        },
    )
}

/// Returns the action. A status other than 0 is no fault if there is an answer: some programs forget to return one. A
/// crash is a fault, even after an answer.
fn judge(finished: &Finished, read: impl Fn(&[u8]) -> Result<Action, Failure>) -> Result<Action, Failure> {
    if let Some(failure) = failure_of(finished.ending) {
        return Err(failure);
    }
    read(&finished.stdout).map_err(|failure| match (failure.verdict, finished.ending) {
        (Verdict::NoAnswer, Ending::Exited(status)) if status != 0 => {
            Failure::new(Verdict::NoAnswer, finished.ending.to_string())
        }
        _ => failure,
    })
}

/// Asks a program for its name; one that gives none is [`NAMELESS`](super::NAMELESS).
///
/// # Errors
/// If programs cannot be run here.
pub fn ask_for_name(bot: &Bot) -> Result<String, Stop> {
    let finished = bot.run(ask_name())?;
    Ok(clean_name(if failure_of(finished.ending).is_none() { &finished.stdout } else { b"" }))
}

/// Runs a program's own unit tests.
///
/// # Errors
/// If programs cannot be run here.
pub fn run_unit_tests(bot: &Bot) -> Result<Finished, Stop> {
    bot.run(ask_unit_tests())
}

impl<A> Reply<A> {
    /// Returns the reply for a program with an empty bank, which is not asked.
    pub(crate) fn out_of_time(bank: &mut Bank, input: String) -> Reply<A> {
        let failure = Failure::new(Verdict::Timeout, "the time for the whole game is used up").leaving(bank.refuse());
        let usage = Usage::default();
        Reply { answer: Err(failure), exchange: Exchange { input, ..Exchange::default() }, usage }
    }
}
