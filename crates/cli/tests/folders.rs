//! Programs that are folders, and compilers, through the real binary.

mod referee_tools;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use referee_tools::{Scratch, cardsharp, root};

/// Writes files into a folder of a scratch folder; gives its path.
fn folder(scratch: &Scratch, name: &str, files: &[(&str, &str)]) -> String {
    let folder = scratch.path(name);
    for (file, text) in files {
        let path = Path::new(&folder).join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn check(game: &str, program: &str) -> serde_json::Value {
    let output = cardsharp(&["check", game, program, "--situations", "24", "--json"]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{program}: {errors}"))
}

/// Why a program is refused.
fn refused(program: &str) -> String {
    let output = cardsharp(&["check", "indigo", program]);
    assert_eq!(output.status.code(), Some(2), "{program}");
    assert!(output.stdout.is_empty(), "{program}");
    String::from_utf8(output.stderr).unwrap()
}

/// A player in lines of JSON whose answers are made elsewhere.
const TALK: &str = r#"
import json, sys
from ideas.plan import choose
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"hello","version":1,"name":"Modular"}', flush=True)
    if message["type"] == "turn":
        print(json.dumps({"action": choose(message["legal"])}), flush=True)
"#;
const PLAN: &str = "def choose(legal):\n    return legal[-1]\n";

#[test]
fn python_modules_are_found_in_their_folder() {
    let scratch = Scratch::new("modules");
    let files = [("main.py", TALK), ("ideas/plan.py", PLAN), ("ideas/__init__.py", "")];
    let report = check("indigo", &folder(&scratch, "bot", &files));
    assert_eq!((&report["fit"], &report["name"]), (&true.into(), &"Modular".into()), "{report}");
}

#[test]
fn c_files_of_a_folder_are_one_program_and_its_tests_are_left_out() {
    let scratch = Scratch::new("several");
    let lines = fs::read_to_string(root().join("examples/lines.c")).unwrap();
    let main =
        lines.replace("static char line", "extern char line").replace("#include <stdio.h>", "#include \"line.h\"");
    let header = "#include <stdio.h>\nextern char line[1 << 16];\n";
    let files = [
        ("main.c", main.as_str()),
        ("line.c", "#include \"line.h\"\nchar line[1 << 16];\n"),
        ("line.h", header),
        ("test_line.c", "int main(void) { return 1; }\n"),
    ];
    let bot = folder(&scratch, "bot", &files);
    let report = check("indigo", &bot);
    assert_eq!((&report["fit"], &report["name"]), (&true.into(), &"Moderate C".into()), "{report}");
    assert!(report["sanitizers"].is_array(), "a folder of C files is looked at as a C file is: {report}");
    fs::write(Path::new(&bot).join("line.c"), "char line[1 << 16]\n").unwrap();
    let error = refused(&bot);
    assert!(error.contains("bot does not compile") && error.contains("line.c:1:"), "{error}");
    fs::remove_file(Path::new(&bot).join("line.c")).unwrap();
    assert!(refused(&bot).contains("undefined reference to `line'"));
}

/// A program that was built: a script that `build.sh` puts together.
const BUILD: &str = "cat head.txt main.txt > $1/bot\n";

#[test]
fn a_recipe_says_how_to_build_and_how_to_start() {
    let scratch = Scratch::new("recipe");
    let main = TALK.replace("ideas.plan", "plan");
    let files = [
        ("bot.toml", "build = [\"sh\", \"build.sh\", \"$OUT\"]\nstart = \"$OUT/bot\"\n"),
        ("build.sh", BUILD),
        ("head.txt", "#!/usr/bin/python3\nimport sys\nsys.path.insert(0, '.')\n"),
        ("main.txt", &main),
        ("plan.py", PLAN),
    ];
    let bot = folder(&scratch, "bot", &files);
    if !Path::new("/usr/bin/python3").exists() {
        assert!(refused(&bot).contains("cannot be started") || !refused(&bot).is_empty());
        return;
    }
    let report = check("indigo", &bot);
    assert_eq!((&report["fit"], &report["name"]), (&true.into(), &"Modular".into()), "{report}");
    let started = [("bot.toml", "start = [\"python3\", \"play.py\"]\n"), ("play.py", &main), ("plan.py", PLAN)];
    assert_eq!(check("indigo", &folder(&scratch, "started", &started))["fit"], true);
}

#[test]
fn a_recipe_that_does_not_hold_is_refused_with_its_reason() {
    let scratch = Scratch::new("wrong");
    let with = |name: &str, recipe: &str| refused(&folder(&scratch, name, &[("bot.toml", recipe), ("main.py", TALK)]));
    assert!(with("a", "start = [").contains("a/bot.toml: TOML parse error"));
    assert!(with("b", "begin = [\"sh\"]\n").contains("begin: expected one of the keys build and start"));
    assert!(with("c", "start = [\"$OUT/bot\"]\n").contains("there is no $OUT, because nothing is built"));
    assert!(with("d", "start = [\"no-such-program\"]\n").contains("no program \"no-such-program\" on the path"));
    assert!(with("e", "start = [\"../../bin/sh\"]\n").contains("there is no ../../bin/sh"));
    assert!(with("f", "build = [\"true\"]\nstart = [\"$OUT/bot\"]\n").contains("start: there is no $OUT/bot"));
    let failing = with("g", "build = [\"sh\", \"-c\", \"echo error: no plan >&2; exit 3\"]\nstart = [\"sh\"]\n");
    assert!(failing.contains("g cannot be built: its build exited with status 3:\nerror: no plan"), "{failing}");
    let both = folder(&scratch, "both", &[("main.c", ""), ("main.py", "")]);
    assert!(refused(&both).contains("a bot.toml says which of them plays"));
    assert!(
        refused(&folder(&scratch, "none", &[("plan.py", "")])).contains("put a main.c, a main.py or a bot.toml there")
    );
}

#[test]
fn what_is_no_plain_file_in_a_folder_is_refused() {
    let scratch = Scratch::new("odd-files");
    let with = |name: &str| folder(&scratch, name, &[("main.py", TALK)]);
    let link = with("link");
    std::os::unix::fs::symlink("/etc/passwd", Path::new(&link).join("plan.py")).unwrap();
    assert!(refused(&link).contains("link plan.py: is not a plain file"));
    let linked = with("linked");
    std::os::unix::fs::symlink("/etc", Path::new(&linked).join("ideas")).unwrap();
    assert!(refused(&linked).contains("ideas: is not a plain file"));
    let pipe = with("pipe");
    let made = Command::new("mkfifo").arg(Path::new(&pipe).join("pipe")).status().unwrap();
    assert!(made.success() && refused(&pipe).contains("pipe: is not a plain file"));
    let many = with("many");
    for number in 0..2001 {
        fs::write(Path::new(&many).join(format!("{number}.txt")), "").unwrap();
    }
    assert!(refused(&many).contains("has more than 2000 files and folders"));
    let deep = with("deep");
    fs::create_dir_all(Path::new(&deep).join("a/".repeat(20))).unwrap();
    assert!(refused(&deep).contains("has more than 16 folders within each other"));
    let large = with("large");
    fs::File::create(Path::new(&large).join("data")).unwrap().set_len(33 << 20).unwrap();
    assert!(refused(&large).contains("has more than 33554432 bytes in it"));
    // The folder itself may be reached by a link, as a file may.
    let through = scratch.path("through");
    std::os::unix::fs::symlink(
        folder(&scratch, "real", &[("main.py", &TALK.replace("ideas.plan", "plan")), ("plan.py", PLAN)]),
        &through,
    )
    .unwrap();
    assert_eq!(check("indigo", &through)["fit"], true);
}

#[test]
fn a_build_sees_its_folder_and_writes_nowhere_else() {
    let scratch = Scratch::new("confined");
    let secret = scratch.path("secret");
    fs::write(&secret, "the diary\n").unwrap();
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o644)).unwrap();
    let tries = format!(
        "cat {secret}; cat /etc/passwd; echo x > plan.py; echo x > {}; ls {}; (exec 3<>/dev/tcp/127.0.0.1/80); \
         kill -9 -1; ln -s /etc/passwd $1/link; exit 7\n",
        scratch.path("new"),
        scratch.path("")
    );
    let recipe = "build = [\"sh\", \"build.sh\", \"$OUT\"]\nstart = [\"sh\"]\n";
    let bot = folder(&scratch, "bot", &[("bot.toml", recipe), ("build.sh", &tries), ("plan.py", PLAN)]);
    let error = refused(&bot);
    assert!(error.contains("its build exited with status 7"), "{error}");
    assert!(!error.contains("the diary") && !error.contains("root:"), "{error}");
    assert_eq!(fs::read_to_string(Path::new(&bot).join("plan.py")).unwrap(), PLAN);
    assert!(!Path::new(&scratch.path("new")).exists());
}

