//! Shaders around the one of a test: a vertex shader that gives a fragment shader its inputs, and a geometry shader that writes
//! the outputs of a vertex shader to a buffer.

use std::fmt::Write;

use vitrum::{Options, Stage};
use vitrum_ir::{BuiltIn, Module, Scalar, Storage, Type, TypeData};
use vitrum_runner::{Attribute, Format};

use super::case::Case;
use super::driver::OWN_SET;
use super::interpret::input_words;
use super::shape::{Leaf, interface, length, scalars, word_count};

pub(super) fn compiled(source: &str, stage: Stage) -> Result<Vec<u32>, String> {
    let compilation = vitrum::compile(source, &Options::new(stage))
        .map_err(|failure| format!("a shader of the harness:\n{failure}\n{source}"))?;
    compilation.spirv().map_err(|error| error.to_string())
}

/// The type of a variable in GLSL, and the lengths of arrays behind its name.
fn declared(module: &Module, ty: Type) -> Result<(String, String), String> {
    let prefix = |scalar: Scalar| match scalar {
        Scalar::F32 => Ok(("float", "vec")),
        Scalar::I32 => Ok(("int", "ivec")),
        Scalar::U32 => Ok(("uint", "uvec")),
        _ => Err(format!("an interface of {} is not made", scalar.name())),
    };
    Ok(match module.types.get(ty) {
        TypeData::Scalar(scalar) => (prefix(scalar)?.0.to_owned(), String::new()),
        TypeData::Vector { scalar, size } => (format!("{}{size}", prefix(scalar)?.1), String::new()),
        TypeData::Matrix { scalar: Scalar::F32, columns, rows } => {
            (format!("mat{columns}x{rows}"), String::new())
        }
        TypeData::Array { element, length: count } => {
            let (name, inner) = declared(module, element)?;
            (name, format!("[{}]{inner}", length(module, count)))
        }
        _ => return Err("an interface of structs is not made".to_owned()),
    })
}

pub(super) fn placed(
    leaf: &Leaf,
    number: usize,
    module: &Module,
    kind: &str,
) -> Result<Option<String>, String> {
    let Some(location) = leaf.location else { return Ok(None) };
    let (ty, lengths) = declared(module, leaf.ty)?;
    let component =
        if leaf.component == 0 { String::new() } else { format!(", component = {}", leaf.component) };
    Ok(Some(format!("layout(location = {location}{component}) {kind} {ty} v{number}{lengths};\n")))
}

/// A vertex shader that draws a triangle over four pixels, which gives each fragment its inputs.
pub(crate) fn vertices(case: &Case, module: &Module) -> Result<Vec<u32>, String> {
    let (mut head, mut body) = (String::from("#version 450\n"), String::new());
    for (number, leaf) in interface(module, Storage::Input).iter().enumerate() {
        let is_integer = scalars(module, leaf.ty).first().is_some_and(|(_, _, scalar)| !scalar.is_float());
        let kind = if is_integer { "flat out" } else { "out" };
        let Some(declaration) = placed(leaf, number, module, kind)? else { continue };
        head += &declaration;
        let count = word_count(module, leaf.ty);
        for (at, (path, _, scalar)) in scalars(module, leaf.ty).iter().enumerate() {
            let corners;
            let mut lanes = [0; 4];
            for (lane, slot) in lanes.iter_mut().enumerate() {
                let own = input_words(case, &leaf.name, count, lane, 4)?;
                *slot = own.and_then(|words| words.get(at)).copied().unwrap_or(0);
            }
            if lanes.iter().all(|&word| word == lanes[0]) {
                corners = [lanes[0]; 3];
            } else if scalar.is_float() {
                let [a, b, c, _] = lanes.map(|word| f64::from(f32::from_bits(word)));
                let (dx, dy) = (b - a, c - a);
                let corner = a - (dx + dy) / 2.0;
                corners = [corner, corner + 4.0 * dx, corner + 4.0 * dy].map(|it| (it as f32).to_bits());
            } else {
                return Err(format!("input {} is not the same for all fragments", leaf.name));
            }
            let words = corners.map(|word| format!("{word}u")).join(", ");
            let word = format!("uint[]({words})[gl_VertexIndex]");
            let value = match scalar {
                Scalar::F32 => format!("uintBitsToFloat({word})"),
                Scalar::I32 => format!("int({word})"),
                _ => word,
            };
            let _ = writeln!(body, "    v{number}{path} = {value};");
        }
    }
    let place = "vec2[](vec2(-1.0), vec2(3.0, -1.0), vec2(-1.0, 3.0))[gl_VertexIndex]";
    let source = format!("{head}void main() {{\n    gl_Position = vec4({place}, 0.5, 1.0);\n{body}}}\n");
    compiled(&source, Stage::Vertex)
}

