//! Plays one game among agents, from the deal to the record.

use std::time::{Duration, Instant};

use cardsharp_rules::{FaultKind, Game, Record, Seat, Seed};
use cardsharp_table::{Controller, Due, Step, Table};

use crate::{Agent, Complaint, Failure, Reply, Start, Stop};

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame<G: Game> {
    /// The number of its deal in a match.
    pub deal: u64,
    /// The rotation r of the players: player p sits at seat p + r.
    pub rotation: usize,
    /// The record.
    pub record: Record<G>,
    /// The time of each decision, by seat.
    pub times: Vec<Vec<Duration>>,
}

/// Follows a game while it is played.
pub trait Watcher<G: Game> {
    /// The cards are dealt.
    fn begin(&mut self, _record: &Record<G>) {}
    /// The seat's answer is refused; the referee's choice comes next.
    fn fault(&mut self, _record: &Record<G>, _seat: Seat, _failure: &Failure, _kind: FaultKind) {}

    /// The legal actions and the rule after an illegal answer: they reveal hidden cards.
    fn remark(&mut self, _seat: Seat, _remark: &str) {}
    /// An action was played; it is the last event of the record.
    fn acted(&mut self, _record: &Record<G>) {}
    /// The game is over.
    fn over(&mut self, _record: &Record<G>) {}
}

/// Ignores the game.
impl<G: Game> Watcher<G> for () {}

/// Whether a game continues after a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFault {
    /// The game continues by the rules for faults.
    GoOn,
    /// The game stops.
    Stop,
}

/// Plays one game; the seed determines the deal and each seat's random numbers. `agents` are by seat.
///
/// # Errors
/// If a person leaves, programs cannot be run, or a fault stops the game.
///
/// # Panics
/// If the agents do not fill the seats, or a house player chooses an illegal action, which is a defect.
pub fn referee_game<G: Game>(
    game: &G,
    seed: Seed,
    names: Vec<String>,
    agents: &mut [Box<dyn Agent<G> + '_>],
    on_fault: OnFault,
    watcher: &mut dyn Watcher<G>,
) -> Result<PlayedGame<G>, Stop> {
    referee_on(Record::from_seed(game.clone(), seed, names), agents, on_fault, watcher)
}

/// Continues a game from the end of its record; the record's seed determines each seat's random numbers. The agents
/// begin a new game and learn from their views what has happened.
///
/// # Errors
/// As [`referee_game`].
///
/// # Panics
/// As [`referee_game`].
pub fn referee_on<G: Game>(
    record: Record<G>,
    agents: &mut [Box<dyn Agent<G> + '_>],
    on_fault: OnFault,
    watcher: &mut dyn Watcher<G>,
) -> Result<PlayedGame<G>, Stop> {
    let game = record.game().clone();
    let mut table: Table<G, ()> = Table::new(record, vec![Controller::Program; agents.len()]);
    watcher.begin(table.record());
    for (seat, agent) in Seat::all(G::SEATS).zip(agents.iter_mut()) {
        agent.begin(&Start { game: &game, seat, names: table.record().names() })?;
    }
    let mut times = vec![Vec::new(); G::SEATS];
    loop {
        let (seat, reply) = match table.due() {
            Due::Over => break,
            Due::Settled(seat, answer) => (seat, Reply::unasked(answer)),
            Due::Player((), question) | Due::Program(question) | Due::Person(question) => {
                let (seat, mut rng) = (question.seat, question.rng());
                let (agent, times) = (&mut agents[seat.index()], &mut times[seat.index()]);
                if let Some(player) = agent.house() {
                    let start = Instant::now();
                    let action = player.choose(&question.view, &mut rng);
                    times.push(start.elapsed());
                    let step = table.answer(Ok(action));
                    assert!(matches!(step, Step::Moved(..)), "{}: {step:?}", table.record().names()[seat.index()]);
                    watcher.acted(table.record());
                    continue;
                }
                let reply = agent.choose(&question.view, &mut rng)?;
                times.push(reply.usage.wall);
                (seat, reply)
            }
        };
        let agent = &mut agents[seat.index()];
        // The fault is reported before the record contains it, so that the record still ends where it was made.
        if let Some(failure) = table.judge(&reply.answer) {
            if on_fault == OnFault::Stop {
                let (name, exchange) = (table.record().names()[seat.index()].clone(), reply.exchange);
                return Err(Stop::Fault(Box::new(Complaint { name, seat, failure, exchange })));
            }
            watcher.fault(table.record(), seat, &failure, table.kind_of(seat, &failure));
            if !reply.exchange.remark.is_empty() {
                watcher.remark(seat, &reply.exchange.remark);
            }
        }
        if let Step::Faulted { failure, kind, chosen, .. } = table.answer(reply.answer) {
            agent.corrected(&failure, kind, chosen);
        }
        watcher.acted(table.record());
    }
    let record = table.into_record();
    for agent in agents.iter_mut() {
        agent.end(&record);
    }
    watcher.over(&record);
    Ok(PlayedGame { deal: 0, rotation: 0, record, times })
}
