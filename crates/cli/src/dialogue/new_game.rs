//! A game that is about to begin.

use cardsharp_presentation::Present;
use cardsharp_rules::lucky_thirteen::Pace;
use cardsharp_rules::{ActionOf, Record, Seed};
use cardsharp_search::{HUMAN, Spec};
use cardsharp_session::Session;

pub(crate) struct NewGame<G: Present> {
    pub(crate) game: G,
    /// `None` if the seed names the deal.
    pub(crate) deal: Option<G::Deal>,
    /// The seed of the deal and of the players' luck.
    pub(crate) seed: Seed,
    pub(crate) specs: Vec<Spec>,
    /// The forced first turns of each seat.
    pub(crate) forced: Vec<Vec<ActionOf<G>>>,
    pub(crate) names: Vec<String>,
    /// The speed, if a property file sets it.
    pub(crate) pace: Option<Pace>,
}

impl<G: Present> NewGame<G> {
    pub(crate) fn people(&self) -> usize {
        self.specs.iter().filter(|spec| spec.name == HUMAN).count()
    }

    /// Deals the cards and creates the session.
    pub(crate) fn sit_down(self) -> Session<G> {
        let NewGame { game, deal, seed, specs, forced, names, pace: _ } = self;
        let record = match deal {
            Some(deal) => Record::from_deal(game, deal, names).expect("the deal was checked").with_seed(seed),
            None => Record::from_seed(game, seed, names),
        };
        let sitting = Session::new(record, specs, forced);
        sitting.unwrap_or_else(|(seat, wrong)| unreachable!("seat {seat} was looked at before: {wrong}"))
    }
}
