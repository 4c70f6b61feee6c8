//! Directives, macros and words, by the tokens that come out.

mod common;

use common::{Files, codes, printed, run, run_with, tokens};
use vitrum_frontend_glsl::diagnostics::Severity;
use vitrum_frontend_glsl::extensions::Extension;
use vitrum_frontend_glsl::preprocess::{Options, PragmaKind};
use vitrum_frontend_glsl::version::{Profile, Version};

#[test]
fn words_types_and_operators() {
    assert_eq!(
        tokens("layout(location = 0) in highp vec4 a; if (a.x <<= 1u) discard;"),
        "'layout ( location = 0 ) 'in 'highp <vec4> a ; 'if ( a . x <<= 1u ) 'discard ;"
    );
    assert_eq!(tokens("true false 0x10 010 .5 1e3 1.0lf"), "true false 16 8 0.5 1000.0 1.0lf");
}

#[test]
fn object_macros() {
    assert_eq!(tokens("#define A B\n#define B 1 + A\nA B"), "1 + A 1 + B");
    assert_eq!(tokens("#define A\nx A y"), "x y");
    assert_eq!(tokens("#define A B\n#define B 2\nA\n#undef B\nA\n#define B 3\nA"), "2 B 3");
}

#[test]
fn function_macros() {
    assert_eq!(tokens("#define f(x) x*x\nf(a+b) f f (1)\nf\n(\n2\n)"), "a + b * a + b f 1 * 1 2 * 2");
    assert_eq!(tokens("#define f(x, y) x y\nf((1, 2), [3]) f(,)"), "( 1 , 2 ) [ 3 ]");
    assert_eq!(tokens("#define f() 1\nf() f( )"), "1 1");
    assert_eq!(tokens("#define f(x) <x>\nf() f(f(1))"), "< > < < 1 > >");
    assert_eq!(tokens("#define F (x)\nF"), "( x )");
}

#[test]
fn rescanning_follows_c() {
    // The example of C11 6.10.3.5, without `#`.
    let text = "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n\
                #define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n\
                #define q(x) x\n#define r(x,y) x ## y\n\
                f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\n\
                g(x+(3,4)-w) | h 5) & m\n(f)^m(m);\n\
                p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };";
    assert_eq!(
        tokens(text),
        "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ; \
         f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ; \
         <int> i [ ] = { 1 , 23 , 4 , 5 , } ;"
    );
}

#[test]
fn a_function_name_at_the_end_of_a_body_takes_arguments_from_the_file() {
    assert_eq!(tokens("#define f(x) [x]\n#define g f\ng(1) g g\n(2)"), "[ 1 ] f [ 2 ]");
    assert_eq!(tokens("#define f(x) x f\nf(1)(2)(3)"), "1 f ( 2 ) ( 3 )");
}

#[test]
fn directives_within_the_arguments_of_a_call() {
    let text = "#define f(x) [x]\nf(1\n#if 0\n2\n#else\n3\n#endif\n)";
    assert_eq!(tokens(text), "[ 1 3 ]");
}

#[test]
fn paste() {
    assert_eq!(tokens("#define c(a, b) a ## b\nc(x, y) c(v, ec4) c(1, .5) c(<, <=)"), "xy <vec4> 1.5 <<=");
    assert_eq!(tokens("#define c(a, b, d) a ## b ## d\nc(a,,b) c(,,) c(,x,)"), "ab x");
    assert_eq!(tokens("#define N 3\n#define c(a) a ## N a ## 1\nc(N)"), "NN N1");
    assert_eq!(tokens("#define XY 7\n#define O X ## Y\nO"), "7");
    assert_eq!(codes("#define c(a, b) a ## b\nc(+, /) c((, ))"), ["E0125", "E0122"]);
    assert_eq!(codes("#define c ## b\n#define d b ##\n"), ["E0126", "E0126"]);
    assert_eq!(run("#version 120\n#define c a ## b\nc").codes(), ["E0127"]);
}

