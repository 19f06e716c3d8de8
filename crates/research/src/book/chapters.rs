//! Chapters shared by all books: moving first, the rule of thumb, how the book was made.

use cardsharp_charts::words::{percent, plain, signed};
use cardsharp_charts::{Block, Chapter, Grid, Page};
use cardsharp_rules::{Seat, Style, outcome};
use cardsharp_stats::Mean;

use crate::{Book, Booked, Bout, Count, Decision, Tally, ratio};

pub(crate) fn per_game<G: Booked>(book: &Book<G>, value: impl Fn(&crate::Played<G>) -> f64) -> Mean {
    Mean::of(&book.games.games.iter().map(value).collect::<Vec<f64>>())
}

/// Returns each seat's share of the wins; shared wins count in part.
pub(crate) fn win_shares<G: Booked>(book: &Book<G>) -> Vec<Mean> {
    Seat::all(G::SEATS).map(|seat| per_game(book, |game| outcome::win_shares(&game.returns)[seat])).collect()
}

/// Formats how often `is_so` holds, among the decisions for which it returns a value.
pub(crate) fn share<G: Booked>(book: &Book<G>, is_so: impl Fn(&Decision<G>) -> Option<bool>) -> String {
    let mut tally = Tally::default();
    for (deal, decision) in book.games.decisions().filter(|(_, decision)| decision.is_choice()) {
        if let Some(is_so) = is_so(decision) {
            tally.note_if(deal, (), is_so);
        }
    }
    percent(tally.mean(&()))
}

/// Returns the chapter of the most important points; the last one is the price of the rule of thumb.
pub(crate) fn short_chapter<G: Booked>(book: &Book<G>, mut lines: Vec<String>, rival: &'static str) -> Chapter {
    lines.push(format!(
        "Who follows the rule of thumb below instead of thinking wins {} fewer games in the hundred against {}`{rival}`.",
        fewer_wins(book, rival),
        if G::SEATS == 2 { "" } else { "three " }
    ));
    Chapter::new("In short", vec![Block::List(lines)])
}

/// Formats how many games in a hundred fewer the rule of thumb wins than the strong player, against house players.
pub(crate) fn fewer_wins<G: Booked>(book: &Book<G>, rival: &'static str) -> String {
    let (thumb, champion) = (Bout { player: "thumb", others: rival }, Bout { player: "champion", others: rival });
    let lost = book.matches.difference(champion, thumb, Count::Wins);
    // Adding 0.0 removes the sign of a negative zero.
    let tenths = |mean: f64| (1000.0 * mean).round() / 10.0 + 0.0;
    let told = |mean: Mean| format!("{:.1} ± {:.1}", tenths(mean.mean), 100.0 * mean.error).replace('-', "−");
    lost.map_or("–".to_owned(), told)
}

/// Returns the probability that a style makes the strong player's choice, or one equal to it up to meaningless names.
pub(crate) fn agreement<G: Booked>(style: &dyn Style<G>, decision: &Decision<G>) -> f64 {
    let mut weights = Vec::new();
    style.weigh(&decision.view, &decision.legal, &mut weights);
    let same =
        decision.legal.iter().zip(&weights).filter(|(action, _)| G::alike(&decision.view, **action, decision.choice));
    same.map(|(_, weight)| f64::from(*weight)).sum()
}

pub(crate) fn thumb_chapter<G: Booked>(
    book: &Book<G>,
    rules: &[&str],
    rival: &'static str,
    kind: impl Fn(&Decision<G>) -> &'static str,
) -> Chapter {
    let rules = rules.iter().map(|&rule| rule.to_owned()).collect();
    let mut blocks = vec![
        Block::Text(
            "A list a person can follow. Its numbers were fitted to the strong player's choices, rounded until they could be \
             remembered, and kept where they held in other games and did not lose at the table. It is a player of the house: sit \
             down against it with `thumb`."
                .to_owned(),
        ),
        Block::Rules(rules),
    ];
    blocks.extend(fidelity(book, rival, kind));
    blocks.extend(cost(book, rival));
    Chapter::new("Rules of thumb, and what following them costs", blocks)
}

fn fidelity<G: Booked>(book: &Book<G>, rival: &'static str, kind: impl Fn(&Decision<G>) -> &'static str) -> Vec<Block> {
    let styles = book.game.styles();
    let named = |name: &str| styles.iter().find(|style| style.name() == name).expect("a style of the house");
    let players = [named("thumb"), named(rival), named("random")];
    let mut tally: Tally<(&str, usize)> = Tally::default();
    let mut idle = 0;
    for (deal, decision) in book.games.decisions().filter(|(_, decision)| decision.is_choice()) {
        if decision.gap.is_some_and(crate::Gap::is_nothing) {
            idle += 1;
            continue;
        }
        for kind in [kind(decision), "all decisions"] {
            for (number, style) in players.iter().enumerate() {
                let agrees = agreement(style.as_ref(), decision);
                tally.note(deal, (kind, number), agrees);
                if number < 2 && decision.gap.is_some_and(crate::Gap::is_real) {
                    tally.note(deal, (kind, 3 + number), agrees);
                }
            }
            if let Some(again) = decision.again {
                tally.note_if(deal, (kind, 5), G::alike(&decision.view, again, decision.choice));
            }
        }
    }
    let mut kinds: Vec<&str> = tally.keys().map(|(kind, _)| *kind).filter(|kind| *kind != "all decisions").collect();
    kinds.dedup();
    kinds.push("all decisions");
    let rival_matters = format!("{rival}, where it matters");
    let heads = [
        "decision",
        "how many",
        "thumb agrees",
        rival,
        "random",
        "thumb, where it matters",
        &rival_matters,
        "asked again",
    ];
    let mut table = Grid::new(&heads);
    for kind in kinds {
        let share = |column: usize| percent(tally.mean(&(kind, column)));
        let count = tally.count(&(kind, 0)).to_string();
        table.row(kind, [count, share(0), share(1), share(2), share(3), share(4), share(5)]);
    }
    vec![
        Block::Text(format!(
            "How often the rule does exactly what {} did, decision by decision, beside the house's `{rival}` and a guess. \
             \"Where it matters\" are the decisions where the choice was better than every other beyond noise. \"Asked again\" \
             is how often the strong player agrees with itself when it thinks again with other luck: nobody can be expected to agree more.{}",
            player(book),
            if idle == 0 {
                String::new()
            } else {
                format!(" {idle} decisions where everything came to the same are left out.")
            }
        )),
        Block::Table(table),
    ]
}

