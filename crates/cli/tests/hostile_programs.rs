//! The sandbox's hostile programs at a table: each loses by rule, the others are unharmed, and
//! nothing of it is left. Whether it did other harm is asked in `crates/sandbox/tests/hostile.rs`.

mod referee_tools;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use cardsharp_rules::{AnyRecord, Event};
use referee_tools::{Scratch, cardsharp, root};

/// The verdict on what a program does; most try something in vain and then have no answer.
fn verdict_on(program: &str) -> &'static str {
    match program {
        "close_output" | "sleep" | "sleep_deaf" | "sleep_stopped" | "loop" | "loop_deaf" | "loop_in_threads" => {
            "timeout"
        }
        "flood_errors" | "flood_output" => "flood",
        "memory_malloc" | "memory_mmap" | "memory_protected" => "memory",
        "abort" | "die_by_signal" | "kill_group" | "memory_shared" | "memory_stack" | "other_machine" | "segfault" => {
            "crash"
        }
        // The one that leaves its output to others says nothing; all others say that they tried.
        "orphan_flood" => "no-answer",
        _ => "protocol",
    }
}

fn play(source: &Path) {
    let program = source.file_stem().unwrap().to_str().unwrap();
    let scratch = Scratch::new(program);
    let record = scratch.path("record");
    let source = source.to_str().unwrap();
    // Time enough to fill the memory, and little to wait for those who never answer.
    let time = if program.starts_with("memory") { "5" } else { "0.1" };
    let output =
        cardsharp(&["referee", "intensity", source, "-s", "3", "--json", "--decision", time, "--record", &record]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {errors}");
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(!report.contains("HARM"), "{program}: {report}");
    let text = std::fs::read_to_string(&record).unwrap();
    assert!(!text.contains("HARM"), "{program}: {text}");
    let AnyRecord::Intensity(read) = AnyRecord::parse(&text).unwrap() else { panic!("{text}") };
    assert!(read.result().is_some() && read.actions().count() == 44, "{program}: {text}");
    // It passed once and played ten times, each time by the referee's hand; nobody else was hurt.
    assert_eq!(read.faults().as_slice(), [11, 0, 0, 0], "{program}: {text}");
    for event in read.events() {
        if let Event::Fault(fault) = event {
            assert_eq!(fault.verdict.to_string(), verdict_on(program), "{program}: {}", fault.answer);
        }
    }
}

#[test]
fn a_hostile_program_loses_by_rule_and_harms_nobody() {
    let folder = root().join("crates/sandbox/tests/hostile");
    let mut sources: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    sources.retain(|path| path.extension().is_some_and(|kind| kind == "c"));
    sources.sort();
    assert!(sources.len() >= 25, "{}", sources.len());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(source) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
                    play(source);
                }
            });
        }
    });
    for folder in ["/tmp", "/var/tmp", "/dev/shm", "."] {
        assert!(!Path::new(folder).join("cardsharp-hostile").exists(), "a file was left in {folder}");
    }
    let survivors = left_behind();
    assert!(survivors.is_empty(), "still there: {survivors:?}");
}

/// Processes that are still a program which was compiled here; one that is dead and not yet
/// buried has no such link.
fn left_behind() -> Vec<String> {
    let programs = Path::new(env!("CARGO_TARGET_TMPDIR")).canonicalize().unwrap();
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(|entry| Some(entry.ok()?.path()));
    let programs_of = processes.filter_map(|process| std::fs::read_link(process.join("exe")).ok());
    let ours = programs_of.filter(|program| program.starts_with(&programs));
    ours.map(|program| program.display().to_string()).collect()
}

/// A folder as students leave it, with a file whose name a compiler takes for options and one that holds them.
#[test]
fn a_folder_of_hostile_files_runs_no_command_and_stops_nobody() {
    let scratch = Scratch::new("hostile-folder");
    let write = |name: &str, text: &str| std::fs::write(scratch.path(name), text).unwrap();
    let honest = std::fs::read_to_string(root().join("examples/intensity.c")).unwrap();
    write("honest.c", &honest);
    write("@evil.c", &honest);
    write("evil.c", "-wrapper\nsh,-c,id>PWNED\n-x\nc\n/dev/null\n");
    write("reader.c", "#include \"/etc/passwd\"\n");
    write("large.c", "char big[300u << 20] = {1};\nint main(void) { return big[0]; }\n");
    let folder = scratch.path("");
    let files = ["@evil.c", "evil.c", "honest.c", "large.c", "reader.c"];
    let db = scratch.path("friday.db");
    // In that very folder, as `cardsharp tournament intensity *.c` would.
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cardsharp"));
    command.current_dir(&folder).arg("tournament").arg("intensity").args(files);
    command.args(["--rounds", "1", "--seed", "5", "--json", "--db", &db]);
    command.env("XDG_CACHE_HOME", Path::new(&folder).join("cache"));
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let mut names: Vec<String> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| !files.contains(&name.as_str()) && name != "cache" && !name.starts_with("friday.db"));
    assert!(names.is_empty(), "left behind: {names:?}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let out: Vec<&str> =
        report["disqualified"].as_array().unwrap().iter().map(|one| one["source"].as_str().unwrap()).collect();
    assert_eq!(out.len(), 3, "{report}");
    for (source, file) in out.iter().zip(["evil.c", "large.c", "reader.c"]) {
        assert!(source.ends_with(&format!("/{file}")), "{source}");
    }
    assert!(!report.to_string().contains("root:"), "{report}");
}
