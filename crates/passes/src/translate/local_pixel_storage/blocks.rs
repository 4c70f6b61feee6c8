//! Blocks of `GL_EXT_shader_pixel_local_storage`: variables that pixels keep, word after word.
//!
//! ```text
//!                                               to=image
//! global @b: struct @B pixel_local              global @b: struct @B private
//!                                               global @pixel_local_0: image<2d, u32, storage, r32ui> coherent opaque
//! fn &main() -> void {                          fn &main() -> void {
//!                                          =>       intrinsic.begin_interlock
//!                                                   store @b.color, unpack(image_read @pixel_local_0, %pixel)
//!     store @b.color, %x                            store @b.color, %x
//!                                                   image_write @pixel_local_0, %pixel, pack(load @b.color)
//!                                                   intrinsic.end_interlock
//!     return                                        return
//! }                                             }
//! ```
//!
//! A word has a place and no type: another shader may read it by a block with other members. So each is a
//! number, in an image of `r32ui` or an output. Words that the shader does not write stay as they are. Members of several words
//! take places that follow each other. Formats of outputs, which say how they share the memory of a pixel, go.

use super::{
    LocalPixelStorage, PixelStorage, Plane, fragment_coordinate, image_type, order, pixel, set_modes,
    to_attachments,
};
use crate::analysis::memory::{Path, Root, Step};
use crate::framework::notes::{Renamed, Role};
use crate::framework::rewrite::{Rewriter, insert_at_returns, insert_at_start};
use crate::framework::session::Session;
use crate::lower::unify_returns::{is_unified, unify_all};
use crate::translate::local_pixel_storage::formats::{pack, unpack};
use crate::translate::local_pixel_storage::planes::free_location;
use std::collections::{BTreeMap, BTreeSet};
use vitrum_glsl::extensions::Extension;
use vitrum_ir::edit::retype_global;
use vitrum_ir::types::common;
use vitrum_ir::visit;
use vitrum_ir::{
    Decorations, Global, ImageFormat, Intrinsic, Module, Op, Operand, Precision, Qualifiers, Scalar, Storage,
    Struct, Type, TypeData,
};

/// The most words that are kept, of which no device has as many.
const MOST: usize = 1 << 10;

/// A part of a block, and the words that hold it.
struct Word {
    global: Global,
    member: u32,
    /// The elements of arrays that lead to it.
    path: Vec<u32>,
    format: ImageFormat,
    /// The number of the first word.
    number: u32,
    is_read: bool,
    is_written: bool,
}

fn block_of(module: &Module, global: Global) -> Option<Struct> {
    match module.types.get(module.globals[global].ty) {
        TypeData::Struct(block) => Some(block),
        _ => None,
    }
}

/// The name of a block: that of its instance, or its own.
fn name_of(module: &Module, global: Global) -> &str {
    match (module.names.get(module.globals[global].name), block_of(module, global)) {
        ("", Some(block)) => module.names.get(module.structs[block].name),
        (name, _) => name,
    }
}

/// The blocks of a shader, if the options name one of them or none at all: they share their words.
pub(super) fn of(module: &Module, options: &LocalPixelStorage) -> Vec<Global> {
    let all = module.globals_that(|data| data.storage == Storage::PixelLocal);
    let is_named = |&global: &Global| options.names.contains(name_of(module, global));
    if options.names.is_empty() || all.iter().any(is_named) { all } else { Vec::new() }
}

/// True if a shader has blocks.
pub(crate) fn is_used(module: &Module) -> bool {
    module.globals.values().any(|data| data.storage == Storage::PixelLocal)
}

/// True if outputs have formats.
pub(crate) fn has_output_formats(module: &Module) -> bool {
    module.globals.values().any(|data| data.storage == Storage::Output && data.decorations.format.is_some())
}

/// Takes the formats of outputs away, which mean something beside blocks only; gives their number.
pub(super) fn drop_output_formats(module: &mut Module, session: &mut Session) -> usize {
    let outputs =
        module.globals_that(|data| data.storage == Storage::Output && data.decorations.format.is_some());
    if outputs.is_empty() || !session.may_change() {
        return 0;
    }
    for &global in &outputs {
        module.globals[global].decorations.format = None;
    }
    drop_extensions(module);
    outputs.len()
}

fn drop_extensions(module: &mut Module) {
    let own = [Extension::ExtShaderPixelLocalStorage, Extension::ExtShaderPixelLocalStorage2];
    let names = &module.names;
    module.extensions.retain(|request| !own.map(Extension::name).contains(&names.get(request.name)));
}

