//! A compliance check: a program is tried in a few hundred situations, rare ones among them.

mod report;
mod sanitizers;
mod situations;
mod trial;

pub use report::{Example, KindReport, Report};
pub use sanitizers::{Finding, findings};
pub use situations::{Kind, Situation, situations};
pub use trial::Trial;
