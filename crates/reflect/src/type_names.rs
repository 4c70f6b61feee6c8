//! How GLSL writes types.

use vitrum_ir::{Dim, ImageType, Scalar};

/// The name of a vector or scalar.
pub(crate) fn vector(scalar: Scalar, size: u8) -> String {
    let (one, prefix) = match scalar {
        Scalar::Bool => ("bool", "b"),
        Scalar::I8 => ("int8_t", "i8"),
        Scalar::I16 => ("int16_t", "i16"),
        Scalar::I32 => ("int", "i"),
        Scalar::I64 => ("int64_t", "i64"),
        Scalar::U8 => ("uint8_t", "u8"),
        Scalar::U16 => ("uint16_t", "u16"),
        Scalar::U32 => ("uint", "u"),
        Scalar::U64 => ("uint64_t", "u64"),
        Scalar::F16 => ("float16_t", "f16"),
        Scalar::F32 => ("float", ""),
        Scalar::F64 => ("double", "d"),
        Scalar::Bf16 => ("bfloat16_t", "bf16"),
        Scalar::F8E4M3 => ("floate4m3_t", "fe4m3"),
        Scalar::F8E5M2 => ("floate5m2_t", "fe5m2"),
    };
    if size == 1 { one.to_owned() } else { format!("{prefix}vec{size}") }
}

/// The name of a matrix.
pub(crate) fn matrix(scalar: Scalar, columns: u8, rows: u8) -> String {
    let prefix = match scalar {
        Scalar::F64 => "d",
        Scalar::F16 => "f16",
        _ => "",
    };
    if columns == rows { format!("{prefix}mat{columns}") } else { format!("{prefix}mat{columns}x{rows}") }
}

/// The name of an image: `sampler2D`, `utexture3D`, `image2DArray`, `subpassInputMS`.
pub(crate) fn image(image: ImageType, sampled: bool) -> String {
    let prefix = if image.sampled.is_signed() {
        "i"
    } else if image.sampled.is_unsigned() {
        "u"
    } else {
        ""
    };
    let wide = if image.sampled.width() == 64 { "64" } else { "" };
    let (kind, dim) = match (image.dim, sampled, image.storage) {
        (Dim::Subpass, _, _) => ("subpassInput", ""),
        (Dim::TileImage, _, _) => ("attachment", ""),
        (Dim::External, _, _) => ("samplerExternal", "OES"),
        (Dim::ExternalYuv, _, _) => ("__samplerExternal2DY2Y", "EXT"),
        (dim, true, _) => ("sampler", dim_name(dim)),
        (dim, false, true) => ("image", dim_name(dim)),
        (dim, false, false) => ("texture", dim_name(dim)),
    };
    let multisampled = if image.multisampled { "MS" } else { "" };
    let arrayed = if image.arrayed { "Array" } else { "" };
    let shadow = if image.shadow { "Shadow" } else { "" };
    format!("{prefix}{wide}{kind}{dim}{multisampled}{arrayed}{shadow}")
}

fn dim_name(dim: Dim) -> &'static str {
    match dim {
        Dim::D1 => "1D",
        Dim::D2 => "2D",
        Dim::D3 => "3D",
        Dim::Cube => "Cube",
        Dim::Rect => "2DRect",
        Dim::Buffer => "Buffer",
        Dim::Subpass | Dim::External | Dim::ExternalYuv | Dim::TileImage => "",
    }
}
