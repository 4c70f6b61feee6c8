//! Intrinsics: the table of the IR gives the opcode, capability and extension, and says which operands are literals.

use crate::atomics::ordered;
use crate::error::{Error, Result};
use crate::function::FunctionWriter;
use crate::globals::EXPLICIT;
use crate::layout::{Layout, Rule};
use crate::options::Version;
use crate::words::string;
use crate::writer::Writer;
use spirv::{Capability, Decoration, Op};
use vitrum_ir::{Inst, Intrinsic, LayoutRule, Operand, OperandClass, Scalar, Type, TypeData, types::common};

/// Vulkan has no atomic counters but those in buffers, whose memory is meant then.
fn vulkan_semantics(semantics: u32) -> u32 {
    const COUNTERS: u32 = spirv::MemorySemantics::ATOMIC_COUNTER_MEMORY.bits();
    const ORDER: u32 = 0x1e;
    if semantics & !ORDER == COUNTERS {
        semantics & ORDER | spirv::MemorySemantics::UNIFORM_MEMORY.bits()
    } else {
        semantics
    }
}

impl FunctionWriter<'_, '_> {
    pub(crate) fn intrinsic(&mut self, inst: Inst) -> Result<()> {
        let function = self.data;
        let imm = function.insts[inst].imm;
        let intrinsic = Intrinsic::from_imm(imm).ok_or_else(|| Error::malformed("an unknown intrinsic"))?;
        match intrinsic {
            Intrinsic::DebugPrintf => return self.printf(inst),
            Intrinsic::InterpolateAtVertex => return self.interpolate_at_vertex(inst),
            Intrinsic::Abort => return self.abort(inst),
            Intrinsic::SamplesIdentical => return self.samples_identical(inst),
            Intrinsic::ImageFootprint => return self.footprint(inst),
            Intrinsic::CooperativeMatrixConvert => return self.matrix_conversion(inst),
            Intrinsic::CooperativeMatrixLoadTensor
            | Intrinsic::CooperativeMatrixLoadTensorView
            | Intrinsic::CooperativeMatrixStoreTensor => return self.tensor_transfer(intrinsic, inst),
            Intrinsic::Spirv | Intrinsic::SpirvVoid => return self.named_instruction(inst),
            // SPIR-V section 3.49.21: the id is a constant before version 1.5.
            Intrinsic::SubgroupBroadcast | Intrinsic::SubgroupQuadBroadcast
                if self.w.version < Version::V1_5
                    && function.operands(inst).last().is_some_and(|id| id.constant().is_none()) =>
            {
                return Err(Error::unsupported("broadcasts from an invocation that is no constant"));
            }
            _ => {}
        }
        let info = intrinsic.info();
        if info.spirv == 0 {
            let name = intrinsic.name();
            return Err(Error::unsupported(format!(
                "`{name}`, an operation of a machine: lower for hardware last"
            )));
        }
        let is_amd = self.w.version < Version::V1_3
            && function.operands(inst).len() == 3
            && self.w.requirements.amd_groups;
        let amd = intrinsic.amd_opcode().filter(|_| is_amd);
        let without_use = self.without_use(inst, intrinsic);
        if without_use.is_some() {
            self.w.requirements.capability(Capability::CooperativeMatrixNV);
        } else if amd.is_some() {
            self.w.requirements.capability(Capability::Groups);
            self.w.requirements.extension("SPV_AMD_shader_ballot");
        } else {
            self.intrinsic_requirements(intrinsic, function.operands(inst));
        }
        let mut operands = Vec::new();
        let is_control = matches!(
            intrinsic,
            Intrinsic::ControlBarrier | Intrinsic::ControlBarrierArrive | Intrinsic::ControlBarrierWait
        );
        let nv = intrinsic.nv_ray_opcode().filter(|_| self.w.requirements.nv_rays);
        for (position, &operand) in function.operands(inst).iter().enumerate() {
            let is_memory =
                intrinsic == Intrinsic::MemoryBarrier && position == 0 || is_control && position == 1;
            if is_memory {
                let scope = self.literal(operand)?;
                operands.push(self.memory_scope(scope));
                continue;
            }
            let is_semantics =
                intrinsic == Intrinsic::MemoryBarrier && position == 1 || is_control && position == 2;
            if is_semantics && self.w.options.target.is_vulkan() {
                let semantics = ordered(vulkan_semantics(self.literal(operand)?));
                operands.push(self.w.u32_constant(semantics));
                continue;
            }
            // The location of the data.
            if nv.is_some() && position + 1 == function.operands(inst).len() {
                let data = operand.global().map(|data| &self.w.module.globals[data]);
                let location = data.and_then(|data| data.decorations.location).unwrap_or(0);
                // The instruction does not name the variable, which is there for other shaders.
                self.operand(operand)?;
                operands.push(self.w.u32_constant(location));
                continue;
            }
            // A new layout or view has its type alone.
            if matches!(intrinsic, Intrinsic::TensorLayoutCreate | Intrinsic::TensorViewCreate) {
                continue;
            }
            if intrinsic == Intrinsic::CooperativeMatrixLength {
                // The operand in SPIR-V is the type alone.
                operands.push(self.w.ty(self.ty(operand))?);
                continue;
            }
            if intrinsic.operand_class(position) == Some(OperandClass::Multisampled) {
                operands.push(self.image_id(operand)?.id);
                continue;
            }
            if intrinsic.operand_class(position) == Some(OperandClass::Callee) {
                operands.push(self.callback(operand)?);
                continue;
            }
            operands.push(if intrinsic.is_literal_operand(position) {
                self.literal(operand)?
            } else {
                self.operand(operand)?
            });
        }
        if without_use.is_some() {
            self.operands_without_use(intrinsic, function.operands(inst), &mut operands)?;
        }
        self.matrix_memory(intrinsic, function.operands(inst), &mut operands)?;
        self.image_processing(intrinsic, inst, &mut operands)?;
        let hit = intrinsic.nv_hit_opcode().filter(|_| self.w.requirements.nv_hits);
        let opcode = nv.or(amd).or(hit).or(without_use).unwrap_or(info.spirv);
        match function.result(inst) {
            Some(result) => {
                let ty = self.w.ty(function.values[result].ty)?;
                let id = self.emit_list(opcode, ty, &operands);
                self.define(result, id, true);
            }
            None => self.body.push_number(opcode, &operands),
        }
        Ok(())
    }

