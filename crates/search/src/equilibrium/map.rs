//! How rows go from a node to its child and back.

use std::ops::Range;

/// How the rows of a child lie in its parent: among its rows, or among its choices (row and action).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Map {
    /// Just the same.
    Same,
    /// In pieces: so many rows from `child` on lie from `parent` on.
    Pieces(Vec<Piece>),
    /// One by one.
    Each(Vec<u32>),
}

/// Rows that lie side by side in the child and in the parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The first in the child.
    pub child: u32,
    /// The first in the parent.
    pub parent: u32,
    /// How many.
    pub count: u32,
}

impl Map {
    /// Fetches what the child's rows have in the parent.
    #[inline]
    pub(super) fn fetch(&self, parent: &[f32], child: &mut [f32]) {
        match self {
            Map::Same => child.copy_from_slice(parent),
            Map::Pieces(pieces) => {
                for piece in pieces {
                    child[piece.in_child()].copy_from_slice(&parent[piece.in_parent()]);
                }
            }
            Map::Each(rows) => {
                for (value, &row) in child.iter_mut().zip(rows) {
                    *value = parent[row as usize];
                }
            }
        }
    }

    /// Adds what the child's rows have to what they have in the parent.
    #[inline]
    pub(super) fn add(&self, child: &[f32], parent: &mut [f32]) {
        let add = |sums: &mut [f32], values: &[f32]| sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        match self {
            Map::Same => add(parent, child),
            Map::Pieces(pieces) => {
                for piece in pieces {
                    add(&mut parent[piece.in_parent()], &child[piece.in_child()]);
                }
            }
            Map::Each(rows) => {
                for (value, &row) in child.iter().zip(rows) {
                    parent[row as usize] += value;
                }
            }
        }
    }
}

impl Piece {
    #[inline]
    fn in_child(self) -> Range<usize> {
        self.child as usize..(self.child + self.count) as usize
    }

    #[inline]
    fn in_parent(self) -> Range<usize> {
        self.parent as usize..(self.parent + self.count) as usize
    }
}
