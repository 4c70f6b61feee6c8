//! Casts between `int` and `uint` that SPIR-V does not need, removed from the words of a finished module.
//!
//! An instruction of SPIR-V says by its opcode how it reads integers: `OpIAdd`, `OpSDiv` or `OpAccessChain` take operands of either
//! signedness, and most results may have either. Values that must have one signedness together, as those of a phi, are a group. A group
//! with a value that is loaded, stored or given to a function keeps the type of that value; a cast joins its two groups if it can, and
//! others get the signedness that needs fewer types. Casts within a group, types and constants that nothing uses any more are left out.
//!
//! ```text
//! %8 = OpBitcast %int %7            (gone)
//! %9 = OpIAdd %int %8 %int_1        %9 = OpIAdd %uint %7 %uint_1
//! ```

mod forms;
mod rewrite;
mod unused;

use crate::error::Result;
use crate::words::opcode;
use crate::writer::Writer;
use forms::{Forms, Outcome, Role};
use spirv::{Decoration, Op};
use std::collections::BTreeMap;
use vitrum_ir::Scalar;

/// The signedness of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Signed,
    Unsigned,
}

impl Sign {
    const fn other(self) -> Self {
        match self {
            Self::Signed => Self::Unsigned,
            Self::Unsigned => Self::Signed,
        }
    }

    const fn bit(self) -> u8 {
        match self {
            Self::Signed => 1,
            Self::Unsigned => 2,
        }
    }

    const fn scalar(self) -> Scalar {
        match self {
            Self::Signed => Scalar::I32,
            Self::Unsigned => Scalar::U32,
        }
    }
}

/// A type of 32-bit integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    sign: Sign,
    /// The number of components; 1 for a scalar.
    size: u8,
}

impl Shape {
    /// The bit of this type in a set of types.
    const fn bit(self) -> u16 {
        1 << (self.size
            + match self.sign {
                Sign::Signed => 0,
                Sign::Unsigned => 8,
            })
    }
}

/// Facts about an id that is a 32-bit integer, or a vector of these.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// The shape of the type, or of the type that this id is.
    shape: Option<Shape>,
    is_type: bool,
    is_constant: bool,
    /// The group's representative, or one nearer to it; of a value alone, its own id.
    parent: u32,
    /// Of a representative: the signs that members must have.
    pinned: u8,
    /// Of a representative: the sizes of its members.
    sizes: u16,
    /// True if a use needs the id to stay, or the type to be exact or that of a group.
    is_fixed: bool,
    /// True for a value with a use that cannot be renamed.
    is_needed: bool,
}

/// Removes the casts, and what is unused then.
pub(crate) fn unify(w: &mut Writer<'_>) -> Result<()> {
    let mut pass = Signs::new(w);
    if !pass.has_both_signs() {
        return Ok(());
    }
    pass.read_results();
    pass.read_annotations();
    pass.read_uses();
    pass.join_casts();
    pass.choose();
    pass.rewrite()?;
    pass.remove_unused();
    Ok(())
}

/// True for instructions that make a constant; those of specialisation constants stay as they are.
fn makes_constant(op: Op) -> bool {
    matches!(op, Op::Constant | Op::ConstantNull | Op::ConstantComposite | Op::Undef)
}

struct Signs<'w, 'm> {
    w: &'w mut Writer<'m>,
    forms: Forms,
    known: Vec<Known>,
    /// Casts in order: operand and result.
    casts: Vec<(u32, u32)>,
    /// The operand that stands for the result of a cast that goes.
    replaced: BTreeMap<u32, u32>,
    /// The types that stay whatever is chosen, as a set of [`Shape::bit`].
    types: u16,
}

