//! `net:FILE`: a user's network as a player.

use cardsharp_rules::{Game, indigo::Indigo};

use crate::common::{Scratch, printed, refused};

/// Returns a network that rates all actions the same, so it plays like `random`.
fn indifferent_network() -> Vec<u8> {
    let (features, actions) = (Indigo::FEATURES, Indigo::ACTIONS);
    let (weights, all) = (4 * features * actions, 4 * (features + 1) * actions);
    let header = format!(
        r#"{{"__metadata__":{{"game":"indigo","encoding":"{}"}},
        "0.weight":{{"dtype":"F32","shape":[{actions},{features}],"data_offsets":[0,{weights}]}},
        "0.bias":{{"dtype":"F32","shape":[{actions}],"data_offsets":[{weights},{all}]}}}}"#,
        Indigo::ENCODING_VERSION
    );
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &vec![0; all]].concat()
}

#[test]
fn a_network_plays_at_its_strength() {
    let scratch = Scratch::new("net");
    let net = scratch.file("indifferent.safetensors", indifferent_network());
    let report = printed(&format!("match indigo net:{net} greedy --deals 20 --seed 1"));
    assert!(report.contains("greedy (player 1) is stronger than net:"), "{report}");
    let exploited = printed(&format!("exploit indigo net:{net} --deals 4 --nodes 50"));
    assert!(exploited.contains("says exactly how likely it does what"), "a network is an open book: {exploited}");
    printed(&format!("referee indigo net:{net} greedy --quiet -s 1"));
}

#[test]
fn a_network_must_stay_the_same_while_a_tournament_lasts() {
    let scratch = Scratch::new("net-tournament");
    let (net, db) = (scratch.file("indifferent.safetensors", indifferent_network()), scratch.path("games.db"));
    let table = printed(&format!("tournament indigo net:{net} greedy --rounds 1 --deals 2 --seed 1 --db {db} --json"));
    assert!(table.contains("indifferent.safetensors"), "{table}");
    assert_eq!(printed(&format!("tournament --resume --json --db {db}")), table);
    let mut other = indifferent_network();
    *other.last_mut().unwrap() = 63;
    scratch.file("indifferent.safetensors", other);
    refused(&format!("tournament --resume --json --db {db}"), 2, "is not the network that began this tournament");
}
