//! The declarations of a module, by id: definitions, names, decorations, entry points and the blocks of functions.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Decoration, ExecutionMode, LinkageType, Op, StorageClass};

use crate::debug_names::debug_names;
use crate::error::Error;
use crate::flow::makes_handles;
use crate::grammar::Grammar;
use crate::types::MAX_DEPTH;
use crate::words::{BOUND, Inst, VERSION, instructions, string};

/// The decorations that groups may give in all; each takes some 40 bytes.
const MAX_APPLIED: usize = 1 << 20;

/// A decoration of an id or of a member of a struct.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decorated<'w> {
    pub(crate) member: Option<u32>,
    pub(crate) number: u32,
    pub(crate) operands: &'w [u32],
    pub(crate) at: u32,
}

impl Decorated<'_> {
    pub(crate) fn is(&self, decoration: Decoration) -> bool {
        self.number == decoration as u32
    }
}

/// An entry point.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'w> {
    pub(crate) model: u32,
    pub(crate) function: u32,
    pub(crate) name: Cow<'w, str>,
    /// The variables that it names.
    pub(crate) interface: &'w [u32],
    pub(crate) at: u32,
}

/// An execution mode of an entry point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mode<'w> {
    pub(crate) number: u32,
    pub(crate) operands: &'w [u32],
    /// True if the operands are ids.
    pub(crate) by_id: bool,
    pub(crate) at: u32,
}

impl Mode<'_> {
    fn is(&self, mode: ExecutionMode) -> bool {
        self.number == mode as u32
    }
}

/// A block of a function: its instructions, of which the last ends it.
#[derive(Clone, Debug)]
pub(crate) struct BasicBlock {
    pub(crate) label: u32,
    pub(crate) insts: Range<usize>,
}

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct Function<'w> {
    pub(crate) inst: Inst<'w>,
    pub(crate) params: Vec<Inst<'w>>,
    pub(crate) blocks: Vec<BasicBlock>,
}

/// A module, by id.
#[derive(Debug, Default)]
pub(crate) struct Index<'w> {
    /// The version of SPIR-V, as in the header.
    pub(crate) version: u32,
    pub(crate) insts: Vec<Inst<'w>>,
    /// By id: the position of the instruction that defines it, from 1 on; 0 if none does.
    defs: Vec<u32>,
    names: FxHashMap<u32, Cow<'w, str>>,
    member_names: FxHashMap<(u32, u32), Cow<'w, str>>,
    /// By id; those of the id itself come first, then those of its members in order.
    decorations: FxHashMap<u32, Vec<Decorated<'w>>>,
    /// Sets of extended instructions.
    pub(crate) sets: FxHashMap<u32, Cow<'w, str>>,
    pub(crate) strings: FxHashMap<u32, Cow<'w, str>>,
    pub(crate) capabilities: Vec<u32>,
    /// True if it declares `SPV_NV_cooperative_matrix2`, and `SPV_EXT_cooperative_matrix_maintenance1`.
    pub(crate) matrices: (bool, bool),
    pub(crate) entries: Vec<Entry<'w>>,
    modes: FxHashMap<u32, Vec<Mode<'w>>>,
    /// By the type of floats, what operations on them may do by default (`FPFastMathDefault`): all that every entry point allows.
    fast_math: FxHashMap<u32, u32>,
    /// The addressing model and the memory model.
    pub(crate) memory_model: (u32, u32),
    /// The language and its version.
    pub(crate) source: (u32, u32),
    /// Variables outside of functions, in order.
    pub(crate) variables: Vec<Inst<'w>>,
    /// Constants that are specialised by number, in order.
    pub(crate) spec_constants: Vec<Inst<'w>>,
    pub(crate) functions: FxHashMap<u32, Function<'w>>,
    /// Functions that other modules may import, in order. In a module that has neither those nor entry points, all are.
    pub(crate) exports: Vec<u32>,
    /// If there are addresses of buffers: structs of which there are values, parts or variables.
    plain: FxHashSet<u32>,
    /// Structs that hold handles.
    of_handles: FxHashSet<u32>,
    pub(crate) grammar: Grammar,
}

