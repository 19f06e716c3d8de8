//! The evidence about the other seats, prepared for fast likelihoods of their choices in any world.

use cardsharp_rules::intensity::{Card, Observation, PASSES, State, Table, TrickView, legal_plays};
use cardsharp_rules::{Card as _, CardSet, Observation as _, Seat};

use super::habits::{HABITS, HabitWeights, SURPRISE, habits};
use super::hints::Hints;
use super::opponents::{OpponentWeights, Priors};
use crate::memory::Remembered;

pub(super) type Hand = CardSet<Card>;

pub(super) const SEATS: usize = 4;
pub(super) const OTHERS: usize = 3;
/// A played card, with all that its player knew except the hand.
struct Past {
    table: Table,
    winning: Option<Card>,
    /// The cards that the player itself had played before.
    own: Hand,
    /// The cards that all seats had played before.
    all: Hand,
    card: Card,
}

/// The hidden cards of the other seats, from the left neighbour on.
#[derive(Clone, Copy)]
pub(super) struct Hidden {
    /// The ten cards each seat holds after passing, including those already played.
    pub(super) held: [Hand; OTHERS],
    /// The cards each seat passed on; the last seat passes to the player itself.
    pub(super) passed: [Hand; OTHERS],
}

impl Hidden {
    pub(super) fn of(state: &State, me: Seat) -> Hidden {
        let others: [Seat; OTHERS] = std::array::from_fn(|step| me.plus(step + 1, SEATS));
        Hidden { held: others.map(|seat| state.held(seat)), passed: others.map(|seat| state.passes()[seat]) }
    }

    pub(super) fn deal_of(&self, other: usize, my_pass: Hand) -> Hand {
        let received = if other == 0 { my_pass } else { self.passed[other - 1] };
        (self.held[other] - received) | self.passed[other]
    }

    /// Returns the holder of a card, and whether the card was passed to it.
    pub(super) fn place(&self, card: Card) -> (usize, bool) {
        let other = (0..OTHERS).find(|&other| self.held[other].contains(card)).expect("a hidden card is held");
        (other, other > 0 && self.passed[other - 1].contains(card))
    }

    pub(super) fn put(&mut self, card: Card, (from, was_given): (usize, bool), (to, is_given): (usize, bool)) {
        self.held[from].remove(card);
        self.held[to].insert(card);
        if was_given {
            self.passed[from - 1].remove(card);
        }
        if is_given {
            self.passed[to - 1].insert(card);
        }
    }
}

/// Each habit's likelihood of each seat's choices in one world.
pub(super) type Likelihoods = [HabitWeights; OTHERS];

/// Each opponent's likelihood in one world; all but random and careful ones include the network's view of the hands.
pub(super) struct Explained {
    likely: [OpponentWeights; OTHERS],
    /// The likelihood of all choices, summed over the opponents.
    pub(super) evidence: f64,
}

/// All the evidence of a view, prepared to judge any world.
pub(super) struct Case<'a> {
    pub(super) view: &'a Observation,
    /// The prior probability of each opponent, and (`alike`) of three equal ones.
    opponents: OpponentWeights,
    alike: f64,
    heeds_network: OpponentWeights,
    /// The factor on each opponent at each seat from earlier games of the match.
    remembered: [OpponentWeights; OTHERS],
    hints: Hints,
    pasts: [Vec<Past>; OTHERS],
    /// The cards each seat can no longer hold.
    lacks: [Hand; OTHERS],
    pub(super) played: Hand,
    /// The cards whose holder is unknown.
    pub(super) loose: Vec<Card>,
}

