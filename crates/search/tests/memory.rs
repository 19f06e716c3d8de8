//! Memory over a match, in every game whose champion has it: what it depends on, and that it has an effect.

use cardsharp_rules::hanamikoji::Hanamikoji;
use cardsharp_rules::indigo::Indigo;
use cardsharp_rules::{
    ActionOf, AnyGame, Game, Observation, ObservationOf, Random, Rng, Rotation, Seat, Seed, State, Style, Turn,
    random_position, with_game,
};
use cardsharp_search::{CHAMPION, Considered, Player, Searchable, SeenGame, roster, seat_player};

fn champion<G: Searchable>(game: &G, memory: &str) -> Option<Box<dyn Player<G>>> {
    let can = roster(game).iter().any(|offer| offer.name == CHAMPION && offer.settings.contains(&"memory"));
    let text = format!("champion:nodes=60,worlds=20,memory={memory}");
    can.then(|| game.seat_player(&text.parse().unwrap()).unwrap_or_else(|error| panic!("{text}: {error}")))
}

/// The end of a game in which the first seat plays at random and all others follow this style.
fn end<G: Game>(game: &G, style: &dyn Style<G>, seed: u64) -> G::State {
    let mut state = game.start(&game.shuffle(Seed(seed))).expect("a shuffled deal is valid");
    let mut rng = Rng::new(Seed(seed).stream(7));
    while let Turn::Of(seat) = state.turn() {
        let view = state.observe(seat);
        let action = if seat == Seat::FIRST { state.random_action(&mut rng) } else { style.choose(&view, &mut rng) };
        state.play(action).expect("legal");
    }
    state
}

/// The opinions of a player in the first seat at some points of random games.
fn thoughts<G: Searchable>(game: &G, player: &dyn Player<G>) -> Vec<Considered<ActionOf<G>>> {
    let mut thoughts = Vec::new();
    for seed in 0..4 {
        for plies in (0..40).step_by(2) {
            let state = random_position(game, Seed(seed), plies);
            if state.turn() == Turn::Of(Seat::FIRST) {
                thoughts.push(player.consider(&state.observe(Seat::FIRST), &mut Rng::new(Seed(seed))));
            }
        }
    }
    thoughts
}

/// A finished game after which no player changes seats.
fn finished_game<G: Game>(view: ObservationOf<G>) -> SeenGame<G> {
    SeenGame { view, moving: Rotation::new(0, G::SEATS) }
}

#[test]
fn in_the_first_game_of_a_match_a_champion_plays_as_it_always_does() {
    fn check<G: Searchable>(game: &G) {
        let (Some(forgets), Some(remembers)) = (champion(game, "game"), champion(game, "match")) else { return };
        let usual = seat_player(game, &"champion:nodes=60,worlds=20".parse().unwrap()).unwrap();
        let always = thoughts(game, &*usual);
        assert!(thoughts(game, &*forgets) == always, "{}", G::NAME);
        assert!(thoughts(game, &*remembers) == always, "{}", G::NAME);
    }
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => check(game));
    }
}

#[test]
fn who_is_not_told_to_remember_forgets() {
    fn check<G: Searchable>(game: &G) {
        let view = end(game, &*game.default_style(), 1).observe(Seat::FIRST);
        for offer in roster(game) {
            let player = seat_player(game, &offer.name.parse().unwrap()).unwrap();
            assert!(player.remembering(&finished_game(view.clone())).is_none(), "{} at {}", offer.name, G::NAME);
        }
    }
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => check(game));
    }
}

/// The leak law for memories: other hidden cards in an earlier game, same opinions in the next.
#[test]
fn what_was_never_shown_in_an_earlier_game_changes_no_memory() {
    fn check<G: Searchable>(game: &G) -> bool {
        let Some(champion) = champion(game, "match") else { return false };
        let mut hidden = 0;
        for seed in 0..3 {
            let state = end(game, &*game.default_style(), seed);
            let view = state.observe(Seat::FIRST);
            let other = view.sample_state(&mut Rng::new(Seed(seed).stream(9)));
            hidden += usize::from(state != other);
            let remembers = |view| champion.remembering(&finished_game(view)).expect("it remembers");
            let thinks = |view| thoughts(game, &*remembers(view));
            assert!(thinks(other.observe(Seat::FIRST)) == thinks(view), "{}, seed {seed}", G::NAME);
        }
        hidden > 0
    }
    let mut hidden = 0;
    for game in AnyGame::all() {
        hidden += usize::from(with_game!(AnyGame, &game, game => check(game)));
    }
    assert!(hidden > 1, "cards stay hidden at the end of {hidden} games");
}

#[test]
fn what_was_seen_changes_what_is_thought() {
    fn check<G: Searchable>(game: &G) -> bool {
        let Some(mut champion) = champion(game, "match") else { return false };
        let stranger = thoughts(game, &*champion);
        for seed in 0..4 {
            let view = end(game, &Random, seed).observe(Seat::FIRST);
            champion = champion.remembering(&finished_game(view)).expect("it remembers");
        }
        assert!(thoughts(game, &*champion) != stranger, "nothing is remembered at {}", G::NAME);
        true
    }
    let mut remember = 0;
    for game in AnyGame::all() {
        remember += usize::from(with_game!(AnyGame, &game, game => check(game)));
    }
    assert_eq!(remember, 4, "all games of the house");
}

#[test]
fn memory_is_refused_where_nobody_says_what_a_match_is_and_where_there_is_none() {
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => {
            assert!(refuse(game, "random:memory=match").contains("random has no settings"));
            assert!(refuse(game, "ismcts:memory=match").contains("ismcts has no setting \"memory\""));
            if champion(game, "match").is_some() {
                let words = refuse(game, "champion:memory=match");
                assert!(words.contains("only `cardsharp match` allows memory=match, with --match-length N"), "{words}");
                assert!(refuse(game, "champion:memory=ever").contains("expected one of game, match"));
            } else {
                assert!(refuse(game, "champion:memory=match").contains("champion has no setting \"memory\""));
            }
        });
    }
    let words = refuse(&Hanamikoji, "champion:memory=match,safety=careful");
    assert!(words.contains("set safety below 1"), "{words}");
    let words = refuse(&Indigo, "champion:memory=match,objective=score");
    assert!(words.contains("set win or place"), "{words}");
}

fn refuse<G: Searchable>(game: &G, text: &str) -> String {
    seat_player(game, &text.parse().unwrap()).err().expect("refused").to_string()
}
