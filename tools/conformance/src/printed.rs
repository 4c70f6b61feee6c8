//! The GLSL of accepted shaders, by version: glslangValidator's verdicts, counts, and the scoreboard.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::glslang;
use crate::outcome::CaseResult;
use crate::printing::{Printed, Said};
use crate::report;
use crate::suite::Suite;
use crate::verdicts;

/// A folder for texts; it goes with this value.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// A new one, in memory where the system has such a place.
    pub(crate) fn new() -> Result<Self> {
        let memory = Path::new("/dev/shm");
        let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let path = place.join(format!("vitrum-printed-{}", std::process::id()));
        std::fs::create_dir_all(&path).with_context(|| format!("cannot make {}", path.display()))?;
        Ok(Self(path))
    }

    /// Path of the folder.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that is left behind does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Asks glslangValidator of every text, and of the shaders whose texts it does not take.
pub(crate) fn judge(
    suite: &Suite,
    data: &Path,
    files: &[String],
    results: &mut [CaseResult],
    folder: &Folder,
    jobs: usize,
) -> Result<()> {
    let names: BTreeSet<&String> =
        results.iter().flat_map(|result| &result.printed).filter_map(text).collect();
    let names: Vec<String> = names.into_iter().cloned().collect();
    let against = glslang::judge(folder.path(), &names, jobs)?;
    let is_against = |printed: &Printed| text(printed).is_some_and(|name| against.contains_key(name));

    // The shaders themselves, only those that matter: a case, and the extension of the stage.
    let mut originals = BTreeMap::new();
    for result in results.iter() {
        for name in result.printed.iter().filter(|printed| is_against(printed)).filter_map(text) {
            let extension = name.rsplit('.').next().unwrap_or_default();
            let key = (result.id.clone(), extension.to_owned());
            if let std::collections::btree_map::Entry::Vacant(entry) = originals.entry(key)
                && let Some(original) = original(suite, data, files, &result.id, extension, folder)?
            {
                entry.insert(original);
            }
        }
    }
    let names: Vec<String> = originals.values().cloned().collect();
    let against_originals = glslang::judge(folder.path(), &names, jobs)?;

    for result in results {
        let mut more = Vec::new();
        for printed in &result.printed {
            let Some(name) = text(printed) else { continue };
            let Some(reason) = against.get(name) else { continue };
            let extension = name.rsplit('.').next().unwrap_or_default();
            let original = originals.get(&(result.id.clone(), extension.to_owned()));
            let alike = original.is_some_and(|name| against_originals.contains_key(name));
            // glslang cannot judge features of unknown extensions, or of Vulkan only.
            let says_nothing =
                ["extension not supported", "not supported for current targeted SPIR-V version"];
            let unknown = printed.form != "own" && says_nothing.iter().any(|said| reason.contains(said));
            let said = if alike || unknown {
                Said::RejectedAlike(reason.clone())
            } else {
                Said::Rejected(reason.clone())
            };
            more.push(Printed { form: printed.form.clone(), said });
        }
        result.printed.append(&mut more);
    }
    Ok(())
}

fn text(printed: &Printed) -> Option<&String> {
    if let Said::Text(name) = &printed.said { Some(name) } else { None }
}

/// Puts the shader of a case into the folder as its author wrote it; gives the name of the file.
fn original(
    suite: &Suite,
    data: &Path,
    files: &[String],
    id: &str,
    extension: &str,
    folder: &Folder,
) -> Result<Option<String>> {
    // A name that starts another one is not that of the file.
    let file = files.iter().filter(|file| id.starts_with(file.as_str())).max_by_key(|file| file.len());
    let Some(file) = file else { return Ok(None) };
    let cases = (suite.cases)(data, file)?;
    let case = cases.iter().find(|case| case.id == id);
    let shader = case.and_then(|case| {
        case.shaders.iter().find(|shader| vitrum::stage_extension(shader.stage) == extension)
    });
    let Some(shader) = shader else { return Ok(None) };
    let client = if shader.target.is_vulkan() { "vulkan" } else { "opengl" };
    let name =
        format!("{client}-original-{}.{extension}", id.replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
    std::fs::write(folder.path().join(&name), verdicts::author_text(shader))?;
    Ok(Some(name))
}

/// The shaders of a run in a form.
#[derive(Default)]
pub(crate) struct Counts<'a> {
    /// Number of shaders with a text.
    texts: usize,
    /// Other findings, by the word of the alternative: the case, and the finding.
    said: BTreeMap<&'static str, Vec<(&'a str, &'a str)>>,
    /// True if this sums up other counts, which name the faults.
    is_total: bool,
}

