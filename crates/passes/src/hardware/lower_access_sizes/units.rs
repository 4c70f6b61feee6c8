//! Components that are loaded and stored in units of 1, 2 or 4 bytes, or in words that hold the units.

use crate::framework::rewrite::Rewriter;
use crate::hardware::emit::{self, number, unsigned};
use crate::hardware::pieces::{Piece, add};
use vitrum_ir::machine::{Access, MEMORY_ATOMICS, Space};
use vitrum_ir::{AtomicAccess, Op, Operand, Precision, Scalar, scope, types::common};

/// The units of a component.
#[derive(Clone, Copy, Debug)]
pub(super) struct Units {
    /// Bytes of a unit.
    pub(super) unit: u32,
    /// Their number.
    pub(super) count: u32,
    /// True if the target has accesses of a unit, false if only of words.
    pub(super) has_access: bool,
}

fn scalar_of(bytes: u32) -> Scalar {
    match bytes {
        1 => Scalar::U8,
        2 => Scalar::U16,
        _ => Scalar::U32,
    }
}

/// Builds a load of `count` unsigned integers some bytes behind the start of an access.
pub(super) fn load(
    rewriter: &mut Rewriter<'_>,
    piece: &Piece,
    distance: u32,
    bytes: u32,
    count: u32,
) -> Operand {
    let ty = rewriter.module_mut().types.vector(scalar_of(bytes), count);
    let operands = piece.part_operands(rewriter, distance, None, 0);
    emit::value(rewriter, piece.intrinsic, &operands, (ty, Precision::None))
}

/// Builds a store of `count` unsigned integers some bytes behind the start of an access.
pub(super) fn store(rewriter: &mut Rewriter<'_>, piece: &Piece, distance: u32, value: Operand, count: u32) {
    let operands = piece.part_operands(rewriter, distance, Some(value), (1 << count) - 1);
    emit::effect(rewriter, piece.intrinsic, &operands);
}

/// A shifted value; the value itself if it is known not to be shifted.
fn shifted(rewriter: &mut Rewriter<'_>, op: Op, value: Operand, amount: Operand) -> Operand {
    match rewriter.module().as_int(amount) {
        Some(0) => value,
        _ => unsigned(rewriter, op, &[value, amount]),
    }
}

/// A place in a word: the address of the word, and the number of the first bit.
struct InWord {
    address: Operand,
    shift: Operand,
}

/// The word that holds a unit some bytes behind the start of an access.
fn in_word(rewriter: &mut Rewriter<'_>, piece: &Piece, distance: u32) -> InWord {
    let position = piece.offset_position();
    let offset = piece.operands.get(position).copied().unwrap_or_else(|| number(rewriter, 0));
    let address = if distance == 0 { offset } else { add(rewriter, offset, distance) };
    let ty = rewriter.ty(address);
    let scalar = if ty == common::U64 { Scalar::U64 } else { Scalar::U32 };
    let constant = |rewriter: &mut Rewriter<'_>, bits: u64| {
        let bits = vitrum_ir::eval::scalar::truncate(scalar.width(), bits);
        Operand::from(rewriter.module_mut().constants.scalar(scalar, bits))
    };
    let (three, others) = (constant(rewriter, 3), constant(rewriter, !3));
    let word = rewriter.push(Op::Iand, &[address, others], 0, ty, Precision::None);
    let within = rewriter.push(Op::Iand, &[address, three], 0, ty, Precision::None);
    let within = rewriter.convert(within, common::U32);
    let three = number(rewriter, 3);
    let shift = unsigned(rewriter, Op::Shl, &[within, three]);
    InWord { address: word, shift }
}

/// Operands of an access with another address, which is aligned to words.
fn word_operands(rewriter: &mut Rewriter<'_>, piece: &Piece, address: Operand) -> Vec<Operand> {
    let four = number(rewriter, 4);
    let mut operands = piece.operands.clone();
    let align = operands.len().saturating_sub(2);
    for (position, operand) in [(piece.offset_position(), address), (align, four)] {
        if let Some(slot) = operands.get_mut(position) {
            *slot = operand;
        }
    }
    operands
}

impl Units {
    /// Builds a load of a component; gives its words, in which unused bits are undefined.
    pub(super) fn load(self, rewriter: &mut Rewriter<'_>, piece: &Piece, distance: u32) -> Vec<Operand> {
        let per_word = 4 / self.unit;
        let mut words: Vec<Operand> = Vec::new();
        for index in 0..self.count {
            let unit = self.load_unit(rewriter, piece, distance + index * self.unit);
            let place = index % per_word;
            if place == 0 {
                words.push(unit);
            } else if let Some(word) = words.last_mut() {
                let amount = number(rewriter, place * self.unit * 8);
                let shifted = unsigned(rewriter, Op::Shl, &[unit, amount]);
                *word = unsigned(rewriter, Op::Ior, &[*word, shifted]);
            }
        }
        words
    }

