//! The reader of one entry point: a module of the IR and the ids that are in it.

use rustc_hash::{FxHashMap, FxHashSet};
use spirv::LinkageType;
use vitrum_ir::{
    Constant, FunctionData, Global, Interpolation, Linkage, Member, MemoryAccess, Modes, Module, Name, Op,
    Operand, OperandKind, Precision, Qualifiers, Source, SourceLanguage, Stage, Storage, Struct, Type,
    TypeData, Value,
};

use crate::body::parameters::{self, Passing};
use crate::body::tensors::TensorAddress;
use crate::error::Error;
use crate::execution;
use crate::index::{Entry, Index};
use crate::lines::Lines;
use crate::pointers::{Pointers, pointers};
use crate::strides::{Memory, Strides};
use crate::usage::Usage;
use crate::words::Inst;

/// A module that is being made, with what ids of SPIR-V are in it.
pub(crate) struct Reader<'i, 'w> {
    pub(crate) index: &'i Index<'w>,
    pub(crate) pointers: &'i Pointers,
    pub(crate) lines: &'i Lines,
    pub(crate) strides: &'i Strides,
    pub(crate) module: Module,
    pub(crate) types: FxHashMap<u32, Type>,
    pub(crate) structs: FxHashMap<u32, Struct>,
    pub(crate) memory: Memory,
    /// Qualifiers and interpolation that went from all members of a struct to its variables.
    pub(crate) raised: FxHashMap<Struct, (Qualifiers, Option<Interpolation>)>,
    /// Blocks that hold what an address of no struct leads to, by the pointer type.
    pub(crate) wrappers: FxHashMap<u32, Struct>,
    /// Types of addresses, with the structs that they lead to, whose layout is not known yet.
    pub(crate) references: Vec<(Type, u32)>,
    pub(crate) constants: FxHashMap<u32, Constant>,
    /// Ids of specialisation constants that have several defaults.
    pub(crate) apart: FxHashSet<u32>,
    pub(crate) globals: FxHashMap<u32, Global>,
    /// The variables of images whose texels are read and written, by those through which they are sampled.
    pub(crate) texels: FxHashMap<u32, Global>,
    /// The arrays that accesses see in descriptor heaps, by the types of the array and of the block of its buffers.
    pub(crate) heaps: FxHashMap<(u32, u32), Global>,
    /// Values that variables begin with, which the entry point stores first: the IR has none for blocks.
    pub(crate) stored_first: Vec<(Global, Constant)>,
    /// The members of blocks of built-in variables, which are variables of their own.
    pub(crate) split: FxHashMap<u32, Vec<Option<Global>>>,
    pub(crate) functions: FxHashMap<u32, vitrum_ir::Function>,
    /// Parameters from which `OpPtrAccessChain` goes on to other elements.
    pub(crate) moved: FxHashSet<u32>,
    /// The way in which those are passed, once a call says it.
    pub(crate) passing: FxHashMap<u32, Passing>,
    /// The parts of variables outside of functions that hold pointers.
    pub(crate) kept: FxHashMap<u32, Vec<Operand>>,
    /// Variables of buffers whose content is no struct, and is the only member of a block.
    pub(crate) wrapped: FxHashSet<u32>,
    /// Access that the declarations of globals ask for.
    pub(crate) access: FxHashMap<u32, MemoryAccess>,
    pub(crate) usage: Usage,
    /// Structs with matrices, and the ids of their types. True if all lie in rows, which the members say that are such structs.
    pub(crate) row_major: FxHashMap<(Struct, u32), bool>,
    /// The structs that several struct types may be, by name and members.
    pub(crate) declared: FxHashMap<(Name, Vec<Member>), Struct>,
    /// True if some values may be computed in less precision: then all others have full precision.
    pub(crate) has_relaxed: bool,
    /// Depth of the types that are being read.
    pub(crate) depth: u32,
}

/// The part of a module that is read.
#[derive(Clone, Copy)]
pub(crate) enum Part<'e, 'w> {
    /// All that an entry point reaches.
    Entry(&'e Entry<'w>),
    /// All that the functions for other modules reach, for a stage.
    Library(Stage),
}

