//! `cardsharp report`, run as a person runs it.

mod referee_tools;

use std::path::Path;

use cardsharp_archive::{Archive, EntrantRow, FaultRow, GameRow, SeatRow, TournamentRow};
use referee_tools::{Scratch, cardsharp, printed};
use serde_json::Value;

#[test]
fn a_tournament_is_told_as_text_json_csv_and_a_page() {
    let scratch = Scratch::new("told");
    let (db, html, csv) = (scratch.path("db"), scratch.path("page.html"), scratch.path("table.csv"));
    let words = "tournament intensity careful random random random careful --rounds 4 --deals 5 --seed 1 --json --db";
    let table: Value = serde_json::from_str(&printed(&format!("{words} {db}"))).unwrap();
    let text = printed(&format!("report --db {db} --html {html} --csv {csv}"));
    assert!(text.starts_with("Tournament 1: intensity, swiss, 5 entrants, 4 rounds, 160 games, seed 1\n"), "{text}");
    assert!(text.contains("Games that went most against the ratings"), "{text}");
    let report: Value = serde_json::from_str(&printed(&format!("report --db {db} --json"))).unwrap();
    let (standings, expected) = (report["standings"].as_array().unwrap(), table["standings"].as_array().unwrap());
    assert_eq!(standings.len(), 5);
    for (standing, expected) in standings.iter().zip(expected) {
        for key in ["place", "name", "points", "games", "places"] {
            assert_eq!(standing[key], expected[key], "{key}");
        }
        let interval = &standing["rating"]["interval"];
        assert!(interval[0].as_f64() < interval[1].as_f64(), "{standing}");
        let course = standing["course"].as_array().unwrap();
        assert!(course.len() == 4 && course[3] == standing["points"], "{standing}");
    }
    // Both careful players came in before all random ones.
    assert!(standings[0]["name"].as_str().unwrap().starts_with("careful"), "{report}");
    assert!(standings[1]["name"].as_str().unwrap().starts_with("careful"), "{report}");
    let csv = std::fs::read_to_string(csv).unwrap();
    assert!(csv.lines().count() == 6 && csv.starts_with("place,name,source,points,"), "{csv}");
    let page = std::fs::read_to_string(html).unwrap();
    for heading in ["Standings", "Ratings", "Points over the rounds", "Places", "Faults and decision times"] {
        assert!(page.contains(&format!("<h2>{heading}</h2>")), "{heading}");
    }
    let game = report["upsets"][0]["game"].as_i64().unwrap();
    assert!(page.contains(&format!("cardsharp replay --db {db} --game {game}</code>")), "{page}");
    // Every game that swung has a link, a replay behind it and a command.
    let swings = report["swings"].as_array().unwrap();
    assert_eq!((swings.len(), report["looked_at"].as_array().unwrap().len()), (6, 24));
    assert!(text.contains("Largest swings of 24 games looked at"), "{text}");
    let size = |swing: &Value| (swing["after"].as_f64().unwrap() - swing["before"].as_f64().unwrap()).abs();
    assert!(swings.windows(2).all(|pair| size(&pair[0]) >= size(&pair[1])), "{report}");
    for swing in swings {
        let (game, step) = (swing["game"].as_i64().unwrap(), swing["step"].as_u64().unwrap() as usize);
        assert!(page.contains(&format!("<a href=\"#game-{game}\">")), "{game}");
        assert!(page.contains(&format!("<div id=\"game-{game}\"><svg")), "{game}");
        let replayed: Value =
            serde_json::from_str(&printed(&format!("replay --db {db} --game {game} --json"))).unwrap();
        assert_eq!(replayed["steps"][step]["event"], swing["event"]);
        assert_eq!(swing["expected"].as_array().unwrap().len(), replayed["steps"].as_array().unwrap().len());
    }
    // The same seeds, the same swings.
    let again: Value = serde_json::from_str(&printed(&format!("report --db {db} --json"))).unwrap();
    assert_eq!(again["swings"], report["swings"]);
    let none: Value = serde_json::from_str(&printed(&format!("report --db {db} --json --instructive 0"))).unwrap();
    assert_eq!(none["swings"].as_array().map(Vec::len), Some(0));
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("<script"), "{page}");
    printed(&format!("replay --db {db} --game {game}"));
}

#[test]
fn a_hostile_name_is_text_in_every_report() {
    let scratch = Scratch::new("hostile-name");
    let (db, html, csv) = (scratch.path("db"), scratch.path("page.html"), scratch.path("table.csv"));
    let name = "<img src=x onerror=\"alert(1)\">";
    let mut archive = Archive::open_or_create(Path::new(&db)).unwrap();
    let entrant = |name: &str| EntrantRow {
        name: name.to_owned(),
        source: "=cmd".to_owned(),
        hash: String::new(),
        is_house: false,
    };
    let tournament = TournamentRow {
        game: "indigo".to_owned(),
        options: String::new(),
        format: "swiss".to_owned(),
        seed: 1,
        rounds: 1,
        deals: 0,
        games: 1,
        terms: r#"{"disqualified":[{"source":"/<b>.c","reason":"<img>"}]}"#.to_owned(),
        engine: String::new(),
    };
    let id = archive.announce(&tournament, &[entrant(name), entrant("other")]).unwrap();
    archive.begin_round(id, 0, &[vec![0, 1]]).unwrap();
    // As long as games are to come, their hands are nobody's business.
    let report: Value = serde_json::from_str(&printed(&format!("report --db {db} --json"))).unwrap();
    assert_eq!((&report["seed"], &report["kept"]), (&Value::Null, &Value::from(0)));
    assert!(!printed(&format!("report --db {db}")).contains("seed"));
    let fault = FaultRow { verdict: "<b>".to_owned(), count: 1 };
    let seats = vec![
        SeatRow { entrant: 0, place: 1, halves: 2, faults: vec![fault], decisions: 1, returns: 3 },
        SeatRow { entrant: 1, place: 2, decisions: 1, ..SeatRow::default() },
    ];
    let (record, times) = (Vec::new(), vec![5, 5]);
    archive.keep(id, &[GameRow { number: 0, round: 0, table: 0, deal: 0, rotation: 0, record, seats, times }]).unwrap();
    drop(archive);
    printed(&format!("report --db {db} --html {html} --csv {csv}"));
    let page = std::fs::read_to_string(html).unwrap();
    assert!(!page.contains("<img") && !page.contains("<b>"), "{page}");
    assert!(page.contains("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;"), "{page}");
    assert!(page.contains("/&lt;b&gt;.c") && page.contains("<pre>&lt;img&gt;</pre>"), "{page}");
    let csv = std::fs::read_to_string(csv).unwrap();
    assert!(csv.contains("\"<img src=x onerror=\"\"alert(1)\"\">\",'=cmd,"), "{csv}");
}

#[test]
fn what_is_not_there_is_named() {
    let scratch = Scratch::new("not-there");
    let db = scratch.path("db");
    drop(Archive::open_or_create(Path::new(&db)).unwrap());
    let output = cardsharp(&["report", "--db", &db]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("there is no such tournament; none is kept"), "{message}");
    printed(&format!("tournament indigo random random --rounds 1 --db {db}"));
    let output = cardsharp(&["report", "--db", &db, "--tournament", "4"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("there is no such tournament; there are 1"), "{message}");
}
