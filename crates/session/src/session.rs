//! A session: a game in progress that is saved after every action.

use std::sync::Arc;

use cardsharp_rules::{ActionOf, Game, IllegalAction, ObservationOf, Record, Seat, State};
use cardsharp_search::{HUMAN, Player, Searchable, Spec, SpecError, seat_player};
use cardsharp_table::{Answer, Controller, Due, Failure, Question, Step, Table, ToMove};

/// The spec name of a program. It is not a house player and has to be asked.
pub const PROGRAM: &str = "program";
/// The setting that names the program's file.
pub const FILE: &str = "file";

/// Asks the program of a seat.
pub type Asker<G> = Arc<dyn Fn(&Question<G>) -> Answer<ActionOf<G>> + Send + Sync>;

/// A game in progress.
pub struct Session<G: Game> {
    pub(crate) table: Table<G, Arc<dyn Player<G>>>,
    /// The players as typed, by seat.
    pub(crate) specs: Arc<[Spec]>,
    /// How programs are asked, by seat. Without an asker the caller asks.
    askers: Vec<Option<Asker<G>>>,
    keeper: Option<Keeper>,
    trouble: Option<String>,
}

/// Where and how a session is saved.
struct Keeper {
    place: String,
    keep: Box<Keep>,
}

type Keep = dyn FnMut(&str) -> Result<(), String> + Send + Sync;

/// A seat and its action.
pub type Acted<G> = (Seat, ActionOf<G>);

/// A decision that needs no person; it can be made in another thread.
pub struct Thinking<G: Game>(Thought<G>);

enum Thought<G: Game> {
    Player(Arc<dyn Player<G>>, Question<G>),
    Program(Asker<G>, Question<G>),
    Settled(Answer<ActionOf<G>>),
}

impl<G: Game> Thinking<G> {
    /// Makes the decision.
    ///
    /// # Errors
    /// If the program failed or is no longer asked.
    pub fn decide(self) -> Answer<ActionOf<G>> {
        match self.0 {
            Thought::Player(player, question) => Ok(player.choose(&question.view, &mut question.rng())),
            Thought::Program(asker, question) => asker(&question),
            Thought::Settled(answer) => answer,
        }
    }
}

impl<G: Searchable> Session<G> {
    /// Creates a session from a record, new or in progress, and the players' specs: `human`, `program` or house
    /// players. `laid_down` holds the fixed first turns by seat and may be empty.
    ///
    /// # Errors
    /// If a player is unknown or a setting is invalid, with the seat.
    ///
    /// # Panics
    /// If the number of specs is not the number of seats.
    pub fn new(
        record: Record<G>,
        specs: Vec<Spec>,
        laid_down: Vec<Vec<ActionOf<G>>>,
    ) -> Result<Session<G>, (Seat, SpecError)> {
        let controllers = specs.iter().zip(Seat::all(G::SEATS));
        let controllers =
            controllers.map(|(spec, seat)| controller(record.game(), spec).map_err(|wrong| (seat, wrong)));
        let controllers = controllers.collect::<Result<Vec<_>, (Seat, SpecError)>>()?;
        let (table, askers) = (Table::new(record, controllers).with_openings(laid_down), vec![None; G::SEATS]);
        Ok(Session { table, specs: specs.into(), askers, keeper: None, trouble: None })
    }
}

impl<G: Searchable> Session<G> {
    /// Returns the same game with another player at a seat and new names, saved nowhere.
    ///
    /// # Errors
    /// If the player is unknown or a setting is invalid.
    pub fn reseated(&self, seat: Seat, spec: Spec, names: Vec<String>) -> Result<Session<G>, SpecError> {
        let table = self.table.reseated(seat, controller(self.record().game(), &spec)?, names);
        let mut specs = self.specs.to_vec();
        specs[seat.index()] = spec;
        let mut askers = self.askers.clone();
        askers[seat.index()] = None;
        Ok(Session { table, specs: specs.into(), askers, keeper: None, trouble: None })
    }
}

fn controller<G: Searchable>(game: &G, spec: &Spec) -> Result<Controller<Arc<dyn Player<G>>>, SpecError> {
    Ok(match spec.name.as_str() {
        HUMAN if spec.settings.is_empty() => Controller::Person,
        PROGRAM if spec.settings.iter().all(|(key, _)| key == FILE) => Controller::Program,
        _ => Controller::Player(Arc::from(seat_player(game, spec)?)),
    })
}

impl<G: Game> Session<G> {
    /// Saves the session now and after every action. `place` names the destination for messages.
    ///
    /// # Errors
    /// The error of the first save.
    pub fn keep_in(
        &mut self,
        place: impl Into<String>,
        mut keep: impl FnMut(&str) -> Result<(), String> + Send + Sync + 'static,
    ) -> Result<(), String> {
        keep(&self.to_string())?;
        self.keeper = Some(Keeper { place: place.into(), keep: Box::new(keep) });
        Ok(())
    }

    /// Returns the destination.
    pub fn kept_in(&self) -> Option<&str> {
        self.keeper.as_ref().map(|keeper| &*keeper.place)
    }

    /// Returns the last save error once.
    pub fn take_trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// The game so far.
    pub fn record(&self) -> &Record<G> {
        self.table.record()
    }

