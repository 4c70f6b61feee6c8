//! The layout of types in memory, as a table that lasts while a module is rewritten.
//!
//! A shape is a type at some place: by a layout rule, row-major or not. Its parts are shapes of the same table. All parts of a
//! type are added at once, each only once, so that lookups need no module.

use rustc_hash::FxHashMap;
use vitrum_ir::layout::{Layouts, is_row_major};
use vitrum_ir::{LayoutRule, Length, Module, Scalar, Type, TypeData, types::common};

/// Position of a shape in the table.
pub(crate) type ShapeId = usize;

/// A type in memory.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// The type.
    pub(crate) ty: Type,
    /// Bytes from its beginning to its end.
    pub(crate) size: u32,
    /// Alignment in bytes.
    pub(crate) align: u32,
    /// Its parts.
    pub(crate) kind: ShapeKind,
}

/// The parts of a type in memory.
#[derive(Clone, Debug)]
pub(crate) enum ShapeKind {
    /// A scalar.
    Scalar(Scalar),
    /// A vector: the shape of its components, their number, and bytes from one to the next.
    Vector { component: ShapeId, scalar: Scalar, count: u32, step: u32 },
    /// The address of a block.
    Reference,
    /// A matrix: the shape of its columns, and bytes from one to the next.
    Columns { column: ShapeId, count: u32, stride: u32 },
    /// An array; without a number of elements if it ends where the block does.
    Elements { element: ShapeId, count: Option<u32>, stride: u32 },
    /// A struct: shapes of the members with their offsets.
    Members(Vec<(ShapeId, u32)>),
    /// Something that memory does not hold.
    Other,
}

/// The origin of a shape: type, rule, whether it is row-major, and the distance of components if they are not in a row.
type Key = (Type, LayoutRule, bool, Option<u32>);

/// A table of shapes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shapes {
    known: FxHashMap<Key, ShapeId>,
    shapes: Vec<Shape>,
}

/// Bytes of a scalar in memory.
pub(crate) fn scalar_size(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Bool => 4,
        scalar => scalar.width().div_ceil(8),
    }
}

impl Shapes {
    /// The shape with this number.
    pub(crate) fn get(&self, id: ShapeId) -> &Shape {
        const NOTHING: &Shape = &Shape { ty: common::VOID, size: 0, align: 1, kind: ShapeKind::Other };
        self.shapes.get(id).unwrap_or(NOTHING)
    }

    /// Adds a type and all its parts.
    pub(crate) fn add(
        &mut self,
        layouts: &mut Layouts<'_>,
        module: &Module,
        ty: Type,
        rule: LayoutRule,
    ) -> ShapeId {
        let mut pending = Vec::new();
        let id = self.id_of((ty, rule, false, None), &mut pending);
        while let Some((key, id)) = pending.pop() {
            let shape = self.shape(layouts, module, key, &mut pending);
            if let Some(slot) = self.shapes.get_mut(id) {
                *slot = shape;
            }
        }
        id
    }

    fn id_of(&mut self, key: Key, pending: &mut Vec<(Key, ShapeId)>) -> ShapeId {
        let shapes = &mut self.shapes;
        *self.known.entry(key).or_insert_with(|| {
            let id = shapes.len();
            shapes.push(Shape { ty: key.0, size: 0, align: 1, kind: ShapeKind::Other });
            pending.push((key, id));
            id
        })
    }

    fn shape(
        &mut self,
        layouts: &mut Layouts<'_>,
        module: &Module,
        key: Key,
        pending: &mut Vec<(Key, ShapeId)>,
    ) -> Shape {
        let (ty, rule, row_major, step) = key;
        let extent = layouts.extent(ty, row_major);
        let mut part =
            |this: &mut Self, ty, row_major, step| this.id_of((ty, rule, row_major, step), pending);
        let kind = match module.types.get(ty) {
            TypeData::Scalar(scalar) => ShapeKind::Scalar(scalar),
            TypeData::Vector { scalar, size } => ShapeKind::Vector {
                component: part(self, common::scalar(scalar), false, None),
                scalar,
                count: size.into(),
                step: step.unwrap_or(scalar_size(scalar)),
            },
            TypeData::Matrix { scalar, columns, rows } => {
                let lines = layouts.matrix_stride(ty, row_major).unwrap_or(0);
                let column = common::vector(scalar, rows.into()).unwrap_or(common::VOID);
                let (stride, step) =
                    if row_major { (scalar_size(scalar), Some(lines)) } else { (lines, None) };
                ShapeKind::Columns { column: part(self, column, false, step), count: columns.into(), stride }
            }
            TypeData::Array { element, length } => {
                let count = layouts.count(length);
                let stride = layouts.array_stride(ty, row_major).unwrap_or(0);
                ShapeKind::Elements {
                    element: part(self, element, row_major, None),
                    count: Some(count),
                    stride,
                }
            }
            TypeData::RuntimeArray { element } => {
                let stride = layouts.array_stride(ty, row_major).unwrap_or(0);
                ShapeKind::Elements { element: part(self, element, row_major, None), count: None, stride }
            }
            TypeData::Struct(_) => {
                let offsets = layouts.members(ty, row_major).offsets;
                let members = module.members(ty).iter().zip(offsets);
                ShapeKind::Members(
                    members
                        .map(|(member, offset)| {
                            (part(self, member.ty, is_row_major(member, row_major), None), offset)
                        })
                        .collect(),
                )
            }
            TypeData::BufferReference { .. } => ShapeKind::Reference,
            _ => ShapeKind::Other,
        };
        Shape { ty, size: extent.size, align: extent.align, kind }
    }
}

/// Types that hold nothing but numbers, bools and addresses, in arrays of known lengths.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlainTypes(FxHashMap<Type, bool>);

impl PlainTypes {
    /// True if a type is plain.
    pub(crate) fn has(&mut self, module: &Module, ty: Type) -> bool {
        let mut pending = vec![ty];
        while let Some(&next) = pending.last() {
            if self.0.contains_key(&next) {
                pending.pop();
                continue;
            }
            let parts: Vec<Type> = match module.types.get(next) {
                TypeData::Array { element, length: Length::Constant(_) } => vec![element],
                TypeData::Struct(_) => module.members(next).iter().map(|member| member.ty).collect(),
                data => {
                    let is_plain = matches!(
                        data,
                        TypeData::Scalar(_)
                            | TypeData::Vector { .. }
                            | TypeData::Matrix { .. }
                            | TypeData::BufferReference { .. }
                    );
                    self.0.insert(next, is_plain);
                    continue;
                }
            };
            let open = parts.iter().copied().filter(|part| !self.0.contains_key(part));
            let before = pending.len();
            // A struct within itself does not verify, so this ends.
            pending.extend(open);
            if pending.len() == before {
                let is_plain = parts.iter().all(|part| self.0.get(part).copied().unwrap_or(false));
                self.0.insert(next, is_plain);
            }
        }
        self.0.get(&ty).copied().unwrap_or(false)
    }
}
