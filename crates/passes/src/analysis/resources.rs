//! Uses of global variables: how each one and each member of its block is accessed, by the functions that the module's roots
//! reach, and the pairs of textures and samplers.
//!
//! Summaries of functions go from callees to callers. What a function does with a parameter that is an address is what its
//! caller does with the argument.

use super::calls::Calls;
use super::memory::{Path, Root, Step};
use super::uniformity::CallUniformity;
use std::collections::{BTreeMap, BTreeSet};
use vitrum_ir::{
    Effects, Function, FunctionData, Global, Inst, Module, Op, Operand, SideTable, Sig, Type, TypeData,
    Value, typing, visit,
};

vitrum_ir::flag_set! {
    /// The ways in which something is accessed.
    Access: u8 {
        /// Loads, fetches of texels, reads of images.
        READ "read" = 0,
        /// Stores, writes of images.
        WRITE "write" = 1,
        /// Atomic operations.
        ATOMIC "atomic" = 2,
        /// Queries of size, levels, samples, or the length of an array.
        QUERY "query" = 3,
        /// Lookups with a sampler.
        SAMPLE "sample" = 4,
    }
}

/// The uses of a global variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// The ways in which it or a part of it is accessed.
    pub access: Access,
    /// The same for each member of the struct that it is, or an array of; only those that are used by themselves.
    pub members: BTreeMap<u32, Access>,
    /// True if it is used as a whole, not by members.
    pub is_whole: bool,
    /// True if some use is in code that not all invocations of a group run together, or with an index that may differ
    /// between them.
    pub is_divergent: bool,
}

/// The uses of all global variables that the module's roots reach.
///
/// ```
/// use vitrum_ir::Id;
/// use vitrum_passes::analysis::resources::{Access, Resources};
///
/// let text = "vir 1\nstage compute\nexecution local_size(1u32, 1u32, 1u32)\nentry &main\n\
///     struct #B {\n    a: f32\n    b: f32\n}\nglobal @0: #B buffer block(std430)\n\n\
///     fn &main() -> void {\n    %0: ptr<buffer, f32> = access @0, 1i32\n    store %0, 1.0f32\n    return\n}\n";
/// let module = vitrum_ir_text::parse(text)?;
/// let uses = Resources::new(&module);
/// let block = uses.of(Id::from_index(0)).ok_or("unused")?;
/// assert_eq!((block.access, block.members.get(&0), block.members[&1]), (Access::WRITE, None, Access::WRITE));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    uses: BTreeMap<Global, Use>,
    /// Variables that some function names, whether or not it is reached.
    named: BTreeSet<Global>,
    /// Textures with the samplers that they are combined with.
    pub pairs: BTreeSet<(Global, Global)>,
}

impl Resources {
    /// Of a module.
    pub fn new(module: &Module) -> Self {
        let calls = Calls::new(module);
        let uniformity = CallUniformity::new(module, &calls);
        let mut summaries: SideTable<Function, Summary> =
            SideTable::filled(module.functions.len(), Summary::default());
        for &function in calls.bottom_up() {
            let summary = Walk::new(module, function, &uniformity, &summaries).run();
            summaries.set(function, summary);
        }
        let mut new = Self::default();
        let places = summaries.values().flat_map(|summary| summary.uses.keys());
        new.named.extend(places.filter_map(|place| match place.base {
            Base::Global(global) => Some(global),
            Base::Param(_) => None,
        }));
        for root in module.roots() {
            let Some(summary) = summaries.get(root) else { continue };
            for (place, found) in &summary.uses {
                if let Base::Global(global) = place.base {
                    new.add(global, place.member, *found);
                }
            }
            for pair in &summary.pairs {
                if let (Base::Global(texture), Base::Global(sampler)) = *pair {
                    new.pairs.insert((texture, sampler));
                }
            }
        }
        new
    }

    fn add(&mut self, global: Global, member: Option<u32>, found: Found) {
        let usage = self.uses.entry(global).or_default();
        usage.access.insert(found.access);
        usage.is_divergent |= found.is_divergent;
        match member {
            Some(member) => usage.members.entry(member).or_default().insert(found.access),
            None => usage.is_whole = true,
        }
    }

    /// The uses of a variable; none if no function that is reached names it.
    pub fn of(&self, global: Global) -> Option<&Use> {
        self.uses.get(&global)
    }

    /// True if some function names a variable, whether or not it is executed (static use, GLSL 4.60 section 3.8.3).
    pub fn is_static_use(&self, global: Global) -> bool {
        self.named.contains(&global)
    }

    /// True if a member of a variable is used, by itself or with the whole.
    pub fn has_member(&self, global: Global, member: u32) -> bool {
        self.of(global).is_some_and(|usage| usage.is_whole || usage.members.contains_key(&member))
    }

    /// All variables that are used, in order of declaration.
    pub fn iter(&self) -> impl Iterator<Item = (Global, &Use)> {
        self.uses.iter().map(|(&global, usage)| (global, usage))
    }
}

