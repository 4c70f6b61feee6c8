//! Switches become chains of `if`, for versions without them.
//!
//! ```text
//! switch %s {                         %0: bool = ieq %s, 1
//!     case 1 { ... break }            if %0 { ... merge } else {
//!     case 2, 3 { ... break }    =>       %1: bool = ieq %s, 2   %2: bool = ieq %s, 3   %3: bool = or %1, %2
//!     default { ... break }               if %3 { ... merge } else { ... merge }
//! }                                       merge
//!                                     }
//! ```
//!
//! If a case falls through into the next one, a variable says which case comes next:
//!
//! ```text
//! switch %s {                         %at: ptr<function, i32> = var
//!     case 1 { ... fallthrough }      %i = select (ieq %s, 1), 0, 1   store %at, %i
//!     default { ... break }       =>  %a = load %at   if (ieq %a, 0) { ... store %at, 1   merge } else { merge }
//! }                                   %b = load %at   if (ieq %b, 1) { ... merge } else { merge }
//! ```
//!
//! A case that is left from within is made one that is left at its end first, by `nest_breaks`.

use super::nest_breaks::{Flag, nest_breaks};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::{
    Block, Case, Constant, ControlData, ControlKind, FunctionData, Inst, List, Module, Op, Operand,
    Precision, Span, Storage, Type,
};

/// State that the switches of a module share.
struct Shared {
    /// The numbers of cases.
    numbers: Vec<Constant>,
    /// To a number.
    pointer: Type,
    flag: Flag,
}

/// True if the target lacks switches.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.chosen_glsl().is_some() && settings.lacks(module, Feature::Switch)
}

/// Runs the pass.
pub(crate) fn run(module: &mut Module, _: &mut Session) -> usize {
    lower_switches(module)
}

/// Lowers switches without results; gives their number.
fn lower_switches(module: &mut Module) -> usize {
    let most = most_cases(module);
    if most == 0 {
        return 0;
    }
    let shared = Shared {
        numbers: (0..=most).map(|number| module.constants.i32(number)).collect(),
        pointer: module.types.pointer(Storage::Function, common::I32),
        flag: Flag {
            no: module.constants.bool(false),
            yes: module.constants.bool(true),
            pointer: module.types.pointer(Storage::Function, common::BOOL),
        },
    };
    let mut count = 0;
    for (_, function) in module.functions.iter_mut() {
        let mut blocks = vec![function.body];
        let mut stack = vec![function.body];
        while let Some(block) = stack.pop() {
            for control in function.blocks[block].insts.iter().filter_map(|&inst| function.control(inst)) {
                blocks.extend(control.blocks());
                stack.extend(control.blocks());
            }
        }
        // Inner switches first: what is in a case may move.
        for block in blocks.into_iter().rev() {
            let has_switch = function.blocks[block].insts.iter().any(|&inst| function.op(inst) == Op::Switch);
            if has_switch {
                count += lower(function, block, &shared);
            }
        }
    }
    count
}

/// The largest number of cases of a switch.
fn most_cases(module: &Module) -> i32 {
    let mut most = 0;
    for (_, function) in module.functions.iter() {
        for (inst, _) in function.insts.iter() {
            if let Some(ControlKind::Switch { cases }) = function.control(inst).map(|control| &control.kind) {
                most = most.max(cases.len());
            }
        }
    }
    i32::try_from(most).unwrap_or(i32::MAX - 1)
}

fn lower(function: &mut FunctionData, block: Block, shared: &Shared) -> usize {
    let old = std::mem::take(&mut function.blocks[block].insts);
    let mut new = List::with_capacity(old.len());
    let mut count = 0;
    for inst in old {
        match cases(function, inst) {
            Some((selector, cases)) => {
                let span = function.insts[inst].span();
                let ends: Vec<Block> =
                    cases.iter().map(|case| nest_breaks(function, case.block, shared.flag)).collect();
                if ends.iter().any(|&end| falls(function, end)) {
                    sequence(function, selector, cases, &ends, (shared, span), &mut new);
                } else {
                    chain(function, selector, cases, (shared, span), &mut new);
                }
                count += 1;
            }
            None => new.push(inst),
        }
    }
    function.blocks[block].insts = new;
    count
}

