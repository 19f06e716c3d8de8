//! The introduction of a game: a sentence and a few cards, the rules in pictures, and the players on offer.

use crate::{Message, message};

/// A built-in player in plain words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Its strength: "gentle".
    pub name: &'static str,
    /// Its behaviour: "plays anything the rules allow".
    pub habit: &'static str,
    /// Its spec: `champion:ms=500`.
    pub spec: &'static str,
}

impl Strength {
    /// Returns strength and behaviour in one message.
    pub fn words(&self) -> Message {
        message!("{name}: {habit}", name = Message::constant(self.name), habit = Message::constant(self.habit))
    }
}

/// A game in a few words and cards.
#[derive(Clone, Copy, Debug)]
pub struct Introduction {
    /// The challenge of the game in a sentence.
    pub pitch: &'static str,
    /// The codes of cards that represent it.
    pub cards: &'static [&'static str],
    /// The rules in pictures.
    pub lessons: &'static [Lesson],
    /// The spec of the opponent for a first game: pleasant to beat.
    pub easy: &'static str,
    /// The word for a person in the game's own document, if it has one.
    pub person: Option<&'static str>,
}

/// A rule in a picture.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The picture, from left to right.
    pub shown: &'static [Shown],
    /// The rule in words.
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
    use crate::picture::{Look, Present};

    fn codes<G: Present>(game: &G) -> BTreeSet<String> {
        let states = (0..40).map(|seed| game.start(&game.shuffle(Seed(seed))).unwrap());
        let views = states.flat_map(|state| Seat::all(G::SEATS).map(|seat| state.observe(seat)).collect::<Vec<_>>());
        let pieces = views.flat_map(|view| G::rows(&view)).flat_map(|row| row.pieces);
        let faces = pieces.flat_map(|piece| if let Look::Cards(faces) = piece.look { faces } else { Vec::new() });
        faces.map(|face| face.code).collect()
    }

    #[test]
    fn a_game_is_introduced_with_cards_of_its_own() {
        for game in AnyGame::all() {
            fn check<G: Present>(game: &G) {
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
