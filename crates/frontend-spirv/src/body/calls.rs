//! Instructions: each goes to those of its kind. Calls, extended instructions and intrinsics are here.

use spirv::{Decoration, FPFastMathMode, FPRoundingMode, GlslStd450Op, Op, Scope};
use vitrum_ir::{
    AmdFunction, Class, Global, GlobalData, Intrinsic, MemoryAccess, Op as IrOp, Operand, OperandClass,
    Precision, Scalar, Storage, Type, types::common,
};

use super::choices::Place;
use super::memory::ordered;
use super::operations::{Evaluation, cast, classed, extended_op, of_class, pair, signed, with_sign};
use super::{Body, Given, Slot};
use crate::error::Error;
use crate::flow::{is_handle, is_made_again};
use crate::pointers::holds_pointer;
use crate::words::Inst;

/// Null, for which a function has no memory.
const MAY_BE_NULL: &str = "a call that is passed a pointer that may be null";

/// The most calls that one becomes which is passed chosen pointers: one for each combination of their places.
const MAX_CALLS: usize = 64;

impl<'w> Body<'_, '_, 'w> {
    /// Makes an instruction that does not end its block.
    pub(crate) fn instruction(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        self.cursor.precise = inst.id != 0 && self.is_precise(inst.id);
        let declared = self.reader.lines.declared.get(&inst.id).copied();
        self.cursor.span = declared.unwrap_or_else(|| self.reader.lines.span(inst.at));
        let rounding = self.reader.index.decoration(inst.id, None, Decoration::FPRoundingMode);
        if let Some(mode) = rounding.filter(|&mode| mode != FPRoundingMode::RTE as u32) {
            return Err(inst.unsupported(format!("the rounding mode {mode}")));
        }
        match inst.known() {
            Some(Op::Phi) if is_made_again(self.reader.index, inst) => {
                return match self.place_again(inst)? {
                    true => Ok(()),
                    false => Err(inst.unsupported("OpPhi of handles")),
                };
            }
            Some(Op::Variable | Op::Store | Op::Load) if self.kept(inst)? || self.held(inst)? => {
                return Ok(());
            }
            // Uses of the copy are those of the variable.
            Some(Op::CopyObject) if holds_pointer(self.reader.index, inst.ty) => return Ok(()),
            Some(Op::CopyObject) if self.copied_place(inst)? => return Ok(()),
            Some(
                Op::Phi
                | Op::Nop
                | Op::Line
                | Op::NoLine
                | Op::SelectionMerge
                | Op::LoopMerge
                | Op::Undef
                | Op::Label
                | Op::FunctionParameter,
            ) => return Ok(()),
            Some(Op::Variable) => return self.variable(inst),
            Some(Op::AccessChain | Op::InBoundsAccessChain) => return self.access(inst, false),
            Some(Op::PtrAccessChain | Op::InBoundsPtrAccessChain) => return self.access(inst, true),
            Some(Op::Load) => return self.load(inst),
            Some(Op::Store) => return self.store(inst),
            Some(Op::CopyMemory) => return self.copy_memory(inst, 2),
            Some(Op::CopyMemorySized) => return self.copy_bytes(inst),
            Some(Op::ArrayLength) => return self.array_length(inst),
            Some(Op::MemoryBarrier) if self.orders_nothing(inst)? => return Ok(()),
            Some(Op::ImageTexelPointer) => return self.texel(inst),
            Some(Op::UntypedAccessChainKHR | Op::UntypedInBoundsAccessChainKHR) => {
                return self.heap_access(inst);
            }
            Some(Op::BufferPointerEXT) => return self.heap_buffer(inst),
            Some(Op::UntypedImageTexelPointerEXT) => return self.heap_texel(inst),
            Some(Op::FunctionCall) => return self.call(inst),
            Some(Op::ExtInst) => return self.extended(inst),
            Some(Op::CompositeExtract | Op::CopyObject) if self.extracted_handles(inst)? => return Ok(()),
            Some(Op::CompositeExtract) => {
                let members = match self.given(inst.word(0)?, inst.at)? {
                    Given::Two(parts) => Some(parts.to_vec()),
                    Given::Several(position) => self.footprints.get(position).cloned(),
                    _ => None,
                };
                if let (Some(members), Some((&index, rest))) = (members, inst.from(1).split_first()) {
                    let part = members.get(index as usize).copied();
                    let mut part =
                        part.ok_or_else(|| inst.invalid("an index of a member that is not there"))?;
                    for &index in rest {
                        part = self.builder().extract(part, index, Precision::None);
                    }
                    self.define(inst, part);
                    return Ok(());
                }
            }
            _ => {}
        }
        if self.image(inst)?
            || self.on_pointers(inst)?
            || self.atomic(inst)?
            || self.matrix(inst)?
            || self.matrix_without_use(inst)?
            || self.tensor(inst)?
            || self.intrinsic(inst)?
        {
            return Ok(());
        }
        let is_pair = matches!(
            inst.known(),
            Some(Op::IAddCarry | Op::ISubBorrow | Op::UMulExtended | Op::SMulExtended)
        );
        if is_pair {
            let operands = self.values(inst.words, inst.at)?;
            return self.two(inst, &operands);
        }
        self.evaluate(inst)
    }

