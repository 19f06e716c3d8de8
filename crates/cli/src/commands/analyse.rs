//! `cardsharp analyse`: what to do in a position, why, and where the hidden cards may be.

use std::fmt::Write;

use std::sync::Arc;

use cardsharp_matches::Participant;
use cardsharp_presentation::analysis::{
    Analyst, Thought, as_typed, belief_table, choice_table, percent, position, salient, thought_json, verdict, wrap,
};
use cardsharp_presentation::{Said, Tabled};
use cardsharp_programs::{BotPlayer, Hosted};
use cardsharp_rules::{ActionOf, Event, Game, Observation, ObservationOf, Record, Seat, State, Turn, with_game};
use cardsharp_search::{Spec, by_number};

use super::referee::{bots, failed, participant};
use super::replay::read_numbered;
use crate::Usage;
use crate::args::{Analyse, Chosen, Position, USUAL};

pub(crate) fn run(args: &Analyse) -> anyhow::Result<String> {
    at_position(&args.chosen, &args.position, args)
}

/// What is done with a position, whatever the game is.
pub(super) trait Look {
    fn look<G: Tabled + Hosted>(&self, game: &G, view: &ObservationOf<G>) -> anyhow::Result<String>;
}

/// Looks at the position that was named.
pub(super) fn at_position(chosen: &Chosen, position: &Position, look: &impl Look) -> anyhow::Result<String> {
    if let Some(path) = &position.record {
        let record = read_numbered(path, position.number)?;
        return with_game!(AnyRecord, &record, record => of_record(record, chosen, position, look));
    }
    let game = chosen.game()?;
    with_game!(AnyGame, &game, game => of_words(game, position, look))
}

fn of_record<G: Tabled + Hosted>(
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
    look.look::<G>(record.game(), &seen::<G>(&state, position.seat)?)
}

fn of_words<G: Tabled + Hosted>(game: &G, position: &Position, look: &impl Look) -> anyhow::Result<String> {
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
    look.look::<G>(game, &seen::<G>(&state, position.seat)?)
}

/// The position as the seat sees it, or as the one whose turn it is.
fn seen<G: Game>(state: &G::State, seat: Option<Seat>) -> Result<ObservationOf<G>, Usage> {
    super::check_seat::<G>(seat)?;
    match (seat, state.turn()) {
        (_, Turn::Over) => Err(over()),
        (Some(seat), _) | (None, Turn::Of(seat)) => Ok(state.observe(seat)),
    }
}

pub(super) fn over() -> Usage {
    Usage("the game is over: there is nothing left to decide".to_owned())
}

impl Look for Analyse {
    fn look<G: Tabled + Hosted>(&self, game: &G, view: &ObservationOf<G>) -> anyhow::Result<String> {
        let Turn::Of(turn) = view.turn() else { return Err(over().into()) };
        let (thought, player, is_program) = think(game, view, self)?;
        if self.output.json {
            return Ok(format!("{:#}\n", thought_json::<G>(view, &thought, &player)));
        }
        // A path is no word to begin a sentence with.
        let player = if is_program { Spec { name: "the program".to_owned(), settings: Vec::new() } } else { player };
        Ok(as_text::<G>(view, turn, &thought, &player))
    }
}

/// What was thought, by whom, and whether that is a program.
fn think<G: Tabled + Hosted>(
    game: &G,
    view: &ObservationOf<G>,
    args: &Analyse,
) -> anyhow::Result<(Thought<G>, Spec, bool)> {
    match participant(game, &args.player, &bots::<G>(&args.hosting)?)? {
        Participant::House(_, spec) => {
            let analyst = Analyst::new(game, &spec, args.seed).map_err(Usage::from)?;
            Ok((analyst.think(view, None), spec, false))
        }
        Participant::Program(bot) => {
            let spec = Spec { name: bot.program.label.clone(), settings: Vec::new() };
            let asked = Arc::new(BotPlayer::new(game, *bot));
            let usual: Spec = USUAL.parse().expect("the name of a player");
            let analyst = Analyst::of(game, Box::new(Arc::clone(&asked)), &usual, args.seed).map_err(Usage::from)?;
            let thought = analyst.think(view, None);
            if let Some(stop) = asked.take_trouble() {
                return Err(failed(stop));
            }
            if asked.faults() > 0 {
                anyhow::bail!("the answer of {} cannot stand; `cardsharp ask` shows it", args.player);
            }
            Ok((thought, spec, true))
        }
    }
}

pub(super) fn as_text<G: Tabled>(view: &ObservationOf<G>, turn: Seat, thought: &Thought<G>, player: &Spec) -> String {
    let seat = view.seat();
    let mut text = format!("{}: seat {turn} to act, as seat {seat} sees it\n\n{}\n", G::TITLE, position::<G>(view));
    for sentence in verdict(thought, &Said::capitalised(&player.name), &as_typed) {
        writeln!(text, "{}", wrap(&sentence.to_string(), 2)).expect("writing to a string");
    }
    if let Some(best) = thought.choices.first() {
        let how = if thought.is_house { G::VALUES.to_owned() } else { format!("what {player} expects") };
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
    let mut facts: Vec<String> =
        salient(&thought.holdings, by_number, str::to_owned, 3).iter().map(ToString::to_string).collect();
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
