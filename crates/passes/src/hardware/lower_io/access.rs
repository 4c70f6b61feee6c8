//! Single accesses of inputs and outputs.

use super::plan::{Plan, Weights};
use super::shapes::Kind;
use super::values::{self, Place};
use crate::framework::rewrite::{Action, Rewriter, Visitor};
use crate::hardware::emit;
use rustc_hash::FxHashMap;
use vitrum_ir::machine::SLOT;
use vitrum_ir::{
    Function, Inst, Intrinsic, Op, Operand, OperandKind, Precision, Sig, Span, Swizzle, SwizzledStore, Value,
    types::common,
};

/// The lowering of a function.
pub(super) struct Lowering<'p> {
    plan: &'p Plan,
    function: Function,
    places: FxHashMap<Value, Place<'p>>,
    /// Weights that the function computed at its start.
    weights: FxHashMap<Weights, Operand>,
    /// The place of a value that is too large.
    refused: &'p mut Option<Span>,
}

impl Visitor for Lowering<'_> {
    fn start(&mut self, rewriter: &mut Rewriter<'_>) {
        for &(place, perspective) in self.plan.weights.get(&self.function).into_iter().flatten() {
            let operands = [emit::number(rewriter, place), emit::number(rewriter, perspective)];
            let value =
                emit::value(rewriter, Intrinsic::Barycentric, &operands, (common::VEC2, Precision::None));
            self.weights.insert((place, perspective), value);
        }
    }

    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let op = rewriter.function().op(inst);
        let is_interpolation = op.info().sig == Sig::Interpolate;
        if !is_interpolation && !matches!(op, Op::Access | Op::Load | Op::Store | Op::StoreSwizzle) {
            return Action::Keep;
        }
        let place = rewriter.function().operands(inst).first().and_then(|&base| self.place(base));
        let Some(place) = place else { return Action::Keep };
        if op != Op::Access && !self.is_small(&place) {
            *self.refused = Some(rewriter.function().insts[inst].span());
            return Action::Keep;
        }
        match op {
            Op::Access => self.access(rewriter, inst, place),
            Op::Store => self.store(rewriter, inst, place),
            Op::StoreSwizzle => self.store_swizzle(rewriter, inst, place),
            _ => self.load(rewriter, inst, place),
        }
    }
}

impl<'p> Lowering<'p> {
    pub(super) fn new(plan: &'p Plan, function: Function, refused: &'p mut Option<Span>) -> Self {
        Self { plan, function, places: FxHashMap::default(), weights: FxHashMap::default(), refused }
    }

