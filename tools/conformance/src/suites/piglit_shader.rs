//! piglit's `.shader_test` files: the shaders of programs, and the commands that run them.
//!
//! ```text
//! [require]
//! GLSL >= 1.50
//! GL_ARB_gpu_shader5
//!
//! [vertex shader]
//! ...
//! [test]
//! ...
//! ```

use std::path::Path;

use anyhow::{Context, Result, bail};
use vitrum::{Stage, Version};

use crate::case::{Case, Expect, Shader};
use crate::execute::{Execution, script};
use crate::includes::Includes;
use crate::link::Linking;
use crate::suite::{self, Executed, Suite};
use crate::suites::piglit;

/// The row.
pub(crate) const SUITE: Suite = Suite {
    name: "piglit-shader",
    what: "the shaders of piglit's programs, which draw: all of them right",
    folder: piglit::folder,
    install: piglit::INSTALL,
    fetch: Some(piglit::fetch),
    files,
    cases,
    executed: Some(Executed { cases: executed, a_file_each: true, interpreted: true, stages: true }),
    linked: Some(linked),
};

/// The files, by the end of their names, that expect behaviour which GLSL forbids or leaves open, with the reason.
const DISAGREEMENTS: &[(&str, &str)] = &[
    ("/glsl-predication-on-large-array.shader_test", FLOAT_MINIMUM),
    ("/vs-loop-variable-iteration-limit-unroll.shader_test", FLOAT_MINIMUM),
    ("/glsl-const-folding-01.shader_test", "GLSL 1.20 section 6.1: what is called must have a body"),
    ("/const-ldexp.shader_test", "GLSL 4.60 section 4.7.1: what is subnormal need not become zero"),
];
const FLOAT_MINIMUM: &str = "GLSL 1.20 section 8.3: `min` takes floats";

/// The files, by parts of their names, whose programs test behaviour that GLSL leaves open and drivers agree on: the
/// interpreter may differ, or call it undefined.
const LEFT_OPEN: &[(&str, &str)] = &[
    ("s-ldexp.", "subnormal numbers made zero"),
    ("-nan-builtin-", "a minimum and a maximum beside NaN"),
    ("range_analysis_fm", "a minimum and a maximum beside NaN"),
    ("/glsl-array-bounds-", "arrays outside of their bounds"),
    ("/glsl-rotate-", "shifts by the width of a number"),
    ("/glsl-const-builtin-normalize.", "a direction of zero"),
    ("/fs-underflow-pow-compare-zero.", "subnormal numbers made zero"),
];

/// The sections that are shaders.
const SECTIONS: &[(&str, Stage)] = &[
    ("vertex shader", Stage::Vertex),
    ("tessellation control shader", Stage::TessControl),
    ("tessellation evaluation shader", Stage::TessEvaluation),
    ("geometry shader", Stage::Geometry),
    ("fragment shader", Stage::Fragment),
    ("compute shader", Stage::Compute),
];

fn files(data: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for folder in piglit::FOLDERS {
        files.extend(suite::files_below(data, folder, &["shader_test"])?);
    }
    Ok(files)
}

fn cases(data: &Path, file: &str) -> Result<Vec<Case>> {
    let text = suite::text(data, file)?;
    let sections = sections(&text);
    let mut requirements = Requirements::default();
    for line in section(&sections, "require").lines() {
        requirements.read(line).with_context(|| format!("in `{line}`"))?;
    }
    let mut shaders = Vec::new();
    for (title, text) in &sections {
        let Some((_, stage)) = SECTIONS.iter().find(|(name, _)| name == title) else { continue };
        let Some(version) = requirements.version else { bail!("no version of GLSL is required") };
        let mut shader = Shader::new(*stage, requirements.profiled(text), version);
        shader.includes = Includes { strings: included(&sections), paths: include_paths(&sections) };
        shaders.push(shader);
    }
    if shaders.is_empty() {
        return Ok(Vec::new());
    }
    let disagreement = DISAGREEMENTS.iter().find(|(name, _)| format!("/{file}").ends_with(name));
    let inapplicable = inapplicable(&shaders, section(&sections, "test"))
        .or_else(|| disagreement.map(|(_, reason)| (*reason).to_owned()));
    Ok(vec![Case { needs: requirements.extensions, inapplicable, ..Case::new(file, shaders) }])
}

/// The vertex shader of `[vertex shader passthrough]`, and of programs that have none.
const PASSTHROUGH: &str =
    "#version 330\nin vec4 piglit_vertex;\nvoid main() { gl_Position = piglit_vertex; }\n";

/// OpenGL's fixed functions, for programs without a vertex or fragment shader.
const FIXED_VERTEX: &str = "#version 120\nvoid main() {\n  gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex;\n  \
    gl_FrontColor = gl_Color;\n  gl_TexCoord[0] = gl_MultiTexCoord0;\n}\n";
const FIXED_FRAGMENT: &str = "#version 120\nvoid main() { gl_FragColor = gl_Color; }\n";

