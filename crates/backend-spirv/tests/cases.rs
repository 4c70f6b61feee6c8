//! Every `cases/*.vir` as SPIR-V for every target: accepted by `spirv-val`, and as the snapshot says.
//!
//! `VITRUM_SPIRV_VAL` names the validator; without it, `spirv-val` on PATH is used; without either the test fails. A file starts with comments that may
//! name the targets it is for (`// targets: vulkan1.2 vulkan1.3`); else it is for every version that differs. Each is valid without the
//! casts between `int` and `uint` that SPIR-V does not need, too, and the snapshot is without them after `// free signs`.

use rspirv::binary::Disassemble;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use vitrum_backend_spirv::{Options, Target, emit};

const TARGETS: &str = "vulkan1.0 vulkan1.1 vulkan1.2 vulkan1.3";

fn disassemble(words: &[u32]) -> String {
    let mut loader = rspirv::dr::Loader::new();
    rspirv::binary::parse_words(words, &mut loader).unwrap_or_else(|error| panic!("{error}"));
    loader.module().disassemble()
}

fn validator() -> Option<PathBuf> {
    let path = std::env::var_os("VITRUM_SPIRV_VAL").map_or_else(|| PathBuf::from("spirv-val"), PathBuf::from);
    let found = Command::new(&path).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    found.is_ok_and(|status| status.success()).then_some(path)
}

fn validate(validator: &Path, words: &[u32], target: &str) -> Result<(), String> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut child = Command::new(validator)
        .args(["--target-env", target, "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    child
        .stdin
        .take()
        .map(|mut stdin| stdin.write_all(&bytes))
        .transpose()
        .map_err(|error| error.to_string())?;
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

#[test]
fn cases() {
    let validator =
        validator().expect("no spirv-val on PATH or in VITRUM_SPIRV_VAL; `cargo xtask test` brings one");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut failures = Vec::new();
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let module = vitrum_ir_text::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let targets = text.lines().find_map(|line| line.strip_prefix("// targets: ")).unwrap_or(TARGETS);
        for (index, target) in targets.split(' ').enumerate() {
            let options = Options::new(Target::from_name(target).unwrap());
            let words = match emit(&module, &options) {
                Ok(words) => words,
                Err(error) => {
                    failures.push(format!("{name} for {target}: {error}"));
                    continue;
                }
            };
            assert_eq!(emit(&module, &options).as_ref(), Ok(&words), "{name}: not deterministic");
            if let Err(error) = validate(&validator, &words, target) {
                failures.push(format!("{name} for {target}: {error}\n{}", disassemble(&words)));
                break;
            }
            let unsigned = Options { names: false, free_signs: true, ..options };
            let without = emit(&module, &unsigned).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(without.len() <= words.len(), "{name}: longer without casts");
            if let Err(error) = validate(&validator, &without, target) {
                failures
                    .push(format!("{name} without casts for {target}: {error}\n{}", disassemble(&without)));
                break;
            }
            let words = if text.contains("\n// free signs\n") { without } else { words };
            if index == 0 {
                insta::assert_snapshot!(name.clone(), disassemble(&words));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
