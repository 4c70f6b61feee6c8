//! `vitrum batch --cache`.

mod common;

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use common::Folder;
use serde_json::Value;

const SHADER: &str = "#version 450\n#include \"size.h\"\nlayout(location = 0) out vec4 o;\n\
                      void main() { o = vec4(SIZE + OFFSET + shader); }\n";

/// A folder with 40 shaders that include two files, one of which the other includes.
fn prepared(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder
        .write("far/size.h", "#include \"offset.h\"\n#define SIZE 1.0\n")
        .write("far/offset.h", "#define OFFSET 2.0\n");
    folder.write("near/other.h", "");
    for index in 0..40 {
        folder.write(&format!("s/{index:02}.frag"), SHADER.replace("shader", &format!("{index}.0")));
    }
    folder
}

/// Runs the batch, with the cache and without it: both give the same. Returns how many results were in the cache.
fn cached(folder: &Folder, options: &str) -> usize {
    let plain = folder.run(&format!("batch s -o plain -- -I near -I far {options}"));
    let ran = folder.run(&format!("batch s -o out --cache cache -- -I near -I far {options}"));
    assert_eq!(ran.code, plain.code, "{}", ran.stderr);
    let [expected, found] =
        [&plain.stdout, &ran.stdout].map(|lines| -> Vec<Value> { lines.lines().map(result).collect() });
    assert_eq!(found, expected);
    if plain.code == Some(0) {
        for index in 0..40 {
            let name = format!("{index:02}.frag.spv");
            assert_eq!(folder.read(&format!("out/{name}")), folder.read(&format!("plain/{name}")), "{name}");
        }
    }
    let count = ran.stdout.matches("\"cached\":true").count();
    assert!(
        ran.stderr.contains(&format!("vitrum: {count} of 40 results were in the cache")),
        "{}",
        ran.stderr
    );
    count
}

/// A result without its time, and without its word about the cache.
fn result(line: &str) -> Value {
    let mut result: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    if let Some(result) = result.as_object_mut() {
        assert!(result.remove("micros").is_some());
        result.remove("cached");
    }
    result
}

#[test]
fn a_second_run_compiles_nothing() {
    let folder = prepared("cache_hits");
    assert_eq!(cached(&folder, "-O"), 0);
    assert_eq!(cached(&folder, "-O"), 40);
    folder.write("s/07.frag", "#version 450\nvoid main() { wrong = 1; }\n");
    assert_eq!(cached(&folder, "-O"), 39);
    // Errors are results too.
    assert_eq!(cached(&folder, "-O"), 40);
}

#[test]
fn changes_are_found_out() {
    let folder = prepared("cache_changes");
    assert_eq!(cached(&folder, ""), 0);
    for options in [
        "-O",
        "-DX",
        "--target-env=vulkan1.0",
        "-g",
        "-Wall",
        "-fnan-clamp",
        "--robust",
        "-fpreserve-bindings",
        "--machine --emit=ir",
    ] {
        assert_eq!(cached(&folder, options), 0, "{options}");
        assert_eq!(cached(&folder, options), 40, "{options}");
    }
    folder.write("far/offset.h", "#define OFFSET 3.0\n");
    assert_eq!(cached(&folder, ""), 0);
    assert_eq!(cached(&folder, ""), 40);
    // An earlier content is still there.
    folder.write("far/offset.h", "#define OFFSET 2.0\n");
    assert_eq!(cached(&folder, ""), 40);
    // A new file in a folder that is searched first.
    folder.write("near/size.h", "#define SIZE 4.0\n#define OFFSET 5.0\n");
    assert_eq!(cached(&folder, ""), 0);
    std::fs::remove_file(folder.path().join("near/size.h")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(cached(&folder, ""), 40);
    // An included file that has gone.
    std::fs::remove_file(folder.path().join("far/offset.h")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(cached(&folder, ""), 0);
}

#[test]
fn another_compiler_finds_nothing() {
    let folder = prepared("cache_compiler");
    assert_eq!(cached(&folder, ""), 0);
    let mut program = std::fs::read(env!("CARGO_BIN_EXE_vitrum")).unwrap_or_else(|error| panic!("{error}"));
    // Bytes behind the end of a program do not change what it does.
    program.extend_from_slice(b"newer");
    folder.write("vitrum-newer.exe", program);
    let newer = folder.path().join("vitrum-newer.exe");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let _ = std::fs::set_permissions(&newer, std::fs::Permissions::from_mode(0o755));
    }
    let ran = start(&folder, &newer, "out").wait_with_output().unwrap_or_else(|error| panic!("{error}"));
    let stderr = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && stderr.contains(": 0 of 40 results"), "{stderr}");
    assert_eq!(cached(&folder, ""), 40);
}

fn start(folder: &Folder, program: &PathBuf, output: &str) -> Child {
    Command::new(program)
        .args(["batch", "s", "-o", output, "--cache", "cache", "--", "-I", "near", "-I", "far"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn processes_share_a_cache() {
    let folder = prepared("cache_shared");
    let program = PathBuf::from(env!("CARGO_BIN_EXE_vitrum"));
    let runs: Vec<Child> = (0..4).map(|index| start(&folder, &program, &format!("out{index}"))).collect();
    for run in runs {
        let ran = run.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
        let stderr = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success() && !stderr.contains("warning"), "{stderr}");
    }
    assert_eq!(cached(&folder, ""), 40);
    for (index, shader) in (0..4).flat_map(|index| (0..40).map(move |shader| (index, shader))) {
        let name = format!("{shader:02}.frag.spv");
        assert_eq!(folder.read(&format!("out{index}/{name}")), folder.read(&format!("out/{name}")), "{name}");
    }
}

/// The files of the cache that hold entries.
fn entries(folder: &Folder) -> Vec<PathBuf> {
    let list = |path: PathBuf| std::fs::read_dir(path).into_iter().flatten().flatten().map(|it| it.path());
    list(folder.path().join("cache")).filter(|it| it.is_dir()).flat_map(list).collect()
}

#[test]
fn damaged_entries_are_found_out() {
    let folder = prepared("cache_damaged");
    assert_eq!(cached(&folder, ""), 0);
    let all = entries(&folder);
    // Each compilation includes two files.
    assert_eq!(all.len(), 120);
    let damage: [fn(&mut Vec<u8>); 4] = [
        Vec::clear,
        |bytes| bytes.truncate(31),
        |bytes| bytes.truncate(bytes.len() - 1),
        |bytes| {
            if let Some(last) = bytes.last_mut() {
                *last ^= 1;
            }
        },
    ];
    for damage in damage {
        for path in &all {
            let mut bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{error}"));
            damage(&mut bytes);
            std::fs::write(path, bytes).unwrap_or_else(|error| panic!("{error}"));
        }
        let ran = folder.run("batch s --cache cache -- -I near -I far");
        assert!(ran.stderr.contains("40 damaged entries"), "{}", ran.stderr);
        assert_eq!(cached(&folder, ""), 40);
    }
    // Deleted entries are compiled again.
    all.iter().take(60).for_each(|path| {
        let _ = std::fs::remove_file(path);
    });
    assert!(cached(&folder, "") < 40);
    assert_eq!(cached(&folder, ""), 40);
}

#[test]
fn a_file_is_no_cache() {
    let folder = prepared("cache_file");
    let ran = folder.run("batch s --cache s/00.frag -- -I far");
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.contains("cannot use `s/00.frag` as a cache"), "{}", ran.stderr);
}
