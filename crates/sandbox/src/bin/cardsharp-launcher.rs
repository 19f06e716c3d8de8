//! The helper process on its own, for this crate's tests and benchmark.

fn main() {
    cardsharp_sandbox::serve()
}