impl<'w> Index<'w> {
    /// Reads the instructions of a module in the byte order of this machine.
    pub(crate) fn new(words: &'w [u32]) -> Result<Self, Error> {
        let mut grammar = Grammar::default();
        let insts = instructions(words, &mut grammar)?;
        let bound = words.get(BOUND).copied().unwrap_or(0);
        let version = words.get(VERSION).copied().unwrap_or(0) & 0x00ff_ff00;
        let mut index = Self { version, insts, grammar, defs: vec![0; bound as usize], ..Self::default() };
        index.read()?;
        let names = debug_names(&index);
        for (id, name) in names.ids {
            index.names.entry(id).or_insert(name.into());
        }
        for (member, name) in names.members {
            index.member_names.entry(member).or_insert(name.into());
        }
        Ok(index)
    }

    fn read(&mut self) -> Result<(), Error> {
        let mut groups: Vec<Inst<'w>> = Vec::new();
        let mut function: Option<Function<'w>> = None;
        let mut start = None;
        let mut has_left = false;
        for position in 0..self.insts.len() {
            let Some(&inst) = self.insts.get(position) else { break };
            if let Some(def) = self.defs.get_mut(inst.id as usize).filter(|_| inst.id != 0) {
                if *def != 0 {
                    return Err(inst.invalid(format!("%{} is defined twice", inst.id)));
                }
                *def = position as u32 + 1;
            }
            if let Some(open) = &mut function {
                // Nothing executes the rest of a block that the invocation leaves.
                if has_left && !inst.is(Op::Label) && !inst.is(Op::FunctionEnd) {
                    continue;
                }
                has_left = false;
                match inst.known() {
                    Some(Op::FunctionParameter) => open.params.push(inst),
                    Some(Op::Label) if start.is_some() => {
                        return Err(inst.invalid("a block begins before the last one ends"));
                    }
                    Some(Op::Label) => start = Some((inst.id, position + 1)),
                    Some(Op::FunctionEnd) => {
                        if start.is_some() {
                            return Err(inst.invalid("the last block of a function does not end"));
                        }
                        if let Some(done) = function.take() {
                            self.functions.insert(done.inst.id, done);
                        }
                    }
                    Some(op) if ends_block(op, &inst) => {
                        let Some((label, first)) = start.take() else {
                            return Err(inst.invalid(format!("{} is in no block", inst.name())));
                        };
                        open.blocks.push(BasicBlock { label, insts: first..position + 1 });
                        has_left = matches!(op, Op::IgnoreIntersectionNV | Op::TerminateRayNV);
                    }
                    _ => {}
                }
                continue;
            }
            match inst.known() {
                Some(Op::Function) => {
                    function = Some(Function { inst, params: Vec::new(), blocks: Vec::new() });
                }
                Some(Op::GroupDecorate | Op::GroupMemberDecorate) => groups.push(inst),
                Some(op) => self.declare(op, inst)?,
                None => {}
            }
        }
        if let Some(open) = function {
            return Err(open.inst.invalid("the function does not end"));
        }
        let mut applied = 0;
        for inst in groups {
            applied += self.apply_group(inst)?;
            if applied > MAX_APPLIED {
                return Err(Error::too_large(
                    inst.at,
                    format!("more than {MAX_APPLIED} decorations by groups"),
                ));
            }
        }
        for rows in self.decorations.values_mut() {
            rows.sort_by_key(|row| row.member);
        }
        let mut fast_math: FxHashMap<u32, u32> = FxHashMap::default();
        for mode in self.modes.values().flatten().filter(|mode| mode.is(ExecutionMode::FPFastMathDefault)) {
            if let [ty, modes, ..] = *mode.operands {
                let modes = self.def(modes).and_then(|def| def.words.first()).copied().unwrap_or(0);
                *fast_math.entry(ty).or_insert(modes) &= modes;
            }
        }
        self.fast_math = fast_math;
        if self.capabilities.contains(&(spirv::Capability::PhysicalStorageBufferAddresses as u32)) {
            self.plain = self.plain_types();
        }
        let functions = self.insts.iter().filter(|inst| inst.is(Op::Function)).map(|inst| inst.id);
        let is_defined = |id: &u32| self.functions.get(id).is_some_and(|data| !data.blocks.is_empty());
        let defined: Vec<u32> = functions.filter(is_defined).collect();
        let is_export = |id: &&u32| matches!(self.linkage(**id), Some((_, LinkageType::Export)));
        self.exports = defined.iter().filter(is_export).copied().collect();
        if self.exports.is_empty() && self.entries.is_empty() {
            self.exports = defined;
        }
        Ok(())
    }

