//! Members of blocks get the types that WGSL puts where the layout of the block wants them.
//!
//! ```text
//! struct #U {                                   struct #Padded { value: f32  pad_1: u32  pad_2: u32  pad_3: u32 }
//!     a: array<f32, 4>                          struct #U {
//!     m: mat2x3<f32> row_major                      a: array<#Padded, 4>
//! }                                        =>       m: array<#Padded.1, 3>     with the rows of the matrix
//! global @u: #U uniform block(std140)           }
//! %p: ptr<uniform, f32> = access @u, 0, %i      %p: ptr<uniform, f32> = access @u, 0, %i, 0
//! %m: mat2x3<f32> = load (access @u, 1)         %0, %1, %2 = load (access @u, 1, 0..2, 0)   %m = transpose (construct %0, %1, %2)
//! ```
//!
//! WGSL has one layout: arrays as dense as their elements allow, matrices by columns. Elements that lie further apart are put
//! into structs with padding, members after a gap get padding in front of them, row-major matrices are kept transposed, and vectors
//! at addresses that do not suit them become arrays of scalars, as do those with atomic operations on components, in shared memory,
//! too. Bytes stay where they are.
//!
//! Tint: `Std140`; ANGLE: `RewriteRowMajorMatrices`; naga: its HLSL writer; NIR: `nir_lower_explicit_io`; spirv-opt: none.

mod shapes;

use crate::framework::rewrite::{Action, Rewriter, rewrite_in};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::paths::{Path, Paths};
use rustc_hash::{FxHashMap, FxHashSet};
use shapes::{Laid, NATURAL, Place, Shape, Shaper};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use vitrum_ir::layout::Layouts;
use vitrum_ir::{
    Function, FunctionData, Global, Inst, LayoutRule, Module, Op, Operand, Precision, Qualifiers, Span,
    Storage, Struct, SwizzledStore, Type, TypeData, Value, types::common, typing, visit,
};

/// A load or store of a whole has at most so many parts.
const MOST_PARTS: u32 = 1 << 12;

/// True if there are blocks in memory, or memory that a workgroup shares.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    module.globals.values().any(|data| {
        data.block.is_some()
            && matches!(data.storage, Storage::Uniform | Storage::Buffer | Storage::PushConstant)
            || data.storage == Storage::Shared
    })
}

/// Gives members other types; gives the number of blocks.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut blocks: FxHashMap<Global, Rc<Laid>> = FxHashMap::default();
    let blocked = used_otherwise(module);
    let split = with_atomic_components(module);
    for global in module.global_ids() {
        if blocked.contains(&global) {
            continue;
        }
        if module.globals[global].storage == Storage::Uniform
            && session.settings.wgpu
            && is_dense(module, global)
        {
            let span = module.globals[global].origin.span;
            session.refuse(span, "arrays and structs in uniform blocks of WGSL lie at multiples of 16 bytes");
            continue;
        }
        let is_split = split.contains_key(&global);
        if let Some(laid) = lay(module, global, is_split).filter(|laid| !laid.is_same()) {
            blocks.insert(global, laid);
        }
    }
    for (global, &span) in &split {
        if !blocks.contains_key(global) {
            session.refuse(span, "WGSL has no atomic operations on components of vectors");
        }
    }
    if blocks.is_empty() {
        return 0;
    }
    for (&global, laid) in &blocks {
        let old = module.globals[global].ty;
        let is_block = module.globals[global].block.is_some();
        let ty = if is_block { module.types.with_innermost(old, laid.ty) } else { laid.ty };
        let storage = module.globals[global].storage;
        let pointer = module.types.pointer(storage, ty);
        let data = &mut module.globals[global];
        // Uniform blocks of `std140` have it still: padding keeps all its rules.
        let keeps = data.storage == Storage::Uniform && data.block == Some(LayoutRule::Std140);
        let rule = if keeps { LayoutRule::Std140 } else { NATURAL };
        (data.ty, data.pointer, data.block) = (ty, pointer, data.block.map(|_| rule));
        for major in [Qualifiers::ROW_MAJOR, Qualifiers::COLUMN_MAJOR] {
            data.decorations.qualifiers.remove(major);
        }
    }
    for function in module.code_ids() {
        redirect(module, function, session, &blocks);
    }
    close(module, blocks.values().map(|laid| laid.old));
    blocks.len()
}

