#version 460
#extension GL_QCOM_cooperative_matrix_conversion : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Arrays and matrices that conversions of arrays do not take.
#define MAT(S, T, R, C, U) coopmat<T, gl_Scope##S, R, C, gl_MatrixUse##U>
layout(binding = 0) buffer Data { uint open[]; };
layout(constant_id = 0) const uint COUNT = 8;

void main() {
    uint u[8];
    float f[8];
    uint u7[7];
    float16_t h[16];
    vec4 vectors[2];
    double d[4];
    int8_t bytes[32];
    const uint fixed_array[8] = uint[8](0, 1, 2, 3, 4, 5, 6, 7);
    uint specialised[COUNT];
    bitcastQCOM(u, specialised);
    bitcastQCOM(h, f);
    bitcastQCOM(u, u7); // error: E0700
    bitcastQCOM(u, vectors); // error: E0700
    bitcastQCOM(d, u); // error: E0700
    bitcastQCOM(bytes, u); // error: E0700
    bitcastQCOM(open, u); // error: E0700
    bitcastQCOM(u[0], f[0]); // error: E0700
    bitcastQCOM(f, fixed_array); // error: E0425
    bitcastQCOM(u); // error: E0700
    extractSubArrayQCOM(u, 1, u7);
    extractSubArrayQCOM(u7, 0, u); // error: E0700
    extractSubArrayQCOM(u, 0, f); // error: E0700
    extractSubArrayQCOM(u, 1.0, u7); // error: E0700
    extractSubArrayQCOM(u, u7); // error: E0700

    MAT(Subgroup, float, 16, 8, A) a;
    MAT(Subgroup, float, 8, 16, B) b;
    MAT(Subgroup, uint, 16, 8, Accumulator) c;
    MAT(Subgroup, int, 16, 8, A) ints;
    MAT(Subgroup, int8_t, 16, 8, Accumulator) byte_sums;
    MAT(Subgroup, float, 16, 16, A) wide;
    MAT(Workgroup, float, 16, 8, A) of_workgroup;
    vectorToCoopmatQCOM(f, a);
    vectorToCoopmatQCOM(u, b);
    vectorToCoopmatQCOM(h, a); // error: E0700
    vectorToCoopmatQCOM(u7, a); // error: E0700
    vectorToCoopmatQCOM(u7, c); // error: E0700
    vectorToCoopmatQCOM(u, ints); // error: E0700
    vectorToCoopmatQCOM(u, byte_sums); // error: E0700
    vectorToCoopmatQCOM(u, wide); // error: E0700
    vectorToCoopmatQCOM(u, of_workgroup); // error: E0700
    coopmatToVectorQCOM(b, u);
    coopmatToVectorQCOM(b, u7); // error: E0700
    coopmatToVectorQCOM(u, f); // error: E0700
    coopmatToVectorQCOM(a, fixed_array); // error: E0425
}
