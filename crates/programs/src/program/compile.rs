//! Compiles C files once per content, and stores the programs in the user's cache folder.
//!
//! The compiler runs in the sandbox and reads the untrusted file from its standard input. It may read the toolchain and
//! the file's own folder, and write to one scratch folder. Its command line contains no untrusted name, and its output
//! is copied only as a plain file of bounded size. A folder with a `main.c` is compiled in the same way, file by file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cardsharp_sandbox::{Command, Ending, Finished, Limits, Sees, read_plain};

use super::toolchain::Toolchain;
use super::workshop::Workshop;
use super::{ProgramError, folder};
use crate::Launch;

/// The purpose of a compiled program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// To play.
    Plain,
    /// To be checked by the address and undefined-behaviour sanitizers.
    Sanitized,
    /// To be checked by valgrind.
    Debugged,
}

/// A compiled program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// Its path.
    pub program: PathBuf,
    /// The compiler's warnings.
    pub warnings: String,
    /// The words of an equivalent command, for people to type.
    pub by: Vec<String>,
    /// The hash of the preprocessed text, so that a changed header counts too.
    pub hash: u64,
}

/// New compilers refuse such code of old course work, and newer versions of the language have other keywords.
const FLAGS: [&str; 6] = [
    "-std=gnu11",
    "-Wall",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
];

/// The sandbox forbids the process of the leak checker, and changes of limits such as the size of core dumps. Programs
/// that live for one decision may leak.
const SANITIZER_OPTIONS: &str = "const char *__asan_default_options(void) { return \"detect_leaks=0:disable_coredump=0:exitcode=86:print_legend=0\"; }\n";

const MIB: u64 = 1 << 20;
/// The longest source file.
const SOURCE: u64 = 4 * MIB;
/// The longest preprocessed text.
const PREPROCESSED: usize = 16 << 20;
/// The longest output of a compiler.
const WORDS: usize = 1 << 20;
/// The largest program.
const PROGRAM: u64 = 64 * MIB;
/// The most files of one program.
const FILES: usize = 64;
/// The compile time of all files together.
const ALL_FILES: Duration = Duration::from_mins(1);

/// Errors of gcc about code that clang accepts.
const CLANG_TAKES: [&str; 4] = [
    "variable-sized object may not be initialized",
    "initializer element is not constant",
    "case label does not reduce to an integer constant",
    "variably modified",
];

/// Returns the limits of a compiler; its input may be malicious.
pub(super) fn limits(output: usize) -> Limits {
    Limits {
        cpu: Duration::from_secs(10),
        wall: Duration::from_secs(20),
        memory: 1024 * MIB,
        file: PROGRAM,
        output,
        // The driver, and the programs of each step.
        processes: 16,
        ..Limits::default()
    }
}

impl Build {
    fn flags(self, toolchain: &Toolchain) -> Vec<&'static str> {
        let mut flags = FLAGS.to_vec();
        match self {
            // More optimisation turns small mistakes, such as reading one place beyond an array, into endless loops.
            Build::Plain => flags.extend(["-O1", "-fwrapv", "-fno-strict-aliasing"]),
            Build::Sanitized => {
                flags.extend(["-g", "-O0", "-fno-omit-frame-pointer", "-fsanitize=address,undefined"]);
            }
            Build::Debugged => flags.extend(["-g", "-O0"]),
        }
        // A program without shared libraries needs to see no file when it runs; sanitizers are shared libraries.
        if self == Build::Plain && toolchain.links_statically {
            flags.push("-static");
        }
        flags
    }
}

/// Returns the folder of compiled programs: `cardsharp/programs` in the user's cache folder.
pub fn cache_folder() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = set("XDG_CACHE_HOME").filter(|folder| folder.is_absolute());
    let cache = cache.or_else(|| Some(set("HOME")?.join(".cache")));
    cache.unwrap_or_else(std::env::temp_dir).join("cardsharp").join("programs")
}

/// Compiles a C file, or a folder with a `main.c`, unless this content was compiled before.
///
/// # Errors
/// If it does not compile (with the compiler's messages), or there is no compiler, no cache or no sandbox.
pub fn compile(source: &Path, build: Build, cache: &Path, launch: &Launch) -> Result<Compiled, ProgramError> {
    let sources = if source.is_dir() { Sources::of_folder(source, cache)? } else { Sources::of_file(source)? };
    sources.compile(build, cache, launch)
}

