//! Replaces accesses with an index that is not constant by choices between accesses with constant ones.
//!
//! ```text
//! %0: ptr<input, f32> = access @values, %i      =>    %0: bool = ult %i, 1u32
//! %1: f32 = load %0                                   %1: f32 = if %0 {
//!                                                         %2: ptr<input, f32> = access @values, 0i32
//!                                                         %3: f32 = load %2
//!                                                         merge %3
//!                                                     } else { ... }
//! ```
//!
//! The choices are a binary tree of branches or, for loads, of selections between all elements. Options say for which storage
//! classes, and up to how many elements. Components of vectors and elements of values are always selected. An index that is out
//! of bounds chooses the first or the last element. Textures stay, and addresses that calls get.
//!
//! Mesa calls this `nir_lower_indirect_derefs`.

mod tree;

use super::chains::kept_values;
use crate::framework::rewrite::{Action, Rewriter, rewrite_in};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, PassOptions};
use rustc_hash::{FxHashMap, FxHashSet};
use tree::{Step, Tree};
use vitrum_ir::{Inst, Length, Module, Op, Operand, Sig, Storage, Type, TypeData, Value, typing};

/// Options of `lower_indirect_accesses`.
#[derive(Clone, Debug)]
pub struct IndirectAccesses {
    /// The storage classes of the variables.
    pub storages: Vec<Storage>,
    /// The most elements to choose from, over all indices of an access.
    pub most: u32,
    /// True if loads are selected from all elements, false if branches lead to one of them.
    pub selects: bool,
    /// True if elements of values are selected, too: components of vectors, columns, elements of arrays.
    pub values: bool,
}

impl Default for IndirectAccesses {
    fn default() -> Self {
        let storages = vec![Storage::Input, Storage::Output, Storage::Function, Storage::Private];
        Self { storages, most: 64, selects: false, values: true }
    }
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "storages",
        values: "STORAGE+STORAGE...",
        summary: "storage classes of the variables: input, output, function, private, uniform, buffer, shared, ...",
        set: set_storages,
    },
    PassOption { name: "most", values: "N", summary: "the most elements to choose from", set: set_most },
    PassOption {
        name: "loads",
        values: "branches|selects",
        summary: "how an element is chosen",
        set: |options, text| choose(options, text, ["branches", "selects"], |it, value| it.selects = value),
    },
    PassOption {
        name: "values",
        values: "kept|lowered",
        summary: "components of vectors and elements of other values",
        set: |options, text| choose(options, text, ["kept", "lowered"], |it, value| it.values = value),
    },
];

fn set_storages(options: &mut PassOptions, text: &str) -> Option<()> {
    let storages = text.split('+').map(Storage::from_name).collect::<Option<Vec<_>>>()?;
    options.change(|it: &mut IndirectAccesses| it.storages = storages);
    Some(())
}

fn set_most(options: &mut PassOptions, text: &str) -> Option<()> {
    let most = text.parse().ok().filter(|most| (2..=65536).contains(most))?;
    options.change(|it: &mut IndirectAccesses| it.most = most);
    Some(())
}

/// Sets a choice between two words.
fn choose(
    options: &mut PassOptions,
    text: &str,
    words: [&str; 2],
    set: fn(&mut IndirectAccesses, bool),
) -> Option<()> {
    let value = words.iter().position(|&word| word == text)? == 1;
    options.change(|it: &mut IndirectAccesses| set(it, value));
    Some(())
}

/// The most indices of an access.
const MOST_STEPS: usize = 24;

/// An address: the variable, and the steps to a part.
#[derive(Clone, Debug)]
struct Path {
    root: Operand,
    steps: Vec<Step>,
}

/// Lowers the accesses of all functions; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options: IndirectAccesses = session.settings().options.get();
    let mut changes = 0;
    for id in module.code_ids() {
        let kept = kept_values(module, id, accesses);
        let mut lowering = Lowering { options: &options, kept, paths: FxHashMap::default() };
        changes += rewrite_in(module, id, session, |rewriter, inst| lowering.visit(rewriter, inst));
    }
    changes
}

fn accesses(op: Op) -> bool {
    op.is_atomic()
        || matches!(op, Op::Load | Op::Store | Op::StoreSwizzle | Op::Access)
        || op.info().sig == Sig::Interpolate
}

struct Lowering<'o> {
    options: &'o IndirectAccesses,
    kept: FxHashSet<Value>,
    paths: FxHashMap<Value, Path>,
}

