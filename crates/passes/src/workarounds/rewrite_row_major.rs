//! Stores row-major matrices as the transposed column-major ones, which lie in memory alike.
//!
//! ```text
//! struct #U { m: mat2x3<f32> row_major }         struct #U { m: mat3x2<f32> }
//! %p = access @u, 0i32                           %p = access @u, 0i32
//! %m: mat2x3<f32> = load %p                 =>   %t: mat3x2<f32> = load %p   %m: mat2x3<f32> = transpose %t
//! %q = access @u, 0i32, %i                       %a = access @u, 0i32, 0i32, %i   %x = load %a   (rows 1 and 2)
//! %v: vec3<f32> = load %q                        %v: vec3<f32> = construct %x, %y, %z
//! ```
//!
//! A column is read and written by components, a component directly. Structs and arrays that hold row-major matrices are copied by
//! parts; where one has too many parts, or as many as a specialisation constant says, the pass refuses. Blocks change in place, so that
//! their names stay; structs within them become others where their matrices do.
//!
//! For drivers that read row-major matrices wrongly, in nested structs above all (Mesa's and NVIDIA's GL, macOS), and for languages without
//! them.
//!
//! Called `RewriteRowMajorMatrices` by ANGLE, `DecomposeStridedMatrix` by Tint for a like purpose.

use super::members::join;
use crate::framework::rewrite::{Action, Rewriter, rewrite_in};
use crate::framework::session::Session;
use crate::lower::parts::drop_unused_addresses;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::layout::is_row_major;
use vitrum_ir::visit;
use vitrum_ir::{
    Function, Inst, Length, Module, Op, Operand, Precision, Qualifiers, Span, Storage, Struct, Type,
    TypeData, typing,
};

/// Parts of a struct or array at most.
const MOST_PARTS: usize = 1024;

/// Runs the pass; gives the number of blocks changed.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut retyping = Retyping::default();
    let roots = roots(module);
    let changing: Vec<(Struct, bool)> = roots
        .into_iter()
        .filter(|&(id, order)| {
            let ty = module.types.intern(TypeData::Struct(id));
            retyping.holds(module, ty, order)
        })
        .collect();
    if changing.is_empty() || passes_addresses(module) || !session.may_change() {
        return 0;
    }
    let changed: FxHashMap<Struct, bool> = changing.iter().copied().collect();
    let mut plans: Vec<(Function, FxHashMap<Inst, Plan>)> = Vec::new();
    for id in module.code_ids() {
        match plan(module, id, &changed, &mut retyping) {
            Ok(found) => plans.push((id, found)),
            Err(span) => {
                session.refuse(
                    span,
                    format!("a value with row-major matrices has more than {MOST_PARTS} parts"),
                );
                return 0;
            }
        }
    }
    for &(id, order) in &changing {
        retyping.change(module, id, order);
    }
    for global in module.global_ids() {
        let data = &mut module.globals[global];
        if data.block.is_some() {
            data.decorations.qualifiers.remove(Qualifiers::ROW_MAJOR);
        }
    }
    for (id, plan) in plans {
        retype_addresses(module, id);
        rewrite_in(module, id, session, |rewriter, inst| match plan.get(&inst) {
            Some(plan) => plan.build(rewriter, inst).unwrap_or(Action::Keep),
            None => Action::Keep,
        });
    }
    drop_unused_addresses(module);
    changing.len()
}

/// The structs of blocks, each with the order of matrices that it is declared with.
fn roots(module: &Module) -> Vec<(Struct, bool)> {
    let mut seen = FxHashSet::default();
    let mut roots = Vec::new();
    for data in module.globals.values().filter(|data| data.block.is_some()) {
        if let TypeData::Struct(id) = module.types.get(module.types.innermost(data.ty))
            && seen.insert(id)
        {
            roots.push((id, data.decorations.qualifiers.contains(Qualifiers::ROW_MAJOR)));
        }
    }
    for (_, data) in module.types.iter() {
        if let TypeData::BufferReference { block, .. } | TypeData::Descriptor { block, .. } = data
            && seen.insert(block)
        {
            roots.push((block, false));
        }
    }
    roots
}

/// True if a function takes an address of memory with blocks.
fn passes_addresses(module: &Module) -> bool {
    module.functions.values().any(|data| {
        data.blocks[data.body].params.iter().any(|&param| match module.types.get(data.values[param].ty) {
            TypeData::Pointer { storage, .. } => {
                matches!(
                    storage,
                    Storage::Uniform | Storage::Buffer | Storage::PushConstant | Storage::PhysicalBuffer
                )
            }
            _ => false,
        })
    })
}

