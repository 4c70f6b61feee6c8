//! Translates the shaders of a suite as a browser does (`--webgl`), and has each output judged: GLSL and ESSL by glslangValidator,
//! SPIR-V by spirv-val.
//!
//! Shaders of a suite for OpenGL ES may break rules that WebGL adds: these are counted by rule. A shader that vitrum takes without
//! these rules and refuses with them for another reason is a fault, as is every output that a judge refuses.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use vitrum::webgl::{Options, Output, Source, TranslateError, Translated, WebGl, translate};
use vitrum::{Severity, Stage, Target, Version};

use vitrum_generator::SpirvVal;

use crate::case::{Case, Expect, Shader};
use crate::printed::Folder;
use crate::suite::{self, Suite};
use crate::{Arguments, glslang, judge, pool, scoreboard};

/// The outputs; the own version of a shader comes in addition.
const OUTPUTS: &[(&str, Output)] = &[
    ("GLSL 3.30", Output::glsl(Version::desktop(330))),
    ("ESSL 3.10", Output::glsl(Version::es(310))),
    ("SPIR-V", Output::Spirv(Target::Vulkan1_1)),
];

/// A finding about a case in an output; `own` is the version of the shaders.
struct Finding {
    output: &'static str,
    case: String,
    said: Said,
}

/// A finding.
enum Said {
    /// A rule of WebGL refuses the shaders.
    Rule(String),
    /// SPIR-V that spirv-val takes.
    Valid,
    /// Texts, by their names in the folder.
    Texts(Vec<String>),
    /// The output lacks something.
    Lacks(String),
    /// Anything else.
    Fault(String),
}

/// Translates the cases of the files, and compares with the scoreboard or writes it.
pub(crate) fn run(suite: &Suite, data: &Path, files: &[String], arguments: &Arguments) -> Result<ExitCode> {
    glslang::find()?;
    let (jobs, sample) = (arguments.jobs(), arguments.sample);
    let filter = arguments.filter.as_deref().unwrap_or_default();
    let folder = Folder::new()?;
    let mut cases: Vec<Case> = Vec::new();
    for file in files {
        cases.extend((suite.cases)(data, file)?);
        if let Some(linked) = suite.linked {
            cases.extend(linked(data, file)?);
        }
    }
    let is_chosen = |case: &Case| {
        case.id.contains(filter)
            && case.inapplicable.is_none()
            && case.needs.is_empty()
            && suite::sampled(&case.id, sample)
    };
    cases.retain(|case| is_chosen(case) && generation(&case.shaders).is_some());
    let judges = Judges { spirv_val: SpirvVal::find()?, folder: folder.path() };
    let findings = pool::in_threads(jobs, &cases, || Ok(|case: &Case| Ok(judges.translate(case))))?;
    let mut names: Vec<String> =
        findings.iter().flat_map(|finding| finding.texts().iter().cloned()).collect();
    names.sort();
    names.dedup();
    let rejected = glslang::judge(folder.path(), &names, jobs)?;
    let text = render(suite.name, sample, cases.len(), &findings, &rejected);
    print!("{text}");
    let path = scoreboard::path(&format!("webgl-{}", suite.name));
    if arguments.update {
        scoreboard::write(&path, &text)?;
        return Ok(ExitCode::SUCCESS);
    }
    let known = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let new = text.lines().filter(|line| line.starts_with("fault ") && !known.contains(line)).count();
    if new > 0 {
        bail!("{new} faults that the scoreboard does not list");
    }
    Ok(ExitCode::SUCCESS)
}

impl Finding {
    fn texts(&self) -> &[String] {
        match &self.said {
            Said::Texts(names) => names,
            _ => &[],
        }
    }
}

/// The generation of WebGL that has the shaders of a case, if one has.
fn generation(shaders: &[Shader]) -> Option<WebGl> {
    let of = |shader: &Shader| {
        let is_known =
            matches!(shader.stage, Stage::Vertex | Stage::Fragment) && !shader.part && !shader.library;
        let first = shader.text.trim_start().lines().next().unwrap_or_default();
        match first.strip_prefix("#version").map(str::trim) {
            Some("100") => Some(WebGl::V1),
            Some("300 es") => Some(WebGl::V2),
            None if shader.default_version == Version::ES_DEFAULT => Some(WebGl::V1),
            _ => None,
        }
        .filter(|_| is_known)
    };
    let first = of(shaders.first()?)?;
    shaders.iter().all(|shader| of(shader) == Some(first)).then_some(first)
}

/// Judges of outputs.
struct Judges<'a> {
    spirv_val: SpirvVal,
    /// The folder of texts for glslangValidator.
    folder: &'a Path,
}

fn finding(case: &Case, output: &'static str, said: Said) -> Finding {
    Finding { output, case: case.id.clone(), said }
}

impl Judges<'_> {
    /// Translates the shaders of a case to each output.
    fn translate(&self, case: &Case) -> Vec<Finding> {
        let found = catch_unwind(AssertUnwindSafe(|| findings(case, self)));
        found.unwrap_or_else(|_| vec![finding(case, "own", Said::Fault("panic".to_owned()))])
    }
}

