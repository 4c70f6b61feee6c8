//! The variables of a shader as WebGL lists them: attributes, uniforms, varyings, outputs and uniform blocks.

use std::cell::Cell;
use std::collections::BTreeMap;

use serde::Serialize;
use vitrum_ir::{
    Dim, GlobalData, ImageType, Interpolation, Member, Module, Precision, Qualifiers, Scalar, Stage, Storage,
    Type, TypeData,
};
use vitrum_passes::analysis::resources::Resources;

use super::passes::NameMap;

/// A variable of the interface, or a member of one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ShaderVariable {
    /// The name in the source.
    pub name: String,
    /// The name in the output.
    pub mapped_name: String,
    /// The name of the type in the API, without `GL_`: `FLOAT_VEC4`, `SAMPLER_2D`; `STRUCT` for a struct.
    #[serde(rename = "type")]
    pub ty: &'static str,
    /// The number of the type in the API; 0 for a struct.
    pub type_number: u32,
    /// `lowp`, `mediump` or `highp`; empty for types without precision.
    pub precision: &'static str,
    /// Dimensions of arrays, the outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub array_sizes: Vec<u32>,
    /// The name of the struct.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub struct_name: String,
    /// The name of the struct in the output, but for what the printer changes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mapped_struct_name: String,
    /// Members of the struct.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Self>,
    /// True if some function of the shader names it.
    pub static_use: bool,
    /// True if `main` reaches a use of it.
    pub active: bool,
    /// Location in the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
    /// Source of dual-source blending.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// True for matrices whose rows follow each other in memory.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub row_major: bool,
    /// `smooth`, `flat` or `noperspective`, of varyings.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub interpolation: &'static str,
    /// True for `centroid` varyings.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub centroid: bool,
    /// True for `invariant` varyings.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub invariant: bool,
}

/// A uniform block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct InterfaceBlock {
    /// The name of the block in the source.
    pub name: String,
    /// The name in the output.
    pub mapped_name: String,
    /// The name of the instance; empty if its members are named directly.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub instance_name: String,
    /// The name of the instance in the output.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mapped_instance_name: String,
    /// Elements of an array of blocks; 0 for a block.
    pub array_size: u32,
    /// The layout: `std140`.
    pub layout: &'static str,
    /// True if `row_major` is said of the whole block.
    pub row_major: bool,
    /// True if some function of the shader names it.
    pub static_use: bool,
    /// True if `main` reaches a use of it.
    pub active: bool,
    /// Its members.
    pub fields: Vec<ShaderVariable>,
}

/// The variables of a shader, each list in the order of declaration; built-in variables are there if they are used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Variables {
    /// Inputs of a vertex shader.
    pub attributes: Vec<ShaderVariable>,
    /// Uniforms that are in no block.
    pub uniforms: Vec<ShaderVariable>,
    /// Inputs of a fragment shader.
    pub input_varyings: Vec<ShaderVariable>,
    /// Outputs of a vertex shader.
    pub output_varyings: Vec<ShaderVariable>,
    /// Outputs of a fragment shader.
    pub output_variables: Vec<ShaderVariable>,
    /// Uniform blocks.
    pub uniform_blocks: Vec<InterfaceBlock>,
}

impl Variables {
    /// Those of a module as the front end made it. The names in the output are those of the source.
    pub(super) fn of(module: &Module) -> Self {
        let used = Resources::new(module);
        let mut all = Self::default();
        for (id, data) in module.globals.iter() {
            let (static_use, active) = (used.is_static_use(id), used.of(id).is_some());
            if data.decorations.builtin.is_some() && !static_use {
                continue;
            }
            if data.block.is_some() {
                all.uniform_blocks.extend(block(module, data, (static_use, active)));
                continue;
            }
            let list = match (data.storage, module.stage) {
                (Storage::Uniform | Storage::Opaque, _) => &mut all.uniforms,
                (Storage::Input, Stage::Vertex) => &mut all.attributes,
                (Storage::Input, _) => &mut all.input_varyings,
                (Storage::Output, Stage::Fragment) => &mut all.output_variables,
                (Storage::Output, _) => &mut all.output_varyings,
                _ => continue,
            };
            list.push(variable(module, data, (static_use, active)));
        }
        all
    }

    /// All variables that are no members, and their kind.
    fn lists(&mut self) -> impl Iterator<Item = &mut ShaderVariable> {
        let lists = [
            &mut self.attributes,
            &mut self.uniforms,
            &mut self.input_varyings,
            &mut self.output_varyings,
            &mut self.output_variables,
        ];
        lists.into_iter().flatten()
    }

    /// Sets the names in the output.
    pub(super) fn map_names(&mut self, map: &NameMap) {
        for variable in self.lists() {
            variable.map_names("", map);
        }
        for block in &mut self.uniform_blocks {
            let name = map.symbol(&block.name);
            for field in &mut block.fields {
                field.map_names(&name, map);
            }
            block.mapped_name = map.path(&name).cloned().unwrap_or(name);
            block.mapped_instance_name = map.symbol(&block.instance_name);
        }
    }

