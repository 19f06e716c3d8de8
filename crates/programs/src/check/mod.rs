//! The compliance check: a program plays a few hundred situations, rare ones among them.

mod inspect;
mod report;
mod sanitizers;
mod situations;
mod trial;

pub use report::{Attempt, Example, Inspection, KindReport, Report, UnitTests};
pub use sanitizers::{Finding, findings, valgrind_findings};
pub use situations::{Kind, Situation, situations};
pub use trial::Trial;
