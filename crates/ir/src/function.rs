//! Functions: blocks, instructions, values, and the operands between them.
//!
//! A function body is one block. A block has parameters and instructions, the last of which is a terminator.
//! `if`, `loop` and `switch` are instructions that own blocks and give results. There is no control-flow graph (CFG), and
//! there are neither phis nor join points:
//!
//! - `if`: `then` and `other` have no parameters; `merge` in either gives the results.
//! - `loop`: its operands are the first values of the parameters of `body`. `continue` gives the parameters of
//!   `continuing`, which ends in `next` (the next values of the parameters of `body`) or `break_if`. A loop
//!   without `continuing` goes from `continue` straight to the body. `break` gives the results. `continuing`
//!   sees the parameters of `body`, and the values that `body` itself defines before the first `continue` within it.
//! - `switch`: the operands are the selector, then values for case parameters. A case has no parameters, or as
//!   many as there are such values; it gets them from the dispatch or from the `fallthrough` before it.
//!   `break` gives the results. A switch has exactly one default case.

mod block;
mod pool;

pub use block::{BlockData, List};
pub(crate) use pool::Past;

use crate::constants::Constant;
use crate::effects::Effects;
use crate::generics::{GenericParam, Instance};
use crate::immediates::{ImageOperands, MemoryAccess, SwizzledStore};
use crate::intrinsic::Intrinsic;
use crate::module::{Function, Global, LayoutRule, Precision, flag_set, named_enum};
use crate::names::Name;
use crate::ops::{Op, OpSet, Sig};
use crate::side_table::{Id, SideTable};
use crate::span::{Origin, Span};
use crate::types::Type;
use la_arena::{Arena, Idx};
use std::num::NonZeroU32;

/// Id of a block.
pub type Block = Idx<BlockData>;
/// Id of an instruction.
pub type Inst = Idx<InstData>;
/// Id of a value.
pub type Value = Idx<ValueData>;

/// An operand of an instruction: a value, a constant or (the address of) a global, in four bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Operand(NonZeroU32);

/// An operand taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OperandKind {
    /// A value of the same function.
    Value(Value),
    /// A constant of the module.
    Constant(Constant),
    /// The address of a global variable of the module.
    Global(Global),
}

const TAG: u32 = 30;
const INDEX: u32 = (1 << TAG) - 1;
// None is zero, so that an operand or none takes four bytes, too.
const VALUE: NonZeroU32 = tag(1);
const CONSTANT: NonZeroU32 = tag(2);
const GLOBAL: NonZeroU32 = tag(3);

const fn tag(number: u32) -> NonZeroU32 {
    match NonZeroU32::new(number << TAG) {
        Some(tag) => tag,
        None => NonZeroU32::MIN,
    }
}

impl Operand {
    /// Taken apart.
    #[inline]
    pub fn kind(self) -> OperandKind {
        let index = self.0.get() & INDEX;
        match self.0.get() >> TAG {
            0 | 1 => OperandKind::Value(Value::from_index(index as usize)),
            2 => OperandKind::Constant(Constant(index)),
            _ => OperandKind::Global(Global::from_index(index as usize)),
        }
    }

    /// The value, if it is one.
    #[inline]
    pub fn value(self) -> Option<Value> {
        match self.kind() {
            OperandKind::Value(value) => Some(value),
            OperandKind::Constant(_) | OperandKind::Global(_) => None,
        }
    }

    /// The constant, if it is one.
    #[inline]
    pub fn constant(self) -> Option<Constant> {
        match self.kind() {
            OperandKind::Constant(constant) => Some(constant),
            OperandKind::Value(_) | OperandKind::Global(_) => None,
        }
    }

    /// The global, if it is one.
    #[inline]
    pub fn global(self) -> Option<Global> {
        match self.kind() {
            OperandKind::Global(global) => Some(global),
            OperandKind::Value(_) | OperandKind::Constant(_) => None,
        }
    }
}

impl From<Value> for Operand {
    #[inline]
    fn from(value: Value) -> Self {
        Self(VALUE | value.index() as u32 & INDEX)
    }
}

