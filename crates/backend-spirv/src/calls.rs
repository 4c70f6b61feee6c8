//! Calls. SPIR-V wants variables as pointer arguments, not parts of them: those go through a variable.

use crate::error::{Error, Result};
use crate::function::{Arg, FunctionWriter};
use crate::globals::Pointee;
use crate::words::Ids;
use spirv::{Capability, Op, StorageClass};
use vitrum_ir::{
    Inst, MemoryAccess, Op as IrOp, Operand, ParamMode, Storage, TypeData, ValueDef, types::common,
};

/// A part of a variable that is passed through a temporary, to be written after the call.
struct CopyOut {
    pointer: Operand,
    variable: u32,
}

impl FunctionWriter<'_, '_> {
    pub(crate) fn call(&mut self, inst: Inst) -> Result<()> {
        let function = self.data;
        let callee = function.callee(inst).ok_or_else(|| Error::malformed("a call without a callee"))?;
        let id = self.w.function_id(callee);
        let id = id.ok_or_else(|| Error::malformed("a call of an unknown function"))?;
        let callee = &self.w.module.functions[callee];
        let mut operands = Ids::new();
        operands.push(id);
        let mut copies = Vec::new();
        for (index, &argument) in function.operands(inst).iter().enumerate() {
            if let TypeData::Pointer { storage: Storage::Buffer, .. } =
                self.w.module.types.get(self.ty(argument))
            {
                self.w.requirements.capability(Capability::VariablePointersStorageBuffer);
                self.w.requirements.extension("SPV_KHR_variable_pointers");
            }
            let passing = callee.params.get(index).map_or(ParamMode::In, |param| param.passing);
            let temporary = self.is_part(argument);
            operands.push(if temporary {
                self.copy_in(argument, passing, &mut copies)?
            } else {
                let id = self.operand(argument)?;
                if self.untyped.contains(&id) {
                    return Err(Error::unsupported("passing a resource of a descriptor heap to a function"));
                }
                id
            });
        }
        let result = function.result(inst);
        let ty = result.map_or(common::VOID, |result| function.values[result].ty);
        let id = self.emit_ir(Op::FunctionCall, ty, &operands)?;
        if let Some(result) = result {
            self.define(result, id, true);
        }
        for copy in copies {
            self.copy_out(&copy)?;
        }
        Ok(())
    }

    /// True if an argument is the address of a part of a local variable.
    fn is_part(&self, argument: Operand) -> bool {
        let TypeData::Pointer { storage, .. } = self.w.module.types.get(self.ty(argument)) else {
            return false;
        };
        let Some(value) = argument.value() else { return false };
        let ValueDef::Result { inst, .. } = self.data.values[value].def() else { return false };
        storage == Storage::Function && self.data.insts[inst].op == IrOp::Access
    }

    fn copy_in(&mut self, pointer: Operand, passing: ParamMode, copies: &mut Vec<CopyOut>) -> Result<u32> {
        let ty = self.pointee(self.ty(pointer))?;
        let laid = self.w.ty(ty)?;
        let variable = self.local(laid, None);
        self.w.name(variable, "param");
        if passing != ParamMode::Out {
            let address = self.operand(pointer)?;
            let value = self.emit_plain(Op::Load, laid, &[address]);
            self.body.push(Op::Store, &[variable, value]);
        }
        if matches!(passing, ParamMode::Out | ParamMode::InOut) {
            copies.push(CopyOut { pointer, variable });
        }
        Ok(variable)
    }

    fn copy_out(&mut self, copy: &CopyOut) -> Result<()> {
        let ty = self.pointee(self.ty(copy.pointer))?;
        let laid = self.w.ty(ty)?;
        let id = self.emit_plain(Op::Load, laid, &[copy.variable]);
        let address = self.operand(copy.pointer)?;
        let place = Pointee::plain(StorageClass::Function);
        self.store_at(address, place, Arg { id, ty }, MemoryAccess::NONE)
    }
}