/// Replaces the blocks; gives their number.
pub(super) fn run(
    module: &mut Module,
    session: &mut Session,
    blocks: &[Global],
    options: &LocalPixelStorage,
) -> usize {
    let Some(entry) = module.entry else { return 0 };
    let mut words = Vec::new();
    for &global in blocks {
        let Some(found) = words_of(module, global) else {
            let span = module.globals[global].origin.span;
            session.refuse(span, format!("pixel local storage of more than {MOST} words"));
            return 0;
        };
        words.extend(found);
    }
    if !session.may_change() {
        return 0;
    }
    let numbers: BTreeSet<u32> =
        words.iter().filter(|word| word.is_read || word.is_written).flat_map(Word::numbers).collect();
    let is_image = options.to == PixelStorage::Images;
    let first = options.location.unwrap_or_else(|| free_location(module));
    let mut places: BTreeMap<u32, Plane> = BTreeMap::new();
    for &number in &numbers {
        places.insert(number, place(module, options, number, first));
    }
    if is_image {
        name_images(module, session, &words, &places);
        set_modes(module, options.interlock);
    }
    for &global in blocks {
        make_private(module, global);
    }
    if !is_unified(&module.functions[entry]) {
        unify_all(module, entry, session);
    }
    let coordinate = is_image.then(|| fragment_coordinate(module));
    insert_at_start(module, entry, session, |rewriter| {
        let pixel = coordinate.map(|coordinate| {
            order(rewriter, options, Intrinsic::BeginInterlock);
            pixel(rewriter, coordinate)
        });
        for word in words.iter().filter(|word| word.is_read) {
            let places = word.numbers().filter_map(|number| places.get(&number));
            let bits: Vec<Operand> = places
                .map(|place| match pixel {
                    None => rewriter.load(place.global),
                    Some(pixel) => {
                        let whole = place.fetch(rewriter, pixel);
                        rewriter.push(Op::Extract, &[whole], 0, common::U32, Precision::High)
                    }
                })
                .collect();
            let value = unpack(rewriter, &bits, word.format);
            let pointer = word.pointer(rewriter);
            rewriter.store(pointer, value);
        }
    });
    insert_at_returns(module, entry, session, |rewriter| {
        let pixel = coordinate.map(|coordinate| pixel(rewriter, coordinate));
        for word in words.iter().filter(|word| word.is_written) {
            let pointer = word.pointer(rewriter);
            let value = rewriter.load(pointer);
            let all = pack(rewriter, value, word.format);
            for (number, bits) in word.numbers().zip(all) {
                let Some(place) = places.get(&number) else { continue };
                match pixel {
                    None => rewriter.store(place.global, bits),
                    Some(pixel) => {
                        let zero = rewriter.number(common::U32, 0.0);
                        let texel = [bits, zero, zero, zero];
                        let texel = rewriter.push(Op::Construct, &texel, 0, common::UVEC4, Precision::High);
                        place.put(rewriter, pixel, texel);
                    }
                }
            }
        }
        if is_image {
            order(rewriter, options, Intrinsic::EndInterlock);
        }
    });
    if options.to == PixelStorage::Attachments {
        let outputs: Vec<Global> = places.values().map(|place| place.global).collect();
        to_attachments(module, session, &outputs);
    }
    for global in module.globals_that(|data| data.storage == Storage::Output) {
        module.globals[global].decorations.format = None;
    }
    drop_extensions(module);
    blocks.len()
}

/// The words of a block; none if there are too many.
fn words_of(module: &Module, global: Global) -> Option<Vec<Word>> {
    let block = block_of(module, global)?;
    let access = module.globals[global].decorations.qualifiers;
    let (used, written) = uses(module, global);
    let mut words = Vec::new();
    let mut next = 0;
    for (member, data) in (0..).zip(&module.structs[block].members) {
        let format = data.decorations.format.unwrap_or(ImageFormat::R32ui);
        for path in elements(module, data.ty)? {
            let number = next;
            next += format.words();
            if next as usize > MOST {
                return None;
            }
            let is_in = |set: &Option<BTreeSet<u32>>| set.as_ref().is_none_or(|set| set.contains(&member));
            words.push(Word {
                global,
                member,
                path,
                format,
                number,
                is_read: is_in(&used) && !access.contains(Qualifiers::WRITEONLY),
                is_written: is_in(&written) && !access.contains(Qualifiers::READONLY),
            });
        }
    }
    Some(words)
}

