use std::collections::BTreeSet;

use super::{Slow, field};

#[derive(Clone)]
pub struct Hanamikoji {
    hands: [String; 2],
    pile: String,
    /// Kinds of action such as `gift`, for each seat.
    used: [Vec<String>; 2],
    offer: Option<String>,
    sides: [String; 2],
    secrets: [String; 2],
    turn: usize,
}

fn sorted(text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

fn without(cards: &str, part: &str) -> String {
    part.chars().fold(cards.to_owned(), |rest, card| rest.replacen(card, "", 1))
}

/// Every set of `size` cards, equal ones once.
fn handfuls(cards: &str, size: usize) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for mask in 0..1_u32 << cards.len() {
        if mask.count_ones() as usize == size {
            let chosen: String =
                cards.chars().enumerate().filter(|(place, _)| mask >> place & 1 == 1).map(|(_, card)| card).collect();
            all.insert(sorted(&chosen));
        }
    }
    all
}

/// Pairs are named by their higher letters first.
fn two_pairs(one: &str, other: &str) -> String {
    let backwards = |pair: &str| pair.chars().rev().collect::<String>();
    if backwards(one) <= backwards(other) { format!("{one}|{other}") } else { format!("{other}|{one}") }
}

impl Hanamikoji {
    fn next_turn(&mut self) {
        if self.turn < 8 {
            self.hands[self.turn % 2].push(self.pile.remove(0));
        } else {
            for (side, secret) in self.sides.iter_mut().zip(&self.secrets) {
                side.push_str(secret);
            }
        }
    }
}

impl Slow for Hanamikoji {
    fn start(_option: &str, deal: &str) -> Hanamikoji {
        let hands: Vec<String> = field(deal, "hands").split('/').map(|hand| hand.trim().to_owned()).collect();
        let mut game = Hanamikoji {
            hands: hands.try_into().unwrap(),
            pile: field(deal, "pile").to_owned(),
            used: [Vec::new(), Vec::new()],
            offer: None,
            sides: [String::new(), String::new()],
            secrets: [String::new(), String::new()],
            turn: 0,
        };
        game.next_turn();
        game
    }

    fn actions(&self) -> Vec<String> {
        let mut actions = BTreeSet::new();
        if let Some(offer) = &self.offer {
            match offer.split_once('|') {
                Some((one, other)) => actions.extend([one, other].map(|pair| format!("take {pair}"))),
                None => actions.extend(offer.chars().map(|card| format!("take {card}"))),
            }
            return actions.into_iter().collect();
        }
        if self.turn == 8 {
            return Vec::new();
        }
        let (hand, used) = (&self.hands[self.turn % 2], &self.used[self.turn % 2]);
        let open = |word: &str| !used.iter().any(|used| used == word);
        for (word, size) in [("secret", 1), ("burn", 2), ("gift", 3)].into_iter().filter(|(word, _)| open(word)) {
            actions.extend(handfuls(hand, size).iter().map(|cards| format!("{word} {cards}")));
        }
        let fours = if open("compete") { handfuls(hand, 4) } else { BTreeSet::new() };
        for four in fours {
            for pair in handfuls(&four, 2) {
                actions.insert(format!("compete {}", two_pairs(&pair, &without(&four, &pair))));
            }
        }
        actions.into_iter().collect()
    }

    fn play(&self, action: &str) -> Hanamikoji {
        let mut next = self.clone();
        let (word, cards) = action.split_once(' ').unwrap();
        if word == "take" {
            let offer = next.offer.take().unwrap().replace('|', "");
            let taker = self.turn % 2;
            next.sides[taker].push_str(cards);
            next.sides[1 - taker].push_str(&without(&offer, cards));
            next.next_turn();
            return next;
        }
        let seat = self.turn % 2;
        next.hands[seat] = without(&self.hands[seat], &cards.replace('|', ""));
        next.used[seat].push(word.to_owned());
        next.turn += 1;
        match word {
            "secret" => cards.clone_into(&mut next.secrets[seat]),
            "burn" => {}
            _ => {
                next.offer = Some(cards.to_owned());
                return next;
            }
        }
        next.next_turn();
        next
    }

    fn returns(&self) -> Option<Vec<i32>> {
        if self.turn < 8 || self.offer.is_some() {
            return None;
        }
        let count = |seat: usize, card: char| self.sides[seat].matches(card).count();
        let values = [('A', 2), ('B', 2), ('C', 2), ('D', 3), ('E', 3), ('F', 4), ('G', 5)];
        let mine = |seat: usize| -> Vec<i32> {
            let more = values.iter().filter(|(card, _)| count(seat, *card) > count(1 - seat, *card));
            more.map(|(_, value)| *value).collect()
        };
        // The three ways to win, the better one first: the seat that leads in it wins.
        let points = |seat: usize| mine(seat).iter().sum::<i32>();
        let rank = |seat: usize| (points(seat) >= 11, mine(seat).len() >= 4, points(seat));
        Some(match rank(0).cmp(&rank(1)) {
            std::cmp::Ordering::Greater => vec![1, -1],
            std::cmp::Ordering::Equal => vec![0, 0],
            std::cmp::Ordering::Less => vec![-1, 1],
        })
    }
}
