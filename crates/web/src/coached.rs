//! A coach for people: every choice of a seat looked at twice, and what sort of choice it was.

use std::sync::Arc;

use cardsharp_coach::decisions::Decision;
use cardsharp_coach::{Coach, Watched};
use cardsharp_presentation::Tabled;
use cardsharp_rules::{AnyRecord, Record, Seat, Seed, with_game};
use cardsharp_search::{Spec, search_settings};

use crate::refusal::{Code, Refusal};
use crate::table::no_seat;
use crate::thought::Question;
use crate::wire::CoachedDecision;

/// How hard the coach looks, each of the two times: as `cardsharp coach` does, in nodes, so that the same record gets
/// the same figures however busy the house is. The slowest game takes half a second a decision.
const EYES: &str = "champion:nodes=400,worlds=200";
/// Names the luck of all looks.
const LOOKS: Seed = Seed(7);

/// The choices that a seat made in a game, to be looked at one by one.
///
/// # Errors
/// If there is no such seat.
pub(crate) fn coach(record: AnyRecord, seat: usize) -> Result<Vec<Question<CoachedDecision>>, Refusal> {
    with_game!(AnyRecord, record, record => choices(*record, seat))
}

fn choices<G: Tabled>(record: Record<G>, seat: usize) -> Result<Vec<Question<CoachedDecision>>, Refusal> {
    if seat >= G::SEATS {
        return Err(Refusal::new(Code::UnknownSeat, no_seat(seat, G::TITLE, G::SEATS)));
    }
    let eyes: Spec = EYES.parse().expect("it is a spec");
    let how = search_settings::<G>(&eyes).expect("every game has a champion");
    let game = Arc::new(record.game().clone());
    let choices = Watched { record, seat: Seat::new(seat) }.choices();
    let decisions = choices.len();
    let question = |(number, decision): (usize, Decision<G>)| {
        let game = Arc::clone(&game);
        let question: Question<CoachedDecision> = Box::new(move || {
            let coach = Coach { game: &*game, how, rival: None, seed: LOOKS, threads: 1 };
            let found = coach.look_at(0, decision);
            CoachedDecision {
                step: found.step,
                situation: G::situation(&found.view),
                manner: G::manner(&found.view, found.done),
                better: G::manner(&found.view, found.better),
                price: found.price,
                error: found.error,
                done: number + 1,
                decisions,
            }
        });
        question
    };
    Ok(choices.into_iter().enumerate().map(question).collect())
}
