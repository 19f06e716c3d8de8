//! Reviews as JSON.

use cardsharp_stats::Mean;
use serde_json::{Value, json};

use crate::{Account, Kind, Reviewed, Situation};
use cardsharp_presentation::Present;

/// Returns the review with its most instructive mistakes.
pub fn account_json<G: Present>(account: &Account<G>, instructive: &[&Reviewed<G>]) -> Value {
    json!({
        "games": account.games, "decisions": account.decisions, "faults": account.faults,
        "points": mean_json(&account.points), "price": mean_json(&account.price),
        "kinds": account.kinds.iter().map(kind_json).collect::<Vec<_>>(),
        "situations": account.situations.iter().map(situation_json).collect::<Vec<_>>(),
        "instructive": instructive.iter().map(|mistake| mistake_json(mistake)).collect::<Vec<_>>(),
    })
}

fn mean_json(mean: &Mean) -> Value {
    json!({ "mean": mean.mean, "standard_error": mean.error })
}

fn kind_json(kind: &Kind) -> Value {
    let instead: Vec<Value> =
        kind.instead.iter().map(|(manner, times)| json!({ "manner": manner, "times": times })).collect();
    let played_on = kind.played_on.map(|played| {
        let (valued, price) = (mean_json(&played.valued), mean_json(&played.played));
        json!({ "positions": played.positions, "valued": valued, "price": price })
    });
    json!({
        "title": kind.title(), "manner": kind.manner, "times": kind.times(),
        "price": mean_json(&kind.price), "instead": instead, "played_on": played_on,
    })
}

fn situation_json(situation: &Situation) -> Value {
    let manner =
        |(manner, done, better): &(&str, usize, usize)| json!({ "manner": manner, "it": done, "best": better });
    json!({
        "situation": situation.name, "decisions": situation.decisions, "agreed": situation.agreed,
        "price": mean_json(&situation.price), "manners": situation.manners.iter().map(manner).collect::<Vec<_>>(),
    })
}

fn mistake_json<G: Present>(mistake: &Reviewed<G>) -> Value {
    json!({
        "game": mistake.game + 1, "step": mistake.step, "view": mistake.view.to_string(),
        "done": mistake.done.to_string(), "better": mistake.better.to_string(),
        "price": mistake.price, "standard_error": mistake.error,
    })
}
