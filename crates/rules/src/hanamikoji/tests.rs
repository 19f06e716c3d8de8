use super::*;
use crate::{BySeat, Game, Observation as _, Rng, Sampler as _, Seat, Seed, State as _, Turn, random_position};

fn cards(text: &str) -> Cards {
    text.parse().unwrap()
}

fn action(text: &str) -> Action {
    text.parse().unwrap()
}

fn after(deal: &str, actions: &[&str]) -> State {
    let mut state = Hanamikoji.start(&deal.parse().unwrap()).unwrap();
    for text in actions {
        state.play(action(text)).unwrap_or_else(|error| panic!("{error} after {:?}", state.table().shown()));
    }
    state
}

fn legal(state: &State) -> Vec<Action> {
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    legal
}

fn check_score(first: &str, second: &str, expected: i32) {
    let returns = table::score(&[cards(first), cards(second)].into_iter().collect());
    assert_eq!(returns.as_slice(), [expected, -expected], "{first} against {second}");
}

#[test]
fn a_type_belongs_to_the_seat_with_more_of_its_cards() {
    let owned = table::owned(&[cards("AFFG"), cards("AFGGD")].into_iter().collect());
    // F belongs to the first seat, D and G to the second; A is tied, and B, C and E have no cards.
    assert_eq!(owned.as_slice(), [(1, 4), (2, 8)]);
}

#[test]
fn eleven_points_win() {
    check_score("GFA", "DEB", 1);
    check_score("DEB", "GFA", -1);
}

#[test]
fn four_types_win_without_eleven_points() {
    check_score("ABCD", "GF", 1);
    check_score("GF", "ABCD", -1);
}

#[test]
fn eleven_points_beat_four_types() {
    check_score("GFA", "BCDE", 1);
    check_score("ABCD", "GFE", -1);
}

#[test]
fn more_points_win_without_either() {
    check_score("GF", "ABC", 1);
    check_score("AB", "G", -1);
}

#[test]
fn equal_points_are_a_draw() {
    check_score("G", "AD", 0);
    check_score("GA", "FE", 0);
    check_score("AABG", "ABBG", 0);
    check_score("", "", 0);
}

const DEAL: &str = "removed G; hands AABCDF / BCDEEG; pile GFEDGFFG";

#[test]
fn seat_0_begins_and_draws_first() {
    let state = after(DEAL, &[]);
    assert_eq!(state.turn(), Turn::Of(Seat::FIRST));
    assert_eq!(state.own().map(|own| own.hand()).as_slice(), [cards("AABCDFG"), cards("BCDEEG")]);
}

#[test]
fn the_other_seat_answers_an_offer_and_then_draws() {
    let state = after(DEAL, &["gift AAG"]);
    assert_eq!(state.turn(), Turn::Of(Seat::new(1)));
    assert_eq!(legal(&state), ["take A", "take G"].map(action));
    assert_eq!(state.table().hand_size(Seat::new(1)), 6);
    let state = after(DEAL, &["gift AAG", "take G"]);
    assert_eq!(state.turn(), Turn::Of(Seat::new(1)));
    assert_eq!(state.table().hand_size(Seat::new(1)), 7);
    assert_eq!(state.table().placed().as_slice(), [cards("AA"), cards("G")]);
}

#[test]
fn a_competition_of_equal_pairs_has_one_answer() {
    let state = after("removed G; hands AABBDF / CCDEEG; pile GFEDGFFG", &["compete AB|BA"]);
    assert_eq!(legal(&state), [action("take AB")]);
    let state = after(DEAL, &["compete FG|AB"]);
    assert_eq!(legal(&state), [action("take AB"), action("take FG")]);
}

#[test]
fn each_action_is_used_once() {
    let state = after(DEAL, &["secret A", "burn BC"]);
    assert!(legal(&state).iter().all(|action| action.kind() != Some(Kind::Secret)));
    let state = after(DEAL, &["secret A", "burn BC", "burn AB", "secret D", "gift CFD", "take D"]);
    assert!(legal(&state).iter().all(|action| matches!(action, Action::Gift(_) | Action::Compete(_))));
}

