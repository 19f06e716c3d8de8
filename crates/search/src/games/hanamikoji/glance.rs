//! A fast version of the rules' `greedy` for very many hands, without an observation for each. A test compares both.
//!
//! The value of a position is a sum over the types. An action changes few of them, so it costs a few table lookups.

use std::sync::OnceLock;

use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Kind, Offer};

use super::ranges::{GREEDY, KIN, THINKER};
use super::tree::{Public, Situation};

type Count = (usize, i8);

/// An action as changes to types, ready to be valued.
#[derive(Clone, Debug)]
enum Ready {
    /// Cards go to the player's own side.
    Hide(Count),
    /// Cards leave the game.
    Burn(Vec<Count>),
    /// The other seat takes one of these.
    Gift(Vec<Count>),
    /// The other seat takes one of two pairs: the number of cards of each type in each pair.
    Compete(Vec<(usize, i8, i8)>),
    /// Cards go to the player's own side, others to the other side.
    Take(Vec<(usize, i8, i8)>),
}

#[derive(Clone, Debug)]
pub(super) struct Actions {
    pub(super) actions: Vec<Action>,
    ready: Vec<Ready>,
}

fn counts(cards: Cards) -> Vec<Count> {
    cards.types().map(|card| (card.index(), cards.count(card) as i8)).collect()
}

fn both(one: Cards, other: Cards) -> Vec<(usize, i8, i8)> {
    (one + other).types().map(|card| (card.index(), one.count(card) as i8, other.count(card) as i8)).collect()
}

impl Actions {
    pub(super) fn of_hand(hand: Cards, left: &[Kind]) -> Actions {
        let mut actions = Vec::new();
        for kind in left {
            kind.actions(hand, &mut actions);
        }
        Actions::ready(actions, Cards::EMPTY)
    }

    pub(super) fn of_offer(offer: Offer) -> Actions {
        Actions::ready(offer.choices().map(Action::Take).collect(), offer.cards())
    }

    fn ready(actions: Vec<Action>, offered: Cards) -> Actions {
        let ready = |&action: &Action| match action {
            Action::Secret(card) => Ready::Hide((card.index(), 1)),
            Action::Burn(cards) => Ready::Burn(counts(cards)),
            Action::Gift(cards) => Ready::Gift(counts(cards)),
            Action::Compete(pairs) => {
                let [low, high] = pairs.both();
                Ready::Compete(both(low, high))
            }
            Action::Take(taken) => Ready::Take(both(taken, offered - taken)),
        };
        let ready = actions.iter().map(ready).collect();
        Actions { actions, ready }
    }
}

const LEADS: usize = 17;

/// The degree of control of a type, times its points: by type, lead, unseen cards and cards in hand.
pub(super) struct Glance {
    holds: Vec<f32>,
}

impl Glance {
    pub(super) fn of_all() -> &'static Glance {
        static GLANCE: OnceLock<Glance> = OnceLock::new();
        GLANCE.get_or_init(Glance::new)
    }

    fn new() -> Glance {
        let mut holds = Vec::with_capacity(7 * LEADS * 36);
        for card in Geisha::ALL {
            for lead in 0..LEADS {
                for unseen in 0..6_u8 {
                    for held in 0..6_u8 {
                        let lead = lead as f32 - 8.0 - 0.2 * f32::from(unseen);
                        let open = f32::from(held) + f32::from(unseen);
                        holds.push(card.value() as f32 * (lead / (lead * lead + open + 0.3).sqrt()));
                    }
                }
            }
        }
        Glance { holds }
    }

    #[inline]
    fn hold(&self, card: usize, lead: i8, unseen: i8, held: i8) -> f32 {
        self.holds[((card * LEADS + (lead + 8) as usize) * 6 + unseen as usize) * 6 + held as usize]
    }

    /// Computes each action's probability for greedy and for its kin, from the view of a seat. Both sum to 1.
    pub(super) fn weigh(
        &self,
        public: &Public,
        seat: usize,
        situation: &Situation,
        actions: &Actions,
        likely: &mut Glanced,
    ) {
        let view = Seen::new(self, public, seat, situation);
        let Glanced { greedy, kin } = likely;
        greedy.clear();
        greedy.extend(actions.ready.iter().map(|ready| view.change(ready)));
        let best = greedy.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        kin.clear();
        kin.extend(greedy.iter().map(|worth| ((worth - best) / WHIM).exp()));
        for worth in greedy.iter_mut() {
            *worth = if *worth > best - 1e-4 { 1.0 } else { 0.0 };
        }
        for likely in [greedy, kin] {
            let sum: f32 = likely.iter().sum();
            for part in likely.iter_mut() {
                *part /= sum;
            }
        }
    }
}

#[derive(Default)]
pub(super) struct Glanced {
    /// Greedy: the actions of the highest value, evenly.
    pub(super) greedy: Vec<f32>,
    /// Greedy's kin: a softmax of the values, for players with similar rules.
    pub(super) kin: Vec<f32>,
}

