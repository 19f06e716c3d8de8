//! Every limit of the compiler takes effect.

use std::process::Command;

use super::{Folder, Trial};

pub const TRIALS: &[Trial] = &[
    ("a_large_program_is_none", a_large_program),
    ("a_long_text_is_none", a_long_text),
    ("many_words_are_none", many_words),
    ("a_compiler_that_waits_is_stopped", waiting),
    ("a_compiler_that_takes_all_memory_is_stopped", memory),
];

fn a_large_program() {
    let folder = Folder::new("large");
    let error = folder.compile_error("char big[300u << 20] = {1};\nint main(void) { return big[0]; }\n");
    assert!(error.contains("larger than 64 MiB"), "{error}");
    // Zeros take no room in the file.
    let source = folder.write("bot.c", "char big[20u << 20];\nint main(void) { return big[0]; }\n");
    folder.compile(&source).unwrap();
}

/// Returns macros that double a word `times` times.
fn double(word: &str, times: u32) -> String {
    let lines = (1..=times).map(|n| format!("#define W{n} W{} W{}\n", n - 1, n - 1));
    format!("#define W0 {word}\n{}", lines.collect::<Vec<_>>().concat())
}

fn a_long_text() {
    let error = Folder::new("long").compile_error(&format!("{}int x[] = {{ W23 }};\n", double("1234567,", 23)));
    assert!(error.contains("16 MiB of preprocessed text"), "{error}");
}

fn many_words() {
    let folder = Folder::new("words");
    let error = folder.compile_error(&format!(
        "{}int main(void) {{ W14 }}\n",
        double("undeclared = 1; int x = &x; {{ int y; }}", 14)
    ));
    assert!(error.contains("1 MiB of messages"), "{error}");
}

fn waiting() {
    let folder = Folder::new("waiting");
    assert!(Command::new("mkfifo").arg(folder.0.join("wait.h")).status().unwrap().success());
    let error = folder.compile_error("#include \"wait.h\"\nint main(void) { return 0; }\n");
    assert!(error.contains("takes too long"), "{error}");
}

fn memory() {
    let folder = Folder::new("memory");
    let error = folder.compile_error(&format!("{}const char *x[] = {{ W21 }};\n", double("\"a\",", 21)));
    assert!(error.contains("memory"), "{error}");
}
