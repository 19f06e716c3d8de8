//! Measures the cost of hidden information: an [`Oracle`] and a player on the same deals against the same opponents.

use cardsharp_rules::{ActionOf, Game, ObservationOf, Record, Rng, Seat, Seed, Style, outcome, seat_names};
use cardsharp_search::threads::{Progress, map_in_order};
use cardsharp_search::{Oracle, Player};
use cardsharp_stats::Mean;
use cardsharp_table::{Controller, Question, Table};

/// An Oracle and a player at the same seats of the same deals.
pub struct Yardstick<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The player that sees all cards.
    pub oracle: &'a dyn Oracle<G>,
    /// The player that sees only its view.
    pub player: &'a dyn Player<G>,
    /// The style of every other seat.
    pub opponents: &'a dyn Style<G>,
    /// The seed of the deals and all random choices.
    pub seed: Seed,
    /// The number of deals, each played from every seat.
    pub deals: u64,
    /// The number of deals played at a time.
    pub threads: usize,
}

/// The results of both. Wins are shares from 0 to 1; the gap is the Oracle's minus the player's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OracleGap {
    /// The Oracle's share of wins.
    pub oracle_wins: Mean,
    /// The player's.
    pub player_wins: Mean,
    /// Their difference, deal by deal.
    pub wins_gap: Mean,
    /// The Oracle's tournament points a game.
    pub oracle_points: Mean,
    /// The player's.
    pub player_points: Mean,
    /// The Oracle's returns a game.
    pub oracle_returns: Mean,
    /// The player's.
    pub player_returns: Mean,
}

/// Decides at the measured seat, from the position and the seat's view.
type Decide<'a, G> = dyn Fn(&<G as Game>::State, &ObservationOf<G>, &mut Rng) -> ActionOf<G> + 'a;

/// Results per game of a player that played a deal from every seat.
#[derive(Clone, Copy, Default)]
struct Earned {
    wins: f64,
    points: f64,
    returns: f64,
}

impl<G: Game> Yardstick<'_, G> {
    /// Plays all deals twice. The same seed gives the same gap on any number of threads.
    pub fn measure(&self, progress: Progress<'_>) -> OracleGap {
        let styles = vec![self.opponents; G::SEATS];
        let both = map_in_order(self.deals, self.threads, progress, |deal| {
            let oracle = self.play_deal(deal, &|state, _, rng| self.oracle.choose(state, &styles, rng));
            let player = self.play_deal(deal, &|_, view, rng| self.player.choose(view, rng));
            (oracle, player)
        });
        let mean = |value: fn(&(Earned, Earned)) -> f64| Mean::of(&both.iter().map(value).collect::<Vec<f64>>());
        OracleGap {
            oracle_wins: mean(|(oracle, _)| oracle.wins),
            player_wins: mean(|(_, player)| player.wins),
            wins_gap: mean(|(oracle, player)| oracle.wins - player.wins),
            oracle_points: mean(|(oracle, _)| oracle.points),
            player_points: mean(|(_, player)| player.points),
            oracle_returns: mean(|(oracle, _)| oracle.returns),
            player_returns: mean(|(_, player)| player.returns),
        }
    }

    fn play_deal(&self, deal: u64, decide: &Decide<'_, G>) -> Earned {
        let seed = self.seed.game(deal);
        let mut earned = Earned::default();
        for me in Seat::all(G::SEATS) {
            // `decide` plays the measured seat; the others play their style.
            let controller = |seat| if seat == me { Controller::Person } else { Controller::Player(self.opponents) };
            let controllers: Vec<_> = Seat::all(G::SEATS).map(controller).collect();
            let record = Record::from_seed(self.game.clone(), seed, seat_names::<G>());
            let table = Table::new(record, controllers);
            let record = table.play_out(|record, controller, Question { view, .. }, rng| match controller {
                Controller::Player(style) => style.choose(view, rng),
                Controller::Program | Controller::Person => decide(record.state(), view, rng),
            });
            let returns = record.result().expect("a played game is over");
            earned.wins += outcome::win_shares(&returns)[me] / G::SEATS as f64;
            earned.points += f64::from(outcome::tournament_halves(&returns)[me]) / 2.0 / G::SEATS as f64;
            earned.returns += f64::from(returns[me]) / G::SEATS as f64;
        }
        earned
    }
}
