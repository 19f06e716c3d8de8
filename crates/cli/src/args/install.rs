//! What is installed beside the binary.

use std::path::PathBuf;

use clap_complete::Shell;

/// Print what a shell needs to complete commands, games and options
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples, each for good; a new shell completes:
  cardsharp completions bash > ~/.local/share/bash-completion/completions/cardsharp
  cardsharp completions zsh > ~/.zfunc/_cardsharp
  cardsharp completions fish > ~/.config/fish/completions/cardsharp.fish

The folders must be there: `mkdir -p` makes them. zsh looks where its `fpath` says: put
`fpath=(~/.zfunc $fpath)` before `autoload -Uz compinit && compinit` into ~/.zshrc. For the bash that
is running: `source <(cardsharp completions bash)`.")]
pub(crate) struct Completions {
    #[arg(value_name = "SHELL", help = "Whose completions")]
    pub(crate) shell: Shell,
}

/// Write the manual, a man page for every command, into a folder
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp man ~/.local/share/man/man1         `man cardsharp-play` shows the page of `cardsharp play`
  cardsharp man . && man ./cardsharp.1")]
pub(crate) struct Man {
    #[arg(
        value_name = "FOLDER",
        help = "Where to; it is made if it is not there, and pages of ours in it are replaced"
    )]
    pub(crate) folder: PathBuf,
}
