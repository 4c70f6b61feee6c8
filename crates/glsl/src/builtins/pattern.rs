//! Type patterns of built-in functions: the placeholders of the specification.
//!
//! A row of the table is a family of signatures. A call binds the variables of the family once: a component kind `T`,
//! a number of components `N`, columns and rows of a matrix, and the shape of a texture or image. [`Shape`] names the
//! variable that a parameter depends on; [`Binding`] holds the bound variables.

use vitrum_ir::types::common;
use vitrum_ir::{Dim, ImageType, Length, Precision, Scalar, Type, TypeData, Types};

/// A set of component kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u32);

impl Kinds {
    /// Half and single precision.
    pub const F: Self = Self::of(&[Scalar::F32, Scalar::F16]);
    /// Half, single and double precision.
    pub const FD: Self = Self::of(&[Scalar::F32, Scalar::F64, Scalar::F16]);
    /// Signed integers of every width.
    pub const S: Self = Self::of(&[Scalar::I32, Scalar::I8, Scalar::I16, Scalar::I64]);
    /// Unsigned integers of every width.
    pub const U: Self = Self::of(&[Scalar::U32, Scalar::U8, Scalar::U16, Scalar::U64]);
    /// Integers of every width.
    pub const SU: Self = Self::S.or(Self::U);
    /// Integers and floats of every width.
    pub const SUFD: Self = Self::SU.or(Self::FD);
    /// `bool`.
    pub const B: Self = Self::of(&[Scalar::Bool]);
    /// All component kinds.
    pub const ANY: Self = Self::SUFD.or(Self::B);
    /// Integers of 32 and 64 bits.
    pub const ATOMIC: Self = Self::of(&[Scalar::I32, Scalar::U32, Scalar::I64, Scalar::U64]);
    /// `int`.
    pub const I32: Self = Self::of(&[Scalar::I32]);
    /// `uint`.
    pub const U32: Self = Self::of(&[Scalar::U32]);
    /// `int` and `uint`.
    pub const IU32: Self = Self::I32.or(Self::U32);
    /// `int64_t` and `uint64_t`.
    pub const IU64: Self = Self::of(&[Scalar::I64, Scalar::U64]);
    /// Integers of 16 bits.
    pub const IU16: Self = Self::of(&[Scalar::I16, Scalar::U16]);
    /// Integers of less than 64 bits.
    pub const SMALL: Self = Self(Self::SU.0 & !Self::IU64.0);
    /// `double`.
    pub const F64: Self = Self::of(&[Scalar::F64]);
    /// `float`.
    pub const F32: Self = Self::of(&[Scalar::F32]);
    /// Components of a texel: the `g` in `gsampler2D`.
    pub const G: Self = Self::of(&[Scalar::F32, Scalar::I32, Scalar::U32, Scalar::F16]);
    /// Components of a texel of a storage image.
    pub const GIMAGE: Self = Self::G.or(Self::IU64);

    /// The set of `kinds`.
    pub const fn of(kinds: &[Scalar]) -> Self {
        let mut bits = 0;
        let mut index = 0;
        while index < kinds.len() {
            bits |= 1 << kinds[index] as u32;
            index += 1;
        }
        Self(bits)
    }

    /// The union of two sets.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// True if `kind` is in the set.
    pub const fn contains(self, kind: Scalar) -> bool {
        self.0 >> kind as u32 & 1 != 0
    }

    /// True if a kind is in both sets.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The kinds of the set.
    pub fn iter(self) -> impl Iterator<Item = Scalar> {
        // Scalars are listed in the order of their numbers.
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let kind = Scalar::ALL.get(rest.trailing_zeros() as usize)?.0;
            rest &= rest.wrapping_sub(1);
            Some(kind)
        })
    }
}

/// The shape of a texture or image, as in its type name.
#[allow(missing_docs)] // the names say all there is
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TexShape {
    D1,
    D2,
    D3,
    Cube,
    Rect,
    Buffer,
    D1Array,
    D2Array,
    CubeArray,
    D2Ms,
    D2MsArray,
    External,
    Subpass,
    SubpassMs,
    Tile,
    PixelLocal,
}

