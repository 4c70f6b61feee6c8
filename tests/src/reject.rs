//! The suite of rejected shaders: each line that says `// error`, and no other, must get an error; after
//! `// error:` may stand the code, or why. Lines that say `// warning` must get a warning in the same way.

use std::collections::BTreeMap;

use libtest_mimic::Trial;
use vitrum::{Options, Severity};

use crate::files::Shader;
use crate::header::Header;
use crate::judges::Judges;
use crate::{caught, files};

/// One test per shader below `reject/`.
pub(crate) fn trials(judges: &'static Judges) -> std::io::Result<Vec<Trial>> {
    let trial = |shader: Shader| Trial::test(shader.name.clone(), move || caught(|| check(&shader, judges)));
    Ok(files::shaders("reject")?.into_iter().map(trial).collect())
}

/// For each line the codes of its diagnostics; an expected code may be empty, for any.
type Marks = BTreeMap<u32, Vec<String>>;

fn check(shader: &Shader, judges: &Judges) -> Result<(), String> {
    let source = shader.source()?;
    let header = Header::of(&source)?;
    let options = Options::new(shader.stage()?)
        .target(header.target)
        .defines(header.defines.clone())
        .file_name(shader.name.clone());
    let diagnosed = match vitrum::compile(&source, &options) {
        Ok(compilation) => compilation.diagnosed,
        Err(failure) => failure.diagnosed,
    };

    let mut faults = Vec::new();
    for (word, severity) in [("// error", Severity::Error), ("// warning", Severity::Warning)] {
        let expected = marks(&source, word);
        // Warnings are nobody's concern in a shader that is about errors.
        if severity == Severity::Warning && expected.is_empty() {
            continue;
        }
        let mut found = Marks::new();
        for report in diagnosed.reports().into_iter().filter(|report| report.severity == severity.name()) {
            found.entry(report.line()).or_default().push(report.code.into_owned());
        }
        compare(&expected, &found, word.trim_start_matches("// "), &mut faults);
    }
    match (&header.xfail, faults.is_empty()) {
        (None, true) => Ok(()),
        (None, false) => Err(format!("{}\n\n{}", faults.join("\n"), diagnosed.render())),
        (Some(why), true) => Err(format!("is right, but is marked `xfail: {why}`")),
        (Some(why), false) => {
            judges.note(format!("xfail: {}: {why}", shader.name));
            Ok(())
        }
    }
}

fn marks(source: &str, word: &str) -> Marks {
    let mut marks = Marks::new();
    for (line, text) in (1..).zip(source.lines()) {
        let Some((_, rest)) = text.split_once(word) else { continue };
        // A word that goes on is prose, and so is what stands after the colon and is no code.
        let after = rest.strip_prefix(':').map(str::trim);
        if after.is_some() || rest.trim().is_empty() {
            marks.insert(line, vec![after.filter(|text| is_code(text)).unwrap_or_default().to_owned()]);
        }
    }
    marks
}

/// True if a text is a code such as `E0300`.
fn is_code(text: &str) -> bool {
    let digits = text.strip_prefix(['E', 'W']).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn compare(expected: &Marks, found: &Marks, what: &str, faults: &mut Vec<String>) {
    for (line, codes) in expected {
        let found = found.get(line).map_or(&[][..], Vec::as_slice);
        for code in codes.iter().filter(|code| !found.iter().any(|found| code.is_empty() || found == *code)) {
            faults.push(format!("line {line}: expected an {what} {code}, found {found:?}"));
        }
    }
    for (line, codes) in found.iter().filter(|(line, _)| !expected.contains_key(line)) {
        faults.push(format!("line {line}: an {what} {codes:?} that is not expected"));
    }
}
