//! What `coach` and `ladder` have in common.

use cardsharp_search::{CHAMPION, Search, Spec, search_settings};
use cardsharp_sitting::Tabled;

use super::error::Usage;

/// The style sheet of reports in which positions are drawn.
pub(crate) const STYLE: &str = concat!(include_str!("report.css"), include_str!("position.css"));

/// Returns the budget of the champion that judges the choices.
pub(crate) fn eyes<G: Tabled>(spec: &Spec) -> Result<Search, Usage> {
    if spec.name != CHAMPION {
        return Err(Usage(format!("--player {spec}: only the champion says what others' choices are worth")));
    }
    // Refuses unknown settings, as at a table.
    cardsharp_search::seat_player(&G::default(), spec)?;
    Ok(search_settings::<G>(spec)?)
}

/// Indents a line that will be wrapped.
pub(crate) fn indented(blanks: usize) -> String {
    "\u{a0}".repeat(blanks)
}
