//! Putting the body of a function in the place of a call.
//!
//! ```text
//! %1: f32 = call &f %0       fn &f(%x: f32) -> f32 { %2: f32 = fneg %x; return %2 }
//! %1: f32 = fneg %0
//! ```
//!
//! A body that returns from several places becomes a loop that runs once, which `break` leaves for `return`.

use super::copy::{self, Renames};
use crate::function::{Block, ControlData, ControlKind, FunctionData, Inst, Operand};
use crate::module::{Function, Module, Precision};
use crate::ops::Op;
use crate::side_table::Id;
use crate::types::Type;
use crate::visit::{self, Descent, Event};

/// Why a call is not inlined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InlineError {
    /// The instruction is not a call of another function, or not in that block.
    NotACall,
    /// The function returns from within a loop or switch: `break` would not leave the function.
    ReturnInLoop,
}

/// Inlines the call `inst`, which stands in `block`.
///
/// # Errors
/// If it cannot be inlined; nothing is changed then.
pub fn inline_call(
    module: &mut Module,
    caller: Function,
    block: Block,
    inst: Inst,
) -> Result<(), InlineError> {
    let callee = module.functions[caller].callee(inst).and_then(|id| {
        let is_known = module.function_at(id.index() as u32).is_some();
        (is_known && id != caller).then_some(id)
    });
    let callee = callee.ok_or(InlineError::NotACall)?;
    let position = module.functions[caller].blocks[block].insts.iter().position(|&other| other == inst);
    let position = position.ok_or(InlineError::NotACall)?;
    let returns = returns(&module.functions[callee])?;

    // Both are borrowed, one to change: the callee is taken out for as long.
    let empty = FunctionData::new(module.functions[callee].name, module.functions[callee].result);
    let from = std::mem::replace(&mut module.functions[callee], empty);
    let function = &mut module.functions[caller];
    let mut renames = Renames::new();
    let arguments: Vec<Operand> = function.operands(inst).to_vec();
    for (&param, argument) in from.blocks[from.body].params.iter().zip(arguments) {
        renames.insert(param, argument);
    }
    let copy = copy::body(&from, function, &mut renames);
    let span = function.insts[inst].span();
    match returns {
        Returns::AtEnd => {
            let mut insts = std::mem::take(&mut function.blocks[copy].insts);
            let last = insts.pop();
            let given: Vec<Operand> = last.map(|last| function.operands(last).to_vec()).unwrap_or_default();
            function.blocks[block].insts.remove(position);
            function.blocks[block].insts.insert_from_slice(position, &insts);
            let mut editor = super::FunctionEditor::new(function);
            let results = editor.function().results(inst);
            for (result, operand) in results.zip(given) {
                editor.replace_all_uses(result, operand);
            }
            editor.finish();
        }
        Returns::Anywhere => {
            breaks_for_returns(function, copy);
            let control = ControlData::new(ControlKind::Loop { body: copy, continuing: None });
            let types: Vec<(Type, Precision)> = function
                .results(inst)
                .map(|result| (function.values[result].ty, function.values[result].precision))
                .collect();
            let whole = function.new_control(Op::Loop, &[], control, span);
            function.add_results(whole, &types);
            let (old, new) = (function.results(inst), function.results(whole));
            function.blocks[block].insts[position] = whole;
            let mut editor = super::FunctionEditor::new(function);
            for (old, new) in old.zip(new) {
                editor.replace_all_uses(old, new.into());
            }
            editor.finish();
        }
    }
    module.functions[callee] = from;
    Ok(())
}

enum Returns {
    /// Once, at the end of the body.
    AtEnd,
    Anywhere,
}

fn returns(function: &FunctionData) -> Result<Returns, InlineError> {
    let (mut count, mut targets) = (0u32, 0u32);
    let mut in_loop = false;
    visit::walk(function, function.body, |event| {
        match event {
            Event::Inst(inst) => match function.insts[inst].op {
                Op::Loop | Op::Switch => targets += 1,
                Op::Return => {
                    count += 1;
                    in_loop |= targets > 0;
                }
                _ => {}
            },
            Event::Behind(inst) => {
                targets -= u32::from(matches!(function.insts[inst].op, Op::Loop | Op::Switch))
            }
            Event::Enter(_) | Event::Leave(_) => {}
        }
        Descent::Into
    });
    if in_loop {
        return Err(InlineError::ReturnInLoop);
    }
    let last = function.terminator(function.body);
    let ends = last.is_some_and(|last| function.insts[last].op == Op::Return);
    Ok(if count == 1 && ends { Returns::AtEnd } else { Returns::Anywhere })
}

fn breaks_for_returns(function: &mut FunctionData, block: Block) {
    let mut returns = Vec::new();
    visit::walk(function, block, |event| {
        if let Event::Inst(inst) = event
            && function.insts[inst].op == Op::Return
        {
            returns.push(inst);
        }
        Descent::Into
    });
    for inst in returns {
        function.set_op(inst, Op::Break);
    }
}
