//! Control flow that the rewriter builds with closures.

use vitrum_ir::{Module, Op, Operand, print, types::common, verify};
use vitrum_ir_text::parse;
use vitrum_passes::Session;
use vitrum_passes::rewrite::{Action, End, Rewriter, rewrite_each};

/// The text of a module in which what `build` gives for `a` replaces the operation `a + b`.
#[track_caller]
fn rewritten(build: impl Fn(&mut Rewriter<'_>, Operand) -> Operand) -> String {
    let text = "stage vertex
entry &main
global @in: i32 input location(0)
global @out: i32 output location(0)

fn &main() -> void {
    %a: i32 = load @in
    %b: i32 = iadd %a, 7i32
    store @out, %b
    return
}
";
    let mut module: Module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    rewrite_each(&mut module, &mut Session::new(None), |rewriter, inst| {
        let function = rewriter.function();
        let (op, operands) = (function.op(inst), function.operands(inst).to_vec());
        match operands[..] {
            [a, b] if op == Op::Iadd && b.constant().is_some() => {
                let value = build(rewriter, a);
                rewriter.replace(inst, value)
            }
            _ => Action::Keep,
        }
    });
    verify(&module).unwrap_or_else(|errors| panic!("{errors}\n{module}"));
    let printed = print(&module);
    assert!(parse(&printed).is_ok_and(|again| print(&again) == printed), "{printed}");
    printed.split_once("%a: i32 = load @in\n").unwrap_or_else(|| panic!("{printed}")).1.to_owned()
}

#[test]
fn if_merges_values_of_its_arms() {
    let text = rewritten(|rewriter, a| {
        let zero = rewriter.number(common::I32, 0.0);
        let condition = rewriter.op(Op::Slt, &[a, zero]);
        rewriter.if_(condition, |rewriter| rewriter.op(Op::Ineg, &[a]), |_| a)[0]
    });
    let expected = "    %0: bool = slt %a, 0i32
    %1: i32 = if %0 {
        %2: i32 = ineg %a
        merge %2
    } else {
        merge %a
    }
    store @out, %1
    return
}
";
    assert_eq!(text, expected);
}

#[test]
fn loop_results_are_operands_of_breaks() {
    let text = rewritten(|rewriter, a| {
        let [zero, one] = [0.0, 1.0].map(|number| rewriter.number(common::I32, number));
        rewriter.loop_(&[a, zero], |rewriter, params| {
            let done = rewriter.op(Op::Sle, &[params[0], zero]);
            rewriter.if_(done, |_| End::Break(vec![params[1]]), |_| ());
            let half = rewriter.op(Op::Ashr, &[params[0], one]);
            let count = rewriter.op(Op::Iadd, &[params[1], half]);
            End::Continue(vec![half, count])
        })[0]
    });
    let expected = "    %0: i32 = loop %a, 0i32 (%1: i32, %2: i32) {
        %3: bool = sle %1, 0i32
        if %3 {
            break %2
        } else {
            merge
        }
        %4: i32 = ashr %1, 1i32
        %5: i32 = iadd %2, %4
        continue %4, %5
    }
    store @out, %0
    return
}
";
    assert_eq!(text, expected);
}

#[test]
fn switches_build_a_block_for_each_case() {
    let text = rewritten(|rewriter, a| {
        rewriter.switch_(a, &[1, -2], |rewriter, case| match case {
            Some(number) => End::from(rewriter.number(common::I32, number as f64 * 10.0)),
            None => End::Return(None),
        })[0]
    });
    let expected = "    %0: i32 = switch %a {
        case 1i32 {
            break 10i32
        }
        case -2i32 {
            break -20i32
        }
        case default {
            return
        }
    }
    store @out, %0
    return
}
";
    assert_eq!(text, expected);
}

#[test]
fn operations_on_constants_fold() {
    let text = rewritten(|rewriter, _| {
        let [two, three] = [2.0, 3.0].map(|number| rewriter.number(common::I32, number));
        rewriter.op(Op::Imul, &[two, three])
    });
    assert_eq!(text, "    store @out, 6i32\n    return\n}\n");
}

#[test]
fn built_behind_a_kept_instruction() {
    let text = "stage vertex
global @in: i32 input location(0)
global @out: i32 output location(0)

fn &main() -> void {
    %a: i32 = load @in
    %b: i32 = if true {
        merge %a
    } else {
        merge 2i32
    }
    store @out, %b
    return
}
";
    let mut module: Module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    rewrite_each(&mut module, &mut Session::new(None), |rewriter, inst| {
        let Some(result) = rewriter.function().result(inst) else { return Action::Keep };
        let action = rewriter.keep(inst);
        let doubled = rewriter.op(Op::Iadd, &[result.into(), result.into()]);
        rewriter.forward(result, doubled);
        action
    });
    verify(&module).unwrap_or_else(|errors| panic!("{errors}\n{module}"));
    let expected = "    %a: i32 = load @in
    %0: i32 = iadd %a, %a
    %b: i32 = if true {
        merge %0
    } else {
        merge 2i32
    }
    %1: i32 = iadd %b, %b
    store @out, %1
    return
}
";
    assert_eq!(print(&module).split_once("-> void {\n").unwrap().1, expected);
}
