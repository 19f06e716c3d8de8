//! `cardsharp serve` as a process: its messages, and its data after a kill.

mod house;
mod programs;
mod records;

use std::net::TcpStream;
use std::process::Command;

use house::{House, fresh, run};

#[test]
fn a_killed_house_loses_no_table() {
    let file = fresh("serve-killed.db");
    let house = House::open(&file, &[]);
    let (status, page) = house.ask("GET", "/", "");
    assert_eq!(status, "200");
    assert!(page.contains("<script type=\"module\""), "{page}");
    let wish = r#"{"game":"indigo","seats":[{"kind":"person"},{"kind":"person"}],"listed":true}"#;
    let (status, _) = house.ask("POST", "/api/tables", wish);
    assert_eq!(status, "201");
    let (_, before) = house.ask("GET", "/api/tables", "");
    assert!(before.contains("indigo"), "{before}");
    drop(house);
    let house = House::open(&file, &[]);
    assert_eq!(house.ask("GET", "/api/tables", "").1, before);
}

#[test]
fn a_taken_port_is_said_in_one_line_with_the_way_out() {
    let file = fresh("serve-port.db");
    let house = House::open(&file, &[]);
    let port = house.address.rsplit(':').next().unwrap().to_owned();
    let second = run(&["serve", "--port", &port, "--tables", ":memory:"]);
    assert_eq!(second.status.code(), Some(1));
    let next = port.parse::<u16>().unwrap().checked_add(1).unwrap_or(8000);
    assert_eq!(
        String::from_utf8(second.stderr).unwrap(),
        format!("cardsharp: port {port} is taken by another program; try `cardsharp serve --port {next}`\n")
    );
}

#[test]
fn a_second_house_is_told_which_process_has_the_tables() {
    let file = fresh("serve-twice.db");
    let house = House::open(&file, &[]);
    let second = run(&["serve", "--port", "0", "--tables", file.to_str().unwrap()]);
    assert_eq!(second.status.code(), Some(1));
    let words = String::from_utf8(second.stderr).unwrap();
    assert!(words.contains(&format!("process {} serves the tables of this file", house.id())), "{words}");
    drop(house);
    House::open(&file, &[]);
}

/// A client that holds all its connections delays no other, even if the system grants few file descriptors.
#[test]
fn a_house_with_few_descriptors_serves_others_while_one_address_has_all_it_gets() {
    let house = House::open_with_descriptors(&fresh("serve-few.db"), 48);
    let held: Vec<TcpStream> = (0..40).map(|_| TcpStream::connect(&house.address).unwrap()).collect();
    let ask = "import socket, sys\n\
               host, port = sys.argv[1].split(':')\n\
               for _ in range(10):\n\
               \x20   s = socket.create_connection((host, int(port)), source_address=('127.0.0.2', 0))\n\
               \x20   s.sendall(f'GET /api/games HTTP/1.0\\r\\nHost: {host}\\r\\n\\r\\n'.encode())\n\
               \x20   print(s.makefile().readline().split()[1])\n";
    let asked = Command::new("python3").args(["-c", ask, &house.address]).output().unwrap();
    assert_eq!(String::from_utf8(asked.stdout).unwrap(), "200\n".repeat(10), "{:?}", asked.stderr);
    drop(held);
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let file = fresh("serve-foreign.db");
    std::fs::write(&file, "not a database, but somebody's diary of more than a hundred bytes ".repeat(20)).unwrap();
    let refused = run(&["serve", "--port", "0", "--tables", file.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(1));
    let words = String::from_utf8(refused.stderr).unwrap();
    assert!(words.contains("nothing was changed"), "{words}");
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("not a database, but"));
}
