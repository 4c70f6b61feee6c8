//! Modules that break a rule which text cannot break, with what is reported.

use super::report;
use vitrum_ir::generics::{GenericArgument, instantiate};
use vitrum_ir::types::common;
use vitrum_ir::{
    BlockData, Constant, ConstantData, ConstantKind, ControlData, ControlKind, Function, FunctionData, Id,
    Inst, Length, List, Module, Op, Operand, Scalar, Span, Stage, Storage, Type, TypeData,
};

/// The number of a rule, a module that breaks it, and what is reported.
pub(crate) type Case = (&'static str, fn() -> Module, &'static str);

pub(crate) const CASES: &[Case] = &[
    (
        "V001",
        unknown_ids,
        "V001: operand of instruction 0 in function &f does not exist\n  --> module\n\
         V001: instruction 9 in function &f does not exist\n  --> module\n\
         V001: callee of instruction 1 in function &f does not exist\n  --> module",
    ),
    ("V001", unknown_type, "V001: part of type 81 does not exist\n  --> module"),
    ("V001", unknown_struct, "V001: struct 0 does not exist\n  --> module"),
    (
        "V001",
        copied_instruction,
        "V001: operand or result of instruction 0 in function &f does not exist\n  --> module",
    ),
    ("V002", type_order, "V002: type 81 contains type 81, which does not precede it\n  --> module"),
    ("V003", constant_order, "V003: constant 1 precedes one of its parts\n  --> module"),
    ("V005", deep_type, "V005: type 180 is nested too deeply\n  --> module"),
    (
        "V010",
        short_vector,
        "V010: vector has fewer than two components\n  --> types\n   | vec0<f32>\n   | ^^^^^^^^^",
    ),
    ("V031", shared_block, "V031: block already has an owner\n  --> function &f\n   | if true\n   | ^^"),
    (
        "V031",
        block_in_itself,
        "V031: block already has an owner\n  --> function &f\n   | if true\n   | ^^\n\
         V031: block already has an owner\n  --> function &f\n   | if true\n   | ^^",
    ),
    (
        "V032",
        instruction_twice,
        "V032: instruction is also elsewhere\n  --> function &f\n   | %1: i32 = iadd 1i32, 2i32\n   |           ^^^^",
    ),
    (
        "V046",
        wrong_signature,
        "V046: signature does not follow from the arguments\n  --> function &f\n   | fn &f<f32>() -> i32\n   |    ^^^^^^^",
    ),
    (
        "V046",
        instance_with_code,
        "V046: instance has a body, a linkage or parameters of its own\n  --> function &f\n   | fn &f<f32>() -> f32\n   |    ^^^^^^^",
    ),
    (
        "V047",
        too_many_instances,
        "V047: instances of generic functions exceed 1048576 instructions and operands, at `f12`\n  --> module",
    ),
    (
        "V054",
        too_many_results,
        "V054: invalid immediate 0x3 for `break_if`\n  --> function &f\n   | break_if true () next\n   | ^^^^^^^^",
    ),
    ("V033", wrong_control, "V033: blocks are of another kind\n  --> function &f\n   | loop true\n   | ^^^^"),
    (
        "V033",
        shared_control,
        "V033: blocks are owned by another instruction\n  --> function &f\n   | if true\n   | ^^",
    ),
    (
        "V037",
        false_definition,
        "V037: definition of the parameter does not refer to its block\n  --> function &f\n   | fn &f(%0: f32 in, %1: f32 in) -> void\n   |    ^^",
    ),
    (
        "V060",
        false_pointer,
        "V060: pointer has type `ptr<output, i32>`\n  --> globals\n   | global @a: f32 private\n   | ^^^^^^^^^^^^^^^^^^^^^^",
    ),
];

#[test]
fn built_modules_are_reported() {
    for &(number, build, expected) in CASES {
        assert_eq!(report(&build(), number), expected);
        // The verifier reports what the printer prints nevertheless.
        assert!(vitrum_ir::print(&build()).starts_with("vir 1\nstage "));
    }
}

#[test]
fn blocks_that_are_owned_twice_are_printed_once() {
    for build in [shared_block, block_in_itself] {
        assert!(vitrum_ir::print(&build()).lines().count() < 20);
    }
}

/// A module with one function without parameters, whose body is empty.
fn start() -> (Module, Function) {
    let mut module = Module::new(Stage::Vertex);
    let name = module.names.intern("f");
    let function = module.functions.alloc(FunctionData::new(name, common::VOID));
    (module, function)
}

