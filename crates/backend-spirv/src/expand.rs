//! Operations on composites that SPIR-V has only for their parts.

use crate::error::{Error, Result};
use crate::function::{Arg, FunctionWriter};
use crate::options::Version;
use crate::words::Ids;
use spirv::{Capability, Op};
use vitrum_ir::{Length, Op as IrOp, Scalar, Type, TypeData, types::common};

impl FunctionWriter<'_, '_> {
    pub(crate) fn extract(&mut self, composite: Arg, index: u32) -> Result<Arg> {
        let ty = self.part(composite.ty, index)?;
        Ok(Arg { id: self.emit_ir(Op::CompositeExtract, ty, &[composite.id, index])?, ty })
    }

    /// Number of parts of a composite.
    fn part_count(&self, ty: Type) -> Result<u32> {
        match self.w.module.types.get(ty) {
            _ if !self.w.facts(ty).is_separable() => {
                Err(Error::too_large("composite that is compared or selected as a whole"))
            }
            TypeData::Struct(id) => Ok(self.w.module.structs[id].members.len() as u32),
            TypeData::Array { length: Length::Spec(_), .. } => {
                Err(Error::unsupported("comparing arrays of specialised length"))
            }
            _ => self
                .w
                .module
                .types
                .length(ty)
                .ok_or_else(|| Error::malformed("a part of a type without parts")),
        }
    }

    /// Component-wise arithmetic on matrices: column by column.
    pub(crate) fn by_columns(&mut self, op: IrOp, args: &[Arg], ty: Type) -> Result<u32> {
        let column = self.part(ty, 0)?;
        let mut columns = Vec::new();
        for index in 0..self.part_count(ty)? {
            let mut parts = Vec::with_capacity(args.len());
            for &arg in args {
                parts.push(self.extract(arg, index)?);
            }
            columns.push(self.expression(op, 0, &parts, column)?);
        }
        self.emit_ir(Op::CompositeConstruct, ty, &columns)
    }

    /// A vector or matrix with the same scalar everywhere.
    pub(crate) fn splat(&mut self, scalar: Arg, ty: Type) -> Result<u32> {
        match self.w.module.types.get(ty) {
            TypeData::Vector { size, .. } => {
                self.emit_ir(Op::CompositeConstruct, ty, &Ids::from_elem(scalar.id, usize::from(size)))
            }
            TypeData::Matrix { columns, .. } => {
                let column = self.part(ty, 0)?;
                let column = self.splat(scalar, column)?;
                self.emit_ir(Op::CompositeConstruct, ty, &Ids::from_elem(column, usize::from(columns)))
            }
            TypeData::CooperativeMatrix { .. } => self.emit_ir(Op::CompositeConstruct, ty, &[scalar.id]),
            TypeData::LongVector { length: Length::Constant(length), .. } => {
                self.emit_ir(Op::CompositeConstruct, ty, &Ids::from_elem(scalar.id, length as usize))
            }
            TypeData::LongVector { length: Length::Spec(_), .. } => {
                self.w.requirements.capability(Capability::ReplicatedCompositesEXT);
                self.emit_ir(Op::CompositeConstructReplicateEXT, ty, &[scalar.id])
            }
            _ => Ok(scalar.id),
        }
    }

    /// One of two values. Before SPIR-V 1.4 the condition of a vector is a vector, and composites cannot be chosen.
    pub(crate) fn select(&mut self, args: &[Arg], ty: Type) -> Result<u32> {
        let &[condition, yes, no] = args else { return Err(Error::malformed("select")) };
        let single = condition.ty == common::BOOL;
        if self.w.version >= Version::V1_4 || !single {
            return self.emit_ir(Op::Select, ty, &[condition.id, yes.id, no.id]);
        }
        match self.w.module.types.get(ty) {
            TypeData::Vector { .. } => {
                let bools = self.bool_like(ty);
                let condition = self.splat(condition, bools)?;
                self.emit_ir(Op::Select, ty, &[condition, yes.id, no.id])
            }
            TypeData::Matrix { .. }
            | TypeData::Array { .. }
            | TypeData::LongVector { length: Length::Constant(_), .. }
            | TypeData::Struct(_) => {
                let mut parts = Vec::new();
                for index in 0..self.part_count(ty)? {
                    let (yes, no) = (self.extract(yes, index)?, self.extract(no, index)?);
                    parts.push(self.select(&[condition, yes, no], yes.ty)?);
                }
                self.emit_ir(Op::CompositeConstruct, ty, &parts)
            }
            _ => self.emit_ir(Op::Select, ty, &[condition.id, yes.id, no.id]),
        }
    }

    /// Compares two values part by part: true if all parts are equal, or for `!=` if some part differs.
    pub(crate) fn equality(&mut self, op: IrOp, args: &[Arg]) -> Result<u32> {
        let &[left, right] = args else { return Err(Error::malformed("equality")) };
        let equal = op == IrOp::Equal;
        let ty = left.ty;
        match self.w.module.types.get(ty) {
            TypeData::Scalar(scalar) => {
                self.emit_ir(equality_opcode(scalar, equal), common::BOOL, &[left.id, right.id])
            }
            TypeData::Vector { scalar, .. } => {
                let bools = self.bool_like(ty);
                let each = self.emit_ir(equality_opcode(scalar, equal), bools, &[left.id, right.id])?;
                self.emit_ir(if equal { Op::All } else { Op::Any }, common::BOOL, &[each])
            }
            TypeData::BufferReference { .. } => {
                let [left, right] =
                    [left, right].map(|arg| self.emit_ir(Op::ConvertPtrToU, common::U64, &[arg.id]));
                let op = equality_opcode(Scalar::U64, equal);
                self.emit_ir(op, common::BOOL, &[left?, right?])
            }
            _ => {
                let mut whole = None;
                for index in 0..self.part_count(ty)? {
                    let parts = [self.extract(left, index)?, self.extract(right, index)?];
                    let part = self.equality(op, &parts)?;
                    whole = Some(match whole {
                        None => part,
                        Some(whole) => {
                            let join = if equal { Op::LogicalAnd } else { Op::LogicalOr };
                            self.emit_ir(join, common::BOOL, &[whole, part])?
                        }
                    });
                }
                Ok(whole.unwrap_or_else(|| self.w.scalar_constant(Scalar::Bool, u64::from(equal))))
            }
        }
    }
}

/// The comparison of two scalars: floats differ when unordered.
fn equality_opcode(scalar: Scalar, equal: bool) -> Op {
    match (scalar, equal) {
        (Scalar::Bool, true) => Op::LogicalEqual,
        (Scalar::Bool, false) => Op::LogicalNotEqual,
        (scalar, true) if scalar.is_float() => Op::FOrdEqual,
        (scalar, false) if scalar.is_float() => Op::FUnordNotEqual,
        (_, true) => Op::IEqual,
        (_, false) => Op::INotEqual,
    }
}
