#version 450
// passes: combine_samplers
// client: vulkan
// image one: rgba32 2x2 = 4*1.0 4*1.0 4*1.0 4*1.0
// image many[0]: rgba32 1x1 = 4*2.0
// image many[1]: rgba32 1x1 = 4*4.0
// image one_smooth_sampler: rgba32 2x2 = 4*1.0 4*1.0 4*1.0 4*1.0
// image many_samplers[0]: rgba32 1x1 = 4*2.0
// image many_samplers[1]: rgba32 1x1 = 4*4.0
// expect output color: 1.0 2.0 4.0 2.0
// without: same
// glsl: no, GLSL for OpenGL that is printed anew is another shader
layout(binding = 0) uniform texture2D one;
layout(binding = 1) uniform texture2D many[2];
layout(binding = 2) uniform sampler smooth_sampler;
layout(binding = 3) uniform sampler samplers[2];
layout(location = 0) out vec4 color;
vec4 read(texture2D from, sampler how) { return texture(sampler2D(from, how), vec2(0.5)); }
void main() {
    color = vec4(read(one, smooth_sampler).x, texture(sampler2D(many[0], samplers[0]), vec2(0.5)).x,
        read(many[1], samplers[1]).x, float(textureSize(sampler2D(one, smooth_sampler), 0).x));
}
