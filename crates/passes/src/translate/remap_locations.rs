//! Gives inputs, outputs and loose uniforms other locations, by a map.
//!
//! ```text
//! map=in.0:3, color:1.2
//!     global @p: vec4<f32> input location(0)       =>    ... location(3)
//!     global @color: vec2<f32> output location(0)  =>    ... location(1) component(2)
//! ```
//!
//! A row names what moves by its location (`in.N`, `out.N`, `uniform.N`) or by its name (`NAME`, `BLOCK.MEMBER`), for all stages or
//! for one. Rows apply at once: two variables can change places. Variables that overlap then, and did not before, are an error.
//!
//! ANGLE: `ShaderInterfaceVariableInfoMap` and `glBindAttribLocation`; NIR: `nir_recompute_io_bases`; Tint, naga and spirv-opt leave
//! locations alone.

use crate::framework::notes::{Assigned, Slot};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use crate::lower::assign_locations::{block_name, global_location_count};
use vitrum_ir::{Decorations, Global, Module, Qualifiers, Span, Stage, Storage, Struct, TypeData};

/// The subject of a row of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocationSource {
    /// Inputs at this location.
    Input(u32),
    /// Outputs at this location.
    Output(u32),
    /// Loose uniforms at this location.
    Uniform(u32),
    /// The variable of this name, or the member of a block: `BLOCK.MEMBER`.
    Name(String),
}

/// A row of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocationMove {
    /// The stage that it is for; `None` for all.
    pub stage: Option<Stage>,
    /// The subject.
    pub from: LocationSource,
    /// The location.
    pub location: u32,
    /// The first component; `None` for the one that it has.
    pub component: Option<u32>,
}

/// Options of `remap_locations`.
#[derive(Clone, Debug, Default)]
pub struct RemapLocations {
    /// The map; the first row that fits counts.
    pub map: Vec<LocationMove>,
}

pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "map",
    values: "[STAGE/]in.N|out.N|uniform.N|NAME|BLOCK.MEMBER:LOCATION[.COMPONENT],...",
    summary: "locations of single variables, in all stages or in one",
    set: |options, text| {
        let map: Option<Vec<LocationMove>> = text.split(',').map(|row| parse(row.trim())).collect();
        let map = map?;
        options.change::<RemapLocations>(|it| it.map.extend(map));
        Some(())
    },
}];

fn parse(text: &str) -> Option<LocationMove> {
    let (from, to) = text.rsplit_once(':')?;
    let (stage, from) = match from.split_once('/') {
        Some((stage, from)) => (Some(Stage::from_name(stage)?), from),
        None => (None, from),
    };
    let (location, component) = match to.split_once('.') {
        Some((location, component)) => {
            let component = component.parse().ok().filter(|&component: &u32| component < 4)?;
            (location.parse().ok()?, Some(component))
        }
        None => (to.parse().ok()?, None),
    };
    let number = |rest: &str| rest.parse::<u32>().ok();
    let from = match from.split_once('.') {
        Some(("in", rest)) if number(rest).is_some() => LocationSource::Input(number(rest)?),
        Some(("out", rest)) if number(rest).is_some() => LocationSource::Output(number(rest)?),
        Some(("uniform", rest)) if number(rest).is_some() => LocationSource::Uniform(number(rest)?),
        _ if from.is_empty() => return None,
        _ => LocationSource::Name(from.to_owned()),
    };
    Some(LocationMove { stage, from, location, component })
}

/// A variable, or a member of a block, with a location.
#[derive(Clone, Debug)]
struct Place {
    global: Global,
    member: Option<(Struct, usize)>,
    names: Vec<String>,
    storage: Storage,
    decorations: Decorations,
    /// Locations that it takes up.
    count: u32,
    /// Components, if it is a scalar or a vector at one location.
    components: Option<u32>,
    span: Span,
}

/// Every variable and member with a location, or with a name that can get one.
fn places(module: &Module) -> Vec<Place> {
    let mut places = Vec::new();
    for (global, data) in module.globals.iter() {
        let is_loose = matches!(data.storage, Storage::Uniform | Storage::Opaque) && data.block.is_none();
        let is_interface = matches!(data.storage, Storage::Input | Storage::Output);
        if !is_interface && !is_loose || data.decorations.builtin.is_some() {
            continue;
        }
        let inner = module.types.innermost(data.ty);
        if let (TypeData::Struct(id), true) = (module.types.get(inner), data.block.is_some()) {
            let block = module.names.get(module.structs[id].name).to_owned();
            let instance = module.names.get(data.name).to_owned();
            for (at, member) in module.structs[id].members.iter().enumerate() {
                if member.decorations.builtin.is_some() || member.decorations.location.is_none() {
                    continue;
                }
                let name = module.names.get(member.name);
                places.push(Place {
                    global,
                    member: Some((id, at)),
                    names: vec![format!("{block}.{name}"), format!("{instance}.{name}")],
                    storage: data.storage,
                    decorations: member.decorations.clone(),
                    count: crate::location_count(
                        module,
                        module.of_view(member.ty, &member.decorations),
                        false,
                    ),
                    components: module.types.vector_size(member.ty),
                    span: member.origin.span,
                });
            }
            if module.structs[id]
                .members
                .iter()
                .any(|member| member.decorations.builtin.is_some() || member.decorations.location.is_some())
            {
                continue;
            }
        }
        places.push(Place {
            global,
            member: None,
            names: vec![module.names.get(data.name).to_owned(), block_name(module, data)],
            storage: data.storage,
            decorations: data.decorations.clone(),
            count: global_location_count(module, data),
            components: if is_interface {
                module.types.vector_size(inner).filter(|_| inner == data.ty)
            } else {
                None
            },
            span: data.origin.span,
        });
    }
    places
}

