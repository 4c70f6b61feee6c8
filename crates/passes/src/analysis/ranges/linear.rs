//! Ranges of sums of multiples, in which parts of a number cancel out.
//!
//! ```text
//! %m: u32 = isub %j, 1u32                 %t is 0 to 255, %j is 1 to 256
//! %1: u32 = iand %t, %m                   at least t + (j - 1) - 255, as (t & m) + (t | m) = t + m
//! %2: u32 = imul %t, 2u32
//! %i: u32 = isub %2, %1                   at most 2t - t - j + 1 + 255
//! %k: u32 = iadd %i, %j                   at most t + 256
//! ```
//!
//! The result of additions, subtractions and multiplications by constants is, but for multiples of 2^32, the sum of the same
//! multiples of the numbers that they start from. Where that sum, without wrapping, lies between 0 and the greatest number of the
//! type, it is the result. In it, a mask, a minimum or a remainder is replaced by a sum that it is at most or at least.

use super::scoped::Ranges;
use super::sizes::Part;
use super::{Bounds, bounds_of_input};
use vitrum_ir::Op;
use vitrum_ir::Operand;
use vitrum_ir::eval::scalar::ones;

/// The number of operations that are followed to the numbers of a sum.
const DEPTH: u32 = 6;

/// The most numbers in a sum.
const MOST_TERMS: usize = 6;

/// The most masks, minima and remainders that are replaced one within the other.
const REPLACED: u32 = 2;

/// The greatest factor of a number in a sum.
const MOST: i128 = 1 << 40;

/// A sum of multiples.
#[derive(Clone, Debug, Default)]
struct Sum {
    constant: i128,
    terms: Vec<(Part, i128)>,
}

impl Sum {
    /// Adds a multiple of a number.
    fn add(&mut self, part: Part, factor: i128) {
        match self.terms.iter_mut().find(|term| term.0 == part) {
            Some(term) => term.1 += factor,
            None => self.terms.push((part, factor)),
        }
        self.terms.retain(|term| term.1 != 0);
    }

    /// Adds a multiple of a sum.
    fn add_sum(&mut self, other: &Self, factor: i128) {
        self.constant += other.constant * factor;
        for &(part, by) in &other.terms {
            self.add(part, by * factor);
        }
    }

    fn is_small(&self) -> bool {
        self.terms.len() <= MOST_TERMS
            && self.constant.abs() <= MOST * MOST
            && self.terms.iter().all(|term| term.1.abs() <= MOST)
    }
}

