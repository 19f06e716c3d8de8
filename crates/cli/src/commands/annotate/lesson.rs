//! A game of Intensity explained by its rules: hands, legal plays and why they are legal, and the costs of each round.

use cardsharp_rules::intensity::{Action, CALVES, Card, Intensity, State, Suit, legal_plays};
use cardsharp_rules::outcome::places;
use cardsharp_rules::{CardSet, Event, Game, Record, Seat, State as _, join};

pub(crate) fn lesson(record: &Record<Intensity>) -> String {
    let mut lesson = Lesson { record, state: record.start(), text: String::new(), faults: 0 };
    lesson.begin();
    for event in record.events() {
        match event {
            Event::Fault(fault) => lesson.fault(fault.seat, &fault.verdict.to_string()),
            Event::Action(seat, Action::Pass(cards)) => lesson.pass(*seat, *cards),
            Event::Action(seat, Action::Play(card)) => lesson.play(*seat, *card),
        }
    }
    lesson.end();
    lesson.text
}

struct Lesson<'a> {
    record: &'a Record<Intensity>,
    state: State,
    text: String,
    faults: usize,
}

impl Lesson<'_> {
    fn say(&mut self, words: &str) {
        self.text.push_str(words);
        self.text.push('\n');
    }

    /// Returns a name, escaped for a table.
    fn name(&self, seat: Seat) -> String {
        self.record.names()[seat.index()].replace('|', "\\|")
    }

    fn begin(&mut self) {
        let names = self.record.names().join(", ");
        let seed = self.record.deal_seed().map_or_else(String::new, |seed| format!(", dealt by seed {}", seed.0));
        self.say(&format!("# A game of Intensity, explained\n\n{names} sit at table positions 0 to 3{seed}."));
        self.say("Forty cards, ten for each. The first digit is the suit; calves (30 to 39) cost 1 point, the buffalo (47) 7.\n");
        self.say("## The deal and the pass\n\nEverybody gives three cards to the left, before seeing what comes from the right.\n");
        self.say("| position | dealt | passes | to |\n|---|---|---|---|");
    }

    fn fault(&mut self, seat: Seat, what: &str) {
        self.faults += 1;
        let cost = Intensity::FAULT_PENALTY;
        let words = format!(
            "| {seat} {} | | answers what cannot stand ({what}): {cost} points, and chance chooses | |",
            self.name(seat)
        );
        self.say(&words);
    }

    fn pass(&mut self, seat: Seat, cards: CardSet<Card>) {
        let left = seat.plus(1, Intensity::SEATS);
        let row = format!(
            "| {seat} {} | {} | {cards} | {left} {} |",
            self.name(seat),
            self.state.hands()[seat],
            self.name(left)
        );
        self.say(&row);
        self.state.play_unchecked(Action::Pass(cards));
    }

    fn play(&mut self, seat: Seat, card: Card) {
        if self.state.table().round().is_empty() {
            let (round, name) = (self.state.table().rounds() + 1, self.name(seat));
            let why = if round == 1 { "sits at position 0 and leads first" } else { "took the last round and leads" };
            self.say(&format!("\n## Round {round}\n\n{name} {why}.\n"));
            self.say("| position | hand | may play | why | plays |\n|---|---|---|---|---|");
        }
        let (hand, legal) = (self.state.hands()[seat], legal_plays(self.state.table(), self.state.hands()[seat]));
        let why = self.reason(hand);
        let row = format!("| {seat} {} | {hand} | {legal} | {why} | **{card}** |", self.name(seat));
        self.say(&row);
        let before = *self.state.table();
        self.state.play_unchecked(Action::Play(card));
        if self.state.table().round().is_empty() {
            let cards: Vec<Card> = before.round().iter().copied().chain([card]).collect();
            self.round(&cards);
        }
    }

    fn reason(&self, hand: CardSet<Card>) -> String {
        let table = self.state.table();
        match table.led() {
            Some(led) if (hand & led.suit().cards()).is_empty() => format!("has no {}, so any card", suit(led.suit())),
            Some(led) => format!("must follow the {led} with a {}", suit(led.suit())),
            None if table.calves_broken() => "leads, and a calf was played in an earlier round: any card".to_owned(),
            None if (hand - CALVES).is_empty() => "leads, and has nothing but calves".to_owned(),
            None if (hand & CALVES).is_empty() => "leads, and has no calf to hold back: any card".to_owned(),
            None => "leads, but no calf was played in an earlier round: no calf".to_owned(),
        }
    }

    /// Says which seat takes a round, and why.
    fn round(&mut self, cards: &[Card]) {
        let led = cards[0].suit();
        let winning = cards.iter().copied().filter(|card| card.suit() == led).max().expect("somebody led");
        let winner = self.state.table().leader();
        let points: Vec<String> = cards
            .iter()
            .filter(|card| card.points() > 0)
            .map(|card| format!("{} for the {card}", card.points()))
            .collect();
        let total: u32 = cards.iter().map(|card| u32::from(card.points())).sum();
        let taken = match points.len() {
            0 => "no points in it".to_owned(),
            _ => format!("{total} {}: {}", if total == 1 { "point" } else { "points" }, points.join(", ")),
        };
        let penalties = self.state.penalties();
        let so_far: Vec<String> =
            Seat::all(Intensity::SEATS).map(|seat| format!("{} {}", self.name(seat), penalties[seat])).collect();
        let words = format!(
            "\n{winning} is the highest {} of {}: {} takes the round, with {taken}. Points so far: {}.",
            suit(led),
            join(cards),
            self.name(winner),
            so_far.join(", ")
        );
        self.say(&words);
    }

    fn end(&mut self) {
        let Some(result) = self.record.result() else {
            self.say("\nHere the record ends; the game is not over.");
            return;
        };
        self.say("\n## The end\n\nFewest points wins; places bring 3, 2, 1 and 0 points in a tournament.\n");
        self.say("| place | position | points |\n|---|---|---|");
        let places = places(&result);
        let mut seats: Vec<Seat> = Seat::all(Intensity::SEATS).collect();
        seats.sort_by_key(|&seat| places[seat]);
        for seat in seats {
            let row = format!("| {} | {seat} {} | {} |", places[seat], self.name(seat), -result[seat]);
            self.say(&row);
        }
        if self.faults > 0 {
            let cost = Intensity::FAULT_PENALTY;
            let words = format!("\nThe points at the end have {cost} for each answer that could not stand.");
            self.say(&words);
        }
    }
}

/// Returns a suit as text: `2x`.
fn suit(suit: Suit) -> String {
    format!("{}x", suit.digit())
}
