//! The fast ways against slow and obvious ones.

use std::collections::HashMap;

use cardsharp_rules::intensity::{
    Action, Card, Careful, Intensity, Observation, State, TrickView, legal_plays, passes,
};
use cardsharp_rules::{
    BySeat, CardSet, Game, Observation as _, Random, Rng, Rotation, Sampler as _, Seat, Seed, State as _, Style, Turn,
};

use super::case::SURPRISE;
use super::champion::Champion;
use super::exact::{self, Line};
use super::hints::Hints;
use super::opponents::{self, OPPONENTS, Opponent, OpponentWeights};
use super::plain::Plain;
use super::posterior::believe;
use super::response::trick;
use crate::memory::Remembered;
use crate::{Belief, Budget, Clock, MAX_MODELS, Memory, Objective, SeenGame, Thoughtful};

fn clock() -> Clock {
    Clock::start(Budget::Nodes(1))
}

/// A position after so many plays of careful players.
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

#[test]
fn the_chances_of_every_mind_add_up_to_1() {
    for seed in 0..20 {
        let dealt = viewer(&Intensity.start(&Intensity.shuffle(Seed(seed))).unwrap()).hand();
        let mut sums: OpponentWeights = [0.0; OPPONENTS];
        for pass in passes(dealt) {
            sums.iter_mut().zip(opponents::chances_to_pass(dealt, pass)).for_each(|(sum, chance)| *sum += chance);
        }
        assert!(sums.iter().all(|sum| (sum - 1.0).abs() < 1e-4), "{sums:?}");
        let view = viewer(&position(seed, 2 * seed as usize % 37));
        let (trick, legal) = (TrickView::of(&view), legal_plays(view.table(), view.hand()));
        let mut sums: OpponentWeights = [0.0; OPPONENTS];
        for card in legal {
            let chances = opponents::chances_to_play(&trick, legal, card);
            sums.iter_mut().zip(chances).for_each(|(sum, chance)| *sum += chance);
        }
        assert!(sums.iter().all(|sum| (sum - 1.0).abs() < 1e-4), "{sums:?}");
    }
}

#[test]
fn a_mind_does_things_as_often_as_it_is_said_to() {
    let view = viewer(&position(3, 4));
    let (trick, legal) = (TrickView::of(&view), legal_plays(view.table(), view.hand()));
    let dealt = viewer(&Intensity.start(&Intensity.shuffle(Seed(3))).unwrap()).hand();
    let mut rng = Rng::new(Seed(1));
    let draws = 20_000;
    for (place, (opponent, _)) in opponents::ALL.into_iter().enumerate() {
        let (mut played, mut passed) = (HashMap::new(), HashMap::new());
        for _ in 0..draws {
            *played.entry(opponent.play(&trick, legal, &mut rng)).or_insert(0.0) += 1.0 / f64::from(draws);
            *passed.entry(opponent.pass(dealt, &mut rng)).or_insert(0.0) += 1.0 / f64::from(draws);
        }
        for card in legal {
            let (seen, said) =
                (played.get(&card).unwrap_or(&0.0), opponents::chances_to_play(&trick, legal, card)[place]);
            assert!((seen - said).abs() < 0.02, "{opponent:?} plays {card}: {seen} and not {said}");
        }
        for pass in passes(dealt) {
            let (seen, said) = (passed.get(&pass).unwrap_or(&0.0), opponents::chances_to_pass(dealt, pass)[place]);
            assert!((seen - said).abs() < 0.02, "{opponent:?} passes {pass}: {seen} and not {said}");
        }
    }
}

#[test]
fn careful_among_the_minds_is_the_careful_of_the_house() {
    for seed in 0..30 {
        let view = viewer(&position(seed, seed as usize));
        let (mut legal, mut house, mut opponent) = (Vec::new(), Vec::new(), Vec::new());
        view.legal_actions(&mut legal);
        Careful.weigh(&view, &legal, &mut house);
        Opponent::Careful.weigh(&view, &legal, &mut opponent);
        assert_eq!(house, opponent);
    }
}

