//! `cardsharp analyse`: what to do in a position, why, and where the hidden cards may be.

use std::fmt::Write;

use cardsharp_rules::{ActionOf, Event, Game, Observation, ObservationOf, Record, Seat, State, Turn, with_game};
use cardsharp_search::by_number;
use cardsharp_sitting::Tabled;
use cardsharp_sitting::analysis::{
    Analyst, Thought, belief_table, choice_table, percent, position, salient, thought_json, verdict, wrap,
};

use super::replay::read_numbered;
use crate::Usage;
use crate::args::Analyse;

pub(crate) fn run(args: &Analyse) -> anyhow::Result<String> {
    if let Some(path) = &args.record {
        let record = read_numbered(path, args.number)?;
        return with_game!(AnyRecord, &record, record => of_record(record, args)).map_err(Into::into);
    }
    let game = args.chosen.game()?;
    with_game!(AnyGame, &game, game => of_words(game, args)).map_err(Into::into)
}

fn of_record<G: Tabled>(record: &Record<G>, args: &Analyse) -> Result<String, Usage> {
    if args.chosen.game.name() != G::NAME {
        return Err(Usage(format!("the record is of {}, not of {}", G::NAME, args.chosen.game)));
    }
    let steps = record.events().len();
    let at = args.at.unwrap_or(0);
    if at > steps {
        return Err(Usage(format!("--at {at}: the record has steps 0 to {steps}")));
    }
    let mut state = record.start();
    for event in &record.events()[..at] {
        if let Event::Action(_, action) = event {
            state.play_unchecked(*action);
        }
    }
    report::<G>(record.game(), &seen::<G>(&state, args.seat)?, args)
}

fn of_words<G: Tabled>(game: &G, args: &Analyse) -> Result<String, Usage> {
    let Some(text) = &args.deal else {
        let text = args.view.as_deref().unwrap_or_default();
        let view: ObservationOf<G> = text.parse().map_err(|error| Usage(format!("--view: {error}")))?;
        if let Some(seat) = args.seat.filter(|&seat| seat != view.seat()) {
            return Err(Usage(format!("--seat {seat}: the view is that of seat {}", view.seat())));
        }
        return report::<G>(game, &view, args);
    };
    let deal: G::Deal = text.parse().map_err(|error| Usage(format!("--deal: {error}")))?;
    let mut state = game.start(&deal).map_err(|error| Usage(format!("--deal: {error}")))?;
    let actions = args.actions.split(';').map(str::trim).filter(|action| !action.is_empty());
    for (place, text) in actions.enumerate() {
        let wrong = |error: String| Usage(format!("--actions, number {}: {error}", place + 1));
        let action: ActionOf<G> = text.parse().map_err(|error| wrong(format!("{error}")))?;
        state.play(action).map_err(|error| wrong(error.to_string()))?;
    }
    report::<G>(game, &seen::<G>(&state, args.seat)?, args)
}

/// The position as the seat sees it, or as the one whose turn it is.
fn seen<G: Game>(state: &G::State, seat: Option<Seat>) -> Result<ObservationOf<G>, Usage> {
    super::check_seat::<G>(seat)?;
    match (seat, state.turn()) {
        (_, Turn::Over) => Err(over()),
        (Some(seat), _) | (None, Turn::Of(seat)) => Ok(state.observe(seat)),
    }
}

fn over() -> Usage {
    Usage("the game is over: there is nothing left to decide".to_owned())
}

fn report<G: Tabled>(game: &G, view: &ObservationOf<G>, args: &Analyse) -> Result<String, Usage> {
    let Turn::Of(turn) = view.turn() else { return Err(over()) };
    let thought = Analyst::new(game, &args.player, args.seed)?.think(view, None);
    Ok(if args.output.json {
        format!("{:#}\n", thought_json::<G>(view, &thought, &args.player))
    } else {
        as_text::<G>(view, turn, &thought, args)
    })
}

fn as_text<G: Tabled>(view: &ObservationOf<G>, turn: Seat, thought: &Thought<G>, args: &Analyse) -> String {
    let seat = view.seat();
    let mut text = format!("{}: seat {turn} to act, as seat {seat} sees it\n\n{}\n", G::TITLE, position::<G>(view));
    for sentence in verdict(thought, &args.player.name) {
        writeln!(text, "{}", wrap(&sentence, 2)).expect("writing to a string");
    }
    if let Some(best) = thought.choices.first() {
        let how = if thought.is_house { G::VALUES.to_owned() } else { format!("what {} expects", args.player) };
        let games = best.outlook.as_ref().map_or(0, cardsharp_search::Outlook::games);
        let how = format!(
            "Value: {how}. Columns to the right: {games} games in likely worlds, where all play on at a glance; they are reasons, not values."
        );
        write!(text, "\n{}\n{}\n", choice_table(thought), wrap(&how, 0)).expect("writing to a string");
    }
    if thought.holdings.is_certain() {
        writeln!(text, "\nNothing is hidden from seat {seat} any more.").expect("writing to a string");
        return text;
    }
    let worlds = thought.holdings.effective_size;
    let head = format!("Where seat {seat} may think the unseen cards are, in percent (worth {worlds:.0} even worlds):");
    write!(text, "\n{}\n\n{}", wrap(&head, 0), belief_table(&thought.holdings)).expect("writing to a string");
    let mut facts = salient(&thought.holdings, by_number, 3);
    facts.extend(manners(thought));
    if !facts.is_empty() {
        text.push('\n');
    }
    for fact in facts {
        writeln!(text, "{}", wrap(&format!("{fact}."), 2)).expect("writing to a string");
    }
    text
}

/// Who plays like whom, where that is fairly sure.
fn manners<G: Tabled>(thought: &Thought<G>) -> Vec<String> {
    let sure = thought.manners.iter().filter(|(_, _, chance)| *chance > 0.6);
    sure.map(|(seat, name, chance)| format!("Seat {seat} plays like {name} ({})", percent(*chance))).collect()
}
