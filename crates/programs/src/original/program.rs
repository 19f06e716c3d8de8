//! A program at the table that speaks the original protocol.

use cardsharp_rules::intensity::{Action, Intensity, Observation};
use cardsharp_rules::{Rng, Verdict};
use cardsharp_sandbox::{Ending, Finished, Usage};

use super::{ask_name, ask_pass, ask_play, ask_unit_tests, clean_name, read_pass, read_play};
use crate::{Agent, Bank, Bot, Exchange, Failure, Reply, Start, Stop, Terms, failure_of};

/// A program that is started for every decision.
pub struct OriginalProgram<'a> {
    bot: &'a Bot,
    terms: Terms,
    bank: Bank,
}

impl<'a> OriginalProgram<'a> {
    /// Seats a bot.
    pub fn new(bot: &'a Bot) -> OriginalProgram<'a> {
        let terms = bot.terms.for_program(&bot.program);
        OriginalProgram { bot, terms, bank: Bank::new(terms) }
    }
}

impl Agent<Intensity> for OriginalProgram<'_> {
    fn begin(&mut self, _start: &Start<'_, Intensity>) -> Result<(), Stop> {
        self.bank = Bank::new(self.terms);
        Ok(())
    }

    fn choose(&mut self, view: &Observation, _rng: &mut Rng) -> Result<Reply<Action>, Stop> {
        let passing = !view.table().all_passed();
        let input = if passing { ask_pass(view) } else { ask_play(view) };
        let Some(limits) = self.bank.next() else { return Ok(Reply::out_of_time(&mut self.bank, input)) };
        let finished = self.bot.launch.run(&self.bot.program.command, &input, &limits)?;
        self.bank.pay(finished.usage.cpu);
        let read = if passing { read_pass } else { read_play };
        let answer = judge(&finished, |output| read(output, view));
        let exchange = Exchange::of(input, &finished).remarked::<Intensity, _>(&answer, view);
        Ok(Reply { answer, exchange, usage: finished.usage })
    }
}

/// A status other than 0 is no fault where there is an answer: many a program forgets to return
/// one. A crash is, even if something was said before.
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
    /// Not even asked, because the bank is empty.
    pub(crate) fn out_of_time(bank: &mut Bank, input: String) -> Reply<A> {
        let failure = Failure::new(Verdict::Timeout, "the time for the whole game is used up").leaving(bank.refuse());
        let usage = Usage::default();
        Reply { answer: Err(failure), exchange: Exchange { input, ..Exchange::default() }, usage }
    }
}