/// How likely all others were to do what they did in a world, said slowly: the game is played
/// again, view by view, for every choice of three opponents.
fn explained(world: &State, view: &Observation, hints: &Hints) -> f64 {
    let me = view.seat();
    let mut actions = Vec::new();
    let mut state = world.rewind(&mut actions);
    let mut likely = BySeat::splat(4, [1.0; OPPONENTS]);
    for action in actions {
        let Turn::Of(seat) = state.turn() else { unreachable!("a past action had its turn") };
        let view = state.observe(seat);
        let (chances, choices) = match action {
            Action::Pass(pass) => (opponents::chances_to_pass(view.hand(), pass), 120),
            Action::Play(card) => {
                let legal = legal_plays(view.table(), view.hand());
                (opponents::chances_to_play(&TrickView::of(&view), legal, card), legal.len())
            }
        };
        for (likely, chance) in likely[seat].iter_mut().zip(chances) {
            *likely *= SURPRISE / choices as f64 + (1.0 - SURPRISE) * chance;
        }
        state.play_unchecked(action);
    }
    let priors = opponents::USUAL;
    let one = |other: usize, opponent: usize| {
        let seat = me.plus(other + 1, 4);
        let heeded = priors.heeds_network[opponent];
        likely[seat][opponent] * (1.0 - heeded + heeded * hints.factor(other, world.hands()[seat]))
    };
    let mut sum = 0.0;
    for [a, b, c] in (0..OPPONENTS.pow(3)).map(|all| [0, 1, 2].map(|place| all / OPPONENTS.pow(place) % OPPONENTS)) {
        let apart: f64 = [a, b, c].into_iter().map(|opponent| priors.opponents[opponent]).product();
        let alike = if a == b && b == c { priors.opponents[a] } else { 0.0 };
        sum += (priors.alike * alike + (1.0 - priors.alike) * apart) * one(0, a) * one(1, b) * one(2, c);
    }
    sum
}

/// At the end there are few ways for the hands to lie: the walk must come by each as often as it
/// is likely, summed over all that the others may have passed.
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
        let [left, across, right] = [1, 2, 3].map(|step| view.seat().plus(step, 4));
        let likely: HashMap<Vec<u64>, f64> = ways
            .into_iter()
            .map(|(hands, mut world)| {
                let mut sum = 0.0;
                for first in passes(world.held(across)) {
                    world.suppose_pass(left, first);
                    for second in passes(world.held(right)) {
                        world.suppose_pass(across, second);
                        sum += explained(&world, &view, &hints);
                    }
                }
                (hands, sum)
            })
            .collect();
        let total: f64 = likely.values().sum();
        let belief = believe(&view, &opponents::USUAL, &Remembered::default(), 4_000, &clock(), &mut rng);
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

/// A belief in a few worlds, without any walk.
fn few_worlds(view: &Observation, worlds: usize, rng: &mut Rng) -> Belief<State> {
    let sampler = view.sampler();
    let mut models = [0.0; MAX_MODELS];
    models[..3].copy_from_slice(&[0.2, 0.5, 0.3]);
    let drawn = (0..worlds).map(|_| (sampler.sample(rng), BySeat::splat(4, models)));
    Belief::drawn(drawn.collect(), worlds, Vec::new())
}

/// Follows every course of play to its end, apart in each world and for each choice of opponents, and
/// notes what came of it by all that oneself saw: one plan after another, not one card.
#[derive(Default)]
struct Plans {
    /// By the first card, what was seen before the second, and the second: chance times value.
    worth: HashMap<(Card, Vec<Card>, Option<Card>), f64>,
}

impl Plans {
    fn follow(
        &mut self,
        state: &State,
        me: Seat,
        chance: f64,
        opponents: &[Opponent; 4],
        mine: &mut Vec<(usize, Card)>,
    ) {
        let Turn::Of(seat) = state.turn() else {
            let value = Objective::Place.value(&state.returns().unwrap(), me, Intensity::RANGE);
            let second = mine.get(1);
            let seen = second.map_or(Vec::new(), |&(plays, _)| state.table().plays()[..plays].to_vec());
            *self.worth.entry((mine[0].1, seen, second.map(|&(_, card)| card))).or_default() +=
                chance * f64::from(value);
            return;
        };
        let legal = legal_plays(state.table(), state.hands()[seat]);
        let place = opponents::ALL.iter().position(|(opponent, _)| *opponent == opponents[seat.index()]).unwrap();
        let trick = trick(state, seat, state.hands()[seat]);
        for card in legal {
            let likely = if seat == me { 1.0 } else { opponents::chances_to_play(&trick, legal, card)[place] };
            if likely == 0.0 {
                continue;
            }
            let mut next = *state;
            next.play_unchecked(Action::Play(card));
            let decides = seat == me && mine.len() < 2 && state.hands()[me].len() > 1;
            if decides {
                mine.push((state.table().plays().len(), card));
            }
            self.follow(&next, me, chance * likely, opponents, mine);
            if decides {
                mine.pop();
            }
        }
    }

