//! Blocks of descriptor heaps, and the types of buffers in them (`GL_EXT_structured_descriptor_heap`).
//!
//! A block of a heap is a global array of its struct whose index is the byte where the block begins, which each access names.

use crate::diagnostics::Code;
use crate::index::Role;
use crate::lower::Lowering;
use crate::lower::declarations::qualifiers::{QualifierList, storage_of_word};
use crate::lower::declarations::structs::OpenStruct;
use crate::lower::declarations::types::Dimensions;
use crate::lower::declarations::variables::apply_memory_qualifiers;
use crate::lower::declarations::{Declarator, FullType};
use crate::lower::expressions::places::Place;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::lower::recorder::Subject;
use crate::lower::scopes::Entity;
use crate::tokens::Qualifier;
use vitrum_ir::types::common;
use vitrum_ir::{
    Dim, MemoryAccess, Operand, Origin, Precision, Qualifiers, Span, Storage, Struct, Type, TypeData,
};

/// The byte where a block of a descriptor heap begins.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum HeapOffset {
    /// Always the same, or specialised.
    Constant(Operand),
    /// Read from a global, or a member of one, at each access.
    Variable { base: Operand, indices: Vec<Operand>, precision: Precision },
}

impl Lowering<'_> {
    /// The value of `heap_offset`: a constant expression, or a variable that nothing writes.
    pub(crate) fn heap_offset(&mut self, value: Expr) -> Option<HeapOffset> {
        let is_integer = [common::I32, common::U32].contains(&value.ty);
        let found = match value.kind {
            _ if !is_integer => None,
            ExprKind::Value(operand) => operand.constant().map(|_| HeapOffset::Constant(operand)),
            ExprKind::Place(id) => self.places.get(id).and_then(|place| {
                let indices = self.places.indices(&place).to_vec();
                let is_known = indices.iter().all(|index| index.constant().is_some());
                let is_read_only = place.base.global().is_some() && place.protection.is_some();
                (is_known && is_read_only && place.swizzle.is_none()).then_some(HeapOffset::Variable {
                    base: place.base,
                    indices,
                    precision: place.precision,
                })
            }),
            _ => None,
        };
        let is_negative = |operand: Operand| self.module.as_int(operand).is_some_and(|number| number < 0);
        match found {
            Some(HeapOffset::Constant(operand)) if is_negative(operand) => {
                let message = "value of `heap_offset` must not be negative";
                self.report.error(Code::NegativeValue, value.span, message);
                None
            }
            None if !value.is_error() => {
                let message = "value of `heap_offset` must be an integer constant expression, or a global variable \
                               that is not written or a member of one";
                self.report.error(Code::NotConstant, value.span, message);
                None
            }
            found => found,
        }
    }

    /// The byte where a block begins, for an access to it.
    pub(crate) fn heap_start(&mut self, offset: &HeapOffset, span: Span) -> Operand {
        match offset {
            HeapOffset::Constant(operand) => *operand,
            HeapOffset::Variable { base, indices, precision } => {
                self.cursor.span = span;
                let mut builder = self.builder();
                let pointer = match indices.is_empty() {
                    true => *base,
                    false => builder.access(*base, indices, Precision::None),
                };
                builder.load(pointer, MemoryAccess::NONE, *precision)
            }
        }
    }

    /// The end of a `resourceheap` or `samplerheap` block.
    pub(crate) fn end_heap_block(
        &mut self,
        qualifiers: &QualifierList,
        open: &OpenStruct,
        instance: Option<Declarator>,
        end: Span,
    ) {
        let Some(name) = open.name else { return };
        let is_right = self.check_heap_block(qualifiers, open, instance);
        self.check_block_name(name, Storage::Opaque, open.span);
        let closed = self.close_struct(open, None, end).filter(|_| is_right);
        let Some(id) = closed else { return self.bind_error_block(instance) };
        self.finish_members(id, qualifiers, Storage::Opaque, open);
        let ty = self.module.types.intern(TypeData::Struct(id));
        let array = self.module.types.intern(TypeData::RuntimeArray { element: ty });
        let text = instance.map_or("", |declarator| self.symbols.text(declarator.name));
        let global = self.module.add_global(text, array, Storage::Opaque);
        let declarator = instance.unwrap_or(Declarator { name, span: open.span, dims: Dimensions::NONE });
        let origin = Origin { span: declarator.span, ..self.module.structs[id].origin };
        let data = &mut self.module.globals[global];
        data.origin = origin;
        data.decorations.heap = Some(1);
        if qualifiers.storage == Some(Qualifier::SamplerHeap) {
            data.decorations.qualifiers.insert(Qualifiers::SAMPLER_HEAP);
        }
        let zero = self.module.constants.u32(0);
        let offset = qualifiers.layout.heap_offset.clone();
        self.blocks.heaps.insert(global, offset.unwrap_or(HeapOffset::Constant(zero.into())));
        let variable = self.add_global_variable(global, qualifiers, declarator, ty, Storage::Opaque);
        if instance.is_none() {
            self.bind_members(variable, open);
        } else if self.check_name(declarator.name, declarator.span) {
            self.scopes.bind(declarator.name, Entity::Variable(variable), declarator.span);
        }
    }

    fn check_heap_block(
        &mut self,
        qualifiers: &QualifierList,
        open: &OpenStruct,
        instance: Option<Declarator>,
    ) -> bool {
        let word = qualifiers.storage.map_or("", Qualifier::text);
        let is_plain = qualifiers.flags == Qualifiers::NONE
            && !qualifiers.constant
            && qualifiers.interpolation.is_none()
            && qualifiers.precision.is_none()
            && qualifiers.layout.fit_heap_block();
        if !self.settings.dialect.vulkan {
            let message = format!("`{word}` blocks are available only in shaders for Vulkan");
            self.report.error(Code::VersionLacks, open.span, message);
        } else if !is_plain {
            let message = format!(
                "`{word}` block can have no qualifiers but `heap_offset`, `row_major` and `column_major`"
            );
            self.report.misplaced(qualifiers.span, message);
        } else if let Some(declarator) = instance.filter(|it| it.dims != Dimensions::NONE) {
            self.report.misplaced(declarator.span, format!("`{word}` block cannot be an array"));
        } else {
            return true;
        }
        false
    }

    /// Checks a member of a `resourceheap` or `samplerheap` block.
    pub(crate) fn check_heap_member(
        &mut self,
        full: &FullType,
        heap: Qualifier,
        ty: Type,
        declarator: Declarator,
    ) -> bool {
        let own = &full.qualifiers;
        let described = match self.module.data(self.module.innermost(ty)) {
            TypeData::Descriptor { storage, .. } => Some(storage),
            _ => None,
        };
        let is_opaque = self.holds_opaque(ty) && !matches!(self.module.data(ty), TypeData::Struct(_));
        let heap_name = heap.text();
        if full.defines {
            self.report.misplaced(full.span, "struct cannot be defined inside a block");
        } else if own.constant
            || own.interpolation.is_some()
            || own.storage.is_some_and(|word| described.is_none() || storage_of_word(word) != described)
        {
            let message = format!("storage qualifier is not allowed on a member of a `{heap_name}` block");
            self.report.misplaced(own.span, message);
        } else if !own.layout.fit_heap_member() {
            let message = format!(
                "member of a `{heap_name}` block can have no layout qualifiers but `offset`, `descriptor_size`, \
                 `row_major`, `column_major` and formats of images"
            );
            self.report.misplaced(own.span, message);
        } else if own.layout.numbers.descriptor_size.is_some() && !is_opaque {
            let message = "`descriptor_size` requires a member that is a descriptor";
            self.report.error(Code::LayoutConflict, own.span, message);
        } else if own.layout.numbers.descriptor_size == Some(0) {
            self.report.error(Code::LayoutValue, own.span, "value of `descriptor_size` must be positive");
        } else if self.module.holds(ty, &|part| !self.is_in_heap(heap, part)) {
            let (name, found) = (self.symbols.text(declarator.name), self.module.type_name(ty));
            let message = format!("member `{name}` of a `{heap_name}` block cannot be of type `{found}`");
            self.report.error(Code::OpaqueVariable, declarator.span, message);
        } else {
            return true;
        }
        false
    }

    /// True if a heap can hold a type, apart from its parts.
    fn is_in_heap(&self, heap: Qualifier, ty: Type) -> bool {
        let of_samplers = heap == Qualifier::SamplerHeap;
        match self.module.data(ty) {
            TypeData::Sampler { .. } => of_samplers,
            TypeData::Image(image) => {
                !of_samplers && !matches!(image.dim, Dim::Subpass | Dim::TileImage | Dim::PixelLocal)
            }
            TypeData::AccelerationStructure | TypeData::Tensor { .. } | TypeData::Descriptor { .. } => {
                !of_samplers
            }
            TypeData::SampledImage(_)
            | TypeData::AtomicCounter
            | TypeData::RayQuery
            | TypeData::HitObject
            | TypeData::Spirv(_) => false,
            _ => true,
        }
    }

    /// The type of a block in a heap that is a buffer reference without a name.
    pub(crate) fn inline_reference(
        &mut self,
        open: &OpenStruct,
        qualifiers: &QualifierList,
        inner: &OpenStruct,
        end: Span,
    ) -> FullType {
        let span = inner.span.to(end);
        let mut ty = None;
        if !open.is_heap() {
            self.report.misplaced(
                inner.span,
                "block is allowed only within a `resourceheap` or `samplerheap` block",
            );
        } else if !qualifiers.layout.buffer_reference || qualifiers.storage != Some(Qualifier::Buffer) {
            let message = "block within a block of a descriptor heap must be a `buffer_reference` buffer";
            self.report.error(Code::MissingLayout, inner.span, message);
        } else if let Some(id) = self.close_struct(inner, None, end) {
            self.finish_members(id, qualifiers, Storage::PhysicalBuffer, inner);
            let (layout, align) = self.defaults.reference_layout(&qualifiers.layout);
            ty = Some(self.module.types.intern(TypeData::BufferReference { block: id, layout, align }));
        }
        let ty = ty.unwrap_or_else(|| self.report.error_type());
        FullType { qualifiers: self.no_qualifiers.clone(), ty, span, builtin: None, defines: false }
    }

    /// The end of a block with `buffer_type`: the type of members of heaps.
    pub(crate) fn declare_buffer_type(
        &mut self,
        block: Struct,
        qualifiers: &QualifierList,
        storage: Storage,
        instance: Option<Declarator>,
        open: &OpenStruct,
    ) {
        let numbers = &qualifiers.layout.numbers;
        if let Some(declarator) = instance {
            let message = "block with `buffer_type` is a type and cannot have an instance name";
            self.report.error(Code::LayoutConflict, declarator.span, message);
            return self.bind_error(declarator);
        }
        if numbers.set.is_some()
            || numbers.binding.is_some()
            || qualifiers.layout.push_constant
            || qualifiers.layout.shader_record
            || qualifiers.layout.descriptor_heap
        {
            let message =
                "block with `buffer_type` is a type: it cannot have a `set`, a `binding` or the like";
            return self.report.error(Code::LayoutConflict, qualifiers.span, message);
        }
        let Some(name) = open.name else { return };
        let layout = self.block_rule(qualifiers, storage);
        let ty = self.module.types.intern(TypeData::Descriptor { block, layout, storage });
        self.scopes.bind(name, Entity::Type(ty), open.span);
        self.record(Subject::Type(ty), open.span, Role::Declaration);
    }

    /// Member `index` of the block behind a descriptor.
    pub(crate) fn descriptor_member(&mut self, base: Expr, index: u32, span: Span) -> Expr {
        let (TypeData::Descriptor { block, storage, .. }, ExprKind::Place(id)) =
            (self.module.types.get(base.ty), base.kind)
        else {
            return Expr::error(span);
        };
        let Some(descriptor) = self.places.get(id) else { return Expr::error(span) };
        let qualifiers = self.image_qualifiers(base).unwrap_or_default();
        let ty = self.module.types.intern(TypeData::Struct(block));
        let pointer = self.module.types.pointer(storage, ty);
        let address = self.pointer_to(&descriptor, span);
        let address = self.bitcast(address, pointer, span);
        if descriptor.scattered {
            self.mark_nonuniform(address);
        }
        let mut place = Place::whole(address, ty, storage, Precision::None);
        place.protection = self.protection_of(storage);
        place.nonuniform = descriptor.nonuniform;
        apply_memory_qualifiers(&mut place, qualifiers);
        let id = self.places.add(place);
        self.member(Expr::new(ExprKind::Place(id), ty, base.span), index, span)
    }
}
