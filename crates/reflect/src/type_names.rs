//! GLSL's names of types.

use vitrum_ir::{Dim, ImageType, Scalar};

/// The name of a vector or scalar.
pub(crate) fn vector(scalar: Scalar, size: u8) -> String {
    let (one, prefix) = scalar.glsl_names();
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
    } else if image.sampled == Scalar::F16 {
        "f16"
    } else {
        ""
    };
    let wide = if image.sampled.width() == 64 { "64" } else { "" };
    let (kind, dim) = match (image.dim, sampled, image.storage) {
        (Dim::Subpass, _, _) => ("subpassInput", ""),
        (Dim::TileImage, _, _) => ("attachment", ""),
        (Dim::PixelLocal, _, _) => ("pixelLocal", "ANGLE"),
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
        Dim::Subpass | Dim::External | Dim::ExternalYuv | Dim::TileImage | Dim::PixelLocal => "",
    }
}