impl TexShape {
    /// The shape of an image type; `None` for combinations without a GLSL type.
    pub const fn of(image: &ImageType) -> Option<Self> {
        Some(match (image.dim, image.arrayed, image.multisampled) {
            (Dim::D1, false, false) => Self::D1,
            (Dim::D2, false, false) => Self::D2,
            (Dim::D3, false, false) => Self::D3,
            (Dim::Cube, false, false) => Self::Cube,
            (Dim::Rect, false, false) => Self::Rect,
            (Dim::Buffer, false, false) => Self::Buffer,
            (Dim::D1, true, false) => Self::D1Array,
            (Dim::D2, true, false) => Self::D2Array,
            (Dim::Cube, true, false) => Self::CubeArray,
            (Dim::D2, false, true) => Self::D2Ms,
            (Dim::D2, true, true) => Self::D2MsArray,
            (Dim::External | Dim::ExternalYuv, false, false) => Self::External,
            (Dim::Subpass, false, false) => Self::Subpass,
            (Dim::Subpass, false, true) => Self::SubpassMs,
            (Dim::TileImage, false, _) => Self::Tile,
            (Dim::PixelLocal, false, false) => Self::PixelLocal,
            _ => return None,
        })
    }

    /// Number of coordinates without the layer, which offsets and derivatives have.
    pub const fn dimensions(self) -> u8 {
        match self {
            Self::D1 | Self::D1Array | Self::Buffer => 1,
            Self::D2
            | Self::Rect
            | Self::D2Array
            | Self::D2Ms
            | Self::D2MsArray
            | Self::External
            | Self::Subpass
            | Self::SubpassMs
            | Self::Tile
            | Self::PixelLocal => 2,
            Self::D3 | Self::Cube | Self::CubeArray => 3,
        }
    }

    /// True if it has layers.
    pub const fn is_arrayed(self) -> bool {
        matches!(self, Self::D1Array | Self::D2Array | Self::CubeArray | Self::D2MsArray)
    }

    /// Number of coordinates with the layer.
    pub const fn coordinates(self) -> u8 {
        self.dimensions() + self.is_arrayed() as u8
    }

    /// Number of coordinates of a storage image: cube faces are layers.
    pub const fn texels(self) -> u8 {
        match self {
            Self::CubeArray => 3,
            shape => shape.coordinates(),
        }
    }

    /// Number of components of its size.
    pub const fn size(self) -> u8 {
        match self {
            Self::Cube => 2,
            Self::CubeArray => 3,
            shape => shape.coordinates(),
        }
    }

    /// The index of the reference value in a shadow coordinate; a 1D coordinate skips a component.
    pub const fn reference(self) -> u8 {
        if self.coordinates() < 2 { 2 } else { self.coordinates() }
    }
}

/// A set of texture shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TexShapes(u16);

impl TexShapes {
    /// No shape: the row has no texture.
    pub const NONE: Self = Self(0);

    /// The set of `shapes`.
    pub const fn of(shapes: &[TexShape]) -> Self {
        let mut bits = 0;
        let mut index = 0;
        while index < shapes.len() {
            bits |= 1 << shapes[index] as u16;
            index += 1;
        }
        Self(bits)
    }

    /// True if `shape` is in the set.
    pub const fn contains(self, shape: TexShape) -> bool {
        self.0 >> shape as u16 & 1 != 0
    }
}

/// Component kind in a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// This one.
    Is(Scalar),
    /// The `T` of the row.
    T,
    /// That of coordinates and levels: `float`, or `float16_t` for textures of halves (`GL_AMD_gpu_shader_half_float_fetch`).
    Place,
}

