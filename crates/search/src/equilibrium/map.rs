//! Maps between the rows of a node and those of its child.

use std::ops::Range;

/// Where each row of a child lies in its parent: among the parent's rows, or among its choices (row and action).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Map {
    /// At the same index.
    Same,
    /// In contiguous pieces.
    Pieces(Vec<Piece>),
    /// At the listed index, one per row of the child.
    Each(Vec<u32>),
}

/// Rows that are contiguous in the child and in the parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The first row in the child.
    pub child: u32,
    /// The first index in the parent.
    pub parent: u32,
    /// The number of rows.
    pub count: u32,
}

impl Map {
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
