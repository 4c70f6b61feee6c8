//! Makes vectors narrower of which only some components are wanted.
//!
//! ```text
//! %1: vec3<f32> = construct %x, %y, %z          %r: vec2<f32> = loop %1 (%p: vec2<f32>) {
//! %r: vec3<f32> = loop %1 (%p: vec3<f32>) {         ...
//!     ...                                       } continuing {
//! } continuing {                                    %2: vec2<f32> = vector_times_scalar %p, %a
//!     %2: vec3<f32> = vector_times_scalar %p, %a    next %2
//!     next %2                                   }
//! }                                             %3: f32 = extract.1 %r
//! %3: f32 = extract.2 %r                        %4: f32 = extract.0 %r
//! %4: f32 = extract.1 %r
//! ```
//!
//! Values go together: what works by components becomes narrower only if all vectors that it takes are, what branches and loops
//! pass on if all is that they pass. They rest on what is put together or moved in any case, and on what a loop starts from, which
//! is taken apart once. So no more is done than before.

use crate::analysis::Analyses;
use crate::analysis::demand::{Mask, is_by_components};
use crate::framework::session::Session;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{
    Constant, ConstantKind, Function, FunctionData, Inst, Module, Op, Operand, Shuffle, Swizzle, Type,
    TypeData, Value, ValueDef, ValueFlags, fold, typing, visit,
};

/// Rounds to find what cannot become narrower; if that is not enough, nothing does.
const ROUNDS: usize = 16;

/// Narrows the vectors of a function; gives their number.
pub(super) fn narrow(module: &mut Module, id: Function, session: &mut Session) -> usize {
    let Some(masks) = Finder::find(module, &module.functions[id]) else { return 0 };
    if masks.is_empty() || !session.may_change() {
        return 0;
    }
    let count = masks.len();
    let placeholder = FunctionData::new(module.functions[id].name, module.functions[id].result);
    let mut function = std::mem::replace(&mut module.functions[id], placeholder);
    Narrower::new(module, &mut function, masks).all();
    module.functions[id] = function;
    count
}

/// The components of a mask, in order.
fn components(mask: Mask) -> Vec<u32> {
    (0..4).filter(|at| mask >> at & 1 != 0).collect()
}

/// Which of the wanted components a component is.
fn rank(mask: Mask, component: u32) -> Option<u32> {
    (mask >> component & 1 != 0).then(|| (mask & ((1 << component) - 1)).count_ones())
}

fn size_of(module: &Module, ty: Type) -> Option<u32> {
    match module.types.get(ty) {
        TypeData::Vector { size, .. } => Some(u32::from(size)),
        _ => None,
    }
}

struct Finder<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    facts: Analyses<'a>,
    /// The wanted components of what may become narrower.
    masks: FxHashMap<Value, Mask>,
    /// What each value is passed on to by branches and loops.
    targets: FxHashMap<Value, Vec<Value>>,
}

impl<'a> Finder<'a> {
    fn find(module: &'a Module, function: &'a FunctionData) -> Option<FxHashMap<Value, Mask>> {
        let facts = Analyses::new(module, function);
        let mut finder =
            Self { module, function, facts, masks: FxHashMap::default(), targets: FxHashMap::default() };
        let mut candidates: Vec<Value> = Vec::new();
        for (_, inst) in visit::insts(function) {
            candidates.extend(function.results(inst));
            for block in function.control(inst).into_iter().flat_map(|control| control.blocks()) {
                candidates.extend(function.blocks[block].params.iter().copied());
            }
        }
        for &value in &candidates {
            finder.add(value);
        }
        if finder.masks.is_empty() {
            return None;
        }
        for &value in &candidates {
            for (_, source) in finder.facts.flow().sources(value) {
                if let Some(from) = source.operand.value() {
                    finder.targets.entry(from).or_default().push(value);
                }
            }
        }
        finder.join(&candidates);
        for _ in 0..ROUNDS {
            let before = finder.masks.len();
            for &value in &candidates {
                if finder.masks.contains_key(&value) && !(finder.comes_so(value) && finder.is_used_so(value))
                {
                    finder.masks.remove(&value);
                }
            }
            if finder.masks.len() == before {
                return Some(finder.masks);
            }
        }
        None
    }

