//! The variables that are lowered, and their places.

use super::{ExplicitMemory, space_of};
use crate::hardware::shapes::{PlainTypes, ShapeId, Shapes};
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::layout::Layouts;
use vitrum_ir::machine::Space;
use vitrum_ir::typing::operand_type;
use vitrum_ir::{
    Function, FunctionData, Global, GlobalData, Inst, LayoutRule, Module, Op, Operand, OperandKind, Scalar,
    Sig, Span, Storage, Type, TypeData, Value, visit,
};

/// The layout of memory that is private to the shader.
pub(super) const RULE: LayoutRule = LayoutRule::Std430;

/// A global that is lowered.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) space: Space,
    /// The index of the first block, or bytes from the start of its memory.
    pub(super) slot: u32,
    /// The shape of the variable, or of a block.
    pub(super) shape: ShapeId,
    /// The lengths of arrays of blocks, from the outermost; none for the last if it has no length.
    pub(super) lengths: Vec<Option<u32>>,
}

/// Places of all that is lowered.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) shapes: Shapes,
    pub(super) spaces: Vec<Space>,
    pub(super) globals: FxHashMap<Global, Row>,
    /// Variables of functions: offset and shape.
    pub(super) variables: FxHashMap<(Function, Inst), (u32, ShapeId)>,
    /// Blocks behind buffer references.
    pub(super) referenced: FxHashMap<Type, (ShapeId, u32)>,
    /// Addresses that something else than memory accesses uses.
    kept: FxHashSet<(Function, Value)>,
    /// Globals that are not lowered, for the same reason.
    kept_globals: FxHashSet<Global>,
    /// Bytes of memory that each invocation has, and a workgroup.
    pub(super) scratch: Option<u32>,
    pub(super) shared: Option<u32>,
}

/// A refusal: its place and the message.
pub(super) type Refused = (Span, String);

/// True if memory of a module may hold floats smaller than a byte.
fn holds_bits(module: &Module) -> bool {
    let is_below_byte =
        |ty: Type| module.types.scalar_of(module.types.innermost(ty)).is_some_and(Scalar::is_below_byte);
    let members = module.structs.values().flat_map(|data| &data.members);
    let mut pointees = module.types.iter().filter_map(|(ty, _)| module.types.pointee(ty));
    pointees.any(is_below_byte) || members.map(|member| member.ty).any(is_below_byte)
}

/// True if an operation accesses the memory that its first operand leads to.
pub(super) fn accesses(op: Op) -> bool {
    op.is_atomic() || matches!(op, Op::Load | Op::Store | Op::StoreSwizzle | Op::ArrayLength | Op::Access)
}

impl Plan {
    /// The plan for a module, or for some blocks of it alone.
    pub(super) fn new(
        module: &Module,
        options: &ExplicitMemory,
        chosen: Option<&FxHashSet<Global>>,
    ) -> Result<Self, Refused> {
        let is_banked =
            |data: &&GlobalData| data.decorations.bank.or(data.decorations.member_offset).is_some();
        if let Some(data) = module.globals.values().find(is_banked) {
            return Err((data.origin.span, "push constants in banks, which machines lack".to_owned()));
        }
        if holds_bits(module) {
            return Err((Span::default(), "floats smaller than a byte, which machines lack".to_owned()));
        }
        let mut plan = Self { spaces: options.spaces.clone(), ..Self::default() };
        let mut plain = PlainTypes::default();
        for id in module.code_ids() {
            plan.find_kept(module, id, &mut plain);
        }
        let mut layouts = Layouts::new(module, RULE);
        plan.place_private(module, &mut layouts, &mut plain)?;
        plan.place_blocks(module, options, chosen)?;
        plan.find_referenced(module);
        Ok(plan)
    }

    pub(super) fn lowers(&self, space: Space) -> bool {
        self.spaces.contains(&space)
    }

    pub(super) fn keeps(&self, function: Function, value: Value) -> bool {
        self.kept.contains(&(function, value))
    }

    /// True if nothing names the global when all is lowered.
    pub(super) fn is_removed(&self, global: Global) -> bool {
        self.globals.get(&global).is_some_and(|row| matches!(row.space, Space::Scratch | Space::Shared))
    }

    fn keep(&mut self, function: Function, address: Operand) {
        match address.kind() {
            OperandKind::Value(value) => {
                self.kept.insert((function, value));
            }
            OperandKind::Global(global) => {
                self.kept_globals.insert(global);
            }
            OperandKind::Constant(_) => {}
        }
    }

