//! `cardsharp doctor`: what this machine offers to contain programs of strangers.

use std::process::Command;

use cardsharp_referee::programs::cache_folder;
use cardsharp_sandbox::{Survey, survey};
use serde_json::{Value, json};

use crate::args::Doctor;

pub(crate) fn run(args: &Doctor) -> String {
    let survey = survey();
    let compiler = compiler();
    if args.json { as_json(&survey, compiler.as_deref()) } else { in_words(&survey, compiler.as_deref()) }
}

fn in_words(survey: &Survey, compiler: Option<&str>) -> String {
    let missing = "none: C files cannot be compiled; install gcc or clang";
    format!("{survey}\nC compiler: {}\nCache: {}\n", compiler.unwrap_or(missing), cache_folder().display())
}

fn as_json(survey: &Survey, compiler: Option<&str>) -> String {
    let layers: Vec<Value> = survey
        .layers
        .iter()
        .map(|layer| {
            let (found, missing) = (layer.found.as_ref().ok(), layer.found.as_ref().err());
            json!({ "layer": layer.name, "found": found, "missing": missing, "without": layer.without })
        })
        .collect();
    let report = json!({
        "protected": survey.refusal.is_none(), "refusal": survey.refusal, "layers": layers,
        "compiler": compiler, "cache": cache_folder(),
    });
    format!("{report:#}\n")
}

/// The first line that the system's C compiler says about itself.
fn compiler() -> Option<String> {
    ["cc", "gcc", "clang"].into_iter().find_map(|name| {
        let output = Command::new(name).arg("--version").output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).lines().next()?.to_owned())
    })
}
