//! The table of words, with the dialects in which they are keywords or reserved.
//!
//! GLSL 4.60 section 3.6, ESSL 3.20 section 3.7, and the keywords of earlier versions. Names of built-in types have their
//! own table, [`crate::builtin_types`].

mod availability;

use crate::builtin_types::BuiltinType;
use crate::extensions::Extension;
use crate::hash::{hash, same};
use crate::version::{NEVER, Version};
pub use availability::{ALL, Availability, WordStatus, only_with, reserved, since, vulkan};

macro_rules! spellings {
    ($(#[$attribute:meta])* $name:ident { $($variant:ident $text:literal,)* }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $(#[doc = concat!("`", $text, "`")] $variant,)*
        }

        impl $name {
            /// All values.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its spelling.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }
    };
}
pub(crate) use spellings;

spellings! {
    /// A word with its own role in the grammar.
    #[repr(u32)]
    Keyword {
        Break "break",
        Case "case",
        Continue "continue",
        Default "default",
        Discard "discard",
        Do "do",
        Else "else",
        For "for",
        If "if",
        Return "return",
        Struct "struct",
        Switch "switch",
        While "while",
        Layout "layout",
        Precision "precision",
        Subroutine "subroutine",
        Demote "demote",
        TerminateInvocation "terminateInvocation",
        IgnoreIntersection "ignoreIntersectionEXT",
        TerminateRay "terminateRayEXT",
        Nonuniform "nonuniformEXT",
        SpirvInstruction "spirv_instruction",
        SpirvExecutionMode "spirv_execution_mode",
        SpirvExecutionModeId "spirv_execution_mode_id",
        SpirvDecorate "spirv_decorate",
        SpirvDecorateId "spirv_decorate_id",
        SpirvDecorateString "spirv_decorate_string",
        SpirvStorageClass "spirv_storage_class",
        SpirvType "spirv_type",
        SpirvByReference "spirv_by_reference",
        SpirvLiteral "spirv_literal",
    }
}

spellings! {
    /// A qualifier that is one word.
    #[repr(u32)]
    Qualifier {
        Const "const",
        In "in",
        Out "out",
        InOut "inout",
        Uniform "uniform",
        Buffer "buffer",
        Shared "shared",
        Attribute "attribute",
        Varying "varying",
        Centroid "centroid",
        Sample "sample",
        Patch "patch",
        Flat "flat",
        Smooth "smooth",
        NoPerspective "noperspective",
        Invariant "invariant",
        Precise "precise",
        HighPrecision "highp",
        MediumPrecision "mediump",
        LowPrecision "lowp",
        Coherent "coherent",
        Volatile "volatile",
        Restrict "restrict",
        ReadOnly "readonly",
        WriteOnly "writeonly",
        DeviceCoherent "devicecoherent",
        QueueFamilyCoherent "queuefamilycoherent",
        WorkgroupCoherent "workgroupcoherent",
        SubgroupCoherent "subgroupcoherent",
        ShaderCallCoherent "shadercallcoherent",
        NonPrivate "nonprivate",
        Nontemporal "nontemporal",
        PerVertex "pervertexEXT",
        ExplicitInterp "__explicitInterpAMD",
        PerPrimitive "perprimitiveEXT",
        PerView "perviewNV",
        TaskPayloadShared "taskPayloadSharedEXT",
        TaskMemory "taskNV",
        RayPayload "rayPayloadEXT",
        RayPayloadIn "rayPayloadInEXT",
        HitAttribute "hitAttributeEXT",
        HitObjectAttribute "hitObjectAttributeEXT",
        CallableData "callableDataEXT",
        CallableDataIn "callableDataInEXT",
        TileImage "tileImageEXT",
        PixelLocal "__pixel_localEXT",
        PixelLocalIn "__pixel_local_inEXT",
        PixelLocalOut "__pixel_local_outEXT",
        ResourceHeap "resourceheap",
        SamplerHeap "samplerheap",
    }
}

impl Qualifier {
    /// The version that removed it from its profile, if it is the given one or an earlier one.
    pub fn removed_in(self, version: Version) -> Option<Version> {
        self.availability()?.removed_in(version)
    }

    /// The version that deprecated it, if it is the given one or an earlier one.
    pub fn deprecated_in(self, version: Version) -> Option<Version> {
        self.availability()?.deprecated_in(version)
    }

    fn availability(self) -> Option<&'static Availability> {
        let row = WORDS.iter().find(|row| row.meaning == Some(Meaning::Qualifier(self)))?;
        Some(&row.availability)
    }
}

