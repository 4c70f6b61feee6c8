//! The facts that a module states beside its code: each is a subject and an attribute.
//!
//! ```text
//! capability Shader
//! variable Buffer B: Binding 1
//! member Buffer B.m: Offset 16
//! store Buffer B.m: Volatile|Aligned 16
//! value FMul(x, u.scale): NoContraction
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::binary::Binary;
use super::code::{self, MARKS};
use super::interface;
use crate::instructions::Instructions;

/// Attributes by subject.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    attributes: BTreeMap<String, BTreeSet<String>>,
    /// Names that subjects give the variables of blocks, by the variables' own names.
    blocks: BTreeMap<String, String>,
}

impl Facts {
    /// All that the words of a module state.
    pub(crate) fn of(words: &[u32]) -> Result<Self, String> {
        let instructions = Instructions::parse(words)?;
        let binary = Binary::new(&instructions);
        let mut facts = Self::default();
        interface::add(&binary, &mut facts);
        code::add(&binary, &mut facts);
        Ok(facts)
    }

    /// Notes that there is a subject.
    pub(crate) fn exists(&mut self, subject: impl Into<String>) {
        self.attributes.entry(subject.into()).or_default();
    }

    /// Notes an attribute of a subject.
    pub(crate) fn add(&mut self, subject: impl Into<String>, attribute: impl Into<String>) {
        self.attributes.entry(subject.into()).or_default().insert(attribute.into());
    }

    /// Notes the name of the block that a variable is.
    pub(crate) fn name_block(&mut self, variable: &str, block: &str) {
        self.blocks.insert(variable.to_owned(), block.to_owned());
    }

    /// The name that subjects give a variable.
    pub(crate) fn subject_name<'a>(&'a self, variable: &'a str) -> &'a str {
        self.blocks.get(variable).map_or(variable, String::as_str)
    }

    /// True if the source is in ESSL.
    pub(crate) fn is_essl(&self) -> bool {
        self.attributes.get("source").is_some_and(|said| said.iter().any(|it| it.starts_with("ESSL")))
    }

    /// The number of facts.
    pub(crate) fn count(&self) -> usize {
        self.attributes.values().map(|attributes| attributes.len().max(1)).sum()
    }

    /// Differences of `ours` from `theirs`, one a line: `+` before what only ours states, `-` before what only
    /// theirs does.
    pub(crate) fn differences(ours: &Self, theirs: &Self) -> Vec<String> {
        let mut lines = Vec::new();
        let subjects: BTreeSet<&String> = ours.attributes.keys().chain(theirs.attributes.keys()).collect();
        for subject in subjects {
            match (ours.attributes.get(subject), theirs.attributes.get(subject)) {
                (Some(ours), Some(theirs)) => {
                    let corresponds = |it: &str, other: &BTreeSet<String>| {
                        !subject.starts_with("value ") || other.iter().any(|other| ty(other) == ty(it))
                    };
                    let ours_alone = ours.difference(theirs).filter(|it| corresponds(it, theirs));
                    lines.extend(ours_alone.map(|it| format!("+ {subject}: {it}")));
                    let theirs_alone = theirs.difference(ours).filter(|it| corresponds(it, ours));
                    lines.extend(theirs_alone.map(|it| format!("- {subject}: {it}")));
                }
                (Some(_), None) if must_exist(subject) => lines.push(format!("+ {subject}")),
                (None, Some(_)) if must_exist(subject) => lines.push(format!("- {subject}")),
                _ => {}
            }
        }
        lines
    }
}

/// The kinds of subjects that correspond only where both modules have them: code may be written in several ways.
const OPTIONAL: &[&str] = &["value", "load", "store", "alignment", "uniformity", "private"];

/// The type of a value, by its attribute. Values that have one text differ in it.
fn ty(attribute: &str) -> &str {
    MARKS.iter().fold(attribute, |ty, mark| ty.trim_end_matches(mark).trim_end())
}

