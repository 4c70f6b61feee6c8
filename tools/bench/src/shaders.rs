//! The measured shaders: those of the suite, and generated ones of growing size.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;
use vitrum::Stage;

use crate::timing::Shader;

/// The longest shaders of the suite and of the examples that every one of `accept` takes, by name.
pub(crate) fn of_the_suite(
    filter: &str,
    most: usize,
    accept: impl Fn(&Shader) -> bool,
) -> Result<Vec<Shader>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["examples/shaders", "tests/suite"] {
        files.extend(vitrum_corpus::files_below(&root.join(folder))?);
    }
    let mut shaders = Vec::new();
    for file in files {
        let name = file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().into_owned();
        let Some(stage) = vitrum::stage_of_path(&file) else { continue };
        if !name.contains(filter) {
            continue;
        }
        let shader = Shader { name, source: std::fs::read_to_string(&file)?, stage };
        if accept(&shader) {
            shaders.push(shader);
        }
    }
    shaders.sort_by_key(|shader| std::cmp::Reverse(shader.source.len()));
    shaders.truncate(most);
    shaders.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(shaders)
}

/// A fragment shader with `size` globals and `size` functions, each of which uses a global and calls the one before.
pub(crate) fn of_size(size: usize) -> Shader {
    let mut source = "#version 450\nlayout(location = 0) in vec4 position;\n".to_owned();
    source += "layout(location = 0) out vec4 color;\n";
    // Writing to a string cannot fail.
    for index in 0..size {
        let _ = writeln!(source, "vec4 g{index} = vec4({index}.0, 1.0, 2.0, 3.0);");
    }
    for index in 0..size {
        let before = index.checked_sub(1).map_or("a".to_owned(), |before| format!("f{before}(a)"));
        let _ = writeln!(
            source,
            "vec4 f{index}(vec4 a) {{\n    vec4 sum = {before};\n    for (int i = 0; i < 4; ++i) {{\n        \
             sum += a.yxwz * float(i) + g{index};\n        if (sum.x > 10.0) sum = normalize(sum);\n    }}\n    \
             g{index} = sum;\n    return sum;\n}}"
        );
    }
    let _ = writeln!(source, "void main() {{ color = f{}(position); }}", size.saturating_sub(1));
    Shader { name: format!("{size} functions and globals"), source, stage: Stage::Fragment }
}
