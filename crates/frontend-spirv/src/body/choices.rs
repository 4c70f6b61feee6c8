//! Choices between places. A chosen pointer is a number that says which place, and the indices of the paths; each use becomes a branch.

use spirv::{Decoration, Op};
use vitrum_ir::{
    Case, ControlHints, ControlKind, MemoryAccess, Op as IrOp, Operand, OperandKind, Precision, Storage,
    Type, TypeData, ValueFlags, types::common,
};

use super::operations::cast;
use super::{Body, Given};
use crate::error::Error;
use crate::pointers::{MAX_PLACES, Origin, Shape, Step};
use crate::words::Inst;

/// A use of a pointer, which gives a value or none.
type Use<'u, B> = &'u mut dyn FnMut(&mut B, Operand) -> Result<Option<Operand>, Error>;

/// A change of the indices that lead from a root to a place.
type Change<'c, B> = &'c mut dyn FnMut(&mut B, Operand, &mut Vec<Operand>) -> Result<(), Error>;

/// A place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The target of a pointer.
    One(Operand),
    /// One of several or none, by its position among the choices of the body.
    Chosen(usize),
}

/// A choice between places.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The number of the arm, an `i32`.
    tag: Operand,
    arms: Vec<Arm>,
    is_nonuniform: bool,
}

/// One of the places of a choice.
#[derive(Clone, Debug)]
pub(super) struct Arm {
    pub(super) number: u32,
    /// The start of its path; none for null.
    pub(super) root: Option<Operand>,
    pub(super) indices: Vec<Operand>,
}

/// The root and the indices that are no elements. Arms with the same ones differ in elements alone.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    root: Option<Operand>,
    fixed: Vec<Option<u32>>,
}

/// An origin of a pointer in the IR.
struct Template {
    root: Option<Operand>,
    /// The index at each position; none where a part is.
    indices: Vec<Option<Operand>>,
    key: Key,
}

impl<'w> Body<'_, '_, 'w> {
    /// The place that an address leads to.
    pub(super) fn place(&mut self, id: u32, at: u32) -> Result<Place, Error> {
        if self.reader.index.is_null_pointer(id) {
            let arm = Arm { number: 0, root: None, indices: Vec::new() };
            let tag = self.reader.module.constants.i32(0).into();
            return Ok(self.chosen(Choice { tag, arms: vec![arm], is_nonuniform: false }));
        }
        match self.given(id, at)? {
            Given::Chosen(position) => Ok(Place::Chosen(position)),
            _ => self.pointer(id, at).map(Place::One),
        }
    }

    fn chosen(&mut self, choice: Choice) -> Place {
        if let [Arm { root: Some(root), indices, .. }] = choice.arms.as_slice() {
            let pointer = self.builder().access(*root, indices, Precision::None);
            return Place::One(pointer);
        }
        self.choices.push(choice);
        Place::Chosen(self.choices.len() - 1)
    }

    /// Gives an id a place.
    pub(super) fn define_place(&mut self, inst: &Inst<'w>, place: Place) -> Result<(), Error> {
        match place {
            Place::One(pointer) => self.define(inst, pointer),
            Place::Chosen(position) => {
                if self.reader.index.has(inst.id, Decoration::NonUniform)
                    && let Some(choice) = self.choices.get_mut(position)
                {
                    choice.is_nonuniform = true;
                }
                self.give(inst.id, Given::Chosen(position));
            }
        }
        Ok(())
    }

    /// The number of the arm that is chosen, and the arms.
    pub(super) fn arms(&mut self, place: Place) -> (Operand, Vec<Arm>) {
        match place {
            Place::One(pointer) => {
                let (root, indices) = self.path(pointer);
                let tag = self.reader.module.constants.i32(0).into();
                (tag, vec![Arm { number: 0, root: Some(root), indices }])
            }
            Place::Chosen(position) => match self.choices.get(position) {
                Some(choice) => (choice.tag, choice.arms.clone()),
                None => (self.reader.module.constants.i32(0).into(), Vec::new()),
            },
        }
    }

    /// True if one of the places that an address may lead to is null.
    pub(super) fn may_be_null(&mut self, id: u32, at: u32) -> Result<bool, Error> {
        let place = self.place(id, at)?;
        Ok(self.arms(place).1.iter().any(|arm| arm.root.is_none()))
    }