/// The programs that check their results.
fn executed(data: &Path, file: &str) -> Result<Vec<Case>> {
    let text = suite::text(data, file)?;
    let sections = sections(&text);
    let test = section(&sections, "test");
    if !test.lines().any(|line| line.contains("probe")) {
        return Ok(Vec::new());
    }
    let mut found = cases(data, file)?;
    for case in &mut found {
        let has = |stage| case.shaders.iter().any(|shader| shader.stage == stage);
        let mut added = Vec::new();
        if sections.iter().any(|(title, _)| *title == "vertex shader passthrough") {
            added.push(Shader::new(Stage::Vertex, PASSTHROUGH, Version::desktop(330)));
        } else if !has(Stage::Vertex) && !has(Stage::Compute) {
            added.push(Shader::new(Stage::Vertex, FIXED_VERTEX, Version::desktop(120)));
        }
        if !has(Stage::Fragment) && !has(Stage::Compute) {
            added.push(Shader::new(Stage::Fragment, FIXED_FRAGMENT, Version::desktop(120)));
        }
        if has(Stage::TessEvaluation) && !has(Stage::TessControl) {
            let reason = "leaves the control of tessellation to OpenGL".to_owned();
            case.inapplicable = case.inapplicable.take().or(Some(reason));
        }
        case.shaders.extend(added);
        case.shaders.sort_by_key(|shader| shader.stage);
        let size = section(&sections, "require").lines().find_map(size);
        match script::parse(test, section(&sections, "vertex data"), size) {
            Ok(mut script) => {
                script.left_open = LEFT_OPEN.iter().find(|(part, _)| file.contains(part)).map(|row| row.1);
                case.execution = Some(Execution::Script(script));
            }
            Err(reason) => case.inapplicable = case.inapplicable.take().or(Some(reason)),
        }
        case.inapplicable = case.inapplicable.take().or_else(|| only_opengl(&text));
    }
    Ok(found)
}

/// The line of `[require]` that makes a separable program of each stage, and that which makes one of all.
const SEPARABLE: [&str; 2] = ["SSO ENABLED", "SEPARABLE PROGRAM ENABLED"];

/// The same vertex shader for programs of OpenGL ES.
const PASSTHROUGH_ES: &str =
    "#version 100\nattribute vec4 piglit_vertex;\nvoid main() { gl_Position = piglit_vertex; }\n";

/// The programs that are linked, and those that do not link.
fn linked(data: &Path, file: &str) -> Result<Vec<Case>> {
    let text = suite::text(data, file)?;
    let sections = sections(&text);
    let wrong = section(&sections, "test").lines().any(|line| line.trim() == "link error");
    let expect = if wrong { Expect::Reject } else { Expect::Accept };
    let requires = |what: &str| section(&sections, "require").lines().any(|line| line.trim() == what);
    let alone = requires(SEPARABLE[0]);
    let linking = Linking { separable: alone || requires(SEPARABLE[1]), alone };
    let disagreement = DISAGREEMENTS.iter().find(|(name, _)| format!("/{file}").ends_with(name));
    let mut found = cases(data, file)?;
    for case in &mut found {
        if sections.iter().any(|(title, _)| *title == "vertex shader passthrough") {
            case.shaders.push(passthrough(&case.shaders));
        }
        case.expect = expect;
        case.inapplicable = disagreement.map(|(_, reason)| (*reason).to_owned());
        case.linking = Some(linking);
    }
    Ok(found)
}

/// The vertex shader of `[vertex shader passthrough]` in the language of the others.
fn passthrough(others: &[Shader]) -> Shader {
    let version = others.first().map_or(Version::desktop(330), |shader| shader.default_version);
    if !version.is_es() {
        return Shader::new(Stage::Vertex, PASSTHROUGH, Version::desktop(330));
    }
    let text = match version.number {
        100 => PASSTHROUGH_ES.to_owned(),
        number => PASSTHROUGH.replace("330", &format!("{number} es")),
    };
    Shader::new(Stage::Vertex, text, version)
}

/// `SIZE width height`.
fn size(line: &str) -> Option<[u32; 2]> {
    let mut words = line.split_whitespace();
    if words.next() != Some("SIZE") {
        return None;
    }
    Some([words.next()?.parse().ok()?, words.next()?.parse().ok()?])
}

/// Features that only OpenGL has, and that the runner lacks.
const ONLY_OPENGL: &[(&str, &str)] = &[
    ("gl_ClipVertex", "clips by gl_ClipVertex"),
    ("gl_LastFragData", "reads the framebuffer"),
    ("SPIRV YES", "brings SPIR-V"),
    ("SPIRV ONLY", "brings SPIR-V"),
    ("[vertex program]", "brings an assembly program"),
    ("[fragment program]", "brings an assembly program"),
    ("origin_upper_left", "turns gl_FragCoord around"),
    ("pixel_center_integer", "moves gl_FragCoord"),
    ("the vertex colors must be clamped", "clamps the colours of vertices"),
];