/// Number of components in a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// This many, 1 to 4.
    Size(u8),
    /// A matrix with these numbers of columns and rows.
    Matrix(u8, u8),
    /// `N`, 1 to 4: `genFType`.
    Gen,
    /// `N`, 2 to 4: `vec`.
    Vec,
    /// Any matrix of `C` columns and `R` rows: `mat`.
    Mat,
    /// The transpose of `Mat`.
    Transposed,
    /// A square matrix.
    Square,
    /// A vector of `C` components.
    Columns,
    /// A vector of `R` components.
    Rows,
    /// Coordinates of the texture, with the layer.
    Coord,
    /// Coordinates of the texture, with the reference value last.
    ShadowCoord,
    /// Coordinates and divisor.
    Proj,
    /// Coordinates and divisor in a vec4, with unused components between.
    Proj4,
    /// Coordinates, reference and divisor: a vec4.
    ShadowProj,
    /// Coordinates of a texture for comparisons, whose reference is an argument of its own.
    Compared,
    /// Coordinates and divisor, likewise.
    ComparedProj,
    /// Coordinates of the texture, without the layer.
    Dims,
    /// Texel coordinates of a storage image.
    Texel,
    /// The size of a texture or image.
    TexSize,
}

/// The kind of opaque type of a texture pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TexClass {
    /// `gsampler2D`
    Sampler,
    /// `sampler2DShadow`
    Shadow,
    /// `gtexture2D`
    Texture,
    /// `gimage2D`
    Image,
}

/// An opaque type that is not a texture.
#[allow(missing_docs)] // the names say all there is
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opaque {
    AtomicCounter,
    AccelerationStructure,
    RayQuery,
    HitObject,
    YuvStandard,
}

/// A pattern of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// No value.
    Void,
    /// A scalar, vector or matrix.
    Num(Kind, Shape),
    /// A texture or image of the row's shapes and texels of kind `T`.
    Tex(TexClass),
    /// A texture with a sampler of this shape and texels of `float`, beside the row's.
    Sampler(TexShape),
    /// Another opaque type.
    Opaque(Opaque),
    /// An array of vectors: component kind, components, elements.
    Array(Scalar, u8, u8),
}

/// The direction of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// By value.
    In,
    /// By result: the argument is an l-value that the call sets.
    Out,
    /// By reference: the argument is an l-value, such as the memory of an atomic, an interpolant or a ray query.
    Ref,
}

/// The role of an argument in an image operation.
#[allow(missing_docs)] // the names say all there is
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Plain,
    Coord,
    Reference,
    Component,
    Bias,
    Lod,
    GradX,
    GradY,
    Offset,
    Offsets,
    Sample,
    MinLod,
    Texel,
    Scope,
    Semantics,
    Unequal,
    Payload,
    Attribute,
}

/// A parameter or the result of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its type.
    pub pattern: Pattern,
    /// The direction.
    pub direction: Direction,
    /// Its role in an image operation.
    pub role: Role,
    /// The precision of its declaration (ESSL 3.20 chapter 8), if any.
    pub precision: Option<Precision>,
    /// True if it affects the precision of the operation.
    pub has_precision_effect: bool,
    /// True if the argument must be a constant expression.
    pub constant: bool,
    /// True if it can be omitted; only the last parameters can.
    pub optional: bool,
}

impl Param {
    pub(super) const fn new(pattern: Pattern) -> Self {
        Self {
            pattern,
            direction: Direction::In,
            role: Role::Plain,
            precision: None,
            has_precision_effect: true,
            constant: false,
            optional: false,
        }
    }

    pub(super) const fn num(kind: Kind, shape: Shape) -> Self {
        Self::new(Pattern::Num(kind, shape))
    }

    pub(super) const fn as_role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    pub(super) const fn pass(self, direction: Direction) -> Self {
        Self { direction, ..self }
    }

    /// True if its argument affects the precision of the operation.
    pub fn affects_precision(&self) -> bool {
        self.has_precision_effect && self.direction == Direction::In
    }

    pub(super) const fn with_precision(self, precision: Precision) -> Self {
        Self { precision: Some(precision), ..self }
    }

    pub(super) const fn without_precision_effect(self) -> Self {
        Self { has_precision_effect: false, ..self }
    }

    pub(super) const fn as_constant(self) -> Self {
        Self { constant: true, ..self }
    }

    pub(super) const fn as_optional(self) -> Self {
        Self { optional: true, ..self }
    }
}

