//! Replaces loads and stores of machines by ones of the sizes and alignments that a target has.
//!
//! ```text
//! sizes of 4 and 8 bytes, aligned to themselves, components of 32 bits at most
//!
//! %0: vec3<f32> = intrinsic.load_storage 0u32, 16u32, 16u32, 0u32
//! %1: f64 = intrinsic.load_storage 0u32, 40u32, 8u32, 0u32
//! =>
//! %0: vec2<f32> = intrinsic.load_storage 0u32, 16u32, 16u32, 0u32
//! %1: f32 = intrinsic.load_storage 0u32, 24u32, 8u32, 0u32
//! %2: vec3<f32> = construct %0, %1
//! %3: vec2<u32> = intrinsic.load_storage 0u32, 40u32, 8u32, 0u32
//! %4: f64 = bitcast %3
//! ```
//!
//! Without accesses of 1 and 2 bytes, smaller numbers are shifted out of words, and put into them: in memory of one invocation by
//! a load and a store of the word, elsewhere by two atomics, so that others can write the rest of the word. Accesses of volatile
//! memory stay whole.
//!
//! Mesa calls this `nir_lower_mem_access_bit_sizes`.

mod units;

use super::emit;
use super::pieces::{Piece, runs};
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, PassOptions};
use units::Units;
use vitrum_ir::{Inst, Module, Op, Operand, Precision, Scalar, types::common};

/// Options of `lower_access_sizes`.
#[derive(Clone, Debug)]
pub struct AccessSizes {
    /// Bytes of an access: some of 1, 2, 4, 8, 12 and 16, with 4 or with 1 among them.
    pub sizes: Vec<u32>,
    /// True if an access is aligned to its size, rounded up to a power of two; false if to its components.
    pub natural: bool,
    /// The most bits of a component.
    pub width: u32,
}

impl Default for AccessSizes {
    fn default() -> Self {
        Self { sizes: vec![4, 8, 16], natural: true, width: 32 }
    }
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "sizes",
        values: "N+N...",
        summary: "bytes of an access: some of 1, 2, 4, 8, 12 and 16, with 1 or 4 among them",
        set: set_sizes,
    },
    PassOption {
        name: "alignment",
        values: "natural|component",
        summary: "the alignment of an access: its size, or that of a component",
        set: set_alignment,
    },
    PassOption {
        name: "width",
        values: "8|16|32|64",
        summary: "the most bits of a component",
        set: set_width,
    },
];

fn set_sizes(options: &mut PassOptions, text: &str) -> Option<()> {
    let sizes: Option<Vec<u32>> = text.split('+').map(|size| size.parse().ok()).collect();
    let sizes = sizes.filter(|sizes| sizes.iter().all(|size| [1, 2, 4, 8, 12, 16].contains(size)))?;
    if !sizes.contains(&4) && !sizes.contains(&1) {
        return None;
    }
    options.change(|it: &mut AccessSizes| it.sizes = sizes);
    Some(())
}

fn set_alignment(options: &mut PassOptions, text: &str) -> Option<()> {
    let natural = ["component", "natural"].iter().position(|&word| word == text)? == 1;
    options.change(|it: &mut AccessSizes| it.natural = natural);
    Some(())
}

fn set_width(options: &mut PassOptions, text: &str) -> Option<()> {
    let width = text.parse().ok().filter(|width| [8, 16, 32, 64].contains(width))?;
    options.change(|it: &mut AccessSizes| it.width = width);
    Some(())
}

/// Lowers the accesses of all functions; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options: AccessSizes = session.settings().options.get();
    run_with(module, session, &options)
}

/// Lowers the accesses of all functions by these options; gives the number of changes.
pub(crate) fn run_with(module: &mut Module, session: &mut Session, options: &AccessSizes) -> usize {
    rewrite_each(module, session, |rewriter, inst| lower(rewriter, inst, options))
}

fn lower(rewriter: &mut Rewriter<'_>, inst: Inst, options: &AccessSizes) -> Action {
    let Some(piece) = Piece::of(rewriter, inst).filter(|piece| piece.space.is_some()) else {
        return Action::Keep;
    };
    let access = AccessOf { options, align: piece.align(rewriter.module()), piece };
    let is_volatile = access.piece.is_volatile(rewriter.module());
    if access.is_legal() || is_volatile || !rewriter.may_change() {
        return Action::Keep;
    }
    if access.piece.is_store {
        for (first, count) in runs(access.piece.mask) {
            access.store(rewriter, first, first + count);
        }
        return Action::Remove;
    }
    let whole = access.load(rewriter);
    rewriter.replace_named(inst, whole)
}

/// An access that is lowered.
struct AccessOf<'o> {
    options: &'o AccessSizes,
    piece: Piece,
    align: u32,
}

