//! Honest files: caching, messages and clean-up.

use std::fs;

use cardsharp_programs::{Build, compile};

use super::{Folder, Trial, launch};

pub const TRIALS: &[Trial] = &[
    ("compiled_once_per_content", compiled_once_per_content),
    ("a_changed_header_is_another_program_and_a_comment_is_not", a_changed_header),
    ("what_the_compiler_says_is_shown", what_the_compiler_says),
    ("a_copy_elsewhere_is_the_same_program", a_copy_elsewhere),
    ("leftovers_of_the_killed_are_swept_out", leftovers),
];

fn compiled_once_per_content() {
    let folder = Folder::new("once");
    let source =
        folder.write("bot.c", "#include <math.h>\nint main(int n, char **v) { int unused; return sqrt(n) > 9; }\n");
    let first = folder.compile(&source).unwrap();
    assert!(first.warnings.contains("bot.c:2:") && first.warnings.contains("unused"), "{}", first.warnings);
    let made = fs::metadata(&first.program).unwrap().modified().unwrap();
    let again = folder.compile(&source).unwrap();
    assert_eq!((&again.program, &again.warnings), (&first.program, &first.warnings));
    assert_eq!(fs::metadata(&again.program).unwrap().modified().unwrap(), made);
    // Another build or content makes another program, and no temporary folder is left.
    assert_ne!(compile(&source, Build::Sanitized, &folder.cache(), &launch()).unwrap().program, first.program);
    fs::write(&source, "int main(void) { return 1; }\n").unwrap();
    assert_ne!(folder.compile(&source).unwrap().program, first.program);
    assert_eq!(fs::read_dir(folder.cache()).unwrap().count(), 3);
    assert_eq!(folder.names(), ["bot.c"]);
}

fn a_changed_header() {
    let folder = Folder::new("header");
    let source = folder.write("bot.c", "#include \"card.h\"\nint main(void) { return CARD; }\n");
    let with = |header: &str| {
        folder.write("card.h", header);
        folder.compile(&source).unwrap()
    };
    let first = with("#define CARD 1\n");
    assert_eq!(with("/* more */\n#define CARD 1\n").hash, first.hash);
    let other = with("#define CARD 2\n");
    assert_ne!(other.hash, first.hash);
    assert_ne!(other.program, first.program);
}

fn what_the_compiler_says() {
    let folder = Folder::new("wrong");
    let error = folder.compile_error("int main(void) { retrun 0; }\n");
    assert!(
        error.contains("bot.c does not compile") && error.contains("bot.c:1:") && error.contains("retrun"),
        "{error}"
    );
    assert!(folder.compile_error("#include \"nowhere.h\"\n").contains("nowhere.h"));
    assert_eq!(fs::read_dir(folder.cache()).unwrap().count(), 0, "nothing half-made is left");
}

fn a_copy_elsewhere() {
    let (one, other) = (Folder::new("here"), Folder::new("there"));
    let text = "#include <assert.h>\nint main(void) { assert(1 + 1 == 2); return 0; }\n";
    let [first, second] = [&one, &other].map(|folder| folder.compile(&folder.write("bot.c", text)).unwrap().hash);
    assert_eq!(first, second);
}

fn leftovers() {
    let folder = Folder::new("leftovers");
    // No process has this number: it is above the maximum.
    let left = folder.cache().join("new-4194305-0");
    fs::create_dir_all(left.join("scratch")).unwrap();
    // A new process, because each process cleans up only once.
    let source = folder.write("bot.c", "int main(void) { return 0; }\n");
    super::killed::compile_elsewhere(&source, &folder.cache()).wait().unwrap();
    assert!(!left.exists());
    assert_eq!(fs::read_dir(folder.cache()).unwrap().count(), 1);
}
