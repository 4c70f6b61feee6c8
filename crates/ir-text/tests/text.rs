//! The text form says everything: what is printed reads back to an equal module, and printing that gives the
//! same bytes.

use vitrum_ir::text::{PrintOptions, print_with};
use vitrum_ir::{
    BlendEquations, BuiltIn, ControlHints, Dim, ImageFormat, Interpolation, LayoutRule, Modes, Module,
    Primitive, Qualifiers, Storage, ValueFlags, print,
};
use vitrum_ir_text::parse;

/// Reads, prints, and expects the same text.
#[track_caller]
fn round_trip(text: &str) -> Module {
    let module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let printed = print(&module);
    let again = parse(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert_eq!(print(&again), printed);
    assert!(again == module);
    module
}

#[test]
fn handles_are_types() {
    round_trip(
        "vir 1\nstage fragment\nentry &main\nstruct #B {\n    s: handle<sampled<2d, f32>>\n    \
         i: array<handle<image<2d, u32, storage>>, 2> coherent\n}\n\
         global @0: #B uniform block(std140)\nglobal @t: sampled<2d, f32> opaque bindless\n\
         global @o: vec2<u32> output location(0)\n\nfn &main() -> void {\n    \
         %0: handle<sampled<2d, f32>> = bitcast @t\n    %1: vec2<u32> = bitcast %0\n    store @o, %1\n    return\n}\n",
    );
}

const LOOP: &str = "\
vir 1
stage fragment
source essl 310
extension GL_EXT_control_flow_attributes
extension GL_EXT_nonuniform_qualifier enable
extension GL_EXT_shader_8bit_storage warn
subroutine shade location 3 case 0 plain case 2 \"a b\"
subroutine other
declare #Light
execution early_fragment_tests depth(depth_less)
entry &main
struct #Light {
    color: vec3<f32> mediump offset(0)
    \"a b\": array<mat3x3<f32>, 4> row_major
}
global @color: vec4<f32> mediump output location(0) flat
global @color.1: #Light uniform block(std140) set(0) binding(3)
global @0: f32 private = 1.5f32

fn &main() -> void {
    %result: ptr<function, vec2<f32>> mediump = var vec2<f32>(0.0f32, 1.0f32)
    %sum: f32 mediump = loop 0i32, 0.0f32 unroll min_iterations(4) (%i: i32 mediump, %s: f32 mediump) {
        %0: bool = slt %i, 10i32
        if %0 {
            merge
        } else {
            break %s
        }
        %1: f32 mediump precise = stof %i
        continue %1
    } continuing (%x: f32 mediump) {
        %2: i32 mediump = iadd %i, 1i32
        break_if %0 (%x) next %2, %x
    }
    switch %2, 0i32 {
        case 1i32, -2i32 (%p: i32) {
            fallthrough 3i32
        }
        case default (%p.1: i32) {
            break
        }
    }
    %3: vec2<f32> mediump = load.volatile %result
    %4: vec2<f32> mediump = swizzle.yx %3
    store_swizzle.yx %result, %4
    store_swizzle.y.volatile.coherent %result, 1.0f32
    %5: vec3<f32> = shuffle.acd %3, %4
    %6: f32 = extract.1 %5
    (%7: u32, %8: u32) = uadd_carry 4294967295u32, 1u32
    call &helper %6, bits<f32, 0x7fc00000>
    intrinsic.demote
    store @0, %sum
    return
}

fn &helper(%a: f32 in, %b: f32 const_in precise) -> void {
    return
}
";

#[test]
fn everything_reads_back() {
    let module = round_trip(LOOP);
    assert_eq!(print(&module), LOOP);
    assert_eq!(module.clone(), module);
}

#[test]
fn specialisation_constants_read_back() {
    round_trip(
        "vir 1\nstage compute\nspec $n: i32 id(3) = 4i32\nspec $0: u32 = 1u32\nconst $1: i32 = iadd $n, 1i32\n\
         const $2: array<vec2<f32>, $1> = composite vec2<f32>(0.0f32, 1.0f32), undef vec2<f32>\n\
         execution local_size($0, 1u32, 1u32)\nglobal @a: array<f32, $1> shared\n\
         global @b: array<vec2<f32>, $1> private = $2\n\nfn &main() -> void {\n    return\n}\n",
    );
}

