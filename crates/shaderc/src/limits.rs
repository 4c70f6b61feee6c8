//! Limits of the device.

/// Limits with the names of the constants `gl_Max...` that they set.
macro_rules! limits {
    ($($name:ident $constant:literal;)*) => {
        /// A limit of the device; the constant of the same name has it as its value.
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the names of the constants say it")]
        pub enum Limit {
            $($name,)*
        }

        impl Limit {
            /// Every limit, by its number in the C library.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The name that vitrum has for it; empty for one of an extension that it does not have.
            pub(crate) const fn constant(self) -> &'static str {
                match self {
                    $(Self::$name => $constant,)*
                }
            }
        }
    };
}

limits! {
    MaxLights "MaxLights";
    MaxClipPlanes "MaxClipPlanes";
    MaxTextureUnits "MaxTextureUnits";
    MaxTextureCoords "MaxTextureCoords";
    MaxVertexAttribs "MaxVertexAttribs";
    MaxVertexUniformComponents "MaxVertexUniformComponents";
    MaxVaryingFloats "MaxVaryingFloats";
    MaxVertexTextureImageUnits "MaxVertexTextureImageUnits";
    MaxCombinedTextureImageUnits "MaxCombinedTextureImageUnits";
    MaxTextureImageUnits "MaxTextureImageUnits";
    MaxFragmentUniformComponents "MaxFragmentUniformComponents";
    MaxDrawBuffers "MaxDrawBuffers";
    MaxVertexUniformVectors "MaxVertexUniformVectors";
    MaxVaryingVectors "MaxVaryingVectors";
    MaxFragmentUniformVectors "MaxFragmentUniformVectors";
    MaxVertexOutputVectors "MaxVertexOutputVectors";
    MaxFragmentInputVectors "MaxFragmentInputVectors";
    MinProgramTexelOffset "MinProgramTexelOffset";
    MaxProgramTexelOffset "MaxProgramTexelOffset";
    MaxClipDistances "MaxClipDistances";
    MaxComputeWorkGroupCountX "MaxComputeWorkGroupCountX";
    MaxComputeWorkGroupCountY "MaxComputeWorkGroupCountY";
    MaxComputeWorkGroupCountZ "MaxComputeWorkGroupCountZ";
    MaxComputeWorkGroupSizeX "MaxComputeWorkGroupSizeX";
    MaxComputeWorkGroupSizeY "MaxComputeWorkGroupSizeY";
    MaxComputeWorkGroupSizeZ "MaxComputeWorkGroupSizeZ";
    MaxComputeUniformComponents "MaxComputeUniformComponents";
    MaxComputeTextureImageUnits "MaxComputeTextureImageUnits";
    MaxComputeImageUniforms "MaxComputeImageUniforms";
    MaxComputeAtomicCounters "MaxComputeAtomicCounters";
    MaxComputeAtomicCounterBuffers "MaxComputeAtomicCounterBuffers";
    MaxVaryingComponents "MaxVaryingComponents";
    MaxVertexOutputComponents "MaxVertexOutputComponents";
    MaxGeometryInputComponents "MaxGeometryInputComponents";
    MaxGeometryOutputComponents "MaxGeometryOutputComponents";
    MaxFragmentInputComponents "MaxFragmentInputComponents";
    MaxImageUnits "MaxImageUnits";
    MaxCombinedImageUnitsAndFragmentOutputs "MaxCombinedImageUnitsAndFragmentOutputs";
    MaxCombinedShaderOutputResources "MaxCombinedShaderOutputResources";
    MaxImageSamples "MaxImageSamples";
    MaxVertexImageUniforms "MaxVertexImageUniforms";
    MaxTessControlImageUniforms "MaxTessControlImageUniforms";
    MaxTessEvaluationImageUniforms "MaxTessEvaluationImageUniforms";
    MaxGeometryImageUniforms "MaxGeometryImageUniforms";
    MaxFragmentImageUniforms "MaxFragmentImageUniforms";
    MaxCombinedImageUniforms "MaxCombinedImageUniforms";
    MaxGeometryTextureImageUnits "MaxGeometryTextureImageUnits";
    MaxGeometryOutputVertices "MaxGeometryOutputVertices";
    MaxGeometryTotalOutputComponents "MaxGeometryTotalOutputComponents";
    MaxGeometryUniformComponents "MaxGeometryUniformComponents";
    MaxGeometryVaryingComponents "MaxGeometryVaryingComponents";
    MaxTessControlInputComponents "MaxTessControlInputComponents";
    MaxTessControlOutputComponents "MaxTessControlOutputComponents";
    MaxTessControlTextureImageUnits "MaxTessControlTextureImageUnits";
    MaxTessControlUniformComponents "MaxTessControlUniformComponents";
    MaxTessControlTotalOutputComponents "MaxTessControlTotalOutputComponents";
    MaxTessEvaluationInputComponents "MaxTessEvaluationInputComponents";
    MaxTessEvaluationOutputComponents "MaxTessEvaluationOutputComponents";
    MaxTessEvaluationTextureImageUnits "MaxTessEvaluationTextureImageUnits";
    MaxTessEvaluationUniformComponents "MaxTessEvaluationUniformComponents";
    MaxTessPatchComponents "MaxTessPatchComponents";
    MaxPatchVertices "MaxPatchVertices";
    MaxTessGenLevel "MaxTessGenLevel";
    MaxViewports "MaxViewports";
    MaxVertexAtomicCounters "MaxVertexAtomicCounters";
    MaxTessControlAtomicCounters "MaxTessControlAtomicCounters";
    MaxTessEvaluationAtomicCounters "MaxTessEvaluationAtomicCounters";
    MaxGeometryAtomicCounters "MaxGeometryAtomicCounters";
    MaxFragmentAtomicCounters "MaxFragmentAtomicCounters";
    MaxCombinedAtomicCounters "MaxCombinedAtomicCounters";
    MaxAtomicCounterBindings "MaxAtomicCounterBindings";
    MaxVertexAtomicCounterBuffers "MaxVertexAtomicCounterBuffers";
    MaxTessControlAtomicCounterBuffers "MaxTessControlAtomicCounterBuffers";
    MaxTessEvaluationAtomicCounterBuffers "MaxTessEvaluationAtomicCounterBuffers";
    MaxGeometryAtomicCounterBuffers "MaxGeometryAtomicCounterBuffers";
    MaxFragmentAtomicCounterBuffers "MaxFragmentAtomicCounterBuffers";
    MaxCombinedAtomicCounterBuffers "MaxCombinedAtomicCounterBuffers";
    MaxAtomicCounterBufferSize "MaxAtomicCounterBufferSize";
    MaxTransformFeedbackBuffers "MaxTransformFeedbackBuffers";
    MaxTransformFeedbackInterleavedComponents "MaxTransformFeedbackInterleavedComponents";
    MaxCullDistances "MaxCullDistances";
    MaxCombinedClipAndCullDistances "MaxCombinedClipAndCullDistances";
    MaxSamples "MaxSamples";
    MaxMeshOutputVerticesNv "";
    MaxMeshOutputPrimitivesNv "";
    MaxMeshWorkGroupSizeXNv "";
    MaxMeshWorkGroupSizeYNv "";
    MaxMeshWorkGroupSizeZNv "";
    MaxTaskWorkGroupSizeXNv "";
    MaxTaskWorkGroupSizeYNv "";
    MaxTaskWorkGroupSizeZNv "";
    MaxMeshViewCountNv "";
    MaxMeshOutputVerticesExt "MaxMeshOutputVerticesEXT";
    MaxMeshOutputPrimitivesExt "MaxMeshOutputPrimitivesEXT";
    MaxMeshWorkGroupSizeXExt "MaxMeshWorkGroupSizeEXTX";
    MaxMeshWorkGroupSizeYExt "MaxMeshWorkGroupSizeEXTY";
    MaxMeshWorkGroupSizeZExt "MaxMeshWorkGroupSizeEXTZ";
    MaxTaskWorkGroupSizeXExt "MaxTaskWorkGroupSizeEXTX";
    MaxTaskWorkGroupSizeYExt "MaxTaskWorkGroupSizeEXTY";
    MaxTaskWorkGroupSizeZExt "MaxTaskWorkGroupSizeEXTZ";
    MaxMeshViewCountExt "MaxMeshViewCountEXT";
    MaxDualSourceDrawBuffersExt "MaxDualSourceDrawBuffersEXT";
}
