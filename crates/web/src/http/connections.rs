//! The connections: how many each client may have, and how long one may stay idle.
//!
//! Every connection costs a file descriptor. A server without free descriptors can neither accept connections nor write
//! its tables. So the server never accepts more connections than it can spare descriptors, no client has more than half
//! of them, and an idle connection is closed. A few spare descriptors serve to answer refused clients.

use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use cardsharp_presentation::message;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use nix::sys::resource::{Resource, getrlimit};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::http::{ApiError, Client, Code};
use crate::limits::Limits;
use crate::threads::{Exhausted, Quota};

/// Descriptors reserved for the server's own files, threads and helpers.
const RESERVE: usize = 128;
/// Refused connections that get an answer at a time; others are dropped.
const TURNED_AWAY: usize = 8;
/// The time in which a refused connection must send its request.
const TURNING_AWAY: Duration = Duration::from_secs(1);
/// The wait after the system could not accept a connection.
const EXHAUSTED: Duration = Duration::from_millis(50);
/// The most bytes of a request's head.
const BUFFER: usize = 32 * 1024;

pub(crate) async fn serve(listener: TcpListener, app: Router, limits: Limits) -> Infallible {
    let (most, most_per_client) = places(&limits, descriptors());
    let places = Arc::new(Quota::new(most, most_per_client, HashMap::new()));
    let turned_away = Arc::new(Semaphore::new(TURNED_AWAY));
    loop {
        let (stream, client) = match listener.accept().await {
            Ok((stream, peer)) => (stream, Client::at(peer.ip())),
            Err(error) if is_of_one_connection(&error) => continue,
            Err(_) => {
                tokio::time::sleep(EXHAUSTED).await;
                continue;
            }
        };
        match places.hold(client) {
            Ok(place) => {
                let app = app.clone();
                tokio::spawn(async move {
                    let _place = place;
                    talk(stream, client, app, limits.header).await;
                });
            }
            Err(exhausted) => {
                let error = turned_away_for(exhausted);
                let Ok(permit) = Arc::clone(&turned_away).try_acquire_owned() else { continue };
                let app = Router::new().fallback(async move || error.clone());
                tokio::spawn(async move {
                    let _permit = permit;
                    let told = talk(stream, client, app, TURNING_AWAY);
                    let _nevermind = tokio::time::timeout(TURNING_AWAY, told).await;
                });
            }
        }
    }
}

async fn talk(stream: TcpStream, client: Client, app: Router, patience: Duration) {
    let _nevermind = stream.set_nodelay(true);
    let app = TowerToHyperService::new(app);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(client);
        let answer: Result<_, Infallible> = Ok(app.call(request));
        async move { answer?.await as Result<Response<Body>, Infallible> }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // This also limits how long a connection may stay without a request.
        .header_read_timeout(patience)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), service);
    // The cause does not matter: the client has gone.
    let _nevermind = connection.await;
}

/// Whether an error concerns only one connection, so that the next can be accepted at once.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

fn descriptors() -> usize {
    getrlimit(Resource::RLIMIT_NOFILE).map_or(1024, |(soft, _)| usize::try_from(soft).unwrap_or(usize::MAX))
}

/// Returns the limits for connections, in all and per client; a client may have at most half.
fn places(limits: &Limits, descriptors: usize) -> (usize, usize) {
    let most = limits.connections.min(descriptors - RESERVE.min(descriptors / 2));
    (most, limits.connections_per_address.min(most / 2).max(1))
}

fn turned_away_for(exhausted: Exhausted) -> ApiError {
    match exhausted {
        Exhausted::ForClient(own) => {
            let words = message!("There are {own} connections from your address already; close some.", own);
            Code::TooManyRequests.because(words)
        }
        Exhausted::ForAll(_) => Code::Busy.because(message!("The house is full; come back in a while.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_descriptors_are_reserved_and_no_client_has_all() {
        let limits = Limits { connections: 1_000, connections_per_address: 300, ..Limits::default() };
        assert_eq!(places(&limits, 1 << 20), (1_000, 300));
        assert_eq!(places(&limits, 1_024), (896, 300));
        assert_eq!(places(&limits, 64), (32, 16), "half is kept back where there are few");
    }
}
