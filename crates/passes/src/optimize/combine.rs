//! Peephole simplification by rewrite rules and common subexpression elimination (GVN), in one walk.
//!
//! ```text
//! %1: f32 = fmul %x, 2.0f32                 %1: f32 = fmul %x, 6.0f32
//! %2: f32 = fmul %1, 3.0f32                 store @a, %1
//! store @a, %2                              store @b, %1
//! %3: f32 = fmul 6.0f32, %x
//! store @b, %3
//! ```
//!
//! Each operation is folded, canonicalised, rewritten by the rules of [`crate::rules`] and those for parts of composites
//! (`composites`), and replaced by an equal one that dominates it. Since definitions come before uses, one walk finds what a
//! worklist would, except for values carried around loops.
//!
//! Only pure operations are shared, and loads of memory that no invocation writes: uniforms, inputs, samplers. Derivatives
//! and samples with implicit derivatives are shared too, since the dominating one runs with no fewer invocations, and so are
//! calls of functions that compute their result from their arguments and from such memory alone. Operations are equal
//! whatever their precision; the shared one has the greater, and is precise if either was. `nonuniform` operations differ
//! from others. If `b - a` is available, `a - b` becomes its negation.
//!
//! Floats are rewritten by exact rules alone, unless the run allows the laws of real numbers
//! ([`FloatLaws`](crate::FloatLaws)). With these, exact rules alone apply to what is `precise`, to everything in a
//! module with an `invariant` output, which other modules must compute alike, or with an execution mode of its own, which
//! may concern floats. In ESSL only those laws of real numbers count that its specification grants.

mod composites;
mod nesting;
mod table;

