//! The coach's report as text.

use cardsharp_coach::{Kind, Reviewed, Situation, most_points};
use cardsharp_presentation::Present;
use cardsharp_presentation::analysis::wrap;
use cardsharp_presentation::message::Person;
use cardsharp_stats::{Mean, margin_text};

use super::Coached;
use crate::shared::indented;

/// The largest number of kinds and manners shown.
const KINDS: usize = 8;
const MANNERS: usize = 4;

pub(super) fn plus_minus(mean: &Mean) -> String {
    format!("{:.3} ± {}", mean.mean, margin_text(mean.error, 3))
}

/// Returns the game, the players and the total cost.
pub(super) fn lede<G: Present>(coached: &Coached<'_, G>) -> Vec<String> {
    let account = &coached.account;
    let mut lines = vec![
        format!(
            "{}: {}, {} games against {}, seen with the eyes of {} (seed {}).",
            G::TITLE,
            coached.pupil,
            account.games,
            coached.others,
            coached.args.player,
            coached.args.run.seed
        ),
        format!(
            "Its mistakes cost {} points a game: in {} of {} decisions something better was found.",
            plus_minus(&account.price),
            account.mistakes.len(),
            account.decisions
        ),
        format!("It got {} points a game; even is {:.2}.", plus_minus(&account.points), most_points::<G>() / 2.0),
    ];
    if account.faults > 0 {
        lines.push(format!(
            "{} of its answers could not stand; what the referee chose instead is not counted here. `cardsharp check` says more.",
            account.faults
        ));
    }
    lines.extend(coached.since.clone());
    lines
}

pub(super) fn played_on(kind: &Kind) -> String {
    kind.played_on.map_or_else(String::new, |played| plus_minus(&played.played))
}

pub(super) fn in_words<G: Present>(mistake: &Reviewed<G>, why: &str) -> String {
    let why = if why.is_empty() { String::new() } else { format!(": {why}") };
    let deed = G::deed(mistake.done, Person::Named("It"));
    let (better, price, error) = (mistake.better, mistake.price, mistake.error);
    format!("{deed}{why}. Better by {price:.2} ± {error:.2} points: {better}.")
}

pub(super) fn place<G: Present>(coached: &Coached<'_, G>, mistake: &Reviewed<G>) -> String {
    let watched = &coached.games[mistake.game];
    let seed = watched.record.seed().map_or_else(String::new, |seed| format!(", seed {}", seed.0));
    format!("Game {}{seed}, step {}, seat {}", mistake.game + 1, mistake.step, watched.seat)
}

/// Returns a line for each manner in which the pupil differs from the best choices.
pub(super) fn differences(situation: &Situation) -> Vec<String> {
    let percent = |count: usize| 100.0 * count as f64 / situation.decisions as f64;
    let shown = situation.manners.iter().filter(|(_, done, better)| done != better).take(MANNERS);
    shown
        .map(|(manner, done, better)| format!("{manner} {:.0} %, best {:.0} %", percent(*done), percent(*better)))
        .collect()
}

pub(super) fn text<G: Present>(coached: &Coached<'_, G>) -> String {
    let account = &coached.account;
    let mut text = lede(coached).iter().fold(String::new(), |text, line| text + &wrap(line, 0) + "\n");
    append!(text, "\n{:>15}  {:>5}  {:>15}  what costs most\n", "points a game", "times", "played on");
    for kind in account.kinds.iter().take(KINDS) {
        let (title, price, played) = (kind.title(), plus_minus(&kind.price), played_on(kind));
        append_line!(text, "{price:>15}  {:>5}  {played:>15}  {title}", kind.times());
        if let Some(instead) = kind.instead_in_words() {
            append_line!(text, "{}", wrap(&format!("{}better: {instead}", indented(8)), 10));
        }
    }
    if account.kinds.len() > KINDS {
        let more = account.kinds.len() - KINDS;
        append_line!(text, "and {more} more kind{}", if more == 1 { "" } else { "s" });
    }
    text.push_str("\nBy situation\n");
    for situation in &account.situations {
        let (name, decisions, agreed) = (situation.name, situation.decisions, situation.agreed);
        let share = 100.0 * agreed as f64 / decisions as f64;
        append_line!(
            text,
            "  {name}: {decisions} decisions, {share:.0} % as good as any, {} points a game",
            plus_minus(&situation.price)
        );
        for line in differences(situation) {
            append_line!(text, "    {line}");
        }
    }
    if !coached.examples.is_empty() {
        text.push_str("\nThe most instructive decisions\n");
    }
    for (number, (mistake, why)) in coached.examples.iter().enumerate() {
        let words = format!("{}. {}. {}", number + 1, place(coached, mistake), in_words(mistake, why));
        append_line!(text, "{}", wrap(&words, 4));
        for line in cardsharp_presentation::analysis::position::<G>(&mistake.view).lines() {
            append_line!(text, "    {line}");
        }
    }
    text
}
