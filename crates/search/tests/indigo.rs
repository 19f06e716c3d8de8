//! Indigo's solver, its best response to imperfect players and its fitted chance to win.

use std::time::Duration;

use cardsharp_rules::indigo::{Indigo, Play, State};
use cardsharp_rules::{Rng, Seat, Seed, State as _, Turn, perft, random_position};
use cardsharp_search::indigo::champion::Champion;
use cardsharp_search::indigo::opponents::{OPPONENTS, Opponent};
use cardsharp_search::indigo::position::Position;
use cardsharp_search::indigo::posterior::{PRIORS, Posterior};
use cardsharp_search::indigo::response::responses;
use cardsharp_search::indigo::{exact, value};
use cardsharp_search::{Budget, Clock, Memory, Search, Searchable, search_settings};

/// A time that is over before the search begins.
const UP: Budget = Budget::Time(Duration::from_nanos(1));

/// Returns the lead of the first seat by minimax on the rules, without any cut, and the number of games.
fn brute_force(state: &State) -> (i32, u64) {
    let Turn::Of(seat) = state.turn() else {
        let returns = state.returns().unwrap();
        return (returns[Seat::FIRST] - returns[Seat::new(1)], 1);
    };
    let mut best: Option<i32> = None;
    let mut games = 0;
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    for action in legal {
        let mut next = *state;
        next.play_unchecked(action);
        let (lead, seen) = brute_force(&next);
        games += seen;
        let better = |best: i32| if seat == Seat::FIRST { lead.max(best) } else { lead.min(best) };
        best = Some(best.map_or(lead, better));
    }
    (best.unwrap(), games)
}

#[test]
fn the_solver_agrees_with_brute_force_near_the_end() {
    for plies in 38..48 {
        for seed in 0..25 {
            let state = random_position(&Indigo, Seed(seed), plies);
            let position = Position::from_state(&state);
            let (lead, games) = brute_force(&state);
            assert_eq!(games, perft(&state, 48 - plies), "every game was looked at");
            assert_eq!(exact::solve(&position), lead, "seed {seed}, {plies} plies");
            assert_eq!(exact::first_wins(&position), lead > 0);
            let mine = if position.turn == Seat::FIRST { lead } else { -lead };
            let (card, found) = exact::best_card(&position);
            assert_eq!(found, mine);
            let mut next = state;
            next.play(Play(card)).expect("the solver plays a card it holds");
            assert_eq!(brute_force(&next).0, lead, "the card keeps what the position is worth");
        }
    }
}

#[test]
fn the_solver_agrees_with_brute_force_on_whole_last_deals() {
    for seed in 0..3 {
        let state = random_position(&Indigo, Seed(seed), 36);
        let (lead, games) = brute_force(&state);
        assert_eq!(games, 720 * 720);
        assert_eq!(exact::solve(&Position::from_state(&state)), lead);
    }
}

#[test]
fn the_solver_is_quick() {
    let nodes: u64 =
        (0..20).map(|seed| exact::nodes(&Position::from_state(&random_position(&Indigo, Seed(seed), 36)))).sum();
    assert!(nodes / 20 < 25_000, "{} nodes a deal", nodes / 20);
}

/// The share of wins if `me` always plays the best response to a known opponent, over every line of play.
fn against(position: &Position, me: Seat, opponent: Opponent) -> f32 {
    if position.is_over() {
        return f32::from(u8::from((position.final_lead() > 0) == (me == Seat::FIRST)));
    }
    let hand = position.hand();
    let after = |card| {
        let mut next = *position;
        next.play(card);
        against(&next, me, opponent)
    };
    if position.turn == me {
        return hand.iter().map(after).fold(0.0, f32::max);
    }
    let chances = opponent.weigh(position);
    hand.iter().zip(chances).filter(|&(_, chance)| chance > 0.0).map(|(card, chance)| chance * after(card)).sum()
}

/// The position after the best response of the last deal to this opponent.
fn response(position: &Position, opponent: Opponent) -> Position {
    let mut sure = [0.0; OPPONENTS.len()];
    sure[opponent as usize] = 1.0;
    let mut next = *position;
    next.play(responses(position, &sure, &Clock::start(Budget::Nodes(1)))[0].action.0);
    next
}

#[test]
fn a_won_last_deal_is_held_whatever_we_think_of_the_other_seat() {
    let mut won = 0;
    for seed in 0..60 {
        let position = Position::from_state(&random_position(&Indigo, Seed(seed), 36 + (seed % 8) as u32));
        if exact::first_wins(&position) == (position.turn == Seat::FIRST) {
            won += 1;
            for opponent in OPPONENTS {
                let next = response(&position, opponent);
                assert_eq!(exact::solve(&next) > 0, position.turn == Seat::FIRST, "seed {seed}, {opponent:?}");
            }
        }
    }
    assert!(won > 15, "only {won} positions were won");
}