    /// The type of a pointer to a place; none for null.
    pub(super) fn place_type(&mut self, place: Place) -> Option<Type> {
        match place {
            Place::One(pointer) => Some(self.operand_type(pointer)),
            Place::Chosen(position) => {
                let arms = &self.choices.get(position)?.arms;
                let (root, indices) = arms.iter().find_map(|arm| Some((arm.root?, arm.indices.clone())))?;
                let ty = self.operand_type(root);
                vitrum_ir::typing::access_type(&mut self.reader.module, ty, &indices)
            }
        }
    }

    /// The place with paths that a function changes.
    pub(super) fn of_each(&mut self, place: Place, change: Change<'_, Self>) -> Result<Place, Error> {
        let position = match place {
            Place::One(pointer) => {
                let (root, mut indices) = self.path(pointer);
                let old = indices.clone();
                change(self, root, &mut indices)?;
                return Ok(Place::One(match indices.strip_prefix(old.as_slice()) {
                    Some(added) => self.builder().access(pointer, added, Precision::None),
                    None => self.builder().access(root, &indices, Precision::None),
                }));
            }
            Place::Chosen(position) => position,
        };
        let Some(mut choice) = self.choices.get(position).cloned() else { return Ok(place) };
        for arm in &mut choice.arms {
            if let Some(root) = arm.root {
                change(self, root, &mut arm.indices)?;
            }
        }
        Ok(self.chosen(choice))
    }

    /// Does something at the place that is chosen, and gives its value. No ids may be read there, since what is made for them lies in an
    /// arm. Nothing is done at null.
    pub(super) fn at_chosen(
        &mut self,
        place: Place,
        use_of: Use<'_, Self>,
    ) -> Result<Option<Operand>, Error> {
        let position = match place {
            Place::One(pointer) => return use_of(self, pointer),
            Place::Chosen(position) => position,
        };
        let Some(Choice { tag, mut arms, is_nonuniform }) = self.choices.get(position).cloned() else {
            return Ok(None);
        };
        arms.retain(|arm| arm.root.is_some());
        let (control, blocks, end) = match arms.len() {
            0 => return Ok(None),
            1 => (None, vec![self.cursor.block], None),
            2 => self.branch_to(tag, &arms),
            _ => self.switch_to(tag, &arms),
        };
        let behind = self.cursor.block;
        let mut result = None;
        for (block, arm) in blocks.into_iter().zip(&arms) {
            let Some(root) = arm.root else { continue };
            self.cursor.block = block;
            let pointer = self.builder().access(root, &arm.indices, Precision::None);
            if let Some(value) = pointer.value().filter(|_| is_nonuniform) {
                let values = &mut self.reader.module.functions[self.cursor.function].values;
                values[value].flags.insert(ValueFlags::NONUNIFORM);
            }
            let value = use_of(self, pointer)?;
            let Some(end) = end else { return Ok(value) };
            let mut builder = self.builder();
            result = value.map(|value| (builder.ty(value), builder.precision(value)));
            builder.terminate(end, value.as_slice());
        }
        self.cursor.block = behind;
        let Some((ty, precision)) = result else { return Ok(None) };
        let function = &mut self.reader.module.functions[self.cursor.function];
        let value = control.and_then(|control| {
            function.add_results(control, &[(ty, precision)]);
            function.result(control)
        });
        Ok(Some(match value {
            Some(value) => value.into(),
            None => self.reader.module.constants.undef(ty).into(),
        }))
    }

    /// A branch to two arms: the instruction, the blocks, and what ends them.
    fn branch_to(&mut self, tag: Operand, arms: &[Arm]) -> Dispatch {
        let first = arms.first().map_or(0, |arm| arm.number);
        let condition = self.is_number(tag, first);
        let mut builder = self.builder();
        let [(then, _), (other, _)] = [builder.block(&[]), builder.block(&[])];
        let kind = ControlKind::If { then, other };
        let control = builder.control(IrOp::If, &[condition], kind, ControlHints::NONE);
        (control, vec![Some(then), Some(other)], Some(IrOp::Merge))
    }

