//! The files a program may read (the visible system, itself, the files of its command), and the folder it may write to.

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetError, Scope, path_beneath_rules,
};

use crate::command::Sees;

/// Files and folders that programs need to start: libraries, interpreters, and the files that locate them.
const SYSTEM: [&str; 13] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/alternatives",
    "/etc/localtime",
    // Node gives up if this exists and cannot be read.
    "/etc/ssl/openssl.cnf",
];

/// Devices without memory. A compiler gets the first only: the others never end. Excluded: `/dev/zero`, whose shared
/// mappings are memory that no limit counts.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"];

/// The newest ABI whose rights are used here; an older kernel applies those it knows.
const NEWEST: ABI = ABI::V6;

/// Returns the visible files and folders of the system.
pub(super) fn system(sees: Sees) -> &'static [&'static str] {
    if sees == Sees::Nothing { &[] } else { &SYSTEM }
}

pub(super) fn devices(sees: Sees) -> &'static [&'static str] {
    match sees {
        Sees::Nothing => &[],
        Sees::System | Sees::Processes => &DEVICES,
        Sees::Toolchain => &DEVICES[..1],
    }
}

/// Creates a ruleset that allows reading these files and folders and the visible system, writing to the scratch folder,
/// and nothing else.
pub(super) fn ruleset<'a>(
    program: &'a Path,
    readable: impl Iterator<Item = &'a PathBuf>,
    scratch: Option<&Path>,
    sees: Sees,
) -> Result<Option<OwnedFd>, RulesetError> {
    let read = BitFlags::from(AccessFs::Execute) | AccessFs::ReadFile | AccessFs::ReadDir;
    let write = AccessFs::ReadFile | AccessFs::ReadDir | AccessFs::WriteFile | AccessFs::Truncate;
    let made = AccessFs::MakeReg | AccessFs::RemoveFile | AccessFs::MakeDir | AccessFs::RemoveDir | AccessFs::Refer;
    let granted = readable.map(PathBuf::as_path).chain([program]).chain(system(sees).iter().map(Path::new));
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(granted, read))?
        .add_rules(path_beneath_rules(devices(sees), AccessFs::ReadFile | AccessFs::WriteFile))?
        .add_rules(path_beneath_rules(scratch, write | made))?;
    Ok(ruleset.into())
}