/// The bindings of the variables of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// `T`
    pub kind: Scalar,
    /// The kind of coordinates.
    pub place: Scalar,
    /// `N`
    pub size: u8,
    /// `C`
    pub columns: u8,
    /// `R`
    pub rows: u8,
    /// `N` of long vectors, in place of `size`, and true for cooperative ones.
    pub long: Option<(Length, bool)>,
    /// Shape of the texture.
    pub shape: Option<TexShape>,
}

impl Binding {
    /// Before anything is bound.
    pub const NONE: Self =
        Self { kind: Scalar::F32, place: Scalar::F32, size: 0, columns: 1, rows: 1, long: None, shape: None };

    /// Columns (1 for a scalar or vector) and rows of a shape. Texture shapes of an unbound texture have one row.
    pub(super) fn extent(&self, shape: Shape) -> (u8, u8) {
        let tex = |of: fn(TexShape) -> u8| (1, self.shape.map_or(1, of));
        match shape {
            Shape::Size(size) => (1, size),
            Shape::Matrix(columns, rows) => (columns, rows),
            Shape::Gen | Shape::Vec => (1, self.size),
            Shape::Mat | Shape::Square => (self.columns, self.rows),
            Shape::Transposed => (self.rows, self.columns),
            Shape::Columns => (1, self.columns),
            Shape::Rows => (1, self.rows),
            Shape::Coord => tex(TexShape::coordinates),
            Shape::ShadowCoord => tex(|shape| shape.reference() + 1),
            Shape::Proj => tex(|shape| shape.dimensions() + 1),
            Shape::Proj4 | Shape::ShadowProj => (1, 4),
            Shape::Compared => tex(TexShape::reference),
            Shape::ComparedProj => (1, 3),
            Shape::Dims => tex(TexShape::dimensions),
            Shape::Texel => tex(TexShape::texels),
            Shape::TexSize => tex(TexShape::size),
        }
    }

    /// The component kind of a pattern.
    pub fn kind_of(&self, kind: Kind) -> Scalar {
        match kind {
            Kind::Is(kind) => kind,
            Kind::T => self.kind,
            Kind::Place => self.place,
        }
    }

    /// The view of an argument for `pattern` under this binding; `None` if any argument matches.
    pub fn view(&self, pattern: Pattern) -> Option<View> {
        Some(match pattern {
            Pattern::Void => View::Void,
            Pattern::Num(kind, Shape::Gen | Shape::Vec) if self.long.is_some() => {
                let (length, cooperative) = self.long?;
                View::Long { kind: self.kind_of(kind), length, cooperative }
            }
            Pattern::Num(kind, Shape::Size(size @ 5..)) => View::Long {
                kind: self.kind_of(kind),
                length: Length::Constant(u32::from(size)),
                cooperative: false,
            },
            Pattern::Num(kind, shape) => {
                let (columns, rows) = self.extent(shape);
                View::Num { kind: self.kind_of(kind), columns, rows }
            }
            Pattern::Tex(class) => View::Tex { class, shape: self.shape?, kind: self.kind },
            Pattern::Sampler(shape) => View::Tex { class: TexClass::Sampler, shape, kind: Scalar::F32 },
            Pattern::Opaque(kind) => View::Opaque(kind),
            Pattern::Array(kind, rows, length) => View::Array { kind, rows, length: u32::from(length) },
        })
    }

    /// The type of a pattern under this binding; `None` for opaque types.
    pub fn ty(&self, pattern: Pattern, types: &mut Types) -> Option<Type> {
        match pattern {
            Pattern::Void => Some(common::VOID),
            Pattern::Num(kind, Shape::Gen | Shape::Vec) if self.long.is_some() => {
                let (length, cooperative) = self.long?;
                let scalar = self.kind_of(kind);
                Some(types.intern(TypeData::LongVector { scalar, length, cooperative }))
            }
            Pattern::Num(kind, Shape::Size(size @ 5..)) => {
                let length = Length::Constant(u32::from(size));
                let scalar = self.kind_of(kind);
                Some(types.intern(TypeData::LongVector { scalar, length, cooperative: false }))
            }
            Pattern::Num(kind, shape) => {
                let (columns, rows) = self.extent(shape);
                let kind = self.kind_of(kind);
                Some(if columns > 1 {
                    types.matrix(kind, u32::from(columns), u32::from(rows))
                } else {
                    types.vector(kind, u32::from(rows))
                })
            }
            Pattern::Array(kind, rows, length) => {
                let element = types.vector(kind, u32::from(rows));
                Some(types.array(element, u32::from(length)))
            }
            Pattern::Tex(_) | Pattern::Sampler(_) | Pattern::Opaque(_) => None,
        }
    }
}

