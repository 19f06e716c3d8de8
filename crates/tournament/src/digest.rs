//! Statistics of a tournament's games.

use std::collections::BTreeMap;

use crate::{Ranked, Score, ranking};
use cardsharp_archive::{Archive, ArchiveError, GameRow, SeatRow, Stored};
use cardsharp_rules::Seed;
use cardsharp_stats::ratings::{Evidence, Finish, Rating};
use cardsharp_stats::{DecisionTimes, Mean};

use crate::Upset;

/// The content of a report.
pub struct Digest {
    /// The tournament.
    pub stored: Stored,
    /// The number of seats at a table.
    pub seats: usize,
    /// By entrant, including house players.
    pub entrants: Vec<Entry>,
    /// The ranking by points, without house players.
    pub ranked: Vec<Ranked>,
    /// The games that went most against the ratings, worst first; empty before [`Digest::look_for_upsets`].
    pub upsets: Vec<Upset>,
    /// Instructive games: the largest upsets and the closest finishes. Empty before [`Digest::look_for_upsets`].
    pub candidates: Vec<i64>,
}

/// The results of an entrant.
#[derive(Default)]
pub struct Entry {
    /// Points, places and faults.
    pub score: Score,
    /// Points per game, the mean over deals.
    pub points: Mean,
    /// The rating; none before the first game.
    pub rating: Option<Rating>,
    /// Tournament points after each round.
    pub course: Vec<f64>,
    /// Against each other entrant: games, and points won in halves (2 for a better place, 1 for the same).
    pub against: BTreeMap<usize, (u64, u64)>,
    /// The number of faults by verdict.
    pub faults: BTreeMap<String, u64>,
    /// The decision times.
    pub times: DecisionTimes,
}

impl Digest {
    /// Reads a tournament.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(archive: &Archive, stored: Stored) -> Result<Digest, ArchiveError> {
        let mut counting = Counting::new(stored.entrants.len());
        archive.each_game(&stored, &mut |game| counting.add(game))?;
        Ok(counting.end(stored))
    }

    /// Returns the name of an entrant.
    pub fn name(&self, entrant: usize) -> &str {
        &self.stored.entrants[entrant].name
    }
}

/// Counts a tournament, game by game in the order of their numbers.
struct Counting {
    entrants: Vec<Entry>,
    /// By entrant: the number of decisions of each time in microseconds.
    times: Vec<BTreeMap<u32, u64>>,
    /// By entrant: points per game for every deal.
    means: Vec<Vec<f64>>,
    evidence: Evidence,
    deal: Vec<GameRow>,
    seats: usize,
    rounds: usize,
}

impl Counting {
    fn new(count: usize) -> Counting {
        Counting {
            entrants: (0..count).map(|_| Entry::default()).collect(),
            times: vec![BTreeMap::new(); count],
            means: vec![Vec::new(); count],
            evidence: Evidence::new(count),
            deal: Vec::new(),
            seats: 0,
            rounds: 0,
        }
    }

    fn add(&mut self, mut game: GameRow) {
        let mut times = std::mem::take(&mut game.times).into_iter();
        for seat in &game.seats {
            let counts = &mut self.times[seat.entrant];
            for time in times.by_ref().take(seat.decisions) {
                *counts.entry(time).or_default() += 1;
            }
            self.entrants[seat.entrant].add(seat, game.round);
        }
        count_meetings(&mut self.entrants, &game);
        self.seats = self.seats.max(game.seats.len());
        self.rounds = self.rounds.max(game.round as usize + 1);
        let place = |game: &GameRow| (game.round, game.table, game.deal);
        if self.deal.last().is_some_and(|last| place(last) != place(&game)) {
            self.end_deal();
        }
        self.deal.push(game);
    }

    /// Counts the games of a deal as one piece of evidence: they share its luck.
    fn end_deal(&mut self) {
        let mut halves = BTreeMap::<usize, (u32, u32)>::new();
        for seat in self.deal.iter().flat_map(|game| &game.seats) {
            let (sum, games) = halves.entry(seat.entrant).or_default();
            (*sum, *games) = (*sum + seat.halves, *games + 1);
        }
        for (entrant, (sum, games)) in halves {
            self.means[entrant].push(f64::from(sum) / f64::from(2 * games));
        }
        self.evidence.add(&self.deal.iter().map(finish).collect::<Vec<_>>());
        self.deal.clear();
    }

    fn end(mut self, stored: Stored) -> Digest {
        if !self.deal.is_empty() {
            self.end_deal();
        }
        let ratings = self.evidence.rate(Seed(stored.tournament.seed));
        let figures = self.times.iter().zip(self.means.iter().zip(ratings));
        for (entry, (times, (means, rating))) in self.entrants.iter_mut().zip(figures) {
            entry.times = DecisionTimes::counted(times);
            if entry.score.games > 0 {
                (entry.points, entry.rating) = (Mean::of(means), Some(rating));
            }
            entry.course.resize(self.rounds, 0.0);
            for round in 1..self.rounds {
                entry.course[round] += entry.course[round - 1];
            }
        }
        let ranked = stored.entrants.iter().filter(|entrant| !entrant.is_house).count();
        let scores: Vec<Score> = self.entrants[..ranked].iter().map(|entry| entry.score).collect();
        let (upsets, candidates) = (Vec::new(), Vec::new());
        Digest { stored, seats: self.seats, entrants: self.entrants, ranked: ranking(&scores), upsets, candidates }
    }
}

impl Entry {
    fn add(&mut self, seat: &SeatRow, round: u64) {
        self.score.add(seat);
        for fault in &seat.faults {
            *self.faults.entry(fault.verdict.clone()).or_default() += u64::from(fault.count);
        }
        let round = round as usize;
        self.course.resize(self.course.len().max(round + 1), 0.0);
        self.course[round] += f64::from(seat.halves) / 2.0;
    }

    /// Returns the faults in words.
    pub fn faults_in_words(&self) -> String {
        let words: Vec<String> = self.faults.iter().map(|(verdict, count)| format!("{verdict} {count}")).collect();
        if words.is_empty() { "none".to_owned() } else { words.join(", ") }
    }
}

fn count_meetings(entrants: &mut [Entry], game: &GameRow) {
    for one in &game.seats {
        for other in game.seats.iter().filter(|other| other.entrant != one.entrant) {
            let (games, halves) = entrants[one.entrant].against.entry(other.entrant).or_default();
            *games += 1;
            *halves += match one.place.cmp(&other.place) {
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 0,
            };
        }
    }
}

fn finish(game: &GameRow) -> Finish {
    Finish {
        entrants: game.seats.iter().map(|seat| seat.entrant).collect(),
        places: game.seats.iter().map(|seat| seat.place).collect(),
    }
}
