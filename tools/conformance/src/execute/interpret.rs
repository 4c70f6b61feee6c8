//! The same programs in the interpreter: vertices, and a quad of fragments with interpolated inputs.

use vitrum::Stage;
use vitrum::ir::{BuiltIn, GlobalData, Module, Scalar, Storage};
use vitrum::reflect::{ResourceKind, reflect};
use vitrum_interp::{Environment, Error, Numbers, Value, Values, run_quad, run_vertices};

use super::link::interface_name;
use super::self_judging::{CORNERS, POSITION, Runs};
use super::values::{Given, block_bytes, interpreted};

/// Runs a program that judges itself; only vertex and fragment shaders are.
pub(crate) fn self_judging(modules: &[Module], runs: &Runs) -> Result<(), String> {
    let stage = |stage| modules.iter().find(|module| module.stage == stage);
    let (2, Some(vertex), Some(fragment)) = (modules.len(), stage(Stage::Vertex), stage(Stage::Fragment))
    else {
        return Err(lacking("other stages than those of vertices and fragments"));
    };
    for (index, given) in runs.0.iter().enumerate() {
        let corner = |at: &[f32; 4]| Values::from([(POSITION.to_owned(), Value::floats(at))]);
        let corners: Vec<Values> = CORNERS.iter().map(corner).collect();
        let mut environment = environment(vertex, given)?;
        let vertices = run_vertices(vertex, &mut environment, &corners).map_err(text)?;
        let outputs: Vec<Values> =
            vertices.lanes.into_iter().map(|lane| by_interface(vertex, lane.outputs)).collect();
        let quad = [[0, 0], [1, 0], [0, 1], [1, 1]].map(|at| fragment_inputs(fragment, &outputs, at));
        let mut environment = self::environment(fragment, given)?;
        let fragments = run_quad(fragment, &mut environment, &quad).map_err(text)?;
        for lane in &fragments.lanes {
            let color = color(fragment, &lane.outputs);
            match color.and_then(|value| first(&value)) {
                Some(red) if red == 1.0 && !lane.discarded => {}
                Some(_) => return Err(format!("wrong with values {index}")),
                None => return Err(format!("undefined with values {index}")),
            }
        }
    }
    Ok(())
}

/// The message for a feature that the interpreter lacks.
pub(crate) fn lacking(what: &str) -> String {
    format!("the interpreter lacks {what}")
}

/// An error as text: a feature that is not interpreted is no fault.
pub(crate) fn text(error: Error) -> String {
    match error {
        Error::Unsupported(what) => lacking(&what),
        Error::Limit(what) => lacking(what),
        error => error.to_string(),
    }
}

/// Uniforms and blocks.
pub(crate) fn environment(module: &Module, given: &[Given]) -> Result<Environment, String> {
    let mut environment = Environment::default();
    for (_, data) in module.globals.iter() {
        if data.storage == Storage::Uniform && data.block.is_none() {
            let name = module.names.get(data.name);
            let value = interpreted(module, data.ty, name, given)
                .ok_or_else(|| format!("the uniform `{name}` is not given"))?;
            environment.uniforms.insert(name.to_owned(), value);
        }
    }
    let reflection = reflect(module);
    for block in reflection.resources.iter().filter(|resource| resource.kind == ResourceKind::UniformBuffer) {
        let name = block.instance.as_ref().filter(|name| !name.is_empty()).unwrap_or(&block.name);
        environment.buffers.insert(name.clone(), block_bytes(&reflection, block, given));
    }
    Ok(environment)
}

/// Inputs of a fragment: of a strip of four vertices at the corners, at a place of two by two.
fn fragment_inputs(module: &Module, vertices: &[Values], at: [usize; 2]) -> Values {
    let weights = at.map(|step| if step == 0 { 0.25 } else { 0.75 });
    let weight = |corner: usize| {
        let x = if corner & 1 == 0 { 1.0 - weights[0] } else { weights[0] };
        let y = if corner & 2 == 0 { 1.0 - weights[1] } else { weights[1] };
        x * y
    };
    let mut inputs = Values::new();
    for (id, data) in module.globals.iter().filter(|(_, data)| data.storage == Storage::Input) {
        let shared = interface_name(module, id);
        let value = match data.decorations.builtin {
            Some(BuiltIn::FragCoord) => {
                Some(Value::floats(&[at[0] as f32 + 0.5, at[1] as f32 + 0.5, 0.5, 1.0]))
            }
            Some(BuiltIn::FrontFacing) => Some(Value::bool(true)),
            Some(_) => None,
            None => {
                let values: Vec<&Value> =
                    vertices.iter().filter_map(|outputs| outputs.get(&shared)).collect();
                mix(&values, &weight)
            }
        };
        if let Some(value) = value {
            inputs.insert(own_name(module, data, shared), value);
        }
    }
    inputs
}

