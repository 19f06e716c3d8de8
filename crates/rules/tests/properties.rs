//! Properties over generated input: parsers never panic, values read back unchanged, sets of cards behave as sets.

use std::collections::BTreeSet;

use cardsharp_rules::french::FrenchCard;
use cardsharp_rules::{
    ActionOf, AnyGame, AnyRecord, Card, CardSet, Fault, FaultKind, Game, Observation, ObservationOf, Record, Rng, Seat,
    Seed, State, Turn, Verdict, random_position, with_game,
};
use proptest::prelude::*;

/// Parses a text as every type of a game; a parsed value must read back unchanged.
fn read_everything<G: Game>(_game: &G, text: &str) {
    if let Ok(deal) = text.parse::<G::Deal>() {
        assert_eq!(deal.to_string().parse(), Ok(deal));
    }
    if let Ok(action) = text.parse::<ActionOf<G>>() {
        assert_eq!(action.to_string().parse(), Ok(action));
    }
    if let Ok(view) = text.parse::<ObservationOf<G>>() {
        assert_eq!(view.to_string().parse().as_ref(), Ok(&view));
        let sampled = view.sample_state(&mut Rng::new(Seed(1)));
        assert_eq!(sampled.observe(view.seat()), view);
    }
}

/// A view of a random game with one of its words replaced by another of its words.
fn shuffled_view<G: Game>(game: &G, seed: u64, plies: u32, from: usize, to: usize) -> String {
    let state = random_position(game, Seed(seed), plies);
    let view = state.observe(Seat::new(seed as usize % G::SEATS)).to_string();
    let mut words: Vec<&str> = view.split(' ').collect();
    let (from, to) = (from % words.len(), to % words.len());
    words[to] = words[from];
    words.join(" ")
}

fn record_with_faults<G: Game>(game: &G, seed: u64, answer: &str, verdict: Verdict) -> Record<G> {
    let names = Seat::all(G::SEATS).map(|seat| format!("player {seat} of \"{seed}\"")).collect();
    let mut record = Record::from_seed(game.clone(), Seed(seed), names);
    let mut rng = Rng::new(Seed(seed).stream(1));
    while let Turn::Of(seat) = record.state().turn() {
        if rng.below(5) == 0 {
            let kind = [FaultKind::Cause, FaultKind::Forfeit, FaultKind::Consequence][rng.below(3) as usize];
            record.fault(Fault { kind, ..Fault::new(seat, verdict, answer) });
        }
        let action = record.state().random_action(&mut rng);
        record.play(action).unwrap();
    }
    record
}

fn check_record<G: Game>(record: &Record<G>, cut: usize) {
    let text = record.to_string();
    assert_eq!(Record::<G>::parse(&text).as_ref(), Ok(record));
    // Cut off after any line, a record is unfinished or damaged, and the error names the right line.
    let lines: Vec<&str> = text.lines().collect();
    let kept = cut % lines.len();
    match AnyRecord::parse(&lines[..kept].join("\n")) {
        Ok(unfinished) => assert!(with_game!(AnyRecord, unfinished, record => record.result().is_none())),
        Err(error) => assert_eq!(error.line, kept + 1, "{error}"),
    }
    // A line of nonsense is named.
    let mut damaged = lines.clone();
    damaged[kept] = "nonsense";
    assert_eq!(AnyRecord::parse(&damaged.join("\n")).unwrap_err().line, kept + 1);
}

fn verdicts() -> impl Strategy<Value = Verdict> {
    prop_oneof![Just(Verdict::Illegal), Just(Verdict::Timeout), Just(Verdict::NoAnswer), Just(Verdict::Protocol)]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn no_text_makes_a_parser_panic(text in "\\PC{0,60}") {
        for game in AnyGame::all() {
            with_game!(AnyGame, &game, game => read_everything(game, &text));
        }
        prop_assert!(AnyRecord::parse(&text).is_err());
    }

    #[test]
    fn a_view_with_a_word_out_of_place_is_refused_or_right(
        seed in 0..1000_u64, plies in 0..44_u32, from in 0..100_usize, to in 0..100_usize,
    ) {
        for game in AnyGame::all() {
            with_game!(AnyGame, &game, game => {
                read_everything(game, &shuffled_view(game, seed, plies, from, to));
            });
        }
    }

    #[test]
    fn a_record_reads_back_and_damage_is_found_where_it_is(
        seed in any::<u64>(), answer in "\\PC{0,20}|[\\x00-\\x7f]{0,20}", verdict in verdicts(), cut in 0..1000_usize,
    ) {
        for game in AnyGame::all() {
            with_game!(AnyGame, &game, game => check_record(&record_with_faults(game, seed, &answer, verdict), cut));
        }
    }

    #[test]
    fn a_set_of_cards_is_a_set(
        a in prop::collection::btree_set(0..52_u8, 0..20), b in prop::collection::btree_set(0..52_u8, 0..20),
    ) {
        let set = |numbers: &BTreeSet<u8>| -> CardSet<FrenchCard> {
            numbers.iter().map(|&number| FrenchCard::from_index(number)).collect()
        };
        let numbers = |set: CardSet<FrenchCard>| -> BTreeSet<u8> { set.iter().map(Card::index).collect() };
        let (x, y) = (set(&a), set(&b));
        prop_assert_eq!(numbers(x | y), &a | &b);
        prop_assert_eq!(numbers(x & y), &a & &b);
        prop_assert_eq!(numbers(x - y), &a - &b);
        prop_assert_eq!(x.is_subset(y), a.is_subset(&b));
        prop_assert_eq!(x.len(), a.len());
        prop_assert_eq!(x.first().map(Card::index), a.first().copied());
        prop_assert_eq!(x.last().map(Card::index), a.last().copied());
        for (n, number) in a.iter().enumerate() {
            prop_assert_eq!(x.nth(n as u32).index(), *number);
        }
    }
}
