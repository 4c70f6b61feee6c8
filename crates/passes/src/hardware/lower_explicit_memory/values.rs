//! Loads and stores of whole values, in parts.

use crate::framework::rewrite::Rewriter;
use crate::hardware::emit::sum;
use crate::hardware::shapes::{Shape, ShapeId, ShapeKind, Shapes};
use vitrum_ir::machine::{Access, Space};
use vitrum_ir::{Intrinsic, MemoryAccess, Op, Operand, Precision, Scalar, Type, types::common};

/// The most parts of a value that is loaded or stored at once.
pub(super) const MOST_PARTS: usize = 1 << 12;

/// A place in memory, in a function that is being rewritten.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) space: Space,
    /// The index of a block, or its known part.
    pub(super) index: Option<Operand>,
    pub(super) first_index: u32,
    /// The address of 64 bits that offsets are added to.
    pub(super) base: Option<Operand>,
    /// The offset: a part that is computed, and a known one.
    pub(super) computed: Option<Operand>,
    pub(super) offset: u32,
    /// The alignment of what is computed.
    pub(super) align: u32,
    pub(super) shape: ShapeId,
    pub(super) access: MemoryAccess,
}

/// The alignment of memory as a whole: that of the largest vector in it.
const LARGEST_ALIGN: u32 = 16;

impl Place {
    pub(super) fn new(space: Space, offset: u32, shape: ShapeId) -> Self {
        Self {
            space,
            index: None,
            first_index: 0,
            base: None,
            computed: None,
            offset,
            align: LARGEST_ALIGN,
            shape,
            access: MemoryAccess::NONE,
        }
    }

    /// The same, some bytes behind.
    pub(super) fn at(self, shape: ShapeId, distance: u32) -> Self {
        Self { shape, offset: self.offset.wrapping_add(distance), ..self }
    }

    /// Operands of the address.
    pub(super) fn address(&self, rewriter: &mut Rewriter<'_>) -> Vec<Operand> {
        let mut operands = Vec::with_capacity(2);
        if self.space.is_indexed() {
            operands.push(sum(rewriter, self.index, self.first_index));
        }
        match self.base {
            Some(base) => {
                let offset = match self.computed {
                    None if self.offset == 0 => None,
                    None => {
                        Some(rewriter.module_mut().constants.scalar(Scalar::U64, self.offset.into()).into())
                    }
                    Some(_) => {
                        let offset = sum(rewriter, self.computed, self.offset);
                        Some(rewriter.push(Op::Uconvert, &[offset], 0, common::U64, Precision::None))
                    }
                };
                operands.push(match offset {
                    Some(offset) => rewriter.push(Op::Iadd, &[base, offset], 0, common::U64, Precision::None),
                    None => base,
                });
            }
            None => operands.push(sum(rewriter, self.computed, self.offset)),
        }
        operands
    }

    /// The alignment of the address.
    fn known_align(&self) -> u32 {
        match self.offset {
            0 => self.align,
            offset => self.align.min(1 << offset.trailing_zeros()),
        }
    }
}

/// The type that memory holds for a scalar, vector or address.
fn stored_type(rewriter: &mut Rewriter<'_>, shape: &Shape) -> Type {
    let types = &mut rewriter.module_mut().types;
    match shape.kind {
        ShapeKind::Reference => common::U64,
        ShapeKind::Scalar(Scalar::Bool) => common::U32,
        ShapeKind::Vector { scalar: Scalar::Bool, count, .. } => types.vector(Scalar::U32, count),
        _ => shape.ty,
    }
}

/// Operands behind the address: the alignment and the access.
fn how(rewriter: &mut Rewriter<'_>, place: &Place) -> [Operand; 2] {
    let constants = &mut rewriter.module_mut().constants;
    [constants.u32(place.known_align()).into(), constants.u32(place.access.bits()).into()]
}

/// Builds a load of one of a kind that memory holds in one piece.
fn load_piece(rewriter: &mut Rewriter<'_>, shape: &Shape, place: &Place, precision: Precision) -> Operand {
    let ty = stored_type(rewriter, shape);
    let is_volatile = place.access.contains(MemoryAccess::VOLATILE);
    let access = if is_volatile { Access::LoadVolatile } else { Access::Load };
    let intrinsic = place.space.intrinsic(access).or(place.space.intrinsic(Access::Load));
    let mut operands = place.address(rewriter);
    operands.extend(how(rewriter, place));
    let precision = if ty == shape.ty { precision } else { Precision::None };
    let number = intrinsic.unwrap_or(Intrinsic::LoadScratch) as u32;
    let loaded = rewriter.push(Op::Intrinsic, &operands, number, ty, precision);
    match shape.kind {
        ShapeKind::Reference => rewriter.push(Op::Bitcast, &[loaded], 0, shape.ty, Precision::None),
        _ if ty != shape.ty => rewriter.push(Op::ItoB, &[loaded], 0, shape.ty, Precision::None),
        _ => loaded,
    }
}

/// True if the components of a vector do not lie one behind the other.
fn is_spread(shape: &Shape) -> bool {
    matches!(shape.kind, ShapeKind::Vector { scalar, step, .. } if step != crate::hardware::shapes::scalar_size(scalar))
}

