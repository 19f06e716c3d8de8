//! The status of a table beside the cards: take-backs, open requests, pauses, resignations and clocks.

use std::time::Duration;

use cardsharp_presentation::message;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::{Code, Result, Whole};
use crate::tables::Tally;

/// The free time for each seat's first decision before its clock runs, because people may be on their way to the table.
/// It is limited, or a person who never begins could stall a game with clocks for ever.
pub(crate) const FIRST_DECISION: Duration = Duration::from_mins(1);

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct TableStatus {
    pub(crate) taken_back: u32,
    pub(crate) is_paused: bool,
    pub(crate) question: Option<Question>,
    /// The seats whose request was refused since the last move.
    pub(crate) refused: Vec<usize>,
    pub(crate) gave_up: Vec<GaveUp>,
    /// Whether the game ended by resignation or on time, before the cards ended it.
    pub(crate) is_ended: bool,
    /// Each seat's milliseconds left, if the table has a time control.
    pub(crate) clocks: Option<Vec<u64>>,
    /// Milliseconds of free time that each seat has used for its first decision.
    pub(crate) waited: Vec<u64>,
    pub(crate) tally: Tally,
}

/// An open request, which all people who play must agree to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Question {
    /// The table's version at the time of the request; answers name it.
    pub(crate) number: u64,
    pub(crate) what: Request,
    pub(crate) by: usize,
    pub(crate) agreed: Vec<usize>,
}

/// A request to the other people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Request {
    /// Back to the asker's last decision.
    TakeBack,
    Pause,
    Resume,
}

/// A seat that has given up, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct GaveUp {
    pub(crate) seat: usize,
    pub(crate) how: Surrender,
}

/// How a seat gives up a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Surrender {
    Resigned,
    OutOfTime,
}

/// The time of each seat for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TimeControl {
    /// Minutes for all decisions together: from 1 to 180.
    #[serde(deserialize_with = "Whole::small")]
    #[schema(minimum = 1, maximum = 180)]
    pub(crate) minutes: u32,
    /// Seconds added after every decision: at most 180.
    #[serde(default, deserialize_with = "Whole::small")]
    #[schema(maximum = 180)]
    pub(crate) increment: u32,
}

impl TimeControl {
    pub(crate) fn check(self) -> Result<TimeControl> {
        if (1..=180).contains(&self.minutes) && self.increment <= 180 {
            return Ok(self);
        }
        let words =
            message!("A clock gives everybody 1 to 180 minutes, and at most 180 seconds more for each decision.");
        Err(Code::BadRequest.because(words))
    }

    pub(crate) fn clocks(self, seats: usize) -> Vec<u64> {
        vec![u64::from(self.minutes) * 60_000; seats]
    }

    pub(crate) fn bonus(self) -> u64 {
        u64::from(self.increment) * 1000
    }
}

impl TableStatus {
    pub(crate) fn has_given_up(&self, seat: usize) -> bool {
        self.gave_up.iter().any(|gave_up| gave_up.seat == seat)
    }

    /// Returns the status after a move, which withdraws the open request.
    #[must_use]
    pub(crate) fn moved(&self) -> TableStatus {
        TableStatus { question: None, refused: Vec::new(), ..self.clone() }
    }

    /// Returns the free time left for a seat's first decision.
    pub(crate) fn free(&self, seat: usize) -> Duration {
        let waited = self.waited.get(seat).copied().unwrap_or_default();
        FIRST_DECISION.saturating_sub(Duration::from_millis(waited))
    }

    /// Returns the status after time has passed for a seat. At most `free` of it is not charged. Clocks stop at zero.
    #[must_use]
    pub(crate) fn charged(&self, seat: usize, time: Duration, free: Duration) -> TableStatus {
        let (mut charged, waited) = (self.clone(), free.min(time));
        if !waited.is_zero() {
            charged.waited.resize(charged.waited.len().max(seat + 1), 0);
            charged.waited[seat] += waited.as_millis() as u64;
        }
        if let Some(left) = charged.clocks.as_mut().and_then(|clocks| clocks.get_mut(seat)) {
            *left = left.saturating_sub(time.saturating_sub(waited).as_millis() as u64);
        }
        charged
    }

    /// Returns the places of a game that was given up: the losers share the last place.
    pub(crate) fn places(&self, seats: usize) -> Vec<u8> {
        let others = seats - self.gave_up.len();
        let place = |seat: usize| if self.has_given_up(seat) { others as u8 + 1 } else { 1 };
        (0..seats).map(place).collect()
    }
}
