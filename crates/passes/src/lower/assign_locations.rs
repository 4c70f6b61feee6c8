//! Locations and bindings for what has none.
//!
//! ```text
//! global @color: vec4<f32> output    =>    global @color: vec4<f32> output location(0)
//! ```
//!
//! Inputs, outputs and resources get the first free places in order of declaration, around those that the author
//! chose. Whoever links stages by name has to look at the report.

use super::parts::{learn, product_of_lengths};
use crate::framework::notes::{Assigned, Slot};
use crate::framework::session::Session;
use crate::framework::settings::{ResourceKind, Settings};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use vitrum_ir::{
    BuiltIn, Decorations, Dim, Global, GlobalData, Interpolation, Length, Module, Qualifiers, Scalar, Stage,
    Storage, Type, TypeData,
};

/// True if the target says where resources are bound.
pub(crate) fn is_needed(_: &Module, settings: &Settings) -> bool {
    settings.places_resources()
}

/// Runs the pass; gives the number of places chosen.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let assigned = assign_locations(module, &session.settings);
    session.add_assigned(assigned)
}

/// True if the caller moves bindings that the author chose.
pub(crate) fn shifts(_: &Module, settings: &Settings) -> bool {
    settings.placement.shifts.iter().any(|&shift| shift != 0) || !settings.placement.set_shifts.is_empty()
}

/// Moves the bindings that the author chose; gives the number of bindings.
pub(crate) fn run_shift(module: &mut Module, session: &mut Session) -> usize {
    let all: Vec<Global> = module.global_ids().collect();
    let mut count = 0;
    for global in all {
        let kind = session.settings.placement.kind(resource_kind(module, &module.globals[global]));
        let set = module.globals[global].decorations.set.unwrap_or(0);
        let shift = session.settings.placement.shift(kind, set);
        if let Some(binding) = &mut module.globals[global].decorations.binding {
            *binding = binding.saturating_add(shift);
            count += usize::from(shift != 0);
        }
    }
    count
}

/// Gives a location to every input and output and a binding to every resource that has none.
fn assign_locations(module: &mut Module, settings: &Settings) -> Vec<Assigned> {
    assign_places(&mut [module], &[], settings).into_iter().map(|row| row.1).collect()
}

