//! Operations that depend on their operands alone, for one lane.
//!
//! Arithmetic is that of the op table, [`vitrum_ir::fold::evaluate_components`]; this file handles parts of
//! composites, and undefined values.

use vitrum_ir::eval::{FloatFormat, convert};
use vitrum_ir::fold::{Components, evaluate_components, evaluate_pairs};
use vitrum_ir::{Op, Scalar, Shuffle, Sig, Swizzle, Type, TypeData};

use crate::error::{Error, invalid};
use crate::machine::Machine;
use crate::value::{Numbers, Value, all_undefined};

/// True if component `i` of the result depends on component `i` of the operands alone.
fn is_by_component(op: Op) -> bool {
    match op.info().sig {
        Sig::Unary(_) | Sig::Binary(_) | Sig::Ternary(_) => {
            !matches!(op, Op::Normalize | Op::FaceForward | Op::Reflect)
        }
        Sig::Compare(_)
        | Sig::Test(_)
        | Sig::Shift
        | Sig::BitExtract
        | Sig::BitInsert
        | Sig::BitQuery
        | Sig::Wide(_)
        | Sig::Modf
        | Sig::Frexp
        | Sig::Ldexp
        | Sig::Convert(..)
        | Sig::VectorTimesScalar
        | Sig::MatrixTimesScalar => true,
        _ => false,
    }
}

/// The scalars at position `index` of each operand; those that are scalars go with every position.
fn slice(operands: &[&Numbers], index: usize) -> Vec<Components> {
    let bits = |numbers: &Numbers| match numbers.bits[..] {
        [only] => only,
        _ => numbers.bits.get(index).copied().unwrap_or(0),
    };
    operands
        .iter()
        .map(|numbers| Components { scalar: numbers.scalar, rows: 1, bits: vec![bits(numbers)] })
        .collect()
}

/// The components of the result that some operand leaves undefined.
fn undefined_by_operands(op: Op, operands: &[&Numbers], count: usize) -> u64 {
    let all = all_undefined(count);
    let spread = |numbers: &&Numbers| match (numbers.undefined, numbers.bits.len()) {
        (0, _) => 0,
        (_, 1) => all,
        (undefined, _) if is_by_component(op) => undefined & all,
        _ => all,
    };
    operands.iter().map(spread).fold(0, |mask, undefined| mask | undefined)
}

/// The components of the result that are undefined although no operand is: floats that no integer is near to.
fn undefined_by_op(op: Op, operands: &[&Numbers], to: Scalar) -> u64 {
    let (Op::FtoS | Op::FtoU, &[floats]) = (op, operands) else { return 0 };
    let Some(format) = FloatFormat::of(floats.scalar) else { return 0 };
    let components = floats.bits.iter().enumerate().take(64);
    let beyond = components.filter(|&(_, &bits)| !convert::has_integer(format, to, bits));
    beyond.fold(0, |mask, (index, _)| mask | 1 << index)
}

/// The components that one operand decides whatever the other is: `true || x`, `false && x`.
fn decided(op: Op, operands: &[&Numbers]) -> u64 {
    let decisive = match op {
        Op::Or => 1,
        Op::And => 0,
        _ => return 0,
    };
    let bits = |numbers: &&Numbers| {
        let components = numbers.bits.iter().enumerate().take(64);
        let known = components.filter(|&(index, &bits)| bits == decisive && !numbers.is_undefined(index));
        known.fold(0, |mask, (index, _)| mask | 1 << index)
    };
    operands.iter().map(bits).fold(0, |mask, bits| mask | bits)
}

