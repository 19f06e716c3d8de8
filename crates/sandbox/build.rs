//! Reports that only Linux is supported, before the compiler prints hundreds of errors.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if system != "linux" {
        println!(
            "cargo::error=cardsharp runs on Linux, not on {system}: its sandbox for untrusted programs needs \
             Linux namespaces, Landlock and seccomp; only cardsharp-rules, cardsharp-search, \
             cardsharp-table and cardsharp-archive build without it."
        );
    }
}
