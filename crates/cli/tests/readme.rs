//! Runs the examples of the README and the guide and compares what they print.
//!
//! In a `console` block every line `$ cardsharp …` is run, and what follows up to the next `$` is
//! what it must print; a line `...` stands for any lines.

use std::path::Path;
use std::process::Command;

#[test]
fn examples_of_the_readme_and_the_guide_print_what_they_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let guide = std::fs::read_dir(root.join("docs/guide")).unwrap().map(|page| page.unwrap().path());
    let pages = std::iter::once(root.join("README.md")).chain(guide);
    let text: String = pages.map(|page| std::fs::read_to_string(page).unwrap()).collect();
    let mut examples = 0;
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.split("$ ").skip(1) {
            let (command, expected) = example.split_once('\n').expect("a command ends its line");
            let Some(words) = command.strip_prefix("cardsharp ") else { continue };
            let output = Command::new(env!("CARGO_BIN_EXE_cardsharp"))
                .args(words.split_whitespace())
                .current_dir(&root)
                .output()
                .unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            let errors = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.success(), "{command}: {errors}");
            assert!(fits(expected, &printed), "{command} printed\n{printed}\nnot\n{expected}");
            examples += 1;
        }
    }
    assert!(examples >= 16, "only {examples} examples were found");
}

/// Whether a text is the expected one, where a line `...` stands for any lines.
fn fits(expected: &str, printed: &str) -> bool {
    let expected = expected.trim_end().to_owned() + "\n";
    let mut parts = expected.split("...\n");
    let first = parts.next().expect("splitting leaves something");
    let Some(mut rest) = printed.strip_prefix(first) else { return false };
    let mut open = false;
    for part in parts {
        let Some(place) = rest.find(part) else { return false };
        rest = &rest[place + part.len()..];
        open = part.is_empty();
    }
    open || rest.trim().is_empty()
}

#[test]
fn dots_stand_for_any_lines_and_nothing_else() {
    assert!(fits("a\n...\nb\n", "a\nx\ny\nb\n"));
    assert!(fits("a\n...\n", "a\nx\n"));
    assert!(fits("a\n", "a\n"));
    assert!(!fits("a\n", "a\nb\n"));
    assert!(!fits("a\n...\nb\n", "a\nx\nb\nc\n"));
    assert!(!fits("a\n...\nb\n", "x\nb\n"));
}
