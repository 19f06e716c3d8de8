//! What the sanitizers of a C compiler have to say, in a line each.

/// A mistake in a C program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file and line, as far as they are known.
    pub place: String,
    /// What is wrong there.
    pub what: String,
    /// How often it was found.
    pub times: u64,
}

/// Adds what a program's standard error tells of mistakes to those that are known.
pub fn findings(errors: &str, known: &mut Vec<Finding>) {
    let lines: Vec<&str> = errors.lines().collect();
    for (number, line) in lines.iter().enumerate() {
        let found = undefined_behaviour(line).or_else(|| bad_address(line, &lines[number + 1..]));
        let Some((place, what)) = found else { continue };
        match known.iter_mut().find(|finding| finding.place == place && is_same(&finding.what, &what)) {
            Some(finding) => finding.times += 1,
            None => known.push(Finding { place, what, times: 1 }),
        }
    }
}

/// Whether two texts are the same but for the numbers in them.
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
    // The column is for compilers.
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
        // The library's own functions stand above the call that was wrong.
        let is_theirs = !file.contains("libsanitizer") && !file.starts_with("../");
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
        assert_eq!(
            (found[1].place.as_str(), found[1].what.as_str()),
            ("players/player.c:2", "stack-buffer-overflow in sum")
        );
    }
}
