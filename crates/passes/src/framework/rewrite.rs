//! The way to rewrite a function: a walk that visits each instruction once and rebuilds its block.
//!
//! [`rewrite_each`] calls a closure for each instruction of a module, and [`rewrite`] a [`Visitor`] that sees blocks as well. Each
//! instruction is visited in text order, after everything that it may use, and an [`Action`] says what becomes of it. The
//! [`Rewriter`] builds instructions in front of it, or behind it after [`Rewriter::keep`], with inferred types and folded
//! constants: operations ([`Rewriter::op`]), control flow with closures ([`Rewriter::if_`], [`Rewriter::loop_`],
//! [`Rewriter::switch_`]). [`insert_at_start`] and [`insert_at_returns`] build at the ends of a function.
//!
//! Blocks are rebuilt as a whole, so inserting and removing anywhere costs the length of the block once. Replaced values are
//! forwarded: later operands change before they are visited. The walk needs no recursion.
//!
//! ```
//! use vitrum_ir::{Op, Stage, Module};
//! use vitrum_passes::{Session, rewrite::{Action, rewrite_each}};
//!
//! /// Turns `tan(x)` into `sin(x) / cos(x)`.
//! fn expand_tangents(module: &mut Module, session: &mut Session) -> usize {
//!     rewrite_each(module, session, |rewriter, inst| {
//!         if rewriter.function().op(inst) != Op::Tan || !rewriter.may_change() {
//!             return Action::Keep;
//!         }
//!         let x = rewriter.function().operands(inst)[0];
//!         let (sine, cosine) = (rewriter.op(Op::Sin, &[x]), rewriter.op(Op::Cos, &[x]));
//!         let tangent = rewriter.op(Op::Fdiv, &[sine, cosine]);
//!         rewriter.replace(inst, tangent)
//!     })
//! }
//! # assert_eq!(expand_tangents(&mut Module::new(Stage::Vertex), &mut Session::new(None)), 0);
//! ```

mod build;
mod edits;
pub(crate) mod image_call;

pub use build::End;
pub(crate) use build::constant_number;
pub(crate) use edits::Edits;

use crate::framework::float_laws::FloatLaws;
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_ir::edit;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, ControlData, ControlKind, Function, FunctionData, Inst, List, Module, Op, Operand, Precision,
    SideTable, Span, Type, Value,
};

/// The fate of a visited instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It stays.
    Keep,
    /// It stays, in front of what was built since [`Rewriter::keep`].
    Kept,
    /// It is removed; its results have been forwarded.
    Remove,
    /// It is replaced by the instructions of this block, which are visited next. The operands of their terminator replace its
    /// results.
    Splice(Block),
}

/// A block of a control instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The first arm of an `if`.
    Then,
    /// The second arm of an `if`.
    Other,
    /// The body of a loop.
    Body,
    /// The continuing block of a loop.
    Continuing,
    /// The case of a switch with this index.
    Case(usize),
    /// The block that stands in the place of its control instruction.
    Spliced,
}

/// A visitor of a walk.
pub trait Visitor {
    /// The walk begins. New instructions go to the start of the function.
    fn start(&mut self, _rewriter: &mut Rewriter<'_>) {}

    /// An instruction, its operands already forwarded. New instructions go in front of it with
    /// [`Rewriter::push`].
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action;

    /// A block of `control` is about to be walked.
    fn enter(&mut self, _rewriter: &mut Rewriter<'_>, _control: Inst, _part: Part) {}

    /// All blocks of `control`, which stays, have been walked.
    fn leave(&mut self, _rewriter: &mut Rewriter<'_>, _control: Inst) {}
}

/// The state of a walk over a function.
pub struct Rewriter<'a> {
    /// The module, without the function.
    pub(crate) module: &'a mut Module,
    /// The function.
    pub(crate) function: FunctionData,
    session: &'a mut Session,
    forward: SideTable<Value, Option<Operand>>,
    /// Instructions before the current one that are to go, if there are any.
    dropped: SideTable<Inst, bool>,
    /// The instructions of the open blocks so far; inner blocks come behind outer ones.
    out: Vec<Inst>,
    /// Number of changes, for the report.
    pub(crate) changes: usize,
    /// Number of instructions of the blocks that have been walked.
    kept: usize,
    /// Number of instructions that blocks took the place of.
    splices: usize,
    /// The instruction that is visited: new ones get its place in the source.
    visited: Option<Inst>,
    /// The types that the loop or switch being built gives where it is left, once that is known.
    broken: Option<Vec<(Type, Precision)>>,
}

impl std::fmt::Debug for Rewriter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rewriter").field("changes", &self.changes).finish_non_exhaustive()
    }
}