#[test]
fn a_lost_last_deal_is_played_for_the_most_mistakes() {
    for seed in 0..12 {
        let position = Position::from_state(&random_position(&Indigo, Seed(seed), 40));
        for opponent in OPPONENTS {
            let best = against(&position, position.turn, opponent);
            let solved = exact::first_wins(&position) == (position.turn == Seat::FIRST);
            assert!(!solved || best > 0.9999, "who wins against anyone wins against {opponent:?}");
            let found = against(&response(&position, opponent), position.turn, opponent);
            // A point counts a thousandth, so the points of a game can outweigh a fiftieth.
            assert!(found > best - 0.05, "seed {seed}, {opponent:?}: {found} of {best}");
        }
    }
}

#[test]
fn a_position_plays_as_the_rules_do() {
    for seed in 0..50 {
        let mut state = random_position(&Indigo, Seed(seed), 0);
        let mut rng = Rng::new(Seed(seed));
        while state.turn() != Turn::Over {
            let action = state.random_action(&mut rng);
            let mut position = Position::from_state(&state);
            position.play(action.0);
            state.play_unchecked(action);
            if let Some(returns) = state.returns() {
                assert_eq!(position.returns(), returns);
            } else if !position.is_over() {
                assert_eq!(position, Position::from_state(&state));
            }
        }
    }
}

#[test]
fn the_estimate_is_a_chance_that_the_two_seats_share() {
    for seed in 0..300 {
        let root = random_position(&Indigo, Seed(seed), 11);
        for plies in [12, 24, 36] {
            let state = random_position(&Indigo, Seed(seed), plies);
            let estimate = |seat| Indigo.estimate(&root, &state, Seat::new(seat)).expect("a later deal begins");
            assert!((0.0..=1.0).contains(&estimate(0)));
            assert!((estimate(0) + estimate(1) - 1.0).abs() < 1e-6);
        }
        // There is no estimate within the deal in which a search began.
        assert_eq!(Indigo.estimate(&root, &root, Seat::FIRST), None);
    }
}

#[test]
fn the_estimate_of_the_last_deal_is_about_right() {
    let (mut wins, mut expected, mut error, mut blind) = (0.0, 0.0, 0.0, 0.0);
    let deals = 400;
    for seed in 0..deals {
        let position = Position::from_state(&random_position(&Indigo, Seed(1_000 + seed), 36));
        let won = f32::from(u8::from(exact::first_wins(&position)));
        let chance = value::wins(&position, 3, Seat::FIRST);
        wins += won;
        expected += chance;
        error += (won - chance).powi(2);
        blind += (won - 0.6_f32).powi(2);
    }
    // Four standard deviations of a mean of 400 coins.
    assert!((wins - expected).abs() / (deals as f32) < 0.1, "{wins} wins, {expected} expected");
    assert!(error < 0.6 * blind, "{error} against {blind} without looking");
}

#[test]
fn when_the_time_is_up_one_game_is_simulated_and_one_hand_judged() {
    let mut rng = Rng::new(Seed(1));
    let settings = search_settings::<Indigo>(&"champion".parse().unwrap()).unwrap();
    let champion = Champion::new(Search { budget: UP, ..settings }, Memory::Game);
    for plies in [0, 20, 30] {
        let state = random_position(&Indigo, Seed(2), plies);
        let Turn::Of(seat) = state.turn() else { unreachable!() };
        let view = state.observe(seat);
        let simulated: u32 = champion.think(&view, &mut rng).iter().map(|valued| valued.visits).sum();
        assert_eq!(simulated, 1, "{plies} plies");
        let posterior = Posterior::new(&view, PRIORS, 100, &Clock::start(UP), &mut rng);
        let (hand, _) = posterior.draw(&mut rng);
        assert!((0..50).all(|_| posterior.draw(&mut rng).0 == hand), "{plies} plies: only one hand was judged");
    }
}

#[test]
fn when_the_time_is_up_the_last_deal_is_left_to_the_solver() {
    let values = |position: &Position, budget: Budget| {
        let mut values = responses(position, &PRIORS, &Clock::start(budget));
        values.sort_by_key(|valued| valued.action);
        values.into_iter().map(|valued| (valued.action.0, valued.value)).collect::<Vec<_>>()
    };
    let mut thought_on = 0;
    for seed in 0..10 {
        let position = Position::from_state(&random_position(&Indigo, Seed(seed), 36 + (seed % 2) as u32));
        let sign = if position.turn == Seat::FIRST { 1 } else { -1 };
        let late = values(&position, UP);
        for &(card, value) in &late {
            let mut next = position;
            next.play(card);
            let lead = sign * exact::solve(&next);
            let expected = f64::from(u8::from(lead > 0)) + 0.001 * f64::from(lead);
            assert!((value - expected).abs() < 1e-4, "seed {seed}: {value}, not {expected}");
        }
        thought_on += usize::from(values(&position, Budget::Nodes(1)) != late);
    }
    assert!(thought_on > 2, "with time, {thought_on} of 10 lost deals are thought about");
}
