#version 450
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_memory_scope_semantics : require
// target: vulkan1.3
// no glslang: Debian's does not know the extension
// Cooperative vectors: constructors, arithmetic, functions, components, products with matrices in memory, and sums there.
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint COUNT = 3;
layout(constant_id = 1) const int LAYOUT = gl_CooperativeVectorMatrixLayoutInferencingOptimalNV;
layout(binding = 0) buffer Halves { float16_t halves[]; };
layout(binding = 1) buffer Bytes { int8_t bytes[256]; uint words[]; };
layout(binding = 2) coherent buffer Sums { vec4 sums[]; };
shared uint tile[64];
coopvecNV<float, 4> kept;

coopvecNV<float16_t, 8> activated(coopvecNV<float16_t, 8> x, float16_t slope) {
    x = max(x, x * slope);
    x = clamp(x, coopvecNV<float16_t, 8>(float16_t(0.0)), coopvecNV<float16_t, 8>(1.0));
    return fma(x, x, tanh(x)) + exp(-x) - log(min(x, atan(x))) / step(x, x);
}

void main() {
    vec3 a = sums[0].xyz;
    coopvecNV<float, 5> five = coopvecNV<float, 5>(a, sums[1].xy);
    five *= 2.0;
    five[4] += five[gl_LocalInvocationIndex % 5] + float(five.length());
    kept = coopvecNV<float, 4>(1.0, a);
    kept = kept + coopvecNV<float, 4>(coopvecNV<uint, 4>(kept));
    coopvecNV<uint, COUNT> open = coopvecNV<uint, COUNT>(1u, 2u, 3u);
    open = (open & ~open | open << open) * 3u ^ open;
    coopvecNV<float16_t, COUNT> halved = coopvecNV<float16_t, COUNT>(open);

    coopvecNV<float16_t, 8> x;
    coopVecLoadNV(x, halves, 64);
    x = activated(x, float16_t(0.125));
    coopvecNV<float16_t, 4> y;
    coopVecMatMulAddNV(y, x, gl_ComponentTypeFloat16NV, halves, 128, gl_ComponentTypeFloat16NV, halves, 1024,
                       gl_ComponentTypeFloat16NV, 4, 8, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 16);
    coopvecNV<int, 4> sum;
    coopvecNV<int8_t, 8> small = coopvecNV<int8_t, 8>(x);
    uint offset = gl_WorkGroupID.x * 64;
    coopVecMatMulNV(sum, small, gl_ComponentTypeSignedInt8NV, bytes, offset, gl_ComponentTypeSignedInt8NV, 4, 8,
                    LAYOUT, true, 0);
    coopvecNV<uint, 2> packed_bytes = coopvecNV<uint, 2>(words[0], words[1]);
    coopVecMatMulNV(sum, packed_bytes, gl_ComponentTypeSignedInt8PackedNV, words, offset, gl_ComponentTypeSignedInt8NV,
                    4, 8, gl_CooperativeVectorMatrixLayoutColumnMajorNV, false, 16);
    coopVecOuterProductAccumulateNV(x, y, halves, 2048, 0, gl_CooperativeVectorMatrixLayoutTrainingOptimalNV,
                                    gl_ComponentTypeFloat16NV);
    coopVecReduceSumAccumulateNV(y, halves, 4096);
    coopVecStoreNV(sum, tile, 16);
    coopVecStoreNV(five, sums, 32);
    coopVecStoreNV(kept, sums, 64);
    coopVecLoadNV(halved, tile, 0);
    coopVecStoreNV(halved, bytes, 0);
}