/// Instructions of a function that does not fit into caches close by.
const LARGE: usize = 1 << 12;

/// Memory of a walk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buffers {
    forward: SideTable<Value, Option<Operand>>,
    dropped: SideTable<Inst, bool>,
    out: Vec<Inst>,
    frames: Vec<Frame>,
    /// Stands for the function in the module.
    placeholder: Option<FunctionData>,
}

/// A block that is being walked.
#[derive(Clone, Debug)]
struct Frame {
    block: Block,
    /// Its instructions as they were, and how many of them have been walked.
    insts: List<Inst>,
    next: usize,
    /// The position in `out` at which its instructions begin.
    start: usize,
    owner: Option<(Inst, Part)>,
    /// The number of splices before it.
    splices: usize,
}

impl Rewriter<'_> {
    /// The module, without the function that is rewritten.
    pub fn module(&self) -> &Module {
        self.module
    }

    /// The module, for types, constants and globals.
    pub fn module_mut(&mut self) -> &mut Module {
        self.module
    }

    /// The function, with the blocks that are walked now taken out.
    pub fn function(&self) -> &FunctionData {
        &self.function
    }

    /// The options of passes.
    pub fn settings(&self) -> &Settings {
        self.session.settings()
    }

    /// The place in the source of the instruction that is visited.
    fn place(&self) -> Span {
        self.visited.map_or(Span::default(), |inst| self.function.insts[inst].span())
    }

    /// Replaces the only result of an instruction; gives the action that removes it.
    pub fn replace(&mut self, inst: Inst, with: Operand) -> Action {
        if let Some(result) = self.function.result(inst) {
            self.forward(result, with);
        }
        Action::Remove
    }

    /// Replaces the only result of an instruction by a value that takes over its name; gives the action that removes it.
    pub(crate) fn replace_named(&mut self, inst: Inst, with: Operand) -> Action {
        if let (Some(old), Some(new)) = (self.function.result(inst), with.value()) {
            let name = self.function.value_name(old);
            self.function.set_value_name(new, name);
        }
        self.replace(inst, with)
    }

    /// Replaces the only result of an instruction by a value that takes over its name and flags; gives the action that removes it.
    pub(crate) fn replace_alike(&mut self, inst: Inst, with: Operand) -> Action {
        match (self.function.result(inst), with.value()) {
            (Some(old), Some(new)) => self.inherit(old, new),
            (Some(old), None) => self.forward(old, with),
            (None, _) => {}
        }
        Action::Remove
    }

    /// True if one more change may be made; a pass asks once before each. See [`Session`].
    #[must_use]
    pub fn may_change(&mut self) -> bool {
        self.session.may_change()
    }

    /// Says that the pass cannot do what its options ask for at an instruction. See [`Session::refuse`].
    pub fn refuse(&mut self, inst: Inst, message: impl Into<String>) {
        self.session.refuse(self.function.insts[inst].span(), message);
    }

    /// The laws that may be used on floats.
    pub fn floats(&self) -> FloatLaws {
        self.session.settings.floats
    }

    /// Reports a change of an instruction of the source.
    pub fn remark(&mut self, inst: Inst, text: impl FnOnce(&Module) -> String) {
        let module = &*self.module;
        self.session.remark(self.function.insts[inst].span(), || text(module));
    }

    /// Reports the reason why an instruction of the source stays as it is.
    pub fn missed(&mut self, inst: Inst, text: impl FnOnce(&Module) -> String) {
        let module = &*self.module;
        self.session.missed(self.function.insts[inst].span(), || text(module));
    }

    /// Puts an operation of a given type in front of the current instruction, or folds it. It gets the place of that instruction.
    pub fn push(
        &mut self,
        op: Op,
        operands: &[Operand],
        imm: u32,
        ty: Type,
        precision: Precision,
    ) -> Operand {
        self.push_from(self.place(), op, operands, imm, (ty, precision))
    }

    /// The same for an operation with a place in the source.
    pub(crate) fn push_from(
        &mut self,
        span: Span,
        op: Op,
        operands: &[Operand],
        imm: u32,
        result: (Type, Precision),
    ) -> Operand {
        let constant = self.floats().fold(self.module, op, operands, imm, result.0);
        if let Some(constant) = constant {
            return constant.into();
        }
        self.push_at(span, op, operands, imm, result).into()
    }

    /// Puts an operation with a place in the source in front of the current instruction, as it is.
    pub(crate) fn push_at(
        &mut self,
        span: Span,
        op: Op,
        operands: &[Operand],
        imm: u32,
        result: (Type, Precision),
    ) -> Value {
        let (inst, value) = self.function.new_value(op, operands, imm, span, result);
        self.out.push(inst);
        value
    }

    /// Keeps the visited instruction: what is built from now on stands behind it. Gives the action to return.
    pub fn keep(&mut self, inst: Inst) -> Action {
        self.out.push(inst);
        Action::Kept
    }

    /// Takes back a control instruction that is being left, the last one that was kept; its blocks stay as they are.
    pub(crate) fn take_back(&mut self, control: Inst) {
        if self.out.last() == Some(&control) {
            self.out.pop();
            self.changes += 1;
        }
    }

    /// Puts instructions that were walked already behind those that were kept.
    pub(crate) fn put_back(&mut self, insts: &[Inst]) {
        self.out.extend_from_slice(insts);
    }

    /// Puts an instruction without results in front of the current one.
    pub fn push_effect(&mut self, op: Op, operands: &[Operand], imm: u32) {
        let inst = self.function.new_inst(op, operands, imm, self.place());
        self.out.push(inst);
        self.changes += 1;
    }

    /// Takes out an instruction without results that stands before the current one in its block.
    pub(crate) fn drop_earlier(&mut self, inst: Inst) {
        self.dropped.set(inst, true);
        self.changes += 1;
    }

    /// Puts a store in front of the current instruction, with the source of another.
    pub(crate) fn push_store(&mut self, pointer: Operand, value: Operand, like: Inst) -> Inst {
        let span = self.function.insts[like].span();
        let inst = self.function.new_inst(Op::Store, &[pointer, value], 0, span);
        self.out.push(inst);
        inst
    }

    /// Puts an instruction that is made already in front of the current one.
    pub(crate) fn push_inst(&mut self, inst: Inst) {
        self.out.push(inst);
    }

    /// Copies an instruction with other operands in front of the current one; gives its results.
    pub(crate) fn copy_with(&mut self, inst: Inst, operands: &[Operand]) -> Vec<Operand> {
        let function = &mut self.function;
        let data = function.insts[inst];
        let types = function.result_types(inst);
        let flags: Vec<_> = function.results(inst).map(|value| function.values[value].flags).collect();
        let copy = function.new_inst(data.op, operands, data.imm, data.span());
        function.add_results(copy, &types);
        let results: Vec<Value> = function.results(copy).collect();
        for (&value, flags) in results.iter().zip(flags) {
            function.values[value].flags = flags;
        }
        self.push_inst(copy);
        results.into_iter().map(Operand::from).collect()
    }

    /// Makes all later uses of `value` use `operand` instead.
    pub fn forward(&mut self, value: Value, operand: Operand) {
        let operand = self.resolve(operand);
        self.forward.set(value, Some(operand));
        self.changes += 1;
    }

    /// The current replacement of an operand, and of what replaces it.
    pub(crate) fn resolve(&self, mut operand: Operand) -> Operand {
        while let Some(next) = operand.value().and_then(|value| self.forward.at(value)) {
            operand = next;
        }
        operand
    }

    /// Replaces the operands of an instruction that was walked already, or was made in a walk.
    pub(crate) fn resolve_operands(&mut self, inst: Inst) {
        for index in 0..self.function.operands(inst).len() {
            let operand = self.resolve(self.function.operands(inst)[index]);
            self.function.operands_mut(inst)[index] = operand;
        }
    }

    /// Gives an instruction more results behind those it has; the old ones are forwarded to their successors.
    pub(crate) fn extend_results(
        &mut self,
        inst: Inst,
        more: &[(Type, Precision)],
    ) -> impl ExactSizeIterator<Item = Value> + use<> {
        let old = self.function.results(inst);
        let count = old.len();
        if more.is_empty() {
            return self.function.results(inst).skip(count);
        }
        if count == 0 {
            self.function.add_results(inst, more);
        } else {
            let values = old.clone().map(|value| self.function.values[value]);
            let mut types: Vec<(Type, Precision)> = values.map(|data| (data.ty, data.precision)).collect();
            types.extend_from_slice(more);
            self.function.add_results(inst, &types);
            for (old, new) in old.zip(self.function.results(inst)) {
                self.inherit(old, new);
            }
        }
        self.function.results(inst).skip(count)
    }

    /// Gives an instruction other results; the caller forwards the old ones.
    pub(crate) fn replace_results(&mut self, inst: Inst, types: &[(Type, Precision)]) -> Vec<Value> {
        self.function.add_results(inst, types);
        self.function.results(inst).collect()
    }

    /// Forwards `old` to `new`, which takes over its name and flags.
    pub(crate) fn inherit(&mut self, old: Value, new: Value) {
        let name = self.function.value_name(old);
        self.function.set_value_name(new, name);
        self.function.values[new].flags = self.function.values[old].flags;
        self.forward(old, new.into());
    }
}

