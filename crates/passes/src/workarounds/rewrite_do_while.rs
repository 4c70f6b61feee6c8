//! Turns loops that are left at their end into loops that are left within their body.
//!
//! ```text
//! loop (%a = 0i32) {                     loop (%again = false, %a = 0i32, %q = undef) {
//!     ...                                    %p: i32 = if %again {
//!     continue %b                                %n = iadd %q, 1i32   %c = sge %n, 9i32
//! } continuing (%q) {                =>          if %c { break } else { merge }
//!     %n = iadd %q, 1i32                         merge %n
//!     %c = sge %n, 9i32                      } else { merge %a }
//!     break_if %c () next %n                 ...
//! }                                          continue true, undef, %b
//!                                        }
//! ```
//!
//! The continuing block runs at the start of all iterations but the first. For drivers that compile `do ... while` wrongly (macOS), and
//! for languages without it.
//!
//! Called `RewriteDoWhile` by ANGLE.

use crate::framework::session::Session;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::types::common;
use vitrum_ir::visit::{self, Descent, Event};
use vitrum_ir::{
    Block, ControlData, ControlKind, Function, FunctionData, Inst, List, Module, Op, Operand, Precision,
    Span, Type, Value,
};

type Renames = FxHashMap<Value, Operand>;

/// Runs the pass; gives the number of loops changed.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut count = 0;
    for id in module.code_ids() {
        // Inner loops first: what an outer one moves holds them.
        let function = &module.functions[id];
        let found: Vec<Inst> = visit::insts(function)
            .into_iter()
            .map(|row| row.1)
            .filter(|&inst| is_left_at_end(function, inst).is_some())
            .collect();
        for &inst in found.iter().rev() {
            if session.may_change() {
                change(module, id, inst);
                count += 1;
            }
        }
    }
    count
}

/// The body and the continuing block of a loop that is left at its end.
fn is_left_at_end(function: &FunctionData, inst: Inst) -> Option<(Block, Block)> {
    let (body, continuing) = blocks(function, inst)?;
    function.ends_with(continuing, Op::BreakIf)?;
    Some((body, continuing))
}

/// The body and the continuing block of a loop that has both.
pub(crate) fn blocks(function: &FunctionData, inst: Inst) -> Option<(Block, Block)> {
    match function.control(inst)?.kind {
        ControlKind::Loop { body, continuing: Some(continuing) } => Some((body, continuing)),
        _ => None,
    }
}

/// Moves the continuing block of a loop into its body.
pub(crate) fn change(module: &mut Module, id: Function, control: Inst) {
    let Some((body, continuing)) = blocks(&module.functions[id], control) else { return };
    let mut function = module.take_function(id);
    let old = function.blocks[body].params.to_vec();
    let given = function.blocks[continuing].params.to_vec();
    let carried = carried(&function, body, continuing);
    let all: Vec<Value> = [old.as_slice(), &given, &carried].concat();
    let types = function.types_of(all.iter().copied());
    // The first iteration has no values for the continuing block, and others have none from outside.
    let undefined: Vec<Operand> =
        types.iter().map(|&(ty, _): &(Type, Precision)| module.constants.undef(ty).into()).collect();
    let (from_outside, from_inside) = undefined.split_at(old.len());
    let [no, yes] = [false, true].map(|value| Operand::from(module.constants.bool(value)));

    for inst in continues(&function, body) {
        let mut operands = vec![yes];
        operands.extend_from_slice(from_outside);
        operands.extend_from_slice(function.operands(inst));
        operands.extend(carried.iter().map(|&value| Operand::from(value)));
        function.set_operands(inst, &operands);
    }
    let mut operands = vec![no];
    operands.extend_from_slice(function.operands(control));
    operands.extend_from_slice(from_inside);
    function.set_operands(control, &operands);

    function.set_params(body, List::new());
    let again = function.add_param(body, common::BOOL, Precision::None);
    let params: Vec<Value> =
        types.iter().map(|&(ty, precision)| function.add_param(body, ty, precision)).collect();
    let (outer, inner) = params.split_at(old.len());
    let renames: Renames =
        given.iter().chain(&carried).copied().zip(inner.iter().map(|&value| value.into())).collect();
    rename(&mut function, continuing, &renames);
    function.set_params(continuing, List::new());
    leave_within(&mut function, continuing);

    let first: Vec<Operand> = outer.iter().map(|&value| value.into()).collect();
    let merge = function.new_inst(Op::Merge, &first, 0, Span::default());
    let other = function.new_block(&[merge]);
    let arms = ControlData::new(ControlKind::If { then: continuing, other });
    let choice = function.new_control(Op::If, &[again.into()], arms, Span::default());
    function.add_results(choice, types.get(..old.len()).unwrap_or(&[]));
    let chosen: Vec<Value> = function.results(choice).collect();
    for (&old, &new) in old.iter().zip(&chosen) {
        let name = function.value_name(old);
        function.set_value_name(new, name);
    }
    let renames: Renames = old.iter().copied().zip(chosen.iter().map(|&value| value.into())).collect();
    rename(&mut function, body, &renames);
    function.blocks[body].insts.insert(0, choice);
    if let Some(data) = function.control_mut(control) {
        data.kind = ControlKind::Loop { body, continuing: None };
    }
    module.functions[id] = function;
}

