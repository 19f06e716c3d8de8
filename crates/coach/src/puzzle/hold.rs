//! Questions about hidden cards: "Who holds the 47?" or "Which of these does Blaise hold?"
//!
//! The right answer is the likeliest one, even if the cards lay differently; the solution shows the chances. They come
//! from several beliefs, each with its own worlds and many more of them than a player uses.

use std::collections::BTreeMap;

use cardsharp_rules::{ObservationOf, Rng, Seed};
use cardsharp_search::{Belief, Budget, Clock};

use super::make::Effort;
use cardsharp_presentation::Present;

/// A card in a place, with its chance.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The index of the card's kind in [`cardsharp_search::Searchable::unseen`].
    pub kind: usize,
    /// The card in the game's notation.
    pub card: String,
    /// The index of the place in [`cardsharp_search::Searchable::hiding_places`].
    pub place: usize,
    /// The probability of at least one such card there.
    pub chance: f64,
    /// The standard error of the probability.
    pub error: f64,
    /// The probability from the rules alone, without the players' choices.
    pub uniform: f64,
}

/// The weight of the rules alone in a chance. Models of other players are never exact (`benchmarks/beliefs.md`).
const SMOOTHING: f64 = 0.15;
/// The least lead of the likeliest answer over the next, absolute and in standard errors.
const LEAD: f64 = 0.15;
const SURE: f64 = 5.0;
/// The least ratio of the likeliest answer to the next.
const TIMES: f64 = 1.6;
/// The least part of the lead that comes from the other players' choices.
const TOLD: f64 = 0.12;
/// The number of options: at most, at least.
const CHOICES: usize = 4;
const FEWEST: usize = 3;
/// The least effective sample size of a belief.
const WORLDS: f64 = 60.0;

/// Returns the chance of each kind in each place, over several beliefs. Returns `None` if a belief has too few worlds.
pub(super) fn chances<G: Present>(
    game: &G,
    view: &ObservationOf<G>,
    (looks, worlds): (u64, usize),
    luck: Seed,
) -> Option<Vec<Cell>> {
    let (kinds, places, models) = (G::unseen(view), G::hiding_places(view), game.models());
    let cells = kinds.len() * places.len();
    let (mut sums, mut squares, mut uniform) = (vec![0.0; cells], vec![0.0; cells], vec![0.0; cells]);
    let mut counts = Vec::new();
    for look in 0..looks {
        let clock = Clock::start(Budget::Nodes(u64::MAX));
        let belief = Belief::new(view, &models, worlds, &clock, &mut Rng::new(luck.stream(look)));
        if belief.effective_size() < WORLDS {
            return None;
        }
        let (mut heard, mut even) = (vec![0.0; cells], vec![0.0; cells]);
        let mut note = |state: &G::State, weight: f64, into: &mut [f64]| {
            G::locate(view, state, &mut counts);
            for (chance, &count) in into.iter_mut().zip(&counts) {
                *chance += if count > 0 { weight } else { 0.0 };
            }
        };
        for world in belief.worlds() {
            note(&world.state, world.weight, &mut heard);
        }
        if let Some(worlds) = belief.drawn_evenly() {
            let weight = 1.0 / worlds.len() as f64;
            for state in worlds {
                note(state, weight, &mut even);
            }
        } else {
            let weight = 1.0 / belief.worlds().len() as f64;
            for world in belief.worlds() {
                note(&world.state, weight, &mut even);
            }
        }
        for (cell, (heard, even)) in heard.into_iter().zip(even).enumerate() {
            let chance = SMOOTHING * even + (1.0 - SMOOTHING) * heard;
            sums[cell] += chance;
            squares[cell] += chance * chance;
            uniform[cell] += even;
        }
    }
    let count = looks as f64;
    let cell = |number: usize| {
        let chance = sums[number] / count;
        let spread = (squares[number] / count - chance * chance).max(0.0) * count / (count - 1.0).max(1.0);
        Cell {
            kind: number / places.len(),
            card: kinds[number / places.len()].name.clone(),
            place: number % places.len(),
            chance,
            error: (spread / count).sqrt(),
            uniform: uniform[number] / count,
        }
    };
    Some((0..cells).map(cell).collect())
}