/// Compiles an empty program, to test whether a build works here at all.
pub(crate) fn compile_nothing(build: Build, cache: &Path, launch: &Launch) -> Result<Compiled, ProgramError> {
    let wrong = |error: io::Error| ProgramError::new(format!("{}: {error}", cache.display()));
    make_own(cache).map_err(wrong)?;
    let text = b"int main(void) { return 0; }\n".to_vec();
    let sources =
        Sources { shown: "nothing.c".to_owned(), texts: vec![text], names: Vec::new(), folder: cache.to_owned() };
    sources.compile(build, cache, launch)
}

/// The reason why a program was not compiled.
enum Trouble {
    Refused(ProgramError),
    Else(ProgramError),
}

impl From<ProgramError> for Trouble {
    fn from(error: ProgramError) -> Trouble {
        Trouble::Else(error)
    }
}

impl Sources {
    /// Compiles with the system's compiler, and with clang if that refuses.
    fn compile(&self, build: Build, cache: &Path, launch: &Launch) -> Result<Compiled, ProgramError> {
        let refusal = match self.compile_by(Toolchain::find()?, build, cache, launch) {
            Ok(compiled) => return Ok(compiled),
            Err(Trouble::Else(error)) => return Err(error),
            Err(Trouble::Refused(error)) => error,
        };
        match Toolchain::second() {
            Some(second) => self.compile_by(second, build, cache, launch).map_err(|_| refusal),
            None if !Toolchain::find()?.is_clang && CLANG_TAKES.iter().any(|words| refusal.reason.contains(words)) => {
                Err(refusal.with("clang takes this, and gcc does not: install clang, and it is tried too"))
            }
            None => Err(refusal),
        }
    }

    /// Preprocesses each text, compiles only the result, and assembles without access to the untrusted folder. So a
    /// cached program depends only on the content that names it.
    fn compile_by(
        &self,
        toolchain: &Toolchain,
        build: Build,
        cache: &Path,
        launch: &Launch,
    ) -> Result<Compiled, Trouble> {
        let (shown, started) = (self.shown.as_str(), Instant::now());
        let flags = build.flags(toolchain);
        let run = |args: &[&str], input: &[u8], (folder, scratch): (Option<&Path>, Option<&Path>), output: usize| {
            if started.elapsed() > ALL_FILES {
                return Err(ProgramError::unfit(format!("{shown} does not compile: {TOO_LONG}")).into());
            }
            let command = Command {
                args: toolchain
                    .args
                    .iter()
                    .map(String::as_str)
                    .chain(flags.iter().chain(args).copied())
                    .map(str::to_owned)
                    .collect(),
                readable: toolchain.home.iter().cloned().collect(),
                folder: folder.map(Path::to_owned),
                scratch: scratch.map(Path::to_owned),
                ..Command::new(&toolchain.compiler, Sees::Toolchain)
            };
            let finished = launch.run(&command, input, &limits(output));
            let finished = finished.map_err(|stop| ProgramError::new(format!("{shown} cannot be compiled: {stop}")))?;
            if finished.ending.is_success() { Ok(finished) } else { Err(does_not_compile(shown, &finished)) }
        };
        let folder = Some(self.folder.as_path());
        let mut texts = Vec::new();
        for text in &self.texts {
            texts.push(run(&["-E", "-x", "c", "-"], text, (folder, None), PREPROCESSED)?.stdout);
        }
        if texts.iter().map(Vec::len).sum::<usize>() > PREPROCESSED {
            return Err(ProgramError::unfit(format!("{shown} does not compile: {TOO_MUCH}")).into());
        }
        let hash = super::hash(&texts.iter().map(|text| without_places(text)).collect::<Vec<_>>().concat());
        if build == Build::Sanitized {
            texts[0].extend(format!("\n# 1 \"options.c\"\n{SANITIZER_OPTIONS}").into_bytes());
        }
        let words = [&toolchain.name, &toolchain.version].into_iter().chain(&toolchain.args).map(String::as_str);
        let words: Vec<&str> = words.chain(flags.iter().copied()).collect();
        let mut content = format!("{}\n", words.join(" ")).into_bytes();
        for text in &texts {
            content.extend(format!("{} bytes\n", text.len()).into_bytes());
            content.extend(text);
        }
        let unwritable = |error: io::Error| {
            ProgramError::new(format!("{}: cannot keep the program of {shown}: {error}", cache.display()))
        };
        make_own(cache).map_err(unwritable)?;
        let home = free_home(cache, &content);
        let program = home.join("program");
        let by = self.command(toolchain, &flags);
        if program.exists() {
            let warnings = fs::read(home.join(WARNINGS)).unwrap_or_default();
            return Ok(Compiled { program, warnings: String::from_utf8_lossy(&warnings).into_owned(), hash, by });
        }
        let workshop = Workshop::new(cache).map_err(unwritable)?;
        let scratch = Some(workshop.scratch.as_path());
        let made = workshop.scratch.join("program");
        let in_scratch = |name: String| workshop.scratch.join(name).to_string_lossy().into_owned();
        let (mut said, mut assembled) = (Vec::new(), Vec::new());
        for (number, text) in texts.iter().enumerate() {
            let assembly = in_scratch(format!("program-{number}.s"));
            // With the folder, messages can quote its lines; but clang would also assemble files that the text names.
            let folder = folder.filter(|_| !toolchain.is_clang);
            let args = ["-S", "-x", "cpp-output", "-", "-o", &assembly];
            said.extend(run(&args, text, (folder, scratch), WORDS)?.stderr);
            assembled.push(assembly);
        }
        let output = made.to_string_lossy();
        let files = assembled.iter().map(String::as_str);
        let args: Vec<&str> = ["-x", "assembler"].into_iter().chain(files).chain(["-o", &output, "-lm"]).collect();
        run(&args, b"", (None, scratch), WORDS)?;
        let made = read_plain(&made, PROGRAM).map_err(|error| {
            ProgramError::unfit(format!("{shown} does not compile: what the compiler made {error}"))
        })?;
        let keep = |ours: &Path| {
            fs::write(ours.join("program"), &made)?;
            make_executable(&ours.join("program"))?;
            fs::write(ours.join(WARNINGS), &said)
        };
        workshop.put_in_place(&content, &home, keep).map_err(unwritable)?;
        Ok(Compiled { program, warnings: String::from_utf8_lossy(&said).into_owned(), hash, by })
    }