use crate::analysis::memory::{keeps_builtins, reads_what_stays};
use crate::framework::float_laws::FloatLaws;
use crate::framework::module_facts::ModuleFacts;
use crate::framework::rewrite::{Action, Part, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use crate::optimize::fold_constants::{constant_branch, constant_select, fold_value};
use crate::optimize::precision::fuller;
use crate::rules::build::{Sink, build};
use crate::rules::matching::{Found, KnownKinds, Match, Wanted, find};
use crate::rules::{Exactness, Pattern, RuleSet, STANDARD, canonical, mirrored};
use nesting::Nesting;
use std::cell::RefCell;
use table::Table;
use vitrum_glsl::extensions::Extension;
use vitrum_ir::{
    Dim, Function, FunctionData, Inst, Laws, Module, Op, Operand, Precision, Qualifiers, Scalar, SideTable,
    SourceLanguage, Span, SpirvKind, Storage, Type, TypeData, Value, ValueDef, ValueFlags, mix, typing,
    visit,
};

/// The number of times that each rewrite rule fired.
#[derive(Clone, Debug, Default)]
pub struct RuleStatistics {
    counts: Vec<usize>,
}

impl RuleStatistics {
    /// Every rule, as it is written, with its count.
    pub fn rows(&self) -> impl Iterator<Item = (&'static str, usize)> + '_ {
        let count = |number: usize| self.counts.get(number).copied().unwrap_or(0);
        STANDARD.rules().enumerate().map(move |(number, rule)| (rule.text, count(number)))
    }

    /// Adds the counts of another run.
    pub fn add(&mut self, other: &Self) {
        self.counts.resize(self.counts.len().max(other.counts.len()), 0);
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    fn fired(&mut self, number: usize) {
        if self.counts.len() <= number {
            self.counts.resize(number + 1, 0);
        }
        if let Some(count) = self.counts.get_mut(number) {
            *count += 1;
        }
    }
}

/// Runs the pass; gives the number of operations simplified or shared.
pub(crate) fn run(
    module: &mut Module,
    function: Function,
    session: &mut Session,
    around: &ModuleFacts,
) -> usize {
    let simple = std::mem::take(session.simple.entry(function));
    let (changes, simple) =
        apply(module, function, session, (around.mode, Some(around)), &[&STANDARD], simple);
    session.simple.set(function, simple);
    changes
}

/// Applies rules to a function; gives the number of operations simplified or shared.
///
/// This is the walk of `combine` with other rules: it folds operations on constants, applies the rules, and shares equal
/// operations. An instruction is rewritten by the first set that has a rule for it. Operations on the right side of a
/// rule are rewritten in turn, eight deep at most, so rules that undo each other end somewhere. `session` is asked before
/// each change.
pub fn simplify(module: &mut Module, function: Function, session: &mut Session, sets: &[&RuleSet]) -> usize {
    let mode = Mode::without_code(module, session.settings.floats);
    apply(module, function, session, (mode, None), sets, Simple::new()).0
}

/// A number for each instruction that there was nothing to simplify in, with what computes its operands. The same is not
/// looked at again by the same rules.
pub(crate) type Simple = SideTable<Inst, u32>;

fn apply(
    module: &mut Module,
    function: Function,
    session: &mut Session,
    (mode, around): (Mode, Option<&ModuleFacts>),
    sets: &[&RuleSet],
    mut simple: Simple,
) -> (usize, Simple) {
    let statistics = RefCell::new(std::mem::take(&mut session.rules));
    simple.resize(module.functions[function].insts.len(), 0);
    let simple = RefCell::new(simple);
    let combine = Combine {
        simple: &simple,
        is_barred: false,
        sets,
        mode,
        around,
        uses: uses(&module.functions[function]),
        nesting: Nesting::new(&module.functions[function]),
        table: Table::new(module.functions[function].insts.len()),
        kinds: KnownKinds::default(),
        statistics: &statistics,
        depth: 0,
        going: Vec::new(),
        pending: Vec::new(),
    };
    let changes = rewrite_function(module, function, session, combine);
    session.rules = statistics.into_inner();
    (changes, simple.into_inner())
}

/// The rules and the sharing that the module allows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mode {
    /// The laws allowed on floats.
    floats: FloatLaws,
    /// Exact rules only, whatever else may be done.
    strict: bool,
    /// The laws of ESSL.
    essl: bool,
    /// True if the source's language has operations on the bits of integers.
    has_bits: bool,
    /// True if images are written, so that what textures hold may change.
    pub(crate) writes_images: bool,
    /// True if built-in inputs stay as they are.
    pub(crate) keeps_builtins: bool,
    /// True if images are sampled only.
    pub(crate) samples_only: bool,
}

/// True if laws of real numbers may be used on floats that are not `precise`: sums and products in any order.
pub(crate) fn rearranges_floats(module: &Module, floats: FloatLaws) -> bool {
    Mode::of(module, floats).allows(Exactness::Assoc)
}

impl Mode {
    pub(crate) fn of(module: &Module, floats: FloatLaws) -> Self {
        // Without images of that kind nothing has to be looked for.
        let has_images = module.types.iter().any(|(_, data)| match data {
            TypeData::Image(image) | TypeData::SampledImage(image) => {
                image.storage || matches!(image.dim, Dim::Subpass | Dim::TileImage)
            }
            _ => false,
        });
        let has =
            |wanted: &[Op]| has_images && module.functions.values().any(|function| function.may_have(wanted));
        let writes_images = has(&[Op::ImageWrite, Op::TexelPointer]);
        Self {
            writes_images,
            samples_only: !writes_images && !has(&[Op::ImageRead]),
            ..Self::without_code(module, floats)
        }
    }

    /// The same without a look at code, as if it wrote images.
    fn without_code(module: &Module, floats: FloatLaws) -> Self {
        let invariant = |qualifiers: Qualifiers| qualifiers.contains(Qualifiers::INVARIANT);
        let outputs = module.globals.values().any(|global| {
            global.storage == Storage::Output
                && (invariant(global.decorations.qualifiers)
                    || module
                        .members(global.ty)
                        .iter()
                        .any(|member| invariant(member.decorations.qualifiers)))
        });
        let has_modes = module.spirv.iter().any(|item| item.kind == SpirvKind::Mode);
        Self {
            floats,
            strict: floats == FloatLaws::Exact || outputs || has_modes,
            essl: module.source.language == SourceLanguage::Essl,
            has_bits: has_bits(module),
            writes_images: true,
            samples_only: false,
            keeps_builtins: keeps_builtins(module.stage),
        }
    }

    fn allows(self, exactness: Exactness) -> bool {
        match exactness {
            Exactness::Exact => true,
            Exactness::Zero | Exactness::Finite | Exactness::Assoc => !self.strict,
            Exactness::Real => !self.strict && !self.essl,
        }
    }
}

/// True if the source's language has operations on the bits of integers, so that what is printed in it may have them.
fn has_bits(module: &Module) -> bool {
    let since = match module.source.language {
        SourceLanguage::Glsl => 130,
        SourceLanguage::Essl => 300,
        _ => 0,
    };
    module.source.version >= since || module.has_extension(Extension::ExtGpuShader4.name())
}

/// The number of uses of each value by instructions that stand in a block and are not themselves unused.
fn uses(function: &FunctionData) -> SideTable<Value, u32> {
    let mut uses = SideTable::filled(function.values.len(), 0);
    // Users come behind what they use, but for what loops carry around, and terminators count always.
    visit::each_back(function, function.body, |inst| {
        let idle = function.op(inst).effects().is_pure()
            && function.results(inst).all(|value| uses.get(value) == Some(&0));
        if idle {
            return;
        }
        for value in function.used_values(inst) {
            if let Some(count) = uses.get_mut(value) {
                *count += 1;
            }
        }
    });
    uses
}

struct Combine<'s> {
    /// The rules; those of an earlier set come first.
    sets: &'s [&'s RuleSet],
    mode: Mode,
    /// Facts about other functions, if they are known.
    around: Option<&'s ModuleFacts>,
    /// Uses of each value, as far as they are not replaced.
    uses: SideTable<Value, u32>,
    nesting: Nesting,
    table: Table,
    /// The kinds of constants, as rules see them.
    kinds: KnownKinds,
    /// The instructions that there is nothing to simplify in, those of an earlier walk as well.
    simple: &'s RefCell<Simple>,
    /// True if a rule fits but was left out because of the loops around it. It may be used once the instruction has moved.
    is_barred: bool,
    statistics: &'s RefCell<RuleStatistics>,
    /// The number of operations made by rules that are being simplified, one within the other.
    depth: u32,
    /// Instructions that go as soon as what replaces them is made: what they use is not used by them any more.
    going: Vec<Inst>,
    /// Memory for instructions.
    pending: Vec<Inst>,
}