    fn declare(&mut self, op: Op, inst: Inst<'w>) -> Result<(), Error> {
        match op {
            Op::Capability if inst.word(0)? == spirv::Capability::GraphARM as u32 => {
                return Err(inst.unsupported("a data graph (capability GraphARM)"));
            }
            Op::Capability => self.capabilities.push(inst.word(0)?),
            Op::Extension => match &*inst.string(0).0 {
                "SPV_NV_cooperative_matrix2" => self.matrices.0 = true,
                "SPV_EXT_cooperative_matrix_maintenance1" => self.matrices.1 = true,
                _ => {}
            },
            Op::ExtInstImport => drop(self.sets.insert(inst.id, inst.string(0).0)),
            Op::String => drop(self.strings.insert(inst.id, inst.string(0).0)),
            Op::MemoryModel if inst.word(1)? == spirv::MemoryModel::OpenCL as u32 => {
                return Err(inst.unsupported("a module of OpenCL (memory model OpenCL)"));
            }
            Op::MemoryModel => self.memory_model = (inst.word(0)?, inst.word(1)?),
            Op::Source => self.source = (inst.word(0)?, inst.word(1)?),
            Op::EntryPoint => {
                let (name, count) = inst.string(2);
                let (model, function) = (inst.word(0)?, inst.word(1)?);
                self.entries.push(Entry {
                    model,
                    function,
                    name,
                    interface: inst.from(2 + count),
                    at: inst.at,
                });
            }
            Op::ExecutionMode | Op::ExecutionModeId => {
                let (number, operands) = (inst.word(1)?, inst.from(2));
                let mode = Mode { number, operands, by_id: op == Op::ExecutionModeId, at: inst.at };
                self.modes.entry(inst.word(0)?).or_default().push(mode);
            }
            Op::Name => drop(self.names.insert(inst.word(0)?, inst.string(1).0)),
            Op::MemberName => {
                self.member_names.insert((inst.word(0)?, inst.word(1)?), inst.string(2).0);
            }
            Op::Decorate | Op::DecorateId | Op::DecorateString => {
                let (number, operands) = (inst.word(1)?, inst.from(2));
                let row = Decorated { member: None, number, operands, at: inst.at };
                self.decorations.entry(inst.word(0)?).or_default().push(row);
            }
            Op::MemberDecorate | Op::MemberDecorateString | Op::MemberDecorateIdEXT => {
                let (number, operands) = (inst.word(2)?, inst.from(3));
                let member = Some(inst.word(1)?);
                let row = Decorated { member, number, operands, at: inst.at };
                self.decorations.entry(inst.word(0)?).or_default().push(row);
            }
            Op::Variable => self.variables.push(inst),
            // Types of members come first, but for addresses.
            Op::TypeStruct if inst.words.iter().any(|&member| self.holds_handles(member)) => {
                self.of_handles.insert(inst.id);
            }
            Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse => self.spec_constants.push(inst),
            Op::TypePipe | Op::TypeEvent | Op::TypeOpaque | Op::TypeQueue | Op::TypeReserveId => {
                return Err(inst.unsupported(format!("{}, an instruction of kernels,", inst.name())));
            }
            // Without them the module would be another one.
            Op::ConditionalEntryPointINTEL
            | Op::ConditionalCapabilityINTEL
            | Op::ConditionalExtensionINTEL => {
                return Err(inst.unsupported(inst.name()));
            }
            _ => {}
        }
        Ok(())
    }

