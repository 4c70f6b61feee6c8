//! Replaces loads and stores of inputs and outputs by operations on slots.
//!
//! ```text
//! in vec4 color[2] at location 1                      color: slot(0)
//!
//! %0: ptr<input, vec4<f32>> = access @color, %i   =>  %0: vec2<f32> = intrinsic.barycentric 0u32, 0u32
//! %1: vec4<f32> = load %0                             %1: vec4<f32> = intrinsic.load_interpolated_input %0, 0u32, %i, 0u32
//! ```
//!
//! A slot has four components of 32 bits; each column, element and member begins a slot, and the elements of `gl_ClipDistance`
//! and its like follow one another. The global says its first slot (the decoration `slot`); its location stays, for other stages.
//! Slots are numbered from 0, in order of locations, then of built-in variables; or a slot is a location. Inputs of fragment shaders
//! are interpolated with weights of the vertices, at the centre, at a covered point or at the sample. With an element for each
//! vertex, the vertex is an operand. A dynamic component is selected from the whole slot, and stored by branches.
//!
//! Built-in inputs that come from no other stage stay for `lower_system_values`. A variable stays if a call gets its address.
//!
//! Mesa calls this `nir_lower_io`.

mod access;
mod plan;
mod shapes;
mod values;

use crate::framework::rewrite::rewrite_function;
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, PassOptions, Settings};
use access::Lowering;
use plan::Plan;
use values::MOST_PARTS;
use vitrum_ir::machine::is_system_value;
use vitrum_ir::{Decorations, GlobalData, Module, Qualifiers, Span, Storage};

/// Options of `lower_io`.
#[derive(Clone, Copy, Debug)]
pub struct LowerIo {
    /// True if inputs are lowered.
    pub inputs: bool,
    /// True if outputs are lowered.
    pub outputs: bool,
    /// True if a slot is a location, and that of a built-in variable one behind all locations.
    pub locations: bool,
    /// True if inputs of fragment shaders are interpolated with weights, false if they are loaded as they are.
    pub barycentric: bool,
}

impl Default for LowerIo {
    fn default() -> Self {
        Self { inputs: true, outputs: true, locations: false, barycentric: true }
    }
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "variables",
        values: "all|inputs|outputs",
        summary: "variables that are lowered",
        set: set_variables,
    },
    PassOption {
        name: "slots",
        values: "dense|locations",
        summary: "the slot of a variable: the next free number, or its location",
        set: |options, text| choose(options, text, ["dense", "locations"], |it, value| it.locations = value),
    },
    PassOption {
        name: "interpolation",
        values: "weights|loads",
        summary: "inputs of fragment shaders: interpolated with weights of the vertices, or loaded as they are",
        set: |options, text| choose(options, text, ["loads", "weights"], |it, value| it.barycentric = value),
    },
];

fn set_variables(options: &mut PassOptions, text: &str) -> Option<()> {
    let (inputs, outputs) = match text {
        "all" => (true, true),
        "inputs" => (true, false),
        "outputs" => (false, true),
        _ => return None,
    };
    options.change(|it: &mut LowerIo| (it.inputs, it.outputs) = (inputs, outputs));
    Some(())
}

/// Sets a choice between two words.
fn choose(
    options: &mut PassOptions,
    text: &str,
    words: [&str; 2],
    set: fn(&mut LowerIo, bool),
) -> Option<()> {
    let value = words.iter().position(|&word| word == text)? == 1;
    options.change(|it: &mut LowerIo| set(it, value));
    Some(())
}

/// True if the pass lowers a global, as far as its declaration says.
fn is_lowered(module: &Module, data: &GlobalData, options: &LowerIo) -> bool {
    match data.storage {
        Storage::Input => options.inputs && !is_system_value(module, data),
        Storage::Output => options.outputs,
        _ => false,
    }
}

/// True if the module has inputs or outputs without slots.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let options: LowerIo = settings.options.get();
    let is_open = |data: &GlobalData| is_lowered(module, data, &options) && data.decorations.slot.is_none();
    module.entry.is_some() && module.globals.values().any(is_open)
}

/// The first output with a value for each view.
fn first_of_views(module: &Module) -> Option<Span> {
    let has_views = |decorations: &Decorations| decorations.qualifiers.contains(Qualifiers::PER_VIEW);
    let mut outputs = module.globals.values().filter(|data| data.storage == Storage::Output);
    let found = outputs.find(|data| {
        let members = module.members(module.types.innermost(data.ty));
        has_views(&data.decorations) || members.iter().any(|member| has_views(&member.decorations))
    });
    found.map(|data| data.origin.span)
}

/// Lowers accesses in all functions; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options: LowerIo = session.settings().options.get();
    if let Some(span) = first_of_views(module) {
        session.refuse(span, "outputs of a machine have no values for each view (`perviewNV`)");
        return 0;
    }
    let plan = Plan::new(module, &options);
    let mut changes = 0;
    for id in module.code_ids() {
        let mut refused = None;
        changes += rewrite_function(module, id, session, Lowering::new(&plan, id, &mut refused));
        if let Some(span) = refused {
            session.refuse(
                span,
                format!("an input or output of more than {MOST_PARTS} slots is moved as a whole"),
            );
            return changes;
        }
    }
    for (&global, row) in &plan.globals {
        module.globals[global].decorations.slot = Some(row.slot);
        changes += 1;
    }
    changes
}
