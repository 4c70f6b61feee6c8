//! Choices between places. Those within one variable are chosen indices; of others, each use becomes a branch.

use spirv::Decoration;
use vitrum_ir::{ControlHints, ControlKind, Op as IrOp, Operand, Precision, TypeData, ValueFlags};

use super::operations::cast;
use super::{Body, Given};
use crate::error::Error;
use crate::words::Inst;

/// The most places that one is chosen from. Each use of it branches to all of them.
const MAX_PLACES: u32 = 8;

/// A use of a pointer, which gives a value or none.
type Use<'u, B> = &'u mut dyn FnMut(&mut B, Operand) -> Result<Option<Operand>, Error>;

/// A place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The target of a pointer.
    One(Operand),
    /// One of two, by its position among the choices of the body.
    Chosen(usize),
}

/// A choice between two places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    condition: Operand,
    /// The place if the condition holds, and the other one.
    arms: [Place; 2],
    /// The number of places that it may lead to.
    places: u32,
}

impl<'w> Body<'_, '_, 'w> {
    /// The place that an address leads to.
    pub(super) fn place(&mut self, id: u32, at: u32) -> Result<Place, Error> {
        match self.given(id, at)? {
            Given::Chosen(position) => Ok(Place::Chosen(position)),
            _ => self.pointer(id, at).map(Place::One),
        }
    }

    /// Gives an id a place.
    pub(super) fn define_place(&mut self, inst: &Inst<'w>, place: Place) -> Result<(), Error> {
        match place {
            Place::One(pointer) => self.define(inst, pointer),
            Place::Chosen(position) => {
                if self.reader.index.has(inst.id, Decoration::NonUniform) {
                    self.of_each(place, &mut |body, pointer| {
                        if let Some(value) = pointer.value() {
                            let values = &mut body.reader.module.functions[body.cursor.function].values;
                            values[value].flags.insert(ValueFlags::NONUNIFORM);
                        }
                        Ok(pointer)
                    })?;
                }
                self.give(inst.id, Given::Chosen(position));
            }
        }
        Ok(())
    }

    /// One of the pointers that a place stands for.
    pub(super) fn example(&self, mut place: Place) -> Option<Operand> {
        loop {
            match place {
                Place::One(pointer) => return Some(pointer),
                Place::Chosen(position) => place = self.choices.get(position)?.arms[0],
            }
        }
    }

    /// The place that a function makes of each pointer that a place stands for. It may not use memory.
    pub(super) fn of_each(
        &mut self,
        place: Place,
        make: &mut dyn FnMut(&mut Self, Operand) -> Result<Operand, Error>,
    ) -> Result<Place, Error> {
        let choice = match place {
            Place::One(pointer) => return make(self, pointer).map(Place::One),
            Place::Chosen(position) => self.choices.get(position).copied(),
        };
        let Some(choice) = choice else { return Ok(place) };
        let [first, second] = choice.arms;
        let arms = [self.of_each(first, make)?, self.of_each(second, make)?];
        if arms == choice.arms {
            return Ok(place);
        }
        self.choices.push(Choice { arms, ..choice });
        Ok(Place::Chosen(self.choices.len() - 1))
    }