impl From<Constant> for Operand {
    #[inline]
    fn from(constant: Constant) -> Self {
        Self(CONSTANT | constant.0 & INDEX)
    }
}

impl From<Global> for Operand {
    #[inline]
    fn from(global: Global) -> Self {
        Self(GLOBAL | global.index() as u32 & INDEX)
    }
}

impl std::fmt::Debug for Operand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.kind().fmt(f)
    }
}

flag_set! {
    /// Flags of a value.
    ValueFlags: u8 {
        /// Computed as written (GLSL 4.60 section 4.9).
        PRECISE "precise" = 0,
        /// May differ between invocations of a subgroup where uniformity is otherwise assumed.
        NONUNIFORM "nonuniform" = 1,
        /// A local variable that holds the copy of an argument for a call. A language with `out` parameters passes the place
        /// that is copied instead.
        ARGUMENT "argument" = 2,
    }
}

/// The definition of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueDef {
    /// A result of an instruction.
    Result {
        /// The instruction.
        inst: Inst,
        /// Number of the result.
        index: u32,
    },
    /// A parameter of a block.
    Param {
        /// The block.
        block: Block,
        /// Number of the parameter.
        index: u32,
    },
}

/// A value: computed once, never changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueData {
    /// Its type.
    pub ty: Type,
    def: u32,
    index: u16,
    /// Its precision.
    pub precision: Precision,
    /// Flags.
    pub flags: ValueFlags,
}

pub(crate) const PARAM: u32 = 1 << 31;
/// Set if the value has a name, which most do not have: that need not be looked up.
const NAMED: u32 = 1 << 30;

impl ValueData {
    /// The definition: a block with `PARAM`, or an instruction.
    pub(crate) fn define(&mut self, def: u32) {
        self.def = def | self.def & NAMED;
    }

    /// True if the author gave it a name.
    #[inline]
    pub fn is_named(&self) -> bool {
        self.def & NAMED != 0
    }

    /// The definition.
    #[inline]
    pub fn def(&self) -> ValueDef {
        let owner = (self.def & !(PARAM | NAMED)) as usize;
        let index = u32::from(self.index);
        if self.def & PARAM == 0 {
            ValueDef::Result { inst: Inst::from_index(owner), index }
        } else {
            ValueDef::Param { block: Block::from_index(owner), index }
        }
    }
}

/// An instruction. Operands and results are ranges in the function's pools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstData {
    /// The operation.
    pub op: Op,
    operand_count: u16,
    operand_start: u32,
    first_result: u32,
    result_count: u16,
    span_length: u16,
    span_start: u32,
    /// The immediate: a fact that the op needs beyond operands, see [`crate::Sig`].
    pub imm: u32,
}

impl InstData {
    /// Positions of its operands and results.
    pub(crate) fn move_parts(&mut self, operands: u32, results: u32) {
        self.operand_start = operands;
        self.first_result = if self.result_count == 0 { 0 } else { results };
    }

    /// Memory access of a load or a store, of a whole or of components; nothing special for any other op.
    #[inline]
    pub fn memory_access(&self) -> MemoryAccess {
        match self.op {
            Op::Load | Op::Store => MemoryAccess::from_bits(self.imm),
            Op::StoreSwizzle => SwizzledStore::from_bits(self.imm).access,
            _ => MemoryAccess::NONE,
        }
    }

    /// The source it was made from; longer ones are cut to 65,535 bytes.
    #[inline]
    pub fn span(&self) -> Span {
        Span::new(self.span_start, self.span_start.saturating_add(u32::from(self.span_length)))
    }

    /// Sets the source it was made from.
    #[inline]
    pub fn set_span(&mut self, span: Span) {
        self.span_start = span.start;
        self.span_length = span.end.saturating_sub(span.start).min(u32::from(u16::MAX)) as u16;
    }

    /// Its results.
    #[inline]
    pub fn results(&self) -> impl ExactSizeIterator<Item = Value> + Clone + use<> {
        let first = self.first_result;
        (first..first + u32::from(self.result_count)).map(|raw| Value::from_index(raw as usize))
    }

