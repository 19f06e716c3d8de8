//! What was found, added up: by kinds of mistakes, and by situations.

use std::collections::BTreeMap;

use cardsharp_rules::outcome;
use cardsharp_stats::Mean;

use super::{PlayedOn, Reviewed, Watched};
use crate::Tabled;

/// What came of looking at games.
pub struct Account<G: Tabled> {
    /// How many games were looked at.
    pub games: usize,
    /// How many decisions, where there was a choice.
    pub decisions: usize,
    /// Answers of the pupil that could not stand, without those that merely followed from others.
    pub faults: u32,
    /// Tournament points a game, of those that were finished.
    pub points: Mean,
    /// What all mistakes cost a game.
    pub price: Mean,
    /// What they cost in each game.
    pub by_game: Vec<f64>,
    /// What they cost by kind, the dearest first.
    pub kinds: Vec<Kind>,
    /// How the pupil's choices differ from the better ones, the situation that costs most first.
    pub situations: Vec<Situation>,
    /// The decisions for which something better was found, in the order of the games.
    pub mistakes: Vec<Reviewed<G>>,
}

/// Mistakes that are alike.
#[derive(Clone, Debug)]
pub struct Kind {
    /// What the pupil does: "leads the buffalo".
    pub manner: &'static str,
    /// Whether that is right and only the cards are wrong.
    pub is_manner_right: bool,
    /// What a game costs by them.
    pub price: Mean,
    /// What would have been better, and how often, the most frequent first.
    pub instead: Vec<(&'static str, usize)>,
    /// Which of [`Account::mistakes`] they are.
    pub mistakes: Vec<usize>,
    /// What they cost in games really played on, if that was asked.
    pub played_on: Option<PlayedOn>,
}

impl Kind {
    /// What the mistake is called.
    pub fn title(&self) -> String {
        if self.is_manner_right { format!("{}, the wrong cards", self.manner) } else { self.manner.to_owned() }
    }

    /// How often it was made.
    pub fn times(&self) -> usize {
        self.mistakes.len()
    }

    /// What would have been better, in words, if that is not the same with other cards.
    pub fn instead_in_words(&self) -> Option<String> {
        let words = |(manner, times): &(&str, usize)| format!("{manner} ({times})");
        (!self.is_manner_right).then(|| self.instead.iter().take(3).map(words).collect::<Vec<_>>().join(", "))
    }
}

/// Decisions of one sort.
#[derive(Clone, Debug)]
pub struct Situation {
    /// What it is called.
    pub name: &'static str,
    /// How many decisions.
    pub decisions: usize,
    /// In how many of them nothing better was found.
    pub agreed: usize,
    /// What a game costs by the others.
    pub price: Mean,
    /// What was done: how often by the pupil, and how often it would have been best.
    pub manners: Vec<(&'static str, usize, usize)>,
}

impl<G: Tabled> Account<G> {
    pub(super) fn new(games: &[Watched<G>], reviewed: Vec<Reviewed<G>>) -> Account<G> {
        let points = |watched: &Watched<G>| {
            let result = watched.record.result()?;
            Some(f64::from(outcome::tournament_halves(&result)[watched.seat]) / 2.0)
        };
        let by_game = by_game(&reviewed, games.len());
        let situations = situations(&reviewed, games.len());
        let decisions = reviewed.len();
        let mistakes: Vec<Reviewed<G>> = reviewed.into_iter().filter(Reviewed::is_mistake).collect();
        Account {
            games: games.len(),
            decisions,
            faults: games.iter().map(|watched| watched.record.causes(watched.seat)).sum(),
            points: Mean::of(&games.iter().filter_map(points).collect::<Vec<f64>>()),
            price: Mean::of(&by_game),
            kinds: kinds(&mistakes, games.len()),
            by_game,
            situations,
            mistakes,
        }
    }

