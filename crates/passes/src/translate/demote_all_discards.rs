//! Turns every `discard` into demotion: the fragment goes on as a helper invocation until the entry point ends.
//!
//! ```text
//! if %c {                     by=demote              by=flag
//!     terminate               if %c {                if %c {
//! } else {                        intrinsic.demote       store @discarded, true
//!     merge                       merge                  merge
//! }                       =>  } else { merge }       } else { merge }
//! store %buffer, %x           store %buffer, %x      %d = load @discarded
//! return                      return                 if %d { merge } else { store %buffer, %x   merge }
//!                                                    %e = load @discarded
//!                                                    if %e { terminate } else { merge }
//!                                                    return
//! ```
//!
//! With `by=demote` the device drops what helper invocations write. `by=flag` is for targets without
//! `SPV_EXT_demote_to_helper_invocation`: stores to buffers and images, atomics, prints and operations on subgroups are done
//! by invocations alone that are not discarded, an atomic gives 0 to the others, and the discard is at the end.
//! `demote` and `helperInvocationEXT()` of the author follow the flag then, too.
//!
//! The code behind a discard runs for a fragment that is discarded, with zeros as the results of an `if`, switch, loop or
//! function that the discard ended. A loop might only have ended by its discard, so a discarded fragment leaves every loop at the
//! start of its next iteration. With `loops=run` it goes on like the others, so that derivatives in loops stay defined: for
//! shaders whose loops end without a discard.
//!
//! This stays different from a discard: what follows computes with operands that the discard may have kept from it. Indices
//! out of bounds and divisions by zero are the matter of passes that define them, which run before or behind this one.
//! `demote_discards` is the optimisation: it demotes where nothing that follows could show it, and leaves other discards.
//!
//! Called `DemoteToHelper` by Tint, `demote_to_helper_invocation` by naga, `nir_lower_discard_if` and
//! `nir_lower_terminate_to_demote` by NIR.

use crate::analysis::calls::Calls;
use crate::framework::rewrite::{Action, End, Part, Rewriter, Visitor, insert_at_returns, rewrite_function};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use rustc_hash::FxHashSet;
use vitrum_ir::types::common;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, BuiltIn, ControlKind, Effects, Function, FunctionData, Global, Inst, Intrinsic, Module, Op,
    Operand, Precision, Stage, Storage, Type, TypeData, Value, typing,
};

/// The options of `demote_all_discards`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DemoteAllDiscards {
    /// The way in which fragments are demoted.
    pub by: DemoteBy,
    /// True if a discarded fragment goes on with loops, false if it leaves them.
    pub runs_loops: bool,
}

/// The way in which `demote_all_discards` demotes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DemoteBy {
    /// By the instruction of the extension.
    #[default]
    Demote,
    /// By a private variable.
    Flag,
}

/// The options by name.
pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "by",
        values: "demote|flag",
        summary: "the instruction for it, or a private variable for targets without one",
        set: |options, text| {
            let by = match text {
                "demote" => DemoteBy::Demote,
                "flag" => DemoteBy::Flag,
                _ => return None,
            };
            options.change(|it: &mut DemoteAllDiscards| it.by = by);
            Some(())
        },
    },
    PassOption {
        name: "loops",
        values: "leave|run",
        summary: "discarded fragments leave loops, or go on with them",
        set: |options, text| {
            let runs = match text {
                "leave" => false,
                "run" => true,
                _ => return None,
            };
            options.change(|it: &mut DemoteAllDiscards| it.runs_loops = runs);
            Some(())
        },
    },
];

/// True if a fragment shader demotes fragments by its own word.
pub(crate) fn demotes(module: &Module, _: &Settings) -> bool {
    let demotes = |function: &FunctionData| {
        visit::insts(function)
            .into_iter()
            .any(|(_, inst)| function.intrinsic(inst) == Some(Intrinsic::Demote))
    };
    module.stage == Stage::Fragment && module.functions.values().any(demotes)
}

