//! A game to somebody who does not know it: a sentence and a few cards, the rules in pictures, and whom
//! one may play against.

use crate::{Said, said};

/// A player of ours in plain words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// How strong it is: "gentle".
    pub name: &'static str,
    /// What it does: "plays anything the rules allow".
    pub habit: &'static str,
    /// How it is seated: `champion:ms=500`.
    pub spec: &'static str,
}

impl Strength {
    /// All that is to be said of it.
    pub fn words(&self) -> Said {
        said!("{name}: {habit}", name = Said::constant(self.name), habit = Said::constant(self.habit))
    }
}

/// A game in a few words and cards.
#[derive(Clone, Copy, Debug)]
pub struct Introduction {
    /// What it asks of one.
    pub pitch: &'static str,
    /// Cards that stand for it, by their codes.
    pub cards: &'static [&'static str],
    /// The rules in pictures.
    pub lessons: &'static [Lesson],
    /// Whom somebody who has never played it meets, by their spec: pleasant to beat.
    pub easy: &'static str,
    /// What the game's own document calls a person, where it has a word for it.
    pub person: Option<&'static str>,
}

/// A rule in a picture.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// From left to right.
    pub shown: &'static [Shown],
    /// What it tells.
    pub caption: &'static str,
}

/// A part of a picture.
#[derive(Clone, Copy, Debug)]
pub enum Shown {
    /// A card by its code.
    Card(&'static str),
    /// A card face down.
    Back,
    /// A sign between cards: "→".
    Sign(&'static str),
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use cardsharp_rules::{AnyGame, Seat, Seed, State as _, with_game};

    use super::*;
    use crate::picture::{Look, Tabled};

    /// The cards that people hold at the start of some deals.
    fn codes<G: Tabled>(game: &G) -> BTreeSet<String> {
        let states = (0..40).map(|seed| game.start(&game.shuffle(Seed(seed))).unwrap());
        let views = states.flat_map(|state| Seat::all(G::SEATS).map(|seat| state.observe(seat)).collect::<Vec<_>>());
        let pieces = views.flat_map(|view| G::rows(&view)).flat_map(|row| row.pieces);
        let faces = pieces.flat_map(|piece| if let Look::Cards(faces) = piece.look { faces } else { Vec::new() });
        faces.map(|face| face.code).collect()
    }

    #[test]
    fn a_game_is_introduced_with_cards_of_its_own() {
        for game in AnyGame::all() {
            fn check<G: Tabled>(game: &G) {
                let (known, introduction) = (codes(game), G::INTRODUCTION);
                let shown = introduction.lessons.iter().flat_map(|lesson| lesson.shown);
                let cards = shown.filter_map(|shown| if let Shown::Card(code) = shown { Some(code) } else { None });
                let all: Vec<_> = introduction.cards.iter().chain(cards).collect();
                assert!(all.len() > 10 && !introduction.pitch.is_empty(), "{}", G::NAME);
                for code in all {
                    assert!(known.contains(*code), "{}: there is no card {code:?} among {known:?}", G::NAME);
                }
            }
            with_game!(AnyGame, &game, game => check(game));
        }
    }
}
