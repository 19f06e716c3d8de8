//! What people do at a table: sit down, leave, act.

use std::sync::Arc;

use cardsharp_rules::Seat;
use cardsharp_sitting::{Whose, said};

use crate::app::App;
use crate::game::gate::turn_of;
use crate::http::error::{ApiError, Code};
use crate::http::token;
use crate::tables::chair::{self, Chair, Holder};
use crate::tables::snapshot::{TableSnapshot, not_begun};
use crate::tables::table::WebTable;

impl App {
    /// Somebody sits down on a free seat.
    pub(crate) async fn sit(
        self: &Arc<App>,
        table: &Arc<WebTable>,
        seat: Seat,
        name: Option<String>,
    ) -> Result<String, ApiError> {
        let name = chair::name(name.as_deref(), seat.index())?;
        self.change(table, move |table, now| {
            let token = token::token();
            if !now.chairs[seat.index()].is_free() {
                return Err(ApiError::new(Code::SeatTaken, said!("This seat is taken.")));
            }
            let mut chairs = now.chairs.to_vec();
            chairs[seat.index()] = Chair::Person(Some(Holder::new(name, token::hash(&token))));
            Ok((now.with_chairs(chairs, (&table.game, &table.terms))?, token))
        })
        .await
    }

    /// Somebody leaves a seat, which they hold by this token's hash, before the game begins.
    pub(crate) async fn leave(
        self: &Arc<App>,
        table: &Arc<WebTable>,
        seat: Seat,
        held: String,
    ) -> Result<(), ApiError> {
        self.change(table, move |table, now| {
            if now.chairs[seat.index()].holder().is_none_or(|holder| holder.token != held) {
                let words = said!("This seat is not yours to leave.");
                return Err(ApiError::new(Code::NotYourSeat, words));
            }
            if now.session.is_some() {
                let words = said!("The game has begun: the seat stays yours until it is over.");
                return Err(ApiError::new(Code::NotAllowed, words));
            }
            let mut chairs = now.chairs.to_vec();
            chairs[seat.index()] = Chair::Person(None);
            Ok((now.with_chairs(chairs, (&table.game, &table.terms))?, ()))
        })
        .await
    }

    /// Somebody acts.
    pub(crate) async fn act(
        self: &Arc<App>,
        table: &Arc<WebTable>,
        seat: Seat,
        (version, action): (u64, String),
    ) -> Result<(), ApiError> {
        self.change(table, move |table, now| {
            check_turn(table, now, seat)?;
            // What went on beside the cards since is no reason to ask again.
            if !(now.position..=now.version).contains(&version) {
                let words =
                    said!("The table has gone on: it is at version {now}, not {version}.", now = now.version, version);
                return Err(ApiError::new(Code::Stale, words));
            }
            let after = now.after(&action, &table.terms)?;
            table.is_here(seat);
            Ok((after, ()))
        })
        .await
    }
}

/// Makes sure that it is this seat's turn.
pub(crate) fn check_turn(table: &WebTable, now: &TableSnapshot, seat: Seat) -> Result<(), ApiError> {
    let words = match now.whose_turn().ok_or_else(not_begun)? {
        Whose::Nobody => said!("The game is over."),
        _ if now.status.is_paused => said!("The game is paused."),
        Whose::Person(turn) if turn == seat => return Ok(()),
        Whose::Player(turn) if turn == seat && now.chairs[seat.index()].stand_in().is_some() => {
            said!("A computer plays for you: take your seat back first.")
        }
        Whose::Person(turn) | Whose::Program(turn) | Whose::Player(turn) => {
            let sitters = table.sitters();
            turn_of(&sitters[turn.index()].name)
        }
    };
    Err(ApiError::new(Code::WrongTurn, words))
}
