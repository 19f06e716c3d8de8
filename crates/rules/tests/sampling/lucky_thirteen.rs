use cardsharp_rules::{Seat, lucky_thirteen};

use crate::{check, choices};

#[test]
fn lucky_thirteen() {
    use lucky_thirteen::{Card, LuckyThirteen};
    let game = LuckyThirteen::default();
    let unseen = |view: &lucky_thirteen::Observation| view.unseen().iter().collect::<Vec<Card>>();

    // Another seat's two cards in the last round, before and after its turn.
    for (plies, seat, other) in [(15, 3, 0), (12, 0, 2)] {
        check(
            &game,
            (3, plies, seat),
            |view| choices(&unseen(view), 2).into_iter().map(|(hand, _)| cardsharp_rules::join(hand)).collect(),
            |state, _| state.hands()[Seat::new(other)].set().to_string(),
        );
    }
    // The three cards of the seat to act.
    check(
        &game,
        (4, 13, 0),
        |view| choices(&unseen(view), 3).into_iter().map(|(hand, _)| cardsharp_rules::join(hand)).collect(),
        |state, _| state.hands()[Seat::new(1)].set().to_string(),
    );
    // The next two draws, in their order.
    check(
        &game,
        (5, 13, 1),
        |view| {
            let ordered = |(pair, _): (Vec<Card>, Vec<Card>)| [[pair[0], pair[1]], [pair[1], pair[0]]];
            choices(&unseen(view), 2).into_iter().flat_map(ordered).map(cardsharp_rules::join).collect()
        },
        |state, _| cardsharp_rules::join(&state.draws()[14..16]),
    );
    // The history of a hand after one turn: any pair is held now; any of the pair and the discard was the card drawn.
    check(
        &game,
        (6, 4, 0),
        |view| {
            let discard = view.table().discards()[1];
            let pairs = choices(&unseen(view), 2).into_iter().map(|(pair, _)| [pair[0], pair[1]]);
            pairs.flat_map(|pair| pasts(pair, &[discard])).map(cardsharp_rules::join).collect()
        },
        |state, _| written_past(state, Seat::new(1), 1),
    );
    // The same after all four turns, with the last two cards shown.
    check(
        &game,
        (7, 16, 2),
        |view| {
            let shown = view.table().shown().unwrap()[Seat::FIRST];
            let discards: Vec<Card> = view.table().discards_of(Seat::FIRST).collect();
            pasts([shown.nth(0), shown.nth(1)], &discards).iter().map(cardsharp_rules::join).collect()
        },
        |state, _| written_past(state, Seat::FIRST, 4),
    );
}

/// Every first hand, sorted, with every sequence of draws that can end in this pair after these discards.
fn pasts(pair: [lucky_thirteen::Card; 2], discards: &[lucky_thirteen::Card]) -> Vec<Vec<lucky_thirteen::Card>> {
    let Some((&discard, before)) = discards.split_last() else {
        return vec![vec![pair[0].min(pair[1]), pair[0].max(pair[1])]];
    };
    let three = [pair[0], pair[1], discard];
    let with_draw = |drawn: usize| {
        let kept = [three[(drawn + 1) % 3], three[(drawn + 2) % 3]];
        pasts(kept, before).into_iter().map(move |mut past| {
            past.push(three[drawn]);
            past
        })
    };
    (0..3).flat_map(with_draw).collect()
}

fn written_past(state: &lucky_thirteen::State, seat: Seat, turns: usize) -> String {
    let draws = state.draws().iter().skip(seat.index()).step_by(4).take(turns).copied();
    cardsharp_rules::join(state.dealt()[seat].set().iter().chain(draws))
}
