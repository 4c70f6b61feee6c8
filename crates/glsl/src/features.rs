//! Constructs that some versions lack: a row each, with the first versions and the extensions that add them.
//!
//! A feature that is a single function, variable, type or qualifier takes its versions from the row of that.

use crate::builtins::all_rows;
use crate::builtins::pattern::Kinds;
use crate::builtins::table::{Since, extension, since};
use crate::builtins::variables::VARIABLES;
use crate::extensions::Extension;
use crate::hash::same;
use crate::stages::Stages;
use crate::version::{Dialect, NEVER, Version};
use crate::words;
use vitrum_ir::{Scalar, Stage};

/// The row of a feature.
#[derive(Clone, Copy, Debug)]
pub struct FeatureInfo {
    /// Its name in messages: "GLSL 1.10 does not support ...".
    pub what: &'static str,
    /// The first versions, and the extensions that add it to earlier versions.
    pub since: Since,
    /// Extensions that also add it, in order of preference, each with the first versions in which the printer
    /// requests it.
    pub requests: &'static [Request],
}

/// An extension that the printer may request.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// The extension.
    pub extension: Extension,
    /// First desktop version.
    pub desktop: u16,
    /// First ES version.
    pub es: u16,
}

impl Request {
    /// True if there is a version in which the printer requests it.
    pub const fn is_ever(&self) -> bool {
        self.desktop != NEVER || self.es != NEVER
    }
}

const fn request(extension: Extension, versions: Option<(u16, u16)>) -> Request {
    let info = extension.info();
    let (desktop, es) = match versions {
        Some(versions) => versions,
        None => info.requested,
    };
    Request { extension, desktop, es }
}

/// No version: the extension adds the feature, but the printer expands it.
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
        /// A construct that some versions lack.
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
                    requests: &[$(request($extension, first!($($versions)?))),*],
                }),*];
                // One row for each variant, in order.
                &ROWS[self as usize]
            }
        }
    };
}

/// The availability of the first row of a function for components of `kinds`.
const fn function(name: &str, kinds: Kinds) -> Since {
    let rows = all_rows();
    let mut index = 0;
    while !(same(rows[index].name.as_bytes(), name.as_bytes()) && rows[index].kinds.intersects(kinds)) {
        index += 1;
    }
    rows[index].since
}

/// The availability of a variable in a stage.
const fn variable(name: &str, stage: Stage) -> Since {
    let mut index = 0;
    while !(same(VARIABLES[index].name.as_bytes(), name.as_bytes())
        && VARIABLES[index].since.stages.contains(Stages::of(stage)))
    {
        index += 1;
    }
    VARIABLES[index].since
}

