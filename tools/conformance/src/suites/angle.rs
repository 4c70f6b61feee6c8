//! ANGLE's tests: the shaders in the raw strings of its C++ files. Nothing says which of them are right.

use std::path::{Path, PathBuf};

use anyhow::Result;
use vitrum::{Stage, Version};

use crate::case::{Case, Shader};
use crate::suite::{self, Suite};

/// The row.
pub(crate) const SUITE: Suite = Suite {
    name: "angle",
    what: "the shaders of ANGLE's tests, right and wrong, for comparisons with other compilers",
    folder: || std::env::var_os("VITRUM_ANGLE").map_or_else(|| suite::fetched("angle"), PathBuf::from),
    install: "the folder `src/tests` of github.com/google/angle, named by VITRUM_ANGLE or `--data`",
    fetch: None,
    files,
    cases,
    executed: None,
    linked: None,
};

fn files(data: &Path) -> Result<Vec<String>> {
    suite::files_below(data, "", &["cpp"])
}

fn cases(data: &Path, file: &str) -> Result<Vec<Case>> {
    let text = suite::text(data, file)?;
    let mut found = Vec::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("R\"(") {
        let Some((shader, behind)) = after.split_once(")\"") else { break };
        rest = behind;
        // A format, or a part of a shader that others are added to, is none.
        let is_whole = shader.contains("void main") && !has_placeholder(shader);
        if !is_whole || behind.trim_start().starts_with(['R', '+', '"']) {
            continue;
        }
        let name = before.rsplit([';', '{', '}', '(', ',']).next().unwrap_or_default();
        let shader = Shader::new(stage(name, shader), shader.trim_start(), Version::es(100));
        let id = format!("{file}:{}", text.len() - after.len());
        found.push(Case { inapplicable: Some("nothing says".to_owned()), ..Case::new(id, vec![shader]) });
    }
    Ok(found)
}

/// True if a program fills in something.
fn has_placeholder(shader: &str) -> bool {
    ["{{", "%s", "%d", "%i", "%u", "@@"].iter().any(|it| shader.contains(it))
}

/// The stage of a shader, by the name of its constant or else by what it says.
fn stage(name: &str, text: &str) -> Stage {
    let named = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    match () {
        () if named(&["VS", "Vert"]) => Stage::Vertex,
        () if named(&["TCS"]) => Stage::TessControl,
        () if named(&["TES"]) => Stage::TessEvaluation,
        () if named(&["GS", "Geometry"]) => Stage::Geometry,
        () if named(&["CS", "Compute"]) || says(&["local_size_"]) => Stage::Compute,
        () if named(&["FS", "Frag"]) || says(&["gl_Frag", "discard"]) => Stage::Fragment,
        () if says(&["EmitVertex"]) => Stage::Geometry,
        () if says(&["gl_TessCoord"]) => Stage::TessEvaluation,
        () if says(&["gl_TessLevelOuter"]) => Stage::TessControl,
        () if says(&["gl_Position", "attribute ", "gl_VertexID", "gl_InstanceID"]) => Stage::Vertex,
        () => Stage::Fragment,
    }
}
