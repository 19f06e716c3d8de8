//! `cardsharp serve`: the web table.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use cardsharp_web::{Clock, Limits, ServeOptions, Server};

use crate::args::Serve;
use crate::commands::play::state_file;
use crate::commands::referee::helper;
use crate::output::say;

/// Opens the house and serves until the process ends.
///
/// # Errors
/// If the address is not to be had, or a file cannot be used.
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
    // Whoever started us may wait for this line; that nobody reads it is no reason to stop.
    say(format_args!("cardsharp is at {}\n", server.url()));
    server.run()
}

/// The file of the tables. Where there is no home, tables live as long as the process.
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
