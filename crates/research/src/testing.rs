//! Asks styles in positions, for their tests.

use cardsharp_rules::{ActionOf, Game, Observation as _, ObservationOf, State as _, Style, Turn};

pub(crate) fn view<G: Game>(game: &G, deal: &str, actions: &[&str]) -> ObservationOf<G> {
    let mut state = game.start(&deal.parse().expect("a deal")).expect("a deal of the game");
    for action in actions {
        let action: ActionOf<G> = action.parse().expect("an action");
        state.play(action).expect("it is legal");
    }
    let Turn::Of(seat) = state.turn() else { panic!("the game is over") };
    state.observe(seat)
}

pub(crate) fn action_weights<G: Game>(style: &dyn Style<G>, view: &ObservationOf<G>) -> Vec<(String, f32)> {
    let (mut legal, mut weights) = (Vec::new(), Vec::new());
    view.legal_actions(&mut legal);
    style.weigh(view, &legal, &mut weights);
    legal.iter().map(ToString::to_string).zip(weights).collect()
}

/// Returns the actions with a positive weight.
pub(crate) fn choices<G: Game>(style: &dyn Style<G>, view: &ObservationOf<G>) -> Vec<String> {
    let likely = action_weights(style, view).into_iter().filter(|(_, weight)| *weight > 0.0);
    likely.map(|(action, _)| action).collect()
}
