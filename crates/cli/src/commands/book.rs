//! `cardsharp book`: what strong players do, as a page for people.

use cardsharp_research::{BookError, Booked, Part};
use cardsharp_rules::with_game;

use crate::Usage;
use crate::args::Book;
use crate::input::{COLLECTION, read_text};
use crate::output::{Staged, is_same_file};

pub(crate) fn run(args: &Book) -> anyhow::Result<String> {
    if let (Some(html), Some(markdown)) = (&args.html, &args.markdown)
        && is_same_file(html, markdown)
    {
        return Err(Usage("--html and --markdown name one file: each wants its own".to_owned()).into());
    }
    with_game!(AnyGame, &args.game, game => write(game, args))
}

fn write<G: Booked>(game: &G, args: &Book) -> anyhow::Result<String> {
    let read = |path: &Option<std::path::PathBuf>| match path {
        Some(path) => read_text(path, COLLECTION).map(Some),
        None => Ok(None),
    };
    let files = [&args.games, &args.hands, &args.matches, &args.openings];
    let own = [read(files[0])?, read(files[1])?, read(files[2])?, read(files[3])?];
    let stored = |part: Part| own[part as usize].as_deref().or_else(|| G::stored(part));
    // Whoever gave a file wants to hear of that file.
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
