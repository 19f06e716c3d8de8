//! The exact best response, by plain recursion over everything that can happen.
//!
//! It shares no line with the search it judges: it knows the rules and nothing of beliefs, trees
//! or budgets. The opponent follows one of a few styles throughout, unknown which.

use cardsharp_rules::{ActionOf, Game, Observation, ObservationOf, Seat, State, Style, Turn};

/// How the cards may lie and whom one may face, with a weight that need not be normalised.
#[derive(Clone)]
pub struct Guess<G: Game> {
    pub state: G::State,
    pub style: usize,
    pub weight: f64,
}

/// The styles an opponent may follow, with how likely each is.
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

/// What remains possible to a seat that sees this view, with an opponent who in each of its past
/// decisions did anything at all, each equally likely, with probability `surprise`.
pub fn given<G: Game>(
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

/// What a style may do, with how likely it is.
fn choices<G: Game>(view: &ObservationOf<G>, style: &dyn Style<G>) -> Vec<(ActionOf<G>, f64)> {
    let (mut legal, mut weights) = (Vec::new(), Vec::new());
    view.legal_actions(&mut legal);
    style.weigh(view, &legal, &mut weights);
    legal.into_iter().zip(weights.into_iter().map(f64::from)).collect()
}

/// The most a seat can get on average, times the weight of what it takes for possible.
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

/// The most a seat can get with each of its actions, times the weight of what is possible.
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
