//! A program taken for a player: what it answers to a position is all it would ever do there.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use cardsharp_rules::{ActionOf, Observation, ObservationOf, Rng, Verdict};
use cardsharp_search::Player;

use crate::lines::LineProgram;
use crate::table::{Aftermath, Outsider, Reply, Start, Stop};
use crate::{FILLERS, Hosted, HostedProgram, Protocol, Seatable};

/// After so many time-outs, or when it was gone so many times in a row, a program is not asked any more: thousands of
/// questions would take days.
const PATIENCE: u32 = 3;

/// A program that is asked about one position after another, as those do who think about it. At a table it is seated
/// itself; here what it answers badly is a choice at random, so whoever judges it by this counts its [faults].
///
/// [faults]: AskedProgram::faults
pub struct AskedProgram<G: Hosted> {
    game: G,
    hosted: HostedProgram,
    /// Those that live on are kept for the next question; each is told of a new game before it.
    idle: Mutex<Vec<LineProgram<G>>>,
    faults: AtomicU32,
    timeouts: AtomicU32,
    /// How often it was gone since it last answered.
    gone: AtomicU32,
    trouble: Mutex<Option<Stop>>,
}

impl<G: Hosted> AskedProgram<G> {
    /// This program, before anybody has asked it.
    pub fn new(game: &G, hosted: HostedProgram) -> AskedProgram<G> {
        AskedProgram {
            game: game.clone(),
            hosted,
            idle: Mutex::default(),
            faults: AtomicU32::new(0),
            timeouts: AtomicU32::new(0),
            gone: AtomicU32::new(0),
            trouble: Mutex::default(),
        }
    }

    /// What the program answers to this position.
    ///
    /// # Errors
    /// If programs cannot be run.
    pub fn ask(&self, view: &ObservationOf<G>, rng: &mut Rng) -> Result<Reply<ActionOf<G>>, Stop> {
        let names: Vec<String> = FILLERS.iter().take(G::SEATS).map(|&name| name.to_owned()).collect();
        let start = Start { game: &self.game, seat: view.seat(), names: &names };
        if self.hosted.protocol != Protocol::Json {
            let mut seated = Seatable::<G>::sit_down(&self.hosted);
            seated.begin(&start)?;
            return seated.choose(view, rng);
        }
        let ready = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let HostedProgram { program, launch, terms, .. } = &self.hosted;
        let mut seated = ready.unwrap_or_else(|| LineProgram::new(program, launch.clone(), *terms));
        seated.begin(&start)?;
        let reply = seated.choose(view, rng)?;
        // One that is gone is started afresh.
        if reply.answer.as_ref().err().is_none_or(|failure| failure.aftermath == Aftermath::Goes) {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(seated);
        }
        Ok(reply)
    }

    /// The same with a program that is let go afterwards, so that what it wrote on standard error is all there.
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

    /// How many answers could not stand so far.
    pub fn faults(&self) -> u32 {
        self.faults.load(Ordering::Relaxed)
    }

    /// Whether it was let be because it took too long or died too often.
    pub fn is_let_be(&self) -> bool {
        [&self.timeouts, &self.gone].iter().any(|count| count.load(Ordering::Relaxed) >= PATIENCE)
    }

    /// Why it could not be asked, if it could not.
    pub fn take_trouble(&self) -> Option<Stop> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl<G: Hosted> Player<G> for AskedProgram<G> {
    fn choose(&self, view: &ObservationOf<G>, rng: &mut Rng) -> ActionOf<G> {
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        let at_random = |rng: &mut Rng| *rng.pick(&legal).expect("somebody whose turn it is can act");
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
                // Nobody else need try.
                self.timeouts.fetch_max(PATIENCE, Ordering::Relaxed);
            }
        }
        at_random(rng)
    }
}