fn push(module: &mut Module, function: Function, op: Op, operands: &[Operand], imm: u32) -> Inst {
    let function = &mut module.functions[function];
    let inst = function.new_inst(op, operands, imm, Span::default());
    let body = function.body;
    function.blocks[body].insts.push(inst);
    inst
}

/// An `if` on true; gives its arms, which end with `merge`.
fn push_if(module: &mut Module, id: Function) -> Inst {
    let condition = module.constants.bool(true);
    let function = &mut module.functions[id];
    let mut arm = || {
        let merge = function.new_inst(Op::Merge, &[], 0, Span::default());
        function.blocks.alloc(BlockData { params: List::new(), insts: List::from_slice(&[merge]) })
    };
    let control = ControlData::new(ControlKind::If { then: arm(), other: arm() });
    let inst = function.new_control(Op::If, &[condition.into()], control, Span::default());
    let body = function.body;
    function.blocks[body].insts.push(inst);
    inst
}

/// The id of a type that a module will have next: another module has it already.
fn next_type(module: &Module) -> Type {
    let mut other = module.clone();
    other.types.intern(TypeData::Sampler { shadow: true })
}

fn unknown_ids() -> Module {
    let (mut module, id) = start();
    let mut other = module.clone();
    let global = other.add_global("g", common::F32, Storage::Private);
    push(&mut module, id, Op::Store, &[global.into(), global.into()], 0);
    let function = &mut module.functions[id];
    let body = function.body;
    function.blocks[body].insts.push(Inst::from_index(9));
    push(&mut module, id, Op::Call, &[], 7);
    push(&mut module, id, Op::Return, &[], 0);
    let store = module.functions[id].blocks[body].insts[0];
    let known = module.constants.f32(1.0);
    module.functions[id].operands_mut(store)[1] = known.into();
    module
}

fn unknown_type() -> Module {
    let mut module = Module::new(Stage::Vertex);
    let mut other = module.clone();
    other.types.array(common::F32, 1);
    let far = other.types.array(common::F32, 2);
    module.types.array(far, 3);
    module
}

#[test]
fn types_that_hold_themselves_are_printed() {
    let mut module = Module::new(Stage::Vertex);
    let next = next_type(&module);
    let ty = module.types.array(next, 2);
    assert_eq!(ty, next);
    module.add_global("g", ty, Storage::Private);
    assert!(vitrum_ir::print(&module).contains("array<undefined, 2>"));
    assert!(vitrum_ir::verify(&module).is_err());
}

fn unknown_struct() -> Module {
    let mut module = Module::new(Stage::Vertex);
    let id = vitrum_ir::Struct::from_index(0);
    module.types.intern(TypeData::Struct(id));
    module
}

fn copied_instruction() -> Module {
    let (mut module, id) = start();
    let one = module.constants.i32(1);
    let mut other = module.functions[id].clone();
    let inst = other.new_inst(Op::Iadd, &[one.into(), one.into()], 0, Span::default());
    let copy = other.insts[inst];
    let function = &mut module.functions[id];
    let inst = function.raw_insts_mut().alloc(copy);
    let body = function.body;
    function.blocks[body].insts.push(inst);
    push(&mut module, id, Op::Return, &[], 0);
    module
}

fn type_order() -> Module {
    let mut module = Module::new(Stage::Vertex);
    let itself = next_type(&module);
    module.types.intern(TypeData::Array { element: itself, length: Length::Constant(2) });
    module
}

fn constant_order() -> Module {
    let mut module = Module::new(Stage::Vertex);
    let mut other = module.clone();
    let itself: Constant = other.constants.i32(5);
    let kind = ConstantKind::Composite(vec![itself, itself].into());
    module.constants.intern(ConstantData { ty: common::VEC2, kind });
    module
}

fn deep_type() -> Module {
    let mut module = Module::new(Stage::Vertex);
    let mut ty = common::F32;
    for _ in 0..100_000 {
        ty = module.types.array(ty, 1);
    }
    module.add_global("g", ty, Storage::Private);
    module
}

fn short_vector() -> Module {
    let mut module = Module::new(Stage::Vertex);
    let ty = module.types.intern(TypeData::Vector { scalar: Scalar::F32, size: 0 });
    module.add_global("v", ty, Storage::Private);
    module
}

fn shared_block() -> Module {
    let (mut module, id) = start();
    let inst = push_if(&mut module, id);
    push(&mut module, id, Op::Return, &[], 0);
    if let Some(ControlKind::If { then, other }) =
        module.functions[id].control_mut(inst).map(|control| &mut control.kind)
    {
        *other = *then;
    }
    module
}

