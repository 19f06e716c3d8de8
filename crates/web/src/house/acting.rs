//! What people do at a table: sit down, leave, act.

use std::sync::Arc;

use cardsharp_rules::Seat;
use cardsharp_sitting::{Whose, said};

use super::House;
use crate::chair::{self, Chair, Holder};
use crate::gate::turn_of;
use crate::moment::not_begun;
use crate::refusal::{Code, Refusal};
use crate::table::WebTable;
use crate::token;

impl House {
    /// Somebody sits down on a free seat.
    ///
    /// # Errors
    /// If it is not free.
    pub(crate) async fn sit(
        self: &Arc<House>,
        table: &Arc<WebTable>,
        seat: Seat,
        name: Option<String>,
    ) -> Result<String, Refusal> {
        let name = chair::name(name.as_deref(), seat.index())?;
        self.change(table, move |table, now| {
            let mut chairs = now.chairs.to_vec();
            let chair = &mut chairs[seat.index()];
            if !chair.is_free() {
                return Err(Refusal::new(Code::SeatTaken, said!("Seat {seat} is taken.", seat = seat.index())));
            }
            let token = token::token();
            *chair = Chair::Person(Some(Holder { name, token: token::hash(&token) }));
            Ok((now.with_chairs(chairs, (&table.game, &table.terms))?, token))
        })
        .await
    }

    /// Somebody leaves a seat before the game begins.
    ///
    /// # Errors
    /// If it has begun.
    pub(crate) async fn leave(self: &Arc<House>, table: &Arc<WebTable>, seat: Seat) -> Result<(), Refusal> {
        self.change(table, move |table, now| {
            if now.sitting.is_some() {
                let words = said!("The game has begun: the seat stays yours until it is over.");
                return Err(Refusal::new(Code::NotAllowed, words));
            }
            let mut chairs = now.chairs.to_vec();
            chairs[seat.index()] = Chair::Person(None);
            Ok((now.with_chairs(chairs, (&table.game, &table.terms))?, ()))
        })
        .await
    }

    /// Somebody acts.
    ///
    /// # Errors
    /// If it is not their turn, they saw another table, or the rules forbid it.
    pub(crate) async fn act(
        self: &Arc<House>,
        table: &Arc<WebTable>,
        seat: Seat,
        (version, action): (u64, String),
    ) -> Result<(), Refusal> {
        self.change(table, move |table, now| {
            let sitting = now.sitting.as_ref().ok_or_else(not_begun)?;
            check_turn(table, sitting.whose_turn(), seat)?;
            if version != now.version {
                let words =
                    said!("The table has gone on: it is at version {now}, not {version}.", now = now.version, version);
                return Err(Refusal::new(Code::Stale, words));
            }
            Ok((now.after(&action)?, ()))
        })
        .await
    }
}

/// Makes sure that it is this seat's turn.
///
/// # Errors
/// If it is somebody else's.
pub(crate) fn check_turn(table: &WebTable, whose: Whose, seat: Seat) -> Result<(), Refusal> {
    let words = match whose {
        Whose::Person(turn) if turn == seat => return Ok(()),
        Whose::Person(turn) | Whose::Program(turn) | Whose::Player(turn) => {
            let sitters = table.sitters();
            turn_of(&sitters[turn.index()].name)
        }
        Whose::Nobody => said!("The game is over."),
    };
    Err(Refusal::new(Code::WrongTurn, words))
}
