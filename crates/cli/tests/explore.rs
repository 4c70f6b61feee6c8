//! `vitrum explore`. `cargo xtask pages` looks at the pages in a browser.

mod common;

use common::Folder;

const SHADER: &str = "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() {\n    float unused;\n    color = vec4(1.0);\n}\n";

#[test]
fn a_page_holds_every_shader() {
    let folder = Folder::new("explore");
    folder.write("a.frag", SHADER).write("b.vert", "void main() { gl_Position = vec4(0.5); }\n");
    let ran = folder.run("explore a.frag b.vert -o page.html");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "warnings are on the page alone");
    let page = folder.text("page.html");
    for part in [
        "<title>a.frag, b.vert</title>",
        "unused-variable",
        "OpEntryPoint Fragment",
        "gl_Position = vec4(0.5);",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("http://") && !page.contains("https://"), "a page needs nothing else");
    assert_eq!(folder.run("explore a.frag b.vert").stdout, page, "the same input gives the same bytes");
}

#[test]
fn errors_are_on_the_page_and_on_stderr() {
    let folder = Folder::new("explore_errors");
    folder.write("a.frag", SHADER.replace("color =", "colour =")).write("b.frag", SHADER);
    let ran = folder.run("explore a.frag missing.frag b.frag -o page.html");
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.contains("error[E0300]: `colour` is not declared"), "{}", ran.stderr);
    assert!(ran.stderr.contains("cannot read `missing.frag`"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("unused"), "{}", ran.stderr);
    let page = folder.text("page.html");
    assert!(page.contains("`colour` is not declared") && page.contains("OpEntryPoint Fragment"));
    // The target lacks what the shader needs.
    let source = "#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(binding = 0) buffer B { uint n; } b;
void main() { b.n = subgroupBallot(true).x; }
";
    folder.write("c.comp", source);
    let ran = folder.run("explore --target-env vulkan1.0 c.comp -o page.html");
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("c.comp:4:21"), "{}", ran.stderr);
    let page = folder.text("page.html");
    assert!(page.contains("\"severity\":\"error\"") && page.contains("cannot generate SPIR-V"));
}

#[test]
fn options_of_other_outputs_are_errors() {
    let folder = Folder::new("explore_usage");
    folder.write("a.frag", SHADER);
    for line in [
        "explore",
        "explore -c a.frag",
        "explore -E a.frag",
        "explore --emit asm a.frag",
        "explore --reflect a.frag",
        "explore --time-passes a.frag",
        "explore --spirv-val a.frag",
        "explore -m a.frag",
        "explore -e draw a.frag",
        "explore --link -e draw a.frag",
        "explore --pack a.frag",
        "explore -MD a.frag",
        "explore a.frag -o a.frag",
        "explore --passes nothing a.frag",
        "explore --target-env none a.frag",
        "explore - -",
        "--passes combine a.frag",
    ] {
        let ran = folder.run(line);
        assert_eq!(ran.code, Some(2), "{line}: {}", ran.stderr);
        assert!(ran.stderr.starts_with("vitrum: error: "), "{line}: {}", ran.stderr);
    }
    assert_eq!(folder.text("a.frag"), SHADER);
    let help = folder.run("explore --help").stdout;
    assert!(help.contains("vitrum explore [OPTIONS] FILE... -o page.html"), "{help}");
}

#[test]
fn levels_and_lists_choose_the_passes() {
    let folder = Folder::new("explore_levels");
    folder.write("a.frag", SHADER);
    let names = |line: &str| {
        let page = folder.run(line).stdout;
        ["\"name\":\"inline_functions\"", "\"name\":\"promote_variables\"", "\"name\":\"fold_constants\""]
            .map(|name| page.contains(name))
    };
    assert_eq!(names("explore a.frag"), [true, true, false]);
    assert_eq!(names("explore -O0 a.frag"), [false, false, false]);
    assert_eq!(names("explore --passes fold_constants,promote_variables a.frag"), [false, true, true]);
    assert_eq!(names("explore -O --passes fold_constants a.frag"), [true, true, true]);
    assert!(!folder.run("explore -Wno-unused-variable a.frag").stdout.contains("unused-variable"));
}

#[test]
fn stages_of_a_program_are_linked() {
    let folder = Folder::new("explore_link");
    folder.write(
        "a.vert",
        "#version 450\nout vec4 tint;\nvoid main() { tint = vec4(0.5); gl_Position = vec4(0.0); }\n",
    );
    folder.write(
        "b.frag",
        "#version 450\nin vec4 tint;\nlayout(location = 0) out vec4 color;\nvoid main() { color = tint; }\n",
    );
    let ran = folder.run("explore --link a.vert b.frag -o page.html");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let page = folder.text("page.html");
    for part in [
        "<title>a.vert, b.frag</title>",
        "optimize_stages",
        "link_stages",
        "vulkan1.3 -O, linked",
        "color = vec4(0.5);",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert_eq!(folder.run("explore a.vert b.frag --link").stdout, page, "the option may stand anywhere");
    folder.write("c.frag", "#version 450\nflat in ivec4 tint;\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(tint); }\n");
    let ran = folder.run("explore --link a.vert c.frag -o page.html");
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.stderr.matches("error[").count(), 1, "{}", ran.stderr);
    let ran = folder.run("explore --link a.vert missing.frag -o none.html");
    assert!(ran.code == Some(1) && ran.stderr.contains("missing.frag"), "{}", ran.stderr);
}
