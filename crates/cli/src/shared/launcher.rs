//! The helper process that starts programs, and errors of games with programs.

use std::sync::OnceLock;

use anyhow::Context;
use cardsharp_programs::{Launch, Stop};
use cardsharp_sandbox::{HelperCommand, Policy};
use cardsharp_tournament::Interrupted;

use super::error::Usage;

/// The command that starts the helper, if it is not this binary.
static HELPER: OnceLock<HelperCommand> = OnceLock::new();

/// Sets the command that starts the helper. It must end in [`cardsharp_sandbox::serve`]. Only the first call counts.
pub fn set_helper(helper: HelperCommand) {
    HELPER.get_or_init(|| helper);
}

pub(crate) fn helper() -> anyhow::Result<HelperCommand> {
    if let Some(helper) = HELPER.get() {
        return Ok(helper.clone());
    }
    let path = std::env::current_exe().context("our own binary cannot be found")?;
    Ok(HelperCommand { path, args: vec!["launch-programs".to_owned()] })
}

pub(crate) fn launch(is_sandboxed: bool) -> anyhow::Result<Launch> {
    Ok(Launch::new(&helper()?, if is_sandboxed { Policy::Protected } else { Policy::Unprotected }))
}

pub(crate) fn failed(stop: Stop) -> anyhow::Error {
    match stop {
        Stop::Sandbox(error @ cardsharp_sandbox::Error::Refused(_)) => {
            Usage(format!("{error}\n`cardsharp doctor` says more; --unsafe-no-sandbox runs programs all the same"))
                .into()
        }
        stop => stop.into(),
    }
}

/// Turns the reason why a tournament ended early into an error message.
pub(crate) fn interrupted(early: Interrupted) -> anyhow::Error {
    match early {
        Interrupted::Stop(stop) => failed(stop),
        Interrupted::Archive(error) => error.into(),
        Interrupted::Enough => unreachable!("who watches at a terminal never has enough"),
        Interrupted::Elsewhere(reason) => anyhow::anyhow!(reason),
    }
}
