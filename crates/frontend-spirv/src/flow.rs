//! Values that leave constructs: defined within, used behind. They become results, or parameters of continuing blocks.
//!
//! SPIR-V lets a value be used wherever its definition dominates. The IR lets it be used in its block and in nested ones.
//! Addresses and handles cannot be passed on; they are made again where they are used, so what they are made from is used there.

use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Op;

use crate::index::{Function, Index};
use crate::pointers::Pointers;
use crate::structure::{End, Exit, Node, RegionKind, Seq, Tree};
use crate::words::Inst;

/// The values that constructs give, by construct, in order of discovery.
#[derive(Debug)]
pub(crate) struct Flow {
    /// Ids that are used behind the construct.
    pub(crate) results: Vec<Vec<u32>>,
    /// Ids of the body of a loop that are used in its continuing block.
    pub(crate) continues: Vec<Vec<u32>>,
    /// Phis of values by the label of their block.
    pub(crate) phis: FxHashMap<u32, Vec<u32>>,
    /// The content of variables of handles, which is stored once and before it is loaded; none if nothing is done with them.
    pub(crate) held: FxHashMap<u32, Option<u32>>,
}

impl Flow {
    /// The results of a construct that joins at a label, phis first.
    pub(crate) fn results_at(&self, construct: u32, label: Option<u32>) -> Vec<u32> {
        let own = self.results.get(construct as usize);
        let own = own.into_iter().flatten();
        self.phis_at(label).iter().chain(own).copied().collect()
    }

    /// The parameters of the continuing block of a loop, phis first.
    pub(crate) fn continues_at(&self, construct: u32, label: u32) -> Vec<u32> {
        let own = self.continues.get(construct as usize);
        let own = own.into_iter().flatten();
        self.phis_at(Some(label)).iter().chain(own).copied().collect()
    }

    /// The phis of a block.
    pub(crate) fn phis_at(&self, label: Option<u32>) -> &[u32] {
        label.and_then(|label| self.phis.get(&label)).map_or(&[], |phis| phis)
    }
}

/// True if a value is made again where it is used: it is an address or a handle. Addresses of buffers are data, but not those of
/// what is in them.
pub(crate) fn is_made_again(index: &Index<'_>, def: &Inst<'_>) -> bool {
    index.def(def.ty).is_some_and(|ty| match ty.known() {
        Some(Op::TypePointer) => {
            ty.words.first() != Some(&PHYSICAL) || def.is(Op::AccessChain) || def.is(Op::InBoundsAccessChain)
        }
        Some(Op::TypeUntypedPointerKHR) => true,
        Some(Op::TypeStruct | Op::TypeArray) => index.holds_handles(ty.id),
        Some(op) => makes_handles(op),
        None => false,
    })
}

/// True for types of handles.
pub(crate) fn makes_handles(ty: Op) -> bool {
    matches!(
        ty,
        Op::TypeImage
            | Op::TypeSampler
            | Op::TypeSampledImage
            | Op::TypeAccelerationStructureKHR
            | Op::TypeTensorARM
    )
}

/// True for the value of a handle, and not of what holds one.
pub(crate) fn is_handle(index: &Index<'_>, def: &Inst<'_>) -> bool {
    index.def(def.ty).and_then(|ty| ty.known()).is_some_and(makes_handles)
}

/// True if a type is a struct or an array of handles, which the IR has in memory alone.
pub(crate) fn is_composite_of_handles(index: &Index<'_>, ty: u32) -> bool {
    let is_composite = |def: Inst<'_>| def.is(Op::TypeStruct) || def.is(Op::TypeArray);
    index.def(ty).is_some_and(is_composite) && index.holds_handles(ty)
}

/// True if the variables of a type hold handles, for which the IR has no memory.
pub(crate) fn holds_handle(index: &Index<'_>, pointer: u32) -> bool {
    let content = index.def(pointer).and_then(|pointer| index.def(pointer.words.get(1).copied()?));
    let is_handle = |op| matches!(op, Op::TypeImage | Op::TypeSampler | Op::TypeSampledImage);
    content.and_then(|ty| ty.known()).is_some_and(is_handle)
}

