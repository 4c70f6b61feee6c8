//! The SPIR-V of accepted shaders, by target: valid, invalid, or none and why.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use vitrum::Target;

use crate::outcome::CaseResult;
use crate::report;

/// The SPIR-V of a shader for a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Form {
    /// The target.
    #[serde(serialize_with = "write_target", deserialize_with = "read_target")]
    pub(crate) target: Target,
    /// The result.
    pub(crate) kind: FormKind,
}

/// The result of emitting SPIR-V.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum FormKind {
    /// Words that spirv-val takes, or naga for wgpu.
    Valid,
    /// Words that naga takes, of which it makes no WGSL that it reads back.
    NoWgsl(String),
    /// None, because of this.
    None(String),
    /// Words that spirv-val, or naga for wgpu, does not take, or a fault of the compiler.
    Invalid(String),
}

fn write_target<S: Serializer>(target: &Target, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(target.name())
}

fn read_target<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Target, D::Error> {
    let name = String::deserialize(deserializer)?;
    Target::from_name(&name).ok_or_else(|| de::Error::custom("not the name of a target"))
}

/// The target that the command line means by each of these, one for each version of SPIR-V and OpenGL.
const ALL: &[Target] =
    &[Target::Vulkan1_0, Target::Vulkan1_1, Target::Vulkan1_2, Target::Vulkan1_3, Target::OpenGl4_5];

/// The targets of names; `None` is that of the shader.
pub(crate) fn targets(names: &[String]) -> Result<Vec<Option<Target>>> {
    let mut targets = Vec::new();
    for name in names {
        match name.as_str() {
            "all" => targets.extend(ALL.iter().copied().map(Some)),
            "default" => targets.push(None),
            name => {
                targets.push(Some(Target::from_name(name).with_context(|| format!("no target `{name}`"))?));
            }
        }
    }
    Ok(targets)
}

/// The shaders of a run for a target.
#[derive(Default)]
pub(crate) struct Forms<'a> {
    /// Number of shaders with valid SPIR-V.
    pub(crate) valid: usize,
    /// The cases of those with valid SPIR-V of which naga makes no WGSL, with the reason.
    pub(crate) no_wgsl: Vec<(&'a str, &'a str)>,
    /// The cases of those without, with the reason.
    pub(crate) none: Vec<(&'a str, &'a str)>,
    /// The cases with invalid SPIR-V, with the error.
    pub(crate) invalid: Vec<(&'a str, &'a str)>,
}

impl<'a> Forms<'a> {
    /// The numbers, as a line.
    pub(crate) fn counts(&self) -> String {
        let formed = self.valid + self.no_wgsl.len() + self.invalid.len();
        format!(
            "{} shaders accepted, {formed} with SPIR-V, {} invalid",
            formed + self.none.len(),
            self.invalid.len()
        )
    }

    /// The shares of what naga takes, and of what comes out as WGSL, in percent.
    pub(crate) fn shares(&self) -> String {
        let taken = self.valid + self.no_wgsl.len();
        let share = |part: usize| 100.0 * part as f64 / (taken + self.invalid.len()).max(1) as f64;
        format!("naga takes {:.1} %, {:.1} % come out as WGSL", share(taken), share(self.valid))
    }

    /// Reasons for which shaders have no SPIR-V, most frequent first: the count, and an example.
    pub(crate) fn reasons(&self, cause: fn(&str) -> String) -> Vec<(String, (usize, &'a str))> {
        report::by_frequency(self.none.iter().map(|(id, reason)| (once_each(&cause(reason)), *id)))
    }
}

/// A reason with each of its parts once: a shader may be refused at many places for the same.
fn once_each(reason: &str) -> String {
    let (said, parts) = reason.rsplit_once("SPIR-V: ").unwrap_or(("", reason));
    let mut seen: Vec<&str> = Vec::new();
    for part in parts.split("; ") {
        if !seen.contains(&part) {
            seen.push(part);
        }
    }
    let joined = seen.join("; ");
    if said.is_empty() { joined } else { format!("{said}SPIR-V: {joined}") }
}

/// The shaders by target.
pub(crate) fn by_target(results: &[CaseResult]) -> BTreeMap<Target, Forms<'_>> {
    let mut targets: BTreeMap<Target, Forms<'_>> = BTreeMap::new();
    for result in results {
        for form in &result.forms {
            let forms = targets.entry(form.target).or_default();
            match &form.kind {
                FormKind::Valid => forms.valid += 1,
                FormKind::NoWgsl(reason) => forms.no_wgsl.push((&result.id, reason)),
                FormKind::None(reason) => forms.none.push((&result.id, reason)),
                FormKind::Invalid(text) => forms.invalid.push((&result.id, text)),
            }
        }
    }
    targets
}