#[test]
fn a_secret_is_hidden_until_it_is_placed_at_the_end() {
    let play = ["secret A", "burn BC", "burn AB", "secret D", "gift CFD", "take D", "gift EEG", "take E"];
    let state = after(DEAL, &play);
    assert_eq!(state.table().placed().as_slice(), [cards("CEF"), cards("DEG")]);
    assert_eq!(state.turn(), Turn::Of(Seat::FIRST));
    let mut state = state;
    for text in ["compete EF|GG", "take GG", "compete DF|FG"] {
        state.play(action(text)).unwrap();
    }
    assert_eq!(state.table().secrets().as_slice(), [None, None]);
    state.play(action("take FG")).unwrap();
    assert_eq!(state.turn(), Turn::Over);
    assert_eq!(state.table().secrets().as_slice(), [Some(Geisha::A), Some(Geisha::D)]);
    assert_eq!(state.table().placed().map(Cards::len).as_slice(), [8, 8]);
}

#[test]
fn each_side_ends_with_eight_cards_and_five_lie_outside() {
    for seed in 0..300 {
        let state = random_position(&Hanamikoji, Seed(seed), u32::MAX);
        let (placed, own) = (state.table().placed(), state.own());
        let mut all = Cards::from(state.removed());
        for seat in Seat::all(2) {
            assert_eq!((placed[seat].len(), own[seat].burned().len(), own[seat].hand().len()), (8, 2, 0));
            all = all + placed[seat] + own[seat].burned();
        }
        assert_eq!(all, Cards::DECK);
    }
}

fn hands(size: usize) -> Vec<Cards> {
    let grow = |hands: Vec<Cards>, card: Geisha| {
        let some = |hand: Cards| (0..=card.value()).map(move |count| hand + cards(&card.to_string().repeat(count)));
        hands.into_iter().flat_map(some).collect()
    };
    let all: Vec<Cards> = Geisha::ALL.into_iter().fold(vec![Cards::EMPTY], grow);
    all.into_iter().filter(|hand| hand.len() == size).collect()
}

fn choose(of: usize, count: usize) -> f64 {
    (0..count).map(|taken| (of - taken) as f64 / (count - taken) as f64).product()
}

#[test]
fn there_are_611_hands_of_six_and_910_of_seven() {
    assert_eq!((hands(6).len(), hands(7).len()), (611, 910));
}

#[test]
fn the_first_turn_has_12_to_168_actions_and_73_on_average() {
    let (mut least, mut most, mut mean, mut chance) = (usize::MAX, 0, 0.0, 0.0);
    for hand in hands(7) {
        let mut list = Vec::new();
        for kind in Kind::ALL {
            actions::list(hand, kind, &mut list);
        }
        (least, most) = (least.min(list.len()), most.max(list.len()));
        let ways: f64 = Geisha::ALL.iter().map(|&card| choose(card.value(), hand.count(card))).product();
        chance += ways / choose(21, 7);
        mean += ways / choose(21, 7) * list.len() as f64;
    }
    assert!((chance - 1.0).abs() < 1e-9);
    assert_eq!((least, most, mean.round()), (12, 168, 73.0));
}

/// Checks that a random action is each of the legal ones equally often.
fn check_even(state: &State, rng: &mut Rng) {
    let legal = legal(state);
    let mut drawn = vec![0_u32; legal.len()];
    for _ in 0..400 * legal.len() {
        drawn[legal.binary_search(&state.random_action(rng)).unwrap()] += 1;
    }
    let chi_square: f64 = drawn.iter().map(|&count| (f64::from(count) - 400.0).powi(2) / 400.0).sum();
    let freedom = legal.len() as f64 - 1.0;
    // Six standard deviations; with one legal action there is nothing to deviate.
    assert!((chi_square - freedom).abs() <= 6.0 * (2.0 * freedom).sqrt(), "{chi_square} of {freedom}: {state:?}");
}

