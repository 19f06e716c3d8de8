//! Joins the page's modules into one script, so that a slow connection needs one request for them instead of seventy.
//!
//! Each module becomes a block with its own scope, below all modules that it imports. An import becomes a constant, and
//! the exports become an object: `import { a } from "./b.js"` becomes `const { a } = __modules["b.js"]`. This equals
//! native modules as long as imports have no cycle and no export is reassigned; [`join`] refuses others.

use std::fmt::{self, Write};

pub(super) type Files = [(&'static str, &'static [u8])];

/// Why the page's files cannot be joined.
#[derive(Debug)]
pub(super) enum JoinError {
    Missing(String),
    Cycle(String),
    /// An import or export of an unsupported kind, or a template that spans lines, whose content would change.
    Unsupported {
        module: String,
        line: String,
    },
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JoinError::Missing(file) => write!(f, "there is no file {file}"),
            JoinError::Cycle(module) => write!(f, "{module} imports itself through other modules"),
            JoinError::Unsupported { module, line } => write!(f, "{module}: not supported in a joined script: {line}"),
        }
    }
}

pub(super) fn text(files: &Files, name: &str) -> Result<&'static str, JoinError> {
    let file = files.iter().find(|(known, _)| *known == name);
    file.and_then(|(_, bytes)| std::str::from_utf8(bytes).ok()).ok_or_else(|| JoinError::Missing(name.to_owned()))
}

/// Joins a module with all modules that it imports.
pub(super) fn join(files: &Files, entry: &str) -> Result<String, JoinError> {
    let mut script = "const __modules = {};\n".to_owned();
    add(files, entry, &mut Vec::new(), &mut script)?;
    Ok(script)
}

/// Appends a module after its imports. `started` has the modules begun so far, and whether each is complete.
fn add(files: &Files, module: &str, started: &mut Vec<(String, bool)>, script: &mut String) -> Result<(), JoinError> {
    match started.iter().find(|(name, _)| name == module) {
        Some((_, true)) => return Ok(()),
        Some((_, false)) => return Err(JoinError::Cycle(module.to_owned())),
        None => {}
    }
    let place = started.len();
    started.push((module.to_owned(), false));
    let unsupported = |line: &str| JoinError::Unsupported { module: module.to_owned(), line: line.to_owned() };
    let (mut body, mut exports) = (String::new(), Vec::new());
    let text = without_comments(text(files, module)?);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.matches('`').count() % 2 == 1 {
            return Err(unsupported(line));
        }
        if line.starts_with("import ") {
            let mut statement = line.to_owned();
            while !statement.ends_with(';') {
                statement.push_str(lines.next().ok_or_else(|| unsupported(line))?);
            }
            let (names, import) = parse_import(module, &statement).ok_or_else(|| unsupported(&statement))?;
            add(files, &import, started, script)?;
            writeln!(body, "const {{{names}}} = __modules[{import:?}];").expect("writing to a string");
        } else if let Some(declaration) = line.strip_prefix("export ") {
            exports.push(declared_name(declaration).ok_or_else(|| unsupported(line))?);
            body.extend([declaration, "\n"]);
        } else {
            body.extend([line, "\n"]);
        }
    }
    writeln!(script, "{{\n{body}__modules[{module:?}] = {{ {} }};\n}}", exports.join(", "))
        .expect("writing to a string");
    started[place].1 = true;
    Ok(())
}

/// Parses `import { a, b as c } from "./x.js";` to the pattern `a, b: c` and the name of the imported file.
fn parse_import(module: &str, statement: &str) -> Option<(String, String)> {
    let (names, path) = statement.strip_prefix("import {")?.strip_suffix("\";")?.split_once("} from \"")?;
    let mut place: Vec<&str> = module.split('/').collect();
    place.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(place.pop()?),
            part => place.push(part),
        }
    }
    path.starts_with('.').then(|| (names.replace(" as ", ": "), place.join("/")))
}

fn declared_name(declaration: &str) -> Option<&str> {
    let declaration = declaration.strip_prefix("async ").unwrap_or(declaration);
    let name = ["function ", "class ", "const "].iter().find_map(|kind| declaration.strip_prefix(kind))?;
    let end = name.find(|sign: char| !(sign.is_alphanumeric() || sign == '_' || sign == '$'))?;
    (end > 0).then(|| &name[..end])
}

/// Returns a text without indentation, empty lines and comments that begin a line.
pub(super) fn without_comments(text: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    while !rest.is_empty() {
        if let Some(comment) = rest.trim_start().strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, rest)| rest);
            continue;
        }
        let (line, next) = rest.split_once('\n').unwrap_or((rest, ""));
        if !line.trim().is_empty() && !line.trim_start().starts_with("//") {
            kept.extend([line.trim(), "\n"]);
        }
        rest = next;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &Files, expected: Result<&str, &str>) {
        let joined = join(files, "app.js").map_err(|error| error.to_string());
        assert_eq!(joined.as_deref().map_err(String::as_str), expected);
    }

    #[test]
    fn modules_keep_their_scope_and_follow_their_imports() {
        check(
            &[
                (
                    "app.js",
                    b"// Front.\nimport {\n  b,\n  c as a,\n} from \"./cards/b.js\";\n\n/** @type {A} */ (b)();\n",
                ),
                (
                    "cards/b.js",
                    b"import { d } from \"../d.js\";\nexport async function b() {}\nexport const c = d; // last\n",
                ),
                ("d.js", b"/**\n * Words.\n */\nexport class d { b = b }\nconst c = 1;\n"),
            ],
            Ok("const __modules = {};\n\
                {\nclass d { b = b }\nconst c = 1;\n__modules[\"d.js\"] = { d };\n}\n\
                {\nconst { d } = __modules[\"d.js\"];\nasync function b() {}\nconst c = d; // last\n\
                __modules[\"cards/b.js\"] = { b, c };\n}\n\
                {\nconst {b,c: a,} = __modules[\"cards/b.js\"];\n(b)();\n__modules[\"app.js\"] = {  };\n}\n"),
        );
    }

    #[test]
    fn anything_that_would_change_its_meaning_is_refused() {
        check(&[("app.js", b"import { a } from \"./a.js\";\n")], Err("there is no file a.js"));
        let [there, back] = [b"import { a } from \"./a.js\";\n", b"import { b } from \"./app.js\";\n".as_slice()];
        check(&[("app.js", there), ("a.js", back)], Err("app.js imports itself through other modules"));
        for line in ["import a from \"./a.js\";", "export default 3;", "export { a };", "export let a = 1;", "f(`"] {
            let file: &'static [u8] = line.to_owned().leak().as_bytes();
            check(&[("app.js", file)], Err(&format!("app.js: not supported in a joined script: {line}")));
        }
    }
}
