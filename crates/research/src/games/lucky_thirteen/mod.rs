//! Lucky Thirteen.

mod book;
mod sparring;
mod strangers;

use cardsharp_rules::lucky_thirteen::LuckyThirteen;

use crate::room::Room;

pub(crate) const ROOM: Room<LuckyThirteen> =
    Room { strangers: strangers::strangers, sparring: sparring::sparring, ..Room::EMPTY };

/// Returns the first seat's view in its first turn with these cards; the others hold the next ones of the pack.
#[cfg(test)]
fn first_turn(public: &str, hand: &str, draw: &str) -> cardsharp_rules::lucky_thirteen::Observation {
    let named: Vec<&str> = [public, hand, draw].iter().flat_map(|cards| cards.split(' ')).collect();
    let all = "SHDC".chars().flat_map(|suit| (1..=13).map(move |rank| format!("{rank}{suit}")));
    let rest: Vec<String> = all.filter(|card| !named.contains(&card.as_str())).collect();
    let hands: Vec<String> = rest[..6].chunks(2).map(|pair| pair.join(" ")).collect();
    let deal = format!("public {public}; hands {hand} / {}; pile {draw} {}", hands.join(" / "), rest[6..].join(" "));
    crate::testing::view(&LuckyThirteen::default(), &deal, &[])
}