    /// True if a value is computed as written: by a decoration, or since none of its fast modes lets operations be contracted.
    fn is_precise(&self, id: u32) -> bool {
        let contracts = FPFastMathMode::FAST | FPFastMathMode::ALLOW_CONTRACT;
        let index = self.reader.index;
        let own = index.decoration(id, None, Decoration::FPFastMathMode);
        let modes = own.or_else(|| index.fast_math(index.def(id)?.ty));
        self.reader.index.has(id, Decoration::NoContraction)
            || modes.is_some_and(|modes| !FPFastMathMode::from_bits_truncate(modes).intersects(contracts))
    }

    /// An operation without effects.
    fn evaluate(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        // Indices of composites are numbers.
        let ids = match inst.known() {
            Some(Op::CompositeExtract) => 1,
            Some(Op::CompositeInsert | Op::VectorShuffle) => 2,
            _ => inst.words.len(),
        };
        let (ids, literals) = inst.words.split_at(ids.min(inst.words.len()));
        let ty = match inst.ty {
            0 => return Err(inst.unsupported(inst.name())),
            id => self.reader.ty(id, inst.at)?,
        };
        let operands = self.values(ids, inst.at)?;
        if inst.is(Op::CompositeConstruct)
            && let Some(whole) = self.taken_apart(ty, &operands)
        {
            self.define(inst, whole);
            return Ok(());
        }
        let precision = self.reader.precision(inst.id, ty);
        let evaluation = Evaluation { inst: *inst, ty, precision };
        let is_saturated = inst.is(Op::FConvert)
            && self.reader.index.has(inst.id, Decoration::SaturatedToLargestFloat8NormalConversionEXT);
        let value = if is_saturated {
            evaluation.by_table(&mut self.builder(), IrOp::FconvertSaturated, &operands)?
        } else {
            evaluation.of(&mut self.builder(), &operands, literals)?
        };
        let value = value.ok_or_else(|| inst.unsupported(inst.name()))?;
        if inst.is(Op::CopyObject) {
            self.copy_access(inst.id, inst.word(0)?);
        }
        self.define(inst, value);
        Ok(())
    }

    /// The struct whose members some values are, in order, if it has a type.
    fn taken_apart(&mut self, ty: Type, parts: &[Operand]) -> Option<Operand> {
        let module = &self.reader.module;
        let data = &module.functions[self.cursor.function];
        let source = |part: Operand, index: u32| {
            let inst = data.definition(part).filter(|&inst| data.op(inst) == IrOp::Extract)?;
            data.operands(inst).first().copied().filter(|_| data.insts[inst].imm == index)
        };
        let whole = source(*parts.first()?, 0)?;
        let is_it = module.members(ty).len() == parts.len()
            && (0..).zip(parts).all(|(index, &part)| source(part, index) == Some(whole));
        (is_it && self.operand_type(whole) == ty).then_some(whole)
    }

    pub(crate) fn values(&mut self, ids: &[u32], at: u32) -> Result<Vec<Operand>, Error> {
        ids.iter().map(|&id| self.value(id, at)).collect()
    }