/// Gives locations and bindings to what has none in the stages of a program, which are in the order in which they run.
///
/// The globals of a group, each named by its stage's position and its id, are one thing: an output with the input that it
/// reaches, or a resource in the stages that declare it. They get one place, which is the author's if one of them has one.
/// Outputs of a stage and inputs of the next share locations; resources of all stages share bindings. Gives what was
/// chosen, with the position of the stage; for a group that is the first of its globals.
pub fn assign_places(
    modules: &mut [&mut Module],
    groups: &[Vec<(usize, Global)>],
    settings: &Settings,
) -> Vec<(usize, Assigned)> {
    let placement = &settings.placement;
    // In many shaders all places are chosen by the author.
    let may_stop = groups.is_empty() && placement.uniforms.is_empty();
    if may_stop && modules.iter().all(|module| is_settled(module, settings)) {
        return Vec::new();
    }
    let mut sizes: Vec<Sizes> = modules.iter().map(|_| Sizes::default()).collect();
    let all: Vec<(usize, Global)> = modules
        .iter()
        .enumerate()
        .flat_map(|(stage, module)| module.global_ids().map(move |id| (stage, id)))
        .collect();
    for &(stage, global) in &all {
        spread_location(modules[stage], &mut sizes[stage], global);
        // Uniforms have locations in OpenGL only.
        let data = &mut modules[stage].globals[global];
        if settings.vulkan && data.storage == Storage::Opaque {
            data.decorations.location = None;
        }
    }
    for &(stage, global) in all.iter().filter(|_| !placement.uniforms.is_empty()) {
        name_location(modules[stage], global, settings);
    }
    if groups.is_empty() && !modules.iter().any(|module| has_open_places(module, settings)) {
        return Vec::new();
    }
    let locations = [placement.first_location; ResourceKind::COUNT];
    let mut spaces: Vec<Space> = (0..modules.len() + 2).map(|_| Space::from(locations)).collect();
    if let (Some(first), Some(of_uniforms)) = (placement.first_uniform, spaces.last_mut()) {
        *of_uniforms = Space::from([first; ResourceKind::COUNT]);
    }
    let mut bindings: BTreeMap<(u32, u32), Space> = BTreeMap::new();
    let mut group_of: FxHashMap<(usize, Global), &[(usize, Global)]> = FxHashMap::default();
    for group in groups {
        group_of.extend(group.iter().map(|&member| (member, group.as_slice())));
        share_places(modules, group);
    }
    for &(stage, global) in &all {
        let given = (stage, &*modules[stage], global);
        take_given(given, &mut sizes[stage], &mut spaces, &mut bindings, settings);
    }
    let mut assigned = Vec::new();
    for (stage, global) in all {
        let alone = [(stage, global)];
        let group = group_of.get(&(stage, global)).copied().unwrap_or(&alone);
        let module = &*modules[stage];
        let data = &module.globals[global];
        if let (Some(space), None) = (location_space(module, data, settings), data.decorations.location)
            && !has_places_within(module, data)
        {
            let size = |&(stage, global): &(usize, Global)| {
                sizes[stage].of_global(modules[stage], &modules[stage].globals[global])
            };
            let size = group.iter().map(size).max().unwrap_or(1);
            let location = spaces[space.index(stage, modules.len())].first_free(size, 0);
            let slot = Slot::Location(location);
            assigned.push((stage, Assigned::new(module, global, block_name(module, data), slot)));
            for &(stage, global) in group {
                modules[stage].globals[global].decorations.location = Some(location);
            }
        }
        let module = &*modules[stage];
        let data = &module.globals[global];
        if let (Some(key), None) = (binding_space(module, data, settings), data.decorations.binding) {
            let units = |&(stage, global): &(usize, Global)| {
                units(modules[stage], &modules[stage].globals[global], settings)
            };
            let kind = placement.kind(resource_kind(module, data));
            let binding = bindings
                .entry(key)
                .or_insert_with(|| Space::from(placement.bases(key.0)))
                .first_free(group.iter().map(units).max().unwrap_or(1), kind as usize);
            let set = data.decorations.set.unwrap_or(key.0);
            let slot = Slot::Binding { set, binding };
            assigned.push((stage, Assigned::new(module, global, block_name(module, data), slot)));
            for &(stage, global) in group {
                let decorations = &mut modules[stage].globals[global].decorations;
                decorations.binding = Some(binding);
                if set != 0 {
                    decorations.set = Some(set);
                }
            }
        }
    }
    assigned
}

/// Takes the places that the author gave a global of a stage.
fn take_given(
    (stage, module, global): (usize, &Module, Global),
    sizes: &mut Sizes,
    spaces: &mut [Space],
    bindings: &mut BTreeMap<(u32, u32), Space>,
    settings: &Settings,
) {
    let stages = spaces.len() - 2;
    let data = &module.globals[global];
    let space_of = location_space(module, data, settings).map(|space| space.index(stage, stages));
    if let (Some(space), Some(location)) = (space_of, data.decorations.location) {
        spaces[space].take(location, sizes.of_global(module, data));
    }
    // `rename_builtins` puts them there, perhaps after stages are linked.
    let color = [BuiltIn::FragColor, BuiltIn::FragData].map(Some).contains(&data.decorations.builtin);
    if color && data.storage == Storage::Output && settings.glsl.is_none() {
        spaces[stage + 1].take(0, sizes.of_global(module, data));
    }
    if let (Some(key), Some(binding)) = (binding_space(module, data, settings), data.decorations.binding) {
        bindings
            .entry(key)
            .or_insert_with(|| Space::from(settings.placement.bases(key.0)))
            .take(binding, units(module, data, settings));
    }
    if let (Some(space), true) = (space_of, data.block.is_some()) {
        for member in module.members(module.types.innermost(data.ty)) {
            if let Some(location) = member.decorations.location {
                spaces[space].take(location, sizes.of_type(module, member.ty, false));
            }
        }
    }
}

