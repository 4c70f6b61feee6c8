//! The accesses that can be combined.

use super::VectorizeMemory;
use crate::framework::rewrite::Rewriter;
use crate::hardware::emit;
use crate::hardware::pieces::{Piece, io_positions};
use rustc_hash::FxHashMap;
use vitrum_ir::machine::{Access, SLOT, Space, words};
use vitrum_ir::{
    Effects, Function, FunctionData, Inst, Intrinsic, MemoryAccess, Module, Op, Operand, Scalar, ValueDef,
    typing,
};

/// An access of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) inst: Inst,
    order: usize,
    /// The first of its components in the group, and their number.
    pub(super) first: u32,
    pub(super) count: u32,
    /// Bytes (memory), or components of the slot, from the common part of the address on.
    distance: u32,
    scalar: Scalar,
    align: u32,
}

/// Accesses that become one.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) members: Vec<Member>,
    pub(super) is_store: bool,
    pub(super) scalar: Scalar,
    pub(super) count: u32,
    /// The common part of the offset.
    base: Option<Operand>,
}

impl Member {
    /// True if it comes before another member in the text.
    pub(super) fn is_before(&self, inst: Inst, group: &Group) -> bool {
        group.members.iter().any(|other| other.inst == inst && self.order < other.order)
    }
}

impl Group {
    /// Operands of the access of all at the place of one of them.
    pub(super) fn operands(&self, rewriter: &mut Rewriter<'_>, own: &Piece, inst: Inst) -> Vec<Operand> {
        let Some(lowest) = self.members.iter().min_by_key(|member| member.distance) else {
            return Vec::new();
        };
        let Some(member) = self.members.iter().find(|member| member.inst == inst) else { return Vec::new() };
        let mut operands = own.operands.clone();
        let mut set = |position: usize, operand: Operand| {
            if let Some(slot) = operands.get_mut(position) {
                *slot = operand;
            }
        };
        if own.space.is_none() {
            if let Some((component, _)) = io_positions(own.intrinsic) {
                set(component, emit::number(rewriter, lowest.distance));
            }
            return operands;
        }
        if member.distance != lowest.distance {
            let position = own.offset_position();
            let is_wide = own.space == Some(Space::Global);
            let offset = match self.base.map(|base| rewriter.resolve(base)) {
                Some(base) if lowest.distance == 0 => base,
                Some(base) => crate::hardware::pieces::add(rewriter, base, lowest.distance),
                None if is_wide => {
                    rewriter.module_mut().constants.scalar(Scalar::U64, lowest.distance.into()).into()
                }
                None => emit::number(rewriter, lowest.distance),
            };
            set(position, offset);
        }
        let align = emit::number(rewriter, lowest.align);
        let position = own.operands.len().saturating_sub(2);
        set(position, align);
        operands
    }
}

/// Memory that accesses may have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Class {
    /// Nobody writes it.
    ReadOnly,
    Buffers,
    Shared,
    Scratch,
    Outputs,
}

fn class_of(intrinsic: Intrinsic) -> Option<(Class, bool)> {
    let (class, is_store) = match intrinsic.memory() {
        Some((space, access)) => {
            let class = match space {
                Space::Uniform | Space::UniformBlock | Space::Push => Class::ReadOnly,
                Space::Storage | Space::Global => Class::Buffers,
                Space::Shared => Class::Shared,
                Space::Scratch => Class::Scratch,
            };
            let is_store = match access {
                Access::Load => false,
                Access::Store => true,
                Access::LoadVolatile | Access::AtomicLoad | Access::AtomicStore | Access::Atomic => {
                    return None;
                }
            };
            (class, is_store)
        }
        None => match intrinsic {
            Intrinsic::LoadInput | Intrinsic::LoadVertexInput | Intrinsic::LoadInterpolatedInput => {
                (Class::ReadOnly, false)
            }
            Intrinsic::LoadOutput | Intrinsic::LoadVertexOutput => (Class::Outputs, false),
            Intrinsic::StoreOutput | Intrinsic::StoreVertexOutput => (Class::Outputs, true),
            _ => return None,
        },
    };
    Some((class, is_store))
}

/// The key of a group of accesses, which agree in the intrinsic, the width of components, and all operands but the value, the mask, the
/// alignment and the known part of the address.
type Key = (Class, Intrinsic, u32, Option<Operand>, Vec<Operand>);

