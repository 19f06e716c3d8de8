//! The deal of the day: who plays it, how they did, and how the champion did.

use std::sync::{Arc, PoisonError};

use cardsharp_archive::{Begun, DailyGame};
use cardsharp_rules::{AnyGame, Seat, with_game};
use cardsharp_search::Spec;
use cardsharp_sitting::said;
use tokio::sync::OnceCell;

use crate::app::App;
use crate::daily::day::{self, Day};
use crate::daily::json::{ChampionsGame, DailyInfo, DailyOwn, DailyResult, DailyResults, DailyWish, Today};
use crate::game::about::{About, about, result_in_words};
use crate::game::session::{deal, placing, thinking};
use crate::http::client::Client;
use crate::http::error::{ApiError, Code};
use crate::http::token;
use crate::puzzles;
use crate::puzzles::json::PuzzleNumber;
use crate::tables::chair::{self, Chair, Holder};
use crate::tables::create::Made;
use crate::tables::series::Tally;
use crate::tables::snapshot::{TableSnapshot, Terms};
use crate::tables::table::WebTable;
use crate::threads::thinkers::{Job, Length, Rank};

/// How the champion did with a deal: the day, the game, and what is told once it has been played.
pub(crate) type Dealt = (Day, &'static str, Arc<OnceCell<Arc<ChampionsGame>>>);

/// Who plays for the server where its champion is shown.
const CHAMPION: &str = "champion:nodes=2000";
/// So many results are told.
const TOLD: usize = 100;
/// The champion's games of so many deals are remembered.
const REMEMBERED: usize = 32;

/// A game and a day that somebody asks about.
struct Asked {
    game: AnyGame,
    about: About,
    today: Day,
    day: Day,
}

fn asked(game: &str, day: Option<&str>) -> Result<Asked, ApiError> {
    let game: AnyGame = game.parse().map_err(|_| ApiError::unknown_game(game))?;
    let (today, _) = Day::now();
    let day = match day {
        None => today,
        Some(text) => Day::parse(text, today).ok_or_else(|| {
            ApiError::new(Code::UnknownPage, said!("There are no results of a day “{day}”.", day = text))
        })?,
    };
    let about = about(&game);
    Ok(Asked { game, about, today, day })
}

/// What is kept of a browser's secret.
pub(crate) fn solver(token: &str) -> Result<String, ApiError> {
    let is_token = (16..=64).contains(&token.len()) && token.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_token {
        return Ok(token::hash(token));
    }
    Err(ApiError::new(Code::BadRequest, said!("The token must be 16 to 64 letters or digits.")))
}

impl App {
    /// What this day has.
    pub(crate) async fn today(&self) -> Result<Today, ApiError> {
        let (today, left) = Day::now();
        let day = today.text();
        let mut games = Vec::new();
        for game in AnyGame::all().iter().filter(|game| !game.is_teaching()) {
            let about = about(game);
            let (_, opponents) = day::opponents(game, &about);
            let (day, name) = (day.clone(), about.name);
            let (_, played) = self.storage.with(move |tables| tables.daily(&day, name, 0)).await?;
            games.push(DailyInfo { game: about.name, title: about.title, opponents, played });
        }
        let puzzle = puzzles::of_day(today.0);
        let puzzle = puzzle.map(|(of, number)| PuzzleNumber { game: of.name, number, again: false });
        Ok(Today { day, yesterday: today.before().text(), left, games, puzzle })
    }

    /// Lets somebody play this day's deal: the table where their counted game goes on, or a new one, whether it
    /// counts, and by which token they hold the seat there if it is new.
    pub(crate) async fn play_daily(
        self: &Arc<App>,
        client: Client,
        (game, token, name): (&str, &str, Option<&str>),
    ) -> Result<(Made, bool), ApiError> {
        let Asked { game, about, today, .. } = asked(game, None)?;
        let (solver, day) = (solver(token)?, today.text());
        let own = self.own_daily(&day, about.name, &solver).await?;
        if let Some(own) = own.as_ref().filter(|own| own.result.is_none())
            && let Ok(table) = self.table(&own.seated).await
        {
            return Ok(((table, None), true));
        }
        let seat = day::seat(today, &about);
        let (opponents, _) = day::opponents(&game, &about);
        let mut chairs = vec![Chair::Player(opponents.to_owned()); about.seats];
        let (held, name) = (token::token(), chair::name(name, seat)?);
        chairs[seat] = Chair::Person(Some(Holder::new(name.clone(), token::hash(&held))));
        let terms = Terms {
            seed: day::seed(&self.secret, &day, about.name),
            // What counts is played alone; whoever has done so may be advised.
            kibitzer: own.is_some(),
            daily: Some(day.clone()),
            ..Terms::default()
        };
        let tally = Tally::of_seats(chairs.len());
        let table = self.place(client, game, terms, (chairs, tally)).await?;
        let (id, client, most) = (table.id.clone(), client.to_string(), self.limits.daily_per_address);
        let begun = DailyGame { day, game: about.name.to_owned(), solver, name, client, seated: id, result: None };
        let begun = self.storage.with(move |tables| tables.begin_daily(&begun, most)).await?;
        // Whoever began twice at once has one game, which counts; the other would show its cards.
        if let Begun::Before(before) = &begun
            && own.is_none()
            && let Ok(counted) = self.table(&before.seated).await
        {
            return Ok(((counted, None), true));
        }
        Ok(((table, Some((Seat::new(seat), held))), begun == Begun::Counts))
    }

    /// Somebody's counted game; its end is noted if that was not done when it came.
    async fn own_daily(
        self: &Arc<App>,
        day: &str,
        game: &'static str,
        solver: &str,
    ) -> Result<Option<DailyGame>, ApiError> {
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

    /// Notes how a day's deal ended at a table. What cannot be noted now is noted when whoever played it asks.
    pub(crate) async fn note_end(&self, table: &WebTable, snapshot: &TableSnapshot) {
        // Once the day is over everybody may see its cards: what ends later does not count.
        if table.terms.daily.as_deref() != Some(Day::now().0.text().as_str()) || !snapshot.is_over() {
            return;
        }
        let seat = snapshot.chairs.iter().position(|chair| chair.holder().is_some());
        let Some((session, seat)) = snapshot.session.as_ref().zip(seat) else { return };
        // Who gives up is last.
        let ended = placing(session, Seat::new(seat)).map(|(place, returns)| (place, Some(returns)));
        let (ended, id) = (ended.unwrap_or((table.about.seats as u8, None)), table.id.clone());
        let _later = self.storage.with(move |tables| tables.end_daily(&id, ended)).await;
    }

    /// How a day's deal went: while the day lasts only for those whose own game is over.
    pub(crate) async fn daily_results(self: &Arc<App>, game: &str, wish: &DailyWish) -> Result<DailyResults, ApiError> {
        let Asked { game, about, today, day } = asked(game, wish.day.as_deref())?;
        let solver = wish.token.as_deref().map(solver).transpose()?;
        let text = day.text();
        let own = match &solver {
            Some(solver) => self.own_daily(&text, about.name, solver).await?,
            None => None,
        };
        let is_open = day < today || own.as_ref().is_some_and(|own| own.result.is_some());
        let (asked, name, most) = (text.clone(), about.name, if is_open { TOLD } else { 0 });
        let (rows, played) = self.storage.with(move |tables| tables.daily(&asked, name, most)).await?;
        let result = |row: DailyGame| {
            let (place, returns) = row.result?;
            let words = returns.map_or_else(|| said!("gave up"), |returns| result_in_words(&game, returns));
            Some(DailyResult {
                own: Some(&row.solver) == solver.as_ref(),
                name: row.name,
                place,
                words,
                table: row.seated,
            })
        };
        Ok(DailyResults {
            day: text,
            game: about.name,
            title: about.title,
            own: own.map(|own| DailyOwn { table: own.seated, over: own.result.is_some() }),
            played,
            results: rows.into_iter().filter_map(result).collect(),
        })
    }

    /// How the champion does with a day's cards at the same seat against the same others; for those who may see the
    /// results.
    pub(crate) async fn champions_game(
        self: &Arc<App>,
        client: Client,
        game: &str,
        wish: &DailyWish,
    ) -> Result<Arc<ChampionsGame>, ApiError> {
        let Asked { game, about, today, day } = asked(game, wish.day.as_deref())?;
        let own = match wish.token.as_deref().map(solver).transpose()? {
            Some(solver) => self.own_daily(&day.text(), about.name, &solver).await?,
            None => None,
        };
        if day == today && own.is_none_or(|own| own.result.is_none()) {
            let words = said!("The champion's game is shown once your own game of this day is over.");
            return Err(ApiError::new(Code::NotOver, words));
        }
        // Whoever asks for the same game waits for it; nobody waits for another.
        let played = self.champion_of(day, about.name);
        let play = || async move {
            self.check_thoughts(client)?;
            let seed = day::seed(&self.secret, &day.text(), about.name);
            let job = Job { client, rank: Rank::People, length: Length::Long };
            let told = self.thinkers.think(job, move || play_champion(&game, &about, seed, day)).await;
            let busy = || ApiError::new(Code::Busy, said!("The champion could not play; try again."));
            Ok(Arc::new(told.flatten().ok_or_else(busy)?))
        };
        played.get_or_try_init(play).await.cloned()
    }

    /// Where the champion's game with a deal is kept, played or not.
    fn champion_of(&self, day: Day, game: &'static str) -> Arc<OnceCell<Arc<ChampionsGame>>> {
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

/// The champion at the seat of the people, with the same cards and luck.
fn play_champion(game: &AnyGame, about: &About, seed: u64, day: Day) -> Option<ChampionsGame> {
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
