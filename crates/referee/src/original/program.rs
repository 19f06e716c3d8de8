//! A program at the table that speaks the original protocol.

use cardsharp_rules::intensity::{Action, Intensity, Observation};
use cardsharp_rules::{Rng, Verdict};
use cardsharp_sandbox::{Ending, Finished, Usage};

use super::{ask_name, ask_pass, ask_play, ask_unit_tests, clean_name, read_pass, read_play};
use crate::programs::Program;
use crate::table::{Bank, Exchange, Failure, Launch, Outsider, Reply, Start, Stop, Terms, failure_of};

/// A program that is started for every decision.
pub struct OriginalProgram<'a> {
    program: &'a Program,
    launch: Launch,
    terms: Terms,
    bank: Bank,
}

impl<'a> OriginalProgram<'a> {
    /// Seats a program.
    pub fn new(program: &'a Program, launch: Launch, terms: Terms) -> OriginalProgram<'a> {
        OriginalProgram { program, launch, terms, bank: Bank::new(terms) }
    }
}

impl Outsider<Intensity> for OriginalProgram<'_> {
    fn begin(&mut self, _start: &Start<'_, Intensity>) -> Result<(), Stop> {
        self.bank = Bank::new(self.terms);
        Ok(())
    }

    fn choose(&mut self, view: &Observation, _rng: &mut Rng) -> Result<Reply<Action>, Stop> {
        let passing = !view.table().all_passed();
        let input = if passing { ask_pass(view) } else { ask_play(view) };
        let Some(limits) = self.bank.next() else { return Ok(Reply::out_of_time(&mut self.bank, input)) };
        let finished = self.launch.run(&self.program.command, &input, &limits)?;
        self.bank.pay(finished.usage.cpu);
        let read = if passing { read_pass } else { read_play };
        let answer = judge(&finished, |output| read(output, view));
        Ok(Reply { answer, exchange: Exchange::of(input, &finished), usage: finished.usage })
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

/// What a program calls itself; whatever goes wrong, it has a name in the end.
///
/// # Errors
/// If programs cannot be run here.
pub fn ask_for_name(program: &Program, launch: &Launch, terms: &Terms) -> Result<String, Stop> {
    let finished = launch.run(&program.command, ask_name(), &terms.limits(terms.decision))?;
    Ok(clean_name(if failure_of(finished.ending).is_none() { &finished.stdout } else { b"" }))
}

/// Runs a program's own unit tests.
///
/// # Errors
/// If programs cannot be run here.
pub fn run_unit_tests(program: &Program, launch: &Launch, terms: &Terms) -> Result<Finished, Stop> {
    launch.run(&program.command, ask_unit_tests(), &terms.limits(terms.decision))
}

impl<A> Reply<A> {
    /// Not even asked, because the bank is empty.
    pub(crate) fn out_of_time(bank: &mut Bank, input: String) -> Reply<A> {
        let failure = Failure::new(Verdict::Timeout, "the time for the whole game is used up").leaving(bank.refuse());
        let usage = Usage::default();
        Reply { answer: Err(failure), exchange: Exchange { input, ..Exchange::default() }, usage }
    }
}