/// Reads a part of a module. The strides that no layout rule gives are looked for where there are some.
pub(crate) fn read(
    index: &Index<'_>,
    lines: &Lines,
    part: Part<'_, '_>,
    strides: &mut Strides,
) -> Result<Module, Error> {
    let mut is_odd = false;
    let module = read_once(index, lines, part, strides, &mut is_odd);
    if !is_odd || strides.are_known {
        return module;
    }
    *strides = Strides::find(index, lines);
    read_once(index, lines, part, strides, &mut is_odd)
}

fn read_once(
    index: &Index<'_>,
    lines: &Lines,
    part: Part<'_, '_>,
    strides: &Strides,
    is_odd: &mut bool,
) -> Result<Module, Error> {
    let (stage, roots, at, interface) = match part {
        Part::Entry(entry) => (execution::stage(entry)?, vec![entry.function], entry.at, entry.interface),
        Part::Library(stage) => (stage, index.exports.clone(), 0, &[][..]),
    };
    let mut module = Module::new(stage);
    module.source = source(index);
    let functions = reached(index, &roots, at)?;
    let moved = parameters::moved(index, &functions);
    let pointers = pointers(index, &functions, &moved)?;
    let mut reader = Reader::new(index, &pointers, lines, strides, module, moved);
    let done = reader.read_part(part, &roots, interface, &functions);
    *is_odd = reader.memory.is_odd;
    done.map(|()| reader.module)
}

/// The source that a module names. A version of GLSL is none: it would say that printed GLSL has no more than that version, while
/// the module has lost what the source had enabled.
fn source(index: &Index<'_>) -> Source {
    let (language, version) = index.source;
    match SourceLanguage::ALL.iter().find(|row| row.2 == language) {
        Some(&(language, ..)) if !language.is_glsl() => Source { language, version, ..Source::default() },
        _ => Source::default(),
    }
}

/// The functions that some functions reach, callees first.
fn reached(index: &Index<'_>, roots: &[u32], at: u32) -> Result<Vec<u32>, Error> {
    let mut order = Vec::new();
    let mut state: FxHashMap<u32, bool> = FxHashMap::default();
    let mut pending: Vec<(u32, bool)> = roots.iter().rev().map(|&id| (id, false)).collect();
    while let Some((id, is_done)) = pending.pop() {
        if is_done {
            state.insert(id, true);
            order.push(id);
            continue;
        }
        match state.get(&id) {
            Some(true) => continue,
            Some(false) => {
                let what = format!("the function %{id}, which calls itself, as none of a shader does,");
                return Err(Error::unsupported(at, what));
            }
            None => {}
        }
        let function = index.functions.get(&id);
        let function = function.ok_or_else(|| Error::invalid(at, format!("%{id} is no function")))?;
        if function.blocks.is_empty() && index.linkage(id).is_none() {
            return Err(function.inst.invalid("a function has neither blocks nor a module that it is in"));
        }
        state.insert(id, false);
        pending.push((id, true));
        for block in &function.blocks {
            for inst in index.insts.get(block.insts.clone()).unwrap_or(&[]) {
                let callees = callees(inst).iter();
                let open = callees.filter(|&callee| state.get(callee) != Some(&true));
                pending.extend(open.map(|&callee| (callee, false)));
            }
        }
    }
    Ok(order)
}

