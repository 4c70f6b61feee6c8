//! Lowers operators that a version of GLSL lacks: `%`, shifts and masks by constants become divisions, and operators on vectors
//! of Booleans become those of their components.
//!
//! ```text
//! %v: vec2<f32> = select %c, %a, %b           =>  a select for each component
//! %q: i32 = ashr %a, 3u32                     =>  a division by 8, rounded down
//! ```

use crate::analysis::ranges::{bounds, bounds_of_constant};
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::rules::bounds::not_negative;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::typing::operand_type;
use vitrum_ir::{FunctionData, Inst, Module, Op, Operand, Precision, Scalar, Type};

/// The operators to lower.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Operators {
    /// `%`, `~`, shifts by constants, `&` with the lowest bits or with all others, what is said of several numbers by
    /// their bits, and `&` and `|` of vectors of bools, which take integers.
    integer: bool,
    /// `mix` of floats by a vector of bools.
    select: bool,
    /// `mix` of bools and of integers of up to 32 bits by a vector of bools; an extension that has longer ones has it.
    select_integer: bool,
}

impl Operators {
    /// Those that the target lacks.
    fn of(module: &Module, settings: &Settings) -> Self {
        let lacks = |feature: Feature| settings.lacks(module, feature);
        Self {
            integer: lacks(Feature::IntegerOperators),
            select: lacks(Feature::SelectVector),
            select_integer: lacks(Feature::SelectVectorInteger),
        }
    }

    /// True if an instruction is one of these.
    fn cover(&self, module: &Module, function: &FunctionData, inst: Inst) -> bool {
        let op = function.op(inst);
        let asked = match op {
            Op::Srem | Op::Smod | Op::Shl | Op::Ashr | Op::Iand | Op::Inot => self.integer,
            Op::Ieq | Op::Ine | Op::And | Op::Or | Op::Fone | Op::Fueq => self.integer,
            Op::Select => self.select || self.select_integer,
            _ => false,
        };
        let Some(result) = function.result(inst).filter(|_| asked) else { return false };
        let data = &function.values[result];
        let is_vector = |ty| module.types.vector_size(ty).is_some_and(|size| size > 1);
        let first = function.operands(inst).first().copied();
        match op {
            Op::Ieq | Op::Ine => first.is_some_and(|x| bits_of_both(function, x).is_some()),
            Op::And | Op::Or | Op::Fone | Op::Fueq => is_vector(data.ty),
            Op::Select => {
                let wanted = match module.types.scalar_of(data.ty) {
                    Some(scalar) if scalar.is_float() => self.select,
                    Some(scalar) => self.select_integer && scalar.width() <= 32,
                    None => false,
                };
                wanted && first.is_some_and(|condition| is_vector(operand_type(module, function, condition)))
            }
            _ => true,
        }
    }
}

/// The operands of `a | b`.
fn bits_of_both(function: &FunctionData, x: Operand) -> Option<[Operand; 2]> {
    let inst = function.definition(x)?;
    let &[a, b] = function.operands(inst) else { return None };
    (function.op(inst) == Op::Ior).then_some([a, b])
}

/// True if there are operators to lower.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.glsl.is_some() && has_operators(module, Operators::of(module, settings))
}

/// Lowers operators; gives their number.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let operators = Operators::of(module, &session.settings);
    lower_operators(module, session, operators)
}

/// True if there are operators to lower.
fn has_operators(module: &Module, operators: Operators) -> bool {
    operators != Operators::default()
        && module
            .functions
            .values()
            .any(|function| function.insts.iter().any(|(inst, _)| operators.cover(module, function, inst)))
}

fn lower_operators(module: &mut Module, session: &mut Session, operators: Operators) -> usize {
    if operators == Operators::default() {
        return 0;
    }
    rewrite_each(module, session, |rewriter, inst| lower(rewriter, inst, operators))
}

fn lower(rewriter: &mut Rewriter<'_>, inst: Inst, operators: Operators) -> Action {
    if !operators.cover(rewriter.module, &rewriter.function, inst) {
        return Action::Keep;
    }
    let op = rewriter.function.op(inst);
    let Some(result) = rewriter.function.result(inst) else { return Action::Keep };
    let operands = rewriter.function.operands(inst).to_vec();
    let data = &rewriter.function.values[result];
    let (ty, precision) = (data.ty, data.precision);
    let mut with = With { rewriter, precision };
    match with.lower(op, &operands, ty) {
        Some(operand) => rewriter.replace_named(inst, operand),
        None => Action::Keep,
    }
}

/// Builds what stands for one instruction.
struct With<'r, 'm> {
    rewriter: &'r mut Rewriter<'m>,
    precision: Precision,
}

impl With<'_, '_> {
    fn op(&mut self, op: Op, operands: &[Operand], ty: Type) -> Operand {
        self.rewriter.push(op, operands, 0, ty, self.precision)
    }

    fn part(&mut self, composite: Operand, index: u32, ty: Type) -> Operand {
        self.rewriter.push(Op::Extract, &[composite], index, ty, self.precision)
    }

