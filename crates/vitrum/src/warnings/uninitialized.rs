//! Local variables that are read before they are written: on no path, or not on every path.
//!
//! For each variable there are the parts (components, members, elements) that are written on some path to a point, and those that
//! are written on each. A loop begins with what is written anywhere in it. Where its first test is known to hold, it does not leave
//! before it has run.

use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_frontend_glsl::diagnostics::Code;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, ControlKind, Function, FunctionData, Inst, Op, Operand, ParamMode, Span, SwizzledStore, TypeData,
    Value, ValueFlags,
};
use vitrum_passes::analysis::Analyses;
use vitrum_passes::analysis::loops::Entries;
use vitrum_passes::analysis::memory::{Path, Root, Step};

use super::{Findings, Shader, is_unnamed};

/// The written parts of a variable.
#[derive(Clone, Copy, Default)]
struct Written {
    /// On some path.
    may: u64,
    /// On each path.
    must: u64,
}

/// By variable.
type State = Vec<Written>;

/// A variable that is followed.
struct Variable {
    value: Value,
    declared: Span,
    /// True if its parts are followed one by one, and not as elements of an array, which loops write.
    is_array: bool,
    /// True if a read of it was reported, or, of a parameter, found.
    reported: bool,
}

/// The `inout` parameters, by number, that their function writes before it reads them.
type Overwritten = FxHashSet<(Function, usize)>;

pub(super) fn find(shader: &Shader<'_>, findings: &mut Findings<'_>) {
    let lengths = loops_that_run(shader);
    let overwritten = overwritten(shader, &lengths);
    for (_, function) in shader.functions() {
        let variables = variables(shader, function);
        if !variables.is_empty() {
            let mut walk = Walk::new(shader, function, variables, &lengths, &overwritten);
            walk.run(Some(findings));
        }
    }
}

fn overwritten(shader: &Shader<'_>, running: &FxHashSet<Span>) -> Overwritten {
    let mut overwritten = Overwritten::default();
    for &id in shader.calls.bottom_up() {
        let function = &shader.module.functions[id];
        let params = function.params.iter().enumerate().filter(|row| row.1.passing == ParamMode::InOut);
        let (numbers, variables): (Vec<usize>, Vec<Variable>) = params
            .filter_map(|(index, _)| {
                let &value = function.blocks[function.body].params.get(index)?;
                Some((index, Variable { value, declared: Span::default(), is_array: false, reported: false }))
            })
            .unzip();
        if !function.has_code() || variables.is_empty() {
            continue;
        }
        let mut walk = Walk::new(shader, function, variables, running, &overwritten);
        walk.run(None);
        let read = walk.variables.iter().map(|variable| variable.reported);
        let kept: Vec<usize> = numbers.into_iter().zip(read).filter(|row| !row.1).map(|row| row.0).collect();
        overwritten.extend(kept.into_iter().map(|index| (id, index)));
    }
    overwritten
}

/// The first tokens of loops whose body is surely run.
fn loops_that_run(shader: &Shader<'_>) -> FxHashSet<Span> {
    let mut spans = FxHashSet::default();
    if !shader.functions().any(|(_, function)| function.insts.iter().any(|row| row.1.op == Op::Loop)) {
        return spans;
    }
    let module = shader.promoted();
    for function in module.functions.values().filter(|function| function.has_code()) {
        for info in Analyses::new(module, function).loops().iter() {
            let runs = match info.entries {
                Entries::Exactly(count) | Entries::AtMost(count) => count >= 2,
                Entries::Unknown => false,
            };
            if runs {
                spans.insert(function.insts[info.inst].span());
            }
        }
    }
    spans
}

