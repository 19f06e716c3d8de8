//! C files, compiled once per content and kept in the user's cache folder.
//!
//! A stranger's file is a stranger's: the compiler reads it from its standard input, inside the sandbox, with the
//! toolchain and the file's own folder to read and one scratch folder to write. No name of theirs is ever on its
//! command line, and what it has made is taken over only as a plain file of a bounded size.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cardsharp_sandbox::{Command, Ending, Finished, Limits, Sees, read_plain};

use super::ProgramError;
use super::toolchain::Toolchain;
use super::workshop::Workshop;
use crate::table::Launch;

/// What a compiled program is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// To play.
    Plain,
    /// To be found out: with the address and undefined-behaviour sanitizers.
    Sanitized,
    /// To be looked at while it runs, by valgrind.
    Debugged,
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

const MIB: u64 = 1 << 20;
/// The longest source file.
const SOURCE: u64 = 4 * MIB;
/// The longest text a preprocessor may make of it.
const PREPROCESSED: usize = 16 << 20;
/// The most a compiler may say about it.
const WORDS: usize = 1 << 20;
/// The largest program.
const PROGRAM: u64 = 64 * MIB;

/// A compiler may be fed a bomb too: this is plenty for a card player.
fn limits(output: usize) -> Limits {
    Limits {
        cpu: Duration::from_secs(10),
        wall: Duration::from_secs(20),
        memory: 1024 * MIB,
        file: PROGRAM,
        output,
        // The driver, and what it starts for each step.
        processes: 16,
        ..Limits::default()
    }
}

