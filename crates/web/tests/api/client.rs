//! A server on its own port, and a client.

#[path = "../http/mod.rs"]
mod http;

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;

use cardsharp_web::{Clock, Limits, Running, ServeOptions, Server};
use http::PendingReply;
pub use http::{Events, Reply};
use serde_json::{Value, json};
use socket2::{Domain, Socket, Type};

/// Starts a server that stores nothing; returns it with a client.
pub fn open() -> (Running, Client) {
    open_with(Limits::default())
}

pub fn open_with(limits: Limits) -> (Running, Client) {
    let server = server_with(Path::new(":memory:"), limits);
    let client = Client::new(&server);
    (server, client)
}

pub fn server_with(tables: &Path, limits: Limits) -> Running {
    server_at(tables, limits, Clock::default())
}

pub fn server_at(tables: &Path, limits: Limits, clock: Clock) -> Running {
    let plan = ServeOptions {
        address: ([127, 0, 0, 1], 0).into(),
        tables: tables.to_owned(),
        records: None,
        hosts: Vec::new(),
        programs: None,
        page: None,
        threads: 1,
        limits,
        clock,
    };
    Server::open(plan).unwrap().start()
}

impl Reply {
    pub fn code(&self) -> String {
        let json = self.json();
        assert!(json["error"].as_str().is_some_and(|words| words.len() > 10), "a reason: {self:?}");
        json["code"].as_str().unwrap_or("").to_owned()
    }

    #[track_caller]
    pub fn has_code(&self, code: &str) {
        assert_eq!(self.code(), code, "{self:?}");
    }

    #[track_caller]
    pub fn is_refused(&self, status: u16, code: &str) {
        assert_eq!((self.status, self.code().as_str()), (status, code), "{self:?}");
    }

    /// Checks the status of an answer and returns its JSON.
    #[track_caller]
    pub fn ok(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        self.json()
    }
}

#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    /// The client's own address: another address of this machine counts as another client.
    pub from: IpAddr,
    pub headers: Vec<(String, String)>,
}

impl Client {
    pub fn new(server: &Running) -> Client {
        Client::of(server.address())
    }

    pub fn of(address: SocketAddr) -> Client {
        Client { address, from: Ipv4Addr::LOCALHOST.into(), headers: Vec::new() }
    }

    /// Returns the same client at 127.0.0.`number`.
    pub fn from(&self, number: u8) -> Client {
        Client { from: [127, 0, 0, number].into(), ..self.clone() }
    }

    /// Opens a connection without sending a request.
    pub fn connect(&self) -> TcpStream {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
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

    fn ask(&self, method: &str, path: &str, body: &[u8]) -> PendingReply {
        let host = self.address.to_string();
        let has_host = self.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host"));
        let headers = self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let headers = headers.chain((!has_host).then_some(("Host", host.as_str())));
        http::ask(self.connect(), &format!("{method} {path} HTTP/1.0"), headers, body)
    }

    pub fn send(&self, method: &str, path: &str, body: &[u8]) -> Reply {
        self.ask(method, path, body).read()
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.with("Content-Type", "application/json").send("POST", path, body.to_string().as_bytes())
    }

    /// Creates a table with one person on seat 0 against bots; returns its name and a client on that seat.
    pub fn table(&self, game: &str, players: &[&str], more: &Value) -> (String, Client) {
        let mut seats = vec![json!({ "kind": "person" })];
        seats.extend(players.iter().map(|spec| json!({ "kind": "player", "spec": spec })));
        let mut wish = json!({ "game": game, "seats": seats, "take": 0, "name": "Ann", "seed": 5 });
        for (key, value) in more.as_object().unwrap() {
            wish[key] = value.clone();
        }
        let (reply, ann) = self.make("/api/tables", &wish);
        (reply["id"].as_str().unwrap().to_owned(), ann)
    }

    /// Creates a table; returns the answer, and a client that holds the taken seat, if there is one.
    #[track_caller]
    pub fn make(&self, path: &str, wish: &Value) -> (Value, Client) {
        let reply = self.post(path, wish).ok(201);
        let holder = reply["token"].as_str().map_or_else(|| self.clone(), |token| self.holding(token));
        (reply, holder)
    }

    pub fn text(&self) -> Client {
        self.with("Content-Type", "text/plain")
    }

    /// Creates a table and seats a person at every free seat; returns its name and their clients.
    pub fn people(&self, game: &str, seats: usize, more: &Value) -> (String, Vec<Client>) {
        let mut wish = json!({ "game": game, "seats": vec![json!({ "kind": "person" }); seats], "take": 0 });
        for (key, value) in more.as_object().unwrap() {
            wish[key] = value.clone();
        }
        let (reply, first) = self.make("/api/tables", &wish);
        let id = reply["id"].as_str().unwrap().to_owned();
        let mut people = vec![first];
        let free = wish["seats"].as_array().unwrap().iter().enumerate().skip(1);
        for (seat, _) in free.filter(|(_, seating)| seating["kind"] == "person") {
            let reply = self.post(&format!("/api/tables/{id}/seats/{seat}"), &json!({})).json();
            people.push(self.holding(reply["token"].as_str().unwrap()));
        }
        (id, people)
    }

    pub fn look(&self, id: &str) -> Value {
        self.get(&format!("/api/tables/{id}")).json()
    }

    /// Sends a table request without arguments.
    pub fn ask_for(&self, id: &str, what: &str) -> Reply {
        self.post(&format!("/api/tables/{id}/{what}"), &json!({}))
    }

    /// Waits for this seat's turn, plays the first legal action and returns the view after it.
    pub fn play_one(&self, id: &str) -> Value {
        self.act(id, &self.wait(id))
    }

    /// Plays the first legal action in a position and returns the view after it.
    pub fn act(&self, id: &str, view: &Value) -> Value {
        self.post(&format!("/api/tables/{id}/actions"), &self.some_action(id, view)).ok(200)
    }

    pub fn events(&self, path: &str) -> Events {
        self.ask("GET", path, b"").events()
    }

    /// Sends a body and returns the answer as a stream of events.
    pub fn send_for_events(&self, path: &str, body: &[u8]) -> Events {
        self.ask("POST", path, body).events()
    }

    /// Waits until it is this seat's turn or the game is over; returns that view.
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

    /// Plays the first legal action in every turn; returns the last view.
    pub fn play_out(&self, id: &str) -> Value {
        loop {
            let view = self.wait(id);
            if view["over"] == true {
                return view;
            }
            self.act(id, &view);
        }
    }

    /// Returns a legal action, found as the page does: by choosing pieces.
    pub fn some_action(&self, id: &str, view: &Value) -> Value {
        let action = self.choose(&format!("/api/tables/{id}"), &mut |_| ());
        json!({ "version": view["version"], "action": action })
    }

    /// Chooses the first open pieces, at a table or in a puzzle, until they make an action; calls `hear` with every
    /// answer.
    pub fn choose(&self, path: &str, hear: &mut dyn FnMut(&Value)) -> String {
        let mut chosen: Vec<usize> = Vec::new();
        loop {
            let reply = self.post(&format!("{path}/choice"), &json!({ "chosen": chosen })).ok(200);
            hear(&reply);
            if let Some(action) = reply["action"].as_str() {
                return action.to_owned();
            }
            let open = reply["open"].as_array().unwrap();
            let next = (0..open.len()).find(|piece| open[*piece] == true && !chosen.contains(piece));
            chosen.push(next.expect("something can be chosen"));
        }
    }
}