/// The values of variables of handles that are stored to once, in the first block, and loaded behind that alone.
fn held(index: &Index<'_>, function: &Function<'_>) -> FxHashMap<u32, Option<u32>> {
    // None before the store.
    let mut found = FxHashMap::default();
    for (position, block) in function.blocks.iter().enumerate() {
        for inst in index.insts.get(block.insts.clone()).unwrap_or(&[]) {
            if inst.is(Op::Variable) {
                if holds_handle(index, inst.ty) && inst.words.len() == 1 {
                    found.insert(inst.id, None);
                }
                continue;
            }
            if found.is_empty() {
                continue;
            }
            let first = inst.words.first().and_then(|id| found.get(id).copied());
            match (inst.known(), first, inst.words.get(1)) {
                (Some(Op::Store), Some(None), Some(&value))
                    if position == 0 && !found.contains_key(&value) =>
                {
                    found.extend(inst.words.first().map(|&id| (id, Some(value))));
                }
                (Some(Op::Load), Some(Some(_)), _) => {}
                _ => index.grammar.each_id(inst, |id| {
                    found.remove(&id);
                }),
            }
        }
    }
    found
}

const PHYSICAL: u32 = spirv::StorageClass::PhysicalStorageBuffer as u32;

struct Finder<'f, 'w> {
    index: &'f Index<'w>,
    pointers: &'f Pointers,
    tree: &'f Tree,
    /// The region of each value of the function.
    regions: FxHashMap<u32, u32>,
    /// The continuing block of each loop, and whether it leaves the loop.
    continuing: FxHashMap<u32, (u32, bool)>,
    /// Phis of headers, which are parameters that the continuing block sees, with their loops.
    parameters: FxHashSet<(u32, u32)>,
    seen: FxHashSet<(u32, u32, bool)>,
    used: FxHashSet<(u32, u32)>,
    pending: Vec<(u32, u32)>,
    flow: Flow,
}

/// Finds the values that leave the constructs of a function.
pub(crate) fn flow(index: &Index<'_>, function: &Function<'_>, tree: &Tree, pointers: &Pointers) -> Flow {
    let empty = || vec![Vec::new(); tree.constructs as usize];
    let mut finder = Finder {
        index,
        pointers,
        tree,
        regions: FxHashMap::default(),
        continuing: FxHashMap::default(),
        parameters: FxHashSet::default(),
        seen: FxHashSet::default(),
        used: FxHashSet::default(),
        pending: Vec::new(),
        flow: Flow {
            results: empty(),
            continues: empty(),
            phis: FxHashMap::default(),
            held: held(index, function),
        },
    };
    for (block, region) in function.blocks.iter().zip(&tree.block_regions) {
        let Some(region) = *region else { continue };
        for position in block.insts.clone() {
            let Some(&inst) = finder.index.insts.get(position) else { continue };
            if inst.id != 0 {
                finder.regions.insert(inst.id, region);
            }
            let parts = pointers.shapes.get(&inst.id).map(|shape| shape.parts.as_slice());
            for &part in parts.unwrap_or(&[]) {
                finder.regions.insert(part, region);
            }
            if inst.is(Op::Phi) {
                let phis = finder.flow.phis.entry(block.label).or_default();
                match parts {
                    Some(parts) => phis.extend(parts),
                    None if is_made_again(index, &inst) => {}
                    None => phis.push(inst.id),
                }
            }
        }
    }
    finder.loops(&tree.root, function);
    for (block, region) in function.blocks.iter().zip(&tree.block_regions) {
        let Some(region) = *region else { continue };
        for position in block.insts.clone() {
            finder.uses(position, region);
        }
    }
    finder.flow
}

