//! Booleans as integers: a value of type `bool` becomes one of 32 bits, with all bits set for true or with the number 1.
//!
//! ```text
//! %c: bool = flt %a, %b                    %0: bool = flt %a, %b      %c: i32 = select %0, -1i32, 0i32
//! %d: bool = and %c, %e                =>  %d: i32 = iand %c, %e
//! if %d { ... }                            %1: bool = ine %d, 0i32    if %1 { ... }
//! ```
//!
//! Values of type `bool` are left only where a comparison or a test gives one, and where a branch, a selection, a store, a call
//! or a return takes one: a machine joins them with the instruction beside. Block parameters and results of control flow become
//! integers.
//!
//! NIR: `nir_lower_bool_to_int32`. With `false` as it is there and true as 1.0, `nir_lower_bool_to_float`, there is none.

use super::build::Build;
use super::parts::{Context, Scheme, has_values, split};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use vitrum_ir::types::common;
use vitrum_ir::{Module, Op, Operand, Scalar, Sig, Type, TypeData};

/// Options of `lower_booleans`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowerBooleans {
    /// The integer that stands for true: all bits, -1, or 1. False is 0.
    pub truth: Truth,
}

/// The integer that stands for true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// -1.
    AllBits,
    /// 1.
    One,
}

impl Default for LowerBooleans {
    fn default() -> Self {
        Self { truth: Truth::AllBits }
    }
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "true",
    values: "-1|1",
    summary: "the integer that stands for true",
    set: |options, value| {
        let truth = match value {
            "-1" => Truth::AllBits,
            "1" => Truth::One,
            _ => return None,
        };
        options.change(|it: &mut LowerBooleans| it.truth = truth);
        Some(())
    },
}];

fn is_boolean(module: &Module, ty: Type) -> bool {
    matches!(
        module.types.get(ty),
        TypeData::Scalar(Scalar::Bool) | TypeData::Vector { scalar: Scalar::Bool, .. }
    )
}

/// True if there are values of type `bool`.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    has_values(module, is_boolean)
}

/// Turns Booleans into integers; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let truth = session.settings().options.get::<LowerBooleans>().truth;
    split(module, session, Integers { truth })
}

#[derive(Clone, Copy)]
struct Integers {
    truth: Truth,
}

impl Integers {
    fn number(self, build: &mut Build<'_, '_>, ty: Type, truth: bool) -> Operand {
        let number = match (truth, self.truth) {
            (false, _) => 0,
            (true, Truth::AllBits) => u64::MAX,
            (true, Truth::One) => 1,
        };
        build.bits(ty, number)
    }

    /// The integer for a Boolean.
    fn integer(self, build: &mut Build<'_, '_>, boolean: Operand) -> Operand {
        let ty = build.ty(boolean);
        let ty = build.like(ty, Scalar::I32);
        let (yes, no) = (self.number(build, ty, true), self.number(build, ty, false));
        build.op(Op::Select, &[boolean, yes, no])
    }

    fn boolean(self, build: &mut Build<'_, '_>, integer: Operand) -> Operand {
        let ty = build.ty(integer);
        let zero = build.bits(ty, 0);
        build.op(Op::Ine, &[integer, zero])
    }

    fn not(self, build: &mut Build<'_, '_>, integer: Operand) -> Operand {
        match self.truth {
            Truth::AllBits => build.op(Op::Inot, &[integer]),
            Truth::One => {
                let ty = build.ty(integer);
                let one = build.bits(ty, 1);
                build.op(Op::Ixor, &[integer, one])
            }
        }
    }
}

impl Scheme for Integers {
    fn parts(&self, module: &mut Module, ty: Type) -> Option<Vec<Type>> {
        is_boolean(module, ty).then(|| module.types.with_scalar(ty, Scalar::I32)).flatten().map(|ty| vec![ty])
    }

    fn take_apart(&self, build: &mut Build<'_, '_>, whole: Operand, _: &[Type]) -> Vec<Operand> {
        vec![self.integer(build, whole)]
    }

    fn put_together(&self, build: &mut Build<'_, '_>, parts: &[Operand], ty: Type) -> Operand {
        match parts.first() {
            Some(&integer) => self.boolean(build, integer),
            None => build.undef(ty),
        }
    }