/// Uses that rules tell apart, at most: those by one operation, and more.
const MOST_USES: u32 = 7;

/// The depth to which operations that rules make are simplified in turn.
const DEPTH: u32 = 8;

impl Visitor for Combine<'_> {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let op = rewriter.function.op(inst);
        // An instruction may have the number of one that is gone: nothing is known of it until it has been looked at.
        let before = std::mem::take(self.simple.borrow_mut().entry(inst));
        match op {
            Op::If | Op::Switch | Op::BreakIf => return constant_branch(rewriter, inst),
            Op::Load if reads_what_stays(rewriter.module, &rewriter.function, inst) => {
                return self.share(rewriter, inst);
            }
            Op::Select => {
                if let Some(fate) = constant_select(rewriter, inst) {
                    return fate;
                }
            }
            _ => {}
        }
        if op.effects().is_pure() && rewriter.function.insts[inst].result_count() == 2 {
            return match fold_value(rewriter, inst) {
                Action::Keep => self.share(rewriter, inst),
                folded => folded,
            };
        }
        if self.is_shared(rewriter, inst, op) {
            return self.share(rewriter, inst);
        }
        if !op.effects().is_pure() {
            return Action::Keep;
        }
        let Some(result) = rewriter.function.result(inst) else { return Action::Keep };
        self.order(rewriter, inst);
        let hash = self.hash(rewriter, inst);
        let number = self.number(&rewriter.function, inst, result, hash);
        if before != number {
            self.is_barred = false;
            if let Some(operand) = self.simplify(rewriter, inst) {
                self.name(rewriter, result, operand);
                self.replace(rewriter, inst, operand);
                return Action::Remove;
            }
        }
        let is_simple = before == number || !self.is_barred;
        self.simple.borrow_mut().set(inst, if is_simple { number } else { number ^ 1 });
        self.share_hashed(rewriter, inst, hash)
    }

    fn enter(&mut self, _rewriter: &mut Rewriter<'_>, _control: Inst, part: Part) {
        if !matches!(part, Part::Then | Part::Body | Part::Case(0)) {
            self.table.leave();
        }
        self.table.enter();
        self.nesting.enter(part);
    }

    fn leave(&mut self, rewriter: &mut Rewriter<'_>, control: Inst) {
        self.table.leave();
        self.nesting.leave(rewriter.function.op(control));
    }
}