/// The meaning of a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A word with its own role in the grammar.
    Keyword(Keyword),
    /// A qualifier.
    Qualifier(Qualifier),
    /// `true` or `false`.
    Bool(bool),
    /// A built-in type.
    Type(BuiltinType),
}

/// A row of the table of words.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// Its spelling.
    pub text: &'static str,
    /// Its meaning as a keyword; `None` if it is only reserved.
    pub meaning: Option<Meaning>,
    /// The dialects in which it is a keyword or reserved.
    pub availability: Availability,
}

impl Word {
    /// The word that names a built-in type.
    #[inline]
    pub const fn of_type(ty: BuiltinType) -> Self {
        let info = ty.info();
        Self { text: info.name, meaning: Some(Meaning::Type(ty)), availability: info.availability }
    }
}

const fn keyword(keyword: Keyword, availability: Availability) -> Word {
    Word { text: keyword.text(), meaning: Some(Meaning::Keyword(keyword)), availability }
}

const fn qualifier(qualifier: Qualifier, availability: Availability) -> Word {
    spelled(qualifier.text(), qualifier, availability)
}

/// Another spelling of a qualifier.
const fn spelled(text: &'static str, qualifier: Qualifier, availability: Availability) -> Word {
    Word { text, meaning: Some(Meaning::Qualifier(qualifier)), availability }
}

const fn boolean(text: &'static str, value: bool) -> Word {
    Word { text, meaning: Some(Meaning::Bool(value)), availability: ALL }
}

const fn reserved_word(text: &'static str, availability: Availability) -> Word {
    Word { text, meaning: None, availability }
}

/// GLSL 1.30 section 1.2.2.
const OLD_INTERFACE: Availability = ALL.deprecated_in_core(130).removed_from_es(300).removed_from_core(420);
const SPIRV: Availability = only_with(&[Extension::ExtSpirvIntrinsics]);
const SCOPES: Availability = only_with(&[Extension::KhrMemoryScopeSemantics]);
const RAYS: Availability = only_with(&[Extension::ExtRayTracing]);
const HEAPS: Availability = only_with(&[Extension::ExtStructuredDescriptorHeap]);
const RAYS_NV: Availability = only_with(&[Extension::NvRayTracing]);
const PIXEL_LOCAL: Availability = only_with(&[Extension::ExtShaderPixelLocalStorage]);
const FUNCTION_CONTROL: Availability =
    only_with(&[Extension::ExtFunctionControlAttributes]).reserved(110, 100);
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
    Extension::KhrBlendEquationAdvanced,
];

