//! What the system refuses us: room on the disk, memory, threads, the right to write. And what is handed to
//! us that is no file.

mod referee_tools;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::{Command, Output, Stdio};

use referee_tools::{Scratch, cardsharp, cardsharp_unheard, root};

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardsharp"));
    command.args(args).current_dir(root()).stdin(Stdio::null()).env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// With standard output on a disk that is full.
fn on_a_full_disk(args: &[&str], input: &str) -> Output {
    let input = File::open(input).unwrap();
    let full = File::options().write(true).open("/dev/full").unwrap();
    command(args).stdin(input).stdout(full).stderr(Stdio::piped()).output().unwrap()
}

/// In a shell that has set limits before.
fn limited(limit: &str, args: &[&str]) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{limit} && exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_cardsharp")]).args(args);
    shell.current_dir(root()).stdin(Stdio::null()).env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    shell.output().unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Every command that prints something, each in a quick form.
fn commands(scratch: &Scratch) -> Vec<Vec<String>> {
    let (db, kept, out) = (scratch.path("db"), scratch.path("kept.db"), scratch.path("study.csv"));
    let [man, new] = ["man", "new"].map(|name| scratch.path(name));
    let made = cardsharp(&["tournament", "indigo", "random", "random", "--rounds", "1", "--db", &kept]);
    assert!(made.status.success(), "{}", told(&made));
    let lines = [
        "--help",
        "--version",
        "help deal",
        "games",
        "rules indigo",
        "deal indigo",
        "perft indigo --depth 2",
        "play indigo --seats random,random --json",
        "play hanamikoji --seats random,random --plain",
        "replay examples/records/indigo.record",
        "analyse indigo --record examples/records/indigo.record --at 40 --player champion:nodes=10",
        "annotate examples/records/indigo.record --player champion:nodes=10",
        "match indigo random random --deals 2",
        "exploit indigo random --deals 2 --nodes 2",
        "ask indigo examples/bot.py --record examples/records/indigo.record --at 2 --player random",
        "coach indigo random --games 2 --checks 0 --player champion:nodes=2,worlds=2",
        "ladder indigo random --player champion:nodes=2,worlds=2",
        &format!("new indigo --lang c {new}"),
        "referee indigo random random",
        &format!("tournament indigo random random --rounds 1 --db {db}"),
        &format!("report --db {kept}"),
        "bot intensity random",
        "check intensity examples/intensity.c --situations 4",
        "doctor",
        "puzzles indigo 1",
        "protocol original",
        &format!("study indigo --player random --deals 2 --out {out}"),
        "book indigo",
        "bench playouts indigo --seconds 0.01",
        "bench beliefs indigo --games 2 --worlds 2",
        "bench oracle lucky-thirteen --opponents random --player random --deals 1",
        "bench tournament indigo --games 32 --rounds 1",
        "bench referee examples/intensity.c --rounds 1",
        "completions bash",
        &format!("man {man}"),
    ];
    lines.iter().map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
}

#[test]
fn output_that_is_lost_is_a_failure_of_every_command() {
    let scratch = Scratch::new("lost");
    let request = scratch.path("request");
    std::fs::write(&request, "0\n").unwrap();
    let commands = commands(&scratch);
    for line in &commands {
        let args: Vec<&str> = line.iter().map(String::as_str).collect();
        let output = on_a_full_disk(&args, &request);
        let told = told(&output);
        assert_eq!(output.status.code(), Some(1), "{line:?}: {told}");
        assert_eq!(told.matches("standard output cannot be written: No space left").count(), 1, "{line:?}: {told}");
    }
    // All commands there are, but for the one that serves until it is killed.
    let help = String::from_utf8(cardsharp(&["--help"]).stdout).unwrap();
    let listed = help.lines().take_while(|line| *line != "Options:").filter(|line| line.starts_with("  "));
    let mut listed: BTreeSet<&str> = listed.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(listed.remove("serve"), "{help}");
    let tried: BTreeSet<&str> = commands.iter().map(|line| line[0].as_str()).filter(|w| !w.starts_with('-')).collect();
    assert_eq!(tried, listed);
}

#[test]
fn a_server_that_cannot_say_where_it_is_says_that() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut server = command(&["serve", "--port", "0", "--tables", ":memory:"]);
    let mut server = server.stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let read = BufReader::new(server.stderr.take().unwrap()).read_line(&mut line);
    server.kill().unwrap();
    server.wait().unwrap();
    read.unwrap();
    assert!(line.contains("standard output cannot be written: No space left"), "{line}");
}

