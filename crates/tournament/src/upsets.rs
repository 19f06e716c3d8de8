//! Finds games of a tournament that went against the ratings, and close ones.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use cardsharp_archive::{Archive, ArchiveError, GameRow};

use crate::Digest;

/// A game in which an entrant with the lower rating finished ahead.
pub struct Upset {
    /// The number of the game in the database.
    pub game: i64,
    /// The round, from 0.
    pub round: u64,
    /// The entrant with the lower rating.
    pub weaker: usize,
    /// The entrant with the higher rating.
    pub stronger: usize,
    /// The difference of the ratings.
    pub gap: f64,
}

const UPSETS: usize = 8;

impl Digest {
    /// Finds upsets and chooses `instructive` games, half of them the largest upsets, the others the closest finishes.
    ///
    /// It reads the games a second time, because upsets depend on the final ratings.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn look_for_upsets(&mut self, archive: &Archive, instructive: usize) -> Result<(), ArchiveError> {
        let mut upsets = First::new(UPSETS.max(instructive / 2), |one: &Upset, other: &Upset| {
            other.gap.total_cmp(&one.gap).then(one.game.cmp(&other.game))
        });
        // Half as many more, since some close games are upsets as well.
        let mut close = First::new(instructive + instructive / 2, <(i64, i64)>::cmp);
        archive.each_game(&self.stored, &mut |game| {
            let number = self.stored.first_game + game.number.cast_signed();
            if let Some(upset) = self.upset(&game, number) {
                upsets.add(upset);
            }
            close.add((spread(&game), number));
        })?;
        let mut upsets = upsets.end();
        let mut chosen: BTreeSet<i64> = upsets.iter().take(instructive / 2).map(|upset| upset.game).collect();
        for (_, game) in close.end() {
            if chosen.len() >= instructive {
                break;
            }
            chosen.insert(game);
        }
        upsets.truncate(UPSETS);
        (self.upsets, self.candidates) = (upsets, chosen.into_iter().collect());
        Ok(())
    }

    /// Returns the pair of a game that finished most against its ratings.
    fn upset(&self, game: &GameRow, number: i64) -> Option<Upset> {
        let points = |entrant: usize| self.entrants[entrant].rating.map(|rating| rating.points);
        let pairs = game.seats.iter().flat_map(|weaker| game.seats.iter().map(move |stronger| (weaker, stronger)));
        let against =
            pairs.filter(|(weaker, stronger)| weaker.place < stronger.place).filter_map(|(weaker, stronger)| {
                let (weaker, stronger) = (weaker.entrant, stronger.entrant);
                let gap = points(stronger)? - points(weaker)?;
                Some(Upset { game: number, round: game.round, weaker, stronger, gap })
            });
        against.filter(|upset| upset.gap > 0.0).max_by(|one, other| one.gap.total_cmp(&other.gap))
    }
}

/// Returns the difference between the highest and the lowest returns.
fn spread(game: &GameRow) -> i64 {
    let returns = || game.seats.iter().map(|seat| i64::from(seat.returns));
    returns().max().zip(returns().min()).map_or(0, |(most, least)| most - least)
}

/// Keeps the first few values in an order without storing all of them.
struct First<T, O: Fn(&T, &T) -> Ordering> {
    most: usize,
    order: O,
    found: Vec<T>,
}

impl<T, O: Fn(&T, &T) -> Ordering> First<T, O> {
    fn new(most: usize, order: O) -> First<T, O> {
        First { most, order, found: Vec::new() }
    }

    fn add(&mut self, value: T) {
        self.found.push(value);
        // Sorting now and then costs less than finding each value's place.
        if self.found.len() >= 2 * self.most + 100 {
            self.cut();
        }
    }

    fn cut(&mut self) {
        self.found.sort_by(&self.order);
        self.found.truncate(self.most);
    }

    fn end(mut self) -> Vec<T> {
        self.cut();
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_few_are_those_of_a_sorted_list() {
        let values: Vec<u32> = (0..5000_u32).map(|value| value.wrapping_mul(2_654_435_761) % 1000).collect();
        let mut sorted = values.clone();
        sorted.sort_unstable();
        for most in [0, 1, 7, 300, 6000] {
            let mut first = First::new(most, u32::cmp);
            for &value in &values {
                first.add(value);
            }
            assert_eq!(first.end(), sorted[..most.min(5000)]);
        }
    }
}
