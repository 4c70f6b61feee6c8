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
            ErrorFormat::Short => diagnosed.reports().iter().for_each(|it| show_short(it, it.code)),
            ErrorFormat::Json => diagnosed.reports().iter().for_each(|it| eprintln!("{}", it.json())),
            ErrorFormat::Sarif => self.log.extend(diagnosed.reports()),
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
            ErrorFormat::Short => {
                compilation.remark_reports().iter().for_each(|it| show_short(it, &it.name));
            }
            ErrorFormat::Json => {
                compilation.remark_reports().iter().for_each(|it| eprintln!("{}", it.json()));
            }
            ErrorFormat::Sarif => self.log.extend(compilation.remark_reports()),
        }
    }

    /// Shows an error that is not the shader's.
    pub(crate) fn show_fault(&mut self, message: &str) {
        self.errors += 1;
        match self.arguments.diagnostics.error_format {
            ErrorFormat::Human | ErrorFormat::Short => eprintln!("vitrum: error: {message}"),
            ErrorFormat::Json => eprintln!("{}", Report::without_place(message).json()),
            ErrorFormat::Sarif => self.log.push(Report::without_place(message)),
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

/// Shows a report in a line that ends with its code or name.
fn show_short(report: &Report, name: &str) {
    let at = |span: &ReportSpan| format!("{}:{}:{}", span.file, span.line, span.column);
    let at = report.spans.first().map_or("vitrum".to_owned(), at);
    eprintln!("{at}: {}: {} [{name}]", report.severity, report.message);
}
