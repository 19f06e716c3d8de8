//! How a table goes on when a player fails.

use cardsharp_programs::{Agent, Failure, Hosted, OnFault, Reply, Stop, referee_game};
use cardsharp_rules::indigo::{Indigo, Observation, Play};
use cardsharp_rules::{AnyGame, Known, Record, Rng, Seat, Seed, Verdict, with_game};
use cardsharp_search::seat_player;
use cardsharp_session::{PROGRAM, Session};

use super::*;
use crate::game::AnySession;
use crate::game::session::deal;
use crate::http::token;
use crate::tables::{Chair, Terms, chair};

/// Returns a game in which the program of seat 0 panics at every question.
fn doomed(seed: u64, names: Vec<String>) -> Arc<AnySession> {
    let specs = [PROGRAM, "random"].map(|spec| spec.parse().unwrap()).to_vec();
    let mut session = Session::new(Record::from_seed(Indigo, Seed(seed), names), specs, Vec::new()).ok().unwrap();
    session.ask_by(Seat::FIRST, Arc::new(|_| panic!("a defect of ours")));
    Arc::new(Indigo::any(session))
}

/// The same player for the referee.
struct Dies;

impl Agent<Indigo> for Dies {
    fn choose(&mut self, _: &Observation, _: &mut Rng) -> Result<Reply<Play>, Stop> {
        Ok(Reply::unasked(Err(Failure::new(Verdict::Crash, "the player failed"))))
    }
}

/// Returns the referee's record of a game of Indigo between a player that always fails and a random one.
fn refereed(seed: u64, names: Vec<String>) -> String {
    let random = seat_player(&Indigo, &"random".parse().unwrap()).unwrap();
    let mut agents: [Box<dyn Agent<Indigo> + '_>; 2] = [Box::new(Dies), Box::new(&*random)];
    referee_game(&Indigo, Seed(seed), names, &mut agents, OnFault::GoOn, &mut ()).unwrap().record.to_string()
}

/// Lets a server play a table of bots to its end; returns the record.
fn play_to_end(
    app: &Arc<App>,
    runtime: &tokio::runtime::Runtime,
    (game, seed): (&str, u64),
    snapshot: TableSnapshot,
) -> String {
    let terms = Terms { seed, ..Terms::default() };
    let game: AnyGame = game.parse().unwrap();
    let table = Arc::new(WebTable::new(token::table_id(), game, terms, Client::default(), snapshot, app.time()));
    let mut news = table.listen();
    app.play_on(&table);
    while !table.snapshot().is_over() {
        runtime.block_on(news.changed()).unwrap();
    }
    table.snapshot().record().unwrap()
}

/// Returns the snapshot after the cards are dealt to these bots.
fn deal_snapshot((game, seed): (&str, u64), specs: &[&str]) -> TableSnapshot {
    let chairs: Vec<Chair> = specs.iter().map(|&spec| Chair::Player(spec.to_owned())).collect();
    let (specs, names) = (chairs.iter().map(Chair::spec).collect(), chair::names(&chairs));
    let terms = Terms { seed, ..Terms::default() };
    let session = Some(deal(&game.parse().unwrap(), &terms, specs, names).unwrap());
    TableSnapshot { version: 1, chairs: chairs.into(), session, ..TableSnapshot::default() }
}

/// The web table plays the same game from a seed as `play_game`.
#[test]
fn a_web_table_plays_the_game_of_its_seed() {
    fn matched<G: Hosted>(game: &G, seed: u64, specs: &[&str], names: Vec<String>) -> String {
        let players: Vec<_> = specs.iter().map(|spec| seat_player(game, &spec.parse().unwrap()).unwrap()).collect();
        let players: Vec<_> = players.iter().map(AsRef::as_ref).collect();
        cardsharp_table::play_game(game, Seed(seed), &players, names).to_string()
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let _inside = runtime.enter();
    let app =
        App::open_up((Limits::default(), Clock::default()), 2, Vec::new(), (Path::new(":memory:"), None), None, None)
            .unwrap();
    let seatings: [(&str, &[&str]); 4] = [
        ("intensity", &["champion:nodes=40,worlds=20", "random", "careful", "pimc:worlds=4"]),
        ("hanamikoji", &["champion:nodes=60", "random"]),
        ("indigo", &["random", "champion:nodes=80,worlds=40"]),
        ("lucky-thirteen", &["random", "champion:nodes=40", "basic", "ismcts:nodes=60"]),
    ];
    for (name, specs) in seatings {
        let snapshot = deal_snapshot((name, 9), specs);
        let names = chair::names(&snapshot.chairs);
        let game: AnyGame = name.parse().unwrap();
        let matched = with_game!(AnyGame, &game, game => matched(game, 9, specs, names));
        assert_eq!(play_to_end(&app, &runtime, (name, 9), snapshot), matched, "{name}");
    }
}

#[test]
fn a_player_that_panics_is_a_fault_and_the_game_goes_on_as_the_referee_would() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let _inside = runtime.enter();
    let limits = (Limits::default(), Clock::default());
    let app = App::open_up(limits, 1, Vec::new(), (Path::new(":memory:"), None), None, None).unwrap();
    let indigo = ("indigo", 5);
    let snapshot = deal_snapshot(indigo, &["random", "random"]);
    let names = vec!["Ada".to_owned(), "Blaise".to_owned()];
    let session = Some(doomed(5, names.clone()));
    let record = play_to_end(&app, &runtime, indigo, TableSnapshot { session, ..snapshot });
    assert_eq!(record.matches(" 0 crash ").count(), 3, "the third has lost it the game: {record}");
    assert_eq!(record, refereed(5, names));
}
