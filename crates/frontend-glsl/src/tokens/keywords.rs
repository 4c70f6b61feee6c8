//! The table of words: which dialects have them as keywords, and which reserve them.
//!
//! GLSL 4.60 and ESSL 3.20 section 3.6, and the same section of the versions before them. Built-in
//! type names are in their own table.

use crate::builtin_types::BuiltinType;
use crate::extensions::Extension;
use crate::symbols::Symbol;
use crate::tokens::availability::{ALL, Availability, only_with, reserved, since};
use crate::tokens::{Keyword, Qualifier, Token};
use crate::version::NEVER;
use vitrum_ir::Stage;

/// What the table says about a word.
#[derive(Clone, Copy, Debug)]
pub struct WordInfo {
    /// The token where it is a keyword; `None` when no version has it.
    pub token: Option<Token>,
    /// Where it is a keyword, and where it is reserved.
    pub availability: Availability,
}

const fn keyword(keyword: Keyword, availability: Availability) -> (&'static str, WordInfo) {
    (keyword.text(), WordInfo { token: Some(Token::Keyword(keyword)), availability })
}

const fn qualifier(qualifier: Qualifier, availability: Availability) -> (&'static str, WordInfo) {
    (qualifier.text(), WordInfo { token: Some(Token::Qualifier(qualifier)), availability })
}

const fn boolean(text: &'static str, value: bool) -> (&'static str, WordInfo) {
    (text, WordInfo { token: Some(Token::BoolLiteral(value)), availability: ALL })
}

const fn never(text: &'static str, availability: Availability) -> (&'static str, WordInfo) {
    (text, WordInfo { token: None, availability })
}

const SPIRV: Availability = only_with(&[Extension::ExtSpirvIntrinsics]);
const SCOPES: Availability = only_with(&[Extension::KhrMemoryScopeSemantics]);
const RAYS: Availability = only_with(&[Extension::ExtRayTracing]);
const GPU_SHADER4: &[Extension] = &[Extension::ExtGpuShader4];
const SAMPLE: &[Extension] = &[Extension::ArbGpuShader5, Extension::OesShaderMultisampleInterpolation];
const PATCH: &[Extension] =
    &[Extension::ArbTessellationShader, Extension::ExtTessellationShader, Extension::OesTessellationShader];
const PRECISE: &[Extension] = &[Extension::ArbGpuShader5, Extension::ExtGpuShader5, Extension::OesGpuShader5];
const IMAGES: &[Extension] = &[Extension::ArbShaderImageLoadStore, Extension::ArbShaderStorageBufferObject];
const LAYOUT: &[Extension] = &[
    Extension::ArbExplicitAttribLocation,
    Extension::ArbUniformBufferObject,
    Extension::ArbFragmentCoordConventions,
    Extension::ArbConservativeDepth,
    Extension::ArbShadingLanguage420pack,
    Extension::ArbSeparateShaderObjects,
    Extension::ArbEnhancedLayouts,
    Extension::ExtBlendFuncExtended,
    Extension::ExtShaderFramebufferFetchNonCoherent,
];

