//! Variables that are only written, functions that are never called, uniforms that are never read, and outputs that are never
//! written.

use rustc_hash::FxHashMap;
use vitrum_frontend_glsl::diagnostics::Code;
use vitrum_ir::{
    Function, FunctionData, Global, Inst, Linkage, Op, Operand, OperandKind, ParamMode, Qualifiers, Span,
    Storage, TypeData, Value, ValueFlags, visit,
};
use vitrum_passes::analysis::memory::{Path, Root};

use super::{Findings, Shader, is_unnamed};

/// Accesses to a variable.
#[derive(Clone, Copy, Default)]
struct Accesses {
    reads: usize,
    writes: usize,
}

/// Calls `note` for each address that an instruction uses, with whether it is only written there.
fn each_access(
    shader: &Shader<'_>,
    function: &FunctionData,
    inst: Inst,
    mut note: impl FnMut(Operand, bool),
) {
    let operands = function.operands(inst);
    match function.op(inst) {
        // The access is noted where the address is used.
        Op::Access => operands.iter().skip(1).for_each(|&operand| note(operand, false)),
        Op::Store | Op::StoreSwizzle => {
            for (index, &operand) in operands.iter().enumerate() {
                note(operand, index == 0);
            }
        }
        Op::Call => {
            let callee = function.callee(inst).map(|callee| &shader.module.functions[callee]);
            for (index, &operand) in operands.iter().enumerate() {
                let passing = callee.and_then(|callee| callee.params.get(index)).map(|param| param.passing);
                note(operand, passing == Some(ParamMode::Out));
            }
        }
        _ => operands.iter().for_each(|&operand| note(operand, false)),
    }
}

/// True if a write is that of an assignment. The argument of an `out` parameter is one only if the function is called for it, so that
/// such a variable need not be read.
fn is_assignment(shader: &Shader<'_>, function: &FunctionData, inst: Inst) -> bool {
    let text = shader.sources.slice(function.insts[inst].span());
    function.op(inst) != Op::Call && ["=", "++", "--"].iter().any(|operator| text.contains(operator))
}

/// Local variables that are assigned, but never read.
pub(super) fn find_variables(shader: &Shader<'_>, findings: &mut Findings<'_>) {
    let module = shader.module;
    // A function ends where the next one begins, at the latest.
    let mut starts: Vec<u32> = shader.functions().map(|row| row.1.origin.span.start).collect();
    starts.sort_unstable();
    for (_, function) in shader.functions() {
        let mut variables: FxHashMap<Value, Accesses> = FxHashMap::default();
        let mut order: Vec<(Value, Span)> = Vec::new();
        visit::each_in_order(function, |_, inst| {
            if function.op(inst) == Op::Var {
                order.extend(function.result(inst).map(|value| (value, function.insts[inst].span())));
            }
            each_access(shader, function, inst, |operand, writes| {
                if let Root::Variable(value) = Path::of(function, operand).root {
                    let var = super::definition(function, value.into());
                    let declared = var.map(|var| function.insts[var].span().start);
                    // The initial value needs no further mention.
                    if writes && declared == Some(function.insts[inst].span().start) {
                        variables.entry(value).or_default();
                        return;
                    }
                    let accesses = variables.entry(value).or_default();
                    let is_assigned = writes && is_assignment(shader, function, inst);
                    *if is_assigned { &mut accesses.writes } else { &mut accesses.reads } += 1;
                }
            });
        });
        for (value, span) in order {
            let name = module.names.get(function.value_name(value));
            let Some(found) = variables.get(&value).filter(|found| found.reads == 0 && found.writes > 0)
            else {
                continue;
            };
            if is_unnamed(name) || function.values[value].flags.contains(ValueFlags::ARGUMENT) {
                continue;
            }
            let next = starts.iter().find(|&&start| start > span.start).copied();
            let part = Span::new(span.start, next.unwrap_or(shader.own.end()));
            let mentions = shader.own.mentions(shader.sources, part, name);
            // One that is only declared is found by its tokens.
            if mentions == 1 + found.writes {
                let message = format!("variable `{name}` is written, but never read");
                findings.add(Code::UnusedVariable, span, message, |it| it);
            }
        }
    }
    find_globals(shader, findings);
}

/// Global variables that nothing names.
fn find_globals(shader: &Shader<'_>, findings: &mut Findings<'_>) {
    let uses = Uses::new(shader);
    for (id, data) in shader.module.globals.iter().filter(|row| row.1.storage == Storage::Private) {
        let name = shader.module.names.get(data.name);
        let whole = Span::new(0, shader.own.end());
        if !is_unnamed(name) && uses.all(id) == 0 && !shader.has_other_mentions(whole, name, 1) {
            let message = format!("unused variable `{name}`");
            findings.add(Code::UnusedVariable, data.origin.span, message, |it| it);
        }
    }
}

