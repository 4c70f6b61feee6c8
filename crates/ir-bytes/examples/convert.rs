//! Converts a module between its forms by the extensions of the files: `convert a.vir b.virb`, `convert b.virb c.vir`.

use std::path::PathBuf;

use vitrum_ir::text::{PrintOptions, print_with};
use vitrum_ir_bytes::{WriteOptions, read, write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [from, to] = files.as_slice() else { return Err("two files expected".into()) };
    let is_binary = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "virb");
    let bytes = std::fs::read(from)?;
    let (module, sources) = match is_binary(from) {
        true => read(&bytes)?,
        false => vitrum_ir_text::parse_with_sources(&String::from_utf8(bytes)?)?,
    };
    let sources = Some(&sources).filter(|sources| !sources.is_empty());
    let bytes = match is_binary(to) {
        true => write(&module, &WriteOptions { sources, ..WriteOptions::FULL }),
        false => print_with(&module, &PrintOptions { spans: true, sources }).into_bytes(),
    };
    Ok(std::fs::write(to, bytes)?)
}