#[test]
fn constants_of_struct_type_read_back() {
    round_trip(
        "vir 1\nstage vertex\ndeclare #S\nstruct #S {\n    a: f32\n}\nglobal @s: #S private = #S(1.0f32)\n\
         global @t: array<#S, 2> private = array<#S, 2>(#S(1.0f32), null #S)\n",
    );
}

#[test]
fn spans_are_optional() {
    let text = "vir 1\nstage vertex\n\nfn &main() -> void {\n    return !12..18\n}\n";
    let module = parse(text).unwrap();
    assert_eq!(print_with(&module, &PrintOptions { spans: true, sources: None }), text);
    assert!(!print(&module).contains('!'));
}

#[test]
fn the_spelling_of_the_source_reads_back_with_spans() {
    let text = "vir 1\nstage vertex\n\nfn &main() -> void {\n    return !70..76\n}\n\n\
                spelling rgba !8..13\nspelling stpq !8..15\nspelling const PI: 3.1415927f32 !20..22\n\
                spelling case 3i32 !30..34\nspelling case default !30..34\n\
                spelling const \"my up\": vec3<f32>(0.0f32, 1.0f32, 0.0f32) highp local !40..42\n\
                spelling const PI: 3.1415927f32 !50..52\n\
                spelling const \"PI * 2.0\": 6.2831855f32 expression !50..58\n";
    let module = parse(text).unwrap();
    assert_eq!(print_with(&module, &PrintOptions { spans: true, sources: None }), text);
    assert!(!print(&module).contains("spelling"));
    assert_eq!(module.spelling.constants().len(), 3);
    let wrong = text.replace("rgba", "argb");
    let message = "8:10: expected `rgba`, `stpq`, `const` or `case`, found `argb`";
    assert_eq!(parse(&wrong).unwrap_err().to_string(), message);
}

#[test]
fn every_kind_of_type_reads_back() {
    let types = [
        "bool",
        "vec4<i64>",
        "mat4x2<f64>",
        "array<array<f32, 2>, 3>",
        "array<u32>",
        "ptr<buffer, u32>",
        "image<2d, f32, arrayed, multisampled, storage, rgba8>",
        "sampled<cube, f32, shadow>",
        "image<buffer, u32>",
        "sampler",
        "sampler_shadow",
        "atomic_counter",
        "acceleration_structure",
        "ray_query",
        "hit_object",
        "long_vector<f16, 7>",
        "long_vector<bool, 1>",
        "cooperative_matrix<f16, 3u32, 16u32, 16u32, accumulator>",
    ];
    for ty in types {
        let text = format!("vir 1\nstage vertex\nglobal @x: {ty} private\n");
        let module = round_trip(&text);
        assert_eq!(print(&module), text);
    }
}

#[test]
fn bad_text_is_an_error_with_a_place() {
    let error = parse("stage fragment\nglobal @x: flout private\n").unwrap_err();
    assert_eq!((error.line, error.column), (2, 12));
    for text in
        ["fn", "fn &f(", "const $a: i32 = ", "global @\"", "\u{1F980}", "fn &f() -> void { %x", "spec $"]
    {
        assert!(parse(text).is_err(), "{text}");
    }
}

/// Link names, doc comments, spans of declarations and files are parts of the text.
#[test]
fn linkage_origins_and_files_are_read_back() {
    const TEXT: &str = r#"vir 1
stage vertex
file "a.vert" "float x;\u{a}"
line 0 7 "b.vert"
declare #S
entry &main
struct #S doc "A struct." !1..2 {
    x: f32 location(1) doc "A member." !3..4
}
global @x: f32 private = 1.0f32 doc "Two\u{a}lines" !5..6

fn &f(%a: f32 in !7..8) -> f32 import "f(float)" !9..10

