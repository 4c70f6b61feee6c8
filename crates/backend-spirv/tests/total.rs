//! Every module of the text form is written or refused: no panic, and in time linear in its size.

use std::fmt::Write;
use std::path::Path;
use vitrum_backend_spirv::{Options, Target, emit};

/// Words that a change puts in the place of another.
const WORDS: [&str; 12] =
    ["0i32", "1.0f32", "true", "%x", "@u", "f32", "i32", "vec4<f32>", "uniform", "break", "merge", "7u32"];

#[test]
fn changed_modules_are_written_or_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut written = 0;
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        let starts: Vec<usize> = text.match_indices([' ', '(', ',', '<']).map(|(at, _)| at + 1).collect();
        for (count, &start) in starts.iter().enumerate() {
            let end = text[start..]
                .find([' ', ')', ',', '>', '\n', '('])
                .map_or(text.len(), |length| start + length);
            let word = WORDS[count % WORDS.len()];
            let changed = format!("{}{word}{}", &text[..start], &text[end..]);
            let Ok(module) = vitrum_ir_text::parse(&changed) else { continue };
            let target = if count % 2 == 0 { Target::Vulkan1_0 } else { Target::Vulkan1_3 };
            written += usize::from(emit(&module, &Options::new(target)).is_ok());
        }
    }
    assert!(written > 100, "{written}");
}

fn many_functions(count: usize) -> String {
    let mut text = String::from("vir 1\nstage fragment\nentry &main\n");
    for index in 0..count {
        let _ = writeln!(text, "global @g{index}: vec4<f32> private");
    }
    text.push_str("\nfn &main() -> void {\n");
    for index in 0..count {
        let _ = writeln!(text, "    call &f{index} 1.0f32");
    }
    text.push_str("    return\n}\n");
    for index in 0..count {
        let _ = writeln!(
            text,
            "\nfn &f{index}(%a: f32 in) -> void {{\n    %p: ptr<private, f32> = access @g{index}, 1i32\n    \
             %b: f32 = fadd %a, {index}.5f32\n    %c: bool = fgt %b, 0.0f32\n    if %c {{\n        store %p, %b\n        \
             merge\n    }} else {{\n        merge\n    }}\n    return\n}}"
        );
    }
    text
}

fn nested_ifs(depth: usize) -> String {
    let mut text = String::from("vir 1\nstage fragment\nentry &main\n\nfn &main() -> void {\n");
    text.push_str(&"if true {\n".repeat(depth));
    text.push_str(&"merge\n} else {\nmerge\n}\n".repeat(depth));
    text.push_str("return\n}\n");
    text
}

#[test]
fn large_modules_are_written() {
    for make in [many_functions as fn(usize) -> String, nested_ifs] {
        let words = |count| {
            let module = vitrum_ir_text::parse(&make(count)).unwrap();
            emit(&module, &Options::default()).unwrap().len()
        };
        let (small, large) = (words(1000), words(8000));
        assert!(large > small * 7 && large < small * 9, "{small} and {large}");
    }
}
