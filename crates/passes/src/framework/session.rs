//! The state that the passes of one run share: settings, fuel, remarks, and reports of lowerings.
//!
//! A change costs one unit of fuel, and a pass that gets none leaves things as they are. With less and less fuel a run
//! ends earlier and earlier, so that a search by halves finds the one change that breaks a module.
//!
//! A pass asks [`Session::may_change`] (in a walk, `Rewriter::may_change`) once for each change, after it knows that it
//! would make it and before it makes it. What belongs together is one change: a variable that is promoted, a loop that
//! is unrolled. How often a pass asks depends on the module and on the answers only.
//!
//! A remark says to the author what was made of a place in the source, or why it stays. None is kept unless it is asked for.

use crate::framework::function_summaries::FunctionSummaries;
use crate::framework::notes::{Assigned, Refusal, Renamed};
use crate::framework::rewrite::Buffers;
use crate::framework::settings::Settings;
use crate::optimize::combine::{RuleStatistics, Simple};
use rustc_hash::FxHashSet;
use vitrum_ir::{Function, SideTable, Span};

/// A remark of a pass on a place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The pass.
    pub pass: &'static str,
    /// The place.
    pub span: Span,
    /// True if something was changed; else why it was not.
    pub changed: bool,
    /// The text.
    pub text: String,
}

/// Remarks kept at most.
const MOST_REMARKS: usize = 10_000;

/// State of a run over all its passes.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// The fuel that is left; none if there is no limit.
    fuel: Option<u64>,
    /// Remarks so far, if they are asked for.
    remarks: Option<Vec<Remark>>,
    /// Places of remarks that say why a pass did nothing.
    missed: FxHashSet<(&'static str, Span)>,
    /// Options of passes.
    pub(crate) settings: Settings,
    /// Places that lowerings chose.
    pub(crate) assigned: Vec<Assigned>,
    /// Names that lowerings changed.
    pub(crate) renamed: Vec<Renamed>,
    /// Errors: options that the target cannot meet, and limits that are exceeded.
    pub(crate) refusals: Vec<Refusal>,
    /// The number of times that rules of `combine` fired.
    pub(crate) rules: RuleStatistics,
    /// The pass that runs.
    pass: &'static str,
    /// Memory for walks, which each uses anew.
    pub(crate) buffers: Buffers,
    /// For each function, the instructions that `combine` found nothing to simplify in.
    pub(crate) simple: SideTable<Function, Simple>,
    /// Summaries of functions.
    pub(crate) summaries: FunctionSummaries,
}

impl Session {
    /// With fuel for so many changes; without a limit, if none is given.
    pub fn new(fuel: Option<u64>) -> Self {
        Self { fuel, ..Self::default() }
    }

    /// The same with these options of passes.
    #[must_use]
    pub fn with_settings(self, settings: Settings) -> Self {
        Self { settings, ..self }
    }

    /// The options of passes.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Reports places that a lowering chose.
    pub fn add_assigned(&mut self, assigned: Vec<Assigned>) -> usize {
        let count = assigned.len();
        self.assigned.extend(assigned);
        count
    }

    /// Reports names that a lowering changed; gives their number.
    pub fn add_renamed(&mut self, renamed: Vec<Renamed>) -> usize {
        let (count, pass) = (renamed.len(), self.pass);
        self.renamed.extend(renamed.into_iter().map(|row| Renamed { pass, ..row }));
        count
    }

    /// Says that the pass cannot do what its options ask for, or that the module exceeds a limit: an error for the user, after
    /// which the run ends. The place is that of the declaration or the instruction at fault; nowhere if only the options are.
    pub fn refuse(&mut self, span: Span, message: impl Into<String>) {
        self.refusals.push(Refusal { pass: self.pass, span, message: message.into() });
    }

    /// Keeps remarks from now on.
    pub fn keep_remarks(&mut self) {
        self.remarks.get_or_insert_default();
    }

    /// True if remarks are kept: what only finds reasons for them can be left out if not.
    pub(crate) fn keeps_remarks(&self) -> bool {
        self.remarks.is_some()
    }

    /// The pass of this name runs now.
    pub(crate) fn begin(&mut self, pass: &'static str) {
        self.pass = pass;
    }

    /// Says what was done at a place.
    pub fn remark(&mut self, span: Span, text: impl FnOnce() -> String) {
        self.add(span, true, text);
    }

    /// Says why nothing was done at a place.
    pub fn missed(&mut self, span: Span, text: impl FnOnce() -> String) {
        self.add(span, false, text);
    }

    fn add(&mut self, span: Span, changed: bool, text: impl FnOnce() -> String) {
        // Instructions without a place were made by passes, not by the author.
        if let Some(remarks) = self.remarks.as_mut().filter(|it| it.len() < MOST_REMARKS && span.end > 0) {
            let remark = Remark { pass: self.pass, span, changed, text: text() };
            // A pass that runs again says again why it does nothing.
            if changed || self.missed.insert((self.pass, span)) {
                remarks.push(remark);
            }
        }
    }

    /// Removes the remarks, which are in order.
    pub fn take_remarks(&mut self) -> Vec<Remark> {
        self.remarks.take().unwrap_or_default()
    }

    /// True if one more change may be made; if so, it is paid for.
    #[must_use]
    pub fn may_change(&mut self) -> bool {
        match &mut self.fuel {
            None => true,
            Some(0) => false,
            Some(left) => {
                *left -= 1;
                true
            }
        }
    }

    /// True if fuel is counted: what takes time just to count changes can be left out if not.
    pub fn is_metered(&self) -> bool {
        self.fuel.is_some()
    }

    /// The fuel that is left, if there is a limit.
    pub fn fuel(&self) -> Option<u64> {
        self.fuel
    }
}

#[cfg(test)]
mod tests {
    use super::Session;
    use vitrum_ir::Span;

    #[test]
    fn fuel_ends() {
        let mut session = Session::new(Some(2));
        let granted = [(); 4].map(|()| session.may_change());
        assert_eq!(granted, [true, true, false, false]);
        assert!(Session::default().may_change());
    }

    #[test]
    fn remarks_are_kept_once_and_if_asked_for() {
        let mut session = Session::default();
        session.remark(Span::new(1, 2), || unreachable!());
        session.keep_remarks();
        for _ in 0..2 {
            session.missed(Span::new(1, 2), || "why".to_owned());
        }
        session.remark(Span::default(), || "of nothing".to_owned());
        assert_eq!(session.take_remarks().len(), 1);
    }
}
