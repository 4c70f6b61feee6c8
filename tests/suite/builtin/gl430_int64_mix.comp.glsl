#version 430
// client: opengl
// target: opengl4.5
// no glslang: it has no such `mix`
// GL_ARB_gpu_shader_int64 has `mix` of integers by bools.
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer B { i64vec2 a; i64vec2 b; uint64_t u; uint64_t w; } data;

void main()
{
    bvec2 which = bvec2(gl_LocalInvocationID.x > 1u, gl_LocalInvocationID.x == 0u);
    data.a = mix(data.a, data.b, which);
    data.u = mix(data.u, data.w, which.x);
}
