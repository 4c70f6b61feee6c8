//! The inputs and outputs that are lowered, with their slots.

use super::shapes::{ShapeId, Shapes};
use super::{LowerIo, is_lowered};
use crate::hardware::chains::kept_globals;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use vitrum_ir::machine::{Slots, is_arrayed};
use vitrum_ir::{
    Decorations, Function, Global, GlobalData, Interpolation, Module, Op, Qualifiers, Scalar, Sig, Stage,
    Storage, TypeData, types::common, visit,
};

/// The weights that an input is interpolated with: place and perspective.
pub(super) type Weights = (u32, u32);

/// A variable that is lowered.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) storage: Storage,
    /// The first slot.
    pub(super) slot: u32,
    pub(super) shape: ShapeId,
    /// The first component.
    pub(super) component: u32,
    /// The number of vertices if there is an element for each; 0 if it is not known.
    pub(super) vertices: Option<u32>,
    /// Weights of the variable, or of each member of a block; none for what is not interpolated.
    pub(super) weights: Vec<Option<Weights>>,
}

/// All of them.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) shapes: Shapes,
    pub(super) globals: FxHashMap<Global, Row>,
    scalars: Vec<ShapeId>,
    /// The weights that each function needs.
    pub(super) weights: FxHashMap<Function, BTreeSet<Weights>>,
}

/// Slots between the first locations of kinds of variables that number them apart, where a slot is a location: of variables of
/// a patch or primitive, and of second colours. Behind four kinds come built-in variables.
const LOCATIONS: u32 = 64;

fn accesses(op: Op) -> bool {
    matches!(op, Op::Load | Op::Store | Op::StoreSwizzle | Op::Access) || op.info().sig == Sig::Interpolate
}

impl Plan {
    pub(super) fn new(module: &Module, options: &LowerIo) -> Self {
        let mut plan = Self::default();
        let kept = kept_globals(module, accesses);
        let mut slots = Slots::new(module);
        for storage in [Storage::Input, Storage::Output] {
            let of = |global: &Global| {
                let data = &module.globals[*global];
                let is_open = data.decorations.slot.is_none() && !kept.contains(global);
                data.storage == storage && is_open && is_lowered(module, data, options)
            };
            let globals: Vec<Global> = module.global_ids().filter(of).collect();
            let taken = module.globals.values().filter(|data| data.storage == storage);
            let ends =
                taken.filter_map(|data| Some(data.decorations.slot?.saturating_add(slots.of_variable(data))));
            let first = ends.max().unwrap_or(0);
            for (global, slot) in places(module, &mut slots, &globals, first, options) {
                let data = &module.globals[global];
                let shape = plan.shapes.add_variable(module, &mut slots, data);
                let vertices = is_arrayed(module, data).then(|| match module.types.get(data.ty) {
                    TypeData::Array { length, .. } => slots.length(length),
                    _ => 0,
                });
                let row = Row {
                    storage,
                    slot,
                    shape,
                    component: data.decorations.component.unwrap_or(0),
                    vertices,
                    weights: weights(module, &slots, data, options),
                };
                plan.globals.insert(global, row);
            }
        }
        plan.scalars = Scalar::ALL
            .iter()
            .map(|row| plan.shapes.add(module, &mut slots, common::scalar(row.0), false))
            .collect();
        plan.find_weights(module);
        plan
    }

    /// The shape of a scalar.
    pub(super) fn scalar_shape(&self, scalar: Scalar) -> ShapeId {
        self.scalars.get(scalar as usize).copied().unwrap_or(0)
    }

    /// Finds the weights that each function needs: those of all inputs that it names.
    fn find_weights(&mut self, module: &Module) {
        for id in module.code_ids() {
            let function = &module.functions[id];
            let mut needed = BTreeSet::new();
            visit::each(function, function.body, |inst| {
                let named = function.operands(inst).iter().filter_map(|operand| operand.global());
                for row in named.filter_map(|global| self.globals.get(&global)) {
                    needed.extend(row.weights.iter().flatten());
                }
            });
            self.weights.insert(id, needed);
        }
    }
}

