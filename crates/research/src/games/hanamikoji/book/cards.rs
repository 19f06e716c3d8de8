//! Statistics of the cards that are hidden, burned, offered and taken.

use cardsharp_charts::picture::heat;
use cardsharp_charts::words::percent;
use cardsharp_charts::{Block, Chapter, Grid};
use cardsharp_rules::Observation as _;
use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Hanamikoji, Kind, Observation, Offer};
use cardsharp_stats::Mean;

use super::KINDS;
use super::hands::longest;
use crate::{Book, Tally};

/// Types of the same value.
const GROUPS: [&str; 4] = ["A, B, C", "D, E", "F", "G"];

fn group(card: Geisha) -> usize {
    card.value() - 2
}

/// The cards used by each action, by type and by their number in hand.
pub(super) fn used(book: &Book<Hanamikoji>) -> Chapter {
    let (mut tally, mut shapes): (Tally<(usize, usize, usize)>, Tally<&str>) = (Tally::default(), Tally::default());
    for (deal, decision) in book.games.decisions() {
        let Some(kind) = decision.choice.kind() else { continue };
        let (hand, used) = (decision.view.hand(), decision.choice.cards());
        if decision.is_choice() {
            for card in Geisha::ALL.into_iter().filter(|&card| hand.contains(card)) {
                tally.note_if(deal, (kind as usize, group(card), hand.count(card).min(3)), used.contains(card));
            }
        }
        note_shape(&mut shapes, deal, decision.choice, hand);
    }
    let columns: Vec<String> = ["one", "two", "three +"].map(str::to_owned).to_vec();
    let mut blocks = vec![Block::Text(
        "How often a type is among the cards used, if one holds one, two or more of it then. A dash is a case that did not come up.".to_owned(),
    )];
    for kind in Kind::ALL {
        let rows: Vec<(String, Vec<Option<Mean>>)> = (0..GROUPS.len())
            .map(|group| {
                let cell = |held| tally.mean(&(kind as usize, group, held));
                (GROUPS[group].to_owned(), (1..=3).map(cell).collect())
            })
            .collect();
        let name = KINDS[kind as usize];
        blocks.push(Block::Picture(heat(
            &format!("**{name}**: per cent of the times a type is used, by how many are held"),
            &columns,
            &rows,
        )));
    }
    let mut table = Grid::new(&["type", "hold", "Secret", "Burn", "Gift", "Competition"]);
    for (number, name) in GROUPS.iter().enumerate() {
        for held in 1..=3 {
            let share = |kind: Kind| percent(tally.mean(&(kind as usize, number, held)));
            let label = ["one", "two", "three or more"][held - 1].to_owned();
            table.row(*name, std::iter::once(label).chain(Kind::ALL.map(share)));
        }
    }
    blocks.push(Block::Table(table));
    let by_standing = used_by_standing(book);
    let mut leads = Grid::new(&["a type in which one is", "Secret", "Burn", "Gift", "Competition"]);
    for name in STANDINGS {
        leads.row(name, Kind::ALL.map(|kind| percent(by_standing.mean(&(name, kind as usize)))));
    }
    blocks.push(Block::Text(
        "The same by how a type stands, one's own secret counted: a Burn takes away what could still turn a lead."
            .to_owned(),
    ));
    blocks.push(Block::Table(leads));
    let mut offers = Grid::new(&["offer", "share"]);
    for shape in [
        "Gift of three alike, if one has them",
        "Gift of two alike and another",
        "Gift of three different",
        "Competition of two pairs alike (AB against AB)",
        "Competition of a pair against a pair (AA against BB)",
        "Competition with twins on both sides (AB against AC)",
    ] {
        offers.row(shape, [percent(shapes.mean(&shape))]);
    }
    blocks.push(Block::Text("What the offers look like:".to_owned()));
    blocks.push(Block::Table(offers));
    Chapter::new("What to hide, burn and offer", blocks)
}

/// How often a type in the hand is used, by its standing and by the action.
pub(super) fn used_by_standing(book: &Book<Hanamikoji>) -> Tally<(&'static str, usize)> {
    let mut tally = Tally::default();
    for (deal, decision) in book.games.decisions().filter(|(_, decision)| decision.is_choice()) {
        let Some(kind) = decision.choice.kind() else { continue };
        for card in decision.view.hand().types() {
            let place = (standing(lead(&decision.view, card)), kind as usize);
            tally.note_if(deal, place, decision.choice.cards().contains(card));
        }
    }
    tally
}