fn only_opengl(text: &str) -> Option<String> {
    ONLY_OPENGL.iter().find(|(part, _)| text.contains(part)).map(|(_, reason)| (*reason).to_owned())
}

/// The reason for which a program says nothing about compiling one shader.
fn inapplicable(shaders: &[Shader], test: &str) -> Option<String> {
    let repeated = shaders
        .iter()
        .enumerate()
        .any(|(index, shader)| shaders.iter().take(index).any(|before| before.stage == shader.stage));
    if test.lines().any(|line| line.trim() == "link error") {
        return Some("is wrong when linked".to_owned());
    }
    repeated.then(|| "has several shaders for a stage".to_owned())
}

/// The named strings of the sections `[shader include]`: a name on the first line that is not empty.
fn included(sections: &[(&str, &str)]) -> Vec<(String, String)> {
    let includes = sections.iter().filter(|(title, _)| *title == "shader include");
    includes
        .filter_map(|(_, text)| text.trim_start().split_once('\n'))
        .map(|(name, text)| (name.trim().to_owned(), text.to_owned()))
        .collect()
}

/// Search paths of `#include`: `[shader include paths]`, a line each.
fn include_paths(sections: &[(&str, &str)]) -> Vec<String> {
    let lines = section(sections, "shader include paths").lines().map(str::trim);
    lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// Titles and texts, in order.
fn sections(text: &str) -> Vec<(&str, &str)> {
    let mut titles = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let end = offset + line.len();
        if let Some(title) = line.trim_end().strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            titles.push((title, offset, end));
        }
        offset = end;
    }
    let ends: Vec<usize> = titles.iter().skip(1).map(|(_, start, _)| *start).chain([text.len()]).collect();
    let sections = titles.into_iter().zip(ends);
    sections.map(|((title, _, start), end)| (title, text.get(start..end).unwrap_or_default())).collect()
}

/// The text of the first section of this title.
fn section<'a>(sections: &[(&str, &'a str)], title: &str) -> &'a str {
    sections.iter().find(|(found, _)| *found == title).map_or("", |(_, text)| text)
}

/// Requirements of a program.
#[derive(Default)]
struct Requirements {
    version: Option<Version>,
    /// True if the compatibility features of OpenGL are required.
    compatibility: bool,
    extensions: Vec<String>,
}

impl Requirements {
    /// A shader without version: GLSL 1.40 has the compatibility profile by an extension, which OpenGL enables by itself.
    fn profiled(&self, text: &str) -> String {
        let named = text.contains("#version") || self.version != Some(Version::desktop(140));
        let start =
            if self.compatibility && !named { "#extension GL_ARB_compatibility : enable\n" } else { "" };
        format!("{start}{text}")
    }

    /// Reads `GLSL >= 1.30`, `GLSL ES >= 3.00` or the name of an extension; the rest is about limits and drawing.
    fn read(&mut self, line: &str) -> Result<()> {
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some(rest) = line.strip_prefix("GLSL") {
            let (es, rest) = rest.trim_start().strip_prefix("ES").map_or((false, rest), |rest| (true, rest));
            let Some((_, number)) = rest.split_once(">=") else { return Ok(()) };
            let version = piglit::version(number.trim()).context("not a version")?;
            self.version =
                Some(if es { Version::es(version.number) } else { Version::desktop(version.number) });
        } else if line.starts_with("GL COMPAT") {
            self.compatibility = true;
        } else if line.trim_start_matches('!').starts_with("GL_") && !line.contains(char::is_whitespace) {
            self.extensions.push(line.to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Requirements, sections};
    use vitrum::Version;

    #[test]
    fn files_have_sections() {
        let text = "# comment\n[require]\nGLSL >= 1.10\n\n[vertex shader]\nint a[2];\n[test]\nclear\n";
        let expected =
            [("require", "GLSL >= 1.10\n\n"), ("vertex shader", "int a[2];\n"), ("test", "clear\n")];
        assert_eq!(sections(text), expected);
    }

    #[test]
    fn requirements_say_versions_and_extensions() {
        let mut requirements = Requirements::default();
        for line in ["GL >= 3.2", "GLSL ES >= 3.0", "GL_EXT_a", "!GL_EXT_b", "GL_MAX_X >= 5", ""] {
            assert!(requirements.read(line).is_ok(), "{line}");
        }
        assert_eq!(requirements.version, Some(Version::es(300)));
        assert_eq!(requirements.extensions, ["GL_EXT_a", "!GL_EXT_b"]);
    }

    #[test]
    fn the_profile_of_a_version_before_profiles_is_an_extension() {
        let mut requirements = Requirements::default();
        for line in ["GL COMPAT >= 3.1", "GLSL >= 1.40"] {
            assert!(requirements.read(line).is_ok(), "{line}");
        }
        assert!(requirements.profiled("void main() {}").starts_with("#extension GL_ARB_compatibility"));
        assert_eq!(requirements.profiled("#version 140\n"), "#version 140\n");
    }
}
