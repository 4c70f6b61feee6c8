//! Simplifies composites: extractions from constructions, and constructions from parts.
//!
//! ```text
//! %v: vec3<f32> = construct %a, %b, %c      %2: vec2<f32> = construct %c, %a
//! %1: f32 = extract.1 %v                    store @x, %b
//! store @x, %1
//! %2: vec2<f32> = swizzle.zx %v
//! ```
//!
//! For each vector that is made by moving components, the source of every component is found, and the cheapest way to
//! construct it replaces it if that costs less than the operations that go.

use super::{Combine, New};
use crate::analysis::demand::is_by_components;
use crate::framework::rewrite::Rewriter;
use vitrum_ir::{
    Inst, List, Op, Operand, Scalar, Shuffle, Sig, Swizzle, Type, TypeData, Value, fold, types::common,
    typing,
};

/// The number of operations that a query about one component follows.
const STEPS: usize = 32;
/// The number of componentwise operations behind each other that are made for one component instead of vectors.
const DEPTH: usize = 16;
/// The most parts of a composite that are looked at one by one.
const MOST_PARTS: usize = 16;

/// The source of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Source {
    /// A scalar with its value, if there is one.
    scalar: Option<Operand>,
    /// The vector that holds it, and the index there.
    lane: Option<(Operand, u32)>,
    /// True if the scalar is used only to construct this vector.
    dies: bool,
}

impl Source {
    /// The cost of its scalar, in words of SPIR-V.
    fn words(&self) -> u32 {
        if self.scalar.is_some() && !self.dies { 0 } else { 5 }
    }
}

/// The end of a search for the source of a part.
enum Reached {
    /// This operand.
    Whole(Operand),
    /// A part of this composite.
    Part(Operand, u32),
}

