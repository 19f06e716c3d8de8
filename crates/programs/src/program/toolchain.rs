//! The system's C compiler, and a second one to try if it refuses a file.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::ProgramError;
use super::script::on_path;

/// A C compiler with its properties.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// Its path.
    pub compiler: PathBuf,
    /// Its name as typed.
    pub name: String,
    /// The words of `CC` after its name.
    pub args: Vec<String>,
    /// Its version text.
    pub version: String,
    /// Its folder, if that is not the system's.
    pub home: Option<PathBuf>,
    /// Whether it can link statically.
    pub links_statically: bool,
    /// Whether it is clang, under any name.
    pub is_clang: bool,
}

/// Compiler caches. They store results in a folder that is not visible in the sandbox.
const FRONTS: [&str; 4] = ["ccache", "sccache", "distcc", "icecc"];

impl Toolchain {
    /// Returns the compiler that `CC` names, or else the first of `cc`, `gcc` and `clang` on the path.
    ///
    /// # Errors
    /// If there is none.
    pub fn find() -> Result<&'static Toolchain, ProgramError> {
        static FOUND: OnceLock<Result<Toolchain, ProgramError>> = OnceLock::new();
        let find = || match cc_variable() {
            Some(chosen) => Toolchain::by_words(&chosen.to_string_lossy()),
            None => ["cc", "gcc", "clang"].into_iter().find_map(Toolchain::ask).ok_or_else(|| {
                let missing =
                    "there is no C compiler (cc, gcc or clang) here: install one, or hand over a compiled program";
                ProgramError::new(missing)
            }),
        };
        FOUND.get_or_init(find).as_ref().map_err(Clone::clone)
    }

    /// Returns clang, which accepts some code that gcc does not; none if it was the first or `CC` names another.
    pub fn second() -> Option<&'static Toolchain> {
        static FOUND: OnceLock<Option<Toolchain>> = OnceLock::new();
        let is_wanted = || cc_variable().is_none() && Toolchain::find().is_ok_and(|first| !first.is_clang);
        FOUND.get_or_init(|| if is_wanted() { Toolchain::ask("clang") } else { None }).as_ref()
    }

    /// Finds the compiler of a `CC`: its name or path, perhaps behind a cache, and its arguments.
    fn by_words(text: &str) -> Result<Toolchain, ProgramError> {
        let mut words = text.split_whitespace().skip_while(|word| is_front(Path::new(word)));
        let wrong = || ProgramError::new(format!("CC={text}: there is no such compiler; set another, or unset CC"));
        let found = Toolchain::ask(words.next().ok_or_else(wrong)?).ok_or_else(wrong)?;
        Ok(Toolchain { args: words.map(str::to_owned).collect(), ..found })
    }

    fn ask(name: &str) -> Option<Toolchain> {
        let compiler = if name.contains('/') {
            std::path::absolute(name).ok().filter(|path| path.is_file())?
        } else {
            on_path(name, |found| !is_front(found))?
        };
        let ask = |question: &str| {
            let output =
                Command::new(&compiler).arg(question).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
            output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        };
        let version = ask("-dumpversion")?;
        // The compiler prints the path of an existing library, and only the name of a missing one.
        let is_there = |library: &str| {
            let found = ask(&format!("-print-file-name={library}"))?;
            Some(Path::new(&found).is_absolute() && Path::new(&found).exists())
        };
        let links_statically = is_there("libc.a") == Some(true) && is_there("libm.a") == Some(true);
        let bin = compiler.parent()?;
        let home = (!bin.starts_with("/usr") && !bin.starts_with("/bin")).then(|| bin.parent().map(Path::to_owned));
        let is_clang = ask("--version").is_some_and(|words| words.contains("clang"));
        let (name, home) = (name.to_owned(), home.flatten());
        Some(Toolchain { name, args: Vec::new(), version, home, links_statically, is_clang, compiler })
    }
}

fn cc_variable() -> Option<OsString> {
    std::env::var_os("CC").filter(|set| !set.to_string_lossy().trim().is_empty())
}

fn is_front(compiler: &Path) -> bool {
    let name = compiler.file_name().unwrap_or_default().to_string_lossy().into_owned();
    FRONTS.iter().any(|front| name.starts_with(front))
}
