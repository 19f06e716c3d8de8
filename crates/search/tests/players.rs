//! Every player of every game: its decisions are legal, reproducible and independent of hidden cards.

use cardsharp_rules::{
    ActionOf, AnyGame, Game, Observation, ObservationOf, Rng, Seat, Seed, State, Turn, random_position, with_game,
};
use cardsharp_search::{Player, Searchable, Spec, roster, seat_player};

/// Every player of the roster, with a node budget so that its decisions can be repeated.
fn players<G: Searchable>(game: &G) -> Vec<(String, Box<dyn Player<G>>)> {
    roster(game)
        .iter()
        .map(|offer| {
            let text = match offer.name {
                "pimc" => "pimc:worlds=5,weights=models".to_owned(),
                name if offer.settings.contains(&"nodes") => format!("{name}:nodes=60,worlds=20"),
                name if offer.settings.contains(&"worlds") => format!("{name}:worlds=5"),
                name => name.to_owned(),
            };
            let spec: Spec = text.parse().unwrap();
            let player = seat_player(game, &spec).unwrap_or_else(|error| panic!("{text}: {error}"));
            (text, player)
        })
        .collect()
}

fn check<G: Searchable>(game: &G, judge: impl Fn(&str, &dyn Player<G>, &G::State, Seat, u64)) {
    let players = players(game);
    for seed in 0..6 {
        for plies in (0..48).step_by(5) {
            let state = random_position(game, Seed(seed), plies);
            let Turn::Of(seat) = state.turn() else { continue };
            for (name, player) in &players {
                judge(name, player.as_ref(), &state, seat, seed * 100 + u64::from(plies));
            }
        }
    }
}

fn choose<G: Game>(player: &dyn Player<G>, view: &ObservationOf<G>, seed: u64) -> ActionOf<G> {
    player.choose(view, &mut Rng::new(Seed(seed)))
}

/// The leak law for players: other hidden cards, same decision.
#[test]
fn replacing_the_hidden_cards_never_changes_a_decision() {
    fn judge<G: Searchable>(game: &G) {
        check(game, |name, player, state, seat, seed| {
            let view = state.observe(seat);
            let action = choose(player, &view, seed);
            assert!(state.is_legal(action), "{name} wants {action} in {view}");
            let other = view.sample_state(&mut Rng::new(Seed(seed).stream(9)));
            assert_eq!(choose(player, &other.observe(seat), seed), action, "{name} in {view}");
        });
    }
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => judge(game));
    }
}

#[test]
fn asked_again_a_player_thinks_the_same_to_the_last_digit() {
    fn judge<G: Searchable>(game: &G) {
        check(game, |name, player, state, seat, seed| {
            let view = state.observe(seat);
            let think = || player.consider(&view, &mut Rng::new(Seed(seed)));
            assert_eq!(think(), think(), "{name} in {view}");
        });
    }
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => judge(game));
    }
}

#[test]
fn an_unknown_player_or_setting_is_refused_with_the_nearest() {
    fn refuse<G: Searchable>(game: &G, text: &str) -> String {
        seat_player(game, &text.parse().unwrap()).err().expect("refused").to_string()
    }
    for game in AnyGame::all() {
        let refuse = |text: &str| with_game!(AnyGame, &game, game => refuse(game, text));
        assert!(refuse("champoin").contains("did you mean \"champion\"?"));
        assert!(refuse("champion:node=3").contains("did you mean \"nodes\"?"));
        assert!(refuse("champion:nodes=0").contains("nodes=0: expected a whole number from 1"));
        assert!(refuse("champion:nodes=5,ms=5").contains("set ms or nodes, not both"));
        assert!(refuse("random:ms=5").contains("random has no settings"));
        assert!(refuse("ismcts:objective=glory").contains("expected one of place, win, score, mix"));
    }
}
