//! Struct definitions, and the bodies of blocks.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::checks::layout_placement::Site;
use crate::lower::declarations::qualifiers::{
    AUXILIARY, OF_MESHES, QualifierList, interface_of_word, storage_of_word,
};
use crate::lower::declarations::types::{Dimensions, TypeSpec};
use crate::lower::declarations::{Declarator, FullType};
use crate::lower::queries::ModuleQueries;
use crate::lower::scopes::Entity;
use crate::symbols::Symbol;
use crate::tokens::Qualifier;
use rustc_hash::FxHashMap;
use vitrum_glsl::features::Feature;
use vitrum_glsl::webgl::STRUCT_NESTING;
use vitrum_ir::types::common;
use vitrum_ir::{Member, Name, Qualifiers, Span, Storage, Struct, StructData, Type, TypeData};

/// A struct or block whose members are being read, or have been.
#[must_use]
#[derive(Debug)]
pub(crate) struct OpenStruct {
    /// Its name, if it has one.
    pub(crate) name: Option<Symbol>,
    /// The span of its name, or of `struct`.
    pub(crate) span: Span,
    /// The span of its name, if it has one.
    pub(crate) name_span: Span,
    /// The offset of the first token of its declaration.
    start: u32,
    /// Members so far.
    pub(crate) members: Vec<Member>,
    /// Their names, with spans.
    pub(crate) spans: Vec<(Symbol, Span)>,
    names: FxHashMap<Symbol, Span>,
    /// Struct or block.
    pub(crate) kind: StructKind,
    /// True if a member was wrong.
    pub(crate) broken: bool,
    depth: u32,
}

/// The structs of a shader, blocks among them.
#[derive(Debug, Default)]
pub(crate) struct Structs {
    facts: FxHashMap<Struct, StructFacts>,
}

/// Summaries of the members of a struct.
#[derive(Clone, Copy, Debug)]
struct StructFacts {
    /// True if it holds something opaque.
    is_opaque: bool,
    /// The nesting depth of structs in it.
    depth: u32,
    /// The bytes that it holds, without padding.
    bytes: u64,
}

impl Structs {
    fn add(&mut self, id: Struct, facts: StructFacts) {
        self.facts.insert(id, facts);
    }

    /// True if a struct holds something opaque.
    pub(crate) fn is_opaque(&self, id: Struct) -> bool {
        self.facts.get(&id).is_some_and(|facts| facts.is_opaque)
    }

    fn depth(&self, id: Struct) -> u32 {
        self.facts.get(&id).map_or(0, |facts| facts.depth)
    }

    /// The bytes that a struct holds, without padding.
    pub(crate) fn bytes(&self, id: Struct) -> u64 {
        self.facts.get(&id).map_or(0, |facts| facts.bytes)
    }
}

/// The kinds of things with members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StructKind {
    /// `struct`
    Struct,
    /// A block, with its storage qualifier.
    Block(Option<Qualifier>),
}

impl OpenStruct {
    /// `struct name {`
    pub(crate) fn of_struct(name: Option<(Symbol, Span)>, span: Span) -> Self {
        let name_span = name.map_or(span, |name| name.1);
        Self { name_span, ..Self::new(name.map(|name| name.0), span, span.start, StructKind::Struct) }
    }

    /// `qualifiers name {`
    pub(crate) fn of_block(name: Symbol, qualifiers: &QualifierList, span: Span) -> Self {
        Self::new(Some(name), span, qualifiers.span.start, StructKind::Block(qualifiers.storage))
    }

    /// `qualifiers {`
    pub(crate) fn of_inline_block(qualifiers: &QualifierList, span: Span) -> Self {
        Self::new(None, span, qualifiers.span.start, StructKind::Block(qualifiers.storage))
    }

    /// True if it is a block of a descriptor heap.
    pub(crate) fn is_heap(&self) -> bool {
        matches!(self.kind, StructKind::Block(Some(Qualifier::ResourceHeap | Qualifier::SamplerHeap)))
    }

    /// True if it is a block.
    pub(crate) fn is_block(&self) -> bool {
        self.kind != StructKind::Struct
    }

