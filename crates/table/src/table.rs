//! The step machine.

use std::fmt;
use std::sync::Arc;

use cardsharp_rules::{
    ActionOf, Event, Fault, FaultKind, Game, ObservationOf, Record, Rng, Seat, Seed, State, Turn, Verdict,
};

use crate::Luck;

/// After this many time-outs in a game a program is no longer asked, and each further decision is a fault at once. A
/// program that sleeps would otherwise cost two minutes per decision at the usual limits.
pub const MOST_TIMEOUTS: u32 = 3;

/// The number of faults that loses a program the game, in games whose faults have no other price.
pub const MOST_FAULTS: u32 = 3;

/// Returns the sentence that reports print about the cost of a fault in this game.
pub fn fault_rule<G: Game>() -> String {
    if G::FORFEITS {
        return "A fault is answered by a random legal choice; a third one, or a program that died, loses the game: \
                it places last, and the referee plays its turns."
            .to_owned();
    }
    let (cost, unit) = (G::FAULT_PENALTY, G::SCORING.unit);
    format!("A fault is answered by a random legal choice and costs {cost} {unit}s at every decision.")
}

/// The controller of a seat. `P` holds house players: by reference, or shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Controller<P> {
    /// A house player, which decides in this process.
    Player(P),
    /// A program, which must be asked and may fail.
    Program,
    /// A person, who must be asked, and asked again after an illegal action.
    Person,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Table<G: Game, P> {
    record: Record<G>,
    luck: Luck,
    controllers: Arc<[Controller<P>]>,
    /// The fixed first actions of each seat, for any controller; empty if no seat has any.
    openings: Arc<[Vec<ActionOf<G>>]>,
}

/// An action, or the reason why there is none.
pub type Answer<A> = Result<A, Failure>;

/// The reason why an answer is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The kind of failure.
    pub verdict: Verdict,
    /// The answer, or other details.
    pub answer: String,
    /// Whether the program can be asked again.
    pub aftermath: Aftermath,
}

/// Whether a program can be asked again after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aftermath {
    /// It may be asked again.
    Goes,
    /// It is gone for this game: it died, was stopped, or has no time left.
    Gone,
    /// It was gone before, and was not asked.
    WasGone,
}

/// A decision to be made.
#[derive(Clone, Debug)]
pub struct Question<G: Game> {
    /// The seat that decides.
    pub seat: Seat,
    /// The seat's view.
    pub view: ObservationOf<G>,
    luck: Luck,
    actions: u64,
}

impl<G: Game> Question<G> {
    /// Returns the random numbers of this decision, the same each time.
    pub fn rng(&self) -> Rng {
        self.luck.decision(self.actions)
    }
}

/// The next decision.
#[derive(Clone, Debug)]
pub enum Due<G: Game, P> {
    /// A house player decides.
    Player(P, Question<G>),
    /// A program must be asked.
    Program(Question<G>),
    /// A person must be asked.
    Person(Question<G>),
    /// The seat is not asked: its action is fixed, or it has lost the game or timed out too often.
    Settled(Seat, Answer<ActionOf<G>>),
    /// The game is over.
    Over,
}

/// The seat to act, and whether it must be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToMove {
    /// A person must be asked.
    Person(Seat),
    /// A program must be asked.
    Program(Seat),
    /// A seat that acts without being asked.
    Player(Seat),
    /// The game is over.
    Nobody,
}

/// The effect of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<A> {
    /// The seat acted.
    Moved(Seat, A),
    /// The answer is invalid: the record notes a fault, and the referee has chosen another action.
    Faulted {
        /// The seat that was asked.
        seat: Seat,
        /// The failure.
        failure: Failure,
        /// The effect on the seat.
        kind: FaultKind,
        /// The points it costs.
        penalty: i32,
        /// The referee's action.
        chosen: A,
    },
    /// A person's illegal action: nothing has changed, and the person is asked again.
    Refused(Seat, A),
}

impl<G: Game, P: Clone> Table<G, P> {
    /// Starts or continues the game of a record with these controllers. The record's seed determines the random numbers
    /// of each seat; a record without one has seed 0. Panics if there is not one controller for every seat.
    pub fn new(record: Record<G>, controllers: impl Into<Arc<[Controller<P>]>>) -> Table<G, P> {
        let (luck, controllers) = (Luck::of(record.seed().unwrap_or(Seed(0))), controllers.into());
        assert_eq!(controllers.len(), G::SEATS, "a controller for every seat");
        Table { record, luck, controllers, openings: Arc::default() }
    }

