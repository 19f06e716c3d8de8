use cardsharp_rules::*;
use cardsharp_search::*;
use std::sync::atomic::*;
struct S<G>(G, Search);
impl<G: Thoughtful> Player<G> for S<G> {
    fn choose(&self, view: &ObservationOf<G>, rng: &mut Rng) -> ActionOf<G> {
        let mut l = Vec::new();
        view.legal_actions(&mut l);
        if l.len() == 1 { return l[0]; }
        search(&self.0, view, &self.1, rng)[0].action
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let opp = a[1].as_str();
    let deals: u64 = a[2].parse().unwrap();
    let nodes: u64 = a[3].parse().unwrap();
    let worlds: usize = a[4].parse().unwrap();
    let cur: f32 = a[5].parse().unwrap();
    let game = indigo::Indigo;
    let next = AtomicU64::new(0);
    let wins = std::sync::Mutex::new((0.0, 0.0, 0u64));
    std::thread::scope(|s| for _ in 0..2 { s.spawn(|| loop {
        let d = next.fetch_add(1, Ordering::Relaxed);
        if d >= deals { break; }
        let me: Box<dyn Player<indigo::Indigo>> = Box::new(S(game, Search { budget: Budget::Nodes(nodes), worlds, objective: Objective::Win, curiosity: cur }));
        let st = game.styles().into_iter().find(|s| s.name() == opp).unwrap();
        let them: Box<dyn Player<indigo::Indigo>> = Box::new(StylePlayer(st));
        let mut t = 0.0;
        for rot in 0..2 {
            let mut state = game.start(&game.shuffle(Seed(d))).unwrap();
            let mut rng = Rng::new(Seed(d).stream(100 + rot));
            while let Turn::Of(seat) = state.turn() {
                let p = if seat.index() as u64 == rot { &me } else { &them };
                let act = p.choose(&state.observe(seat), &mut rng);
                state.play(act).unwrap();
            }
            t += outcome::win_shares(&state.returns().unwrap())[Seat::new(rot as usize)];
        }
        t /= 2.0;
        let mut w = wins.lock().unwrap();
        w.0 += t; w.1 += t * t; w.2 += 1;
    }); });
    let w = wins.lock().unwrap();
    let n = w.2 as f64; let m = w.0 / n; let sd = (w.1 / n - m * m).sqrt() / n.sqrt();
    println!("{opp} nodes {nodes} worlds {worlds} c {cur}: {:.1} ± {:.1}", 100.0 * m, 100.0 * sd);
}