/// The variables of a function that the author declared.
fn variables(shader: &Shader<'_>, function: &FunctionData) -> Vec<Variable> {
    let module = shader.module;
    let mut variables = Vec::new();
    visit::each_in_order(function, |_, inst| {
        if function.op(inst) != Op::Var || !function.operands(inst).is_empty() {
            return;
        }
        let Some(value) = function.result(inst) else { return };
        let data = &function.values[value];
        let TypeData::Pointer { pointee, .. } = module.types.get(data.ty) else { return };
        let innermost = std::iter::successors(Some(pointee), |&ty| match module.types.get(ty) {
            TypeData::Array { element, .. } => Some(element),
            _ => None,
        });
        let is_followed = matches!(
            innermost.last().map(|ty| module.types.get(ty)),
            Some(
                TypeData::Scalar(_) | TypeData::Vector { .. } | TypeData::Matrix { .. } | TypeData::Struct(_)
            )
        );
        let name = module.names.get(function.value_name(value));
        if is_followed && !name.is_empty() && !data.flags.contains(ValueFlags::ARGUMENT) {
            let is_array = matches!(module.types.get(pointee), TypeData::Array { .. });
            let declared = function.insts[inst].span();
            variables.push(Variable { value, declared, is_array, reported: false });
        }
    });
    variables
}

/// A control instruction that is open.
struct Open {
    inst: Inst,
    entry: Option<State>,
    /// At its end.
    exit: Option<State>,
    /// At the start of the continuing block, or of the case behind this one.
    next: Option<State>,
    /// The test at the start of a loop, which leaves it no sooner than after an iteration.
    test: Option<Block>,
}

struct Walk<'a, 'b> {
    shader: &'a Shader<'b>,
    function: &'a FunctionData,
    variables: Vec<Variable>,
    numbers: FxHashMap<Value, usize>,
    /// Values that are operands.
    used: FxHashSet<Value>,
    running: &'a FxHashSet<Span>,
    overwritten: &'a Overwritten,
    /// `None` where nothing comes to.
    now: Option<State>,
    open: Vec<Open>,
}

impl<'a, 'b> Walk<'a, 'b> {
    fn new(
        shader: &'a Shader<'b>,
        function: &'a FunctionData,
        variables: Vec<Variable>,
        running: &'a FxHashSet<Span>,
        overwritten: &'a Overwritten,
    ) -> Self {
        let numbers = variables.iter().enumerate().map(|(index, it)| (it.value, index)).collect();
        let now = Some(vec![Written::default(); variables.len()]);
        let mut used = FxHashSet::default();
        visit::each_in_order(function, |_, inst| used.extend(function.used_values(inst)));
        Self { shader, function, variables, numbers, used, running, overwritten, now, open: Vec::new() }
    }

    /// Reports reads of variables, if they are locals, and else marks them.
    fn run(&mut self, mut findings: Option<&mut Findings<'_>>) {
        let function = self.function;
        visit::walk(function, function.body, |event| match event {
            Event::Enter(block) => self.enter(block),
            Event::Inst(inst) => self.inst(inst, findings.as_deref_mut()),
            Event::Behind(_) => self.now = self.open.pop().and_then(|open| open.exit),
            Event::Leave(_) => {}
        });
    }

    fn enter(&mut self, block: Block) {
        let Some(open) = self.open.last_mut() else { return };
        let Some(control) = self.function.control(open.inst) else { return };
        match &control.kind {
            ControlKind::If { .. } => self.now = open.entry.clone(),
            ControlKind::Loop { body, .. } if *body == block => self.now = open.entry.clone(),
            ControlKind::Loop { .. } => self.now = open.next.take(),
            ControlKind::Switch { .. } => {
                let fallen = open.next.take();
                self.now = open.entry.clone();
                join(&mut self.now, fallen);
            }
        }
    }

