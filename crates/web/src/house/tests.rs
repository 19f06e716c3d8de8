//! What becomes of a table when whoever is to act fails.

use cardsharp_referee::table::{Exchange, Failure, HousePlayer, OnFault, Reply, Seated as AtTable, Stop, referee_game};
use cardsharp_rules::indigo::{Indigo, Observation, Play};
use cardsharp_rules::{AnyGame, Rng, Seat, Seed, Verdict};
use cardsharp_sandbox::Usage;
use cardsharp_search::seat_player;
use cardsharp_sitting::Whose;

use super::*;
use crate::chair::{self, Chair};
use crate::moment::Terms;
use crate::programs::Programs;
use crate::seated::{Decision, Seated, deal};
use crate::thought::Question;
use crate::token;
use crate::wire::{Advice, Frame, ToldChoice};

/// A game in which the players of seat 0 panic whenever they are asked.
struct Doomed(Arc<dyn Seated>);

impl Seated for Doomed {
    fn steps(&self) -> usize {
        self.0.steps()
    }

    fn whose_turn(&self) -> Whose {
        self.0.whose_turn()
    }

    fn frame(&self, step: usize, eyes: Eyes) -> Frame {
        self.0.frame(step, eyes)
    }

    fn choice(&self, seat: Seat, chosen: &[usize]) -> Result<ToldChoice, Refusal> {
        self.0.choice(seat, chosen)
    }

    fn after(&self, action: &str) -> Result<Arc<dyn Seated>, Refusal> {
        Ok(Arc::new(Doomed(self.0.after(action)?)))
    }

    fn after_fault(&self, failure: &Failure, luck: Seed) -> Option<Arc<dyn Seated>> {
        Some(Arc::new(Doomed(self.0.after_fault(failure, luck)?)))
    }

    fn advice(&self, seat: Seat) -> Question<Advice> {
        self.0.advice(seat)
    }

    fn thinking(&self) -> Option<Decision> {
        match self.whose_turn() {
            Whose::Player(Seat::FIRST) => Some(Box::new(|| panic!("a defect of ours"))),
            _ => self.0.thinking(),
        }
    }

    fn asking(&self, programs: &Arc<Programs>, program: &str) -> Option<Decision> {
        self.0.asking(programs, program)
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

impl AtTable<Indigo> for Dies {
    fn choose(&mut self, _: &Observation, _: &mut Rng) -> Result<Reply<Play>, Stop> {
        let answer = Err(Failure::new(Verdict::Crash, "the player failed"));
        Ok(Reply { answer, exchange: Exchange::default(), usage: Usage::default() })
    }
}

/// The record of a game of Indigo between one that always fails and a random player, by the referee.
fn refereed(seed: u64, names: Vec<String>) -> String {
    let random = seat_player(&Indigo, &"random".parse().unwrap()).unwrap();
    let mut seats: Vec<Box<dyn AtTable<Indigo> + '_>> = vec![Box::new(Dies), Box::new(HousePlayer(&*random))];
    let luck = (Seed(seed), Seed(seed));
    referee_game(&Indigo, luck, names, &mut seats, OnFault::GoOn, &mut ()).unwrap().record.to_string()
}

#[test]
fn a_player_that_panics_is_a_fault_and_the_game_goes_on_as_the_referee_would() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let _inside = runtime.enter();
    let limits = Limits::default();
    let house = House::open_up(limits, 1, Vec::new(), (Path::new(":memory:"), None), None).unwrap();
    let game: AnyGame = "indigo".parse().unwrap();
    let chairs: Vec<Chair> = vec![Chair::Player("random".to_owned()); 2];
    let specs = chairs.iter().map(Chair::spec).collect();
    let terms = Terms { seed: 5, ..Terms::default() };
    let sitting = deal(&game, &terms, specs, chair::names(&chairs)).unwrap();
    let sitting: Option<Arc<dyn Seated>> = Some(Arc::new(Doomed(sitting)));
    let moment = Moment { version: 1, chairs: chairs.into(), sitting, next: None };
    let table = Arc::new(Table::new(token::table_id(), game, terms, Client::default(), moment));
    let mut news = table.listen();
    house.play_on(&table);
    while !table.moment().is_over() {
        runtime.block_on(news.changed()).unwrap();
    }
    let names = vec!["Ada".to_owned(), "Blaise".to_owned()];
    let record = table.moment().sitting.unwrap().record();
    assert_eq!(record.matches("fault").count(), 24, "each of its turns: {record}");
    assert_eq!(record, refereed(5, names));
}
