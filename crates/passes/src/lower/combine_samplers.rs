//! Textures and samplers that are apart, as in Vulkan, become the combined ones that OpenGL has.
//!
//! ```text
//! global @t: image<2d, f32> opaque
//! global @s: sampler opaque                       =>  global @t_s: sampled<2d, f32> opaque
//!     %i = load @t   %j = load @s                     %c = load @t_s
//!     %c = combine_sampler %i, %j
//! ```
//!
//! An array of samplers goes with an array of textures where both have the same index; else the pair is an array of both. Each
//! pair that is used becomes one global. A texture that is also read without a sampler is read through the first of its pairs, or
//! one of its own. The first pair has the binding of the texture; so have all others for OpenGL, and another one for Vulkan.
//!
//! Tint: `CombineSamplers`; naga: its GLSL writer; ANGLE, NIR and spirv-opt have no such pass.

use super::samplers::{CombineSamplers, Names, place_by_name};
use super::specialize_parameters::takes;
use super::split_resource_structs::{self, is_mixed, is_struct};
use super::unused_loads::drop_unused_loads;
use crate::framework::notes::{Renamed, Role};
use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::specialize_parameters::specialize_parameters;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::edit::{remove_globals, replace_globals};
use vitrum_ir::{
    FunctionData, Global, GlobalData, ImageType, Inst, Module, Op, Operand, OperandKind, Precision, Storage,
    Type, TypeData,
};

/// True if there are textures or samplers that are apart. GLSL for OpenGL lacks them, GLSL for Vulkan does not.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let wanted = match settings.glsl {
        Some(_) => settings.chosen_glsl().is_some() && !settings.vulkan,
        None => true,
    };
    wanted && module.globals.values().any(|data| is_apart(module, data.ty) || is_mixed(module, data))
}

/// Combines textures and samplers; gives the number of new names.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings.get::<CombineSamplers>().cloned().unwrap_or_default();
    let alias = session.settings.glsl.is_some();
    let renamed = combine_samplers(module, session, &options, alias);
    session.add_renamed(renamed)
}

/// The pairs that a module uses.
#[derive(Default)]
struct Wanted {
    /// Textures with their samplers, in the order of their first use.
    pairs: Vec<(Global, Option<Global>)>,
    /// Pairs of which some elements are chosen by other indices for the sampler than for the texture.
    products: FxHashSet<(Global, Option<Global>)>,
}

/// Combines textures and samplers; gives what became of each. Functions that get some are made for each that they get.
/// `alias` says that all pairs of a texture have its binding.
fn combine_samplers(
    module: &mut Module,
    session: &mut Session,
    options: &CombineSamplers,
    alias: bool,
) -> Names {
    if module.functions.values().any(|function| passes_on(module, function)) {
        specialize_parameters(module, session, |module, storage, pointee| {
            is_apart(module, pointee) || storage == Storage::Opaque && is_struct(module, pointee)
        });
    }
    if !alias
        && module.globals.values().any(|data| is_mixed(module, data))
        && !takes(module, |storage, pointee| storage == Storage::Opaque && is_struct(module, pointee))
    {
        split_resource_structs::run(module, session);
    }
    let Some(wanted) = wanted(module) else { return Names::new() };
    let apart = module.globals_that(|data| is_apart(module, data.ty));
    if apart.is_empty() {
        return Names::new();
    }
    let mut replacements: FxHashMap<Global, Vec<GlobalData>> =
        apart.iter().map(|&id| (id, vec![module.globals[id].clone()])).collect();
    let mut renamed = Names::new();
    let mut places: Vec<(Global, Option<Global>, usize)> = Vec::new();
    for &(image, sampler) in &wanted.pairs {
        let product = wanted.products.contains(&(image, sampler));
        let Some(mut data) = combined(module, image, sampler, product, options) else { return Names::new() };
        let Some(list) = replacements.get_mut(&image) else { return Names::new() };
        if list.len() > 1 && !alias {
            options.place.apply(&module.globals[image].decorations, &mut data.decorations);
        }
        place_by_name(module, &options.places, &mut data);
        for part in [Some(image), sampler].into_iter().flatten() {
            let name = |name| module.names.get(name).to_owned();
            let role = if Some(part) == sampler { Role::Sampler } else { Role::Texture };
            renamed.push(Renamed::new(role, name(module.globals[part].name), name(data.name)));
        }
        places.push((image, sampler, list.len()));
        list.push(data);
    }
    let replaced = replace_globals(module, replacements);
    let new = |old: Global, index: usize| replaced.get(&old).and_then(|list| list.get(index)).copied();
    let mut pairs = FxHashMap::default();
    for &(image, sampler, index) in &places {
        let product = wanted.products.contains(&(image, sampler));
        let (Some(key), Some(global)) = (new(image, 0), new(image, index)) else { return Names::new() };
        let sampler = sampler.and_then(|sampler| new(sampler, 0));
        let found = Combined { global, product };
        pairs.entry((key, None)).or_insert(found);
        pairs.insert((key, sampler), found);
    }
    rewrite(module, session, |_, _, _| Some(Combine { pairs: &pairs }));
    drop_unused_loads(module, session);
    let gone: Vec<Global> = apart.iter().filter_map(|&id| new(id, 0)).collect();
    remove_globals(module, |global| gone.contains(&global));
    renamed
}

