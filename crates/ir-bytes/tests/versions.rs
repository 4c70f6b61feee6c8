//! Files of every version of the format stay readable.

use std::path::Path;

use vitrum_ir::text::{PrintOptions, print_with};
use vitrum_ir_bytes::{WriteOptions, read, write};

/// The content of the file of each version: every section, and most of what the IR has.
const EVERYTHING: &str = include_str!("versions/everything.vir");

/// The file of each version, from 1 on. They are written once, and never again.
const FILES: &[&str] = &["1.virb"];

#[test]
fn files_of_every_version_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/versions");
    for (version, name) in (1..).zip(FILES) {
        let bytes = std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((&bytes[..4], bytes[4]), (b"virb".as_slice(), version));
        let (module, sources) = read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let text = print_with(&module, &PrintOptions { spans: true, sources: Some(&sources) });
        assert_eq!(text, EVERYTHING, "{name}");
    }
}

#[test]
fn the_kept_file_has_every_section() {
    let (module, sources) = vitrum_ir_text::parse_with_sources(EVERYTHING).unwrap();
    let bytes = write(&module, &WriteOptions { sources: Some(&sources), ..WriteOptions::FULL });
    let mut rest = &bytes[5..];
    let mut sections = Vec::new();
    while let [name, tail @ ..] = rest {
        sections.push(*name);
        let digits = tail.iter().position(|&byte| byte < 0x80).unwrap() + 1;
        let length =
            tail[..digits].iter().rev().fold(0, |length, &byte| length << 7 | usize::from(byte & 0x7f));
        rest = &tail[digits + length..];
    }
    assert_eq!(sections, b"WSMFonsm");
}

#[test]
fn sections_that_a_reader_does_not_know_are_skipped() {
    let module = vitrum_ir_text::parse(EVERYTHING).unwrap();
    let mut bytes = write(&module, &WriteOptions::default());
    let text = vitrum_ir::print(&read(&bytes).unwrap().0);
    bytes.splice(5..5, *b"z\x03any");
    assert_eq!(vitrum_ir::print(&read(&bytes).unwrap().0), text);
    bytes[5] = b'Y';
    assert_eq!(read(&bytes).unwrap_err().offset, 5);
}
