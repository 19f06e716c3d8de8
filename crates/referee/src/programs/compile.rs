//! C files, compiled once per content and kept in the user's cache folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use super::ProgramError;

/// What a compiled program is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// To play.
    Plain,
    /// To be found out: with the address and undefined-behaviour sanitizers.
    Sanitized,
}

/// A compiled program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// Where it is.
    pub program: PathBuf,
    /// What the compiler had to say; nothing if the program was there already.
    pub warnings: String,
    /// What the preprocessor makes of it hashes to, so that a changed header counts too.
    pub hash: u64,
}

/// Warnings that new compilers make errors of, though old course work is full of them; and the
/// language as it was then, for newer ones have other keywords.
const FLAGS: [&str; 6] = [
    "-std=gnu11",
    "-Wall",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
];

/// A sandbox has no room for the process that looks for leaks, and lets nobody change limits, such
/// as that for core dumps. Programs that live for one decision may leak.
const SANITIZER_OPTIONS: &str = "const char *__asan_default_options(void) { return \"detect_leaks=0:disable_coredump=0:exitcode=86:print_legend=0\"; }\n";

/// A compiler may be fed a bomb too: a minute of processor time, 4 GiB of memory and 64 MiB of
/// file are plenty for a card player.
const LIMITED: &str = "ulimit -t 60 -v 4194304 -f 131072 2>/dev/null; exec \"$@\"";

impl Build {
    fn flags(self) -> &'static [&'static str] {
        match self {
            // More optimising turns small mistakes of old course work, such as reading one place
            // beyond an array, into endless loops.
            Build::Plain => &["-O1", "-fwrapv", "-fno-strict-aliasing"],
            Build::Sanitized => &["-g", "-O0", "-fno-omit-frame-pointer", "-fsanitize=address,undefined"],
        }
    }
}

/// Where compiled programs are kept: `cardsharp/programs` in the user's cache folder.
pub fn cache_folder() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = set("XDG_CACHE_HOME").filter(|folder| folder.is_absolute());
    let cache = cache.or_else(|| Some(set("HOME")?.join(".cache")));
    cache.unwrap_or_else(std::env::temp_dir).join("cardsharp").join("programs")
}

/// Compiles a C file, unless this content was compiled before.
///
/// # Errors
/// If it does not compile, with what the compiler says, or there is no compiler or no cache.
pub fn compile(source: &Path, build: Build, cache: &Path) -> Result<Compiled, ProgramError> {
    let shown = source.display();
    let (compiler, version) = compiler()?;
    // What the preprocessor makes of it is the content, so that a changed header counts too.
    let flags = [&FLAGS, build.flags()].concat();
    let preprocessed = run(compiler, &[&flags[..], &["-E", "-P"]].concat(), source, None)
        .map_err(|error| ProgramError::new(format!("{compiler} cannot be run: {error}")))?;
    if !preprocessed.status.success() {
        return Err(does_not_compile(source, &preprocessed));
    }
    let mut content = format!("{compiler} {version} {}\n", flags.join(" ")).into_bytes();
    if build == Build::Sanitized {
        // Findings name the file, so a copy elsewhere is another program.
        content.extend(format!("{shown}\n").into_bytes());
    }
    let hash = super::hash(&preprocessed.stdout);
    content.extend(preprocessed.stdout);
    let unwritable = |error: io::Error| {
        ProgramError::new(format!("{}: cannot keep the program of {shown}: {error}", cache.display()))
    };
    fs::create_dir_all(cache).map_err(unwritable)?;
    let home = free_home(cache, &content);
    let program = home.join("program");
    if program.exists() {
        return Ok(Compiled { program, warnings: String::new(), hash });
    }
    let workshop = Workshop::new(cache).map_err(unwritable)?;
    let options = workshop.0.join("options.c");
    let mut flags = flags;
    if build == Build::Sanitized {
        fs::write(&options, SANITIZER_OPTIONS).map_err(unwritable)?;
        flags.push(options.to_str().unwrap_or_default());
    }
    let output = run(compiler, &flags, source, Some(&workshop.0.join("program")))
        .map_err(|error| ProgramError::new(format!("{compiler} cannot be run: {error}")))?;
    if !output.status.success() {
        return Err(does_not_compile(source, &output));
    }
    fs::write(workshop.0.join("content"), content).map_err(unwritable)?;
    workshop.open_up().map_err(unwritable)?;
    // Whoever is first puts the whole folder in place; who comes second finds the same there.
    if let Err(error) = fs::rename(&workshop.0, &home)
        && !program.exists()
    {
        return Err(unwritable(error));
    }
    Ok(Compiled { program, warnings: String::from_utf8_lossy(&output.stderr).into_owned(), hash })
}

