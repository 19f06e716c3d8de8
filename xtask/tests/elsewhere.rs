//! Builds for other systems than Linux: the build reports one sentence, which names the crates that work without Linux.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Returns the errors of the sandbox's build script for a system.
fn build_errors(system: &str) -> Vec<String> {
    let script = root().join("crates/sandbox/build.rs");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("build-script-{system}"));
    let built = Command::new("rustc").args(["--edition", "2024", "-o"]).arg(&program).arg(script).status().unwrap();
    assert!(built.success());
    let output = Command::new(&program).env("CARGO_CFG_TARGET_OS", system).output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter_map(|line| line.strip_prefix("cargo::error=")).map(str::to_owned).collect()
}

fn crates() -> BTreeMap<String, Value> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]).current_dir(root());
    let metadata: Value = serde_json::from_slice(&cargo.output().unwrap().stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let named = |package: &Value| (package["name"].as_str().unwrap().to_owned(), package.clone());
    packages.iter().map(named).filter(|(name, _)| name != "xtask").collect()
}

/// Returns a crate's linked dependencies, with the systems they are for.
fn dependencies(package: &Value) -> Vec<(&str, Option<&str>)> {
    let all = package["dependencies"].as_array().unwrap();
    let linked = all.iter().filter(|dependency| dependency["kind"].is_null());
    linked.map(|dependency| (dependency["name"].as_str().unwrap(), dependency["target"].as_str())).collect()
}

fn needs_the_sandbox(name: &str, crates: &BTreeMap<String, Value>) -> bool {
    let Some(package) = crates.get(name) else { return false };
    name == "cardsharp-sandbox" || dependencies(package).iter().any(|(name, _)| needs_the_sandbox(name, crates))
}

#[test]
fn the_build_names_the_crates_that_work_without_linux() {
    assert!(build_errors("linux").is_empty());
    let crates = crates();
    let mut without: Vec<&str> =
        crates.keys().map(String::as_str).filter(|name| !needs_the_sandbox(name, &crates)).collect();
    without.sort_unstable();
    assert!(without.contains(&"cardsharp-rules") && without.contains(&"cardsharp-search"), "{without:?}");
    for system in ["macos", "windows"] {
        let errors = build_errors(system);
        let [sentence] = &errors[..] else { panic!("{errors:?}") };
        assert!(
            sentence.contains("runs on Linux") && sentence.contains(system) && sentence.ends_with('.'),
            "{sentence}"
        );
        let words = sentence.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
        let mut named: Vec<&str> = words.filter(|word| word.starts_with("cardsharp-")).collect();
        named.sort_unstable();
        assert_eq!(named, without, "{sentence}");
    }
}

#[test]
fn linux_dependencies_are_declared_for_linux_only() {
    for (name, package) in &crates() {
        for (dependency, system) in dependencies(package) {
            let is_of_linux = matches!(dependency, "landlock" | "libc" | "nix");
            let asked = if is_of_linux { Some("cfg(target_os = \"linux\")") } else { None };
            assert_eq!(system, asked, "{name} depends on {dependency}");
        }
    }
}

#[test]
fn crates_without_linux_use_system_features_only_under_cfg() {
    fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, into);
            } else if path.extension().is_some_and(|end| end == "rs") {
                into.push(path);
            }
        }
    }
    let crates = crates();
    let mut files = Vec::new();
    for (name, package) in crates.iter().filter(|(name, _)| !needs_the_sandbox(name, &crates)) {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        sources(&manifest.with_file_name("src"), &mut files);
        assert!(!files.is_empty(), "{name}");
    }
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let speaks = ["std::os::", "\"/proc", "\"/dev/"].iter().any(|word| text.contains(word));
        assert!(!speaks || text.contains("#[cfg(not(unix))]"), "{}", file.display());
    }
}
