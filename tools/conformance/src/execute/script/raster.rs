//! Rasterises triangles in the interpreter: coverage, interpolated inputs, and fragments.

use vitrum::ir::{BuiltIn, GlobalData, Interpolation, Module, Storage, Type, TypeData};
use vitrum_interp::{Environment, Value, Values, run_quad};

use crate::execute::interpret::{color, lacking, mix, own_name, text};
use crate::execute::link::interface_name;
use crate::execute::values::{self, Component, Given};

/// Vertices with their outputs, in triangles, and other inputs of fragments.
pub(super) struct Drawn {
    pub(super) vertices: Vec<Vertex>,
    pub(super) triangles: Vec<[usize; 3]>,
    pub(super) environment: Environment,
}

/// A vertex after its shader.
pub(super) struct Vertex {
    pub(super) position: [f64; 4],
    /// On which side of each clipping and culling plane: negative is outside.
    pub(super) clip: Vec<f64>,
    pub(super) cull: Vec<f64>,
    pub(super) outputs: Values,
}

/// The colour of a pixel, and which components of it are undefined; none where nothing is drawn.
pub(super) fn shade(
    module: &Module,
    drawn: &Drawn,
    pixel: [u32; 2],
    size: [u32; 2],
) -> Result<Option<([f32; 4], u64)>, String> {
    let mut found = None;
    for (number, triangle) in drawn.triangles.iter().enumerate() {
        let corners = triangle.map(|at| drawn.vertices.get(at));
        let [Some(a), Some(b), Some(c)] = corners else { continue };
        let primitive = Primitive { corners: [a, b, c], number: number as i32, size };
        if !primitive.covers(pixel) {
            continue;
        }
        let first = pixel.map(|at| at & !1);
        let quad = [[0, 0], [1, 0], [0, 1], [1, 1]]
            .map(|step| fragment_inputs(module, &primitive, [first[0] + step[0], first[1] + step[1]]));
        let mut environment = drawn.environment.clone();
        let outcome = run_quad(module, &mut environment, &quad).map_err(text)?;
        let lane = outcome.lanes.get(((pixel[0] & 1) + 2 * (pixel[1] & 1)) as usize).ok_or("no fragment")?;
        if lane.discarded {
            continue;
        }
        let value = color(module, &lane.outputs).ok_or_else(|| lacking("outputs of this kind"))?;
        let value = if let Value::Parts(_) = value { value.part(0).ok_or("no output")? } else { value };
        let numbers = value.numbers().ok_or("an output without numbers")?;
        let mut all = numbers.to_f64();
        all.resize(4, 1.0);
        let all: Vec<f32> = all.into_iter().map(|value| value as f32).collect();
        found = all.try_into().ok().map(|color| (color, numbers.undefined));
    }
    Ok(found)
}

/// A triangle on the screen.
struct Primitive<'a> {
    corners: [&'a Vertex; 3],
    /// Number of the primitive in the draw.
    number: i32,
    size: [u32; 2],
}

impl Primitive<'_> {
    /// True if there is a fragment of it at a pixel.
    fn covers(&self, pixel: [u32; 2]) -> bool {
        let inside = |weights: [f64; 3]| {
            weights.iter().all(|&weight| weight >= 0.0) && !is_outside(self.corners, weights)
        };
        weights(self.corners, pixel, self.size).is_some_and(inside)
    }
}

