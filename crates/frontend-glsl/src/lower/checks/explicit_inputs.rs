//! Inputs of fragment shaders that only the values of single vertices are read of (`GL_AMD_shader_explicit_vertex_parameter`).

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::builtins::calls::Call;
use vitrum_ir::{GlobalData, Interpolation, Intrinsic, Op, Operand, OperandKind, Sig};

/// The vertices of a primitive, at most.
const VERTICES: i64 = 3;

impl Lowering<'_> {
    /// `interpolateAtVertexAMD`
    pub(crate) fn emit_value_at_vertex(&mut self, call: &Call<'_>) -> Option<Operand> {
        let argument = call.arguments.first()?;
        let place = self.places.of(argument.expr)?;
        if let Some(global) = place.base.global()
            && self.module.globals[global].decorations.interpolation != Some(Interpolation::Explicit)
        {
            let message =
                "argument of `interpolateAtVertexAMD` must be an input declared `__explicitInterpAMD`";
            self.report.error(Code::NoOverload, argument.expr.span, message);
            return None;
        }
        let vertex = call.operands.get(1)?.constant();
        let vertex = vertex.and_then(|constant| self.module.constants.as_int(constant)).unwrap_or(0);
        if !(0..VERTICES).contains(&vertex) {
            let span = call.arguments.get(1).map_or(call.span, |argument| argument.expr.span);
            let message = format!("vertex must be between 0 and 2, found {vertex}");
            self.report.error(Code::IndexOutOfRange, span, message);
            return None;
        }
        let intrinsic = Intrinsic::InterpolateAtVertex;
        let value = self.builder().intrinsic(intrinsic, &call.operands, place.pointee, call.precision);
        Some(match place.swizzle {
            Some(swizzle) => self.op(Op::Swizzle, &[value], swizzle.bits(), call.span),
            None => value,
        })
    }

    /// Reports inputs that are read as if they were interpolated.
    pub(crate) fn check_explicit_inputs(&mut self) {
        let is_explicit = |data: &GlobalData| data.decorations.interpolation == Some(Interpolation::Explicit);
        if !self.module.globals.values().any(is_explicit) {
            return;
        }
        let reads = |op: Op| op == Op::Load || op.info().sig == Sig::Interpolate;
        let mut wrong = Vec::new();
        for function in self.module.functions.values() {
            for inst in function.inst_ids().filter(|&inst| reads(function.op(inst))) {
                let mut from = function.operands(inst).first().copied();
                // The address may lead to a part.
                while let Some(access) = from.and_then(|address| function.definition(address)) {
                    from = function.operands(access).first().copied();
                }
                let Some(OperandKind::Global(global)) = from.map(|address| address.kind()) else { continue };
                let data = &self.module.globals[global];
                if is_explicit(data) {
                    let name = self.module.names.get(data.name).to_owned();
                    wrong.push((function.insts[inst].span(), name));
                }
            }
        }
        for (span, name) in wrong {
            let message = format!("`{name}` can only be an argument of `interpolateAtVertexAMD`");
            self.report.error(Code::MisplacedQualifier, span, message);
        }
    }
}
