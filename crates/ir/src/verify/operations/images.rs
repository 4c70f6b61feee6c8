//! Images: types of coordinates, texels and queries by the shape of the image.

use super::{Typing, Wanted, vector};
use crate::immediates::ImageOperands;
use crate::module::Storage;
use crate::ops::{Class, Op};
use crate::types::{Dim, ImageType, Scalar, TypeData, common};

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

    fn is_kind(&self, scalar: Scalar, image: ImageType) -> bool {
        scalar.is_float() && image.sampled.is_float() || scalar.is_integer() && image.sampled.is_integer()
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
        self.expect_class(1, Class::Int);
        self.expect_integer(2);
        let pointee = common::scalar(image.sampled);
        self.gives_data(TypeData::Pointer { storage: Storage::Texel, pointee });
    }

    pub(super) fn combine(&mut self) {
        match (self.data(0), self.data(1)) {
            (TypeData::Image(image), TypeData::Sampler { shadow }) => {
                self.gives_data(TypeData::SampledImage(ImageType { shadow, ..image }));
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
            Dim::Cube if !is_sampled => 3,
            Dim::Subpass | Dim::TileImage => 1,
            _ => image.coordinates() + u32::from(proj),
        };
        if self.expect_class(1, class)
            && self.shape(self.arg(1)).is_none_or(|shape| u32::from(shape.1) < least)
        {
            self.unexpected(1, Wanted::Words("a coordinate with a component for each dimension"));
        }
    }

    pub(super) fn image(&mut self) {
        let Some(image) = self.image_at(0) else { return };
        if matches!(self.op, Op::ImageSample | Op::ImageGather)
            && !matches!(self.data(0), TypeData::SampledImage(_))
        {
            self.unexpected(0, Wanted::Words("an image with its sampler"));
        }
        self.coordinate(image);
        let flags = ImageOperands::from_bits(self.imm);
        let sparse = flags.contains(ImageOperands::SPARSE);
        if sparse {
            self.gives(common::I32);
        }
        let texel = self.results.get(usize::from(sparse)).copied().unwrap_or(common::VOID);
        let fits = self.shape(texel).is_some_and(|(scalar, _)| self.is_kind(scalar, image));
        self.gives_at(usize::from(sparse), Wanted::Words("a texel of the image"), |_, _| fits);
    }

    pub(super) fn image_write(&mut self) {
        let Some(image) = self.image_at(0) else { return };
        self.coordinate(image);
        if self.shape(self.arg(2)).is_none_or(|(scalar, _)| !self.is_kind(scalar, image)) {
            self.unexpected(2, Wanted::Words("a texel of the image"));
        }
    }

    pub(super) fn image_size(&mut self) {
        let Some(image) = self.image_at(0) else { return };
        if self.types.len() > 1 {
            self.expect_integer(1);
        }
        let count = match image.dim {
            Dim::Cube => 2,
            dim => dim.coordinates(),
        };
        self.gives_data(vector(Scalar::I32, count as u8 + u8::from(image.arrayed)));
    }

    pub(super) fn image_query(&mut self) {
        if self.image_at(0).is_some() {
            self.gives(common::I32);
        }
    }

    pub(super) fn query_lod(&mut self) {
        if self.image_at(0).is_some() {
            self.expect_class(1, Class::Float);
            self.gives(common::VEC2);
        }
    }
}
