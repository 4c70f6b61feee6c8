//! Global code motion: puts each operation into the block that runs least often, among those between the first in which its operands
//! are known and the last from which all its uses can be reached.
//!
//! ```text
//! loop 0i32 (%i: i32) {                         %1: f32 = sin %x
//!     %1: f32 = sin %x                          loop 0i32 (%i: i32) {
//!     %2: f32 = stof %i                   =>        if %c {
//!     if %c {                                           %2: f32 = stof %i
//!         (uses of %1 and %2)                           (uses of %1 and %2)
//! ```
//!
//! A block runs less often the fewer loops are around it, and of blocks in as many loops the innermost does. Only operations whose
//! result depends on their operands alone move, and out of loops and branches those that are defined for all operands. An
//! operation that comes to a block stands in front of its first use there.
//!
//! With the option `numbering=yes`, operations that are equal in blocks of which none encloses the other become one first.
//!
//! NIR: `nir_opt_gcm`, whose argument `value_number` is the option.

use crate::analysis::nesting::Nesting;
use crate::analysis::uses::Uses;
use crate::framework::session::Session;
use crate::framework::settings::PassOption;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{
    Block, ControlKind, Effects, Function, FunctionData, Inst, Module, Op, Operand, Precision, SideTable,
    Type, Value, ValueDef, ValueFlags, visit,
};

/// Options of `global_code_motion`.
#[derive(Clone, Copy, Debug, Default)]
pub struct GlobalCodeMotion {
    /// True if equal operations of different branches become one.
    pub numbering: bool,
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "numbering",
    values: "yes|no",
    summary: "whether equal operations of different branches become one (value numbering) [default: no]",
    set: |options, value| {
        let numbering = ["no", "yes"].iter().position(|&word| word == value)? == 1;
        options.change(|it: &mut GlobalCodeMotion| it.numbering = numbering);
        Some(())
    },
}];

/// Runs the pass; gives the number of operations moved or joined.
pub(crate) fn run(module: &mut Module, id: Function, session: &mut Session) -> usize {
    let options: GlobalCodeMotion = session.settings().options.get();
    let function = &mut module.functions[id];
    if !function.may_have(Op::CONTROL) {
        return 0;
    }
    let joined = if options.numbering { number(function, session) } else { 0 };
    let plan = Motion::new(function).plan(session);
    let moved = plan.len();
    carry_out(function, &plan);
    joined + moved
}

/// True if an operation may stand anywhere between its operands and its uses.
fn moves(function: &FunctionData, inst: Inst) -> bool {
    let data = &function.insts[inst];
    data.op.effects().is_pure() && data.result_count() > 0
}

/// True if it may run where it did not: it is defined for all operands.
fn may_run_for_nothing(function: &FunctionData, inst: Inst) -> bool {
    function.op(inst).effects() == Effects::PURE
}

/// The new block of each operation that moves, and the instruction in it that it goes in front of.
type Plan = FxHashMap<Inst, (Block, Inst)>;

struct Motion<'f> {
    function: &'f FunctionData,
    nesting: Nesting,
    uses: Uses,
    /// The number of loops around each block.
    loops: SideTable<Block, u32>,
    /// The number of blocks around the first block in which an operation could stand.
    early: SideTable<Inst, u32>,
}

impl<'f> Motion<'f> {
    fn new(function: &'f FunctionData) -> Self {
        let mut motion = Self {
            function,
            nesting: Nesting::new(function),
            uses: Uses::new(function),
            loops: SideTable::filled(function.blocks.len(), 0),
            early: SideTable::filled(function.insts.len(), 0),
        };
        let mut around = 0;
        visit::walk(function, function.body, |event| match event {
            visit::Event::Enter(block) => motion.loops.set(block, around),
            visit::Event::Inst(inst) => around += u32::from(function.op(inst) == Op::Loop),
            visit::Event::Behind(inst) => around -= u32::from(function.op(inst) == Op::Loop),
            visit::Event::Leave(_) => {}
        });
        motion
    }

