//! Geometry and tessellation shaders: their inputs, which have an element for each vertex, and the shaders around them. What they
//! write to memory is compared.

use std::fmt::Write;

use vitrum::Stage;
use vitrum_interp::{Value, Values};
use vitrum_ir::{
    BuiltIn, Decorations, GlobalData, Module, Primitive, Qualifiers, Scalar, Storage, Type, TypeData,
};
use vitrum_runner::{Shader, Topology};

use super::around::{compiled, empty_fragment, placed};
use super::case::Case;
use super::interpret::input_words;
use super::shape::{Leaf, global_name, length, scalars, value, word_count};

/// The vertices of a primitive, and the number of vertices in all.
fn vertices(case: &Case, module: &Module) -> Result<(usize, usize), String> {
    if module.stage != Stage::Geometry {
        return Ok((case.patch as usize, case.patch as usize));
    }
    let each = module.execution.input_primitive.and_then(Primitive::input_vertices);
    let each = each.ok_or("the geometry shader has no primitives")? as usize;
    Ok((each, (case.vertices as usize).next_multiple_of(each)))
}

/// The type of an element of an input with an element for each vertex, and the length of the array.
fn per_vertex(module: &Module, data: &GlobalData) -> Option<(Type, usize)> {
    let is_patch = data.decorations.qualifiers.contains(Qualifiers::PATCH);
    match module.types.get(data.ty) {
        TypeData::Array { element, length: count }
            if data.storage == Storage::Input && !is_patch && data.decorations.builtin.is_none() =>
        {
            Some((element, length(module, count)))
        }
        _ => None,
    }
}

/// The variables that a vertex has, with their types in one vertex.
fn leaves(module: &Module) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    for data in module.globals.values() {
        let Some((ty, _)) = per_vertex(module, data) else { continue };
        let leaf = |name: &str, ty, decorations: &Decorations, location| Leaf {
            name: name.to_owned(),
            ty,
            location,
            component: decorations.component.unwrap_or(0),
            builtin: decorations.builtin,
        };
        if data.block.is_none() {
            let place = data.decorations.location;
            leaves.push(leaf(module.names.get(data.name), ty, &data.decorations, place));
        }
        // Members of a block of the harness take a location each.
        let members = module.members(ty).iter().filter(|_| data.block.is_some());
        for (at, member) in (0..).zip(members) {
            let next = data.decorations.location.map(|first| first + at);
            let place = member.decorations.location.or(next);
            leaves.push(leaf(module.names.get(member.name), member.ty, &member.decorations, place));
        }
    }
    leaves
}

/// The inputs of each invocation: a primitive each for a geometry shader, else the invocations of one patch.
pub(crate) fn inputs(case: &Case, module: &Module) -> Result<Vec<Values>, String> {
    let (each, total) = vertices(case, module)?;
    let lanes = match module.stage {
        Stage::Geometry => total / each.max(1),
        Stage::TessControl => module.execution.max_vertices.unwrap_or(1) as usize,
        _ => 3,
    };
    let mut all = Vec::new();
    for lane in 0..lanes {
        let mut values = Values::new();
        let (primitive, first) = if module.stage == Stage::Geometry { (lane, lane * each) } else { (0, 0) };
        for data in module.globals.values().filter(|data| data.storage == Storage::Input) {
            let given = match data.decorations.builtin {
                Some(BuiltIn::PrimitiveId) => Some(Value::i32(primitive as i32)),
                Some(BuiltIn::InvocationId) if module.stage == Stage::TessControl => {
                    Some(Value::i32(lane as i32))
                }
                Some(BuiltIn::PatchVertices) => Some(Value::i32(each as i32)),
                Some(BuiltIn::TessCoord) => {
                    Some(Value::floats(&[0, 1, 2].map(|at| if at == lane { 1.0 } else { 0.0 })))
                }
                _ => None,
            };
            let given = match (given, per_vertex(module, data)) {
                (None, Some((element, count))) => {
                    let vertex = |at| vertex(case, module, data, element, (first + at, total));
                    let mut parts: Vec<Value> = (0..each.min(count)).map(vertex).collect::<Result<_, _>>()?;
                    // A patch may have fewer vertices than the array has elements.
                    let mut none = value(module, element, &mut std::iter::empty());
                    none.undefine();
                    parts.resize(count, none);
                    Some(Value::Parts(parts))
                }
                (given, _) => given,
            };
            values.extend(given.map(|given| (global_name(module, data), given)));
        }
        all.push(values);
    }
    Ok(all)
}