#[test]
fn predefined_macros() {
    assert_eq!(tokens("__LINE__ __FILE__ __VERSION__\n__LINE__"), "2 0 450 3");
    assert_eq!(tokens("#define L __LINE__\n\nL"), "4");
    assert_eq!(
        tokens("GL_core_profile GL_ARB_gpu_shader5 GL_compatibility_profile"),
        "1 1 GL_compatibility_profile"
    );
    assert_eq!(run("#version 310 es\nGL_ES VULKAN").text(), "1 VULKAN");
    let vulkan = Options { vulkan: true, ..Options::default() };
    assert_eq!(
        run_with("#version 310 es\nVULKAN texture2D", &vulkan, Files::default()).text(),
        "100 <texture2D>"
    );
    assert_eq!(
        run_with("#version 120\nVULKAN texture2D", &vulkan, Files::default()).text(),
        "VULKAN texture2D"
    );
}

#[test]
fn the_macro_of_the_stage() {
    let options = Options { stage: Some(vitrum_ir::Stage::Fragment), ..Options::default() };
    let text = "#ifdef GL_FRAGMENT_SHADER\nyes\n#endif\n#ifdef GL_VERTEX_SHADER\nno\n#endif\n";
    let of = |version| run_with(&format!("#version {version}\n{text}"), &options, Files::default()).text();
    assert_eq!((of("450").as_str(), of("110").as_str(), of("310 es").as_str()), ("yes", "yes", ""));
}

#[test]
fn definitions_of_the_caller() {
    let options = Options { defines: &[("A", "1\n2"), ("F(x)", "x x")], ..Options::default() };
    let outcome = run_with("#version 450\nA F(3) __LINE__", &options, Files::default());
    assert_eq!((outcome.text().as_str(), outcome.codes().len()), ("1 2 3 3 2", 0));
}

#[test]
fn line_directive() {
    assert_eq!(tokens("#line 100\n__LINE__\n__LINE__"), "100 101");
    assert_eq!(tokens("#line 10 4\n__LINE__ __FILE__"), "10 4");
    assert_eq!(tokens("#define N (5 + 5)\n#line N (N * 2)\n__LINE__ __FILE__"), "10 20");
    assert_eq!(run("#version 120\n#line 100\n__LINE__").text(), "101");
    assert_eq!(run("#version 100\n#line 100\n__LINE__").text(), "100");
    assert_eq!(tokens("#define L __LINE__\n#define F(a, b) a b L\nF(__LINE__,\n__LINE__\n)"), "4 5 6");
    assert_eq!(codes("#line\n"), ["E0108"]);
    assert_eq!(codes("#line -1\n"), ["E0128"]);
    assert_eq!(codes("#line 1 \"a\"\n"), ["E0128"]);
    let named = "#extension GL_GOOGLE_cpp_style_line_directive : require\n#line 7 \"a.h\"\n";
    let outcome = run(&format!("#version 450\n{named}x __FILE__ $"));
    let place = outcome.sources.location(outcome.result.tokens[0].1.start).unwrap();
    assert_eq!((place.file, place.line, place.column), ("a.h", 7, 1));
    assert!(outcome.rendered().contains("a.h:7:12"), "{}", outcome.rendered());
}