    fn add(&mut self, value: Value) {
        let data = self.function.values[value];
        let Some(size) = size_of(self.module, data.ty) else { return };
        let mask = self.facts.demand().mask(value) & ((1 << size) - 1);
        let some = mask != 0 && mask != (1 << size) - 1;
        if some && !data.flags.contains(ValueFlags::NONUNIFORM) {
            self.masks.insert(value, mask);
        }
    }

    /// Lets values that are computed from or passed on to one another have the same components: all that are wanted of one.
    fn join(&mut self, candidates: &[Value]) {
        let values: Vec<Value> =
            candidates.iter().copied().filter(|value| self.masks.contains_key(value)).collect();
        let places: FxHashMap<Value, usize> = values.iter().copied().zip(0..).collect();
        let mut parents: Vec<usize> = (0..values.len()).collect();
        fn root(parents: &mut [usize], mut at: usize) -> usize {
            while parents[at] != at {
                parents[at] = parents[parents[at]];
                at = parents[at];
            }
            at
        }
        for (at, &value) in values.iter().enumerate() {
            let mut others: Vec<Value> = self.targets.get(&value).cloned().unwrap_or_default();
            if let ValueDef::Result { inst, .. } = self.function.values[value].def()
                && is_by_components(self.function.insts[inst].op)
            {
                others.extend(self.function.operands(inst).iter().filter_map(|operand| operand.value()));
            }
            for other in others.iter().filter_map(|other| places.get(other)) {
                let (a, b) = (root(&mut parents, at), root(&mut parents, *other));
                parents[a.max(b)] = a.min(b);
            }
        }
        let mut masks: Vec<Mask> = vec![0; values.len()];
        for (at, value) in values.iter().enumerate() {
            let root = root(&mut parents, at);
            masks[root] |= self.masks.get(value).copied().unwrap_or(0);
        }
        for (at, &value) in values.iter().enumerate() {
            let mask = masks[root(&mut parents, at)];
            let size = size_of(self.module, self.function.values[value].ty).unwrap_or(0);
            if mask >= (1 << size) - 1 {
                self.masks.remove(&value);
            } else {
                self.masks.insert(value, mask);
            }
        }
    }

    fn mask(&self, operand: Operand) -> Option<Mask> {
        operand.value().and_then(|value| self.masks.get(&value)).copied()
    }

    /// Whether a constant can be taken apart.
    fn is_plain(&self, constant: Constant) -> bool {
        let kind = &self.module.constants.get(constant).kind;
        !self.module.constants.is_spec(constant) && !matches!(kind, ConstantKind::Undef)
    }

    /// Whether an operand is there with these components alone, or needs no operation to be so.
    fn is_so(&self, operand: Operand, mask: Mask) -> bool {
        match operand.constant() {
            Some(constant) => self.is_plain(constant),
            None => self.mask(operand) == Some(mask),
        }
    }

    /// Whether what a value is computed from can be taken with these components alone.
    fn comes_so(&self, value: Value) -> bool {
        let function = self.function;
        let Some(&mask) = self.masks.get(&value) else { return false };
        let inst = match function.values[value].def() {
            ValueDef::Result { inst, .. } if !function.insts[inst].op.is_control() => inst,
            _ => {
                let sources = self.facts.flow().sources(value);
                let fits = |operand: Operand, by: Inst| {
                    self.is_so(operand, mask)
                        || operand.value().is_some_and(|it| !self.masks.contains_key(&it))
                            && function.insts[by].op == Op::Loop
                };
                return !sources.is_empty()
                    && sources.iter().all(|(_, source)| fits(source.operand, source.by));
            }
        };
        let op = function.insts[inst].op;
        let operands = function.operands(inst);
        let size =
            |operand: Operand| size_of(self.module, typing::operand_type(self.module, function, operand));
        match op {
            Op::Construct => {
                let mut at = 0;
                operands.iter().all(|&part| {
                    let count = size(part).unwrap_or(1);
                    let wanted = mask >> at & ((1 << count) - 1);
                    at += count;
                    let whole = wanted == (1 << count) - 1 && self.mask(part).is_none();
                    wanted == 0 || whole || self.mask(part) == Some(wanted)
                })
            }
            Op::Splat | Op::Swizzle | Op::Shuffle => true,
            op if is_by_components(op) => {
                operands.iter().all(|&operand| size(operand).is_none() || self.is_so(operand, mask))
            }
            _ => false,
        }
    }

