#version 450
// passes: lower_textures
// options: set lower_textures.of=shadow, set lower_textures.shadow=bilinear
// image s: r32 2x2 = 0.25 0.5 0.75 1.0
// image many: r32 2x2 layers 2 = 4*0.5 4*0.75
// expect output color: 0.25 0.5 0.75 0.25
// expect output other: 0.0 1.0 1.0 0.0
// without: other
layout(binding = 0) uniform sampler2DShadow s;
layout(binding = 1) uniform sampler2DArrayShadow many;
layout(location = 0) out vec4 color;
layout(location = 1) out vec4 other;
void main() {
    color = vec4(textureLod(s, vec3(0.375, 0.25, 0.4), 0.0), textureLod(s, vec3(0.5, 0.5, 0.6), 0.0),
        textureLod(s, vec3(0.5, 0.625, 0.6), 0.0), textureLod(s, vec3(0.375, 0.75, 0.9), 0.0));
    other = vec4(texture(many, vec4(0.25, 0.25, 0.0, 0.6)), texture(many, vec4(0.25, 0.25, 1.0, 0.6)),
        textureGrad(s, vec3(0.75, 0.25, 0.5), vec2(0.0), vec2(0.0)), textureGather(s, vec2(0.5), 0.8).x);
}
