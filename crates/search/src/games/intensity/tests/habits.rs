//! Tests of the habits' tables and choices.

use super::*;
use crate::games::intensity::habits::{KNOWN, stored};
use crate::games::intensity::matter::{Matter, Moment};

/// The tables agree with the coefficients, computed here for each card and each of 120 passes.
#[test]
fn what_is_looked_up_is_what_is_liked() {
    let stored = stored();
    let preference = |(_, likings): &(f64, Likings), moment: &Moment, cards: CardSet<Card>| -> Vec<f64> {
        let likings = likings[moment.matter() as usize];
        let liking = |features: &Features| -> f64 {
            features.iter().zip(likings).map(|(part, liking)| f64::from(part * liking)).sum()
        };
        moment.features(cards).iter().map(|features| liking(features).exp()).collect()
    };
    let mut matters = [0; MATTERS];
    for seed in 0..60 {
        let view = viewer(&position(seed, seed as usize % 37));
        let (trick, legal) = (TrickView::of(&view), legal_plays(view.table(), view.hand()));
        let moment = Moment::play(&trick, legal);
        matters[moment.matter() as usize] += 1;
        for (place, habit) in stored.iter().enumerate() {
            let weights = preference(habit, &moment, legal);
            for (card, weight) in legal.iter().zip(&weights) {
                let slow = weight / weights.iter().sum::<f64>();
                let fast = f64::from(habits().chances_to_play(&trick, legal, card)[KNOWN + place]);
                assert!((slow - fast).abs() < 1e-4, "seed {seed}, habit {place}, {card}: {fast} and not {slow}");
            }
        }
    }
    assert!(matters[1..].iter().all(|&met| met > 5), "{matters:?}");
    for seed in 0..4 {
        let hand = viewer(&Intensity.start(&Intensity.shuffle(Seed(seed))).unwrap()).hand();
        for (place, habit) in stored.iter().enumerate() {
            let weights: HashMap<Card, f64> = hand.iter().zip(preference(habit, &Moment::pass(hand), hand)).collect();
            let weight = |pass: CardSet<Card>| pass.iter().map(|card| weights[&card]).product::<f64>();
            let all: f64 = passes(hand).map(weight).sum();
            for pass in passes(hand) {
                let (slow, fast) = (weight(pass) / all, habits().chances_to_pass(hand, pass)[KNOWN + place]);
                assert!((slow - f64::from(fast)).abs() < 1e-4, "habit {place}, {pass}: {fast} and not {slow}");
            }
        }
    }
}

#[test]
fn the_chances_of_every_habit_add_up_to_1() {
    for seed in 0..20 {
        let dealt = viewer(&Intensity.start(&Intensity.shuffle(Seed(seed))).unwrap()).hand();
        let mut sums: HabitWeights = [0.0; HABITS];
        for pass in passes(dealt) {
            sums.iter_mut().zip(habits().chances_to_pass(dealt, pass)).for_each(|(sum, chance)| *sum += chance);
        }
        assert!(sums.iter().all(|sum| (sum - 1.0).abs() < 1e-4), "{sums:?}");
        let view = viewer(&position(seed, 2 * seed as usize % 37));
        let (trick, legal) = (TrickView::of(&view), legal_plays(view.table(), view.hand()));
        let mut sums: HabitWeights = [0.0; HABITS];
        for card in legal {
            let chances = habits().chances_to_play(&trick, legal, card);
            sums.iter_mut().zip(chances).for_each(|(sum, chance)| *sum += chance);
        }
        assert!(sums.iter().all(|sum| (sum - 1.0).abs() < 1e-4), "{sums:?}");
    }
}

