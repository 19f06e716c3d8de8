//! The page's modules as one: whoever comes by a slow line should not have to ask forty times.
//!
//! Nobody builds the page. Its modules keep to a small part of the language, and then putting them together is
//! writing one below the other, those first that others import: every name at the top of a module is its own, what
//! is imported is imported by that name, and so the lines with `import` and the word `export` can go. The house
//! does that when it opens; whoever works on the page has its modules served one by one (`serve --page`). What
//! does not keep to this is told by a test, and served one by one, too.

use std::collections::{HashMap, HashSet};
use std::fmt;

/// A file of the page by its name, and what is in it.
pub(super) type Files = [(&'static str, &'static [u8])];

/// Why modules cannot be put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unfit {
    /// A module that is imported is not there.
    Missing(String),
    /// An import or export of a kind that is not understood.
    Unclear { module: String, line: String },
    /// Two modules have the same name at their top.
    Twice { name: String, modules: [String; 2] },
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Missing(module) => write!(f, "{module} is imported and not there"),
            Unfit::Unclear { module, line } => write!(f, "{module}: {line:?} is no plain import or export"),
            Unfit::Twice { name, modules: [one, other] } => write!(f, "{one} and {other} both have {name}"),
        }
    }
}

/// The text of a file.
pub(super) fn text(files: &Files, name: &str) -> Option<&'static str> {
    files.iter().find(|(known, _)| *known == name).and_then(|(_, bytes)| std::str::from_utf8(bytes).ok())
}

/// A module and all it imports as one text.
pub(super) fn join(files: &Files, entry: &str) -> Result<String, Unfit> {
    let (mut seen, mut parts) = (HashSet::new(), Vec::new());
    collect(files, entry, &mut seen, &mut parts)?;
    let mut owners: HashMap<String, &str> = HashMap::new();
    for (module, text) in &parts {
        for name in text.lines().flat_map(declared) {
            if let Some(other) = owners.insert(name.clone(), module) {
                return Err(Unfit::Twice { name, modules: [other.to_owned(), module.clone()] });
            }
        }
    }
    Ok(parts.into_iter().map(|(_, text)| text).collect())
}

/// Modules in the order in which a browser would run them: what is imported first, and nothing twice.
fn collect(
    files: &Files,
    module: &str,
    seen: &mut HashSet<String>,
    parts: &mut Vec<(String, String)>,
) -> Result<(), Unfit> {
    if !seen.insert(module.to_owned()) {
        return Ok(());
    }
    let text = text(files, module).ok_or_else(|| Unfit::Missing(module.to_owned()))?;
    let (imports, rest) = take_apart(module, &without_comments(text))?;
    for import in imports {
        collect(files, &import, seen, parts)?;
    }
    parts.push((module.to_owned(), rest));
    Ok(())
}

/// What a module imports, and the rest of it.
fn take_apart(module: &str, text: &str) -> Result<(Vec<String>, String), Unfit> {
    let unclear = |line: &str| Unfit::Unclear { module: module.to_owned(), line: line.to_owned() };
    let (mut imports, mut rest) = (Vec::new(), String::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("import ") {
            let mut statement = line.to_owned();
            while !statement.ends_with(';') {
                statement.extend([" ", lines.next().ok_or_else(|| unclear(line))?.trim()]);
            }
            imports.push(imported(module, &statement).ok_or_else(|| unclear(&statement))?);
            continue;
        }
        let own = match line.strip_prefix("export ") {
            Some(own)
                if ["function", "async function", "const", "let", "class"].iter().any(|kind| own.starts_with(kind)) =>
            {
                own
            }
            Some(_) => return Err(unclear(line)),
            None => line,
        };
        rest.extend([own, "\n"]);
    }
    Ok((imports, rest))
}

/// The module that a statement imports from, where it renames nothing.
fn imported(module: &str, statement: &str) -> Option<String> {
    let (names, path) = statement.strip_prefix("import {")?.strip_suffix("\";")?.split_once("} from \"")?;
    if names.contains(" as ") {
        return None;
    }
    let mut place: Vec<&str> = module.split('/').collect();
    place.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(place.pop()?),
            part => place.push(part),
        }
    }
    path.starts_with('.').then(|| place.join("/"))
}

/// The names that a line at the top of a module declares.
fn declared(line: &str) -> Vec<String> {
    let line = line.strip_prefix("async ").unwrap_or(line);
    let is_sign = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == '$';
    let first = |text: &str| text.trim_start().chars().take_while(|&sign| is_sign(sign)).collect::<String>();
    if let Some(rest) = ["function ", "class "].iter().find_map(|kind| line.strip_prefix(kind)) {
        return vec![first(rest)];
    }
    let Some(rest) = ["const ", "let "].iter().find_map(|kind| line.strip_prefix(kind)) else { return Vec::new() };
    match rest.split_once(['=', ';']).map_or(rest, |(names, _)| names).trim() {
        // Several at once: of `{ a: b }` the second is the name.
        names if names.starts_with(['[', '{']) => names
            .split([',', '[', ']', '{', '}'])
            .map(|name| first(name.rsplit(':').next().unwrap_or(name)))
            .filter(|name| !name.is_empty())
            .collect(),
        names => vec![first(names)],
    }
}

/// A text without those comments that stand at the beginning of a line; most of a module's words are types.
pub(super) fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut is_inside = false;
    for line in text.lines() {
        let mut rest = line;
        loop {
            if is_inside {
                let Some((_, after)) = rest.split_once("*/") else {
                    rest = "";
                    break;
                };
                (is_inside, rest) = (false, after);
            }
            match rest.trim_start().strip_prefix("/*") {
                Some(comment) => (is_inside, rest) = (true, comment),
                None => break,
            }
        }
        if !rest.trim().is_empty() && !rest.trim_start().starts_with("//") {
            kept.extend([rest, "\n"]);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &Files, expected: Result<&str, &str>) {
        let joined = join(files, "app.js").map_err(|unfit| unfit.to_string());
        assert_eq!(joined.as_deref().map_err(String::as_str), expected);
    }

    #[test]
    fn modules_follow_those_they_import() {
        check(
            &[
                ("app.js", b"// Front.\nimport {\n  b,\n  c,\n} from \"./cards/b.js\";\n\n/** @type {A} */ (b)();\n"),
                (
                    "cards/b.js",
                    b"import { d } from \"../d.js\";\nexport function b() {}\nexport const c = d; // last\n",
                ),
                ("d.js", b"import { b } from \"./cards/b.js\";\n/**\n * Said.\n */\nexport class d { b = b }\n"),
            ],
            Ok("class d { b = b }\nfunction b() {}\nconst c = d; // last\n (b)();\n"),
        );
    }

    #[test]
    fn what_would_change_its_meaning_is_told() {
        check(&[("app.js", b"import { a } from \"./a.js\";\n")], Err("a.js is imported and not there"));
        for line in
            ["import { a as b } from \"./a.js\";", "import a from \"./a.js\";", "export default 3;", "export { a };"]
        {
            let told = format!("app.js: {line:?} is no plain import or export");
            let file: &'static [u8] = line.to_owned().leak().as_bytes();
            check(&[("app.js", file), ("a.js", b"")], Err(&told));
        }
        for twice in ["const [x, name] = [1, 2];", "let { y: name } = z;", "async function name() {}", "class name {}"]
        {
            let file: &'static [u8] = format!("import {{ name }} from \"./a.js\";\n{twice}\n").leak().as_bytes();
            check(&[("app.js", file), ("a.js", b"export const name = 1;\n")], Err("a.js and app.js both have name"));
        }
    }
}
