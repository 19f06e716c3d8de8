//! A server on a port of its own, and somebody who asks it.

#[path = "../http/mod.rs"]
mod http;

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;

use cardsharp_web::{Clock, Limits, Running, ServeOptions, Server};
use http::Answering;
pub use http::{Events, Told};
use serde_json::{Value, json};
use socket2::{Domain, Socket, Type};

/// A server that keeps nothing, and a client of it.
pub fn open() -> (Running, Client) {
    open_with(Limits::default())
}

/// The same with limits.
pub fn open_with(limits: Limits) -> (Running, Client) {
    let server = server_with(Path::new(":memory:"), limits);
    let client = Client::new(&server);
    (server, client)
}

/// A server with its tables in a file.
pub fn server_with(tables: &Path, limits: Limits) -> Running {
    server_at(tables, limits, Clock::default())
}

/// A server with its tables in a file, and this clock.
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

impl Told {
    /// The code of a refusal.
    pub fn code(&self) -> String {
        let json = self.json();
        assert!(json["error"].as_str().is_some_and(|words| words.len() > 10), "a reason: {self:?}");
        json["code"].as_str().unwrap_or("").to_owned()
    }

    /// Checks the code of a refusal.
    #[track_caller]
    pub fn has_code(&self, code: &str) {
        assert_eq!(self.code(), code, "{self:?}");
    }

    /// Checks that it is a refusal with this status and code.
    #[track_caller]
    pub fn is_refused(&self, status: u16, code: &str) {
        assert_eq!((self.status, self.code().as_str()), (status, code), "{self:?}");
    }

    /// Checks the status of an answer; returns its JSON.
    #[track_caller]
    pub fn ok(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        self.json()
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
    pub fn new(server: &Running) -> Client {
        Client::of(server.address())
    }

    /// A client of the server at an address.
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

    fn ask(&self, method: &str, path: &str, body: &[u8]) -> Answering {
        let host = self.address.to_string();
        let has_host = self.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host"));
        let headers = self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let headers = headers.chain((!has_host).then_some(("Host", host.as_str())));
        http::ask(self.connect(), &format!("{method} {path} HTTP/1.0"), headers, body)
    }

    pub fn send(&self, method: &str, path: &str, body: &[u8]) -> Told {
        self.ask(method, path, body).told()
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
        let (told, ann) = self.make("/api/tables", &wish);
        (told["id"].as_str().unwrap().to_owned(), ann)
    }

    /// Makes a table; returns the answer, and a client that holds the seat that was taken, if one was.
    #[track_caller]
    pub fn make(&self, path: &str, wish: &Value) -> (Value, Client) {
        let told = self.post(path, wish).ok(201);
        let holder = told["token"].as_str().map_or_else(|| self.clone(), |token| self.holding(token));
        (told, holder)
    }

    /// The same client, sending text.
    pub fn text(&self) -> Client {
        self.with("Content-Type", "text/plain")
    }

    /// A table for people alone, all of whom have sat down; its name and everybody's client.
    pub fn people(&self, game: &str, seats: usize, more: &Value) -> (String, Vec<Client>) {
        let mut wish = json!({ "game": game, "seats": vec![json!({ "kind": "person" }); seats], "take": 0 });
        for (key, value) in more.as_object().unwrap() {
            wish[key] = value.clone();
        }
        let (told, first) = self.make("/api/tables", &wish);
        let id = told["id"].as_str().unwrap().to_owned();
        let mut people = vec![first];
        let free = wish["seats"].as_array().unwrap().iter().enumerate().skip(1);
        for (seat, _) in free.filter(|(_, seating)| seating["kind"] == "person") {
            let told = self.post(&format!("/api/tables/{id}/seats/{seat}"), &json!({})).json();
            people.push(self.holding(told["token"].as_str().unwrap()));
        }
        (id, people)
    }

    /// The view as it is.
    pub fn look(&self, id: &str) -> Value {
        self.get(&format!("/api/tables/{id}")).json()
    }

    /// Asks for something at a table that needs no more to be said.
    pub fn ask_for(&self, id: &str, what: &str) -> Told {
        self.post(&format!("/api/tables/{id}/{what}"), &json!({}))
    }

    /// Plays the first legal thing; says the view afterwards.
    pub fn play_one(&self, id: &str) -> Value {
        self.act(id, &self.wait(id))
    }

    /// Plays the first legal thing in a position; says the view afterwards.
    pub fn act(&self, id: &str, view: &Value) -> Value {
        self.post(&format!("/api/tables/{id}/actions"), &self.some_action(id, view)).ok(200)
    }

    /// Listens; events are read one by one.
    pub fn events(&self, path: &str) -> Events {
        self.ask("GET", path, b"").events()
    }

    /// Sends something that is answered by events.
    pub fn send_for_events(&self, path: &str, body: &[u8]) -> Events {
        self.ask("POST", path, body).events()
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
            self.act(id, &view);
        }
    }

    /// An action that is legal, found as the page does: by choosing pieces.
    pub fn some_action(&self, id: &str, view: &Value) -> Value {
        let action = self.choose(&format!("/api/tables/{id}"), &mut |_| ());
        json!({ "version": view["version"], "action": action })
    }

    /// Chooses the first pieces that can be chosen, at a table or in a puzzle, until they are an action; `hear` is
    /// shown every answer.
    pub fn choose(&self, path: &str, hear: &mut dyn FnMut(&Value)) -> String {
        let mut chosen: Vec<usize> = Vec::new();
        loop {
            let told = self.post(&format!("{path}/choice"), &json!({ "chosen": chosen })).ok(200);
            hear(&told);
            if let Some(action) = told["action"].as_str() {
                return action.to_owned();
            }
            let open = told["open"].as_array().unwrap();
            let next = (0..open.len()).find(|piece| open[*piece] == true && !chosen.contains(piece));
            chosen.push(next.expect("something can be chosen"));
        }
    }
}