#[test]
fn conditions() {
    let holds = |condition: &str| tokens(&format!("#define T 1\n#if {condition}\nyes\n#endif")) == "yes";
    for condition in [
        "1",
        "!0",
        "2 + 3 * 4 == 14",
        "(2 + 3) * 4 == 20",
        "1 << 4 == 16",
        "-8 >> 1 == -4",
        "7 % 4 == 3",
        "~0 == -1",
        "1 || 0 && 0",
        "(1 | 2 ^ 2) == 1",
        "defined T",
        "defined(T) && T",
        "!defined X",
        "0 && 1 / 0 || 1",
        "0 == 0 == 1",
        "1 - 1 - 1 == -1",
        "0x7fffffff + 1 < 0",
        "defined X && X > 3 || T",
        "defined ( T )",
        "- - 1 == 1",
        "10 / 3 * 3 == 9",
        "0x10u == 16",
        "1 != 2",
        "2 >= 2",
        "!(3 <= 2)",
    ] {
        assert!(holds(condition), "{condition}");
    }
    for condition in ["0", "defined X", "1 && 0", "3 < 2", "1 / 1 - 1", "(1, 0) == 5 || 0", "1 1"] {
        let text = format!("#version 450\n#if {condition}\nyes\n#endif");
        assert_eq!(run(&text).text(), "", "{condition}");
    }
}

#[test]
fn faulty_conditions() {
    for (condition, code) in [
        ("", "E0108"),
        ("1 +", "E0108"),
        ("(1", "E0108"),
        ("1)", "E0108"),
        ("1 2", "E0108"),
        ("+", "E0108"),
        ("defined", "E0108"),
        ("defined(", "E0108"),
        ("1.0", "E0005"),
        ("1 / 0", "E0110"),
        ("1 % 0", "E0110"),
        ("X", "E0109"),
        ("99999999999", "E0006"),
        ("\"a\"", "E0108"),
        ("08", "E0005"),
        ("1 ? 2 : 3", "E0108"),
    ] {
        let found = codes(&format!("#if {condition}\n#endif"));
        assert_eq!(found, [code], "{condition}");
    }
    let es = run("#version 300 es\n#if X\n#endif\n#if defined(X) && X\n#endif\n");
    assert_eq!(es.codes(), ["E0109"]);
    assert_eq!(es.diagnostics[0].severity.name(), "error");
}

#[test]
fn conditionals() {
    let groups = |a: u8, b: u8| {
        tokens(&format!("#if {a}\na\n#elif {b}\nb\n#if 1\nc\n#else\nd\n#endif\n#else\ne\n#endif\nf"))
    };
    assert_eq!(
        (groups(1, 1).as_str(), groups(0, 1).as_str(), groups(0, 0).as_str()),
        ("a f", "b c f", "e f")
    );
    assert_eq!(tokens("#if 0\n#if 1\na\n#else\nb\n#endif\n#elif 1\nc\n#endif"), "c");
    assert_eq!(tokens("#if 1\na\n#elif 1 / 0\nb\n#elif (\n#endif"), "a");
    assert_eq!(
        tokens("#ifdef X\na\n#else\nb\n#endif\n#define X\n#ifdef X\nc\n#endif\n#ifndef X\nd\n#endif"),
        "b c"
    );
    assert_eq!(tokens("#if 0\n#foo\n$ ' \"\n#else\na\n#endif"), "a");
    assert_eq!(tokens("#if 0\n# /* c */ else\na\n#endif\n#\n# /**/\n"), "a");
}

#[test]
fn faulty_conditionals() {
    assert_eq!(codes("#if 1\n"), ["E0105"]);
    assert_eq!(codes("#if 0\n"), ["E0105"]);
    assert_eq!(codes("#else\n#endif\n#elif\n"), ["E0106", "E0106", "E0106"]);
    assert_eq!(codes("#if 0\n#else\n#else\n#endif"), ["E0106"]);
    assert_eq!(codes("#if 1\n#else\n#elif 1\n#endif"), ["E0106"]);
    assert_eq!(codes("#if 1\n#endif x"), ["E0102"]);
    assert_eq!(codes("#ifdef\n#endif"), ["E0103"]);
    assert_eq!(codes("#ifdef A B\n#endif"), ["E0102"]);
}

