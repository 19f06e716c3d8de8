//! The tournaments of the records database.

pub(crate) mod json;
pub(crate) mod routes;
pub(crate) mod standings;

pub(crate) use json::{Met, Standing, ToldGame, ToldGames, ToldSeat, Tournament, TournamentInfo};
pub(crate) use routes::unreadable;
pub(crate) use standings::Counted;
