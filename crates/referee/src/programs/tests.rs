use std::os::unix::fs::PermissionsExt;

use super::*;

const PLAYERS: [&str; 2] = ["random", "champion"];

/// A folder of our own, gone when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("cardsharp-programs-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    fn file(&self, name: &str, text: &str, mode: u32) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn refused(text: &str) -> String {
    find(text, &PLAYERS).unwrap_err().to_string()
}

#[test]
fn players_are_known_by_name_and_files_by_path() {
    assert!(matches!(find("champion:ms=20", &PLAYERS), Ok(Handed::Player(spec)) if spec.name == "champion"));
    assert!(refused("./random").contains("there is no such file"));
    assert!(refused("champoin").contains("no such player (there are random, champion)"));
    assert!(refused("missing.c").contains("missing.c: there is no such file"));
}

#[test]
fn what_cannot_be_run_is_refused_with_what_would_be_right() {
    let scratch = Scratch::new("refused");
    assert!(refused(scratch.0.to_str().unwrap()).contains("is a folder"));
    let plain = scratch.file("plain.py", "#!/bin/sh\n", 0o644);
    assert!(refused(&plain).contains("has no execute permission: `chmod +x"));
    let text = scratch.file("text", "print('hello')\n", 0o755);
    assert!(refused(&text).contains("a script begins with #!"));
    let nobody = scratch.file("nobody", "#!/usr/bin/env no-such-interpreter\n", 0o755);
    assert!(refused(&nobody).contains("\"no-such-interpreter\" is not on the path"));
    let gone = scratch.file("gone", "#!/no/such/interpreter\n", 0o755);
    assert!(refused(&gone).contains("/no/such/interpreter"));
}

#[test]
fn a_script_is_run_by_its_interpreter() {
    let scratch = Scratch::new("script");
    for line in ["#!/bin/sh", "#!/usr/bin/env sh"] {
        let script = scratch.file("bot", &format!("{line}\necho 23\n"), 0o755);
        let Ok(Handed::Program(program)) = find(&script, &PLAYERS) else { panic!("{line}") };
        assert_eq!(program.command.program, fs::canonicalize("/bin/sh").unwrap());
        assert_eq!(program.command.args, [fs::canonicalize(&script).unwrap().to_str().unwrap()]);
    }
}

#[test]
fn a_c_file_is_compiled_once_per_content() {
    let (scratch, cache) = (Scratch::new("c"), Scratch::new("cache"));
    let source = PathBuf::from(scratch.file("bot.c", "int main(void) { int unused; return 0; }\n", 0o644));
    let first = compile(&source, Build::Plain, &cache.0).unwrap();
    assert!(first.warnings.contains("unused"), "{}", first.warnings);
    let made = fs::metadata(&first.program).unwrap().modified().unwrap();
    let again = compile(&source, Build::Plain, &cache.0).unwrap();
    assert_eq!((&again.program, again.warnings.as_str()), (&first.program, ""));
    assert_eq!(fs::metadata(&again.program).unwrap().modified().unwrap(), made);
    // Another build and another content are other programs, and nothing half-made is left.
    assert_ne!(compile(&source, Build::Sanitized, &cache.0).unwrap().program, first.program);
    fs::write(&source, "int main(void) { return 1; }\n").unwrap();
    assert_ne!(compile(&source, Build::Plain, &cache.0).unwrap().program, first.program);
    assert_eq!(fs::read_dir(&cache.0).unwrap().count(), 3);
}

#[test]
fn a_changed_header_counts_as_changed_content() {
    let (scratch, cache) = (Scratch::new("header"), Scratch::new("header-cache"));
    let source = PathBuf::from(scratch.file("bot.c", "#include \"card.h\"\nint main(void) { return CARD; }\n", 0o644));
    scratch.file("card.h", "#define CARD 23\n", 0o644);
    let first = compile(&source, Build::Plain, &cache.0).unwrap();
    scratch.file("card.h", "#define CARD 24\n", 0o644);
    assert_ne!(compile(&source, Build::Plain, &cache.0).unwrap().program, first.program);
}

#[test]
fn what_the_compiler_says_is_shown() {
    let (scratch, cache) = (Scratch::new("wrong"), Scratch::new("wrong-cache"));
    let source = PathBuf::from(scratch.file("wrong.c", "int main(void) { retrun 0; }\n", 0o644));
    let error = compile(&source, Build::Plain, &cache.0).unwrap_err().to_string();
    assert!(error.contains("wrong.c does not compile") && error.contains("retrun"), "{error}");
    assert_eq!(fs::read_dir(&cache.0).unwrap().count(), 0, "nothing half-made is left");
    let source = PathBuf::from(scratch.file("lost.c", "#include \"nowhere.h\"\n", 0o644));
    assert!(compile(&source, Build::Plain, &cache.0).unwrap_err().to_string().contains("nowhere.h"));
}

#[test]
fn the_hash_is_the_published_one() {
    assert_eq!(hash(b""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(hash(b"foobar"), 0x8594_4171_f739_67e8);
}

#[test]
fn a_changed_header_is_another_program_and_a_comment_is_not() {
    let scratch = Scratch::new("header-hash");
    let cache = scratch.0.join("cache");
    let source = scratch.file("player.c", "#include \"luck.h\"\nint main(void) { return LUCK; }\n", 0o644);
    let hash = |header: &str| {
        scratch.file("luck.h", header, 0o644);
        compile(Path::new(&source), Build::Plain, &cache).unwrap().hash
    };
    let first = hash("#define LUCK 1\n");
    assert_eq!(hash("/* more */\n#define LUCK 1\n"), first);
    assert_ne!(hash("#define LUCK 2\n"), first);
}
