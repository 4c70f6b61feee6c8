//! Functions and variables of the language as text, from the tables.

use vitrum::ir::Scalar;
use vitrum_glsl::builtins::compatibility::COMPATIBILITY;
use vitrum_glsl::builtins::pattern::{
    Binding, Direction, Kind, Kinds, Opaque, Param, Pattern, Role, Shape, TexClass, TexShape, View,
};
use vitrum_glsl::builtins::table::{Row, Since};
use vitrum_glsl::builtins::variables::{Shape as VariableShape, VARIABLES, Variable};
use vitrum_glsl::builtins::{available, functions};
use vitrum_glsl::stages::Stages;
use vitrum_glsl::version::Dialect;
use vitrum_ir::{Module, Stage, Storage};

use crate::docs;

/// The shader in which a name of the language is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Here<'a> {
    pub(crate) dialect: &'a Dialect,
    pub(crate) stage: Stage,
}

impl Here<'_> {
    /// True if something is available.
    pub(crate) fn has(&self, since: &Since) -> bool {
        available(since, self.dialect, Stages::of(self.stage)).is_ok()
    }
}

/// A signature as text: `float dot(vec x, vec y)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signature {
    pub(crate) label: String,
    /// The ranges of the parameters in it.
    pub(crate) parameters: Vec<(usize, usize)>,
}

/// The signatures of a function of the language that are available, or of all if none is.
pub(crate) fn signatures(name: &str, here: Here<'_>) -> Vec<Signature> {
    let rows = functions(name);
    let has: Vec<&Row> = rows.iter().filter(|row| here.has(&row.since)).collect();
    let rows = if has.is_empty() { rows.iter().collect() } else { has };
    let mut found: Vec<Signature> = Vec::new();
    for row in rows {
        for shape in shapes(row) {
            let signature = signature(row, shape);
            if !found.contains(&signature) {
                found.push(signature);
            }
        }
    }
    found
}

/// The first signature of a row.
pub(crate) fn first_signature(row: &Row) -> String {
    signature(row, shapes(row).first().copied().flatten()).label
}

/// The shapes of textures for which a row has signatures.
fn shapes(row: &Row) -> Vec<Option<TexShape>> {
    use TexShape as S;
    const ALL: [TexShape; 16] = [
        S::D2,
        S::D3,
        S::Cube,
        S::D2Array,
        S::CubeArray,
        S::D1,
        S::D1Array,
        S::Rect,
        S::Buffer,
        S::D2Ms,
        S::D2MsArray,
        S::External,
        S::Subpass,
        S::SubpassMs,
        S::Tile,
        S::PixelLocal,
    ];
    let has: Vec<_> = ALL.into_iter().filter(|&shape| row.shapes.contains(shape)).map(Some).collect();
    if has.is_empty() { vec![None] } else { has }
}

fn signature(row: &Row, shape: Option<TexShape>) -> Signature {
    let names = docs::function(row.name).map_or("", |it| it.0);
    let mut names = names.split_whitespace();
    let mut label = format!("{} {}(", spelt(row, &row.result, shape), row.name);
    let mut parameters = Vec::new();
    for (index, param) in row.params.iter().enumerate() {
        if param.optional {
            label.push_str(if index > 0 { " [, " } else { "[" });
        } else if index > 0 {
            label.push_str(", ");
        }
        let start = label.len();
        label.push_str(match param.direction {
            Direction::In => "",
            Direction::Out => "out ",
            Direction::Ref if is_memory(param) => "inout ",
            Direction::Ref => "",
        });
        label.push_str(&spelt(row, param, shape));
        let named = names.next();
        if let Some(name) = role_name(param.role).or(named) {
            label.push_str(&format!(" {name}"));
        }
        if let Pattern::Array(_, _, length) = param.pattern {
            label.push_str(&format!("[{length}]"));
        }
        parameters.push((start, label.len()));
    }
    let optional = row.params.iter().filter(|param| param.optional).count();
    label.push_str(&"]".repeat(optional));
    label.push(')');
    Signature { label, parameters }
}

fn is_memory(param: &Param) -> bool {
    matches!(param.pattern, Pattern::Num(..))
}

/// The name of a parameter with a role.
fn role_name(role: Role) -> Option<&'static str> {
    Some(match role {
        Role::Plain | Role::Scope | Role::Semantics | Role::Unequal => return None,
        Role::Coord => "P",
        Role::Reference => "compare",
        Role::Component => "comp",
        Role::Bias => "bias",
        Role::Lod => "lod",
        Role::GradX => "dPdx",
        Role::GradY => "dPdy",
        Role::Offset => "offset",
        Role::Offsets => "offsets",
        Role::Sample => "sample",
        Role::MinLod => "lodClamp",
        Role::Texel => "texel",
        Role::Payload => "payload",
        Role::Attribute => "attributeLocation",
    })
}