    /// Gives the decorations of a group to those that it is applied to; gives their number.
    fn apply_group(&mut self, inst: Inst<'w>) -> Result<usize, Error> {
        let is_group = |index: &Self, id: u32| index.def(id).is_some_and(|def| def.is(Op::DecorationGroup));
        let group = inst.word(0)?;
        if !is_group(self, group) {
            return Err(inst.invalid(format!("%{group} is no group of decorations")));
        }
        let rows = self.decorations.get(&group).cloned().unwrap_or_default();
        let by_member = inst.is(Op::GroupMemberDecorate);
        let targets = inst.from(1).chunks(if by_member { 2 } else { 1 });
        let applied = targets.len() * rows.len();
        if applied > MAX_APPLIED {
            return Ok(applied);
        }
        for target in targets {
            let Some(&id) = target.first() else { continue };
            // Each group that decorates another, or itself, would double what it has.
            if is_group(self, id) {
                return Err(inst.invalid(format!("%{id} is a group, which decorates no group")));
            }
            let member = target.get(1).copied();
            let own = self.decorations.entry(id).or_default();
            own.extend(rows.iter().map(|row| Decorated { member: member.or(row.member), ..*row }));
        }
        Ok(applied)
    }

    /// Types of values, of parts of others, and of variables that are no blocks.
    fn plain_types(&self) -> FxHashSet<u32> {
        let mut plain = FxHashSet::default();
        for inst in &self.insts {
            match inst.known() {
                Some(Op::TypeStruct) => plain.extend(inst.words),
                Some(Op::TypeArray | Op::TypeRuntimeArray) => plain.extend(inst.words.first()),
                Some(Op::TypePointer) => {
                    let class = inst.words.first().copied().and_then(StorageClass::from_u32);
                    if let Some(StorageClass::Function | StorageClass::Private | StorageClass::Workgroup) =
                        class
                    {
                        plain.extend(inst.words.get(1));
                    }
                }
                _ => plain.extend((inst.ty != 0).then_some(inst.ty)),
            }
        }
        plain
    }

    /// True if there are values, parts or variables of a struct to which addresses of buffers lead.
    pub(crate) fn is_plain(&self, ty: u32) -> bool {
        self.plain.contains(&ty)
    }

    /// The type of the elements within all arrays.
    pub(crate) fn innermost(&self, mut ty: u32) -> u32 {
        // An array contains none of its own kind; the bound is for words that say otherwise.
        for _ in 0..MAX_DEPTH {
            match self.def(ty) {
                Some(def) if def.is(Op::TypeArray) || def.is(Op::TypeRuntimeArray) => {
                    ty = def.words.first().copied().unwrap_or(0);
                }
                _ => break,
            }
        }
        ty
    }

    /// True if a type is a handle, or an array or struct of some.
    pub(crate) fn holds_handles(&self, ty: u32) -> bool {
        let inner = self.innermost(ty);
        let op = self.def(inner).and_then(|def| def.known());
        self.of_handles.contains(&inner) || op.is_some_and(makes_handles)
    }