impl Combine<'_> {
    /// Finds a replacement of an operation on parts.
    pub(super) fn composites(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Option<Operand> {
        let op = rewriter.function.op(inst);
        match op {
            Op::Extract => self.extract(rewriter, inst),
            Op::ExtractDynamic | Op::InsertDynamic => self.constant_index(rewriter, inst, op),
            Op::Insert | Op::Construct | Op::Swizzle | Op::Shuffle | Op::Splat => {
                self.put_together(rewriter, inst, op)
            }
            _ => self.splat_last(rewriter, inst, op),
        }
    }

    fn ty(rewriter: &Rewriter<'_>, operand: Operand) -> Type {
        rewriter.ty(operand)
    }

    fn extract(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Option<Operand> {
        let composite = *rewriter.function.operands(inst).first()?;
        let index = rewriter.function.insts[inst].imm;
        match follow(rewriter, composite, index) {
            Reached::Whole(operand) => {
                let fits =
                    Self::ty(rewriter, operand) == Self::ty(rewriter, rewriter.function.result(inst)?.into());
                (fits && rewriter.may_change()).then_some(operand)
            }
            Reached::Part(from, at) if (from, at) != (composite, index) => {
                rewriter.may_change().then(|| self.make(rewriter, inst, Op::Extract, &[from], at))?
            }
            Reached::Part(..) => {
                let new = self.component(rewriter, inst, composite, index, DEPTH)?;
                if let (Some(old), Some(new)) = (rewriter.function.result(inst), new.value()) {
                    let flags = rewriter.function.values[old].flags;
                    let value = &mut rewriter.function.values[new];
                    value.flags = value.flags.union(flags);
                }
                Some(new)
            }
        }
    }

    /// Computes one component of a componentwise operation from the components of its operands, if at most one of those has to
    /// be extracted first: the extraction that goes pays for it.
    fn component(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        inst: Inst,
        vector: Operand,
        index: u32,
        depth: usize,
    ) -> Option<Operand> {
        let size = rewriter.module.types.vector_size(Self::ty(rewriter, vector))?;
        let of = rewriter.function.definition(vector)?;
        let data = rewriter.function.insts[of];
        let op = by_components(data.op)?;
        if !data.op.effects().is_pure() || self.count(vector.value()?) > 1 {
            return None;
        }
        let operands = rewriter.function.operands(of).to_vec();
        let mut parts = Vec::with_capacity(operands.len());
        let mut missing = None;
        for (number, &operand) in operands.iter().enumerate() {
            if data.op == Op::VectorTimesScalar && number == 1 {
                parts.push(operand);
                continue;
            }
            if rewriter.module.types.vector_size(Self::ty(rewriter, operand)) != Some(size) {
                return None;
            }
            let part = match follow(rewriter, operand, index) {
                Reached::Whole(part) => part,
                Reached::Part(from, at) => match from.constant() {
                    Some(_) => part_of_constant(rewriter, from, at)?,
                    None if missing.is_some() => return None,
                    None => {
                        missing = Some((number, from, at));
                        from
                    }
                },
            };
            parts.push(part);
        }
        if depth == DEPTH && !rewriter.may_change() {
            return None;
        }
        if let Some((number, from, at)) = missing {
            let inner = if depth > 0 { self.component(rewriter, inst, from, at, depth - 1) } else { None };
            parts[number] = match inner {
                Some(part) => part,
                None => self.part_of_value(rewriter, inst, from, Op::Extract, &[from], at)?,
            };
        }
        self.part_of_value(rewriter, inst, vector, op, &parts, 0)
    }

    /// Makes an operation whose result is a component of a vector, with the flags and the precision of that.
    fn part_of_value(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        inst: Inst,
        vector: Operand,
        op: Op,
        operands: &[Operand],
        imm: u32,
    ) -> Option<Operand> {
        let ty = typing::part_type(rewriter.module, Self::ty(rewriter, vector), 0)?;
        let value = rewriter.function.values[vector.value()?];
        let span = rewriter.function.insts[inst].span();
        let (precision, flags) = (value.precision, value.flags);
        Some(self.emit(rewriter, New { op, operands, imm, ty, precision, flags, span }))
    }

    /// Replaces constant indices by immediates. An out-of-bounds index is in code that never runs, or its result is undefined; the
    /// nearest in range will do.
    fn constant_index(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, op: Op) -> Option<Operand> {
        let operands = rewriter.function.operands(inst).to_vec();
        let (&index, rest) = operands.split_last()?;
        let index = rewriter.module.as_int(index)?;
        let count = rewriter.module.types.length(Self::ty(rewriter, *rest.first()?))?;
        let last = count.checked_sub(1)?;
        if !rewriter.may_change() {
            return None;
        }
        let index = u32::try_from(index.max(0)).unwrap_or(last).min(last);
        let op = if op == Op::ExtractDynamic { Op::Extract } else { Op::Insert };
        self.make(rewriter, inst, op, rest, index)
    }

    /// Builds the replacement of `inst`, with its type, precision and flags.
    fn make(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        inst: Inst,
        op: Op,
        operands: &[Operand],
        imm: u32,
    ) -> Option<Operand> {
        let ty = rewriter.function.values[rewriter.function.result(inst)?].ty;
        self.make_typed(rewriter, inst, op, operands, imm, ty)
    }

    fn make_typed(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        inst: Inst,
        op: Op,
        operands: &[Operand],
        imm: u32,
        ty: Type,
    ) -> Option<Operand> {
        let value = rewriter.function.values[rewriter.function.result(inst)?];
        let span = rewriter.function.insts[inst].span();
        let new = New { op, operands, imm, ty, precision: value.precision, flags: value.flags, span };
        Some(self.emit(rewriter, new))
    }

    fn put_together(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, op: Op) -> Option<Operand> {
        let result = rewriter.function.result(inst)?;
        let ty = rewriter.function.values[result].ty;
        if op == Op::Splat && Self::ty(rewriter, *rewriter.function.operands(inst).first()?) == ty {
            let operand = *rewriter.function.operands(inst).first()?;
            return rewriter.may_change().then_some(operand);
        }
        match rewriter.module.types.get(ty) {
            TypeData::Vector { scalar, size } if size <= 4 => {
                self.vector(rewriter, inst, scalar, u32::from(size))
            }
            TypeData::Scalar(_) if op == Op::Swizzle => {
                let vector = *rewriter.function.operands(inst).first()?;
                let index =
                    u32::from(*Swizzle::from_bits(rewriter.function.insts[inst].imm).components().first()?);
                if !rewriter.may_change() {
                    return None;
                }
                if Self::ty(rewriter, vector) == ty {
                    return Some(vector);
                }
                self.make(rewriter, inst, Op::Extract, &[vector], index)
            }
            TypeData::Matrix { .. } | TypeData::Array { .. } | TypeData::Struct(_) => {
                self.parts(rewriter, inst, op, ty)
            }
            _ => None,
        }
    }

    /// Simplifies composites other than vectors: reconstructions of a whole, and parts that are replaced more than once.
    fn parts(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, op: Op, ty: Type) -> Option<Operand> {
        let operands = rewriter.function.operands(inst).to_vec();
        match op {
            Op::Construct if operands.len() <= MOST_PARTS => {
                let mut whole = None;
                for (index, &operand) in operands.iter().enumerate() {
                    let from = rewriter.function.definition(operand)?;
                    let data = rewriter.function.insts[from];
                    if data.op != Op::Extract || data.imm as usize != index {
                        return None;
                    }
                    let composite = *rewriter.function.operands(from).first()?;
                    if *whole.get_or_insert(composite) != composite {
                        return None;
                    }
                }
                let whole = whole?;
                (Self::ty(rewriter, whole) == ty && rewriter.may_change()).then_some(whole)
            }
            Op::Insert => self.insert_into_parts(rewriter, inst, ty),
            _ => None,
        }
    }

    fn insert_into_parts(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, ty: Type) -> Option<Operand> {
        let &[base, part] = rewriter.function.operands(inst) else { return None };
        let index = rewriter.function.insts[inst].imm;
        // A part that is put back where it came from.
        if let Some(from) = rewriter.function.definition(part)
            && rewriter.function.op(from) == Op::Extract
            && rewriter.function.insts[from].imm == index
            && rewriter.function.operands(from) == [base]
        {
            return rewriter.may_change().then_some(base);
        }
        let count = match rewriter.module.types.get(ty) {
            TypeData::Struct(id) => rewriter.module.structs[id].members.len(),
            _ => rewriter.module.types.length(ty)? as usize,
        };
        let mut found: Vec<Option<Operand>> = vec![None; count.min(MOST_PARTS)];
        *found.get_mut(index as usize)? = Some(part);
        let mut at = base;
        let mut going = 6;
        let mut skips = false;
        for _ in 0..STEPS {
            let Some(from) = rewriter.function.definition(at) else { break };
            let data = rewriter.function.insts[from];
            let &[inner, part] = rewriter.function.operands(from) else { break };
            if data.op != Op::Insert || self.count(at.value()?) > 1 {
                break;
            }
            let slot = found.get_mut(data.imm as usize)?;
            skips |= slot.is_some();
            slot.get_or_insert(part);
            going += 6;
            at = inner;
        }
        if count <= MOST_PARTS && found.iter().all(Option::is_some) {
            let parts: Vec<Operand> = found.into_iter().flatten().collect();
            if 3 + parts.len() < going && rewriter.may_change() {
                return self.make(rewriter, inst, Op::Construct, &parts, 0);
            }
            return None;
        }
        // One part is replaced twice: the first replacement is of no use.
        let inner = rewriter.function.definition(base)?;
        let &[below, _] = rewriter.function.operands(inner) else { return None };
        let data = rewriter.function.insts[inner];
        if skips && data.op == Op::Insert && data.imm == index && rewriter.may_change() {
            return self.make(rewriter, inst, Op::Insert, &[below, part], index);
        }
        None
    }

    /// Rebuilds a vector that is made by moving components in the cheapest way.
    fn vector(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        inst: Inst,
        scalar: Scalar,
        size: u32,
    ) -> Option<Operand> {
        if stays(rewriter, inst, size) {
            return None;
        }
        let result = rewriter.function.result(inst)?;
        let mut sources: List<Source> = List::new();
        for index in 0..size {
            sources.push(source(rewriter, result.into(), index)?);
        }
        for source in &mut sources {
            if let (Some(scalar), Some(_)) = (source.scalar, source.lane)
                && let Some(value) = scalar.value()
            {
                let here = rewriter.function.operands(inst).iter().filter(|&&it| it == scalar).count() as u32;
                source.dies = self.count(value) <= here;
            }
        }
        if sources.iter().any(|source| source.scalar.is_some_and(|it| rewriter.module.is_undefined(it))) {
            return None;
        }
        let plan = plan(rewriter, &sources, size);
        let going = self.going(rewriter, inst, &plan);
        let cheaper = plan.words < going;
        if !cheaper || !rewriter.may_change() {
            return None;
        }
        self.carry_out(rewriter, inst, scalar, &plan)
    }

    fn count(&self, value: Value) -> u32 {
        self.uses.at(value)
    }

    /// The words that go away with an operation: its own, and those of operations on parts that only it uses and that
    /// the plan does not.
    fn going(&self, rewriter: &Rewriter<'_>, inst: Inst, plan: &Plan) -> u32 {
        let mut words = 0;
        let mut pending = vec![(inst, 0)];
        while let Some((inst, depth)) = pending.pop() {
            words += words_of(rewriter, inst);
            if depth == 4 {
                continue;
            }
            let operands = rewriter.function.operands(inst);
            for (index, &operand) in operands.iter().enumerate() {
                if operands.iter().take(index).any(|&other| other == operand) {
                    continue;
                }
                let times = operands.iter().filter(|&&other| other == operand).count() as u32;
                let Some(from) = rewriter.function.definition(operand) else { continue };
                let moves = moves_parts(rewriter.function.op(from));
                let dies = operand.value().is_some_and(|value| self.count(value) <= times);
                if moves && dies && !plan.uses(operand) {
                    pending.push((from, depth + 1));
                }
            }
        }
        words
    }

    fn carry_out(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        inst: Inst,
        scalar: Scalar,
        plan: &Plan,
    ) -> Option<Operand> {
        match &plan.way {
            Way::Whole(vector) => Some(*vector),
            Way::Splat(scalar) => self.make(rewriter, inst, Op::Splat, &[*scalar], 0),
            Way::Swizzle(vector, lanes) => {
                self.make(rewriter, inst, Op::Swizzle, &[*vector], Swizzle::new(lanes)?.bits())
            }
            Way::Shuffle(pair, lanes) => {
                self.make(rewriter, inst, Op::Shuffle, pair, Shuffle::new(lanes)?.bits())
            }
            Way::Insert(vector, source, at) => {
                let part = self.part(rewriter, inst, scalar, &Part::One(*source))?;
                self.make(rewriter, inst, Op::Insert, &[*vector, part], *at)
            }
            Way::Construct(parts) => {
                let operands = parts.iter().map(|part| self.part(rewriter, inst, scalar, part));
                let operands: List<Operand> = operands.collect::<Option<_>>()?;
                self.make(rewriter, inst, Op::Construct, &operands, 0)
            }
        }
    }

    fn part(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        inst: Inst,
        scalar: Scalar,
        part: &Part,
    ) -> Option<Operand> {
        match part {
            Part::Whole(vector) => Some(*vector),
            Part::One(Source { scalar: Some(operand), .. }) => Some(*operand),
            Part::One(Source { lane: Some((vector, lane)), .. }) => {
                let ty = common::scalar(scalar);
                self.make_typed(rewriter, inst, Op::Extract, &[*vector], *lane, ty)
            }
            Part::One(_) => None,
            Part::Some(vector, lanes) => {
                let ty = rewriter.module.types.vector(scalar, lanes.len() as u32);
                let swizzle = Swizzle::new(lanes)?;
                self.make_typed(rewriter, inst, Op::Swizzle, &[*vector], swizzle.bits(), ty)
            }
        }
    }

    /// A componentwise operation on splats becomes a splat of the operation on scalars.
    fn splat_last(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, op: Op) -> Option<Operand> {
        let by_components = matches!(op.info().sig, Sig::Unary(_) | Sig::Binary(_) | Sig::Ternary(_))
            && !matches!(op, Op::Normalize | Op::FaceForward | Op::Reflect);
        let result = rewriter.function.result(inst)?;
        let ty = rewriter.function.values[result].ty;
        let TypeData::Vector { scalar, .. } = rewriter.module.types.get(ty) else { return None };
        if !by_components {
            return None;
        }
        let operands = rewriter.function.operands(inst);
        let mut dying = false;
        for &operand in operands {
            if operand.constant().is_some() {
                continue;
            }
            let from = rewriter.function.definition(operand)?;
            if rewriter.function.op(from) != Op::Splat {
                return None;
            }
            dying |= operand.value().is_some_and(|value| self.count(value) <= 1);
        }
        if !dying {
            return None;
        }
        let operands = operands.to_vec();
        let mut scalars = Vec::with_capacity(operands.len());
        for operand in operands {
            match rewriter.function.definition(operand) {
                Some(from) => scalars.push(*rewriter.function.operands(from).first()?),
                None => {
                    let size = rewriter.module.types.vector_size(ty)?;
                    let first = part_of_constant(rewriter, operand, 0)?;
                    for index in 1..size {
                        if part_of_constant(rewriter, operand, index)? != first {
                            return None;
                        }
                    }
                    scalars.push(first);
                }
            }
        }
        if !rewriter.may_change() {
            return None;
        }
        let one = self.make_typed(rewriter, inst, op, &scalars, 0, common::scalar(scalar))?;
        self.make(rewriter, inst, Op::Splat, &[one], 0)
    }
}

/// True if an operation only moves parts.
pub(super) fn moves_parts(op: Op) -> bool {
    matches!(op, Op::Extract | Op::Construct | Op::Swizzle | Op::Shuffle | Op::Splat | Op::Insert)
}

/// True if there is obviously no cheaper way to construct a vector: its operands were not constructed or extracted themselves,
/// and the operation is the cheapest for it.
fn stays(rewriter: &Rewriter<'_>, inst: Inst, size: u32) -> bool {
    let function = &rewriter.function;
    let operands = function.operands(inst);
    let moved = |&operand: &Operand| {
        let from = rewriter.function.definition(operand);
        from.is_some_and(|from| moves_parts(function.op(from)))
    };
    if operands.iter().any(moved) {
        return false;
    }
    match function.op(inst) {
        Op::Construct => operands.len() as u32 == size,
        Op::Splat => true,
        Op::Insert => operands.first().is_some_and(|base| base.value().is_some()),
        Op::Swizzle => operands.first().filter(|vector| vector.value().is_some()).is_some_and(|&vector| {
            let of = rewriter.module.types.vector_size(Combine::ty(rewriter, vector)).unwrap_or(0);
            let lanes = Swizzle::from_bits(function.insts[inst].imm);
            let in_order = lanes.components().iter().zip(0..).all(|(&lane, index)| lane == index);
            size <= of && of <= 4 && !(of == size && in_order)
        }),
        _ => false,
    }
}

/// The operation on scalars that gives a component of the result of this operation on vectors of one size.
fn by_components(op: Op) -> Option<Op> {
    match op {
        Op::VectorTimesScalar => Some(Op::Fmul),
        Op::Ldexp | Op::Bitcast => Some(op),
        _ => is_by_components(op).then_some(op),
    }
}

/// Follows a part back through operations that move parts.
fn follow(rewriter: &mut Rewriter<'_>, composite: Operand, index: u32) -> Reached {
    let (mut at, mut index) = (composite, index);
    for _ in 0..STEPS {
        if at.constant().is_some() {
            return match part_of_constant(rewriter, at, index) {
                Some(part) => Reached::Whole(part),
                None => Reached::Part(at, index),
            };
        }
        let ty = rewriter.ty(at);
        let is_vector = matches!(rewriter.module.types.get(ty), TypeData::Vector { .. });
        let Some(inst) = rewriter.function.definition(at) else { break };
        let imm = rewriter.function.insts[inst].imm;
        let operands = rewriter.function.operands(inst);
        let size = |rewriter: &Rewriter<'_>, operand: Operand| {
            let ty = rewriter.ty(operand);
            rewriter.module.types.vector_size(ty)
        };
        let next = match (rewriter.function.op(inst), operands) {
            (Op::Construct, parts) if !is_vector => match parts.get(index as usize) {
                Some(&part) => return Reached::Whole(part),
                None => break,
            },
            (Op::Construct, parts) => {
                let mut left = index;
                let mut found = None;
                for &part in parts {
                    let Some(size) = size(rewriter, part) else { break };
                    if left < size {
                        found = Some((part, left, size));
                        break;
                    }
                    left -= size;
                }
                match found {
                    Some((part, _, 1)) => return Reached::Whole(part),
                    Some((part, left, _)) => (part, left),
                    None => break,
                }
            }
            (Op::Insert, &[_, part]) if imm == index => return Reached::Whole(part),
            (Op::Insert, &[base, _]) => (base, index),
            (Op::Swizzle, &[vector]) => {
                let Some(&lane) = Swizzle::from_bits(imm).components().get(index as usize) else { break };
                if size(rewriter, vector) == Some(1) {
                    return Reached::Whole(vector);
                }
                (vector, u32::from(lane))
            }
            (Op::Shuffle, &[a, b]) => {
                let Some(&lane) = Shuffle::from_bits(imm).components().get(index as usize) else { break };
                let Some(of_a) = size(rewriter, a) else { break };
                let lane = u32::from(lane);
                if lane < of_a { (a, lane) } else { (b, lane - of_a) }
            }
            (Op::Splat, &[scalar]) if is_vector => return Reached::Whole(scalar),
            _ => break,
        };
        (at, index) = next;
    }
    Reached::Part(at, index)
}

