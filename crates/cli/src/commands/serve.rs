//! `cardsharp serve`: the web table.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use cardsharp_web::{Clock, Limits, ServeOptions, Server};

use crate::shared::{helper, print, state_file, threads};

/// Serve a web page on this machine where anyone plays any game
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
    port: u16,
    /// The address to listen on; by default only this machine can connect
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    #[arg(long = "host", value_name = "NAME", help = "A name or address by which browsers call this machine")]
    hosts: Vec<String>,
    /// The database of the tables [default: ~/.local/state/cardsharp/tables.db]; :memory: keeps none
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = "A records database whose games are shown")]
    db: Option<PathBuf>,
    #[arg(long, help = "Let people hand in programs; they are compiled and play in the sandbox")]
    allow_programs: bool,
    /// Read the page from this folder at every request, for work on the page
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
    /// Threads for house players [default: one less than there are cores]
    #[arg(long, value_name = "T", value_parser = threads)]
    threads: Option<usize>,
    /// The number of days after which an unused table is deleted
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=36_500))]
    keep_days: u32,
}

impl Default for Serve {
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

/// Serves until the process ends.
pub(crate) fn run(args: &Serve) -> anyhow::Result<String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let server = Server::open(ServeOptions {
        address: SocketAddr::new(args.bind, args.port),
        tables: tables(args)?,
        records: args.db.clone(),
        hosts: args.hosts.clone(),
        programs: if args.allow_programs { Some(helper()?) } else { None },
        page: args.page.clone(),
        threads: args.threads.unwrap_or(cores.saturating_sub(1).max(1)),
        limits: Limits { keep: Duration::from_hours(24 * u64::from(args.keep_days)), ..Limits::default() },
        clock: Clock::default(),
    })?;
    // A parent process may wait for this line.
    print(format_args!("cardsharp is at {}\n", server.url()));
    server.run()
}

/// Returns the file of the tables; without a home folder they are only in memory.
fn tables(args: &Serve) -> anyhow::Result<PathBuf> {
    if let Some(file) = &args.tables {
        return Ok(file.clone());
    }
    let Some(file) = state_file("tables.db") else { return Ok(PathBuf::from(":memory:")) };
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    }
    Ok(file)
}