/// The availability of a word.
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
    NvMesh "mesh and task shaders of GL_NV_mesh_shader" since(NEVER, NEVER), [NvMeshShader];
    // Types.
    Unsigned "unsigned integers" word("uint"), [];
    Double "double precision" word("double"), [];
    DoubleInput "double-precision vertex inputs" since(410, NEVER).or(&[ArbVertexAttrib64bit]), [ArbVertexAttrib64bit];
    IntegerInterface "integer inputs and outputs" since(130, 300), [];
    InputArray "arrays as vertex inputs" since(150, NEVER), [];
    Int64 "64-bit integers" since(NEVER, NEVER), [ArbGpuShaderInt64, ExtShaderExplicitArithmeticTypesInt64];
    SmallNumbers "8-bit and 16-bit types" since(450, NEVER), [];
    Rectangular "non-square matrices" word("mat2x3"), [];
    ArrayValues "array constructors and assignments" since(120, 300).or(&[TdlArrayObjects]), [];
    ArraysOfArrays "arrays of arrays" since(430, 310).or(&[ArbArraysOfArrays]), [];
    Texture1D "1D textures" word("sampler1D"), [];
    Texture3D "3D textures" word("sampler3D"), [OesTexture3d];
    TextureArray "array textures" word("sampler2DArray"), [ExtTextureArray];
    TextureCubeArray "cube map array textures" word("samplerCubeArray"), [ArbTextureCubeMapArray, ExtTextureCubeMapArray];
    TextureRect "rectangle textures" since(140, NEVER), [ArbTextureRectangle];
    TextureRectInteger "integer rectangle textures" word("isampler2DRect"), [];
    TextureBuffer "buffer textures" word("samplerBuffer"), [ExtTextureBuffer];
    TextureMultisample "multisample textures" word("sampler2DMS"), [AngleTextureMultisample];
    TextureMultisampleArray "multisample array textures" word("sampler2DMSArray"), [OesTextureStorageMultisample2dArray];
    TextureInteger "integer textures" word("isampler2D"), [];
    TextureShadow "shadow samplers" word("sampler2DShadow"), [ExtShadowSamplers];
    TextureShadowCube "cube map shadow samplers" word("samplerCubeShadow"), [];
    TextureExternal "external textures" word("samplerExternalOES"), [OesEglImageExternalEssl3, OesEglImageExternal];
    YuvTarget "YUV textures and outputs" word("__samplerExternal2DY2YEXT"), [ExtYuvTarget];
    Image "storage images" word("image2D"), [ArbShaderImageLoadStore];
    ImageBuffer "buffer images" word("imageBuffer"), [ArbShaderImageLoadStore, ExtTextureBuffer];
    ImageCubeArray "cube map array images" word("imageCubeArray"), [ArbShaderImageLoadStore, ExtTextureCubeMapArray];
    ImageDesktop "1D, rectangle and multisample images" word("image1D"), [ArbShaderImageLoadStore];
    ImageFormatDesktop "this image format" since(420, NEVER), [ArbShaderImageLoadStore];
    ImageFormatless "images without a format" since(150, NEVER), [];
    ImageSamples "image sample count queries" function("imageSamples", Kinds::F32), [ArbShaderTextureImageSamples];
    ImageAtomicFloat "floating-point image atomics" since(450, 320), [NvShaderAtomicFloat];
    HalfTextures "textures of halves" word("f16sampler2D"), [AmdGpuShaderHalfFloatFetch];
    HalfVectorAtomics "atomics on vectors of halves" extension(&[NvShaderAtomicFp16Vector]), [NvShaderAtomicFp16Vector];
    ImageReadWrite "both reading and writing an image of this format" since(420, NEVER), [ArbShaderImageLoadStore];
    ImageAtomic "image atomics" function("imageAtomicAdd", Kinds::I32), [ArbShaderImageLoadStore, OesShaderImageAtomic];
    ImageSize "image size queries" function("imageSize", Kinds::F32), [ArbShaderImageSize];
    AtomicCounter "atomic counters" word("atomic_uint"), [ArbShaderAtomicCounters];
    AtomicCounterOps "atomic counter operations other than increment and decrement" function("atomicCounterAdd", Kinds::U32), [ArbShaderAtomicCounterOps];
    OpaqueIndex "dynamic indexing of sampler and image arrays" since(400, 320).or(&[ArbGpuShader5, ExtGpuShader5, OesGpuShader5, AndroidExtensionPackEs31a]), [ExtGpuShader5];
    UniformBlockIndex "dynamic indexing of uniform block arrays" since(400, 320).or(&[ArbGpuShader5, ExtGpuShader5, OesGpuShader5, AndroidExtensionPackEs31a]), [ArbGpuShader5, ExtGpuShader5];
    StorageBlockIndex "dynamic indexing of storage block arrays" since(430, NEVER), [];
    UnsizedResources "unsized resource arrays" since(NEVER, NEVER), [];
    OutputIndex "dynamic indexing of fragment outputs" since(110, NEVER), [];
    SpecializedIndex "indices that are in bounds only after specialisation" since(NEVER, NEVER), [];
    // Blocks and storage.
    DeclaredOutput "arrays of fragment outputs" since(130, 300), [];
    UniformBlock "uniform blocks" since(140, 300).or(&[ArbUniformBufferObject]), [];
    StorageBlock "storage blocks" since(430, 310).or(&[ArbShaderStorageBufferObject]), [];
    InterfaceBlock "input and output blocks" since(150, 320).or(&[ExtShaderIoBlocks, OesShaderIoBlocks, ExtGeometryShader, OesGeometryShader, ExtTessellationShader, OesTessellationShader, AndroidExtensionPackEs31a]), [ExtShaderIoBlocks];
    PerVertexBlock "redeclared built-in blocks" since(410, 320), [ArbSeparateShaderObjects @ (150, NEVER), ExtShaderIoBlocks];
    UniformInitializer "uniform initialisers" since(120, NEVER), [];
    GlobalInitializer "non-constant global initialisers" since(110, NEVER).or(&[ExtShaderNonConstantGlobalInitializers]), [];
    // Qualifiers and layouts.
    Flat "flat interpolation" word("flat"), [];
    NoPerspective "noperspective interpolation" word("noperspective"), [NvShaderNoperspectiveInterpolation];
    Centroid "centroid interpolation" word("centroid"), [];
    PerSample "per-sample interpolation" word("sample"), [OesShaderMultisampleInterpolation];
    Precise "the `precise` qualifier" word("precise"), [ExtGpuShader5];
    Invariant "the `invariant` qualifier" word("invariant"), [];
    Component "the `component` layout qualifier" since(440, NEVER).or(&[ArbEnhancedLayouts]), [ArbEnhancedLayouts @ (410, NEVER)];
    SecondSource "dual-source blending" since(330, NEVER).or(&[ArbExplicitAttribLocation, ArbBlendFuncExtended, ArbExplicitUniformLocation, ExtBlendFuncExtended]), [ExtBlendFuncExtended @ (NEVER, 300)];
    TransformFeedback "transform feedback layout qualifiers" since(440, NEVER).or(&[ArbEnhancedLayouts]), [ArbEnhancedLayouts @ (150, NEVER)];
    Location "the `location` layout qualifier" since(330, 300).or(&[ArbExplicitAttribLocation, ArbExplicitUniformLocation, ArbSeparateShaderObjects, ExtSeparateShaderObjects]), [];
    InterfaceLocation "locations of inputs and outputs" since(330, 300).or(&[ArbExplicitAttribLocation, ArbSeparateShaderObjects, ExtSeparateShaderObjects]), [];
    VaryingLocation "locations of variables between stages" since(410, 310).or(&[ArbSeparateShaderObjects, ExtSeparateShaderObjects]), [];
    UniformLocation "uniform locations" since(430, 310).or(&[ArbExplicitUniformLocation]), [];
    MemberLocation "locations of block members" since(440, 310), [];
    Binding "the `binding` layout qualifier" since(420, 310).or(&[ArbShadingLanguage420pack, ArbShaderAtomicCounters, ArbShaderStorageBufferObject]), [];
    CounterOffset "atomic counter offsets" since(420, 310).or(&[ArbShaderAtomicCounters, ArbEnhancedLayouts]), [];
    MemberOffset "the `offset` and `align` layout qualifiers" since(440, NEVER), [ArbEnhancedLayouts @ (140, NEVER)];
    Streams "vertex streams" function("EmitStreamVertex", Kinds::F32), [];
    EarlyTests "early fragment tests" since(420, 310), [ArbShaderImageLoadStore];
    DepthLayout "depth layout qualifiers" since(420, NEVER), [ArbConservativeDepth, ExtConservativeDepth];
    FragCoordLayout "layout qualifiers of `gl_FragCoord`" since(150, NEVER), [ArbFragmentCoordConventions];
    BlendEquations "advanced blend equations" since(NEVER, 320), [KhrBlendEquationAdvanced];
    Invocations "multiple geometry shader invocations" since(400, 320).or(&[OesGeometryShader, ArbGpuShader5]), [ExtGeometryShader];
    InnerCoverage "inner coverage" extension(&[IntelConservativeRasterization]), [IntelConservativeRasterization];
    VariableGroupSize "workgroups of variable size" extension(&[ArbComputeVariableGroupSize]), [ArbComputeVariableGroupSize];
    FragmentOrdering "an order of fragments without an end" extension(&[IntelFragmentShaderOrdering]), [IntelFragmentShaderOrdering];
    FloatExtremes "extremes of floats in memory" extension(&[ExtShaderAtomicFloat2, IntelShaderAtomicFloatMinmax]), [IntelShaderAtomicFloatMinmax];
    FloatExchange "exchanges of floats in memory" extension(&[ExtShaderAtomicFloat, NvShaderAtomicFloat, IntelShaderAtomicFloatMinmax]), [IntelShaderAtomicFloatMinmax];
    FloatCompareExchange "comparing exchanges of floats in memory" extension(&[IntelShaderAtomicFloatMinmax]), [IntelShaderAtomicFloatMinmax];
    PostDepthCoverage "post-depth coverage" since(NEVER, NEVER), [ArbPostDepthCoverage, ExtPostDepthCoverage, IntelConservativeRasterization];
    MemberOrder "block members whose offsets do not ascend" since(NEVER, NEVER), [];
    NullInitializer "shared variable initialisers" since(NEVER, NEVER), [ExtNullInitializer];
    BlockArraysOfArrays "arrays of arrays of blocks" since(430, NEVER), [];
    DrawBuffers "multiple draw buffers" since(110, 300), [ExtDrawBuffers];
    ScalarLayout "the `scalar` layout" since(NEVER, NEVER), [ExtScalarBlockLayout];
    // Control flow.
    Switch "`switch` statements" word("switch"), [];
    // Operations.
    IntegerOperators "bitwise and modulus operators" since(130, 300).or(&[ExtGpuShader4]), [];
    IntegerFunctions "integer overloads of built-in functions" function("abs", Kinds::S), [];
    Rounding "`trunc`, `round` and `roundEven`" function("trunc", Kinds::F32), [ExtGpuShader4 @ SPELLED_OUT];
    Hyperbolic "hyperbolic functions" function("sinh", Kinds::F32), [];
    NanTests "`isnan` and `isinf`" function("isnan", Kinds::F32), [];
    Transpose "`transpose` and `outerProduct`" function("transpose", Kinds::F32), [];
    Determinant "`determinant`" function("determinant", Kinds::F32), [];
    Inverse "`inverse`" function("inverse", Kinds::F32), [];
    Fma "`fma`" function("fma", Kinds::F32), [ExtGpuShader5, ArbGpuShaderFp64 @ SPELLED_OUT];
    Modf "`modf`" function("modf", Kinds::F32), [];
    Ldexp "`frexp` and `ldexp`" function("ldexp", Kinds::F32), [ArbGpuShaderFp64 @ SPELLED_OUT];
    BitCasts "bit casts between floats and integers" function("floatBitsToInt", Kinds::F32), [];
    PackPairs "packing of half-precision and snorm pairs" function("packHalf2x16", Kinds::F32), [];
    PackUnormPair "packing of unorm pairs" function("packUnorm2x16", Kinds::F32), [];
    PackBytes "packing of four 8-bit components" function("packUnorm4x8", Kinds::F32), [];
    BitFields "bit-field functions" function("bitCount", Kinds::S), [];
    SelectVector "`mix` with a Boolean vector" since(130, 300), [];
    SelectVectorInteger "`mix` of integers with a Boolean vector" function("mix", Kinds::B), [];
    Derivatives "derivatives" function("dFdx", Kinds::F32), [OesStandardDerivatives];
    DerivativeControl "fine and coarse derivatives" function("dFdxFine", Kinds::F32), [ArbDerivativeControl];
    Interpolate "interpolation functions" function("interpolateAtCentroid", Kinds::F32), [OesShaderMultisampleInterpolation];
    InterpolateHalves "interpolation of halves" function("interpolateAtCentroid", Kinds::of(&[Scalar::F16])), [AmdGpuShaderHalfFloat];
    TextureLodFragment "explicit-LOD texture lookups in fragment shaders" since(130, 300).or(&[ArbShaderTextureLod, ExtShaderTextureLod, ExtGpuShader4]), [ArbShaderTextureLod, ExtShaderTextureLod];
    TextureGrad "texture lookups with gradients" function("textureGrad", Kinds::F32), [ArbShaderTextureLod, ExtShaderTextureLod];
    TextureGradArray "texture lookups with gradients in array textures and cube map shadow samplers" since(130, 300), [ExtGpuShader4];
    TextureOffset "texture lookups with offsets" function("textureOffset", Kinds::F32), [];
    TexelFetch "texel fetches" function("texelFetch", Kinds::F32), [];
    TextureSize "texture size queries" function("textureSize", Kinds::F32), [];
    TextureGather "texture gathers" function("textureGather", Kinds::F32), [ArbTextureGather];
    TextureGatherMore "texture gathers with a component, a depth reference or a rectangle" since(400, 310), [ArbGpuShader5];
    TextureGatherOffsets "texture gathers with multiple or dynamic offsets" function("textureGatherOffsets", Kinds::F32), [ArbGpuShader5, ExtGpuShader5];
    TextureLevels "texture level count queries" function("textureQueryLevels", Kinds::F32), [];
    TextureSamples "texture sample count queries" function("textureSamples", Kinds::F32), [ArbShaderTextureImageSamples];
    TextureQueryLod "texture LOD queries" function("textureQueryLod", Kinds::F32), [ArbTextureQueryLod, ExtTextureQueryLod];
    TextureLodClamp "texture lookups with an LOD clamp" since(NEVER, NEVER), [ArbSparseTextureClamp];
    TextureSparse "sparse textures" since(NEVER, NEVER), [ArbSparseTexture2];
    TextureShadowLod "explicit-LOD lookups with this shadow sampler" since(NEVER, NEVER), [ExtTextureShadowLod];
    Votes "group votes" function("anyInvocation", Kinds::F32), [ArbShaderGroupVote, ExtShaderGroupVote];
    Barriers "memory barriers" function("memoryBarrier", Kinds::F32), [ArbShaderImageLoadStore];
    BarrierKinds "memory barriers for one kind of memory" since(430, 310), [ArbComputeShader];
    Broadcast "subgroup broadcasts from a dynamic invocation" since(NEVER, NEVER), [];
    ControlBarriers "control barriers" function("barrier", Kinds::F32), [ArbTessellationShader, ArbComputeShader];
    // Built-in variables.
    VertexId "`gl_VertexID`" variable("gl_VertexID", Stage::Vertex), [];
    InstanceId "`gl_InstanceID`" variable("gl_InstanceID", Stage::Vertex), [];
    PointCoord "`gl_PointCoord`" variable("gl_PointCoord", Stage::Fragment), [];
    FragDepth "depth outputs" variable("gl_FragDepth", Stage::Fragment), [ExtFragDepth];
    ClipDistance "clip distances" variable("gl_ClipDistance", Stage::Vertex), [ExtClipCullDistance, AppleClipDistance];
    CullDistance "cull distances" variable("gl_CullDistance", Stage::Vertex), [ArbCullDistance, ExtClipCullDistance];
    PointSize "point sizes in geometry shaders" variable("gl_PointSize", Stage::Geometry), [ExtGeometryPointSize];
    PointSizeTessellation "point sizes in tessellation shaders" variable("gl_PointSize", Stage::TessControl), [ExtTessellationPointSize];
    PrimitiveId "`gl_PrimitiveID` in fragment shaders" variable("gl_PrimitiveID", Stage::Fragment), [ExtGeometryShader];
    Layer "`gl_Layer` in fragment shaders" variable("gl_Layer", Stage::Fragment), [ExtGeometryShader, ArbFragmentLayerViewport];
    ViewportIndex "`gl_ViewportIndex` in fragment shaders" variable("gl_ViewportIndex", Stage::Fragment), [ArbFragmentLayerViewport, OesViewportArray];
    ViewportIndexOutput "`gl_ViewportIndex`" variable("gl_ViewportIndex", Stage::Geometry), [ArbViewportArray, OesViewportArray];
    SampleVariables "sample variables" variable("gl_SampleID", Stage::Fragment), [ArbSampleShading, OesSampleVariables];
    SampleMaskInput "sample mask inputs" variable("gl_SampleMaskIn", Stage::Fragment), [OesSampleVariables];
    ViewportAnywhere "`gl_Layer` and `gl_ViewportIndex` outside of geometry shaders" since(410, NEVER), [];
    HelperInvocation "`gl_HelperInvocation`" variable("gl_HelperInvocation", Stage::Fragment), [];
    NumSamples "`gl_NumSamples`" variable("gl_NumSamples", Stage::Fragment), [ArbSampleShading, OesSampleVariables];
    DrawParameters "draw parameters" variable("gl_BaseVertex", Stage::Vertex), [AngleBaseVertexBaseInstance];
    DrawNumber "numbers of draws" variable("gl_DrawID", Stage::Vertex), [AngleMultiDraw];
    StencilExport "stencil reference outputs" variable("gl_FragStencilRefARB", Stage::Fragment), [ArbShaderStencilExport];
    Multiview "multiview" since(NEVER, NEVER), [ExtMultiview];
    FixedFunction "fixed-function variables" since(NEVER, NEVER), [];
    PixelLocalStorage "pixel local storage" since(NEVER, NEVER).or(&[AngleShaderPixelLocalStorage]), [AngleShaderPixelLocalStorage];
    PixelLocalBlock "blocks of pixel local storage" since(NEVER, NEVER).or(&[ExtShaderPixelLocalStorage]), [ExtShaderPixelLocalStorage];
    PixelLocalFormats "pixel local storage of several words, and formats of outputs" since(NEVER, NEVER).or(&[ExtShaderPixelLocalStorage2]), [ExtShaderPixelLocalStorage2];
    Bindless "handles of textures and images" since(NEVER, NEVER).or(&[ArbBindlessTexture]), [ArbBindlessTexture];
    Interlock "critical sections of fragment shaders" since(NEVER, NEVER).or(&[ArbFragmentShaderInterlock, NvFragmentShaderInterlock]), [ArbFragmentShaderInterlock, NvFragmentShaderInterlock];
    LastFrag "framebuffer fetch" since(NEVER, NEVER).or(&[ExtShaderFramebufferFetch, ExtShaderFramebufferFetchNonCoherent]), [ExtShaderFramebufferFetch];
    LastFragColor "`gl_LastFragColorARM`" since(NEVER, NEVER).or(&[ArmShaderFramebufferFetch]), [ArmShaderFramebufferFetch];
    LastFragDepth "`gl_LastFragDepthARM` and `gl_LastFragStencilARM`" since(NEVER, NEVER).or(&[ArmShaderFramebufferFetchDepthStencil]), [ArmShaderFramebufferFetchDepthStencil];
    LastFragVariable "framebuffer fetch through a built-in variable" since(NEVER, 100).removed_from_es(), [];
    FragColor "`gl_FragColor` and `gl_FragData`" variable("gl_FragColor", Stage::Fragment), [];
    // Features of OpenGL only, and of Vulkan GLSL only.
    LooseUniforms "uniforms outside of blocks in Vulkan GLSL" since(NEVER, NEVER), [];
    CounterVariables "atomic counters in Vulkan GLSL" since(NEVER, NEVER), [];
    Vulkan "Vulkan resources" since(NEVER, NEVER), [];
    BoundingBox "primitive bounding boxes" variable("gl_BoundingBox", Stage::TessControl), [ExtPrimitiveBoundingBox, ArbEs32Compatibility];
    // Words and spellings.
    LayoutQualifiers "layout qualifiers" word("layout"), [];
    Precision "precision qualifiers" word("highp"), [];
    Smooth "the `smooth` qualifier" word("smooth"), [];
    AttributeArrays "arrays as attributes" since(120, NEVER), [];
    MatrixOfMatrix "matrices constructed from matrices" since(120, 300), [];
    TextureOverloads "texture functions that are named alike for all samplers" function("texture", Kinds::F32), [];
    ScalarShadow "shadow lookups that return a scalar" since(130, 100), [];
    InterpolateComponents "interpolation of components of an input" since(440, NEVER), [];
    InterlockOrder "the order of interlocked fragment shader invocations" since(450, 320), [];
    Int8Types "8-bit types" word("int8_t"), [];
    Bfloat16Types "`bfloat16_t`" word("bfloat16_t"), [];
    LongVectors "vectors of any length" word("vector"), [];
    FloatE4m3Types "`floate4m3_t`" word("floate4m3_t"), [];
    FloatE5m2Types "`floate5m2_t`" word("floate5m2_t"), [];
    Tensors "tensors" word("tensorARM"), [];
    TensorsBfloat16 "tensors of `bfloat16_t`" extension(&[ArmTensorsBfloat16]), [ArmTensorsBfloat16];
    TensorsFloatE4m3 "tensors of `floate4m3_t`" extension(&[ArmTensorsFloatE4m3]), [ArmTensorsFloatE4m3];
    TensorsFloatE5m2 "tensors of `floate5m2_t`" extension(&[ArmTensorsFloatE5m2]), [ArmTensorsFloatE5m2];
    FloatE2m1Types "`floate2m1_t`" word("floate2m1_t"), [];
    FloatE2m3Types "`floate2m3_t`" word("floate2m3_t"), [];
    FloatE3m2Types "`floate3m2_t`" word("floate3m2_t"), [];
    FloatUe8m0Types "`floatue8m0_t`" word("floatue8m0_t"), [];
    FloatMxint8Types "`floatmxint8_t`" word("floatmxint8_t"), [];
    Int16Types "16-bit integer types" word("int16_t"), [];
    HalfTypes "half-precision types" word("float16_t"), [];
    Int64Types "64-bit integer types" word("int64_t"), [];
    FloatSuffix "suffixes of floating-point literals" since(120, 300).or(&[ExtGpuShader4]), [];
    DoubleSuffix "double-precision literals" since(400, NEVER).or(&[ArbGpuShaderFp64, ArbVertexAttrib64bit, ExtShaderExplicitArithmeticTypesFloat64]), [];
    HalfSuffix "half-precision literals" extension(&[ExtShaderExplicitArithmeticTypesFloat16]), [];
    Int16Suffix "16-bit literals" extension(&[ExtShaderExplicitArithmeticTypesInt16]), [];
    TokenPasting "token pasting" since(130, NEVER), [];
    LineContinuation "line continuation" since(420, 300).or(&[ArbShadingLanguage420pack]), [];
    // Conversions and interfaces.
    ImplicitConversions "implicit conversions" since(120, NEVER).or(&[ExtShaderImplicitConversions]), [];
    IntToUint "implicit conversions of `int` to `uint`" since(400, NEVER).or(&[ArbGpuShader5, MesaShaderIntegerFunctions, ExtShaderImplicitConversions]), [];
    RankedConversions "calls that the best of several conversions decides" since(400, NEVER).or(&[ArbGpuShader5, ArbGpuShaderFp64, ArbGpuShaderInt64, MesaShaderIntegerFunctions, ExtShaderImplicitConversions, ExtShaderExplicitArithmeticTypes, ExtShaderExplicitArithmeticTypesInt8, ExtShaderExplicitArithmeticTypesInt16, ExtShaderExplicitArithmeticTypesInt32, ExtShaderExplicitArithmeticTypesInt64, ExtShaderExplicitArithmeticTypesFloat16, ExtShaderExplicitArithmeticTypesFloat32, ExtShaderExplicitArithmeticTypesFloat64]), [];
    InterfaceStructs "structs as inputs and outputs" since(150, 300).or(&[ExtShaderIoBlocks, OesShaderIoBlocks, ExtGeometryShader, OesGeometryShader, ExtTessellationShader, OesTessellationShader, AndroidExtensionPackEs31a]), [];
    DroppedRestrict "arguments that are `restrict` for parameters that are not" since(420, 310), [];
    AliasedAttributes "vertex inputs that share a location" since(110, 100).removed_from_es(), [];
    InvariantAllFragment "`#pragma STDGL invariant(all)` in fragment shaders" since(110, 100).removed_from_es(), [];
    CommaConstants "comma expressions as constant expressions" since(110, 100).removed_from_es(), [];
    BuiltinOverloads "overloads of built-in functions" since(110, 100).removed_from_es(), [];
    ParameterScope "locals that hide parameters" since(NEVER, 100).removed_from_es(), [];
    ArrayOutParameters "arrays as `out` parameters" since(120, 100), [];
    // Rules that a version introduces.
    GlobalPrototypes "function declarations outside of functions alone" since(120, 100), [];
    GlobalStructs "struct definitions outside of structs alone" since(120, 100), [];
    LineNumbersNext "`#line` that numbers the line behind it" since(330, 100), [];
    VersionOnFirstLine "`#version` that must be on the first line" since(NEVER, 300), [];
    FlatVaryings "structs between stages that hold neither arrays nor structs" since(NEVER, 300), [];
    ConstantOpaqueIndex "sampler arrays that need constant indices" since(130, 300), [];
    OutputInvariance "invariance of outputs alone" since(420, 300), [];
    UnplacedOutputs "fragment outputs without locations beside others" since(110, 100).removed_from_es(), [];
    UnflatOutputs "integer outputs of vertex shaders that are not `flat`" since(110, 310), [];
    RepeatedPrototypes "repeated declarations of a function" since(110, 300), [];
    EmptyCases "`switch` statements that end with a label" since(440, 310), [];
    FilledCases "`switch` statements that do not end with a label" since(460, 320), [];
    // Features that the printer never uses.
    ConstantCalls "function calls in constant expressions" since(120, 100), [];
    ScalarSwizzles "swizzles of scalars" since(420, NEVER).or(&[ArbShadingLanguage420pack]), [];
    RuntimeConstants "non-constant initialisers of `const` variables" since(420, NEVER).or(&[ArbShadingLanguage420pack]), [];
    InitializerLists "initialiser lists" since(420, NEVER).or(&[ArbShadingLanguage420pack]), [];
    FreeQualifierOrder "qualifiers in any order" since(420, 310).or(&[ArbShadingLanguage420pack]), [];
    InAndOut "`in` and `out` variables" since(130, 300).or(&[ArbExplicitAttribLocation, ArbFragmentCoordConventions, ArbSeparateShaderObjects, ExtGpuShader4]), [];
    OverriddenLayouts "repeated layout qualifiers" since(440, 300).or(&[ArbEnhancedLayouts]), [];
    LayoutExpressions "constant expressions in layout qualifiers" since(440, 310).or(&[ArbEnhancedLayouts]), [];
    SubroutineIndices "subroutine indices" since(430, NEVER).or(&[ArbExplicitUniformLocation]), [];
    FormattedLoads "image loads without a format" extension(&[ExtShaderImageLoadFormatted]), [];
    Passthrough "passthrough geometry shaders" extension(&[NvGeometryShaderPassthrough]), [NvGeometryShaderPassthrough];
    Index64 "64-bit indices" extension(&[ExtShader64bitIndexing]), [ExtShader64bitIndexing];
    PushConstantBanks "banks of push constants" extension(&[NvPushConstantBank]), [NvPushConstantBank];
    UnnumberedAttachments "subpass inputs without an index" extension(&[ExtOptionalInputAttachmentIndex]), [ExtOptionalInputAttachmentIndex];
    RuntimeDescriptorArrays "runtime-sized resource arrays" extension(&[ExtNonuniformQualifier, ExtDescriptorHeap]), [];
    UnsizedUniforms "uniform blocks that end with an array without a size" extension(&[ExtUniformBufferUnsizedArray]), [ExtUniformBufferUnsizedArray];
    DescriptorHeap "descriptor heaps" extension(&[ExtDescriptorHeap]), [ExtDescriptorHeap];
    StructuredHeap "blocks of descriptor heaps" extension(&[ExtStructuredDescriptorHeap]), [ExtStructuredDescriptorHeap];
}

