//! The places that pointers may lead to, as the ids of a module say: where chosen ones come from, by phis and selections, out of
//! variables that hold pointers, and from functions.
//!
//! A pointer is not data in the IR. One that is chosen becomes numbers: which of its places it leads to, and the indices of the path
//! that differ. These have ids of their own, the parts, and go where other data does: through phis, out of constructs, into memory.

use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Op, StorageClass};

use crate::error::Error;
use crate::index::Index;
use crate::words::{Inst, MAX_ID};

/// The most places that a pointer may lead to. Each use of it branches to all of them.
pub(crate) const MAX_PLACES: usize = 64;

/// The most pointers that lie between a chosen one and its places.
const MAX_STEPS: usize = 1 << 12;

/// The longest path.
const MAX_PATH: usize = 64;

/// An index of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    /// A member of a struct, or a variable of an array of them.
    Fixed(u32),
    /// An element of an array, a column or a component, whose index is a part.
    Element,
}

/// The origin of a pointer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Origin {
    /// The variable, parameter or null.
    pub(crate) root: u32,
    pub(crate) path: Vec<Step>,
}

impl Origin {
    fn elements(&self) -> usize {
        self.path.iter().filter(|&&step| step == Step::Element).count()
    }
}

/// A chosen pointer: its origins, each once, in order of discovery.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shape {
    pub(crate) origins: Vec<Origin>,
    /// The ids of its parts: the position of its origin if there are several, then the indices of elements.
    pub(crate) parts: Vec<u32>,
}

impl Shape {
    /// True if a part says which origin it is.
    pub(crate) fn is_tagged(&self) -> bool {
        self.origins.len() > 1
    }

    /// The roots with the paths that go on from them. An element that a parameter leads to is its own, and no part of the path.
    fn paths(&self, moved: &FxHashSet<u32>, path: &[Known]) -> impl Iterator<Item = (u32, Vec<Known>)> {
        self.origins.iter().rev().map(|origin| {
            let own = origin.path.iter().map(|step| match *step {
                Step::Fixed(number) => Known::Constant(number),
                Step::Element => Known::Other,
            });
            let is_moved = moved.contains(&origin.root);
            let path = own.skip(usize::from(is_moved)).chain(path.iter().copied()).collect();
            (origin.root, path)
        })
    }

    /// The number of parts.
    pub(crate) fn size(&self) -> usize {
        let elements = self.origins.iter().map(Origin::elements).max().unwrap_or(0);
        elements + usize::from(self.is_tagged())
    }
}

/// The chosen pointers of a module.
#[derive(Debug, Default)]
pub(crate) struct Pointers {
    /// The values that are stored to variables of pointers.
    stored: FxHashMap<u32, Vec<u32>>,
    /// The shapes of the pointers that functions return.
    pub(crate) returned: FxHashMap<u32, Shape>,
    /// The shapes of the content of variables of pointers.
    pub(crate) kept: FxHashMap<u32, Shape>,
    /// The shapes of chosen pointers: phis, loads from such variables, and calls.
    pub(crate) shapes: FxHashMap<u32, Shape>,
    /// The part of which pointer an id is, and its position.
    pub(crate) parts: FxHashMap<u32, (u32, usize)>,
}

/// Finds the shapes of the chosen pointers of some functions, callees first.
pub(crate) fn pointers(
    index: &Index<'_>,
    functions: &[u32],
    moved: &FxHashSet<u32>,
) -> Result<Pointers, Error> {
    let mut pointers = Pointers::default();
    let mut kept = FxHashMap::default();
    let bodies = |ids: &[u32]| -> Vec<_> {
        let blocks = ids.iter().filter_map(|id| index.functions.get(id));
        let ranges = blocks.flat_map(|function| function.blocks.iter().map(|block| block.insts.clone()));
        ranges.collect()
    };
    for variable in index.variables.iter().filter(|variable| holds_pointer(index, variable.ty)) {
        pointers.stored.entry(variable.id).or_default().extend(variable.words.get(1));
    }
    for inst in bodies(functions).into_iter().filter_map(|range| index.insts.get(range)).flatten() {
        match (inst.known(), inst.words) {
            (Some(Op::Variable), [_, initial @ ..]) if holds_pointer(index, inst.ty) => {
                pointers.stored.entry(inst.id).or_default().extend(initial);
            }
            (Some(Op::Store), [variable, value, ..]) => {
                let variable = index.copied(*variable);
                if index.is_passed_pointer(variable) && !is_loaded_from(index, *value, variable) {
                    return Err(inst.unsupported("a store of a pointer to a variable of the caller"));
                }
                pointers.stored.entry(variable).and_modify(|values| values.push(*value));
            }
            _ => {}
        }
    }
    for &id in functions {
        let mut values = Vec::new();
        for inst in bodies(&[id]).into_iter().filter_map(|range| index.insts.get(range)).flatten() {
            if !is_pointer(index, inst.ty) {
                if inst.is(Op::ReturnValue) {
                    values.extend(inst.words.first());
                }
                continue;
            }
            let is_chosen = match inst.known() {
                Some(Op::Phi | Op::FunctionCall) => true,
                Some(Op::Load) => {
                    inst.words.first().is_some_and(|&id| pointers.stored.contains_key(&index.copied(id)))
                }
                _ => false,
            };
            if is_chosen {
                let shape = pointers.shape(index, moved, &[inst.id], inst)?;
                pointers.shapes.insert(inst.id, shape);
            }
        }
        if let Some(function) = index.functions.get(&id)
            && is_pointer(index, function.inst.ty)
        {
            if function.blocks.is_empty() {
                return Err(function.inst.unsupported("a function of another module that returns a pointer"));
            }
            let shape = pointers.shape(index, moved, &values, &function.inst)?;
            pointers.returned.insert(id, shape);
        }
    }
    for (&variable, values) in &pointers.stored {
        if let Some(def) = index.def(variable) {
            kept.insert(variable, pointers.shape(index, moved, values, &def)?);
        }
    }
    pointers.kept = kept;
    let mut next = MAX_ID;
    let mut ids: Vec<u32> = pointers.shapes.keys().copied().collect();
    ids.sort_unstable();
    for id in ids {
        let Some(shape) = pointers.shapes.get_mut(&id) else { continue };
        for position in 0..shape.size() {
            next += 1;
            shape.parts.push(next);
            pointers.parts.insert(next, (id, position));
        }
    }
    Ok(pointers)
}

