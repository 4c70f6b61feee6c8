//! The core of the small machine: lanes with 16 registers each that go through blocks in lockstep.

use std::collections::BTreeMap;

use vitrum_ir::machine::{Access, MEMORY_ATOMICS, Space};
use vitrum_ir::{
    Block, BuiltIn, ConstantKind, ControlKind, FunctionData, Inst, Intrinsic, Module, Op, Operand,
    OperandKind, Scalar, Type, TypeData, Value, typing,
};
use vitrum_passes::{Allocation, CopySource, File, Location, RegisterFiles, allocate};

use super::alu;
use super::host::{Host, Invocation, system_value};
use super::images::Handle;

/// Registers of a lane.
const REGISTERS: u32 = 16;

/// Registers with an index: enough for the variables of every shader of the suite.
pub(super) const ARRAY_REGISTERS: u32 = 512;

/// The exit of a lane from a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    Merge,
    Continue,
    Break,
    Next,
    Fallthrough,
    Over,
}

/// The exits of the lanes that ran a block.
type Exits = Vec<Option<Exit>>;

/// A lane.
#[derive(Debug, Default)]
pub(super) struct Lane {
    registers: [u32; REGISTERS as usize],
    slots: Vec<u32>,
    /// Registers with an index.
    arrays: Vec<u32>,
    temporary: u32,
    scratch: Vec<u8>,
    inputs: Vec<u32>,
    /// The inputs of each vertex.
    vertices: Vec<Vec<u32>>,
    pub(super) outputs: Vec<u32>,
    pub(super) discarded: bool,
    pub(super) helper: bool,
}

/// A group of lanes that executes a module.
pub(super) struct Core<'m> {
    pub(super) module: &'m Module,
    pub(super) function: &'m FunctionData,
    allocation: Allocation,
    pub(super) host: Host,
    pub(super) lanes: Vec<Lane>,
    pub(super) handles: BTreeMap<(Value, usize), Handle>,
    shared: Vec<u8>,
    pub(super) workgroup: Option<Invocation>,
    steps: u64,
}

/// The message of a run that takes too long.
pub(super) const LIMIT: &str = "limit of steps";

impl<'m> Core<'m> {
    /// A machine for a module; none if a value that jumps pass on fits into no register.
    pub(super) fn new(module: &'m Module, host: Host, steps: u64) -> Result<Self, String> {
        let entry = module.entry.ok_or("no entry point")?;
        let function = &module.functions[entry];
        let files = RegisterFiles { words: Some(REGISTERS), ..RegisterFiles::default() };
        let allocation = allocate(module, function, &files).ok_or("a value fits into no register")?;
        if allocation.used.get(&File::Words).is_some_and(|&used| used > REGISTERS)
            || allocation.used.get(&File::Whole).is_some_and(|&used| used > 0)
            || allocation.used.get(&File::Arrays).is_some_and(|&used| used > ARRAY_REGISTERS)
        {
            return Err(format!("more registers than there are: {:?}", allocation.used));
        }
        Ok(Self {
            module,
            function,
            allocation,
            host,
            lanes: Vec::new(),
            handles: BTreeMap::new(),
            shared: Vec::new(),
            workgroup: None,
            steps,
        })
    }

    /// Runs lanes to their ends; shared memory and registers are new.
    pub(super) fn run(&mut self, inputs: Vec<(Vec<u32>, Vec<Vec<u32>>)>) -> Result<(), String> {
        let size = |size: Option<u32>| vec![0; size.unwrap_or(0) as usize];
        self.shared = size(self.module.execution.shared_size);
        let slots = self.allocation.used.get(&File::Slots).copied().unwrap_or(0) as usize;
        let arrays = self.allocation.used.get(&File::Arrays).copied().unwrap_or(0) as usize;
        let lane = |(inputs, vertices)| Lane {
            slots: vec![0; slots],
            arrays: vec![0; arrays],
            scratch: size(self.module.execution.scratch_size),
            inputs,
            vertices,
            ..Lane::default()
        };
        self.lanes = inputs.into_iter().map(lane).collect();
        self.handles.clear();
        let all = vec![true; self.lanes.len()];
        self.block(self.function.body, &all, None)?;
        Ok(())
    }