/// A geometry shader that writes outputs of each vertex to a buffer. Instances follow each other, as no shader behind the vertex
/// shader knows their numbers.
pub(crate) fn capture(
    case: &Case,
    module: &Module,
    captured: &[Leaf],
    size: usize,
) -> Result<Vec<u32>, String> {
    let mut head = String::from("#version 450\nlayout(points) in;\nlayout(points, max_vertices = 1) out;\n");
    let mut body = String::new();
    let clips = captured.iter().find(|leaf| leaf.builtin == Some(BuiltIn::ClipDistance));
    let clips = clips.map_or(0, |leaf| word_count(module, leaf.ty));
    let clip = if clips > 0 { format!("float gl_ClipDistance[{clips}]; ") } else { String::new() };
    let _ = writeln!(head, "in gl_PerVertex {{ vec4 gl_Position; float gl_PointSize; {clip}}} gl_in[];");
    let _ = writeln!(
        head,
        "layout(set = {OWN_SET}, binding = 0) buffer Captured {{ uint next; uint words[]; }};"
    );
    let number = if case.instances > 1 { "int(atomicAdd(next, 1))" } else { "gl_PrimitiveIDIn" };
    let _ = writeln!(body, "    int vertex = {number};");
    let mut at = 0;
    for (number, leaf) in captured.iter().enumerate() {
        let name = match placed(leaf, number, module, "in")? {
            Some(declaration) => {
                // The array of vertices is the outermost one.
                let whole = format!("v{number}");
                head += &declaration.replace(&format!(" {whole}"), &format!(" {whole}[]"));
                format!("{whole}[0]")
            }
            None => match leaf.builtin {
                Some(BuiltIn::Position | BuiltIn::PointSize | BuiltIn::ClipDistance) => {
                    format!("gl_in[0].{}", leaf.name)
                }
                _ => return Err(format!("output {} is not captured", leaf.name)),
            },
        };
        for (path, _, scalar) in scalars(module, leaf.ty) {
            let value = if scalar.is_float() { "floatBitsToUint" } else { "uint" };
            let _ = writeln!(body, "    words[vertex * {size} + {at}] = {value}({name}{path});");
            at += 1;
        }
    }
    compiled(&format!("{head}void main() {{\n{body}}}\n"), Stage::Geometry)
}

/// A fragment shader that does nothing.
pub(crate) fn empty_fragment() -> Result<Vec<u32>, String> {
    compiled("#version 450\nvoid main() {}\n", Stage::Fragment)
}

/// The attributes of a vertex shader.
pub(crate) fn attributes(case: &Case, module: &Module) -> Result<Vec<Attribute>, String> {
    let mut attributes = Vec::new();
    let lanes = case.vertices as usize;
    for leaf in interface(module, Storage::Input) {
        let Some(first) = leaf.location else { continue };
        let all = scalars(module, leaf.ty);
        let last = all.iter().map(|row| row.1).max().unwrap_or(0);
        for location in 0..=last {
            let own: Vec<usize> = (0..all.len()).filter(|&at| all[at].1 == location).collect();
            let scalar = own.first().map_or(Scalar::F32, |&at| all[at].2);
            let format = match (scalar, own.len()) {
                (Scalar::F32, 1) => Format::R32Float,
                (Scalar::F32, 2) => Format::Rg32Float,
                (Scalar::F32, 3) => Format::Rgb32Float,
                (Scalar::F32, 4) => Format::Rgba32Float,
                (Scalar::I32, 1) => Format::R32Sint,
                (Scalar::I32, 2) => Format::Rg32Sint,
                (Scalar::I32, 3) => Format::Rgb32Sint,
                (Scalar::I32, 4) => Format::Rgba32Sint,
                (Scalar::U32, 1) => Format::R32Uint,
                (Scalar::U32, 2) => Format::Rg32Uint,
                (Scalar::U32, 3) => Format::Rgb32Uint,
                (Scalar::U32, 4) => Format::Rgba32Uint,
                _ => return Err(format!("attributes of {} are not made", scalar.name())),
            };
            let mut data = vec![0; 4 * own.len() * case.first_vertex as usize];
            for lane in 0..lanes {
                let words = input_words(case, &leaf.name, all.len(), lane, lanes)?;
                for &at in &own {
                    let word = words.and_then(|words| words.get(at)).copied().unwrap_or(0);
                    data.extend_from_slice(&word.to_le_bytes());
                }
            }
            attributes.push(Attribute {
                location: first + location,
                format,
                bytes: data,
                per_instance: false,
            });
        }
    }
    Ok(attributes)
}
