//! The record of a game, which replay, analysis and statistics read.
//!
//! A [`Record`] can always be replayed: every action was legal when it was added, and [`Record::parse`] checks every
//! action of a text against the rules. `text.rs` defines the text format, `packed.rs` the binary format.

mod packed;
mod text;

pub use packed::PackedError;
pub use text::RecordError;
pub(crate) use text::{Lines, split};

use crate::{ActionOf, BySeat, Game, Seat, Seed, State, Turn, outcome, words};

/// A recorded game.
#[derive(Clone, Debug, PartialEq)]
pub struct Record<G: Game> {
    game: G,
    seed: Option<Seed>,
    /// Whether the deal differs from the seed's.
    laid_out: bool,
    deal: G::Deal,
    names: Vec<String>,
    events: Vec<Event<ActionOf<G>>>,
    state: G::State,
    faults: BySeat<u32>,
    /// The seats that have lost the game by a fault.
    lost: BySeat<bool>,
}

/// An event at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<A> {
    /// The action of a seat.
    Action(Seat, A),
    /// An invalid answer of a seat.
    Fault(Fault),
}

/// An invalid answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The seat that gave it.
    pub seat: Seat,
    /// The kind of error.
    pub verdict: Verdict,
    /// The answer, or another explanation.
    pub answer: String,
    /// The effect on the seat.
    pub kind: FaultKind,
}

/// The effect of a fault on its seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// It costs the game's penalty.
    Cause,
    /// The seat has lost the game by it; the referee plays its remaining turns.
    Forfeit,
    /// The seat was not asked, because of an earlier fault. It still costs the game's penalty.
    Consequence,
}

words!(FaultKind, "kind of fault", Cause: "fault", Forfeit: "forfeit", Consequence: "follows");

impl Fault {
    /// A fault with a cause of its own.
    pub fn new(seat: Seat, verdict: Verdict, answer: impl Into<String>) -> Fault {
        Fault { seat, verdict, answer: answer.into(), kind: FaultKind::Cause }
    }
}

/// The kind of error in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The rules forbid it.
    Illegal,
    /// It came too late.
    Timeout,
    /// The program died.
    Crash,
    /// The program took too much memory.
    Memory,
    /// The program wrote too much.
    Flood,
    /// The program gave no answer.
    NoAnswer,
    /// The program wrote something that is not an answer.
    Protocol,
}

words!(
    Verdict,
    "verdict",
    Illegal: "illegal",
    Timeout: "timeout",
    Crash: "crash",
    Memory: "memory",
    Flood: "flood",
    NoAnswer: "no-answer",
    Protocol: "protocol",
);

impl Verdict {
    /// All verdicts.
    pub fn all() -> impl Iterator<Item = Verdict> {
        Verdict::WORDS.iter().map(|(verdict, _)| *verdict)
    }
}

impl<G: Game> Record<G> {
    /// Begins a record on the deal of a seed. Panics unless there is one valid name ([`is_name`]) for every seat.
    pub fn from_seed(game: G, seed: Seed, names: Vec<String>) -> Record<G> {
        let deal = game.shuffle(seed);
        let mut record = Record::from_deal(game, deal, names).expect("a shuffled deal is valid");
        (record.seed, record.laid_out) = (Some(seed), false);
        record
    }

    /// Begins the record of a game on any deal, without a seed. Panics like [`Record::from_seed`].
    ///
    /// # Errors
    /// If the deal is not valid.
    pub fn from_deal(game: G, deal: G::Deal, names: Vec<String>) -> Result<Record<G>, crate::InvalidDeal> {
        assert_eq!(names.len(), G::SEATS, "one name for every seat");
        assert!(names.iter().all(|name| is_name(name)), "names fit on a line: {names:?}");
        let state = game.start(&deal)?;
        let (faults, lost) = (BySeat::splat(G::SEATS, 0), BySeat::splat(G::SEATS, false));
        Ok(Record { game, seed: None, laid_out: true, deal, names, events: Vec::new(), state, faults, lost })
    }

    /// The same game under this seed. It determines the random choices and, if it shuffles the same cards, the deal.
    #[must_use]
    pub fn with_seed(self, seed: Seed) -> Record<G> {
        let laid_out = self.game.shuffle(seed) != self.deal;
        Record { seed: Some(seed), laid_out, ..self }
    }