#[test]
fn a_random_action_is_any_legal_one_equally_often() {
    let mut rng = Rng::new(Seed(11));
    for seed in 0..40 {
        check_even(&random_position(&Hanamikoji, Seed(seed), (seed % 12) as u32), &mut rng);
    }
    // Hands with equal cards of every shape.
    for deal in [
        "removed A; hands FFGGGG / ABBCCD; pile GDDEEEFF",
        "removed G; hands AABBCC / DDDEEE; pile GFFFFGGG",
        "removed F; hands DDDEEE / AABBCC; pile FFFGGGGG",
    ] {
        check_even(&after(deal, &[]), &mut rng);
    }
}

#[test]
fn a_sampled_state_has_views_that_read_back_for_both_seats() {
    for seed in 0..200 {
        let state = random_position(&Hanamikoji, Seed(seed), (seed % 14) as u32);
        let mut rng = Rng::new(Seed(seed));
        for seat in Seat::all(2) {
            let sampled = state.observe(seat).sampler().sample(&mut rng);
            for other in Seat::all(2) {
                let view = sampled.observe(other);
                assert_eq!(view.to_string().parse(), Ok(view));
            }
        }
    }
}

#[test]
fn what_the_rules_hide_is_what_a_view_has_not_seen() {
    for seed in 0..50 {
        let deal = Hanamikoji.shuffle(Seed(seed));
        let mut state = Hanamikoji.start(&deal).unwrap();
        let (mut played, mut rng) = (Vec::new(), Rng::new(Seed(seed).stream(1)));
        loop {
            for seat in Seat::all(2) {
                let hidden = Hanamikoji.hidden_slots(&deal, &played, seat);
                assert_eq!(hidden.len(), state.observe(seat).unseen().len(), "{played:?}");
            }
            if state.turn() == Turn::Over {
                break;
            }
            played.push(state.random_action(&mut rng));
            state.play(played[played.len() - 1]).unwrap();
        }
    }
}

#[test]
fn an_action_is_read_in_any_order_and_written_in_one() {
    for (text, written) in [("gift GBA", "gift ABG"), ("compete GF|BA", "compete AB|FG"), ("take GF", "take FG")] {
        assert_eq!(action(text).to_string(), written);
    }
}

#[test]
fn nonsense_is_not_an_action() {
    let nonsense = "secret|secret AB|secret H|burn A|burn ABC|gift AAA|gift AB|gift ABGG|compete ABFG|compete AB-FG";
    let nonsense = nonsense.split('|').chain(["compete AA|AB", "compete A|BFG", "take", "take ABC", "take -"]);
    for text in nonsense.chain(["", "pass", "secret  A", "burn A B", "gift abg", "compete AB|FG|", "take Ä"]) {
        let error = text.parse::<Action>().expect_err(text).to_string();
        assert!(error.contains("is not a"), "{error}");
    }
}

fn check_refused(view: &str, reason: &str) {
    let error = view.parse::<Observation>().expect_err(view).to_string();
    assert!(error.contains(reason), "{error:?} instead of {reason:?}");
}

#[test]
fn an_impossible_view_is_refused_with_the_reason() {
    let view = "seat 0; hand ABCDFG; dealt AABCDF; draws G; secret A; burned -; turns secret / gift BCE; shown -";
    assert_eq!(view.parse::<Observation>().unwrap().to_string(), view);
    for (part, other, reason) in [
        ("seat 0", "seat 2", "seat 0 or 1"),
        ("hand ABCDFG", "hand ABCDFF", "the hand ABCDFG"),
        ("dealt AABCDF", "dealt AABCD", "six cards dealt"),
        ("draws G", "draws GG", "1 cards drawn"),
        ("secret A", "secret E", "every action with cards then in hand"),
        ("secret A", "secret -", "one secret card"),
        ("burned -", "burned AB", "two burned cards"),
        ("gift BCE", "gift BCE take A", "something to be taken that was offered"),
        ("gift BCE", "gift BCE / burn", "an answer to every offer"),
        ("gift BCE", "gift CCE", "no more cards of a type"),
        ("gift BCE", "gift BBB", "B at most 2 times"),
        ("gift BCE", "burn / secret", "each action once"),
        ("shown -", "shown GF", "no secrets shown before the end"),
        ("shown -", "shown -; more", "nothing after the last field"),
    ] {
        check_refused(&view.replace(part, other), reason);
    }
}

