//! One module per game: models of its players, its champion, the hiding places of its cards.

/// Forwards to the game's `insight.rs`: the hiding places of its cards, and the figures that describe an action.
macro_rules! explained_by {
    () => {
        fn unseen(view: &cardsharp_rules::ObservationOf<Self>) -> Vec<$crate::Kind> {
            insight::unseen(view)
        }

        fn hiding_places(view: &cardsharp_rules::ObservationOf<Self>) -> Vec<$crate::HidingPlace> {
            insight::hiding_places(view)
        }

        fn locate(view: &cardsharp_rules::ObservationOf<Self>, state: &Self::State, counts: &mut Vec<u8>) {
            insight::locate(view, state, counts);
        }

        const FIGURES: &'static [$crate::Figure] = insight::FIGURES;

        fn figures(before: &Self::State, end: &Self::State, me: cardsharp_rules::Seat, figures: &mut [f64]) {
            insight::figures(before, end, me, figures);
        }
    };
}

pub mod hanamikoji;
pub mod indigo;
pub mod intensity;
mod kuhn;
mod lucky_thirteen;