/// Outputs by the names by which stages match them.
pub(crate) fn by_interface(module: &Module, mut outputs: Values) -> Values {
    let mut found = Values::new();
    for (id, data) in module.globals.iter().filter(|(_, data)| data.storage == Storage::Output) {
        let shared = interface_name(module, id);
        if let Some(value) = outputs.remove(&own_name(module, data, shared.clone())) {
            found.insert(shared, value);
        }
    }
    found
}

/// The name by which the interpreter knows a global: that of the block where it has none itself.
pub(crate) fn own_name(module: &Module, data: &GlobalData, shared: String) -> String {
    let name = module.names.get(data.name);
    if name.is_empty() { shared } else { name.to_owned() }
}

/// The weighted sum of floats; of integers, which do not vary, the last.
pub(crate) fn mix(values: &[&Value], weight: &dyn Fn(usize) -> f64) -> Option<Value> {
    let last = values.last()?;
    match last {
        Value::Numbers(numbers) if numbers.scalar == Scalar::F32 => {
            let mut sums = vec![0.0; numbers.bits.len()];
            let mut undefined = 0;
            for (corner, value) in values.iter().enumerate() {
                let numbers = value.numbers()?;
                undefined |= numbers.undefined;
                for (sum, value) in sums.iter_mut().zip(numbers.to_f64()) {
                    *sum += value * weight(corner);
                }
            }
            let bits = sums.iter().map(|&sum| u64::from((sum as f32).to_bits())).collect();
            Some(Value::Numbers(Numbers { undefined, ..Numbers::new(Scalar::F32, numbers.rows, bits) }))
        }
        Value::Numbers(_) => Some((*last).clone()),
        Value::Parts(parts) => {
            let part = |index| {
                let parts: Option<Vec<Value>> = values.iter().map(|value| value.part(index)).collect();
                mix(&parts?.iter().collect::<Vec<_>>(), weight)
            };
            Some(Value::Parts((0..parts.len()).map(part).collect::<Option<_>>()?))
        }
        Value::Resource { .. } | Value::Pointer(_) => None,
    }
}

/// The drawn colour: the one output there is, or the first element of an array.
pub(crate) fn color(module: &Module, outputs: &Values) -> Option<Value> {
    let is_color = |data: &GlobalData| {
        let not = Some(BuiltIn::FragDepth);
        data.storage == Storage::Output && data.decorations.builtin != not
    };
    let value = |data: &GlobalData| outputs.get(module.names.get(data.name)).cloned();
    let colors: Vec<&GlobalData> =
        module.globals.iter().map(|(_, data)| data).filter(|data| is_color(data)).collect();
    let first = colors.iter().find(|data| value(data).is_some())?;
    if colors.iter().all(|data| data.decorations.component.is_none()) {
        return value(first);
    }
    // Several variables have components of the same location.
    let mut color = Numbers::new(Scalar::F32, 4, vec![0; 4]);
    for data in colors.iter().filter(|data| data.decorations.location == first.decorations.location) {
        let value = value(data)?;
        let numbers = value.numbers()?;
        for (index, &bits) in numbers.bits.iter().enumerate() {
            let slot = data.decorations.component.unwrap_or(0) as usize + index;
            *color.bits.get_mut(slot)? = bits;
            color.undefined |= u64::from(numbers.is_undefined(index)) << slot;
        }
    }
    Some(Value::Numbers(color))
}

/// The first component, if it is defined.
fn first(value: &Value) -> Option<f64> {
    match value {
        Value::Parts(_) => first(&value.part(0)?),
        _ => {
            let numbers = value.numbers()?;
            if numbers.is_undefined(0) { None } else { numbers.to_f64().first().copied() }
        }
    }
}
