#version 450
// client: vulkan
// Naming gl_SampleID or gl_SamplePosition makes the shader run once a sample, whether or not what is read matters.
// expect optimized spirv: SampleRateShading
// expect optimized spirv: BuiltIn SampleId
// expect optimized spirv: BuiltIn SamplePosition
// expect glsl: gl_SamplePosition
layout(location = 0) sample in vec2 place;
layout(location = 0) out vec4 o;
layout(std430, binding = 0) buffer B { uint n; };

vec2 where()
{
    if (false) {
        return gl_SamplePosition;
    }
    return vec2(0.0);
}

void main()
{
    int force = gl_SampleID;
    atomicAdd(n, 1u);
    vec2 unread = place;
    o = vec4(where(), 0.0, 1.0);
}