#[test]
fn a_build_that_fills_the_disk_is_stopped_and_one_that_leaves_processes_behind_too() {
    let scratch = Scratch::new("bombs");
    let with = |name: &str, script: &str| {
        let recipe = "build = [\"sh\", \"build.sh\", \"$OUT\"]\nstart = [\"sh\"]\n";
        refused(&folder(&scratch, name, &[("bot.toml", recipe), ("build.sh", script)]))
    };
    let filled = with("disk", "n=0; while :; do n=$((n+1)); head -c 33554432 /usr/bin/* > $1/$n; done\n");
    assert!(filled.contains("it writes too much"), "{filled}");
    let files = with("files", "n=0; while :; do n=$((n+1)); : > $1/$n; done\n");
    assert!(files.contains("it writes too much") || files.contains("it takes too long"), "{files}");
    let mark = format!("87654.{}", std::process::id());
    let forks = with("forks", &format!("i=0; while [ $i -lt 200 ]; do sleep {mark} & i=$((i+1)); done; exit 5\n"));
    assert!(forks.contains("cannot be built"), "{forks}");
    let left = Command::new("pgrep").args(["-f", &format!("sleep {mark}")]).output().unwrap();
    assert!(left.stdout.is_empty(), "processes are left: {}", String::from_utf8_lossy(&left.stdout));
}

