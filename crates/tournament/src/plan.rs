//! The announced format, rounds, deals and seed, and the numbers of the games.

use cardsharp_rules::{Rng, Seed, words};

use crate::pairing::{Meetings, near, swiss};

/// The pairing system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Every entrant plays one table per round, against entrants with similar points.
    Swiss,
    /// A round has every possible table.
    RoundRobin,
    /// A round has every possible table with the first entrant.
    Gauntlet,
}

words!(Format, "format", Swiss: "swiss", RoundRobin: "round-robin", Gauntlet: "gauntlet");

impl Format {
    /// Returns the default number of rounds.
    pub fn usual_rounds(self) -> u64 {
        if self == Format::Swiss { 10 } else { 1 }
    }
}

/// A tournament as announced. Entrants are numbered from 0; house players have the numbers after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The pairing system.
    pub format: Format,
    /// The number of seats at a table.
    pub seats: usize,
    /// The number of entrants.
    pub entrants: usize,
    /// The number of rounds.
    pub rounds: u64,
    /// The number of deals at a table, each in every rotation of the seats; 0 for a single game.
    pub deals: u64,
    /// The seed of all deals and of the players' luck.
    pub seed: Seed,
}

/// The place of a game in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot {
    /// The round, from 0.
    pub round: u64,
    /// The table of the round, from 0.
    pub table: u64,
    /// The deal of the table, from 0.
    pub deal: u64,
    /// How many seats each player has moved on since the first game.
    pub rotation: u64,
}

/// The most games of a tournament; more is a typing error.
const MOST_GAMES: u64 = 1 << 40;
const MOST_TABLES: u64 = 10_000_000;

/// The error of a plan with too many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endless(Plan);

impl std::fmt::Display for Endless {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let words = "have more tables than can be played; take a swiss tournament, or fewer rounds or deals";
        write!(f, "{} entrants in a {} {words}", self.0.entrants, self.0.format)
    }
}

impl std::error::Error for Endless {}

/// The streams of the tournament's seed.
const GAMES: u64 = 0;
const ORDER: u64 = 1;

impl Plan {
    /// Checks that the tournament can be played.
    ///
    /// # Errors
    /// If it has too many tables or games.
    pub fn check(&self) -> Result<(), Endless> {
        let fits = |count: Option<u64>, most: u64| count.is_some_and(|count| count <= most);
        if fits(self.tables(), MOST_TABLES) && fits(self.games(), MOST_GAMES) { Ok(()) } else { Err(Endless(*self)) }
    }

    /// Returns the number of tables in a round; none if there are too many to count.
    pub fn tables(&self) -> Option<u64> {
        let (seats, entrants) = (self.seats as u64, self.entrants as u64);
        match self.format {
            Format::Swiss => Some(entrants.div_ceil(seats)),
            Format::RoundRobin => ways(entrants.max(seats), seats),
            Format::Gauntlet => ways(entrants.max(seats) - 1, seats - 1),
        }
    }

    /// Returns the number of games at a table.
    pub fn games_of_a_table(&self) -> u64 {
        if self.deals == 0 { 1 } else { self.deals * self.seats as u64 }
    }

    /// Returns the number of games in all; none if there are too many to count.
    pub fn games(&self) -> Option<u64> {
        self.tables()?.checked_mul(self.rounds)?.checked_mul(self.games_of_a_table())
    }

    /// Returns the number of house players needed to fill a table.
    pub fn fillers(&self) -> usize {
        match self.format {
            Format::Swiss => self.entrants.next_multiple_of(self.seats) - self.entrants,
            Format::RoundRobin | Format::Gauntlet => self.seats.saturating_sub(self.entrants),
        }
    }

