//! Pictures of any game as they are sent.

use cardsharp_presentation::picture;
use cardsharp_rules::Seat;

use super::{
    Button, Click, Count, Face, Heap, Ink, Laid, Layout, Look, Mark, Picture, Piece, Place, Share, Shares, Words,
};

impl From<picture::Face> for Face {
    fn from(face: picture::Face) -> Face {
        let picture::Face { code, label, note, spoken, ink } = face;
        let ink = match ink {
            picture::Ink::Plain => Ink::Plain,
            picture::Ink::Red => Ink::Red,
            picture::Ink::Green => Ink::Green,
            picture::Ink::Blue => Ink::Blue,
            picture::Ink::Yellow => Ink::Yellow,
            picture::Ink::Magenta => Ink::Magenta,
            picture::Ink::Cyan => Ink::Cyan,
            picture::Ink::LightBlue => Ink::LightBlue,
            picture::Ink::Purple => Ink::Purple,
            picture::Ink::Orange => Ink::Orange,
            picture::Ink::Pink => Ink::Pink,
            picture::Ink::Alarm => Ink::Alarm,
        };
        Face { code, label, note: note.into(), spoken: spoken.into(), ink }
    }
}

impl From<picture::Laid> for Laid {
    fn from(laid: picture::Laid) -> Laid {
        let picture::Laid { face, below, shares, dim, apart } = laid;
        let share = |share: picture::Share| Share { cards: share.cards, leads: share.leads };
        let shares = shares.map(|shares| Shares { theirs: share(shares.theirs), yours: share(shares.yours) });
        // On a screen of letters a line is kept free by a blank; here it is not.
        let below = if below.to_string().trim().is_empty() { Words::default() } else { below.into() };
        Laid { face: face.into(), below, dim, apart, shares }
    }
}

impl From<picture::Heap> for Heap {
    fn from(heap: picture::Heap) -> Heap {
        Heap { label: heap.label.into(), cards: heap.cards.into_iter().map(Laid::from).collect() }
    }
}

impl From<picture::Place> for Place {
    fn from(place: picture::Place) -> Place {
        let picture::Place { backs, score, marks, passes_to, laid } = place;
        let count = |picture::Count { number, label }| Count { number, label: label.into() };
        let mark = |picture::Mark { label, key, used }| Mark { label: label.into(), key, used };
        Place {
            backs,
            score: score.into_iter().map(count).collect(),
            marks: marks.into_iter().map(mark).collect(),
            passes_to: passes_to.map(Seat::index),
            laid: laid.into(),
        }
    }
}

impl From<picture::Layout> for Layout {
    fn from(layout: picture::Layout) -> Layout {
        match layout {
            picture::Layout::Trick => Layout::Trick,
            picture::Layout::Board => Layout::Board,
            picture::Layout::Pile => Layout::Pile,
            picture::Layout::Discards => Layout::Discards,
        }
    }
}

impl From<picture::Click> for Click {
    fn from(click: picture::Click) -> Click {
        match click {
            picture::Click::Plays => Click::Plays,
            picture::Click::Chooses => Click::Chooses,
        }
    }
}

impl Picture {
    /// A picture as the cards of its game lie.
    pub(crate) fn new(layout: picture::Layout, picture: picture::Picture) -> Picture {
        let picture::Picture { headline, places, middle, captured_by, trick_over } = picture;
        Picture {
            headline: headline.into(),
            layout: layout.into(),
            places: places.into_iter().map(Place::from).collect(),
            middle: middle.into_iter().map(Heap::from).collect(),
            captured_by: captured_by.map(Seat::index),
            trick_over,
        }
    }
}

impl From<picture::Piece> for Piece {
    fn from(piece: picture::Piece) -> Piece {
        let look = match piece.look {
            picture::Look::Cards(cards) => Look::Cards(cards.into_iter().map(Face::from).collect()),
            picture::Look::Button(picture::Button { label, explanation, key, cards }) => {
                Look::Button(Button { label: label.into(), explanation: explanation.into(), key, cards })
            }
        };
        let (reason, words) = (Words::default(), Words::default());
        let picture::Piece { codes, group, heap, .. } = piece;
        Piece { look, codes, group, heap, open: false, reason, words, action: None }
    }
}
