#version 450
// client: vulkan
// Halves between other places, and exponents of 16 bits (GL_AMD_gpu_shader_half_float, GL_AMD_gpu_shader_int16).
// no glslang: Debian's does not know them together
// expect spirv: OpExtension "SPV_AMD_gpu_shader_half_float"
#extension GL_AMD_gpu_shader_half_float : require
#extension GL_AMD_gpu_shader_int16 : require
layout(location = 0) in f16vec3 normal;
layout(location = 0) out vec4 color;

void main()
{
    f16vec3 sum = interpolateAtCentroid(normal) + interpolateAtSample(normal, 1) + interpolateAtOffset(normal, f16vec2(0.25hf));
    i16vec3 exponent;
    sum = frexp(sum, exponent);
    color = vec4(sum, float(exponent.x));
}
