//! Checks the claims of analyses against runs of the interpreter.

use std::collections::{BTreeMap, BTreeSet};

use vitrum_interp::{Lane, Numbers, Observer, Value as Seen};
use vitrum_ir::eval::FloatFormat;
use vitrum_ir::eval::scalar::truncate;
use vitrum_ir::{
    ConstantKind, ControlKind, FunctionData, Inst, Module, Op, Operand, OperandKind, SideTable, TypeData,
    Value, visit,
};
use vitrum_passes::analysis::Analyses;
use vitrum_passes::analysis::loops::Entries;
use vitrum_passes::analysis::ranges::{self, Bounds, scoped};
use vitrum_passes::rules::{Fact, facts};

use super::random::Random;

/// Lanes of a quad.
pub(super) const LANES: usize = 4;

/// Holds every claim against a run.
pub(super) struct Checker<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    facts: &'a Analyses<'a>,
    /// The last observation of each value by each lane.
    seen: SideTable<Value, [Option<Seen>; LANES]>,
    /// Lanes that never took an undefined branch.
    sound: [bool; LANES],
    /// Number of times each loop was entered since it was last begun, by lane.
    entries: Vec<(Inst, Inst, [Option<u32>; LANES])>,
    /// True if all invocations come to the end of loops that they do not leave by `break`.
    ends_early: bool,
    /// True if one of two operands was chosen because the other one is a NaN, which may be either.
    pub(super) chose_by_nan: bool,
    /// Number of lanes that ran a block which all should run.
    alone: Option<usize>,
    /// The ranges of operands where an instruction stands.
    scoped: BTreeMap<(Inst, Value), Bounds>,
    /// Claims that did not hold.
    pub(super) faults: Vec<String>,
    /// Ops of which a defined result was looked at.
    pub(super) ops: BTreeSet<Op>,
    /// Claims that said something, by analysis: ranges, facts, uniformity, loops.
    pub(super) claims: [usize; 4],
}

impl<'a> Checker<'a> {
    pub(super) fn new(module: &'a Module, function: &'a FunctionData, facts: &'a Analyses<'a>) -> Self {
        let mut entries = Vec::new();
        let mut ends_early = false;
        for (_, inst) in visit::insts(function) {
            ends_early |= matches!(function.insts[inst].op, Op::Return | Op::Terminate)
                && facts.nesting().block(inst) != Some(function.body);
            if let Some(&ControlKind::Loop { body, .. }) = function.control(inst).map(|control| &control.kind)
                && let Some(&first) = function.blocks[body].insts.first()
            {
                entries.push((inst, first, [None; LANES]));
            }
        }
        let mut scoped = BTreeMap::new();
        scoped::each(module, function, 65_535, |ranges, inst| {
            for &operand in function.operands(inst) {
                if let (Some(value), Some((_, bounds))) = (operand.value(), ranges.bounds(operand)) {
                    scoped.insert((inst, value), bounds);
                }
            }
        });
        Self {
            module,
            function,
            facts,
            scoped,
            seen: (0..function.values.len()).map(|_| [const { None }; LANES]).collect(),
            sound: [true; LANES],
            entries,
            ends_early,
            chose_by_nan: false,
            alone: None,
            faults: Vec::new(),
            ops: BTreeSet::new(),
            claims: [0; 4],
        }
    }

    /// The op that gives a value, and the values that it takes.
    fn describe(&self, value: Value) -> String {
        match self.function.values[value].def() {
            vitrum_ir::ValueDef::Result { inst, .. } => {
                let operands = self.function.operands(inst).iter().map(|&operand| match operand.kind() {
                    OperandKind::Value(value) => {
                        let seen = self.seen.get(value);
                        format!("{seen:?}")
                    }
                    _ => "constant".to_owned(),
                });
                let operands: Vec<String> = operands.collect();
                format!(
                    "the result of `{}` of {}",
                    self.function.insts[inst].op.mnemonic(),
                    operands.join("; ")
                )
            }
            vitrum_ir::ValueDef::Param { .. } => "a parameter".to_owned(),
        }
    }

    fn fault(&mut self, text: String) {
        if self.faults.len() < 4 {
            self.faults.push(text);
        }
    }

