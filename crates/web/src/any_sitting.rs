//! A sitting of whichever game it is: all games meet here, behind one trait.

use std::sync::Arc;

use cardsharp_presentation::lesson::Guide;
use cardsharp_presentation::picture::{Click, Introduction, Layout, Strength};
use cardsharp_presentation::{Said, Tabled, said};
use cardsharp_programs::{Hosted, Start};
use cardsharp_rules::lucky_thirteen::{PropertyError, Setup};
use cardsharp_rules::{ActionOf, AnyGame, BySeat, Record, Seat, Seed, State as _, Turn, outcome, with_game};
use cardsharp_search::Spec;
use cardsharp_session::{Saved, Sitting, Whose};
use cardsharp_table::{Failure, Question as Asked};

use crate::chair::Chair;
use crate::gate::{self, Eyes};
use crate::moment::Terms;
use crate::programs::Programs;
use crate::refusal::{Code, Refusal};
use crate::thought::{self, Question};
use crate::wire::{Advice, Frame, Taught, ToldChoice, Words};

/// What a person is told while a turn of theirs is played for them.
fn forced() -> Said {
    said!("The property file plays this turn.")
}

/// A decision that another thread can make; it comes to the game as it is afterwards.
pub(crate) type Decision = Box<dyn FnOnce() -> Arc<dyn AnySitting> + Send>;

/// A game in progress, whichever it is. It never changes: an action makes another one, which counts
/// once it is kept.
pub(crate) trait AnySitting: Send + Sync {
    /// How many events the record has.
    fn steps(&self) -> usize;

    /// Who is to act.
    fn whose_turn(&self) -> Whose;

    /// What somebody sees after so many events.
    fn frame(&self, step: usize, eyes: Eyes) -> Frame;

    /// What a teacher has said to a seat after so many events.
    fn lessons(&self, step: usize, seat: Seat) -> Vec<Taught>;

    /// What the chosen pieces of the seat whose turn it is come to.
    fn choice(&self, seat: Seat, chosen: &[usize]) -> Result<ToldChoice, Refusal>;

    /// The game after an action of the seat whose turn it is.
    fn after(&self, action: &str) -> Result<Arc<dyn AnySitting>, Refusal>;

    /// The game after no answer, as the referee goes on: the fault is noted, and chance acts instead.
    /// None once it is over.
    fn after_failure(&self, failure: Failure) -> Option<Arc<dyn AnySitting>>;

    /// Where the last decision of a seat was made that was its own: so many events came before it.
    fn last_decision(&self, seat: Seat) -> Option<usize>;

    /// The game as it stood after so many events; what came later was taken back.
    fn back_to(&self, step: usize) -> Arc<dyn AnySitting>;

    /// The same game with somebody else on a seat, and everybody's names as they are then.
    fn reseated(&self, seat: Seat, spec: Spec, names: Vec<String>) -> Result<Arc<dyn AnySitting>, Refusal>;

    /// What everybody gets by the cards; none until they are played.
    fn returns(&self) -> Option<BySeat<i32>>;

    /// Advice for a seat, from what it sees.
    fn advice(&self, seat: Seat) -> Question<Advice>;

    /// The decision that is due, if nobody from outside has to be asked.
    fn thinking(&self) -> Option<Decision>;

    /// The decision that is due, if a program is to make it.
    fn asking(&self, programs: &Arc<Programs>, program: &str) -> Option<Decision>;

    /// Place and returns of a seat; none until the game is over.
    fn placing(&self, seat: Seat) -> Option<(u8, i32)>;

    /// As it is kept.
    fn text(&self) -> String;

    /// The record as it stands.
    fn record(&self) -> String;
}

impl<G: Tabled + Hosted> AnySitting for Sitting<G> {
    fn steps(&self) -> usize {
        Sitting::record(self).events().len()
    }

    fn whose_turn(&self) -> Whose {
        Sitting::whose_turn(self)
    }

