//! Indigo's book.

use cardsharp_rules::indigo::Indigo;

use crate::{Book, Booked, Bout, Page, Part};

impl Booked for Indigo {
    const PLAYER: &'static str = "champion:nodes=10000";
    const BOUTS: &'static [Bout] = &[
        Bout { player: "thumb", others: "champion" },
        Bout { player: "greedy", others: "champion" },
        Bout { player: "thumb", others: "greedy" },
        Bout { player: "champion", others: "greedy" },
    ];

    fn stored(_part: Part) -> Option<&'static str> {
        None
    }

    fn write(_book: &Book<Indigo>) -> Page {
        Page::default()
    }
}
