//! Creates tables: new ones, and those where the same people play again.

use std::sync::Arc;

use axum::http::StatusCode;
use cardsharp_presentation::message;
use cardsharp_rules::{AnyGame, Rotation, Seat};
use cardsharp_search::{HUMAN, Spec, SpecError};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::game::{About, about, check_player};
use crate::http::{ApiError, Client, Code, Result, Whole, token};
use crate::tables::{
    Chair, Holder, Series, TableSnapshot, TableStatus, Tally, Terms, TimeControl, Waits, WebTable, chair, to_row,
};
use crate::threads::{Exhausted, Length};

/// A request for a new table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTable {
    /// The game, as `GET /api/games` names it.
    pub(crate) game: String,
    /// One entry for every seat; none for a guided game.
    #[serde(default)]
    pub(crate) seats: Vec<Seating>,
    /// The seat the asker takes; `null` to watch.
    #[serde(default)]
    pub(crate) take: Option<Whole>,
    /// The name of the person who asks.
    #[serde(default)]
    #[schema(max_length = 24)]
    pub(crate) name: Option<String>,
    /// The seed of the deal; random if absent. It reveals all cards, so at most one seat may be for a person then.
    #[serde(default)]
    pub(crate) seed: Option<Whole>,
    /// Whether the asker may request advice; only if one person plays.
    #[serde(default)]
    pub(crate) kibitzer: bool,
    /// Whether the table is public.
    #[serde(default)]
    pub(crate) listed: bool,
    /// The time control; none if absent.
    #[serde(default)]
    pub(crate) clock: Option<TimeControl>,
    /// The length of a match; single games if absent.
    #[serde(default)]
    pub(crate) series: Option<Series>,
    /// A first game in which the asker is taught the rules. The guide chooses seats and cards.
    #[serde(default)]
    pub(crate) guided: bool,
}

/// The player for a seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Seating {
    /// A person; the seat is free until one takes it.
    Person {
        /// The name, if the person is the asker.
        #[serde(default)]
        #[schema(max_length = 24)]
        name: Option<String>,
    },
    /// A bot.
    Player {
        /// Such as `champion:ms=500`.
        spec: String,
    },
    /// An uploaded program; only if the server allows programs.
    Program {
        /// The id from `POST /api/programs`.
        program: String,
    },
}

/// A request for another game of the same people.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnotherGame {
    /// Begins a new match of this length; if absent, the current match goes on.
    #[serde(default)]
    pub(crate) series: Option<Series>,
    /// Resets the count of games, even without a new match.
    #[serde(default)]
    pub(crate) anew: bool,
}

/// A table, with the seat that was taken and its token.
pub(crate) type Made = (Arc<WebTable>, Option<(Seat, String)>);

pub(crate) struct Laid {
    pub(crate) properties: String,
    pub(crate) pace: Option<Waits>,
}

impl App {
    /// Creates a table, with a property file's setup if given; returns it with the seat that was taken.
    pub(crate) async fn open(self: &Arc<App>, client: Client, wish: NewTable, laid: Option<Laid>) -> Result<Made> {
        let game: AnyGame = wish.game.parse().map_err(|_| ApiError::unknown_game(&wish.game))?;
        let about = about(&game);
        let wish = if wish.guided { guided_table(&about, wish)? } else { wish };
        if wish.seats.len() != about.seats {
            let words = message!(
                "{game} has {seats} seats, but {given} are given.",
                game = about.title,
                seats = about.seats,
                given = wish.seats.len()
            );
            return Err(Code::BadRequest.because(words));
        }
        let mut chairs = Vec::new();
        let mut names = Vec::new();
        for seating in wish.seats {
            let (chair, name) = self.chair(&game, seating)?;
            chairs.push(chair);
            names.push(name);
        }
        if wish.seed.is_some() && chair::people(&chairs) > 1 {
            let words = message!(
                "A seed names all cards, so whoever chooses it knows them: people who share a table play with a seed \
                 that nobody knows."
            );
            return Err(Code::NotAllowed.because(words));
        }
        if chairs.iter().any(|chair| matches!(chair, Chair::Player(_)) && chair.length(&game) == Length::Long) {
            self.check_thoughts(client)?;
        }
        let taken = match wish.take.map(Whole::index) {
            None => None,
            Some(seat) => {
                let Some(chair @ Chair::Person(None)) = chairs.get_mut(seat) else {
                    let words = message!("Seat {seat} cannot be taken: it is not one for a person.", seat);
                    return Err(Code::UnknownSeat.because(words));
                };
                let token = token::token();
                let name = chair::name(wish.name.as_deref().or(names[seat].as_deref()), seat)?;
                *chair = Chair::Person(Some(Holder::new(name, token::hash(&token))));
                Some((Seat::new(seat), token))
            }
        };
        let seed = wish.seed.map_or_else(token::seed, |Whole(seed)| seed);
        let (properties, pace) = laid.map_or((None, None), |laid| (Some(laid.properties), laid.pace));
        let clock = wish.clock.map(TimeControl::check).transpose()?;
        let series = wish.series.map(Series::check).transpose()?;
        let NewTable { kibitzer, listed, guided, .. } = wish;
        let terms = Terms { seed, kibitzer, listed, properties, pace, clock, series, guided, daily: None };
        let tally = Tally::of_seats(about.seats);
        let table = self.place(client, game, terms, (chairs, tally)).await?;
        Ok((table, taken))
    }