fn findings(case: &Case, judges: &Judges<'_>) -> Vec<Finding> {
    let Some(webgl) = generation(&case.shaders) else { return Vec::new() };
    // ESSL demands that it is the first line.
    let texts: Vec<&str> = case.shaders.iter().map(|shader| shader.text.trim_start()).collect();
    let sources: Vec<Source<'_>> =
        case.shaders.iter().zip(&texts).map(|(shader, text)| Source::new(shader.stage, text)).collect();
    let mut options = Options::new(webgl);
    // Those of the tests, which ask for no more than the least.
    options.limits.set("gl_MaxDrawBuffers", 8);
    let own = [("own", options.output)];
    let mut found = Vec::new();
    for &(name, output) in own.iter().chain(OUTPUTS) {
        let said = match translate(&sources, &options.clone().output(output)) {
            Ok(_) if case.expect == Expect::Reject && name == "own" && !is_plainly_accepted(case) => {
                Said::Fault("wrongly accepted".to_owned())
            }
            Ok(_) if case.expect == Expect::Reject => return found,
            Ok(translated) => keep(&translated, output, judges),
            Err(TranslateError::Shaders(_)) if case.expect == Expect::Reject => return found,
            Err(TranslateError::Shaders(failure)) => {
                let errors = failure.diagnosed.reports();
                let error = errors.into_iter().find(|it| it.severity == Severity::Error.name());
                let error =
                    error.map_or_else(|| failure.to_string(), |it| format!("{} {}", it.code, it.message));
                let said = if is_plainly_accepted(case) { Said::Rule(error) } else { Said::Fault(error) };
                found.push(finding(case, name, said));
                return found;
            }
            Err(TranslateError::Output(error, _)) => Said::Lacks(error.to_string()),
        };
        found.push(finding(case, name, said));
    }
    found
}

/// True if vitrum takes the shaders by the rules of OpenGL ES.
fn is_plainly_accepted(case: &Case) -> bool {
    case.shaders.iter().all(|shader| vitrum::compile(&shader.text, &judge::options(shader)).is_ok())
}

/// Puts texts where glslangValidator finds them, and asks spirv-val about words.
fn keep(translated: &Translated, output: Output, judges: &Judges<'_>) -> Said {
    let mut names = Vec::new();
    for shader in &translated.shaders {
        if let (Some(words), Output::Spirv(target)) = (shader.words(), output) {
            if let Err(reason) = judges.spirv_val.check(words, target, &[]) {
                return Said::Fault(reason);
            }
            continue;
        }
        let text = shader.text().unwrap_or_default();
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let first = text.split('\n').next().unwrap_or_default();
        let version: String = first.chars().filter(char::is_ascii_alphanumeric).collect();
        let stage = vitrum::stage_extension(shader.stage);
        let name = format!("webgl-{version}-{stage}-{:016x}.{stage}", hasher.finish());
        match std::fs::write(judges.folder.join(&name), text) {
            Ok(()) => names.push(name),
            Err(error) => return Said::Fault(error.to_string()),
        }
    }
    if names.is_empty() { Said::Valid } else { Said::Texts(names) }
}

/// The board: counts by output, rules and reasons, and each fault.
fn render(
    suite: &str,
    sample: u64,
    cases: usize,
    findings: &[Finding],
    rejected: &BTreeMap<String, String>,
) -> String {
    let mut outputs: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut faults = Vec::new();
    for finding in findings {
        let counts = outputs.entry(finding.output).or_default();
        let refused = finding.texts().iter().find_map(|name| rejected.get(name));
        match (&finding.said, refused) {
            (Said::Rule(rule), _) => {
                counts[1] += 1;
                *reasons.entry(format!("rule {}", general(rule))).or_default() += 1;
            }
            (Said::Lacks(reason), _) => {
                counts[1] += 1;
                *reasons.entry(format!("lacks {}", general(reason))).or_default() += 1;
            }
            (Said::Fault(reason), _) => {
                counts[2] += 1;
                faults.push(format!("fault {} {}: {}", finding.output, finding.case, one_line(reason)));
            }
            (Said::Texts(_), Some(reason)) => {
                counts[2] += 1;
                faults.push(format!(
                    "fault {} {}: glslang: {}",
                    finding.output,
                    finding.case,
                    one_line(reason)
                ));
            }
            (Said::Texts(_) | Said::Valid, _) => counts[0] += 1,
        }
    }
    faults.sort();
    let sampled = if sample > 1 { format!(" --sample {sample}") } else { String::new() };
    let mut text = format!("# cargo xtask conformance {suite} --webgl{sampled} --update\n\n{cases} cases\n");
    for (output, [good, refused, bad]) in outputs {
        let _ = writeln!(text, "{output}: {good} translated, {refused} refused, {bad} faults");
    }
    for (reason, count) in reasons {
        let _ = writeln!(text, "{count} {reason}");
    }
    for fault in faults {
        let _ = writeln!(text, "{fault}");
    }
    text
}

/// A message without the names and numbers of the shader.
fn general(message: &str) -> String {
    let mut text = String::new();
    let mut in_name = false;
    for letter in one_line(message).chars() {
        match letter {
            '`' => {
                in_name = !in_name;
                if in_name {
                    text.push_str("`..`");
                }
            }
            _ if in_name => {}
            letter => text.push(letter),
        }
    }
    text
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(160).collect()
}

#[cfg(test)]
mod tests {
    use super::{general, generation};
    use crate::case::Shader;
    use vitrum::webgl::WebGl;
    use vitrum::{Stage, Version};

    #[test]
    fn shaders_of_one_generation_are_chosen() {
        let of = |text: &str| Shader::new(Stage::Vertex, text, Version::ES_DEFAULT);
        let (first, second) = (of("#version 100\n"), of("#version 300 es\n"));
        assert_eq!(generation(&[first.clone(), of("void main() {}")]), Some(WebGl::V1));
        assert_eq!(generation(std::slice::from_ref(&second)), Some(WebGl::V2));
        assert_eq!(generation(&[first, second]), None);
        assert_eq!(generation(&[of("#version 310 es\n")]), None);
        assert_eq!(generation(&[Shader::new(Stage::Compute, "", Version::ES_DEFAULT)]), None);
    }

    #[test]
    fn messages_lose_names() {
        assert_eq!(general("E0302 name `a` is\n reserved"), "E0302 name `..` is reserved");
    }
}
