//! The step machine.

use std::fmt;
use std::sync::Arc;

use cardsharp_rules::{
    ActionOf, Event, Fault, FaultKind, Game, ObservationOf, Record, Rng, Seat, Seed, State, Turn, Verdict,
};

use crate::{Luck, Sitter, Who};

/// After so many time-outs in a game a program is no longer asked: each further decision is the same fault
/// at once. One that sleeps would otherwise hold up everybody at every decision, two minutes each at the
/// usual limits.
pub const MOST_TIMEOUTS: u32 = 3;

/// The fault with this number loses a program the game, where faults have no other price.
pub const MOST_FAULTS: u32 = 3;

/// What a fault costs at this game, in a sentence for every report.
pub fn fault_rule<G: Game>() -> String {
    if G::FORFEITS {
        return "A fault is answered by a random legal choice; a third one, or a program that died, loses the game: \
                it places last, and the referee plays its turns."
            .to_owned();
    }
    let (cost, unit) = (G::FAULT_PENALTY, G::SCORING.unit);
    format!("A fault is answered by a random legal choice and costs {cost} {unit}s at every decision.")
}

/// A game in progress. `P` is how its players of ours are held: by reference, or shared.
#[derive(Clone, Debug)]
pub struct Table<G: Game, P> {
    record: Record<G>,
    luck: Luck,
    sitters: Arc<[Sitter<G, P>]>,
}

/// An action, or why there is none.
pub type Answer<A> = Result<A, Failure>;

/// Why an answer cannot stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What to call it.
    pub verdict: Verdict,
    /// What was answered, or what else there is to say.
    pub answer: String,
    /// What is left of whoever failed.
    pub aftermath: Aftermath,
}

/// What is left of a program after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aftermath {
    /// It may be asked again.
    Goes,
    /// It is gone for this game: it died, had to be stopped, or has no time left.
    Gone,
    /// It was gone before, and nobody asked.
    WasGone,
}

/// A decision that somebody has to make.
#[derive(Clone, Debug)]
pub struct Question<G: Game> {
    /// Whose it is.
    pub seat: Seat,
    /// What that seat sees.
    pub view: ObservationOf<G>,
    luck: Luck,
    actions: u64,
}

impl<G: Game> Question<G> {
    /// The random numbers of this decision, the same each time.
    pub fn rng(&self) -> Rng {
        self.luck.decision(self.actions)
    }
}

/// What comes next.
#[derive(Clone, Debug)]
pub enum Due<G: Game, P> {
    /// A player of ours decides.
    Player(P, Question<G>),
    /// A program has to be asked.
    Program(Question<G>),
    /// A person has to be asked.
    Person(Question<G>),
    /// It is settled without asking this seat: the turn is laid down, or it has lost the game or slept too often.
    Settled(Seat, Answer<ActionOf<G>>),
    /// Nothing: the game is over.
    Over,
}

/// Who is to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// A person must be asked.
    Person(Seat),
    /// A program must be asked.
    Program(Seat),
    /// It goes on by itself.
    Player(Seat),
    /// The game is over.
    Nobody,
}

/// What came of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<A> {
    /// The seat did it.
    Moved(Seat, A),
    /// It cannot stand: the fault is noted and costs so many points or the game, and the referee has chosen instead.
    Faulted {
        /// Whose answer it was.
        seat: Seat,
        /// What was wrong.
        failure: Failure,
        /// What it means for the seat.
        kind: FaultKind,
        /// What the game takes off for it.
        penalty: i32,
        /// What was done instead.
        chosen: A,
    },
    /// A person's slip: nothing has changed, and they are asked again.
    Refused(Seat, A),
}

impl<G: Game, P: Clone> Table<G, P> {
    /// Everybody sits down to a game, begun or not. Its seed names everybody's luck; where nobody has noted
    /// one, it is 0.
    ///
    /// # Panics
    /// If there is not somebody on every seat.
    pub fn new(record: Record<G>, sitters: impl Into<Arc<[Sitter<G, P>]>>) -> Table<G, P> {
        let (luck, sitters) = (Luck::of(record.seed().unwrap_or(Seed(0))), sitters.into());
        assert_eq!(sitters.len(), G::SEATS, "somebody on every seat");
        Table { record, luck, sitters }
    }