    /// The first of its results.
    #[inline]
    pub fn result(&self) -> Option<Value> {
        (self.result_count > 0).then(|| Value::from_index(self.first_result as usize))
    }

    /// Number of results.
    #[inline]
    pub fn result_count(&self) -> usize {
        usize::from(self.result_count)
    }
}

/// One case of a switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Selector values: integer constants.
    pub values: Vec<Constant>,
    /// True if it also takes every other selector.
    pub default: bool,
    /// The block.
    pub block: Block,
}

/// The blocks of a control instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ControlKind {
    /// `(condition)`
    If {
        /// Runs if the condition is true.
        then: Block,
        /// Runs otherwise.
        other: Block,
    },
    /// `(initial values...)`
    Loop {
        /// Runs again and again.
        body: Block,
        /// Runs after every `continue`.
        continuing: Option<Block>,
    },
    /// `(selector, case values...)`
    Switch {
        /// In order of fall through.
        cases: Vec<Case>,
    },
}

flag_set! {
    /// Hints of the author about control flow (`GL_EXT_control_flow_attributes`).
    ControlHints: u16 {
        UNROLL "unroll" = 0,
        DONT_UNROLL "dont_unroll" = 1,
        FLATTEN "flatten" = 2,
        DONT_FLATTEN "dont_flatten" = 3,
        DEPENDENCY_INFINITE "dependency_infinite" = 4,
    }
}

/// Numbers the author gives with a loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoopHints {
    /// `dependency_length(n)`
    pub dependency_length: Option<u32>,
    /// `min_iterations(n)`
    pub min_iterations: Option<u32>,
    /// `max_iterations(n)`
    pub max_iterations: Option<u32>,
    /// `iteration_multiple(n)`
    pub iteration_multiple: Option<u32>,
    /// `peel_count(n)`
    pub peel_count: Option<u32>,
    /// `partial_count(n)`
    pub partial_count: Option<u32>,
    /// `multiple_wait_queuesQCOM(n)`, 0 without a number
    pub multiple_wait_queues: Option<u32>,
}

/// The blocks and hints that a control instruction owns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlData {
    /// Its blocks.
    pub kind: ControlKind,
    /// Hints that are there or not.
    pub hints: ControlHints,
    /// Hints with numbers; none for most loops.
    pub loop_hints: Option<Box<LoopHints>>,
}

impl ControlData {
    /// Control data without hints.
    pub fn new(kind: ControlKind) -> Self {
        Self { kind, hints: ControlHints::NONE, loop_hints: None }
    }

    /// Changes its blocks, in order of the text form.
    pub(crate) fn each_block_mut(&mut self, mut change: impl FnMut(&mut Block)) {
        match &mut self.kind {
            ControlKind::If { then, other } => {
                change(then);
                change(other);
            }
            ControlKind::Loop { body, continuing } => {
                change(body);
                continuing.iter_mut().for_each(change);
            }
            ControlKind::Switch { cases } => cases.iter_mut().for_each(|case| change(&mut case.block)),
        }
    }

    /// Its blocks in order of the text form.
    pub fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        let (first, second, cases): (Option<Block>, Option<Block>, &[Case]) = match &self.kind {
            ControlKind::If { then, other } => (Some(*then), Some(*other), &[]),
            ControlKind::Loop { body, continuing } => (Some(*body), *continuing, &[]),
            ControlKind::Switch { cases } => (None, None, cases),
        };
        first.into_iter().chain(second).chain(cases.iter().map(|case| case.block))
    }
}

named_enum! {
    /// The author's wish about calls of a function (`GL_EXT_function_control_attributes`).
    Inlining {
        /// The body takes the place of calls.
        Always "inline",
        /// Calls stay.
        Never "noinline",
    }
}

named_enum! {
    /// Passing mode of a parameter in the source.
    ParamMode {
        /// By value.
        In "in",
        /// By value, never written (`const in`).
        ConstIn "const_in",
        /// A pointer that the callee writes before it reads.
        Out "out",
        /// A pointer that the callee reads and writes.
        InOut "inout",
    }
}

