//! A study: the recorded games of a strong player, row by row.
//!
//! A study is a function of its head: every row has its own random numbers, so the same head gives the same rows on any
//! number of threads, and an interrupted study resumes where it stopped. A book has four parts: `games` the strong
//! player plays with itself, `hands` dealt on purpose, `matches` that measure the cost of the rule of thumb, and
//! `openings` that measure the cost of first actions.

mod file;
mod games;
mod hands;
mod head;
mod matches;
mod openings;

use std::ops::{ControlFlow, Range};

use cardsharp_rules::Record;
use cardsharp_search::threads::in_order;
use cardsharp_search::{Player, SpecError, seat_player};
use cardsharp_table::{Controller, Table};

pub use file::{FileError, StudyFile};
pub use games::{Decision, Games, Gap, Played};
pub use hands::{HandRow, Hands};
pub use head::{Head, Part, StudyError};
pub use matches::{Bout, Count, Matches};
pub use openings::{OpeningRow, Openings};

use crate::Booked;
use head::Rows;

/// Computes the `wanted` rows of a study and passes them to `visit` in order.
///
/// # Errors
/// If there is no such player, or the game has no such part.
pub fn study<G: Booked>(
    game: &G,
    head: &Head,
    (wanted, threads): (Range<u64>, usize),
    visit: &mut dyn FnMut(String) -> ControlFlow<()>,
) -> Result<(), SpecError> {
    let first = wanted.start;
    let left = wanted.end.min(head.rows::<G>()).saturating_sub(first);
    match head.part {
        Part::Games => {
            let player = seat_player(game, &head.player)?;
            in_order(left, threads, |row| games::row(game, player.as_ref(), head, first + row), visit);
        }
        Part::Hands => {
            let player = seat_player(game, &head.player)?;
            in_order(left, threads, |row| hands::row(game, player.as_ref(), head, first + row), visit);
        }
        Part::Openings => {
            let player = seat_player(game, &head.player)?;
            in_order(left, threads, |row| openings::row(game, player.as_ref(), head, first + row), visit);
        }
        Part::Matches => {
            let players = matches::players(game, head)?;
            let bouts = matches::bouts(game, head, &players);
            in_order(left, threads, |row| matches::row(&bouts, first + row), visit);
        }
    }
    Ok(())
}

pub(crate) type Strong<'a, G> = &'a dyn Player<G>;

fn with_itself<G: Booked>(record: Record<G>, player: Strong<'_, G>) -> Table<G, Strong<'_, G>> {
    Table::new(record, vec![Controller::Player(player); G::SEATS])
}

/// Returns the whole file: head, rows and the line that marks it as complete.
///
/// # Errors
/// If there is no such player, or the game has no such part.
pub fn study_text<G: Booked>(game: &G, head: &Head, threads: usize) -> Result<String, SpecError> {
    let mut text = head.to_text::<G>();
    study(game, head, (0..u64::MAX, threads), &mut |row| {
        text.push_str(&row);
        text.push('\n');
        ControlFlow::Continue(())
    })?;
    let end = end_line(&text);
    text.push_str(&end);
    Ok(text)
}

/// The last line of a complete file: the number of rows, and the sum of their last column.
pub fn end_line(text: &str) -> String {
    let rows: Vec<&str> = text.lines().skip_while(|line| !line.is_empty()).skip(2).collect();
    let sum: i64 = rows.iter().filter_map(|row| row.rsplit(',').next()?.parse::<i64>().ok()).sum();
    format!("end,{},{sum}\n", rows.len())
}

fn open_part<G: Booked>(text: &str, part: Part) -> Result<(Head, Rows<'_>), StudyError> {
    let (head, rows) = Head::parse(text)?;
    head.check::<G>(part, &rows)?;
    Ok((head, rows))
}
