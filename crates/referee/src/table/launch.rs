//! How the programs of a table are started.

use std::sync::{Arc, Mutex, PoisonError};

use cardsharp_sandbox::{Command, Error, Finished, HelperCommand, Launcher, Limits, Policy, Session};

use super::Stop;

/// The launcher of a table, which all its seats share. Its helper process is started when the
/// first program is: a table of our own players needs none.
#[derive(Clone)]
pub struct Launch(Arc<Mutex<Lazy>>);

struct Lazy {
    helper: HelperCommand,
    policy: Policy,
    launcher: Option<Launcher>,
}

impl Launch {
    /// A launcher that will be started by this command.
    pub fn new(helper: &HelperCommand, policy: Policy) -> Launch {
        Launch(Arc::new(Mutex::new(Lazy { helper: helper.clone(), policy, launcher: None })))
    }

    /// Runs a program to its end.
    ///
    /// # Errors
    /// If it cannot be run at all.
    pub fn run(&self, command: &Command, input: impl AsRef<[u8]>, limits: &Limits) -> Result<Finished, Stop> {
        self.with(|launcher| launcher.run(command, input.as_ref(), limits))
    }

    /// Starts a program that will be asked many times.
    ///
    /// # Errors
    /// If it cannot be run at all.
    pub fn open(&self, command: &Command, limits: &Limits) -> Result<Session, Stop> {
        self.with(|launcher| launcher.open(command, limits))
    }

    fn with<T>(&self, use_it: impl FnOnce(&mut Launcher) -> Result<T, Error>) -> Result<T, Stop> {
        let mut lazy = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lazy.launcher.is_none() {
            lazy.launcher = Some(Launcher::start(&lazy.helper, lazy.policy).map_err(Stop::Sandbox)?);
        }
        let launcher = lazy.launcher.as_mut().expect("it has just been started");
        use_it(launcher).map_err(Stop::Sandbox)
    }
}
