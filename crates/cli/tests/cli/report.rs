//! `cardsharp report` of a tournament that no command could have played.

use std::path::Path;

use cardsharp_archive::{Archive, EntrantRow, FaultRow, GameRow, SeatRow, TournamentRow};
use serde_json::Value;

use crate::common::{Scratch, json, printed, refused};

#[test]
fn a_hostile_name_is_text_in_every_report() {
    let scratch = Scratch::new("hostile-name");
    let (db, html, csv) = (scratch.path("db"), scratch.path("page.html"), scratch.path("table.csv"));
    let mut archive = Archive::open_or_create(Path::new(&db)).unwrap();
    refused(&format!("report --db {db}"), 2, "there is no such tournament; none is kept");
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
    let names = [entrant("<img src=x onerror=\"alert(1)\">"), entrant("other")];
    let id = archive.announce(&tournament, &names).unwrap();
    archive.begin_round(id, 0, &[vec![0, 1]]).unwrap();
    // The seed is secret while games are to come.
    let report = json(&format!("report --db {db}"));
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