/// A parameter of a function, beyond the block parameter of its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParamData {
    /// The passing mode.
    pub passing: ParamMode,
    /// Memory qualifiers (`coherent`, `readonly`, ...) and `precise`.
    pub qualifiers: crate::module::Qualifiers,
    /// The first of the decorations that the author gave by number, an index into [`crate::Module::spirv`].
    pub spirv: Option<u32>,
    /// The layout rule of the memory, for a pointer into a block that other modules pass: their blocks are not in this module.
    pub layout: Option<LayoutRule>,
    /// Its declaration.
    pub origin: Origin,
}

impl ParamData {
    /// A parameter without qualifiers that no source declares.
    pub fn new(passing: ParamMode) -> Self {
        Self {
            passing,
            qualifiers: crate::Qualifiers::NONE,
            spirv: None,
            layout: None,
            origin: Origin::default(),
        }
    }
}

/// The part of a function in linking modules.
///
/// The name of an export or import holds what tells it apart from overloads: the types of its parameters, for GLSL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// Only this module knows it.
    #[default]
    Internal,
    /// Other modules may import it by this name.
    Export(Name),
    /// Another module exports it by this name. It has no body here: the block is empty.
    Import(Name),
    /// It runs before the entry point of the module that it is linked into: initialisers of global variables.
    Initializer,
    /// Only this module knows it, and intrinsics of this module call it by this name, with arguments that nobody sees.
    Callback(Name),
}

/// The instructions of a function, to read. Methods of [`FunctionData`] change them, and keep its summaries up to date.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Insts(pub(crate) Arena<InstData>);

impl std::ops::Deref for Insts {
    type Target = Arena<InstData>;

    #[inline]
    fn deref(&self) -> &Arena<InstData> {
        &self.0
    }
}

/// A function. Its parameters are those of the body block, with [`ParamData`] for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionData {
    /// Its name.
    pub name: Name,
    /// One for each parameter of the body.
    pub params: Vec<ParamData>,
    /// The type of the result.
    pub result: Type,
    /// Precision of the result.
    pub precision: Precision,
    /// The first of the decorations of its result that the author gave by number, likewise.
    pub spirv: Option<u32>,
    /// The author's wish about its calls.
    pub inlining: Option<Inlining>,
    /// Its part in linking modules.
    pub linkage: Linkage,
    /// Its declaration.
    pub origin: Origin,
    /// Its type and number parameters, if it is generic.
    pub generics: Vec<GenericParam>,
    /// The generic function that it is an instance of. Its body follows from that function's: the block is empty.
    pub instance: Option<Box<Instance>>,
    /// The body.
    pub body: Block,
    /// Blocks; those that no path from the body reaches are garbage.
    pub blocks: Arena<BlockData>,
    /// Instructions; those in no block are garbage.
    pub insts: Insts,
    /// Values.
    pub values: Arena<ValueData>,
    /// Data of control instructions, by their immediate.
    pub controls: Vec<ControlData>,
    pub(crate) operands: Vec<Operand>,
    /// The operations that it has or has had.
    pub(crate) past: Past,
    /// The names of values, by number, as far as there are some: most values of most functions have one.
    pub(crate) names: SideTable<Value, Name>,
}

/// Lengths of a function's lists, without those of its blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capacity {
    /// Blocks.
    pub blocks: usize,
    /// Instructions.
    pub insts: usize,
    /// Values.
    pub values: usize,
    /// Control instructions.
    pub controls: usize,
    /// Operands of all instructions.
    pub operands: usize,
    /// Values up to the last that has a name.
    pub names: usize,
}

impl std::ops::Add for Capacity {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            blocks: self.blocks.saturating_add(other.blocks),
            insts: self.insts.saturating_add(other.insts),
            values: self.values.saturating_add(other.values),
            controls: self.controls.saturating_add(other.controls),
            operands: self.operands.saturating_add(other.operands),
            names: self.names.saturating_add(other.names),
        }
    }
}

/// Initial capacity for instructions: growing from nothing costs more than most functions waste.
const ROOM: usize = 16;

impl FunctionData {
    /// A function with an empty body and no parameters.
    pub fn new(name: Name, result: Type) -> Self {
        Self::with_room(name, result, ROOM)
    }

