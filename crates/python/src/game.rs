//! Games as Python classes.

use std::sync::Arc;

use cardsharp_rules::{AnyGame, Game as _, GameOption, ParseError, Seat, Seed, with_game};
use cardsharp_search::{Offer, roster};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{InvalidDeal, wrong};
use crate::observation::Observation;
use crate::playable::{ActionLike, GameState, GameView, Playable, Position, View};
use crate::state::State;

/// A game with its options.
///
/// >>> import cardsharp
/// >>> game = cardsharp.Game("lucky-thirteen", sums="flexible")
/// >>> game.title, game.seats
/// ('Lucky Thirteen', 4)
/// >>> game.options
/// {'sums': 'flexible'}
#[pyclass(frozen, module = "cardsharp")]
pub(crate) struct Game(pub(crate) Arc<AnyGame>);

/// The return value of `__reduce__`, for pickle.
pub(crate) type Rebuilt<T> = (Py<PyAny>, T);

/// All games, with their default options.
///
/// >>> [game.name for game in cardsharp.games()]
/// ['intensity', 'hanamikoji', 'indigo', 'lucky-thirteen']
#[pyfunction]
pub(crate) fn games() -> Vec<Game> {
    AnyGame::all().into_iter().map(|game| Game(Arc::new(game))).collect()
}

#[derive(FromPyObject)]
pub(crate) enum GameLike<'py> {
    /// A game with its options.
    #[pyo3(transparent, annotation = "Game")]
    Game(PyRef<'py, Game>),
    /// The name of a game, with its default options.
    #[pyo3(transparent, annotation = "str")]
    Name(String),
}

impl GameLike<'_> {
    pub(crate) fn game(&self) -> PyResult<Arc<AnyGame>> {
        match self {
            GameLike::Game(game) => Ok(Arc::clone(&game.0)),
            GameLike::Name(name) => name.parse().map(Arc::new).map_err(|error: ParseError| wrong(error)),
        }
    }
}

