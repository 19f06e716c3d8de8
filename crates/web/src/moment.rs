//! A table at a moment: it never changes, and the next one is made from it.

use std::sync::Arc;

use cardsharp_rules::AnyGame;
use cardsharp_sitting::{Whose, said};
use serde::{Deserialize, Serialize};

use crate::any_sitting::{AnySitting, deal};
use crate::chair::{self, Chair};
use crate::refusal::{Code, Refusal};

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
#[derive(Clone)]
pub(crate) struct Moment {
    pub(crate) version: u64,
    pub(crate) chairs: Arc<[Chair]>,
    /// None until everybody sits and cards are dealt.
    pub(crate) sitting: Option<Arc<dyn AnySitting>>,
    /// Where the same people play again.
    pub(crate) next: Option<String>,
}

impl Moment {
    /// The events of the record so far.
    pub(crate) fn steps(&self) -> usize {
        self.sitting.as_ref().map_or(0, |sitting| sitting.steps())
    }

    pub(crate) fn is_over(&self) -> bool {
        self.sitting.as_ref().is_some_and(|sitting| sitting.whose_turn() == Whose::Nobody)
    }

    /// Whether a player of ours or a program must act.
    pub(crate) fn is_due(&self) -> bool {
        let turn = self.sitting.as_ref().map(|sitting| sitting.whose_turn());
        matches!(turn, Some(Whose::Player(_) | Whose::Program(_)))
    }

    /// The program that must act, if one must.
    pub(crate) fn program(&self) -> Option<&str> {
        let Whose::Program(seat) = self.sitting.as_ref()?.whose_turn() else { return None };
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
        Ok(Moment { version: self.version + 1, chairs: chairs.into(), sitting, next: self.next.clone() })
    }

    /// The next moment, after an action.
    pub(crate) fn after(&self, action: &str) -> Result<Moment, Refusal> {
        let sitting = self.sitting.as_ref().ok_or_else(not_begun)?;
        Ok(self.decided(sitting.after(action)?))
    }

    /// The next moment, once whoever had to has decided: the game as it is then.
    pub(crate) fn decided(&self, sitting: Arc<dyn AnySitting>) -> Moment {
        Moment { version: self.version + 1, sitting: Some(sitting), ..self.clone() }
    }
}

/// Not everybody sits yet.
pub(crate) fn not_begun() -> Refusal {
    Refusal::new(Code::WrongTurn, said!("The game has not begun: there are free seats."))
}