#[test]
fn a_reader_that_has_gone_away_is_no_failure_and_neither_is_a_lost_complaint() {
    let output = cardsharp_unheard(&["rules", "indigo"]);
    assert_eq!((output.status.code(), told(&output).as_str()), (Some(0), ""));
    let full = File::options().write(true).open("/dev/full").unwrap();
    let status = command(&["replay", "no-such-file"]).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn more_threads_than_there_is_memory_for_are_fewer_or_an_error() {
    let alone = cardsharp(&["match", "indigo", "random", "random", "--deals", "40", "--json"]);
    for limit in ["ulimit -v 300000", "ulimit -v 1000000"] {
        let scratch = Scratch::new("threads");
        let contest = ["match", "indigo", "random", "random", "--deals", "40", "--json", "--threads", "256"];
        let output = limited(limit, &contest);
        assert_eq!(output.status.code(), Some(0), "{limit}: {}", told(&output));
        assert_eq!(output.stdout, alone.stdout, "{limit}");
        let db = scratch.path("db");
        let words = "tournament indigo random random random --rounds 2 --deals 90 --json --threads 256 --db";
        let output = limited(limit, &words.split(' ').chain([db.as_str()]).collect::<Vec<_>>());
        // With so little not even one thread beside the one that writes may start.
        let is_alone = limit.ends_with(" 300000") && told(&output).contains("no thread can be started");
        assert_eq!(output.status.code(), Some(i32::from(is_alone)), "{limit}: {}", told(&output));
        let words = ["bench", "playouts", "indigo", "--seconds", "0.01", "--threads", "1024"];
        let output = limited(limit, &words);
        assert_eq!(output.status.code(), Some(1), "{limit}: {}", told(&output));
        assert!(told(&output).contains("1024 threads cannot be started; take fewer"), "{}", told(&output));
        let words = ["serve", "--port", "0", "--tables", ":memory:", "--threads", "1024"];
        let output = limited(limit, &words);
        assert_eq!(output.status.code(), Some(1), "{limit}: {}", told(&output));
        assert!(told(&output).contains("so many threads cannot be started"), "{}", told(&output));
    }
}

#[test]
fn absurd_counts_are_refused_with_the_most_that_is_allowed() {
    let most = u64::MAX.to_string();
    for words in [
        "match indigo random random --deals",
        "study indigo --out none.csv --deals",
        "exploit indigo random --deals",
        "referee indigo --games",
        "bench oracle indigo --opponents random --deals",
        "bench beliefs indigo --games",
    ] {
        let args: Vec<&str> = words.split(' ').chain([most.as_str()]).collect();
        let output = cardsharp(&args);
        assert_eq!(output.status.code(), Some(2), "{words}");
        let told = told(&output);
        assert!(told.contains("to 1000000; ") && (told.contains("memory") || told.contains("whole")), "{told}");
    }
    for words in ["tournament indigo random random --deals", "tournament indigo random random --rounds"] {
        let args: Vec<&str> = words.split(' ').chain([most.as_str()]).collect();
        let output = cardsharp(&args);
        assert!(output.status.code() == Some(2) && told(&output).contains("1000000"), "{}", told(&output));
    }
}

#[test]
fn what_is_no_file_is_not_read() {
    let scratch = Scratch::new("no-file");
    let pipe = scratch.path("pipe.toml");
    nix::unistd::mkfifo(pipe.as_str(), nix::sys::stat::Mode::S_IRWXU).unwrap();
    let folder = scratch.path(".");
    for (what, words) in [("/dev/full", "a device or a pipe"), (&pipe, "a device or a pipe"), (&folder, "a folder")] {
        for before in [
            &["book", "indigo", "--games"][..],
            &["replay"],
            &["annotate"],
            &["analyse", "indigo", "--at", "1", "--record"],
            &["coach", "indigo", "--me", "Ann", "--records"],
            &["coach", "indigo", "examples/bot.py", "--versions"],
            &["play", "lucky-thirteen", "--properties"],
            &["play", "indigo", "--resume"],
        ] {
            let output = cardsharp(&[before, &[what]].concat());
            let told = told(&output);
            assert!(output.status.code() == Some(2) && told.contains(words), "{before:?} {what}: {told}");
        }
        let output = cardsharp(&["report", "--db", what]);
        let words = if what == folder { "this is a folder" } else { "this is not a file" };
        assert!(output.status.code() == Some(1) && told(&output).contains(words), "{what}: {}", told(&output));
    }
    let output = cardsharp(&["tournament", &pipe]);
    assert!(output.status.code() == Some(2) && told(&output).contains("a device or a pipe"), "{}", told(&output));
    let output = cardsharp(&["tournament", "indigo", "random", "random", "--db", "/dev/full"]);
    assert!(output.status.code() == Some(1) && told(&output).contains("this is not a file"), "{}", told(&output));
    let large = scratch.path("large.toml");
    File::create(&large).unwrap().set_len((1 << 20) + 1).unwrap();
    let output = cardsharp(&["tournament", &large]);
    assert!(output.status.code() == Some(2) && told(&output).contains("at most 1 MiB are read"), "{}", told(&output));
}

#[test]
fn a_limit_of_file_sizes_is_told_and_nothing_is_lost() {
    let scratch = Scratch::new("sizes");
    let (db, page) = (scratch.path("db"), scratch.path("book.html"));
    let output = limited("ulimit -f 16", &["book", "indigo", "--html", &page]);
    assert!(output.status.code() == Some(1) && told(&output).contains("File too large"), "{}", told(&output));
    assert!(!std::path::Path::new(&page).exists(), "nothing is better than half a page");
    let words = "tournament indigo random random --rounds 1 --deals 4000 --json --db";
    let args: Vec<&str> = words.split(' ').chain([db.as_str()]).collect();
    let output = limited("ulimit -f 256", &args);
    assert_eq!(output.status.code(), Some(1), "{:?} {}", output.status, told(&output));
    assert!(told(&output).contains("cannot be read or written") || told(&output).contains("full"), "{}", told(&output));
    // What was kept before is there, and it goes on.
    let output = cardsharp(&["tournament", "--resume", "--json", "--db", &db]);
    assert!(output.status.success() && !output.stdout.is_empty(), "{}", told(&output));
}

#[test]
fn a_program_cannot_steer_the_terminal() {
    let scratch = Scratch::new("escapes");
    let program = scratch.path("steer.sh");
    let script = "#!/bin/sh\nwhile read -r line; do :; done\nprintf '\\033]0;mine\\007\\033[2J\\r\\233'\nprintf '\\033[31mred\\n' >&2\nexit 3\n";
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let broken = scratch.path("broken.c");
    std::fs::write(&broken, "#error \u{1b}[2J steered\nint main(void) { return 0; }\n").unwrap();
    let is_plain = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        !text.contains(|letter: char| letter.is_control() && letter != '\n' && letter != '\t')
    };
    for args in [
        &["referee", "intensity", &program, "--strict", "--seed", "1"][..],
        &["referee", "intensity", &program, "--unit-tests"],
        &["check", "intensity", &program, "--situations", "3"],
        &["check", "intensity", &broken],
        &["referee", "intensity", &scratch.path("\u{1b}[2Jname")],
    ] {
        let output = cardsharp(args);
        assert!(!output.status.success(), "{args:?}");
        assert!(is_plain(&output.stdout) && is_plain(&output.stderr), "{args:?}: {output:?}");
        let seen = [&output.stdout[..], &output.stderr[..]].concat();
        assert!(String::from_utf8_lossy(&seen).contains("\\u001b"), "{args:?}: {output:?}");
    }
}