impl Counts<'_> {
    fn of(&self, word: &str) -> usize {
        self.said.get(word).map_or(0, Vec::len)
    }

    /// The numbers, as a line.
    fn line(&self) -> String {
        let percent = |bad: usize, all: usize| {
            let hundredths = ((all - bad.min(all)) * 10_000).checked_div(all).unwrap_or(10_000);
            format!("{}.{:02}%", hundredths / 100, hundredths % 100)
        };
        let alike = self.of("rejected-alike");
        let ratio = match self.median_ratio() {
            Some(ratio) => format!("; {ratio:.2} tokens for one of the source in the median"),
            None => String::new(),
        };
        format!(
            "{} printed, {} refused; vitrum takes {}, prints {} the same again; glslang takes {} of those of which it \
             takes the original, all but {alike}{ratio}",
            self.texts,
            self.of("none"),
            percent(self.of("unaccepted"), self.texts),
            percent(self.of("unfixed"), self.texts),
            percent(self.of("rejected"), self.texts - alike.min(self.texts)),
        )
    }

    fn median_ratio(&self) -> Option<f64> {
        let ratios = self.said.get("ratio")?;
        let mut ratios: Vec<f64> = ratios.iter().filter_map(|(_, ratio)| ratio.parse().ok()).collect();
        ratios.sort_by(f64::total_cmp);
        ratios.get(ratios.len() / 2).copied()
    }

    /// Faults: word, case, and finding.
    fn faults(&self) -> impl Iterator<Item = (&'static str, &str, &str)> {
        let faulty = self.said.iter().filter(|_| !self.is_total);
        let faulty = faulty.filter(|(word, _)| !["none", "rejected-alike", "ratio"].contains(*word));
        faulty.flat_map(|(word, all)| all.iter().map(|&(id, what)| (*word, id, what)))
    }

    /// The causes, most frequent first: word, how many, and one of them.
    fn causes(&self) -> Vec<(String, (usize, &str))> {
        let said = self.said.iter().filter(|(word, _)| **word != "ratio");
        report::by_frequency(said.flat_map(|(word, all)| {
            all.iter().map(move |(id, what)| (format!("{word} {}", report::cause_by_both(what)), *id))
        }))
    }
}

/// The shaders by form, in the order in which forms were asked for.
fn by_form(results: &[CaseResult]) -> Vec<(&str, Counts<'_>)> {
    let mut forms: Vec<(&str, Counts<'_>)> = Vec::new();
    for result in results {
        for printed in &result.printed {
            let place = forms.iter().position(|(form, _)| *form == printed.form).unwrap_or_else(|| {
                forms.push((&printed.form, Counts::default()));
                forms.len() - 1
            });
            let Some((_, counts)) = forms.get_mut(place) else { continue };
            let (word, what) = printed.said.parts();
            match printed.said {
                Said::Text(_) => counts.texts += 1,
                _ => counts.said.entry(word).or_default().push((&result.id, what)),
            }
        }
    }
    forms
}

/// The same, and after more than two forms what holds for all of them.
fn with_total(results: &[CaseResult]) -> Vec<(&str, Counts<'_>)> {
    let mut forms = by_form(results);
    if forms.len() > 2 {
        let mut total = Counts::default();
        for (_, counts) in &forms {
            total.texts += counts.texts;
            for (word, all) in &counts.said {
                // Faults have been listed.
                total.said.entry(word).or_default().extend(all);
            }
        }
        total.is_total = true;
        forms.push(("all", total));
    }
    forms
}

/// Prints counts and causes, or each fault.
pub(crate) fn print(results: &[CaseResult], list_failures: bool) {
    for (form, counts) in with_total(results) {
        println!("{form}: {}", counts.line());
        for (word, id, what) in counts.faults().filter(|_| list_failures) {
            println!("{word}\t{form}\t{id}\t{what}");
        }
        for (cause, (count, id)) in counts.causes() {
            println!("{count:>6} {cause}, for instance {id}");
        }
    }
}

/// The faults that a scoreboard does not list.
pub(crate) fn worse(results: &[CaseResult], known: &str) -> Vec<String> {
    let known: BTreeSet<&str> = known.lines().filter(|line| line.contains('\t')).collect();
    let mut worse = Vec::new();
    for (form, counts) in by_form(results) {
        for (word, id, what) in counts.faults() {
            let line = format!("{word}\t{form}\t{id}");
            if !known.contains(line.as_str()) {
                worse.push(format!("{line}\t{what}"));
            }
        }
    }
    worse
}

/// The text of the scoreboard.
pub(crate) fn render(suite: &str, command: &str, results: &[CaseResult]) -> String {
    let mut text = format!("Written by `cargo xtask conformance {suite} {command}`; never edited by hand.\n");
    // Writing to a string cannot fail.
    for (form, counts) in with_total(results) {
        let _ = writeln!(text, "\n{form}: {}", counts.line());
        for (cause, (count, _)) in counts.causes() {
            let _ = writeln!(text, "{count:>6} {cause}");
        }
        for (word, id, _) in counts.faults() {
            let _ = writeln!(text, "{word}\t{form}\t{id}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{by_form, render, worse};
    use crate::case::Expect;
    use crate::cost::Cost;
    use crate::outcome::{CaseResult, Outcome};
    use crate::printing::{Printed, Said};

    #[test]
    fn forms_are_counted() {
        let printed = |said| Printed { form: "own".to_owned(), said };
        let results = [CaseResult {
            id: "a".to_owned(),
            expect: Expect::Accept,
            outcome: Outcome::Pass,
            forms: Vec::new(),
            printed: vec![
                printed(Said::Text("x.frag".to_owned())),
                printed(Said::Text("y.frag".to_owned())),
                printed(Said::Rejected("'y' : no".to_owned())),
                printed(Said::None("GLSL 1.10 has no `x`".to_owned())),
            ],
            beside: Vec::new(),
            asked: Vec::new(),
            measured: None,
            cost: Cost::default(),
        }];
        let lines: Vec<String> = by_form(&results).iter().map(|(_, counts)| counts.line()).collect();
        assert!(
            lines
                .iter()
                .all(|line| line.contains("2 printed, 1 refused") && line.contains("glslang takes 50.00%")),
            "{lines:?}"
        );
        let text = render("s", "--print own --update", &results);
        assert!(text.contains("     1 rejected '_' : no\n") && text.contains("rejected\town\ta\n"), "{text}");
        assert_eq!((worse(&results, "").len(), worse(&results, &text).len()), (1, 0));
    }
}
