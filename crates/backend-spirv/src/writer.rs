//! The module being written: its sections, ids and decorations, and the order in which they are put together.

use crate::constants::ConstantTable;
use crate::debug::Debug;
use crate::error::{Error, Result};
use crate::facts::{Facts, facts};
use crate::function::FunctionWriter;
use crate::globals::Variable;
use crate::interned::Key;
use crate::layout::Extents;
use crate::narrow::{self, Narrow};
use crate::needs::ModuleRequirements;
use crate::options::{Options, Target, Version};
use crate::program::Entry;
use crate::requirements::Requirements;
use crate::reused::Memory;
use crate::signs;
use crate::types::TypeTable;
use crate::words::Words;
use rustc_hash::FxHashSet;
use spirv::{Capability, Decoration, LinkageType, Op, StorageClass};
use std::mem::take;
use vitrum_ir::types::common;
use vitrum_ir::{
    Block, BuiltIn, Function, FunctionData, Global, Id, Inst, Intrinsic, Linkage, Modes, Module, Op as IrOp,
    OpSet, Qualifiers, SideTable, SourceLanguage, Span, Type, TypeData, Unlinked,
};

/// The ids of variables.
pub(crate) type VariableIds = Vec<(u32, Global)>;

/// A SPIR-V module in the making.
pub(crate) struct Writer<'m> {
    pub(crate) module: &'m Module,
    entries: &'m [Entry],
    /// The entry point whose variables, functions and modes are being written.
    pub(crate) entry: &'m Entry,
    pub(crate) options: &'m Options,
    pub(crate) version: Version,
    pub(crate) requirements: Requirements<'m>,
    /// True if the memory model is Vulkan's, which cooperative matrices need: every access says what it makes available
    /// and visible, instead of decorations.
    pub(crate) vulkan_memory: bool,
    /// True if storage buffers have a storage class of their own.
    pub(crate) has_storage_class: bool,
    /// True if invocations may become helpers on the way.
    pub(crate) demotes: bool,
    /// True if values of narrow types are only loaded, stored and converted; `None` until it is asked.
    pub(crate) only_stores_narrow: Option<bool>,
    pub(crate) types: TypeTable,
    pub(crate) constants: ConstantTable,
    pub(crate) extents: Extents<'m>,
    /// By position in the module's arena.
    pub(crate) variables: SideTable<Global, Option<Variable>>,
    /// By position; 0 for functions that the entry point does not reach.
    function_ids: SideTable<Function, u32>,
    /// Types, constants and global variables.
    pub(crate) globals: Words,
    pub(crate) functions: Words,
    pub(crate) modes: Words,
    pub(crate) files: Vec<u32>,
    pub(crate) debug: Option<Box<Debug>>,
    /// Ids of which a decoration is written once, with it; of blocks, [`BLOCK`].
    pub(crate) marked: FxHashSet<(u32, u32)>,
    /// Decorations by number that are left to be written: the target, the member, and the first decoration.
    pub(crate) named: Vec<(u32, Option<u32>, u32)>,
    strings: Words,
    names: Words,
    annotations: Words,
    imports: Vec<(&'m str, u32)>,
    /// Functions that take arrays out of composites.
    pub(crate) nested: FxHashSet<Function>,
    next_id: u32,
    /// The place in the source of each instruction, if places are kept.
    places: Option<Vec<Span>>,
    /// The facts of types, the types and constants that were written, and lists of earlier modules.
    pub(crate) memory: Memory,
}

/// The generator in a module's header: a number from the registry of SPIR-V in the upper half, a version in the lower one. vitrum has no
/// number there; the specification allows 0.
const GENERATOR: u32 = 0;

/// Nobody needs more; `spirv-val` and drivers stop at this bound.
const MAX_ID: u32 = 0x3f_ffff;

/// In [`Writer::marked`], the decorations of a block.
const BLOCK: u32 = u32::MAX;

/// About how many words an instruction of the IR becomes.
const WORDS: usize = 5;

impl<'m> Writer<'m> {
    /// For a module with at least one entry point, of which the function may be missing.
    pub(crate) fn new(module: &'m Module, entries: &'m [Entry], options: &'m Options) -> Self {
        Self::in_memory(Memory::default(), module, entries, options)
    }

