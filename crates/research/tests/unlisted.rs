//! Strangers measure the house players, so those must not know them; sparring partners are for models and training.

use std::fs;
use std::path::{Path, PathBuf};

use cardsharp_matches::seat_named;
use cardsharp_research::exploit::Target;
use cardsharp_research::{sparring, strangers, unlisted};
use cardsharp_rules::hanamikoji::Hanamikoji;
use cardsharp_rules::laws::check_styles;
use cardsharp_rules::{AnyGame, Seed, with_game};
use cardsharp_search::{Memory, Searchable, roster};

#[test]
fn every_style_spreads_its_choice_over_the_legal_actions() {
    fn check<G: Searchable>(game: &G) {
        let styles = unlisted(game);
        for seed in (0..30).filter(|_| !styles.is_empty()) {
            check_styles(game, &styles, Seed(seed)).unwrap();
        }
    }
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => check(game));
    }
}

#[test]
fn they_are_seated_by_name_and_not_listed() {
    fn check<G: Searchable>(game: &G) -> usize {
        let listed: Vec<&str> = roster(game).iter().map(|offer| offer.name).collect();
        let mut names = Vec::new();
        for (family, styles) in [("stranger-", strangers::<G>()), ("sparring-", sparring())] {
            for style in styles {
                let (name, spec) = (style.name(), style.name().parse().expect("a spec"));
                assert!(name.starts_with(family) && !listed.contains(&name) && !names.contains(&name), "{name}");
                assert!(seat_named(game, &spec, Memory::Game, unlisted).is_ok(), "{name}");
                assert!(cardsharp_search::seat_player(game, &spec).is_err(), "{name}");
                assert!(Target::named(game, &spec).is_ok_and(|target| target.is_open_book()), "{name}");
                names.push(name);
            }
        }
        names.len()
    }
    let counts = AnyGame::all().into_iter().map(|game| with_game!(AnyGame, &game, game => check(game)));
    assert_eq!(counts.sum::<usize>(), 41);
}

#[test]
fn an_unknown_name_of_their_family_is_answered_with_all_of_it() {
    let refused = |text: &str| {
        let spec = text.parse().expect("a spec");
        seat_named(&Hanamikoji, &spec, Memory::Game, unlisted).err().expect("no player").to_string()
    };
    let all = refused("stranger-?");
    assert!(strangers::<Hanamikoji>().iter().all(|style| all.contains(style.name())), "{all}");
    assert!(refused("sparring-rcaer").contains("sparring-racer"));
    assert!(!refused("wise").contains("stranger"));
    assert!(refused("stranger-counter:ms=5").contains("stranger-counter has no settings"));
}

/// Adds the sources under a path, without tests.
fn sources(path: &Path, found: &mut Vec<(PathBuf, String)>) {
    const PASSED_OVER: [&str; 4] = ["target", "tests", "node_modules", "__pycache__"];
    if path.is_dir() {
        if !PASSED_OVER.iter().any(|name| path.ends_with(name)) {
            fs::read_dir(path).expect("a folder").for_each(|entry| sources(&entry.expect("an entry").path(), found));
        }
    } else if path.extension().is_some_and(|extension| ["py", "txt", "json"].iter().any(|kind| extension == *kind)) {
        found.push((path.to_owned(), fs::read_to_string(path).expect("a source is text")));
    }
}

/// The crate graph keeps strangers out of all Rust code; this test keeps them out of training and of fitted tables.
#[test]
fn no_training_and_no_fitted_table_names_a_stranger() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["learning", "crates/search/data"] {
        sources(&root.join(folder), &mut found);
    }
    assert!(found.iter().any(|(path, _)| path.ends_with("learning/train.py")), "the training is read");
    for (path, text) in found {
        assert!(!text.contains("stranger-"), "{}: strangers are for measuring only", path.display());
    }
}