/// Gives a loose uniform without a location that which the caller has for its name.
fn name_location(module: &mut Module, global: Global, settings: &Settings) {
    let data = &module.globals[global];
    let is_uniform = matches!(location_space(module, data, settings), Some(LocationSpace::Uniforms));
    let name = module.names.get(data.name);
    let chosen = settings.placement.uniforms.iter().rev().find(|row| row.0 == name);
    if let (true, None, Some(&(_, location))) = (is_uniform, data.decorations.location, chosen) {
        module.globals[global].decorations.location = Some(location);
    }
}

/// True if there is no place to choose, to spread over members or to take away.
fn is_settled(module: &Module, settings: &Settings) -> bool {
    let changes = |data: &GlobalData| {
        data.decorations.location.is_some()
            && (settings.vulkan && data.storage == Storage::Opaque || has_places_within(module, data))
    };
    !module.globals.values().any(changes) && !has_open_places(module, settings)
}

/// True if [`assign_places`] would choose a location or binding for a global of the module.
pub fn has_open_places(module: &Module, settings: &Settings) -> bool {
    module.globals.values().any(|data| {
        let Decorations { location, binding, .. } = &data.decorations;
        location_space(module, data, settings).is_some() && location.is_none() && !has_places_within(module, data)
            || binding_space(module, data, settings).is_some() && binding.is_none()
            // They become a block with a binding.
            || settings.vulkan && data.storage == Storage::Uniform && data.block.is_none()
    })
}

/// Gives all globals of a group the place that one of them has.
fn share_places(modules: &mut [&mut Module], group: &[(usize, Global)]) {
    let decorations = |modules: &[&mut Module], (stage, global): (usize, Global)| {
        modules[stage].globals[global].decorations.clone()
    };
    let has = |modules: &[&mut Module], at: &(usize, Global)| {
        let data = &modules[at.0].globals[at.1];
        data.decorations.location.is_some() || has_places_within(modules[at.0], data)
    };
    if let Some(&first) = group.iter().find(|at| has(modules, at)) {
        let known = decorations(modules, first);
        let members = |module: &Module, global: Global| -> Vec<Option<u32>> {
            let members = module.members(module.types.innermost(module.globals[global].ty));
            members.iter().map(|member| member.decorations.location).collect()
        };
        let places = members(modules[first.0], first.1);
        for &(stage, global) in group.iter().filter(|&&at| at != first) {
            if has(modules, &(stage, global)) {
                continue;
            }
            let module = &mut *modules[stage];
            let data = &mut module.globals[global];
            data.decorations.location = known.location;
            data.decorations.component = known.component;
            if let (TypeData::Struct(id), true) =
                (module.types.get(module.types.innermost(data.ty)), data.block.is_some())
            {
                for (member, &place) in module.structs[id].members.iter_mut().zip(&places) {
                    member.decorations.location = place;
                }
            }
        }
    }
    let bound = group.iter().find(|&&at| decorations(modules, at).binding.is_some()).copied();
    if let Some(first) = bound {
        let known = decorations(modules, first);
        for &(stage, global) in group {
            let decorations = &mut modules[stage].globals[global].decorations;
            if decorations.binding.is_none() {
                decorations.binding = known.binding;
                decorations.set = decorations.set.or(known.set);
            }
        }
    }
}

/// Gives every member of a block its location where the block and some members have one: SPIR-V wants one or the other.
fn spread_location(module: &mut Module, sizes: &mut Sizes, global: Global) {
    let data = &module.globals[global];
    let (Some(first), true) = (data.decorations.location, has_places_within(module, data)) else { return };
    let TypeData::Struct(id) = module.types.get(module.types.innermost(data.ty)) else { return };
    let mut next = first;
    for index in 0..module.structs[id].members.len() {
        let member = &module.structs[id].members[index];
        let location = member.decorations.location.unwrap_or(next);
        let ty = module.of_view(member.ty, &member.decorations);
        next = location.saturating_add(sizes.of_type(module, ty, false));
        module.structs[id].members[index].decorations.location = Some(location);
    }
    module.globals[global].decorations.location = None;
}

