//! The deal of the day: who plays it, how they did, and how the champion did.

use std::sync::{Arc, PoisonError};

use cardsharp_archive::{Begun, DailyGame};
use cardsharp_rules::{AnyGame, Seat, with_game};
use cardsharp_search::Spec;
use cardsharp_sitting::said;
use tokio::sync::OnceCell;

use super::House;
use super::making::Made;
use crate::about::{About, about, result_in_words};
use crate::chair::{self, Chair, Holder};
use crate::client::Client;
use crate::daily::{self, Day};
use crate::moment::{Moment, Terms};
use crate::puzzles;
use crate::refusal::{Code, Refusal};
use crate::series::Tally;
use crate::session::{deal, placing, thinking};
use crate::table::WebTable;
use crate::thinkers::{Job, Length, Rank};
use crate::token;
use crate::wire::{ChampionsGame, DailyInfo, DailyOwn, DailyResult, DailyResults, DailyWish, PuzzleNumber, Today};

/// How the champion did with a deal: the day, the game, and what is told once it has been played.
pub(crate) type Dealt = (Day, &'static str, Arc<OnceCell<Arc<ChampionsGame>>>);

/// Who plays for the house where its champion is shown.
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

fn asked(game: &str, day: Option<&str>) -> Result<Asked, Refusal> {
    let game: AnyGame = game.parse().map_err(|_| Refusal::unknown_game(game))?;
    let (today, _) = Day::now();
    let day = match day {
        None => today,
        Some(text) => Day::parse(text, today).ok_or_else(|| {
            Refusal::new(Code::UnknownPage, said!("There are no results of a day “{day}”.", day = text))
        })?,
    };
    let about = about(&game);
    Ok(Asked { game, about, today, day })
}

/// What is kept of a browser's secret.
///
/// # Errors
/// If it is none.
pub(super) fn solver(token: &str) -> Result<String, Refusal> {
    let is_token = (16..=64).contains(&token.len()) && token.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_token {
        return Ok(token::hash(token));
    }
    Err(Refusal::new(Code::BadRequest, said!("The token must be 16 to 64 letters or digits.")))
}

impl House {
    /// What this day has.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) async fn today(&self) -> Result<Today, Refusal> {
        let (today, left) = Day::now();
        let day = today.text();
        let mut games = Vec::new();
        for game in AnyGame::all().iter().filter(|game| !game.is_teaching()) {
            let about = about(game);
            let (_, opponents) = daily::opponents(game, &about);
            let (day, name) = (day.clone(), about.name);
            let (_, played) = self.keeper.with(move |tables| tables.daily(&day, name, 0)).await?;
            games.push(DailyInfo { game: about.name, title: about.title, opponents, played });
        }
        let puzzle = puzzles::of_day(today.0);
        let puzzle = puzzle.map(|(of, number)| PuzzleNumber { game: of.name, number, again: false });
        Ok(Today { day, yesterday: today.before().text(), left, games, puzzle })
    }

    /// Lets somebody play this day's deal: the table where their counted game goes on, or a new one, whether it
    /// counts, and by which token they hold the seat there if it is new.
    ///
    /// # Errors
    /// If the name is none, or there are too many tables.
    pub(crate) async fn play_daily(
        self: &Arc<House>,
        client: Client,
        (game, token, name): (&str, &str, Option<&str>),
    ) -> Result<(Made, bool), Refusal> {
        let Asked { game, about, today, .. } = asked(game, None)?;
        let (solver, day) = (solver(token)?, today.text());
        let own = self.own_daily(&day, about.name, &solver).await?;
        if let Some(own) = own.as_ref().filter(|own| own.result.is_none())
            && let Ok(table) = self.table(&own.seated).await
        {
            return Ok(((table, None), true));
        }
        let seat = daily::seat(today, &about);
        let (opponents, _) = daily::opponents(&game, &about);
        let mut chairs = vec![Chair::Player(opponents.to_owned()); about.seats];
        let (held, name) = (token::token(), chair::name(name, seat)?);
        chairs[seat] = Chair::Person(Some(Holder::new(name.clone(), token::hash(&held))));
        let terms = Terms {
            seed: daily::seed(&self.secret, &day, about.name),
            // What counts is played alone; whoever has done so may be advised.
            kibitzer: own.is_some(),
            daily: Some(day.clone()),
            ..Terms::default()
        };
        let tally = Tally::of_seats(chairs.len());
        let table = self.place(client, game, terms, (chairs, tally)).await?;
        let (id, client, most) = (table.id.clone(), client.to_string(), self.limits.daily_per_address);
        let begun = DailyGame { day, game: about.name.to_owned(), solver, name, client, seated: id, result: None };
        let begun = self.keeper.with(move |tables| tables.begin_daily(&begun, most)).await?;
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
        self: &Arc<House>,
        day: &str,
        game: &'static str,
        solver: &str,
    ) -> Result<Option<DailyGame>, Refusal> {
        let (day, solver) = (day.to_owned(), solver.to_owned());
        let (asked_day, asked_solver) = (day.clone(), solver.clone());
        let own = self.keeper.with(move |tables| tables.daily_of(&day, game, &solver)).await?;
        let Some(begun) = own.as_ref().filter(|own| own.result.is_none()) else { return Ok(own) };
        let Ok(table) = self.table(&begun.seated).await else { return Ok(own) };
        let moment = table.moment();
        if !moment.is_over() {
            return Ok(own);
        }
        self.note_end(&table, &moment).await;
        self.keeper.with(move |tables| tables.daily_of(&asked_day, game, &asked_solver)).await
    }

    /// Notes how a day's deal ended at a table. What cannot be noted now is noted when whoever played it asks.
    pub(super) async fn note_end(&self, table: &WebTable, moment: &Moment) {
        // Once the day is over everybody may see its cards: what ends later does not count.
        if table.terms.daily.as_deref() != Some(Day::now().0.text().as_str()) || !moment.is_over() {
            return;
        }
        let seat = moment.chairs.iter().position(|chair| chair.holder().is_some());
        let Some((sitting, seat)) = moment.sitting.as_ref().zip(seat) else { return };
        // Who gives up is last.
        let ended = placing(sitting, Seat::new(seat)).map(|(place, returns)| (place, Some(returns)));
        let (ended, id) = (ended.unwrap_or((table.about.seats as u8, None)), table.id.clone());
        let _later = self.keeper.with(move |tables| tables.end_daily(&id, ended)).await;
    }

    /// How a day's deal went: while the day lasts only for those whose own game is over.
    ///
    /// # Errors
    /// If there is no such game or day.
    pub(crate) async fn daily_results(
        self: &Arc<House>,
        game: &str,
        wish: &DailyWish,
    ) -> Result<DailyResults, Refusal> {
        let Asked { game, about, today, day } = asked(game, wish.day.as_deref())?;
        let solver = wish.token.as_deref().map(solver).transpose()?;
        let text = day.text();
        let own = match &solver {
            Some(solver) => self.own_daily(&text, about.name, solver).await?,
            None => None,
        };
        let is_open = day < today || own.as_ref().is_some_and(|own| own.result.is_some());
        let (asked, name, most) = (text.clone(), about.name, if is_open { TOLD } else { 0 });
        let (rows, played) = self.keeper.with(move |tables| tables.daily(&asked, name, most)).await?;
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
    ///
    /// # Errors
    /// If the asker has not played, or the house is busy.
    pub(crate) async fn champions_game(
        self: &Arc<House>,
        client: Client,
        game: &str,
        wish: &DailyWish,
    ) -> Result<Arc<ChampionsGame>, Refusal> {
        let Asked { game, about, today, day } = asked(game, wish.day.as_deref())?;
        let own = match wish.token.as_deref().map(solver).transpose()? {
            Some(solver) => self.own_daily(&day.text(), about.name, &solver).await?,
            None => None,
        };
        if day == today && own.is_none_or(|own| own.result.is_none()) {
            let words = said!("The champion's game is shown once your own game of this day is over.");
            return Err(Refusal::new(Code::NotOver, words));
        }
        // Whoever asks for the same game waits for it; nobody waits for another.
        let played = self.champion_of(day, about.name);
        let play = || async move {
            self.check_thoughts(client)?;
            let seed = daily::seed(&self.secret, &day.text(), about.name);
            let job = Job { client, rank: Rank::People, length: Length::Long };
            let told = self.thinkers.think(job, move || play_champion(&game, &about, seed, day)).await;
            let busy = || Refusal::new(Code::Busy, said!("The champion could not play; try again."));
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
    let seat = daily::seat(day, about);
    let (opponents, _) = daily::opponents(game, about);
    let specs: Result<Vec<Spec>, _> =
        (0..about.seats).map(|each| if each == seat { CHAMPION } else { opponents }.parse()).collect();
    let chairs = vec![Chair::Player(opponents.to_owned()); about.seats];
    let mut names = chair::names(&chairs);
    "Champion".clone_into(&mut names[seat]);
    let terms = Terms { seed, ..Terms::default() };
    let mut sitting = deal(game, &terms, specs.ok()?, names).ok()?;
    while let Some(decide) = thinking(&sitting) {
        sitting = decide();
    }
    let (place, returns) = placing(&sitting, Seat::new(seat))?;
    let record = with_game!(AnyOf, &*sitting, sitting => sitting.record().to_string());
    Some(ChampionsGame { place, words: result_in_words(game, returns), record })
}