/// True if the variables of a type hold pointers that are no addresses of buffers.
pub(crate) fn holds_pointer(index: &Index<'_>, pointer: u32) -> bool {
    let content = index.def(pointer).and_then(|pointer| pointer.words.get(1).copied());
    content.is_some_and(|content| is_pointer(index, content))
}

/// True if a type is that of pointers that are no addresses of buffers.
pub(crate) fn is_pointer(index: &Index<'_>, ty: u32) -> bool {
    const PHYSICAL: u32 = StorageClass::PhysicalStorageBuffer as u32;
    let ty = index.def(ty).filter(|ty| ty.is(Op::TypePointer));
    ty.is_some_and(|ty| ty.words.first() != Some(&PHYSICAL))
}

/// True if a value is what a variable holds.
fn is_loaded_from(index: &Index<'_>, value: u32, variable: u32) -> bool {
    let load = index.def(index.copied(value)).filter(|def| def.is(Op::Load));
    load.and_then(|load| load.words.first().copied()).is_some_and(|from| index.copied(from) == variable)
}

/// An index of a path that is followed from its end: constants are known, and become elements once the root is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Known {
    Constant(u32),
    Other,
}

impl Pointers {
    /// The origins of some pointers.
    fn shape(
        &self,
        index: &Index<'_>,
        moved: &FxHashSet<u32>,
        ids: &[u32],
        inst: &Inst<'_>,
    ) -> Result<Shape, Error> {
        let mut shape = Shape::default();
        let mut found: FxHashSet<Origin> = FxHashSet::default();
        let mut seen: FxHashSet<(u32, Vec<Known>)> = FxHashSet::default();
        let mut pending: Vec<(u32, Vec<Known>)> = ids.iter().rev().map(|&id| (id, Vec::new())).collect();
        while let Some((id, path)) = pending.pop() {
            if path.len() > MAX_PATH || seen.len() > MAX_STEPS {
                return Err(inst.unsupported("a pointer that is made of too many others"));
            }
            if !seen.insert((id, path.clone())) {
                continue;
            }
            let Some(origin) = self.step(index, moved, (id, path), &mut pending)? else { continue };
            if found.insert(origin.clone()) {
                shape.origins.push(origin);
            }
        }
        if shape.origins.len() > MAX_PLACES {
            return Err(inst.unsupported(format!("a choice between more than {MAX_PLACES} places")));
        }
        Ok(shape)
    }

