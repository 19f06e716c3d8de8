//! Draws the hidden cards, every way that agrees with a view equally likely.
//!
//! Beyond the counts, a view implies only which suits a seat may hold. So the unseen cards form at most four groups of
//! interchangeable cards. A way to place them is (1) a split, the number of cards of each group for each seat, and (2)
//! which cards. Splits are listed once, each with its number of ways; a draw picks a split by that number and deals out
//! every group. Only one group can be open to all three seats, and listed last it has no freedom left. So there are at
//! most 11³ splits, and usually a few dozen.
//!
//! The passes between the other seats are hidden too: any three of a seat's ten cards can be those it received, for any
//! hands. That factor is the same for all ways, and the passes are drawn after the hands.

use super::card::{Card, Suit};
use super::observation::{Observation, Shown};
use super::rules::{HAND, Hand, PASS, SEATS, State, random_pass};
use super::table::Table;
use crate::{BySeat, Observation as _, Rng, Sampler, Seat};

const OTHERS: usize = SEATS - 1;
const UNSEEN: usize = OTHERS * HAND;

/// Unseen cards that the same seats may hold.
#[derive(Clone, Copy, Debug)]
struct Group {
    cards: Hand,
    /// For the seats to the left, across and to the right.
    allowed: [bool; OTHERS],
}

/// The number of cards of each group that go to each of the others.
#[derive(Clone, Copy, Debug)]
struct Split {
    shares: [[u8; OTHERS]; 4],
    /// The number of ways of this split and all before it.
    ways_so_far: u64,
}

/// Draws positions that agree with an observation.
#[derive(Clone, Debug)]
pub struct IntensitySampler {
    seat: Seat,
    table: Table,
    /// The known cards of every hand: the seat's own, and its pass to the left.
    known: BySeat<Hand>,
    played: BySeat<Hand>,
    pass: Hand,
    received: Hand,
    /// The cards to draw, group by group.
    cards: [Card; UNSEEN],
    sizes: Vec<usize>,
    splits: Vec<Split>,
}

impl IntensitySampler {
    pub(super) fn new(view: &Observation) -> IntensitySampler {
        let (seat, table) = (view.seat(), *view.table());
        let others: [Seat; OTHERS] = std::array::from_fn(|step| seat.plus(step + 1, SEATS));
        let shown = Shown::by(&table);
        let mut known = BySeat::splat(SEATS, Hand::EMPTY);
        known[seat] = view.hand();
        known[others[0]] = view.held_by_left();
        let groups = groups(view.unseen() - view.held_by_left(), others.map(|other| shown.lacks[other]));
        // During the passing, whole dealt hands are drawn, and the passes out of them.
        let sizes = others.map(|other| if table.all_passed() { table.hand_size(other) } else { HAND });
        let possible = known[others[0]].len() <= sizes[0] && (known[others[0]] & shown.lacks[others[0]]).is_empty();
        let mut cards = [Card::new(10); UNSEEN];
        for (place, card) in cards.iter_mut().zip(groups.iter().flat_map(|group| group.cards)) {
            *place = card;
        }
        let mut splits = Vec::new();
        if possible {
            let room = [sizes[0] - known[others[0]].len(), sizes[1], sizes[2]];
            list_splits(&groups, 0, room, 1, [[0; OTHERS]; 4], &mut splits);
        }
        IntensitySampler {
            seat,
            table,
            known,
            played: shown.played,
            pass: view.pass(),
            received: view.received(),
            cards,
            sizes: groups.iter().map(|group| group.cards.len()).collect(),
            splits,
        }
    }

    pub(super) fn is_impossible(&self) -> bool {
        self.splits.is_empty()
    }

    /// The number of ways in which the other hands can lie.
    pub fn ways(&self) -> u64 {
        self.splits.last().map_or(0, |split| split.ways_so_far)
    }

