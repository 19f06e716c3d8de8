//! Makes puzzles from games of strong players, and checks them again.

use std::ops::ControlFlow;

use cardsharp_rules::{ActionOf, ObservationOf, Record, Rng, Seed, Style};
use cardsharp_search::threads::in_order;
use cardsharp_search::{Considered, Player, StylePlayer, house_values};
use cardsharp_table::play_game;

use super::look::{CLEAR, explain, search, worths};
use super::{Puzzle, Question, Worth, hold, legal, names};
use crate::decisions::{Decision, decisions};
use cardsharp_presentation::Present;

/// Search budgets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Nodes per decision of the players.
    pub player: u64,
    /// Nodes of the first search of a decision.
    pub glance: u64,
    /// Nodes of each long search.
    pub nodes: u64,
    /// The number of long searches.
    pub looks: u64,
    /// The number of quick playouts that must not contradict.
    pub games: usize,
    /// Worlds of each belief in questions about cards.
    pub hold_worlds: usize,
}

impl Effort {
    /// Returns the budgets for long searches of `nodes` nodes.
    pub fn of(nodes: u64) -> Effort {
        Effort { player: 300, glance: nodes.min(400), nodes, looks: 6, games: 400, hold_worlds: 4_000 }
    }
}

/// Makes puzzles.
pub struct Maker<'a, G: Present> {
    /// The game.
    pub game: &'a G,
    /// The seed of games and searches.
    pub seed: Seed,
    /// The search budgets.
    pub effort: Effort,
    /// The number of worker threads.
    pub threads: usize,
}

/// The most options of a puzzle. A pass at Intensity has 120.
const MOST_CHOICES: usize = 24;
const FEWEST_CHOICES: usize = 3;
/// How many decisions of a game get a long search.
const CANDIDATES: usize = 2;
/// The largest part of the options that may be right.
const ACCEPTED: f64 = 0.35;
/// Every third game gives a question about cards, every fourth may give an easy one.
const ASKED_ABOUT_CARDS: u64 = 3;
const EASY: u64 = 4;

