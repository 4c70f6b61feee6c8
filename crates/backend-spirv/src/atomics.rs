//! Atomic operations.

use crate::error::{Error, Result};
use crate::function::FunctionWriter;
use spirv::{Capability, Op, Scope};
use vitrum_ir::{AtomicAccess, Inst, MemoryAccess, Op as IrOp, Operand, Scalar, SpirvCode};

/// Memory semantics without meaningless bits: storage classes without an order.
pub(crate) fn ordered(semantics: u32) -> u32 {
    const ORDERS: spirv::MemorySemantics = spirv::MemorySemantics::ACQUIRE
        .union(spirv::MemorySemantics::RELEASE)
        .union(spirv::MemorySemantics::ACQUIRE_RELEASE)
        .union(spirv::MemorySemantics::SEQUENTIALLY_CONSISTENT);
    let is_ordered = semantics & ORDERS.bits() != 0;
    if is_ordered { semantics } else { semantics & spirv::MemorySemantics::VOLATILE.bits() }
}

impl FunctionWriter<'_, '_> {
    #[inline(never)]
    pub(crate) fn atomic(&mut self, inst: Inst) -> Result<()> {
        let function = self.data;
        let data = function.insts[inst];
        let access = AtomicAccess::from_bits(data.imm);
        let args = self.args(function.operands(inst))?;
        let Some((pointer, values)) = args.split_first() else {
            return Err(Error::malformed("an atomic without address"));
        };
        let pointee = self.pointee(pointer.ty)?;
        let is_float = self.w.module.types.scalar_of(pointee).is_some_and(vitrum_ir::Scalar::is_float);
        if data.op == IrOp::AtomicCompareExchange && is_float {
            return Err(Error::unsupported("atomics that compare floats"));
        }
        self.atomic_capabilities(data.op, pointee);
        let scope = self.memory_scope(u32::from(access.scope));
        let mut said = access.semantics;
        if self.w.vulkan_memory
            && function.operands(inst).first().is_some_and(|&pointer| self.is_volatile(pointer))
        {
            said |= spirv::MemorySemantics::VOLATILE.bits();
        }
        let semantics = self.w.u32_constant(ordered(said));
        let mut operands = vec![pointer.id, scope, semantics];
        if data.op == IrOp::AtomicCompareExchange {
            // A failed comparison writes nothing, so it releases nothing.
            operands.push(self.unequal_semantics(said));
        }
        operands.extend(values.iter().map(|value| value.id));
        let SpirvCode::Core(number) = data.op.info().spirv else { return Err(Error::malformed("atomic")) };
        let opcode = Op::from_u32(u32::from(number)).ok_or_else(|| Error::malformed("atomic"))?;
        match function.result(inst) {
            Some(result) => {
                let id = self.emit_ir(opcode, function.values[result].ty, &operands)?;
                self.define(result, id, true);
            }
            None => self.body.push_list(opcode, &operands),
        }
        Ok(())
    }

    /// The constant of a memory scope; declares its capabilities.
    pub(crate) fn memory_scope(&mut self, scope: u32) -> u32 {
        let scope = match (scope, self.w.vulkan_memory) {
            (0, true) => Scope::QueueFamily as u32,
            (0, false) => Scope::Device as u32,
            _ => scope,
        };
        if self.w.vulkan_memory && scope == Scope::Device as u32 {
            self.w.requirements.capability(Capability::VulkanMemoryModelDeviceScope);
        }
        self.w.u32_constant(scope)
    }

    /// True if memory was declared volatile. Without Vulkan's memory model it is decorated.
    fn is_volatile(&self, pointer: Operand) -> bool {
        self.declared_access(pointer).contains(MemoryAccess::VOLATILE)
    }

    fn unequal_semantics(&mut self, semantics: u32) -> u32 {
        let (release, both) =
            (spirv::MemorySemantics::RELEASE.bits(), spirv::MemorySemantics::ACQUIRE_RELEASE.bits());
        let acquire = spirv::MemorySemantics::ACQUIRE.bits();
        let mut unequal = semantics & !(release | both);
        if semantics & both != 0 {
            unequal |= acquire;
        }
        unequal &= !spirv::MemorySemantics::MAKE_AVAILABLE.bits();
        self.w.u32_constant(ordered(unequal))
    }

    fn atomic_capabilities(&mut self, op: IrOp, ty: vitrum_ir::Type) {
        let capability = match (op, self.w.module.types.scalar_of(ty)) {
            // Only those on halves work on vectors.
            _ if self.w.module.types.vector_size(ty) > Some(1) => Capability::AtomicFloat16VectorNV,
            (_, Some(Scalar::I64 | Scalar::U64)) => Capability::Int64Atomics,
            (IrOp::AtomicFadd, Some(Scalar::F16)) => Capability::AtomicFloat16AddEXT,
            (IrOp::AtomicFadd, Some(Scalar::F64)) => Capability::AtomicFloat64AddEXT,
            (IrOp::AtomicFadd, _) => Capability::AtomicFloat32AddEXT,
            (IrOp::AtomicFmin | IrOp::AtomicFmax, Some(Scalar::F16)) => Capability::AtomicFloat16MinMaxEXT,
            (IrOp::AtomicFmin | IrOp::AtomicFmax, Some(Scalar::F64)) => Capability::AtomicFloat64MinMaxEXT,
            (IrOp::AtomicFmin | IrOp::AtomicFmax, _) => Capability::AtomicFloat32MinMaxEXT,
            _ => return,
        };
        self.w.requirements.capability(capability);
    }
}
