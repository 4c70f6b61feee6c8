//! Rules about the entry point and the call graph.

use super::report::{Part, Report, Site};
use super::rules::Rule;
use crate::function::{FunctionData, Inst, Linkage};
use crate::module::{Function, Module};
use crate::side_table::{IdSet, SideTable, holds};
use crate::types::common;
use rustc_hash::FxHashSet;

/// Checks the entry point, and that no function gets back to itself. `sound` holds the functions whose ids
/// are right.
pub(super) fn check(report: &mut Report<'_>, sound: &IdSet<Function>) {
    let module = report.module;
    if let Some(entry) = module.entry.filter(|&entry| sound.contains(entry)) {
        let data = &module.functions[entry];
        if !data.blocks[data.body].params.is_empty() || data.result != common::VOID {
            let message = "entry point has parameters or a result";
            report.add(Rule::Entry, Site::Head(entry, Part::Op), message);
        }
    }
    check_linkage(report, sound);
    let calls: SideTable<Function, Vec<(Function, Inst)>> = module
        .functions
        .iter()
        .map(|(id, data)| if sound.contains(id) { calls(module, data) } else { Vec::new() })
        .collect();
    // 0: new, 1: open, 2: done.
    let mut states: SideTable<Function, u8> = SideTable::filled(calls.len(), 0);
    let mut stack: Vec<(Function, usize)> = Vec::new();
    for (root, _) in calls.iter() {
        stack.push((root, 0));
        while let Some((function, next)) = stack.pop() {
            if next == 0 {
                if states.at(function) != 0 {
                    continue;
                }
                states.set(function, 1);
            }
            let Some(&(callee, inst)) = calls.get(function).and_then(|calls| calls.get(next)) else {
                states.set(function, 2);
                continue;
            };
            stack.push((function, next + 1));
            match states.get(callee) {
                Some(0) => stack.push((callee, 0)),
                Some(1) => {
                    let message = "recursive call";
                    report.add(Rule::Recursion, Site::Inst(function, inst, Part::Op), message);
                }
                _ => {}
            }
        }
    }
}

fn check_linkage(report: &mut Report<'_>, sound: &IdSet<Function>) {
    let module = report.module;
    let mut names = FxHashSet::default();
    for id in sound.iter() {
        let data = &module.functions[id];
        let takes_or_gives = !data.blocks[data.body].params.is_empty() || data.result != common::VOID;
        let name = match data.linkage {
            Linkage::Callback(name) => Some(name),
            _ => data.link_name(),
        };
        let message = if name.is_some_and(|name| !names.insert(name)) {
            "another function has this link name"
        } else if data.is_import() && module.entry == Some(id) {
            "entry point is imported"
        } else if matches!(data.linkage, Linkage::Callback(_)) && !data.has_code() {
            "function that intrinsics call has no body"
        } else if data.linkage == Linkage::Initializer && takes_or_gives {
            "initialiser has parameters or a result"
        } else {
            continue;
        };
        report.add(Rule::Linkage, Site::Head(id, Part::Op), message);
    }
}

/// The calls in the blocks that the body reaches. A call of an instance is one of its generic function.
fn calls(module: &Module, function: &FunctionData) -> Vec<(Function, Inst)> {
    let target = |callee: Function| match &module.functions[callee].instance {
        Some(instance) => instance.generic,
        None => callee,
    };
    let calls = placed_insts(function).into_iter();
    let callees = |inst| function.callee(inst).into_iter().chain(module.callbacks(function, inst));
    calls.flat_map(|inst| callees(inst).map(move |callee| (target(callee), inst))).collect()
}

/// The instructions in the blocks that the body reaches, whether or not these are a tree.
pub(super) fn placed_insts(function: &FunctionData) -> Vec<Inst> {
    let mut insts = Vec::new();
    let mut seen = IdSet::with_capacity(function.blocks.len());
    let mut stack = vec![function.body];
    while let Some(block) = stack.pop() {
        if !holds(&function.blocks, block) || !seen.insert(block) {
            continue;
        }
        for &inst in &function.blocks[block].insts {
            insts.push(inst);
            stack.extend(function.control(inst).into_iter().flat_map(|control| control.blocks()));
        }
    }
    insts
}
