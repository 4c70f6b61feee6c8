//! Keeps what a fragment shader reads from the framebuffer and writes back in storage images or input attachments.
//!
//! ```text
//!                                                           to=image
//! global @c: vec4<f32> output location(0) framebuffer_fetch    global @c: vec4<f32> private
//!                                                              global @c_image: image<2d, f32, storage, rgba8> coherent opaque
//! fn &main() -> void {                                   =>    fn &main() -> void {
//!                                                                  intrinsic.begin_interlock
//!                                                                  store @c, (image_read @c_image, %pixel)
//!     %x = load @c                                                 %x = load @c
//!     store @c, %y                                                 store @c, %y
//!                                                                  image_write @c_image, %pixel, (load @c)
//!                                                                  intrinsic.end_interlock
//!     return                                                       return
//! }                                                            }
//! ```
//!
//! Local storage of a pixel is an output that begins with what is in the framebuffer, `inout` of `GL_EXT_shader_framebuffer_fetch`,
//! a plane of `GL_ANGLE_shader_pixel_local_storage`, or a word of a block of `GL_EXT_shader_pixel_local_storage`. An image takes the
//! place of a plane, with its binding. Otherwise plane N becomes an output, N locations behind the first that is free. Word N becomes
//! the image or output `pixel_local_N`. Planes and words hold what their format can: numbers are clamped and rounded.
//!
//! | option | meaning |
//! |---|---|
//! | `to` | `image`: a storage image for each, of the size of the framebuffer; `attachment`: an input attachment beside each output; `fetch`: all stays |
//! | `names` | the outputs, planes and blocks, divided by commas; all without it |
//! | `interlock` | `on`: fragments of a pixel run one after the other, in the order of primitives; `off`: the application keeps them apart |
//! | `formats` | `NAME:FORMAT` divided by commas; `rgba8`, `rgba8i`, `rgba8ui`, `r32f`, `r32i` and `r32ui` by the type without it |
//! | `location` | the location of the output that plane or word 0 becomes |
//! | `pack` | `on`: images of `rgba8`, `rgba8i` and `rgba8ui` are `r32ui`, with the first component in the low bits; `off`: they are not; without it, those of ESSL are, which reads and writes no other images of four components |
//!
//! Images are written where the shader ends, so that discarded fragments write nothing. The depth test comes before, unless the shader
//! discards or sets the depth. Arrays and numbers of other widths are refused.
//!
//! Called `RewritePixelLocalStorage` by ANGLE, `PixelLocal` by Tint, `lower_fb_read` by Mesa's drivers.

pub(crate) mod blocks;
mod formats;
pub(crate) mod planes;

use crate::framework::notes::{Renamed, Role};
use crate::framework::rewrite::{Rewriter, insert_at_returns, insert_at_start};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, PassOptions};
use crate::lower::spirv::lower_framebuffer_fetch;
use crate::lower::unify_returns::{is_unified, unify_all};
use std::collections::{BTreeMap, BTreeSet};
use vitrum_ir::edit::retype_global;
use vitrum_ir::types::common;
use vitrum_ir::visit;
use vitrum_ir::{
    BuiltIn, Decorations, Dim, Function, Global, ImageFormat, ImageType, Intrinsic, Modes, Module, Op,
    Operand, Precision, Qualifiers, Scalar, SourceLanguage, Stage, Storage, Swizzle, Type, TypeData,
};

/// The options of `local_pixel_storage`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalPixelStorage {
    /// The place of the storage.
    pub to: PixelStorage,
    /// The outputs; all that begin with the framebuffer if there are none.
    pub names: BTreeSet<String>,
    /// True if fragments of a pixel run one after the other.
    pub interlock: bool,
    /// Formats of images, by name of the output.
    pub formats: BTreeMap<String, ImageFormat>,
    /// True if four components of a byte lie in a number; those of ESSL do if it is not said.
    pub packs: Option<bool>,
    /// The location of the output that plane 0 becomes; the first that is free if it is not said.
    pub location: Option<u32>,
}

/// The place of what pixels hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PixelStorage {
    /// Storage images.
    #[default]
    Images,
    /// Input attachments, and outputs.
    Attachments,
    /// Outputs that begin with the framebuffer.
    Fetch,
}

impl Default for LocalPixelStorage {
    fn default() -> Self {
        Self {
            to: PixelStorage::Images,
            names: BTreeSet::new(),
            interlock: true,
            formats: BTreeMap::new(),
            packs: None,
            location: None,
        }
    }
}

