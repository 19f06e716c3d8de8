//! A small HTTP client for tests: one connection per request, HTTP/1.0 unless the caller asks for more.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use serde_json::Value;

/// Sends a request: the first line as `GET /path HTTP/1.0`, the headers besides the length, and the body.
pub fn ask<'a>(
    mut stream: TcpStream,
    line: &str,
    headers: impl IntoIterator<Item = (&'a str, &'a str)>,
    body: &[u8],
) -> PendingReply {
    let mut request = format!("{line}\r\nContent-Length: {}\r\n", body.len());
    for (name, value) in headers {
        request.extend([name, ": ", value, "\r\n"]);
    }
    stream.write_all(format!("{request}\r\n").as_bytes()).unwrap();
    // A server that refuses the request may close the connection before it has read the body.
    let _ignored = stream.write_all(body);
    PendingReply(BufReader::new(stream))
}

/// A request whose answer has not been read.
pub struct PendingReply(BufReader<TcpStream>);

impl PendingReply {
    fn head(&mut self) -> String {
        let mut head = String::new();
        // The server may close the connection early.
        while !head.ends_with("\r\n\r\n") && self.0.read_line(&mut head).is_ok_and(|read| read > 0) {}
        head.trim_end().to_owned()
    }

    /// Reads the whole answer: up to its `Content-Length`, or until the server closes the connection.
    pub fn read(mut self) -> Reply {
        let headers = self.head();
        let status = headers.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no answer: {headers:?}"));
        let mut reply = Reply { status, headers, body: String::new(), bytes: Vec::new() };
        let length = reply.header("Content-Length").map_or(u64::MAX, |length| length.parse().unwrap());
        let _ignored = self.0.take(length).read_to_end(&mut reply.bytes);
        reply.body = String::from_utf8_lossy(&reply.bytes).into_owned();
        reply
    }

    pub fn events(mut self) -> Events {
        let head = self.head();
        assert!(head.starts_with("HTTP/1.0 200") || head.starts_with("HTTP/1.1 200"), "{head}");
        Events(self.0)
    }
}

#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: String,
    pub body: String,
    /// The body as it was sent; it may be compressed.
    pub bytes: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.headers.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }
}

pub struct Events(BufReader<TcpStream>);

#[derive(Debug)]
pub struct Event {
    pub name: String,
    pub id: Option<u64>,
    pub data: Value,
}

impl Iterator for Events {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        let mut event = Event { name: String::new(), id: None, data: Value::Null };
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).ok()? == 0 {
                return None;
            }
            match line.trim_end().split_once(": ") {
                Some(("event", name)) => name.clone_into(&mut event.name),
                Some(("id", id)) => event.id = id.parse().ok(),
                Some(("data", data)) => event.data = serde_json::from_str(data).unwrap(),
                _ if line.trim_end().is_empty() && !event.name.is_empty() => return Some(event),
                _ => {}
            }
        }
    }
}
