//! Images whose format a function's parameter leaves open get the format of what the function is called with.
//!
//! ```text
//! fn &f(%i: ptr<opaque, image<2d, f32, storage>> in)          fn &f()
//!     %t: image<2d, f32, storage> = load %i             =>        %t: image<2d, f32, storage, r32f> = load @a
//!
//! call &f @a                                                  call &f
//! ```
//!
//! In GLSL the format is a qualifier of a variable; in SPIR-V it is part of the type. `specialize_parameters` makes a
//! function for each image; here the types that it left behind are made to fit.

use vitrum_ir::{
    ImageFormat, Inst, Module, Op, OperandKind, Storage, Type, TypeData, Types, Value, typing, visit,
};

/// True if a type is a storage image without a format, or an array of such.
pub(crate) fn is_open(module: &Module, ty: Type) -> bool {
    matches!(module.types.get(module.types.innermost(ty)), TypeData::Image(image) if image.storage && image.format == ImageFormat::Unknown)
}

/// True if a type is a storage image with a format, or an array of such.
pub(crate) fn is_formatted(module: &Module, ty: Type) -> bool {
    matches!(module.types.get(module.types.innermost(ty)), TypeData::Image(image) if image.storage && image.format != ImageFormat::Unknown)
}

/// True if a function is called with an image that has a format where its parameter has none.
pub(crate) fn is_needed(module: &Module) -> bool {
    let has_open_parameter = module.functions.values().any(|data| {
        data.blocks[data.body].params.iter().any(|&param| match module.types.get(data.values[param].ty) {
            TypeData::Pointer { storage: Storage::Opaque, pointee } => is_open(module, pointee),
            _ => false,
        })
    });
    has_open_parameter
        && module.functions.values().any(|data| {
            data.insts.iter().any(|(inst, _)| {
                let Some(callee) = data.callee(inst) else { return false };
                let callee = &module.functions[callee];
                let params = &callee.blocks[callee.body].params;
                data.operands(inst).iter().zip(params).any(|(&operand, &param)| {
                    let found = match operand.kind() {
                        OperandKind::Value(value) => data.values[value].ty,
                        OperandKind::Constant(_) => return false,
                        OperandKind::Global(global) => module.globals[global].pointer,
                    };
                    found != callee.values[param].ty
                })
            })
        })
}

/// Gives what is loaded and addressed the type of where it is.
pub(crate) fn close_formats(module: &mut Module) {
    for function in module.function_ids() {
        let insts: Vec<Inst> =
            visit::insts(&module.functions[function]).into_iter().map(|row| row.1).collect();
        for inst in insts {
            let data = &module.functions[function];
            let op = data.op(inst);
            let (Some(result), Some((&base, indices))) =
                (data.result(inst), data.operands(inst).split_first())
            else {
                continue;
            };
            let indices = indices.to_vec();
            let base = typing::operand_type(module, &module.functions[function], base);
            let ty = match op {
                Op::Load => module.types.pointee(base),
                Op::Access => typing::access_type(module, base, &indices),
                _ => None,
            };
            if let Some(ty) = ty {
                retype(module, function, result, ty);
            }
        }
    }
}

fn retype(module: &mut Module, function: vitrum_ir::Function, value: Value, ty: Type) {
    let data = &mut module.functions[function].values[value];
    let image = |types: &Types, ty| matches!(types.get(types.pointee(ty).unwrap_or(ty)), TypeData::Image(_));
    if image(&module.types, ty) {
        data.ty = ty;
    }
}
