//! Shaders of WebGL: limits, linking, variables and outputs of translations. Rules of single constructs are tested beside the
//! front end, in `crates/frontend-glsl/tests/reject/webgl_*.glsl`.

use vitrum::ir::{Module, Span};
use vitrum::webgl::{
    Names, Options, Output, Safety, Source, TranslateError, Translated, WebGl, extension, translate,
};
use vitrum::{Stage, Target, Version};
use vitrum_passes::{PassInfo, Session};

const VERTEX: &str = "attribute vec4 p;\nvoid main() { gl_Position = p; }\n";

/// Options of tests: as it is, with the limits that a text such as `MaxVaryingVectors 8` sets.
fn options(webgl: WebGl, limits: &str) -> Options {
    let safety = Safety { initialize_memory: false, bound_indices: false, ..Safety::default() };
    let mut options = Options::new(webgl).safety(safety);
    let mut words = limits.split_whitespace();
    while let (Some(name), Some(value)) = (words.next(), words.next()) {
        assert!(options.limits.set(name, value.parse().expect("a number")), "{name}");
    }
    options
}

/// Texts by stage: a vertex shader writes `gl_Position`.
fn sources<'a>(texts: &[&'a str]) -> Vec<Source<'a>> {
    let stage = |text: &str| if text.contains("gl_Position") { Stage::Vertex } else { Stage::Fragment };
    texts.iter().map(|text| Source::new(stage(text), text)).collect()
}

#[track_caller]
fn accepted(texts: &[&str], options: &Options) -> Translated {
    translate(&sources(texts), options).unwrap_or_else(|error| panic!("{error}"))
}

/// The code and the message of the first error.
#[track_caller]
fn refused(texts: &[&str], options: &Options) -> String {
    match translate(&sources(texts), options) {
        Err(TranslateError::Shaders(failure)) => {
            let reports = failure.diagnosed.reports();
            let error = reports.into_iter().find(|it| it.severity == vitrum::Severity::Error.name());
            error.map_or_else(|| failure.to_string(), |it| format!("{}: {}", it.code, it.message))
        }
        Err(error) => error.to_string(),
        Ok(_) => panic!("the shaders are accepted: {texts:?}"),
    }
}

/// A fragment shader with these declarations and an expression of a `float`.
fn fragment(declarations: &str, value: &str) -> String {
    format!("precision mediump float;\n{declarations}\nvoid main() {{ gl_FragColor = vec4({value}); }}\n")
}

/// Holds that a text is accepted, and another one refused with this code and a message with this part.
#[track_caller]
fn limit(limits: &str, most: &str, more: &str, code: &str, part: &str) {
    let options = options(WebGl::V1, limits);
    accepted(&[most], &options);
    let error = refused(&[more], &options);
    assert!(error.starts_with(code) && error.contains(part), "{error}");
}

#[test]
fn uniforms_fit_into_vectors() {
    let of =
        |count: u32| fragment(&format!("uniform vec3 a[{count}];\nuniform float b[16];"), "a[0].x + b[0]");
    let unused = fragment("uniform vec4 never[1000];\nuniform vec4 a;", "a.x");
    limit("MaxFragmentUniformVectors 16", &of(16), &of(17), "E0806", "16 vectors");
    limit("MaxFragmentUniformVectors 16", &unused, &of(17), "E0806", "`gl_MaxFragmentUniformVectors`");
    let vertex = |count| format!("uniform mat4 m[{count}];\nvoid main() {{ gl_Position = m[0][0]; }}\n");
    limit("MaxVertexUniformVectors 128", &vertex(32), &vertex(33), "E0806", "128 vectors");
}

