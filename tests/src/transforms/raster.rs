//! The values that a canvas shows: of a vertex, the layer, the viewport and the size of its point; of a fragment, the samples that it covers.

use std::fmt::Write;

use vitrum::Stage;
use vitrum_ir::{BuiltIn, Scalar};
use vitrum_runner::{Device, Draw, Format, Image, ImageDim, Shader, Topology};

use super::around::compiled;
use super::case::{Canvas, Case};
use super::driver::{OWN_SET, UNTOUCHED};
use super::shape::Leaf;
use super::words::bytes;

/// A word of a point that is not seen, or that no single square is seen of.
const NOT_SEEN: u32 = u32::MAX;

/// True for outputs of a vertex shader that the canvas shows.
pub(crate) fn is_seen(case: &Case, leaf: &Leaf) -> bool {
    let builtins = [BuiltIn::Layer, BuiltIn::ViewportIndex, BuiltIn::PointSize];
    case.canvas.is_some() && leaf.builtin.is_some_and(|builtin| builtins.contains(&builtin))
}

/// The point of a vertex.
pub(crate) struct Point {
    layer: u32,
    viewport: u32,
    /// As a float.
    size: u32,
}

impl Point {
    /// The value of an output.
    pub(crate) fn output(&self, builtin: Option<BuiltIn>) -> u32 {
        match builtin {
            Some(BuiltIn::Layer) => self.layer,
            Some(BuiltIn::ViewportIndex) => self.viewport,
            _ => self.size,
        }
    }
}

/// Draws one vertex after the other, and finds the points on the canvas.
pub(crate) fn points(
    case: &Case,
    canvas: Canvas,
    vertex: &Shader,
    common: &Draw,
    device: &mut Device,
) -> Result<Vec<Point>, String> {
    let source = "#version 450\nlayout(location = 0) out uint color;\nvoid main() { color = 1u; }\n";
    let fragment = Shader {
        stage: vitrum_runner::Stage::Fragment,
        words: compiled(source, Stage::Fragment)?,
        specialization: Vec::new(),
    };
    let [width, height] = canvas.size;
    let count = (width * canvas.viewports * height * canvas.layers) as usize;
    let mut all = Vec::new();
    for lane in 0..case.instances * case.vertices {
        let mut resources = common.resources.clone();
        let target = resources.images.len();
        resources.images.push(Image {
            dim: ImageDim::D2Array,
            format: Format::R32Uint,
            size: [width * canvas.viewports, height, 1],
            layers: canvas.layers,
            samples: 1,
            levels: vec![bytes(&vec![UNTOUCHED; count])],
        });
        let viewport = |at: u32| [at * width, 0, width, height].map(|it| it as f32);
        let mut draw = Draw {
            shaders: vec![vertex.clone(), fragment.clone()],
            resources,
            targets: vec![target],
            attributes: common.attributes.clone(),
            topology: Topology::Points,
            first_vertex: case.first_vertex + lane % case.vertices,
            vertices: 1,
            first_instance: case.first_instance + lane / case.vertices,
            instances: 1,
            viewports: (0..canvas.viewports).map(viewport).collect(),
            ..Draw::default()
        };
        device.draw(&mut draw).map_err(|error| error.to_string())?;
        let drawn = draw.resources.images.get(target).and_then(|image| image.levels.first());
        all.push(point(canvas, drawn.map_or(&[][..], |bytes| bytes)));
    }
    Ok(all)
}

/// The point that was drawn.
fn point(canvas: Canvas, bytes: &[u8]) -> Point {
    let [width, height] = canvas.size;
    let row = width * canvas.viewports;
    let (mut least, mut most, mut count) = ([u32::MAX; 3], [0; 3], 0);
    for (at, word) in (0..).zip(bytes.chunks(4)) {
        if word != UNTOUCHED.to_le_bytes() {
            count += 1;
            for (axis, it) in [at % row, at / row % height, at / row / height].into_iter().enumerate() {
                (least[axis], most[axis]) = (it.min(least[axis]), it.max(most[axis]));
            }
        }
    }
    if count == 0 {
        return Point { layer: NOT_SEEN, viewport: NOT_SEEN, size: NOT_SEEN };
    }
    let [wide, high, deep] = [0, 1, 2].map(|axis| most[axis] - least[axis] + 1);
    let is_square = wide == high && count == wide * high;
    Point {
        layer: if deep == 1 { least[2] } else { NOT_SEEN },
        viewport: u32::midpoint(least[0], most[0]) / width,
        size: if is_square { (wide as f32).to_bits() } else { NOT_SEEN },
    }
}

/// A compute shader that writes the samples of four pixels to a buffer: by pixel, sample, target and component.
pub(crate) fn samples_shader(formats: &[Option<Scalar>], samples: u32) -> Result<Shader, String> {
    let mut head = String::from("#version 450\nlayout(local_size_x = 2, local_size_y = 2) in;\n");
    let _ = writeln!(head, "layout(set = {OWN_SET}, binding = 0) buffer Captured {{ uint words[]; }};");
    let mut body = String::new();
    let targets = formats.len();
    for (at, scalar) in formats.iter().enumerate() {
        let prefix = match scalar {
            Some(scalar) if !scalar.is_float() && scalar.is_signed() => "i",
            Some(scalar) if !scalar.is_float() => "u",
            _ => "",
        };
        let to_word = if prefix.is_empty() { "floatBitsToUint" } else { "uvec4" };
        let binding = at + 1;
        let _ = writeln!(
            head,
            "layout(set = {OWN_SET}, binding = {binding}) uniform {prefix}sampler2DMS target{at};"
        );
        let _ = writeln!(
            body,
            "        uvec4 own{at} = {to_word}(texelFetch(target{at}, pixel, s));\n        \
             for (int c = 0; c < 4; ++c) words[(first + s) * {} + {} + c] = own{at}[c];",
            4 * targets,
            4 * at
        );
    }
    let source = format!(
        "{head}void main() {{\n    ivec2 pixel = ivec2(gl_LocalInvocationID.xy);\n    \
         int first = (pixel.y * 2 + pixel.x) * {samples};\n    \
         for (int s = 0; s < {samples}; ++s) {{\n{body}    }}\n}}\n"
    );
    let words = compiled(&source, Stage::Compute)?;
    Ok(Shader { stage: vitrum_runner::Stage::Compute, words, specialization: Vec::new() })
}

/// The mask of the samples of each pixel that were drawn, and for each target what the first of them holds.
pub(crate) fn resolved(words: &[u32], targets: usize, samples: usize) -> (Vec<u32>, Vec<Vec<u32>>) {
    let mut masks = Vec::new();
    let mut texels = vec![Vec::new(); targets];
    for pixel in words.chunks(4 * targets * samples) {
        let mut mask = 0;
        let mut first = None;
        for (at, sample) in pixel.chunks(4 * targets).enumerate() {
            if sample.iter().any(|&word| word != UNTOUCHED) {
                mask |= 1 << at;
                first = first.or(Some(sample));
            }
        }
        masks.push(mask);
        for (target, texels) in texels.iter_mut().enumerate() {
            let own = first.and_then(|sample| sample.get(4 * target..4 * target + 4));
            texels.extend_from_slice(own.unwrap_or(&[UNTOUCHED; 4]));
        }
    }
    (masks, texels)
}
