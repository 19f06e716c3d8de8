//! `cardsharp check`: whether a program is fit to play.

use std::time::{Duration, Instant};

use cardsharp_matches::Participant;
use cardsharp_programs::Hosted;
use cardsharp_programs::check::{Attempt, Example, Finding, Inspection, KindReport, Report, Trial};
use cardsharp_rules::{Seed, Verdict, with_game};
use cardsharp_sandbox::Forbidden;
use cardsharp_search::Memory;
use serde_json::{Value, json};

use crate::shared::{
    Chosen, HostingArgs, Output, Progress, Unfit, Usage, bots, duration, failed, json_list, participants,
};

/// Try a program in a few hundred situations and report its faults
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp check intensity player.c
  cardsharp check indigo bot.py --json

Rare situations are among them: nothing but calves in hand, leading before and after calves are
broken, the buffalo led, the last card, first to play. A C file is also built with the address and
undefined-behaviour sanitizers and played. The exit status is 1 if something is wrong.")]
pub(crate) struct Check {
    #[command(flatten)]
    chosen: Chosen,
    /// A C file, a folder with a main.c, main.py or bot.toml, an executable, or a script
    #[arg(value_name = "PROGRAM")]
    program: String,
    #[arg(long, value_name = "S", default_value_t = 1, help = "Names the situations")]
    seed: u64,
    /// About how many situations
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    situations: u64,
    /// The longest time of the whole check; it then reports what it has tried
    #[arg(long, value_name = "SECONDS", value_parser = duration, default_value = "300")]
    limit: Duration,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    hosting: HostingArgs,
}

pub(crate) fn run(args: &Check) -> anyhow::Result<String> {
    let game = args.chosen.game()?;
    with_game!(AnyGame, &game, game => check(game, args))
}

fn check<G: Hosted>(game: &G, args: &Check) -> anyhow::Result<String> {
    let (options, texts) = (bots::<G>(&args.hosting)?, std::slice::from_ref(&args.program));
    let found = participants(game, texts, &options, Memory::Game, args.hosting.shown_warnings())?;
    let [Participant::Program(bot)] = &found[..] else {
        return Err(Usage(format!("{} is a player of ours; name a program", args.program)).into());
    };
    let progress = Progress::new("situations", args.situations);
    let trial = Trial {
        game,
        bot,
        seed: Seed(args.seed),
        count: args.situations,
        until: Instant::now().checked_add(args.limit),
        progress: &|done| progress.show(done),
    };
    let mut report = trial.run().map_err(failed)?;
    trial.inspect(&mut report).map_err(failed)?;
    progress.end();
    let text = if args.output.json { as_json::<G>(&report, args) } else { in_words::<G>(&report, args) };
    if report.is_fit() { Ok(text) } else { Err(Unfit(text).into()) }
}