#[test]
fn varyings_fit_into_vectors() {
    let of =
        |more: &str| fragment(&format!("varying vec4 a[6];\nvarying vec3 b[2];{more}"), "a[0].x + b[0].x");
    let point = of("").replace("b[0].x", "b[0].x + gl_PointCoord.x");
    limit("MaxVaryingVectors 8", &of("varying float c[2];"), &point, "E0806", "varyings");
    let used = of("varying float c[3];").replace("b[0].x", "b[0].x + c[0]");
    limit("MaxVaryingVectors 8", &of("varying float c[3];"), &used, "E0806", "`gl_MaxVaryingVectors`");
}

#[test]
fn attributes_textures_and_blocks_are_counted() {
    let vertex =
        |names: &str, sum: &str| format!("attribute vec4 {names};\nvoid main() {{ gl_Position = {sum}; }}\n");
    let (three, four) = (vertex("a, b, c", "a + b + c"), vertex("a, b, c, d", "a + b + c + d"));
    limit("MaxVertexAttribs 3", &three, &four, "E0806", "attributes are 4");
    limit("MaxVertexAttribs 3", &vertex("a, b, c, d", "a + b + c"), &four, "E0806", "`gl_MaxVertexAttribs`");
    let of = |count| fragment(&format!("uniform sampler2D s[{count}];"), "texture2D(s[0], vec2(0.5)).x");
    limit("MaxTextureImageUnits 8", &of(8), &of(9), "E0806", "textures of the stage are 9");
    let blocks = |count: u32| {
        let block = |at| format!("uniform B{at} {{ float b{at}; }};\n");
        let use_of = |at| format!("color.x += b{at};\n");
        let (blocks, uses): (String, String) =
            ((0..count).map(block).collect(), (0..count).map(use_of).collect());
        format!(
            "#version 300 es\nprecision mediump float;\n{blocks}out vec4 color;\nvoid main() {{ {uses} }}\n"
        )
    };
    let options = options(WebGl::V2, "");
    accepted(&[&blocks(12)], &options);
    assert!(refused(&[&blocks(13)], &options).contains("uniform blocks of the stage are 13"));
}

#[test]
fn draw_buffers_bound_outputs() {
    let of = |location| {
        format!(
            "#version 300 es\nprecision mediump float;\nlayout(location = {location}) out vec4 color;\n\
             void main() {{ color = vec4(1.0); }}\n"
        )
    };
    let options = options(WebGl::V2, "MaxDrawBuffers 4");
    accepted(&[&of(3)], &options);
    let error = refused(&[&of(4)], &options);
    assert!(error.contains("4"), "{error}");
}

#[test]
fn variables_have_a_size() {
    let of = |count: u32| {
        fragment("", &format!("f({count}.0)")).replace(
            "void main()",
            &format!("float f(float x) {{ vec4 a[{count}]; a[0] = vec4(x); return a[0].y; }}\nvoid main()"),
        )
    };
    limit("", &of(4096), &of(4097), "E0427", "variable has 65552 bytes");
    let global = |count: u32| fragment(&format!("float a[{count}];"), "a[0]");
    limit("", &global(16384), &global(16385), "E0427", "at most 65536");
    let many = |count: u32| {
        let names: Vec<String> = (0..count).map(|at| format!("a{at}[4096]")).collect();
        fragment(&format!("vec4 {};", names.join(", ")), "a0[0].x")
    };
    limit("", &many(255), &many(257), "E0900", "at most 16777216");
}

#[test]
fn calls_have_a_depth() {
    let of = |count: u32| {
        let function = |at: u32| format!("float f{at}() {{ return f{}() + 1.0; }}\n", at - 1);
        let functions: String = (1..count).map(function).collect();
        fragment(&format!("float f0() {{ return 1.0; }}\n{functions}"), &format!("f{}()", count - 1))
    };
    limit("", &of(255), &of(256), "E0900", "calls nest 257 deep");
}

#[test]
fn expressions_have_a_depth() {
    let of = |count: usize| fragment("uniform float x;", &vec!["x"; count].join(" + "));
    limit("", &of(200), &of(300), "E0900", "an expression nests deeper");
}