    /// True if an operand is a NaN, or may be one.
    fn may_be_nan(&self, operand: Operand) -> bool {
        match operand.kind() {
            OperandKind::Value(value) => self.seen.get(value).is_some_and(|row| {
                let floats = row.iter().flatten().filter_map(Seen::numbers);
                floats.flat_map(Numbers::to_f64).any(f64::is_nan)
            }),
            OperandKind::Constant(constant) => {
                let kind = &self.module.constants.get(constant).kind;
                match kind {
                    ConstantKind::Scalar(bits) => {
                        let scalar = self.module.types.scalar_of(self.module.constants.ty(constant));
                        let format = scalar.and_then(FloatFormat::of);
                        format.is_some_and(|format| format.decode(*bits).is_nan())
                    }
                    ConstantKind::Composite(parts) => parts.iter().any(|&part| self.may_be_nan(part.into())),
                    _ => false,
                }
            }
            OperandKind::Global(_) => false,
        }
    }

    /// Ends the counts that are still open.
    pub(super) fn finish(&mut self) {
        if let Some(count) = self.alone
            && self.sound.iter().all(|&sound| sound)
        {
            self.fault(format!("uniformity: {count} lanes run a block that all should run"));
        }
        for at in 0..self.entries.len() {
            for lane in 0..LANES {
                self.close(at, lane);
            }
        }
    }

    /// Checks how often a lane entered a loop.
    fn close(&mut self, at: usize, lane: usize) {
        let Some((inst, _, counts)) = self.entries.get_mut(at) else { return };
        let (inst, Some(count)) = (*inst, counts.get_mut(lane).and_then(Option::take)) else { return };
        let Some(info) = self.facts.loops().get(inst) else { return };
        let fine = match info.entries {
            Entries::Exactly(said) => count == said || self.ends_early && count <= said,
            Entries::AtMost(said) => count <= said,
            Entries::Unknown => return,
        };
        self.claims[3] += 1;
        if !fine && self.sound[lane] {
            self.fault(format!("loops: lane {lane} entered a loop {count} times, not {:?}", info.entries));
        }
    }

    fn check_value(&mut self, value: Value, lane: usize, numbers: &Numbers) {
        let bounds = ranges::bounds(self.module, self.function, value.into()).map(|row| row.1);
        let known = |&fact: &Fact| facts::holds(self.module, self.function, value.into(), fact);
        let all = [Fact::NonNegative, Fact::Unit, Fact::Integral, Fact::Number, Fact::Unsigned];
        let known: Vec<Fact> = all.into_iter().filter(known).collect();
        for (component, &bits) in numbers.bits.iter().enumerate() {
            if numbers.is_undefined(component) {
                continue;
            }
            if let Some(bounds) = bounds {
                self.claims[0] += 1;
                if !(bounds.least..=bounds.greatest).contains(&bits) {
                    self.fault(format!(
                        "ranges: {} of lane {lane} is {bits:#x}, not in {bounds:x?}",
                        self.describe(value)
                    ));
                }
            }
            if let Some(format) = FloatFormat::of(numbers.scalar) {
                let float = format.decode(bits);
                self.claims[1] += usize::from(!known.is_empty());
                let fine = known.iter().all(|fact| match fact {
                    Fact::NonNegative => float >= 0.0 || float.is_nan(),
                    Fact::Unit => (0.0..=1.0).contains(&float) || float.is_nan(),
                    Fact::Integral => !float.is_finite() || float % 1.0 == 0.0,
                    Fact::Number => !float.is_nan(),
                    Fact::Unsigned => float.is_sign_positive() || float.is_nan(),
                });
                if !fine {
                    self.fault(format!(
                        "facts: {} of lane {lane} is {float:e}, not {known:?}",
                        self.describe(value)
                    ));
                }
            }
        }
    }

    /// Checks the range of an operand at an instruction.
    fn check_range(&mut self, inst: Inst, value: Value, lanes: &[Lane]) {
        let (Some(&bounds), Some(seen)) = (self.scoped.get(&(inst, value)), self.seen.get(value)) else {
            return;
        };
        let mut wrong = None;
        for lane in lanes.iter().filter(|lane| !lane.astray && self.sound[lane.number]) {
            let numbers = seen.get(lane.number).and_then(|seen| seen.as_ref()?.numbers());
            let bits = numbers.into_iter().flat_map(|numbers| {
                numbers.bits.iter().enumerate().filter(|row| !numbers.is_undefined(row.0)).map(|row| *row.1)
            });
            self.claims[0] += 1;
            wrong = bits.into_iter().find(|bits| !(bounds.least..=bounds.greatest).contains(bits)).or(wrong);
        }
        if let Some(bits) = wrong {
            let op = self.function.op(inst).mnemonic();
            self.fault(format!(
                "ranges: {} is {bits:#x} at `{op}`, not in {bounds:x?}",
                self.describe(value)
            ));
        }
    }

