//! Separates a compiler's errors from its warnings.

/// The messages of a compiler, each with the lines that belong to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    /// The errors.
    pub errors: Vec<String>,
    /// The warnings.
    pub warnings: Vec<String>,
}

enum Begins {
    Error,
    Warning,
    /// An explanation of the message before it.
    Note,
    /// The place of the next message: "In function …".
    Context,
    Nothing,
}

fn begins(line: &str) -> Begins {
    let says = |word: &str| line.contains(&format!(": {word}: ")) || line.starts_with(&format!("{word}: "));
    if line.starts_with(' ') {
        Begins::Nothing
    } else if says("error") || says("fatal error") {
        Begins::Error
    } else if says("warning") {
        Begins::Warning
    } else if says("note") {
        Begins::Note
    } else if line.starts_with("In file included from") || line.ends_with(':') {
        Begins::Context
    } else {
        Begins::Nothing
    }
}

impl Diagnostics {
    /// Parses the output of gcc, clang or rustc. Lines of unknown kind stay with the first message, or are an error if
    /// there is none, so that nothing is lost.
    pub fn read(said: &str) -> Diagnostics {
        let mut found = Diagnostics::default();
        let (mut context, mut loose, mut is_error) = (String::new(), String::new(), None);
        for line in said.lines() {
            let kind = begins(line);
            let list = match (&kind, is_error) {
                (Begins::Context, _) => {
                    context = format!("{context}{line}\n");
                    continue;
                }
                (Begins::Error, _) | (Begins::Note | Begins::Nothing, Some(true)) => &mut found.errors,
                (Begins::Warning, _) | (Begins::Note | Begins::Nothing, Some(false)) => &mut found.warnings,
                (Begins::Note | Begins::Nothing, None) => {
                    loose = format!("{loose}{}{line}\n", std::mem::take(&mut context));
                    continue;
                }
            };
            let text = format!("{}{line}\n", std::mem::take(&mut context));
            match (kind, list.last_mut()) {
                (Begins::Note | Begins::Nothing, Some(last)) => *last += &text,
                (kind, _) => {
                    list.push(text);
                    is_error = Some(matches!(kind, Begins::Error));
                }
            }
        }
        loose += &context;
        if loose.trim().is_empty() {
            return found;
        }
        match (found.errors.first_mut(), found.warnings.first_mut()) {
            (Some(first), _) | (None, Some(first)) => first.insert_str(0, &loose),
            (None, None) => found.errors.push(loose),
        }
        found
    }

    /// Returns the number of warnings in words, such as "7 warnings", or none.
    pub fn counted(&self) -> Option<String> {
        match self.warnings.len() {
            0 => None,
            1 => Some("1 warning".to_owned()),
            many => Some(format!("{many} warnings")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "bot.c: In function 'main':
bot.c:2:9: warning: unused variable 'unused' [-Wunused-variable]
    2 |     int unused;
      |         ^~~~~~
bot.c:3:5: error: unknown type name 'retrun'
    3 |     retrun 0;
      |     ^~~~~~
bot.c:3:5: note: each undeclared identifier is reported only once
bot.c: In function 'more':
bot.c:9:1: warning: control reaches end of non-void function [-Wreturn-type]
";

    #[test]
    fn errors_and_warnings_are_told_apart_with_all_that_belongs_to_them() {
        let found = Diagnostics::read(SAID);
        assert_eq!((found.errors.len(), found.counted().as_deref()), (1, Some("2 warnings")));
        assert!(found.errors[0].starts_with("bot.c:3:5: error:") && found.errors[0].contains("only once"), "{found:?}");
        assert!(found.warnings[0].starts_with("bot.c: In function 'main':\nbot.c:2:9"), "{found:?}");
        assert!(found.warnings[1].starts_with("bot.c: In function 'more':\n"), "{found:?}");
    }

    #[test]
    fn what_nobody_knows_is_an_error_and_silence_is_none() {
        let linker = "bot.c:(.text+0x9): undefined reference to `plan'\ncollect2: error: ld returned 1 exit status\n";
        assert_eq!(Diagnostics::read(linker).errors, [linker]);
        assert_eq!(Diagnostics::read("Killed\n").errors, ["Killed\n"]);
        assert_eq!(Diagnostics::read(""), Diagnostics::default());
        assert_eq!(Diagnostics::read("warning: one\n").counted().as_deref(), Some("1 warning"));
    }
}