/// Only blocks have runtime arrays: structs that are none any more lose theirs.
pub(super) fn close(module: &mut Module, old: impl Iterator<Item = Type>) {
    let used: FxHashSet<Type> = module.globals.values().map(|data| module.types.innermost(data.ty)).collect();
    for ty in old.filter(|ty| !used.contains(ty)) {
        let TypeData::Struct(id) = module.types.get(ty) else { continue };
        for at in 0..module.structs[id].members.len() {
            let member = &mut module.structs[id].members[at];
            if let TypeData::RuntimeArray { .. } = module.types.get(member.ty) {
                (member.ty, member.precision) = (common::I32, Precision::None);
            }
        }
    }
}

/// The globals with atomic operations on components of vectors, with the place of one.
fn with_atomic_components(module: &Module) -> BTreeMap<Global, Span> {
    let mut found = BTreeMap::new();
    for function in module.functions.values() {
        let mut paths = Paths::default();
        for (_, inst) in visit::insts(function) {
            if paths.learn(function, inst, |_| true).is_some() || !is_atomic(function.op(inst)) {
                continue;
            }
            let Some(path) = function.operands(inst).first().and_then(|&it| paths.of(it, |_| true)) else {
                continue;
            };
            let mut ty = module.globals[path.global].ty;
            for &index in path.indices.split_last().map_or(&[][..], |row| row.1) {
                let member = module.constant_index(index).unwrap_or(0);
                let Some(part) = typing::part_type(module, ty, member) else { break };
                ty = part;
            }
            if !path.indices.is_empty() && matches!(module.types.get(ty), TypeData::Vector { .. }) {
                found.entry(path.global).or_insert_with(|| function.insts[inst].span());
            }
        }
    }
    found
}

/// The shape of a block in memory, or of shared memory with atomics on components; `None` for other globals.
fn lay(module: &mut Module, global: Global, split: bool) -> Option<Rc<Laid>> {
    let data = &module.globals[global];
    if split && data.storage == Storage::Shared && data.block.is_none() {
        let ty = data.ty;
        let place = Place::of(module, &mut Layouts::new(module, NATURAL), ty, false)?;
        if place.parts() > MOST_PARTS {
            return None;
        }
        return Shaper { module, block: None, split }.lay(&place, 256, u32::MAX);
    }
    let rule = data.block?;
    if !matches!(data.storage, Storage::Uniform | Storage::Buffer | Storage::PushConstant) {
        return None;
    }
    let row_major = data.decorations.qualifiers.contains(Qualifiers::ROW_MAJOR);
    let ty = module.types.innermost(data.ty);
    let place = Place::of(module, &mut Layouts::new(module, rule), ty, row_major)?;
    let Place::Struct { id, .. } = place else { return None };
    if place.parts() > MOST_PARTS {
        return None;
    }
    let block = (!is_shared(module, global, id)).then_some(id);
    // Buffers are bound at multiples of 256 bytes.
    Shaper { module, block, split }.lay(&place, 256, u32::MAX)
}

/// True if parts of a uniform block do not lie where WGSL has them.
pub(super) fn is_dense(module: &Module, global: Global) -> bool {
    let data = &module.globals[global];
    let (Some(rule), ty) = (data.block, module.types.innermost(data.ty)) else { return false };
    let row_major = data.decorations.qualifiers.contains(Qualifiers::ROW_MAJOR);
    Place::of(module, &mut Layouts::new(module, rule), ty, row_major)
        .is_some_and(|place| place.is_dense(module))
}

/// True if something else than one block has a struct as its type.
pub(super) fn is_shared(module: &Module, block: Global, id: Struct) -> bool {
    let is_it = |ty: Type| {
        let ty = module.types.pointee(ty).unwrap_or(ty);
        module.types.get(module.types.innermost(ty)) == TypeData::Struct(id)
    };
    let members = module.structs.values().flat_map(|data| &data.members);
    let values = module.functions.values().flat_map(|function| function.values.values());
    module.globals.iter().any(|(other, data)| other != block && is_it(data.ty))
        || members.into_iter().any(|member| is_it(member.ty))
        || values.into_iter().any(|value| is_it(value.ty) && module.types.pointee(value.ty).is_none())
}

