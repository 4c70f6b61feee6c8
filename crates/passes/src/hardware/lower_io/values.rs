//! Loads and stores of whole values, slot by slot.

use super::plan::{Row, Weights};
use super::shapes::{Kind, ShapeId, Shapes};
use crate::framework::rewrite::Rewriter;
use crate::hardware::emit;
use vitrum_ir::machine::{SLOT, words};
use vitrum_ir::{Intrinsic, Op, Operand, Precision, Scalar, Storage, Type, types::common};

/// A place in an input or output, in a function that is being rewritten.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'p> {
    pub(super) row: &'p Row,
    pub(super) vertex: Option<Operand>,
    /// Slots behind the first one: a part that is computed, and a known one.
    pub(super) computed: Option<Operand>,
    pub(super) slot: u32,
    /// The component: a part that is computed, and a known one.
    pub(super) selected: Option<Operand>,
    /// The components of the slot that a computed part chooses from.
    pub(super) width: u32,
    pub(super) component: u32,
    pub(super) shape: ShapeId,
    /// Weights that it is interpolated with.
    pub(super) weights: Option<Weights>,
}

/// The most slots of a value that is loaded or stored at once.
pub(super) const MOST_PARTS: u32 = 1 << 12;

/// The weights of a function, or those of an operation.
pub(super) type WeightsOf<'w> = &'w dyn Fn(Weights) -> Option<Operand>;

impl Place<'_> {
    /// The same, in the part with an index.
    fn at(self, index: u32, (shape, slot, component): (ShapeId, u32, u32)) -> Self {
        let weights = &self.row.weights;
        let is_member = self.shape == self.row.shape && weights.len() > 1;
        let own = weights.get(index as usize).copied().flatten();
        Self {
            shape,
            weights: if is_member { own } else { self.weights },
            slot: self.slot.wrapping_add(slot),
            component: self.component.wrapping_add(component),
            ..self
        }
    }

    /// Operands of the place, from the slot to the component.
    fn operands(&self, rewriter: &mut Rewriter<'_>, more_slots: u32, component: u32) -> Vec<Operand> {
        let mut operands = vec![emit::number(rewriter, self.row.slot)];
        operands.extend(self.vertex);
        operands.push(emit::sum(rewriter, self.computed, self.slot.wrapping_add(more_slots)));
        operands.push(emit::number(rewriter, component));
        operands
    }
}

/// The parts of a type that takes several slots.
fn parts(shapes: &Shapes, shape: ShapeId) -> Option<Vec<(ShapeId, u32, u32)>> {
    match &shapes.get(shape).kind {
        Kind::Vector { .. } | Kind::Other => None,
        Kind::Repeated { part, count, slots } => {
            Some((0..*count).map(|index| (*part, slots.wrapping_mul(index), 0)).collect())
        }
        Kind::Compact { part, count } => {
            Some((0..*count).map(|index| (*part, index / SLOT, index % SLOT)).collect())
        }
        Kind::Members(members) => Some(members.clone()),
    }
}

/// True if a value is not too large to be loaded or stored at once.
pub(super) fn is_small(shapes: &Shapes, shape: ShapeId) -> bool {
    let mut pending = vec![(shape, 1u32)];
    let mut count = 0u32;
    while let Some((shape, times)) = pending.pop() {
        match &shapes.get(shape).kind {
            Kind::Repeated { part, count, .. } | Kind::Compact { part, count } => {
                pending.push((*part, times.saturating_mul(*count)));
            }
            Kind::Members(members) => pending.extend(members.iter().map(|row| (row.0, times))),
            Kind::Vector { .. } | Kind::Other => count = count.saturating_add(times),
        }
        if count > MOST_PARTS || pending.len() > MOST_PARTS as usize {
            return false;
        }
    }
    true
}

/// Pieces of a vector, each in one slot: the first component of the value, their number, slot and component.
fn pieces(scalar: Scalar, count: u32, component: u32) -> Vec<(u32, u32, u32, u32)> {
    let size = words(scalar);
    let mut pieces = Vec::new();
    let mut first = 0;
    while first < count {
        let at = component + first * size;
        let fits = ((SLOT - at % SLOT) / size).clamp(1, count - first);
        pieces.push((first, fits, at / SLOT, at % SLOT));
        first += fits;
    }
    pieces
}

/// Builds a load of a whole value.
pub(super) fn load(
    rewriter: &mut Rewriter<'_>,
    shapes: &Shapes,
    place: &Place<'_>,
    precision: Precision,
    weights: WeightsOf<'_>,
) -> Operand {
    enum Task<'p> {
        Load(Place<'p>),
        Build(Type, usize),
    }
    let mut tasks = vec![Task::Load(*place)];
    let mut values: Vec<Operand> = Vec::new();
    while let Some(task) = tasks.pop() {
        match task {
            Task::Load(place) => match parts(shapes, place.shape) {
                None => values.push(load_vector(rewriter, shapes, &place, precision, weights)),
                Some(parts) => {
                    tasks.push(Task::Build(shapes.get(place.shape).ty, parts.len()));
                    let parts = (0u32..).zip(parts).collect::<Vec<_>>().into_iter().rev();
                    tasks.extend(parts.map(|(index, part)| Task::Load(place.at(index, part))));
                }
            },
            Task::Build(ty, count) => {
                let parts = values.split_off(values.len().saturating_sub(count));
                values.push(rewriter.push(Op::Construct, &parts, 0, ty, precision));
            }
        }
    }
    values.pop().unwrap_or_else(|| rewriter.module_mut().constants.undef(common::VOID).into())
}