/// A type as the specification writes it: `genFType`, `vec4`, `gsampler2D`.
fn spelt(row: &Row, param: &Param, shape: Option<TexShape>) -> String {
    match param.pattern {
        Pattern::Void => "void".to_owned(),
        Pattern::Num(kind, form) => number(row, kind, form, shape),
        Pattern::Tex(class) => texture(row, class, shape),
        Pattern::Sampler(TexShape::D2Array) => "sampler2DArray".to_owned(),
        Pattern::Sampler(_) => "sampler2D".to_owned(),
        Pattern::Opaque(opaque) => match opaque {
            Opaque::AtomicCounter => "atomic_uint",
            Opaque::AccelerationStructure => "accelerationStructureEXT",
            Opaque::RayQuery => "rayQueryEXT",
            Opaque::HitObject => "hitObjectEXT",
            Opaque::YuvStandard => "yuvCscStandardEXT",
        }
        .to_owned(),
        Pattern::Array(kind, rows, _) => vector(kind.glsl_names(), u32::from(rows)),
    }
}

fn vector((scalar, prefix): (&str, &str), size: u32) -> String {
    if size == 1 { scalar.to_owned() } else { format!("{prefix}vec{size}") }
}

/// The letters of the specification for the kinds of a row: `genIType`, `ivec`.
fn letters(row: &Row, kind: Kind) -> (&'static str, &'static str) {
    let kinds = match kind {
        Kind::Is(scalar) => Kinds::of(&[scalar]),
        Kind::T => row.kinds,
        Kind::Place => Kinds::F32,
    };
    let has = |scalar| kinds.contains(scalar);
    let (float, double) = (has(Scalar::F32) || has(Scalar::F16), has(Scalar::F64));
    let (signed, unsigned, bool) =
        (kinds.intersects(Kinds::S), kinds.intersects(Kinds::U), has(Scalar::Bool));
    match (float, double, signed, unsigned, bool) {
        (true, _, false, false, false) => ("F", ""),
        (false, true, false, false, false) => ("D", "d"),
        (false, false, true, false, false) => ("I", "i"),
        (false, false, false, true, false) => ("U", "u"),
        (false, false, false, false, true) => ("B", "b"),
        _ => ("", "g"),
    }
}

fn number(row: &Row, kind: Kind, form: Shape, shape: Option<TexShape>) -> String {
    let (generic, prefix) = letters(row, kind);
    let one_kind = match kind {
        Kind::Is(scalar) => Some(scalar),
        Kind::Place => Some(Scalar::F32),
        Kind::T => row.kinds.iter().next().filter(|_| row.kinds.iter().count() == 1),
    };
    match form {
        Shape::Gen => format!("gen{generic}Type"),
        Shape::Vec | Shape::Columns | Shape::Rows => format!("{prefix}vec"),
        Shape::Mat | Shape::Transposed | Shape::Square => "mat".to_owned(),
        Shape::Matrix(columns, rows) if columns == rows => format!("mat{columns}"),
        Shape::Matrix(columns, rows) => format!("mat{columns}x{rows}"),
        _ => {
            let binding = Binding { size: 4, columns: 4, rows: 4, shape, ..Binding::NONE };
            let size = match binding.view(Pattern::Num(kind, form)) {
                Some(View::Num { rows, .. }) => u32::from(rows),
                _ => 1,
            };
            let scalar = match (one_kind, generic) {
                (Some(scalar), _) => scalar.glsl_names().0,
                (None, "F") => "float",
                (None, "I") => "int",
                (None, "U") => "uint",
                (None, _) => "gscalar",
            };
            let prefix = one_kind.map_or(prefix, |scalar| scalar.glsl_names().1);
            vector((scalar, prefix), size)
        }
    }
}

fn texture(row: &Row, class: TexClass, shape: Option<TexShape>) -> String {
    let generic = if row.kinds.iter().count() > 1 && class != TexClass::Shadow { "g" } else { "" };
    let word = match class {
        TexClass::Sampler | TexClass::Shadow => "sampler",
        TexClass::Texture => "texture",
        TexClass::Image => "image",
    };
    let suffix = match shape {
        None => "",
        Some(TexShape::D1) => "1D",
        Some(TexShape::D2) => "2D",
        Some(TexShape::D3) => "3D",
        Some(TexShape::Cube) => "Cube",
        Some(TexShape::Rect) => "2DRect",
        Some(TexShape::Buffer) => "Buffer",
        Some(TexShape::D1Array) => "1DArray",
        Some(TexShape::D2Array) => "2DArray",
        Some(TexShape::CubeArray) => "CubeArray",
        Some(TexShape::D2Ms) => "2DMS",
        Some(TexShape::D2MsArray) => "2DMSArray",
        Some(TexShape::External) => "ExternalOES",
        Some(TexShape::Subpass) => return format!("{generic}subpassInput"),
        Some(TexShape::SubpassMs) => return format!("{generic}subpassInputMS"),
        Some(TexShape::Tile) => return format!("{generic}attachmentEXT"),
        Some(TexShape::PixelLocal) => return format!("{generic}pixelLocalANGLE"),
    };
    let shadow = if class == TexClass::Shadow { "Shadow" } else { "" };
    format!("{generic}{word}{suffix}{shadow}")
}