/// The types that hold row-major matrices, and those that take their places.
#[derive(Default)]
struct Retyping {
    holds: FxHashMap<(Type, bool), bool>,
    types: FxHashMap<(Type, bool), Type>,
}

impl Retyping {
    /// The parts of a type, with their orders; a matrix has none.
    fn parts(module: &Module, ty: Type, order: bool) -> Vec<(Type, bool)> {
        match module.types.get(ty) {
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => vec![(element, order)],
            TypeData::Struct(id) => module.structs[id]
                .members
                .iter()
                .map(|member| (member.ty, is_row_major(member, order)))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Visits the parts of a type before the type, without recursion. A struct does not hold itself.
    fn visit<T: Copy>(
        module: &mut Module,
        root: (Type, bool),
        known: &mut FxHashMap<(Type, bool), T>,
        mut fact: impl FnMut(&mut Module, &FxHashMap<(Type, bool), T>, (Type, bool)) -> T,
    ) {
        let mut stack = vec![(root, false)];
        while let Some((key, ready)) = stack.pop() {
            if known.contains_key(&key) {
                continue;
            }
            if ready {
                let value = fact(module, known, key);
                known.insert(key, value);
                continue;
            }
            stack.push((key, true));
            stack.extend(Self::parts(module, key.0, key.1).into_iter().map(|part| (part, false)));
        }
    }

    /// True if a type holds a row-major matrix.
    fn holds(&mut self, module: &mut Module, ty: Type, order: bool) -> bool {
        Self::visit(module, (ty, order), &mut self.holds, |module, known, (ty, order)| {
            let is_matrix = matches!(module.types.get(ty), TypeData::Matrix { .. });
            let parts = Self::parts(module, ty, order);
            is_matrix && order || parts.iter().any(|part| known.get(part) == Some(&true))
        });
        self.holds.get(&(ty, order)) == Some(&true)
    }

    /// The type with transposed matrices.
    fn replacement(&mut self, module: &mut Module, ty: Type, order: bool) -> Type {
        if !self.holds(module, ty, order) {
            return ty;
        }
        let holds = std::mem::take(&mut self.holds);
        Self::visit(module, (ty, order), &mut self.types, |module, known, (ty, order)| {
            if holds.get(&(ty, order)) != Some(&true) {
                return ty;
            }
            let new = |part: (Type, bool)| known.get(&part).copied().unwrap_or(part.0);
            match module.types.get(ty) {
                TypeData::Matrix { scalar, columns, rows } => {
                    module.types.intern(TypeData::Matrix { scalar, columns: rows, rows: columns })
                }
                TypeData::Array { element, length } => {
                    module.types.intern(TypeData::Array { element: new((element, order)), length })
                }
                TypeData::RuntimeArray { element } => {
                    module.types.intern(TypeData::RuntimeArray { element: new((element, order)) })
                }
                TypeData::Struct(id) => {
                    let mut data = module.structs[id].clone();
                    for member in &mut data.members {
                        let inner = is_row_major(member, order);
                        member.ty = new((member.ty, inner));
                        member.decorations.qualifiers.remove(Qualifiers::ROW_MAJOR);
                        member.decorations.qualifiers.remove(Qualifiers::COLUMN_MAJOR);
                    }
                    let id = module.structs.alloc(data);
                    module.types.intern(TypeData::Struct(id))
                }
                _ => ty,
            }
        });
        self.holds = holds;
        self.types.get(&(ty, order)).copied().unwrap_or(ty)
    }

    /// Gives the members of a block their new types.
    fn change(&mut self, module: &mut Module, block: Struct, order: bool) {
        for index in 0..module.structs[block].members.len() {
            let Some(member) = module.structs[block].members.get(index) else { continue };
            let (ty, inner) = (member.ty, is_row_major(member, order));
            let new = self.replacement(module, ty, inner);
            if let Some(member) = module.structs[block].members.get_mut(index) {
                member.ty = new;
                member.decorations.qualifiers.remove(Qualifiers::ROW_MAJOR);
                member.decorations.qualifiers.remove(Qualifiers::COLUMN_MAJOR);
            }
        }
    }
}

/// A part of a value: the indices that lead to it, its type, and true if it is a row-major matrix.
type Part = (Vec<u32>, Type, bool);

/// The change of an access.
enum Plan {
    /// A component: the address is another one.
    Component(Operand, Vec<Operand>),
    /// A column of so many components: the address of the matrix, and the number of the column.
    Column(Operand, Vec<Operand>, Operand, u32),
    /// A value with row-major matrices.
    Whole(Type, Vec<Part>),
}

/// The accesses of a function that change. An error is the place of one that has no form.
fn plan(
    module: &mut Module,
    id: Function,
    changed: &FxHashMap<Struct, bool>,
    retyping: &mut Retyping,
) -> Result<FxHashMap<Inst, Plan>, Span> {
    let mut plans = FxHashMap::default();
    for (_, inst) in visit::insts(&module.functions[id]) {
        let function = &module.functions[id];
        let op = function.op(inst);
        let Some(&pointer) = function.operands(inst).first() else { continue };
        let moves = matches!(op, Op::Load | Op::Store | Op::StoreSwizzle) || op.is_atomic();
        if !moves {
            continue;
        }
        let Some((base, indices)) = whole_address(module, id, pointer) else { continue };
        let root = typing::operand_type(module, &module.functions[id], base);
        let mut ty = match module.types.get(root) {
            TypeData::Pointer { pointee, .. } => pointee,
            TypeData::BufferReference { block, .. } => module.types.intern(TypeData::Struct(block)),
            _ => continue,
        };
        let TypeData::Struct(block) = module.types.get(module.types.innermost(ty)) else { continue };
        let Some(&(mut order)) = changed.get(&block) else { continue };
        let mut found = None;
        for (position, &index) in indices.iter().enumerate() {
            if matches!(module.types.get(ty), TypeData::Matrix { .. }) {
                found = order.then_some((position, ty));
                break;
            }
            if let (TypeData::Struct(id), Some(number)) = (module.types.get(ty), module.constant_index(index))
                && let Some(member) = module.structs[id].members.get(number as usize)
            {
                order = is_row_major(member, order);
            }
            let Some(next) = typing::indexed_type(module, ty, index) else { break };
            ty = next;
        }
        let plan = match found {
            Some((position, matrix)) => {
                let (TypeData::Matrix { rows, .. }, Some(&column)) =
                    (module.types.get(matrix), indices.get(position))
                else {
                    continue;
                };
                let mut path: Vec<Operand> = indices.get(..position).unwrap_or(&[]).to_vec();
                match indices.get(position + 1) {
                    None => Plan::Column(base, path, column, u32::from(rows)),
                    Some(&row) => {
                        path.extend([row, column]);
                        Plan::Component(base, path)
                    }
                }
            }
            None if !retyping.holds(module, ty, order) => continue,
            None => {
                let parts = parts(module, ty, order, retyping);
                Plan::Whole(ty, parts.ok_or(module.functions[id].insts[inst].span())?)
            }
        };
        plans.insert(inst, plan);
    }
    Ok(plans)
}

/// The base of an address and all indices behind it.
fn whole_address(module: &Module, id: Function, pointer: Operand) -> Option<(Operand, Vec<Operand>)> {
    let function = &module.functions[id];
    let (mut base, mut reversed): (Operand, Vec<Operand>) = (pointer, Vec::new());
    while let Some(access) = function.definition(base)
        && function.op(access) == Op::Access
    {
        let (&next, indices) = function.operands(access).split_first()?;
        reversed.extend(indices.iter().rev());
        base = next;
    }
    reversed.reverse();
    Some((base, reversed))
}

/// The parts of a value that are copied one by one, in order; `None` if there are too many.
fn parts(module: &mut Module, ty: Type, order: bool, retyping: &mut Retyping) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut open: Vec<Part> = vec![(Vec::new(), ty, order)];
    while let Some((path, ty, order)) = open.pop() {
        let count = match module.types.get(ty) {
            _ if !retyping.holds(module, ty, order) => None,
            TypeData::Array { length: Length::Constant(length), .. } => Some(length as usize),
            TypeData::Struct(id) => Some(module.structs[id].members.len()),
            TypeData::Matrix { .. } => None,
            _ => return None,
        };
        let Some(count) = count else {
            let is_matrix = matches!(module.types.get(ty), TypeData::Matrix { .. });
            parts.push((path, ty, order && is_matrix));
            continue;
        };
        if parts.len() + open.len() + count > MOST_PARTS {
            return None;
        }
        for index in (0..count).rev() {
            let (inner, order) = match module.types.get(ty) {
                TypeData::Struct(id) => {
                    let member = module.structs[id].members.get(index)?;
                    (member.ty, is_row_major(member, order))
                }
                _ => (module.types.element(ty)?, order),
            };
            let mut path = path.clone();
            path.push(index as u32);
            open.push((path, inner, order));
        }
    }
    Some(parts)
}

/// Gives addresses the types that follow from their bases.
fn retype_addresses(module: &mut Module, id: Function) {
    for (_, inst) in visit::insts(&module.functions[id]) {
        let function = &module.functions[id];
        let (Op::Access, Some(result), Some((&base, indices))) =
            (function.op(inst), function.result(inst), function.operands(inst).split_first())
        else {
            continue;
        };
        let indices = indices.to_vec();
        let base = typing::operand_type(module, function, base);
        if let TypeData::Pointer { .. } = module.types.get(base)
            && let Some(ty) = typing::access_type(module, base, &indices)
        {
            module.functions[id].values[result].ty = ty;
        }
    }
}

impl Plan {
    /// Builds the access in the place of an instruction.
    fn build(&self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Option<Action> {
        let data = rewriter.function.insts[inst];
        let operands = rewriter.function.operands(inst).to_vec();
        let pointer = *operands.first()?;
        let precision = rewriter.function.result_data(inst).map_or(Precision::None, |data| data.precision);
        match self {
            Self::Component(base, path) => {
                let place = rewriter.access(*base, path);
                rewriter.set_operand(inst, 0, place);
                Some(Action::Keep)
            }
            Self::Column(base, path, column, rows) => {
                let component = |rewriter: &mut Rewriter<'_>, row: u32| {
                    let mut path = path.clone();
                    path.extend([rewriter.module.constants.i32(row as i32).into(), *column]);
                    rewriter.access(*base, &path)
                };
                if data.op == Op::Load {
                    let ty = rewriter.function.result_data(inst)?.ty;
                    let scalar = rewriter.module.types.scalar_of(ty).map(vitrum_ir::types::common::scalar)?;
                    let mut parts = Vec::new();
                    for row in 0..*rows {
                        let place = component(rewriter, row);
                        parts.push(rewriter.push(Op::Load, &[place], data.imm, scalar, precision));
                    }
                    let vector = rewriter.push(Op::Construct, &parts, 0, ty, precision);
                    return Some(rewriter.replace_alike(inst, vector));
                }
                let value = *operands.get(1)?;
                let access = data.memory_access().bits();
                let written: Vec<u32> = if data.op == Op::StoreSwizzle {
                    let swizzle = vitrum_ir::SwizzledStore::from_bits(data.imm).swizzle;
                    swizzle.components().iter().map(|&row| u32::from(row)).collect()
                } else {
                    (0..*rows).collect()
                };
                let count = written.len();
                for (number, row) in (0..).zip(written) {
                    let part =
                        if count == 1 && rewriter.module.types.vector_size(rewriter.ty(value)) == Some(1) {
                            value
                        } else {
                            rewriter.op_imm(Op::Extract, &[value], number)
                        };
                    let place = component(rewriter, row);
                    rewriter.push_effect(Op::Store, &[place, part], access);
                }
                Some(Action::Remove)
            }
            Self::Whole(ty, parts) => whole(rewriter, inst, (pointer, operands.get(1).copied()), *ty, parts),
        }
    }
}

/// Builds a load or store of a value with row-major matrices.
fn whole(
    rewriter: &mut Rewriter<'_>,
    inst: Inst,
    (pointer, value): (Operand, Option<Operand>),
    ty: Type,
    parts: &[Part],
) -> Option<Action> {
    let imm = rewriter.function.insts[inst].imm;
    let precision = rewriter.function.result_data(inst).map_or(Precision::None, |data| data.precision);
    let mut loaded = Vec::with_capacity(parts.len());
    for (path, _, is_row_major) in parts {
        let indices: Vec<Operand> =
            path.iter().map(|&index| rewriter.module.constants.i32(index as i32).into()).collect();
        let place = if indices.is_empty() { pointer } else { rewriter.access(pointer, &indices) };
        match value {
            None => {
                let stored = rewriter.ty(place);
                let stored = rewriter.module.types.pointee(stored)?;
                let part = rewriter.push(Op::Load, &[place], imm, stored, precision);
                loaded.push(if *is_row_major { rewriter.op(Op::Transpose, &[part]) } else { part });
            }
            Some(value) => {
                let part =
                    path.iter().fold(value, |part, &index| rewriter.op_imm(Op::Extract, &[part], index));
                let part = if *is_row_major { rewriter.op(Op::Transpose, &[part]) } else { part };
                rewriter.push_effect(Op::Store, &[place, part], imm);
            }
        }
    }
    if value.is_some() {
        return Some(Action::Remove);
    }
    let depth: FxHashSet<&[u32]> = parts.iter().map(|part| part.0.as_slice()).collect();
    let joined = join(rewriter, ty, &|path| !depth.contains(path), &mut loaded.into_iter())?;
    Some(rewriter.replace_alike(inst, joined))
}
