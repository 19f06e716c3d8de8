//! The exact best response, by plain recursion over everything that can happen.
//!
//! It shares no line with the search that it judges: it uses only the rules, no beliefs, trees or budgets. The opponent
//! follows one of a few styles throughout; which one is unknown.

use cardsharp_rules::{ActionOf, Game, Observation, ObservationOf, Seat, State, Style, Turn};

/// A possible state and opponent, with a weight that need not be normalised.
#[derive(Clone)]
pub struct Guess<G: Game> {
    pub state: G::State,
    pub style: usize,
    pub weight: f64,
}

/// The styles an opponent may follow, with their probabilities.
pub type Opponents<'a, G> = [(&'a dyn Style<G>, f64)];

/// Every deal with every opponent.
pub fn guesses<G: Game>(game: &G, deals: &[G::Deal], opponents: &Opponents<'_, G>) -> Vec<Guess<G>> {
    let each = 1.0 / deals.len() as f64;
    deals
        .iter()
        .flat_map(|deal| {
            let state = game.start(deal).expect("an enumerated deal is valid");
            let styles = opponents.iter().enumerate();
            styles.map(move |(style, (_, prior))| Guess { state: state.clone(), style, weight: each * prior })
        })
        .collect()
}

/// Conditions the guesses on this view. In each past decision the opponent chose uniformly with probability `surprise`.
pub fn condition<G: Game>(
    mut guesses: Vec<Guess<G>>,
    actions: &[ActionOf<G>],
    view: &ObservationOf<G>,
    opponents: &Opponents<'_, G>,
    surprise: f64,
) -> Vec<Guess<G>> {
    for guess in &mut guesses {
        for &action in actions {
            let Turn::Of(seat) = guess.state.turn() else { panic!("the game is over") };
            if seat != view.seat() {
                let choices = choices::<G>(&guess.state.observe(seat), opponents[guess.style].0);
                let (_, likely) = choices.iter().find(|(choice, _)| *choice == action).expect("it was legal");
                guess.weight *= surprise / choices.len() as f64 + (1.0 - surprise) * likely;
            }
            guess.state.play(action).expect("a past action was legal");
        }
    }
    guesses.retain(|guess| guess.state.observe(view.seat()) == *view);
    guesses
}

fn choices<G: Game>(view: &ObservationOf<G>, style: &dyn Style<G>) -> Vec<(ActionOf<G>, f64)> {
    let (mut legal, mut weights) = (Vec::new(), Vec::new());
    view.legal_actions(&mut legal);
    style.weigh(view, &legal, &mut weights);
    legal.into_iter().zip(weights.into_iter().map(f64::from)).collect()
}

/// The best mean result of a seat, times the weight of the guesses.
pub fn best_value<G: Game>(guesses: &[Guess<G>], me: Seat, opponents: &Opponents<'_, G>) -> f64 {
    let mut alike: Vec<(ObservationOf<G>, Vec<Guess<G>>)> = Vec::new();
    for guess in guesses {
        let view = guess.state.observe(me);
        match alike.iter_mut().find(|(known, _)| *known == view) {
            Some((_, group)) => group.push(guess.clone()),
            None => alike.push((view, vec![guess.clone()])),
        }
    }
    alike.iter().map(|(view, group)| value_of_group(view, group, opponents)).sum()
}

fn value_of_group<G: Game>(view: &ObservationOf<G>, group: &[Guess<G>], opponents: &Opponents<'_, G>) -> f64 {
    let me = view.seat();
    match view.turn() {
        Turn::Over => group
            .iter()
            .map(|guess| guess.weight * f64::from(guess.state.returns().expect("the game is over")[me]))
            .sum(),
        Turn::Of(seat) if seat == me => {
            action_values(view, group, opponents).iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max)
        }
        Turn::Of(seat) => {
            let mut next = Vec::new();
            for guess in group {
                for (action, likely) in choices::<G>(&guess.state.observe(seat), opponents[guess.style].0) {
                    let mut guess = guess.clone();
                    guess.state.play(action).expect("a style chooses what is legal");
                    guess.weight *= likely;
                    next.push(guess);
                }
            }
            best_value(&next, me, opponents)
        }
    }
}

/// The best mean result of each action of a seat, times the weight of the guesses.
pub fn action_values<G: Game>(
    view: &ObservationOf<G>,
    group: &[Guess<G>],
    opponents: &Opponents<'_, G>,
) -> Vec<(ActionOf<G>, f64)> {
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    legal
        .into_iter()
        .map(|action| {
            let mut next = group.to_vec();
            for guess in &mut next {
                guess.state.play(action).expect("legal for all that look alike");
            }
            (action, best_value(&next, view.seat(), opponents))
        })
        .collect()
}