/// The variable of the language with this name: the row that is available, else any.
pub(crate) fn variable(name: &str, here: Here<'_>) -> Option<&'static Variable> {
    let rows = || VARIABLES.iter().chain(COMPATIBILITY).filter(|row| row.name == name);
    rows().find(|row| here.has(&row.since)).or_else(|| rows().next())
}

/// The declaration of a variable of the language: `in vec4 gl_FragCoord`.
pub(crate) fn declaration(variable: &Variable) -> String {
    let module = Module::new(Stage::Fragment);
    let of = |ty| vitrum_glsl::builtin_types::type_name(&module, ty);
    let (ty, length) = match variable.shape {
        VariableShape::One(ty) => (of(ty), String::new()),
        VariableShape::Array(ty, length) => (of(ty), format!("[{length}]")),
        VariableShape::Limited(ty, limit) => (of(ty), format!("[{limit}]")),
        VariableShape::Unsized(ty, _) => (of(ty), "[]".to_owned()),
        VariableShape::PerView(ty) => (of(ty), "[]".to_owned()),
        VariableShape::PerViewUnsized(ty, _) => (of(ty), "[][]".to_owned()),
        VariableShape::Matrix(columns, rows) if columns == rows => (format!("mat{columns}"), String::new()),
        VariableShape::Matrix(columns, rows) => (format!("mat{columns}x{rows}"), String::new()),
        VariableShape::Matrices(size, limit) => (format!("mat{size}"), format!("[{limit}]")),
        VariableShape::Struct(structure) => (structure.name.to_owned(), String::new()),
        VariableShape::Structs(structure, limit) => (structure.name.to_owned(), format!("[{limit}]")),
    };
    let word = match variable.storage {
        Storage::Input => "in ",
        Storage::Output => "out ",
        _ => "uniform ",
    };
    let patch = if variable.patch { "patch " } else { "" };
    format!("{patch}{word}{ty} {}{length}", variable.name)
}

#[cfg(test)]
mod tests {
    use super::{Here, declaration, signatures, variable};
    use vitrum_glsl::builtins::all_rows;
    use vitrum_glsl::version::{Dialect, Version};
    use vitrum_ir::Stage;

    fn labels(name: &str) -> Vec<String> {
        let dialect = Dialect::new(Version::desktop(460));
        let here = Here { dialect: &dialect, stage: Stage::Fragment };
        signatures(name, here).into_iter().map(|it| it.label).collect()
    }

    #[test]
    fn signatures_read_as_in_the_specification() {
        assert_eq!(labels("cross"), ["gvec3 cross(gvec3 x, gvec3 y)"].map(|it| it.replace("gvec", "vec")));
        assert_eq!(labels("dot").first().map(String::as_str), Some("float dot(genFType x, genFType y)"));
        let texture = labels("texture");
        assert!(
            texture.contains(&"gvec4 texture(gsampler2D sampler, vec2 P [, float bias])".to_owned()),
            "{texture:?}"
        );
        assert!(
            texture.iter().any(|it| it.starts_with("float texture(samplerCubeShadow sampler, vec4 P")),
            "{texture:?}"
        );
        assert_eq!(
            labels("modf").first().map(String::as_str),
            Some("genFType modf(genFType x, out genFType i)")
        );
    }

    #[test]
    fn every_row_has_a_text() {
        for row in all_rows() {
            let labels = labels(row.name);
            assert!(
                labels.iter().all(|it| it.contains(&format!(" {}(", row.name)) && it.ends_with(')')),
                "{labels:?}"
            );
            assert!(!labels.is_empty(), "{}", row.name);
        }
    }

    #[test]
    fn variables_have_declarations() {
        let dialect = Dialect::new(Version::desktop(460));
        let here = Here { dialect: &dialect, stage: Stage::Fragment };
        let text = |name| variable(name, here).map(declaration);
        assert_eq!(text("gl_FragCoord").as_deref(), Some("in vec4 gl_FragCoord"));
        assert_eq!(text("gl_ClipDistance").as_deref(), Some("in float gl_ClipDistance[]"));
        assert_eq!(text("gl_Position").as_deref(), Some("out vec4 gl_Position"));
        assert_eq!(text("gl_NoSuchThing"), None);
    }
}
