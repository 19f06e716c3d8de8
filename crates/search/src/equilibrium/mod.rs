//! Equilibria of games for two with hidden cards, by regret minimisation over public states.
//!
//! Everything both seats see makes one **public tree**. At each of its nodes a seat may be in one
//! of many private situations, its **rows**; a strategy says for every row how likely each action
//! is, and a seat's **reach** is a vector over its rows: how likely it is to have played so far
//! as this row would, times the part of chance that is its own. One walk down the tree with the
//! reach of one seat gives the worth of every row of the other (vector-form counterfactual regret
//! minimisation, Zinkevich, Johanson and others 2007–2012), so the work grows with the number of
//! information sets and not with the number of pairs of hands.
//!
//! The solver leaves the papers in three places:
//!
//! - *Rows merge.* A draw leads from many rows to one, because in which order cards came means
//!   nothing later. Reach then is a flow through a graph without cycles, payoffs are bilinear in
//!   the flows, and averages of flows are flows, so nothing is lost (games like that are called
//!   well-formed: Lanctot and others 2012).
//! - *How well two rows go together* (cards that only one can hold) is asked where the game ends
//!   and nowhere else; a [`Tree`] is told it by its [`Endings`].
//! - *The average strategy is gathered while the other seat learns*: its reach goes down the tree
//!   then anyway, so each walk carries one vector and not two.
//!
//! [`Tree`] is the shape of a game, [`Solver`] learns to play it. A game makes its own trees, as
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
