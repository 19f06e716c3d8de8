//! What is installed beside the binary, and the binary where nothing else of ours is.

mod referee_tools;

use std::path::Path;
use std::process::{Command, Stdio};

use referee_tools::{Scratch, cardsharp};

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

fn printed(args: &[&str]) -> String {
    let output = cardsharp(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Every command that the help lists, with the line about it; those of `bench` are `bench playouts` and so on.
fn listed(above: &[&str]) -> Vec<(String, String)> {
    let help = printed(&[above, &["-h"]].concat());
    let lines = help.lines().take_while(|line| *line != "Options:").filter(|line| line.starts_with("  "));
    let mut found: Vec<(String, String)> = Vec::new();
    for line in lines {
        if line.starts_with("   ") {
            // The rest of what is said about the command above.
            if let Some((_, about)) = found.last_mut() {
                about.push(' ');
                about.push_str(line.trim());
            }
        } else if line[2..].starts_with(char::is_lowercase) {
            let (name, about) = line.trim().split_once(' ').unwrap();
            found.push(([above, &[name]].concat().join(" "), about.trim().to_owned()));
        }
    }
    found.retain(|(name, _)| !name.ends_with("help"));
    let below: Vec<(String, String)> =
        found.iter().flat_map(|(name, _)| listed(&name.split(' ').collect::<Vec<_>>())).collect();
    found.extend(below);
    found
}

fn is_installed(tool: &str) -> bool {
    let mut command = Command::new(tool);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// What a shell or another tool prints, which must have nothing to complain about.
fn shell(shell: &str, args: &[&str]) -> String {
    let output = Command::new(shell).args(args).stdin(Stdio::null()).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && errors.is_empty(), "{shell} {args:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_shell_completes_every_command_and_none_that_is_hidden() {
    let commands = listed(&[]);
    assert!(commands.iter().any(|(name, _)| name == "bench oracle"), "{commands:?}");
    for shell in SHELLS {
        let script = printed(&["completions", shell]);
        for (name, _) in &commands {
            let name = name.rsplit(' ').next().unwrap();
            assert!(script.contains(name), "{shell}: {name}");
        }
        assert!(!script.contains("launch-programs"), "{shell}");
        // elvish and PowerShell are given commands and options alone.
        let values = ["lucky-thirteen", "champion", "round-robin"];
        assert!(matches!(shell, "elvish" | "powershell") || values.iter().all(|word| script.contains(word)), "{shell}");
        assert!(!script.contains("\\u00"), "{shell}: a character was taken for one that steers a terminal");
    }
}

#[test]
fn bash_completes_what_is_typed() {
    let scratch = Scratch::new("bash");
    let file = scratch.path("cardsharp.bash");
    std::fs::write(&file, printed(&["completions", "bash"])).unwrap();
    let complete = |words: &[&str]| {
        let (last, before) = words.split_last().unwrap();
        let prev = before.last().unwrap();
        let script = format!(
            "source '{file}'; COMP_WORDS=({}); COMP_CWORD={}; _cardsharp cardsharp '{last}' '{prev}'; echo ${{COMPREPLY[@]}}",
            words.join(" "),
            words.len() - 1
        );
        shell("bash", &["--norc", "-c", &script]).trim().to_owned()
    };
    assert_eq!(complete(&["cardsharp", "com"]), "completions");
    assert_eq!(complete(&["cardsharp", "bench", "or"]), "oracle");
    assert_eq!(complete(&["cardsharp", "completions", "fi"]), "fish");
    assert_eq!(complete(&["cardsharp", "rules", "luck"]), "lucky-thirteen");
    assert_eq!(complete(&["cardsharp", "match", "indigo", "champ"]), "champion");
    assert_eq!(complete(&["cardsharp", "tournament", "indi"]), "indigo");
    assert_eq!(complete(&["cardsharp", "tournament", "indigo", "--format", "sw"]), "swiss");
    assert_eq!(complete(&["cardsharp", "play", "--spe"]), "--speed");
}

#[test]
fn other_shells_read_their_scripts_where_they_are_installed() {
    let scratch = Scratch::new("shells");
    for name in SHELLS {
        let file = scratch.path(name);
        std::fs::write(&file, printed(&["completions", name])).unwrap();
        if matches!(name, "fish" | "zsh") && is_installed(name) {
            shell(name, &["-n", &file]);
        }
    }
    if is_installed("fish") {
        for (typed, expected) in
            [("rules indi", "indigo"), ("bench oracle luck", "lucky-thirteen"), ("man --hel", "--help")]
        {
            let script = format!("source {}; complete -C 'cardsharp {typed}'", scratch.path("fish"));
            let found = shell("fish", &["--no-config", "-c", &script]);
            assert_eq!(found.split_whitespace().next(), Some(expected), "{found}");
        }
    }
    // Who has neither shell still sees that each script is of its own kind.
    let begins = |name: &str, with: &str| std::fs::read_to_string(scratch.path(name)).unwrap().starts_with(with);
    assert!(begins("zsh", "#compdef cardsharp\n") && begins("bash", "_cardsharp() {\n"));
    assert!(std::fs::read_to_string(scratch.path("fish")).unwrap().contains("complete -c cardsharp "));
}

#[test]
fn a_shell_that_is_not_known_is_a_usage_error_that_lists_the_known() {
    let output = cardsharp(&["completions", "tcsh"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(output.stdout.is_empty() && told.contains("bash, elvish, fish, powershell, zsh"), "{told}");
    assert_eq!(cardsharp(&["completions"]).status.code(), Some(2));
}

#[test]
fn every_command_has_a_man_page_with_its_name_and_all_its_options() {
    let scratch = Scratch::new("man");
    let folder = scratch.path("share/man/man1");
    let told = printed(&["man", &folder]);
    let mut commands = listed(&[]);
    commands.push((String::new(), "Plays, referees, rates and explains card games with hidden cards".to_owned()));
    let mut files: Vec<String> =
        std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    let names = commands.iter().map(|(name, _)| format!("cardsharp {name}").trim().replace(' ', "-"));
    let mut expected: Vec<String> = names.map(|name| format!("{name}.1")).collect();
    expected.sort();
    assert_eq!(files, expected);
    assert!(told.starts_with(&format!("{} man pages are in {folder}", files.len())), "{told}");
    for (name, about) in &commands {
        let title = format!("cardsharp {name}").trim().replace(' ', "-");
        let page = std::fs::read_to_string(format!("{folder}/{title}.1")).unwrap();
        // As roff writes hyphens and apostrophes.
        let roff = |text: &str| text.replace('-', "\\-").replace('\'', "\\*(Aq");
        let heading = format!(".SH NAME\n{} \\- {}\n", roff(&title), roff(about));
        assert!(page.contains(&heading), "{heading}\n{page}");
        let version = env!("CARGO_PKG_VERSION");
        assert!(
            page.contains(&format!(".TH {title} 1 \" \" \"cardsharp {version}\" \"cardsharp manual\"\n")),
            "{page}"
        );
        let words: Vec<&str> = name.split_whitespace().collect();
        let help = printed(&[&words[..], &["--help"]].concat());
        let options = help.lines().take_while(|line| !line.starts_with("Example"));
        let options =
            options.filter_map(|line| line.trim_start().split_once("--").filter(|(short, _)| short.len() < 5));
        let mut count = 0;
        for option in options.map(|(_, rest)| rest.split([' ', '=']).next().unwrap()) {
            assert!(page.contains(&roff(&format!("--{option}"))), "{title}: --{option}");
            count += 1;
        }
        assert!(count > 0, "{title} has --help at least");
        let examples = help.matches("\n  cardsharp ").count();
        assert!(page.matches("\n  cardsharp ").count() >= examples && !page.contains("EXTRA"), "{page}");
    }
}

#[test]
fn man_pages_are_replaced_and_a_folder_that_cannot_be_made_is_named() {
    let scratch = Scratch::new("man-again");
    let folder = scratch.path("man1");
    printed(&["man", &folder]);
    let page = format!("{folder}/cardsharp-deal.1");
    let first = std::fs::read_to_string(&page).unwrap();
    std::fs::write(&page, "an older page").unwrap();
    printed(&["man", &folder]);
    assert_eq!(std::fs::read_to_string(&page).unwrap(), first);
    let output = cardsharp(&["man", &format!("{page}/below")]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("cardsharp-deal.1/below: the folder cannot be made"), "{told}");
}

#[test]
fn man_pages_are_clean_roff_where_groff_is_installed() {
    let scratch = Scratch::new("groff");
    let folder = scratch.path("man1");
    printed(&["man", &folder]);
    for page in ["cardsharp", "cardsharp-play", "cardsharp-referee", "cardsharp-completions"] {
        let file = format!("{folder}/{page}.1");
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("\n.SH EXAMPLES\n.nf\n"), "{text}");
        if is_installed("groff") {
            let shown = shell("groff", &["-man", "-ww", "-Tutf8", "-k", "-P-cbou", &file]);
            assert!(shown.contains("NAME") && shown.contains("EXAMPLES"), "{shown}");
        }
    }
}

#[test]
fn the_binary_runs_alone_in_another_place() {
    let scratch = Scratch::new("elsewhere");
    let binary = scratch.path("cardsharp");
    // Not by ourselves: what a child of another thread holds open for writing cannot be executed.
    shell("cp", &[env!("CARGO_BIN_EXE_cardsharp"), &binary]);
    let run = |args: &[&str]| {
        let mut command = Command::new(&binary);
        command.args(args).env_clear().current_dir(Path::new(&binary).parent().unwrap()).stdin(Stdio::null());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(run(&["--version"]), concat!("cardsharp ", env!("CARGO_PKG_VERSION"), "\n"));
    for args in [
        &["match", "hanamikoji", "champion:nodes=5", "random", "--deals", "1", "--json"][..],
        &["match", "intensity", "champion:nodes=2", "random", "random", "random", "--deals", "1", "--json"],
        &["rules", "indigo"],
        &["book", "indigo"],
        &["protocol", "original"],
        &["completions", "fish"],
    ] {
        assert_eq!(run(args), printed(args), "{args:?}");
    }
}
