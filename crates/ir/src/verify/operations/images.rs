//! Images: types of coordinates, texels and queries by the shape of the image.

use super::{Rule, Typing, Wanted, vector};
use crate::immediates::ImageOperands;
use crate::module::Storage;
use crate::ops::{Class, Op};
use crate::types::{Dim, ImageType, Scalar, TypeData, common};
use crate::verify::report::Part;

/// The images and operands that an operation takes.
struct Form {
    op: Op,
    /// For messages.
    wanted: &'static str,
    /// True if it takes an image with its sampler, false if it takes one without.
    combined: Option<bool>,
    storage: Option<bool>,
    multisampled: Option<bool>,
    dims: &'static [Dim],
    operands: ImageOperands,
}

macro_rules! forms {
    ($($op:ident $wanted:literal, combined $combined:expr, storage $storage:expr, multisampled $multisampled:expr,
        [$($dim:ident)+] ($($operand:ident)*);)*) => {
        static FORMS: &[Form] = &[$( Form {
            op: Op::$op,
            wanted: $wanted,
            combined: $combined,
            storage: $storage,
            multisampled: $multisampled,
            dims: &[$(Dim::$dim),+],
            operands: ImageOperands::NONE$(.union(ImageOperands::$operand))*,
        } ),*];
    };
}

forms! {
    ImageSample "an image with its sampler and one sample", combined Some(true), storage None, multisampled Some(false),
        [D1 D2 D3 Cube Rect External ExternalYuv] (PROJ SPARSE DREF BIAS LOD GRAD OFFSET MIN_LOD);
    ImageGather "a 2D, cube or rectangle image with its sampler and one sample", combined Some(true), storage None,
        multisampled Some(false), [D2 Cube Rect External ExternalYuv] (SPARSE DREF COMPONENT BIAS LOD OFFSET OFFSETS);
    ImageFetch "a sampled image that is not a cube", combined None, storage Some(false), multisampled None,
        [D1 D2 D3 Rect Buffer External ExternalYuv] (SPARSE LOD OFFSET SAMPLE);
    ImageRead "a storage image", combined Some(false), storage Some(true), multisampled None,
        [D1 D2 D3 Cube Rect Buffer Subpass PixelLocal] (SPARSE LOD SAMPLE VOLATILE COHERENT);
    ImageWrite "a storage image", combined Some(false), storage Some(true), multisampled None,
        [D1 D2 D3 Cube Rect Buffer PixelLocal] (LOD SAMPLE VOLATILE COHERENT);
    ImageSize "an image", combined None, storage None, multisampled None,
        [D1 D2 D3 Cube Rect Buffer External ExternalYuv] ();
    ImageLevels "a sampled image with levels", combined None, storage Some(false), multisampled Some(false),
        [D1 D2 D3 Cube] ();
    ImageSamples "an image with several samples", combined None, storage None, multisampled Some(true), [D2] ();
    ImageQueryLod "an image with its sampler and levels", combined Some(true), storage None, multisampled Some(false),
        [D1 D2 D3 Cube] ();
}

/// True for the type of coordinates and levels: `f32`, or `f16` for texels of halves.
fn is_place(image: ImageType, scalar: Scalar) -> bool {
    scalar == Scalar::F32 || scalar == Scalar::F16 && image.sampled == Scalar::F16
}

