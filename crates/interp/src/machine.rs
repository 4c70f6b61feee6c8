//! The state of a run, and the execution of single instructions.

use std::collections::{BTreeMap, BTreeSet};
use vitrum_ir::fold::evaluation::Evaluation;
use vitrum_ir::layout::Layouts;
use vitrum_ir::types::common;
use vitrum_ir::typing::operand_type;
use vitrum_ir::{
    Function, FunctionData, Global, Id, ImageOperands, Inst, LayoutRule, Module, Op, Operand, OperandKind,
    SideTable, Sig, Swizzle, Type, TypeData, Value as ValueId,
};

use crate::bytes::Buffer;
use crate::constants::Specialized;
use crate::environment::{Limits, Texture};
use crate::error::{Error, invalid};
use crate::mask::Mask;
use crate::memory::{Object, Pointer};
use crate::observe::Watch;
use crate::offsets::Placed;
use crate::rounding::Rounding;
use crate::value::{Numbers, Value};

/// State of a lane.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lane {
    /// Nothing it writes is defined any more.
    pub(crate) tainted: bool,
    /// It discarded itself, by `discard` or `demote`.
    pub(crate) discarded: bool,
    /// It runs only for its neighbours' derivatives.
    pub(crate) helper: bool,
}

/// A run of one group of lanes.
#[derive(Debug)]
pub(crate) struct Machine<'m> {
    pub(crate) module: &'m Module,
    pub(crate) specialized: Specialized,
    pub(crate) specialization: std::collections::BTreeMap<u32, u64>,
    layouts: Vec<(LayoutRule, Layouts<'m>)>,
    pub(crate) objects: Vec<Object>,
    /// The address of each global.
    pub(crate) globals: SideTable<Global, Pointer>,
    pub(crate) buffers: Vec<Buffer>,
    /// The start of each block, in the order of globals: a buffer, and bytes from its beginning.
    pub(crate) bound: Vec<(usize, u64)>,
    /// The buffer that all are bound to that may be.
    pub(crate) common: Option<usize>,
    /// Likewise the textures that storage images are bound to, by their shape.
    pub(crate) common_images: BTreeMap<String, usize>,
    /// The memory of shared blocks.
    pub(crate) shared: Option<usize>,
    /// Texels that were last written with something undefined.
    pub(crate) undefined_texels: BTreeSet<(usize, usize)>,
    /// Number of the buffers, the first ones, that are memory behind buffer references.
    pub(crate) memory: usize,
    pub(crate) textures: Vec<Texture>,
    pub(crate) lanes: Vec<Lane>,
    pub(crate) subgroup_size: usize,
    pub(crate) limits: Limits,
    pub(crate) rounding: Rounding,
    pub(crate) steps: u64,
    pub(crate) calls: usize,
    pub(crate) nesting: usize,
    /// True if undefined values were written where other invocations or the outside see them.
    pub(crate) undefined_memory: bool,
    /// Globals by index, offset and slot.
    pub(crate) placed: Placed,
    /// Observes the entry point.
    pub(crate) watch: Watch<'m>,
}

/// A call.
pub(crate) struct Frame<'m> {
    pub(crate) function: &'m FunctionData,
    /// By value, then by lane.
    values: Vec<Option<Value>>,
    lanes: usize,
    rounding: Rounding,
    /// The value that each lane returns.
    pub(crate) returned: Vec<Option<Value>>,
    /// The object of each `var` that was executed.
    variables: Vec<(Inst, usize)>,
    pub(crate) watch: Watch<'m>,
}

impl<'m> Frame<'m> {
    fn new(function: &'m FunctionData, lanes: usize, rounding: Rounding) -> Self {
        Self {
            function,
            values: vec![None; function.values.len().saturating_mul(lanes)],
            lanes,
            rounding,
            returned: vec![None; lanes],
            variables: Vec::new(),
            watch: Watch::default(),
        }
    }

    /// Gives a lane's value, rounded as its precision allows.
    pub(crate) fn set(&mut self, value: ValueId, lane: usize, mut new: Value) {
        self.rounding.round(&mut new, self.function.values[value].precision);
        if let Some(observer) = &mut self.watch.0 {
            observer.value(value, lane, &mut new);
        }
        let index = value.index() * self.lanes + lane;
        if let Some(slot) = self.values.get_mut(index) {
            *slot = Some(new);
        }
    }

