//! Gives resources other descriptor sets and bindings, by a map or a rule.
//!
//! ```text
//! map=0.1:2.3, tex:1.0
//!     global @u: #B uniform block(std140) set(0) binding(1)     =>    ... set(2) binding(3)
//!     global @tex: sampled<2d, f32> opaque set(0) binding(5)    =>    ... set(1) binding(0)
//! ```
//!
//! The map comes first: what it names keeps that place. Then `sets` chooses the set of the others (by stage, by kind of register, or
//! one for all), `bindings` numbers them anew in each set, or in each set and kind, and `shifts` adds a number to each kind. The
//! kinds are those of HLSL's registers: `b` uniform blocks, `t` textures and storage blocks that are only read, `s` samplers, `u`
//! storage images and other storage blocks. Resources that share a place go on to share one; two that did not are an error.
//!
//! ANGLE: `ShaderInterfaceVariableInfoMap`; Tint: `BindingRemapper`; naga: `BindingMap`; NIR leaves it to drivers; spirv-opt has none;
//! glslang: `--resource-set-binding`, `--shift-ubo-binding` and the like.

use crate::framework::notes::{Assigned, Slot};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, ResourceKind, Settings};
use crate::lower::assign_locations::{binding_space, block_name, resource_kind, units};
use std::collections::BTreeMap;
use vitrum_ir::{Dim, Global, GlobalData, Module, Qualifiers, Stage, Storage, TypeData};

/// A kind of register, as HLSL has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RegisterClass {
    /// `b`: uniform blocks.
    Uniform,
    /// `t`: textures, and storage blocks that are only read.
    Texture,
    /// `s`: samplers.
    Sampler,
    /// `u`: storage images and storage blocks.
    Unordered,
}

/// The kinds by their letters.
const CLASSES: [(char, RegisterClass); 4] = [
    ('b', RegisterClass::Uniform),
    ('t', RegisterClass::Texture),
    ('s', RegisterClass::Sampler),
    ('u', RegisterClass::Unordered),
];

/// The subject of a row of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BindingSource {
    /// All that lies at this set and binding.
    Place(u32, u32),
    /// The resource, or the block, of this name.
    Name(String),
    /// The resources of a kind of register with this binding, unless one has the name of the register.
    Register(RegisterClass, u32),
}

/// A row of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BindingMove {
    /// The stage that it is for; `None` for all.
    pub stage: Option<Stage>,
    /// The subject.
    pub from: BindingSource,
    /// The set; `None` for the one that it has.
    pub set: Option<u32>,
    /// The binding.
    pub binding: u32,
}

/// The set of what the map does not name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SetRule {
    /// As it is.
    #[default]
    Keep,
    /// One for all.
    All(u32),
    /// By stage; other stages keep theirs.
    Stages(Vec<(Stage, u32)>),
    /// By kind of register: `b`, `t`, `s`, `u`.
    Classes([u32; 4]),
}

/// The binding of what the map does not name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BindingRule {
    /// As it is.
    #[default]
    Keep,
    /// Consecutive numbers from 0 in each set, in the order of the old ones.
    Compact,
    /// Consecutive numbers from 0 in each set for each kind of register.
    Classes,
}

/// Options of `remap_bindings`.
#[derive(Clone, Debug, Default)]
pub struct RemapBindings {
    /// The map; the first row that fits counts.
    pub map: Vec<BindingMove>,
    /// The set of the others.
    pub sets: SetRule,
    /// The binding of the others.
    pub bindings: BindingRule,
    /// Numbers added to the bindings of the others, by kind of register: `b`, `t`, `s`, `u`.
    pub shifts: [u32; 4],
}

pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "map",
        values: "[STAGE/]SET.BINDING|NAME|bN|tN|sN|uN:[SET.]BINDING,...",
        summary: "places of single resources, in all stages or in one",
        set: |options, text| {
            let map: Option<Vec<BindingMove>> = text.split(',').map(|row| parse_move(row.trim())).collect();
            let map = map?;
            options.change::<RemapBindings>(|it| it.map.extend(map));
            Some(())
        },
    },
    PassOption {
        name: "sets",
        values: "keep|N|stage|STAGE=N+...|b=N+t=N+s=N+u=N",
        summary: "set of the others: one for all, or by stage or kind of register",
        set: |options, text| {
            let sets = parse_sets(text)?;
            options.change::<RemapBindings>(|it| it.sets = sets);
            Some(())
        },
    },
    PassOption {
        name: "bindings",
        values: "keep|compact|class",
        summary: "bindings of the others: consecutive in each set, or in each set for each kind of register",
        set: |options, text| {
            let rule = match text {
                "keep" => BindingRule::Keep,
                "compact" => BindingRule::Compact,
                "class" => BindingRule::Classes,
                _ => return None,
            };
            options.change::<RemapBindings>(|it| it.bindings = rule);
            Some(())
        },
    },
    PassOption {
        name: "shifts",
        values: "b=N+t=N+s=N+u=N",
        summary: "numbers added to the bindings of the others, by kind of register",
        set: |options, text| {
            let shifts = parse_classes(text)?;
            options.change::<RemapBindings>(|it| it.shifts = shifts);
            Some(())
        },
    },
];

/// Two numbers with a point between.
pub(crate) fn parse_place(text: &str) -> Option<(u32, u32)> {
    let (set, binding) = text.split_once('.')?;
    Some((set.parse().ok()?, binding.parse().ok()?))
}

fn parse_move(text: &str) -> Option<BindingMove> {
    let (from, to) = text.rsplit_once(':')?;
    let (stage, from) = match from.split_once('/') {
        Some((stage, from)) => (Some(Stage::from_name(stage)?), from),
        None => (None, from),
    };
    let (set, binding) = match parse_place(to) {
        Some((set, binding)) => (Some(set), binding),
        None => (None, to.parse().ok()?),
    };
    let from = match parse_place(from) {
        Some((set, binding)) => BindingSource::Place(set, binding),
        None if from.is_empty() => return None,
        None => parse_register(from).unwrap_or_else(|| BindingSource::Name(from.to_owned())),
    };
    Some(BindingMove { stage, from, set, binding })
}

fn parse_register(text: &str) -> Option<BindingSource> {
    let letter = text.chars().next()?;
    let (_, class) = CLASSES.into_iter().find(|row| row.0 == letter)?;
    Some(BindingSource::Register(class, text.get(1..)?.parse().ok()?))
}

fn parse_sets(text: &str) -> Option<SetRule> {
    match text {
        "keep" => return Some(SetRule::Keep),
        // Vertex shaders have set 0 and fragment shaders set 1, as SDL and others have it.
        "stage" => {
            return Some(SetRule::Stages(vec![
                (Stage::Vertex, 0),
                (Stage::Fragment, 1),
                (Stage::Compute, 0),
            ]));
        }
        _ => {}
    }
    if let Ok(set) = text.parse() {
        return Some(SetRule::All(set));
    }
    if let Some(classes) = parse_classes(text) {
        return Some(SetRule::Classes(classes));
    }
    let row = |row: &str| {
        let (stage, set) = row.split_once('=')?;
        Some((Stage::from_name(stage)?, set.parse().ok()?))
    };
    text.split('+').map(row).collect::<Option<Vec<_>>>().map(SetRule::Stages)
}

/// Numbers by kind of register; 0 for those that are not named.
fn parse_classes(text: &str) -> Option<[u32; 4]> {
    let mut numbers = [0; 4];
    for row in text.split('+') {
        let (letter, number) = row.split_once('=')?;
        let at = CLASSES.iter().position(|row| row.0.to_string() == letter)?;
        *numbers.get_mut(at)? = number.parse().ok()?;
    }
    Some(numbers)
}

/// The kind of register that a resource has in HLSL.
fn class(module: &Module, data: &GlobalData) -> RegisterClass {
    let is_read_only = || {
        let reads = |qualifiers: Qualifiers| qualifiers.contains(Qualifiers::READONLY);
        let members = module.members(module.types.innermost(data.ty));
        reads(data.decorations.qualifiers)
            || !members.is_empty() && members.iter().all(|member| reads(member.decorations.qualifiers))
    };
    match resource_kind(module, data) {
        ResourceKind::UniformBuffer => RegisterClass::Uniform,
        ResourceKind::Sampler => RegisterClass::Sampler,
        ResourceKind::Texture | ResourceKind::CombinedTexture | ResourceKind::AccelerationStructure => {
            RegisterClass::Texture
        }
        ResourceKind::Image => RegisterClass::Unordered,
        ResourceKind::StorageBuffer => match module.types.get(module.types.innermost(data.ty)) {
            TypeData::Image(image) if image.dim == Dim::Subpass => RegisterClass::Texture,
            _ if data.storage == Storage::Buffer && is_read_only() => RegisterClass::Texture,
            _ => RegisterClass::Unordered,
        },
    }
}

