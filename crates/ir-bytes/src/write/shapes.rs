//! The shapes of instructions: operation, immediate, number of operands and result, each combination once.
//!
//! The most frequent come first, so that their numbers take one byte.

use rustc_hash::FxHashMap;
use vitrum_ir::{FunctionData, Inst, Module, Op};

use super::function::{Layout, Step};
use super::{Form, Writer};
use crate::format::LISTED;
use crate::output::Output;

/// The shape of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    op: Op,
    imm: u32,
    operands: u32,
    /// None, one, or a list that each instruction has.
    results: Results,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Results {
    None,
    One(Form),
    Listed,
}

/// The shapes of all instructions of a module.
pub(super) struct Shapes {
    shapes: Vec<Shape>,
    numbers: FxHashMap<Shape, u32>,
}

impl Shape {
    pub(super) fn of(function: &FunctionData, inst: Inst) -> Self {
        let data = &function.insts[inst];
        let results = match (data.result_count(), function.result_data(inst)) {
            (0, _) => Results::None,
            (1, Some(value)) => Results::One(Form::of(&value)),
            _ => Results::Listed,
        };
        // That of a control instruction is the number of its data, which the order of the instructions says.
        let imm = if data.op.is_control() { 0 } else { data.imm };
        Self { op: data.op, imm, operands: function.operands(inst).len() as u32, results }
    }

    pub(super) fn is_listed(&self) -> bool {
        self.results == Results::Listed
    }
}

impl Shapes {
    pub(super) fn new(module: &Module, layouts: &[Layout]) -> Self {
        let mut counts: FxHashMap<Shape, usize> = FxHashMap::default();
        let mut shapes = Vec::new();
        for (function, layout) in module.functions.values().zip(layouts) {
            for step in &layout.steps {
                let Step::Inst(inst) = *step else { continue };
                let shape = Shape::of(function, inst);
                *counts.entry(shape).or_insert_with(|| {
                    shapes.push(shape);
                    0
                }) += 1;
            }
        }
        shapes.sort_by_key(|shape| std::cmp::Reverse(counts.get(shape).copied()));
        let numbers = shapes.iter().copied().zip(0..).collect();
        Self { shapes, numbers }
    }

    pub(super) fn number(&self, shape: &Shape) -> u32 {
        self.numbers.get(shape).copied().unwrap_or(0)
    }
}

impl Writer<'_> {
    pub(super) fn shapes(&mut self, output: &mut Output, shapes: &Shapes) {
        output.count(shapes.shapes.len());
        for &Shape { op, imm, operands, results } in &shapes.shapes {
            self.word(output, crate::words::Kind::Op, op as usize);
            self.immediate(output, op, imm);
            let count = match results {
                Results::None => 0,
                Results::One(_) => 1,
                Results::Listed => LISTED,
            };
            output.number(operands << 2 | count);
            if let Results::One(form) = results {
                self.form(output, form);
            }
        }
    }
}
