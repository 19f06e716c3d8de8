use cardsharp_rules::hanamikoji::Hanamikoji;
use cardsharp_rules::indigo::Indigo;
use cardsharp_rules::intensity::Intensity;
use cardsharp_rules::lucky_thirteen::LuckyThirteen;
use cardsharp_rules::{Seed, Turn};

use super::*;
use cardsharp_presentation::Present;

/// Parsing replays every stored puzzle and checks its actions and answers.
fn check_shipped<G: Present>(text: &str) {
    assert!(text.len() < 150_000, "{}: {} bytes", G::NAME, text.len());
    let remade = format!("# made by: cardsharp puzzles {} --make ", G::NAME);
    assert!(text.lines().nth(2).is_some_and(|line| line.starts_with(&remade)), "the head says how it is remade");
    let file = shipped::<G>();
    assert!(file.puzzles.len() >= 200, "{}: {} puzzles", G::NAME, file.puzzles.len());
    let mut ids: Vec<String> = file.puzzles.iter().map(Puzzle::id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), file.puzzles.len(), "each is there once");
    for puzzle in &file.puzzles {
        assert_eq!(puzzle.record.state().turn(), Turn::Of(puzzle.seat()));
        let right = match &puzzle.question {
            Question::Play(worths) => Answer::Play(worths[0].action),
            Question::Hold(cells) => Answer::Hold(puzzle.options().iter().position(|cell| **cell == cells[0]).unwrap()),
        };
        assert!(puzzle.is_possible(&right) && puzzle.is_right(&right), "{}", puzzle.id());
        if let Question::Play(worths) = &puzzle.question {
            let wrong = worths.iter().find(|worth| !worth.is_accepted()).unwrap();
            assert!(worths.iter().all(|worth| worth.is_accepted() || worth.is_mistake()), "{}", puzzle.id());
            let solution = puzzle.solution(&Answer::Play(wrong.action));
            assert!(!solution.is_right && solution.against == Some(wrong.action));
        }
        assert_eq!(Puzzle::parse(puzzle.line().trim_end()).as_ref(), Ok(puzzle), "a line reads back the same");
    }
}

#[test]
fn stored_puzzles_can_be_replayed_and_answered() {
    check_shipped::<Hanamikoji>(include_str!("../../data/puzzles/hanamikoji.txt"));
    check_shipped::<Indigo>(include_str!("../../data/puzzles/indigo.txt"));
    check_shipped::<Intensity>(include_str!("../../data/puzzles/intensity.txt"));
    check_shipped::<LuckyThirteen>(include_str!("../../data/puzzles/lucky-thirteen.txt"));
}

/// A shorter search with other random numbers finds the same answers.
fn check_again<G: Present>(nodes: u64) {
    let effort = Effort { hold_worlds: 1_000, looks: 4, ..Effort::of(nodes) };
    let puzzles = &shipped::<G>().puzzles;
    for puzzle in puzzles.iter().step_by(puzzles.len() / 4) {
        let found = recheck(&G::default(), puzzle, &effort, Seed(77));
        assert!(found.lead.0 > 0.0, "{} {}: {found:?}", G::NAME, puzzle.id());
    }
}

#[test]
fn another_search_finds_the_same_answers() {
    check_again::<Indigo>(2_000);
    check_again::<LuckyThirteen>(1_000);
    check_again::<Intensity>(1_000);
    check_again::<Hanamikoji>(200);
}

#[test]
fn puzzles_are_the_same_on_any_number_of_threads_and_damage_is_found() {
    let effort = Effort { looks: 3, games: 100, hold_worlds: 500, ..Effort::of(400) };
    let made = [1, 2].map(|threads| {
        let mut lines = Vec::new();
        Maker { game: &Indigo, seed: Seed(3), effort, threads }.make(0, &mut |_, puzzles| {
            lines.extend(puzzles.iter().map(Puzzle::line));
            if lines.len() < 3 { std::ops::ControlFlow::Continue(()) } else { std::ops::ControlFlow::Break(()) }
        });
        lines
    });
    assert_eq!(made[0], made[1]);
    let head = PuzzleHead { seed: 3, nodes: 400 }.text::<Indigo>();
    let text = format!("{head}{}{}", made[0].concat(), "{\"half a line");
    let file = PuzzleFile::<Indigo>::parse(&text).unwrap();
    assert_eq!((file.puzzles.len(), file.whole), (made[0].len(), text.len() - "{\"half a line".len()));
    let wrong = |text: &str| PuzzleFile::<Indigo>::parse(text).unwrap_err().to_string();
    assert!(wrong("").contains("no file of puzzles"));
    assert!(wrong(&head.replace("indigo", "hanamikoji")).contains("not of indigo"));
    assert_eq!(PuzzleFile::<Intensity>::parse(&head).unwrap_err().line, 1);
    let line = &made[0][0];
    for (from, to) in [("\"seed\":", "\"seed\":1"), ("play ", "play X"), ("\"rating\"", "\"rated\""), ("{", "[")] {
        let damaged = format!("{head}{}", line.replacen(from, to, 1));
        let error = PuzzleFile::<Indigo>::parse(&damaged).unwrap_err();
        assert_eq!(error.line, 4, "{from}: {error}");
    }
}
