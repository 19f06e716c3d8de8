//! The coach: searches every choice of a seat twice, and names the kind of choice.

use std::sync::Arc;

use axum::extract::Request;
use axum::response::sse::Sse;
use cardsharp_coach::decisions::Decision;
use cardsharp_coach::{Coach, Watched};
use cardsharp_presentation::manner::habits;
use cardsharp_presentation::{Message, Present};
use cardsharp_rules::{AnyRecord, Record, Seat, Seed, with_game};
use cardsharp_search::{Spec, search_settings};
use futures_util::Stream;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::{Asker, Code, Json, Query, Result};
use crate::replay::routes::Sent;
use crate::replay::{RecordText, review, sent_record};
use crate::tables::{no_seat, number};
use crate::threads::Question;

/// A kind of choice or decision that the coach counts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Habit {
    /// Its name, the same in every language: `leads the buffalo`.
    pub(crate) name: &'static str,
    /// Its name as the coach says it: `Leading the buffalo`.
    pub(crate) words: Message,
}

/// A decision searched twice: once for a better choice, once for its price.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct CoachedDecision {
    pub(crate) step: usize,
    /// The kind of decision, by its name.
    pub(crate) situation: &'static str,
    /// The kind of choice that was made, by its name.
    pub(crate) manner: &'static str,
    /// The kind of the better choice; the same if only the cards were wrong, or no choice was better.
    pub(crate) better: &'static str,
    /// The price in points, one for every opponent left behind; negative if the second search disagrees with the first.
    pub(crate) price: f64,
    /// The standard error of the price; 0 if no choice was better.
    pub(crate) error: f64,
    /// The number of decisions searched so far.
    pub(crate) done: usize,
    /// The number of all decisions.
    pub(crate) decisions: usize,
}

/// The coach's search, as in `cardsharp coach`. It counts nodes, so that a record gets the same figures on a busy
/// server. The slowest game takes half a second a decision.
const EYES: &str = "champion:nodes=400,worlds=200";
const LOOKS: Seed = Seed(7);

/// Returns a job for each choice of a seat in a game.
fn coach(record: AnyRecord, seat: usize) -> Result<Vec<Question<CoachedDecision>>> {
    with_game!(AnyRecord, record, record => looks(*record, seat))
}

fn looks<G: Present>(record: Record<G>, seat: usize) -> Result<Vec<Question<CoachedDecision>>> {
    if seat >= G::SEATS {
        return Err(Code::UnknownSeat.because(no_seat(seat, G::TITLE, G::SEATS)));
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

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Pupil {
    /// The seat's number.
    #[param(pattern = "^[0-9]{1,3}$")]
    seat: String,
}

/// The kinds of choices that the coach counts, in words
#[utoipa::path(get, path = "/api/coach", responses((status = 200, body = [Habit])))]
pub(crate) async fn kinds() -> Json<Vec<Habit>> {
    Json(habits().map(|(name, words)| Habit { name, words: Message::constant(words) }).collect())
}

/// Coach every choice of a seat in an uploaded record: server-sent events
///
/// `event: decision` for each choice, then `event: end`. It costs as much as a review and counts as one.
#[utoipa::path(post, path = "/api/coach", params(Pupil),
    request_body(content = RecordText, content_type = "text/plain"),
    responses((status = 200, body = CoachedDecision, content_type = "text/event-stream")))]
pub(crate) async fn choices(
    asker: Asker,
    Query(pupil): Query<Pupil>,
    request: Request,
) -> Result<Sse<impl Stream<Item = Sent>>> {
    let seat = number(&pupil.seat)?;
    let record = sent_record(&asker.app, request).await?;
    review(asker.app, asker.client, move || record().and_then(|record| coach(record, seat))).await
}
