//! The fast computations against slow and simple ones.

mod exact;
mod habits;

use std::collections::HashMap;

use cardsharp_rules::intensity::{
    Action, BUFFALO, Card, Careful, Intensity, Observation, State, TrickView, legal_plays, passes,
};
use cardsharp_rules::{
    CardSet, Game, Observation as _, Random, Rng, Rotation, Sampler as _, Seat, Seed, State as _, Style, Turn,
};

use super::champion::Champion;
use super::habits::{HABITS, Habit, HabitWeights, KNOWN, Likings, SURPRISE, habits};
use super::hints::Hints;
use super::matter::{Features, MATTERS};
use super::opponents::{self, Opponent};
use super::posterior::believe;
use crate::memory::Remembered;
use crate::{Budget, Clock, Memory, Objective, Searchable, SeenGame};

fn clock() -> Clock {
    Clock::start(Budget::Nodes(1))
}

fn position(seed: u64, plays: usize) -> State {
    let mut state = Intensity.start(&Intensity.shuffle(Seed(seed))).unwrap();
    let mut rng = Rng::new(Seed(seed));
    for _ in 0..4 + plays {
        let Turn::Of(seat) = state.turn() else { unreachable!("the game goes on") };
        let action = Careful.choose(&state.observe(seat), &mut rng);
        state.play(action).unwrap();
    }
    state
}

fn viewer(state: &State) -> Observation {
    let Turn::Of(me) = state.turn() else { unreachable!("the game goes on") };
    state.observe(me)
}

/// Computes the likelihood of all others' choices in a world slowly: replays the game view by view, and with
/// `one_by_one` also for every combination of three habits.
fn explained(world: &State, view: &Observation, hints: &Hints, one_by_one: bool) -> f64 {
    let me = view.seat();
    let mut actions = Vec::new();
    let mut state = world.rewind(&mut actions);
    let mut likely = [[1.0; HABITS]; 4];
    for action in actions {
        let Turn::Of(seat) = state.turn() else { unreachable!("a past action had its turn") };
        let view = state.observe(seat);
        let (chances, choices) = match action {
            Action::Pass(pass) => (habits().chances_to_pass(view.hand(), pass), 120),
            Action::Play(card) => {
                let legal = legal_plays(view.table(), view.hand());
                (habits().chances_to_play(&TrickView::of(&view), legal, card), legal.len())
            }
        };
        for (likely, chance) in likely[seat.index()].iter_mut().zip(chances) {
            *likely *= f64::from(SURPRISE / choices as f32 + (1.0 - SURPRISE) * chance);
        }
        state.play_unchecked(action);
    }
    let priors = opponents::USUAL;
    let (opponents, heeds) = (priors.opponents(), priors.heeds_network());
    let one = |other: usize, habit: usize| {
        let seat = me.plus(other + 1, 4);
        let heeded = heeds[habit];
        likely[seat.index()][habit] * (1.0 - heeded + heeded * hints.factor(other, world.hands()[seat]))
    };
    let one: [[f64; HABITS]; 3] = std::array::from_fn(|other| std::array::from_fn(|habit| one(other, habit)));
    if one_by_one {
        let mut sum = 0.0;
        for [a, b, c] in (0..HABITS.pow(3)).map(|all| [0, 1, 2].map(|place| all / HABITS.pow(place) % HABITS)) {
            let apart: f64 = [a, b, c].into_iter().map(|habit| opponents[habit]).product();
            let alike = if a == b && b == c { opponents[a] } else { 0.0 };
            sum += (priors.alike * alike + (1.0 - priors.alike) * apart) * one[0][a] * one[1][b] * one[2][c];
        }
        return sum;
    }
    let any = |one: &[f64; HABITS]| -> f64 { opponents.iter().zip(one).map(|(prior, one)| prior * one).sum() };
    let all = |habit: usize| opponents[habit] * one.iter().map(|one| one[habit]).product::<f64>();
    let apart: f64 = one.iter().map(any).product();
    priors.alike * (0..HABITS).map(all).sum::<f64>() + (1.0 - priors.alike) * apart
}

/// Late in the game, the walk must visit each world in proportion to its probability, summed over all passes.
#[test]
fn a_walk_comes_by_every_world_as_often_as_it_is_likely() {
    let mut checked = 0;
    for seed in 0..12 {
        let view = viewer(&position(seed, 34));
        let (sampler, mut rng) = (view.sampler(), Rng::new(Seed(seed)));
        if !(4..=12).contains(&sampler.ways()) {
            continue;
        }
        checked += 1;
        let mut ways: HashMap<Vec<u64>, State> = HashMap::new();
        for _ in 0..2_000 {
            let world = sampler.sample(&mut rng);
            ways.insert(hands(&world), world);
        }
        assert_eq!(ways.len() as u64, sampler.ways());
        let hints = Hints::of(&view);
        let world = ways.values().next().expect("there are worlds");
        let [slowly, all] = [true, false].map(|one_by_one| explained(world, &view, &hints, one_by_one));
        assert!((slowly / all - 1.0).abs() < 1e-9, "seed {seed}: {all} and not {slowly}");
        let [left, across, right] = [1, 2, 3].map(|step| view.seat().plus(step, 4));
        let likely: HashMap<Vec<u64>, f64> = ways
            .into_iter()
            .map(|(hands, mut world)| {
                let mut sum = 0.0;
                for first in passes(world.held(across)) {
                    world.suppose_pass(left, first);
                    for second in passes(world.held(right)) {
                        world.suppose_pass(across, second);
                        sum += explained(&world, &view, &hints, false);
                    }
                }
                (hands, sum)
            })
            .collect();
        let total: f64 = likely.values().sum();
        let no_memory = Remembered::default();
        let belief = believe(&view, &opponents::USUAL, &no_memory, 4_000, &clock(), &mut rng).belief();
        let mut walked: HashMap<Vec<u64>, f64> = HashMap::new();
        for world in belief.worlds() {
            assert_eq!(world.state.observe(view.seat()), view, "a world that cannot be");
            *walked.entry(hands(&world.state)).or_default() += world.weight;
        }
        let apart = |from: &dyn Fn(&Vec<u64>) -> f64| -> f64 {
            likely.iter().map(|(hands, weight)| (weight / total - from(hands)).abs() / 2.0).sum()
        };
        let walk = apart(&|hands| walked.get(hands).copied().unwrap_or(0.0));
        let even = apart(&|_| 1.0 / likely.len() as f64);
        assert!(walk < 0.05 && walk < even / 4.0, "seed {seed}, {} ways: {walk} apart, even {even}", likely.len());
    }
    assert!(checked > 2, "{checked}");
}

