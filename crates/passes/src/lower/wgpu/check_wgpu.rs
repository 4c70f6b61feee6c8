//! Refuses what naga cannot read and no lowering replaces, with its place in the source.
//!
//! ```text
//! %v: vec4<i32> = image_sample %c, %p           error: textures of integers are only fetched in WGSL
//! %t = load (access @images, %i)   image_read   error: images of an array are not read in WGSL
//! ```
//!
//! The back end knows the instructions and capabilities that naga reads; this pass sees what depends on operands and types.
//! Tint and naga have validators for it; ANGLE, NIR and spirv-opt have no such target.

use super::split_resource_arrays::LONGEST;
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use vitrum_ir::{
    BuiltIn, FunctionData, Global, ImageOperands, Inst, Interpolation, Intrinsic, Module, Op, Operand,
    Scalar, Span, Stage, Storage, Swizzle, Type, TypeData, typing, visit,
};

/// True: the pass looks at every operation.
pub(crate) fn is_needed(_: &Module, _: &Settings) -> bool {
    true
}

/// Reports what is refused; changes nothing.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut found: Vec<(Span, &'static str)> = Vec::new();
    for data in module.globals.values() {
        let distance =
            matches!(data.decorations.builtin, Some(BuiltIn::ClipDistance | BuiltIn::CullDistance));
        if distance && data.storage == Storage::Input {
            found.push((data.origin.span, "WGSL has no clip distances in fragment shaders"));
        }
    }
    found.extend(
        conflicts(module).into_iter().map(|span| (span, "two resources of WGSL cannot share a binding")),
    );
    found.extend(declarations(module));
    let mut compared: FxHashMap<Global, bool> = FxHashMap::default();
    for function in module.functions.values() {
        let small = small_sizes(function);
        for (_, inst) in visit::insts(function) {
            let message = refused(module, function, inst, &small, &mut compared);
            found.extend(message.map(|message| (function.insts[inst].span(), message)));
        }
    }
    for (span, message) in found {
        session.refuse(span, message);
    }
    0
}

/// Declarations that WGSL cannot have.
fn declarations(module: &Module) -> Vec<(Span, &'static str)> {
    let mut found = Vec::new();
    let flat_group = module.execution.local_size.is_none_or(|size| {
        size.into_iter().skip(1).all(|it| module.constants.as_int(it).is_none_or(|it| it < 2))
    });
    for data in module.globals.values() {
        let is_block = data.block.is_some();
        let number =
            matches!(data.decorations.builtin, Some(BuiltIn::SubgroupId | BuiltIn::SubgroupInvocationId));
        let array = module.types.array_depth(data.ty) > 0;
        let subgroup =
            matches!(data.decorations.builtin, Some(BuiltIn::SubgroupSize | BuiltIn::SubgroupInvocationId));
        let message = match data.storage {
            _ if data.decorations.heap.is_some() => "WGSL has no descriptor heaps",
            Storage::Uniform if ends_open(module, data.ty) => {
                "WGSL has no uniform blocks that end with an array without a length"
            }
            // It takes one for a block with an array.
            Storage::Uniform | Storage::Buffer if is_block && array => array_of_blocks(module, data.ty),
            Storage::Input if subgroup && module.stage == Stage::Vertex => {
                "WGSL has no subgroups in vertex shaders"
            }
            Storage::Input if number && !flat_group => {
                "WGSL has numbers of subgroups and of their invocations in workgroups of one dimension only"
            }
            Storage::Input
                if matches!(
                    data.decorations.interpolation,
                    Some(Interpolation::PerVertex | Interpolation::Explicit)
                ) =>
            {
                "naga reads no inputs for each vertex"
            }
            Storage::Input | Storage::Output if has_shorts(module, data.ty) => {
                "WGSL has no integers of 16 bits between stages"
            }
            _ => continue,
        };
        found.push((data.origin.span, message));
    }
    found
}

