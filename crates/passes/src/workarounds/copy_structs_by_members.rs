//! Loads and stores structs member by member.
//!
//! ```text
//! %s: #S = load %p        %a = access %p, 0i32   %0 = load %a
//! store %q, %s            %b = access %p, 1i32   %1 = load %b      %s: #S = construct %0, %1
//!                    =>   %2 = extract.0 %s   %c = access %q, 0i32   store %c, %2
//!                         %3 = extract.1 %s   %d = access %q, 1i32   store %d, %3
//! ```
//!
//! Structs within structs are taken apart as well; arrays are copied as they are. For drivers that lose members when they copy a struct
//! from or to a buffer (Qualcomm, NVIDIA for structs with arrays in uniform blocks), or whose copies of padding touch neighbours.
//!
//! Called `DecomposeAccess` by Tint, `nir_split_struct_vars` and `nir_lower_var_copies` by NIR for like purposes.

use super::members::join;
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use rustc_hash::FxHashSet;
use vitrum_ir::{Inst, Module, Op, Operand, Precision, Type, TypeData};

/// Members of one struct at most, with those of structs within: larger ones stay.
const MOST_MEMBERS: usize = 256;

/// Runs the pass; gives the number of loads and stores taken apart.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut count = 0;
    rewrite_each(module, session, |rewriter, inst| {
        let action = rewrite(rewriter, inst);
        count += usize::from(action.is_some());
        action.unwrap_or(Action::Keep)
    });
    count
}

fn rewrite(rewriter: &mut Rewriter<'_>, inst: Inst) -> Option<Action> {
    let op = rewriter.function.op(inst);
    if !matches!(op, Op::Load | Op::Store) {
        return None;
    }
    let imm = rewriter.function.insts[inst].imm;
    let operands = rewriter.function.operands(inst).to_vec();
    let pointer = *operands.first()?;
    let ty = rewriter.module.types.pointee(rewriter.ty(pointer))?;
    if !is_split(rewriter, ty) || !rewriter.may_change() {
        return None;
    }
    let leaves = leaves(rewriter.module, ty);
    if op == Op::Load {
        let values: Vec<Operand> = leaves
            .iter()
            .map(|(path, ty)| {
                let place = place(rewriter, pointer, path);
                let precision = precision(rewriter.module, rewriter.ty(pointer), path);
                rewriter.push(Op::Load, &[place], imm, *ty, precision)
            })
            .collect();
        let ends: FxHashSet<&[u32]> = leaves.iter().map(|leaf| leaf.0.as_slice()).collect();
        let whole = join(rewriter, ty, &|path| !ends.contains(path), &mut values.into_iter())?;
        return Some(rewriter.replace_alike(inst, whole));
    }
    let value = *operands.get(1)?;
    for (path, _) in &leaves {
        let place = place(rewriter, pointer, path);
        let part = path.iter().fold(value, |part, &index| rewriter.op_imm(Op::Extract, &[part], index));
        rewriter.push_effect(Op::Store, &[place, part], imm);
    }
    Some(Action::Remove)
}

/// True if a type is a struct with data alone, and not too many members.
fn is_split(rewriter: &Rewriter<'_>, ty: Type) -> bool {
    let TypeData::Struct(_) = rewriter.module.types.get(ty) else { return false };
    let mut open = vec![ty];
    let mut count = 0;
    while let Some(ty) = open.pop() {
        let members = rewriter.module.members(ty);
        count += members.len();
        if count > MOST_MEMBERS || members.is_empty() {
            return false;
        }
        let structs = members.iter().map(|member| member.ty);
        open.extend(structs.filter(|&ty| matches!(rewriter.module.types.get(ty), TypeData::Struct(_))));
    }
    true
}

/// The members that are no structs, with the indices that lead to them, in order.
fn leaves(module: &Module, ty: Type) -> Vec<(Vec<u32>, Type)> {
    let mut leaves = Vec::new();
    let mut open = vec![(Vec::new(), ty)];
    while let Some((path, ty)) = open.pop() {
        if !matches!(module.types.get(ty), TypeData::Struct(_)) {
            leaves.push((path, ty));
            continue;
        }
        let start = open.len();
        for (index, member) in (0..).zip(module.members(ty)) {
            let mut path = path.clone();
            path.push(index);
            open.push((path, member.ty));
        }
        open[start..].reverse();
    }
    leaves
}

fn place(rewriter: &mut Rewriter<'_>, pointer: Operand, path: &[u32]) -> Operand {
    let indices: Vec<Operand> =
        path.iter().map(|&index| rewriter.module.constants.i32(index as i32).into()).collect();
    rewriter.access(pointer, &indices)
}

/// The precision that the innermost member of a path declares.
fn precision(module: &Module, pointer: Type, path: &[u32]) -> Precision {
    let mut ty = module.types.pointee(pointer);
    let mut precision = Precision::None;
    for &index in path {
        let Some(member) = ty.and_then(|ty| module.members(ty).get(index as usize)) else { break };
        (precision, ty) = (member.precision, Some(member.ty));
    }
    precision
}
