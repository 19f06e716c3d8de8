//! Making puzzles out of games of strong players, and looking at them once more.

use std::ops::ControlFlow;

use cardsharp_rules::{ActionOf, ObservationOf, Record, Rng, Seed, Style};
use cardsharp_search::threads::in_order;
use cardsharp_search::{Considered, Player, StylePlayer, house_values};
use cardsharp_table::play_game;

use super::look::{CLEAR, explain, search, worths};
use super::{Puzzle, Question, Worth, hold, legal, names};
use crate::Tabled;
use crate::look_back::{Decision, decisions};

/// How hard it is looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Nodes of those who play the games.
    pub player: u64,
    /// Nodes of the first look at a decision, which finds what may be a puzzle.
    pub glance: u64,
    /// Nodes of each long look.
    pub nodes: u64,
    /// How many long looks.
    pub looks: u64,
    /// Games of the second opinion, at a glance.
    pub games: usize,
    /// Worlds of each long belief.
    pub hold_worlds: usize,
}

impl Effort {
    /// Long looks of so many nodes, and all else in proportion to what it decides.
    pub fn of(nodes: u64) -> Effort {
        Effort { player: 300, glance: nodes.min(400), nodes, looks: 6, games: 400, hold_worlds: 4_000 }
    }
}

/// Makes puzzles.
pub struct Maker<'a, G: Tabled> {
    /// The game.
    pub game: &'a G,
    /// Names the games and all luck.
    pub seed: Seed,
    /// How hard it is looked.
    pub effort: Effort,
    /// How many games are worked on at a time.
    pub threads: usize,
}

/// More choices are no question for a person: a pass has 120.
const MOST_CHOICES: usize = 24;
/// Fewer are a toss of a coin.
const FEWEST_CHOICES: usize = 3;
/// So many decisions of a game are looked at long.
const CANDIDATES: usize = 2;
/// More answers than this part of all would be too many right ones.
const ACCEPTED: f64 = 0.35;
/// Every so many games a question about cards, every so many an easy one.
const ASKED_ABOUT_CARDS: u64 = 3;
const EASY: u64 = 4;

impl<G: Tabled> Maker<'_, G> {
    /// Makes puzzles out of one game after the other, from the one with this number on, until `visit` has enough. The
    /// same seed makes the same puzzles on any number of threads.
    pub fn make(&self, from: u64, visit: &mut dyn FnMut(u64, Vec<Puzzle<G>>) -> ControlFlow<()>) {
        let mut number = from;
        in_order(u64::MAX - from, self.threads, |offset| self.of_game(from + offset), &mut |made| {
            number += 1;
            visit(number - 1, made)
        });
    }

    /// The puzzles of a game of this run.
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

    /// The decisions of a game in which there is something to ask, in an order by chance.
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

    /// Whether one choice seems better than nearly all others at a glance.
    fn is_promising(&self, view: &ObservationOf<G>, luck: Seed) -> bool {
        let how = search::<G>(self.effort.glance);
        let values = house_values(self.game, view, None, &how, &mut Rng::new(luck));
        let mut tried: Vec<f64> = values.iter().filter(|valued| valued.visits > 0).map(|valued| valued.value).collect();
        tried.sort_by(|a, b| b.total_cmp(a));
        let accepted = (ACCEPTED * values.len() as f64) as usize;
        tried.len() > accepted.max(1) && tried[0] - tried[accepted.max(1)] > CLEAR
    }

    /// What every action is worth, if some are best beyond doubt, the champion agrees, and it can be told why.
    fn play_question(
        &self,
        view: &ObservationOf<G>,
        actions: &[ActionOf<G>],
        may_be_easy: bool,
        luck: Seed,
    ) -> Option<Vec<Worth<ActionOf<G>>>> {
        // Two looks rule most out that the long ones would.
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

    /// Whether what the champion does is right; where it mixes, whatever it does often.
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
                // The clearer it is, the easier.
                let rating = 1_900.0 - 1_000.0 * (cells[0].chance - cells[1].chance);
                return Some((decision.step - 1, Question::Hold(cells), rating.clamp(EASIEST, HARDEST)));
            }
        }
        None
    }
}

