use cardsharp_rules::indigo;

use crate::{check, choices};

#[test]
fn indigo() {
    // In the third deal, seat 0 has seen all cards but the 12 to come and the other hand's last one or two.
    for (plies, theirs) in [(33, 2), (35, 1)] {
        check(
            &indigo::Indigo,
            (3, plies, 0),
            |view| {
                let unseen: Vec<indigo::Card> = view.unseen().iter().collect();
                choices(&unseen, theirs).into_iter().map(|(hand, _)| cardsharp_rules::join(hand)).collect()
            },
            |state, seat| state.hands()[seat.other()].to_string(),
        );
    }
}
