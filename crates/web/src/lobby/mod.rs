//! The lobby: games, rules, tables to join, and the server's health.

use std::sync::Arc;

use axum::extract::State;
use cardsharp_presentation::{Message, picture};
use cardsharp_rules::AnyGame;
use pulldown_cmark::{Event, Options, Parser, html};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::game::about;
use crate::http::{ApiError, Json, Path, Result, spoken};
use crate::tables::{self, Listed};

/// A game of the server.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameInfo {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) seats: usize,
    /// The subject of the game in a sentence.
    pub(crate) sentence: String,
    /// The skills it needs.
    pub(crate) pitch: Message,
    /// Cards that represent it, by their codes.
    pub(crate) cards: &'static [&'static str],
    /// The bots, the weakest first.
    pub(crate) strengths: Vec<Strength>,
    /// The default seats: a spec, or `human`.
    pub(crate) usual: Vec<&'static str>,
    /// The spec of a bot for beginners: pleasant to beat.
    pub(crate) easy: &'static str,
    /// Whether there is a first game of it in which the rules are taught.
    pub(crate) guided: bool,
    /// The word for a person in the game's own rules, if they have one.
    pub(crate) person: Option<&'static str>,
    /// Whether a property file may set up a table of it.
    pub(crate) property_files: bool,
}

/// A bot in plain words.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Strength {
    pub(crate) spec: &'static str,
    /// Its strength in a word or two.
    pub(crate) name: Message,
    /// Its habit.
    pub(crate) habit: Message,
    /// Strength and habit together.
    pub(crate) words: Message,
}

/// The rules of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Rules {
    pub(crate) title: &'static str,
    /// Safe to insert into a page: no script, no style, nothing from other servers.
    pub(crate) html: String,
    /// The rules in pictures.
    pub(crate) lessons: Vec<Lesson>,
}

/// A rule in a picture.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Lesson {
    /// From left to right.
    pub(crate) shown: Vec<Shown>,
    /// The rule in words.
    pub(crate) caption: Message,
}

/// A part of a picture.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Shown {
    /// A card by its code; `null` for a card that lies face down.
    Card(Option<&'static str>),
    /// A sign between cards.
    Sign(&'static str),
}

/// The state of the server.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// Tables in memory.
    pub(crate) tables: usize,
    /// Listeners with or without a seat.
    pub(crate) watchers: usize,
    /// Decisions that run or wait.
    pub(crate) thinking: usize,
    /// Whether programs may be uploaded.
    pub(crate) programs: bool,
    pub(crate) version: &'static str,
}

/// The content of the lobby.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Lobby {
    pub(crate) games: Vec<GameInfo>,
    /// The public tables.
    pub(crate) tables: Vec<Listed>,
    /// Whether programs may be uploaded.
    pub(crate) programs: bool,
}

/// The content of the lobby: the games, and the public tables
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, body = Lobby)))]
pub(crate) async fn lobby(State(app): State<Arc<App>>) -> Json<Lobby> {
    let Json(games) = games().await;
    let programs = app.programs.is_some();
    let Json(tables) = tables::routes::tables(State(app)).await;
    Json(Lobby { games, tables, programs })
}

/// The games and their bots
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = [GameInfo])))]
pub(crate) async fn games() -> Json<Vec<GameInfo>> {
    Json(AnyGame::all().iter().map(info).collect())
}

fn info(game: &AnyGame) -> GameInfo {
    let about = about(game);
    let strongest = about.strengths.last().map_or("random", |strength| strength.spec);
    GameInfo {
        name: about.name,
        title: about.title,
        seats: about.seats,
        sentence: sentence(spoken().rules(about.name).unwrap_or(about.rules)),
        pitch: Message::constant(about.introduction.pitch),
        cards: about.introduction.cards,
        strengths: about.strengths.iter().map(strength).collect(),
        usual: (0..about.seats).map(|seat| if seat == 0 { "human" } else { strongest }).collect(),
        easy: about.introduction.easy,
        guided: about.guide.is_some(),
        person: about.introduction.person,
        property_files: matches!(game, AnyGame::LuckyThirteen(_)),
    }
}

