//! Every legal action can be chosen, and no other.

use std::collections::BTreeSet;

use cardsharp_rules::hanamikoji::Hanamikoji;
use cardsharp_rules::indigo::Indigo;
use cardsharp_rules::intensity::Intensity;
use cardsharp_rules::lucky_thirteen::LuckyThirteen;
use cardsharp_rules::{ActionOf, Observation, ObservationOf, Rng, State, Turn};

use super::super::card::width;
use super::super::drawing::words_with_key;
use super::*;

/// Returns the actions that any order of choices leads to, and checks that every prompt fits on a small screen.
fn reachable<G: Present>(view: &ObservationOf<G>) -> BTreeSet<ActionOf<G>> {
    fn go<G: Present>(
        (view, names): (&ObservationOf<G>, &[String]),
        groups: &[Option<u8>],
        chosen: &mut Vec<usize>,
        found: &mut BTreeSet<ActionOf<G>>,
    ) {
        let words = match G::choose(view, names, chosen) {
            Ok(choice) => {
                found.extend(choice.action);
                for piece in 0..groups.len() {
                    let excluded =
                        |&other: &usize| other == piece || (groups[piece].is_some() && groups[other] == groups[piece]);
                    if !chosen.iter().any(excluded) {
                        chosen.push(piece);
                        go::<G>((view, names), groups, chosen, found);
                        chosen.pop();
                    }
                }
                words_with_key(&choice)
            }
            Err(reason) => reason.to_string(),
        };
        assert!(width(&words) <= SMALL.0 - 4, "{words}");
    }
    let names = ["Ann", "Bob", "Cleo", "Dan"].map(str::to_owned);
    let rows = G::rows(view);
    let groups: Vec<Option<u8>> = rows.iter().flat_map(|row| &row.pieces).map(|piece| piece.group).collect();
    let mut found = BTreeSet::new();
    go::<G>((view, &names), &groups, &mut Vec::new(), &mut found);
    found
}

fn check<G: Present>(seed: u64) {
    let game = G::default();
    let mut state = game.start(&game.shuffle(Seed(seed))).unwrap();
    let mut rng = Rng::new(Seed(seed));
    while let Turn::Of(seat) = state.turn() {
        let view = state.observe(seat);
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        assert_eq!(reachable::<G>(&view), legal.into_iter().collect(), "{view}");
        state.play_unchecked(state.random_action(&mut rng));
    }
}

#[test]
fn exactly_the_legal_actions_can_be_chosen() {
    for seed in 1..4 {
        check::<Intensity>(seed);
        check::<Hanamikoji>(seed);
        check::<Indigo>(seed);
        check::<LuckyThirteen>(seed);
    }
}