/// Whether the actions fall apart into good and bad ones, at this part of what is asked for.
fn is_sharp<A>(worths: &[Worth<A>], part: f64) -> bool {
    let good = worths.iter().filter(|worth| worth.cost < part * CLEAR).count();
    good as f64 <= (ACCEPTED * worths.len() as f64).max(1.0)
}

/// Whether every action is as good as the best or worse beyond doubt, and few are as good.
fn is_question<A>(worths: &[Worth<A>]) -> bool {
    let accepted = worths.iter().filter(|worth| worth.is_accepted()).count();
    worths.iter().all(|worth| worth.is_accepted() || worth.is_mistake())
        && accepted as f64 <= (ACCEPTED * worths.len() as f64).max(1.0)
}

/// Our weaker players, the gentlest first.
fn weaker<G: Tabled>(game: &G) -> Vec<Box<dyn Style<G>>> {
    game.styles().into_iter().chain(game.learned()).collect()
}

/// How likely somebody of this style answers rightly.
fn solves<G: Tabled>(style: Box<dyn Style<G>>, view: &ObservationOf<G>, worths: &[Worth<ActionOf<G>>]) -> f64 {
    let Considered::Weights(weights) = StylePlayer(style).consider(view, &mut Rng::new(Seed(0))) else { return 0.0 };
    let right = |action: ActionOf<G>| worths.iter().any(|worth| worth.action == action && worth.is_accepted());
    weights.iter().filter(|(action, _)| right(*action)).map(|(_, weight)| weight).sum()
}

/// Whether everybody who has a plan at all finds it.
fn is_easy<G: Tabled>(game: &G, view: &ObservationOf<G>, worths: &[Worth<ActionOf<G>>]) -> bool {
    let styles = weaker(game).into_iter().filter(|style| style.name() != "random");
    styles.map(|style| solves(style, view, worths)).all(|part| part > 0.9)
}

const EASIEST: f64 = 600.0;
const HARDEST: f64 = 2_400.0;
/// What our weaker players are taken for, from the gentlest to the strongest.
const WEAKEST: f64 = 800.0;
const STRONGEST: f64 = 1_800.0;

/// The rating at which our weaker players would solve it as often as they do.
fn rating_of<G: Tabled>(game: &G, view: &ObservationOf<G>, worths: &[Worth<ActionOf<G>>]) -> f64 {
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

/// The first so many events of a game, as a puzzle has them.
fn up_to<G: Tabled>(record: &Record<G>, steps: usize) -> Record<G> {
    let seed = record.seed().expect("it was played by its seed");
    let again = |seat_names: Vec<String>| {
        let mut begun = Record::from_seed(record.game().clone(), seed, seat_names);
        for action in record.actions().take(steps) {
            begun.play(action).expect("it was played before");
        }
        begun
    };
    let cardsharp_rules::Turn::Of(seat) = cardsharp_rules::State::turn(again(record.names().to_vec()).state()) else {
        unreachable!("somebody decided here")
    };
    again(names::<G>(seat))
}

/// What a second look found of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rechecked {
    /// Whether the answer is still right beyond doubt.
    pub holds: bool,
    /// How far the answer leads what is wrong, by this look, in parts of one; and the standard error.
    pub lead: (f64, f64),
    /// For a question about cards: whether the likeliest card was really there.
    pub was_so: Option<bool>,
}

/// Looks at a puzzle once more, with luck of its own; it may be half as sure as whoever made it.
pub fn recheck<G: Tabled>(game: &G, puzzle: &Puzzle<G>, effort: &Effort, seed: Seed) -> Rechecked {
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
