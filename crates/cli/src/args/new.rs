//! A program to begin with.

use std::path::PathBuf;

use cardsharp_rules::AnyGame;

use super::shared::Output;

/// Write a program to begin with: it plays legally, has tests, and the plan is yours
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
    pub(crate) game: AnyGame,
    #[arg(
        long,
        value_name = "c|python|javascript|rust",
        value_enum,
        hide_possible_values = true,
        help = "In which language"
    )]
    pub(crate) lang: Language,
    #[arg(value_name = "DIR", help = "The folder to make [default: GAME-LANG]")]
    pub(crate) folder: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// A language that there is a program to begin with in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Language {
    C,
    Python,
    #[value(name = "javascript", alias = "js")]
    JavaScript,
    Rust,
}

impl Language {
    /// As it is typed.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Python => "python",
            Language::JavaScript => "javascript",
            Language::Rust => "rust",
        }
    }

    /// As it is called.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Language::C => "C",
            Language::Python => "Python",
            Language::JavaScript => "JavaScript",
            Language::Rust => "Rust",
        }
    }
}
