//! How everybody stands.

use cardsharp_archive::SeatRow;

/// What an entrant has reached so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games played.
    pub games: u64,
    /// Tournament points in halves.
    pub halves: u64,
    /// What the games gave.
    pub returns: i64,
    /// How often each of up to four places was taken, ties at the better one.
    pub places: [u64; 4],
    /// Answers that could not stand.
    pub faults: u64,
}

impl Score {
    /// Tournament points.
    pub fn points(&self) -> f64 {
        self.halves as f64 / 2.0
    }

    /// Adds what a game brought.
    pub fn add(&mut self, halves: u32, returns: i32, place: u8, faults: u32) {
        self.games += 1;
        self.halves += u64::from(halves);
        self.returns += i64::from(returns);
        self.places[usize::from(place.clamp(1, 4)) - 1] += 1;
        self.faults += u64::from(faults);
    }

    /// Adds what a game that is kept brought.
    pub fn add_kept(&mut self, seat: &SeatRow) {
        let faults = seat.faults.iter().map(|fault| fault.count).sum();
        self.add(seat.halves, seat.returns, seat.place, faults);
    }

    /// Both together.
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
    /// The place, shared by those with equal points.
    pub place: usize,
    /// The entrant's number.
    pub entrant: usize,
    /// What it has reached.
    pub score: Score,
}

/// Everybody by tournament points; those with equal points share a place and are listed by what
/// the games gave, then in the order they entered.
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
    use super::*;

    #[test]
    fn equal_points_share_a_place() {
        let mut scores = [Score::default(); 4];
        scores[2].add(6, 10, 1, 0);
        scores[0].add(4, 5, 2, 1);
        scores[3].add(4, 8, 2, 0);
        let places: Vec<_> = ranking(&scores).iter().map(|ranked| (ranked.place, ranked.entrant)).collect();
        assert_eq!(places, [(1, 2), (2, 3), (2, 0), (4, 1)]);
        assert_eq!((scores[0].points(), scores[0].faults, scores[0].places), (2.0, 1, [0, 1, 0, 0]));
    }
}
