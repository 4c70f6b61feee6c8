#version 450
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_64bit_indexing : require
// target: vulkan1.3
// no glslang: Debian's does not know the extension
// Layouts and views of tensors, and matrices that are loaded and stored by them; those of other uses, reductions and
// functions of each component.
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint CLAMP = gl_CooperativeMatrixClampModeConstantNV;
layout(constant_id = 1) const uint RANK = 2;
#define MAT(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
layout(binding = 0) buffer Halves { float16_t pages[4][64]; float16_t halves[]; };
layout(binding = 1) coherent buffer Bytes { u8vec4 bytes[]; };
layout(buffer_reference, std430, buffer_reference_align = 2) buffer Packed { uint8_t low; uint8_t high; };
shared float16_t tile[256];

float16_t decode(const in Packed block, const in uint number[2], const in uint place[2]) {
    return float16_t(block.low) * float16_t(number[0] + place[1]);
}
float16_t largest(const in float16_t a, const in float16_t b) { return max(a, b); }
float16_t scaled(const in uint row, const in uint column, const in float16_t x, const in float scale) {
    return x * float16_t(scale) + float16_t(row * column);
}

void main() {
    tensorLayoutNV<2> plain = createTensorLayoutNV(2);
    plain = setTensorLayoutDimensionNV(plain, 256, 512);
    plain = setTensorLayoutStrideNV(plain, 1024, 2);
    uint first = gl_WorkGroupID.x * 16;
    tensorLayoutNV<2, CLAMP> clamped = createTensorLayoutNV(2, CLAMP);
    clamped = setTensorLayoutBlockSizeNV(clamped, 1, 2);
    clamped = setTensorLayoutDimensionNV(clamped, 64, 64);
    clamped = setTensorLayoutClampValueNV(clamped, 0x3c00);
    clamped = sliceTensorLayoutNV(clamped, first, 16, 0, 16);
    tensorLayoutNV<5, gl_CooperativeMatrixClampModeRepeatNV> five =
        setTensorLayoutDimensionNV(createTensorLayoutNV(5, gl_CooperativeMatrixClampModeRepeatNV), 2, 2, 2, 2, 16);
    tensorViewNV<2, false, 1, 0> turned = createTensorViewNV(2, false, 1, 0);
    tensorViewNV<5, true, 0, 2, 1, 3, 4> view = createTensorViewNV(5, true, 0, 2, 1, 3, 4);
    view = setTensorViewDimensionsNV(view, 2, 2, 2, 2, 16);
    view = setTensorViewStrideNV(view, 128, 64, 32, 16, 1);
    view = setTensorViewClipNV(view, 0, 8, 0, 16);
    tensorViewNV<RANK, true> specialized = createTensorViewNV(RANK, true);

    MAT(float16_t, 16, 16, Accumulator) m = MAT(float16_t, 16, 16, Accumulator)(float16_t(1.0));
    coopMatLoadTensorNV(m, halves, 16, plain);
    coopMatLoadTensorNV(m, pages[1], 8, clamped, turned);
    coopMatLoadTensorNV(m, bytes, 4, five, view);
    coopMatLoadTensorNV(m, halves, 0, plain, specialized);
    MAT(float16_t, 16, 16, A) a;
    coopMatLoadTensorNV(a, halves, 0, clamped, decode);
    MAT(float16_t, 16, 16, Accumulator) kept[2];
    kept[1] = m;
    coopMatLoadTensorNV(kept[1], halves, 0, clamped, turned, decode);
    coopMatLoadTensorNV(kept[1], tile, 0, plain);
    coopMatLoadTensorNV(kept[0], halves, uint64_t(first) << 32, plain);

    MAT(float16_t, 16, 16, B) b;
    coopMatTransposeNV(b, m);
    m = coopMatMulAdd(a + MAT(float16_t, 16, 16, A)(m), b, kept[1]);
    coopMatReduceNV(m, m, gl_CooperativeMatrixReduceRowAndColumnNV, largest);
    coopMatPerElementNV(m, m, scaled, float(first));
    coopMatStoreTensorNV(m, halves, 0, plain);
    coopMatStoreTensorNV(m, bytes, 0, five, view);
    coopMatStoreTensorNV(m, tile, 0, clamped, turned);
}
