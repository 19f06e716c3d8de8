//! Strangers: six players like other people's programs, each with an idea of its own.
//!
//! A champion that models the house's own styles proves little by beating them.

mod counter;
mod denier;
mod four;
mod hoarder;
mod playouts;
mod sloppy;

use cardsharp_rules::Style;
use cardsharp_rules::hanamikoji::Hanamikoji;

pub(crate) fn strangers() -> Vec<Box<dyn Style<Hanamikoji>>> {
    vec![
        Box::new(sloppy::SloppyTosser),
        Box::new(four::FourTypes),
        Box::new(hoarder::TopHoarder),
        Box::new(denier::TieMaker),
        Box::new(counter::SlotCounter),
        Box::new(playouts::RandomPlayouts),
    ]
}