    /// The words of an operand.
    pub(super) fn read(&self, operand: Operand, lane: usize) -> Result<Vec<u32>, String> {
        match operand.kind() {
            OperandKind::Constant(constant) => self.constant(constant),
            OperandKind::Global(_) => Err("an address of a variable".to_owned()),
            OperandKind::Value(value) => {
                let place = self.allocation.place(value).ok_or("a value without registers")?;
                let lane = &self.lanes[lane];
                let file: &[u32] = match place.file {
                    File::Words => &lane.registers,
                    File::Slots => &lane.slots,
                    file => return Err(format!("the machine has no file {file:?}")),
                };
                let (first, end) = (place.first as usize, (place.first + place.count) as usize);
                Ok(file.get(first..end).ok_or("a register out of range")?.to_vec())
            }
        }
    }

    /// The only word of an operand.
    pub(super) fn word(&self, operand: Operand, lane: usize) -> Result<u32, String> {
        self.read(operand, lane)?.first().copied().ok_or_else(|| "a value without words".to_owned())
    }

    fn constant(&self, constant: vitrum_ir::Constant) -> Result<Vec<u32>, String> {
        let data = self.module.constants.get(constant);
        let (scalar, count) = self.shape(data.ty)?;
        let words = if scalar.width() > 32 { 2 } else { 1 };
        match &data.kind {
            ConstantKind::Scalar(bits) => Ok([*bits as u32, (bits >> 32) as u32][..words].to_vec()),
            ConstantKind::Null | ConstantKind::Undef => Ok(vec![0; words * count]),
            ConstantKind::Composite(parts) => {
                let parts: Result<Vec<_>, _> = parts.iter().map(|&part| self.constant(part)).collect();
                Ok(parts?.concat())
            }
            _ => Err("a constant that is not known".to_owned()),
        }
    }

    /// The component type and the number of components of what a register holds.
    fn shape(&self, ty: Type) -> Result<(Scalar, usize), String> {
        match self.module.types.get(ty) {
            TypeData::Scalar(scalar) => Ok((scalar, 1)),
            TypeData::Vector { scalar, size } => Ok((scalar, size.into())),
            // Offsets of a gather, which are constant.
            TypeData::Array { element, .. } => {
                let (scalar, count) = self.shape(element)?;
                Ok((scalar, count * self.module.types.length(ty).unwrap_or(0) as usize))
            }
            TypeData::BufferReference { .. } => Ok((Scalar::U64, 1)),
            data => Err(format!("a value of the type {data:?}")),
        }
    }

    fn shape_of(&self, operand: Operand) -> Result<(Scalar, usize), String> {
        self.shape(typing::operand_type(self.module, self.function, operand))
    }

    pub(super) fn write(&mut self, value: Value, lane: usize, words: &[u32]) -> Result<(), String> {
        let Some(place) = self.allocation.place(value) else { return Ok(()) };
        let lane = &mut self.lanes[lane];
        let file: &mut [u32] = match place.file {
            File::Words => &mut lane.registers,
            File::Slots => &mut lane.slots,
            file => return Err(format!("the machine has no file {file:?}")),
        };
        let (first, end) = (place.first as usize, (place.first + place.count) as usize);
        let place = file.get_mut(first..end).ok_or("a register out of range")?;
        if place.len() != words.len() {
            return Err(format!("{} words for {} registers", words.len(), place.len()));
        }
        place.copy_from_slice(words);
        Ok(())
    }

