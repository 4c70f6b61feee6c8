//! `switch`, `case` and `default`.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::body::Body;
use crate::lower::expressions::Expr;
use crate::lower::queries::ModuleQueries;
use crate::lower::statements::attributes::Hints;
use crate::lower::statements::{Enclosing, SavedState, SwitchProgress, SwitchScope};
use crate::parser::Stop;
use rustc_hash::FxHashSet;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::{Case, ControlData, ControlKind, Op, Span, Spelled};

/// A `switch` whose body is being read.
#[must_use]
#[derive(Debug)]
pub(crate) struct OpenSwitch {
    saved: SavedState,
    hints: Hints,
}

impl Body {
    /// The innermost construct, if it is a `switch`.
    fn innermost_switch(&mut self) -> Option<&mut SwitchScope> {
        match self.enclosing.last_mut() {
            Some(Enclosing::Switch(switch)) => Some(switch),
            _ => None,
        }
    }
}

impl Lowering<'_> {
    /// `switch (selector) {`
    pub(crate) fn begin_switch(&mut self, selector: Expr, hints: Hints) -> Result<OpenSwitch, Stop> {
        let span = selector.span;
        let value = self.operand(selector);
        let integer = self.module.is_integer_scalar(selector.ty);
        if value.is_some() && !integer {
            let name = self.module.type_name(selector.ty);
            let message = format!("selector of `switch` must be an integer scalar, found `{name}`");
            self.report.error(Code::SwitchType, span, message);
            if self.module.types.scalar_of(selector.ty).is_some() {
                self.explain_conversion(selector.ty, common::I32, Some(span));
            }
        }
        let (selector, ty) = match value {
            Some(value) if integer => (value, selector.ty),
            _ => (self.undef_of(common::I32), common::VOID),
        };
        let switch = SwitchScope {
            selector,
            ty,
            cases: Vec::new(),
            labels: FxHashSet::default(),
            default: None,
            breaks: false,
            progress: SwitchProgress::Start,
            span,
            block: self.cursor.block,
        };
        let saved = self.enter(Enclosing::Switch(Box::new(switch)), span);
        self.scopes.push();
        self.cursor.block = None;
        self.check_nesting(span)?;
        Ok(OpenSwitch { saved, hints })
    }

    /// `case label:`
    pub(crate) fn case(&mut self, label: Expr, span: Span) {
        let Some(ty) = self.body.innermost_switch().map(|switch| switch.ty) else {
            self.operand(label);
            self.report.error(Code::StrayLabel, span, "`case` is not directly inside a `switch`");
            return;
        };
        let label_span = label.span;
        let value = self.loaded(label);
        if ty == common::VOID {
            // The type of the selector is wrong, which was reported.
            self.open_case();
            return;
        }
        let label = if ty == common::I32 && value.ty == common::U32 && self.can_convert(ty, value.ty) {
            // The selector is compared as a `uint` (GLSL 4.60 section 6.2), which has the same bits.
            self.operand(value).map(|number| self.convert(number, value.ty, ty, label_span))
        } else {
            self.coerce(value, ty, "`case` label")
        };
        let constant = match label {
            None => None,
            Some(value) => {
                let constant =
                    value.constant().filter(|&constant| self.module.constants.bits(constant).is_some());
                if constant.is_none() {
                    let message = "`case` label must be a constant expression";
                    self.report.error(Code::NotConstant, label_span, message);
                    self.explain_not_constant(label_span);
                }
                constant
            }
        };
        self.open_case();
        let Some(switch) = self.body.innermost_switch() else { return };
        let span = switch.span;
        let (Some(constant), Some(case)) = (constant, switch.cases.last_mut()) else { return };
        if switch.labels.insert(constant) {
            case.values.push(constant);
            self.note_label(label_span, span);
        } else {
            self.report.error(Code::DuplicateLabel, label_span, "duplicate `case` label");
            self.label_first_case(label_span);
        }
    }

    /// `default:`
    pub(crate) fn default_case(&mut self, span: Span) {
        let Some(first) = self.body.innermost_switch().map(|switch| switch.default) else {
            self.report.error(Code::StrayLabel, span, "`default` is not directly inside a `switch`");
            return;
        };
        if let Some(first) = first {
            self.report.error(Code::DuplicateLabel, span, "duplicate `default` label");
            self.report.label(first, "first `default` label");
            return;
        }
        self.open_case();
        let Some(switch) = self.body.innermost_switch() else { return };
        switch.default = Some(span);
        if let Some(case) = switch.cases.last_mut() {
            case.default = true;
        }
    }

    /// `{ ... }`, which was all of the case before the next label.
    pub(crate) fn case_in_braces(&mut self) {
        let Some(switch) = self.body.innermost_switch() else { return };
        let (span, Some(case)) = (switch.span, switch.cases.last()) else { return };
        let value = case.values.first().copied();
        self.module.spelling.add(span, Spelled::Braces(value));
    }

    /// Begins the case of a label. Labels without code between them share a case.
    fn open_case(&mut self) {
        let here = self.cursor.block;
        let empty = here.is_some() && self.is_empty_block(here);
        let Some(switch) = self.body.innermost_switch() else { return };
        let (before, span) = (switch.block, switch.span);
        switch.progress = SwitchProgress::Label;
        if empty {
            return;
        }
        self.terminate(here, Op::Fallthrough, &[], span);
        self.cursor.block = before;
        self.cursor.block = self.new_block();
        let Some(block) = self.cursor.block else { return };
        if let Some(switch) = self.body.innermost_switch() {
            switch.cases.push(Case { values: Vec::new(), default: false, block });
        }
    }

    /// `}` of a `switch`.
    pub(crate) fn end_switch(&mut self, open: OpenSwitch) {
        let end = self.cursor.block;
        let OpenSwitch { saved, hints } = open;
        let Some(Enclosing::Switch(mut switch)) = self.leave(&saved) else { return };
        let span = saved.span;
        // ESSL 3.10 and GLSL 4.40 and 4.50 alone allow it.
        let allowed = self.has(Feature::EmptyCases) && !self.has(Feature::FilledCases);
        if switch.progress == SwitchProgress::Label && !allowed {
            self.report.error(Code::EmptyCase, span, "last label of `switch` is not followed by a statement");
        }
        switch.breaks |= end.is_some();
        self.terminate(end, Op::Break, &[], span);
        self.cursor.block = saved.block;
        if switch.cases.is_empty() {
            return;
        }
        if switch.default.is_none()
            && let Some(block) = self.new_block()
        {
            self.terminate(Some(block), Op::Break, &[], span);
            switch.cases.push(Case { values: Vec::new(), default: true, block });
            switch.breaks = true;
        }
        // A case may have lost its labels to errors; what remains is complete.
        let mut control = ControlData::new(ControlKind::Switch { cases: switch.cases });
        control.hints = hints.flags;
        self.control(Op::Switch, &[switch.selector], control, &[], span);
        if !switch.breaks {
            self.finish_block(Op::Unreachable, &[], span);
        }
    }
}
