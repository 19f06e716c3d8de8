//! The coach's report as one HTML page without scripts or other files.

use cardsharp_charts::chart;
use cardsharp_charts::html::{document, escaped, table};
use cardsharp_coach::{Kind, Situation};
use cardsharp_presentation::Present;

use super::words::{differences, in_words, lede, place, played_on, plus_minus};
use super::{Coached, drawing};
use crate::shared::STYLE;

pub(super) fn page<G: Present>(coached: &Coached<'_, G>) -> String {
    let lines: Vec<String> = lede(coached).iter().map(|line| format!("<p>{}</p>\n", escaped(line))).collect();
    let parts = [
        ("What costs most", kinds(coached)),
        ("The most instructive decisions", examples(coached)),
        ("By situation", situations(&coached.account.situations)),
    ];
    let mut body = format!("<h1>{} and its coach</h1>\n{}", escaped(&coached.pupil), lines.concat());
    for (heading, part) in parts.iter().filter(|(_, part)| !part.is_empty()) {
        append!(body, "<section><h2>{heading}</h2>\n{part}</section>\n");
    }
    let style = format!("{}{}{STYLE}", chart::STYLE, drawing::style());
    document(&format!("{}: {} and its coach", G::TITLE, coached.pupil), &style, &body)
}

fn heads(heads: &[&str]) -> Vec<String> {
    heads.iter().map(|head| escaped(head)).collect()
}

fn kinds<G: Present>(coached: &Coached<'_, G>) -> String {
    let kinds = &coached.account.kinds;
    let most = kinds.iter().map(|kind| kind.price.mean + kind.price.error).fold(1e-6, f64::max);
    let row = |kind: &Kind| {
        let instead = kind
            .instead_in_words()
            .map_or_else(String::new, |words| format!("<br><small>better: {}</small>", escaped(&words)));
        let (low, high) = (kind.price.mean - kind.price.error, kind.price.mean + kind.price.error);
        vec![
            format!("{}{instead}", escaped(&kind.title())),
            plus_minus(&kind.price),
            chart::bar(kind.price.mean.max(0.0), (low, high), most),
            kind.times().to_string(),
            played_on(kind),
        ]
    };
    let rows: Vec<Vec<String>> = kinds.iter().map(row).collect();
    table(&heads(&["", "points a game", "", "times", "played on"]), &rows)
        + "<p class=\"note\">Tournament points a game, ± one standard error over games. “Played on” is what games brought that \
           went on from such positions with the better choice instead, with the same cards and luck.</p>\n"
}

fn examples<G: Present>(coached: &Coached<'_, G>) -> String {
    if coached.examples.is_empty() {
        return "<p>No single decision was a mistake beyond doubt.</p>\n".to_owned();
    }
    let mut text =
        "<p class=\"note key\"><i class=\"done\"></i> what it chose · <i class=\"better\"></i> what was better</p>\n"
            .to_owned();
    for (number, (mistake, why)) in coached.examples.iter().enumerate() {
        let (words, place) = (escaped(&in_words(mistake, why)), escaped(&place(coached, mistake)));
        let names = coached.games[mistake.game].record.names();
        let drawn = drawing::draw::<G>(&mistake.view, names, mistake.done, mistake.better);
        let manner = escaped(G::manner(&mistake.view, mistake.done));
        append!(
            text,
            "<div class=\"example\"><h3>{}. {manner}</h3>\n<p>{words} <small>{place}</small></p>\n{drawn}</div>\n",
            number + 1
        );
    }
    text
}

fn situations(situations: &[Situation]) -> String {
    let row = |situation: &Situation| {
        let share = situation.agreed as f64 / situation.decisions as f64;
        let words: Vec<String> = differences(situation).iter().map(|line| escaped(line)).collect();
        vec![
            escaped(situation.name),
            situation.decisions.to_string(),
            format!("{:.0} %", 100.0 * share),
            plus_minus(&situation.price),
            format!("<small>{}</small>", words.join("<br>")),
        ]
    };
    let rows: Vec<Vec<String>> = situations.iter().map(row).collect();
    table(&heads(&["", "decisions", "as good as any", "points a game", "how its choices differ from the best"]), &rows)
}
