//! Functions: the order of their parts in the file, and their instructions.

use vitrum_ir::{
    Block, Case, ControlKind, FunctionData, Id, IdSet, Inlining, Inst, Linkage, LoopHints, Op, Operand,
    OperandKind, Precision, SideTable, Value,
};

use super::shapes::{Shape, Shapes};
use super::{Form, Writer};
use crate::format::{CONSTANT, GLOBAL, VALUE_BITS};
use crate::output::Output;
use crate::words::{AttributeWord, Kind, LOOP_HINTS, Words};

/// A function in the order of its text.
pub(super) struct Layout {
    pub(super) steps: Vec<Step>,
    /// Values in order of definition.
    pub(super) values: Vec<Value>,
    /// One more than the number of each value.
    numbers: SideTable<Value, u32>,
}

/// The beginning of a block, or an instruction. The blocks of an instruction follow it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// `None` stands for a block that does not exist or lies elsewhere, as in a module that does not verify.
    Block(Option<Block>),
    Inst(Inst),
}

/// Work that is left of a layout.
enum Task {
    /// A block that is to come.
    Open(Option<Block>),
    /// The instructions of a block, from this one on.
    Rest(Block, usize),
}

impl Layout {
    pub(super) fn new(function: &FunctionData) -> Self {
        let mut layout = Self {
            steps: Vec::with_capacity(function.insts.len() + function.blocks.len()),
            values: Vec::with_capacity(function.values.len()),
            numbers: SideTable::filled(function.values.len(), 0),
        };
        let mut seen = IdSet::with_capacity(function.blocks.len());
        let mut tasks = vec![Task::Open(Some(function.body))];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Open(block) => {
                    let exists = |block: &Block| block.index() < function.blocks.len();
                    let block = block.filter(exists).filter(|&block| seen.insert(block));
                    layout.steps.push(Step::Block(block));
                    if let Some(block) = block {
                        for param in params(function, block) {
                            layout.define(param);
                        }
                        tasks.push(Task::Rest(block, 0));
                    }
                }
                Task::Rest(block, start) => {
                    let insts = function.blocks[block].insts.iter().skip(start);
                    for (&inst, next) in insts.zip(start + 1..) {
                        if inst.index() >= function.insts.len() {
                            continue;
                        }
                        layout.steps.push(Step::Inst(inst));
                        for result in results(function, inst) {
                            layout.define(result);
                        }
                        if function.op(inst).is_control() {
                            tasks.push(Task::Rest(block, next));
                            let owned = owned(function, inst);
                            tasks.extend(owned.into_iter().rev().map(Task::Open));
                            break;
                        }
                    }
                }
            }
        }
        layout
    }

    fn define(&mut self, value: Value) {
        self.values.push(value);
        self.numbers.set(value, self.values.len() as u32);
    }

    /// The number of a value. That of one that is nowhere defined is too high.
    fn number(&self, value: Value) -> u32 {
        self.numbers.at(value).wrapping_sub(1)
    }

    /// All values with their numbers.
    pub(super) fn numbered(&self) -> impl Iterator<Item = (u32, Value)> + '_ {
        (0..).zip(self.values.iter().copied())
    }
}

/// The parameters of a block that exist.
fn params(function: &FunctionData, block: Block) -> impl Iterator<Item = Value> + '_ {
    let params = function.blocks[block].params.iter().copied();
    params.filter(|param| param.index() < function.values.len())
}

/// The results of an instruction that exist.
fn results(function: &FunctionData, inst: Inst) -> impl Iterator<Item = Value> + '_ {
    function.results(inst).filter(|result| result.index() < function.values.len())
}

/// The blocks that a control instruction owns by its operation, in the order of the text form.
fn owned(function: &FunctionData, inst: Inst) -> Vec<Option<Block>> {
    let kind = function.control(inst).map(|control| &control.kind);
    match (function.op(inst), kind) {
        (Op::If, Some(ControlKind::If { then, other })) => vec![Some(*then), Some(*other)],
        (Op::If, _) => vec![None, None],
        (Op::Loop, Some(ControlKind::Loop { body, continuing })) => {
            let continuing = continuing.map(Some);
            std::iter::once(Some(*body)).chain(continuing).collect()
        }
        (Op::Loop, _) => vec![None],
        (_, Some(ControlKind::Switch { cases })) => cases.iter().map(|case| Some(case.block)).collect(),
        _ => Vec::new(),
    }
}