    /// Whether everybody who uses a value can do with these components alone.
    fn is_used_so(&self, value: Value) -> bool {
        let function = self.function;
        let Some(&mask) = self.masks.get(&value) else { return false };
        let mut targets = self.targets.get(&value).into_iter().flatten();
        if !targets.all(|target| self.masks.get(target) == Some(&mask)) {
            return false;
        }
        let result = |inst: Inst| function.result(inst).and_then(|it| self.masks.get(&it)).copied();
        self.facts.uses().users(value).iter().all(|&user| {
            let data = &function.insts[user];
            match data.op {
                op if op.is_control() || op.is_terminator() => {
                    // What is not passed on decides, or is returned, and is wanted whole.
                    self.targets.contains_key(&value)
                }
                Op::Extract => rank(mask, data.imm).is_some(),
                Op::Swizzle => {
                    // The result has the components of all that it was joined with, perhaps more than are wanted of it.
                    let own = result(user);
                    let components = Swizzle::from_bits(data.imm);
                    components.components().iter().enumerate().all(|(place, &at)| {
                        rank(mask, u32::from(at)).is_some() || own.is_some_and(|own| own >> place & 1 == 0)
                    })
                }
                Op::Shuffle => {
                    let one = result(user).is_some_and(|own| own.count_ones() == 1);
                    (mask.count_ones() > 1 || one) && self.takes_wanted(user)
                }
                Op::Construct => result(user).is_some(),
                op => is_by_components(op) && result(user) == Some(mask),
            }
        })
    }

    /// Whether a shuffle takes only what is there of its operands.
    fn takes_wanted(&self, user: Inst) -> bool {
        let function = self.function;
        let &[first, second] = function.operands(user) else { return false };
        let size = |operand| size_of(self.module, typing::operand_type(self.module, function, operand));
        let Some(count) = size(first) else { return false };
        let taken = Shuffle::from_bits(function.insts[user].imm);
        let own = function.result(user).and_then(|it| self.masks.get(&it)).copied();
        taken.components().iter().enumerate().all(|(place, &at)| {
            let at = u32::from(at);
            let (operand, at) = if at < count { (first, at) } else { (second, at - count) };
            let there = self.mask(operand).is_none_or(|mask| rank(mask, at).is_some());
            there || own.is_some_and(|own| own >> place & 1 == 0)
        })
    }
}

struct Narrower<'m> {
    module: &'m mut Module,
    function: &'m mut FunctionData,
    masks: FxHashMap<Value, Mask>,
    /// The sizes of vectors as they were.
    sizes: FxHashMap<Value, u32>,
    /// What stands for values that go.
    forward: FxHashMap<Value, Operand>,
    removed: FxHashSet<Inst>,
    /// What comes in front of a loop.
    front: FxHashMap<Inst, Vec<Inst>>,
}

impl<'m> Narrower<'m> {
    fn new(module: &'m mut Module, function: &'m mut FunctionData, masks: FxHashMap<Value, Mask>) -> Self {
        let size = |&value: &Value| Some((value, size_of(module, function.values[value].ty)?));
        let sizes = masks.keys().filter_map(size).collect();
        Self {
            module,
            function,
            masks,
            sizes,
            forward: FxHashMap::default(),
            removed: FxHashSet::default(),
            front: FxHashMap::default(),
        }
    }

    fn all(mut self) {
        let order = visit::insts(self.function);
        let sources = {
            let facts = Analyses::new(self.module, self.function);
            let mut rows = Vec::new();
            for &value in self.masks.keys() {
                rows.extend(facts.flow().sources(value).iter().copied());
            }
            rows.sort_unstable_by_key(|(value, source)| (*value, source.by, source.operand));
            rows
        };
        for (value, source) in sources {
            self.pass_on(value, source.operand, source.by);
        }
        for &(_, inst) in &order {
            self.visit(inst);
        }
        let mut values: Vec<(Value, Mask)> = self.masks.iter().map(|(&value, &mask)| (value, mask)).collect();
        values.sort_unstable();
        for (value, mask) in values {
            self.function.values[value].ty = self.type_of(self.function.values[value].ty, mask);
        }
        let mut blocks: Vec<_> = order.iter().map(|row| row.0).collect();
        blocks.sort_unstable();
        blocks.dedup();
        for block in blocks {
            let old = std::mem::take(&mut self.function.blocks[block].insts);
            let mut new = Vec::with_capacity(old.len());
            for inst in old {
                new.extend(self.front.remove(&inst).into_iter().flatten());
                if !self.removed.contains(&inst) {
                    new.push(inst);
                }
            }
            self.function.blocks[block].insts = new.into();
        }
        if self.forward.is_empty() {
            return;
        }
        for (_, inst) in visit::insts(self.function) {
            for operand in self.function.operands_mut(inst) {
                while let Some(&next) = operand.value().and_then(|value| self.forward.get(&value)) {
                    *operand = next;
                }
            }
        }
    }

