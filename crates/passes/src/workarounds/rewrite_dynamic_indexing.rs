//! Replaces indices that are not constant by selections between constant ones.
//!
//! ```text
//! %1 = extract_dynamic %v, %i         %2 = extract.0 %v   %3 = extract.1 %v   %4 = ieq %i, 0i32   %1 = select %4, %2, %3
//!
//! %p = access @m, %i             =>   switch %i {
//! store %p, %x                            case 0i32 { %p = access @m, 0i32   store %p, %x   break }
//!                                         case default { %q = access @m, 1i32   store %q, %x   break }
//!                                     }
//! ```
//!
//! A load of a component of a vector loads the vector, and selects. Other loads and all stores are cases of a switch, so that nothing
//! else is touched. An index that is out of bounds leads to the last part. Loads, stores, extractions and insertions are
//! rewritten; atomics, interpolations, addresses that are passed to functions, arrays of resources, and arrays without a constant
//! length stay.
//!
//! The option `of` lists what is indexed: `vectors`, `matrices`, `arrays`; the first two without it. Accesses that would
//! need more than `most` cases (64) stay.
//!
//! For drivers without indexed registers or with faults in them: of vectors that are swizzled (ANGLE's Direct3D), of matrices in
//! HLSL, of local arrays (Mali, Adreno).
//!
//! Called `RemoveDynamicIndexingOfNonSSBOOrSwizzledVector` by ANGLE, `VarForDynamicIndex` by Tint for a like purpose,
//! `nir_lower_vec_index_to_cond_assign` and `nir_lower_indirect_derefs` by NIR.

use crate::framework::rewrite::{Action, End, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, PassOptions};
use crate::lower::parts::drop_unused_addresses;
use vitrum_ir::{
    Inst, Length, Module, Op, Operand, Precision, Storage, Type, TypeData, flag_set, types::common, typing,
};

flag_set! {
    /// The composites that are indexed.
    IndexedKinds: u8 { VECTORS "vectors" = 0, MATRICES "matrices" = 1, ARRAYS "arrays" = 2 }
}

/// The options of `rewrite_dynamic_indexing`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RewriteDynamicIndexing {
    /// The composites that are indexed.
    pub of: IndexedKinds,
    /// Cases of an access at most.
    pub most: u32,
}

impl Default for RewriteDynamicIndexing {
    fn default() -> Self {
        Self { of: IndexedKinds::VECTORS.union(IndexedKinds::MATRICES), most: 64 }
    }
}

/// The options by name.
pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "of",
        values: "vectors,matrices,arrays",
        summary: "what is indexed; vectors and matrices without it",
        set: set_kinds,
    },
    PassOption {
        name: "most",
        values: "N",
        summary: "cases of an access at most [default: 64]",
        set: |options, text| {
            let most = text.parse().ok()?;
            options.change(|it: &mut RewriteDynamicIndexing| it.most = most);
            Some(())
        },
    },
];

fn set_kinds(options: &mut PassOptions, text: &str) -> Option<()> {
    let mut of = IndexedKinds::NONE;
    for word in text.split(',') {
        of.insert(IndexedKinds::ALL.iter().find(|row| row.1 == word)?.0);
    }
    options.change(|it: &mut RewriteDynamicIndexing| it.of = of);
    Some(())
}

/// Runs the pass; gives the number of accesses rewritten.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options: RewriteDynamicIndexing = session.settings.options.get();
    let mut count = 0;
    rewrite_each(module, session, |rewriter, inst| {
        let action = match rewriter.function.op(inst) {
            Op::ExtractDynamic | Op::InsertDynamic => of_value(rewriter, inst, options),
            Op::Load | Op::Store | Op::StoreSwizzle => of_memory(rewriter, inst, options),
            _ => None,
        };
        count += usize::from(action.is_some());
        action.unwrap_or(Action::Keep)
    });
    if count > 0 {
        drop_unused_addresses(module);
    }
    count
}

/// The number of parts of a type, if it is of a kind that is asked for and has few enough.
fn parts(module: &Module, ty: Type, options: RewriteDynamicIndexing) -> Option<u32> {
    let (kind, count) = match module.types.get(ty) {
        TypeData::Vector { size, .. } => (IndexedKinds::VECTORS, u32::from(size)),
        TypeData::Matrix { columns, .. } => (IndexedKinds::MATRICES, u32::from(columns)),
        TypeData::Array { length: Length::Constant(length), .. } => (IndexedKinds::ARRAYS, length),
        _ => return None,
    };
    (options.of.contains(kind) && count <= options.most).then_some(count)
}

fn of_value(rewriter: &mut Rewriter<'_>, inst: Inst, options: RewriteDynamicIndexing) -> Option<Action> {
    let op = rewriter.function.op(inst);
    let operands = rewriter.function.operands(inst).to_vec();
    let (&whole, &index) = (operands.first()?, operands.last()?);
    let count = parts(rewriter.module, rewriter.ty(whole), options)?;
    if !rewriter.may_change() {
        return None;
    }
    if op == Op::ExtractDynamic {
        let selected = select(rewriter, whole, index, count);
        return Some(rewriter.replace_alike(inst, selected));
    }
    let component = *operands.get(1)?;
    let mut new = whole;
    // The last part takes what is out of bounds as well, as with loads.
    let mut earlier: Option<Operand> = None;
    for number in 0..count {
        let old = rewriter.op_imm(Op::Extract, &[whole], number);
        let is = is_index(rewriter, index, number);
        let part = match earlier {
            Some(earlier) if number + 1 == count => rewriter.op(Op::Select, &[earlier, old, component]),
            _ => rewriter.op(Op::Select, &[is, component, old]),
        };
        new = rewriter.op_imm(Op::Insert, &[new, part], number);
        earlier = Some(match earlier {
            Some(earlier) => rewriter.op(Op::Or, &[earlier, is]),
            None => is,
        });
    }
    Some(rewriter.replace_alike(inst, new))
}

