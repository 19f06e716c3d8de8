//! Scores and ranking.

use cardsharp_archive::SeatRow;

/// The results of an entrant so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games played.
    pub games: u64,
    /// Tournament points in halves.
    pub halves: u64,
    /// The sum of the returns.
    pub returns: i64,
    /// The number of games at each of up to four places; ties count as the better place.
    pub places: [u64; 4],
    /// The number of faults.
    pub faults: u64,
}

impl Score {
    /// Returns the tournament points.
    pub fn points(&self) -> f64 {
        self.halves as f64 / 2.0
    }

    /// Adds the result of a game.
    pub fn add(&mut self, seat: &SeatRow) {
        self.games += 1;
        self.halves += u64::from(seat.halves);
        self.returns += i64::from(seat.returns);
        self.places[usize::from(seat.place.clamp(1, 4)) - 1] += 1;
        self.faults += seat.faults.iter().map(|fault| u64::from(fault.count)).sum::<u64>();
    }

    /// Returns the sum of two scores.
    #[must_use]
    pub fn plus(&self, other: &Score) -> Score {
        Score {
            games: self.games + other.games,
            halves: self.halves + other.halves,
            returns: self.returns + other.returns,
            places: std::array::from_fn(|place| self.places[place] + other.places[place]),
            faults: self.faults + other.faults,
        }
    }
}

/// An entrant and its place in the tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The place; equal points share it.
    pub place: usize,
    /// The entrant's number.
    pub entrant: usize,
    /// The score.
    pub score: Score,
}

/// Returns the entrants by tournament points. Equal points share a place, listed by returns, then entry.
pub fn ranking(scores: &[Score]) -> Vec<Ranked> {
    let place = |score: &Score| 1 + scores.iter().filter(|other| other.halves > score.halves).count();
    let ranked =
        scores.iter().enumerate().map(|(entrant, score)| Ranked { place: place(score), entrant, score: *score });
    let mut ranked: Vec<Ranked> = ranked.collect();
    ranked.sort_by_key(|ranked| (ranked.place, std::cmp::Reverse(ranked.score.returns), ranked.entrant));
    ranked
}

#[cfg(test)]
mod tests {
    use cardsharp_archive::FaultRow;

    use super::*;

    #[test]
    fn equal_points_share_a_place() {
        let mut scores = [Score::default(); 4];
        let fault = FaultRow { verdict: "crash".to_owned(), count: 1 };
        scores[2].add(&SeatRow { halves: 6, returns: 10, place: 1, ..SeatRow::default() });
        scores[0].add(&SeatRow { halves: 4, returns: 5, place: 2, faults: vec![fault], ..SeatRow::default() });
        scores[3].add(&SeatRow { halves: 4, returns: 8, place: 2, ..SeatRow::default() });
        let places: Vec<_> = ranking(&scores).iter().map(|ranked| (ranked.place, ranked.entrant)).collect();
        assert_eq!(places, [(1, 2), (2, 3), (2, 0), (4, 1)]);
        assert_eq!((scores[0].points(), scores[0].faults, scores[0].places), (2.0, 1, [0, 1, 0, 0]));
    }
}
