//! The fixed-function pipeline of GLSL's compatibility profile: its state becomes a block, its attributes and
//! varyings become ordinary inputs and outputs.
//!
//! ```text
//! global @gl_ModelViewMatrix: mat4x4<f32> uniform builtin(compatibility)
//! global @gl_Vertex: vec4<f32> input builtin(compatibility)
//!
//! => struct #gl_FixedFunctionState { gl_ModelViewMatrix: mat4x4<f32> }
//!    global @0: #gl_FixedFunctionState uniform block(std140)
//!    global @gl_Vertex: vec4<f32> input location(0)
//! ```
//!
//! The block holds the state that the shader names, in the order of GLSL's table of variables, each member with GLSL's name
//! for it; whoever runs the shader fills it. The same table says where attributes and varyings lie, at the same locations in
//! every stage, so that stages fit together without knowing each other: `gl_Color` of a fragment shader is `gl_FrontColor` of
//! the stage before it, since nothing chooses by the face. Where the author has put something else there, they go to the
//! first free place like everything else.

use crate::framework::notes::{Assigned, Slot};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::gather_uniforms::gather;
use rustc_hash::FxHashMap;
use vitrum_glsl::builtins::compatibility::COMPATIBILITY;
use vitrum_glsl::builtins::variables::VARIABLES;
use vitrum_glsl::stages::Stages;
use vitrum_ir::{
    BuiltIn, Decorations, FunctionData, Global, GlobalData, Length, Module, Op, Operand, Storage, Struct,
    Type, TypeData,
};

/// The name of the block.
const BLOCK: &str = "gl_FixedFunctionState";

/// True if the module names state of the fixed-function pipeline.
pub(crate) fn has_state(module: &Module, _: &Settings) -> bool {
    module.globals.values().any(is_state)
}

fn is_state(data: &GlobalData) -> bool {
    data.storage == Storage::Uniform && data.block.is_none() && data.decorations.builtin.is_some()
}

/// Gathers the state in a block; gives the number of members.
pub(crate) fn run_on_state(module: &mut Module, session: &mut Session) -> usize {
    let mut state: Vec<(usize, Global)> = module
        .globals
        .iter()
        .filter(|(_, data)| is_state(data))
        .map(|(id, data)| {
            let name = module.names.get(data.name);
            let rows = COMPATIBILITY.iter().chain(VARIABLES);
            (rows.take_while(|row| row.name != name).count(), id)
        })
        .collect();
    state.sort_unstable();
    let state: Vec<Global> = state.into_iter().map(|row| row.1).collect();
    gather(module, session, &state, BLOCK);
    state.len()
}

/// True if the module names attributes or varyings of the fixed-function pipeline, or members of them.
pub(crate) fn has_varyings(module: &Module, _: &Settings) -> bool {
    let is_member = |data: &GlobalData| {
        data.block.is_some()
            && module
                .types
                .element(data.ty)
                .is_some_and(|ty| module.members(ty).iter().any(|it| is_emulated(it.decorations.builtin)))
    };
    module
        .globals
        .values()
        .any(|data| is_interface(data.storage) && (is_emulated(data.decorations.builtin) || is_member(data)))
}

/// Places attributes and varyings; gives the number of those that have fixed locations.
pub(crate) fn run_on_varyings(module: &mut Module, session: &mut Session) -> usize {
    let assigned = place_varyings(module);
    session.add_assigned(assigned)
}

/// Makes attributes and varyings ordinary inputs and outputs at fixed locations; gives those.
fn place_varyings(module: &mut Module) -> Vec<Assigned> {
    split_blocks(module);
    let mut assigned = Vec::new();
    let stage = module.stage;
    let all: Vec<Global> = module.global_ids().collect();
    for &global in &all {
        let data = &module.globals[global];
        if !is_emulated(data.decorations.builtin) || !is_interface(data.storage) {
            continue;
        }
        let name = module.names.get(data.name).to_owned();
        let is_attribute =
            |storage: Storage, stages: Stages| storage == Storage::Input && stages.contains(Stages::VERTEX);
        let wanted = is_attribute(data.storage, Stages::of(stage));
        let row = COMPATIBILITY
            .iter()
            .find(|row| row.name == name && is_attribute(row.storage, row.since.stages) == wanted);
        let location = row.and_then(|row| row.location);
        let length = length_of(module, data.ty);
        let location = location.filter(|&first| !is_taken(module, global, first, length));
        let decorations = &mut module.globals[global].decorations;
        decorations.builtin = None;
        decorations.location = location;
        if let Some(location) = location {
            assigned.push(Assigned::new(module, global, name, Slot::Location(location)));
        }
    }
    assigned
}

fn is_interface(storage: Storage) -> bool {
    matches!(storage, Storage::Input | Storage::Output)
}

/// True if SPIR-V knows nothing of it, and an ordinary variable does as well.
fn is_emulated(builtin: Option<BuiltIn>) -> bool {
    matches!(builtin, Some(BuiltIn::Compatibility | BuiltIn::ClipVertex | BuiltIn::BoundingBox))
}

/// Elements of an array that is one variable of each vertex: the outermost dimension may count vertices.
fn length_of(module: &Module, mut ty: Type) -> u32 {
    let mut length = 1;
    while let TypeData::Array { element, length: count } = module.types.get(ty) {
        if let Length::Constant(count) = count {
            length = count;
        }
        ty = element;
    }
    length
}

