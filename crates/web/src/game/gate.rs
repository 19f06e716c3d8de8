//! The gate: every position that the server sends to a seat or a watcher passes here.
//!
//! The gate reads a position only through one observation: that of the seat, or for a watcher the open part of any
//! seat's. Events are described as far as the viewer saw them. No function returns the full state while a game goes on;
//! [`stills`] opens hands, and replays call it once the game is over. The tests in `gate/tests.rs` check the law:
//! swapping cards that are hidden from a viewer changes no byte that the viewer is sent.

use cardsharp_presentation::lesson::{Speech, Teacher};
use cardsharp_presentation::picture::{self, Face, name, person};
use cardsharp_presentation::replay::fault_told;
use cardsharp_presentation::{Message, Present, message};
use cardsharp_rules::{Event, Game, Observation, ObservationOf, Record, Seat, State, Turn, outcome};
use cardsharp_session::{Session, ToMove};

use crate::game::{About, Deed, Frame, LogLine, Picture, Piece, Placing, Row, Still, Taught, ToldChoice};
use crate::http::{Code, Result};

/// The viewer: a seat, or `None` for a watcher.
pub(crate) type Eyes = Option<Seat>;

/// Returns the frame of a game after this many events.
pub(crate) fn frame<G: Present>(record: &Record<G>, step: usize, eyes: Eyes) -> Frame {
    let step = step.min(record.events().len());
    let view = observe_at(record, step, eyes);
    let names = record.names();
    let (picture, turn) = picture_and_turn::<G>(&view, names, eyes);
    let is_asked = turn.is_some() && turn == eyes;
    let prompt = match turn {
        None => message!("The game is over."),
        Some(_) if is_asked => G::choose(&view, names, &[]).map_or_else(|reason| reason, |choice| choice.words),
        Some(seat) => turn_of(name(names, seat)),
    };
    let rows = if eyes.is_some() { rows::<G>(&view, names, turn) } else { Vec::new() };
    let brought = consequences(record, eyes);
    let log = record.events()[..step].iter().zip(&brought).enumerate().map(|(number, (event, brought))| {
        let (seat, words, _) = event_in_words::<G>(event, names, eyes);
        LogLine { step: number + 1, seat: seat.index(), words, brought: brought.clone() }
    });
    let last = step.checked_sub(1).map(|last| {
        let (seat, words, cards) = event_in_words::<G>(&record.events()[last], names, eyes);
        Deed { seat: seat.index(), words, brought: brought[last].clone(), cards }
    });
    Frame {
        step,
        turn: turn.map(Seat::index),
        over: turn.is_none(),
        picture,
        rows,
        click: G::CLICK,
        prompt,
        log: log.collect(),
        last,
        result: turn.is_none().then(|| placings(record)).flatten(),
        why: why(record, &view, eyes),
    }
}

/// Returns the frame of a session. A property file may play the newest turn for the seat.
pub(crate) fn frame_of_session<G: Present>(session: &Session<G>, step: usize, eyes: Eyes) -> Frame {
    let mut frame = frame(session.record(), step, eyes);
    let is_newest = step == session.record().events().len();
    if is_newest && eyes.is_some_and(|seat| session.to_move() == ToMove::Player(seat)) {
        frame.close(&message!("The property file plays this turn."));
    }
    frame
}

/// Returns the teacher's remarks to a seat since the deal, made from that seat's own views.
pub(crate) fn lessons<G: Present>(record: &Record<G>, step: usize, seat: Seat) -> Vec<Taught> {
    let mut state = record.start();
    let mut teacher = Teacher::<G>::new(record.names());
    let mut taught = Vec::new();
    let mut note = |step: usize, said: Vec<Speech>| taught.extend(said.into_iter().map(|said| Taught::new(step, said)));
    note(0, teacher.see(None, state.observe(seat)));
    for (number, event) in record.events().iter().enumerate().take(step) {
        // Faults are not taught; the action that replaced one follows.
        let Event::Action(by, action) = event else { continue };
        state.play_unchecked(*action);
        let seen = (*by == seat || G::State::is_open(*action)).then_some(*action);
        note(number + 1, teacher.see(Some((*by, seen)), state.observe(seat)));
    }
    taught
}

/// Returns the table without any hand, and the seat to act.
fn picture_and_turn<G: Present>(view: &ObservationOf<G>, names: &[String], eyes: Eyes) -> (Picture, Option<Seat>) {
    let picture = match eyes {
        Some(_) => G::picture(view, names),
        None => G::watched(view, names),
    };
    let turn = match view.turn() {
        Turn::Of(seat) => Some(seat),
        Turn::Over => None,
    };
    (Picture::new(G::LAYOUT, picture), turn)
}

