//! What goes on at a table beside the cards: what was taken back, asked of the others, paused and given up, and the
//! clocks. All of it is kept with the table.

use std::time::Duration;

use cardsharp_presentation::said;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::{Code, Result, Whole};
use crate::tables::Tally;

/// So long everybody's first decision may take before their clock runs: they may be on their way to the table. Without
/// an end to it a game with a clock could be stalled for good by who never begins.
pub(crate) const FIRST_DECISION: Duration = Duration::from_mins(1);

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct TableStatus {
    /// How often something was taken back.
    pub(crate) taken_back: u32,
    pub(crate) is_paused: bool,
    pub(crate) question: Option<Question>,
    /// Whose question was answered with no since the last move, by seat.
    pub(crate) refused: Vec<usize>,
    pub(crate) gave_up: Vec<GaveUp>,
    /// Whether the game ended before the cards said so: everybody else who could go on has given up.
    pub(crate) is_ended: bool,
    /// What is left to every seat, if the table has a clock.
    pub(crate) clocks: Option<Vec<u64>>,
    /// How many milliseconds were waited for everybody's first decision before a clock ran, by seat.
    pub(crate) waited: Vec<u64>,
    /// The games before this one.
    pub(crate) tally: Tally,
}

/// Something that everybody at the table has to agree to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Question {
    /// The version of the table at which it was asked: an answer names it.
    pub(crate) number: u64,
    pub(crate) what: Request,
    /// By seat.
    pub(crate) by: usize,
    /// Who has said yes, by seat.
    pub(crate) agreed: Vec<usize>,
}

/// What may be asked of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Request {
    /// Back to the asker's last decision.
    TakeBack,
    Pause,
    Resume,
}

/// Who has given the game up, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct GaveUp {
    pub(crate) seat: usize,
    pub(crate) how: Surrender,
}

/// How a game is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Surrender {
    Resigned,
    OutOfTime,
}

/// How long everybody has for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TimeControl {
    /// For all decisions together: from 1 to 180.
    #[serde(deserialize_with = "Whole::small")]
    #[schema(minimum = 1, maximum = 180)]
    pub(crate) minutes: u32,
    /// Seconds more after every decision: at most 180.
    #[serde(default, deserialize_with = "Whole::small")]
    #[schema(maximum = 180)]
    pub(crate) increment: u32,
}

impl TimeControl {
    pub(crate) fn check(self) -> Result<TimeControl> {
        if (1..=180).contains(&self.minutes) && self.increment <= 180 {
            return Ok(self);
        }
        let words = said!("A clock gives everybody 1 to 180 minutes, and at most 180 seconds more for each decision.");
        Err(Code::BadRequest.because(words))
    }

    /// Returns every seat's time at the start, in milliseconds.
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

    /// Returns the status after a move, which voids the open question.
    #[must_use]
    pub(crate) fn moved(&self) -> TableStatus {
        TableStatus { question: None, refused: Vec::new(), ..self.clone() }
    }

    /// Returns what is left of the free time of a seat's first decision.
    pub(crate) fn free(&self, seat: usize) -> Duration {
        let waited = self.waited.get(seat).copied().unwrap_or_default();
        FIRST_DECISION.saturating_sub(Duration::from_millis(waited))
    }

    /// Returns the status after time has passed for a seat, at most `free` of it at no cost. No clock falls below
    /// zero.
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

    /// Returns the places of a game that was given up: the losers share the last one.
    pub(crate) fn places(&self, seats: usize) -> Vec<u8> {
        let others = seats - self.gave_up.len();
        let place = |seat: usize| if self.has_given_up(seat) { others as u8 + 1 } else { 1 };
        (0..seats).map(place).collect()
    }
}