    fn frame(&self, step: usize, eyes: Eyes) -> Frame {
        let mut frame = gate::frame(Sitting::record(self), step, eyes);
        // A turn that a property file lays down is not its person's to choose.
        if step == AnySitting::steps(self) && eyes.is_some_and(|seat| Sitting::whose_turn(self) == Whose::Player(seat))
        {
            frame.prompt = forced().into();
            for piece in frame.rows.iter_mut().flat_map(|row| &mut row.pieces) {
                (piece.open, piece.action) = (false, None);
                (piece.reason, piece.words) = (forced().into(), Words::default());
            }
        }
        frame
    }

    fn lessons(&self, step: usize, seat: Seat) -> Vec<Taught> {
        gate::lessons(Sitting::record(self), step, seat)
    }

    fn choice(&self, seat: Seat, chosen: &[usize]) -> Result<ToldChoice, Refusal> {
        gate::choice::<G>(&self.view(seat), Sitting::record(self).names(), chosen)
    }

    fn after(&self, action: &str) -> Result<Arc<dyn AnySitting>, Refusal> {
        let record = Sitting::record(self);
        let action: ActionOf<G> = action.parse().map_err(|wrong| Refusal::no_action(&wrong))?;
        if self.judge(&Ok(action)).is_none() {
            return Ok(Arc::new(Sitting::after(self, Ok(action))));
        }
        Err(Refusal::new(
            Code::Illegal,
            match Sitting::whose_turn(self) {
                Whose::Person(seat) => gate::reason::<G>(&self.view(seat), record.names(), action),
                _ => said!("“{action}” is not allowed here.", action = action.to_string()),
            },
        ))
    }

    fn after_failure(&self, failure: Failure) -> Option<Arc<dyn AnySitting>> {
        let is_over = Sitting::record(self).state().turn() == Turn::Over;
        (!is_over).then(|| Arc::new(Sitting::after(self, Err(failure))) as _)
    }

    fn last_decision(&self, seat: Seat) -> Option<usize> {
        Sitting::last_decision(self, seat)
    }

    fn back_to(&self, step: usize) -> Arc<dyn AnySitting> {
        Arc::new(Sitting::back_to(self, step))
    }

    fn reseated(&self, seat: Seat, spec: Spec, names: Vec<String>) -> Result<Arc<dyn AnySitting>, Refusal> {
        let reseated = Sitting::reseated(self, seat, spec, names);
        Ok(Arc::new(reseated.map_err(|wrong| Refusal::nobody(&wrong))?))
    }

    fn returns(&self) -> Option<BySeat<i32>> {
        Sitting::record(self).result()
    }

    fn advice(&self, seat: Seat) -> Question<Advice> {
        thought::advice(Sitting::record(self), self.view(seat))
    }

    fn thinking(&self) -> Option<Decision> {
        let (thinking, sitting) = (Sitting::thinking(self)?, self.apart());
        Some(Box::new(move || Arc::new(sitting.after(thinking.decide()))))
    }

    fn asking(&self, programs: &Arc<Programs>, program: &str) -> Option<Decision> {
        let (Asked { seat, view, .. }, sitting) = (self.asked_of_program()?, self.apart());
        let (programs, program) = (Arc::clone(programs), program.to_owned());
        Some(Box::new(move || {
            let record = Sitting::record(&sitting);
            let start = Start { game: record.game(), seat, names: record.names() };
            let answer = programs.ask(&program, &start, &view);
            Arc::new(sitting.after(answer))
        }))
    }