/// The reason for which an array of blocks did not become single blocks.
fn array_of_blocks(module: &Module, ty: Type) -> &'static str {
    match module.types.get(ty) {
        _ if module.types.array_depth(ty) > 1 => "naga reads no arrays of arrays of blocks",
        TypeData::RuntimeArray { .. } => {
            "naga reads no array of blocks without a length; `bound_indices.resources=N` makes N blocks of it"
        }
        _ if module.types.length(ty).is_none_or(|length| length > LONGEST) => {
            "naga reads no arrays of blocks, and only those of up to 64 become single blocks"
        }
        _ => "naga reads no arrays of blocks",
    }
}

/// True if a block, or one of an array of blocks, ends with an array without a length.
fn ends_open(module: &Module, ty: Type) -> bool {
    let TypeData::Struct(block) = module.types.get(module.types.innermost(ty)) else { return false };
    let last = module.structs[block].members.last();
    last.is_some_and(|member| matches!(module.types.get(member.ty), TypeData::RuntimeArray { .. }))
}

/// True if there are integers of 16 bits in a type.
fn has_shorts(module: &Module, ty: Type) -> bool {
    let mut open = vec![ty];
    while let Some(ty) = open.pop() {
        let inner = module.types.innermost(ty);
        match module.types.get(inner) {
            TypeData::Struct(id) => open.extend(module.structs[id].members.iter().map(|member| member.ty)),
            _ if matches!(module.types.scalar_of(inner), Some(Scalar::I16 | Scalar::U16)) => return true,
            _ => {}
        }
    }
    false
}

/// The resources that share a binding with one before them.
fn conflicts(module: &Module) -> Vec<Span> {
    let later = sharing(module).into_iter().flat_map(|globals| globals.into_iter().skip(1));
    later.map(|global| module.globals[global].origin.span).collect()
}

/// The resources that functions use, in groups of those that share a set and a binding.
pub(super) fn sharing(module: &Module) -> Vec<Vec<Global>> {
    let mut used: Vec<Global> = Vec::new();
    for function in module.functions.values() {
        for (_, inst) in visit::insts(function) {
            used.extend(function.operands(inst).iter().filter_map(|operand| operand.global()));
        }
    }
    used.sort_unstable();
    used.dedup();
    let mut places: BTreeMap<(u32, u32), Vec<Global>> = BTreeMap::new();
    for global in used {
        let decorations = &module.globals[global].decorations;
        if let Some(binding) = decorations.binding {
            places.entry((decorations.set.unwrap_or(0), binding)).or_default().push(global);
        }
    }
    places.into_values().filter(|globals| globals.len() > 1).collect()
}

/// The reason for which an instruction is refused.
fn refused(
    module: &Module,
    function: &FunctionData,
    inst: Inst,
    small: &FxHashMap<Inst, bool>,
    compared: &mut FxHashMap<Global, bool>,
) -> Option<&'static str> {
    let operands = function.operands(inst);
    if function.intrinsic(inst) == Some(Intrinsic::MemoryBarrier) && module.stage != Stage::Compute {
        return Some("WGSL has memory barriers in compute shaders only");
    }
    let &first = operands.first()?;
    let op = function.op(inst);
    let ty = typing::operand_type(module, function, first);
    match op {
        Op::Access => {
            let is_long = |&index: &Operand| {
                let ty = typing::operand_type(module, function, index);
                matches!(module.types.scalar_of(ty), Some(Scalar::I64 | Scalar::U64))
            };
            operands.iter().skip(1).any(is_long).then_some("naga reads no indices of 64 bits")
        }
        Op::ImageSample | Op::ImageGather => {
            let image = typing::image_type(module, ty)?;
            if op == Op::ImageSample && image.sampled.is_integer() {
                return Some("WGSL samples no textures of integers, it only fetches them");
            }
            let compares = ImageOperands::from_bits(function.insts[inst].imm).contains(ImageOperands::DREF);
            let (texture, _) = texture(function, first)?;
            let marked = matches!(
                module.types.get(module.types.innermost(module.globals[texture].ty)),
                TypeData::Image(image) if image.shadow
            );
            if compares && !reads_element(module, function, inst).is_empty() {
                return Some("naga reads no arrays of samplers for depth comparison");
            }
            if marked {
                return None;
            }
            let before = *compared.entry(texture).or_insert(compares);
            (before != compares)
                .then_some("a texture of WGSL is sampled with or without depth comparison, not both")
        }
        Op::ImageFetch | Op::ImageRead | Op::ImageWrite => (!reads_element(module, function, inst)
            .is_empty())
        .then_some("naga reads no arrays of images, nor of textures without a sampler"),
        Op::ImageSize => {
            let arrayed = typing::image_type(module, ty).is_some_and(|image| image.arrayed);
            (arrayed && small.get(&inst) != Some(&true)).then_some("naga reads no number of layers")
        }
        _ => None,
    }
}

