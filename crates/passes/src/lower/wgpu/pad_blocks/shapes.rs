//! The types that take the place of others in a block, so that WGSL gives their parts the same places in memory.

use std::rc::Rc;
use vitrum_ir::layout::{Layouts, is_row_major};
use vitrum_ir::{
    LayoutRule, Length, Member, Module, Precision, Scalar, Struct, StructData, Type, TypeData, types::common,
};

/// Blocks that nest more deeply stay as they are.
const MOST_LEVELS: u32 = 32;

/// Blocks of more places stay as they are.
const MOST_PLACES: u32 = 1 << 16;

/// A type with its places in memory.
#[derive(Debug)]
pub(super) enum Place {
    /// A scalar or vector.
    Vector { ty: Type },
    /// A matrix: the bytes from line to line, and whether the lines are its rows.
    Matrix { ty: Type, stride: u32, row_major: bool },
    /// An array, with the bytes from element to element.
    Array { ty: Type, element: Box<Place>, stride: u32, length: Option<u32> },
    /// A struct, with the offsets of its members and its size.
    Struct { ty: Type, id: Struct, members: Vec<(u32, Place)>, size: u32 },
}

impl Place {
    /// Places of a type by the layout rule of its block; `None` for what has none, for what nests too deeply, and for very many.
    pub(super) fn of(module: &Module, layouts: &mut Layouts<'_>, ty: Type, row_major: bool) -> Option<Self> {
        Self::within(module, layouts, (ty, row_major), (0, &mut { MOST_PLACES }))
    }

    /// The same at a level of nesting, with room for so many places.
    fn within(
        module: &Module,
        layouts: &mut Layouts<'_>,
        (ty, row_major): (Type, bool),
        (level, room): (u32, &mut u32),
    ) -> Option<Self> {
        if level > MOST_LEVELS {
            return None;
        }
        *room = room.checked_sub(1)?;
        Some(match module.types.get(ty) {
            TypeData::Scalar(_) | TypeData::Vector { .. } => Self::Vector { ty },
            TypeData::Matrix { .. } => {
                Self::Matrix { ty, stride: layouts.matrix_stride(ty, row_major)?, row_major }
            }
            TypeData::Array { element, length: Length::Constant(length) } => {
                let stride = layouts.array_stride(ty, row_major)?;
                let element =
                    Box::new(Self::within(module, layouts, (element, row_major), (level + 1, room))?);
                Self::Array { ty, element, stride, length: Some(length) }
            }
            TypeData::RuntimeArray { element } => {
                let stride = layouts.array_stride(ty, row_major)?;
                let element =
                    Box::new(Self::within(module, layouts, (element, row_major), (level + 1, room))?);
                Self::Array { ty, element, stride, length: None }
            }
            TypeData::Struct(id) => {
                let layout = layouts.members(ty, row_major);
                let mut members = Vec::new();
                for (member, &offset) in module.structs[id].members.iter().zip(&layout.offsets) {
                    let row_major = is_row_major(member, row_major);
                    let place = Self::within(module, layouts, (member.ty, row_major), (level + 1, room))?;
                    members.push((offset, place));
                }
                Self::Struct { ty, id, members, size: layout.extent.size }
            }
            _ => return None,
        })
    }
}

impl Place {
    /// The alignment that WGSL gives it among uniforms; `None` if WGSL has no place for it.
    fn uniform_align(&self, module: &Module) -> Option<u32> {
        match *self {
            Self::Vector { ty } => Some(vector(module.types.scalar_of(ty)?, module.types.vector_size(ty)?).1),
            Self::Matrix { ty, stride, row_major } => {
                let TypeData::Matrix { rows, columns, scalar } = module.types.get(ty) else { return None };
                let natural = vector(scalar, u32::from(if row_major { columns } else { rows })).1;
                // Other lines become an array, of structs with padding.
                if stride == natural { Some(natural) } else { stride.is_multiple_of(16).then_some(16) }
            }
            Self::Array { .. } | Self::Struct { .. } => Some(16),
        }
    }