    /// The same game with the first actions of each seat fixed.
    #[must_use]
    pub fn with_openings(self, openings: Vec<Vec<ActionOf<G>>>) -> Table<G, P> {
        Table { openings: openings.into(), ..self }
    }

    /// The record so far.
    pub fn record(&self) -> &Record<G> {
        &self.record
    }

    /// Returns the record.
    pub fn into_record(self) -> Record<G> {
        self.record
    }

    /// The same game after its first `events` events, with the random numbers of that point.
    #[must_use]
    pub fn back_to(&self, events: usize) -> Table<G, P> {
        let (controllers, openings) = (Arc::clone(&self.controllers), Arc::clone(&self.openings));
        Table { record: self.record.prefix(events), luck: self.luck, controllers, openings }
    }

    /// The same game with another controller at a seat and these names. The fixed actions of the seat stay.
    #[must_use]
    pub fn reseated(&self, seat: Seat, controller: Controller<P>, names: Vec<String>) -> Table<G, P> {
        let mut controllers = self.controllers.to_vec();
        controllers[seat.index()] = controller;
        let (record, openings) = (self.record.clone().renamed(names), Arc::clone(&self.openings));
        Table { record, luck: self.luck, controllers: controllers.into(), openings }
    }

    /// Returns the number of events before the last decision that a seat made itself; `None` if it has made none.
    pub fn last_decision(&self, seat: Seat) -> Option<usize> {
        if self.record.actions_by(seat) <= self.opening(seat).len() {
            return None;
        }
        self.record.events().iter().rposition(|event| matches!(event, Event::Action(by, _) if *by == seat))
    }

    /// The controller of each seat.
    pub fn controllers(&self) -> &[Controller<P>] {
        &self.controllers
    }

