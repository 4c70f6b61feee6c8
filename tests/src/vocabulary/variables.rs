//! Accesses to built-in variables and constants, in each stage that has them.

use vitrum::Extension;
use vitrum::ir::{BuiltIn, Stage, Storage, Type, Types};
use vitrum_glsl::builtin_types::BuiltinType;
use vitrum_glsl::builtins::compatibility::COMPATIBILITY;
use vitrum_glsl::builtins::constants::{CONSTANTS, NUMBERS, Parts};
use vitrum_glsl::builtins::variables::{Group, Shape, VARIABLES, Variable};
use vitrum_glsl::features::Feature;
use vitrum_glsl::stages::Stages;

use super::{Item, Place, homes};

/// Every variable in every stage, and every constant in one.
pub(super) fn items(place: Place) -> Vec<Item> {
    let mut items = Vec::new();
    for row in VARIABLES.iter().chain(COMPATIBILITY) {
        for &(stage, _) in
            Stage::ALL.iter().filter(|(stage, _)| row.since.stages.contains(Stages::of(*stage)))
        {
            for home in homes(&row.since, place, Some(stage)) {
                items.extend(access(row, stage, place, home));
            }
        }
    }
    let constants = CONSTANTS.iter().map(|row| {
        let parts = row.value(&Default::default(), place.version.is_es());
        (row.name, row.since, if matches!(parts, Parts::One(_)) { "" } else { ".x" })
    });
    for (name, since, part) in constants.chain(NUMBERS.iter().map(|row| (row.name, row.since, ""))) {
        items.extend(homes(&since, place, None).into_iter().filter_map(|home| {
            let stages = Stage::ALL.iter().map(|row| row.0);
            let brings = |stage: Stage| home.is_none_or(|it| it.info().stages.contains(Stages::of(stage)));
            let mut stages =
                stages.filter(|&stage| since.stages.contains(Stages::of(stage)) && brings(stage));
            let mut item = stages.find_map(|stage| Item::new(name, place, stage))?;
            item.is_brought_by(home, since.extensions, |version| since.is_in(version));
            item.body = format!("        sum += float({name}{part});\n");
            Some(item)
        }));
    }
    items
}

/// The name of a type, if the item's version has it.
fn type_name(item: &mut Item, ty: Type) -> Option<&'static str> {
    let ty = BuiltinType::of(Types::default().get(ty))?;
    item.needs_word(&ty.info().availability).then(|| ty.name())
}

fn access(row: &Variable, stage: Stage, place: Place, home: Option<Extension>) -> Option<Item> {
    let is_replaced = row.builtin == BuiltIn::LastFragData && !Feature::LastFragVariable.is_in(place.version);
    if is_replaced && place.version.is_es() {
        return None;
    }
    let mut item = Item::new(row.name, place, stage)?;
    item.extensions.extend(home);
    let is_nv = home == Some(Extension::NvMeshShader);
    let name = row.name;
    let is_in = matches!(
        (row.group, stage),
        (Group::Vertex, Stage::TessControl | Stage::TessEvaluation | Stage::Geometry)
    );
    let block = match row.group {
        Group::Vertex if stage == Stage::TessControl => "gl_out[gl_InvocationID].",
        Group::Vertex | Group::Alone => "",
        Group::MeshVertex if is_nv => "gl_MeshVerticesNV[0].",
        Group::MeshPrimitive if is_nv => "gl_MeshPrimitivesNV[0].",
        Group::MeshVertex => "gl_MeshVerticesEXT[0].",
        Group::MeshPrimitive => "gl_MeshPrimitivesEXT[0].",
    };
    let (ty, part) = match row.shape {
        Shape::One(ty) => (type_name(&mut item, ty)?, String::new()),
        Shape::PerViewUnsized(ty, _) => (type_name(&mut item, ty)?, "[0][0]".to_owned()),
        Shape::Array(ty, _) | Shape::Limited(ty, _) | Shape::Unsized(ty, _) | Shape::PerView(ty) => {
            (type_name(&mut item, ty)?, "[0]".to_owned())
        }
        Shape::Matrix(columns, rows) => {
            let names = ["vec2", "vec3", "vec4"];
            let _ = columns;
            (*names.get(usize::from(rows) - 2)?, "[0]".to_owned())
        }
        Shape::Matrices(rows, _) => {
            (*["vec2", "vec3", "vec4"].get(usize::from(rows) - 2)?, "[0][0]".to_owned())
        }
        Shape::Struct(data) => {
            let &(member, ty) = data.members.first()?;
            (type_name(&mut item, ty)?, format!(".{member}"))
        }
        Shape::Structs(data, _) => {
            let &(member, ty) = data.members.first()?;
            (type_name(&mut item, ty)?, format!("[0].{member}"))
        }
    };
    let read = |from: &str| {
        let component = if ty.contains("vec") { ".x" } else { "" };
        format!("        {ty} r{} = {from};\n        sum += float(r{}{component});\n", "", "")
    };
    if is_in {
        item.body += &format!("        {{\n{}        }}\n", read(&format!("gl_in[0].{name}{part}")));
    }
    match row.storage {
        Storage::Output => item.body += &format!("        {block}{name}{part} = {ty}(1);\n"),
        _ => item.body += &read(&format!("{name}{part}")),
    }
    let primitive = match row.builtin {
        BuiltIn::PrimitivePointIndices => Some("points"),
        BuiltIn::PrimitiveLineIndices => Some("lines"),
        _ => None,
    };
    let output = |it| format!("layout({it}, max_vertices = 3, max_primitives = 1) out;\n");
    item.header = primitive.map(|it| format!("layout(local_size_x = 1) in;\n{}", output(it)));
    // Values for each view exclude those for all.
    let has_views = matches!(row.shape, Shape::PerView(_) | Shape::PerViewUnsized(..));
    item.is_alone = primitive.is_some() || has_views;
    item.is_brought_by(home, row.since.extensions, |version| row.since.is_in(version));
    item.name = format!("{name} in {}", stage.name());
    Some(item)
}