    /// A switch to arms, of which the last is the default.
    fn switch_to(&mut self, tag: Operand, arms: &[Arm]) -> Dispatch {
        let mut builder = self.builder();
        let (mut cases, mut blocks) = (Vec::new(), Vec::new());
        for (position, arm) in arms.iter().enumerate() {
            let (block, _) = builder.block(&[]);
            let default = position + 1 == arms.len();
            let value = builder.module.constants.i32(arm.number as i32);
            let values = if default { Vec::new() } else { vec![value] };
            cases.push(Case { values, default, block });
            blocks.push(Some(block));
        }
        let kind = ControlKind::Switch { cases };
        let control = builder.control(IrOp::Switch, &[tag], kind, ControlHints::NONE);
        (control, blocks, Some(IrOp::Break))
    }

    /// True where a tag has a number.
    fn is_number(&mut self, tag: Operand, number: u32) -> Operand {
        let number = self.reader.module.constants.i32(number as i32).into();
        self.builder().op(IrOp::Ieq, &[tag, number], Precision::None)
    }

    fn select(&mut self, condition: Operand, yes: Operand, no: Operand) -> Operand {
        if yes == no {
            return yes;
        }
        let ty = self.operand_type(yes);
        self.builder().emit(IrOp::Select, &[condition, yes, no], 0, ty, Precision::None)
    }

    /// The value of a tag by other numbers: pairs of an old and a new one.
    fn renumbered(&mut self, tag: Operand, pairs: &[(u32, u32)]) -> Operand {
        if pairs.iter().all(|pair| pair.0 == pair.1) {
            return tag;
        }
        let number = |body: &mut Self, number: u32| body.reader.module.constants.i32(number as i32).into();
        let rows: Vec<(u32, Operand)> = pairs.iter().map(|&(old, new)| (old, number(self, new))).collect();
        self.by_tag(tag, &rows).unwrap_or(tag)
    }

    /// The one of several values that belongs to the number of a tag.
    pub(super) fn by_tag(&mut self, tag: Operand, rows: &[(u32, Operand)]) -> Option<Operand> {
        let (&(_, mut value), before) = rows.split_last()?;
        for &(number, own) in before.iter().rev() {
            if own != value {
                let is_it = self.is_number(tag, number);
                value = self.select(is_it, own, value);
            }
        }
        Some(value)
    }

    /// The indices of a path that are no elements, whose values must be known.
    fn fixed(&mut self, root: Operand, indices: &[Operand]) -> Vec<Option<u32>> {
        let ty = self.operand_type(root);
        let module = &self.reader.module;
        let TypeData::Pointer { storage, pointee } = module.types.get(ty) else { return Vec::new() };
        // The elements of an array of resources are variables.
        let mut are_variables = matches!(root.kind(), OperandKind::Global(_))
            && matches!(storage, Storage::Uniform | Storage::Buffer | Storage::Opaque);
        let mut ty = Some(pointee);
        let mut fixed = Vec::with_capacity(indices.len());
        for &index in indices {
            let is_struct = ty.is_some_and(|ty| matches!(module.types.get(ty), TypeData::Struct(_)));
            are_variables &= !is_struct;
            fixed.push(module.constant_index(index).filter(|_| is_struct || are_variables));
            ty = ty.and_then(|ty| vitrum_ir::typing::indexed_type(module, ty, index));
        }
        fixed
    }

    fn key(&mut self, arm: &Arm) -> Key {
        let fixed = arm.root.map_or_else(Vec::new, |root| self.fixed(root, &arm.indices));
        Key { root: arm.root, fixed }
    }

    /// Pairs of arms that may lead to one place, of two choices.
    pub(super) fn common_arms(&mut self, own: &[Arm], other: &[Arm]) -> Vec<(Arm, Arm)> {
        let mut pairs = Vec::new();
        let keys: Vec<Key> = other.iter().map(|arm| self.key(arm)).collect();
        for arm in own {
            let key = self.key(arm);
            let found = keys.iter().position(|other| *other == key).and_then(|at| other.get(at));
            pairs.extend(found.map(|found| (arm.clone(), found.clone())));
        }
        pairs
    }

    /// True where an arm of a choice is chosen.
    pub(super) fn is_chosen(&mut self, tag: Operand, arm: &Arm, arms: usize) -> Option<Operand> {
        (arms > 1).then(|| self.is_number(tag, arm.number))
    }