    /// The same with memory that an earlier module used.
    pub(crate) fn in_memory(
        mut memory: Memory,
        module: &'m Module,
        entries: &'m [Entry],
        options: &'m Options,
    ) -> Self {
        memory.interned.clear();
        let version = options.version();
        let insts: usize = module.functions.values().map(|function| function.insts.len()).sum();
        let room = insts * WORDS + 64;
        Self {
            module,
            entries,
            entry: &entries[0],
            options,
            version,
            requirements: Requirements::new(options).with_ways_of(entries),
            has_storage_class: version >= Version::V1_3 || needs_storage_class(module),
            vulkan_memory: entries.iter().any(|it| it.execution.modes.contains(Modes::VULKAN_MEMORY_MODEL))
                || has_type(module, |data| {
                    matches!(
                        data,
                        TypeData::CooperativeMatrix { .. } | TypeData::LongVector { cooperative: true, .. }
                    )
                }),
            demotes: asks_for_helpers(module) && may_demote(module),
            only_stores_narrow: None,
            types: TypeTable::new(module, options, take(&mut memory.types)),
            constants: ConstantTable::new(module, take(&mut memory.constants)),
            extents: Extents::new(module),
            variables: SideTable::filled(module.globals.len(), None),
            function_ids: SideTable::filled(module.functions.len(), 0),
            globals: take(&mut memory.globals).with_room(256),
            functions: take(&mut memory.functions).with_room(room),
            modes: Words::with_capacity(16),
            files: Vec::new(),
            debug: None,
            marked: FxHashSet::default(),
            named: Vec::new(),
            strings: Words::with_capacity(16),
            names: take(&mut memory.names).with_room(256),
            annotations: take(&mut memory.annotations).with_room(128),
            imports: Vec::new(),
            nested: FxHashSet::default(),
            next_id: 1,
            places: None,
            memory,
        }
    }

    /// The memory, for another module.
    pub(crate) fn into_memory(self) -> Memory {
        Memory {
            globals: self.globals,
            functions: self.functions,
            names: self.names,
            annotations: self.annotations,
            types: self.types.into_plain(),
            constants: self.constants.into_ids(),
            ..self.memory
        }
    }

    /// Keeps the places of instructions.
    pub(crate) fn keeping_places(mut self) -> Self {
        self.places = Some(Vec::new());
        self.globals.keep_places();
        self.functions.keep_places();
        self
    }

    /// True if naga is to read the module, which knows fewer forms of control flow.
    pub(crate) fn is_for_naga(&self) -> bool {
        self.options.target == Target::Wgpu
    }

    /// True if the places of instructions are kept.
    pub(crate) fn keeps_places(&self) -> bool {
        self.places.is_some()
    }

    /// Writes everything and puts it together, with the place of each instruction.
    pub(crate) fn finish_placed(mut self) -> Result<(Vec<u32>, Vec<Span>)> {
        let entry = self.write()?;
        self.unify_signs()?;
        let words = self.assemble(&entry)?;
        Ok((words, self.places.unwrap_or_default()))
    }

    /// Writes everything and puts it together.
    pub(crate) fn finish(&mut self) -> Result<Vec<u32>> {
        let entry = self.write()?;
        self.unify_signs()?;
        self.assemble(&entry)
    }

    /// The same, with the ids of the variables.
    pub(crate) fn finish_with_variables(mut self) -> Result<(Vec<u32>, VariableIds)> {
        let entry = self.write()?;
        self.unify_signs()?;
        let words = self.assemble(&entry)?;
        let ids = self
            .module
            .globals
            .iter()
            .filter_map(|(global, _)| Some((self.variables.at(global)?.id, global)));
        Ok((words, ids.collect()))
    }

    /// Leaves out casts that the options say need not be written.
    fn unify_signs(&mut self) -> Result<()> {
        let is_wanted = self.options.free_signs && !self.options.names && self.options.lines.is_none();
        if is_wanted && !self.is_for_naga() {
            signs::unify(self)?;
        }
        Ok(())
    }

    /// Writes everything, and gives what it asks a device for.
    pub(crate) fn requirements(mut self) -> Result<ModuleRequirements> {
        self.write()?;
        self.complete_requirements()?;
        Ok(ModuleRequirements {
            version: self.version,
            capabilities: self.requirements.declared(),
            extensions: self.requirements.extensions().map(str::to_owned).collect(),
        })
    }

