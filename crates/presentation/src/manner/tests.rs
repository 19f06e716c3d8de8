use std::collections::BTreeSet;

use cardsharp_rules::hanamikoji::Hanamikoji;
use cardsharp_rules::indigo::Indigo;
use cardsharp_rules::intensity::Intensity;
use cardsharp_rules::lucky_thirteen::LuckyThirteen;
use cardsharp_rules::{ObservationOf, Rng, Seed, State as _, Turn};

use super::habits;
use crate::Present;

/// Returns the situations and kinds of random games.
fn observe<G: Present>() -> (BTreeSet<&'static str>, BTreeSet<&'static str>) {
    let (mut situations, mut manners) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..200 {
        let game = G::default();
        let (mut state, mut rng) = (game.start(&game.shuffle(Seed(seed))).unwrap(), Rng::new(Seed(seed)));
        while let Turn::Of(seat) = state.turn() {
            let view: ObservationOf<G> = state.observe(seat);
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            situations.insert(G::situation(&view));
            manners.extend(legal.iter().map(|&action| G::manner(&view, action)));
            state.play_unchecked(state.random_action(&mut rng));
        }
    }
    (situations, manners)
}

#[test]
fn random_games_meet_every_situation_and_manner() {
    for (met, situations, manners) in [
        (observe::<Intensity>(), 4, 26),
        (observe::<Hanamikoji>(), 6, 16),
        (observe::<Indigo>(), 3, 6),
        (observe::<LuckyThirteen>(), 4, 6),
    ] {
        assert_eq!((met.0.len(), met.1.len()), (situations, manners), "{met:?}");
    }
}

/// The kind of a choice depends on the seat's view and the choice alone.
#[test]
fn every_play_of_the_buffalo_is_named() {
    let (_, manners) = observe::<Intensity>();
    for words in ["leads the buffalo", "keeps the buffalo", "slips the buffalo under a higher card"] {
        assert!(manners.contains(words), "{words}");
    }
}

/// Every kind has a heading, and every heading a kind.
#[test]
fn every_situation_and_manner_is_said_to_people_and_no_other() {
    let met = [observe::<Intensity>(), observe::<Hanamikoji>(), observe::<Indigo>(), observe::<LuckyThirteen>()];
    let met: BTreeSet<&str> =
        met.into_iter().flat_map(|(situations, manners)| situations.into_iter().chain(manners)).collect();
    let said: Vec<(&str, &str)> = habits().filter(|(name, _)| !["plays", "any decision"].contains(name)).collect();
    assert_eq!(said.iter().map(|(name, _)| *name).collect::<BTreeSet<_>>(), met);
    assert_eq!(said.len(), met.len(), "each once");
    for (name, words) in said {
        assert!(words.starts_with(char::is_uppercase) && !words.contains(" it "), "{name}: {words}");
    }
}
