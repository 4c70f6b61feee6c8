//! Builds a fragment shader with this crate alone, and prints the layout of its block.
//!
//! ```glsl
//! layout(std140, binding = 0) uniform Params { float scale; vec3 tint; };
//! layout(location = 0) out vec4 color;
//! void main() {
//!     float sum = 0.0;
//!     for (int i = 0; i < 10; ++i)
//!         sum += float(i) * scale;
//!     color = vec4(sum * sqrt(0.25));
//! }
//! ```

use vitrum_ir::layout::Layouts;
use vitrum_ir::types::common;
use vitrum_ir::{
    Builder, ControlHints, ControlKind, Cursor, Function, FunctionData, Global, LayoutRule, Member,
    MemoryAccess, Module, Op, Operand, Precision, Span, Stage, Storage, StructData, TypeData,
};

const HIGH: Precision = Precision::High;

fn main() {
    let mut module = Module::new(Stage::Fragment);
    let params = declare_params(&mut module);
    let color = module.add_global("color", common::VEC4, Storage::Output);
    module.globals[color].decorations.location = Some(0);
    let entry = build_main(&mut module, params, color);
    module.entry = Some(entry);

    let block = module.globals[params].ty;
    for rule in [LayoutRule::Std140, LayoutRule::Std430, LayoutRule::Scalar] {
        let layout = Layouts::new(&module, rule).members(block, false);
        println!("{}: offsets {:?}, {:?}", rule.name(), layout.offsets, layout.extent);
    }
    let main = &module.functions[entry];
    println!("main: {} instructions in {} bytes", main.insts.len(), main.memory());
}

fn declare_params(module: &mut Module) -> Global {
    let mut member = |name: &str, ty| {
        let name = module.names.intern(name);
        Member { precision: HIGH, ..Member::new(name, ty) }
    };
    let members = vec![member("scale", common::F32), member("tint", common::VEC3)];
    let name = module.names.intern("Params");
    let block = module.structs.alloc(StructData::new(name, members));
    let ty = module.types.intern(TypeData::Struct(block));
    let global = module.add_global("", ty, Storage::Uniform);
    module.globals[global].block = Some(LayoutRule::Std140);
    module.globals[global].decorations.binding = Some(0);
    global
}

fn build_main(module: &mut Module, params: Global, color: Global) -> Function {
    let name = module.names.intern("main");
    let data = FunctionData::new(name, common::VOID);
    let body = data.body;
    let function = module.functions.alloc(data);
    let mut cursor = Cursor { function, block: Some(body), span: Span::default(), precise: false };
    let mut b = Builder::new(module, &mut cursor);

    let zero: Operand = b.module.constants.i32(0).into();
    let one: Operand = b.module.constants.i32(1).into();
    let ten: Operand = b.module.constants.i32(10).into();
    let start: Operand = b.module.constants.f32(0.0).into();
    let sum = build_loop(&mut b, [zero, one, ten, start], params);

    // An operation on constants is a constant at once: no instruction comes of it.
    let quarter: Operand = b.module.constants.f32(0.25).into();
    let half = b.op(Op::Sqrt, &[quarter], HIGH);
    assert_eq!(half.constant(), Some(b.module.constants.f32(0.5)));

    let scaled = b.op(Op::Fmul, &[sum, half], HIGH);
    let vector = b.splat(common::VEC4, scaled, HIGH);
    b.store(color.into(), vector, MemoryAccess::NONE);
    b.terminate(Op::Return, &[]);
    function
}

/// `loop (%i = 0, %sum = 0.0) -> (f32) { if %i < 10 {} else { break %sum } ... continue } continuing { ... next }`
fn build_loop(b: &mut Builder<'_>, [zero, one, ten, start]: [Operand; 4], params: Global) -> Operand {
    let state = [(common::I32, HIGH), (common::F32, HIGH)];
    let (body, body_params) = b.block(&state);
    let (i, sum) = (Operand::from(body_params[0]), Operand::from(body_params[1]));
    let (then, _) = b.block(&[]);
    let (other, _) = b.block(&[]);
    let kind = ControlKind::Loop { body, continuing: None };
    let after = b.cursor.block;
    let loop_inst = b.control(Op::Loop, &[zero, start], kind, ControlHints::NONE);

    b.enter(Some(body));
    let goes_on = b.op(Op::Slt, &[i, ten], Precision::None);
    b.control(Op::If, &[goes_on], ControlKind::If { then, other }, ControlHints::NONE);
    b.enter(Some(then));
    b.terminate(Op::Merge, &[]);
    b.enter(Some(other));
    b.terminate(Op::Break, &[sum]);
    b.enter(Some(body));
    let float = b.emit(Op::StoF, &[i], 0, common::F32, HIGH);
    let address = b.access(params.into(), &[zero], HIGH);
    let scale = b.load(address, MemoryAccess::NONE, HIGH);
    let product = b.op(Op::Fmul, &[float, scale], HIGH);
    let next_sum = b.op(Op::Fadd, &[sum, product], HIGH);
    let next_i = b.op(Op::Iadd, &[i, one], HIGH);
    b.terminate(Op::Continue, &[next_i, next_sum]);

    b.enter(after);
    let function = &mut b.module.functions[b.cursor.function];
    let results = loop_inst.map(|inst| {
        function.add_results(inst, &[(common::F32, HIGH)]);
        function.result(inst)
    });
    results.flatten().map_or(start, Operand::from)
}
