//! A test for each transcript in `tests/transcripts`, and for the examples of the README and the guide.

use std::path::{Path, PathBuf};

use cardsharp_rules::AnyRecord;

use crate::common::{Run, Scratch, command, root, run_with};
use crate::transcript;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/transcripts/{name}.md"))
}

/// Defines a test for each file, and a list of all files.
macro_rules! transcripts {
    ($($folder:ident: $($file:ident)*;)*) => {
        $(mod $folder {
            $(#[test]
            fn $file() {
                crate::transcript::check(&super::path(concat!(stringify!($folder), "/", stringify!($file))));
            })*
        })*
        const ALL: &[&str] = &[$($(concat!(stringify!($folder), "/", stringify!($file)),)*)*];
    };
}

transcripts! {
    analyse: analyse annotate;
    ask: ask;
    bot: bot;
    check: check compilers examples folders sanitizers;
    coach: coach ladder;
    exploit: exploit programs;
    install: alone completions;
    matches: matches memory refusals;
    new: evening_c evening_javascript evening_python evening_rust new;
    play: answers hanamikoji hanamikoji_end hanamikoji_two_people indigo_champion indigo_end indigo_exit indigo_first
        indigo_nobody indigo_second intensity intensity_exit intensity_two_people lucky_thirteen lucky_thirteen_exit
        lucky_thirteen_properties properties refusals saved;
    programs: hostile odd;
    puzzles: puzzles;
    referee: dialogue faults forfeits games refusals;
    rules: deals refusals replay;
    study: study;
    system: full_disk limits read_only;
    tournament: entrants refusals report tournament;
}

#[test]
fn every_file_is_listed() {
    let mut found = Vec::new();
    for folder in std::fs::read_dir(path("x").parent().unwrap()).unwrap() {
        let folder = folder.unwrap().path();
        for file in std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()) {
            if file.extension().is_some_and(|extension| extension == "md") {
                let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
                found.push(format!("{}/{}", name(&folder), name(&file)));
            }
        }
    }
    found.sort();
    assert_eq!(found, ALL);
}

#[test]
fn examples_of_the_readme_and_the_guide_print_what_they_say() {
    let guide = std::fs::read_dir(root().join("docs/guide")).unwrap().map(|page| page.unwrap().path());
    let pages = std::iter::once(root().join("README.md")).chain(guide);
    let has_example = |page: &PathBuf| std::fs::read_to_string(page).unwrap().contains("```console\n");
    let examples: usize = pages.filter(has_example).map(|page| transcript::check(&page)).sum();
    assert!(examples >= 16, "only {examples} examples were found");
}

/// A game that is left after any answer and resumed has the same record.
#[test]
fn a_game_left_and_resumed_is_the_same_game() {
    for name in ["indigo_first", "intensity", "hanamikoji", "lucky_thirteen", "lucky_thirteen_properties"] {
        let text = std::fs::read_to_string(path(&format!("play/{name}"))).unwrap();
        let (words, rest) = text.split_once("$ cardsharp ").unwrap().1.split_once(" <<EOF\n").unwrap();
        let lines: Vec<&str> = rest.split("EOF\n").next().unwrap().split_inclusive('\n').collect();
        let scratch = Scratch::new(&format!("resume-{name}"));
        let (save, record) = (scratch.path("game.sitting"), scratch.path("game.record"));
        let play = |words: &str, lines: &[&str]| -> Run { run_with(command(words), &lines.concat()) };
        assert_eq!(play(&format!("{words} --record {record}"), &lines).status, Some(0), "{name}");
        let whole = std::fs::read_to_string(&record).unwrap();
        AnyRecord::parse(&whole).unwrap();
        assert!(whole.contains("\nresult "), "{name}");
        for cut in [6, (lines.len() / 2).max(6), lines.len() - 1] {
            let left = play(&format!("{words} --save {save}"), &lines[..cut]);
            assert_eq!(left.status, Some(1), "{name}: {left:?}");
            assert!(left.err.contains(&format!("--resume {save}` goes on with it")), "{name}: {left:?}");
            let rest = play(&format!("play --resume {save} --record {record}"), &lines[cut..]);
            assert_eq!((rest.status, rest.err.as_str()), (Some(0), ""), "{name}: {rest:?}");
            assert_eq!(std::fs::read_to_string(&record).unwrap(), whole, "{name}, left after {cut} answers");
        }
        let over = play(&format!("play --resume {save}"), &[]);
        assert!(over.status == Some(2) && over.err.contains("this game is over"), "{over:?}");
    }
}