/// Demotes by a flag, for targets without the instruction; gives the number of discards.
pub(crate) fn run_by_flag(module: &mut Module, session: &mut Session) -> usize {
    demote_all(module, session, DemoteAllDiscards { by: DemoteBy::Flag, runs_loops: false })
}

/// Runs the pass; gives the number of discards.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings.options.get();
    demote_all(module, session, options)
}

fn demote_all(module: &mut Module, session: &mut Session, options: DemoteAllDiscards) -> usize {
    let Some(entry) = module.entry.filter(|_| module.stage == Stage::Fragment) else { return 0 };
    let flagged = options.by == DemoteBy::Flag;
    let is_discard = |function: &FunctionData, inst: Inst| {
        function.op(inst) == Op::Terminate || flagged && function.intrinsic(inst) == Some(Intrinsic::Demote)
    };
    let mut discarding: FxHashSet<Function> = FxHashSet::default();
    let mut count = 0;
    for (id, function) in module.functions.iter() {
        visit::each(function, function.body, |inst| {
            if is_discard(function, inst) {
                count += 1;
                discarding.insert(id);
            }
        });
    }
    if count == 0 || !session.may_change() {
        return 0;
    }
    let calls = Calls::new(module);
    for &id in calls.bottom_up() {
        if calls.callees(id).iter().any(|callee| discarding.contains(callee)) {
            discarding.insert(id);
        }
    }
    let starts = starts(&module.functions[entry], |function, inst| {
        is_discard(function, inst) || function.callee(inst).is_some_and(|id| discarding.contains(&id))
    });
    let has_loops = module.functions.values().any(|data| data.may_have(&[Op::Loop]));
    let needs_flag = flagged || has_loops && !options.runs_loops;
    let flag = needs_flag.then(|| add_flag(module));
    let mut demotion =
        Demotion { flag, by: options.by, leaves_loops: !options.runs_loops, starts, is_on: true };
    for id in module.code_ids() {
        demotion.end_differently(module, id);
    }
    for id in module.code_ids() {
        demotion.is_on = id != entry;
        rewrite_function(module, id, session, &mut demotion);
    }
    if let (Some(flag), DemoteBy::Flag) = (flag, options.by) {
        insert_at_returns(module, entry, session, |rewriter| {
            let discarded = rewriter.load(flag);
            rewriter.if_(discarded, |_| End::Terminate, |_| ());
        });
    }
    count
}

/// The private variable that is true for discarded fragments.
fn add_flag(module: &mut Module) -> Global {
    let flag = module.add_global("discarded", common::BOOL, Storage::Private);
    module.globals[flag].initializer = Some(module.constants.bool(false));
    flag
}

/// The instructions of the entry point from which on fragments may be discarded: the first discard, and the loops around it.
fn starts(function: &FunctionData, is_it: impl Fn(&FunctionData, Inst) -> bool) -> FxHashSet<Inst> {
    let mut loops: Vec<Inst> = Vec::new();
    let mut starts = FxHashSet::default();
    visit::walk(function, function.body, |event| match event {
        Event::Inst(inst) if starts.is_empty() && is_it(function, inst) => {
            starts.insert(inst);
            starts.extend(loops.iter().copied());
        }
        Event::Inst(inst) if function.op(inst) == Op::Loop => loops.push(inst),
        Event::Behind(inst) if function.op(inst) == Op::Loop => {
            loops.pop();
        }
        _ => {}
    });
    starts
}

/// The walk that guards what discarded fragments may not do.
struct Demotion {
    flag: Option<Global>,
    by: DemoteBy,
    leaves_loops: bool,
    starts: FxHashSet<Inst>,
    /// True where a fragment may be discarded already.
    is_on: bool,
}

