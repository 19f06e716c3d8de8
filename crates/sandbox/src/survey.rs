//! What this machine offers.

use std::fmt;

/// What this machine offers to contain programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// Every layer, the most important first.
    pub layers: Vec<Layer>,
    /// Why strangers' programs would be refused, if they would be.
    pub refusal: Option<String>,
}

/// One layer of protection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Its name, for example "Landlock".
    pub name: &'static str,
    /// What it is here, for example "version 6", or why it is missing.
    pub found: Result<String, String>,
    /// What follows where it is missing.
    pub without: &'static str,
}

/// Looks at what this machine offers.
pub fn survey() -> Survey {
    Survey { layers: Vec::new(), refusal: None }
}

impl fmt::Display for Survey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for layer in &self.layers {
            match &layer.found {
                Ok(found) => writeln!(f, "  {:<22} {found}", layer.name)?,
                Err(why) => writeln!(f, "  {:<22} missing: {why}; {}", layer.name, layer.without)?,
            }
        }
        match &self.refusal {
            Some(reason) => writeln!(f, "Strangers' programs are refused here: {reason}."),
            None => writeln!(f, "Strangers' programs can be run safely."),
        }
    }
}
