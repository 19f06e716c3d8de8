//! Indigo.

mod book;
mod sparring;
mod strangers;

use cardsharp_rules::indigo::Indigo;

use crate::room::Room;

pub(crate) const ROOM: Room<Indigo> =
    Room { strangers: strangers::strangers, sparring: sparring::sparring, ..Room::EMPTY };
