//! Columns of equal length, for pandas and polars.

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

pub(crate) struct Columns<'py>(Bound<'py, PyDict>);

impl<'py> Columns<'py> {
    pub(crate) fn new(py: Python<'py>) -> Columns<'py> {
        Columns(PyDict::new(py))
    }

    pub(crate) fn whole(self, name: &str, numbers: Vec<i64>) -> PyResult<Columns<'py>> {
        self.0.set_item(name, numbers.into_pyarray(self.0.py()))?;
        Ok(self)
    }

    pub(crate) fn numbers(self, name: &str, numbers: Vec<f64>) -> PyResult<Columns<'py>> {
        self.0.set_item(name, numbers.into_pyarray(self.0.py()))?;
        Ok(self)
    }

    pub(crate) fn texts<'a>(self, name: &str, texts: impl IntoIterator<Item = &'a str>) -> PyResult<Columns<'py>> {
        let texts: Vec<&str> = texts.into_iter().collect();
        self.0.set_item(name, PyList::new(self.0.py(), texts)?)?;
        Ok(self)
    }

    pub(crate) fn done(self) -> Bound<'py, PyDict> {
        self.0
    }
}
