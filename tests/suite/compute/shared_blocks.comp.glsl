#version 450
#extension GL_EXT_shared_memory_block : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// target: vulkan1.3
// Blocks of shared memory, which all lie in the same place, and their default layout.
// expect spirv: OpCapability WorkgroupMemoryExplicitLayout16BitAccessKHR
// expect spirv: Aliased
layout(local_size_x = 8) in;
layout(std430, row_major) shared;
shared Words { uint words[8]; };
shared Halves { float16_t halves[16]; } view;
layout(std140, column_major) shared Matrices { mat3x2 one; layout(row_major, offset = 64) mat3x2 other; float last[2]; } matrices;
layout(binding = 0) buffer Out { uint result[]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    words[i] = i;
    barrier();
    result[i] = words[7u - i];
    barrier();
    view.halves[i] = float16_t(i);
    matrices.one[1] = vec2(i);
    matrices.last[1] = matrices.other[2].y;
}
