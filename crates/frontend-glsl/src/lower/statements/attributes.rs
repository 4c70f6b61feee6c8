//! Attributes of control statements and of the entry point.

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::expressions::Expr;
use crate::symbols::Symbol;
use vitrum_ir::{ControlHints, Inlining, LoopHints, Modes, Span};

/// Attributes of the entry point, with their modes and extensions.
const ENTRY_ATTRIBUTES: [(&str, Modes, Extension); 2] = [
    (
        "subgroup_uniform_control_flow",
        Modes::SUBGROUP_UNIFORM_CONTROL_FLOW,
        Extension::ExtSubgroupUniformControlFlow,
    ),
    ("maximally_reconverges", Modes::MAXIMAL_RECONVERGENCE, Extension::ExtMaximalReconvergence),
];

/// An attribute of loops whose number may be left out.
const WAIT_QUEUES: &str = "multiple_wait_queuesQCOM";

/// Attributes before a control statement or a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hints {
    /// Attributes without a number.
    pub(crate) flags: ControlHints,
    /// Those with numbers.
    pub(crate) numbers: Option<Box<LoopHints>>,
    /// Modes for the entry point, and the span of the first.
    pub(crate) entry: Option<(Modes, Span)>,
    /// The wish about calls of a function, with its span.
    pub(crate) inlining: Option<(Inlining, Span)>,
}

impl Lowering<'_> {
    /// An attribute before a control statement (`GL_EXT_control_flow_attributes`) or a function body.
    pub(crate) fn attribute(&mut self, hints: &mut Hints, name: Symbol, argument: Option<Expr>, span: Span) {
        let text = self.symbols.text(name);
        let flag = match text {
            "unroll" => Some(ControlHints::UNROLL),
            "dont_unroll" | "loop" => Some(ControlHints::DONT_UNROLL),
            "flatten" => Some(ControlHints::FLATTEN),
            "dont_flatten" | "branch" => Some(ControlHints::DONT_FLATTEN),
            "dependency_infinite" => Some(ControlHints::DEPENDENCY_INFINITE),
            _ => None,
        };
        if let Some(flag) = flag {
            match argument {
                None => hints.flags.insert(flag),
                Some(_) => self.ignore_attribute(name, "does not take an argument", span),
            }
            return;
        }
        if let Some(&(_, mode, extension)) = ENTRY_ATTRIBUTES.iter().find(|row| row.0 == text) {
            if !self.enabled(extension) {
                return self.warn_of_attribute_extension(name, extension, span);
            }
            let (modes, _) = hints.entry.get_or_insert((Modes::NONE, span));
            modes.insert(mode);
            return;
        }
        if let Some(inlining) = Inlining::from_name(text) {
            if !self.enabled(Extension::ExtFunctionControlAttributes) {
                return self.warn_of_attribute_extension(name, Extension::ExtFunctionControlAttributes, span);
            }
            if argument.is_some() {
                return self.ignore_attribute(name, "does not take an argument", span);
            }
            match hints.inlining {
                Some((other, before)) if other != inlining => {
                    self.report_opposite_attributes(inlining, span, before);
                }
                _ => hints.inlining = Some((inlining, span)),
            }
            return;
        }
        if number_slot(&mut LoopHints::default(), text).is_none() {
            let text = text.to_owned();
            self.report.warning(Code::UnknownAttribute, span, format!("unknown attribute `{text}`"));
            return;
        }
        if text == WAIT_QUEUES && !self.enabled(Extension::QcomMultipleWaitQueues) {
            return self.warn_of_attribute_extension(name, Extension::QcomMultipleWaitQueues, span);
        }
        // It is the one whose number may be left out.
        if text == WAIT_QUEUES && argument.is_none() {
            hints.numbers.get_or_insert_default().multiple_wait_queues = Some(0);
            return;
        }
        let Some(argument) = argument else { return self.ignore_attribute(name, "requires a number", span) };
        let what = |_: &Self| "attribute argument".to_owned();
        let Some(number) = self.constant_u32(argument, what) else { return };
        if number == 0 {
            self.report.error(Code::AttributeArgument, argument.span, "attribute argument must be positive");
        }
        let text = self.symbols.text(name);
        if let Some(slot) = number_slot(hints.numbers.get_or_insert_default(), text) {
            *slot = Some(number);
        }
    }

    /// Reports a wish about calls of a function that has the opposite one.
    pub(crate) fn report_opposite_attributes(&mut self, inlining: Inlining, span: Span, before: Span) {
        let message = format!("attribute `{}` contradicts another one of the function", inlining.name());
        self.report.error(Code::AttributeArgument, span, message);
        self.report.label(before, "the other one is here");
    }

    fn warn_of_attribute_extension(&mut self, name: Symbol, extension: Extension, span: Span) {
        let text = self.symbols.text(name);
        let message = format!("attribute `{text}` requires extension `{}`", extension.name());
        self.report.warning(Code::UnknownAttribute, span, message);
    }

    /// Attributes with too many or too few arguments do nothing (`GL_EXT_control_flow_attributes`).
    fn ignore_attribute(&mut self, name: Symbol, why: &str, span: Span) {
        let text = self.symbols.text(name);
        self.report.warning(Code::UnknownAttribute, span, format!("attribute `{text}` is ignored: it {why}"));
    }
}

/// The slot for the number of an attribute; `None` for attributes without one.
fn number_slot<'h>(numbers: &'h mut LoopHints, name: &str) -> Option<&'h mut Option<u32>> {
    Some(match name {
        "dependency_length" => &mut numbers.dependency_length,
        "min_iterations" => &mut numbers.min_iterations,
        "max_iterations" => &mut numbers.max_iterations,
        "iteration_multiple" => &mut numbers.iteration_multiple,
        "peel_count" => &mut numbers.peel_count,
        "partial_count" => &mut numbers.partial_count,
        WAIT_QUEUES => &mut numbers.multiple_wait_queues,
        _ => return None,
    })
}