impl Ranges<'_> {
    /// True if an integer is surely less than a number, read as unsigned, by the sum that it is.
    pub(in crate::analysis) fn is_sum_below(&self, operand: Operand, length: u64) -> bool {
        let Some(width) = self.width(operand) else { return false };
        let components = self.module.types.vector_size(self.ty(operand)).unwrap_or(1);
        (0..components).all(|component| {
            let Some(sum) = self.sum(self.part(operand, component)) else { return false };
            let most = i128::from(length).min(i128::from(ones(width)) + 1);
            self.end(&sum, true, REPLACED) < most && self.end(&sum, false, REPLACED) >= 0
        })
    }

    fn width(&self, operand: Operand) -> Option<u32> {
        let scalar = self.module.types.scalar_of(self.ty(operand))?;
        scalar.is_integer().then(|| scalar.width())
    }

    /// The sum that a number is, but for multiples of what its type has no room for.
    fn sum(&self, part: Part) -> Option<Sum> {
        let mut sum = Sum::default();
        self.add_to(&mut sum, part, 1, DEPTH)?;
        Some(sum)
    }

    /// Adds a multiple of a number to a sum; `None` if that gets too large.
    fn add_to(&self, sum: &mut Sum, part: Part, factor: i128, depth: u32) -> Option<()> {
        if let Some(number) = self.number(part) {
            sum.constant += i128::from(number) * factor;
            return sum.is_small().then_some(());
        }
        // Each use of what is undefined, or of a number that keeps only some bits, may see another one.
        if let Part::Of(operand, _) = part
            && (!self.is_exact(operand)
                || operand.constant().is_some_and(|it| !self.module.constants.is_spec(it)))
        {
            return None;
        }
        let found = depth.checked_sub(1).zip(self.operation(part));
        let Some((depth, (op, inst, component))) = found else {
            sum.add(part, factor);
            return sum.is_small().then_some(());
        };
        let operand = |position| self.operand(inst, position, component);
        let number = |position| operand(position).and_then(|part| self.number(part)).map(i128::from);
        let followed = match op {
            Op::Iadd => vec![(operand(0)?, 1), (operand(1)?, 1)],
            Op::Isub => vec![(operand(0)?, 1), (operand(1)?, -1)],
            Op::Ineg => vec![(operand(0)?, -1)],
            Op::Imul => match (number(0), number(1)) {
                (_, Some(by)) => vec![(operand(0)?, by)],
                (Some(by), None) => vec![(operand(1)?, by)],
                (None, None) => vec![],
            },
            Op::Shl => match number(1).filter(|by| (0..32).contains(by)).map(|by| 1 << by) {
                Some(by) if by <= self.most(part) => vec![(operand(0)?, by)],
                _ => vec![],
            },
            _ => vec![],
        };
        if followed.is_empty() {
            sum.add(part, factor);
        }
        for (part, by) in followed {
            let factor = factor * by;
            if factor.abs() > MOST {
                return None;
            }
            self.add_to(sum, part, factor, depth)?;
        }
        sum.is_small().then_some(())
    }

    /// The greatest that a sum can be, or the least.
    fn end(&self, sum: &Sum, greatest: bool, depth: u32) -> i128 {
        let mut end = sum.constant;
        for &(part, factor) in &sum.terms {
            let (low, high) = self.range_of(part);
            end += factor * if (factor > 0) == greatest { high } else { low };
        }
        let Some(depth) = depth.checked_sub(1) else { return end };
        for &(part, factor) in &sum.terms {
            for other in self.beyond(part, (factor > 0) == greatest) {
                let mut replaced = sum.clone();
                replaced.add(part, -factor);
                replaced.add_sum(&other, factor);
                if !replaced.is_small() {
                    continue;
                }
                let found = self.end(&replaced, greatest, depth);
                end = if greatest { end.min(found) } else { end.max(found) };
            }
        }
        end
    }

    /// Sums that a number is at most, or at least.
    fn beyond(&self, part: Part, at_most: bool) -> Vec<Sum> {
        let Some((op, inst, component)) = self.operation(part) else { return Vec::new() };
        let bounded = |position| {
            let part = self.operand(inst, position, component)?;
            let sum = self.sum(part)?;
            let (low, high) = (self.end(&sum, false, 0), self.end(&sum, true, 0));
            // Only without wrapping is the sum the number itself.
            (low >= 0 && high <= self.most(part)).then_some((sum, low, high))
        };
        match (op, at_most) {
            (Op::Iand | Op::Umin, true) => {
                [bounded(0), bounded(1)].into_iter().flatten().map(|it| it.0).collect()
            }
            // Nothing is known of what a remainder of 0 is.
            (Op::Umod, true) if bounded(1).is_some_and(|by| by.1 > 0) => {
                bounded(0).map(|it| it.0).into_iter().collect()
            }
            (Op::Iand, false) => {
                let (Some(a), Some(b)) = (bounded(0), bounded(1)) else { return Vec::new() };
                let highest = u64::try_from(a.2.max(b.2)).unwrap_or(u64::MAX);
                let mut sum = a.0;
                sum.add_sum(&b.0, 1);
                sum.constant -= i128::from(ones(64 - highest.leading_zeros()));
                vec![sum]
            }
            _ => Vec::new(),
        }
    }

    /// The greatest that the bits of a number can be, read as unsigned.
    fn most(&self, part: Part) -> i128 {
        let width = match part {
            Part::Of(operand, _) => self.width(operand),
            Part::Input(input, _) => {
                self.module.types.scalar_of(self.module.globals[input].ty).map(|scalar| scalar.width())
            }
        };
        width.map_or(0, |width| i128::from(ones(width)))
    }

    /// The least and the greatest of a number, read as signed or as unsigned, but always in one way.
    fn range_of(&self, part: Part) -> (i128, i128) {
        // Those that are replaced are read as unsigned.
        let is_replaced =
            self.operation(part).is_some_and(|row| matches!(row.0, Op::Iand | Op::Umin | Op::Umod));
        if let Part::Of(operand, _) = part
            && !is_replaced
            && let Some((low, high)) = self.signed_range(operand)
        {
            return (low.into(), high.into());
        }
        let bounds = match part {
            Part::Of(operand, _) => self.bounds(operand).map(|row| row.1),
            Part::Input(input, component) => {
                bounds_of_input(self.module, self.largest_dispatch, input, Some(component))
            }
        };
        match bounds {
            Some(Bounds { least, greatest }) => (least.into(), greatest.into()),
            None => (0, self.most(part)),
        }
    }
}

#[cfg(test)]
mod tests;