fn is_default(options: &RemapBindings) -> bool {
    let RemapBindings { map, sets, bindings, shifts } = options;
    map.is_empty() && *sets == SetRule::Keep && *bindings == BindingRule::Keep && *shifts == [0; 4]
}

/// True if the options ask for something, and the module has resources. Without options there is nothing to do.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let options = settings.options.get::<RemapBindings>();
    !is_default(&options)
        && module.globals.values().any(|data| binding_space(module, data, settings).is_some())
}

/// A resource.
struct Resource {
    global: Global,
    /// The space of bindings: 0 in Vulkan, the kind in OpenGL.
    space: u32,
    class: RegisterClass,
    set: u32,
    /// `None` if `assign_locations` is to choose it.
    binding: Option<u32>,
    units: u32,
    /// True if the map has it.
    is_mapped: bool,
}

/// Moves resources; gives the number of those whose place is another.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings().options.get::<RemapBindings>();
    let mut resources = resources(module, session.settings());
    let old: Vec<(u32, Option<u32>)> = resources.iter().map(|it| (it.set, it.binding)).collect();
    for resource in &mut resources {
        move_by_map(module, &options, resource);
        if !resource.is_mapped {
            move_set(module, &options, resource);
        }
    }
    number_bindings(&options, &old, &mut resources);
    for resource in resources.iter_mut().filter(|it| !it.is_mapped) {
        let shift = options.shifts[resource.class as usize];
        resource.binding = resource.binding.map(|binding| binding.saturating_add(shift));
    }
    if let Some((first, second)) = find_collision(&old, &resources) {
        let name = |resource: &Resource| block_name(module, &module.globals[resource.global]);
        let message = format!(
            "`{}` and `{}` get the same set {} and binding {}",
            name(first),
            name(second),
            second.set,
            second.binding.unwrap_or(0),
        );
        session.refuse(module.globals[second.global].origin.span, message);
        return 0;
    }
    let (mut assigned, mut count) = (Vec::new(), 0);
    for (resource, (old_set, old_binding)) in resources.into_iter().zip(old) {
        if (resource.set, resource.binding) == (old_set, old_binding) {
            continue;
        }
        let decorations = &mut module.globals[resource.global].decorations;
        decorations.set = (resource.set != 0 || decorations.set.is_some()).then_some(resource.set);
        decorations.binding = resource.binding;
        count += 1;
        if let Some(binding) = resource.binding {
            let slot = Slot::Binding { set: resource.set, binding };
            let name = block_name(module, &module.globals[resource.global]);
            assigned.push(Assigned::new(module, resource.global, name, slot));
        }
    }
    session.add_assigned(assigned);
    count
}

fn resources(module: &Module, settings: &Settings) -> Vec<Resource> {
    let all = module.globals.iter().filter_map(|(global, data)| {
        let (set, space) = binding_space(module, data, settings)?;
        let (class, units) = (class(module, data), units(module, data, settings));
        let binding = data.decorations.binding;
        Some(Resource { global, space, class, set, binding, units, is_mapped: false })
    });
    all.collect()
}

fn move_by_map(module: &Module, options: &RemapBindings, resource: &mut Resource) {
    let data = &module.globals[resource.global];
    let has_name = |name: &str| {
        let block = match module.types.get(module.types.innermost(data.ty)) {
            TypeData::Struct(id) if data.block.is_some() => module.names.get(module.structs[id].name) == name,
            _ => false,
        };
        block || module.names.get(data.name) == name
    };
    let fits = |row: &&BindingMove| {
        let of_stage = row.stage.is_none_or(|stage| stage == module.stage);
        of_stage
            && match &row.from {
                BindingSource::Place(set, binding) => {
                    resource.binding == Some(*binding) && resource.set == *set
                }
                BindingSource::Name(name) => has_name(name),
                BindingSource::Register(class, number) => {
                    let letter = CLASSES.iter().find(|row| row.1 == *class).map_or('b', |row| row.0);
                    let is_register = resource.class == *class && resource.binding == Some(*number);
                    is_register || has_name(&format!("{letter}{number}"))
                }
            }
    };
    if let Some(row) = options.map.iter().find(fits) {
        resource.set = row.set.unwrap_or(resource.set);
        resource.binding = Some(row.binding);
        resource.is_mapped = true;
    }
}