/// Weights of a variable or of the members of a block.
fn weights(module: &Module, slots: &Slots<'_>, data: &GlobalData, options: &LowerIo) -> Vec<Option<Weights>> {
    if module.stage != Stage::Fragment || data.storage != Storage::Input || !options.barycentric {
        return vec![None];
    }
    let of = |ty, decorations: &Decorations| {
        let own = &data.decorations;
        let interpolation = decorations.interpolation.or(own.interpolation);
        let qualifiers = decorations.qualifiers.union(own.qualifiers);
        let scalar = module.types.scalar_of(module.types.innermost(ty));
        // A struct has the interpolation of its variable, which is `flat` if it holds integers.
        let is_interpolated = scalar.is_none_or(|scalar| scalar.is_float() && scalar.width() < 64)
            && !matches!(
                interpolation,
                Some(Interpolation::Flat | Interpolation::PerVertex | Interpolation::Explicit)
            )
            && !qualifiers.contains(Qualifiers::PER_PRIMITIVE);
        let place = match () {
            () if qualifiers.contains(Qualifiers::SAMPLE) => 2,
            () if qualifiers.contains(Qualifiers::CENTROID) => 1,
            () => 0,
        };
        is_interpolated.then_some((place, u32::from(interpolation == Some(Interpolation::NoPerspective))))
    };
    let ty = slots.own_type(data);
    match module.types.get(ty) {
        TypeData::Struct(_) if data.block.is_some() => {
            module.members(ty).iter().map(|member| of(member.ty, &member.decorations)).collect()
        }
        _ => vec![of(ty, &data.decorations)],
    }
}

/// The first slot of each of the inputs or outputs of a stage, behind those that others have.
fn places(
    module: &Module,
    slots: &mut Slots<'_>,
    globals: &[Global],
    first: u32,
    options: &LowerIo,
) -> Vec<(Global, u32)> {
    let kinds = Qualifiers::PATCH.union(Qualifiers::PER_PRIMITIVE);
    let group = |global: Global| {
        let it = &module.globals[global].decorations;
        (it.qualifiers.intersection(kinds).bits(), it.index.unwrap_or(0))
    };
    let mut located = Vec::new();
    let mut others = Vec::new();
    for &global in globals {
        match slots.location(&module.globals[global]) {
            Some(location) => located.push((group(global), location, global)),
            None => others.push((module.globals[global].decorations.builtin.is_some(), global)),
        }
    }
    located.sort_unstable();
    others.sort_unstable();
    let mut found = Vec::with_capacity(globals.len());
    if options.locations {
        let ends = located.iter().map(|&(_, location, global)| {
            location.saturating_add(slots.of_variable(&module.globals[global]))
        });
        let each = ends.max().unwrap_or(0).max(LOCATIONS).next_power_of_two();
        let mut kinds: Vec<(u32, u32)> = located.iter().map(|row| row.0).chain([(0, 0)]).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for &(group, location, global) in &located {
            let kind = kinds.iter().position(|&kind| kind == group).unwrap_or(0) as u32;
            found.push((global, each.saturating_mul(kind).saturating_add(location)));
        }
        place_others(module, slots, others, each.saturating_mul(4).max(first), &mut found);
        return found;
    }
    let mut next = first;
    // The run of locations that are taken without a gap: its group, its first location and slot, and its end.
    let mut run: Option<((u32, u32), u32, u32, u32)> = None;
    for (group, location, global) in located {
        let count = slots.of_variable(&module.globals[global]);
        let (first, slot, end) = match run {
            Some((of, first, slot, end)) if of == group && location < end => (first, slot, end),
            _ => (location, next, location),
        };
        let end = end.max(location.saturating_add(count));
        run = Some((group, first, slot, end));
        let own = slot.saturating_add(location - first);
        next = next.max(own.saturating_add(count));
        found.push((global, own));
    }
    place_others(module, slots, others, next, &mut found);
    found
}

/// Places variables without a location one behind the other.
fn place_others(
    module: &Module,
    slots: &mut Slots<'_>,
    others: Vec<(bool, Global)>,
    mut next: u32,
    found: &mut Vec<(Global, u32)>,
) {
    for (_, global) in others {
        found.push((global, next));
        next = next.saturating_add(slots.of_variable(&module.globals[global]));
    }
}