    fn lower(&self, cx: &mut Context<'_, '_, Self>) -> Option<Vec<Vec<Operand>>> {
        let op = cx.op();
        let operands = cx.operands();
        let ty = cx.result_type()?;
        let first = *operands.first()?;
        let of_booleans = cx.is_split(first);
        let gives_boolean = cx.parts_of(ty).is_some();
        let part = match (op, operands.as_slice()) {
            (Op::And | Op::Or | Op::Beq | Op::Bne, &[a, b]) => {
                let (a, b) = (cx.part(a), cx.part(b));
                let bitwise = match op {
                    Op::And => Op::Iand,
                    Op::Or => Op::Ior,
                    _ => Op::Ixor,
                };
                let joined = cx.build.op(bitwise, &[a, b]);
                if op == Op::Beq { self.not(&mut cx.build, joined) } else { joined }
            }
            (Op::Not, &[a]) => {
                let a = cx.part(a);
                self.not(&mut cx.build, a)
            }
            (Op::Any | Op::All, &[a]) => {
                let vector = cx.part(a);
                let size = cx.build.rewriter.module.types.vector_size(cx.ty(vector))?;
                let bitwise = if op == Op::Any { Op::Ior } else { Op::Iand };
                if size == 1 {
                    vector
                } else {
                    let parts: Vec<Operand> =
                        (0..size).map(|index| cx.build.extract(vector, index)).collect();
                    parts.into_iter().reduce(|all, part| cx.build.op(bitwise, &[all, part]))?
                }
            }
            (Op::Equal | Op::NotEqual, &[a, b]) if of_booleans => {
                let (a, b) = (cx.part(a), cx.part(b));
                let equal = cx.build.to(op, &[a, b], common::BOOL);
                self.integer(&mut cx.build, equal)
            }
            (Op::Select, &[condition, a, b]) if gives_boolean => {
                let (condition, a, b) = (cx.whole(condition), cx.part(a), cx.part(b));
                cx.build.select(condition, a, b)
            }
            (Op::BtoI, &[a]) => {
                let integer = cx.part(a);
                let number = match self.truth {
                    Truth::AllBits => cx.build.op(Op::Ineg, &[integer]),
                    Truth::One => integer,
                };
                let scalar = cx.build.rewriter.module.types.scalar_of(ty)?;
                match scalar.width() {
                    32 => cx.build.cast(number, ty),
                    _ => cx.build.to(Op::Uconvert, &[number], ty),
                }
            }
            (Op::BtoF, &[a])
                if self.truth == Truth::AllBits
                    && cx.build.rewriter.module.types.scalar_of(ty) == Some(Scalar::F32) =>
            {
                let integer = cx.part(a);
                let bits = cx.build.ty(integer);
                let one = cx.build.bits(bits, u64::from(1f32.to_bits()));
                let bits = cx.build.op(Op::Iand, &[integer, one]);
                cx.build.to(Op::Bitcast, &[bits], ty)
            }
            (Op::BtoF, &[a]) => {
                let integer = cx.part(a);
                let number = match self.truth {
                    Truth::AllBits => cx.build.op(Op::Ineg, &[integer]),
                    Truth::One => integer,
                };
                cx.build.to(Op::StoF, &[number], ty)
            }
            (Op::Construct | Op::Splat | Op::Insert | Op::InsertDynamic | Op::Shuffle | Op::Swizzle, _)
                if gives_boolean =>
            {
                let parts: Vec<Operand> = operands.iter().map(|&operand| cx.part(operand)).collect();
                let ty = cx.parts_of(ty)?.first().copied()?;
                cx.build.push(op, &parts, cx.imm(), ty)
            }
            (Op::Extract | Op::ExtractDynamic, _) if of_booleans => {
                let parts: Vec<Operand> = operands.iter().map(|&operand| cx.part(operand)).collect();
                let ty = cx.parts_of(ty)?.first().copied()?;
                cx.build.push(op, &parts, cx.imm(), ty)
            }
            _ if gives_boolean
                && matches!(
                    op.info().sig,
                    Sig::Compare(_) | Sig::Test(_) | Sig::Convert(..) | Sig::Equal
                ) =>
            {
                let wholes: Vec<Operand> = operands.iter().map(|&operand| cx.whole(operand)).collect();
                let boolean = cx.build.to(op, &wholes, ty);
                self.integer(&mut cx.build, boolean)
            }
            _ => return None,
        };
        Some(vec![vec![part]])
    }
}
