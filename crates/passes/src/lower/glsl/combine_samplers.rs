//! Textures and samplers that are apart, as in Vulkan, become the combined ones that OpenGL has.
//!
//! ```text
//! global @t: image<2d, f32> opaque
//! global @s: sampler opaque                       =>  global @t_s: sampled<2d, f32> opaque
//!     %i = load @t   %j = load @s                     %c = load @t_s
//!     %c = combine_sampler %i, %j
//! ```
//!
//! An array of samplers goes with an array of textures where both have the same index. Each pair that is used becomes one global with the binding of its texture. A texture that is also read without a
//! sampler is read through the first of its pairs, or one of its own.

use super::unused_loads::drop_unused_loads;
use crate::framework::notes::{Renamed, Role};
use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::specialize_parameters::specialize_parameters;
use rustc_hash::FxHashMap;
use vitrum_ir::edit::{remove_globals, replace_globals};
use vitrum_ir::{
    FunctionData, Global, GlobalData, ImageType, Inst, Module, Op, Operand, OperandKind, Precision, Storage,
    Type, TypeData,
};

/// True if the target is OpenGL and has a module with textures or samplers that are apart.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.chosen_glsl().is_some()
        && !settings.vulkan
        && module.globals.values().any(|data| is_apart(module, data.ty))
}

/// Combines textures and samplers; gives the number of new names.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let renamed = combine_samplers(module, session);
    session.add_renamed(renamed)
}

