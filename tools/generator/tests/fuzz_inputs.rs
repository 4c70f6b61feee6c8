//! Every input that is stored in `tests/fuzz-inputs`, through its target: what fuzzers found once, and a little of
//! everything.

use std::path::Path;

use vitrum_generator::{TARGETS, run_target};

#[test]
fn stored_inputs_are_taken() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz-inputs");
    for target in TARGETS {
        let folder = home.join(target.name);
        let entries =
            std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut count = 0;
        for entry in entries {
            let path = entry.unwrap_or_else(|error| panic!("{error}")).path();
            let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            // The name of the input is needed to find it again.
            println!("{}", path.display());
            run_target(target, &bytes);
            count += 1;
        }
        assert!(count > 0, "{}: no inputs", folder.display());
    }
}

#[test]
fn each_target_takes_whatever_comes() {
    let inputs: [&[u8]; 5] =
        [b"", b"\xff\xfe\x00", b"#version 460\nvoid main() {}\n", b"((((((((", b"\0\0\0\0#if 1"];
    for target in TARGETS {
        for input in inputs {
            run_target(target, input);
        }
    }
}
