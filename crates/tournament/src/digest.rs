//! A tournament's games, counted.

use std::collections::BTreeMap;

use crate::{Ranked, Score, ranking};
use cardsharp_archive::{Archive, ArchiveError, GameRow, SeatRow, Stored};
use cardsharp_rules::Seed;
use cardsharp_stats::ratings::{Evidence, Finish, Rating};
use cardsharp_stats::{DecisionTimes, Mean};

use crate::Upset;

/// Everything a report tells.
pub struct Digest {
    /// The tournament.
    pub stored: Stored,
    /// Seats at a table.
    pub seats: usize,
    /// By entrant, house players included.
    pub entrants: Vec<Entry>,
    /// Places by points; house players are not ranked.
    pub ranked: Vec<Ranked>,
    /// Games that went most against the ratings, the worst first, once they were looked for.
    pub upsets: Vec<Upset>,
    /// Games that may teach something, once they were looked for: the largest upsets and the closest
    /// finishes.
    pub candidates: Vec<i64>,
}

/// How an entrant did.
#[derive(Default)]
pub struct Entry {
    /// Points, places and faults.
    pub score: Score,
    /// Points a game, the mean over deals.
    pub points: Mean,
    /// Its strength; none for who has not played.
    pub rating: Option<Rating>,
    /// Tournament points after each round.
    pub course: Vec<f64>,
    /// Against each other entrant: games, and halves of points won, a place ahead counting 2.
    pub against: BTreeMap<usize, (u64, u64)>,
    /// How often each verdict was spoken.
    pub faults: BTreeMap<String, u64>,
    /// How long it took to decide.
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

    /// What an entrant is called.
    pub fn name(&self, entrant: usize) -> &str {
        &self.stored.entrants[entrant].name
    }
}

/// A tournament that is being counted, game by game in the order of their numbers.
struct Counting {
    entrants: Vec<Entry>,
    /// How often each time was taken, in microseconds.
    times: Vec<BTreeMap<u32, u64>>,
    /// Points a game of every deal, by entrant.
    means: Vec<Vec<f64>>,
    evidence: Evidence,
    /// The games of the deal that has come last, which follow one another.
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
        meet(&mut self.entrants, &game);
        self.seats = self.seats.max(game.seats.len());
        self.rounds = self.rounds.max(game.round as usize + 1);
        let place = |game: &GameRow| (game.round, game.table, game.deal);
        if self.deal.last().is_some_and(|last| place(last) != place(&game)) {
            self.end_deal();
        }
        self.deal.push(game);
    }

    /// The games of a deal share its luck, so that they are one piece of evidence.
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

    /// Faults in words.
    pub fn faults_in_words(&self) -> String {
        let words: Vec<String> = self.faults.iter().map(|(verdict, count)| format!("{verdict} {count}")).collect();
        if words.is_empty() { "none".to_owned() } else { words.join(", ") }
    }
}

fn meet(entrants: &mut [Entry], game: &GameRow) {
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