/// Number of invalid modules.
pub(crate) fn invalid(results: &[CaseResult]) -> usize {
    by_target(results).values().map(|forms| forms.invalid.len()).sum()
}

/// The text of the scoreboard of SPIR-V.
pub(crate) fn render(suite: &str, options: &str, results: &[CaseResult]) -> String {
    let mut text =
        format!("Written by `cargo xtask conformance {suite} {options} --update`; never edited by hand.\n");
    // Writing to a string cannot fail.
    for (target, forms) in by_target(results) {
        let _ = writeln!(text, "\n{}: {}", target.name(), forms.counts());
        if target == Target::Wgpu {
            let _ = writeln!(text, "{}", forms.shares());
        }
        for (reason, (count, _)) in forms.reasons(report::cause) {
            let _ = writeln!(text, "{count:>6} no form: {reason}");
        }
        for (id, what) in &forms.no_wgsl {
            let _ = writeln!(text, "no WGSL\t{id}\t{what}");
        }
        for (id, what) in &forms.invalid {
            let _ = writeln!(text, "invalid\t{id}\t{what}");
        }
    }
    text
}

/// Compares with the scoreboard of naga: fails if it refuses a module that it took.
pub(crate) fn compare_with_naga(path: &Path, results: &[CaseResult]) -> Result<ExitCode> {
    let known = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let listed: BTreeSet<&str> =
        known.lines().filter_map(|line| line.strip_prefix("invalid\t")?.split('\t').next()).collect();
    let found = by_target(results).remove(&Target::Wgpu).unwrap_or_default();
    let worse: Vec<&str> = found.invalid.iter().map(|row| row.0).filter(|id| !listed.contains(id)).collect();
    for id in &worse {
        println!("REFUSED NOW: {id}");
    }
    if !worse.is_empty() {
        bail!("naga refuses {} modules that the scoreboard does not list", worse.len());
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use vitrum::Target;

    use super::{Form, FormKind, by_target, invalid, render, targets};
    use crate::case::Expect;
    use crate::outcome::CaseResult;

    #[test]
    fn counts_are_by_target() {
        let form = |target, kind| Form { target, kind };
        let result = CaseResult {
            forms: vec![
                form(Target::Vulkan1_0, FormKind::None("needs SPIR-V 1.3".to_owned())),
                form(Target::Vulkan1_1, FormKind::Valid),
                form(Target::Vulkan1_1, FormKind::Invalid("Expected `b`".to_owned())),
            ],
            ..CaseResult::new("a".to_owned(), Expect::Accept)
        };
        let results = [result];
        assert_eq!(invalid(&results), 1);
        let counts: Vec<String> = by_target(&results).values().map(super::Forms::counts).collect();
        assert_eq!(
            counts,
            ["1 shaders accepted, 0 with SPIR-V, 0 invalid", "2 shaders accepted, 2 with SPIR-V, 1 invalid"]
        );
        assert!(render("s", "--validate all", &results).contains("     1 no form: needs SPIR-V 1.3\n"));
    }

    #[test]
    fn all_are_many() {
        assert!(targets(&["all".to_owned()]).is_ok_and(|targets| targets.len() > 4));
        assert!(targets(&["vulkan9".to_owned()]).is_err());
    }
}
