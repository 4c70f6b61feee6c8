//! The resources that a module is run with: made up from the run's number and from the name or the place of each, so that two
//! modules of one shader are given the same.

use std::collections::BTreeMap;

use rspirv::spirv::{Decoration, Dim, ImageFormat, StorageClass};
use vitrum_runner::{
    Address, Binding, Compare, Filter, Format, Image, ImageDim, Resource, Resources, Sampler, Wrap,
};

use crate::execute::values::named_format;

use super::module::{ImageType, Kind, Leaf, Module, Type, Variable, hash, hash_number};

/// Width and height of images.
const SIZE: u32 = 16;

/// Depth of three-dimensional images.
const DEPTH: u32 = 8;

/// Layers of arrays, or cubes of arrays of cubes.
const LAYERS: u32 = 2;

/// Levels of images that are sampled.
const LEVELS: u32 = 5;

/// Samples a texel of images that have several.
const SAMPLES: u32 = 4;

/// Texels of buffers that are read as texels.
const TEXELS: usize = 256;

/// The key of the buffer that all storage blocks are which may be one.
const SHARED: u64 = 0x5ea1;

/// Descriptors at most of all bindings.
const MOST_DESCRIPTORS: u32 = 512;

/// The setup of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// Decides all values.
    pub(crate) seed: u64,
    /// The storage blocks that share memory, if any do; a single invocation runs then, so that nothing races.
    pub(crate) aliasing: Option<Aliasing>,
}

/// Storage blocks without `restrict` that lie in one buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aliasing {
    /// The elements of each array of storage blocks.
    Elements,
    /// All storage blocks.
    All,
}

/// The key by which resources of two modules are matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Matching {
    /// By descriptor set, binding and location: the source names all.
    ByNumber,
    /// By name: each compiler chose numbers.
    ByName,
}

/// State that all runs with one input share.
pub(crate) struct World {
    pub(crate) input: Input,
    pub(crate) matching: Matching,
    /// Contents of storage blocks before the run, as the reference's types have them.
    buffers: BTreeMap<u64, Vec<Vec<u8>>>,
    /// True if textures and samplers are to compare, as the reference uses them.
    compares: BTreeMap<u64, bool>,
}

/// A written resource of a module, and the key by which the other module has it.
pub(crate) struct Written {
    pub(crate) key: u64,
    pub(crate) name: String,
    pub(crate) what: WrittenAt,
}

/// Its place among the resources.
pub(crate) enum WrittenAt {
    /// A buffer with the numbers in it.
    Buffer(usize, Vec<Leaf>),
    /// A buffer of texels.
    Texels(usize, Format),
    /// An image.
    Image(usize),
}

/// A number from 0 to below 1.
fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

/// A made-up number.
pub(crate) fn number(input: Input, at: u64, kind: Kind, bytes: usize) -> u64 {
    let bits = hash_number(hash_number(input.seed.wrapping_add(1), at), 0x51);
    let choice = bits & 15;
    let rest = hash_number(bits, 7);
    match kind {
        Kind::Float => {
            let value = match choice {
                0 => 0.0,
                1 => 1.0,
                2 => (rest & 15) as f64,
                3 | 4 if input.seed > 0 => unit(rest) * 16.0 - 8.0,
                5 => unit(rest) * 4.0 - 2.0,
                _ => unit(rest),
            };
            float_bits(value, bytes)
        }
        Kind::Int if input.seed > 0 && choice < 4 => (rest & 7).wrapping_neg(),
        Kind::Int | Kind::Uint if choice == 15 => rest & 63,
        Kind::Int | Kind::Uint => rest & 7,
        Kind::Address => 0,
    }
}

/// A float of so many bytes.
pub(crate) fn float_bits(value: f64, bytes: usize) -> u64 {
    match bytes {
        2 => u64::from(half(value as f32)),
        8 => value.to_bits(),
        _ => u64::from((value as f32).to_bits()),
    }
}