    /// The names in the source that have others in the output, members as paths.
    pub fn renamed(&self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        let lists = [
            &self.attributes,
            &self.uniforms,
            &self.input_varyings,
            &self.output_varyings,
            &self.output_variables,
        ];
        for variable in lists.into_iter().flatten() {
            variable.renamed("", "", &mut found);
        }
        for block in &self.uniform_blocks {
            add_renamed("", "", (&block.name, &block.mapped_name), &mut found);
            for field in &block.fields {
                field.renamed(&block.name, &block.mapped_name, &mut found);
            }
        }
        found
    }
}

/// `outer.name`, or the name where there is nothing around it.
fn path(outer: &str, name: &str) -> String {
    if outer.is_empty() { name.to_owned() } else { format!("{outer}.{name}") }
}

fn add_renamed(outer: &str, mapped: &str, names: (&str, &str), found: &mut BTreeMap<String, String>) {
    let (from, to) = (path(outer, names.0), path(mapped, names.1));
    if from != to {
        found.insert(from, to);
    }
}

impl ShaderVariable {
    /// Sets the names in the output of a variable, or of a member of a path in the module.
    fn map_names(&mut self, outer: &str, map: &NameMap) {
        let name = map.symbol(&self.name);
        let path = path(outer, &name);
        for field in &mut self.fields {
            field.map_names(&path, map);
        }
        self.mapped_name = map.path(&path).cloned().unwrap_or(name);
        self.mapped_struct_name = map.symbol(&self.struct_name);
    }

    fn renamed(&self, outer: &str, mapped: &str, found: &mut BTreeMap<String, String>) {
        add_renamed(outer, mapped, (&self.name, &self.mapped_name), found);
        for field in &self.fields {
            field.renamed(&path(outer, &self.name), &path(mapped, &self.mapped_name), found);
        }
    }
}

fn variable(module: &Module, data: &GlobalData, (static_use, active): (bool, bool)) -> ShaderVariable {
    let name = module.names.get(data.name).to_owned();
    let has = |flag| data.decorations.qualifiers.contains(flag);
    let is_between = matches!(
        (data.storage, module.stage),
        (Storage::Input, Stage::Fragment) | (Storage::Output, Stage::Vertex)
    );
    let interpolation = match data.decorations.interpolation {
        _ if !is_between || data.decorations.builtin.is_some() => "",
        Some(interpolation) => interpolation.name(),
        None => Interpolation::Smooth.name(),
    };
    let members = Members::new(module, static_use, active);
    let mut new = members.typed(name, data.ty, data.precision);
    new.location = data.decorations.location;
    new.index = data.decorations.index;
    new.interpolation = interpolation;
    new.centroid = has(Qualifiers::CENTROID);
    new.invariant = has(Qualifiers::INVARIANT);
    new
}

/// Members of structs that a variable lists at most: nested structs can have any number of them.
const MOST_MEMBERS: u32 = 1 << 16;

/// Lists members of a variable.
struct Members<'m> {
    module: &'m Module,
    static_use: bool,
    active: bool,
    /// The members that may still be listed.
    left: Cell<u32>,
}

impl<'m> Members<'m> {
    fn new(module: &'m Module, static_use: bool, active: bool) -> Self {
        Self { module, static_use, active, left: Cell::new(MOST_MEMBERS) }
    }

    /// A variable or member of a type.
    fn typed(&self, name: String, ty: Type, precision: Precision) -> ShaderVariable {
        let module = self.module;
        let (static_use, active) = (self.static_use, self.active);
        let mapped_name = name.clone();
        let mut new = ShaderVariable { name, mapped_name, static_use, active, ..ShaderVariable::default() };
        let mut inner = ty;
        while let TypeData::Array { element, .. } = module.types.get(inner) {
            new.array_sizes.push(module.types.length(inner).unwrap_or(0));
            inner = element;
        }
        (new.ty, new.type_number) = api_type(module, inner);
        if let TypeData::Struct(id) = module.types.get(inner) {
            let data = &module.structs[id];
            new.struct_name = module.names.get(data.name).to_owned();
            new.mapped_struct_name.clone_from(&new.struct_name);
            // WebGL bounds the depth of structs.
            new.fields = data.members.iter().map_while(|member| self.field(member)).collect();
        } else if precision != Precision::None {
            new.precision = precision.name();
        }
        new
    }

    fn field(&self, member: &Member) -> Option<ShaderVariable> {
        self.left.set(self.left.get().checked_sub(1)?);
        let name = self.module.names.get(member.name).to_owned();
        let mut new = self.typed(name, member.ty, member.precision);
        new.row_major = member.decorations.qualifiers.contains(Qualifiers::ROW_MAJOR);
        Some(new)
    }
}