/// Globals with uses that this pass cannot redirect.
fn used_otherwise(module: &Module) -> FxHashSet<Global> {
    let found = RefCell::new(FxHashSet::default());
    for function in module.functions.values() {
        let mut paths = Paths::default();
        for (_, inst) in visit::insts(function) {
            let op = function.op(inst);
            if paths.learn(function, inst, |_| true).is_some() {
                continue;
            }
            let known =
                matches!(op, Op::Load | Op::Store | Op::StoreSwizzle | Op::ArrayLength) || is_atomic(op);
            for (at, &operand) in function.operands(inst).iter().enumerate() {
                if let Some(path) = paths.of(operand, |_| true) {
                    let data = &module.globals[path.global];
                    let least = if data.block.is_some() { module.types.array_depth(data.ty) + 1 } else { 0 };
                    if !known || at > 0 || path.indices.len() < least {
                        found.borrow_mut().insert(path.global);
                    }
                }
            }
        }
    }
    found.into_inner()
}

fn is_atomic(op: Op) -> bool {
    op.mnemonic().starts_with("atomic_")
}

/// Redirects what a function reads and writes.
fn redirect(module: &mut Module, id: Function, session: &mut Session, blocks: &FxHashMap<Global, Rc<Laid>>) {
    let mut paths = Paths::default();
    let known: FxHashMap<Inst, Path> = {
        let function = &module.functions[id];
        let mut known = FxHashMap::default();
        for (_, inst) in visit::insts(function) {
            let chosen = |global: Global| blocks.contains_key(&global);
            if let Some(path) = paths.learn(function, inst, chosen) {
                known.insert(inst, path);
            } else if let Some(path) = function.operands(inst).first().and_then(|&it| paths.of(it, chosen)) {
                known.insert(inst, path);
            }
        }
        known
    };
    edit_function(module, id, session, blocks, &known);
}

fn edit_function(
    module: &mut Module,
    id: Function,
    session: &mut Session,
    blocks: &FxHashMap<Global, Rc<Laid>>,
    known: &FxHashMap<Inst, Path>,
) {
    rewrite_in(module, id, session, |rewriter, inst| {
        let Some(path) = known.get(&inst) else { return Action::Keep };
        let Some(laid) = blocks.get(&path.global) else { return Action::Keep };
        if rewriter.function.op(inst) == Op::Access {
            return Action::Remove;
        }
        // Indices may have been replaced on the way.
        let indices: Vec<Operand> = path.indices.iter().map(|&index| rewriter.resolve(index)).collect();
        let Some(at) = find(rewriter, path.global, laid, &indices) else { return Action::Keep };
        visit_use(rewriter, inst, &at).unwrap_or(Action::Keep)
    });
}

/// A part of a block.
#[derive(Clone)]
struct At {
    global: Global,
    indices: Vec<Operand>,
    laid: Rc<Laid>,
    /// Set for a column of a transposed matrix: its index.
    column: Option<Operand>,
}

/// A scalar, vector or other type that has not changed.
fn same(rewriter: &Rewriter<'_>, ty: Type, index: Operand) -> Option<Type> {
    let member = rewriter.module.constant_index(index).unwrap_or(0);
    typing::part_type(rewriter.module, ty, member)
}

/// The part that indices lead to.
fn find(rewriter: &mut Rewriter<'_>, global: Global, laid: &Rc<Laid>, indices: &[Operand]) -> Option<At> {
    let data = &rewriter.module.globals[global];
    let depth = if data.block.is_some() { rewriter.module.types.array_depth(data.ty) } else { 0 };
    let (blocks, rest) = indices.split_at_checked(depth)?;
    let mut at = At { global, indices: blocks.to_vec(), laid: laid.clone(), column: None };
    for &index in rest {
        at = step(rewriter, at, index)?;
    }
    Some(at)
}

