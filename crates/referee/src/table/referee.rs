//! One game among anybody, from the deal to the record.

use cardsharp_rules::{Event, Fault, Game, Record, Rng, Seat, Seed, State, Turn, Verdict};
use cardsharp_sandbox::Usage;

use super::{Complaint, Exchange, Failure, Reply, Seated, Start, Stop};

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
    /// The seat's answer could not stand; what the referee chose instead comes next.
    fn fault(&mut self, _record: &Record<G>, _seat: Seat, _failure: &Failure) {}
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

/// After so many time-outs in a game a seat is no longer asked: each further decision is the same fault
/// at once. A program that sleeps would otherwise hold up everybody at every decision, two minutes each at
/// the usual limits.
pub const MOST_TIMEOUTS: u32 = 3;

/// Whether a seat is still asked: the record tells, so a game that is taken up again goes on as it would have.
pub fn is_asked<G: Game>(record: &Record<G>, seat: Seat) -> bool {
    let is_timeout = |event: &&Event<_>| matches!(event, Event::Fault(fault) if fault.seat == seat && fault.verdict == Verdict::Timeout);
    record.faults()[seat] < MOST_TIMEOUTS || record.events().iter().filter(is_timeout).count() < MOST_TIMEOUTS as usize
}

/// The stream of a game's luck for the players of ours.
const PLAYERS: u64 = 0;
/// The stream of a game's luck for the referee's own choices.
pub const REFEREE: u64 = 1;

/// Plays a game on the deal that `deal` names, with everybody's random numbers from `luck`.
///
/// # Errors
/// If a person leaves, programs cannot be run, or a fault stops it.
pub fn referee_game<G: Game>(
    game: &G,
    (deal, luck): (Seed, Seed),
    names: Vec<String>,
    seats: &mut [Box<dyn Seated<G> + '_>],
    on_fault: OnFault,
    watcher: &mut dyn Watcher<G>,
) -> Result<Refereed<G>, Stop> {
    let mut record = Record::from_seed(game.clone(), deal, names);
    watcher.begin(&record);
    for (seat, seated) in Seat::all(G::SEATS).zip(seats.iter_mut()) {
        seated.begin(&Start { game, seat, names: record.names() })?;
    }
    let mut usage = vec![Vec::new(); G::SEATS];
    let mut ply = 0;
    while let Turn::Of(seat) = record.state().turn() {
        let seated = &mut seats[seat.index()];
        // Every decision has random numbers of its own: nobody's thinking changes another's luck.
        let mut rng = Rng::new(luck.stream(PLAYERS).stream(ply));
        let reply = if is_asked(&record, seat) {
            let reply = seated.choose(&record.state().observe(seat), &mut rng)?;
            usage[seat.index()].push(reply.usage);
            reply
        } else {
            Reply { answer: Err(Failure::not_asked()), exchange: Exchange::default(), usage: Usage::default() }
        };
        let failure = match reply.answer {
            Ok(action) if record.play(action).is_ok() => None,
            Ok(action) => Some(Failure::new(Verdict::Illegal, action.to_string())),
            Err(failure) => Some(failure),
        };
        if let Some(failure) = failure {
            if on_fault == OnFault::Stop {
                let (name, exchange) = (record.names()[seat.index()].clone(), reply.exchange);
                return Err(Stop::Fault(Box::new(Complaint { name, seat, failure, exchange })));
            }
            record.fault(Fault { seat, verdict: failure.verdict, answer: failure.answer.clone() });
            watcher.fault(&record, seat, &failure);
            let chosen = record.state().random_action(&mut Rng::new(luck.stream(REFEREE).stream(ply)));
            record.play(chosen).expect("a random action is legal");
            seated.corrected(&failure, chosen);
        }
        watcher.acted(&record);
        ply += 1;
    }
    for seated in seats.iter_mut() {
        seated.end(&record);
    }
    watcher.over(&record);
    Ok(Refereed { record, usage })
}

impl Failure {
    /// That of a seat that has let its time run out too often.
    pub fn not_asked() -> Failure {
        Failure::new(Verdict::Timeout, format!("not asked any more after {MOST_TIMEOUTS} time-outs"))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use cardsharp_rules::indigo::Indigo;
    use cardsharp_rules::{ActionOf, AnyRecord, ObservationOf};
    use cardsharp_search::StylePlayer;

    use super::*;
    use crate::table::HousePlayer;

    /// Fails in the same way at every decision, and counts how often it is asked.
    struct Failing<'a>(Verdict, &'a AtomicUsize);

    impl Seated<Indigo> for Failing<'_> {
        fn choose(&mut self, _view: &ObservationOf<Indigo>, _rng: &mut Rng) -> Result<Reply<ActionOf<Indigo>>, Stop> {
            self.1.fetch_add(1, Ordering::Relaxed);
            let answer = Err(Failure::new(self.0, "again"));
            Ok(Reply { answer, exchange: Exchange::default(), usage: Usage::default() })
        }
    }

    /// How often the first seat was asked, and its faults.
    fn play(verdict: Verdict) -> (usize, Vec<Fault>, String) {
        let (asked, random) = (AtomicUsize::new(0), StylePlayer(Box::new(cardsharp_rules::Random)));
        let mut seats: Vec<Box<dyn Seated<Indigo> + '_>> =
            vec![Box::new(Failing(verdict, &asked)), Box::new(HousePlayer(&random))];
        let names = vec!["Sleeper".to_owned(), "Lulu".to_owned()];
        let played = referee_game(&Indigo, (Seed(1), Seed(2)), names, &mut seats, OnFault::GoOn, &mut ()).unwrap();
        let events = played.record.events().iter();
        let faults =
            events.filter_map(|event| if let Event::Fault(fault) = event { Some(fault.clone()) } else { None });
        drop(seats);
        (asked.into_inner(), faults.collect(), played.record.to_string())
    }

    #[test]
    fn who_has_let_three_decisions_pass_is_no_longer_asked_but_faulted_all_the_same() {
        let (asked, faults, record) = play(Verdict::Timeout);
        assert_eq!((asked, faults.len()), (3, 24), "Indigo has 24 turns a seat");
        assert!(faults.iter().all(|fault| fault.verdict == Verdict::Timeout));
        assert_eq!(
            (faults[2].answer.as_str(), faults[3].answer.as_str()),
            ("again", "not asked any more after 3 time-outs")
        );
        // What is written down is the same game again.
        let AnyRecord::Indigo(read) = AnyRecord::parse(&record).unwrap() else { panic!("a game of Indigo") };
        assert_eq!(read.to_string(), record);
        assert_eq!(play(Verdict::Timeout).2, record);
    }

    #[test]
    fn other_faults_are_no_reason_not_to_ask() {
        let (asked, faults, _) = play(Verdict::Crash);
        assert_eq!((asked, faults.len()), (24, 24));
    }
}