impl Combine<'_> {
    /// Moves constants to the right of commutative operations and comparisons.
    fn order(&self, rewriter: &mut Rewriter<'_>, inst: Inst) {
        if has_constant_first(&rewriter.function, inst) && rewriter.may_change() {
            exchange(&mut rewriter.function, inst);
            rewriter.changes += 1;
        }
    }

    /// Finds a replacement of an instruction with one result; new instructions come before it.
    fn simplify(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Option<Operand> {
        let data = rewriter.function.insts[inst];
        let result = rewriter.function.result(inst)?;
        let value = rewriter.function.values[result];
        let operands = rewriter.function.operands(inst);
        if operands.iter().all(|operand| operand.constant().is_some()) {
            let operands = operands.to_vec();
            let floats = self.mode.floats;
            let folded = floats.fold(rewriter.module, data.op, &operands, data.imm, value.ty);
            if let Some(constant) = folded {
                return rewriter.may_change().then(|| constant.into());
            }
        }
        // Marked values stay marked.
        if value.flags.contains(ValueFlags::NONUNIFORM) {
            return None;
        }
        if let Some(operand) = self.composites(rewriter, inst) {
            return Some(operand);
        }
        let mode = self.mode;
        let wanted = Wanted {
            allows: &|exactness| mode.allows(exactness),
            exact_only: mode.strict,
            has_bits: mode.has_bits,
            uses: &|value| {
                let uses = self.uses.at(value);
                let going = self.going.iter().flat_map(|&inst| rewriter.function.operands(inst));
                uses.saturating_sub(going.filter(|operand| operand.value() == Some(value)).count() as u32)
            },
            kinds: &self.kinds,
        };
        let found = find(self.sets, rewriter.module, &rewriter.function, inst, &wanted)?;
        // A lowering may cost more.
        if is_standard(&found) && self.nesting.grows(&rewriter.function, &found) {
            // It may stand in front of the loop later on.
            self.is_barred = true;
            return None;
        }
        let Found { rule, place, .. } = found;
        if let Pattern::Any(variable) | Pattern::Const(variable) = rule.right {
            let operand = place.variables.get(usize::from(variable)).copied().flatten()?;
            if !rewriter.may_change() {
                return None;
            }
            self.note_rule(&found);
            return Some(operand);
        }
        if !rewriter.may_change() {
            return None;
        }
        let mut flags = ValueFlags::NONE;
        let mut precision: Option<Precision> = None;
        for inst in place.insts() {
            let Some(value) = rewriter.function.result(inst) else { continue };
            let value = rewriter.function.values[value];
            flags = flags.union(value.flags);
            if takes_numbers(rewriter, inst) {
                precision = Some(precision.map_or(value.precision, |it| fuller(it, value.precision)));
            }
        }
        flags.remove(ValueFlags::NONUNIFORM);
        let precision = precision.unwrap_or(Precision::None);
        let span = data.span();
        let mut maker = Maker { combine: self, rewriter, place: &place, precision, flags, span };
        maker.combine.going.push(inst);
        let operand = build(&mut maker, &rule.right, &place.variables, Some(value.ty));
        self.going.pop();
        let operand = operand?;
        if rewriter.ty(operand) != value.ty {
            return None;
        }
        self.note_rule(&found);
        Some(operand)
    }

    /// Counts a rule that fired, if it is a standard one.
    fn note_rule(&self, found: &Found<'_>) {
        if is_standard(found) {
            self.statistics.borrow_mut().fired(found.number);
        }
    }

    /// Replaces what an instruction gives, and notes that its operands have lost a use.
    fn replace(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, operand: Operand) {
        if let Some(result) = rewriter.function.result(inst) {
            let count = self.uses.at(result);
            if let Some(value) = operand.value() {
                self.add_uses(value, count);
            }
            rewriter.forward(result, operand);
        }
        self.release(&rewriter.function, inst);
    }

    /// The operands of an instruction that goes have lost a use; so have those of operands that nobody uses now.
    fn release(&mut self, function: &FunctionData, inst: Inst) {
        let mut pending = std::mem::take(&mut self.pending);
        pending.push(inst);
        while let Some(inst) = pending.pop() {
            for value in function.used_values(inst) {
                let Some(count) = self.uses.get_mut(value) else { continue };
                *count = count.saturating_sub(1);
                if *count == 0
                    && let ValueDef::Result { inst, .. } = function.values[value].def()
                    && function.op(inst).effects().is_pure()
                {
                    pending.push(inst);
                }
            }
        }
        self.pending = pending;
    }

    fn add_uses(&mut self, value: Value, count: u32) {
        *self.uses.entry(value) += count;
    }

    /// A new value takes the name of what it replaces.
    fn name(&self, rewriter: &mut Rewriter<'_>, old: Value, new: Operand) {
        let Some(new) = new.value() else { return };
        let is_new = new > old && !rewriter.function.has_name(new);
        if is_new && rewriter.function.has_name(old) {
            let name = rewriter.function.value_name(old);
            rewriter.function.set_value_name(new, name);
        }
    }

    /// An operation that is simplified, or found, or put in front of the current instruction.
    fn emit(&mut self, rewriter: &mut Rewriter<'_>, new: New<'_>) -> Operand {
        let New { op, operands, imm, ty, precision, flags, span } = new;
        if let Some(constant) = self.mode.floats.fold(rewriter.module, op, operands, imm, ty) {
            return constant.into();
        }
        let (inst, value) = rewriter.function.new_value(op, operands, imm, span, (ty, precision));
        rewriter.function.values[value].flags = flags;
        if has_constant_first(&rewriter.function, inst) {
            exchange(&mut rewriter.function, inst);
        }
        for value in operands.iter().filter_map(|operand| operand.value()) {
            self.add_uses(value, 1);
        }
        if self.depth < DEPTH {
            self.depth += 1;
            let simplified = self.simplify(rewriter, inst);
            self.depth -= 1;
            if let Some(operand) = simplified {
                self.replace(rewriter, inst, operand);
                return operand;
            }
        }
        let hash = self.hash(rewriter, inst);
        if let Some(found) = self.find_equal(rewriter, inst, hash) {
            self.merge(rewriter, inst, found);
            if let Some(found) = rewriter.function.result(found) {
                self.replace(rewriter, inst, found.into());
                return found.into();
            }
        }
        self.table.insert(hash, inst);
        rewriter.push_inst(inst);
        // Even if what it was made for comes to nothing: then it is to be removed.
        rewriter.changes += 1;
        value.into()
    }

    /// Replaces an instruction by an equal one, or notes it for others.
    fn share(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let hash = self.hash(rewriter, inst);
        self.share_hashed(rewriter, inst, hash)
    }

    fn share_hashed(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, hash: u32) -> Action {
        if let Some(found) = self.find_equal(rewriter, inst, hash)
            && rewriter.may_change()
        {
            self.merge(rewriter, inst, found);
            for (old, new) in rewriter.function.results(inst).zip(rewriter.function.results(found)) {
                let count = self.uses.at(old);
                self.add_uses(new, count);
                rewriter.forward(old, new.into());
            }
            self.release(&rewriter.function, inst);
            return Action::Remove;
        }
        if let Some(negated) = self.find_reversed(rewriter, inst, hash)
            && let Some(result) = rewriter.function.result(inst)
            && rewriter.may_change()
        {
            let value = rewriter.function.values[result];
            let new = New {
                op: Op::Fneg,
                operands: &[negated.into()],
                imm: 0,
                ty: value.ty,
                precision: value.precision,
                flags: value.flags,
                span: rewriter.function.insts[inst].span(),
            };
            let operand = self.emit(rewriter, new);
            self.name(rewriter, result, operand);
            self.replace(rewriter, inst, operand);
            return Action::Remove;
        }
        self.table.insert(hash, inst);
        Action::Keep
    }

    /// For `a - b` the `b - a` that is at hand. Its negation is the same but for the sign of a zero; it has fewer words,
    /// and most devices negate where a value is used, for nothing.
    fn find_reversed(&self, rewriter: &Rewriter<'_>, inst: Inst, hash: u32) -> Option<Value> {
        let function = &rewriter.function;
        let &[first, second] = function.operands(inst) else { return None };
        if function.op(inst) != Op::Fsub || !self.mode.allows(Exactness::Zero) {
            return None;
        }
        let value = function.values[function.result(inst)?];
        let is_plain =
            |flags: ValueFlags| !flags.intersects(ValueFlags::PRECISE.union(ValueFlags::NONUNIFORM));
        if !is_plain(value.flags) || matches!(rewriter.module.types.get(value.ty), TypeData::Matrix { .. }) {
            return None;
        }
        let found = self.table.find(hash, |other| {
            let there = function.result(other).map(|result| function.values[result]);
            function.op(other) == Op::Fsub
                && function.operands(other) == [second, first]
                && there.is_some_and(|it| {
                    it.ty == value.ty && it.precision == value.precision && is_plain(it.flags)
                })
        })?;
        function.result(found)
    }

    /// The shared instruction is as precise as each of the two.
    fn merge(&self, rewriter: &mut Rewriter<'_>, inst: Inst, found: Inst) {
        for (old, new) in rewriter.function.results(inst).zip(rewriter.function.results(found)) {
            let old = rewriter.function.values[old];
            let value = &mut rewriter.function.values[new];
            value.flags = value.flags.union(old.flags);
            value.precision = fuller(value.precision, old.precision);
        }
    }

    fn hash(&self, rewriter: &Rewriter<'_>, inst: Inst) -> u32 {
        let data = rewriter.function.insts[inst];
        let (op, operands) = key(&rewriter.function, inst);
        let ty = rewriter.function.result(inst).map(|value| rewriter.function.values[value].ty);
        match operands {
            // The reversed difference is worth finding, too.
            Key::Pair([first, second]) if op == Op::Fsub => {
                Table::hash(&(op, data.imm, ty, [first.min(second), first.max(second)]))
            }
            Key::Pair(pair) => Table::hash(&(op, data.imm, ty, pair)),
            Key::List(list) => Table::hash(&(op, data.imm, ty, list)),
        }
    }

    /// An odd number for an instruction and all that computes its operands, as far as rules look at it.
    fn number(&self, function: &FunctionData, inst: Inst, result: Value, hash: u32) -> u32 {
        let simple = self.simple.borrow();
        let flags = function.values[result].flags;
        let is_marked = flags.contains(ValueFlags::NONUNIFORM);
        let mut all =
            u64::from(hash) << 2 | u64::from(is_marked) << 1 | u64::from(flags.contains(ValueFlags::PRECISE));
        // Parts are counted to find the cheapest way to put them together; rules ask who is the only user.
        let most = if composites::moves_parts(function.op(inst)) { MOST_USES } else { 2 };
        for value in function.used_values(inst) {
            let computed = match function.values[value].def() {
                ValueDef::Result { inst, .. } => simple.at(inst),
                ValueDef::Param { .. } => 0,
            };
            let uses = if computed != 0 || most > 2 { self.uses.at(value).min(most) } else { 0 };
            all = mix(all ^ (u64::from(computed) << 3 | u64::from(uses)));
        }
        all as u32 | 1
    }

    fn find_equal(&self, rewriter: &Rewriter<'_>, inst: Inst, hash: u32) -> Option<Inst> {
        let function = &rewriter.function;
        self.table.find(hash, |other| {
            let (data, there) = (&function.insts[inst], &function.insts[other]);
            there.imm == data.imm
                && there.result_count() == data.result_count()
                && key(function, other) == key(function, inst)
                && function.results(inst).zip(function.results(other)).all(|(a, b)| {
                    let (a, b) = (function.values[a], function.values[b]);
                    a.ty == b.ty
                        && a.flags.contains(ValueFlags::NONUNIFORM)
                            == b.flags.contains(ValueFlags::NONUNIFORM)
                })
        })
    }

    /// True if an operation that is not pure gives the same wherever an equal one dominates it.
    fn is_shared(&self, rewriter: &Rewriter<'_>, inst: Inst, op: Op) -> bool {
        let data = rewriter.function.insts[inst];
        match op {
            Op::Dfdx
            | Op::Dfdy
            | Op::Fwidth
            | Op::DfdxFine
            | Op::DfdyFine
            | Op::FwidthFine
            | Op::DfdxCoarse
            | Op::DfdyCoarse
            | Op::FwidthCoarse => true,
            Op::ImageSample | Op::ImageFetch | Op::ImageGather => {
                let sampled = rewriter.function.operands(inst).first().is_some_and(|&image| {
                    let ty = rewriter.ty(image);
                    typing::image_type(rewriter.module, ty).is_some_and(|image| !image.storage)
                });
                let plain = !vitrum_ir::ImageOperands::from_bits(data.imm)
                    .intersects(vitrum_ir::ImageOperands::VOLATILE.union(vitrum_ir::ImageOperands::COHERENT));
                !self.mode.writes_images && sampled && plain
            }
            Op::ImageSize | Op::ImageLevels | Op::ImageSamples | Op::ImageQueryLod => true,
            Op::InterpolateAtCentroid | Op::InterpolateAtSample | Op::InterpolateAtOffset => true,
            Op::Call => {
                let callee = rewriter.function.callee(inst);
                callee.zip(self.around).is_some_and(|(it, around)| around.is_pure(it))
                    && data.result_count() == 1
            }
            _ => false,
        }
    }
}