/// The part of a part.
fn step(rewriter: &mut Rewriter<'_>, mut at: At, index: Operand) -> Option<At> {
    let zero: Operand = rewriter.module.constants.i32(0).into();
    let laid = at.laid.clone();
    match &laid.shape {
        Shape::Same => {
            let ty = same(rewriter, laid.old, index)?;
            at.indices.push(index);
            at.laid = Laid::unchanged(ty);
        }
        Shape::Split => {
            let ty = same(rewriter, laid.old, index)?;
            at.indices.push(index);
            at.laid = Laid::unchanged(ty);
        }
        Shape::Lines { transposed: true, wrapped, .. } => match at.column.take() {
            None => at.column = Some(index),
            Some(column) => {
                let line = same(rewriter, laid.old, zero)?;
                let ty = same(rewriter, line, zero)?;
                at.indices.push(index);
                at.indices.extend(wrapped.then_some(zero));
                at.indices.push(column);
                at.laid = Laid::unchanged(ty);
            }
        },
        Shape::Lines { transposed: false, wrapped, line, .. } => {
            at.indices.push(index);
            at.indices.extend(wrapped.then_some(zero));
            at.laid = line.clone();
        }
        Shape::Array { element, wrapped, .. } => {
            at.indices.push(index);
            at.indices.extend(wrapped.then_some(zero));
            at.laid = element.clone();
        }
        Shape::Struct { members } => {
            let (new, member) = members.get(rewriter.module.constant_index(index)? as usize)?;
            at.indices.push(rewriter.module.constants.i32(*new as i32).into());
            at.laid = member.clone();
        }
    }
    Some(at)
}

/// A use of a part.
fn visit_use(rewriter: &mut Rewriter<'_>, inst: Inst, at: &At) -> Option<Action> {
    let operands = rewriter.function.operands(inst).to_vec();
    let imm = rewriter.function.insts[inst].imm;
    match rewriter.function.op(inst) {
        Op::Load => {
            let result = rewriter.function.result(inst)?;
            let precision = rewriter.function.values[result].precision;
            let value = load(rewriter, at, imm, precision)?;
            keep_flags(&mut rewriter.function, result, value);
            Some(rewriter.replace_named(inst, value))
        }
        Op::Store => {
            store(rewriter, at, *operands.get(1)?, imm)?;
            Some(Action::Remove)
        }
        Op::StoreSwizzle if matches!(at.laid.shape, Shape::Same) && at.column.is_none() => {
            let pointer = address(rewriter, at);
            rewriter.set_operand(inst, 0, pointer);
            Some(Action::Keep)
        }
        Op::StoreSwizzle => {
            let how = SwizzledStore::from_bits(imm);
            let value = *operands.get(1)?;
            let components = how.swizzle.components().to_vec();
            let count = components.len();
            for (index, component) in (0..).zip(components) {
                let part = if count == 1 { value } else { rewriter.op_imm(Op::Extract, &[value], index) };
                let component: Operand = rewriter.module.constants.i32(i32::from(component)).into();
                let place = step(rewriter, at.clone(), component)?;
                store(rewriter, &place, part, how.access.bits())?;
            }
            Some(Action::Remove)
        }
        _ => {
            let pointer = address(rewriter, at);
            rewriter.set_operand(inst, 0, pointer);
            Some(Action::Keep)
        }
    }
}

fn keep_flags(function: &mut FunctionData, old: Value, new: Operand) {
    if let Some(new) = new.value() {
        function.values[new].flags = function.values[old].flags;
    }
}

fn address(rewriter: &mut Rewriter<'_>, at: &At) -> Operand {
    if at.indices.is_empty() { at.global.into() } else { rewriter.access(at.global, &at.indices) }
}

/// The parts of a place that has changed, in order; `None` for one that has not.
fn parts(rewriter: &mut Rewriter<'_>, at: &At) -> Option<Vec<At>> {
    let count = match (&at.laid.shape, at.column) {
        (Shape::Same, _) => return None,
        (Shape::Lines { count, .. }, Some(_)) => *count,
        (Shape::Lines { count, transposed: false, .. }, None) => *count,
        (Shape::Lines { .. }, None) => return None,
        (Shape::Split, _) => rewriter.module.types.vector_size(at.laid.old)?,
        (Shape::Array { length, .. }, _) => (*length)?,
        (Shape::Struct { members }, _) => members.len() as u32,
    };
    let mut parts = Vec::with_capacity(count as usize);
    for index in 0..count {
        let index = rewriter.module.constants.i32(index as i32).into();
        parts.push(step(rewriter, at.clone(), index)?);
    }
    Some(parts)
}