    /// The same with capacity for about this many instructions.
    pub fn with_room(name: Name, result: Type, room: usize) -> Self {
        let insts = List::with_capacity(room.min(16 * ROOM));
        Self {
            insts: Insts(Arena::with_capacity(room)),
            values: Arena::with_capacity(room),
            operands: Vec::with_capacity(2 * room),
            names: SideTable::with_capacity(room),
            ..Self::with_body(name, result, ROOM / 2, BlockData { params: List::new(), insts })
        }
    }

    /// The same with memory for exactly so much; the block of the body counts.
    pub fn with_capacity(name: Name, result: Type, capacity: Capacity) -> Self {
        Self {
            insts: Insts(Arena::with_capacity(capacity.insts)),
            values: Arena::with_capacity(capacity.values),
            controls: Vec::with_capacity(capacity.controls),
            operands: Vec::with_capacity(capacity.operands),
            names: SideTable::with_capacity(capacity.names),
            ..Self::with_body(name, result, capacity.blocks, BlockData::default())
        }
    }

    /// A placeholder for a function that is being changed: it has an empty body, and no capacity for more.
    pub fn placeholder(name: Name, result: Type) -> Self {
        Self::with_body(name, result, 1, BlockData::default())
    }

    fn with_body(name: Name, result: Type, block_capacity: usize, body: BlockData) -> Self {
        let mut blocks = Arena::with_capacity(block_capacity);
        Self {
            name,
            params: Vec::new(),
            result,
            precision: Precision::None,
            spirv: None,
            inlining: None,
            linkage: Linkage::Internal,
            origin: Origin::default(),
            generics: Vec::new(),
            instance: None,
            body: blocks.alloc(body),
            blocks,
            insts: Insts::default(),
            values: Arena::new(),
            controls: Vec::new(),
            operands: Vec::new(),
            names: SideTable::new(),
            past: Past::default(),
        }
    }

    /// True if its body is in another module.
    #[inline]
    pub fn is_import(&self) -> bool {
        matches!(self.linkage, Linkage::Import(_))
    }

    /// True if it is generic: others have its body, by their arguments for its parameters.
    #[inline]
    pub fn is_generic(&self) -> bool {
        !self.generics.is_empty()
    }

    /// True if it has a body that can run: it is neither imported nor generic, nor an instance that is to be specialised.
    #[inline]
    pub fn has_code(&self) -> bool {
        !self.is_import() && !self.is_generic() && self.instance.is_none()
    }

    /// True if it is generic or an instance without a body.
    pub fn needs_arguments(&self) -> bool {
        self.is_generic() || self.instance.is_some()
    }

    /// The name that it is exported or imported by.
    pub fn link_name(&self) -> Option<Name> {
        match self.linkage {
            Linkage::Export(name) | Linkage::Import(name) => Some(name),
            Linkage::Internal | Linkage::Initializer | Linkage::Callback(_) => None,
        }
    }

    /// The ids of all instructions, garbage included, without a borrow.
    pub fn inst_ids(&self) -> impl ExactSizeIterator<Item = Inst> + use<> {
        (0..self.insts.len()).map(Inst::from_index)
    }

    /// Makes a block of these instructions, without parameters.
    pub fn new_block(&mut self, insts: &[Inst]) -> Block {
        self.blocks.alloc(BlockData { params: List::new(), insts: List::from_slice(insts) })
    }

    /// Makes a control instruction that is in no block yet and has no results yet.
    pub fn new_control(&mut self, op: Op, operands: &[Operand], control: ControlData, span: Span) -> Inst {
        let imm = self.controls.len() as u32;
        self.controls.push(control);
        self.new_inst(op, operands, imm, span)
    }

    /// The operation of an instruction.
    #[inline]
    pub fn op(&self, inst: Inst) -> Op {
        self.insts[inst].op
    }

