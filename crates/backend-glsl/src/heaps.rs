//! Blocks of descriptor heaps (`GL_EXT_structured_descriptor_heap`). The IR names the byte where a block begins at each access,
//! and GLSL at its declaration.

use crate::Error;
use crate::context::Context;
use crate::layout::Layout;
use vitrum_glsl::layout_qualifiers::Meaning;
use vitrum_ir::{
    Constant, FunctionData, Global, GlobalData, Module, Op, Operand, OperandKind, Qualifiers, ValueDef, visit,
};
use vitrum_passes::analysis::memory::{Path, Root, Step};

/// The byte where a block begins, as declarations can name it.
#[derive(Clone, Debug, PartialEq)]
enum Start {
    Constant(Constant),
    /// A global, or a member of one.
    Variable(Global, Vec<u32>),
}

/// Checks that each block of a heap begins at one place, which a declaration can name.
pub(crate) fn check(module: &Module) -> Result<(), Error> {
    for (heap, data) in module.globals.iter().filter(|row| module.is_structured_heap(row.1)) {
        let mut found = None;
        for function in module.functions.values() {
            for start in starts(module, function, heap) {
                let fits = start.is_some() && (found.is_none() || found == start);
                if !fits {
                    let what =
                        "a block of a descriptor heap whose offset is no constant and no variable".to_owned();
                    return Err(Error::Unsupported { what, span: Some(data.origin.span) });
                }
                found = start;
            }
        }
    }
    Ok(())
}

/// The bytes that the accesses of a function name.
fn starts(module: &Module, function: &FunctionData, heap: Global) -> impl Iterator<Item = Option<Start>> {
    let insts = visit::insts(function).into_iter().map(|(_, inst)| inst);
    insts.filter_map(move |inst| match (function.op(inst), function.operands(inst)) {
        (Op::Access, &[base, start, ..]) if base.global() == Some(heap) => {
            Some(start_of(module, function, start))
        }
        _ => None,
    })
}

fn start_of(module: &Module, function: &FunctionData, start: Operand) -> Option<Start> {
    let value = match start.kind() {
        OperandKind::Constant(constant) => return Some(Start::Constant(constant)),
        OperandKind::Value(value) => value,
        OperandKind::Global(_) => return None,
    };
    let ValueDef::Result { inst, .. } = function.values[value].def() else { return None };
    let (Op::Load, &[pointer]) = (function.op(inst), function.operands(inst)) else { return None };
    let path = Path::resolved(module, function, pointer);
    let Root::Global(global) = path.root else { return None };
    let step = |step: &Step| match *step {
        Step::Part(index) => Some(index),
        Step::Dynamic(_) => None,
    };
    Some(Start::Variable(global, path.steps.iter().map(step).collect::<Option<_>>()?))
}

impl Context<'_> {
    /// Adds the qualifiers of a block of a heap: `layout(heap_offset = 64) resourceheap `.
    pub(crate) fn heap_qualifiers(&self, heap: Global, data: &GlobalData, out: &mut String) {
        let module = self.module;
        let start = module.functions.values().find_map(|function| starts(module, function, heap).next());
        let mut parts = Layout::new(out);
        match start.flatten() {
            Some(Start::Constant(constant)) if !module.constants.is_zero(constant) => {
                parts.word(&format!("{} = {}", Meaning::HeapOffset.name(), self.constant_text(constant)));
            }
            Some(Start::Variable(global, steps)) => {
                parts.word(&format!("{} = {}", Meaning::HeapOffset.name(), self.path_text(global, &steps)));
            }
            _ => {}
        }
        parts.end();
        let is_of_samplers = data.decorations.qualifiers.contains(Qualifiers::SAMPLER_HEAP);
        out.push_str(if is_of_samplers { "samplerheap " } else { "resourceheap " });
    }

    /// A part of a global.
    fn path_text(&self, global: Global, steps: &[u32]) -> String {
        let module = self.module;
        let mut text = self.global(global).to_owned();
        let mut ty = module.globals[global].ty;
        for &step in steps {
            match crate::types::struct_of(module, ty).filter(|_| module.types.element(ty).is_none()) {
                Some(id) => {
                    text.push_str(if text.is_empty() { "" } else { "." });
                    text.push_str(self.member(id, step as usize));
                }
                None => text.push_str(&format!("[{step}]")),
            }
            ty = vitrum_ir::typing::part_type(module, ty, step).unwrap_or(ty);
        }
        text
    }
}