impl Machine<'_> {
    /// Evaluates a pure op with one result.
    pub(crate) fn evaluate(
        &mut self,
        op: Op,
        imm: u32,
        operands: &[Value],
        result: Type,
    ) -> Result<Value, Error> {
        let value = match (op, operands) {
            (Op::Construct, parts) => Some(self.construct(result, parts.to_vec())),
            (Op::Splat, [Value::Numbers(scalar)]) => {
                let mut value = self.zero(result)?;
                if let Value::Numbers(numbers) = &mut value {
                    (0..numbers.bits.len()).for_each(|index| numbers.set(index, scalar, 0));
                }
                Some(value)
            }
            (Op::Extract, [composite]) => composite.part(imm as usize),
            (Op::Insert, [composite, part]) => {
                let mut value = composite.clone();
                value.set_part(imm as usize, part.clone()).then_some(value)
            }
            (Op::ExtractDynamic, [composite, index]) => {
                let part = index.as_int().and_then(|index| composite.part(usize::try_from(index).ok()?));
                Some(match part {
                    Some(part) => part,
                    None => self.undefined(result)?,
                })
            }
            (Op::InsertDynamic, [composite, part, index]) => {
                let mut value = composite.clone();
                let index = index.as_int().and_then(|index| usize::try_from(index).ok());
                if !index.is_some_and(|index| value.set_part(index, part.clone())) {
                    value.undefine();
                }
                Some(value)
            }
            (Op::Swizzle, [Value::Numbers(vector)]) => {
                let swizzle = Swizzle::from_bits(imm);
                let indices = swizzle.components().iter().map(|&index| usize::from(index));
                Some(Value::Numbers(vector.gather(indices)))
            }
            (Op::Shuffle, [Value::Numbers(a), Value::Numbers(b)]) => {
                let shuffle = Shuffle::from_bits(imm);
                let mut chosen = Numbers::new(a.scalar, 0, Vec::new());
                for &index in shuffle.components() {
                    match usize::from(index).checked_sub(a.bits.len()) {
                        Some(index) => chosen.push(b, index),
                        None => chosen.push(a, usize::from(index)),
                    }
                }
                Some(Value::Numbers(chosen))
            }
            (Op::Select, [condition, a, b]) => self.select(condition, a, b, result)?,
            (Op::Equal, [a, b]) => Some(equality(a, b, true)),
            (Op::NotEqual, [a, b]) => Some(equality(a, b, false)),
            _ => self.arithmetic(op, operands, result)?,
        };
        match value {
            Some(value) => Ok(value),
            None => invalid(format!("`{}` with operands of other types", op.mnemonic())),
        }
    }

    /// A composite of its parts; a vector of scalars and vectors end to end.
    pub(crate) fn construct(&self, ty: Type, parts: Vec<Value>) -> Value {
        match self.module.types.get(ty) {
            TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } | TypeData::Matrix { scalar, .. } => {
                let mut numbers = Numbers::new(scalar, 0, Vec::new());
                for part in &parts {
                    if let Value::Numbers(part) = part {
                        (0..part.bits.len()).for_each(|index| numbers.push(part, index));
                    }
                }
                if let TypeData::Matrix { rows, .. } = self.module.types.get(ty) {
                    numbers.rows = rows.into();
                }
                Value::Numbers(numbers)
            }
            _ => Value::Parts(parts),
        }
    }

    fn select(&mut self, condition: &Value, a: &Value, b: &Value, ty: Type) -> Result<Option<Value>, Error> {
        let Value::Numbers(choices) = condition else { return Ok(None) };
        if choices.bits.len() == 1 {
            return Ok(Some(match condition.bits() {
                Some(0) => b.clone(),
                Some(_) => a.clone(),
                None => self.undefined(ty)?,
            }));
        }
        let (Value::Numbers(a), Value::Numbers(b)) = (a, b) else { return Ok(None) };
        let mut chosen = a.clone();
        for (index, &choice) in choices.bits.iter().enumerate() {
            if choice == 0 {
                chosen.set(index, b, index);
            }
        }
        chosen.undefined |= choices.undefined;
        Ok(Some(Value::Numbers(chosen)))
    }

    fn arithmetic(&mut self, op: Op, operands: &[Value], result: Type) -> Result<Option<Value>, Error> {
        let operands: Option<Vec<&Numbers>> = operands.iter().map(Value::numbers).collect();
        let (Some(operands), Value::Numbers(shape)) = (operands, self.zero(result)?) else { return Ok(None) };
        let count = shape.bits.len();
        let undefined = undefined_by_operands(op, &operands, count) & !decided(op, &operands);
        let to = shape.scalar;
        let undefined = undefined | undefined_by_op(op, &operands, to);
        let whole: Vec<Components> = operands.iter().map(|numbers| numbers.components()).collect();
        if let Some(bits) = evaluate_components(op, &whole, to).filter(|bits| bits.len() == count) {
            return Ok(Some(Value::Numbers(Numbers { bits, undefined, ..shape })));
        }
        // Undefined for some component at least; for which, the components say alone.
        let mut numbers = Numbers { undefined: all_undefined(count), ..shape };
        if is_by_component(op) {
            for index in 0..count {
                let found = evaluate_components(op, &slice(&operands, index), to);
                if let Some(&[bits]) = found.as_deref() {
                    numbers.set(index, &Numbers::new(to, 1, vec![bits]), 0);
                }
            }
            numbers.undefined |= undefined;
        }
        Ok(Some(Value::Numbers(numbers)))
    }

    /// Evaluates a pure op with two results.
    pub(crate) fn evaluate_pair(
        &mut self,
        op: Op,
        operands: &[Value],
        results: [Type; 2],
    ) -> Result<[Value; 2], Error> {
        let numbers: Option<Vec<&Numbers>> = operands.iter().map(Value::numbers).collect();
        let Some(numbers) = numbers else { return invalid("a pair of other types") };
        let (mut first, mut second) = (self.undefined(results[0])?, self.undefined(results[1])?);
        let whole: Vec<Components> = numbers.iter().map(|numbers| numbers.components()).collect();
        if let (Some((a, b)), Value::Numbers(first), Value::Numbers(second)) =
            (evaluate_pairs(op, &whole), &mut first, &mut second)
        {
            let undefined = undefined_by_operands(op, &numbers, a.len());
            (first.bits, first.undefined) = (a, undefined);
            (second.bits, second.undefined) = (b, undefined);
        }
        Ok([first, second])
    }
}

/// True if all parts are equal, or not: one known difference decides.
fn equality(a: &Value, b: &Value, wanted: bool) -> Value {
    let mut differs = false;
    let mut unknown = false;
    compare_parts(a, b, &mut differs, &mut unknown);
    let mut numbers = Numbers::new(Scalar::Bool, 1, vec![u64::from(differs != wanted)]);
    numbers.undefined = u64::from(unknown && !differs);
    Value::Numbers(numbers)
}

fn compare_parts(a: &Value, b: &Value, differs: &mut bool, unknown: &mut bool) {
    match (a, b) {
        (Value::Numbers(a), Value::Numbers(b)) => {
            let op = match a.scalar {
                Scalar::Bool => Op::Beq,
                scalar if scalar.is_float() => Op::Feq,
                _ => Op::Ieq,
            };
            let undefined = a.undefined | b.undefined;
            for index in 0..a.bits.len() {
                let equal = evaluate_components(op, &slice(&[a, b], index), Scalar::Bool);
                if undefined >> index.min(63) & 1 == 1 {
                    *unknown = true;
                } else if equal.as_deref() != Some(&[1]) {
                    *differs = true;
                }
            }
        }
        (Value::Parts(a), Value::Parts(b)) => {
            *differs |= a.len() != b.len();
            a.iter().zip(b).for_each(|(a, b)| compare_parts(a, b, differs, unknown));
        }
        _ => *unknown = true,
    }
}