    /// Writes all sections; gives that of the entry points. What cannot be written is at the place that was begun last.
    fn write(&mut self) -> Result<Words> {
        self.write_sections().map_err(|error| error.at(self.requirements.place()))
    }

    fn write_sections(&mut self) -> Result<Words> {
        self.memory.facts = facts(self.module, take(&mut self.memory.facts))?;
        if self.module.has_initializer() {
            let what = "run-time initialisers of globals in a unit without `main`";
            let initializer = |function: &FunctionData| function.linkage == Linkage::Initializer;
            return Err(Error::unsupported(what).at(self.module.place_of_function(initializer)));
        }
        self.requirements.capability(Capability::Shader);
        self.write_files();
        self.begin_debug()?;
        let mut bodies = Vec::with_capacity(self.entries.len());
        for entry in self.entries {
            let roots: Vec<Function> = match entry.function {
                // The module of a program has no entry point of its own. Its exports come with the first one.
                function if self.options.linkage => {
                    let others = self.module.roots().filter(|&other| Some(other) != function);
                    let others = others.filter(|_| bodies.is_empty());
                    function.into_iter().chain(others).collect()
                }
                Some(function) if self.options.keeps_functions => {
                    let others = self.module.functions.iter().filter(|row| row.1.has_code());
                    let others = others.map(|row| row.0).filter(|&other| other != function);
                    std::iter::once(function).chain(others).collect()
                }
                Some(function) => vec![function],
                None => return Err(Error::NoEntry.into()),
            };
            self.entry = entry;
            let mut used = self.declared_globals();
            let mut reached = Reached::new(self.module, roots);
            reached.read(&mut used);
            self.nested.extend(reached.nested);
            let functions = self.number_functions(reached.functions)?;
            self.write_globals(&used)?;
            self.write_named_decorations()?;
            bodies.push(functions);
        }
        for (entry, functions) in self.entries.iter().zip(bodies) {
            self.entry = entry;
            if let Some(&first) = functions.first() {
                let mut writer = FunctionWriter::new(self, first);
                for &function in &functions {
                    writer.write(function)?;
                }
                writer.release();
            }
        }
        self.write_spec_constants()?;
        if self.options.linkage {
            self.link_functions();
        }
        self.write_named_decorations()?;
        self.write_source();
        self.requirements.begin(Span::default());
        let mut words = Words::with_capacity(64);
        for entry in self.entries {
            self.entry = entry;
            if let Some(function) = entry.function {
                let place = self.module.functions[function].origin.span;
                self.write_entry(function, &mut words).map_err(|error| error.at(Some(place)))?;
            }
        }
        Ok(words)
    }

    /// Gives functions their ids; those without a body come before those with one.
    fn number_functions(&mut self, mut functions: Vec<Function>) -> Result<Vec<Function>> {
        if !self.options.linkage
            && let Some(functions) = Unlinked::imports(self.module)
        {
            return Err(Error::Unlinked(functions).into());
        }
        functions.sort_by_key(|&function| !self.module.functions[function].is_import());
        for &function in &functions {
            let id = self.id();
            if let Some(slot) = self.function_ids.get_mut(function) {
                *slot = id;
            }
        }
        Ok(functions)
    }

    /// Asks for what follows from the whole; gives the memory model.
    fn complete_requirements(&mut self) -> Result<spirv::MemoryModel> {
        let model = self.memory_model();
        let computed = self.computed_small_types();
        self.requirements.complete(computed);
        match self.requirements.too_new() {
            Some((what, place)) => Err(Error::unsupported(what).at(place)),
            None => Ok(model),
        }
    }

    /// The memory model that the module needs.
    fn memory_model(&mut self) -> spirv::MemoryModel {
        if !self.vulkan_memory {
            return spirv::MemoryModel::GLSL450;
        }
        self.requirements.capability(Capability::VulkanMemoryModel);
        self.requirements.extension("SPV_KHR_vulkan_memory_model");
        spirv::MemoryModel::Vulkan
    }

