//! Which files a program may read: what it sees of the system, itself, and what its command names; and where it may
//! write, if anywhere.

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetError, Scope, path_beneath_rules,
};

use crate::command::Sees;

/// What programs need of a system to start: libraries, interpreters, and how to find them.
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
    // Node gives up when this is there and cannot be read.
    "/etc/ssl/openssl.cnf",
];

/// Devices without memory. A compiler gets the first only: the others never end. Not among them: `/dev/zero`, which
/// makes memory that no limit counts for whoever shares it.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"];

/// The newest version whose rights are known here; an older kernel takes of them what it knows.
const NEWEST: ABI = ABI::V6;

/// The files and folders of the system.
pub(super) fn system(sees: Sees) -> &'static [&'static str] {
    if sees == Sees::Nothing { &[] } else { &SYSTEM }
}

/// The devices.
pub(super) fn devices(sees: Sees) -> &'static [&'static str] {
    match sees {
        Sees::Nothing => &[],
        Sees::System | Sees::Processes => &DEVICES,
        Sees::Toolchain => &DEVICES[..1],
    }
}

/// A ruleset that allows reading these files and folders and what is seen of the system, writing into the scratch
/// folder, and nothing else.
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