/// The arrays of images, textures and samplers an element of which an instruction uses in a way that naga does not read.
pub(super) fn reads_element(module: &Module, function: &FunctionData, inst: Inst) -> Vec<Global> {
    let Some(&first) = function.operands(inst).first() else { return Vec::new() };
    let element = |found: Option<(Global, bool)>| found.filter(|row| row.1).map(|row| row.0);
    match function.op(inst) {
        Op::ImageFetch | Op::ImageRead | Op::ImageWrite => {
            element(texture(function, first)).into_iter().collect()
        }
        Op::ImageSample | Op::ImageGather
            if ImageOperands::from_bits(function.insts[inst].imm).contains(ImageOperands::DREF) =>
        {
            let marked = |&global: &Global| {
                matches!(
                    module.types.get(module.types.innermost(module.globals[global].ty)),
                    TypeData::Image(image) if image.shadow
                )
            };
            let of_texture = element(texture(function, first)).filter(|global| !marked(global));
            of_texture.into_iter().chain(element(sampler(function, first))).collect()
        }
        _ => Vec::new(),
    }
}

/// The global of the sampler that a texture is combined with, and whether it is an element of an array.
fn sampler(function: &FunctionData, operand: Operand) -> Option<(Global, bool)> {
    let combined = function.definition(operand).filter(|&it| function.op(it) == Op::CombineSampler);
    texture(function, combined.and_then(|it| function.operands(it).get(1).copied())?)
}

/// The global that a texture, alone or with a sampler, is loaded from, and whether it is an element of an array.
pub(super) fn texture(function: &FunctionData, operand: Operand) -> Option<(Global, bool)> {
    let mut operand = operand;
    let mut element = false;
    loop {
        if let Some(global) = operand.global() {
            return Some((global, element));
        }
        let inst = function.definition(operand)?;
        match function.op(inst) {
            Op::CombineSampler | Op::ImageOf | Op::Load => {}
            Op::Access => element = true,
            _ => return None,
        }
        operand = *function.operands(inst).first()?;
    }
}

/// The sizes of images of which only the first two components are used.
fn small_sizes(function: &FunctionData) -> FxHashMap<Inst, bool> {
    let mut small: FxHashMap<Inst, bool> = FxHashMap::default();
    for (_, inst) in visit::insts(function) {
        if function.op(inst) == Op::ImageSize {
            small.insert(inst, true);
        }
        let imm = function.insts[inst].imm;
        let fits = match function.op(inst) {
            Op::Extract => imm < 2,
            Op::Swizzle => Swizzle::from_bits(imm).components().iter().all(|&it| it < 2),
            _ => false,
        };
        if fits {
            continue;
        }
        for &operand in function.operands(inst) {
            if let Some(known) = function.definition(operand).and_then(|size| small.get_mut(&size)) {
                *known = false;
            }
        }
    }
    small
}