    fn size(&self, ty: Type) -> u32 {
        self.rewriter.module.types.vector_size(ty).unwrap_or(1)
    }

    fn scalar(&self, ty: Type) -> Scalar {
        self.rewriter.module.types.scalar_of(ty).unwrap_or(Scalar::F32)
    }

    /// The type of bools with the shape of `ty`.
    fn bools(&mut self, ty: Type) -> Type {
        self.rewriter.module.types.with_scalar(ty, Scalar::Bool).unwrap_or(common::BOOL)
    }

    /// A number in every component of `ty`.
    fn number(&mut self, ty: Type, value: f64) -> Operand {
        self.rewriter.number(ty, value)
    }

    fn lower(&mut self, op: Op, operands: &[Operand], ty: Type) -> Option<Operand> {
        Some(match (op, operands) {
            (Op::Srem, &[a, b]) => self.remainder(a, b, ty),
            (Op::Smod, &[a, b]) => self.modulus(a, b, ty),
            (Op::Shl, &[a, by]) => {
                let power = self.power(ty, self.everywhere(by)?)?;
                self.op(Op::Imul, &[a, power], ty)
            }
            (Op::Ashr, &[a, by]) => self.shifted(a, self.everywhere(by)?, ty)?,
            (Op::Iand, &[a, b]) => match (self.everywhere(a), self.everywhere(b)) {
                (_, Some(mask)) => self.masked(a, mask, ty)?,
                (Some(mask), None) => self.masked(b, mask, ty)?,
                (None, None) => return None,
            },
            (Op::Inot, &[a]) => {
                let ones = self.number(ty, -1.0);
                self.op(Op::Isub, &[ones, a], ty)
            }
            (Op::Ieq | Op::Ine, &[x, zero]) => self.no_bits(op, x, zero, ty)?,
            (Op::And | Op::Or | Op::Fone | Op::Fueq, &[a, b]) => self.by_components(op, &[a, b], ty),
            (Op::Select, operands) => self.by_components(op, operands, ty),
            _ => return None,
        })
    }

    /// `(a | b) == 0` is `a == 0 && b == 0`, as the optimiser found it.
    fn no_bits(&mut self, op: Op, x: Operand, zero: Operand, ty: Type) -> Option<Operand> {
        let [a, b] = bits_of_both(&self.rewriter.function, x)?;
        if self.everywhere(zero) != Some(0) || ty != common::BOOL {
            return None;
        }
        let (first, second) = (self.op(op, &[a, zero], ty), self.op(op, &[b, zero], ty));
        let both = if op == Op::Ieq { Op::And } else { Op::Or };
        Some(self.op(both, &[first, second], ty))
    }

    /// The bits that a constant has in every component.
    fn everywhere(&self, operand: Operand) -> Option<u64> {
        let bounds = bounds_of_constant(self.rewriter.module, operand.constant()?)?;
        (bounds.least == bounds.greatest).then_some(bounds.least)
    }

    /// A power of two in every component of `ty`.
    fn power(&mut self, ty: Type, exponent: u64) -> Option<Operand> {
        let power = 1u32.checked_shl(u32::try_from(exponent).ok()?)?;
        Some(self.number(ty, f64::from(power)))
    }

    /// With the sign of `a`.
    fn remainder(&mut self, a: Operand, b: Operand, ty: Type) -> Operand {
        let quotient = self.op(Op::Sdiv, &[a, b], ty);
        let product = self.op(Op::Imul, &[b, quotient], ty);
        self.op(Op::Isub, &[a, product], ty)
    }

    /// With the sign of `b`: the remainder, and `b` more where they are on either side of zero.
    fn modulus(&mut self, a: Operand, b: Operand, ty: Type) -> Operand {
        let rest = self.remainder(a, b, ty);
        let is_natural = self.is_natural(b);
        if is_natural && self.is_natural(a) {
            return rest;
        }
        let (zero, bools) = (self.number(ty, 0.0), self.bools(ty));
        let more = self.op(Op::Iadd, &[rest, b], ty);
        let below = self.op(Op::Slt, &[rest, zero], bools);
        let low = self.choice(below, more, rest, ty);
        if is_natural {
            return low;
        }
        let above = self.op(Op::Sgt, &[rest, zero], bools);
        let high = self.choice(above, more, rest, ty);
        let negative = self.op(Op::Slt, &[b, zero], bools);
        self.choice(negative, high, low, ty)
    }

    /// True if an integer is surely not negative.
    fn is_natural(&self, a: Operand) -> bool {
        let known = bounds(self.rewriter.module, &self.rewriter.function, a);
        known.is_some_and(|(scalar, range)| not_negative(scalar, &[range]))
    }