    /// The player at a seat, as typed.
    pub fn spec(&self, seat: Seat) -> &Spec {
        &self.specs[seat.index()]
    }

    /// The name of the player at a seat.
    pub fn name(&self, seat: Seat) -> &str {
        &self.record().names()[seat.index()]
    }

    /// Returns true if a person plays this seat.
    pub fn is_person(&self, seat: Seat) -> bool {
        matches!(self.table.controllers()[seat.index()], Controller::Person)
    }

    /// Returns the seats of people.
    pub fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(G::SEATS).filter(|&seat| self.is_person(seat))
    }

    /// Sets how the program at this seat is asked. It then plays on its own, as house players do.
    pub fn ask_by(&mut self, seat: Seat, asker: Asker<G>) {
        self.askers[seat.index()] = Some(asker);
    }

    /// Returns whose turn it is.
    pub fn to_move(&self) -> ToMove {
        match self.table.to_move() {
            ToMove::Program(seat) if self.askers[seat.index()].is_some() => ToMove::Player(seat),
            whose => whose,
        }
    }

    /// Returns the view of a seat.
    pub fn view(&self, seat: Seat) -> ObservationOf<G> {
        self.table.view(seat)
    }

    /// Returns the legal actions in ascending order; none once the game is over.
    pub fn legal_actions(&self) -> Vec<ActionOf<G>> {
        let mut legal = Vec::new();
        self.record().state().legal_actions(&mut legal);
        legal
    }

    /// Plays an action of the seat whose turn it is and saves the game.
    ///
    /// # Errors
    /// If the action is illegal; nothing changes then.
    pub fn play(&mut self, action: ActionOf<G>) -> Result<(), IllegalAction<ActionOf<G>>> {
        if self.table.judge(&Ok(action)).is_some() {
            return Err(IllegalAction(action));
        }
        self.answer(Ok(action));
        Ok(())
    }

    /// Applies the answer of the seat whose turn it is and saves the game.
    ///
    /// # Panics
    /// If the game is over.
    pub fn answer(&mut self, answer: Answer<ActionOf<G>>) -> Step<ActionOf<G>> {
        let step = self.table.answer(answer);
        let text = self.keeper.is_some().then(|| self.to_string());
        if let (Some(keeper), Some(text)) = (&mut self.keeper, text)
            && let Err(error) = (keeper.keep)(&text)
        {
            // A full disk is no reason to stop playing.
            self.trouble = Some(format!("the game is no longer saved: {error}"));
            self.keeper = None;
        }
        step
    }

    /// Returns the session after an answer, not saved; this one stays as it is. A server stores the result first.
    ///
    /// # Panics
    /// If the game is over.
    #[must_use]
    pub fn after(&self, answer: Answer<ActionOf<G>>) -> Session<G> {
        let mut after = self.apart();
        after.table.answer(answer);
        after
    }

    /// Returns a copy that is saved nowhere.
    #[must_use]
    pub fn apart(&self) -> Session<G> {
        let (table, specs, askers) = (self.table.clone(), Arc::clone(&self.specs), self.askers.clone());
        Session { table, specs, askers, keeper: None, trouble: None }
    }

    /// Returns the game after its first `events` events, saved nowhere.
    #[must_use]
    pub fn back_to(&self, events: usize) -> Session<G> {
        Session { table: self.table.back_to(events), ..self.apart() }
    }

    /// Returns the number of events before the last free decision of a seat.
    pub fn last_decision(&self, seat: Seat) -> Option<usize> {
        self.table.last_decision(seat)
    }

    /// Returns what is wrong with an answer of the seat whose turn it is.
    pub fn judge(&self, answer: &Answer<ActionOf<G>>) -> Option<Failure> {
        self.table.judge(answer)
    }

    /// Returns the question to a program, if it is a program's turn.
    pub fn asked_of_program(&self) -> Option<Question<G>> {
        match self.table.due() {
            Due::Program(question) => Some(question),
            Due::Player(..) | Due::Person(_) | Due::Settled(..) | Due::Over => None,
        }
    }

    /// Returns the next decision, unless the caller has to ask for it.
    pub fn thinking(&self) -> Option<Thinking<G>> {
        match self.table.due() {
            Due::Player(player, question) => Some(Thinking(Thought::Player(player, question))),
            Due::Settled(_, answer) => Some(Thinking(Thought::Settled(answer))),
            Due::Program(question) => {
                let asker = self.askers[question.seat.index()].clone()?;
                Some(Thinking(Thought::Program(asker, question)))
            }
            Due::Person(_) | Due::Over => None,
        }
    }

    /// Makes one decision that needs no person. Returns `None` if the caller has to ask or the game is over.
    ///
    /// # Errors
    /// If a fixed turn is illegal.
    pub fn let_players_play_one(&mut self) -> Result<Option<Acted<G>>, IllegalAction<ActionOf<G>>> {
        let (ToMove::Player(seat), Some(thinking)) = (self.to_move(), self.thinking()) else { return Ok(None) };
        let answer = thinking.decide();
        if let (Ok(action), Some(_)) = (&answer, self.table.judge(&answer)) {
            return Err(IllegalAction(*action));
        }
        Ok(Some(match self.answer(answer) {
            Step::Moved(seat, action) | Step::Refused(seat, action) => (seat, action),
            Step::Faulted { chosen, .. } => (seat, chosen),
        }))
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
