#version 450
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// client: vulkan
// target: vulkan1.3
// no glslang: Debian's does not know the extension
// Loads, products, arithmetic and stores of cooperative matrices.
layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A { float16_t a[]; };
layout(binding = 1) readonly buffer B { f16vec4 b[]; };
layout(binding = 2) buffer C { float c[]; };
layout(binding = 3) buffer D { int8_t d[]; };
layout(binding = 4) buffer E { int sums[]; };
shared float tile[256];

void main() {
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> ma;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> mb;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> sum =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    for (uint k = 0; k < 4; k++) {
        coopMatLoad(ma, a, k * 16, 64, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(mb, b, k * 256, 64, gl_CooperativeMatrixLayoutColumnMajor);
        sum = coopMatMulAdd(ma, mb, sum);
    }
    for (int i = 0; i < sum.length(); i++)
        sum[i] *= 2.0;
    coopMatStore(sum * 0.5 + sum, tile, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    barrier();
    coopMatStore(-sum, c, gl_WorkGroupID.x, 16, gl_CooperativeMatrixLayoutRowMajor);

    coopmat<int8_t, gl_ScopeSubgroup, 16, 32, gl_MatrixUseA> ia;
    coopmat<int8_t, gl_ScopeSubgroup, 32, 16, gl_MatrixUseB> ib;
    coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> ic;
    coopMatLoad(ia, d, 0u, 32u, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(ib, d, 512u, 16u, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(ic, sums, 0u, 16u, gl_CooperativeMatrixLayoutRowMajor);
    ic = coopMatMulAdd(ia, ib, ic, gl_MatrixOperandsSaturatingAccumulation);
    coopMatStore(ic, sums, 0u, 16u, gl_CooperativeMatrixLayoutRowMajor);
}
