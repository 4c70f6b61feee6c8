//! `vitrum batch`.

mod common;

use common::Folder;
use serde_json::Value;

const VERTEX: &str = "#version 450\nvoid main() { gl_Position = vec4(A); }\n";

/// The results of a run, without times.
fn results(stdout: &str) -> Vec<Value> {
    let line = |line: &str| {
        let mut result: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        if let Some(result) = result.as_object_mut() {
            assert!(result.remove("micros").is_some_and(|micros| micros.is_u64()));
        }
        result
    };
    stdout.lines().map(line).collect()
}

/// A folder with a manifest in which most things go wrong.
fn prepared(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("a.vert", VERTEX).write("bytes.vert", b"#version 450\n// \xff\nvoid main() { \xff }\n");
    folder.write("wrong.frag", "#version 450\nvoid main() { nothing = 1; }\n");
    let deep = format!("#version 450\nvoid main() {{ float x = {}1.0; }}\n", "(".repeat(10_000));
    folder.write("deep.frag", deep).write("inc/b.h", "#define A 1.0\n");
    folder.write("c.glsl", format!("#include \"b.h\"\n{}", VERTEX.replace("#version 450\n", "")));
    let mut manifest = br#"{"id": "good", "path": "a.vert", "defines": {"A": 1}, "output": "sub/a.spv"}
{"id": "text", "path": "a.vert", "defines": ["A=2"], "output": "a.spvasm", "client": "vulkan1.0"}
{"id": "wrong", "path": "wrong.frag"}

not JSON
{"id": "missing", "path": "missing.vert"}
{"id": "bytes", "path": "bytes.vert"}
{"id": "deep", "path": "deep.frag"}
{"id": "check", "path": "a.vert", "client": "none", "defines": ["A=1"]}
{"id": 9, "path": "c.glsl", "stage": "vert", "include_dirs": ["inc"], "default_version": "450", "client": "opengl4.5"}
"#
    .to_vec();
    manifest.extend_from_slice(b"{\"id\": \"\xff\"}\n");
    for index in 0..40 {
        let line =
            format!("{{\"id\": \"many{index}\", \"path\": \"a.vert\", \"defines\": [\"A={index}.0\"]}}\n");
        manifest.extend_from_slice(line.as_bytes());
    }
    folder.write("manifest.jsonl", manifest);
    folder
}

#[test]
fn one_bad_line_does_not_stop_the_rest() {
    let folder = prepared("batch");
    let ran = folder.run("batch manifest.jsonl --jobs 2 -o out");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""));
    let results = results(&ran.stdout);
    let status = |index: usize| (results[index]["id"].to_string(), results[index]["status"].to_string());
    let expected = [
        ("\"good\"", "ok"),
        ("\"text\"", "ok"),
        ("\"wrong\"", "error"),
        ("5", "error"),
        ("\"missing\"", "error"),
        ("\"bytes\"", "error"),
        ("\"deep\"", "limit"),
        ("\"check\"", "ok"),
        ("9", "ok"),
        ("11", "error"),
    ];
    for (index, (id, what)) in expected.into_iter().enumerate() {
        assert_eq!(status(index), (id.to_owned(), format!("{what:?}")), "{}", results[index]);
    }
    assert_eq!(results.len(), 50);
    assert_eq!(results[2]["diagnostics"][0]["code"], "E0300");
    assert_eq!(results[0]["bytes"], folder.read("out/sub/a.spv").len());
    assert!(folder.text("out/a.spvasm").contains("OpEntryPoint"));
    assert!(!folder.read("out/9.spv").is_empty());
    assert_eq!(results[7]["bytes"], 0);
}

#[test]
fn results_do_not_depend_on_threads() {
    let folder = prepared("threads");
    let one = folder.run("batch manifest.jsonl --jobs 1 -o one");
    let many = folder.run("batch manifest.jsonl --jobs 7 -o many");
    assert_eq!(results(&one.stdout), results(&many.stdout));
    for name in ["sub/a.spv", "a.spvasm", "9.spv", "many0.spv", "many39.spv"] {
        assert_eq!(folder.read(&format!("one/{name}")), folder.read(&format!("many/{name}")), "{name}");
    }
}

#[test]
fn shards_are_parts() {
    let folder = prepared("shards");
    let whole = results(&folder.run("batch manifest.jsonl").stdout);
    let mut parts = vec![Vec::new(); 3];
    for (index, part) in parts.iter_mut().enumerate() {
        *part = results(&folder.run(&format!("batch manifest.jsonl --shard {}/3", index + 1)).stdout);
    }
    for (index, result) in whole.iter().enumerate() {
        assert_eq!(parts[index % 3].get(index / 3), Some(result));
    }
    assert_eq!(folder.run("batch manifest.jsonl --shard 0/3").code, Some(2));
}

