//! `cardsharp doctor`: which layers of the sandbox this machine has. `docs/security.md` has the threats.

use cardsharp_programs::{Toolchain, cache_folder};
use cardsharp_sandbox::{Survey, survey};
use serde_json::json;

use crate::shared::{Output, json_list};

/// Say what this machine offers to contain programs of strangers
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  cardsharp doctor --json")]
pub(crate) struct Doctor {
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Doctor) -> String {
    let survey = survey();
    let toolchain = Toolchain::find().ok();
    if args.output.json { as_json(&survey, toolchain) } else { in_words(&survey, toolchain) }
}

fn in_words(survey: &Survey, toolchain: Option<&Toolchain>) -> String {
    let compiler = match toolchain {
        Some(found) => format!("{} {} at {}", found.name, found.version, found.compiler.display()),
        None => "none: C files cannot be compiled; install gcc or clang".to_owned(),
    };
    let linking = match toolchain {
        Some(found) if found.links_statically => "static: C programs need no library, and see no file at all",
        Some(_) => {
            "dynamic, for want of libc.a and libm.a: C programs start more slowly, and see the system's \
             libraries; partners could tell each other something by what they read there"
        }
        None => "-",
    };
    format!("{survey}\nC compiler: {compiler}\nC programs: {linking}\nCache: {}\n", cache_folder().display())
}

fn as_json(survey: &Survey, toolchain: Option<&Toolchain>) -> String {
    let layers = json_list(&survey.layers, |layer| {
        let (found, missing) = (layer.found.as_ref().ok(), layer.found.as_ref().err());
        json!({ "layer": layer.name, "found": found, "missing": missing, "without": layer.without })
    });
    let compiler = toolchain.map(|found| {
        json!({ "name": found.name, "version": found.version, "path": found.compiler, "static": found.links_statically })
    });
    let report = json!({
        "protected": survey.refusal.is_none(), "refusal": survey.refusal, "layers": layers,
        "compiler": compiler, "cache": cache_folder(),
    });
    format!("{report:#}\n")
}