    /// One of two places, by a condition.
    pub(super) fn choose(
        &mut self,
        inst: &Inst<'w>,
        condition: Operand,
        first: Place,
        second: Place,
    ) -> Result<Place, Error> {
        let [(tag, own), (other_tag, other)] = [self.arms(first), self.arms(second)];
        let (mut arms, mut keys): (Vec<Arm>, Vec<Key>) = (Vec::new(), Vec::new());
        let [mut numbers, mut other_numbers] = [Vec::new(), Vec::new()];
        for arm in own {
            keys.push(self.key(&arm));
            numbers.push((arm.number, arms.len() as u32));
            arms.push(Arm { number: arms.len() as u32, ..arm });
        }
        for arm in other {
            let key = self.key(&arm);
            let known = keys.iter().position(|known| *known == key);
            let position = known.unwrap_or(arms.len());
            other_numbers.push((arm.number, position as u32));
            let Some(mut merged) = arms.get(position).cloned() else {
                keys.push(key);
                arms.push(Arm { number: position as u32, ..arm });
                continue;
            };
            for (index, other) in merged.indices.iter_mut().zip(arm.indices) {
                let ty = self.operand_type(*index);
                let other = cast(&mut self.builder(), other, ty);
                *index = self.select(condition, *index, other);
            }
            if let Some(arm) = arms.get_mut(position) {
                *arm = merged;
            }
        }
        if arms.len() > MAX_PLACES {
            return Err(inst.unsupported(format!("a choice between more than {MAX_PLACES} places")));
        }
        let tag = self.renumbered(tag, &numbers);
        let other_tag = self.renumbered(other_tag, &other_numbers);
        let tag = self.select(condition, tag, other_tag);
        Ok(self.chosen(Choice { tag, arms, is_nonuniform: false }))
    }

    /// One of two places that `OpSelect` chooses; none for addresses of buffers, which are values.
    pub(super) fn selected_place(&mut self, inst: &Inst<'w>) -> Result<Option<Place>, Error> {
        if !crate::pointers::is_pointer(self.reader.index, inst.ty) {
            return Ok(None);
        }
        let condition = self.value(inst.word(0)?, inst.at)?;
        let (first, second) = (inst.word(1)?, inst.word(2)?);
        let access = self.declared(first).union(self.declared(second));
        if access != MemoryAccess::NONE {
            self.access.insert(inst.id, access);
        }
        let known = condition.constant();
        if let Some(bits) = known.and_then(|constant| self.reader.module.constants.bits(constant)) {
            return self.place(if bits == 0 { second } else { first }, inst.at).map(Some);
        }
        let [first, second] = [self.place(first, inst.at)?, self.place(second, inst.at)?];
        self.choose(inst, condition, first, second).map(Some)
    }

    /// The path of an origin of a pointer in the IR, with the access that its declarations ask for.
    fn template(&mut self, origin: &Origin, at: u32) -> Result<(Template, MemoryAccess), Error> {
        if self.reader.index.is_null_pointer(origin.root) {
            let key = Key { root: None, fixed: Vec::new() };
            return Ok((Template { root: None, indices: Vec::new(), key }, MemoryAccess::NONE));
        }
        let mut access = self.declared(origin.root);
        let mut steps = origin.path.as_slice();
        let member = match (self.reader.split.get(&origin.root), steps.first()) {
            (Some(members), Some(&Step::Fixed(member))) => members.get(member as usize).copied().flatten(),
            _ => None,
        };
        let pointer = match member {
            Some(global) => {
                steps = steps.get(1..).unwrap_or(&[]);
                global.into()
            }
            None => self.pointer(origin.root, at)?,
        };
        let (root, prefix) = self.path(pointer);
        let mut fixed = self.fixed(root, &prefix);
        let mut indices: Vec<Option<Operand>> = prefix.iter().copied().map(Some).collect();
        // The element that a parameter leads to is a part.
        if self.reader.moved.contains(&origin.root) && indices.pop().is_some() {
            fixed.pop();
        }
        let root_type = self.operand_type(root);
        let mut ty = self.reader.module.types.pointee(root_type);
        for &known in &fixed {
            let module = &self.reader.module;
            ty = ty.and_then(|ty| vitrum_ir::typing::part_type(module, ty, known.unwrap_or(0)));
        }
        for &step in steps {
            let step = match (step, ty.map(|ty| self.reader.module.types.get(ty))) {
                (Step::Fixed(number), Some(TypeData::Struct(own))) => {
                    Step::Fixed(self.reader.member_place(own, number))
                }
                _ => step,
            };
            let (index, known) = match step {
                Step::Fixed(number) => {
                    (Some(self.reader.module.constants.i32(number as i32).into()), Some(number))
                }
                Step::Element => (None, None),
            };
            indices.push(index);
            fixed.push(known);
            let module = &self.reader.module;
            ty = ty.and_then(|ty| vitrum_ir::typing::part_type(module, ty, known.unwrap_or(0)));
            if let Some(padded) = ty.filter(|&ty| self.reader.padding_of(ty).is_some()) {
                indices.push(Some(self.reader.module.constants.i32(0).into()));
                fixed.push(Some(0));
                ty = vitrum_ir::typing::part_type(&self.reader.module, padded, 0);
            }
        }
        let mut ty = self.reader.module.types.pointee(root_type);
        for &known in &fixed {
            let Some(own) = ty else { break };
            let module = &self.reader.module;
            if let (TypeData::Struct(own), Some(known)) = (module.types.get(own), known)
                && let Some(member) = module.structs[own].members.get(known as usize)
            {
                access = access.union(MemoryAccess::of(member.decorations.qualifiers));
            }
            ty = vitrum_ir::typing::part_type(module, own, known.unwrap_or(0));
        }
        let key = Key { root: Some(root), fixed };
        Ok((Template { root: Some(root), indices, key }, access))
    }

