//! A table at a moment: it never changes, and the next one is made from it.

use std::sync::Arc;
use std::time::Duration;

use cardsharp_rules::{AnyGame, BySeat, Seat, outcome, with_game};
use cardsharp_sitting::{Whose, said};
use serde::{Deserialize, Serialize};

use crate::chair::{self, Chair};
use crate::proceedings::{GaveUp, Proceedings, Surrender, TimeControl};
use crate::refusal::{Code, Refusal};
use crate::series::{Series, Tally};
use crate::session::{self, AnySession, deal};

/// What was agreed when the table was made.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Terms {
    pub(crate) seed: u64,
    pub(crate) kibitzer: bool,
    pub(crate) listed: bool,
    /// The property file by which cards lie and turns are forced; read when the cards are dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) properties: Option<String>,
    /// The day whose deal this is, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) daily: Option<String>,
    /// How fast it goes, if a property file said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pace: Option<Waits>,
    /// How long everybody has, if there is a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<TimeControl>,
    /// How long the match is that this game belongs to, if it belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) series: Option<Series>,
    /// Whether a teacher speaks to the person who plays.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) guided: bool,
}

/// How long people wait for the turns of those who are none, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Waits {
    /// Each of these turns takes at least so long.
    pub(crate) thinking: u64,
    /// So long passes before, if somebody acted.
    pub(crate) delay: u64,
}

/// A table at a moment.
#[derive(Clone, Default)]
pub(crate) struct Moment {
    pub(crate) version: u64,
    pub(crate) chairs: Arc<[Chair]>,
    /// None until everybody sits and cards are dealt.
    pub(crate) sitting: Option<Arc<AnySession>>,
    /// Where the same people play again.
    pub(crate) next: Option<String>,
    /// What goes on beside the cards.
    pub(crate) proceedings: Proceedings,
    /// The version at which the cards came to lie as they do: an action answers any version since.
    pub(crate) position: u64,
    /// Up to when the clocks are charged, in the house's time; not kept, for while the house is closed nobody's
    /// clock runs.
    pub(crate) since: Duration,
}

impl Moment {
    /// The events of the record so far.
    pub(crate) fn steps(&self) -> usize {
        self.sitting.as_deref().map_or(0, session::steps)
    }

    /// Whether the game is over: by the cards, or because it was given up.
    pub(crate) fn is_over(&self) -> bool {
        self.whose_turn() == Some(Whose::Nobody)
    }

    /// Who is to act; none before the cards are dealt.
    pub(crate) fn whose_turn(&self) -> Option<Whose> {
        let sitting = self.sitting.as_deref()?;
        Some(if self.proceedings.is_ended { Whose::Nobody } else { session::whose_turn(sitting) })
    }

    /// Whether a player of ours or a program must act.
    pub(crate) fn is_due(&self) -> bool {
        matches!(self.whose_turn(), Some(Whose::Player(_) | Whose::Program(_))) && !self.proceedings.is_paused
    }

    /// Everybody's place, once the game is over.
    pub(crate) fn places(&self) -> Option<Vec<u8>> {
        let sitting = self.sitting.as_ref()?;
        if self.proceedings.is_ended {
            return Some(self.proceedings.places(self.chairs.len()));
        }
        let returns = with_game!(AnyOf, &**sitting, sitting => sitting.record().result())?;
        let lost = BySeat::from_fn(self.chairs.len(), |seat| self.proceedings.has_given_up(seat.index()));
        Some(outcome::places(&outcome::with_lost(&returns, &lost)).as_slice().to_vec())
    }

    /// How the match stands, this game included once it is over.
    pub(crate) fn tally(&self) -> Tally {
        let mut before = self.proceedings.tally.clone();
        before.won.resize(self.chairs.len(), 0);
        let Some(places) = self.places() else { return before };
        if !self.proceedings.is_ended {
            return before.with(&places);
        }
        // Who gives up has lost, to as many as are left.
        before.given_up((0..places.len()).filter(|seat| !self.proceedings.has_given_up(*seat)))
    }

    /// Those who play themselves: people who have not given up, and for whom no player of ours plays.
    pub(crate) fn playing(&self) -> Vec<usize> {
        let plays = |seat: &usize| {
            let holder = self.chairs[*seat].holder();
            holder.is_some_and(|holder| holder.stand_in.is_none()) && !self.proceedings.has_given_up(*seat)
        };
        (0..self.chairs.len()).filter(plays).collect()
    }

    /// Whose time passes, and how much of it is free before their clock runs: only of a first decision any is.
    pub(crate) fn running(&self) -> Option<(Seat, Duration)> {
        self.proceedings.clocks.as_ref().filter(|_| !self.proceedings.is_paused)?;
        let Some(Whose::Person(seat)) = self.whose_turn() else { return None };
        let free = if self.is_first_of(seat) { self.proceedings.free(seat.index()) } else { Duration::ZERO };
        Some((seat, free))
    }

    /// Whether a seat has decided nothing yet.
    fn is_first_of(&self, seat: Seat) -> bool {
        self.sitting.is_some() && self.last_decision(seat).is_none()
    }

    /// Returns how many events came before the last decision of a seat that was its own.
    pub(crate) fn last_decision(&self, seat: Seat) -> Option<usize> {
        with_game!(AnyOf, self.sitting.as_deref()?, sitting => sitting.last_decision(seat))
    }

    /// Returns the text of the record; none until the game is over.
    pub(crate) fn record(&self) -> Option<String> {
        let sitting = self.sitting.as_deref().filter(|_| self.is_over())?;
        Some(with_game!(AnyOf, sitting, sitting => sitting.record().to_string()))
    }

