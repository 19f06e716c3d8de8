//! `cardsharp book`: the book of a game.

use cardsharp_rules::AnyGame;
use std::path::PathBuf;

use cardsharp_research::{BookError, Booked, Part};
use cardsharp_rules::with_game;

use crate::shared::{COLLECTION, Staged, Usage, is_same_file, read_text};

/// Write the book of a game: how its champion plays, for people
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp book hanamikoji --html hanamikoji.html
  cardsharp book indigo --games games.csv --html mine.html --markdown mine.md")]
pub(crate) struct Book {
    #[arg(value_name = "GAME", help = "See `cardsharp games`")]
    game: AnyGame,
    #[arg(long, value_name = "FILE", help = "Write a page that needs nothing but itself")]
    html: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = "Write the same as Markdown, with figures for the pictures")]
    markdown: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = "A study of part games instead of the stored one")]
    games: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = "A study of part hands instead of the stored one")]
    hands: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = "A study of part matches instead of the stored one")]
    matches: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = "A study of part openings instead of the stored one")]
    openings: Option<PathBuf>,
}

pub(crate) fn run(args: &Book) -> anyhow::Result<String> {
    if let (Some(html), Some(markdown)) = (&args.html, &args.markdown)
        && is_same_file(html, markdown)
    {
        return Err(Usage("--html and --markdown name one file: each wants its own".to_owned()).into());
    }
    with_game!(AnyGame, &args.game, game => write(game, args))
}

fn write<G: Booked>(game: &G, args: &Book) -> anyhow::Result<String> {
    let read = |path: &Option<PathBuf>| match path {
        Some(path) => read_text(path, COLLECTION).map(Some),
        None => Ok(None),
    };
    let files = [&args.games, &args.hands, &args.matches, &args.openings];
    let own = [read(files[0])?, read(files[1])?, read(files[2])?, read(files[3])?];
    let stored = |part: Part| own[part as usize].as_deref().or_else(|| G::stored(part));
    // The error names the typed file.
    let refused = |error: BookError| match (files[error.part as usize], &error.error) {
        (Some(path), Some(reason)) => Usage(format!("{}: {reason}", path.display())),
        _ => Usage(error.to_string()),
    };
    let page = cardsharp_research::Book::open(game, stored).map_err(refused)?.page();
    let mut staged = Vec::new();
    if let Some(path) = &args.html {
        staged.push(Staged::new(path, &page.to_html())?);
    }
    if let Some(path) = &args.markdown {
        staged.push(Staged::new(path, &page.to_markdown())?);
    }
    if staged.is_empty() {
        return Ok(page.to_markdown());
    }
    staged.into_iter().try_for_each(Staged::put_in_place)?;
    Ok(String::new())
}
