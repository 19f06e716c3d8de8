//! `cardsharp serve` as a process: its messages, and its data after a kill.

mod programs;
mod records;
mod server;

use std::net::TcpStream;
use std::process::Command;

use server::{Server, fresh, run};

#[test]
fn a_killed_server_loses_no_table() {
    let file = fresh("serve-killed.db");
    let server = Server::open(&file, &[]);
    let (status, page) = server.ask("GET", "/", "");
    assert_eq!(status, "200");
    assert!(page.contains("<script type=\"module\""), "{page}");
    let wish = r#"{"game":"indigo","seats":[{"kind":"person"},{"kind":"person"}],"listed":true}"#;
    let (status, _) = server.ask("POST", "/api/tables", wish);
    assert_eq!(status, "201");
    let (_, before) = server.ask("GET", "/api/tables", "");
    assert!(before.contains("indigo"), "{before}");
    drop(server);
    let server = Server::open(&file, &[]);
    assert_eq!(server.ask("GET", "/api/tables", "").1, before);
}

#[test]
fn a_taken_port_is_reported_with_a_suggestion() {
    let file = fresh("serve-port.db");
    let server = Server::open(&file, &[]);
    let port = server.address.rsplit(':').next().unwrap().to_owned();
    let second = run(&["serve", "--port", &port, "--tables", ":memory:"]);
    assert_eq!(second.status.code(), Some(1));
    let next = port.parse::<u16>().unwrap().checked_add(1).unwrap_or(8000);
    assert_eq!(
        String::from_utf8(second.stderr).unwrap(),
        format!("cardsharp: port {port} is taken by another program; try `cardsharp serve --port {next}`\n")
    );
}

#[test]
fn a_second_server_names_the_process_that_has_the_tables() {
    let file = fresh("serve-twice.db");
    let server = Server::open(&file, &[]);
    let second = run(&["serve", "--port", "0", "--tables", file.to_str().unwrap()]);
    assert_eq!(second.status.code(), Some(1));
    let words = String::from_utf8(second.stderr).unwrap();
    assert!(words.contains(&format!("process {} serves the tables of this file", server.id())), "{words}");
    drop(server);
    Server::open(&file, &[]);
}

/// A client that holds all its connections delays no other, even if the system grants few file descriptors.
#[test]
fn one_address_cannot_exhaust_the_descriptors() {
    let server = Server::open_with_descriptors(&fresh("serve-few.db"), 48);
    let held: Vec<TcpStream> = (0..40).map(|_| TcpStream::connect(&server.address).unwrap()).collect();
    let ask = "import socket, sys\n\
               host, port = sys.argv[1].split(':')\n\
               for _ in range(10):\n\
               \x20   s = socket.create_connection((host, int(port)), source_address=('127.0.0.2', 0))\n\
               \x20   s.sendall(f'GET /api/games HTTP/1.0\\r\\nHost: {host}\\r\\n\\r\\n'.encode())\n\
               \x20   print(s.makefile().readline().split()[1])\n";
    let asked = Command::new("python3").args(["-c", ask, &server.address]).output().unwrap();
    assert_eq!(String::from_utf8(asked.stdout).unwrap(), "200\n".repeat(10), "{:?}", asked.stderr);
    drop(held);
}

#[test]
fn a_foreign_file_is_not_changed() {
    let file = fresh("serve-foreign.db");
    std::fs::write(&file, "not a database, but somebody's diary of more than a hundred bytes ".repeat(20)).unwrap();
    let refused = run(&["serve", "--port", "0", "--tables", file.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(1));
    let words = String::from_utf8(refused.stderr).unwrap();
    assert!(words.contains("nothing was changed"), "{words}");
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("not a database, but"));
}