/// Functions that are defined, but never called.
pub(super) fn find_functions(shader: &Shader<'_>, findings: &mut Findings<'_>) {
    let reached = shader.reached();
    for (id, function) in shader.functions() {
        let name = shader.module.names.get(function.name);
        let whole = Span::new(0, shader.own.end());
        let is_internal = matches!(function.linkage, Linkage::Internal | Linkage::Callback(_))
            && shader.module.entry != Some(id);
        if is_internal && !reached.at(id) && !is_unnamed(name) && !shader.has_other_mentions(whole, name, 1) {
            let message = format!("function `{name}` is never called");
            findings.add(Code::UnusedFunction, function.origin.span, message, |it| it);
        }
    }
}

/// The number of uses of each global.
struct Uses {
    /// By functions that are executed: all uses, and those that may write.
    reached: FxHashMap<Global, Accesses>,
    /// By any function.
    all: FxHashMap<Global, usize>,
}

impl Uses {
    fn new(shader: &Shader<'_>) -> Self {
        let reached = shader.reached();
        let mut new = Self { reached: FxHashMap::default(), all: FxHashMap::default() };
        for (id, function) in shader.functions() {
            new.add(shader, id, function, reached.at(id));
        }
        new
    }

    fn add(&mut self, shader: &Shader<'_>, _: Function, function: &FunctionData, reached: bool) {
        visit::each_in_order(function, |_, inst| {
            let op = function.op(inst);
            if op == Op::Access
                && let Some(OperandKind::Global(global)) = function.operands(inst).first().map(|it| it.kind())
            {
                *self.all.entry(global).or_default() += 1;
            }
            each_access(shader, function, inst, |operand, writes| {
                let Root::Global(global) = Path::of(function, operand).root else { return };
                *self.all.entry(global).or_default() += 1;
                if reached {
                    let accesses = self.reached.entry(global).or_default();
                    accesses.reads += 1;
                    // An address that something else takes may be written there.
                    accesses.writes += usize::from(writes || !matches!(op, Op::Load | Op::Access));
                }
            });
        });
    }

    fn all(&self, global: Global) -> usize {
        self.all.get(&global).copied().unwrap_or(0)
    }

    fn reached(&self, global: Global) -> Accesses {
        self.reached.get(&global).copied().unwrap_or_default()
    }
}

/// Uniforms, resources and blocks that nothing uses.
pub(super) fn find_uniforms(shader: &Shader<'_>, findings: &mut Findings<'_>) {
    use Storage::{AtomicCounter, Buffer, Opaque, PushConstant, Uniform};
    let uses = Uses::new(shader);
    for (id, data) in shader.module.globals.iter() {
        let is_given = matches!(data.storage, Uniform | Opaque | Buffer | PushConstant | AtomicCounter);
        if !is_given || data.decorations.builtin.is_some() || uses.reached(id).reads > 0 {
            continue;
        }
        let names = names(shader, id);
        let known = 1 + uses.all(id);
        let whole = Span::new(0, shader.own.end());
        let Some(shown) = names.first().filter(|name| !is_unnamed(name)) else { continue };
        if names.iter().any(|name| shader.has_other_mentions(whole, name, known)) {
            continue;
        }
        let what = if data.block.is_some() { "block" } else { "uniform" };
        let message = format!("{what} `{shown}` is never used");
        findings.add(Code::UnusedUniform, data.origin.span, message, |it| it);
    }
}

/// The names by which the text can mean a global: its own, or those of its block and the block's members.
fn names<'a>(shader: &Shader<'a>, global: Global) -> Vec<&'a str> {
    let module = shader.module;
    let data = &module.globals[global];
    let own = module.names.get(data.name);
    if !own.is_empty() {
        return vec![own];
    }
    let TypeData::Struct(block) = module.types.get(data.ty) else { return Vec::new() };
    let block = &module.structs[block];
    let members = block.members.iter().map(|member| module.names.get(member.name));
    std::iter::once(module.names.get(block.name)).chain(members).collect()
}

/// Outputs that nothing writes.
pub(super) fn find_outputs(shader: &Shader<'_>, findings: &mut Findings<'_>) {
    let module = shader.module;
    if module.is_unit() {
        return;
    }
    let uses = Uses::new(shader);
    for (id, data) in module.globals.iter().filter(|row| row.1.storage == Storage::Output) {
        let names = names(shader, id);
        let is_own = data.decorations.builtin.is_none()
            && !data.decorations.qualifiers.contains(Qualifiers::FRAMEBUFFER_FETCH)
            && names.iter().all(|name| !name.starts_with("gl_"));
        let Some(shown) = names.first().filter(|name| is_own && !is_unnamed(name)) else { continue };
        let known = 1 + uses.all(id);
        let whole = Span::new(0, shader.own.end());
        if uses.reached(id).writes == 0
            && data.initializer.is_none()
            && !names.iter().any(|name| shader.has_other_mentions(whole, name, known))
        {
            let message = format!("output `{shown}` is never written");
            findings.add(Code::UnwrittenOutput, data.origin.span, message, |it| {
                it.note("its value is undefined")
            });
        }
    }
}
