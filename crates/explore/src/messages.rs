//! Diagnostics and remarks, for the margin of the source.

use vitrum::{Diagnosed, Diagnostic, Remark};

use crate::data::Message;
use crate::places::Places;

/// The diagnostics of a compilation.
pub(crate) fn diagnostics(diagnosed: &Diagnosed, places: &mut Places<'_>) -> Vec<Message> {
    let reports = diagnosed.reports();
    let rows = diagnosed.diagnostics.iter().zip(reports);
    rows.map(|(diagnostic, report)| Message {
        severity: report.severity,
        code: report.code.into_owned(),
        name: report.name,
        text: report.message,
        span: place(diagnostic, places),
        notes: report
            .notes
            .into_iter()
            .chain(report.help.into_iter().map(|it| format!("help: {it}")))
            .collect(),
        rendered: report.rendered,
    })
    .collect()
}

/// The place of the first label that is in a file that is shown.
fn place(diagnostic: &Diagnostic, places: &mut Places<'_>) -> Option<u32> {
    diagnostic.labels.iter().find_map(|label| places.number(label.span))
}

/// Remarks of passes, each once.
pub(crate) fn remarks(remarks: &[Remark], places: &mut Places<'_>) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    for remark in remarks {
        let span = places.number(remark.span);
        if !seen.insert((remark.pass, span, remark.text.as_str())) {
            continue;
        }
        messages.push(Message {
            severity: if remark.changed { "remark" } else { "missed" }.into(),
            code: remark.pass.to_owned(),
            name: String::new(),
            text: remark.text.clone(),
            span,
            notes: Vec::new(),
            rendered: String::new(),
        });
    }
    messages
}

/// An error without a place.
pub(crate) fn fault(text: String) -> Message {
    Message {
        severity: "error".into(),
        code: String::new(),
        name: String::new(),
        text,
        span: None,
        notes: Vec::new(),
        rendered: String::new(),
    }
}
