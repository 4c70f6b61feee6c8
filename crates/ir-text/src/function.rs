//! Functions, blocks and instructions.

use crate::attributes::Attribute;
use crate::reader::{Read, Reader, Spelled};
use vitrum_ir::generics::{Bound, GenericArgument, GenericParam, Instance};
use vitrum_ir::types::common;
use vitrum_ir::{
    Block, BlockData, Case, Constant, ControlData, ControlHints, ControlKind, Function, FunctionData, Id,
    Inst, Linkage, LoopHints, Name, Op, Operand, Origin, ParamMode, Precision, Span, Type, Value, ValueFlags,
};

/// A result or parameter as written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition<'a> {
    label: Spelled<'a>,
    ty: Type,
    precision: Precision,
    flags: ValueFlags,
}

/// Hints, and those with numbers.
pub(crate) type Hints = (ControlHints, Option<Box<LoopHints>>);

impl<'a> Reader<'a> {
    pub(crate) fn known_function(&self, label: Spelled<'a>) -> Read<'a, Function> {
        match self.functions.get(label.1) {
            Some(&function) => Ok(function),
            None => self.error(label.0, "no such function"),
        }
    }

    pub(crate) fn known_value(&self, label: Spelled<'a>) -> Read<'a, Operand> {
        match self.values.get(label.1) {
            Some(&value) => Ok(value.into()),
            None => self.error(label.0, "no such value above"),
        }
    }

    pub(crate) fn known_global(&self, label: Spelled<'a>) -> Read<'a, Operand> {
        match self.globals.get(label.1) {
            Some(&global) => Ok(global.into()),
            None => self.error(label.0, "no such global"),
        }
    }

    pub(crate) fn begin_function(&mut self, label: Spelled<'a>) -> Read<'a, ()> {
        let function = self.known_function(label)?;
        self.values.clear();
        self.function = FunctionData::new(self.module.functions[function].name, common::VOID);
        Ok(())
    }

    pub(crate) fn parameter(
        &mut self,
        definition: Definition<'a>,
        passing: ParamMode,
        attributes: Vec<Attribute<'a>>,
        origin: Origin,
    ) -> Read<'a, ()> {
        let data = self.parameter_data(passing, attributes, origin)?;
        self.function.params.push(data);
        self.define_param(self.function.body, &definition)
    }

    pub(crate) fn result(
        &mut self,
        ty: Type,
        precision: Option<Precision>,
        spirv: Option<u32>,
        linkage: Linkage,
        origin: Origin,
    ) {
        let function = &mut self.function;
        (function.result, function.precision) = (ty, precision.unwrap_or(Precision::None));
        (function.spirv, function.linkage, function.origin) = (spirv, linkage, origin);
    }

    /// A function without a body.
    pub(crate) fn end_import(&mut self, label: Spelled<'a>) -> Read<'a, ()> {
        if !self.function.is_import() {
            return self.error(label.0, "only an imported function has no body");
        }
        self.end_function(label, Vec::new())
    }

    pub(crate) fn end_function(&mut self, label: Spelled<'a>, insts: Vec<Inst>) -> Read<'a, ()> {
        let id = self.known_function(label)?;
        self.end_block(self.function.body, insts);
        let empty = FunctionData::placeholder(Name::EMPTY, common::VOID);
        self.module.functions[id] = std::mem::replace(&mut self.function, empty);
        Ok(())
    }

    pub(crate) fn begin_block(&mut self) -> Block {
        self.function.blocks.alloc(BlockData::default())
    }

    pub(crate) fn begin_block_with(&mut self, params: Vec<Definition<'a>>) -> Read<'a, Block> {
        let block = self.begin_block();
        for definition in &params {
            self.define_param(block, definition)?;
        }
        Ok(block)
    }

    pub(crate) fn end_block(&mut self, block: Block, insts: Vec<Inst>) -> Block {
        self.function.blocks[block].insts = insts.into();
        block
    }

    pub(crate) fn definition(
        &self,
        label: Spelled<'a>,
        ty: Type,
        precision: Option<Precision>,
        words: Vec<Spelled<'a>>,
    ) -> Read<'a, Definition<'a>> {
        let mut flags = ValueFlags::NONE;
        for word in words {
            match ValueFlags::ALL.iter().find(|row| row.1 == word.1) {
                Some(&(flag, _)) if flags.contains(flag) => {
                    return self.error(word.0, format!("`{}` is there twice", word.1));
                }
                Some(&(flag, _)) => flags.insert(flag),
                None => return self.expected(word, "`precise` or the like"),
            }
        }
        Ok(Definition { label, ty, precision: precision.unwrap_or(Precision::None), flags })
    }

    fn define(&mut self, value: Value, definition: &Definition<'a>) -> Read<'a, ()> {
        let name = self.label_name(definition.label.1);
        self.function.set_value_name(value, name);
        self.function.values[value].flags = definition.flags;
        match self.values.insert(definition.label.1, value) {
            Some(_) => self.error(definition.label.0, "this value is defined twice"),
            None => Ok(()),
        }
    }

    fn define_param(&mut self, block: Block, definition: &Definition<'a>) -> Read<'a, ()> {
        let value = self.function.add_param(block, definition.ty, definition.precision);
        self.define(value, definition)
    }

    pub(crate) fn inst(
        &mut self,
        results: Vec<Definition<'a>>,
        op: Spelled<'a>,
        operands: Vec<Operand>,
        span: Span,
    ) -> Read<'a, Inst> {
        let (op, imm) = self.op(op)?;
        let inst = self.function.new_inst(op, &operands, imm, span);
        self.define_results(inst, &results)
    }

    pub(crate) fn call(
        &mut self,
        results: Vec<Definition<'a>>,
        (callee, generics): (Spelled<'a>, Option<Vec<GenericArgument>>),
        arguments: Vec<Operand>,
        span: Span,
    ) -> Read<'a, Inst> {
        let function = self.known_function(callee)?;
        let callee = match generics {
            Some(generics) => self.instance(function, generics),
            None => function,
        };
        let inst = self.function.new_inst(Op::Call, &arguments, callee.index() as u32, span);
        self.define_results(inst, &results)
    }

    /// The instance of a generic function, which may come later: it has no signature until the end.
    fn instance(&mut self, generic: Function, arguments: Vec<GenericArgument>) -> Function {
        let key = Instance { generic, arguments: arguments.into_boxed_slice() };
        if let Some(&known) = self.instances.get(&key) {
            return known;
        }
        let mut data = FunctionData::placeholder(Name::EMPTY, common::VOID);
        data.instance = Some(Box::new(key.clone()));
        let id = self.module.functions.alloc(data);
        self.instances.insert(key, id);
        id
    }

    /// The parameters of a generic function.
    pub(crate) fn generics(&mut self, params: Vec<(Spelled<'a>, Spelled<'a>)>) -> Read<'a, ()> {
        for (label, bound) in params {
            let name = self.label_name(label.1);
            let bound = self.found(bound, Bound::from_name(bound.1), "a bound such as `float`")?;
            if self.function.generics.iter().any(|param| param.name == name) {
                return self.error(label.0, "this parameter is declared twice");
            }
            self.function.generics.push(GenericParam { name, bound });
        }
        Ok(())
    }

    pub(crate) fn break_if(
        &mut self,
        results: Vec<Definition<'a>>,
        operands: [Vec<Operand>; 3],
        span: Span,
    ) -> Read<'a, Inst> {
        let count = operands[1].len() as u32;
        let inst = self.function.new_inst(Op::BreakIf, &operands.concat(), count, span);
        self.define_results(inst, &results)
    }

    /// An instruction that owns blocks, before it has them.
    pub(crate) fn control(
        &mut self,
        results: Vec<Definition<'a>>,
        op: Op,
        operands: Vec<Operand>,
        (hints, loop_hints): Hints,
        span: Span,
    ) -> Read<'a, Inst> {
        let control = ControlData { kind: ControlKind::Switch { cases: Vec::new() }, hints, loop_hints };
        let inst = self.function.new_control(op, &operands, control, span);
        self.define_results(inst, &results)
    }

    fn define_results(&mut self, inst: Inst, results: &[Definition<'a>]) -> Read<'a, Inst> {
        let types: Vec<_> = results.iter().map(|definition| (definition.ty, definition.precision)).collect();
        self.function.add_results(inst, &types);
        for (value, definition) in self.function.results(inst).zip(results) {
            self.define(value, definition)?;
        }
        Ok(inst)
    }

    /// Gives a control instruction its blocks.
    pub(crate) fn own(&mut self, inst: Inst, kind: ControlKind) -> Inst {
        if let Some(control) = self.function.control_mut(inst) {
            control.kind = kind;
        }
        inst
    }

    pub(crate) fn hints(&self, words: Vec<Spelled<'a>>, numbers: Vec<(Spelled<'a>, u32)>) -> Read<'a, Hints> {
        let mut hints = ControlHints::NONE;
        for word in words {
            match ControlHints::ALL.iter().find(|row| row.1 == word.1) {
                Some(&(hint, _)) if hints.contains(hint) => {
                    return self.error(word.0, format!("`{}` is there twice", word.1));
                }
                Some(&(hint, _)) => hints.insert(hint),
                None => return self.expected(word, "a hint"),
            }
        }
        if numbers.is_empty() {
            return Ok((hints, None));
        }
        let mut loop_hints = LoopHints::default();
        for (word, number) in numbers {
            let slot = match word.1 {
                "dependency_length" => &mut loop_hints.dependency_length,
                "min_iterations" => &mut loop_hints.min_iterations,
                "max_iterations" => &mut loop_hints.max_iterations,
                "iteration_multiple" => &mut loop_hints.iteration_multiple,
                "peel_count" => &mut loop_hints.peel_count,
                "partial_count" => &mut loop_hints.partial_count,
                _ => &mut loop_hints.multiple_wait_queues,
            };
            self.fill(slot, number, word)?;
        }
        Ok((hints, Some(Box::new(loop_hints))))
    }

    pub(crate) fn case(labels: Vec<Option<Constant>>, block: Block) -> Case {
        let default = labels.contains(&None);
        Case { values: labels.into_iter().flatten().collect(), default, block }
    }

    pub(crate) fn span(&self, span: Spelled<'a>) -> Read<'a, Span> {
        let ends = span.1.trim_start_matches('!').split_once("..");
        let ends = ends.and_then(|(start, end)| Some(Span::new(start.parse().ok()?, end.parse().ok()?)));
        self.found(span, ends, "a span")
    }
}
