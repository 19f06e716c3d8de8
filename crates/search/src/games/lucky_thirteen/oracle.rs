//! Players with open cards, an upper bound for the champion.

use cardsharp_rules::lucky_thirteen::{Card, Discard, Keep13, LuckyThirteen, ROUNDS, State};
use cardsharp_rules::{CardSet, Game, Rng, Seat, Seed, State as _, Style, Turn, draw, outcome};

use super::exact::{Ending, OwnHand, values};
use super::showdown::{ByPair, OTHERS, Rank, place, ranks};
use crate::{Objective, Oracle};

/// Sees every hand and every card to come, and tries all its discards to the end.
///
/// Exact against deterministic styles. With random styles it averages over a few outcomes, each known in advance.
pub(super) struct SeesAll;

/// The number of random outcomes to average over.
const LOTS: u64 = 16;

impl Oracle<LuckyThirteen> for SeesAll {
    fn name(&self) -> &'static str {
        "all"
    }

    fn summary(&self) -> &'static str {
        "sees every hand and the pile, and wins whenever it can be done"
    }

    fn choose(&self, state: &State, styles: &[&dyn Style<LuckyThirteen>], rng: &mut Rng) -> Discard {
        let Turn::Of(me) = state.turn() else { panic!("the game is over") };
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        let mut values = vec![0.0; legal.len()];
        for _ in 0..LOTS {
            let mut outlook = Outlook { me, styles, lots: Seed(rng.next_u64()), drew_lots: false };
            for (&action, value) in legal.iter().zip(&mut values) {
                *value += outlook.best_end(after(state, action));
            }
            if !outlook.drew_lots {
                break;
            }
        }
        let best = (0..legal.len()).max_by(|&a, &b| values[a].total_cmp(&values[b]));
        legal[best.expect("three cards are held in a turn")]
    }
}

fn after(state: &State, action: Discard) -> State {
    let mut next = *state;
    next.play_unchecked(action);
    next
}

struct Outlook<'a> {
    me: Seat,
    styles: &'a [&'a dyn Style<LuckyThirteen>],
    lots: Seed,
    /// Whether any style chose at random.
    drew_lots: bool,
}

impl Outlook<'_> {
    /// Returns the greatest share of the win that this seat can reach.
    fn best_end(&mut self, mut state: State) -> f64 {
        let (mut legal, mut weights) = (Vec::new(), Vec::new());
        while let Turn::Of(seat) = state.turn() {
            legal.clear();
            state.legal_actions(&mut legal);
            if seat == self.me {
                return legal.iter().map(|&action| self.best_end(after(&state, action))).fold(0.0, f64::max);
            }
            self.styles[seat.index()].weigh(&state.observe(seat), &legal, &mut weights);
            self.drew_lots |= weights.iter().filter(|&&weight| weight > 0.0).count() > 1;
            // The same random numbers for the same turn, after any discards.
            let mut rng = Rng::new(self.lots.stream(state.table().discards().len() as u64));
            state.play_unchecked(legal[draw(&weights, &mut rng)]);
        }
        outcome::win_shares(&state.returns().expect("the game is over"))[self.me]
    }
}

/// Sees every hand but not the pile: shuffles it many times and plays its own hand exactly against the others' ends.
pub(super) struct SeesHands;

const PILES: usize = 400;

impl Oracle<LuckyThirteen> for SeesHands {
    fn name(&self) -> &'static str {
        "hands"
    }

    fn summary(&self) -> &'static str {
        "sees every hand but not the pile"
    }

    fn choose(&self, state: &State, styles: &[&dyn Style<LuckyThirteen>], rng: &mut Rng) -> Discard {
        let Turn::Of(me) = state.turn() else { panic!("the game is over") };
        let table = state.table();
        let ranks = ranks(table.sums(), table.public());
        let endings: Vec<Ending> = (0..PILES)
            .map(|_| {
                let mut world = state.with_shuffled_pile(rng);
                while let Turn::Of(seat) = world.turn() {
                    // The player's own discards here only give the others something to observe.
                    let style = if seat == me { &Keep13 } else { styles[seat.index()] };
                    let action = style.choose(&world.observe(seat), rng);
                    world.play_unchecked(action);
                }
                ending(state, &world, &ranks)
            })
            .collect();
        let own = OwnHand {
            hand: state.hands()[me].set(),
            unseen: state.observe(me).unseen(),
            draws_left: ROUNDS - 1 - table.round(),
            objective: Objective::Win,
        };
        let values = values(&own, &ranks, &endings);
        let best = (0..3).max_by(|&a, &b| values[a].total_cmp(&values[b]));
        Discard(own.hand.nth(best.expect("there are three") as u32))
    }
}

/// Returns the others' end in this world, which began in that state.
fn ending(state: &State, world: &State, ranks: &ByPair<Rank>) -> Ending {
    let Turn::Of(me) = state.turn() else { panic!("the game is over") };
    let others = || Seat::all(LuckyThirteen::SEATS).filter(|&seat| seat != me);
    let mut taken: CardSet<Card> = others().flat_map(|seat| state.hands()[seat].iter()).collect();
    for (turn, &card) in world.draws().iter().enumerate().skip(state.table().discards().len()) {
        if turn % LuckyThirteen::SEATS != me.index() {
            taken.insert(card);
        }
    }
    let mut found = [Rank::default(); OTHERS];
    for (rank, seat) in found.iter_mut().zip(others()) {
        let pair = world.hands()[seat].set();
        *rank = ranks[place(pair.nth(0))][place(pair.nth(1))];
    }
    Ending { taken, ranks: found, weight: 1.0 }
}