impl Writer<'_> {
    pub(super) fn functions(&mut self, output: &mut Output, layouts: &[Layout], shapes: &Shapes) {
        self.shapes(output, shapes);
        for (function, layout) in self.module.functions.values().zip(layouts) {
            self.head(output, function);
            self.body(output, function, layout, shapes);
        }
    }

    fn head(&mut self, output: &mut Output, function: &FunctionData) {
        let FunctionData { name, params, result, precision, spirv, inlining, linkage, .. } = function;
        self.string(output, *name);
        self.ty(output, *result);
        self.attributes(output, |list| {
            list.precision(*precision);
            list.numbered("spirv", *spirv);
            match *inlining {
                None => {}
                Some(Inlining::Always) => list.word(AttributeWord::Inline.name()),
                Some(Inlining::Never) => list.word(AttributeWord::Noinline.name()),
            }
            match *linkage {
                Linkage::Internal => {}
                Linkage::Export(of) => list.string(AttributeWord::Export.name(), of),
                Linkage::Import(of) => list.string(AttributeWord::Import.name(), of),
                Linkage::Initializer => list.word(AttributeWord::Initializer.name()),
                Linkage::Callback(of) => list.string(AttributeWord::Callback.name(), of),
            }
        });
        output.count(params.len());
        for param in params {
            self.attributes(output, |list| {
                list.word(param.passing.name());
                list.numbered("spirv", param.spirv);
                list.layout(AttributeWord::Layout, param.layout);
                param.qualifiers.names().for_each(|name| list.word(name));
            });
        }
    }

    fn body(&mut self, output: &mut Output, function: &FunctionData, layout: &Layout, shapes: &Shapes) {
        let insts = layout.steps.iter().filter_map(|step| match *step {
            Step::Inst(inst) => Some(inst),
            Step::Block(_) => None,
        });
        let operands: usize = insts.clone().map(|inst| function.operands(inst).len()).sum();
        let controls = insts.clone().filter(|&inst| function.op(inst).is_control()).count();
        let count = insts.count();
        for count in [layout.steps.len() - count, count, layout.values.len(), controls, operands] {
            output.count(count);
        }
        let mut next = 0;
        for &step in &layout.steps {
            match step {
                Step::Block(block) => self.block(output, function, block, &mut next),
                Step::Inst(inst) => {
                    let shape = Shape::of(function, inst);
                    output.number(shapes.number(&shape));
                    for &operand in function.operands(inst) {
                        self.operand(output, layout, operand, next);
                    }
                    let defined = results(function, inst).count();
                    if shape.is_listed() {
                        output.count(defined);
                        for result in results(function, inst) {
                            self.form(output, Form::of(&function.values[result]));
                        }
                    }
                    next += defined as u32;
                    if function.op(inst).is_control() {
                        self.control(output, function, inst);
                    }
                }
            }
        }
    }

    /// The head of a block: the number of its instructions, and its parameters.
    fn block(&mut self, output: &mut Output, function: &FunctionData, block: Option<Block>, next: &mut u32) {
        let Some(block) = block else { return output.number(0) };
        let insts =
            function.blocks[block].insts.iter().filter(|inst| inst.index() < function.insts.len()).count();
        let count = params(function, block).count();
        output.count(insts << 1 | usize::from(count > 0));
        if count > 0 {
            output.count(count);
            for param in params(function, block) {
                self.form(output, Form::of(&function.values[param]));
            }
        }
        *next += count as u32;
    }

    fn operand(&mut self, output: &mut Output, layout: &Layout, operand: Operand, next: u32) {
        match operand.kind() {
            OperandKind::Value(value) => {
                let number = layout.number(value);
                if number < next {
                    output.wide(u64::from(next - number) << VALUE_BITS);
                } else {
                    // Only in modules that do not verify: no value is used before it is defined.
                    output.number(0);
                    output.number(number - next);
                }
            }
            OperandKind::Constant(constant) => {
                let number = self.constants.at(constant).wrapping_sub(1);
                output.wide(u64::from(number) << 2 | u64::from(CONSTANT));
            }
            OperandKind::Global(global) => output.wide((global.index() as u64) << 2 | u64::from(GLOBAL)),
        }
    }

    /// Hints, and what the blocks are for.
    fn control(&mut self, output: &mut Output, function: &FunctionData, inst: Inst) {
        let control = function.control(inst);
        let hints = control.map(|control| control.hints).unwrap_or_default();
        let numbers = control.and_then(|control| control.loop_hints.as_deref());
        let blocks = owned(function, inst).len();
        let continues = function.op(inst) == Op::Loop && blocks > 1;
        let words: Vec<&str> = hints.names().collect();
        output.count(words.len() << 2 | usize::from(numbers.is_some()) << 1 | usize::from(continues));
        for word in words {
            self.named(output, Kind::Hint, word);
        }
        if let Some(numbers) = numbers {
            self.loop_hints(output, numbers);
        }
        if function.op(inst) == Op::Switch {
            output.count(blocks);
            if let Some(ControlKind::Switch { cases }) = control.map(|control| &control.kind) {
                for Case { values, default, .. } in cases {
                    output.count(values.len() << 1 | usize::from(*default));
                    for &value in values {
                        self.constant(output, value);
                    }
                }
            }
        }
    }

    fn loop_hints(&mut self, output: &mut Output, hints: &LoopHints) {
        let LoopHints {
            dependency_length,
            min_iterations,
            max_iterations,
            iteration_multiple,
            peel_count,
            partial_count,
            multiple_wait_queues,
        } = *hints;
        let numbers = [
            dependency_length,
            min_iterations,
            max_iterations,
            iteration_multiple,
            peel_count,
            partial_count,
            multiple_wait_queues,
        ];
        output.count(numbers.iter().flatten().count());
        for (word, number) in LOOP_HINTS.iter().zip(numbers) {
            if let Some(number) = number {
                self.named(output, Kind::LoopHint, word);
                output.number(number);
            }
        }
    }
}

impl super::declarations::Attributes<'_, '_> {
    pub(super) fn precision(&mut self, precision: Precision) {
        if precision != Precision::None {
            self.word(precision.name());
        }
    }
}