#[test]
fn programs_are_linked() {
    let options = options(WebGl::V1, "");
    let vertex = "attribute vec4 p;\nvarying vec2 uv;\nvoid main() { uv = p.xy; gl_Position = p; }\n";
    let of = |declarations: &str, value: &str| fragment(declarations, value);
    accepted(&[vertex, &of("varying vec2 uv;", "uv.x")], &options);
    // An input that is not used need not match.
    accepted(&[VERTEX, &of("varying vec2 uv;", "1.0")], &options);
    for (vertex, fragment, part) in
        [(VERTEX, of("varying vec2 uv;", "uv.x"), "`uv`"), (vertex, of("varying vec3 uv;", "uv.x"), "`uv`")]
    {
        let error = refused(&[vertex, &fragment], &options);
        assert!(error.starts_with("E08") && error.contains(part), "{error}");
    }
    let translated = accepted(&[VERTEX, &of("uniform float p;", "p")], &options);
    let warning = translated.diagnosed.reports().remove(0);
    assert_eq!(
        (&*warning.code, warning.message.as_str()),
        ("E0805", "uniform `p` has the name of an attribute")
    );
    let block = |precision: &str, rest: &str| {
        format!("#version 300 es\nuniform B {{ {precision} vec4 x; }};\n{rest}")
    };
    let vertex = block("mediump", "void main() { gl_Position = x; }\n");
    let other = |precision| block(precision, "out highp vec4 o;\nvoid main() { o = x; }\n");
    let two = options.clone().webgl(WebGl::V2);
    accepted(&[&vertex, &other("mediump")], &two);
    assert!(refused(&[&vertex, &other("highp")], &two).contains("`x` of block `B` with different precision"));
    let precise = "uniform float x;\nvoid main() { gl_Position = vec4(x); }\n";
    assert!(refused(&[precise, &of("uniform float x;", "x")], &options).starts_with("E0803"));
    let versions = ["#version 300 es\nvoid main() { gl_Position = vec4(1.0); }\n", &of("", "1.0")];
    assert!(refused(&versions, &options.clone().webgl(WebGl::V2)).starts_with("E0800"));
}

#[test]
fn programs_have_two_stages() {
    let options = options(WebGl::V2, "");
    let fragment = fragment("", "1.0");
    assert!(refused(&[&fragment, &fragment], &options).contains("one vertex and one fragment shader"));
    assert!(refused(&[], &options).starts_with("E0800"));
    let compute = "#version 310 es\nlayout(local_size_x = 1) in;\nvoid main() {}\n";
    let error = translate(&[Source::new(Stage::Compute, compute)], &options).expect_err("no such stage");
    assert!(error.to_string().contains("WebGL has no compute shaders"), "{error}");
}

#[test]
fn outputs_have_forms() {
    let source = fragment("uniform vec4 tint;", "tint.x");
    let of = |output| {
        let options = options(WebGl::V1, "").output(output);
        accepted(&[VERTEX, &source], &options).shaders.remove(1)
    };
    let text = |version| of(Output::glsl(version)).text().expect("text").to_owned();
    assert!(text(Version::desktop(330)).starts_with("#version 330\n"));
    assert!(text(Version::es(310)).starts_with("#version 310 es\n"));
    assert!(text(Version::ES_DEFAULT).contains("gl_FragColor"));
    let vulkan = of(Output::Glsl { version: Version::desktop(450), vulkan: true });
    assert!(vulkan.text().is_some_and(|text| text.contains("layout(") && text.contains("binding = ")));
    let spirv = of(Output::Spirv(Target::Vulkan1_1));
    assert_eq!(spirv.words().and_then(|words| words.get(..2)), Some(&[0x0723_0203, 0x0001_0300][..]));
}