/// A command with `CC` and `PATH` as given.
fn compiled_by(cc: Option<&str>, path: &str, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardsharp"));
    // A cache of its own: what another compiler made is not looked for.
    command.args(args).current_dir(root()).env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR")).env("PATH", path);
    match cc {
        Some(cc) => command.env("CC", cc),
        None => command.env_remove("CC"),
    };
    command.output().unwrap()
}

/// What clang takes and gcc does not.
const ONLY_CLANG: &str = "int main(void) { const int n = 3; int cards[n] = {1, 2, 3}; return cards[0]; }\n";

/// Passes for clang: whatever it is given, it has the system's compiler make a program that says so.
const STAND_IN: &str = r#"
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static const char *made = "int puts(const char *);\nint main(void) { return puts(\"made by clang\") < 0; }\n";
int main(int count, char **words) {
    for (int i = 1; i < count; i++) {
        if (!strcmp(words[i], "-dumpversion")) return puts("99") < 0;
        if (!strcmp(words[i], "--version")) return puts("clang version 99") < 0;
        if (!strcmp(words[i], "-S")) {
            int ends[2];
            if (pipe(ends) || write(ends[1], made, strlen(made)) < 0) return 1;
            close(ends[1]);
            dup2(ends[0], 0);
        }
    }
    words[0] = "cc";
    execvp("cc", words);
    return 1;
}
"#;

#[test]
fn where_gcc_refuses_clang_is_tried_and_else_named() {
    let scratch = Scratch::new("clang");
    let source = scratch.path("bot.c");
    fs::write(&source, ONLY_CLANG).unwrap();
    let cc = Command::new("cc").arg("--version").output().expect("a C compiler");
    if String::from_utf8_lossy(&cc.stdout).contains("clang") {
        // Then it is the first that is asked, and takes it.
        let path = std::env::var("PATH").unwrap();
        let output = compiled_by(None, &path, &["referee", "intensity", &source, "--unit-tests"]);
        assert!(!String::from_utf8_lossy(&output.stderr).contains("does not compile"));
        return;
    }
    let bin = scratch.path("tools/bin");
    fs::create_dir_all(&bin).unwrap();
    // A path on which there is no clang.
    let found = Command::new("sh").args(["-c", "command -v cc"]).output().unwrap();
    let found = String::from_utf8(found.stdout).unwrap();
    std::os::unix::fs::symlink(fs::canonicalize(found.trim()).unwrap(), Path::new(&bin).join("cc")).unwrap();
    let words = ["referee", "intensity", source.as_str(), "--unit-tests"];
    let output = compiled_by(None, &bin, &words);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("variable-sized object may not be initialized"), "{error}");
    assert!(error.contains("clang takes this, and gcc does not: install clang"), "{error}");
    // And one on which there is something that passes for it.
    let stand_in = scratch.path("clang.c");
    fs::write(&stand_in, STAND_IN).unwrap();
    let made = Command::new("cc").args(["-w", "-o", &format!("{bin}/clang"), &stand_in]).status().unwrap();
    assert!(made.success());
    let output = compiled_by(None, &bin, &words);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("made by clang"), "{said}{}", String::from_utf8_lossy(&output.stderr));
    // A person who names a compiler means that one.
    let output = compiled_by(Some("cc"), &bin, &words);
    assert!(String::from_utf8(output.stderr).unwrap().contains("may not be initialized"));
}