#[test]
fn damaged_texts_never_panic() {
    let mut rng = Rng::new(Seed(5));
    let mut read = 0;
    for seed in 0..400 {
        let state = random_position(&Hanamikoji, Seed(seed), (seed % 14) as u32);
        let view = state.observe(Seat::new(rng.below(2) as usize)).to_string();
        for _ in 0..50 {
            let mut letters: Vec<char> = view.chars().collect();
            for _ in 0..=rng.below(3) {
                let place = rng.below(letters.len() as u32) as usize;
                match rng.below(3) {
                    0 => drop(letters.remove(place)),
                    1 => letters[place] = char::from(b'A' + rng.below(7) as u8),
                    _ => letters.swap(0, place),
                }
            }
            let text: String = letters.into_iter().collect();
            if let Ok(view) = text.parse::<Observation>() {
                let sampled = view.sample_state(&mut rng);
                assert_eq!(sampled.observe(view.seat()), view);
                read += 1;
            }
        }
    }
    assert!(read > 50, "only {read} damaged texts were still views");
}

#[test]
fn greedy_beats_random() {
    let (greedy, random) = (Greedy, crate::Random);
    let mut halves = 0;
    for game in 0..400 {
        let (seed, mine) = (Seed(game / 2), Seat::new(game as usize % 2));
        let mut state = Hanamikoji.start(&Hanamikoji.shuffle(seed)).unwrap();
        let mut rng = Rng::new(seed.stream(3));
        while let Turn::Of(seat) = state.turn() {
            let style: &dyn crate::Style<Hanamikoji> = if seat == mine { &greedy } else { &random };
            state.play(style.choose(&state.observe(seat), &mut rng)).unwrap();
        }
        let returns: BySeat<i32> = state.returns().unwrap();
        halves += returns[mine] + 1;
    }
    // Over 20,000 games it scores 94 %; 400 games stay within a few percent of that.
    assert!(halves > 720, "{halves} of 800");
}

#[test]
fn random_play_has_the_known_number_of_choices_in_every_turn() {
    let mut sums = [0; 8];
    let games = 4_000;
    for seed in (0..games).map(Seed) {
        let (mut state, mut rng) = (random_position(&Hanamikoji, seed, 0), Rng::new(seed.stream(1)));
        while state.turn() != Turn::Over {
            if state.table().offer().is_none() {
                sums[state.table().shown().len()] += legal(&state).len();
            }
            state.play_unchecked(state.random_action(&mut rng));
        }
    }
    // The mean counts of the rules, which are rounded, with a tolerance of two percent.
    for (turn, known) in [73.0, 73.0, 20.0, 20.0, 6.0, 6.0, 1.1, 1.1].into_iter().enumerate() {
        let (mean, rounding) = (sums[turn] as f64 / games as f64, if known < 2.0 { 0.05 } else { 0.5 });
        assert!((mean - known).abs() < rounding + 0.02 * known, "turn {turn}: {mean} instead of {known}");
    }
}

#[test]
fn earlier_decisions_and_imagined_views_are_those_that_were() {
    let mut rng = Rng::new(Seed(8));
    for seed in 0..50 {
        let mut state = Hanamikoji.start(&Hanamikoji.shuffle(Seed(seed))).unwrap();
        let mut tables = Vec::new();
        while let Turn::Of(seat) = state.turn() {
            tables.push(*state.table());
            assert_eq!(state.table().decisions(), tables);
            let view = state.observe(seat);
            let own = view.own();
            let imagined = Observation::imagined(seat, *view.table(), own.hand(), own.secret(), own.burned());
            let mut features = [[0.0; Hanamikoji::FEATURES]; 2];
            Hanamikoji::encode(&view, &mut features[0]);
            Hanamikoji::encode(&imagined, &mut features[1]);
            assert_eq!(features[0], features[1]);
            state.play_unchecked(state.random_action(&mut rng));
        }
    }
}
