//! Bodies of functions: the tree of constructs becomes blocks, phis become parameters and results.

mod addresses;
mod calls;
mod choices;
mod control;
mod footprints;
pub(crate) mod heaps;
mod matrices;
mod memory;
pub(crate) mod operations;
pub(crate) mod parameters;
mod strides;
pub(crate) mod tensors;

use rustc_hash::FxHashMap;
use spirv::{Decoration, Op};
use vitrum_ir::{
    Builder, Cursor, MemoryAccess, Operand, Precision, Qualifiers, Span, Type, ValueFlags, types::common,
};

use crate::error::Error;
use crate::flow::{Flow, flow, is_made_again};
use crate::index::Function;
use crate::reader::Reader;
use crate::structure::{Tree, structure};
use crate::words::Inst;

/// The meaning of an id.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Given {
    /// A value.
    One(Operand),
    /// The members of a struct that only an operation with two results gives.
    Two([Operand; 2]),
    /// The members of a struct that a footprint is, by its position.
    Several(usize),
    /// One of several places, by the position of the choice.
    Chosen(usize),
    /// A column of a matrix whose rows lie apart, by its position.
    Column(usize),
    /// A struct or array of handles, which no value is, by the pointer to it: its handles are loaded where they are taken out.
    Handles(Operand),
}

/// An id that was given a value.
#[derive(Clone, Copy, Debug)]
struct Slot {
    given: Given,
    /// The region that sees it.
    region: u32,
}

/// A body that is being made.
pub(crate) struct Body<'r, 'i, 'w> {
    pub(crate) reader: &'r mut Reader<'i, 'w>,
    function: &'r Function<'w>,
    tree: &'r Tree,
    flow: &'r Flow,
    pub(crate) cursor: Cursor,
    slots: FxHashMap<u32, Slot>,
    /// The region that is being made.
    region: u32,
    open: Vec<control::Open>,
    /// Access that the declarations of addresses ask for.
    access: FxHashMap<u32, MemoryAccess>,
    choices: Vec<choices::Choice>,
    columns: Vec<strides::Column>,
    /// The members of what lookups of footprints give.
    footprints: Vec<Vec<Operand>>,
    /// The parts of variables that hold pointers.
    variables: FxHashMap<u32, Vec<Operand>>,
}

impl Reader<'_, '_> {
    /// Makes the body of a function.
    pub(crate) fn body(&mut self, id: u32) -> Result<(), Error> {
        let index = self.index;
        let function = index.functions.get(&id).filter(|function| !function.blocks.is_empty());
        let Some(function) = function else { return Ok(()) };
        let Some(&own) = self.functions.get(&id) else { return Ok(()) };
        let tree = structure(index, function)?;
        let flow = flow(index, function, &tree, self.pointers);
        let data = &self.module.functions[own];
        let block = Some(data.body);
        let params: Vec<Operand> = data.blocks[data.body].params.iter().map(|&param| param.into()).collect();
        let mut slots = FxHashMap::default();
        let mut access = FxHashMap::default();
        for (index, (param, operand)) in function.params.iter().zip(params).enumerate() {
            slots.insert(param.id, Slot { given: Given::One(operand), region: 0 });
            let said = self.decorations(param.id, None)?.qualifiers.intersection(Qualifiers::OF_ACCESSES);
            if let Some(data) = self.module.functions[own].params.get_mut(index) {
                data.qualifiers.insert(said);
                access.insert(param.id, MemoryAccess::of(data.qualifiers));
            }
        }
        let cursor = Cursor { function: own, block, span: Span::default(), precise: false };
        let mut body = Body {
            reader: self,
            function,
            tree: &tree,
            flow: &flow,
            cursor,
            slots,
            region: 0,
            open: Vec::new(),
            access,
            choices: Vec::new(),
            columns: Vec::new(),
            footprints: Vec::new(),
            variables: FxHashMap::default(),
        };
        if body.reader.module.entry == Some(own) {
            for (global, value) in std::mem::take(&mut body.reader.stored_first) {
                let value = body.as_in_memory(value.into(), global.into());
                body.builder().store(global.into(), value, MemoryAccess::NONE);
            }
        }
        body.handles_passed();
        body.elements_passed()?;
        body.seq(&tree.root, None)
    }
}