fn strength(known: &picture::Strength) -> Strength {
    let (name, habit) = (Message::constant(known.name), Message::constant(known.habit));
    Strength { spec: known.spec, name, habit, words: known.words() }
}

fn sentence(rules: &str) -> String {
    let paragraph: Vec<&str> = rules.lines().skip(2).take_while(|line| !line.is_empty()).collect();
    let text = paragraph.join(" ").replace(['`', '*'], "");
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    text[..end].to_owned()
}

/// The rules of a game
#[utoipa::path(get, path = "/api/games/{game}/rules", params(("game" = String, Path)),
    responses((status = 200, body = Rules)))]
pub(crate) async fn rules(Path(game): Path<String>) -> Result<Json<Rules>> {
    let game: AnyGame = game.parse().map_err(|_| ApiError::unknown_game(&game))?;
    let about = about(&game);
    let lessons = about.introduction.lessons.iter().map(lesson).collect();
    let told = spoken().rules(about.name).unwrap_or(about.rules);
    Ok(Json(Rules { title: about.title, html: render(&for_players(told)), lessons }))
}

/// Returns the rules without the sections for authors of programs.
fn for_players(rules: &str) -> String {
    const FOR_AUTHORS: [&str; 2] = ["How it is written", "At the tables of the house"];
    let sections = rules.split("\n## ");
    sections
        .filter(|section| !FOR_AUTHORS.iter().any(|title| section.starts_with(title)))
        .collect::<Vec<_>>()
        .join("\n## ")
}

fn lesson(lesson: &picture::Lesson) -> Lesson {
    let shown = lesson.shown.iter().map(|shown| match *shown {
        picture::Shown::Card(code) => Shown::Card(Some(code)),
        picture::Shown::Back => Shown::Card(None),
        picture::Shown::Sign(sign) => Shown::Sign(sign),
    });
    Lesson { shown: shown.collect(), caption: Message::constant(lesson.caption) }
}

/// Converts Markdown to HTML that holds only text, tables and headings.
fn render(markdown: &str) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        event => event,
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    // Columns are aligned by inline styles, which the content policy forbids.
    for side in ["left", "center", "right"] {
        page = page.replace(&format!(" style=\"text-align: {side}\""), &format!(" class=\"{side}\""));
    }
    page
}

/// The state of the server
#[utoipa::path(get, path = "/api/health", responses((status = 200, body = Health)))]
pub(crate) async fn health(State(app): State<Arc<App>>) -> Json<Health> {
    Json(Health {
        tables: app.all_tables().len(),
        watchers: app.listening(),
        thinking: app.thinking(),
        programs: app.programs.is_some(),
        version: env!("CARGO_PKG_VERSION"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_in_the_rules_is_text() {
        let page = render("Hello <script>alert(1)</script>\n\n<b onclick=x>bold</b>\n\n| a |\n|:-:|\n| b |\n");
        assert!(!page.contains("<script") && !page.contains("<b ") && !page.contains("style="), "{page}");
        assert!(page.contains("&lt;script&gt;") && page.contains("<td class=\"center\">b</td>"), "{page}");
    }

    #[test]
    fn rules_for_people_omit_the_notation_of_programs() {
        for game in AnyGame::all() {
            let (rules, shown) = (about(&game).rules, for_players(about(&game).rules));
            assert!(!shown.contains("`secret G`") && shown.contains("## What you see"), "{shown}");
            assert_eq!(rules.contains("## How it is written"), rules.len() > shown.len() && !rules.contains("`match`"));
        }
    }

    #[test]
    fn every_game_has_a_one_sentence_description() {
        for game in AnyGame::all() {
            let info = info(&game);
            assert!(info.sentence.ends_with('.') && info.sentence.len() > 20, "{}: {:?}", info.name, info.sentence);
        }
    }
}
