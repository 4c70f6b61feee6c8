//! Types and constants.

use crate::reader::{Read, Reader, Spelled};
use vitrum_ir::generics::{GenericArgument, GenericParam, Number, TypeExpression};
use vitrum_ir::types::{TensorOrder, TypeData, common};
use vitrum_ir::{
    Constant, ConstantData, ConstantKind, Dim, ImageFormat, ImageType, Length, MatrixUse, Scalar, Storage,
    Type,
};

impl<'a> Reader<'a> {
    pub(crate) fn known_struct(&self, label: Spelled<'a>) -> Read<'a, TypeData> {
        match self.structs.get(label.1) {
            Some(&id) => Ok(TypeData::Struct(id)),
            None => self.error(label.0, "no such struct"),
        }
    }

    pub(crate) fn reference(
        &mut self,
        label: &'a str,
        layout: Spelled<'a>,
        align: u32,
    ) -> Read<'a, TypeData> {
        let block = self.declare_struct(label);
        Ok(TypeData::BufferReference { block, layout: self.layout(layout)?, align })
    }

    pub(crate) fn descriptor(
        &mut self,
        label: &'a str,
        layout: Spelled<'a>,
        storage: Spelled<'a>,
    ) -> Read<'a, TypeData> {
        let storage = self.found(storage, Storage::from_name(storage.1), "a storage class")?;
        let block = self.declare_struct(label);
        Ok(TypeData::Descriptor { block, layout: self.layout(layout)?, storage })
    }

    pub(crate) fn image(
        &self,
        dim: Spelled<'a>,
        sampled: Scalar,
        words: Vec<Spelled<'a>>,
    ) -> Read<'a, ImageType> {
        let mut image = ImageType {
            sampled,
            dim: self.found(dim, Dim::from_name(dim.1), "an image dimension")?,
            arrayed: false,
            multisampled: false,
            shadow: false,
            storage: false,
            format: ImageFormat::Unknown,
        };
        for word in words {
            match word.1 {
                "arrayed" if !image.arrayed => image.arrayed = true,
                "multisampled" if !image.multisampled => image.multisampled = true,
                "shadow" if !image.shadow => image.shadow = true,
                "storage" if !image.storage => image.storage = true,
                text => match ImageFormat::from_name(text) {
                    Some(format) if image.format == ImageFormat::Unknown => image.format = format,
                    _ => return self.expected(word, "an image format"),
                },
            }
        }
        Ok(image)
    }

    pub(crate) fn cooperative_matrix(
        &self,
        scalar: Scalar,
        [scope, rows, columns]: [Constant; 3],
        usage: Spelled<'a>,
    ) -> Read<'a, TypeData> {
        let usage = self.found(usage, MatrixUse::from_name(usage.1), "a matrix use")?;
        Ok(TypeData::CooperativeMatrix { scalar, scope, rows, columns, usage })
    }

    /// `tensor_view<dimensions, order>`
    pub(crate) fn tensor_view(
        &mut self,
        dimensions: Constant,
        order: Spelled<'a>,
        sized: bool,
    ) -> Read<'a, TypeData> {
        let number = order.1.parse().ok().and_then(TensorOrder::from_number);
        let order = self.found(order, number, "the number of dimensions and each of them once")?;
        Ok(TypeData::TensorView { dimensions, sized, order })
    }

    /// A constant by its label, or a number parameter.
    pub(crate) fn known_constant(&mut self, label: Spelled<'a>) -> Read<'a, Constant> {
        if let Some(param) = self.parameter_of(label.1)
            && param.bound.is_number()
        {
            let kind = ConstantKind::Param(param.name);
            return Ok(self.module.constants.intern(ConstantData { ty: common::U32, kind }));
        }
        match self.constants.get(label.1) {
            Some(&constant) => Ok(constant),
            None => self.error(label.0, "no such constant"),
        }
    }

    /// An array whose length is a specialisation constant or a number parameter.
    pub(crate) fn sized_array(&mut self, element: Type, length: Spelled<'a>) -> Read<'a, TypeData> {
        if self.parameter_of(length.1).is_some() {
            let length = self.number_parameter(length)?;
            return Ok(TypeData::Expression(TypeExpression::Array { element, length }));
        }
        Ok(TypeData::Array { element, length: Length::Spec(self.known_constant(length)?) })
    }

    pub(crate) fn sized_vector(
        &mut self,
        scalar: Scalar,
        length: Spelled<'a>,
        cooperative: bool,
    ) -> Read<'a, TypeData> {
        Ok(TypeData::LongVector { scalar, length: Length::Spec(self.known_constant(length)?), cooperative })
    }

    pub(crate) fn number(&self, number: Spelled<'a>) -> Read<'a, Number> {
        let known = number.1.parse().ok().and_then(Number::known);
        self.found(number, known, "a number of 31 bits")
    }

    /// The parameter of the function that is being read.
    fn parameter_of(&mut self, label: &str) -> Option<GenericParam> {
        if self.function.generics.is_empty() {
            return None;
        }
        let name = self.label_name(label);
        self.function.generics.iter().find(|param| param.name == name && !label.contains('.')).copied()
    }

    pub(crate) fn type_parameter(&mut self, label: Spelled<'a>) -> Read<'a, Type> {
        match self.parameter_of(label.1) {
            Some(param) if !param.bound.is_number() => {
                Ok(self.module.types.expression(TypeExpression::Param(param.name)))
            }
            Some(_) | None => self.error(label.0, "no such type parameter"),
        }
    }

    pub(crate) fn number_parameter(&mut self, label: Spelled<'a>) -> Read<'a, Number> {
        match self.parameter_of(label.1) {
            Some(param) if param.bound.is_number() => Ok(Number::param(param.name)),
            Some(_) | None => self.error(label.0, "no such number parameter"),
        }
    }

    pub(crate) fn parameter_argument(&mut self, label: Spelled<'a>) -> Read<'a, GenericArgument> {
        match self.parameter_of(label.1) {
            Some(param) if param.bound.is_number() => Ok(GenericArgument::Number(Number::param(param.name))),
            Some(_) => self.type_parameter(label).map(GenericArgument::Type),
            None => self.error(label.0, "no such parameter"),
        }
    }

    pub(crate) fn null(&mut self, ty: Type) -> Constant {
        self.module.constants.intern(ConstantData { ty, kind: ConstantKind::Null })
    }

    pub(crate) fn bits(&mut self, ty: Type, number: Spelled<'a>) -> Read<'a, Constant> {
        let digits = number.1.strip_prefix("0x").unwrap_or("");
        let bits = self.found(number, u64::from_str_radix(digits, 16).ok(), "at most 64 bits")?;
        Ok(self.module.constants.intern(ConstantData { ty, kind: ConstantKind::Scalar(bits) }))
    }

    pub(crate) fn scalar_constant(&mut self, number: Spelled<'a>) -> Read<'a, Constant> {
        for &(scalar, name) in Scalar::ALL {
            let Some(digits) = number.1.strip_suffix(name) else { continue };
            let bits = match scalar {
                Scalar::F32 => digits.parse::<f32>().ok().map(|value| u64::from(value.to_bits())),
                Scalar::F64 => digits.parse::<f64>().ok().map(f64::to_bits),
                scalar if scalar.is_integer() => {
                    let mask = if scalar.width() == 64 { u64::MAX } else { (1 << scalar.width()) - 1 };
                    digits.parse::<i128>().ok().map(|value| value as u64 & mask)
                }
                _ => None,
            };
            if let Some(bits) = bits {
                return Ok(self.module.constants.scalar(scalar, bits));
            }
        }
        self.expected(number, "a number with its type")
    }
}
