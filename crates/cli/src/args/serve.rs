//! The web table.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use super::shared::threads;

/// Open the house: a page on this machine where anyone plays any game
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp serve                                       the same as `cardsharp` alone
  cardsharp serve --port 8001 --db tournament.db
  cardsharp serve --bind 0.0.0.0 --host cards.example   for others too, by that name

Tables are kept after every move: the house may be stopped, or killed, at any moment. Only a failure of power
may take back the last moves. One house at a time has a file of tables, and only its owner may read it.")]
pub(crate) struct Serve {
    #[arg(long, value_name = "N", default_value_t = 8000, help = "The port; 0 takes any that is free")]
    pub(crate) port: u16,
    #[arg(
        long,
        value_name = "ADDRESS",
        default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST),
        help = "Where to listen: this machine alone, unless told"
    )]
    pub(crate) bind: IpAddr,
    #[arg(long = "host", value_name = "NAME", help = "A name or address by which browsers call this machine")]
    pub(crate) hosts: Vec<String>,
    #[arg(
        long,
        value_name = "FILE",
        help = "Where tables are kept (~/.local/state/cardsharp/tables.db, unless told); :memory: for nowhere"
    )]
    pub(crate) tables: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = "A records database whose games are shown")]
    pub(crate) db: Option<PathBuf>,
    #[arg(long, help = "Let people hand in programs; they are compiled and play in the sandbox")]
    pub(crate) allow_programs: bool,
    #[arg(
        long,
        value_name = "FOLDER",
        help = "Read the page from here, anew for every request: for whoever works on it"
    )]
    pub(crate) page: Option<PathBuf>,
    #[arg(
        long,
        value_name = "T",
        value_parser = threads,
        help = "Threads that think for players of ours; one less than there are cores, unless told"
    )]
    pub(crate) threads: Option<usize>,
    #[arg(
        long,
        value_name = "N",
        default_value_t = 30,
        value_parser = clap::value_parser!(u32).range(1..=36_500),
        help = "Days after which a table is deleted that nobody used"
    )]
    pub(crate) keep_days: u32,
}

impl Default for Serve {
    /// As typed without anything.
    fn default() -> Serve {
        Serve {
            port: 8000,
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            hosts: Vec::new(),
            tables: None,
            db: None,
            allow_programs: false,
            page: None,
            threads: None,
            keep_days: 30,
        }
    }
}