/// Returns every position of a finished game as the viewer saw it, with the hands of some seats.
pub(crate) fn stills<'a, G: Present>(
    record: &'a Record<G>,
    eyes: Eyes,
    hands: &'a [Seat],
) -> impl Iterator<Item = (Still, Vec<Vec<Face>>)> + 'a {
    let still = move |state: &G::State| {
        let (picture, turn) = picture_and_turn::<G>(&state.observe(eyes.unwrap_or(Seat::FIRST)), record.names(), eyes);
        let still = Still { picture, turn: turn.map(Seat::index), rows: Vec::new() };
        (still, open_hands::<G>(state, hands))
    };
    let mut state = record.start();
    let first = still(&state);
    let later = record.events().iter().map(move |event| {
        if let Event::Action(_, action) = event {
            state.play_unchecked(*action);
        }
        still(&state)
    });
    std::iter::once(first).chain(later)
}

/// Returns the frame of a table with free seats, before the deal.
pub(crate) fn waiting(about: &About, prompt: Message) -> Frame {
    let picture = picture::Picture {
        headline: message!("Waiting for everybody to sit down"),
        places: vec![picture::Place::default(); about.seats],
        ..picture::Picture::default()
    };
    Frame {
        step: 0,
        turn: None,
        over: false,
        picture: Picture::new(about.layout, picture),
        rows: Vec::new(),
        click: about.click,
        prompt,
        log: Vec::new(),
        last: None,
        result: None,
        why: Message::default(),
    }
}

/// Returns an observation, the only thing that the gate takes from a state.
pub(crate) fn observe_at<G: Game>(record: &Record<G>, step: usize, eyes: Eyes) -> ObservationOf<G> {
    let seat = eyes.unwrap_or(Seat::FIRST);
    if step >= record.events().len() {
        return record.state().observe(seat);
    }
    let mut state = record.start();
    for event in &record.events()[..step] {
        if let Event::Action(_, action) = event {
            state.play_unchecked(*action);
        }
    }
    state.observe(seat)
}

/// Returns the words of an event for a viewer, and its cards if the viewer saw them.
pub(crate) fn event_in_words<G: Present>(
    event: &Event<cardsharp_rules::ActionOf<G>>,
    names: &[String],
    eyes: Eyes,
) -> (Seat, Message, Vec<Face>) {
    match event {
        Event::Action(seat, action) if eyes == Some(*seat) || G::State::is_open(*action) => {
            let cards = G::cards(*action).into_iter().collect();
            (*seat, G::deed(*action, person(names, *seat, eyes)), cards)
        }
        Event::Action(seat, action) => (*seat, G::hidden_deed(*action, person(names, *seat, eyes)), Vec::new()),
        // The text of a faulty answer may name a hidden card, so it is not shown.
        Event::Fault(fault) => (fault.seat, fault_told(fault, person(names, fault.seat, eyes)), Vec::new()),
    }
}

pub(crate) fn consequences<G: Present>(record: &Record<G>, eyes: Eyes) -> Vec<Message> {
    let (mut state, names) = (record.start(), record.names());
    let told = record.events().iter().map(|event| {
        let Event::Action(_, action) = event else { return Message::default() };
        state.play_unchecked(*action);
        let view = state.observe(eyes.unwrap_or(Seat::FIRST));
        G::brought(&view, names, eyes).unwrap_or_default()
    });
    told.collect()
}

/// Returns why a game ended; empty while it goes on.
pub(crate) fn why<G: Present>(record: &Record<G>, view: &ObservationOf<G>, eyes: Eyes) -> Message {
    let (Turn::Over, Some(result)) = (view.turn(), record.result()) else { return Message::default() };
    if record.state().returns() == Some(result) {
        return G::why(view, record.names(), eyes).unwrap_or_default();
    }
    let lost = Seat::all(G::SEATS).filter(|&seat| record.causes(seat) > 0).collect::<Vec<_>>();
    let names = picture::people(record.names(), &lost, eyes);
    message!("Answers that did not count were charged: {names}.", names)
}

pub(crate) fn turn_of(name: &str) -> Message {
    message!("It is {name}'s turn.", name)
}

/// Returns the hands of some seats, read from each seat's own view. Only for finished games.
fn open_hands<G: Present>(state: &G::State, seats: &[Seat]) -> Vec<Vec<Face>> {
    let hand = |seat: Seat| {
        let view = state.observe(seat);
        // The hand is always the last row.
        let pieces = G::rows(&view).pop().map_or_else(Vec::new, |row| row.pieces);
        let faces = pieces.into_iter().flat_map(|piece| match piece.look {
            picture::Look::Cards(faces) => faces,
            picture::Look::Button(_) => Vec::new(),
        });
        faces.collect()
    };
    Seat::all(G::SEATS).map(|seat| if seats.contains(&seat) { hand(seat) } else { Vec::new() }).collect()
}