/// The words that are not type names.
const WORDS: &[(&str, WordInfo)] = &[
    keyword(Keyword::Break, ALL),
    keyword(Keyword::Case, since(130, 300).reserved(110, 100).with(GPU_SHADER4)),
    keyword(Keyword::Continue, ALL),
    keyword(Keyword::Default, since(130, 300).reserved(110, 100).with(GPU_SHADER4)),
    keyword(Keyword::Discard, ALL),
    keyword(Keyword::Do, ALL),
    keyword(Keyword::Else, ALL),
    keyword(Keyword::For, ALL),
    keyword(Keyword::If, ALL),
    keyword(Keyword::Return, ALL),
    keyword(Keyword::Struct, ALL),
    keyword(Keyword::Switch, since(130, 300).reserved(110, 100).with(GPU_SHADER4)),
    keyword(Keyword::While, ALL),
    keyword(Keyword::Layout, since(140, 300).with(LAYOUT)),
    keyword(Keyword::Precision, since(130, 100).reserved(120, NEVER)),
    keyword(
        Keyword::Subroutine,
        since(400, NEVER).reserved(NEVER, 300).with(&[Extension::ArbShaderSubroutine]),
    ),
    keyword(Keyword::Demote, only_with(&[Extension::ExtDemoteToHelperInvocation])),
    keyword(Keyword::TerminateInvocation, only_with(&[Extension::ExtTerminateInvocation])),
    keyword(Keyword::IgnoreIntersection, RAYS),
    keyword(Keyword::TerminateRay, RAYS),
    keyword(Keyword::Nonuniform, only_with(&[Extension::ExtNonuniformQualifier])),
    keyword(Keyword::SpirvInstruction, SPIRV),
    keyword(Keyword::SpirvExecutionMode, SPIRV),
    keyword(Keyword::SpirvExecutionModeId, SPIRV),
    keyword(Keyword::SpirvDecorate, SPIRV),
    keyword(Keyword::SpirvDecorateId, SPIRV),
    keyword(Keyword::SpirvDecorateString, SPIRV),
    keyword(Keyword::SpirvStorageClass, SPIRV),
    keyword(Keyword::SpirvType, SPIRV),
    keyword(Keyword::SpirvByReference, SPIRV),
    keyword(Keyword::SpirvLiteral, SPIRV),
    qualifier(Qualifier::Const, ALL),
    qualifier(Qualifier::In, ALL),
    qualifier(Qualifier::Out, ALL),
    qualifier(Qualifier::InOut, ALL),
    qualifier(Qualifier::Uniform, ALL),
    qualifier(Qualifier::Buffer, since(430, 310).with(&[Extension::ArbShaderStorageBufferObject])),
    qualifier(Qualifier::Shared, since(430, 310).with(&[Extension::ArbComputeShader])),
    qualifier(Qualifier::Attribute, ALL.removed_from_es(300)),
    qualifier(Qualifier::Varying, ALL.removed_from_es(300)),
    qualifier(Qualifier::Centroid, since(120, 300).with(GPU_SHADER4)),
    qualifier(Qualifier::Sample, since(400, 320).reserved(NEVER, 300).with(SAMPLE)),
    qualifier(Qualifier::Patch, since(400, 320).reserved(NEVER, 300).with(PATCH)),
    qualifier(Qualifier::Flat, since(130, 300).reserved(NEVER, 100).with(GPU_SHADER4)),
    qualifier(Qualifier::Smooth, since(130, 300)),
    qualifier(
        Qualifier::NoPerspective,
        since(130, NEVER)
            .reserved(NEVER, 300)
            .with(&[Extension::ExtGpuShader4, Extension::NvShaderNoperspectiveInterpolation]),
    ),
    qualifier(Qualifier::Invariant, since(120, 100)),
    qualifier(Qualifier::Precise, since(400, 320).reserved(NEVER, 310).with(PRECISE)),
    qualifier(Qualifier::HighPrecision, since(130, 100).reserved(120, NEVER)),
    qualifier(Qualifier::MediumPrecision, since(130, 100).reserved(120, NEVER)),
    qualifier(Qualifier::LowPrecision, since(130, 100).reserved(120, NEVER)),
    qualifier(Qualifier::Coherent, since(420, 310).reserved(NEVER, 300).with(IMAGES)),
    qualifier(Qualifier::Volatile, since(420, 310).reserved(110, 100).with(IMAGES)),
    qualifier(Qualifier::Restrict, since(420, 310).reserved(NEVER, 300).with(IMAGES)),
    qualifier(Qualifier::ReadOnly, since(420, 310).reserved(NEVER, 300).with(IMAGES)),
    qualifier(Qualifier::WriteOnly, since(420, 310).reserved(NEVER, 300).with(IMAGES)),
    qualifier(Qualifier::DeviceCoherent, SCOPES),
    qualifier(Qualifier::QueueFamilyCoherent, SCOPES),
    qualifier(Qualifier::WorkgroupCoherent, SCOPES),
    qualifier(Qualifier::SubgroupCoherent, SCOPES),
    qualifier(Qualifier::ShaderCallCoherent, SCOPES),
    qualifier(Qualifier::NonPrivate, SCOPES),
    qualifier(Qualifier::PerVertex, only_with(&[Extension::ExtFragmentShaderBarycentric])),
    qualifier(Qualifier::PerPrimitive, only_with(&[Extension::ExtMeshShader])),
    qualifier(Qualifier::PerView, only_with(&[Extension::ExtMeshShader])),
    qualifier(Qualifier::TaskPayloadShared, only_with(&[Extension::ExtMeshShader])),
    qualifier(Qualifier::RayPayload, RAYS),
    qualifier(Qualifier::RayPayloadIn, RAYS),
    qualifier(Qualifier::HitAttribute, RAYS),
    qualifier(Qualifier::CallableData, RAYS),
    qualifier(Qualifier::CallableDataIn, RAYS),
    qualifier(Qualifier::TileImage, only_with(&[Extension::ExtShaderTileImage])),
    boolean("true", true),
    boolean("false", false),
    never("active", reserved(130, 300)),
    never("asm", reserved(110, 100)),
    never("cast", reserved(110, 100)),
    never("class", reserved(110, 100)),
    never("common", reserved(130, 300)),
    never("enum", reserved(110, 100)),
    never("extern", reserved(110, 100)),
    never("external", reserved(110, 100)),
    never("filter", reserved(130, 300)),
    never("fixed", reserved(110, 100)),
    never("fvec2", reserved(110, 100)),
    never("fvec3", reserved(110, 100)),
    never("fvec4", reserved(110, 100)),
    never("goto", reserved(110, 100)),
    never("half", reserved(110, 100)),
    never("hvec2", reserved(110, 100)),
    never("hvec3", reserved(110, 100)),
    never("hvec4", reserved(110, 100)),
    never("image1DArrayShadow", reserved(130, NEVER).freed(420, NEVER)),
    never("image1DShadow", reserved(130, NEVER).freed(420, NEVER)),
    never("image2DArrayShadow", reserved(130, NEVER).freed(420, NEVER)),
    never("image2DShadow", reserved(130, NEVER).freed(420, NEVER)),
    never("inline", reserved(110, 100)),
    never("input", reserved(110, 100)),
    never("interface", reserved(110, 100)),
    never("long", reserved(110, 100)),
    never("namespace", reserved(110, 100)),
    never("noinline", reserved(110, 100)),
    never("output", reserved(110, 100)),
    // From then on it is a layout qualifier, and so an identifier.
    never("packed", reserved(110, 100).freed(140, 300)),
    never("partition", reserved(130, 300)),
    never("public", reserved(110, 100)),
    never("resource", reserved(420, 300)),
    never("sampler3DRect", reserved(110, 100)),
    never("short", reserved(110, 100)),
    never("sizeof", reserved(110, 100)),
    never("static", reserved(110, 100)),
    never("superp", reserved(130, 100)),
    never("template", reserved(110, 100)),
    never("this", reserved(110, 100)),
    never("typedef", reserved(110, 100)),
    never("union", reserved(110, 100)),
    // `unsigned int` is one type there, whose second word the parser passes over.
    (
        "unsigned",
        WordInfo {
            token: Some(Token::BuiltinType(BuiltinType::Uint)),
            availability: only_with(GPU_SHADER4).reserved(110, 100),
        },
    ),
    never("using", reserved(110, 100)),
];

