//! Intensity's book.

use cardsharp_rules::intensity::Intensity;

use crate::{Book, Booked, Bout, Page, Part};

impl Booked for Intensity {
    const PLAYER: &'static str = "champion:nodes=8000,worlds=300";
    const BOUTS: &'static [Bout] = &[
        Bout { player: "thumb", others: "champion" },
        Bout { player: "careful", others: "champion" },
        Bout { player: "thumb", others: "careful" },
        Bout { player: "champion", others: "careful" },
    ];

    fn stored(_part: Part) -> Option<&'static str> {
        None
    }

    fn write(_book: &Book<Intensity>) -> Page {
        Page::default()
    }
}
