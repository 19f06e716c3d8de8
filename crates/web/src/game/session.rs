//! A session of any game: how it is dealt, resumed and played.
//!
//! A session is immutable: an action creates a new one, which counts once it is stored.

use std::sync::Arc;

use cardsharp_presentation::{Present, message};
use cardsharp_programs::{Hosted, Start};
use cardsharp_rules::lucky_thirteen::{PropertyError, Setup};
use cardsharp_rules::{
    ActionOf, AnyGame, AnyOf, Family, Game, Known, Record, RecordError, Seat, Seed, State as _, Turn, outcome,
    with_game,
};
use cardsharp_search::Spec;
use cardsharp_session::{Saved, Session, ToMove};
use cardsharp_table::{Failure, Question as Asked};

use crate::game::gate;
use crate::http::{ApiError, Code, Result};
use crate::programs::Programs;
use crate::tables::{Chair, Terms};

pub(crate) enum Sessions {}

impl Family for Sessions {
    type Of<G: Game> = Session<G>;
}

pub(crate) type AnySession = AnyOf<Sessions>;

/// A decision to compute in another thread; it returns the session afterwards.
pub(crate) type Decision = Box<dyn FnOnce() -> Arc<AnySession> + Send>;

fn any<G: Known>(session: Session<G>) -> Arc<AnySession> {
    Arc::new(G::any(session))
}

pub(crate) fn steps(session: &AnySession) -> usize {
    with_game!(AnyOf, session, session => session.record().events().len())
}

pub(crate) fn to_move(session: &AnySession) -> ToMove {
    with_game!(AnyOf, session, session => session.to_move())
}

pub(crate) fn after(session: &AnySession, action: &str) -> Result<Arc<AnySession>> {
    fn after<G: Present + Known>(session: &Session<G>, action: &str) -> Result<Arc<AnySession>> {
        let action: ActionOf<G> = action.parse().map_err(|wrong| ApiError::no_action(&wrong))?;
        if session.judge(&Ok(action)).is_none() {
            return Ok(any(session.after(Ok(action))));
        }
        Err(Code::Illegal.because(match session.to_move() {
            ToMove::Person(seat) => gate::reason::<G>(&session.view(seat), session.record().names(), action),
            _ => message!("“{action}” is not allowed here.", action = action.to_string()),
        }))
    }
    with_game!(AnyOf, session, session => after(session, action))
}

/// Returns the session after a failed answer, by the referee's rules: the fault is recorded, and a random action
/// replaces it. `None` once the game is over.
pub(crate) fn after_failure(session: &AnySession, failure: Failure) -> Option<Arc<AnySession>> {
    with_game!(AnyOf, session, session => {
        let is_over = session.record().state().turn() == Turn::Over;
        (!is_over).then(|| any(session.after(Err(failure))))
    })
}

pub(crate) fn back_to(session: &AnySession, step: usize) -> Arc<AnySession> {
    with_game!(AnyOf, session, session => any(session.back_to(step)))
}

/// Returns the session with another controller on a seat, and with all names updated.
pub(crate) fn reseated(session: &AnySession, seat: Seat, spec: Spec, names: Vec<String>) -> Result<Arc<AnySession>> {
    with_game!(AnyOf, session, session => {
        session.reseated(seat, spec, names).map(any).map_err(|wrong| ApiError::unknown_player(&wrong))
    })
}

/// Returns the due decision, if a bot must make it.
pub(crate) fn thinking(session: &AnySession) -> Option<Decision> {
    with_game!(AnyOf, session, session => {
        let (thinking, session) = (session.thinking()?, session.apart());
        Some(Box::new(move || any(session.after(thinking.decide()))))
    })
}

/// Returns the due decision, if a program must make it.
pub(crate) fn asking(session: &AnySession, programs: &Arc<Programs>, program: &str) -> Option<Decision> {
    let (programs, program) = (Arc::clone(programs), program.to_owned());
    with_game!(AnyOf, session, session => {
        let (Asked { seat, view, .. }, session) = (session.asked_of_program()?, session.apart());
        Some(Box::new(move || {
            let record = session.record();
            let start = Start { game: record.game(), seat, names: record.names() };
            let answer = programs.ask(&program, &start, &view);
            any(session.after(answer))
        }))
    })
}

/// Returns the place and the returns of a seat; `None` until the game is over.
pub(crate) fn placing(session: &AnySession, seat: Seat) -> Option<(u8, i32)> {
    let result = with_game!(AnyOf, session, session => session.record().result())?;
    Some((outcome::places(&result)[seat], result[seat]))
}

/// Returns the error of a property file, and its place there.
pub(crate) fn bad_property_file(wrong: &PropertyError) -> ApiError {
    Code::BadRequest.because(message!("The property file, line {wrong}.", wrong = wrong.to_string()))
}

pub(crate) fn deal(game: &AnyGame, terms: &Terms, specs: Vec<Spec>, names: Vec<String>) -> Result<Arc<AnySession>> {
    fn sit<G: Present + Hosted + Known>(
        record: Record<G>,
        specs: Vec<Spec>,
        laid_down: Vec<Vec<ActionOf<G>>>,
    ) -> Result<Arc<AnySession>> {
        Session::new(record, specs, laid_down).map(any).map_err(|(_, wrong)| ApiError::unknown_player(&wrong))
    }
    let seed = Seed(terms.seed);
    if let (AnyGame::LuckyThirteen(game), Some(file)) = (game, &terms.properties) {
        // The bots were checked when the table was created.
        let setup = Setup::parse_for(file, &|_| Ok(())).map_err(|wrong| bad_property_file(&wrong))?;
        let laid_down = Seat::all(specs.len()).map(|seat| setup.forced(seat)).collect();
        return sit(setup.record(*game, seed, names), specs, laid_down);
    }
    with_game!(AnyGame, game, game => {
        sit(Record::from_seed(*game, seed, names), specs, Vec::new())
    })
}

pub(crate) fn resume(text: &str, chairs: &[Chair]) -> Result<Arc<AnySession>, RecordError> {
    let mut saved = Saved::parse(text)?;
    for (seat, chair) in chairs.iter().enumerate() {
        // Older versions stored a program as human.
        saved.seat(seat, chair.spec());
    }
    with_game!(AnyRecord, &saved.record, record => saved.sit_down(record).map(any))
}
