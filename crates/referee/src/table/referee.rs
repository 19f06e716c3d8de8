//! One game among anybody, from the deal to the record.

use cardsharp_rules::{Fault, Game, Record, Rng, Seat, Seed, State, Turn};
use cardsharp_sandbox::Usage;

use super::{Complaint, Failure, Seated, Start, Stop};

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Refereed<G: Game> {
    /// What happened.
    pub record: Record<G>,
    /// What each seat's decisions cost, one by one.
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
        let reply = seated.choose(&record.state().observe(seat), &mut rng)?;
        usage[seat.index()].push(reply.usage);
        let failure = match reply.answer {
            Ok(action) if record.play(action).is_ok() => None,
            Ok(action) => Some(Failure::new(cardsharp_rules::Verdict::Illegal, action.to_string())),
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
