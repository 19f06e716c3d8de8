//! Laws of every game, checked at every point of a random game.
//!
//! They are part of the library, not of a test, so that a new game can be checked from its first day: call
//! [`check_game`] for some seeds. The most important law is the last: **swapping two cards that a seat cannot see never
//! changes its view.** The other laws alone do not suffice: a view that leaks everything still agrees with the state
//! and with its own samples.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use crate::{ActionOf, Game, Observation, Rng, Seat, Seed, State, Style, Turn};

/// A broken law, with the case that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The name of the law.
    pub law: &'static str,
    /// The case that breaks it.
    pub case: String,
}

/// The number of checks. Laws without checks prove nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The number of positions.
    pub positions: usize,
    /// The number of swaps of hidden cards after which the game could still be replayed.
    pub swaps: usize,
}

fn law(law: &'static str, holds: bool, case: impl FnOnce() -> String) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation { law, case: case() }) }
}

/// Plays a random game of this seed and checks every law at every point, for every seat, with up to `swaps` swaps each.
///
/// # Errors
/// If a law does not hold.
pub fn check_game<G: Game>(game: &G, seed: Seed, swaps: usize) -> Result<Checked, Violation> {
    let deal = game.shuffle(seed);
    check_notation("a deal reads back", &deal)?;
    let mut state =
        game.start(&deal).map_err(|error| Violation { law: "a shuffled deal is valid", case: error.to_string() })?;
    let mut rng = Rng::new(seed.stream(1));
    let (mut actions, mut checked) = (Vec::new(), Checked::default());
    loop {
        checked.positions += 1;
        check_state::<G>(&state, &mut rng)?;
        for seat in Seat::all(G::SEATS) {
            check_view::<G>(&state, seat, &mut rng)?;
            checked.swaps += check_swaps(game, &deal, &actions, seat, swaps, &mut rng)?;
        }
        if state.turn() == Turn::Over {
            return Ok(checked);
        }
        let action = state.random_action(&mut rng);
        check_notation("an action reads back", &action)?;
        actions.push(action);
        state.play_unchecked(action);
    }
}