/// The options by name.
pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "to",
        values: "image|attachment|fetch",
        summary: "the place of the storage",
        set: |options, text| {
            let to = match text {
                "image" => PixelStorage::Images,
                "attachment" => PixelStorage::Attachments,
                "fetch" => PixelStorage::Fetch,
                _ => return None,
            };
            options.change(|it: &mut LocalPixelStorage| it.to = to);
            Some(())
        },
    },
    PassOption {
        name: "names",
        values: "NAME,NAME",
        summary: "the outputs; all that begin with the framebuffer without it",
        set: |options, text| {
            options.change(|it: &mut LocalPixelStorage| it.names.extend(text.split(',').map(str::to_owned)));
            Some(())
        },
    },
    PassOption {
        name: "interlock",
        values: "on|off",
        summary: "run fragments of a pixel one after the other",
        set: |options, text| {
            let on = match text {
                "on" => true,
                "off" => false,
                _ => return None,
            };
            options.change(|it: &mut LocalPixelStorage| it.interlock = on);
            Some(())
        },
    },
    PassOption {
        name: "pack",
        values: "on|off",
        summary: "keep four bytes in an image of numbers",
        set: |options, text| {
            let on = match text {
                "on" => true,
                "off" => false,
                _ => return None,
            };
            options.change(|it: &mut LocalPixelStorage| it.packs = Some(on));
            Some(())
        },
    },
    PassOption {
        name: "location",
        values: "N",
        summary: "the location of the output that plane 0 becomes",
        set: |options, text| {
            let location = text.parse().ok()?;
            options.change(|it: &mut LocalPixelStorage| it.location = Some(location));
            Some(())
        },
    },
    PassOption {
        name: "formats",
        values: "NAME:FORMAT,NAME:FORMAT",
        summary: "formats of images",
        set: set_formats,
    },
];

fn set_formats(options: &mut PassOptions, text: &str) -> Option<()> {
    let mut rows = Vec::new();
    for row in text.split(',') {
        let (name, format) = row.split_once(':')?;
        rows.push((name.to_owned(), ImageFormat::from_name(format)?));
    }
    options.change(|it: &mut LocalPixelStorage| it.formats.extend(rows));
    Some(())
}

/// An output with its image.
struct Plane {
    global: Global,
    image: Global,
    ty: Type,
    texel: Type,
    /// The format of four bytes that lie in a number.
    packed: Option<ImageFormat>,
}

const BOTH: &str = "planes and blocks of pixel local storage in one shader";

/// Runs the pass; gives the number of outputs changed.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options: LocalPixelStorage = session.settings.options.get();
    let Some(entry) = module.entry.filter(|_| module.stage == Stage::Fragment) else { return 0 };
    let found: Vec<Global> = module.globals_that(|data| {
        let fetches = data.decorations.qualifiers.contains(Qualifiers::FRAMEBUFFER_FETCH);
        let name = module.names.get(data.name);
        data.storage == Storage::Output
            && fetches
            && (options.names.is_empty() || options.names.contains(name))
    });
    let planes = planes::of(module, &options);
    let blocks = blocks::of(module, &options);
    let kinds = [&found, &planes, &blocks].into_iter().filter_map(|globals| globals.first());
    if let Some(&second) = kinds.clone().nth(1) {
        let span = module.globals[second].origin.span;
        let message = if found.is_empty() {
            BOTH
        } else {
            "outputs that begin with the framebuffer and pixel local storage in one shader"
        };
        session.refuse(span, message);
        return 0;
    }
    if !planes.is_empty() {
        return planes::run(module, session, &planes, &options);
    }
    if !blocks.is_empty() {
        return blocks::run(module, session, &blocks, &options);
    }
    if found.is_empty() {
        return 0;
    }
    match options.to {
        PixelStorage::Fetch => 0,
        PixelStorage::Attachments => to_attachments(module, session, &found),
        PixelStorage::Images => to_images(module, session, (entry, &found), &options),
    }
}