    /// True if it has a part that does not lie where WGSL has it among uniforms: arrays and structs at multiples of 16 bytes, others
    /// at multiples of their alignment.
    pub(super) fn is_dense(&self, module: &Module) -> bool {
        let mut open = vec![self];
        while let Some(place) = open.pop() {
            match place {
                Self::Vector { .. } | Self::Matrix { .. } => {
                    if place.uniform_align(module).is_none() {
                        return true;
                    }
                }
                Self::Array { element, stride, .. } => {
                    if !stride.is_multiple_of(16) {
                        return true;
                    }
                    open.push(element);
                }
                Self::Struct { members, .. } => {
                    let fits = |offset: u32, member: &Self| {
                        member.uniform_align(module).is_some_and(|align| offset.is_multiple_of(align))
                    };
                    if members.iter().any(|(offset, member)| !fits(*offset, member)) {
                        return true;
                    }
                    open.extend(members.iter().map(|row| &row.1));
                }
            }
        }
        false
    }

    /// The scalars and vectors that a load of the whole has, at most.
    pub(super) fn parts(&self) -> u32 {
        match self {
            Self::Vector { .. } => 4,
            Self::Matrix { .. } => 16,
            Self::Array { element, length, .. } => element.parts().saturating_mul(length.unwrap_or(1)),
            Self::Struct { members, .. } => {
                members.iter().fold(0u32, |sum, member| sum.saturating_add(member.1.parts()))
            }
        }
    }
}

/// A type of a block with its new form.
#[derive(Debug)]
pub(super) struct Laid {
    /// Its old type.
    pub(super) old: Type,
    /// Its new type.
    pub(super) ty: Type,
    pub(super) shape: Shape,
    size: u32,
    align: u32,
}

/// The correspondence of the parts of a new type to those of the old one.
#[derive(Debug)]
pub(super) enum Shape {
    /// They are the same.
    Same,
    /// A vector that is an array of scalars.
    Split,
    /// A matrix by lines, which are its columns, or its rows if it is transposed: a matrix again, or an array of vectors.
    Lines { transposed: bool, is_matrix: bool, count: u32, line: Rc<Laid>, wrapped: bool },
    /// An array; if it is wrapped, each element lies in a struct with padding.
    Array { element: Rc<Laid>, wrapped: bool, length: Option<u32> },
    /// A struct: the new index of each member.
    Struct { members: Vec<(u32, Rc<Laid>)> },
}

impl Laid {
    /// A scalar, vector or whole that has not changed.
    pub(super) fn unchanged(ty: Type) -> Rc<Self> {
        Rc::new(Self { old: ty, ty, shape: Shape::Same, size: 0, align: 1 })
    }

    /// True if nothing has changed.
    pub(super) fn is_same(&self) -> bool {
        matches!(self.shape, Shape::Same)
    }
}

fn round_up(size: u32, align: u32) -> u32 {
    size.checked_next_multiple_of(align.max(1)).unwrap_or(u32::MAX)
}

/// The greatest power of two that divides both.
fn common_align(a: u32, b: u32) -> u32 {
    let both = a | b;
    if both == 0 { 256 } else { 1 << both.trailing_zeros().min(8) }
}

fn bytes(scalar: Scalar) -> u32 {
    if scalar == Scalar::Bool { 4 } else { scalar.width() / 8 }
}

/// Size and alignment of a vector.
fn vector(scalar: Scalar, size: u32) -> (u32, u32) {
    let width = bytes(scalar);
    let lanes = if size == 3 { 4 } else { size };
    (size * width, lanes * width)
}

/// Makes new types.
pub(super) struct Shaper<'m> {
    pub(super) module: &'m mut Module,
    /// The struct of the block, if nothing else has it: it gets other members, and no struct takes its place.
    pub(super) block: Option<Struct>,
    /// True if vectors of integers become arrays, for atomics on their components.
    pub(super) split: bool,
}

