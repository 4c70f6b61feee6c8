//! Lines of the text form on their own, for messages about a module.

use super::labels::Body;
use super::print::{Line, PrintOptions, Printer};
use crate::constants::Constant;
use crate::function::{Block, FunctionData, Inst};
use crate::module::{Function, Global, Module, SpecConstant, Struct};
use crate::side_table::{IdSet, holds};
use crate::types::{Type, TypeData};

/// Gives single lines of the text of a module whose ids are all in range.
pub(crate) struct Excerpts<'a> {
    printer: Printer<'a>,
}

impl<'a> Excerpts<'a> {
    pub(crate) fn new(module: &'a Module) -> Self {
        let mut printer = Printer::new(module, &PrintOptions::default());
        printer.name_unused_constants();
        Self { printer }
    }

    /// A function as a call names it.
    pub(crate) fn callee(&self, id: Function) -> String {
        self.printer.callee(id).unwrap_or_default()
    }

    pub(crate) fn type_data(&self, data: TypeData) -> String {
        self.printer.type_data(data)
    }

    pub(crate) fn ty(&self, ty: Type) -> String {
        self.printer.ty(ty)
    }

    pub(crate) fn constant(&self, constant: Constant) -> String {
        let data = self.printer.module.constants.get(constant);
        if data.kind.is_compound() {
            self.printer.definition_of(constant)
        } else {
            self.printer.constant(constant)
        }
    }

    pub(crate) fn spec_constant(&self, id: SpecConstant) -> String {
        self.printer.spec_constant(id)
    }

    pub(crate) fn global(&self, id: Global) -> String {
        self.printer.global(id)
    }

    /// The head of a struct, or one of its members.
    pub(crate) fn structure(&self, id: Struct, member: Option<usize>) -> String {
        let members = &self.printer.module.structs[id].members;
        let label = self.printer.struct_label(id);
        match member.and_then(|index| members.get(index)) {
            Some(member) => format!("struct #{label} {{ {} }}", self.printer.member(member)),
            None => format!("struct #{label}"),
        }
    }

    /// The lines of some instructions of a function with the labels that they have in the whole text. The first
    /// call is for the head of the function, without instruction.
    pub(crate) fn function(
        &self,
        id: Function,
        mut wants: impl FnMut(Inst) -> bool,
        mut each: impl FnMut(Option<Inst>, Line),
    ) {
        let function = &self.printer.module.functions[id];
        let mut body = Body::default();
        each(None, self.printer.function_head(id, &mut body));
        let mut opened = IdSet::with_capacity(function.blocks.len());
        let mut stack: Vec<(Block, usize)> = Vec::new();
        open(function, &mut opened, &mut stack, function.body);
        while let Some((block, next)) = stack.pop() {
            if next == 0 && block != function.body {
                for &param in &function.blocks[block].params {
                    self.printer.definition(function, &mut body, param);
                }
            }
            let Some(&inst) = function.blocks[block].insts.get(next) else { continue };
            stack.push((block, next + 1));
            if wants(inst) {
                each(Some(inst), self.printer.line(function, &mut body, inst));
            } else {
                for result in function.results(inst) {
                    self.printer.definition(function, &mut body, result);
                }
            }
            push_blocks(function, inst, &mut opened, &mut stack);
        }
    }
}

fn push_blocks(
    function: &FunctionData,
    inst: Inst,
    opened: &mut IdSet<Block>,
    stack: &mut Vec<(Block, usize)>,
) {
    if let Some(control) = function.control(inst) {
        let start = stack.len();
        for block in control.blocks() {
            open(function, opened, stack, block);
        }
        stack[start..].reverse();
    }
}

/// A block that is owned twice, even by itself, is entered once.
fn open(function: &FunctionData, opened: &mut IdSet<Block>, stack: &mut Vec<(Block, usize)>, block: Block) {
    if holds(&function.blocks, block) && opened.insert(block) {
        stack.push((block, 0));
    }
}

/// A type in the text form.
pub fn type_name(module: &Module, ty: Type) -> String {
    Excerpts::new(module).ty(ty)
}