impl<'i, 'w> Reader<'i, 'w> {
    /// A reader that has nothing yet.
    pub(crate) fn new(
        index: &'i Index<'w>,
        pointers: &'i Pointers,
        lines: &'i Lines,
        strides: &'i Strides,
        module: Module,
        moved: FxHashSet<u32>,
    ) -> Self {
        Self {
            index,
            pointers,
            lines,
            strides,
            module,
            types: FxHashMap::default(),
            structs: FxHashMap::default(),
            memory: Memory::default(),
            raised: FxHashMap::default(),
            wrappers: FxHashMap::default(),
            references: Vec::new(),
            constants: FxHashMap::default(),
            apart: FxHashSet::default(),
            globals: FxHashMap::default(),
            texels: FxHashMap::default(),
            heaps: FxHashMap::default(),
            stored_first: Vec::new(),
            split: FxHashMap::default(),
            functions: FxHashMap::default(),
            moved,
            passing: FxHashMap::default(),
            kept: FxHashMap::default(),
            wrapped: FxHashSet::default(),
            access: FxHashMap::default(),
            usage: Usage::find(index),
            row_major: FxHashMap::default(),
            declared: FxHashMap::default(),
            has_relaxed: index.has_relaxed(),
            depth: 0,
        }
    }

    /// Reads a part of a module into the one that is made.
    fn read_part(
        &mut self,
        part: Part<'_, '_>,
        roots: &[u32],
        interface: &[u32],
        functions: &[u32],
    ) -> Result<(), Error> {
        // Constants may be folded in the context of a function.
        for &id in roots {
            self.declare_function(id)?;
        }
        if let Part::Entry(entry) = part {
            self.module.entry = self.functions.get(&entry.function).copied();
            if let Some(own) = self.module.entry {
                // It is called as from outside.
                self.module.functions[own].name = self.module.names.intern(&word(&entry.name));
            }
        }
        self.read_constants()?;
        self.read_globals(interface, functions)?;
        for &id in functions {
            self.declare_function(id)?;
            if let Part::Library(_) = part {
                self.lay_out_parameters(id)?;
            }
        }
        if let Part::Entry(entry) = part {
            self.execution(entry)?;
        }
        // Callers first: calls say which memory qualifiers the parameters have.
        for &id in functions.iter().rev() {
            self.body(id)?;
        }
        self.lay_out_references()?;
        if self.index.memory_model.1 == spirv::MemoryModel::Vulkan as u32 {
            self.module.execution.modes.insert(Modes::VULKAN_MEMORY_MODEL);
        }
        if self.index.matrices == (true, false) {
            self.module.execution.modes.insert(Modes::NV_COOPERATIVE_MATRIX_2);
        }
        Ok(())
    }

    /// Adds a function without a body.
    fn declare_function(&mut self, id: u32) -> Result<(), Error> {
        if self.functions.contains_key(&id) {
            return Ok(());
        }
        let Some(function) = self.index.functions.get(&id) else { return Ok(()) };
        let result = match self.pointers.returned.get(&id) {
            Some(shape) => parameters::parts_type(&mut self.module.types, shape.size()),
            None => self.ty(function.inst.ty, function.inst.at)?,
        };
        let name = self.name_of(id, "function");
        let name = self.module.names.intern(&name);
        let mut data = FunctionData::new(name, result);
        data.precision = self.precision(id, result);
        data.linkage = match self.index.linkage(id) {
            Some((name, LinkageType::Import)) => Linkage::Import(self.module.names.intern(&name)),
            Some((name, _)) => Linkage::Export(self.module.names.intern(&name)),
            None if self.index.entries.is_empty() && self.index.exports.contains(&id) => {
                Linkage::Export(name)
            }
            None => Linkage::Internal,
        };
        let id_of = self.module.functions.alloc(data);
        self.functions.insert(id, id_of);
        for param in &function.params {
            if self.index.linkage(id).is_some() && self.index.passed_pointer(param).is_some() {
                let what =
                    "a parameter of a function for other modules that leads to a variable of a pointer";
                return Err(param.unsupported(what));
            }
            self.parameter(id_of, param)?;
        }
        Ok(())
    }

    /// The name of an id that is a word of the text form; made of its number if it has none.
    pub(crate) fn name_of(&self, id: u32, kind: &str) -> String {
        let name = self.index.name(id);
        // glslang writes the types of parameters behind the name.
        let name = name.split_once('(').map_or(name, |parts| parts.0);
        let name = word(name);
        if name.is_empty() { format!("{kind}_{id}") } else { name }
    }

