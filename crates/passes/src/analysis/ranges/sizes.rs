//! Numbers that are below a size which only the run knows: the length of an array, a dimension of an image, a specialised one.
//!
//! ```text
//! %1: u32 = array_length %a
//! %2: bool = ult %i, %1
//! if %2 { ... }                                       within, %i is below the length of %a
//! ```
//!
//! A number is a component of a value; numbers that are made from each other by conversions between integers of one width, and
//! loads of one input, are the same. Dimensions of images are taken to be 1 at least.

use super::bounds_of_input;
use super::scoped::{Order, Ranges};
use crate::analysis::memory::{Path, Root, Step, reads_what_stays};
use crate::rules::matching::each_component;
use rustc_hash::FxHashMap;
use vitrum_ir::eval::scalar::{ones, sign_extend};
use vitrum_ir::types::common;
use vitrum_ir::{
    Constant, ConstantKind, FunctionData, Global, Inst, Module, Op, Operand, Precision, Scalar, Storage,
    Swizzle,
};

/// The number of operations that a query follows.
const DEPTH: u32 = 6;

/// The most that is taken from a size: what steps below 0 then stays negative.
const FARTHEST: u64 = 1 << 31;

/// A size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// The length of the array at an address.
    Length(Path),
    /// A dimension of the base level of an image: the address that it was loaded from, and the component of its size.
    Image(Path, u32),
    /// A length that is specialised.
    Specialized(Constant),
}

impl Size {
    /// True for the same number of parts.
    fn is(&self, module: &Module, other: &Self) -> bool {
        match (self, other) {
            (&Self::Specialized(a), &Self::Specialized(b)) => is_same_number(module, a, b, DEPTH),
            _ => self == other,
        }
    }
}

/// True if two integers that depend on specialisation are equal where both are defined: they are computed alike, but for
/// conversions between signed and unsigned ones, and for shifts by what a mask brings into range.
fn is_same_number(module: &Module, a: Constant, b: Constant, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let width = |constant| module.types.scalar_of(module.constants.ty(constant)).map(Scalar::width);
    if a == b {
        return true;
    }
    if let Some(from) = converted(module, a).filter(|&from| width(from) == width(a)) {
        return is_same_number(module, from, b, depth);
    }
    if let Some(from) = converted(module, b).filter(|&from| width(from) == width(b)) {
        return is_same_number(module, a, from, depth);
    }
    let parts = |constant| match &module.constants.get(constant).kind {
        ConstantKind::SpecOp { op, imm, operands } => Some((*op, *imm, &operands[..])),
        _ => None,
    };
    let (Some((op, imm, of_a)), Some(other)) = (parts(a), parts(b)) else { return false };
    if (op, imm) != (other.0, other.1) || of_a.len() != other.2.len() || width(a) != width(b) {
        return false;
    }
    let is_shift = matches!(op, Op::Shl | Op::Lshr | Op::Ashr);
    of_a.iter().zip(other.2).enumerate().all(|(at, (&x, &y))| {
        let unmasked = |constant| match parts(constant) {
            Some((Op::Iand, _, &[number, mask])) if is_shift && at == 1 => {
                let all = width(a).map(|width| u64::from(width - 1));
                if module.constants.bits(mask) == all { number } else { constant }
            }
            _ => constant,
        };
        is_same_number(module, unmasked(x), unmasked(y), depth)
    })
}

/// The integer that a constant converts.
fn converted(module: &Module, constant: Constant) -> Option<Constant> {
    match &module.constants.get(constant).kind {
        ConstantKind::SpecOp { op: Op::Bitcast, operands, .. } => operands.first().copied(),
        _ => None,
    }
}

/// A component of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// Of an operand: always the first one, for a scalar.
    Of(Operand, u32),
    /// Of an input.
    Input(Global, u32),
}

/// The facts about sizes at a place.
#[derive(Debug, Default)]
pub(super) struct Sizes {
    /// The sizes that a number is below, and true if it is so when both are read as signed.
    known: FxHashMap<Part, Vec<(Size, bool)>>,
    /// The numbers of which something was learned, to go back.
    log: Vec<Part>,
}