    fn block(&self, plan: &Plan, inst: Inst) -> Option<Block> {
        plan.get(&inst).map(|row| row.0).or_else(|| self.nesting.block(inst))
    }

    /// The block around a block, and the instruction in it that owns the block.
    fn around(&self, block: Block) -> Option<(Block, Inst)> {
        let owner = self.nesting.owner(block)?;
        Some((self.nesting.block(owner)?, owner))
    }

    /// The number of blocks around the place where an operand is known.
    fn known_at(&self, operand: Operand) -> u32 {
        let Some(value) = operand.value() else { return 0 };
        match self.function.values[value].def() {
            ValueDef::Result { inst, .. } if moves(self.function, inst) => self.early.at(inst),
            ValueDef::Result { inst, .. } => {
                self.nesting.block(inst).map_or(0, |block| self.nesting.depth(block))
            }
            ValueDef::Param { block, .. } => self.nesting.depth(block),
        }
    }

    fn plan(mut self, session: &mut Session) -> Plan {
        let order = visit::insts(self.function);
        for &(block, inst) in &order {
            let operands = self.function.operands(inst).iter();
            let early = match may_run_for_nothing(self.function, inst) {
                true => operands.map(|&operand| self.known_at(operand)).max().unwrap_or(0),
                false => self.nesting.depth(block),
            };
            self.early.set(inst, early);
        }
        let mut plan = Plan::default();
        // Users come behind what they use, so they have their places by then.
        for &(block, inst) in order.iter().rev() {
            if !moves(self.function, inst) {
                continue;
            }
            let Some((late, best)) = self.best(&plan, inst, block) else { continue };
            // An operand of a user that has moved moves with it.
            let must = self.meet(block, late) != Some(block);
            if best == block || !must && !session.may_change() {
                continue;
            }
            if let Some(anchor) = self.anchor(&plan, inst, best) {
                plan.insert(inst, (best, anchor));
            }
        }
        plan
    }

    fn users(&self, inst: Inst) -> impl Iterator<Item = Inst> {
        self.function.results(inst).flat_map(|value| self.uses.users(value)).copied()
    }

    /// The last block from which all uses can be reached, and the one in which an operation runs least often.
    fn best(&self, plan: &Plan, inst: Inst, home: Block) -> Option<(Block, Block)> {
        let mut late: Option<Block> = None;
        for user in self.users(inst) {
            let mut at = self.block(plan, user)?;
            if self.is_behind(at, home) {
                // The continuing block of a loop sees what the body defines.
                at = home;
            }
            late = Some(match late {
                Some(late) => self.meet(late, at)?,
                None => at,
            });
        }
        let mut at = late?;
        let mut best = at;
        let early = self.early.at(inst);
        while self.nesting.depth(at) > early {
            at = self.around(at)?.0;
            if self.loops.at(at) < self.loops.at(best) {
                best = at;
            }
        }
        Some((late?, best))
    }

    /// True if a block is, or is within, the continuing block of the loop whose body is `home`.
    fn is_behind(&self, mut block: Block, home: Block) -> bool {
        while self.nesting.depth(block) > self.nesting.depth(home) {
            let Some((outer, _)) = self.around(block) else { return false };
            block = outer;
        }
        block != home
            && self.nesting.owner(block).is_some_and(|owner| {
                self.nesting.owner(home) == Some(owner) && self.function.op(owner) == Op::Loop
            })
    }

    /// The innermost block around two.
    fn meet(&self, mut a: Block, mut b: Block) -> Option<Block> {
        while a != b {
            if self.nesting.depth(a) >= self.nesting.depth(b) {
                a = self.around(a)?.0;
            } else {
                b = self.around(b)?.0;
            }
        }
        Some(a)
    }