/// Returns the seat with this number.
pub(crate) fn seat_at(game: &AnyGame, number: usize) -> PyResult<Seat> {
    fn shape<G: cardsharp_rules::Game>(_: &G) -> (&'static str, usize) {
        (G::TITLE, G::SEATS)
    }
    let (title, seats) = with_game!(AnyGame, game, game => shape(game));
    if number < seats {
        return Ok(Seat::new(number));
    }
    Err(wrong(format!("seat {number}: {title} has seats 0 to {}", seats - 1)))
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, **options))]
    fn new(name: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
        fn set<G: cardsharp_rules::Game>(game: &mut G, key: &str, value: &str) -> Result<(), ParseError> {
            game.set_option(key, value)
        }
        let mut game: AnyGame = name.parse().map_err(|error: ParseError| wrong(error))?;
        for (key, value) in options.into_iter().flatten() {
            let (key, value) = (key.str()?.to_string(), value.str()?.to_string());
            with_game!(AnyGame, &mut game, game => set(game, &key, &value)).map_err(wrong)?;
        }
        Ok(Game(Arc::new(game)))
    }

    /// The name on the command line: ``lucky-thirteen``.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The name for people: ``Lucky Thirteen``.
    #[getter]
    fn title(&self) -> &'static str {
        fn title<G: cardsharp_rules::Game>(_: &G) -> &'static str {
            G::TITLE
        }
        with_game!(AnyGame, &*self.0, game => title(game))
    }

    /// The number of seats.
    #[getter]
    pub(crate) fn seats(&self) -> usize {
        self.0.seats()
    }

    /// The rules for people, as Markdown.
    #[getter]
    fn rules(&self) -> &'static str {
        fn rules<G: cardsharp_rules::Game>(_: &G) -> &'static str {
            G::RULES
        }
        with_game!(AnyGame, &*self.0, game => rules(game))
    }

    /// The options and their values.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options: Vec<GameOption> = with_game!(AnyGame, &*self.0, game => game.options());
        let dict = PyDict::new(py);
        for option in options {
            dict.set_item(option.key, option.value)?;
        }
        Ok(dict)
    }

    /// The lowest and the highest return of a seat.
    #[getter]
    fn returns_range(&self) -> (i32, i32) {
        fn range<G: Playable>(_: &G) -> (i32, i32) {
            G::RANGE
        }
        with_game!(AnyGame, &*self.0, game => range(game))
    }

    /// The number of features of an observation.
    #[getter]
    fn num_features(&self) -> usize {
        fn features<G: cardsharp_rules::Game>(_: &G) -> usize {
            G::FEATURES
        }
        with_game!(AnyGame, &*self.0, game => features(game))
    }

    /// The features that may be other numbers than 0 and 1, ascending.
    #[getter]
    fn number_features(&self) -> Vec<usize> {
        fn numbers<G: cardsharp_rules::Game>(_: &G) -> Vec<usize> {
            G::NUMBER_FEATURES.to_vec()
        }
        with_game!(AnyGame, &*self.0, game => numbers(game))
    }

    /// The number of distinct actions. The numbers of actions never change.
    #[getter]
    pub(crate) fn num_actions(&self) -> usize {
        fn actions<G: cardsharp_rules::Game>(_: &G) -> usize {
            G::ACTIONS
        }
        with_game!(AnyGame, &*self.0, game => actions(game))
    }

    /// The version of the features. It increases when any feature changes its meaning.
    #[getter]
    fn encoding_version(&self) -> u32 {
        fn version<G: cardsharp_rules::Game>(_: &G) -> u32 {
            G::ENCODING_VERSION
        }
        with_game!(AnyGame, &*self.0, game => version(game))
    }

    /// The built-in players, the weakest first: name, summary and settings of each.
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        fn offers<G: Playable>(game: &G) -> Vec<(String, String, Vec<String>)> {
            let settings = |offer: &Offer<G>| offer.settings.iter().map(ToString::to_string).collect();
            let entry = |offer: Offer<G>| (offer.name.to_string(), offer.summary.to_string(), settings(&offer));
            roster(game).into_iter().map(entry).collect()
        }
        let entry = |(name, summary, settings)| {
            let dict = PyDict::new(py);
            dict.set_item("name", name)?;
            dict.set_item("summary", summary)?;
            dict.set_item("settings", settings)?;
            Ok(dict)
        };
        with_game!(AnyGame, &*self.0, game => offers(game)).into_iter().map(entry).collect()
    }

    /// The deal of a seed, in the game's notation. It never changes.
    ///
    /// >>> cardsharp.Game("intensity").deal(7)[:20]
    /// 'hands 47 48 28 35 42'
    fn deal(&self, seed: u64) -> String {
        with_game!(AnyGame, &*self.0, game => game.shuffle(Seed(seed)).to_string())
    }

    /// Starts a game from a seed, or from a deal in the game's notation.
    ///
    /// >>> state = cardsharp.Game("indigo").start(7)
    /// >>> state.current_player(), state.is_terminal()
    /// (0, False)
    #[pyo3(signature = (seed = None, *, deal = None))]
    fn start(&self, seed: Option<u64>, deal: Option<&str>) -> PyResult<State> {
        fn from_deal<G: Playable>(game: &G, text: &str) -> PyResult<Box<dyn Position>> {
            let deal: G::Deal = text.parse().map_err(|error: ParseError| InvalidDeal::new_err(error.to_string()))?;
            let state = game.start(&deal).map_err(|error| InvalidDeal::new_err(error.to_string()))?;
            Ok(Box::new(GameState { game: game.clone(), state }))
        }
        fn from_seed<G: Playable>(game: &G, seed: Seed) -> Box<dyn Position> {
            let state = game.start(&game.shuffle(seed)).expect("a shuffled deal is valid");
            Box::new(GameState { game: game.clone(), state })
        }
        let position = match (seed, deal) {
            (Some(seed), None) => with_game!(AnyGame, &*self.0, game => from_seed(game, Seed(seed))),
            (None, Some(deal)) => with_game!(AnyGame, &*self.0, game => from_deal(game, deal))?,
            _ => return Err(wrong("name either a seed or a deal")),
        };
        Ok(State { game: Arc::clone(&self.0), position })
    }

    /// Parses an observation in the game's notation, as ``str(observation)`` writes it.
    fn observation(&self, text: &str) -> PyResult<Observation> {
        fn read<G: Playable>(game: &G, text: &str) -> Result<Box<dyn View>, ParseError> {
            Ok(Box::new(GameView { game: game.clone(), view: text.parse()? }))
        }
        let view = with_game!(AnyGame, &*self.0, game => read(game, text)).map_err(wrong)?;
        Ok(Observation { game: Arc::clone(&self.0), view })
    }

    /// The notation of the action with this number.
    ///
    /// >>> cardsharp.Game("intensity").action_to_string(5)
    /// 'play 15'
    pub(crate) fn action_to_string(&self, action: ActionLike) -> PyResult<String> {
        fn text<G: cardsharp_rules::Game>(_: &G, action: &ActionLike) -> Result<String, ParseError> {
            action.read::<G>().map(|action| action.to_string())
        }
        with_game!(AnyGame, &*self.0, game => text(game, &action)).map_err(crate::error::illegal)
    }

    /// The number of the action with this notation.
    ///
    /// >>> cardsharp.Game("intensity").string_to_action("play 15")
    /// 5
    pub(crate) fn string_to_action(&self, action: ActionLike) -> PyResult<usize> {
        fn number<G: cardsharp_rules::Game>(_: &G, action: &ActionLike) -> Result<usize, ParseError> {
            action.read::<G>().map(G::action_index)
        }
        with_game!(AnyGame, &*self.0, game => number(game, &action)).map_err(crate::error::illegal)
    }

    fn __repr__(&self) -> String {
        let options: Vec<GameOption> = with_game!(AnyGame, &*self.0, game => game.options());
        let mut words = vec![format!("{:?}", self.name())];
        words.extend(options.iter().map(|option| format!("{}={:?}", option.key, option.value)));
        format!("Game({})", words.join(", "))
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.__repr__().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__(slf: &Bound<'_, Game>) -> PyResult<Rebuilt<(String, Py<PyDict>)>> {
        let py = slf.py();
        let rebuild = py.import("cardsharp")?.getattr("_game")?.unbind();
        let game = slf.get();
        Ok((rebuild, (game.name().to_owned(), game.options(py)?.unbind())))
    }
}
