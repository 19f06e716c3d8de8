//! Situations to check a program in, sorted by kind.

use cardsharp_rules::{ObservationOf, Rng, Seed, State, Turn};

use crate::Hosted;

/// A position and its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation<O> {
    /// The kind, in a few words.
    pub kind: &'static str,
    /// The view of the program.
    pub view: O,
}

/// A kind of situation: its description, and a test for it.
pub type Kind<G> = (&'static str, fn(&ObservationOf<G>) -> bool);

/// The games that are searched for rare situations.
const GAMES: u64 = 4_000;

/// Returns about `count` situations from random games, spread evenly over the kinds.
pub fn situations<G: Hosted>(game: &G, seed: Seed, count: u64) -> Vec<Situation<ObservationOf<G>>> {
    let kinds = G::kinds();
    let share = (count as usize).div_ceil(kinds.len());
    let mut found: Vec<Vec<ObservationOf<G>>> = vec![Vec::new(); kinds.len()];
    // A view counts for its rarest kind.
    let mut place = |view: ObservationOf<G>| {
        let of_kind = (0..kinds.len()).filter(|&kind| kinds[kind].1(&view));
        let scarcest = of_kind.min_by_key(|&kind| found[kind].len());
        if let Some(kind) = scarcest.filter(|&kind| found[kind].len() < share && !found[kind].contains(&view)) {
            found[kind].push(view);
        }
        found.iter().all(|views| views.len() >= share)
    };
    for view in game.rare_views(seed) {
        place(view);
    }
    let mut enough = false;
    for number in 0..GAMES {
        if enough {
            break;
        }
        let (deal, mut rng) = (seed.stream(2 * number), Rng::new(seed.stream(2 * number + 1)));
        let mut state = game.start(&game.shuffle(deal)).expect("a shuffled deal is valid");
        while let Turn::Of(seat) = state.turn() {
            enough = place(state.observe(seat));
            state.play_unchecked(state.random_action(&mut rng));
        }
    }
    let sorted = kinds.iter().zip(found);
    sorted.flat_map(|(&(kind, _), views)| views.into_iter().map(move |view| Situation { kind, view })).collect()
}

pub(super) fn kind_of<G: Hosted>(view: &ObservationOf<G>) -> &'static str {
    G::kinds().iter().find(|(_, is)| is(view)).map_or("anything else", |(kind, _)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardsharp_rules::{AnyGame, with_game};

    #[test]
    fn every_kind_of_situation_is_found() {
        fn check<G: Hosted>(game: &G) {
            let found = situations(game, Seed(1), 300);
            for (kind, is) in G::kinds() {
                let of_kind: Vec<_> = found.iter().filter(|situation| situation.kind == kind).collect();
                assert!(of_kind.len() >= 5, "{}: only {} times {kind}", G::NAME, of_kind.len());
                assert!(of_kind.iter().all(|situation| is(&situation.view)), "{}: {kind}", G::NAME);
            }
            assert_eq!(found, situations(game, Seed(1), 300), "the same seed finds the same");
        }
        for game in AnyGame::all() {
            with_game!(AnyGame, &game, game => check(game));
        }
    }
}
