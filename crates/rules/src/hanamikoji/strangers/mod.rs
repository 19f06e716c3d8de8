//! Strangers: six players as other people write them, each with an idea of its own, to measure by.
//!
//! A champion that knows the house's own styles by heart says little about itself by beating them. So nothing that
//! plays, judges or learns here may know a stranger: the types are private, and a test reads the sources
//! (`crates/search/tests/strangers.rs`). Whoever wants company to train with takes `sparring`.

mod counter;
mod denier;
mod four;
mod hoarder;
mod playouts;
mod sloppy;

use super::rules::Hanamikoji;
use crate::Style;

/// Those to measure by.
pub(super) fn strangers() -> Vec<Box<dyn Style<Hanamikoji>>> {
    vec![
        Box::new(sloppy::SloppyTosser),
        Box::new(four::FourTypes),
        Box::new(hoarder::TopHoarder),
        Box::new(denier::TieMaker),
        Box::new(counter::SlotCounter),
        Box::new(playouts::RandomPlayouts),
    ]
}
