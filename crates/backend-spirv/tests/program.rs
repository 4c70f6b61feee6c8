//! Programs: several entry points in one module.

use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::Op;
use vitrum_backend_spirv::{Error, Options, ProgramStage, Target, emit, emit_program};
use vitrum_ir::Module;

fn read(text: &str) -> Module {
    let module = vitrum_ir_text::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    vitrum_ir::verify(&module).unwrap_or_else(|errors| panic!("{errors}"));
    module
}

const BLOCK: &str = "declare #Camera\nstruct #Camera {\n    view: vec4<f32>\n}\n\
    global @camera: #Camera uniform block(std140) set(0) binding(1)\n";

fn stages() -> (Module, Module) {
    let vertex = read(&format!(
        "stage vertex\nentry &main\n{BLOCK}global @uv: vec2<f32> output location(0)\n\n\
         fn &main() -> void {{\n    %0: ptr<uniform, vec4<f32>> = access @camera, 0i32\n    %1: vec4<f32> = load %0\n    \
         %2: vec2<f32> = swizzle.xy %1\n    store @uv, %2\n    return\n}}\n"
    ));
    let fragment = read(&format!(
        "stage fragment\nexecution early_fragment_tests\nentry &main\n{BLOCK}global @uv: vec2<f32> input location(0)\n\
         global @color: vec4<f32> output location(0)\nglobal @t: sampled<2d, f32> opaque set(0) binding(2)\n\n\
         fn &main() -> void {{\n    %0: sampled<2d, f32> = load @t\n    %1: vec2<f32> = load @uv\n    \
         %2: vec4<f32> = image_sample %0, %1\n    %3: ptr<uniform, vec4<f32>> = access @camera, 0i32\n    \
         %4: vec4<f32> = load %3\n    %5: vec4<f32> = fadd %2, %4\n    store @color, %5\n    return\n}}\n"
    ));
    (vertex, fragment)
}

fn instructions(words: &[u32]) -> Vec<Instruction> {
    let mut loader = rspirv::dr::Loader::new();
    rspirv::binary::parse_words(words, &mut loader).unwrap_or_else(|error| panic!("{error}"));
    loader.module().all_inst_iter().cloned().collect()
}

#[test]
fn stages_share_types_and_resources() {
    let (vertex, fragment) = stages();
    let stages = [("vs", &vertex), ("fs", &fragment)];
    let stages = stages.map(|(name, module)| ProgramStage { module, name, shift: 0 });
    let words = emit_program(&stages, &Options::new(Target::Vulkan1_3)).unwrap();
    let all = instructions(&words);
    let count = |op: Op| all.iter().filter(|inst| inst.class.opcode == op).count();
    assert_eq!((count(Op::EntryPoint), count(Op::Function), count(Op::TypeStruct)), (2, 2, 1));
    assert_eq!((count(Op::Variable), count(Op::TypeFloat), count(Op::ExecutionMode)), (5, 1, 2));
    // Of five variables each stage lists its own, and the block of both.
    let listed: Vec<(String, usize)> = all
        .iter()
        .filter(|inst| inst.class.opcode == Op::EntryPoint)
        .map(|inst| match &inst.operands[..] {
            [_, _, Operand::LiteralString(name), interface @ ..] => (name.clone(), interface.len()),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(listed, [("vs".to_owned(), 2), ("fs".to_owned(), 4)]);
}

#[test]
fn resources_that_differ_stay_apart() {
    let (vertex, fragment) = stages();
    let other = vitrum_ir::print(&fragment).replace("view: vec4<f32>", "look: vec4<f32>");
    let fragment = read(&other);
    let stages = [("main", &vertex), ("main", &fragment)];
    let stages = stages.map(|(name, module)| ProgramStage { module, name, shift: 0 });
    let all = instructions(&emit_program(&stages, &Options::default()).unwrap());
    let count = |op: Op| all.iter().filter(|inst| inst.class.opcode == op).count();
    assert_eq!((count(Op::TypeStruct), count(Op::Variable)), (2, 6));
}

#[test]
fn entry_points_of_a_stage_need_names_of_their_own() {
    let (vertex, _) = stages();
    let stage = ProgramStage { module: &vertex, name: "main", shift: 0 };
    let twice = emit_program(&[stage, stage], &Options::default());
    assert_eq!(twice, Err(Error::SameEntry("main".to_owned())));
    let other = ProgramStage { name: "other", ..stage };
    assert!(emit_program(&[stage, other], &Options::default()).is_ok());
    assert_eq!(emit_program(&[], &Options::default()), Err(Error::NoEntry));
}

#[test]
fn generic_functions_are_refused_at_the_first_of_them() {
    let text = "vir 1\nstage fragment\nsource glsl 450\n\n\
        fn &plain(%a: f32 in) -> f32 {\n    return %a\n}\n\n\
        fn &twice<$T: float>(%a: $T in) -> $T export \"twice($T)\" {\n    %r: $T = fadd %a, %a\n    return %r\n}\n";
    let mut module = vitrum_ir_text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    // A front end says where its functions are.
    for (start, function) in (10..).step_by(10).zip(module.functions.values_mut()) {
        function.origin.span = vitrum_ir::Span::new(start, start + 5);
    }
    let error = emit(&module, &Options::new(Target::Vulkan1_3)).expect_err("it is not specialised");
    assert_eq!(error.to_string(), "module has generic functions and must be specialised: `twice`");
    assert_eq!(error.span(), Some(vitrum_ir::Span::new(20, 25)));
}

#[test]
fn functions_of_a_library_are_kept() {
    let library = read(
        "stage compute\n\nfn &next(%x: i32 in) -> i32 export next {\n    %0: i32 = call &twice %x\n    return %0\n}\n\n\
         fn &twice(%x: i32 in) -> i32 {\n    %0: i32 = iadd %x, %x\n    return %0\n}\n",
    );
    let stage = ProgramStage { module: &library, name: "", shift: 0 };
    let options = Options { linkage: true, ..Options::default() };
    let words = emit_program(&[stage], &options).unwrap();
    let functions = instructions(&words).iter().filter(|inst| inst.class.opcode == Op::Function).count();
    assert_eq!(functions, 2);
    assert_eq!(words, emit(&library, &options).unwrap());
}