/// The words of the command that compiles a C file to play, as a person would type them beside it.
///
/// # Errors
/// If there is no compiler.
pub fn compile_command(source: &Path) -> Result<Vec<String>, ProgramError> {
    let (compiler, _) = compiler()?;
    let words = [compiler].into_iter().chain(FLAGS).chain(Build::Plain.flags().iter().copied()).map(str::to_owned);
    let program = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let files = ["-o".to_owned(), program, source.display().to_string(), "-lm".to_owned()];
    Ok(words.chain(files).collect())
}

/// The folder for this content. A hash only narrows the search: the content itself is kept beside
/// the program and compared, so that nobody can make a file that passes for another's.
fn free_home(cache: &Path, content: &[u8]) -> PathBuf {
    let hash = super::hash(content);
    let mut homes = (0_u32..).map(|number| cache.join(format!("{hash:016x}-{number}")));
    let fits = |home: &PathBuf| fs::read(home.join("content")).map_or(!home.exists(), |found| found == content);
    homes.find(fits).expect("there is always another number")
}

/// The system's C compiler and its version.
fn compiler() -> Result<(&'static str, String), ProgramError> {
    let ask = |name: &'static str| {
        let output = Command::new(name).arg("-dumpversion").stdin(Stdio::null()).output().ok()?;
        output.status.success().then(|| (name, String::from_utf8_lossy(&output.stdout).trim().to_owned()))
    };
    let missing = "there is no C compiler (cc, gcc or clang) here: install one, or hand over a compiled program";
    ["cc", "gcc", "clang"].into_iter().find_map(ask).ok_or_else(|| ProgramError::new(missing.to_owned()))
}

fn run(compiler: &str, flags: &[&str], source: &Path, program: Option<&Path>) -> io::Result<Output> {
    let mut command = Command::new("sh");
    command.args(["-c", LIMITED, "sh", compiler]).args(flags).arg(source);
    if let Some(program) = program {
        command.arg("-o").arg(program).arg("-lm");
    }
    command.stdin(Stdio::null()).env("LC_ALL", "C").output()
}

fn does_not_compile(source: &Path, output: &Output) -> ProgramError {
    let said = String::from_utf8_lossy(&output.stderr);
    ProgramError::unfit(format!("{} does not compile:\n{}", source.display(), said.trim_end()))
}

/// A folder of our own inside the cache, gone when it is dropped unless it was moved.
struct Workshop(PathBuf);

impl Workshop {
    fn new(cache: &Path) -> io::Result<Workshop> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = cache.join(format!("new-{}-{number}", std::process::id()));
        fs::create_dir(&folder)?;
        Ok(Workshop(folder))
    }

    /// A seat's own user must be able to run the program, whatever our umask is.
    fn open_up(&self) -> io::Result<()> {
        use std::os::unix::fs::PermissionsExt;
        for path in [&self.0, &self.0.join("program")] {
            fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
        }
        Ok(())
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        // Moved into place, or a leftover that does no harm.
        let _nevermind = fs::remove_dir_all(&self.0);
    }
}
