//! Built-in functions that a version of GLSL lacks become what they mean.
//!
//! ```text
//! %b: f32 = trunc %a                          =>  %0: f32 = fsign %a    %1: f32 = fabs %a    %2: f32 = floor %1
//!                                                 %b: f32 = fmul %0, %2
//! %m: mat2x2<f32> = transpose %a              =>  columns from the rows of %a
//! %v: vec2<f32> = select %c, %a, %b           =>  a select for each component
//! ```

use crate::rewrite::{Fate, Pass, Rewriter, rewrite};
use crate::session::Session;
use vitrum_ir::types::common;
use vitrum_ir::{Inst, Module, Op, Operand, Precision, Scalar, Type, TypeData, ValueDef, ValueFlags};

/// Which functions are expanded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Functions {
    /// `trunc`, `round`, `roundEven`, `modf`.
    pub rounding: bool,
    /// `sinh` and its kin.
    pub hyperbolic: bool,
    /// `isnan`, `isinf`.
    pub nan_tests: bool,
    /// `transpose`, `outerProduct`.
    pub transpose: bool,
    /// `determinant`
    pub determinant: bool,
    /// `inverse`
    pub inverse: bool,
    /// `fma`
    pub fma: bool,
    /// `ldexp`
    pub ldexp: bool,
    /// `abs`, `sign`, `min`, `max` and `clamp` of integers.
    pub integer: bool,
    /// `%`, `~`, shifts to the left by constants, and what is said of several numbers by their bits.
    pub operators: bool,
    /// `mix` of floats by a vector of bools.
    pub select: bool,
    /// `mix` of anything else by a vector of bools.
    pub select_integer: bool,
}

/// Expands functions; gives how many.
pub fn expand_functions(module: &mut Module, functions: Functions) -> usize {
    if functions == Functions::default() {
        return 0;
    }
    rewrite(module, &mut Session::default(), |_, _, _| Some(Expand { functions }))
}

struct Expand {
    functions: Functions,
}

impl Pass for Expand {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Fate {
        let op = rewriter.function.insts[inst].op;
        let Some(result) = rewriter.function.result(inst) else { return Fate::Keep };
        let operands = rewriter.function.operands(inst).to_vec();
        let data = &rewriter.function.values[result];
        // What is computed as written stays as it is, and is missed by name if the version lacks it.
        if data.flags.contains(ValueFlags::PRECISE) && op == Op::Fma {
            return Fate::Keep;
        }
        let (ty, precision) = (data.ty, data.precision);
        let mut with = With { rewriter, precision, functions: self.functions };
        if let (Op::Modf, &[x], true) = (op, operands.as_slice(), self.functions.rounding)
            && let Some(whole) = with.rewriter.function.results(inst).nth(1)
        {
            let fraction = result;
            let integral = with.trunc(ty, x);
            let rest = with.op(Op::Fsub, &[x, integral], ty);
            rewriter.forward(fraction, rest);
            rewriter.forward(whole, integral);
            return Fate::Remove;
        }
        match with.expand(op, &operands, ty) {
            Some(operand) => {
                if let Some(new) = operand.value() {
                    let name = rewriter.function.value_name(result);
                    rewriter.function.set_value_name(new, name);
                }
                rewriter.forward(result, operand);
                Fate::Remove
            }
            None => Fate::Keep,
        }
    }
}