/// A half of a value that is one or is small enough to lose only last bits.
fn half(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let exponent = (bits >> 23 & 0xff) as i32 - 127 + 15;
    if exponent <= 0 {
        return sign;
    }
    sign | ((exponent.min(30) as u16) << 10) | (bits >> 13 & 0x3ff) as u16
}

fn put(bytes: &mut [u8], leaf: &Leaf, value: u64) {
    let value = value.to_le_bytes();
    if let (Some(slot), Some(value)) =
        (bytes.get_mut(leaf.offset..leaf.offset + leaf.bytes), value.get(..leaf.bytes))
    {
        slot.copy_from_slice(value);
    }
}

/// True if a block is the one that holds loose uniforms.
fn is_default_block(name: &str) -> bool {
    name.starts_with("DefaultUniformBlock")
}

/// A resource before it has descriptors.
struct Slot {
    set: u32,
    binding: u32,
    resource: Resource,
}

impl World {
    pub(crate) fn new(input: Input, matching: Matching) -> Self {
        Self { input, matching, buffers: BTreeMap::new(), compares: BTreeMap::new() }
    }

    /// The key by which a variable is matched.
    fn key(&self, module: &Module, variable: &Variable, set: u32, binding: u32) -> (u64, String) {
        let element = module.element(variable.ty).0;
        let name = match module.ty(element) {
            Type::Struct(_) => module.name(element),
            _ => module.name(variable.id),
        };
        match self.matching {
            Matching::ByNumber => (hash_number(u64::from(set), u64::from(binding)), name.to_owned()),
            Matching::ByName if is_default_block(name) => (hash(0, "default block"), name.to_owned()),
            Matching::ByName => (hash(0, name), name.to_owned()),
        }
    }

