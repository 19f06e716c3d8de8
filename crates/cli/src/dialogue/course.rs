//! Indigo in the exact words of its course.

use cardsharp_presentation::replay::fault_in_words;
use cardsharp_rules::indigo::{Card, Indigo, Play, Table};
use cardsharp_rules::{Record, Seat, Turn, join};
use cardsharp_search::HUMAN;
use cardsharp_session::{Session, ToMove};

use super::{AtTerminal, Heard, Left, NO_PROGRAMS, NewGame, listen, lost_in_words};
use crate::shared::{ending, print_line};

impl AtTerminal for Indigo {
    const COMPUTER: Option<&'static str> = Some("Computer");
    const USUAL_OPPONENT: &'static str = "classic";

    fn welcome(plan: Option<&mut NewGame<Indigo>>) -> Result<(), Left> {
        print_line("Indigo Card Game");
        let Some(plan) = plan.filter(|plan| plan.people() == 1) else { return Ok(()) };
        let person_first = plan.specs[0].name == HUMAN;
        if play_first()? != person_first {
            plan.specs.reverse();
            plan.names.reverse();
        }
        Ok(())
    }

    /// All cards were played openly, so the table is not shown.
    fn end_text(record: &Record<Indigo>) -> String {
        ending(record)
    }

    fn converse(
        sitting: &mut Session<Indigo>,
        acted: &mut dyn FnMut(&mut Session<Indigo>, ToMove),
    ) -> Result<(), Left> {
        converse(sitting, acted)
    }
}

fn play_first() -> Result<bool, Left> {
    loop {
        print_line("Play first?");
        match listen() {
            Heard::Line(answer) if answer.eq_ignore_ascii_case("yes") => return Ok(true),
            Heard::Line(answer) if answer.eq_ignore_ascii_case("no") => return Ok(false),
            Heard::Line(_) | Heard::Nonsense(_) => {}
            Heard::End(why) => return Err(Left::End(why)),
        }
    }
}

fn converse(sitting: &mut Session<Indigo>, mut acted: impl FnMut(&mut Session<Indigo>, ToMove)) -> Result<(), Left> {
    if sitting.record().events().is_empty() {
        print_line(format_args!("Initial cards on the table: {}", join(sitting.record().state().table().initial())));
    }
    if sitting.record().result().is_none() {
        tell_table(sitting.record().state().table().pile().len(), sitting.record().state().table().top());
    }
    let order = scored_in_order(sitting);
    loop {
        let whose = sitting.to_move();
        let before = *sitting.record().state().table();
        let card = match whose {
            ToMove::Nobody => return Ok(()),
            ToMove::Program(_) => return Err(Left::End(NO_PROGRAMS.to_owned())),
            ToMove::Player(seat) => {
                print_line(join(sitting.record().state().hands()[seat]));
                let faults = sitting.record().each_fault().count();
                let played = sitting.let_players_play_one();
                // Only a damaged file can force an illegal card.
                let played = played.map_err(|error| Left::End(error.to_string()))?;
                let (_, Play(card)) = played.expect("it is the turn of a player of ours");
                if let Some(fault) = sitting.record().each_fault().nth(faults) {
                    print_line(format_args!("{}: {}", sitting.name(seat), fault_in_words(fault)));
                }
                print_line(format_args!("{} plays {card}", sitting.name(seat)));
                card
            }
            ToMove::Person(_) => match choose(&sitting.legal_actions()) {
                Ok(card) => {
                    sitting.play(Play(card)).expect("only cards in hand are chosen");
                    card
                }
                Err(left) => {
                    print_line("Game Over");
                    return Err(left);
                }
            },
        };
        tell_play(sitting.record(), &before, card, order);
        acted(sitting, whose);
    }
}

/// Asks until the answer is the number of a card.
fn choose(cards: &[Play]) -> Result<Card, Left> {
    let numbered = cards.iter().enumerate().map(|(place, Play(card))| format!("{}){card}", place + 1));
    print_line(format_args!("Cards in hand: {}", join(numbered)));
    loop {
        print_line(format_args!("Choose a card to play (1-{}):", cards.len()));
        match listen() {
            Heard::Line(answer) if answer == "exit" => return Err(Left::Exit),
            Heard::Line(answer) => {
                let chosen = (1..).zip(cards).find(|(number, _): &(usize, _)| number.to_string() == answer);
                if let Some((_, &Play(card))) = chosen {
                    return Ok(card);
                }
            }
            Heard::Nonsense(_) => {}
            Heard::End(why) => return Err(Left::End(why)),
        }
    }
}

/// Returns the seats in the order of the score: the person first.
fn scored_in_order(sitting: &Session<Indigo>) -> [Seat; 2] {
    let (first, second) = (Seat::new(0), Seat::new(1));
    if sitting.is_person(second) && !sitting.is_person(first) { [second, first] } else { [first, second] }
}

fn tell_play(record: &Record<Indigo>, before: &Table, card: Card, order: [Seat; 2]) {
    let Turn::Of(seat) = before.turn() else { return };
    let table = record.state().table();
    let captures = before.capturing().contains(card);
    if captures {
        print_line(format_args!("{} wins cards", record.names()[seat.index()]));
        tell_score(record, order, |seat| table.points(seat));
    }
    // At the end the pile has already gone to its owner, but the course shows it first.
    if captures {
        tell_table(0, None);
    } else {
        tell_table(before.pile().len() + 1, Some(card));
    }
    if let Some(result) = record.result() {
        tell_score(record, order, |seat| result[seat]);
        let lost = lost_in_words(record);
        if !lost.is_empty() {
            print_line(lost.trim_end());
        }
        print_line("Game Over");
    }
}

fn tell_table(cards: usize, top: Option<Card>) {
    match top {
        Some(top) => print_line(format_args!("\n{cards} cards on the table, and the top card is {top}")),
        None => print_line("\nNo cards on the table"),
    }
}

fn tell_score(record: &Record<Indigo>, order: [Seat; 2], points: impl Fn(Seat) -> i32) {
    let captured = record.state().table().captured();
    let [one, other] = order.map(|seat| &record.names()[seat.index()]);
    let [points, their_points] = order.map(points);
    let [cards, their_cards] = order.map(|seat| captured[seat].len());
    print_line(format_args!("Score: {one} {points} - {other} {their_points}"));
    print_line(format_args!("Cards: {one} {cards} - {other} {their_cards}"));
}