#[test]
fn variables_are_listed() {
    let vertex = "#version 300 es\nlayout(location = 2) in vec3 p;\nin mat2 unused;\n\
        uniform Frame { mat4 view; layout(row_major) mat4 world; } frame;\nflat out ivec2 cell[2];\n\
        void main() { cell[0] = ivec2(1); gl_Position = frame.view * vec4(p, 1.0); }\n";
    let fragment = "#version 300 es\nprecision mediump float;\nstruct Light { vec3 color; lowp float power; };\n\
        uniform Light lights[3];\nuniform mediump usampler2D image;\nuniform float dead;\nflat in highp ivec2 cell[2];\n\
        layout(location = 1) out vec4 color;\nfloat never() { return dead; }\n\
        void main() { color = vec4(lights[0].color, float(texture(image, vec2(cell[0])).x)); }\n";
    let translated = accepted(&[fragment, vertex], &options(WebGl::V2, "MaxDrawBuffers 4"));
    let [vertex, fragment] = &translated.shaders[..] else { panic!("two shaders") };
    let (vertex, fragment) = (&vertex.variables, &fragment.variables);
    let p = &vertex.attributes[0];
    assert_eq!((p.name.as_str(), p.ty, p.type_number, p.location), ("p", "FLOAT_VEC3", 0x8b51, Some(2)));
    assert_eq!((p.precision, p.static_use, p.active), ("highp", true, true));
    assert_eq!((vertex.attributes[1].ty, vertex.attributes[1].static_use), ("FLOAT_MAT2", false));
    let frame = &vertex.uniform_blocks[0];
    assert_eq!(
        (frame.name.as_str(), frame.instance_name.as_str(), frame.layout),
        ("Frame", "frame", "std140")
    );
    assert_eq!(frame.fields.iter().map(|field| field.row_major).collect::<Vec<_>>(), [false, true]);
    let cell = vertex.output_varyings.iter().find(|it| it.name == "cell").expect("an output");
    assert_eq!((cell.ty, &cell.array_sizes[..], cell.interpolation), ("INT_VEC2", &[2][..], "flat"));
    assert!(vertex.output_varyings.iter().any(|it| it.name == "gl_Position"));
    let [lights, image, dead] = &fragment.uniforms[..] else { panic!("{:?}", fragment.uniforms) };
    assert_eq!(
        (lights.ty, lights.struct_name.as_str(), &lights.array_sizes[..]),
        ("STRUCT", "Light", &[3][..])
    );
    assert_eq!((lights.fields[1].name.as_str(), lights.fields[1].precision), ("power", "lowp"));
    assert_eq!((image.ty, image.type_number), ("UNSIGNED_INT_SAMPLER_2D", 0x8dd2));
    assert_eq!((dead.static_use, dead.active), (true, false));
    assert_eq!(
        (fragment.output_variables[0].location, fragment.input_varyings[0].name.as_str()),
        (Some(1), "cell")
    );
    assert!(translated.variables_json().contains("\"type\": \"UNSIGNED_INT_SAMPLER_2D\""));
}

#[test]
fn words_of_the_output_get_other_names() {
    let source = fragment("uniform float texture;\nvarying float sample;", "texture + sample");
    let vertex = "attribute vec4 texelFetch;\nvarying float sample;\n\
        void main() { sample = texelFetch.x; gl_Position = texelFetch; }\n";
    let options = options(WebGl::V1, "").output(Output::glsl(Version::desktop(450)));
    let translated = accepted(&[vertex, &source], &options);
    let names = translated.names();
    let sample = names.get("sample").expect("a word of GLSL 4.50");
    let [vertex, fragment] = &translated.shaders[..] else { panic!("two shaders") };
    for shader in [vertex, fragment] {
        assert!(shader.text().is_some_and(|text| text.contains(sample.as_str())), "{names:?}");
    }
    assert_eq!(&vertex.variables.output_varyings[0].mapped_name, sample);
    assert_eq!(&fragment.variables.input_varyings[0].mapped_name, sample);
    assert!(translated.names_json().contains(&format!("\"sample\": \"{sample}\"")));
}

