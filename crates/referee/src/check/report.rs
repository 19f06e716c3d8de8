//! What came of a check.

use std::time::Duration;

use cardsharp_rules::Verdict;

use super::Finding;
use crate::statistics::DecisionTimes;
use crate::table::{Exchange, Failure};

/// What came of a check.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What the program calls itself.
    pub name: String,
    /// How it did in every kind of situation.
    pub kinds: Vec<KindReport>,
    /// One example of every verdict that was passed.
    pub examples: Vec<Example>,
    /// How long decisions took by the clock on the wall.
    pub times: DecisionTimes,
    /// The most processor time a decision took.
    pub cpu: Duration,
    /// The most memory it took, in bytes.
    pub memory: u64,
    /// How many situations were put twice, and how often the second answer was another.
    pub repeated: (u64, u64),
    /// How often there was more on standard output than the answer.
    pub stray_output: u64,
    /// How often there was something on standard error.
    pub stray_errors: u64,
    /// What the sanitizers found; none if there was no C file to build with them.
    pub findings: Option<Vec<Finding>>,
}

/// How a program did in situations of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindReport {
    /// What is special about them.
    pub kind: &'static str,
    /// How many there were.
    pub asked: u64,
    /// How many faults, by verdict in the order of [`Verdict::all`].
    pub faults: Vec<u64>,
}

/// A fault, to be shown.
#[derive(Clone, Debug)]
pub struct Example {
    /// In what kind of situation.
    pub kind: &'static str,
    /// What was wrong.
    pub failure: Failure,
    /// What was said to and fro.
    pub exchange: Exchange,
}

impl Report {
    /// How many decisions were asked for.
    pub fn asked(&self) -> u64 {
        self.kinds.iter().map(|kind| kind.asked).sum()
    }

    /// How many faults there were, by verdict.
    pub fn faults(&self) -> Vec<(Verdict, u64)> {
        let sum = |place: usize| self.kinds.iter().map(|kind| kind.faults[place]).sum();
        let counted = Verdict::all().enumerate().map(|(place, verdict)| (verdict, sum(place)));
        counted.filter(|&(_, count)| count > 0).collect()
    }

    /// Whether the program is fit to play: no faults, and nothing that the sanitizers found.
    pub fn is_fit(&self) -> bool {
        self.faults().is_empty() && self.findings.as_ref().is_none_or(Vec::is_empty)
    }

    /// Notes a decision.
    pub(super) fn note(&mut self, kind: &'static str, failure: Option<(&Failure, &Exchange)>) {
        let place = self.kinds.iter().position(|report| report.kind == kind).unwrap_or_else(|| {
            self.kinds.push(KindReport { kind, asked: 0, faults: vec![0; Verdict::all().count()] });
            self.kinds.len() - 1
        });
        let report = &mut self.kinds[place];
        report.asked += 1;
        let Some((failure, exchange)) = failure else { return };
        let verdict = Verdict::all().position(|verdict| verdict == failure.verdict);
        report.faults[verdict.expect("every verdict is listed")] += 1;
        if self.examples.iter().all(|example| example.failure.verdict != failure.verdict) {
            self.examples.push(Example { kind, failure: failure.clone(), exchange: exchange.clone() });
        }
    }
}