    /// The game so far.
    pub fn record(&self) -> &Record<G> {
        &self.record
    }

    /// The game as it was played.
    pub fn into_record(self) -> Record<G> {
        self.record
    }

    /// The game as it stood after so many events, with the luck that it had there; what came later was taken back.
    #[must_use]
    pub fn back_to(&self, events: usize) -> Table<G, P> {
        Table { record: self.record.prefix(events), luck: self.luck, sitters: Arc::clone(&self.sitters) }
    }

    /// The same game with somebody else on a seat, and everybody's names as they are then. What is laid down for
    /// the seat stays so.
    #[must_use]
    pub fn reseated(&self, seat: Seat, who: Who<P>, names: Vec<String>) -> Table<G, P> {
        let mut sitters = self.sitters.to_vec();
        sitters[seat.index()].who = who;
        Table { record: self.record.clone().renamed(names), luck: self.luck, sitters: sitters.into() }
    }

    /// Where the last decision of a seat was made that was its own: so many events came before it. None if it has
    /// made none.
    pub fn last_decision(&self, seat: Seat) -> Option<usize> {
        let laid_down = self.sitters[seat.index()].laid_down.len();
        if self.record.actions_by(seat) <= laid_down {
            return None;
        }
        self.record.events().iter().rposition(|event| matches!(event, Event::Action(by, _) if *by == seat))
    }

    /// Who sits where.
    pub fn sitters(&self) -> &[Sitter<G, P>] {
        &self.sitters
    }

    /// What this seat sees.
    pub fn view(&self, seat: Seat) -> ObservationOf<G> {
        self.record.state().observe(seat)
    }

    /// Who is to act.
    pub fn whose_turn(&self) -> Whose {
        let Turn::Of(seat) = self.record.state().turn() else { return Whose::Nobody };
        match self.sitters[seat.index()].who {
            _ if self.settled(seat).is_some() => Whose::Player(seat),
            Who::Player(_) => Whose::Player(seat),
            Who::Program => Whose::Program(seat),
            Who::Person => Whose::Person(seat),
        }
    }

    /// Who is asked what, with which random numbers.
    pub fn due(&self) -> Due<G, P> {
        let Turn::Of(seat) = self.record.state().turn() else { return Due::Over };
        if let Some(answer) = self.settled(seat) {
            return Due::Settled(seat, answer);
        }
        let question =
            Question { seat, view: self.view(seat), luck: self.luck, actions: self.record.actions_so_far() as u64 };
        match &self.sitters[seat.index()].who {
            Who::Player(player) => Due::Player(player.clone(), question),
            Who::Program => Due::Program(question),
            Who::Person => Due::Person(question),
        }
    }

    /// What needs no asking.
    fn settled(&self, seat: Seat) -> Option<Answer<ActionOf<G>>> {
        let laid_down = &self.sitters[seat.index()].laid_down;
        // Actions are counted only where something is laid down: few tables have that.
        if !laid_down.is_empty()
            && let Some(action) = laid_down.get(self.record.actions_by(seat))
        {
            return Some(Ok(*action));
        }
        if self.record.lost()[seat] {
            return Some(Ok(self.referees_choice()));
        }
        (!is_asked(&self.record, seat)).then(|| Err(Failure::not_asked()))
    }

    /// What the referee does for the seat whose turn it is.
    fn referees_choice(&self) -> ActionOf<G> {
        let actions = self.record.actions_so_far() as u64;
        self.record.state().random_action(&mut self.luck.referee(actions))
    }

