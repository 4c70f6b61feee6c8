//! Built-in functions that a version of GLSL lacks become what they mean.
//!
//! ```text
//! %b: f32 = trunc %a                          =>  %0: f32 = fsign %a    %1: f32 = fabs %a    %2: f32 = floor %1
//!                                                 %b: f32 = fmul %0, %2
//! %m: mat2x2<f32> = transpose %a              =>  columns from the rows of %a
//! %v: vec2<f32> = select %c, %a, %b           =>  a select for each component
//! ```

use crate::analysis::ranges::{bounds, bounds_of_constant};
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::rules::bounds::not_negative;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::typing::operand_type;
use vitrum_ir::{FunctionData, Inst, Module, Op, Operand, Precision, Scalar, Type, TypeData, ValueFlags};

/// The functions to expand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Functions {
    /// `trunc`, `round`, `roundEven`, `modf`.
    rounding: bool,
    /// `sinh` and its kin.
    hyperbolic: bool,
    /// `isnan`, `isinf`.
    nan_tests: bool,
    /// `transpose`, `outerProduct`.
    transpose: bool,
    /// `determinant`
    determinant: bool,
    /// `inverse`
    inverse: bool,
    /// `fma`
    fma: bool,
    /// `ldexp`
    ldexp: bool,
    /// `abs`, `sign`, `min`, `max` and `clamp` of integers.
    integer: bool,
    /// `%`, `~`, shifts by constants, `&` with the lowest bits or with all others, what is said of several numbers by
    /// their bits, and `&` and `|` of vectors of bools, which take integers.
    operators: bool,
    /// `mix` of floats by a vector of bools.
    select: bool,
    /// `mix` of bools and of integers of up to 32 bits by a vector of bools; an extension that has longer ones has it.
    select_integer: bool,
}

impl Functions {
    /// Those that the target lacks.
    fn of(module: &Module, settings: &Settings) -> Self {
        let lacks = |feature: Feature| settings.lacks(module, feature);
        Self {
            rounding: lacks(Feature::Rounding),
            hyperbolic: lacks(Feature::Hyperbolic),
            nan_tests: lacks(Feature::NanTests),
            transpose: lacks(Feature::Transpose),
            determinant: lacks(Feature::Determinant),
            inverse: lacks(Feature::Inverse),
            fma: lacks(Feature::Fma),
            ldexp: lacks(Feature::Ldexp),
            integer: lacks(Feature::IntegerFunctions),
            operators: lacks(Feature::IntegerOperators),
            select: lacks(Feature::SelectVector),
            select_integer: lacks(Feature::SelectVectorInteger),
        }
    }