/// Weight of each corner of a triangle in a pixel, on the screen.
fn weights(corners: [&Vertex; 3], pixel: [u32; 2], size: [u32; 2]) -> Option<[f64; 3]> {
    let at = [0, 1].map(|axis| {
        let (at, size) = (f64::from(pixel[axis]), f64::from(size[axis]));
        2.0 * (at + 0.5) / size - 1.0
    });
    let [a, b, c] = corners.map(|corner| [0, 1].map(|axis| corner.position[axis] / corner.position[3]));
    let cross =
        |a: [f64; 2], b: [f64; 2], c: [f64; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let area = cross(a, b, c);
    (area != 0.0).then(|| [cross(b, c, at) / area, cross(c, a, at) / area, cross(a, b, at) / area])
}

/// True if a triangle is culled, or clipped where its corners have these weights on the screen.
fn is_outside(corners: [&Vertex; 3], weights: [f64; 3]) -> bool {
    let planes = |of: fn(&Vertex) -> &Vec<f64>| {
        let count = corners.iter().map(|corner| of(corner).len()).min().unwrap_or(0);
        (0..count).map(move |plane| corners.map(|corner| of(corner)[plane]))
    };
    let culled = planes(|corner| &corner.cull).any(|sides| sides.iter().all(|&side| side < 0.0));
    culled
        || planes(|corner| &corner.clip).any(|sides| {
            let between = |at: usize| weights[at] * sides[at] / corners[at].position[3];
            (0..3).map(between).sum::<f64>() < 0.0
        })
}

/// True if a triangle is seen from the front: its corners go round to the left.
fn is_front(corners: [&Vertex; 3]) -> bool {
    let [a, b, c] = corners.map(|corner| [0, 1].map(|axis| corner.position[axis] / corner.position[3]));
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0.0
}

/// Inputs of a fragment.
fn fragment_inputs(module: &Module, primitive: &Primitive<'_>, pixel: [u32; 2]) -> Values {
    let &Primitive { corners, number, size } = primitive;
    let flat = weights(corners, pixel, size).unwrap_or([0.0, 0.0, 1.0]);
    let over = corners.map(|corner| 1.0 / corner.position[3]);
    let sum: f64 = flat.iter().zip(over).map(|(weight, over)| weight * over).sum();
    let smooth = [0, 1, 2].map(|at| flat[at] * over[at] / sum);
    let mut inputs = Values::new();
    for (id, data) in module.globals.iter().filter(|(_, data)| data.storage == Storage::Input) {
        let shared = interface_name(module, id);
        let value = match data.decorations.builtin {
            Some(BuiltIn::FragCoord) => {
                let depth: f64 =
                    [0, 1, 2].iter().map(|&at| flat[at] * corners[at].position[2] * over[at]).sum();
                let [x, y] = pixel.map(|at| at as f32 + 0.5);
                Some(Value::floats(&[x, y, (depth * 0.5 + 0.5) as f32, sum as f32]))
            }
            Some(BuiltIn::FrontFacing) => Some(Value::bool(is_front(corners))),
            Some(BuiltIn::PrimitiveId) => Some(Value::i32(number)),
            Some(BuiltIn::HelperInvocation) => Some(Value::bool(!primitive.covers(pixel))),
            Some(BuiltIn::SampleMask) => {
                let covered = Component::Bits(u64::from(primitive.covers(pixel)));
                let mask = Given { path: "mask[0]".to_owned(), components: vec![covered] };
                values::interpreted(module, data.ty, "mask", &[mask])
            }
            _ => {
                // The compatibility profile has other names for colours in front of fragments.
                let source = match shared.as_str() {
                    "gl_Color" => "gl_FrontColor",
                    "gl_SecondaryColor" => "gl_FrontSecondaryColor",
                    other => other,
                };
                let place = place(data);
                let output = |corner: &&'_ Vertex| {
                    let placed = place.as_ref().and_then(|place| corner.outputs.get(place));
                    placed.or_else(|| corner.outputs.get(source)).cloned()
                };
                let all: Vec<Value> = corners.iter().filter_map(output).collect();
                let all: Vec<&Value> = all.iter().collect();
                let weight = |kind: Option<Interpolation>, corner: usize| match kind {
                    Some(Interpolation::Flat) => f64::from(u8::from(corner == 2)),
                    Some(Interpolation::NoPerspective) => flat.get(corner).copied().unwrap_or(0.0),
                    _ => smooth.get(corner).copied().unwrap_or(0.0),
                };
                blend(module, data.ty, data.decorations.interpolation, &all, &weight)
            }
        };
        if let Some(value) = value {
            inputs.insert(own_name(module, data, shared), value);
        }
    }
    inputs
}

/// Interpolates between values of the corners: members of blocks have an interpolation each.
fn blend(
    module: &Module,
    ty: Type,
    kind: Option<Interpolation>,
    values: &[&Value],
    weight: &dyn Fn(Option<Interpolation>, usize) -> f64,
) -> Option<Value> {
    let parts = match module.types.get(ty) {
        TypeData::Array { element, .. } => match values.first()? {
            Value::Parts(parts) => vec![(element, kind); parts.len()],
            _ => return None,
        },
        TypeData::Struct(_) => {
            let members = module.members(ty).iter();
            members.map(|member| (member.ty, member.decorations.interpolation.or(kind))).collect()
        }
        _ => return mix(values, &|corner| weight(kind, corner)),
    };
    let part = |(index, (ty, kind)): (usize, (Type, Option<Interpolation>))| {
        let parts: Vec<Value> = values.iter().map(|value| value.part(index)).collect::<Option<_>>()?;
        blend(module, ty, kind, &parts.iter().collect::<Vec<_>>(), weight)
    };
    Some(Value::Parts(parts.into_iter().enumerate().map(part).collect::<Option<_>>()?))
}

/// The outputs of a vertex, also under the names of their locations, by which they are matched.
pub(super) fn by_place(module: &Module, mut outputs: Values) -> Values {
    for (id, data) in module.globals.iter().filter(|(_, data)| data.storage == Storage::Output) {
        let value = outputs.get(&interface_name(module, id)).cloned();
        if let (Some(place), Some(value)) = (place(data), value) {
            outputs.insert(place, value);
        }
    }
    outputs
}

/// The name of the location and component of a variable that has one; it is none that a variable can have.
fn place(data: &GlobalData) -> Option<String> {
    let decorations = &data.decorations;
    decorations.location.map(|location| format!("{location}.{}", decorations.component.unwrap_or(0)))
}
