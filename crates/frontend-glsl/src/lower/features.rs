//! Which constructs the version and the enabled extensions have.

use super::Lowering;
use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::parser::BinaryOp;
use crate::version::NEVER;
use vitrum_ir::{Span, Stage, Type, TypeData};

impl Lowering<'_> {
    fn since(&self, desktop: u16, es: u16) -> bool {
        self.dialect.version.at_least(desktop, es)
    }

    /// `%`, `&`, `|`, `^`, `~`, `<<`, `>>`.
    pub(crate) fn has_integer_operators(&self) -> bool {
        self.since(130, 300) || self.enabled(Extension::ExtGpuShader4)
    }

    /// Reports an integer operator of a version that has none.
    pub(crate) fn require_integer_operators(&mut self, operator: BinaryOp, span: Span) {
        let (version, text) = (self.dialect.version, operator.text());
        self.error(Code::VersionLacks, span, format!("version {version} has no operator `{text}`"));
    }

    /// Arrays as values: constructors and initialisers.
    pub(crate) fn has_array_values(&self) -> bool {
        self.since(120, 300)
    }

    /// Calls of built-in functions in constant expressions.
    pub(crate) fn has_constant_calls(&self) -> bool {
        self.since(120, 100)
    }

    /// Arrays of arrays.
    pub(crate) fn has_arrays_of_arrays(&self) -> bool {
        self.since(430, 310) || self.enabled(Extension::ArbArraysOfArrays)
    }

    /// Swizzles of scalars.
    pub(crate) fn has_scalar_swizzles(&self) -> bool {
        self.since(420, NEVER) || self.enabled(Extension::ArbShadingLanguage420pack)
    }

    /// Local `const` variables whose value is no constant expression.
    pub(crate) fn has_runtime_constants(&self) -> bool {
        self.since(420, NEVER) || self.enabled(Extension::ArbShadingLanguage420pack)
    }

    /// Global initialisers that are no constant expressions.
    pub(crate) fn has_runtime_initializers(&self) -> bool {
        self.since(110, NEVER) || self.enabled(Extension::ExtShaderNonConstantGlobalInitializers)
    }

    /// Initial values of uniforms.
    pub(crate) fn has_uniform_initializers(&self) -> bool {
        self.since(120, NEVER)
    }

    /// A last label of a `switch` without a statement: each family forbade it first, then allowed it, then forbade it
    /// again.
    pub(crate) fn has_empty_cases(&self) -> bool {
        let version = self.dialect.version;
        if version.is_es() { version.number == 310 } else { (440..460).contains(&version.number) }
    }

    /// Structs that are defined within a struct (GLSL 1.10; GLSL 4.60 section 4.1.8 has none).
    pub(crate) fn has_structs_in_structs(&self) -> bool {
        self.dialect.version.number < 120 && !self.dialect.version.is_es()
    }

    /// Prototypes in function bodies.
    pub(crate) fn has_local_prototypes(&self) -> bool {
        self.dialect.version.number == 110
    }

    /// Uniform blocks.
    pub(crate) fn has_uniform_blocks(&self) -> bool {
        self.since(140, 300) || self.enabled(Extension::ArbUniformBufferObject)
    }

    /// Buffer blocks.
    pub(crate) fn has_buffer_blocks(&self) -> bool {
        self.since(430, 310) || self.enabled(Extension::ArbShaderStorageBufferObject)
    }

    /// Input and output blocks.
    pub(crate) fn has_io_blocks(&self) -> bool {
        self.since(150, 320)
            || self.enabled(Extension::ExtShaderIoBlocks)
            || self.enabled(Extension::OesShaderIoBlocks)
            || self.enabled(Extension::ExtGeometryShader)
            || self.enabled(Extension::OesGeometryShader)
            || self.enabled(Extension::ExtTessellationShader)
            || self.enabled(Extension::OesTessellationShader)
            || self.enabled(Extension::AndroidExtensionPackEs31a)
    }

    /// Global variables that are `in` and `out`.
    pub(crate) fn has_in_and_out(&self) -> bool {
        self.since(130, 300)
            || self.enabled(Extension::ArbExplicitAttribLocation)
            || self.enabled(Extension::ArbFragmentCoordConventions)
            || self.enabled(Extension::ArbSeparateShaderObjects)
            || self.enabled(Extension::ExtGpuShader4)
    }

    /// Inputs of a vertex shader that are doubles.
    pub(crate) fn has_double_attributes(&self) -> bool {
        self.since(410, NEVER)
            || self.enabled(Extension::ArbVertexAttrib64bit)
            || self.dialect.has_vulkan_words()
    }

    /// Uniform blocks of any layout (`GL_EXT_scalar_block_layout`).
    pub(crate) fn has_vulkan_layouts(&self) -> bool {
        self.dialect.has_vulkan_words() || self.enabled(Extension::ExtScalarBlockLayout)
    }

    /// Several `layout(...)` in one declaration.
    pub(crate) fn has_repeated_layouts(&self) -> bool {
        self.has_free_qualifier_order()
    }

    /// The same layout qualifier more than once in a declaration.
    pub(crate) fn has_overridden_layouts(&self) -> bool {
        self.since(440, 300) || self.enabled(Extension::ArbEnhancedLayouts)
    }

    /// Layout qualifiers whose value is more than a number.
    pub(crate) fn has_layout_expressions(&self) -> bool {
        self.since(440, 310) || self.enabled(Extension::ArbEnhancedLayouts) || self.dialect.has_vulkan_words()
    }

    /// Arrays of blocks whose index is no constant expression.
    pub(crate) fn has_dynamic_blocks(&self) -> bool {
        self.since(400, 320)
            || self.enabled(Extension::ArbGpuShader5)
            || self.enabled(Extension::ExtGpuShader5)
            || self.enabled(Extension::OesGpuShader5)
            || self.enabled(Extension::AndroidExtensionPackEs31a)
    }

    /// Fragment outputs that are read too.
    pub(crate) fn has_framebuffer_fetch(&self) -> bool {
        self.enabled(Extension::ExtShaderFramebufferFetch)
            || self.enabled(Extension::ExtShaderFramebufferFetchNonCoherent)
    }

    /// Arrays of samplers and the like whose index is no constant expression. ESSL 1.00 lets loop counters through,
    /// which are not known here, so it is not checked there.
    pub(crate) fn has_dynamic_samplers(&self) -> bool {
        self.since(400, 320)
            || self.dialect.version.number < 130
            || self.enabled(Extension::ArbGpuShader5)
            || self.enabled(Extension::ExtGpuShader5)
            || self.enabled(Extension::OesGpuShader5)
            || self.enabled(Extension::AndroidExtensionPackEs31a)
    }

    /// Images and atomic counters came to the desktop with indices of any kind (`GL_ARB_shader_image_load_store`,
    /// section 4.1.X, and `GL_ARB_shader_atomic_counters`, section 5.6).
    pub(crate) fn is_indexed_anyhow(&self, element: Type) -> bool {
        if self.dialect.version.is_es() {
            return false;
        }
        match self.module.types.get(self.innermost(element)) {
            TypeData::AtomicCounter => true,
            TypeData::Image(image) => image.storage,
            _ => false,
        }
    }

    /// Indices of subroutines that the author chooses.
    pub(crate) fn has_subroutine_indices(&self) -> bool {
        self.since(430, NEVER) || self.enabled(Extension::ArbExplicitUniformLocation)
    }

    /// Qualifiers in any order.
    pub(crate) fn has_free_qualifier_order(&self) -> bool {
        self.since(420, 310) || self.enabled(Extension::ArbShadingLanguage420pack)
    }

    /// Initialisers in braces.
    pub(crate) fn has_initializer_lists(&self) -> bool {
        self.since(420, NEVER) || self.enabled(Extension::ArbShadingLanguage420pack)
    }

    /// `invariant` on what another shader gave, which once had to be said on both sides (GLSL 1.50 section 4.6.1);
    /// what a vertex shader gets was never computed by one.
    pub(crate) fn has_invariant_inputs(&self) -> bool {
        let version = self.dialect.version;
        let both = version.number == 100 || !version.is_es() && version.number < 420;
        both && self.module.stage != Stage::Vertex
    }

    /// `length()` of arrays that get their size later: it is no constant expression (GLSL 4.60 section 4.1.9).
    pub(crate) fn has_late_lengths(&self) -> bool {
        !self.dialect.version.is_es() && self.has_buffer_blocks()
    }

    /// Images without a format that are read.
    pub(crate) fn has_formatted_loads(&self) -> bool {
        self.enabled(Extension::ExtShaderImageLoadFormatted)
    }

    /// Arrays of descriptors without a size.
    pub(crate) fn has_runtime_descriptor_arrays(&self) -> bool {
        self.enabled(Extension::ExtNonuniformQualifier)
    }
}
