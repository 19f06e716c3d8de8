//! Reports that only Linux is supported, before the compiler prints hundreds of errors.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if system != "linux" {
        println!(
            "cargo::error=cardsharp runs on Linux, not on {system}: its sandbox for untrusted programs needs \
             Linux namespaces, Landlock and seccomp; only cardsharp-archive, \
             cardsharp-charts, cardsharp-coach, cardsharp-presentation, cardsharp-rules, cardsharp-search, \
             cardsharp-session, cardsharp-stats and cardsharp-table build without it."
        );
    }
}
