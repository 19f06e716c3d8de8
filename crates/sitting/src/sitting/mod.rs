//! A sitting: a game in progress that is saved as it goes.
//!
//! It is a [`Table`] with players by their specs. The full-screen table, the plain dialogues and the web
//! server are faces of the same thing. After every action it is saved, so that nothing that happens to a
//! terminal costs more than a half-typed answer.

mod text;

use std::sync::Arc;

use cardsharp_rules::{ActionOf, Game, IllegalAction, ObservationOf, Record, Seat, State};
use cardsharp_search::{HUMAN, Player, Spec, SpecError, Thoughtful, seat_player};
use cardsharp_table::{Answer, Controller, Due, Failure, Question, Step, Table, Whose};

pub use text::Saved;

/// How a program is named among the sitters: it is none of our players, and has to be asked.
pub const PROGRAM: &str = "program";
/// The setting that says which program it is, for those who can find it again.
pub const FILE: &str = "file";

/// Asks the program of a seat.
pub type Asker<G> = Arc<dyn Fn(&Question<G>) -> Answer<ActionOf<G>> + Send + Sync>;

/// A game in progress.
pub struct Sitting<G: Game> {
    table: Table<G, Arc<dyn Player<G>>>,
    /// Who sits where, as typed.
    specs: Arc<[Spec]>,
    /// How the programs are asked, by seat; without one, whoever drives the sitting asks.
    askers: Vec<Option<Asker<G>>>,
    keeper: Option<Keeper>,
    trouble: Option<String>,
}

/// Where a sitting is kept, in words, and how it is put there.
struct Keeper {
    place: String,
    keep: Box<Keep>,
}

type Keep = dyn FnMut(&str) -> Result<(), String> + Send + Sync;

/// Who did what.
pub type Acted<G> = (Seat, ActionOf<G>);

/// A decision that needs nobody from outside; it can be made in another thread.
pub struct Thinking<G: Game>(Thought<G>);

enum Thought<G: Game> {
    Player(Arc<dyn Player<G>>, Question<G>),
    Program(Asker<G>, Question<G>),
    Settled(Answer<ActionOf<G>>),
}

impl<G: Game> Thinking<G> {
    /// Makes it.
    ///
    /// # Errors
    /// If it is settled that there is no answer, or a program has none that can stand.
    pub fn decide(self) -> Answer<ActionOf<G>> {
        match self.0 {
            Thought::Player(player, question) => Ok(player.choose(&question.view, &mut question.rng())),
            Thought::Program(asker, question) => asker(&question),
            Thought::Settled(answer) => answer,
        }
    }
}

impl<G: Thoughtful> Sitting<G> {
    /// Those whom specs name sit down to a game, begun or not: `human`, `program` or players of ours.
    /// `laid_down` are first turns that must be, by seat; none at all where it is empty.
    ///
    /// # Errors
    /// If there is nobody of a name, or it has no such setting; with the seat.
    ///
    /// # Panics
    /// If there is not somebody on every seat.
    pub fn new(
        record: Record<G>,
        specs: Vec<Spec>,
        laid_down: Vec<Vec<ActionOf<G>>>,
    ) -> Result<Sitting<G>, (Seat, SpecError)> {
        let controllers = specs.iter().zip(Seat::all(G::SEATS));
        let controllers =
            controllers.map(|(spec, seat)| controller(record.game(), spec).map_err(|wrong| (seat, wrong)));
        let controllers = controllers.collect::<Result<Vec<_>, (Seat, SpecError)>>()?;
        let (table, askers) = (Table::new(record, controllers).with_openings(laid_down), vec![None; G::SEATS]);
        Ok(Sitting { table, specs: specs.into(), askers, keeper: None, trouble: None })
    }
}

impl<G: Thoughtful> Sitting<G> {
    /// The same game with somebody else on a seat, and everybody's names as they are then; kept nowhere.
    ///
    /// # Errors
    /// If there is nobody of the spec's name, or it has no such setting.
    pub fn reseated(&self, seat: Seat, spec: Spec, names: Vec<String>) -> Result<Sitting<G>, SpecError> {
        let table = self.table.reseated(seat, controller(self.record().game(), &spec)?, names);
        let mut specs = self.specs.to_vec();
        specs[seat.index()] = spec;
        let mut askers = self.askers.clone();
        askers[seat.index()] = None;
        Ok(Sitting { table, specs: specs.into(), askers, keeper: None, trouble: None })
    }
}

/// The controller that a spec names.
fn controller<G: Thoughtful>(game: &G, spec: &Spec) -> Result<Controller<Arc<dyn Player<G>>>, SpecError> {
    Ok(match spec.name.as_str() {
        HUMAN if spec.settings.is_empty() => Controller::Person,
        PROGRAM if spec.settings.iter().all(|(key, _)| key == FILE) => Controller::Program,
        _ => Controller::Player(Arc::from(seat_player(game, spec)?)),
    })
}

