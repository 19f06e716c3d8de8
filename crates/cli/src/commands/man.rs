//! `cardsharp man`: the help of every command as man pages.

use std::fs;
use std::path::Path;

use anyhow::Context;
use clap::{Command, CommandFactory};

use crate::args::{Args, Man};
use crate::output::Staged;

pub(crate) fn run(args: &Man) -> anyhow::Result<String> {
    let folder = &args.folder;
    fs::create_dir_all(folder).with_context(|| format!("{}: the folder cannot be made", folder.display()))?;
    // `cardsharp help play` is told of by every page as it is.
    let mut command = Args::command().disable_help_subcommand(true);
    command.build();
    let pages = write(&command, folder)?;
    Ok(format!("{pages} man pages are in {}; read the first: man {0}/cardsharp.1\n", folder.display()))
}

/// Writes the pages of a command and of those below it; gives how many.
fn write(command: &Command, folder: &Path) -> anyhow::Result<usize> {
    let titled = command.clone().subcommand_value_name("COMMAND").subcommand_help_heading("COMMANDS");
    let page = clap_mangen::Man::new(titled)
        // A date that is empty is left out, and what follows would be taken for it.
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

/// What follows our help begins with examples: readers of man pages look for them by that name, and want to
/// copy them, so no line of it is filled or broken.
fn with_examples(page: &str) -> String {
    let heading = "\n.SH EXAMPLES\n.nf\n";
    let page = page.replace("\n.SH EXTRA\n", heading);
    ["Examples:\n", "Example:\n"].iter().fold(page, |page, first| page.replace(&format!("{heading}{first}"), heading))
}