    fn inst(&mut self, inst: Inst, findings: Option<&mut Findings<'_>>) {
        let op = self.function.op(inst);
        match op {
            Op::If | Op::Switch | Op::Loop => {
                let mut test = None;
                if op == Op::Loop {
                    self.add_loop_writes(inst);
                    test = self.first_test(inst);
                }
                self.open.push(Open { inst, entry: self.now.clone(), exit: None, next: None, test });
            }
            Op::Merge => self.leave(|_| true, |open| &mut open.exit),
            Op::Break => self.breaks(inst),
            Op::Fallthrough => self.leave(|_| true, |open| &mut open.next),
            Op::Continue => {
                let has_continuing = |function: &FunctionData, open: &Open| {
                    function.control(open.inst).is_some_and(|control| control.blocks().count() > 1)
                };
                let function = self.function;
                let open = self.open.iter_mut().rev().find(|open| function.op(open.inst) == Op::Loop);
                if let Some(open) = open {
                    if !has_continuing(function, open) && open.test.is_some() {
                        join(&mut open.exit, self.now.clone());
                    }
                    join(&mut open.next, self.now.take());
                }
                self.now = None;
            }
            Op::Next => {
                if let Some(open) = self.open.last_mut().filter(|open| open.test.is_some()) {
                    join(&mut open.exit, self.now.take());
                }
                self.now = None;
            }
            Op::BreakIf => self.leave(|_| true, |open| &mut open.exit),
            _ if op.effects().contains(vitrum_ir::Effects::TERMINATOR) => self.now = None,
            _ => self.access(inst, findings),
        }
    }

    /// Goes to a place of the innermost open instruction that fits.
    fn leave(&mut self, fits: impl Fn(Op) -> bool, place: impl Fn(&mut Open) -> &mut Option<State>) {
        let function = self.function;
        let now = self.now.take();
        if let Some(open) = self.open.iter_mut().rev().find(|open| fits(function.op(open.inst))) {
            join(place(open), now);
        }
    }

    fn breaks(&mut self, inst: Inst) {
        let function = self.function;
        let target =
            self.open.iter().rposition(|open| matches!(function.op(open.inst), Op::Loop | Op::Switch));
        let now = self.now.take();
        let Some(open) = target.and_then(|index| self.open.get_mut(index)) else { return };
        let is_test = open.test.is_some_and(|block| function.terminator(block) == Some(inst));
        if !is_test {
            join(&mut open.exit, now);
        }
    }

    /// The block of the `break` in the test at the start of a loop whose body is surely run.
    fn first_test(&self, inst: Inst) -> Option<Block> {
        let function = self.function;
        if !self.running.contains(&function.insts[inst].span()) {
            return None;
        }
        let ControlKind::Loop { body, .. } = function.control(inst)?.kind else { return None };
        let first = function.blocks[body].insts.iter().find_map(|&inst| function.arms(inst))?;
        let [_, other] = first;
        function.ends_with(other, Op::Break).map(|_| other)
    }

    /// Adds what a loop writes anywhere to what may be written at its start.
    fn add_loop_writes(&mut self, inst: Inst) {
        let Some(control) = self.function.control(inst) else { return };
        let mut writes = Vec::new();
        for block in control.blocks() {
            for (_, inst) in visit::insts_of(self.function, block) {
                self.each_access(inst, |index, mask, kind| {
                    if kind != Access::Read {
                        writes.push((index, mask));
                    }
                });
            }
        }
        for (index, mask) in writes {
            if let Some(written) = self.now.as_mut().and_then(|now| now.get_mut(index)) {
                written.may |= mask;
            }
        }
    }

    fn access(&mut self, inst: Inst, mut findings: Option<&mut Findings<'_>>) {
        if self.function.op(inst) == Op::Var {
            let index = self.function.result(inst).and_then(|value| self.numbers.get(&value));
            if let Some(written) = index.and_then(|&index| self.now.as_mut()?.get_mut(index)) {
                *written = Written::default();
            }
            return;
        }
        let mut accesses = Vec::new();
        self.each_access(inst, |index, mask, kind| accesses.push((index, mask, kind)));
        for (index, mask, kind) in accesses {
            if kind != Access::Write {
                self.read(index, mask, inst, findings.as_deref_mut());
            }
            if kind != Access::Read
                && let Some(written) = self.now.as_mut().and_then(|now| now.get_mut(index))
            {
                written.may |= mask;
                written.must |= mask;
            }
        }
    }

