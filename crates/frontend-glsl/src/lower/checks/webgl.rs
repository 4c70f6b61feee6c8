//! Rules of WebGL about expressions, loops and layouts, besides those of ESSL.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::lower::report::Report;
use crate::webgl::WebGl;
use rustc_hash::FxHashSet;
use vitrum_ir::{ControlKind, LayoutRule, Op, Operand, Span, Stage, Storage, ValueDef};

impl Report<'_> {
    /// Warns of a global initialiser that ESSL 1.00 does not have.
    #[cold]
    pub(crate) fn warn_of_initializer(&mut self, span: Span) {
        self.warning(
            Code::NotConstant,
            span,
            "initialiser of a global variable is not a constant expression",
        );
        self.note("WebGL accepts it, other implementations of ESSL 1.00 do not");
    }
}

impl Lowering<'_> {
    /// Reports `void`, an array or a struct with an array as an operand of `?:` or `,` (WebGL 2.0 section 5.26).
    pub(crate) fn reject_in_webgl_2(&mut self, operand: Expr, operator: &str) {
        let holds_array = |this: &Self| this.module.holds(operand.ty, &|part| this.module.is_array(part));
        if self.settings.webgl != Some(WebGl::V2)
            || operand.is_error()
            || operand.kind != ExprKind::Nothing && !holds_array(self)
        {
            return;
        }
        let name = match operand.kind {
            ExprKind::Nothing => "void".to_owned(),
            _ => self.module.type_name(operand.ty),
        };
        let message = format!("value of type `{name}` cannot be an operand of `{operator}` in WebGL 2");
        self.report.error(Code::OperandTypes, operand.span, message);
    }

    /// Reports a layout of blocks other than `std140` (WebGL 2.0 section 5.25).
    pub(crate) fn limit_block_rule(&mut self, rule: LayoutRule, name: &str, span: Span) {
        if self.settings.webgl.is_some() && rule != LayoutRule::Std140 {
            self.report.error(Code::UnknownLayout, span, format!("WebGL does not support layout `{name}`"));
            self.report.help("use `std140`, which is the default");
        }
    }

    /// True if an initialiser of a global has only constants, global variables, uniforms, operators, constructors and built-in
    /// functions without textures (WebGL 1.0 section 6.29).
    pub(crate) fn is_global_initializer(&self, value: Operand, span: Span) -> bool {
        if !self.body.is_constant_expression(span) {
            return false;
        }
        let function = &self.module.functions[self.cursor.function];
        let mut seen = FxHashSet::default();
        let mut work = vec![value];
        while let Some(operand) = work.pop() {
            if let Some(global) = operand.global() {
                let data = &self.module.globals[global];
                let is_variable = matches!(data.storage, Storage::Private | Storage::Uniform);
                if !is_variable || data.decorations.builtin.is_some() {
                    return false;
                }
            }
            let Some(value) = operand.value().filter(|&value| seen.insert(value)) else { continue };
            let ValueDef::Result { inst, .. } = function.values[value].def() else { return false };
            let op = function.insts[inst].op;
            if let Some(control) = function.control(inst) {
                let ControlKind::If { then, other } = control.kind else { return false };
                let ends = [then, other].into_iter().filter_map(|block| function.terminator(block));
                work.extend(ends.flat_map(|end| function.operands(end)));
            } else if op != Op::Load && !op.effects().is_pure() {
                return false;
            }
            work.extend_from_slice(function.operands(inst));
        }
        true
    }

    /// Checks that all of several fragment outputs have a location (ESSL 3.00 section 4.3.8.2). Native implementations may choose
    /// the others.
    pub(crate) fn check_output_locations(&mut self) {
        if self.settings.webgl.is_none() || self.module.stage != Stage::Fragment {
            return;
        }
        let outputs = self
            .module
            .globals
            .values()
            .filter(|data| data.storage == Storage::Output && data.decorations.builtin.is_none());
        let outputs: Vec<_> =
            outputs.map(|data| (data.decorations.location, data.name, data.origin.span)).collect();
        if outputs.len() < 2 {
            return;
        }
        for (_, name, span) in outputs.into_iter().filter(|output| output.0.is_none()) {
            let name = self.module.names.get(name);
            let message = format!("output `{name}` must have a `location`, as it is one of several");
            self.report.error(Code::MissingLayout, span, message);
        }
    }

    /// Reports a loop that nothing leaves: no `break`, no condition, and no `return`, `discard` or call within it.
    pub(crate) fn reject_endless_loop(&mut self, exits: u32, span: Span) {
        if self.settings.webgl.is_some() && self.body.exits == exits {
            self.report.error(Code::EndlessLoop, span, "loop never ends");
            // The loops around it have no other reason to be reported.
            self.body.exits += 1;
        }
    }
}
