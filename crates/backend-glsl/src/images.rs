//! Textures and images: names and argument orders of the built-in functions (GLSL 4.60 sections 8.9 and 8.12).

use crate::access_paths::NONUNIFORM;
use crate::ast::{Expr, Letters, LocalData, Node};
use crate::body::Body;
use crate::effects::{AliasSet, Effects};
use smallvec::SmallVec;
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::{Dim, ImageOperands, ImageType, Inst, Op, Operand, Scalar, Sig, Type, TypeData, typing};

/// True if an op uses a texture or image, or combines a texture with a sampler.
pub(crate) fn is_image_op(op: Op) -> bool {
    matches!(
        op.info().sig,
        Sig::Combine
            | Sig::ImageOf
            | Sig::Image
            | Sig::ImageWrite
            | Sig::ImageSize
            | Sig::ImageQuery
            | Sig::QueryLod
    )
}

/// True if a coordinate and a reference with these components of one vector are the argument of a shadow lookup in order.
pub(crate) fn packs_reference(
    image: ImageType,
    proj: bool,
    coordinate: &[u8],
    reference: &[u8],
    size: Option<u32>,
) -> bool {
    let line = image.dim == Dim::D1 && !image.arrayed;
    match (proj, coordinate, reference) {
        (false, [0, 1], [2]) => size == Some(3),
        (false, [0, 1, 2], [3]) => size == Some(4) && !(image.dim == Dim::Cube && image.arrayed),
        (false, [0], [2]) => line && size == Some(3),
        (true, [0, 1, 3], [2]) => true,
        (true, [0, 3], [2]) => line,
        _ => false,
    }
}

/// The optional operands of an image op.
#[derive(Default)]
struct Optional {
    dref: Option<Expr>,
    component: Option<Expr>,
    bias: Option<Expr>,
    lod: Option<Expr>,
    grad: Option<(Expr, Expr)>,
    offset: Option<Expr>,
    offsets: Option<Expr>,
    sample: Option<Expr>,
    min_lod: Option<Expr>,
}

