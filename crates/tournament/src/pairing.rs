//! Swiss pairing for tables of any size: points first, then few rematches among near equals.
//!
//! Entrants are seated in the order of their points. The points of a seat's first owner are its level. To avoid
//! rematches, entrants are exchanged, near ones first. No entrant takes a seat whose level is further than `near` from
//! its own points. So no table is spread wider than by order of points plus twice `near`.

/// The number of earlier meetings of each pair.
#[derive(Clone, Debug)]
pub struct Meetings {
    entrants: usize,
    counts: Vec<u16>,
}

impl Meetings {
    /// Creates the table without any meetings.
    pub fn new(entrants: usize) -> Meetings {
        Meetings { entrants, counts: vec![0; entrants * entrants] }
    }

    /// Returns how often two entrants have met.
    pub fn between(&self, one: usize, other: usize) -> u32 {
        u32::from(self.counts[one * self.entrants + other])
    }

    /// Notes that the members of a table have met. House players, numbered after the entrants, are not counted.
    pub fn note(&mut self, table: &[usize]) {
        for &one in table.iter().filter(|&&one| one < self.entrants) {
            for &other in table.iter().filter(|&&other| other < self.entrants && other != one) {
                let count = &mut self.counts[one * self.entrants + other];
                *count = count.saturating_add(1);
            }
        }
    }

    /// Returns how often `entrant` has met the members of a table, except itself and `without`.
    fn at(&self, table: &[usize], entrant: usize, without: usize) -> u32 {
        let others = table.iter().filter(|&&other| other != entrant && other != without);
        others.map(|&other| self.between(entrant, other)).sum()
    }

    /// Returns the number of earlier meetings among the members of a table.
    pub fn within(&self, table: &[usize]) -> u32 {
        table.iter().map(|&entrant| self.at(table, entrant, entrant)).sum::<u32>() / 2
    }
}

/// Returns the largest difference of points (in halves) between near equals, for this many games a table and round: one
/// point for one game, √n points for n. Luck alone separates equals about that far in one round: a game's points
/// deviate by 1.1 at four seats and by a half at two.
pub fn near(games: u64) -> u64 {
    2 * games.isqrt()
}

/// Returns the tables of the next round, of `seats` each. `ranking` lists the entrants by points, which `halves` holds
/// in halves. Entrants who differ by at most `near` may be exchanged to avoid rematches. The last table may be smaller,
/// for house players to fill; its members have the fewest points.
pub fn swiss(ranking: &[usize], halves: &[u64], near: u64, seats: usize, meetings: &Meetings) -> Vec<Vec<usize>> {
    let levels = ranking.iter().map(|&entrant| halves[entrant]).collect();
    let mut round = Round { seated: ranking.to_vec(), levels, halves, near, seats, meetings };
    // Every exchange saves a rematch, so this ends.
    while round.seated.len() > seats && (0..round.seated.len()).rev().any(|seat| round.improve(seat)) {}
    let tables: Vec<Vec<usize>> = round.seated.chunks(seats).map(<[usize]>::to_vec).collect();
    let left = tables.iter().map(|table| meetings.within(table)).sum::<u32>();
    if left == 0 {
        return tables;
    }
    let mut search = Search {
        round: &round,
        ranking,
        fewest: left,
        best: None,
        tables: Vec::new(),
        steps: STEPS,
        is_free: vec![true; ranking.len()],
    };
    search.next_table(0, 0);
    search.best.unwrap_or(tables)
}

/// A round while it is being seated, table by table from the top.
struct Round<'a> {
    seated: Vec<usize>,
    /// The points of each seat's owner by order of points.
    levels: Vec<u64>,
    halves: &'a [u64],
    near: u64,
    seats: usize,
    meetings: &'a Meetings,
}

impl Round<'_> {
    /// Returns whether an entrant's points allow it this seat.
    fn may_sit(&self, entrant: usize, seat: usize) -> bool {
        let is_filled_up = seat / self.seats * self.seats + self.seats > self.seated.len();
        let near = if is_filled_up { 0 } else { self.near };
        self.halves[entrant].abs_diff(self.levels[seat]) <= near
    }

    fn table(&self, seat: usize) -> &[usize] {
        let first = seat / self.seats * self.seats;
        &self.seated[first..self.seated.len().min(first + self.seats)]
    }

    /// Makes the nearest exchange for this seat that saves a rematch.
    fn improve(&mut self, seat: usize) -> bool {
        let one = self.seated[seat];
        let met = self.meetings.at(self.table(seat), one, one);
        if met == 0 {
            return false;
        }
        let saves = |other: usize| {
            let two = self.seated[other];
            other / self.seats != seat / self.seats
                && self.may_sit(one, other)
                && self.may_sit(two, seat)
                && self.meetings.at(self.table(seat), two, one) + self.meetings.at(self.table(other), one, two)
                    < met + self.meetings.at(self.table(other), two, two)
        };
        // Levels fall from the top, so the seats this entrant may take are around this one.
        let reach = self.near + self.halves[one].abs_diff(self.levels[seat]);
        let is_near = |other: &usize| self.levels[*other].abs_diff(self.levels[seat]) <= reach;
        let below = (seat + 1..self.seated.len()).take_while(is_near);
        let above = (0..seat).rev().take_while(is_near);
        let found = below.filter(|&other| saves(other)).take(1).chain(above.filter(|&other| saves(other)).take(1));
        let Some(other) = found.min_by_key(|other| other.abs_diff(seat)) else { return false };
        self.seated.swap(seat, other);
        true
    }
}

/// The most members that the search seats: a few milliseconds.
const STEPS: u32 = 50_000;

/// Searches all seatings that points allow, in the order of the ranking, for fewer rematches.
struct Search<'a> {
    round: &'a Round<'a>,
    ranking: &'a [usize],
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
        if !self.round.may_sit(self.ranking[first], self.tables.len() * self.round.seats) {
            return;
        }
        self.is_free[first] = false;
        self.tables.push(vec![self.ranking[first]]);
        self.next_member(first, first + 1, rematches);
        self.tables.pop();
        self.is_free[first] = true;
    }

    fn next_member(&mut self, first: usize, from: usize, rematches: u32) {
        let table = self.tables.last().expect("a table is being filled");
        let seat = (self.tables.len() - 1) * self.round.seats + table.len();
        if table.len() == self.round.seats || seat == self.ranking.len() {
            self.next_table(first + 1, rematches);
            return;
        }
        for place in from..self.ranking.len() {
            let entrant = self.ranking[place];
            if !self.is_free[place] || !self.round.may_sit(entrant, seat) {
                continue;
            }
            if self.steps == 0 {
                return;
            }
            self.steps -= 1;
            let met = self.round.meetings.at(self.tables.last().expect("still there"), entrant, entrant);
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
mod tests;