    /// The mistakes one learns most from, the dearest first: those that are beyond doubt, few of each kind, and then
    /// more of the same.
    pub fn instructive(&self, most: usize) -> Vec<&Reviewed<G>> {
        const OF_A_KIND: usize = 3;
        let is_certain = |mistake: &Reviewed<G>| mistake.price > 2.0 * mistake.error && mistake.price > 0.0;
        let (mut first, mut rest) = (Vec::new(), Vec::new());
        for kind in &self.kinds {
            let mistakes = kind.mistakes.iter().map(|&number| &self.mistakes[number]);
            let mut certain: Vec<&Reviewed<G>> = mistakes.filter(|mistake| is_certain(mistake)).collect();
            certain.sort_by(|a, b| b.price.total_cmp(&a.price));
            rest.extend(certain.split_off(certain.len().min(OF_A_KIND)));
            first.extend(certain);
        }
        for part in [&mut first, &mut rest] {
            part.sort_by(|a, b| b.price.total_cmp(&a.price).then((a.game, a.step).cmp(&(b.game, b.step))));
        }
        first.extend(rest);
        first.truncate(most);
        first
    }
}

/// What was lost in every game.
fn by_game<'a, G: Tabled>(reviewed: impl IntoIterator<Item = &'a Reviewed<G>>, games: usize) -> Vec<f64> {
    let mut lost = vec![0.0; games];
    for decision in reviewed {
        lost[decision.game] += decision.price;
    }
    lost
}

fn kinds<G: Tabled>(mistakes: &[Reviewed<G>], games: usize) -> Vec<Kind> {
    let mut found: BTreeMap<(&str, bool), Vec<usize>> = BTreeMap::new();
    let better = |mistake: &Reviewed<G>| G::manner(&mistake.view, mistake.better);
    for (number, mistake) in mistakes.iter().enumerate() {
        let manner = G::manner(&mistake.view, mistake.done);
        found.entry((manner, manner == better(mistake))).or_default().push(number);
    }
    let kind = |((manner, is_manner_right), numbers): ((&'static str, bool), Vec<usize>)| {
        let mut instead: BTreeMap<&str, usize> = BTreeMap::new();
        for &number in &numbers {
            *instead.entry(better(&mistakes[number])).or_default() += 1;
        }
        let mut instead: Vec<(&str, usize)> = instead.into_iter().collect();
        instead.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
        let price = Mean::of(&by_game(numbers.iter().map(|&number| &mistakes[number]), games));
        Kind { manner, is_manner_right, price, instead, mistakes: numbers, played_on: None }
    };
    let mut kinds: Vec<Kind> = found.into_iter().map(kind).collect();
    kinds.sort_by(|a, b| b.price.mean.total_cmp(&a.price.mean));
    kinds
}

fn situations<G: Tabled>(reviewed: &[Reviewed<G>], games: usize) -> Vec<Situation> {
    let mut found: BTreeMap<&'static str, Vec<&Reviewed<G>>> = BTreeMap::new();
    for decision in reviewed {
        found.entry(G::situation(&decision.view)).or_default().push(decision);
    }
    let situation = |(name, decisions): (&'static str, Vec<&Reviewed<G>>)| {
        let mut manners: BTreeMap<&'static str, (usize, usize)> = BTreeMap::new();
        for decision in &decisions {
            manners.entry(G::manner(&decision.view, decision.done)).or_default().0 += 1;
            manners.entry(G::manner(&decision.view, decision.better)).or_default().1 += 1;
        }
        let mut manners: Vec<_> = manners.into_iter().map(|(manner, (done, better))| (manner, done, better)).collect();
        manners.sort_by_key(|&(_, done, better)| std::cmp::Reverse(done.abs_diff(better)));
        Situation {
            name,
            decisions: decisions.len(),
            agreed: decisions.iter().filter(|decision| !decision.is_mistake()).count(),
            price: Mean::of(&by_game(decisions, games)),
            manners,
        }
    };
    let mut situations: Vec<Situation> = found.into_iter().map(situation).collect();
    situations.sort_by(|a, b| b.price.mean.total_cmp(&a.price.mean));
    situations
}
