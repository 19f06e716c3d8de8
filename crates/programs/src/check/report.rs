//! The report of a check.

use std::time::Duration;

use cardsharp_rules::Verdict;
use cardsharp_sandbox::{Ending, Forbidden};
use cardsharp_stats::DecisionTimes;

use super::Finding;
use crate::{Exchange, Failure};

/// The report of a check.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The name that the program gives itself.
    pub name: String,
    /// The results by kind of situation.
    pub kinds: Vec<KindReport>,
    /// One example of every verdict.
    pub examples: Vec<Example>,
    /// The wall time of decisions.
    pub times: DecisionTimes,
    /// The most processor time a decision took.
    pub cpu: Duration,
    /// The most memory it took, in bytes.
    pub memory: u64,
    /// The number of repeated situations, and of different second answers.
    pub repeated: (u64, u64),
    /// The number of answers with more on standard output.
    pub stray_output: u64,
    /// The number of answers with output on standard error.
    pub stray_errors: u64,
    /// Whether the time for the check ran out before the end.
    pub is_cut_short: bool,
    /// Forbidden attempts.
    pub attempts: Vec<Attempt>,
    /// The findings of the C compiler's sanitizers.
    pub sanitizers: Inspection,
    /// The findings of valgrind.
    pub valgrind: Inspection,
    /// Its own unit tests, if the protocol has them.
    pub unit_tests: Option<UnitTests>,
}

/// The inspection of a C program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Inspection {
    /// There is no C file.
    #[default]
    NotC,
    /// Not possible here, for this reason.
    Missing(String),
    /// The findings.
    Done(Vec<Finding>),
}

impl Inspection {
    /// Returns the findings.
    pub fn findings(&self) -> &[Finding] {
        match self {
            Inspection::Done(findings) => findings,
            Inspection::NotC | Inspection::Missing(_) => &[],
        }
    }
}

/// A forbidden attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The attempt.
    pub what: Forbidden,
    /// Whether a program in another language than C tries it at every start: then the language is the cause.
    pub at_start: bool,
    /// The kind of situation of the first attempt.
    pub kind: &'static str,
    /// The program's input then.
    pub input: String,
    /// The situations with an attempt.
    pub times: u64,
    /// The situations in all.
    pub asked: u64,
}

/// The result of a program's own unit tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitTests {
    /// The end of the process.
    pub ending: Ending,
    /// Their output.
    pub said: String,
}

/// The result of a program in situations of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindReport {
    /// The kind in a few words.
    pub kind: &'static str,
    /// The number of situations.
    pub asked: u64,
    /// The faults by verdict, in the order of [`Verdict::all`].
    pub faults: Vec<u64>,
}

/// An example of a fault.
#[derive(Clone, Debug)]
pub struct Example {
    /// The kind of situation.
    pub kind: &'static str,
    /// The failure.
    pub failure: Failure,
    /// The messages in both directions.
    pub exchange: Exchange,
}

impl Report {
    /// Returns the number of decisions.
    pub fn asked(&self) -> u64 {
        self.kinds.iter().map(|kind| kind.asked).sum()
    }

    /// Returns the faults by verdict, without zeros.
    pub fn faults(&self) -> Vec<(Verdict, u64)> {
        let sum = |place: usize| self.kinds.iter().map(|kind| kind.faults[place]).sum();
        let counted = Verdict::all().enumerate().map(|(place, verdict)| (verdict, sum(place)));
        counted.filter(|&(_, count)| count > 0).collect()
    }

    /// Whether the program is fit to play: no faults, no forbidden attempts, no findings, and no failed unit test.
    pub fn is_fit(&self) -> bool {
        self.faults().is_empty()
            && self.attempts.iter().all(|attempt| attempt.at_start)
            && [&self.sanitizers, &self.valgrind].iter().all(|inspection| inspection.findings().is_empty())
            && self.unit_tests.as_ref().is_none_or(|tests| tests.ending.is_success())
    }

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