macro_rules! names {
    ($($variant:ident $text:literal,)*) => {
        /// A name that means something to the preprocessor, and nothing to the language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum Name {
            $(#[doc = $text] $variant,)*
        }

        impl Name {
            /// All of them, in the order of their symbols.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$variant,)*];
            const TEXTS: &'static [&'static str] = &[$($text,)*];
        }
    };
}

names! {
    Defined "defined",
    CurrentLine "__LINE__",
    CurrentFile "__FILE__",
    CurrentVersion "__VERSION__",
    Es "GL_ES",
    CoreProfile "GL_core_profile",
    CompatibilityProfile "GL_compatibility_profile",
    FragmentPrecisionHigh "GL_FRAGMENT_PRECISION_HIGH",
    Vulkan "VULKAN",
    VertexShader "GL_VERTEX_SHADER",
    TessControlShader "GL_TESSELLATION_CONTROL_SHADER",
    TessEvaluationShader "GL_TESSELLATION_EVALUATION_SHADER",
    GeometryShader "GL_GEOMETRY_SHADER",
    FragmentShader "GL_FRAGMENT_SHADER",
    ComputeShader "GL_COMPUTE_SHADER",
    TaskShader "GL_TASK_SHADER_NV",
    MeshShader "GL_MESH_SHADER_NV",
    RayGenerationShader "GL_RAY_GENERATION_SHADER_EXT",
    IntersectionShader "GL_INTERSECTION_SHADER_EXT",
    AnyHitShader "GL_ANY_HIT_SHADER_EXT",
    ClosestHitShader "GL_CLOSEST_HIT_SHADER_EXT",
    MissShader "GL_MISS_SHADER_EXT",
    CallableShader "GL_CALLABLE_SHADER_EXT",
}