impl Sizes {
    pub(super) fn mark(&self) -> usize {
        self.log.len()
    }

    pub(super) fn go_back(&mut self, mark: usize) {
        for part in self.log.drain(mark.min(self.log.len())..).rev() {
            if let Some(known) = self.known.get_mut(&part) {
                known.pop();
            }
        }
    }

    fn learn(&mut self, part: Part, size: Size, signed: bool) {
        self.known.entry(part).or_default().push((size, signed));
        self.log.push(part);
    }
}

/// The address that an image was loaded from, if that is a part of a global.
pub fn path_of_image(module: &Module, function: &FunctionData, image: Operand) -> Option<Path> {
    let load = function.definition(image).filter(|&it| function.op(it) == Op::Load)?;
    let path = Path::resolved(module, function, *function.operands(load).first()?);
    matches!(path.root, Root::Global(_)).then_some(path)
}

impl Ranges<'_> {
    /// The first of two numbers is in this order to the second, in each component.
    pub(super) fn learn_sizes(&mut self, a: Operand, order: Order, b: Operand, signed: bool) {
        let strict = match order {
            Order::Less => true,
            Order::LessOrEqual | Order::Equal => false,
            Order::NotEqual | Order::Greater | Order::GreaterOrEqual => return,
        };
        if !self.is_exact(a) || !self.is_exact(b) {
            return;
        }
        let count = self.module.types.vector_size(self.ty(a)).unwrap_or(1);
        for component in 0..count {
            let part = self.part(b, component);
            let size = self.specialized(part).map(|size| (size, 0)).or_else(|| self.below_size(part));
            let Some((size, less)) = size else { continue };
            // A subtraction from an unsigned size could step over 0.
            if less == 0 && strict || less > 0 && signed {
                let part = self.part(a, component);
                self.sizes.learn(part, size, signed);
            }
        }
    }

    /// True if a component of an integer, read as unsigned, is surely below a size.
    pub fn is_below_size(&self, operand: Operand, component: u32, size: &Size) -> bool {
        let part = self.part(operand, component);
        self.is_below_unsigned(part, size, DEPTH)
            || self.is_below_signed(part, size, DEPTH) && self.is_natural(part, DEPTH)
    }

    /// The number, without what does not change it.
    pub(super) fn part(&self, operand: Operand, component: u32) -> Part {
        let (mut operand, mut component) = (operand, component);
        let function = self.function;
        for _ in 0..DEPTH * 2 {
            let Some(inst) = function.definition(operand).filter(|_| self.is_exact(operand)) else { break };
            let Some(&first) = function.operands(inst).first() else { break };
            let imm = function.insts[inst].imm;
            match function.op(inst) {
                Op::Extract if self.module.types.vector_size(self.ty(first)).is_some_and(|size| size > 1) => {
                    (operand, component) = (first, imm);
                }
                Op::Swizzle => {
                    let Some(&from) = Swizzle::from_bits(imm).components().get(component as usize) else {
                        break;
                    };
                    (operand, component) = (first, u32::from(from));
                }
                Op::Splat => (operand, component) = (first, 0),
                Op::Construct => match self.constructed(inst, component) {
                    Some(found) => (operand, component) = found,
                    None => break,
                },
                Op::Bitcast | Op::Uconvert | Op::Sconvert if self.keeps_width(inst, first) => operand = first,
                Op::Load if reads_what_stays(self.module, function, inst) => {
                    let path = Path::resolved(self.module, function, first);
                    return match (path.root, &path.steps[..]) {
                        (Root::Global(global), []) if self.is_input(global) => Part::Input(global, component),
                        (Root::Global(global), &[Step::Part(part)]) if self.is_input(global) => {
                            Part::Input(global, part)
                        }
                        _ => Part::Of(operand, component),
                    };
                }
                _ => break,
            }
        }
        Part::Of(operand, component)
    }

    /// True if all bits of a number are kept.
    pub(super) fn is_exact(&self, operand: Operand) -> bool {
        let precision = operand.value().map_or(Precision::None, |it| self.function.values[it].precision);
        matches!(precision, Precision::None | Precision::High)
    }

    /// True for inputs that are numbers or vectors.
    fn is_input(&self, global: Global) -> bool {
        let data = &self.module.globals[global];
        data.storage == Storage::Input && self.module.types.vector_size(data.ty).is_some()
    }

    fn keeps_width(&self, inst: Inst, from: Operand) -> bool {
        let scalar = |ty| self.module.types.scalar_of(ty).filter(|it: &Scalar| !it.is_float());
        let to = self.function.result_data(inst).and_then(|data| scalar(data.ty));
        let from = scalar(self.ty(from));
        from.zip(to).is_some_and(|(from, to)| from.width() == to.width())
    }

    /// The operand of a construction that gives a component.
    fn constructed(&self, inst: Inst, component: u32) -> Option<(Operand, u32)> {
        let mut left = component;
        for &operand in self.function.operands(inst) {
            let size = self.module.types.vector_size(self.ty(operand))?;
            if left < size {
                return Some((operand, left));
            }
            left -= size;
        }
        None
    }

    /// The operation that gives a number, with its operands at the same component.
    pub(super) fn operation(&self, part: Part) -> Option<(Op, Inst, u32)> {
        let Part::Of(operand, component) = part else { return None };
        let inst = self.function.definition(operand).filter(|_| self.is_exact(operand))?;
        Some((self.function.op(inst), inst, component))
    }

    pub(super) fn operand(&self, inst: Inst, position: usize, component: u32) -> Option<Part> {
        let &operand = self.function.operands(inst).get(position)?;
        Some(self.part(operand, component))
    }

    /// The length that a constant is.
    fn specialized(&self, part: Part) -> Option<Size> {
        let Part::Of(operand, _) = part else { return None };
        let constant = operand.constant()?;
        let constants = &self.module.constants;
        let is_exact = matches!(constants.precision(constant), Precision::None | Precision::High);
        (constants.is_spec(constant) && is_exact).then_some(Size::Specialized(constant))
    }

    /// The size, of 32 bits, from which a number is made by a subtraction of a constant, and that constant.
    fn below_size(&self, part: Part) -> Option<(Size, u64)> {
        let (op, inst, component) = self.operation(part)?;
        match op {
            // One of 64 bits does not come around where one of 32 bits does.
            Op::ArrayLength if self.function.result_data(inst).is_some_and(|it| it.ty == common::U32) => {
                let &array = self.function.operands(inst).first()?;
                Some((Size::Length(Path::resolved(self.module, self.function, array)), 0))
            }
            Op::ImageSize => {
                let &[image, ref level @ ..] = self.function.operands(inst) else { return None };
                let is_base = level.iter().all(|&level| self.module.as_int(level) == Some(0));
                let path = path_of_image(self.module, self.function, image).filter(|_| is_base)?;
                Some((Size::Image(path, component), 0))
            }
            Op::Isub | Op::Iadd => {
                let by = self.number(self.operand(inst, 1, component)?)?;
                let by = if op == Op::Isub { by } else { by.checked_neg()? };
                let (size, less) = self.below_size(self.operand(inst, 0, component)?)?;
                let less = less.checked_add(u64::try_from(by).ok()?)?;
                // By more, the difference would come around to numbers above the size.
                (less <= FARTHEST).then_some((size, less))
            }
            _ => None,
        }
    }

    /// A constant, read as signed.
    pub(super) fn number(&self, part: Part) -> Option<i64> {
        let Part::Of(operand, component) = part else { return None };
        let (mut at, mut found) = (0, None);
        let known = each_component(self.module, operand.constant()?, &mut |scalar, bits| {
            if at == component {
                found = Some(sign_extend(scalar.width(), bits));
            }
            at += 1;
            true
        });
        found.filter(|_| known)
    }

    fn knows(&self, part: Part, size: &Size, signed: bool) -> bool {
        let is_it = |row: &(Size, bool)| row.1 == signed && row.0.is(self.module, size);
        self.sizes.known.get(&part).is_some_and(|known| known.iter().any(is_it))
    }

    /// True for what is made from the size of an image by a subtraction of at least 1: where it is not negative, it is below.
    fn is_less_than_image(&self, part: Part, size: &Size) -> bool {
        matches!(size, Size::Image(..))
            && self.below_size(part).is_some_and(|row| row.0 == *size && row.1 > 0)
    }

    fn is_below_unsigned(&self, part: Part, size: &Size, depth: u32) -> bool {
        if self.knows(part, size, false) {
            return true;
        }
        let Some(depth) = depth.checked_sub(1) else { return false };
        let Some((op, inst, component)) = self.operation(part) else { return false };
        let is = |position| {
            let part = self.operand(inst, position, component);
            part.is_some_and(|part| {
                self.is_below_unsigned(part, size, depth) || self.is_last_of_image(part, size)
            })
        };
        match op {
            Op::Umin => is(0) || is(1),
            Op::Uclamp => is(2),
            _ => false,
        }
    }

    /// True for the size of an image without 1.
    fn is_last_of_image(&self, part: Part, size: &Size) -> bool {
        matches!(size, Size::Image(..))
            && self.below_size(part).is_some_and(|row| row.0 == *size && row.1 == 1)
    }

    fn is_below_signed(&self, part: Part, size: &Size, depth: u32) -> bool {
        if self.knows(part, size, true) || self.is_less_than_image(part, size) {
            return true;
        }
        let Some(depth) = depth.checked_sub(1) else { return false };
        let Some((op, inst, component)) = self.operation(part) else { return false };
        let is = |position| {
            let part = self.operand(inst, position, component);
            part.is_some_and(|part| self.is_below_signed(part, size, depth))
        };
        let is_zero = |position| {
            let part = self.operand(inst, position, component);
            matches!(size, Size::Image(..))
                && part.and_then(|part| self.number(part)).is_some_and(|it| it <= 0)
        };
        match op {
            Op::Smin => is(0) || is(1),
            Op::Smax => (is(0) || is_zero(0)) && (is(1) || is_zero(1)),
            // Nothing is known of a range that is empty.
            Op::Sclamp => {
                let end = self.operand(inst, 2, component);
                is(2) && is_zero(1) && end.is_some_and(|end| self.is_natural(end, depth) || self.is_last(end))
            }
            _ => false,
        }
    }

    /// True if a number, read as signed, is not negative.
    fn is_natural(&self, part: Part, depth: u32) -> bool {
        let bounds = match part {
            Part::Of(operand, _) => self.bounds(operand),
            Part::Input(input, component) => {
                let bounds = bounds_of_input(self.module, self.largest_dispatch, input, Some(component));
                self.module.types.scalar_of(self.module.globals[input].ty).zip(bounds)
            }
        };
        if bounds.is_some_and(|(scalar, bounds)| bounds.greatest <= ones(scalar.width()) >> 1) {
            return true;
        }
        let Some(depth) = depth.checked_sub(1) else { return false };
        let Some((op, inst, component)) = self.operation(part) else { return false };
        let is = |position| {
            let part = self.operand(inst, position, component);
            part.is_some_and(|part| self.is_natural(part, depth) || self.is_last(part))
        };
        match op {
            Op::Smin => is(0) && is(1),
            Op::Smax => is(0) || is(1),
            Op::Sclamp => is(1) && is(2),
            _ => false,
        }
    }

    /// True for a number that is not negative: a constant, or the size of an image without 1 at most.
    fn is_last(&self, part: Part) -> bool {
        let of_image =
            || self.below_size(part).is_some_and(|row| matches!(row.0, Size::Image(..)) && row.1 <= 1);
        self.number(part).map_or_else(of_image, |number| number >= 0)
    }
}
