//! Changes of types.

use crate::random::Random;
use vitrum_ir::{Dim, ImageFormat, ImageType, Inst, Module, Op, Scalar, Type, TypeData, text, typing, visit};

/// The type in the text form.
pub(super) fn name(module: &Module, ty: Type) -> String {
    text::type_name(module, ty)
}

/// Another type: one of the module, or one that is made from `ty`.
pub(super) fn another(module: &mut Module, random: &mut Random, ty: Type) -> Option<Type> {
    let &(scalar, _) = random.pick(Scalar::ALL)?;
    let types = &mut module.types;
    let ty = match random.below(6) {
        0 | 1 => {
            let all: Vec<Type> = types.iter().map(|row| row.0).collect();
            *random.pick(&all)?
        }
        2 => types.array(ty, 1 + random.below(4) as u32),
        3 => types.element(ty)?,
        4 => types.with_scalar(ty, scalar)?,
        _ => types.vector(scalar, 1 + random.below(4) as u32),
    };
    Some(ty)
}

/// Gives results the types that follow from their operands, from an instruction to the next.
pub(super) fn infer_results(module: &mut Module) {
    for id in module.function_ids() {
        let insts: Vec<Inst> = visit::insts(&module.functions[id]).into_iter().map(|row| row.1).collect();
        for inst in insts {
            let function = &module.functions[id];
            let (op, imm, operands) =
                (function.op(inst), function.insts[inst].imm, function.operands(inst).to_vec());
            let Some(result) = function.result(inst) else { continue };
            let types: Vec<Type> =
                operands.iter().map(|&operand| typing::operand_type(module, function, operand)).collect();
            let ty = match (op, types.first()) {
                (Op::Access, Some(&base)) => typing::access_type(module, base, &operands[1..]),
                _ => typing::infer(module, op, &types, imm),
            };
            if let Some(ty) = ty {
                module.functions[id].values[result].ty = ty;
            }
        }
    }
}

/// A type of the module replaced by another one wherever it stands in the text form.
pub(super) fn everywhere(module: &mut Module, random: &mut Random) -> Option<String> {
    let types: Vec<Type> = module.types.iter().map(|row| row.0).collect();
    let printed = vitrum_ir::print(module);
    let names: Vec<String> =
        types.iter().map(|&ty| name(module, ty)).filter(|name| printed.contains(name)).collect();
    let from = random.pick(&names)?;
    let to = if random.chance(50) {
        random.pick(&names)?.clone()
    } else {
        let &ty = random.pick(&types)?;
        let other = another(module, random, ty)?;
        name(module, other)
    };
    replace(module, &printed, from, &to)
}

/// Another image type, wherever it stands.
pub(super) fn image(module: &mut Module, random: &mut Random) -> Option<String> {
    let images = module.types.iter().filter_map(|(ty, data)| match data {
        TypeData::Image(image) | TypeData::SampledImage(image) => Some((ty, data, image)),
        _ => None,
    });
    let images: Vec<(Type, TypeData, ImageType)> = images.collect();
    let &(ty, data, mut image) = random.pick(&images)?;
    match random.below(7) {
        0 => image.sampled = random.pick(Scalar::ALL)?.0,
        1 => image.dim = random.pick(Dim::ALL)?.0,
        2 => image.arrayed = !image.arrayed,
        3 => image.multisampled = !image.multisampled,
        4 => image.shadow = !image.shadow,
        5 => image.storage = !image.storage,
        _ => image.format = random.pick(ImageFormat::ALL)?.0,
    }
    let data = if matches!(data, TypeData::Image(_)) != random.chance(5) {
        TypeData::Image(image)
    } else {
        TypeData::SampledImage(image)
    };
    let printed = vitrum_ir::print(module);
    let from = name(module, ty);
    let other = module.types.intern(data);
    let to = name(module, other);
    replace(module, &printed, &from, &to)
}

/// Reads a module whose text has another word in every place of one.
fn replace(module: &mut Module, printed: &str, from: &str, to: &str) -> Option<String> {
    if from == to || !printed.contains(from) {
        return None;
    }
    *module = vitrum_ir_text::parse(&printed.replace(from, to)).ok()?;
    infer_results(module);
    Some(format!("{from} to {to}"))
}
