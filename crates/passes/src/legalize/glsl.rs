//! Lowerings that make a module fit for a version of GLSL that lacks something. Each is a pass of its own, and the back
//! end chooses those that a target needs.

mod combine_samplers;
mod drop_layouts;
mod expand_functions;
mod flatten_nested;
mod fragment_outputs;
mod globals;
mod hold_constants;
mod keep_precision;
mod lower_rectangular;
mod lower_switches;
mod lower_unsigned;
mod nest_breaks;
mod retype;
mod separate_samplers;
mod settle_undefined;
mod split_structs;

pub use combine_samplers::combine_samplers;
pub use drop_layouts::{Layouts, drop_layouts};
pub use expand_functions::{Functions, expand_functions, has_functions};
pub use flatten_nested::flatten_nested;
pub use fragment_outputs::{Outputs, lower_fragment_outputs};
pub use hold_constants::{computes_from_constants, hold_constants};
pub use keep_precision::{keep_precision, says_precision};
pub use lower_rectangular::lower_rectangular;
pub use lower_switches::lower_switches;
pub use lower_unsigned::lower_unsigned;
pub use separate_samplers::separate_samplers;
pub use settle_undefined::{settle_undefined, uses_undefined};
pub use split_structs::{Structs, split_structs};

use crate::rewrite::{Fate, Pass, Rewriter, rewrite};
use crate::session::Session;
use rustc_hash::FxHashSet;
use vitrum_ir::{BuiltIn, Inst, Module, Op, Value};

/// What the application knows by one name goes by another one, or by several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// The name before; that of a member stands behind its block's or variable's and a point.
    pub from: String,
    /// One name that it has now.
    pub to: String,
}

/// Gives the built-in variables that count vertices and instances the names that they have in Vulkan, or those that
/// they have in OpenGL; gives how many.
pub fn rename_counters(module: &mut Module, vulkan: bool) -> usize {
    if module.stage != vitrum_ir::Stage::Vertex {
        // Ray tracing has an instance of its own.
        return 0;
    }
    let mut renames = Vec::new();
    for (id, data) in module.globals.iter() {
        let (builtin, name) = match (data.decorations.builtin, vulkan) {
            (Some(BuiltIn::VertexId), true) => (BuiltIn::VertexIndex, "gl_VertexIndex"),
            (Some(BuiltIn::InstanceId), true) => (BuiltIn::InstanceIndex, "gl_InstanceIndex"),
            (Some(BuiltIn::VertexIndex), false) => (BuiltIn::VertexId, "gl_VertexID"),
            (Some(BuiltIn::InstanceIndex), false) => (BuiltIn::InstanceId, "gl_InstanceID"),
            _ => continue,
        };
        renames.push((id, builtin, name));
    }
    for &(id, builtin, name) in &renames {
        let name = module.names.intern(name);
        let data = &mut module.globals[id];
        data.name = name;
        data.decorations.builtin = Some(builtin);
    }
    renames.len()
}

/// Gives built-in variables that extensions brought to some versions the names that they have in others: `old` for
/// ESSL 1.00. Gives how many.
pub fn rename_extended(module: &mut Module, old: bool) -> usize {
    let mut renames = Vec::new();
    for (id, data) in module.globals.iter() {
        let name = match (data.decorations.builtin, old) {
            (Some(BuiltIn::FragDepth), true) => "gl_FragDepthEXT",
            (Some(BuiltIn::FragDepth), false) => "gl_FragDepth",
            (Some(BuiltIn::InstanceId), _) => "gl_InstanceID",
            _ => continue,
        };
        if module.names.get(data.name) != name {
            renames.push((id, name));
        }
    }
    for &(id, name) in &renames {
        module.globals[id].name = module.names.intern(name);
    }
    renames.len()
}

/// Takes away loads of opaque values that nothing uses any more, and the accesses that they used.
fn drop_unused_loads(module: &mut Module) {
    // An access goes after the load that used it.
    for _ in 0..2 {
        rewrite(module, &mut Session::default(), |_, function, _| {
            let mut used = FxHashSet::default();
            for (_, block) in function.blocks.iter() {
                for &inst in &block.insts {
                    used.extend(function.operands(inst).iter().filter_map(|operand| operand.value()));
                }
            }
            Some(DropUnused { used })
        });
    }
}

struct DropUnused {
    used: FxHashSet<Value>,
}

impl Pass for DropUnused {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Fate {
        let data = rewriter.function.insts[inst];
        let unused = rewriter.function.results(inst).all(|value| !self.used.contains(&value));
        let opaque = rewriter.function.result(inst).is_some_and(|value| {
            let ty = rewriter.function.values[value].ty;
            let types = &rewriter.module.types;
            types.pointee(ty).is_some() || types.scalar_of(ty).is_none()
        });
        if matches!(data.op, Op::Load | Op::Access) && unused && opaque { Fate::Remove } else { Fate::Keep }
    }
}
