//! A position drawn with the web page's cards, as the seat saw it.

use std::collections::HashMap;
use std::sync::LazyLock;

use cardsharp_charts::html::escaped;
use cardsharp_presentation::Present;
use cardsharp_presentation::picture::{Face, Heap, Laid, Look, Place};
use cardsharp_rules::{ActionOf, Observation as _, ObservationOf};

/// The drawings of all cards, made from the web page's modules. The Python package uses the same file.
static DECKS: LazyLock<Decks> = LazyLock::new(|| {
    let text = include_str!("../../../../python/python/cardsharp/decks.json");
    let decks: serde_json::Value = serde_json::from_str(text).expect("the decks are written by ourselves");
    let style = decks["css"].as_str().unwrap_or_default().to_owned();
    let cards = |deck: &serde_json::Value| -> HashMap<String, String> {
        let cards = deck.as_object().into_iter().flatten();
        cards.filter_map(|(code, drawing)| Some((code.clone(), drawing.as_str()?.to_owned()))).collect()
    };
    let decks = decks.as_object().into_iter().flatten().map(|(name, deck)| (name.clone(), cards(deck)));
    Decks { style, decks: decks.collect() }
});

struct Decks {
    style: String,
    decks: HashMap<String, HashMap<String, String>>,
}

pub(super) fn style() -> &'static str {
    &DECKS.style
}

struct Marks {
    done: Vec<String>,
    better: Vec<String>,
}

impl Marks {
    /// Returns the classes of a card, and marks it only once.
    fn take(&mut self, code: &str) -> String {
        let mut classes = String::new();
        for (cards, class) in [(&mut self.done, " done"), (&mut self.better, " better")] {
            if let Some(place) = cards.iter().position(|card| card == code) {
                cards.swap_remove(place);
                classes.push_str(class);
            }
        }
        classes
    }
}

/// Draws the position before a decision, and marks the chosen cards and the better ones.
pub(super) fn draw<G: Present>(
    view: &ObservationOf<G>,
    names: &[String],
    done: ActionOf<G>,
    better: ActionOf<G>,
) -> String {
    let picture = G::picture(view, names);
    let codes = |action| G::cards(action).into_iter().map(|face| face.code).collect();
    let mut marks = Marks { done: codes(done), better: codes(better) };
    let middle: String = picture.middle.iter().map(|heap| heap_of::<G>(heap, &mut Marks::none())).collect();
    let seats: String = picture
        .places
        .iter()
        .zip(names)
        .enumerate()
        .map(|(seat, (place, name))| place_of::<G>(place, name, seat == view.seat().index()))
        .collect();
    let rows: String = G::rows(view)
        .iter()
        .map(|row| {
            let cards = row.pieces.iter().flat_map(|piece| match &piece.look {
                Look::Cards(faces) => faces.as_slice(),
                Look::Button(_) => &[],
            });
            let label = if row.label.is_empty() { "in its hand".to_owned() } else { row.label.to_string() };
            let heap = Heap { label: label.into(), cards: cards.cloned().map(Laid::from).collect() };
            heap_of::<G>(&heap, &mut marks)
        })
        .collect();
    format!(
        "<div class=\"cardsharp\"><p>{}</p>{middle}<div class=\"seats\">{seats}</div>{rows}</div>\n",
        escaped(&picture.headline.to_string())
    )
}

impl Marks {
    fn none() -> Marks {
        Marks { done: Vec::new(), better: Vec::new() }
    }
}

fn place_of<G: Present>(place: &Place, name: &str, is_own: bool) -> String {
    let score: Vec<String> = place.score.iter().map(|count| escaped(&count.to_string())).collect();
    let marks = place.marks.iter().map(|mark| {
        let label = escaped(&mark.label.to_string());
        if mark.used { format!("<s>{label}</s>") } else { label }
    });
    let held = (!is_own).then(|| format!("{} in hand", place.backs));
    let about: Vec<String> = score.into_iter().chain(marks).chain(held).collect();
    let class = if is_own { "place own" } else { "place" };
    let laid = heap_of::<G>(&place.laid, &mut Marks::none());
    format!(
        "<div class=\"{class}\"><b>{}</b> <small>{}</small><div>{laid}</div></div>",
        escaped(name),
        about.join(" · ")
    )
}

fn heap_of<G: Present>(heap: &Heap, marks: &mut Marks) -> String {
    if heap.cards.is_empty() {
        return String::new();
    }
    let cards: String = heap.cards.iter().map(|laid| card_of::<G>(laid, marks)).collect();
    let label = if heap.label.is_empty() {
        String::new()
    } else {
        format!("<small>{}</small>", escaped(&heap.label.to_string()))
    };
    format!("{label}<div class=\"heap\">{cards}</div>")
}

fn card_of<G: Present>(laid: &Laid, marks: &mut Marks) -> String {
    let Face { code, label, .. } = &laid.face;
    let deck = DECKS.decks.get(G::NAME).or_else(|| DECKS.decks.get("french"));
    let inside = deck
        .and_then(|deck| deck.get(code))
        .cloned()
        .unwrap_or_else(|| format!("<text x=\"50\" y=\"80\" font-size=\"30\">{}</text>", escaped(label)));
    let classes =
        [marks.take(code).as_str(), if laid.dim { " dim" } else { "" }, if laid.apart { " apart" } else { "" }]
            .concat();
    let shares = laid.shares.map(|shares| format!("{} : {}", shares.theirs.cards, shares.yours.cards));
    let below = shares.unwrap_or_else(|| laid.below.to_string().trim().to_owned());
    let caption =
        if below.is_empty() { String::new() } else { format!("<figcaption>{}</figcaption>", escaped(&below)) };
    let label = escaped(label);
    format!(
        "<figure class=\"{}\"><span class=\"card\" role=\"img\" aria-label=\"{label}\">\
         <svg viewBox=\"0 0 100 140\" aria-hidden=\"true\">{inside}</svg></span>{caption}</figure>",
        classes.trim()
    )
}
