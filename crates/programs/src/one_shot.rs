//! Agents that start a new process for every decision.

use cardsharp_rules::{ActionOf, ObservationOf, Rng};
use cardsharp_sandbox::Finished;

use crate::{Agent, Bank, Bot, Exchange, Failure, Hosted, Reply, Start, Stop, Terms};

type Write<G> = fn(&G, &ObservationOf<G>, &Bank) -> String;
type Read<G> = fn(&Finished, &ObservationOf<G>) -> Result<ActionOf<G>, Failure>;

/// A program with a new process for every decision.
pub(crate) struct OneShot<'a, G: Hosted> {
    bot: &'a Bot,
    terms: Terms,
    bank: Bank,
    game: Option<G>,
    write: Write<G>,
    read: Read<G>,
}

impl<'a, G: Hosted> OneShot<'a, G> {
    pub(crate) fn new(bot: &'a Bot, write: Write<G>, read: Read<G>) -> OneShot<'a, G> {
        let terms = bot.terms.for_program(&bot.program);
        OneShot { bot, terms, bank: Bank::new(terms), game: None, write, read }
    }
}

impl<G: Hosted> Agent<G> for OneShot<'_, G> {
    fn begin(&mut self, start: &Start<'_, G>) -> Result<(), Stop> {
        self.bank = Bank::new(self.terms);
        self.game = Some(start.game.clone());
        Ok(())
    }

    fn choose(&mut self, view: &ObservationOf<G>, _rng: &mut Rng) -> Result<Reply<ActionOf<G>>, Stop> {
        let game = self.game.as_ref().expect("a game has begun");
        let input = (self.write)(game, view, &self.bank);
        let Some(limits) = self.bank.next() else { return Ok(Reply::out_of_time(&mut self.bank, input)) };
        let finished = self.bot.launch.run(&self.bot.program.command, &input, &limits)?;
        self.bank.pay(finished.usage.cpu);
        let answer = (self.read)(&finished, view);
        let exchange = Exchange::of(input, &finished).with_remark::<G, _>(&answer, view);
        Ok(Reply { answer, exchange, usage: finished.usage })
    }
}
