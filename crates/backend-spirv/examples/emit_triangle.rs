//! Builds the vertex shader of a triangle with the IR alone, and writes its SPIR-V to the file that is named, or says
//! how many words it has.

use vitrum_backend_spirv::{Options, Target, emit};
use vitrum_ir::{
    Builder, BuiltIn, Cursor, FunctionData, MemoryAccess, Module, Op, Precision, Span, Stage, Storage,
    types::common,
};

/// `gl_Position = vec4(corners[gl_VertexIndex], 0, 1)`
fn triangle() -> Module {
    let mut module = Module::new(Stage::Vertex);
    let index = module.add_global("gl_VertexIndex", common::I32, Storage::Input);
    module.globals[index].decorations.builtin = Some(BuiltIn::VertexIndex);
    let position = module.add_global("gl_Position", common::VEC4, Storage::Output);
    module.globals[position].decorations.builtin = Some(BuiltIn::Position);

    let corners = [[0.0, -0.5], [0.5, 0.5], [-0.5, 0.5]].map(|[x, y]| {
        let parts = [module.constants.f32(x), module.constants.f32(y)];
        module.constants.composite(common::VEC2, &parts)
    });
    let array = module.types.array(common::VEC2, 3);
    let corners = module.constants.composite(array, &corners);
    let (zero, one) = (module.constants.f32(0.0), module.constants.f32(1.0));

    let name = module.names.intern("main");
    let main = module.functions.alloc(FunctionData::new(name, common::VOID));
    module.entry = Some(main);
    let block = Some(module.functions[main].body);
    let mut cursor = Cursor { function: main, block, span: Span::default(), precise: false };
    let mut builder = Builder::new(&mut module, &mut cursor);
    let index = builder.load(index.into(), MemoryAccess::NONE, Precision::None);
    let corner = builder.op(Op::ExtractDynamic, &[corners.into(), index], Precision::None);
    let vertex = builder.construct(common::VEC4, &[corner, zero.into(), one.into()], Precision::None);
    builder.store(position.into(), vertex, MemoryAccess::NONE);
    builder.terminate(Op::Return, &[]);
    module
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words = emit(&triangle(), &Options::new(Target::Vulkan1_0))?;
    match std::env::args().nth(1) {
        Some(path) => {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            std::fs::write(path, bytes)?;
        }
        None => println!("{} words", words.len()),
    }
    Ok(())
}