/// `##` is one token: a line that begins with it is no directive.
#[test]
fn doubled_hashes_are_no_directives() {
    let error = [("E0132", Severity::Error)];
    let warning = [("E0132", Severity::Warning)];
    assert_eq!(severities("450", "#if 1\na\n##else\nb\n#endif"), error);
    assert_eq!(severities("450", "#if 1\na\n ## endif\nb"), error);
    assert_eq!(severities("450", "##define A 1\nA"), error);
    assert_eq!(severities("450", "##"), error);
    // Skipped text may be anything, but this is a likely mistake.
    assert_eq!(severities("450", "#if 0\na\n##else\nb\n#endif"), warning);
    assert_eq!(tokens("#if 0\na\n##define A\n##\n## a b\n#else\nb\n#endif"), "b");
    let certain = |text: &str| run(text).diagnostics[0].fixes[0].certain;
    assert!(!certain("#if 0\n##else\n#endif"));
    assert!(certain("#if 1\n##else\n#endif"));
}

/// Directives of other preprocessors are errors, and in skipped text, which may be anything, warnings.
#[test]
fn directives_of_other_preprocessors() {
    let error = [("E0101", Severity::Error)];
    let warning = [("E0101", Severity::Warning)];
    assert_eq!(severities("450", "#if 1\na\n#elseif 1\nb\n#endif"), error);
    assert_eq!(severities("450", "#if 0\na\n#elseif 1\nb\n#endif"), warning);
    assert_eq!(severities("450", "#if 0\na\n#elsedef A\nb\n#endif"), warning);
    // Of other words nobody knows what they would have meant, and inner groups are skipped in any case.
    assert_eq!(severities("450", "#if 0\n#region a\n#import b\n#if 1\n#elseif 1\n#endif\n#endif"), []);
}

#[test]
fn definitions_that_are_not_allowed() {
    assert_eq!(codes("#define A 1\n#define A 1\n#define A  1\n"), [""; 0]);
    assert_eq!(codes("#define A 1\n#define A 2\n"), ["E0118"]);
    assert_eq!(codes("#define A(x) x + 1\n#define A(y) y + 1\n"), ["E0118"]);
    assert_eq!(codes("#define A 1 2\n#define A 12\n"), ["E0118"]);
    assert_eq!(
        codes("#define __LINE__ 1\n#undef __FILE__\n#define defined 1\n#define GL_FOO\n"),
        ["E0119"; 4]
    );
    assert_eq!(codes("#define a__b\n"), ["E0120"]);
    assert_eq!(codes("#define\n#define 1\n#undef\n"), ["E0103"; 3]);
    assert_eq!(
        codes("#define f(x\n#define f(x, x) x\n#define f(1)\n#define f(x,)\n#define f(,)\n"),
        ["E0121"; 5]
    );
    assert_eq!(codes("#define f(x) x\nf(1, 2)\n#define g() 1\ng(1)\n#define h(x, y) x\nh(1)"), ["E0122"; 3]);
    assert_eq!(codes("#define f(x) x\nf(1"), ["E0123"]);
    assert_eq!(codes("#define f(x) x\n#if f(1\n#endif"), ["E0123", "E0108"]);
}

/// Codes and severities of the diagnostics of a text in this version.
fn severities(version: &str, text: &str) -> Vec<(&'static str, Severity)> {
    let outcome = run(&format!("#version {version}\n{text}"));
    outcome.diagnostics.iter().map(|found| (found.code.info().code, found.severity)).collect()
}

#[test]
fn words_after_a_directive_are_errors() {
    for text in ["#if 1\n#endif x", "#if 1\n#else x\n#endif", "#ifdef A B\n#endif", "#undef foo.bar"] {
        assert_eq!(severities("450", text), [("E0102", Severity::Error)], "{text}");
        assert_eq!(severities("100", text), [("E0102", Severity::Error)], "{text}");
        assert_eq!(severities("310 es", text), [("E0102", Severity::Error)], "{text}");
    }
    for text in ["#line 1 2 3", "#extension GL_ARB_gpu_shader5 : enable x"] {
        assert_eq!(severities("450", text)[0].1, Severity::Error, "{text}");
    }
}

