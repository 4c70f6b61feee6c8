//! Removes uniforms, buffers, textures, shared and private variables, and specialisation constants that no function uses.
//!
//! ```text
//! spec $n: i32 id(0) = 4i32                               global @used: #U uniform binding(0)
//! global @used: #U uniform binding(0)                =>
//! global @other: #V uniform binding(1)                    (nothing names @other, $n)
//! ```
//!
//! Optimising compilations run it behind all lowerings, so that the places which those choose are the same at every level.
//! `bindings=keep` keeps what the application binds. `interface=inputs` also removes inputs that no function names, which a stage
//! before may write all the same; `interface=remove` outputs too, for those who know what the next stage reads. What a linker may need
//! stays: everything in units, and what decorations refer to.
//!
//! spirv-opt: `--eliminate-dead-code-aggressive` with `--preserve-bindings`, `--preserve-interface`; ANGLE: `RemoveUnreferencedVariables`;
//! NIR: `nir_remove_dead_variables`; naga: `compact`; Tint writes what the entry point references.

use super::reads::remove_reported;
use super::specialize;
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use rustc_hash::FxHashSet;
use vitrum_ir::{
    Constant, ConstantKind, Decorations, Global, GlobalData, Length, Module, SpecConstant, SpirvOperand,
    Stage, Storage, Type, TypeData, visit,
};

/// Options of `remove_unused_resources`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemoveUnusedResources {
    /// True if variables with a binding stay: uniforms, buffers, textures, samplers, images and atomic counters.
    pub keeps_bindings: bool,
    /// True if specialisation constants stay.
    pub keeps_constants: bool,
    /// True if functions that nothing calls are written to SPIR-V. Dead code elimination takes them from optimised modules.
    pub keeps_functions: bool,
    /// The inputs and outputs that go; none if it is not said.
    pub interface: Option<Interface>,
}

/// The inputs and outputs that go if no function names them; hit attributes count as inputs of hit shaders. Those that are captured stay,
/// inputs by which a fragment runs once a sample, and built-in outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    /// None.
    Keep,
    /// Inputs, as with spirv-opt: Vulkan has outputs that no input takes, and no input without an output.
    Inputs,
    /// Inputs and outputs.
    Remove,
}

/// The values of the option `interface`.
const INTERFACES: [(&str, Interface); 3] =
    [("keep", Interface::Keep), ("inputs", Interface::Inputs), ("remove", Interface::Remove)];

/// An option with the values `keep` and `remove`.
macro_rules! option {
    ($name:literal, $summary:literal, $field:ident, $true:literal) => {
        PassOption {
            name: $name,
            values: "keep|remove",
            summary: $summary,
            set: |options, text| {
                let set = matches!(text, "keep" | "remove").then_some(text == $true)?;
                options.change::<RemoveUnusedResources>(|it| it.$field = set);
                Some(())
            },
        }
    };
}

pub(crate) const OPTIONS: &[PassOption] = &[
    option!("bindings", "unused variables with a binding; by default `remove`", keeps_bindings, "keep"),
    option!("constants", "unused specialisation constants; by default `remove`", keeps_constants, "keep"),
    option!(
        "functions",
        "functions that nothing calls, at `-O0`; by default `remove`",
        keeps_functions,
        "keep"
    ),
    PassOption {
        name: "interface",
        values: "keep|inputs|remove",
        summary: "unused inputs and outputs; by default `inputs` for a module of SPIR-V, else `keep`",
        set: |options, text| {
            let row = INTERFACES.iter().find(|row| row.0 == text)?;
            options.change::<RemoveUnusedResources>(|it| it.interface = Some(row.1));
            Some(())
        },
    },
];

/// True if something is unused.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let options = settings.options.get::<RemoveUnusedResources>();
    !unused_globals(module, options).is_empty() || has_unused_constants(module, options)
}

