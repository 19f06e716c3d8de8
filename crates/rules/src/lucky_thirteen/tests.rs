use proptest::prelude::*;

use super::*;
use crate::{BySeat, CardSet, Game, Observation as _, Rng, Seat, Seed, State as _, Style, Turn, outcome};

fn card(code: &str) -> Card {
    Card::from_code(code).unwrap()
}

fn pair(codes: &str) -> [Card; 2] {
    let cards: Vec<Card> = codes.split_whitespace().map(card).collect();
    cards.try_into().unwrap()
}

fn check_scores(sums: Sums, public: &str, hands: &str, expected: &str) {
    let hands: BySeat<CardSet<Card>> = hands.split(" / ").map(|hand| pair(hand).into_iter().collect()).collect();
    assert_eq!(crate::join(scores(sums, pair(public), &hands).as_slice()), expected, "{sums} {public}: {hands:?}");
}

#[test]
fn the_vectors_of_the_rules() {
    for line in include_str!("../../data/lucky-thirteen/scores.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        check_scores(fields[0].parse().unwrap(), fields[1], fields[2], fields[3]);
    }
}

#[test]
fn one_way_alone_is_worth_its_cards() {
    assert_eq!(best_way(Sums::Face, pair("7C 1S"), pair("6C 13S")), Some(19));
    // Without a 13, 8♥ 5♣ would count 29; so does the 13 that they make.
    assert_eq!(weight(card("8H")) + weight(card("5C")), 29);
    assert_eq!(best_way(Sums::Face, pair("8H 5C"), pair("13H 13S")), Some(29));
}

#[test]
fn a_court_card_is_10_to_13_and_an_ace_0_or_1_only_when_flexible() {
    for (private, flexible) in [("13S 3S", 64), ("11S 2S", 52), ("12D 1D", 26), ("13C 1C", 14), ("11H 1H", 36)] {
        let way = |sums| best_way(sums, pair(private), pair("6C 6D")).unwrap_or(0);
        assert_eq!(way(Sums::Flexible), flexible, "{private}");
    }
    assert_eq!(best_way(Sums::Face, pair("13S 3S"), pair("6C 6D")), None);
    assert_eq!(best_way(Sums::Face, pair("13S 1S"), pair("6C 6D")), None);
}

#[test]
fn public_cards_alone_or_three_cards_are_no_way() {
    assert_eq!(best_way(Sums::Face, pair("2C 3C"), pair("6C 7C")), None);
    assert_eq!(best_way(Sums::Face, pair("2C 9C"), pair("6C 5D")), None);
}

#[test]
fn equal_highest_scores_share_the_win() {
    let returns: BySeat<i32> = [30, 45, 45, 0].into_iter().collect();
    assert_eq!(winners(&returns), [Seat::new(1), Seat::new(2)]);
}

#[test]
fn a_hand_lies_by_suit_then_ace_king_down_to_two_and_then_by_age() {
    for (dealt, shown) in [("2S 13S", "13S 2S"), ("13H 1H", "1H 13H"), ("1C 2D", "2D 1C"), ("9D 10D", "10D 9D")] {
        assert_eq!(Hand::dealt(pair(dealt)).iter().collect::<Vec<_>>(), pair(shown));
    }
    let mut hand = Hand::dealt(pair("5C 6C"));
    hand.draw(card("1S"));
    hand.discard(card("6C"));
    assert_eq!(hand.iter().collect::<Vec<_>>(), pair("5C 1S"));
}

#[test]
fn four_rounds_seat_0_first_and_only_the_drawer_holds_three() {
    let game = LuckyThirteen::default();
    let mut state = game.start(&game.shuffle(Seed(4))).unwrap();
    let mut rng = Rng::new(Seed(5));
    for turn in 0..16 {
        assert_eq!(state.turn(), Turn::Of(Seat::new(turn % 4)));
        assert_eq!(state.table().round(), turn / 4);
        for (seat, hand) in state.hands().iter() {
            assert_eq!(hand.set().len(), if seat.index() == turn % 4 { 3 } else { 2 });
        }
        state.play(state.random_action(&mut rng)).unwrap();
    }
    assert_eq!(state.turn(), Turn::Over);
    assert!(state.table().shown().is_some());
}

