//! Advice for files that cannot be run as they are, by their names.

use std::fs;
use std::io::Read;
use std::path::Path;

pub(super) enum Advice {
    /// A script needs this.
    Script(String),
    /// The file must be built first.
    Make(String),
}

/// Returns the advice for a file; none if its kind is unknown.
pub(super) fn on(path: &Path) -> Option<Advice> {
    let kind = path.extension()?.to_str()?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let compile = |command: String| format!("compile it and hand over the program: `{command}`");
    let build = |command: String| Advice::Make(compile(command));
    let folder = |build: &str, start: &str| {
        let build = if build.is_empty() { String::new() } else { format!("build = {build} and ") };
        format!("put it into a folder with a bot.toml that says {build}start = {start}, and hand over the folder")
    };
    let recipe = |build: &str, start: &str| Advice::Make(folder(build, start));
    let script = |interpreter: &str| {
        let begins = if begins_with_interpreter(path) {
            String::new()
        } else {
            format!("let it begin with `#!/usr/bin/env {interpreter}`, then ")
        };
        Advice::Script(format!("{begins}`chmod +x {}` gives it", path.display()))
    };
    Some(match kind {
        "cpp" | "cc" | "cxx" | "C" => build(format!("g++ -O2 -o {stem} {file}")),
        "rs" => {
            let words = format!("[\"rustc\", \"-O\", \"-o\", \"$OUT/{stem}\", \"{file}\"]");
            let folder = folder(&words, &format!("[\"$OUT/{stem}\"]"));
            Advice::Make(format!("{}; or {folder}", compile(format!("rustc -O {file}"))))
        }
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
        "h" => Advice::Make("hand over the C file, or the folder with its main.c".to_owned()),
        _ => return None,
    })
}

fn begins_with_interpreter(path: &Path) -> bool {
    let mut start = [0; 2];
    fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *b"#!"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_is_told_what_is_right_for_it() {
        let on = |name: &str| match on(Path::new(name)) {
            Some(Advice::Script(words)) => format!("script: {words}"),
            Some(Advice::Make(words)) => format!("make: {words}"),
            None => "nothing".to_owned(),
        };
        assert!(on("bot.cpp").contains("make: compile it and hand over the program: `g++ -O2 -o bot bot.cpp`"));
        assert!(on("bot.go").contains("`go build -o bot bot.go`"));
        assert!(on("bot.rs").contains("`rustc -O bot.rs`; or put it into a folder with a bot.toml that says build = "));
        assert!(on("Bot.java").contains("start = [\"java\", \"-cp\", \"$OUT\", \"Bot\"]"));
        assert!(on("bot.js").contains("script: let it begin with `#!/usr/bin/env node`, then `chmod +x bot.js`"));
        assert!(on("bot.py").contains("`#!/usr/bin/env python3`"));
        assert_eq!(on("bot"), "nothing");
        assert_eq!(on("bot.txt"), "nothing");
    }
}
