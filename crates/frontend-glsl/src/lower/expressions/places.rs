//! Places: l-values, and memory that can only be read.
//!
//! A place is a base pointer, indices that are not an instruction yet, and perhaps a swizzle. Its indices are evaluated
//! once, when it is made. It is loaded when its value is needed.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::lower::scopes::VariableId;
use vitrum_ir::{
    Builder, MemoryAccess, Op, Operand, Precision, Span, Storage, Struct, Swizzle, SwizzledStore, Type,
};

/// Index of a [`Place`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlaceId(pub(crate) u32);

/// The reason that a place must not be stored to, or loaded from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protection {
    /// A `const` variable or parameter.
    Const,
    /// Uniforms, and other storage that the shader only reads.
    Uniform,
    /// An input of the stage.
    Input,
    /// `readonly` memory.
    ReadOnly,
    /// A subroutine uniform, which is not loaded either: it can only be called.
    Subroutine,
}

/// A place in memory that can be loaded or stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Pointer that the indices start from.
    pub(crate) base: Operand,
    /// Range in [`Places::indices`].
    first_index: u32,
    index_count: u32,
    /// The type behind the pointer with all indices, before the swizzle.
    pub(crate) pointee: Type,
    /// Components chosen from a vector, two or more.
    pub(crate) swizzle: Option<Swizzle>,
    /// The storage class of the base.
    pub(crate) storage: Storage,
    /// The precision of its value.
    pub(crate) precision: Precision,
    /// Memory operands of loads and stores.
    pub(crate) access: MemoryAccess,
    /// The reason that it is not an l-value.
    pub(crate) protection: Option<Protection>,
    /// True if it must not be read (`writeonly`).
    pub(crate) write_only: bool,
    /// True if stored values are `precise`.
    pub(crate) precise: bool,
    /// True if an index of the place, or its variable, is `nonuniformEXT`.
    pub(crate) nonuniform: bool,
    /// True if a `nonuniformEXT` index selected a resource.
    pub(crate) scattered: bool,
    /// True if this is an output of another vertex, which a tessellation control shader must not write.
    pub(crate) other_vertex: bool,
    /// The variable this is, or is a part of.
    pub(crate) variable: Option<VariableId>,
    /// The member this is.
    pub(crate) member: Option<(Struct, u32)>,
    /// True if a `.` selected a member or components.
    pub(crate) field_selected: bool,
    /// The span of a swizzle that repeats a component, if one was applied. What is chosen of it is no l-value either.
    pub(crate) repeating: Option<Span>,
}

impl Place {
    /// The whole of what `base` points to.
    pub(crate) fn whole(base: Operand, pointee: Type, storage: Storage, precision: Precision) -> Self {
        Self {
            base,
            first_index: 0,
            index_count: 0,
            pointee,
            swizzle: None,
            storage,
            precision,
            access: MemoryAccess::NONE,
            protection: None,
            write_only: false,
            precise: false,
            nonuniform: false,
            scattered: false,
            other_vertex: false,
            variable: None,
            member: None,
            field_selected: false,
            repeating: None,
        }
    }

    /// True if it is all that its base points to.
    pub(crate) fn is_whole(&self) -> bool {
        self.index_count == 0 && self.swizzle.is_none()
    }
}

/// The places of the function being lowered.
#[derive(Debug, Default)]
pub(crate) struct Places {
    places: Vec<Place>,
    indices: Vec<Operand>,
}

impl Places {
    /// Makes room that is enough for most functions.
    pub(crate) fn with_room(mut self) -> Self {
        self.places.reserve(64);
        self.indices.reserve(16);
        self
    }

    /// Forgets them all.
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.indices.clear();
    }

    /// Adds a place.
    pub(crate) fn add(&mut self, place: Place) -> PlaceId {
        self.places.push(place);
        PlaceId(self.places.len() as u32 - 1)
    }

    /// The place with this id.
    pub(crate) fn get(&self, id: PlaceId) -> Option<Place> {
        self.places.get(id.0 as usize).copied()
    }

    /// The place that an expression names.
    pub(crate) fn of(&self, expr: Expr) -> Option<Place> {
        match expr.kind {
            ExprKind::Place(id) => self.get(id),
            _ => None,
        }
    }

    /// Records that a `.` selected this place.
    pub(crate) fn note_selection(&mut self, id: PlaceId) {
        if let Some(place) = self.places.get_mut(id.0 as usize) {
            place.field_selected = true;
        }
    }

    /// Its indices.
    pub(crate) fn indices(&self, place: &Place) -> &[Operand] {
        let start = place.first_index as usize;
        self.indices.get(start..start + place.index_count as usize).unwrap_or(&[])
    }

    /// The element of `place` at `index`.
    pub(crate) fn part(&mut self, place: Place, index: Operand, pointee: Type) -> Place {
        let start = place.first_index as usize;
        let end = start + place.index_count as usize;
        let mut part = Place { pointee, index_count: place.index_count + 1, member: None, ..place };
        if end != self.indices.len() {
            part.first_index = self.indices.len() as u32;
            self.indices.extend_from_within(start..end);
        }
        self.indices.push(index);
        part
    }
}

