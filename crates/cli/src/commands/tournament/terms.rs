//! How programs are spoken to and held, as text in the database and back.

use std::time::Duration;

use cardsharp_referee::Protocol;
use serde_json::{Value, json};

use super::disqualified::Disqualified;
use crate::Usage;
use crate::args::Hosting;

/// The terms of a tournament as the database keeps them, with those who stay out of it.
pub(super) fn to_text(hosting: &Hosting, protocol: Protocol, disqualified: &[Disqualified]) -> String {
    let terms = hosting.terms();
    let mut terms = json!({
        "protocol": protocol.to_string(),
        "decision": terms.decision.as_secs_f64(),
        "bank": terms.bank.map(|bank| bank.as_secs_f64()),
        "memory": terms.memory >> 20,
        "processes": terms.processes,
        "sandbox": !hosting.unsafe_no_sandbox,
    });
    if !disqualified.is_empty() {
        terms["disqualified"] = disqualified.iter().map(Disqualified::as_json).collect();
    }
    terms.to_string()
}

/// The same terms again.
pub(super) fn from_text(text: &str) -> Result<Hosting, Usage> {
    let read = || {
        let terms: Value = serde_json::from_str(text).ok()?;
        let seconds = |value: &Value| value.as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let bank = &terms["bank"];
        Some(Hosting {
            protocol: Some(terms["protocol"].as_str()?.parse().ok()?),
            decision: Some(seconds(&terms["decision"])?),
            bank: if bank.is_null() { None } else { Some(seconds(bank)?) },
            memory: Some(terms["memory"].as_u64()?),
            processes: Some(terms["processes"].as_u64()?.try_into().ok()?),
            unsafe_no_sandbox: !terms["sandbox"].as_bool()?,
        })
    };
    read().ok_or_else(|| Usage(format!("the database keeps terms that cannot be read: {text:?}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_come_back_as_they_were() {
        let hosting = Hosting {
            protocol: Some(Protocol::Once),
            decision: Some(Duration::from_millis(250)),
            bank: Some(Duration::from_secs(7)),
            memory: Some(64),
            processes: Some(3),
            unsafe_no_sandbox: true,
        };
        let text = to_text(&hosting, Protocol::Once, &[]);
        let read = from_text(&text).unwrap();
        assert_eq!(to_text(&read, Protocol::Once, &[]), text);
        assert_eq!((read.terms(), read.unsafe_no_sandbox), (hosting.terms(), true));
        assert!(from_text("{}").is_err());
    }
}