/// The values of one of several vertices.
fn vertex(
    case: &Case,
    module: &Module,
    data: &GlobalData,
    ty: Type,
    (at, total): (usize, usize),
) -> Result<Value, String> {
    let mut words = Vec::new();
    let mut add = |name: &str, ty: Type| -> Result<(), String> {
        let count = word_count(module, ty);
        let own = input_words(case, name, count, at, total)?;
        words.extend_from_slice(own.unwrap_or(&vec![0; count]));
        Ok(())
    };
    if data.block.is_some() {
        for member in module.members(ty) {
            add(module.names.get(member.name), member.ty)?;
        }
    } else {
        add(&global_name(module, data), ty)?;
    }
    Ok(value(module, ty, &mut words.into_iter()))
}

/// The shaders of a draw, its topology and its number of vertices.
pub(crate) fn shaders(
    case: &Case,
    module: &Module,
    words: Vec<u32>,
) -> Result<(Vec<Shader>, Topology, u32), String> {
    use vitrum_runner::Stage as At;
    let (each, total) = vertices(case, module)?;
    let shader = |stage, words| Shader { stage, words, specialization: Vec::new() };
    let first = shader(At::Vertex, vertex_shader(case, module, total)?);
    let last = shader(At::Fragment, empty_fragment()?);
    let patches = Topology::Patches(each as u32);
    let (shaders, topology) = match module.stage {
        Stage::Geometry => {
            let topology = match module.execution.input_primitive {
                Some(Primitive::Points) => Topology::Points,
                Some(Primitive::Lines) => Topology::Lines,
                Some(Primitive::LinesAdjacency) => Topology::LinesAdjacency,
                Some(Primitive::TrianglesAdjacency) => Topology::TrianglesAdjacency,
                _ => Topology::Triangles,
            };
            (vec![first, shader(At::Geometry, words), last], topology)
        }
        Stage::TessControl => {
            let source = "#version 450\nlayout(triangles) in;\nvoid main() { gl_Position = vec4(0.0); }\n";
            let behind = shader(At::TessEvaluation, compiled(source, Stage::TessEvaluation)?);
            (vec![first, shader(At::TessControl, words), behind, last], patches)
        }
        _ => {
            let before = shader(At::TessControl, control_shader(module, each)?);
            (vec![first, before, shader(At::TessEvaluation, words), last], patches)
        }
    };
    Ok((shaders, topology, total as u32))
}

/// A vertex shader that gives each vertex its variables.
fn vertex_shader(case: &Case, module: &Module, total: usize) -> Result<Vec<u32>, String> {
    let mut head = String::from("#version 450\n");
    let mut body = String::from("    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n    gl_PointSize = 1.0;\n");
    for (number, leaf) in leaves(module).iter().enumerate() {
        let name = match placed(leaf, number, module, "out")? {
            Some(declaration) => {
                head += &declaration;
                format!("v{number}")
            }
            None if case.inputs.contains_key(&leaf.name) => leaf.name.clone(),
            None => continue,
        };
        let count = word_count(module, leaf.ty);
        for (at, (path, _, scalar)) in scalars(module, leaf.ty).iter().enumerate() {
            let mut words = Vec::new();
            for lane in 0..total {
                let own = input_words(case, &leaf.name, count, lane, total)?;
                let word = own.and_then(|words| words.get(at)).copied().unwrap_or(0);
                words.push(format!("{word}u"));
            }
            let word = format!("uint[]({})[gl_VertexIndex]", words.join(", "));
            let given = match scalar {
                Scalar::F32 => format!("uintBitsToFloat({word})"),
                Scalar::I32 => format!("int({word})"),
                _ => word,
            };
            let _ = writeln!(body, "    {name}{path} = {given};");
        }
    }
    compiled(&format!("{head}void main() {{\n{body}}}\n"), Stage::Vertex)
}

/// A tessellation control shader that passes on what vertices have.
fn control_shader(module: &Module, each: usize) -> Result<Vec<u32>, String> {
    let mut head = format!("#version 450\nlayout(vertices = {each}) out;\n");
    let mut body = String::from(
        "    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n\
         \x20   gl_TessLevelOuter = float[](1.0, 1.0, 1.0, 1.0);\n    gl_TessLevelInner = float[](1.0, 1.0);\n",
    );
    for (number, leaf) in leaves(module).iter().enumerate() {
        let (Some(read), Some(written)) =
            (placed(leaf, number, module, "in")?, placed(leaf, number, module, "out")?)
        else {
            continue;
        };
        let old = format!(" v{number}");
        head += &read.replace(&old, &format!(" i{number}[]"));
        head += &written.replace(&old, &format!(" o{number}[]"));
        let _ = writeln!(body, "    o{number}[gl_InvocationID] = i{number}[gl_InvocationID];");
    }
    compiled(&format!("{head}void main() {{\n{body}}}\n"), Stage::TessControl)
}