fn &start() -> void initializer {
    return
}

fn &g(%b: f32 in doc "A parameter.") -> f32 export "g(float)" doc "A function." {
    %0: f32 = call &f %b
    return %0
}

fn &main() -> void {
    return
}
"#;
    let (module, sources) = vitrum_ir_text::parse_with_sources(TEXT).unwrap();
    vitrum_ir::verify(&module).unwrap();
    let options = PrintOptions { spans: true, sources: Some(&sources) };
    assert_eq!(print_with(&module, &options), TEXT);
    assert_eq!(sources.location(0).map(|place| (place.file, place.line)), Some(("b.vert", 7)));
    for wrong in ["vir 2", "line 0 1", "file \"a\" \"b\"\nline 3 1\nline 2 1"] {
        assert!(parse(&format!("{wrong}\nstage vertex\n")).is_err(), "{wrong}");
    }
    let no_body = "stage vertex\nfn &f() -> void\n";
    assert_eq!(parse(no_body).unwrap_err().to_string(), "2:4: only an imported function has no body");
}

/// Lines and attributes that a module has once are refused the second time.
#[test]
fn duplicates_are_errors() {
    const ONCE: &[&str] = &[
        "source glsl 450",
        "execution early_fragment_tests",
        "execution depth(depth_less)",
        "entry &main",
        "vir 1",
        "spec $a: i32 id(1) = 1i32",
        "const $a: i32 = 1i32",
        "struct #A { x: f32 }",
        "global @a: f32 private",
    ];
    let module = |lines: &str| format!("stage fragment\n{lines}\nfn &main() -> void {{\n    return\n}}\n");
    for line in ONCE {
        assert!(parse(&module(line)).is_ok(), "{line}");
        assert!(parse(&module(&format!("{line}\n{line}"))).is_err(), "{line}");
    }
    assert!(parse(&module("stage fragment")).is_err());
    const ATTRIBUTES: &[(&str, &str)] = &[
        ("execution", "early_fragment_tests"),
        ("execution", "local_size(1u32, 1u32, 1u32)"),
        ("execution", "input(points)"),
        ("execution", "output(points)"),
        ("execution", "spacing(equal_spacing)"),
        ("execution", "depth(depth_any)"),
        ("execution", "max_vertices(3)"),
        ("execution", "blend_support_screen"),
        ("global @g: f32 output", "location(1)"),
        ("global @g: f32 output", "builtin(frag_depth)"),
        ("global @g: f32 output", "flat"),
        ("global @g: f32 output", "invariant"),
        ("spirv decoration 1", "name a"),
        ("spirv decoration 1", "next 3"),
    ];
    for (head, attribute) in ATTRIBUTES {
        assert!(parse(&module(&format!("{head} {attribute}"))).is_ok(), "{head} {attribute}");
        assert!(parse(&module(&format!("{head} {attribute} {attribute}"))).is_err(), "{head} {attribute}");
    }
    assert!(parse(&module("global @g: image<2d, f32, arrayed, arrayed> opaque")).is_err());
    assert!(parse(&module("global @g: image<2d, f32, r32f, rgba8> opaque")).is_err());
}

/// Constants keep their names, whatever they are made of.
#[test]
fn names_of_constants_stay() {
    let constants = [
        ("f32", "1.5f32"),
        ("bool", "true"),
        ("i32", "-3i32"),
        ("f16", "bits<f16, 0x3c00>"),
        ("vec2<f32>", "null vec2<f32>"),
        ("vec2<f32>", "composite 1.5f32, 2.0f32"),
        ("vec2<f32>", "undef vec2<f32>"),
    ];
    for (ty, value) in constants {
        let text = format!(
            "vir 1\nstage vertex\nconst $\"a b\": {ty} mediump = {value}\nglobal @x: {ty} private = $\"a b\"\n"
        );
        let module = round_trip(&text);
        assert_eq!(print(&module), text);
    }
    // Types before the constants spell them out.
    let text = "vir 1\nstage vertex\nspec $s: i32 id(0) = 1i32\nconst $a: i32 = 1i32\nconst $b: i32 = 3i32\n\
        global @x: cooperative_matrix<f32, 3i32, $b, 1i32, a> private\nglobal @y: i32 private = $a\n\
        global @z: long_vector<f32, $s> private\n";
    let module = round_trip(text);
    assert_eq!(print(&module), text.replace("$b,", "3i32,"));
    assert!(parse("stage vertex\nconst $a: f32 = 1i32\n").is_err());
}

