#version 450
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Cooperative vectors in memory, conversions and operations that they lack, and what functions on them do not take.
layout(binding = 0) buffer Data { float16_t data[]; };
layout(binding = 1) readonly buffer Fixed { float fixed_data[]; };
layout(constant_id = 0) const uint COUNT = 3;
shared float tile[64];
shared coopvecNV<float, 4> in_shared_memory; // error: E0422
buffer Block { coopvecNV<float, 4> in_block; }; // error: E0422
coopvecNV<float, 0> none; // error: E0419
coopvecNV<vec2, 2> of_vectors; // error: E0303

void main() {
    coopvecNV<float, 4> v = coopvecNV<float, 4>(1.0);
    coopvecNV<float16_t, 4> h = coopvecNV<float16_t, 4>(v);
    coopvecNV<float, 5> w = coopvecNV<float, 5>(1.0, 2.0); // error: E0703
    coopvecNV<float, COUNT> open = coopvecNV<float, COUNT>(1.0, 2.0); // error: E0703
    int kind = gl_ComponentTypeFloat16NV;
    float array[16];
    v = h; // error: E0400
    v + 1.0; // error: E0401
    v + h; // error: E0401
    v * w; // error: E0401
    v == v; // error: E0401
    v.x; // error: E0407
    sin(v); // error: E0700
    coopVecLoadNV(v, array, 0); // error: E0700
    coopVecStoreNV(v, fixed_data, 0); // error: E0425
    coopVecStoreNV(vec4(1.0), data, 0); // error: E0700
    coopVecReduceSumAccumulateNV(v, tile, 0); // error: E0700
    coopVecOuterProductAccumulateNV(v, h, data, 0, 0, 3, 0); // error: E0700
    coopVecMatMulNV(v, h, kind, data, 0, gl_ComponentTypeFloat16NV, 4, 4, 0, false, 16); // error: E0417
    coopVecMatMulNV(v, h, 0, data, 0, 0, 4, 4, 0, kind == 0, 16); // error: E0417
}