fn block(module: &Module, data: &GlobalData, (static_use, active): (bool, bool)) -> Option<InterfaceBlock> {
    let (inner, array_size) = match module.types.get(data.ty) {
        TypeData::Array { element, .. } => (element, module.types.length(data.ty).unwrap_or(0)),
        _ => (data.ty, 0),
    };
    let TypeData::Struct(id) = module.types.get(inner) else { return None };
    let (block, layout) = (&module.structs[id], data.block?);
    let name = module.names.get(block.name).to_owned();
    // All members of a block with the layout `std140` are active if one is.
    let members = Members::new(module, static_use, active);
    Some(InterfaceBlock {
        mapped_name: name.clone(),
        name,
        instance_name: module.names.get(data.name).to_owned(),
        mapped_instance_name: module.names.get(data.name).to_owned(),
        array_size,
        layout: layout.name(),
        row_major: data.decorations.qualifiers.contains(Qualifiers::ROW_MAJOR),
        static_use,
        active,
        fields: block.members.iter().map_while(|member| members.field(member)).collect(),
    })
}

/// The name and the number of a type in the API (OpenGL ES 3.0 table 2.10).
fn api_type(module: &Module, ty: Type) -> (&'static str, u32) {
    let pick = |names: [&'static str; 4], first: u32, vectors: u32, size: u8| match size {
        1 => (names[0], first),
        2 => (names[1], vectors),
        3 => (names[2], vectors + 1),
        _ => (names[3], vectors + 2),
    };
    let of_scalar = |scalar: Scalar, size: u8| match scalar {
        Scalar::Bool => pick(["BOOL", "BOOL_VEC2", "BOOL_VEC3", "BOOL_VEC4"], 0x8b56, 0x8b57, size),
        scalar if scalar.is_signed() && scalar.is_integer() => {
            pick(["INT", "INT_VEC2", "INT_VEC3", "INT_VEC4"], 0x1404, 0x8b53, size)
        }
        scalar if scalar.is_integer() => {
            let names = ["UNSIGNED_INT", "UNSIGNED_INT_VEC2", "UNSIGNED_INT_VEC3", "UNSIGNED_INT_VEC4"];
            pick(names, 0x1405, 0x8dc6, size)
        }
        _ => pick(["FLOAT", "FLOAT_VEC2", "FLOAT_VEC3", "FLOAT_VEC4"], 0x1406, 0x8b50, size),
    };
    match module.types.get(ty) {
        TypeData::Scalar(scalar) => of_scalar(scalar, 1),
        TypeData::Vector { scalar, size } => of_scalar(scalar, size),
        TypeData::Matrix { columns, rows, .. } => match (columns, rows) {
            (2, 2) => ("FLOAT_MAT2", 0x8b5a),
            (3, 3) => ("FLOAT_MAT3", 0x8b5b),
            (4, 4) => ("FLOAT_MAT4", 0x8b5c),
            (2, 3) => ("FLOAT_MAT2x3", 0x8b65),
            (2, 4) => ("FLOAT_MAT2x4", 0x8b66),
            (3, 2) => ("FLOAT_MAT3x2", 0x8b67),
            (3, 4) => ("FLOAT_MAT3x4", 0x8b68),
            (4, 2) => ("FLOAT_MAT4x2", 0x8b69),
            _ => ("FLOAT_MAT4x3", 0x8b6a),
        },
        TypeData::SampledImage(image) => sampler(image),
        TypeData::Struct(_) => ("STRUCT", 0),
        _ => ("", 0),
    }
}

fn sampler(image: ImageType) -> (&'static str, u32) {
    let of_kind = |float, int, uint| match image.sampled {
        scalar if scalar.is_integer() && scalar.is_signed() => int,
        scalar if scalar.is_integer() => uint,
        _ => float,
    };
    match (image.dim, image.arrayed, image.shadow) {
        (Dim::D2, false, true) => ("SAMPLER_2D_SHADOW", 0x8b62),
        (Dim::D2, true, true) => ("SAMPLER_2D_ARRAY_SHADOW", 0x8dc4),
        (Dim::Cube, _, true) => ("SAMPLER_CUBE_SHADOW", 0x8dc5),
        (Dim::D2, false, false) => {
            of_kind(("SAMPLER_2D", 0x8b5e), ("INT_SAMPLER_2D", 0x8dca), ("UNSIGNED_INT_SAMPLER_2D", 0x8dd2))
        }
        (Dim::D2, true, false) => of_kind(
            ("SAMPLER_2D_ARRAY", 0x8dc1),
            ("INT_SAMPLER_2D_ARRAY", 0x8dcf),
            ("UNSIGNED_INT_SAMPLER_2D_ARRAY", 0x8dd7),
        ),
        (Dim::D3, ..) => {
            of_kind(("SAMPLER_3D", 0x8b5f), ("INT_SAMPLER_3D", 0x8dcb), ("UNSIGNED_INT_SAMPLER_3D", 0x8dd3))
        }
        (Dim::Cube, ..) => of_kind(
            ("SAMPLER_CUBE", 0x8b60),
            ("INT_SAMPLER_CUBE", 0x8dcc),
            ("UNSIGNED_INT_SAMPLER_CUBE", 0x8dd4),
        ),
        (Dim::External, ..) => ("SAMPLER_EXTERNAL_OES", 0x8d66),
        _ => ("", 0),
    }
}
