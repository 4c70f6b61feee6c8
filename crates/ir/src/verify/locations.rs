//! Locations of inputs and outputs: which components each takes.

use super::interface::is_arrayed;
use super::report::{Report, Site};
use super::rules::Rule;
use crate::module::{Decorations, Module, Qualifiers, Stage, Storage};
use crate::types::{Length, Scalar, Type, TypeData};
use rustc_hash::FxHashMap;

/// The first location that is not looked at: no device has as many.
const END: u32 = 1 << 12;

/// The first index of blending that is not looked at: there are two.
const INDICES: u32 = 2;

/// The depth of nested structs down to which members are looked at.
const DEEPEST: usize = 64;

/// A location: the storage class, the index of blending, the kind of interface, and the number.
type Location = (Storage, u32, u32, u32);

/// Checks that no component is taken twice.
pub(super) fn check(report: &mut Report<'_>) {
    let module = report.module;
    let mut taken = Taken { module, components: FxHashMap::default(), depth: 0 };
    for (id, data) in module.globals.iter() {
        let is_interface = match data.storage {
            // In OpenGL, attributes may share a location.
            Storage::Input => module.stage != Stage::Vertex,
            Storage::Output => true,
            _ => false,
        };
        if !is_interface || data.decorations.builtin.is_some() {
            continue;
        }
        let arrayed = is_arrayed(module, data.storage, &data.decorations);
        let ty = module.types.element(data.ty).filter(|_| arrayed).unwrap_or(data.ty);
        let ty = module.of_view(ty, &data.decorations);
        let mut next = data.decorations.location;
        let place = |decorations: &Decorations, location: u32| {
            let kinds = Qualifiers::PATCH.union(Qualifiers::PER_PRIMITIVE);
            let kind = decorations.qualifiers.union(data.decorations.qualifiers).intersection(kinds).bits();
            (data.storage, data.decorations.index.unwrap_or(0), kind, location)
        };
        let fault = match module.types.get(ty) {
            TypeData::Struct(block) if data.block.is_some() => {
                module.structs[block].members.iter().enumerate().find_map(|(index, member)| {
                    let location = member.decorations.location.or(next)?;
                    let first = member.decorations.component.unwrap_or(0);
                    let ty = module.of_view(member.ty, &member.decorations);
                    let end = taken.take(place(&member.decorations, location), ty, first);
                    next = next.map(|_| end.unwrap_or(location));
                    end.is_err().then_some((Site::Member(block, Some(index)), location))
                })
            }
            _ => next.and_then(|location| {
                let first = data.decorations.component.unwrap_or(0);
                let end = taken.take(place(&data.decorations, location), ty, first);
                end.is_err().then_some((Site::Global(id), location))
            }),
        };
        if let Some((site, location)) = fault {
            let message = format!("location {location} is taken by another variable");
            report.add(Rule::Overlap, site, message);
        }
    }
}

/// The components that are taken, as bits.
struct Taken<'m> {
    module: &'m Module,
    components: FxHashMap<Location, u8>,
    /// The number of structs around a member.
    depth: usize,
}

impl Taken<'_> {
    /// Takes the components of a type; gives the location behind it, or an error if some are taken.
    fn take(&mut self, at: Location, ty: Type, first: u32) -> Result<u32, ()> {
        let (storage, index, kind, location) = at;
        if location >= END || index >= INDICES {
            return Ok(location);
        }
        let mut next = location;
        match self.module.types.get(ty) {
            TypeData::Scalar(scalar) => self.take_components(at, scalar, 1, first),
            TypeData::Vector { scalar, size } => self.take_components(at, scalar, u32::from(size), first),
            TypeData::Matrix { scalar, columns, rows } => {
                for _ in 0..columns {
                    next =
                        self.take_components((storage, index, kind, next), scalar, u32::from(rows), first)?;
                }
                Ok(next)
            }
            TypeData::Array { element, length: Length::Constant(length) } => {
                for _ in 0..length {
                    let before = next;
                    next = self.take((storage, index, kind, next), element, first)?;
                    // Nothing takes no location, and what lies behind the end is all alike.
                    if next == before {
                        break;
                    }
                }
                Ok(next)
            }
            TypeData::Struct(id) if self.depth < DEEPEST => {
                self.depth += 1;
                for member in &self.module.structs[id].members {
                    let ty = self.module.of_view(member.ty, &member.decorations);
                    next = self.take((storage, index, kind, next), ty, 0)?;
                }
                self.depth -= 1;
                Ok(next)
            }
            _ => Ok(location),
        }
    }

    fn take_components(&mut self, at: Location, scalar: Scalar, count: u32, first: u32) -> Result<u32, ()> {
        let (storage, index, kind, location) = at;
        let end = first + count * scalar.width().div_ceil(32);
        let mut next = location;
        for begin in (0..end).step_by(4) {
            let bits = (begin..begin + 4).filter(|component| (first..end).contains(component));
            let mask = bits.fold(0u8, |mask, component| mask | 1 << (component - begin));
            let old = self.components.entry((storage, index, kind, next)).or_default();
            if *old & mask != 0 {
                return Err(());
            }
            *old |= mask;
            next = next.saturating_add(1);
        }
        Ok(next)
    }
}
