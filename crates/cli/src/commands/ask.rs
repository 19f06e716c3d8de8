//! `cardsharp ask`: a program's answer to one position, beside the champion's.

use cardsharp_search::Spec;
use std::time::Duration;

use cardsharp_matches::Participant;
use cardsharp_presentation::Present;
use cardsharp_presentation::analysis::{Analyst, Thought, cost, thought_json, wrap};
use cardsharp_programs::{BotPlayer, Hosted, Reply};
use cardsharp_rules::{ActionOf, Observation, ObservationOf, Rng, Seed, Turn};
use serde_json::{Value, json};

use crate::shared::{
    Chosen, HostingArgs, Look, Output, Position, USUAL, Unfit, Usage, as_text, at_position, bots, failed, over,
    participant,
};

/// Ask a program what it would do in a position, and the champion
#[derive(Debug, clap::Args)]
#[command(
    group(clap::ArgGroup::new("position").required(true).args(["record", "deal", "view"])),
    after_help = "\
Examples:
  cardsharp ask indigo bot.py --record game.record --at 12
  cardsharp ask intensity player.c --record game.record --at 30 --json
  cardsharp ask lucky-thirteen bot.py --deal \"$(cardsharp deal lucky-thirteen --seed 7)\"

The program is started for this one question, in the sandbox, and told what its seat knows and
nothing else. Its answer, its standard error, its time and its memory are shown; then what the
champion thinks of the same position. The exit status is 1 if the answer cannot stand."
)]
pub(crate) struct Ask {
    #[command(flatten)]
    chosen: Chosen,
    #[arg(value_name = "PROGRAM", help = "A C file, an executable, or a script")]
    program: String,
    #[command(flatten)]
    position: Position,
    #[arg(long, value_name = "PLAYER", default_value = USUAL, help = "Who thinks about the position beside it")]
    player: Spec,
    #[arg(long, value_name = "S", default_value_t = 1, help = "Names the analyst's luck")]
    seed: u64,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    hosting: HostingArgs,
}

pub(crate) fn run(args: &Ask) -> anyhow::Result<String> {
    at_position(&args.chosen, &args.position, args)
}

impl Look for Ask {
    fn look<G: Present + Hosted>(&self, game: &G, view: &ObservationOf<G>) -> anyhow::Result<String> {
        let Turn::Of(turn) = view.turn() else { return Err(over().into()) };
        if turn != view.seat() {
            let reason =
                format!("it is the turn of seat {turn}, so nobody asks seat {}: leave out --seat", view.seat());
            return Err(Usage(reason).into());
        }
        let Participant::Program(bot) = participant(game, &self.program, &bots::<G>(&self.hosting)?)? else {
            let reason = format!("{} is a player of ours; `cardsharp analyse --player` asks it", self.program);
            return Err(Usage(reason).into());
        };
        let protocol = bot.protocol;
        // Programs have their own random numbers.
        let asked = BotPlayer::new(game, *bot).ask_and_let_go(view, &mut Rng::new(Seed(self.seed)));
        let reply = asked.map_err(failed)?;
        let answer = reply.answer.as_ref().ok().copied();
        let analyst = Analyst::new(game, &self.player, self.seed).map_err(Usage::from)?;
        let thought = analyst.think(view, answer);
        let text = if self.output.json {
            let told = json!({
                "program": reply_json::<G>(self, &protocol.to_string(), &reply, &thought),
                "thought": thought_json::<G>(view, &thought, &self.player),
            });
            format!("{told:#}\n")
        } else {
            let words = in_words::<G>(self, view, &reply, &thought);
            format!("{words}\n{}", as_text::<G>(view, turn, &thought, &self.player))
        };
        if answer.is_some() { Ok(text) } else { Err(Unfit(text).into()) }
    }
}

/// The rank of an action, and its value and cost with their standard errors.
struct Judged {
    place: usize,
    value: Option<(f64, f64)>,
    cost: Option<(f64, f64)>,
}

fn judged<G: Present>(thought: &Thought<G>, answer: ActionOf<G>) -> Option<Judged> {
    let place = thought.choices.iter().position(|choice| choice.action == answer)?;
    let own = &thought.choices[place];
    Some(Judged { place: place + 1, value: own.value, cost: cost(&thought.choices[0], own) })
}

