//! How much there is to gain at Indigo from guessing better: the champion's search with the other
//! hand before its eyes, against players who see only their own.
//!
//! `indigo_ceiling OPPONENT DEALS NODES`, such as `indigo_ceiling classic 300 2000`.

use cardsharp_rules::indigo::Indigo;
use cardsharp_rules::{Game, Rng, Seat, Seed, State, Turn};
use cardsharp_search::indigo::champion::{Champion, Peeker};
use cardsharp_search::{Budget, Objective, Oracle, Player, Search, seat_player};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [opponent, deals, nodes] = &args[..] else {
        return Err("indigo_ceiling OPPONENT DEALS NODES".into());
    };
    let opponent = seat_player(&Indigo, &opponent.parse()?)?;
    let how = Search { budget: Budget::Nodes(nodes.parse()?), worlds: 1, objective: Objective::Win, curiosity: 1.0 };
    let oracle = Peeker(Champion { how });
    let deals: u64 = deals.parse()?;
    // The share of wins in each deal, over both seatings.
    let wins: Vec<f64> = (0..deals)
        .map(|deal| {
            let won = |seat| f64::from(u8::from(wins(&oracle, opponent.as_ref(), Seed(deal).stream(77), seat)));
            f64::midpoint(won(Seat::FIRST), won(Seat::new(1)))
        })
        .collect();
    let mean = wins.iter().sum::<f64>() / deals as f64;
    let variance = wins.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (deals as f64 - 1.0);
    println!("the oracle wins {:.1} ± {:.1} %", 100.0 * mean, 100.0 * (variance / deals as f64).sqrt());
    Ok(())
}

/// Whether the oracle wins this deal from this seat.
fn wins(oracle: &Peeker, opponent: &dyn Player<Indigo>, seed: Seed, mine: Seat) -> bool {
    let mut state = Indigo.start(&Indigo.shuffle(seed)).expect("a shuffled deal is valid");
    let mut ply = 0;
    while let Turn::Of(seat) = state.turn() {
        ply += 1;
        let mut rng = Rng::new(seed.stream(ply));
        let play = if seat == mine {
            oracle.choose(&state, &mut rng)
        } else {
            opponent.choose(&state.observe(seat), &mut rng)
        };
        state.play_unchecked(play);
    }
    let returns = state.returns().expect("the game is over");
    returns[mine] > returns[mine.other()]
}
