//! A house on a port of its own, and a client of a few lines: HTTP/1.0, a connection for each request.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;

use cardsharp_web::{Limits, Plan, Running, Server};
use serde_json::{Value, json};
use socket2::{Domain, Socket, Type};

/// A house that keeps nothing.
pub fn house() -> Running {
    house_with(Path::new(":memory:"), Limits::default())
}

/// A house with its tables in a file.
pub fn house_with(tables: &Path, limits: Limits) -> Running {
    let plan = Plan {
        address: ([127, 0, 0, 1], 0).into(),
        tables: tables.to_owned(),
        records: None,
        hosts: Vec::new(),
        programs: None,
        threads: 1,
        limits,
    };
    Server::open(plan).unwrap().start()
}

/// What came back.
#[derive(Debug)]
pub struct Told {
    pub status: u16,
    pub headers: String,
    pub body: String,
}

impl Told {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// The code of a refusal.
    pub fn code(&self) -> String {
        let json = self.json();
        assert!(json["error"].as_str().is_some_and(|words| words.len() > 10), "a reason: {self:?}");
        json["code"].as_str().unwrap_or("").to_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.headers.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// Somebody who asks.
#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    /// Where it asks from: another address of this machine is another client.
    pub from: IpAddr,
    /// Sent with every request.
    pub headers: Vec<(String, String)>,
}

impl Client {
    pub fn new(house: &Running) -> Client {
        Client::of(house.address())
    }

    /// A client of the house at an address.
    pub fn of(address: SocketAddr) -> Client {
        Client { address, from: Ipv4Addr::LOCALHOST.into(), headers: Vec::new() }
    }

    /// The same from 127.0.0.`number`.
    pub fn from(&self, number: u8) -> Client {
        Client { from: [127, 0, 0, number].into(), ..self.clone() }
    }

    /// A connection on which nothing is said yet.
    pub fn connect(&self) -> TcpStream {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        // This machine's own address is what is taken anyway.
        if self.from != IpAddr::from(Ipv4Addr::LOCALHOST) {
            socket.bind(&SocketAddr::new(self.from, 0).into()).unwrap();
        }
        socket.connect(&self.address.into()).unwrap();
        socket.into()
    }

    pub fn with(&self, name: &str, value: impl Into<String>) -> Client {
        let mut client = self.clone();
        client.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        client.headers.push((name.to_owned(), value.into()));
        client
    }

    pub fn holding(&self, token: &str) -> Client {
        self.with("Authorization", format!("Bearer {token}"))
    }

    fn begin(&self, method: &str, path: &str, body: &[u8]) -> TcpStream {
        let mut stream = self.connect();
        let mut request = format!("{method} {path} HTTP/1.0\r\nContent-Length: {}\r\n", body.len());
        if !self.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            request.extend(["Host: ", &self.address.to_string(), "\r\n"]);
        }
        for (name, value) in &self.headers {
            request.extend([name, ": ", value, "\r\n"]);
        }
        stream.write_all(format!("{request}\r\n").as_bytes()).unwrap();
        // A house that has heard enough may hang up before everything is said.
        let _nevermind = stream.write_all(body);
        stream
    }

    pub fn send(&self, method: &str, path: &str, body: &[u8]) -> Told {
        let mut answer = Vec::new();
        let _nevermind = self.begin(method, path, body).read_to_end(&mut answer);
        let text = String::from_utf8(answer).unwrap();
        let (head, body) =
            text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer to {method} {path}: {text}"));
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Told { status, headers: head.to_owned(), body: body.to_owned() }
    }

    pub fn get(&self, path: &str) -> Told {
        self.send("GET", path, b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Told {
        self.with("Content-Type", "application/json").send("POST", path, body.to_string().as_bytes())
    }

    /// A table for one person on seat 0 against players of ours; its name and a client on that seat.
    pub fn table(&self, game: &str, players: &[&str], more: &Value) -> (String, Client) {
        let mut seats = vec![json!({ "kind": "person" })];
        seats.extend(players.iter().map(|spec| json!({ "kind": "player", "spec": spec })));
        let mut wish = json!({ "game": game, "seats": seats, "take": 0, "name": "Ann", "seed": 5 });
        for (key, value) in more.as_object().unwrap() {
            wish[key] = value.clone();
        }
        let told = self.post("/api/tables", &wish);
        assert_eq!(told.status, 201, "{told:?}");
        let told = told.json();
        (told["id"].as_str().unwrap().to_owned(), self.holding(told["token"].as_str().unwrap()))
    }

    /// Listens; events are read one by one.
    pub fn events(&self, path: &str) -> Events {
        let mut reader = BufReader::new(self.begin("GET", path, b""));
        let mut line = String::new();
        while reader.read_line(&mut line).unwrap() > 0 && !line.ends_with("\r\n\r\n") {}
        assert!(line.starts_with("HTTP/1.0 200") || line.starts_with("HTTP/1.1 200"), "{line}");
        Events(reader)
    }

    /// The view once it is this seat's turn or the game is over.
    pub fn wait(&self, id: &str) -> Value {
        let mut events = self.events(&format!("/api/tables/{id}/events"));
        loop {
            let event = events.next().expect("the stream goes on");
            let view = event.data;
            if event.name == "view" && (view["over"] == true || view["turn"] == view["seat"]) {
                return view;
            }
        }
    }

    /// Plays the first legal thing in every turn to the end; says the last view.
    pub fn play_out(&self, id: &str) -> Value {
        loop {
            let view = self.wait(id);
            if view["over"] == true {
                return view;
            }
            let told = self.post(&format!("/api/tables/{id}/actions"), &self.some_action(id, &view));
            assert_eq!(told.status, 200, "{told:?}");
        }
    }

    /// An action that is legal, found as the page does: by choosing pieces.
    pub fn some_action(&self, id: &str, view: &Value) -> Value {
        let mut chosen: Vec<usize> = Vec::new();
        loop {
            let told = self.post(&format!("/api/tables/{id}/choice"), &json!({ "chosen": chosen }));
            assert_eq!(told.status, 200, "{told:?}");
            let told = told.json();
            if let Some(action) = told["action"].as_str() {
                return json!({ "version": view["version"], "action": action });
            }
            let open = told["open"].as_array().unwrap();
            let next = (0..open.len()).find(|piece| open[*piece] == true && !chosen.contains(piece));
            chosen.push(next.expect("something can be chosen"));
        }
    }
}

/// What is heard.
pub struct Events(BufReader<TcpStream>);

#[derive(Debug)]
pub struct Heard {
    pub name: String,
    pub id: Option<u64>,
    pub data: Value,
}

impl Iterator for Events {
    type Item = Heard;

    fn next(&mut self) -> Option<Heard> {
        let mut heard = Heard { name: String::new(), id: None, data: Value::Null };
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).ok()? == 0 {
                return None;
            }
            match line.trim_end().split_once(": ") {
                Some(("event", name)) => name.clone_into(&mut heard.name),
                Some(("id", id)) => heard.id = id.parse().ok(),
                Some(("data", data)) => heard.data = serde_json::from_str(data).unwrap(),
                _ if line.trim_end().is_empty() && !heard.name.is_empty() => return Some(heard),
                _ => {}
            }
        }
    }
}
