//! The referee's output during a game.

use cardsharp_programs::{Failure, Watcher};
use cardsharp_rules::{Event, FaultKind, Record, Seat};

use super::Referee;
use crate::dialogue::{AtTerminal, Audience};
use crate::shared::{print_error, print_line};

/// Prints a game while it is played.
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
            print_line(G::deal_text(record, self.audience));
        }
    }

    fn fault(&mut self, record: &Record<G>, seat: Seat, failure: &Failure, kind: FaultKind) {
        if !self.quiet {
            print_line(G::fault_text(record, seat, failure, kind, self.audience));
        }
    }

    /// Remarks go to standard error, and only if no person plays: they may show hidden cards.
    fn remark(&mut self, seat: Seat, remark: &str) {
        if !self.quiet && matches!(self.audience, Audience::Onlookers) {
            for line in remark.lines() {
                print_error(format_args!("seat {seat}, {line}"));
            }
        }
    }

    fn acted(&mut self, record: &Record<G>) {
        let Some(Event::Action(seat, action)) = record.events().last() else { return };
        if let Some(line) = G::action_text(record, *seat, *action, self.audience).filter(|_| !self.quiet) {
            print_line(line);
        }
    }

    fn over(&mut self, record: &Record<G>) {
        print_line(G::end_text(record).trim_end());
    }
}