    /// The types of 8 and 16 bits that the module does more with than to store them.
    fn computed_small_types(&self) -> Narrow {
        if !self.requirements.has_small_types() {
            return Narrow::default();
        }
        let grants = |class| {
            let by: &[Capability] = match class {
                StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer => {
                    &[Capability::StorageBuffer8BitAccess, Capability::StorageBuffer16BitAccess]
                }
                StorageClass::Uniform => &[
                    Capability::StorageBuffer8BitAccess,
                    Capability::StorageBuffer16BitAccess,
                    Capability::UniformAndStorageBuffer8BitAccess,
                    Capability::StorageUniform16,
                ],
                StorageClass::PushConstant => {
                    &[Capability::StoragePushConstant8, Capability::StoragePushConstant16]
                }
                StorageClass::Input | StorageClass::Output => &[Capability::StorageInputOutput16],
                StorageClass::Workgroup => &[
                    Capability::WorkgroupMemoryExplicitLayout8BitAccessKHR,
                    Capability::WorkgroupMemoryExplicitLayout16BitAccessKHR,
                ],
                _ => &[],
            };
            self.requirements.granted(by)
        };
        narrow::computed([&self.globals, &self.functions], self.next_id.min(MAX_ID), grants)
    }

    fn assemble(&mut self, entry: &Words) -> Result<Vec<u32>> {
        let model = self.complete_requirements()?;
        let mut head = Words::with_capacity(64);
        for capability in self.requirements.capabilities() {
            head.push(Op::Capability, &[capability]);
        }
        for extension in self.requirements.extensions() {
            head.push_string(Op::Extension, &[], extension, &[]);
        }
        for &(name, id) in &self.imports {
            head.push_string(Op::ExtInstImport, &[id], name, &[]);
        }
        let addressing = if self.requirements.has(Capability::PhysicalStorageBufferAddresses) {
            spirv::AddressingModel::PhysicalStorageBuffer64
        } else {
            spirv::AddressingModel::Logical
        };
        head.push(Op::MemoryModel, &[addressing as u32, model as u32]);
        let sections = [
            &head,
            entry,
            &self.modes,
            &self.strings,
            &self.names,
            &self.annotations,
            &self.globals,
            &self.functions,
        ];
        if sections.iter().any(|section| section.overflow) {
            return Err(Error::too_large("instruction with more than 65535 words"));
        }
        if self.next_id > MAX_ID {
            return Err(Error::too_large("more than 4194303 ids"));
        }
        let length: usize = sections.iter().map(|section| section.len()).sum();
        let mut words = Vec::with_capacity(length + 5);
        words.extend_from_slice(&[spirv::MAGIC_NUMBER, self.version.word(), GENERATOR, self.next_id, 0]);
        for section in sections {
            words.extend_from_slice(section.words());
        }
        if self.places.is_some() {
            self.places = Some(sections.iter().flat_map(|section| section.places()).collect());
        }
        Ok(words)
    }

    /// The id of a function, if the entry point reaches it.
    pub(crate) fn function_id(&self, function: Function) -> Option<u32> {
        Some(self.function_ids.at(function)).filter(|&id| id != 0)
    }

    /// The id of a type or constant that is written once, and whether it is new.
    #[inline]
    pub(crate) fn intern(&mut self, key: Key<'_>) -> (u32, bool) {
        let (id, new) = self.memory.interned.intern(&mut self.globals, self.next_id, key);
        if new {
            self.id();
        }
        (id, new)
    }

    /// The facts about a type.
    pub(crate) fn facts(&self, ty: Type) -> Facts {
        self.memory.facts.at(ty)
    }

    /// A new id.
    pub(crate) fn id(&mut self) -> u32 {
        let id = self.next_id;
        self.next_id = self.next_id.saturating_add(1);
        id
    }

    /// The id that comes next: ids from here on are younger than what was written.
    pub(crate) fn mark(&self) -> u32 {
        self.next_id
    }

    /// The id of an extended instruction set.
    pub(crate) fn import(&mut self, name: &'m str) -> u32 {
        if let Some(row) = self.imports.iter().find(|row| row.0 == name) {
            return row.1;
        }
        let id = self.id();
        self.imports.push((name, id));
        id
    }

    /// The id of an extended instruction set that was asked for.
    pub(crate) fn imported(&self, name: &str) -> Option<u32> {
        self.imports.iter().find(|row| row.0 == name).map(|row| row.1)
    }

    /// Decorations.
    pub(crate) fn annotations(&self) -> &Words {
        &self.annotations
    }

