//! The slots that types take, as a table that lasts while a module is rewritten.

use rustc_hash::FxHashMap;
use vitrum_ir::machine::{Slots, is_compact};
use vitrum_ir::{GlobalData, Module, Scalar, Type, TypeData, types::common};

/// Position of a shape in the table.
pub(super) type ShapeId = usize;

/// A type of an input or output.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// The type.
    pub(super) ty: Type,
    /// Its parts.
    pub(super) kind: Kind,
}

/// The parts of a type.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A scalar, or a vector with this number of components.
    Vector { scalar: Scalar, count: u32 },
    /// Columns or elements: their shape, number, and slots of each.
    Repeated { part: ShapeId, count: u32, slots: u32 },
    /// Elements that are components of slots.
    Compact { part: ShapeId, count: u32 },
    /// A struct: shape, slot and component of each member.
    Members(Vec<(ShapeId, u32, u32)>),
    /// Something that is no input or output.
    Other,
}

/// A table of shapes, by type and whether it is compact.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    known: FxHashMap<(Type, bool), ShapeId>,
    shapes: Vec<Shape>,
}

impl Shapes {
    pub(super) fn get(&self, id: ShapeId) -> &Shape {
        const NOTHING: &Shape = &Shape { ty: common::VOID, kind: Kind::Other };
        self.shapes.get(id).unwrap_or(NOTHING)
    }

    /// Adds the type of a variable, without the array over vertices, and all its parts.
    pub(super) fn add_variable(
        &mut self,
        module: &Module,
        slots: &mut Slots<'_>,
        data: &GlobalData,
    ) -> ShapeId {
        let ty = slots.own_type(data);
        if data.block.is_some() && matches!(module.types.get(ty), TypeData::Struct(_)) {
            let places = slots.members(data);
            let members = module.members(ty).iter().zip(places);
            let members = members.map(|(member, slot)| {
                let shape = self.add(module, slots, member.ty, is_compact(member.decorations.builtin));
                (shape, slot, member.decorations.component.unwrap_or(0))
            });
            let kind = Kind::Members(members.collect());
            self.shapes.push(Shape { ty, kind });
            return self.shapes.len() - 1;
        }
        self.add(module, slots, ty, is_compact(data.decorations.builtin))
    }

    pub(super) fn add(&mut self, module: &Module, slots: &mut Slots<'_>, ty: Type, compact: bool) -> ShapeId {
        let mut pending = Vec::new();
        let id = self.id_of((ty, compact), &mut pending);
        while let Some((key, id)) = pending.pop() {
            let kind = self.kind(module, slots, key, &mut pending);
            if let Some(shape) = self.shapes.get_mut(id) {
                shape.kind = kind;
            }
        }
        id
    }

    fn id_of(&mut self, key: (Type, bool), pending: &mut Vec<((Type, bool), ShapeId)>) -> ShapeId {
        let shapes = &mut self.shapes;
        *self.known.entry(key).or_insert_with(|| {
            shapes.push(Shape { ty: key.0, kind: Kind::Other });
            pending.push((key, shapes.len() - 1));
            shapes.len() - 1
        })
    }

    fn kind(
        &mut self,
        module: &Module,
        slots: &mut Slots<'_>,
        (ty, compact): (Type, bool),
        pending: &mut Vec<((Type, bool), ShapeId)>,
    ) -> Kind {
        match module.types.get(ty) {
            TypeData::Scalar(scalar) => Kind::Vector { scalar, count: 1 },
            TypeData::Vector { scalar, size } => Kind::Vector { scalar, count: size.into() },
            TypeData::Matrix { scalar, columns, rows } => {
                let column = common::vector(scalar, rows.into()).unwrap_or(common::VOID);
                let part = self.id_of((column, false), pending);
                Kind::Repeated { part, count: columns.into(), slots: slots.count(column) }
            }
            TypeData::Array { element, length } => {
                let part = self.id_of((element, false), pending);
                let count = slots.length(length);
                match compact {
                    true => Kind::Compact { part, count },
                    false => Kind::Repeated { part, count, slots: slots.count(element) },
                }
            }
            TypeData::Struct(_) => {
                let mut next = 0u32;
                let members = module.members(ty).iter();
                let members = members.map(|member| {
                    let slot = next;
                    next = next.saturating_add(slots.count(member.ty));
                    (self.id_of((member.ty, false), pending), slot, 0)
                });
                Kind::Members(members.collect())
            }
            _ => Kind::Other,
        }
    }
}