fn note_shape(shapes: &mut Tally<&'static str>, deal: usize, action: Action, hand: Cards) {
    match action {
        Action::Gift(cards) => {
            if longest(hand) >= 3 {
                shapes.note_if(deal, "Gift of three alike, if one has them", longest(cards) == 3);
            }
            shapes.note_if(deal, "Gift of two alike and another", longest(cards) == 2);
            shapes.note_if(deal, "Gift of three different", longest(cards) == 1);
        }
        Action::Compete(pairs) => {
            let [one, other] = pairs.both();
            let both_twins = longest(one) == 2 && longest(other) == 2;
            let shares_a_type = one != other && one.types().any(|card| other.contains(card));
            shapes.note_if(deal, "Competition of two pairs alike (AB against AB)", one == other);
            shapes.note_if(deal, "Competition of a pair against a pair (AA against BB)", both_twins && one != other);
            shapes.note_if(deal, "Competition with twins on both sides (AB against AC)", shares_a_type);
        }
        Action::Secret(_) | Action::Burn(_) | Action::Take(_) => {}
    }
}

/// The standings of a type, the worst first.
const STANDINGS: [&str; 5] =
    ["behind by two or more", "behind by one", "level", "ahead by one", "ahead by two or more"];

/// The standing of a type for a seat that leads by `lead` cards.
pub(super) fn standing(lead: i32) -> &'static str {
    STANDINGS[(lead.clamp(-2, 2) + 2) as usize]
}

/// The number of cards of a type by which a seat leads, with its secret.
fn lead(view: &Observation, card: Geisha) -> i32 {
    let (me, placed) = (view.seat(), view.table().placed());
    let mine = placed[me].count(card) + usize::from(view.own().secret() == Some(card));
    mine as i32 - placed[me.other()].count(card) as i32
}

/// The offers for which the choice of the most valuable cards is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Dearest {
    /// Gifts whose cards differ in points.
    Gift,
    /// All Gifts with a choice.
    AnyGift,
    /// Competitions whose pairs differ in points.
    Competition,
}

/// How often the most valuable choice of an offer was taken.
pub(super) fn dearest(book: &Book<Hanamikoji>) -> Tally<Dearest> {
    let mut tally = Tally::default();
    for (deal, decision) in book.games.decisions().filter(|(_, decision)| decision.is_choice()) {
        let (Action::Take(taken), Some(offer)) = (decision.choice, decision.view.table().offer()) else { continue };
        let points = |cards: Cards| cards.iter().map(Geisha::value).sum::<usize>();
        let most = offer.choices().map(points).max().unwrap_or(0);
        let differ = offer.choices().any(|choice| points(choice) < most);
        match offer {
            Offer::Gift(_) => {
                tally.note_if(deal, Dearest::AnyGift, points(taken) == most);
                if differ {
                    tally.note_if(deal, Dearest::Gift, points(taken) == most);
                }
            }
            Offer::Competition(_) if differ => tally.note_if(deal, Dearest::Competition, points(taken) == most),
            Offer::Competition(_) => {}
        }
    }
    tally
}

pub(super) fn taken_chapter(book: &Book<Hanamikoji>) -> Chapter {
    let (mut by_type, mut by_lead): (Tally<usize>, Tally<&str>) = (Tally::default(), Tally::default());
    for (deal, decision) in book.games.decisions().filter(|(_, decision)| decision.is_choice()) {
        let (Action::Take(taken), Some(offer)) = (decision.choice, decision.view.table().offer()) else { continue };
        if let Offer::Gift(cards) = offer {
            for card in cards.types() {
                by_type.note_if(deal, group(card), taken.contains(card));
                by_lead.note_if(deal, standing(lead(&decision.view, card)), taken.contains(card));
            }
        }
    }
    let mut types = Grid::new(&["offered in a Gift with others", "taken"]);
    for (number, name) in GROUPS.iter().enumerate() {
        types.row(*name, [percent(by_type.mean(&number))]);
    }
    for name in STANDINGS {
        types.row(format!("a type in which one is {name}"), [percent(by_lead.mean(&name))]);
    }
    let dearest = dearest(book);
    let share = |count: Dearest| percent(dearest.mean(&count));
    Chapter::new(
        "What to take",
        vec![
            Block::Text(format!(
                "Where the choices differ in points, the strong player takes the dearest card of a Gift {} of the time, and the dearer \
                 pair of a Competition {}. A third would be chance in most Gifts, a half in a Competition. Counting also the Gifts in which \
                 all types are worth the same, so that whatever is taken is the dearest, it is {} of all Gifts of two or three types.",
                share(Dearest::Gift),
                share(Dearest::Competition),
                share(Dearest::AnyGift)
            )),
            Block::Table(types),
        ],
    )
}
