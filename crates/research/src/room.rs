//! The parts of each game's research module: strangers, sparring partners, exploiters.

use std::any::Any;

use cardsharp_rules::{Seed, Style};
use cardsharp_search::{Searchable, Spec};

use crate::exploit::{Effort, Exploiter, Target};
use crate::games::{hanamikoji, indigo, intensity, lucky_thirteen};

pub(crate) type Styles<G> = Vec<Box<dyn Style<G>>>;

/// The parts of a game's module that other code looks up.
pub(crate) struct Room<G: Searchable> {
    pub(crate) strangers: fn() -> Styles<G>,
    pub(crate) sparring: fn() -> Styles<G>,
    /// Exploiters besides the search.
    pub(crate) exploiters: fn(&Target<G>, &Effort) -> Vec<Exploiter<G>>,
    /// A style that plays much like this player; exploiters ask it instead of a slow player.
    pub(crate) stand_in: fn(&Spec) -> Option<Box<dyn Style<G>>>,
    /// The mean gain over both seats of an exact best response late in a game of the target against itself.
    pub(crate) late_gain: fn(&Target<G>, &Effort, Seed, Seed) -> Option<f64>,
}

impl<G: Searchable> Room<G> {
    pub(crate) const EMPTY: Room<G> = Room {
        strangers: Vec::new,
        sparring: Vec::new,
        exploiters: |_, _| Vec::new(),
        stand_in: |_| None,
        late_gain: |_, _, _, _| None,
    };

    /// Finds the room by the game's type, so that callers need no bound on it. A game without a room has an empty one.
    pub(crate) fn of_game() -> &'static Room<G> {
        let rooms: [&'static dyn Any; 4] = [&hanamikoji::ROOM, &indigo::ROOM, &intensity::ROOM, &lucky_thirteen::ROOM];
        rooms.into_iter().find_map(|room| room.downcast_ref()).unwrap_or(const { &Room::EMPTY })
    }
}

/// Returns the strangers of a game, weakest first: styles like other people's programs, `stranger-NAME`.
///
/// They measure the house players, so no code that plays, judges or learns may know them: `cardsharp-search` does not
/// depend on this crate, and no list shows them.
pub fn strangers<G: Searchable>() -> Vec<Box<dyn Style<G>>> {
    (Room::<G>::of_game().strangers)()
}

/// Returns the sparring partners of a game: more such styles with other ideas, `sparring-NAME`, for models and training.
pub fn sparring<G: Searchable>() -> Vec<Box<dyn Style<G>>> {
    (Room::<G>::of_game().sparring)()
}

/// Returns the strangers and sparring partners of a game, for commands that accept their names.
pub fn unlisted<G: Searchable>(_game: &G) -> Vec<Box<dyn Style<G>>> {
    strangers().into_iter().chain(sparring()).collect()
}

/// Finds the style of this name among the house players and the unlisted ones.
pub fn style_named<G: Searchable>(game: &G, name: &str) -> Option<Box<dyn Style<G>>> {
    let house = game.styles().into_iter().chain(game.learned());
    house.chain(unlisted(game)).find(|style| style.name() == name)
}