    /// Follows a pointer to those that it is made of, or gives its origin.
    fn step(
        &self,
        index: &Index<'_>,
        moved: &FxHashSet<u32>,
        (id, path): (u32, Vec<Known>),
        pending: &mut Vec<(u32, Vec<Known>)>,
    ) -> Result<Option<Origin>, Error> {
        let Some(def) = index.def(id) else { return Ok(None) };
        if let Some(shape) = self.shapes.get(&id) {
            pending.extend(shape.paths(moved, &path));
            return Ok(None);
        }
        let behind = |own: &[u32]| -> Vec<Known> {
            own.iter().map(|&index_id| known(index, index_id)).chain(path.iter().copied()).collect()
        };
        match def.known() {
            Some(Op::Phi) => {
                let values = def.words.chunks(2).rev().filter_map(|pair| pair.first());
                pending.extend(values.map(|&value| (value, path.clone())));
            }
            Some(Op::Select) => {
                pending.extend(def.from(1).iter().rev().map(|&value| (value, path.clone())));
            }
            Some(Op::CopyObject) => {
                pending.push((def.word(0)?, path));
            }
            Some(Op::AccessChain | Op::InBoundsAccessChain) => {
                pending.push((def.word(0)?, behind(def.from(1))));
            }
            Some(Op::PtrAccessChain | Op::InBoundsPtrAccessChain) => {
                pending.push((def.word(0)?, behind(def.from(2))));
            }
            Some(Op::Load) => {
                let variable = index.copied(def.word(0)?);
                if index.is_passed_pointer(variable) {
                    pending.push((variable, path));
                    return Ok(None);
                }
                let Some(stored) = self.stored.get(&variable) else {
                    return Err(def.unsupported("a choice of a pointer out of this memory"));
                };
                pending.extend(stored.iter().rev().map(|&value| (value, path.clone())));
            }
            Some(Op::FunctionCall) => {
                let callee = def.word(0)?;
                let params = index.functions.get(&callee).map_or(&[][..], |callee| &callee.params);
                for (root, own) in
                    self.returned.get(&callee).into_iter().flat_map(|shape| shape.paths(moved, &path))
                {
                    let position = params.iter().position(|param| param.id == root);
                    let argument = position.and_then(|position| def.words.get(1 + position));
                    pending.push((argument.copied().unwrap_or(root), own));
                }
            }
            Some(Op::ConstantNull) => return Ok(Some(Origin { root: id, path: Vec::new() })),
            Some(Op::Undef) => {}
            // A call is passed what it holds.
            Some(Op::Variable) if self.stored.contains_key(&id) => {
                let stored = self.stored.get(&id).into_iter().flatten();
                pending.extend(stored.rev().map(|&value| (value, path.clone())));
            }
            Some(Op::Variable | Op::FunctionParameter) => {
                return Ok(Some(origin(index, moved, &def, &path)));
            }
            _ => return Err(def.unsupported(format!("a choice of a pointer of {}", def.name()))),
        }
        Ok(None)
    }
}

/// The index that an id is, if it is a plain constant.
fn known(index: &Index<'_>, id: u32) -> Known {
    let def = index.def(id);
    match def.filter(|def| def.is(Op::Constant)).and_then(|def| def.words.first().copied()) {
        Some(number) => Known::Constant(number),
        None if def.is_some_and(|def| def.is(Op::ConstantNull)) => Known::Constant(0),
        None => Known::Other,
    }
}

/// The origin that a path from a root is.
fn origin(index: &Index<'_>, moved: &FxHashSet<u32>, root: &Inst<'_>, path: &[Known]) -> Origin {
    let mut steps = Vec::with_capacity(path.len() + 1);
    if moved.contains(&root.id) {
        steps.push(Step::Element);
    }
    let passed = index.passed_pointer(root);
    let pointer = index.def(passed.unwrap_or(root.ty));
    let class = pointer.and_then(|ty| ty.words.first().copied()).and_then(StorageClass::from_u32);
    // The elements of an array of resources are variables.
    let mut are_variables = root.is(Op::Variable)
        && matches!(
            class,
            Some(StorageClass::Uniform | StorageClass::StorageBuffer | StorageClass::UniformConstant)
        );
    let mut ty = pointer.and_then(|ty| index.def(*ty.words.get(1)?));
    for &step in path {
        let Some(def) = ty else { break };
        let is_struct = def.is(Op::TypeStruct);
        are_variables &= !is_struct;
        let part = match step {
            Known::Constant(number) if is_struct => def.words.get(number as usize),
            _ => def.words.first(),
        };
        ty = part.and_then(|&part| index.def(part));
        steps.push(match step {
            Known::Constant(number) if is_struct || are_variables => Step::Fixed(number),
            _ => Step::Element,
        });
    }
    Origin { root: root.id, path: steps }
}

impl Index<'_> {
    /// The type of the pointer that a parameter is passed by way of a variable. Such a function has the pointer as its parameter.
    pub(crate) fn passed_pointer(&self, param: &Inst<'_>) -> Option<u32> {
        let is_it = param.is(Op::FunctionParameter) && holds_pointer(self, param.ty);
        self.def(param.ty).filter(|_| is_it).and_then(|pointer| pointer.words.get(1).copied())
    }

    /// The id that an id is a copy of, itself if it is none.
    pub(crate) fn copied(&self, mut id: u32) -> u32 {
        for _ in 0..MAX_STEPS {
            let copy = self.def(id).filter(|def| def.is(Op::CopyObject));
            let Some(&from) = copy.as_ref().and_then(|copy| copy.words.first()) else { break };
            id = from;
        }
        id
    }

    /// True for such a parameter.
    pub(crate) fn is_passed_pointer(&self, id: u32) -> bool {
        self.def(id).is_some_and(|def| self.passed_pointer(&def).is_some())
    }

    /// True if an id is a pointer that is null.
    pub(crate) fn is_null_pointer(&self, id: u32) -> bool {
        let def = self.def(id).filter(|def| def.is(Op::ConstantNull) || def.is(Op::Undef));
        def.is_some_and(|def| is_pointer(self, def.ty))
    }
}
