//! The picture of a table as JSON, for drawing.

use cardsharp_presentation::Present;
use cardsharp_presentation::picture::{Face, Heap, Laid, Look, Piece, Place, Row};
use cardsharp_rules::{Observation as _, ObservationOf, Seat, Turn};
use serde_json::{Value, json};

/// Returns the table as the seat sees it, with its hand.
pub(crate) fn picture_json<G: Present>(view: &ObservationOf<G>, names: &[String]) -> Value {
    let picture = G::picture(view, names);
    let turn = if let Turn::Of(seat) = view.turn() { Some(seat.index()) } else { None };
    let places: Vec<Value> = picture.places.iter().zip(names).map(|(place, name)| place_json(place, name)).collect();
    json!({
        "game": G::NAME, "title": G::TITLE, "headline": picture.headline.to_string(), "seat": view.seat().index(), "turn": turn,
        "places": places, "middle": picture.middle.iter().map(heap_json).collect::<Vec<_>>(),
        "hand": G::rows(view).iter().map(row_json).collect::<Vec<_>>(),
    })
}

fn place_json(place: &Place, name: &str) -> Value {
    json!({
        "name": name, "backs": place.backs, "score": place.score.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "marks": place.marks.iter().map(|mark| json!({ "label": mark.label.to_string(), "used": mark.used })).collect::<Vec<_>>(),
        "passes_to": place.passes_to.map(Seat::index), "laid": heap_json(&place.laid),
    })
}

fn heap_json(heap: &Heap) -> Value {
    json!({ "label": heap.label.to_string(), "cards": heap.cards.iter().map(laid_json).collect::<Vec<_>>() })
}

fn laid_json(laid: &Laid) -> Value {
    let mut card = face_json(&laid.face);
    card["below"] = laid.below.to_string().trim().into();
    card["dim"] = laid.dim.into();
    card["apart"] = laid.apart.into();
    card
}

fn face_json(face: &Face) -> Value {
    let ink = format!("{:?}", face.ink).to_lowercase();
    json!({ "code": face.code, "label": face.label, "note": face.note.to_string(), "ink": ink })
}

/// Returns the cards of a row of the hand, without its buttons.
fn row_json(row: &Row) -> Value {
    let faces = row.pieces.iter().flat_map(|piece: &Piece| match &piece.look {
        Look::Cards(faces) => faces.as_slice(),
        Look::Button(_) => &[],
    });
    json!({ "label": row.label.to_string(), "cards": faces.map(face_json).collect::<Vec<_>>() })
}