#[test]
fn undefined_names_in_conditions() {
    assert_eq!(severities("330", "#if X\n#endif"), [("E0109", Severity::Warning)]);
    assert_eq!(severities("100", "#if X\n#endif"), [("E0109", Severity::Error)]);
    assert_eq!(severities("300 es", "#if 1 || X\n#elif X\n#endif"), []);
}

#[test]
fn reserved_macro_names() {
    let error = Severity::Error;
    assert_eq!(severities("450", "#define GL_X\n#undef GL_Y"), [("E0119", error); 2]);
    assert_eq!(severities("100", "#undef GL_ES\n#undef __LINE__"), [("E0119", error); 2]);
    assert_eq!(severities("450", "#undef GL_ARB_gpu_shader5"), [("E0119", error)]);
    assert_eq!(severities("450", "#define a__b"), [("E0120", Severity::Warning)]);
    assert_eq!(severities("300 es", "#define a__b\n#undef c__d"), [("E0120", Severity::Warning)]);
    assert_eq!(severities("450", "#define defined 1"), [("E0119", error)]);
    // In ESSL it may be defined, but in a condition it stays the operator.
    let text = "#define B 1\n#define defined 0.5\n#define A defined\nA\n#if A B\nyes\n#endif";
    assert_eq!(severities("300 es", text), [("E0119", Severity::Warning)]);
    assert_eq!(run(&format!("#version 300 es\n{text}")).text(), "0.5 yes");
}

#[test]
fn pasting_is_for_desktop_versions_from_130_on() {
    for (version, allowed) in
        [("120", false), ("130", true), ("460", true), ("100", false), ("320 es", false)]
    {
        let codes = run(&format!("#version {version}\n#define C(a, b) a ## b\nC(x, y)")).codes();
        assert_eq!(codes.is_empty(), allowed, "{version}: {codes:?}");
    }
}

#[test]
fn long_names() {
    let name = "a".repeat(1024);
    assert_eq!(codes(&format!("{name} {name}")), [""; 0]);
    assert_eq!(codes(&format!("{name}b")), ["E0013"]);
    assert_eq!(codes(&format!("#define {name}b 1")), ["E0013"]);
}

#[test]
fn line_continuations_by_version() {
    let text = "#define A 1 + \\\n2\nA";
    for (version, codes) in [("110", vec!["E0011"]), ("410", vec!["E0011"]), ("100", vec!["E0011"])] {
        assert_eq!(run(&format!("#version {version}\n{text}")).codes(), codes, "{version}");
    }
    for version in ["420", "300 es", "330\n#extension GL_ARB_shading_language_420pack : enable"] {
        let outcome = run(&format!("#version {version}\n{text}"));
        assert_eq!((outcome.text().as_str(), outcome.codes().len()), ("1 + 2", 0), "{version}");
    }
}

#[test]
fn comments_within_directives() {
    assert_eq!(tokens("#define A /* b\n c */ 1 // d\nA"), "1");
    assert_eq!(tokens("/* a */ # /* b */ if /* c */ 1 // d\nx\n#endif // e"), "x");
    assert_eq!(codes("#define A /* 1"), ["E0002"]);
}

#[test]
fn numbers_and_words_that_the_version_lacks() {
    assert_eq!(run("#version 120\n1u").codes(), ["E0007"]);
    assert_eq!(run("#version 330\n1.0lf").codes(), ["E0007"]);
    assert_eq!(codes("goto"), ["E0008"]);
    assert_eq!(run("#version 300 es\nsmooth goto").codes(), ["E0008"]);
}

#[test]
fn characters() {
    // Anything may stand in a comment and in text that is skipped.
    assert_eq!(tokens("x // é ` $ @\n/* \u{1F600} */\n#if 0\n` ' é\n#endif\n"), "x");
    assert_eq!(codes("é"), ["E0001"]);
    assert_eq!(codes("a $ b @ c ` d"), ["E0001"; 3]);
}