/// The pairs that a module uses; `None` if some cannot be found.
fn wanted(module: &Module) -> Option<Wanted> {
    let mut wanted = Wanted::default();
    let mut known: FxHashSet<(Global, Option<Global>)> = FxHashSet::default();
    for id in module.function_ids() {
        let function = &module.functions[id];
        for (inst, data) in function.insts.iter() {
            let pair = match (data.op, function.operands(inst)) {
                (Op::CombineSampler, &[image, sampler]) => {
                    let (image, sampler) = (source(function, image)?, source(function, sampler)?);
                    let pair = (image.0, Some(sampler.0));
                    if sampler.1.is_some() && !alike(module, function, image, sampler) {
                        wanted.products.insert(pair);
                    }
                    pair
                }
                (Op::ImageFetch | Op::ImageSize | Op::ImageLevels | Op::ImageSamples, &[image, ..]) => {
                    match source(function, image) {
                        Some((image, _)) if texture(module, module.globals[image].ty).is_some() => {
                            (image, None)
                        }
                        _ => continue,
                    }
                }
                (Op::Call, _) if hands_on(module, function, inst) => return None,
                _ => continue,
            };
            if known.insert(pair) {
                wanted.pairs.push(pair);
            }
        }
    }
    // A texture that is read without a sampler takes any pair of its own.
    let paired: FxHashSet<Global> =
        wanted.pairs.iter().filter(|pair| pair.1.is_some()).map(|pair| pair.0).collect();
    wanted.pairs.retain(|pair| pair.1.is_some() || !paired.contains(&pair.0));
    Some(wanted)
}

/// True if elements of two arrays of one length are chosen by the same indices.
fn alike(
    module: &Module,
    function: &FunctionData,
    a: (Global, Option<Inst>),
    b: (Global, Option<Inst>),
) -> bool {
    let (Some(first), Some(second)) = (a.1, b.1) else { return false };
    let length = |global: Global| module.types.length(module.globals[global].ty);
    length(a.0) == length(b.0) && function.operands(first).get(1..) == function.operands(second).get(1..)
}

/// True if a call has a texture or sampler that is apart.
fn hands_on(module: &Module, function: &FunctionData, inst: Inst) -> bool {
    function.operands(inst).iter().any(|&operand| match operand.kind() {
        OperandKind::Global(global) => is_apart(module, module.globals[global].ty),
        OperandKind::Value(value) => is_apart(module, function.values[value].ty),
        OperandKind::Constant(_) => false,
    })
}

/// True if a function calls another one with a texture or sampler that is apart.
fn passes_on(module: &Module, function: &FunctionData) -> bool {
    let mut calls = function.insts.iter().filter(|(_, data)| data.op == Op::Call);
    calls.any(|(inst, _)| hands_on(module, function, inst))
}

/// The texture type of a global that is a texture without a sampler, or an array of such.
fn texture(module: &Module, ty: Type) -> Option<ImageType> {
    match module.types.get(module.types.innermost(ty)) {
        TypeData::Image(image) if !image.storage => Some(image),
        _ => None,
    }
}

fn is_apart(module: &Module, ty: Type) -> bool {
    let ty = module.types.innermost(module.types.pointee(ty).unwrap_or(ty));
    texture(module, ty).is_some() || matches!(module.types.get(ty), TypeData::Sampler { .. })
}

/// The global that an opaque value is loaded from, and the access in between.
fn source(function: &FunctionData, operand: Operand) -> Option<(Global, Option<Inst>)> {
    let load = function.definition(operand)?;
    let pointer = *function.operands(load).first().filter(|_| function.op(load) == Op::Load)?;
    match pointer.kind() {
        OperandKind::Global(global) => Some((global, None)),
        OperandKind::Value(value) => {
            let access = function.definition(value.into())?;
            match function.operands(access).first()?.kind() {
                OperandKind::Global(global) => Some((global, Some(access))),
                _ => None,
            }
        }
        OperandKind::Constant(_) => None,
    }
}

