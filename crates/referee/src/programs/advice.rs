//! What to do with a file that cannot be run as it is, by what it is called.

use std::fs;
use std::io::Read;
use std::path::Path;

/// What would be right for a file of this kind; none if the kind is not known.
pub(super) fn on(path: &Path) -> Option<String> {
    let kind = path.extension()?.to_str()?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let build = |command: String| format!("compile it and hand over the program: `{command}`");
    let recipe = |build: &str, start: &str| {
        let build = if build.is_empty() { String::new() } else { format!("build = {build} and ") };
        format!("put it into a folder with a bot.toml that says {build}start = {start}, and hand over the folder")
    };
    let script = |interpreter: &str| {
        let begins = if begins_with_interpreter(path) {
            String::new()
        } else {
            format!("let it begin with `#!/usr/bin/env {interpreter}`, then ")
        };
        format!("{begins}`chmod +x {}`", path.display())
    };
    Some(match kind {
        "cpp" | "cc" | "cxx" | "C" => build(format!("g++ -O2 -o {stem} {file}")),
        "rs" => format!(
            "{}; or {}",
            build(format!("rustc -O {file}")),
            recipe(&format!("[\"rustc\", \"-O\", \"-o\", \"$OUT/{stem}\", \"{file}\"]"), &format!("[\"$OUT/{stem}\"]"))
        ),
        "go" => build(format!("go build -o {stem} {file}")),
        "java" => recipe(
            &format!("[\"javac\", \"-d\", \"$OUT\", \"{file}\"]"),
            &format!("[\"java\", \"-cp\", \"$OUT\", \"{stem}\"]"),
        ),
        "class" | "jar" => recipe("", "[\"java\", …]"),
        "js" | "mjs" | "cjs" => script("node"),
        "py" => script("python3"),
        "rb" => script("ruby"),
        "pl" => script("perl"),
        "sh" => script("sh"),
        "h" => "it is a header: hand over the C file, or the folder with its main.c".to_owned(),
        _ => return None,
    })
}

fn begins_with_interpreter(path: &Path) -> bool {
    let mut start = [0; 2];
    fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *b"#!"
}