impl Typing<'_> {
    fn image_at(&mut self, index: usize) -> Option<ImageType> {
        match self.data(index) {
            TypeData::Image(image) | TypeData::SampledImage(image) => Some(image),
            _ => {
                self.unexpected(index, Wanted::Words("an image"));
                None
            }
        }
    }

    /// Checks the image of an operation by its row; `None` if it is none, or another one.
    fn image_for(&mut self, index: usize) -> Option<ImageType> {
        let image = self.image_at(index)?;
        let Some(form) = FORMS.iter().find(|form| form.op == self.op) else { return Some(image) };
        let is_combined = matches!(self.data(index), TypeData::SampledImage(_));
        let fits = form.combined.is_none_or(|combined| combined == is_combined)
            && form.storage.is_none_or(|storage| storage == image.storage)
            && form.multisampled.is_none_or(|multisampled| multisampled == image.multisampled)
            && form.dims.contains(&image.dim);
        if !fits {
            self.unexpected(index, Wanted::Words(form.wanted));
        }
        fits.then_some(image)
    }

    pub(super) fn texel_pointer(&mut self) {
        let TypeData::Pointer { pointee, .. } = self.data(0) else {
            self.unexpected(0, Wanted::Words("a pointer to an image"));
            return;
        };
        let TypeData::Image(image) = self.module.types.get(pointee) else {
            self.unexpected(0, Wanted::Words("a pointer to an image"));
            return;
        };
        if !image.storage || matches!(image.dim, Dim::Subpass | Dim::TileImage | Dim::PixelLocal) {
            self.unexpected(0, Wanted::Words("a pointer to a storage image"));
        } else if image.atomic_texel().is_none() {
            self.unexpected(
                0,
                Wanted::Words(
                    "a pointer to an image whose texels are one number of 32 or 64 bits, or halves",
                ),
            );
        }
        self.coordinate(image);
        if self.shape(self.arg(1)).is_some_and(|shape| u32::from(shape.1) != image.texel_coordinates()) {
            self.unexpected(1, Wanted::Words("a coordinate with a component for each dimension"));
        }
        self.expect_integer(2);
        if !image.multisampled
            && self.operands.get(2).and_then(|&operand| self.module.as_int(operand)) != Some(0)
        {
            let message = "sample of an image with one sample is not 0".to_string();
            self.fault(Rule::ConstantOperand, Part::Operand(2), message);
        }
        let pointee = image.atomic_texel().unwrap_or(common::scalar(image.sampled));
        self.gives_data(TypeData::Pointer { storage: Storage::Texel, pointee });
    }

    pub(super) fn combine(&mut self) {
        match (self.data(0), self.data(1)) {
            (TypeData::Image(image), TypeData::Sampler { shadow }) => {
                // GLSL's compilers take both kinds of samplers for comparisons and for lookups.
                let wanted = ImageType { shadow, ..image };
                let fits = |_, found| matches!(found, TypeData::SampledImage(it) if ImageType { shadow, ..it } == wanted);
                self.gives_at(0, Wanted::Data(TypeData::SampledImage(wanted)), fits);
            }
            (TypeData::Image(_), _) => self.unexpected(1, Wanted::Words("a sampler")),
            _ => self.unexpected(0, Wanted::Words("an image without a sampler")),
        }
    }

    pub(super) fn image_of(&mut self) {
        match self.data(0) {
            TypeData::SampledImage(image) => {
                // The comparison is the sampler's; an image is the same with or without it.
                let fits = |data| match data {
                    TypeData::Image(found) => ImageType { shadow: image.shadow, ..found } == image,
                    _ => false,
                };
                self.gives_at(0, Wanted::Data(TypeData::Image(image)), |_, data| fits(data));
            }
            _ => self.unexpected(0, Wanted::Words("an image with its sampler")),
        }
    }

    fn coordinate(&mut self, image: ImageType) {
        let is_sampled = matches!(self.op, Op::ImageSample | Op::ImageGather);
        let class = if is_sampled { Class::Float } else { Class::Int };
        let proj = ImageOperands::from_bits(self.imm).contains(ImageOperands::PROJ);
        let least = match image.dim {
            Dim::Cube if !is_sampled => image.texel_coordinates(),
            Dim::Subpass | Dim::TileImage => 1,
            _ => image.coordinates() + u32::from(proj),
        };
        let width = |shape: (Scalar, u8)| {
            let fits = if is_sampled { is_place(image, shape.0) } else { shape.0.width() == 32 };
            fits && u32::from(shape.1) >= least
        };
        if self.expect_class(1, class) && !self.shape(self.arg(1)).is_some_and(width) {
            self.unexpected(1, Wanted::Words("a coordinate with a component for each dimension"));
        }
    }

    /// The texels that a lookup reads. Operands of the lookup come behind the flags that name them.
    pub(super) fn footprint(&mut self) {
        const FIRST: usize = 5;
        let allowed = [ImageOperands::BIAS, ImageOperands::LOD, ImageOperands::GRAD, ImageOperands::MIN_LOD];
        let flags = self.operands.get(FIRST - 1).and_then(|&operand| self.module.as_int(operand));
        let flags = ImageOperands::from_bits(flags.and_then(|flags| u32::try_from(flags).ok()).unwrap_or(0));
        let TypeData::SampledImage(image) = self.data(0) else { return };
        let is_plain = !image.arrayed && !image.multisampled && !image.shadow;
        if !is_plain || !matches!(image.dim, Dim::D2 | Dim::D3) {
            self.unexpected(0, Wanted::Words("a 2D or 3D texture with a sampler"));
            return;
        }
        let size = image.dim.coordinates() as u8;
        if self.data(1) != vector(Scalar::F32, size) {
            self.unexpected(1, Wanted::Words("a coordinate with a component for each dimension"));
        }
        let known = allowed.into_iter().fold(ImageOperands::NONE, ImageOperands::union);
        if flags.bits() & !known.bits() != 0 || self.types.len() != FIRST + flags.operand_count() {
            let message = "image operands and their flags do not fit".to_owned();
            self.fault(Rule::ConstantOperand, Part::Operand(FIRST - 1), message);
            return;
        }
        self.image_operand_types(image, flags, FIRST);
        let types = &self.module.types;
        let members = |ty| match types.get(ty) {
            TypeData::Struct(id) => self.module.structs[id].members.iter().map(|it| it.ty).collect(),
            _ => Vec::new(),
        };
        let anchor = if size == 2 { common::UVEC2 } else { common::UVEC3 };
        let wanted = [anchor, anchor, common::UVEC2, common::U32, common::U32];
        let fits = match members(self.result_type())[..] {
            [single, footprint] => single == common::BOOL && members(footprint) == wanted,
            _ => false,
        };
        self.gives_at(0, Wanted::Words("a struct of a bool and a footprint"), |_, _| fits);
    }

    pub(super) fn image(&mut self) {
        let Some(image) = self.image_for(0) else { return };
        self.coordinate(image);
        self.image_operands(image, 2);
        let flags = ImageOperands::from_bits(self.imm);
        let sparse = flags.contains(ImageOperands::SPARSE);
        if sparse {
            self.gives(common::I32);
        }
        let texel = self.results.get(usize::from(sparse)).copied().unwrap_or(common::VOID);
        // A comparison gives one number, but for a gather, which makes four.
        let is_one = flags.contains(ImageOperands::DREF) && self.op == Op::ImageSample;
        let sizes = match self.op {
            Op::ImageRead => 1..=4,
            _ if is_one => 1..=1,
            _ => 4..=4,
        };
        let fits =
            self.shape(texel).is_some_and(|(scalar, size)| scalar == image.sampled && sizes.contains(&size));
        self.gives_at(usize::from(sparse), Wanted::Words("a texel of the image"), |_, _| fits);
    }

    /// Checks the optional operands, which begin at a position.
    fn image_operands(&mut self, image: ImageType, first: usize) {
        let flags = ImageOperands::from_bits(self.imm);
        let allowed =
            FORMS.iter().find(|form| form.op == self.op).map_or(ImageOperands::NONE, |form| form.operands);
        let mut wrong = ImageOperands::from_bits(flags.bits() & !allowed.bits());
        let both = |a, b| flags.contains(a) && flags.contains(b);
        let is_flat = matches!(image.dim, Dim::Rect | Dim::Buffer) || image.multisampled;
        let rows = [
            (image.arrayed || image.dim == Dim::Cube, ImageOperands::PROJ),
            (is_flat || matches!(image.dim, Dim::Subpass | Dim::PixelLocal), ImageOperands::LOD),
            (is_flat, ImageOperands::BIAS),
            (is_flat, ImageOperands::MIN_LOD),
            (matches!(image.dim, Dim::Cube | Dim::Buffer), ImageOperands::OFFSET),
            (image.dim == Dim::Cube, ImageOperands::OFFSETS),
            (!image.multisampled, ImageOperands::SAMPLE),
            (both(ImageOperands::BIAS, ImageOperands::LOD), ImageOperands::BIAS),
            (both(ImageOperands::BIAS, ImageOperands::GRAD), ImageOperands::BIAS),
            (both(ImageOperands::LOD, ImageOperands::GRAD), ImageOperands::LOD),
            (both(ImageOperands::LOD, ImageOperands::MIN_LOD), ImageOperands::MIN_LOD),
            (both(ImageOperands::OFFSET, ImageOperands::OFFSETS), ImageOperands::OFFSETS),
            (both(ImageOperands::DREF, ImageOperands::COMPONENT), ImageOperands::COMPONENT),
        ];
        for (is_wrong, flag) in rows {
            if is_wrong && flags.contains(flag) {
                wrong.insert(flag);
            }
        }
        if let Some(name) = wrong.names().next() {
            let message = format!("operand `{name}` is not allowed for this image");
            self.fault(Rule::Immediate, Part::Op, message);
            return;
        }
        if image.multisampled
            && allowed.contains(ImageOperands::SAMPLE)
            && !flags.contains(ImageOperands::SAMPLE)
        {
            let message = "image of several samples without operand `sample`".to_string();
            self.fault(Rule::Immediate, Part::Op, message);
            return;
        }
        self.image_operand_types(image, flags, first);
    }

    fn image_operand_types(&mut self, image: ImageType, flags: ImageOperands, first: usize) {
        let size = image.dim.coordinates() as u8;
        let is_place = |data| matches!(data, TypeData::Scalar(scalar) if is_place(image, scalar));
        let is_gradient =
            |data| [Scalar::F32, image.sampled].iter().any(|&it| it.is_float() && data == vector(it, size));
        let is_int = |data| matches!(data, TypeData::Scalar(Scalar::I32 | Scalar::U32));
        let has_whole_level = matches!(self.op, Op::ImageFetch | Op::ImageRead | Op::ImageWrite);
        let mut next = first;
        for &(flag, _) in ImageOperands::ALL.iter().filter(|row| flags.contains(row.0)) {
            let (count, wanted) = match flag {
                ImageOperands::DREF => (1, "`f32`"),
                ImageOperands::LOD if has_whole_level => (1, "an integer of 32 bits"),
                ImageOperands::BIAS | ImageOperands::MIN_LOD | ImageOperands::LOD => {
                    (1, "`f32`, or `f16` for texels of halves")
                }
                ImageOperands::COMPONENT => (1, "a constant integer of 32 bits"),
                ImageOperands::GRAD => (2, "a float for each dimension"),
                ImageOperands::OFFSET => (1, "an integer for each dimension"),
                ImageOperands::OFFSETS => (1, "a constant array of four offsets"),
                ImageOperands::SAMPLE => (1, "an integer of 32 bits"),
                _ => continue,
            };
            for index in next..next + count {
                let data = self.data(index);
                let is_constant =
                    self.operands.get(index).is_some_and(|operand| operand.constant().is_some());
                let fits = match flag {
                    ImageOperands::LOD if has_whole_level => is_int(data),
                    ImageOperands::COMPONENT => is_int(data) && is_constant,
                    ImageOperands::SAMPLE => is_int(data),
                    ImageOperands::GRAD => is_gradient(data),
                    ImageOperands::OFFSET => {
                        data == vector(Scalar::I32, size) || data == vector(Scalar::U32, size)
                    }
                    ImageOperands::OFFSETS => {
                        let element = self.module.types.element(self.arg(index));
                        element == Some(common::IVEC2) && is_constant
                    }
                    ImageOperands::DREF => data == TypeData::Scalar(Scalar::F32),
                    _ => is_place(data),
                };
                if !fits {
                    self.unexpected(index, Wanted::Words(wanted));
                }
            }
            next += count;
        }
    }

    pub(super) fn image_write(&mut self) {
        let Some(image) = self.image_for(0) else { return };
        self.coordinate(image);
        self.image_operands(image, 3);
        if self.shape(self.arg(2)).is_none_or(|(scalar, _)| scalar != image.sampled) {
            self.unexpected(2, Wanted::Words("a texel of the image"));
        }
    }

    pub(super) fn image_size(&mut self) {
        let Some(image) = self.image_for(0) else { return };
        let has_levels =
            !matches!(image.dim, Dim::Rect | Dim::Buffer) && !image.multisampled && !image.storage;
        if self.types.len() > 1 {
            self.expect_integer(1);
        }
        if has_levels != (self.types.len() > 1) {
            let message =
                "the level is an operand for images that have levels, and only for them".to_string();
            self.fault(Rule::OperandCount, Part::Op, message);
        }
        let count = match image.dim {
            Dim::Cube => 2,
            dim => dim.coordinates(),
        };
        self.gives_data(vector(Scalar::I32, count as u8 + u8::from(image.arrayed)));
    }

    pub(super) fn image_query(&mut self) {
        if self.image_for(0).is_some() {
            self.gives(common::I32);
        }
    }

    pub(super) fn query_lod(&mut self) {
        if let Some(image) = self.image_for(0) {
            let least = image.dim.coordinates();
            let fits = self
                .shape(self.arg(1))
                .is_some_and(|(scalar, size)| is_place(image, scalar) && u32::from(size) >= least);
            if !fits {
                self.unexpected(1, Wanted::Words("a coordinate with a component for each dimension"));
            }
            self.gives(common::VEC2);
        }
    }
}
