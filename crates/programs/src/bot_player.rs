//! A bot as a player; its answer in a position counts as its only action there.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use cardsharp_rules::{ActionOf, Observation, ObservationOf, Rng, Verdict};
use cardsharp_search::Player;

use crate::lines::LineProgram;
use crate::{Aftermath, Agent, Bot, FILLERS, Hosted, Protocol, Reply, Start, Stop};

/// The time-outs, or deaths in a row, after which a program is not asked again: thousands of requests would take days.
const PATIENCE: u32 = 3;

/// A bot as a house player. A refused answer becomes a random action here, so callers count its [faults].
///
/// [faults]: BotPlayer::faults
pub struct BotPlayer<G: Hosted> {
    game: G,
    bot: Bot,
    /// Processes that wait for the next request, each in a new game.
    idle: Mutex<Vec<LineProgram<G>>>,
    faults: AtomicU32,
    timeouts: AtomicU32,
    /// The deaths since its last answer.
    gone: AtomicU32,
    trouble: Mutex<Option<Stop>>,
}

impl<G: Hosted> BotPlayer<G> {
    /// Creates a player from this bot.
    pub fn new(game: &G, bot: Bot) -> BotPlayer<G> {
        BotPlayer {
            game: game.clone(),
            bot,
            idle: Mutex::default(),
            faults: AtomicU32::new(0),
            timeouts: AtomicU32::new(0),
            gone: AtomicU32::new(0),
            trouble: Mutex::default(),
        }
    }

    /// Asks the bot about this position.
    ///
    /// # Errors
    /// If programs cannot be run.
    pub fn ask(&self, view: &ObservationOf<G>, rng: &mut Rng) -> Result<Reply<ActionOf<G>>, Stop> {
        let names: Vec<String> = FILLERS.iter().take(G::SEATS).map(|&name| name.to_owned()).collect();
        let start = Start { game: &self.game, seat: view.seat(), names: &names };
        if self.bot.protocol != Protocol::Json {
            let mut agent = self.bot.agent::<G>();
            agent.begin(&start)?;
            return agent.choose(view, rng);
        }
        let ready = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut agent = ready.unwrap_or_else(|| LineProgram::new(&self.bot));
        agent.begin(&start)?;
        let reply = agent.choose(view, rng)?;
        // A process that has ended is not used again.
        if reply.answer.as_ref().err().is_none_or(|failure| failure.aftermath == Aftermath::Goes) {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(agent);
        }
        Ok(reply)
    }

    /// Asks the bot and ends its process, so that its standard error is complete.
    ///
    /// # Errors
    /// If programs cannot be run.
    pub fn ask_and_let_go(&self, view: &ObservationOf<G>, rng: &mut Rng) -> Result<Reply<ActionOf<G>>, Stop> {
        let mut reply = self.ask(view, rng)?;
        if let Some(mut program) = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            program.dismiss();
            program.errors().clone_into(&mut reply.exchange.errors);
        }
        Ok(reply)
    }

    /// Returns the number of refused answers.
    pub fn faults(&self) -> u32 {
        self.faults.load(Ordering::Relaxed)
    }

    /// Whether the bot is not asked again, after too many time-outs or deaths.
    pub fn is_let_be(&self) -> bool {
        [&self.timeouts, &self.gone].iter().any(|count| count.load(Ordering::Relaxed) >= PATIENCE)
    }

    /// Takes the error that stopped the bot, if there was one.
    pub fn take_trouble(&self) -> Option<Stop> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl<G: Hosted> Player<G> for BotPlayer<G> {
    fn choose(&self, view: &ObservationOf<G>, rng: &mut Rng) -> ActionOf<G> {
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        let at_random = |rng: &mut Rng| *rng.pick(&legal).expect("a seat whose turn it is can act");
        if self.is_let_be() {
            return at_random(rng);
        }
        match self.ask(view, rng) {
            Ok(Reply { answer: Ok(action), .. }) => {
                self.gone.store(0, Ordering::Relaxed);
                return action;
            }
            Ok(Reply { answer: Err(failure), exchange, .. }) => {
                self.faults.fetch_add(1, Ordering::Relaxed);
                let is_gone =
                    failure.aftermath == Aftermath::Gone || exchange.ending.is_some_and(|end| !end.is_success());
                self.gone.fetch_add(u32::from(is_gone), Ordering::Relaxed);
                self.timeouts.fetch_add(u32::from(failure.verdict == Verdict::Timeout), Ordering::Relaxed);
            }
            Err(stop) => {
                self.trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(stop);
                // The bot is not asked again.
                self.timeouts.fetch_max(PATIENCE, Ordering::Relaxed);
            }
        }
        at_random(rng)
    }
}
