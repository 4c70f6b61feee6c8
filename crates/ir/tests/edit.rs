//! The function editor and the visitors, on modules in the text form.

use vitrum_ir::edit::{Change, FunctionEditor, InlineError, Renames, inline_call};
use vitrum_ir::visit::{self, Descent, Event};
use vitrum_ir::{
    Function, FunctionData, Inst, MemoryAccess, Module, Op, Operand, Precision, Span, Storage, Type, print,
    verify,
};
use vitrum_ir_text::parse;

fn read(body: &str) -> Module {
    let text = format!("stage vertex\nglobal @g: i32 private\n\n{body}");
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

fn find(function: &FunctionData, op: Op) -> Inst {
    visit::insts(function)
        .into_iter()
        .map(|(_, inst)| inst)
        .find(|&inst| function.insts[inst].op == op)
        .unwrap()
}

const BRANCHES: &str = "\
fn &f(%a: i32 in) -> i32 {
    %0: i32 = iadd %a, 0i32
    %1: i32 = if true {
        %2: i32 = imul %0, %0
        merge %2
    } else {
        %3: i32 = iadd %0, 0i32
        merge %3
    }
    return %1
}
";

#[test]
fn transform_replaces_and_forwards_through_chains() {
    let mut module = read(BRANCHES);
    let id = first(&module);
    let zero: Operand = module.constants.i32(0).into();
    let mut editor = FunctionEditor::new(&mut module.functions[id]);
    editor.transform(|editor, inst| {
        let function = editor.function();
        match (function.insts[inst].op, function.operands(inst)) {
            (Op::Iadd, &[left, right]) if right == zero => Change::Replace(vec![left]),
            _ => Change::Keep,
        }
    });
    assert!(editor.is_changed());
    assert!(editor.finish());
    let expected = "\
fn &f(%a: i32 in) -> i32 {
    %0: i32 = if true {
        %1: i32 = imul %a, %a
        merge %1
    } else {
        merge %a
    }
    return %0
}
";
    assert_eq!(functions(&module), expected);
}

#[test]
fn nothing_asked_is_nothing_changed() {
    let mut module = read(BRANCHES);
    let before = module.clone();
    let id = first(&module);
    let mut editor = FunctionEditor::new(&mut module.functions[id]);
    editor.transform(|_, _| Change::Keep);
    assert!(!editor.finish());
    assert!(module == before);
}

#[test]
fn a_chain_of_replacements_is_followed_to_its_end() {
    let count = 50_000;
    let mut body = String::from("fn &f(%a: i32 in) -> i32 {\n    %0: i32 = iadd %a, 1i32\n");
    for index in 1..count {
        body.push_str(&format!("    %{index}: i32 = iadd %{}, 1i32\n", index - 1));
    }
    body.push_str(&format!("    return %{}\n}}\n", count - 1));
    let mut module = read(&body);
    let id = first(&module);
    let mut editor = FunctionEditor::new(&mut module.functions[id]);
    editor.transform(|editor, inst| match editor.function().insts[inst].op {
        Op::Iadd => Change::Replace(vec![editor.function().operands(inst)[0]]),
        _ => Change::Keep,
    });
    editor.finish();
    assert_eq!(functions(&module), "fn &f(%a: i32 in) -> i32 {\n    return %a\n}\n");
}

#[test]
fn replacements_that_lead_back_end() {
    let mut module = read(BRANCHES);
    let id = first(&module);
    let function = &mut module.functions[id];
    let values: Vec<_> = function.values.iter().map(|(value, _)| value).collect();
    let mut editor = FunctionEditor::new(function);
    editor.replace_all_uses(values[1], values[2].into());
    editor.replace_all_uses(values[2], values[1].into());
    editor.replace_all_uses(values[3], values[1].into());
    editor.finish();
}

#[test]
fn insertions_keep_their_order() {
    let mut module = read("fn &f() -> void {\n    store @g, 1i32\n    return\n}\n");
    let id = first(&module);
    let global: Operand = module.globals.iter().next().unwrap().0.into();
    let numbers: Vec<Operand> = (2..7).map(|number| module.constants.i32(number).into()).collect();
    let mut editor = FunctionEditor::new(&mut module.functions[id]);
    let at = find(editor.function(), Op::Store);
    let stores: Vec<Inst> = numbers
        .iter()
        .map(|&number| {
            editor.new_inst(Op::Store, &[global, number], MemoryAccess::NONE.bits(), &[], Span::default())
        })
        .collect();
    editor.insert_before(at, stores[0]);
    editor.insert_before(at, stores[1]);
    editor.insert_after(at, stores[2]);
    editor.insert_after(at, stores[3]);
    editor.insert_before(stores[2], stores[4]);
    editor.finish();
    let text = functions(&module);
    let order: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix("store @g, ")).collect();
    assert_eq!(order, ["2i32", "3i32", "1i32", "6i32", "4i32", "5i32"]);
}

#[test]
fn variables_are_declared_at_the_head() {
    let mut module = read(BRANCHES);
    let id = first(&module);
    let pointer: Type = module.types.pointer(Storage::Function, vitrum_ir::types::common::F32);
    let name = module.names.intern("x");
    let initializer = module.constants.f32(1.5);
    let mut editor = FunctionEditor::new(&mut module.functions[id]);
    editor.declare_variable(pointer, Precision::High, name, Some(initializer));
    editor.declare_variable(pointer, Precision::None, name, None);
    editor.finish();
    let text = functions(&module);
    let head: Vec<&str> = text.lines().skip(1).take(2).map(str::trim).collect();
    assert_eq!(head, ["%x: ptr<function, f32> highp = var 1.5f32", "%x.1: ptr<function, f32> = var"]);
}

