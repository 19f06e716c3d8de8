//! Whoever sits at a table.

use cardsharp_rules::{ActionOf, Game};

/// Someone at a table.
#[derive(Clone, Debug)]
pub struct Sitter<G: Game, P> {
    /// Who decides.
    pub who: Who<P>,
    /// What its first turns must be, whoever it is: a property file may say so.
    pub laid_down: Vec<ActionOf<G>>,
}

/// Who decides at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who<P> {
    /// A player of ours, which knows by itself.
    Player(P),
    /// A program, which has to be asked and may fail.
    Program,
    /// A person, who has to be asked and is asked again after a slip.
    Person,
}

impl<G: Game, P> Sitter<G, P> {
    /// Somebody who is free in all turns.
    pub fn new(who: Who<P>) -> Sitter<G, P> {
        Sitter { who, laid_down: Vec::new() }
    }

    /// A player of ours.
    pub fn player(player: P) -> Sitter<G, P> {
        Sitter::new(Who::Player(player))
    }

    /// The same with its first turns laid down.
    #[must_use]
    pub fn with_laid_down(self, laid_down: Vec<ActionOf<G>>) -> Sitter<G, P> {
        Sitter { laid_down, ..self }
    }
}
