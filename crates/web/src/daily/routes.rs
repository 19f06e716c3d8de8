//! The routes of the deal of the day.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use cardsharp_archive::{Begun, DailyGame};
use cardsharp_presentation::message;
use cardsharp_rules::{AnyGame, Seat};

use crate::app::App;
use crate::daily::deals::{DailyRequest, parse_request, play_champion, solver};
use crate::daily::{
    ChampionsGame, DailyInfo, DailyOwn, DailyResult, DailyResults, DailyTable, DailyWish, Day, PlayDaily, Today, day,
};
use crate::game::{about, result_in_words};
use crate::http::{Asker, Body, Code, Json, Result, set_cookie, token};
use crate::puzzles::{self, PuzzleNumber};
use crate::tables::{Chair, Holder, Tally, Terms, WebTable, chair};

const TOLD: usize = 100;

/// The deal of the day of every game, and the puzzle of the day
#[utoipa::path(get, path = "/api/daily", responses((status = 200, body = Today)))]
pub(crate) async fn today(State(app): State<Arc<App>>) -> Result<Json<Today>> {
    let (today, left) = Day::now();
    let day = today.text();
    let mut games = Vec::new();
    for game in AnyGame::all().iter().filter(|game| !game.is_teaching()) {
        let about = about(game);
        let (_, opponents) = day::opponents(game, &about);
        let (day, name) = (day.clone(), about.name);
        let (_, played) = app.storage.with(move |tables| tables.daily(&day, name, 0)).await?;
        games.push(DailyInfo { game: about.name, title: about.title, opponents, played });
    }
    let puzzle = puzzles::of_day(today.0);
    let puzzle = puzzle.map(|(of, number)| PuzzleNumber { game: of.name, number, again: false });
    Ok(Json(Today { day, yesterday: today.before().text(), left, games, puzzle }))
}

/// Play this day's deal of a game
///
/// The first game of a browser counts; a repeated request continues it. Later games are practice.
#[utoipa::path(post, path = "/api/daily/{game}", request_body = PlayDaily, params(("game" = String, Path)),
    responses((status = 201, body = DailyTable)))]
pub(crate) async fn play(asker: Asker, Body(wish): Body<PlayDaily>) -> Result<Response> {
    let DailyRequest { game, about, today, .. } = parse_request(asker.path("game"), None)?;
    let (solver, day) = (solver(&wish.token)?, today.text());
    let own = asker.app.own_daily(&day, about.name, &solver).await?;
    if let Some(own) = own.as_ref().filter(|own| own.result.is_none())
        && let Ok(table) = asker.app.table(&own.seated).await
    {
        return Ok(table_response(&table, None, true));
    }
    let seat = day::seat(today, &about);
    let (opponents, _) = day::opponents(&game, &about);
    let mut chairs = vec![Chair::Player(opponents.to_owned()); about.seats];
    let (held, name) = (token::token(), chair::name(wish.name.as_deref(), seat)?);
    chairs[seat] = Chair::Person(Some(Holder::new(name.clone(), token::hash(&held))));
    let terms = Terms {
        seed: day::seed(&asker.app.secret, &day, about.name),
        // A counted game is played without advice; practice games after it may have advice.
        kibitzer: own.is_some(),
        daily: Some(day.clone()),
        ..Terms::default()
    };
    let tally = Tally::of_seats(chairs.len());
    let table = asker.app.place(asker.client, game, terms, (chairs, tally)).await?;
    let (id, client, most) = (table.id.clone(), asker.client.to_string(), asker.app.limits.daily_per_address);
    let begun = DailyGame { day, game: about.name.to_owned(), solver, name, client, seated: id, result: None };
    let begun = asker.app.storage.with(move |tables| tables.begin_daily(&begun, most)).await?;
    // Of two simultaneous requests one game counts. The other table is not returned, because it would show the cards.
    if let Begun::Before(before) = &begun
        && own.is_none()
        && let Ok(counted) = asker.app.table(&before.seated).await
    {
        return Ok(table_response(&counted, None, true));
    }
    Ok(table_response(&table, Some((Seat::new(seat), held)), begun == Begun::Counts))
}

fn table_response(table: &WebTable, taken: Option<(Seat, String)>, counts: bool) -> Response {
    let (seat, token) = taken.as_ref().map(|(seat, token)| (seat.index(), token.clone())).unzip();
    let cookie = taken.map(|(seat, token)| [(SET_COOKIE, set_cookie(table, seat, &token))]);
    (StatusCode::CREATED, cookie, Json(DailyTable { id: table.id.clone(), seat, token, counts })).into_response()
}

/// The results of a day's deal
///
/// During the day the server sends others' results only to browsers whose own game is over.
#[utoipa::path(post, path = "/api/daily/{game}/results", request_body = DailyWish, params(("game" = String, Path)),
    responses((status = 200, body = DailyResults)))]
pub(crate) async fn results(asker: Asker, Body(wish): Body<DailyWish>) -> Result<Json<DailyResults>> {
    let DailyRequest { game, about, today, day } = parse_request(asker.path("game"), wish.day.as_deref())?;
    let solver = wish.token.as_deref().map(solver).transpose()?;
    let text = day.text();
    let own = match &solver {
        Some(solver) => asker.app.own_daily(&text, about.name, solver).await?,
        None => None,
    };
    let is_open = day < today || own.as_ref().is_some_and(|own| own.result.is_some());
    let (asked, name, most) = (text.clone(), about.name, if is_open { TOLD } else { 0 });
    let (rows, played) = asker.app.storage.with(move |tables| tables.daily(&asked, name, most)).await?;
    let result = |row: DailyGame| {
        let (place, returns) = row.result?;
        let words = returns.map_or_else(|| message!("gave up"), |returns| result_in_words(&game, returns));
        Some(DailyResult { own: Some(&row.solver) == solver.as_ref(), name: row.name, place, words, table: row.seated })
    };
    Ok(Json(DailyResults {
        day: text,
        game: about.name,
        title: about.title,
        own: own.map(|own| DailyOwn { table: own.seated, over: own.result.is_some() }),
        played,
        results: rows.into_iter().filter_map(result).collect(),
    }))
}

/// The champion's game with a day's deal at the same seat
#[utoipa::path(post, path = "/api/daily/{game}/champion", request_body = DailyWish, params(("game" = String, Path)),
    responses((status = 200, body = ChampionsGame)))]
pub(crate) async fn champion(asker: Asker, Body(wish): Body<DailyWish>) -> Result<Response> {
    let DailyRequest { game, about, today, day } = parse_request(asker.path("game"), wish.day.as_deref())?;
    let own = match wish.token.as_deref().map(solver).transpose()? {
        Some(solver) => asker.app.own_daily(&day.text(), about.name, &solver).await?,
        None => None,
    };
    if day == today && own.is_none_or(|own| own.result.is_none()) {
        let words = message!("The champion's game is shown once your own game of this day is over.");
        return Err(Code::NotOver.because(words));
    }
    // Requests for the same game wait for one computation; requests for other games do not.
    let played = asker.app.champion_of(day, about.name);
    let asker = &asker;
    let play = || async move {
        let seed = day::seed(&asker.app.secret, &day.text(), about.name);
        let told = asker.think(move || play_champion(&game, &about, seed, day)).await?;
        let busy = || Code::Busy.because(message!("The champion could not play; try again."));
        Ok(Arc::new(told.flatten().ok_or_else(busy)?))
    };
    Ok(Json(&**played.get_or_try_init(play).await?).into_response())
}
