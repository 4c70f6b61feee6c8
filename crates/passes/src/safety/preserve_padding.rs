//! Keeps padding of buffers as it is: stores to memory that the host sees are made part by part.
//!
//! ```text
//! struct #S { a: vec3<f32>, b: array<vec2<f32>, 2> }        laid out as std140, with padding behind every part
//!
//!                                %1: ptr<buffer, vec3<f32>> = access %p, 0i32
//!                                %2: vec3<f32> = extract %v, 0
//!                                store %1, %2
//! store %p, %v            =>     ...
//! ```
//!
//! A back end or driver may copy a struct, an array or a matrix with the bytes between its parts, which belong to others: to a
//! larger struct that the application lays over the same bytes, or to another view of the buffer. Stores of what has no padding
//! by its layout stay. Parts of long arrays are stored by a loop.
//!
//! Tint: `PreservePadding`.

use crate::analysis::memory::{Path, Root};
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::PassOption;
use crate::safety::zeros::each;
use rustc_hash::FxHashMap;
use vitrum_ir::layout::Layouts;
use vitrum_ir::types::common;
use vitrum_ir::{Inst, LayoutRule, Length, Module, Name, Op, Operand, Storage, Type, TypeData, typing};

/// The arrays that are stored by loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaddingPreservation {
    /// The most elements of an array that are stored one by one.
    pub unrolled: u32,
}

impl Default for PaddingPreservation {
    fn default() -> Self {
        Self { unrolled: 8 }
    }
}

pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "unrolled",
    values: "N",
    summary: "the most elements of an array that are stored one by one, not by a loop; 8 without it",
    set: |options, text| {
        let unrolled = text.parse().ok().filter(|number| *number <= 1024)?;
        options.change::<PaddingPreservation>(|it| it.unrolled = unrolled);
        Some(())
    },
}];

/// Types nest no deeper than this where a store is taken apart; deeper ones are stored as a whole.
const DEPTH: u32 = 32;

/// Runs the pass; gives the number of stores that were taken apart.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let PaddingPreservation { unrolled } = session.settings().options.get();
    let mut padded = Padded::default();
    rewrite_each(module, session, |rewriter, inst| {
        let (Op::Store, &[pointer, value]) = (rewriter.function.op(inst), rewriter.function.operands(inst))
        else {
            return Action::Keep;
        };
        let Some(rule) = rule(rewriter, pointer) else { return Action::Keep };
        let ty = rewriter.ty(value);
        if !padded.contains(rewriter.module, rule, ty) || !rewriter.may_change() {
            return Action::Keep;
        }
        let mut parts = Parts { inst, rule, padded: &mut padded, unrolled };
        parts.store(rewriter, pointer, value, 0);
        Action::Remove
    })
}

/// The layout of the memory that an address leads to, if the host sees it. The one with the most padding if it is not known.
fn rule(rewriter: &Rewriter<'_>, pointer: Operand) -> Option<LayoutRule> {
    let (module, function) = (&*rewriter.module, &rewriter.function);
    let TypeData::Pointer { storage, .. } = module.types.get(rewriter.ty(pointer)) else { return None };
    if !matches!(storage, Storage::Buffer | Storage::PhysicalBuffer | Storage::ShaderRecord) {
        return None;
    }
    let known = match Path::of(function, pointer).root {
        Root::Global(global) => module.globals[global].block,
        Root::Other(operand) => {
            let reference = function.definition(operand).and_then(|inst| function.operands(inst).first());
            let ty = typing::operand_type(module, function, *reference.unwrap_or(&operand));
            match module.types.get(ty) {
                TypeData::BufferReference { layout, .. } => Some(layout),
                _ => None,
            }
        }
        Root::Variable(_) | Root::Parameter(_) => None,
    };
    Some(known.unwrap_or(LayoutRule::Std140))
}

/// Types with padding, by layout.
#[derive(Debug, Default)]
struct Padded(FxHashMap<(LayoutRule, Type), bool>);

