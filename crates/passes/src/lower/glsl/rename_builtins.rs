//! Built-in variables get the names that the target knows them by.
//!
//! ```text
//! global @gl_VertexIndex: i32 input builtin(vertex_index)    =>  global @gl_VertexID: i32 input builtin(vertex_id)
//! global @position: vec4<f32> output builtin(position)       =>  global @gl_Position: vec4<f32> output builtin(position)
//! ```
//!
//! Vulkan and OpenGL count vertices and instances by different names. Some versions know a variable by the name that an
//! extension gave it. A module that comes from no GLSL may name variables and blocks in its own way, or not at all.

use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_glsl::builtins::variables::{BLOCKS, Block, Group, Shape, VARIABLES, Variable};
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::version::Version;
use vitrum_ir::{
    BuiltIn, GlobalData, Modes, Module, Qualifiers, Scalar, Stage, Stages, Storage, Struct, Type, TypeData,
};

/// True if the target is a chosen version, or if a variable has a name that the language does not know.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.chosen_glsl().is_some()
        || module.globals.values().any(|data| match block_of(module, data) {
            Some(id) => !is_known(module.names.get(module.structs[id].name)),
            None => data.decorations.builtin.is_some() && !is_own_name(module, data),
        })
}

/// Renames them; gives the number of names.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut count = match session.settings.chosen_glsl() {
        Some(target) => for_target(module, target.version, session.settings.vulkan),
        None => 0,
    };
    let version = session.settings.glsl.map_or(Version::desktop(460), |target| target.version);
    let globals: Vec<_> = module.global_ids().collect();
    for global in globals {
        let data = &module.globals[global];
        if let Some(id) = block_of(module, data) {
            let row = block_row(module, data);
            let name = module.names.get(data.name);
            let instance = row.map_or("", |block| block.instance);
            let is_other = !is_known(name) && name != instance;
            count += name_block(module, id, row.map_or("gl_PerVertex", |block| block.name), version);
            if is_other {
                module.globals[global].name = module.names.intern(instance);
                count += 1;
            }
        } else if let Some(builtin) = data.decorations.builtin
            && !is_own_name(module, data)
            && let Some(name) = name_of(module, builtin, data.storage, data.ty, version)
        {
            module.globals[global].name = module.names.intern(name);
            count += 1;
        }
    }
    count
}

/// Gives variables the names and meanings of a version.
fn for_target(module: &mut Module, version: Version, vulkan: bool) -> usize {
    // Ray tracing has an instance of its own.
    let counts = module.stage == Stage::Vertex;
    let mut count = 0;
    for data in module.globals.values_mut() {
        let Some(builtin) = data.decorations.builtin else { continue };
        let (builtin, name) = match builtin {
            BuiltIn::VertexId | BuiltIn::VertexIndex if counts && vulkan => {
                (BuiltIn::VertexIndex, "gl_VertexIndex")
            }
            BuiltIn::InstanceId | BuiltIn::InstanceIndex if counts && vulkan => {
                (BuiltIn::InstanceIndex, "gl_InstanceIndex")
            }
            BuiltIn::VertexIndex if counts && !vulkan => (BuiltIn::VertexId, "gl_VertexID"),
            BuiltIn::InstanceIndex if counts && !vulkan => (BuiltIn::InstanceId, "gl_InstanceID"),
            BuiltIn::InstanceId => (builtin, "gl_InstanceID"),
            BuiltIn::FragDepth | BuiltIn::BoundingBox | BuiltIn::BaryCoord | BuiltIn::BaryCoordNoPersp => {
                match own_name(version, |row| row.builtin == builtin) {
                    Some(name) => (builtin, name),
                    None => continue,
                }
            }
            _ => continue,
        };
        let name = module.names.intern(name);
        count += usize::from((data.decorations.builtin, data.name) != (Some(builtin), name));
        (data.decorations.builtin, data.name) = (Some(builtin), name);
    }
    count
}

/// The name of a variable in a version, or else that of the first extension that the version can request.
fn own_name(version: Version, is_it: impl Fn(&Variable) -> bool) -> Option<&'static str> {
    let rows = || VARIABLES.iter().filter(|row| is_it(row));
    let requested =
        || rows().find(|row| row.since.extensions.iter().any(|extension| extension.is_requested_in(version)));
    rows().find(|row| row.since.is_in(version)).or_else(requested).map(|row| row.name)
}

