//! Lucky Thirteen's book.

use cardsharp_rules::lucky_thirteen::LuckyThirteen;

use crate::{Book, Booked, Bout, Page, Part};

impl Booked for LuckyThirteen {
    const PLAYER: &'static str = "champion:nodes=400";
    const BOUTS: &'static [Bout] = &[
        Bout { player: "thumb", others: "champion" },
        Bout { player: "keep13", others: "champion" },
        Bout { player: "thumb", others: "keep13" },
        Bout { player: "champion", others: "keep13" },
    ];

    fn stored(_part: Part) -> Option<&'static str> {
        None
    }

    fn write(_book: &Book<LuckyThirteen>) -> Page {
        Page::default()
    }
}