/// Runs a command as somebody who may not do everything.
fn as_an_ordinary_user(args: &[&str]) -> Output {
    const ORDINARY: u32 = 61_236;
    let mut command = command(args);
    if nix::unistd::geteuid().is_root() {
        command.uid(ORDINARY).gid(ORDINARY);
    }
    command.output().unwrap()
}

#[test]
fn a_database_that_may_not_be_written_is_reported_and_replayed() {
    let scratch = Scratch::new("readonly");
    let folder = scratch.path("?folder #1");
    std::fs::create_dir(&folder).unwrap();
    let db = format!("{folder}/records.db");
    let made = cardsharp(&["tournament", "indigo", "random", "random", "--rounds", "1", "--db", &db]);
    assert!(made.status.success(), "{}", told(&made));
    let asked = [&["report", "--json", "--db", &db][..], &["replay", "--db", &db, "--game", "1"]];
    let before = asked.map(|args| cardsharp(args).stdout);
    let mode = |path: &str, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    for (file_mode, folder_mode) in [(0o444, 0o777), (0o444, 0o555), (0o666, 0o555)] {
        mode(&db, file_mode);
        mode(&folder, folder_mode);
        let found = asked.map(as_an_ordinary_user);
        let resumed = as_an_ordinary_user(&["tournament", "indigo", "random", "random", "--db", &db]);
        mode(&folder, 0o777);
        for (found, before) in found.iter().zip(&before) {
            assert!(found.status.success(), "{file_mode:o} in {folder_mode:o}: {}", told(found));
            assert!(found.stdout == *before, "{file_mode:o} in {folder_mode:o}");
        }
        assert_eq!(resumed.status.code(), Some(1), "{file_mode:o} in {folder_mode:o}: {}", told(&resumed));
    }
    // What is still in a log that cannot be read is not left out in silence.
    std::fs::write(format!("{db}-wal"), [1; 100]).unwrap();
    mode(&format!("{db}-wal"), 0o444);
    mode(&folder, 0o555);
    let found = as_an_ordinary_user(asked[0]);
    mode(&folder, 0o777);
    assert!(found.status.code() == Some(1) && told(&found).contains("ends in -wal"), "{}", told(&found));
}

#[test]
fn a_damaged_database_is_named_by_every_command_that_reads_it() {
    let scratch = Scratch::new("damaged");
    let db = scratch.path("db");
    let made = cardsharp(&["tournament", "indigo", "random", "random", "--rounds", "1", "--db", &db]);
    assert!(made.status.success(), "{}", told(&made));
    let bytes = std::fs::read(&db).unwrap();
    let place = bytes.windows(6).rposition(|window| window == b"random").unwrap();
    let mut changed = bytes.clone();
    changed[place] = b'R';
    std::fs::write(&db, changed).unwrap();
    for args in [
        &["report", "--db", &db][..],
        &["replay", "--db", &db, "--game", "1"],
        &["tournament", "--resume", "--db", &db],
    ] {
        let output = cardsharp(args);
        assert!(!output.status.success() && output.stdout.is_empty(), "{args:?}: {output:?}");
        assert!(told(&output).contains("of tournament 1 is damaged"), "{args:?}: {}", told(&output));
    }
}