/// Lowers all planes and blocks; gives their number.
pub(crate) fn lower_all(module: &mut Module, session: &mut Session) -> usize {
    let options = LocalPixelStorage { names: BTreeSet::new(), ..session.settings.options.get() };
    let (planes, blocks) = (planes::of(module, &options), blocks::of(module, &options));
    if let (false, Some(&block)) = (planes.is_empty(), blocks.first()) {
        let span = module.globals[block].origin.span;
        session.refuse(span, BOTH);
        return 0;
    }
    match blocks.is_empty() {
        true => {
            planes::run(module, session, &planes, &options) + blocks::drop_output_formats(module, session)
        }
        false => blocks::run(module, session, &blocks, &options),
    }
}

/// Reads each output from an input attachment first.
fn to_attachments(module: &mut Module, session: &mut Session, found: &[Global]) -> usize {
    let unplaced = |&&global: &&Global| module.globals[global].decorations.location.is_none();
    if found.len() > 1
        && let Some(&global) = found.iter().find(unplaced)
    {
        let span = module.globals[global].origin.span;
        session.refuse(span, "an output needs a location to be read from an input attachment");
        return 0;
    }
    if !session.may_change() {
        return 0;
    }
    // The lowering takes all outputs that begin with the framebuffer: others wait.
    let all = module.globals_that(|data| data.decorations.qualifiers.contains(Qualifiers::FRAMEBUFFER_FETCH));
    let others: Vec<Global> = all.into_iter().filter(|global| !found.contains(global)).collect();
    for &global in &others {
        module.globals[global].decorations.qualifiers.remove(Qualifiers::FRAMEBUFFER_FETCH);
    }
    lower_framebuffer_fetch::run(module, session);
    for &global in &others {
        module.globals[global].decorations.qualifiers.insert(Qualifiers::FRAMEBUFFER_FETCH);
    }
    found.len()
}

/// Keeps each output in a storage image.
fn to_images(
    module: &mut Module,
    session: &mut Session,
    (entry, found): (Function, &[Global]),
    options: &LocalPixelStorage,
) -> usize {
    for &global in found {
        let (ty, span) = (module.globals[global].ty, module.globals[global].origin.span);
        let is_plain = module.types.vector_size(ty).is_some();
        if !is_plain || !matches!(module.types.scalar_of(ty), Some(Scalar::F32 | Scalar::I32 | Scalar::U32)) {
            session.refuse(span, "local storage of pixels in images holds numbers and vectors of 32 bits");
            return 0;
        }
    }
    if !session.may_change() {
        return 0;
    }
    if !is_unified(&module.functions[entry]) {
        unify_all(module, entry, session);
    }
    let mut renamed = Vec::new();
    let planes: Vec<Plane> =
        found.iter().filter_map(|&global| plane(module, global, options, &mut renamed)).collect();
    set_modes(module, options.interlock);
    let coordinate = fragment_coordinate(module);
    insert_at_start(module, entry, session, |rewriter| {
        order(rewriter, options, Intrinsic::BeginInterlock);
        let pixel = pixel(rewriter, coordinate);
        for plane in &planes {
            plane.read(rewriter, pixel);
        }
    });
    insert_at_returns(module, entry, session, |rewriter| {
        let pixel = pixel(rewriter, coordinate);
        for plane in &planes {
            plane.write(rewriter, pixel);
        }
        order(rewriter, options, Intrinsic::EndInterlock);
    });
    session.add_renamed(renamed);
    found.len()
}

/// Begins or ends the part in which fragments of a pixel run one after the other, if they do.
fn order(rewriter: &mut Rewriter<'_>, options: &LocalPixelStorage, intrinsic: Intrinsic) {
    if options.interlock {
        rewriter.push_effect(Op::Intrinsic, &[], intrinsic as u32);
    }
}

/// Makes an output a private variable with an image.
fn plane(
    module: &mut Module,
    global: Global,
    options: &LocalPixelStorage,
    renamed: &mut Vec<Renamed>,
) -> Option<Plane> {
    let old = module.globals[global].clone();
    let name = module.names.get(old.name).to_owned();
    let sampled = module.types.scalar_of(old.ty)?;
    let size = module.types.vector_size(old.ty)?;
    let usual = match (sampled, size) {
        (Scalar::F32, 1) => ImageFormat::R32f,
        (Scalar::I32, 1) => ImageFormat::R32i,
        (Scalar::U32, 1) => ImageFormat::R32ui,
        (Scalar::F32, _) => ImageFormat::Rgba8,
        (Scalar::I32, _) => ImageFormat::Rgba8i,
        _ => ImageFormat::Rgba8ui,
    };
    let format = options.formats.get(&name).copied().unwrap_or(usual);
    let texel = common::vector(sampled, 4)?;
    let (image, packed) = image_type(module, options, sampled, format);
    let image = module.add_global(&format!("{name}_image"), image, Storage::Opaque);
    module.globals[image].precision = old.precision;
    module.globals[image].decorations.qualifiers = Qualifiers::COHERENT;
    retype_global(module, global, old.ty, Storage::Private);
    module.globals[global].decorations = Decorations::default();
    renamed.push(Renamed::new(Role::Image, name.clone(), format!("{name}_image")));
    Some(Plane { global, image, ty: old.ty, texel, packed })
}