/// Calls a closure for each instruction of a module; gives the number of changes.
pub fn rewrite_each(
    module: &mut Module,
    session: &mut Session,
    mut each: impl FnMut(&mut Rewriter<'_>, Inst) -> Action,
) -> usize {
    module.code_ids().map(|id| rewrite_in(module, id, session, &mut each)).sum()
}

/// Calls a closure for each instruction of a function; gives the number of changes.
pub fn rewrite_in(
    module: &mut Module,
    function: Function,
    session: &mut Session,
    each: impl FnMut(&mut Rewriter<'_>, Inst) -> Action,
) -> usize {
    rewrite_function(module, function, session, Each(each))
}

/// Builds instructions at the start of a function.
pub fn insert_at_start(
    module: &mut Module,
    function: Function,
    session: &mut Session,
    build: impl FnOnce(&mut Rewriter<'_>),
) {
    rewrite_function(module, function, session, AtStart(Some(build)));
}

/// A closure that runs at the start of a walk.
struct AtStart<F>(Option<F>);

impl<F: FnOnce(&mut Rewriter<'_>)> Visitor for AtStart<F> {
    fn start(&mut self, rewriter: &mut Rewriter<'_>) {
        if let Some(build) = self.0.take() {
            build(rewriter);
        }
    }

    fn inst(&mut self, _: &mut Rewriter<'_>, _: Inst) -> Action {
        Action::Keep
    }
}

/// Builds instructions in front of each return of a function; gives the number of returns.
pub fn insert_at_returns(
    module: &mut Module,
    function: Function,
    session: &mut Session,
    mut build: impl FnMut(&mut Rewriter<'_>),
) -> usize {
    let mut count = 0;
    let each = |rewriter: &mut Rewriter<'_>, inst: Inst| {
        if rewriter.function.op(inst) == Op::Return {
            build(rewriter);
            count += 1;
        }
        Action::Keep
    };
    rewrite_in(module, function, session, each);
    count
}

/// A closure as a visitor.
struct Each<F>(F);

impl<F: FnMut(&mut Rewriter<'_>, Inst) -> Action> Visitor for Each<F> {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        (self.0)(rewriter, inst)
    }
}

/// Walks every function of a module for which there is a visitor; gives the number of changes.
pub fn rewrite<P: Visitor>(
    module: &mut Module,
    session: &mut Session,
    mut pass: impl FnMut(&mut Module, Function, &mut Session) -> Option<P>,
) -> usize {
    let mut changes = 0;
    for id in module.code_ids() {
        if let Some(pass) = pass(module, id, session) {
            changes += rewrite_function(module, id, session, pass);
        }
    }
    changes
}

/// Walks a function; gives the number of changes.
pub fn rewrite_function(
    module: &mut Module,
    id: Function,
    session: &mut Session,
    mut pass: impl Visitor,
) -> usize {
    let Buffers { mut forward, mut dropped, mut out, mut frames, placeholder } =
        std::mem::take(&mut session.buffers);
    let slot = &mut module.functions[id];
    let (name, result, linkage) = (slot.name, slot.result, slot.linkage);
    let mut placeholder = placeholder.unwrap_or_else(|| FunctionData::placeholder(name, result));
    (placeholder.name, placeholder.result, placeholder.linkage) = (name, result, linkage);
    let function = std::mem::replace(slot, placeholder);
    forward.clear();
    dropped.clear();
    out.clear();
    frames.clear();
    let mut rewriter = Rewriter {
        module,
        function,
        session: &mut *session,
        forward,
        dropped,
        out,
        changes: 0,
        kept: 0,
        splices: 0,
        visited: None,
        broken: None,
    };
    walk(&mut rewriter, &mut pass, &mut frames);
    let Rewriter { mut function, forward, dropped, out, changes, kept, .. } = rewriter;
    // Later passes walk over the function again, so its instructions should lie close together.
    if changes > 0 && function.insts.len() > LARGE && function.insts.len() > kept + kept / 2 {
        edit::compact_to(&mut function, kept);
        session.summaries.forget(id);
    }
    let placeholder = Some(std::mem::replace(&mut module.functions[id], function));
    session.buffers = Buffers { forward, dropped, out, frames, placeholder };
    changes
}

fn walk(rewriter: &mut Rewriter<'_>, pass: &mut impl Visitor, frames: &mut Vec<Frame>) {
    let body = rewriter.function.body;
    frames.push(open(rewriter, body, None));
    pass.start(rewriter);
    while let Some(frame) = frames.last_mut() {
        let mut within = None;
        for &inst in frame.insts.get(frame.next..).unwrap_or(&[]) {
            frame.next += 1;
            if let Some(next) = step(rewriter, pass, inst, frame.owner) {
                within = Some((inst, next));
                break;
            }
        }
        match within {
            Some((inst, Within::Part(part))) => begin(rewriter, pass, frames, inst, part),
            // The instructions go on in the block around, whose frame waits below.
            Some((inst, Within::Spliced(block))) => {
                frames.push(open(rewriter, block, Some((inst, Part::Spliced))));
            }
            None => close(rewriter, pass, frames),
        }
    }
}

/// Blocks to walk before the instructions that follow.
enum Within {
    /// From this of its blocks on.
    Part(Part),
    /// The block that stands in its place.
    Spliced(Block),
}

#[inline]
fn step(
    rewriter: &mut Rewriter<'_>,
    pass: &mut impl Visitor,
    inst: Inst,
    owner: Option<(Inst, Part)>,
) -> Option<Within> {
    if !rewriter.forward.is_empty() {
        let forward = &rewriter.forward;
        for operand in rewriter.function.operands_mut(inst) {
            if let Some(value) = operand.value() {
                *operand = forward.at(value).unwrap_or(*operand);
            }
        }
    }
    if let Some((control, Part::Spliced)) = owner
        && rewriter.function.op(inst) == Op::Merge
    {
        let results: Vec<Value> = rewriter.function.results(control).collect();
        let operands = rewriter.function.operands(inst).to_vec();
        for (value, operand) in results.into_iter().zip(operands) {
            rewriter.forward(value, operand);
        }
        return None;
    }
    rewriter.visited = Some(inst);
    match pass.inst(rewriter, inst) {
        Action::Keep => {
            rewriter.out.push(inst);
            first_part(&rewriter.function, inst).map(Within::Part)
        }
        Action::Kept => {
            rewriter.changes += 1;
            first_part(&rewriter.function, inst).map(Within::Part)
        }
        Action::Remove => {
            rewriter.changes += 1;
            None
        }
        Action::Splice(block) => {
            rewriter.changes += 1;
            rewriter.splices += 1;
            Some(Within::Spliced(block))
        }
    }
}

fn open(rewriter: &mut Rewriter<'_>, block: Block, owner: Option<(Inst, Part)>) -> Frame {
    let insts = std::mem::take(&mut rewriter.function.blocks[block].insts);
    Frame { block, insts, next: 0, start: rewriter.out.len(), owner, splices: rewriter.splices }
}

fn begin(
    rewriter: &mut Rewriter<'_>,
    pass: &mut impl Visitor,
    frames: &mut Vec<Frame>,
    control: Inst,
    part: Part,
) {
    let Some(block) = part_block(&rewriter.function, control, part) else { return };
    let frame = open(rewriter, block, Some((control, part)));
    rewriter.visited = Some(control);
    pass.enter(rewriter, control, part);
    frames.push(frame);
}

fn close(rewriter: &mut Rewriter<'_>, pass: &mut impl Visitor, frames: &mut Vec<Frame>) {
    let Some(mut frame) = frames.pop() else { return };
    if let Some((_, Part::Spliced)) = frame.owner {
        // A spliced block that leaves in another way than by merging ends the block around it.
        let leaves = rewriter.out.last().is_some_and(|&last| rewriter.function.op(last).is_terminator());
        if leaves && let Some(outer) = frames.last_mut() {
            outer.next = outer.insts.len();
        }
        return;
    }
    let kept = rewriter.out.get(frame.start..).unwrap_or(&[]);
    if rewriter.dropped.is_empty() {
        refill(&mut frame.insts, kept);
    } else {
        frame.insts.clear();
        frame.insts.extend(kept.iter().copied().filter(|&inst| !rewriter.dropped.at(inst)));
    }
    rewriter.out.truncate(frame.start);
    rewriter.kept += frame.insts.len();
    rewriter.function.blocks[frame.block].insts = frame.insts;
    let Some((control, part)) = frame.owner else { return };
    if part == Part::Body
        && rewriter.splices > frame.splices
        && !has_continue(&rewriter.function, frame.block)
    {
        drop_continuing(&mut rewriter.function, control);
    }
    match next_part(&rewriter.function, control, part) {
        Some(next) => begin(rewriter, pass, frames, control, next),
        None => {
            rewriter.visited = Some(control);
            pass.leave(rewriter, control);
        }
    }
}

/// True if a `continue` in the body of a loop begins its next iteration.
fn has_continue(function: &FunctionData, body: Block) -> bool {
    let is_continue = |inst: Inst| function.op(inst) == Op::Continue;
    if function.blocks[body].insts.last().is_some_and(|&last| is_continue(last)) {
        return true;
    }
    let (mut loops, mut found) = (0usize, false);
    visit::walk(function, body, |event| match event {
        Event::Inst(inst) if function.op(inst) == Op::Loop => loops += 1,
        Event::Behind(inst) if function.op(inst) == Op::Loop => loops = loops.saturating_sub(1),
        Event::Inst(inst) => found |= loops == 0 && is_continue(inst),
        Event::Behind(_) | Event::Enter(_) | Event::Leave(_) => {}
    });
    found
}

/// Takes the continuing block from a loop that has lost its last `continue`: it may use values of the body, which are not
/// defined on any way to it now.
fn drop_continuing(function: &mut FunctionData, control: Inst) {
    if let Some(ControlData { kind: ControlKind::Loop { continuing, .. }, .. }) =
        function.control_mut(control)
    {
        *continuing = None;
    }
}

/// Gives a list other items, in its own memory if they need any.
fn refill(list: &mut List<Inst>, items: &[Inst]) {
    if items.len() <= list.inline_size() {
        *list = List::from_slice(items);
    } else {
        list.clear();
        list.extend_from_slice(items);
    }
}

fn first_part(function: &FunctionData, control: Inst) -> Option<Part> {
    match &function.control(control)?.kind {
        ControlKind::If { .. } => Some(Part::Then),
        ControlKind::Loop { .. } => Some(Part::Body),
        ControlKind::Switch { cases } => (!cases.is_empty()).then_some(Part::Case(0)),
    }
}

fn next_part(function: &FunctionData, control: Inst, part: Part) -> Option<Part> {
    match (part, &function.control(control)?.kind) {
        (Part::Then, ControlKind::If { .. }) => Some(Part::Other),
        (Part::Body, ControlKind::Loop { continuing: Some(_), .. }) => Some(Part::Continuing),
        (Part::Case(index), ControlKind::Switch { cases }) => {
            (index + 1 < cases.len()).then_some(Part::Case(index + 1))
        }
        _ => None,
    }
}

pub(crate) fn part_block(function: &FunctionData, control: Inst, part: Part) -> Option<Block> {
    match (part, &function.control(control)?.kind) {
        (Part::Then, ControlKind::If { then, .. }) => Some(*then),
        (Part::Other, ControlKind::If { other, .. }) => Some(*other),
        (Part::Body, ControlKind::Loop { body, .. }) => Some(*body),
        (Part::Continuing, ControlKind::Loop { continuing, .. }) => *continuing,
        (Part::Case(index), ControlKind::Switch { cases }) => cases.get(index).map(|case| case.block),
        _ => None,
    }
}
