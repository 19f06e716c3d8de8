//! The text form of a player: `NAME[:key=value,…]`, such as `champion:ms=200`.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// The name of a network that a user trained: `net:FILE`.
pub const NET: &str = "net";
const FILE: &str = "file";

/// A parsed player text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The player's name.
    pub name: String,
    /// The settings in the order typed.
    pub settings: Vec<(String, String)>,
}

/// An error in the text of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError(String);

impl SpecError {
    /// An error with this message, which must name the player.
    pub fn new(reason: String) -> SpecError {
        SpecError(reason)
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for SpecError {}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        if name.is_empty() {
            return Err(SpecError(format!("{text:?} names no player: expected NAME or NAME:key=value,…")));
        }
        if name == NET {
            if settings.is_empty() {
                return Err(SpecError("net names no file: expected net:FILE".to_owned()));
            }
            // The text becomes the player's name in records, which are read line by line.
            if !cardsharp_rules::is_name(text) {
                return Err(SpecError(format!("{text:?}: expected a path without line breaks and blanks at its end")));
            }
            // A path may contain any other character.
            return Ok(Spec { name: name.to_owned(), settings: vec![(FILE.to_owned(), settings.to_owned())] });
        }
        let settings = settings.split(',').filter(|setting| !setting.is_empty()).map(|setting| {
            let (key, value) = setting
                .split_once('=')
                .ok_or_else(|| SpecError(format!("{setting:?} in {text:?} is not a setting: expected key=value")))?;
            Ok((key.to_owned(), value.to_owned()))
        });
        let settings: Vec<(String, String)> = settings.collect::<Result<_, _>>()?;
        for (place, (key, _)) in settings.iter().enumerate() {
            if settings[..place].iter().any(|(earlier, _)| earlier == key) {
                return Err(SpecError(format!("{key:?} is set twice in {text:?}")));
            }
        }
        Ok(Spec { name: name.to_owned(), settings })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let (NET, Some(file)) = (self.name.as_str(), self.file()) {
            return write!(f, ":{file}");
        }
        for (place, (key, value)) in self.settings.iter().enumerate() {
            write!(f, "{}{key}={value}", if place == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

impl Spec {
    pub(crate) fn unknown_name(&self, game: &str, names: &[&str]) -> SpecError {
        SpecError(format!("there is no player {:?} for {game}: {}", self.name, suggest(&self.name, names)))
    }

    /// The file of a network that a user trained; `None` for other players.
    pub fn file(&self) -> Option<&str> {
        if self.name == NET { self.value(FILE) } else { None }
    }

    /// Rejects settings that the player does not have.
    ///
    /// # Errors
    /// If a setting is not among the keys.
    pub fn allow(&self, keys: &[&str]) -> Result<(), SpecError> {
        let Some((key, _)) = self.settings.iter().find(|(key, _)| !keys.contains(&key.as_str())) else {
            return Ok(());
        };
        Err(SpecError(if keys.is_empty() {
            format!("{} has no settings, so no {key:?}", self.name)
        } else {
            format!("{} has no setting {key:?}: {}", self.name, suggest(key, keys))
        }))
    }

    /// Reads a setting as a number within bounds; `None` if it is not set.
    pub(crate) fn number(&self, key: &str, least: u64, most: u64) -> Result<Option<u64>, SpecError> {
        let Some(value) = self.value(key) else { return Ok(None) };
        match value.parse::<u64>() {
            Ok(number) if (least..=most).contains(&number) => Ok(Some(number)),
            _ => Err(self.refused(key, value, &format!("a whole number from {least} to {most}"))),
        }
    }

    /// Reads a setting as one of a few words; `None` if it is not set.
    pub(crate) fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<Option<T>, SpecError> {
        let Some(value) = self.value(key) else { return Ok(None) };
        let known = words.iter().find(|(word, _)| *word == value);
        known.map(|(_, meaning)| Some(*meaning)).ok_or_else(|| {
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.refused(key, value, &format!("one of {}", words.join(", ")))
        })
    }

    /// Reads a setting as one of a few words or a number from 0 to 1; `None` if it is not set.
    pub(crate) fn share<T: Copy>(
        &self,
        key: &str,
        words: &[(&str, T)],
        of: fn(f32) -> T,
    ) -> Result<Option<T>, SpecError> {
        let Some(value) = self.value(key) else { return Ok(None) };
        let known = words.iter().find(|(word, _)| *word == value).map(|(_, meaning)| *meaning);
        let share = || value.parse::<f32>().ok().filter(|share| (0.0..=1.0).contains(share)).map(of);
        known.or_else(share).map(Some).ok_or_else(|| {
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.refused(key, value, &format!("a number from 0 to 1 or one of {}", words.join(", ")))
        })
    }

    /// Returns the error for a bad value. It names the player, because a line may name several.
    fn refused(&self, key: &str, value: &str, expected: &str) -> SpecError {
        let which = if self.settings.len() > 1 { format!(": {key}={value}") } else { String::new() };
        SpecError(format!("{self}{which}: expected {expected}"))
    }

    fn value(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(set, _)| set == key).map(|(_, value)| value.as_str())
    }

    pub(crate) fn not_both(&self, a: &str, b: &str) -> Result<(), SpecError> {
        if self.value(a).is_some() && self.value(b).is_some() {
            return Err(SpecError(format!("{}: set {a} or {b}, not both", self.name)));
        }
        Ok(())
    }
}

/// Suggests the nearest candidate, or lists all if none is near.
fn suggest(typed: &str, candidates: &[&str]) -> String {
    let distance = |candidate: &str| strsim::levenshtein(typed, candidate);
    match candidates.iter().min_by_key(|candidate| distance(candidate)) {
        Some(nearest) if 2 * distance(nearest) <= nearest.chars().count() => {
            format!("did you mean {nearest:?}?")
        }
        _ => format!("expected one of {}", candidates.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_reads_and_writes_itself() {
        for text in ["random", "champion:ms=200", "pimc:worlds=200,passing=search", "net:a=b/c,d.safetensors"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn nonsense_is_refused_with_what_would_be_right() {
        let error = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert!(error("").contains("names no player"));
        assert!(error(":ms=1").contains("names no player"));
        assert!(error("net").contains("names no file"));
        assert!(error("net:a\nb").contains("without line breaks"));
        assert!(error("net:a ").contains("without line breaks"));
        assert!(error("champion:ms").contains("\"ms\" in \"champion:ms\" is not a setting"));
        assert!(error("champion:ms=1,ms=2").contains("set twice"));
    }

    #[test]
    fn the_nearest_name_or_key_is_offered() {
        let spec: Spec = "champoin:wrlds=3".parse().unwrap();
        assert!(spec.unknown_name("indigo", &["random", "champion", "classic"]).to_string().contains("\"champion\"?"));
        assert!(spec.allow(&["ms", "worlds"]).unwrap_err().to_string().contains("did you mean \"worlds\"?"));
        assert!(spec.allow(&[]).unwrap_err().to_string().contains("has no settings"));
        let stranger: Spec = "wise".parse().unwrap();
        let error = stranger.unknown_name("indigo", &["random", "classic"]).to_string();
        assert!(error.ends_with("expected one of random, classic"), "{error}");
    }

    #[test]
    fn a_share_is_a_word_or_a_number_up_to_one() {
        let share = |text: &str| {
            let spec: Spec = text.parse().unwrap();
            spec.share("safety", &[("careful", 1.0)], |share| share)
        };
        assert_eq!(share("champion"), Ok(None));
        assert_eq!(share("champion:safety=careful"), Ok(Some(1.0)));
        assert_eq!(share("champion:safety=0.25"), Ok(Some(0.25)));
        for wrong in ["1.5", "-0.1", "NaN", "brave", ""] {
            let error = share(&format!("champion:safety={wrong}")).unwrap_err().to_string();
            assert!(error.contains("from 0 to 1 or one of careful"), "{error}");
        }
    }

    #[test]
    fn numbers_and_words_are_bounded() {
        let spec: Spec = "champion:ms=0,objective=glory".parse().unwrap();
        assert!(spec.number("ms", 1, 100).unwrap_err().to_string().contains("from 1 to 100"));
        assert_eq!(spec.number("nodes", 1, 100), Ok(None));
        assert!(spec.word("objective", &[("place", 1), ("win", 2)]).unwrap_err().to_string().contains("place, win"));
        let error = |text: &str| text.parse::<Spec>().unwrap().number("ms", 1, 100).unwrap_err().to_string();
        assert_eq!(error("champion:ms=0"), "champion:ms=0: expected a whole number from 1 to 100");
        assert_eq!(
            error("champion:worlds=5,ms=0"),
            "champion:worlds=5,ms=0: ms=0: expected a whole number from 1 to 100"
        );
    }
}
