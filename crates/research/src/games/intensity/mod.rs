//! Intensity.

mod book;
mod sparring;
mod strangers;

use cardsharp_rules::intensity::Intensity;

use crate::room::Room;

pub(crate) const ROOM: Room<Intensity> =
    Room { strangers: strangers::strangers, sparring: sparring::sparring, ..Room::EMPTY };