/// True if the author has put something else at these locations.
fn is_taken(module: &Module, global: Global, first: u32, count: u32) -> bool {
    let storage = module.globals[global].storage;
    module.globals.iter().any(|(id, data)| {
        let place = data.decorations.location;
        id != global
            && data.storage == storage
            && place.is_some_and(|place| place < first.saturating_add(count) && place + 4 > first)
            && !COMPATIBILITY
                .iter()
                .any(|row| row.location.is_some() && row.name == module.names.get(data.name))
    })
}

/// Makes members of `gl_in` and `gl_out` that SPIR-V knows nothing of variables of their own: arrays of vertices.
fn split_blocks(module: &mut Module) {
    let blocks: Vec<(Global, Struct)> = module
        .globals
        .iter()
        .filter(|(_, data)| data.block.is_some() && is_interface(data.storage))
        .filter_map(|(id, data)| match module.types.get(module.types.element(data.ty)?) {
            TypeData::Struct(block) => Some((id, block)),
            _ => None,
        })
        .filter(|&(_, block)| {
            module.structs[block].members.iter().any(|member| is_emulated(member.decorations.builtin))
        })
        .collect();
    for (global, block) in blocks {
        split_block(module, global, block);
    }
}

/// The replacement of a member of a block.
#[derive(Clone, Copy)]
enum Home {
    /// It is this member now.
    Member(u32),
    /// It is a variable.
    Alone(Global),
}

fn split_block(module: &mut Module, global: Global, block: Struct) {
    let members = std::mem::take(&mut module.structs[block].members);
    let mut kept = Vec::new();
    let mut homes = Vec::with_capacity(members.len());
    for member in members {
        if !is_emulated(member.decorations.builtin) {
            homes.push(Home::Member(kept.len() as u32));
            kept.push(member);
            continue;
        }
        let outer = module.globals[global].ty;
        let ty = match module.types.get(outer) {
            TypeData::Array { length, .. } => {
                module.types.intern(TypeData::Array { element: member.ty, length })
            }
            _ => module.types.intern(TypeData::RuntimeArray { element: member.ty }),
        };
        let storage = module.globals[global].storage;
        let name = module.names.get(member.name).to_owned();
        let alone = module.add_global(&name, ty, storage);
        module.globals[alone].precision = member.precision;
        module.globals[alone].decorations =
            Decorations { builtin: member.decorations.builtin, ..member.decorations };
        homes.push(Home::Alone(alone));
    }
    module.structs[block].members = kept;
    let constants = homes.iter().map(|home| match *home {
        Home::Member(index) => module.constants.i32(index as i32).into(),
        Home::Alone(global) => Operand::from(global),
    });
    let targets: Vec<Operand> = constants.collect();
    let mut indices = FxHashMap::default();
    for index in 0..homes.len() {
        indices.insert(module.constants.i32(index as i32), index);
    }
    for (_, function) in module.functions.iter_mut() {
        redirect(function, global, &targets, &indices);
    }
}

/// `access @block, vertex, member, ...` becomes `access @member, vertex, ...`, or gets the member's new index.
fn redirect(
    function: &mut FunctionData,
    block: Global,
    targets: &[Operand],
    indices: &FxHashMap<vitrum_ir::Constant, usize>,
) {
    for inst in function.inst_ids() {
        if function.op(inst) != Op::Access {
            continue;
        }
        let operands = function.operands(inst);
        let (Some(&base), Some(&vertex), Some(&member)) =
            (operands.first(), operands.get(1), operands.get(2))
        else {
            continue;
        };
        if base.global() != Some(block) {
            continue;
        }
        let target = member.constant().and_then(|constant| indices.get(&constant));
        let Some(&target) = target.and_then(|&index| targets.get(index)) else { continue };
        let rest = operands.get(3..).unwrap_or(&[]).to_vec();
        let mut new = match target.global() {
            Some(_) => vec![target, vertex],
            None => vec![base, vertex, target],
        };
        new.extend(rest);
        function.set_operands(inst, &new);
    }
}

#[cfg(test)]
mod tests {
    use super::{place_varyings, run_on_state};
    use crate::framework::session::Session;

    #[test]
    fn state_becomes_a_block_and_the_rest_has_places() {
        let text = "vir 1\nstage vertex\nentry &main\n\
            global @gl_NormalMatrix: mat3x3<f32> uniform builtin(compatibility)\n\
            global @gl_ModelViewMatrix: mat4x4<f32> uniform builtin(compatibility)\n\
            global @gl_Normal: vec3<f32> input builtin(compatibility)\n\
            global @gl_TexCoord: array<vec4<f32>, 2> output builtin(compatibility)\n\
            fn &main() -> void {\n    %m: mat3x3<f32> = load @gl_NormalMatrix\n    return\n}\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        assert_eq!(run_on_state(&mut module, &mut Session::default()), 2);
        let report: Vec<String> = place_varyings(&mut module).iter().map(ToString::to_string).collect();
        assert_eq!(report, ["location 2 assigned to `gl_Normal`", "location 16 assigned to `gl_TexCoord`"]);
        let expected = "vir 1\nstage vertex\ndeclare #gl_FixedFunctionState\nentry &main\n\
            struct #gl_FixedFunctionState {\n    gl_ModelViewMatrix: mat4x4<f32>\n    gl_NormalMatrix: mat3x3<f32>\n}\n\
            global @gl_Normal: vec3<f32> input location(2)\n\
            global @gl_TexCoord: array<vec4<f32>, 2> output location(16)\n\
            global @0: #gl_FixedFunctionState uniform block(std140)\n\n\
            fn &main() -> void {\n    %0: ptr<uniform, mat3x3<f32>> = access @0, 1i32\n    \
            %m: mat3x3<f32> = load %0\n    return\n}\n";
        assert_eq!(vitrum_ir::print(&module), expected);
    }
}
