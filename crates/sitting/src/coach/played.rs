//! Prices checked by games really played on.
//!
//! From the position of a mistake the game goes on twice with the same luck, the cards as they lay: once with what the
//! pupil did, once with what was better. Those who play on are whoever the caller seats: the
//! same others, and at the pupil's seat somebody sound, because a pupil that breaks in the next round what it kept in
//! this one shows no difference. The
//! cards are a fair draw of what the pupil could not see, so the mean of what the better choice brings is its price,
//! whatever the champion's values say.

use cardsharp_rules::{ActionOf, BySeat, Event, Game, Record, Seat, outcome};
use cardsharp_search::threads::{Progress, map_in_order};
use cardsharp_stats::Mean;

use super::{Account, Coach, Kind, Reviewed, Watched};
use crate::Tabled;

/// Plays a game on to its end, and says what everybody gets; nothing where it could not be finished. The pupil sits here.
pub type Finish<'a, G> = &'a (dyn Fn(Record<G>, Seat) -> Option<BySeat<i32>> + Sync);

/// What a kind of mistake costs a game, twice from the same positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedOn {
    /// From how many positions games were played on.
    pub positions: usize,
    /// What a game costs by the champion's values of these positions.
    pub valued: Mean,
    /// What it costs by the games.
    pub played: Mean,
}

impl<G: Tabled> Coach<'_, G> {
    /// Plays games on from mistakes of the first few kinds, from so many positions of each at most, and from each
    /// with as many draws of luck.
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

    /// What the better choice brings in games played on, the mean over the draws of luck.
    fn gain(&self, mistake: &Reviewed<G>, games: &[Watched<G>], lucks: u64, finish: Finish<'_, G>) -> Option<f64> {
        let Watched { record, seat } = &games[mistake.game];
        let luck = self.seed.stream(mistake.game as u64).stream(mistake.step as u64).stream(2);
        let points = |action: ActionOf<G>, number: u64| {
            let mut begun = begun(record, mistake.step - 1).with_seed(luck.stream(number));
            begun.play(action).expect("it was legal when it was looked at");
            let result = finish(begun, *seat)?;
            Some(f64::from(outcome::tournament_halves(&result)[*seat]) / 2.0)
        };
        let gains = (0..lucks).map(|number| Some(points(mistake.better, number)? - points(mistake.done, number)?));
        Some(gains.collect::<Option<Vec<f64>>>()?.iter().sum::<f64>() / lucks as f64)
    }
}

/// The first so many events of a game.
fn begun<G: Game>(record: &Record<G>, events: usize) -> Record<G> {
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

/// At most so many of these, from the first to the last at even distances: the dearest would be no fair draw.
fn spread(numbers: &[usize], most: usize) -> Vec<usize> {
    let count = numbers.len().min(most);
    (0..count).map(|place| numbers[place * numbers.len() / count]).collect()
}

/// What mistakes cost a game, from what they cost in some positions, valued and played.
fn summed_up(kind: &Kind, pairs: &[(f64, f64)], games: usize) -> PlayedOn {
    let often = kind.times() as f64 / games as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| {
        let mean = Mean::of(&pairs.iter().map(of).collect::<Vec<f64>>());
        Mean { mean: often * mean.mean, error: often * mean.error, deals: mean.deals }
    };
    PlayedOn { positions: pairs.len(), valued: mean(|(valued, _)| *valued), played: mean(|(_, played)| *played) }
}