    fn type_of(&mut self, ty: Type, mask: Mask) -> Type {
        match (self.module.types.get(ty), mask.count_ones()) {
            (TypeData::Vector { scalar, .. }, count) => self.module.types.vector(scalar, count),
            _ => ty,
        }
    }

    /// The op and its immediate that take components out of a vector.
    fn taking(mask: Mask) -> Option<(Op, u32)> {
        match components(mask).as_slice() {
            &[only] => Some((Op::Extract, only)),
            all => Some((Op::Swizzle, Swizzle::new(all)?.bits())),
        }
    }

    /// What an operand is with these components alone, if it is there or a constant.
    fn narrowed(&mut self, operand: Operand, mask: Mask) -> Operand {
        let Some(constant) = operand.constant() else { return operand };
        let ty = self.type_of(self.module.constants.ty(constant), mask);
        let folded =
            Self::taking(mask).and_then(|(op, imm)| fold::fold(self.module, op, &[operand], imm, ty));
        folded.map_or(operand, Operand::from)
    }

    /// What a branch or a loop passes on to a value that becomes narrower.
    fn pass_on(&mut self, value: Value, operand: Operand, by: Inst) {
        let Some(&mask) = self.masks.get(&value) else { return };
        let data = self.function.insts[by];
        let position = match self.function.values[value].def() {
            ValueDef::Result { index, .. } => index as usize + usize::from(data.op == Op::BreakIf),
            ValueDef::Param { index, .. } => match data.op {
                Op::BreakIf => 1 + data.imm as usize + index as usize,
                Op::Switch => 1 + index as usize,
                _ => index as usize,
            },
        };
        let there = operand.value().is_none_or(|it| self.masks.contains_key(&it));
        let new = if there {
            self.narrowed(operand, mask)
        } else {
            let ty = self.type_of(self.function.values[value].ty, mask);
            let precision = self.function.values[value].precision;
            let Some((op, imm)) = Self::taking(mask) else { return };
            let inst = self.function.new_inst(op, &[operand], imm, data.span());
            self.function.add_results(inst, &[(ty, precision)]);
            self.front.entry(by).or_default().push(inst);
            self.function.result(inst).map_or(operand, Operand::from)
        };
        if let Some(slot) = self.function.operands_mut(by).get_mut(position) {
            *slot = new;
        }
    }

    fn visit(&mut self, inst: Inst) {
        let data = self.function.insts[inst];
        let Some(result) = self.function.result(inst) else { return };
        if data.op.is_control() {
            return;
        }
        let own = self.masks.get(&result).copied();
        let operands = self.function.operands(inst).to_vec();
        let mask_of =
            |this: &Self, operand: Operand| operand.value().and_then(|it| this.masks.get(&it)).copied();
        match (data.op, operands.as_slice()) {
            (Op::Extract, &[whole]) => {
                let Some(mask) = mask_of(self, whole) else { return };
                if mask.count_ones() == 1 {
                    self.replace(inst, result, whole);
                } else if let Some(imm) = rank(mask, data.imm) {
                    self.function.set_imm(inst, imm);
                }
            }
            (Op::Swizzle, &[whole]) => {
                let places: Vec<u32> =
                    Swizzle::from_bits(data.imm).components().iter().map(|&at| u32::from(at)).collect();
                let places: Vec<u32> = match own {
                    Some(own) => {
                        components(own).iter().filter_map(|&at| places.get(at as usize).copied()).collect()
                    }
                    None => places,
                };
                let from = mask_of(self, whole);
                let places: Option<Vec<u32>> =
                    places.iter().map(|&at| from.map_or(Some(at), |mask| rank(mask, at))).collect();
                let Some(places) = places else { return };
                // A swizzle takes scalars too, which have one component.
                let ty = typing::operand_type(self.module, self.function, whole);
                let size = from.map_or(size_of(self.module, ty).unwrap_or(1), Mask::count_ones);
                let same = size as usize == places.len() && places.iter().copied().eq(0..size);
                match places.as_slice() {
                    _ if same => self.replace(inst, result, whole),
                    &[only] => self.become_op(inst, Op::Extract, &[whole], only),
                    places => {
                        if let Some(swizzle) = Swizzle::new(places) {
                            self.become_op(inst, Op::Swizzle, &[whole], swizzle.bits());
                        }
                    }
                }
            }
            (Op::Shuffle, &[first, second]) => self.shuffle(inst, data.imm, own, [first, second]),
            (Op::Splat, &[scalar]) if own.is_some_and(|own| own.count_ones() == 1) => {
                self.replace(inst, result, scalar);
            }
            (Op::Construct, parts) if own.is_some() => self.construct(inst, result, own.unwrap_or(0), parts),
            (op, operands) => {
                let Some(own) = own.filter(|_| is_by_components(op)) else { return };
                let vector = |this: &Self, operand: Operand| {
                    let ty = typing::operand_type(this.module, this.function, operand);
                    size_of(this.module, ty).is_some()
                };
                let mut new = Vec::with_capacity(operands.len());
                for &operand in operands {
                    new.push(if vector(self, operand) { self.narrowed(operand, own) } else { operand });
                }
                let scaled = op == Op::VectorTimesScalar && own.count_ones() == 1;
                self.become_op(inst, if scaled { Op::Fmul } else { op }, &new, data.imm);
            }
        }
    }

