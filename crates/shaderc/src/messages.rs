//! Diagnostics as lines: `shader.vert:3: error: 'x' : undeclared identifier`.

use vitrum::{Code, Diagnosed, Diagnostic, Report, Severity};

/// Words for a message: of the piece of the source at fault, and of vitrum's message.
type Words = fn(&str, &str) -> String;

/// Messages that programs look for, in the words of glslang.
const WORDS: &[(Code, Words)] = &[
    (Code::UserError, |_, message| format!("'#error' : {}", message.trim_start_matches("#error: "))),
    (Code::UndeclaredName, |piece, _| format!("'{piece}' : undeclared identifier")),
    (Code::AssignedBinding, |_, message| {
        format!("'binding' : sampler/texture/image requires layout(binding=X): {message}")
    }),
];

/// The lines of diagnostics of a severity, and their number.
pub(crate) fn lines(diagnosed: &Diagnosed, severity: Severity) -> (u32, String) {
    let mut text = String::new();
    let mut count = 0;
    for (diagnostic, report) in diagnosed.diagnostics.iter().zip(diagnosed.reports()) {
        if diagnostic.severity == severity {
            count += 1;
            text.push_str(&line(diagnostic, &report, diagnosed));
            text.push('\n');
        }
    }
    (count, text)
}

/// The line of a diagnostic: `FILE:LINE: SEVERITY: MESSAGE`, without what it lacks.
fn line(diagnostic: &Diagnostic, report: &Report, diagnosed: &Diagnosed) -> String {
    let label = diagnostic.labels.iter().find(|label| label.primary);
    let piece = label.map_or("", |label| diagnosed.sources.slice(label.span));
    let words = WORDS.iter().find(|row| row.0 == diagnostic.code);
    let message = words.map_or_else(|| report.message.clone(), |row| row.1(piece, &report.message));
    match report.spans.first() {
        Some(span) => format!("{}:{}: {}: {message}", span.file, span.line, report.severity),
        None => format!("{}: {message}", report.severity),
    }
}

/// The error of a fault that has no place.
pub(crate) fn plain(message: &str) -> String {
    format!("error: {message}\n")
}