fn in_words<G: Present>(
    args: &Ask,
    view: &ObservationOf<G>,
    reply: &Reply<ActionOf<G>>,
    thought: &Thought<G>,
) -> String {
    let mut text = match &reply.answer {
        Ok(answer) => format!("{} answers: {answer}\n", args.program),
        Err(failure) => {
            let mut legal = Vec::new();
            view.legal_actions(&mut legal);
            let words =
                format!("The answer of {} cannot stand: {failure}. Legal are: {}.", args.program, several(&legal));
            wrap(&words, 2) + "\n"
        }
    };
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let (usage, mebibyte) = (reply.usage, f64::from(1 << 20));
    let mut cost = format!("{:.1} ms of processor time, {:.1} ms by the clock", ms(usage.cpu), ms(usage.wall));
    if usage.memory > 0 {
        append!(cost, ", {:.1} MiB of memory", usage.memory as f64 / mebibyte);
    }
    // A program that died has no usage.
    if !usage.wall.is_zero() {
        append_line!(text, "  {cost}");
    }
    let said = [("output", &reply.exchange.output), ("standard error", &reply.exchange.errors)];
    for (title, said) in
        said.into_iter().filter(|(title, said)| !said.is_empty() && (*title != "output" || reply.answer.is_err()))
    {
        append_line!(text, "  {title}:");
        for line in said.lines().take(LINES) {
            append_line!(text, "    {}", line.chars().take(WIDTH).collect::<String>());
        }
        if said.lines().nth(LINES).is_some() {
            append_line!(text, "    …");
        }
    }
    if let Ok(answer) = reply.answer
        && let Some(Judged { place, cost, .. }) = judged(thought, answer)
    {
        let count = thought.choices.len();
        let words = match cost {
            _ if count == 1 => "It is the only legal action.".to_owned(),
            Some((cost, error)) if place > 1 => format!(
                "Of {count} actions {} puts it at place {place}: {:.1} ± {:.1} points of a hundred behind {}.",
                args.player,
                100.0 * cost,
                100.0 * error,
                thought.choices[0].action
            ),
            _ if place == 1 => format!("{} would put it first of {count} actions, too.", args.player),
            _ => format!("{} has not tried it often enough to say what it is worth.", args.player),
        };
        append_line!(text, "{}", wrap(&words, 2));
    }
    text
}

/// The largest number of lines shown of a program's output, and of characters in each.
const LINES: usize = 20;
const WIDTH: usize = 200;
/// The largest number of legal actions named.
const NAMED: usize = 12;

fn several<A: ToString>(actions: &[A]) -> String {
    let named: Vec<String> = actions.iter().take(NAMED).map(ToString::to_string).collect();
    let rest = actions.len().saturating_sub(NAMED);
    if rest > 0 { format!("{} and {rest} more", named.join(", ")) } else { named.join(", ") }
}

fn reply_json<G: Present>(args: &Ask, protocol: &str, reply: &Reply<ActionOf<G>>, thought: &Thought<G>) -> Value {
    let answer = reply.answer.as_ref().ok().copied();
    let judged = answer.and_then(|answer| judged(thought, answer));
    let fault = reply.answer.as_ref().err();
    let pair = |pair: Option<(f64, f64)>| pair.map(|(mean, error)| json!({ "mean": mean, "standard_error": error }));
    json!({
        "program": args.program, "protocol": protocol, "answer": answer.map(|answer| answer.to_string()),
        "fault": fault.map(|fault| json!({ "verdict": fault.verdict.to_string(), "answer": fault.answer })),
        "input": reply.exchange.input, "output": reply.exchange.output, "errors": reply.exchange.errors,
        "cpu_ms": reply.usage.cpu.as_secs_f64() * 1e3, "wall_ms": reply.usage.wall.as_secs_f64() * 1e3,
        "memory_bytes": (reply.usage.memory > 0).then_some(reply.usage.memory),
        "place": judged.as_ref().filter(|judged| judged.value.is_some()).map(|judged| judged.place),
        "value": pair(judged.as_ref().and_then(|judged| judged.value)),
        "cost": pair(judged.as_ref().and_then(|judged| judged.cost)),
    })
}
