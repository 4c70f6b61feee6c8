#version 450
// client: vulkan
// no glslang: Debian's does not know the extension
// Types in parentheses before operands (GL_NV_explicit_typecast).
#extension GL_NV_explicit_typecast : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 4) in;
layout(buffer_reference) buffer Place { uint stored; };
layout(std430, binding = 0) buffer Results {
    uvec4 uints[4];
    vec4 floats[4];
    uint64_t address;
};
void main() {
    uint index = gl_LocalInvocationIndex;
    float half_of = (float)index / 2.0;
    uints[index] = uvec4((uint)half_of, (uint)-(int)index, (uint)(uint8_t)(300.9 + half_of), (uint)(bool)index);
    vec4 v = (vec4)index;
    mat2 m = (mat2)v;
    floats[index] = vec4((vec2)v.zyx + (float)1, m[1].x, -(float)(int)-1.5 * ((mat3)m)[2].z);
    v = (vec4)(1.0, half_of++, half_of);
    floats[index] += v;
    if (address != 0ul)
        ((Place)address).stored = (uint)half_of++;
}
