//! Checks the price of mistakes by playing games to the end.
//!
//! The game continues twice from the position of a mistake, with the same seed: once with the pupil's action, once with
//! the better one. The caller seats the players: the same opponents, and a sound player at the pupil's seat. If the
//! pupil itself played on, it would make the same mistake one round later, and the two games would not differ.
//!
//! The hidden cards are a fair sample of what the pupil could not see. The mean gain of the better action is therefore
//! its price, independent of the champion's values.

use cardsharp_rules::{ActionOf, BySeat, Event, Game, Record, Seat, outcome};
use cardsharp_search::threads::{Progress, map_in_order};
use cardsharp_stats::Mean;

use crate::{Account, Coach, Kind, Reviewed, Watched};
use cardsharp_presentation::Present;

/// Plays a game to its end with the pupil at this seat. Returns `None` if the game could not be finished.
pub type Finish<'a, G> = &'a (dyn Fn(Record<G>, Seat) -> Option<BySeat<i32>> + Sync);

/// The cost of a kind of mistake, measured twice from the same positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedOn {
    /// The number of positions.
    pub positions: usize,
    /// The cost per game by the champion's values.
    pub valued: Mean,
    /// The cost per game by results.
    pub played: Mean,
}

impl<G: Present> Coach<'_, G> {
    /// Plays games to the end from mistakes of the first `kinds` kinds, from at most `positions` positions of each
    /// kind, `lucks` times each.
    pub fn play_on(
        &self,
        account: &mut Account<G>,
        games: &[Watched<G>],
        (kinds, positions, lucks): (usize, usize, u64),
        finish: Finish<'_, G>,
        progress: Progress<'_>,
    ) {
        let mistakes = &account.mistakes;
        let chosen: Vec<Vec<usize>> =
            account.kinds.iter().take(kinds).map(|kind| spread(&kind.mistakes, positions)).collect();
        let all: Vec<usize> = chosen.iter().flatten().copied().collect();
        let gain = |number: u64| self.gain(&mistakes[all[number as usize]], games, lucks, finish);
        let mut gains = map_in_order(all.len() as u64, self.threads, progress, gain).into_iter();
        for (kind, chosen) in account.kinds.iter_mut().zip(&chosen) {
            let pairs: Vec<(f64, f64)> = chosen
                .iter()
                .filter_map(|&number| Some((mistakes[number].price, gains.next().expect("one for each")?)))
                .collect();
            kind.played_on = (!pairs.is_empty()).then(|| summed_up(kind, &pairs, games.len()));
        }
    }

    /// Returns the mean gain of the better action over `lucks` pairs of games.
    fn gain(&self, mistake: &Reviewed<G>, games: &[Watched<G>], lucks: u64, finish: Finish<'_, G>) -> Option<f64> {
        let Watched { record, seat } = &games[mistake.game];
        let luck = self.seed.stream(mistake.game as u64).stream(mistake.step as u64).stream(2);
        let points = |action: ActionOf<G>, number: u64| {
            let mut begun = truncate_record(record, mistake.step - 1).with_seed(luck.stream(number));
            begun.play(action).expect("it was legal when it was looked at");
            let result = finish(begun, *seat)?;
            Some(f64::from(outcome::tournament_halves(&result)[*seat]) / 2.0)
        };
        let gains = (0..lucks).map(|number| Some(points(mistake.better, number)? - points(mistake.done, number)?));
        Some(gains.collect::<Option<Vec<f64>>>()?.iter().sum::<f64>() / lucks as f64)
    }
}

fn truncate_record<G: Game>(record: &Record<G>, events: usize) -> Record<G> {
    let (game, deal, names) = (record.game().clone(), record.deal().clone(), record.names().to_vec());
    let mut begun = Record::from_deal(game, deal, names).expect("the deal was checked when the record began");
    for event in &record.events()[..events] {
        match event {
            Event::Action(_, action) => begun.play(*action).expect("it was played before"),
            Event::Fault(fault) => begun.fault(fault.clone()),
        }
    }
    begun
}

/// Returns at most `most` numbers at even distances. The most costly ones would be a biased sample.
fn spread(numbers: &[usize], most: usize) -> Vec<usize> {
    let count = numbers.len().min(most);
    (0..count).map(|place| numbers[place * numbers.len() / count]).collect()
}

/// Returns the cost per game from the costs in some positions, valued and played.
fn summed_up(kind: &Kind, pairs: &[(f64, f64)], games: usize) -> PlayedOn {
    let often = kind.times() as f64 / games as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| {
        let mean = Mean::of(&pairs.iter().map(of).collect::<Vec<f64>>());
        Mean { mean: often * mean.mean, error: often * mean.error, deals: mean.deals }
    };
    PlayedOn { positions: pairs.len(), valued: mean(|(valued, _)| *valued), played: mean(|(_, played)| *played) }
}
