//! `cardsharp new`: a program to begin with, in a folder of its own.

use cardsharp_rules::AnyGame;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use cardsharp_programs::{Hosted, lines};
use cardsharp_rules::{Seat, Seed, State, Turn, with_game};
use serde_json::json;

use crate::shared::{Output, Usage, shell_word};

/// Write a program to begin with, which plays legally and has tests
#[derive(Debug, clap::Args)]
#[command(mut_arg("json", |json| json.help("Print what was written, and what to type next, as JSON")))]
#[command(after_help = "\
Examples:
  cardsharp new indigo --lang python               into the folder indigo-python
  cardsharp new intensity --lang c herder          into the folder herder
  cardsharp check indigo indigo-python             is it fit to play?

The folder is a program wherever one may be named: at `referee`, `check` and `tournament`. C and Rust are
compiled in the sandbox, Rust by `rustc` alone; JavaScript is run by Node.js. In any other language a folder
with a bot.toml will do, which says how to build it and how to start it:

  build = [\"javac\", \"-d\", \"$OUT\", \"Main.java\"]    # may be left out
  start = [\"java\", \"-cp\", \"$OUT\", \"Main\"]

Both run in the folder, which they can read and not change, and in the sandbox. $OUT is a folder for what is
built, of which nothing in $OUT/tmp is kept. The build has the time and memory of a compiler: 10 s, 1 GiB.")]
pub(crate) struct New {
    #[arg(value_name = "GAME", help = "See `cardsharp games`")]
    game: AnyGame,
    /// The language of the program
    #[arg(long, value_name = "c|python|javascript|rust", value_enum, hide_possible_values = true)]
    lang: Language,
    #[arg(value_name = "DIR", help = "The folder to make [default: GAME-LANG]")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

/// A language of starter programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Language {
    C,
    Python,
    #[value(name = "javascript", alias = "js")]
    JavaScript,
    Rust,
}

impl Language {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Python => "python",
            Language::JavaScript => "javascript",
            Language::Rust => "rust",
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Language::C => "C",
            Language::Python => "Python",
            Language::JavaScript => "JavaScript",
            Language::Rust => "Rust",
        }
    }
}

/// A file: its name, text and purpose.
type Starter = (&'static str, String, &'static str);

macro_rules! starter {
    ($name:literal) => {
        include_str!(concat!("../../data/starters/", $name))
    };
}

pub(crate) fn run(args: &New) -> anyhow::Result<String> {
    with_game!(AnyGame, &args.game, game => begin(game, args))
}

fn begin<G: Hosted>(game: &G, args: &New) -> anyhow::Result<String> {
    let usual = || PathBuf::from(format!("{}-{}", G::NAME, args.lang.word()));
    let folder = args.folder.clone().unwrap_or_else(usual);
    let shown = folder.display().to_string();
    let files = files(game, args.lang, &shell_word(&shown));
    make(&folder, &files)?;
    let next = next::<G>(args.lang, &shell_word(&shown));
    if args.output.json {
        let names: Vec<&str> = files.iter().map(|(name, ..)| *name).collect();
        let next: Vec<&str> = next.iter().map(|(command, _)| command.as_str()).collect();
        let lang = args.lang.word();
        let report = json!({ "game": G::NAME, "lang": lang, "folder": shown, "files": names, "next": next });
        return Ok(format!("{report:#}\n"));
    }
    let rows = |rows: Vec<(&str, &str)>| {
        let width = rows.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0);
        rows.iter().map(|(left, right)| format!("  {left:<width$}   {right}\n")).collect::<Vec<_>>().concat()
    };
    let title = args.lang.title();
    Ok(format!(
        "{shown} is a program for {} in {title}. It plays legally, and the plan is yours: look for TODO.\n\n{}\nNext:\n{}",
        G::TITLE,
        rows(files.iter().map(|(name, _, purpose)| (*name, *purpose)).collect()),
        rows(next.iter().map(|(command, purpose)| (command.as_str(), *purpose)).collect()),
    ))
}

/// Writes a new folder; an existing one must be empty.
fn make(folder: &Path, files: &[Starter]) -> anyhow::Result<()> {
    let shown = folder.display();
    let failed = || Usage(format!("{shown}: cannot be written"));
    match fs::read_dir(folder).map(|mut entries| entries.next().is_some()) {
        Ok(true) => return Err(Usage(format!("{shown} is not empty: name a new folder")).into()),
        Ok(false) => {}
        Err(_) if fs::symlink_metadata(folder).is_ok() => {
            return Err(Usage(format!("{shown} is there already, and is no folder: name a new one")).into());
        }
        Err(_) => fs::create_dir_all(folder).with_context(failed)?,
    }
    for (name, text, _) in files {
        fs::write(folder.join(name), text).with_context(failed)?;
    }
    Ok(())
}

/// Returns the next commands, each with its purpose.
fn next<G: Hosted>(language: Language, folder: &str) -> Vec<(String, &'static str)> {
    let game = G::NAME;
    let tests = match language {
        _ if G::HAS_ORIGINAL => format!("cardsharp referee {game} {folder} --unit-tests"),
        Language::C => format!("(cd {folder} && cc -o tests test_plan.c plan.c turn.c && ./tests)"),
        Language::Python => format!("(cd {folder} && python3 test_plan.py)"),
        Language::JavaScript => format!("node {folder}/test.js"),
        Language::Rust => format!("(cd {folder} && rustc --test main.rs -o tests && ./tests)"),
    };
    let protocol = if G::HAS_ORIGINAL { "cardsharp protocol original" } else { "cardsharp protocol" };
    vec![
        (tests, "its tests"),
        (format!("cardsharp check {game} {folder}"), "is it fit to play?"),
        (format!("cardsharp referee {game} {folder} champion"), "a game, told as it is played"),
        (format!("cardsharp tournament {game} {folder} champion random"), "games enough to tell who is better"),
        (format!("cardsharp coach {game} {folder}"), "what its choices cost"),
        (format!("cardsharp ladder {game} {folder}"), "how far up it is"),
        (protocol.to_owned(), "what it is told, and how it answers"),
    ]
}