/// The old type of a place.
fn old_type(rewriter: &mut Rewriter<'_>, at: &At) -> Option<Type> {
    match at.column {
        Some(column) => same(rewriter, at.laid.old, column),
        None => Some(at.laid.old),
    }
}

/// The places of the lines of a transposed matrix, with the type of one.
fn lines(rewriter: &mut Rewriter<'_>, at: &At) -> Option<Vec<At>> {
    let Shape::Lines { count, line, wrapped, .. } = &at.laid.shape else { return None };
    let zero: Operand = rewriter.module.constants.i32(0).into();
    let place = |index: u32, rewriter: &mut Rewriter<'_>| {
        let mut indices = at.indices.clone();
        indices.push(rewriter.module.constants.i32(index as i32).into());
        indices.extend(wrapped.then_some(zero));
        At { global: at.global, indices, laid: line.clone(), column: None }
    };
    Some((0..*count).map(|index| place(index, rewriter)).collect())
}

/// The transposed type of a matrix.
fn transposed(module: &mut Module, ty: Type) -> Option<Type> {
    let TypeData::Matrix { scalar, columns, rows } = module.types.get(ty) else { return None };
    Some(module.types.matrix(scalar, u32::from(rows), u32::from(columns)))
}

/// Reads a place. Types nest no deeper than the shapes allow.
fn load(rewriter: &mut Rewriter<'_>, at: &At, access: u32, precision: Precision) -> Option<Operand> {
    if let Some(parts) = parts(rewriter, at) {
        let ty = old_type(rewriter, at)?;
        let values: Option<Vec<Operand>> = parts
            .iter()
            .map(|part| load(rewriter, part, access, precision_of(rewriter, part, precision)))
            .collect();
        return Some(rewriter.push(Op::Construct, &values?, 0, ty, precision));
    }
    if let Shape::Lines { transposed: true, is_matrix, .. } = at.laid.shape {
        let ty = transposed(rewriter.module, at.laid.old)?;
        let turned = if is_matrix {
            let pointer = address(rewriter, at);
            rewriter.push(Op::Load, &[pointer], access, ty, precision)
        } else {
            let places = lines(rewriter, at)?;
            let lines: Option<Vec<Operand>> =
                places.iter().map(|line| load(rewriter, line, access, precision)).collect();
            rewriter.push(Op::Construct, &lines?, 0, ty, precision)
        };
        return Some(rewriter.push(Op::Transpose, &[turned], 0, at.laid.old, precision));
    }
    let pointer = address(rewriter, at);
    Some(rewriter.push(Op::Load, &[pointer], access, at.laid.old, precision))
}

/// Numbers have a precision, whatever they are loaded from.
fn precision_of(rewriter: &Rewriter<'_>, at: &At, whole: Precision) -> Precision {
    match rewriter.module.types.scalar_of(at.laid.old) {
        Some(_) => whole,
        None => Precision::None,
    }
}

/// Writes a place.
fn store(rewriter: &mut Rewriter<'_>, at: &At, value: Operand, access: u32) -> Option<()> {
    if let Some(parts) = parts(rewriter, at) {
        for (index, part) in (0..).zip(&parts) {
            let piece = rewriter.op_imm(Op::Extract, &[value], index);
            store(rewriter, part, piece, access)?;
        }
        return Some(());
    }
    if let Shape::Lines { transposed: true, is_matrix, .. } = at.laid.shape {
        let turned = rewriter.op(Op::Transpose, &[value]);
        if is_matrix {
            let pointer = address(rewriter, at);
            rewriter.push_effect(Op::Store, &[pointer, turned], access);
            return Some(());
        }
        for (index, line) in (0..).zip(lines(rewriter, at)?) {
            let piece = rewriter.op_imm(Op::Extract, &[turned], index);
            store(rewriter, &line, piece, access)?;
        }
        return Some(());
    }
    let pointer = address(rewriter, at);
    rewriter.push_effect(Op::Store, &[pointer, value], access);
    Some(())
}
