#version 450
// passes: mark_depth_textures
// glsl: no, textures and samplers are apart
// driver: no, the texture has a format of colours
// image depth: rgba32 1x1 = 0.5 0.0 0.0 1.0
// expect output color: 0.5 0.0 0.0 1.0
// without: same
layout(binding = 0) uniform texture2D depth;
layout(binding = 1) uniform sampler s;
layout(binding = 2) uniform samplerShadow c;
layout(location = 0) out vec4 color;
void main() {
    color = texelFetch(sampler2D(depth, s), ivec2(0), 0);
    if (color.x < 0.0) color *= texture(sampler2DShadow(depth, c), vec3(0.5));
}
