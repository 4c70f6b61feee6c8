//! A case of a switch that is left from within becomes one that is left at its end only, as an arm of an `if` is.
//!
//! ```text
//! if %a { ... break } else { merge }        if %a { ... merge } else {
//! X                                     =>      X
//! break                                         merge
//!                                           }
//!                                           break
//! ```
//!
//! Code behind an `if` moves into the arm that does not leave. If an arm leaves on some paths only, a variable says whether it
//! did:
//!
//! ```text
//! if %a { if %b { break } else { merge } Y merge }      %left = var   store %left, false
//! else { Z merge }                                      if %a { if %b { store %left, true merge } else { Y merge } merge }
//! X                                                 =>  else { Z merge }
//! break                                                 %0 = load %left   if %0 { merge } else { X merge }
//!                                                       break
//! ```

use crate::framework::rewrite::Rewriter;
use crate::optimize::exits::Exits;
use rustc_hash::FxHashSet;
use vitrum_ir::types::common;
use vitrum_ir::visit;
use vitrum_ir::{Block, ControlData, ControlKind, Inst, Op, Operand, Precision, Span, Storage};

/// Makes a case one that is left at its end only, by a `merge`; gives the block that ends as the case did.
pub(super) fn nest_breaks(rewriter: &mut Rewriter<'_>, case: Block) -> Block {
    let [no, yes]: [Operand; 2] = [false, true].map(|it| rewriter.module.constants.bool(it).into());
    let pointer = rewriter.module.types.pointer(Storage::Function, common::BOOL);
    let function = &mut rewriter.function;
    let exits = Exits::of(function, case, Op::Break);
    // The variable that says whether the case was left, with its declaration, and the exits that set it.
    let mut left: Option<(Inst, Operand)> = None;
    let mut told: FxHashSet<Inst> = FxHashSet::default();
    let mut end = case;
    let mut pending = vec![case];
    while let Some(block) = pending.pop() {
        let insts = &function.blocks[block].insts;
        let Some(at) = insts.iter().position(|&inst| exits.is_leaving(inst)) else { continue };
        let control = insts[at];
        let Some(arms) = function.arms(control) else { continue };
        let rest = insts[at + 1..].to_vec();
        let span = function.insts[control].span();
        function.blocks[block].insts.truncate(at + 1);
        pending.extend(arms);
        let merges = arms.map(|arm| function.ends_with(arm, Op::Merge).is_some());
        let leaves = arms.map(|arm| function.blocks[arm].insts.iter().any(|&inst| exits.is_leaving(inst)));
        let next = match (merges, leaves, arms) {
            ([false, false], ..) => None,
            ([true, false], [false, _], [arm, _]) | ([false, true], [_, false], [_, arm]) => Some(arm),
            _ => {
                told.extend(arms.iter().flat_map(|&arm| Exits::of(function, arm, Op::Break).list));
                let (_, pointer) = *left.get_or_insert_with(|| {
                    let ty = (pointer, Precision::None);
                    let (inst, value) = function.new_value(Op::Var, &[], 0, Span::default(), ty);
                    (inst, value.into())
                });
                let ty = (common::BOOL, Precision::None);
                let (load, condition) = function.new_value(Op::Load, &[pointer], 0, span, ty);
                let [then, other] = [(); 2].map(|()| {
                    let merge = function.new_inst(Op::Merge, &[], 0, span);
                    function.new_block(&[merge])
                });
                let kind = ControlData::new(ControlKind::If { then, other });
                let guard = function.new_control(Op::If, &[condition.into()], kind, span);
                function.blocks[block].insts.extend([load, guard]);
                pending.push(other);
                Some(other)
            }
        };
        if let Some(next) = next {
            // The `merge` at its end.
            function.blocks[next].insts.pop();
            function.blocks[next].insts.extend(rest);
            end = if end == block { next } else { end };
        }
        let merge = function.new_inst(Op::Merge, &[], 0, span);
        function.blocks[block].insts.push(merge);
    }
    let exits: FxHashSet<Inst> = exits.list.into_iter().collect();
    for (block, exit) in visit::insts_of(function, case).into_iter().filter(|(_, inst)| exits.contains(inst))
    {
        function.set_op(exit, Op::Merge);
        if let (true, Some((_, pointer))) = (told.contains(&exit), left) {
            let store = function.new_inst(Op::Store, &[pointer, yes], 0, Span::default());
            let insts = &mut function.blocks[block].insts;
            insts.insert(insts.len().saturating_sub(1), store);
        }
    }
    if let Some((var, pointer)) = left {
        let store = function.new_inst(Op::Store, &[pointer, no], 0, Span::default());
        function.blocks[case].insts.insert_many(0, [var, store]);
    }
    end
}
