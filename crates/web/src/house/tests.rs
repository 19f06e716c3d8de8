//! What becomes of a table when whoever is to act fails.

use cardsharp_programs::{Agent, Failure, Hosted, OnFault, Reply, Stop, referee_game};
use cardsharp_rules::indigo::{Indigo, Observation, Play};
use cardsharp_rules::{AnyGame, BySeat, Rng, Seat, Seed, Verdict, with_game};
use cardsharp_search::{Spec, seat_player};
use cardsharp_session::Whose;

use super::*;
use crate::any_sitting::{AnySitting, Decision, deal};
use crate::chair::{self, Chair};
use crate::moment::Terms;
use crate::programs::Programs;
use crate::thought::Question;
use crate::token;
use crate::wire::{Advice, Frame, Taught, ToldChoice};

/// A game in which the players of seat 0 panic whenever they are asked.
struct Doomed(Arc<dyn AnySitting>);

impl AnySitting for Doomed {
    fn steps(&self) -> usize {
        self.0.steps()
    }

    fn whose_turn(&self) -> Whose {
        self.0.whose_turn()
    }

    fn frame(&self, step: usize, eyes: Eyes) -> Frame {
        self.0.frame(step, eyes)
    }

    fn lessons(&self, step: usize, seat: Seat) -> Vec<Taught> {
        self.0.lessons(step, seat)
    }

    fn choice(&self, seat: Seat, chosen: &[usize]) -> Result<ToldChoice, Refusal> {
        self.0.choice(seat, chosen)
    }

    fn after(&self, action: &str) -> Result<Arc<dyn AnySitting>, Refusal> {
        Ok(Arc::new(Doomed(self.0.after(action)?)))
    }

    fn after_failure(&self, failure: Failure) -> Option<Arc<dyn AnySitting>> {
        Some(Arc::new(Doomed(self.0.after_failure(failure)?)))
    }

    fn last_decision(&self, seat: Seat) -> Option<usize> {
        self.0.last_decision(seat)
    }

    fn back_to(&self, step: usize) -> Arc<dyn AnySitting> {
        Arc::new(Doomed(self.0.back_to(step)))
    }

    fn reseated(&self, seat: Seat, spec: Spec, names: Vec<String>) -> Result<Arc<dyn AnySitting>, Refusal> {
        Ok(Arc::new(Doomed(self.0.reseated(seat, spec, names)?)))
    }

    fn returns(&self) -> Option<BySeat<i32>> {
        self.0.returns()
    }

    fn advice(&self, seat: Seat) -> Question<Advice> {
        self.0.advice(seat)
    }

    fn thinking(&self) -> Option<Decision> {
        // Who has lost the game is not asked any more.
        if self.whose_turn() == Whose::Player(Seat::FIRST) && !self.record().contains("forfeit") {
            return Some(Box::new(|| panic!("a defect of ours")));
        }
        let decide = self.0.thinking()?;
        Some(Box::new(move || Arc::new(Doomed(decide()))))
    }

    fn asking(&self, programs: &Arc<Programs>, program: &str) -> Option<Decision> {
        self.0.asking(programs, program)
    }

    fn placing(&self, seat: Seat) -> Option<(u8, i32)> {
        self.0.placing(seat)
    }

    fn text(&self) -> String {
        self.0.text()
    }

    fn record(&self) -> String {
        self.0.record()
    }
}

/// The same for the referee.
struct Dies;

impl Agent<Indigo> for Dies {
    fn choose(&mut self, _: &Observation, _: &mut Rng) -> Result<Reply<Play>, Stop> {
        Ok(Reply::unasked(Err(Failure::new(Verdict::Crash, "the player failed"))))
    }
}