    /// Gives an id the members of a struct.
    pub(crate) fn give_two(&mut self, id: u32, parts: [Operand; 2]) {
        self.give(id, Given::Two(parts));
    }

    /// An operation with two results, which SPIR-V gives as a struct.
    fn two(&mut self, inst: &Inst<'w>, operands: &[Operand]) -> Result<(), Error> {
        let types = self.reader.pair_types(inst.ty, inst.at)?;
        let made = pair(&mut self.builder(), inst, operands, Precision::None);
        let made = made.ok_or_else(|| inst.unsupported(inst.name()))?;
        let mut parts = made;
        for (wanted, part) in types.into_iter().zip(&mut parts) {
            *part = cast(&mut self.builder(), *part, wanted);
        }
        self.give_two(inst.id, parts);
        Ok(())
    }

    fn call(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        let callee = inst.word(0)?;
        let function = self.reader.functions.get(&callee).copied();
        let function = function.ok_or_else(|| inst.invalid(format!("%{callee} is no function")))?;
        let mut places = Vec::with_capacity(inst.words.len());
        for &id in inst.from(1) {
            if self.reader.index.def(id).is_some_and(|def| is_handle(self.reader.index, &def)) {
                places.push(Place::One(self.variable_of_handle(inst, id)?));
                continue;
            }
            if let Some(place) = self.held_place(inst, id)? {
                if self.arms(place).1.iter().any(|arm| arm.root.is_none()) {
                    return Err(inst.unsupported(MAY_BE_NULL));
                }
                places.push(place);
                continue;
            }
            let is_chosen =
                self.reader.index.is_null_pointer(id) || matches!(self.given(id, inst.at)?, Given::Chosen(_));
            if is_chosen && self.may_be_null(id, inst.at)? {
                return Err(inst.unsupported(MAY_BE_NULL));
            }
            places.push(if is_chosen {
                self.place(id, inst.at)?
            } else {
                Place::One(self.value(id, inst.at)?)
            });
        }
        let pointers = self.reader.pointers;
        let calls = places.iter().fold(1, |calls: usize, &place| match place {
            Place::One(_) => calls,
            Place::Chosen(_) => calls.saturating_mul(self.arms(place).1.len()),
        });
        if calls > MAX_CALLS {
            return Err(inst.unsupported(format!(
                "a call that is passed pointers into one of {calls} combinations of variables, more than {MAX_CALLS},"
            )));
        }
        let value = self.call_with(inst, function, &places, Vec::with_capacity(places.len()))?;
        if let Some(shape) = pointers.returned.get(&callee) {
            return self.returned(inst, shape, value, &places);
        }
        if let Some(value) = value {
            self.define(inst, value);
        }
        Ok(())
    }

    /// Loads the handles that are passed by value: the parameters are their variables.
    pub(super) fn handles_passed(&mut self) {
        for param in &self.function.params {
            let Some(&Slot { given: Given::One(variable), .. }) = self.slots.get(&param.id) else { continue };
            if is_handle(self.reader.index, param) {
                let handle = self.builder().load(variable, MemoryAccess::NONE, Precision::None);
                self.give(param.id, Given::One(handle));
            }
        }
    }

    /// The variable, or the part of one, that a handle was loaded from.
    fn variable_of_handle(&mut self, inst: &Inst<'w>, id: u32) -> Result<Operand, Error> {
        let handle = self.value(id, inst.at)?;
        let data = &self.reader.module.functions[self.cursor.function];
        let load = data.definition(handle).filter(|&load| data.op(load) == IrOp::Load);
        load.and_then(|load| data.operands(load).first().copied()).ok_or_else(|| {
            inst.unsupported("a call that is passed a handle that was not loaded from a variable")
        })
    }

