#version 450
// client: vulkan
// The least, the greatest and the median of three (GL_AMD_shader_trinary_minmax).
#extension GL_AMD_shader_trinary_minmax : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Results {
    vec4 floats[3];
    ivec4 ints[3];
    uvec4 uints[3];
};
void main() {
    float f = float(gl_LocalInvocationIndex);
    vec3 v = vec3(f, 2.0 - f, 1.5);
    floats[0] = vec4(min3(v, v.yzx, vec3(1.0)), min3(3.0, f, 1.0));
    floats[1] = vec4(max3(v, v.yzx, vec3(1.0)), max3(3.0, f, 1.0));
    floats[2] = vec4(mid3(v, v.yzx, vec3(1.0)), mid3(3.0, f, 1.0));
    ivec3 i = ivec3(v) - 1;
    ints[0] = ivec4(min3(i, i.yzx, ivec3(0)), min3(-3, 2, 1));
    ints[1] = ivec4(max3(i, i.yzx, ivec3(0)), max3(-3, 2, 1));
    ints[2] = ivec4(mid3(i, i.yzx, ivec3(0)), mid3(-3, 2, 1));
    uvec3 u = uvec3(v + 7.0);
    uints[0] = uvec4(min3(u, u.yzx, uvec3(8u)), min3(~0u, 2u, 1u));
    uints[1] = uvec4(max3(u, u.yzx, uvec3(8u)), max3(~0u, 2u, 1u));
    uints[2] = uvec4(mid3(u, u.yzx, uvec3(8u)), mid3(~0u, 2u, 1u));
}
