//! The functions of a shader by name and signature.

use crate::lower::declarations::functions::{Header, Parameter};
use crate::lower::scopes::OverloadsId;
use crate::symbols::Symbol;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use vitrum_ir::{Function, Span, Type, Value};

/// A function with its signature.
#[derive(Clone, Debug)]
pub(crate) struct Overload {
    /// The parameters, shared so that calls can borrow them.
    pub(crate) parameters: Rc<[Parameter]>,
    /// The result type.
    pub(crate) result: Type,
    /// True if what it returns is `nonuniformEXT`.
    pub(crate) nonuniform: bool,
    /// The function.
    pub(crate) function: Function,
    /// The span of the first declaration.
    pub(crate) span: Span,
    /// True if it has a body.
    pub(crate) defined: bool,
    /// The span of the first call.
    pub(crate) called: Option<Span>,
    /// The instruction of SPIR-V that it is, if any.
    pub(crate) instruction: Option<u32>,
}

impl Overload {
    /// A function that is defined.
    pub(crate) fn new(header: &Header, function: Function) -> Self {
        Self {
            parameters: header.parameters.as_slice().into(),
            result: header.result,
            nonuniform: header.nonuniform,
            function,
            span: header.span,
            defined: true,
            called: None,
            instruction: None,
        }
    }
}

/// The functions of a shader.
#[derive(Debug, Default)]
pub(crate) struct Functions {
    sets: Vec<OverloadSet>,
    /// Functions in order of definition.
    pub(crate) defined: Vec<Function>,
    /// Calls: caller, callee, span.
    pub(crate) calls: Vec<(Function, Function, Span)>,
    /// The names of functions with faulty headers, whose calls cannot be checked.
    pub(crate) wrong: Vec<Symbol>,
    /// Local variables of ray queries that are passed to functions.
    pub(crate) passed_states: FxHashSet<(Function, Value)>,
}

/// The functions of one name.
#[derive(Debug, Default)]
struct OverloadSet {
    overloads: Vec<Overload>,
    /// Overloads by the hash of their parameters' types, once there are [`MANY`]; the first one of each hash.
    by_types: FxHashMap<u64, u32>,
    masks: ArgumentMasks,
}

/// Argument masks: bits of arguments that some overload takes as places, and by value.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ArgumentMasks {
    /// Bit `i` is set if some overload takes argument `i` as a place.
    pub(crate) places: u64,
    /// Bit `i` is set if some overload takes argument `i` by value.
    pub(crate) values: u64,
    /// The number of overloads that the masks cover.
    pub(crate) counted: usize,
}

/// The number of overloads from which on a table pays off.
const MANY: usize = 16;

fn hash_types(types: impl Iterator<Item = Type>) -> u64 {
    let mut hasher = FxHasher::default();
    types.for_each(|ty| ty.hash(&mut hasher));
    vitrum_ir::mix(hasher.finish())
}

impl OverloadSet {
    pub(crate) fn add(&mut self, overload: Overload) {
        self.overloads.push(overload);
        if self.overloads.len() < MANY {
            return;
        }
        let first = if self.overloads.len() == MANY { 0 } else { self.overloads.len() - 1 };
        for (index, overload) in self.overloads.iter().enumerate().skip(first) {
            let hash = hash_types(overload.parameters.iter().map(|parameter| parameter.ty));
            self.by_types.entry(hash).or_insert(index as u32);
        }
    }

    /// The overload whose parameters have these types.
    pub(crate) fn find(&self, types: impl ExactSizeIterator<Item = Type> + Clone) -> Option<usize> {
        let same = |overload: &Overload| {
            overload.parameters.len() == types.len()
                && overload.parameters.iter().zip(types.clone()).all(|(parameter, ty)| parameter.ty == ty)
        };
        if self.overloads.len() >= MANY {
            let index = *self.by_types.get(&hash_types(types.clone()))? as usize;
            if self.overloads.get(index).is_some_and(same) {
                return Some(index);
            }
        }
        self.overloads.iter().position(same)
    }
}

impl Functions {
    /// The overloads of a set.
    pub(crate) fn set(&self, id: OverloadsId) -> &[Overload] {
        self.sets.get(id.0 as usize).map_or(&[], |set| set.overloads.as_slice())
    }

    /// The overload with exactly these parameter types, in constant time.
    pub(crate) fn find(
        &self,
        id: OverloadsId,
        types: impl ExactSizeIterator<Item = Type> + Clone,
    ) -> Option<usize> {
        self.sets.get(id.0 as usize)?.find(types)
    }

    /// The same, but only for sets with so many overloads that a search is slow.
    pub(crate) fn find_among_many(
        &self,
        id: OverloadsId,
        types: impl ExactSizeIterator<Item = Type> + Clone,
    ) -> Option<usize> {
        self.sets.get(id.0 as usize).filter(|set| set.overloads.len() >= MANY)?.find(types)
    }

    /// The argument masks of a set, to extend.
    pub(crate) fn masks_mut(&mut self, id: OverloadsId) -> Option<&mut ArgumentMasks> {
        self.sets.get_mut(id.0 as usize).map(|set| &mut set.masks)
    }

    /// The overloads of a set, to change.
    pub(crate) fn set_mut(&mut self, id: OverloadsId) -> &mut [Overload] {
        self.sets.get_mut(id.0 as usize).map_or(&mut [], |set| set.overloads.as_mut_slice())
    }

    pub(crate) fn new_set(&mut self) -> OverloadsId {
        self.sets.push(OverloadSet::default());
        OverloadsId(self.sets.len() as u32 - 1)
    }

    /// A set of this function alone, without a name.
    pub(crate) fn hidden_set(&mut self, header: &Header, function: Function) -> OverloadsId {
        let set = self.new_set();
        self.add(set, Overload::new(header, function));
        set
    }

    pub(crate) fn add(&mut self, id: OverloadsId, overload: Overload) {
        if let Some(set) = self.sets.get_mut(id.0 as usize) {
            set.add(overload);
        }
    }

    /// Every overload.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Overload> {
        self.sets.iter().flat_map(|set| &set.overloads)
    }
}

/// True if two parameter lists are of the same types.
pub(crate) fn same_types(a: &[Parameter], b: &[Parameter]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.ty == b.ty)
}