    fn place(&self, base: Operand) -> Option<Place<'p>> {
        match base.kind() {
            OperandKind::Value(value) => self.places.get(&value).copied(),
            OperandKind::Constant(_) => None,
            OperandKind::Global(global) => {
                let plan: &'p Plan = self.plan;
                let row = plan.globals.get(&global)?;
                let weights = row.weights.first().copied().flatten();
                let component = row.component;
                let (vertex, computed, selected, slot, shape) = (None, None, None, 0, row.shape);
                let width = SLOT;
                Some(Place { row, vertex, computed, slot, selected, width, component, shape, weights })
            }
        }
    }

    fn access(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, mut place: Place<'p>) -> Action {
        let Some(result) = rewriter.function().result(inst) else { return Action::Keep };
        let indices = rewriter.function().operands(inst).get(1..).unwrap_or(&[]).to_vec();
        for index in indices {
            if place.row.vertices.is_some() && place.vertex.is_none() {
                place.vertex = Some(rewriter.convert(index, common::U32));
            } else {
                self.step(rewriter, &mut place, index);
            }
        }
        self.places.insert(result, place);
        rewriter.changes += 1;
        Action::Remove
    }

    /// Goes to a part.
    fn step(&self, rewriter: &mut Rewriter<'_>, place: &mut Place<'p>, index: Operand) {
        let known = rewriter.module().as_int(index).map(|index| index as u32);
        match &self.plan.shapes.get(place.shape).kind {
            Kind::Members(members) => {
                let Some(index) = known else { return };
                let Some(&(shape, slot, component)) = members.get(index as usize) else { return };
                if place.shape == place.row.shape
                    && let Some(&weights) =
                        place.row.weights.get(index as usize).filter(|_| place.row.weights.len() > 1)
                {
                    place.weights = weights;
                }
                (place.shape, place.slot) = (shape, place.slot.wrapping_add(slot));
                place.component = place.component.wrapping_add(component);
            }
            Kind::Repeated { part, slots, .. } => {
                place.shape = *part;
                match known {
                    Some(known) => place.slot = place.slot.wrapping_add(slots.wrapping_mul(known)),
                    None => place.computed = Some(emit::scaled(rewriter, index, *slots, place.computed)),
                }
            }
            Kind::Compact { part, .. } => {
                place.shape = *part;
                match known {
                    Some(known) => {
                        place.slot = place.slot.wrapping_add(known / SLOT);
                        place.component = known % SLOT;
                    }
                    None => {
                        let index = rewriter.convert(index, common::U32);
                        let (two, three) = (emit::number(rewriter, 2), emit::number(rewriter, 3));
                        let slot = emit::unsigned(rewriter, Op::Lshr, &[index, two]);
                        place.computed = Some(emit::scaled(rewriter, slot, 1, place.computed));
                        place.selected = Some(emit::unsigned(rewriter, Op::Iand, &[index, three]));
                    }
                }
            }
            Kind::Vector { scalar, count } if *count > 1 => {
                let words = vitrum_ir::machine::words(*scalar);
                let index = match known {
                    Some(known) => {
                        let at = place.component + words * known;
                        (place.slot, place.component) = (place.slot.wrapping_add(at / SLOT), at % SLOT);
                        None
                    }
                    None => Some(rewriter.convert(index, common::U32)),
                };
                if index.is_some() {
                    place.width = (place.component + words * count).min(SLOT);
                }
                if let Some(mut index) = index {
                    if words == 2 {
                        // Two components of 64 bits fill a slot.
                        let one = emit::number(rewriter, 1);
                        let slot = emit::unsigned(rewriter, Op::Lshr, &[index, one]);
                        place.computed = Some(emit::scaled(rewriter, slot, 1, place.computed));
                        index = emit::unsigned(rewriter, Op::Iand, &[index, one]);
                    }
                    place.selected = Some(index);
                }
                place.shape = self.plan.scalar_shape(*scalar);
            }
            Kind::Vector { .. } | Kind::Other => {}
        }
    }

    fn is_small(&self, place: &Place<'p>) -> bool {
        let whole = place.row.vertices.is_some() && place.vertex.is_none();
        values::is_small(&self.plan.shapes, place.shape)
            && (!whole || place.row.vertices.is_some_and(|count| (1..=values::MOST_PARTS).contains(&count)))
    }

    fn load(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, place: Place<'p>) -> Action {
        let Some(result) = rewriter.function().result(inst) else { return Action::Keep };
        let (ty, precision) = {
            let data = rewriter.function().values[result];
            (data.ty, data.precision)
        };
        let mut special = None;
        if let Some((_, perspective)) = place.weights {
            special = self.weights_at(rewriter, inst, perspective);
        }
        let weights = |key: Weights| special.or_else(|| self.weights.get(&key).copied());
        let shapes = &self.plan.shapes;
        let value = match place.row.vertices.filter(|_| place.vertex.is_none()) {
            None => values::load(rewriter, shapes, &place, precision, &weights),
            Some(count) => {
                let mut elements = Vec::with_capacity(count as usize);
                for vertex in 0..count {
                    let place = Place { vertex: Some(emit::number(rewriter, vertex)), ..place };
                    elements.push(values::load(rewriter, shapes, &place, precision, &weights));
                }
                rewriter.push(Op::Construct, &elements, 0, ty, precision)
            }
        };
        rewriter.replace_named(inst, value)
    }

    /// The weights of an interpolation at another place than that of the declaration.
    fn weights_at(&self, rewriter: &mut Rewriter<'_>, inst: Inst, perspective: u32) -> Option<Operand> {
        let at = rewriter.function().operands(inst).get(1).copied();
        let perspective = emit::number(rewriter, perspective);
        let (intrinsic, operands) = match rewriter.function().op(inst) {
            Op::InterpolateAtCentroid => (Intrinsic::Barycentric, [emit::number(rewriter, 1), perspective]),
            Op::InterpolateAtSample => (Intrinsic::BarycentricAtSample, [at?, perspective]),
            Op::InterpolateAtOffset => {
                // Of halves, it is halves, too.
                let at = match at? {
                    at if rewriter.ty(at) == common::VEC2 => at,
                    at => rewriter.push(Op::Fconvert, &[at], 0, common::VEC2, Precision::None),
                };
                (Intrinsic::BarycentricAtOffset, [at, perspective])
            }
            _ => return None,
        };
        Some(emit::value(rewriter, intrinsic, &operands, (common::VEC2, Precision::None)))
    }

    fn store(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, place: Place<'p>) -> Action {
        let Some(&value) = rewriter.function().operands(inst).get(1) else { return Action::Keep };
        let shapes = &self.plan.shapes;
        match place.row.vertices.filter(|_| place.vertex.is_none()) {
            None => values::store(rewriter, shapes, &place, value),
            Some(count) => {
                for vertex in 0..count {
                    let ty = shapes.get(place.shape).ty;
                    let precision = rewriter.precision(value);
                    let part = rewriter.push(Op::Extract, &[value], vertex, ty, precision);
                    let place = Place { vertex: Some(emit::number(rewriter, vertex)), ..place };
                    values::store(rewriter, shapes, &place, part);
                }
            }
        }
        Action::Remove
    }

    fn store_swizzle(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, place: Place<'p>) -> Action {
        let Some(&value) = rewriter.function().operands(inst).get(1) else { return Action::Keep };
        let shape = self.plan.shapes.get(place.shape);
        let Kind::Vector { count, .. } = shape.kind else { return Action::Keep };
        let swizzle = SwizzledStore::from_bits(rewriter.function().insts[inst].imm).swizzle;
        let mut sources = vec![0u32; count as usize];
        let mut mask = 0;
        for (from, &to) in (0u32..).zip(swizzle.components()) {
            mask |= 1 << to;
            if let Some(source) = sources.get_mut(usize::from(to)) {
                *source = from;
            }
        }
        let precision = rewriter.precision(value);
        let whole = match (swizzle.components().len(), Swizzle::new(&sources)) {
            (1, _) => rewriter.push(Op::Splat, &[value], 0, shape.ty, precision),
            (_, Some(swizzle)) => rewriter.push(Op::Swizzle, &[value], swizzle.bits(), shape.ty, precision),
            (_, None) => return Action::Keep,
        };
        values::store_vector(rewriter, &self.plan.shapes, &place, whole, mask);
        Action::Remove
    }
}
