//! The binary `cardsharp`.

fn main() -> std::process::ExitCode {
    cardsharp::command(std::env::args_os()).into()
}
