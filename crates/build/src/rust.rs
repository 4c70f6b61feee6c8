//! The text of Rust files.

use std::fmt::Write as _;

use vitrum::reflect::{Reflection, Resource, Variable};

use crate::layouts;

/// The beginning of a file: the types that all modules use.
pub(crate) const HEAD: &str = "\
// Made by vitrum-build from shaders; changes are lost.

/// The place of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Its name.
    pub name: &'static str,
    /// The kind of its descriptor: `uniform_buffer`, `sampled_image` ...
    pub kind: &'static str,
    /// The descriptor set.
    pub set: u32,
    /// The binding in the set.
    pub binding: u32,
    /// The number of descriptors; 0 if the layout of the pipeline decides.
    pub count: u32,
    /// Bytes of a block; 0 for others.
    pub size: u32,
}

/// The place of an input or output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Its name.
    pub name: &'static str,
    /// Its type in GLSL.
    pub ty: &'static str,
    /// The first location.
    pub location: u32,
}
";

/// Words of Rust that no identifier may be, and those that cannot be written with `r#`.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait",
    "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
    "crate", "self", "Self", "super", "_",
];

/// A text as an identifier of Rust: `_` for what none may have, and behind a keyword.
pub(crate) fn identifier(text: &str) -> String {
    let mut name: String =
        text.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect();
    if name.is_empty() || name.starts_with(|first: char| first.is_ascii_digit()) {
        name.insert(0, '_');
    }
    if KEYWORDS.contains(&name.as_str()) {
        name.push('_');
    }
    name
}

/// Adds the module of a shader. Writing to a string does not fail.
pub(crate) fn module(
    text: &mut String,
    name: &str,
    words: &[u32],
    reflection: &Reflection,
    derives: &[String],
) {
    let _ = write!(text, "\n/// The {} shader `{name}`.\npub mod {name} {{\n", reflection.stage.name());
    text.push_str("    #![allow(dead_code, non_snake_case, non_upper_case_globals, non_camel_case_types, clippy::all)]\n\n");
    text.push_str("    /// The words of the module.\n    pub const SPIRV: &[u32] = &[");
    for (index, word) in words.iter().enumerate() {
        let blank = if index % 8 == 0 { "\n        " } else { " " };
        let _ = write!(text, "{blank}{word:#x},");
    }
    text.push_str("\n    ];\n");
    constant(
        text,
        "The stage, as a file's extension.",
        "STAGE",
        "&str",
        &format!("{:?}", vitrum::stage_extension(reflection.stage)),
    );
    constant(
        text,
        "The name of the entry point.",
        "ENTRY_POINT",
        "&str",
        &format!("{:?}", reflection.entry_point),
    );
    if let Some(size) = reflection.execution.workgroup_size {
        let size = size.map(|it| it.value);
        constant(text, "The size of a workgroup.", "WORKGROUP_SIZE", "[u32; 3]", &format!("{size:?}"));
    }
    let mut names =
        Names(vec!["SPIRV".into(), "STAGE".into(), "ENTRY_POINT".into(), "WORKGROUP_SIZE".into()]);
    locations(text, "INPUTS", "The inputs with a location.", &reflection.inputs);
    locations(text, "OUTPUTS", "The outputs with a location.", &reflection.outputs);
    names.0.extend(["INPUTS".to_owned(), "OUTPUTS".to_owned(), "BINDINGS".to_owned()]);
    let mut bindings = Vec::new();
    for resource in &reflection.resources {
        let instance = resource.instance.as_deref().filter(|name| !name.is_empty());
        let shown = instance.unwrap_or(&resource.name);
        if let (Some(set), Some(binding)) = (resource.set, resource.binding) {
            let value = binding_value(resource, shown, set, binding);
            let own = names.unique(identifier(&shown.to_uppercase()));
            constant(text, &format!("The place of `{shown}`."), &own, "super::Binding", &value);
            bindings.push(own);
        } else if resource.kind == vitrum::reflect::ResourceKind::PushConstant {
            let own = names.unique("PUSH_CONSTANT_SIZE".to_owned());
            constant(
                text,
                "Bytes of the push constants.",
                &own,
                "u32",
                &resource.size.unwrap_or(0).to_string(),
            );
        }
    }
    constant(
        text,
        "The places of all resources.",
        "BINDINGS",
        "&[super::Binding]",
        &format!("&[{}]", bindings.join(", ")),
    );
    for spec in &reflection.spec_constants {
        if let Some(id) = spec.id {
            let own = names.unique(identifier(&format!("{}_ID", spec.name.to_uppercase())));
            constant(
                text,
                &format!("The number of the specialisation constant `{}`.", spec.name),
                &own,
                "u32",
                &id.to_string(),
            );
        }
    }
    layouts::structs(text, reflection, derives, &mut names);
    text.push_str("}\n");
}

/// Names that a module has.
pub(crate) struct Names(Vec<String>);

impl Names {
    /// Those of a module without any.
    pub(crate) const fn none() -> Self {
        Self(Vec::new())
    }

    /// The name, or with `_` behind it if the module has it.
    pub(crate) fn unique(&mut self, mut name: String) -> String {
        while self.0.contains(&name) {
            name.push('_');
        }
        self.0.push(name.clone());
        name
    }
}

fn constant(text: &mut String, doc: &str, name: &str, ty: &str, value: &str) {
    let _ = write!(text, "    /// {doc}\n    pub const {name}: {ty} = {value};\n");
}

fn locations(text: &mut String, name: &str, doc: &str, variables: &[Variable]) {
    let row = |it: &Variable| {
        let (name, ty) = (&it.name, &it.ty.name);
        it.location.map(|at| format!("super::Location {{ name: {name:?}, ty: {ty:?}, location: {at} }}"))
    };
    let rows: Vec<String> = variables.iter().filter_map(row).collect();
    constant(text, doc, name, "&[super::Location]", &format!("&[{}]", rows.join(", ")));
}

fn binding_value(resource: &Resource, name: &str, set: u32, binding: u32) -> String {
    let counts = resource.ty.array.iter().map(|length| length.length.unwrap_or(0));
    let count: u32 = counts.fold(1, u32::saturating_mul);
    let (kind, size) = (resource.kind.name(), resource.size.unwrap_or(0));
    format!(
        "super::Binding {{ name: {name:?}, kind: {kind:?}, set: {set}, binding: {binding}, count: {count}, size: {size} }}"
    )
}
