//! Compares the declarations of vitrum's and glslang's modules of a shader: everything but the computation.
//!
//! glslang writes SPIR-V of versions of GLSL that have it. Of a shader of another version, vitrum's print as Vulkan GLSL
//! is compared instead.

pub(crate) mod binary;
pub(crate) mod board;
pub(crate) mod code;
pub(crate) mod explained;
pub(crate) mod facts;
pub(crate) mod interface;

use serde::{Deserialize, Serialize};
use vitrum::{Assigned, Compilation, GlslOptions, Options, Slot, Stage, Target, Version, compile};

use crate::case::Shader;
use crate::glslang;
use facts::Facts;

/// A shader of a run, beside glslang's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Beside {
    /// Its author's text was compared: the number of facts.
    Compared(usize),
    /// The same of the text that is printed of it.
    ComparedPrinted(usize),
    /// It was not, for this reason.
    None(String),
    /// There is this difference.
    Differs(String),
}

impl Beside {
    /// The difference, if it is one.
    pub(crate) fn line(&self) -> Option<&str> {
        if let Self::Differs(line) = self { Some(line) } else { None }
    }
}

/// Compares a shader that was compiled with these options, or its print.
pub(crate) fn compare(shader: &Shader, options: &Options, compilation: &Compilation) -> Vec<Beside> {
    if shader.library {
        return vec![Beside::None("a part of a shader, not a whole one".to_owned())];
    }
    // Later targets than glslang knows.
    let target = shader.target.min(Target::Vulkan1_3);
    let text = source(shader);
    let theirs = glslang(shader.stage, &text, target, &shader.defines);
    let refused = match theirs {
        Ok(theirs) => {
            // By the rules that glslang follows, where the shader is one by those.
            let by_target = options.clone().target(target).client(None);
            let mut compilation = compile(&shader.text, &by_target).unwrap_or_else(|_| compilation.clone());
            compilation.set_target(target);
            return match compilation.into_spirv() {
                Ok((ours, assigned)) => differences(&ours, &theirs, &assigned, Beside::Compared),
                Err(error) => vec![Beside::None(error.to_string())],
            };
        }
        Err(reason) => reason,
    };
    let printed = compare_printed(shader, options, compilation);
    printed.unwrap_or_else(|reason| vec![Beside::None(format!("{refused}; printed: {reason}"))])
}

fn compare_printed(
    shader: &Shader,
    options: &Options,
    compilation: &Compilation,
) -> Result<Vec<Beside>, String> {
    let glsl = GlslOptions { vulkan: true, target: Some(Version::desktop(450)), ..GlslOptions::default() };
    let text = compilation.glsl_with(&glsl).map_err(|error| error.to_string())?;
    let target = Target::Vulkan1_3;
    let options =
        Options::new(shader.stage).target(target).verify(options.verify).opt_level(options.opt_level);
    let ours = compile(&text, &options).map_err(|_| "vitrum does not take it".to_owned())?;
    let (ours, assigned) = ours.into_spirv().map_err(|error| error.to_string())?;
    let theirs = glslang(shader.stage, &text, target, &[])?;
    Ok(differences(&ours, &theirs, &assigned, Beside::ComparedPrinted))
}

/// glslang's SPIR-V, or its first error.
fn glslang(
    stage: Stage,
    text: &str,
    target: Target,
    defines: &[(String, String)],
) -> Result<Vec<u32>, String> {
    let (client, environment) =
        if target.is_vulkan() { ("-V", target.api().name()) } else { ("-G", "opengl") };
    let options = [client, "--target-env", environment, "--auto-map-locations", "--auto-map-bindings"];
    glslang::spirv(text, stage, &options, defines).map_err(|line| glslang::message(&line))
}

fn differences(
    ours: &[u32],
    theirs: &[u32],
    assigned: &[Assigned],
    compared: fn(usize) -> Beside,
) -> Vec<Beside> {
    let (ours, theirs) = match (Facts::of(ours), Facts::of(theirs)) {
        (Ok(ours), Ok(theirs)) => (ours, theirs),
        (Err(error), _) | (_, Err(error)) => return vec![Beside::None(error)],
    };
    let mut lines = Facts::differences(&ours, &theirs);
    if !theirs.is_essl() {
        lines = facts::with_default_precision(lines);
    }
    // Of places that the author left open each compiler chooses its own.
    lines.retain(|line| !assigned.iter().any(|place| is_place_of(line, place, &ours)));
    let mut found = vec![compared(theirs.count())];
    found.extend(lines.into_iter().map(Beside::Differs));
    found
}

/// True if a line is of the place that was assigned to a variable, or to members of a block.
fn is_place_of(line: &str, assigned: &Assigned, ours: &Facts) -> bool {
    let Some((subject, attribute)) = line.split_once(": ") else { return false };
    let places: &[&str] = match assigned.slot {
        Slot::Location(_) => &["Location"],
        Slot::Binding { .. } => &["Binding", "DescriptorSet"],
        Slot::InputAttachment(_) => &["InputAttachmentIndex"],
        Slot::Offset(_) => return false,
    };
    let name = subject.splitn(4, ' ').nth(3).and_then(|path| path.split(['.', '<']).next());
    let names = [assigned.name.as_str(), ours.subject_name(&assigned.name)];
    name.is_some_and(|name| names.contains(&name)) && places.iter().any(|place| attribute.starts_with(place))
}

/// The text of a shader, with a version.
fn source(shader: &Shader) -> String {
    if shader.text.lines().any(|line| line.trim_start().starts_with("#version")) {
        return shader.text.clone();
    }
    format!("#version {}\n#line 1\n{}", shader.default_version, shader.text)
}