#[test]
fn versions() {
    let version = |text: &str| {
        let outcome = run(text);
        (outcome.result.dialect.version, outcome.codes())
    };
    assert_eq!(version("x"), (Version::DESKTOP_DEFAULT, vec![]));
    assert_eq!(version("#version 100\n").0, Version::ES_DEFAULT);
    assert_eq!(version("  #version 300 es\n"), (Version::es(300), vec![]));
    assert_eq!(version("// c\n\n#version 460 core\n"), (Version::desktop(460), vec![]));
    let compatibility = Version { number: 330, profile: Profile::Compatibility };
    assert_eq!(version("#version 330 compatibility"), (compatibility, vec![]));
    assert_eq!(version("\u{feff}#version 310 es\n").1, [""; 0]);
    assert_eq!(version("#version 300\n"), (Version::es(300), vec!["E0113"]));
    assert_eq!(version("#version 140 core\n").1, ["E0113"]);
    assert_eq!(version("#version 450 es\n").1, ["E0113"]);
    assert_eq!(version("#version 100 es\n").1, ["E0113"]);
    assert_eq!(version("#version 455\n"), (Version::desktop(450), vec!["E0113"]));
    assert_eq!(version("#version 99999999\n").1, ["E0113"]);
    assert_eq!(version("#version\n").1, ["E0103"]);
    assert_eq!(version("#version 450 core x\n").1, ["E0102"]);
    assert_eq!(version("x\n#version 450\n"), (Version::DESKTOP_DEFAULT, vec!["E0112"]));
    assert_eq!(version("#define A\n#version 450\n").1, ["E0112"]);
    assert_eq!(version("\n#version 300 es\n"), (Version::es(300), vec!["E0112"]));
    assert_eq!(version("\n#version 100\n").1, [""; 0]);
}

#[test]
fn every_version_is_accepted() {
    for number in vitrum_frontend_glsl::version::DESKTOP_VERSIONS {
        assert_eq!(run(&format!("#version {number}\n__VERSION__")).text(), number.to_string());
    }
    for number in vitrum_frontend_glsl::version::ES_VERSIONS {
        let es = if *number == 100 { "" } else { "es" };
        assert_eq!(run(&format!("#version {number} {es}\n__VERSION__")).text(), number.to_string());
    }
}

#[test]
fn words_of_versions() {
    let words = |version: &str, text: &str| {
        let outcome = run(&format!("#version {version}\n{text}"));
        (outcome.text(), outcome.codes().len())
    };
    assert_eq!(words("110", "double uint buffer sample"), ("double uint buffer sample".into(), 1));
    assert_eq!(words("100", "switch; double; attribute"), ("switch ; double ; 'attribute".into(), 2));
    assert_eq!(words("300 es", "attribute; image2D; uint"), ("'attribute ; image2D ; <uint>".into(), 1));
    assert_eq!(words("310 es", "image2D samplerBuffer"), ("<image2D> samplerBuffer".into(), 1));
    assert_eq!(
        words("450", "double; goto; active; common; half"),
        ("<double> ; goto ; active ; common ; half".into(), 4)
    );
    // One error for a statement, and one for a word.
    assert_eq!(words("450", "goto active; goto; active"), ("goto active ; goto ; active".into(), 2));
    assert_eq!(words("450", "float16_t rayQueryEXT sampler"), ("float16_t rayQueryEXT sampler".into(), 0));
}

