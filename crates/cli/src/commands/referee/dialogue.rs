//! What the referee says while a game is played.

use cardsharp_programs::{Failure, Watcher};
use cardsharp_rules::{Event, FaultKind, Record, Seat};

use crate::args::Referee;
use crate::dialogue::{AtTerminal, Audience, say};
use crate::output::complain;

/// How a game is told.
pub(super) struct Dialogue {
    quiet: bool,
    audience: Audience,
}

impl Dialogue {
    pub(super) fn new(args: &Referee) -> Dialogue {
        let person = args.interactive.then(|| Seat::new(args.programs.len()));
        Dialogue { quiet: args.quiet, audience: Audience::of(person) }
    }
}

impl<G: AtTerminal> Watcher<G> for Dialogue {
    fn begin(&mut self, record: &Record<G>) {
        if !self.quiet {
            say(G::dealt(record, self.audience));
        }
    }

    fn fault(&mut self, record: &Record<G>, seat: Seat, failure: &Failure, kind: FaultKind) {
        if !self.quiet {
            say(G::erred(record, seat, failure, kind, self.audience));
        }
    }

    /// Beside the game's own words, and never where a person plays, who must not know what others hold.
    fn remark(&mut self, seat: Seat, remark: &str) {
        if !self.quiet && matches!(self.audience, Audience::Onlookers) {
            for line in remark.lines() {
                complain(format_args!("seat {seat}, {line}"));
            }
        }
    }

    fn acted(&mut self, record: &Record<G>) {
        let Some(Event::Action(seat, action)) = record.events().last() else { return };
        if let Some(line) = G::did(record, *seat, *action, self.audience).filter(|_| !self.quiet) {
            say(line);
        }
    }

    fn over(&mut self, record: &Record<G>) {
        say(G::ended(record).trim_end());
    }
}
