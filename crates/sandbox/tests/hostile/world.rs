//! The targets of the hostile programs, and how the test sees harm.

use std::collections::BTreeSet;
use std::fs::{self, FileTimes};
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, UNIX_EPOCH};

use nix::fcntl::{FcntlArg, FdFlag, fcntl};

/// A victim process, a folder open to all, listening sockets, and an inherited descriptor.
pub struct World {
    victim: Child,
    pub playground: PathBuf,
    pub mark: String,
    secret: String,
    tcp: TcpListener,
    udp: UdpSocket,
    path: UnixListener,
    name: UnixListener,
    datagrams: UnixDatagram,
    _forgotten: fs::File,
}

/// Where an attack may leave something with its mark.
const PLACES: [&str; 7] = ["/tmp", "/var/tmp", "/dev/shm", "/run", "/dev", "/usr", "/"];

impl World {
    pub fn new(number: u32) -> World {
        let mark = format!("gotcha-{}-{number}", std::process::id());
        let playground = std::env::temp_dir().join(format!("cardsharp-playground-{}-{number}", std::process::id()));
        fs::create_dir(&playground).unwrap();
        let secret = format!("canary-{}", std::process::id());
        fs::write(playground.join("secret"), &secret).unwrap();
        fs::write(playground.join("open_to_all"), "leave me as I am").unwrap();
        fs::write(playground.join("almanac"), vec![b'7'; 1 << 16]).unwrap();
        symlink("secret", playground.join("link")).unwrap();
        let allow = |name: &str, mode| {
            fs::set_permissions(playground.join(name), fs::Permissions::from_mode(mode)).unwrap();
        };
        allow("", 0o777);
        allow("secret", 0o644);
        allow("open_to_all", 0o666);
        allow("almanac", 0o644);
        let victim = Command::new("sleep").arg("100000").current_dir(&playground).stdin(Stdio::null()).spawn().unwrap();
        let forgotten = fs::File::open(playground.join("secret")).unwrap();
        fcntl(&forgotten, FcntlArg::F_SETFD(FdFlag::empty())).unwrap();
        let named = |name: String| SocketAddr::from_abstract_name(name).unwrap();
        let path = UnixListener::bind(playground.join("socket")).unwrap();
        allow("socket", 0o777);
        let world = World {
            victim,
            tcp: TcpListener::bind("127.0.0.1:0").unwrap(),
            udp: UdpSocket::bind("127.0.0.1:0").unwrap(),
            path,
            name: UnixListener::bind_addr(&named(mark.clone())).unwrap(),
            datagrams: UnixDatagram::bind_addr(&named(format!("{mark}-datagram"))).unwrap(),
            _forgotten: forgotten,
            playground,
            mark,
            secret,
        };
        world.tcp.set_nonblocking(true).unwrap();
        world.udp.set_nonblocking(true).unwrap();
        world.path.set_nonblocking(true).unwrap();
        world.name.set_nonblocking(true).unwrap();
        world.datagrams.set_nonblocking(true).unwrap();
        world
    }

    /// Returns the arguments of a hostile program.
    pub fn args(&self) -> Vec<String> {
        let port = |address: std::io::Result<std::net::SocketAddr>| address.unwrap().port().to_string();
        vec![
            self.victim.id().to_string(),
            self.playground.display().to_string(),
            port(self.tcp.local_addr()),
            port(self.udp.local_addr()),
            self.mark.clone(),
        ]
    }

    /// A file that every hostile program may read, with an access time years ago.
    pub fn almanac(&self) -> PathBuf {
        let path = self.playground.join("almanac");
        let file = fs::File::options().write(true).open(&path).unwrap();
        let long_ago = UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        file.set_times(FileTimes::new().set_accessed(long_ago).set_modified(long_ago)).unwrap();
        path
    }

    /// Returns everything observable, to be compared before and after.
    pub fn look(&mut self) -> Vec<String> {
        let mut seen = vec![
            format!("the victim has ended: {:?}", self.victim.try_wait().unwrap()),
            format!("the victim is {}", state(self.victim.id()).unwrap_or('-')),
            format!("TCP: {:?}", self.tcp.accept().map(drop).map_err(|error| error.kind())),
            format!("UDP: {:?}", self.udp.recv(&mut [0; 9]).map_err(|error| error.kind())),
            format!("local socket by path: {:?}", self.path.accept().map(drop).map_err(|error| error.kind())),
            format!("local socket by name: {:?}", self.name.accept().map(drop).map_err(|error| error.kind())),
            format!("local datagrams: {:?}", self.datagrams.recv(&mut [0; 9]).map_err(|error| error.kind())),
            format!("descriptors: {}", fs::read_dir("/proc/self/fd").unwrap().count()),
        ];
        for name in names(&self.playground) {
            let path = self.playground.join(&name);
            let what = fs::symlink_metadata(&path).unwrap();
            // Not read: that would change the access time.
            let content = fs::metadata(&path).map_or(0, |file| file.len());
            let owner = (what.uid(), what.gid(), what.mode(), what.nlink(), what.mtime_nsec());
            seen.push(format!("{name}: {content} bytes, {owner:?}"));
        }
        for place in PLACES {
            let marked = names(Path::new(place)).into_iter().filter(|name| name.contains(&self.mark));
            seen.extend(marked.map(|name| format!("left in {place}: {name}")));
        }
        for kind in ["shm", "msg", "sem"] {
            let table = fs::read_to_string(format!("/proc/sysvipc/{kind}")).unwrap_or_default();
            seen.push(format!("{kind}: {} lines", table.lines().count()));
        }
        seen
    }

    /// Returns whether this text reports harm or contains the secret.
    pub fn betrays(&self, text: &str) -> bool {
        text.contains("HARM") || text.contains(&self.secret)
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _may_be_dead = self.victim.kill();
        let _may_be_gone = self.victim.wait();
        for name in names(&self.playground) {
            let _gone = fs::remove_file(self.playground.join(name));
        }
        let _gone = fs::remove_dir(&self.playground);
    }
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// Returns the state and the parent of a process from `/proc`, after the name in parentheses.
fn stat(pid: u32) -> Option<(char, u32)> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut fields = stat[stat.rfind(')')? + 1..].split_whitespace();
    Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
}

fn state(pid: u32) -> Option<char> {
    stat(pid).map(|(state, _)| state)
}

/// Returns the processes that run this program or are children of the helper, except dead ones that are not yet reaped.
pub fn survivors(program: &Path, helper: u32) -> Vec<u32> {
    let wanted = program.to_string_lossy().into_owned();
    let pids = names(Path::new("/proc")).into_iter().filter_map(|name| name.parse::<u32>().ok());
    pids.filter(|&pid| {
        let Some((state, parent)) = stat(pid) else { return false };
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        !matches!(state, 'Z' | 'X') && (parent == helper || String::from_utf8_lossy(&line).contains(&wanted))
    })
    .collect()
}
