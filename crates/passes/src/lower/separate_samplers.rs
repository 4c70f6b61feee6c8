//! Combined textures and samplers become a texture and a sampler each, as WebGPU, Metal and Direct3D have them.
//!
//! ```text
//! global @t: sampled<2d, f32> opaque set(0) binding(3)    =>  global @t: image<2d, f32> opaque set(0) binding(3)
//!                                                             global @t_sampler: sampler opaque set(0)
//!     %c = load @t                                            %i = load @t   %j = load @t_sampler
//!     %v = image_sample %c, %p                                %c = combine_sampler %i, %j
//!                                                             %v = image_sample %c, %p
//! ```
//!
//! An array of them becomes two arrays, and textures in structs are taken out first. Where nothing is filtered, in buffers and
//! multisampled textures, nothing changes unless it is asked for. For SPIR-V, a texture that is only fetched gets no sampler.
//!
//! spirv-opt: `--split-combined-image-sampler`; NIR: `nir_lower_samplers`; ANGLE, Tint and naga have no such pass.

use super::samplers::{Names, SeparateSamplers, place_by_name};
use super::split_resource_structs::{self, is_mixed, is_struct};
use super::unused_loads::drop_unused_loads;
use crate::framework::notes::{Renamed, Role};
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::specialize_parameters::{casts_resources, specialize_parameters};
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::edit::{remove_globals, replace_globals};
use vitrum_ir::{
    Decorations, Dim, Global, GlobalData, ImageType, Inst, Module, Op, Operand, Precision, Storage, Type,
    TypeData, typing,
};

/// True if there are combined textures. For GLSL the caller has to ask for it, and to choose a version of Vulkan GLSL.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let asked = match settings.glsl {
        Some(_) => settings.vulkan && settings.chosen_glsl().is_some_and(|target| target.separates_samplers),
        None => true,
    };
    asked && has_combined(module) && !casts_resources(module)
}

/// True if a type that some value may have is a combined texture.
fn has_combined(module: &Module) -> bool {
    module
        .types
        .iter()
        .any(|(_, data)| matches!(data, TypeData::SampledImage(image) if image.dim != Dim::Buffer))
}

/// Takes them apart; gives the number of new names.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut options = session.settings.get::<SeparateSamplers>().cloned().unwrap_or_default();
    options.all |= session.settings.wgpu;
    let for_spirv = session.settings.glsl.is_none();
    let renamed = separate_samplers(module, session, &options, for_spirv);
    session.add_renamed(renamed)
}

/// Takes them apart; gives what became of each. Functions that get some are made for each that they get; where one still
/// does, nothing changes.
fn separate_samplers(
    module: &mut Module,
    session: &mut Session,
    options: &SeparateSamplers,
    for_spirv: bool,
) -> Names {
    let resource = |module: &Module, storage, pointee| {
        texture(module, pointee, options).is_some()
            || storage == Storage::Opaque && is_struct(module, pointee)
    };
    let is_one = |data: &GlobalData, module: &Module| {
        texture(module, data.ty, options).is_some() || is_mixed(module, data)
    };
    let none = !module.globals.values().any(|data| is_one(data, module));
    if none || !specialize_parameters(module, session, resource) {
        return Names::new();
    }
    if module.globals.values().any(|data| is_mixed(module, data)) {
        split_resource_structs::run(module, session);
    }
    let combined = module.globals_that(|data| texture(module, data.ty, options).is_some());
    let mut renamed = Names::new();
    let mut replacements = FxHashMap::default();
    for &global in &combined {
        let (image, sampler) = apart(module, global, options);
        let name = |name| module.names.get(name).to_owned();
        let from = module.globals[global].name;
        // The part that keeps its name comes last, so that no other change follows it.
        let parts = [(sampler.as_ref(), Role::Sampler), (Some(&image), Role::Texture)];
        for (part, role) in parts {
            if let Some(part) = part {
                renamed.push(Renamed::new(role, name(from), name(part.name)));
            }
        }
        let mut list = vec![module.globals[global].clone(), image];
        list.extend(sampler);
        replacements.insert(global, list);
    }
    let replaced = replace_globals(module, replacements);
    let pairs: FxHashMap<Global, Parts> = replaced
        .values()
        .filter_map(|list| match list[..] {
            [old, image] => Some((old, Parts { image, sampler: None })),
            [old, image, sampler] => Some((old, Parts { image, sampler: Some(sampler) })),
            _ => None,
        })
        .collect();
    rewrite_each(module, session, |rewriter, inst| separate(rewriter, inst, &pairs));
    rewrite_each(module, session, |rewriter, inst| take_image(rewriter, inst, for_spirv));
    drop_unused_loads(module, session);
    let mut gone: FxHashSet<Global> = pairs.keys().copied().collect();
    if for_spirv {
        let unused = unused(module, pairs.values().filter_map(|parts| parts.sampler));
        renamed.retain(|row| {
            row.role != Role::Sampler
                || !unused.iter().any(|&global| module.names.get(module.globals[global].name) == row.to)
        });
        gone.extend(unused);
    }
    remove_globals(module, |global| gone.contains(&global));
    renamed
}