/// True for a rule of the standard set.
fn is_standard(found: &Found<'_>) -> bool {
    let standard: &RuleSet = &STANDARD;
    std::ptr::eq(found.set, standard)
}

/// True if a constant is the first operand and could be the second.
fn has_constant_first(function: &FunctionData, inst: Inst) -> bool {
    let op = function.op(inst);
    matches!(function.operands(inst), [first, second]
        if first.constant().is_some() && second.constant().is_none())
        && (op.info().laws.contains(Laws::COMMUTATIVE) || mirrored(op).is_some())
}

/// Exchanges the operands of a commutative operation or a comparison.
fn exchange(function: &mut FunctionData, inst: Inst) {
    if let [first, second] = function.operands_mut(inst) {
        std::mem::swap(first, second);
    }
    if let Some(op) = mirrored(function.op(inst)) {
        function.set_op(inst, op);
    }
}

/// The operands of an instruction as they are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key<'f> {
    /// In order of their numbers, where that does not matter.
    Pair([Operand; 2]),
    List(&'f [Operand]),
}

/// The key of an instruction: operands of commutative operations are ordered by number, and comparisons are spelled in one of
/// their two ways.
fn key(function: &FunctionData, inst: Inst) -> (Op, Key<'_>) {
    let op = function.op(inst);
    let operands = function.operands(inst);
    let &[first, second] = operands else { return (op, Key::List(operands)) };
    if op.info().laws.contains(Laws::COMMUTATIVE) {
        return (op, Key::Pair([first.min(second), first.max(second)]));
    }
    let canonical = canonical(op);
    (canonical, Key::Pair(if canonical == op { [first, second] } else { [second, first] }))
}

