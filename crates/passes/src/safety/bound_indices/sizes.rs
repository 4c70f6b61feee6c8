//! Sizes of images, asked for once where a function begins.
//!
//! ```text
//!                                                  %0: sampled<2d, f32> = load @t
//!                                                  %1: vec2<i32> = image_size %0, 0i32
//!                                                  %2: vec2<u32> = bitcast %1
//!                                                  %3: vec2<u32> = isub %2, vec2<u32>(1u32, 1u32)
//! loop 0u32 (%i: u32) {                            loop 0u32 (%i: u32) {
//!     ...                                      =>      ...
//!                                                      %5: vec2<u32> = umin %4, %3
//!                                                      %6: vec2<i32> = bitcast %5
//!     %x: vec4<f32> = image_fetch.lod %t, %p, 0i32     %x: vec4<f32> = image_fetch.lod %t, %6, 0i32
//! ```
//!
//! That is done for the base level of an image with coordinates in several branches or in a loop, as [`super::lengths`] does it
//! for arrays: no pass moves a query out of a branch later, and a query takes some twenty instructions.
//!
//! An image that is a variable of its own is there whatever is executed. An element of an array of images may be left unbound,
//! so its size is asked for where it is used.

use super::Bounder;
use super::images::{Places, size_of};
use super::options::{Class, IndexPolicy};
use crate::framework::rewrite::{Rewriter, insert_at_start};
use crate::framework::session::Session;
use rustc_hash::FxHashMap;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, Dim, Function, FunctionData, Global, GlobalData, ImageType, Inst, Module, Op, Operand, Qualifiers,
    Scalar, Storage, typing,
};

/// The size of an image that is known where a function begins, in the order of its coordinates and without sign.
#[derive(Clone, Copy, Debug)]
pub(super) struct EarlySize {
    pub(super) size: Operand,
    /// The last coordinates.
    pub(super) last: Operand,
}

/// The coordinates that are to be bounded by the size of an image.
struct Uses {
    first: Block,
    /// True if it is worth to ask once.
    is_repeated: bool,
}

/// The image that an instruction takes its texel from, if that is a variable of its own: loaded, or by its address.
pub(super) fn image_of(module: &Module, function: &FunctionData, inst: Inst) -> Option<Global> {
    let &first = function.operands(inst).first()?;
    let load = function.definition(first).filter(|&it| function.op(it) == Op::Load);
    let address = load.and_then(|it| function.operands(it).first().copied()).unwrap_or(first);
    let global = address.global()?;
    let data = &module.globals[global];
    (data.storage == Storage::Opaque && typing::image_type(module, data.ty).is_some()).then_some(global)
}

/// True if an instruction takes a texel of the base level.
fn is_of_base(module: &Module, function: &FunctionData, inst: Inst) -> bool {
    let level = Places::of(function, inst).level;
    let level = level.and_then(|place| function.operands(inst).get(place).copied());
    level.is_none_or(|level| module.as_int(level) == Some(0))
}

impl Bounder {
    /// Asks for sizes of images where a function begins; gives their number.
    pub(super) fn ask_sizes_early(
        &mut self,
        module: &mut Module,
        function: Function,
        session: &mut Session,
    ) -> usize {
        let images: Vec<Global> = self
            .sized(module, &module.functions[function], session)
            .into_iter()
            .filter(|row| row.1.is_repeated && session.may_change())
            .map(|row| row.0)
            .collect();
        if images.is_empty() {
            return 0;
        }
        insert_at_start(module, function, session, |rewriter| {
            for global in images {
                let Some(ty) = typing::image_type(rewriter.module, rewriter.module.globals[global].ty) else {
                    continue;
                };
                let early = ask(rewriter, global, ty);
                self.sizes.insert(global, early);
            }
        });
        self.sizes.len()
    }

    /// The size that is known early of the image that an instruction takes a texel from.
    pub(super) fn early_size(&self, rewriter: &Rewriter<'_>, inst: Inst) -> Option<EarlySize> {
        if self.sizes.is_empty() || !is_of_base(rewriter.module, &rewriter.function, inst) {
            return None;
        }
        self.sizes.get(&image_of(rewriter.module, &rewriter.function, inst)?).copied()
    }

    /// The images with coordinates to be bounded, in order of text.
    fn sized(&self, module: &Module, function: &FunctionData, session: &Session) -> Vec<(Global, Uses)> {
        let mut all: Vec<(Global, Uses)> = Vec::new();
        let mut positions: FxHashMap<Global, usize> = FxHashMap::default();
        let mut blocks: Vec<Block> = Vec::new();
        let mut loops = 0;
        visit::walk(function, function.body, |event| match event {
            Event::Enter(block) => blocks.push(block),
            Event::Leave(_) => _ = blocks.pop(),
            Event::Inst(inst) if function.op(inst) == Op::Loop => loops += 1,
            Event::Behind(inst) if function.op(inst) == Op::Loop => loops -= 1,
            Event::Inst(inst) if self.needs_size(module, function, inst, session) => {
                let (Some(global), Some(&block)) = (image_of(module, function, inst), blocks.last()) else {
                    return;
                };
                let at = *positions.entry(global).or_insert(all.len());
                match all.get_mut(at) {
                    Some((_, uses)) => uses.is_repeated |= loops > 0 || uses.first != block,
                    None => all.push((global, Uses { first: block, is_repeated: loops > 0 })),
                }
            }
            Event::Inst(_) | Event::Behind(_) => {}
        });
        all
    }

    /// True if a coordinate is to be bounded by the size of the base level of an image.
    fn needs_size(&self, module: &Module, function: &FunctionData, inst: Inst, session: &Session) -> bool {
        let op = function.op(inst);
        let class = match op {
            Op::ImageFetch | Op::ImageRead => Class::ImageLoad,
            Op::ImageWrite | Op::TexelPointer => Class::ImageStore,
            _ => return false,
        };
        if is_of_tile(module, function, inst) {
            return false;
        }
        let image = image_of(module, function, inst);
        let image = image.and_then(|global| typing::image_type(module, module.globals[global].ty));
        image.is_some_and(|image| {
            let query = if image.storage { Feature::ImageSize } else { Feature::TextureSize };
            self.policy_of_texel(op, image, class) != IndexPolicy::Unchecked
                && !matches!(image.dim, Dim::Subpass | Dim::TileImage | Dim::PixelLocal)
                && !self.proven.coordinates.contains(&inst)
                && is_of_base(module, function, inst)
                && self.has(session.settings(), module, query)
        })
    }
}

/// True if the image of an operation may be an attachment of a tile, of which nothing can be asked.
pub(super) fn is_of_tile(module: &Module, function: &FunctionData, inst: Inst) -> bool {
    let is_one = |data: &GlobalData| data.decorations.qualifiers.contains(Qualifiers::TILE_ATTACHMENT);
    match image_of(module, function, inst) {
        Some(global) => is_one(&module.globals[global]),
        None => module.globals.values().any(is_one),
    }
}

fn ask(rewriter: &mut Rewriter<'_>, global: Global, ty: ImageType) -> EarlySize {
    let image = rewriter.load(global);
    let size = size_of(rewriter, image, ty, None);
    let of_size = rewriter.ty(size);
    let unsigned = rewriter.module.types.with_scalar(of_size, Scalar::U32).unwrap_or(common::U32);
    let size = rewriter.convert(size, unsigned);
    let one = rewriter.number(unsigned, 1.0);
    EarlySize { size, last: rewriter.op(Op::Isub, &[size, one]) }
}