    /// A unit as a word whose other bits are zero.
    fn load_unit(self, rewriter: &mut Rewriter<'_>, piece: &Piece, distance: u32) -> Operand {
        if self.has_access {
            let unit = load(rewriter, piece, distance, self.unit, 1);
            return if self.unit == 4 { unit } else { unsigned(rewriter, Op::Uconvert, &[unit]) };
        }
        let InWord { address, shift } = in_word(rewriter, piece, distance);
        let operands = word_operands(rewriter, piece, address);
        let word = emit::value(rewriter, piece.intrinsic, &operands, (common::U32, Precision::None));
        let shifted = shifted(rewriter, Op::Lshr, word, shift);
        let mask = number(rewriter, self.mask());
        unsigned(rewriter, Op::Iand, &[shifted, mask])
    }

    /// The bits of a unit.
    fn mask(self) -> u32 {
        u32::MAX >> (32 - 8 * self.unit)
    }

    /// Builds a store of a component from its words.
    pub(super) fn store(self, rewriter: &mut Rewriter<'_>, piece: &Piece, distance: u32, words: &[Operand]) {
        let per_word = 4 / self.unit;
        for index in 0..self.count {
            let Some(&word) = words.get((index / per_word) as usize) else { return };
            let amount = number(rewriter, index % per_word * self.unit * 8);
            let unit = shifted(rewriter, Op::Lshr, word, amount);
            self.store_unit(rewriter, piece, distance + index * self.unit, unit);
        }
    }

    fn store_unit(self, rewriter: &mut Rewriter<'_>, piece: &Piece, distance: u32, unit: Operand) {
        if self.has_access {
            let ty = common::scalar(scalar_of(self.unit));
            let narrow = match self.unit {
                4 => unit,
                _ => rewriter.push(Op::Uconvert, &[unit], 0, ty, Precision::None),
            };
            store(rewriter, piece, distance, narrow, 1);
            return;
        }
        let mask = number(rewriter, self.mask());
        let InWord { address, shift } = in_word(rewriter, piece, distance);
        let unit = unsigned(rewriter, Op::Iand, &[unit, mask]);
        let bits = shifted(rewriter, Op::Shl, unit, shift);
        let taken = unsigned(rewriter, Op::Shl, &[mask, shift]);
        let others = unsigned(rewriter, Op::Inot, &[taken]);
        match piece.space {
            Some(Space::Scratch) | None => self.replace_in_word(rewriter, piece, address, bits, others),
            Some(space) => {
                change_word(rewriter, piece, space, address, Op::AtomicAnd, others);
                change_word(rewriter, piece, space, address, Op::AtomicOr, bits);
            }
        }
    }

    /// Loads a word, puts bits into it and stores it: of memory that nobody else writes.
    fn replace_in_word(
        self,
        rewriter: &mut Rewriter<'_>,
        piece: &Piece,
        address: Operand,
        bits: Operand,
        others: Operand,
    ) {
        let Some(load) = Space::Scratch.intrinsic(Access::Load) else { return };
        let (four, zero) = (number(rewriter, 4), number(rewriter, 0));
        let result = (common::U32, Precision::None);
        let old = emit::value(rewriter, load, &[address, four, zero], result);
        let kept = unsigned(rewriter, Op::Iand, &[old, others]);
        let new = unsigned(rewriter, Op::Ior, &[kept, bits]);
        let mut operands = word_operands(rewriter, piece, address);
        let one = number(rewriter, 1);
        for (position, operand) in [(0, new), (piece.offset_position() + 1, one)] {
            if let Some(slot) = operands.get_mut(position) {
                *slot = operand;
            }
        }
        emit::effect(rewriter, piece.intrinsic, &operands);
    }
}

/// Changes a word by an atomic, whose order does not matter.
fn change_word(
    rewriter: &mut Rewriter<'_>,
    piece: &Piece,
    space: Space,
    address: Operand,
    op: Op,
    value: Operand,
) {
    let Some(intrinsic) = space.intrinsic(Access::Atomic) else { return };
    let scope = if space == Space::Shared { scope::WORKGROUP } else { scope::DEVICE };
    let order = number(rewriter, AtomicAccess { scope: scope as u8, semantics: 0 }.bits());
    let op = MEMORY_ATOMICS.iter().position(|&it| it == op).unwrap_or(0);
    let mut operands = vec![number(rewriter, op as u32), value];
    if space.is_indexed() {
        operands.extend(piece.operands.get(1));
    }
    operands.extend([address, order]);
    emit::value(rewriter, intrinsic, &operands, (common::U32, Precision::None));
}
