//! Every unseen card is somewhere, every place is full, and beliefs follow Bayes' rule.

use cardsharp_rules::indigo::{Classic, Indigo, Play};
use cardsharp_rules::{
    AnyGame, Game, Observation, Rng, Sampler, Seat, Seed, State, Style, Turn, random_position, with_game,
};
use cardsharp_search::{
    Belief, Budget, Clock, Considered, HidingPlace, Holdings, Model, SURPRISE, Searchable, Spec, by_number, roster,
    seat_player,
};

fn check_counts<G: Searchable>(state: &G::State, seat: Seat, rng: &mut Rng) {
    let view = state.observe(seat);
    let (kinds, places) = (G::unseen(&view), G::hiding_places(&view));
    let total: usize = kinds.iter().map(|kind| kind.count).sum();
    assert_eq!(total, places.iter().map(|place| place.size).sum::<usize>(), "{view}");
    let mut counts = Vec::new();
    for world in [state.clone(), view.sample_state(rng)] {
        G::locate(&view, &world, &mut counts);
        assert_eq!(counts.len(), kinds.len() * places.len(), "{view}");
        for (kind, row) in kinds.iter().zip(counts.chunks(places.len())) {
            assert_eq!(
                row.iter().map(|&count| usize::from(count)).sum::<usize>(),
                kind.count,
                "{} in {view}",
                kind.name
            );
        }
        for (column, place) in places.iter().enumerate() {
            let held: usize = counts.iter().skip(column).step_by(places.len()).map(|&count| usize::from(count)).sum();
            assert_eq!(held, place.size, "{} in {view}", place.name(by_number));
        }
    }
}

#[test]
fn every_unseen_card_is_in_one_place_and_every_place_is_full() {
    fn judge<G: Searchable>(game: &G) {
        let mut rng = Rng::new(Seed(4));
        for seed in 0..8 {
            for plies in 0..60 {
                let state = random_position(game, Seed(seed), plies);
                Seat::all(G::SEATS).for_each(|seat| check_counts::<G>(&state, seat, &mut rng));
            }
        }
    }
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => judge(game));
    }
}

fn clock() -> Clock {
    Clock::start(Budget::Nodes(1))
}

#[test]
fn chances_add_up_by_card_and_by_place() {
    fn judge<G: Searchable>(game: &G) {
        for plies in [0, 3, 7, 12, 30] {
            let state = random_position(game, Seed(u64::from(plies)), plies);
            let Turn::Of(seat) = state.turn() else { continue };
            let view = state.observe(seat);
            let belief = Belief::new(&view, &game.models(), 30, &clock(), &mut Rng::new(Seed(1)));
            let holdings = Holdings::of::<G>(&view, &belief);
            for kind in 0..holdings.kinds.len() {
                let row: Vec<f64> = (0..holdings.places.len()).map(|place| holdings.chance(kind, place)).collect();
                assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{row:?} in {view}");
                assert!(row.iter().all(|chance| (0.0..=1.0).contains(chance)), "{row:?} in {view}");
            }
            for (place, HidingPlace { size, .. }) in holdings.places.iter().enumerate() {
                let cards = (0..holdings.kinds.len())
                    .map(|kind| holdings.chance(kind, place) * holdings.kinds[kind].count as f64);
                let held: f64 = cards.sum();
                assert!((held - *size as f64).abs() < 0.05, "{held} of {size} in {view}");
            }
        }
    }
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => judge(game));
    }
}

/// The likelihood of seat 1's plays in this world, computed from the replay alone.
fn likelihood(world: &<Indigo as Game>::State) -> f64 {
    let mut plays: Vec<Play> = Vec::new();
    let mut state = world.rewind(&mut plays);
    let mut likely = 1.0;
    for play in plays {
        let Turn::Of(seat) = state.turn() else { unreachable!() };
        if seat == Seat::new(1) {
            let (mut legal, mut weights) = (Vec::new(), Vec::new());
            state.legal_actions(&mut legal);
            Classic.weigh(&state.observe(seat), &legal, &mut weights);
            let chosen = legal.iter().position(|&each| each == play).unwrap();
            if legal.len() > 1 {
                likely *= SURPRISE / legal.len() as f64 + (1.0 - SURPRISE) * f64::from(weights[chosen]);
            }
        }
        state.play(play).unwrap();
    }
    likely
}

