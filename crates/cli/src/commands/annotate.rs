//! `cardsharp annotate`: a recorded game with comments where something was lost or the game turned.

use std::fmt::Write;

use cardsharp_presentation::Tabled;
use cardsharp_presentation::analysis::{Analyst, LOSS, as_typed, percent, salient, slip};
use cardsharp_presentation::replay::in_words;
use cardsharp_rules::{ActionOf, AnyRecord, BySeat, Event, Game, Record, Seat, State, with_game};
use cardsharp_search::by_number;

use super::lesson::lesson;
use super::replay::read_numbered;
use crate::Usage;
use crate::args::Annotate;
use crate::output::Staged;
use crate::progress::Progress;

/// So much better or worse than at the seat's last decision, and the game has turned.
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

/// How a seat did.
#[derive(Clone, Copy, Default)]
struct Account {
    decisions: u32,
    slips: u32,
    lost: f64,
    /// Its prospects when it last decided.
    hope: Option<f64>,
}

fn annotate<G: Tabled>(record: &Record<G>, args: &Annotate) -> Result<String, Usage> {
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
                write!(text, "**{words}**\n\n> {comment}\n\n").expect("writing to a string");
            }
        }
        progress.show(number as u64 + 1);
    }
    progress.end();
    flush(&mut text, &mut plain);
    text.push_str(&summary(record, &accounts));
    Ok(text)
}

/// Steps nobody need say anything about, in one paragraph.
fn flush(text: &mut String, plain: &mut Vec<String>) {
    if !plain.is_empty() {
        write!(text, "{}\n\n", plain.join(" · ")).expect("writing to a string");
        plain.clear();
    }
}

/// What there is to say about a decision, if anything.
fn comment<G: Tabled>(
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
        write!(text, "{} = {}. ", option.key, option.value).expect("writing to a string");
    }
    match record.deal_seed() {
        Some(seed) => write!(text, "Seed {}. ", seed.0),
        None => write!(text, "Deal `{}`. ", record.deal()),
    }
    .expect("writing to a string");
    writeln!(
        text,
        "Judged at every decision by `{}`, from what the seat could know. A comment stands where more \
         than {:.0} points of a hundred were lost beyond noise, or the game turned.\n",
        args.player,
        100.0 * LOSS
    )
    .expect("writing to a string");
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
        writeln!(text, "| {seat} | {name} | {returns} | {} | {} | {lost:.0} |", account.decisions, account.slips)
            .expect("writing to a string");
    }
    text
}
