//! The textures that scripts define.

use vitrum_runner::{Compare, Filter, Format, Image, ImageDim, Sampler, Wrap};

use super::Command;

/// The colours of the quarters: lower left, lower right, upper left, upper right.
const QUARTERS: [[f32; 4]; 4] =
    [[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]];

/// The default sampler of textures.
fn sampler() -> Sampler {
    Sampler { wrap: [Wrap::ClampToEdge, Wrap::ClampToEdge, Wrap::Repeat], ..Sampler::default() }
}

/// Reads the words behind `texture`.
pub(super) fn texture(words: &[&str]) -> Option<Command> {
    let number = |word: &str| word.parse::<u32>().ok().filter(|&number| number <= 4096);
    let (unit, image, sampler) = match words {
        ["rgbw", unit, width, height, rest @ ..] => {
            let (width, height) = (number(width)?, number(height)?);
            let format = match rest {
                [] => Format::Rgba8Unorm,
                [name] => format(name)?,
                _ => return None,
            };
            let quarter =
                |x, y| QUARTERS.get(usize::from(x >= width / 2) + 2 * usize::from(y >= height / 2)).copied();
            (unit, image(format, width, height, &|x, y| quarter(x, y).unwrap_or_default())?, sampler())
        }
        ["checkerboard", unit, "0", width, height, colors @ ..] => {
            let (width, height) = (number(width)?, number(height)?);
            let colors: Option<Vec<f32>> = colors.iter().map(|word| word.parse().ok()).collect();
            let colors = colors?;
            let (first, second) = (color(colors.get(..4)?)?, color(colors.get(4..8)?)?);
            let (across, down) = ((width / 2).max(1), (height / 2).max(1));
            let choose =
                |x: u32, y: u32| if (x / across + y / down).is_multiple_of(2) { first } else { second };
            (unit, image(Format::Rgba8Unorm, width, height, &choose)?, sampler())
        }
        ["miptree", unit] => {
            let colors = [QUARTERS[0], QUARTERS[1], QUARTERS[2], QUARTERS[3]];
            let levels = colors.iter().zip(0..);
            let level = |(color, level): (&[f32; 4], u32)| {
                let size = 8u32 >> level;
                (0..size * size).flat_map(|_| unorm(*color)).collect()
            };
            let image = Image {
                dim: ImageDim::D2,
                format: Format::Rgba8Unorm,
                size: [8, 8, 1],
                layers: 1,
                samples: 1,
                levels: levels.map(level).collect(),
            };
            (unit, image, Sampler { mipmap: Some(Filter::Nearest), ..sampler() })
        }
        ["shadow2D" | "shadowRect", unit, width, height] => {
            let (width, height) = (number(width)?, number(height)?);
            let depth = |x: u32| x as f32 / (width.max(2) - 1) as f32;
            // A value that is compared with a fixed-point depth is clamped, as OpenGL's depth textures have it.
            let texel = |at: u32| ((depth(at % width) * 65535.0).round() as u16).to_ne_bytes();
            let texels = (0..width * height).flat_map(texel).collect();
            let sampler = Sampler { compare: Some(Compare::Greater), ..sampler() };
            (unit, Image::new_2d(Format::D16Unorm, width, height, texels), sampler)
        }
        _ => return None,
    };
    Some(Command::Texture(number(unit)?, Box::new(image), sampler))
}

fn color(values: &[f32]) -> Option<[f32; 4]> {
    values.try_into().ok()
}

/// The texture of a unit that has none.
pub(super) fn missing() -> Image {
    Image::new_2d(Format::Rgba8Unorm, 1, 1, unorm([0.0, 0.0, 0.0, 1.0]).to_vec())
}

/// A colour in four bytes.
pub(super) fn unorm(color: [f32; 4]) -> [u8; 4] {
    color.map(|value| (value.clamp(0.0, 1.0) * 255.0).round() as u8)
}

fn image(format: Format, width: u32, height: u32, texel: &dyn Fn(u32, u32) -> [f32; 4]) -> Option<Image> {
    let mut bytes = Vec::new();
    for at in 0..width * height {
        bytes.extend(encode(format, texel(at % width, at / width))?);
    }
    Some(Image::new_2d(format, width, height, bytes))
}

/// A texel in one of the formats that are read back, too.
pub(super) fn encode(format: Format, color: [f32; 4]) -> Option<Vec<u8>> {
    let floats = |count: usize| color.iter().take(count).flat_map(|value| value.to_ne_bytes()).collect();
    Some(match format {
        Format::Rgba8Unorm => unorm(color).to_vec(),
        Format::R32Float => floats(1),
        Format::Rg32Float => floats(2),
        Format::Rgba32Float => floats(4),
        _ => return None,
    })
}

/// The colour of a texel.
pub(super) fn decode(format: Format, texel: &[u8]) -> Option<[f32; 4]> {
    let mut color = [0.0, 0.0, 0.0, 1.0];
    match format {
        Format::Rgba8Unorm => {
            for (slot, &byte) in color.iter_mut().zip(texel) {
                *slot = f32::from(byte) / 255.0;
            }
        }
        Format::R32Float | Format::Rg32Float | Format::Rgba32Float => {
            for (slot, bytes) in color.iter_mut().zip(texel.chunks_exact(4)) {
                *slot = f32::from_ne_bytes(bytes.try_into().ok()?);
            }
        }
        _ => return None,
    }
    Some(color)
}

fn format(name: &str) -> Option<Format> {
    Some(match name {
        "GL_RGBA8" | "GL_RGBA" => Format::Rgba8Unorm,
        "GL_R32F" => Format::R32Float,
        "GL_RG32F" => Format::Rg32Float,
        "GL_RGBA32F" => Format::Rgba32Float,
        _ => return None,
    })
}