    /// Everything that a module is bound to, and what of it may be written.
    ///
    /// # Errors
    /// If it is bound to something that is not made up here; the text begins with what the device lacks.
    pub(crate) fn resources(&mut self, module: &Module) -> Result<(Resources, Vec<Written>), String> {
        let mut resources = Resources::default();
        let mut written = Vec::new();
        let mut slots: Vec<Slot> = Vec::new();
        let mut count_of_all = 0u32;
        // The buffer that all storage blocks are which may be one.
        let mut shared: Option<usize> = None;
        // Places of addresses: the buffer, or push constants, and the numbers there.
        let mut open: Vec<(Option<usize>, Vec<Leaf>)> = Vec::new();
        for variable in module.variables.iter().filter(|it| module.uses(it.id)) {
            let (element, count) = module.element(variable.ty);
            if variable.storage == StorageClass::PushConstant {
                let bytes = self.block(module, variable, hash(0, "push constants"))?;
                resources.push_constants = bytes;
                let length = resources.push_constants.len().next_multiple_of(4);
                resources.push_constants.resize(length, 0);
                open.push((None, module.leaves(element)?.0));
                continue;
            }
            let bound = [StorageClass::UniformConstant, StorageClass::Uniform, StorageClass::StorageBuffer];
            if !bound.contains(&variable.storage) {
                continue;
            }
            let of = |decoration| module.decoration(variable.id, None, decoration);
            let set = of(Decoration::DescriptorSet).unwrap_or(0);
            let binding = of(Decoration::Binding).ok_or("a resource has no binding")?;
            if count == 0 || set > 7 {
                return Err(
                    "the device lacks arrays of unknown length, or more than 8 descriptor sets".to_owned()
                );
            }
            count_of_all = count_of_all.saturating_add(count);
            if count_of_all > MOST_DESCRIPTORS {
                return Err(format!("the device lacks more than {MOST_DESCRIPTORS} descriptors"));
            }
            let (key, name) = self.key(module, variable, set, binding);
            let elements = 0..u64::from(count);
            let storage_block = module.is_storage_block(variable);
            let known = slots.iter().position(|slot| (slot.set, slot.binding) == (set, binding));
            let of_type = match module.ty(element) {
                Type::Image(ty) => ty.depth,
                Type::SampledImage(image) => matches!(module.ty(*image), Type::Image(ty) if ty.depth),
                _ => false,
            };
            let compares = *self.compares.entry(key).or_insert(of_type || module.compares(variable.id));
            let resource = match module.ty(element) {
                Type::Struct(_) if storage_block => {
                    let (leaves, size) = module.leaves(element)?;
                    let restrict = of(Decoration::Restrict).is_some()
                        || module.decoration(element, Some(0), Decoration::Restrict).is_some();
                    if self.input.aliasing == Some(Aliasing::All) && !restrict {
                        if leaves.iter().any(|leaf| leaf.kind == Kind::Address) {
                            return Err("the device lacks addresses in blocks of several types".to_owned());
                        }
                        let fill = self
                            .storage_bytes(SHARED, &leaves, size, 1)
                            .into_iter()
                            .next()
                            .unwrap_or_default();
                        let at = *shared.get_or_insert(resources.buffers.len());
                        if at == resources.buffers.len() {
                            resources.buffers.push(Vec::new());
                        }
                        let have = resources.buffers.get(at).map_or(0, Vec::len);
                        if let Some(bytes) = resources.buffers.get_mut(at) {
                            bytes.extend(fill.into_iter().skip(have));
                        }
                        // The numbers of the first block say which of them are floats.
                        if have == 0 {
                            let (key, name) = (SHARED, "storage blocks".to_owned());
                            written.push(Written { key, name, what: WrittenAt::Buffer(at, leaves.clone()) });
                        }
                        Resource::StorageBuffers(vec![at; count as usize])
                    } else if let Some(Resource::StorageBuffers(all)) =
                        known.and_then(|at| Some(&slots.get(at)?.resource))
                    {
                        Resource::StorageBuffers(all.clone())
                    } else {
                        let mut all = Vec::new();
                        let one = self.input.aliasing.is_some() && !restrict;
                        let buffers = if one { 1 } else { count as usize };
                        for (bytes, index) in
                            self.storage_bytes(key, &leaves, size, buffers).into_iter().zip(0..)
                        {
                            let at = resources.buffers.len();
                            all.push(at);
                            resources.buffers.push(bytes);
                            open.push((Some(at), leaves.clone()));
                            written.push(Written {
                                key: hash_number(key, index),
                                name: format!("block `{name}`"),
                                what: WrittenAt::Buffer(at, leaves.clone()),
                            });
                        }
                        let first = all.first().copied().unwrap_or(0);
                        all.resize(count as usize, first);
                        Resource::StorageBuffers(all)
                    }
                }
                Type::Struct(_) => {
                    let mut all = Vec::new();
                    for index in elements {
                        all.push(resources.buffers.len());
                        open.push((Some(resources.buffers.len()), module.leaves(element)?.0));
                        let of_all = if count > 1 { hash_number(key, index) } else { key };
                        let bytes = self.block(module, variable, of_all)?;
                        resources.buffers.push(bytes);
                    }
                    Resource::UniformBuffers(all)
                }
                Type::Sampler => {
                    Resource::Samplers(vec![sampler(key, compares, Kind::Float); count as usize])
                }
                Type::SampledImage(image) => {
                    let Type::Image(ty) = *module.ty(*image) else {
                        return Err("an image of no type".to_owned());
                    };
                    let ty = ImageType { depth: compares, ..ty };
                    if ty.dim == Dim::DimBuffer {
                        self.texels(&ty, key, count, &mut resources, None)
                    } else {
                        let all = self.images(&ty, key, count, &mut resources)?;
                        let sampler = sampler(key, ty.depth, ty.kind);
                        Resource::SampledImages(all.into_iter().map(|image| (image, sampler)).collect())
                    }
                }
                Type::Image(ty) if ty.dim == Dim::DimBuffer => self.texels(
                    ty,
                    key,
                    count,
                    &mut resources,
                    ty.storage.then_some((&mut written, &name[..])),
                ),
                Type::Image(ty) if ty.dim == Dim::DimSubpassData => {
                    // Built-ins of other versions have no name that both compilers give them.
                    let first = of(Decoration::InputAttachmentIndex).unwrap_or(0);
                    let key = hash(u64::from(first), "input attachment");
                    Resource::InputAttachments(self.images(ty, key, count, &mut resources)?, first)
                }
                Type::Image(ty) => {
                    let ty = ImageType { depth: compares, ..*ty };
                    let all = self.images(&ty, key, count, &mut resources)?;
                    if ty.storage {
                        written.extend(elements.zip(&all).map(|(index, &image)| Written {
                            key: hash_number(key, index),
                            name: format!("image `{name}`"),
                            what: WrittenAt::Image(image),
                        }));
                        Resource::StorageImages(all)
                    } else {
                        Resource::Textures(all)
                    }
                }
                _ => return Err("the device lacks resources of another kind".to_owned()),
            };
            match known.and_then(|at| slots.get_mut(at)) {
                Some(slot) => merge(&mut slot.resource, resource)?,
                None => slots.push(Slot { set, binding, resource }),
            }
        }
        let binding = |Slot { set, binding, resource }| Binding { set, binding, resource };
        resources.bindings = slots.into_iter().map(binding).collect();
        self.follow(module, open, &mut resources, &mut written)?;
        Ok((resources, written))
    }