/// An operation to be made.
struct New<'n> {
    op: Op,
    operands: &'n [Operand],
    imm: u32,
    ty: Type,
    precision: Precision,
    flags: ValueFlags,
    span: Span,
}

/// Makes the right side of a rule.
struct Maker<'c, 'r, 's, 'm> {
    combine: &'c mut Combine<'s>,
    rewriter: &'r mut Rewriter<'m>,
    /// The left side.
    place: &'c Match,
    precision: Precision,
    flags: ValueFlags,
    span: Span,
}

impl Sink for Maker<'_, '_, '_, '_> {
    fn module(&mut self) -> &mut Module {
        self.rewriter.module
    }

    fn ty(&self, operand: Operand) -> Type {
        self.rewriter.ty(operand)
    }

    fn emit(&mut self, op: Op, operands: &[Operand], ty: Type) -> Option<Operand> {
        let respelled = self.place.respelled(op, operands);
        let (op, operands) = respelled.as_ref().map_or((op, operands), |(op, operands)| (*op, operands));
        let new =
            New { op, operands, imm: 0, ty, precision: self.precision, flags: self.flags, span: self.span };
        Some(self.combine.emit(self.rewriter, new))
    }
}

/// True if an operation has a number among its operands, so that its precision says something.
fn takes_numbers(rewriter: &Rewriter<'_>, inst: Inst) -> bool {
    rewriter.function.operands(inst).iter().any(|&operand| {
        let ty = rewriter.ty(operand);
        rewriter.module.types.scalar_of(ty).is_some_and(|scalar| scalar != Scalar::Bool)
    })
}
