//! The properties of a game, independent of its type.

use cardsharp_presentation::lesson::Guide;
use cardsharp_presentation::picture::{Click, Introduction, Layout, Strength};
use cardsharp_presentation::{Message, Present};
use cardsharp_rules::{AnyGame, with_game};
use cardsharp_search::{Spec, SpecError, roster, seat_player};

#[derive(Clone, Copy)]
pub(crate) struct About {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) rules: &'static str,
    pub(crate) seats: usize,
    pub(crate) strengths: &'static [Strength],
    pub(crate) introduction: Introduction,
    pub(crate) layout: Layout,
    pub(crate) click: Click,
    pub(crate) guide: Option<Guide>,
}

pub(crate) fn about(game: &AnyGame) -> About {
    fn about<G: Present>(_: &G) -> About {
        About {
            name: G::NAME,
            title: G::TITLE,
            rules: G::RULES,
            seats: G::SEATS,
            strengths: G::STRENGTHS,
            introduction: G::INTRODUCTION,
            layout: G::LAYOUT,
            click: G::CLICK,
            guide: G::GUIDE,
        }
    }
    with_game!(AnyGame, game, game => about(game))
}

pub(crate) fn result_in_words(game: &AnyGame, returns: i32) -> Message {
    fn words<G: Present>(_: &G, returns: i32) -> Message {
        G::result(returns)
    }
    with_game!(AnyGame, game, game => words(game, returns))
}

/// Whether a bot decides at once: it has no budget setting.
pub(crate) fn is_quick(game: &AnyGame, spec: &Spec) -> bool {
    with_game!(AnyGame, game, game => {
        roster(game).iter().any(|offer| offer.name == spec.name && offer.settings.is_empty())
    })
}

pub(crate) fn check_player(game: &AnyGame, spec: &Spec) -> Result<(), SpecError> {
    with_game!(AnyGame, game, game => seat_player(game, spec).map(drop))
}