/// True if a map is given, and the module has variables with locations.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let options = settings.options.get::<RemapLocations>();
    places(module).iter().any(|place| moved(module, &options, place).is_some())
}

/// The row of the map that moves a variable elsewhere.
fn moved<'m>(module: &Module, options: &'m RemapLocations, place: &Place) -> Option<&'m LocationMove> {
    let location = place.decorations.location;
    let is_uniform = !matches!(place.storage, Storage::Input | Storage::Output);
    let row = options.map.iter().find(|row| {
        let of_stage = row.stage.is_none_or(|stage| stage == module.stage);
        of_stage
            && match &row.from {
                LocationSource::Input(from) => place.storage == Storage::Input && location == Some(*from),
                LocationSource::Output(from) => place.storage == Storage::Output && location == Some(*from),
                LocationSource::Uniform(from) => is_uniform && location == Some(*from),
                LocationSource::Name(name) => place.names.contains(name),
            }
    })?;
    let same = location == Some(row.location)
        && row.component.is_none_or(|component| place.decorations.component.unwrap_or(0) == component);
    (!same).then_some(row)
}

/// Moves variables; gives their number.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings().options.get::<RemapLocations>();
    let old = places(module);
    let mut new = old.clone();
    let mut assigned = Vec::new();
    for place in &mut new {
        let Some(row) = moved(module, &options, place) else { continue };
        place.decorations.location = Some(row.location);
        if let Some(component) = row.component {
            place.decorations.component = (component > 0).then_some(component);
        }
        let name = place.names.first().cloned().unwrap_or_default();
        assigned.push(Assigned::new(module, place.global, name, Slot::Location(row.location)));
    }
    for (at, place) in new.iter().enumerate() {
        let component = place.decorations.component.unwrap_or(0);
        let has_room = place.components.map_or(component == 0, |count| component + count <= 4);
        let is_changed = old.get(at).is_some_and(|it| it.decorations != place.decorations);
        if is_changed && !has_room {
            let name = place.names.first().cloned().unwrap_or_default();
            session.refuse(
                place.span,
                format!("`{name}` does not fit behind component {component} of its location"),
            );
            return 0;
        }
    }
    if let Some((first, second)) = find_overlap(&old, &new) {
        let name = |place: &Place| place.names.first().cloned().unwrap_or_default();
        session
            .refuse(second.span, format!("`{}` and `{}` get the same location", name(first), name(second)));
        return 0;
    }
    for place in new {
        let decorations = match place.member {
            Some((id, at)) => module.structs[id].members.get_mut(at).map(|member| &mut member.decorations),
            None => Some(&mut module.globals[place.global].decorations),
        };
        if let Some(decorations) = decorations {
            (decorations.location, decorations.component) =
                (place.decorations.location, place.decorations.component);
        }
    }
    session.add_assigned(assigned)
}

/// True if two variables have a component of a location in common.
fn overlap(a: &Place, b: &Place) -> bool {
    let (Some(first), Some(second)) = (a.decorations.location, b.decorations.location) else { return false };
    let is_uniform = |place: &Place| !matches!(place.storage, Storage::Input | Storage::Output);
    let is_patch = |place: &Place| place.decorations.qualifiers.contains(Qualifiers::PATCH);
    let same_space = (a.storage == b.storage || is_uniform(a) && is_uniform(b))
        && is_patch(a) == is_patch(b)
        && a.decorations.index.unwrap_or(0) == b.decorations.index.unwrap_or(0)
        && a.decorations.stream.unwrap_or(0) == b.decorations.stream.unwrap_or(0);
    let locations = first < second.saturating_add(b.count) && second < first.saturating_add(a.count);
    let components = |place: &Place| {
        let first = place.decorations.component.unwrap_or(0);
        place.components.map_or((0, 4), |count| (first, first + count))
    };
    let ((a_first, a_end), (b_first, b_end)) = (components(a), components(b));
    same_space && locations && a_first < b_end && b_first < a_end
}

/// Two variables that overlap now, and did not before. Interfaces have few variables that move.
fn find_overlap<'p>(old: &[Place], new: &'p [Place]) -> Option<(&'p Place, &'p Place)> {
    let is_moved = |at: usize| match (old.get(at), new.get(at)) {
        (Some(old), Some(new)) => {
            let place = |it: &Place| (it.decorations.location, it.decorations.component);
            place(old) != place(new)
        }
        _ => false,
    };
    let moved = (0..new.len()).filter(|&at| is_moved(at));
    moved.flat_map(|at| (0..new.len()).map(move |other| (at, other))).find_map(|(at, other)| {
        let (before, after) = (old.get(other)?, new.get(other)?);
        let (was, is) = (old.get(at)?, new.get(at)?);
        (at != other && overlap(after, is) && !overlap(before, was)).then_some((after, is))
    })
}