/// All words except names of types.
pub static WORDS: &[Word] = &[
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
    qualifier(Qualifier::Attribute, OLD_INTERFACE),
    qualifier(Qualifier::Varying, OLD_INTERFACE),
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
    qualifier(Qualifier::ShaderCallCoherent, RAYS),
    qualifier(Qualifier::NonPrivate, SCOPES),
    qualifier(Qualifier::Nontemporal, only_with(&[Extension::ExtNontemporalKeyword])),
    qualifier(Qualifier::PerVertex, only_with(&[Extension::ExtFragmentShaderBarycentric])),
    spelled("pervertexNV", Qualifier::PerVertex, only_with(&[Extension::NvFragmentShaderBarycentric])),
    qualifier(Qualifier::ExplicitInterp, only_with(&[Extension::AmdShaderExplicitVertexParameter])),
    qualifier(Qualifier::PerPrimitive, only_with(&[Extension::ExtMeshShader])),
    spelled("perprimitiveNV", Qualifier::PerPrimitive, only_with(&[Extension::NvMeshShader])),
    qualifier(Qualifier::PerView, only_with(&[Extension::NvMeshShader])),
    qualifier(Qualifier::TaskPayloadShared, only_with(&[Extension::ExtMeshShader])),
    qualifier(Qualifier::TaskMemory, only_with(&[Extension::NvMeshShader])),
    qualifier(Qualifier::RayPayload, RAYS),
    qualifier(Qualifier::RayPayloadIn, RAYS),
    qualifier(Qualifier::HitAttribute, RAYS),
    qualifier(Qualifier::HitObjectAttribute, only_with(&[Extension::ExtShaderInvocationReorder])),
    spelled(
        "hitObjectAttributeNV",
        Qualifier::HitObjectAttribute,
        only_with(&[Extension::NvShaderInvocationReorder]),
    ),
    qualifier(Qualifier::CallableData, RAYS),
    qualifier(Qualifier::CallableDataIn, RAYS),
    spelled("rayPayloadNV", Qualifier::RayPayload, RAYS_NV),
    spelled("rayPayloadInNV", Qualifier::RayPayloadIn, RAYS_NV),
    spelled("hitAttributeNV", Qualifier::HitAttribute, RAYS_NV),
    spelled("callableDataNV", Qualifier::CallableData, RAYS_NV),
    spelled("callableDataInNV", Qualifier::CallableDataIn, RAYS_NV),
    qualifier(Qualifier::TileImage, only_with(&[Extension::ExtShaderTileImage])),
    qualifier(Qualifier::PixelLocal, PIXEL_LOCAL),
    qualifier(Qualifier::PixelLocalIn, PIXEL_LOCAL),
    qualifier(Qualifier::PixelLocalOut, PIXEL_LOCAL),
    qualifier(Qualifier::ResourceHeap, HEAPS),
    qualifier(Qualifier::SamplerHeap, HEAPS),
    boolean("true", true),
    boolean("false", false),
    reserved_word("active", reserved(130, 300)),
    reserved_word("asm", reserved(110, 100)),
    reserved_word("cast", reserved(110, 100)),
    reserved_word("class", reserved(110, 100)),
    reserved_word("common", reserved(130, 300)),
    reserved_word("enum", reserved(110, 100)),
    reserved_word("extern", reserved(110, 100)),
    reserved_word("external", reserved(110, 100)),
    reserved_word("filter", reserved(130, 300)),
    reserved_word("fixed", reserved(110, 100)),
    reserved_word("fvec2", reserved(110, 100)),
    reserved_word("fvec3", reserved(110, 100)),
    reserved_word("fvec4", reserved(110, 100)),
    reserved_word("goto", reserved(110, 100)),
    reserved_word("half", reserved(110, 100)),
    reserved_word("hvec2", reserved(110, 100)),
    reserved_word("hvec3", reserved(110, 100)),
    reserved_word("hvec4", reserved(110, 100)),
    reserved_word("image1DArrayShadow", reserved(130, NEVER).unreserved(420, NEVER)),
    reserved_word("image1DShadow", reserved(130, NEVER).unreserved(420, NEVER)),
    reserved_word("image2DArrayShadow", reserved(130, NEVER).unreserved(420, NEVER)),
    reserved_word("image2DShadow", reserved(130, NEVER).unreserved(420, NEVER)),
    // The names of attributes are identifiers.
    reserved_word("inline", FUNCTION_CONTROL),
    reserved_word("input", reserved(110, 100)),
    reserved_word("interface", reserved(110, 100)),
    reserved_word("long", reserved(110, 100)),
    reserved_word("namespace", reserved(110, 100)),
    reserved_word("noinline", FUNCTION_CONTROL),
    reserved_word("output", reserved(110, 100)),
    // As a layout qualifier, it is an identifier.
    reserved_word(
        "packed",
        only_with(&[Extension::ArbUniformBufferObject]).reserved(110, 100).unreserved(140, 300),
    ),
    reserved_word("partition", reserved(130, 300)),
    reserved_word("public", reserved(110, 100)),
    reserved_word("resource", reserved(420, 300)),
    reserved_word("sampler3DRect", reserved(110, 100)),
    reserved_word("short", reserved(110, 100)),
    reserved_word("sizeof", reserved(110, 100)),
    reserved_word("static", reserved(110, 100)),
    reserved_word("superp", reserved(130, 100)),
    reserved_word("template", reserved(110, 100)),
    reserved_word("this", reserved(110, 100)),
    reserved_word("typedef", reserved(110, 100)),
    reserved_word("union", reserved(110, 100)),
    Word {
        text: "accelerationStructureNV",
        meaning: Some(Meaning::Type(BuiltinType::AccelerationStructureEXT)),
        availability: only_with(&[Extension::NvRayTracing]),
    },
    // `unsigned int` is one type in this extension; the parser skips the second word.
    Word {
        text: "unsigned",
        meaning: Some(Meaning::Type(BuiltinType::Uint)),
        availability: only_with(GPU_SHADER4).reserved(110, 100),
    },
    reserved_word("using", reserved(110, 100)),
];

