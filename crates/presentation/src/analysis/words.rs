//! Analyses as sentences.

use cardsharp_rules::{ActionOf, Seat};
use cardsharp_search::{Figure, Holdings, Objective, Outlook, Searchable, Unit};

use super::{Choice, Judged, Present, Thought};
use crate::message;
use crate::message::{Message, Part, decimal};

/// Names an action in a sentence: as typed, or as spoken.
pub type Named<'a, G> = &'a dyn Fn(ActionOf<G>) -> Message;

/// Figures from fewer playouts are not shown.
pub const GAMES_TOLD: usize = 20;

/// Names an action as typed.
pub fn as_typed<A: std::fmt::Display>(action: A) -> Message {
    Message::verbatim(action.to_string())
}

/// Formats a part of one as a whole percentage.
pub fn percent(part: f64) -> String {
    // Keeps number and sign on one line.
    format!("{:.0}\u{a0}%", 100.0 * part)
}

fn counts_wins<G: Searchable>() -> bool {
    // In a zero-sum game with returns ±1 the score is the win, and a draw half a win.
    matches!(G::OBJECTIVE, Objective::Win) || (matches!(G::OBJECTIVE, Objective::Score) && G::RANGE == (-1, 1))
}

/// Adds the unit of a value to a number out of a hundred.
fn of_a_hundred<G: Searchable>(number: Part) -> Message {
    let is_one = matches!(&number, Part::Number(number) if number == "1");
    match (counts_wins::<G>(), is_one) {
        (true, true) => message!("{number} win in 100", number),
        (true, false) => message!("{number} wins in 100", number),
        (false, _) => message!("{number} of 100 for place and points", number),
    }
}

/// Formats a number out of a hundred with its standard error.
fn with_error(value: f64, error: f64, decimals: usize) -> Part {
    let (value, error) = (decimal(100.0 * value, decimals), decimal(100.0 * error, decimals));
    message!("{value} ± {error}", value, error).into()
}

fn figure_in_words(figure: &Figure, value: f64) -> Part {
    match figure.unit {
        Unit::Chance => percent(value).into(),
        Unit::Amount => decimal(value, 1),
    }
}

/// Returns a figure of an action with its standard error; `None` after too few playouts.
pub fn figure_told<A>(figure: &Figure, place: usize, outlook: &Outlook<A>) -> Option<Message> {
    let games = outlook.games();
    if games < GAMES_TOLD {
        return None;
    }
    let (value, games) = (outlook.figures[place], games as f64);
    let words = Message::constant(figure.words);
    Some(match figure.unit {
        Unit::Chance => {
            // A count of all or none has an error too.
            let likely = (value * games + 1.0) / (games + 2.0);
            let error = (likely * (1.0 - likely) / games).sqrt();
            let (value, error) = (decimal(100.0 * value, 0), decimal(100.0 * error, 0));
            message!("{figure} {value} ± {error} in 100", figure = words, value, error)
        }
        Unit::Amount => {
            let error = outlook.spreads[place] / games.sqrt();
            message!("{figure} {value} ± {error}", figure = words, value = decimal(value, 1), error = decimal(error, 1))
        }
    })
}

/// Returns the best action in one sentence, if there is anything to do.
pub fn advice_in_brief<G: Present>(thought: &Thought<G>) -> Option<Message> {
    let best = thought.choices.first()?;
    let action = G::order(best.action);
    let Some(next) = thought.choices.get(1) else {
        return Some(message!("{action}: there is nothing else that you could do.", action));
    };
    let Some((value, _)) = best.value else {
        return Some(message!("{action}: that is what the champion would do.", action));
    };
    let value = of_a_hundred::<G>(decimal(100.0 * value, 0));
    let Some((cost, error)) = cost(best, next) else {
        return Some(message!("{action}: about {value}.", action, value));
    };
    if cost <= 2.0 * error || cost < 0.005 {
        let next = G::order(next.action);
        return Some(message!("{action}: about {value}. As good: {next}.", action, value, next));
    }
    let more = decimal((100.0 * cost).max(1.0), 0);
    Some(message!("{action}: about {value}, {more} more than the next best.", action, value, more))
}