/// Values of the body that the continuing block uses, in order of their first use.
fn carried(function: &FunctionData, body: Block, continuing: Block) -> Vec<Value> {
    let mut defined: FxHashSet<Value> = function.blocks[body].params.iter().copied().collect();
    for (_, inst) in visit::insts_of(function, body) {
        defined.extend(function.results(inst));
    }
    let mut carried = Vec::new();
    for (_, inst) in visit::insts_of(function, continuing) {
        carried.extend(function.used_values(inst).filter(|value| defined.remove(value)));
    }
    carried
}

/// The `continue`s of a loop with this body.
fn continues(function: &FunctionData, body: Block) -> Vec<Inst> {
    let mut found = Vec::new();
    visit::walk(function, body, |event| match event {
        Event::Inst(inst) if function.op(inst) == Op::Loop => Descent::Past,
        Event::Inst(inst) if function.op(inst) == Op::Continue => {
            found.push(inst);
            Descent::Into
        }
        _ => Descent::Into,
    });
    found
}

fn rename(function: &mut FunctionData, block: Block, renames: &Renames) {
    if renames.is_empty() {
        return;
    }
    for (_, inst) in visit::insts_of(function, block) {
        for operand in function.operands_mut(inst) {
            if let Some(new) = operand.value().and_then(|value| renames.get(&value)) {
                *operand = *new;
            }
        }
    }
}

/// Makes the end of a continuing block that of an arm which may leave the loop.
fn leave_within(function: &mut FunctionData, block: Block) {
    if let Some(end) = function.ends_with(block, Op::Next) {
        function.set_op(end, Op::Merge);
        return;
    }
    let Some(end) = function.ends_with(block, Op::BreakIf) else { return };
    let operands = function.operands(end).to_vec();
    let count = function.insts[end].imm as usize;
    let Some((&condition, rest)) = operands.split_first() else { return };
    let (results, next) = rest.split_at(count.min(rest.len()));
    let leave = function.new_inst(Op::Break, results, 0, function.insts[end].span());
    let stay = function.new_inst(Op::Merge, &[], 0, Span::default());
    let [then, other] = [leave, stay].map(|inst| function.new_block(&[inst]));
    let arms = ControlData::new(ControlKind::If { then, other });
    let test = function.new_control(Op::If, &[condition], arms, Span::default());
    let merge = function.new_inst(Op::Merge, next, 0, Span::default());
    let insts = &mut function.blocks[block].insts;
    insts.pop();
    insts.extend([test, merge]);
}
