//! The search and its belief on Kuhn poker, where the exact values are known.

mod poker;

use std::marker::PhantomData;

use cardsharp_rules::french::FrenchCard;
use cardsharp_rules::laws::check_game;
use cardsharp_rules::{Game, Observation, Random, Rng, Seat, Seed, State, Style};
use cardsharp_search::{Budget, Model, SURPRISE, Search, search};
use poker::best_response::{Opponents, best_value, guesses};
use poker::kuhn::{Equilibrium, JACK, KING, Kuhn, QUEEN};
use poker::rules::{Move, Poker, View};
use poker::trial::{belief, check, nodes, possible, views};
use poker::{Caller, Honest};

const KUHN: Poker<Kuhn> = Poker(PhantomData);
/// Every past of a decision.
const SPOTS: [&[Move]; 4] = [&[], &[Move::Call], &[Move::Raise], &[Move::Call, Move::Raise]];

fn best_responses(style: &dyn Style<Poker<Kuhn>>) -> [f64; 2] {
    let opponents: &Opponents<'_, Poker<Kuhn>> = &[(style, 1.0)];
    let start = guesses(&KUHN, &Poker::<Kuhn>::deals(), opponents);
    [0, 1].map(|seat| best_value(&start, Seat::new(seat), opponents))
}

fn view(card: FrenchCard, moves: &[Move]) -> View<Kuhn> {
    views(moves).into_iter().find(|view| view.card() == card).expect("every card may be held")
}

#[test]
fn kuhn_keeps_the_laws() {
    for seed in 0..60 {
        let checked = check_game(&KUHN, Seed(seed), 12).unwrap_or_else(|violation| panic!("{violation:#?}"));
        assert!(checked.swaps >= checked.positions, "{checked:?}");
    }
}

/// An equilibrium that folds every queen to a bet.
struct Tame;
impl Style<Poker<Kuhn>> for Tame {
    fn name(&self) -> &'static str {
        "tame"
    }

    fn summary(&self) -> &'static str {
        "an equilibrium, but calls with no queen"
    }

    fn weigh(&self, view: &View<Kuhn>, legal: &[Move], weights: &mut Vec<f32>) {
        Equilibrium(0.2).weigh(view, legal, weights);
        if view.card() == QUEEN && legal.contains(&Move::Fold) {
            weights.copy_from_slice(&[1.0, 0.0]);
        }
    }
}

#[test]
fn nothing_wins_more_than_the_games_value_against_an_equilibrium() {
    for bluff in [0.0, 0.1, 0.25, 1.0 / 3.0] {
        let [first, second] = best_responses(&Equilibrium(bluff));
        assert!((first + 1.0 / 18.0).abs() < 1e-6, "first seat {first} at {bluff}");
        assert!((second - 1.0 / 18.0).abs() < 1e-6, "second seat {second} at {bluff}");
    }
    // A player that leaves the equilibrium loses.
    let [first, second] = best_responses(&Tame);
    assert!(first > -1.0 / 18.0 + 0.05 && second > 1.0 / 18.0 + 0.05, "{first} {second}");
}

/// The sum is 11/12, as in `OpenSpiel`.
#[test]
fn the_best_responses_to_random_play_win_what_others_have_found() {
    let [first, second] = best_responses(&Random);
    assert!((first + second - 11.0 / 12.0).abs() < 1e-6, "{first} + {second}");
}

/// With 12 000 games luck is worth a hundredth of a chip; the rest of the tolerance is the cost of exploration.
#[test]
fn search_finds_the_best_response_to_a_style_everywhere() {
    let all: [Vec<Model<Poker<Kuhn>>>; 5] = [
        vec![Model::follows(Random, 1.0)],
        vec![Model::follows(Caller, 1.0)],
        vec![Model::follows(Honest, 1.0)],
        vec![Model::follows(Equilibrium(0.2), 1.0)],
        // The belief must infer the style from the past, card by card.
        vec![Model::follows(Honest, 0.3), Model::follows(Caller, 0.7)],
    ];
    for models in all {
        for moves in SPOTS {
            for view in views(moves) {
                check(&view, &models, &nodes(12_000), 0.08, 0.08);
            }
        }
    }
}

#[test]
fn a_search_without_models_gives_up_dominated_actions() {
    // Never fold the king, never call a bet with the jack.
    let dominated = [(KING, Move::Fold), (JACK, Move::Call)];
    for (card, action) in dominated {
        for moves in [&[Move::Raise][..], &[Move::Call, Move::Raise]] {
            let share = |budget: u64| {
                let found = search(&KUHN, &view(card, moves), &[], &nodes(budget), &mut Rng::new(Seed(5)));
                let tried = found.iter().find(|valued| valued.action == action).expect("it is legal");
                f64::from(tried.visits) / budget as f64
            };
            let (early, late) = (share(500), share(20_000));
            assert!(late < 0.03 && late < early / 3.0, "{action} with {card} after {moves:?}: {early} then {late}");
        }
    }
}

