//! The web table.

use std::net::{IpAddr, Ipv4Addr};

use super::threads;

/// Open the house: a page on this machine where anyone plays any game
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp serve                                       the same as `cardsharp` alone
  cardsharp serve --port 8001
  cardsharp serve --bind 0.0.0.0 --host cards.example   for others too, by that name")]
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
    #[arg(long, value_name = "T", value_parser = threads, help = "Threads that think for players of ours; one less than there are cores, unless told")]
    pub(crate) threads: Option<usize>,
}

impl Default for Serve {
    fn default() -> Serve {
        Serve { port: 8000, bind: IpAddr::V4(Ipv4Addr::LOCALHOST), hosts: Vec::new(), threads: None }
    }
}