/// The selector and cases of a switch that can become a chain.
fn cases(function: &FunctionData, inst: Inst) -> Option<(Operand, Vec<Case>)> {
    let ControlKind::Switch { cases } = &function.control(inst)?.kind else { return None };
    let &[selector] = function.operands(inst) else { return None };
    (function.results(inst).len() == 0).then(|| (selector, cases.clone()))
}

/// True if a case goes on into the next one.
fn falls(function: &FunctionData, block: Block) -> bool {
    function.blocks[block].insts.last().is_some_and(|&last| function.op(last) == Op::Fallthrough)
}

fn chain(
    function: &mut FunctionData,
    selector: Operand,
    cases: Vec<Case>,
    (shared, span): (&Shared, Span),
    out: &mut List<Inst>,
) {
    let mut last = None;
    let mut tests = Vec::new();
    for case in cases {
        end(function, case.block);
        if case.default {
            last = Some(case.block);
        } else {
            tests.push(case);
        }
    }
    let mut other = match last {
        Some(block) => block,
        None => merging(function, List::new()),
    };
    while let Some(case) = tests.pop() {
        let mut insts = List::new();
        let condition = any(function, selector, &case, span, &mut insts);
        let control = ControlData::new(ControlKind::If { then: case.block, other });
        insts.push(function.new_control(Op::If, &[condition], control, span));
        if tests.is_empty() {
            out.extend(insts);
            return;
        }
        other = merging(function, insts);
    }
    // Nothing but a default: it always runs, and may leave more than the switch.
    if function.blocks[other].insts.last().is_none_or(|&last| function.op(last) != Op::Merge) {
        let control =
            ControlData::new(ControlKind::If { then: other, other: merging(function, List::new()) });
        out.push(function.new_control(Op::If, &[shared.flag.yes.into()], control, span));
        return;
    }
    let insts = std::mem::take(&mut function.blocks[other].insts);
    let merges = |inst: &Inst| function.op(*inst) == Op::Merge;
    out.extend(insts.into_iter().filter(|inst| !merges(inst)));
}

/// An `if` for each case, which runs if a variable has the case's number.
fn sequence(
    function: &mut FunctionData,
    selector: Operand,
    cases: Vec<Case>,
    ends: &[Block],
    (shared, span): (&Shared, Span),
    out: &mut List<Inst>,
) {
    let Shared { numbers, pointer, .. } = shared;
    let number =
        |index: usize| numbers.get(index).or(numbers.last()).map_or(selector, |&number| number.into());
    let push = |function: &mut FunctionData, out: &mut List<Inst>, op: Op, operands: &[Operand], ty: Type| {
        let inst = function.new_inst(op, operands, 0, span);
        function.add_results(inst, &[(ty, Precision::None)]);
        out.push(inst);
        function.result(inst).map_or(selector, Operand::from)
    };
    let at = push(function, out, Op::Var, &[], *pointer);
    let default = cases.iter().position(|case| case.default).unwrap_or(cases.len());
    let mut first = number(default);
    // Values of the default case need no test: nothing else is chosen without one.
    let tested = cases.iter().enumerate().filter(|(_, case)| !case.default);
    for (index, case) in tested {
        let found = any(function, selector, case, span, out);
        first = push(function, out, Op::Select, &[found, number(index), first], common::I32);
    }
    let store = function.new_inst(Op::Store, &[at, first], 0, span);
    out.push(store);
    for (index, (case, &end_block)) in cases.iter().zip(ends).enumerate() {
        let now = push(function, out, Op::Load, &[at], common::I32);
        let condition = push(function, out, Op::Ieq, &[now, number(index)], common::BOOL);
        if falls(function, end_block) {
            let next = function.new_inst(Op::Store, &[at, number(index + 1)], 0, span);
            let merge = function.new_inst(Op::Merge, &[], 0, span);
            let insts = &mut function.blocks[end_block].insts;
            insts.pop();
            insts.extend([next, merge]);
        }
        end(function, case.block);
        let other = merging(function, List::new());
        let control = ControlData::new(ControlKind::If { then: case.block, other });
        out.push(function.new_control(Op::If, &[condition], control, span));
    }
}

