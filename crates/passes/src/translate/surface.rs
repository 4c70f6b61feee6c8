//! Surfaces with other axes: what a shader sees and writes in its own coordinates, on a device where they are mirrored or turned.
//!
//! A point of the shader's space `s` is the point `d` of the device's, relative to the middle of the surface:
//!
//! ```text
//! d = (±s.x, ±s.y)   or, with swapped axes,   d = (±s.y, ±s.x)
//! ```
//!
//! Positions and offsets go to the device; fragment coordinates, point coordinates, sample positions and derivatives come from it.
//! All of it is exact: signs and swaps are selections, not products.

use super::exits;
use super::reads::{change_reads, input};
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use vitrum_ir::{BuiltIn, Module, Op, Operand, Stage, types::common, visit};

vitrum_ir::flag_set! {
    /// Parts of a shader that a change of coordinates concerns.
    SurfaceParts: u8 {
        /// `gl_Position`.
        POSITION "position" = 0,
        /// `gl_FragCoord`.
        FRAG_COORD "frag_coord" = 1,
        /// `dFdx`, `dFdy` and the like.
        DERIVATIVES "derivatives" = 2,
        /// The offset of `interpolateAtOffset`.
        OFFSETS "offsets" = 3,
        /// `gl_PointCoord`.
        POINT_COORD "point_coord" = 4,
        /// `gl_FrontFacing`: unless the pipeline's front face is the other one as well.
        FRONT_FACING "front_facing" = 5,
        /// `gl_SamplePosition`.
        SAMPLE_POSITION "sample_position" = 6,
    }
}

impl SurfaceParts {
    /// All parts.
    pub const EVERY: Self = Self(0x7f);

    /// The parts of a list of names, separated by commas.
    pub(super) fn from_list(text: &str) -> Option<Self> {
        let mut parts = Self::NONE;
        let known = |name: &str| Self::ALL.iter().find(|row| row.1 == name).map(|row| row.0);
        for name in text.split(',') {
            parts.insert(known(name.trim())?);
        }
        Some(parts)
    }
}

/// The stages of a list of names, separated by commas.
pub(super) fn stages_from_list(text: &str) -> Option<Vec<Stage>> {
    text.split(',').map(|name| Stage::from_name(name.trim())).collect()
}

/// A fact that is known, or a `bool`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    No,
    Yes,
    Value(Operand),
}

impl Flag {
    pub(super) fn from_bool(value: bool) -> Self {
        if value { Self::Yes } else { Self::No }
    }

    /// The first operand if the flag is set, else the second.
    fn pick(self, rewriter: &mut Rewriter<'_>, yes: Operand, no: Operand) -> Operand {
        match self {
            Self::No => no,
            Self::Yes => yes,
            Self::Value(_) if yes == no => no,
            Self::Value(flag) => rewriter.op(Op::Select, &[flag, yes, no]),
        }
    }

    fn pick_flag(self, rewriter: &mut Rewriter<'_>, yes: Self, no: Self) -> Self {
        match self {
            Self::No => no,
            Self::Yes => yes,
            Self::Value(_) if yes == no => no,
            Self::Value(flag) => {
                let [yes, no] = [yes, no].map(|flag| flag.operand(rewriter));
                Self::Value(rewriter.op(Op::Select, &[flag, yes, no]))
            }
        }
    }

    fn operand(self, rewriter: &mut Rewriter<'_>) -> Operand {
        match self {
            Self::Value(value) => value,
            known => rewriter.module_mut().constants.bool(known == Self::Yes).into(),
        }
    }
}

/// The axes of the device, seen from the shader: `d.x` is negative `s.x`, or `s.y` if they are swapped, and so is `d.y`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes {
    pub(super) swap: Flag,
    pub(super) minus_x: Flag,
    pub(super) minus_y: Flag,
}

/// Builds the axes, and the size of the surface in the shader's space.
pub(super) struct Surface<'s> {
    /// True if x may change as well as y.
    pub(super) turns: bool,
    pub(super) axes: &'s dyn Fn(&mut Rewriter<'_>) -> Axes,
    pub(super) size: &'s dyn Fn(&mut Rewriter<'_>) -> [Operand; 2],
}