struct Finder<'m> {
    module: &'m Module,
    function: &'m FunctionData,
    options: &'m VectorizeMemory,
    /// Accesses that may still be combined, by key in the order of their first.
    open: Vec<(Key, bool, Vec<Member>)>,
    index: FxHashMap<Key, usize>,
    groups: Vec<Group>,
}

/// The most kinds of accesses that wait for others.
const MOST_OPEN: usize = 32;

/// The groups of a function.
pub(super) fn find(module: &Module, id: Function, options: &VectorizeMemory) -> Vec<Group> {
    let function = &module.functions[id];
    let mut blocks = vec![function.body];
    let mut finder = Finder {
        module,
        function,
        options,
        open: Vec::new(),
        index: FxHashMap::default(),
        groups: Vec::new(),
    };
    while let Some(block) = blocks.pop() {
        for (order, &inst) in function.blocks[block].insts.iter().enumerate() {
            finder.visit(inst, order);
            if let Some(control) = function.control(inst) {
                blocks.extend(control.blocks());
            }
        }
        finder.close(|_, _| true);
    }
    finder.groups
}

impl Finder<'_> {
    fn visit(&mut self, inst: Inst, order: usize) {
        let effects = self.function.effects(inst);
        let class = self.function.intrinsic(inst).and_then(class_of);
        match class {
            Some((class, is_store)) => {
                let member = self.member(inst, order);
                let key = member.as_ref().map(|row| &row.0);
                // A store ends loads of the same memory, and other stores; a load ends stores.
                let ends = |open: &Key, open_stores: bool| {
                    open.0 == class && class != Class::ReadOnly && (is_store || open_stores)
                };
                let same = |open: &Key| is_store && Some(open) == key;
                self.close(|open, stores| ends(open, stores) && !same(open));
                if let Some((key, member)) = member {
                    self.add(key, is_store, member);
                } else if is_store {
                    self.close(|open, _| open.0 == class);
                }
            }
            None => {
                let is_control = self.function.control(inst).is_some();
                if is_control || effects.contains(Effects::WRITES) {
                    self.close(|open, _| open.0 != Class::ReadOnly);
                } else if effects.contains(Effects::READS) {
                    self.close(|_, stores| stores);
                }
            }
        }
    }

    /// An access with its key, if it may be combined.
    fn member(&self, inst: Inst, order: usize) -> Option<(Key, Member)> {
        let intrinsic = self.function.intrinsic(inst)?;
        let (class, is_store) = class_of(intrinsic)?;
        let space = intrinsic.memory().map(|row| row.0);
        let is_wanted = if space.is_some() { self.options.memory } else { self.options.slots };
        let operands = self.function.operands(inst);
        let ty = match self.function.result(inst) {
            Some(result) => self.function.values[result].ty,
            None => typing::operand_type(self.module, self.function, *operands.first()?),
        };
        let (scalar, count) = (self.module.types.scalar_of(ty)?, self.module.types.vector_size(ty)?);
        if !is_wanted || count >= SLOT || scalar == Scalar::Bool {
            return None;
        }
        let known = |position: usize| self.module.as_int(*operands.get(position)?).map(|it| it as u32);
        let first = usize::from(is_store);
        let (base, distance, align, rest, mask) = match space {
            Some(space) => {
                let offset = first + usize::from(space.is_indexed());
                let behind = offset + 1 + usize::from(is_store);
                let access = MemoryAccess::from_bits(known(behind + 1)?);
                if access.contains(MemoryAccess::VOLATILE) {
                    return None;
                }
                let (base, distance) = self.address(*operands.get(offset)?)?;
                let rest = [operands.get(first..offset)?, operands.get(behind + 1..)?].concat();
                (base, distance, known(behind)?, rest, is_store.then_some(offset + 1))
            }
            None => {
                let (component, mask) = io_positions(intrinsic)?;
                (None, known(component)?, 1, operands.get(first..component)?.to_vec(), mask)
            }
        };
        if let Some(position) = mask
            && known(position)? != (1 << count) - 1
        {
            return None;
        }
        let member = Member { inst, order, first: 0, count, distance, scalar, align };
        Some(((class, intrinsic, scalar.width(), base, rest), member))
    }

    /// An offset as what is computed and what is known.
    fn address(&self, offset: Operand) -> Option<(Option<Operand>, u32)> {
        let small = |operand: Operand| u32::try_from(self.module.as_int(operand)?).ok();
        if offset.constant().is_some() {
            return Some((None, small(offset)?));
        }
        if let Some(ValueDef::Result { inst, .. }) =
            offset.value().map(|value| self.function.values[value].def())
            && self.function.op(inst) == Op::Iadd
            && let &[left, right] = self.function.operands(inst)
        {
            match (small(left), small(right)) {
                (None, Some(known)) => return Some((Some(left), known)),
                (Some(known), None) => return Some((Some(right), known)),
                _ => {}
            }
        }
        Some((Some(offset), 0))
    }

    fn add(&mut self, key: Key, is_store: bool, member: Member) {
        let step = |it: &Member| if it.align == 0 { 0 } else { self.step(&key, it.scalar) * it.count };
        let overlaps = |other: &Member| {
            member.distance < other.distance.saturating_add(step(other))
                && other.distance < member.distance.saturating_add(step(&member))
        };
        if let Some(&at) = self.index.get(&key) {
            let is_over =
                self.open.get(at).is_some_and(|row| is_store && row.2.iter().rev().take(8).any(overlaps));
            let is_long = self.open.get(at).is_some_and(|row| row.2.len() >= 8);
            if is_over || is_store && is_long {
                let class = key.0;
                self.close(|open, stores| stores && open.0 == class);
            }
        }
        if self.open.len() >= MOST_OPEN {
            self.close(|_, _| true);
        }
        let at = match self.index.get(&key) {
            Some(&at) => at,
            None => {
                self.index.insert(key.clone(), self.open.len());
                self.open.push((key, is_store, Vec::new()));
                self.open.len() - 1
            }
        };
        if let Some(row) = self.open.get_mut(at) {
            row.2.push(member);
        }
    }

    /// Bytes of a component, or components of a slot.
    fn step(&self, key: &Key, scalar: Scalar) -> u32 {
        if key.1.memory().is_some() { scalar.width() / 8 } else { words(scalar) }
    }

    /// Ends accesses: nothing that follows is combined with them.
    fn close(&mut self, is_closed: impl Fn(&Key, bool) -> bool) {
        if !self.open.iter().any(|row| is_closed(&row.0, row.1)) {
            return;
        }
        let open = std::mem::take(&mut self.open);
        self.index.clear();
        for (key, is_store, members) in open {
            if is_closed(&key, is_store) {
                self.group(&key, is_store, members);
            } else {
                self.index.insert(key.clone(), self.open.len());
                self.open.push((key, is_store, members));
            }
        }
    }

    /// Makes groups of accesses with the same key.
    fn group(&mut self, key: &Key, is_store: bool, mut members: Vec<Member>) {
        members.sort_by_key(|member| (member.distance, member.order));
        members.dedup_by_key(|member| member.distance);
        let mut rest = &members[..];
        while let [first, ..] = rest {
            let step = self.step(key, first.scalar);
            let mut taken = 0;
            let (mut count, mut end) = (0, first.distance);
            for (number, member) in (1..).zip(rest) {
                let new = count + member.count;
                if member.distance != end || new > SLOT || step * new > self.options.bytes.max(step) {
                    break;
                }
                (count, end) = (new, end.saturating_add(step * member.count));
                if self.fits(key, first, count) {
                    taken = number;
                }
            }
            let (group, others) = rest.split_at(taken.max(1));
            if group.len() > 1 {
                self.groups.push(made(key, is_store, group));
            }
            rest = others;
        }
    }

    /// True if the target has an access of so many components from the first one on.
    fn fits(&self, key: &Key, first: &Member, count: u32) -> bool {
        let step = self.step(key, first.scalar);
        if key.1.memory().is_none() {
            return first.distance + step * count <= SLOT;
        }
        let size = step * count;
        (!self.options.powers || count.is_power_of_two())
            && (!self.options.natural || first.align >= size.next_power_of_two())
    }
}

fn made(key: &Key, is_store: bool, members: &[Member]) -> Group {
    let scalars = members.iter().map(|member| member.scalar);
    let same = scalars.reduce(|a, b| if a == b { a } else { unsigned(key.2) });
    let mut count = 0;
    let members = members.iter().map(|member| {
        let first = count;
        count += member.count;
        Member { first, ..*member }
    });
    let members = members.collect();
    Group { members, is_store, scalar: same.unwrap_or(Scalar::U32), count, base: key.3 }
}

/// The unsigned integer of a width.
fn unsigned(width: u32) -> Scalar {
    match width {
        8 => Scalar::U8,
        16 => Scalar::U16,
        64 => Scalar::U64,
        _ => Scalar::U32,
    }
}
