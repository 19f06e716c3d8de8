//! Hanamikoji.

mod book;
mod exploit;
mod sparring;
mod strangers;

use cardsharp_rules::hanamikoji::Hanamikoji;

pub use book::{all_hands, chance_of_hand, class_of_hand, hand_classes};

use crate::room::Room;

pub(crate) const ROOM: Room<Hanamikoji> = Room {
    strangers: strangers::strangers,
    sparring: sparring::sparring,
    exploiters: exploit::exploiters,
    stand_in: exploit::stand_in,
    late_gain: exploit::late_gain,
};