impl<G: Game> Sitting<G> {
    /// From now on the game's text is kept in this way after every action; the first time at once.
    ///
    /// # Errors
    /// What `keep` answers.
    pub fn keep_in(
        &mut self,
        place: impl Into<String>,
        mut keep: impl FnMut(&str) -> Result<(), String> + Send + Sync + 'static,
    ) -> Result<(), String> {
        keep(&self.to_string())?;
        self.keeper = Some(Keeper { place: place.into(), keep: Box::new(keep) });
        Ok(())
    }

    /// Where it is kept.
    pub fn kept_in(&self) -> Option<&str> {
        self.keeper.as_ref().map(|keeper| &*keeper.place)
    }

    /// Why it could not be saved of late, said once.
    pub fn take_trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// The game so far.
    pub fn record(&self) -> &Record<G> {
        self.table.record()
    }

    /// Who sits here, as typed.
    pub fn spec(&self, seat: Seat) -> &Spec {
        &self.specs[seat.index()]
    }

    /// What whoever sits here is called.
    pub fn name(&self, seat: Seat) -> &str {
        &self.record().names()[seat.index()]
    }

    /// Whether a person sits here.
    pub fn is_person(&self, seat: Seat) -> bool {
        matches!(self.table.controllers()[seat.index()], Controller::Person)
    }

    /// The seats with people.
    pub fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(G::SEATS).filter(|&seat| self.is_person(seat))
    }

    /// From now on the program of this seat is asked in this way, and goes on by itself as players of ours do.
    pub fn ask_by(&mut self, seat: Seat, asker: Asker<G>) {
        self.askers[seat.index()] = Some(asker);
    }

    /// Who is to act.
    pub fn whose_turn(&self) -> Whose {
        match self.table.whose_turn() {
            Whose::Program(seat) if self.askers[seat.index()].is_some() => Whose::Player(seat),
            whose => whose,
        }
    }

    /// What this seat sees.
    pub fn view(&self, seat: Seat) -> ObservationOf<G> {
        self.table.view(seat)
    }

    /// What may be done now, in ascending order; nothing once the game is over.
    pub fn legal_actions(&self) -> Vec<ActionOf<G>> {
        let mut legal = Vec::new();
        self.record().state().legal_actions(&mut legal);
        legal
    }

    /// Carries out an action of the seat whose turn it is, and saves the game.
    ///
    /// # Errors
    /// If it is not legal; nothing has changed then.
    pub fn play(&mut self, action: ActionOf<G>) -> Result<(), IllegalAction<ActionOf<G>>> {
        if self.table.judge(&Ok(action)).is_some() {
            return Err(IllegalAction(action));
        }
        self.answer(Ok(action));
        Ok(())
    }

    /// Takes the answer of the seat whose turn it is, goes on by it, and saves the game.
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

    /// The sitting as it will be after an answer, for whoever must keep it before it counts; this one stays as
    /// it is, and the other is kept nowhere.
    ///
    /// # Panics
    /// If the game is over.
    #[must_use]
    pub fn after(&self, answer: Answer<ActionOf<G>>) -> Sitting<G> {
        let mut after = self.apart();
        after.table.answer(answer);
        after
    }

    /// The same game, kept nowhere.
    #[must_use]
    pub fn apart(&self) -> Sitting<G> {
        let (table, specs, askers) = (self.table.clone(), Arc::clone(&self.specs), self.askers.clone());
        Sitting { table, specs, askers, keeper: None, trouble: None }
    }

    /// The game as it stood after so many events, kept nowhere; what came later was taken back.
    #[must_use]
    pub fn back_to(&self, events: usize) -> Sitting<G> {
        Sitting { table: self.table.back_to(events), ..self.apart() }
    }

    /// Where the last decision of a seat was made that was its own: so many events came before it.
    pub fn last_decision(&self, seat: Seat) -> Option<usize> {
        self.table.last_decision(seat)
    }

    /// What is wrong with an answer of the seat whose turn it is, if anything is.
    pub fn judge(&self, answer: &Answer<ActionOf<G>>) -> Option<Failure> {
        self.table.judge(answer)
    }

    /// What a program is to be asked, if one is.
    pub fn asked_of_program(&self) -> Option<Question<G>> {
        match self.table.due() {
            Due::Program(question) => Some(question),
            Due::Player(..) | Due::Person(_) | Due::Settled(..) | Due::Over => None,
        }
    }

    /// The decision that is due, if nobody from outside has to be asked.
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

    /// Lets exactly one decision be made that is none of a person's; says who did what, or nothing
    /// if somebody must be asked or the game is over.
    ///
    /// # Errors
    /// If a turn is laid down that is not legal.
    pub fn let_players_play_one(&mut self) -> Result<Option<Acted<G>>, IllegalAction<ActionOf<G>>> {
        let (Whose::Player(seat), Some(thinking)) = (self.whose_turn(), self.thinking()) else { return Ok(None) };
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
mod tests;
