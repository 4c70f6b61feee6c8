//! Uses of a varying in one stage, by leaf and component.

use super::leaves::Leaf;
use super::values::{Origin, origin};
use rustc_hash::FxHashMap;
use vitrum_ir::{
    Block, Effects, Function, FunctionData, Global, Inst, Module, Op, Operand, OperandKind, Storage,
    SwizzledStore, Value, typing, visit,
};

/// A part of a global: the global and the indices that choose the part.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) global: Global,
    pub(super) indices: Vec<Operand>,
}

/// The parts of globals that the addresses in a function lead to.
#[derive(Debug, Default)]
pub(super) struct Paths(FxHashMap<Value, Path>);

impl Paths {
    /// The part that an operand is the address of.
    pub(super) fn of(&self, operand: Operand) -> Option<Path> {
        match operand.kind() {
            OperandKind::Global(global) => Some(Path { global, indices: Vec::new() }),
            OperandKind::Value(value) => self.0.get(&value).cloned(),
            OperandKind::Constant(_) => None,
        }
    }

    /// Notes the part that the result of an [`Op::Access`] is the address of.
    pub(super) fn learn(&mut self, function: &FunctionData, inst: Inst) -> Option<Path> {
        let (&base, indices) = function.operands(inst).split_first()?;
        let mut path = self.of(base)?;
        path.indices.extend_from_slice(indices);
        self.0.insert(function.result(inst)?, path.clone());
        Some(path)
    }
}

/// A part of a varying that an address leads to.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// The index of the vertex.
    pub(super) vertex: Option<Operand>,
    /// The indices down to a leaf, or to something that has leaves.
    pub(super) path: Vec<u32>,
    /// The component of the leaf.
    pub(super) component: Component,
}

/// A component that an address leads to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Component {
    All,
    Known(u32),
    Indexed(Operand),
}

impl Target {
    /// The part that indices lead to; none unless those above the components are known.
    pub(super) fn new(module: &Module, leaves: &[Leaf], arrayed: bool, indices: &[Operand]) -> Option<Self> {
        let (vertex, rest) = match arrayed {
            true => (Some(*indices.first()?), &indices[1..]),
            false => (None, indices),
        };
        let mut target = Self { vertex, path: Vec::new(), component: Component::All };
        for &index in rest {
            let is_leaf = leaves.iter().any(|leaf| leaf.path == target.path);
            match (is_leaf, module.constant_index(index)) {
                (true, Some(component)) => target.component = Component::Known(component),
                (true, None) => target.component = Component::Indexed(index),
                (false, Some(index)) => target.path.push(index),
                (false, None) => return None,
            }
        }
        leaves.iter().any(|leaf| leaf.path.starts_with(&target.path)).then_some(target)
    }

    /// The positions of the leaves that it is, or has.
    pub(super) fn leaves(&self, leaves: &[Leaf]) -> impl Iterator<Item = usize> {
        let is_within = |row: &(usize, &Leaf)| row.1.path.starts_with(&self.path);
        leaves.iter().enumerate().filter(is_within).map(|row| row.0).collect::<Vec<_>>().into_iter()
    }
}

/// The place of a store: its block, the number of instructions before it there behind which others may look, and the vertex.
pub(super) type StorePlace = (Function, Block, u32, Option<Operand>);

/// The uses of a leaf.
#[derive(Clone, Debug, Default)]
pub(super) struct LeafUse {
    /// The components that are read.
    pub(super) read: u8,
    /// True if a component is chosen by a value.
    pub(super) is_indexed: bool,
    /// The stored values of each component, and the places of the stores.
    pub(super) stores: [Vec<(StorePlace, Origin)>; 4],
}

/// The uses of a varying.
#[derive(Clone, Debug)]
pub(super) struct Usage {
    /// True if every use is a load, a store or an access.
    pub(super) is_plain: bool,
    /// True if moreover each is of known leaves.
    pub(super) is_split: bool,
    pub(super) is_loaded: bool,
    /// True if a block is loaded or stored as a value.
    pub(super) is_block_value: bool,
    pub(super) leaves: Vec<LeafUse>,
}

/// The varyings of a stage whose uses are asked for: their leaves, and whether their first index is that of a vertex.
pub(super) type Asked<'a> = FxHashMap<Global, (&'a [Leaf], bool)>;

