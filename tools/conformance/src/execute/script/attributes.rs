//! Vertex attributes: data, locations, and default values.

use vitrum::ir::Scalar;
use vitrum::reflect::Variable;
use vitrum_runner::Attribute;

use super::{Column, Kind};
use crate::execute::values::{vector_format, wide_format};

/// The names by which the corners of a rectangle go; without them they are the first attribute.
pub(super) const POSITIONS: [&str; 2] = ["piglit_vertex", "gl_Vertex"];

/// The attributes of the corners of a rectangle, under another name, too, and of its texture coordinates.
pub(super) fn corner_columns(rect: [f32; 4], texture: Option<[f32; 4]>, first: Option<&str>) -> Vec<Column> {
    let [x, y, width, height] = rect;
    let corners = |x: f32, y: f32, width: f32, height: f32, last: [f32; 2]| {
        [[x, y], [x + width, y], [x, y + height], [x + width, y + height]]
            .iter()
            .flat_map(|[x, y]| [*x, *y, last[0], last[1]])
            .map(|value| u64::from(value.to_bits()))
            .collect::<Vec<_>>()
    };
    let column = |name: &str, bits| Column {
        name: name.to_owned(),
        kind: Kind::Float,
        count: 4,
        matrix_column: 0,
        bits,
    };
    let mut columns = Vec::new();
    for name in POSITIONS.into_iter().chain(first) {
        columns.push(column(name, corners(x, y, width, height, [0.0, 1.0])));
    }
    if let Some([x, y, width, height]) = texture {
        for name in ["piglit_texcoord", "gl_MultiTexCoord0"] {
            columns.push(column(name, corners(x, y, width, height, [0.0, 1.0])));
        }
    }
    columns
}

/// Locations of a column of an attribute.
fn slots(input: &Variable) -> u32 {
    let wide = matches!(input.ty.scalar, Some(Scalar::F64 | Scalar::I64 | Scalar::U64))
        && input.ty.rows.unwrap_or(1) > 2;
    if wide { 2 } else { 1 }
}

/// Locations of an attribute.
pub(super) fn locations(input: &Variable) -> u32 {
    let elements = input.ty.array.iter().filter_map(|length| length.length).product::<u32>();
    elements * input.ty.columns.unwrap_or(1) * slots(input)
}

/// The location of a column of data relative to the first one of an attribute, if it is for that.
pub(super) fn offset_of(column: &Column, input: &Variable) -> Option<u32> {
    let rest = column.name.strip_prefix(input.name.as_str())?;
    let element = match rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(index) => index.parse::<u32>().ok()?,
        None if rest.is_empty() => 0,
        None => return None,
    };
    Some((element * input.ty.columns.unwrap_or(1) + column.matrix_column) * slots(input))
}

/// The data of a column.
pub(super) fn attribute(column: &Column, location: u32) -> Attribute {
    let component = match column.kind {
        Kind::Float => "32Float",
        Kind::Int => "32Sint",
        Kind::Uint => "32Uint",
        Kind::Double | Kind::Int64 | Kind::Uint64 => "64Float",
    };
    let format = vector_format(column.count, component);
    let bytes = column.bits.iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(column.kind.bytes()));
    Attribute { location, format, bytes: bytes.collect(), per_instance: false }
}

/// The value of an attribute without data: zero but for the last component, or white.
pub(super) fn default_attribute(input: &Variable, location: u32, vertices: u32) -> Attribute {
    let value = match (input.name.as_str(), input.ty.scalar) {
        ("gl_Color", _) => [1f32; 4].map(f32::to_bits),
        ("gl_Normal", _) => [0f32, 0.0, 1.0, 1.0].map(f32::to_bits),
        (_, Some(Scalar::I32 | Scalar::U32)) => [0, 0, 0, 1],
        _ => [0f32, 0.0, 0.0, 1.0].map(f32::to_bits),
    };
    let format = wide_format(input.ty.scalar);
    let bytes = value.iter().flat_map(|bits| bits.to_ne_bytes()).collect::<Vec<_>>();
    Attribute { location, format, bytes: bytes.repeat(vertices as usize), per_instance: false }
}
