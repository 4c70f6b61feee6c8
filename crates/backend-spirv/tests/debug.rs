//! `NonSemantic.Shader.DebugInfo.100`: what is told of a module.

use std::collections::BTreeMap;
use vitrum_backend_spirv::{LineTable, Options, SourceFile, Target, emit};

const TEXT: &str = "\
struct #S {
    a: f32
    b: mat2x2<f32>
}

stage fragment
entry &main
global @color: f32 output location(0)
global @block: #S uniform block(std140) set(0) binding(0)

fn &main() -> void {
    %v: ptr<function, f32> = var !12..14
    %a: ptr<uniform, f32> = access @block, 0i32 !12..14
    %x: f32 = load %a !16..20
    store %v, %x !16..20
    %c: bool = flt %x, 1.0f32 !25..27
    if %c !25..27 {
        %inner: f32 = fmul %x, %x !31..32
        store %v, %inner !31..32
        merge
    } else {
        merge
    }
    %y: f32 = load %v !41..42
    store @color, %y !41..42
    return
}
";

fn words(text: Option<String>, debug: bool) -> Vec<u32> {
    let file = SourceFile { name: "shader.frag".into(), text, lines: vec![0, 10, 20, 30, 40] };
    let lines = Some(LineTable { files: vec![file] });
    let module = vitrum_ir_text::parse(TEXT).unwrap_or_else(|error| panic!("{error}"));
    let options = Options { lines, debug, ..Options::new(Target::Vulkan1_0) };
    emit(&module, &options).unwrap_or_else(|error| panic!("{error}"))
}

/// Number of occurrences of each instruction of the set.
fn counts(words: &[u32]) -> BTreeMap<u32, usize> {
    let mut counts = BTreeMap::new();
    let mut sets = Vec::new();
    let mut rest = &words[5..];
    while let Some(&first) = rest.first() {
        let (instruction, after) = rest.split_at((first >> 16) as usize);
        match first & 0xffff {
            11 => {
                let name: Vec<u8> = instruction[2..].iter().flat_map(|word| word.to_le_bytes()).collect();
                if name.starts_with(b"NonSemantic.Shader.DebugInfo.100\0") {
                    sets.push(instruction[1]);
                }
            }
            12 if sets.contains(&instruction[3]) => *counts.entry(instruction[4]).or_insert(0) += 1,
            _ => {}
        }
        rest = after;
    }
    counts
}

#[test]
fn everything_is_told() {
    let counts = counts(&words(Some("text".into()), true));
    let expected = [
        (1, 1),   // DebugCompilationUnit
        (5, 0),   // DebugTypeArray
        (10, 1),  // DebugTypeComposite
        (11, 2),  // DebugTypeMember
        (18, 2),  // DebugGlobalVariable
        (20, 1),  // DebugFunction
        (21, 1),  // DebugLexicalBlock
        (26, 5),  // DebugLocalVariable: v, x, c, inner, y
        (28, 1),  // DebugDeclare
        (29, 4),  // DebugValue
        (35, 1),  // DebugSource
        (101, 1), // DebugFunctionDefinition
        (108, 1), // DebugTypeMatrix
    ];
    for (number, count) in expected {
        assert_eq!(counts.get(&number).copied().unwrap_or(0), count, "{number}: {counts:?}");
    }
    assert!(counts.get(&103).is_some_and(|&lines| lines >= 5), "{counts:?}");
}

#[test]
fn lines_alone_need_no_set() {
    assert!(counts(&words(None, false)).is_empty());
}

#[test]
fn long_texts_come_in_pieces() {
    let counts = counts(&words(Some("é".repeat(400_000)), true));
    assert_eq!(counts.get(&102), Some(&3), "{counts:?}");
}
