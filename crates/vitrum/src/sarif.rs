//! Diagnostics as SARIF 2.1.0 (OASIS), which code hosts and editors read.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use vitrum_frontend_glsl::diagnostics::Code;

use crate::report::{Report, ReportEdit, ReportSpan};

/// One SARIF log with a run that has these results, as text with a newline at its end.
///
/// The level of a result is `error`, `warning` or `note`. Columns count characters. Fixes are included, the certain ones
/// first.
pub fn sarif(reports: &[Report]) -> String {
    let rules: BTreeMap<&str, Value> =
        reports.iter().filter_map(|it| Some((&*it.code, rule(&it.code)?))).collect();
    let places: BTreeMap<&str, usize> =
        rules.keys().enumerate().map(|(index, code)| (*code, index)).collect();
    let results: Vec<Value> = reports.iter().map(|report| result(report, &places)).collect();
    let driver = json!({
        "name": "vitrum",
        "version": env!("CARGO_PKG_VERSION"),
        "informationUri": env!("CARGO_PKG_REPOSITORY"),
        "rules": rules.into_values().collect::<Vec<_>>(),
    });
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": driver }, "columnKind": "unicodeCodePoints", "results": results }],
    });
    format!("{log:#}\n")
}

/// The row of a code; `None` for what has none.
fn rule(code: &str) -> Option<Value> {
    let code = Code::from_name(code)?;
    let info = code.info();
    Some(json!({
        "id": info.code,
        "name": info.name,
        "shortDescription": { "text": info.explanation },
        "help": { "text": format!("vitrum explain {}", info.code) },
    }))
}

fn result(report: &Report, rules: &BTreeMap<&str, usize>) -> Value {
    let level = match &*report.severity {
        level @ ("error" | "warning") => level,
        _ => "note",
    };
    let mut text = report.message.clone();
    for line in report.notes.iter().chain(&report.help) {
        text.push('\n');
        text.push_str(line);
    }
    let (primary, others): (Vec<_>, Vec<_>) = report.spans.iter().partition(|span| span.primary);
    let included = report.included_at.iter().map(|span| {
        let mut location = location(span);
        location["message"] = json!({ "text": "included here" });
        location
    });
    let related = others.into_iter().map(location).chain(included);
    let mut result = json!({
        "level": level,
        "message": { "text": text },
        "locations": primary.into_iter().map(location).collect::<Vec<_>>(),
    });
    // A file that cannot be read is against no rule.
    let rule = report.rule();
    if !rule.is_empty() {
        result["ruleId"] = json!(rule);
    }
    if let Some(index) = rules.get(&*report.code) {
        result["ruleIndex"] = json!(index);
    }
    let related: Vec<Value> = related.collect();
    if !related.is_empty() {
        result["relatedLocations"] = json!(related);
    }
    let mut fixes: Vec<_> = report.fixes.iter().collect();
    fixes.sort_by_key(|fix| !fix.certain);
    if !fixes.is_empty() {
        let fix = |fix: &crate::report::ReportFix| {
            let changes: Vec<Value> = fix.edits.iter().map(change).collect();
            json!({ "description": { "text": fix.title }, "artifactChanges": changes })
        };
        result["fixes"] = fixes.into_iter().map(fix).collect();
    }
    result
}

fn location(span: &ReportSpan) -> Value {
    let mut location = json!({
        "physicalLocation": { "artifactLocation": { "uri": uri(&span.file) }, "region": region(span) },
    });
    if !span.label.is_empty() {
        location["message"] = json!({ "text": span.label });
    }
    location
}

fn region(span: &ReportSpan) -> Value {
    json!({
        "startLine": span.line.max(1),
        "startColumn": span.column.max(1),
        "endLine": span.end_line.max(span.line).max(1),
        "endColumn": span.end_column.max(1),
    })
}

fn change(edit: &ReportEdit) -> Value {
    json!({
        "artifactLocation": { "uri": uri(&edit.span.file) },
        "replacements": [{
            "deletedRegion": region(&edit.span),
            "insertedContent": { "text": edit.replacement },
        }],
    })
}

/// A path as a relative or absolute reference (RFC 3986 section 4.2).
fn uri(path: &str) -> String {
    let mut text = String::new();
    if path.starts_with('/') {
        text.push_str("file://");
    }
    for byte in path.bytes() {
        match byte {
            b'\\' => text.push('/'),
            b'/' | b'-' | b'.' | b'_' | b'~' => text.push(byte as char),
            _ if byte.is_ascii_alphanumeric() => text.push(byte as char),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}
