//! A tournament's games, counted.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use cardsharp_archive::{Archive, ArchiveError, GameRow, Records, Stored};
use cardsharp_referee::ratings::{Finish, Rating, rate};
use cardsharp_referee::tournament::{Ranked, Score, ranking};
use cardsharp_referee::{DecisionTimes, Mean};
use cardsharp_rules::Seed;

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
    /// Games that went most against the ratings: the worst first.
    pub upsets: Vec<Upset>,
    /// Games that may teach something: the largest upsets and the closest finishes.
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

/// A game in which the weaker came in before the stronger.
pub struct Upset {
    /// Its number in the database.
    pub game: i64,
    /// From 0.
    pub round: u64,
    /// Who came in before.
    pub weaker: usize,
    /// Who came in after.
    pub stronger: usize,
    /// By how many rating points.
    pub gap: f64,
}

/// How many upsets are told.
const UPSETS: usize = 8;

impl Digest {
    /// Reads a tournament and picks so many games that may be instructive.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(archive: &Archive, stored: Stored, instructive: usize) -> Result<Digest, ArchiveError> {
        let count = stored.entrants.len();
        let mut entrants: Vec<Entry> = (0..count).map(|_| Entry::default()).collect();
        let mut times: Vec<Vec<Duration>> = vec![Vec::new(); count];
        // The games of a deal share its luck, so that they are one piece of evidence.
        let mut deals = BTreeMap::<(u64, u64, u64), Vec<GameRow>>::new();
        archive.each_game(&stored, Records::LeftOut, &mut |mut game| {
            for seat in &mut game.seats {
                let spent = seat.times.drain(..).map(|time| Duration::from_micros(time.into()));
                times[seat.entrant].extend(spent);
                entrants[seat.entrant].add(seat, game.round);
            }
            meet(&mut entrants, &game);
            deals.entry((game.round, game.table, game.deal)).or_default().push(game);
        })?;
        let mut digest = Digest {
            seats: deals.values().flatten().map(|game| game.seats.len()).max().unwrap_or(0),
            ranked: Vec::new(),
            upsets: Vec::new(),
            candidates: Vec::new(),
            entrants,
            stored,
        };
        digest.measure(&deals, times, instructive);
        Ok(digest)
    }

    fn measure(
        &mut self,
        deals: &BTreeMap<(u64, u64, u64), Vec<GameRow>>,
        times: Vec<Vec<Duration>>,
        instructive: usize,
    ) {
        let finishes: Vec<Vec<Finish>> = deals.values().map(|games| games.iter().map(finish).collect()).collect();
        let ratings = rate(self.entrants.len(), &finishes, Seed(self.stored.tournament.seed));
        let mut means = vec![Vec::new(); self.entrants.len()];
        for games in deals.values() {
            let mut halves = BTreeMap::<usize, (u32, u32)>::new();
            for seat in games.iter().flat_map(|game| &game.seats) {
                let (sum, games) = halves.entry(seat.entrant).or_default();
                (*sum, *games) = (*sum + seat.halves, *games + 1);
            }
            for (entrant, (sum, games)) in halves {
                means[entrant].push(f64::from(sum) / f64::from(2 * games));
            }
        }
        let rounds = deals.keys().map(|&(round, ..)| round as usize + 1).max().unwrap_or(0);
        for ((entry, times), (means, rating)) in self.entrants.iter_mut().zip(times).zip(means.iter().zip(&ratings)) {
            entry.times = DecisionTimes::of(times);
            if entry.score.games > 0 {
                (entry.points, entry.rating) = (Mean::of(means), Some(*rating));
            }
            entry.course.resize(rounds, 0.0);
            for round in 1..rounds {
                entry.course[round] += entry.course[round - 1];
            }
        }
        let ranked = self.stored.entrants.iter().filter(|entrant| !entrant.is_house).count();
        let scores: Vec<Score> = self.entrants[..ranked].iter().map(|entry| entry.score).collect();
        self.ranked = ranking(&scores);
        let mut upsets: Vec<Upset> = deals.values().flatten().filter_map(|game| self.upset(game, &ratings)).collect();
        upsets.sort_by(|one, other| other.gap.total_cmp(&one.gap).then(one.game.cmp(&other.game)));
        self.candidates = self.candidates(&upsets, deals.values().flatten(), instructive);
        upsets.truncate(UPSETS);
        self.upsets = upsets;
    }

    /// Half of them the largest upsets, the others the closest finishes, in the order of their numbers.
    fn candidates<'a>(&self, upsets: &[Upset], games: impl Iterator<Item = &'a GameRow>, most: usize) -> Vec<i64> {
        let mut chosen: BTreeSet<i64> = upsets.iter().take(most / 2).map(|upset| upset.game).collect();
        let mut close: Vec<(i64, i64)> = games
            .map(|game| {
                let mut returns: Vec<i64> = game.seats.iter().map(|seat| seat.returns.into()).collect();
                returns.sort_unstable();
                let gap = returns.last().zip(returns.first()).map_or(0, |(most, least)| most - least);
                (gap, self.stored.first_game + game.number.cast_signed())
            })
            .collect();
        close.sort_unstable();
        for (_, game) in close {
            if chosen.len() >= most {
                break;
            }
            chosen.insert(game);
        }
        chosen.into_iter().collect()
    }

    /// The pair of a game that finished most against its ratings.
    fn upset(&self, game: &GameRow, ratings: &[Rating]) -> Option<Upset> {
        let pairs = game.seats.iter().flat_map(|weaker| game.seats.iter().map(move |stronger| (weaker, stronger)));
        let against = pairs.filter(|(weaker, stronger)| weaker.place < stronger.place).map(|(weaker, stronger)| {
            let gap = ratings[stronger.entrant].points - ratings[weaker.entrant].points;
            let (weaker, stronger) = (weaker.entrant, stronger.entrant);
            let number = self.stored.first_game + game.number.cast_signed();
            Upset { game: number, round: game.round, weaker, stronger, gap }
        });
        against.filter(|upset| upset.gap > 0.0).max_by(|one, other| one.gap.total_cmp(&other.gap))
    }

    /// What an entrant is called.
    pub fn name(&self, entrant: usize) -> &str {
        &self.stored.entrants[entrant].name
    }
}

impl Entry {
    fn add(&mut self, seat: &cardsharp_archive::SeatRow, round: u64) {
        let faults = seat.faults.iter().map(|fault| fault.count).sum();
        self.score.add(seat.halves, seat.returns, seat.place, faults);
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
