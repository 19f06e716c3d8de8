//! Counts of faults over many games: first causes, their consequences and their cost.

use cardsharp_programs::PlayedGame;
use cardsharp_rules::{FaultKind, Game, Record, Rotation, Seat, Verdict};
use serde_json::{Value, json};

/// The faults of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaultCount {
    /// The first causes by verdict, in the order of [`Verdict::all`]; empty if there are none.
    causes: Vec<u64>,
    /// The decisions that were skipped because of earlier faults.
    pub follows: u64,
    /// The games lost by faults.
    pub lost: u64,
}

impl FaultCount {
    /// Counts the faults of a player of a match.
    pub fn of<G: Game>(games: &[PlayedGame<G>], player: Seat) -> FaultCount {
        let mut count = FaultCount::default();
        for PlayedGame { rotation, record, .. } in games {
            count.add(record, Rotation::new(*rotation, G::SEATS).seat_of(player));
        }
        count
    }

    /// Adds the faults of a seat in a game.
    pub fn add<G: Game>(&mut self, record: &Record<G>, seat: Seat) {
        self.lost += u64::from(record.lost()[seat]);
        if record.faults()[seat] == 0 {
            return;
        }
        self.causes.resize(Verdict::all().count(), 0);
        for fault in record.each_fault().filter(|fault| fault.seat == seat) {
            if fault.kind == FaultKind::Consequence {
                self.follows += 1;
                continue;
            }
            let place = Verdict::all().position(|verdict| verdict == fault.verdict);
            self.causes[place.expect("every verdict is listed")] += 1;
        }
    }

    /// The first causes by verdict, without zeros.
    pub fn causes(&self) -> impl Iterator<Item = (Verdict, u64)> {
        Verdict::all().zip(self.causes.iter().copied()).filter(|&(_, count)| count > 0)
    }

    /// Describes them in a few words.
    pub fn in_words(&self) -> String {
        let causes: Vec<String> = self.causes().map(|(verdict, count)| format!("{verdict} {count}")).collect();
        if causes.is_empty() {
            return "none".to_owned();
        }
        let mut words = causes.join(", ");
        match self.follows {
            0 => {}
            1 => words += ", after which 1 more decision was not asked for",
            many => words = format!("{words}, after which {many} more decisions were not asked for"),
        }
        match self.lost {
            0 => words,
            1 => words + "; 1 game lost by them",
            lost => format!("{words}; {lost} games lost by them"),
        }
    }

    /// The first causes by verdict as JSON.
    pub fn causes_json(&self) -> Value {
        self.causes()
            .map(|(verdict, count)| (verdict.to_string(), json!(count)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    }

    /// Adds these fields to the JSON of a player.
    pub fn tell(&self, player: &mut Value) {
        player["faults"] = self.causes_json();
        player["decisions_not_asked_for"] = json!(self.follows);
        player["games_lost_by_faults"] = json!(self.lost);
    }
}

/// Every fault of a game as JSON.
pub fn faults_json<G: Game>(record: &Record<G>) -> Vec<Value> {
    let mut faults = Vec::new();
    for (step, event) in record.events().iter().enumerate() {
        if let cardsharp_rules::Event::Fault(fault) = event {
            faults.push(json!({
                "step": step + 1, "seat": fault.seat.index(), "name": record.names()[fault.seat.index()],
                "kind": fault.kind.to_string(), "verdict": fault.verdict.to_string(), "answer": fault.answer,
            }));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::indigo::Indigo;
    use cardsharp_rules::{Fault, Seed};

    use super::*;

    #[test]
    fn first_causes_are_counted_and_what_follows_is_told_apart() {
        let names = vec!["Lulu".to_owned(), "Morgan".to_owned()];
        let mut record = Record::from_seed(Indigo, Seed(1), names);
        let mut count = FaultCount::default();
        count.add(&record, Seat::FIRST);
        assert_eq!(count.in_words(), "none");
        let fault = Fault::new(Seat::FIRST, Verdict::Crash, "gone");
        record.fault(Fault::new(Seat::FIRST, Verdict::Illegal, "99"));
        record.fault(Fault { kind: FaultKind::Forfeit, ..fault.clone() });
        record.fault(Fault { kind: FaultKind::Consequence, ..fault });
        count.add(&record, Seat::FIRST);
        count.add(&record, Seat::new(1));
        assert_eq!(
            count.in_words(),
            "illegal 1, crash 1, after which 1 more decision was not asked for; 1 game lost by them"
        );
        assert_eq!(count.causes_json(), json!({ "illegal": 1, "crash": 1 }));
        assert_eq!(faults_json(&record)[1]["kind"], "forfeit");
    }
}