/// Returns the result of every seat; `None` while the game goes on.
pub(crate) fn placings<G: Present>(record: &Record<G>) -> Option<Vec<Placing>> {
    let result = record.result()?;
    let places = outcome::places(&result);
    // The final count is public, so any seat's view will do.
    let view = record.state().observe(Seat::FIRST);
    let placing = |seat: Seat| Placing {
        seat: seat.index(),
        place: places[seat],
        count: Some(G::counted(&view, seat, result[seat])),
        words: G::result_counted(&view, seat, result[seat]),
    };
    Some(Seat::all(G::SEATS).map(placing).collect())
}

/// Returns the pieces in front of a seat, with the effect of choosing each alone.
fn rows<G: Present>(view: &ObservationOf<G>, names: &[String], turn: Option<Seat>) -> Vec<Row> {
    let is_asked = turn == Some(view.seat());
    let mut number = 0;
    let mut piece = |piece: picture::Piece| {
        let picture::Piece { look, codes, group, heap } = piece;
        let (reason, words) = (Message::default(), Message::default());
        let mut piece = Piece { look, codes, group, heap, open: false, reason, words, action: None };
        let alone = is_asked.then(|| G::choose(view, names, &[number]));
        number += 1;
        match alone {
            Some(Ok(choice)) => {
                piece.open = true;
                piece.words = choice.words;
                piece.action = choice.action.map(|action| action.to_string());
            }
            Some(Err(reason)) => piece.reason = reason,
            None => {
                let reason = turn.map_or_else(|| message!("The game is over."), |seat| turn_of(name(names, seat)));
                piece.reason = reason;
            }
        }
        piece
    };
    let row = |row: picture::Row| Row { label: row.label, pieces: row.pieces.into_iter().map(&mut piece).collect() };
    G::rows(view).into_iter().map(row).collect()
}

/// Returns the effect of the chosen pieces, and which can be chosen next. A later piece of a group replaces an earlier.
pub(crate) fn choice<G: Present>(view: &ObservationOf<G>, names: &[String], chosen: &[usize]) -> Result<ToldChoice> {
    let groups: Vec<Option<u8>> =
        G::rows(view).into_iter().flat_map(|row| row.pieces).map(|piece| piece.group).collect();
    for (place, &piece) in chosen.iter().enumerate() {
        if piece >= groups.len() {
            let last = groups.len() - 1;
            let words = message!("There is no piece {piece}: they are numbered from 0 to {last}.", piece, last);
            return Err(Code::BadRequest.because(words));
        }
        if chosen[..place].contains(&piece) {
            return Err(Code::BadRequest.because(message!("Piece {piece} is chosen twice.", piece)));
        }
    }
    let with = |chosen: &[usize], piece: usize| -> Vec<usize> {
        let stays = |other: &&usize| groups[piece].is_none() || groups[**other] != groups[piece];
        chosen.iter().filter(stays).copied().chain([piece]).collect()
    };
    let kept = chosen.iter().fold(Vec::new(), |kept, &piece| with(&kept, piece));
    let now = G::choose(view, names, &kept).map_err(|reason| Code::Illegal.because(reason))?;
    let next = (0..groups.len()).map(|piece| {
        if kept.contains(&piece) { Ok(()) } else { G::choose(view, names, &with(&kept, piece)).map(drop) }
    });
    let reasons: Vec<Message> = next.map(|next| next.err().unwrap_or_default()).collect();
    let heaps = G::heaps(view, &kept);
    let heap_of = |piece: usize| kept.iter().position(|&other| other == piece).and_then(|place| heaps[place]);
    Ok(ToldChoice {
        heaps: (0..groups.len()).map(heap_of).collect(),
        words: now.words,
        action: now.action.map(|action| action.to_string()),
        open: reasons.iter().map(Message::is_empty).collect(),
        reasons,
    })
}

pub(crate) fn choice_of_session<G: Present>(session: &Session<G>, seat: Seat, chosen: &[usize]) -> Result<ToldChoice> {
    choice::<G>(&session.view(seat), session.record().names(), chosen)
}

/// Returns why an action is not allowed, in the game's words if one of its cards has a reason.
pub(crate) fn reason<G: Present>(
    view: &ObservationOf<G>,
    names: &[String],
    action: cardsharp_rules::ActionOf<G>,
) -> Message {
    let cards: Vec<String> = G::cards(action).into_iter().map(|face| face.code).collect();
    let pieces = G::rows(view).into_iter().flat_map(|row| row.pieces).enumerate();
    let mut reasons = pieces.filter_map(|(number, piece)| match piece.look {
        picture::Look::Cards(faces) if faces.iter().any(|face| cards.contains(&face.code)) => {
            G::choose(view, names, &[number]).err()
        }
        _ => None,
    });
    reasons.next().unwrap_or_else(|| message!("“{action}” is not allowed here.", action = action.to_string()))
}

#[cfg(test)]
mod tests;