#[test]
fn a_branch_that_is_known_is_spliced() {
    let mut module = read(BRANCHES);
    let id = first(&module);
    let mut editor = FunctionEditor::new(&mut module.functions[id]);
    let inst = find(editor.function(), Op::If);
    let then = editor.function().control(inst).unwrap().blocks().next().unwrap();
    let result = editor.function().result(inst).unwrap();
    let merge = editor.splice(inst, then).unwrap();
    let given = editor.function().operands(merge)[0];
    editor.replace_all_uses(result, given);
    editor.finish();
    let expected = "\
fn &f(%a: i32 in) -> i32 {
    %0: i32 = iadd %a, 0i32
    %1: i32 = imul %0, %0
    return %1
}
";
    assert_eq!(functions(&module), expected);
}

#[test]
fn blocks_are_split() {
    let mut module = read("fn &f() -> void {\n    store @g, 1i32\n    store @g, 2i32\n    return\n}\n");
    let id = first(&module);
    let function = &mut module.functions[id];
    let body = function.body;
    let last = function.terminator(body).unwrap();
    let mut editor = FunctionEditor::new(function);
    let tail = editor.split(body, last);
    assert_eq!(editor.function().blocks[tail].insts[..], [last]);
    assert_eq!(editor.function().blocks[body].insts.len(), 2);
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
    let function = &mut module.functions[id];
    let body = function.body;
    let mut editor = FunctionEditor::new(function);
    let mut renames = Renames::new();
    let copy = editor.clone_block(body, &mut renames);
    // The copy becomes the body: what text says of it is the same.
    assert!(editor.finish());
    let before = functions(&module);
    let function = &mut module.functions[id];
    assert_ne!(function.blocks[copy].params, function.blocks[body].params);
    function.body = copy;
    assert_eq!(functions(&module), before);
}

#[test]
fn calls_are_inlined() {
    let mut module = read(
        "fn &f(%a: i32 in) -> void {
    %0: i32 = call &g %a, 2i32
    %1: i32 = call &g %0, 3i32
    store @g, %1
    return
}

fn &g(%x: i32 in, %y: i32 in) -> i32 {
    %z: i32 = imul %x, %y
    return %z
}
",
    );
    inline_all(&mut module).unwrap();
    let expected = "\
fn &f(%a: i32 in) -> void {
    %z: i32 = imul %a, 2i32
    %z.1: i32 = imul %z, 3i32
    store @g, %z.1
    return
}
";
    assert_eq!(functions(&module).split("\n\n").next().unwrap().to_string(), expected.trim_end());
}

#[test]
fn early_returns_become_breaks() {
    let mut module = read(
        "fn &f(%a: i32 in) -> void {
    %0: i32 = call &g %a
    store @g, %0
    return
}

fn &g(%x: i32 in) -> i32 {
    %0: bool = slt %x, 0i32
    if %0 {
        return 0i32
    } else {
        merge
    }
    return %x
}
",
    );
    inline_all(&mut module).unwrap();
    let expected = "\
fn &f(%a: i32 in) -> void {
    %0: i32 = loop {
        %1: bool = slt %a, 0i32
        if %1 {
            break 0i32
        } else {
            merge
        }
        break %a
    }
    store @g, %0
    return
}";
    assert_eq!(functions(&module).split("\n\n").next().unwrap(), expected);
}

#[test]
fn returns_in_loops_are_not_inlined() {
    let mut module = read(
        "fn &f() -> void {
    call &g
    return
}

fn &g() -> void {
    loop {
        return
    }
    return
}
",
    );
    let before = module.clone();
    assert_eq!(inline_all(&mut module), Err(InlineError::ReturnInLoop));
    assert!(module == before);
}

/// Inlines every call of the first function.
fn inline_all(module: &mut Module) -> Result<(), InlineError> {
    let id = first(module);
    let insts = visit::insts(&module.functions[id]);
    for (block, inst) in insts {
        if module.functions[id].insts[inst].op == Op::Call {
            inline_call(module, id, block, inst)?;
        }
    }
    Ok(())
}

#[test]
fn walks_are_in_text_order_and_can_be_cut() {
    let module = read(LOOP);
    let function = &module.functions[first(&module)];
    let names = |skip: Option<Op>| {
        let mut names = Vec::new();
        let ended = visit::walk(function, function.body, |event| {
            let (text, op) = match event {
                Event::Enter(_) => ("{", None),
                Event::Leave(_) => ("}", None),
                Event::Behind(_) => (";", None),
                Event::Inst(inst) => (function.insts[inst].op.mnemonic(), Some(function.insts[inst].op)),
            };
            names.push(text);
            if op.is_some() && op == skip { Descent::Past } else { Descent::Into }
        });
        assert!(ended);
        names.join(" ")
    };
    assert_eq!(names(None), "{ loop { iadd slt if { merge } { break } ; continue } { next } ; return }");
    assert_eq!(names(Some(Op::If)), "{ loop { iadd slt if continue } { next } ; return }");
    assert!(!visit::walk_module(&module, |_, _| Descent::Stop));
}

#[test]
fn folds_give_what_blocks_come_to() {
    let module = read(LOOP);
    let function = &module.functions[first(&module)];
    // The depth of nesting, and the number of instructions.
    let (depth, count) = visit::fold(
        function,
        function.body,
        |_| (0u32, 0u32),
        |folded, _, blocks| {
            folded.1 += 1;
            for (depth, count) in blocks {
                folded.0 = folded.0.max(depth + 1);
                folded.1 += count;
            }
        },
    );
    assert_eq!((depth, count), (2, 9));
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