/// The base of a place: a global, or what a parameter of the function points to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Base {
    Global(Global),
    Param(u32),
}

/// A variable or a member of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    base: Base,
    member: Option<u32>,
}

#[derive(Clone, Copy, Default)]
struct Found {
    access: Access,
    is_divergent: bool,
}

/// The uses of a function, with those of its callees.
#[derive(Clone, Default)]
struct Summary {
    uses: BTreeMap<Place, Found>,
    pairs: BTreeSet<(Base, Base)>,
}

impl Summary {
    fn add(&mut self, place: Place, found: Found) {
        let slot = self.uses.entry(place).or_default();
        slot.access.insert(found.access);
        slot.is_divergent |= found.is_divergent;
    }
}

/// A loaded texture, sampler or the like, and the sampler that a texture was combined with.
#[derive(Clone, Copy)]
struct Handle {
    place: Place,
    sampler: Option<Place>,
    is_divergent: bool,
}

struct Walk<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    id: Function,
    uniformity: &'a CallUniformity,
    summaries: &'a SideTable<Function, Summary>,
    handles: SideTable<Value, Option<Handle>>,
    summary: Summary,
}

impl<'a> Walk<'a> {
    fn new(
        module: &'a Module,
        id: Function,
        uniformity: &'a CallUniformity,
        summaries: &'a SideTable<Function, Summary>,
    ) -> Self {
        let function = &module.functions[id];
        let handles = SideTable::filled(function.values.len(), None);
        Self { module, function, id, uniformity, summaries, handles, summary: Summary::default() }
    }

    fn run(mut self) -> Summary {
        for (_, inst) in visit::insts(self.function) {
            self.inst(inst);
        }
        self.summary
    }

    /// The place that an address leads to; none for variables of the function and memory without a name.
    fn place(&self, pointer: Operand) -> Option<(Place, bool)> {
        let path = Path::resolved(self.module, self.function, pointer);
        let base = match path.root {
            Root::Global(global) => Base::Global(global),
            Root::Parameter(value) => {
                let params = &self.function.blocks[self.function.body].params;
                Base::Param(params.iter().position(|&param| param == value)? as u32)
            }
            // A texel is in the image whose address the operation takes.
            Root::Other(operand) => {
                let inst = self.function.definition(operand)?;
                let &image = self.function.operands(inst).first()?;
                return match self.function.op(inst) {
                    Op::TexelPointer => self.place(image),
                    _ => None,
                };
            }
            Root::Variable(_) => return None,
        };
        let mut ty = match path.root {
            Root::Global(global) => self.module.globals[global].ty,
            _ => self.pointee(operand_of(&path, pointer))?,
        };
        let mut member = None;
        let mut varies = false;
        for step in &path.steps {
            match (self.module.types.get(ty), *step) {
                (TypeData::Struct(id), Step::Part(part)) => {
                    member = member.or(Some(part));
                    let Some(data) = self.module.structs[id].members.get(part as usize) else { break };
                    ty = data.ty;
                }
                (TypeData::Array { element, .. } | TypeData::RuntimeArray { element }, step) => {
                    if let Step::Dynamic(index) = step
                        && member.is_none()
                    {
                        varies |= !self.uniformity.is_uniform(self.id, index);
                    }
                    ty = element;
                }
                _ => break,
            }
        }
        Some((Place { base, member }, varies))
    }

    fn pointee(&self, pointer: Operand) -> Option<Type> {
        self.module.types.pointee(typing::operand_type(self.module, self.function, pointer))
    }

    fn touch(&mut self, inst: Inst, pointer: Operand, access: Access) {
        if let Some((place, varies)) = self.place(pointer) {
            let is_divergent = varies || !self.uniformity.is_run_by_all(self.id, inst);
            self.summary.add(place, Found { access, is_divergent });
        }
    }

    fn touch_handle(&mut self, inst: Inst, operand: Operand, access: Access) {
        let Some(handle) = operand.value().and_then(|value| self.handles.at(value)) else { return };
        let is_divergent = handle.is_divergent || !self.uniformity.is_run_by_all(self.id, inst);
        let found = Found { access, is_divergent };
        self.summary.add(handle.place, found);
        if let Some(sampler) = handle.sampler.filter(|_| access.contains(Access::SAMPLE)) {
            self.summary.add(sampler, found);
        }
    }

