//! A game line by line.

use std::path::Path;
use std::time::Duration;

use cardsharp_presentation::analysis::{Analyst, Judged, as_typed, choice_table, verdict, wrap};
use cardsharp_presentation::said;
use cardsharp_rules::{Event, IllegalAction, ObservationOf, Record};
use cardsharp_session::{Sitting, Whose};
use cardsharp_table::Step;

use super::place::usual_place;
use super::{Seating, as_json, sit_down, write_files};
use crate::args::Play;
use crate::dialogue::{AtTerminal, Audience, Left, NO_PROGRAMS, ask, say};
use crate::output::complain;

/// Who gives hints: by nodes, so that the same question has the same answer.
const ADVISER: &str = "champion:nodes=4000";

/// What can be typed in any game.
const WORDS: &str = "`hint` shows the best actions; `exit` leaves the game, which is kept for `--resume`.";
/// A hint shows so many actions.
const SHOWN: usize = 5;

pub(super) fn run<G: AtTerminal>(mut table: Seating<G>, args: &Play) -> anyhow::Result<String> {
    if args.output.json {
        let mut sitting = sit_down(table, args)?;
        while sitting.let_players_play_one()?.is_some() {}
        write_files(sitting.record(), args)?;
        return Ok(as_json(&sitting));
    }
    let plan = if let Seating::New(plan) = &mut table { Some(plan) } else { None };
    if let Err(left) = G::welcome(plan) {
        return match left {
            Left::Exit => Ok(String::new()),
            Left::End(why) => Err(anyhow::anyhow!("{why} before the cards were dealt")),
        };
    }
    let pace = table.pace(args.speed, Duration::ZERO);
    let mut sitting = sit_down(table, args)?;
    let think = |sitting: &Sitting<G>| {
        if let Whose::Player(_) = sitting.whose_turn() {
            std::thread::sleep(pace.thinking);
        }
    };
    think(&sitting);
    let ended = G::converse(&mut sitting, &mut |sitting, _| {
        if let Some(trouble) = sitting.take_trouble() {
            complain(format_args!("cardsharp: {trouble}"));
        }
        std::thread::sleep(pace.delay);
        think(sitting);
    });
    write_files(sitting.record(), args)?;
    let Err(left) = ended else { return Ok(String::new()) };
    let kept = kept(&sitting);
    match left {
        Left::Exit => {
            complain(format_args!("cardsharp: {kept}"));
            Ok(String::new())
        }
        Left::End(why) => Err(anyhow::anyhow!("{why}; {kept}")),
    }
}

/// Where the game is, and how to go on with it.
pub(super) fn kept<G: AtTerminal>(sitting: &Sitting<G>) -> String {
    let Some(path) = sitting.kept_in() else { return "the game is not saved".to_owned() };
    let is_usual = usual_place::<G>().is_some_and(|usual| usual == Path::new(path));
    let file = if is_usual { String::new() } else { format!(" {path}") };
    format!("the game is saved in {path}; `cardsharp play {} --resume{file}` goes on with it", G::NAME)
}

/// A game that is told and asked in the words of [`crate::dialogue`].
pub(crate) fn converse<G: AtTerminal>(
    sitting: &mut Sitting<G>,
    acted: &mut dyn FnMut(&mut Sitting<G>, Whose),
) -> Result<(), Left> {
    let audience = Audience::of(sitting.people());
    tell_again(sitting.record(), audience);
    loop {
        let whose = sitting.whose_turn();
        let answer = match whose {
            Whose::Nobody => break,
            Whose::Person(seat) => {
                let view = sitting.view(seat);
                let record = sitting.record();
                ask::<G>(&view, record.names(), |word| match word {
                    "hint" => Some(hint::<G>(record.game(), &view)),
                    "?" | "help" => Some(format!("{}\n{WORDS}", G::HELP)),
                    _ => None,
                })
                .map(Ok)?
            }
            Whose::Player(_) => sitting.thinking().expect("it is the turn of a player of ours").decide(),
            Whose::Program(_) => return Err(Left::End(NO_PROGRAMS.to_owned())),
        };
        if let (Ok(action), Some(_)) = (&answer, sitting.judge(&answer)) {
            // Only a damaged file can force what is not allowed.
            return Err(Left::End(IllegalAction(*action).to_string()));
        }
        let before = answer.is_err().then(|| sitting.record().clone());
        if let (Step::Faulted { seat, failure, kind, .. }, Some(before)) = (sitting.answer(answer), before) {
            say(G::erred(&before, seat, &failure, kind, audience));
        }
        tell_last(sitting.record(), audience);
        acted(sitting, whose);
    }
    say(G::ended(sitting.record()).trim_end());
    Ok(())
}

/// What has been said so far; of a new game only that it begins.
fn tell_again<G: AtTerminal>(record: &Record<G>, audience: Audience) {
    let names = record.names().to_vec();
    let again = Record::from_deal(record.game().clone(), record.deal().clone(), names);
    let mut again = again.expect("it was dealt before");
    say(G::dealt(&again, audience).trim_end());
    for action in record.actions() {
        again.play(action).expect("it was played before");
        tell_last(&again, audience);
    }
}

fn tell_last<G: AtTerminal>(record: &Record<G>, audience: Audience) {
    let Some(Event::Action(seat, action)) = record.events().last() else { return };
    if let Some(line) = G::did(record, *seat, *action, audience) {
        say(line);
    }
}

/// The best actions with what they are worth.
fn hint<G: AtTerminal>(game: &G, view: &ObservationOf<G>) -> String {
    let adviser = ADVISER.parse().expect("we know whom we ask");
    let analyst = Analyst::new(game, &adviser, 1).unwrap_or_else(|error| panic!("{error}"));
    let mut thought = analyst.think(view, None);
    // What is best, and what the champion would do if it has no values of its own.
    let told = if thought.judged == Judged::Valued { 1 } else { 2 };
    let verdict = verdict(&thought, &said!("The champion"), &as_typed);
    let sentences: Vec<String> = verdict.iter().take(told).map(|sentence| wrap(&sentence.to_string(), 2)).collect();
    thought.choices.truncate(SHOWN);
    format!("{}\n{}", sentences.join("\n"), choice_table(&thought))
}