/// Of a text in GLSL for desktops: what has no precision is highp in Vulkan (`GL_KHR_vulkan_glsl`, "Default Precision
/// Qualifiers"). glslang gives it the precision of what it is combined with. Lines that follow from it become
/// `- relaxed` with the subject.
pub(crate) fn with_default_precision(lines: Vec<String>) -> Vec<String> {
    const RELAXED: &str = " RelaxedPrecision";
    let is_there = |line: &str| lines.iter().any(|other| other == line);
    let mut found: Vec<String> = Vec::new();
    for line in &lines {
        let (sign, subject, attribute) = match (line.split_at_checked(2), line.split_once(": ")) {
            (Some((sign, _)), Some((subject, attribute))) => {
                (sign, subject.get(2..).unwrap_or_default(), attribute)
            }
            _ => ("", "", ""),
        };
        let is_less_relaxed = match (sign, subject.split(' ').next()) {
            ("- ", Some("value")) => attribute.ends_with(RELAXED),
            ("- ", _) => attribute == RELAXED.trim_start(),
            ("+ ", Some("value")) => {
                !attribute.ends_with(RELAXED) && !is_there(&format!("+ {subject}: {attribute}{RELAXED}"))
            }
            _ => false,
        };
        found.push(if is_less_relaxed { format!("- relaxed {subject}") } else { line.clone() });
    }
    found.dedup();
    found
}

fn must_exist(subject: &str) -> bool {
    !OPTIONAL.contains(&subject.split(' ').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use vitrum::{Options, Stage, Target, compile};

    use super::Facts;

    /// Differences of two shaders: each is a head and a body of `main`.
    fn differences(ours: &str, theirs: &str) -> Vec<String> {
        let facts = |text: &str| {
            let options = Options::new(Stage::Fragment).target(Target::Vulkan1_3);
            let text = format!("#version 460\nlayout(location = 0) out vec4 o;\n{text}");
            let words = compile(&text, &options).ok().and_then(|it| it.spirv().ok());
            words.and_then(|words| Facts::of(&words).ok())
        };
        let (Some(ours), Some(theirs)) = (facts(ours), facts(theirs)) else { panic!("{ours}\n{theirs}") };
        Facts::differences(&ours, &theirs)
    }

    /// Checks the differences when `from` in a shader becomes `to`.
    #[track_caller]
    fn check(text: &str, from: &str, to: &str, expected: &[&str]) {
        assert_eq!(differences(&text.replace(from, to), text), expected);
        assert_eq!(differences(text, text), [""; 0]);
    }

    #[test]
    fn memory_operands_are_seen() {
        check(
            "layout(binding = 0) buffer B { vec4 a; } b; void main() { o = b.a; b.a.x = 1.0; }",
            "vec4 a",
            "volatile vec4 a",
            &[
                "+ load Buffer B.a: Volatile",
                "- load Buffer B.a: plain",
                "+ member Buffer B.a: Coherent",
                "+ member Buffer B.a: Volatile",
                "+ store Buffer B.a: Volatile",
                "- store Buffer B.a: plain",
            ],
        );
    }

    #[test]
    fn layouts_are_seen() {
        check(
            "layout(binding = 0) uniform U { float a; vec4 b[2]; } u; void main() { o = u.b[1] * u.a; }",
            "vec4 b",
            "layout(offset = 32) vec4 b",
            &["+ member Uniform U.b: Offset 32", "- member Uniform U.b: Offset 16"],
        );
    }

    #[test]
    fn exact_arithmetic_is_seen() {
        check(
            "layout(location = 0) in vec4 a; void main() { vec4 x = a * a; o = x; }",
            "vec4 x",
            "precise vec4 x",
            &["+ value FMul(Input a, Input a): f32x4 NoContraction", "- value FMul(Input a, Input a): f32x4"],
        );
    }

    #[test]
    fn hints_and_modes_are_seen() {
        check(
            "#extension GL_EXT_control_flow_attributes : require
             void main() { /**/ for (int i = 0; i < 4; ++i) o += vec4(i); }",
            "/**/",
            "[[unroll]]",
            &["+ loop control Unroll"],
        );
        check(
            "/**/ void main() { o = vec4(1); }",
            "/**/",
            "layout(early_fragment_tests) in;",
            &["+ mode EarlyFragmentTests"],
        );
    }

    #[test]
    fn choices_of_resources_are_seen() {
        check(
            "#extension GL_EXT_nonuniform_qualifier : require
             layout(binding = 0) buffer B { vec4 a; } b[4]; layout(location = 0) flat in int i;
             void main() { o = b[i].a; }",
            "[i]",
            "[nonuniformEXT(i)]",
            &[
                "+ capability ShaderNonUniform",
                "- capability StorageBufferArrayDynamicIndexing",
                "+ capability StorageBufferArrayNonUniformIndexing",
                "+ uniformity AccessChain Buffer B[].a: NonUniform",
                "- uniformity AccessChain Buffer B[].a: uniform",
                "+ uniformity Load Buffer B[].a: NonUniform",
                "- uniformity Load Buffer B[].a: uniform",
            ],
        );
    }
}
