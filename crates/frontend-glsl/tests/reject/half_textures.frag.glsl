#version 450
// client: vulkan
// Coordinates of halves are for textures of halves, and beside a reference they are no vector with it.
#extension GL_AMD_gpu_shader_half_float : require
#extension GL_AMD_gpu_shader_half_float_fetch : require
layout(binding = 0) uniform f16sampler2D picture;
layout(binding = 1) uniform f16sampler2DShadow shade;
layout(binding = 2) uniform sampler2D other;
layout(location = 0) in f16vec4 near;
layout(location = 0) out vec4 color;
void main() {
    color = texture(picture, near.xy);
    color.x += texture(shade, near.xyz); // fine: halves become floats
    float16_t wide = texture(other, near.xy).x; // error: E0400
    color.y += texture(shade, vec2(0.5), 0.5); // error: E0700
}