fn in_words<G: Hosted>(report: &Report, args: &Check) -> String {
    let (asked, faults) = (report.asked(), report.faults());
    let mut text = format!("{} ({}) plays {}\n\n", report.name, args.program, G::TITLE);
    let width = report.kinds.iter().map(|kind| kind.kind.chars().count()).max().unwrap_or(0);
    for kind in &report.kinds {
        let (right, words) = (kind.asked - kind.faults.iter().sum::<u64>(), in_a_line(&verdict_counts(kind)));
        let words = if words.is_empty() { String::new() } else { format!("  {words}") };
        append_line!(text, "  {:<width$}  {right:>4} of {:>4} right{words}", kind.kind, kind.asked);
    }
    let row = |text: &mut String, title: &str, words: String| append_line!(text, "{title:<12} {words}");
    text.push('\n');
    let missing: u64 = faults.iter().filter(|(verdict, _)| *verdict != Verdict::Illegal).map(|(_, count)| count).sum();
    let illegal: u64 = faults.iter().filter(|(verdict, _)| *verdict == Verdict::Illegal).map(|(_, count)| count).sum();
    let answers = match missing {
        0 => format!("all {asked}"),
        _ => format!("{missing} of {asked} missing: {}", in_a_line(&faults)),
    };
    row(&mut text, "answers", answers);
    row(&mut text, "legality", if illegal == 0 { "nothing illegal".to_owned() } else { format!("{illegal} illegal") });
    let [mean, p99, max] = [report.times.mean, report.times.p99, report.times.max].map(|time| time.as_secs_f64() * 1e3);
    let cpu = report.cpu.as_secs_f64() * 1e3;
    let time = format!(
        "{mean:.1} ms a decision, {p99:.1} in 99 of 100, {max:.1} at most; {cpu:.1} ms of processor time at most"
    );
    row(&mut text, "time", time);
    row(&mut text, "memory", format!("{:.1} MiB at most", report.memory as f64 / f64::from(1 << 20)));
    let (repeated, changed) = report.repeated;
    let determinism = match changed {
        0 => format!("the same answer to the same situation, {repeated} times"),
        _ => format!("another answer to the same situation in {changed} of {repeated} cases"),
    };
    row(&mut text, "determinism", determinism);
    row(&mut text, "output", stray(report));
    if report.is_cut_short {
        let (limit, count) = (args.limit.as_secs_f64(), args.situations);
        let words =
            format!("stopped after {limit} s, with {asked} of about {count} situations; --limit gives it longer");
        row(&mut text, "limit", words);
    }
    row(&mut text, "forbidden", forbidden(&report.attempts));
    if let Some(tests) = &report.unit_tests {
        let words = if tests.ending.is_success() { "passed".to_owned() } else { format!("failed: {}", tests.ending) };
        row(&mut text, "unit tests", words);
    }
    row(&mut text, "valgrind", inspected(&report.valgrind, "valgrind"));
    row(&mut text, "sanitizers", inspected(&report.sanitizers, "the address and undefined-behaviour sanitizers"));
    for attempt in report.attempts.iter().filter(|attempt| !attempt.at_start) {
        let input = quoted("input", &attempt.input);
        append!(text, "\nIt first tried {}, {}:\n{input}", in_english(attempt.what), attempt.kind);
    }
    for example in &report.examples {
        text += &describe_example(example);
    }
    append_line!(text, "\n{}", if report.is_fit() { "Fit to play." } else { "Not fit to play yet." });
    text
}

fn stray(report: &Report) -> String {
    let mut words = Vec::new();
    if report.stray_output > 0 {
        words.push(format!("more than the answer on standard output {} times", report.stray_output));
    }
    if report.stray_errors > 0 {
        words.push(format!("something on standard error {} times", report.stray_errors));
    }
    if words.is_empty() { "the answers and nothing else".to_owned() } else { words.join("; ") }
}

/// Describes a forbidden act, to follow "it tries".
fn in_english(what: Forbidden) -> &'static str {
    match what {
        Forbidden::Files => "to open or make a file",
        Forbidden::Processes => "to run another program or process",
        Forbidden::Network => "to use the network",
    }
}

fn forbidden(attempts: &[Attempt]) -> String {
    if attempts.is_empty() {
        return "nothing tried: no files, other programs or network".to_owned();
    }
    let words = attempts.iter().map(|attempt| {
        if attempt.at_start {
            return format!("it tries {} whenever it starts, as some languages do", in_english(attempt.what));
        }
        format!("it tried {} in {} of {} situations", in_english(attempt.what), attempt.times, attempt.asked)
    });
    words.collect::<Vec<_>>().join("; ")
}

fn inspected(inspection: &Inspection, by: &str) -> String {
    match inspection {
        Inspection::NotC => "only C files are looked at so".to_owned(),
        Inspection::Missing(reason) => format!("not done: {reason}"),
        Inspection::Done(findings) if findings.is_empty() => format!("nothing found by {by}"),
        Inspection::Done(findings) => {
            let lines = findings.iter().map(|finding| {
                let times = if finding.times == 1 { String::new() } else { format!(" ({} times)", finding.times) };
                format!("\n  {}: {}{times}", finding.place, finding.what)
            });
            format!("{} found{}", findings.len(), lines.collect::<Vec<_>>().concat())
        }
    }
}

