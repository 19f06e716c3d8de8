//! Sums up a review: costs by kind of mistake and by situation.

use std::collections::BTreeMap;

use cardsharp_rules::outcome;
use cardsharp_stats::Mean;

use crate::{PlayedOn, Reviewed, Watched};
use cardsharp_presentation::Present;

/// The result of a review.
pub struct Account<G: Present> {
    /// The number of reviewed games.
    pub games: usize,
    /// The number of decisions with more than one legal action.
    pub decisions: usize,
    /// Faults of the pupil, without the consequences of earlier faults.
    pub faults: u32,
    /// Tournament points per finished game.
    pub points: Mean,
    /// The cost of all mistakes per game.
    pub price: Mean,
    /// The cost of all mistakes in each game.
    pub by_game: Vec<f64>,
    /// Costs by kind, most costly first.
    pub kinds: Vec<Kind>,
    /// How the pupil's choices differ from better ones, most costly situation first.
    pub situations: Vec<Situation>,
    /// The decisions with a better alternative, in the order of the games.
    pub mistakes: Vec<Reviewed<G>>,
}

/// Mistakes of one kind.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The pupil's choice, as a verb phrase: "leads the buffalo".
    pub manner: &'static str,
    /// Whether the better choice is of the same kind with other cards.
    pub is_manner_right: bool,
    /// The cost per game.
    pub price: Mean,
    /// Better kinds with their counts, most frequent first.
    pub instead: Vec<(&'static str, usize)>,
    /// Indices into [`Account::mistakes`].
    pub mistakes: Vec<usize>,
    /// The cost in games played to the end, if that was measured.
    pub played_on: Option<PlayedOn>,
}

impl Kind {
    /// Returns the name of the mistake.
    pub fn title(&self) -> String {
        if self.is_manner_right { format!("{}, the wrong cards", self.manner) } else { self.manner.to_owned() }
    }

    /// Returns how often the mistake was made.
    pub fn times(&self) -> usize {
        self.mistakes.len()
    }

    /// Returns the better kinds in words; `None` if only the cards were wrong.
    pub fn instead_in_words(&self) -> Option<String> {
        let words = |(manner, times): &(&str, usize)| format!("{manner} ({times})");
        (!self.is_manner_right).then(|| self.instead.iter().take(3).map(words).collect::<Vec<_>>().join(", "))
    }
}

/// Decisions in one kind of situation.
#[derive(Clone, Debug)]
pub struct Situation {
    /// The name of the situation.
    pub name: &'static str,
    /// The number of decisions.
    pub decisions: usize,
    /// The number of decisions without a better alternative.
    pub agreed: usize,
    /// The cost of the other decisions per game.
    pub price: Mean,
    /// Kinds of choices: how often the pupil chose each, and how often it would have been best.
    pub manners: Vec<(&'static str, usize, usize)>,
}

impl<G: Present> Account<G> {
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

    /// Returns the most instructive mistakes, most costly first. Mistakes beyond two standard errors count; three of
    /// each kind come before more of the same.
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

fn by_game<'a, G: Present>(reviewed: impl IntoIterator<Item = &'a Reviewed<G>>, games: usize) -> Vec<f64> {
    let mut lost = vec![0.0; games];
    for decision in reviewed {
        lost[decision.game] += decision.price;
    }
    lost
}

fn kinds<G: Present>(mistakes: &[Reviewed<G>], games: usize) -> Vec<Kind> {
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

fn situations<G: Present>(reviewed: &[Reviewed<G>], games: usize) -> Vec<Situation> {
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
