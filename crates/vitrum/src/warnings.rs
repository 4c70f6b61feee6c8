//! Warnings of the groups that analyses of the IR find, in the module as the front end gives it.
//!
//! Each row of [`TABLE`] has the warnings that a function finds. It is called if one of them is looked for, so that a
//! compilation that asks for none does no work. What a warning is about lies in the author's own text ([`OwnText`]).

mod constants;
mod divergence;
mod loops;
mod uninitialized;
mod unused;

use std::cell::OnceCell;

use vitrum_frontend_glsl::diagnostics::{Asked, Code, Diagnostic, Levels, Sink, sort_by_position};
use vitrum_frontend_glsl::{Output, OwnText};
use vitrum_ir::{
    Function, FunctionData, Linkage, Module, Op, Operand, SideTable, SourceMap, Span, ValueDef, visit,
};
use vitrum_passes::analysis::calls::Calls;
use vitrum_passes::{RunOptions, rows};

/// Warnings, and the function that finds them.
struct Row {
    codes: &'static [Code],
    find: fn(&Shader<'_>, &mut Findings<'_>),
}

const TABLE: &[Row] = &[
    Row { codes: &[Code::Uninitialized, Code::MaybeUninitialized], find: uninitialized::find },
    Row { codes: &[Code::DivisionByZero, Code::ShiftOutOfRange], find: constants::find },
    Row { codes: &[Code::InfiniteLoop, Code::ImpossibleUnroll], find: loops::find },
    Row {
        codes: &[Code::DivergentDerivative, Code::DivergentTexture, Code::DivergentBarrier],
        find: divergence::find,
    },
    Row { codes: &[Code::UnusedVariable], find: unused::find_variables },
    Row { codes: &[Code::UnusedFunction], find: unused::find_functions },
    Row { codes: &[Code::UnusedUniform], find: unused::find_uniforms },
    Row { codes: &[Code::UnwrittenOutput], find: unused::find_outputs },
];

/// Adds the warnings that the levels ask for to the output of the front end, which loses its module if one of them is an error.
pub(crate) fn add(output: &mut Output, levels: &Levels, limit: usize) {
    if extend(output, levels, limit) {
        output.module = None;
    }
}

/// Adds the warnings that the levels ask for; true if one of them is an error.
pub(crate) fn extend(output: &mut Output, levels: &Levels, limit: usize) -> bool {
    let mut sink = Sink::new(limit).with_levels(levels.clone());
    let asked = sink.asked();
    let Some(module) = output.module.as_ref().filter(|_| !asked.is_empty()) else {
        return false;
    };
    let shader = Shader {
        module,
        sources: &output.source_map,
        own: &output.own_text,
        calls: Calls::new(module),
        promoted: OnceCell::new(),
    };
    let mut findings = Findings { asked, own: &output.own_text, sink: &mut sink };
    for row in TABLE {
        if row.codes.iter().any(|&code| asked.has(code)) {
            (row.find)(&shader, &mut findings);
        }
    }
    let is_error = sink.has_errors();
    output.diagnostics.extend(sink.into_diagnostics());
    sort_by_position(&mut output.diagnostics, &output.source_map);
    is_error
}

/// Takes what the functions find.
struct Findings<'a> {
    asked: Asked,
    own: &'a OwnText,
    sink: &'a mut Sink,
}

impl Findings<'_> {
    /// Takes a warning at a span, unless it is not asked for, or not about the author's own text. `more` adds to it.
    fn add(&mut self, code: Code, span: Span, message: String, more: impl FnOnce(Diagnostic) -> Diagnostic) {
        if self.asked.has(code) && self.own.holds(span) {
            self.sink.emit(more(Diagnostic::at(code, span, message)));
        }
    }
}

/// The shader that is looked at.
struct Shader<'a> {
    module: &'a Module,
    sources: &'a SourceMap,
    own: &'a OwnText,
    calls: Calls,
    promoted: OnceCell<Module>,
}

impl Shader<'_> {
    /// The functions with code, in order of declaration.
    fn functions(&self) -> impl Iterator<Item = (Function, &FunctionData)> {
        self.module.functions.iter().filter(|row| row.1.has_code())
    }

    /// The functions that are executed: those that others call from outside, and all that they call.
    fn reached(&self) -> SideTable<Function, bool> {
        let mut reached = SideTable::filled(self.module.functions.len(), false);
        let is_callback = |id: &Function| matches!(self.module.functions[*id].linkage, Linkage::Callback(_));
        let mut work: Vec<Function> = self.module.roots().filter(|id| !is_callback(id)).collect();
        while let Some(next) = work.pop() {
            if !reached.at(next) {
                reached.set(next, true);
                work.extend_from_slice(self.calls.callees(next));
            }
        }
        reached
    }

    /// The module with local variables as values, and without exits by `discard`: a discarded fragment goes on as a helper, as
    /// devices let it. Instructions keep their spans.
    fn promoted(&self) -> &Module {
        self.promoted.get_or_init(|| {
            let mut module = self.module.clone();
            for id in module.function_ids().collect::<Vec<_>>() {
                let function = &mut module.functions[id];
                let arms: Vec<_> = visit::insts(function)
                    .into_iter()
                    .filter_map(|(_, inst)| function.arms(inst))
                    .flatten()
                    .filter_map(|arm| function.ends_with(arm, Op::Terminate))
                    .collect();
                for inst in arms {
                    function.set_op(inst, Op::Merge);
                }
            }
            let passes = [&rows::LOCALIZE_GLOBALS, &rows::PROMOTE_VARIABLES, &rows::FOLD_CONSTANTS];
            match vitrum_passes::run_passes(&mut module, &passes, RunOptions::default()) {
                Ok(_) => module,
                Err(_) => self.module.clone(),
            }
        })
    }

    /// True if the text of a declaration's file names it more often than `known`: in a part that `#if` skips, or where nothing
    /// comes to.
    fn has_other_mentions(&self, part: Span, name: &str, known: usize) -> bool {
        self.own.mentions(self.sources, part, name) > known
    }
}

/// True if a name says that a variable may go unused.
fn is_unnamed(name: &str) -> bool {
    name.is_empty() || name.starts_with('_')
}

/// The instruction that computes a value.
fn definition(function: &FunctionData, operand: Operand) -> Option<vitrum_ir::Inst> {
    match function.values[operand.value()?].def() {
        ValueDef::Result { inst, .. } => Some(inst),
        ValueDef::Param { .. } => None,
    }
}