/// The parts of a combined texture.
#[derive(Clone, Copy)]
struct Parts {
    image: Global,
    sampler: Option<Global>,
}

/// The image type of a combined texture that is taken apart, or of an array of such.
fn texture(module: &Module, ty: Type, options: &SeparateSamplers) -> Option<ImageType> {
    let TypeData::SampledImage(image) = module.types.get(module.types.innermost(ty)) else { return None };
    let known = match image.dim {
        Dim::D1 | Dim::D2 | Dim::D3 | Dim::Cube | Dim::Rect => !image.multisampled || options.all,
        Dim::External | Dim::ExternalYuv => options.all,
        Dim::Buffer | Dim::Subpass | Dim::TileImage | Dim::PixelLocal => false,
    };
    known.then_some(image)
}

/// The texture of a global, and the sampler if it has one.
fn apart(
    module: &mut Module,
    global: Global,
    options: &SeparateSamplers,
) -> (GlobalData, Option<GlobalData>) {
    let data = module.globals[global].clone();
    let TypeData::SampledImage(image) = module.types.get(module.types.innermost(data.ty)) else {
        return (data, None);
    };
    let mut part = |inner| {
        let inner = module.types.intern(inner);
        let ty = module.types.with_innermost(data.ty, inner);
        (ty, module.types.pointer(Storage::Opaque, ty))
    };
    let texture = part(TypeData::Image(ImageType { shadow: false, ..image }));
    let sampler = part(TypeData::Sampler { shadow: image.shadow });
    let of = module.names.get(data.name);
    let (texture_name, sampler_name) =
        (format!("{of}{}", options.texture_suffix), format!("{}{of}{}", options.prefix, options.suffix));
    let mut decorations = Decorations { binding: None, ..data.decorations.clone() };
    options.place.apply(&data.decorations, &mut decorations);
    let mut texture = GlobalData {
        ty: texture.0,
        pointer: texture.1,
        name: module.names.intern(&texture_name),
        ..data.clone()
    };
    place_by_name(module, &options.places, &mut texture);
    if image.multisampled {
        return (texture, None);
    }
    let mut sampler = GlobalData {
        ty: sampler.0,
        pointer: sampler.1,
        name: module.names.intern(&sampler_name),
        decorations,
        precision: Precision::None,
        ..data
    };
    place_by_name(module, &options.places, &mut sampler);
    (texture, Some(sampler))
}

fn separate(rewriter: &mut Rewriter<'_>, inst: Inst, pairs: &FxHashMap<Global, Parts>) -> Action {
    let &[pointer] = rewriter.function.operands(inst) else { return Action::Keep };
    let (Op::Load, Some(result)) = (rewriter.function.op(inst), rewriter.function.result(inst)) else {
        return Action::Keep;
    };
    let (base, indices) = path(rewriter, pointer);
    let Some(global) = base.global() else { return Action::Keep };
    let Some(&Parts { image, sampler }) = pairs.get(&global) else { return Action::Keep };
    let flags = rewriter.function.values[result].flags;
    let ty = rewriter.function.values[result].ty;
    let image = load(rewriter, image, &indices);
    let loaded = match sampler {
        Some(sampler) => {
            let sampler = load(rewriter, sampler, &indices);
            rewriter.push(Op::CombineSampler, &[image, sampler], 0, ty, Precision::None)
        }
        None => image,
    };
    if let Some(loaded) = loaded.value() {
        rewriter.function.values[loaded].flags = flags;
    }
    rewriter.replace(inst, loaded)
}

