//! Measures the spread of points at a table, round by round.
//!
//! Entrants of different strength play Swiss tournaments at four seats; strength plus luck decides the places. The
//! program compares three spreads: of the paired tables, of tables by order of points (the least possible), and of
//! random tables. House players have no points and are not counted. A rematch is a pair at a table that has met before.

use cardsharp_rules::{Rng, Seed};
use cardsharp_tournament::{Format, Meetings, Plan};

const SEATS: usize = 4;
const ROUNDS: u64 = 10;
const TOURNAMENTS: u64 = 200;

#[derive(Clone, Copy, Default)]
struct Round {
    paired: f64,
    ordered: f64,
    random: f64,
    rematches: f64,
}

fn main() {
    println!("Swiss, {SEATS} seats, {TOURNAMENTS} tournaments each: mean spread of points within a table");
    for entrants in [14, 30, 100] {
        println!("\n| {entrants} entrants, round | as paired | by order of points | at random | rematches a table |");
        println!("|---|---|---|---|---|");
        let all: Vec<Vec<Round>> = (0..TOURNAMENTS).map(|number| tournament(entrants, Seed(number))).collect();
        for round in 1..ROUNDS as usize {
            let figure = |of: fn(&Round) -> f64| mean_with_error(&all, |rounds| of(&rounds[round]));
            println!(
                "| {} | {} | {} | {} | {} |",
                round + 1,
                figure(|round| round.paired),
                figure(|round| round.ordered),
                figure(|round| round.random),
                figure(|round| round.rematches)
            );
        }
    }
}

fn mean_with_error(all: &[Vec<Round>], of: impl Fn(&Vec<Round>) -> f64) -> String {
    let count = all.len() as f64;
    let mean = all.iter().map(&of).sum::<f64>() / count;
    let variance = all.iter().map(|rounds| (of(rounds) - mean).powi(2)).sum::<f64>() / (count - 1.0);
    format!("{mean:.2} ± {:.2}", (variance / count).sqrt())
}

fn tournament(entrants: usize, seed: Seed) -> Vec<Round> {
    let plan = Plan { format: Format::Swiss, seats: SEATS, entrants, rounds: ROUNDS, deals: 0, seed };
    let mut rng = Rng::new(seed.stream(u64::MAX));
    let mut strengths: Vec<f64> = (0..entrants).map(|_| normal(&mut rng)).collect();
    strengths.extend([-1.0; SEATS]);
    let (mut halves, mut meetings) = (vec![0; entrants], Meetings::new(entrants));
    let mut rounds = Vec::new();
    for number in 0..ROUNDS {
        let tables = plan.seat_round(number, &halves, &meetings);
        let mut order: Vec<usize> = (0..entrants).collect();
        rng.shuffle(&mut order);
        let random = spread(order.chunks(SEATS), &halves);
        order.sort_by_key(|&entrant| std::cmp::Reverse(halves[entrant]));
        rounds.push(Round {
            paired: spread(tables.iter().map(Vec::as_slice), &halves),
            ordered: spread(order.chunks(SEATS), &halves),
            random,
            rematches: tables.iter().map(|table| rematches(table, entrants, &meetings)).sum::<f64>()
                / tables.len() as f64,
        });
        for table in &tables {
            meetings.note(table);
            let mut placed: Vec<(f64, usize)> =
                table.iter().map(|&entrant| (strengths[entrant] + normal(&mut rng), entrant)).collect();
            placed.sort_by(|one, other| one.0.total_cmp(&other.0));
            for (points, (_, entrant)) in (0_u64..).zip(placed) {
                if let Some(halves) = halves.get_mut(entrant) {
                    *halves += 2 * points;
                }
            }
        }
    }
    rounds
}

/// Returns an approximately normal number of mean 0 and deviation 1.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0
}

/// Returns the mean difference between the most and the fewest points at a table.
fn spread<'a>(tables: impl ExactSizeIterator<Item = &'a [usize]>, halves: &[u64]) -> f64 {
    let count = tables.len() as f64;
    let of = |table: &[usize]| {
        let points = || table.iter().filter_map(|&entrant| halves.get(entrant));
        (points().max().expect("a table has players") - points().min().expect("a table has players")) as f64 / 2.0
    };
    tables.map(of).sum::<f64>() / count
}

fn rematches(table: &[usize], entrants: usize, meetings: &Meetings) -> f64 {
    let members: Vec<usize> = table.iter().copied().filter(|&member| member < entrants).collect();
    let pairs =
        members.iter().enumerate().flat_map(|(place, &one)| members[..place].iter().map(move |&two| (one, two)));
    pairs.filter(|&(one, two)| meetings.between(one, two) > 0).count() as f64
}