/// Purposes of files.
const PLAN: &str = "your plan";
const TALK: &str = "reads what the referee says and answers";
const TESTS: &str = "what the plan must do";
const RECIPE: &str = "how the referee starts it";

fn files<G: Hosted>(game: &G, language: Language, folder: &str) -> Vec<Starter> {
    let name = format!("Eager {}", language.title());
    if G::HAS_ORIGINAL {
        return original(language, folder, &name);
    }
    let turn = turn(game);
    let in_c = turn.replace('\\', "\\\\").replace('"', "\\\"");
    let fill = |text: &str| {
        let text = text.replace("@IDEA@\n", idea(G::NAME, language)).replace("@TITLE@", G::TITLE);
        text.replace("@GAME@", G::NAME).replace("@NAME@", &name).replace("@TURN_IN_C@", &in_c).replace("@TURN@", &turn)
    };
    let file = |name: &'static str, text: &str, purpose: &'static str| (name, fill(text), purpose);
    match language {
        Language::C => vec![
            file("plan.c", starter!("c/plan.c"), PLAN),
            file("plan.h", starter!("c/plan.h"), "what a turn is, and your name"),
            file("test_plan.c", starter!("c/test_plan.c"), TESTS),
            file("main.c", starter!("c/main.c"), TALK),
            file("turn.c", starter!("c/turn.c"), "finds what is needed in a line of JSON"),
        ],
        Language::Python => vec![
            file("plan.py", starter!("python/plan.py"), PLAN),
            file("test_plan.py", starter!("python/test_plan.py"), TESTS),
            file("main.py", starter!("python/main.py"), TALK),
        ],
        Language::JavaScript => vec![
            file("plan.js", starter!("javascript/plan.js"), PLAN),
            file("test.js", starter!("javascript/test.js"), TESTS),
            file("main.js", starter!("javascript/main.js"), TALK),
            file("bot.toml", starter!("javascript/bot.toml"), RECIPE),
        ],
        Language::Rust => vec![
            file("plan.rs", starter!("rust/plan.rs"), PLAN),
            file("main.rs", starter!("rust/main.rs"), "reads what the referee says and answers; its tests"),
            file("bot.toml", starter!("rust/bot.toml"), RECIPE),
        ],
    }
}

/// Returns a program for Intensity's original protocol, in one file with its tests.
fn original(language: Language, folder: &str, name: &str) -> Vec<Starter> {
    const ALL: &str = "all of it: your plan, its tests, and what reads and answers";
    let fill = |text: &str| text.replace("@NAME@", name).replace("FOLDER", folder);
    match language {
        Language::C => {
            let text = include_str!("../../../../examples/intensity-starter.c");
            let text = text.replace("examples/intensity-starter.c", folder).replace("Eager Starter", name);
            let elsewhere = "//\n// examples/intensity.c is what such a program may look like in the end.\n";
            vec![("main.c", text.replace(elsewhere, ""), ALL)]
        }
        Language::Python => vec![("main.py", fill(starter!("python/intensity.py")), ALL)],
        Language::JavaScript => vec![
            ("main.js", fill(starter!("javascript/intensity.js")), ALL),
            ("bot.toml", starter!("javascript/bot.toml").to_owned(), RECIPE),
        ],
        Language::Rust => vec![
            ("main.rs", fill(starter!("rust/intensity.rs")), ALL),
            ("bot.toml", starter!("rust/bot.toml").to_owned(), RECIPE),
        ],
    }
}

/// Returns a first idea for a game, or the general one.
fn idea(game: &str, language: Language) -> &'static str {
    match (language, game) {
        (Language::C, "indigo") => starter!("c/indigo.idea"),
        (Language::C, "hanamikoji") => starter!("c/hanamikoji.idea"),
        (Language::C, "lucky-thirteen") => starter!("c/lucky-thirteen.idea"),
        (Language::C, _) => starter!("c/any.idea"),
        (Language::Python, "indigo") => starter!("python/indigo.idea"),
        (Language::Python, "hanamikoji") => starter!("python/hanamikoji.idea"),
        (Language::Python, "lucky-thirteen") => starter!("python/lucky-thirteen.idea"),
        (Language::Python, _) => starter!("python/any.idea"),
        (Language::JavaScript, "indigo") => starter!("javascript/indigo.idea"),
        (Language::JavaScript, "hanamikoji") => starter!("javascript/hanamikoji.idea"),
        (Language::JavaScript, "lucky-thirteen") => starter!("javascript/lucky-thirteen.idea"),
        (Language::JavaScript, _) => starter!("javascript/any.idea"),
        (Language::Rust, "indigo") => starter!("rust/indigo.idea"),
        (Language::Rust, "hanamikoji") => starter!("rust/hanamikoji.idea"),
        (Language::Rust, "lucky-thirteen") => starter!("rust/lucky-thirteen.idea"),
        (Language::Rust, _) => starter!("rust/any.idea"),
    }
}

/// Returns the first request for an action of a game.
fn turn<G: Hosted>(game: &G) -> String {
    let state = game.start(&game.shuffle(Seed(7))).expect("a shuffled deal keeps the rules");
    let seat = if let Turn::Of(seat) = state.turn() { seat } else { Seat::FIRST };
    lines::turn_line(game, &state.observe(seat), None)
}
