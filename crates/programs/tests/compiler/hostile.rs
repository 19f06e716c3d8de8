//! Files that attack the compiler.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use super::{Folder, Trial};

pub const TRIALS: &[Trial] = &[
    ("names_are_no_options", names_are_no_options),
    ("files_of_others_cannot_be_included", files_of_others),
    ("devices_cannot_be_included", devices),
    ("links_lead_nowhere", links),
    ("only_plain_files_are_read", only_plain_files),
    ("names_are_no_text_of_the_program", names_are_no_text),
    ("what_is_kept_under_a_content_is_made_of_it", cache_poisoning),
    ("data_that_is_no_content_is_not_taken_in", no_foreign_data),
];

/// Five lines that a compiler would take as options, if it were given the name `@evil.c`.
const OPTIONS: &str = "-wrapper\nsh,-c,id>PWNED\n-x\nc\n/dev/null\n";

fn names_are_no_options() {
    let folder = Folder::new("options");
    folder.write("evil.c", OPTIONS);
    let honest = "int main(void) { return 0; }\n";
    for name in ["@evil.c", "-fplugin=evil.c", "-o evil.c", "-dumpbase @evil.c", "$(touch PWNED).c", "`touch PWNED`.c"]
    {
        let source = folder.write(name, honest);
        let compiled = folder.compile(&source).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(Command::new(compiled.program).status().unwrap().success());
    }
    // A user types the name in that folder.
    let typed = super::killed::compile_in(&folder.0, "@evil.c", &folder.cache()).wait().unwrap();
    assert!(typed.success());
    let error = folder.compile(&folder.0.join("evil.c")).unwrap_err().to_string();
    assert!(error.contains("evil.c does not compile"), "{error}");
    assert!(!folder.names().contains(&"PWNED".to_owned()) && !Path::new("PWNED").exists());
}

fn secret(folder: &Folder) -> String {
    folder.write("secret", "canary_canary_canary\n").display().to_string()
}

fn files_of_others() {
    let (folder, other) = (Folder::new("include"), Folder::new("others"));
    for path in [
        secret(&other),
        format!("../{}/secret", other.0.file_name().unwrap().to_string_lossy()),
        "/etc/passwd".into(),
        "/proc/self/environ".into(),
        "/proc/1/cmdline".into(),
    ] {
        let error = folder.compile_error(&format!("#include \"{path}\"\nint main(void) {{ return 0; }}\n"));
        assert!(!error.contains("canary") && !error.contains("root:"), "{error}");
        assert!(error.contains(&path), "{error}");
        let error =
            folder.compile_error(&format!("__asm__(\".incbin \\\"{path}\\\"\");\nint main(void) {{ return 0; }}\n"));
        assert!(error.contains(&path), "{error}");
    }
    // The program's own folder is readable.
    secret(&folder);
    let source =
        folder.write("bot.c", "#define canary_canary_canary int main(void) { return 0; }\n#include \"secret\"\n");
    folder.compile(&source).unwrap();
}

fn devices() {
    let folder = Folder::new("devices");
    for path in ["/dev/zero", "/dev/urandom", "/dev/ptmx", "/dev/tty", "/dev/stdin", "/dev/fd/0"] {
        let error = folder.compile_error(&format!("#include \"{path}\"\nint main(void) {{ return 0; }}\n"));
        assert!(error.contains("does not compile") && error.contains(path), "{error}");
    }
}

fn links() {
    let (folder, other) = (Folder::new("links"), Folder::new("linked"));
    symlink(secret(&other), folder.0.join("inside.h")).unwrap();
    let error = folder.compile_error("#include \"inside.h\"\nint main(void) { return 0; }\n");
    assert!(error.contains("inside.h") && !error.contains("canary"), "{error}");
    // A link is accepted only if its target is in the same folder.
    symlink(secret(&other), folder.0.join("out.c")).unwrap();
    let error = folder.compile(&folder.0.join("out.c")).unwrap_err().to_string();
    assert!(error.contains("out.c is a link that leads out of its folder"), "{error}");
    folder.write("bot.c", "int main(void) { return 0; }\n");
    symlink("bot.c", folder.0.join("home.c")).unwrap();
    folder.compile(&folder.0.join("home.c")).unwrap();
}

fn only_plain_files() {
    let folder = Folder::new("plain");
    let fifo = folder.0.join("fifo.c");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let error = folder.compile(&fifo).unwrap_err().to_string();
    assert!(error.contains("fifo.c is not a plain file"), "{error}");
    let error = folder.compile(&folder.0).unwrap_err().to_string();
    assert!(error.contains("is not a plain file"), "{error}");
    let large = fs::File::create(folder.0.join("large.c")).unwrap();
    large.set_len(1 << 40).unwrap();
    let error = folder.compile(&folder.0.join("large.c")).unwrap_err().to_string();
    assert!(error.contains("large.c is larger than"), "{error}");
}

/// A file with the preprocessed text of another, which means something else to a compiler that sees more folders.
fn cache_poisoning() {
    let folder = Folder::new("poison");
    let alice = folder.write("alice.c", "int main(void) { return 3; }\n");
    let seen = folder.cache().display().to_string();
    let mallory = format!(
        "#if __has_include(\"{seen}/../../usr/include/stdio.h\") || __has_include(\"{seen}/../../../../usr/include/stdio.h\")\n\
         int main(void) {{ return 66; }}\n#else\n#line 1 \"alice.c\"\n#include \"alice.c\"\n#endif\n"
    );
    // Either result is fine.
    drop(folder.compile(&folder.write("mallory.c", &mallory)));
    let program = folder.compile(&alice).unwrap().program;
    assert_eq!(Command::new(program).status().unwrap().code(), Some(3));
}

/// Refuses data that the assembler would read from a file: it is not part of the hashed content.
fn no_foreign_data() {
    let folder = Folder::new("data");
    folder.write("name.bin", "mallory");
    let error = folder.compile_error("__asm__(\".incbin \\\"name.bin\\\"\");\nint main(void) { return 0; }\n");
    assert!(error.contains("name.bin"), "{error}");
}

fn names_are_no_text() {
    let folder = Folder::new("text");
    let name = "x\"\n#include \"secret\"\n\\.c";
    secret(&folder);
    let source = folder.write(name, "int main(void) { return 0; }\n");
    folder.compile(&source).unwrap_or_else(|error| panic!("{error}"));
}