/// Returns the best action and the cost of the others with reasons, one sentence per line.
pub fn verdict<G: Present>(thought: &Thought<G>, player: &Message, named: Named<'_, G>) -> Vec<Message> {
    let Some(best) = thought.choices.first() else { return Vec::new() };
    let mut sentences = vec![praise(thought, best, named)];
    sentences.extend(habit(thought, player, named));
    let told = sentences.len();
    let mut close = Vec::new();
    for other in &thought.choices[1..] {
        match cost(best, other) {
            Some((cost, error)) if cost > 0.01 && cost > 2.0 * error => {
                let cost = of_a_hundred::<G>(decimal(100.0 * cost, 0));
                let (action, why) = (named(other.action), because::<G>(best, other, Told::Worse));
                sentences.push(message!("{action} costs {cost}{why}.", action, cost, why));
            }
            Some(_) => close.push(named(other.action)),
            None => {}
        }
    }
    sentences.truncate(told + 3);
    if !close.is_empty() {
        let more = close.len().saturating_sub(5);
        close.truncate(5);
        let actions = Part::List(", ", close);
        sentences.push(match more {
            0 => message!("Not to be told from it: {actions}.", actions),
            _ => message!("Not to be told from it: {actions} and {more} more.", actions, more),
        });
    }
    sentences
}

/// Returns the best action with its value and consequences.
fn praise<G: Present>(thought: &Thought<G>, best: &Choice<ActionOf<G>>, named: Named<'_, G>) -> Message {
    let (action, account) = (named(best.action), account(best.outlook.as_ref(), G::FIGURES));
    let value = best.value.map(|(value, error)| of_a_hundred::<G>(with_error(value, error, 1)));
    match (thought.choices.len(), value) {
        (1, Some(value)) => message!("{action} is the only legal action: {value}{account}.", action, value, account),
        (1, None) => message!("{action} is the only legal action{account}.", action, account),
        (_, Some(value)) => message!("{action} is best: {value}{account}.", action, value, account),
        (_, None) => message!("{action} is best{account}.", action, account),
    }
}

/// Returns the choice of a player without values: how often, and at what cost.
fn habit<G: Present>(thought: &Thought<G>, player: &Message, named: Named<'_, G>) -> Option<Message> {
    let likeliest = thought.choices.iter().find(|choice| Some(choice.action) == thought.choice)?;
    if thought.judged == Judged::Valued || thought.choices.len() == 1 {
        return None;
    }
    let mut mixed: Vec<(f64, ActionOf<G>)> = thought
        .choices
        .iter()
        .filter_map(|choice| Some((choice.weight.filter(|&weight| weight >= 0.01)?, choice.action)))
        .collect();
    mixed.sort_by(|a, b| b.0.total_cmp(&a.0));
    let cost = cost(&thought.choices[0], likeliest).filter(|(cost, error)| *cost > 0.01 && *cost > 2.0 * error);
    let cost = cost.map(|(cost, error)| of_a_hundred::<G>(with_error(cost, error, 0)));
    let action = named(likeliest.action);
    if mixed.len() <= 1 {
        return Some(match cost {
            None => message!("{player} would do {action}.", player, action),
            Some(cost) => message!("{player} would do {action}, which costs {cost}.", player, action, cost),
        });
    }
    let part = |&(weight, action): &(f64, ActionOf<G>)| {
        message!("{action} {weight}", action = named(action), weight = percent(weight))
    };
    let mut parts: Vec<Message> = mixed.iter().take(MIXED).map(part).collect();
    if mixed.len() > MIXED {
        parts.push(message!("and others"));
    }
    let parts = Part::List(", ", parts);
    Some(match cost {
        None => message!("{player} mixes: {parts}.", player, parts),
        Some(cost) => message!("{player} mixes: {parts}; {action} costs {cost}.", player, parts, action, cost),
    })
}

/// The most actions of a mixture that are shown.
const MIXED: usize = 4;

/// Returns how much worse another action is, with the standard error.
pub fn cost<A>(best: &Choice<A>, other: &Choice<A>) -> Option<(f64, f64)> {
    Some((best.value?.0 - other.value?.0, best.paired_error.hypot(other.paired_error)))
}

