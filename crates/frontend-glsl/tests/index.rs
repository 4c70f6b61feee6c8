//! The index of names: each name is found with its declaration and its uses, in wrong shaders, too.

use std::path::{Path, PathBuf};
use vitrum_frontend_glsl::index::{Index, ItemKind, Role};
use vitrum_frontend_glsl::{Options, Output, Source, compile};
use vitrum_ir::{Span, Stage};

fn indexed(text: &str) -> (Output, Box<Index>) {
    let mut output =
        compile(&Source::new("a.frag", text), &Options { index: true, ..Options::new(Stage::Fragment) });
    let index = output.index.take().unwrap_or_else(|| panic!("there is no index"));
    (output, index)
}

/// The occurrences of each item with this name: line and role.
fn places(text: &str, index: &Index, name: &str) -> Vec<Vec<(usize, Role)>> {
    let line = |span: Span| text[..span.start as usize].matches('\n').count() + 1;
    let numbers = (0u32..).map(vitrum_frontend_glsl::index::ItemId).take(index.items.len());
    let found = numbers.filter(|&id| index.item(id).is_some_and(|item| item.name == name));
    found.map(|id| index.occurrences_of(id).map(|it| (line(it.span), it.role)).collect()).collect()
}

const SHADER: &str = "\
#version 450
struct Light { vec3 position; float power; };
layout(binding = 0) uniform Scene { Light light; float power; };
float shade(vec3 n);
layout(location = 0) out float color;
void main() {
    float x = shade(light.position) * power;
    { float x = light.power; color = x; }
    color += x;
}
float shade(vec3 n) { return n.x; }
float shade(float n) { return shade(vec3(n)); }
";

#[test]
fn names_have_declarations_and_uses() {
    use Role::{Declaration, Definition, Use};
    let (output, index) = indexed(SHADER);
    assert!(output.module.is_some(), "{:?}", output.diagnostics);
    let places = |name| places(SHADER, &index, name);
    assert_eq!(places("Light"), [vec![(2, Definition), (3, Use)]]);
    assert_eq!(places("Scene"), [vec![(3, Definition)]]);
    assert_eq!(places("light"), [vec![(3, Declaration), (7, Use), (8, Use)]]);
    assert_eq!(places("position"), [vec![(2, Declaration), (7, Use)]]);
    // The member of the struct, and that of the block.
    assert_eq!(places("power"), [vec![(2, Declaration), (8, Use)], vec![(3, Declaration), (7, Use)]]);
    assert_eq!(places("x"), [vec![(7, Declaration), (9, Use)], vec![(8, Declaration), (8, Use)]]);
    assert_eq!(
        places("shade"),
        [vec![(4, Declaration), (7, Use), (11, Definition), (12, Use)], vec![(12, Definition)]]
    );
    assert_eq!(places("n"), [vec![(11, Declaration), (11, Use)], vec![(12, Declaration), (12, Use)]]);
}

#[test]
fn local_names_have_scopes() {
    let (_, index) = indexed(SHADER);
    let inner = index.items.iter().filter(|item| item.name == "x").nth(1);
    let scope = inner.and_then(|item| index.scopes.get(item.scope as usize)).copied();
    let text = scope.and_then(|scope| SHADER.get(scope.start as usize..scope.end as usize));
    assert_eq!(text, Some(" float x = light.power; color = x; }"));
    let global = index.items.iter().find(|item| item.name == "color");
    assert_eq!(global.map(|item| item.scope), Some(0));
}

#[test]
fn wrong_shaders_have_names() {
    use Role::{Declaration, Definition, Use};
    let text = "#version 450\nconst int N = 3;\nvoid f(int a) {\n  int b = a + ;\n  b = N;\n  vec4 v;\n  v.\n}\n\
        void main() { f(N); undeclared = N; }\nfloat faulty() = 1.0;\n";
    let (output, index) = indexed(text);
    assert!(output.module.is_none());
    assert_eq!(places(text, &index, "N"), [vec![(2, Declaration), (5, Use), (9, Use), (9, Use)]]);
    assert_eq!(places(text, &index, "f"), [vec![(3, Definition), (9, Use)]]);
    assert_eq!(places(text, &index, "a"), [vec![(3, Declaration), (4, Use)]]);
    // The type before the point is known, so that its components can be offered.
    let module = index.partial.as_ref().unwrap_or_else(|| panic!("there is no module"));
    let types: Vec<String> =
        index.selections.iter().map(|it| vitrum_glsl::builtin_types::type_name(module, it.ty)).collect();
    assert_eq!(types, ["vec4"]);
}

