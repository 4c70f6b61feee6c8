//! Copies of blocks and visitors, on modules in the text form.

use vitrum_ir::edit::{Renames, copy_block};
use vitrum_ir::visit::{self, Descent, Event};
use vitrum_ir::{Function, FunctionData, Module, Op, Value, print, verify};
use vitrum_ir_text::parse;

fn read(body: &str) -> Module {
    let text = format!("vir 1\nstage vertex\nglobal @g: i32 private\n\n{body}");
    let module = parse(&text).unwrap_or_else(|error| panic!("{error}"));
    check(&module);
    module
}

#[track_caller]
fn check(module: &Module) {
    if let Err(errors) = verify(module) {
        panic!("{errors}\n{module}");
    }
}

/// The functions as text, after verifying them.
#[track_caller]
fn functions(module: &Module) -> String {
    check(module);
    let text = print(module);
    text.split_once("\n\n").map_or(String::new(), |halves| halves.1.to_string())
}

fn first(module: &Module) -> Function {
    module.functions.iter().next().unwrap().0
}

const LOOP: &str = "\
fn &f(%a: i32 in) -> i32 {
    %0: i32 = loop 0i32 (%i: i32) {
        %1: i32 = iadd %i, %a
        %2: bool = slt %1, 10i32
        if %2 {
            merge
        } else {
            break %1
        }
        continue %1
    } continuing (%j: i32) {
        next %j
    }
    return %0
}
";

#[test]
fn copies_have_values_of_their_own() {
    let mut module = read(LOOP);
    let id = first(&module);
    let before = functions(&module);
    let function = &mut module.functions[id];
    let body = function.body;
    let results = |function: &FunctionData| -> Vec<Value> {
        visit::insts(function).into_iter().flat_map(|(_, inst)| function.results(inst)).collect()
    };
    let old = results(function);
    let copy = copy_block(function, body, &mut Renames::new());
    function.blocks[body].insts = std::mem::take(&mut function.blocks[copy].insts);
    assert!(results(function).iter().all(|value| !old.contains(value)));
    assert_eq!(functions(&module), before);
}

#[test]
fn walks_are_in_text_order_and_can_be_cut() {
    let module = read(LOOP);
    let function = &module.functions[first(&module)];
    let names = |skip: Option<Op>| {
        let mut names = Vec::new();
        visit::walk(function, function.body, |event| {
            let (text, op) = match event {
                Event::Enter(_) => ("{", None),
                Event::Leave(_) => ("}", None),
                Event::Behind(_) => (";", None),
                Event::Inst(inst) => (function.op(inst).mnemonic(), Some(function.op(inst))),
            };
            names.push(text);
            if op.is_some() && op == skip { Descent::Past } else { Descent::Into }
        });
        names.join(" ")
    };
    assert_eq!(names(None), "{ loop { iadd slt if { merge } { break } ; continue } { next } ; return }");
    assert_eq!(names(Some(Op::If)), "{ loop { iadd slt if continue } { next } ; return }");
}

#[test]
fn clones_are_deep() {
    let module = read(LOOP);
    let mut copy = module.clone();
    let id = first(&copy);
    let function = &mut copy.functions[id];
    let body = function.body;
    function.blocks[body].insts.clear();
    copy.names.intern("other");
    copy.constants.i32(12345);
    assert_eq!(functions(&module), LOOP);
    assert!(copy != module);
}