    fn command(&self, toolchain: &Toolchain, flags: &[&str]) -> Vec<String> {
        let shown = Path::new(&self.shown);
        let program = shown.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let files = self.names.iter().map(|name| shown.join(name).display().to_string());
        let files = if self.names.is_empty() { vec![self.shown.clone()] } else { files.collect() };
        let words = [&toolchain.name].into_iter().chain(&toolchain.args).map(String::as_str);
        let words = words.chain(flags.iter().copied()).map(str::to_owned);
        let files = ["-o".to_owned(), program].into_iter().chain(files).chain(["-lm".to_owned()]);
        words.chain(files).collect()
    }
}

/// The file beside a program with its compiler's warnings.
const WARNINGS: &str = "warnings";

/// Makes a program executable for a seat's own user, with any umask.
pub(super) fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

/// Removes blank lines, blanks around lines and line markers from a preprocessed text: comments do not change the
/// program, and neither does preprocessing twice.
fn without_places(text: &[u8]) -> Vec<u8> {
    let is_place = |line: &[u8]| matches!(line, [b'#', b' ', digit, ..] if digit.is_ascii_digit());
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.filter(|line| !line.is_empty() && !is_place(line)).flat_map(|line| [line, b"\n"].concat()).collect()
}

/// Creates a folder for programs. Refuses one of another user, who could replace the programs in it.
pub(super) fn make_own(cache: &Path) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    fs::create_dir_all(cache)?;
    let us = fs::metadata("/proc/self")?.uid();
    for folder in [Some(cache), cache.parent()].into_iter().flatten() {
        if ![us, 0].contains(&fs::metadata(folder)?.uid()) {
            let reason = format!("{} belongs to somebody else: set XDG_CACHE_HOME", folder.display());
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, reason));
        }
    }
    Ok(())
}

/// A snapshot of source files.
struct Sources {
    /// Their name in messages: the file, or the folder of several.
    shown: String,
    /// Their texts, each after a line with its name.
    texts: Vec<Vec<u8>>,
    /// The names of those in a folder.
    names: Vec<String>,
    /// Their folder, which holds the headers named in quotes.
    folder: PathBuf,
}