#[test]
fn a_random_action_is_any_of_the_three() {
    let state = crate::random_position(&LuckyThirteen::default(), Seed(9), 5);
    let mut rng = Rng::new(Seed(1));
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..9_000 {
        *seen.entry(state.random_action(&mut rng)).or_insert(0_u32) += 1;
    }
    assert!(seen.len() == 3 && seen.values().all(|count| count.abs_diff(3_000) < 250), "{seen:?}");
}

#[test]
fn every_view_of_a_sampled_state_is_a_view_of_the_game() {
    let mut rng = Rng::new(Seed(3));
    for plies in 0..=16 {
        for sums in [Sums::Face, Sums::Flexible] {
            let state = crate::random_position(&LuckyThirteen { sums }, Seed(u64::from(plies)), plies);
            for seat in Seat::all(4) {
                let sampled = state.observe(seat).sample_state(&mut rng);
                assert_eq!(sampled.table(), state.table());
                for other in Seat::all(4) {
                    let view = sampled.observe(other);
                    assert_eq!(view.to_string().parse(), Ok(view));
                    assert_eq!(view.hand(), sampled.hands()[other]);
                }
            }
        }
    }
}

fn check_refused(view: &str, reason: &str) {
    let error = view.parse::<Observation>().expect_err(view).to_string();
    assert!(error.contains(reason), "{view}: {error}");
}

#[test]
fn views_that_cannot_be_are_refused() {
    let over = "seat 0; sums face; public 8H 9H; discards 2H 3D 3C 3S 3H 4D 4C 4S 5H 5D 5C 5S 6H 6D 6C 6S; \
                dealt 1H 2H; drew 3H 4H 5H 6H; shown 1H 4H / 1D 2D / 1C 2C / 1S 2S";
    let view: Observation = over.parse().unwrap();
    assert_eq!(view.to_string(), over);
    check_refused(&over.replace("1H 4H /", "1H 5H /"), "seat 0 to show 1H 4H");
    check_refused(&over.replace("1S 2S", "1S 3S"), "3S only once");
    check_refused(&over.replace(" / 1S 2S", ""), "4 hands of 2 shown");
    check_refused(&over.replace("; shown 1H 4H / 1D 2D / 1C 2C / 1S 2S", ""), "\"shown …\" instead of \"the end\"");
    check_refused(&over.replace("6S; dealt", "6S 7S; dealt"), "at most 16 discards");
    let view = "seat 1; sums flexible; public 8H 9H; discards 2H 3D 3C; dealt 1D 2D; drew 3D";
    view.parse::<Observation>().unwrap();
    check_refused(&view.replace("2H 3D 3C", "2H 4D 3C"), "seat 1 to discard one of 1D 2D 3D, not 4D");
    check_refused(&view.replace("drew 3D", "drew 3D 4D"), "1 cards drawn");
    check_refused(&view.replace("dealt 1D 2D", "dealt 1D"), "2 cards dealt");
    check_refused(&view.replace("dealt 1D 2D", "dealt 1D 1D"), "1D only once");
    check_refused(&view.replace("8H 9H", "8H 9H 10H"), "2 public cards");
    check_refused(&view.replace("2H 3D", "8H 3D"), "8H only once");
    check_refused(&view.replace("2H 3D", "2D 3D"), "2D only once");
    check_refused(&view.replace("flexible", "odd"), "face or flexible");
    check_refused(&view.replace("seat 1", "seat 4"), "a number from 0 to 3");
    check_refused(&format!("{view}; shown -"), "nothing after the last field");
}

#[test]
fn the_option_is_set_by_name() {
    let mut game = LuckyThirteen::default();
    game.set_option("sums", "flexible").unwrap();
    assert_eq!((game.sums, game.options()[0].value), (Sums::Flexible, "flexible"));
    assert!(game.set_option("sums", "odd").is_err());
    assert!(game.set_option("sum", "face").unwrap_err().to_string().contains("expected sums"));
}

fn check_style(style: &dyn Style<LuckyThirteen>, view: &str, expected: &str) {
    let view: Observation = view.parse().unwrap();
    let Discard(discard) = style.choose(&view, &mut Rng::new(Seed(1)));
    assert_eq!(discard.code(), expected, "{} in {view}", style.name());
}