/// The uses of all varyings that are asked for.
pub(super) fn of(module: &Module, asked: &Asked<'_>) -> FxHashMap<Global, Usage> {
    let fresh = |leaves: &[Leaf]| Usage {
        is_plain: true,
        is_split: !leaves.is_empty(),
        is_loaded: false,
        is_block_value: false,
        leaves: vec![LeafUse::default(); leaves.len()],
    };
    let mut all: FxHashMap<Global, Usage> = asked.iter().map(|(&id, row)| (id, fresh(row.0))).collect();
    for (id, function) in module.functions.iter() {
        let mut walk = Walk { module, function, id, asked, paths: Paths::default(), segment: 0 };
        visit::each_in_order(function, |block, inst| walk.inst(block, inst, &mut all));
    }
    all
}

struct Walk<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    id: Function,
    asked: &'a Asked<'a>,
    paths: Paths,
    /// Increases where others may see what was stored.
    segment: u32,
}

impl Walk<'_> {
    fn inst(&mut self, block: Block, inst: Inst, all: &mut FxHashMap<Global, Usage>) {
        let (module, function) = (self.module, self.function);
        let (op, operands) = (function.op(inst), function.operands(inst));
        if op == Op::Access {
            self.paths.learn(function, inst);
            return;
        }
        let is_store = matches!(op, Op::Store | Op::StoreSwizzle);
        let is_seen = op == Op::Call || function.effects(inst).contains(Effects::WRITES);
        if !is_store && is_seen || function.control(inst).is_some() {
            self.segment += 1;
        }
        for (position, &operand) in operands.iter().enumerate() {
            let Some(path) = self.paths.of(operand) else { continue };
            let Some(usage) = all.get_mut(&path.global) else { continue };
            let Some(&(leaves, arrayed)) = self.asked.get(&path.global) else { continue };
            let is_input = module.globals[path.global].storage == Storage::Input;
            let is_read = op == Op::Load || is_interpolation(op) && is_input;
            if position != 0 || !(is_read || is_store) || function.is_volatile(inst) {
                (usage.is_plain, usage.is_split) = (false, false);
                continue;
            }
            usage.is_loaded |= is_read;
            let data = &module.globals[path.global];
            let value =
                if is_store { operands.get(1).copied() } else { function.result(inst).map(Operand::from) };
            let inner = value.map(|it| module.types.innermost(typing::operand_type(module, function, it)));
            usage.is_block_value |= data.block.is_some() && inner == Some(module.types.innermost(data.ty));
            match Target::new(module, leaves, arrayed, &path.indices) {
                // An address of all vertices, or of a part that is chosen by a value.
                None => usage.is_split = false,
                Some(target) if is_read => read(&target, leaves, usage),
                Some(target) => {
                    let place = (self.id, block, self.segment, target.vertex);
                    self.store(inst, &target, place, leaves, usage);
                }
            }
        }
    }

    fn store(&self, inst: Inst, target: &Target, place: StorePlace, leaves: &[Leaf], usage: &mut Usage) {
        let (module, function) = (self.module, self.function);
        let &[_, value] = function.operands(inst) else { return };
        let chosen = (function.op(inst) == Op::StoreSwizzle)
            .then(|| SwizzledStore::from_bits(function.insts[inst].imm).swizzle);
        for index in target.leaves(leaves) {
            let (leaf, found) = (&leaves[index], &mut usage.leaves[index]);
            let above = leaf.path.get(target.path.len()..).unwrap_or(&[]);
            for (component, slot) in (0..leaf.size).zip(&mut found.stores) {
                let within = match (target.component, chosen) {
                    (Component::Known(known), _) if known == component => Vec::new(),
                    (Component::Known(_), _) => continue,
                    (Component::Indexed(_), _) => {
                        slot.push((place, Origin::Unknown));
                        continue;
                    }
                    (Component::All, Some(chosen)) => {
                        let at = chosen.components().iter().position(|&it| u32::from(it) == component);
                        let Some(at) = at else { continue };
                        vec![at as u32]
                    }
                    (Component::All, None) if leaf.size == 1 => above.to_vec(),
                    (Component::All, None) => above.iter().copied().chain([component]).collect(),
                };
                if module.is_undefined(value) {
                    continue;
                }
                slot.push((place, origin(module, function, value, &within)));
            }
            found.is_indexed |= matches!(target.component, Component::Indexed(_));
        }
    }
}

fn read(target: &Target, leaves: &[Leaf], usage: &mut Usage) {
    for index in target.leaves(leaves) {
        let found = &mut usage.leaves[index];
        found.is_indexed |= matches!(target.component, Component::Indexed(_));
        found.read |= match target.component {
            Component::Known(component) => 1u8.checked_shl(component).unwrap_or(0),
            Component::All | Component::Indexed(_) => leaves[index].all(),
        };
    }
}

/// True for operations that read an input at a place of their own.
pub(super) fn is_interpolation(op: Op) -> bool {
    matches!(op, Op::InterpolateAtCentroid | Op::InterpolateAtSample | Op::InterpolateAtOffset)
}
