//! Variables, and the expressions that name them.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::declarations::spelling::ConstantUses;
use crate::lower::expressions::places::{Place, Protection};
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::lower::scopes::VariableId;
use crate::symbols::Symbol;
use rustc_hash::FxHashMap;
use vitrum_glsl::features::Feature;
use vitrum_ir::{
    Global, MemoryAccess, Operand, Precision, Qualifiers, Scalar, Span, Storage, Type, TypeData,
};

/// The kind of a variable: where its value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VariableKind {
    /// This value, always.
    Value(Operand),
    /// Memory at this address.
    Memory(Operand, Storage),
    /// None: the declaration had an error.
    Error,
}

/// A variable, parameter or named constant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    /// The name; the block's name for a block without instance name.
    pub(crate) name: Symbol,
    /// The span of the declaration.
    pub(crate) span: Span,
    /// Its type.
    pub(crate) ty: Type,
    /// Its precision.
    pub(crate) precision: Precision,
    pub(crate) kind: VariableKind,
    /// The reason that it must not be written.
    pub(crate) protection: Option<Protection>,
    /// Memory and other qualifiers.
    pub(crate) qualifiers: Qualifiers,
    /// True if its value is `nonuniformEXT`.
    pub(crate) nonuniform: bool,
    /// True if an expression has named it.
    pub(crate) is_used: bool,
    /// For an array without a size: one more than the largest constant index so far.
    pub(crate) implicit_length: u32,
}

impl Variable {
    /// A variable without qualifiers.
    pub(crate) fn new(name: Symbol, span: Span, ty: Type, precision: Precision, kind: VariableKind) -> Self {
        Self {
            name,
            span,
            ty,
            precision,
            kind,
            protection: None,
            qualifiers: Qualifiers::NONE,
            nonuniform: false,
            is_used: false,
            implicit_length: 0,
        }
    }

    /// The storage class of a variable in memory.
    pub(crate) fn storage(&self) -> Option<Storage> {
        match self.kind {
            VariableKind::Memory(_, storage) => Some(storage),
            VariableKind::Value(_) | VariableKind::Error => None,
        }
    }

    /// The global that it is, if it is one.
    pub(crate) fn global(&self) -> Option<Global> {
        match self.kind {
            VariableKind::Memory(base, _) => base.global(),
            VariableKind::Value(_) | VariableKind::Error => None,
        }
    }
}

/// The variables of a shader.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    variables: Vec<Variable>,
    /// The named constants whose uses are recorded.
    pub(crate) uses: FxHashMap<VariableId, ConstantUses>,
}

impl Variables {
    /// Makes room that is enough for most shaders.
    pub(crate) fn with_room(mut self) -> Self {
        self.variables.reserve(32);
        self
    }

    /// Forgets them all, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        let Self { variables, uses } = self;
        variables.clear();
        uses.clear();
    }

    /// Adds a variable.
    pub(crate) fn add(&mut self, variable: Variable) -> VariableId {
        self.variables.push(variable);
        VariableId(self.variables.len() as u32 - 1)
    }

    /// The variable with this id.
    pub(crate) fn get(&self, id: VariableId) -> Option<&Variable> {
        self.variables.get(id.0 as usize)
    }

    /// The variable with this id, to change.
    pub(crate) fn get_mut(&mut self, id: VariableId) -> Option<&mut Variable> {
        self.variables.get_mut(id.0 as usize)
    }

    /// Every variable in order of declaration.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (VariableId, &Variable)> {
        self.variables.iter().enumerate().map(|(index, variable)| (VariableId(index as u32), variable))
    }
}

/// Applies memory qualifiers to the loads and stores of a place.
pub(crate) fn apply_memory_qualifiers(place: &mut Place, qualifiers: Qualifiers) {
    place.access.insert(MemoryAccess::of(qualifiers));
    if qualifiers.contains(Qualifiers::READONLY) && place.protection.is_none() {
        place.protection = Some(Protection::ReadOnly);
    }
    place.write_only |= qualifiers.contains(Qualifiers::WRITEONLY);
    place.precise |= qualifiers.contains(Qualifiers::PRECISE);
}