    /// Calls a function with arguments, and then those at places. It is called for each pointer that these stand for.
    fn call_with(
        &mut self,
        inst: &Inst<'w>,
        function: vitrum_ir::Function,
        places: &[Place],
        mut arguments: Vec<Operand>,
    ) -> Result<Option<Operand>, Error> {
        for &place in places.iter().skip(arguments.len()) {
            let Place::One(value) = place else {
                return self.at_chosen(place, &mut |body, pointer| {
                    let arguments = [arguments.as_slice(), &[pointer]].concat();
                    body.call_with(inst, function, places, arguments)
                });
            };
            arguments.push(value);
        }
        self.pass_elements(inst, &mut arguments)?;
        if !self.reader.memory.strided.is_empty() {
            self.check_strides(inst, function, &arguments)?;
        }
        for (index, &argument) in arguments.iter().enumerate() {
            let qualifiers = self.reader.qualifiers_of(self.cursor.function, argument);
            if let Some(param) = self.reader.module.functions[function].params.get_mut(index) {
                param.qualifiers.insert(qualifiers);
            }
        }
        let value = self.builder().call(function, &arguments);
        let is_void = self.operand_type(value) == common::VOID;
        Ok((!is_void).then_some(value))
    }

    /// Checks that pointers lead to memory of the types that parameters have.
    fn check_strides(
        &mut self,
        inst: &Inst<'w>,
        function: vitrum_ir::Function,
        arguments: &[Operand],
    ) -> Result<(), Error> {
        for (index, &argument) in arguments.iter().enumerate() {
            let own = self.operand_type(argument);
            let data = &self.reader.module.functions[function];
            let param = data.blocks[data.body].params.get(index).map(|&param| data.values[param].ty);
            let types = &self.reader.module.types;
            let pointees = param.and_then(|param| Some([types.pointee(own)?, types.pointee(param)?]));
            if let Some([own, param]) = pointees.filter(|pointees| pointees[0] != pointees[1])
                && [own, param].iter().any(|ty| self.reader.memory.strided.contains(ty))
            {
                return Err(
                    inst.unsupported("a call that is passed memory with other strides than its parameter")
                );
            }
        }
        Ok(())
    }

    fn extended(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        let (set, number) = (inst.word(0)?, inst.word(1)?);
        let name = self.reader.index.sets.get(&set);
        let name = name.ok_or_else(|| inst.invalid(format!("%{set} is no set of instructions")))?.clone();
        if name == "NonSemantic.DebugPrintf" && number == 1 {
            return self.printf(inst);
        }
        // Sets of debug information mean nothing for what is computed.
        if name.starts_with("NonSemantic.") || name == "OpenCL.DebugInfo.100" || name == "DebugInfo" {
            return Ok(());
        }
        if name == "SPV_AMD_shader_explicit_vertex_parameter" && number == 1 {
            let (input, vertex) = (self.pointer(inst.word(2)?, inst.at)?, inst.word(3)?);
            let vertex = self.reader.constant(vertex, inst.at)?.into();
            let ty = self.reader.ty(inst.ty, inst.at)?;
            let precision = self.reader.precision(inst.id, ty);
            let value =
                self.builder().intrinsic(Intrinsic::InterpolateAtVertex, &[input, vertex], ty, precision);
            self.define(inst, value);
            return Ok(());
        }
        if let Some(value) = self.of_amd(inst, &name, number)? {
            self.define(inst, value);
            return Ok(());
        }
        if name != "GLSL.std.450" {
            return Err(inst.unsupported(format!("the instruction set {name}")));
        }
        let ids = inst.from(2);
        match GlslStd450Op::from_u32(number) {
            Some(GlslStd450Op::ModfStruct | GlslStd450Op::FrexpStruct) => {
                let operands = self.values(ids, inst.at)?;
                return self.two(inst, &operands);
            }
            // The second result goes to memory.
            Some(GlslStd450Op::Modf | GlslStd450Op::Frexp) => {
                let value = self.value(inst.word(2)?, inst.at)?;
                let place = self.place(inst.word(3)?, inst.at)?;
                let made = pair(&mut self.builder(), inst, &[value], Precision::None);
                let [first, second] = made.ok_or_else(|| inst.unsupported(inst.name()))?;
                self.store_at(place, second, MemoryAccess::NONE)?;
                self.define(inst, first);
                return Ok(());
            }
            _ => {}
        }
        let ty = self.reader.ty(inst.ty, inst.at)?;
        let precision = self.reader.precision(inst.id, ty);
        let op = extended_op(number);
        let op = op.ok_or_else(|| inst.unsupported(format!("instruction {number} of {name}")))?;
        if matches!(op, IrOp::InterpolateAtCentroid | IrOp::InterpolateAtSample | IrOp::InterpolateAtOffset) {
            let mut operands = self.values(ids, inst.at)?;
            // The number of a sample has either signedness.
            if let (IrOp::InterpolateAtSample, Some(sample)) = (op, operands.get_mut(1)) {
                *sample = signed(&mut self.builder(), *sample);
            }
            let value = self.builder().emit(op, &operands, 0, ty, precision);
            self.define(inst, value);
            return Ok(());
        }
        let operands = self.values(ids, inst.at)?;
        let evaluation = Evaluation { inst: *inst, ty, precision };
        let value = evaluation.by_table(&mut self.builder(), op, &operands)?;
        let value = value.ok_or_else(|| inst.unsupported(format!("instruction {number} of {name}")))?;
        self.define(inst, value);
        Ok(())
    }