#[test]
fn the_compiler_that_cc_names_is_used() {
    let path = std::env::var("PATH").unwrap();
    let words = ["referee", "intensity", "examples/intensity.c", "-s", "7"];
    let opening = |cc: Option<&str>| {
        let output = compiled_by(cc, &path, &words);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().lines().nth(1).unwrap().to_owned()
    };
    let whole = String::from_utf8(Command::new("sh").args(["-c", "command -v cc"]).output().unwrap().stdout).unwrap();
    assert!(opening(None).starts_with("cc -std=gnu11 "));
    assert!(opening(Some(whole.trim())).starts_with(&format!("{} -std=gnu11 ", whole.trim())));
    assert!(opening(Some("ccache cc -DPLAIN")).starts_with("cc -DPLAIN -std=gnu11 "));
    let output = compiled_by(Some("/no/such/compiler"), &path, &words);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("CC=/no/such/compiler: there is no such compiler; set another, or unset CC"), "{error}");
}

#[test]
fn warnings_are_counted_and_shown_where_they_are_asked_for() {
    let scratch = Scratch::new("warnings");
    let text = fs::read_to_string(root().join("examples/intensity.c")).unwrap();
    let source = scratch.path("bot.c");
    fs::write(&source, format!("static int one(void) {{ int a; return 1; }}\n{text}")).unwrap();
    // The second time the program is there already, and what was said about it too.
    for _ in 0..2 {
        let output = cardsharp(&["referee", "intensity", &source, "-s", "7", "-q"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said, format!("{source}: 2 warnings; --warnings shows them\n"));
    }
    let output = cardsharp(&["referee", "intensity", &source, "-s", "7", "-q", "--warnings"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("unused variable") && said.contains("defined but not used"), "{said}");
    // Errors come first.
    fs::write(&source, format!("static int one(void) {{ int a; return 1; }}\nint wrong = here;\n{text}")).unwrap();
    let error = |words: &[&str]| {
        String::from_utf8(cardsharp(&[&["check", "intensity", &source], words].concat()).stderr).unwrap()
    };
    let counted = error(&[]);
    assert!(counted.contains("does not compile:\n") && counted.contains("\nbot.c:2:13: error: "), "{counted}");
    assert!(counted.ends_with("; --warnings shows them\n") && !counted.contains("unused variable"), "{counted}");
    assert!(error(&["--warnings"]).contains("unused variable"));
}

#[test]
fn a_folder_of_programs_has_folders_too_and_what_does_not_compile_is_named() {
    let scratch = Scratch::new("entrants");
    folder(&scratch, "class/anna", &[("main.py", &TALK.replace("ideas.plan", "plan")), ("plan.py", PLAN)]);
    folder(&scratch, "class", &[("broken.c", "int main(void) { retrun 0; }\nint x = y;\n"), ("notes.txt", "")]);
    folder(&scratch, "class/empty", &[("notes.txt", "")]);
    let lines = fs::read_to_string(root().join("examples/lines.c")).unwrap();
    folder(&scratch, "class", &[("lines.c", &lines)]);
    let (class, db) = (scratch.path("class"), scratch.path("class.db"));
    let output = cardsharp(&["tournament", "indigo", &class, "--rounds", "1", "--seed", "1", "--db", &db]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("Modular") && said.contains("Moderate C") && said.contains("2 entrants"), "{said}");
    let disqualified = said.split("Disqualified").nth(1).unwrap();
    assert!(disqualified.contains("broken.c does not compile:") && disqualified.contains("error: "), "{said}");
    assert_eq!(disqualified.split("Final").next().unwrap().matches(" error: ").count(), 1, "only the first: {said}");
    let report = String::from_utf8(cardsharp(&["report", "--db", &db]).stdout).unwrap();
    assert!(report.contains("broken.c"), "{report}");
}