    /// Decorations, to leave some out.
    pub(crate) fn annotations_mut(&mut self) -> &mut Words {
        &mut self.annotations
    }

    /// A string for debug instructions.
    pub(crate) fn string(&mut self, text: &str) -> u32 {
        let id = self.id();
        self.strings.push_string(Op::String, &[id], text, &[]);
        id
    }

    fn write_files(&mut self) {
        let Some(table) = &self.options.lines else { return };
        for file in &table.files {
            let id = self.string(&file.name);
            self.files.push(id);
        }
    }

    /// Writes the source language.
    pub(crate) fn write_source(&mut self) {
        let source = self.module.source;
        if self.options.names && source.language != SourceLanguage::Unknown {
            self.strings.push(Op::Source, &[source.language.spirv(), source.version]);
        }
    }

    /// Names an id, if it has a name and names are wanted.
    pub(crate) fn name(&mut self, id: u32, name: &str) {
        if self.options.names && !name.is_empty() {
            self.names.push_string(Op::Name, &[id], name, &[]);
        }
    }

    /// Names a member of a struct, likewise.
    pub(crate) fn member_name(&mut self, id: u32, member: u32, name: &str) {
        if self.options.names && !name.is_empty() {
            self.names.push_string(Op::MemberName, &[id, member], name, &[]);
        }
    }

    /// Decorates an id.
    pub(crate) fn decorate(&mut self, id: u32, decoration: Decoration, operands: &[u32]) {
        self.annotations.push_parts(Op::Decorate, &[id, decoration as u32], operands);
    }

    /// Adds a decoration without operands that has no name yet.
    pub(crate) fn decorate_unnamed(&mut self, id: u32, number: u32) {
        self.annotations.push(Op::Decorate, &[id, number]);
    }

    /// Exports or imports a function by this name.
    pub(crate) fn link(&mut self, id: u32, name: &str, kind: LinkageType) {
        let decoration = [id, Decoration::LinkageAttributes as u32];
        self.annotations.push_string(Op::Decorate, &decoration, name, &[kind as u32]);
    }

    /// Adds an annotation.
    pub(crate) fn annotate(&mut self, op: Op, operands: &[u32]) {
        self.annotations.push_list(op, operands);
    }

    /// Decorates a member of a struct.
    pub(crate) fn decorate_member(&mut self, id: u32, member: u32, decoration: Decoration, operands: &[u32]) {
        self.annotations.push_parts(Op::MemberDecorate, &[id, member, decoration as u32], operands);
    }

    /// Decorates an id, or one of its members.
    pub(crate) fn decorate_part(
        &mut self,
        id: u32,
        member: Option<u32>,
        decoration: Decoration,
        operands: &[u32],
    ) {
        match member {
            Some(member) => self.decorate_member(id, member, decoration, operands),
            None => self.decorate(id, decoration, operands),
        }
    }

    /// Marks a struct as a block, once.
    pub(crate) fn mark_block(&mut self, id: u32, decoration: Decoration) {
        if self.marked.insert((id, BLOCK)) {
            self.decorate(id, decoration, &[]);
        }
    }

    /// Says how others may access memory in the meantime.
    pub(crate) fn memory_qualifiers(&mut self, id: u32, member: Option<u32>, qualifiers: Qualifiers) {
        let rows = [
            // Each access fetches volatile memory anew (GLSL 4.60 section 4.10).
            (Qualifiers::ANY_COHERENT.union(Qualifiers::VOLATILE), Decoration::Coherent),
            (Qualifiers::VOLATILE, Decoration::Volatile),
            (Qualifiers::RESTRICT, Decoration::Restrict),
            (Qualifiers::READONLY, Decoration::NonWritable),
            (Qualifiers::WRITEONLY, Decoration::NonReadable),
        ];
        for (any, decoration) in rows {
            let by_access = matches!(decoration, Decoration::Coherent | Decoration::Volatile);
            if self.vulkan_memory && by_access {
                continue;
            }
            if qualifiers.intersects(any) {
                self.decorate_part(id, member, decoration, &[]);
            }
        }
    }
}

/// True if there is such a type, which is none that every module has.
fn has_type(module: &Module, is_it: impl Fn(TypeData) -> bool) -> bool {
    module.types.iter().skip(common::ALL).any(|(_, data)| is_it(data))
}