#[test]
fn any_prefix_and_any_single_change_is_read_or_reported() {
    for end in 0..LOOP.len() {
        if let Some(text) = LOOP.get(..end) {
            let _ = parse(text);
        }
    }
    for at in 0..LOOP.len() {
        let mut bytes = LOOP.as_bytes().to_vec();
        for byte in [b'%', b'0', b'}', b' '] {
            bytes[at] = byte;
            if let Ok(module) = parse(&String::from_utf8_lossy(&bytes)) {
                print(&module);
            }
        }
    }
}

#[test]
fn deep_nesting_is_bounded() {
    let ty = format!("{}f32{}", "array<".repeat(100_000), ", 1>".repeat(100_000));
    assert!(parse(&format!("stage vertex\nglobal @x: {ty} private")).is_err());
    let ifs = "if true {\n".repeat(100_000);
    let ends = "merge\n} else {\nmerge\n}\n".repeat(100_000);
    let text = format!("stage vertex\nfn &main() -> void {{\n{ifs}{ends}return\n}}\n");
    let module = parse(&text).unwrap();
    assert!(print(&module).len() > text.len());
}

/// The words of the tables of the IR are words of the grammar, too.
#[test]
fn every_word_of_a_table_reads_back() {
    let mut lines = Vec::new();
    for (_, storage) in Storage::ALL {
        lines.push(format!("global @x: ptr<{storage}, f32> {storage}"));
    }
    for (_, flag) in Qualifiers::ALL {
        lines.push(format!("global @x: f32 private {flag}"));
    }
    for (_, word) in Interpolation::ALL {
        lines.push(format!("global @x: f32 private {word}"));
    }
    for (_, builtin, ..) in BuiltIn::ALL {
        lines.push(format!("global @x: f32 private builtin({builtin})"));
    }
    for (_, layout) in LayoutRule::ALL {
        lines.push(format!("global @x: f32 private block({layout})"));
    }
    for (_, dim) in Dim::ALL {
        lines.push(format!("global @x: image<{dim}, f32> opaque"));
    }
    for (_, format, _) in &ImageFormat::ALL[1..] {
        lines.push(format!("global @x: image<2d, f32, {format}> opaque"));
        lines.push(format!("global @x: vec4<f32> output format({format})"));
    }
    for (_, mode) in Modes::ALL {
        lines.push(format!("execution {mode}"));
    }
    for (_, equation) in BlendEquations::ALL {
        lines.push(format!("execution {equation}"));
    }
    for (_, primitive) in Primitive::ALL {
        lines.push(format!("execution input({primitive}) output({primitive})"));
    }
    for (_, flag) in ValueFlags::ALL {
        lines.push(format!("\nfn &f(%x: f32 {flag} in) -> void {{\n    return\n}}"));
    }
    for (_, hint) in ControlHints::ALL {
        lines.push(format!(
            "\nfn &f() -> void {{\n    if true {hint} {{\n        merge\n    }} else {{\n        merge\n    }}\n}}"
        ));
    }
    for line in lines {
        let text = format!("vir 1\nstage vertex\n{line}\n");
        assert_eq!(print(&round_trip(&text)), text);
    }
}