#[test]
fn a_good_manifest_succeeds() {
    let folder = Folder::new("good_batch");
    folder.write("a.vert", VERTEX);
    let ran = folder.run_with(&["batch", "-"], "{\"path\": \"a.vert\", \"defines\": [\"A\"]}\n");
    assert_eq!(ran.code, Some(0), "{}", ran.stdout);
    assert_eq!(results(&ran.stdout)[0]["id"], 1);
    assert_eq!(folder.run("batch nothing.jsonl").code, Some(1));
}

#[test]
fn folders_are_searched() {
    let folder = Folder::new("batch_folder");
    folder.write("s/a.vert", VERTEX).write("s/deep/b.vert.glsl", VERTEX).write("s/common.glsl", "float f;\n");
    folder.write("s/.hidden/c.vert", VERTEX).write("s/notes.txt", "no shader\n").write("empty/notes.txt", "");
    folder.write("s/d.glsl", "#version 450\n#pragma shader_stage(vertex)\nvoid main() {}\n");
    let ran = folder.run("batch s -o out -- -DA=1.0 -O");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{}", ran.stdout);
    let ids: Vec<String> = results(&ran.stdout).iter().map(|it| it["id"].to_string()).collect();
    assert_eq!(ids, ["\"s/a.vert\"", "\"s/d.glsl\"", "\"s/deep/b.vert.glsl\""]);
    for name in ["a.vert.spv", "d.spv", "deep/b.vert.spv"] {
        assert!(!folder.read(&format!("out/{name}")).is_empty(), "{name}");
    }
    folder.run("batch s -o names -- -DA=1.0 --emit=glsl");
    assert!(folder.text("names/deep/b.vert.out.glsl").contains("gl_Position"));
    folder.run("batch s -o names -- -DA=1.0 --emit=names");
    assert!(folder.text("names/a.vert.json").starts_with('['));
    let ran = folder.run("batch empty");
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.contains("no shaders in `empty`"), "{}", ran.stderr);
    let ran = folder.run("batch s -- -o x.spv");
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
}

#[test]
fn a_batch_can_stop_at_the_first_failure() {
    let folder = prepared("fail_fast");
    for jobs in [1, 4] {
        let ran = folder.run(&format!("batch manifest.jsonl --fail-fast --jobs {jobs}"));
        assert_eq!(ran.code, Some(1));
        let results = results(&ran.stdout);
        assert_eq!(results.len(), 3, "{}", ran.stdout);
        assert_eq!(results[2]["id"], "wrong");
        assert!(ran.stderr.contains("stopped at the first failure, before 47 of 50"), "{}", ran.stderr);
    }
    assert_eq!(folder.run("batch manifest.jsonl --fail-fast --keep-going").stdout.lines().count(), 50);
}

#[test]
fn a_folder_is_checked_for_people_and_for_github() {
    let folder = Folder::new("batch_formats");
    folder.write("s/a.vert", "#version 450\nvoid main() {\n    gl_Position = vec4(b,\n        c);\n}\n");
    folder.write("s/b.frag", "#version 450\nlayout(location = 0) out float x;\nvoid main() { x = 1.0; }\n");
    let human = folder.run("batch s --error-format human");
    assert_eq!((human.code, human.stdout.as_str()), (Some(1), ""));
    assert!(human.stderr.starts_with("error[E0300]: `b` is not declared"), "{}", human.stderr);
    assert!(human.stderr.ends_with("vitrum: errors in 1 of 2 shaders\n"), "{}", human.stderr);
    let short = folder.run("batch s --error-format short").stderr;
    assert_eq!(short.lines().next(), Some("s/a.vert:3:24: error: `b` is not declared [E0300]"));
    let github = folder.run("batch s --error-format github");
    let first =
        "::error file=s/a.vert,line=3,endLine=3,col=24,endColumn=25,title=vitrum E0300::`b` is not declared";
    assert!(github.stderr.starts_with(first), "{}", github.stderr);
    let single = folder.run("s/a.vert --emit=none --error-format github");
    assert_eq!(single.stderr, github.stderr);
    let sarif = folder.run("batch s --error-format sarif").stderr;
    assert!(serde_json::from_str::<Value>(&sarif).is_ok_and(|log| log["version"] == "2.1.0"), "{sarif}");
    // Letters that end a property or a command there.
    folder.write("odd/a,b:c%.vert", "#version 450\n#error 100%, or: more\n");
    let odd = folder.run("batch odd --error-format github").stderr;
    assert!(odd.starts_with("::error file=odd/a%2Cb%3Ac%25.vert,line=2,"), "{odd}");
    assert!(odd.contains("100%25, or: more"), "{odd}");
}