fn part_of_constant(rewriter: &mut Rewriter<'_>, composite: Operand, index: u32) -> Option<Operand> {
    let ty = rewriter.module.constants.ty(composite.constant()?);
    let part = typing::part_type(rewriter.module, ty, index)?;
    let constant = fold::fold(rewriter.module, Op::Extract, &[composite], index, part)?;
    Some(constant.into())
}

/// The source of a component of a vector.
fn source(rewriter: &mut Rewriter<'_>, vector: Operand, index: u32) -> Option<Source> {
    match follow(rewriter, vector, index) {
        Reached::Part(from, lane) => {
            // Nothing was found out: the vector itself.
            (from != vector).then_some(Source { scalar: None, lane: Some((from, lane)), dies: false })
        }
        Reached::Whole(scalar) => {
            let mut lane = None;
            if let Some(inst) = rewriter.function.definition(scalar)
                && rewriter.function.op(inst) == Op::Extract
                && let &[of] = rewriter.function.operands(inst)
            {
                let ty = rewriter.ty(of);
                if matches!(rewriter.module.types.get(ty), TypeData::Vector { size: 2..=4, .. }) {
                    lane = Some((of, rewriter.function.insts[inst].imm));
                }
            }
            Some(Source { scalar: Some(scalar), lane, dies: false })
        }
    }
}