    /// Makes a buffer for each block that addresses lead to, and puts the addresses in: all of one type are the same.
    fn follow(
        &mut self,
        module: &Module,
        mut open: Vec<(Option<usize>, Vec<Leaf>)>,
        resources: &mut Resources,
        written: &mut Vec<Written>,
    ) -> Result<(), String> {
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        while let Some((within, leaves)) = open.pop() {
            for leaf in leaves {
                let Some(block) = leaf.to else { continue };
                let name = module.name(block).to_owned();
                let to = match known.get(&name) {
                    Some(&to) => to,
                    None => {
                        let (leaves, size) = module.leaves(block)?;
                        let key = hash(1, &name);
                        let bytes = self.storage_bytes(key, &leaves, size, 1).concat();
                        let to = resources.buffers.len();
                        resources.buffers.push(bytes);
                        let what = WrittenAt::Buffer(to, leaves.clone());
                        written.push(Written { key, name: format!("memory of `{name}`"), what });
                        known.insert(name, to);
                        open.push((Some(to), leaves));
                        to
                    }
                };
                resources.addresses.push(Address { within, offset: leaf.offset, to });
            }
        }
        Ok(())
    }

    /// The bytes of a uniform block.
    fn block(&self, module: &Module, variable: &Variable, key: u64) -> Result<Vec<u8>, String> {
        let element = module.element(variable.ty).0;
        let (leaves, size) = module.leaves(element)?;
        let by_path = self.matching == Matching::ByName && is_default_block(module.name(element));
        let mut bytes = vec![0; size.next_multiple_of(16)];
        for leaf in &leaves {
            let at = if by_path { hash_number(key, leaf.path) } else { hash_number(key, leaf.offset as u64) };
            put(&mut bytes, leaf, number(self.input, at, leaf.kind, leaf.bytes));
        }
        Ok(bytes)
    }

    /// The bytes of storage blocks: those of the module that came first.
    fn storage_bytes(&mut self, key: u64, leaves: &[Leaf], size: usize, count: usize) -> Vec<Vec<u8>> {
        let input = self.input;
        let fill = |index: usize| {
            let mut bytes = vec![0; size.next_multiple_of(16)];
            for leaf in leaves {
                let at = hash_number(hash_number(key, index as u64), leaf.offset as u64);
                put(&mut bytes, leaf, number(input, at, leaf.kind, leaf.bytes));
            }
            bytes
        };
        let known = self.buffers.entry(key).or_default();
        while known.len() < count {
            known.push(fill(known.len()));
        }
        // A block of another type at the same place may be longer.
        if let Some(first) = known.first_mut()
            && first.len() < size
        {
            let longer = fill(0);
            let have = first.len();
            first.extend(longer.into_iter().skip(have));
        }
        known.iter().take(count).cloned().collect()
    }

