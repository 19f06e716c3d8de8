//! The man pages agree with the help.

use crate::common::{Scratch, printed};

/// Returns the commands in the help with their descriptions; subcommands of `bench` are `bench playouts` and so on.
fn list_commands(above: &str) -> Vec<(String, String)> {
    let help = printed(&format!("{above} -h"));
    let mut found: Vec<(String, String)> = Vec::new();
    if !help.contains("[COMMAND]") && !help.contains("<COMMAND>") {
        return found;
    }
    let lines = help.lines().skip_while(|line| !line.starts_with("Usage: ")).skip(1);
    for line in lines.take_while(|line| *line != "Options:" && !line.starts_with("Example")) {
        let Some(entry) = line.strip_prefix("  ") else { continue };
        if entry.starts_with(' ') {
            // Continues the description of the command above.
            let about = &mut found.last_mut().unwrap().1;
            *about = format!("{about} {}", line.trim());
        } else {
            let (name, about) = entry.split_once(' ').unwrap();
            found.push((format!("{above} {name}").trim().to_owned(), about.trim().to_owned()));
        }
    }
    found.retain(|(name, _)| !name.ends_with("help"));
    let below: Vec<_> = found.iter().flat_map(|(name, _)| list_commands(name)).collect();
    found.extend(below);
    found
}

#[test]
fn every_command_has_a_man_page_with_its_name_and_all_its_options() {
    let scratch = Scratch::new("man");
    let folder = scratch.path("share/man/man1");
    let message = printed(&format!("man {folder}"));
    let mut commands = list_commands("");
    commands.push((String::new(), "Plays, referees, rates and explains card games with hidden cards".to_owned()));
    let mut files: Vec<String> =
        std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    let title = |name: &str| format!("cardsharp {name}").trim().replace(' ', "-");
    let mut expected: Vec<String> = commands.iter().map(|(name, _)| format!("{}.1", title(name))).collect();
    expected.sort();
    assert_eq!(files, expected);
    assert!(message.starts_with(&format!("{} man pages are in {folder}", files.len())), "{message}");
    let roff = |text: &str| text.replace('-', "\\-").replace('\'', "\\*(Aq");
    for (name, about) in &commands {
        let title = title(name);
        let page = std::fs::read_to_string(format!("{folder}/{title}.1")).unwrap();
        let heading = format!(".SH NAME\n{} \\- {}\n", roff(&title), roff(about));
        assert!(page.contains(&heading), "{heading}\n{page}");
        let version = env!("CARGO_PKG_VERSION");
        let line = format!(".TH {title} 1 \" \" \"cardsharp {version}\" \"cardsharp manual\"\n");
        assert!(page.contains(&line), "{page}");
        let help = printed(&format!("{name} --help"));
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