/// Lets an operation that needs no sampler read the texture alone, where the target allows it.
fn take_image(rewriter: &mut Rewriter<'_>, inst: Inst, for_spirv: bool) -> Action {
    let (Op::ImageOf, &[from]) = (rewriter.function.op(inst), rewriter.function.operands(inst)) else {
        return Action::Keep;
    };
    let ty = rewriter.ty(from);
    if let TypeData::Image(_) = rewriter.module.types.get(ty) {
        return rewriter.replace(inst, from);
    }
    let combining = rewriter.function.definition(from);
    let combining = combining.filter(|&it| for_spirv && rewriter.function.op(it) == Op::CombineSampler);
    match combining.and_then(|it| rewriter.function.operands(it).first().copied()) {
        Some(image) => rewriter.replace(inst, image),
        None => Action::Keep,
    }
}

/// Those of some globals that no instruction names.
fn unused(module: &Module, globals: impl Iterator<Item = Global>) -> FxHashSet<Global> {
    let mut unused: FxHashSet<Global> = globals.collect();
    for function in module.functions.values() {
        for &inst in function.blocks.values().flat_map(|block| &block.insts) {
            for global in function.operands(inst).iter().filter_map(|operand| operand.global()) {
                unused.remove(&global);
            }
        }
    }
    unused
}

/// The base of an address, and the indices from there.
fn path(rewriter: &Rewriter<'_>, pointer: Operand) -> (Operand, Vec<Operand>) {
    let mut indices = Vec::new();
    let mut base = pointer;
    while let Some(inst) = rewriter.function.definition(base)
        && rewriter.function.op(inst) == Op::Access
        && let Some((&outer, rest)) = rewriter.function.operands(inst).split_first()
    {
        indices.splice(0..0, rest.iter().copied());
        base = outer;
    }
    (base, indices)
}

fn load(rewriter: &mut Rewriter<'_>, global: Global, indices: &[Operand]) -> Operand {
    let mut ty = rewriter.module.globals[global].ty;
    let mut pointer = Operand::from(global);
    if !indices.is_empty() {
        for _ in indices {
            ty = typing::part_type(rewriter.module, ty, 0).unwrap_or(ty);
        }
        let pointer_ty = rewriter.module.types.pointer(Storage::Opaque, ty);
        let mut operands = vec![pointer];
        operands.extend_from_slice(indices);
        pointer = rewriter.push(Op::Access, &operands, 0, pointer_ty, Precision::None);
    }
    rewriter.push(Op::Load, &[pointer], 0, ty, Precision::None)
}

#[cfg(test)]
mod tests {
    use super::separate_samplers;
    use crate::framework::session::Session;
    use crate::lower::samplers::SeparateSamplers;

    #[test]
    fn combined_texture_becomes_texture_and_sampler() {
        let text = "vir 1\nstage fragment\nentry &main\nglobal @t: array<sampled<2d, f32>, 2> opaque set(0) binding(3)\n\
            global @o: vec4<f32> output location(0)\nfn &main() -> void {\n    \
            %p: ptr<opaque, sampled<2d, f32>> = access @t, 1i32\n    %c: sampled<2d, f32> = load %p\n    \
            %v: vec4<f32> = image_sample %c, vec2<f32>(0.5f32, 0.5f32)\n    store @o, %v\n    return\n}\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        let options = SeparateSamplers::default();
        let separate = |module: &mut vitrum_ir::Module| {
            separate_samplers(module, &mut Session::default(), &options, true).len()
        };
        assert_eq!(separate(&mut module), 2);
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(text.contains("global @t_sampler: array<sampler, 2> opaque set(0)\n"), "{text}");
        assert!(text.contains("combine_sampler") && text.contains("access @t_sampler, 1i32"), "{text}");
        assert_eq!(separate(&mut module), 0);
    }
}
