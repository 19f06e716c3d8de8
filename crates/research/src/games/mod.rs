//! One module per game: its book, its strangers, its sparring partners.

pub mod hanamikoji;
pub mod indigo;
pub mod intensity;
pub mod lucky_thirteen;

macro_rules! book {
    ($($game:ty),*) => { $(impl crate::Booked for $game {})* };
}
cardsharp_rules::teaching_games!(book);
