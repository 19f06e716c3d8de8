//! Matches that measure the cost of the rule of thumb.
//!
//! Every bout is played on the same deals, each in every seating, so two bouts can be compared deal by deal, which
//! removes the luck of the cards from the difference.

use cardsharp_matches::{Match, Participant, deal_scores};
use cardsharp_rules::{Seat, outcome};
use cardsharp_search::{Spec, SpecError, seat_player};
use cardsharp_stats::Mean;

use super::head::{columns, number};
use super::{Head, Part, StudyError, open_part};
use crate::Booked;

/// A measured player alone against the others. `champion` stands for the strong player of the study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bout {
    /// The measured player.
    pub player: &'static str,
    /// The player at all other seats.
    pub others: &'static str,
}

/// The result of a deal for the measured player, summed over all rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DealRow {
    /// Win shares in twelfths.
    wins: i64,
    returns: i64,
    /// Tournament points in halves.
    points: i64,
}

/// The bouts of a study, deal by deal.
#[derive(Clone, Debug)]
pub struct Matches {
    /// The head of the file.
    pub head: Head,
    seats: usize,
    bouts: Vec<(Bout, Vec<DealRow>)>,
}

/// A figure of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// The share of the wins.
    Wins,
    /// Tournament points.
    Points,
    /// The game's own returns.
    Returns,
}

impl Matches {
    /// Parses a file.
    ///
    /// # Errors
    /// If the text is damaged or the bouts are not the game's.
    pub fn parse<G: Booked>(text: &str) -> Result<Matches, StudyError> {
        let (head, rows) = open_part::<G>(text, Part::Matches)?;
        let mut bouts: Vec<(Bout, Vec<DealRow>)> = G::BOUTS.iter().map(|&bout| (bout, Vec::new())).collect();
        let count = bouts.len();
        for (row, (deal, bout, result)) in rows.read(read_row)?.into_iter().enumerate() {
            if (deal, bout) != (row / count, row % count) {
                let reason = format!("deal {deal}, bout {bout}: expected deal {}, bout {}", row / count, row % count);
                return Err(StudyError { line: row + 10, reason });
            }
            bouts[bout].1.push(result);
        }
        Ok(Matches { head, seats: G::SEATS, bouts })
    }

    fn per_deal(&self, bout: Bout, count: Count) -> Option<Vec<f64>> {
        let (_, rows) = self.bouts.iter().find(|(other, _)| *other == bout)?;
        let seatings = self.seats as f64;
        let value = |row: &DealRow| match count {
            Count::Wins => row.wins as f64 / 12.0 / seatings,
            Count::Points => row.points as f64 / 2.0 / seatings,
            Count::Returns => row.returns as f64 / seatings,
        };
        Some(rows.iter().map(value).collect())
    }

    /// Returns the measured player's mean result a game in a bout, if there is such a bout.
    pub fn mean(&self, bout: Bout, count: Count) -> Option<Mean> {
        Some(Mean::of(&self.per_deal(bout, count)?))
    }

    /// Returns the mean difference between the measured players of two bouts, deal by deal.
    pub fn difference(&self, one: Bout, other: Bout, count: Count) -> Option<Mean> {
        let (one, other) = (self.per_deal(one, count)?, self.per_deal(other, count)?);
        let differences: Vec<f64> = one.iter().zip(&other).map(|(one, other)| one - other).collect();
        Some(Mean::of(&differences))
    }

    /// The command that plays this bout without a book.
    pub fn command<G: Booked>(&self, bout: Bout) -> String {
        let specs = specs::<G>(bout, &self.head.player).map(|spec| spec.to_string());
        let players = specs.collect::<Vec<_>>().join(" ");
        format!("cardsharp match {} {players} --deals {} --seed {}", G::NAME, self.head.deals, self.head.seed.0)
    }
}

fn read_row(row: &str) -> Result<(usize, usize, DealRow), String> {
    let [deal, bout, wins, returns, points] = columns(row)?;
    let result = DealRow { wins: number(wins)?, returns: number(returns)?, points: number(points)? };
    Ok((number(deal)?, number(bout)?, result))
}

fn specs<G: Booked>(bout: Bout, strong: &Spec) -> impl Iterator<Item = Spec> {
    let spec = |name: &str| {
        if name == "champion" { strong.clone() } else { Spec { name: name.to_owned(), settings: Vec::new() } }
    };
    let (player, others) = (spec(bout.player), spec(bout.others));
    std::iter::once(player).chain(std::iter::repeat_n(others, G::SEATS - 1))
}

pub(super) fn players<G: Booked>(game: &G, head: &Head) -> Result<Vec<Vec<Participant<G>>>, SpecError> {
    let house = |spec: Spec| Ok(Participant::House(seat_player(game, &spec)?, spec));
    G::BOUTS.iter().map(|&bout| specs::<G>(bout, &head.player).map(house).collect()).collect()
}

pub(super) fn bouts<'a, G: Booked>(game: &'a G, head: &Head, players: &'a [Vec<Participant<G>>]) -> Vec<Match<'a, G>> {
    let bout = |players: &'a Vec<Participant<G>>| {
        let names = players.iter().map(|player| player.own_name().expect("house players have names")).collect();
        Match::new(game, players.iter().collect(), names, head.seed, head.deals)
    };
    players.iter().map(bout).collect()
}

pub(super) fn row<G: Booked>(bouts: &[Match<'_, G>], row: u64) -> String {
    let (deal, bout) = (row / bouts.len() as u64, row % bouts.len() as u64);
    let played = bouts[bout as usize].play_match(deal).expect("only programs can stop a game, and none plays here");
    let returns = deal_scores(&played).remove(0).returns;
    let wins: f64 = returns.iter().map(|returns| 12.0 * outcome::win_shares(returns)[Seat::FIRST]).sum();
    let points: i32 = returns.iter().map(|returns| outcome::tournament_halves(returns)[Seat::FIRST] as i32).sum();
    let own: i32 = returns.iter().map(|returns| returns[Seat::FIRST]).sum();
    format!("{deal},{bout},{},{own},{points}", wins.round() as i64)
}
