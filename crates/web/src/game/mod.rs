//! One game, whichever it is: its session, and the gate by which what is seen of it leaves.

pub(crate) mod about;
pub(crate) mod frame;
pub(crate) mod gate;
pub(crate) mod session;