/// Derivatives along x and along y.
const DERIVATIVES: [[Op; 2]; 3] =
    [[Op::Dfdx, Op::Dfdy], [Op::DfdxFine, Op::DfdyFine], [Op::DfdxCoarse, Op::DfdyCoarse]];

/// The input and the part that it is.
const INPUTS: [(BuiltIn, SurfaceParts); 4] = [
    (BuiltIn::FragCoord, SurfaceParts::FRAG_COORD),
    (BuiltIn::PointCoord, SurfaceParts::POINT_COORD),
    (BuiltIn::FrontFacing, SurfaceParts::FRONT_FACING),
    (BuiltIn::SamplePosition, SurfaceParts::SAMPLE_POSITION),
];

/// True if an operation is a derivative along an axis that may change: y, or each if the surface turns.
fn is_derivative(op: Op, turns: bool) -> bool {
    DERIVATIVES.into_iter().any(|[along_x, along_y]| op == along_y || turns && op == along_x)
}

/// The parts that a module has, for a surface that turns, or is flipped only.
pub(super) fn parts_of(module: &Module, turns: bool) -> SurfaceParts {
    let mut parts = SurfaceParts::NONE;
    if exits::has_position(module) {
        parts.insert(SurfaceParts::POSITION);
    }
    if module.stage != Stage::Fragment {
        return parts;
    }
    for (builtin, part) in INPUTS {
        if input(module, builtin).is_some() {
            parts.insert(part);
        }
    }
    for function in module.functions.values() {
        for (_, inst) in visit::insts(function) {
            match function.op(inst) {
                op if is_derivative(op, turns) => parts.insert(SurfaceParts::DERIVATIVES),
                Op::InterpolateAtOffset => parts.insert(SurfaceParts::OFFSETS),
                _ => {}
            }
        }
    }
    parts
}

/// Changes these parts of a module; gives the number of places.
pub(super) fn change(
    module: &mut Module,
    session: &mut Session,
    parts: SurfaceParts,
    surface: &Surface<'_>,
) -> usize {
    let mut count = 0;
    if parts.contains(SurfaceParts::POSITION) {
        count += exits::change_position(module, session, &mut |rewriter, value| {
            let axes = (surface.axes)(rewriter);
            to_device(rewriter, axes, value)
        });
    }
    if parts.contains(SurfaceParts::FRAG_COORD) {
        count += change_reads(module, session, BuiltIn::FragCoord, |rewriter, value| {
            let axes = (surface.axes)(rewriter);
            let size = (surface.size)(rewriter);
            from_device(rewriter, axes, value, size)
        });
    }
    for (builtin, part) in [
        (BuiltIn::PointCoord, SurfaceParts::POINT_COORD),
        (BuiltIn::SamplePosition, SurfaceParts::SAMPLE_POSITION),
    ] {
        if parts.contains(part) {
            count += change_reads(module, session, builtin, |rewriter, value| {
                let axes = (surface.axes)(rewriter);
                let one = rewriter.number(common::F32, 1.0);
                from_device(rewriter, axes, value, [one, one])
            });
        }
    }
    if parts.contains(SurfaceParts::FRONT_FACING) {
        count += change_reads(module, session, BuiltIn::FrontFacing, |rewriter, value| {
            // A mirrored axis turns the winding around, and so do swapped ones.
            let Axes { swap, minus_x, minus_y } = (surface.axes)(rewriter);
            [swap, minus_x, minus_y].into_iter().fold(value, |value, flag| match flag {
                Flag::No => value,
                Flag::Yes => rewriter.op(Op::Not, &[value]),
                Flag::Value(flag) => rewriter.op(Op::Bne, &[value, flag]),
            })
        });
    }
    if parts.intersects(SurfaceParts::DERIVATIVES.union(SurfaceParts::OFFSETS)) {
        rewrite_each(module, session, |rewriter, inst| {
            let op = rewriter.function().op(inst);
            let operands = rewriter.function().operands(inst).to_vec();
            match *operands.as_slice() {
                [_, offset] if op == Op::InterpolateAtOffset && parts.contains(SurfaceParts::OFFSETS) => {
                    let axes = (surface.axes)(rewriter);
                    let offset = to_device(rewriter, axes, offset);
                    rewriter.set_operand(inst, 1, offset);
                    count += 1;
                    Action::Keep
                }
                [of] if parts.contains(SurfaceParts::DERIVATIVES) && is_derivative(op, surface.turns) => {
                    let axes = (surface.axes)(rewriter);
                    let Some(value) = derivative(rewriter, axes, op, of) else { return Action::Keep };
                    count += 1;
                    rewriter.replace_named(inst, value)
                }
                _ => Action::Keep,
            }
        });
    }
    count
}

