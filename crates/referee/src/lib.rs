//! Seats players at tables, keeps the score and says how sure it is.
//!
//! Every deal is played in every rotation of the seats, and statistics count deals, not games:
//! luck that a deal brings to a seat comes to every player in turn.

mod beliefs;
mod contest;
mod oracle;
mod play;
mod statistics;

pub use beliefs::{BINS, BeliefReport, BeliefTrial, Bin};
pub use contest::{Contest, DealResult, Entrant, Progress};
pub use oracle::{Gap, Yardstick};
pub use play::{Played, play_game};
pub use statistics::{Comparison, DecisionTimes, Mean, Standing, compare, standings};
