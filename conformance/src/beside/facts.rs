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

use super::binary::{Binary, Instructions};
use super::{code, interface};

/// Attributes by subject.
#[derive(Debug, Default)]
pub(crate) struct Facts(BTreeMap<String, BTreeSet<String>>);

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
        self.0.entry(subject.into()).or_default();
    }

    /// Notes an attribute of a subject.
    pub(crate) fn add(&mut self, subject: impl Into<String>, attribute: impl Into<String>) {
        self.0.entry(subject.into()).or_default().insert(attribute.into());
    }

    /// The number of facts.
    pub(crate) fn count(&self) -> usize {
        self.0.values().map(|attributes| attributes.len().max(1)).sum()
    }

    /// How `ours` differs from `theirs`, a line a difference: `+` before what only ours states, `-` before what only
    /// theirs does.
    pub(crate) fn differences(ours: &Self, theirs: &Self) -> Vec<String> {
        let mut lines = Vec::new();
        let subjects: BTreeSet<&String> = ours.0.keys().chain(theirs.0.keys()).collect();
        for subject in subjects {
            match (ours.0.get(subject), theirs.0.get(subject)) {
                (Some(ours), Some(theirs)) => {
                    lines.extend(ours.difference(theirs).map(|it| format!("+ {subject}: {it}")));
                    lines.extend(theirs.difference(ours).map(|it| format!("- {subject}: {it}")));
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
const OPTIONAL: &[&str] = &["value", "load", "store", "uniformity", "private"];

fn must_exist(subject: &str) -> bool {
    !OPTIONAL.contains(&subject.split(' ').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use vitrum::{Options, Stage, Target, compile};

    use super::Facts;

    /// How two shaders differ: each is a head and a body of `main`.
    fn differences(ours: &str, theirs: &str) -> Vec<String> {
        let facts = |text: &str| {
            let options = Options { target: Target::Vulkan1_3, ..Options::new(Stage::Fragment) };
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
                "+ capability StorageBufferArrayNonUniformIndexing",
                "+ uniformity AccessChain Buffer B[].a: NonUniform",
                "- uniformity AccessChain Buffer B[].a: uniform",
                "+ uniformity Load Buffer B[].a: NonUniform",
                "- uniformity Load Buffer B[].a: uniform",
            ],
        );
    }
}