    /// The parts of a place that has one of the origins of a shape.
    pub(super) fn parts_of(&mut self, place: Place, shape: &Shape, at: u32) -> Result<Vec<Operand>, Error> {
        let zero: Operand = self.reader.module.constants.i32(0).into();
        if shape.size() == 0 {
            return Ok(Vec::new());
        }
        let mut templates = Vec::with_capacity(shape.origins.len());
        for origin in &shape.origins {
            templates.push(self.template(origin, at)?.0);
        }
        let (tag, arms) = self.arms(place);
        let mut numbers = Vec::new();
        let mut elements: Vec<(u32, Vec<Operand>)> = Vec::new();
        for arm in &arms {
            let key = self.key(arm);
            let found = templates.iter().position(|template| template.key == key);
            let Some((position, template)) = found.and_then(|at| Some((at, templates.get(at)?))) else {
                // Undefined values are null, too, and lead to any place.
                if arm.root.is_none() {
                    numbers.push((arm.number, 0));
                    continue;
                }
                return Err(Error::unsupported(at, "a choice of this pointer"));
            };
            numbers.push((arm.number, position as u32));
            let rows = template.indices.iter().zip(&arm.indices);
            let own: Vec<Operand> = rows.filter(|row| row.0.is_none()).map(|row| *row.1).collect();
            let own = own.into_iter().map(|index| cast(&mut self.builder(), index, common::I32)).collect();
            elements.push((arm.number, own));
        }
        let mut parts = Vec::with_capacity(shape.size());
        if shape.is_tagged() {
            parts.push(self.renumbered(tag, &numbers));
        }
        for slot in 0..shape.size() - usize::from(shape.is_tagged()) {
            let rows = elements.iter().filter_map(|(number, own)| Some((*number, *own.get(slot)?)));
            let rows: Vec<(u32, Operand)> = rows.collect();
            parts.push(self.by_tag(tag, &rows).unwrap_or(zero));
        }
        Ok(parts)
    }

    /// The place that parts say.
    pub(super) fn place_of(
        &mut self,
        inst: &Inst<'w>,
        shape: &Shape,
        parts: &[Operand],
    ) -> Result<Place, Error> {
        let (tag, elements) = match parts.split_first() {
            Some((&tag, elements)) if shape.is_tagged() => (tag, elements),
            _ => (self.reader.module.constants.i32(0).into(), parts),
        };
        let mut arms = Vec::with_capacity(shape.origins.len());
        let mut declared = MemoryAccess::NONE;
        for (number, origin) in (0..).zip(&shape.origins) {
            let (Template { root, indices, .. }, access) = self.template(origin, inst.at)?;
            declared = declared.union(access);
            let mut elements = elements.iter().copied();
            let indices = indices.into_iter().filter_map(|index| index.or_else(|| elements.next())).collect();
            arms.push(Arm { number, root, indices });
        }
        if declared != MemoryAccess::NONE {
            self.access.insert(inst.id, declared);
        }
        Ok(self.chosen(Choice { tag, arms, is_nonuniform: false }))
    }