impl Padded {
    /// True if a type has bytes that belong to none of its parts, whatever the order of its matrices is.
    fn contains(&mut self, module: &Module, rule: LayoutRule, ty: Type) -> bool {
        if !matches!(
            module.types.get(ty),
            TypeData::Struct(_) | TypeData::Array { .. } | TypeData::Matrix { .. }
        ) {
            return false;
        }
        *self.0.entry((rule, ty)).or_insert_with(|| {
            let mut layouts = Layouts::new(module, rule);
            let bytes = u64::from(bytes(module, &mut layouts, ty));
            [false, true].into_iter().any(|row_major| u64::from(layouts.size(ty, row_major)) != bytes)
        })
    }
}

/// The sum of the sizes of all numbers of a type.
fn bytes(module: &Module, layouts: &mut Layouts<'_>, ty: Type) -> u32 {
    let mut sum = 0u32;
    // Each type waits with the number of times that it is there.
    let mut pending = vec![(ty, 1u32)];
    while let Some((ty, times)) = pending.pop() {
        match module.types.get(ty) {
            TypeData::Array { element, length } => {
                pending.push((element, times.saturating_mul(layouts.count(length))));
            }
            TypeData::Struct(_) => {
                pending.extend(module.members(ty).iter().map(|member| (member.ty, times)));
            }
            TypeData::Matrix { scalar, columns, rows } => {
                let count = u32::from(columns) * u32::from(rows);
                sum = sum.saturating_add(times.saturating_mul(count * scalar.width() / 8));
            }
            // Numbers, vectors and references have no padding of their own.
            _ => sum = sum.saturating_add(times.saturating_mul(layouts.size(ty, false))),
        }
    }
    sum
}

/// A store that is taken apart.
struct Parts<'a> {
    /// The store.
    inst: Inst,
    rule: LayoutRule,
    padded: &'a mut Padded,
    unrolled: u32,
}

impl Parts<'_> {
    fn store(&mut self, rewriter: &mut Rewriter<'_>, pointer: Operand, value: Operand, depth: u32) {
        let ty = rewriter.ty(value);
        if depth == DEPTH || !self.padded.contains(rewriter.module, self.rule, ty) {
            let data = rewriter.function.insts[self.inst];
            let store = rewriter.function.new_inst(Op::Store, &[pointer, value], data.imm, data.span());
            rewriter.push_inst(store);
            return;
        }
        let count = match rewriter.module.types.get(ty) {
            TypeData::Array { length: Length::Constant(count), .. } if count <= self.unrolled => count,
            TypeData::Array { length, .. } => {
                return self.store_elements(rewriter, pointer, value, length, depth);
            }
            TypeData::Matrix { columns, .. } => columns.into(),
            _ => rewriter.module.members(ty).len() as u32,
        };
        for index in 0..count {
            let part = rewriter.op_imm(Op::Extract, &[value], index);
            let number = rewriter.module.constants.i32(index as i32).into();
            let place = rewriter.access(pointer, &[number]);
            self.store(rewriter, place, part, depth + 1);
        }
    }

    /// Stores the elements of a long array by a loop, from a variable that holds it.
    fn store_elements(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        pointer: Operand,
        value: Operand,
        length: Length,
        depth: u32,
    ) {
        let count = match length {
            Length::Constant(count) => rewriter.module.constants.u32(count).into(),
            Length::Spec(constant) => rewriter.convert(constant.into(), common::U32),
        };
        let (ty, precision) = (rewriter.ty(value), rewriter.precision(value));
        let variable = rewriter.variable(ty, precision, Name::EMPTY, None);
        rewriter.store(variable, value);
        each(rewriter, count, None, |rewriter, index| {
            let from = rewriter.access(variable, &[index]);
            let part = rewriter.load(from);
            let place = rewriter.access(pointer, &[index]);
            self.store(rewriter, place, part, depth + 1);
        });
    }
}
