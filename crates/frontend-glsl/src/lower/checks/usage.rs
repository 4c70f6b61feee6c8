//! Static rules of usage: written vertices, the placement of calls, indices of blocks.

use crate::builtins::table::Lower;
use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::builtins::calls::Call;
use crate::lower::checks::interface::Interlock;
use crate::lower::expressions::places::Place;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use vitrum_glsl::features::Feature;
use vitrum_ir::{BuiltIn, Intrinsic, Operand, Qualifiers, Span, Stage, Storage, Type, TypeData};

impl Lowering<'_> {
    /// Checks that the version constructs matrices from matrices (GLSL 1.10 section 5.4.2 does not). ESSL 1.00 reserves
    /// them too, but its conformance tests use them.
    pub(crate) fn require_matrix_conversions(&mut self, span: Span) {
        if self.has(Feature::ArrayValues) || self.version().is_es() {
            return;
        }
        self.unsupported(span, "constructing matrices from matrices");
    }

    /// Marks an element of a tessellation control shader's output that belongs to another vertex.
    pub(crate) fn at_vertex(&mut self, mut place: Place, index: Expr) -> Place {
        if self.module.stage != Stage::TessControl || place.storage != Storage::Output || !place.is_whole() {
            return place;
        }
        let qualifiers = place.variable.and_then(|id| self.variables.get(id)).map(|it| it.qualifiers);
        if !qualifiers.is_some_and(|qualifiers| self.module.is_per_vertex(Storage::Output, qualifiers)) {
            return place;
        }
        let is_patch = self.is_patch_builtin(&place);
        place.other_vertex = !is_patch && !self.is_builtin(index, BuiltIn::InvocationId);
        place
    }

    fn is_patch_builtin(&self, place: &Place) -> bool {
        let global = place.base.global().map(|global| &self.module.globals[global].decorations);
        global.is_some_and(|it| it.builtin.is_some() || it.qualifiers.contains(Qualifiers::PATCH))
    }

    /// True if an expression is just the name of this built-in variable.
    fn is_builtin(&self, expr: Expr, builtin: BuiltIn) -> bool {
        let ExprKind::Place(id) = expr.kind else { return false };
        let Some(place) = self.places.get(id).filter(Place::is_whole) else { return false };
        place
            .base
            .global()
            .is_some_and(|global| self.module.globals[global].decorations.builtin == Some(builtin))
    }

    /// Checks that indices of arrays of blocks are constant in old versions (GLSL 3.30 section 4.3.7, ESSL 3.10 section
    /// 4.3.9).
    pub(crate) fn check_block_index(&mut self, place: &Place, element: Type, index: Operand, span: Span) {
        let block = matches!(place.storage, Storage::Uniform | Storage::Buffer)
            && place.is_whole()
            && matches!(self.module.types.get(element), TypeData::Struct(_))
            && place.base.global().is_some_and(|global| self.module.globals[global].block.is_some());
        if !block || index.constant().is_some() || self.has(Feature::UniformBlockIndex) {
            return;
        }
        let version = self.version();
        let message =
            format!("index of an array of blocks must be a constant expression in version {version}");
        self.report.error(Code::VersionLacks, span, message);
    }

    /// Checks the placement of a call of a built-in function.
    pub(crate) fn check_call_context(&mut self, call: &Call<'_>) {
        let name = call.row.name;
        match call.row.lower {
            Lower::ControlBarrier(_) if self.module.stage == Stage::TessControl => {
                self.check_straight_line(name, call.span);
            }
            Lower::Intrinsic(intrinsic @ (Intrinsic::BeginInterlock | Intrinsic::EndInterlock))
                if self.check_straight_line(name, call.span) =>
            {
                self.check_interlock(name, intrinsic == Intrinsic::BeginInterlock, call.span);
            }
            _ => {}
        }
    }

    /// Checks that a call is in `main`, outside of control flow, and before any `return` (GLSL 4.60 section 8.16,
    /// `GL_ARB_fragment_shader_interlock`).
    fn check_straight_line(&mut self, name: &str, span: Span) -> bool {
        let wrong = if self.cursor.function != self.entry.function {
            "outside of `main`"
        } else if !self.body.is_straight_line() {
            "within control flow"
        } else if self.body.returns {
            "after a `return`"
        } else {
            return true;
        };
        self.report.error(Code::MisplacedCall, span, format!("`{name}` cannot be called {wrong}"));
        false
    }

    /// Checks that the critical section begins and ends once.
    fn check_interlock(&mut self, name: &str, begins: bool, span: Span) {
        let wrong = match (begins, self.interface.interlock) {
            (true, Interlock::Before) | (false, Interlock::Within) => None,
            (true, _) | (false, Interlock::After) => Some("is called twice".to_owned()),
            (false, Interlock::Before) => {
                Some(format!("is called before `{}`", name.replacen("end", "begin", 1)))
            }
        };
        self.interface.interlock = if begins { Interlock::Within } else { Interlock::After };
        if let Some(wrong) = wrong {
            self.report.error(Code::MisplacedCall, span, format!("`{name}` {wrong}"));
        }
    }
}
