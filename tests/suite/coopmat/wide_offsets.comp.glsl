#version 450
#extension GL_NV_cooperative_vector : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_64bit_indexing : require
// target: vulkan1.3
// no glslang: Debian's does not know the extension
// Places of matrices and vectors in memory that have 64 bits.
layout(local_size_x = 32) in;
layout(binding = 0, std430) buffer Data { uint64_t at; float16_t data[]; };

void main() {
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> m;
    coopMatLoad(m, data, at, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(m, data, at + 256ul, 16, gl_CooperativeMatrixLayoutRowMajor);

    coopvecNV<float16_t, 4> v;
    coopVecLoadNV(v, data, at);
    coopVecMatMulNV(v, v, gl_ComponentTypeFloat16NV, data, at, gl_ComponentTypeFloat16NV, 4, 4,
        gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 8);
    coopVecMatMulAddNV(v, v, gl_ComponentTypeFloat16NV, data, at, gl_ComponentTypeFloat16NV, data, 64,
        gl_ComponentTypeFloat16NV, 4, 4, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 8);
    coopVecOuterProductAccumulateNV(v, v, data, at, 0, gl_CooperativeVectorMatrixLayoutTrainingOptimalNV,
        gl_ComponentTypeFloat16NV);
    coopVecReduceSumAccumulateNV(v, data, at);
    coopVecStoreNV(v, data, at);
}
