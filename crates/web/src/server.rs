//! Opens the server: first the address, so that a server that cannot be reached opens no files.

use std::error::Error;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Weak};
use std::time::Duration;
use std::{fmt, io};

use cardsharp_archive::{Archive, ArchiveError};
use cardsharp_sandbox::HelperCommand;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use crate::app::App;
use crate::clock::Clock;
use crate::http::{connections, router};
use crate::limits::Limits;
use crate::programs::Programs;

/// The options of a server.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The address to listen on.
    pub address: SocketAddr,
    /// The database of the tables; `:memory:` stores none.
    pub tables: PathBuf,
    /// A records database to show, if any.
    pub records: Option<PathBuf>,
    /// Accepted host names besides those of this machine.
    pub hosts: Vec<String>,
    /// The command that starts the helper for programs, if programs may be uploaded.
    pub programs: Option<HelperCommand>,
    /// A folder to read the page from at every request instead of the binary, for development.
    pub page: Option<PathBuf>,
    /// The number of threads that think.
    pub threads: usize,
    /// The limits of requests and resources.
    pub limits: Limits,
    /// The clock for time controls and absences.
    pub clock: Clock,
}

/// Why the server cannot be opened.
#[derive(Debug)]
pub enum ServeError {
    /// Another program has the port.
    PortTaken(SocketAddr),
    /// The server cannot listen on the address.
    Address(SocketAddr, io::Error),
    /// A file cannot be used.
    File(ArchiveError),
    /// The threads cannot be started.
    Threads(io::Error),
    /// The folder for programs cannot be created.
    Programs(io::Error),
    /// The runtime cannot be started.
    System(io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::PortTaken(address) => {
                let (port, other) = (address.port(), address.port().checked_add(1).unwrap_or(8000));
                write!(f, "port {port} is taken by another program; try `cardsharp serve --port {other}`")
            }
            ServeError::Address(address, error) => write!(f, "cannot listen at {address}: {error}"),
            ServeError::File(error) => write!(f, "{error}"),
            ServeError::Threads(error) => {
                write!(f, "so many threads cannot be started ({error}); take fewer, as with `--threads 2`")
            }
            ServeError::Programs(error) => write!(f, "the folder for programs beside the tables: {error}"),
            ServeError::System(error) => write!(f, "cannot begin to serve: {error}"),
        }
    }
}

impl Error for ServeError {}

/// A server that listens but does not answer yet.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    app: Arc<App>,
    address: SocketAddr,
}

impl Server {
    /// Opens the server.
    ///
    /// # Errors
    /// If the server cannot have its address, files, threads or folder for programs.
    pub fn open(plan: ServeOptions) -> Result<Server, ServeError> {
        let runtime = Builder::new_multi_thread().enable_all().build().map_err(ServeError::System)?;
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::AddrInUse => ServeError::PortTaken(plan.address),
            _ => ServeError::Address(plan.address, error),
        };
        let listener = runtime.block_on(TcpListener::bind(plan.address)).map_err(failed)?;
        let address = listener.local_addr().map_err(ServeError::System)?;
        let mut hosts = plan.hosts;
        if !address.ip().is_unspecified() {
            hosts.push(address.ip().to_string());
        }
        let archive = plan.records.as_deref().map(Archive::open_to_read).transpose().map_err(ServeError::File)?;
        let (file, asking, threads) = (plan.tables.as_path(), plan.limits.asking, plan.threads);
        let programs = plan.programs.map(|helper| Programs::open(&helper, file, asking, threads));
        let programs = programs.transpose().map_err(|error| match error.kind() {
            io::ErrorKind::OutOfMemory | io::ErrorKind::WouldBlock => ServeError::Threads(error),
            _ => ServeError::Programs(error),
        })?;
        let inside = runtime.enter();
        let app = App::open_up((plan.limits, plan.clock), threads, hosts, (file, archive), programs, plan.page)?;
        tokio::spawn(sweep_regularly(Arc::downgrade(&app)));
        drop(inside);
        Ok(Server { runtime, listener, app, address })
    }

    /// Returns the address for a browser.
    pub fn url(&self) -> String {
        // A browser cannot go to the unspecified address.
        let ip = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::from([127, 0, 0, 1]),
            ip => ip,
        };
        format!("http://{}", SocketAddr::new(ip, self.address.port()))
    }

    /// Returns the address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves in the background until the result is dropped, which stops as suddenly as killing the process would.
    pub fn start(self) -> Running {
        let Server { runtime, listener, app, address } = self;
        runtime.spawn(connections::serve(listener, router(&app), app.limits.clone()));
        Running { runtime: Some(runtime), app, address }
    }

    /// Serves until the process ends. No change is lost when it ends.
    pub fn run(self) -> ! {
        let Server { runtime, listener, app, .. } = self;
        match runtime.block_on(connections::serve(listener, router(&app), app.limits.clone())) {}
    }
}

/// A server that runs in the background.
pub struct Running {
    runtime: Option<Runtime>,
    app: Arc<App>,
    address: SocketAddr,
}

impl Running {
    /// Returns the address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
        // Tasks end when they next wait; the file is free for the next server at once.
        self.app.close();
    }
}

const SWEEPING: Duration = Duration::from_mins(1);

async fn sweep_regularly(app: Weak<App>) {
    let mut minutes = tokio::time::interval(SWEEPING);
    loop {
        minutes.tick().await;
        let Some(app) = app.upgrade() else { return };
        app.sweep().await;
    }
}
