//! Sentences about actions and cards.

use cardsharp_rules::{ActionOf, Seat};
use cardsharp_search::{Figure, Holdings, Objective, Outlook, Thoughtful, Unit};

use super::{Choice, Judged, Tabled, Thought};

/// A part of one as percent, without pretending to know more.
pub fn percent(part: f64) -> String {
    // Number and sign stay on one line.
    format!("{:.0}\u{a0}%", 100.0 * part)
}

/// What a value counts.
fn worth<G: Tabled>(value: f64, error: f64) -> String {
    let number = format!("{:.1} ± {:.1}", 100.0 * value, 100.0 * error);
    match G::OBJECTIVE {
        Objective::Win => format!("{number}\u{a0}% to win"),
        _ => format!("{number} of a hundred"),
    }
}

fn figure_in_words(figure: &Figure, value: f64) -> String {
    match figure.unit {
        Unit::Chance => percent(value),
        Unit::Amount => format!("{value:.1}"),
    }
}

/// What is to be done, and what the others would cost and why: one sentence a line.
pub fn verdict<G: Tabled>(thought: &Thought<G>, player: &str) -> Vec<String> {
    let Some(best) = thought.choices.first() else { return Vec::new() };
    let value = best.value.map_or_else(String::new, |(value, error)| format!(": {}", worth::<G>(value, error)));
    let first = if thought.choices.len() == 1 { "the only legal action" } else { "best" };
    let account = account(best.outlook.as_ref(), G::FIGURES);
    let mut sentences = vec![format!("{} is {first}{value}{account}.", best.action)];
    sentences.extend(habit(thought, player));
    let told = sentences.len();
    let mut close = Vec::new();
    for other in &thought.choices[1..] {
        match cost(best, other) {
            Some((cost, error)) if cost > 0.01 && cost > 2.0 * error => {
                let why = because::<G>(best, other);
                sentences.push(format!("{} costs {:.0} points of a hundred{why}.", other.action, 100.0 * cost));
            }
            Some(_) => close.push(other.action.to_string()),
            None => {}
        }
    }
    sentences.truncate(told + 3);
    if !close.is_empty() {
        let more = close.len().saturating_sub(5);
        close.truncate(5);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        sentences.push(format!("Not to be told from it: {}{rest}.", close.join(", ")));
    }
    sentences
}

/// What a player without values of its own would do, how often if it mixes, and what that costs.
fn habit<G: Tabled>(thought: &Thought<G>, player: &str) -> Option<String> {
    let likeliest = thought.choices.iter().find(|choice| Some(choice.action) == thought.choice)?;
    if thought.judged == Judged::Valued || thought.choices.len() == 1 {
        return None;
    }
    let mut mixed: Vec<(f64, String)> = thought
        .choices
        .iter()
        .filter_map(|choice| Some((choice.weight.filter(|&weight| weight >= 0.01)?, choice.action.to_string())))
        .collect();
    mixed.sort_by(|a, b| b.0.total_cmp(&a.0));
    let words = if mixed.len() > 1 {
        let parts = mixed.iter().take(MIXED).map(|(weight, action)| format!("{action} {}", percent(*weight)));
        let rest = if mixed.len() > MIXED { ", and others" } else { "" };
        format!("{player} mixes: {}{rest}", parts.collect::<Vec<_>>().join(", "))
    } else {
        format!("{player} would do {}", likeliest.action)
    };
    let cost = cost(&thought.choices[0], likeliest).filter(|(cost, error)| *cost > 0.01 && *cost > 2.0 * error);
    let cost = cost.map_or_else(String::new, |(cost, error)| {
        let (cost, error) = (100.0 * cost, 100.0 * error);
        let costly = if mixed.len() > 1 { format!("; {} costs", likeliest.action) } else { ", which costs".to_owned() };
        format!("{costly} {cost:.0} ± {error:.0} points of a hundred")
    });
    let words = format!("{words}{cost}.");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect())
}

/// So many parts of a mixture are told.
const MIXED: usize = 4;

/// How much worse another action is, and the standard error.
pub fn cost<A>(best: &Choice<A>, other: &Choice<A>) -> Option<(f64, f64)> {
    Some((best.value?.0 - other.value?.0, best.paired_error.hypot(other.paired_error)))
}

/// The figures of an action.
fn account<A>(outlook: Option<&Outlook<A>>, figures: &[Figure]) -> String {
    let Some(outlook) = outlook else { return String::new() };
    let words = figures.iter().zip(&outlook.figures);
    let words: Vec<String> =
        words.map(|(figure, &value)| format!("{} {}", figure.words, figure_in_words(figure, value))).collect();
    format!("; {}", words.join(", "))
}

/// Why an action is worse: the figures that speak against it most clearly.
pub fn because<G: Thoughtful>(best: &Choice<ActionOf<G>>, other: &Choice<ActionOf<G>>) -> String {
    let (Some(mine), Some(theirs)) = (&best.outlook, &other.outlook) else { return String::new() };
    let games = mine.games().max(1) as f64;
    let mut reasons: Vec<(f64, String)> = Vec::new();
    for (place, figure) in G::FIGURES.iter().enumerate() {
        let (good, poor) = (mine.figures[place], theirs.figures[place]);
        let worse = if figure.good { good - poor } else { poor - good };
        let spread = mine.spreads[place].hypot(theirs.spreads[place]);
        if worse <= 0.0 || worse < 2.0 * spread / games.sqrt() {
            continue;
        }
        let (poor, good) = (figure_in_words(figure, poor), figure_in_words(figure, good));
        if poor != good {
            reasons.push((worse / spread.max(1e-9), format!("{} {poor} instead of {good}", figure.words)));
        }
    }
    reasons.sort_by(|a, b| b.0.total_cmp(&a.0));
    reasons.truncate(2);
    if reasons.is_empty() {
        return ", though at a glance the two look alike".to_owned();
    }
    format!(": {}", reasons.into_iter().map(|(_, words)| words).collect::<Vec<_>>().join(", "))
}

/// A loss is worth a word from here on, if it is also beyond twice its standard error.
pub const LOSS: f64 = 0.03;

/// What an action lost, and what would have been better, if that is beyond noise.
pub fn slip<G: Tabled>(thought: &Thought<G>, played: ActionOf<G>) -> Option<(f64, String)> {
    let best = &thought.choices[0];
    let choice = thought.choices.iter().find(|choice| choice.action == played)?;
    if choice.action == best.action {
        return None;
    }
    let (lost, error) = cost(best, choice)?;
    if lost <= LOSS || lost <= 2.0 * error {
        return None;
    }
    let (points, noise) = (100.0 * lost, 100.0 * error);
    let why = because::<G>(best, choice);
    Some((lost, format!("{} was better by {points:.0} ± {noise:.0} points of a hundred{why}.", best.action)))
}

/// The most striking things that could be known, at most so many; seats have these names.
pub fn salient(holdings: &Holdings, called: impl Fn(Seat) -> String, most: usize) -> Vec<String> {
    let facts = holdings.facts().into_iter().filter(|fact| fact.chance > fact.uniform + 0.15);
    facts
        .take(most)
        .map(|fact| {
            let (kind, place) = (&holdings.kinds[fact.kind].name, holdings.places[fact.place].in_words(&called));
            format!("{kind} is {place} at {} ({} by the rules alone)", percent(fact.chance), percent(fact.uniform))
        })
        .collect()
}
