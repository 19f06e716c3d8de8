use super::{Slow, field};

#[derive(Clone)]
pub struct LuckyThirteen {
    flexible: bool,
    public: Vec<String>,
    hands: Vec<Vec<String>>,
    pile: Vec<String>,
    turns: usize,
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn number(card: &str) -> i32 {
    card[..card.len() - 1].parse().unwrap()
}

fn worth(card: &str) -> i32 {
    let factor = match card.chars().last().unwrap() {
        'S' => 4,
        'H' => 3,
        'D' => 2,
        _ => 1,
    };
    number(card) * factor
}

impl LuckyThirteen {
    fn values(&self, card: &str) -> Vec<i32> {
        match number(card) {
            1 if self.flexible => vec![0, 1],
            11..=13 if self.flexible => vec![10, 11, 12, 13],
            number => vec![number],
        }
    }

    fn is_13(&self, cards: &[&String]) -> bool {
        let mut sums = vec![0];
        for card in cards {
            let values = self.values(card);
            sums = sums.iter().flat_map(|sum| values.iter().map(move |value| sum + value)).collect();
        }
        sums.contains(&13)
    }

    /// Tries every way to 13 in the order of the rules.
    fn ways(&self, hand: &[String]) -> Vec<i32> {
        let mut ways = Vec::new();
        if self.is_13(&[&hand[0], &hand[1]]) {
            ways.push(worth(&hand[0]) + worth(&hand[1]));
        }
        for private in hand {
            for public in &self.public {
                if self.is_13(&[private, public]) {
                    ways.push(worth(private) + 2 * number(public));
                }
            }
        }
        if self.is_13(&[&hand[0], &hand[1], &self.public[0], &self.public[1]]) {
            let public = 2 * number(&self.public[0]) + 2 * number(&self.public[1]);
            ways.push(worth(&hand[0]) + worth(&hand[1]) + public);
        }
        ways
    }

    fn draw(&mut self) {
        if self.turns < 16 {
            let card = self.pile.remove(0);
            self.hands[self.turns % 4].push(card);
        }
    }
}

impl Slow for LuckyThirteen {
    fn start(option: &str, deal: &str) -> LuckyThirteen {
        let mut game = LuckyThirteen {
            flexible: option == "flexible",
            public: words(field(deal, "public")),
            hands: field(deal, "hands").split('/').map(words).collect(),
            pile: words(field(deal, "pile")),
            turns: 0,
        };
        game.draw();
        game
    }

    fn actions(&self) -> Vec<String> {
        if self.turns == 16 {
            return Vec::new();
        }
        self.hands[self.turns % 4].iter().map(|card| format!("discard {card}")).collect()
    }

    fn play(&self, action: &str) -> LuckyThirteen {
        let mut next = self.clone();
        let card = action.strip_prefix("discard ").unwrap();
        next.hands[self.turns % 4].retain(|held| held != card);
        next.turns += 1;
        next.draw();
        next
    }

    fn returns(&self) -> Option<Vec<i32>> {
        if self.turns < 16 {
            return None;
        }
        let ways: Vec<Vec<i32>> = self.hands.iter().map(|hand| self.ways(hand)).collect();
        let reached = ways.iter().filter(|ways| !ways.is_empty()).count();
        let score = |seat: usize| match (reached, ways[seat].iter().max()) {
            (0, _) => self.hands[seat].iter().map(|card| worth(card)).sum(),
            (_, None) => 0,
            (1, Some(_)) => 100,
            (_, Some(best)) => *best,
        };
        Some((0..4).map(score).collect())
    }
}
