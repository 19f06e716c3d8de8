//! Games as evidence for ratings, reduced to the statistics that the model uses, deal by deal.

use std::collections::{BTreeMap, HashMap};

use super::Finish;
use super::fit::{Choice, choices};

/// Games to rate by, grouped by deal: the games of a deal share its luck, so they are one piece of evidence.
#[derive(Debug)]
pub struct Evidence {
    entrants: usize,
    /// Each set of players among which the model chose, in order.
    sets: Vec<Vec<usize>>,
    places_of_sets: HashMap<Vec<usize>, usize>,
    /// The items of all deals, one deal after the other.
    brings: Vec<(Count, f64)>,
    /// The end of each deal's items.
    ends: Vec<usize>,
    /// The choices that follow from the places at a table.
    known: BTreeMap<Vec<u8>, Vec<Choice>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Count {
    /// This entrant was chosen.
    Win(u32),
    /// The model chose among this set, with this weight.
    Left(u32),
}

impl Evidence {
    /// No games yet among this number of entrants.
    pub fn new(entrants: usize) -> Evidence {
        let (sets, places_of_sets, known) = (Vec::new(), HashMap::new(), BTreeMap::new());
        Evidence { entrants, sets, places_of_sets, brings: Vec::new(), ends: Vec::new(), known }
    }

    /// Adds a deal with its games.
    ///
    /// # Panics
    /// If a player is not an entrant, or has no place.
    pub fn add(&mut self, games: &[Finish]) {
        let mut deal = BTreeMap::<Count, f64>::new();
        for Finish { entrants, places } in games {
            assert!(entrants.len() == places.len() && entrants.iter().all(|&entrant| entrant < self.entrants));
            let choices = match self.known.get(places) {
                Some(choices) => choices,
                None => self.known.entry(places.clone()).or_insert(choices(places)),
            };
            for choice in choices {
                let mut left: Vec<usize> = choice.left.iter().map(|&seat| entrants[seat]).collect();
                *deal.entry(Count::Win(left[0] as u32)).or_default() += choice.weight;
                left.sort_unstable();
                let place = self.places_of_sets.get(&left).copied().unwrap_or(self.sets.len());
                if place == self.sets.len() {
                    self.sets.push(left.clone());
                    self.places_of_sets.insert(left, place);
                }
                *deal.entry(Count::Left(place as u32)).or_default() += choice.weight;
            }
        }
        self.brings.extend(deal);
        self.ends.push(self.brings.len());
    }

    pub(super) fn entrants(&self) -> usize {
        self.entrants
    }

    pub(super) fn deals(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn sets(&self) -> &[Vec<usize>] {
        &self.sets
    }

    /// Counts choices and sets, each deal with this weight.
    pub(super) fn totals(&self, times: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (mut wins, mut sets) = (vec![0.0; self.entrants], vec![0.0; self.sets.len()]);
        let mut start = 0;
        for (&end, &times) in self.ends.iter().zip(times) {
            if times > 0.0 {
                for &(count, weight) in &self.brings[start..end] {
                    match count {
                        Count::Win(entrant) => wins[entrant as usize] += times * weight,
                        Count::Left(set) => sets[set as usize] += times * weight,
                    }
                }
            }
            start = end;
        }
        (wins, sets)
    }
}