    /// What a failure would mean for this seat, whose turn it is. A person loses nothing by it, and whatever is laid
    /// down for a seat is no fault of its own; a player of ours fails only by a defect, and then as a program does.
    pub fn kind_of(&self, seat: Seat, failure: &Failure) -> FaultKind {
        let Sitter { who, laid_down } = &self.sitters[seat.index()];
        let is_its_own = !matches!(who, Who::Person) && self.record.actions_by(seat) >= laid_down.len();
        let is_last = || failure.aftermath == Aftermath::Gone || self.record.causes(seat) + 1 >= MOST_FAULTS;
        match failure.aftermath {
            _ if G::FORFEITS && is_its_own && is_last() => FaultKind::Forfeit,
            Aftermath::WasGone => FaultKind::Consequence,
            Aftermath::Goes | Aftermath::Gone => FaultKind::Cause,
        }
    }

    /// What is wrong with an answer of the seat whose turn it is, if anything is.
    pub fn judge(&self, answer: &Answer<ActionOf<G>>) -> Option<Failure> {
        match answer {
            Ok(action) if self.record.state().is_legal(*action) => None,
            Ok(action) => Some(Failure::illegal(*action)),
            Err(failure) => Some(failure.clone()),
        }
    }

    /// Takes the answer of the seat whose turn it is, and goes on by it.
    ///
    /// # Panics
    /// If the game is over.
    pub fn answer(&mut self, answer: Answer<ActionOf<G>>) -> Step<ActionOf<G>> {
        let Turn::Of(seat) = self.record.state().turn() else { panic!("nobody is asked once the game is over") };
        let failure = match answer {
            Ok(action) if self.record.play(action).is_ok() => return Step::Moved(seat, action),
            Ok(action) if self.whose_turn() == Whose::Person(seat) => return Step::Refused(seat, action),
            Ok(action) => Failure::illegal(action),
            Err(failure) => failure,
        };
        let (kind, chosen) = (self.kind_of(seat, &failure), self.referees_choice());
        self.record.fault(Fault { kind, ..Fault::new(seat, failure.verdict, failure.answer.clone()) });
        self.record.play(chosen).expect("a random action is legal");
        Step::Faulted { seat, failure, kind, penalty: G::FAULT_PENALTY, chosen }
    }

    /// Plays the game to its end. `choose` makes every decision that is not settled; it is handed the record
    /// too, for those who measure and may see everything.
    ///
    /// # Panics
    /// If something illegal is chosen.
    pub fn play_out(
        mut self,
        mut choose: impl FnMut(&Record<G>, Who<P>, &Question<G>, &mut Rng) -> ActionOf<G>,
    ) -> Record<G> {
        loop {
            let mut ask = |who, question: Question<G>| choose(&self.record, who, &question, &mut question.rng());
            let answer = match self.due() {
                Due::Player(player, question) => Ok(ask(Who::Player(player), question)),
                Due::Program(question) => Ok(ask(Who::Program, question)),
                Due::Person(question) => Ok(ask(Who::Person, question)),
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

/// Whether a seat is still asked: the record tells, so a game that is taken up again goes on as it would have.
fn is_asked<G: Game>(record: &Record<G>, seat: Seat) -> bool {
    let is_timeout = |event: &&Event<_>| matches!(event, Event::Fault(fault) if fault.seat == seat && fault.verdict == Verdict::Timeout);
    record.faults()[seat] < MOST_TIMEOUTS || record.events().iter().filter(is_timeout).count() < MOST_TIMEOUTS as usize
}

impl Failure {
    /// A failure with a few words.
    pub fn new(verdict: Verdict, answer: impl Into<String>) -> Failure {
        Failure { verdict, answer: answer.into(), aftermath: Aftermath::Goes }
    }

    /// The same with this left of whoever failed.
    #[must_use]
    pub fn leaving(self, aftermath: Aftermath) -> Failure {
        Failure { aftermath, ..self }
    }

    /// That of an action that the rules forbid.
    fn illegal(action: impl fmt::Display) -> Failure {
        Failure::new(Verdict::Illegal, action.to_string())
    }

    /// That of a program that has let its time run out too often.
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

/// A few words of an answer that may be long and of many lines.
fn shortened(answer: &str) -> String {
    let line: String = answer.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(60).collect();
    if line.chars().count() < answer.chars().count() { format!("{line}…") } else { line }
}
