//! Swiss pairing for tables of any size: similar points together, rematches avoided.
//!
//! From the top of the ranking each table takes the next entrants that have met its members least,
//! looking only a few tables down. Where rematches are left, entrants are exchanged between tables,
//! near ones first; and where that is not enough, a bounded search tries all ways to sit.

/// How often entrants have met.
#[derive(Clone, Debug)]
pub struct Meetings {
    entrants: usize,
    counts: Vec<u16>,
}

impl Meetings {
    /// Nobody has met anybody.
    pub fn new(entrants: usize) -> Meetings {
        Meetings { entrants, counts: vec![0; entrants * entrants] }
    }

    /// How often two have met.
    pub fn between(&self, one: usize, other: usize) -> u32 {
        u32::from(self.counts[one * self.entrants + other])
    }

    /// Notes that these have met at a table; house players, whose numbers come after the
    /// entrants', meet nobody.
    pub fn note(&mut self, table: &[usize]) {
        for &one in table.iter().filter(|&&one| one < self.entrants) {
            for &other in table.iter().filter(|&&other| other < self.entrants && other != one) {
                let count = &mut self.counts[one * self.entrants + other];
                *count = count.saturating_add(1);
            }
        }
    }

    /// How often `entrant` has met the members of a table, but for itself and `without`.
    fn at(&self, table: &[usize], entrant: usize, without: usize) -> u32 {
        let others = table.iter().filter(|&&other| other != entrant && other != without);
        others.map(|&other| self.between(entrant, other)).sum()
    }

    /// How many earlier meetings the members of a table have had.
    pub fn within(&self, table: &[usize]) -> u32 {
        table.iter().map(|&entrant| self.at(table, entrant, entrant)).sum::<u32>() / 2
    }
}

/// The tables of the next round, of `seats` each, from everybody in the order of their rank.
/// The last table, the weakest, may be smaller: house players fill it.
pub fn swiss(ranking: &[usize], seats: usize, meetings: &Meetings) -> Vec<Vec<usize>> {
    let mut tables = from_the_top(ranking, seats, meetings);
    exchange(&mut tables, meetings);
    let left = tables.iter().map(|table| meetings.within(table)).sum::<u32>();
    if left == 0 {
        return tables;
    }
    let mut search = Search {
        meetings,
        seats,
        fewest: left,
        best: None,
        tables: Vec::new(),
        steps: STEPS,
        is_free: vec![true; ranking.len()],
        ranking,
    };
    search.next_table(0, 0);
    search.best.unwrap_or(tables)
}

/// How far down the ranking a table looks, in tables.
const REACH: usize = 3;

fn from_the_top(ranking: &[usize], seats: usize, meetings: &Meetings) -> Vec<Vec<usize>> {
    let mut waiting = ranking.to_vec();
    let mut tables = Vec::new();
    while !waiting.is_empty() {
        let mut table = vec![waiting.remove(0)];
        while table.len() < seats && !waiting.is_empty() {
            // The weakest stay for the table that is not full, as far as the ranking goes.
            let near = waiting.len().min(REACH * seats);
            let least = (0..near).min_by_key(|&place| (meetings.at(&table, waiting[place], waiting[place]), place));
            table.push(waiting.remove(least.expect("somebody waits")));
        }
        tables.push(table);
    }
    tables
}

/// Exchanges entrants between tables as long as that saves rematches.
fn exchange(tables: &mut [Vec<usize>], meetings: &Meetings) {
    // Every exchange saves a rematch, so this ends.
    while (0..tables.len()).rev().any(|table| improve(tables, table, meetings)) {}
}

/// Makes the exchange that takes a member of this table the least far and saves a rematch.
fn improve(tables: &mut [Vec<usize>], table: usize, meetings: &Meetings) -> bool {
    if meetings.within(&tables[table]) == 0 {
        return false;
    }
    let mut others: Vec<usize> = (0..tables.len()).filter(|&other| other != table).collect();
    others.sort_by_key(|&other| other.abs_diff(table));
    for other in others {
        for (i, j) in neighbours_first(tables[table].len(), tables[other].len(), other < table) {
            let (one, two) = (tables[table][i], tables[other][j]);
            let before = meetings.at(&tables[table], one, one) + meetings.at(&tables[other], two, two);
            let after = meetings.at(&tables[table], two, one) + meetings.at(&tables[other], one, two);
            if after < before {
                (tables[table][i], tables[other][j]) = (two, one);
                return true;
            }
        }
    }
    false
}

/// The places of two tables, those first that are next to each other in the ranking.
fn neighbours_first(one: usize, other: usize, other_is_above: bool) -> impl Iterator<Item = (usize, usize)> {
    let turned = move |place: usize, size: usize, is_turned: bool| if is_turned { size - 1 - place } else { place };
    (0..one)
        .flat_map(move |i| (0..other).map(move |j| (turned(i, one, !other_is_above), turned(j, other, other_is_above))))
}

/// How many members the search may seat before it gives up: a few milliseconds.
const STEPS: u32 = 50_000;

/// All ways to sit, those that follow the ranking first, for fewer rematches than there are.
struct Search<'a> {
    ranking: &'a [usize],
    seats: usize,
    meetings: &'a Meetings,
    fewest: u32,
    best: Option<Vec<Vec<usize>>>,
    tables: Vec<Vec<usize>>,
    is_free: Vec<bool>,
    steps: u32,
}

