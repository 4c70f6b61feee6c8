//! Planes of `GL_ANGLE_shader_pixel_local_storage`: handles that are loaded from and stored to.
//!
//! ```text
//!                                                       to=image
//! global @p: image<pixel_local, f32, storage, rgba8>    global @p: image<2d, f32, storage, rgba8>
//!                                                       intrinsic.begin_interlock
//! %p = load @p                                          %p = load @p
//! %x = image_read %p, null                              %x = image_read %p, %pixel
//! image_write %p, null, %y                          =>  image_write %p, %pixel, %y
//!                                                       intrinsic.end_interlock
//!
//!                                                       to=fetch
//!                                                       global @p: vec4<f32> output location(0) framebuffer_fetch
//!                                                       %x = load @p
//!                                                       store @p, %y
//! ```

use super::{
    LocalPixelStorage, PixelStorage, Plane, fragment_coordinate, image_type, order, pixel, set_modes,
    to_attachments,
};
use crate::framework::rewrite::{Action, Rewriter, insert_at_returns, insert_at_start, rewrite_in};
use crate::framework::session::Session;
use crate::lower::specialize_parameters::{formats, specialize_parameters};
use crate::lower::unify_returns::{is_unified, unify_all};
use rustc_hash::FxHashMap;
use vitrum_glsl::extensions::Extension;
use vitrum_ir::edit::retype_global;
use vitrum_ir::types::common;
use vitrum_ir::{
    Decorations, Dim, Global, ImageFormat, ImageType, Inst, Intrinsic, Module, Op, Operand, Precision,
    Qualifiers, Storage, Type, TypeData, Value,
};

fn handle(module: &Module, ty: Type) -> Option<ImageType> {
    match module.types.get(ty) {
        TypeData::Image(image) if image.dim == Dim::PixelLocal => Some(image),
        _ => None,
    }
}

/// The planes of a shader that the options name.
pub(super) fn of(module: &Module, options: &LocalPixelStorage) -> Vec<Global> {
    module.globals_that(|data| {
        let is_named = options.names.is_empty() || options.names.contains(module.names.get(data.name));
        handle(module, data.ty).is_some() && is_named
    })
}

/// True if a shader has planes.
pub(crate) fn is_used(module: &Module) -> bool {
    module.globals.values().any(|data| handle(module, data.ty).is_some())
}

/// Replaces planes; gives their number.
pub(super) fn run(
    module: &mut Module,
    session: &mut Session,
    planes: &[Global],
    options: &LocalPixelStorage,
) -> usize {
    if !session.may_change() {
        return 0;
    }
    if takes_handles(module) {
        let is_handle = |module: &Module, _, pointee| handle(module, pointee).is_some();
        let closes = formats::is_needed(module);
        specialize_parameters(module, session, is_handle);
        if closes {
            formats::close_formats(module);
        }
        if takes_handles(module) {
            let span = planes.first().map_or_else(Default::default, |&it| module.globals[it].origin.span);
            session.refuse(span, "a function that takes pixel local storage cannot be copied for its calls");
            return 0;
        }
    }
    match options.to {
        PixelStorage::Images => to_images(module, session, planes, options),
        PixelStorage::Fetch | PixelStorage::Attachments => {
            to_outputs(module, session, planes, options);
            if options.to == PixelStorage::Attachments {
                to_attachments(module, session, planes);
            }
        }
    }
    if !is_used(module) {
        let names = &module.names;
        let own = Extension::AngleShaderPixelLocalStorage.name();
        module.extensions.retain(|request| names.get(request.name) != own);
    }
    planes.len()
}

/// True if a function takes a handle.
fn takes_handles(module: &Module) -> bool {
    module.functions.values().any(|data| {
        data.blocks[data.body].params.iter().any(|&param| {
            let pointee = module.types.pointee(data.values[param].ty);
            pointee.is_some_and(|pointee| handle(module, pointee).is_some())
        })
    })
}

/// Makes each plane a storage image.
fn to_images(module: &mut Module, session: &mut Session, planes: &[Global], options: &LocalPixelStorage) {
    let Some(entry) = module.entry else { return };
    let mut all: FxHashMap<Global, (Plane, ImageFormat)> = FxHashMap::default();
    for &global in planes {
        let Some(image) = handle(module, module.globals[global].ty) else { continue };
        let Some(texel) = common::vector(image.sampled, 4) else { continue };
        let name = module.names.get(module.globals[global].name);
        let format = options.formats.get(name).copied().unwrap_or(image.format);
        let (ty, packed) = image_type(module, options, image.sampled, format);
        retype_global(module, global, ty, Storage::Opaque);
        module.globals[global].decorations.qualifiers.insert(Qualifiers::COHERENT);
        all.insert(global, (Plane { global, image: global, ty: texel, texel, packed }, image.format));
    }
    set_modes(module, options.interlock);
    if !is_unified(&module.functions[entry]) {
        unify_all(module, entry, session);
    }
    let coordinate = fragment_coordinate(module);
    replace(module, session, planes, |rewriter, global, stored| {
        let (plane, format) = all.get(&global)?;
        let pixel = pixel(rewriter, coordinate);
        let Some(texel) = stored else { return Some(plane.fetch(rewriter, pixel)) };
        let texel = match format {
            ImageFormat::Rgba8i | ImageFormat::Rgba8ui => held(rewriter, texel, *format),
            // The image rounds.
            _ => texel,
        };
        plane.put(rewriter, pixel, texel);
        None
    });
    insert_at_start(module, entry, session, |rewriter| order(rewriter, options, Intrinsic::BeginInterlock));
    insert_at_returns(module, entry, session, |rewriter| order(rewriter, options, Intrinsic::EndInterlock));
}