fn check_notation<T>(name: &'static str, thing: &T) -> Result<(), Violation>
where
    T: Display + FromStr + PartialEq + Debug,
    T::Err: Display,
{
    match thing.to_string().parse::<T>() {
        Ok(read) => law(name, read == *thing, || format!("{thing} is read as {read}")),
        Err(error) => Err(Violation { law: name, case: error.to_string() }),
    }
}

fn check_state<G: Game>(state: &G::State, rng: &mut Rng) -> Result<(), Violation> {
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    let over = state.turn() == Turn::Over;
    law("a game is over when nothing is legal", over == legal.is_empty(), || format!("{state:?}"))?;
    law("a game has returns when it is over", over == state.returns().is_some(), || format!("{state:?}"))?;
    law("legal actions ascend", legal.is_sorted_by(|a, b| a < b), || format!("{legal:?}"))?;
    if !over {
        let random = state.random_action(rng);
        law("a random action is legal", legal.contains(&random), || format!("{random} in {state:?}"))?;
    }
    for index in 0..G::ACTIONS {
        let Some(action) = G::action_at(index) else { continue };
        law("an action keeps its index", G::action_index(action) == index, || format!("{action} at {index}"))?;
        law("is_legal says what legal_actions lists", state.is_legal(action) == legal.contains(&action), || {
            format!("{action} in {state:?}")
        })?;
    }
    for action in legal {
        let index = G::action_index(action);
        law("every legal action has an index", G::action_at(index) == Some(action), || format!("{action} at {index}"))?;
    }
    Ok(())
}

fn check_view<G: Game>(state: &G::State, seat: Seat, rng: &mut Rng) -> Result<(), Violation> {
    let view = state.observe(seat);
    law("a view knows its seat", view.seat() == seat, || view.to_string())?;
    law("view and state agree on the turn", view.turn() == state.turn(), || view.to_string())?;
    let (mut legal, mut mine) = (Vec::new(), Vec::new());
    if state.turn() == Turn::Of(seat) {
        state.legal_actions(&mut legal);
    }
    view.legal_actions(&mut mine);
    law("view and state agree on what is legal", legal == mine, || format!("{view}: {mine:?} not {legal:?}"))?;
    check_notation("a view reads back", &view)?;
    let sampled = view.sample_state(rng);
    law("a sampled state shows the same view", sampled.observe(seat) == view, || {
        format!("{view} became {}", sampled.observe(seat))
    })?;
    law("a sampled state has the same turn", sampled.turn() == state.turn(), || view.to_string())?;
    check_rewind(state)?;
    check_rewind(&sampled)?;
    let mut features = vec![f32::NAN; G::FEATURES];
    G::encode(&view, &mut features);
    law("features are written and small", features.iter().all(|feature| feature.abs() <= 10.0), || view.to_string())?;
    let is_bit =
        |(place, feature): (usize, &f32)| *feature == 0.0 || *feature == 1.0 || G::NUMBER_FEATURES.contains(&place);
    law("features are 0 or 1 but for those said to be numbers", features.iter().enumerate().all(is_bit), || {
        view.to_string()
    })?;
    let mut packed = vec![0xaa; G::PACKED_FEATURES];
    G::encode_packed(&view, &mut packed);
    law("packed features are the same", packed == slowly_packed::<G>(&features), || view.to_string())
}

fn slowly_packed<G: Game>(features: &[f32]) -> Vec<u8> {
    let mut packed = vec![0; G::FEATURES.div_ceil(8)];
    for (place, &feature) in features.iter().enumerate() {
        if feature == 1.0 && !G::NUMBER_FEATURES.contains(&place) {
            packed[place / 8] |= 1 << (place % 8);
        }
    }
    packed.extend(G::NUMBER_FEATURES.iter().flat_map(|&place| features[place].to_le_bytes()));
    packed
}

fn check_rewind<S: State>(state: &S) -> Result<(), Violation> {
    let mut actions = Vec::new();
    let mut again = state.rewind(&mut actions);
    let legal = actions.iter().all(|&action| again.play(action).is_ok());
    law("a rewound state plays to where it was", legal && again == *state, || format!("{state:?} became {again:?}"))
}

/// Swaps pairs of cards that the rules hide from this seat and checks that its view stays the same.
///
/// # Errors
/// If a swap changes the view: the seat sees a card it must not see.
pub fn check_swaps<G: Game>(
    game: &G,
    deal: &G::Deal,
    actions: &[ActionOf<G>],
    seat: Seat,
    swaps: usize,
    rng: &mut Rng,
) -> Result<usize, Violation> {
    let Some(state) = replay(game, deal, actions) else {
        return Err(Violation { law: "a game replays", case: format!("{deal}: {actions:?}") });
    };
    let view = state.observe(seat);
    let hidden = game.hidden_slots(deal, actions, seat);
    let mut pairs: Vec<(usize, usize)> =
        hidden.iter().flat_map(|&a| hidden.iter().filter(move |&&b| a < b).map(move |&b| (a, b))).collect();
    rng.shuffle(&mut pairs);
    let mut swapped = 0;
    for slots in pairs {
        if swapped == swaps {
            break;
        }
        let (other_deal, other_actions) = game.swap_slots(deal, actions, slots);
        // A swap can make the actions illegal, such as a card that no longer follows suit.
        let Some(other) = replay(game, &other_deal, &other_actions) else { continue };
        swapped += 1;
        law("swapping two cards a seat cannot see leaves its view", other.observe(seat) == view, || {
            format!("slots {slots:?} of {deal} after {actions:?}: {view} became {}", other.observe(seat))
        })?;
    }
    Ok(swapped)
}

fn replay<G: Game>(game: &G, deal: &G::Deal, actions: &[ActionOf<G>]) -> Option<G::State> {
    let mut state = game.start(deal).ok()?;
    for &action in actions {
        state.play(action).ok()?;
    }
    Some(state)
}

/// Plays a game of this seed among these styles. In every position each style must weigh every legal action, no weight
/// may be negative, their sum must be 1, and the same view must give the same weights again.
///
/// # Errors
/// If a style breaks this law.
pub fn check_styles<G: Game>(game: &G, styles: &[Box<dyn Style<G>>], seed: Seed) -> Result<(), Violation> {
    let mut rng = Rng::new(seed.stream(2));
    let mut state = game
        .start(&game.shuffle(seed))
        .map_err(|error| Violation { law: "a shuffled deal is valid", case: error.to_string() })?;
    while let Turn::Of(seat) = state.turn() {
        let view = state.observe(seat);
        let (mut legal, mut weights, mut second) = (Vec::new(), Vec::new(), Vec::new());
        view.legal_actions(&mut legal);
        for style in styles {
            let case = || format!("{} in {view}", style.name());
            style.weigh(&view, &legal, &mut weights);
            law("a style weighs every legal action", weights.len() == legal.len(), case)?;
            law("no weight is negative", weights.iter().all(|&weight| weight >= 0.0), case)?;
            law("the weights add up to 1", (weights.iter().sum::<f32>() - 1.0).abs() < 1e-4, case)?;
            style.weigh(&view.sample_state(&mut rng).observe(seat), &legal, &mut second);
            law("the same view has the same weights", second == weights, case)?;
        }
        let style = &styles[seed.0 as usize % styles.len()];
        state.play_unchecked(style.choose(&view, &mut rng));
    }
    Ok(())
}
