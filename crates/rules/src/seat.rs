//! [`Seat`], and [`BySeat`] for one value per seat.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use crate::ParseError;

/// The most seats of any game.
pub const MAX_SEATS: usize = 4;

/// A place at the table, numbered clockwise from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema), schema(value_type = usize))]
pub struct Seat(u8);

impl Seat {
    /// The seat that acts first.
    pub const FIRST: Seat = Seat(0);

    /// The seat with this number. Panics if no game has such a seat.
    #[inline]
    pub const fn new(number: usize) -> Seat {
        assert!(number < MAX_SEATS, "a seat is numbered 0 to 3");
        Seat(number as u8)
    }

    /// The seat's number.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask repeats the check of `new`, so that indexing needs no branch.
        (self.0 & 3) as usize
    }

    /// The seat `steps` places further clockwise at a table of `seats`.
    #[inline]
    #[must_use]
    pub const fn plus(self, steps: usize, seats: usize) -> Seat {
        Seat::new((self.0 as usize + steps) % seats)
    }

    /// The other seat at a table of two.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Seat {
        Seat((self.0 ^ 1) & 1)
    }

    /// All seats of a table, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..seats).map(Seat::new)
    }
}

/// How far all players have moved clockwise. Over all rotations of a deal, each player has each seat once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rotation {
    steps: usize,
    seats: usize,
}

impl Rotation {
    /// Moves all players `steps` seats clockwise at a table of `seats`. Panics if the table has no seats.
    pub const fn new(steps: usize, seats: usize) -> Rotation {
        Rotation { steps: steps % seats, seats }
    }

    /// The current seat of a player that started at `first`.
    #[must_use]
    pub const fn seat_of(self, first: Seat) -> Seat {
        first.plus(self.steps, self.seats)
    }

    /// The first seat of the player that now has this seat.
    #[must_use]
    pub const fn first_seat_of(self, seat: Seat) -> Seat {
        seat.plus(self.seats - self.steps, self.seats)
    }

    /// Reorders a slice from first seats to current seats.
    pub fn apply<T>(self, by_seat: &mut [T]) {
        by_seat.rotate_right(self.steps);
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Seat {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Seat, ParseError> {
        match text.parse::<usize>() {
            Ok(number) if number < MAX_SEATS => Ok(Seat::new(number)),
            _ => Err(ParseError::new("seat", text, "a number from 0 to 3")),
        }
    }
}

/// One `T` per seat of a table of two to four, stored inline so that playouts do not allocate.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BySeat<T> {
    // Places beyond `seats` hold `T::default()`, so that derived equality and hashing are right.
    items: [T; MAX_SEATS],
    seats: u8,
}

impl<T: Copy + Default> BySeat<T> {
    /// The same value at every seat.
    #[inline]
    pub fn splat(seats: usize, item: T) -> BySeat<T> {
        BySeat::from_fn(seats, |_| item)
    }

    /// The result of `make` for every seat.
    #[inline]
    pub fn from_fn(seats: usize, mut make: impl FnMut(Seat) -> T) -> BySeat<T> {
        let mut items = [T::default(); MAX_SEATS];
        for (seat, item) in items.iter_mut().enumerate().take(seats) {
            *item = make(Seat::new(seat));
        }
        BySeat { items, seats: seats as u8 }
    }

    /// A copy with `change` applied to every item.
    #[inline]
    pub fn map<U: Copy + Default>(&self, mut change: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat::from_fn(self.seats(), |seat| change(self[seat]))
    }
}

impl<T> BySeat<T> {
    /// The number of seats.
    #[inline]
    pub fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    /// The items in seat order.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.seats()]
    }

    /// Each seat with its item.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.as_slice().iter().enumerate().map(|(seat, item)| (Seat::new(seat), item))
    }
}

impl<T: Copy + Default> FromIterator<T> for BySeat<T> {
    /// Panics if there are more items than seats.
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> BySeat<T> {
        let mut all = [T::default(); MAX_SEATS];
        let mut seats = 0;
        for item in items {
            all[seats] = item;
            seats += 1;
        }
        BySeat { items: all, seats: seats as u8 }
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.items[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.items[seat.index()]
    }
}

impl<T: fmt::Debug> fmt::Debug for BySeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round_the_table() {
        assert_eq!(Seat::new(3).plus(1, 4), Seat::FIRST);
        assert_eq!(Seat::new(1).plus(1, 2), Seat::FIRST);
        assert_eq!(Seat::new(1).other(), Seat::FIRST);
        assert_eq!(Seat::FIRST.other(), Seat::new(1));
    }

    #[test]
    fn everybody_moves_on_by_as_many_seats() {
        for seats in 1..=MAX_SEATS {
            for steps in 0..=2 * seats {
                let rotation = Rotation::new(steps, seats);
                let mut now: Vec<Seat> = Seat::all(seats).collect();
                rotation.apply(&mut now);
                for first in Seat::all(seats) {
                    let seat = rotation.seat_of(first);
                    assert_eq!(seat, first.plus(steps, seats));
                    assert_eq!((now[seat.index()], rotation.first_seat_of(seat)), (first, first));
                }
            }
        }
    }

    #[test]
    fn a_seat_is_read_or_refused_by_name() {
        assert_eq!("3".parse(), Ok(Seat::new(3)));
        let error = "4".parse::<Seat>().unwrap_err();
        assert_eq!(error.to_string(), "\"4\" is not a seat: expected a number from 0 to 3");
    }

    #[test]
    fn items_beyond_the_last_seat_do_not_count() {
        let two = BySeat::from_fn(2, Seat::index);
        assert_eq!(two.as_slice(), [0, 1]);
        assert_eq!(two, [0, 1].into_iter().collect());
        assert_ne!(two, [0, 1, 0].into_iter().collect());
    }
}
