#version 330
// client: opengl
// no glslang: it has no `binding` of GL_ARB_shader_atomic_counters
// Arrays of images and atomic counters take any index, where those of samplers do not.
#extension GL_ARB_shader_image_load_store : require
#extension GL_ARB_shader_atomic_counters : require
layout(rgba8) writeonly uniform image2D targets[4];
layout(binding = 0) uniform atomic_uint counters[4];
uniform int index;
out vec4 color;

void main()
{
    imageStore(targets[index], ivec2(gl_FragCoord.xy), vec4(1.0));
    color = vec4(float(atomicCounterIncrement(counters[index + 1])));
}