/// The negative of a value if a flag is set.
fn negate(rewriter: &mut Rewriter<'_>, flag: Flag, value: Operand) -> Operand {
    if flag == Flag::No {
        return value;
    }
    let negative = rewriter.op(Op::Fneg, &[value]);
    flag.pick(rewriter, negative, value)
}

/// A vector with other first two components.
fn with_xy(rewriter: &mut Rewriter<'_>, vector: Operand, old: [Operand; 2], new: [Operand; 2]) -> Operand {
    let mut result = vector;
    for ((old, new), index) in old.into_iter().zip(new).zip(0..) {
        if old != new {
            result = rewriter.op_imm(Op::Insert, &[result, new], index);
        }
    }
    result
}

/// A vector of the shader's space in that of the device.
fn to_device(rewriter: &mut Rewriter<'_>, axes: Axes, vector: Operand) -> Operand {
    let [x, y] = [0, 1].map(|index| rewriter.op_imm(Op::Extract, &[vector], index));
    let (first, second) = (axes.swap.pick(rewriter, y, x), axes.swap.pick(rewriter, x, y));
    let new = [negate(rewriter, axes.minus_x, first), negate(rewriter, axes.minus_y, second)];
    with_xy(rewriter, vector, [x, y], new)
}

/// A point of the device's space, from 0 to a size along each axis, in that of the shader.
fn from_device(rewriter: &mut Rewriter<'_>, axes: Axes, point: Operand, size: [Operand; 2]) -> Operand {
    let [x, y] = [0, 1].map(|index| rewriter.op_imm(Op::Extract, &[point], index));
    let parts = [(y, x, axes.minus_y, axes.minus_x), (x, y, axes.minus_x, axes.minus_y)];
    let [new_x, new_y] = [0, 1].map(|at: usize| {
        let (swapped, straight, minus_swapped, minus_straight) = parts[at];
        let from = axes.swap.pick(rewriter, swapped, straight);
        let minus = axes.swap.pick_flag(rewriter, minus_swapped, minus_straight);
        if minus == Flag::No {
            return from;
        }
        let mirrored = rewriter.op(Op::Fsub, &[size[at], from]);
        minus.pick(rewriter, mirrored, from)
    });
    with_xy(rewriter, point, [x, y], [new_x, new_y])
}

/// The derivative along an axis of the shader's space, in the place of one of the device's.
fn derivative(rewriter: &mut Rewriter<'_>, axes: Axes, op: Op, of: Operand) -> Option<Operand> {
    let pair = DERIVATIVES.into_iter().find(|pair| pair.contains(&op))?;
    let is_y = op == pair[1];
    let (straight, swapped) = if is_y { (pair[1], pair[0]) } else { (pair[0], pair[1]) };
    let (minus_straight, minus_swapped) =
        if is_y { (axes.minus_y, axes.minus_x) } else { (axes.minus_x, axes.minus_y) };
    let minus = axes.swap.pick_flag(rewriter, minus_swapped, minus_straight);
    let value = match axes.swap {
        Flag::No => rewriter.op(straight, &[of]),
        Flag::Yes => rewriter.op(swapped, &[of]),
        Flag::Value(flag) => {
            let [straight, swapped] = [straight, swapped].map(|op| rewriter.op(op, &[of]));
            rewriter.op(Op::Select, &[flag, swapped, straight])
        }
    };
    Some(negate(rewriter, minus, value))
}