/// The type of a storage image with texels of a format, and that format if the texels are packed.
fn image_type(
    module: &mut Module,
    options: &LocalPixelStorage,
    sampled: Scalar,
    format: ImageFormat,
) -> (Type, Option<ImageFormat>) {
    let packs = options.packs.unwrap_or(module.source.language == SourceLanguage::Essl);
    let is_bytes = matches!(format, ImageFormat::Rgba8 | ImageFormat::Rgba8i | ImageFormat::Rgba8ui);
    let packed = Some(format).filter(|_| packs && is_bytes);
    let (sampled, format) = match packed {
        Some(_) => (Scalar::U32, ImageFormat::R32ui),
        None => (sampled, format),
    };
    let image = ImageType {
        sampled,
        dim: Dim::D2,
        arrayed: false,
        multisampled: false,
        shadow: false,
        storage: true,
        format,
    };
    (module.types.intern(TypeData::Image(image)), packed)
}

/// Sets the order of fragments, and the depth test in front of the shader where that is no change.
fn set_modes(module: &mut Module, interlock: bool) {
    let ends = module.functions.values().any(|function| {
        visit::insts(function).iter().any(|&(_, inst)| {
            function.op(inst) == Op::Terminate || function.intrinsic(inst) == Some(Intrinsic::Demote)
        })
    });
    let sets_depth = module.find_builtin(Storage::Output, BuiltIn::FragDepth).is_some();
    if !ends && !sets_depth {
        module.execution.modes.insert(Modes::EARLY_FRAGMENT_TESTS);
    }
    let orders = Modes::PIXEL_INTERLOCK_UNORDERED
        .union(Modes::SAMPLE_INTERLOCK_ORDERED)
        .union(Modes::SAMPLE_INTERLOCK_UNORDERED);
    if interlock && !module.execution.modes.intersects(orders) {
        module.execution.modes.insert(Modes::PIXEL_INTERLOCK_ORDERED);
    }
}

/// The built-in input with the coordinate of the fragment.
fn fragment_coordinate(module: &mut Module) -> Global {
    if let Some((global, None)) = module.find_builtin(Storage::Input, BuiltIn::FragCoord) {
        return global;
    }
    let global = module.add_global("gl_FragCoord", common::VEC4, Storage::Input);
    module.globals[global].decorations.builtin = Some(BuiltIn::FragCoord);
    module.globals[global].precision = Precision::High;
    global
}

/// The pixel of the fragment.
fn pixel(rewriter: &mut Rewriter<'_>, coordinate: Global) -> Operand {
    let place = rewriter.load(coordinate);
    let xy = Swizzle::new(&[0, 1]).map_or(0, Swizzle::bits);
    let place = rewriter.push(Op::Swizzle, &[place], xy, common::VEC2, Precision::High);
    rewriter.push(Op::FtoS, &[place], 0, common::IVEC2, Precision::High)
}

impl Plane {
    /// The four components at a pixel.
    fn fetch(&self, rewriter: &mut Rewriter<'_>, pixel: Operand) -> Operand {
        let precision = rewriter.module.globals[self.global].precision;
        let image = rewriter.load(self.image);
        let Some(format) = self.packed else {
            return rewriter.push(Op::ImageRead, &[image, pixel], 0, self.texel, precision);
        };
        let whole = rewriter.push(Op::ImageRead, &[image, pixel], 0, common::UVEC4, Precision::High);
        let word = rewriter.op_imm(Op::Extract, &[whole], 0);
        unpack(rewriter, word, format)
    }