/// Removes what is unused; gives the number of variables and constants.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings().options.get::<RemoveUnusedResources>();
    let unused = unused_globals(module, options);
    if !unused.is_empty() {
        let unused: Vec<Global> = unused.iter().copied().collect();
        remove_reported(module, session, &unused);
        close_structs(module);
    }
    let count = unused.len();
    if module.spec_constants.is_empty() || !has_unused_constants(module, options) {
        return count;
    }
    // Nothing uses them, so that any value will do. Where one does not fit, they stay.
    let used = used_constants(module);
    let refusals = session.refusals.len();
    let replaced = specialize::replace(module, session, &|_, id| (!used.contains(&id)).then_some(None));
    session.refusals.truncate(refusals);
    count + replaced.unwrap_or(0)
}

/// Gives structs that are no blocks any more an element where they end in a runtime array, which blocks alone may have. Nothing uses them.
fn close_structs(module: &mut Module) {
    let mut blocks = FxHashSet::default();
    for data in module.globals.values() {
        if (data.block.is_some() || module.is_structured_heap(data))
            && let TypeData::Struct(id) = module.types.get(module.types.innermost(data.ty))
        {
            blocks.insert(id);
        }
    }
    for (_, data) in module.types.iter() {
        if let TypeData::BufferReference { block, .. } | TypeData::Descriptor { block, .. } = data {
            blocks.insert(block);
        }
    }
    for (_, data) in module.structs.iter_mut().filter(|row| !blocks.contains(&row.0)) {
        let Some(last) = data.members.last_mut() else { continue };
        if let TypeData::RuntimeArray { element } = module.types.get(last.ty) {
            last.ty = element;
        }
    }
}

/// True if a variable may go once nothing names it.
fn is_removable(module: &Module, data: &GlobalData, options: RemoveUnusedResources) -> bool {
    let goes_as_input = matches!(options.interface, Some(Interface::Inputs | Interface::Remove));
    match data.storage {
        Storage::Uniform
        | Storage::Opaque
        | Storage::Buffer
        | Storage::AtomicCounter
        | Storage::TileImage => !options.keeps_bindings,
        Storage::PushConstant | Storage::ShaderRecord | Storage::Shared | Storage::Private => true,
        Storage::Input => goes_as_input && is_plain(module, data),
        Storage::Output => options.interface == Some(Interface::Remove) && is_plain(module, data),
        // An output of intersection shaders, an input of others.
        Storage::HitAttribute if module.stage == Stage::Intersection => {
            options.interface == Some(Interface::Remove)
        }
        Storage::HitAttribute => goes_as_input,
        // Others are shared with the shaders that are called, or with what is not GLSL.
        Storage::Function
        | Storage::PhysicalBuffer
        | Storage::Texel
        | Storage::TaskPayload
        | Storage::RayPayload
        | Storage::IncomingRayPayload
        | Storage::CallableData
        | Storage::HitObjectAttribute
        | Storage::IncomingCallableData
        | Storage::PixelLocal
        | Storage::Spirv => false,
    }
}

/// True if an input or output says nothing by being declared: it is no built-in output, has no value at start, is not captured, and
/// makes no fragment run once a sample.
fn is_plain(module: &Module, data: &GlobalData) -> bool {
    let is_captured = |it: &Decorations| it.xfb_offset.is_some() || it.xfb_buffer.is_some();
    let members = module.members(module.types.innermost(data.ty));
    let own = &data.decorations;
    let decorations = || std::iter::once(own).chain(members.iter().map(|member| &member.decorations));
    let is_output = data.storage == Storage::Output;
    data.initializer.is_none()
        && !data.is_per_sample()
        && !module.is_passed_on(data)
        && !decorations().any(|it| is_output && it.builtin.is_some() || is_captured(it))
}