impl Build {
    fn flags(self, toolchain: &Toolchain) -> Vec<&'static str> {
        let mut flags = FLAGS.to_vec();
        match self {
            // More optimising turns small mistakes of old course work, such as reading one place
            // beyond an array, into endless loops.
            Build::Plain => flags.extend(["-O1", "-fwrapv", "-fno-strict-aliasing"]),
            Build::Sanitized => {
                flags.extend(["-g", "-O0", "-fno-omit-frame-pointer", "-fsanitize=address,undefined"]);
            }
            Build::Debugged => flags.extend(["-g", "-O0"]),
        }
        // A program that needs no library when it runs need not see any file; sanitizers are libraries.
        if self == Build::Plain && toolchain.links_statically {
            flags.push("-static");
        }
        flags
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
/// If it does not compile, with what the compiler says, or there is no compiler, no cache or no sandbox.
pub fn compile(source: &Path, build: Build, cache: &Path, launch: &Launch) -> Result<Compiled, ProgramError> {
    Source::read(source)?.compile(build, cache, launch)
}

/// Compiles a program of ours that does nothing, to see whether a build works here at all.
pub(crate) fn compile_nothing(build: Build, cache: &Path, launch: &Launch) -> Result<Compiled, ProgramError> {
    let wrong = |error: io::Error| ProgramError::new(format!("{}: {error}", cache.display()));
    make_own(cache).map_err(wrong)?;
    let text = b"int main(void) { return 0; }\n".to_vec();
    Source { shown: "nothing.c".to_owned(), text, folder: cache.to_owned() }.compile(build, cache, launch)
}

impl Source {
    /// In three steps, so that what is kept under a content is made of just that: the text is preprocessed, what came
    /// out is compiled and nothing else, and whoever assembles it sees no folder of a stranger's any more.
    fn compile(self, build: Build, cache: &Path, launch: &Launch) -> Result<Compiled, ProgramError> {
        let shown = self.shown.as_str();
        let toolchain = Toolchain::find()?;
        let flags = build.flags(toolchain);
        let run = |args: &[&str], input: &[u8], (folder, scratch): (Option<&Path>, Option<&Path>), output: usize| {
            let command = Command {
                args: flags.iter().chain(args).map(|&word| word.to_owned()).collect(),
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
        let mut text = run(&["-E", "-x", "c", "-"], &self.text, (folder, None), PREPROCESSED)?.stdout;
        let hash = super::hash(&without_places(&text));
        if build == Build::Sanitized {
            text.extend(format!("\n# 1 \"options.c\"\n{SANITIZER_OPTIONS}").into_bytes());
        }
        let mut content = format!("{} {} {}\n", toolchain.name, toolchain.version, flags.join(" ")).into_bytes();
        content.extend(&text);
        let unwritable = |error: io::Error| {
            ProgramError::new(format!("{}: cannot keep the program of {shown}: {error}", cache.display()))
        };
        make_own(cache).map_err(unwritable)?;
        let home = free_home(cache, &content);
        let program = home.join("program");
        if program.exists() {
            return Ok(Compiled { program, warnings: String::new(), hash });
        }
        let workshop = Workshop::new(cache).map_err(unwritable)?;
        let scratch = Some(workshop.scratch.as_path());
        let [assembly, made] = ["program.s", "program"].map(|name| workshop.scratch.join(name));
        let (assembly, output) = (assembly.to_string_lossy(), made.to_string_lossy());
        // The folder is shown once more for the lines that messages quote.
        let said = run(&["-S", "-x", "cpp-output", "-", "-o", &assembly], &text, (folder, scratch), WORDS)?.stderr;
        run(&["-x", "assembler", &assembly, "-o", &output, "-lm"], b"", (None, scratch), WORDS)?;
        let made = read_plain(&made, PROGRAM).map_err(|error| {
            ProgramError::unfit(format!("{shown} does not compile: what the compiler made {error}"))
        })?;
        workshop.put_in_place(&made, &content, &home).map_err(unwritable)?;
        Ok(Compiled { program, warnings: String::from_utf8_lossy(&said).into_owned(), hash })
    }
}

/// A preprocessed text without blank lines, blanks around lines and the lines that say where it came from: a comment
/// more makes no other program, and neither does preprocessing it a second time.
fn without_places(text: &[u8]) -> Vec<u8> {
    let is_place = |line: &[u8]| matches!(line, [b'#', b' ', digit, ..] if digit.is_ascii_digit());
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.filter(|line| !line.is_empty() && !is_place(line)).flat_map(|line| [line, b"\n"].concat()).collect()
}

/// Makes a folder for programs, unless it is there and ours: in one of somebody else's they could be exchanged.
fn make_own(cache: &Path) -> io::Result<()> {
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

/// The words of the command that compiles a C file to play, as a person would type them beside it.
///
/// # Errors
/// If there is no compiler.
pub fn compile_command(source: &Path) -> Result<Vec<String>, ProgramError> {
    let toolchain = Toolchain::find()?;
    let words = [toolchain.name].into_iter().chain(Build::Plain.flags(toolchain)).map(str::to_owned);
    let program = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let files = ["-o".to_owned(), program, source.display().to_string(), "-lm".to_owned()];
    Ok(words.chain(files).collect())
}

/// A source file as it was when we looked.
struct Source {
    /// What it is called in messages.
    shown: String,
    /// Its text, with a line before it that says what it is called.
    text: Vec<u8>,
    /// Where it lies, and where the headers are that it names in quotes.
    folder: PathBuf,
}

impl Source {
    fn read(path: &Path) -> Result<Source, ProgramError> {
        let shown = path.display();
        let wrong = |error: io::Error| ProgramError::new(format!("{shown}: {error}"));
        let found = fs::canonicalize(path).map_err(wrong)?;
        let (folder, name) = (found.parent().unwrap_or(Path::new("/")), found.file_name().unwrap_or_default());
        let beside = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if fs::canonicalize(beside).map_err(wrong)? != folder {
            let reason = "is a link that leads out of its folder: hand over the file itself";
            return Err(ProgramError::unfit(format!("{shown} {reason}")));
        }
        // For messages; a compiler reads it as a string of C.
        let name: String = name.to_string_lossy().chars().map(|c| if c.is_control() { '?' } else { c }).collect();
        let quoted = name.replace('\\', "\\\\").replace('"', "\\\"");
        let mut text = format!("#line 1 \"{quoted}\"\n").into_bytes();
        text.extend(read_plain(&found, SOURCE).map_err(|error| ProgramError::unfit(format!("{shown} {error}")))?);
        Ok(Source { shown: shown.to_string(), text, folder: folder.to_owned() })
    }
}

/// The folder for this content. A hash only narrows the search: the content itself is kept beside
/// the program and compared, so that nobody can make a file that passes for another's.
fn free_home(cache: &Path, content: &[u8]) -> PathBuf {
    let hash = super::hash(content);
    let mut homes = (0_u32..).map(|number| cache.join(format!("{hash:016x}-{number}")));
    let fits = |home: &PathBuf| fs::read(home.join("content")).map_or(!home.exists(), |found| found == content);
    homes.find(fits).expect("there is always another number")
}

/// The text that a program of the cache was made of.
pub(super) fn text_of(program: &Path) -> io::Result<Vec<u8>> {
    let content = fs::read(program.with_file_name("content"))?;
    // The first line says which compiler made it, and how.
    let after = content.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    Ok(content[after..].to_vec())
}

fn does_not_compile(shown: &str, finished: &Finished) -> ProgramError {
    let said = String::from_utf8_lossy(&finished.stderr);
    let said = said.trim_end();
    let too_much = match finished.ending {
        Ending::CpuTime | Ending::WallClock => {
            "the compiler takes too long over it: 10 s are allowed, 20 s by the clock"
        }
        Ending::Memory => "the compiler needs more than 1 GiB of memory for it",
        Ending::Flood => "too much comes of it: 16 MiB of preprocessed text are allowed, and 1 MiB of messages",
        Ending::Exited(_) if said.contains("File size limit exceeded") => "the program would be larger than 64 MiB",
        Ending::Exited(_) => return ProgramError::unfit(format!("{shown} does not compile:\n{said}")),
        Ending::Signalled(_) => {
            return ProgramError::unfit(format!("{shown} does not compile: the compiler {}\n{said}", finished.ending));
        }
    };
    ProgramError::unfit(format!("{shown} does not compile: {too_much}"))
}