/// Builds a load of a scalar or vector.
fn load_vector(
    rewriter: &mut Rewriter<'_>,
    shapes: &Shapes,
    place: &Place<'_>,
    precision: Precision,
    weights: WeightsOf<'_>,
) -> Operand {
    let shape = shapes.get(place.shape);
    let Kind::Vector { scalar, count } = shape.kind else {
        return rewriter.module_mut().constants.undef(shape.ty).into();
    };
    let is_input = place.row.storage == Storage::Input;
    let weights =
        place.weights.filter(|_| is_input && place.vertex.is_none() && scalar.is_float()).and_then(weights);
    let intrinsic = match (is_input, place.vertex, weights) {
        (true, None, Some(_)) => Intrinsic::LoadInterpolatedInput,
        (true, None, None) => Intrinsic::LoadInput,
        (true, Some(_), _) => Intrinsic::LoadVertexInput,
        (false, None, _) => Intrinsic::LoadOutput,
        (false, Some(_), _) => Intrinsic::LoadVertexOutput,
    };
    // A component that is not known is selected from all that the slot may hold.
    let (count, component) =
        if place.selected.is_some() { (place.width / words(scalar), 0) } else { (count, place.component) };
    let mut loaded = Vec::new();
    for (_, size, slot, component) in pieces(scalar, count, component) {
        let mut operands: Vec<Operand> = weights.into_iter().collect();
        operands.extend(place.operands(rewriter, slot, component));
        let ty = rewriter.module_mut().types.vector(scalar, size);
        loaded.push(match scalar {
            // A bool is a word that is not zero.
            Scalar::Bool => {
                let word = rewriter.module_mut().types.vector(Scalar::U32, size);
                let word = emit::value(rewriter, intrinsic, &operands, (word, Precision::None));
                rewriter.push(Op::ItoB, &[word], 0, ty, Precision::None)
            }
            _ => emit::value(rewriter, intrinsic, &operands, (ty, precision)),
        });
    }
    match place.selected {
        Some(selected) => {
            let index = emit::sum(rewriter, Some(selected), place.component);
            let whole = loaded.first().copied().unwrap_or(index);
            rewriter.push(Op::ExtractDynamic, &[whole, index], 0, shape.ty, precision)
        }
        None => emit::vector(rewriter, &loaded, (shape.ty, precision)),
    }
}

/// Builds a store of a whole value.
pub(super) fn store(rewriter: &mut Rewriter<'_>, shapes: &Shapes, place: &Place<'_>, value: Operand) {
    let mut tasks = vec![(*place, value)];
    while let Some((place, value)) = tasks.pop() {
        let Some(parts) = parts(shapes, place.shape) else {
            store_vector(rewriter, shapes, &place, value, u32::MAX);
            continue;
        };
        let precision = rewriter.precision(value);
        let start = tasks.len();
        for (index, part) in (0u32..).zip(parts) {
            let ty = shapes.get(part.0).ty;
            let value = rewriter.push(Op::Extract, &[value], index, ty, precision);
            tasks.push((place.at(index, part), value));
        }
        if let Some(new) = tasks.get_mut(start..) {
            new.reverse();
        }
    }
}

/// Builds a store of a scalar, or of the components of a vector that a mask names.
pub(super) fn store_vector(
    rewriter: &mut Rewriter<'_>,
    shapes: &Shapes,
    place: &Place<'_>,
    value: Operand,
    mask: u32,
) {
    let Kind::Vector { scalar, count } = shapes.get(place.shape).kind else { return };
    if let Some(selected) = place.selected {
        let index = emit::sum(rewriter, Some(selected), place.component);
        // One branch for each component that it may be.
        for component in 0..place.width / words(scalar) {
            let number = emit::number(rewriter, component);
            let is_it = rewriter.op(Op::Ieq, &[index, number]);
            let place = Place { selected: None, component: component * words(scalar), ..*place };
            rewriter.if_(is_it, |rewriter| store_pieces(rewriter, &place, (scalar, 1), value, 1), |_| ());
        }
        return;
    }
    store_pieces(rewriter, place, (scalar, count), value, mask);
}

fn store_pieces(
    rewriter: &mut Rewriter<'_>,
    place: &Place<'_>,
    (scalar, count): (Scalar, u32),
    value: Operand,
    mask: u32,
) {
    let intrinsic = match place.vertex {
        Some(_) => Intrinsic::StoreVertexOutput,
        None => Intrinsic::StoreOutput,
    };
    let precision = rewriter.precision(value);
    for (first, size, slot, component) in pieces(scalar, count, place.component) {
        let mask = mask >> first & ((1 << size) - 1);
        if mask == 0 {
            continue;
        }
        let part = if size == count {
            value
        } else {
            let components: Vec<Operand> =
                (first..first + size).map(|index| emit::component(rewriter, value, index)).collect();
            let ty = rewriter.module_mut().types.vector(scalar, size);
            emit::vector(rewriter, &components, (ty, precision))
        };
        let part = match scalar {
            Scalar::Bool => {
                let ty = rewriter.module_mut().types.vector(Scalar::U32, size);
                rewriter.push(Op::BtoI, &[part], 0, ty, Precision::None)
            }
            _ => part,
        };
        let mut operands = vec![part];
        operands.extend(place.operands(rewriter, slot, component));
        operands.push(emit::number(rewriter, mask));
        emit::effect(rewriter, intrinsic, &operands);
    }
}
