//! Declarations of `GL_NV_mesh_shader`: memory of tasks, and outputs with a value for each view.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::declarations::Declarator;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::declarations::variables::Variable;
use crate::lower::expressions::places::Place;
use crate::lower::queries::ModuleQueries;
use vitrum_glsl::words::Qualifier;
use vitrum_ir::{
    BuiltIn, Length, Member, Modes, Primitive, Qualifiers, Span, Stage, Storage, Type, TypeData,
};

/// Outputs of a mesh with one value, and those with one for each view, which exclude each other.
const OF_VIEWS: &[(BuiltIn, BuiltIn)] = &[
    (BuiltIn::Position, BuiltIn::PositionPerView),
    (BuiltIn::ClipDistance, BuiltIn::ClipDistancePerView),
    (BuiltIn::CullDistance, BuiltIn::CullDistancePerView),
    (BuiltIn::Layer, BuiltIn::LayerPerView),
    (BuiltIn::ViewportMask, BuiltIn::ViewportMaskPerView),
];

impl Lowering<'_> {
    /// Records the output of a mesh that is written to, and checks that its other form is not (`GL_NV_mesh_shader`, section 7.1).
    pub(crate) fn note_view_write(&mut self, place: &Place, span: Span) {
        if self.module.stage != Stage::Mesh || place.storage != Storage::Output {
            return;
        }
        let block = place.base.global().map(|global| self.module.innermost(self.module.globals[global].ty));
        let member = self.places.indices(place).get(1).and_then(|index| index.constant());
        let member = member.and_then(|index| self.module.constants.as_int(index));
        let (Some(block), Some(index)) = (block, member.and_then(|index| usize::try_from(index).ok())) else {
            return;
        };
        let Some(builtin) = self.module.members(block).get(index).and_then(|it| it.decorations.builtin)
        else {
            return;
        };
        let is_in = |row: &&(BuiltIn, BuiltIn)| row.0 == builtin || row.1 == builtin;
        let Some(&(one, each)) = OF_VIEWS.iter().find(is_in) else { return };
        let other = if builtin == one { each } else { one };
        let writes = &mut self.interface.view_writes;
        let before = writes.iter().find(|row| row.0 == other).map(|row| row.1);
        if !writes.iter().any(|row| row.0 == builtin) {
            writes.push((builtin, span));
            if let Some(before) = before {
                let message = "shader cannot write to both an output of a mesh and its form for each view";
                self.report.error(Code::FragmentOutputs, span, message);
                self.report.label(before, "first write here");
            }
        }
    }

    /// The number of views: `gl_MaxMeshViewCountNV`.
    pub(crate) fn view_count(&self) -> u32 {
        self.limit("gl_MaxMeshViewCountNV").max(1)
    }

    /// The storage class of a block that is `taskNV`: an output of the task shader, and an input of the mesh shader.
    pub(crate) fn task_memory(
        &mut self,
        word: Qualifier,
        qualifiers: &QualifierList,
        span: Span,
    ) -> Option<Storage> {
        let expected = match self.module.stage {
            Stage::Task => Qualifier::Out,
            Stage::Mesh => Qualifier::In,
            _ => {
                let message = "`taskNV` is allowed only in task and mesh shaders";
                self.report.error(Code::WrongStage, qualifiers.span, message);
                return None;
            }
        };
        if word != expected {
            let (expected, found) = (expected.text(), word.text());
            let message = format!("`taskNV` block must be `{expected}` here, found `{found}`");
            self.report.misplaced(qualifiers.span, message);
            return None;
        }
        if self.module.globals.values().any(|data| data.storage == Storage::TaskPayload) {
            self.report.error(Code::Redefinition, span, "shader has more than one `taskNV` block");
            return None;
        }
        self.module.execution.modes.insert(Modes::NV_MESH);
        Some(Storage::TaskPayload)
    }

    /// Gives a member that is `perviewNV`, or that is in a block of this kind, the number of views as its length.
    pub(crate) fn size_views(
        &mut self,
        member: &mut Member,
        qualifiers: &QualifierList,
        storage: Storage,
        span: Span,
    ) {
        let flags = member.decorations.qualifiers.union(qualifiers.flags);
        if !flags.contains(Qualifiers::PER_VIEW) || !self.check_views(storage, span) {
            return;
        }
        member.decorations.qualifiers.insert(Qualifiers::PER_VIEW);
        if let Some(ty) = self.with_views(member.ty, span) {
            member.ty = ty;
        }
    }

    /// Gives a variable that is `perviewNV` the number of views as the length of its second dimension.
    pub(crate) fn sized_by_views(
        &mut self,
        ty: Type,
        qualifiers: &QualifierList,
        declarator: Declarator,
    ) -> Type {
        if let Some(span) = qualifiers.task_memory {
            self.report.misplaced(span, "`taskNV` is allowed only on blocks");
        }
        if !qualifiers.flags.contains(Qualifiers::PER_VIEW) {
            return ty;
        }
        let storage =
            if qualifiers.storage == Some(Qualifier::Out) { Storage::Output } else { Storage::Private };
        if !self.check_views(storage, declarator.span) {
            return ty;
        }
        // An output of a mesh that is no array is an error of its own.
        let Some(element) = self.module.element(ty) else { return ty };
        let Some(element) = self.with_views(element, declarator.span) else { return ty };
        let data = match self.module.types.get(ty) {
            TypeData::Array { length, .. } => TypeData::Array { element, length },
            _ => TypeData::RuntimeArray { element },
        };
        self.module.types.intern(data)
    }

    /// Checks that an output can have a value for each primitive here, or an input behind it; gives whether it is so.
    pub(crate) fn check_per_primitive(&mut self, flags: Qualifiers, storage: Storage, span: Span) -> bool {
        let is_there = matches!(
            (self.module.stage, storage),
            (Stage::Mesh, Storage::Output) | (Stage::Fragment, Storage::Input)
        );
        let is_right = is_there || !flags.contains(Qualifiers::PER_PRIMITIVE);
        if !is_right {
            let word = Qualifier::PerPrimitive.text();
            let message =
                format!("`{word}` is allowed only on outputs of mesh shaders and inputs of fragment shaders");
            self.report.misplaced(span, message);
        }
        is_right
    }

    /// Checks that outputs can have a value for each view here.
    fn check_views(&mut self, storage: Storage, span: Span) -> bool {
        let can = (self.module.stage, storage) == (Stage::Mesh, Storage::Output);
        if !can {
            self.report.misplaced(span, "`perviewNV` is allowed only on outputs of mesh shaders");
        }
        can
    }

    /// A type whose outermost dimension counts views; `None` after an error, or if another dimension has no size.
    fn with_views(&mut self, ty: Type, span: Span) -> Option<Type> {
        let views = self.view_count();
        let (message, found) = match self.module.types.get(ty) {
            TypeData::RuntimeArray { element } if !self.module.is_unsized(element) => {
                return Some(self.module.types.array(element, views));
            }
            TypeData::Array { length: Length::Constant(length), .. } if length == views => return Some(ty),
            TypeData::Array { length: Length::Constant(length), .. } => {
                ("`perviewNV` array must have one element for each view", format!("{length}"))
            }
            TypeData::RuntimeArray { .. } => return None,
            _ => ("`perviewNV` output lacks the dimension of views", self.module.type_name(ty)),
        };
        let message = format!("{message}: expected {views} (`gl_MaxMeshViewCountNV`), found `{found}`");
        self.report.error(Code::ArraySize, span, message);
        None
    }

    /// The number of elements that an array has for each primitive: more than one in `gl_PrimitiveIndicesNV` alone.
    pub(crate) fn indices_per_primitive(&self, variable: &Variable) -> u32 {
        let builtin = variable.global().and_then(|global| self.module.globals[global].decorations.builtin);
        if builtin != Some(BuiltIn::PrimitiveIndices) {
            return 1;
        }
        match self.module.execution.output_primitive {
            Some(Primitive::Points) => 1,
            Some(Primitive::Lines) => 2,
            _ => 3,
        }
    }
}
