//! Arrays without sizes: every type with every value in every kind of declaration.

use vitrum::{Stage, Target};

use super::compile;
use crate::judges::Judges;

const HEADER: &str = "#version 450
#extension GL_EXT_nonuniform_qualifier : enable
layout(location = 0) flat in ivec2 a;
layout(location = 0) out vec4 o;
struct S { int m[2]; };
";

/// A name and the rest of a shader: `TYPE` is an element type with dimensions, `ELEMENT` and `DIMENSIONS` are its
/// parts, and `VALUE` is a value.
pub(super) const DECLARATIONS: &[(&str, &str)] = &[
    (
        "global",
        "TYPE g = VALUE; ELEMENT h DIMENSIONS = VALUE; void main() { o = vec4(g.length() + h.length()); }",
    ),
    ("constant", "const TYPE g = VALUE; void main() { o = vec4(g.length()); }"),
    (
        "local",
        "void main() { TYPE g = VALUE; ELEMENT h DIMENSIONS = VALUE; o = vec4(g.length() + h.length()); }",
    ),
    (
        "local_constant",
        "void main() { const TYPE g = VALUE; const ELEMENT h DIMENSIONS = VALUE; o = vec4(g[0].length()); }",
    ),
    ("parameter", "int f(TYPE p) { return p.length(); } void main() { o = vec4(f(VALUE)); }"),
    ("result", "TYPE f() { return VALUE; } void main() { o = vec4(f().length()); }"),
    ("constructor", "void main() { TYPE(VALUE); o = vec4(TYPE(VALUE)[0].length()); }"),
    (
        "length",
        "void main() { int q = (VALUE).length(); const int c = TYPE(VALUE).length(); o = vec4(q + c); }",
    ),
    (
        "struct_member",
        "struct T { TYPE x; }; void main() { T g = T(VALUE); T h = { VALUE }; o = vec4(g.x.length()); }",
    ),
    (
        "struct_value",
        "void main() { struct T { ELEMENT x[2]; } t = { VALUE }; T s = T(VALUE); o = vec4(s.x.length()); }",
    ),
    (
        "block_member",
        "layout(binding = 0) buffer B { int z; TYPE x; }; void main() { x = VALUE; o = vec4(x.length()); }",
    ),
    (
        "block_member_read",
        "layout(binding = 0) buffer B { int z; TYPE x; }; void main() { o = vec4(x.length()); }",
    ),
    (
        "block_array",
        "layout(binding = 0) buffer B { TYPE x; } b[]; void main() { o = vec4(b.length() + b[a.x].x.length()); }",
    ),
    (
        "block_arrays",
        "layout(binding = 0) buffer B { int x; } b DIMENSIONS; void main() { o = vec4(b[1].length()); }",
    ),
    ("uniform_block", "layout(binding = 0) uniform B { TYPE x; }; void main() { o = vec4(x.length()); }"),
    ("output", "layout(location = 1) out TYPE y; void main() { y = VALUE; o = vec4(y.length()); }"),
    ("sampler", "layout(binding = 0) uniform sampler2D t DIMENSIONS; void main() { o = vec4(t.length()); }"),
    ("redeclared_global", "TYPE x; TYPE x; ELEMENT x[3]; void main() { o = vec4(x.length()); }"),
    ("redeclared_with_value", "TYPE x; TYPE x = VALUE; void main() { o = vec4(x.length()); }"),
    ("redeclared_local", "void main() { TYPE x; TYPE x; x = VALUE; x[1] = VALUE; o = vec4(x.length()); }"),
    ("assigned", "TYPE x; void main() { x[2] = VALUE; x = VALUE; o = vec4(x.length()); }"),
    ("chosen", "void main() { TYPE x = a.x > 0 ? VALUE : TYPE(VALUE); o = vec4(x.length()); }"),
    ("compared", "void main() { o = vec4(TYPE(VALUE) == VALUE); }"),
];

const TYPES: &[(&str, &str)] = &[
    ("int", "[]"),
    ("int", "[2]"),
    ("int", "[][]"),
    ("int", "[2][]"),
    ("int", "[][2]"),
    ("int", "[1][1]"),
    ("int", "[][][]"),
    ("int", "[1][][]"),
    ("int", "[][1][]"),
    ("S", "[]"),
    ("S", "[][]"),
];

const VALUES: &[&str] = &[
    "1",
    "int[](1, a.x)",
    "int[](1, 2)",
    "int[2](1)",
    "int[](int[](1))",
    "int[][](int[](a.x, 2))",
    "int[1][](int[](1, 2))",
    "int[2][](int[](1, 2), int[](3, 4))",
    "int[][](int[](1, 2), int[](3))",
    "int[][][](int[][](int[](a.x)))",
    "int[1][][](int[][](int[](1)))",
    "S[](S(int[](1, 2)))",
    "S[][](S[](S(int[](1, 2))))",
    "{}",
    "{{}}",
    "{1, 2}",
    "{{1, 2}, {3, 4}}",
    "{{1, 2}, {3}}",
    "{{{1}}}",
    "{S(int[](1, 2))}",
];

/// One kind of declaration.
pub(super) fn check(declaration: &str, judges: &Judges) -> Result<(), String> {
    for (element, dimensions) in TYPES {
        for value in VALUES {
            let text = declaration
                .replace("TYPE", &format!("{element}{dimensions}"))
                .replace("ELEMENT", element)
                .replace("DIMENSIONS", dimensions)
                .replace("VALUE", value);
            compile(&format!("{HEADER}{text}\n"), Stage::Fragment, Target::Vulkan1_3, Some(judges))?;
            if text == *declaration {
                return Err("neither type nor value are part of the shader".to_owned());
            }
        }
    }
    Ok(())
}
