//! The command line of the binary, run from Python, alone or on workers.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use cardsharp::{TakeUp, Workers};
use cardsharp_sandbox::HelperCommand;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator};

use crate::error::wrong;
use crate::interrupt::{Stop, catch_panic, interruptible};

/// The code of the sandbox's helper process. It imports only this module: the helper must be small and single-threaded.
const HELPER: &str = "import importlib.util as u, sys; s = u.spec_from_file_location('_cardsharp', sys.argv[1]); \
                      m = u.module_from_spec(s); s.loader.exec_module(m); m.launch_programs()";

/// Returns the command that starts this interpreter as the sandbox's helper.
pub(crate) fn helper(py: Python<'_>) -> PyResult<HelperCommand> {
    let interpreter: PathBuf = py.import("sys")?.getattr("executable")?.extract()?;
    let module: String = py.import("cardsharp._cardsharp")?.getattr("__file__")?.extract()?;
    let args = ["-I", "-S", "-c", HELPER, &module].map(str::to_owned).to_vec();
    Ok(HelperCommand { path: interpreter, args })
}

fn launch_by_python(py: Python<'_>) -> PyResult<()> {
    cardsharp::set_helper(helper(py)?);
    Ok(())
}

/// Runs the helper process that launches programs; never returns.
#[pyfunction]
pub(crate) fn launch_programs() {
    cardsharp_sandbox::serve()
}

/// Runs the command line of the binary and returns its exit status.
///
/// With ``workers`` they compute a match, a tournament, a study or an exploit: ``work(task, stage, pieces)`` yields the
/// results of ``lease`` for all pieces, in order, and ``nodes()`` returns the number of machines.
///
/// >>> cardsharp.command(["deal", "indigo", "--seed", "x"])
/// 2
#[pyfunction]
#[pyo3(signature = (words, workers = None))]
pub(crate) fn command(py: Python<'_>, words: Vec<OsString>, workers: Option<Py<PyAny>>) -> PyResult<u8> {
    launch_by_python(py)?;
    let words = words_of(workers.is_some(), words);
    let Some(workers) = workers else { return py.detach(|| catch_panic(|| cardsharp::run(words))) };
    PythonWorkers::new(workers).run_with(py, |workers| cardsharp::run_on(words, workers))
}

/// Returns the report of a match, a tournament, a study or an exploit on workers, as ``command`` would print it.
#[pyfunction]
pub(crate) fn report_elsewhere(py: Python<'_>, words: Vec<OsString>, workers: Py<PyAny>) -> PyResult<String> {
    launch_by_python(py)?;
    let words = words_of(true, words);
    let report = PythonWorkers::new(workers).run_with(py, |workers| cardsharp::report_on(words, workers))?;
    report.map_err(wrong)
}

fn words_of(is_elsewhere: bool, words: Vec<OsString>) -> Vec<OsString> {
    let name = if is_elsewhere { "cardsharp-cluster" } else { "cardsharp" };
    std::iter::once(OsString::from(name)).chain(words).collect()
}

/// Computes ``count`` pieces of a task from ``first`` on, on one core. ``workers`` send these leases to other machines.
#[pyfunction]
pub(crate) fn lease(
    py: Python<'_>,
    task: Vec<u8>,
    stage: Vec<u8>,
    first: u64,
    count: u64,
) -> PyResult<Bound<'_, PyBytes>> {
    launch_by_python(py)?;
    let end = first.checked_add(count).ok_or_else(|| wrong("too many pieces"))?;
    let made = interruptible(py, &Stop::default(), move || cardsharp::lease(&task, &stage, first..end))?;
    Ok(PyBytes::new(py, &made.map_err(wrong)?))
}

/// Workers written in Python, called in the caller's thread, where Ray can start and Ctrl-C interrupts the wait.
struct PythonWorkers {
    workers: Py<PyAny>,
    nodes: Mutex<usize>,
    /// The first exception that is not a failed run, such as Ctrl-C.
    raised: Mutex<Option<PyErr>>,
}

impl PythonWorkers {
    fn new(workers: Py<PyAny>) -> PythonWorkers {
        PythonWorkers { workers, nodes: Mutex::new(0), raised: Mutex::new(None) }
    }

    fn run_with<T: Send>(self, py: Python<'_>, run: impl FnOnce(&PythonWorkers) -> T + Send) -> PyResult<T> {
        let done = py.detach(|| catch_panic(|| run(&self)));
        match self.raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(raised) => Err(raised),
            None => done,
        }
    }

    /// Returns the message of an exception. Keeps one that is not a failed run, to raise it at the end.
    fn describe(&self, error: PyErr) -> String {
        Python::attach(|py| {
            let text = error.value(py).to_string();
            if error.is_instance_of::<PyException>(py) {
                return text;
            }
            self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            "stopped".to_owned()
        })
    }

    fn parts(&self, task: &[u8], stage: &[u8], pieces: u64) -> PyResult<Py<PyIterator>> {
        Python::attach(|py| {
            let (task, stage) = (PyBytes::new(py, task), PyBytes::new(py, stage));
            let parts = self.workers.bind(py).call_method1("work", (task, stage, pieces))?;
            Ok(parts.try_iter()?.unbind())
        })
    }
}

impl Workers for PythonWorkers {
    fn work(&self, task: &[u8], stage: &[u8], pieces: u64, take_up: TakeUp<'_>) -> Result<(), String> {
        let describe = |error: PyErr| self.describe(error);
        let parts = self.parts(task, stage, pieces).map_err(describe)?;
        loop {
            let part = Python::attach(|py| {
                let next = parts.bind(py).clone().next().transpose()?;
                next.map(|part| Ok(part.cast::<PyBytes>()?.as_bytes().to_vec())).transpose()
            });
            let Some(part) = part.map_err(describe)? else { return Ok(()) };
            if let ControlFlow::Break(()) = take_up(&part) {
                // Discards the leases in flight.
                return Python::attach(|py| parts.bind(py).call_method0("close").map(drop)).map_err(describe);
            }
        }
    }

    fn nodes(&self) -> usize {
        let seen = Python::attach(|py| self.workers.bind(py).call_method0("nodes")?.extract::<usize>());
        let mut nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        // Keeps the last count if Ray does not answer now.
        *nodes = seen.unwrap_or(*nodes);
        *nodes
    }
}