/// Returns the figures of an action, to follow its value.
fn account<A>(outlook: Option<&Outlook<A>>, figures: &[Figure]) -> Message {
    let told = |outlook: &Outlook<A>| -> Vec<Message> {
        let figures = figures.iter().enumerate();
        figures.filter_map(|(place, figure)| figure_told(figure, place, outlook)).collect()
    };
    let words = outlook.map_or_else(Vec::new, told);
    if words.is_empty() { Message::default() } else { message!("; {figures}", figures = Part::List("; ", words)) }
}

/// Which of two actions a sentence is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// The better one: its figures come first.
    Better,
    /// The worse one.
    Worse,
}

/// Returns the figures that speak most clearly against an action, to follow a sentence without its full stop.
pub fn because<G: Searchable>(best: &Choice<ActionOf<G>>, other: &Choice<ActionOf<G>>, told: Told) -> Message {
    let (Some(mine), Some(theirs)) = (&best.outlook, &other.outlook) else { return Message::default() };
    if mine.games().min(theirs.games()) < GAMES_TOLD {
        return Message::default();
    }
    let games = mine.games() as f64;
    let mut reasons: Vec<(f64, Message)> = Vec::new();
    for (place, figure) in G::FIGURES.iter().enumerate() {
        let (good, poor) = (mine.figures[place], theirs.figures[place]);
        let worse = if figure.good { good - poor } else { poor - good };
        let spread = mine.spreads[place].hypot(theirs.spreads[place]);
        if worse <= 0.0 || worse < 2.0 * spread / games.sqrt() {
            continue;
        }
        let (poor, good) = (figure_in_words(figure, poor), figure_in_words(figure, good));
        if poor != good {
            let figure = Message::constant(figure.words);
            let words = match told {
                Told::Better => message!("{figure} {good}, and {poor} with what was done", figure, good, poor),
                Told::Worse => message!("{figure} {poor} instead of {good}", figure, poor, good),
            };
            reasons.push((worse / spread.max(1e-9), words));
        }
    }
    reasons.sort_by(|a, b| b.0.total_cmp(&a.0));
    reasons.truncate(2);
    if reasons.is_empty() {
        return message!(", though at a glance the two look alike");
    }
    message!(": {reasons}", reasons = Part::List("; ", reasons.into_iter().map(|(_, words)| words).collect()))
}

/// The least loss that is mentioned, if it also exceeds two standard errors.
pub const LOSS: f64 = 0.03;

/// Returns the loss of an action and the better one; `None` if the loss is within the noise.
pub fn slip<G: Present>(thought: &Thought<G>, played: ActionOf<G>, named: Named<'_, G>) -> Option<(f64, Message)> {
    let best = &thought.choices[0];
    let choice = thought.choices.iter().find(|choice| choice.action == played)?;
    if choice.action == best.action {
        return None;
    }
    let (lost, error) = cost(best, choice)?;
    if lost <= LOSS || lost <= 2.0 * error {
        return None;
    }
    let (action, why) = (named(best.action), because::<G>(best, choice, Told::Better));
    let more = of_a_hundred::<G>(with_error(lost, error, 0));
    Some((lost, message!("{action} was better by {more}{why}.", action, more, why)))
}

/// Returns the most informative facts about hidden cards, at most `most`.
pub fn salient(
    holdings: &Holdings,
    called: impl Fn(Seat) -> String,
    printed: impl Fn(&str) -> String,
    most: usize,
) -> Vec<Message> {
    let facts = holdings.facts().into_iter().filter(|fact| fact.chance > fact.uniform + 0.15);
    facts
        .take(most)
        .map(|fact| {
            let place = whereabouts(&holdings.places[fact.place], &called);
            let card = printed(&holdings.kinds[fact.kind].name);
            let (chance, uniform) = (percent(fact.chance), percent(fact.uniform));
            message!("{card} is {place} at {chance} ({uniform} by the rules alone)", card, place, chance, uniform)
        })
        .collect()
}

/// Returns a hiding place in a sentence: "in the hand of Ada".
pub(crate) fn whereabouts(place: &cardsharp_search::HidingPlace, called: impl Fn(Seat) -> String) -> Message {
    let name = place.seat.map_or_else(String::new, called);
    Message::new(place.in_words(|_| "{name}".to_owned()), vec![("name", name.into())])
}