/// A part of a construction.
#[derive(Clone, Debug)]
enum Part {
    One(Source),
    /// A vector.
    Whole(Operand),
    /// Some components of a vector.
    Some(Operand, List<u32>),
}

/// A construction of a vector.
#[derive(Clone, Debug)]
enum Way {
    Whole(Operand),
    Splat(Operand),
    Swizzle(Operand, List<u32>),
    Shuffle([Operand; 2], List<u32>),
    Insert(Operand, Source, u32),
    Construct(List<Part>),
}

#[derive(Clone, Debug)]
struct Plan {
    way: Way,
    /// Its cost, in words of SPIR-V.
    words: u32,
}

impl Plan {
    /// True if it needs an operand.
    fn uses(&self, operand: Operand) -> bool {
        let of_source = |source: &Source| match source {
            Source { scalar: Some(scalar), .. } => *scalar == operand,
            Source { lane: Some((vector, _)), .. } => *vector == operand,
            Source { .. } => false,
        };
        match &self.way {
            Way::Whole(vector) | Way::Swizzle(vector, _) | Way::Splat(vector) => *vector == operand,
            Way::Shuffle(pair, _) => pair.contains(&operand),
            Way::Insert(vector, source, _) => *vector == operand || of_source(source),
            Way::Construct(parts) => parts.iter().any(|part| match part {
                Part::One(source) => of_source(source),
                Part::Whole(vector) | Part::Some(vector, _) => *vector == operand,
            }),
        }
    }
}

