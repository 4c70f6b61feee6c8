//! Building function bodies: an insertion point and methods that add instructions to it.
//!
//! The builder infers result types from the op table and folds operations on constants. After a terminator
//! nothing is reachable: instructions that are built there are dropped, and their results are undefined constants.

use crate::constants::Constant;
use crate::fold;
use crate::function::{Block, ControlData, ControlHints, ControlKind, Inst, Operand, OperandKind, Value};
use crate::immediates::{MemoryAccess, Swizzle, SwizzledStore};
use crate::intrinsic::Intrinsic;
use crate::module::{Function, Module, Precision};
use crate::ops::Op;
use crate::side_table::Id;
use crate::span::Span;
use crate::types::{Type, TypeData, common};
use crate::typing;

/// Insertion point: a function and the end of one of its blocks, or nowhere after a terminator.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    /// The function.
    pub function: Function,
    /// The block; `None` where nothing is reachable.
    pub block: Option<Block>,
    /// Source of the instructions that follow.
    pub span: Span,
    /// True if the values that follow are computed as written.
    pub precise: bool,
}

/// Adds instructions at a [`Cursor`].
#[derive(Debug)]
pub struct Builder<'a> {
    /// The module.
    pub module: &'a mut Module,
    /// The insertion point.
    pub cursor: &'a mut Cursor,
}

impl<'a> Builder<'a> {
    /// A builder that adds at `cursor`, and moves it.
    #[inline]
    pub fn new(module: &'a mut Module, cursor: &'a mut Cursor) -> Self {
        Self { module, cursor }
    }

    /// The type of an operand.
    #[inline]
    pub fn ty(&self, operand: Operand) -> Type {
        typing::operand_type(self.module, &self.module.functions[self.cursor.function], operand)
    }

    /// The precision of an operand; none for constants.
    pub fn precision(&self, operand: Operand) -> Precision {
        match operand.kind() {
            OperandKind::Value(value) => self.module.functions[self.cursor.function].values[value].precision,
            OperandKind::Constant(_) => Precision::None,
            OperandKind::Global(global) => self.module.globals[global].precision,
        }
    }

    /// Adds an instruction without folding it; `None` where nothing is reachable.
    pub fn push(
        &mut self,
        op: Op,
        operands: &[Operand],
        imm: u32,
        results: &[(Type, Precision)],
    ) -> Option<Inst> {
        let block = self.cursor.block?;
        let function = &mut self.module.functions[self.cursor.function];
        let inst = function.new_inst(op, operands, imm, self.cursor.span);
        function.add_results(inst, results);
        function.blocks[block].push(inst);
        if op.is_terminator() {
            self.cursor.block = None;
        }
        if self.cursor.precise {
            for value in function.results(inst) {
                function.values[value].flags.insert(crate::ValueFlags::PRECISE);
            }
        }
        Some(inst)
    }

    /// Adds an instruction with one result without folding it; gives the result.
    fn push_value(
        &mut self,
        op: Op,
        operands: &[Operand],
        imm: u32,
        ty: Type,
        precision: Precision,
    ) -> Operand {
        let Some(block) = self.cursor.block else { return self.module.constants.undef(ty).into() };
        let function = &mut self.module.functions[self.cursor.function];
        let (inst, value) = function.new_value(op, operands, imm, self.cursor.span, (ty, precision));
        function.blocks[block].push(inst);
        if self.cursor.precise {
            function.values[value].flags.insert(crate::ValueFlags::PRECISE);
        }
        value.into()
    }

    /// Adds an operation with one result of a given type, or folds it.
    pub fn emit(
        &mut self,
        op: Op,
        operands: &[Operand],
        imm: u32,
        ty: Type,
        precision: Precision,
    ) -> Operand {
        if let Some(constant) = fold::fold(self.module, op, operands, imm, ty) {
            return constant.into();
        }
        self.push_value(op, operands, imm, ty, precision)
    }

    /// Adds an operation whose result type follows from its operands, or folds it. Ill-typed operands give an
    /// undefined `void`, which the verifier reports wherever it is used.
    pub fn op(&mut self, op: Op, operands: &[Operand], precision: Precision) -> Operand {
        self.op_imm(op, operands, 0, precision)
    }

