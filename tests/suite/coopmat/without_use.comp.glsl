#version 450
#extension GL_NV_integer_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// target: vulkan1.3
// no glslang: Debian's does not know the extension
// Matrices of any use: floats and integers, whose length is a constant.
layout(local_size_x = 64) in;
layout(constant_id = 0) const int ROWS = 16;
layout(constant_id = 1) const bool COLUMNS = true;
#define MAT(T, R, C) T##coopmatNV<32, gl_ScopeSubgroup, R, C>
layout(binding = 0) coherent buffer Floats { float floats[256]; float sums[]; };
layout(binding = 1) buffer Bytes { uint8_t bytes[]; };
shared uvec4 tile[64];
MAT(f, ROWS, 8) kept[2];
float own[kept[1].length()];
const MAT(f, ROWS, 8) ONES = MAT(f, ROWS, 8)(1.0);

void main() {
    MAT(f, ROWS, 8) a;
    coopMatLoadNV(a, floats, 0, 8, false);
    MAT(f, 8, 8) b;
    coopMatLoadNV(b, sums, 64, 8, COLUMNS);
    kept[0] = coopMatMulAddNV(a, b, ONES);
    kept[1] = 2.0 * -kept[0] + a / ONES - a;
    for (int i = 0; i < a.length(); i++) {
        own[i] = kept[1][i];
        kept[1][i] = own[i] * own[i];
    }
    coopMatStoreNV(kept[1], sums, 16, 8, true);

    fcoopmatNV<16, gl_ScopeSubgroup, ROWS, 8> halves = fcoopmatNV<16, gl_ScopeSubgroup, ROWS, 8>(a);
    icoopmatNV<8, gl_ScopeSubgroup, ROWS, 8> signs = icoopmatNV<8, gl_ScopeSubgroup, ROWS, 8>(halves);
    ucoopmatNV<8, gl_ScopeSubgroup, ROWS, 8> bits;
    coopMatLoadNV(bits, bytes, 0, 8, true);
    signs = -signs * int8_t(3) / icoopmatNV<8, gl_ScopeSubgroup, ROWS, 8>(bits);
    bits *= uint8_t(5);
    MAT(u, ROWS, 8) wide = MAT(u, ROWS, 8)(bits);
    MAT(u, 8, 8) right;
    coopMatLoadNV(right, tile, 0, 2, false);
    wide = coopMatMulAddNV(wide, right, wide);
    coopMatStoreNV(wide, tile, 4, 2, false);
    coopMatStoreNV(bits, bytes, 0, 8, true);
    sums[0] = float(wide[0]) + float(halves[1]) + float(own.length()) + float(MAT(i, ROWS, 8)(signs)[1]);
}