    fn placing(&self, seat: Seat) -> Option<(u8, i32)> {
        let result = Sitting::record(self).result()?;
        Some((outcome::places(&result)[seat], result[seat]))
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn record(&self) -> String {
        Sitting::record(self).to_string()
    }
}

/// What is wrong with a property file, and where.
pub(crate) fn bad_property_file(wrong: &PropertyError) -> Refusal {
    Refusal::new(Code::BadRequest, said!("The property file, line {wrong}.", wrong = wrong.to_string()))
}

/// Deals the cards.
///
/// # Errors
/// If somebody is not known.
pub(crate) fn deal(
    game: &AnyGame,
    terms: &Terms,
    specs: Vec<Spec>,
    names: Vec<String>,
) -> Result<Arc<dyn AnySitting>, Refusal> {
    fn sit<G: Tabled + Hosted>(
        record: Record<G>,
        specs: Vec<Spec>,
        laid_down: Vec<Vec<ActionOf<G>>>,
    ) -> Result<Arc<dyn AnySitting>, Refusal> {
        let sitting = Sitting::new(record, specs, laid_down);
        Ok(Arc::new(sitting.map_err(|(_, wrong)| Refusal::nobody(&wrong))?))
    }
    let seed = Seed(terms.seed);
    if let (AnyGame::LuckyThirteen(game), Some(file)) = (game, &terms.properties) {
        // Who sits there was looked at when the table was made.
        let setup = Setup::parse_for(file, &|_| Ok(()));
        let setup = setup.map_err(|wrong| bad_property_file(&wrong))?;
        let laid_down = Seat::all(specs.len()).map(|seat| setup.forced(seat)).collect();
        return sit(setup.record(*game, seed, names), specs, laid_down);
    }
    with_game!(AnyGame, game, game => {
        sit(Record::from_seed(*game, seed, names), specs, Vec::new())
    })
}

/// Takes up a game that was kept.
///
/// # Errors
/// If the text is damaged, with the line and the reason.
pub(crate) fn resume(text: &str, chairs: &[Chair]) -> Result<Arc<dyn AnySitting>, cardsharp_rules::RecordError> {
    fn sit<G: Tabled + Hosted>(
        saved: &Saved,
        record: &Record<G>,
    ) -> Result<Arc<dyn AnySitting>, cardsharp_rules::RecordError> {
        Ok(Arc::new(saved.sit_down(record)?))
    }
    let mut saved = Saved::parse(text)?;
    for (seat, chair) in chairs.iter().enumerate() {
        // Older versions called a program human.
        saved.seat(seat, chair.spec());
    }
    with_game!(AnyRecord, &saved.record, record => sit(&saved, record))
}

/// What a game is, whichever it is.
#[derive(Clone, Copy)]
pub(crate) struct About {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) rules: &'static str,
    pub(crate) seats: usize,
    pub(crate) strengths: &'static [Strength],
    pub(crate) introduction: Introduction,
    pub(crate) layout: Layout,
    pub(crate) click: Click,
    pub(crate) guide: Option<Guide>,
}

/// What a game is.
pub(crate) fn about(game: &AnyGame) -> About {
    fn about<G: Tabled>(_: &G) -> About {
        About {
            name: G::NAME,
            title: G::TITLE,
            rules: G::RULES,
            seats: G::SEATS,
            strengths: G::STRENGTHS,
            introduction: G::INTRODUCTION,
            layout: G::LAYOUT,
            click: G::CLICK,
            guide: G::GUIDE,
        }
    }
    with_game!(AnyGame, game, game => about(game))
}

/// What a seat gets, in words.
pub(crate) fn result_in_words(game: &AnyGame, returns: i32) -> Said {
    fn words<G: Tabled>(_: &G, returns: i32) -> Said {
        G::result(returns)
    }
    with_game!(AnyGame, game, game => words(game, returns))
}

/// Whether a player decides at a glance: it has no budget that could be set.
pub(crate) fn is_quick(game: &AnyGame, spec: &Spec) -> bool {
    fn is_quick<G: Tabled>(game: &G, spec: &Spec) -> bool {
        let (listed, unlisted) = (cardsharp_search::roster(game), cardsharp_search::unlisted(game));
        listed.iter().chain(&unlisted).any(|offer| offer.name == spec.name && offer.settings.is_empty())
    }
    with_game!(AnyGame, game, game => is_quick(game, spec))
}

/// Makes sure that a player is known.
///
/// # Errors
/// If it is not, or has no such setting.
pub(crate) fn check_player(game: &AnyGame, spec: &Spec) -> Result<(), cardsharp_search::SpecError> {
    fn check<G: Tabled>(game: &G, spec: &Spec) -> Result<(), cardsharp_search::SpecError> {
        cardsharp_search::seat_player(game, spec).map(drop)
    }
    with_game!(AnyGame, game, game => check(game, spec))
}
