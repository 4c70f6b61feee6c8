//! Constructs that not every version has: a row each, with the first versions and the extensions that bring it.
//!
//! A feature that is one function, variable, type or qualifier takes its versions from that row.

use crate::builtins::all_rows;
use crate::builtins::pattern::Kinds;
use crate::builtins::table::{Since, extension, since};
use crate::builtins::variables::VARIABLES;
use crate::extensions::Extension;
use crate::hash::same;
use crate::stages::Stages;
use crate::version::{NEVER, Version};
use crate::words;
use vitrum_ir::Stage;

/// The row of a feature.
#[derive(Clone, Copy, Debug)]
pub struct FeatureInfo {
    /// Its name in messages: "GLSL 1.10 has no ...".
    pub what: &'static str,
    /// The first versions, and extensions any of which brings it to versions before.
    pub since: Since,
    /// Extensions that bring it too, the best first, each with the first versions in which a printer asks for it.
    pub asked: &'static [Asked],
}

/// An extension that a printer may ask for.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// The extension.
    pub extension: Extension,
    /// First desktop version.
    pub desktop: u16,
    /// First ES version.
    pub es: u16,
}

impl Asked {
    /// True if there is a version in which a printer asks for it.
    pub const fn is_ever(&self) -> bool {
        self.desktop != NEVER || self.es != NEVER
    }
}

const fn asked(extension: Extension, versions: Option<(u16, u16)>) -> Asked {
    let info = extension.info();
    let (desktop, es) = match versions {
        Some(versions) => versions,
        None => info.asked,
    };
    Asked { extension, desktop, es }
}

/// No version: the extension brings a feature, but what it brings can be spelled out.
const SPELLED_OUT: (u16, u16) = (NEVER, NEVER);

macro_rules! first {
    () => {
        None
    };
    ($versions:expr) => {
        Some($versions)
    };
}

macro_rules! features {
    ($($variant:ident $what:literal $since:expr, [$($extension:ident $(@ $versions:expr)?),*];)*) => {
        /// Something that not every version has.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Feature { $(#[doc = $what] $variant),* }

        impl Feature {
            /// Every feature, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its row.
            #[inline]
            pub fn info(self) -> &'static FeatureInfo {
                use Extension::*;
                static ROWS: &[FeatureInfo] = &[$(FeatureInfo {
                    what: $what,
                    since: $since,
                    asked: &[$(asked($extension, first!($($versions)?))),*],
                }),*];
                // One row for each variant, in order.
                &ROWS[self as usize]
            }
        }
    };
}

/// The versions of the first row of a function for components of `kinds`.
const fn function(name: &str, kinds: Kinds) -> Since {
    let rows = all_rows();
    let mut index = 0;
    while !(same(rows[index].name.as_bytes(), name.as_bytes()) && rows[index].kinds.meets(kinds)) {
        index += 1;
    }
    rows[index].since
}

/// The versions of a variable in a stage.
const fn variable(name: &str, stage: Stage) -> Since {
    let mut index = 0;
    while !(same(VARIABLES[index].name.as_bytes(), name.as_bytes())
        && VARIABLES[index].since.stages.contains(Stages::of(stage)))
    {
        index += 1;
    }
    VARIABLES[index].since
}

/// The versions of a word.
const fn word(text: &str) -> Since {
    let mut index = 0;
    while !same(words::word(index).text.as_bytes(), text.as_bytes()) {
        index += 1;
    }
    words::word(index).availability.since()
}

