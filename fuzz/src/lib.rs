//! The checks of the fuzz targets: no panic, and what was written reads back.
//!
//! The first byte of an input chooses the game (`0` is the first of [`AnyGame::all`], and so on, modulo their number),
//! so a new game is fuzzed without new code here. `cargo xtask fuzz --seeds` makes the seeds and writes the same byte.

mod files;
mod mutate;
mod protocol;

pub use files::{packed, saved, tables};
pub use mutate::mutate;
pub use protocol::{line, original};

use std::fmt::{Debug, Display};
use std::str::FromStr;

use cardsharp_rules::lucky_thirteen::{LuckyThirteen, Setup, Sums, log};
use cardsharp_rules::{
    ActionOf, AnyGame, AnyRecord, CardSet, Game, Observation, ObservationOf, ParseError, Rng, Seat, Seed, State, Turn,
    Verdict, french::FrenchCard, random_position, seat_names, with_game,
};
use cardsharp_session::{Session, ToMove};

/// Returns the game that an input names, and the rest of the input.
fn choose_game(data: &[u8]) -> Option<(AnyGame, &[u8])> {
    let (choice, rest) = data.split_first()?;
    let mut games = AnyGame::all();
    let game = games.swap_remove(usize::from(choice.wrapping_sub(b'0')) % games.len());
    Some((game, rest))
}

/// Returns the game and the rest as text; `None` if it is not UTF-8.
fn split(data: &[u8]) -> Option<(AnyGame, &str)> {
    let (game, text) = choose_game(data)?;
    Some((game, std::str::from_utf8(text).ok()?))
}

fn reads_back<T>(thing: &T)
where
    T: Display + FromStr<Err = ParseError> + PartialEq + Debug,
{
    let written = thing.to_string();
    let read = written.parse::<T>();
    assert!(read.as_ref() == Ok(thing), "{written:?} of {thing:?} is read as {read:?}");
}

/// A record that can be read is written as a record that reads back equal.
pub fn record(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    // Formatting the error must not panic either.
    let record = match AnyRecord::parse(text) {
        Ok(record) => record,
        Err(error) => return drop(error.to_string()),
    };
    let written = with_game!(AnyRecord, &record, record => record.to_string());
    let read = AnyRecord::parse(&written);
    assert!(read.as_ref() == Ok(&record), "{written}\nis read as {read:?}\ninstead of {record:?}");
}

/// A deal that can be read reads back. The game it starts is played out, or the deal is refused.
pub fn deal(data: &[u8]) {
    fn check<G: Game>(game: &G, text: &str) {
        let Ok(deal) = text.parse::<G::Deal>() else { return };
        reads_back(&deal);
        match game.start(&deal) {
            Ok(mut state) => drop(state.play_out(&mut Rng::new(Seed(1)))),
            Err(error) => drop(error.to_string()),
        }
    }
    let Some((game, text)) = split(data) else { return };
    with_game!(AnyGame, &game, game => check(game, text));
}

/// An action that can be read reads back, and any position plays or refuses it. The second byte is the number of
/// actions before the position.
pub fn action(data: &[u8]) {
    fn check<G: Game>(game: &G, plies: u8, text: &str) {
        let Ok(action) = text.parse::<ActionOf<G>>() else { return };
        reads_back(&action);
        let mut state = random_position(game, Seed(7), u32::from(plies));
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        assert_eq!(state.play(action).is_ok(), legal.contains(&action), "{action} among {legal:?}");
    }
    let Some((game, rest)) = split(data) else { return };
    let Some(plies) = rest.chars().next().filter(char::is_ascii) else { return };
    with_game!(AnyGame, &game, game => check(game, plies as u8, &rest[1..]));
}

/// A view that can be read reads back. States sampled from it show the same view and can be played out.
pub fn view(data: &[u8]) {
    fn check<G: Game>(_: &G, text: &str) {
        let Ok(view) = text.parse::<ObservationOf<G>>() else { return };
        reads_back(&view);
        let (seat, mut rng) = (view.seat(), Rng::new(Seed(1)));
        let (mut mine, mut legal) = (Vec::new(), Vec::new());
        view.legal_actions(&mut mine);
        for _ in 0..2 {
            let mut state = view.sample_state(&mut rng);
            assert_eq!(state.observe(seat), view, "a sampled state shows another view");
            assert_eq!(state.turn(), view.turn(), "a sampled state has another turn");
            legal.clear();
            if state.turn() == Turn::Of(seat) {
                state.legal_actions(&mut legal);
            }
            assert_eq!(legal, mine, "a sampled state allows something else");
            // The other seats' views are checked too, so they catch a sampled state that looks right to this seat only.
            Seat::all(G::SEATS).for_each(|seat| reads_back(&state.observe(seat)));
            state.play_out(&mut rng);
            Seat::all(G::SEATS).for_each(|seat| reads_back(&state.observe(seat)));
        }
        G::encode(&view, &mut vec![0.0; G::FEATURES]);
    }
    let Some((game, text)) = split(data) else { return };
    with_game!(AnyGame, &game, game => check(game, text));
}

/// Options, `key=value` a line: a set option is listed with its value, and the listed options make the same game.
pub fn option(data: &[u8]) {
    fn check<G: Game>(_: &G, text: &str) {
        let mut game = G::default();
        for line in text.lines() {
            let (key, value) = line.split_once('=').unwrap_or((line, ""));
            if game.set_option(key, value).is_ok() {
                let stands = game.options().iter().any(|option| option.key == key && option.value == value);
                assert!(stands, "{line:?} was set but is not listed");
            }
        }
        let mut again = G::default();
        for option in game.options() {
            again.set_option(option.key, option.value).expect("what is listed can be set");
        }
        assert_eq!(again, game);
        assert!(game.start(&game.shuffle(Seed(1))).is_ok(), "{game:?} refuses its own deal");
    }
    let Some((game, text)) = split(data) else { return };
    with_game!(AnyGame, &game, game => check(game, text));
}

/// The words of all games: seats, verdicts, games, and the 52 cards in both notations.
pub fn word(data: &[u8]) {
    fn check<T: FromStr<Err = ParseError> + Display + PartialEq + Debug>(text: &str) {
        if let Ok(thing) = text.parse::<T>() {
            reads_back(&thing);
        }
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    check::<Seat>(text);
    check::<Verdict>(text);
    check::<AnyGame>(text);
    check::<FrenchCard>(text);
    check::<CardSet<FrenchCard>>(text);
    if let Ok(card) = FrenchCard::from_code(text) {
        assert_eq!(FrenchCard::from_code(&card.code()), Ok(card));
    }
}

/// A property file is refused with its line, or is a table at which a game is played to its end.
pub fn properties(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let setup = match Setup::parse(text) {
        Ok(setup) => setup,
        Err(error) => return drop(error.to_string()),
    };
    for sums in [Sums::Face, Sums::Flexible] {
        let seats = || Seat::all(LuckyThirteen::SEATS);
        let specs = seats().map(|seat| setup.player(seat).parse().unwrap()).collect();
        let record = setup.record(LuckyThirteen { sums }, Seed(1), seat_names::<LuckyThirteen>());
        let laid_down = seats().map(|seat| setup.forced(seat)).collect();
        let mut sitting = Session::new(record, specs, laid_down).ok().unwrap();
        while sitting.let_players_play_one().unwrap().is_some() {}
        // A human seat stops the game; otherwise it must reach its end.
        if !matches!(sitting.to_move(), ToMove::Person(_)) {
            assert!(sitting.record().result().is_some(), "{text}");
            assert_eq!(log(sitting.record()).lines().count(), 6, "{text}");
        }
    }
}