    /// Memory access of a cooperative matrix's load and store, unless the module says it itself.
    fn matrix_memory(
        &mut self,
        intrinsic: Intrinsic,
        all: &[Operand],
        operands: &mut Vec<u32>,
    ) -> Result<()> {
        let is_store = match (intrinsic, all.len()) {
            (Intrinsic::CooperativeMatrixLoad, 3) | (Intrinsic::CooperativeVectorLoad, 2) => false,
            (Intrinsic::CooperativeMatrixStore, 4) | (Intrinsic::CooperativeVectorStore, 3) => true,
            _ => return Ok(()),
        };
        let Some(&pointer) = all.first() else { return Ok(()) };
        let (place, ty) = (self.place(pointer)?, self.ty(pointer));
        let ty = self.pointee(ty)?;
        operands
            .extend(self.memory_operands(self.declared_access(pointer), place, ty, is_store).iter().copied());
        Ok(())
    }

    pub(crate) fn literal(&self, operand: Operand) -> Result<u32> {
        let bits = operand.constant().and_then(|constant| self.w.module.constants.bits(constant));
        bits.map(|bits| bits as u32).ok_or_else(|| Error::malformed("an operand that has to be a number"))
    }

    pub(crate) fn intrinsic_requirements(&mut self, intrinsic: Intrinsic, operands: &[Operand]) {
        let info = intrinsic.info();
        if let Some(name) = info.extension {
            self.w.requirements.extension(name);
        }
        let layout = match intrinsic {
            Intrinsic::CooperativeMatrixLoad => operands.get(1),
            Intrinsic::CooperativeMatrixStore => operands.get(2),
            _ => None,
        };
        // `GL_ARM_cooperative_matrix_layouts`
        if layout.and_then(|&layout| self.literal(layout).ok()).is_some_and(|layout| layout > 1) {
            self.w.requirements.capability_number(4201);
            self.w.requirements.extension("SPV_ARM_cooperative_matrix_layouts");
        }
        let has_wide = || operands.iter().any(|&operand| self.ty(operand) == common::U64);
        if intrinsic.has_offsets() && has_wide() {
            self.w.requirements.capability(Capability::Shader64BitIndexingEXT);
        }
        let form = operands.get(1).filter(|_| operands.len() == 4).and_then(|&form| self.literal(form).ok());
        let clustered = form == Some(3);
        let partitioned = form.is_some_and(|form| form >= 6);
        let capability = match intrinsic {
            _ if partitioned && info.capability == Some(Capability::GroupNonUniformArithmetic as u32) => {
                Some(Capability::GroupNonUniformPartitionedNV as u32)
            }
            _ if clustered && info.capability == Some(Capability::GroupNonUniformArithmetic as u32) => {
                Some(Capability::GroupNonUniformClustered as u32)
            }
            Intrinsic::BeginInterlock | Intrinsic::EndInterlock => return,
            Intrinsic::SdotProduct
            | Intrinsic::UdotProduct
            | Intrinsic::SudotProduct
            | Intrinsic::SdotProductAccSat
            | Intrinsic::UdotProductAccSat
            | Intrinsic::SudotProductAccSat => {
                self.dot_capability(operands);
                info.capability
            }
            _ => info.capability,
        };
        if let Some(number) = capability {
            self.w.requirements.capability_number(number);
        }
        if info.capability.is_some_and(|number| (61..=68).contains(&number))
            || intrinsic == Intrinsic::SubgroupPartition
        {
            self.w.requirements.capability(Capability::GroupNonUniform);
        }
    }

