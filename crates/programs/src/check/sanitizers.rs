//! Parses the findings of a C compiler's sanitizers and of valgrind.

/// A mistake in a C program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file and line, as far as known.
    pub place: String,
    /// The mistake.
    pub what: String,
    /// The number of times it was found.
    pub times: u64,
}

/// Adds the findings in a program's standard error to those known.
pub fn findings(errors: &str, known: &mut Vec<Finding>) {
    let lines: Vec<&str> = errors.lines().collect();
    for (number, line) in lines.iter().enumerate() {
        let found = undefined_behaviour(line).or_else(|| bad_address(line, &lines[number + 1..]));
        note(found, known);
    }
}

/// Adds the findings of valgrind.
pub fn valgrind_findings(errors: &str, known: &mut Vec<Finding>) {
    // `==7== Conditional jump or move depends on uninitialised value(s)`, and then the calls, the innermost first.
    let lines: Vec<&str> =
        errors.lines().filter_map(|line| Some(line.strip_prefix("==")?.split_once("== ")?.1)).collect();
    for (number, line) in lines.iter().enumerate() {
        let calls = lines[number + 1..].iter().take_while(|line| is_call(line));
        if is_call(line) || !lines.get(number + 1).is_some_and(|next| next.trim_start().starts_with("at ")) {
            continue;
        }
        // Explanations of the finding above are indented by a blank more.
        if line.starts_with(' ') {
            continue;
        }
        let place = calls.filter_map(|call| call.split_once(": ")).find_map(|(_, call)| {
            let (function, place) = call.trim_end().strip_suffix(')')?.rsplit_once(" (")?;
            let (file, line) = place.rsplit_once(':')?;
            let is_theirs = !file.starts_with("vg_") && line.parse::<u32>().is_ok();
            is_theirs.then(|| (place.to_owned(), format!("{} in {function}", lines[number].trim())))
        });
        note(Some(place.unwrap_or_else(|| ("unknown place".to_owned(), line.trim().to_owned()))), known);
    }
}

fn is_call(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("at 0x") || line.starts_with("by 0x")
}

fn note(found: Option<(String, String)>, known: &mut Vec<Finding>) {
    let Some((place, what)) = found else { return };
    match known.iter_mut().find(|finding| finding.place == place && is_same(&finding.what, &what)) {
        Some(finding) => finding.times += 1,
        None => known.push(Finding { place, what, times: 1 }),
    }
}

/// Whether two texts differ only in their numbers.
fn is_same(one: &str, other: &str) -> bool {
    let plain = |text: &str| -> Vec<String> {
        let is_plain = |word: &&str| !word.contains(|letter: char| letter.is_ascii_digit());
        text.split_whitespace().filter(is_plain).map(str::to_owned).collect()
    };
    plain(one) == plain(other)
}

/// `player.c:12:5: runtime error: index 10 out of bounds for type 'int [10]'`
fn undefined_behaviour(line: &str) -> Option<(String, String)> {
    let (place, what) = line.split_once(": runtime error: ")?;
    let (place, _column) = place.rsplit_once(':')?;
    Some((place.to_owned(), what.to_owned()))
}

/// `==1==ERROR: AddressSanitizer: stack-buffer-overflow on address …`, and then the calls, the
/// innermost first; the first with a line of a C file is the place.
fn bad_address(line: &str, after: &[&str]) -> Option<(String, String)> {
    let (_, what) = line.split_once("ERROR: AddressSanitizer: ")?;
    let what = what.split(" on ").next().unwrap_or(what).trim();
    let frames = after.iter().take_while(|line| !line.trim().is_empty());
    let place = frames.filter_map(|frame| frame.split_once(" in ")).find_map(|(_, call)| {
        let (function, place) = call.split_once(' ')?;
        let mut parts = place.split(':');
        let (file, line) = (parts.next()?, parts.next()?);
        // The library's own functions come before the wrong call.
        let is_theirs = !file.contains("libsanitizer") && !file.starts_with("../");
        // The folder is left out: the author knows it.
        let file = file.rsplit('/').next()?;
        (is_theirs && line.parse::<u32>().is_ok()).then(|| (format!("{file}:{line}"), function.to_owned()))
    });
    Some(match place {
        Some((place, function)) => (place, format!("{what} in {function}")),
        None => ("unknown place".to_owned(), what.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valgrind_names_file_and_line_too() {
        let errors = "\
==7== Conditional jump or move depends on uninitialised value(s)
==7==    at 0x10916C: best (bot.c:12)
==7==    by 0x10919D: main (bot.c:30)
==7==\x20
==7== Invalid read of size 4
==7==    at 0x4C2E0F: memcpy (vg_replace_strmem.c:1035)
==7==    by 0x109199: main (bot.c:31)
==7==  Address 0x4a4b068 is 0 bytes after a block of size 40 alloc'd
==7==    at 0x48407B4: malloc (vg_replace_malloc.c:381)
==7==    by 0x109166: main (bot.c:5)
==7==\x20
==8== Conditional jump or move depends on uninitialised value(s)
==8==    at 0x10916C: best (bot.c:12)
";
        let mut found = Vec::new();
        valgrind_findings(errors, &mut found);
        let told: Vec<(&str, &str, u64)> =
            found.iter().map(|finding| (finding.place.as_str(), finding.what.as_str(), finding.times)).collect();
        assert_eq!(
            told,
            [
                ("bot.c:12", "Conditional jump or move depends on uninitialised value(s) in best", 2),
                ("bot.c:31", "Invalid read of size 4 in main", 1),
            ]
        );
    }

    #[test]
    fn findings_name_file_and_line() {
        let errors = "\
player.c:5:20: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'
=================================================================
==7==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7ffd at pc 0x55
READ of size 4 at 0x7ffd thread T0
    #0 0x55d4 in __interceptor_memcpy ../../src/libsanitizer/common.inc:827
    #1 0x55d5 in sum players/player.c:2:7
    #2 0x55d6 in main players/player.c:9

player.c:5:20: runtime error: signed integer overflow: 2147483640 + 23 cannot be represented in type 'int'
";
        let mut found = Vec::new();
        findings(errors, &mut found);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].place.as_str(), found[0].times), ("player.c:5", 2));
        assert!(found[0].what.starts_with("signed integer overflow"));
        assert_eq!((found[1].place.as_str(), found[1].what.as_str()), ("player.c:2", "stack-buffer-overflow in sum"));
    }
}
