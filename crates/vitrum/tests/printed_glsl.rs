//! Additions to printed GLSL: the table of names, and comments with locations.

use vitrum::{GlslOptions, Options, Stage, Version, compile};

const SHADER: &str = "#version 450
struct At { vec3 p; };
layout(set = 0, binding = 0) uniform Light { vec3 color; At at; } light;
layout(set = 0, binding = 1) uniform texture2D map;
layout(set = 0, binding = 2) uniform sampler one;
layout(set = 0, binding = 3) uniform sampler two;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 result;
void main() {
    result = texture(sampler2D(map, one), uv) + texture(sampler2D(map, two), uv);
    result.xyz += light.color + light.at.p;
}
";

fn names(version: &str) -> Vec<(String, String, String)> {
    let glsl = GlslOptions { target: Version::from_name(version), ..GlslOptions::default() };
    let compilation = compile(SHADER, &Options::new(Stage::Fragment).glsl(glsl)).unwrap();
    let rows = compilation.glsl_names().unwrap();
    rows.into_iter().map(|row| (row.kind.name().to_owned(), row.name, row.printed.join(" "))).collect()
}

fn row(kind: &str, name: &str, printed: &str) -> (String, String, String) {
    (kind.to_owned(), name.to_owned(), printed.to_owned())
}

#[test]
fn names_are_found_again() {
    let expected = [
        row("uniform block", "Light", "Light"),
        row("uniform", "map", "map_one map_two"),
        row("uniform", "one", "map_one"),
        row("uniform", "two", "map_two"),
        row("input", "uv", "uv"),
        row("output", "result", "result"),
    ];
    assert_eq!(names("330"), expected);
    let old = names("100");
    assert!(old.contains(&row("uniform block", "Light.color", "Light_color")), "{old:?}");
    assert!(old.contains(&row("output", "result", "gl_FragColor")), "{old:?}");
}

#[test]
fn comments_say_where_statements_come_from() {
    let glsl = GlslOptions { lines: true, ..GlslOptions::default() };
    let source = "#version 330\nout vec4 c;\nvoid main() {\n    c = vec4(1.0);\n    for (int i = 0; i < 3; i++) {\n        c += vec4(i);\n    }\n}\n";
    let options = Options::new(Stage::Fragment).glsl(glsl).file_name("a.frag");
    let text = compile(source, &options.target(vitrum::Target::OpenGl4_5)).unwrap().glsl().unwrap();
    let expected = "void main() {\n    // a.frag:4\n    c = vec4(1.0);\n    // a.frag:5\n    for (int i = 0; i < 3; i++) {\n        // a.frag:6\n        c += float(i);\n    }\n}\n";
    assert!(text.ends_with(expected), "{text}");
}

/// A fragment shader of desktop OpenGL in another version, or why there is none.
fn printed(source: &str, version: &str) -> String {
    let glsl = GlslOptions { target: Version::from_name(version), ..GlslOptions::default() };
    let options = Options::new(Stage::Fragment).glsl(glsl).target(vitrum::Target::OpenGl4_5);
    match compile(source, &options).unwrap().glsl() {
        Ok(text) => text,
        Err(error) => error.to_string(),
    }
}

#[test]
fn old_versions_get_matrices_as_columns() {
    let source = "#version 330\nstruct Bone { mat4x3 m; };\nuniform Bone bone;\nuniform mat2x3 m;\nin vec2 p;\n\
        in mat2x3 v;\nout vec4 c;\nvoid main() { c = vec4(m * p + bone.m[1], v[1].y); }\n";
    let text = printed(source, "100");
    let structs = "struct Mat4x3 {\n    vec3 c0;\n    vec3 c1;\n    vec3 c2;\n    vec3 c3;\n};\nstruct Bone {\n    Mat4x3 m;\n};\n";
    assert!(text.contains(structs) && text.contains("m.c0 * p.x + m.c1 * p.y + bone.m.c1"), "{text}");
    assert!(text.contains("varying vec3 v_c1;") && text.contains("v_c1.y"), "{text}");
    assert!(printed(source, "120").contains("uniform mat2x3 m;"));
}

