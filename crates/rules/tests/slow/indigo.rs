use super::{Slow, field};

#[derive(Clone)]
pub struct Indigo {
    table: Vec<String>,
    hands: Vec<Vec<String>>,
    captured: [Vec<String>; 2],
    last: usize,
    plays: usize,
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn rank(card: &str) -> String {
    card.chars().filter(char::is_ascii_alphanumeric).collect()
}

fn suit(card: &str) -> char {
    card.chars().last().unwrap()
}

impl Indigo {
    /// The hand of the seat to act: twelve plays to a deal, two hands to a deal.
    fn hand(&self) -> usize {
        self.plays / 12 * 2 + self.plays % 2
    }
}

impl Slow for Indigo {
    fn start(_option: &str, deal: &str) -> Indigo {
        Indigo {
            table: words(field(deal, "table")),
            hands: field(deal, "hands").split('/').map(words).collect(),
            captured: [Vec::new(), Vec::new()],
            last: 0,
            plays: 0,
        }
    }

    fn actions(&self) -> Vec<String> {
        if self.plays == 48 {
            return Vec::new();
        }
        self.hands[self.hand()].iter().map(|card| format!("play {card}")).collect()
    }

    fn play(&self, action: &str) -> Indigo {
        let mut next = self.clone();
        let card = action.strip_prefix("play ").unwrap().to_owned();
        let (hand, seat) = (self.hand(), self.plays % 2);
        next.hands[hand].retain(|held| *held != card);
        let captures = self.table.last().is_some_and(|top| rank(top) == rank(&card) || suit(top) == suit(&card));
        next.table.push(card);
        if captures {
            next.captured[seat].append(&mut next.table);
            next.last = seat;
        }
        next.plays += 1;
        if next.plays == 48 {
            next.captured[next.last].append(&mut next.table);
        }
        next
    }

    fn returns(&self) -> Option<Vec<i32>> {
        if self.plays < 48 {
            return None;
        }
        let richer = usize::from(self.captured[1].len() > self.captured[0].len());
        let points = |seat: usize| {
            let cards =
                self.captured[seat].iter().filter(|card| ["A", "10", "J", "Q", "K"].contains(&rank(card).as_str()));
            cards.count() as i32 + if seat == richer { 3 } else { 0 }
        };
        Some(vec![points(0), points(1)])
    }
}
