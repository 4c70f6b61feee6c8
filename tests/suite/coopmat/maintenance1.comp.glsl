#version 450
#extension GL_EXT_cooperative_matrix_maintenance1 : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// target: vulkan1.3
// no glslang: Debian's does not know the extension
// Matrices of other uses, with other components or rows and columns exchanged; reductions, functions of each component,
// and the coordinates of those that an invocation holds.
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint SIDE = 16;
#define MAT(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
layout(binding = 0) buffer Floats { float floats[]; };
layout(binding = 1) buffer Words { uint words[]; };
float bias = 0.25;

float largest(const in float a, const in float b) { return max(a, b); }
float16_t largest(const in float16_t a, const in float16_t b) { return max(a, b); }
int sum(const in int a, const in int b) { return a + b; }
float biased(const in float x) { return x + bias; }
float relu(const in uint row, const in uint column, const in float x) { return row < column ? 0.0 : biased(x); }
float fused(const in uint row, const in uint column, const in float x, const in float scale, const in float offset) {
    bias = 0.5;
    return fma(x, scale, offset) + bias;
}

void main() {
    MAT(float, 16, 8, Accumulator) m;
    coopMatLoad(m, floats, 0, 8, gl_CooperativeMatrixLayoutRowMajor);
    MAT(float, 8, 16, B) turned;
    coopMatTransposeEXT(turned, m);
    MAT(float16_t, 8, 16, A) turned_halves;
    coopMatTransposeEXT(turned_halves, m);
    MAT(int8_t, 16, 8, A) bytes = MAT(int8_t, 16, 8, A)(MAT(uint, 16, 8, Accumulator)(m));
    MAT(uint8_t, 16, 8, B) others = MAT(uint8_t, 16, 8, B)(MAT(int, 16, 8, Accumulator)(m));
    MAT(int, 16, 8, Accumulator) back = MAT(int, 16, 8, Accumulator)(bytes) + MAT(int, 16, 8, Accumulator)(others);
    MAT(uint, 16, 8, A) unsigned_back = MAT(uint, 16, 8, A)(back);

    MAT(float, 16, 8, Accumulator) rows;
    coopMatReduceEXT(rows, m, gl_CooperativeMatrixReduceRowEXT, largest);
    MAT(int, 4, 8, Accumulator) columns;
    coopMatReduceEXT(columns, back, gl_CooperativeMatrixReduceColumnEXT, sum);
    MAT(float16_t, SIDE, SIDE, Accumulator) halves = MAT(float16_t, SIDE, SIDE, Accumulator)(float16_t(2.0));
    MAT(float16_t, 4, 2, Accumulator) all;
    coopMatReduceEXT(all, halves, gl_CooperativeMatrixReduceRowAndColumnEXT, largest);
    MAT(float, 8, 4, Accumulator) blocks;
    coopMatReduceEXT(blocks, m, gl_CooperativeMatrixReduce2x2EXT, largest);

    coopMatPerElementEXT(m, m, relu);
    float before = bias;
    coopMatPerElementEXT(rows, rows, fused, before * 2.0, m);
    before += bias + relu(1u, 0u, 2.0);
    uvec2 place = coopMatGetCoordinateEXT(rows, m.length() - 1);

    coopMatStore(turned, floats, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(turned_halves, floats, 128, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(rows, floats, 256, 8, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(blocks, floats, 384, 8, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(all, floats, 512, 8, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(columns, words, 0, 8, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(unsigned_back, words, 128, 8, gl_CooperativeMatrixLayoutRowMajor);
    words[0] = place.x * 8 + place.y;
    floats[0] = before;
}
