//! One file per command; each returns its report as text.

pub(crate) mod analyse;
pub(crate) mod annotate;
pub(crate) mod ask;
pub(crate) mod beliefs;
pub(crate) mod bench;
pub(crate) mod bench_referee;
pub(crate) mod book;
pub(crate) mod bot;
pub(crate) mod check;
pub(crate) mod coach;
pub(crate) mod completions;
pub(crate) mod contest;
pub(crate) mod deal;
pub(crate) mod doctor;
pub(crate) mod exploit;
pub(crate) mod games;
pub(crate) mod ladder;
pub(crate) mod lesson;
pub(crate) mod man;
pub(crate) mod new;
pub(crate) mod oracle;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod protocol;
pub(crate) mod puzzles;
pub(crate) mod referee;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod study;
pub(crate) mod tournament;
pub(crate) mod values;

use cardsharp_rules::{Game, Seat, Seed};

use crate::Usage;

/// The seed that is typed, or 64 random bits of the system. Who deals for programs and people uses no
/// seed of its own: a program could deal it too and would know every hand.
pub(crate) fn seed(typed: Option<u64>) -> anyhow::Result<Seed> {
    match typed {
        Some(seed) => Ok(Seed(seed)),
        None => getrandom::u64().map(Seed).map_err(|error| anyhow::anyhow!("no random numbers: {error}")),
    }
}

/// The same where only players of ours may play: then it is 1 unless typed, so that the same words give the same games.
pub(crate) fn seed_among(programs: bool, typed: Option<u64>) -> anyhow::Result<Seed> {
    if programs { seed(typed) } else { Ok(Seed(typed.unwrap_or(1))) }
}

/// Refuses a seat that the game does not have.
pub(crate) fn check_seat<G: Game>(seat: Option<Seat>) -> Result<(), Usage> {
    if let Some(seat) = seat.filter(|seat| seat.index() >= G::SEATS) {
        return Err(Usage(format!("--seat {seat}: {} has seats 0 to {}", G::TITLE, G::SEATS - 1)));
    }
    Ok(())
}
