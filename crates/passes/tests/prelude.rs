//! The prelude: its binary form is that of its files, and its functions of operations are straight-line code.

use std::path::Path;
use vitrum_ir::{Module, visit};
use vitrum_ir_bytes::{WriteOptions, read, write};

/// The files, in the order in which their functions are looked up.
const FILES: &[&str] = &[
    "rounding",
    "hyperbolic",
    "floats",
    "integers",
    "bits",
    "matrices",
    "packing",
    "blend",
    "colors",
    "doubles",
];

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/prelude")
}

/// All files as one module.
fn module() -> Module {
    let mut text = String::from("vir 1\nstage fragment\n");
    for file in FILES {
        text += &std::fs::read_to_string(folder().join(file).with_extension("vir")).unwrap();
    }
    vitrum_ir_text::parse(&text)
        .unwrap_or_else(|error| panic!("{error}\n{}", line(&text, &error.to_string())))
}

/// The line that an error names.
fn line<'a>(text: &'a str, error: &str) -> &'a str {
    let number = error.split(':').next().and_then(|number| number.parse::<usize>().ok()).unwrap_or(1);
    text.lines().nth(number - 1).unwrap_or("")
}

#[test]
fn the_binary_form_is_that_of_the_files() {
    let module = module();
    vitrum_ir::verify(&module).unwrap_or_else(|errors| panic!("{errors}"));
    let bytes = write(&module, &WriteOptions::default());
    let path = folder().join("prelude.virb");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &bytes).unwrap();
    }
    let found = std::fs::read(&path).unwrap();
    assert!(found == bytes, "renew it with UPDATE_EXPECT=1");
    assert_eq!(read(&found).unwrap().0.functions.len(), module.functions.len());
}

#[test]
fn every_file_is_read() {
    let mut files: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "vir"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    files.sort();
    let mut known: Vec<&str> = FILES.to_vec();
    known.sort_unstable();
    assert_eq!(files, known);
}

#[test]
fn functions_are_straight_line_code() {
    let module = module();
    for data in module.functions.values() {
        let name = module.names.get(data.name);
        let straight = visit::insts(data).iter().all(|&(_, inst)| data.control(inst).is_none());
        // Those that passes call may have loops.
        assert!(straight || name.starts_with("double_"), "{name}");
    }
}