    /// Checks a value that some lanes use at one time.
    fn check_use(&mut self, value: Value, lanes: &[Lane]) {
        let Some(seen) = self.seen.get(value) else { return };
        if self.facts.uniformity().is_uniform(value.into()) {
            self.claims[2] += 1;
            let all =
                lanes.iter().filter(|lane| !lane.astray).filter_map(|lane| seen.get(lane.number)?.as_ref());
            let mut defined = all.filter(|seen| seen.is_defined());
            let first = defined.next();
            if let Some(other) = defined.find(|&other| Some(other) != first) {
                let text = format!(
                    "uniformity: {} is {first:?} for one lane and {other:?} for another one",
                    self.describe(value)
                );
                self.fault(text);
            }
        }
    }
}

impl Observer for Checker<'_> {
    fn inst(&mut self, inst: Inst, lanes: &[Lane]) {
        let function = self.function;
        for lane in lanes.iter().filter(|lane| lane.astray) {
            self.sound[lane.number] = false;
        }
        let nesting = self.facts.nesting();
        if let Some(block) = nesting.block(inst)
            && self.facts.uniformity().is_run_by_all(nesting, block)
            && lanes.len() < LANES
            && self.sound.iter().all(|&sound| sound)
        {
            // The others may have gone astray at the branch, which shows when they go on.
            self.alone = Some(lanes.len());
        }
        for at in 0..self.entries.len() {
            let (begin, first) = (self.entries[at].0, self.entries[at].1);
            for lane in lanes {
                if begin == inst {
                    self.close(at, lane.number);
                    self.entries[at].2[lane.number] = Some(0);
                }
                if first == inst
                    && let Some(count) = &mut self.entries[at].2[lane.number]
                {
                    *count += 1;
                }
            }
        }
        for &operand in function.operands(inst) {
            if let OperandKind::Value(value) = operand.kind() {
                self.check_use(value, lanes);
                self.check_range(inst, value, lanes);
            }
        }
        let op = function.insts[inst].op;
        self.chose_by_nan |= matches!(op, Op::Fmin | Op::Fmax | Op::Fclamp)
            && function.operands(inst).iter().any(|&operand| self.may_be_nan(operand));
    }

    fn value(&mut self, value: Value, lane: usize, new: &mut Seen) {
        if let Some(numbers) = new.numbers() {
            let numbers = numbers.clone();
            if let vitrum_ir::ValueDef::Result { inst, .. } = self.function.values[value].def()
                && new.is_defined()
            {
                self.ops.insert(self.function.insts[inst].op);
            }
            self.check_value(value, lane, &numbers);
        }
        if let Some(slot) = self.seen.get_mut(value).and_then(|row| row.get_mut(lane)) {
            *slot = Some(new.clone());
        }
    }
}

/// Changes what is said to be unwanted.
pub(super) struct Spoiler<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    facts: &'a Analyses<'a>,
    random: Random,
    /// Components that were changed.
    pub(super) spoiled: usize,
}

impl<'a> Spoiler<'a> {
    pub(super) fn new(
        module: &'a Module,
        function: &'a FunctionData,
        facts: &'a Analyses<'a>,
        seed: u64,
    ) -> Self {
        Self { module, function, facts, random: Random::new(seed), spoiled: 0 }
    }
}

impl Observer for Spoiler<'_> {
    fn inst(&mut self, _inst: Inst, _lanes: &[Lane]) {}

    fn value(&mut self, value: Value, _lane: usize, new: &mut Seen) {
        let mask = self.facts.demand().mask(value);
        let is_vector =
            matches!(self.module.types.get(self.function.values[value].ty), TypeData::Vector { .. });
        let Seen::Numbers(numbers) = new else { return };
        for component in 0..numbers.bits.len() {
            let wanted = if is_vector { mask >> component & 1 != 0 } else { mask != 0 };
            if !wanted {
                numbers.bits[component] = truncate(numbers.scalar.width(), self.random.bits(numbers.scalar));
                self.spoiled += 1;
            }
        }
    }
}