/// The number of words, with names of types.
pub const COUNT: usize = WORDS.len() + BuiltinType::ALL.len();

/// The word with this index; names of types come last.
#[inline]
pub const fn word(index: usize) -> Word {
    if index < WORDS.len() { WORDS[index] } else { Word::of_type(BuiltinType::ALL[index - WORDS.len()]) }
}

/// A power of two, so that a mask maps a hash to a slot; at most half of the slots are used.
const SLOTS: usize = (COUNT * 2).next_power_of_two();

/// A word of `GL_EXT_long_vector` that shaders without its line use as a name.
pub const VECTOR: &str = "vector";

/// The words by hash, built at compile time, but for [`VECTOR`].
static BY_HASH: [Option<&str>; SLOTS] = {
    let mut slots = [None; SLOTS];
    let mut index = 0;
    while index < COUNT {
        let text = word(index).text;
        index += 1;
        if same(text.as_bytes(), VECTOR.as_bytes()) {
            continue;
        }
        let mut slot = hash(text.as_bytes()) as usize & (SLOTS - 1);
        while slots[slot].is_some() {
            slot = (slot + 1) & (SLOTS - 1);
        }
        slots[slot] = Some(text);
    }
    slots
};

/// True if some version has or reserves this word, other than [`VECTOR`].
pub fn is_word(text: &str) -> bool {
    let mut slot = hash(text.as_bytes()) as usize;
    // At most half of the slots are used, so an empty one ends the search.
    while let Some(&Some(word)) = BY_HASH.get(slot & (SLOTS - 1)) {
        if word == text {
            return true;
        }
        slot += 1;
    }
    false
}

/// The row of a word, other than [`VECTOR`].
pub fn row_of(text: &str) -> Option<Word> {
    if is_word(text) { (0..COUNT).map(word).find(|row| row.text == text) } else { None }
}

#[cfg(test)]
mod tests {
    use super::is_word;

    #[test]
    fn words_of_every_kind_are_found() {
        for word in
            ["while", "active", "u16vec3", "mat4x3", "sampler2DArrayShadow", "usubpassInput", "int8_t"]
        {
            assert!(is_word(word), "{word}");
        }
        for word in
            ["color", "perviewEXT", "vector", "material2", "sampled", "texture", "textureMap", "v2", "b1", ""]
        {
            assert!(!is_word(word), "{word}");
        }
    }
}