/// True if storage buffers cannot be in the storage class of uniforms, as in SPIR-V 1.0. The memory behind a buffer reference may be a
/// storage buffer, so both must have the decoration `Block`; and no function may take a pointer to a uniform.
fn needs_storage_class(module: &Module) -> bool {
    has_type(module, |data| matches!(data, TypeData::BufferReference { .. }))
        || module
            .functions
            .values()
            .any(|function| function.params.iter().any(|param| param.layout.is_some()))
}

/// True if a built-in variable tells helper invocations.
fn asks_for_helpers(module: &Module) -> bool {
    module.globals.values().any(|data| data.decorations.builtin == Some(BuiltIn::HelperInvocation))
}

fn may_demote(module: &Module) -> bool {
    let demote = Intrinsic::Demote;
    module.functions.values().any(|data| {
        let mut insts = data.insts.values();
        insts.any(|inst| inst.op == IrOp::Intrinsic && Intrinsic::from_imm(inst.imm) == Some(demote))
    })
}

/// Operations that lead to other functions or blocks, and those whose result may be an array within a constant one.
const FOLLOWED: OpSet = OpSet::of(&[
    IrOp::Call,
    IrOp::Intrinsic,
    IrOp::If,
    IrOp::Loop,
    IrOp::Switch,
    IrOp::Extract,
    IrOp::ExtractDynamic,
]);

/// The code that entry points reach.
struct Reached<'m> {
    module: &'m Module,
    /// Callees after callers.
    functions: Vec<Function>,
    seen: SideTable<Function, bool>,
    /// The blocks of a function that are left to be read.
    blocks: Vec<Block>,
    /// Functions that take arrays out of composites.
    nested: FxHashSet<Function>,
}

impl<'m> Reached<'m> {
    fn new(module: &'m Module, functions: Vec<Function>) -> Self {
        let mut seen = SideTable::filled(module.functions.len(), false);
        for &root in &functions {
            mark(&mut seen, root);
        }
        Self { module, functions, seen, blocks: Vec::with_capacity(16), nested: FxHashSet::default() }
    }

    /// Reads all functions; sets the flags of the globals that are used in them.
    fn read(&mut self, used: &mut SideTable<Global, bool>) {
        // Targets of decorations are written even if nothing else uses them.
        for operand in self.module.spirv.iter().flat_map(|item| &item.operands) {
            if let vitrum_ir::SpirvOperand::Global(global) = *operand {
                mark(used, global);
            }
        }
        let mut unseen = used.values().filter(|&&is_used| !is_used).count();
        let mut next = 0;
        while let Some(&function) = self.functions.get(next) {
            next += 1;
            let data = &self.module.functions[function];
            self.blocks.push(data.body);
            while let Some(block) = self.blocks.pop() {
                for &inst in &data.blocks[block].insts {
                    let inst_data = &data.insts[inst];
                    if unseen > 0 {
                        let globals =
                            data.operands_of(inst_data).iter().filter_map(|operand| operand.global());
                        unseen -= globals.filter(|&global| mark(used, global)).count();
                    }
                    if FOLLOWED.contains(inst_data.op) {
                        self.follow(function, data, inst);
                    }
                }
            }
        }
    }

    fn follow(&mut self, function: Function, data: &FunctionData, inst: Inst) {
        let module = self.module;
        match data.insts[inst].op {
            IrOp::Call => {
                if let Some(callee) = data.callee(inst)
                    && mark(&mut self.seen, callee)
                {
                    self.functions.push(callee);
                }
            }
            IrOp::Intrinsic => {
                let callbacks = module.callbacks(data, inst);
                self.functions.extend(callbacks.filter(|&callee| mark(&mut self.seen, callee)));
            }
            IrOp::Extract | IrOp::ExtractDynamic => {
                let result = data.result_data(inst).map(|result| module.types.get(result.ty));
                if matches!(result, Some(TypeData::Array { .. })) {
                    self.nested.insert(function);
                }
            }
            _ => self.blocks.extend(data.control(inst).into_iter().flat_map(|control| control.blocks())),
        }
    }
}

/// Sets a flag; gives whether it was not set before.
fn mark<I: Id>(flags: &mut SideTable<I, bool>, id: I) -> bool {
    flags.get_mut(id).is_some_and(|flag| !std::mem::replace(flag, true))
}