#[test]
fn basic_discards_the_lowest_worth_and_of_equals_the_oldest() {
    let view = |own: &str| format!("seat 0; sums face; public 8H 9H; discards -; {own}");
    check_style(&Basic, &view("dealt 1S 13C; drew 5D"), "1S");
    // All worth 12: the hand lies 4H 12C 3S in the first case and 6D 12C 4H in the second.
    check_style(&Basic, &view("dealt 4H 12C; drew 3S"), "4H");
    check_style(&Basic, &view("dealt 12C 6D; drew 4H"), "6D");
}

#[test]
fn keep13_keeps_the_best_13_and_else_discards_like_basic() {
    let view = |own: &str| format!("seat 0; sums face; public 8H 9H; discards -; {own}");
    // 4♥ makes 13 with 9♥ (30), 5♦ with 8♥ (26): the lighter of the others goes.
    check_style(&Keep13, &view("dealt 4H 5D; drew 13S"), "5D");
    check_style(&Keep13, &view("dealt 4H 12H; drew 13S"), "12H");
    check_style(&Keep13, &view("dealt 2C 12H; drew 13S"), "2C");
}

/// Mean score and win share of a style among three others, each deal played from every seat.
fn measure(sums: Sums, style: &dyn Style<LuckyThirteen>, others: &dyn Style<LuckyThirteen>, deals: u64) -> (f64, f64) {
    let game = LuckyThirteen { sums };
    let (mut score, mut share) = (0.0, 0.0);
    for seed in 0..deals {
        let (deal, mut rng) = (game.shuffle(Seed(seed)), Rng::new(Seed(seed).stream(1)));
        for mine in Seat::all(4) {
            let mut state = game.start(&deal).unwrap();
            while let Turn::Of(seat) = state.turn() {
                let player = if seat == mine { style } else { others };
                state.play(player.choose(&state.observe(seat), &mut rng)).unwrap();
            }
            let returns = state.returns().unwrap();
            score += f64::from(returns[mine]);
            share += outcome::win_shares(&returns)[mine];
        }
    }
    let games = 4.0 * deals as f64;
    (score / games, share / games)
}

#[test]
fn clever_and_keep13_beat_three_basics_in_score_and_wins() {
    for sums in [Sums::Face, Sums::Flexible] {
        let (basic, _) = measure(sums, &Basic, &Basic, 100);
        for style in [&Keep13 as &dyn Style<LuckyThirteen>, &Clever] {
            let (score, share) = measure(sums, style, &Basic, 100);
            assert!(score > basic + 10.0 && share > 0.4, "{sums}: {} {score} {share}", style.name());
        }
    }
}

#[test]
fn clever_never_lets_go_of_its_last_13() {
    let mut thirteens = 0;
    for seed in 0..100 {
        let state = crate::random_position(&LuckyThirteen::default(), Seed(seed), 15);
        let (view, table) = (state.observe(Seat::new(3)), state.table());
        let way = |style: &dyn Style<LuckyThirteen>| {
            let mut rest = view.hand();
            rest.discard(style.choose(&view, &mut Rng::new(Seed(1))).0);
            best_way(table.sums(), [rest.set().nth(0), rest.set().nth(1)], table.public())
        };
        thirteens += usize::from(way(&Keep13).is_some());
        assert_eq!(way(&Clever), way(&Keep13), "{view}");
    }
    assert!(thirteens > 20, "{thirteens}");
}

proptest! {
    #[test]
    fn no_text_makes_a_parser_panic(text in "[0-9HDCSa-z;/=:,.\\\\\r\n u-]{0,80}", any in ".{0,40}") {
        for text in [text.as_str(), &any, &format!("players.0.cardsPlayed={text}"), &format!("seat 0; sums face; public {text}")] {
            let _ = (text.parse::<Deal>(), text.parse::<Observation>(), text.parse::<Discard>(), text.parse::<Sums>());
            if let Ok(setup) = Setup::parse(text) {
                prop_assert!(LuckyThirteen::default().start(&setup.deal(Seed(1))).is_ok());
            }
        }
    }
}
