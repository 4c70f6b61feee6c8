//! Functions of extensions of AMD: what is checked of their arguments.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::builtins::calls::Call;
use vitrum_ir::{AmdFunction, ConstantKind, Operand};

impl Lowering<'_> {
    /// A call of such a function.
    pub(crate) fn emit_amd(&mut self, function: AmdFunction, call: &Call<'_>) -> Option<Operand> {
        self.cursor.span = call.span;
        if let (Some(most), Some(&numbers)) = (function.last_lane(), call.operands.get(1)) {
            self.limit_lanes(numbers, most, call)?;
        }
        self.builder().amd_function(function, &call.operands, call.ty, call.precision)
    }

    /// Checks that the components of a constant are at most this large.
    fn limit_lanes(&mut self, numbers: Operand, most: u32, call: &Call<'_>) -> Option<()> {
        let constants = &self.module.constants;
        let constant = numbers.constant()?;
        let parts = match &constants.get(constant).kind {
            ConstantKind::Composite(parts) => parts.to_vec(),
            _ => vec![constant],
        };
        let values = parts.into_iter().filter_map(|part| constants.as_int(part));
        let Some(part) = values.into_iter().find(|&part| part > i64::from(most)) else { return Some(()) };
        let message = format!("component {part} is outside of the range 0 to {most}");
        self.report.error(Code::IndexOutOfRange, call.span, message);
        None
    }
}
