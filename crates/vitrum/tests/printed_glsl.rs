//! What goes with printed GLSL: what became of names, and comments with places.

use vitrum::{GlslOptions, GlslTarget, Options, Stage, compile};

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
    let glsl = GlslOptions { target: GlslTarget::from_name(version), ..GlslOptions::default() };
    let compilation = compile(SHADER, &Options { glsl, ..Options::new(Stage::Fragment) }).unwrap();
    let rows = compilation.glsl_names().unwrap();
    rows.into_iter().map(|row| (row.kind.name().to_owned(), row.name, row.became.join(" "))).collect()
}

fn row(kind: &str, name: &str, became: &str) -> (String, String, String) {
    (kind.to_owned(), name.to_owned(), became.to_owned())
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
    let options = Options { glsl, file_name: "a.frag".to_owned(), ..Options::new(Stage::Fragment) };
    let text =
        compile(source, &Options { target: vitrum::Target::OpenGl4_5, ..options }).unwrap().glsl().unwrap();
    let expected = "void main() {\n    // a.frag:4\n    c = vec4(1.0);\n    // a.frag:5\n    for (int i = 0; i < 3; i++) {\n        // a.frag:6\n        c += float(i);\n    }\n}\n";
    assert!(text.ends_with(expected), "{text}");
}