    /// Like [`Builder::op`] for an op with an immediate.
    pub fn op_imm(&mut self, op: Op, operands: &[Operand], imm: u32, precision: Precision) -> Operand {
        // No rule looks at more than two.
        let mut types = [common::VOID; 2];
        let types = self.types(operands, &mut types);
        let ty = typing::infer(self.module, op, types, imm).unwrap_or(common::VOID);
        self.emit(op, operands, imm, ty, precision)
    }

    /// The types of the first operands.
    #[inline]
    fn types<'t>(&self, operands: &[Operand], types: &'t mut [Type; 2]) -> &'t [Type] {
        let mut count = 0;
        for (slot, &operand) in types.iter_mut().zip(operands) {
            *slot = self.ty(operand);
            count += 1;
        }
        types.get(..count).unwrap_or(&[])
    }

    /// Adds an operation with two results (sum and carry, fraction and whole part, ...), or folds it.
    pub fn op_pair(&mut self, op: Op, operands: &[Operand], precision: Precision) -> [Operand; 2] {
        let mut types = [common::VOID; 2];
        let types = self.types(operands, &mut types);
        let [first, second] = typing::infer_pair(self.module, op, types).unwrap_or([common::VOID; 2]);
        if let Some([first, second]) = fold::fold_pair(self.module, op, operands, [first, second]) {
            return [first.into(), second.into()];
        }
        let inst = self.push(op, operands, 0, &[(first, precision), (second, precision)]);
        let results = inst.map(|inst| self.module.functions[self.cursor.function].results(inst));
        match results.map(|mut results| (results.next(), results.next())) {
            Some((Some(first), Some(second))) => [first.into(), second.into()],
            _ => [self.module.constants.undef(first).into(), self.module.constants.undef(second).into()],
        }
    }

    /// A composite of `parts`; vectors are made from scalars and vectors end to end.
    pub fn construct(&mut self, ty: Type, parts: &[Operand], precision: Precision) -> Operand {
        self.emit(Op::Construct, parts, 0, ty, precision)
    }

    /// A vector or matrix with `scalar` in every component.
    pub fn splat(&mut self, ty: Type, scalar: Operand, precision: Precision) -> Operand {
        if self.ty(scalar) == ty { scalar } else { self.emit(Op::Splat, &[scalar], 0, ty, precision) }
    }

    /// The part of a composite at a known index.
    pub fn extract(&mut self, composite: Operand, index: u32, precision: Precision) -> Operand {
        self.op_imm(Op::Extract, &[composite], index, precision)
    }

    /// Components of a vector (or copies of a scalar), in order.
    pub fn swizzle(&mut self, vector: Operand, swizzle: Swizzle, precision: Precision) -> Operand {
        self.op_imm(Op::Swizzle, &[vector], swizzle.bits(), precision)
    }

    /// A function-local variable: a pointer to it.
    pub fn var(
        &mut self,
        ty: Type,
        name: &str,
        precision: Precision,
        initializer: Option<Constant>,
    ) -> Operand {
        let pointer = self.module.types.pointer(crate::Storage::Function, ty);
        let initializer = initializer.map(Operand::from);
        let result = self.push_value(Op::Var, initializer.as_slice(), 0, pointer, precision);
        self.name(result, name);
        result
    }

    /// Names a value; constants and globals keep their own.
    pub fn name(&mut self, operand: Operand, name: &str) {
        if let Some(value) = operand.value() {
            let name = self.module.names.intern(name);
            self.module.functions[self.cursor.function].set_value_name(value, name);
        }
    }

    /// The address of a part: struct members by integer constants, the rest by any integers.
    pub fn access(&mut self, base: Operand, indices: &[Operand], precision: Precision) -> Operand {
        if indices.is_empty() {
            return base;
        }
        let base_type = self.ty(base);
        let ty = typing::access_type(self.module, base_type, indices).unwrap_or(common::VOID);
        // Most often there are few, which need no allocation.
        let mut few = [base; 6];
        match few.get_mut(1..=indices.len()) {
            Some(slots) => {
                slots.copy_from_slice(indices);
                let operands = few.get(..=indices.len()).unwrap_or(&[]);
                self.push_value(Op::Access, operands, 0, ty, precision)
            }
            None => self.push_value(Op::Access, &[&[base], indices].concat(), 0, ty, precision),
        }
    }

    /// Loads the value at an address.
    pub fn load(&mut self, pointer: Operand, access: MemoryAccess, precision: Precision) -> Operand {
        let pointer_type = self.ty(pointer);
        let ty = self.module.types.pointee(pointer_type).unwrap_or(common::VOID);
        self.push_value(Op::Load, &[pointer], access.bits(), ty, precision)
    }

    /// Writes to an address.
    pub fn store(&mut self, pointer: Operand, value: Operand, access: MemoryAccess) {
        self.push(Op::Store, &[pointer, value], access.bits(), &[]);
    }

    /// Writes the named components of the vector at an address.
    pub fn store_swizzle(
        &mut self,
        pointer: Operand,
        value: Operand,
        swizzle: Swizzle,
        access: MemoryAccess,
    ) {
        self.push(Op::StoreSwizzle, &[pointer, value], SwizzledStore { swizzle, access }.bits(), &[]);
    }

    /// Calls a function; the result is of type `void` (and undefined) if it has none.
    pub fn call(&mut self, function: Function, arguments: &[Operand]) -> Operand {
        let data = &self.module.functions[function];
        let (ty, precision) = (data.result, data.precision);
        self.push_any(Op::Call, arguments, function.index() as u32, ty, precision)
    }

    /// Adds an intrinsic, or folds it; `ty` is `void` for those without result.
    pub fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        operands: &[Operand],
        ty: Type,
        precision: Precision,
    ) -> Operand {
        if let Some(constant) = fold::fold(self.module, Op::Intrinsic, operands, intrinsic as u32, ty) {
            return constant.into();
        }
        self.push_any(Op::Intrinsic, operands, intrinsic as u32, ty, precision)
    }

    /// Adds an instruction that has a result unless its type is `void`; then it gives an undefined one.
    fn push_any(
        &mut self,
        op: Op,
        operands: &[Operand],
        imm: u32,
        ty: Type,
        precision: Precision,
    ) -> Operand {
        if ty != common::VOID {
            return self.push_value(op, operands, imm, ty, precision);
        }
        self.push(op, operands, imm, &[]);
        self.module.constants.undef(ty).into()
    }

    /// Adds a new block with parameters of these types.
    pub fn block(&mut self, params: &[(Type, Precision)]) -> (Block, Vec<Value>) {
        let function = &mut self.module.functions[self.cursor.function];
        let block = function.blocks.alloc(crate::BlockData::default());
        let params = params.iter().map(|&(ty, precision)| function.add_param(block, ty, precision)).collect();
        (block, params)
    }

    /// Goes on at the end of `block`.
    pub fn enter(&mut self, block: Option<Block>) {
        self.cursor.block = block;
    }

    /// Adds a control instruction without results; they can follow with [`crate::FunctionData::add_results`]. The
    /// cursor stays behind it. `None` where nothing is reachable: blocks of an unreachable control instruction are
    /// filled in vain, which does no harm.
    pub fn control(
        &mut self,
        op: Op,
        operands: &[Operand],
        kind: ControlKind,
        hints: ControlHints,
    ) -> Option<Inst> {
        let block = self.cursor.block?;
        let function = &mut self.module.functions[self.cursor.function];
        let control = ControlData { kind, hints, loop_hints: None };
        let inst = function.new_control(op, operands, control, self.cursor.span);
        function.blocks[block].push(inst);
        Some(inst)
    }

    /// Ends the current block; nothing is reachable after it.
    pub fn terminate(&mut self, op: Op, operands: &[Operand]) {
        self.push(op, operands, 0, &[]);
    }
}

impl Module {
    /// The function with this position in the module's arena, if there is one.
    pub fn function_at(&self, index: u32) -> Option<Function> {
        ((index as usize) < self.functions.len()).then(|| Function::from_index(index as usize))
    }

    /// The content of the type of a global, function-independent constant or value.
    pub fn type_data(&self, ty: Type) -> TypeData {
        self.types.get(ty)
    }
}
