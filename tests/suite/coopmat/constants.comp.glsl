#version 450
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// target: vulkan1.3
// no glslang: Debian's does not know the extension
// Constant matrices, a layout that is specialised, arithmetic on matrices of all kinds, conversions, elements, and a layout of ARM's.
layout(local_size_x = 32) in;
layout(constant_id = 0) const int ROWS = 16;
layout(constant_id = 1) const float SCALE = 2.0;
layout(constant_id = 2) const int LAYOUT = gl_CooperativeMatrixLayoutRowMajor;
#define MAT(T) coopmat<T, gl_ScopeSubgroup, ROWS, 8, gl_MatrixUseAccumulator>
const MAT(float) ZERO = MAT(float)(0.0);
const MAT(float) ONES = MAT(float)(1.0);
const MAT(float) SCALES = MAT(float)(SCALE);
const MAT(int8_t) SMALL = MAT(int8_t)(int8_t(3));
MAT(float) kept[2];
layout(binding = 0) buffer Data { float data[]; };
layout(binding = 1) buffer Bytes { uint8_t bytes[]; };

void main() {
    MAT(float) m = ZERO + ONES;
    m = m * m - SCALES / m;
    m *= 0.5;
    m = 3.0 * -m;
    m[2] += ONES[1] + SCALES[0] + (m += m)[m.length() - 1];
    kept[1] = kept[0];
    kept[0] = m;
    coopMatStore(kept[0], data, 0, 1, gl_CooperativeMatrixLayoutRowBlockedInterleavedARM);
    coopMatStore(kept[1], data, 128, 8, LAYOUT);

    MAT(uint8_t) bits;
    coopMatLoad(bits, bytes, 0, 8, gl_CooperativeMatrixLayoutColumnMajor);
    bits = bits * uint8_t(2) + uint8_t(3) * bits;
    bits *= uint8_t(5);
    MAT(int8_t) signs = MAT(int8_t)(bits) / SMALL;
    MAT(int) wide = MAT(int)(bits) + MAT(int)(signs) * 7;
    MAT(float16_t) halves = MAT(float16_t)(wide) * float16_t(2.0);
    bits = MAT(uint8_t)(-signs) + MAT(uint8_t)(halves) + MAT(uint8_t)(MAT(uint)(wide));
    coopMatStore(bits, bytes, 0, 8, gl_CooperativeMatrixLayoutColumnMajor);
}