    /// `a >> by`: rounded down, which a division does for what is not negative.
    fn shifted(&mut self, a: Operand, by: u64, ty: Type) -> Option<Operand> {
        if self.scalar(ty) != Scalar::I32 {
            return None;
        }
        let power = self.power(ty, by)?;
        if self.is_natural(a) {
            return Some(self.op(Op::Sdiv, &[a, power], ty));
        }
        let (zero, ones, bools) = (self.number(ty, 0.0), self.number(ty, -1.0), self.bools(ty));
        let negative = self.op(Op::Slt, &[a, zero], bools);
        if by > 30 {
            return Some(self.choice(negative, ones, zero, ty));
        }
        let quotient = self.op(Op::Sdiv, &[a, power], ty);
        let flipped = self.op(Op::Isub, &[ones, a], ty);
        let below = self.op(Op::Sdiv, &[flipped, power], ty);
        let below = self.op(Op::Isub, &[ones, below], ty);
        Some(self.choice(negative, below, quotient, ty))
    }

    /// `a & mask`, where the mask is that of the lowest bits, or of all others.
    fn masked(&mut self, a: Operand, mask: u64, ty: Type) -> Option<Operand> {
        let mask = u32::try_from(mask).ok()?;
        let (lowest, count) = match (mask.trailing_ones(), mask.trailing_zeros()) {
            (count, _) if mask.checked_shr(count).unwrap_or(0) == 0 => (true, count),
            (_, count) if (!mask).checked_shr(count).unwrap_or(0) == 0 => (false, count),
            _ => return None,
        };
        let multiple = self.shifted(a, count.into(), ty)?;
        let power = self.power(ty, count.into())?;
        let others = self.op(Op::Imul, &[multiple, power], ty);
        Some(if lowest { self.op(Op::Isub, &[a, others], ty) } else { others })
    }

    /// `condition ? a : b`, by component if it is a vector.
    fn choice(&mut self, condition: Operand, a: Operand, b: Operand, ty: Type) -> Operand {
        match self.size(ty) {
            1 => self.op(Op::Select, &[condition, a, b], ty),
            _ => self.by_components(Op::Select, &[condition, a, b], ty),
        }
    }

    /// An operation on vectors, component by component.
    fn by_components(&mut self, op: Op, operands: &[Operand], ty: Type) -> Operand {
        let component = common::scalar(self.scalar(ty));
        let mut parts = Vec::new();
        for index in 0..self.size(ty) {
            let mut scalars = Vec::new();
            for &operand in operands {
                let from = self.rewriter.ty(operand);
                scalars.push(self.part(operand, index, common::scalar(self.scalar(from))));
            }
            parts.push(self.op(op, &scalars, component));
        }
        self.op(Op::Construct, &parts, ty)
    }
}

#[cfg(test)]
mod tests {
    use super::{Operators, has_operators, lower_operators};
    use crate::framework::session::Session;

    /// The lowering of an operation on a signed integer.
    fn of_integer(text: &str) -> String {
        let shader = format!(
            "vir 1\nstage fragment\nentry &main\nglobal @a: i32 uniform\nglobal @b: vec2<bool> uniform\n\
             global @o: i32 output location(0)\nfn &main() -> void {{\n    %a: i32 = load @a\n    \
             %b: vec2<bool> = load @b\n    %n: i32 = smax %a, 0i32\n    {text}\n    store @o, %r\n    return\n}}\n"
        );
        let mut module = vitrum_ir_text::parse(&shader).unwrap();
        let operators = Operators { integer: true, ..Operators::default() };
        assert!(has_operators(&module, operators));
        assert!(lower_operators(&mut module, &mut Session::default(), operators) > 0);
        vitrum_ir::verify(&module).unwrap();
        vitrum_ir::print(&module)
    }

    #[test]
    fn bit_operations_become_divisions() {
        for (text, gone, there) in [
            ("%r: i32 = ashr %a, 3u32", "ashr", "select"),
            ("%r: i32 = ashr %a, 31u32", "ashr", "select"),
            ("%r: i32 = iand %a, 7i32", "iand", "isub %a"),
            ("%r: i32 = iand %a, -8i32", "iand", "imul"),
            ("%r: i32 = smod %a, 7i32", "smod", "select"),
            ("%r: i32 = smod %n, 7i32", "smod", "isub"),
            (
                "%x: vec2<bool> = and %b, %b    \n%y: bool = any %x\n    %r: i32 = btoi %y",
                "and %b",
                "extract",
            ),
        ] {
            let text = of_integer(text);
            assert!(!text.contains(gone) && text.contains(there), "{text}");
        }
    }

    #[test]
    fn bit_operations_without_division_stay() {
        let mut module = vitrum_ir_text::parse(
            "vir 1\nstage fragment\nentry &main\nglobal @a: i32 uniform\nglobal @o: i32 output location(0)\n\
             fn &main() -> void {\n    %a: i32 = load @a\n    %b: i32 = iand %a, 5i32\n    \
             %c: i32 = ashr %b, %a\n    store @o, %c\n    return\n}\n",
        )
        .unwrap();
        assert_eq!(
            lower_operators(
                &mut module,
                &mut Session::default(),
                Operators { integer: true, ..Operators::default() }
            ),
            0
        );
    }
}
