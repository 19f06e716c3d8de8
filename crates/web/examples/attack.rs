//! A load test on this machine: one attacker tries to stop the server. How long do the other players wait?
//!
//! ```text
//! cargo run --release -p cardsharp-web --example attack -- [GAMES]
//! ```
//!
//! The server is a separate process. Ann plays GAMES games of Indigo against the classic bot, first alone, then during
//! the attack. The attack comes from three addresses of this machine: tables of bots that think for five seconds, with
//! and without people, reviews, watchers at Ann's tables, half-sent requests, and records of thousands of faults. All
//! of it is bounded and ends with the process.

#[path = "../tests/api/client.rs"]
#[allow(dead_code, reason = "the tests need more of it")]
mod client;
#[allow(dead_code, reason = "the other example needs more of it")]
mod server;

use std::collections::BTreeMap;
use std::io::Write;
use std::net::TcpStream;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use cardsharp_web::Limits;
use client::Client;
use serde_json::{Value, json};
use server::ServerProcess;

const LONG: &str = "champion:ms=5000";

fn main() {
    let args = server::args_or_serve(Limits::default());
    let games: usize = args.first().map_or(20, |games| games.parse().expect("a number of games"));
    let file = server::file("attack");
    let server = ServerProcess::open(&file, 0);
    let client = Client::of(server.address);
    // Unanswered requests panic, and are expected here.
    std::panic::set_hook(Box::new(|_| {}));
    tell("alone", &play(&client, games, &Arc::default()));
    let siege = Arc::new(Siege::default());
    siege.begin(&client);
    tell("besieged", &play(&client, games, &siege.table));
    siege.is_over.store(true, Ordering::Relaxed);
    let answers = siege.answers.lock().expect("nobody died").clone();
    println!("the others were answered: {answers:?}");
    drop(server);
    server::remove(&file);
}

/// How long the server took to accept each move, and the opponent to answer it.
#[derive(Default)]
struct Times {
    taken: Vec<Duration>,
    answered: Vec<Duration>,
}

fn tell(when: &str, times: &Times) {
    for (what, times) in [("move taken", &times.taken), ("opponent answered", &times.answered)] {
        let mut times = times.clone();
        times.sort();
        let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1000.0;
        let (p50, p99, max) = (at(0.5), at(0.99), at(1.0));
        println!("{when}, {what}: {} times, p50 {p50:.1} ms, p99 {p99:.1} ms, max {max:.1} ms", times.len());
    }
}

/// Ann plays from an address of her own. `told` receives the id of her table, so that it can be watched.
fn play(client: &Client, games: usize, told: &Mutex<String>) -> Times {
    let mut times = Times::default();
    for game in 0..games {
        let (id, ann) = client.from(9).table("indigo", &["classic"], &json!({ "seed": game }));
        told.lock().expect("nobody died").clone_from(&id);
        let mut events = ann.events(&format!("/api/tables/{id}/events"));
        let mut view = own_turn(&mut events);
        while view["over"] != true {
            let action = ann.some_action(&id, &view);
            let begun = Instant::now();
            let taken = ann.post(&format!("/api/tables/{id}/actions"), &action);
            times.taken.push(begun.elapsed());
            assert_eq!(taken.status, 200, "{taken:?}");
            // Her own move has a version, too; the answer is a later one.
            let version = taken.json()["version"].as_u64();
            view = own_turn(&mut events);
            while view["version"].as_u64() < version {
                view = own_turn(&mut events);
            }
            times.answered.push(begun.elapsed());
        }
    }
    times
}

fn own_turn(events: &mut client::Events) -> Value {
    let is_hers = |view: &Value| view["over"] == true || view["turn"] == view["seat"];
    events.find(|event| event.name == "view" && is_hers(&event.data)).expect("the stream goes on").data
}

#[derive(Default)]
struct Siege {
    /// The id of Ann's table.
    table: Arc<Mutex<String>>,
    is_over: AtomicBool,
    /// The number of answers by kind of request and status; status 0 means no answer.
    answers: Mutex<BTreeMap<(&'static str, u16), usize>>,
}

impl Siege {
    fn begin(self: &Arc<Siege>, client: &Client) {
        let player = json!({ "kind": "player", "spec": LONG });
        let record = finish_game(client);
        for (number, second) in [(2, player.clone()), (3, json!({ "kind": "person" }))] {
            let wish = json!({ "game": "indigo", "seats": [player, second], "take": (number == 3).then_some(1) });
            for _ in 0..40 {
                self.ask("table", || client.from(number).post("/api/tables", &wish).status);
            }
            for _ in 0..80 {
                let (siege, client, record) = (Arc::clone(self), client.from(number), record.clone());
                self.again("review", move || siege.ask("review", || client.get(&record).status));
            }
        }
        for number in [2, 3, 4] {
            let client = client.from(number);
            let held: Vec<TcpStream> = (0..100).filter_map(|_| half_sent(&client)).collect();
            let siege = Arc::clone(self);
            self.again("half a request", move || {
                thread::sleep(Duration::from_millis(100));
                siege.ask("half a request", || u16::try_from(held.len()).unwrap_or(0));
            });
        }
        for _ in 0..100 {
            let (siege, client) = (Arc::clone(self), client.from(4));
            self.again("watcher", move || {
                let id = siege.table.lock().expect("nobody died").clone();
                if id.is_empty() {
                    return;
                }
                siege.ask("watcher", || client.get(&format!("/api/tables/{id}/events?after=0")).status);
            });
        }
        let faults = format!(
            "cardsharp record 1\ngame indigo\nseed 1\nseat 0 A\nseat 1 B\n{}",
            "fault 0 illegal \"x\"\n".repeat(3_000)
        );
        for _ in 0..4 {
            let (siege, client, faults) = (Arc::clone(self), client.from(4), faults.clone());
            let client = client.with("Content-Type", "text/plain");
            self.again("record", move || {
                siege.ask("record", || client.send("POST", "/api/replay", faults.as_bytes()).status);
            });
        }
    }

    fn ask(&self, what: &'static str, ask: impl FnOnce() -> u16 + std::panic::UnwindSafe) {
        let status = catch_unwind(ask).unwrap_or(0);
        *self.answers.lock().expect("nobody died").entry((what, status)).or_default() += 1;
    }

    fn again(self: &Arc<Siege>, name: &str, work: impl Fn() + Send + 'static) {
        let siege = Arc::clone(self);
        let builder = thread::Builder::new().name(name.to_owned()).stack_size(512 * 1024);
        let work = move || {
            while !siege.is_over.load(Ordering::Relaxed) {
                work();
                // The pause keeps this an attack and not a benchmark of the loopback device.
                thread::sleep(Duration::from_millis(50));
            }
        };
        builder.spawn(work).expect("a thread can be started");
    }
}

/// Plays a game and returns the address of its review.
fn finish_game(client: &Client) -> String {
    let (id, ann) = client.from(2).table("intensity", &["random", "random", "random"], &json!({}));
    ann.play_out(&id);
    format!("/api/replay/table/{id}/review")
}

fn half_sent(client: &Client) -> Option<TcpStream> {
    let mut stream = catch_unwind(|| client.connect()).ok()?;
    stream.write_all(b"GET /api/games HTTP/1.1\r\nHost: ").ok()?;
    Some(stream)
}