/// The pair of a texture and a sampler. It has an element for each element of the texture; if it is a product, one for each
/// element of the texture and each of the sampler.
fn combined(
    module: &mut Module,
    image: Global,
    sampler: Option<Global>,
    product: bool,
    options: &CombineSamplers,
) -> Option<GlobalData> {
    let texture = texture(module, module.globals[image].ty)?;
    let shadow = sampler.is_some_and(|sampler| {
        let ty = module.types.innermost(module.globals[sampler].ty);
        matches!(module.types.get(ty), TypeData::Sampler { shadow: true })
    });
    let mut inner = module.types.intern(TypeData::SampledImage(ImageType { shadow, ..texture }));
    if let (true, Some(sampler)) = (product, sampler) {
        inner = module.types.with_innermost(module.globals[sampler].ty, inner);
    }
    let data = module.globals[image].clone();
    let ty = module.types.with_innermost(data.ty, inner);
    let name = match sampler {
        Some(sampler) => {
            let sampler = module.names.get(module.globals[sampler].name);
            format!("{}{}{sampler}", module.names.get(data.name), options.separator)
        }
        None => module.names.get(data.name).to_owned(),
    };
    Some(GlobalData {
        name: module.names.intern(&name),
        ty,
        pointer: module.types.pointer(Storage::Opaque, ty),
        ..data
    })
}

/// A pair of a texture and a sampler.
#[derive(Clone, Copy)]
struct Combined {
    global: Global,
    /// True if its elements are chosen by the indices of the texture, and then by those of the sampler.
    product: bool,
}

struct Combine<'a> {
    pairs: &'a FxHashMap<(Global, Option<Global>), Combined>,
}

impl Visitor for Combine<'_> {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let operands = rewriter.function.operands(inst).to_vec();
        match (rewriter.function.op(inst), operands.as_slice()) {
            (Op::CombineSampler, &[image, sampler]) => {
                let loaded = self.load(rewriter, image, Some(sampler));
                loaded.map_or(Action::Keep, |value| rewriter.replace(inst, value))
            }
            (Op::ImageFetch | Op::ImageSize | Op::ImageLevels | Op::ImageSamples, &[image, ..]) => {
                if let Some(value) = self.load(rewriter, image, None) {
                    rewriter.set_operand(inst, 0, value);
                }
                Action::Keep
            }
            _ => Action::Keep,
        }
    }
}

impl Combine<'_> {
    /// The combined image in the place of a texture, as it is loaded there. One that is read without a sampler takes the first
    /// sampler of a product.
    fn load(&self, rewriter: &mut Rewriter<'_>, image: Operand, sampler: Option<Operand>) -> Option<Operand> {
        let (global, access) = source(&rewriter.function, image)?;
        let sampler = match sampler {
            Some(sampler) => Some(source(&rewriter.function, sampler)?),
            None => None,
        };
        let found = *self.pairs.get(&(global, sampler.map(|row| row.0)))?;
        let indices = |rewriter: &Rewriter<'_>, access: Option<Inst>| {
            let operands = access.map(|access| rewriter.function.operands(access).to_vec());
            operands.and_then(|operands| operands.get(1..).map(<[Operand]>::to_vec)).unwrap_or_default()
        };
        let mut path = indices(rewriter, access);
        let mut element = rewriter.module.globals[found.global].ty;
        if found.product {
            path.extend(indices(rewriter, sampler.and_then(|row| row.1)));
            let missing = rewriter.module.types.array_depth(element).saturating_sub(path.len());
            let first = Operand::from(rewriter.module.constants.i32(0));
            path.extend(std::iter::repeat_n(first, missing));
        }
        for _ in &path {
            element = rewriter.module.types.element(element).unwrap_or(element);
        }
        let mut pointer = Operand::from(found.global);
        if !path.is_empty() {
            let ty = rewriter.module.types.pointer(Storage::Opaque, element);
            path.insert(0, pointer);
            pointer = rewriter.push(Op::Access, &path, 0, ty, Precision::None);
        }
        Some(rewriter.push(Op::Load, &[pointer], 0, element, Precision::None))
    }
}

#[cfg(test)]
mod tests {
    use super::{CombineSamplers, combine_samplers};
    use crate::framework::session::Session;

    #[test]
    fn texture_and_sampler_become_one_global() {
        let text = "vir 1\nstage fragment\nentry &main\nglobal @t: image<2d, f32> opaque\nglobal @s: sampler opaque\n\
            global @o: vec4<f32> output location(0)\nfn &main() -> void {\n    %t: image<2d, f32> = load @t\n    \
            %s: sampler = load @s\n    %c: sampled<2d, f32> = combine_sampler %t, %s\n    \
            %v: vec4<f32> = image_sample %c, vec2<f32>(0.5f32, 0.5f32)\n    store @o, %v\n    return\n}\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        assert_eq!(
            combine_samplers(&mut module, &mut Session::default(), &CombineSamplers::default(), true).len(),
            2
        );
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(text.contains("global @t_s: sampled<2d, f32> opaque") && !text.contains("combine"), "{text}");
        assert!(
            combine_samplers(&mut module, &mut Session::default(), &CombineSamplers::default(), true)
                .is_empty()
        );
    }
}