    /// Does something at the place that is chosen, and gives its value. No ids may be read there, since what is made for them lies in an
    /// arm.
    pub(super) fn at_chosen(
        &mut self,
        place: Place,
        use_of: Use<'_, Self>,
    ) -> Result<Option<Operand>, Error> {
        let choice = match place {
            Place::One(pointer) => return use_of(self, pointer),
            Place::Chosen(position) => self.choices.get(position).copied(),
        };
        let Some(Choice { condition, arms, .. }) = choice else { return Ok(None) };
        let mut builder = self.builder();
        let [(then, _), (other, _)] = [builder.block(&[]), builder.block(&[])];
        let kind = ControlKind::If { then, other };
        let control = builder.control(IrOp::If, &[condition], kind, ControlHints::NONE);
        let behind = self.cursor.block;
        let mut result = None;
        for (block, arm) in [then, other].into_iter().zip(arms) {
            self.cursor.block = Some(block);
            let value = self.at_chosen(arm, use_of)?;
            let mut builder = self.builder();
            result = value.map(|value| (builder.ty(value), builder.precision(value)));
            let values: &[Operand] = value.as_slice();
            builder.terminate(IrOp::Merge, values);
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

    /// One of two places that `OpSelect` chooses; none for addresses of buffers, which are values.
    pub(super) fn selected_place(&mut self, inst: &Inst<'w>) -> Result<Option<Place>, Error> {
        let ty = self.reader.ty(inst.ty, inst.at)?;
        if matches!(self.reader.module.types.get(ty), TypeData::BufferReference { .. }) {
            return Ok(None);
        }
        self.choice(inst, inst.word(0)?, [inst.word(1)?, inst.word(2)?]).map(Some)
    }

    /// One of two addresses, by a condition.
    fn choice(&mut self, inst: &Inst<'w>, condition: u32, ids: [u32; 2]) -> Result<Place, Error> {
        let condition = self.value(condition, inst.at)?;
        let [first, second] = ids;
        let access = self.declared(first).union(self.declared(second));
        if access != vitrum_ir::MemoryAccess::NONE {
            self.access.insert(inst.id, access);
        }
        let known = condition.constant();
        let known = known.and_then(|constant| self.reader.module.constants.bits(constant));
        if let Some(bits) = known {
            return self.place(if bits == 0 { second } else { first }, inst.at);
        }
        let arms = [self.place(first, inst.at)?, self.place(second, inst.at)?];
        if arms[0] == arms[1] {
            return Ok(arms[0]);
        }
        if let [Place::One(first), Place::One(second)] = arms
            && let Some(place) = self.chosen_indices(condition, first, second)
        {
            return Ok(Place::One(place));
        }
        let mut places = 0;
        for arm in arms {
            places += match arm {
                Place::One(_) => 1,
                Place::Chosen(position) => self.choices.get(position).map_or(0, |choice| choice.places),
            };
        }
        if places > MAX_PLACES {
            return Err(inst.unsupported(format!("a choice between more than {MAX_PLACES} places")));
        }
        self.choices.push(Choice { condition, arms, places });
        Ok(Place::Chosen(self.choices.len() - 1))
    }

    /// One of two places in one variable, whose indices are chosen; none for others.
    fn chosen_indices(&mut self, condition: Operand, first: Operand, second: Operand) -> Option<Operand> {
        let [(root, own), (other_root, other)] = [self.path(first), self.path(second)];
        if root != other_root || own.len() != other.len() {
            return None;
        }
        let mut ty = self.operand_type(root);
        ty = self.reader.module.types.pointee(ty)?;
        for (&index, &other) in own.iter().zip(&other) {
            let types = &self.reader.module.types;
            if matches!(types.get(ty), TypeData::Struct(_)) && index != other {
                let position = |index| self.reader.module.constant_index(index);
                if position(index) != position(other) {
                    return None;
                }
            }
            let module = &mut self.reader.module;
            let position = module.constant_index(index).unwrap_or(0);
            ty = vitrum_ir::typing::part_type(module, ty, position)?;
        }
        let mut builder = self.builder();
        let mut indices = Vec::with_capacity(own.len());
        for (own, other) in own.into_iter().zip(other) {
            let ty = builder.ty(own);
            let other = cast(&mut builder, other, ty);
            let is_known = own == other;
            indices.push(match is_known {
                true => own,
                false => builder.emit(IrOp::Select, &[condition, own, other], 0, ty, Precision::None),
            });
        }
        Some(if indices.is_empty() { root } else { builder.access(root, &indices, Precision::None) })
    }

    /// The place of a phi of addresses, behind a selection whose arms give one each.
    pub(super) fn joined_place(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for pair in inst.words.chunks_exact(2) {
            if let &[value, label] = pair {
                pairs.push((value, label));
            }
        }
        let place = match (pairs.as_slice(), self.flow.joins.get(&inst.id)) {
            (&[(value, _), ref rest @ ..], _) if rest.iter().all(|row| row.0 == value) => {
                self.place(value, inst.at)?
            }
            (&[(first, label), (second, other)], Some(join)) => {
                let arm = |label| {
                    let region = self.tree.region_of(label)?;
                    join.arms.iter().position(|&arm| self.tree.encloses(arm, region))
                };
                match (arm(label), arm(other)) {
                    (Some(0), None | Some(1)) | (None, Some(1)) => {
                        self.choice(inst, join.condition, [first, second])?
                    }
                    (Some(1), None | Some(0)) | (None, Some(0)) => {
                        self.choice(inst, join.condition, [second, first])?
                    }
                    _ => return Err(inst.unsupported(PHI)),
                }
            }
            _ => return Err(inst.unsupported(PHI)),
        };
        self.define_place(inst, place)
    }

    /// A copy of an address; false for other values.
    pub(super) fn copied_place(&mut self, inst: &Inst<'w>) -> Result<bool, Error> {
        let Given::Chosen(position) = self.given(inst.word(0)?, inst.at)? else { return Ok(false) };
        self.copy_access(inst.id, inst.word(0)?);
        self.define_place(inst, Place::Chosen(position))?;
        Ok(true)
    }
}

const PHI: &str = "OpPhi of pointers that is not the end of one selection";