    /// Whose time passes, and when it will be over.
    pub(crate) fn deadline(&self) -> Option<(Seat, Duration)> {
        let (seat, free) = self.running()?;
        let left = *self.proceedings.clocks.as_ref()?.get(seat.index())?;
        Some((seat, self.since + free + Duration::from_millis(left)))
    }

    /// The same at a later time: what passed is off the clock that ran.
    pub(crate) fn at(&self, now: Duration) -> Moment {
        let Some((seat, free)) = self.running() else { return Moment { since: now, ..self.clone() } };
        // Whole milliseconds are charged, and the rest stays to be charged.
        let passed = Duration::from_millis(now.saturating_sub(self.since).as_millis() as u64);
        let proceedings = self.proceedings.charged(seat.index(), passed, free);
        Moment { proceedings, since: self.since + passed, ..self.clone() }
    }

    /// The program that must act, if one must.
    pub(crate) fn program(&self) -> Option<&str> {
        let Whose::Program(seat) = session::whose_turn(self.sitting.as_deref()?) else { return None };
        match &self.chairs[seat.index()] {
            Chair::Program { program, .. } => Some(program),
            Chair::Person(_) | Chair::Player(_) => None,
        }
    }

    /// The next moment, with other people on the chairs; the cards are dealt once everybody sits.
    pub(crate) fn with_chairs(&self, chairs: Vec<Chair>, table: (&AnyGame, &Terms)) -> Result<Moment, Refusal> {
        let sitting = match &self.sitting {
            None if chairs.iter().all(|chair| !chair.is_free()) => {
                let specs = chairs.iter().map(Chair::spec).collect();
                Some(deal(table.0, table.1, specs, chair::names(&chairs))?)
            }
            sitting => sitting.clone(),
        };
        let version = self.version + 1;
        Ok(Moment { version, chairs: chairs.into(), sitting, position: version, ..self.clone() })
    }

    /// The next moment, after an action of a person whose turn it is.
    pub(crate) fn after(&self, action: &str, terms: &Terms) -> Result<Moment, Refusal> {
        let sitting = self.sitting.as_ref().ok_or_else(not_begun)?;
        let mut after = self.decided(session::after(sitting, action)?);
        // A first decision has had its free time instead.
        if let (Some((seat, _)), Some(clock), Some(clocks)) =
            (self.running(), terms.clock, after.proceedings.clocks.as_mut())
            && !self.is_first_of(seat)
        {
            clocks[seat.index()] += clock.bonus();
        }
        Ok(after)
    }

    /// The next moment, once whoever had to has decided: the game as it is then.
    pub(crate) fn decided(&self, sitting: Arc<AnySession>) -> Moment {
        let (version, proceedings) = (self.version + 1, self.proceedings.moved());
        Moment { version, position: version, sitting: Some(sitting), proceedings, ..self.clone() }
    }

    /// The next moment, with the cards as they are and something else gone on beside them.
    pub(crate) fn beside(&self, proceedings: Proceedings) -> Moment {
        Moment { version: self.version + 1, proceedings, ..self.clone() }
    }

    /// The next moment, back at the last decision of a seat.
    ///
    /// # Errors
    /// If it has decided nothing yet.
    pub(crate) fn taken_back(&self, seat: Seat) -> Result<Moment, Refusal> {
        let sitting = self.sitting.as_ref().ok_or_else(not_begun)?;
        let nothing =
            || Refusal::new(Code::NotAllowed, said!("There is nothing to take back: you have decided nothing yet."));
        let back = self.decided(session::back_to(sitting, self.last_decision(seat).ok_or_else(nothing)?));
        let proceedings = Proceedings { taken_back: self.proceedings.taken_back + 1, ..back.proceedings.clone() };
        Ok(Moment { proceedings, ..back })
    }

    /// The next moment, with somebody else on a seat; who that is stands in the chair.
    ///
    /// # Errors
    /// If there is nobody of that name.
    pub(crate) fn reseated(&self, seat: Seat, chair: Chair) -> Result<Moment, Refusal> {
        let sitting = self.sitting.as_ref().ok_or_else(not_begun)?;
        let mut chairs = self.chairs.to_vec();
        let spec = chair.spec();
        chairs[seat.index()] = chair;
        let sitting = Some(session::reseated(sitting, seat, spec, chair::names(&chairs))?);
        let version = self.version + 1;
        Ok(Moment { version, chairs: chairs.into(), sitting, ..self.clone() })
    }

    /// The next moment, after a seat has given the game up. Where somebody else still plays at a table of more than
    /// two, a player of ours plays on for it, so that the others have their game; else the game is over.
    ///
    /// # Errors
    /// If the player of ours is not known.
    pub(crate) fn given_up(&self, seat: Seat, how: Surrender, player: &str) -> Result<Moment, Refusal> {
        let mut proceedings = self.proceedings.moved();
        proceedings.gave_up.push(GaveUp { seat: seat.index(), how });
        let is_missed = self.chairs.len() > 2 && self.playing().iter().any(|other| *other != seat.index());
        proceedings.is_ended = !is_missed;
        proceedings.is_paused &= is_missed;
        let next = match self.chairs[seat.index()].played_by(player) {
            Some(chair) if is_missed => self.reseated(seat, chair)?,
            _ => self.clone(),
        };
        Ok(Moment { version: self.version + 1, proceedings, ..next })
    }
}

/// Not everybody sits yet.
pub(crate) fn not_begun() -> Refusal {
    Refusal::new(Code::WrongTurn, said!("The game has not begun: there are free seats."))
}