/// The record of a game of Indigo between one that always fails and a random player, by the referee.
fn refereed(seed: u64, names: Vec<String>) -> String {
    let random = seat_player(&Indigo, &"random".parse().unwrap()).unwrap();
    let mut agents: [Box<dyn Agent<Indigo> + '_>; 2] = [Box::new(Dies), Box::new(&*random)];
    referee_game(&Indigo, Seed(seed), names, &mut agents, OnFault::GoOn, &mut ()).unwrap().record.to_string()
}

/// A table at which only players of ours sit, played to its end by a house; its record.
fn played(house: &Arc<House>, runtime: &tokio::runtime::Runtime, (game, seed): (&str, u64), moment: Moment) -> String {
    let terms = Terms { seed, ..Terms::default() };
    let game: AnyGame = game.parse().unwrap();
    let table = Arc::new(WebTable::new(token::table_id(), game, terms, Client::default(), moment, house.time()));
    let mut news = table.listen();
    house.play_on(&table);
    while !table.moment().is_over() {
        runtime.block_on(news.changed()).unwrap();
    }
    table.moment().sitting.unwrap().record()
}

/// The moment after the cards are dealt to these players.
fn dealt((game, seed): (&str, u64), specs: &[&str]) -> Moment {
    let chairs: Vec<Chair> = specs.iter().map(|&spec| Chair::Player(spec.to_owned())).collect();
    let (specs, names) = (chairs.iter().map(Chair::spec).collect(), chair::names(&chairs));
    let terms = Terms { seed, ..Terms::default() };
    let sitting = Some(deal(&game.parse().unwrap(), &terms, specs, names).unwrap());
    Moment { version: 1, chairs: chairs.into(), sitting, ..Moment::default() }
}

/// The law of the doors: the web table plays the game of a seed as everybody does.
#[test]
fn a_web_table_plays_the_game_of_its_seed() {
    fn matched<G: Hosted>(game: &G, seed: u64, specs: &[&str], names: Vec<String>) -> String {
        let players: Vec<_> = specs.iter().map(|spec| seat_player(game, &spec.parse().unwrap()).unwrap()).collect();
        let players: Vec<_> = players.iter().map(AsRef::as_ref).collect();
        cardsharp_table::play_game(game, Seed(seed), &players, names).to_string()
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let _inside = runtime.enter();
    let house =
        House::open_up((Limits::default(), Clock::default()), 2, Vec::new(), (Path::new(":memory:"), None), None, None)
            .unwrap();
    let seatings: [(&str, &[&str]); 4] = [
        ("intensity", &["champion:nodes=40,worlds=20", "random", "careful", "pimc:worlds=4"]),
        ("hanamikoji", &["champion:nodes=60", "random"]),
        ("indigo", &["random", "champion:nodes=80,worlds=40"]),
        ("lucky-thirteen", &["random", "champion:nodes=40", "basic", "ismcts:nodes=60"]),
    ];
    for (name, specs) in seatings {
        let moment = dealt((name, 9), specs);
        let names = chair::names(&moment.chairs);
        let game: AnyGame = name.parse().unwrap();
        let matched = with_game!(AnyGame, &game, game => matched(game, 9, specs, names));
        assert_eq!(played(&house, &runtime, (name, 9), moment), matched, "{name}");
    }
}

#[test]
fn a_player_that_panics_is_a_fault_and_the_game_goes_on_as_the_referee_would() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let _inside = runtime.enter();
    let limits = (Limits::default(), Clock::default());
    let house = House::open_up(limits, 1, Vec::new(), (Path::new(":memory:"), None), None, None).unwrap();
    let indigo = ("indigo", 5);
    let moment = dealt(indigo, &["random", "random"]);
    let doomed: Option<Arc<dyn AnySitting>> = Some(Arc::new(Doomed(moment.sitting.clone().unwrap())));
    let record = played(&house, &runtime, indigo, Moment { sitting: doomed, ..moment });
    let names = vec!["Ada".to_owned(), "Blaise".to_owned()];
    assert_eq!(record.matches(" 0 crash ").count(), 3, "the third has lost it the game: {record}");
    assert_eq!(record, refereed(5, names));
}
