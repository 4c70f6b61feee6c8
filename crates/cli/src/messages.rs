//! Messages on stderr: diagnostics, remarks, faults, and the count of them at the end.

use vitrum::{Compilation, Diagnosed, Failure, Report, ReportSpan, Severity, Style};

use super::arguments::{Arguments, ErrorFormat};
use super::is_coloured;

/// Shows messages in the format that the command line asks for, and counts them.
pub(crate) struct Messages<'a> {
    arguments: &'a Arguments,
    errors: usize,
    warnings: usize,
    /// The reports for a SARIF log at the end.
    log: Vec<Report>,
}

impl<'a> Messages<'a> {
    pub(crate) fn new(arguments: &'a Arguments) -> Self {
        Self { arguments, errors: 0, warnings: 0, log: Vec::new() }
    }

    /// Shows why there is no compilation.
    pub(crate) fn show_failure(&mut self, failure: &Failure) {
        self.show(&failure.diagnosed);
        if let Some(defect) = &failure.defect {
            self.show_fault(&format!("internal compiler error: {defect}"));
        }
    }

    /// Shows diagnostics.
    pub(crate) fn show(&mut self, diagnosed: &Diagnosed) {
        for diagnostic in &diagnosed.diagnostics {
            self.errors += usize::from(diagnostic.severity == Severity::Error);
            self.warnings += usize::from(diagnostic.severity == Severity::Warning);
        }
        if diagnosed.diagnostics.is_empty() || self.arguments.diagnostics.silent {
            return;
        }
        match self.arguments.diagnostics.error_format {
            ErrorFormat::Human if is_coloured(self.arguments.diagnostics.color) => {
                eprintln!("{}\n", diagnosed.render_coloured())
            }
            ErrorFormat::Human => eprintln!("{}\n", diagnosed.render()),
            format => self.show_reports(diagnosed.reports(), format),
        }
    }

    fn show_reports(&mut self, reports: Vec<Report>, format: ErrorFormat) {
        match format {
            ErrorFormat::Sarif => self.log.extend(reports),
            _ => reports.iter().for_each(|it| show(it, format)),
        }
    }

    /// Shows the remarks of the optimiser, if requested.
    pub(crate) fn show_remarks(&mut self, compilation: &Compilation) {
        if compilation.remarks.is_empty() {
            return;
        }
        let style =
            if is_coloured(self.arguments.diagnostics.color) { Style::Coloured } else { Style::Plain };
        match self.arguments.diagnostics.error_format {
            ErrorFormat::Human => eprintln!("{}\n", compilation.render_remarks(style)),
            format => self.show_reports(compilation.remark_reports(), format),
        }
    }

    /// Shows an error that is not the shader's.
    pub(crate) fn show_fault(&mut self, message: &str) {
        self.errors += 1;
        match self.arguments.diagnostics.error_format {
            ErrorFormat::Human | ErrorFormat::Short => eprintln!("vitrum: error: {message}"),
            format => self.show_reports(vec![Report::without_place(message)], format),
        }
    }

    /// Says how many errors and warnings there were, as `glslc` does; or shows the SARIF log.
    pub(crate) fn finish(&self) {
        if self.arguments.diagnostics.error_format == ErrorFormat::Sarif {
            eprint!("{}", vitrum::sarif(&self.log));
        }
        let count = |count: usize, word: &str| match count {
            0 => None,
            1 => Some(format!("1 {word}")),
            count => Some(format!("{count} {word}s")),
        };
        let counts = [count(self.warnings, "warning"), count(self.errors, "error")];
        let text = counts.into_iter().flatten().collect::<Vec<_>>().join(" and ");
        if !text.is_empty()
            && !self.arguments.diagnostics.silent
            && self.arguments.diagnostics.error_format == ErrorFormat::Human
        {
            eprintln!("{text} generated.");
        }
    }
}

/// Shows a report on stderr.
pub(crate) fn show(report: &Report, format: ErrorFormat) {
    match format {
        ErrorFormat::Human => eprintln!("{}\n", report.rendered),
        ErrorFormat::Short => show_short(report),
        ErrorFormat::Json => eprintln!("{}", report.json()),
        ErrorFormat::Github => eprintln!("{}", annotation(report)),
        ErrorFormat::Sarif => eprint!("{}", vitrum::sarif(std::slice::from_ref(report))),
    }
}

/// Shows a report in a line that ends with its code, or with the name of a remark.
fn show_short(report: &Report) {
    let at = |span: &ReportSpan| format!("{}:{}:{}", span.file, span.line, span.column);
    let at = report.spans.first().map_or("vitrum".to_owned(), at);
    let name = match report.rule() {
        "" => String::new(),
        rule => format!(" [{rule}]"),
    };
    eprintln!("{at}: {}: {}{name}", report.severity, report.message);
}

/// A report as a command of GitHub Actions, which shows it at its line of a pull request.
fn annotation(report: &Report) -> String {
    let command = match &*report.severity {
        "error" => "error",
        "warning" => "warning",
        _ => "notice",
    };
    let place = |span: &ReportSpan| {
        let ReportSpan { line, end_line, column, end_column, .. } = span;
        let file = escaped(&span.file, PROPERTY);
        // Columns say something within one line only.
        let columns =
            if line == end_line { format!(",col={column},endColumn={end_column}") } else { String::new() };
        format!("file={file},line={line},endLine={end_line}{columns},")
    };
    let place = report.spans.first().map_or(String::new(), place);
    let title = escaped(&format!("vitrum {}", report.rule()), PROPERTY);
    format!("::{command} {place}title={}::{}", title.trim_end(), escaped(&text_of(report), MESSAGE))
}

fn text_of(report: &Report) -> String {
    let lines = [&report.message].into_iter().chain(&report.notes).chain(&report.help);
    lines.map(String::as_str).collect::<Vec<_>>().join("\n")
}

/// Letters that a message cannot have in a command of GitHub Actions.
const MESSAGE: &[(char, &str)] = &[('%', "%25"), ('\r', "%0D"), ('\n', "%0A")];

/// The same in a property, which ends at a comma.
const PROPERTY: &[(char, &str)] = &[('%', "%25"), ('\r', "%0D"), ('\n', "%0A"), (':', "%3A"), (',', "%2C")];

fn escaped(text: &str, letters: &[(char, &str)]) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letters.iter().find(|row| row.0 == letter) {
            Some((_, code)) => escaped.push_str(code),
            None => escaped.push(letter),
        }
    }
    escaped
}