impl Shaper<'_> {
    /// The new type of a place whose address is a multiple of `align`, with at most `limit` bytes.
    pub(super) fn lay(&mut self, place: &Place, align: u32, limit: u32) -> Option<Rc<Laid>> {
        match place {
            Place::Vector { ty } => self.vector(*ty, align),
            Place::Matrix { ty, stride, row_major } => self.matrix(*ty, *stride, *row_major, align),
            Place::Array { ty, element, stride, length } => {
                let laid = self.lay(element, common_align(align, *stride), *stride)?;
                let (element, wrapped) = self.padded(&laid, *stride)?;
                let new = match length {
                    Some(length) => self.module.types.array(element, *length),
                    None => self.module.types.intern(TypeData::RuntimeArray { element }),
                };
                let shape = if !wrapped && laid.is_same() {
                    Shape::Same
                } else {
                    Shape::Array { element: laid.clone(), wrapped, length: *length }
                };
                let size = stride.checked_mul(length.unwrap_or(1))?;
                Some(Rc::new(Laid { old: *ty, ty: new, shape, size, align: laid.align }))
            }
            Place::Struct { ty, id, members, size } => {
                let laid = self.structure(*ty, *id, members, *size, align)?;
                if laid.size <= limit {
                    return Some(laid);
                }
                // The end is not where the alignment of a member wants it: that of four bytes suits all of them.
                self.structure(*ty, *id, members, *size, 4)
            }
        }
    }

    fn vector(&mut self, ty: Type, align: u32) -> Option<Rc<Laid>> {
        let (scalar, count) = (self.module.types.scalar_of(ty)?, self.module.types.vector_size(ty)?);
        let (size, natural) = vector(scalar, count);
        let is_split = self.split && count > 1 && scalar.is_integer();
        if align.is_multiple_of(natural) && !is_split {
            return Some(Rc::new(Laid { old: ty, ty, shape: Shape::Same, size, align: natural }));
        }
        if !align.is_multiple_of(bytes(scalar)) || count == 1 {
            return None;
        }
        let scalar_ty = self.module.types.intern(TypeData::Scalar(scalar));
        let new = self.module.types.array(scalar_ty, count);
        Some(Rc::new(Laid { old: ty, ty: new, shape: Shape::Split, size, align: bytes(scalar) }))
    }

    fn matrix(&mut self, ty: Type, stride: u32, row_major: bool, align: u32) -> Option<Rc<Laid>> {
        let TypeData::Matrix { scalar, columns, rows } = self.module.types.get(ty) else { return None };
        let (columns, rows) = (u32::from(columns), u32::from(rows));
        let (count, length) = if row_major { (rows, columns) } else { (columns, rows) };
        let line_ty = self.module.types.vector(scalar, length);
        let line = self.vector(line_ty, common_align(align, stride))?;
        let natural = round_up(line.size, line.align);
        let is_matrix = line.is_same() && natural == stride;
        if is_matrix && !row_major {
            let size = stride * count;
            return Some(Rc::new(Laid { old: ty, ty, shape: Shape::Same, size, align: line.align }));
        }
        let (new, wrapped) = if is_matrix {
            (self.module.types.matrix(scalar, count, length), false)
        } else {
            let (element, wrapped) = self.padded(&line, stride)?;
            (self.module.types.array(element, count), wrapped)
        };
        let align = line.align;
        let shape = Shape::Lines { transposed: row_major, is_matrix, count, line, wrapped };
        Some(Rc::new(Laid { old: ty, ty: new, shape, size: stride * count, align }))
    }

    /// The type of an array's element, which takes so many bytes: in a struct with padding, if it is shorter.
    fn padded(&mut self, laid: &Laid, stride: u32) -> Option<(Type, bool)> {
        let natural = round_up(laid.size, laid.align);
        if natural == stride {
            return Some((laid.ty, false));
        }
        if natural > stride {
            return None;
        }
        let name = self.module.names.intern("value");
        let mut members = vec![Member::new(name, laid.ty)];
        self.pad(&mut members, laid.size, stride)?;
        let name = self.module.names.intern("Padded");
        let id = self.module.structs.alloc(StructData::new(name, members));
        Some((self.module.types.intern(TypeData::Struct(id)), true))
    }

    /// Adds members that fill the bytes from one offset to another.
    fn pad(&mut self, members: &mut Vec<Member>, from: u32, to: u32) -> Option<()> {
        let mut at = from;
        while at < to {
            let wide = at.is_multiple_of(4) && at + 4 <= to;
            let (ty, size) = if wide { (common::U32, 4) } else { (self.half(), 2) };
            if !at.is_multiple_of(2) || at + size > to || members.len() > 1 << 12 {
                return None;
            }
            let name = self.module.names.intern(&format!("pad_{}", members.len()));
            members.push(Member::new(name, ty));
            at += size;
        }
        Some(())
    }

    fn half(&mut self) -> Type {
        self.module.types.intern(TypeData::Scalar(Scalar::F16))
    }

    fn structure(
        &mut self,
        ty: Type,
        id: Struct,
        places: &[(u32, Place)],
        size: u32,
        align: u32,
    ) -> Option<Rc<Laid>> {
        let old = self.module.structs[id].clone();
        // Offsets may be in another order than members.
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|&index| places.get(index).map(|place| place.0));
        let mut members: Vec<Member> = Vec::new();
        let mut found: Vec<Option<(u32, Rc<Laid>)>> = places.iter().map(|_| None).collect();
        let (mut end, mut most, mut same) = (0, 1, true);
        for (position, &index) in order.iter().enumerate() {
            let (offset, place) = places.get(index)?;
            let next = order.get(position + 1).and_then(|&next| places.get(next)).map_or(size, |next| next.0);
            let runtime = matches!(place, Place::Array { length: None, .. });
            let limit = if runtime { u32::MAX } else { next.saturating_sub(*offset) };
            let laid = self.lay(place, common_align(align, *offset), limit)?;
            let natural = round_up(end, laid.align);
            if natural > *offset {
                return None;
            }
            if natural < *offset {
                self.pad(&mut members, end, *offset)?;
                same = false;
            }
            same &= laid.is_same() && index == position;
            let mut member = old.members.get(index)?.clone();
            member.ty = laid.ty;
            let said = &mut member.decorations;
            said.offset = None;
            said.align = None;
            for major in [vitrum_ir::Qualifiers::ROW_MAJOR, vitrum_ir::Qualifiers::COLUMN_MAJOR] {
                said.qualifiers.remove(major);
            }
            if laid.precision_lost() {
                member.precision = Precision::None;
            }
            *found.get_mut(index)? = Some((members.len() as u32, laid.clone()));
            members.push(member);
            end = offset.checked_add(if runtime { 0 } else { laid.size })?;
            most = most.max(laid.align);
        }
        let ends_open = order.last().and_then(|&last| places.get(last));
        let ends_open = ends_open.is_some_and(|row| matches!(row.1, Place::Array { length: None, .. }));
        let mut natural = round_up(end, most);
        if !ends_open && natural < size {
            self.pad(&mut members, end, size)?;
            natural = round_up(size, most);
            same = false;
        }
        if same {
            return Some(Rc::new(Laid { old: ty, ty, shape: Shape::Same, size: natural, align: most }));
        }
        let data = StructData { members, ..old };
        let new = match self.block {
            Some(block) if block == id => {
                self.module.structs[block] = data;
                block
            }
            _ => self.module.structs.alloc(data),
        };
        let new = self.module.types.intern(TypeData::Struct(new));
        let members: Option<Vec<(u32, Rc<Laid>)>> = found.into_iter().collect();
        let shape = Shape::Struct { members: members? };
        Some(Rc::new(Laid { old: ty, ty: new, shape, size: natural, align: most }))
    }
}

impl Laid {
    /// True if the new type takes no precision.
    fn precision_lost(&self) -> bool {
        matches!(self.shape, Shape::Array { wrapped: true, .. } | Shape::Lines { wrapped: true, .. })
    }
}

/// The rule by which new types lie where WGSL puts them.
pub(super) const NATURAL: LayoutRule = LayoutRule::Std430;