impl Sources {
    /// Returns the C files of a folder, without its tests. They are compiled from the copy in the cache.
    fn of_folder(path: &Path, cache: &Path) -> Result<Sources, ProgramError> {
        let shown = path.display().to_string();
        let kept = folder::keep(path, cache)?;
        let is_source = |name: &&str| {
            let is_here = !name.contains('/') && Path::new(name).extension().is_some_and(|kind| kind == "c");
            is_here && !name.starts_with("test")
        };
        let names: Vec<String> = kept.names.iter().map(String::as_str).filter(is_source).map(str::to_owned).collect();
        if names.len() > FILES {
            let reason = format!("{shown} has {} C files, and {FILES} are allowed", names.len());
            return Err(ProgramError::unfit(reason));
        }
        let mut texts = Vec::new();
        for name in &names {
            texts.extend(Sources::of_file(&kept.files.join(name))?.texts);
        }
        Ok(Sources { shown, texts, names, folder: kept.files })
    }

    fn of_file(path: &Path) -> Result<Sources, ProgramError> {
        let shown = path.display();
        let wrong = |error: io::Error| ProgramError::new(format!("{shown}: {error}"));
        let found = fs::canonicalize(path).map_err(wrong)?;
        let (folder, name) = (found.parent().unwrap_or(Path::new("/")), found.file_name().unwrap_or_default());
        let beside = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if fs::canonicalize(beside).map_err(wrong)? != folder {
            let reason = "is a link that leads out of its folder: hand over the file itself";
            return Err(ProgramError::unfit(format!("{shown} {reason}")));
        }
        // For messages; the compiler reads the name as a C string.
        let name: String = name.to_string_lossy().chars().map(|c| if c.is_control() { '?' } else { c }).collect();
        let quoted = name.replace('\\', "\\\\").replace('"', "\\\"");
        let mut text = format!("#line 1 \"{quoted}\"\n").into_bytes();
        text.extend(read_plain(&found, SOURCE).map_err(|error| ProgramError::unfit(format!("{shown} {error}")))?);
        let (texts, names) = (vec![text], Vec::new());
        Ok(Sources { shown: shown.to_string(), texts, names, folder: folder.to_owned() })
    }
}

/// Returns the folder for this content. The content itself is stored and compared, so a hash collision is harmless.
pub(super) fn free_home(cache: &Path, content: &[u8]) -> PathBuf {
    let hash = super::hash(content);
    let mut homes = (0_u32..).map(|number| cache.join(format!("{hash:016x}-{number}")));
    let fits = |home: &PathBuf| fs::read(home.join("content")).map_or(!home.exists(), |found| found == content);
    homes.find(fits).expect("there is always another number")
}

/// Returns the preprocessed text of a cached program with one source file.
pub(super) fn text_of(program: &Path) -> io::Result<Vec<u8>> {
    let content = fs::read(program.with_file_name("content"))?;
    // The first line names the compiler and its flags, the second the length of the text.
    let mut lines = content.splitn(3, |&byte| byte == b'\n');
    Ok(lines.nth(2).unwrap_or_default().to_vec())
}

const TOO_LONG: &str =
    "the compiler takes too long over it: 10 s are allowed, 20 s by the clock, and a minute for all files";
const TOO_MUCH: &str = "too much comes of it: 16 MiB of preprocessed text are allowed, and 1 MiB of messages";

fn does_not_compile(shown: &str, finished: &Finished) -> Trouble {
    let said = String::from_utf8_lossy(&finished.stderr);
    let too_much = match finished.ending {
        Ending::CpuTime | Ending::WallClock | Ending::Idle => TOO_LONG,
        Ending::Memory => "the compiler needs more than 1 GiB of memory for it",
        Ending::Flood => TOO_MUCH,
        Ending::Exited(_) if said.contains("File size limit exceeded") => "the program would be larger than 64 MiB",
        Ending::Exited(_) => {
            return Trouble::Refused(ProgramError::from_output(&format!("{shown} does not compile"), &said));
        }
        Ending::Signalled(_) => {
            let reason = format!("{shown} does not compile: the compiler {}\n{}", finished.ending, said.trim_end());
            return ProgramError::unfit(reason).into();
        }
    };
    ProgramError::unfit(format!("{shown} does not compile: {too_much}")).into()
}