    fn get(&self, value: ValueId, lane: usize) -> Option<&Value> {
        self.values.get(value.index() * self.lanes + lane)?.as_ref()
    }
}

impl<'m> Machine<'m> {
    pub(crate) fn new(module: &'m Module, lanes: usize) -> Self {
        Self {
            module,
            specialized: Specialized::new(&module.types, &module.constants),
            specialization: std::collections::BTreeMap::new(),
            layouts: Vec::new(),
            objects: Vec::new(),
            globals: SideTable::filled(module.globals.len(), Pointer::Nowhere),
            buffers: Vec::new(),
            bound: Vec::new(),
            common: None,
            common_images: BTreeMap::new(),
            shared: None,
            undefined_texels: BTreeSet::new(),
            memory: 0,
            textures: Vec::new(),
            lanes: vec![Lane::default(); lanes],
            subgroup_size: 4,
            limits: Limits::default(),
            rounding: Rounding::Never,
            steps: 0,
            calls: 0,
            nesting: 0,
            undefined_memory: false,
            placed: Placed::default(),
            watch: Watch::default(),
        }
    }

    pub(crate) fn layouts(&mut self, rule: LayoutRule) -> &mut Layouts<'m> {
        let index = match self.layouts.iter().position(|row| row.0 == rule) {
            Some(index) => index,
            None => {
                self.layouts.push((rule, Layouts::new(self.module, rule)));
                self.layouts.len() - 1
            }
        };
        &mut self.layouts[index].1
    }

    pub(crate) fn taint(&mut self, lane: usize) {
        if let Some(lane) = self.lanes.get_mut(lane) {
            lane.tainted = true;
        }
    }

    pub(crate) fn is_tainted(&self, lane: usize) -> bool {
        self.lanes.get(lane).is_some_and(|lane| lane.tainted)
    }

    pub(crate) fn is_helper(&self, lane: usize) -> bool {
        self.lanes.get(lane).is_some_and(|lane| lane.helper)
    }

    /// The address of a global.
    fn global(&self, global: Global) -> Pointer {
        self.globals.get(global).cloned().unwrap_or(Pointer::Nowhere)
    }

    /// The value of an operand for a lane.
    pub(crate) fn operand(
        &mut self,
        frame: &Frame<'m>,
        operand: Operand,
        lane: usize,
    ) -> Result<Value, Error> {
        match operand.kind() {
            OperandKind::Value(value) => match frame.get(value, lane) {
                Some(value) => Ok(value.clone()),
                None => invalid("a value is used before it is computed"),
            },
            OperandKind::Constant(constant) => self.constant(constant),
            OperandKind::Global(global) => Ok(Value::Pointer(self.global(global))),
        }
    }

    /// The values of all operands of an instruction for a lane.
    pub(crate) fn operands(
        &mut self,
        frame: &Frame<'m>,
        inst: Inst,
        lane: usize,
    ) -> Result<Vec<Value>, Error> {
        frame.function.operands(inst).iter().map(|&operand| self.operand(frame, operand, lane)).collect()
    }

    /// Calls a function for the lanes of `mask`, and returns their results, and the lanes that return at all.
    pub(crate) fn call(
        &mut self,
        function: Function,
        arguments: Vec<Vec<Value>>,
        mask: &Mask,
    ) -> Result<(Vec<Option<Value>>, Mask), Error> {
        let module = self.module;
        let data = &module.functions[function];
        self.calls += 1;
        if self.calls > self.limits.calls {
            return Err(Error::Limit("calls within calls"));
        }
        let mut frame = Frame::new(data, self.lanes.len(), self.rounding);
        frame.watch = std::mem::take(&mut self.watch);
        for (lane, values) in mask.lanes().zip(arguments) {
            for (&param, value) in data.blocks[data.body].params.iter().zip(values) {
                frame.set(param, lane, value);
            }
        }
        let objects = self.objects.len();
        let returning = self.run_body(&mut frame, mask)?;
        self.watch = std::mem::take(&mut frame.watch);
        self.objects.truncate(objects);
        self.calls -= 1;
        Ok((frame.returned, returning))
    }

    /// Executes an instruction that is neither a terminator nor owns blocks; `mask` loses the lanes that end in it.
    pub(crate) fn execute(
        &mut self,
        frame: &mut Frame<'m>,
        inst: Inst,
        mask: &mut Mask,
    ) -> Result<(), Error> {
        let function = frame.function;
        let op = function.insts[inst].op;
        match op.info().sig {
            Sig::Call => return self.execute_call(frame, inst, mask),
            Sig::Intrinsic => return self.execute_intrinsic(frame, inst, mask),
            Sig::Var => return self.execute_var(frame, inst, mask),
            Sig::Unary(_) if op.effects().contains(vitrum_ir::Effects::DERIVATIVE) => {
                return self.execute_derivative(frame, inst, mask);
            }
            Sig::Image | Sig::QueryLod => return self.execute_image(frame, inst, mask),
            _ => {}
        }
        let results: Vec<(ValueId, Type)> =
            function.results(inst).map(|value| (value, function.values[value].ty)).collect();
        for lane in mask.lanes() {
            let mut operands = self.operands(frame, inst, lane)?;
            self.rounding.round_operands(function, inst, &mut operands);
            match results[..] {
                [(first, first_ty), (second, second_ty)] => {
                    let [a, b] = self.evaluate_pair(op, &operands, [first_ty, second_ty])?;
                    frame.set(first, lane, a);
                    frame.set(second, lane, b);
                }
                [(result, ty)] => {
                    let value = self.execute_lane(function, inst, &operands, ty, lane)?;
                    frame.set(result, lane, value);
                }
                _ => self.effect(function, inst, operands, lane)?,
            }
        }
        Ok(())
    }

    /// One lane of an instruction with one result.
    fn execute_lane(
        &mut self,
        function: &FunctionData,
        inst: Inst,
        operands: &[Value],
        ty: Type,
        lane: usize,
    ) -> Result<Value, Error> {
        let data = &function.insts[inst];
        if data.op == Op::Bitcast && matches!(self.module.types.get(ty), TypeData::Pointer { .. }) {
            let reference = function.operands(inst).first().zip(operands.first());
            return Ok(Value::Pointer(match reference {
                Some((&operand, address)) => {
                    self.dereference(address, operand_type(self.module, function, operand))
                }
                None => Pointer::Nowhere,
            }));
        }
        if !matches!(data.op.evaluation(), Evaluation::None) {
            return self.evaluate(data.op, data.imm, operands, ty);
        }
        match (data.op, operands) {
            (Op::Access, [Value::Pointer(base), indices @ ..]) => {
                let mut pointer = base.clone();
                for index in indices {
                    pointer = self.access(&pointer, index.as_int())?;
                }
                Ok(Value::Pointer(pointer))
            }
            (Op::Load | Op::AtomicLoad, [Value::Pointer(pointer)]) => self.load(lane, pointer, ty),
            (Op::InterpolateAtCentroid, [Value::Pointer(pointer)])
            | (Op::InterpolateAtSample | Op::InterpolateAtOffset, [Value::Pointer(pointer), _]) => {
                // One value an input is all that a lane is given: that of its centre.
                self.load(lane, pointer, ty)
            }
            (Op::ArrayLength, [Value::Pointer(Pointer::Bytes(place))]) => {
                let length = self.runtime_length(*place);
                Ok(match ty {
                    common::U64 => Value::scalar(vitrum_ir::Scalar::U64, length),
                    _ => Value::u32(length.try_into().unwrap_or(u32::MAX)),
                })
            }
            (Op::ArrayLength, [Value::Pointer(_)]) => {
                self.taint(lane);
                self.undefined(ty)
            }
            (Op::TexelPointer, [Value::Pointer(image), coordinate, sample]) => {
                self.texel_pointer(lane, function, inst, image, coordinate, sample)
            }
            (Op::CombineSampler, [Value::Resource { texture, .. }, Value::Resource { sampler, .. }]) => {
                Ok(Value::Resource { texture: *texture, sampler: *sampler })
            }
            (Op::ImageOf, [image]) => Ok(image.clone()),
            (Op::ImageSize, [image, rest @ ..]) => {
                self.image_size(lane, function, inst, image, rest.first(), ty)
            }
            (Op::ImageLevels, [Value::Resource { texture, .. }]) => {
                let levels = self.texture(*texture)?.levels.len();
                Ok(Value::i32(levels as i32))
            }
            (Op::ImageSamples, [Value::Resource { texture, .. }]) => {
                let samples = self.texture(*texture)?.samples;
                Ok(Value::i32(samples as i32))
            }
            (op, [Value::Pointer(pointer), rest @ ..])
                if matches!(op.info().sig, Sig::AtomicRmw(_) | Sig::AtomicCompare) =>
            {
                self.atomic(lane, op, pointer, rest, ty)
            }
            (op, _) => invalid(format!("`{}` with operands of other types", op.mnemonic())),
        }
    }

    /// One lane of an instruction without a result.
    fn effect(
        &mut self,
        function: &FunctionData,
        inst: Inst,
        operands: Vec<Value>,
        lane: usize,
    ) -> Result<(), Error> {
        let data = &function.insts[inst];
        match (data.op, &operands[..]) {
            (Op::Store | Op::AtomicStore, [Value::Pointer(pointer), value]) => {
                self.store(lane, pointer, value.clone())
            }
            (Op::StoreSwizzle, [Value::Pointer(pointer), Value::Numbers(value)]) => {
                let swizzle = Swizzle::from_bits(data.imm);
                for (from, &index) in swizzle.components().iter().enumerate() {
                    let pointer = self.access(pointer, Some(index.into()))?;
                    self.store(lane, &pointer, Value::Numbers(value.gather(std::iter::once(from))))?;
                }
                Ok(())
            }
            (Op::ImageWrite, _) if ImageOperands::from_bits(data.imm).contains(ImageOperands::LOD) => {
                Err(Error::Unsupported("levels of storage images".to_owned()))
            }
            (Op::ImageWrite, [image, coordinate, texel, ..]) => {
                self.image_write(function, inst, lane, image, coordinate, texel, operands.get(3))
            }
            (op, _) => invalid(format!("`{}` with operands of other types", op.mnemonic())),
        }
    }

    /// The old value; the new one is put in its place.
    pub(crate) fn atomic(
        &mut self,
        lane: usize,
        op: Op,
        pointer: &Pointer,
        operands: &[Value],
        ty: Type,
    ) -> Result<Value, Error> {
        if self.is_helper(lane) {
            return self.undefined(ty);
        }
        let old = self.load(lane, pointer, ty)?;
        let new = match (op, operands) {
            (Op::AtomicExchange, [value]) => value.clone(),
            (Op::AtomicCompareExchange, [value, comparator]) => {
                let is_float = self.module.types.scalar_of(ty).is_some_and(vitrum_ir::Scalar::is_float);
                let equal = self.evaluate(
                    if is_float { Op::Feq } else { Op::Ieq },
                    0,
                    &[old.clone(), comparator.clone()],
                    vitrum_ir::types::common::BOOL,
                )?;
                match equal.bits() {
                    Some(0) => old.clone(),
                    Some(_) => value.clone(),
                    None => self.undefined(ty)?,
                }
            }
            (op, [value]) => {
                let plain = match op {
                    Op::AtomicIadd => Op::Iadd,
                    Op::AtomicIsub => Op::Isub,
                    Op::AtomicSmin => Op::Smin,
                    Op::AtomicUmin => Op::Umin,
                    Op::AtomicSmax => Op::Smax,
                    Op::AtomicUmax => Op::Umax,
                    Op::AtomicAnd => Op::Iand,
                    Op::AtomicOr => Op::Ior,
                    Op::AtomicXor => Op::Ixor,
                    Op::AtomicFmin => Op::Fmin,
                    Op::AtomicFmax => Op::Fmax,
                    Op::AtomicFadd => Op::Fadd,
                    _ => return invalid("an atomic of another kind"),
                };
                self.evaluate(plain, 0, &[old.clone(), value.clone()], ty)?
            }
            _ => return invalid("an atomic with operands of other types"),
        };
        self.store(lane, pointer, new)?;
        Ok(old)
    }

    fn execute_var(&mut self, frame: &mut Frame<'m>, inst: Inst, mask: &Mask) -> Result<(), Error> {
        let function = frame.function;
        let Some(result) = function.result(inst) else { return invalid("a variable without a result") };
        let TypeData::Pointer { pointee, .. } = self.module.types.get(function.values[result].ty) else {
            return invalid("a variable that is no pointer");
        };
        let initial = match function.operands(inst).first().and_then(|operand| operand.constant()) {
            Some(constant) => self.constant(constant)?,
            None => self.undefined(pointee)?,
        };
        let known = frame.variables.iter().find(|row| row.0 == inst).map(|row| row.1);
        let object = match known {
            Some(object) => object,
            None => {
                self.objects.push(Object::Lanes(vec![initial.clone(); self.lanes.len()]));
                frame.variables.push((inst, self.objects.len() - 1));
                self.objects.len() - 1
            }
        };
        for lane in mask.lanes() {
            if let Some(Object::Lanes(lanes)) = self.objects.get_mut(object)
                && let Some(slot) = lanes.get_mut(lane)
            {
                *slot = initial.clone();
            }
            frame.set(result, lane, Value::Pointer(Pointer::Variable { object, path: Vec::new() }));
        }
        Ok(())
    }

    fn execute_call(&mut self, frame: &mut Frame<'m>, inst: Inst, mask: &mut Mask) -> Result<(), Error> {
        let Some(callee) = frame.function.callee(inst) else { return invalid("a call of nothing") };
        let mut arguments = Vec::new();
        for lane in mask.lanes() {
            arguments.push(self.operands(frame, inst, lane)?);
        }
        let (returned, returning) = self.call(callee, arguments, mask)?;
        if let Some(result) = frame.function.result(inst) {
            for (lane, value) in returned.into_iter().enumerate() {
                if let Some(value) = value {
                    frame.set(result, lane, value);
                }
            }
        }
        *mask = returning;
        Ok(())
    }

    /// The difference between neighbours in a quad; undefined without them.
    fn execute_derivative(&mut self, frame: &mut Frame<'m>, inst: Inst, mask: &Mask) -> Result<(), Error> {
        let function = frame.function;
        let (Some(result), Some(&operand)) = (function.result(inst), function.operands(inst).first()) else {
            return invalid("a derivative of nothing");
        };
        let ty = function.values[result].ty;
        let op = function.insts[inst].op;
        let mut values = vec![None; self.lanes.len()];
        for lane in mask.lanes() {
            if let Some(slot) = values.get_mut(lane) {
                *slot = Some(self.operand(frame, operand, lane)?);
            }
        }
        for lane in mask.lanes() {
            let x = self.difference(&values, lane & !1, lane | 1, ty)?;
            let y = self.difference(&values, lane & !2, lane | 2, ty)?;
            let value = match op {
                Op::Dfdx | Op::DfdxFine | Op::DfdxCoarse => x,
                Op::Dfdy | Op::DfdyFine | Op::DfdyCoarse => y,
                _ => {
                    let x = self.evaluate(Op::Fabs, 0, &[x], ty)?;
                    let y = self.evaluate(Op::Fabs, 0, &[y], ty)?;
                    self.evaluate(Op::Fadd, 0, &[x, y], ty)?
                }
            };
            frame.set(result, lane, value);
        }
        Ok(())
    }

    /// The parts of `to` that `from` lacks.
    pub(crate) fn difference(
        &mut self,
        values: &[Option<Value>],
        from: usize,
        to: usize,
        ty: Type,
    ) -> Result<Value, Error> {
        match (values.get(from), values.get(to)) {
            (Some(Some(from)), Some(Some(to))) => self.evaluate(Op::Fsub, 0, &[to.clone(), from.clone()], ty),
            _ => self.undefined(ty),
        }
    }
}

/// The components of a value that is all numbers.
pub(crate) fn numbers(value: &Value) -> Result<&Numbers, Error> {
    match value.numbers() {
        Some(numbers) => Ok(numbers),
        None => invalid("a scalar or vector is expected"),
    }
}
