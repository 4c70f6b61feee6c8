//! Within functions: scopes, lines and local variables.

use super::{DebugFunction, DebugOp, first_span};
use crate::error::Result;
use crate::function::FunctionWriter;
use rustc_hash::FxHashMap;
use spirv::Op;
use vitrum_ir::{Block, Function, Name, Op as IrOp, Span, Type, TypeData, Value, ValueDef};

/// Local variables of the function that is being written.
#[derive(Debug, Default)]
pub(crate) struct Locals {
    function: DebugFunction,
    /// The scope of the block that is being written, and the one that was written last.
    scope: u32,
    said: u32,
    /// The span of the last instruction, and the last line that was written.
    span: Span,
    line: Option<(u32, u32, u32)>,
    /// Named values that were defined since the last instruction.
    waiting: Vec<(Value, u32)>,
    /// Variables that became values, by scope.
    values: FxHashMap<(u32, Name, Type), u32>,
}

impl Locals {
    /// Scopes and lines end with their block.
    pub(crate) fn forget_place(&mut self) {
        self.said = 0;
        self.line = None;
    }
}

impl FunctionWriter<'_, '_> {
    /// Begins a function.
    pub(crate) fn begin_locals(&mut self, function: Function) -> Result<()> {
        if self.w.debugs() {
            let span = first_span(self.data, self.data.body);
            let function = self.w.debug_function(function)?;
            self.locals = Locals { scope: function.id, function, span, ..Locals::default() };
        }
        Ok(())
    }

    /// Says which function the body belongs to.
    pub(crate) fn define_function(&mut self, function: Function) {
        if self.w.debugs() {
            let id = self.w.function_id(function).unwrap_or(0);
            self.debug_inst(DebugOp::DebugFunctionDefinition, &[self.locals.function.id, id]);
        }
    }

    /// Begins or goes on with a block.
    pub(crate) fn enter_scope(&mut self, block: Block) {
        if let Some(&scope) = self.locals.function.scopes.get(&block) {
            self.locals.scope = scope;
        }
    }

    /// Writes an instruction of the set into the body.
    fn debug_inst(&mut self, op: DebugOp, operands: &[u32]) {
        let [void, set, number] = self.w.debug_head(op);
        let id = self.w.id();
        self.body.push_parts(Op::ExtInst, &[void, id, set, number], operands);
    }

    /// Says where the next instruction comes from, and which variables have values by now.
    pub(crate) fn write_debug_place(&mut self, span: Span) -> Result<()> {
        if self.locals.scope != self.locals.said {
            self.locals.said = self.locals.scope;
            self.debug_inst(DebugOp::DebugScope, &[self.locals.scope]);
        }
        for (value, id) in std::mem::take(&mut self.locals.waiting) {
            self.write_local(value, id)?;
        }
        if span == Span::default() {
            return Ok(());
        }
        self.locals.span = span;
        let spot = self.w.spot(span);
        let line = Some((spot.source, spot.line, spot.column));
        if spot.line != 0 && line != self.locals.line {
            self.locals.line = line;
            let [source, line, column] = self.w.spot_operands(spot);
            self.debug_inst(DebugOp::DebugLine, &[source, line, line, column, column]);
        }
        Ok(())
    }

    /// Remembers a value with a name until the next instruction: a phi stands before all others.
    #[inline]
    pub(crate) fn note_local(&mut self, value: Value, id: u32) {
        if self.w.debugs() && self.data.has_name(value) {
            self.locals.waiting.push((value, id));
        }
    }

    fn write_local(&mut self, value: Value, id: u32) -> Result<()> {
        let module = self.w.module;
        let data = &self.data.values[value];
        let name = self.data.value_name(value);
        let text = module.names.get(name);
        let expression = self.w.debug_expression();
        let (parameter, span, is_variable) = match data.def() {
            ValueDef::Param { block, index } if block == self.data.body => {
                (Some(index + 1), self.locals.span, true)
            }
            ValueDef::Param { .. } => (None, self.locals.span, false),
            ValueDef::Result { inst, .. } => {
                let inst = &self.data.insts[inst];
                (None, inst.span(), inst.op == IrOp::Var)
            }
        };
        let scope = if parameter.is_some() { self.locals.function.id } else { self.locals.scope };
        let pointee = module.types.pointee(data.ty);
        let ty = pointee.unwrap_or(data.ty);
        // For a type that may only be stored, spirv-val takes this for a use of the value.
        let width = module.types.scalar_of(ty).map_or(32, |scalar| scalar.width());
        if matches!(width, 8 | 16) || !is_plain(module.types.get(ty)) {
            return Ok(());
        }
        if pointee.is_some() {
            // Addresses of parts of something else are no variables.
            if is_variable {
                let local = self.w.debug_local(text, ty, span, scope, parameter)?;
                self.debug_inst(DebugOp::DebugDeclare, &[local, id, expression]);
            }
            return Ok(());
        }
        let key = (scope, name, ty);
        let local = match self.locals.values.get(&key) {
            Some(&local) => local,
            None => {
                let local = self.w.debug_local(text, ty, span, scope, parameter)?;
                self.locals.values.insert(key, local);
                local
            }
        };
        self.debug_inst(DebugOp::DebugValue, &[local, id, expression]);
        Ok(())
    }
}

/// True if a debugger may read values of a type: SPIR-V forbids other uses of images and samplers.
fn is_plain(ty: TypeData) -> bool {
    matches!(
        ty,
        TypeData::Scalar(_)
            | TypeData::Vector { .. }
            | TypeData::Matrix { .. }
            | TypeData::Array { .. }
            | TypeData::Struct(_)
    )
}