    /// Returns the tables of a round, in the seats of its first game, from points (in halves) and meetings so far.
    pub fn seat_round(&self, round: u64, halves: &[u64], meetings: &Meetings) -> Vec<Vec<usize>> {
        let mut tables = match self.format {
            Format::Swiss => swiss(&self.order(halves), halves, near(self.games_of_a_table()), self.seats, meetings),
            Format::RoundRobin => combinations(self.entrants + self.fillers(), self.seats),
            Format::Gauntlet => {
                let others = combinations(self.entrants + self.fillers() - 1, self.seats - 1);
                let with_the_first =
                    |table: Vec<usize>| [0].into_iter().chain(table.into_iter().map(|other| other + 1));
                others.into_iter().map(|table| with_the_first(table).collect()).collect()
            }
        };
        let fillers = self.entrants..;
        let last = tables.last_mut().expect("a tournament has entrants");
        let missing = self.seats - last.len();
        last.extend(fillers.take(missing));
        // The leader should not always sit first.
        for (number, table) in tables.iter_mut().enumerate() {
            Rng::new(self.seed.stream(ORDER).stream(round + 1).stream(number as u64)).shuffle(table);
        }
        tables
    }

    /// Returns the entrants by points; the seed decides the order of equals.
    fn order(&self, halves: &[u64]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.entrants).collect();
        Rng::new(self.seed.stream(ORDER).stream(0)).shuffle(&mut order);
        order.sort_by_key(|&entrant| std::cmp::Reverse(halves[entrant]));
        order
    }

    /// Returns the games of a round with this many tables, in the order of their numbers.
    pub fn slots(&self, round: u64, tables: usize) -> impl Iterator<Item = Slot> + use<> {
        let rotations = if self.deals == 0 { 1 } else { self.seats as u64 };
        let deals = self.deals.max(1);
        (0..tables as u64).flat_map(move |table| {
            (0..deals).flat_map(move |deal| (0..rotations).map(move |rotation| Slot { round, table, deal, rotation }))
        })
    }

    /// Returns the number of a game in the tournament, from 0.
    pub fn number(&self, slot: Slot) -> u64 {
        let rotations = if self.deals == 0 { 1 } else { self.seats as u64 };
        let tables = self.tables().expect("a tournament that can be played");
        let table = slot.round * tables + slot.table;
        (table * self.deals.max(1) + slot.deal) * rotations + slot.rotation
    }

    /// Returns the seed of a game, for its deal and the players' luck. The rotations of a deal share it.
    pub fn seed_of(&self, slot: Slot) -> Seed {
        self.seed.stream(GAMES).stream(slot.round).stream(slot.table).stream(slot.deal)
    }
}

fn ways(n: u64, k: u64) -> Option<u64> {
    (0..k).try_fold(1_u64, |ways, i| Some(ways.checked_mul(n - i)? / (i + 1)))
}

