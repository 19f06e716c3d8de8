use cardsharp_rules::intensity::{Card, Intensity, Observation};
use serde_json::{Value, json};

use super::Hosted;
use crate::original::OriginalProgram;
use crate::programs::Program;
use crate::table::{Launch, Seated, Terms};

impl Hosted for Intensity {
    const HAS_ORIGINAL: bool = true;

    fn details(view: &Observation) -> Value {
        let numbers = |cards: &mut dyn Iterator<Item = Card>| cards.map(Card::number).collect::<Vec<u8>>();
        let table = view.table();
        let (plays, round) = (table.plays(), table.round());
        json!({
            "hand": numbers(&mut view.hand().iter()),
            "passed": numbers(&mut view.pass().iter()),
            "received": numbers(&mut view.received().iter()),
            "passing": !table.all_passed(),
            "round": numbers(&mut round.iter().copied()),
            "earlier": numbers(&mut plays[..plays.len() - round.len()].iter().copied()),
            "leader": table.leader().index(),
            "calves_broken": table.calves_broken(),
            "penalties": table.penalties().as_slice(),
        })
    }

    fn seat_original<'a>(program: &'a Program, launch: Launch, terms: Terms) -> Option<Box<dyn Seated<Self> + 'a>> {
        Some(Box::new(OriginalProgram::new(program, launch, terms)))
    }
}