/// True for a name that the language may know.
fn is_known(name: &str) -> bool {
    name.starts_with("gl_")
}

/// True if a built-in variable has a name of the language, for its type.
fn is_own_name(module: &Module, data: &GlobalData) -> bool {
    let name = module.names.get(data.name);
    let mut rows = VARIABLES.iter().filter(|row| row.name == name).peekable();
    // Those of the compatibility profile are in another table, and one meaning stands for all of them.
    let is_elsewhere = || {
        data.decorations.builtin == Some(BuiltIn::Compatibility)
            || VARIABLES.iter().all(|row| Some(row.builtin) != data.decorations.builtin)
    };
    is_known(name)
        && if rows.peek().is_none() { is_elsewhere() } else { rows.any(|row| fits(module, row, data.ty)) }
}

/// True if a row has the components of a type.
fn fits(module: &Module, row: &Variable, ty: Type) -> bool {
    let components = |ty: Type| {
        let inner = module.types.innermost(ty);
        (module.types.scalar_of(inner).map(Scalar::width), module.types.vector_size(inner))
    };
    match row.shape {
        Shape::One(own)
        | Shape::Array(own, _)
        | Shape::Limited(own, _)
        | Shape::Unsized(own, _)
        | Shape::PerView(own)
        | Shape::PerViewUnsized(own, _) => components(own) == components(ty),
        Shape::Matrix(own_columns, own_rows) => match module.types.get(ty) {
            TypeData::Matrix { columns, rows, .. } => (columns, rows) == (own_columns, own_rows),
            _ => false,
        },
        Shape::Matrices(..) | Shape::Struct(_) | Shape::Structs(..) => true,
    }
}

fn name_of(
    module: &Module,
    builtin: BuiltIn,
    storage: Storage,
    ty: Type,
    version: Version,
) -> Option<&'static str> {
    let is_it = |row: &Variable| row.builtin == builtin && row.storage == storage;
    let is_best = |row: &Variable| is_it(row) && fits(module, row, ty);
    own_name(version, is_best).or_else(|| own_name(version, is_it))
}

/// The struct of a block that has nothing but built-in members.
fn block_of(module: &Module, data: &GlobalData) -> Option<Struct> {
    let TypeData::Struct(id) = module.types.get(module.types.innermost(data.ty)) else { return None };
    let members = &module.structs[id].members;
    let is_interface = matches!(data.storage, Storage::Input | Storage::Output) && data.block.is_some();
    let is_builtin = members.iter().all(|member| member.decorations.builtin.is_some());
    (is_interface && is_builtin && !members.is_empty()).then_some(id)
}

/// The row of an arrayed block of built-in variables.
pub(super) fn block_row(module: &Module, data: &GlobalData) -> Option<&'static Block> {
    let per_primitive = data.decorations.qualifiers.contains(Qualifiers::PER_PRIMITIVE)
        || module
            .members(module.types.innermost(data.ty))
            .iter()
            .any(|member| member.decorations.qualifiers.contains(Qualifiers::PER_PRIMITIVE));
    let is_nv = module.execution.modes.contains(Modes::NV_MESH);
    BLOCKS.iter().find(|block| {
        let other = if is_nv { Extension::ExtMeshShader } else { Extension::NvMeshShader };
        block.extension != Some(other)
            && block.storage == data.storage
            && block.stages.contains(Stages::of(module.stage))
            && (block.group == Group::MeshPrimitive) == per_primitive
    })
}

/// Names a block and its members; gives the number of names.
fn name_block(module: &mut Module, id: Struct, name: &str, version: Version) -> usize {
    if is_known(module.names.get(module.structs[id].name)) {
        return 0;
    }
    module.structs[id].name = module.names.intern(name);
    let mut count = 1;
    for index in 0..module.structs[id].members.len() {
        let Some(member) = module.structs[id].members.get(index) else { continue };
        let Some(builtin) = member.decorations.builtin else { continue };
        let is_it = |row: &Variable| row.builtin == builtin && row.group != Group::Alone;
        if let Some(name) = own_name(version, is_it) {
            let name = module.names.intern(name);
            if let Some(member) = module.structs[id].members.get_mut(index) {
                count += usize::from(member.name != name);
                member.name = name;
            }
        }
    }
    count
}