impl Demotion {
    /// Puts another end in the place of each discard, and of each place that is said never to be reached: a discard in front of it
    /// may have been the reason.
    fn end_differently(&mut self, module: &mut Module, id: Function) {
        for (block, end, owner) in ends(&module.functions[id]) {
            let Some((op, types)) = way_out(&module.functions[id], owner) else { continue };
            let values: Vec<Operand> = types.iter().map(|&ty| zero(module, ty)).collect();
            let function = &mut module.functions[id];
            let span = function.insts[end].span();
            let mut added = Vec::new();
            if function.op(end) == Op::Terminate {
                if let Some(flag) = self.flag {
                    let yes = module.constants.bool(true).into();
                    added.push(function.new_inst(Op::Store, &[flag.into(), yes], 0, span));
                }
                if self.by == DemoteBy::Demote {
                    added.push(function.new_inst(Op::Intrinsic, &[], Intrinsic::Demote as u32, span));
                }
                if self.starts.remove(&end) {
                    self.starts.extend(added.last());
                }
            }
            added.push(function.new_inst(op, &values, 0, span));
            let insts = &mut function.blocks[block].insts;
            insts.pop();
            insts.extend(added);
        }
    }

    /// Does an instruction again, where the fragment is not discarded.
    fn guard(&self, rewriter: &mut Rewriter<'_>, inst: Inst, flag: Global) -> Action {
        let data = rewriter.function.insts[inst];
        let operands = rewriter.function.operands(inst).to_vec();
        let types = rewriter.function.result_types(inst);
        let zeros: Vec<Operand> = types.iter().map(|&(ty, _)| zero(rewriter.module, ty)).collect();
        let discarded = rewriter.load(flag);
        let results = rewriter.if_(
            discarded,
            |_| End::Merge(zeros),
            |rewriter| {
                let copy = rewriter.function.new_inst(data.op, &operands, data.imm, data.span());
                rewriter.function.add_results(copy, &types);
                rewriter.push_inst(copy);
                End::Merge(rewriter.function.results(copy).map(Operand::from).collect())
            },
        );
        let old: Vec<Value> = rewriter.function.results(inst).collect();
        for (old, new) in old.into_iter().zip(results) {
            rewriter.forward(old, new);
        }
        Action::Remove
    }

    /// The action for an instruction if a flag says who is discarded.
    fn follow_flag(&self, rewriter: &mut Rewriter<'_>, inst: Inst, flag: Global) -> Option<Action> {
        match rewriter.function.intrinsic(inst)? {
            Intrinsic::Demote => {
                let yes = rewriter.module.constants.bool(true).into();
                rewriter.store(flag, yes);
                Some(Action::Remove)
            }
            Intrinsic::IsHelper => {
                let found = rewriter.module.find_builtin(Storage::Input, BuiltIn::HelperInvocation);
                if found.is_none() {
                    let global =
                        rewriter.module.add_global("gl_HelperInvocation", common::BOOL, Storage::Input);
                    rewriter.module.globals[global].decorations.builtin = Some(BuiltIn::HelperInvocation);
                }
                let place = rewriter.builtin(Storage::Input, BuiltIn::HelperInvocation)?;
                let (before, now) = (rewriter.load(place), rewriter.load(flag));
                let either = rewriter.op(Op::Or, &[before, now]);
                Some(rewriter.replace(inst, either))
            }
            _ => None,
        }
    }
}

impl Visitor for &mut Demotion {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        self.is_on |= self.starts.contains(&inst);
        let (Some(flag), DemoteBy::Flag) = (self.flag, self.by) else { return Action::Keep };
        if let Some(action) = self.follow_flag(rewriter, inst, flag) {
            return action;
        }
        if self.is_on && is_seen(rewriter, inst) {
            return self.guard(rewriter, inst, flag);
        }
        Action::Keep
    }

    fn enter(&mut self, rewriter: &mut Rewriter<'_>, control: Inst, part: Part) {
        let (Some(flag), Part::Body, true) = (self.flag, part, self.is_on && self.leaves_loops) else {
            return;
        };
        let types = rewriter.function.result_types(control);
        let zeros: Vec<Operand> = types.iter().map(|&(ty, _)| zero(rewriter.module, ty)).collect();
        let discarded = rewriter.load(flag);
        rewriter.if_(discarded, |_| End::Break(zeros), |_| ());
    }
}