#[test]
fn extensions() {
    assert_eq!(tokens("#extension GL_EXT_shader_16bit_storage : require\nfloat16_t"), "<float16_t>");
    assert_eq!(
        tokens("#extension GL_EXT_shader_explicit_arithmetic_types : enable\ni64vec3 1l 1.0hf"),
        "<i64vec3> 1l 1.0hf"
    );
    let warned = run("#version 450\n#extension GL_EXT_ray_query : warn\nrayQueryEXT uint\n");
    assert_eq!((warned.text().as_str(), warned.codes()), ("<rayQueryEXT> <uint>", vec!["E0134"]));
    // A name that the version has needs no extension, and neither does one that another extension has too.
    assert_eq!(codes("#extension GL_ARB_gpu_shader5 : warn\nprecise"), [""; 0]);
    assert_eq!(
        run("#version 330\n#extension GL_ARB_gpu_shader5 : warn\n#extension GL_ARB_gpu_shader5 : enable\nsample").codes(),
        [""; 0]
    );
    assert_eq!(
        tokens("#extension GL_EXT_ray_query : enable\n#extension GL_EXT_ray_query : disable\nrayQueryEXT"),
        "rayQueryEXT"
    );
    assert_eq!(
        codes("#extension GL_FOO : require\n#extension GL_FOO : enable\n#extension GL_FOO : disable"),
        ["E0114"; 2]
    );
    assert_eq!(codes("#extension GL_OES_texture_3D : require"), ["E0115"]);
    assert_eq!(
        codes("#extension all : require\n#extension all : warn\n#extension GL_EXT_ray_query : on"),
        ["E0117"; 2]
    );
    assert_eq!(codes("#extension GL_EXT_ray_query\n#extension\n"), ["E0103"; 2]);
    assert_eq!(codes("x\n#extension GL_EXT_ray_query : enable"), ["E0116"]);
    for (version, severity) in
        [("450", Severity::Warning), ("100", Severity::Error), ("300 es", Severity::Error)]
    {
        let late = run(&format!("#version {version}\nx\n#extension GL_OES_foo : disable"));
        assert_eq!(late.diagnostics[0].severity, severity, "{version}");
    }
    let outcome = run("#version 310 es\n#extension GL_ANDROID_extension_pack_es31a : require\n");
    assert!(outcome.result.dialect.extensions.contains(Extension::ExtShaderIoBlocks));
    assert_eq!(outcome.result.extensions.len(), 1);
}

#[test]
fn extension_names_are_unique() {
    let mut names: Vec<_> = Extension::ALL.iter().map(|extension| extension.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Extension::ALL.len());
}

#[test]
fn pragmas() {
    let text = "#pragma STDGL invariant(all)\nx\n#pragma optimize(off)\n#pragma debug(on)\n#pragma foo bar\n";
    let outcome = run(text);
    let kinds: Vec<_> = outcome.result.pragmas.iter().map(|pragma| pragma.kind).collect();
    let expected =
        [PragmaKind::InvariantAll, PragmaKind::Optimize(false), PragmaKind::Debug(true), PragmaKind::Other];
    assert_eq!(kinds, expected);
    assert_eq!(outcome.result.pragmas[1].position, 1);
    assert_eq!(run("#pragma optimize(maybe)").codes(), ["E0133"]);
}

#[test]
fn includes() {
    let files = || {
        Files(
            [
                ("a.glsl", "#pragma once\n#define A 1\na __LINE__ __FILE__\n#include <b/c.glsl>\n"),
                ("b/c.glsl", "c\n"),
                ("self", "#include \"self\"\n"),
                ("open", "#if 1\n"),
            ]
            .into(),
        )
    };
    let run = |text: &str| {
        let text = format!("#version 450\n#extension GL_GOOGLE_include_directive : require\n{text}");
        let outcome = run_with(&text, &Options::default(), files());
        (outcome.text(), outcome.codes())
    };
    assert_eq!(run("#include \"a.glsl\"\nA\n#include \"a.glsl\"\nx"), ("a 3 1 c 1 x".into(), vec![]));
    assert_eq!(run("#define P <b/c.glsl>\n#include \"b/c.glsl\"\n"), ("c".into(), vec![]));
    assert_eq!(run("#include \"none\"\n#include\n#include a\n").1, ["E0130", "E0103", "E0103"]);
    assert_eq!(run("#include \"self\"\nx").1, ["E0131"]);
    assert_eq!(run("#include \"open\"\nx"), ("x".into(), vec!["E0105"]));
    assert_eq!(codes("#include \"a\""), ["E0129"]);
}

