//! The stateless form of our protocol: a program is started for every decision, handed one line,
//! and answers with one.

use cardsharp_rules::{ActionOf, ObservationOf, Rng};
use cardsharp_sandbox::Finished;

use super::{hello_line, read_action, read_hello, turn_line};
use crate::hosted::Hosted;
use crate::original::NAMELESS;
use crate::programs::Program;
use crate::table::{Bank, Exchange, Failure, Launch, Outsider, Reply, Start, Stop, Terms, failure_of};

/// A program that is started for every decision.
pub struct OnceProgram<'a, G> {
    program: &'a Program,
    launch: Launch,
    terms: Terms,
    bank: Bank,
    game: Option<G>,
}

impl<'a, G: Hosted> OnceProgram<'a, G> {
    /// Seats a program.
    pub fn new(program: &'a Program, launch: Launch, terms: Terms) -> OnceProgram<'a, G> {
        OnceProgram { program, launch, terms, bank: Bank::new(terms), game: None }
    }

    /// What a program calls itself; whatever goes wrong, it has a name in the end.
    ///
    /// # Errors
    /// If programs cannot be run here.
    pub fn ask_for_name(program: &Program, launch: &Launch, terms: &Terms) -> Result<String, Stop> {
        let line = hello_line() + "\n";
        let finished = launch.run(&program.command, &line, &terms.limits(terms.decision))?;
        Ok(last_line(&finished).ok().and_then(|line| read_hello(&line).ok()).unwrap_or_else(|| NAMELESS.to_owned()))
    }
}

impl<G: Hosted> Outsider<G> for OnceProgram<'_, G> {
    fn begin(&mut self, start: &Start<'_, G>) -> Result<(), Stop> {
        self.bank = Bank::new(self.terms);
        self.game = Some(start.game.clone());
        Ok(())
    }

    fn choose(&mut self, view: &ObservationOf<G>, _rng: &mut Rng) -> Result<Reply<ActionOf<G>>, Stop> {
        let game = self.game.as_ref().expect("a game has begun");
        let input = turn_line(game, view, self.bank.left()) + "\n";
        let Some(limits) = self.bank.next() else { return Ok(Reply::out_of_time(&mut self.bank, input)) };
        let finished = self.launch.run(&self.program.command, &input, &limits)?;
        self.bank.pay(finished.usage.cpu);
        let answer = last_line(&finished).and_then(|line| read_action::<G>(&line, view));
        Ok(Reply { answer, exchange: Exchange::of(input, &finished), usage: finished.usage })
    }
}

/// The last line that says something is the answer; what stands before it is not read.
fn last_line(finished: &Finished) -> Result<String, Failure> {
    if let Some(failure) = failure_of(finished.ending) {
        return Err(failure);
    }
    let text = String::from_utf8_lossy(&finished.stdout);
    Ok(text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("").to_owned())
}
