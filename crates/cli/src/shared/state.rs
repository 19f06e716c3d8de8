//! Files of cardsharp that stay between runs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use cardsharp_rules::Game;

/// Returns the usual file of a saved game: `$XDG_STATE_HOME/cardsharp/GAME.sitting`, or the same in `~/.local/state`.
pub(crate) fn usual_place<G: Game>() -> Option<PathBuf> {
    state_file(&format!("{}.sitting", G::NAME))
}

/// Returns a file in cardsharp's state folder; `None` without a home folder.
pub(crate) fn state_file(name: &str) -> Option<PathBuf> {
    let folder = state_folder(std::env::var_os("XDG_STATE_HOME"), std::env::var_os("HOME"))?;
    Some(folder.join("cardsharp").join(name))
}

fn state_folder(state: Option<OsString>, home: Option<OsString>) -> Option<PathBuf> {
    // The XDG standard requires an absolute path, and ignores others.
    let state = state.map(PathBuf::from).filter(|path| path.is_absolute());
    let home = home.filter(|home| !home.is_empty());
    state.or_else(|| Some(Path::new(&home?).join(".local/state")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_folder_follows_the_xdg_standard() {
        let folder = |state: &str, home: &str| {
            let given = |text: &str| (text != "unset").then(|| OsString::from(text));
            state_folder(given(state), given(home)).map(|path| path.to_str().unwrap().to_owned())
        };
        assert_eq!(folder("/state", "/home/lulu").as_deref(), Some("/state"));
        assert_eq!(folder("state", "/home/lulu").as_deref(), Some("/home/lulu/.local/state"));
        assert_eq!(folder("unset", "/home/lulu").as_deref(), Some("/home/lulu/.local/state"));
        assert_eq!(folder("unset", ""), None);
        assert_eq!(folder("", "unset"), None);
    }
}
