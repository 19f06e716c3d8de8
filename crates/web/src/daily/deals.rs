//! The deal of the day: counted games, results, and the champion's game.

use std::sync::{Arc, PoisonError};

use cardsharp_archive::DailyGame;
use cardsharp_presentation::message;
use cardsharp_rules::{AnyGame, Seat, with_game};
use cardsharp_search::Spec;
use tokio::sync::OnceCell;

use crate::app::App;
use crate::daily::{ChampionsGame, Day, day};
use crate::game::session::{deal, placing, thinking};
use crate::game::{About, about, result_in_words};
use crate::http::{ApiError, Code, Result, token};
use crate::tables::{Chair, TableSnapshot, Terms, WebTable, chair};

/// The champion's game with a deal: the day, the game, and the result once it has been played.
pub(crate) type Dealt = (Day, &'static str, Arc<OnceCell<Arc<ChampionsGame>>>);

const CHAMPION: &str = "champion:nodes=2000";
/// The number of champion's games kept in memory.
const REMEMBERED: usize = 32;

pub(crate) struct DailyRequest {
    pub(crate) game: AnyGame,
    pub(crate) about: About,
    pub(crate) today: Day,
    pub(crate) day: Day,
}

pub(crate) fn parse_request(game: &str, day: Option<&str>) -> Result<DailyRequest> {
    let game: AnyGame = game.parse().map_err(|_| ApiError::unknown_game(game))?;
    let (today, _) = Day::now();
    let day = match day {
        None => today,
        Some(text) => Day::parse(text, today)
            .ok_or_else(|| Code::UnknownPage.because(message!("There are no results of a day “{day}”.", day = text)))?,
    };
    let about = about(&game);
    Ok(DailyRequest { game, about, today, day })
}

/// Checks a browser's secret and returns its hash.
pub(crate) fn solver(token: &str) -> Result<String> {
    let is_token = (16..=64).contains(&token.len()) && token.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_token {
        return Ok(token::hash(token));
    }
    Err(Code::BadRequest.because(message!("The token must be 16 to 64 letters or digits.")))
}

impl App {
    /// Returns a solver's counted game; stores its result first if that was not done yet.
    pub(crate) async fn own_daily(
        self: &Arc<App>,
        day: &str,
        game: &'static str,
        solver: &str,
    ) -> Result<Option<DailyGame>> {
        let (day, solver) = (day.to_owned(), solver.to_owned());
        let (asked_day, asked_solver) = (day.clone(), solver.clone());
        let own = self.storage.with(move |tables| tables.daily_of(&day, game, &solver)).await?;
        let Some(begun) = own.as_ref().filter(|own| own.result.is_none()) else { return Ok(own) };
        let Ok(table) = self.table(&begun.seated).await else { return Ok(own) };
        let snapshot = table.snapshot();
        if !snapshot.is_over() {
            return Ok(own);
        }
        self.note_end(&table, &snapshot).await;
        self.storage.with(move |tables| tables.daily_of(&asked_day, game, &asked_solver)).await
    }

    /// Stores the result of a daily deal at a table. If that fails, it is stored when its player next asks.
    pub(crate) async fn note_end(&self, table: &WebTable, snapshot: &TableSnapshot) {
        // The cards are public once the day is over, so a game that ends later does not count.
        if table.terms.daily.as_deref() != Some(Day::now().0.text().as_str()) || !snapshot.is_over() {
            return;
        }
        let seat = snapshot.chairs.iter().position(|chair| chair.holder().is_some());
        let Some((session, seat)) = snapshot.session.as_ref().zip(seat) else { return };
        // A seat that resigns is last.
        let ended = placing(session, Seat::new(seat)).map(|(place, returns)| (place, Some(returns)));
        let (ended, id) = (ended.unwrap_or((table.about.seats as u8, None)), table.id.clone());
        let _later = self.storage.with(move |tables| tables.end_daily(&id, ended)).await;
    }

    /// Returns the cell of the champion's game with a deal; it is empty until the game has been played.
    pub(crate) fn champion_of(&self, day: Day, game: &'static str) -> Arc<OnceCell<Arc<ChampionsGame>>> {
        let mut known = self.champions.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((.., played)) = known.iter().find(|(of, name, _)| (*of, *name) == (day, game)) {
            return Arc::clone(played);
        }
        if known.len() >= REMEMBERED {
            known.remove(0);
        }
        let fresh = Arc::default();
        known.push((day, game, Arc::clone(&fresh)));
        fresh
    }
}

pub(crate) fn play_champion(game: &AnyGame, about: &About, seed: u64, day: Day) -> Option<ChampionsGame> {
    let seat = day::seat(day, about);
    let (opponents, _) = day::opponents(game, about);
    let specs: Result<Vec<Spec>, _> =
        (0..about.seats).map(|each| if each == seat { CHAMPION } else { opponents }.parse()).collect();
    let chairs = vec![Chair::Player(opponents.to_owned()); about.seats];
    let mut names = chair::names(&chairs);
    "Champion".clone_into(&mut names[seat]);
    let terms = Terms { seed, ..Terms::default() };
    let mut session = deal(game, &terms, specs.ok()?, names).ok()?;
    while let Some(decide) = thinking(&session) {
        session = decide();
    }
    let (place, returns) = placing(&session, Seat::new(seat))?;
    let record = with_game!(AnyOf, &*session, session => session.record().to_string());
    Some(ChampionsGame { place, words: result_in_words(game, returns), record })
}