    /// What the best plan is worth that begins with this card.
    fn best(&self, first: Card) -> f64 {
        let mut by_seen: HashMap<&[Card], f64> = HashMap::new();
        for ((_, seen, _), &worth) in self.worth.iter().filter(|((card, ..), _)| *card == first) {
            let best = by_seen.entry(seen).or_insert(f64::NEG_INFINITY);
            *best = best.max(worth);
        }
        by_seen.values().sum()
    }
}

#[test]
fn the_last_rounds_are_answered_as_every_plan_tried_out_says() {
    let mut asked = 0;
    for seed in 0..12 {
        let view = viewer(&position(seed, 28));
        let me = view.seat();
        let belief = few_worlds(&view, 6, &mut Rng::new(Seed(seed)));
        let lines = Line::few(&view, &belief).expect("three cards and six worlds");
        let mut plans = Plans::default();
        for world in belief.worlds() {
            for opponents in triples() {
                let weight: f64 = opponents.iter().map(|(_, weight)| weight).product();
                let mut table = [Opponent::Random; 4];
                for (step, (opponent, _)) in opponents.into_iter().enumerate() {
                    table[me.plus(step + 1, 4).index()] = opponent;
                }
                plans.follow(&world.state, me, world.weight * weight, &table, &mut Vec::new());
            }
        }
        for valued in exact::responses(&view, &lines, Objective::Place, usize::MAX).expect("as much work as it takes") {
            let Action::Play(card) = valued.action else { unreachable!("the passing is over") };
            let best = plans.best(card);
            assert!((valued.value - best).abs() < 1e-6, "seed {seed}, {card}: {} and not {best}", valued.value);
            asked += 1;
        }
    }
    assert!(asked > 15, "{asked}");
}

/// An opponent for each of three seats, with the chances of [`few_worlds`].
fn triples() -> Vec<[(Opponent, f64); 3]> {
    let opponents = [(Opponent::Random, 0.2), (Opponent::Careful, 0.5), (Opponent::Loose, 0.3)];
    let mut triples = Vec::new();
    for a in opponents {
        for b in opponents {
            triples.extend(opponents.map(|c| [a, b, c]));
        }
    }
    triples
}

#[test]
fn a_hidden_pass_never_contradicts_a_hand() {
    let view = viewer(&position(5, 9));
    for world in
        believe(&view, &opponents::USUAL, &Remembered::default(), 200, &clock(), &mut Rng::new(Seed(5))).worlds()
    {
        for giver in Seat::all(4) {
            let held: CardSet<Card> = world.state.held(giver.plus(1, 4));
            assert!(world.state.passes()[giver].is_subset(held), "{giver}");
        }
    }
}

#[test]
fn after_some_games_everybody_is_known_wherever_they_sit() {
    const GAMES: usize = 5;
    let how = crate::search_settings::<Intensity>(&"champion:nodes=1".parse().unwrap()).unwrap();
    let mut champion = Champion::new(how, opponents::USUAL).with_memory(Memory::Match);
    assert_eq!(champion.remembered, Some(Remembered::default()));
    let timid = Opponent::Plain(Plain::TIMID);
    let company: [&dyn Style<Intensity>; 4] = [&Random, &Careful, &Random, &timid];
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
        let priors = remembered.priors(seat, &opponents::USUAL.opponents);
        assert!((priors.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{priors:?}");
        assert!(priors[place] > 0.8 && priors.iter().all(|&prior| prior > 0.0), "player {number}: {priors:?}");
        // What is remembered is believed, before anybody has played a card and after.
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
            let likely: f64 =
                belief.worlds().iter().map(|world| world.weight * f64::from(world.models[seat][place])).sum();
            let all: f64 = belief.worlds().iter().map(|world| world.weight).sum();
            assert!(likely > 0.6 * all, "player {number} after {steps}: {likely} of {all}");
        }
    }
}
