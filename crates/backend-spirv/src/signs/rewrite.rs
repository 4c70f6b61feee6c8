//! Rewrites functions with the signedness that was chosen, and the constants for it.

use super::forms::Role;
use super::{Known, Sign, Signs, makes_constant};
use crate::error::Result;
use crate::words::{Ids, opcode};
use rustc_hash::FxHashMap;
use spirv::Op;
use vitrum_ir::types::common;

/// Integer constants that were written.
#[derive(Default)]
pub(super) struct Constants {
    /// Opcode and operands of each.
    parts: FxHashMap<u32, (Op, Ids)>,
    /// By their bits, the scalars: signed and unsigned.
    scalars: FxHashMap<u32, [Option<u32>; 2]>,
}

impl Signs<'_, '_> {
    /// Changes types and operands, and leaves casts out.
    pub(super) fn rewrite(&mut self) -> Result<()> {
        let mut constants = self.constants();
        let mut functions = std::mem::take(&mut self.w.functions);
        // Constants of groups first: free operands take what is there.
        for (number, words) in functions.numbered() {
            let Some(result) = self.result(words) else { continue };
            let op = opcode(number);
            for (at, &id) in words.iter().enumerate().skip(2) {
                if self.at(id).is_constant && self.forms.role(op, words, at) == Role::Linked {
                    let constant = self.linked_constant(&mut constants, result, id)?;
                    self.fix(constant);
                }
            }
        }
        let mut failure = None;
        functions.retain(|number, words| {
            let changed = match self.concerns(words) {
                true => self.rewrite_instruction(&mut constants, opcode(number), words),
                false => Ok(true),
            };
            changed.unwrap_or_else(|error| {
                failure.get_or_insert(error);
                true
            })
        });
        self.w.functions = functions;
        failure.map_or(Ok(()), Err)
    }

    fn constants(&self) -> Constants {
        let mut constants = Constants::default();
        // The second word of others need be no id.
        for (op, words) in self.w.globals.instructions().filter(|row| makes_constant(row.0)) {
            let &[_, id, ref parts @ ..] = words else { continue };
            let Some(shape) = self.at(id).shape else { continue };
            constants.parts.insert(id, (op, Ids::from_slice(parts)));
            if let (Op::Constant, &[bits]) = (op, parts) {
                let slots = constants.scalars.entry(bits).or_default();
                slots[usize::from(shape.sign == Sign::Unsigned)] = Some(id);
            }
        }
        constants
    }

    /// The constant for an operand that has the signedness of the result.
    fn linked_constant(&mut self, constants: &mut Constants, result: u32, id: u32) -> Result<u32> {
        let (chosen, own) = (self.chosen(result), self.at(id).shape);
        match (chosen, own) {
            (Some(chosen), Some(own)) if chosen.sign != own.sign => self.variant(constants, id),
            _ => Ok(id),
        }
    }

    /// The same constant with the other signedness.
    fn variant(&mut self, constants: &mut Constants, id: u32) -> Result<u32> {
        let (Some(shape), Some((op, parts))) = (self.at(id).shape, constants.parts.get(&id).cloned()) else {
            return Ok(id);
        };
        let shape = super::Shape { sign: shape.sign.other(), ..shape };
        let mut operands = parts;
        if op == Op::ConstantComposite {
            for part in &mut operands {
                *part = self.variant(constants, *part)?;
            }
        }
        let ty = common::vector(shape.sign.scalar(), u32::from(shape.size));
        let ty = self.w.ty(ty.unwrap_or(common::scalar(shape.sign.scalar())))?;
        let new = self.w.intern_constant(op, ty, &operands);
        self.types |= shape.bit();
        if self.at(new).shape.is_none() {
            let next = self.known.len() as u32;
            self.known.extend((next..self.w.mark()).map(|id| Known { parent: id, ..Known::default() }));
            for (id, is_type) in [(new, false), (ty, true)] {
                if let Some(slot) = self.known.get_mut(id as usize) {
                    slot.shape = Some(shape);
                    slot.is_type = is_type;
                    slot.is_constant = !is_type;
                }
            }
            if let (Op::Constant, &[bits]) = (op, operands.as_slice()) {
                constants.scalars.entry(bits).or_default()[usize::from(shape.sign == Sign::Unsigned)] =
                    Some(new);
            }
            constants.parts.insert(new, (op, operands));
        }
        Ok(new)
    }

    /// The constant for an operand of either signedness: one that is there anyway, or one of a type that is.
    fn free_constant(&mut self, constants: &mut Constants, id: u32) -> Result<u32> {
        let known = self.at(id);
        let (Some(shape), Some((op, parts))) = (known.shape, constants.parts.get(&id)) else { return Ok(id) };
        if known.is_fixed {
            return Ok(id);
        }
        let bits = parts.first().filter(|_| *op == Op::Constant);
        let slots = bits.and_then(|bits| constants.scalars.get(bits)).copied().unwrap_or_default();
        let other = slots[usize::from(shape.sign == Sign::Signed)];
        if let Some(other) = other.filter(|&other| self.at(other).is_fixed) {
            return Ok(other);
        }
        // The types that are added for a signedness: of a vector and of its components.
        let cost = |sign| {
            let lacks = |&size: &u8| self.types & super::Shape { sign, size }.bit() == 0;
            [shape.size, 1].iter().filter(|size| lacks(size)).count()
        };
        let sign = if cost(Sign::Unsigned) <= cost(Sign::Signed) { Sign::Unsigned } else { Sign::Signed };
        if sign == shape.sign || cost(shape.sign) == 0 && other.is_none() {
            return Ok(id);
        }
        self.variant(constants, id)
    }

    /// Changes an instruction; false if it goes.
    fn rewrite_instruction(&mut self, constants: &mut Constants, op: Op, words: &mut [u32]) -> Result<bool> {
        let result = self.result(words);
        if result.is_some_and(|result| self.replaced.contains_key(&result)) {
            return Ok(false);
        }
        for at in if result.is_some() { 2 } else { 0 }..words.len() {
            let role = self.forms.role(op, words, at);
            let Some(&id) = words.get(at) else { break };
            if matches!(role, Role::Literal | Role::Unknown) || self.at(id).shape.is_none() {
                continue;
            }
            let new = match (role, result) {
                (_, _) if !self.at(id).is_constant => self.standing_for(id),
                (Role::Linked, Some(result)) => self.linked_constant(constants, result, id)?,
                (Role::Free, _) => self.free_constant(constants, id)?,
                _ => id,
            };
            if let Some(slot) = words.get_mut(at) {
                *slot = new;
            }
        }
        let Some(result) = result else { return Ok(true) };
        let (own, chosen) = (self.at(result).shape, self.chosen(result));
        if let (Some(chosen), true) = (chosen, own != chosen)
            && let Some(slot) = words.first_mut()
        {
            let ty = common::vector(chosen.sign.scalar(), u32::from(chosen.size));
            *slot = self.w.ty(ty.unwrap_or(common::scalar(chosen.sign.scalar())))?;
        }
        Ok(true)
    }

    /// The value that is used for one whose cast goes.
    fn standing_for(&self, id: u32) -> u32 {
        let mut id = id;
        while let Some(&operand) = self.replaced.get(&id) {
            id = operand;
        }
        id
    }
}
