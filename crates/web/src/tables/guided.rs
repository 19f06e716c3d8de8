//! First games, in which a teacher sits beside the pupil: ordinary tables that the guide lays out.

use cardsharp_search::HUMAN;
use cardsharp_sitting::said;

use crate::game::About;
use crate::http::{ApiError, Code, Result, Whole};
use crate::tables::{NewTable, Seating};

/// Completes the request for a guided game with the guide's seats and cards.
pub(crate) fn laid_out(about: &About, wish: NewTable) -> Result<NewTable> {
    let Some(guide) = about.guide else {
        return Err(ApiError::new(
            Code::BadRequest,
            said!("Nobody has written a first game of {game}.", game = about.title),
        ));
    };
    if !wish.seats.is_empty() || wish.take.is_some() || wish.seed.is_some() {
        let words = said!(
            "In a guided game you have the first seat, against players and cards of the guide: leave out seats, take \
             and seed."
        );
        return Err(ApiError::new(Code::BadRequest, words));
    }
    let seats = [HUMAN].iter().chain(guide.opponents).map(|&spec| match spec {
        HUMAN => Seating::Person { name: None },
        spec => Seating::Player { spec: spec.to_owned() },
    });
    Ok(NewTable { seats: seats.collect(), take: Some(Whole(0)), seed: Some(Whole(guide.seed)), ..wish })
}