impl<'a> Body<'_, 'a> {
    pub(crate) fn image_op(&mut self, inst: Inst) {
        let data = self.function.insts[inst];
        let operands = self.function.operands(inst).to_vec();
        let mut effects = Effects::default();
        let mut args = self.operand_list(&operands, &mut effects);
        let (Some(&image), Some(&image_operand)) = (args.first(), operands.first()) else { return };
        let is_access = matches!(data.op, Op::ImageRead | Op::ImageWrite);
        if is_access
            && ImageOperands::from_bits(data.imm).contains(ImageOperands::VOLATILE)
            && self.is_of_handle(image_operand)
        {
            self.execute(&effects);
            effects = Effects::default();
            let local = LocalData { volatile: true, ..LocalData::of(self.ty(image_operand)) };
            let (local, name) = self.tree.local(local);
            self.declare(local, Some(image), None);
            args[0] = name;
        }
        self.tree.joins = !effects.has_writes();
        self.tree.is_column = false;
        let second = args.get(1).copied();
        let image_type = typing::image_type(self.cx.module, self.ty(image_operand));
        let storage = image_type.is_some_and(|image| image.storage);
        let expr = match data.op {
            Op::CombineSampler => {
                let name = data.result().map(|value| self.cx.type_name(self.function.values[value].ty));
                let combined = self.tree.call(name.unwrap_or_default(), &args);
                if self.is_nonuniform(inst) { self.tree.call(NONUNIFORM, &[combined]) } else { combined }
            }
            Op::ImageOf => image,
            Op::ImageSize => {
                let name = match image_type.filter(|_| !storage) {
                    Some(image) => self.cx.arena.keep(&self.shape_name(image, "textureSize")),
                    None => "imageSize",
                };
                self.tree.call(name, &args)
            }
            Op::ImageLevels => self.tree.call("textureQueryLevels", &args),
            Op::ImageSamples if storage => self.tree.call("imageSamples", &args),
            Op::ImageSamples => self.tree.call("textureSamples", &args),
            Op::ImageQueryLod => {
                effects.set_convergent();
                let is_core = Feature::TextureQueryLod.is_in(self.cx.target);
                self.tree.call(if is_core { "textureQueryLod" } else { "textureQueryLOD" }, &args)
            }
            _ => {
                let (Some(image_type), Some(coordinate)) = (image_type, second) else { return };
                let flags = ImageOperands::from_bits(data.imm);
                return self
                    .texel_op(inst, data.op, flags, image_type, coordinate, &args, &operands, effects);
            }
        };
        self.finish(inst, expr, effects);
    }

    /// True if a loaded image is one that a handle names.
    fn is_of_handle(&self, image: Operand) -> bool {
        let made_by = |operand, op| {
            let inst = self.function.definition(operand).filter(|&inst| self.function.op(inst) == op)?;
            self.function.operands(inst).first().copied()
        };
        made_by(image, Op::Load).and_then(|address| made_by(address, Op::Bitcast)).is_some()
    }

    /// True if an image has a sampler with it, also where only the image is named.
    fn has_sampler(&self, image: Operand) -> bool {
        let is_combined = matches!(self.cx.module.types.get(self.ty(image)), TypeData::SampledImage(_));
        let inst = self.function.definition(image);
        is_combined || inst.is_some_and(|inst| self.function.op(inst) == Op::ImageOf)
    }

    #[expect(clippy::too_many_arguments, reason = "one call, from one place, of what it has found out")]
    fn texel_op(
        &mut self,
        inst: Inst,
        op: Op,
        flags: ImageOperands,
        image: ImageType,
        coordinate: Expr,
        args: &[Expr],
        operands: &[Operand],
        mut effects: Effects,
    ) {
        let first_optional = if op == Op::ImageWrite { 3 } else { 2 };
        let optional = take_optional(flags, args.get(first_optional..).unwrap_or(&[]));
        let Some(&handle) = args.first() else { return };
        if image.storage && image.dim != Dim::Subpass {
            match op {
                Op::ImageWrite => effects.write(AliasSet::SHARED),
                _ => effects.read(AliasSet::SHARED),
            }
            if flags.contains(ImageOperands::VOLATILE) {
                effects.set_ordered();
            }
        }
        if matches!(op, Op::ImageSample | Op::ImageGather)
            && optional.lod.is_none()
            && optional.grad.is_none()
        {
            effects.set_convergent();
        }
        let is_compared = flags.contains(ImageOperands::DREF);
        if image.shadow && !is_compared && operands.first().is_some_and(|&from| self.has_sampler(from)) {
            self.unsupported(
                "a texture with a sampler that compares, and a look into it that does not compare",
            );
        }
        let coordinate_type = operands.get(1).map(|&operand| self.ty(operand));
        let mut call = vec![handle];
        let name = match op {
            Op::ImageWrite => {
                let is_local = image.dim == Dim::PixelLocal;
                call.extend(Some(coordinate).filter(|_| !is_local));
                call.extend(optional.lod.or(optional.sample));
                call.extend(args.get(2));
                match optional.lod {
                    Some(_) => "imageStoreLodAMD",
                    None if is_local => "pixelLocalStoreANGLE",
                    None => "imageStore",
                }
                .to_owned()
            }
            Op::ImageRead if image.dim == Dim::PixelLocal => "pixelLocalLoadANGLE".to_owned(),
            Op::ImageRead if image.dim == Dim::Subpass => {
                call.extend(optional.sample);
                "subpassLoad".to_owned()
            }
            Op::ImageRead => {
                call.push(coordinate);
                call.extend(optional.lod.or(optional.sample));
                if optional.lod.is_some() { "imageLoadLodAMD" } else { "imageLoad" }.to_owned()
            }
            Op::ImageFetch => {
                call.push(coordinate);
                call.extend(optional.lod.or(optional.sample));
                call.extend(optional.offset);
                let mut name = self.shape_name(image, "texelFetch");
                if optional.offset.is_some() {
                    name.push_str("Offset");
                }
                name
            }
            Op::ImageGather => {
                call.push(coordinate);
                call.extend(optional.dref);
                call.extend(optional.lod);
                call.extend(optional.offset.or(optional.offsets));
                // With this extension, the function may need its component argument.
                let short = Feature::TextureGatherMore.is_in(self.cx.target)
                    || !self.cx.requests(Extension::ArbGpuShader5);
                let short = optional.bias.is_none() && (short || optional.lod.is_some());
                let zero = |expr: &Expr| short && matches!(self.tree.get(*expr), Node::Text("0"));
                call.extend(optional.component.filter(|component| !zero(component)));
                let suffix = match (optional.offset, optional.offsets) {
                    (Some(_), _) => "Offset",
                    (None, Some(_)) => "Offsets",
                    (None, None) => "",
                };
                match optional.lod {
                    Some(_) => format!("textureGatherLod{suffix}AMD"),
                    None => format!("textureGather{suffix}"),
                }
            }
            _ => {
                self.sample_arguments(&mut call, flags, image, coordinate, coordinate_type, &optional);
                self.sample_name(flags, image, &optional)
            }
        };
        if flags.contains(ImageOperands::SPARSE) {
            self.sparse(inst, op, &name, call, &optional, effects);
            return;
        }
        if op == Op::ImageSample {
            call.extend(optional.min_lod);
            call.extend(optional.bias);
        } else if op == Op::ImageGather {
            call.extend(optional.bias);
        }
        let vector = !Feature::ScalarShadow.is_in(self.cx.target);
        let scalar_wanted = op == Op::ImageSample && image.shadow && vector;
        let mut expr = self.tree.call(self.cx.arena.keep(&name), &call);
        if scalar_wanted {
            // Shadow lookups of old desktop versions return a vector.
            expr = self.tree.swizzle(expr, Letters::of([0]));
        }
        self.finish(inst, expr, effects);
    }

    /// True if the names of texture functions contain the type of the sampler.
    fn has_shape_in_names(&self) -> bool {
        !Feature::TextureOverloads.is_in(self.cx.target)
    }

    /// The name of a texture function, with its shape in old versions.
    fn shape_name(&self, image: ImageType, function: &str) -> String {
        let mut name = String::from(function);
        if self.has_shape_in_names() {
            name.push_str(match image.dim {
                Dim::D1 => "1D",
                Dim::D3 => "3D",
                Dim::Cube => "Cube",
                Dim::Rect => "2DRect",
                Dim::Buffer => "Buffer",
                _ => "2D",
            });
            if image.arrayed {
                name.push_str("Array");
            }
        }
        name
    }

    fn sample_name(&self, flags: ImageOperands, image: ImageType, optional: &Optional) -> String {
        let shadow = self.has_shape_in_names() && image.shadow;
        let mut name = self.shape_name(image, if shadow { "shadow" } else { "texture" });
        if flags.contains(ImageOperands::PROJ) {
            name.push_str("Proj");
        }
        if optional.lod.is_some() {
            name.push_str("Lod");
        } else if optional.grad.is_some() {
            name.push_str("Grad");
        }
        if optional.offset.is_some() {
            name.push_str("Offset");
        }
        if optional.min_lod.is_some() {
            name.push_str(if flags.contains(ImageOperands::SPARSE) { "Clamp" } else { "ClampARB" });
        }
        let lod = optional.lod.is_some() || optional.grad.is_some();
        if self.has_shape_in_names() && lod {
            if self.cx.requests(Extension::ExtShaderTextureLod) {
                name.push_str("EXT");
            } else if optional.grad.is_some()
                && self.cx.requests(Extension::ArbShaderTextureLod)
                // `GL_EXT_gpu_shader4` has no suffix.
                && !self.cx.requests(Extension::ExtGpuShader4)
            {
                name.push_str("ARB");
            }
        }
        let suffixed = name.ends_with("EXT");
        if self.has_shape_in_names()
            && self.cx.requests(Extension::ExtShadowSamplers)
            && image.shadow
            && !suffixed
        {
            name.push_str("EXT");
        }
        name
    }

    fn sample_arguments(
        &mut self,
        call: &mut Vec<Expr>,
        flags: ImageOperands,
        image: ImageType,
        coordinate: Expr,
        coordinate_type: Option<Type>,
        optional: &Optional,
    ) {
        match optional.dref {
            // A cube map array has no free component for the reference.
            Some(dref) if image.dim == Dim::Cube && image.arrayed => call.extend([coordinate, dref]),
            Some(dref) if coordinate_type.is_some_and(|ty| self.is_half(ty)) => {
                let proj = flags.contains(ImageOperands::PROJ);
                call.extend([self.compared(image, coordinate, proj), dref]);
            }
            Some(dref) => {
                let proj = flags.contains(ImageOperands::PROJ);
                let count = coordinate_type.and_then(|ty| self.cx.module.types.vector_size(ty)).unwrap_or(2);
                let packed = self.with_reference(image, coordinate, count, dref, proj);
                call.push(packed);
            }
            None => call.push(coordinate),
        }
        call.extend(optional.lod);
        if let Some((x, y)) = optional.grad {
            call.extend([x, y]);
        }
        call.extend(optional.offset);
    }

    fn is_half(&self, ty: Type) -> bool {
        self.cx.module.types.scalar_of(ty) == Some(Scalar::F16)
    }

    /// Coordinates of halves beside a reference: those of a line have a component that nothing reads.
    fn compared(&mut self, image: ImageType, coordinate: Expr, proj: bool) -> Expr {
        if image.dim != Dim::D1 || image.arrayed {
            return coordinate;
        }
        if let Node::Swizzle(whole, swizzle) = self.tree.get(coordinate) {
            let letters: SmallVec<[u8; 4]> = swizzle.components().collect();
            let constructed = |name: &str| {
                (2..=4).find(|&size| {
                    common::vector(Scalar::F16, size).is_some_and(|ty| self.cx.type_name(ty) == name)
                })
            };
            let size = match self.tree.get(whole) {
                Node::Call(name, _) => constructed(name),
                _ => self.cx.vector_size(&self.tree, whole),
            };
            match (letters.as_slice(), size) {
                ([0], Some(2)) if !proj => return whole,
                ([0], Some(3..)) if !proj => return self.tree.swizzle(whole, Letters::of([0, 1])),
                ([0, 2], Some(3)) if proj => return whole,
                _ => {}
            }
        }
        let zero = self.tree.text("0.0hf");
        let (parts, size) = if proj {
            let pair = self.simple_vector(coordinate, Scalar::F16, 2);
            let [first, last] = [0, 1].map(|at| self.tree.swizzle(pair, Letters::of([at])));
            (vec![first, zero, last], 3)
        } else {
            (vec![coordinate, zero], 2)
        };
        match common::vector(Scalar::F16, size) {
            Some(ty) => crate::constructors::vector(self.cx, &mut self.tree, ty, &parts),
            None => coordinate,
        }
    }

    /// A vector of coordinate and reference. The reference is the third component, or the fourth after three
    /// coordinates; the divisor of a projection comes last.
    fn with_reference(
        &mut self,
        image: ImageType,
        coordinate: Expr,
        count: u32,
        dref: Expr,
        proj: bool,
    ) -> Expr {
        if let Some(whole) = self.common_vector(image, coordinate, dref, proj) {
            return whole;
        }
        let plain = image.coordinates();
        let zero = self.tree.text("0.0");
        let mut parts = Vec::new();
        if proj {
            let coordinate = self.simple_vector(coordinate, Scalar::F32, count);
            let plain_part = Letters::of((0..).take(plain.clamp(1, 3) as usize));
            parts.push(self.tree.swizzle(coordinate, plain_part));
            if plain == 1 {
                parts.push(zero);
            }
            parts.push(dref);
            let last = u8::try_from(count.clamp(1, 4) - 1).unwrap_or(2);
            parts.push(self.tree.swizzle(coordinate, Letters::of([last])));
        } else {
            parts.push(coordinate);
            if plain == 1 && !image.arrayed {
                parts.push(zero);
            }
            parts.push(dref);
        }
        let size = if proj || plain >= 3 { 4 } else { 3 };
        match common::vector(Scalar::F32, size) {
            Some(ty) => crate::constructors::vector(self.cx, &mut self.tree, ty, &parts),
            None => coordinate,
        }
    }

    /// A vector that is printed several times gets a variable unless it is a name.
    fn simple_vector(&mut self, vector: Expr, scalar: Scalar, count: u32) -> Expr {
        if self.tree.is_atom(vector) {
            return vector;
        }
        let ty = common::vector(scalar, count).unwrap_or(common::F32);
        self.store_in_local(vector, ty)
    }

    /// The vector that both coordinate and reference are swizzles of.
    fn common_vector(&self, image: ImageType, coordinate: Expr, dref: Expr, proj: bool) -> Option<Expr> {
        let Node::Swizzle(first, swizzle) = self.tree.get(coordinate) else { return None };
        let Node::Swizzle(second, component) = self.tree.get(dref) else { return None };
        let size = self.cx.vector_size(&self.tree, first);
        let swizzle: SmallVec<[u8; 4]> = swizzle.components().collect();
        let component: SmallVec<[u8; 4]> = component.components().collect();
        let whole = packs_reference(image, proj, &swizzle, &component, size);
        (whole && self.tree.same(first, second)).then_some(first)
    }

    /// Sparse functions, which return a residency code and write the texel to an argument.
    fn sparse(
        &mut self,
        inst: Inst,
        op: Op,
        name: &str,
        mut call: Vec<Expr>,
        optional: &Optional,
        effects: Effects,
    ) {
        let name = match op {
            Op::ImageRead if optional.lod.is_some() => "sparseImageLoadLodAMD".to_owned(),
            Op::ImageRead => "sparseImageLoadARB".to_owned(),
            Op::ImageGather if optional.lod.is_some() => name.replace("texture", "sparseTexture"),
            Op::ImageFetch => name.replace("texelFetch", "sparseTexelFetch") + "ARB",
            _ => name.replace("texture", "sparseTexture") + "ARB",
        };
        let mut results = self.function.results(inst);
        let (Some(code), Some(texel)) = (results.next(), results.next()) else { return };
        self.execute(&effects);
        let place = self.define(texel, None);
        call.extend(optional.min_lod);
        // An explicit component follows the texel.
        let component = optional.component.filter(|component| call.last() == Some(component));
        let at = if op == Op::ImageGather && component.is_some() { call.len() - 1 } else { call.len() };
        call.insert(at, place);
        call.extend(optional.bias);
        let expr = self.tree.call(self.cx.arena.keep(&name), &call);
        self.define(code, Some(expr));
    }
}

/// Assigns optional operands, in the order of their flags.
fn take_optional(flags: ImageOperands, args: &[Expr]) -> Optional {
    let mut args = args.iter().copied();
    let mut take = |flag| if flags.contains(flag) { args.next() } else { None };
    let mut optional = Optional {
        dref: take(ImageOperands::DREF),
        component: take(ImageOperands::COMPONENT),
        bias: take(ImageOperands::BIAS),
        lod: take(ImageOperands::LOD),
        ..Optional::default()
    };
    if let (Some(x), Some(y)) = (take(ImageOperands::GRAD), take(ImageOperands::GRAD)) {
        optional.grad = Some((x, y));
    }
    optional.offset = take(ImageOperands::OFFSET);
    optional.offsets = take(ImageOperands::OFFSETS);
    optional.sample = take(ImageOperands::SAMPLE);
    optional.min_lod = take(ImageOperands::MIN_LOD);
    optional
}
