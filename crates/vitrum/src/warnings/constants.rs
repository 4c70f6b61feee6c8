//! Integer operations whose right operand is a constant for which they are undefined.

use vitrum_frontend_glsl::diagnostics::Code;
use vitrum_ir::{Constant, ConstantKind, Module, Op, visit};

use super::{Findings, Shader};

pub(super) fn find(shader: &Shader<'_>, findings: &mut Findings<'_>) {
    let module = shader.module;
    for (_, function) in shader.functions() {
        visit::each_in_order(function, |_, inst| {
            let data = &function.insts[inst];
            let &[left, right] = function.operands(inst) else { return };
            // An operation on two constants is a constant expression, of which there is another warning.
            let (None, Some(right)) = (left.constant(), right.constant()) else { return };
            let mut numbers = parts(module, right).filter_map(|part| module.constants.as_int(part));
            let (code, message) = match data.op {
                Op::Sdiv | Op::Udiv if numbers.any(|it| it == 0) => {
                    (Code::DivisionByZero, "division by zero is undefined".to_owned())
                }
                Op::Srem | Op::Smod | Op::Umod if numbers.any(|it| it == 0) => {
                    (Code::DivisionByZero, "remainder of a division by zero is undefined".to_owned())
                }
                Op::Shl | Op::Ashr | Op::Lshr => {
                    let scalar = function.result_data(inst).and_then(|it| module.types.scalar_of(it.ty));
                    let Some(width) = scalar.map(|scalar| scalar.width()) else { return };
                    let is_out = |count: &i64| !(0..i64::from(width)).contains(count);
                    let Some(count) = numbers.find(is_out) else { return };
                    (Code::ShiftOutOfRange, format!("shift of a {width}-bit integer by {count} is undefined"))
                }
                _ => return,
            };
            findings.add(code, data.span(), message, |it| it);
        });
    }
}

/// The components of a vector, or a scalar itself. A null vector has one part for all.
fn parts(module: &Module, constant: Constant) -> impl Iterator<Item = Constant> {
    let data = module.constants.get(constant);
    let parts = match &data.kind {
        ConstantKind::Composite(parts) => parts.to_vec(),
        _ => vec![constant],
    };
    parts.into_iter()
}
