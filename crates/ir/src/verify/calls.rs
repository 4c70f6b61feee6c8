//! The entry point and who calls whom.

use super::report::{Part, Report, Site};
use super::rules::Rule;
use crate::function::{FunctionData, Inst};
use crate::module::Function;
use crate::types::common;
use la_arena::RawIdx;

/// Checks the entry point, and that no function gets back to itself. `sound` says of each function whether its
/// ids are right.
pub(super) fn check(report: &mut Report<'_>, sound: &[bool]) {
    let module = report.module;
    let is_sound = |function: Function| sound.get(function.into_raw().into_u32() as usize) == Some(&true);
    if let Some(entry) = module.entry.filter(|&entry| is_sound(entry)) {
        let data = &module.functions[entry];
        if !data.blocks[data.body].params.is_empty() || data.result != common::VOID {
            let message = "the entry point takes parameters or gives a result";
            report.add(Rule::Entry, Site::Head(entry, Part::Op), message);
        }
    }
    let calls: Vec<Vec<(Function, Inst)>> = module
        .functions
        .iter()
        .map(|(id, data)| if is_sound(id) { calls(data) } else { Vec::new() })
        .collect();
    // 0: new, 1: open, 2: done.
    let mut states = vec![0u8; calls.len()];
    let mut stack: Vec<(usize, usize)> = Vec::new();
    for root in 0..calls.len() {
        stack.push((root, 0));
        while let Some((function, next)) = stack.pop() {
            if next == 0 {
                if states[function] != 0 {
                    continue;
                }
                states[function] = 1;
            }
            let Some(&(callee, inst)) = calls[function].get(next) else {
                states[function] = 2;
                continue;
            };
            stack.push((function, next + 1));
            let callee = callee.into_raw().into_u32() as usize;
            match states.get(callee) {
                Some(0) => stack.push((callee, 0)),
                Some(1) => {
                    let caller = Function::from_raw(RawIdx::from(function as u32));
                    let message = "this call leads back to the function that it is in";
                    report.add(Rule::Recursion, Site::Inst(caller, inst, Part::Op), message);
                }
                _ => {}
            }
        }
    }
}

/// The calls in the blocks that the body reaches.
fn calls(function: &FunctionData) -> Vec<(Function, Inst)> {
    let mut calls = Vec::new();
    let mut seen = vec![false; function.blocks.len()];
    let mut stack = vec![function.body];
    while let Some(block) = stack.pop() {
        let index = block.into_raw().into_u32() as usize;
        if seen.get_mut(index).is_none_or(|slot| std::mem::replace(slot, true)) {
            continue;
        }
        for &inst in &function.blocks[block].insts {
            calls.extend(function.callee(inst).map(|callee| (callee, inst)));
            stack.extend(function.control(inst).into_iter().flat_map(|control| control.blocks()));
        }
    }
    calls
}
