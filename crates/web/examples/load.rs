//! A load test of two hundred tables: how long does a move take, how much memory does the server need, and is anything
//! lost when the server is killed?
//!
//! ```text
//! cargo run --release -p cardsharp-web --example load -- [TABLES] [PACE in ms] [SPEC]
//! ```
//!
//! The server is a separate process. At every table one simulated person plays Intensity against three light bots and
//! takes about PACE to decide; one watcher listens at every table. After half of the moves the server is killed and
//! opened again.

#[path = "../tests/api/client.rs"]
#[allow(dead_code, reason = "the tests need more of it")]
mod client;
mod server;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use cardsharp_web::Limits;
use client::Client;
use serde_json::{Value, json};
use server::ServerProcess;

/// A person's moves in a game: a pass and ten cards.
const MOVES: usize = 11;

fn main() {
    // All clients share one address here.
    let args = server::args_or_serve(Limits { connections_per_address: 1_000, ..Limits::default() });
    let number = |place: usize, usual: usize| args.get(place).map_or(usual, |text| text.parse().expect("a number"));
    let (tables, pace) = (number(0, 200), Duration::from_millis(number(1, 1000) as u64));
    let spec = args.get(2).map_or("careful", String::as_str);
    println!("{tables} tables of Intensity, one person and three {spec} each, a watcher each, a move in {pace:?}");
    let file = server::file("load");
    let mut server = ServerProcess::open(&file, 0);
    let load = Arc::new(Load::default());
    let begun = Instant::now();
    // Requests panic while the server is down; that is expected and not printed.
    std::panic::set_hook(Box::new(|_| {}));
    let people: Vec<Person> = (0..tables).map(|seed| Person::sit_down(server.address, spec, seed)).collect();
    println!("tables made in {:.2} s", begun.elapsed().as_secs_f64());
    let watchers: Vec<_> = people.iter().map(|person| watch(&load, person)).collect();
    let players: Vec<_> = people.into_iter().enumerate().map(|(n, person)| play(&load, person, pace, n)).collect();
    while load.moves.load(Ordering::Relaxed) < tables * MOVES / 2 {
        thread::sleep(Duration::from_millis(20));
    }
    let (before, address) = (server.memory(), server.address);
    let answered = load.moves.load(Ordering::Relaxed);
    drop(server);
    let killed = Instant::now();
    server = ServerProcess::open(&file, address.port());
    println!("killed after {answered} moves (memory at most {before} kB), open again after {:?}", killed.elapsed());
    let lost: usize = players.into_iter().map(|player| player.join().expect("a person plays to the end")).sum();
    load.is_over.store(true, Ordering::Relaxed);
    println!("all games over after {:.1} s, {lost} tables or moves lost", begun.elapsed().as_secs_f64());
    println!("memory after the restart: at most {} kB", server.memory());
    let heard: usize = watchers.into_iter().map(|watcher| watcher.join().expect("a watcher hears the end")).sum();
    println!("watchers heard {heard} views");
    load.tell();
    drop(server);
    server::remove(&file);
}

#[derive(Default)]
struct Load {
    moves: AtomicUsize,
    times: Mutex<Vec<Duration>>,
    is_over: AtomicBool,
}

impl Load {
    fn tell(&self) {
        let mut times = self.times.lock().expect("nobody died").clone();
        times.sort();
        let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1000.0;
        println!(
            "{} move requests: p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, max {:.1} ms",
            times.len(),
            at(0.5),
            at(0.9),
            at(0.99),
            at(1.0)
        );
    }
}

struct Person {
    id: String,
    client: Client,
}

impl Person {
    fn sit_down(address: SocketAddr, spec: &str, seed: usize) -> Person {
        let client = Client::of(address);
        let (id, client) = client.table("intensity", &[spec; 3], &json!({ "seed": seed }));
        Person { id, client }
    }

    /// Returns the view; asks again while the server is down.
    fn view(&self) -> Value {
        loop {
            let told = std::panic::catch_unwind(|| self.client.get(&format!("/api/tables/{}", self.id)));
            if let Ok(told) = told
                && told.status == 200
            {
                return told.json();
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Plays a game to its end; returns how often its version went back.
fn play(load: &Arc<Load>, person: Person, pace: Duration, number: usize) -> thread::JoinHandle<usize> {
    let load = Arc::clone(load);
    spawn_small(move || {
        let (mut known, mut lost) = (0, 0);
        let pace = pace.mul_f64(0.5 + (number * 37 % 100) as f64 / 100.0);
        loop {
            let view = person.view();
            // A version that was answered must never go back.
            lost += usize::from(view["version"].as_u64() < Some(known));
            known = view["version"].as_u64().expect("a version");
            if view["over"] == true {
                return lost;
            }
            if view["turn"] != view["seat"] {
                thread::sleep(Duration::from_millis(20));
                continue;
            }
            thread::sleep(pace);
            let asked = std::panic::catch_unwind(|| {
                let action = person.client.some_action(&person.id, &view);
                let begun = Instant::now();
                let told = person.client.post(&format!("/api/tables/{}/actions", person.id), &action);
                (begun.elapsed(), told)
            });
            let Ok((time, told)) = asked else { continue };
            if told.status == 200 {
                known = told.json()["version"].as_u64().expect("a version");
                load.times.lock().expect("nobody died").push(time);
                load.moves.fetch_add(1, Ordering::Relaxed);
            }
        }
    })
}

/// Watches a table to its end; returns the number of views received.
fn watch(load: &Arc<Load>, person: &Person) -> thread::JoinHandle<usize> {
    let (load, id) = (Arc::clone(load), person.id.clone());
    let client = Client::of(person.client.address);
    spawn_small(move || {
        let (mut heard, mut last) = (0, 0);
        while !load.is_over.load(Ordering::Relaxed) {
            let path = format!("/api/tables/{id}/events?after={last}");
            let Ok(events) = std::panic::catch_unwind(|| client.events(&path)) else {
                thread::sleep(Duration::from_millis(20));
                continue;
            };
            for event in events.filter(|event| event.name == "view") {
                heard += 1;
                last = event.id.expect("a version");
                if event.data["over"] == true {
                    return heard;
                }
            }
        }
        heard
    })
}

fn spawn_small<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> thread::JoinHandle<T> {
    let builder = thread::Builder::new().stack_size(512 * 1024);
    builder.spawn(work).expect("a thread can be started")
}