/// Makes each plane an output that begins with what is in the framebuffer.
fn to_outputs(module: &mut Module, session: &mut Session, planes: &[Global], options: &LocalPixelStorage) {
    let first = options.location.unwrap_or_else(|| free_location(module));
    let mut formats: FxHashMap<Global, ImageFormat> = FxHashMap::default();
    for &global in planes {
        let Some(image) = handle(module, module.globals[global].ty) else { continue };
        let Some(texel) = common::vector(image.sampled, 4) else { continue };
        let binding = module.globals[global].decorations.binding.unwrap_or(0);
        retype_global(module, global, texel, Storage::Output);
        module.globals[global].decorations = Decorations {
            location: Some(first.saturating_add(binding)),
            qualifiers: Qualifiers::FRAMEBUFFER_FETCH,
            ..Decorations::default()
        };
        formats.insert(global, image.format);
    }
    replace(module, session, planes, |rewriter, global, stored| match stored {
        None => Some(rewriter.load(global)),
        Some(texel) => {
            let format = formats.get(&global).copied().unwrap_or(ImageFormat::Unknown);
            let texel = held(rewriter, texel, format);
            rewriter.store(global, texel);
            None
        }
    });
}

/// The first location behind those of the outputs. What has none gets one of the first.
pub(super) fn free_location(module: &Module) -> u32 {
    let outputs = || module.globals.values().filter(|data| data.storage == Storage::Output);
    let ends = outputs().filter_map(|data| {
        let count = module.types.length(data.ty).filter(|_| module.types.vector_size(data.ty).is_none());
        Some(data.decorations.location?.saturating_add(count.unwrap_or(1)))
    });
    let unplaced = outputs()
        .filter(|data| data.decorations.location.is_none() && data.decorations.builtin.is_none())
        .count();
    ends.max().unwrap_or(0).saturating_add(u32::try_from(unplaced).unwrap_or(u32::MAX))
}

/// Replaces loads and stores of planes by what `build` builds: a value, or for a stored texel nothing.
fn replace(
    module: &mut Module,
    session: &mut Session,
    planes: &[Global],
    mut build: impl FnMut(&mut Rewriter<'_>, Global, Option<Operand>) -> Option<Operand>,
) {
    for function in module.code_ids() {
        let mut handles: FxHashMap<Value, Global> = FxHashMap::default();
        rewrite_in(module, function, session, |rewriter: &mut Rewriter<'_>, inst: Inst| {
            let operands = rewriter.function.operands(inst);
            let Some(&first) = operands.first() else { return Action::Keep };
            let stored = operands.get(2).copied();
            let op = rewriter.function.op(inst);
            if let (Op::Load, Some(global)) = (op, first.global().filter(|global| planes.contains(global))) {
                // The loads that follow make their own.
                handles.extend(rewriter.function.result(inst).map(|value| (value, global)));
                return Action::Remove;
            }
            let Some(&global) = first.value().and_then(|value| handles.get(&value)) else {
                return Action::Keep;
            };
            match op {
                Op::ImageRead => match build(rewriter, global, None) {
                    Some(value) => rewriter.replace_alike(inst, value),
                    None => Action::Keep,
                },
                Op::ImageWrite => {
                    build(rewriter, global, stored);
                    Action::Remove
                }
                _ => Action::Keep,
            }
        });
    }
}

/// The texel that a plane of a format holds after a store.
fn held(rewriter: &mut Rewriter<'_>, texel: Operand, format: ImageFormat) -> Operand {
    match format {
        ImageFormat::Rgba8 => {
            let word = rewriter.push(Op::PackUnorm4x8, &[texel], 0, common::U32, Precision::High);
            rewriter.push(Op::UnpackUnorm4x8, &[word], 0, common::VEC4, Precision::Medium)
        }
        ImageFormat::Rgba8i => {
            let [least, most] = [-128.0, 127.0].map(|number| rewriter.number(common::IVEC4, number));
            rewriter.op(Op::Sclamp, &[texel, least, most])
        }
        ImageFormat::Rgba8ui => {
            let most = rewriter.number(common::UVEC4, 255.0);
            rewriter.op(Op::Umin, &[texel, most])
        }
        // One component; reads give 0, 0 and 1 for the others.
        ImageFormat::R32f | ImageFormat::R32ui => {
            let ty = rewriter.ty(texel);
            let precision = rewriter.precision(texel);
            let scalar = rewriter.module.types.scalar_of(ty).map_or(common::F32, common::scalar);
            let red = rewriter.op_imm(Op::Extract, &[texel], 0);
            let [zero, one] = [0.0, 1.0].map(|number| rewriter.number(scalar, number));
            rewriter.push(Op::Construct, &[red, zero, zero, one], 0, ty, precision)
        }
        _ => texel,
    }
}
