//! Code that `coach` and `ladder` share.

use cardsharp_coach::Watched;
use cardsharp_presentation::Present;
use cardsharp_programs::{Hosted, MOST_TIMEOUTS, Stop};
use cardsharp_rules::{Event, Verdict};
use cardsharp_search::{CHAMPION, Search, Spec, search_settings};

use super::error::Usage;

/// The style sheet of reports with drawn positions.
pub(crate) const STYLE: &str = concat!(include_str!("report.css"), include_str!("position.css"));

/// Returns the search settings of the champion that judges the choices.
pub(crate) fn judge_settings<G: Present>(spec: &Spec) -> Result<Search, Usage> {
    if spec.name != CHAMPION {
        return Err(Usage(format!("--player {spec}: only the champion says what others' choices are worth")));
    }
    // Refuses unknown settings, as at a table.
    cardsharp_search::seat_player(&G::default(), spec)?;
    Ok(search_settings::<G>(spec)?)
}

pub(crate) fn indented(blanks: usize) -> String {
    "\u{a0}".repeat(blanks)
}

/// Refuses a game in which the program timed out too often: the game shows nothing, and further ones would take long.
pub(crate) fn refuse_late<G: Hosted>(Watched { record, seat }: &Watched<G>, name: &str) -> Result<(), Stop> {
    let is_late = |event: &&Event<_>| matches!(event, Event::Fault(fault) if fault.seat == *seat && fault.verdict == Verdict::Timeout);
    if record.events().iter().filter(is_late).count() < MOST_TIMEOUTS as usize {
        return Ok(());
    }
    Err(Stop::Left(format!(
        "{name} let its time run out, and is no longer asked in that game: `cardsharp check` says more, and --decision \
         gives it more time"
    )))
}
