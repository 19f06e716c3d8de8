//! Fits the champion's model of other players' habits at Intensity: `crates/search/data/intensity-habits.txt` (see
//! `intensity.md` there).
//!
//! Many random players play with all cards visible. Expectation and maximisation fits a mixture: a few habits that
//! together explain their actions best. The strangers are not among the players, because they measure the champion.

mod family;
mod mixture;

use std::fmt::Write;

use cardsharp_matches::seat_named;
use cardsharp_research::sparring;
use cardsharp_rules::intensity::{Action, Intensity, Observation, TrickView, legal_plays};
use cardsharp_rules::{Game, Rng, Seed, State, Turn};
use cardsharp_search::intensity::habits::{known_to_pass, known_to_play};
use cardsharp_search::intensity::matter::{Matter, Moment};
use cardsharp_search::{Memory, Player};
use family::Relative;
use mixture::{Choice, Choices, Component, fit};

const SEED: Seed = Seed(20_261_119);
/// The number of random players, and the number of games for each player.
const FAMILY: u64 = 700;
const GAMES: u64 = 4;
/// House players and sparring partners, each with the number of players it counts as.
const OTHERS: [(&str, u64); 10] = [
    ("thumb", 40),
    ("sparring-unloader", 40),
    ("sparring-timid", 40),
    ("sparring-spiteful", 40),
    ("sparring-hunter", 40),
    ("sparring-coin", 20),
    ("careful", 30),
    ("random", 30),
    ("learned", 60),
    ("pimc:worlds=20", 60),
];

fn main() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../search/data/intensity-habits.txt");
    let players = std::thread::scope(|scope| {
        let halves: Vec<_> = (0..2).map(|half| scope.spawn(move || play(half))).collect();
        halves.into_iter().flat_map(|half| half.join().expect("games are played")).collect::<Vec<_>>()
    });
    eprintln!("{} players", players.len());
    let components = fit(&players, SEED);
    std::fs::write(path, habits_text(&components)).unwrap_or_else(|error| panic!("{path}: {error}"));
}

/// The habits in the format that the champion reads.
fn habits_text(components: &[Component]) -> String {
    let mut text = String::from("# Made by `cargo run --release -p cardsharp-research --example fit_intensity`.\n");
    let mut write = |words: std::fmt::Arguments<'_>| text.write_fmt(words).expect("a text grows");
    for Component { share, likings } in components {
        write(format_args!("habit {share:.4}\n"));
        for (matter, likings) in Matter::ALL.into_iter().zip(likings) {
            write(format_args!("{}", matter.name()));
            for liking in likings {
                write(format_args!(" {liking:.2}"));
            }
            write(format_args!("\n"));
        }
    }
    text
}

fn player(number: u64) -> Box<dyn Player<Intensity>> {
    if number < FAMILY {
        return Box::new(Relative::random(&mut Rng::new(SEED.stream(1_000 + number))));
    }
    let mut left = number - FAMILY;
    for (name, count) in OTHERS {
        if left < count {
            let spec = name.parse().expect("a spec");
            return seat_named(&Intensity, &spec, Memory::Game, |_| sparring()).expect("a player");
        }
        left -= count;
    }
    unreachable!("there are no more players")
}

/// The choices of every second player, in games against a random other player: each has two seats at the table.
fn play(half: u64) -> Vec<Choices> {
    let all = FAMILY + OTHERS.iter().map(|(_, count)| count).sum::<u64>();
    let one = |number: u64| {
        let mut choices = Choices::new();
        let mut rng = Rng::new(SEED.stream(100_000 + number));
        for game in 0..GAMES {
            let company = [number, u64::from(rng.below(all as u32))];
            let players = company.map(player);
            let deal = Intensity.shuffle(SEED.stream(1_000_000 + number * GAMES + game));
            let mut state = Intensity.start(&deal).expect("a deal");
            while let Turn::Of(seat) = state.turn() {
                let view = state.observe(seat);
                let action = players[seat.index() % 2].choose(&view, &mut rng);
                if seat.index() % 2 == 0 {
                    choices.extend(choice(&view, action));
                }
                state.play_unchecked(action);
            }
        }
        choices
    };
    (0..all).filter(|number| number % 2 == half).map(one).collect()
}

/// A choice in the terms of habits; `None` if there was nothing to choose.
fn choice(view: &Observation, action: Action) -> Option<Choice> {
    let (moment, cards, known, taken) = match action {
        Action::Pass(pass) => {
            let hand = view.hand();
            (Moment::pass(hand), hand, known_to_pass(hand, pass), pass)
        }
        Action::Play(card) => {
            let (trick, legal) = (TrickView::of(view), legal_plays(view.table(), view.hand()));
            let known = known_to_play(&trick, legal, card);
            (Moment::play(&trick, legal), legal, known, [card].into_iter().collect())
        }
    };
    (cards.len() > 1).then(|| Choice {
        matter: moment.matter(),
        features: moment.features(cards),
        taken: cards.iter().map(|card| taken.contains(card)).collect(),
        known,
    })
}