#[test]
fn a_belief_is_what_enumeration_says_where_the_model_is_known() {
    let mut told = 0.0_f64;
    for seed in 0..4 {
        // Seat 1 holds the last card of the third deal, and it may be any of thirteen.
        let mut state = Indigo.start(&Indigo.shuffle(Seed(seed))).unwrap();
        let mut rng = Rng::new(Seed(seed));
        while state.table().plays().len() < 34 {
            let Turn::Of(seat) = state.turn() else { unreachable!() };
            state.play(Style::<Indigo>::choose(&Classic, &state.observe(seat), &mut rng)).unwrap();
        }
        let view = state.observe(Seat::new(0));
        let unseen: Vec<_> = view.unseen().iter().collect();
        assert_eq!(unseen.len(), 13);
        let sampler = view.sampler();
        let likely: Vec<f64> = unseen
            .iter()
            .map(|&card| {
                let mut worlds = std::iter::repeat_with(|| sampler.sample(&mut rng));
                likelihood(&worlds.find(|world| world.hands()[Seat::new(1)].contains(card)).unwrap())
            })
            .collect();
        let sum: f64 = likely.iter().sum();

        let models = [Model::follows(Classic, 1.0)];
        let belief = Belief::new::<Indigo>(&view, &models, 8_000, &clock(), &mut rng);
        let holdings = Holdings::of::<Indigo>(&view, &belief);
        for (kind, likely) in likely.iter().enumerate() {
            let (exact, found) = (likely / sum, holdings.chance(kind, 0));
            assert!((exact - found).abs() < 0.03, "{}: {found} instead of {exact}", holdings.kinds[kind].name);
            told = told.max(exact - 1.0 / 13.0);
        }
    }
    assert!(told > 0.03, "the plays tell something in one of these games, {told}");
}

#[test]
fn what_a_player_thinks_best_is_what_it_does() {
    fn judge<G: Searchable>(game: &G) {
        for offer in roster(game) {
            let settings = match offer.name {
                "pimc" => ":worlds=5",
                _ if offer.settings.contains(&"nodes") => ":nodes=40,worlds=10",
                _ => "",
            };
            let spec: Spec = format!("{}{settings}", offer.name).parse().unwrap();
            let player = seat_player(game, &spec).unwrap();
            for plies in [0, 5, 10] {
                let state = random_position(game, Seed(3), plies);
                let Turn::Of(seat) = state.turn() else { continue };
                let view = state.observe(seat);
                let rng = || Rng::new(Seed(u64::from(plies)));
                let choice = player.choose(&view, &mut rng());
                match player.consider(&view, &mut rng()) {
                    Considered::Values(valued) => assert_eq!(valued[0].action, choice, "{spec} in {view}"),
                    Considered::Choice(action) => assert_eq!(action, choice, "{spec} in {view}"),
                    Considered::Weights(weighed) => {
                        assert!(weighed.iter().any(|&(action, weight)| action == choice && weight > 0.0));
                        assert!((weighed.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-4);
                    }
                }
            }
        }
    }
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => judge(game));
    }
}

/// The caller names the seats, and a hand is recognised as one.
#[test]
fn places_are_called_after_who_sits_there() {
    let called = |seat: Seat| ["seat 1", "seat 0"][seat.index()].to_owned();
    let (hand, secret) =
        (HidingPlace::hand(Seat::new(1), 3), HidingPlace::of(Seat::new(1), "secret", "the secret of", 1));
    assert_eq!((hand.name(called), hand.in_words(called)), ("seat 0".to_owned(), "in the hand of seat 0".to_owned()));
    assert_eq!(
        (secret.name(called), secret.in_words(called)),
        ("secret".to_owned(), "the secret of seat 0".to_owned())
    );
    let pile = HidingPlace::common("pile", "in the pile", 5);
    assert_eq!((pile.name(called), pile.in_words(called)), ("pile".to_owned(), "in the pile".to_owned()));
    assert_eq!((hand.hand_of(), secret.hand_of(), pile.hand_of()), (Some(Seat::new(1)), None, None));
    assert_eq!(hand.name(by_number), "seat 1");
}
