//! Starts strangers' programs so that they can do no harm.

mod clock;
mod command;
mod ending;
mod error;
mod helper;
mod launcher;
mod limits;
mod running;
mod session;
mod status;
mod survey;
mod sys;
mod wire;

pub use command::{Command, HelperCommand, Policy, Weight};
pub use ending::Ending;
pub use error::Error;
pub use helper::serve;
pub use launcher::{Finished, Launcher};
pub use limits::{Limits, Usage};
pub use session::{Answer, Session};
pub use survey::{Layer, Survey, survey};