impl AccessOf<'_> {
    /// The alignment some bytes behind the start.
    fn align_at(&self, distance: u32) -> u32 {
        if distance == 0 { self.align } else { self.align.min(1 << distance.trailing_zeros()) }
    }

    /// Bytes of a component.
    fn bytes(&self) -> u32 {
        self.piece.scalar.width() / 8
    }

    /// True if the target has an access of `size` bytes in components of `unit` bytes there.
    fn has(&self, size: u32, unit: u32, distance: u32) -> bool {
        let needed = if self.options.natural { size.next_power_of_two() } else { unit };
        self.options.sizes.contains(&size)
            && unit * 8 <= self.options.width
            && size.is_multiple_of(unit)
            && size / unit <= 4
            && self.align_at(distance) >= needed
    }

    /// True if nothing needs to be done.
    fn is_legal(&self) -> bool {
        let (bytes, count) = (self.bytes(), self.piece.count);
        let all = 1u32.checked_shl(count).map_or(u32::MAX, |end| end - 1);
        self.has(bytes * count, bytes, 0) && (!self.piece.is_store || self.piece.mask == all)
    }

    /// The most components from one on that an access can have in units of some bytes; 0 if there is none.
    fn most(&self, first: u32, end: u32, unit: u32) -> u32 {
        let bytes = self.bytes();
        let fits = |&count: &u32| self.has(bytes * count, unit, bytes * first);
        (1..=(end - first).min(4)).rev().find(fits).unwrap_or(0)
    }

    /// The units that a component is made of, if the target has no access of it as a whole.
    fn units(&self, first: u32) -> Units {
        let align = self.align_at(self.bytes() * first);
        let fits = |unit: &u32| *unit <= self.bytes() && *unit <= align && unit * 8 <= self.options.width;
        let has = |unit: &u32| self.options.sizes.contains(unit);
        let accessed = [4, 2, 1].into_iter().find(|unit| fits(unit) && has(unit));
        let unit = accessed.or([4, 2, 1].into_iter().find(fits)).unwrap_or(1);
        Units { unit, count: self.bytes() / unit, has_access: accessed.is_some() }
    }

    fn load(&self, rewriter: &mut Rewriter<'_>) -> Operand {
        let mut parts = Vec::new();
        let mut first = 0;
        let result = |rewriter: &mut Rewriter<'_>, count| {
            (rewriter.module_mut().types.vector(self.piece.scalar, count), self.piece.precision)
        };
        while first < self.piece.count {
            let whole = self.most(first, self.piece.count, self.bytes());
            if whole > 0 {
                parts.push(self.piece.load_part(rewriter, first, whole));
                first += whole;
                continue;
            }
            let words = if self.bytes() == 8 { self.most(first, self.piece.count, 4) } else { 0 };
            if words > 0 {
                let (ty, _) = result(rewriter, words);
                let distance = self.bytes() * first;
                let raw = units::load(rewriter, &self.piece, distance, 4, 2 * words);
                parts.push(rewriter.push(Op::Bitcast, &[raw], 0, ty, self.piece.precision));
                first += words;
                continue;
            }
            let units = self.units(first);
            let raw = units.load(rewriter, &self.piece, self.bytes() * first);
            parts.push(from_words(rewriter, &raw, &self.piece));
            first += 1;
        }
        emit::vector(rewriter, &parts, (self.piece.ty, self.piece.precision))
    }

    fn store(&self, rewriter: &mut Rewriter<'_>, mut first: u32, end: u32) {
        let Some(&value) = self.piece.operands.first() else { return };
        while first < end {
            let whole = self.most(first, end, self.bytes());
            if whole > 0 {
                self.piece.store_part(rewriter, first, whole);
                first += whole;
                continue;
            }
            let words = if self.bytes() == 8 { self.most(first, end, 4) } else { 0 };
            let count = words.max(1);
            let components: Vec<Operand> =
                (first..first + count).map(|index| emit::component(rewriter, value, index)).collect();
            let distance = self.bytes() * first;
            if words > 0 {
                let ty = rewriter.module_mut().types.vector(self.piece.scalar, count);
                let part = emit::vector(rewriter, &components, (ty, self.piece.precision));
                let raw = rewriter.module_mut().types.vector(Scalar::U32, 2 * count);
                let raw = rewriter.push(Op::Bitcast, &[part], 0, raw, Precision::None);
                units::store(rewriter, &self.piece, distance, raw, 2 * count);
            } else if let Some(&component) = components.first() {
                let words = to_words(rewriter, component, self.bytes());
                self.units(first).store(rewriter, &self.piece, distance, &words);
            }
            first += count;
        }
    }
}

/// A component of its bits: one word, or two for 64 bits.
fn from_words(rewriter: &mut Rewriter<'_>, words: &[Operand], piece: &Piece) -> Operand {
    let ty = common::scalar(piece.scalar);
    let bits = match (piece.scalar.width(), words) {
        (64, &[low, high]) => rewriter.push(Op::Construct, &[low, high], 0, common::UVEC2, Precision::None),
        (32, &[word]) if piece.scalar == Scalar::U32 => return word,
        (16, &[word]) => {
            rewriter.push(Op::Uconvert, &[word], 0, common::scalar(Scalar::U16), Precision::None)
        }
        (8, &[word]) => rewriter.push(Op::Uconvert, &[word], 0, common::scalar(Scalar::U8), Precision::None),
        (_, &[word, ..]) => word,
        (_, &[]) => return rewriter.module_mut().constants.undef(ty).into(),
    };
    if rewriter.ty(bits) == ty {
        return bits;
    }
    rewriter.push(Op::Bitcast, &[bits], 0, ty, piece.precision)
}

/// The bits of a component: one word, or two for 64 bits.
fn to_words(rewriter: &mut Rewriter<'_>, component: Operand, bytes: u32) -> Vec<Operand> {
    let (bits, ty) = match bytes {
        8 => {
            let both = rewriter.push(Op::Bitcast, &[component], 0, common::UVEC2, Precision::None);
            return (0..2).map(|index| emit::component(rewriter, both, index)).collect();
        }
        4 => (component, common::U32),
        2 => (component, common::scalar(Scalar::U16)),
        _ => (component, common::scalar(Scalar::U8)),
    };
    let bits = if rewriter.ty(bits) == ty {
        bits
    } else {
        rewriter.push(Op::Bitcast, &[bits], 0, ty, Precision::None)
    };
    vec![if bytes == 4 { bits } else { emit::unsigned(rewriter, Op::Uconvert, &[bits]) }]
}
