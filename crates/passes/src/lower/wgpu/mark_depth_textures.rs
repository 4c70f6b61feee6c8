//! Textures that are sampled with and without depth comparison, and arrays of textures for it, are said to be of depth.
//!
//! ```text
//! global @t: image<2d, f32> opaque                   global @t: image<2d, f32, shadow> opaque
//! %a: f32 = image_sample.dref %ts, %p, %d       =>   %a: f32 = image_sample.dref %ts, %p, %d
//! %b: vec4<f32> = image_sample %tp, %p               %0: vec4<f32> = image_sample %tp, %p    %b = construct (extract %0, 0), 0.0, 0.0, 1.0
//! ```
//!
//! naga finds out itself that a texture is only compared, and refuses one that is not only compared, unless its type says so. A
//! texture of depth gives its number as the first of four, in Vulkan and here. WGSL reads levels of it by whole numbers, and has no
//! bias and no gradients for it.
//!
//! Tint and naga have it in their readers, as far as they have it; ANGLE, NIR and spirv-opt need nothing of it.

use super::check_wgpu::texture;
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::edit::retype_global;
use vitrum_ir::{
    FunctionData, Global, ImageOperands, ImageType, Inst, Module, Op, Storage, TypeData, Value,
    types::common, visit,
};

/// The ways in which a texture is read.
#[derive(Default)]
struct Uses {
    compared: bool,
    plain: bool,
    /// True if it is an element of an array where it is compared.
    element: bool,
    /// True if WGSL has no such use of a texture of depth.
    foreign: bool,
}

/// True if a texture needs to be marked.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    !marked(module).is_empty()
}

/// Marks them; gives their number.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let found = marked(module);
    if found.is_empty() || !session.may_change() {
        return 0;
    }
    for &global in &found {
        let old = module.globals[global].ty;
        let TypeData::Image(image) = module.types.get(module.types.innermost(old)) else { continue };
        let new = module.types.intern(TypeData::Image(ImageType { shadow: true, ..image }));
        let ty = module.types.with_innermost(old, new);
        retype_global(module, global, ty, Storage::Opaque);
    }
    let count = rewrite_each(module, session, |rewriter, inst| visit_inst(rewriter, inst, &found));
    found.len() + count
}

/// The textures to be marked.
fn marked(module: &Module) -> FxHashSet<Global> {
    let mut uses: FxHashMap<Global, Uses> = FxHashMap::default();
    for function in module.functions.values() {
        for (_, inst) in visit::insts(function) {
            let op = function.op(inst);
            if !matches!(op, Op::ImageSample | Op::ImageGather | Op::ImageFetch) {
                continue;
            }
            let Some(&image) = function.operands(inst).first() else { continue };
            let Some((global, element)) = texture(function, image) else { continue };
            let flags = ImageOperands::from_bits(function.insts[inst].imm);
            let entry = uses.entry(global).or_default();
            if flags.contains(ImageOperands::DREF) {
                entry.compared = true;
                entry.element |= element;
                continue;
            }
            entry.plain = true;
            let whole = op == Op::ImageFetch || !flags.contains(ImageOperands::LOD) || {
                let level = function.operands(inst).get(2).and_then(|level| level.constant());
                level.is_some_and(|level| is_whole(module, level))
            };
            entry.foreign |= !whole
                || flags.contains(ImageOperands::BIAS)
                || flags.contains(ImageOperands::GRAD)
                || op == Op::ImageGather && component(module, function, inst) != Some(0);
        }
    }
    let is_marked = |global: Global, uses: &Uses| {
        let ty = module.types.get(module.types.innermost(module.globals[global].ty));
        uses.compared
            && (uses.plain || uses.element)
            && !uses.foreign
            && matches!(ty, TypeData::Image(image) if !image.shadow)
    };
    uses.iter().filter(|&(&global, uses)| is_marked(global, uses)).map(|row| *row.0).collect()
}

/// The component that a gather reads.
fn component(module: &Module, function: &FunctionData, inst: Inst) -> Option<u32> {
    let flags = ImageOperands::from_bits(function.insts[inst].imm);
    if !flags.contains(ImageOperands::COMPONENT) {
        return Some(0);
    }
    function.operands(inst).get(2).and_then(|&it| module.constant_index(it))
}

/// True if a level is a whole number.
fn is_whole(module: &Module, level: vitrum_ir::Constant) -> bool {
    module.constants.is_zero(level)
        || module.constants.bits(level).is_some_and(|bits| {
            let level = f32::from_bits(bits as u32);
            level >= 0.0 && level.fract() == 0.0
        })
}

fn visit_inst(rewriter: &mut Rewriter<'_>, inst: Inst, marked: &FxHashSet<Global>) -> Action {
    let op = rewriter.function.op(inst);
    let operands = rewriter.function.operands(inst).to_vec();
    let (Some(&first), Some(result)) = (operands.first(), rewriter.function.result(inst)) else {
        return Action::Keep;
    };
    let is_marked = |rewriter: &Rewriter<'_>| {
        texture(&rewriter.function, first).is_some_and(|row| marked.contains(&row.0))
    };
    match op {
        Op::Load if is_marked(rewriter) => {
            let pointer = rewriter.ty(first);
            if let Some(ty) = rewriter.module.types.pointee(pointer) {
                rewriter.function.values[result].ty = ty;
            }
            Action::Keep
        }
        Op::ImageOf if is_marked(rewriter) => {
            let TypeData::SampledImage(image) = rewriter.module.types.get(rewriter.ty(first)) else {
                return Action::Keep;
            };
            rewriter.function.values[result].ty = rewriter.module.types.intern(TypeData::Image(image));
            Action::Keep
        }
        Op::ImageSample | Op::ImageFetch if is_marked(rewriter) => {
            let flags = ImageOperands::from_bits(rewriter.function.insts[inst].imm);
            if flags.contains(ImageOperands::DREF) || rewriter.function.results(inst).len() != 1 {
                return Action::Keep;
            }
            first_of_four(rewriter, inst, result)
        }
        _ => Action::Keep,
    }
}

/// The number with what Vulkan puts behind it.
fn first_of_four(rewriter: &mut Rewriter<'_>, inst: Inst, result: Value) -> Action {
    let data = rewriter.function.insts[inst];
    let (ty, precision) = (rewriter.function.values[result].ty, rewriter.function.values[result].precision);
    if ty != common::VEC4 {
        return Action::Keep;
    }
    let operands = rewriter.function.operands(inst).to_vec();
    let whole = rewriter.push_at(data.span(), data.op, &operands, data.imm, (ty, precision));
    let number = rewriter.push(Op::Extract, &[whole.into()], 0, common::F32, precision);
    let (zero, one) = (rewriter.number(common::F32, 0.0), rewriter.number(common::F32, 1.0));
    let new = rewriter.push(Op::Construct, &[number, zero, zero, one], 0, ty, precision);
    rewriter.replace_alike(inst, new)
}
