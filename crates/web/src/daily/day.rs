//! The deal of the day: its date, and the seed of its cards.
//!
//! The seed comes from a secret of this server, the day and the game. The public code alone therefore does not reveal
//! the cards before the day. A person can still play with two browsers: only the first game of each counts.

use std::time::{SystemTime, UNIX_EPOCH};

use cardsharp_presentation::Message;
use cardsharp_rules::AnyGame;

use crate::game::{About, is_quick};
use crate::http::token;

/// A UTC day, as the number of days since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Day(pub(crate) u64);

const SECONDS: u64 = 24 * 3600;

impl Day {
    /// Returns today, and the seconds left of it.
    pub(crate) fn now() -> (Day, u64) {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        (Day(seconds / SECONDS), SECONDS - seconds % SECONDS)
    }

    pub(crate) fn before(self) -> Day {
        Day(self.0.saturating_sub(1))
    }

    /// Formats the day as in `2026-11-16`, by Howard Hinnant's `civil_from_days`.
    pub(crate) fn text(self) -> String {
        let shifted = self.0 + 719_468;
        let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = year_of_era + era * 400 + u64::from(month <= 2);
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// Parses a day, if it is today or one of the 89 days before.
    pub(crate) fn parse(text: &str, today: Day) -> Option<Day> {
        (0..90).map(|ago| Day(today.0.saturating_sub(ago))).find(|day| day.text() == text)
    }
}

/// Returns the seed of a game's deal of a day: 53 bits, so that every language can represent it as a number.
pub(crate) fn seed(secret: &[u8], day: &str, game: &str) -> u64 {
    let mixed = token::hash_bytes(&[secret, b" daily ", day.as_bytes(), b" ", game.as_bytes()].concat());
    u64::from_str_radix(&mixed[..16], 16).unwrap_or_default() >> 11
}

pub(crate) fn seat(day: Day, about: &About) -> usize {
    day.0 as usize % about.seats
}

/// Returns the bot at the other seats, by its spec and in words: the strongest without a search budget. It depends on
/// no clock, so it plays the same for every person.
pub(crate) fn opponents(game: &AnyGame, about: &About) -> (&'static str, Message) {
    let quick = |spec: &str| spec.parse().is_ok_and(|spec| is_quick(game, &spec));
    let strength = about.strengths.iter().rev().find(|strength| quick(strength.spec));
    strength.map_or(("random", Message::default()), |strength| (strength.spec, strength.words()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_the_iso_format() {
        for (day, text) in [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_773, "2026-11-16")] {
            assert_eq!(Day(day).text(), text);
            assert_eq!(Day::parse(text, Day(day + 3)), Some(Day(day)));
        }
        assert_eq!(Day::parse("2026-11-17", Day(20_773)), None, "tomorrow is not told");
        assert_eq!(Day::parse("2026-11-1", Day(20_773)), None);
        assert_eq!(Day::parse("2020-01-01", Day(20_773)), None, "long ago is forgotten");
    }

    #[test]
    fn a_deal_depends_on_secret_day_and_game() {
        let one = seed(b"secret", "2026-11-16", "indigo");
        assert_eq!(one, seed(b"secret", "2026-11-16", "indigo"));
        assert!(one < 1 << 53);
        for other in [
            seed(b"another", "2026-11-16", "indigo"),
            seed(b"secret", "2026-11-17", "indigo"),
            seed(b"secret", "2026-11-16", "intensity"),
        ] {
            assert_ne!(one, other);
        }
    }
}
