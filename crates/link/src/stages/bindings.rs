//! Different resources at one binding (Vulkan 1.3 section 15.5.3, OpenGL 4.6 section 7.11).
//!
//! GLSL allows several variables at one binding, and some of that is useful: storage buffers seen as other types, arrays of
//! descriptors of several shapes, one texture with and without comparison. Reported is what no descriptor can be, and what
//! names one descriptor twice for no reason.

use super::declared::{Declared, Pair, StageDeclarations};
use super::differences::{Policy, type_difference};
use std::collections::BTreeMap;
use vitrum_diagnostics::{Code, Diagnostic, Severity};
use vitrum_ir::link::same_type;
use vitrum_ir::{Dim, ImageType, Storage, TypeData};

use super::Api;
use super::resources::STORAGES;

/// The number of resources of one binding that another is compared with.
const COMPARED: usize = 8;

/// The difference of two declarations of one name in two stages, as the end of a sentence that begins with the name. The
/// members of one block may be the first of the other.
fn difference(before: &Declared<'_>, after: &Declared<'_>) -> Option<String> {
    if before.name != after.name || before.of.index == after.of.index || has_same_type(before, after) {
        return None;
    }
    let pair = Pair { before: before.clone(), after: after.clone() };
    if before.block.is_none() {
        return type_difference(&pair, Policy::default());
    }
    pair.members().find_map(|members| {
        let fault = type_difference(&members, Policy::default())?;
        Some(format!("has a member `{}` that {fault}", members.after.name))
    })
}

/// A reason for which two resources cannot well have one binding.
struct Rule {
    apis: &'static [Api],
    code: Code,
    /// True if the two resources are what the rule is about.
    holds: fn(&Declared<'_>, &Declared<'_>) -> bool,
    /// The end of the message.
    text: fn(&Declared<'_>, &Declared<'_>) -> String,
}

/// The rules; the first that holds counts. Arrays are exempt: of them each element is a descriptor of its own.
const RULES: &[Rule] = &[
    Rule {
        apis: &[Api::Vulkan],
        code: Code::LinkConflict,
        holds: |a, b| kind(a) != kind(b),
        text: |a, b| format!("one is {}, the other {}", kind(a), kind(b)),
    },
    Rule {
        apis: &[Api::Vulkan, Api::OpenGl, Api::OpenGlEs],
        code: Code::SharedBinding,
        holds: |a, b| {
            images(a, b).is_some_and(|(a, b)| {
                (a.dim, a.arrayed, a.multisampled) != (b.dim, b.arrayed, b.multisampled)
            })
        },
        text: |a, b| format!("one is {}, the other {}", type_name(a), type_name(b)),
    },
    Rule {
        apis: &[Api::Vulkan],
        code: Code::SharedBinding,
        holds: |a, b| {
            let is_block = |it: &Declared<'_>| it.data().storage == Storage::Uniform;
            is_block(a) && is_block(b) && (a.of.index == b.of.index || !has_same_type(a, b))
        },
        text: |_, _| "both are uniform buffers".to_owned(),
    },
    Rule {
        apis: &[Api::Vulkan],
        code: Code::SharedBinding,
        holds: |a, b| {
            let is_sampled = images(a, b).is_some_and(|(a, _)| !a.storage);
            is_sampled && a.of.index == b.of.index && has_same_type(a, b)
        },
        text: |a, _| format!("both are {}", type_name(a)),
    },
];