impl<'w, 'm> Signs<'w, 'm> {
    /// With what the types, constants and variables say.
    fn new(w: &'w mut Writer<'m>) -> Self {
        let forms = Forms { glsl: w.imported("GLSL.std.450").unwrap_or(0) };
        let mut known: Vec<Known> =
            (0..w.mark()).map(|id| Known { parent: id, ..Known::default() }).collect();
        let mut types = 0;
        for (op, words) in w.globals.instructions() {
            let (Some(&first), Some(&second)) = (words.first(), words.get(1)) else { continue };
            let at = |id: u32| known.get(id as usize).copied().unwrap_or_default();
            let (id, shape, is_type) = match (op, words) {
                (Op::TypeInt, &[id, 32, sign]) => {
                    let sign = if sign == 0 { Sign::Unsigned } else { Sign::Signed };
                    (id, Some(Shape { sign, size: 1 }), true)
                }
                (Op::TypeVector, &[id, part, size @ 2..=4]) => {
                    (id, at(part).shape.map(|shape| Shape { size: size as u8, ..shape }), true)
                }
                _ if at(first).is_type => (second, at(first).shape, false),
                _ => (0, None, false),
            };
            let is_constant = makes_constant(op);
            if !is_constant && op != Op::TypeVector {
                let used = words.iter().filter(|&&id| at(id).is_type).filter_map(|&id| at(id).shape);
                types = used.fold(types, |types, shape| types | shape.bit());
            }
            let (Some(slot), Some(shape)) = (known.get_mut(id as usize), shape) else { continue };
            *slot = Known { shape: Some(shape), is_type, is_constant: is_constant && !is_type, ..*slot };
            if !is_type && !is_constant {
                slot.pinned = shape.sign.bit();
            }
        }
        Self { w, forms, known, casts: Vec::new(), replaced: BTreeMap::new(), types }
    }

    fn has_both_signs(&self) -> bool {
        let has = |sign| self.known.iter().any(|it| it.is_type && it.shape.is_some_and(|it| it.sign == sign));
        has(Sign::Signed) && has(Sign::Unsigned)
    }

    fn at(&self, id: u32) -> Known {
        self.known.get(id as usize).copied().unwrap_or_default()
    }

    /// True for a value, which is no constant, of this kind of type.
    fn is_value(&self, id: u32) -> bool {
        let known = self.at(id);
        known.shape.is_some() && !known.is_type && !known.is_constant
    }

    fn root(&mut self, id: u32) -> u32 {
        let mut root = id;
        while self.at(root).parent != root {
            root = self.at(root).parent;
        }
        let mut at = id;
        while at != root {
            let Some(slot) = self.known.get_mut(at as usize) else { break };
            at = std::mem::replace(&mut slot.parent, root);
        }
        root
    }