/// The type of an argument as the patterns see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// `void`
    Void,
    /// A scalar, a vector, or a matrix with two or more columns.
    Num {
        /// Component kind.
        kind: Scalar,
        /// 1 for scalars and vectors.
        columns: u8,
        /// Components, or components of a column.
        rows: u8,
    },
    /// A long vector.
    Long {
        /// Component kind.
        kind: Scalar,
        /// Number of components.
        length: Length,
        /// True if it is cooperative.
        cooperative: bool,
    },
    /// A texture or image.
    Tex {
        /// Its class.
        class: TexClass,
        /// Its shape.
        shape: TexShape,
        /// Kind of a texel's components.
        kind: Scalar,
    },
    /// Another opaque type.
    Opaque(Opaque),
    /// An array of scalars or vectors.
    Array {
        /// Component kind.
        kind: Scalar,
        /// Components of an element.
        rows: u8,
        /// Number of elements.
        length: u32,
    },
    /// A cooperative matrix.
    CoopMat,
    /// Any other type, which only generic functions accept.
    Other,
}

impl View {
    /// The view of a type.
    pub fn of(ty: Type, types: &Types) -> Self {
        match types.get(ty) {
            TypeData::Void => Self::Void,
            TypeData::Scalar(kind) => Self::Num { kind, columns: 1, rows: 1 },
            TypeData::Vector { scalar: kind, size } => Self::Num { kind, columns: 1, rows: size },
            TypeData::LongVector { scalar: kind, length, cooperative } => {
                Self::Long { kind, length, cooperative }
            }
            TypeData::Matrix { scalar: kind, columns, rows } => Self::Num { kind, columns, rows },
            TypeData::SampledImage(image) => {
                let class = if image.shadow { TexClass::Shadow } else { TexClass::Sampler };
                Self::image(&image, class)
            }
            TypeData::Image(image) => {
                let class = if image.storage { TexClass::Image } else { TexClass::Texture };
                Self::image(&image, class)
            }
            TypeData::AtomicCounter => Self::Opaque(Opaque::AtomicCounter),
            TypeData::AccelerationStructure => Self::Opaque(Opaque::AccelerationStructure),
            TypeData::RayQuery => Self::Opaque(Opaque::RayQuery),
            TypeData::HitObject => Self::Opaque(Opaque::HitObject),
            TypeData::CooperativeMatrix { .. } => Self::CoopMat,
            TypeData::TensorLayout { .. } | TypeData::TensorView { .. } => Self::Other,
            TypeData::Array { element, length: Length::Constant(length) } => match types.get(element) {
                TypeData::Scalar(kind) => Self::Array { kind, rows: 1, length },
                TypeData::Vector { scalar: kind, size: rows } => Self::Array { kind, rows, length },
                _ => Self::Other,
            },
            TypeData::Array { .. }
            | TypeData::RuntimeArray { .. }
            | TypeData::Struct(_)
            | TypeData::Spirv(_)
            | TypeData::Tensor { .. }
            | TypeData::Descriptor { .. }
            | TypeData::Pointer { .. }
            | TypeData::Sampler { .. }
            | TypeData::BufferReference { .. }
            | TypeData::Handle { .. }
            | TypeData::Expression(_) => Self::Other,
        }
    }

    fn image(image: &ImageType, class: TexClass) -> Self {
        match TexShape::of(image) {
            Some(shape) => Self::Tex { class, shape, kind: image.sampled },
            None => Self::Other,
        }
    }
}