/// The support of a feature by a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// It is part of the version.
    Core,
    /// The printer requests this extension for it.
    Extension(Extension),
    /// The version lacks it; the first version that has it.
    Missing(Option<Version>),
}

impl Feature {
    /// True if a version has it without an extension.
    #[inline]
    pub fn is_in(self, version: Version) -> bool {
        self.info().since.is_in(version)
    }

    /// True if the version of a dialect or one of its enabled extensions has it.
    pub fn is_enabled_in(self, dialect: &Dialect) -> bool {
        self.is_in(dialect.version)
            || self.extensions().any(|extension| dialect.extensions.contains(extension))
    }

    /// The support of the feature by a version.
    pub fn support(self, version: Version) -> Support {
        if self.is_in(version) {
            return Support::Core;
        }
        match self.requested_in(version) {
            Some(extension) => Support::Extension(extension),
            None => Support::Missing(self.first_version(version.is_es())),
        }
    }

    /// The extension that the printer requests for it in a version.
    pub fn requested_in(self, version: Version) -> Option<Extension> {
        let mut requests = self.info().requests.iter();
        requests
            .find(|request| version.at_least(request.desktop, request.es))
            .map(|request| request.extension)
    }

    /// The first version of the family that has it, with an extension if necessary; else of the other family.
    fn first_version(self, is_es: bool) -> Option<Version> {
        let info = self.info();
        let least = |first: u16, request: fn(&Request) -> u16| {
            let first = info.requests.iter().map(request).chain([first]).min();
            first.filter(|&first| first != NEVER)
        };
        let desktop = least(info.since.desktop, |request| request.desktop).map(Version::desktop);
        let es = least(info.since.es, |request| request.es).map(Version::es);
        if is_es { es.or(desktop) } else { desktop.or(es) }
    }

