//! A game on the screen: the view, the choice and the players' turns.

use std::time::{Duration, Instant};

use cardsharp_presentation::Present;
use cardsharp_presentation::picture::{Row, name};
use cardsharp_rules::{ActionOf, FaultKind, ObservationOf, Seat};
use cardsharp_search::Spec;
use cardsharp_session::{Session, ToMove};
use cardsharp_table::{Answer, Failure, Step};

use super::background::{Advice, Review, Task};
use super::card::Colours;
use super::scene::Hits;
use crate::dialogue::NO_PROGRAMS;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Popup {
    Help,
    Hint,
    Belief,
    Log,
    /// The question whether to leave.
    Leave,
    /// The result and the review.
    Summary,
}

/// The players that give hints and review the game.
pub(crate) struct Advisers {
    pub(crate) hint: Spec,
    pub(crate) review: Spec,
}

impl Default for Advisers {
    fn default() -> Advisers {
        let spec = |text: &str| text.parse().expect("it is a spec");
        Advisers { hint: spec("champion:ms=400"), review: spec("champion:ms=100") }
    }
}

pub(crate) struct TableScreen<G: Present> {
    pub(super) sitting: Session<G>,
    pub(super) names: Vec<String>,
    pub(super) viewer: Seat,
    /// The person who gets the keyboard next; cards stay hidden until Enter is pressed.
    pub(super) curtain: Option<Seat>,
    pub(super) rows: Vec<Row>,
    pub(super) cursor: usize,
    pub(super) chosen: Vec<usize>,
    /// The typed part of a card's code.
    pub(super) typed: String,
    pub(super) message: String,
    pub(super) popup: Option<Popup>,
    pub(super) scroll: u16,
    /// The largest value of `scroll`.
    pub(super) furthest: u16,
    pub(super) hits: Hits,
    pub(super) clicked: Option<(usize, Instant)>,
    pub(super) is_left: bool,
    /// Whether the next action comes without a pause.
    pub(super) skip: bool,
    pub(super) advisers: Advisers,
    pub(super) advice: Option<Advice<G>>,
    pub(super) review: Option<Review>,
    pub(super) pause: Duration,
    played_at: Instant,
    pub(super) thinking: Option<Task<Answer<ActionOf<G>>>>,
    pub(super) colours: Colours,
}

impl<G: Present> TableScreen<G> {
    /// Creates the screen; `pause` is the time before each action of a house player.
    pub(crate) fn new(sitting: Session<G>, pause: Duration, advisers: Advisers, colours: Colours) -> TableScreen<G> {
        let people: Vec<Seat> = sitting.people().collect();
        let viewer = people.first().copied().unwrap_or(Seat::FIRST);
        let mut screen = TableScreen {
            names: sitting.record().names().to_vec(),
            viewer,
            // With several people, cards stay hidden until one of them has the keyboard.
            curtain: (people.len() > 1).then_some(viewer),
            rows: Vec::new(),
            cursor: 0,
            chosen: Vec::new(),
            typed: String::new(),
            message: String::new(),
            popup: None,
            scroll: 0,
            furthest: 0,
            hits: Vec::new(),
            clicked: None,
            is_left: false,
            skip: false,
            advisers,
            advice: None,
            review: None,
            pause,
            played_at: Instant::now(),
            thinking: None,
            colours,
            sitting,
        };
        if let (ToMove::Person(seat), Some(_)) = (screen.sitting.to_move(), screen.curtain) {
            screen.curtain = Some(seat);
        }
        screen.lay_out();
        screen
    }

    pub(crate) fn into_sitting(self) -> Session<G> {
        self.sitting
    }

    pub(super) fn view(&self) -> ObservationOf<G> {
        self.sitting.view(self.viewer)
    }

    pub(super) fn is_asked(&self) -> bool {
        self.curtain.is_none() && self.sitting.to_move() == ToMove::Person(self.viewer)
    }

    pub(super) fn is_over(&self) -> bool {
        self.sitting.to_move() == ToMove::Nobody
    }