fn block_in_itself() -> Module {
    let (mut module, id) = start();
    let inst = push_if(&mut module, id);
    push(&mut module, id, Op::Return, &[], 0);
    let body = module.functions[id].body;
    if let Some(ControlKind::If { then, other }) =
        module.functions[id].control_mut(inst).map(|control| &mut control.kind)
    {
        (*then, *other) = (body, body);
    }
    module
}

fn instruction_twice() -> Module {
    let (mut module, id) = start();
    let [one, two] = [module.constants.i32(1), module.constants.i32(2)];
    let inst = push(&mut module, id, Op::Iadd, &[one.into(), two.into()], 0);
    let function = &mut module.functions[id];
    function.add_results(inst, &[(common::I32, vitrum_ir::Precision::None)]);
    let body = function.body;
    function.blocks[body].insts.push(inst);
    push(&mut module, id, Op::Return, &[], 0);
    module
}

fn wrong_control() -> Module {
    let (mut module, id) = start();
    let inst = push_if(&mut module, id);
    module.functions[id].set_op(inst, Op::Loop);
    push(&mut module, id, Op::Return, &[], 0);
    module
}

fn shared_control() -> Module {
    let (mut module, id) = start();
    let inst = push_if(&mut module, id);
    let function = &mut module.functions[id];
    let copy = function.insts[inst];
    let copy = function.raw_insts_mut().alloc(copy);
    let body = function.body;
    function.blocks[body].insts.push(copy);
    push(&mut module, id, Op::Return, &[], 0);
    module
}

fn false_definition() -> Module {
    let (mut module, id) = start();
    let function = &mut module.functions[id];
    let body = function.body;
    for _ in 0..2 {
        function.add_param(body, common::F32, vitrum_ir::Precision::None);
        function.params.push(vitrum_ir::ParamData::new(vitrum_ir::ParamMode::In));
    }
    let first = function.blocks[body].params[0];
    function.blocks[body].params[1] = first;
    push(&mut module, id, Op::Return, &[], 0);
    module
}

fn false_pointer() -> Module {
    let mut module = Module::new(Stage::Vertex);
    let global = module.add_global("a", common::F32, Storage::Private);
    module.globals[global].pointer = module.types.pointer(Storage::Output, common::I32);
    module
}

fn too_many_results() -> Module {
    let text = "vir 1\nstage vertex\nfn &f() -> void {\n    loop {\n        continue\n    } continuing {\n        break_if true () next\n    }\n    return\n}\n";
    let mut module = vitrum_ir_text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let function = module.functions.values_mut().next().expect("the text has a function");
    let inst = function
        .raw_insts_mut()
        .iter_mut()
        .find(|(_, data)| data.op == Op::BreakIf)
        .expect("the text has a `break_if`");
    inst.1.imm = 3;
    module
}

/// A module with an instance of a generic function, and the instance.
fn generic() -> (Module, Function) {
    let text = "stage fragment\nfn &f<$T: scalar_float>() -> $T {\n    return null $T\n}\n";
    let mut module = vitrum_ir_text::parse(text).unwrap();
    let function = module.function_ids().next().unwrap();
    let instance = instantiate(&mut module, function, &[GenericArgument::Type(common::F32)]);
    assert!(vitrum_ir::verify(&module).is_ok());
    (module, instance)
}

fn wrong_signature() -> Module {
    let (mut module, instance) = generic();
    module.functions[instance].result = common::I32;
    module
}

fn instance_with_code() -> Module {
    let (mut module, instance) = generic();
    let data = &mut module.functions[instance];
    let inst = data.new_inst(Op::Unreachable, &[], 0, Span::default());
    let body = data.body;
    data.blocks[body].insts.push(inst);
    module
}

/// Each function calls the next with two types, so that there are 2^15 of the last.
fn too_many_instances() -> Module {
    let mut text = "stage fragment\n".to_owned();
    for index in 0..15 {
        let next = index + 1;
        text += &format!(
            "fn &f{index}<$T: any>() -> void {{\n    call &f{next}<array<$T, 2>>\n    call &f{next}<array<$T, 3>>\n    return\n}}\n"
        );
    }
    text +=
        "fn &f15<$T: any>() -> void {\n    return\n}\nfn &g() -> void {\n    call &f0<f32>\n    return\n}\n";
    vitrum_ir_text::parse(&text).unwrap()
}
