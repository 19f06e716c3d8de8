//! The screen shows no hidden cards.

use cardsharp_rules::hanamikoji::Hanamikoji;
use cardsharp_rules::indigo::Indigo;
use cardsharp_rules::intensity::Intensity;
use cardsharp_rules::lucky_thirteen::LuckyThirteen;
use cardsharp_rules::{ActionOf, Rng, State, Turn};

use super::*;

/// Returns the table after these actions, seen from this seat; `None` if they are not legal.
fn table_after<G: Present>(deal: &G::Deal, actions: &[ActionOf<G>], viewer: Seat) -> Option<TableScreen<G>> {
    let names = ["Ann", "Bob", "Cleo", "Dan"].map(str::to_owned)[..G::SEATS].to_vec();
    let mut record = Record::from_deal(G::default(), deal.clone(), names).ok()?;
    for &action in actions {
        record.play(action).ok()?;
    }
    let mut specs = vec!["random"; G::SEATS];
    specs[viewer.index()] = "human";
    Some(seat(record, &specs))
}

/// Swaps hidden cards at every point of a game; returns the number of swaps that left the game possible.
fn check<G: Present>(seed: u64) -> usize {
    let game = G::default();
    let (deal, mut rng) = (game.shuffle(Seed(seed)), Rng::new(Seed(seed)));
    let mut state = game.start(&deal).unwrap();
    let (mut actions, mut swaps) = (Vec::new(), 0);
    loop {
        for viewer in Seat::all(G::SEATS) {
            let mut true_screen = table_after::<G>(&deal, &actions, viewer).unwrap();
            let hidden = game.hidden_slots(&deal, &actions, viewer);
            for (place, &one) in hidden.iter().enumerate() {
                let Some(&other) = hidden.get(place + 1 + rng.below(3) as usize) else { continue };
                let (swapped, renamed) = game.swap_slots(&deal, &actions, (one, other));
                let Some(mut other_screen) = table_after::<G>(&swapped, &renamed, viewer) else { continue };
                swaps += 1;
                // The large screen has the log beside the table.
                for size in [SMALL, LARGE] {
                    let (here, there) = (render(&mut true_screen, size), render(&mut other_screen, size));
                    assert_eq!(here, there, "{deal} after {actions:?}, {one} and {other} swapped");
                }
            }
        }
        if state.turn() == Turn::Over {
            return swaps;
        }
        let action = state.random_action(&mut rng);
        actions.push(action);
        state.play_unchecked(action);
    }
}

#[test]
fn swapping_hidden_cards_leaves_the_screen_as_it_is() {
    assert!(check::<Intensity>(1) > 100);
    assert!(check::<Hanamikoji>(1) > 50);
    assert!(check::<Indigo>(1) > 100);
    assert!(check::<LuckyThirteen>(1) > 100);
}

#[test]
fn a_curtain_hides_every_card() {
    let mut screen = table::<Indigo>(4, &["human", "human"]);
    let hand = screen.sitting.view(ANN).hand();
    let behind = render_text(&mut screen, SMALL);
    assert!(hand.iter().all(|card| !behind.contains(&card.to_string())), "{behind}");
    press(&mut screen, KeyCode::Enter);
    let open = render_text(&mut screen, SMALL);
    assert!(hand.iter().all(|card| open.contains(&card.to_string())), "{open}");
}