/// A comparison of an index with a number.
fn is_index(rewriter: &mut Rewriter<'_>, index: Operand, number: u32) -> Operand {
    let ty = rewriter.ty(index);
    let number = rewriter.number(ty, f64::from(number));
    rewriter.op(Op::Ieq, &[index, number])
}

/// The part of a value at an index; the last one if the index is out of bounds.
fn select(rewriter: &mut Rewriter<'_>, whole: Operand, index: Operand, count: u32) -> Operand {
    let mut chosen = rewriter.op_imm(Op::Extract, &[whole], count.saturating_sub(1));
    for number in (0..count.saturating_sub(1)).rev() {
        let part = rewriter.op_imm(Op::Extract, &[whole], number);
        let is = is_index(rewriter, index, number);
        chosen = rewriter.op(Op::Select, &[is, part, chosen]);
    }
    chosen
}

/// A load or store, with the whole address that it goes to.
struct Access {
    op: Op,
    imm: u32,
    base: Operand,
    indices: Vec<Operand>,
    /// The value that a store stores.
    value: Option<Operand>,
    /// Positions of indices that are not constant, with the number of parts that each chooses from; outer ones first.
    dynamic: Vec<(usize, u32)>,
    result: (Type, Precision),
}

fn of_memory(rewriter: &mut Rewriter<'_>, inst: Inst, options: RewriteDynamicIndexing) -> Option<Action> {
    let data = rewriter.function.insts[inst];
    let operands = rewriter.function.operands(inst).to_vec();
    let (base, indices) = whole_address(rewriter, *operands.first()?)?;
    let TypeData::Pointer { storage, pointee } = rewriter.module.types.get(rewriter.ty(base)) else {
        return None;
    };
    if matches!(storage, Storage::Opaque | Storage::AtomicCounter | Storage::Texel | Storage::TileImage) {
        return None;
    }
    let mut ty = pointee;
    let mut dynamic = Vec::new();
    let mut cases = 1u32;
    for (position, &index) in indices.iter().enumerate() {
        if index.constant().is_none()
            && let Some(count) = parts(rewriter.module, ty, options)
        {
            cases = cases.saturating_mul(count);
            dynamic.push((position, count));
        }
        ty = typing::indexed_type(rewriter.module, ty, index)?;
    }
    if dynamic.is_empty() || cases > options.most || !rewriter.may_change() {
        return None;
    }
    let result = rewriter.function.result_data(inst).map(|data| (data.ty, data.precision));
    let result = result.unwrap_or((common::VOID, Precision::None));
    let value = operands.get(1).copied();
    let mut access = Access { op: data.op, imm: data.imm, base, indices, value, dynamic, result };
    match access.build(rewriter, 0) {
        Some(loaded) => Some(rewriter.replace_alike(inst, loaded)),
        None => Some(Action::Remove),
    }
}

/// The base of an address and all indices behind it.
fn whole_address(rewriter: &Rewriter<'_>, pointer: Operand) -> Option<(Operand, Vec<Operand>)> {
    let mut base = pointer;
    let mut reversed: Vec<Operand> = Vec::new();
    while let Some(access) = rewriter.function.definition(base)
        && rewriter.function.op(access) == Op::Access
    {
        let (&next, indices) = rewriter.function.operands(access).split_first()?;
        reversed.extend(indices.iter().rev());
        base = next;
    }
    reversed.reverse();
    Some((base, reversed))
}

impl Access {
    /// Builds it with the indices that are not constant from the one of this number on; gives what is loaded. Each level
    /// multiplies the cases, the number of which is limited, so recursion is as shallow as their logarithm.
    fn build(&mut self, rewriter: &mut Rewriter<'_>, number: usize) -> Option<Operand> {
        let Some(&(position, count)) = self.dynamic.get(number) else {
            let place = rewriter.access(self.base, &self.indices);
            return match self.value {
                None => Some(rewriter.push(self.op, &[place], self.imm, self.result.0, self.result.1)),
                Some(value) => {
                    rewriter.push_effect(self.op, &[place, value], self.imm);
                    None
                }
            };
        };
        let index = *self.indices.get(position)?;
        let is_last = number + 1 == self.dynamic.len() && position + 1 == self.indices.len();
        if self.op == Op::Load && is_last && self.imm == 0 {
            let place = match self.indices.get(..position)? {
                [] => self.base,
                indices => rewriter.access(self.base, indices),
            };
            let whole = rewriter.ty(place);
            let whole = rewriter.module.types.pointee(whole)?;
            if matches!(rewriter.module.types.get(whole), TypeData::Vector { .. }) {
                let whole = rewriter.push(Op::Load, &[place], 0, whole, self.result.1);
                return Some(select(rewriter, whole, index, count));
            }
        }
        let last = count.saturating_sub(1);
        if last == 0 {
            *self.indices.get_mut(position)? = rewriter.module.constants.i32(0).into();
            let built = self.build(rewriter, number + 1);
            *self.indices.get_mut(position)? = index;
            return built;
        }
        let numbers: Vec<i64> = (0..i64::from(last)).collect();
        let results = rewriter.switch_(index, &numbers, |rewriter, case| {
            let constant = rewriter.module.constants.i32(case.unwrap_or(i64::from(last)) as i32);
            if let Some(slot) = self.indices.get_mut(position) {
                *slot = constant.into();
            }
            End::Merge(self.build(rewriter, number + 1).into_iter().collect())
        });
        *self.indices.get_mut(position)? = index;
        results.first().copied()
    }
}