    /// Plays and records an action of the seat to act.
    ///
    /// # Errors
    /// If the action is illegal; nothing is recorded then.
    pub fn play(&mut self, action: ActionOf<G>) -> Result<(), crate::IllegalAction<ActionOf<G>>> {
        let turn = self.state.turn();
        self.state.play(action)?;
        let Turn::Of(seat) = turn else { unreachable!("nothing is legal once the game is over") };
        self.events.push(Event::Action(seat, action));
        Ok(())
    }

    /// Records an invalid answer of a seat.
    pub fn fault(&mut self, fault: Fault) {
        self.faults[fault.seat] += 1;
        self.lost[fault.seat] |= fault.kind == FaultKind::Forfeit;
        self.events.push(Event::Fault(fault));
    }

    /// The same game after its first `events` events.
    #[must_use]
    pub fn prefix(&self, events: usize) -> Record<G> {
        let (faults, lost) = (BySeat::splat(G::SEATS, 0), BySeat::splat(G::SEATS, false));
        let mut prefix = Record {
            game: self.game.clone(),
            deal: self.deal.clone(),
            names: self.names.clone(),
            events: Vec::new(),
            state: self.start(),
            faults,
            lost,
            ..*self
        };
        for event in self.events.iter().take(events) {
            match event {
                Event::Action(_, action) => prefix.play(*action).expect("it was legal when it was noted"),
                Event::Fault(fault) => prefix.fault(fault.clone()),
            }
        }
        prefix
    }

    /// The same game with other names. Panics like [`Record::from_seed`].
    #[must_use]
    pub fn renamed(self, names: Vec<String>) -> Record<G> {
        assert_eq!(names.len(), G::SEATS, "one name for every seat");
        assert!(names.iter().all(|name| is_name(name)), "names fit on a line: {names:?}");
        Record { names, ..self }
    }

    /// The game and its options.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The seed of the game, the source of its random choices; `None` if unknown.
    pub fn seed(&self) -> Option<Seed> {
        self.seed
    }

    /// The seed of the game, if it also determines the deal.
    pub fn deal_seed(&self) -> Option<Seed> {
        self.seed.filter(|_| !self.laid_out)
    }

    /// The cards at the start.
    pub fn deal(&self) -> &G::Deal {
        &self.deal
    }

    /// The names by seat.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The events in order.
    pub fn events(&self) -> &[Event<ActionOf<G>>] {
        &self.events
    }

    /// The actions alone, in order.
    pub fn actions(&self) -> impl Iterator<Item = ActionOf<G>> {
        self.events.iter().filter_map(|event| match event {
            Event::Action(_, action) => Some(*action),
            Event::Fault(_) => None,
        })
    }

    /// The number of actions so far.
    pub fn actions_so_far(&self) -> usize {
        self.events.len() - self.faults.as_slice().iter().sum::<u32>() as usize
    }

    /// The number of actions of this seat.
    pub fn actions_by(&self, seat: Seat) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::Action(by, _) if *by == seat)).count()
    }

    /// The current position.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The position before the first action.
    pub fn start(&self) -> G::State {
        self.game.start(&self.deal).expect("the deal was checked when the record began")
    }

    /// The number of faults of each seat, including those that only follow from others.
    pub fn faults(&self) -> &BySeat<u32> {
        &self.faults
    }

    /// The faults alone, in order.
    pub fn each_fault(&self) -> impl Iterator<Item = &Fault> {
        self.events.iter().filter_map(|event| match event {
            Event::Fault(fault) => Some(fault),
            Event::Action(..) => None,
        })
    }

    /// The number of faults of a seat with a cause of their own.
    pub fn causes(&self, seat: Seat) -> u32 {
        if self.faults[seat] == 0 {
            return 0;
        }
        self.each_fault().filter(|fault| fault.seat == seat && fault.kind != FaultKind::Consequence).count() as u32
    }

    /// The seats that have lost the game by a fault, regardless of the cards.
    pub fn lost(&self) -> &BySeat<bool> {
        &self.lost
    }

    /// The result of each seat, less its faults' cost; seats that lost by a fault are last. `None` before the end.
    pub fn result(&self) -> Option<BySeat<i32>> {
        let returns = self.state.returns()?;
        let paid = BySeat::from_fn(G::SEATS, |seat| returns[seat] - G::FAULT_PENALTY * self.faults[seat] as i32);
        Some(outcome::with_lost(&paid, &self.lost))
    }
}

/// Default names by seat.
pub fn seat_names<G: Game>() -> Vec<String> {
    Seat::all(G::SEATS).map(|seat| format!("seat {seat}")).collect()
}

/// Whether a name fits on a line of a record and is read back unchanged.
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && name.trim() == name && !name.contains(char::is_control)
}