fn combinations(n: usize, k: usize) -> Vec<Vec<usize>> {
    let mut chosen: Vec<usize> = (0..k).collect();
    let mut all = Vec::new();
    loop {
        all.push(chosen.clone());
        let Some(place) = (0..k).rev().find(|&place| chosen[place] < n - k + place) else { return all };
        chosen[place] += 1;
        for next in place + 1..k {
            chosen[next] = chosen[next - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn plan(format: Format, seats: usize, entrants: usize) -> Plan {
        Plan { format, seats, entrants, rounds: 3, deals: 2, seed: Seed(7) }
    }

    #[test]
    fn every_game_has_a_number_and_every_deal_a_seed_of_its_own() {
        for (format, seats, entrants) in
            [(Format::Swiss, 4, 10), (Format::RoundRobin, 2, 5), (Format::Gauntlet, 4, 6), (Format::Swiss, 4, 1)]
        {
            for deals in [0, 2] {
                let plan = Plan { deals, ..plan(format, seats, entrants) };
                let (mut numbers, mut seeds) = (Vec::new(), BTreeSet::new());
                for round in 0..plan.rounds {
                    let tables = plan.seat_round(round, &vec![0; entrants], &Meetings::new(entrants));
                    assert_eq!(Some(tables.len() as u64), plan.tables());
                    assert!(tables.iter().all(|table| table.len() == seats));
                    for slot in plan.slots(round, tables.len()) {
                        numbers.push(plan.number(slot));
                        seeds.insert(plan.seed_of(slot));
                    }
                }
                assert_eq!(numbers, (0..plan.games().unwrap()).collect::<Vec<_>>());
                let rotations = if deals == 0 { 1 } else { seats };
                assert_eq!(seeds.len() * rotations, numbers.len(), "the rotations of a deal share its seed");
            }
        }
    }

    #[test]
    fn house_players_fill_the_weakest_table() {
        let plan = plan(Format::Swiss, 4, 6);
        assert_eq!(plan.fillers(), 2);
        let tables = plan.seat_round(0, &[9, 8, 1, 7, 0, 6], &Meetings::new(6));
        let sorted = |table: &Vec<usize>| table.iter().copied().collect::<BTreeSet<_>>();
        assert_eq!(sorted(&tables[0]), BTreeSet::from([0, 1, 3, 5]));
        assert_eq!(sorted(&tables[1]), BTreeSet::from([2, 4, 6, 7]));
    }

    /// In round 10 of this tournament house players once sat with ranks 1 and 3.
    #[test]
    fn house_players_stay_with_the_lowest_ranks_however_often_those_have_met() {
        let plan = Plan { rounds: 20, deals: 0, seed: Seed(5), ..plan(Format::Swiss, 4, 14) };
        let (mut rng, mut meetings, mut halves) = (Rng::new(Seed(1)), Meetings::new(14), vec![0_u64; 14]);
        for round in 0..plan.rounds {
            let tables = plan.seat_round(round, &halves, &meetings);
            let (filled, full): (Vec<_>, Vec<_>) =
                tables.iter().partition(|table| table.iter().any(|&seat| seat >= 14));
            let points = |tables: &[&Vec<usize>]| -> Vec<u64> {
                tables.iter().copied().flatten().filter_map(|&entrant| halves.get(entrant).copied()).collect()
            };
            assert_eq!((filled.len(), points(&filled).len()), (1, 2), "round {round}");
            assert!(points(&filled).iter().max() <= points(&full).iter().min(), "round {round}: {tables:?} {halves:?}");
            for table in &tables {
                meetings.note(table);
                // The better an entrant's number, the likelier it wins.
                let mut placed: Vec<(f64, usize)> =
                    table.iter().map(|&entrant| (rng.unit() * 20.0 - entrant as f64, entrant)).collect();
                placed.sort_by(|one, other| one.0.total_cmp(&other.0));
                for (place, (_, entrant)) in placed.into_iter().enumerate() {
                    if let Some(halves) = halves.get_mut(entrant) {
                        *halves += 2 * place as u64;
                    }
                }
            }
        }
    }

    #[test]
    fn a_round_robin_is_every_table_and_a_gauntlet_every_table_of_the_first() {
        let tables = |plan: Plan| {
            let tables = plan.seat_round(0, &vec![0; plan.entrants], &Meetings::new(plan.entrants));
            tables.into_iter().map(|table| table.into_iter().collect::<BTreeSet<_>>()).collect::<BTreeSet<_>>()
        };
        assert_eq!(tables(plan(Format::RoundRobin, 2, 5)).len(), 10);
        assert_eq!(tables(plan(Format::RoundRobin, 4, 6)).len(), 15);
        let gauntlet = tables(plan(Format::Gauntlet, 4, 6));
        assert_eq!(gauntlet.len(), 10);
        assert!(gauntlet.iter().all(|table| table.contains(&0)));
        assert_eq!(tables(plan(Format::RoundRobin, 4, 3)), BTreeSet::from([BTreeSet::from([0, 1, 2, 3])]));
    }

    #[test]
    fn too_many_games_to_count_are_an_error() {
        let many = Plan { rounds: u64::MAX, ..plan(Format::Swiss, 4, 8) };
        assert_eq!((many.games(), many.check()), (None, Err(Endless(many))));
        assert_eq!(plan(Format::Swiss, 4, 8).check(), Ok(()));
        assert_eq!(plan(Format::RoundRobin, 4, 10_000_000).tables(), None);
    }
}
