//! The commands of the binary, here or with others at work on them.

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
use crate::heed::{Stop, heed, sheltered};

/// What the helper process of the sandbox runs: this module and nothing else of the package, for it must be small and
/// have a single thread.
const HELPER: &str = "import importlib.util as u, sys; s = u.spec_from_file_location('_cardsharp', sys.argv[1]); \
                      m = u.module_from_spec(s); s.loader.exec_module(m); m.launch_programs()";

/// This interpreter, started again as the helper of the sandbox.
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

/// The body of the helper process that launches programs; never returns.
#[pyfunction]
pub(crate) fn launch_programs() {
    cardsharp_sandbox::serve()
}

/// Does what the binary does with these words, and gives its exit status.
///
/// With ``workers`` a match, a tournament, a study or an exploit is worked on by them: ``work(task, stage, pieces)``
/// brings what ``lease`` makes of all pieces, in their order, and ``nodes()`` says how many machines there are.
///
/// >>> cardsharp.command(["deal", "indigo", "--seed", "x"])
/// 2
#[pyfunction]
#[pyo3(signature = (words, workers = None))]
pub(crate) fn command(py: Python<'_>, words: Vec<OsString>, workers: Option<Py<PyAny>>) -> PyResult<u8> {
    launch_by_python(py)?;
    let words = words_of(workers.is_some(), words);
    let Some(workers) = workers else { return py.detach(|| sheltered(|| cardsharp::run(words))) };
    Brought::new(workers).at_work(py, |brought| cardsharp::run_on(words, brought))
}

/// What a match, a tournament, a study or an exploit says that others work on, as ``command`` would print it.
#[pyfunction]
pub(crate) fn report_elsewhere(py: Python<'_>, words: Vec<OsString>, workers: Py<PyAny>) -> PyResult<String> {
    launch_by_python(py)?;
    let words = words_of(true, words);
    let report = Brought::new(workers).at_work(py, |brought| cardsharp::report_on(words, brought))?;
    report.map_err(wrong)
}

fn words_of(is_elsewhere: bool, words: Vec<OsString>) -> Vec<OsString> {
    let name = if is_elsewhere { "cardsharp-cluster" } else { "cardsharp" };
    std::iter::once(OsString::from(name)).chain(words).collect()
}

/// Works on so many pieces of a task from one on, on one core: what ``workers`` hand to others.
#[pyfunction]
pub(crate) fn lease(
    py: Python<'_>,
    task: Vec<u8>,
    stage: Vec<u8>,
    first: u64,
    count: u64,
) -> PyResult<Bound<'_, PyBytes>> {
    launch_by_python(py)?;
    let end = first.checked_add(count).ok_or_else(|| wrong("more pieces than can be counted"))?;
    let made = heed(py, &Stop::default(), move || cardsharp::lease(&task, &stage, first..end))?;
    Ok(PyBytes::new(py, &made.map_err(wrong)?))
}

/// Workers whom Python brought. They are asked in the thread that called us: Ray begins nowhere else, and Ctrl-C is heard
/// there while they are waited for.
struct Brought {
    workers: Py<PyAny>,
    nodes: Mutex<usize>,
    /// What they raised that is no failure of a run, such as Ctrl-C.
    raised: Mutex<Option<PyErr>>,
}

impl Brought {
    fn new(workers: Py<PyAny>) -> Brought {
        Brought { workers, nodes: Mutex::new(0), raised: Mutex::new(None) }
    }

    fn at_work<T: Send>(self, py: Python<'_>, run: impl FnOnce(&Brought) -> T + Send) -> PyResult<T> {
        let done = py.detach(|| sheltered(|| run(&self)));
        match self.raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(raised) => Err(raised),
            None => done,
        }
    }

    /// What a person is told of an exception.
    fn told(&self, error: PyErr) -> String {
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

impl Workers for Brought {
    fn work(&self, task: &[u8], stage: &[u8], pieces: u64, take_up: TakeUp<'_>) -> Result<(), String> {
        let told = |error: PyErr| self.told(error);
        let parts = self.parts(task, stage, pieces).map_err(told)?;
        loop {
            let part = Python::attach(|py| {
                let next = parts.bind(py).clone().next().transpose()?;
                next.map(|part| Ok(part.cast::<PyBytes>()?.as_bytes().to_vec())).transpose()
            });
            let Some(part) = part.map_err(told)? else { return Ok(()) };
            if let ControlFlow::Break(()) = take_up(&part) {
                // What is still being worked on is not wanted any more.
                return Python::attach(|py| parts.bind(py).call_method0("close").map(drop)).map_err(told);
            }
        }
    }

    fn nodes(&self) -> usize {
        let seen = Python::attach(|py| self.workers.bind(py).call_method0("nodes")?.extract::<usize>());
        let mut nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        // Who cannot be asked now is where it was.
        *nodes = seen.unwrap_or(*nodes);
        *nodes
    }
}
