//! A match over several games: its length and its score.

use cardsharp_presentation::message;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::{Code, Result, Whole};

/// The length of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Series {
    pub(crate) kind: SeriesKind,
    /// The number of games: from 1 to 99.
    #[serde(deserialize_with = "Whole::small")]
    #[schema(minimum = 1, maximum = 99)]
    pub(crate) games: u32,
}

/// How a match is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SeriesKind {
    /// The first player with this number of wins wins the match.
    FirstTo,
    /// The player with the most wins of this number of games. The match ends early once no other player can win it.
    BestOf,
}

const LONGEST: u32 = 99;

impl Series {
    pub(crate) fn check(self) -> Result<Series> {
        if (1..=LONGEST).contains(&self.games) {
            return Ok(self);
        }
        let words = message!("A match has 1 to {most} games, not {games}.", most = LONGEST, games = self.games);
        Err(Code::BadRequest.because(words))
    }
}

/// The wins of each seat. A shared first place counts for no seat. A game that a seat gives up counts for every
/// remaining seat: else a person alone against three bots could never lose a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tally {
    pub(crate) won: Vec<u32>,
    pub(crate) shared: u32,
    /// By how much wins exceed games, because several seats may win a game that was given up.
    #[serde(default)]
    pub(crate) more: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decided {
    Won(usize),
    /// Several seats share the lead after the last game.
    Drawn,
}

impl Tally {
    pub(crate) fn of_seats(seats: usize) -> Tally {
        Tally { won: vec![0; seats], shared: 0, more: 0 }
    }

    #[must_use]
    pub(crate) fn with(&self, places: &[u8]) -> Tally {
        let mut tally = self.clone();
        tally.won.resize(places.len(), 0);
        let mut winners = places.iter().enumerate().filter(|(_, place)| **place == 1);
        match (winners.next(), winners.next()) {
            (Some((winner, _)), None) => tally.won[winner] += 1,
            _ => tally.shared += 1,
        }
        tally
    }

    /// Adds a game that was given up and won by these seats.
    #[must_use]
    pub(crate) fn given_up(&self, winners: impl Iterator<Item = usize>) -> Tally {
        let mut tally = self.clone();
        let mut wins = 0;
        for winner in winners {
            tally.won[winner] += 1;
            wins += 1;
        }
        match wins {
            0 => tally.shared += 1,
            wins => tally.more += wins - 1,
        }
        tally
    }

    pub(crate) fn games(&self) -> u32 {
        (self.won.iter().sum::<u32>() + self.shared).saturating_sub(self.more)
    }

    pub(crate) fn decided(&self, series: Series) -> Option<Decided> {
        let most = self.won.iter().copied().max().unwrap_or(0);
        let leaders: Vec<usize> = (0..self.won.len()).filter(|&seat| self.won[seat] == most).collect();
        let second = self.won.iter().copied().filter(|&won| won < most).max().unwrap_or(0);
        let is_decided = match series.kind {
            SeriesKind::FirstTo => most >= series.games,
            SeriesKind::BestOf => {
                let left = series.games.saturating_sub(self.games());
                left == 0 || (leaders.len() == 1 && second + left < most)
            }
        };
        match leaders[..] {
            _ if !is_decided => None,
            [winner] => Some(Decided::Won(winner)),
            _ => Some(Decided::Drawn),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_ends_once_its_winner_is_certain() {
        let check = |kind, games, won: &[u32], shared, expected| {
            let tally = Tally { won: won.to_vec(), shared, more: 0 };
            assert_eq!(tally.decided(Series { kind, games }), expected, "{kind:?} {games}: {won:?} and {shared}");
        };
        check(SeriesKind::FirstTo, 3, &[2, 2], 9, None);
        check(SeriesKind::FirstTo, 3, &[3, 2], 0, Some(Decided::Won(0)));
        check(SeriesKind::BestOf, 3, &[1, 1], 0, None);
        check(SeriesKind::BestOf, 3, &[2, 0], 0, Some(Decided::Won(0)));
        check(SeriesKind::BestOf, 3, &[1, 0], 1, None);
        check(SeriesKind::BestOf, 3, &[1, 1], 1, Some(Decided::Drawn));
        check(SeriesKind::BestOf, 3, &[0, 1], 2, Some(Decided::Won(1)));
        check(SeriesKind::BestOf, 5, &[2, 0, 1, 0], 0, None);
        check(SeriesKind::BestOf, 5, &[3, 0, 1, 0], 0, Some(Decided::Won(0)));
        check(SeriesKind::BestOf, 1, &[0, 0], 0, None);
    }

    #[test]
    fn a_shared_win_counts_for_no_seat() {
        let tally = Tally::of_seats(4).with(&[1, 1, 3, 4]).with(&[2, 1, 3, 4]);
        assert_eq!(tally, Tally { won: vec![0, 1, 0, 0], shared: 1, more: 0 });
        assert_eq!(tally.games(), 2);
    }

    #[test]
    fn a_game_that_was_given_up_is_won_by_all_other_seats() {
        let tally = Tally::of_seats(4).given_up([1, 2, 3].into_iter()).given_up(0..1);
        assert_eq!((tally.won.as_slice(), tally.games()), ([1, 1, 1, 1].as_slice(), 2));
        assert_eq!(tally.given_up(0..0).games(), 3, "if nobody is left, nobody has won");
        let first_to = Series { kind: SeriesKind::FirstTo, games: 1 };
        let lost = Tally::of_seats(4).given_up([1, 2, 3].into_iter());
        assert_eq!(lost.decided(first_to), Some(Decided::Drawn), "between those three");
        let kept: Tally = serde_json::from_str(r#"{"won":[1,2],"shared":1}"#).unwrap();
        assert_eq!(kept.games(), 4, "as older tables were kept");
    }
}