    /// The instruction that defines an id.
    pub(crate) fn def(&self, id: u32) -> Option<Inst<'w>> {
        let position = self.defs.get(id as usize)?.checked_sub(1)?;
        self.insts.get(position as usize).copied()
    }

    /// The same, for an operand of an instruction.
    pub(crate) fn def_for(&self, id: u32, at: u32) -> Result<Inst<'w>, Error> {
        self.def(id).ok_or_else(|| Error::invalid(at, format!("%{id} is not defined")))
    }

    /// The name of an id; empty if it has none.
    pub(crate) fn name(&self, id: u32) -> &str {
        self.names.get(&id).map_or("", |name| name)
    }

    /// The name of a member; empty if it has none.
    pub(crate) fn member_name(&self, id: u32, member: u32) -> &str {
        self.member_names.get(&(id, member)).map_or("", |name| name)
    }

    /// The decorations of an id and of its members.
    pub(crate) fn all_decorations(&self, id: u32) -> &[Decorated<'w>] {
        self.decorations.get(&id).map_or(&[], |rows| rows)
    }

    /// The decorations of an id itself, or of one of its members.
    pub(crate) fn decorations(&self, id: u32, member: Option<u32>) -> impl Iterator<Item = &Decorated<'w>> {
        let rows = self.all_decorations(id);
        let first = rows.partition_point(|row| row.member < member);
        rows.get(first..).unwrap_or(&[]).iter().take_while(move |row| row.member == member)
    }

    /// True if an id has a decoration.
    pub(crate) fn has(&self, id: u32, decoration: Decoration) -> bool {
        self.decorations(id, None).any(|row| row.is(decoration))
    }

    /// True if a struct is marked as a block.
    pub(crate) fn is_block(&self, id: u32) -> bool {
        self.has(id, Decoration::Block) || self.has(id, Decoration::BufferBlock)
    }

    /// True if an id has the decoration of a number.
    pub(crate) fn has_number(&self, id: u32, number: u32) -> bool {
        self.decorations(id, None).any(|row| row.number == number)
    }

    /// The first operand of a decoration.
    pub(crate) fn decoration(&self, id: u32, member: Option<u32>, decoration: Decoration) -> Option<u32> {
        let row = self.decorations(id, member).find(|row| row.is(decoration))?;
        row.operands.first().copied()
    }

    /// True if some values may be computed in less precision.
    pub(crate) fn has_relaxed(&self) -> bool {
        self.decorations.values().flatten().any(|row| row.is(Decoration::RelaxedPrecision))
    }

    /// The fast modes of operations whose results have a type, if any entry point says them.
    pub(crate) fn fast_math(&self, ty: u32) -> Option<u32> {
        if self.fast_math.is_empty() {
            return None;
        }
        let mut scalar = ty;
        for _ in 0..2 {
            match self.def(scalar).filter(|def| def.is(Op::TypeVector) || def.is(Op::TypeMatrix)) {
                Some(def) => scalar = def.words.first().copied()?,
                None => break,
            }
        }
        self.fast_math.get(&scalar).copied()
    }

    /// The name by which modules import a function, or this one imports it, and which of the two it is.
    pub(crate) fn linkage(&self, id: u32) -> Option<(String, LinkageType)> {
        let row = self.decorations(id, None).find(|row| row.is(Decoration::LinkageAttributes))?;
        let (name, count) = string(row.operands);
        let kind = row.operands.get(count).copied().and_then(LinkageType::from_u32)?;
        Some((name.into_owned(), kind))
    }

    /// The execution modes of a function.
    pub(crate) fn modes(&self, function: u32) -> &[Mode<'w>] {
        self.modes.get(&function).map_or(&[], |modes| modes)
    }
}

/// True if an instruction ends its block.
fn ends_block(op: Op, inst: &Inst<'_>) -> bool {
    matches!(
        op,
        Op::Branch
            | Op::BranchConditional
            | Op::Switch
            | Op::Return
            | Op::ReturnValue
            | Op::Kill
            | Op::Unreachable
            | Op::TerminateInvocation
            | Op::IgnoreIntersectionKHR
            | Op::TerminateRayKHR
            | Op::IgnoreIntersectionNV
            | Op::TerminateRayNV
            | Op::EmitMeshTasksEXT
    ) || inst.op == vitrum_ir::Intrinsic::Abort.info().spirv
}
