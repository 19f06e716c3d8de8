//! How a game ended, in every language at once: for whoever keeps it longer than they speak the same.

use cardsharp_sitting::{Language, Said};
use serde::Serialize;
use utoipa::ToSchema;

use super::View;

/// What is said of the end of a game, in one language.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Ending {
    /// The language, by its tag.
    language: &'static str,
    /// Why it ended so.
    why: String,
    /// Everybody's result in words, by seat.
    results: Vec<String>,
    /// How strong everybody is, by seat; empty where nobody can say.
    strengths: Vec<String>,
}

impl Ending {
    /// What a view of a game that is over says of its end.
    pub(crate) fn of(view: &View) -> Vec<Ending> {
        let result = |seat: usize| {
            let placings = view.frame.result.iter().flatten();
            placings.filter(|placing| placing.seat == seat).map(|placing| placing.words.clone()).next()
        };
        let results: Vec<Said> = (0..view.sitters.len()).map(|seat| result(seat).unwrap_or_default()).collect();
        let ending = |language: Language| {
            let told = |words: &Said| words.in_language(language);
            Ending {
                language: language.tag(),
                why: told(&view.frame.why),
                results: results.iter().map(told).collect(),
                strengths: view.sitters.iter().map(|sitter| told(&sitter.strength)).collect(),
            }
        };
        Language::ALL.into_iter().map(ending).collect()
    }
}