    fn location(&mut self, location: Location, lane: usize) -> Result<&mut u32, String> {
        let lane = &mut self.lanes[lane];
        match location {
            Location::In(File::Words, index) => lane.registers.get_mut(index as usize),
            Location::In(File::Slots, index) => lane.slots.get_mut(index as usize),
            Location::Temporary(File::Words) => Some(&mut lane.temporary),
            _ => None,
        }
        .ok_or_else(|| format!("the machine has no {location:?}"))
    }

    /// Makes the copies of a jump, one after the other.
    fn copy(&mut self, inst: Inst, lane: usize) -> Result<(), String> {
        for copy in self.allocation.copies(inst).to_vec() {
            let word = match copy.from {
                CopySource::Location(from) => *self.location(from, lane)?,
                CopySource::Constant(operand, index) => {
                    *self.read(operand, lane)?.get(index as usize).ok_or("a word out of range")?
                }
            };
            *self.location(copy.to, lane)? = word;
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), String> {
        self.steps = self.steps.checked_sub(1).ok_or(LIMIT)?;
        Ok(())
    }

    /// Runs a block for some lanes. `around` is the loop or switch that a `break` leaves.
    fn block(&mut self, block: Block, mask: &[bool], around: Option<Inst>) -> Result<Exits, String> {
        let mut mask = mask.to_vec();
        let mut exits: Exits = vec![None; mask.len()];
        for &inst in &self.function.blocks[block].insts {
            let active: Vec<usize> = (0..mask.len()).filter(|&lane| mask[lane]).collect();
            if active.is_empty() {
                break;
            }
            self.step()?;
            let op = self.function.op(inst);
            if op.is_terminator() {
                for lane in active {
                    exits[lane] = Some(self.jump(inst, op, lane)?);
                }
                break;
            }
            if op.is_control() {
                self.control(inst, &active, &mut mask, &mut exits, around)?;
            } else {
                self.execute(inst, op, &active).map_err(|reason| {
                    if reason == LIMIT { reason } else { format!("`{}`: {reason}", op.mnemonic()) }
                })?;
            }
        }
        Ok(exits)
    }

    fn jump(&mut self, inst: Inst, op: Op, lane: usize) -> Result<Exit, String> {
        self.copy(inst, lane)?;
        Ok(match op {
            Op::Merge => Exit::Merge,
            Op::Continue => Exit::Continue,
            Op::Break => Exit::Break,
            Op::Next => Exit::Next,
            Op::Fallthrough => Exit::Fallthrough,
            Op::BreakIf => match self.word(self.operand(inst, 0)?, lane)? {
                0 => Exit::Next,
                _ => Exit::Break,
            },
            Op::Terminate => {
                self.lanes[lane].discarded = true;
                Exit::Over
            }
            Op::Return | Op::Unreachable => Exit::Over,
            _ => return Err(format!("the machine has no `{}`", op.mnemonic())),
        })
    }

    pub(super) fn operand(&self, inst: Inst, position: usize) -> Result<Operand, String> {
        self.function.operands(inst).get(position).copied().ok_or_else(|| "an operand is missing".to_owned())
    }

    /// Sorts the lanes that left blocks: those that did so by `stays` go on.
    fn sort(ended: &Exits, stays: Exit, mask: &mut [bool], exits: &mut Exits) {
        for (lane, exit) in ended.iter().enumerate() {
            if exit.is_some_and(|exit| exit != stays) {
                mask[lane] = false;
                exits[lane] = *exit;
            }
        }
    }

    fn control(
        &mut self,
        inst: Inst,
        active: &[usize],
        mask: &mut [bool],
        exits: &mut Exits,
        around: Option<Inst>,
    ) -> Result<(), String> {
        let function = self.function;
        let kind = &function.control(inst).ok_or("control flow without blocks")?.kind;
        let none = vec![false; mask.len()];
        match kind {
            &ControlKind::If { then, other } => {
                let condition = self.operand(inst, 0)?;
                let mut sides = [none.clone(), none];
                for &lane in active {
                    let side = usize::from(self.word(condition, lane)? == 0);
                    self.copy(inst, lane)?;
                    sides[side][lane] = true;
                }
                for (block, lanes) in [then, other].into_iter().zip(sides) {
                    if lanes.contains(&true) {
                        let ended = self.block(block, &lanes, around)?;
                        Self::sort(&ended, Exit::Merge, mask, exits);
                    }
                }
            }
            &ControlKind::Loop { body, continuing } => {
                for &lane in active {
                    self.copy(inst, lane)?;
                }
                let mut live = mask.to_vec();
                while live.contains(&true) {
                    self.step()?;
                    let mut ended = self.block(body, &live, Some(inst))?;
                    live = ended.iter().map(|&exit| exit == Some(Exit::Continue)).collect();
                    if let Some(block) = continuing.filter(|_| live.contains(&true)) {
                        let again = self.block(block, &live, Some(inst))?;
                        live = again.iter().map(|&exit| exit == Some(Exit::Next)).collect();
                        for (slot, exit) in ended.iter_mut().zip(again).filter(|row| row.1.is_some()) {
                            *slot = exit;
                        }
                    }
                    for (lane, slot) in ended.iter_mut().enumerate() {
                        if live[lane] {
                            *slot = None;
                        }
                    }
                    Self::sort(&ended, Exit::Break, mask, exits);
                }
            }
            ControlKind::Switch { cases } => {
                let mut entering = vec![none; cases.len() + 1];
                for &lane in active {
                    self.copy(inst, lane)?;
                    let selector = self.word(self.operand(inst, 0)?, lane)?;
                    let takes = |case: &vitrum_ir::Case| {
                        case.values.iter().any(|&it| self.module.constants.bits(it) == Some(selector.into()))
                    };
                    let default = || cases.iter().position(|case| case.default);
                    let case =
                        cases.iter().position(takes).or_else(default).ok_or("a switch without a default")?;
                    entering[case][lane] = true;
                }
                for (position, case) in cases.iter().enumerate() {
                    let lanes = entering[position].clone();
                    if !lanes.contains(&true) {
                        continue;
                    }
                    let mut ended = self.block(case.block, &lanes, Some(inst))?;
                    for (lane, slot) in
                        ended.iter_mut().enumerate().filter(|row| *row.1 == Some(Exit::Fallthrough))
                    {
                        entering[position + 1][lane] = true;
                        *slot = None;
                    }
                    Self::sort(&ended, Exit::Break, mask, exits);
                }
            }
        }
        Ok(())
    }

    fn execute(&mut self, inst: Inst, op: Op, active: &[usize]) -> Result<(), String> {
        let function = self.function;
        let operands = function.operands(inst);
        let results: Vec<Value> = function.results(inst).collect();
        if op == Op::Intrinsic {
            return self.intrinsic(inst, active);
        }
        if self.image(inst, op, active)? {
            return Ok(());
        }
        if matches!(op, Op::Dfdx | Op::Dfdy | Op::DfdxFine | Op::DfdyFine | Op::DfdxCoarse | Op::DfdyCoarse) {
            let bit = if matches!(op, Op::Dfdx | Op::DfdxFine | Op::DfdxCoarse) { 1 } else { 2 };
            return self.derivative(results[0], operands[0], active, |this, lane| {
                this.slope(operands[0], lane, bit)
            });
        }
        if matches!(op, Op::Fwidth | Op::FwidthFine | Op::FwidthCoarse) {
            return self.derivative(results[0], operands[0], active, |this, lane| {
                Ok(this.slope(operands[0], lane, 1)?.abs() + this.slope(operands[0], lane, 2)?.abs())
            });
        }
        for &lane in active {
            let words = self.compute(inst, op, lane)?;
            if results.len() == 1 {
                self.write(results[0], lane, &words)?;
            } else {
                return Err("the machine has no operation with so many results".to_owned());
            }
        }
        Ok(())
    }

    fn derivative(
        &mut self,
        result: Value,
        of: Operand,
        active: &[usize],
        slope: impl Fn(&Self, usize) -> Result<f32, String>,
    ) -> Result<(), String> {
        if self.shape_of(of)?.1 != 1 {
            return Err("the machine has no derivatives of vectors".to_owned());
        }
        let slopes: Vec<f32> = active.iter().map(|&lane| slope(self, lane)).collect::<Result<_, _>>()?;
        for (&lane, slope) in active.iter().zip(slopes) {
            self.write(result, lane, &[slope.to_bits()])?;
        }
        Ok(())
    }

    /// The difference of the neighbours of a lane.
    fn slope(&self, of: Operand, lane: usize, bit: usize) -> Result<f32, String> {
        let at = |lane: usize| Ok::<f32, String>(f32::from_bits(self.word(of, lane)?));
        Ok(at(lane | bit)? - at(lane & !bit)?)
    }

    /// The words of the only result of an operation without effects.
    fn compute(&mut self, inst: Inst, op: Op, lane: usize) -> Result<Vec<u32>, String> {
        let operands = self.function.operands(inst).to_vec();
        let result = self.function.result_data(inst).ok_or("no result")?.ty;
        let (scalar, count) = self.shape(result)?;
        let step = if scalar.width() > 32 { 2 } else { 1 };
        let imm = self.function.insts[inst].imm;
        let values: Vec<Vec<u32>> =
            operands.iter().map(|&operand| self.read(operand, lane)).collect::<Result<_, _>>()?;
        // Moves of components, which take any type.
        let at =
            |words: &[u32], index: usize| words.get(index * step..(index + 1) * step).map(<[u32]>::to_vec);
        let missing = || "a component is missing".to_owned();
        match op {
            Op::Construct => return Ok(values.concat()),
            Op::Splat => return Ok(values[0].repeat(count)),
            Op::Extract => return at(&values[0], imm as usize).ok_or_else(missing),
            Op::Insert => {
                let mut whole = values[0].clone();
                let from = imm as usize * step;
                whole.get_mut(from..from + step).ok_or_else(missing)?.copy_from_slice(&values[1]);
                return Ok(whole);
            }
            Op::Swizzle => {
                let swizzle = vitrum_ir::Swizzle::from_bits(imm);
                let parts = swizzle.components().iter().map(|&index| at(&values[0], index.into()));
                return Ok(parts.collect::<Option<Vec<_>>>().ok_or_else(missing)?.concat());
            }
            Op::Shuffle => {
                let both = values.concat();
                let shuffle = vitrum_ir::Shuffle::from_bits(imm);
                let parts = shuffle.components().iter().map(|&index| at(&both, index.into()));
                return Ok(parts.collect::<Option<Vec<_>>>().ok_or_else(missing)?.concat());
            }
            Op::Bitcast => return Ok(alu::reinterpret(&values[0], self.shape_of(operands[0])?.0, scalar)),
            Op::Sconvert | Op::Uconvert => {
                let from = self.shape_of(operands[0])?.0;
                return Ok(alu::resize(&values[0], from, scalar, op == Op::Sconvert));
            }
            _ => {}
        }
        // Numbers of 16 bits come from memory and go there.
        if op == Op::Fconvert {
            let from = self.shape_of(operands[0])?.0;
            let convert = |&word: &u32| alu::convert(word, from, scalar).ok_or("the machine lacks it");
            return Ok(values[0].iter().map(convert).collect::<Result<_, _>>()?);
        }
        if count != 1 || scalar.width() > 32 || values.iter().any(|words| words.len() != 1) {
            return Err("the machine has no arithmetic on vectors or wide numbers".to_owned());
        }
        let words: Vec<u32> = values.concat();
        alu::word(op, &words).map(|word| vec![word]).ok_or_else(|| "the machine lacks it".to_owned())
    }

    fn intrinsic(&mut self, inst: Inst, active: &[usize]) -> Result<(), String> {
        let intrinsic = self.function.intrinsic(inst).ok_or("an intrinsic without a name")?;
        let operands = self.function.operands(inst).to_vec();
        let fails = |reason: String| format!("{}: {reason}", intrinsic.name());
        if let Some((space, access)) = intrinsic.memory() {
            return active.iter().try_for_each(|&lane| self.memory(inst, space, access, lane)).map_err(fails);
        }
        if self.subgroup(inst, intrinsic, active).map_err(fails)? {
            return Ok(());
        }
        for &lane in active {
            self.single(inst, intrinsic, &operands, lane).map_err(fails)?;
        }
        Ok(())
    }

    /// An intrinsic that each lane executes alone.
    fn single(
        &mut self,
        inst: Inst,
        intrinsic: Intrinsic,
        operands: &[Operand],
        lane: usize,
    ) -> Result<(), String> {
        let result = self.function.result(inst);
        let count = |this: &Self| -> Result<usize, String> {
            let ty = this.function.result_data(inst).ok_or("no result")?.ty;
            let (scalar, count) = this.shape(ty)?;
            Ok(count * if scalar.width() > 32 { 2 } else { 1 })
        };
        let words = match (intrinsic, operands) {
            (
                Intrinsic::ControlBarrier
                | Intrinsic::ControlBarrierArrive
                | Intrinsic::ControlBarrierWait
                | Intrinsic::MemoryBarrier
                | Intrinsic::BeginInterlock
                | Intrinsic::EndInterlock
                | Intrinsic::AssumeTrue
                | Intrinsic::DebugPrintf
                | Intrinsic::Abort,
                _,
            ) => return Ok(()),
            (Intrinsic::Demote, _) => {
                let lane = &mut self.lanes[lane];
                (lane.discarded, lane.helper) = (true, true);
                return Ok(());
            }
            (Intrinsic::IsHelper, _) => vec![u32::from(self.lanes[lane].helper)],
            (Intrinsic::Expect, &[value, _]) => self.read(value, lane)?,
            (Intrinsic::SparseTexelsResident, _) => vec![1],
            (Intrinsic::SamplesIdentical, _) => vec![0],
            (Intrinsic::ReadClock, _) => vec![0; count(self)?],
            (Intrinsic::SizeStorage, &[index]) => {
                let index = self.word(index, lane)?;
                vec![self.host.storage.get(&index).map_or(0, |bytes| bytes.len() as u32)]
            }
            (Intrinsic::LoadRegister, &[index, first, count]) => {
                vec![self.array_register([index, first, count], lane)?.map_or(0, |register| *register)]
            }
            (Intrinsic::StoreRegister, &[value, index, first, count]) => {
                let word = self.word(value, lane)?;
                if let Some(register) = self.array_register([index, first, count], lane)? {
                    *register = word;
                }
                return Ok(());
            }
            (Intrinsic::LoadHandle, &[index]) => {
                let index = self.word(index, lane)?;
                let value = result.ok_or("no result")?;
                self.handles.insert((value, lane), Handle { texture: index, sampler: index });
                return Ok(());
            }
            (Intrinsic::LoadInput, &[slot, offset, component])
            | (Intrinsic::LoadInterpolatedInput, &[_, slot, offset, component]) => {
                let first = self.slot([slot, offset, component], lane)?;
                let inputs = &self.lanes[lane].inputs;
                (first..first + count(self)?).map(|at| inputs.get(at).copied().unwrap_or(0)).collect()
            }
            (Intrinsic::LoadVertexInput, &[slot, vertex, offset, component]) => {
                let first = self.slot([slot, offset, component], lane)?;
                let vertex = self.word(vertex, lane)? as usize;
                let inputs = self.lanes[lane].vertices.get(vertex);
                let at = |at| inputs.and_then(|inputs| inputs.get(at)).copied().unwrap_or(0);
                (first..first + count(self)?).map(at).collect()
            }
            (Intrinsic::LoadOutput, &[slot, offset, component]) => {
                let first = self.slot([slot, offset, component], lane)?;
                let outputs = &self.lanes[lane].outputs;
                (first..first + count(self)?).map(|at| outputs.get(at).copied().unwrap_or(0)).collect()
            }
            (Intrinsic::StoreOutput, &[value, slot, offset, component, mask]) => {
                let first = self.slot([slot, offset, component], lane)?;
                let step = if self.shape_of(value)?.0.width() > 32 { 2 } else { 1 };
                let (words, mask) = (self.read(value, lane)?, self.word(mask, lane)?);
                let outputs = &mut self.lanes[lane].outputs;
                outputs.resize(outputs.len().max(first + words.len()), 0);
                for (index, word) in words.into_iter().enumerate() {
                    if mask >> (index / step) & 1 != 0 {
                        outputs[first + index] = word;
                    }
                }
                return Ok(());
            }
            (Intrinsic::Barycentric | Intrinsic::BarycentricAtSample | Intrinsic::BarycentricAtOffset, _) => {
                vec![0; 2]
            }
            (Intrinsic::LoadSystemValue, &[number, ..]) => {
                let number = self.word(number, lane)? as usize;
                let builtin: BuiltIn = BuiltIn::ALL.get(number).ok_or("no such variable")?.0;
                let (workgroup, helper) = (self.workgroup, self.lanes[lane].helper);
                let all = system_value(builtin, workgroup.as_ref(), lane as u32, helper);
                let first = match operands.get(1) {
                    Some(&index) => self.word(index, lane)? as usize,
                    None => 0,
                };
                (first..first + count(self)?).map(|at| all.get(at).copied().unwrap_or(0)).collect()
            }
            (Intrinsic::AtomicLoadTexel | Intrinsic::AtomicStoreTexel | Intrinsic::AtomicTexel, _) => {
                match self.atomic_texel(intrinsic, operands, lane)? {
                    Some(old) => vec![old],
                    None => return Ok(()),
                }
            }
            _ => return Err("the machine lacks it".to_owned()),
        };
        self.write(result.ok_or("no result")?, lane, &words)
    }

    /// The register of an array with an index; none if the array has none with that index.
    fn array_register(
        &mut self,
        [index, first, count]: [Operand; 3],
        lane: usize,
    ) -> Result<Option<&mut u32>, String> {
        let [index, first, count] =
            [self.word(index, lane)?, self.word(first, lane)?, self.word(count, lane)?];
        let end = first.saturating_add(count) as usize;
        let array = self.lanes[lane].arrays.get_mut(first as usize..end).ok_or("a register out of range")?;
        Ok(array.get_mut(index as usize))
    }

    fn slot(&self, [slot, offset, component]: [Operand; 3], lane: usize) -> Result<usize, String> {
        let slot = self.word(slot, lane)?.wrapping_add(self.word(offset, lane)?);
        let at = slot.wrapping_mul(4).wrapping_add(self.word(component, lane)?) as usize;
        // An index out of range leads nowhere.
        Ok(at.min(1 << 16))
    }

    /// The memory at an address: the bytes, and the offset.
    fn place(
        &mut self,
        space: Space,
        lane: usize,
        address: &[Operand],
    ) -> Result<(&mut [u8], usize), String> {
        let first = self.read(*address.first().ok_or("no address")?, lane)?;
        let second = address.get(1).map_or(Ok(0), |&it| self.word(it, lane))? as usize;
        let index = first[0];
        let nothing: &mut [u8] = &mut [];
        Ok(match space {
            Space::Storage => (self.host.storage.get_mut(&index).map_or(nothing, Vec::as_mut_slice), second),
            Space::UniformBlock => {
                (self.host.blocks.get_mut(&index).map_or(nothing, Vec::as_mut_slice), second)
            }
            Space::Uniform => (&mut self.host.uniforms, index as usize),
            Space::Push => (&mut self.host.push, index as usize),
            Space::Shared => (&mut self.shared, index as usize),
            Space::Scratch => (&mut self.lanes[lane].scratch, index as usize),
            Space::Global => {
                // Two words: the number of the memory from 1 on is the high one.
                let number = first.get(1).copied().unwrap_or(0).wrapping_sub(1) as usize;
                (self.host.memory.get_mut(number).map_or(nothing, Vec::as_mut_slice), index as usize)
            }
        })
    }

    fn memory(&mut self, inst: Inst, space: Space, access: Access, lane: usize) -> Result<(), String> {
        let operands = self.function.operands(inst).to_vec();
        let first = access.address();
        let address = operands.get(first..).ok_or("no address")?.to_vec();
        let address = &address[..if space.is_indexed() { 2 } else { 1 }];
        let is_silent = self.lanes[lane].helper && space != Space::Scratch;
        let behind = operands.get(first + address.len()).copied();
        match access {
            Access::Load | Access::LoadVolatile | Access::AtomicLoad => {
                let ty = self.function.result_data(inst).ok_or("no result")?.ty;
                let (scalar, count) = self.shape(ty)?;
                let size = scalar.width() as usize / 8;
                let (bytes, offset) = self.place(space, lane, address)?;
                let mut words = Vec::new();
                for at in (0..count).map(|index| offset.saturating_add(index * size)) {
                    let part = bytes.get(at..at.saturating_add(size)).map_or(vec![0; size], <[u8]>::to_vec);
                    words.extend(
                        part.chunks(4)
                            .map(|it| it.iter().rev().fold(0, |all, &one| all << 8 | u32::from(one))),
                    );
                }
                let result = self.function.result(inst).ok_or("no result")?;
                self.write(result, lane, &words)
            }
            Access::Store | Access::AtomicStore => {
                let (scalar, _) = self.shape_of(operands[0])?;
                let size = scalar.width() as usize / 8;
                let words = self.read(operands[0], lane)?;
                let mask = match (access, behind) {
                    (Access::Store, Some(mask)) => self.word(mask, lane)?,
                    _ => u32::MAX,
                };
                if is_silent {
                    return Ok(());
                }
                let (bytes, offset) = self.place(space, lane, address)?;
                let step = if size > 4 { 2 } else { 1 };
                for (index, part) in words.chunks(step).enumerate().filter(|row| mask >> row.0 & 1 != 0) {
                    let at = offset.saturating_add(index * size);
                    let new: Vec<u8> = part.iter().flat_map(|word| word.to_le_bytes()).take(size).collect();
                    if let Some(slot) = bytes.get_mut(at..at.saturating_add(size)) {
                        slot.copy_from_slice(&new);
                    }
                }
                Ok(())
            }
            Access::Atomic => {
                let op =
                    *MEMORY_ATOMICS.get(self.word(operands[0], lane)? as usize).ok_or("no such atomic")?;
                let value = self.word(operands[1], lane)?;
                let comparator =
                    operands.get(first + address.len() + 1).map(|&it| self.word(it, lane)).transpose()?;
                let (bytes, offset) = self.place(space, lane, address)?;
                let mut old = 0;
                if let Some(slot) = bytes.get_mut(offset..offset.saturating_add(4)) {
                    old = slot.iter().rev().fold(0, |all, &one| all << 8 | u32::from(one));
                    if !is_silent {
                        slot.copy_from_slice(&exchanged(op, old, value, comparator)?.to_le_bytes());
                    }
                }
                match self.function.result(inst) {
                    Some(result) => self.write(result, lane, &[old]),
                    None => Ok(()),
                }
            }
        }
    }
}

/// The word that an atomic puts in the place of another.
pub(super) fn exchanged(op: Op, old: u32, value: u32, comparator: Option<u32>) -> Result<u32, String> {
    let with = match op {
        Op::AtomicExchange => return Ok(value),
        Op::AtomicCompareExchange => return Ok(if comparator == Some(old) { value } else { old }),
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
        _ => return Err("no such atomic".to_owned()),
    };
    alu::combined(with, old, value).ok_or_else(|| "no such atomic".to_owned())
}