/// True if others see what an instruction does: other invocations, the application, or those who read the log.
fn is_seen(rewriter: &Rewriter<'_>, inst: Inst) -> bool {
    let function = &rewriter.function;
    let leads_to = |operand: Option<&Operand>| {
        let ty = typing::operand_type(rewriter.module, function, *operand?);
        match rewriter.module.types.get(ty) {
            TypeData::Pointer { storage, .. } => Some(storage),
            _ => None,
        }
    };
    match function.op(inst) {
        Op::ImageWrite => true,
        Op::Store | Op::StoreSwizzle => {
            matches!(
                leads_to(function.operands(inst).first()),
                Some(Storage::Buffer | Storage::PhysicalBuffer)
            )
        }
        op if op.is_atomic() => true,
        Op::Intrinsic => function.intrinsic(inst).is_some_and(|intrinsic| {
            let on_subgroup = intrinsic.info().effects.contains(Effects::CONVERGENT)
                && intrinsic.info().result.is_some()
                && !is_of_quad(intrinsic);
            let is_own = matches!(intrinsic, Intrinsic::Spirv | Intrinsic::SpirvVoid);
            matches!(intrinsic, Intrinsic::DebugPrintf | Intrinsic::Abort) || on_subgroup && !is_own
        }),
        _ => false,
    }
}

/// True for operations in which helper invocations take part.
fn is_of_quad(intrinsic: Intrinsic) -> bool {
    use Intrinsic::{QuadAll, QuadAny, SubgroupQuadBroadcast, SubgroupQuadSwap};
    matches!(intrinsic, QuadAll | QuadAny | SubgroupQuadBroadcast | SubgroupQuadSwap)
}

/// The control instruction of a block, and whether the block continues a loop.
type Owner = Option<(Inst, bool)>;

/// The blocks of a function that end by a discard or are said never to reach their end, with the instruction that owns them.
fn ends(function: &FunctionData) -> Vec<(Block, Inst, Owner)> {
    let mut found = Vec::new();
    if !function.may_have(&[Op::Terminate]) {
        return found;
    }
    // Blocks with their control instruction, and whether they continue a loop.
    let mut open: Vec<(Block, Owner)> = vec![(function.body, None)];
    while let Some((block, owner)) = open.pop() {
        for &inst in &function.blocks[block].insts {
            let Some(control) = function.control(inst) else { continue };
            let continuing = match control.kind {
                ControlKind::Loop { continuing, .. } => continuing,
                _ => None,
            };
            open.extend(control.blocks().map(|inner| (inner, Some((inst, Some(inner) == continuing)))));
        }
        if let Some(end) = function.terminator(block)
            && matches!(function.op(end), Op::Terminate | Op::Unreachable)
        {
            found.push((block, end, owner));
        }
    }
    found
}

/// The terminator by which a block of a control instruction leaves it, with the types of the values that it gives. A continuing block
/// has none.
fn way_out(function: &FunctionData, owner: Owner) -> Option<(Op, Vec<Type>)> {
    let Some((control, continues)) = owner else {
        let result = function.result;
        return Some((Op::Return, if result == common::VOID { Vec::new() } else { vec![result] }));
    };
    let types = function.result_types(control).into_iter().map(|(ty, _): (Type, Precision)| ty).collect();
    match function.control(control)?.kind {
        ControlKind::If { .. } => Some((Op::Merge, types)),
        ControlKind::Loop { .. } | ControlKind::Switch { .. } => (!continues).then_some((Op::Break, types)),
    }
}

/// Zero of a type, or something undefined of a type without zero.
fn zero(module: &mut Module, ty: Type) -> Operand {
    match module.types.get(ty) {
        TypeData::Scalar(_)
        | TypeData::Vector { .. }
        | TypeData::Matrix { .. }
        | TypeData::Array { .. }
        | TypeData::Struct(_) => module.constants.null(ty).into(),
        _ => module.constants.undef(ty).into(),
    }
}
