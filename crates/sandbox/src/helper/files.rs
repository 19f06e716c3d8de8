//! Which files a program may read: the system's libraries and interpreters, itself, and what its command names.

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetError, Scope, path_beneath_rules,
};

/// What programs need of a system to start: libraries, interpreters, and how to find them.
pub(super) const SYSTEM: [&str; 13] = [
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

/// Devices without memory.
pub(super) const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// The newest version whose rights are known here; an older kernel takes of them what it knows.
const NEWEST: ABI = ABI::V6;

/// A ruleset that allows reading these files and folders, the system's and the devices, and nothing else.
pub(super) fn ruleset<'a>(
    program: &'a Path,
    readable: impl Iterator<Item = &'a PathBuf>,
) -> Result<Option<OwnedFd>, RulesetError> {
    let read = BitFlags::from(AccessFs::Execute) | AccessFs::ReadFile | AccessFs::ReadDir;
    let granted = readable.map(PathBuf::as_path).chain([program]).chain(SYSTEM.iter().map(Path::new));
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(granted, read))?
        .add_rules(path_beneath_rules(DEVICES, AccessFs::ReadFile | AccessFs::WriteFile))?;
    Ok(ruleset.into())
}
