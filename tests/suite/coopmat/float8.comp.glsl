#version 450
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_float_e4m3 : require
#extension GL_EXT_float_e5m2 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// client: vulkan
// no glslang: Debian's does not know the extensions
// Matrices of small floats: loaded, converted with and without saturation, multiplied.
layout(local_size_x = 32) in;
#define MAT(T, U) coopmat<T, gl_ScopeSubgroup, 16, 16, U>
layout(binding = 0) buffer Brain { bfloat16_t brain[]; };
layout(binding = 1) buffer Bytes { floate4m3_t bytes[]; };
layout(binding = 2) buffer Floats { float floats[]; };
void main() {
    MAT(bfloat16_t, gl_MatrixUseA) a;
    coopMatLoad(a, brain, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    MAT(floate4m3_t, gl_MatrixUseA) b;
    saturatedConvertEXT(b, a);
    coopMatStore(b, bytes, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    MAT(floate5m2_t, gl_MatrixUseB) c = MAT(floate5m2_t, gl_MatrixUseB)(floate5m2_t(2.0));
    MAT(float, gl_MatrixUseAccumulator) sum = MAT(float, gl_MatrixUseAccumulator)(0.0);
    sum = coopMatMulAdd(b, MAT(floate4m3_t, gl_MatrixUseB)(c), sum);
    coopMatStore(sum, floats, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
