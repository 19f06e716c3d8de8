//! The stateless form of our protocol: a program is started for every decision, handed one line,
//! and answers with one.

use cardsharp_rules::{ActionOf, ObservationOf, Rng};
use cardsharp_sandbox::Finished;

use super::{hello_line, read_action, read_hello, turn_line};
use crate::original::NAMELESS;
use crate::{Agent, Bank, Bot, Exchange, Failure, Hosted, Reply, Start, Stop, Terms, failure_of};

/// A program that is started for every decision.
pub struct OnceProgram<'a, G> {
    bot: &'a Bot,
    terms: Terms,
    bank: Bank,
    game: Option<G>,
}

impl<'a, G: Hosted> OnceProgram<'a, G> {
    /// Seats a bot.
    pub fn new(bot: &'a Bot) -> OnceProgram<'a, G> {
        let terms = bot.terms.for_program(&bot.program);
        OnceProgram { bot, terms, bank: Bank::new(terms), game: None }
    }
}

/// Asks a program for its name; one that gives none is [`NAMELESS`].
///
/// # Errors
/// If programs cannot be run here.
pub fn ask_once_for_name(bot: &Bot) -> Result<String, Stop> {
    let finished = bot.run(hello_line() + "\n")?;
    Ok(last_line(&finished).ok().and_then(|line| read_hello(&line).ok()).unwrap_or_else(|| NAMELESS.to_owned()))
}

impl<G: Hosted> Agent<G> for OnceProgram<'_, G> {
    fn begin(&mut self, start: &Start<'_, G>) -> Result<(), Stop> {
        self.bank = Bank::new(self.terms);
        self.game = Some(start.game.clone());
        Ok(())
    }

    fn choose(&mut self, view: &ObservationOf<G>, _rng: &mut Rng) -> Result<Reply<ActionOf<G>>, Stop> {
        let game = self.game.as_ref().expect("a game has begun");
        let input = turn_line(game, view, self.bank.left()) + "\n";
        let Some(limits) = self.bank.next() else { return Ok(Reply::out_of_time(&mut self.bank, input)) };
        let finished = self.bot.launch.run(&self.bot.program.command, &input, &limits)?;
        self.bank.pay(finished.usage.cpu);
        let answer = last_line(&finished).and_then(|line| read_action::<G>(&line, view));
        let exchange = Exchange::of(input, &finished).remarked::<G, _>(&answer, view);
        Ok(Reply { answer, exchange, usage: finished.usage })
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