impl Lowering<'_> {
    /// The expression that naming a variable gives.
    pub(crate) fn variable_expr(&mut self, id: VariableId, span: Span) -> Expr {
        let Some(variable) = self.variables.get_mut(id) else { return Expr::error(span) };
        variable.is_used = true;
        let variable = *variable;
        match variable.kind {
            VariableKind::Error => Expr::error(span),
            VariableKind::Value(operand) => {
                self.note_constant(id, operand, span);
                let precision = self.constant_use_precision(&variable);
                Expr { precision, ..Expr::value(operand, variable.ty, span) }
            }
            VariableKind::Memory(base, storage) => {
                let mut place = Place::whole(base, variable.ty, storage, variable.precision);
                place.protection = variable.protection;
                place.variable = Some(id);
                place.nonuniform = variable.nonuniform;
                if storage == Storage::Opaque && !self.blocks.heaps.is_empty() {
                    self.enter_heap(&mut place, span);
                }
                if !variable.qualifiers.is_empty() {
                    self.apply_qualifiers(&mut place, variable.qualifiers);
                }
                Expr::new(ExprKind::Place(self.places.add(place)), variable.ty, span)
            }
        }
    }

    /// Goes to the start of a variable in the descriptor heap that its base is, if it is one.
    #[cold]
    fn enter_heap(&mut self, place: &mut Place, span: Span) {
        let global = place.base.global();
        if let Some(offset) = global.and_then(|it| self.blocks.heaps.get(&it)).cloned() {
            let start = self.heap_start(&offset, span);
            *place = self.places.part(*place, start, place.pointee);
        }
    }

    /// Applies the qualifiers of a variable to the place that it is. Those of an opaque variable apply to the resource, not to the
    /// variable.
    #[inline(never)]
    fn apply_qualifiers(&self, place: &mut Place, qualifiers: Qualifiers) {
        if !self.holds_opaque(place.pointee) && !self.module.holds_handle(place.pointee) {
            apply_memory_qualifiers(place, qualifiers);
        }
    }

    /// The precision of a named constant in expressions: `highp` in desktop GLSL unless it has its own.
    fn constant_use_precision(&self, variable: &Variable) -> Precision {
        let scalar = self.module.types.scalar_of(self.module.innermost(variable.ty));
        match scalar {
            Some(Scalar::F32 | Scalar::I32 | Scalar::U32)
                if !self.precision.in_language && self.precision.is_used =>
            {
                if variable.precision == Precision::None { Precision::High } else { variable.precision }
            }
            _ => variable.precision,
        }
    }

    /// Checks an index into an unsized array, and records the size it implies.
    pub(crate) fn check_index(&mut self, place: &Place, ty: Type, constant: Option<i64>, span: Span) {
        let TypeData::RuntimeArray { .. } = self.module.types.get(ty) else { return };
        let needed = constant.map(|index| u32::try_from(index + 1).unwrap_or(u32::MAX));
        if needed.is_some_and(|needed| !self.is_within_builtin_limit(place, needed, span)) {
            return;
        }
        if let Some((id, index)) = place.member {
            let members = &self.module.structs[id].members;
            let is_builtin = |member: &vitrum_ir::Member| member.decorations.builtin.is_some();
            let runtime = !matches!(place.storage, Storage::Input | Storage::Output);
            let last = members.len() as u32 == index + 1
                && runtime
                && !members.get(index as usize).is_some_and(is_builtin);
            match needed {
                _ if last => {}
                Some(needed) => {
                    let length = self.implicit.members.entry((id, index)).or_default();
                    *length = needed.max(*length);
                }
                None => self.report.error(
                    Code::UnsizedArray,
                    span,
                    "index of an unsized member must be a constant expression",
                ),
            }
            return;
        }
        let Some(id) = place.variable.filter(|_| place.is_whole()) else { return };
        let Some(variable) = self.variables.get_mut(id) else { return };
        if let Some(needed) = needed {
            variable.implicit_length = variable.implicit_length.max(needed);
            return;
        }
        let VariableKind::Memory(_, storage) = variable.kind else { return };
        let variable = *variable;
        let runtime = matches!(storage, Storage::Opaque | Storage::Uniform | Storage::Buffer)
            && self.has(Feature::RuntimeDescriptorArrays);
        let per_vertex =
            self.module.is_per_vertex(storage, variable.qualifiers) || self.is_per_vertex_input(&variable);
        if !runtime && !per_vertex {
            let name = self.place_name(place);
            let message = format!("index must be a constant expression: {name} has no size yet");
            self.report.error(Code::UnsizedArray, span, message);
        }
    }

    /// Checks an index against the limit of an unsized built-in array (GLSL 4.60 section 7.1).
    fn is_within_builtin_limit(&mut self, place: &Place, needed: u32, span: Span) -> bool {
        let name = match place.member {
            Some((id, index)) => {
                let Some(member) = self.module.structs[id].members.get(index as usize) else { return true };
                if member.decorations.builtin.is_none() {
                    return true;
                }
                self.module.names.get(member.name)
            }
            None => match place.variable.and_then(|id| self.variables.get(id)) {
                Some(variable) => self.symbols.text(variable.name),
                None => return true,
            },
        };
        let limit = match name {
            "gl_ClipDistance" | "gl_ClipDistancePerViewNV" => "gl_MaxClipDistances",
            "gl_CullDistance" | "gl_CullDistancePerViewNV" => "gl_MaxCullDistances",
            "gl_TexCoord" => "gl_MaxTextureCoords",
            _ => return true,
        };
        let most = self.limit(limit);
        if needed > most {
            let message = format!("`{name}` cannot have more than {most} elements (`{limit}`)");
            self.report.error(Code::IndexOutOfRange, span, message);
            return false;
        }
        true
    }

    /// Gives unsized members the size that their uses need.
    pub(crate) fn size_implicit_members(&mut self) {
        for (&(id, index), &length) in &self.implicit.members {
            let Some(member) = self.module.structs[id].members.get_mut(index as usize) else { continue };
            match self.module.types.get(member.ty) {
                TypeData::RuntimeArray { element } => {
                    member.ty = self.module.types.array(element, length.max(1));
                }
                // An array for each view.
                TypeData::Array { element, length: views } => {
                    if let TypeData::RuntimeArray { element } = self.module.types.get(element) {
                        let element = self.module.types.array(element, length.max(1));
                        member.ty = self.module.types.intern(TypeData::Array { element, length: views });
                    }
                }
                _ => {}
            }
        }
    }
}
