//! The command line `cardsharp` as a library, for the Python package, which can also run long commands on a cluster.

macro_rules! append {
    ($text:expr, $($format:tt)*) => {{
        use std::fmt::Write as _;
        write!($text, $($format)*).expect("writing to a string")
    }};
}

macro_rules! append_line {
    ($text:expr $(, $($format:tt)*)?) => {{
        use std::fmt::Write as _;
        writeln!($text $(, $($format)*)?).expect("writing to a string")
    }};
}

mod commands;
mod dialogue;
mod distributed;
mod screen;
mod shared;

use std::ffi::OsString;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use commands::{only_here, parse};
use distributed::Workforce;
use shared::{Unfit, Usage, check_written, has_failed, print, print_error};

pub use distributed::{TakeUp, Workers, lease};
pub use shared::set_helper;

/// Runs a command line, the program's name first, and returns the exit status.
pub fn run(args: impl IntoIterator<Item = OsString>) -> u8 {
    run_with(args, Workforce::Here)
}

/// Like [`run`], with the games of a match, a tournament, a study or an exploit played by `workers`.
pub fn run_on(args: impl IntoIterator<Item = OsString>, workers: &dyn Workers) -> u8 {
    run_with(args, Workforce::Elsewhere(workers))
}

/// Like [`run_on`], but returns the report instead of printing it.
///
/// # Errors
/// The error message that [`run_on`] prints.
pub fn report_on(args: impl IntoIterator<Item = OsString>, workers: &dyn Workers) -> Result<String, String> {
    let args = parse(args).map_err(|error| error.render().to_string())?;
    let command = args.command.ok_or_else(|| only_here().to_string())?;
    command.run(Workforce::Elsewhere(workers)).map_err(|error| format!("{error:#}"))
}

fn run_with(args: impl IntoIterator<Item = OsString>, workforce: Workforce<'_>) -> u8 {
    if let Err(error) = ignore_sigxfsz() {
        print_error(format_args!("cardsharp: cannot install the SIGXFSZ handler: {error}"));
    }
    let status = match parse(args) {
        Ok(args) => match args.command.unwrap_or_default().run(workforce) {
            Ok(report) => {
                print(report);
                0
            }
            Err(error) => report_error(error),
        },
        Err(error) => {
            // An error, or the requested help or version.
            check_written(error.print().and_then(|()| std::io::stdout().flush()));
            error.exit_code() as u8
        }
    };
    if status == 0 && has_failed() { 1 } else { status }
}

/// Prints an error and returns the exit status.
fn report_error(error: anyhow::Error) -> u8 {
    match error.downcast::<Unfit>() {
        Ok(Unfit(report)) => {
            print(report);
            1
        }
        Err(error) => {
            print_error(format_args!("cardsharp: {error:#}"));
            if error.is::<Usage>() { 2 } else { 1 }
        }
    }
}

/// Makes exceeding `ulimit -f` a write error; without this handler it kills the process. Children do not inherit it.
fn ignore_sigxfsz() -> std::io::Result<()> {
    let limit = nix::sys::signal::Signal::SIGXFSZ as i32;
    signal_hook::flag::register(limit, Arc::new(AtomicBool::new(false))).map(drop)
}