#[test]
fn macros_and_skipped_text_are_listed() {
    let text = "#version 450\n#define TWO(x) (x + x)\n#define ONE 1\n#if ONE\nint a = TWO(ONE);\n#else\nint b;\nint c;\n#endif\n\
        void main() {}\n#ifdef NONE\nint d;\n#endif\n";
    let (_, index) = indexed(text);
    let slice = |span: Span| &text[span.start as usize..span.end as usize];
    let macros: Vec<_> = index.macros.iter().map(|it| (slice(it.span), it.definition.map(slice))).collect();
    assert_eq!(macros, [("TWO(ONE)", Some("TWO"))]);
    let skipped: Vec<&str> = index.skipped.iter().map(|&span| slice(span)).collect();
    assert_eq!(skipped, ["int b;\nint c;\n#", "int d;\n#"]);
}

#[test]
fn constants_have_values_and_functions_signatures() {
    let text = "#version 450\nconst int N = 2 + 3;\nint f(inout int a, const in float b) { return N; }\nvoid main() {}\n";
    let (output, index) = indexed(text);
    let module = output.module.unwrap_or_else(|| panic!("{:?}", output.diagnostics));
    let kind = |name: &str| index.items.iter().find(|item| item.name == name).map(|item| item.kind.clone());
    let Some(ItemKind::Variable { value: Some(value), constant: true, .. }) = kind("N") else {
        panic!("{:?}", kind("N"));
    };
    assert_eq!(module.constants.as_int(value), Some(5));
    let Some(ItemKind::Function(function)) = kind("f") else { panic!("{:?}", kind("f")) };
    let names: Vec<&str> = function.parameters.iter().map(|it| it.name.as_str()).collect();
    assert_eq!((names, function.defined), (vec!["a", "b"], true));
    assert!(matches!(kind("a"), Some(ItemKind::Parameter(vitrum_ir::ParamMode::InOut))));
}

/// Every shader below a folder.
fn shaders(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path() {
            path if path.is_dir() => shaders(&path, found),
            path if path.extension().is_some_and(|it| it == "glsl") => found.push(path),
            _ => {}
        }
    }
}

#[test]
fn names_of_many_shaders_are_where_they_are_written() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in [home.join("tests/accept"), home.join("tests/reject"), home.join("../../tests/suite")] {
        shaders(&folder, &mut files);
    }
    assert!(files.len() > 200, "{}", files.len());
    let mut names = 0;
    for path in files {
        let name = path.file_name().and_then(|it| it.to_str()).unwrap_or_default();
        let stage = name.rsplit('.').nth(1).and_then(vitrum_glsl::stages::stage_from_extension);
        let (Some(stage), Ok(text)) = (stage, std::fs::read_to_string(&path)) else { continue };
        let options = Options { index: true, ..Options::new(stage) };
        let output = compile(&Source::new(name, text.as_str()), &options);
        let Some(index) = output.index else { continue };
        let module = output.module.as_ref().or(index.partial.as_ref());
        assert!(module.is_some(), "{name}: there is no module");
        for occurrence in &index.occurrences {
            let item = index.item(occurrence.item).unwrap_or_else(|| panic!("{name}: {occurrence:?}"));
            let written = output.source_map.slice(occurrence.span);
            let in_macro = index.macros.iter().any(|it| it.span == occurrence.span);
            // Some names of the language are those of one variable.
            let is_alias = item.name.starts_with("gl_") && written.starts_with("gl_");
            assert!(written == item.name || in_macro || is_alias, "{name}: `{written}` for `{}`", item.name);
            assert!(index.scopes.len() > item.scope as usize, "{name}: {item:?}");
            names += 1;
        }
        let is_declared = |id| index.occurrences_of(id).any(|it| it.role != Role::Use);
        for (number, item) in (0u32..).zip(&index.items) {
            let id = vitrum_frontend_glsl::index::ItemId(number);
            let nowhere = item.declared.is_nowhere();
            assert!(is_declared(id) != nowhere || item.name.starts_with("gl_"), "{name}: {item:?}");
        }
    }
    assert!(names > 10_000, "{names}");
}