    /// The value of an instruction of a set of AMD; none for other sets and numbers.
    fn of_amd(&mut self, inst: &Inst<'w>, set: &str, number: u32) -> Result<Option<Operand>, Error> {
        if (set, number) == ("SPV_AMD_gcn_shader", 3) {
            let ty = self.reader.ty(inst.ty, inst.at)?;
            let subgroup = self.reader.module.constants.u32(spirv::Scope::Subgroup as u32);
            let clock = [subgroup.into()];
            return Ok(Some(self.builder().intrinsic(Intrinsic::ReadClock, &clock, ty, Precision::None)));
        }
        let mut rows = AmdFunction::INSTRUCTIONS.iter();
        let Some(&(.., function, class)) = rows.find(|row| (row.0, row.1) == (set, number)) else {
            return Ok(None);
        };
        let ty = self.reader.ty(inst.ty, inst.at)?;
        let precision = self.reader.precision(inst.id, ty);
        let operands = self.values(inst.from(2), inst.at)?;
        let mut builder = self.builder();
        let mut operands: Vec<Operand> =
            operands.into_iter().map(|operand| classed(&mut builder, operand, class)).collect();
        // The lanes, behind a value of any kind.
        if let (Class::Numeric, Some(lanes)) = (class, operands.last_mut()) {
            *lanes = classed(&mut builder, *lanes, Class::Unsigned);
        }
        let own = of_class(&mut builder, ty, class);
        let value = builder.amd_function(function, &operands, own, precision);
        Ok(value.map(|value| cast(&mut builder, value, ty)))
    }

    /// `debugPrintfEXT`
    fn printf(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        let format = inst.word(2)?;
        let text = self.reader.index.strings.get(&format);
        let text = text.ok_or_else(|| inst.invalid(format!("%{format} is no string")))?.to_string();
        let text = self.reader.module.names.intern(&text);
        let strings = &mut self.reader.module.strings;
        let position = strings.iter().position(|&other| other == text).unwrap_or_else(|| {
            strings.push(text);
            strings.len() - 1
        });
        let format = self.reader.module.constants.u32(position as u32);
        let mut operands = vec![Operand::from(format)];
        operands.extend(self.values(inst.from(3), inst.at)?);
        self.builder().intrinsic(Intrinsic::DebugPrintf, &operands, common::VOID, Precision::None);
        Ok(())
    }

    /// The variable of a location, which instructions of `SPV_NV_ray_tracing` name instead of it.
    fn data_of_call(
        &mut self,
        class: OperandClass,
        location: u32,
        inst: &Inst<'w>,
    ) -> Result<Operand, Error> {
        let location = self.reader.number(location, inst.at)?;
        let storages: &[Storage] = match class {
            OperandClass::CallableData => &[Storage::CallableData, Storage::IncomingCallableData],
            _ => &[Storage::RayPayload, Storage::IncomingRayPayload],
        };
        let is_it = |(_, data): &(Global, &GlobalData)| {
            storages.contains(&data.storage) && data.decorations.location.unwrap_or(0) == location
        };
        let found = self.reader.module.globals.iter().find(is_it).map(|row| row.0.into());
        found.ok_or_else(|| {
            inst.invalid(format!("no variable has the location {location} of {}", inst.name()))
        })
    }

