//! Warnings of the groups: a shader for each, in `warnings/for`, whose lines marked `// warning: CODE` get exactly that, and a
//! shader against each, in `warnings/against`, that gets none.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use vitrum::{Code, Diagnostic, Level, Levels, Options, Severity, WarningGroup, compile, stage_of_path};

fn files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/warnings").join(folder);
    let entries = std::fs::read_dir(&root).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    files.sort();
    files
}

/// The code that a file is about, by its name: `unused_variable.frag.glsl`.
fn code_of(path: &Path) -> Code {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default().replace('_', "-");
    Code::from_name(&stem).unwrap_or_else(|| panic!("{stem} is no warning"))
}

fn options(path: &Path, levels: Levels) -> Options {
    let stage = stage_of_path(path).unwrap_or_else(|| panic!("{} has no stage", path.display()));
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let target = if text.contains(" es\n") { vitrum::Target::OpenGl4_5 } else { vitrum::Target::Vulkan1_3 };
    Options::new(stage).levels(levels).target(target).verify(true)
}

/// Lines and codes of the warnings of groups, in order.
fn warnings(path: &Path, levels: Levels) -> Vec<(u32, &'static str)> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let compilation = compile(&text, &options(path, levels));
    let compilation = compilation.unwrap_or_else(|failure| panic!("{}: {failure}", path.display()));
    let sources = &compilation.diagnosed.sources;
    let line = |it: &Diagnostic| {
        let start = it.span().map_or(0, |span| span.start);
        sources.location(start).map_or(0, |place| place.line)
    };
    let of_groups = |it: &&Diagnostic| it.code.info().group != WarningGroup::Default;
    let found = compilation.diagnosed.diagnostics.iter().filter(of_groups);
    found.map(|it| (line(it), it.code.info().code)).collect()
}

fn everything() -> Levels {
    Levels { group: WarningGroup::Extra, ..Levels::default() }
}

#[test]
fn marked_lines_get_their_warnings() {
    for path in files("for") {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let marked = |(index, line): (usize, &str)| {
            Some((index as u32 + 1, line.split_once("// warning: ")?.1.trim().to_owned()))
        };
        let expected: Vec<(u32, String)> = text.lines().enumerate().filter_map(marked).collect();
        let found = warnings(&path, everything());
        let found: Vec<_> = found.into_iter().map(|(line, code)| (line, code.to_owned())).collect();
        assert_eq!(found, expected, "{}", path.display());
        let own = code_of(&path).info().code;
        assert!(expected.iter().any(|row| row.1 == own), "{}", path.display());
    }
}

#[test]
fn other_shaders_get_none() {
    for path in files("against") {
        code_of(&path);
        assert_eq!(warnings(&path, everything()), [], "{}", path.display());
    }
}

#[test]
fn every_warning_has_a_shader_for_and_one_against() {
    let of = |folder| files(folder).iter().map(|path| code_of(path)).collect::<BTreeSet<_>>();
    let is_of_group = |code: &&Code| code.info().group != WarningGroup::Default;
    let all: BTreeSet<Code> = Code::ALL.iter().filter(is_of_group).copied().collect();
    assert_eq!(of("for"), all);
    assert_eq!(of("against"), all);
}

#[test]
fn nothing_is_looked_for_that_is_not_asked_for() {
    for path in files("for") {
        assert_eq!(warnings(&path, Levels::default()), [], "{}", path.display());
        let code = code_of(&path);
        let only = Levels { rows: vec![(code, Level::Warn)], ..Levels::default() };
        let found = warnings(&path, only);
        assert!(!found.is_empty(), "{}", path.display());
        assert!(found.iter().all(|row| row.1 == code.info().code), "{}", path.display());
    }
}

#[test]
fn warnings_of_groups_become_errors() {
    for path in files("for") {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let levels = Levels { rows: vec![(code_of(&path), Level::Deny)], ..Levels::default() };
        let failure = compile(&text, &options(&path, levels)).err();
        let failure = failure.unwrap_or_else(|| panic!("{} compiles", path.display()));
        let errors = failure.diagnosed.diagnostics.iter().filter(|it| it.severity == Severity::Error);
        assert!(errors.count() > 0, "{}", path.display());
    }
}

#[test]
fn included_text_and_libraries_get_none() {
    let include = |request: &vitrum::IncludeRequest<'_>| {
        let text = "float f() { float x; float y; return x; }\n".to_owned();
        Ok(vitrum::Included { name: request.path.to_owned(), text })
    };
    let options = Options::new(vitrum::Stage::Fragment).levels(everything()).include(include);
    let text = "#version 450\n#include \"f.glsl\"\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(f()); }\n";
    let found = compile(text, &options).expect("the shader is right").diagnosed.diagnostics;
    assert_eq!(found, []);
    let library = Options::new(vitrum::Stage::Fragment).library(true).levels(everything());
    let found = compile("#version 450\nfloat exported() { return 1.0; }\n", &library);
    assert_eq!(found.expect("the library is right").diagnosed.diagnostics, []);
}

#[test]
fn a_read_of_a_part_names_the_part() {
    let text = "#version 450\nlayout(location = 0) out float o;\nstruct S { float a; float b; };\n\
        void main() {\n    S s;\n    s.a = 1.0;\n    vec2 v;\n    v.x = s.b;\n    vec2 none;\n    \
        o = v.y + s.a + none.x;\n}\n";
    let options = Options::new(vitrum::Stage::Fragment).levels(everything());
    let found = compile(text, &options).expect("the shader is right").diagnosed.diagnostics;
    let messages: Vec<_> = found.iter().map(|it| it.message.as_str()).collect();
    let expected = ["s.b", "v.y", "none"].map(|name| format!("`{name}` is read, but nothing has written it"));
    assert_eq!(messages, expected);
}
