//! Parameters from which `OpPtrAccessChain` goes on to other elements. Such a one is passed as the array, and the index of its element
//! as another parameter.

use rustc_hash::FxHashSet;
use spirv::Op;
use vitrum_ir::{
    Linkage, Op as IrOp, Operand, ParamData, ParamMode, Precision, Scalar, Type, TypeData, Types,
    types::common,
};

use super::choices::Place;
use super::operations::cast;
use super::{Body, Given};
use crate::error::Error;
use crate::index::Index;
use crate::pointers::{Origin, Shape, Step};
use crate::words::Inst;

/// The way in which a parameter is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// As it is.
    Plain,
    /// As an array and the index of an element, the parameter at a position.
    Element { array: Type, position: usize },
}

/// The parameters from which functions go on to other elements, or the functions that they call. Callees are first.
pub(crate) fn moved(index: &Index<'_>, functions: &[u32]) -> FxHashSet<u32> {
    let mut moved = FxHashSet::default();
    for id in functions {
        let Some(function) = index.functions.get(id) else { continue };
        let mut seen = FxHashSet::default();
        for inst in function.blocks.iter().flat_map(|block| index.insts.get(block.insts.clone())).flatten() {
            match inst.known() {
                Some(Op::PtrAccessChain | Op::InBoundsPtrAccessChain) => {
                    moved.extend(
                        inst.words.first().into_iter().flat_map(|&base| sources(index, base, &mut seen)),
                    );
                }
                Some(Op::FunctionCall) => {
                    let callee = inst.words.first().and_then(|callee| index.functions.get(callee));
                    let theirs = callee.map_or(&[][..], |callee| callee.params.as_slice());
                    for (argument, param) in inst.from(1).iter().zip(theirs) {
                        if moved.contains(&param.id) {
                            moved.extend(sources(index, *argument, &mut seen));
                        }
                    }
                }
                _ => {}
            }
        }
    }
    moved
}

/// The parameters that a pointer is chosen from or moved to, but for those that were seen before.
fn sources(index: &Index<'_>, id: u32, seen: &mut FxHashSet<u32>) -> Vec<u32> {
    let mut found = Vec::new();
    let mut pending = vec![id];
    while let Some(id) = pending.pop() {
        let Some(def) = index.def(id).filter(|_| seen.insert(id)) else { continue };
        match def.known() {
            Some(Op::FunctionParameter) => found.push(id),
            Some(Op::Phi) => pending.extend(def.words.chunks(2).filter_map(|pair| pair.first())),
            Some(Op::Select) => pending.extend(def.from(1)),
            Some(Op::CopyObject | Op::PtrAccessChain | Op::InBoundsPtrAccessChain) => {
                pending.extend(def.words.first());
            }
            _ => {}
        }
    }
    found
}

/// An element of an array.
struct Element {
    root: Operand,
    /// The indices that lead to the array.
    before: Vec<Operand>,
    index: Operand,
    /// The type of a pointer to the array.
    array: Type,
}

/// The type of what a function returns for a pointer with a number of parts.
pub(crate) fn parts_type(types: &mut Types, parts: usize) -> Type {
    match parts {
        0 => common::VOID,
        1 => common::I32,
        2..=4 => types.vector(Scalar::I32, parts as u32),
        _ => types.array(common::I32, parts as u32),
    }
}

impl<'w> Body<'_, '_, 'w> {
    /// Returns a pointer, as its parts.
    pub(super) fn return_pointer(&mut self, last: &Inst<'w>, shape: &Shape) -> Result<(), Error> {
        let place = self.place(last.word(0)?, last.at)?;
        let parts = self.parts_of(place, shape, last.at)?;
        let ty = parts_type(&mut self.reader.module.types, parts.len());
        let mut builder = self.builder();
        match parts.as_slice() {
            [] | [_] => builder.terminate(IrOp::Return, &parts),
            _ => {
                let value = builder.construct(ty, &parts, Precision::None);
                builder.terminate(IrOp::Return, &[value]);
            }
        }
        Ok(())
    }

    /// Gives a call of a function the pointer that it returns. Where that begins at a parameter, it goes on from the argument.
    pub(super) fn returned(
        &mut self,
        inst: &Inst<'w>,
        shape: &Shape,
        value: Option<Operand>,
        arguments: &[Place],
    ) -> Result<(), Error> {
        let params = self.reader.index.functions.get(&inst.word(0)?).map_or(&[][..], |callee| &callee.params);
        let mut parts = Vec::with_capacity(shape.size());
        match (value, shape.size()) {
            (Some(value), 1) => parts.push(value),
            (Some(value), size) => {
                for index in 0..size as u32 {
                    parts.push(self.builder().extract(value, index, Precision::None));
                }
            }
            (None, size) => {
                parts.extend((0..size).map(|_| Operand::from(self.reader.module.constants.i32(0))))
            }
        }
        let (tag, elements) = match parts.split_first() {
            Some((&tag, elements)) if shape.is_tagged() => (Some(tag), elements),
            _ => (None, parts.as_slice()),
        };
        let mut place: Option<Place> = None;
        for (number, origin) in (0..).zip(&shape.origins).collect::<Vec<_>>().into_iter().rev() {
            let position = params.iter().position(|param| param.id == origin.root);
            let own = match position.and_then(|position| arguments.get(position)) {
                Some(&argument) => self.behind(argument, origin, elements)?,
                None => {
                    let shape = Shape { origins: vec![origin.clone()], parts: Vec::new() };
                    self.place_of(inst, &shape, elements)?
                }
            };
            place = Some(match (place, tag) {
                (Some(others), Some(tag)) => {
                    let number = self.reader.module.constants.i32(number).into();
                    let is_it = self.builder().op(IrOp::Ieq, &[tag, number], Precision::None);
                    self.choose(inst, is_it, own, others)?
                }
                _ => own,
            });
        }
        let (pointers, place) = (self.reader.pointers, place);
        let (Some(place), Some(own)) = (place, pointers.shapes.get(&inst.id)) else {
            return Err(inst.unsupported("a call that returns no pointer"));
        };
        let parts = self.parts_of(place, own, inst.at)?;
        self.give_parts(inst, &parts)
    }