    /// An instruction of the table of intrinsics; false if it has no row there.
    fn intrinsic(&mut self, inst: &Inst<'w>) -> Result<bool, Error> {
        let Some(intrinsic) = Intrinsic::from_opcode(inst.op) else { return Ok(false) };
        if intrinsic == Intrinsic::ImageFootprint {
            self.footprint(inst)?;
            return Ok(true);
        }
        let info = intrinsic.info();
        let mut operands = Vec::with_capacity(inst.words.len());
        let mut same: Option<Type> = None;
        let mut is_alone = false;
        for (position, &word) in inst.words.iter().enumerate() {
            // Access of memory follows from the declarations.
            let is_access = match intrinsic {
                Intrinsic::CooperativeVectorLoad => position >= 2,
                Intrinsic::CooperativeMatrixLoad | Intrinsic::CooperativeVectorStore => position >= 3,
                Intrinsic::CooperativeMatrixStore => position >= 4,
                _ => false,
            };
            if is_access {
                break;
            }
            let Some(class) = intrinsic.operand_class(position) else {
                return Err(inst.unsupported(format!("{} with more operands", inst.name())));
            };
            if intrinsic.nv_ray_opcode() == Some(inst.op)
                && matches!(class, OperandClass::Payload | OperandClass::CallableData)
            {
                operands.push(self.data_of_call(class, word, inst)?);
                continue;
            }
            if intrinsic == Intrinsic::CooperativeMatrixLength {
                let ty = self.reader.ty(word, inst.at)?;
                operands.push(self.reader.module.constants.undef(ty).into());
                continue;
            }
            if class == OperandClass::Callee {
                operands.push(self.callback(word, inst)?);
                continue;
            }
            if matches!(class, OperandClass::Known | OperandClass::MatrixLayout) {
                operands.push(self.reader.constant(word, inst.at)?.into());
                continue;
            }
            if class.is_known() {
                let mut number = if class.is_literal() { word } else { self.reader.number(word, inst.at)? };
                if class == OperandClass::Semantics {
                    number = if is_alone { 0 } else { ordered(number) };
                }
                // An invocation sees its own accesses in order.
                is_alone = class == OperandClass::Scope && number == Scope::Invocation as u32;
                operands.push(self.reader.module.constants.u32(number).into());
                continue;
            }
            let is_address = matches!(
                class,
                OperandClass::Query
                    | OperandClass::Hit
                    | OperandClass::HitAttribute
                    | OperandClass::Payload
                    | OperandClass::CallableData
                    | OperandClass::MatrixMemory
                    | OperandClass::ArrayMemory
            );
            let value = if is_address { self.pointer(word, inst.at)? } else { self.value(word, inst.at)? };
            let own = self.operand_type(value);
            let mut builder = self.builder();
            let wanted = match class {
                OperandClass::U32 => builder.module.types.with_scalar(own, Scalar::U32).unwrap_or(own),
                OperandClass::Uvec4 => common::UVEC4,
                OperandClass::SignedInts | OperandClass::SignedPacked => with_sign(&mut builder, own, true),
                OperandClass::UnsignedInts | OperandClass::UnsignedPacked => {
                    with_sign(&mut builder, own, false)
                }
                OperandClass::Same => same.unwrap_or(own),
                // GLSL has residency codes of one sign alone.
                _ if intrinsic == Intrinsic::SparseTexelsResident => common::I32,
                _ => own,
            };
            let value = cast(&mut builder, value, wanted);
            same.get_or_insert(wanted);
            operands.push(value);
        }
        let (fewest, most) = info.operands;
        if operands.len() < usize::from(fewest) || operands.len() > usize::from(most) {
            return Err(inst.invalid(format!("{} has {} operands", inst.name(), operands.len())));
        }
        let Some(class) = info.result else {
            self.builder().intrinsic(intrinsic, &operands, common::VOID, Precision::None);
            return Ok(true);
        };
        let ty = self.reader.ty(inst.ty, inst.at)?;
        let natural = match class {
            OperandClass::U32 => common::U32,
            OperandClass::Uvec4 => common::UVEC4,
            OperandClass::Same => same.unwrap_or(ty),
            _ => ty,
        };
        let precision = self.reader.precision(inst.id, ty);
        let value = self.builder().intrinsic(intrinsic, &operands, natural, precision);
        let value = cast(&mut self.builder(), value, ty);
        self.define(inst, value);
        Ok(true)
    }
}
