//! Binary trees of branches or selections over an index.

use crate::framework::rewrite::{End, Rewriter};
use crate::hardware::emit;
use vitrum_ir::{Op, Operand, Precision, Type, types::common};

/// An index of an address, and the number of parts to choose from if it is not constant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) index: Operand,
    pub(super) length: Option<u32>,
}

/// A tree of branches with one leaf for each element that an address may lead to.
pub(super) struct Tree<'l> {
    pub(super) root: Operand,
    /// True if all elements are loaded, and one is selected.
    pub(super) selects: bool,
    /// The access of an element.
    pub(super) leaf: &'l dyn Fn(&mut Rewriter<'_>, Operand) -> Option<Operand>,
}

impl Tree<'_> {
    /// Builds the tree. Its depth is that of the steps, which are few, and the logarithm of the number of elements.
    pub(super) fn build(&self, rewriter: &mut Rewriter<'_>, steps: &[Step]) -> Option<Operand> {
        self.fixed(rewriter, &mut Vec::with_capacity(steps.len()), steps)
    }

    /// Goes through the next steps with the indices that are chosen by now.
    fn fixed(
        &self,
        rewriter: &mut Rewriter<'_>,
        chosen: &mut Vec<Operand>,
        steps: &[Step],
    ) -> Option<Operand> {
        let Some((step, rest)) = steps.split_first() else {
            let pointer = rewriter.access(self.root, chosen);
            return (self.leaf)(rewriter, pointer);
        };
        match step.length {
            None => {
                chosen.push(step.index);
                let value = self.fixed(rewriter, chosen, rest);
                chosen.pop();
                value
            }
            Some(length) => {
                let index = rewriter.convert(step.index, common::U32);
                self.range(rewriter, chosen, (index, 0, length.max(1)), rest)
            }
        }
    }

    /// Chooses an index from a range.
    fn range(
        &self,
        rewriter: &mut Rewriter<'_>,
        chosen: &mut Vec<Operand>,
        (index, start, end): (Operand, u32, u32),
        rest: &[Step],
    ) -> Option<Operand> {
        if end - start == 1 {
            let number = rewriter.module_mut().constants.i32(start as i32);
            chosen.push(number.into());
            let value = self.fixed(rewriter, chosen, rest);
            chosen.pop();
            return value;
        }
        let middle = start + (end - start) / 2;
        let bound = emit::number(rewriter, middle);
        let is_below = rewriter.push(Op::Ult, &[index, bound], 0, common::BOOL, Precision::None);
        if self.selects {
            let below = self.range(rewriter, chosen, (index, start, middle), rest)?;
            let above = self.range(rewriter, chosen, (index, middle, end), rest)?;
            return Some(rewriter.op(Op::Select, &[is_below, below, above]));
        }
        let mut other = chosen.clone();
        let values = rewriter.if_(
            is_below,
            |rewriter| {
                End::Merge(self.range(rewriter, chosen, (index, start, middle), rest).into_iter().collect())
            },
            |rewriter| {
                End::Merge(self.range(rewriter, &mut other, (index, middle, end), rest).into_iter().collect())
            },
        );
        values.first().copied()
    }
}

/// Selects an element of a value.
pub(super) fn extract(
    rewriter: &mut Rewriter<'_>,
    whole: Operand,
    index: Operand,
    length: u32,
    (ty, precision): (Type, Precision),
) -> Operand {
    let index = rewriter.convert(index, common::U32);
    let mut values: Vec<(u32, Operand)> = (0..length)
        .map(|number| (number, rewriter.push(Op::Extract, &[whole], number, ty, precision)))
        .collect();
    // Neighbours become one, until one is left; each has the first index that it stands for.
    while values.len() > 1 {
        let mut next = Vec::with_capacity(values.len().div_ceil(2));
        for pair in values.chunks(2) {
            next.push(match *pair {
                [(first, below), (middle, above)] => {
                    let bound = emit::number(rewriter, middle);
                    let is_below = rewriter.push(Op::Ult, &[index, bound], 0, common::BOOL, Precision::None);
                    (first, rewriter.push(Op::Select, &[is_below, below, above], 0, ty, precision))
                }
                [one] => one,
                _ => continue,
            });
        }
        values = next;
    }
    values.first().map_or(whole, |row| row.1)
}

/// Replaces a component of a vector.
pub(super) fn insert(
    rewriter: &mut Rewriter<'_>,
    whole: Operand,
    new: Operand,
    index: Operand,
    (ty, precision): (Type, Precision),
) -> Operand {
    let index = rewriter.convert(index, common::U32);
    let count = rewriter.module().types.vector_size(ty).unwrap_or(1);
    let part = rewriter.ty(new);
    let components: Vec<Operand> = (0..count)
        .map(|number| {
            let old = emit::component(rewriter, whole, number);
            let number = emit::number(rewriter, number);
            let is_it = rewriter.push(Op::Ieq, &[index, number], 0, common::BOOL, Precision::None);
            rewriter.push(Op::Select, &[is_it, new, old], 0, part, precision)
        })
        .collect();
    emit::vector(rewriter, &components, (ty, precision))
}
