//! A recorded game step by step, as one seat saw it or with all cards open.

use cardsharp_rules::{ActionOf, Event, Fault, FaultKind, Game, Record, Seat, State, Turn, Verdict};
use serde_json::{Value, json};

use crate::message::{Message, Person};
use crate::{message, message_of};

/// An event and the position after it.
pub struct Step<S> {
    /// The event in words; empty before the first event.
    pub words: String,
    /// The position after it.
    pub state: S,
}

impl<S: State> Step<S> {
    /// Returns the event and whose turn is next.
    pub fn title(&self) -> String {
        let next = match self.state.turn() {
            Turn::Of(seat) => format!("seat {seat} to act"),
            Turn::Over => "the game is over".to_owned(),
        };
        if self.words.is_empty() { next } else { format!("{} — {next}", self.words) }
    }

    fn as_json<G: Game<State = S>>(&self, number: usize, seat: Option<Seat>) -> Value {
        let seats = Seat::all(G::SEATS).filter(|&each| seat.is_none_or(|seat| seat == each));
        let views: Vec<String> = seats.map(|seat| self.state.observe(seat).to_string()).collect();
        let turn = if let Turn::Of(seat) = self.state.turn() { Some(seat.index()) } else { None };
        json!({ "step": number, "event": self.words, "turn": turn, "views": views })
    }
}

/// Returns the deal and one step per event, in words that reveal only what this seat saw.
pub fn steps<G: Game>(record: &Record<G>, seat: Option<Seat>) -> Vec<Step<G::State>> {
    let mut steps = vec![Step { words: String::new(), state: record.start() }];
    for event in record.events() {
        let mut state = steps[steps.len() - 1].state.clone();
        if let Event::Action(_, action) = event {
            state.play_unchecked(*action);
        }
        steps.push(Step { words: in_words(record, event, seat), state });
    }
    steps
}

/// Returns a game as this seat saw it, or with all cards open: one step or all.
pub fn replay_json<G: Game>(record: &Record<G>, seat: Option<Seat>, at: Option<usize>) -> Value {
    let steps = steps(record, seat).into_iter().enumerate();
    let steps = steps.filter(|(number, _)| at.is_none_or(|at| at == *number));
    let steps: Vec<Value> = steps.map(|(number, step)| step.as_json::<G>(number, seat)).collect();
    json!({
        "game": G::NAME, "names": record.names(), "seat": seat.map(Seat::index), "steps": steps,
        "result": record.result().map(|result| result.as_slice().to_vec()),
        // A record names every card, so the replay of one seat has none.
        "record": seat.is_none().then(|| record.to_string()),
    })
}

/// Describes a fault without the answer, which may name hidden cards.
pub fn fault_in_words(fault: &Fault) -> String {
    match fault.kind {
        FaultKind::Cause => format!("fault ({})", fault.verdict),
        FaultKind::Forfeit => format!("fault ({}), which loses the game", fault.verdict),
        FaultKind::Consequence => format!("not asked ({} before)", fault.verdict),
    }
}

/// Describes a fault in a sentence for people at the table.
pub fn fault_told(fault: &Fault, by: Person<'_>) -> Message {
    let why = match fault.verdict {
        Verdict::Illegal => message!("the rules forbid it"),
        Verdict::Timeout => message!("it came too late"),
        Verdict::Crash => message!("the program died"),
        Verdict::Memory => message!("the program took too much memory"),
        Verdict::Flood => message!("the program wrote too much"),
        Verdict::NoAnswer => message!("there was none"),
        Verdict::Protocol => message!("nobody could make sense of it"),
    };
    match fault.kind {
        FaultKind::Cause => {
            message_of!(by, "Your answer does not count: {why}", "{name}'s answer does not count: {why}", why)
        }
        FaultKind::Forfeit => message_of!(
            by,
            "Your answer does not count: {why}. That loses the game",
            "{name}'s answer does not count: {why}. That loses the game",
            why
        ),
        FaultKind::Consequence => {
            message_of!(by, "You are not asked any more", "{name} is not asked any more")
        }
    }
}

/// Describes an event as far as this seat saw it.
pub fn in_words<G: Game>(record: &Record<G>, event: &Event<ActionOf<G>>, seat: Option<Seat>) -> String {
    let name = |seat: Seat| format!("{} (seat {seat})", record.names()[seat.index()]);
    match event {
        Event::Action(by, action) => {
            let seen = seat.is_none_or(|seat| seat == *by) || <G::State as State>::is_open(*action);
            let words = action.to_string();
            // A hidden action shows only its first word: "pass", "secret", "burn".
            let verb = words.split(' ').next().unwrap_or_default();
            if seen { format!("{}: {words}", name(*by)) } else { format!("{}: {verb}, unseen", name(*by)) }
        }
        // The answer may name hidden cards; only its own seat sees it.
        Event::Fault(fault) if seat.is_some_and(|seat| seat != fault.seat) => {
            format!("{}: {}", name(fault.seat), fault_in_words(fault))
        }
        Event::Fault(fault) => format!("{}: {}: {:?}", name(fault.seat), fault_in_words(fault), fault.answer),
    }
}
