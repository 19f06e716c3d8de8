//! One game among anybody, from the deal to the record.

use std::time::Instant;

use cardsharp_rules::{ActionOf, FaultKind, Game, Record, Seat, Seed};
use cardsharp_sandbox::Usage;
use cardsharp_search::Player;
use cardsharp_table::{Due, Failure, Question, Sitter, Step, Table, Who};

use super::{Complaint, Reply, Seated, Start, Stop};

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Refereed<G: Game> {
    /// What happened.
    pub record: Record<G>,
    /// What each seat's decisions cost, one by one, as far as it was asked.
    pub usage: Vec<Vec<Usage>>,
}

/// Told what happens at a table while it happens.
pub trait Watcher<G: Game> {
    /// The cards are dealt.
    fn begin(&mut self, _record: &Record<G>) {}
    /// The seat's answer cannot stand; what the referee chooses instead comes next.
    fn fault(&mut self, _record: &Record<G>, _seat: Seat, _failure: &Failure, _kind: FaultKind) {}

    /// What was legal instead of an answer of this seat, and the rule: it tells of hidden cards.
    fn remark(&mut self, _seat: Seat, _remark: &str) {}
    /// Something was done; it is the last event of the record.
    fn acted(&mut self, _record: &Record<G>) {}
    /// The game is over.
    fn over(&mut self, _record: &Record<G>) {}
}

/// Nobody watches.
impl<G: Game> Watcher<G> for () {}

/// What becomes of a game in which someone errs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFault {
    /// It goes on by rule.
    GoOn,
    /// It stops there.
    Stop,
}