    pub(crate) async fn place(
        self: &Arc<App>,
        client: Client,
        game: AnyGame,
        terms: Terms,
        (chairs, tally): (Vec<Chair>, Tally),
    ) -> Result<Arc<WebTable>> {
        self.kept.take(client).map_err(|exhausted| match exhausted {
            Exhausted::ForClient(own) => {
                let words = message!("There are {own} tables from your address already; play those first.", own);
                Code::TooManyTables.because(words).with_status(StatusCode::TOO_MANY_REQUESTS)
            }
            Exhausted::ForAll(all) => {
                Code::TooManyTables.because(message!("There are {all} tables already; come back later.", all))
            }
        })?;
        let clocks = terms.clock.map(|clock| clock.clocks(chairs.len()));
        let status = TableStatus { clocks, tally, ..TableStatus::default() };
        let nothing = TableSnapshot { status, since: self.clock.now(), ..TableSnapshot::default() };
        let time = self.time();
        let table = nothing
            .with_chairs(chairs, (&game, &terms))
            .map(|snapshot| Arc::new(WebTable::new(token::table_id(), game, terms, client, snapshot, time)));
        let kept = match &table {
            Ok(table) => self.storage.put(to_row(table, &table.snapshot())).await,
            Err(error) => Err(error.clone()),
        };
        let table = kept.and(table).inspect_err(|_| self.kept.give_back(client))?;
        self.tables().insert(table.id.clone(), Arc::clone(&table));
        self.play_on(&table);
        Ok(table)
    }

    fn chair(&self, game: &AnyGame, seating: Seating) -> Result<(Chair, Option<String>)> {
        match seating {
            Seating::Person { name } => Ok((Chair::Person(None), name)),
            Seating::Player { spec } => {
                let wrong = |wrong: SpecError| ApiError::unknown_player(&wrong);
                let spec: Spec = spec.parse().map_err(wrong)?;
                self.limits.check(&spec)?;
                check_player(game, &spec).map_err(wrong)?;
                Ok((Chair::Player(spec.to_string()), None))
            }
            Seating::Program { program } => {
                let Some(programs) = &self.programs else {
                    let words = message!(
                        "“{program}” cannot sit here: this house takes no programs (--allow-programs).",
                        program
                    );
                    return Err(Code::NotAllowed.because(words));
                };
                let known = programs.load(&program)?;
                let title = about(game);
                if known.game != title.name {
                    let words = message!(
                        "{file} plays {game}, not {other}; hand it in for this game too.",
                        file = known.file,
                        game = known.game,
                        other = title.title
                    );
                    return Err(Code::BadRequest.because(words));
                }
                Ok((Chair::Program { program, name: known.name, file: known.file }, None))
            }
        }
    }

    /// Returns the table where the same people play again, each one seat further, with the same tokens. The first
    /// request creates it. The match goes on, unless it is decided or another is requested.
    pub(crate) async fn again(
        self: &Arc<App>,
        client: Client,
        table: &Arc<WebTable>,
        wish: AnotherGame,
    ) -> Result<Arc<WebTable>> {
        let wished = wish.series.map(Series::check).transpose()?;
        let is_anew = wish.anew || wished.is_some();
        let (app, table) = (Arc::clone(self), Arc::clone(table));
        let made = tokio::spawn(async move {
            let _alone = table.change.lock().await;
            let now = table.snapshot();
            if !now.is_over() {
                return Err(Code::NotOver.because(message!("One game after the other: this one is not over.")));
            }
            if let Some(next) = &now.next {
                return app.table(next).await;
            }
            let is_undecided = table.terms.series.is_some_and(|series| now.tally().decided(series).is_none());
            if is_anew && is_undecided && chair::people(&now.chairs) > 1 {
                let words = message!("The match is not decided yet: play on, and choose another afterwards.");
                return Err(Code::NotAllowed.because(words));
            }
            // People who were away or resigned play themselves again.
            let mut chairs: Vec<Chair> =
                now.chairs.iter().map(|chair| chair.played_by_holder().unwrap_or_else(|| chair.clone())).collect();
            Rotation::new(1, chairs.len()).apply(&mut chairs);
            let series = if is_anew { wished } else { table.terms.series };
            let mut tally = now.tally();
            if is_anew || series.is_some_and(|series| tally.decided(series).is_some()) {
                tally = Tally::of_seats(chairs.len());
            }
            Rotation::new(1, chairs.len()).apply(&mut tally.won);
            // A file's cards, a daily deal and a lesson were for the finished game only.
            let again = Terms { properties: None, guided: false, daily: None, series, ..table.terms.clone() };
            let terms = Terms { seed: token::seed(), ..again };
            let next = app.place(client, table.game.clone(), terms, (chairs, tally)).await?;
            let snapshot = TableSnapshot { version: now.version + 1, next: Some(next.id.clone()), ..now };
            app.make(&table, snapshot).await?;
            Ok(next)
        });
        made.await.unwrap_or_else(|_| Err(Code::Busy.because(message!("The table could not be made; try again."))))
    }
}

/// Completes the request for a guided game with the guide's seats and cards.
fn guided_table(about: &About, wish: NewTable) -> Result<NewTable> {
    let Some(guide) = about.guide else {
        return Err(
            Code::BadRequest.because(message!("Nobody has written a first game of {game}.", game = about.title))
        );
    };
    if !wish.seats.is_empty() || wish.take.is_some() || wish.seed.is_some() {
        let words = message!(
            "In a guided game you have the first seat, against players and cards of the guide: leave out seats, take \
             and seed."
        );
        return Err(Code::BadRequest.because(words));
    }
    let seats = [HUMAN].iter().chain(guide.opponents).map(|&spec| match spec {
        HUMAN => Seating::Person { name: None },
        spec => Seating::Player { spec: spec.to_owned() },
    });
    Ok(NewTable { seats: seats.collect(), take: Some(Whole(0)), seed: Some(Whole(guide.seed)), ..wish })
}
