//! Lists every file of `page/` for the binary, so that the page grows without this crate knowing.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=page");
    let page = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says where we are")).join("page");
    let mut files = Vec::new();
    collect(&page, "", &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for name in files {
        // Where we are is asked when the list is compiled: a moved checkout takes this file along.
        let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?})", format!("/page/{name}"));
        writeln!(list, "    ({name:?}, include_bytes!({path})),").expect("writing to a string");
    }
    list.push(']');
    let out = env::var("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&out).join("page.rs"), list)
}

/// The files under a folder with their names as the page knows them. Tests of the page stay out.
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