/// Numbers in use, and where the search for the next goes on.
#[derive(Debug, Default)]
struct Space {
    /// Runs that neither touch nor overlap: the first number of each, and the one behind it.
    taken: BTreeMap<u32, u32>,
    /// By kind of resource; locations know one kind.
    next: [u32; ResourceKind::COUNT],
}

impl From<[u32; ResourceKind::COUNT]> for Space {
    /// One in which nothing is in use, and the search begins here.
    fn from(next: [u32; ResourceKind::COUNT]) -> Self {
        Self { next, ..Self::default() }
    }
}

impl Space {
    fn take(&mut self, first: u32, count: u32) {
        if count == 0 {
            return;
        }
        let (mut start, mut end) = (first, first.saturating_add(count));
        while let Some((&from, &to)) = self.taken.range(..=end).next_back()
            && to >= start
        {
            self.taken.remove(&from);
            (start, end) = (start.min(from), end.max(to));
        }
        self.taken.insert(start, end);
    }

    /// The first free run of this many, from where the last one ended.
    fn first_free(&mut self, count: u32, kind: usize) -> u32 {
        let Some(next) = self.next.get_mut(kind) else { return 0 };
        while let Some((_, &blocked)) = self.taken.range(..next.saturating_add(count)).next_back()
            && blocked > *next
        {
            *next = blocked;
        }
        let first = *next;
        *next = first.saturating_add(count);
        // The other kinds may come by later.
        self.take(first, count);
        first
    }
}

/// The variables that share locations.
#[derive(Clone, Copy, Debug)]
enum LocationSpace {
    Inputs,
    Outputs,
    Uniforms,
}

impl LocationSpace {
    /// Its number among those of a program: one for each pair of stages, one for each end, one for uniforms.
    fn index(self, stage: usize, stages: usize) -> usize {
        match self {
            Self::Inputs => stage,
            Self::Outputs => stage + 1,
            Self::Uniforms => stages + 1,
        }
    }
}

/// Inputs, outputs and (in OpenGL) loose uniforms have locations; built-in ones do not.
fn location_space(module: &Module, data: &GlobalData, settings: &Settings) -> Option<LocationSpace> {
    if data.decorations.builtin.is_some() || says_place(module, data) {
        return None;
    }
    match data.storage {
        Storage::Input => Some(LocationSpace::Inputs),
        Storage::Output => Some(LocationSpace::Outputs),
        Storage::Uniform | Storage::Opaque if !settings.vulkan && data.block.is_none() => {
            Some(LocationSpace::Uniforms)
        }
        _ => None,
    }
}

/// True if a decoration that the author gave by number is SPIR-V's `BuiltIn` or `Location`.
fn says_place(module: &Module, data: &GlobalData) -> bool {
    const PLACES: [u32; 2] = [11, 30];
    let mut next = data.decorations.spirv;
    while let Some(item) = next.and_then(|index| module.spirv.get(index as usize)) {
        if PLACES.contains(&item.number) {
            return true;
        }
        next = item.next.filter(|&following| Some(following) > next);
    }
    false
}

/// True if members of a block have locations of their own, or are built in.
fn has_places_within(module: &Module, data: &GlobalData) -> bool {
    data.block.is_some()
        && module
            .members(module.types.innermost(data.ty))
            .iter()
            .any(|member| member.decorations.builtin.is_some() || member.decorations.location.is_some())
}