    /// The place behind an argument that a path from its parameter leads to.
    fn behind(&mut self, argument: Place, origin: &Origin, elements: &[Operand]) -> Result<Place, Error> {
        let is_moved = self.reader.moved.contains(&origin.root);
        let mut elements = elements.iter().copied();
        let mut steps = Vec::with_capacity(origin.path.len());
        for step in &origin.path {
            steps.extend(match *step {
                Step::Fixed(number) => Some(self.reader.module.constants.i32(number as i32).into()),
                Step::Element => elements.next(),
            });
        }
        self.of_each(argument, &mut |_, _, indices| {
            // The element that the argument leads to is not where the pointer begins.
            if is_moved {
                indices.pop();
            }
            indices.extend_from_slice(&steps);
            Ok(())
        })
    }

    /// Makes the parameters of this body that are passed as elements of arrays.
    pub(super) fn elements_passed(&mut self) -> Result<(), Error> {
        for param in &self.function.params {
            let passing = self.reader.passing.get(&param.id).copied();
            let Some(Passing::Element { position, .. }) = passing else { continue };
            let function = &self.reader.module.functions[self.cursor.function];
            let index = function.blocks[function.body].params.get(position).copied();
            let index = index.ok_or_else(|| param.invalid("a parameter has no index"))?;
            let array = self.pointer(param.id, param.at)?;
            let element = self.builder().access(array, &[index.into()], Precision::None);
            self.give(param.id, Given::One(element));
        }
        Ok(())
    }

    /// Makes the arguments of a call what the function has for its parameters.
    pub(super) fn pass_elements(
        &mut self,
        inst: &Inst<'w>,
        arguments: &mut Vec<Operand>,
    ) -> Result<(), Error> {
        let Some(callee) = self.reader.index.functions.get(&inst.word(0)?) else { return Ok(()) };
        let mut indices = Vec::new();
        for (position, param) in callee.params.iter().enumerate() {
            let Some(&argument) = arguments.get(position) else { break };
            if !self.reader.moved.contains(&param.id) {
                continue;
            }
            let element = self.element_of(argument);
            let array = element.as_ref().map(|element| element.array);
            match (self.passing_of(inst, param.id, position, array)?, element) {
                (Passing::Plain, _) => {}
                (Passing::Element { array, .. }, Some(element)) if element.array == array => {
                    let mut builder = self.builder();
                    let array = match element.before.as_slice() {
                        [] => element.root,
                        before => builder.access(element.root, before, Precision::None),
                    };
                    indices.push(cast(&mut builder, element.index, common::I32));
                    if let Some(argument) = arguments.get_mut(position) {
                        *argument = array;
                    }
                }
                (Passing::Element { .. }, _) => {
                    let what = "a call that passes no element of such an array as another call does";
                    return Err(inst.unsupported(what));
                }
            }
        }
        arguments.append(&mut indices);
        Ok(())
    }

    /// The way in which a parameter is passed. The first call decides it, since the body of the function is made after those that call it.
    fn passing_of(
        &mut self,
        inst: &Inst<'w>,
        param: u32,
        position: usize,
        array: Option<Type>,
    ) -> Result<Passing, Error> {
        if let Some(&known) = self.reader.passing.get(&param) {
            return Ok(known);
        }
        let function = self.reader.functions.get(&inst.word(0)?).copied();
        let function = function.ok_or_else(|| inst.invalid("a call of no function"))?;
        let data = &mut self.reader.module.functions[function];
        let value = data.blocks[data.body].params.get(position).copied();
        let passing = match (array, value) {
            (Some(array), Some(value)) if data.linkage == Linkage::Internal => {
                data.values[value].ty = array;
                let index = data.blocks[data.body].params.len();
                data.add_param(data.body, common::I32, Precision::None);
                data.params.push(ParamData::new(ParamMode::In));
                Passing::Element { array, position: index }
            }
            _ => Passing::Plain,
        };
        self.reader.passing.insert(param, passing);
        Ok(passing)
    }

    /// The array and index of the element that a pointer leads to; none if it leads to no element.
    fn element_of(&mut self, pointer: Operand) -> Option<Element> {
        let (root, mut before) = self.path(pointer);
        let index = before.pop()?;
        let ty = self.operand_type(root);
        let array = vitrum_ir::typing::access_type(&mut self.reader.module, ty, &before)?;
        let types = &self.reader.module.types;
        let is_array = |ty| matches!(types.get(ty), TypeData::Array { .. } | TypeData::RuntimeArray { .. });
        let is_element = types.pointee(array).is_some_and(is_array);
        is_element.then_some(Element { root, before, index, array })
    }
}
