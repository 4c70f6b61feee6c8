//! The result of one compilation of a batch.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use vitrum::{Diagnosed, Failure, Report};

/// The status of a compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    Ok,
    Error,
    /// It met a limit of the compiler.
    Limit,
}

/// The result of a compilation.
pub(super) struct Outcome {
    pub(super) status: Status,
    pub(super) diagnostics: Vec<Report>,
    /// Empty after an error.
    pub(super) output: Vec<u8>,
    /// True if another run would have the same result.
    pub(super) repeats: bool,
}

/// A line of the results.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a Value,
    status: Status,
    diagnostics: &'a [Report],
    micros: u64,
    bytes: usize,
    /// True if the result was in the cache; absent without a cache.
    #[serde(skip_serializing_if = "Option::is_none")]
    cached: Option<bool>,
}

impl Outcome {
    pub(super) fn new(status: Status, diagnostics: Vec<Report>, output: Vec<u8>) -> Self {
        Self { status, diagnostics, output, repeats: true }
    }

    /// A failure outside the source, which the next run may not have: a file that cannot be read, for instance.
    pub(super) fn error(reason: &str) -> Self {
        let reports = vec![Report::without_place(reason)];
        Self { repeats: false, ..Self::new(Status::Error, reports, Vec::new()) }
    }

    pub(super) fn of_failure(failure: &Failure) -> Self {
        let mut reports = failure.diagnosed.reports();
        if let Some(defect) = &failure.defect {
            reports.push(Report::without_place(&format!("internal compiler error: {defect}")));
        }
        let repeats = failure.defect.is_none();
        Self { repeats, ..Self::new(failed_status(&failure.diagnosed), reports, Vec::new()) }
    }

    pub(super) fn is_ok(&self) -> bool {
        self.status == Status::Ok
    }

    /// The line for a compilation with this id, which took this time.
    pub(super) fn line(&self, id: &Value, micros: u64, cached: Option<bool>) -> String {
        let Self { status, diagnostics, output, repeats: _ } = self;
        let line = Line { id, status: *status, diagnostics, micros, bytes: output.len(), cached };
        // Strings and numbers only, so serialisation cannot fail.
        serde_json::to_string(&line).unwrap_or_default()
    }
}

/// The status of a failed compilation.
pub(super) fn failed_status(diagnosed: &Diagnosed) -> Status {
    let limited = diagnosed.diagnostics.iter().any(|diagnostic| diagnostic.code.is_limit());
    if limited { Status::Limit } else { Status::Error }
}