/// Plays the game that a seed names, its deal and everybody's luck.
///
/// # Errors
/// If a person leaves, programs cannot be run, or a fault stops it.
///
/// # Panics
/// If there is not somebody on every seat, or a player of ours answers with something illegal, which is a
/// defect of ours.
pub fn referee_game<G: Game>(
    game: &G,
    seed: Seed,
    names: Vec<String>,
    seats: &mut [Seated<'_, G>],
    on_fault: OnFault,
    watcher: &mut dyn Watcher<G>,
) -> Result<Refereed<G>, Stop> {
    referee_on(Record::from_seed(game.clone(), seed, names), seats, on_fault, watcher)
}

/// Plays a game on from where its record ends, everybody's luck from the record's seed. Whoever sits down now is
/// told of a new game, and learns what has happened from what it sees.
///
/// # Errors
/// If a person leaves, programs cannot be run, or a fault stops it.
///
/// # Panics
/// If there is not somebody on every seat.
pub fn referee_on<G: Game>(
    record: Record<G>,
    seats: &mut [Seated<'_, G>],
    on_fault: OnFault,
    watcher: &mut dyn Watcher<G>,
) -> Result<Refereed<G>, Stop> {
    let sitters: Vec<Sitter<G, &dyn Player<G>>> = seats.iter().map(Seated::sitter).collect();
    let game = record.game().clone();
    let mut table = Table::new(record, sitters);
    watcher.begin(table.record());
    for (seat, seated) in Seat::all(G::SEATS).zip(seats.iter_mut()) {
        if let Seated::Outsider(outsider) = seated {
            outsider.begin(&Start { game: &game, seat, names: table.record().names() })?;
        }
    }
    let mut usage = vec![Vec::new(); G::SEATS];
    loop {
        let (seat, reply) = match table.due() {
            Due::Over => break,
            Due::Player(player, question) => {
                let start = Instant::now();
                let action = player.choose(&question.view, &mut question.rng());
                // What it costs a thread of ours is not measured apart from the clock on the wall.
                usage[question.seat.index()].push(Usage { wall: start.elapsed(), ..Usage::default() });
                (question.seat, Reply::unasked(Ok(action)))
            }
            Due::Settled(seat, answer) => (seat, Reply::unasked(answer)),
            Due::Program(question) | Due::Person(question) => {
                let reply = seats[question.seat.index()].ask(&question)?;
                usage[question.seat.index()].push(reply.usage);
                (question.seat, reply)
            }
        };
        // Players of ours never err, so only outsiders' answers are looked at twice.
        if let Seated::Outsider(_) = seats[seat.index()]
            && let Some(failure) = table.judge(&reply.answer)
        {
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
            match &mut seats[seat.index()] {
                Seated::Outsider(outsider) => outsider.corrected(&failure, kind, chosen),
                Seated::Player(_) => panic!("{} fails: {failure}", table.record().names()[seat.index()]),
            }
        }
        watcher.acted(table.record());
    }
    let record = table.into_record();
    for seated in seats.iter_mut() {
        if let Seated::Outsider(outsider) = seated {
            outsider.end(&record);
        }
    }
    watcher.over(&record);
    Ok(Refereed { record, usage })
}

impl<'a, G: Game> Seated<'a, G> {
    fn sitter(&self) -> Sitter<G, &'a dyn Player<G>> {
        Sitter::new(match self {
            Seated::Player(player) => Who::Player(*player),
            Seated::Outsider(_) => Who::Program,
        })
    }

    fn ask(&mut self, question: &Question<G>) -> Result<Reply<ActionOf<G>>, Stop> {
        match self {
            Seated::Outsider(outsider) => outsider.choose(&question.view, &mut question.rng()),
            Seated::Player(_) => unreachable!("players of ours are not asked"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use cardsharp_rules::indigo::Indigo;
    use cardsharp_rules::{AnyRecord, Fault, ObservationOf, Rng, Verdict};
    use cardsharp_search::StylePlayer;

    use super::*;
    use crate::table::Outsider;

    /// Fails in the same way at every decision, and counts how often it is asked.
    struct Failing<'a>(Verdict, &'a AtomicUsize);

    impl Outsider<Indigo> for Failing<'_> {
        fn choose(&mut self, _view: &ObservationOf<Indigo>, _rng: &mut Rng) -> Result<Reply<ActionOf<Indigo>>, Stop> {
            self.1.fetch_add(1, Ordering::Relaxed);
            Ok(Reply::unasked(Err(Failure::new(self.0, "again"))))
        }
    }

    /// How often the first seat was asked, and its faults.
    fn play(verdict: Verdict) -> (usize, Vec<Fault>, String) {
        let (asked, random) = (AtomicUsize::new(0), StylePlayer(Box::new(cardsharp_rules::Random)));
        let mut seats = [Seated::Outsider(Box::new(Failing(verdict, &asked))), Seated::Player(&random)];
        let names = vec!["Sleeper".to_owned(), "Lulu".to_owned()];
        let played = referee_game(&Indigo, Seed(1), names, &mut seats, OnFault::GoOn, &mut ()).unwrap();
        drop(seats);
        (asked.into_inner(), played.record.each_fault().cloned().collect(), played.record.to_string())
    }

    #[test]
    fn who_has_let_three_decisions_pass_has_lost_and_is_no_longer_asked() {
        let (asked, faults, record) = play(Verdict::Timeout);
        assert_eq!((asked, faults.len()), (3, 3), "Indigo has 24 turns a seat");
        assert!(faults.iter().all(|fault| fault.verdict == Verdict::Timeout && fault.answer == "again"));
        assert_eq!(
            faults.iter().map(|fault| fault.kind).collect::<Vec<_>>(),
            [FaultKind::Cause, FaultKind::Cause, FaultKind::Forfeit]
        );
        // What is written down is the same game again.
        let AnyRecord::Indigo(read) = AnyRecord::parse(&record).unwrap() else { panic!("a game of Indigo") };
        assert_eq!(read.to_string(), record);
        assert_eq!(play(Verdict::Timeout).2, record);
        assert!(read.lost()[Seat::FIRST] && read.result().unwrap()[Seat::FIRST] < read.result().unwrap()[Seat::new(1)]);
    }

    #[test]
    fn other_faults_count_as_much() {
        let (asked, faults, _) = play(Verdict::Crash);
        assert_eq!((asked, faults.len()), (3, 3));
    }
}