fn words_of(rewriter: &Rewriter<'_>, inst: Inst) -> u32 {
    let data = rewriter.function.insts[inst];
    let operands = rewriter.function.operands(inst).len() as u32;
    let size = rewriter.function.result(inst).map_or(1, |value| {
        rewriter.module.types.vector_size(rewriter.function.values[value].ty).unwrap_or(1)
    });
    match data.op {
        Op::Extract => 5,
        Op::Insert => 6,
        Op::Swizzle if size == 1 => 5,
        Op::Swizzle | Op::Shuffle => 5 + size,
        Op::Splat => 3 + size,
        _ => 3 + operands,
    }
}

/// The cheapest construction.
fn plan(rewriter: &Rewriter<'_>, sources: &[Source], size: u32) -> Plan {
    let size_of = |vector: Operand| {
        let ty = rewriter.ty(vector);
        rewriter.module.types.vector_size(ty).unwrap_or(0)
    };
    let mut best = construct(sources, &size_of);
    let mut offer = |way: Way, words: u32| {
        if words <= best.words {
            best = Plan { way, words };
        }
    };
    if let Some(Source { scalar: Some(scalar), .. }) = sources.first()
        && sources.iter().all(|source| source.scalar == Some(*scalar))
    {
        offer(Way::Splat(*scalar), 3 + size);
    }
    let mut vectors: List<Operand> = List::new();
    for (vector, _) in sources.iter().filter_map(|source| source.lane) {
        if !vectors.contains(&vector) {
            vectors.push(vector);
        }
    }
    if let (&[a, b], true) = (&*vectors, sources.iter().all(|source| source.lane.is_some())) {
        let of_a = size_of(a);
        let lanes = sources.iter().filter_map(|source| source.lane);
        let chosen = lanes.map(|(vector, lane)| if vector == a { lane } else { of_a + lane }).collect();
        if size_of(b) <= 4 && of_a <= 4 {
            offer(Way::Shuffle([a, b], chosen), 5 + size);
        }
    }
    for vector in vectors {
        let lane = |source: &Source| source.lane.filter(|lane| lane.0 == vector).map(|lane| lane.1);
        let lanes: List<Option<u32>> = sources.iter().map(lane).collect();
        let in_place = |index: usize| lanes.get(index).copied().flatten() == Some(index as u32);
        if size_of(vector) == size {
            let others: List<usize> = (0..sources.len()).filter(|&index| !in_place(index)).collect();
            match *others {
                [] => offer(Way::Whole(vector), 0),
                [at] => {
                    if let Some(&source) = sources.get(at) {
                        let words = 6 + source.words();
                        offer(Way::Insert(vector, source, at as u32), words);
                    }
                }
                _ => {}
            }
        }
        let all: List<u32> = lanes.iter().copied().flatten().collect();
        if all.len() == lanes.len() && size_of(vector) <= 4 && !best_is_whole(&lanes, size_of(vector), size) {
            offer(Way::Swizzle(vector, all), 5 + size);
        }
    }
    best
}