    fn inst(&mut self, inst: Inst) {
        let function = self.function;
        let op = function.op(inst);
        let operands = function.operands(inst);
        let Some(&first) = operands.first() else {
            self.call(inst);
            return;
        };
        match op.info().sig {
            Sig::Load => match (self.pointee(first), self.place(first)) {
                (Some(ty), Some((place, is_divergent))) if is_handle(self.module, ty) => {
                    if let Some(value) = function.result(inst) {
                        self.handles.set(value, Some(Handle { place, sampler: None, is_divergent }));
                    }
                    // It is used, whatever becomes of it.
                    self.summary.add(place, Found::default());
                }
                _ => self.touch(inst, first, Access::READ),
            },
            Sig::Store | Sig::StoreSwizzle => self.touch(inst, first, Access::WRITE),
            Sig::ArrayLength => self.touch(inst, first, Access::QUERY),
            Sig::AtomicLoad | Sig::AtomicStore | Sig::AtomicRmw(_) | Sig::AtomicCompare => {
                self.touch(inst, first, Access::ATOMIC);
            }
            Sig::Interpolate => self.touch(inst, first, Access::READ),
            Sig::Access | Sig::TexelPointer => {}
            Sig::Combine => self.combine(inst, operands),
            Sig::ImageOf => {
                if let (Some(value), Some(from)) = (function.result(inst), first.value()) {
                    let handle = self.handles.at(from);
                    self.handles.set(value, handle.map(|handle| Handle { sampler: None, ..handle }));
                }
            }
            Sig::Image => {
                let samples = matches!(op, Op::ImageSample | Op::ImageGather);
                self.touch_handle(inst, first, if samples { Access::SAMPLE } else { Access::READ });
            }
            Sig::ImageWrite => self.touch_handle(inst, first, Access::WRITE),
            Sig::ImageSize | Sig::ImageQuery | Sig::QueryLod => self.touch_handle(inst, first, Access::QUERY),
            Sig::Call => self.call(inst),
            _ => self.other(inst, operands),
        }
    }

    fn combine(&mut self, inst: Inst, operands: &[Operand]) {
        let handle =
            |operand: Option<&Operand>| operand.and_then(|it| it.value()).and_then(|it| self.handles.at(it));
        let (Some(texture), Some(sampler)) = (handle(operands.first()), handle(operands.get(1))) else {
            return;
        };
        self.summary.pairs.insert((texture.place.base, sampler.place.base));
        if let Some(value) = self.function.result(inst) {
            let is_divergent = texture.is_divergent || sampler.is_divergent;
            let joined = Handle { place: texture.place, sampler: Some(sampler.place), is_divergent };
            self.handles.set(value, Some(joined));
        }
    }

    /// Operations without a rule of their own: what they do with addresses and handles follows from their effects.
    fn other(&mut self, inst: Inst, operands: &[Operand]) {
        let effects = self.function.effects(inst);
        let mut access = Access::NONE;
        if effects.contains(Effects::READS) {
            access.insert(Access::READ);
        }
        if effects.contains(Effects::WRITES) {
            access.insert(Access::WRITE);
        }
        for &operand in operands {
            if self.pointee(operand).is_some() {
                self.touch(inst, operand, access);
            } else {
                self.touch_handle(inst, operand, Access::READ);
            }
        }
    }

    fn call(&mut self, inst: Inst) {
        let Some(callee) = self.function.callee(inst) else { return };
        let arguments = self.function.operands(inst);
        if !self.module.functions[callee].has_code() {
            let mut access = Access::READ;
            access.insert(Access::WRITE);
            for &argument in arguments {
                if self.pointee(argument).is_some() {
                    self.touch(inst, argument, access);
                }
            }
            return;
        }
        let Some(summary) = self.summaries.get(callee) else { return };
        let is_apart = !self.uniformity.is_run_by_all(self.id, inst);
        for (place, found) in summary.uses.clone() {
            let found = Found { is_divergent: found.is_divergent || is_apart, ..found };
            match place.base {
                Base::Global(_) => self.summary.add(place, found),
                Base::Param(index) => {
                    let argument = arguments.get(index as usize);
                    if let Some((at, varies)) = argument.and_then(|&argument| self.place(argument)) {
                        let member = at.member.or(place.member);
                        let found = Found { is_divergent: found.is_divergent || varies, ..found };
                        self.summary.add(Place { member, ..at }, found);
                    }
                }
            }
        }
        for (texture, sampler) in summary.pairs.clone() {
            let base = |base| match base {
                Base::Global(_) => Some(base),
                Base::Param(index) => Some(self.place(*arguments.get(index as usize)?)?.0.base),
            };
            if let (Some(texture), Some(sampler)) = (base(texture), base(sampler)) {
                self.summary.pairs.insert((texture, sampler));
            }
        }
    }
}

/// The operand that is the root of a path: a parameter.
fn operand_of(path: &Path, pointer: Operand) -> Operand {
    match path.root {
        Root::Parameter(value) | Root::Variable(value) => value.into(),
        Root::Global(global) => global.into(),
        Root::Other(_) => pointer,
    }
}

/// True if what is loaded is no data but stands for a resource.
fn is_handle(module: &Module, ty: Type) -> bool {
    matches!(
        module.types.get(ty),
        TypeData::Image(_)
            | TypeData::Sampler { .. }
            | TypeData::SampledImage(_)
            | TypeData::Tensor { .. }
            | TypeData::Descriptor { .. }
            | TypeData::AccelerationStructure
    )
}
