//! A book: a page about a game, computed from stored studies.

pub(crate) mod chapters;
mod figures;
pub(crate) mod fit;

use std::error::Error;
use std::fmt;

use cardsharp_programs::Hosted;
use cardsharp_rules::{ActionOf, ObservationOf, Seed};

pub use figures::{Tally, ratio};

use cardsharp_charts::Page;

use crate::{Bout, Games, Hands, Head, Matches, Openings, Part, StudyError};
use chapters::plain_page;

/// A game with a book.
pub trait Booked: Hosted {
    /// The default strong player of its studies. Its budget is in nodes, so that a study is the same on any machine.
    const PLAYER: &'static str = "champion:nodes=1000";

    /// The matches that measure the cost of the rule of thumb.
    const BOUTS: &'static [Bout] = &[Bout { player: "champion", others: "random" }];

    /// The number of kinds of first actions, in games with hands dealt on purpose.
    const FIRST_ACTIONS: usize = 0;

    /// The hands dealt on purpose, by name; none if the game has none.
    fn hands() -> Vec<String> {
        Vec::new()
    }

    /// A deal with this hand at seat 0 and the rest at random.
    fn deal_hand(&self, hand: usize, _seed: Seed) -> Self::Deal {
        unreachable!("{} has no hand {hand} to deal on purpose", Self::NAME)
    }

    /// The kind of a first action.
    fn first_action(action: ActionOf<Self>) -> usize {
        unreachable!("{} counts no first actions, {action} neither", Self::NAME)
    }

    /// Whether two actions differ only in names without meaning.
    fn alike(_view: &ObservationOf<Self>, one: ActionOf<Self>, other: ActionOf<Self>) -> bool {
        one == other
    }

    /// The stored results of a part, from the repository.
    fn stored(_part: Part) -> Option<&'static str> {
        None
    }

    /// Writes the book; by default, the chapters common to all games.
    fn write(book: &Book<Self>) -> Page {
        plain_page(book)
    }
}

/// The studies behind a book.
#[derive(Clone, Debug)]
pub struct Book<G: Booked> {
    /// The game.
    pub game: G,
    /// The strong player's games with itself.
    pub games: Games<G>,
    /// Hands dealt on purpose, if the game has them.
    pub hands: Option<Hands>,
    /// The same hands begun with each kind of action.
    pub openings: Option<Openings>,
    /// Matches that measure the cost of the rule of thumb.
    pub matches: Matches,
}

/// The reason why there is no book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookError {
    /// The part that is missing or damaged.
    pub part: Part,
    /// The damage; `None` if there is no such file.
    pub error: Option<StudyError>,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.error {
            Some(error) => write!(f, "the stored {}: {error}", self.part.name()),
            None => write!(f, "there are no stored {}: make them with `cardsharp study`", self.part.name()),
        }
    }
}

impl Error for BookError {}

impl<G: Booked> Book<G> {
    /// Opens the results that `stored` returns for each part.
    ///
    /// # Errors
    /// If a part is missing or damaged.
    pub fn open<'a>(game: &G, stored: impl Fn(Part) -> Option<&'a str>) -> Result<Book<G>, BookError> {
        let text = |part| stored(part).ok_or(BookError { part, error: None });
        let damaged = |part| move |error| BookError { part, error: Some(error) };
        let (mut hands, mut openings) = (None, None);
        if !G::hands().is_empty() {
            hands = Some(Hands::parse::<G>(text(Part::Hands)?).map_err(damaged(Part::Hands))?);
            openings = Some(Openings::parse::<G>(text(Part::Openings)?).map_err(damaged(Part::Openings))?);
        }
        Ok(Book {
            game: game.clone(),
            games: Games::parse(game, text(Part::Games)?).map_err(damaged(Part::Games))?,
            hands,
            openings,
            matches: Matches::parse::<G>(text(Part::Matches)?).map_err(damaged(Part::Matches))?,
        })
    }

    /// Writes the page.
    pub fn page(&self) -> Page {
        G::write(self)
    }

    /// Returns the commands that remake the studies.
    pub fn commands(&self) -> Vec<String> {
        let hands = self.hands.iter().map(|hands| &hands.head);
        let openings = self.openings.iter().map(|openings| &openings.head);
        let heads = std::iter::once(&self.games.head).chain(hands).chain([&self.matches.head]).chain(openings);
        heads.map(Head::command::<G>).collect()
    }
}