/// The kind of a resource.
pub(crate) fn resource_kind(module: &Module, data: &GlobalData) -> ResourceKind {
    match (data.storage, module.types.get(module.types.innermost(data.ty))) {
        (Storage::Opaque, TypeData::Image(image)) if image.storage && image.dim != Dim::Subpass => {
            ResourceKind::Image
        }
        (Storage::Opaque, TypeData::Sampler { .. }) => ResourceKind::Sampler,
        (Storage::Opaque, TypeData::SampledImage(_)) => ResourceKind::CombinedTexture,
        (Storage::Opaque, TypeData::Tensor { .. }) => ResourceKind::StorageBuffer,
        (Storage::Opaque, TypeData::AccelerationStructure) => ResourceKind::AccelerationStructure,
        (Storage::Opaque, _) => ResourceKind::Texture,
        (Storage::Uniform, _) => ResourceKind::UniformBuffer,
        _ => ResourceKind::StorageBuffer,
    }
}

/// Set and, in OpenGL, kind of resource: there each kind counts for itself.
pub(crate) fn binding_space(module: &Module, data: &GlobalData, settings: &Settings) -> Option<(u32, u32)> {
    if data.decorations.heap.is_some() {
        return None;
    }
    let kind = match data.storage {
        Storage::Uniform if data.block.is_some() => 1,
        Storage::Buffer => 2,
        Storage::Opaque => match module.types.get(module.types.innermost(data.ty)) {
            TypeData::Image(image) if image.storage => 3,
            _ => 4,
        },
        Storage::AtomicCounter => 5,
        _ => return None,
    };
    // Resources with a binding and no set are in set 0 (GL_KHR_vulkan_glsl).
    let free = settings.vulkan && data.decorations.binding.is_none();
    let set = data.decorations.set.unwrap_or(if free { settings.placement.set } else { 0 });
    Some((set, if settings.vulkan { 0 } else { kind }))
}

/// Bindings that a resource takes up: an array has one in Vulkan, and in OpenGL one for each element.
pub(crate) fn units(module: &Module, data: &GlobalData, settings: &Settings) -> u32 {
    if settings.vulkan || data.storage == Storage::AtomicCounter {
        return 1;
    }
    product_of_lengths(module, data.ty).unwrap_or(1).max(1)
}

/// The name of a global; of a block without an instance name, that of the block.
pub(crate) fn block_name(module: &Module, data: &GlobalData) -> String {
    let named = |name| module.names.get(name).to_owned();
    match module.types.get(module.types.innermost(data.ty)) {
        TypeData::Struct(id) if data.name.is_empty() => named(module.structs[id].name),
        _ => named(data.name),
    }
}

/// The number of locations that types take up, each computed once: as uniforms, and otherwise.
#[derive(Default)]
struct Sizes {
    uniform: FxHashMap<Type, u32>,
    other: FxHashMap<Type, u32>,
}

impl Sizes {
    /// Locations that a global takes up.
    fn of_global(&mut self, module: &Module, data: &GlobalData) -> u32 {
        let mut ty = data.ty;
        // The outermost array of per-vertex variables counts vertices, not locations.
        let patch = data.decorations.qualifiers.contains(Qualifiers::PATCH);
        let arrayed = match (module.stage, data.storage) {
            (Stage::TessControl, Storage::Input | Storage::Output) => !patch,
            (Stage::TessEvaluation | Stage::Geometry, Storage::Input) => !patch,
            (Stage::Mesh, Storage::Output) => true,
            _ => data.decorations.interpolation == Some(Interpolation::PerVertex),
        };
        if arrayed
            && let TypeData::Array { element, .. } | TypeData::RuntimeArray { element } = module.types.get(ty)
        {
            ty = element;
        }
        ty = module.of_view(ty, &data.decorations);
        let uniform = matches!(data.storage, Storage::Uniform | Storage::Opaque);
        self.of_type(module, ty, uniform)
    }

    /// Locations of a type.
    fn of_type(&mut self, module: &Module, ty: Type, uniform: bool) -> u32 {
        let compound = matches!(
            module.types.get(ty),
            TypeData::Array { .. } | TypeData::RuntimeArray { .. } | TypeData::Struct(_)
        );
        if !compound {
            return slots(module, ty, uniform, |_| 0);
        }
        let known = if uniform { &mut self.uniform } else { &mut self.other };
        learn(module, ty, known, |known, ty| {
            slots(module, ty, uniform, |part| known.get(&part).copied().unwrap_or(0))
        });
        known.get(&ty).copied().unwrap_or(1)
    }
}