/// Quotes a text line by line.
fn quoted(title: &str, text: &str) -> String {
    let lines = text.lines().map(|line| format!("  | {line}\n")).collect::<Vec<_>>().concat();
    if lines.is_empty() { format!("  {title}: nothing\n") } else { format!("  {title}:\n{lines}") }
}

fn describe_example(example: &Example) -> String {
    let (input, output) = (quoted("input", &example.exchange.input), quoted("output", &example.exchange.output));
    let errors = &example.exchange.errors;
    let errors = if errors.is_empty() { String::new() } else { quoted("errors", errors) };
    let remark = &example.exchange.remark;
    let remark = if remark.is_empty() { String::new() } else { quoted("what was legal", remark) };
    format!("\nFor example {}, {}:\n{input}{output}{errors}{remark}", example.failure, example.kind)
}

fn verdict_counts(kind: &KindReport) -> Vec<(Verdict, u64)> {
    Verdict::all().zip(kind.faults.iter().copied()).filter(|&(_, count)| count > 0).collect()
}

fn in_a_line(faults: &[(Verdict, u64)]) -> String {
    faults.iter().map(|(verdict, count)| format!("{verdict} {count}")).collect::<Vec<_>>().join(", ")
}

fn as_json<G: Hosted>(report: &Report, args: &Check) -> String {
    let by_verdict = |faults: &[(Verdict, u64)]| -> Value {
        faults.iter().map(|(verdict, count)| (verdict.to_string(), *count)).collect()
    };
    let kinds = json_list(
        &report.kinds,
        |kind| json!({ "kind": kind.kind, "asked": kind.asked, "faults": by_verdict(&verdict_counts(kind)) }),
    );
    let examples = json_list(&report.examples, |example| {
        json!({
            "kind": example.kind, "verdict": example.failure.verdict.to_string(), "answer": example.failure.answer,
            "input": example.exchange.input, "output": example.exchange.output, "errors": example.exchange.errors,
            "remark": example.exchange.remark,
        })
    });
    let finding = |finding: &Finding| json!({ "place": finding.place, "what": finding.what, "times": finding.times });
    let inspected = |inspection: &Inspection| match inspection {
        Inspection::NotC => Value::Null,
        Inspection::Missing(reason) => json!({ "missing": reason }),
        Inspection::Done(findings) => json_list(findings, finding),
    };
    let attempts = json_list(&report.attempts, |attempt| {
        json!({
            "tried": in_english(attempt.what), "times": attempt.times, "asked": attempt.asked,
            "kind": attempt.kind, "input": attempt.input, "at_start": attempt.at_start,
        })
    });
    let unit_tests = report.unit_tests.as_ref().map(
        |tests| json!({ "passed": tests.ending.is_success(), "ending": tests.ending.to_string(), "said": tests.said }),
    );
    let [mean, p99, max] = [report.times.mean, report.times.p99, report.times.max].map(|time| time.as_secs_f64() * 1e3);
    let report = json!({
        "game": G::NAME, "program": args.program, "name": report.name, "fit": report.is_fit(),
        "asked": report.asked(), "faults": by_verdict(&report.faults()), "kinds": kinds, "examples": examples,
        "decision_ms": { "mean": mean, "p99": p99, "max": max }, "cpu_ms": report.cpu.as_secs_f64() * 1e3,
        "memory": report.memory, "repeated": report.repeated.0, "changed": report.repeated.1,
        "cut_short": report.is_cut_short, "stray_output": report.stray_output, "stray_errors": report.stray_errors, "sanitizers": inspected(&report.sanitizers),
        "valgrind": inspected(&report.valgrind), "forbidden": attempts, "unit_tests": unit_tests,
    });
    format!("{report:#}\n")
}