impl Lowering<'_> {
    /// The pointer to a place, without its swizzle.
    pub(crate) fn pointer_to(&mut self, place: &Place, span: Span) -> Operand {
        if place.index_count == 0 {
            return place.base;
        }
        self.cursor.span = span;
        let mut builder = Builder::new(&mut self.module, &mut self.cursor);
        let pointer = builder.access(place.base, self.places.indices(place), Precision::None);
        if place.scattered {
            self.mark_nonuniform(pointer);
        }
        pointer
    }

    /// A place with its address computed, for several uses.
    pub(crate) fn addressed(&mut self, id: PlaceId, span: Span) -> PlaceId {
        let Some(place) = self.places.get(id) else { return id };
        let base = self.pointer_to(&place, span);
        self.places.add(Place { base, index_count: 0, ..place })
    }

    /// The value of a place.
    pub(crate) fn load(&mut self, id: PlaceId, span: Span) -> Operand {
        let Some(place) = self.places.get(id) else { return self.undef_of(vitrum_ir::types::common::VOID) };
        if place.write_only {
            let message = match place.storage {
                Storage::PixelLocal => "`__pixel_local_outEXT` storage cannot be read",
                _ => "`writeonly` memory cannot be read",
            };
            self.report.error(Code::ReadWriteOnly, span, message);
        }
        if place.protection == Some(Protection::Subroutine) {
            self.report.report_subroutine_value(span);
        }
        if self.is_whole_block(&place) {
            self.report_block_value(&place, span);
        }
        let pointer = self.pointer_to(&place, span);
        let value = self.load_pointer(pointer, &place, span);
        match place.swizzle {
            None => value,
            Some(swizzle) => self.op(Op::Swizzle, &[value], swizzle.bits(), span),
        }
    }

    /// True if a place is a block, or an array of blocks, and not a member.
    fn is_whole_block(&self, place: &Place) -> bool {
        let Some(global) = place.base.global().filter(|_| place.member.is_none()) else { return false };
        let data = &self.module.globals[global];
        data.block.is_some() && self.module.innermost(data.ty) == self.module.innermost(place.pointee)
    }

    /// Reports that a block is read or written as a whole. Its instance name is there to select members (GLSL 4.60 section
    /// 4.3.9).
    #[cold]
    fn report_block_value(&mut self, place: &Place, span: Span) {
        let name = self.place_name(place);
        let message = format!("{name} is a block, not a value: only its members can be used");
        self.report.error(Code::BlockValue, span, message);
    }

    /// Loads through a pointer to `place`.
    pub(crate) fn load_pointer(&mut self, pointer: Operand, place: &Place, span: Span) -> Operand {
        self.cursor.span = span;
        let access = self.own_access(place);
        let value = self.builder().load(pointer, access, place.precision);
        if place.nonuniform {
            self.mark_nonuniform(value);
        }
        value
    }

    /// Memory operands for the place itself. The qualifiers of a variable of reference type apply to the target of the
    /// reference.
    fn own_access(&self, place: &Place) -> MemoryAccess {
        let is_own = matches!(place.storage, Storage::Function | Storage::Private);
        if is_own && self.module.is_reference(place.pointee) { MemoryAccess::NONE } else { place.access }
    }

    /// Stores a value, which has the type of the place, swizzle included.
    pub(crate) fn store(&mut self, place: &Place, value: Operand, span: Span) {
        let pointer = self.pointer_to(place, span);
        self.give_precision(value, place.precision);
        if place.precision == Precision::High && self.asks(Code::LostPrecision) && self.version().is_es() {
            self.warn_lost_precision(value, span);
        }
        if place.precise {
            self.body.note_precise(value);
        }
        match place.swizzle {
            None => self.effect(Op::Store, &[pointer, value], self.own_access(place).bits(), span),
            Some(swizzle) => {
                let store = SwizzledStore { swizzle, access: place.access };
                self.effect(Op::StoreSwizzle, &[pointer, value], store.bits(), span);
            }
        }
        self.body.writes += 1;
    }
}