impl<G: Present> Maker<'_, G> {
    /// Makes puzzles from one game after another, from game number `from` on, until `visit` breaks. The puzzles do not
    /// depend on the number of threads.
    pub fn make(&self, from: u64, visit: &mut dyn FnMut(u64, Vec<Puzzle<G>>) -> ControlFlow<()>) {
        let mut number = from;
        in_order(u64::MAX - from, self.threads, |offset| self.of_game(from + offset), &mut |made| {
            number += 1;
            visit(number - 1, made)
        });
    }

    fn of_game(&self, number: u64) -> Vec<Puzzle<G>> {
        let seed = self.seed.game(number);
        let champion = self.game.champion(search::<G>(self.effort.player));
        let players: Vec<&dyn Player<G>> = vec![champion.as_ref(); G::SEATS];
        let seat_names = cardsharp_rules::seat_names::<G>();
        let record = play_game(self.game, seed, &players, seat_names);
        let luck = self.seed.stream(2 * number + 1);
        let found = if number % ASKED_ABOUT_CARDS == 2 {
            self.about_cards(&record, luck)
        } else {
            self.about_plays(&record, number.is_multiple_of(EASY), luck)
        };
        let puzzle = |(step, question, rating): (usize, Question<ActionOf<G>>, f64)| Puzzle {
            source: number,
            record: up_to(&record, step),
            question,
            rating,
        };
        found.map(puzzle).into_iter().collect()
    }

    fn shuffled(record: &Record<G>, luck: Seed) -> Vec<Decision<G>> {
        let seats: Vec<_> = cardsharp_rules::Seat::all(G::SEATS).collect();
        let mut decisions = decisions(record, &seats);
        Rng::new(luck.stream(0)).shuffle(&mut decisions);
        decisions
    }

    fn about_plays(
        &self,
        record: &Record<G>,
        may_be_easy: bool,
        luck: Seed,
    ) -> Option<(usize, Question<ActionOf<G>>, f64)> {
        let mut looked = 0;
        for decision in Self::shuffled(record, luck) {
            let (view, luck) = (&decision.view, luck.stream(1 + decision.step as u64));
            let actions = legal(view);
            if !(FEWEST_CHOICES..=MOST_CHOICES).contains(&actions.len()) || !self.is_promising(view, luck.stream(0)) {
                continue;
            }
            looked += 1;
            if let Some(found) = self.play_question(view, &actions, may_be_easy, luck.stream(1)) {
                let rating = rating_of(self.game, view, &found);
                return Some((decision.step - 1, Question::Play(found), rating));
            }
            if looked >= CANDIDATES {
                break;
            }
        }
        None
    }

    /// Returns true if a quick search prefers few actions to all others.
    fn is_promising(&self, view: &ObservationOf<G>, luck: Seed) -> bool {
        let how = search::<G>(self.effort.glance);
        let values = house_values(self.game, view, None, &how, &mut Rng::new(luck));
        let mut tried: Vec<f64> = values.iter().filter(|valued| valued.visits > 0).map(|valued| valued.value).collect();
        tried.sort_by(|a, b| b.total_cmp(a));
        let accepted = (ACCEPTED * values.len() as f64) as usize;
        tried.len() > accepted.max(1) && tried[0] - tried[accepted.max(1)] > CLEAR
    }

    /// Returns the value of every action, if a few are clearly best, the champion agrees and figures explain why.
    fn play_question(
        &self,
        view: &ObservationOf<G>,
        actions: &[ActionOf<G>],
        may_be_easy: bool,
        luck: Seed,
    ) -> Option<Vec<Worth<ActionOf<G>>>> {
        // Two short searches rule out most candidates.
        let first = worths(self.game, view, actions, (2, self.effort.nodes / 4), luck.stream(0))?;
        if first.iter().any(|worth| worth.cost > 0.6 * CLEAR) != (first.len() > 1) || !is_sharp(&first, 0.6) {
            return None;
        }
        let mut found = worths(self.game, view, actions, (self.effort.looks, self.effort.nodes), luck.stream(1))?;
        if !is_question(&found) || !self.champion_agrees(view, &found, luck.stream(2)) {
            return None;
        }
        if !may_be_easy && is_easy(self.game, view, &found) {
            return None;
        }
        let agrees = explain(self.game, view, &mut found, &self.effort, luck.stream(3));
        (agrees && found.iter().any(|worth| !worth.telling.is_empty())).then_some(found)
    }

    /// Returns true if the champion's choice is right; where it mixes, all its frequent choices.
    fn champion_agrees(&self, view: &ObservationOf<G>, worths: &[Worth<ActionOf<G>>], luck: Seed) -> bool {
        let champion = self.game.champion(search::<G>(self.effort.nodes));
        let is_right = |action: ActionOf<G>| worths.iter().any(|worth| worth.action == action && worth.is_accepted());
        match champion.consider(view, &mut Rng::new(luck)) {
            Considered::Values(values) => values.first().is_some_and(|first| is_right(first.action)),
            Considered::Weights(weights) => {
                weights.iter().filter(|(_, weight)| *weight >= 0.15).all(|(action, _)| is_right(*action))
            }
            Considered::Choice(action) => is_right(action),
        }
    }

    fn about_cards(&self, record: &Record<G>, luck: Seed) -> Option<(usize, Question<ActionOf<G>>, f64)> {
        for decision in Self::shuffled(record, luck).into_iter().take(3 * CANDIDATES) {
            let luck = luck.stream(1 + decision.step as u64);
            if let Some(cells) = hold::question(self.game, &decision.view, &self.effort, luck) {
                // A clearer question is easier.
                let rating = 1_900.0 - 1_000.0 * (cells[0].chance - cells[1].chance);
                return Some((decision.step - 1, Question::Hold(cells), rating.clamp(EASIEST, HARDEST)));
            }
        }
        None
    }
}

/// Returns true if few actions cost less than `part` of a clear mistake.
fn is_sharp<A>(worths: &[Worth<A>], part: f64) -> bool {
    let good = worths.iter().filter(|worth| worth.cost < part * CLEAR).count();
    good as f64 <= (ACCEPTED * worths.len() as f64).max(1.0)
}

/// Returns true if every action is either accepted or a clear mistake, and few are accepted.
fn is_question<A>(worths: &[Worth<A>]) -> bool {
    let accepted = worths.iter().filter(|worth| worth.is_accepted()).count();
    worths.iter().all(|worth| worth.is_accepted() || worth.is_mistake())
        && accepted as f64 <= (ACCEPTED * worths.len() as f64).max(1.0)
}

/// Returns the players without search, weakest first.
fn weaker<G: Present>(game: &G) -> Vec<Box<dyn Style<G>>> {
    game.styles().into_iter().chain(game.learned()).collect()
}

fn solves<G: Present>(style: Box<dyn Style<G>>, view: &ObservationOf<G>, worths: &[Worth<ActionOf<G>>]) -> f64 {
    let Considered::Weights(weights) = StylePlayer(style).consider(view, &mut Rng::new(Seed(0))) else { return 0.0 };
    let right = |action: ActionOf<G>| worths.iter().any(|worth| worth.action == action && worth.is_accepted());
    weights.iter().filter(|(action, _)| right(*action)).map(|(_, weight)| weight).sum()
}

/// Returns true if every player but `random` finds the answer.
fn is_easy<G: Present>(game: &G, view: &ObservationOf<G>, worths: &[Worth<ActionOf<G>>]) -> bool {
    let styles = weaker(game).into_iter().filter(|style| style.name() != "random");
    styles.map(|style| solves(style, view, worths)).all(|part| part > 0.9)
}

