#version 450
// client: vulkan
// Half floats and integers of 16 bits by their first extensions (GL_AMD_gpu_shader_half_float, GL_AMD_gpu_shader_int16).
#extension GL_AMD_gpu_shader_half_float : require
#extension GL_AMD_gpu_shader_int16 : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { float halves; int shorts; uint bits; };
void main() {
    f16vec2 half2 = f16vec2(0.5hf, 1.5hf);
    halves = float(dot(half2, half2) * float16_t(2.0));
    i16vec2 pair = i16vec2(3s, -4s);
    shorts = int(pair.x * pair.y);
    bits = packFloat2x16(half2);
}