#[test]
fn a_habit_does_things_as_often_as_it_is_said_to() {
    let view = viewer(&position(3, 4));
    let (trick, legal) = (TrickView::of(&view), legal_plays(view.table(), view.hand()));
    let dealt = viewer(&Intensity.start(&Intensity.shuffle(Seed(3))).unwrap()).hand();
    let mut rng = Rng::new(Seed(1));
    let draws = 20_000;
    // All given habits and every fourth fitted one; the fitted ones share their code.
    for habit in Habit::all().filter(|habit| habit.place() < KNOWN || habit.place() % 4 == 0) {
        let (mut played, mut passed) = (HashMap::new(), HashMap::new());
        for _ in 0..draws {
            *played.entry(habit.play(&trick, legal, &mut rng)).or_insert(0.0) += 1.0 / f64::from(draws);
            *passed.entry(habit.pass(dealt, &mut rng)).or_insert(0.0) += 1.0 / f64::from(draws);
        }
        for card in legal {
            let said = f64::from(habits().chances_to_play(&trick, legal, card)[habit.place()]);
            let seen = played.get(&card).unwrap_or(&0.0);
            assert!((seen - said).abs() < 0.02, "{habit:?} plays {card}: {seen} and not {said}");
        }
        for pass in passes(dealt) {
            let said = f64::from(habits().chances_to_pass(dealt, pass)[habit.place()]);
            let seen = passed.get(&pass).unwrap_or(&0.0);
            assert!((seen - said).abs() < 0.02, "{habit:?} passes {pass}: {seen} and not {said}");
        }
    }
}

#[test]
fn careful_among_the_opponents_is_the_careful_of_the_house() {
    for seed in 0..30 {
        let view = viewer(&position(seed, seed as usize));
        let (mut legal, mut house, mut opponent) = (Vec::new(), Vec::new(), Vec::new());
        view.legal_actions(&mut legal);
        Careful.weigh(&view, &legal, &mut house);
        Opponent::Careful.weigh(&view, &legal, &mut opponent);
        assert_eq!(house, opponent);
    }
}

/// Two cards share a situation exactly if all that a habit depends on is equal, computed here from the table.
#[test]
fn a_situation_is_what_a_habit_heeds() {
    // By kind of decision, situation and card: the facts from the table, and the bits of the features.
    type Heeded = (Vec<usize>, Vec<u32>);
    let mut heeded: HashMap<(&str, usize), Heeded> = HashMap::new();
    let mut heeds = |moment: &Moment, card: Card, by_table: Vec<usize>| {
        let features = moment.features([card].into_iter().collect())[0].map(f32::to_bits).to_vec();
        let place = (moment.matter().name(), moment.situation(card) * 100 + usize::from(card.number()));
        let known = heeded.entry(place).or_insert_with(|| (by_table.clone(), features.clone()));
        assert_eq!(*known, (by_table, features), "{card}");
    };
    for seed in 0..400 {
        let hand = viewer(&Intensity.start(&Intensity.shuffle(Seed(seed))).unwrap()).hand();
        for card in hand {
            heeds(&Moment::pass(hand), card, vec![(hand & card.suit().cards()).len().min(5)]);
        }
        let view = viewer(&position(seed, seed as usize % 37));
        let (trick, legal) = (TrickView::of(&view), legal_plays(view.table(), view.hand()));
        let moment = Moment::play(&trick, legal);
        let early = usize::from(view.table().rounds() < 3);
        let points: u32 = trick.round.iter().map(|card| u32::from(card.points())).sum();
        for card in legal {
            let length = (trick.hand & card.suit().cards()).len().min(5);
            let looms = usize::from(trick.unseen.contains(BUFFALO));
            let by_table = match (moment.matter(), trick.winning) {
                (Matter::Lead, None) => vec![early, looms, length],
                (Matter::Throw, Some(winning)) if winning.suit() != card.suit() => vec![early, length],
                (Matter::Follow, Some(winning)) if winning.suit() == card.suit() => {
                    let last = usize::from(trick.round.len() == 3);
                    vec![early, usize::from(points == 0), last, usize::from(card > winning)]
                }
                (matter, winning) => panic!("{matter:?} under {winning:?}"),
            };
            heeds(&moment, card, by_table);
        }
    }
    let mut told: Vec<_> = heeded.iter().map(|((matter, place), (table, _))| (matter, place % 100, table)).collect();
    let all = told.len();
    told.sort_unstable();
    told.dedup();
    assert!(told.len() == all && all > 300, "{} of {all} situations are told apart", told.len());
}
