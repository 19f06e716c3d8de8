//! What came of a check.

use std::time::Duration;

use cardsharp_rules::Verdict;
use cardsharp_sandbox::{Ending, Forbidden};
use cardsharp_stats::DecisionTimes;

use super::Finding;
use crate::{Exchange, Failure};

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
    /// Whether the time for the check was used up before all was tried.
    pub is_cut_short: bool,
    /// What it tried that it must not.
    pub attempts: Vec<Attempt>,
    /// What the sanitizers of the C compiler found.
    pub sanitizers: Inspection,
    /// What valgrind found.
    pub valgrind: Inspection,
    /// Its own unit tests, where the protocol has such.
    pub unit_tests: Option<UnitTests>,
}

/// What came of a closer look at a C program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Inspection {
    /// There is no C file to look at.
    #[default]
    NotC,
    /// It could not be done here, for this reason.
    Missing(String),
    /// It was done, and this was found.
    Done(Vec<Finding>),
}

impl Inspection {
    /// What was found.
    pub fn findings(&self) -> &[Finding] {
        match self {
            Inspection::Done(findings) => findings,
            Inspection::NotC | Inspection::Missing(_) => &[],
        }
    }
}

/// Something that a program tried and must not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// What it was.
    pub what: Forbidden,
    /// Whether a program in a language other than C tries it whenever it starts: then its language does, as some do.
    pub at_start: bool,
    /// In what kind of situation it was first tried.
    pub kind: &'static str,
    /// What the program had read then.
    pub input: String,
    /// In how many situations.
    pub times: u64,
    /// Of so many.
    pub asked: u64,
}

/// How a program's own unit tests went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitTests {
    /// How they ended.
    pub ending: Ending,
    /// What they said.
    pub said: String,
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

    /// Whether the program is fit to play: no faults, nothing tried that is forbidden, nothing found at a closer look,
    /// and no unit test of its own that fails.
    pub fn is_fit(&self) -> bool {
        self.faults().is_empty()
            && self.attempts.iter().all(|attempt| attempt.at_start)
            && [&self.sanitizers, &self.valgrind].iter().all(|inspection| inspection.findings().is_empty())
            && self.unit_tests.as_ref().is_none_or(|tests| tests.ending.is_success())
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