impl<'a> Case<'a> {
    pub(super) fn new(view: &'a Observation, priors: &Priors, remembered: &Remembered<HABITS>) -> Case<'a> {
        let (pasts, own) = pasts(view);
        let all = own.into_iter().fold(Hand::EMPTY, |all, cards| all | cards);
        let mine = own[view.seat().index()] | view.hand() | view.pass();
        Case {
            view,
            opponents: priors.opponents(),
            alike: priors.alike,
            heeds_network: priors.heeds_network(),
            remembered: std::array::from_fn(|other| *remembered.of(view.seat().plus(other + 1, SEATS))),
            hints: if priors.ask_network() { Hints::of(view) } else { Hints::NONE },
            pasts,
            lacks: std::array::from_fn(|other| view.lacks(view.seat().plus(other + 1, SEATS))),
            played: all,
            loose: (Card::DECK - mine).iter().collect(),
        }
    }

    /// Computes each opponent's likelihood of a world and of the choices in it, with the factors from earlier games.
    pub(super) fn explained(&self, hidden: &Hidden, likely: &Likelihoods) -> Explained {
        let one = |other: usize| -> OpponentWeights {
            let hinted = self.hints.factor(other, hidden.held[other] - self.played);
            let heeds = &self.heeds_network;
            let seen = |opponent: usize| f64::from(likely[other][opponent]) * self.remembered[other][opponent];
            std::array::from_fn(|opponent| seen(opponent) * (1.0 + heeds[opponent] * (hinted - 1.0)))
        };
        let likely = std::array::from_fn(one);
        Explained { evidence: self.evidence(&likely), likely }
    }

    /// Sums over two cases: three equal opponents, or independent ones.
    fn evidence(&self, likely: &[OpponentWeights; OTHERS]) -> f64 {
        let apart: f64 = (0..OTHERS).map(|other| self.of_one(likely, other)).product();
        if self.alike == 0.0 {
            return apart;
        }
        let alike: f64 = (0..HABITS).map(|opponent| self.of_kind(likely, opponent)).sum();
        self.alike * alike + (1.0 - self.alike) * apart
    }

    pub(super) fn opponents(&self, explained: &Explained, other: usize) -> OpponentWeights {
        let Explained { likely, evidence } = explained;
        let rest: f64 = (0..OTHERS).filter(|&seat| seat != other).map(|seat| self.of_one(likely, seat)).product();
        std::array::from_fn(|opponent| {
            let apart = self.opponents[opponent] * likely[other][opponent] * rest;
            (self.alike * self.of_kind(likely, opponent) + (1.0 - self.alike) * apart) / evidence
        })
    }

    fn of_one(&self, likely: &[OpponentWeights; OTHERS], other: usize) -> f64 {
        likely[other].iter().zip(self.opponents).map(|(likely, prior)| likely * prior).sum()
    }

    fn of_kind(&self, likely: &[OpponentWeights; OTHERS], opponent: usize) -> f64 {
        self.opponents[opponent] * likely.iter().map(|likely| likely[opponent]).product::<f64>()
    }

    /// Returns each habit's likelihood of this seat's choices.
    pub(super) fn judge(&self, hidden: &Hidden, other: usize) -> HabitWeights {
        let dealt = hidden.deal_of(other, self.view.pass());
        let mut likely =
            habits().chances_to_pass(dealt, hidden.passed[other]).map(|chance| surprised(chance, PASSES as f32));
        for past in &self.pasts[other] {
            judge_play(past, hidden.held[other] - past.own, &mut likely);
        }
        likely
    }

    pub(super) fn allows(&self, card: Card, from: usize, to: usize) -> bool {
        from == to || !self.played.contains(card) && !self.lacks[to].contains(card)
    }
}

/// Returns the past plays of each of the others, and the cards played by every seat.
fn pasts(view: &Observation) -> ([Vec<Past>; OTHERS], [Hand; SEATS]) {
    let mut pasts: [Vec<Past>; OTHERS] = std::array::from_fn(|_| Vec::new());
    let (mut own, mut all) = ([Hand::EMPTY; SEATS], Hand::EMPTY);
    view.table().replay(|table, seat, card| {
        let before = own[seat.index()];
        if seat != view.seat() {
            let past = Past { table: *table, winning: table.winning(), own: before, all, card };
            pasts[other_of(view.seat(), seat)].push(past);
        }
        own[seat.index()].insert(card);
        all.insert(card);
    });
    (pasts, own)
}

/// Multiplies in each habit's likelihood of this play from this hand.
fn judge_play(past: &Past, hand: Hand, likely: &mut HabitWeights) {
    let legal = legal_plays(&past.table, hand);
    if legal.len() < 2 {
        return;
    }
    let unseen = Card::DECK - hand - past.all;
    let trick = TrickView { hand, unseen, round: past.table.round(), winning: past.winning };
    let chances = habits().chances_to_play(&trick, legal, past.card);
    for (likely, chance) in likely.iter_mut().zip(chances) {
        *likely *= surprised(chance, legal.len() as f32);
    }
}

/// Mixes the probability of a choice with a small uniform part.
fn surprised(chance: f32, choices: f32) -> f32 {
    SURPRISE / choices + (1.0 - SURPRISE) * chance
}

/// Returns each opponent's likelihood of this seat's plays in a finished game, up to a factor. All cards were played in
/// the open; the passes stay hidden and are not judged.
pub(super) fn likelihoods(view: &Observation, seat: Seat) -> OpponentWeights {
    let (pasts, held) = pasts(view);
    let mut likely = [1.0; HABITS];
    for past in &pasts[other_of(view.seat(), seat)] {
        judge_play(past, held[seat.index()] - past.own, &mut likely);
    }
    likely.map(f64::from)
}

fn other_of(me: Seat, seat: Seat) -> usize {
    (seat.index() + SEATS - me.index() - 1) % SEATS
}