    /// The values among the operands of an instruction.
    #[inline]
    pub fn used_values(&self, inst: Inst) -> impl Iterator<Item = Value> + '_ {
        self.operands(inst).iter().filter_map(|operand| operand.value())
    }

    /// Type and precision of each of some values.
    pub fn types_of(&self, values: impl IntoIterator<Item = Value>) -> Vec<(Type, Precision)> {
        values.into_iter().map(|value| (self.values[value].ty, self.values[value].precision)).collect()
    }

    /// Type and precision of each result of an instruction.
    pub fn result_types(&self, inst: Inst) -> Vec<(Type, Precision)> {
        self.types_of(self.results(inst))
    }

    /// The data of a control instruction.
    #[inline]
    pub fn control(&self, inst: Inst) -> Option<&ControlData> {
        let data = &self.insts[inst];
        if data.op.is_control() { self.controls.get(data.imm as usize) } else { None }
    }

    /// The data of a control instruction, to change.
    pub fn control_mut(&mut self, inst: Inst) -> Option<&mut ControlData> {
        let data = &self.insts[inst];
        if data.op.is_control() { self.controls.get_mut(data.imm as usize) } else { None }
    }

    /// The operands of an instruction.
    #[inline]
    pub fn operands(&self, inst: Inst) -> &[Operand] {
        self.operands_of(&self.insts[inst])
    }

    /// The operands of one of its instructions, given by its data.
    #[inline]
    pub fn operands_of(&self, data: &InstData) -> &[Operand] {
        let start = data.operand_start as usize;
        self.operands.get(start..start + usize::from(data.operand_count)).unwrap_or(&[])
    }

    /// The operands of all instructions, garbage included, in no order.
    pub fn all_operands(&self) -> &[Operand] {
        &self.operands
    }

    /// The same, to change in place.
    pub(crate) fn all_operands_mut(&mut self) -> &mut [Operand] {
        &mut self.operands
    }

    /// The operands of an instruction, to change in place.
    pub fn operands_mut(&mut self, inst: Inst) -> &mut [Operand] {
        let data = &self.insts[inst];
        let start = data.operand_start as usize;
        self.operands.get_mut(start..start + usize::from(data.operand_count)).unwrap_or(&mut [])
    }

    /// Gives an instruction other operands (at most 65,535; more are dropped, and the verifier sees it).
    pub fn set_operands(&mut self, inst: Inst, operands: &[Operand]) {
        let count = operands.len().min(usize::from(u16::MAX));
        let data = &mut self.insts.0[inst];
        if count > usize::from(data.operand_count) {
            data.operand_start = self.operands.len() as u32;
            self.operands.extend_from_slice(&operands[..count]);
        } else {
            let start = data.operand_start as usize;
            self.operands[start..start + count].copy_from_slice(&operands[..count]);
        }
        data.operand_count = count as u16;
    }

    /// Adds results to an instruction that has none, each with type and precision; the first one's id is given back
    /// by [`FunctionData::result`].
    pub fn add_results(&mut self, inst: Inst, results: &[(Type, Precision)]) {
        let data = &mut self.insts.0[inst];
        data.first_result = self.values.len() as u32;
        data.result_count = results.len().min(usize::from(u16::MAX)) as u16;
        for (index, &(ty, precision)) in results.iter().enumerate() {
            let def = inst.index() as u32 & !(PARAM | NAMED);
            self.values.alloc(ValueData { ty, def, index: index as u16, precision, flags: ValueFlags::NONE });
        }
    }

    /// True if the operands and results of an instruction lie in the pools of this function, as they do unless it
    /// was copied from another.
    pub(crate) fn holds_parts_of(&self, inst: Inst) -> bool {
        let data = &self.insts[inst];
        let operands = data.operand_start as usize + usize::from(data.operand_count);
        let results = data.first_result as usize + usize::from(data.result_count);
        operands <= self.operands.len() && (results <= self.values.len() || data.result_count == 0)
    }

    /// The results of an instruction.
    #[inline]
    pub fn results(&self, inst: Inst) -> impl ExactSizeIterator<Item = Value> + Clone + use<> {
        self.insts[inst].results()
    }

    /// The last instruction of a block, if it is this operation.
    #[inline]
    pub fn ends_with(&self, block: Block, op: Op) -> Option<Inst> {
        self.blocks[block].insts.last().copied().filter(|&last| self.insts[last].op == op)
    }

    /// The arms of an `if`; `None` for other instructions.
    #[inline]
    pub fn arms(&self, inst: Inst) -> Option<[Block; 2]> {
        match self.control(inst)?.kind {
            ControlKind::If { then, other } => Some([then, other]),
            ControlKind::Loop { .. } | ControlKind::Switch { .. } => None,
        }
    }

    /// The instruction that an operand is a result of; `None` for parameters, constants and globals.
    #[inline]
    pub fn definition(&self, operand: Operand) -> Option<Inst> {
        match self.values[operand.value()?].def() {
            ValueDef::Result { inst, .. } => Some(inst),
            ValueDef::Param { .. } => None,
        }
    }

    /// The data of the first result of an instruction.
    #[inline]
    pub fn result_data(&self, inst: Inst) -> Option<ValueData> {
        self.result(inst).map(|value| self.values[value])
    }

    /// The first result of an instruction.
    #[inline]
    pub fn result(&self, inst: Inst) -> Option<Value> {
        self.insts[inst].result()
    }

    /// Adds a parameter to a block.
    pub fn add_param(&mut self, block: Block, ty: Type, precision: Precision) -> Value {
        let index = self.blocks[block].params.len() as u16;
        let def = block.index() as u32 | PARAM;
        let value = self.values.alloc(ValueData { ty, def, index, precision, flags: ValueFlags::NONE });
        self.blocks[block].params.push(value);
        value
    }

    /// Replaces the parameters of a block by a subset of them, in any order.
    pub fn set_params(&mut self, block: Block, params: List<Value>) {
        for (index, &value) in params.iter().enumerate() {
            let data = &mut self.values[value];
            data.def = block.index() as u32 | PARAM | data.def & NAMED;
            data.index = index as u16;
        }
        self.blocks[block].params = params;
    }

    /// The name the author gave a value, or the empty one.
    #[inline]
    pub fn value_name(&self, value: Value) -> Name {
        if !self.has_name(value) {
            return Name::EMPTY;
        }
        self.names.at(value)
    }

    /// True if the author gave a value a name.
    #[inline]
    pub fn has_name(&self, value: Value) -> bool {
        self.values[value].def & NAMED != 0
    }

    /// Names a value.
    pub fn set_value_name(&mut self, value: Value, name: Name) {
        let data = &mut self.values[value];
        if !name.is_empty() {
            data.def |= NAMED;
            self.names.set(value, name);
        } else {
            data.def &= !NAMED;
        }
    }

    /// The terminator of a block, if the block has one.
    pub fn terminator(&self, block: Block) -> Option<Inst> {
        let &last = self.blocks[block].insts.last()?;
        self.insts[last].op.is_terminator().then_some(last)
    }

    /// The lengths of its lists.
    pub fn room(&self) -> Capacity {
        Capacity {
            blocks: self.blocks.len(),
            insts: self.insts.len(),
            values: self.values.len(),
            controls: self.controls.len(),
            operands: self.operands.len(),
            names: self.names.len(),
        }
    }

    /// Makes room for so much more, if that is more than there is, and for a little besides: lists that grow step by step
    /// are copied at each, and what is added to a full one copies all of it.
    pub fn reserve(&mut self, more: Capacity) {
        fn with_slack(more: usize) -> usize {
            more.saturating_add(more / 8)
        }
        fn grow<T>(arena: &mut Arena<T>, more: usize) {
            let mut new = Arena::with_capacity(arena.len().saturating_add(with_slack(more)));
            new.extend(std::mem::take(arena).into_iter().map(|row| row.1));
            *arena = new;
        }
        if more.insts > self.insts.len() {
            grow(&mut self.blocks, more.blocks);
            grow(&mut self.insts.0, more.insts);
            grow(&mut self.values, more.values);
            self.controls.reserve_exact(with_slack(more.controls));
            self.operands.reserve_exact(with_slack(more.operands));
            self.names.reserve_exact(with_slack(more.names));
        }
    }

    /// Bytes this function takes up in its arenas and pools, without slack.
    pub fn memory(&self) -> usize {
        let lists: usize =
            self.blocks.values().map(|block| 4 * (block.params.len() + block.insts.len())).sum();
        self.insts.len() * size_of::<InstData>()
            + self.values.len() * size_of::<ValueData>()
            + self.blocks.len() * size_of::<BlockData>()
            + self.operands.len() * size_of::<Operand>()
            + lists
    }

    /// True if any of the instructions may be a call: nobody has to look for calls where none was ever made.
    pub fn may_call(&self) -> bool {
        self.past.calls
    }

    /// True if any of the instructions may have one of these operations: nobody has to look for what was never made.
    #[inline]
    pub fn may_have(&self, ops: &[Op]) -> bool {
        ops.iter().any(|&op| self.past.ops.contains(op))
    }

    /// The operations of the instructions, perhaps with others that were replaced.
    pub fn ops(&self) -> &OpSet {
        &self.past.ops
    }

    /// True if an instruction has to be executed whatever becomes of its results, since it reads or writes volatile
    /// memory. For instructions that write, only those that say it themselves count.
    pub fn is_volatile(&self, inst: Inst) -> bool {
        let data = &self.insts[inst];
        match data.op {
            Op::Load | Op::Store | Op::StoreSwizzle => data.memory_access().contains(MemoryAccess::VOLATILE),
            op if matches!(op.info().sig, Sig::Image | Sig::ImageWrite) => {
                ImageOperands::from_bits(data.imm).contains(ImageOperands::VOLATILE)
            }
            _ => false,
        }
    }

    /// Makes an instruction another operation with the same operands and results.
    pub fn set_op(&mut self, inst: Inst, op: Op) {
        let imm = self.insts.0[inst].imm;
        self.past.add(op, imm);
        self.insts.0[inst].op = op;
    }

    /// Gives an instruction another immediate.
    pub fn set_imm(&mut self, inst: Inst, imm: u32) {
        self.past.add(self.insts.0[inst].op, imm);
        self.insts.0[inst].imm = imm;
    }

    /// Sets the source that an instruction was made from.
    pub fn set_span(&mut self, inst: Inst, span: Span) {
        self.insts.0[inst].set_span(span);
    }

    /// Makes a call one of another function.
    pub fn set_callee(&mut self, inst: Inst, callee: Function) {
        self.set_imm(inst, callee.index() as u32);
    }

    /// Moves the spans of all instructions that have one.
    pub(crate) fn shift_spans(&mut self, by: u32) {
        for (_, data) in self.insts.0.iter_mut() {
            if !data.span().is_nowhere() {
                data.set_span(data.span().shifted(by));
            }
        }
    }

    /// Gives calls the new numbers of their callees, also calls in no block. Callees without one stay.
    pub fn renumber_callees(&mut self, new: impl Fn(Function) -> Option<Function>) {
        for (_, data) in self.insts.0.iter_mut().filter(|row| row.1.op == Op::Call) {
            if let Some(new) = new(Function::from_index(data.imm as usize)) {
                data.imm = new.index() as u32;
            }
        }
    }

    /// All instructions, to change without any care: for tests of the verifier.
    #[doc(hidden)]
    pub fn raw_insts_mut(&mut self) -> &mut Arena<InstData> {
        &mut self.insts.0
    }

    /// The intrinsic of an [`Op::Intrinsic`].
    pub fn intrinsic(&self, inst: Inst) -> Option<Intrinsic> {
        let data = &self.insts[inst];
        if data.op == Op::Intrinsic { Intrinsic::from_imm(data.imm) } else { None }
    }

    /// The effects of an instruction: its intrinsic's, if it is one, else its operation's.
    pub fn effects(&self, inst: Inst) -> Effects {
        self.intrinsic(inst).map_or(self.insts[inst].op.effects(), |intrinsic| intrinsic.info().effects)
    }

    /// The callee of a [`Op::Call`].
    pub fn callee(&self, inst: Inst) -> Option<Function> {
        let data = &self.insts[inst];
        (data.op == Op::Call).then(|| Function::from_index(data.imm as usize))
    }
}
