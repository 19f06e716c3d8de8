//! The dialogue of games that have none of their own.

use cardsharp_presentation::analysis::{Analyst, Judged, as_typed, choice_table, verdict, wrap};
use cardsharp_presentation::message;
use cardsharp_rules::{Event, IllegalAction, ObservationOf, Record};
use cardsharp_session::{Session, ToMove};
use cardsharp_table::Step;

use super::{AtTerminal, Audience, Left, NO_PROGRAMS, ask};
use crate::shared::print_line;

/// The player that gives hints. With nodes rather than time, the same question has the same answer.
const ADVISER: &str = "champion:nodes=4000";

/// The words that every game understands.
const WORDS: &str = "`hint` shows the best actions; `exit` leaves the game, which is kept for `--resume`.";
/// The number of actions in a hint.
const SHOWN: usize = 5;

/// Plays a game to its end; `acted` is called after every action.
pub(super) fn converse<G: AtTerminal>(
    sitting: &mut Session<G>,
    acted: &mut dyn FnMut(&mut Session<G>, ToMove),
) -> Result<(), Left> {
    let audience = Audience::of(sitting.people());
    print_record(sitting.record(), audience);
    loop {
        let whose = sitting.to_move();
        let answer = match whose {
            ToMove::Nobody => break,
            ToMove::Person(seat) => {
                let view = sitting.view(seat);
                let record = sitting.record();
                ask::<G>(&view, record.names(), |word| match word {
                    "hint" => Some(hint::<G>(record.game(), &view)),
                    "?" | "help" => Some(format!("{}\n{WORDS}", G::HELP)),
                    _ => None,
                })
                .map(Ok)?
            }
            ToMove::Player(_) => sitting.thinking().expect("it is the turn of a player of ours").decide(),
            ToMove::Program(_) => return Err(Left::End(NO_PROGRAMS.to_owned())),
        };
        if let (Ok(action), Some(_)) = (&answer, sitting.judge(&answer)) {
            // Only a damaged file can force an illegal action.
            return Err(Left::End(IllegalAction(*action).to_string()));
        }
        let before = answer.is_err().then(|| sitting.record().clone());
        if let (Step::Faulted { seat, failure, kind, .. }, Some(before)) = (sitting.answer(answer), before) {
            print_line(G::fault_text(&before, seat, &failure, kind, audience));
        }
        print_last_action(sitting.record(), audience);
        acted(sitting, whose);
    }
    print_line(G::end_text(sitting.record()).trim_end());
    Ok(())
}

fn print_record<G: AtTerminal>(record: &Record<G>, audience: Audience) {
    let names = record.names().to_vec();
    let again = Record::from_deal(record.game().clone(), record.deal().clone(), names);
    let mut again = again.expect("it was dealt before");
    print_line(G::deal_text(&again, audience).trim_end());
    for action in record.actions() {
        again.play(action).expect("it was played before");
        print_last_action(&again, audience);
    }
}

fn print_last_action<G: AtTerminal>(record: &Record<G>, audience: Audience) {
    let Some(Event::Action(seat, action)) = record.events().last() else { return };
    if let Some(line) = G::action_text(record, *seat, *action, audience) {
        print_line(line);
    }
}

fn hint<G: AtTerminal>(game: &G, view: &ObservationOf<G>) -> String {
    let adviser = ADVISER.parse().expect("we know whom we ask");
    let analyst = Analyst::new(game, &adviser, 1).unwrap_or_else(|error| panic!("{error}"));
    let mut thought = analyst.think(view, None);
    // The best action, and the champion's own if it has no values.
    let told = if thought.judged == Judged::Valued { 1 } else { 2 };
    let verdict = verdict(&thought, &message!("The champion"), &as_typed);
    let sentences: Vec<String> = verdict.iter().take(told).map(|sentence| wrap(&sentence.to_string(), 2)).collect();
    thought.choices.truncate(SHOWN);
    format!("{}\n{}", sentences.join("\n"), choice_table(&thought))
}