impl<'w> Body<'_, '_, 'w> {
    pub(crate) fn builder(&mut self) -> Builder<'_> {
        Builder::new(&mut self.reader.module, &mut self.cursor)
    }

    /// The type of an operand.
    pub(crate) fn operand_type(&mut self, operand: Operand) -> Type {
        self.builder().ty(operand)
    }

    /// The type of an id.
    pub(crate) fn type_of(&mut self, id: u32, at: u32) -> Result<Type, Error> {
        if self.reader.pointers.parts.contains_key(&id) {
            return Ok(common::I32);
        }
        let def = self.reader.index.def_for(id, at)?;
        self.reader.ty(def.ty, at)
    }

    /// Gives an id a value.
    fn give(&mut self, id: u32, given: Given) {
        self.slots.insert(id, Slot { given, region: self.region });
    }

    /// Gives an id a value, with its name and flags.
    pub(crate) fn define(&mut self, inst: &Inst<'w>, operand: Operand) {
        let name = self.reader.index.name(inst.id);
        if !name.is_empty() {
            let name = crate::reader::word(name);
            self.builder().name(operand, &name);
        }
        self.mark_nonuniform(operand, inst.id);
        self.give(inst.id, Given::One(operand));
    }

    /// Marks an operand that may differ between invocations, as the decoration of an id says.
    pub(crate) fn mark_nonuniform(&mut self, operand: Operand, id: u32) {
        if let Some(value) = operand.value()
            && self.reader.index.has(id, Decoration::NonUniform)
        {
            let function = self.cursor.function;
            self.reader.module.functions[function].values[value].flags.insert(ValueFlags::NONUNIFORM);
        }
    }

    /// The value of an id, if something is given that is seen here.
    pub(crate) fn seen(&self, id: u32) -> Option<Given> {
        let slot = self.slots.get(&id)?;
        self.tree.encloses(slot.region, self.region).then_some(slot.given)
    }

    /// The value of an id.
    pub(crate) fn value(&mut self, id: u32, at: u32) -> Result<Operand, Error> {
        match self.given(id, at)? {
            Given::One(operand) if self.is_place_in_buffer(operand) => self.address_of_part(id, at),
            Given::One(operand) => Ok(operand),
            Given::Two(parts) => {
                let ty = self.type_of(id, at)?;
                Ok(self.builder().construct(ty, &parts, Precision::None))
            }
            Given::Several(position) => {
                let parts = self.footprints.get(position).cloned().unwrap_or_default();
                let ty = self.type_of(id, at)?;
                Ok(self.builder().construct(ty, &parts, Precision::None))
            }
            Given::Chosen(_) => {
                Err(Error::unsupported(at, "this use of a pointer into one of several variables"))
            }
            Given::Column(_) => Err(Error::unsupported(at, COLUMN)),
            Given::Handles(_) => Err(Error::unsupported(at, HANDLES)),
        }
    }

    fn given(&mut self, id: u32, at: u32) -> Result<Given, Error> {
        let id = self.reader.usage.aliases.get(&id).copied().unwrap_or(id);
        if let Some(given) = self.seen(id) {
            return Ok(given);
        }
        if let Some(&global) = self.reader.globals.get(&id) {
            if self.reader.wrapped.contains(&id) {
                let first = self.reader.module.constants.i32(0).into();
                return Ok(Given::One(self.builder().access(global.into(), &[first], Precision::None)));
            }
            return Ok(Given::One(global.into()));
        }
        if let Some(&constant) = self.reader.constants.get(&id) {
            return Ok(Given::One(constant.into()));
        }
        let def = self.reader.index.def_for(id, at)?;
        // Addresses and handles are made again, at the innermost place that uses them.
        if self.slots.contains_key(&id) && is_made_again(self.reader.index, &def) {
            self.again(def)?;
            if let Some(given) = self.seen(id) {
                return Ok(given);
            }
        }
        if def.known().is_some_and(|op| matches!(op, Op::Undef)) {
            return Ok(Given::One(self.reader.constant(id, at)?.into()));
        }
        if self.reader.pointers.kept.contains_key(&id) {
            return Err(Error::unsupported(at, "this use of a variable that holds pointers"));
        }
        if self.reader.index.variables.iter().any(|variable| variable.id == id) {
            return Err(Error::invalid(
                at,
                format!("%{id} is a variable that the entry point does not have"),
            ));
        }
        // A constant that could not be read says why.
        if self.tree.labels.is_empty() || !self.slots.contains_key(&id) {
            self.reader.constant(id, at)?;
        }
        Err(Error::invalid(at, format!("%{id} is used where its definition is not seen")))
    }

    /// Makes an address or handle again, and what it is made from.
    fn again(&mut self, def: Inst<'w>) -> Result<(), Error> {
        let mut pending = vec![def];
        let mut steps = 0usize;
        while let Some(&inst) = pending.last() {
            if self.place_again(&inst)? {
                pending.pop();
                continue;
            }
            let mut missing = Vec::new();
            let index = self.reader.index;
            index.grammar.each_id(&inst, |id| {
                let is_old = self.slots.contains_key(&id) && self.seen(id).is_none();
                if let Some(def) = index.def(id).filter(|def| is_old && is_made_again(index, def)) {
                    missing.push(def);
                }
            });
            steps += 1;
            if steps > MAX_STEPS {
                return Err(Error::too_large(inst.at, "an address that is made of too many others"));
            }
            if missing.is_empty() {
                pending.pop();
                self.instruction(&inst)?;
            } else {
                pending.extend(missing);
            }
        }
        Ok(())
    }

    /// A value for a place where nothing is known of the id: undefined.
    fn value_or_undefined(&mut self, id: u32, at: u32) -> Result<Operand, Error> {
        if self.seen(id).is_some() {
            return self.value(id, at);
        }
        let ty = self.type_of(id, at)?;
        Ok(self.reader.module.constants.undef(ty).into())
    }

    /// The type and precision of an id.
    pub(crate) fn typed(&mut self, id: u32, at: u32) -> Result<(Type, Precision), Error> {
        let ty = self.type_of(id, at)?;
        Ok((ty, self.reader.precision(id, ty)))
    }
}

/// A pointer for which there is no memory.
const COLUMN: &str = "this use of a pointer to a column whose rows lie apart";

/// A composite of which nothing is a value.
const HANDLES: &str = "this use of a struct or an array of images or samplers";

/// The most addresses that one is made of again.
const MAX_STEPS: usize = 1 << 16;