    fn shuffle(&mut self, inst: Inst, imm: u32, own: Option<Mask>, sides: [Operand; 2]) {
        let size = |this: &Self, operand: Operand| {
            let known = operand.value().and_then(|it| this.sizes.get(&it)).copied();
            known.or_else(|| size_of(this.module, typing::operand_type(this.module, this.function, operand)))
        };
        let (Some(count), [first, second]) = (size(self, sides[0]), sides) else { return };
        let mask = |operand: Operand| operand.value().and_then(|it| self.masks.get(&it)).copied();
        let (a, b) = (mask(first), mask(second));
        let left = a.map_or(count, Mask::count_ones);
        let taken: Vec<u32> = Shuffle::from_bits(imm).components().iter().map(|&at| u32::from(at)).collect();
        let taken: Vec<u32> = match own {
            Some(own) => components(own).iter().filter_map(|&at| taken.get(at as usize).copied()).collect(),
            None => taken,
        };
        let place = |&at: &u32| {
            if at < count {
                a.map_or(Some(at), |mask| rank(mask, at))
            } else {
                b.map_or(Some(at - count), |mask| rank(mask, at - count)).map(|at| at + left)
            }
        };
        let Some(places) = taken.iter().map(place).collect::<Option<Vec<u32>>>() else { return };
        let single = |mask: Option<Mask>| mask.is_some_and(|mask| mask.count_ones() == 1);
        match places.as_slice() {
            &[only] => {
                let (side, mask, at) = if only < left { (first, a, only) } else { (second, b, only - left) };
                match self.function.result(inst).filter(|_| single(mask)) {
                    Some(result) => self.replace(inst, result, side),
                    None => self.become_op(inst, Op::Extract, &[side], at),
                }
            }
            places => {
                if let Some(shuffle) = Shuffle::new(places) {
                    self.become_op(inst, Op::Shuffle, &sides, shuffle.bits());
                }
            }
        }
    }

    fn construct(&mut self, inst: Inst, result: Value, own: Mask, parts: &[Operand]) {
        let mut new = Vec::with_capacity(parts.len());
        let mut at = 0;
        for &part in parts {
            let known = part.value().and_then(|it| self.sizes.get(&it)).copied();
            let ty = typing::operand_type(self.module, self.function, part);
            let count = known.or_else(|| size_of(self.module, ty)).unwrap_or(1);
            if own >> at & ((1 << count) - 1) != 0 {
                new.push(part);
            }
            at += count;
        }
        match new.as_slice() {
            // It is a scalar, or a vector that has all that is wanted.
            &[only] => self.replace(inst, result, only),
            new => self.become_op(inst, Op::Construct, new, 0),
        }
    }

    fn replace(&mut self, inst: Inst, result: Value, with: Operand) {
        self.forward.insert(result, with);
        self.removed.insert(inst);
    }

    fn become_op(&mut self, inst: Inst, op: Op, operands: &[Operand], imm: u32) {
        self.function.set_op(inst, op);
        self.function.set_imm(inst, imm);
        self.function.set_operands(inst, operands);
    }
}