/// Returns true if the first cell is clearly the likeliest, and the other players' choices show it.
pub(super) fn is_clear(cells: &[Cell]) -> bool {
    let [best, others @ ..] = cells else { return false };
    let beats = |other: &Cell| {
        let lead = best.chance - other.chance;
        lead >= LEAD && lead >= SURE * best.error.hypot(other.error) && best.chance >= TIMES * other.chance
    };
    others.len() + 1 >= FEWEST && others.iter().all(beats) && best.chance >= best.uniform + TOLD
}

/// Returns the clearest question about hidden cards, if there is one.
pub(super) fn question<G: Present>(
    game: &G,
    view: &ObservationOf<G>,
    effort: &Effort,
    luck: Seed,
) -> Option<Vec<Cell>> {
    let quick = chances(game, view, (2, effort.hold_worlds / 4), luck.stream(0))?;
    let sets = candidates::<G>(view, &quick, &mut Rng::new(luck.stream(1)));
    // Take the first candidate that a long search confirms.
    for set in sets.into_iter().take(2) {
        let sure = chances(game, view, (effort.looks, effort.hold_worlds), luck.stream(2))?;
        let mut cells: Vec<Cell> = sure.into_iter().filter(|cell| set.contains(&(cell.kind, cell.place))).collect();
        cells.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        if is_clear(&cells) {
            return Some(cells);
        }
    }
    None
}

type Asked = Vec<(usize, usize)>;

/// Returns candidate sets of cells, most informative first.
fn candidates<G: Present>(view: &ObservationOf<G>, cells: &[Cell], rng: &mut Rng) -> Vec<Asked> {
    let places = G::hiding_places(view);
    let mut sets: Vec<(f64, Asked)> = Vec::new();
    let mut by_card: BTreeMap<usize, Vec<&Cell>> = BTreeMap::new();
    for cell in cells.iter().filter(|cell| places[cell.place].size > 0) {
        by_card.entry(cell.kind).or_default().push(cell);
    }
    let kinds = G::unseen(view);
    let mut offer = |mut set: Vec<&Cell>| {
        set.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        let owned: Vec<Cell> = set.iter().map(|cell| Cell { error: 0.0, ..(*cell).clone() }).collect();
        if is_clear(&owned) {
            let told = owned[0].chance - owned[0].uniform;
            sets.push((told, owned.into_iter().map(|cell| (cell.kind, cell.place)).collect()));
        }
    };
    for cells in by_card.values().filter(|cells| (FEWEST..=CHOICES).contains(&cells.len())) {
        if kinds[cells[0].kind].count == 1 {
            offer(cells.clone());
        }
    }
    for place in (0..places.len()).filter(|&place| places[place].size > 0 && places[place].seat.is_some()) {
        let mut here: Vec<&Cell> = cells.iter().filter(|cell| cell.place == place).collect();
        here.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        let Some((best, others)) = here.split_first() else { continue };
        let mut others: Vec<&Cell> =
            others.iter().copied().filter(|other| best.chance - other.chance >= LEAD).collect();
        rng.shuffle(&mut others);
        offer(std::iter::once(*best).chain(others.into_iter().take(CHOICES - 1)).collect());
    }
    sets.sort_by(|a, b| b.0.total_cmp(&a.0));
    sets.into_iter().map(|(_, set)| set).collect()
}

pub(super) fn was_there<G: Present>(view: &ObservationOf<G>, state: &G::State, cell: &Cell) -> bool {
    let (places, mut counts) = (G::hiding_places(view), Vec::new());
    G::locate(view, state, &mut counts);
    counts.get(cell.kind * places.len() + cell.place).is_some_and(|&count| count > 0)
}