fn hands(state: &State) -> Vec<u64> {
    state.hands().as_slice().iter().map(|hand| hand.bits()).collect()
}

#[test]
fn a_hidden_pass_never_contradicts_a_hand() {
    let view = viewer(&position(5, 9));
    let no_memory = Remembered::default();
    for guess in believe(&view, &opponents::USUAL, &no_memory, 200, &clock(), &mut Rng::new(Seed(5))).all() {
        for giver in Seat::all(4) {
            let held: CardSet<Card> = guess.state.held(giver.plus(1, 4));
            assert!(guess.state.passes()[giver].is_subset(held), "{giver}");
        }
    }
}

#[derive(Debug)]
struct HabitStyle(usize);

impl Style<Intensity> for HabitStyle {
    fn name(&self) -> &'static str {
        "creature"
    }

    fn summary(&self) -> &'static str {
        "does as its habit is"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let (trick, cards) = (TrickView::of(view), legal_plays(view.table(), view.hand()));
        let chances = |action: &Action| match *action {
            Action::Pass(pass) => habits().chances_to_pass(view.hand(), pass),
            Action::Play(card) => habits().chances_to_play(&trick, cards, card),
        };
        weights.clear();
        weights.extend(legal.iter().map(|action| chances(action)[self.0]));
    }
}

#[test]
fn after_some_games_everybody_is_known_wherever_they_sit() {
    const GAMES: usize = 5;
    const HABIT: usize = 20;
    let how = crate::search_settings::<Intensity>(&"champion:nodes=1".parse().unwrap()).unwrap();
    let mut champion = Champion::new(how, opponents::USUAL).with_memory(Memory::Match);
    assert_eq!(champion.remembered, Some(Remembered::default()));
    let company: [&dyn Style<Intensity>; 4] = [&Random, &Careful, &Random, &HabitStyle(HABIT)];
    for number in 0..GAMES {
        let rotation = Rotation::new(number, 4);
        let mut state = Intensity.start(&Intensity.shuffle(Seed(number as u64))).unwrap();
        let mut rng = Rng::new(Seed(number as u64));
        while let Turn::Of(seat) = state.turn() {
            let player = company[rotation.first_seat_of(seat).index()];
            state.play(player.choose(&state.observe(seat), &mut rng)).unwrap();
        }
        let seen = SeenGame { view: state.observe(rotation.seat_of(Seat::FIRST)), moving: Rotation::new(1, 4) };
        champion = champion.having(&seen).expect("it remembers");
    }
    let (remembered, rotation) = (champion.remembered.expect("it remembers"), Rotation::new(GAMES, 4));
    for (number, place) in [(1, 1), (2, 0), (3, 3)] {
        let seat = rotation.seat_of(Seat::new(number));
        let priors = remembered.priors(seat, &opponents::USUAL.opponents());
        assert!((priors.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{priors:?}");
        assert!(priors.iter().all(|&prior| prior > 0.0), "player {number}: {priors:?}");
        let models = opponents::as_models(&priors);
        assert!(models[place] > 0.8, "player {number}: {models:?}");
        if place == KNOWN {
            let best = (0..HABITS).max_by(|&a, &b| priors[a].total_cmp(&priors[b]));
            assert_eq!(best, Some(HABIT), "{priors:?}");
        }
        // Memory shapes the belief before and after the first play.
        for steps in [2, 8] {
            let mut rng = Rng::new(Seed(77));
            let mut state = Intensity.start(&Intensity.shuffle(Seed(77))).unwrap();
            for _ in 0..steps {
                let Turn::Of(seat) = state.turn() else { unreachable!("the game has just begun") };
                let player = company[rotation.first_seat_of(seat).index()];
                state.play(player.choose(&state.observe(seat), &mut rng)).unwrap();
            }
            let view = state.observe(rotation.seat_of(Seat::FIRST));
            let belief = believe(&view, &opponents::USUAL, &remembered, 300, &clock(), &mut rng);
            let belief = belief.belief();
            let likely: f64 =
                belief.worlds().iter().map(|world| world.weight * f64::from(world.models[seat][place])).sum();
            let all: f64 = belief.worlds().iter().map(|world| world.weight).sum();
            assert!(likely > 0.6 * all, "player {number} after {steps}: {likely} of {all}");
        }
    }
}