    /// The value keeps the signedness that it has.
    fn pin(&mut self, id: u32) {
        let Some(shape) = self.at(id).shape else { return };
        let root = self.root(id);
        if let Some(slot) = self.known.get_mut(root as usize) {
            slot.pinned |= shape.sign.bit();
        }
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return;
        }
        let (kept, joined) = (one.min(other), one.max(other));
        let from = self.at(joined);
        if let Some(slot) = self.known.get_mut(joined as usize) {
            slot.parent = kept;
        }
        if let Some(slot) = self.known.get_mut(kept as usize) {
            slot.pinned |= from.pinned;
            slot.sizes |= from.sizes;
        }
    }

    /// Values with a decoration that is about more than precision stay as they are.
    fn read_annotations(&mut self) {
        let decorated = self.w.annotations().instructions().filter_map(|(op, words)| match (op, words) {
            (Op::Decorate, &[_, what, ..]) if what == Decoration::RelaxedPrecision as u32 => None,
            (_, &[id, ..]) => Some(id),
            _ => None,
        });
        let decorated: Vec<u32> = decorated.collect();
        for id in decorated {
            self.need(id);
            if self.is_value(id) {
                self.pin(id);
            }
        }
    }

    /// Notes the types of results.
    fn read_results(&mut self) {
        for (_, words) in self.w.functions.numbered() {
            let &[ty, id, ..] = words else { continue };
            let ty = self.known.get(ty as usize).copied().unwrap_or_default();
            if let (true, Some(shape), Some(slot)) = (ty.is_type, ty.shape, self.known.get_mut(id as usize)) {
                slot.shape = Some(shape);
                slot.sizes = 1 << shape.size;
            }
        }
    }

    /// Notes what uses say about values.
    fn read_uses(&mut self) {
        let functions = std::mem::take(&mut self.w.functions);
        for (number, words) in functions.numbered() {
            if self.concerns(words) {
                self.read_instruction(opcode(number), words);
            }
        }
        self.w.functions = functions;
    }

    /// True if a word may be the id of an integer: what other instructions say is of no interest.
    fn concerns(&self, words: &[u32]) -> bool {
        words.iter().any(|&id| self.known.get(id as usize).is_some_and(|known| known.shape.is_some()))
    }

    /// The result of an instruction, if it is an integer.
    fn result(&self, words: &[u32]) -> Option<u32> {
        let &[ty, id, ..] = words else { return None };
        (self.at(ty).is_type && self.is_value(id)).then_some(id)
    }

    fn read_instruction(&mut self, op: Op, words: &[u32]) {
        let result = self.result(words);
        let outcome = self.forms.outcome(op, words);
        if let Some(result) = result.filter(|_| outcome == Outcome::Exact) {
            self.pin(result);
        }
        if let (Some(result), Op::Bitcast, Some(&operand)) = (result, op, words.get(2)) {
            let same = self.at(result).shape.map(|it| it.size) == self.at(operand).shape.map(|it| it.size);
            if same && self.is_value(operand) {
                self.casts.push((operand, result));
                return;
            }
        }
        for (at, &id) in words.iter().enumerate().skip(if result.is_some() { 2 } else { 0 }) {
            let known = self.at(id);
            match self.forms.role(op, words, at) {
                Role::Literal | Role::Free => {}
                Role::Linked => match result {
                    Some(_) if known.is_constant && known.shape.is_some() => {}
                    Some(result) if self.is_value(id) => {
                        self.fix(id);
                        self.join(result, id);
                    }
                    // A part of a struct has the type of the member.
                    Some(result) => self.pin(result),
                    None => self.pin_use(id),
                },
                Role::Exact => self.pin_use(id),
                Role::Unknown => {
                    self.pin_use(id);
                    self.need(id);
                }
            }
        }
    }

    /// A use that is exact about the type.
    fn pin_use(&mut self, id: u32) {
        let known = self.at(id);
        if let (true, Some(shape)) = (known.is_constant, known.shape) {
            self.types |= shape.bit();
        }
        if known.shape.is_some() && !known.is_type {
            self.fix(id);
            if !known.is_constant {
                self.pin(id);
            }
        }
    }

    fn fix(&mut self, id: u32) {
        if let Some(slot) = self.known.get_mut(id as usize) {
            slot.is_fixed = true;
        }
    }

    /// The instruction that gives this value stays.
    fn need(&mut self, id: u32) {
        if let Some(slot) = self.known.get_mut(id as usize) {
            slot.is_needed = true;
        }
    }

    /// Finds the casts that can go, and what stands for their results.
    fn join_casts(&mut self) {
        let casts = std::mem::take(&mut self.casts);
        let (stay, may_go): (Vec<_>, Vec<_>) = casts.into_iter().partition(|cast| self.at(cast.1).is_needed);
        // Their operands keep their signedness, which has to be known before any groups are joined.
        for (operand, _) in stay {
            self.pin(operand);
        }
        for (operand, result) in may_go {
            let (one, other) = (self.root(operand), self.root(result));
            let both = Sign::Signed.bit() | Sign::Unsigned.bit();
            let may_join = self.at(one).pinned | self.at(other).pinned != both;
            if may_join {
                self.join(operand, result);
            }
            if may_join || !self.at(result).is_fixed {
                self.replaced.insert(result, operand);
            }
        }
    }

    /// Gives each group that nothing pins a signedness that few types have to be added for.
    fn choose(&mut self) {
        let ids = 0..self.known.len() as u32;
        let groups = ids.filter(|&id| self.is_value(id) && self.at(id).parent == id);
        let (free, pinned): (Vec<u32>, Vec<u32>) = groups.partition(|&group| self.at(group).pinned == 0);
        for group in pinned {
            self.add_types(group);
        }
        for group in free {
            let known = self.at(group);
            let Some(own) = known.shape.map(|shape| shape.sign) else { continue };
            let cost = |sign: Sign| {
                let sizes = (1..=4).filter(|&size| size == 1 || known.sizes & 1 << size != 0);
                sizes.filter(|&size| self.types & Shape { sign, size }.bit() == 0).count()
            };
            let sign = if cost(own.other()) < cost(own) { own.other() } else { own };
            if let Some(slot) = self.known.get_mut(group as usize) {
                slot.pinned = sign.bit();
            }
            self.add_types(group);
        }
    }

    /// The types of a group that has a signedness stay.
    fn add_types(&mut self, group: u32) {
        let known = self.at(group);
        for sign in [Sign::Signed, Sign::Unsigned].into_iter().filter(|sign| known.pinned & sign.bit() != 0) {
            let sizes = (1..=4).filter(|&size| size == 1 || known.sizes & 1 << size != 0);
            self.types = sizes.fold(self.types, |types, size| types | Shape { sign, size }.bit());
        }
    }

    /// The shape that a value gets.
    fn chosen(&mut self, id: u32) -> Option<Shape> {
        let shape = self.at(id).shape?;
        let root = self.root(id);
        let pinned = self.at(root).pinned;
        let is_flipped = pinned == shape.sign.other().bit();
        Some(if is_flipped { Shape { sign: shape.sign.other(), ..shape } } else { shape })
    }
}