    fn new(name: Option<Symbol>, span: Span, start: u32, kind: StructKind) -> Self {
        Self {
            name,
            span,
            name_span: span,
            start,
            members: Vec::new(),
            spans: Vec::new(),
            names: FxHashMap::default(),
            kind,
            broken: false,
            depth: 0,
        }
    }
}

impl Lowering<'_> {
    /// One member.
    pub(crate) fn member_declarator(
        &mut self,
        open: &mut OpenStruct,
        full: &FullType,
        declarator: Declarator,
    ) {
        let ty = self.declared_type(full, declarator);
        let qualifiers = &full.qualifiers;
        self.report.reject_subroutine(qualifiers);
        if !open.is_block() {
            let misplaced = qualifiers.storage.is_some()
                || qualifiers.constant
                || qualifiers.interpolation.is_some()
                || qualifiers.task_memory.is_some()
                || qualifiers.flags.intersects(AUXILIARY.union(OF_MESHES).union(Qualifiers::INVARIANT))
                || qualifiers.layout.span.is_some();
            if misplaced {
                let message = "only precision and memory qualifiers are allowed on struct members";
                self.report.misplaced(qualifiers.span, message);
            }
        }
        match open.kind {
            StructKind::Block(Some(heap @ (Qualifier::ResourceHeap | Qualifier::SamplerHeap))) => {
                if let Some(ty) = ty
                    && !self.check_heap_member(full, heap, ty, declarator)
                {
                    open.broken = true;
                    return self.report.forgive(declarator.name);
                }
            }
            StructKind::Block(storage) => self.check_block_member_qualifiers(full, storage),
            StructKind::Struct if full.defines && Feature::GlobalStructs.is_in(self.version()) => {
                self.report.misplaced(full.span, "struct cannot be defined inside a struct");
            }
            StructKind::Struct => {}
        }
        let added = ty.is_some_and(|ty| self.add_member(open, full, declarator, ty).is_some());
        open.broken |= !added;
        if !added {
            self.report.forgive(declarator.name);
        }
    }

    /// Checks the qualifiers of a block's member: the storage must be the block's, and no layout rule is allowed.
    fn check_block_member_qualifiers(&mut self, full: &FullType, block: Option<Qualifier>) {
        let own = &full.qualifiers;
        let may_vary = match block {
            Some(Qualifier::Out) => false,
            Some(Qualifier::In) => !self.has_invariant_inputs(),
            _ => true,
        };
        if own.flags.contains(Qualifiers::INVARIANT) && may_vary {
            self.report.misplaced(own.span, "`invariant` is allowed only on members of output blocks");
        }
        if full.defines {
            self.report.misplaced(full.span, "struct cannot be defined inside a block");
        } else if let Some(span) = own.task_memory {
            self.report.misplaced(span, "`taskNV` is allowed only on a block, not on a member");
        } else if own.constant || own.storage.is_some() && own.storage != block {
            self.report.misplaced(own.span, "storage qualifier of a member must match that of its block");
        } else if own.layout.rule.is_some()
            || own.layout.numbers.binding.is_some()
            || own.layout.numbers.set.is_some()
        {
            self.report.misplaced(own.span, "layout qualifier is allowed only on a block, not on a member");
        } else {
            self.report.check_placement(own, Site::Member, block.and_then(interface_of_word));
        }
    }

    fn add_member(
        &mut self,
        open: &mut OpenStruct,
        full: &FullType,
        declarator: Declarator,
        ty: Type,
    ) -> Option<()> {
        let ty = self.held_type(ty);
        let is_block = open.is_block();
        let name = self.symbols.text(declarator.name).to_owned();
        let of_builtin = |name| self.symbols.text(name).starts_with("gl_");
        let builtin = open.name.is_some_and(of_builtin);
        let is_checked = is_block || self.settings.webgl.is_some();
        if is_checked && !builtin && !self.check_reserved(declarator.name, declarator.span) {
            return None;
        }
        if is_block && !open.is_heap() && self.holds_opaque(ty) {
            let found = self.module.type_name(ty);
            let message = format!("block member `{name}` cannot be of opaque type `{found}`");
            self.report.error(Code::OpaqueVariable, declarator.span, message);
            return None;
        }
        let inner = self.module.innermost(ty);
        if self.is_yuv_standard(inner) {
            self.report.report_yuv_standard(&name, declarator.span);
            return None;
        }
        if !is_block && self.is_pixel_local(ty) {
            let found = self.module.type_name(inner);
            let message = format!("struct member `{name}` cannot be of type `{found}`");
            self.report.error(Code::OpaqueVariable, declarator.span, message);
            return None;
        }
        if !is_block && self.module.is_unsized(ty) {
            let message = format!("struct member `{name}` must have a size");
            self.report.error(Code::UnsizedArray, declarator.span, message);
            return None;
        }
        let depth = match self.module.types.get(inner) {
            TypeData::Struct(id) => self.structs.depth(id),
            _ => 0,
        };
        if !is_block && self.settings.webgl.is_some() && depth >= STRUCT_NESTING {
            let message =
                format!("struct member `{name}` nests structs more than {STRUCT_NESTING} levels deep");
            self.report.error(Code::NestingLimit, declarator.span, message);
            return None;
        }
        let precision = self.variable_precision(ty, full.qualifiers.precision, declarator.span);
        let mut decorations = full.qualifiers.decorations();
        decorations.builtin = None;
        if let StructKind::Block(Some(word)) = open.kind
            && storage_of_word(word) == Some(Storage::PixelLocal)
        {
            decorations.format = full.qualifiers.layout.format;
        }
        let name_id = self.module.names.intern(&name);
        open.depth = open.depth.max(depth + 1);
        if let Some(before) = open.names.insert(declarator.name, declarator.span) {
            self.report.redefinition(declarator.span, format!("duplicate member `{name}`"), before);
            return None;
        }
        let origin = self.origin(full.start(), declarator.span);
        open.spans.push((declarator.name, declarator.span));
        open.members.push(Member { name: name_id, ty, precision, decorations, origin });
        Some(())
    }

    /// Makes the struct; `None` if it has no members.
    pub(crate) fn close_struct(
        &mut self,
        open: &OpenStruct,
        id: Option<Struct>,
        end: Span,
    ) -> Option<Struct> {
        let span = open.span.to(end);
        if open.members.is_empty() {
            if !open.broken {
                let what = if open.is_block() { "block" } else { "struct" };
                self.report.error(Code::EmptyStruct, span, format!("{what} must have at least one member"));
            }
            return None;
        }
        if open.depth > self.settings.limits.nesting {
            self.report_nesting(span);
            return None;
        }
        let name = match open.name {
            Some(name) => self.module.names.intern(self.symbols.text(name)),
            None => Name::EMPTY,
        };
        let opaque = open.members.iter().any(|member| self.holds_opaque(member.ty));
        let data =
            StructData { name, members: open.members.clone(), origin: self.origin(open.start, open.span) };
        let id = match id {
            Some(id) => {
                self.module.structs[id] = data;
                id
            }
            None => self.module.structs.alloc(data),
        };
        self.record_struct(id, open);
        let bytes = self.struct_bytes(open, span);
        self.structs.add(id, StructFacts { is_opaque: opaque, depth: open.depth, bytes });
        Some(id)
    }

    /// `}` of a struct.
    pub(crate) fn end_struct(&mut self, open: OpenStruct, end: Span) -> TypeSpec {
        let (name, start) = (open.name, open.span);
        let ty = match self.close_struct(&open, None, end) {
            Some(id) => self.module.types.intern(TypeData::Struct(id)),
            None => self.report.error_type(),
        };
        if let Some(name) = name {
            if ty == common::VOID {
                self.scopes.bind(name, Entity::Error, open.name_span);
            } else if self.check_name(name, start) {
                self.scopes.bind(name, Entity::Type(ty), start);
            }
        }
        TypeSpec { ty, dims: Dimensions::NONE, span: start.to(end), builtin: None, defines: true }
    }
}