    /// The fixed first actions of a seat.
    pub fn opening(&self, seat: Seat) -> &[ActionOf<G>] {
        self.openings.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    /// This seat's view.
    pub fn view(&self, seat: Seat) -> ObservationOf<G> {
        self.record.state().observe(seat)
    }

    /// The seat to act, and whether it must be asked.
    pub fn to_move(&self) -> ToMove {
        let Turn::Of(seat) = self.record.state().turn() else { return ToMove::Nobody };
        match self.controllers[seat.index()] {
            _ if self.settled(seat).is_some() => ToMove::Player(seat),
            Controller::Player(_) => ToMove::Player(seat),
            Controller::Program => ToMove::Program(seat),
            Controller::Person => ToMove::Person(seat),
        }
    }

    /// Returns the next decision.
    pub fn due(&self) -> Due<G, P> {
        let Turn::Of(seat) = self.record.state().turn() else { return Due::Over };
        if let Some(answer) = self.settled(seat) {
            return Due::Settled(seat, answer);
        }
        let question =
            Question { seat, view: self.view(seat), luck: self.luck, actions: self.record.actions_so_far() as u64 };
        match &self.controllers[seat.index()] {
            Controller::Player(player) => Due::Player(player.clone(), question),
            Controller::Program => Due::Program(question),
            Controller::Person => Due::Person(question),
        }
    }

    /// Returns the answer of a seat that is not asked.
    fn settled(&self, seat: Seat) -> Option<Answer<ActionOf<G>>> {
        let opening = self.opening(seat);
        // Actions are counted only if some are fixed, which is rare.
        if !opening.is_empty()
            && let Some(action) = opening.get(self.record.actions_by(seat))
        {
            return Some(Ok(*action));
        }
        if self.record.lost()[seat] {
            return Some(Ok(self.referees_choice()));
        }
        (!is_asked(&self.record, seat)).then(|| Err(Failure::not_asked()))
    }

    fn referees_choice(&self) -> ActionOf<G> {
        let actions = self.record.actions_so_far() as u64;
        self.record.state().random_action(&mut self.luck.referee(actions))
    }

    /// Returns the effect of a failure on the seat to act. It costs a person nothing, and a fixed action is no fault of
    /// its seat. A house player fails only by a defect, and is then treated as a program.
    pub fn kind_of(&self, seat: Seat, failure: &Failure) -> FaultKind {
        let is_person = matches!(self.controllers[seat.index()], Controller::Person);
        let is_its_own = !is_person && self.record.actions_by(seat) >= self.opening(seat).len();
        let is_last = || failure.aftermath == Aftermath::Gone || self.record.causes(seat) + 1 >= MOST_FAULTS;
        match failure.aftermath {
            _ if G::FORFEITS && is_its_own && is_last() => FaultKind::Forfeit,
            Aftermath::WasGone => FaultKind::Consequence,
            Aftermath::Goes | Aftermath::Gone => FaultKind::Cause,
        }
    }

    /// Returns the failure of an answer of the seat to act, if it is invalid.
    pub fn judge(&self, answer: &Answer<ActionOf<G>>) -> Option<Failure> {
        match answer {
            Ok(action) if self.record.state().is_legal(*action) => None,
            Ok(action) => Some(Failure::illegal(*action)),
            Err(failure) => Some(failure.clone()),
        }
    }

    /// Takes the answer of the seat to act. Panics if the game is over.
    pub fn answer(&mut self, answer: Answer<ActionOf<G>>) -> Step<ActionOf<G>> {
        let Turn::Of(seat) = self.record.state().turn() else { panic!("the game is over") };
        let failure = match answer {
            Ok(action) if self.record.play(action).is_ok() => return Step::Moved(seat, action),
            Ok(action) if self.to_move() == ToMove::Person(seat) => return Step::Refused(seat, action),
            Ok(action) => Failure::illegal(action),
            Err(failure) => failure,
        };
        let (kind, chosen) = (self.kind_of(seat, &failure), self.referees_choice());
        self.record.fault(Fault { kind, ..Fault::new(seat, failure.verdict, failure.answer.clone()) });
        self.record.play(chosen).expect("a random action is legal");
        Step::Faulted { seat, failure, kind, penalty: G::FAULT_PENALTY, chosen }
    }

    /// Plays the game to its end. `choose` makes every decision that is not settled. It also gets the record, for
    /// callers that measure and may see all cards. Panics if an illegal action is chosen.
    pub fn play_out(
        mut self,
        mut choose: impl FnMut(&Record<G>, Controller<P>, &Question<G>, &mut Rng) -> ActionOf<G>,
    ) -> Record<G> {
        loop {
            let mut ask =
                |controller, question: Question<G>| choose(&self.record, controller, &question, &mut question.rng());
            let answer = match self.due() {
                Due::Player(player, question) => Ok(ask(Controller::Player(player), question)),
                Due::Program(question) => Ok(ask(Controller::Program, question)),
                Due::Person(question) => Ok(ask(Controller::Person, question)),
                Due::Settled(_, answer) => answer,
                Due::Over => return self.record,
            };
            match self.answer(answer) {
                Step::Moved(..) => {}
                Step::Faulted { seat, failure, .. } => panic!("{} fails: {failure}", self.record.names()[seat.index()]),
                Step::Refused(seat, action) => panic!("{}: {action} is illegal", self.record.names()[seat.index()]),
            }
        }
    }
}

/// Whether a seat is still asked. Only the record decides, so a resumed game continues in the same way.
fn is_asked<G: Game>(record: &Record<G>, seat: Seat) -> bool {
    let is_timeout = |event: &&Event<_>| matches!(event, Event::Fault(fault) if fault.seat == seat && fault.verdict == Verdict::Timeout);
    record.faults()[seat] < MOST_TIMEOUTS || record.events().iter().filter(is_timeout).count() < MOST_TIMEOUTS as usize
}

impl Failure {
    /// A failure with these details.
    pub fn new(verdict: Verdict, answer: impl Into<String>) -> Failure {
        Failure { verdict, answer: answer.into(), aftermath: Aftermath::Goes }
    }

    /// The same failure with this aftermath.
    #[must_use]
    pub fn leaving(self, aftermath: Aftermath) -> Failure {
        Failure { aftermath, ..self }
    }

    fn illegal(action: impl fmt::Display) -> Failure {
        Failure::new(Verdict::Illegal, action.to_string())
    }

    /// The failure of a program that has timed out too often.
    fn not_asked() -> Failure {
        let words = format!("not asked any more after {MOST_TIMEOUTS} time-outs");
        Failure::new(Verdict::Timeout, words).leaving(Aftermath::WasGone)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.verdict)?;
        if self.answer.is_empty() { Ok(()) } else { write!(f, " ({})", shortened(&self.answer)) }
    }
}

/// Returns the beginning of an answer, which may have many lines.
fn shortened(answer: &str) -> String {
    let line: String = answer.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(60).collect();
    if line.chars().count() < answer.chars().count() { format!("{line}…") } else { line }
}