#[test]
fn odd_text() {
    assert_eq!(codes("$"), ["E0001"]);
    assert_eq!(codes("é ü"), ["E0001", "E0001"]);
    assert_eq!(codes("/* never"), ["E0002"]);
    assert_eq!(codes("\"never"), ["E0003"]);
    assert_eq!(codes("\"text\""), ["E0004"]);
    assert_eq!(codes("a # b ## c"), ["E0132", "E0132"]);
    assert_eq!(codes("#error some text // not this\n"), ["E0104"]);
    assert_eq!(codes("#foo\n#42\n"), ["E0101", "E0101"]);
    assert_eq!(tokens("/* é */ a // ü\n/**/ b\r\nc\rd"), "a b c d");
    assert_eq!(tokens("a\\\nb \\\r\n=\n#define X Y\\\nZ\nX // c \\\n still\n y"), "ab = YZ y");
    assert_eq!(run("#version 110\na\\\nb").codes(), ["E0011"]);
    assert_eq!(run("").text(), "");
    assert_eq!(run("#").text(), "");
    assert_eq!(codes("\0"), ["E0001"]);
}

#[test]
fn spans_survive_expansion() {
    let text = "#define SQUARE(x) ((x) * (x))\na = SQUARE(b + 1);";
    let outcome = run(text);
    let slices: Vec<_> = outcome.result.tokens.iter().map(|&(_, span)| outcome.sources.slice(span)).collect();
    assert_eq!(slices[..4], ["a", "=", "SQUARE(b + 1)", "SQUARE(b + 1)"]);
    assert_eq!(slices[4..7], ["b", "+", "1"]);
    let expansion = outcome.result.expansions.at(outcome.result.tokens[2].1).unwrap();
    assert_eq!(outcome.interner.text(expansion.name), "SQUARE");
    assert_eq!(expansion.definition.map(|span| outcome.sources.slice(span)), Some("SQUARE"));
    assert_eq!(outcome.result.expansions.at(outcome.result.tokens[4].1), None);
}

#[test]
fn printed_text() {
    let text = "#version 450 core\n#extension GL_ARB_gpu_shader5 : enable\n#define ADD(a, b) a + b\n\n#if 1\nint x = ADD(1, -2);  // c\n#endif\nvec2 y = -x - ADD(-1,+1);\n#pragma optimize(on)\nfloat f(){return 1.;}\n";
    let expected = "#version 450 core\n#extension GL_ARB_gpu_shader5 : enable\n\n\n\nint x = 1 + -2;\n\nvec2 y = -x - -1 + +1;\n#pragma optimize(on)\nfloat f(){return 1.;}\n";
    assert_eq!(printed(text, Files::default()), expected);
    let files = Files([("a", "a\n\nb")].into());
    let text = "#version 450\n#extension GL_GOOGLE_include_directive : enable\n#include \"a\"\nc\nd";
    let expected =
        "#version 450\n#extension GL_GOOGLE_include_directive : enable\n#line 1 1\na\n\nb\n#line 4 0\nc\nd\n";
    assert_eq!(printed(text, files), expected);
}

#[test]
fn printed_text_has_the_same_tokens() {
    let text = "#version 450\n#define E(x) -x\n#define C(a, b) a##b\nE(-1) E(E(2)) C(a, 1)C(b, 2) x.E(y)<C(<, =) 1 .x\n";
    let again = printed(text, Files::default());
    assert_eq!(run(text).text(), run(&again).text());
}