#[test]
fn old_versions_get_unsigned_integers_as_signed_ones() {
    let source = "#version 330\nuniform uint n;\nout vec4 c;\nvoid main() {\n    c = vec4(0.0);\n    \
        for (uint i = 0u; i < 4u; i++) { c.x += float(i); if (i == n) break; }\n}\n";
    let text = printed(source, "110");
    let body = "for (int i = 0; i < 4; i++) {\n        gl_FragColor.x += float(i);\n        if (i == n) {";
    assert!(text.contains("uniform int n;") && text.contains(body), "{text}");
    let divided = source.replace("i == n", "n / 3u == i");
    assert_eq!(
        printed(&divided, "110"),
        "cannot print GLSL: GLSL 1.10 does not support unsigned integers; it requires GLSL 1.30"
    );
}

#[test]
fn versions_without_arrays_of_arrays_get_them_in_a_row() {
    let source =
        "#version 430\nuniform vec4 a[3][2];\nuniform int i;\nout vec4 c;\nvoid main() { c = a[i][1]; }\n";
    assert!(
        printed(source, "330").contains("uniform vec4 a[6];")
            && printed(source, "330").contains("a[i * 2 + 1]")
    );
}

#[test]
fn versions_without_switches_get_selections() {
    let source = "#version 330\nuniform int i;\nin float x;\nout vec4 c;\nvoid main() {\n    c = vec4(0.0);\n    switch (i) {\n    \
        case 1:\n        if (x > 0.5) break;\n        c.x = x;\n        break;\n    default:\n        c.y = x;\n    }\n}\n";
    let text = printed(source, "100");
    assert!(
        text.contains("    if (i == 1) {\n        if (!(x > 0.5)) {\n            gl_FragColor.x = x;"),
        "{text}"
    );
}

#[test]
fn several_outputs_have_locations_in_essl() {
    let source = "#version 330\nout vec4 a;\nlayout(location = 2) out vec4 b;\nout vec4 c[2];\n\
        void main() { a = b = c[0] = c[1] = vec4(1.0); }\n";
    let text = printed(source, "300es");
    assert!(text.contains("layout(location = 0) out vec4 a;"), "{text}");
    assert!(text.contains("layout(location = 3) out vec4 c[2];"), "{text}");
}

#[test]
fn textures_and_samplers_that_are_passed_on_are_combined() {
    let source = "#version 450\nlayout(set = 0, binding = 0) uniform texture2D t;\nlayout(set = 0, binding = 1) uniform sampler s;\n\
        layout(location = 0) in vec2 p;\nlayout(location = 0) out vec4 c;\n\
        vec4 get(texture2D x, sampler y) { return texture(sampler2D(x, y), p); }\nvoid main() { c = get(t, s); }\n";
    let glsl = GlslOptions { target: Version::from_name("330"), ..GlslOptions::default() };
    let text = compile(source, &Options::new(Stage::Fragment).glsl(glsl)).unwrap().glsl().unwrap();
    assert!(text.contains("uniform sampler2D t_s;") && text.contains("return texture(t_s, p);"), "{text}");
}

#[test]
fn missing_features_are_named() {
    let indexed = "#version 330\nuniform int i;\nout vec4 c[4];\nvoid main() { c[i] = vec4(1.0); }\n";
    assert!(
        printed(indexed, "100").contains("does not support dynamic indexing of fragment outputs"),
        "{}",
        printed(indexed, "100")
    );
    assert!(printed(indexed, "300es").contains("dynamic indexing of fragment outputs; it requires GLSL"));
    let sized = "#version 450\nlayout(constant_id = 0) const int n = 2;\nout vec4 c;\n\
        void main() { float a[n]; a[6] = 1.0; c = vec4(a[6]); }\n";
    assert!(printed(sized, "330").contains("indices that are in bounds only after specialisation"));
}

