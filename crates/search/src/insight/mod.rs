//! What is particular to each game when a position is explained: where its cards can hide, and
//! the figures by which a person judges an action. Kept apart from `games/`, which is about
//! playing well.

pub(crate) mod hanamikoji;
pub(crate) mod indigo;
pub(crate) mod intensity;
pub(crate) mod lucky_thirteen;

/// What a game says in its room here, and its [`Thoughtful`](crate::Thoughtful) only passes on.
macro_rules! explained_by {
    ($room:ident) => {
        fn unseen(view: &cardsharp_rules::ObservationOf<Self>) -> Vec<$crate::Kind> {
            $room::unseen(view)
        }

        fn hiding_places(view: &cardsharp_rules::ObservationOf<Self>) -> Vec<$crate::HidingPlace> {
            $room::hiding_places(view)
        }

        fn locate(view: &cardsharp_rules::ObservationOf<Self>, state: &Self::State, counts: &mut Vec<u8>) {
            $room::locate(view, state, counts);
        }

        const FIGURES: &'static [$crate::Figure] = $room::FIGURES;

        fn figures(before: &Self::State, end: &Self::State, me: cardsharp_rules::Seat, figures: &mut [f64]) {
            $room::figures(before, end, me, figures);
        }
    };
}
pub(crate) use explained_by;