/// Combines textures and samplers; gives what became of each. Functions that get some are made for each that they get.
fn combine_samplers(module: &mut Module, session: &mut Session) -> Vec<Renamed> {
    if module.functions.values().any(|function| passes_on(module, function)) {
        specialize_parameters(module, session, |module, _, pointee| is_apart(module, pointee));
    }
    let mut wanted: Vec<(Global, Option<Global>)> = Vec::new();
    for id in module.function_ids() {
        let function = &module.functions[id];
        for (inst, data) in function.insts.iter() {
            let operands = function.operands(inst);
            match (data.op, operands) {
                (Op::CombineSampler, &[image, sampler]) => {
                    let (Some(image), Some(sampler)) = (source(function, image), source(function, sampler))
                    else {
                        return Vec::new();
                    };
                    // An array of samplers would need a pair for each element, but where the textures have the same index.
                    if sampler.1.is_some() && !alike(module, function, image, sampler) {
                        return Vec::new();
                    }
                    let pair = (image.0, Some(sampler.0));
                    if !wanted.contains(&pair) {
                        wanted.push(pair);
                    }
                }
                (Op::ImageFetch | Op::ImageSize | Op::ImageLevels | Op::ImageSamples, &[image, ..]) => {
                    if let Some((image, _)) = source(function, image)
                        && texture(module, module.globals[image].ty).is_some()
                    {
                        wanted.push((image, None));
                    }
                }
                (Op::Call, _) if hands_on(module, function, inst) => return Vec::new(),
                _ => {}
            }
        }
    }
    // A texture that is read without a sampler takes any pair of its own.
    let paired: Vec<Global> = wanted.iter().filter(|pair| pair.1.is_some()).map(|pair| pair.0).collect();
    wanted.retain(|pair| pair.1.is_some() || !paired.contains(&pair.0));
    wanted.dedup();
    let apart = module.globals_that(|data| is_apart(module, data.ty));
    if apart.is_empty() {
        return Vec::new();
    }
    let mut replacements: FxHashMap<Global, Vec<GlobalData>> =
        apart.iter().map(|&id| (id, vec![module.globals[id].clone()])).collect();
    let mut renamed = Vec::new();
    let mut places: Vec<(Global, Option<Global>, usize)> = Vec::new();
    for &(image, sampler) in &wanted {
        let Some(data) = combined(module, image, sampler) else { return Vec::new() };
        let Some(list) = replacements.get_mut(&image) else { return Vec::new() };
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
        let (Some(key), Some(found)) = (new(image, 0), new(image, index)) else { return Vec::new() };
        let sampler = sampler.and_then(|sampler| new(sampler, 0));
        pairs.entry((key, None)).or_insert(found);
        pairs.insert((key, sampler), found);
    }
    rewrite(module, session, |_, _, _| Some(Combine { pairs: &pairs }));
    drop_unused_loads(module, session);
    let gone: Vec<Global> = apart.iter().filter_map(|&id| new(id, 0)).collect();
    remove_globals(module, |global| gone.contains(&global));
    renamed
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

fn combined(module: &mut Module, image: Global, sampler: Option<Global>) -> Option<GlobalData> {
    let texture = texture(module, module.globals[image].ty)?;
    let shadow = sampler.is_some_and(|sampler| {
        let ty = module.types.innermost(module.globals[sampler].ty);
        matches!(module.types.get(ty), TypeData::Sampler { shadow: true })
    });
    let inner = module.types.intern(TypeData::SampledImage(ImageType { shadow, ..texture }));
    let ty = module.types.with_innermost(module.globals[image].ty, inner);
    let data = module.globals[image].clone();
    let name = match sampler {
        Some(sampler) => {
            let sampler = module.names.get(module.globals[sampler].name);
            format!("{}_{sampler}", module.names.get(data.name))
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

struct Combine<'a> {
    pairs: &'a FxHashMap<(Global, Option<Global>), Global>,
}

impl Visitor for Combine<'_> {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let operands = rewriter.function.operands(inst).to_vec();
        match (rewriter.function.op(inst), operands.as_slice()) {
            (Op::CombineSampler, &[image, sampler]) => {
                let sampler = source(&rewriter.function, sampler).map(|found| found.0);
                let loaded = self.load(rewriter, image, sampler);
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
    /// The combined image in the place of a texture.
    fn load(&self, rewriter: &mut Rewriter<'_>, image: Operand, sampler: Option<Global>) -> Option<Operand> {
        let (global, access) = source(&rewriter.function, image)?;
        let &combined = self.pairs.get(&(global, sampler))?;
        let ty = rewriter.module.globals[combined].ty;
        let Some(access) = access else {
            return Some(rewriter.push(Op::Load, &[combined.into()], 0, ty, Precision::None));
        };
        let mut operands = rewriter.function.operands(access).to_vec();
        let mut element = ty;
        for _ in operands.iter().skip(1) {
            element = rewriter.module.types.element(element).unwrap_or(element);
        }
        if let Some(first) = operands.first_mut() {
            *first = combined.into();
        }
        let pointer = rewriter.module.types.pointer(Storage::Opaque, element);
        let pointer = rewriter.push(Op::Access, &operands, 0, pointer, Precision::None);
        Some(rewriter.push(Op::Load, &[pointer], 0, element, Precision::None))
    }
}

#[cfg(test)]
mod tests {
    use super::combine_samplers;
    use crate::framework::session::Session;

    #[test]
    fn texture_and_sampler_become_one_global() {
        let text = "vir 1\nstage fragment\nentry &main\nglobal @t: image<2d, f32> opaque\nglobal @s: sampler opaque\n\
            global @o: vec4<f32> output location(0)\nfn &main() -> void {\n    %t: image<2d, f32> = load @t\n    \
            %s: sampler = load @s\n    %c: sampled<2d, f32> = combine_sampler %t, %s\n    \
            %v: vec4<f32> = image_sample %c, vec2<f32>(0.5f32, 0.5f32)\n    store @o, %v\n    return\n}\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        assert_eq!(combine_samplers(&mut module, &mut Session::default()).len(), 2);
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(text.contains("global @t_s: sampled<2d, f32> opaque") && !text.contains("combine"), "{text}");
        assert!(combine_samplers(&mut module, &mut Session::default()).is_empty());
    }
}