    /// Puts four components at a pixel.
    fn put(&self, rewriter: &mut Rewriter<'_>, pixel: Operand, texel: Operand) {
        let texel = match self.packed {
            None => texel,
            Some(format) => {
                let word = pack(rewriter, texel, format);
                let zero = rewriter.number(common::U32, 0.0);
                let parts = [word, zero, zero, zero];
                rewriter.push(Op::Construct, &parts, 0, common::UVEC4, Precision::High)
            }
        };
        let image = rewriter.load(self.image);
        rewriter.push_effect(Op::ImageWrite, &[image, pixel, texel], 0);
    }

    /// Fills the variable that stands for an output.
    fn read(&self, rewriter: &mut Rewriter<'_>, pixel: Operand) {
        let texel = self.fetch(rewriter, pixel);
        let size = rewriter.module.types.vector_size(self.ty).unwrap_or(4);
        let value = match size {
            1 => rewriter.op_imm(Op::Extract, &[texel], 0),
            4 => texel,
            size => {
                let all = [0, 1, 2, 3];
                let swizzle = all.get(..size as usize).and_then(Swizzle::new).map_or(0, Swizzle::bits);
                rewriter.op_imm(Op::Swizzle, &[texel], swizzle)
            }
        };
        rewriter.store(self.global, value);
    }

    /// Puts what the variable holds.
    fn write(&self, rewriter: &mut Rewriter<'_>, pixel: Operand) {
        let precision = rewriter.module.globals[self.global].precision;
        let value = rewriter.load(self.global);
        let size = rewriter.module.types.vector_size(self.ty).unwrap_or(4);
        let scalar = rewriter.module.types.scalar_of(self.ty).map_or(common::F32, common::scalar);
        let mut parts = vec![value];
        // The parts that are missing are those that a read gives: 0, 0, 1.
        for index in size..4 {
            parts.push(rewriter.number(scalar, f64::from(u8::from(index == 3))));
        }
        let texel = match size {
            4 => value,
            _ => rewriter.push(Op::Construct, &parts, 0, self.texel, precision),
        };
        self.put(rewriter, pixel, texel);
    }
}

/// Four numbers from the bytes of one.
fn unpack(rewriter: &mut Rewriter<'_>, word: Operand, format: ImageFormat) -> Operand {
    if format == ImageFormat::Rgba8 {
        return rewriter.push(Op::UnpackUnorm4x8, &[word], 0, common::VEC4, Precision::Medium);
    }
    let is_signed = format == ImageFormat::Rgba8i;
    let (scalar, vector) =
        if is_signed { (common::I32, common::IVEC4) } else { (common::U32, common::UVEC4) };
    let word = rewriter.convert(word, scalar);
    let op = if is_signed { Op::Ashr } else { Op::Lshr };
    let mut parts = Vec::with_capacity(4);
    for byte in 0..4 {
        // The byte goes to the high end, and from there to the low one with its sign.
        let [left, right] = [f64::from(24 - 8 * byte), 24.0].map(|count| rewriter.number(scalar, count));
        let high = rewriter.op(Op::Shl, &[word, left]);
        parts.push(rewriter.op(op, &[high, right]));
    }
    rewriter.push(Op::Construct, &parts, 0, vector, Precision::High)
}

/// The bytes of four numbers in one.
fn pack(rewriter: &mut Rewriter<'_>, texel: Operand, format: ImageFormat) -> Operand {
    if format == ImageFormat::Rgba8 {
        return rewriter.push(Op::PackUnorm4x8, &[texel], 0, common::U32, Precision::High);
    }
    // As many bits as the word has, whatever the precision of the texel is.
    let high = |rewriter: &mut Rewriter<'_>, op, operands: &[Operand]| {
        rewriter.push(op, operands, 0, common::U32, Precision::High)
    };
    let is_signed = rewriter.ty(texel) == common::IVEC4;
    let scalar = if is_signed { common::I32 } else { common::U32 };
    let mut word: Option<Operand> = None;
    for byte in 0..4 {
        let mut part = rewriter.push(Op::Extract, &[texel], byte, scalar, Precision::High);
        if is_signed {
            part = high(rewriter, Op::Bitcast, &[part]);
        }
        let [mask, count] = [255.0, f64::from(8 * byte)].map(|number| rewriter.number(common::U32, number));
        part = high(rewriter, Op::Iand, &[part, mask]);
        if byte > 0 {
            part = high(rewriter, Op::Shl, &[part, count]);
        }
        word = Some(match word {
            None => part,
            Some(word) => high(rewriter, Op::Ior, &[word, part]),
        });
    }
    word.unwrap_or(texel)
}
