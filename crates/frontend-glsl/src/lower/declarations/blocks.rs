//! Interface blocks: uniform, buffer, in and out blocks, push constants, buffer references.

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::index::Role;
use crate::lower::Lowering;
use crate::lower::checks::layout_placement::Site;
use crate::lower::checks::pixel_local_blocks::access_of;
use crate::lower::declarations::Declarator;
use crate::lower::declarations::layout_qualifiers::LayoutQualifiers;
use crate::lower::declarations::qualifiers::{AUXILIARY, QualifierList, storage_of_word};
use crate::lower::declarations::stage_layouts::LayoutDefaults;
use crate::lower::declarations::structs::OpenStruct;
use crate::lower::declarations::structured_heaps::HeapOffset;
use crate::lower::declarations::types::Dimensions;
use crate::lower::declarations::variables::{Variable, VariableKind};
use crate::lower::queries::ModuleQueries;
use crate::lower::recorder::Subject;
use crate::lower::scopes::{Entity, VariableId};
use crate::spelling::stage_name;
use crate::symbols::Symbol;
use rustc_hash::FxHashMap;
use vitrum_glsl::features::Feature;
use vitrum_ir::{
    Global, LayoutRule, Member, Origin, Qualifiers, Scalar, Span, Stage, Storage, Struct, StructData,
    TypeData,
};

/// Default layout of the blocks of a storage class.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DefaultLayout {
    /// `layout(std140) uniform;`
    pub(crate) rule: Option<LayoutRule>,
    /// `layout(row_major) uniform;`
    pub(crate) row_major: Option<bool>,
}

/// The blocks that a shader declares.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    /// Names of blocks, by storage class.
    names: FxHashMap<(Symbol, Storage), Span>,
    /// Names of blocks of any storage class.
    symbols: FxHashMap<Symbol, Span>,
    /// Blocks with explicit offsets: their layout rule, and the spans of their members.
    pub(crate) with_offsets: Vec<(Struct, LayoutRule, Vec<Span>)>,
    /// Blocks of descriptor heaps, and where they begin.
    pub(crate) heaps: FxHashMap<Global, HeapOffset>,
}

impl LayoutDefaults {
    pub(crate) fn reference_layout(&self, layout: &LayoutQualifiers) -> (LayoutRule, u32) {
        let rule = layout.rule.or(self.buffer.rule).unwrap_or(LayoutRule::Std430);
        (rule, layout.numbers.buffer_reference_align.unwrap_or(16))
    }
}

