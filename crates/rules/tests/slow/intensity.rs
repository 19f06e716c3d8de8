use super::{Slow, field};

#[derive(Clone)]
pub struct Intensity {
    hands: Vec<Vec<u32>>,
    passes: Vec<Vec<u32>>,
    /// Complete rounds, each with its leader and four cards.
    rounds: Vec<(usize, Vec<u32>)>,
    leader: usize,
    round: Vec<u32>,
}

fn numbers(text: &str) -> Vec<u32> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn is_calf(card: u32) -> bool {
    card / 10 == 3
}

fn winner(leader: usize, round: &[u32]) -> usize {
    let mut best = 0;
    for place in 1..4 {
        if round[place] / 10 == round[0] / 10 && round[place] > round[best] {
            best = place;
        }
    }
    (leader + best) % 4
}

impl Intensity {
    fn legal_cards(&self) -> Vec<u32> {
        let hand = &self.hands[(self.leader + self.round.len()) % 4];
        if let Some(led) = self.round.first() {
            let following: Vec<u32> = hand.iter().copied().filter(|card| card / 10 == led / 10).collect();
            return if following.is_empty() { hand.clone() } else { following };
        }
        let calf_played = self.rounds.iter().any(|(_, round)| round.iter().any(|&card| is_calf(card)));
        let only_calves = hand.iter().all(|&card| is_calf(card));
        hand.iter().copied().filter(|&card| !is_calf(card) || calf_played || only_calves).collect()
    }
}

impl Slow for Intensity {
    fn start(_option: &str, deal: &str) -> Intensity {
        let mut hands: Vec<Vec<u32>> = field(deal, "hands").split('/').map(numbers).collect();
        for hand in &mut hands {
            hand.sort_unstable();
        }
        Intensity { hands, passes: Vec::new(), rounds: Vec::new(), leader: 0, round: Vec::new() }
    }

    fn actions(&self) -> Vec<String> {
        if self.passes.len() < 4 {
            let hand = &self.hands[self.passes.len()];
            let mut actions = Vec::new();
            for a in 0..10 {
                for b in a + 1..10 {
                    for c in b + 1..10 {
                        actions.push(format!("pass {} {} {}", hand[a], hand[b], hand[c]));
                    }
                }
            }
            return actions;
        }
        self.legal_cards().iter().map(|card| format!("play {card}")).collect()
    }

    fn play(&self, action: &str) -> Intensity {
        let mut next = self.clone();
        if let Some(cards) = action.strip_prefix("pass ") {
            next.passes.push(numbers(cards));
            if next.passes.len() == 4 {
                for (giver, cards) in next.passes.iter().enumerate() {
                    next.hands[giver].retain(|card| !cards.contains(card));
                    next.hands[(giver + 1) % 4].extend(cards);
                }
            }
            return next;
        }
        let card = numbers(action.strip_prefix("play ").unwrap())[0];
        next.hands[(self.leader + self.round.len()) % 4].retain(|&held| held != card);
        next.round.push(card);
        if next.round.len() == 4 {
            let round = std::mem::take(&mut next.round);
            let won = winner(self.leader, &round);
            next.rounds.push((self.leader, round));
            next.leader = won;
        }
        next
    }

    fn returns(&self) -> Option<Vec<i32>> {
        if self.rounds.len() < 10 {
            return None;
        }
        let mut returns = vec![0; 4];
        for (leader, round) in &self.rounds {
            for &card in round {
                let points = if is_calf(card) { 1 } else { 7 * i32::from(card == 47) };
                returns[winner(*leader, round)] -= points;
            }
        }
        Some(returns)
    }
}
