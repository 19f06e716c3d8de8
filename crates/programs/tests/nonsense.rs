//! Corrupt input from programs or referees is parsed or refused: no panic, and only legal actions.

use cardsharp_programs::Hosted;
use cardsharp_programs::lines::{Heard, hear, read_action, read_hello, turn_line};
use cardsharp_programs::original::{Request, ask_pass, ask_play, clean_name, read_pass, read_play, read_request};
use cardsharp_rules::intensity::Intensity;
use cardsharp_rules::{AnyGame, Game, Observation, Rng, Seed, State, Turn, with_game};

/// Changes, removes, doubles or cuts off a few bytes of a text.
fn corrupt(text: &str, rng: &mut Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=rng.below(4) {
        let place = rng.below(bytes.len().max(1) as u32) as usize;
        match rng.below(5) {
            0 if place < bytes.len() => drop(bytes.remove(place)),
            1 if place < bytes.len() => bytes[place] = b"0123456789 \n-{}\":;\xffplay"[rng.below(23) as usize],
            2 => bytes.truncate(place),
            3 => bytes.extend_from_within(place..),
            _ => bytes.insert(place.min(bytes.len()), b"0 9\n,.\x00"[rng.below(7) as usize]),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn spoilt_requests_and_answers_of_the_original_protocol_are_read_or_refused() {
    let mut rng = Rng::new(Seed(4));
    let (mut read, mut refused) = (0, 0);
    for seed in 0..60 {
        let mut state = Intensity.start(&Intensity.shuffle(Seed(seed))).unwrap();
        while let Turn::Of(seat) = state.turn() {
            let view = state.observe(seat);
            let passing = !view.table().all_passed();
            let asked = if passing { ask_pass(&view) } else { ask_play(&view) };
            match read_request(&corrupt(&asked, &mut rng)) {
                Ok(Request::OddTurn(cards)) => assert!(!cards.is_empty()),
                Ok(_) => read += 1,
                Err(error) => {
                    assert!(error.to_string().contains(" is not a"), "{error}");
                    refused += 1;
                }
            }
            // A request contains cards: parsed as an answer it is an action or a fault.
            for answer in [corrupt(&asked, &mut rng), corrupt("23 29\n30 ", &mut rng)] {
                let action =
                    if passing { read_pass(answer.as_bytes(), &view) } else { read_play(answer.as_bytes(), &view) };
                if let Ok(action) = action {
                    assert!(state.is_legal(action), "{action} from {answer:?}");
                }
                let name = clean_name(answer.as_bytes());
                assert!(!name.is_empty() && name.chars().count() <= 32 && name.trim() == name, "{name:?}");
            }
            state.play_unchecked(state.random_action(&mut rng));
        }
    }
    assert!(read > 100 && refused > 100, "{read} read, {refused} refused");
}

#[test]
fn spoilt_lines_are_read_or_refused() {
    fn check<G: Hosted>(game: &G) {
        let mut rng = Rng::new(Seed(5));
        let mut refused = 0;
        for seed in 0..30 {
            let mut state = game.start(&game.shuffle(Seed(seed))).unwrap();
            while let Turn::Of(seat) = state.turn() {
                let view = state.observe(seat);
                let line = turn_line(game, &view, None);
                assert_eq!(hear::<G>(&line), Ok(Heard::Turn(view.clone())));
                match hear::<G>(&corrupt(&line, &mut rng)) {
                    Ok(Heard::Turn(heard)) => assert_eq!(heard.turn(), Turn::Of(heard.seat())),
                    Ok(_) => {}
                    Err(_) => refused += 1,
                }
                let action = state.random_action(&mut rng);
                let answer = format!("{{\"action\":\"{action}\"}}");
                assert_eq!(read_action::<G>(&answer, &view), Ok(action));
                if let Ok(action) = read_action::<G>(&corrupt(&answer, &mut rng), &view) {
                    assert!(state.is_legal(action));
                }
                let _read_or_refused = read_hello(&corrupt("{\"type\":\"hello\",\"version\":1}", &mut rng));
                state.play_unchecked(action);
            }
        }
        assert!(refused > 10, "{}: only {refused} refused", G::NAME);
    }
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => check(game));
    }
}