#[test]
fn old_versions_make_no_matrices_of_matrices() {
    let source = "#version 120\nuniform mat4 m;\nvarying vec3 v;\nvoid main() { gl_FragColor = vec4(mat3(m) * v, 1.0); }\n";
    assert!(printed(source, "120").contains("mat3(m) * v"));
    let text = printed(source, "110");
    assert!(!text.contains("mat3(m)") && text.contains("m[2].z"), "{text}");
}

#[test]
fn textures_and_samplers_come_apart_for_vulkan() {
    let source = "#version 330\nuniform sampler2D t;\nuniform sampler2DShadow s[2];\nin vec2 p;\nout vec4 c;\n\
        vec4 get(sampler2D x) { return texture(x, p) * vec4(textureSize(x, 0), 1.0, 1.0); }\n\
        void main() { c = get(t) + texture(s[1], vec3(p, 0.5)); }\n";
    let glsl = GlslOptions {
        target: Version::from_name("450"),
        vulkan: true,
        separate_samplers: true,
        ..GlslOptions::default()
    };
    let options = Options::new(Stage::Fragment).glsl(glsl).target(vitrum::Target::OpenGl4_5);
    let compilation = compile(source, &options).unwrap();
    let text = compilation.glsl().unwrap();
    for part in [
        "uniform texture2D t;",
        "uniform sampler t_sampler;",
        "uniform samplerShadow s_sampler[2];",
        "texture(sampler2D(t, t_sampler), p)",
        "texture(sampler2DShadow(s[1], s_sampler[1]), vec3(p, 0.5))",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let names = compilation.glsl_names().unwrap();
    assert!(names.iter().any(|row| row.name == "t" && row.printed == ["t_sampler", "t"]), "{names:?}");
}

#[test]
fn members_of_inputs_are_invariant_only_where_inputs_may_be() {
    let source = "#version 150\nin B { invariant vec4 z; } b;\nout vec4 c;\nvoid main() {\n    c = b.z;\n}\n";
    let [old, new] = ["150", "450"].map(|version| printed(source, version));
    assert!(old.contains("invariant vec4 z;"), "{old}");
    assert!(new.contains("vec4 z;") && !new.contains("invariant"), "{new}");
}

#[test]
fn switches_of_passes_become_branches_where_the_version_has_none() {
    let source = "#version 100\nprecision mediump float;\nvarying vec2 uv;\nfloat f(float x) {\n    \
        if (x < 0.5) { if (x < 0.2) return 1.0; gl_FragColor.x += x; }\n    float a = sin(x); \
        float b = cos(a) + x; b = sin(b) * a; a = cos(b); return a + b;\n}\n\
        void main() { gl_FragColor = vec4(f(uv.x)); }\n";
    let transforms = vec![&vitrum_passes::rows::UNIFY_RETURNS];
    let options = Options::new(Stage::Fragment).transforms(transforms);
    let compilation = compile(source, &options).unwrap();
    assert!(compilation.ir().contains("switch"), "{}", compilation.ir());
    let text = compilation.glsl().unwrap();
    assert!(text.starts_with("#version 100\n") && !text.contains("switch"), "{text}");
    compile(&text, &Options::new(Stage::Fragment)).unwrap();
}

#[test]
fn passes_use_what_the_printed_version_has() {
    const FETCH: &str = "#version 300 es\nprecision highp float;\nuniform sampler2D t;\nuniform int l;\nout vec4 c;\n\
        void main() { c = texelFetch(t, ivec2(0), l); }\n";
    // ESSL 3.00 has no number of levels, GLSL 4.50 and SPIR-V have one.
    let asks = |version: &str, prints_glsl: bool| {
        let glsl = GlslOptions { target: Version::from_name(version), ..GlslOptions::default() };
        let options = Options::new(Stage::Fragment)
            .glsl(glsl)
            .target(vitrum::Target::OpenGl4_5)
            .prints_glsl(prints_glsl)
            .robust(true);
        let compilation = compile(FETCH, &options).unwrap();
        let module = &compilation.module;
        let mut ops = module.functions.values().flat_map(|function| function.insts.iter());
        ops.any(|(_, data)| data.op == vitrum::ir::Op::ImageLevels)
    };
    assert!(!asks("300es", true));
    assert!(asks("450", true));
    assert!(asks("300es", false));
}

#[test]
fn folded_expressions_of_named_constants_stay() {
    let source = "#version 450\nconst float PI = 3.25;\nconst float TAU = 2.0*PI;\nconst vec3 UP = vec3(0.0, 2.0, 0.0);\n\
        const int N = 4;\nlayout(location = 0) in vec3 v;\nlayout(location = 0) out vec4 o;\nvoid main() {\n    \
        const float HALF = PI * 0.5;\n    float a = v.x * (PI * 0.5) + (-PI);\n    \
        float b = v.y * UP.y - (PI + 1.0);\n    float c = v.z / TAU * HALF;\n    \
        float d = float(N * 2) + v.x * sin(PI * 0.25);\n    float e = v.z * (PI * N) + HALF * 2.0;\n    \
        for (int i = 0; i < N - 1; ++i) a += v[i % (N - 1)];\n    o = vec4(a, b, c, d + e);\n}\n";
    let options = Options::new(Stage::Fragment);
    let text = compile(source, &options).unwrap().glsl().unwrap();
    for line in [
        "const float PI = 3.25;\nconst float TAU = 2.0 * PI;\nconst vec3 UP = vec3(0.0, 2.0, 0.0);\nconst int N = 4;\n",
        "float a = v.x * (PI * 0.5) + -PI;",
        "float b = v.y * UP.y - (PI + 1.0);",
        "float c = v.z / TAU * HALF;",
        // The folded conversion, and the sine, have no spelling of their own.
        "float d = 8.0 + v.x * 0.726",
        // Operands of several types, and local names.
        "v.z * 13.0 + 3.25;",
        "i < N - 1",
        "v[i % (N - 1)]",
    ] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    // Names that cannot stay take their expressions with them.
    let text = compile(&source.replace("PI", "P__I"), &options).unwrap().glsl().unwrap();
    assert!(text.contains("v.x * 1.625 + -3.25"), "{text}");
}

#[test]
fn expressions_of_modules_that_others_write_are_not_trusted() {
    // Only a module's text has such a spelling: here it comes by way of the names of a shader.
    let source = "#version 450\nconst float PI = 3.25;\nlayout(location = 0) in float v;\nlayout(location = 0) out float o;\n\
        void main() { o = v * (PI * 0.5); }\n";
    let mut compilation = compile(source, &Options::new(Stage::Fragment)).unwrap();
    let spelling = &mut compilation.module.spelling;
    let named = *spelling.constants().last().expect("the expression");
    let name = compilation.module.names.intern("PI; } void f(");
    let entry = spelling.add_constant(vitrum::ir::NamedConstant { name, ..named });
    let place = spelling.entries().iter().map(|it| it.span).max().expect("a place");
    compilation.module.spelling.add(place, entry);
    compilation.module.spelling.sort();
    let text = compilation.glsl().unwrap();
    assert!(!text.contains("void f("), "{text}");
}

#[test]
fn lines_of_atomics_on_floats_stay_as_they_are() {
    for extension in
        ["GL_EXT_shader_atomic_float", "GL_NV_shader_atomic_float", "GL_INTEL_shader_atomic_float_minmax"]
    {
        let source = format!(
            "#version 450\n#extension {extension} : require\nbuffer B {{ float a; }};\nout vec4 c;\n\
             void main() {{ c = vec4(atomicExchange(a, 1.0)); }}\n"
        );
        let glsl = GlslOptions { target: Version::from_name("460"), ..GlslOptions::default() };
        let options = Options::new(Stage::Fragment).target(vitrum::Target::OpenGl4_5).glsl(glsl);
        let text = compile(&source, &options).unwrap().glsl().unwrap();
        assert_eq!(text.matches("#extension").count(), 1, "{text}");
    }
}