/// Names may be words of the grammar.
#[test]
fn keywords_are_names() {
    let grammar = include_str!("../grammar/grammar.lalrpop");
    let mut count = 0;
    for word in grammar.split('"').skip(1).step_by(2).filter(|word| word.starts_with(char::is_alphabetic)) {
        let text = format!(
            "vir 1\nstage vertex\nsource glsl 450 core\nextension {word}\nsubroutine {word} location 1 case 2 {word}\n\
             declare #{word}\nstring {word}\nspirv decoration 1 name {word} set {word} text {word} extension {word}\n\
             struct #{word} {{\n    {word}: f32\n}}\nglobal @{word}: f32 private\n\nfn &{word}() -> void {{\n    \
             %{word}: f32 = load @{word}\n}}\n"
        );
        assert_eq!(print(&round_trip(&text)), text);
        count += 1;
    }
    assert!(count > 60, "{count}");
}

/// Each error says what was found and what could stand there.
#[test]
fn messages_name_what_is_missing() {
    let head = "stage vertex\n";
    let body = "stage vertex\nfn &f(%p: i32 in) -> void {\n";
    let rows = [
        (head, "globe @x: f32 private", "2:1: expected a declaration, found `globe`"),
        (head, "stage", "2:6: expected a word, found the end"),
        ("", "stage vortex", "1:7: expected a stage, found `vortex`"),
        (head, "global x: f32 private", "2:8: expected a name with `@`, found `x`"),
        (head, "global @x f32 private", "2:11: expected `:`, found `f32`"),
        (head, "global @x: flout private", "2:12: expected a type, found `flout`"),
        (head, "global @x: f32 privat", "2:16: expected a storage class or a precision, found `privat`"),
        (head, "global @x: f32 private = ", "2:25: expected a constant, found the end"),
        (head, "global @x: f32 private shiny", "2:24: expected a qualifier, found `shiny`"),
        (head, "global @x: f32 private builtin", "2:24: `builtin` takes a word in brackets"),
        (head, "global @x: f32 private flat(1)", "2:24: `flat` takes no argument"),
        (head, "global @x: vec2<i32, 2> private", "2:20: expected `>`, found `,`"),
        (head, "global @x: vec2<vec2<i32>> private", "2:17: expected a scalar type, found `vec2`"),
        (head, "global @x: #S private", "2:12: no such struct"),
        (head, "global @x: i32 private = 1", "2:26: expected a constant, found `1`"),
        (head, "global @x: i32 private = 1q", "2:26: expected a number with its type, found `1q`"),
        (head, "global @x: i32 private = $a", "2:26: no such constant"),
        (head, "global @\"x: i32 private", "2:8: expected a name with `@`, found `@\"x: i32 private`"),
        (head, "struct #S { a }", "2:15: expected `:`, found `}`"),
        (head, "fn &f() -> void", "2:4: only an imported function has no body"),
        (head, "extension GL_x required", "2:16: expected `require`, `enable` or `warn`, found `required`"),
        (body, "%x: f32 = frob %p\n}", "3:11: no such operation: `frob`"),
        (body, "%x: f32 = \n}", "3:11: expected an operation, found the end of the line"),
        (body, "%x: i32 = iadd %p, %q\n}", "3:20: no such value above"),
        (
            body,
            "%x: i32 = iadd %p %p\n}",
            "3:19: expected the end of the line, a span, `}` or `,`, found `%p`",
        ),
        (body, "%x: i32 = iadd %p,\n}", "3:19: expected an operand, found the end of the line"),
        (body, "%x: i32 = swizzle.q %p\n}", "3:11: `swizzle.q` says something `swizzle` can't"),
        (body, "call f\n}", "3:6: expected a name with `&`, found `f`"),
        (body, "call &g\n}", "3:6: no such function"),
        (body, "if true {\nmerge\n}\n}", "5:2: expected `else`, found the end of the line"),
        (body, "if true unrolled {\n}", "3:9: expected a hint, found `unrolled`"),
        (body, "switch %p {\nmerge\n}\n}", "4:1: expected `case` or `}`, found `merge`"),
        (body, "?", "3:1: expected an instruction or `}`, found `?`"),
        (body, "return", "3:7: expected an operand, the end of the line, a span or `}`, found the end"),
    ];
    for (head, text, message) in rows {
        let error = parse(&format!("{head}{text}")).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
}
