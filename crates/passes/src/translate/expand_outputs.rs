//! Makes every color output a vector of four components, for devices whose targets have four.
//!
//! ```text
//! global @c: vec3<f32> output location(0)    =>    global @c_value: vec3<f32> private
//!                                                  global @c: vec4<f32> output location(0)
//! return                                           %0: vec3<f32> = load @c_value
//!                                                  %1: vec4<f32> = construct %0, 1.0f32
//!                                                  store @c, %1
//!                                                  return
//! ```
//!
//! Components that the shader does not have are 0, and the fourth is 1 or 0 as the option says. Outputs that share a location by
//! `component` become one; arrays become an output for each element.
//!
//! None of ANGLE, Tint, naga, NIR and spirv-opt has it as a pass; back ends for Direct3D and Metal do it while they print.

use super::outputs::{add_beside, color_location, elements, hide};
use super::reads::remove_reported;
use crate::framework::notes::{Renamed, Role};
use crate::framework::rewrite::{Rewriter, insert_at_returns};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use vitrum_ir::{Global, Module, Op, Operand, Scalar, Stage, Type};

/// Options of `expand_outputs`.
#[derive(Clone, Debug)]
pub struct ExpandOutputs {
    /// The fourth component of outputs that have none.
    pub alpha: f64,
}

impl Default for ExpandOutputs {
    fn default() -> Self {
        Self { alpha: 1.0 }
    }
}

pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "alpha",
    values: "0|1",
    summary: "fourth component of outputs that have none; 1 by default",
    set: |options, text| {
        let alpha = match text {
            "0" => 0.0,
            "1" => 1.0,
            _ => return None,
        };
        options.change::<ExpandOutputs>(|it| it.alpha = alpha);
        Some(())
    },
}];

/// The components that an output, or an element of one, gives to a location.
#[derive(Clone, Copy, Debug)]
struct Part {
    output: Global,
    /// The element, if the output is an array.
    element: Option<u32>,
    first: u32,
    count: u32,
}

/// A target: location and index, with the type of its components.
type Targets = BTreeMap<(u32, u32), (Scalar, Vec<Part>)>;

/// The targets of the outputs that have fewer than four components, or share a location.
fn find(module: &Module) -> Targets {
    let mut targets = Targets::new();
    if module.stage != Stage::Fragment || module.entry.is_none() {
        return targets;
    }
    let all = module.globals.iter().filter_map(|(id, data)| Some((id, color_location(data)?)));
    for (output, location) in all {
        let data = &module.globals[output];
        // A format in the framebuffer has its own number of components.
        if data.decorations.format.is_some() {
            continue;
        }
        let (ty, length) = elements(module, data.ty);
        let (Some(scalar), Some(count)) = (module.types.scalar_of(ty), module.types.vector_size(ty)) else {
            continue;
        };
        let is_array = ty != data.ty;
        let (first, index) = (data.decorations.component.unwrap_or(0), data.decorations.index.unwrap_or(0));
        for element in 0..length {
            let part = Part { output, element: is_array.then_some(element), first, count };
            let key = (location.saturating_add(element), index);
            targets.entry(key).or_insert((scalar, Vec::new())).1.push(part);
        }
    }
    // Elements of an array stay together.
    let narrow: Vec<Global> = targets
        .values()
        .flat_map(|row| &row.1)
        .filter(|part| part.count < 4)
        .map(|part| part.output)
        .collect();
    targets.retain(|_, row| row.1.iter().any(|part| narrow.contains(&part.output)));
    targets
}

/// True if an output has fewer than four components.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    !find(module).is_empty()
}

/// Expands the outputs; gives the number of targets.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings().options.get::<ExpandOutputs>();
    let (targets, Some(entry)) = (find(module), module.entry) else { return 0 };
    let mut copies: BTreeMap<Global, Global> = BTreeMap::new();
    for part in targets.values().flat_map(|row| &row.1) {
        if let Entry::Vacant(entry) = copies.entry(part.output) {
            let Some(copy) = hide(module, session, part.output) else { return 0 };
            entry.insert(copy);
        }
    }
    let mut writes = Vec::new();
    let mut renamed = Vec::new();
    for (&(location, _), (scalar, parts)) in &targets {
        let Some(first) = parts.first() else { continue };
        let ty = module.types.vector(*scalar, 4);
        let like = module.globals[first.output].clone();
        let name = module.names.get(like.name).to_owned();
        let single = first.element.map_or(name.clone(), |element| format!("{name}_{element}"));
        writes.push((add_beside(module, &single, &like, ty, location), ty, parts));
        for part in parts {
            let from = module.names.get(module.globals[part.output].name).to_owned();
            if from != single {
                renamed.push(Renamed::new(Role::Output, from, single.clone()));
            }
        }
    }
    session.add_renamed(renamed);
    insert_at_returns(module, entry, session, |rewriter| {
        for (target, ty, parts) in &writes {
            let value = gather(rewriter, *ty, parts, &copies, options.alpha);
            rewriter.store(*target, value);
        }
    });
    let gone: Vec<Global> = copies.keys().copied().collect();
    remove_reported(module, session, &gone);
    targets.len()
}

/// Builds the four components of a target.
fn gather(
    rewriter: &mut Rewriter<'_>,
    ty: Type,
    parts: &[Part],
    copies: &BTreeMap<Global, Global>,
    alpha: f64,
) -> Operand {
    let scalar = rewriter.module().types.scalar_of(ty).map_or(ty, vitrum_ir::types::common::scalar);
    let [zero, alpha] = [0.0, alpha].map(|number| rewriter.number(scalar, number));
    let mut components = [zero, zero, zero, alpha];
    let mut precision = vitrum_ir::Precision::None;
    for part in parts {
        let Some(&copy) = copies.get(&part.output) else { continue };
        let address = match part.element {
            None => copy.into(),
            Some(element) => {
                let index = rewriter.module_mut().constants.i32(element as i32);
                rewriter.access(copy, &[index.into()])
            }
        };
        let value = rewriter.load(address);
        precision = rewriter.precision(value);
        for index in 0..part.count {
            let component =
                if part.count == 1 { value } else { rewriter.op_imm(Op::Extract, &[value], index) };
            if let Some(slot) = components.get_mut((part.first + index) as usize) {
                *slot = component;
            }
        }
    }
    rewriter.push(Op::Construct, &components, 0, ty, precision)
}
