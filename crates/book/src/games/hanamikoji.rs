//! Hanamikoji's book.

use cardsharp_rules::hanamikoji::{Action, Cards, Deal, Geisha, Hanamikoji, Kind, Observation};
use cardsharp_rules::{Observation as _, Rng, Seed};

use crate::{Book, Booked, Bout, Page, Part};

/// Seven cards: six dealt and the first one drawn.
const HAND: usize = 7;

impl Booked for Hanamikoji {
    const PLAYER: &'static str = "champion:nodes=4000";
    const BOUTS: &'static [Bout] = &[
        Bout { player: "thumb", others: "champion" },
        Bout { player: "greedy", others: "champion" },
        Bout { player: "thumb", others: "greedy" },
        Bout { player: "champion", others: "greedy" },
    ];
    const FIRST_ACTIONS: usize = Kind::ALL.len();

    fn hands() -> Vec<String> {
        hand_classes().iter().map(Cards::to_string).collect()
    }

    fn deal_hand(&self, hand: usize, seed: Seed) -> Deal {
        let cards = hand_classes()[hand];
        let mut rng = Rng::new(seed);
        let (mut mine, mut rest): (Vec<Geisha>, Vec<Geisha>) =
            (cards.iter().collect(), (Cards::DECK - cards).iter().collect());
        rng.shuffle(&mut mine);
        rng.shuffle(&mut rest);
        let (first_draw, dealt) = mine.split_last().expect("seven cards");
        let pile = std::iter::once(first_draw).chain(&rest[HAND..]).copied().collect();
        Deal { removed: rest[0], hands: vec![dealt.to_vec(), rest[1..HAND].to_vec()], pile }
    }

    fn first_action(action: Action) -> usize {
        action.kind().map_or(0, |kind| kind as usize)
    }

    fn alike(view: &Observation, one: Action, other: Action) -> bool {
        one == other || shape(view, one) == shape(view, other)
    }

    fn stored(_part: Part) -> Option<&'static str> {
        None
    }

    fn write(_book: &Book<Hanamikoji>) -> Page {
        Page::default()
    }
}

/// Every hand of seven cards: 910.
fn all_hands() -> Vec<Cards> {
    let mut hands = vec![Cards::EMPTY];
    for card in Geisha::ALL {
        hands = hands
            .into_iter()
            .flat_map(|hand| (0..=card.value()).map(move |count| (0..count).fold(hand, |hand, _| hand + card.into())))
            .filter(|hand| hand.len() <= HAND)
            .collect();
    }
    hands.retain(|hand| hand.len() == HAND);
    hands
}

/// The hand of which this one differs only by the names of A, B, C and of D, E: the type of which
/// there are most comes first.
pub fn class_of_hand(hand: Cards) -> Cards {
    let mut class = Cards::EMPTY;
    for group in [&Geisha::ALL[..3], &Geisha::ALL[3..5], &Geisha::ALL[5..6], &Geisha::ALL[6..]] {
        let mut counts: Vec<usize> = group.iter().map(|&card| hand.count(card)).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        for (&card, count) in group.iter().zip(counts) {
            class = (0..count).fold(class, |class, _| class + card.into());
        }
    }
    class
}

/// The classes of the 910 hands, in the order of their cards.
pub fn hand_classes() -> Vec<Cards> {
    let mut classes: Vec<Cards> = all_hands().into_iter().map(class_of_hand).collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}

/// The chance of this very hand among all deals, twins counted apart.
pub fn chance_of_hand(hand: Cards) -> f64 {
    let choose = |of: usize, some: usize| (0..some).map(|k| (of - k) as f64 / (k + 1) as f64).product::<f64>();
    Geisha::ALL.iter().map(|&card| choose(card.value(), hand.count(card))).product::<f64>() / choose(21, HAND)
}

/// What a type is like to this seat, whatever its letter: value, in hand, on both sides, hidden,
/// put away, not seen.
type Likeness = [usize; 7];

/// An action with types told apart only by what they are like: how many of each it uses, in each of
/// the two pairs where it has some.
fn shape(view: &Observation, action: Action) -> Vec<(Likeness, [usize; 2])> {
    let (me, own, placed) = (view.seat(), view.own(), view.table().placed());
    let like = |card: Geisha| {
        let secret = usize::from(own.secret() == Some(card));
        let sides = [placed[me].count(card), placed[me.other()].count(card)];
        [
            card.value(),
            view.hand().count(card),
            sides[0],
            sides[1],
            secret,
            own.burned().count(card),
            view.unseen().count(card),
        ]
    };
    let using = |parts: [Cards; 2]| {
        let used = |card: Geisha| (like(card), parts.map(|part| part.count(card)));
        let mut shape: Vec<_> = Geisha::ALL.into_iter().map(used).collect();
        shape.sort_unstable();
        shape
    };
    let [one, other] = match action {
        Action::Compete(pairs) => pairs.both(),
        _ => [action.cards(), Cards::EMPTY],
    };
    // Which pair comes first means nothing.
    using([one, other]).min(using([other, one]))
}