/// A block with these instructions that merges then.
fn merging(function: &mut FunctionData, mut insts: List<Inst>) -> Block {
    insts.push(function.new_inst(Op::Merge, &[], 0, Span::default()));
    function.blocks.alloc(vitrum_ir::BlockData { params: List::new(), insts })
}

/// The `break` at the end of a case is a `merge` now.
fn end(function: &mut FunctionData, block: Block) {
    let Some(last) = function.blocks[block].insts.last().copied() else { return };
    if function.op(last) == Op::Break {
        let merge = function.new_inst(Op::Merge, &[], 0, function.insts[last].span());
        if let Some(slot) = function.blocks[block].insts.last_mut() {
            *slot = merge;
        }
    }
}

/// True if the selector is one of a case's values.
fn any(
    function: &mut FunctionData,
    selector: Operand,
    case: &Case,
    span: Span,
    insts: &mut List<Inst>,
) -> Operand {
    let mut test = |function: &mut FunctionData, op: Op, operands: &[Operand]| {
        let inst = function.new_inst(op, operands, 0, span);
        function.add_results(inst, &[(common::BOOL, Precision::None)]);
        insts.push(inst);
        function.result(inst).map_or(selector, Operand::from)
    };
    let mut found: Option<Operand> = None;
    for &value in &case.values {
        let equal = test(function, Op::Ieq, &[selector, value.into()]);
        found = Some(match found {
            Some(found) => test(function, Op::Or, &[found, equal]),
            None => equal,
        });
    }
    found.unwrap_or(selector)
}

#[cfg(test)]
mod tests {
    use super::lower_switches;

    fn shader(end: &str) -> String {
        format!(
            "stage fragment\nentry &main\nglobal @k: i32 uniform\nglobal @o: f32 output location(0)\n\
            fn &main() -> void {{\n    %k: i32 = load @k\n    switch %k {{\n        case 1i32 {{\n            \
            store @o, 1.0f32\n            {end}\n        }}\n        case 2i32, 3i32 {{\n            \
            store @o, 2.0f32\n            break\n        }}\n        case default {{\n            break\n        }}\n    \
            }}\n    return\n}}\n"
        )
    }

    #[test]
    fn switch_becomes_a_chain_of_branches() {
        let mut module = vitrum_ir_text::parse(&shader("break")).unwrap();
        assert_eq!(lower_switches(&mut module), 1);
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(!text.contains("switch") && text.contains("= or "), "{text}");
    }

    #[test]
    fn switch_with_fallthrough_becomes_a_sequence() {
        let mut module = vitrum_ir_text::parse(&shader("fallthrough")).unwrap();
        assert_eq!(lower_switches(&mut module), 1);
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(!text.contains("switch") && text.matches("= load %0").count() == 3, "{text}");
    }

    #[test]
    fn switch_of_default_may_return() {
        let text = "stage fragment\nentry &main\nfn &main() -> void {\n    switch 1i32 {\n        \
            case default {\n            return\n        }\n    }\n    return\n}\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        assert_eq!(lower_switches(&mut module), 1);
        vitrum_ir::verify(&module).unwrap();
    }

    #[test]
    fn code_behind_a_break_moves_into_the_other_arm() {
        let text = shader("if true {\n break\n } else {\n merge\n }\n store @o, 3.0f32\n fallthrough");
        let mut module = vitrum_ir_text::parse(&text).unwrap();
        assert_eq!(lower_switches(&mut module), 1);
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        let other = "if true {\n            merge\n        } else {\n            store @o, 3.0f32\n            store %at, 1i32";
        assert!(!text.contains("switch") && text.replace("%0", "%at").contains(other), "{text}");
    }

    #[test]
    fn flag_variable_tracks_breaks() {
        let text = shader(
            "if true {\n if false {\n break\n } else {\n merge\n }\n merge\n } else {\n merge\n }\n \
            store @o, 3.0f32\n break",
        );
        let mut module = vitrum_ir_text::parse(&text).unwrap();
        assert_eq!(lower_switches(&mut module), 1);
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(!text.contains("switch") && text.contains(", true\n"), "{text}");
    }
}