/// The paths to all elements of an array; the empty one of what is none.
fn elements(module: &Module, ty: Type) -> Option<Vec<Vec<u32>>> {
    let mut paths = vec![Vec::new()];
    let mut ty = ty;
    while let TypeData::Array { element, .. } = module.types.get(ty) {
        let length = module.types.length(ty)?;
        if (length as usize).saturating_mul(paths.len()) > MOST {
            return None;
        }
        let longer = |path: Vec<u32>| (0..length).map(move |index| [path.as_slice(), &[index]].concat());
        paths = paths.into_iter().flat_map(longer).collect();
        ty = element;
    }
    Some(paths)
}

/// The members that the shader names, and those that it may write; none stands for all.
fn uses(module: &Module, global: Global) -> (Option<BTreeSet<u32>>, Option<BTreeSet<u32>>) {
    let (mut used, mut written) = (Some(BTreeSet::new()), Some(BTreeSet::new()));
    for function in module.functions.values() {
        for (_, inst) in visit::insts(function) {
            let op = function.op(inst);
            if op == Op::Access {
                continue;
            }
            for &operand in function.operands(inst) {
                let path = Path::resolved(module, function, operand);
                if path.root != Root::Global(global) {
                    continue;
                }
                let member = match path.steps.first() {
                    Some(&Step::Part(member)) => Some(member),
                    _ => None,
                };
                add(&mut used, member);
                if op != Op::Load {
                    add(&mut written, member);
                }
            }
        }
    }
    (used, written)
}

fn add(set: &mut Option<BTreeSet<u32>>, member: Option<u32>) {
    match member {
        None => *set = None,
        Some(member) => {
            if let Some(set) = set {
                set.insert(member);
            }
        }
    }
}

/// The image or output of a word.
fn place(module: &mut Module, options: &LocalPixelStorage, number: u32, first: u32) -> Plane {
    let name = format!("pixel_local_{number}");
    let (ty, storage, decorations) = if options.to == PixelStorage::Images {
        let (ty, _) = image_type(module, options, Scalar::U32, ImageFormat::R32ui);
        let decorations = Decorations { qualifiers: Qualifiers::COHERENT, ..Decorations::default() };
        (ty, Storage::Opaque, decorations)
    } else {
        let location = Some(first.saturating_add(number));
        let qualifiers = Qualifiers::FRAMEBUFFER_FETCH;
        (common::U32, Storage::Output, Decorations { location, qualifiers, ..Decorations::default() })
    };
    let global = module.add_global(&name, ty, storage);
    module.globals[global].precision = Precision::High;
    module.globals[global].decorations = decorations;
    Plane { global, image: global, ty: common::UVEC4, texel: common::UVEC4, packed: None }
}

/// Says which images hold the members.
fn name_images(module: &Module, session: &mut Session, words: &[Word], places: &BTreeMap<u32, Plane>) {
    let mut renamed = Vec::new();
    for word in words {
        let Some(block) = block_of(module, word.global) else { continue };
        let member = module.structs[block].members.get(word.member as usize);
        let member = member.map_or("", |member| module.names.get(member.name));
        let indices: String = word.path.iter().map(|index| format!("[{index}]")).collect();
        let name = format!("{}.{member}{indices}", name_of(module, word.global));
        for place in word.numbers().filter_map(|number| places.get(&number)) {
            let image = module.names.get(module.globals[place.global].name).to_owned();
            renamed.push(Renamed::new(Role::Image, name.clone(), image));
        }
    }
    session.add_renamed(renamed);
}

/// Makes a block a variable of the invocation.
fn make_private(module: &mut Module, global: Global) {
    let Some(block) = block_of(module, global) else { return };
    let (ty, name) = (module.globals[global].ty, name_of(module, global).to_owned());
    for member in &mut module.structs[block].members {
        member.decorations = Decorations::default();
    }
    retype_global(module, global, ty, Storage::Private);
    let name = module.names.intern(&name);
    let data = &mut module.globals[global];
    data.name = name;
    data.block = None;
    data.decorations = Decorations::default();
}

impl Word {
    /// The numbers of its words.
    fn numbers(&self) -> std::ops::Range<u32> {
        self.number..self.number + self.format.words()
    }

    fn pointer(&self, rewriter: &mut Rewriter<'_>) -> Operand {
        let path = [self.member].into_iter().chain(self.path.iter().copied());
        let indices: Vec<Operand> =
            path.map(|index| rewriter.number(common::I32, f64::from(index))).collect();
        rewriter.access(self.global, &indices)
    }
}