const EASIEST: f64 = 600.0;
const HARDEST: f64 = 2_400.0;
/// The assumed ratings of the weakest and the strongest player without search.
const WEAKEST: f64 = 800.0;
const STRONGEST: f64 = 1_800.0;

/// Returns the rating at which the players without search would solve the puzzle as often as they do.
fn rating_of<G: Present>(game: &G, view: &ObservationOf<G>, worths: &[Worth<ActionOf<G>>]) -> f64 {
    let styles = weaker(game);
    let apart = (STRONGEST - WEAKEST) / (styles.len() - 1).max(1) as f64;
    let solved: Vec<(f64, f64)> = styles
        .into_iter()
        .enumerate()
        .map(|(place, style)| (WEAKEST + apart * place as f64, solves(style, view, worths)))
        .collect();
    let sum: f64 = solved.iter().map(|(_, part)| part).sum();
    let expected =
        |rating: f64| -> f64 { solved.iter().map(|(own, _)| 1.0 / (1.0 + 10f64.powf((rating - own) / 400.0))).sum() };
    let (mut low, mut high) = (EASIEST, HARDEST);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if expected(middle) > sum { low = middle } else { high = middle }
    }
    low.round()
}

/// Returns the first `steps` actions of a game, with the seat names of a puzzle.
fn up_to<G: Present>(record: &Record<G>, steps: usize) -> Record<G> {
    let seed = record.seed().expect("it was played by its seed");
    let again = |seat_names: Vec<String>| {
        let mut begun = Record::from_seed(record.game().clone(), seed, seat_names);
        for action in record.actions().take(steps) {
            begun.play(action).expect("it was played before");
        }
        begun
    };
    let cardsharp_rules::Turn::Of(seat) = cardsharp_rules::State::turn(again(record.names().to_vec()).state()) else {
        unreachable!("the step is a decision")
    };
    again(names::<G>(seat))
}

/// The result of checking a puzzle again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rechecked {
    /// Whether the answer is still clearly right.
    pub holds: bool,
    /// The lead of the answer over the best wrong action, with its standard error.
    pub lead: (f64, f64),
    /// For a question about cards: whether the likeliest card was really there.
    pub was_so: Option<bool>,
}

/// Checks a puzzle with other random numbers, against half the thresholds that made it.
pub fn recheck<G: Present>(game: &G, puzzle: &Puzzle<G>, effort: &Effort, seed: Seed) -> Rechecked {
    let (view, luck) = (puzzle.view(), seed.stream(puzzle.record.seed().map_or(0, |seed| seed.0)));
    match &puzzle.question {
        Question::Play(kept) => {
            let failed = Rechecked { holds: false, lead: (0.0, 0.0), was_so: None };
            let actions: Vec<ActionOf<G>> = kept.iter().map(|worth| worth.action).collect();
            let mut sorted = actions.clone();
            sorted.sort_unstable();
            let mut all = legal(&view);
            all.sort_unstable();
            if sorted != all || !is_question(kept) {
                return failed;
            }
            let Some(found) = worths(game, &view, &actions, (effort.looks, effort.nodes), luck) else { return failed };
            let of = |action: ActionOf<G>| found.iter().find(|worth| worth.action == action);
            let wrong = kept.iter().filter(|worth| !worth.is_accepted()).filter_map(|worth| of(worth.action));
            let right = of(kept[0].action).map_or(1.0, |worth| worth.cost);
            let Some(next) = wrong.min_by(|a, b| a.cost.total_cmp(&b.cost)) else { return failed };
            let lead = next.cost - right;
            Rechecked { holds: lead > CLEAR / 2.0 && lead > 2.0 * next.error, lead: (lead, next.error), was_so: None }
        }
        Question::Hold(kept) => {
            let was_so = Some(hold::was_there::<G>(&view, puzzle.record.state(), &kept[0]));
            let looks = (effort.looks, effort.hold_worlds);
            let Some(found) = hold::chances(game, &view, looks, luck) else {
                return Rechecked { holds: false, lead: (0.0, 0.0), was_so };
            };
            let of = |cell: &hold::Cell| found.iter().find(|own| (own.kind, own.place) == (cell.kind, cell.place));
            let others = kept[1..].iter().filter_map(of).max_by(|a, b| a.chance.total_cmp(&b.chance));
            let (Some(best), Some(next)) = (of(&kept[0]), others) else {
                return Rechecked { holds: false, lead: (0.0, 0.0), was_so };
            };
            let (lead, error) = (best.chance - next.chance, best.error.hypot(next.error));
            Rechecked { holds: lead > 0.07 && lead > 2.0 * error && hold::is_clear(kept), lead: (lead, error), was_so }
        }
    }
}
