//! `cardsharp man`: the help of every command as man pages.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Command, CommandFactory};

use super::Args;
use crate::shared::Staged;

/// Write the manual, a man page for every command, into a folder
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp man ~/.local/share/man/man1         `man cardsharp-play` shows the page of `cardsharp play`
  cardsharp man . && man ./cardsharp.1")]
pub(crate) struct Man {
    /// The folder; it is created if needed, and cardsharp's pages in it are replaced
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub(crate) fn run(args: &Man) -> anyhow::Result<String> {
    let folder = &args.folder;
    fs::create_dir_all(folder).with_context(|| format!("{}: the folder cannot be made", folder.display()))?;
    // Every page mentions `cardsharp help` already.
    let mut command = Args::command().disable_help_subcommand(true);
    command.build();
    let pages = write(&command, folder)?;
    Ok(format!("{pages} man pages are in {}; read the first: man {0}/cardsharp.1\n", folder.display()))
}

/// Writes the pages of a command and its subcommands, and returns their number.
fn write(command: &Command, folder: &Path) -> anyhow::Result<usize> {
    let titled = command.clone().subcommand_value_name("COMMAND").subcommand_help_heading("COMMANDS");
    let page = clap_mangen::Man::new(titled)
        // clap_mangen leaves an empty date out, and the next field would take its place.
        .date(" ")
        .source(concat!("cardsharp ", env!("CARGO_PKG_VERSION")))
        .manual("cardsharp manual");
    let mut text = Vec::new();
    page.render(&mut text).context("a man page cannot be made")?;
    let text = with_examples(&String::from_utf8(text).context("a man page is no text")?);
    Staged::new(&folder.join(page.get_filename()), &text)?.put_in_place()?;
    let mut pages = 1;
    for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
        pages += write(inner, folder)?;
    }
    Ok(pages)
}

/// Puts the text after the help under the heading EXAMPLES, with its line breaks.
fn with_examples(page: &str) -> String {
    let heading = "\n.SH EXAMPLES\n.nf\n";
    let page = page.replace("\n.SH EXTRA\n", heading);
    ["Examples:\n", "Example:\n"].iter().fold(page, |page, first| page.replace(&format!("{heading}{first}"), heading))
}
