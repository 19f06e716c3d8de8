//! Runs the transcripts of `protocol.md`: for the program's answers, the referee must write exactly the lines there.
//!
//! A block begins with ```` ```transcript GAME seed=S seat=K ````; the program reads the lines with `<` and answers
//! with the lines with `>`. A last line `...` leaves out the rest.

use std::collections::VecDeque;

use cardsharp_programs::lines::{fault_line, game_line, hello_line, over_line, read_action, read_hello, turn_line};
use cardsharp_programs::{Agent, Failure, Hosted, OnFault, Reply, Start, Stop, Terms, referee_game};
use cardsharp_rules::{ActionOf, AnyGame, FaultKind, ObservationOf, Random, Record, Rng, Seat, Seed, with_game};
use cardsharp_search::{Player, StylePlayer};

/// An agent that takes its answers from the transcript and writes down the referee's lines.
struct Scripted<G> {
    game: G,
    seat: Seat,
    answers: VecDeque<String>,
    said: Vec<String>,
}

impl<G> Scripted<G> {
    fn tell(&mut self, line: &str) {
        self.said.push(format!("< {line}"));
    }

    fn answer(&mut self) -> Option<String> {
        let answer = self.answers.pop_front()?;
        self.said.push(format!("> {answer}"));
        Some(answer)
    }
}

impl<G: Hosted> Agent<G> for &mut Scripted<G> {
    fn begin(&mut self, start: &Start<'_, G>) -> Result<(), Stop> {
        self.tell(&hello_line());
        let hello = self.answer().expect("a transcript begins with a hello");
        read_hello(&hello).expect("the hello is one");
        self.tell(&game_line(start, &Terms::default()));
        Ok(())
    }

    fn choose(&mut self, view: &ObservationOf<G>, _rng: &mut Rng) -> Result<Reply<ActionOf<G>>, Stop> {
        let line = turn_line(&self.game, view, None);
        self.tell(&line);
        let Some(answer) = self.answer() else { return Err(Stop::Left("the transcript ends".to_owned())) };
        let answer = read_action::<G>(&answer, view);
        Ok(Reply::unasked(answer))
    }

    fn corrected(&mut self, failure: &Failure, kind: FaultKind, chosen: ActionOf<G>) {
        self.tell(&fault_line::<G>(failure, kind, chosen));
    }

    fn end(&mut self, record: &Record<G>) {
        let line = over_line(record, self.seat);
        self.tell(&line);
    }
}

/// Plays the game of a transcript and returns its lines.
fn run<G: Hosted>(game: &G, seed: Seed, seat: Seat, answers: VecDeque<String>) -> Vec<String> {
    let random: &dyn Player<G> = &StylePlayer(Box::new(Random));
    let mut scripted = Scripted { game: game.clone(), seat, answers, said: Vec::new() };
    let mut names: Vec<String> =
        ["Lulu", "Morgan", "Amy", "Rat"].iter().take(G::SEATS).map(|&name| name.to_owned()).collect();
    "Example".clone_into(&mut names[seat.index()]);
    {
        let house = |_| Box::new(random) as Box<dyn Agent<G> + '_>;
        let mut agents: Vec<_> = Seat::all(G::SEATS).map(house).collect();
        agents[seat.index()] = Box::new(&mut scripted);
        match referee_game(game, seed, names, &mut agents, OnFault::GoOn, &mut ()) {
            Ok(_) | Err(Stop::Left(_)) => {}
            Err(stop) => panic!("{stop}"),
        }
    }
    scripted.said
}

#[test]
fn the_referee_speaks_as_protocol_md_says() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/protocol.md")).unwrap();
    let mut games = Vec::new();
    for block in text.split("```transcript ").skip(1) {
        let (header, rest) = block.split_once('\n').unwrap();
        let body = rest.split("```").next().unwrap();
        let words: Vec<&str> = header.split_whitespace().collect();
        let value = |key: &str| words.iter().find_map(|word| word.strip_prefix(key)).unwrap().parse::<u64>().unwrap();
        let (seed, seat) = (Seed(value("seed=")), Seat::new(value("seat=") as usize));
        let written: Vec<&str> = body.lines().collect();
        let answers = written.iter().filter_map(|line| line.strip_prefix("> ")).map(str::to_owned).collect();
        let game: AnyGame = words[0].parse().unwrap();
        let said = with_game!(AnyGame, &game, game => run(game, seed, seat, answers));
        match written.split_last() {
            Some((&"...", written)) => assert_eq!(written, &said[..written.len()], "{header}\n{}", said.join("\n")),
            _ => assert_eq!(written, said, "{header}\n{}", said.join("\n")),
        }
        games.push(words[0]);
    }
    for game in AnyGame::all().iter().filter(|game| !game.is_teaching()) {
        assert!(games.contains(&game.name()), "there is no transcript of {game}");
    }
}
