//! Tables of Lucky Thirteen from a property file.

use std::sync::Arc;
use std::time::Duration;

use cardsharp_presentation::message;
use cardsharp_rules::lucky_thirteen::{LuckyThirteen, Pace, Setup};
use cardsharp_rules::{Game, Seat};
use cardsharp_search::{HUMAN, Spec, check_sitter};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::game::session::bad_property_file;
use crate::http::{Client, Code, Result, Whole};
use crate::tables::{Laid, Made, NewTable, Seating, Waits};

/// A table from a property file.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetUp {
    /// The file, in Java's syntax: `players.0=Human`, `shared.initialcards=8H,9H`, … At most 16 KiB.
    #[schema(max_length = 16_384)]
    pub(crate) properties: String,
    /// The name of the person who asks.
    #[serde(default)]
    pub(crate) name: Option<String>,
    /// Whether the asker may request advice; only if one person plays.
    #[serde(default)]
    pub(crate) kibitzer: bool,
    /// Whether the table is public.
    #[serde(default)]
    pub(crate) listed: bool,
}

impl App {
    /// Creates a table from a property file; the asker takes the first seat of a person.
    pub(crate) async fn set_up(self: &Arc<App>, client: Client, wish: SetUp) -> Result<Made> {
        let setup = self.read_setup(&wish.properties)?;
        let pace = setup.pace().map(|pace| self.waits(pace)).transpose()?;
        let seats = || Seat::all(LuckyThirteen::SEATS);
        let people: Vec<Seat> = seats().filter(|&seat| setup.player(seat) == HUMAN).collect();
        if people.len() > 1 && setup.names_cards() {
            let words = message!(
                "The property file names cards or a seed, so whoever wrote it knows them: people who share a table \
                 play with cards that nobody knows."
            );
            return Err(Code::NotAllowed.because(words));
        }
        let seating = |seat| match setup.player(seat) {
            HUMAN => Seating::Person { name: None },
            spec => Seating::Player { spec: spec.to_owned() },
        };
        let table = NewTable {
            game: LuckyThirteen::NAME.to_owned(),
            seats: seats().map(seating).collect(),
            take: people.first().map(|seat| Whole(seat.index() as u64)),
            name: wish.name,
            seed: setup.seed().map(|seed| Whole(seed.0)),
            kibitzer: wish.kibitzer,
            listed: wish.listed,
            clock: None,
            series: None,
            guided: false,
        };
        self.open(client, table, Some(Laid { properties: wish.properties, pace })).await
    }

    /// Parses a property file, and checks its bots against the limits.
    fn read_setup(&self, text: &str) -> Result<Setup> {
        let most = self.limits.properties;
        if text.len() > most {
            return Err(Code::TooLarge.because(message!("The property file is too large: at most {most} bytes.", most)));
        }
        let known = |name: &str| {
            let spec: Spec = name.parse().map_err(|wrong: cardsharp_search::SpecError| wrong.to_string())?;
            self.limits.check(&spec).map_err(|error| error.words().to_string())?;
            check_sitter(&LuckyThirteen::default(), &spec).map_err(|wrong| wrong.to_string())
        };
        Setup::parse_for(text, &known).map_err(|wrong| bad_property_file(&wrong))
    }

    /// Returns the delays of a file, checked against the limits.
    fn waits(&self, pace: Pace) -> Result<Waits> {
        let most = self.limits.waiting;
        let checked = |key: &str, time: Duration| {
            if time <= most {
                return Ok(time.as_millis() as u64);
            }
            let (time, most) = (time.as_millis().to_string(), most.as_millis().to_string());
            let words = message!("{key}={time} is more than this house bears; at most {key}={most}.", key, time, most);
            Err(Code::NotAllowed.because(words))
        };
        Ok(Waits { thinking: checked("thinkingTime", pace.thinking)?, delay: checked("delayTime", pace.delay)? })
    }
}