features! {
    // Stages.
    Geometry "geometry shaders" since(150, 320), [ExtGeometryShader];
    Tessellation "tessellation shaders" since(400, 320), [ArbTessellationShader, ExtTessellationShader];
    Compute "compute shaders" since(430, 310).or(&[ArbComputeShader]), [ArbComputeShader];
    RayTracing "ray tracing shaders" since(460, NEVER), [];
    Mesh "mesh and task shaders" since(450, NEVER), [];
    // Types.
    Unsigned "unsigned integers" word("uint"), [];
    Double "double precision" word("double"), [];
    DoubleInput "inputs of double precision" since(410, NEVER).or(&[ArbVertexAttrib64bit]), [ArbVertexAttrib64bit];
    IntegerInterface "integers as inputs and outputs" since(130, 300), [];
    InputArray "arrays as inputs of vertex shaders" since(150, NEVER), [];
    Int64 "64-bit integers" since(NEVER, NEVER), [ArbGpuShaderInt64, ExtShaderExplicitArithmeticTypesInt64];
    SmallNumbers "numbers of 8 and 16 bits" since(450, NEVER), [];
    Rectangular "matrices that are not square" word("mat2x3"), [];
    ArrayValues "arrays as values" since(120, 300), [];
    ArraysOfArrays "arrays of arrays" since(430, 310).or(&[ArbArraysOfArrays]), [];
    Texture1D "one-dimensional textures" word("sampler1D"), [];
    Texture3D "three-dimensional textures" word("sampler3D"), [OesTexture3d];
    TextureArray "texture arrays" word("sampler2DArray"), [ExtTextureArray];
    TextureCubeArray "arrays of cube textures" word("samplerCubeArray"), [ArbTextureCubeMapArray, ExtTextureCubeMapArray];
    TextureRect "rectangle textures" since(140, NEVER), [ArbTextureRectangle];
    TextureRectInteger "integer rectangle textures" word("isampler2DRect"), [];
    TextureBuffer "buffer textures" word("samplerBuffer"), [ExtTextureBuffer];
    TextureMultisample "multisampled textures" word("sampler2DMS"), [];
    TextureMultisampleArray "arrays of multisampled textures" word("sampler2DMSArray"), [OesTextureStorageMultisample2dArray];
    TextureInteger "integer textures" word("isampler2D"), [];
    TextureShadow "shadow samplers" word("sampler2DShadow"), [ExtShadowSamplers];
    TextureShadowCube "shadow samplers of cubes" word("samplerCubeShadow"), [];
    TextureExternal "external textures" word("samplerExternalOES"), [OesEglImageExternalEssl3, OesEglImageExternal];
    YuvTarget "YUV textures and outputs" word("__samplerExternal2DY2YEXT"), [ExtYuvTarget];
    Image "images" word("image2D"), [ArbShaderImageLoadStore];
    ImageBuffer "buffer images" word("imageBuffer"), [ArbShaderImageLoadStore, ExtTextureBuffer];
    ImageCubeArray "arrays of cube images" word("imageCubeArray"), [ArbShaderImageLoadStore, ExtTextureCubeMapArray];
    ImageDesktop "images of this shape" word("image1D"), [ArbShaderImageLoadStore];
    ImageFormatDesktop "images of this format" since(420, NEVER), [ArbShaderImageLoadStore];
    ImageFormatless "images without a format" since(150, NEVER), [];
    ImageSamples "counts of samples of images" function("imageSamples", Kinds::F32), [ArbShaderTextureImageSamples @ (430, NEVER)];
    ImageAtomicFloat "atomic operations on images of floats" since(450, 320), [];
    ImageReadWrite "images of this format that are both read and written" since(420, NEVER), [ArbShaderImageLoadStore];
    ImageAtomic "atomic operations on images" function("imageAtomicAdd", Kinds::I32), [ArbShaderImageLoadStore, OesShaderImageAtomic];
    ImageSize "sizes of images" function("imageSize", Kinds::F32), [ArbShaderImageSize];
    AtomicCounter "atomic counters" word("atomic_uint"), [ArbShaderAtomicCounters];
    AtomicCounterOps "operations of atomic counters but to add and subtract one" function("atomicCounterAdd", Kinds::U32), [ArbShaderAtomicCounterOps];
    OpaqueIndex "variable indices of arrays of samplers and images" since(400, 320).or(&[ArbGpuShader5, ExtGpuShader5, OesGpuShader5, AndroidExtensionPackEs31a]), [ExtGpuShader5];
    UniformBlockIndex "variable indices of arrays of uniform blocks" since(400, 320).or(&[ArbGpuShader5, ExtGpuShader5, OesGpuShader5, AndroidExtensionPackEs31a]), [ArbGpuShader5, ExtGpuShader5];
    StorageBlockIndex "variable indices of arrays of storage blocks" since(430, NEVER), [];
    UnsizedResources "arrays of resources of no known size" since(NEVER, NEVER), [];
    OutputIndex "variable indices of outputs" since(110, NEVER), [];
    SpecializedIndex "indices beyond what a specialisation constant says unless specialised" since(NEVER, NEVER), [];
    // Blocks and storage.
    DeclaredOutput "arrays of outputs that are declared" since(130, 300), [];
    UniformBlock "uniform blocks" since(140, 300).or(&[ArbUniformBufferObject]), [];
    StorageBlock "storage blocks" since(430, 310).or(&[ArbShaderStorageBufferObject]), [];
    InterfaceBlock "blocks of inputs and outputs" since(150, 320).or(&[ExtShaderIoBlocks, OesShaderIoBlocks, ExtGeometryShader, OesGeometryShader, ExtTessellationShader, OesTessellationShader, AndroidExtensionPackEs31a]), [ExtShaderIoBlocks];
    PerVertexBlock "built-in blocks that are declared again" since(410, 320), [ArbSeparateShaderObjects @ (150, NEVER), ExtShaderIoBlocks];
    UniformInitializer "initialised uniforms" since(120, NEVER), [];
    GlobalInitializer "globals initialised with what is not constant" since(110, NEVER).or(&[ExtShaderNonConstantGlobalInitializers]), [];
    // Qualifiers and layouts.
    Flat "flat interpolation" word("flat"), [];
    NoPerspective "interpolation without perspective" word("noperspective"), [NvShaderNoperspectiveInterpolation];
    Centroid "centroid interpolation" word("centroid"), [];
    PerSample "interpolation per sample" word("sample"), [OesShaderMultisampleInterpolation];
    Precise "precise arithmetic" word("precise"), [ExtGpuShader5];
    Invariant "invariant outputs" word("invariant"), [];
    Component "components of locations" since(440, NEVER).or(&[ArbEnhancedLayouts]), [ArbEnhancedLayouts @ (410, NEVER)];
    SecondSource "a second source of blending" since(330, NEVER).or(&[ArbExplicitAttribLocation, ArbBlendFuncExtended, ArbExplicitUniformLocation, ExtBlendFuncExtended]), [ExtBlendFuncExtended @ (NEVER, 300)];
    TransformFeedback "transform feedback layouts" since(440, NEVER).or(&[ArbEnhancedLayouts]), [ArbEnhancedLayouts @ (150, NEVER)];
    Location "layout qualifiers of locations" since(330, 300).or(&[ArbExplicitAttribLocation, ArbExplicitUniformLocation, ArbSeparateShaderObjects, ExtSeparateShaderObjects]), [];
    InterfaceLocation "locations of inputs and outputs" since(330, 300).or(&[ArbExplicitAttribLocation, ArbSeparateShaderObjects, ExtSeparateShaderObjects]), [];
    VaryingLocation "locations between stages" since(410, 310).or(&[ArbSeparateShaderObjects, ExtSeparateShaderObjects]), [];
    UniformLocation "locations of uniforms" since(430, 310).or(&[ArbExplicitUniformLocation]), [];
    MemberLocation "locations of members" since(440, 310), [];
    Binding "bindings" since(420, 310).or(&[ArbShadingLanguage420pack, ArbShaderAtomicCounters, ArbShaderStorageBufferObject]), [];
    CounterOffset "offsets of atomic counters" since(420, 310).or(&[ArbShaderAtomicCounters, ArbEnhancedLayouts]), [];
    MemberOffset "offsets and alignments of members" since(440, NEVER), [ArbEnhancedLayouts @ (140, NEVER)];
    Streams "streams of vertices" function("EmitStreamVertex", Kinds::F32), [];
    EarlyTests "early fragment tests" since(420, 310), [ArbShaderImageLoadStore];
    DepthLayout "layouts of the depth" since(420, NEVER), [ArbConservativeDepth];
    FragCoordLayout "layouts of the fragment's coordinate" since(150, NEVER), [ArbFragmentCoordConventions];
    BlendEquations "advanced blend equations" since(NEVER, 320), [KhrBlendEquationAdvanced];
    Invocations "several invocations of a geometry shader" since(400, 320), [ExtGeometryShader];
    PostDepthCoverage "coverage after the depth test" since(NEVER, NEVER), [ArbPostDepthCoverage, ExtPostDepthCoverage];
    MemberOrder "members that lie before those in front of them" since(NEVER, NEVER), [];
    NullInitializer "initialised shared variables" since(NEVER, NEVER), [ExtNullInitializer];
    BlockArraysOfArrays "arrays of arrays of blocks" since(430, NEVER), [];
    DrawBuffers "several colours" since(110, 300), [ExtDrawBuffers];
    ScalarLayout "the scalar layout" since(NEVER, NEVER), [ExtScalarBlockLayout];
    // Control flow.
    Switch "switches" word("switch"), [];
    // Operations.
    IntegerOperators "bitwise and modulus operators" since(130, 300).or(&[ExtGpuShader4]), [];
    IntegerFunctions "functions of integers" function("abs", Kinds::S), [];
    Rounding "this rounding function" function("trunc", Kinds::F32), [ExtGpuShader4 @ SPELLED_OUT];
    Hyperbolic "hyperbolic functions" function("sinh", Kinds::F32), [];
    NanTests "tests for infinities and NaN" function("isnan", Kinds::F32), [];
    Transpose "transposed and outer products" function("transpose", Kinds::F32), [];
    Determinant "determinants" function("determinant", Kinds::F32), [];
    Inverse "inverse matrices" function("inverse", Kinds::F32), [];
    Fma "fused multiplication and addition" function("fma", Kinds::F32), [ExtGpuShader5, ArbGpuShaderFp64 @ SPELLED_OUT];
    Modf "modf" function("modf", Kinds::F32), [];
    Ldexp "frexp and ldexp" function("ldexp", Kinds::F32), [ArbGpuShaderFp64 @ SPELLED_OUT];
    BitCasts "bits of floats" function("floatBitsToInt", Kinds::F32), [];
    PackPairs "packing of pairs" function("packHalf2x16", Kinds::F32), [];
    PackUnormPair "packing of normalised pairs" function("packUnorm2x16", Kinds::F32), [];
    PackBytes "packing of bytes" function("packUnorm4x8", Kinds::F32), [];
    BitFields "operations on bit fields" function("bitCount", Kinds::S), [];
    SelectVector "selection by vectors of bools" since(130, 300), [];
    SelectVectorInteger "selection of integers by vectors of bools" function("mix", Kinds::B), [];
    Derivatives "derivatives" function("dFdx", Kinds::F32), [OesStandardDerivatives];
    DerivativeControl "fine and coarse derivatives" function("dFdxFine", Kinds::F32), [ArbDerivativeControl];
    Interpolate "interpolation functions" function("interpolateAtCentroid", Kinds::F32), [OesShaderMultisampleInterpolation @ (NEVER, 310)];
    TextureLodFragment "lookups of a level in fragment shaders" since(130, 300), [ArbShaderTextureLod, ExtShaderTextureLod];
    TextureGrad "lookups with gradients" function("textureGrad", Kinds::F32), [ArbShaderTextureLod, ExtShaderTextureLod];
    TextureOffset "lookups with offsets" function("textureOffset", Kinds::F32), [];
    TexelFetch "fetches of texels" function("texelFetch", Kinds::F32), [];
    TextureSize "sizes of textures" function("textureSize", Kinds::F32), [];
    TextureGather "gathers of texels" function("textureGather", Kinds::F32), [ArbTextureGather];
    TextureGatherMore "gathers of other components and of references" since(400, 310), [ArbGpuShader5];
    TextureGatherOffsets "gathers with several or variable offsets" function("textureGatherOffsets", Kinds::F32), [ArbGpuShader5, ExtGpuShader5];
    TextureLevels "counts of texture levels" function("textureQueryLevels", Kinds::F32), [];
    TextureSamples "counts of texture samples" function("textureSamples", Kinds::F32), [ArbShaderTextureImageSamples @ (150, NEVER)];
    TextureQueryLod "queries of the level" function("textureQueryLod", Kinds::F32), [ArbTextureQueryLod, ExtTextureQueryLod];
    TextureLodClamp "clamped lookups" since(NEVER, NEVER), [ArbSparseTextureClamp];
    TextureSparse "sparse textures" since(NEVER, NEVER), [ArbSparseTexture2];
    TextureShadowLod "levels of shadow lookups of this shape" since(NEVER, NEVER), [ExtTextureShadowLod];
    Votes "votes of invocations" function("anyInvocation", Kinds::F32), [ArbShaderGroupVote];
    Barriers "memory barriers" function("memoryBarrier", Kinds::F32), [ArbShaderImageLoadStore];
    BarrierKinds "memory barriers of one kind" since(430, 310), [ArbComputeShader];
    Broadcast "broadcasts of what a variable chooses" since(NEVER, NEVER), [];
    ControlBarriers "barriers" function("barrier", Kinds::F32), [ArbTessellationShader, ArbComputeShader];
    // Built-in variables.
    VertexId "the number of the vertex" variable("gl_VertexID", Stage::Vertex), [];
    InstanceId "the number of the instance" variable("gl_InstanceID", Stage::Vertex), [];
    PointCoord "coordinates within points" variable("gl_PointCoord", Stage::Fragment), [];
    FragDepth "the depth as an output" variable("gl_FragDepth", Stage::Fragment), [ExtFragDepth];
    ClipDistance "clip distances" variable("gl_ClipDistance", Stage::Vertex), [ExtClipCullDistance];
    CullDistance "cull distances" variable("gl_CullDistance", Stage::Vertex), [ArbCullDistance, ExtClipCullDistance];
    PointSize "sizes of points in this stage" variable("gl_PointSize", Stage::Geometry), [ExtGeometryPointSize];
    PointSizeTessellation "sizes of points in this stage" variable("gl_PointSize", Stage::TessControl), [ExtTessellationPointSize];
    PrimitiveId "the number of the primitive" variable("gl_PrimitiveID", Stage::Fragment), [ExtGeometryShader];
    Layer "the layer" variable("gl_Layer", Stage::Fragment), [ExtGeometryShader];
    ViewportIndex "the number of the viewport" variable("gl_ViewportIndex", Stage::Fragment), [];
    ViewportIndexOutput "the number of the viewport" variable("gl_ViewportIndex", Stage::Geometry), [ArbViewportArray];
    SampleVariables "the number and position of the sample" variable("gl_SampleID", Stage::Fragment), [ArbSampleShading, OesSampleVariables];
    SampleMaskInput "the mask of samples as an input" variable("gl_SampleMaskIn", Stage::Fragment), [OesSampleVariables];
    ViewportAnywhere "viewports and layers outside of geometry shaders" since(410, NEVER), [];
    HelperInvocation "helper invocations" variable("gl_HelperInvocation", Stage::Fragment), [];
    NumSamples "the number of samples" variable("gl_NumSamples", Stage::Fragment), [ArbSampleShading, OesSampleVariables];
    DrawParameters "parameters of draws" variable("gl_BaseVertex", Stage::Vertex), [];
    StencilExport "the stencil reference as an output" variable("gl_FragStencilRefARB", Stage::Fragment), [ArbShaderStencilExport];
    Multiview "views" since(NEVER, NEVER), [ExtMultiview];
    FixedFunction "variables of the fixed functions" since(NEVER, NEVER), [];
    LastFrag "the framebuffer's values" since(NEVER, NEVER).or(&[ExtShaderFramebufferFetch, ExtShaderFramebufferFetchNonCoherent]), [ExtShaderFramebufferFetch];
    LastFragVariable "the framebuffer's values as a variable" since(NEVER, NEVER), [];
    // Features of Vulkan GLSL alone.
    Vulkan "resources of Vulkan" since(NEVER, NEVER), [];
    BoundingBox "the bounding box of a primitive" variable("gl_BoundingBox", Stage::TessControl), [ExtPrimitiveBoundingBox];
    // Features that the printer never uses.
    ConstantCalls "calls of functions in constant expressions" since(120, 100), [];
    ScalarSwizzles "swizzles of scalars" since(420, NEVER).or(&[ArbShadingLanguage420pack]), [];
    RuntimeConstants "constants of no constant value" since(420, NEVER).or(&[ArbShadingLanguage420pack]), [];
    InitializerLists "initialisers in braces" since(420, NEVER).or(&[ArbShadingLanguage420pack]), [];
    FreeQualifierOrder "qualifiers in any order" since(420, 310).or(&[ArbShadingLanguage420pack]), [];
    InAndOut "inputs and outputs that are `in` and `out`" since(130, 300).or(&[ArbExplicitAttribLocation, ArbFragmentCoordConventions, ArbSeparateShaderObjects, ExtGpuShader4]), [];
    OverriddenLayouts "layout qualifiers that are said twice" since(440, 300).or(&[ArbEnhancedLayouts]), [];
    LayoutExpressions "layout qualifiers that are expressions" since(440, 310).or(&[ArbEnhancedLayouts]), [];
    SubroutineIndices "indices of subroutines" since(430, NEVER).or(&[ArbExplicitUniformLocation]), [];
    FormattedLoads "reads of images without a format" extension(&[ExtShaderImageLoadFormatted]), [];
    RuntimeDescriptorArrays "arrays of resources that have no size" extension(&[ExtNonuniformQualifier]), [];
}

impl Feature {
    /// True if a version has it without an extension.
    #[inline]
    pub fn is_in(self, version: Version) -> bool {
        let Since { desktop, es, .. } = self.info().since;
        version.at_least(desktop, es)
    }

    /// True if a version has it, or has it by an extension that may be asked for.
    pub fn is_available_in(self, version: Version) -> bool {
        self.is_in(version) || self.info().asked.iter().any(|asked| version.at_least(asked.desktop, asked.es))
    }

    /// True if there is a version that has it, perhaps by an extension.
    pub fn is_anywhere(self) -> bool {
        let Since { desktop, es, .. } = self.info().since;
        desktop != NEVER || es != NEVER || self.extensions().next().is_some()
    }

    /// The extensions that bring it.
    pub fn extensions(self) -> impl Iterator<Item = Extension> {
        let info = self.info();
        info.since.extensions.iter().copied().chain(info.asked.iter().map(|asked| asked.extension))
    }
}
