//! Embeds every file of `page/` in the binary.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=page");
    let page = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR")).join("page");
    let mut files = Vec::new();
    collect(&page, "", &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for name in files {
        // An absolute path in the list would break when the checkout is moved with its build folder.
        let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?})", format!("/page/{name}"));
        writeln!(list, "    ({name:?}, include_bytes!({path})),").expect("writing to a string");
    }
    list.push(']');
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("page.rs"), list)
}

/// Collects the files under a folder, with their paths inside `page/`.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if name.starts_with('.') || name == "node_modules" {
            continue;
        }
        if path.is_dir() {
            collect(&path, &format!("{prefix}{name}/"), files)?;
        } else {
            files.push(format!("{prefix}{name}"));
        }
    }
    Ok(())
}
