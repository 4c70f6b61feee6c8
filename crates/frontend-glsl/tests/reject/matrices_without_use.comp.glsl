#version 450
#extension GL_NV_integer_cooperative_matrix : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_EXT_cooperative_matrix_maintenance1 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const int BITS = 32;
layout(binding = 0) buffer B { float x[]; };
fcoopmatNV<8, 3, 8, 8> small; // error: E0303
ucoopmatNV<24, 3, 8, 8> odd; // error: E0303
icoopmatNV<BITS, 3, 8, 8> open; // error: E0303
fcoopmatNV<32, 3, 8, 8> m;
coopmat<float, 3, 8, 8, gl_MatrixUseA> used;
coopmat<float, 3, 8, 8, gl_MatrixUseAccumulator> sum;

void main() {
    bool columns = x[0] > 1.0;
    m = m * m; // error: E0401
    m = m + 1.0; // error: E0401
    coopMatLoad(m, x, 0, 8, 0); // error: E0700
    coopMatLoadNV(used, x, 0, 8, false); // error: E0700
    coopMatLoadNV(m, x, 0, 8, columns); // error: E0417
    m = coopMatMulAddNV(m, m, used); // error: E0700
    m = coopMatMulAddNV(m, m, fcoopmatNV<32, 3, 16, 8>(1.0)); // error: E0700
    m = coopMatMulAddNV(m, ucoopmatNV<32, 3, 8, 8>(1u), m); // error: E0700
    m = fcoopmatNV<32, 3, 8, 8>(used); // error: E0703
    used = coopmat<float, 3, 8, 8, gl_MatrixUseA>(m); // error: E0703
    sum = coopmat<float, 3, 8, 8, gl_MatrixUseAccumulator>(m); // error: E0703
    coopMatTransposeEXT(used, m); // error: E0700
    uvec2 place = coopMatGetCoordinateEXT(m, 0); // error: E0700
}
