//! Measures beliefs: fresh games against one style, observed by one seat at a time.
//!
//! At every decision the observer estimates the probability of each unseen card in each place. The estimate is compared
//! with the truth: its surprise (log-loss) against that of the same worlds without weights, game by game. A useful
//! belief is less surprised. An honest belief is calibrated: 70 of a hundred predictions of 70 % come true.

use cardsharp_rules::{Game, Record, Seat, Seed, Style, seat_names};
use cardsharp_search::threads::{Progress, map_in_order};
use cardsharp_search::{Belief, Budget, Clock, Holdings, Searchable};
use cardsharp_stats::Mean;
use cardsharp_table::{Controller, Question, Table};

/// One seat observes; all others play a style.
pub struct BeliefTrial<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The style of all seats but the observer.
    pub others: &'a dyn Style<G>,
    /// The number of worlds in a belief.
    pub worlds: usize,
    /// The seed of the deals and all random choices.
    pub seed: Seed,
    /// The number of games; every seat observes in turn.
    pub games: u64,
    /// The number of games played at a time.
    pub threads: usize,
}

/// The number of calibration bins.
pub const BINS: usize = 10;

/// Predictions of about the same probability, and how often they came true.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// The number of predictions, each for a card in a place.
    pub count: f64,
    /// The sum of the predicted probabilities.
    pub predicted: f64,
    /// The number of predictions that came true.
    pub observed: f64,
}

impl Bin {
    fn add(&mut self, other: &Bin) {
        self.count += other.count;
        self.predicted += other.predicted;
        self.observed += other.observed;
    }
}

/// The quality of the beliefs.
#[derive(Clone, Debug, PartialEq)]
pub struct BeliefReport {
    /// The number of decisions with hidden cards.
    pub decisions: u64,
    /// The surprise of the belief, in nats per card.
    pub believed: Mean,
    /// The surprise without the belief.
    pub uniform: Mean,
    /// The reduction of the surprise by the belief, game by game.
    pub gain: Mean,
    /// The mean effective number of worlds in a belief.
    pub effective_size: f64,
    /// The lowest decile of that number.
    pub effective_low: f64,
    /// Predicted and observed shares, from 0–10 % to 90–100 %.
    pub calibration: [Bin; BINS],
}

#[derive(Clone, Default)]
struct Watched {
    losses: Vec<(f64, f64)>,
    sizes: Vec<f64>,
    calibration: [Bin; BINS],
}

impl<G: Searchable> BeliefTrial<'_, G> {
    /// Plays all games, with the same figures on any number of threads. Panics if there are no games or no worlds.
    pub fn run(&self, progress: Progress<'_>) -> BeliefReport {
        assert!(self.games > 0, "some games");
        let watched = map_in_order(self.games, self.threads, progress, |game| self.watch(game));
        report(&watched)
    }

    fn watch(&self, number: u64) -> Watched {
        let observer = Seat::new(number as usize % G::SEATS);
        let (models, style) = (self.game.models(), self.game.default_style());
        let seed = self.seed.game(number);
        let controller = |seat| if seat == observer { Controller::Person } else { Controller::Player(self.others) };
        let controllers: Vec<_> = Seat::all(G::SEATS).map(controller).collect();
        let record = Record::from_seed(self.game.clone(), seed, seat_names::<G>());
        let mut watched = Watched::default();
        Table::new(record, controllers).play_out(|record, controller, Question { view, .. }, rng| {
            if let Controller::Player(other) = controller {
                return other.choose(view, rng);
            }
            // A node budget does not depend on time, so the figures are the same on any machine.
            let clock = Clock::start(Budget::Nodes(u64::MAX));
            let belief = Belief::new(view, &models, self.worlds, &clock, rng);
            let holdings = Holdings::of::<G>(view, &belief);
            if !holdings.is_certain() {
                let mut truth = Vec::new();
                G::locate(view, record.state(), &mut truth);
                watched.note(&holdings, &truth);
            }
            style.choose(view, rng)
        });
        watched
    }
}

impl Watched {
    fn note(&mut self, holdings: &Holdings, truth: &[u8]) {
        self.losses.push(holdings.log_loss(truth));
        self.sizes.push(holdings.effective_size);
        let places = holdings.places.len();
        for (cell, &count) in truth.iter().enumerate() {
            let (kind, place) = (cell / places, cell % places);
            let (chance, cards) = (holdings.chance(kind, place), holdings.kinds[kind].count as f64);
            let bin = &mut self.calibration[((chance * BINS as f64) as usize).min(BINS - 1)];
            bin.add(&Bin { count: cards, predicted: cards * chance, observed: f64::from(count) });
        }
    }
}

fn report(watched: &[Watched]) -> BeliefReport {
    let per_game = |value: fn(&(f64, f64)) -> f64| {
        let games = watched.iter().filter(|seen| !seen.losses.is_empty());
        let means = games.map(|seen| seen.losses.iter().map(value).sum::<f64>() / seen.losses.len() as f64);
        Mean::of(&means.collect::<Vec<f64>>())
    };
    let mut calibration = [Bin::default(); BINS];
    for seen in watched {
        for (sum, bin) in calibration.iter_mut().zip(&seen.calibration) {
            sum.add(bin);
        }
    }
    let mut sizes: Vec<f64> = watched.iter().flat_map(|seen| &seen.sizes).copied().collect();
    sizes.sort_unstable_by(f64::total_cmp);
    BeliefReport {
        decisions: sizes.len() as u64,
        believed: per_game(|&(believed, _)| believed),
        uniform: per_game(|&(_, uniform)| uniform),
        gain: per_game(|&(believed, uniform)| uniform - believed),
        effective_size: sizes.iter().sum::<f64>() / sizes.len().max(1) as f64,
        effective_low: sizes.get(sizes.len() / 10).copied().unwrap_or(0.0),
        calibration,
    }
}
