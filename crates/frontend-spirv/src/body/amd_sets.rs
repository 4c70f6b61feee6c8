//! Instruction sets of AMD, as operations that every device has.

use vitrum_ir::types::common;
use vitrum_ir::{Builder, Op as IrOp, Operand, Precision};

/// The result of an instruction of `SPV_AMD_shader_trinary_minmax`; none for other numbers.
pub(super) fn of_three(
    builder: &mut Builder<'_>,
    number: u32,
    [x, y, z]: [Operand; 3],
    precision: Precision,
) -> Option<Operand> {
    const KINDS: [(IrOp, IrOp); 3] =
        [(IrOp::Fmin, IrOp::Fmax), (IrOp::Umin, IrOp::Umax), (IrOp::Smin, IrOp::Smax)];
    let index = number.checked_sub(1)?;
    let &(min, max) = KINDS.get(index as usize % 3)?;
    let mut op = |op: IrOp, x: Operand, y: Operand| builder.op(op, &[x, y], precision);
    Some(match index / 3 {
        0 => {
            let first = op(min, x, y);
            op(min, first, z)
        }
        1 => {
            let first = op(max, x, y);
            op(max, first, z)
        }
        2 => {
            let (least, greatest) = (op(min, x, y), op(max, x, y));
            let inner = op(min, greatest, z);
            op(max, least, inner)
        }
        _ => return None,
    })
}

/// The axis of a direction that is the longest, of which Z comes before Y, and Y before X, if they are equally long.
struct Major {
    parts: [Operand; 3],
    lengths: [Operand; 3],
    is_z: Operand,
    is_y: Operand,
    /// True if the direction goes along the axis the other way round, for each axis.
    is_negative: [Operand; 3],
}

fn major(builder: &mut Builder<'_>, direction: Operand, precision: Precision) -> Major {
    let zero = Operand::from(builder.module.constants.f32(0.0));
    let all = builder.op(IrOp::Fabs, &[direction], precision);
    let parts = [0, 1, 2].map(|index| builder.extract(direction, index, precision));
    let lengths = [0, 1, 2].map(|index| builder.extract(all, index, precision));
    let [x, y, z] = lengths;
    let over_x = builder.op(IrOp::Fge, &[z, x], precision);
    let over_y = builder.op(IrOp::Fge, &[z, y], precision);
    let is_z = builder.op(IrOp::And, &[over_x, over_y], precision);
    let is_y = builder.op(IrOp::Fge, &[y, x], precision);
    let is_negative = parts.map(|part| builder.op(IrOp::Flt, &[part, zero], precision));
    Major { parts, lengths, is_z, is_y, is_negative }
}

fn pick(builder: &mut Builder<'_>, condition: Operand, yes: Operand, no: Operand) -> Operand {
    builder.op(IrOp::Select, &[condition, yes, no], Precision::None)
}

/// `CubeFaceIndexAMD`: the face that a direction meets (OpenGL 4.6 section 8.13).
pub(super) fn face(builder: &mut Builder<'_>, direction: Operand, precision: Precision) -> Operand {
    let Major { is_z, is_y, is_negative: [x, y, z], .. } = major(builder, direction, precision);
    let faces = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0].map(|face| Operand::from(builder.module.constants.f32(face)));
    let of_x = pick(builder, x, faces[1], faces[0]);
    let of_y = pick(builder, y, faces[3], faces[2]);
    let of_z = pick(builder, z, faces[5], faces[4]);
    let others = pick(builder, is_y, of_y, of_x);
    pick(builder, is_z, of_z, others)
}

/// `CubeFaceCoordAMD`: the place on that face.
pub(super) fn place_on_face(builder: &mut Builder<'_>, direction: Operand, precision: Precision) -> Operand {
    let Major { parts: [x, y, z], lengths, is_z, is_y, is_negative } = major(builder, direction, precision);
    let numbers = [1.0, -1.0, 2.0, 0.5].map(|number| Operand::from(builder.module.constants.f32(number)));
    let [one, minus_one, two, half] = numbers;
    let signs = is_negative.map(|is_negative| pick(builder, is_negative, minus_one, one));
    let others = pick(builder, is_y, lengths[1], lengths[0]);
    let length = pick(builder, is_z, lengths[2], others);
    let [minus_y, minus_z] = [y, z].map(|part| builder.op(IrOp::Fneg, &[part], precision));
    let products = [(minus_z, signs[0]), (x, signs[2]), (z, signs[1]), (length, two)];
    let [s_of_x, s_of_z, t_of_y, width] =
        products.map(|(part, factor)| builder.op(IrOp::Fmul, &[part, factor], precision));
    let others = pick(builder, is_y, x, s_of_x);
    let s = pick(builder, is_z, s_of_z, others);
    let others = pick(builder, is_y, t_of_y, minus_y);
    let t = pick(builder, is_z, minus_y, others);
    let [s, t] = [s, t].map(|part| {
        let scaled = builder.op(IrOp::Fdiv, &[part, width], precision);
        builder.op(IrOp::Fadd, &[scaled, half], precision)
    });
    builder.construct(common::VEC2, &[s, t], precision)
}