    /// Adds the other hands to the known cards.
    #[inline]
    fn deal(&self, rng: &mut Rng) -> BySeat<Hand> {
        let drawn = below(rng, self.ways());
        let split = &self.splits[self.splits.partition_point(|split| split.ways_so_far <= drawn)];
        let (mut hands, mut cards) = (self.known, self.cards);
        let mut rest = &mut cards[..];
        for (&size, shares) in self.sizes.iter().zip(&split.shares) {
            let (mut group, others) = rest.split_at_mut(size);
            rest = others;
            for (step, &share) in shares.iter().enumerate() {
                let seat = self.seat.plus(step + 1, SEATS);
                for _ in 0..share {
                    let last = group.len() - 1;
                    group.swap(last, rng.below(last as u32 + 1) as usize);
                    hands[seat].insert(group[last]);
                    group = &mut group[..last];
                }
            }
        }
        hands
    }
}

impl Sampler for IntensitySampler {
    type State = State;

    fn sample(&self, rng: &mut Rng) -> State {
        let mut hands = self.deal(rng);
        let mut passes = BySeat::splat(SEATS, Hand::EMPTY);
        let right = self.seat.plus(SEATS - 1, SEATS);
        for giver in Seat::all(SEATS) {
            if giver == self.seat {
                passes[giver] = self.pass;
            } else if !self.table.all_passed() {
                if giver.index() < self.table.passed() {
                    passes[giver] = random_pass(hands[giver], rng);
                    hands[giver] = hands[giver] - passes[giver];
                }
            } else if giver == right {
                passes[giver] = self.received;
            } else {
                let receiver = giver.plus(1, SEATS);
                passes[giver] = random_pass(hands[receiver] | self.played[receiver], rng);
            }
        }
        debug_assert!(passes.as_slice().iter().all(|pass| pass.is_empty() || pass.len() == PASS));
        State { table: self.table, hands, passes }
    }
}

/// The cards grouped by the seats that may hold them, those with the fewest seats first.
fn groups(cards: Hand, lacks: [Hand; OTHERS]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::with_capacity(Suit::ALL.len());
    for suit in Suit::ALL.map(Suit::cards) {
        let allowed = lacks.map(|lacks| (lacks & suit).is_empty());
        match groups.iter_mut().find(|group| group.allowed == allowed) {
            Some(group) => group.cards = group.cards | cards & suit,
            None => groups.push(Group { cards: cards & suit, allowed }),
        }
    }
    groups.sort_by_key(|group| group.allowed.iter().filter(|&&allowed| allowed).count());
    groups
}

/// Appends every split of the groups from this one on over the remaining room.
fn list_splits(
    groups: &[Group],
    number: usize,
    room: [usize; OTHERS],
    ways: u64,
    mut shares: [[u8; OTHERS]; 4],
    out: &mut Vec<Split>,
) {
    let (group, size) = (&groups[number], groups[number].cards.len());
    let most = |other: usize| if group.allowed[other] { room[other].min(size) } else { 0 };
    let is_last = number + 1 == groups.len();
    // The last group must fill the remaining room.
    let (least_left, least_across) = if is_last { (room[0], room[1]) } else { (0, 0) };
    for left in least_left..=most(0) {
        // The second seat must take what the third cannot.
        let least = (size - left).saturating_sub(most(2)).max(least_across);
        for across in least..=most(1).min(size - left) {
            let share = [left, across, size - left - across];
            shares[number] = share.map(|cards| cards as u8);
            let ways = ways * choose(size, left) * choose(size - left, across);
            if is_last {
                let before = out.last().map_or(0, |split: &Split| split.ways_so_far);
                out.push(Split { shares, ways_so_far: before + ways });
            } else {
                let room = std::array::from_fn(|other| room[other] - share[other]);
                list_splits(groups, number + 1, room, ways, shares, out);
            }
        }
    }
}

fn choose(n: usize, k: usize) -> u64 {
    CHOOSE[n][k]
}

const CHOOSE: [[u64; UNSEEN + 1]; UNSEEN + 1] = {
    let mut choose = [[0; UNSEEN + 1]; UNSEEN + 1];
    let mut n = 0;
    while n <= UNSEEN {
        choose[n][0] = 1;
        let mut k = 1;
        while k <= n {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// A number below `n`, each equally likely: [`Rng::below`] for counts beyond 32 bits.
fn below(rng: &mut Rng, n: u64) -> u64 {
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(n);
        let low = product as u64;
        if low >= n || low >= n.wrapping_neg() % n {
            return (product >> 64) as u64;
        }
    }
}
