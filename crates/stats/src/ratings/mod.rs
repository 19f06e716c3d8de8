//! How strong everybody is, from who finished before whom, with intervals.
//!
//! The model is Plackett and Luce's: the winner of a table is drawn in proportion to strength, then
//! the second among those who are left, and so on. At two seats it is Bradley and Terry's, which is
//! what Elo figures mean. Strengths are fitted by maximum likelihood and told on Elo's scale: 400
//! points are odds of ten to one, and the mean of all is 0.
//!
//! *Ties*: those who share a place count as every order of them in equal parts; at two seats a tie
//! is half a win for each.
//!
//! *Who always wins* would have no finite strength. So everybody also has half a win and half a loss
//! against someone of strength 1, which matters only where there are few games.

mod bootstrap;
mod evidence;
mod fit;

pub use bootstrap::Rating;
pub use evidence::Evidence;

/// What a game brought: who played, and the place of each, equal where shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// Who played.
    pub entrants: Vec<usize>,
    /// Their places, in the same order; the smaller the better.
    pub places: Vec<u8>,
}