    /// The precision of a value of a type.
    pub(crate) fn precision(&self, id: u32, ty: Type) -> Precision {
        if !self.has_relaxed {
            return Precision::None;
        }
        if self.index.has(id, spirv::Decoration::RelaxedPrecision) {
            return Precision::Medium;
        }
        match self.module.types.scalar_of(ty) {
            Some(scalar) if scalar != vitrum_ir::Scalar::Bool => Precision::High,
            _ => Precision::None,
        }
    }

    /// The function and the value that stand for a parameter.
    fn parameter(&mut self, function: vitrum_ir::Function, param: &Inst<'w>) -> Result<Value, Error> {
        let mut ty = self.ty(self.index.passed_pointer(param).unwrap_or(param.ty), param.at)?;
        let precision = self.precision(param.id, ty);
        // The variable of a handle that is passed by value is passed.
        if crate::flow::is_handle(self.index, param) {
            ty = self.module.types.pointer(Storage::Opaque, ty);
        }
        // Handles are passed as they are.
        let is_handle = |ty| matches!(self.module.types.get(ty), TypeData::RayQuery | TypeData::HitObject);
        let is_place = match self.module.types.get(ty) {
            TypeData::Pointer { storage, pointee } => storage != Storage::Opaque && !is_handle(pointee),
            _ => false,
        };
        let passing = if is_place { vitrum_ir::ParamMode::InOut } else { vitrum_ir::ParamMode::In };
        let name = self.module.names.intern(&word(self.index.name(param.id)));
        let data = &mut self.module.functions[function];
        let body = data.body;
        let value = data.add_param(body, ty, precision);
        data.params.push(vitrum_ir::ParamData::new(passing));
        data.set_value_name(value, name);
        Ok(value)
    }

    /// The memory qualifiers of the variable that an address leads into.
    pub(crate) fn qualifiers_of(&self, function: vitrum_ir::Function, mut address: Operand) -> Qualifiers {
        let data = &self.module.functions[function];
        while let Some(inst) = data.definition(address).filter(|&inst| data.op(inst) == Op::Access) {
            let Some(&base) = data.operands(inst).first() else { break };
            address = base;
        }
        let all = match address.kind() {
            OperandKind::Global(global) => self.module.globals[global].decorations.qualifiers,
            OperandKind::Value(value) => {
                let params = &data.blocks[data.body].params;
                let own = params.iter().position(|&param| param == value).and_then(|at| data.params.get(at));
                own.map_or(Qualifiers::NONE, |param| param.qualifiers)
            }
            OperandKind::Constant(_) => Qualifiers::NONE,
        };
        all.intersection(Qualifiers::OF_ACCESSES.union(Qualifiers::RESTRICT))
    }

    /// The function that constants are folded in.
    pub(crate) fn context(&self) -> Option<vitrum_ir::Function> {
        self.module.entry.or_else(|| self.module.function_at(0))
    }
}

/// A name with letters, digits and underscores alone, that does not begin with a digit.
pub(crate) fn word(name: &str) -> String {
    let mut text: String =
        name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect();
    if text.starts_with(|letter: char| letter.is_ascii_digit()) {
        text.insert(0, '_');
    }
    text
}

/// The functions that an instruction calls.
fn callees<'w>(inst: &Inst<'w>) -> &'w [u32] {
    let position = match inst.known() {
        Some(spirv::Op::FunctionCall) => 0,
        Some(spirv::Op::CooperativeMatrixPerElementOpNV) => 1,
        Some(spirv::Op::CooperativeMatrixReduceNV) => 2,
        Some(spirv::Op::CooperativeMatrixLoadTensorNV) => return TensorAddress::of(inst).decoders,
        _ => return &[],
    };
    inst.words.get(position..=position).unwrap_or(&[])
}

#[cfg(test)]
mod tests {
    use super::word;

    #[test]
    fn names_become_words() {
        assert_eq!(word("in.var.POSITION"), "in_var_POSITION");
        assert_eq!(word("2d"), "_2d");
        assert_eq!(word(""), "");
    }
}
