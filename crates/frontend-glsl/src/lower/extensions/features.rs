//! Features: constructs that the version or an enabled extension has.

use crate::lower::Lowering;
use crate::lower::queries::ModuleQueries;
use crate::parser::BinaryOp;
use vitrum_glsl::features::Feature;
use vitrum_ir::{Span, Stage, Type, TypeData};

impl Lowering<'_> {
    /// True if the version or an enabled extension has a feature.
    pub(crate) fn has(&self, feature: Feature) -> bool {
        feature.is_in(self.version()) || feature.extensions().any(|extension| self.enabled(extension))
    }

    /// Reports an integer operator of a version that has none.
    pub(crate) fn require_integer_operators(&mut self, operator: BinaryOp, span: Span) {
        self.unsupported(span, &format!("operator `{}`", operator.text()));
    }

    /// True if inputs of a vertex shader may be doubles.
    pub(crate) fn has_double_attributes(&self) -> bool {
        self.has(Feature::DoubleInput) || self.settings.dialect.has_vulkan_words()
    }

    /// True if values of layout qualifiers may be constant expressions.
    pub(crate) fn has_layout_expressions(&self) -> bool {
        self.has(Feature::LayoutExpressions) || self.settings.dialect.has_vulkan_words()
    }

    /// True if arrays of opaque types may have dynamic indices. ESSL 1.00 allows loop variables, which are not
    /// recognised here, so it is not checked there.
    pub(crate) fn has_dynamic_samplers(&self) -> bool {
        !Feature::ConstantOpaqueIndex.is_in(self.version())
            || self.has(Feature::OpaqueIndex)
            || self.has_handles()
    }

    /// True for images and atomic counters on the desktop, which always had dynamic indices
    /// (`GL_ARB_shader_image_load_store`, section 4.1.X, and `GL_ARB_shader_atomic_counters`, section 5.6).
    pub(crate) fn is_indexed_anyhow(&self, element: Type) -> bool {
        if self.version().is_es() {
            return false;
        }
        match self.module.types.get(self.module.innermost(element)) {
            TypeData::AtomicCounter => true,
            TypeData::Image(image) => image.storage,
            _ => false,
        }
    }

    /// True if inputs may be `invariant`: old versions demanded it on both sides (GLSL 1.50 section 4.6.1). Inputs of a
    /// vertex shader are not computed by a shader.
    pub(crate) fn has_invariant_inputs(&self) -> bool {
        !Feature::OutputInvariance.is_in(self.version()) && self.module.stage != Stage::Vertex
    }

    /// True if `length()` works on arrays before their size is known; it is no constant expression (GLSL 4.60 section
    /// 4.1.9).
    pub(crate) fn has_late_lengths(&self) -> bool {
        !self.version().is_es() && self.has(Feature::StorageBlock)
    }
}
