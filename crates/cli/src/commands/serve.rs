//! `cardsharp serve`: the web table.

use std::io::Write;
use std::net::SocketAddr;

use cardsharp_web::{Limits, Plan, Server};

use crate::args::Serve;

/// Opens the house and serves until the process ends.
///
/// # Errors
/// If the address is not to be had.
pub(crate) fn run(args: &Serve) -> anyhow::Result<String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let server = Server::open(Plan {
        address: SocketAddr::new(args.bind, args.port),
        hosts: args.hosts.clone(),
        threads: args.threads.unwrap_or(cores.saturating_sub(1).max(1)),
        limits: Limits::default(),
    })?;
    let mut out = std::io::stdout().lock();
    // Whoever started us may wait for this line; that nobody reads it is no reason to stop.
    let _nevermind = writeln!(out, "cardsharp is at {}", server.url()).and_then(|()| out.flush());
    drop(out);
    server.run()?;
    Ok(String::new())
}
