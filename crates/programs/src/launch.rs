//! Starts programs through helper processes.

use std::sync::{Arc, Mutex, PoisonError};

use cardsharp_sandbox::{Command, Error, Finished, HelperCommand, Launcher, Limits, Policy, Session};

use crate::Stop;

/// Starts programs; all seats of a command share one. The first program starts the helper process, so house players
/// need none. Seats that start programs at the same time use several helper processes.
#[derive(Clone)]
pub struct Launch(Arc<Pool>);

struct Pool {
    helper: HelperCommand,
    policy: Policy,
    idle: Mutex<Vec<Launcher>>,
}

impl Launch {
    /// Creates a launcher; this command will start its helper processes.
    pub fn new(helper: &HelperCommand, policy: Policy) -> Launch {
        Launch(Arc::new(Pool { helper: helper.clone(), policy, idle: Mutex::default() }))
    }

    /// Runs a program to its end.
    ///
    /// # Errors
    /// If it cannot be run at all.
    pub fn run(&self, command: &Command, input: impl AsRef<[u8]>, limits: &Limits) -> Result<Finished, Stop> {
        self.with(|launcher| launcher.run(command, input.as_ref(), limits))
    }

    /// Starts a program for many requests.
    ///
    /// # Errors
    /// If it cannot be run at all.
    pub fn open(&self, command: &Command, limits: &Limits) -> Result<Session, Stop> {
        self.with(|launcher| launcher.open(command, limits))
    }

    fn with<T>(&self, use_it: impl Fn(&mut Launcher) -> Result<T, Error>) -> Result<T, Stop> {
        let Pool { helper, policy, idle } = &*self.0;
        let ready = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let try_with = |mut launcher: Launcher| {
            let done = use_it(&mut launcher);
            // A launcher without its helper is dropped.
            if !is_gone(&done) {
                idle.lock().unwrap_or_else(PoisonError::into_inner).push(launcher);
            }
            done
        };
        let done = match ready.map(try_with) {
            Some(done) if !is_gone(&done) => done,
            // A helper may have died while it was idle.
            _ => Launcher::start(helper, *policy).and_then(try_with),
        };
        done.map_err(Stop::Sandbox)
    }
}

fn is_gone<T>(done: &Result<T, Error>) -> bool {
    matches!(done, Err(Error::HelperDied | Error::HelperConfused))
}
