//! The types of generated programs.

/// The type of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    /// `bool`.
    Bool,
    /// `int`.
    Int,
    /// `uint`.
    Uint,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `int64_t`.
    Int64,
    /// `uint64_t`.
    Uint64,
}

impl Scalar {
    /// The name of the scalar type, and the prefix of its vectors.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Bool => ("bool", "bvec"),
            Self::Int => ("int", "ivec"),
            Self::Uint => ("uint", "uvec"),
            Self::Float => ("float", "vec"),
            Self::Double => ("double", "dvec"),
            Self::Int64 => ("int64_t", "i64vec"),
            Self::Uint64 => ("uint64_t", "u64vec"),
        }
    }

    /// True if it is an integer with a sign.
    pub(crate) fn is_signed(self) -> bool {
        matches!(self, Self::Int | Self::Int64)
    }

    /// True if it is an integer.
    pub(crate) fn is_int(self) -> bool {
        matches!(self, Self::Int | Self::Uint | Self::Int64 | Self::Uint64)
    }

    /// True if it is a float of any width.
    pub(crate) fn is_float(self) -> bool {
        matches!(self, Self::Float | Self::Double)
    }

    /// Its width in bits.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Self::Bool | Self::Int | Self::Uint | Self::Float => 32,
            Self::Double | Self::Int64 | Self::Uint64 => 64,
        }
    }

    /// The suffix of a literal.
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            Self::Bool | Self::Int | Self::Float => "",
            Self::Uint => "u",
            Self::Double => "lf",
            Self::Int64 => "l",
            Self::Uint64 => "ul",
        }
    }
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// A scalar (1 component) or a vector.
    Numbers(Scalar, u8),
    /// A matrix of `float`: columns, rows.
    Matrix(u8, u8),
    /// An array.
    Array(Box<Type>, u8),
    /// A struct of the program, by its number.
    Struct(usize),
}

/// A struct.
#[derive(Clone, Debug)]
pub(crate) struct StructData {
    /// Its name.
    pub(crate) name: String,
    /// Names and types of its members.
    pub(crate) members: Vec<(String, Type)>,
}

impl Type {
    /// `bool`.
    pub(crate) const BOOL: Self = Self::Numbers(Scalar::Bool, 1);
    /// `int`.
    pub(crate) const INT: Self = Self::Numbers(Scalar::Int, 1);
    /// `uint`.
    pub(crate) const UINT: Self = Self::Numbers(Scalar::Uint, 1);
    /// `float`.
    pub(crate) const FLOAT: Self = Self::Numbers(Scalar::Float, 1);

    /// As it is written.
    pub(crate) fn name(&self, structs: &[StructData]) -> String {
        match self {
            Self::Numbers(scalar, 1) => scalar.names().0.to_owned(),
            Self::Numbers(scalar, count) => format!("{}{count}", scalar.names().1),
            Self::Matrix(columns, rows) if columns == rows => format!("mat{columns}"),
            Self::Matrix(columns, rows) => format!("mat{columns}x{rows}"),
            Self::Array(..) => {
                // The outermost length comes first.
                let mut lengths = String::new();
                let mut ty = self;
                while let Self::Array(element, length) = ty {
                    lengths += &format!("[{length}]");
                    ty = element;
                }
                ty.name(structs) + &lengths
            }
            Self::Struct(id) => structs.get(*id).map_or_else(String::new, |data| data.name.clone()),
        }
    }

    /// A constant of it: all zeros, or all ones.
    pub(crate) fn constant(&self, structs: &[StructData], digit: char) -> String {
        match self {
            Self::Numbers(Scalar::Bool, 1) => (if digit == '0' { "false" } else { "true" }).to_owned(),
            Self::Numbers(scalar, 1) if scalar.is_float() => format!("{digit}.0{}", scalar.suffix()),
            Self::Numbers(scalar, 1) => format!("{digit}{}", scalar.suffix()),
            Self::Numbers(scalar, _) => {
                format!("{}({})", self.name(structs), Self::Numbers(*scalar, 1).constant(structs, digit))
            }
            Self::Matrix(..) => format!("{}({digit}.0)", self.name(structs)),
            Self::Array(element, length) => {
                let elements = vec![element.constant(structs, digit); usize::from(*length)];
                format!("{}({})", self.name(structs), elements.join(", "))
            }
            Self::Struct(id) => {
                let members = structs.get(*id).map(|data| data.members.as_slice()).unwrap_or_default();
                let members: Vec<String> =
                    members.iter().map(|member| member.1.constant(structs, digit)).collect();
                format!("{}({})", self.name(structs), members.join(", "))
            }
        }
    }

    /// The type of its components, if they are all alike.
    pub(crate) fn scalar(&self) -> Option<Scalar> {
        match self {
            Self::Numbers(scalar, _) => Some(*scalar),
            Self::Matrix(..) => Some(Scalar::Float),
            Self::Array(..) | Self::Struct(_) => None,
        }
    }

    /// True if a part of it, or all, is of type `part`.
    pub(crate) fn contains(&self, part: &Self, structs: &[StructData]) -> bool {
        if self == part {
            return true;
        }
        match (self, part) {
            (Self::Numbers(scalar, count), Self::Numbers(wanted, few)) => scalar == wanted && few <= count,
            (Self::Matrix(_, rows), Self::Numbers(Scalar::Float, few)) => few <= rows,
            (Self::Array(element, _), _) => element.contains(part, structs),
            (Self::Struct(id), _) => structs
                .get(*id)
                .is_some_and(|data| data.members.iter().any(|member| member.1.contains(part, structs))),
            _ => false,
        }
    }

    /// Number of scalars.
    pub(crate) fn size(&self, structs: &[StructData]) -> usize {
        match self {
            Self::Numbers(_, count) => usize::from(*count),
            Self::Matrix(columns, rows) => usize::from(*columns) * usize::from(*rows),
            Self::Array(element, length) => element.size(structs) * usize::from(*length),
            Self::Struct(id) => structs
                .get(*id)
                .map_or(0, |data| data.members.iter().map(|member| member.1.size(structs)).sum()),
        }
    }
}