fn move_set(module: &Module, options: &RemapBindings, resource: &mut Resource) {
    match &options.sets {
        SetRule::Keep => {}
        SetRule::All(set) => resource.set = *set,
        SetRule::Stages(stages) => {
            let of_stage = stages.iter().find(|row| row.0 == module.stage);
            resource.set = of_stage.map_or(resource.set, |row| row.1);
        }
        SetRule::Classes(sets) => resource.set = sets[resource.class as usize],
    }
}

/// Numbers bindings anew, in the order of the old places, behind nothing: what the map names keeps its number, which is skipped.
fn number_bindings(options: &RemapBindings, old: &[(u32, Option<u32>)], resources: &mut [Resource]) {
    if options.bindings == BindingRule::Keep {
        return;
    }
    // Resources with one old place share the new one.
    let mut places: BTreeMap<(u32, u32, u32, u32), Vec<usize>> = BTreeMap::new();
    for (at, (resource, old)) in resources.iter().zip(old).enumerate() {
        if let (Some(binding), false) = (old.1, resource.is_mapped) {
            places.entry((resource.set, resource.space, old.0, binding)).or_default().push(at);
        }
    }
    let taken: Vec<(u32, u32, u32, u32)> = resources
        .iter()
        .filter(|it| it.is_mapped)
        .filter_map(|it| Some((it.set, it.space, it.binding?, it.units)))
        .collect();
    let by_class = options.bindings == BindingRule::Classes;
    let mut next: BTreeMap<(u32, u32, Option<RegisterClass>), u32> = BTreeMap::new();
    for ((set, space, ..), members) in places {
        let Some(first) = members.first().and_then(|&at| resources.get(at)) else { continue };
        let class = by_class.then_some(first.class);
        let units = members.iter().filter_map(|&at| resources.get(at)).map(|it| it.units).max().unwrap_or(1);
        let number = next.entry((set, space, class)).or_default();
        while let Some(end) = taken.iter().find_map(|&(other, of, first, count)| {
            let overlaps = first < number.saturating_add(units) && *number < first.saturating_add(count);
            (other == set && of == space && overlaps && !by_class).then_some(first.saturating_add(count))
        }) {
            *number = end;
        }
        let binding = *number;
        *number = number.saturating_add(units);
        for at in members {
            if let Some(resource) = resources.get_mut(at) {
                resource.binding = Some(binding);
            }
        }
    }
}

/// Two resources whose bindings overlap now, and did not before.
fn find_collision<'r>(
    old: &[(u32, Option<u32>)],
    resources: &'r [Resource],
) -> Option<(&'r Resource, &'r Resource)> {
    let was_shared = |a: usize, b: usize| {
        let place = |at: usize| {
            let (set, binding) = old.get(at).copied()?;
            Some((set, binding?, resources.get(at)?.units))
        };
        place(a).zip(place(b)).is_some_and(|(a, b)| {
            a.0 == b.0 && a.1 < b.1.saturating_add(b.2) && b.1 < a.1.saturating_add(a.2)
        })
    };
    let mut places: BTreeMap<(u32, u32, u32), Vec<usize>> = BTreeMap::new();
    for (at, resource) in resources.iter().enumerate() {
        if let Some(binding) = resource.binding {
            places.entry((resource.set, resource.space, binding)).or_default().push(at);
        }
    }
    let pair = |a: usize, b: usize| resources.get(a).zip(resources.get(b));
    // The resource that reaches furthest so far, with its space and its end.
    let mut reach: Option<((u32, u32), u32, usize)> = None;
    for ((set, space, binding), members) in places {
        let Some(&first) = members.first() else { continue };
        if let Some(&other) = members.iter().find(|&&at| at != first && !was_shared(first, at)) {
            return pair(first, other);
        }
        if let Some((of, end, at)) = reach
            && of == (set, space)
            && end > binding
            && !was_shared(at, first)
        {
            return pair(at, first);
        }
        let longest = members.iter().copied().max_by_key(|&at| resources.get(at).map_or(0, |it| it.units));
        let longest = longest.unwrap_or(first);
        let end = binding.saturating_add(resources.get(longest).map_or(1, |it| it.units));
        if reach.is_none_or(|(of, before, _)| of != (set, space) || before < end) {
            reach = Some(((set, space), end, longest));
        }
    }
    None
}