/// The number of locations that a type takes up, as a uniform or otherwise.
pub fn location_count(module: &Module, ty: Type, as_uniform: bool) -> u32 {
    Sizes::default().of_type(module, ty, as_uniform)
}

/// The number of locations that a global takes up; an array with an element for each vertex takes as many as an element.
pub(crate) fn global_location_count(module: &Module, data: &GlobalData) -> u32 {
    Sizes::default().of_global(module, data)
}

/// Locations of a type, given those of its parts.
fn slots(module: &Module, ty: Type, uniform: bool, part: impl Fn(Type) -> u32) -> u32 {
    match module.types.get(ty) {
        TypeData::Vector { scalar: Scalar::F64 | Scalar::I64 | Scalar::U64, size: 3 | 4 } if !uniform => 2,
        TypeData::Matrix { .. } if uniform => 1,
        TypeData::Matrix { scalar, columns, rows } => {
            u32::from(columns) * if scalar == Scalar::F64 && rows > 2 { 2 } else { 1 }
        }
        TypeData::Array { element, length: Length::Constant(length) } => part(element).saturating_mul(length),
        TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => part(element),
        TypeData::Struct(id) => {
            let members = module.structs[id].members.iter();
            let types = members.map(|member| module.of_view(member.ty, &member.decorations));
            types.fold(0, |sum: u32, ty| sum.saturating_add(part(ty)))
        }
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::{Space, assign_locations, run_shift};
    use crate::framework::session::Session;
    use crate::framework::settings::{Placement, ResourceKind, Settings};

    #[test]
    fn the_free_places_are_taken_in_order() {
        let text = "vir 1\nstage fragment\ndeclare #B\nstruct #B {\n    x: f32\n}\n\
            global @a: mat3x3<f32> input\nglobal @b: vec4<f32> input location(1)\n\
            global @c: array<f32, 2> input\nglobal @color: vec4<f32> output\n\
            global @d: vec4<f32> input builtin(frag_coord)\n\
            global @t: sampled<2d, f32> opaque binding(0)\nglobal @u: sampled<2d, f32> opaque\n\
            global @0: #B uniform block(std140)\nglobal @s: sampler opaque set(1)\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        let report: Vec<String> = assign_locations(&mut module, &Settings::for_spirv(true))
            .iter()
            .map(ToString::to_string)
            .collect();
        let expected = [
            "location 2 assigned to `a`",
            "location 5 assigned to `c`",
            "location 0 assigned to `color`",
            "set 0, binding 1 assigned to `u`",
            "set 0, binding 2 assigned to `B`",
            "set 1, binding 0 assigned to `s`",
        ];
        assert_eq!(report, expected);
        assert!(assign_locations(&mut module, &Settings::for_spirv(true)).is_empty());
    }

    #[test]
    fn places_lie_behind_arrays_of_any_length() {
        let text = "vir 1\nstage vertex\nglobal @a: f32 output\nglobal @b: array<vec4<f32>, 70000> output location(2)\n\
            global @c: array<f32, 2> output\nglobal @d: array<f32, 3> output\nglobal @e: f32 output location(70005)\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        let report: Vec<String> = assign_locations(&mut module, &Settings::for_spirv(true))
            .iter()
            .map(ToString::to_string)
            .collect();
        let expected = [
            "location 0 assigned to `a`",
            "location 70002 assigned to `c`",
            "location 70006 assigned to `d`",
        ];
        assert_eq!(report, expected);
    }

    #[test]
    fn taken_numbers_are_runs() {
        let mut space = Space::default();
        for (first, count) in [(8, 2), (4, 1), (12, 0), (5, 3), (u32::MAX - 1, 9), (9, 1)] {
            space.take(first, count);
        }
        let runs: Vec<(u32, u32)> = space.taken.iter().map(|run| (*run.0, *run.1)).collect();
        assert_eq!(runs, [(4, 10), (u32::MAX - 1, u32::MAX)]);
        let places = [1, 4, 1, 1].map(|count| space.first_free(count, 0));
        assert_eq!(places, [0, 10, 14, 15]);
    }

    #[test]
    fn numbers_begin_where_the_caller_says() {
        let text = "vir 1\nstage fragment\nglobal @a: f32 input\nglobal @b: f32 input location(4)\nglobal @c: f32 input\n\
            global @s: sampler opaque\nglobal @t: sampler opaque binding(8)\nglobal @u: sampler opaque set(1)\n\
            global @v: sampler opaque\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        let placement = Placement { first_location: 3, first_binding: 8, set: 2, ..Placement::default() };
        let settings = Settings { vulkan: true, placement, ..Settings::default() };
        let report: Vec<String> =
            assign_locations(&mut module, &settings).iter().map(ToString::to_string).collect();
        let expected = [
            "location 3 assigned to `a`",
            "location 5 assigned to `c`",
            "set 2, binding 8 assigned to `s`",
            "set 1, binding 8 assigned to `u`",
            "set 2, binding 9 assigned to `v`",
        ];
        assert_eq!(report, expected);
        assert_eq!(module.globals.iter().nth(3).unwrap().1.decorations.set, Some(2));
    }

    #[test]
    fn kinds_have_bases_and_shifts() {
        let text = "vir 1\nstage fragment\ndeclare #B\nstruct #B {\n    x: f32\n}\n\
            global @s: sampler opaque\nglobal @t: sampled<2d, f32> opaque\n\
            global @u: sampled<2d, f32> opaque binding(1)\nglobal @0: #B uniform block(std140)\n\
            global @v: sampled<2d, f32> opaque\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        let mut placement = Placement { first_binding: 20, ..Placement::default() };
        placement.bases[ResourceKind::Texture as usize] = Some(10);
        placement.shifts[ResourceKind::Texture as usize] = 10;
        let settings = Settings { vulkan: true, placement, ..Settings::default() };
        assert_eq!(run_shift(&mut module, &mut Session::new(None).with_settings(settings.clone())), 1);
        let report: Vec<String> =
            assign_locations(&mut module, &settings).iter().map(ToString::to_string).collect();
        let expected = [
            "set 0, binding 20 assigned to `s`",
            "set 0, binding 10 assigned to `t`",
            "set 0, binding 21 assigned to `B`",
            "set 0, binding 12 assigned to `v`",
        ];
        assert_eq!(report, expected);
        let given = module.globals.iter().nth(2).unwrap().1.decorations.binding;
        assert_eq!(given, Some(11));
    }

    #[test]
    fn numbers_of_64_bits_take_two_locations_but_as_uniforms() {
        let text = "vir 1\nstage vertex\nglobal @a: mat2x2<f64> output\nglobal @b: mat2x3<f64> output\nglobal @c: vec4<f64> output\n\
            global @d: f32 output\nglobal @u: vec4<f64> uniform\nglobal @v: f32 uniform\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        let report: Vec<String> = assign_locations(&mut module, &Settings::for_spirv(false))
            .iter()
            .map(ToString::to_string)
            .collect();
        let expected = [("a", 0), ("b", 2), ("c", 6), ("d", 8), ("u", 0), ("v", 1)]
            .map(|(name, location)| format!("location {location} assigned to `{name}`"));
        assert_eq!(report, expected);
    }

    #[test]
    fn members_with_locations_make_all_have_one() {
        let text = "vir 1\nstage fragment\ndeclare #V\nstruct #V {\n    a: vec3<f32>\n    b: mat2x2<f32> location(4)\n    \
            c: f32\n}\nglobal @v: #V input block(std140) location(1)\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        assert!(assign_locations(&mut module, &Settings::for_spirv(true)).is_empty());
        let locations: Vec<_> = module.structs.iter().next().unwrap().1.members.iter().collect();
        let locations: Vec<_> = locations.iter().map(|member| member.decorations.location).collect();
        assert_eq!(locations, [Some(1), Some(4), Some(6)]);
        assert!(module.globals.iter().all(|(_, data)| data.decorations.location.is_none()));
    }
}