    /// Finds the addresses that are used for something else than an access of plain data.
    fn find_kept(&mut self, module: &Module, id: Function, plain: &mut PlainTypes) {
        let function = &module.functions[id];
        let insts = visit::insts(function);
        for &(_, inst) in &insts {
            let op = function.op(inst);
            for (position, &operand) in function.operands(inst).iter().enumerate() {
                let TypeData::Pointer { storage, pointee } =
                    module.types.get(operand_type(module, function, operand))
                else {
                    continue;
                };
                let whole = matches!(op, Op::Load | Op::Store) && !plain.has(module, pointee);
                let no_length = op == Op::ArrayLength && storage != Storage::Buffer;
                if position > 0 || !accesses(op) || whole || no_length || !is_numeric(module, op, pointee) {
                    self.keep(id, operand);
                }
            }
        }
        // An address is made before it is used.
        for &(_, inst) in insts.iter().rev() {
            if let (Op::Access, Some(result), Some(&base)) =
                (function.op(inst), function.result(inst), function.operands(inst).first())
                && self.keeps(id, result)
            {
                self.keep(id, base);
            }
        }
    }

    /// Places the variables of functions, invocations, workgroups, and loose uniforms.
    fn place_private(
        &mut self,
        module: &Module,
        layouts: &mut Layouts<'_>,
        plain: &mut PlainTypes,
    ) -> Result<(), Refused> {
        let execution = &module.execution;
        let mut ends = FxHashMap::from_iter([
            (Space::Uniform, uniform_end(module, layouts)),
            (Space::Scratch, execution.scratch_size.unwrap_or(0)),
            (Space::Shared, execution.shared_size.unwrap_or(0)),
        ]);
        let first_shared = execution.shared_size.unwrap_or(0);
        // Blocks in shared memory all begin at its start.
        let is_shared_block = |data: &GlobalData| data.storage == Storage::Shared && data.block.is_some();
        let blocks_first = |data: &GlobalData| !is_shared_block(data);
        let mut order: Vec<Global> = module.global_ids().collect();
        order.sort_by_key(|&global| blocks_first(&module.globals[global]));
        for global in order {
            let data = &module.globals[global];
            let Some(space) = space_of(data.storage, data.block.is_some()) else { continue };
            let Some(&end) = ends.get(&space) else { continue };
            let is_initialized = data.initializer.is_some() && space == Space::Shared;
            if !self.lowers(space)
                || self.kept_globals.contains(&global)
                || is_initialized
                || data.decorations.builtin.is_some()
                || !plain.has(module, data.ty)
            {
                continue;
            }
            let rule = data.block.unwrap_or(RULE);
            let shape = if rule == RULE {
                self.shapes.add(layouts, module, data.ty, rule)
            } else {
                self.shapes.add(&mut Layouts::new(module, rule), module, data.ty, rule)
            };
            let start = if is_shared_block(data) { first_shared } else { end };
            let offset = match data.decorations.slot {
                Some(slot) => slot,
                None => self.offset(shape, start).ok_or_else(|| too_large(data.origin.span, space))?,
            };
            let new_end = offset.saturating_add(self.shapes.get(shape).size);
            ends.insert(space, end.max(new_end));
            self.globals.insert(global, Row { space, slot: offset, shape, lengths: Vec::new() });
        }
        let private = ends.get(&Space::Scratch).copied().unwrap_or(0);
        let scratch = if self.lowers(Space::Scratch) {
            self.place_variables(module, layouts, plain, private)?
        } else {
            private
        };
        self.scratch = whole(scratch);
        self.shared = ends.get(&Space::Shared).copied().and_then(whole);
        Ok(())
    }

    /// The first offset behind `end` that a shape can have; none beyond 2 GiB.
    fn offset(&self, shape: ShapeId, end: u32) -> Option<u32> {
        let shape = self.shapes.get(shape);
        let offset = end.checked_next_multiple_of(shape.align.max(1))?;
        offset.checked_add(shape.size).filter(|&end| end < 1 << 31).map(|_| offset)
    }

    /// Places the variables of each function behind those of all its callers; gives the end.
    fn place_variables(
        &mut self,
        module: &Module,
        layouts: &mut Layouts<'_>,
        plain: &mut PlainTypes,
        start: u32,
    ) -> Result<u32, Refused> {
        let mut last = start;
        let mut starts: FxHashMap<Function, u32> = FxHashMap::default();
        for id in callers_first(module) {
            let function = &module.functions[id];
            let mut end = starts.get(&id).copied().unwrap_or(start);
            let insts = visit::insts(function);
            for &(_, inst) in &insts {
                let Some((value, ty)) = variable(module, function, inst) else { continue };
                if self.keeps(id, value) || !plain.has(module, ty) {
                    continue;
                }
                let shape = self.shapes.add(layouts, module, ty, RULE);
                let span = function.insts[inst].span();
                let offset = self.offset(shape, end).ok_or_else(|| too_large(span, Space::Scratch))?;
                end = offset + self.shapes.get(shape).size;
                self.variables.insert((id, inst), (offset, shape));
            }
            for callee in insts.iter().filter_map(|&(_, inst)| function.callee(inst)) {
                let slot = starts.entry(callee).or_insert(start);
                *slot = (*slot).max(end);
            }
            last = last.max(end);
        }
        Ok(last)
    }