impl Finder<'_, '_> {
    /// Notes the continuing blocks and the parameters of loops.
    fn loops(&mut self, seq: &Seq, function: &Function<'_>) {
        let mut pending = vec![seq];
        while let Some(seq) = pending.pop() {
            for node in &seq.nodes {
                match node {
                    Node::Block(_) => {}
                    Node::If(node) => pending.extend([&node.then, &node.other]),
                    Node::Switch(node) => pending.extend(node.cases.iter().map(|case| &case.seq)),
                    Node::Loop(node) => {
                        pending.push(&node.body);
                        let header = function.blocks.get(node.header).map(|block| block.label);
                        let phis = self.flow.phis_at(header).iter().map(|&phi| (node.construct, phi));
                        self.parameters.extend(phis);
                        if let Some(continuing) = &node.continuing {
                            let leaves = matches!(continuing.end, End { exit: Exit::BreakIf { .. }, .. });
                            self.continuing.insert(node.construct, (continuing.region, leaves));
                            pending.push(continuing);
                        }
                    }
                }
            }
        }
    }

    /// Notes the uses of what an address or handle is made from again: a chosen pointer from its parts.
    fn made_from(&mut self, def: &Inst<'_>, region: u32) {
        let pending = &mut self.pending;
        if let Some(shape) = self.pointers.shapes.get(&def.id) {
            pending.extend(shape.parts.iter().map(|&part| (part, region)));
            pending.extend(shape.origins.iter().map(|origin| (origin.root, region)));
            return;
        }
        self.index.grammar.each_id(def, |id| pending.push((id, region)));
        let held = def.words.first().filter(|_| def.is(Op::Load)).and_then(|id| self.flow.held.get(id));
        pending.extend(held.copied().flatten().map(|held| (held, region)));
    }

    fn uses(&mut self, position: usize, region: u32) {
        let Some(&inst) = self.index.insts.get(position) else { return };
        let shape = self.pointers.shapes.get(&inst.id);
        if let Some(shape) = shape {
            self.pending.extend(shape.origins.iter().map(|origin| (origin.root, region)));
        }
        if !inst.is(Op::Phi) {
            let pending = &mut self.pending;
            self.index.grammar.each_id(&inst, |id| pending.push((id, region)));
            let held = inst.words.first().filter(|_| inst.is(Op::Load)).and_then(|id| self.flow.held.get(id));
            pending.extend(held.copied().flatten().map(|held| (held, region)));
        } else if shape.is_some_and(|shape| !shape.parts.is_empty()) || !is_made_again(self.index, &inst) {
            for pair in inst.words.chunks(2) {
                if let &[value, label] = pair
                    && let Some(region) = self.tree.region_of(label)
                {
                    self.pending.push((value, region));
                }
            }
        }
        while let Some((id, region)) = self.pending.pop() {
            self.one_use(id, region);
        }
    }

    fn one_use(&mut self, id: u32, region: u32) {
        let Some(&home) = self.regions.get(&id) else { return };
        if self.tree.encloses(home, region) || !self.used.insert((id, region)) {
            return;
        }
        if let Some(def) = self.index.def(id)
            && is_made_again(self.index, &def)
        {
            self.made_from(&def, region);
            return;
        }
        let mut from = home;
        while !self.tree.encloses(from, region) {
            let Some(data) = self.tree.regions.get(from as usize) else { return };
            let construct = data.construct;
            let continuing = self.continuing.get(&construct).copied();
            let is_continued = data.kind == RegionKind::Body
                && continuing.is_some_and(|(own, _)| self.tree.encloses(own, region));
            if is_continued {
                self.add(construct, id, true);
            } else {
                self.add(construct, id, false);
                // The continuing block passes it on.
                if data.kind == RegionKind::Body && continuing.is_some_and(|row| row.1) {
                    self.add(construct, id, true);
                }
            }
            let Some(parent) = data.parent else { return };
            from = parent;
        }
    }

    fn add(&mut self, construct: u32, id: u32, is_continued: bool) {
        if is_continued && self.parameters.contains(&(construct, id)) {
            return;
        }
        if self.seen.insert((construct, id, is_continued)) {
            let lists = if is_continued { &mut self.flow.continues } else { &mut self.flow.results };
            if let Some(list) = lists.get_mut(construct as usize) {
                list.push(id);
            }
        }
    }
}