fn best_is_whole(lanes: &[Option<u32>], of: u32, size: u32) -> bool {
    of == size && lanes.iter().enumerate().all(|(index, lane)| *lane == Some(index as u32))
}

/// A construction of scalars, whole vectors, and runs of components of one.
fn construct(sources: &[Source], size_of: &dyn Fn(Operand) -> u32) -> Plan {
    let mut parts = List::new();
    let mut words = 3;
    let mut at = 0;
    while let Some(&source) = sources.get(at) {
        words += 1;
        let Some((vector, _)) = source.lane else {
            parts.push(Part::One(source));
            at += 1;
            continue;
        };
        let mut lanes = List::new();
        // Components that are no scalars yet cost an extraction each.
        let mut missing = 0;
        for source in sources.iter().skip(at) {
            let Some((_, lane)) = source.lane.filter(|lane| lane.0 == vector) else { break };
            lanes.push(lane);
            missing += source.words();
        }
        let size = size_of(vector) as usize;
        let whole = lanes.len() >= size
            && lanes.iter().take(size).enumerate().all(|(index, &lane)| index as u32 == lane);
        if whole && size > 1 && size < sources.len() {
            parts.push(Part::Whole(vector));
            at += size;
        } else if lanes.len() > 1
            && lanes.len() < sources.len()
            && missing > 5 + lanes.len() as u32
            && size <= 4
        {
            words += 5 + lanes.len() as u32;
            at += lanes.len();
            parts.push(Part::Some(vector, lanes));
        } else {
            words += source.words();
            parts.push(Part::One(source));
            at += 1;
        }
    }
    Plan { way: Way::Construct(parts), words }
}
