//! A position, typed as a record, a deal or a view, and its analysis as text.

use std::path::PathBuf;

use cardsharp_presentation::analysis::{
    Thought, as_typed, belief_table, choice_table, percent, position, salient, verdict, wrap,
};
use cardsharp_presentation::{Message, Present};
use cardsharp_programs::Hosted;
use cardsharp_rules::{ActionOf, Event, Game, Observation, ObservationOf, Record, Seat, State, Turn, with_game};
use cardsharp_search::{Spec, by_number};

use super::error::Usage;
use super::game::{Chosen, check_seat};
use super::records::read_numbered;

/// The default analyst, and the budget for the values of a program's choices.
pub(crate) const USUAL: &str = "champion:ms=700";

/// A position: of a record, of a deal, or as a seat sees it.
#[derive(Debug, clap::Args)]
pub(crate) struct Position {
    #[arg(long, value_name = "FILE", requires = "at", help = "A position of a recorded game …")]
    record: Option<PathBuf>,
    #[arg(long, value_name = "STEP", requires = "record", help = "… after so many steps, as `replay` counts them")]
    at: Option<usize>,
    #[arg(long, value_name = "N", default_value_t = 1, help = "Which record, where the file holds several")]
    number: usize,
    #[arg(long, value_name = "DEAL", help = "A position from a deal …")]
    deal: Option<String>,
    /// … after these actions, with ; between
    #[arg(long, value_name = "ACTIONS", requires = "deal", default_value = "")]
    actions: String,
    #[arg(long, value_name = "VIEW", help = "A position as a seat sees it, as `replay --json` prints it")]
    view: Option<String>,
    #[arg(long, value_name = "S", help = "Through whose eyes; whose turn it is, unless told")]
    seat: Option<Seat>,
}

/// A command about one position.
pub(crate) trait Look {
    fn look<G: Present + Hosted>(&self, game: &G, view: &ObservationOf<G>) -> anyhow::Result<String>;
}

/// Runs the command on the typed position.
pub(crate) fn at_position(chosen: &Chosen, position: &Position, look: &impl Look) -> anyhow::Result<String> {
    if let Some(path) = &position.record {
        let record = read_numbered(path, position.number)?;
        return with_game!(AnyRecord, &record, record => of_record(record, chosen, position, look));
    }
    let game = chosen.game()?;
    with_game!(AnyGame, &game, game => of_words(game, position, look))
}

fn of_record<G: Present + Hosted>(
    record: &Record<G>,
    chosen: &Chosen,
    position: &Position,
    look: &impl Look,
) -> anyhow::Result<String> {
    if chosen.game.name() != G::NAME {
        return Err(Usage(format!("the record is of {}, not of {}", G::NAME, chosen.game)).into());
    }
    let steps = record.events().len();
    let at = position.at.unwrap_or(0);
    if at > steps {
        return Err(Usage(format!("--at {at}: the record has steps 0 to {steps}")).into());
    }
    let mut state = record.start();
    for event in &record.events()[..at] {
        if let Event::Action(_, action) = event {
            state.play_unchecked(*action);
        }
    }
    look.look::<G>(record.game(), &view_of::<G>(&state, position.seat)?)
}

fn of_words<G: Present + Hosted>(game: &G, position: &Position, look: &impl Look) -> anyhow::Result<String> {
    let Some(text) = &position.deal else {
        let text = position.view.as_deref().unwrap_or_default();
        let view: ObservationOf<G> = text.parse().map_err(|error| Usage(format!("--view: {error}")))?;
        if let Some(seat) = position.seat.filter(|&seat| seat != view.seat()) {
            return Err(Usage(format!("--seat {seat}: the view is that of seat {}", view.seat())).into());
        }
        return look.look::<G>(game, &view);
    };
    let deal: G::Deal = text.parse().map_err(|error| Usage(format!("--deal: {error}")))?;
    let mut state = game.start(&deal).map_err(|error| Usage(format!("--deal: {error}")))?;
    let actions = position.actions.split(';').map(str::trim).filter(|action| !action.is_empty());
    for (place, text) in actions.enumerate() {
        let wrong = |error: String| Usage(format!("--actions, number {}: {error}", place + 1));
        let action: ActionOf<G> = text.parse().map_err(|error| wrong(format!("{error}")))?;
        state.play(action).map_err(|error| wrong(error.to_string()))?;
    }
    look.look::<G>(game, &view_of::<G>(&state, position.seat)?)
}

/// Returns the view of the seat, or of the seat to act.
fn view_of<G: Game>(state: &G::State, seat: Option<Seat>) -> Result<ObservationOf<G>, Usage> {
    check_seat::<G>(seat)?;
    match (seat, state.turn()) {
        (_, Turn::Over) => Err(over()),
        (Some(seat), _) | (None, Turn::Of(seat)) => Ok(state.observe(seat)),
    }
}

pub(crate) fn over() -> Usage {
    Usage("the game is over: there is nothing left to decide".to_owned())
}

pub(crate) fn as_text<G: Present>(view: &ObservationOf<G>, turn: Seat, thought: &Thought<G>, player: &Spec) -> String {
    let seat = view.seat();
    let mut text = format!("{}: seat {turn} to act, as seat {seat} sees it\n\n{}\n", G::TITLE, position::<G>(view));
    for sentence in verdict(thought, &Message::capitalised(&player.name), &as_typed) {
        append_line!(text, "{}", wrap(&sentence.to_string(), 2));
    }
    if let Some(best) = thought.choices.first() {
        let how = if thought.is_house { G::VALUES.to_owned() } else { format!("what {player} expects") };
        let games = best.outlook.as_ref().map_or(0, cardsharp_search::Outlook::games);
        let how = format!(
            "Value: {how}. Columns to the right: {games} games in likely worlds, where all play on at a glance; they are reasons, not values."
        );
        append!(text, "\n{}\n{}\n", choice_table(thought), wrap(&how, 0));
    }
    if thought.holdings.is_certain() {
        append_line!(text, "\nNothing is hidden from seat {seat} any more.");
        return text;
    }
    let worlds = thought.holdings.effective_size;
    let head = format!("Where seat {seat} may think the unseen cards are, in percent (worth {worlds:.0} even worlds):");
    append!(text, "\n{}\n\n{}", wrap(&head, 0), belief_table(&thought.holdings));
    let mut facts: Vec<String> =
        salient(&thought.holdings, by_number, str::to_owned, 3).iter().map(ToString::to_string).collect();
    facts.extend(manners(thought));
    if !facts.is_empty() {
        text.push('\n');
    }
    for fact in facts {
        append_line!(text, "{}", wrap(&format!("{fact}."), 2));
    }
    text
}

/// Returns the house players that the other seats probably play like.
fn manners<G: Present>(thought: &Thought<G>) -> Vec<String> {
    let sure = thought.manners.iter().filter(|(_, _, chance)| *chance > 0.6);
    sure.map(|(seat, name, chance)| format!("Seat {seat} plays like {name} ({})", percent(*chance))).collect()
}