impl Lowering<'_> {
    fn visit(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let op = rewriter.function().op(inst);
        match op {
            Op::Access => self.access(rewriter, inst),
            Op::ExtractDynamic | Op::InsertDynamic => self.value(rewriter, inst, op),
            _ if accesses(op) => self.lower(rewriter, inst, op),
            _ => Action::Keep,
        }
    }

    /// Removes an address with an index that is not constant; its uses are lowered.
    fn access(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let (Some(result), Some((&base, indices))) =
            (rewriter.function().result(inst), rewriter.function().operands(inst).split_first())
        else {
            return Action::Keep;
        };
        let indices = indices.to_vec();
        let known = base.value().and_then(|value| self.paths.get(&value)).cloned();
        let is_open = known.is_some();
        let mut path = known.unwrap_or_else(|| Path { root: base, steps: Vec::new() });
        let TypeData::Pointer { storage, pointee } = rewriter.module().types.get(rewriter.ty(base)) else {
            return Action::Keep;
        };
        if !self.walk(rewriter.module(), &mut path, (storage, pointee), &indices)
            || self.kept.contains(&result)
        {
            // The address in front of it is lowered already, so its indices are constants.
            return if is_open { self.rebuild(rewriter, inst, &path, result) } else { Action::Keep };
        }
        let is_dynamic = path.steps.iter().any(|step| step.length.is_some());
        if !is_open && (!is_dynamic || !rewriter.may_change()) {
            return Action::Keep;
        }
        self.paths.insert(result, path);
        rewriter.changes += 1;
        Action::Remove
    }

    /// An address behind a lowered one that has to stay: it is built as it was.
    fn rebuild(&self, rewriter: &mut Rewriter<'_>, inst: Inst, path: &Path, result: Value) -> Action {
        let indices: Vec<Operand> = path.steps.iter().map(|step| step.index).collect();
        let pointer = rewriter.access(path.root, &indices);
        let flags = rewriter.function().values[result].flags;
        if let Some(value) = pointer.value() {
            rewriter.function.values[value].flags = flags;
        }
        rewriter.replace(inst, pointer)
    }

    /// Adds indices to a path; false if some cannot be lowered, or there would be too many elements to choose from.
    fn walk(
        &self,
        module: &Module,
        path: &mut Path,
        (storage, mut ty): (Storage, Type),
        indices: &[Operand],
    ) -> bool {
        let mut fits = self.options.storages.contains(&storage);
        for &index in indices {
            let length = match (module.as_int(index), module.types.get(ty)) {
                (Some(_), _) => None,
                (None, TypeData::Array { length: Length::Constant(length), .. }) => Some(length),
                (None, TypeData::Vector { .. } | TypeData::Matrix { .. }) => module.types.length(ty),
                (None, _) => {
                    fits = false;
                    None
                }
            };
            path.steps.push(Step { index, length });
            let Some(part) = typing::indexed_type(module, ty, index) else { return false };
            ty = part;
        }
        let count = path.steps.iter().filter_map(|step| step.length).fold(1u32, u32::saturating_mul);
        fits && count <= self.options.most && path.steps.len() <= MOST_STEPS
    }

    /// Lowers an access whose address was removed.
    fn lower(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, op: Op) -> Action {
        let base = rewriter.function().operands(inst).first().and_then(|operand| operand.value());
        let Some(path) = base.and_then(|value| self.paths.get(&value)) else { return Action::Keep };
        let rest = rewriter.function().operands(inst).get(1..).unwrap_or(&[]).to_vec();
        let data = rewriter.function().insts[inst];
        let result = data.result().map(|value| {
            let value = rewriter.function().values[value];
            (value.ty, value.precision)
        });
        let leaf = |rewriter: &mut Rewriter<'_>, pointer: Operand| {
            let operands: Vec<Operand> = [pointer].into_iter().chain(rest.iter().copied()).collect();
            match result {
                Some((ty, precision)) => {
                    Some(rewriter.push_at(data.span(), op, &operands, data.imm, (ty, precision)).into())
                }
                None => {
                    rewriter.push_effect(op, &operands, data.imm);
                    None
                }
            }
        };
        let selects = self.options.selects && op == Op::Load;
        let tree = Tree { root: path.root, selects, leaf: &leaf };
        match tree.build(rewriter, &path.steps) {
            Some(value) => rewriter.replace_named(inst, value),
            None => Action::Remove,
        }
    }

    /// Selects an element of a value, or replaces a component of a vector.
    fn value(&self, rewriter: &mut Rewriter<'_>, inst: Inst, op: Op) -> Action {
        let operands = rewriter.function().operands(inst).to_vec();
        let (Some(result), Some(&whole), Some(&index)) =
            (rewriter.function().result(inst), operands.first(), operands.last())
        else {
            return Action::Keep;
        };
        let length = match rewriter.module().types.get(rewriter.ty(whole)) {
            TypeData::Array { length: Length::Constant(length), .. } => Some(length),
            TypeData::Vector { .. } | TypeData::Matrix { .. } => {
                rewriter.module().types.length(rewriter.ty(whole))
            }
            _ => None,
        };
        let Some(length) = length.filter(|&length| length > 0 && length <= self.options.most) else {
            return Action::Keep;
        };
        if !self.options.values || !rewriter.may_change() {
            return Action::Keep;
        }
        let data = rewriter.function().values[result];
        let value = match (op, operands.get(1)) {
            (Op::InsertDynamic, Some(&component)) => {
                tree::insert(rewriter, whole, component, index, (data.ty, data.precision))
            }
            _ => tree::extract(rewriter, whole, index, length, (data.ty, data.precision)),
        };
        rewriter.replace_named(inst, value)
    }
}