#[test]
fn the_belief_about_the_card_and_the_style_is_bayes_rule() {
    let models = vec![Model::follows(Equilibrium(0.3), 0.5), Model::follows(Honest, 0.3), Model::follows(Caller, 0.2)];
    for moves in SPOTS {
        for view in views(moves) {
            let (belief, exact) = (belief(&view, &models, 40_000), possible(&view, &models));
            let other = view.seat().other();
            let total: f64 = exact.iter().map(|guess| guess.weight).sum();
            for card in [JACK, QUEEN, KING] {
                let truth: f64 =
                    exact.iter().filter(|guess| guess.state.card(other) == card).map(|guess| guess.weight).sum();
                let held = belief.worlds().iter().filter(|world| world.state.card(other) == card);
                let found: f64 = held.map(|world| world.weight).sum();
                assert!((found - truth / total).abs() < 0.015, "{card} in {view}: {found} not {}", truth / total);
            }
            for style in 0..3 {
                let truth: f64 = exact.iter().filter(|guess| guess.style == style).map(|guess| guess.weight).sum();
                let found = f64::from(belief.models(other)[style]);
                assert!(
                    (found - truth / total).abs() < 0.015,
                    "style {style} in {view}: {found} not {}",
                    truth / total
                );
            }
        }
    }
}

/// The expected value is computed by hand, so that enumeration and belief cannot share a mistake.
#[test]
fn a_bet_of_an_equilibrium_comes_three_times_as_often_from_the_king() {
    let models = vec![Model::follows(Equilibrium(0.2), 1.0)];
    let belief = belief(&view(QUEEN, &[Move::Raise]), &models, 40_000);
    let king: f64 =
        belief.worlds().iter().filter(|world| world.state.card(Seat::FIRST) == KING).map(|world| world.weight).sum();
    let likely = |bet: f64| SURPRISE / 2.0 + (1.0 - SURPRISE) * bet;
    assert!((king - likely(0.6) / (likely(0.6) + likely(0.2))).abs() < 0.015, "{king}");
}

#[test]
fn the_same_seed_finds_the_same() {
    let models = || vec![Model::follows(Honest, 0.5), Model::adapts(Random, 0.5)];
    for moves in SPOTS {
        for view in views(moves) {
            let find = |seed| search(&KUHN, &view, &models(), &nodes(2_000), &mut Rng::new(Seed(seed)));
            assert_eq!(find(1), find(1), "{view}");
            // If both actions have a certain outcome, luck makes no difference. The error is then that of equal tries.
            let least = |visits: u32| 0.5 / f64::from(visits);
            let certain = find(1).iter().all(|valued| (valued.error - least(valued.visits)).abs() < 1e-9);
            assert!(certain || find(1) != find(2), "{view}: the seed does nothing");
        }
    }
}

/// A busy machine can use up all the time, but the search must still answer.
#[test]
fn a_search_without_time_still_answers() {
    let how = Search { budget: Budget::Time(std::time::Duration::ZERO), ..nodes(100) };
    for models in [vec![], vec![Model::follows(Honest, 1.0)]] {
        let found = search(&KUHN, &view(QUEEN, &[]), &models, &how, &mut Rng::new(Seed(1)));
        assert_eq!(found.iter().map(|valued| valued.visits).sum::<u32>(), 1);
    }
}

/// The teaching game has its own rules; they must agree with these general poker rules in every game there is.
#[test]
fn the_teaching_game_is_the_same_game() {
    use cardsharp_rules::kuhn;
    fn compare(taught: kuhn::State, state: &poker::rules::State<Kuhn>) -> usize {
        assert_eq!(taught.turn(), state.turn());
        assert_eq!(taught.returns(), state.returns());
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        let faces_a_bet = legal.contains(&Move::Fold);
        let games = legal.iter().map(|&action| {
            let passes = if faces_a_bet { action == Move::Fold } else { action == Move::Call };
            let (mut taught, mut state) = (taught, state.clone());
            taught.play(if passes { kuhn::Move::Pass } else { kuhn::Move::Bet }).unwrap();
            state.play(action).unwrap();
            compare(taught, &state)
        });
        games.sum::<usize>().max(1)
    }
    let same = |card: FrenchCard| kuhn::DECK.into_iter().find(|known| known.rank() == card.rank()).unwrap();
    let games = Poker::<Kuhn>::deals().into_iter().map(|deal| {
        let state = KUHN.start(&deal).unwrap();
        let hands = vec![same(state.card(Seat::FIRST)), same(state.card(Seat::FIRST.other()))];
        let out = kuhn::DECK.into_iter().find(|card| !hands.contains(card)).unwrap();
        compare(kuhn::Kuhn.start(&kuhn::Deal { hands, out }).unwrap(), &state)
    });
    assert_eq!(games.sum::<usize>(), 6 * 5);
}