    /// Makes the place of a chosen pointer again from its parts; false for what has none.
    pub(super) fn place_again(&mut self, inst: &Inst<'w>) -> Result<bool, Error> {
        let pointers = self.reader.pointers;
        let Some(shape) = pointers.shapes.get(&inst.id) else { return Ok(false) };
        let mut parts = Vec::with_capacity(shape.parts.len());
        for &part in &shape.parts {
            parts.push(self.value(part, inst.at)?);
        }
        let place = self.place_of(inst, shape, &parts)?;
        self.define_place(inst, place)?;
        Ok(true)
    }

    /// Gives a pointer that is chosen here its parts, and its place.
    pub(super) fn give_parts(&mut self, inst: &Inst<'w>, parts: &[Operand]) -> Result<(), Error> {
        let pointers = self.reader.pointers;
        let Some(shape) = pointers.shapes.get(&inst.id) else { return Ok(()) };
        for (&id, &part) in shape.parts.iter().zip(parts) {
            self.give(id, Given::One(part));
        }
        self.place_again(inst)?;
        Ok(())
    }

    /// A use of a variable that holds pointers, which are kept as their parts; false for others.
    pub(super) fn kept(&mut self, inst: &Inst<'w>) -> Result<bool, Error> {
        let pointers = self.reader.pointers;
        let id = if inst.is(Op::Variable) { inst.id } else { self.reader.index.copied(inst.word(0)?) };
        let is_passed = self.reader.index.is_passed_pointer(id);
        // It holds the pointer that the caller passes, and nothing else is stored to it.
        if inst.is(Op::Store) && is_passed {
            return Ok(true);
        }
        if inst.is(Op::Load) && is_passed {
            let given = self.given(id, inst.at)?;
            self.copy_access(inst.id, id);
            self.give(inst.id, given);
            return Ok(true);
        }
        let Some(shape) = pointers.kept.get(&id) else { return Ok(false) };
        if inst.is(Op::Variable) {
            let mut variables = Vec::with_capacity(shape.size());
            for _ in 0..shape.size() {
                variables.push(self.builder().var(common::I32, "", Precision::None, None));
            }
            self.variables.insert(id, variables);
        }
        let variables = self.variables.get(&id).or_else(|| self.reader.kept.get(&id));
        let variables = variables.cloned().unwrap_or_default();
        if inst.is(Op::Load) {
            let parts = self.loaded(&variables);
            self.give_parts(inst, &parts)?;
            return Ok(true);
        }
        if let Some(&value) = inst.words.get(1) {
            let place = self.place(value, inst.at)?;
            let parts = self.parts_of(place, shape, inst.at)?;
            for (variable, part) in variables.into_iter().zip(parts) {
                self.builder().store(variable, part, MemoryAccess::NONE);
            }
        }
        Ok(true)
    }

    fn loaded(&mut self, variables: &[Operand]) -> Vec<Operand> {
        let mut builder = self.builder();
        variables.iter().map(|&it| builder.load(it, MemoryAccess::NONE, Precision::None)).collect()
    }

    /// The place to which the pointer in a variable leads, which a call passes; none for another argument.
    pub(super) fn held_place(&mut self, inst: &Inst<'w>, id: u32) -> Result<Option<Place>, Error> {
        let pointers = self.reader.pointers;
        let id = self.reader.index.copied(id);
        let Some(shape) = pointers.kept.get(&id) else { return Ok(None) };
        let variables = self.variables.get(&id).or_else(|| self.reader.kept.get(&id));
        let variables = variables.cloned().unwrap_or_default();
        let parts = self.loaded(&variables);
        self.place_of(inst, shape, &parts).map(Some)
    }

    /// A copy of an address; false for other values.
    pub(super) fn copied_place(&mut self, inst: &Inst<'w>) -> Result<bool, Error> {
        let id = inst.word(0)?;
        let is_null = self.reader.index.is_null_pointer(id);
        if !is_null && !matches!(self.given(id, inst.at)?, Given::Chosen(_)) {
            return Ok(false);
        }
        let place = self.place(id, inst.at)?;
        self.copy_access(inst.id, id);
        self.define_place(inst, place)?;
        Ok(true)
    }
}

/// A branch to arms: the instruction, the blocks, and what ends them; none where nothing ends them.
type Dispatch = (Option<vitrum_ir::Inst>, Vec<Option<vitrum_ir::Block>>, Option<IrOp>);
