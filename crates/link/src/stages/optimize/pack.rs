//! Packing: scalars and vectors of one kind share locations.

use super::plan::{is_packed, pairs};
use super::{Api, StageRules};
use crate::stages::declared::{Declared, StageDeclarations};
use rustc_hash::FxHashSet;
use vitrum_glsl::features::Feature;
use vitrum_glsl::version::Version;
use vitrum_ir::{
    Decorations, Global, Interpolation, Module, Qualifiers, Scalar, SourceLanguage, Storage, TypeData,
};
use vitrum_passes::location_count;

/// The components of a location.
const COMPONENTS: u32 = 4;

/// The properties that variables of one location share: the type of their components, and the qualifiers of both stages.
type Kind = (Scalar, [(Interpolation, Qualifiers); 2]);

/// An output, the input that it reaches, their location and their first component.
pub(super) type Packed = (Global, Global, u32, u32);

/// The new places of outputs and the inputs that they reach. Others keep their locations, or get others later.
///
/// GLSL ES and old versions have no components of locations.
pub(super) fn plan(
    before: &StageDeclarations<'_>,
    after: &StageDeclarations<'_>,
    rules: &StageRules,
) -> Vec<Packed> {
    if rules.api == Api::OpenGlEs || !has_components(before.module) || !has_components(after.module) {
        return Vec::new();
    }
    let Some(pairs) = pairs(before, after, rules) else { return Vec::new() };
    let mut candidates: Vec<(Kind, u32, Global, Global)> = Vec::new();
    for (output, input) in pairs {
        let (one, other) = (before.declared(output), after.declared(input));
        if let Some((kind, size)) = kind(&one, &other) {
            candidates.push((kind, size, output, input));
        }
    }
    let chosen: FxHashSet<(bool, Global)> =
        candidates.iter().flat_map(|row| [(true, row.2), (false, row.3)]).collect();
    let mut taken = FxHashSet::default();
    for (stage, storage) in [(before, Storage::Output), (after, Storage::Input)] {
        let is_output = storage == Storage::Output;
        for declared in stage.user(&[storage]).filter(|it| !chosen.contains(&(is_output, it.global))) {
            taken.extend(locations(&declared));
        }
    }
    // Wide ones first, so that what is left of a location fits.
    candidates.sort_by_key(|row| std::cmp::Reverse(row.1));
    let mut open: Vec<(Kind, u32, u32)> = Vec::new();
    let mut next = 0;
    let mut packed = Vec::new();
    for (kind, size, output, input) in candidates {
        let fits = |row: &&mut (Kind, u32, u32)| row.0 == kind && row.2 + size <= COMPONENTS;
        let (location, component) = match open.iter_mut().find(fits) {
            Some(row) => {
                let component = row.2;
                row.2 += size;
                (row.1, component)
            }
            None => {
                while taken.contains(&next) {
                    next += 1;
                }
                open.push((kind, next, size));
                next += 1;
                (next - 1, 0)
            }
        };
        packed.push((output, input, location, component));
    }
    packed
}

/// The kind and size of a pair that can share a location.
fn kind(output: &Declared<'_>, input: &Declared<'_>) -> Option<(Kind, u32)> {
    let module = output.module();
    let (scalar, size) = match module.types.get(output.ty) {
        TypeData::Scalar(scalar) => (scalar, 1),
        TypeData::Vector { scalar, size } => (scalar, u32::from(size)),
        _ => return None,
    };
    let is_plain = [output, input]
        .iter()
        .all(|it| it.block.is_none() && it.decorations.spirv.is_none() && it.decorations.stream.is_none());
    let way = |it: &Decorations| (it.interpolation.unwrap_or(Interpolation::Smooth), it.qualifiers);
    let kind = (scalar, [way(&output.decorations), way(&input.decorations)]);
    let same_size = input.module().types.vector_size(input.ty) == Some(size);
    (is_packed(scalar) && is_plain && same_size).then_some((kind, size))
}

/// The locations that a declaration has by number.
fn locations(of: &Declared<'_>) -> Vec<u32> {
    let module = of.module();
    let range = |start: Option<u32>, ty| {
        let start = start.unwrap_or(0);
        start..start.saturating_add(location_count(module, ty, false).min(1 << 10))
    };
    let mut all: Vec<u32> = Vec::new();
    if of.decorations.location.is_some() {
        all.extend(range(of.decorations.location, of.ty));
    }
    for member in of.members().iter().filter(|member| member.decorations.location.is_some()) {
        all.extend(range(member.decorations.location, member.ty));
    }
    all
}

/// Gives a variable a place.
pub(super) fn place(module: &mut Module, global: Global, location: u32, component: u32) {
    let decorations = &mut module.globals[global].decorations;
    decorations.location = Some(location);
    decorations.component = (component > 0).then_some(component);
}

/// True if the language of a module has the layout qualifier `component`.
fn has_components(module: &Module) -> bool {
    match module.source.language {
        SourceLanguage::Essl => false,
        SourceLanguage::Glsl => {
            let feature = Feature::Component;
            feature.is_in(Version::desktop(module.source.version as u16))
                || feature.extensions().any(|extension| module.has_extension(extension.name()))
        }
        _ => true,
    }
}
