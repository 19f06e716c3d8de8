//! What is particular to each game: what its book asks, and how it answers.

mod common;
pub mod hanamikoji;
mod indigo;
mod intensity;
mod lucky_thirteen;

pub(crate) use common::plain_page;

macro_rules! book {
    ($($game:ty),*) => { $(impl crate::Booked for $game {})* };
}
cardsharp_rules::teaching_games!(book);
