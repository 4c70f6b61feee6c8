//! The state of the function being lowered that is not in its instructions.

use crate::lower::checks::warnings::Declarations;
use crate::lower::statements::Enclosing;
use vitrum_ir::types::common;
use vitrum_ir::{Operand, Precision, Span, Type};

/// The function being lowered.
#[derive(Debug)]
pub(crate) struct Body {
    /// The type that the function returns.
    pub(crate) result: Type,
    /// The precision of its result.
    pub(crate) result_precision: Precision,
    /// True if its result is `precise`.
    pub(crate) precise_result: bool,
    /// True if there has been a `return`.
    pub(crate) returns: bool,
    /// Counts what may leave all loops: `return`, `discard`, and calls, as they may discard.
    pub(crate) exits: u32,
    /// The latest assignment by `=`.
    pub(crate) plain_assignment: Option<Span>,
    /// Counts writes to memory, to tell whether something was written between two points.
    pub(crate) writes: u32,
    /// Counts those writes that cannot have been to a variable of the function: calls that were given no address.
    pub(crate) outside_writes: u32,
    /// Values that flow into something precise.
    pub(crate) precise_values: Vec<Operand>,
    /// True if any value so far is marked `nonuniformEXT`.
    pub(crate) marks_nonuniform: bool,
    /// The constructs around the statement being read, the innermost last. This is a stack because jumps, labels and
    /// declarations look outwards for theirs.
    pub(crate) enclosing: Vec<Enclosing>,
    /// The number of operands of `&&`, `||` and `?:` that the expression being read is in.
    pub(crate) open_regions: u32,
    /// The last construct that cannot be part of a constant expression, though its value is known.
    pub(crate) not_constant: Option<Span>,
    /// The span of the latest number.
    pub(crate) last_literal: Option<Span>,
    /// Its declarations, for warnings of unused ones.
    pub(crate) declared: Declarations,
}

impl Default for Body {
    fn default() -> Self {
        Self {
            result: common::VOID,
            result_precision: Precision::None,
            precise_result: false,
            returns: false,
            exits: 0,
            plain_assignment: None,
            writes: 0,
            outside_writes: 0,
            precise_values: Vec::new(),
            marks_nonuniform: false,
            enclosing: Vec::new(),
            open_regions: 0,
            not_constant: None,
            last_literal: None,
            declared: Declarations::default(),
        }
    }
}

impl Body {
    /// True if the statement being read is in no control flow.
    pub(crate) fn is_straight_line(&self) -> bool {
        self.open_regions == 0 && self.enclosing.iter().all(|construct| matches!(construct, Enclosing::Block))
    }

    /// True if a loop is around the statement being read.
    pub(crate) fn is_in_loop(&self) -> bool {
        self.enclosing.iter().any(|construct| matches!(construct, Enclosing::Loop { .. }))
    }

    /// The flag of the construct that a `break` leaves, which is true if control reaches its end.
    pub(crate) fn break_target(&mut self) -> Option<&mut bool> {
        self.enclosing.iter_mut().rev().find_map(|construct| match construct {
            Enclosing::Loop { breaks, .. } => Some(breaks),
            Enclosing::Switch(switch) => Some(&mut switch.breaks),
            Enclosing::Block | Enclosing::If => None,
        })
    }

    /// True if the expression at `span`, the latest one, has no operator that constant expressions cannot have, such as
    /// an assignment, or `,` in ESSL (GLSL 4.60 section 4.3.3).
    pub(crate) fn is_constant_expression(&self, span: Span) -> bool {
        !self.not_constant.is_some_and(|inner| span.start <= inner.start && inner.end <= span.end)
    }
}
