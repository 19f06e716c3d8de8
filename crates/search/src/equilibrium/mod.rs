//! Equilibria of two-player games with hidden cards, by regret minimisation over public states.
//!
//! Everything that both seats see makes one **public tree**. At each node a seat may be in one of many private
//! situations, its **rows**. A strategy gives each row a probability for every action. A seat's **reach** is a vector
//! over its rows: the probability that it played up to here as this row would, times its own part of chance. One walk
//! down the tree with the reach of one seat gives the value of every row of the other (vector-form counterfactual
//! regret minimisation, Zinkevich, Johanson and others 2007–2012). The work therefore grows with the number of
//! information sets, not with the number of pairs of hands.
//!
//! The solver differs from the papers in three places:
//!
//! - *Rows merge.* A draw leads from many rows to one, because the order of draws has no later effect. Reach is then a
//!   flow through an acyclic graph, payoffs are bilinear in the flows, and averages of flows are flows, so nothing is
//!   lost (such games are called well-formed: Lanctot and others 2012).
//! - *Conflicts between two rows* (cards that only one seat can hold) count only where the game ends; a [`Tree`] reads
//!   them from its [`Endings`].
//! - *The average strategy is updated while the other seat learns*: its reach goes down the tree then anyway, so each
//!   walk carries one vector instead of two.
//!
//! [`Tree`] is the shape of a game, and [`Solver`] learns to play it. Each game builds its own trees, as
//! [`hanamikoji::tree`](crate::hanamikoji::tree) does.

mod gadget;
mod map;
mod matching;
mod resolving;
mod solver;
mod tree;
mod walk;
mod work;

pub use gadget::Gadget;
pub use map::{Map, Piece};
pub use matching::Rule;
pub use resolving::Trust;
pub use solver::{Gap, Solver};
pub use tree::{Block, Child, Endings, Layout, Node, Step, Tree, View};