/// Builds what stands for one instruction.
struct With<'r, 'm> {
    rewriter: &'r mut Rewriter<'m>,
    precision: Precision,
    functions: Functions,
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
        let scalar = self.scalar(ty);
        let constants = &mut self.rewriter.module.constants;
        let one = match scalar {
            Scalar::F64 => constants.f64(value),
            Scalar::F32 => constants.f32(value as f32),
            // Only small whole numbers are asked for.
            integer => {
                constants.scalar(integer, value as i64 as u64 & (u64::MAX >> (64 - integer.width().min(64))))
            }
        };
        match self.size(ty) {
            1 => one.into(),
            size => self.rewriter.module.constants.composite(ty, &vec![one; size as usize]).into(),
        }
    }

    fn expand(&mut self, op: Op, operands: &[Operand], ty: Type) -> Option<Operand> {
        let Functions {
            rounding,
            hyperbolic,
            nan_tests,
            transpose,
            determinant,
            inverse,
            fma,
            ldexp,
            integer,
            operators,
            select,
            select_integer,
        } = self.functions;
        Some(match (op, operands) {
            (Op::Trunc, &[x]) if rounding => self.trunc(ty, x),
            (Op::Round, &[x]) if rounding => self.round(ty, x),
            (Op::RoundEven, &[x]) if rounding => self.round_even(ty, x),
            (Op::Frem, &[x, y]) if rounding => {
                let quotient = self.op(Op::Fdiv, &[x, y], ty);
                let whole = self.trunc(ty, quotient);
                let product = self.op(Op::Fmul, &[y, whole], ty);
                self.op(Op::Fsub, &[x, product], ty)
            }
            (Op::Sinh | Op::Cosh | Op::Tanh | Op::Asinh | Op::Acosh | Op::Atanh, &[x]) if hyperbolic => {
                self.hyperbolic(op, ty, x)
            }
            (Op::IsNan, &[x]) if nan_tests => self.op(Op::Fne, &[x, x], ty),
            (Op::IsInf, &[x]) if nan_tests => {
                let from = vitrum_ir::typing::operand_type(self.rewriter.module, &self.rewriter.function, x);
                let size = self.op(Op::Fabs, &[x], from);
                let largest = self.number(from, f64::from(f32::MAX));
                self.op(Op::Fgt, &[size, largest], ty)
            }
            (Op::Transpose, &[matrix]) if transpose => self.transpose(matrix, ty)?,
            (Op::OuterProduct, &[column, row]) if transpose => self.outer_product(column, row, ty)?,
            (Op::Determinant, &[matrix]) if determinant => self.determinant(matrix, ty)?,
            (Op::Inverse, &[matrix]) if inverse => self.inverse(matrix, ty)?,
            (Op::Fma, &[a, b, c]) if fma => {
                let product = self.op(Op::Fmul, &[a, b], ty);
                self.op(Op::Fadd, &[product, c], ty)
            }
            (Op::Ldexp, &[x, exponent]) if ldexp => {
                let float = self.op(Op::StoF, &[exponent], ty);
                let power = self.op(Op::Exp2, &[float], ty);
                self.op(Op::Fmul, &[x, power], ty)
            }
            (Op::Sabs, &[x]) if integer => {
                let negative = self.op(Op::Ineg, &[x], ty);
                self.extreme(Op::Sgt, x, negative, ty)
            }
            (Op::Ssign, &[x]) if integer => {
                let (one, minus) = (self.number(ty, 1.0), self.number(ty, -1.0));
                let low = self.extreme(Op::Slt, x, one, ty);
                self.extreme(Op::Sgt, low, minus, ty)
            }
            (Op::Smin | Op::Umin, &[a, b]) if integer => {
                self.extreme(if op == Op::Smin { Op::Slt } else { Op::Ult }, a, b, ty)
            }
            (Op::Smax | Op::Umax, &[a, b]) if integer => {
                self.extreme(if op == Op::Smax { Op::Sgt } else { Op::Ugt }, a, b, ty)
            }
            (Op::Sclamp | Op::Uclamp, &[x, low, high]) if integer => {
                let (more, less) = if op == Op::Sclamp { (Op::Sgt, Op::Slt) } else { (Op::Ugt, Op::Ult) };
                let raised = self.extreme(more, x, low, ty);
                self.extreme(less, raised, high, ty)
            }
            (Op::Srem, &[a, b]) if operators => {
                let quotient = self.op(Op::Sdiv, &[a, b], ty);
                let product = self.op(Op::Imul, &[b, quotient], ty);
                self.op(Op::Isub, &[a, product], ty)
            }
            (Op::Shl, &[a, by]) if operators => {
                let by =
                    by.constant().and_then(|constant| self.rewriter.module.constants.as_int(constant))?;
                let factor = self.number(ty, f64::from(1u32.checked_shl(u32::try_from(by).ok()?)?));
                self.op(Op::Imul, &[a, factor], ty)
            }
            (Op::Inot, &[a]) if operators => {
                let ones = self.number(ty, -1.0);
                self.op(Op::Isub, &[ones, a], ty)
            }
            (Op::Ieq | Op::Ine, &[x, zero]) if operators => self.no_bits(op, x, zero, ty)?,
            (Op::Select, &[condition, a, b]) => {
                let wanted = if self.scalar(ty).is_float() { select } else { select_integer };
                let from =
                    vitrum_ir::typing::operand_type(self.rewriter.module, &self.rewriter.function, condition);
                if !wanted || self.size(from) < 2 {
                    return None;
                }
                self.select(condition, a, b, ty)
            }
            _ => return None,
        })
    }

    /// `(a | b) == 0` is `a == 0 && b == 0`, as the optimiser found it.
    fn no_bits(&mut self, op: Op, x: Operand, zero: Operand, ty: Type) -> Option<Operand> {
        let constants = &self.rewriter.module.constants;
        let function = &self.rewriter.function;
        let is_zero = zero.constant().is_some_and(|constant| constants.as_int(constant) == Some(0));
        let ValueDef::Result { inst, .. } = function.values[x.value()?].def() else { return None };
        let &[a, b] = function.operands(inst) else { return None };
        if !is_zero || function.insts[inst].op != Op::Ior || ty != common::BOOL {
            return None;
        }
        let (first, second) = (self.op(op, &[a, zero], ty), self.op(op, &[b, zero], ty));
        let both = if op == Op::Ieq { Op::And } else { Op::Or };
        Some(self.op(both, &[first, second], ty))
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
        if self.size(ty) < 2 {
            return self.op(Op::Select, &[compared, a, b], ty);
        }
        self.select(compared, a, b, ty)
    }

    /// A selection by a vector, component by component.
    fn select(&mut self, condition: Operand, a: Operand, b: Operand, ty: Type) -> Operand {
        let component = common::scalar(self.scalar(ty));
        let mut parts = Vec::new();
        for index in 0..self.size(ty) {
            let condition = self.part(condition, index, common::BOOL);
            let (a, b) = (self.part(a, index, component), self.part(b, index, component));
            parts.push(self.op(Op::Select, &[condition, a, b], component));
        }
        self.op(Op::Construct, &parts, ty)
    }

    /// The cells of a matrix, by column and row.
    fn cells(&mut self, matrix: Operand) -> Option<Vec<Vec<Operand>>> {
        let ty = vitrum_ir::typing::operand_type(self.rewriter.module, &self.rewriter.function, matrix);
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
    use super::{Functions, expand_functions};

    const SHADER: &str = "stage fragment\nentry &main\nglobal @a: mat2x2<f32> uniform\n\
        global @o: vec2<f32> output location(0)\nfn &main() -> void {\n    %m: mat2x2<f32> = load @a\n    \
        %t: mat2x2<f32> = transpose %m\n    %c: vec2<f32> = extract.0 %t\n    %w: vec2<f32> = trunc %c\n    \
        store @o, %w\n    return\n}\n";

    #[test]
    fn what_is_asked_for_is_expanded() {
        let mut module = vitrum_ir::parse(SHADER).unwrap();
        let all = Functions { rounding: true, transpose: true, ..Functions::default() };
        assert!(expand_functions(&mut module, all) > 0);
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(!text.contains("transpose") && !text.contains("trunc") && text.contains("floor"), "{text}");
    }

    #[test]
    fn what_the_version_has_stays() {
        let mut module = vitrum_ir::parse(SHADER).unwrap();
        let text = vitrum_ir::print(&module);
        assert_eq!(expand_functions(&mut module, Functions { inverse: true, ..Functions::default() }), 0);
        assert_eq!(vitrum_ir::print(&module), text);
    }
}