    /// The first instruction of a block that uses an operation, itself or in a block within.
    fn anchor(&self, plan: &Plan, inst: Inst, block: Block) -> Option<Inst> {
        let mut first: Option<Inst> = None;
        for user in self.users(inst) {
            let (mut at, mut anchor) = match plan.get(&user) {
                Some(&(at, anchor)) => (at, anchor),
                None => (self.nesting.block(user)?, user),
            };
            while at != block {
                (at, anchor) = self.around(at)?;
            }
            if first.is_none_or(|first| self.nesting.position(anchor) < self.nesting.position(first)) {
                first = Some(anchor);
            }
        }
        first
    }
}

fn carry_out(function: &mut FunctionData, plan: &Plan) {
    if plan.is_empty() {
        return;
    }
    let order = visit::insts(function);
    let mut heads: FxHashMap<Inst, Vec<Inst>> = FxHashMap::default();
    let mut blocks: Vec<Block> = Vec::new();
    for &(block, inst) in &order {
        if let Some(&(to, anchor)) = plan.get(&inst) {
            heads.entry(anchor).or_default().push(inst);
            blocks.extend([block, to]);
        }
    }
    blocks.sort_unstable();
    blocks.dedup();
    for block in blocks {
        let old = std::mem::take(&mut function.blocks[block].insts);
        let mut new = Vec::with_capacity(old.len());
        for inst in old {
            new.extend(heads.remove(&inst).into_iter().flatten());
            if !plan.contains_key(&inst) {
                new.push(inst);
            }
        }
        function.blocks[block].insts = new.into();
    }
}

/// The parts by which two operations are equal.
type Key = (Op, u32, Vec<Operand>, Vec<(Type, Precision, ValueFlags)>);

/// Makes equal operations one where each sees the operands of the other; gives their number. Where none encloses the other, the one
/// that stays is moved to where both can see it.
fn number(function: &mut FunctionData, session: &mut Session) -> usize {
    let nesting = Nesting::new(function);
    let mut known: FxHashMap<Key, Inst> = FxHashMap::default();
    let mut joined: FxHashMap<Value, Value> = FxHashMap::default();
    let mut gone: FxHashSet<Inst> = FxHashSet::default();
    let mut blocks: Vec<Block> = Vec::new();
    for (block, inst) in visit::insts(function) {
        for index in 0..function.operands(inst).len() {
            let operand = function.operands(inst)[index];
            if let Some(&value) = operand.value().and_then(|value| joined.get(&value)) {
                function.operands_mut(inst)[index] = value.into();
            }
        }
        if !moves(function, inst)
            || !may_run_for_nothing(function, inst)
            || is_in_continuing(function, &nesting, block)
        {
            continue;
        }
        let data = function.insts[inst];
        let types = function.results(inst).map(|value| {
            let data = function.values[value];
            (data.ty, data.precision, data.flags)
        });
        let key: Key = (data.op, data.imm, function.operands(inst).to_vec(), types.collect());
        let Some(&first) = known.get(&key) else {
            known.insert(key, inst);
            continue;
        };
        if !session.may_change() {
            break;
        }
        let pairs: Vec<(Value, Value)> = function.results(inst).zip(function.results(first)).collect();
        joined.extend(pairs);
        gone.insert(inst);
        blocks.push(block);
    }
    blocks.dedup();
    for block in blocks {
        function.blocks[block].insts.retain(|inst| !gone.contains(inst));
    }
    gone.len()
}

/// True within continuing blocks, which see values of bodies beside them.
fn is_in_continuing(function: &FunctionData, nesting: &Nesting, mut block: Block) -> bool {
    while let Some(owner) = nesting.owner(block) {
        let kind = function.control(owner).map(|control| &control.kind);
        if matches!(kind, Some(ControlKind::Loop { body, .. }) if *body != block) {
            return true;
        }
        let Some(outer) = nesting.block(owner) else { return false };
        block = outer;
    }
    false
}