/// The parts of a composite that memory holds in several pieces.
fn parts(shape: &Shape) -> Vec<(ShapeId, u32)> {
    let repeat = |part: ShapeId, count: u32, stride: u32| -> Vec<(ShapeId, u32)> {
        (0..count).map(|index| (part, stride.wrapping_mul(index))).collect()
    };
    match &shape.kind {
        ShapeKind::Vector { component, count, step, .. } => repeat(*component, *count, *step),
        ShapeKind::Columns { column, count, stride } => repeat(*column, *count, *stride),
        ShapeKind::Elements { element, count, stride } => repeat(*element, count.unwrap_or(0), *stride),
        ShapeKind::Members(members) => members.clone(),
        ShapeKind::Scalar(_) | ShapeKind::Reference | ShapeKind::Other => Vec::new(),
    }
}

fn is_piece(shape: &Shape) -> bool {
    match shape.kind {
        ShapeKind::Vector { .. } => !is_spread(shape),
        ShapeKind::Scalar(_) | ShapeKind::Reference | ShapeKind::Other => true,
        ShapeKind::Columns { .. } | ShapeKind::Elements { .. } | ShapeKind::Members(_) => false,
    }
}

/// True if a value has no more parts than are loaded or stored at once.
pub(super) fn is_small(shapes: &Shapes, shape: ShapeId) -> bool {
    let mut pending = vec![(shape, 1usize)];
    let mut count = 0usize;
    while let Some((id, times)) = pending.pop() {
        let shape = shapes.get(id);
        match &shape.kind {
            _ if is_piece(shape) => count = count.saturating_add(times),
            ShapeKind::Members(members) if members.is_empty() => count = count.saturating_add(times),
            ShapeKind::Elements { count: Some(0) | None, .. } => count = count.saturating_add(times),
            ShapeKind::Vector { count: parts, .. } => count = count.saturating_add(times * *parts as usize),
            ShapeKind::Columns { column, count: parts, .. } => {
                pending.push((*column, times.saturating_mul(*parts as usize)));
            }
            ShapeKind::Elements { element, count: parts, .. } => {
                pending.push((*element, times.saturating_mul(parts.unwrap_or(0) as usize)));
            }
            ShapeKind::Members(members) => {
                if count.saturating_add(members.len()) > MOST_PARTS {
                    return false;
                }
                pending.extend(members.iter().map(|member| (member.0, times)));
            }
            _ => {}
        }
        if count > MOST_PARTS {
            return false;
        }
    }
    true
}

/// Builds a load of a whole value.
pub(super) fn load(
    rewriter: &mut Rewriter<'_>,
    shapes: &Shapes,
    place: &Place,
    precision: Precision,
) -> Operand {
    enum Task {
        Load(Place),
        Build(Type, usize),
    }
    let mut tasks = vec![Task::Load(*place)];
    let mut values: Vec<Operand> = Vec::new();
    while let Some(task) = tasks.pop() {
        match task {
            Task::Load(place) => {
                let shape = shapes.get(place.shape);
                if is_piece(shape) {
                    values.push(load_piece(rewriter, shape, &place, precision));
                    continue;
                }
                let parts = parts(shape);
                tasks.push(Task::Build(shape.ty, parts.len()));
                tasks.extend(
                    parts.into_iter().rev().map(|(part, distance)| Task::Load(place.at(part, distance))),
                );
            }
            Task::Build(ty, count) => {
                let parts = values.split_off(values.len().saturating_sub(count));
                values.push(rewriter.push(Op::Construct, &parts, 0, ty, precision));
            }
        }
    }
    values.pop().unwrap_or_else(|| rewriter.module_mut().constants.undef(common::VOID).into())
}

/// Builds a store of a whole value.
pub(super) fn store(rewriter: &mut Rewriter<'_>, shapes: &Shapes, place: &Place, value: Operand) {
    let mut tasks = vec![(*place, value)];
    while let Some((place, value)) = tasks.pop() {
        let shape = shapes.get(place.shape);
        if is_piece(shape) {
            let count = match shape.kind {
                ShapeKind::Vector { count, .. } => count,
                _ => 1,
            };
            store_piece(rewriter, shape, &place, value, (1 << count) - 1);
            continue;
        }
        let precision = rewriter.precision(value);
        let start = tasks.len();
        for (index, (part, distance)) in (0u32..).zip(parts(shape)) {
            let ty = shapes.get(part).ty;
            let value = rewriter.push(Op::Extract, &[value], index, ty, precision);
            tasks.push((place.at(part, distance), value));
        }
        if let Some(new) = tasks.get_mut(start..) {
            new.reverse();
        }
    }
}

/// Builds a store of some components of a vector that lies in one piece, or of a scalar or address.
pub(super) fn store_piece(
    rewriter: &mut Rewriter<'_>,
    shape: &Shape,
    place: &Place,
    value: Operand,
    mask: u32,
) {
    let Some(intrinsic) = place.space.intrinsic(Access::Store) else { return };
    let ty = stored_type(rewriter, shape);
    let value = match shape.kind {
        ShapeKind::Reference => rewriter.push(Op::Bitcast, &[value], 0, ty, Precision::None),
        _ if ty != shape.ty => rewriter.push(Op::BtoI, &[value], 0, ty, Precision::None),
        _ => value,
    };
    let mut operands = vec![value];
    operands.extend(place.address(rewriter));
    operands.push(rewriter.module_mut().constants.u32(mask).into());
    operands.extend(how(rewriter, place));
    rewriter.push_effect(Op::Intrinsic, &operands, intrinsic as u32);
}