    /// Gives blocks their indices.
    fn place_blocks(
        &mut self,
        module: &Module,
        options: &ExplicitMemory,
        chosen: Option<&FxHashSet<Global>>,
    ) -> Result<(), Refused> {
        for space in [Space::UniformBlock, Space::Storage, Space::Push] {
            if !self.lowers(space) {
                continue;
            }
            let of_space = |data: &GlobalData| space_of(data.storage, data.block.is_some()) == Some(space);
            let mut blocks = module.globals_that(of_space);
            if let Some(chosen) = chosen {
                blocks.retain(|global| chosen.contains(global) && !self.kept_globals.contains(global));
            }
            let placed = crate::hardware::slots::indices(module, &blocks, options.bindings);
            let indices =
                placed.map_err(|(global, message)| (module.globals[global].origin.span, message))?;
            for (global, slot) in blocks.into_iter().zip(indices) {
                let data = &module.globals[global];
                let Some(rule) = data.block else { continue };
                let mut layouts = Layouts::new(module, rule);
                let ty = module.types.innermost(data.ty);
                let shape = self.shapes.add(&mut layouts, module, ty, rule);
                let lengths = crate::hardware::slots::lengths(module, data.ty);
                self.globals.insert(global, Row { space, slot, shape, lengths });
            }
        }
        Ok(())
    }

    /// Adds the shapes of blocks behind buffer references.
    fn find_referenced(&mut self, module: &Module) {
        if !self.lowers(Space::Global) {
            return;
        }
        for (reference, data) in module.types.iter() {
            let TypeData::BufferReference { block, layout, align } = data else { continue };
            if let Some(ty) = module.types.find(TypeData::Struct(block)) {
                let shape = self.shapes.add(&mut Layouts::new(module, layout), module, ty, layout);
                self.referenced.insert(reference, (shape, align));
            }
        }
    }
}

/// The end of the loose uniforms that have an offset.
fn uniform_end(module: &Module, layouts: &mut Layouts<'_>) -> u32 {
    let placed =
        module.globals.values().filter(|data| data.storage == Storage::Uniform && data.block.is_none());
    let ends =
        placed.filter_map(|data| Some(data.decorations.slot?.saturating_add(layouts.size(data.ty, false))));
    ends.max().unwrap_or(0)
}

/// The size of memory up to an end, as a multiple of the largest alignment; none for no memory.
fn whole(end: u32) -> Option<u32> {
    end.checked_next_multiple_of(16).filter(|&bytes| bytes > 0)
}

/// True if atomics access a number: atomic counters are something else.
fn is_numeric(module: &Module, op: Op, pointee: Type) -> bool {
    let is_atomic =
        matches!(op.info().sig, Sig::AtomicLoad | Sig::AtomicStore | Sig::AtomicRmw(_) | Sig::AtomicCompare);
    !is_atomic || matches!(module.types.get(pointee), TypeData::Scalar(_))
}

/// The address and the type of a variable.
fn variable(module: &Module, function: &FunctionData, inst: Inst) -> Option<(Value, Type)> {
    let value = function.result(inst).filter(|_| function.op(inst) == Op::Var)?;
    Some((value, module.types.pointee(function.values[value].ty)?))
}

fn too_large(span: Span, space: Space) -> Refused {
    (span, format!("variables exceed 2 GiB of {} memory", space.name()))
}

/// The functions with code, each behind those that call it. There is no recursion in a verified module with an entry point.
pub(in crate::hardware) fn callers_first(module: &Module) -> Vec<Function> {
    let ids: Vec<Function> = module.code_ids().collect();
    let mut callees: FxHashMap<Function, Vec<Function>> = FxHashMap::default();
    let mut waits: FxHashMap<Function, usize> = FxHashMap::default();
    for &id in &ids {
        let function = &module.functions[id];
        let calls: FxHashSet<Function> =
            visit::insts(function).into_iter().filter_map(|(_, inst)| function.callee(inst)).collect();
        let mut calls: Vec<Function> = calls.into_iter().collect();
        calls.sort_unstable();
        calls.iter().for_each(|&callee| *waits.entry(callee).or_insert(0) += 1);
        callees.insert(id, calls);
    }
    let mut ready: Vec<Function> = ids.iter().copied().filter(|id| !waits.contains_key(id)).collect();
    let mut order = Vec::with_capacity(ids.len());
    while let Some(id) = ready.pop() {
        order.push(id);
        for callee in callees.get(&id).into_iter().flatten() {
            if let Some(count) = waits.get_mut(callee) {
                *count -= 1;
                if *count == 0 {
                    ready.push(*callee);
                }
            }
        }
    }
    order
}