    /// Declares the capability for the vectors of an integer dot product.
    fn dot_capability(&mut self, operands: &[Operand]) {
        let Some(&first) = operands.first() else { return };
        let ty: Type = self.ty(first);
        let capability = match self.w.module.types.get(ty) {
            TypeData::Scalar(_) => Capability::DotProductInput4x8BitPacked,
            TypeData::Vector { scalar, size: 4 } if scalar.width() == 8 => Capability::DotProductInput4x8Bit,
            _ => Capability::DotProductInputAll,
        };
        self.w.requirements.capability(capability);
        self.w.requirements.extension("SPV_KHR_integer_dot_product");
    }

    /// `textureSamplesIdenticalEXT`: SPIR-V has no such query, and the answer may be "not known to be" everywhere.
    fn samples_identical(&mut self, inst: Inst) -> Result<()> {
        let id = self.w.scalar_constant(Scalar::Bool, 0);
        if let Some(result) = self.data.result(inst) {
            self.define(result, id, false);
        }
        Ok(())
    }

    /// `interpolateAtVertexAMD`: the first instruction of a set of its own.
    fn interpolate_at_vertex(&mut self, inst: Inst) -> Result<()> {
        let function = self.data;
        let (Some(result), &[input, vertex]) = (function.result(inst), function.operands(inst)) else {
            return Err(Error::malformed("a value of a vertex without an input"));
        };
        self.w.requirements.extension(EXPLICIT);
        let set = self.w.import(EXPLICIT);
        let operands = [set, 1, self.operand(input)?, self.operand(vertex)?];
        let ty = self.w.ty(function.values[result].ty)?;
        let id = self.emit_plain(Op::ExtInst, ty, &operands);
        self.define(result, id, true);
        Ok(())
    }

