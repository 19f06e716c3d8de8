//! Places, wins and tournament points from returns, and the way people count them.

use crate::BySeat;

/// How people count a seat's result in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// The singular of the unit: "penalty point".
    pub unit: &'static str,
    /// The title of a column: "penalties".
    pub title: &'static str,
    /// Whether the fewest win; the count is then the negated returns.
    pub fewest_win: bool,
}

impl Scoring {
    /// Counts the returns as they are.
    pub const POINTS: Scoring = Scoring { unit: "point", title: "returns", fewest_win: false };

    /// Converts returns to the count that people use.
    pub fn counted(self, returns: i64) -> i64 {
        if self.fewest_win { -returns } else { returns }
    }
}

/// Places by returns: 1 for the most. Equal seats share a place, and the next places are skipped.
pub fn places(returns: &BySeat<i32>) -> BySeat<u8> {
    returns.map(|mine| 1 + returns.as_slice().iter().filter(|&&other| other > mine).count() as u8)
}

/// Tournament points in halves: a place is worth one point for every seat behind it (3, 2, 1, 0 among four), and equal
/// seats share the points of their places evenly.
///
/// Halves suffice: the mean of two to four neighbouring places is whole or half.
pub fn tournament_halves(returns: &BySeat<i32>) -> BySeat<u32> {
    returns.map(|mine| {
        let better = returns.as_slice().iter().filter(|&&other| other > mine).count();
        let equal = returns.as_slice().iter().filter(|&&other| other == mine).count();
        let covered = (better..better + equal).map(|place| returns.seats() - 1 - place);
        (covered.sum::<usize>() * 2 / equal) as u32
    })
}

/// Ranks the seats that lost by a fault last. They share one return: one less than the least of the others, or the
/// least of their own if that is lower. The others keep their returns, except in a zero-sum game of two: there the
/// other seat wins.
pub fn with_lost(returns: &BySeat<i32>, lost: &BySeat<bool>) -> BySeat<i32> {
    if let ([one, other], [a, b]) = (returns.as_slice(), lost.as_slice())
        && one + other == 0
        && a != b
    {
        let stake = one.abs().max(1);
        return lost.map(|lost| if lost { -stake } else { stake });
    }
    let least = |who: bool| returns.iter().filter(|&(seat, _)| lost[seat] == who).map(|(_, &returns)| returns).min();
    let last = match (least(true), least(false)) {
        (Some(own), Some(others)) => own.min(others - 1),
        (Some(own), None) => own,
        (None, _) => return *returns,
    };
    BySeat::from_fn(returns.seats(), |seat| if lost[seat] { last } else { returns[seat] })
}

/// Each seat's share of the win: 1 for a sole winner, equal parts for several.
pub fn win_shares(returns: &BySeat<i32>) -> BySeat<f64> {
    let first = places(returns).map(|place| place == 1);
    let winners = first.as_slice().iter().filter(|&&won| won).count();
    first.map(|won| if won { 1.0 / winners as f64 } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(returns: [i32; 4], place: [u8; 4], halves: [u32; 4]) {
        let returns = returns.into_iter().collect();
        assert_eq!(places(&returns).as_slice(), place);
        assert_eq!(tournament_halves(&returns).as_slice(), halves);
    }

    #[test]
    fn ties_share_the_places_they_cover() {
        check([0, -1, -2, -3], [1, 2, 3, 4], [6, 4, 2, 0]);
        check([-1, -1, -2, -3], [1, 1, 3, 4], [5, 5, 2, 0]);
        check([-1, -1, -1, -3], [1, 1, 1, 4], [4, 4, 4, 0]);
        check([0, -1, -1, -1], [1, 2, 2, 2], [6, 2, 2, 2]);
        check([-4, -4, -4, -4], [1, 1, 1, 1], [3, 3, 3, 3]);
    }

    #[test]
    fn who_has_lost_is_last_and_the_others_keep_what_they_have() {
        let check = |returns: [i32; 4], lost: [bool; 4], expected: [i32; 4]| {
            let got = with_lost(&returns.into_iter().collect(), &lost.into_iter().collect());
            assert_eq!(got.as_slice(), expected);
        };
        check([5, 3, 3, 9], [false; 4], [5, 3, 3, 9]);
        check([5, 3, 3, 9], [false, false, false, true], [5, 3, 3, 2]);
        check([5, 3, 3, -9], [false, false, false, true], [5, 3, 3, -9]);
        check([5, 3, 8, 9], [false, true, false, true], [5, 3, 8, 3]);
        check([5, 3, 3, 9], [true; 4], [3; 4]);
        let between_two = |returns: [i32; 2], lost: [bool; 2]| {
            with_lost(&returns.into_iter().collect(), &lost.into_iter().collect()).as_slice().to_vec()
        };
        assert_eq!(between_two([20, 3], [true, false]), [2, 3], "who counts points keeps them");
        assert_eq!(between_two([1, -1], [true, false]), [-1, 1], "who wins what the other loses has won");
        assert_eq!(between_two([0, 0], [false, true]), [1, -1]);
        assert_eq!(between_two([1, -1], [true, true]), [-1, -1], "both have lost");
    }

    #[test]
    fn winners_share_the_win() {
        let shares = win_shares(&[30, 45, 45, 0].into_iter().collect());
        assert_eq!(shares.as_slice(), [0.0, 0.5, 0.5, 0.0]);
    }
}