    fn read(&mut self, index: usize, mask: u64, inst: Inst, findings: Option<&mut Findings<'_>>) {
        let Some(&Written { may, must }) = self.now.as_ref().and_then(|now| now.get(index)) else { return };
        let Some(variable) = self.variables.get_mut(index).filter(|variable| !variable.reported) else {
            return;
        };
        let Some(findings) = findings else {
            variable.reported = must & mask != mask;
            return;
        };
        let function = self.function;
        let name = self.shader.module.names.get(function.value_name(variable.value));
        let (code, message) = if may & mask == 0 {
            // Of a variable that is written in part, the part that is read.
            let text = self.shader.sources.slice(function.insts[inst].span());
            let is_part =
                may != 0 && text.strip_prefix(name).is_some_and(|rest| rest.starts_with(['.', '[']));
            let read = if is_part { text } else { name };
            (Code::Uninitialized, format!("`{read}` is read, but nothing has written it"))
        } else if must & mask == 0 && !variable.is_array {
            let message = format!("`{name}` is read, but not every path to here has written it");
            (Code::MaybeUninitialized, message)
        } else {
            return;
        };
        if is_unnamed(name) {
            return;
        }
        variable.reported = true;
        let declared = variable.declared;
        findings
            .add(code, function.insts[inst].span(), message, |it| it.secondary(declared, "declared here"));
    }

    fn is_unused(&self, inst: Inst) -> bool {
        self.function.results(inst).all(|value| !self.used.contains(&value))
    }

    /// Calls `note` for each access of an instruction to a variable, with its number and the parts.
    fn each_access(&self, inst: Inst, mut note: impl FnMut(usize, u64, Access)) {
        let function = self.function;
        let mut at = |operand: Operand, access: Access, components: Option<u64>| {
            let path = Path::resolved(self.shader.module, function, operand);
            let (Root::Variable(value) | Root::Parameter(value)) = path.root else { return };
            let Some(&index) = self.numbers.get(&value) else { return };
            let mask = match (path.steps.first(), components) {
                (Some(&Step::Part(part)), _) if part < 64 => 1 << part,
                (None, Some(components)) => components,
                _ => u64::MAX,
            };
            note(index, mask, access);
        };
        let operands = function.operands(inst);
        match function.op(inst) {
            Op::Access => {}
            // The front end loads the old value of some results, which nothing uses.
            Op::Load if self.is_unused(inst) => {}
            Op::Load => operands.iter().for_each(|&operand| at(operand, Access::Read, None)),
            Op::Store => operands.iter().take(1).for_each(|&operand| at(operand, Access::Write, None)),
            Op::StoreSwizzle => {
                let swizzle = SwizzledStore::from_bits(function.insts[inst].imm).swizzle;
                let components = swizzle.components().iter().fold(0, |mask, &part| mask | 1 << (part & 63));
                operands.iter().take(1).for_each(|&operand| at(operand, Access::Write, Some(components)));
            }
            Op::Call => {
                let callee = function.callee(inst);
                for (index, &operand) in operands.iter().enumerate() {
                    let reads = callee.is_some_and(|callee| {
                        let param = self.shader.module.functions[callee].params.get(index);
                        param.is_some_and(|param| param.passing == ParamMode::InOut)
                            && !self.overwritten.contains(&(callee, index))
                    });
                    at(operand, if reads { Access::Both } else { Access::Write }, None);
                }
            }
            // Whatever else takes an address may write there.
            _ => operands.iter().for_each(|&operand| at(operand, Access::Write, None)),
        }
    }
}

/// The kind of an access.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
    Both,
}

/// Adds the state of a path to that of others that meet it.
fn join(at: &mut Option<State>, other: Option<State>) {
    match (at.as_mut(), other) {
        (_, None) => {}
        (None, other) => *at = other,
        (Some(at), Some(other)) => {
            for (a, b) in at.iter_mut().zip(other) {
                a.may |= b.may;
                a.must &= b.must;
            }
        }
    }
}