impl Glanced {
    pub(super) fn likely(&self, opponent: usize, choice: usize) -> f32 {
        let even = 1.0 / self.greedy.len() as f32;
        match opponent {
            GREEDY => self.greedy[choice],
            KIN => self.kin[choice],
            THINKER => AT_A_GLANCE * self.greedy[choice] + (1.0 - AT_A_GLANCE) * even,
            _ => even,
        }
    }
}

/// The part of the thinker's choices that is greedy; the rest is uniform.
const AT_A_GLANCE: f32 = 0.33;

/// The temperature of greedy's kin: an action worse by this many points is about a third as likely.
const WHIM: f32 = 0.5;

/// A position from the view of a seat, by type.
struct Seen<'a> {
    glance: &'a Glance,
    lead: [i8; 7],
    unseen: [i8; 7],
    held: [i8; 7],
    worth: [f32; 7],
}

impl Seen<'_> {
    fn new<'a>(glance: &'a Glance, public: &Public, seat: usize, situation: &Situation) -> Seen<'a> {
        let mine = public.placed[seat] + situation.secret;
        let theirs = public.placed[1 - seat];
        let unseen = public.unseen - situation.cards();
        let of = |cards: Cards| Geisha::ALL.map(|card| cards.count(card) as i8);
        let (mine, theirs, unseen, held) = (of(mine), of(theirs), of(unseen), of(situation.hand));
        let lead = std::array::from_fn(|card| mine[card] - theirs[card]);
        let worth = std::array::from_fn(|card| glance.hold(card, lead[card], unseen[card], held[card]));
        Seen { glance, lead, unseen, held, worth }
    }

    /// Returns the change in a type's value with this change of lead and `used` cards gone from the hand.
    #[inline]
    fn type_change(&self, card: usize, lead: i8, used: i8) -> f32 {
        let hold = self.glance.hold(card, self.lead[card] + lead, self.unseen[card], self.held[card] - used);
        hold - self.worth[card]
    }

    /// Returns the change in value by an action; an offer meets its worst answer.
    #[inline]
    fn change(&self, action: &Ready) -> f32 {
        match action {
            Ready::Hide((card, count)) => self.type_change(*card, *count, *count),
            Ready::Burn(cards) => cards.iter().map(|&(card, count)| self.type_change(card, 0, count)).sum(),
            Ready::Gift(cards) => {
                let (mut all, mut worst) = (0.0, f32::INFINITY);
                for &(card, count) in cards {
                    let kept = self.type_change(card, count, count);
                    all += kept;
                    worst = worst.min(self.type_change(card, count - 2, count) - kept);
                }
                all + worst
            }
            Ready::Compete(cards) => {
                let (mut low, mut high) = (0.0, 0.0);
                for &(card, one, other) in cards {
                    low += self.type_change(card, other - one, one + other);
                    high += self.type_change(card, one - other, one + other);
                }
                low.min(high)
            }
            Ready::Take(cards) => {
                cards.iter().map(|&(card, mine, theirs)| self.type_change(card, mine - theirs, 0)).sum()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::hanamikoji::{Greedy, Hanamikoji};
    use cardsharp_rules::{Game, Observation as _, Rng, Seed, State as _, Style, Turn};

    use super::*;

    #[test]
    fn a_glance_sees_what_greedy_sees() {
        let (glance, mut rng) = (Glance::of_all(), Rng::new(Seed(4)));
        let (mut decisions, mut greedy, mut quick) = (0, Vec::new(), Glanced::default());
        for seed in 0..200 {
            let mut state = Hanamikoji.start(&Hanamikoji.shuffle(Seed(seed))).expect("a shuffled deal is valid");
            while let Turn::Of(seat) = state.turn() {
                let (view, public) = (state.observe(seat), Public::of(state.table()));
                let own = view.own();
                let situation = Situation::of(own);
                let mut legal = Vec::new();
                view.legal_actions(&mut legal);
                Greedy.weigh(&view, &legal, &mut greedy);
                let left = public.left(&super::super::tree::Variant::FULL, seat.index());
                let actions = public.offer.map_or_else(|| Actions::of_hand(own.hand(), &left), Actions::of_offer);
                assert_eq!(actions.actions, legal);
                glance.weigh(&public, seat.index(), &situation, &actions, &mut quick);
                assert_eq!(quick.greedy, greedy, "{view}");
                let best = quick.kin.iter().copied().fold(0.0, f32::max);
                assert!(
                    greedy.iter().zip(&quick.kin).all(|(greedy, kin)| (*greedy > 0.0) == (*kin > 0.999 * best)),
                    "{view}"
                );
                decisions += 1;
                state.play_unchecked(state.random_action(&mut rng));
            }
        }
        assert!(decisions > 2_000);
    }
}
