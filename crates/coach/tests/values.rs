//! The values that people are shown: one source, sorted, each with its error.

use cardsharp_coach::{Calibration, CalibrationReport};
use cardsharp_presentation::analysis::{Analyst, Judged, Thought, as_typed, verdict};
use cardsharp_presentation::{Message, Present};
use cardsharp_rules::hanamikoji::Hanamikoji;
use cardsharp_rules::indigo::Indigo;
use cardsharp_rules::intensity::Intensity;
use cardsharp_rules::lucky_thirteen::LuckyThirteen;
use cardsharp_rules::{Game, ObservationOf, Rng, Seat, Seed, State, Turn};
use cardsharp_search::{Spec, search_settings, seat_player};

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

/// Returns a view with a choice, after about `steps` steps of a game.
fn view<G: Present>(game: &G, steps: usize) -> ObservationOf<G> {
    let style = game.default_style();
    let mut state = game.start(&game.shuffle(Seed(5))).unwrap();
    let mut rng = Rng::new(Seed(6));
    let mut legal = Vec::new();
    for step in 0.. {
        let Turn::Of(seat) = state.turn() else { panic!("the game ends before step {step}") };
        legal.clear();
        state.legal_actions(&mut legal);
        if step >= steps && legal.len() > 1 {
            return state.observe(seat);
        }
        state.play_unchecked(style.choose(&state.observe(seat), &mut rng));
    }
    unreachable!("a game has an end")
}

fn thought<G: Present>(game: &G, view: &ObservationOf<G>, player: &str) -> Thought<G> {
    Analyst::new(game, &spec(player), 1).unwrap().think(view, None)
}

fn describe(thought: &Thought<Hanamikoji>, player: &str) -> Vec<String> {
    verdict(thought, &Message::capitalised(player), &as_typed).iter().map(ToString::to_string).collect()
}

#[test]
fn rows_are_sorted_by_value_and_every_value_has_its_error() {
    fn check<G: Present>(game: &G) {
        for (steps, player) in [(0, "champion:nodes=300"), (5, "champion:nodes=300"), (5, "random")] {
            let thought = thought(game, &view(game, steps), player);
            let values: Vec<f64> = thought.choices.iter().map_while(|choice| Some(choice.value?.0)).collect();
            assert!(!values.is_empty(), "{} at {steps} by {player}", G::NAME);
            assert!(values.is_sorted_by(|a, b| a >= b), "{}: {values:?}", G::NAME);
            assert!(thought.choices[values.len()..].iter().all(|choice| choice.value.is_none()), "{}", G::NAME);
            for (value, error) in thought.choices.iter().filter_map(|choice| choice.value) {
                assert!((0.0..=1.0).contains(&value) && error.is_finite() && error >= 0.0, "{value} ± {error}");
                // Only solved positions have no error, and an opening is never solved.
                assert!(steps > 0 || error > 0.0, "{}: {value} ± {error}", G::NAME);
            }
        }
    }
    check(&Hanamikoji);
    check(&Indigo);
    check(&Intensity);
    check(&LuckyThirteen::default());
}

/// `analyse`, hints, `annotate` and the kibitzer show the champion's values for a player without values of its own.
#[test]
fn all_doors_show_the_games_own_measure() {
    fn check<G: Present>(game: &G, styles: &[&str]) {
        let (view, player) = (view(game, 3), spec("champion:nodes=300"));
        let how = search_settings::<G>(&player).unwrap();
        let measured = game.appraise(&view, None, &how, &mut Rng::new(Seed(1).stream(2)));
        let measured = measured.expect("a measure of its own");
        let shown = thought(game, &view, "champion:nodes=300");
        assert!(shown.is_house);
        for choice in shown.choices.iter().filter(|choice| choice.value.is_some()) {
            let valued = measured.iter().find(|valued| valued.action == choice.action).unwrap();
            assert_eq!(choice.value, Some((valued.value, valued.error)), "{}", choice.action);
        }
        // A player with values of its own is asked for those.
        assert!(!thought(game, &view, "pimc:worlds=20").is_house);
        for style in styles {
            let shown = thought(game, &view, style);
            assert!(shown.is_house && shown.judged == Judged::Weighed, "{style}");
            assert!(shown.choices[0].value.is_some(), "{style}");
        }
    }
    check(&Hanamikoji, &["greedy", "learned"]);
    check(&LuckyThirteen::default(), &["basic"]);
}

#[test]
fn a_mixed_choice_is_described_with_its_cost() {
    let deal = "removed E; hands ABCCDF / ABDEGG; pile GDEFFFGG".parse().unwrap();
    let view = Hanamikoji.start(&deal).unwrap().observe(Seat::FIRST);
    let shown = thought(&Hanamikoji, &view, "champion:nodes=1000");
    let names: Vec<String> = shown.choices.iter().map(|choice| choice.action.to_string()).collect();
    let place = |name: &str| names.iter().position(|other| other == name).unwrap();
    assert!(place("secret D") < place("gift ABC"), "{names:?}");
    let words = describe(&shown, "the champion");
    assert!(words[0].starts_with("secret ") && words[0].contains(" is best: 3"), "{words:?}");
    assert!(words[1].starts_with("The champion "), "{words:?}");
    // `random` takes any card of an offer.
    let offered = (1..12).map(|steps| self::view(&Hanamikoji, steps)).find(|view| view.table().offer().is_some());
    let words = describe(&thought(&Hanamikoji, &offered.unwrap(), "random"), "random");
    assert!(words[1].starts_with("Random mixes: take ") && words[1].matches("\u{a0}%").count() > 1, "{words:?}");
}

fn calibrated<G: Present>(game: &G, analyst: &Analyst<G>, player: &str, threads: usize) -> CalibrationReport {
    let player = seat_player(game, &spec(player)).unwrap();
    let (seed, positions) = (Seed(2), 12);
    Calibration { game, player: player.as_ref(), analyst, seed, positions, games: 2, threads }.run(&|_| {})
}

#[test]
fn calibration_is_the_same_on_any_number_of_threads_and_counts_every_position() {
    let analyst = Analyst::new(&Indigo, &spec("champion:nodes=50,worlds=50"), 1).unwrap();
    let report = calibrated(&Indigo, &analyst, "greedy", 1);
    assert_eq!(report, calibrated(&Indigo, &analyst, "greedy", 3));
    assert_eq!(report.first.bias.deals, 12);
    let rows: usize = report.bins.iter().map(|bin| bin.bias.deals).sum();
    assert_eq!(rows, report.first.bias.deals + report.another.bias.deals);
    let difference = report.first.shown.mean - report.first.played.mean;
    assert!((report.first.bias.mean - difference).abs() < 1e-9, "{report:?}");
}

#[test]
fn the_best_shown_action_does_better_in_play() {
    let game = LuckyThirteen::default();
    let analyst = Analyst::new(&game, &spec("champion:nodes=200"), 1).unwrap();
    let report = calibrated(&game, &analyst, "keep13", 2);
    assert!(report.cost.shown.mean > 0.0 && report.cost.played.mean > 0.0, "{report:?}");
}
