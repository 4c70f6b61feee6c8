//! Combined textures and samplers become a texture and a sampler each, as Vulkan has them apart.
//!
//! ```text
//! global @t: sampled<2d, f32> opaque set(0) binding(3)    =>  global @t: image<2d, f32> opaque set(0) binding(3)
//!                                                             global @t_sampler: sampler opaque set(0)
//!     %c = load @t                                            %i = load @t   %j = load @t_sampler
//!                                                             %c = combine_sampler %i, %j
//! ```
//!
//! An array of them becomes two arrays. Where nothing is filtered, in buffers and multisampled textures, nothing changes.

use super::unused_loads::drop_unused_loads;
use crate::framework::notes::{Renamed, Role};
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::specialize_parameters::specialize_parameters;
use rustc_hash::FxHashMap;
use vitrum_ir::edit::{remove_globals, replace_globals};
use vitrum_ir::{
    Decorations, Dim, Global, GlobalData, ImageType, Inst, Module, Op, Operand, Precision, Storage, Type,
    TypeData, typing,
};

/// True if the caller asks for it, for Vulkan GLSL of a chosen version.
pub(crate) fn is_needed(_: &Module, settings: &Settings) -> bool {
    settings.vulkan && settings.chosen_glsl().is_some_and(|target| target.separates_samplers)
}

/// Takes them apart; gives the number of new names.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let renamed = separate_samplers(module, session);
    session.add_renamed(renamed)
}

/// Takes them apart; gives what became of each. Functions that get some are made for each that they get; where one still
/// does, nothing changes.
fn separate_samplers(module: &mut Module, session: &mut Session) -> Vec<Renamed> {
    let combined = module.globals_that(|data| texture(module, data.ty).is_some());
    if combined.is_empty()
        || !specialize_parameters(module, session, |module, _, pointee| texture(module, pointee).is_some())
    {
        return Vec::new();
    }
    let mut renamed = Vec::new();
    let mut replacements = FxHashMap::default();
    for &global in &combined {
        let [image, sampler] = apart(module, global);
        let name = |name| module.names.get(name).to_owned();
        // The part that keeps its name comes last, so that no other change follows it.
        for (part, role) in [(&sampler, Role::Sampler), (&image, Role::Texture)] {
            renamed.push(Renamed::new(role, name(module.globals[global].name), name(part.name)));
        }
        replacements.insert(global, vec![module.globals[global].clone(), image, sampler]);
    }
    let replaced = replace_globals(module, replacements);
    let pairs: FxHashMap<Global, [Global; 2]> = replaced
        .values()
        .filter_map(|list| match list[..] {
            [old, image, sampler] => Some((old, [image, sampler])),
            _ => None,
        })
        .collect();
    rewrite_each(module, session, |rewriter, inst| separate(rewriter, inst, &pairs));
    drop_unused_loads(module, session);
    remove_globals(module, |global| pairs.contains_key(&global));
    renamed
}

/// The image type of a combined texture that is filtered, or of an array of such.
fn texture(module: &Module, ty: Type) -> Option<ImageType> {
    let TypeData::SampledImage(image) = module.types.get(module.types.innermost(ty)) else { return None };
    let filtered = matches!(image.dim, Dim::D1 | Dim::D2 | Dim::D3 | Dim::Cube | Dim::Rect);
    (filtered && !image.multisampled).then_some(image)
}

/// The texture and the sampler of a global.
fn apart(module: &mut Module, global: Global) -> [GlobalData; 2] {
    let data = module.globals[global].clone();
    let TypeData::SampledImage(image) = module.types.get(module.types.innermost(data.ty)) else {
        return [data.clone(), data];
    };
    let mut part = |inner| {
        let inner = module.types.intern(inner);
        let ty = module.types.with_innermost(data.ty, inner);
        (ty, module.types.pointer(Storage::Opaque, ty))
    };
    let texture = part(TypeData::Image(ImageType { shadow: false, ..image }));
    let sampler = part(TypeData::Sampler { shadow: image.shadow });
    let name = format!("{}_sampler", module.names.get(data.name));
    let name = module.names.intern(&name);
    // It gets a free binding.
    let decorations = Decorations { binding: None, ..data.decorations.clone() };
    [
        GlobalData { ty: texture.0, pointer: texture.1, ..data.clone() },
        GlobalData {
            ty: sampler.0,
            pointer: sampler.1,
            name,
            decorations,
            precision: Precision::None,
            ..data
        },
    ]
}

fn separate(rewriter: &mut Rewriter<'_>, inst: Inst, pairs: &FxHashMap<Global, [Global; 2]>) -> Action {
    let &[pointer] = rewriter.function.operands(inst) else { return Action::Keep };
    let (Op::Load, Some(result)) = (rewriter.function.op(inst), rewriter.function.result(inst)) else {
        return Action::Keep;
    };
    let (base, indices) = path(rewriter, pointer);
    let Some(global) = base.global() else { return Action::Keep };
    let Some(&[image, sampler]) = pairs.get(&global) else { return Action::Keep };
    let flags = rewriter.function.values[result].flags;
    let ty = rewriter.function.values[result].ty;
    let parts = [image, sampler].map(|part| load(rewriter, part, &indices));
    let combined = rewriter.push(Op::CombineSampler, &parts, 0, ty, Precision::None);
    if let Some(combined) = combined.value() {
        rewriter.function.values[combined].flags = flags;
    }
    rewriter.replace(inst, combined)
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

    #[test]
    fn combined_texture_becomes_texture_and_sampler() {
        let text = "vir 1\nstage fragment\nentry &main\nglobal @t: array<sampled<2d, f32>, 2> opaque set(0) binding(3)\n\
            global @o: vec4<f32> output location(0)\nfn &main() -> void {\n    \
            %p: ptr<opaque, sampled<2d, f32>> = access @t, 1i32\n    %c: sampled<2d, f32> = load %p\n    \
            %v: vec4<f32> = image_sample %c, vec2<f32>(0.5f32, 0.5f32)\n    store @o, %v\n    return\n}\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        assert_eq!(separate_samplers(&mut module, &mut Session::default()).len(), 2);
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(text.contains("global @t_sampler: array<sampler, 2> opaque set(0)\n"), "{text}");
        assert!(text.contains("combine_sampler") && text.contains("access @t_sampler, 1i32"), "{text}");
        assert!(separate_samplers(&mut module, &mut Session::default()).is_empty());
    }
}
