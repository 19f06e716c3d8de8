//! Strengths of players with intervals, from the order in which they finished.
//!
//! The model is Plackett and Luce's: the winner of a table is drawn in proportion to strength, then the second among
//! those who are left, and so on. At two seats it is Bradley and Terry's, which is what Elo figures mean. Strengths are
//! maximum-likelihood, on Elo's scale: 400 points are odds of ten to one, and the mean is 0.
//!
//! *Ties* count as all orders of the tied players in equal parts; at two seats a tie is half a win for each.
//!
//! A player that always wins would have no finite strength. So each player also has half a win and half a loss against
//! strength 1, which matters only for few games.

mod bootstrap;
mod evidence;
mod fit;

pub use bootstrap::Rating;
pub use evidence::Evidence;

/// The result of a game: who played, and the place of each, equal if shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// The players.
    pub entrants: Vec<usize>,
    /// Their places, in the same order; the smaller the better.
    pub places: Vec<u8>,
}
