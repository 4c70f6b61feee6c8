#version 450
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
// Tensors that do not exist, and what functions on them do not take.
#define MAT(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
layout(constant_id = 0) const uint SPEC = 2;
layout(constant_id = 1) const bool SIZED = true;
layout(binding = 0) buffer Data { float data[]; };
layout(binding = 1) readonly buffer Fixed { float fixed_data[]; };
layout(buffer_reference) buffer Block { float x; };
shared float tile[256];
float decode(const in Block block, const in uint number[2], const in uint place[2]) { return block.x; }
float longer(const in Block block, const in uint number[3], const in uint place[2]) { return block.x; }
vec2 two(const in Block block, const in uint number[2], const in uint place[2]) { return vec2(block.x); }
float changed(Block block, const in uint number[2], const in uint place[2]) { return block.x; }
int sum(const in int a, const in int b) { return a + b; }
uint number = 2;
tensorLayoutNV<0> none; // error: E0419
tensorLayoutNV<6> many; // error: E0419
tensorLayoutNV<2, 5> strange; // error: E0303
tensorLayoutNV<number> variable; // error: E0417
tensorLayoutNV<2.0> real; // error: E0417
tensorViewNV<2, 1> counted; // error: E0417
tensorViewNV<2, SIZED> unknown; // error: E0417
tensorViewNV<2, true, 0, 0> twice; // error: E0419
tensorViewNV<2, true, 0, 1, 2> longer_order; // error: E0419
tensorViewNV<2, true, SPEC, 1> open; // error: E0417
shared tensorLayoutNV<2> in_shared_memory; // error: E0422
shared MAT(float, 16, 16, A) matrix_in_shared_memory; // error: E0422
buffer Blocks {
    tensorViewNV<2> in_block; // error: E0422
    MAT(float, 16, 16, A) matrix_in_block; // error: E0422
};

void main() {
    MAT(float, 16, 16, Accumulator) m;
    MAT(float, 16, 16, A) a;
    MAT(int, 16, 16, Accumulator) counts;
    tensorLayoutNV<2> l = createTensorLayoutNV(2);
    tensorViewNV<2> v = createTensorViewNV(2);
    l = createTensorLayoutNV(3); // error: E0400
    l = createTensorLayoutNV(number); // error: E0417
    l = createTensorLayoutNV(); // error: E0700
    l = setTensorLayoutDimensionNV(l, 1); // error: E0700
    l = setTensorLayoutDimensionNV(v, 1, 2); // error: E0700
    l = sliceTensorLayoutNV(l, 1, 2); // error: E0700
    v = setTensorViewClipNV(v, 1, 2); // error: E0700
    float array[16];
    coopMatLoadTensorNV(m, array, 0, l); // error: E0700
    coopMatLoadTensorNV(m, data, 0, v); // error: E0700
    coopMatLoadTensorNV(m, data, 0, l, longer); // error: E0700
    coopMatLoadTensorNV(m, data, 0, l, two); // error: E0700
    coopMatLoadTensorNV(m, data, 0, l, changed); // error: E0700
    coopMatLoadTensorNV(m, data, 0, l, decode, two); // error: E0516
    coopMatLoadTensorNV(m, tile, 0, l, decode); // error: E0700
    coopMatStoreTensorNV(m, fixed_data, 0, l); // error: E0425
    coopMatTransposeNV(a, m); // error: E0700
    coopMatReduceNV(counts, counts, gl_CooperativeMatrixReduceRowNV, sum); // error: E0700
    m = MAT(float, 16, 16, Accumulator)(a); // error: E0703
    l + l; // error: E0401
}