    /// True if an instruction is one of these.
    fn cover(&self, module: &Module, function: &FunctionData, inst: Inst) -> bool {
        let op = function.op(inst);
        let asked = match op {
            Op::Trunc | Op::Round | Op::RoundEven | Op::Frem | Op::Modf => self.rounding,
            Op::Sinh | Op::Cosh | Op::Tanh | Op::Asinh | Op::Acosh | Op::Atanh => self.hyperbolic,
            Op::IsNan | Op::IsInf => self.nan_tests,
            Op::Transpose | Op::OuterProduct => self.transpose,
            Op::Determinant => self.determinant,
            Op::Inverse => self.inverse,
            Op::Fma => self.fma,
            Op::Ldexp => self.ldexp,
            Op::Sabs | Op::Ssign | Op::Smin | Op::Umin | Op::Smax | Op::Umax | Op::Sclamp | Op::Uclamp => {
                self.integer
            }
            Op::Srem | Op::Smod | Op::Shl | Op::Ashr | Op::Iand | Op::Inot => self.operators,
            Op::Ieq | Op::Ine | Op::And | Op::Or | Op::Fone | Op::Fueq => self.operators,
            Op::Select => self.select || self.select_integer,
            _ => false,
        };
        let Some(result) = function.result(inst).filter(|_| asked) else { return false };
        let data = &function.values[result];
        let is_vector = |ty| module.types.vector_size(ty).is_some_and(|size| size > 1);
        let first = function.operands(inst).first().copied();
        match op {
            // Operations that must be computed as written stay; the printer refuses them by name if the version lacks them.
            Op::Fma => !data.flags.contains(ValueFlags::PRECISE),
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

/// True if there are functions to expand.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.glsl.is_some() && has_functions(module, Functions::of(module, settings))
}

/// Expands functions; gives their number.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let functions = Functions::of(module, &session.settings);
    expand_functions(module, session, functions)
}

/// True if there are functions to expand.
fn has_functions(module: &Module, functions: Functions) -> bool {
    functions != Functions::default()
        && module
            .functions
            .values()
            .any(|function| function.insts.iter().any(|(inst, _)| functions.cover(module, function, inst)))
}

/// Expands functions; gives how many.
fn expand_functions(module: &mut Module, session: &mut Session, functions: Functions) -> usize {
    if functions == Functions::default() {
        return 0;
    }
    rewrite_each(module, session, |rewriter, inst| expand(rewriter, inst, functions))
}

fn expand(rewriter: &mut Rewriter<'_>, inst: Inst, functions: Functions) -> Action {
    if !functions.cover(rewriter.module, &rewriter.function, inst) {
        return Action::Keep;
    }
    let op = rewriter.function.op(inst);
    let Some(result) = rewriter.function.result(inst) else { return Action::Keep };
    let operands = rewriter.function.operands(inst).to_vec();
    let data = &rewriter.function.values[result];
    let (ty, precision) = (data.ty, data.precision);
    let mut with = With { rewriter, precision };
    if let (Op::Modf, &[x]) = (op, operands.as_slice())
        && let Some(whole) = with.rewriter.function.results(inst).nth(1)
    {
        let fraction = result;
        let integral = with.trunc(ty, x);
        let rest = with.op(Op::Fsub, &[x, integral], ty);
        rewriter.forward(fraction, rest);
        rewriter.forward(whole, integral);
        return Action::Remove;
    }
    match with.expand(op, &operands, ty) {
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

    fn types(&self, ty: Type) -> TypeData {
        self.rewriter.module.types.get(ty)
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

    fn expand(&mut self, op: Op, operands: &[Operand], ty: Type) -> Option<Operand> {
        Some(match (op, operands) {
            (Op::Trunc, &[x]) => self.trunc(ty, x),
            (Op::Round, &[x]) => self.round(ty, x),
            (Op::RoundEven, &[x]) => self.round_even(ty, x),
            (Op::Frem, &[x, y]) => {
                let quotient = self.op(Op::Fdiv, &[x, y], ty);
                let whole = self.trunc(ty, quotient);
                let product = self.op(Op::Fmul, &[y, whole], ty);
                self.op(Op::Fsub, &[x, product], ty)
            }
            (Op::Sinh | Op::Cosh | Op::Tanh | Op::Asinh | Op::Acosh | Op::Atanh, &[x]) => {
                self.hyperbolic(op, ty, x)
            }
            (Op::IsNan, &[x]) => self.op(Op::Fne, &[x, x], ty),
            (Op::IsInf, &[x]) => {
                let from = self.rewriter.ty(x);
                let size = self.op(Op::Fabs, &[x], from);
                let largest = self.number(from, f64::from(f32::MAX));
                self.op(Op::Fgt, &[size, largest], ty)
            }
            (Op::Transpose, &[matrix]) => self.transpose(matrix, ty)?,
            (Op::OuterProduct, &[column, row]) => self.outer_product(column, row, ty)?,
            (Op::Determinant, &[matrix]) => self.determinant(matrix, ty)?,
            (Op::Inverse, &[matrix]) => self.inverse(matrix, ty)?,
            (Op::Fma, &[a, b, c]) => {
                let product = self.op(Op::Fmul, &[a, b], ty);
                self.op(Op::Fadd, &[product, c], ty)
            }
            (Op::Ldexp, &[x, exponent]) => {
                let float = self.op(Op::StoF, &[exponent], ty);
                let power = self.op(Op::Exp2, &[float], ty);
                self.op(Op::Fmul, &[x, power], ty)
            }
            (Op::Sabs, &[x]) => {
                let negative = self.op(Op::Ineg, &[x], ty);
                self.extreme(Op::Sgt, x, negative, ty)
            }
            (Op::Ssign, &[x]) => {
                let (one, minus) = (self.number(ty, 1.0), self.number(ty, -1.0));
                let low = self.extreme(Op::Slt, x, one, ty);
                self.extreme(Op::Sgt, low, minus, ty)
            }
            (Op::Smin | Op::Umin, &[a, b]) => {
                self.extreme(if op == Op::Smin { Op::Slt } else { Op::Ult }, a, b, ty)
            }
            (Op::Smax | Op::Umax, &[a, b]) => {
                self.extreme(if op == Op::Smax { Op::Sgt } else { Op::Ugt }, a, b, ty)
            }
            (Op::Sclamp | Op::Uclamp, &[x, low, high]) => {
                let (more, less) = if op == Op::Sclamp { (Op::Sgt, Op::Slt) } else { (Op::Ugt, Op::Ult) };
                let raised = self.extreme(more, x, low, ty);
                self.extreme(less, raised, high, ty)
            }
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

    fn trunc(&mut self, ty: Type, x: Operand) -> Operand {
        let sign = self.op(Op::Fsign, &[x], ty);
        let size = self.op(Op::Fabs, &[x], ty);
        let floor = self.op(Op::Floor, &[size], ty);
        self.op(Op::Fmul, &[sign, floor], ty)
    }

    fn round(&mut self, ty: Type, x: Operand) -> Operand {
        let half = self.number(ty, 0.5);
        let sum = self.op(Op::Fadd, &[x, half], ty);
        self.op(Op::Floor, &[sum], ty)
    }

    /// `floor(x + 0.5)`, less one where `x` is just between an even number and the next.
    fn round_even(&mut self, ty: Type, x: Operand) -> Operand {
        let (half, one, two) = (self.number(ty, 0.5), self.number(ty, 1.0), self.number(ty, 2.0));
        let rounded = self.round(ty, x);
        let fraction = self.op(Op::Fract, &[x], ty);
        let apart = self.op(Op::Fsub, &[fraction, half], ty);
        let apart = self.op(Op::Fsign, &[apart], ty);
        let apart = self.op(Op::Fabs, &[apart], ty);
        let between = self.op(Op::Fsub, &[one, apart], ty);
        let odd = self.op(Op::Fmod, &[rounded, two], ty);
        let less = self.op(Op::Fmul, &[between, odd], ty);
        self.op(Op::Fsub, &[rounded, less], ty)
    }

    fn hyperbolic(&mut self, op: Op, ty: Type, x: Operand) -> Operand {
        let (half, one, two) = (self.number(ty, 0.5), self.number(ty, 1.0), self.number(ty, 2.0));
        match op {
            Op::Sinh | Op::Cosh => {
                let up = self.op(Op::Exp, &[x], ty);
                let minus = self.op(Op::Fneg, &[x], ty);
                let down = self.op(Op::Exp, &[minus], ty);
                let sum = self.op(if op == Op::Sinh { Op::Fsub } else { Op::Fadd }, &[up, down], ty);
                self.op(Op::Fmul, &[sum, half], ty)
            }
            Op::Tanh => {
                // 1 - 2 / (exp(2x) + 1) overflows to the right limits.
                let double = self.op(Op::Fmul, &[x, two], ty);
                let power = self.op(Op::Exp, &[double], ty);
                let sum = self.op(Op::Fadd, &[power, one], ty);
                let quotient = self.op(Op::Fdiv, &[two, sum], ty);
                self.op(Op::Fsub, &[one, quotient], ty)
            }
            Op::Asinh | Op::Acosh => {
                let asinh = op == Op::Asinh;
                let size = if asinh { self.op(Op::Fabs, &[x], ty) } else { x };
                let square = self.op(Op::Fmul, &[size, size], ty);
                let inner = self.op(if asinh { Op::Fadd } else { Op::Fsub }, &[square, one], ty);
                let root = self.op(Op::Sqrt, &[inner], ty);
                let sum = self.op(Op::Fadd, &[size, root], ty);
                let log = self.op(Op::Log, &[sum], ty);
                if !asinh {
                    return log;
                }
                let sign = self.op(Op::Fsign, &[x], ty);
                self.op(Op::Fmul, &[sign, log], ty)
            }
            _ => {
                let above = self.op(Op::Fadd, &[one, x], ty);
                let below = self.op(Op::Fsub, &[one, x], ty);
                let quotient = self.op(Op::Fdiv, &[above, below], ty);
                let log = self.op(Op::Log, &[quotient], ty);
                self.op(Op::Fmul, &[log, half], ty)
            }
        }
    }

    /// `a op b ? a : b`
    fn extreme(&mut self, op: Op, a: Operand, b: Operand, ty: Type) -> Operand {
        let bools = self.bools(ty);
        let compared = self.op(op, &[a, b], bools);
        self.choice(compared, a, b, ty)
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

    /// The cells of a matrix, by column and row.
    fn cells(&mut self, matrix: Operand) -> Option<Vec<Vec<Operand>>> {
        let ty = self.rewriter.ty(matrix);
        let TypeData::Matrix { scalar, columns, rows } = self.types(ty) else { return None };
        let column = self.rewriter.module.types.vector(scalar, u32::from(rows));
        let mut cells = Vec::new();
        for index in 0..u32::from(columns) {
            let vector = self.part(matrix, index, column);
            cells.push(
                (0..u32::from(rows)).map(|row| self.part(vector, row, common::scalar(scalar))).collect(),
            );
        }
        Some(cells)
    }

    fn matrix(&mut self, cells: &[Vec<Operand>], ty: Type) -> Option<Operand> {
        let TypeData::Matrix { scalar, rows, .. } = self.types(ty) else { return None };
        let column = self.rewriter.module.types.vector(scalar, u32::from(rows));
        let columns: Vec<Operand> = cells.iter().map(|cells| self.op(Op::Construct, cells, column)).collect();
        Some(self.op(Op::Construct, &columns, ty))
    }

    fn transpose(&mut self, matrix: Operand, ty: Type) -> Option<Operand> {
        let cells = self.cells(matrix)?;
        let rows = cells.first()?.len();
        let flipped: Vec<Vec<Operand>> = (0..rows)
            .map(|row| cells.iter().filter_map(|column| column.get(row).copied()).collect())
            .collect();
        self.matrix(&flipped, ty)
    }

    fn outer_product(&mut self, column: Operand, row: Operand, ty: Type) -> Option<Operand> {
        let TypeData::Matrix { scalar, columns, rows } = self.types(ty) else { return None };
        let vector = self.rewriter.module.types.vector(scalar, u32::from(rows));
        let mut parts = Vec::new();
        for index in 0..u32::from(columns) {
            let factor = self.part(row, index, common::scalar(scalar));
            parts.push(self.op(Op::VectorTimesScalar, &[column, factor], vector));
        }
        Some(self.op(Op::Construct, &parts, ty))
    }

    /// `a * d - b * c`
    fn minor(&mut self, [a, b, c, d]: [Operand; 4], ty: Type) -> Operand {
        let left = self.op(Op::Fmul, &[a, d], ty);
        let right = self.op(Op::Fmul, &[b, c], ty);
        self.op(Op::Fsub, &[left, right], ty)
    }

    /// The determinant of the cells without a column and a row.
    fn cofactor(&mut self, cells: &[Vec<Operand>], column: usize, row: usize, ty: Type) -> Option<Operand> {
        let rest: Vec<Vec<Operand>> = cells
            .iter()
            .enumerate()
            .filter(|&(index, _)| index != column)
            .map(|(_, cells)| {
                cells.iter().enumerate().filter(|&(index, _)| index != row).map(|(_, &cell)| cell).collect()
            })
            .collect();
        self.determinant_of(&rest, ty)
    }

    fn determinant_of(&mut self, cells: &[Vec<Operand>], ty: Type) -> Option<Operand> {
        match cells {
            [only] => only.first().copied(),
            [first, second] => {
                let (&[a, b], &[c, d]) = (first.as_slice(), second.as_slice()) else { return None };
                Some(self.minor([a, b, c, d], ty))
            }
            [first, ..] => {
                let mut sum: Option<Operand> = None;
                for (row, &cell) in first.clone().iter().enumerate() {
                    let minor = self.cofactor(cells, 0, row, ty)?;
                    let term = self.op(Op::Fmul, &[cell, minor], ty);
                    sum = Some(match sum {
                        None => term,
                        Some(sum) if row % 2 == 0 => self.op(Op::Fadd, &[sum, term], ty),
                        Some(sum) => self.op(Op::Fsub, &[sum, term], ty),
                    });
                }
                sum
            }
            [] => None,
        }
    }

    fn determinant(&mut self, matrix: Operand, ty: Type) -> Option<Operand> {
        let cells = self.cells(matrix)?;
        self.determinant_of(&cells, ty)
    }

    fn inverse(&mut self, matrix: Operand, ty: Type) -> Option<Operand> {
        let TypeData::Matrix { scalar, columns, .. } = self.types(ty) else { return None };
        let cell = common::scalar(scalar);
        let cells = self.cells(matrix)?;
        let size = usize::from(columns);
        let mut adjugate = vec![Vec::with_capacity(size); size];
        for (column, out) in adjugate.iter_mut().enumerate() {
            for row in 0..size {
                // The adjugate is the transposed matrix of cofactors.
                let minor = self.cofactor(&cells, row, column, cell)?;
                out.push(if (row + column) % 2 == 0 { minor } else { self.op(Op::Fneg, &[minor], cell) });
            }
        }
        let mut determinant: Option<Operand> = None;
        for (row, &factor) in cells.first()?.iter().enumerate() {
            let minor = *adjugate.get(row)?.first()?;
            let term = self.op(Op::Fmul, &[factor, minor], cell);
            determinant = Some(match determinant {
                None => term,
                Some(sum) => self.op(Op::Fadd, &[sum, term], cell),
            });
        }
        let one = self.number(cell, 1.0);
        let scale = self.op(Op::Fdiv, &[one, determinant?], cell);
        let adjugate = self.matrix(&adjugate, ty)?;
        Some(self.op(Op::MatrixTimesScalar, &[adjugate, scale], ty))
    }
}

#[cfg(test)]
mod tests {
    use super::{Functions, expand_functions, has_functions};
    use crate::framework::session::Session;

    const SHADER: &str = "vir 1\nstage fragment\nentry &main\nglobal @a: mat2x2<f32> uniform\n\
        global @o: vec2<f32> output location(0)\nfn &main() -> void {\n    %m: mat2x2<f32> = load @a\n    \
        %t: mat2x2<f32> = transpose %m\n    %c: vec2<f32> = extract.0 %t\n    %w: vec2<f32> = trunc %c\n    \
        store @o, %w\n    return\n}\n";

    #[test]
    fn requested_functions_are_expanded() {
        let mut module = vitrum_ir_text::parse(SHADER).unwrap();
        let all = Functions { rounding: true, transpose: true, ..Functions::default() };
        assert!(expand_functions(&mut module, &mut Session::default(), all) > 0);
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(!text.contains("transpose") && !text.contains("trunc") && text.contains("floor"), "{text}");
    }

    /// The expansion of an operation on a signed integer.
    fn of_integer(text: &str) -> String {
        let shader = format!(
            "vir 1\nstage fragment\nentry &main\nglobal @a: i32 uniform\nglobal @b: vec2<bool> uniform\n\
             global @o: i32 output location(0)\nfn &main() -> void {{\n    %a: i32 = load @a\n    \
             %b: vec2<bool> = load @b\n    %n: i32 = smax %a, 0i32\n    {text}\n    store @o, %r\n    return\n}}\n"
        );
        let mut module = vitrum_ir_text::parse(&shader).unwrap();
        let functions = Functions { operators: true, ..Functions::default() };
        assert!(has_functions(&module, functions));
        assert!(expand_functions(&mut module, &mut Session::default(), functions) > 0);
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
            expand_functions(
                &mut module,
                &mut Session::default(),
                Functions { operators: true, ..Functions::default() }
            ),
            0
        );
    }

    #[test]
    fn supported_functions_stay() {
        let mut module = vitrum_ir_text::parse(SHADER).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(!has_functions(&module, Functions { inverse: true, ..Functions::default() }));
        assert_eq!(
            expand_functions(
                &mut module,
                &mut Session::default(),
                Functions { inverse: true, ..Functions::default() }
            ),
            0
        );
        assert_eq!(vitrum_ir::print(&module), text);
    }
}