    /// Rebuilds the rows and clears the choice.
    pub(super) fn lay_out(&mut self) {
        self.rows = G::rows(&self.view());
        self.chosen.clear();
        self.typed.clear();
        self.message.clear();
        let pieces = self.rows.iter().map(|row| row.pieces.len()).sum::<usize>();
        self.cursor = self.cursor.min(pieces.saturating_sub(1));
    }

    pub(super) fn play(&mut self, action: ActionOf<G>, now: Instant) {
        if let Err(error) = self.sitting.play(action) {
            self.message = error.to_string();
            return;
        }
        self.cursor = 0;
        self.played_at = now;
        self.skip = false;
        self.lay_out();
        if let Some(trouble) = self.sitting.take_trouble() {
            self.message = trouble;
        }
    }

    /// Continues after a fault, with a message.
    fn fail(&mut self, seat: Seat, failure: Failure, now: Instant) {
        // The answer itself may name hidden cards.
        let verdict = failure.verdict;
        let step = self.sitting.answer(Err(failure));
        self.cursor = 0;
        (self.played_at, self.skip) = (now, false);
        self.lay_out();
        let lost = matches!(step, Step::Faulted { kind: FaultKind::Forfeit, .. });
        let course = if lost { "the game is lost by it" } else { "chance chose for it" };
        self.message = format!("{} failed ({verdict}); {course}", name(&self.names, seat));
        if let Some(trouble) = self.sitting.take_trouble() {
            self.message = trouble;
        }
    }

    /// Does everything that needs no person. Fails if a house player has failed, or if a program is to play.
    pub(crate) fn tick(&mut self, now: Instant) -> anyhow::Result<()> {
        if let Some(advice) = &mut self.advice {
            advice.task.poll();
        }
        if let Some(review) = &mut self.review {
            review.poll();
        }
        if self.curtain.is_some() {
            return Ok(());
        }
        match self.sitting.to_move() {
            ToMove::Nobody => {
                if self.review.is_none() {
                    let people: Vec<Seat> = self.sitting.people().collect();
                    self.review = Some(Review::begin(self.sitting.record(), &people, &self.advisers.review));
                    self.popup = Some(Popup::Summary);
                    self.scroll = 0;
                }
            }
            ToMove::Person(seat) if seat != self.viewer => {
                self.curtain = Some(seat);
                self.popup = None;
            }
            ToMove::Person(_) => {}
            ToMove::Program(_) => anyhow::bail!(NO_PROGRAMS),
            ToMove::Player(seat) => self.go_on(seat, now)?,
        }
        Ok(())
    }

    /// Lets a house player think, and plays its action after the pause.
    fn go_on(&mut self, seat: Seat, now: Instant) -> anyhow::Result<()> {
        let Some(task) = &mut self.thinking else {
            self.thinking = self.sitting.thinking().map(|thinking| Task::begin(move || thinking.decide()));
            return Ok(());
        };
        task.poll();
        match task {
            Task::Pending(_) => Ok(()),
            Task::Failed => anyhow::bail!("{} could not decide; the game is saved", name(&self.names, seat)),
            // The game waits while a popup is open.
            Task::Ready(_) if self.popup.is_some() || !(self.skip || now >= self.played_at + self.pause) => Ok(()),
            Task::Ready(answer) => {
                let answer = answer.clone();
                self.thinking = None;
                match answer {
                    Ok(action) => self.play(action, now),
                    Err(failure) => self.fail(seat, failure, now),
                }
                Ok(())
            }
        }
    }

    /// Asks the adviser about the current view, once.
    pub(super) fn ask_advice(&mut self) {
        let about = (self.viewer, self.sitting.record().events().len());
        if self.advice.as_ref().is_none_or(|advice| advice.about != about) {
            let game = self.sitting.record().game();
            self.advice = Some(Advice::ask(game, self.view(), about.1, &self.advisers.hint));
        }
    }
}