    fn texels(
        &self,
        ty: &ImageType,
        key: u64,
        count: u32,
        resources: &mut Resources,
        mut written: Option<(&mut Vec<Written>, &str)>,
    ) -> Resource {
        let format = match ty.storage {
            true => storage_format(ty).unwrap_or(Format::Rgba32Float),
            false => sampled_format(ty, true),
        };
        let mut all = Vec::new();
        for index in 0..u64::from(count) {
            let own = hash_number(key, index);
            let at = resources.buffers.len();
            let bytes =
                (0..TEXELS as u64).flat_map(|texel| texel_bytes(self.input, hash_number(own, texel), format));
            resources.buffers.push(bytes.collect());
            all.push((at, format));
            if let Some((written, name)) = &mut written {
                let (name, what) = (format!("texels of `{name}`"), WrittenAt::Texels(at, format));
                written.push(Written { key: own, name, what });
            }
        }
        if ty.storage { Resource::StorageTexels(all) } else { Resource::UniformTexels(all) }
    }

    /// Adds an image for each element of an array.
    fn images(
        &self,
        ty: &ImageType,
        key: u64,
        count: u32,
        resources: &mut Resources,
    ) -> Result<Vec<usize>, String> {
        let first = resources.images.len();
        for index in 0..u64::from(count) {
            resources.images.push(self.image(ty, hash_number(key, index))?);
        }
        Ok((first..resources.images.len()).collect())
    }

    fn image(&self, ty: &ImageType, key: u64) -> Result<Image, String> {
        let (dim, size) = match (ty.dim, ty.arrayed) {
            (Dim::Dim1D, false) => (ImageDim::D1, [SIZE, 1, 1]),
            (Dim::Dim1D, true) => (ImageDim::D1Array, [SIZE, 1, 1]),
            (Dim::Dim2D, false) => (ImageDim::D2, [SIZE, SIZE, 1]),
            (Dim::Dim2D, true) => (ImageDim::D2Array, [SIZE, SIZE, 1]),
            (Dim::Dim3D, _) => (ImageDim::D3, [SIZE, SIZE, DEPTH]),
            (Dim::DimCube, false) => (ImageDim::Cube, [SIZE, SIZE, 1]),
            (Dim::DimCube, true) => (ImageDim::CubeArray, [SIZE, SIZE, 1]),
            (Dim::DimSubpassData, _) => (ImageDim::D2, [SIZE, SIZE, 1]),
            _ => return Err("the device lacks rectangles".to_owned()),
        };
        if ty.bits != 32 {
            return Err("the device lacks images of 64-bit numbers".to_owned());
        }
        let layers = match (ty.arrayed, ty.dim == Dim::DimCube) {
            (true, true) => 6 * LAYERS,
            (false, true) => 6,
            (true, false) => LAYERS,
            (false, false) => 1,
        };
        let format = match ty.storage {
            true => {
                storage_format(ty).ok_or_else(|| format!("the device lacks images as {:?}", ty.format))?
            }
            false => sampled_format(ty, false),
        };
        let samples = if ty.multisampled { SAMPLES } else { 1 };
        let mut image = Image { dim, format, size, layers, samples, levels: Vec::new() };
        for level in 0..if ty.storage || ty.multisampled { 1 } else { LEVELS } {
            let texels = image.level_bytes(level as usize) / format.bytes();
            let key = hash_number(key, u64::from(level));
            let bytes =
                (0..texels as u64).flat_map(|texel| texel_bytes(self.input, hash_number(key, texel), format));
            image.levels.push(bytes.collect());
        }
        Ok(image)
    }
}

/// A resource bound to two variables at one place.
fn merge(known: &mut Resource, other: Resource) -> Result<(), String> {
    let longer = match (&*known, &other) {
        (Resource::UniformBuffers(a), Resource::UniformBuffers(b)) => b.len() > a.len(),
        (Resource::StorageBuffers(a), Resource::StorageBuffers(b)) => b.len() > a.len(),
        (Resource::SampledImages(a), Resource::SampledImages(b)) => b.len() > a.len(),
        (Resource::Textures(a), Resource::Textures(b)) => b.len() > a.len(),
        (Resource::Samplers(a), Resource::Samplers(b)) => b.len() > a.len(),
        (Resource::StorageImages(a), Resource::StorageImages(b)) => b.len() > a.len(),
        (Resource::UniformTexels(a), Resource::UniformTexels(b)) => b.len() > a.len(),
        (Resource::StorageTexels(a), Resource::StorageTexels(b)) => b.len() > a.len(),
        _ => return Err("the device lacks two kinds of resources at one binding".to_owned()),
    };
    if longer {
        *known = other;
    }
    Ok(())
}

