#version 450
// passes: separate_samplers
// client: opengl
// image one: rgba32 2x2 = 4*1.0 4*1.0 4*1.0 4*1.0
// image many[0]: rgba32 1x1 = 4*2.0
// image many[1]: rgba32 1x1 = 4*4.0
// expect output color: 1.0 2.0 4.0 8.0
// without: same
// glsl: no, textures and samplers of OpenGL are not apart
layout(binding = 0) uniform sampler2D one;
layout(binding = 1) uniform sampler2D many[2];
layout(location = 0) out vec4 color;
vec4 read(sampler2D from) { return texture(from, vec2(0.5)); }
void main() {
    float sum = float(textureSize(one, 0).x) + texelFetch(one, ivec2(0), 0).x + read(one).x;
    color = vec4(read(one).x, read(many[0]).x, read(many[1]).x, 8.0);
}
