//! The protocol and limits of a tournament's programs, as text in the database.

use std::time::Duration;

use cardsharp_programs::{BotOptions, Launch, Protocol, Terms};
use serde_json::{Value, json};

use crate::{Disqualified, EntryError};

/// The protocol and limits of the programs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hosting {
    /// The usual protocol.
    pub protocol: Protocol,
    /// The limits.
    pub terms: Terms,
    /// Whether programs run in the sandbox, not only within limits.
    pub is_sandboxed: bool,
}

impl Hosting {
    /// Returns the options to run the programs with.
    pub fn options(&self, launch: Launch) -> BotOptions {
        BotOptions { protocol: Some(self.protocol), launch, terms: self.terms, logs: None }
    }

    /// Returns the text for the database, with the disqualified programs.
    pub fn to_text(&self, disqualified: &[Disqualified]) -> String {
        let Hosting { protocol, terms, is_sandboxed } = self;
        let mut text = json!({
            "protocol": protocol.to_string(),
            "decision": terms.decision.as_secs_f64(),
            "bank": terms.bank.map(|bank| bank.as_secs_f64()),
            "memory": terms.memory >> 20,
            "processes": terms.processes,
            "sandbox": is_sandboxed,
        });
        if !disqualified.is_empty() {
            text["disqualified"] = disqualified.iter().map(Disqualified::as_json).collect();
        }
        text.to_string()
    }

    /// Parses a text from the database.
    ///
    /// # Errors
    /// If the text is of another form.
    pub fn from_text(text: &str) -> Result<Hosting, EntryError> {
        let read = || {
            let kept: Value = serde_json::from_str(text).ok()?;
            let seconds = |value: &Value| value.as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            let bank = &kept["bank"];
            let terms = Terms {
                decision: seconds(&kept["decision"])?,
                bank: if bank.is_null() { None } else { Some(seconds(bank)?) },
                memory: kept["memory"].as_u64()?.checked_mul(1 << 20)?,
                processes: kept["processes"].as_u64()?.try_into().ok()?,
                ..Terms::default()
            };
            let is_sandboxed = kept["sandbox"].as_bool()?;
            Some(Hosting { protocol: kept["protocol"].as_str()?.parse().ok()?, terms, is_sandboxed })
        };
        read().ok_or_else(|| EntryError::Refused(format!("the database keeps terms that cannot be read: {text:?}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_come_back_as_they_were() {
        let terms = Terms {
            decision: Duration::from_millis(250),
            bank: Some(Duration::from_secs(7)),
            memory: 64 << 20,
            processes: 3,
            ..Terms::default()
        };
        let hosting = Hosting { protocol: Protocol::Once, terms, is_sandboxed: false };
        assert_eq!(Hosting::from_text(&hosting.to_text(&[])).unwrap(), hosting);
        assert!(Hosting::from_text("{}").is_err());
        assert!(Hosting::from_text(&hosting.to_text(&[]).replace("64", &u64::MAX.to_string())).is_err());
    }
}