    /// `debugPrintfEXT`: an instruction that nothing depends on.
    fn printf(&mut self, inst: Inst) -> Result<()> {
        let function = self.data;
        let Some((&format, rest)) = function.operands(inst).split_first() else {
            return Err(Error::malformed("printf without format"));
        };
        let position = self.literal(format)?;
        let module = self.w.module;
        let text =
            module.strings.get(position as usize).ok_or_else(|| Error::malformed("an unknown string"))?;
        let string = self.w.string(module.names.get(*text));
        self.w.requirements.extension("SPV_KHR_non_semantic_info");
        let set = self.w.import("NonSemantic.DebugPrintf");
        let mut operands = vec![set, 1, string];
        for &operand in rest {
            operands.push(self.operand(operand)?);
        }
        let void = self.w.ty(common::VOID)?;
        self.emit_plain(Op::ExtInst, void, &operands);
        Ok(())
    }

    /// `abortEXT`: the message and its arguments as one struct, and how that lies in memory.
    fn abort(&mut self, inst: Inst) -> Result<()> {
        let function = self.data;
        let Some((&message, rest)) = function.operands(inst).split_first() else {
            return Err(Error::malformed("an abort without a message"));
        };
        let module = self.w.module;
        let text = module.strings.get(self.literal(message)? as usize);
        let text = text.ok_or_else(|| Error::malformed("an unknown string"))?;
        self.w.requirements.capability(Capability::Int8);
        self.w.requirements.capability_number(Intrinsic::Abort.info().capability.unwrap_or(0));
        self.w.requirements.capability_number(CONSTANT_DATA);
        let (string, string_type, string_memory, size) = self.w.data_of_string(module.names.get(*text))?;
        let layout = Layout::Nested(Rule::new(LayoutRule::Scalar, false));
        let (mut values, mut types) = (vec![string], vec![string_type]);
        let mut members = vec![(string_memory, None, 0)];
        let mut end = size;
        for &operand in rest {
            let ty = self.ty(operand);
            values.push(self.operand(operand)?);
            types.push(self.w.ty(ty)?);
            let rule = Rule::new(LayoutRule::Scalar, false);
            let start = end.next_multiple_of(self.w.extents.align(ty, rule).max(1));
            end = start + self.w.extents.size(ty, rule);
            members.push((self.w.laid(ty, layout)?, Some(ty), start));
        }
        let value_type = self.w.intern_type(Op::TypeStruct, &types);
        let memory: Vec<u32> = members.iter().map(|member| member.0).collect();
        let memory_type = self.w.id();
        self.w.globals.push_parts(Op::TypeStruct, &[memory_type], &memory);
        for (index, &(_, ty, offset)) in (0..).zip(&members) {
            self.w.decorate_member(memory_type, index, Decoration::Offset, &[offset]);
            if let Some(ty) = ty {
                self.w.matrix_member(memory_type, index, ty, layout);
            }
        }
        let value = self.emit_plain(Op::CompositeConstruct, value_type, &values);
        self.end_header(false);
        self.body.push_number_parts(Intrinsic::Abort.info().spirv, &[memory_type, value], &[]);
        // The instruction ends its block. What follows is in one that nothing leads to.
        let label = self.w.id();
        self.start(label);
        Ok(())
    }
}

/// `ConstantDataKHR`
const CONSTANT_DATA: u32 = 5146;
/// `UTFEncodedKHR`
const UTF_ENCODED: u32 = 5145;
/// `OpConstantDataKHR`
const DATA: u16 = 5147;

impl Writer<'_> {
    /// A string as bytes: its constant, its type as a value and in memory, and its size.
    fn data_of_string(&mut self, text: &str) -> Result<(u32, u32, u32, u32)> {
        let mut bytes = Vec::new();
        string(&mut bytes, text);
        let size = 4 * bytes.len() as u32;
        let byte = self.intern_type(Op::TypeInt, &[8, 1]);
        let length = self.u32_constant(size);
        let (plain, strided, constant) = (self.id(), self.id(), self.id());
        self.globals.push(Op::TypeArray, &[plain, byte, length]);
        self.globals.push(Op::TypeArray, &[strided, byte, length]);
        self.decorate(strided, Decoration::ArrayStride, &[1]);
        for ty in [plain, strided] {
            self.decorate_unnamed(ty, UTF_ENCODED);
        }
        self.globals.push_number_parts(DATA, &[plain, constant], &bytes);
        Ok((constant, plain, strided, size))
    }
}
