//! The helper process as a binary, for this crate's tests and benchmark.

fn main() {
    cardsharp_sandbox::serve()
}