#[test]
fn names_get_prefixes_and_hashes() {
    let vertex = "attribute vec4 position;\nvarying vec2 uv;\nvoid main() { uv = position.xy; gl_Position = position; }\n";
    let source = fragment(
        "struct Light { float power; };\nuniform Light lights[2];\nvarying vec2 uv;",
        "uv.x * lights[1].power",
    );
    for (names, power) in [
        (Names::Prefix("_v".to_owned()), "_vpower".to_owned()),
        (Names::Hash("webgl_".to_owned()), String::new()),
    ] {
        let options = options(WebGl::V1, "").names(names).output(Output::glsl(Version::desktop(330)));
        let translated = accepted(&[vertex, &source], &options);
        let [vertex, fragment] = &translated.shaders[..] else { panic!("two shaders") };
        let lights = &fragment.variables.uniforms[0];
        assert_eq!((lights.name.as_str(), lights.fields[0].name.as_str()), ("lights", "power"));
        assert!(power.is_empty() || lights.fields[0].mapped_name == power, "{lights:?}");
        let uv = &vertex.variables.output_varyings[0].mapped_name;
        assert_eq!(uv, &fragment.variables.input_varyings[0].mapped_name);
        let text = fragment.text().expect("text");
        for name in [uv, &lights.mapped_name, &lights.mapped_struct_name, &lights.fields[0].mapped_name] {
            assert!(text.contains(name.as_str()) && name.len() > 2, "{name}: {text}");
        }
        assert!(!text.contains("lights[") || text.contains("_vlights["), "{text}");
        let path = format!("{}.{}", lights.mapped_name, lights.fields[0].mapped_name);
        assert_eq!(translated.names().get("lights.power"), Some(&path));
    }
}

#[test]
fn memory_is_zero_in_every_version() {
    let source = "precision mediump float;\nfloat g[3];\n\
        void main() { float a[2]; float x; gl_FragColor = vec4(g[1], a[1], x, 1.0); }\n";
    let text = |version| {
        let options = Options::new(WebGl::V1).output(Output::glsl(version));
        accepted(&[source], &options).shaders[0].text().expect("text").to_owned()
    };
    // It has no initialisers of arrays.
    let old = text(Version::ES_DEFAULT);
    assert!(old.contains("g[i] = 0.0") && old.contains("float x = 0.0"), "{old}");
    let new = text(Version::es(300));
    assert!(new.contains("float[3](0.0, 0.0, 0.0)") && new.contains("float[2](0.0, 0.0)"), "{new}");
}

#[test]
fn extensions_have_names_of_applications() {
    let of = |name| extension(name).map(|it| it.name());
    assert_eq!(of("WEBGL_draw_buffers"), Some("GL_EXT_draw_buffers"));
    assert_eq!(of("OES_standard_derivatives"), Some("GL_OES_standard_derivatives"));
    assert_eq!(of("GL_EXT_frag_depth"), Some("GL_EXT_frag_depth"));
    assert_eq!(of("OES_vertex_array_object"), None);
    let source = "#extension GL_EXT_frag_depth : require\nvoid main() { gl_FragDepthEXT = 0.5; }\n";
    let options = options(WebGl::V1, "");
    assert!(refused(&[source], &options).starts_with("E0115"));
    let extensions: Vec<_> = extension("EXT_frag_depth").into_iter().collect();
    accepted(&[source], &options.extensions(extensions));
}

#[test]
fn refusals_of_passes_are_errors() {
    fn refuse(_: &mut Module, session: &mut Session) -> usize {
        session.refuse(Span::new(3, 4), "a limit that nothing keeps");
        0
    }
    static REFUSING: PassInfo = PassInfo::on_module("refuse_all", "refuse everything", refuse);
    let options = options(WebGl::V1, "").transforms(vec![&REFUSING]);
    let error = refused(&[VERTEX], &options);
    assert_eq!(error, "E0900: refuse_all: a limit that nothing keeps");
}