    /// True if a version has it, or may have it by an extension that the printer requests.
    pub fn is_available_in(self, version: Version) -> bool {
        self.is_in(version) || self.requested_in(version).is_some()
    }

    /// True if some version has it, possibly with an extension.
    pub fn is_anywhere(self) -> bool {
        let Since { desktop, es, .. } = self.info().since;
        desktop != NEVER || es != NEVER || self.extensions().next().is_some()
    }

    /// The extensions that add it.
    pub fn extensions(self) -> impl Iterator<Item = Extension> {
        let info = self.info();
        info.since.extensions.iter().copied().chain(info.requests.iter().map(|request| request.extension))
    }
}

/// True if the printer requests the extension for a feature.
pub fn is_requested(extension: Extension) -> bool {
    let mut requests = Feature::ALL.iter().flat_map(|feature| feature.info().requests);
    requests.any(|request| request.extension == extension && request.is_ever())
}

#[cfg(test)]
mod tests {
    use super::{Feature, Support};
    use crate::extensions::Extension;
    use crate::version::Version;

    #[test]
    fn missing_features_name_the_first_version() {
        let (es100, es320) = (Version::es(100), Version::es(320));
        assert_eq!(Feature::Unsigned.support(es100), Support::Missing(Some(Version::es(300))));
        assert_eq!(Feature::Double.support(es320), Support::Missing(Some(Version::desktop(400))));
        assert_eq!(Feature::Texture3D.support(es100), Support::Extension(Extension::OesTexture3d));
        assert_eq!(Feature::Switch.support(Version::desktop(130)), Support::Core);
    }
}