impl Search<'_> {
    fn next_table(&mut self, place: usize, rematches: u32) {
        let Some(first) = (place..self.ranking.len()).find(|&place| self.is_free[place]) else {
            self.fewest = rematches;
            self.best = Some(self.tables.clone());
            return;
        };
        self.is_free[first] = false;
        self.tables.push(vec![self.ranking[first]]);
        self.next_member(first, first + 1, rematches);
        self.tables.pop();
        self.is_free[first] = true;
    }

    fn next_member(&mut self, first: usize, from: usize, rematches: u32) {
        let table = self.tables.last().expect("a table is being filled");
        let free = (from..self.ranking.len()).filter(|&place| self.is_free[place]);
        let free: Vec<usize> = free.collect();
        // The last table takes whoever is left; any other must be full.
        let anybody_left = self.is_free.iter().any(|&is_free| is_free);
        if table.len() == self.seats || !anybody_left {
            self.next_table(first + 1, rematches);
            return;
        }
        for place in free {
            if self.steps == 0 {
                return;
            }
            self.steps -= 1;
            let entrant = self.ranking[place];
            let met = self.meetings.at(self.tables.last().expect("still there"), entrant, entrant);
            if rematches + met >= self.fewest {
                continue;
            }
            self.is_free[place] = false;
            self.tables.last_mut().expect("still there").push(entrant);
            self.next_member(first, place + 1, rematches + met);
            self.tables.last_mut().expect("still there").pop();
            self.is_free[place] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::{Rng, Seed};
    use proptest::prelude::*;

    use super::*;

    /// The fewest rematches of any way to sit, by trying all of them.
    fn fewest(waiting: &[usize], seats: usize, meetings: &Meetings) -> u32 {
        let Some((&first, rest)) = waiting.split_first() else { return 0 };
        let size = seats.min(waiting.len());
        let subsets = (0_u32..1 << rest.len()).filter(|set| set.count_ones() as usize == size - 1);
        let cost = |set: u32| {
            let (chosen, left): (Vec<_>, Vec<_>) = (0..rest.len()).partition(|&bit| set >> bit & 1 == 1);
            let mut table = vec![first];
            table.extend(chosen.iter().map(|&bit| rest[bit]));
            let left: Vec<usize> = left.iter().map(|&bit| rest[bit]).collect();
            meetings.within(&table) + fewest(&left, seats, meetings)
        };
        subsets.map(cost).min().expect("there is a way to sit")
    }

    /// A history of so many rounds at random tables.
    fn history(entrants: usize, seats: usize, rounds: u32, seed: u64) -> (Vec<usize>, Meetings) {
        let (mut rng, mut meetings) = (Rng::new(Seed(seed)), Meetings::new(entrants));
        let mut order: Vec<usize> = (0..entrants).collect();
        for _ in 0..rounds {
            rng.shuffle(&mut order);
            for table in order.chunks(seats) {
                meetings.note(table);
            }
        }
        rng.shuffle(&mut order);
        (order, meetings)
    }

    proptest! {
        #[test]
        fn everybody_sits_once_and_only_the_last_table_is_short(
            entrants in 1_usize..60, seats in 2_usize..=4, rounds in 0_u32..8, seed: u64,
        ) {
            let (order, meetings) = history(entrants, seats, rounds, seed);
            let tables = swiss(&order, seats, &meetings);
            let (last, full) = tables.split_last().unwrap();
            prop_assert!(full.iter().all(|table| table.len() == seats));
            prop_assert_eq!(last.len(), (entrants - 1) % seats + 1);
            let mut seated = tables.concat();
            seated.sort_unstable();
            prop_assert_eq!(seated, (0..entrants).collect::<Vec<_>>());
            prop_assert_eq!(tables, swiss(&order, seats, &meetings));
        }

        #[test]
        fn there_are_no_more_rematches_than_there_must_be(
            tables in 1_usize..=4, seats in 2_usize..=4, rounds in 0_u32..7, seed: u64,
        ) {
            let entrants = (tables * seats).min(8);
            let entrants = entrants - entrants % seats;
            let (order, meetings) = history(entrants, seats, rounds, seed);
            let found: u32 = swiss(&order, seats, &meetings).iter().map(|table| meetings.within(table)).sum();
            prop_assert_eq!(found, fewest(&order, seats, &meetings));
        }
    }

    #[test]
    fn neighbours_in_the_ranking_sit_together_where_nobody_has_met() {
        let order = [5, 3, 8, 1, 0, 2, 7, 6, 4, 9];
        let tables = swiss(&order, 4, &Meetings::new(10));
        assert_eq!(tables, [vec![5, 3, 8, 1], vec![0, 2, 7, 6], vec![4, 9]]);
    }

    #[test]
    fn who_has_met_sits_apart_but_near() {
        let mut meetings = Meetings::new(6);
        meetings.note(&[0, 1]);
        meetings.note(&[4, 5]);
        assert_eq!(swiss(&[0, 1, 2, 3, 4, 5], 2, &meetings), [vec![0, 2], vec![1, 4], vec![3, 5]]);
    }

    #[test]
    fn sixty_four_entrants_whose_ranking_never_changes_play_eight_rounds_without_a_rematch() {
        let mut meetings = Meetings::new(64);
        let order: Vec<usize> = (0..64).collect();
        for round in 0..8 {
            let tables = swiss(&order, 4, &meetings);
            let again: u32 = tables.iter().map(|table| meetings.within(table)).sum();
            assert_eq!(again, 0, "round {round}");
            for table in &tables {
                meetings.note(table);
            }
        }
    }
}