/// The first is used as it is or filters, by its key; integers are not filtered.
fn sampler(key: u64, compares: bool, kind: Kind) -> Sampler {
    let filter = if kind == Kind::Float && key & 3 != 0 { Filter::Linear } else { Filter::Nearest };
    let wrap = if key & 4 == 0 { Wrap::Repeat } else { Wrap::ClampToEdge };
    Sampler {
        magnify: filter,
        minify: filter,
        mipmap: Some(Filter::Nearest),
        wrap: [wrap; 3],
        compare: compares.then_some(Compare::LessOrEqual),
        unnormalized: false,
    }
}

fn sampled_format(ty: &ImageType, buffer: bool) -> Format {
    match (ty.depth, ty.kind) {
        (true, _) if !buffer => Format::D32Float,
        (_, Kind::Int) => Format::Rgba32Sint,
        (_, Kind::Uint) => Format::Rgba32Uint,
        _ if buffer => Format::Rgba32Float,
        _ => Format::Rgba8Unorm,
    }
}

fn storage_format(ty: &ImageType) -> Option<Format> {
    let name = format!("{:?}", ty.format);
    // `Rgba16ui` is `Rgba16Uint`, and `Rgba16` is `Rgba16Unorm`.
    let size = name.trim_end_matches(|it: char| !it.is_ascii_digit());
    let name = match (ty.format, name.get(size.len()..)) {
        (ImageFormat::Unknown, _) => return Some(target_format(ty.kind)),
        (ImageFormat::R11fG11fB10f, _) => "Rg11b10Float".to_owned(),
        (ImageFormat::Rgb10A2, _) => "Rgb10a2Unorm".to_owned(),
        (_, Some("f")) => format!("{size}Float"),
        (_, Some("i")) => format!("{size}Sint"),
        (_, Some("ui")) => format!("{size}Uint"),
        (_, Some("")) => format!("{size}Unorm"),
        _ => name,
    };
    named_format(&name)
}

/// A format of four components of 32 bits.
pub(crate) fn target_format(kind: Kind) -> Format {
    match kind {
        Kind::Int => Format::Rgba32Sint,
        Kind::Uint => Format::Rgba32Uint,
        Kind::Float | Kind::Address => Format::Rgba32Float,
    }
}

/// The numbers of a texel: their kind, and bytes each; none where they are packed otherwise.
pub(crate) fn components(format: Format) -> Option<(Kind, usize)> {
    let name = format!("{format:?}");
    let kind = match () {
        () if name.ends_with("Float") => Kind::Float,
        () if name.ends_with("Sint") => Kind::Int,
        () => Kind::Uint,
    };
    match format {
        Format::Rgb10a2Unorm | Format::Rgb10a2Uint | Format::Rg11b10Float => None,
        _ if name.contains("64") => Some((kind, 8)),
        _ if name.contains("32") => Some((kind, 4)),
        _ if name.contains("16") => Some((kind, 2)),
        _ => Some((kind, 1)),
    }
}

fn texel_bytes(input: Input, key: u64, format: Format) -> Vec<u8> {
    let whole = format!("{format:?}").ends_with("int");
    match components(format) {
        Some((kind, bytes)) if whole || kind == Kind::Float => (0..format.bytes() / bytes)
            .flat_map(|index| {
                let value = match format.is_depth() {
                    // Depths are from 0 to 1.
                    true => u64::from((unit(hash_number(key, 3)) as f32).to_bits()),
                    false => number(input, hash_number(key, index as u64), kind, bytes),
                };
                value.to_le_bytes().into_iter().take(bytes)
            })
            .collect(),
        _ => hash_number(key, 11).to_le_bytes().into_iter().cycle().take(format.bytes()).collect(),
    }
}