/// The variables that nothing names.
fn unused_globals(module: &Module, options: RemoveUnusedResources) -> FxHashSet<Global> {
    let mut unused = FxHashSet::default();
    if module.is_unit() || module.entry.is_none() {
        return unused;
    }
    let removable = module.globals.iter().filter(|row| is_removable(module, row.1, options));
    unused.extend(removable.map(|row| row.0));
    if unused.is_empty() {
        return unused;
    }
    for operand in module.spirv.iter().flat_map(|item| &item.operands) {
        if let SpirvOperand::Global(global) = operand {
            unused.remove(global);
        }
    }
    for function in module.functions.values() {
        for (_, inst) in visit::insts(function) {
            for global in function.operands(inst).iter().filter_map(|operand| operand.global()) {
                unused.remove(&global);
            }
        }
    }
    unused
}

fn has_unused_constants(module: &Module, options: RemoveUnusedResources) -> bool {
    let is_open = module.is_unit() || module.entry.is_none() || options.keeps_constants;
    !module.spec_constants.is_empty()
        && !is_open
        && used_constants(module).len() < module.spec_constants.len()
}

/// The specialisation constants that functions, types, initial values, decorations or the size of the workgroup depend on.
fn used_constants(module: &Module) -> FxHashSet<SpecConstant> {
    let mut constants: Vec<Constant> = module.execution.local_size.into_iter().flatten().collect();
    constants.extend(module.globals.values().filter_map(|data| data.initializer));
    let mut types: Vec<Type> = module.globals.values().map(|data| data.ty).collect();
    for operand in module.spirv.iter().flat_map(|item| &item.operands) {
        match *operand {
            SpirvOperand::Constant(constant) => constants.push(constant),
            SpirvOperand::Type(ty) => types.push(ty),
            SpirvOperand::Literal(_) | SpirvOperand::Text(_) | SpirvOperand::Global(_) => {}
        }
    }
    for function in module.functions.values() {
        types.push(function.result);
        types.extend(function.values.values().map(|value| value.ty));
        for (_, inst) in visit::insts(function) {
            for constant in function.operands(inst).iter().filter_map(|operand| operand.constant()) {
                constants.push(constant);
                types.push(module.constants.ty(constant));
            }
        }
    }
    constants.extend(sizes(module, types));
    let mut used = FxHashSet::default();
    if let Some(switch) = module.execution.query_micromaps_id {
        used.extend(module.spec_constants.iter().filter(|row| row.1.id == Some(switch)).map(|row| row.0));
    }
    let mut seen = FxHashSet::default();
    while let Some(constant) = constants.pop() {
        if !module.constants.is_spec(constant) || !seen.insert(constant) {
            continue;
        }
        match &module.constants.get(constant).kind {
            ConstantKind::Spec(id) => {
                used.insert(*id);
            }
            ConstantKind::SpecOp { operands: parts, .. } | ConstantKind::Composite(parts) => {
                constants.extend(parts.iter().copied());
            }
            ConstantKind::Scalar(_) | ConstantKind::Null | ConstantKind::Undef | ConstantKind::Param(_) => {}
        }
    }
    used
}

/// The constants that are lengths and sizes in types and their parts.
fn sizes(module: &Module, mut types: Vec<Type>) -> Vec<Constant> {
    let mut sizes = Vec::new();
    let mut seen = FxHashSet::default();
    while let Some(ty) = types.pop() {
        if !seen.insert(ty) {
            continue;
        }
        match module.types.get(ty) {
            TypeData::Array { element, length } => {
                types.push(element);
                if let Length::Spec(length) = length {
                    sizes.push(length);
                }
            }
            TypeData::LongVector { length: Length::Spec(length), .. } => sizes.push(length),
            TypeData::RuntimeArray { element } => types.push(element),
            TypeData::Pointer { pointee, .. } => types.push(pointee),
            TypeData::Struct(id) => types.extend(module.structs[id].members.iter().map(|member| member.ty)),
            TypeData::CooperativeMatrix { scope, rows, columns, .. } => sizes.extend([scope, rows, columns]),
            TypeData::TensorLayout { dimensions, clamp } => sizes.extend([dimensions, clamp]),
            TypeData::TensorView { dimensions, .. } => sizes.push(dimensions),
            _ => {}
        }
    }
    sizes
}