pub(crate) fn player<G: Booked>(book: &Book<G>) -> String {
    format!("`{}`", book.games.player())
}

fn cost<G: Booked>(book: &Book<G>, rival: &'static str) -> Vec<Block> {
    let matches = &book.matches;
    let even = 1.0 / G::SEATS as f64;
    let mut table = Grid::new(&["who", "against", "wins", "tournament points a game", "result a game"]);
    for &bout in G::BOUTS {
        let mean = |count| matches.mean(bout, count);
        let others =
            if G::SEATS == 2 { bout.others.to_owned() } else { format!("{} × {}", G::SEATS - 1, bout.others) };
        table.row(
            bout.player,
            [others, percent(mean(Count::Wins)), plain(mean(Count::Points)), plain(mean(Count::Returns))],
        );
    }
    let (thumb, champion) = (Bout { player: "thumb", others: rival }, Bout { player: "champion", others: rival });
    let lost = |count| matches.difference(thumb, champion, count);
    let direct = matches.mean(Bout { player: "thumb", others: "champion" }, Count::Wins);
    vec![
        Block::Text(format!(
            "What it costs: {} deals, each in every seating, the same for all rows; `champion` is `{}` here. Against {}`{rival}`, \
             who follows the rule instead of thinking wins **{}** fewer games in the hundred (points {}). Against the champion itself \
             the rule wins {}, where an equal would win {:.0} %. Tournament points are {}; the result is what the game itself counts.",
            matches.head.deals,
            matches.head.player,
            if G::SEATS == 2 { String::new() } else { format!("{} × ", G::SEATS - 1) },
            fewer_wins(book, rival),
            signed(lost(Count::Points)),
            percent(direct),
            100.0 * even,
            if G::SEATS == 2 {
                "1 for a win and a half for a draw, which counts as half a win in the first column too"
            } else {
                "3, 2, 1 and 0 by place"
            }
        )),
        Block::Table(table),
    ]
}

pub(crate) fn made_chapter<G: Booked>(book: &Book<G>) -> Chapter {
    let asked = book.games.decisions().filter(|(_, decision)| decision.is_choice()).count();
    let again = book.games.games.iter().map(|game| {
        let asked = game.decisions.iter().filter_map(|decision| Some((decision, decision.again?)));
        let same = |(decision, again): (&Decision<G>, _)| {
            f64::from(u8::from(G::alike(&decision.view, again, decision.choice)))
        };
        let same: Vec<f64> = asked.map(same).collect();
        (same.iter().sum(), same.len() as f64)
    });
    let commands = book.commands().into_iter().map(|command| format!("`{command} --out FILE`")).collect::<Vec<_>>();
    Chapter::new(
        "How this was made, and how far to trust it",
        vec![
            Block::Text(format!(
                "{} games of {} with itself, {asked} decisions with a choice. Every ± is one standard error, counted over deals: \
                 two of them are a fair margin, and of twenty figures one will be off by more. \"None of 20\" means in none of the 20 deals where it came up. Asked twice, the player does the same \
                 thing {} of the time.",
                book.games.games.len(),
                player(book),
                percent(ratio(again))
            )),
            Block::Note(
                "These are habits of one strong player among its likes. It is not known how far from perfect it is, and a habit is \
                 not a proof: \"it does\" never means \"best\". Values and gaps are its own opinion of its own position; what a \
                 rule costs was measured at the table."
                    .to_owned(),
            ),
            Block::Text(format!("The page is worked out by `cardsharp book {}` from stored results, which these commands remake:", G::NAME)),
            Block::Rules(commands),
        ],
    )
}

/// Returns the book of a game without its own: the wins of each seat.
pub(crate) fn plain_page<G: Booked>(book: &Book<G>) -> Page {
    let mut table = Grid::new(&["seat", "wins", "result a game"]);
    for (seat, wins) in Seat::all(G::SEATS).zip(win_shares(book)) {
        let result = per_game(book, |game| f64::from(game.returns[seat]));
        table.row(seat.to_string(), [percent(Some(wins)), plain(Some(result))]);
    }
    Page {
        title: format!("{}: who wins", G::TITLE),
        lede: format!(
            "What {} does in {} games with itself; ± is one standard error.",
            player(book),
            book.games.games.len()
        ),
        chapters: vec![Chapter::new("By seat", vec![Block::Table(table)]), made_chapter(book)],
    }
}
