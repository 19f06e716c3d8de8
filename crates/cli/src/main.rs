//! The binary `cardsharp`.

fn main() -> std::process::ExitCode {
    cardsharp::run(std::env::args_os()).into()
}