/// Reports resources that cannot well have the binding that they share. What no descriptor can be is an error of a program;
/// in a shader alone (`is_program` is false) all of it is a warning. Anything else counts only if both are used.
pub(super) fn check(
    stages: &[StageDeclarations<'_>],
    api: Api,
    is_program: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut known: BTreeMap<(u32, u32, u32), Vec<Declared<'_>>> = BTreeMap::new();
    for declared in stages.iter().flat_map(|stage| stage.user(STORAGES)) {
        let Some(binding) = declared.decorations.binding else { continue };
        let set = declared.decorations.set.unwrap_or(0);
        let at = known.entry((space(&declared, api), set, binding)).or_default();
        if let Some((before, fault)) =
            at.iter().find_map(|before| Some((before, difference(before, &declared)?)))
            && api == Api::Vulkan
            && kind(before) == kind(&declared)
            && before.is_used()
            && declared.is_used()
        {
            let message = format!("`{}` of set {set}, binding {binding} {fault}", declared.name);
            diagnostics.push(declared.diagnostic_with(before, Code::SharedBinding, message));
        }
        let rule_of = |before: &&Declared<'_>| {
            let is_other = before.name != declared.name || kind(before) != kind(&declared);
            let is_array = |it: &Declared<'_>| it.module().types.element(it.ty).is_some();
            if !is_other || is_array(before) && is_array(&declared) {
                return None;
            }
            RULES.iter().find(|rule| rule.apis.contains(&api) && (rule.holds)(before, &declared))
        };
        if let Some((before, rule)) = at.iter().find_map(|before| Some((before, rule_of(&before)?))) {
            // A descriptor has one type, whoever uses it (VUID-VkGraphicsPipelineCreateInfo-layout-07990).
            let is_invalid = rule.code.info().severity == Severity::Error;
            if is_invalid || before.is_used() && declared.is_used() {
                let place = match api {
                    Api::Vulkan => format!("set {set}, binding {binding}"),
                    Api::OpenGl | Api::OpenGlEs => format!("binding {binding}"),
                };
                let text = (rule.text)(before, &declared);
                let message = format!("`{}` and `{}` share {place}: {text}", before.name, declared.name);
                let code = if is_invalid && is_program { rule.code } else { Code::SharedBinding };
                diagnostics.push(declared.diagnostic_with(before, code, message));
            }
        }
        if at.len() < COMPARED {
            at.push(declared);
        }
    }
}

/// The kinds of resources that have bindings of their own in an API.
fn space(of: &Declared<'_>, api: Api) -> u32 {
    let is_image = || matches!(of.module().types.get(of.module().types.innermost(of.ty)), TypeData::Image(image) if image.storage);
    match (api, of.data().storage) {
        (Api::Vulkan, _) => 0,
        (_, Storage::Opaque) => 1 + u32::from(is_image()),
        (_, Storage::Uniform) => 3,
        (_, Storage::AtomicCounter) => 4,
        _ => 5,
    }
}

fn has_same_type(a: &Declared<'_>, b: &Declared<'_>) -> bool {
    same_type((a.module(), a.ty), (b.module(), b.ty))
}

fn type_name(of: &Declared<'_>) -> String {
    format!("`{}`", vitrum_glsl::builtin_types::type_name(of.module(), of.ty))
}

/// The shapes of two textures or two storage images.
fn images(a: &Declared<'_>, b: &Declared<'_>) -> Option<(ImageType, ImageType)> {
    let of = |it: &Declared<'_>| match it.module().types.get(it.module().types.innermost(it.ty)) {
        TypeData::Image(image) | TypeData::SampledImage(image) => Some(image),
        _ => None,
    };
    Some((of(a)?, of(b)?))
}

/// The kind of a descriptor. Textures and samplers may share one that combines them (Vulkan 1.3 section 14.1.3).
fn kind(of: &Declared<'_>) -> &'static str {
    let module = of.module();
    match (of.data().storage, module.types.get(module.types.innermost(of.ty))) {
        (Storage::Uniform, _) => "a uniform buffer",
        (Storage::Buffer | Storage::AtomicCounter, _) => "a storage buffer",
        (_, TypeData::Tensor { .. }) => "a tensor",
        (_, TypeData::AccelerationStructure) => "an acceleration structure",
        (_, TypeData::Image(image)) => match (image.dim, image.storage) {
            (Dim::Subpass, _) => "an input attachment",
            (Dim::Buffer, true) => "a storage texel buffer",
            (Dim::Buffer, false) => "a uniform texel buffer",
            (_, true) => "a storage image",
            (_, false) => "a texture",
        },
        (_, TypeData::SampledImage(image)) if image.dim == Dim::Buffer => "a uniform texel buffer",
        _ => "a texture",
    }
}
