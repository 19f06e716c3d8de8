//! The stateless form of the line protocol: a new process for every decision reads one line and answers with one.

use cardsharp_rules::ObservationOf;
use cardsharp_sandbox::Finished;

use super::{hello_line, read_action, read_hello, turn_line};
use crate::one_shot::OneShot;
use crate::original::NAMELESS;
use crate::{Bot, Failure, Hosted, Stop, failure_of};

pub(crate) fn once_agent<G: Hosted>(bot: &Bot) -> OneShot<'_, G> {
    let read = |finished: &Finished, view: &ObservationOf<G>| {
        last_line(finished).and_then(|line| read_action::<G>(&line, view))
    };
    OneShot::new(bot, |game, view, bank| turn_line(game, view, bank.left()) + "\n", read)
}

/// Asks a program for its name; one that gives none is [`NAMELESS`].
///
/// # Errors
/// If programs cannot be run here.
pub fn ask_once_for_name(bot: &Bot) -> Result<String, Stop> {
    let finished = bot.run(hello_line() + "\n")?;
    Ok(last_line(&finished).ok().and_then(|line| read_hello(&line).ok()).unwrap_or_else(|| NAMELESS.to_owned()))
}

/// Returns the answer: the last line that is not blank.
fn last_line(finished: &Finished) -> Result<String, Failure> {
    if let Some(failure) = failure_of(finished.ending) {
        return Err(failure);
    }
    let text = String::from_utf8_lossy(&finished.stdout);
    Ok(text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("").to_owned())
}