impl Lowering<'_> {
    /// `qualifiers name {`
    pub(crate) fn begin_block_declaration(&mut self, qualifiers: &QualifierList, name: Symbol, span: Span) {
        if qualifiers.layout.buffer_reference {
            // The members can refer to the block itself.
            self.forward_reference(&qualifiers.layout, name, span);
        }
    }

    /// The end of a block, with its instance name if it has one.
    pub(crate) fn end_block_declaration(
        &mut self,
        qualifiers: &QualifierList,
        open: OpenStruct,
        instance: Option<Declarator>,
        end: Span,
    ) {
        let (block_span, block_name) = (open.span, open.name);
        if self.scopes.depth() > 0 {
            self.report.misplaced(block_span, "block cannot be declared inside a function");
        }
        if let Some(name) = block_name
            && self.symbols.text(name).starts_with("gl_")
        {
            return self.redeclare_builtin_block(qualifiers, &open, instance);
        }
        self.report.reject_stage_layouts(qualifiers);
        if qualifiers.layout.hit_record && !qualifiers.layout.buffer_reference {
            let message = "block of a hit object's shader record requires `buffer_reference`";
            self.report.error(Code::MissingLayout, block_span, message);
            return self.bind_error_block(instance);
        }
        if qualifiers.layout.buffer_reference {
            return self.end_reference_block(qualifiers, &open, instance, end);
        }
        if open.is_heap() {
            return self.end_heap_block(qualifiers, &open, instance, end);
        }
        let storage = self.block_storage(qualifiers, block_span);
        if let (Some(storage), Some(name)) = (storage, block_name) {
            self.check_block_name(name, storage, block_span);
        }
        let memory = !matches!(storage, Some(Storage::Input | Storage::Output));
        if memory && qualifiers.flags.contains(Qualifiers::INVARIANT) || qualifiers.constant {
            self.report.misplaced(qualifiers.span, "block cannot be `invariant` or `const`");
        } else if storage == Some(Storage::Input)
            && qualifiers.flags.contains(Qualifiers::INVARIANT)
            && !self.has_invariant_inputs()
        {
            self.report.misplaced(qualifiers.span, "input block cannot be `invariant`");
        }
        let closed = self.close_struct(&open, None, end);
        let (Some(storage), Some(id)) = (storage, closed) else {
            return self.bind_error_block(instance);
        };
        if self.report.check_placement(qualifiers, Site::Block, Some(storage)) {
            self.check_binding_version(qualifiers);
        }
        self.finish_members(id, qualifiers, storage, &open);
        if qualifiers.layout.buffer_type {
            return self.declare_buffer_type(id, qualifiers, storage, instance, &open);
        }
        let unnamed = block_name.map(|name| Declarator { name, span: block_span, dims: Dimensions::NONE });
        let Some(declarator) = instance.or(unnamed) else { return };
        self.declare_block_variable(id, qualifiers, storage, declarator, instance.is_some(), &open);
    }

    /// Declares the variable of a block. Without an instance name (`named`) the members are visible by their own names.
    fn declare_block_variable(
        &mut self,
        id: Struct,
        qualifiers: &QualifierList,
        storage: Storage,
        declarator: Declarator,
        named: bool,
        open: &OpenStruct,
    ) {
        let base = self.module.types.intern(TypeData::Struct(id));
        let mut ty = self.apply_dimensions(base, declarator.dims, declarator.span);
        // A block that is passed on and that no name reaches has a value for each vertex all the same.
        let is_hidden = !named && qualifiers.layout.passthrough && storage == Storage::Input;
        if is_hidden {
            ty = self.module.types.intern(TypeData::RuntimeArray { element: ty });
        }
        let rule = self.block_rule(qualifiers, storage);
        self.check_block(qualifiers, storage, ty, rule, open);
        self.check_heap(qualifiers, storage, ty, declarator);
        if open.members.iter().any(|member| member.decorations.offset.is_some()) {
            self.blocks.with_offsets.push((id, rule, open.spans.iter().map(|entry| entry.1).collect()));
        }
        let text = if named { self.symbols.text(declarator.name) } else { "" };
        let global = self.module.add_global(text, ty, storage);
        let decorations = qualifiers.decorations();
        // Members have the order of matrices. Stages must agree on it even where there is none.
        let is_matrix = |ty| matches!(self.module.data(ty), TypeData::Matrix { .. });
        let keeps_order =
            matches!(storage, Storage::Uniform | Storage::Buffer) && !self.module.holds(base, &is_matrix);
        let origin = Origin { span: declarator.span, ..self.module.structs[id].origin };
        let data = &mut self.module.globals[global];
        data.origin = origin;
        data.block = Some(rule);
        data.decorations = decorations;
        data.decorations.align = None;
        // The members have it.
        data.decorations.qualifiers.remove(Qualifiers::PER_VIEW);
        if storage == Storage::PixelLocal {
            data.decorations.qualifiers = access_of(qualifiers);
        }
        if !keeps_order {
            data.decorations.qualifiers.remove(Qualifiers::ROW_MAJOR.union(Qualifiers::COLUMN_MAJOR));
        }
        if storage == Storage::Output {
            data.decorations.stream = data.decorations.stream.or(self.defaults.stream);
            self.place_block_capture(id, global);
        }
        let access = self.module.globals[global].decorations.qualifiers;
        let variable = self.add_global_variable(global, qualifiers, declarator, ty, storage);
        if let Some(variable) = self.variables.get_mut(variable).filter(|_| storage == Storage::PixelLocal) {
            variable.qualifiers = access;
        }
        if is_hidden {
            // Its members, of no vertex in particular, cannot be read.
        } else if !named {
            self.bind_members(variable, open);
        } else if self.check_name(declarator.name, declarator.span) {
            self.scopes.bind(declarator.name, Entity::Variable(variable), declarator.span);
        }
    }

    /// Checks the name of a block: block names are a name space of their own (GLSL 4.60 section 4.3.9): no other block
    /// of the same storage and no variable or function has them.
    pub(crate) fn check_block_name(&mut self, name: Symbol, storage: Storage, span: Span) {
        let before = match self.scopes.lookup_here(name) {
            Some(found) => Some(found.span),
            None => self.blocks.names.get(&(name, storage)).copied(),
        };
        if let Some(before) = before {
            let text = self.symbols.text(name);
            self.report.redefinition(span, format!("`{text}` is already declared"), before);
        }
        self.blocks.names.insert((name, storage), span);
        self.blocks.symbols.entry(name).or_insert(span);
    }

    /// Reports a global name that is also the name of a block. True if it was reported.
    pub(crate) fn is_block_name(&mut self, name: Symbol, span: Span) -> bool {
        let Some(&before) = self.blocks.symbols.get(&name) else { return false };
        let text = self.symbols.text(name);
        self.report.error(Code::Redefinition, span, format!("`{text}` is already the name of a block"));
        self.report.label(before, "block declared here");
        true
    }

    pub(crate) fn bind_error_block(&mut self, instance: Option<Declarator>) {
        self.report.failed = true;
        if let Some(declarator) = instance {
            self.bind_error(declarator);
        }
    }

    /// Binds the members of a block without instance name.
    pub(crate) fn bind_members(&mut self, variable: VariableId, open: &OpenStruct) {
        for (index, &(name, span)) in open.spans.iter().enumerate() {
            if self.symbols.text(name).starts_with("gl_") || self.check_name(name, span) {
                self.scopes.bind(name, Entity::Member(variable, index as u32), span);
            }
        }
    }

    fn block_storage(&mut self, qualifiers: &QualifierList, span: Span) -> Option<Storage> {
        let stage = self.module.stage;
        let layout = &qualifiers.layout;
        let Some(word) = qualifiers.storage else {
            let message = "block has no storage qualifier: expected `in`, `out`, `uniform` or `buffer`";
            self.report.error(Code::BlockStorage, span, message);
            return None;
        };
        let storage = match storage_of_word(word) {
            _ if qualifiers.task_memory.is_some() => return self.task_memory(word, qualifiers, span),
            Some(Storage::Uniform) if layout.push_constant => Storage::PushConstant,
            Some(Storage::Buffer) if layout.shader_record => Storage::ShaderRecord,
            Some(storage) => storage,
            None => {
                self.report.misplaced(qualifiers.span, format!("block cannot be `{}`", word.text()));
                return None;
            }
        };
        let numbers = &layout.numbers;
        let banked = [("bank", numbers.bank), ("member_offset", numbers.member_offset)];
        if let Some((name, _)) = banked.iter().find(|(_, number)| number.is_some())
            && storage != Storage::PushConstant
        {
            let message = format!("`{name}` requires a `push_constant` block");
            self.report.error(Code::LayoutConflict, qualifiers.span, message);
            return None;
        }
        if storage == Storage::Shared && !self.enabled(Extension::ExtSharedMemoryBlock) {
            self.report.error(Code::VersionLacks, qualifiers.span, "`shared` blocks require an extension");
            self.report.help_extension(Extension::ExtSharedMemoryBlock);
            return None;
        }
        let wrong = match (storage, stage) {
            (Storage::Shared, _) if !matches!(stage, Stage::Compute | Stage::Task | Stage::Mesh) => {
                Some("a shared block")
            }
            (Storage::Input, Stage::Vertex) => Some("an input block"),
            (Storage::Output, Stage::Fragment) => Some("an output block"),
            (Storage::Input | Storage::Output, Stage::Compute) => Some("an input or output block"),
            (Storage::Input, _) if !self.has_interface(true) => Some("an input block"),
            (Storage::Output, _) if !self.has_interface(false) => Some("an output block"),
            _ => None,
        };
        if let Some(what) = wrong {
            let found = stage_name(stage);
            self.report.error(Code::WrongStage, span, format!("{found} shader cannot have {what}"));
            return None;
        }
        let feature = match storage {
            Storage::Buffer => Feature::StorageBlock,
            Storage::Uniform => Feature::UniformBlock,
            Storage::Input | Storage::Output => Feature::InterfaceBlock,
            _ => return Some(storage),
        };
        self.require(feature, span).then_some(storage)
    }

    /// The layout rule of a block.
    pub(crate) fn block_rule(&self, qualifiers: &QualifierList, storage: Storage) -> LayoutRule {
        let vulkan = self.settings.dialect.vulkan;
        let default = match storage {
            Storage::Uniform => self.defaults.uniform.rule,
            Storage::Buffer => self.defaults.buffer.rule,
            Storage::Shared => self.defaults.shared.rule,
            _ => None,
        };
        let fallback = match storage {
            Storage::Uniform if vulkan || self.settings.webgl.is_some() => LayoutRule::Std140,
            Storage::Buffer if vulkan => LayoutRule::Std430,
            Storage::Uniform | Storage::Buffer => LayoutRule::Shared,
            _ => LayoutRule::Std430,
        };
        qualifiers.layout.rule.or(default).unwrap_or(fallback)
    }

    /// Applies the block's qualifiers to its members.
    pub(crate) fn finish_members(
        &mut self,
        id: Struct,
        qualifiers: &QualifierList,
        storage: Storage,
        open: &OpenStruct,
    ) {
        let default = match storage {
            Storage::Uniform | Storage::PushConstant => self.defaults.uniform.row_major,
            Storage::Buffer | Storage::ShaderRecord => self.defaults.buffer.row_major,
            Storage::Shared => self.defaults.shared.row_major,
            _ => None,
        };
        let row_major = qualifiers.layout.row_major.or(default);
        let memory = matches!(
            storage,
            Storage::Uniform
                | Storage::Buffer
                | Storage::PushConstant
                | Storage::ShaderRecord
                | Storage::PhysicalBuffer
                | Storage::Shared
        ) || open.is_heap();
        let last = open.members.len().saturating_sub(1);
        let mut members = open.members.clone();
        for (index, member) in members.iter_mut().enumerate() {
            self.size_views(member, qualifiers, storage, open.spans.get(index).map_or(open.span, |it| it.1));
            if memory {
                // The alignment of the block applies to members without their own (GLSL 4.60 section 4.4.5).
                member.decorations.align = member.decorations.align.or(qualifiers.layout.numbers.align);
            }
            let flags = &mut member.decorations.qualifiers;
            let matrix = Qualifiers::ROW_MAJOR.union(Qualifiers::COLUMN_MAJOR);
            let own = flags.contains(Qualifiers::ROW_MAJOR) || flags.contains(Qualifiers::COLUMN_MAJOR);
            let is_matrix = |ty| matches!(self.module.data(ty), TypeData::Matrix { .. });
            let holds_matrix = self.module.holds(member.ty, &is_matrix);
            if memory && !own && row_major == Some(true) && holds_matrix {
                flags.insert(Qualifiers::ROW_MAJOR);
            } else if !memory || !holds_matrix {
                flags.remove(matrix);
            }
            let span = open.spans.get(index).map_or(open.span, |entry| entry.1);
            if self.module.is_unsized(member.ty) {
                self.check_unsized_member(member, storage, index == last, span);
                let buffer = matches!(
                    storage,
                    Storage::Buffer | Storage::PhysicalBuffer | Storage::ShaderRecord | Storage::Opaque
                );
                if matches!(storage, Storage::Input | Storage::Output) || buffer && index != last {
                    self.implicit.members.entry((id, index as u32)).or_default();
                }
            }
            self.check_block_member(member, storage, span);
            if storage == Storage::PixelLocal {
                self.set_pixel_local_format(member, qualifiers, span);
            }
            // A buffer reference or type has no variable that could have them for the whole block.
            if storage == Storage::PhysicalBuffer || qualifiers.layout.buffer_type {
                member.decorations.qualifiers.insert(qualifiers.flags.intersection(Qualifiers::OF_ACCESSES));
                if qualifiers.layout.hit_record {
                    member.decorations.qualifiers.insert(Qualifiers::HIT_RECORD);
                }
            }
        }
        self.module.structs[id].members = members;
        if memory && !open.is_heap() {
            let rule = self.block_rule(qualifiers, storage);
            self.check_block_size(id, rule, open.span);
        }
    }

    fn check_unsized_member(&mut self, member: &Member, storage: Storage, last: bool, span: Span) {
        let name = self.module.names.get(member.name);
        let buffer = matches!(
            storage,
            Storage::Buffer | Storage::PhysicalBuffer | Storage::ShaderRecord | Storage::Opaque
        );
        let interface = matches!(storage, Storage::Input | Storage::Output);
        let implicit = (buffer || interface) && !self.version().is_es();
        let open_within = self.module.element(member.ty).is_some_and(|it| self.module.is_unsized(it));
        let uniform = storage == Storage::Uniform && last;
        let may_end = buffer && last || uniform && self.has(Feature::UnsizedUniforms);
        if !(may_end || implicit) || open_within {
            let message = format!(
                "member `{name}` must have a size: only the last member of a buffer block can be unsized"
            );
            self.report.error(Code::UnsizedArray, span, message);
            if uniform && !open_within {
                self.report.help_extension(Extension::ExtUniformBufferUnsizedArray);
            }
        }
    }

    fn check_block_member(&mut self, member: &Member, storage: Storage, span: Span) {
        // GLSL 4.40 has it, and `GL_KHR_vulkan_glsl` from version 140 on.
        if member.decorations.offset.is_some()
            && !matches!(storage, Storage::PhysicalBuffer | Storage::Opaque)
            && !self.has(Feature::OverriddenLayouts)
            && !self.settings.dialect.has_vulkan_words()
        {
            self.unsupported(span, "`offset` on block members");
            self.report.help_extension(Extension::ArbEnhancedLayouts);
        }
        if self.module.holds_cooperative(member.ty) {
            let name = self.module.type_name(member.ty);
            let message = format!("member of a block cannot be of type `{name}`");
            self.report.error(Code::OpaqueVariable, span, message);
        }
        let interface = matches!(storage, Storage::Input | Storage::Output);
        let excluded = |scalar: Scalar| scalar == Scalar::Bool || scalar.is_small_float();
        let scalar = self.module.types.scalar_of(self.module.innermost(member.ty));
        if interface && (scalar.is_some_and(excluded) || self.module.holds_long_vector(member.ty)) {
            let name = self.module.type_name(member.ty);
            let message = format!("member of an `in` or `out` block cannot be of type `{name}`");
            self.report.error(Code::InterfaceType, span, message);
        }
        if !interface && self.module.holds_scalar(member.ty, &Scalar::is_below_byte) {
            let name = self.module.type_name(member.ty);
            let message =
                format!("member of a block cannot be of type `{name}`, with floats smaller than a byte");
            self.report.error(Code::InterfaceType, span, message);
        }
        let flags = member.decorations.qualifiers;
        if !self.check_per_primitive(flags, storage, span) {
            return;
        }
        if !interface && (member.decorations.interpolation.is_some() || flags.intersects(AUXILIARY)) {
            let message = "interpolation qualifiers are allowed only on members of `in` and `out` blocks";
            self.report.misplaced(span, message);
        }
    }

    /// Checks that shared blocks are no arrays, and not mixed with shared variables (`GL_EXT_shared_memory_block`).
    pub(crate) fn check_shared_blocks(&mut self) {
        let mut blocks = Vec::new();
        let mut plain = None;
        for (_, variable) in self.variables.iter() {
            let Some(global) = variable.global().filter(|_| variable.storage() == Some(Storage::Shared))
            else {
                continue;
            };
            if self.module.globals[global].block.is_some() {
                blocks.push((variable.ty, variable.span));
            } else {
                plain = plain.or(Some(variable.span));
            }
        }
        if let (Some(span), Some(&(_, block))) = (plain, blocks.first()) {
            let message = "`shared` variables cannot be used together with `shared` blocks";
            self.report.error(Code::LayoutConflict, span, message);
            self.report.label(block, "`shared` block declared here");
        }
        for (ty, span) in blocks {
            if !matches!(self.module.types.get(ty), TypeData::Struct(_)) {
                self.report.misplaced(span, "`shared` block cannot be an array");
            }
        }
    }

    // Buffer references.

    /// Binds a block name as a reference type before its members are known: at the start of the block, or for
    /// `layout(buffer_reference) buffer Name;`.
    pub(crate) fn forward_reference(&mut self, layout: &LayoutQualifiers, name: Symbol, span: Span) {
        let (rule, align) = self.defaults.reference_layout(layout);
        if let Some(found) = self.scopes.lookup_here(name)
            && let Entity::Type(ty) = found.entity
            && let TypeData::BufferReference { block, .. } = self.module.types.get(ty)
            && self.module.structs[block].members.is_empty()
        {
            self.module.types.set_reference_layout(ty, rule, align);
            return;
        }
        if !self.check_name(name, span) {
            return;
        }
        let text = self.module.names.intern(self.symbols.text(name));
        let block = self.module.structs.alloc(StructData::new(text, Vec::new()));
        let ty = self.module.types.intern(TypeData::BufferReference { block, layout: rule, align });
        self.scopes.bind(name, Entity::Type(ty), span);
        self.record(Subject::Type(ty), span, Role::Declaration);
    }

    /// The end of a block with `buffer_reference`. With an instance name it is also a buffer.
    fn end_reference_block(
        &mut self,
        qualifiers: &QualifierList,
        open: &OpenStruct,
        instance: Option<Declarator>,
        end: Span,
    ) {
        let Some(name) = open.name else { return };
        let block = match self.scopes.lookup_here(name).map(|found| found.entity) {
            Some(Entity::Type(ty)) => match self.module.types.get(ty) {
                TypeData::BufferReference { block, .. } => Some(block),
                _ => None,
            },
            _ => None,
        };
        let Some(id) = self.close_struct(open, block, end) else { return self.bind_error_block(instance) };
        self.finish_members(id, qualifiers, Storage::PhysicalBuffer, open);
        if let Some(declarator) = instance {
            self.declare_block_variable(id, qualifiers, Storage::Buffer, declarator, true, open);
        }
    }

    /// Adds the variable of a global that the language declares.
    pub(crate) fn predeclared(&mut self, name: Symbol, global: vitrum_ir::Global) -> VariableId {
        let data = &self.module.globals[global];
        let (ty, storage, precision) = (data.ty, data.storage, data.precision);
        let kind = VariableKind::Memory(global.into(), storage);
        let variable = Variable::new(name, Span::default(), ty, precision, kind);
        self.variables.add(Variable { protection: self.protection_of(storage), ..variable })
    }
}
