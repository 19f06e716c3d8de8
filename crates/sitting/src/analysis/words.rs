//! Sentences about actions and cards.

use cardsharp_rules::ActionOf;
use cardsharp_search::{Figure, Holdings, Objective, Outlook, Prospects, Unit};

use super::{Choice, Explained, Judged, Thought};

/// A part of one as percent, without pretending to know more.
pub fn percent(part: f64) -> String {
    // Number and sign stay on one line.
    format!("{:.0}\u{a0}%", 100.0 * part)
}

/// What a value counts.
fn worth<G: Explained>(value: f64, error: f64) -> String {
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
pub fn verdict<G: Explained>(thought: &Thought<G>, player: &str) -> Vec<String> {
    let Some(best) = thought.choices.first() else { return Vec::new() };
    let value = best.value.map_or_else(String::new, |(value, error)| format!(": {}", worth::<G>(value, error)));
    let action = best.action;
    let first = match (thought.judged, best.weight) {
        _ if thought.choices.len() == 1 => format!("{action} is the only legal action{value}"),
        (Judged::Weighed, Some(weight)) => {
            format!("{player} would do {action} in {} of cases{value}", percent(weight))
        }
        (Judged::Chosen, _) => format!("{player} would do {action}{value}"),
        _ => format!("{action} is best{value}"),
    };
    let mut sentences = vec![format!("{first}{}.", account(best.outlook.as_ref(), G::FIGURES))];
    if thought.judged == Judged::Weighed {
        return sentences;
    }
    let mut close = Vec::new();
    for other in &thought.choices[1..] {
        match cost(best, other) {
            Some((cost, error)) if cost > 0.01 && cost > 2.0 * error => {
                let why = because::<G>(best, other);
                sentences.push(format!("{} costs {:.0} points of a hundred{why}.", other.action, 100.0 * cost));
            }
            Some(_) if other.outlook.is_some() => close.push(other.action.to_string()),
            _ => {}
        }
    }
    sentences.truncate(4);
    if !close.is_empty() {
        let more = close.len().saturating_sub(5);
        close.truncate(5);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        sentences.push(format!("Not to be told from it: {}{rest}.", close.join(", ")));
    }
    sentences
}

/// How much worse another action is, and how sure that is. What was tried seldom is compared game
/// by game in the second opinion, where both met the same luck.
pub fn cost<A>(best: &Choice<A>, other: &Choice<A>) -> Option<(f64, f64)> {
    let ((value, error), (lower, lower_error)) = (best.value?, other.value?);
    let searched = (value - lower, error.hypot(lower_error));
    let (Some(mine), Some(theirs)) = (&best.outlook, &other.outlook) else { return Some(searched) };
    let (lead, lead_error) = mine.lead(theirs);
    // Nobody loses more than there is to lose, on the scale of the search.
    let paired = (lead.min(value), lead_error);
    // A search soon leaves a poor action alone; then its error is not to be trusted. But who looks
    // at everything once and is sure of the best has counted it out.
    let is_exact = best.tried == 1 && error == 0.0;
    let is_seldom = lower_error == 0.0 || lower_error > 0.03;
    if is_seldom && !is_exact { Some(paired) } else { Some(searched) }
}

/// The figures of an action, after the first: that is what it is worth.
fn account<A>(outlook: Option<&Outlook<A>>, figures: &[Figure]) -> String {
    let Some(outlook) = outlook else { return String::new() };
    let words = figures.iter().zip(&outlook.figures).skip(1);
    let words: Vec<String> =
        words.map(|(figure, &value)| format!("{} {}", figure.words, figure_in_words(figure, value))).collect();
    format!("; {}", words.join(", "))
}

/// Why an action is worse: the figures that speak against it most clearly.
pub fn because<G: Prospects>(best: &Choice<ActionOf<G>>, other: &Choice<ActionOf<G>>) -> String {
    let (Some(mine), Some(theirs)) = (&best.outlook, &other.outlook) else { return String::new() };
    let games = mine.games().max(1) as f64;
    let mut reasons: Vec<(f64, String)> = Vec::new();
    for (place, figure) in G::FIGURES.iter().enumerate().skip(1) {
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
pub fn slip<G: Explained>(thought: &Thought<G>, played: ActionOf<G>) -> Option<(f64, String)> {
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

/// The most striking things that could be known, at most so many.
pub fn salient(holdings: &Holdings, most: usize) -> Vec<String> {
    let facts = holdings.facts().into_iter().filter(|fact| fact.chance > fact.uniform + 0.15);
    facts
        .take(most)
        .map(|fact| {
            let (kind, place) = (&holdings.kinds[fact.kind].name, &holdings.places[fact.place].phrase);
            format!("{kind} is {place} at {} ({} by the rules alone)", percent(fact.chance), percent(fact.uniform))
        })
        .collect()
}
