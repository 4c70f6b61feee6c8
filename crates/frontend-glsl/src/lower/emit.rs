//! Emission of instructions at the cursor, with their precision.

use crate::lower::Lowering;
use crate::lower::expressions::calls::Argument;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::symbols::Symbol;
use vitrum_ir::{
    Block, BlockData, Builder, ControlData, Inst, Op, Operand, OperandKind, Precision, Scalar, Span, Type,
    TypeData, Value, ValueDef, ValueFlags,
};

/// Scratch lists, whose allocations are reused.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Values to be visited.
    work: Vec<Operand>,
    /// Operands of a call of a built-in function.
    pub(crate) operands: Vec<Operand>,
    /// Arguments of calls, one list for each depth that calls nest to.
    pub(crate) arguments: Vec<Vec<Argument>>,
    /// Arguments of a constructor.
    pub(crate) values: Vec<(Operand, Type, Span)>,
    /// Names in the `layout(...)` that is being read.
    pub(crate) layout_names: Vec<Symbol>,
}

impl Scratch {
    /// Forgets everything, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        let Self { work, operands, arguments, values, layout_names } = self;
        work.clear();
        operands.clear();
        arguments.iter_mut().for_each(Vec::clear);
        values.clear();
        layout_names.clear();
    }
}

impl Lowering<'_> {
    /// The builder at the cursor.
    pub(crate) fn builder(&mut self) -> Builder<'_> {
        Builder::new(&mut self.module, &mut self.cursor)
    }

    /// An operation whose type follows from its operands, with the precision of the most precise one.
    pub(crate) fn op(&mut self, op: Op, operands: &[Operand], imm: u32, span: Span) -> Operand {
        let precision = self.joint_precision(operands);
        for &operand in operands {
            self.give_precision(operand, precision);
        }
        self.cursor.span = span;
        let precision = if op == Op::TexelPointer { Precision::None } else { precision };
        self.builder().op_imm(op, operands, imm, precision)
    }

    /// Combines expressions. Constants carry no precision of their own; that of the named constants in `parts` is kept
    /// aside while `emit` runs, and goes to the result if it is constant too.
    pub(crate) fn with_constants(&mut self, parts: &[Expr], emit: impl FnOnce(&mut Self) -> Expr) -> Expr {
        if !self.precision.is_used {
            return emit(self);
        }
        let precision = parts.iter().map(|part| part.precision).max().unwrap_or(Precision::None);
        let outer = std::mem::replace(&mut self.precision.of_constants, precision);
        let mut result = emit(self);
        self.precision.of_constants = outer;
        match result.kind {
            ExprKind::Value(value) if value.constant().is_some() && self.has_numbers(value) => {
                result.precision = result.precision.max(precision);
            }
            _ => {}
        }
        result
    }

    /// True if a value has components with a precision.
    fn has_components(&self, operand: Operand) -> bool {
        let scalar = self.module.types.scalar_of(self.operand_type(operand));
        scalar.is_some_and(|scalar| scalar != Scalar::Bool)
    }

    /// The same, also for arrays.
    fn has_numbers(&self, operand: Operand) -> bool {
        let scalar = self.module.types.scalar_of(self.module.innermost(self.operand_type(operand)));
        scalar.is_some_and(|scalar| scalar != Scalar::Bool)
    }

    /// The precision of a combination of these: that of the most precise. In desktop GLSL no precision is the highest.
    pub(crate) fn joint_precision(&self, operands: &[Operand]) -> Precision {
        let mut joint = Precision::None;
        if !self.precision.is_used {
            return joint;
        }
        for &operand in operands {
            let precision = self.precision_of(operand);
            if precision == Precision::None
                && !self.precision.in_language
                && operand.constant().is_none()
                && self.has_components(operand)
                && !self.is_of_bool(operand)
            {
                return Precision::None;
            }
            joint = joint.max(precision);
        }
        joint
    }

    /// True if a value is a converted bool, which takes the precision of its consumer.
    fn is_of_bool(&self, operand: Operand) -> bool {
        let function = &self.module.functions[self.cursor.function];
        let def = operand.value().map(|value| function.values[value].def());
        match def {
            Some(ValueDef::Result { inst, .. }) => matches!(function.insts[inst].op, Op::BtoF | Op::BtoI),
            Some(ValueDef::Param { .. }) | None => false,
        }
    }

    /// An instruction without results.
    pub(crate) fn effect(&mut self, op: Op, operands: &[Operand], imm: u32, span: Span) {
        self.cursor.span = span;
        self.builder().push(op, operands, imm, &[]);
    }

    /// A composite of type `ty`.
    pub(crate) fn construct(&mut self, ty: Type, parts: &[Operand], span: Span) -> Operand {
        let precision = self.joint_precision(parts);
        for &part in parts {
            self.give_precision(part, precision);
        }
        self.cursor.span = span;
        self.builder().construct(ty, parts, precision)
    }

    /// Splats `scalar` to `ty`, which may be a scalar itself.
    pub(crate) fn splat(&mut self, scalar: Operand, ty: Type, span: Span) -> Operand {
        let precision = self.precision_of(scalar);
        self.cursor.span = span;
        self.builder().splat(ty, scalar, precision)
    }

    /// A control instruction at the cursor; `None` where nothing is reachable.
    pub(crate) fn control(
        &mut self,
        op: Op,
        operands: &[Operand],
        control: ControlData,
        results: &[(Type, Precision)],
        span: Span,
    ) -> Option<Inst> {
        let block = self.cursor.block?;
        let function = &mut self.module.functions[self.cursor.function];
        let inst = function.new_control(op, operands, control, span);
        function.add_results(inst, results);
        function.blocks[block].insts.push(inst);
        Some(inst)
    }

    /// A new block, if the cursor is where something is reachable.
    pub(crate) fn new_block(&mut self) -> Option<Block> {
        self.cursor.block?;
        Some(self.module.functions[self.cursor.function].blocks.alloc(BlockData::default()))
    }

    /// Ends a block other than the current one.
    pub(crate) fn terminate(&mut self, block: Option<Block>, op: Op, operands: &[Operand], span: Span) {
        let here = std::mem::replace(&mut self.cursor.block, block);
        self.finish_block(op, operands, span);
        self.cursor.block = here;
    }

    /// Ends the current block. Following code is checked, but emits nothing.
    pub(crate) fn finish_block(&mut self, op: Op, operands: &[Operand], span: Span) {
        self.cursor.span = span;
        self.builder().terminate(op, operands);
        self.cursor.block = None;
    }

    /// True if the statement being read can be reached.
    #[inline]
    pub(crate) fn is_reached(&self) -> bool {
        self.cursor.block.is_some()
    }

    /// True if a block is empty.
    pub(crate) fn is_empty_block(&self, block: Option<Block>) -> bool {
        block.is_none_or(|block| self.module.functions[self.cursor.function].blocks[block].insts.is_empty())
    }

    /// An undefined constant.
    pub(crate) fn undef_of(&mut self, ty: Type) -> Operand {
        self.module.constants.undef(ty).into()
    }

    /// The constant 1.
    pub(crate) fn one(&mut self, scalar: Scalar) -> Operand {
        let bits = match scalar {
            Scalar::F16 => 0x3c00,
            Scalar::F32 => u64::from(1f32.to_bits()),
            Scalar::F64 => 1f64.to_bits(),
            Scalar::Bf16 => 0x3f80,
            Scalar::F8E4M3 => 0x38,
            Scalar::F8E5M2 => 0x3c,
            Scalar::F4E2M1 => 2,
            Scalar::F6E2M3 => 8,
            Scalar::F6E3M2 => 12,
            Scalar::F8E8M0 => 127,
            Scalar::MxInt8 => 64,
            Scalar::Bool
            | Scalar::I8
            | Scalar::I16
            | Scalar::I32
            | Scalar::I64
            | Scalar::U8
            | Scalar::U16
            | Scalar::U32
            | Scalar::U64 => 1,
        };
        self.module.constants.scalar(scalar, bits).into()
    }

    /// The type of an operand.
    pub(crate) fn operand_type(&self, operand: Operand) -> Type {
        let function = &self.module.functions[self.cursor.function];
        vitrum_ir::typing::operand_type(&self.module, function, operand)
    }

    /// The precision of a value. Constants have that of the expressions being combined, see
    /// [`Lowering::with_constants`]. Booleans have none, whatever was compared.
    pub(crate) fn precision_of(&self, operand: Operand) -> Precision {
        match operand.kind() {
            OperandKind::Value(value) => {
                let value = &self.module.functions[self.cursor.function].values[value];
                match self.module.types.get(value.ty) {
                    TypeData::Pointer { .. }
                    | TypeData::Scalar(Scalar::Bool)
                    | TypeData::Vector { scalar: Scalar::Bool, .. } => Precision::None,
                    _ => value.precision,
                }
            }
            OperandKind::Constant(_) if self.precision.of_constants == Precision::None => Precision::None,
            OperandKind::Constant(_) if !self.has_numbers(operand) => Precision::None,
            OperandKind::Constant(_) => self.precision.of_constants,
            OperandKind::Global(_) => Precision::None,
        }
    }

    /// Sets the precision of a value.
    pub(crate) fn set_precision(&mut self, operand: Operand, precision: Precision) {
        if let Some(value) = operand.value() {
            self.module.functions[self.cursor.function].values[value].precision = precision;
        }
    }

    /// Copies the precision of a value.
    pub(crate) fn copy_precision(&mut self, operand: Operand, from: Operand) {
        let precision = self.precision_of(from);
        self.set_precision(operand, precision);
    }

    /// Gives a value without a precision that of its consumer, and so on to its operands (ESSL 3.20 section 4.7.3).
    #[inline]
    pub(crate) fn give_precision(&mut self, operand: Operand, precision: Precision) {
        if precision != Precision::None
            && let Some(value) = operand.value()
        {
            self.give_precision_to(operand, value, precision);
        }
    }

    fn give_precision_to(&mut self, operand: Operand, value: Value, precision: Precision) {
        let has_one = self.module.functions[self.cursor.function].values[value].precision != Precision::None;
        if has_one || !self.precision.in_language && !self.is_of_bool(operand) {
            return;
        }
        let function = &mut self.module.functions[self.cursor.function];
        let mut work = std::mem::take(&mut self.scratch.work);
        work.clear();
        work.push(operand);
        while let Some(value) = work.pop().and_then(Operand::value) {
            let data = &mut function.values[value];
            let has_precision =
                matches!(self.module.types.scalar_of(data.ty), Some(scalar) if scalar != Scalar::Bool);
            if data.precision != Precision::None || !has_precision {
                continue;
            }
            let def = data.def();
            data.precision = precision;
            if let ValueDef::Result { inst, .. } = def
                && !function.insts[inst].op.is_control()
                && !matches!(function.insts[inst].op, Op::Load | Op::Call | Op::Var)
            {
                work.extend_from_slice(function.operands(inst));
            }
        }
        self.scratch.work = work;
    }

    /// Marks a value as non-uniform.
    pub(crate) fn mark_nonuniform(&mut self, operand: Operand) {
        self.body.marks_nonuniform = true;
        self.add_flags(operand, ValueFlags::NONUNIFORM);
    }

    /// Adds flags to a value.
    pub(crate) fn add_flags(&mut self, operand: Operand, flags: ValueFlags) {
        if let Some(value) = operand.value() {
            self.module.functions[self.cursor.function].values[value].flags.insert(flags);
        }
    }

    /// True if a value is marked as non-uniform, or computed from one that is. The search is bounded, and answers true
    /// beyond that.
    pub(crate) fn is_nonuniform(&self, operand: Operand) -> bool {
        const MOST: usize = 256;
        if !self.body.marks_nonuniform {
            return false;
        }
        let function = &self.module.functions[self.cursor.function];
        let mut work = vec![operand];
        let mut seen = 0;
        while let Some(operand) = work.pop() {
            seen += 1;
            let Some(value) = operand.value() else { continue };
            let data = &function.values[value];
            if data.flags.contains(ValueFlags::NONUNIFORM) || seen > MOST {
                return true;
            }
            if let ValueDef::Result { inst, .. } = data.def()
                && !function.insts[inst].op.is_control()
                && !matches!(function.insts[inst].op, Op::Load | Op::Call | Op::Var)
            {
                work.extend_from_slice(function.operands(inst));
            }
        }
        false
    }
}