/// The macro that says which stage a desktop shader is of (GL_EXT_spirv_intrinsics; glslang has it always).
pub(crate) fn stage_macro(stage: Stage) -> Name {
    match stage {
        Stage::Vertex => Name::VertexShader,
        Stage::TessControl => Name::TessControlShader,
        Stage::TessEvaluation => Name::TessEvaluationShader,
        Stage::Geometry => Name::GeometryShader,
        Stage::Fragment => Name::FragmentShader,
        Stage::Compute => Name::ComputeShader,
        Stage::Task => Name::TaskShader,
        Stage::Mesh => Name::MeshShader,
        Stage::RayGeneration => Name::RayGenerationShader,
        Stage::Intersection => Name::IntersectionShader,
        Stage::AnyHit => Name::AnyHitShader,
        Stage::ClosestHit => Name::ClosestHitShader,
        Stage::Miss => Name::MissShader,
        Stage::Callable => Name::CallableShader,
    }
}

const FIRST_TYPE: usize = WORDS.len();
const FIRST_EXTENSION: usize = FIRST_TYPE + BuiltinType::ALL.len();
const FIRST_NAME: usize = FIRST_EXTENSION + Extension::ALL.len();

/// Every string with a fixed symbol, in the order of the symbols: the words that are not types, the
/// type names, the extensions, the names that mean something to the preprocessor.
pub(crate) fn known_words() -> impl Iterator<Item = &'static str> {
    let words = WORDS.iter().map(|&(text, _)| text);
    let types = BuiltinType::ALL.iter().map(|ty| ty.name());
    let extensions = Extension::ALL.iter().map(|extension| extension.name());
    words.chain(types).chain(extensions).chain(Name::TEXTS.iter().copied())
}

/// How many symbols are words: those below this number.
pub const WORD_COUNT: usize = FIRST_EXTENSION;

/// What the tables say about the word `symbol`; `None` for a symbol that is no word of any dialect.
pub fn word(symbol: Symbol) -> Option<WordInfo> {
    let index = symbol.index();
    if let Some(&(_, info)) = WORDS.get(index) {
        return Some(info);
    }
    let &ty = BuiltinType::ALL.get(index - FIRST_TYPE)?;
    Some(WordInfo { token: Some(Token::BuiltinType(ty)), availability: ty.info().availability })
}

/// The token that the word `symbol` is where it is a keyword.
pub(crate) fn token_of(symbol: Symbol) -> Option<Token> {
    let index = symbol.index();
    match WORDS.get(index) {
        Some((_, info)) => info.token,
        None => BuiltinType::ALL.get(index - FIRST_TYPE).map(|&ty| Token::BuiltinType(ty)),
    }
}

/// The extension of this name.
pub fn extension(symbol: Symbol) -> Option<Extension> {
    Extension::ALL.get(symbol.index().checked_sub(FIRST_EXTENSION)?).copied()
}

/// The symbol of an extension's name.
pub fn extension_symbol(extension: Extension) -> Symbol {
    Symbol::from_index(FIRST_EXTENSION + extension as usize)
}

/// The symbol of a name.
pub(crate) const fn name_symbol(name: Name) -> Symbol {
    Symbol::from_index(FIRST_NAME + name as usize)
}
