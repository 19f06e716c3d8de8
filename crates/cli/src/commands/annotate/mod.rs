//! `cardsharp annotate`: a recorded game with comments at mistakes and turning points.

mod lesson;

use cardsharp_search::Spec;
use std::path::PathBuf;

use cardsharp_presentation::Present;
use cardsharp_presentation::analysis::{Analyst, LOSS, as_typed, percent, salient, slip};
use cardsharp_presentation::replay::in_words;
use cardsharp_rules::{ActionOf, AnyRecord, BySeat, Event, Game, Record, Seat, State, with_game};
use cardsharp_search::by_number;

use crate::shared::{Progress, Staged, Usage, read_numbered};
use lesson::lesson;

/// Write a recorded game with comments at its turning points
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  cardsharp annotate game.record\n  cardsharp annotate games.record --number 2 --player champion:nodes=4000 --out game.md\n  cardsharp annotate examples/records/intensity-lesson.record --rules"
)]
pub(crate) struct Annotate {
    #[arg(value_name = "FILE", help = "A record")]
    file: PathBuf,
    #[arg(long, value_name = "N", default_value_t = 1, help = "Which record, where the file holds several")]
    number: usize,
    #[arg(long, value_name = "PLAYER", default_value = "champion:ms=300", help = "Who is asked at every decision")]
    player: Spec,
    #[arg(long, value_name = "S", default_value_t = 1, help = "Names the analyst's luck")]
    seed: u64,
    /// Explain the game by the rules instead: hands, what may be played and why, who takes the round; Intensity only
    #[arg(long, conflicts_with_all = ["player", "seed"])]
    rules: bool,
    #[arg(long, value_name = "FILE", help = "Write to this file instead")]
    out: Option<PathBuf>,
}

/// The smallest change since the seat's last decision that is a turning point.
const TURN: f64 = 0.15;

pub(crate) fn run(args: &Annotate) -> anyhow::Result<String> {
    let record = read_numbered(&args.file, args.number)?;
    let text = match &record {
        AnyRecord::Intensity(record) if args.rules => lesson(record),
        _ if args.rules => {
            let reason =
                format!("--rules: only a game of Intensity is explained so, and {} is none", args.file.display());
            return Err(Usage(reason).into());
        }
        _ => with_game!(AnyRecord, &record, record => annotate(record, args))?,
    };
    let Some(path) = &args.out else { return Ok(text) };
    Staged::new(path, &text)?.put_in_place()?;
    Ok(String::new())
}

#[derive(Clone, Copy, Default)]
struct Account {
    decisions: u32,
    slips: u32,
    lost: f64,
    /// Its value at its last decision.
    hope: Option<f64>,
}

fn annotate<G: Present>(record: &Record<G>, args: &Annotate) -> Result<String, Usage> {
    let analyst = Analyst::new(record.game(), &args.player, args.seed)?;
    let progress = Progress::new("steps", record.events().len() as u64);
    let mut accounts = BySeat::splat(G::SEATS, Account::default());
    let (mut state, mut text, mut plain) = (record.start(), title(record, args), Vec::new());
    for (number, event) in record.events().iter().enumerate() {
        let words = format!("{}. {}", number + 1, in_words(record, event, None));
        let comment = match event {
            Event::Action(seat, action) => {
                let comment = comment(&analyst, &state, (*seat, *action), &mut accounts[*seat]);
                state.play_unchecked(*action);
                comment
            }
            Event::Fault(_) => None,
        };
        match comment {
            None => plain.push(words),
            Some(comment) => {
                flush(&mut text, &mut plain);
                append!(text, "**{words}**\n\n> {comment}\n\n");
            }
        }
        progress.show(number as u64 + 1);
    }
    progress.end();
    flush(&mut text, &mut plain);
    text.push_str(&summary(record, &accounts));
    Ok(text)
}

/// Writes the steps without comments as one paragraph.
fn flush(text: &mut String, plain: &mut Vec<String>) {
    if !plain.is_empty() {
        append!(text, "{}\n\n", plain.join(" · "));
        plain.clear();
    }
}

fn comment<G: Present>(
    analyst: &Analyst<G>,
    state: &G::State,
    (seat, played): (Seat, ActionOf<G>),
    account: &mut Account,
) -> Option<String> {
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    if legal.len() < 2 {
        return None;
    }
    let thought = analyst.think(&state.observe(seat), Some(played));
    account.decisions += 1;
    let best = thought.choices[0].value.map(|(value, _)| value);
    let turned = best.zip(account.hope).filter(|(now, then)| (now - then).abs() > TURN);
    let turned = turned.map(|(now, then)| {
        let way = if now > then { "risen" } else { "fallen" };
        format!("Since its last choice seat {seat}'s prospects have {way} from {} to {}.", percent(then), percent(now))
    });
    let slip = slip(&thought, played, &as_typed);
    if let Some((lost, _)) = &slip {
        account.slips += 1;
        account.lost += lost;
    }
    account.hope = best.map(|best| (best - slip.as_ref().map_or(0.0, |(lost, _)| *lost)).max(0.0));
    let mut sentences: Vec<String> = turned.into_iter().chain(slip.map(|(_, words)| words.to_string())).collect();
    if sentences.is_empty() {
        return None;
    }
    let facts: Vec<String> =
        salient(&thought.holdings, by_number, str::to_owned, 2).iter().map(ToString::to_string).collect();
    if !facts.is_empty() {
        sentences.push(format!("What could be known: {}.", facts.join("; ")));
    }
    Some(sentences.join(" ").replace('\u{a0}', " "))
}

fn title<G: Game>(record: &Record<G>, args: &Annotate) -> String {
    let mut text = format!("# {}: {}\n\n", G::TITLE, record.names().join(" · "));
    for option in record.game().options() {
        append!(text, "{} = {}. ", option.key, option.value);
    }
    if let Some(seed) = record.deal_seed() {
        append!(text, "Seed {}. ", seed.0);
    } else {
        append!(text, "Deal `{}`. ", record.deal());
    }
    append_line!(
        text,
        "Judged at every decision by `{}`, from what the seat could know. A comment stands where more \
         than {:.0} points of a hundred were lost beyond noise, or the game turned.\n",
        args.player,
        100.0 * LOSS
    );
    text
}

fn summary<G: Game>(record: &Record<G>, accounts: &BySeat<Account>) -> String {
    let mut text =
        "| seat | player | result | decisions | slips | lost, points of a hundred |\n|---|---|---|---|---|---|\n"
            .to_owned();
    let result = record.result();
    for (seat, account) in accounts.iter() {
        let returns = result.as_ref().map_or_else(|| "unfinished".to_owned(), |result| result[seat].to_string());
        let (name, lost) = (&record.names()[seat.index()], 100.0 * account.lost);
        append_line!(text, "| {seat} | {name} | {returns} | {} | {} | {lost:.0} |", account.decisions, account.slips);
    }
    text
}
