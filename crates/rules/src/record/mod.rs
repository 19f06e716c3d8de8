//! The record of a game: the spine that replay, analysis and statistics read.
//!
//! A [`Record`] is always a game that can be replayed: what is noted was legal when it was noted,
//! and [`Record::parse`] checks every action of a text against the rules. How it is written is in
//! `text.rs`, and in a few bytes in `packed.rs`.

mod packed;
mod text;

pub use packed::PackedError;
pub use text::RecordError;
pub(crate) use text::{Lines, split};

use crate::{ActionOf, BySeat, Game, Seat, Seed, State, Turn, outcome, words};

/// A game as it was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Record<G: Game> {
    game: G,
    seed: Option<Seed>,
    /// Whether the cards were laid out otherwise than the seed deals them.
    laid_out: bool,
    deal: G::Deal,
    names: Vec<String>,
    events: Vec<Event<ActionOf<G>>>,
    state: G::State,
    faults: BySeat<u32>,
    /// Who has lost the game by a fault.
    lost: BySeat<bool>,
}

/// Something that happened at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<A> {
    /// A seat did something.
    Action(Seat, A),
    /// A seat's answer could not stand.
    Fault(Fault),
}

/// An answer that could not stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Who gave it.
    pub seat: Seat,
    /// What was wrong.
    pub verdict: Verdict,
    /// What was answered, or what else there is to say.
    pub answer: String,
    /// What it means for the seat.
    pub kind: FaultKind,
}

/// What a fault means for the seat that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// It costs what the game says.
    Cause,
    /// The seat has lost the game by it, and the referee plays its turns from here on.
    Forfeit,
    /// The seat was not even asked, because of an earlier fault; it costs what the game says all the same.
    Consequence,
}

words!(FaultKind, "kind of fault", Cause: "fault", Forfeit: "forfeit", Consequence: "follows");

impl Fault {
    /// An answer that could not stand, for a reason of its own.
    pub fn new(seat: Seat, verdict: Verdict, answer: impl Into<String>) -> Fault {
        Fault { seat, verdict, answer: answer.into(), kind: FaultKind::Cause }
    }
}

/// What was wrong with an answer.
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
    /// The program said nothing.
    NoAnswer,
    /// The program said something that is not an answer.
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
    /// Every verdict there is.
    pub fn all() -> impl Iterator<Item = Verdict> {
        Verdict::WORDS.iter().map(|(verdict, _)| *verdict)
    }
}

impl<G: Game> Record<G> {
    /// Begins the record of a game on a deal that a seed names.
    ///
    /// # Panics
    /// If there is not one name for every seat, none of them empty or of several lines.
    pub fn from_seed(game: G, seed: Seed, names: Vec<String>) -> Record<G> {
        let deal = game.shuffle(seed);
        let mut record = Record::from_deal(game, deal, names).expect("a shuffled deal is valid");
        (record.seed, record.laid_out) = (Some(seed), false);
        record
    }

    /// Begins the record of a game on any deal; no seed is known for it.
    ///
    /// # Errors
    /// If the deal is not valid.
    ///
    /// # Panics
    /// If there is not one name for every seat, none of them empty or of several lines.
    pub fn from_deal(game: G, deal: G::Deal, names: Vec<String>) -> Result<Record<G>, crate::InvalidDeal> {
        assert_eq!(names.len(), G::SEATS, "one name for every seat");
        assert!(names.iter().all(|name| is_name(name)), "names fit on a line: {names:?}");
        let state = game.start(&deal)?;
        let (faults, lost) = (BySeat::splat(G::SEATS, 0), BySeat::splat(G::SEATS, false));
        Ok(Record { game, seed: None, laid_out: true, deal, names, events: Vec::new(), state, faults, lost })
    }

    /// The same game under this seed, which names everybody's luck and, where it deals the same cards, the deal.
    #[must_use]
    pub fn with_seed(self, seed: Seed) -> Record<G> {
        let laid_out = self.game.shuffle(seed) != self.deal;
        Record { seed: Some(seed), laid_out, ..self }
    }

    /// Carries out and notes an action of the seat whose turn it is.
    ///
    /// # Errors
    /// If it is not legal; nothing is noted then.
    pub fn play(&mut self, action: ActionOf<G>) -> Result<(), crate::IllegalAction<ActionOf<G>>> {
        let turn = self.state.turn();
        self.state.play(action)?;
        let Turn::Of(seat) = turn else { unreachable!("nothing is legal once the game is over") };
        self.events.push(Event::Action(seat, action));
        Ok(())
    }

    /// Notes that a seat's answer could not stand.
    pub fn fault(&mut self, fault: Fault) {
        self.faults[fault.seat] += 1;
        self.lost[fault.seat] |= fault.kind == FaultKind::Forfeit;
        self.events.push(Event::Fault(fault));
    }

    /// The same game as it stood after so many events: what came later was taken back.
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

    /// The same game with others at the table.
    ///
    /// # Panics
    /// If there is not one name for every seat, none of them empty or of several lines.
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

    /// The seed of the game, from which everybody's luck comes; none where nobody has noted it.
    pub fn seed(&self) -> Option<Seed> {
        self.seed
    }

    /// The seed of the game, if it names the deal as well.
    pub fn deal_seed(&self) -> Option<Seed> {
        self.seed.filter(|_| !self.laid_out)
    }

    /// The cards as they lay at the start.
    pub fn deal(&self) -> &G::Deal {
        &self.deal
    }

    /// Who sat where.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What happened, in order.
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

    /// How many actions there have been.
    pub fn actions_so_far(&self) -> usize {
        self.events.len() - self.faults.as_slice().iter().sum::<u32>() as usize
    }

    /// How many of them were this seat's.
    pub fn actions_by(&self, seat: Seat) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::Action(by, _) if *by == seat)).count()
    }

    /// The position reached.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The position before the first action.
    pub fn start(&self) -> G::State {
        self.game.start(&self.deal).expect("the deal was checked when the record began")
    }

    /// How many faults each seat has made, those that merely follow from others included.
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

    /// How many faults of a seat had a cause of their own.
    pub fn causes(&self, seat: Seat) -> u32 {
        if self.faults[seat] == 0 {
            return 0;
        }
        self.each_fault().filter(|fault| fault.seat == seat && fault.kind != FaultKind::Consequence).count() as u32
    }

    /// Who has lost the game by a fault, whatever the cards say.
    pub fn lost(&self) -> &BySeat<bool> {
        &self.lost
    }

    /// What each seat gets, the cost of its faults taken off and who has lost by them last; none until the game is
    /// over.
    pub fn result(&self) -> Option<BySeat<i32>> {
        let returns = self.state.returns()?;
        let paid = BySeat::from_fn(G::SEATS, |seat| returns[seat] - G::FAULT_PENALTY * self.faults[seat] as i32);
        Some(outcome::with_lost(&paid, &self.lost))
    }
}

/// Names for a table whose players need none.
pub fn seat_names<G: Game>() -> Vec<String> {
    Seat::all(G::SEATS).map(|seat| format!("seat {seat}")).collect()
}

/// Whether a name fits on a line of a record and reads back the same.
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && name.trim() == name && !name.contains(char::is_control)
}
