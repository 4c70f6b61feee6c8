#version 450
// passes: lower_textures
// options: set lower_textures.of=shadow, set lower_textures.compare=greater, set lower_textures.compare=equals:not_equal, set lower_textures.compare=always:always, set lower_textures.compare=never:never
// image s: r32 2x2 = 0.25 0.5 0.75 1.0
// image equals: r32 2x2 = 0.25 0.5 0.75 1.0
// image always: r32 2x2 = 0.25 0.5 0.75 1.0
// image never: r32 2x2 = 0.25 0.5 0.75 1.0
// expect output color: 0.0 1.0 0.0 1.0
// expect output other: 1.0 0.0 0.0 1.0
// without: other
layout(binding = 0) uniform sampler2DShadow s;
layout(binding = 1) uniform sampler2DShadow equals;
layout(binding = 2) uniform sampler2DShadow always;
layout(binding = 3) uniform sampler2DShadow never;
layout(location = 0) out vec4 color;
layout(location = 1) out vec4 other;
void main() {
    vec2 at = vec2(0.25);
    color = vec4(textureLod(s, vec3(at, 0.25), 0.0), textureLod(s, vec3(at, 0.5), 0.0),
        textureLod(equals, vec3(at, 0.25), 0.0), textureLod(equals, vec3(at, 0.5), 0.0));
    other = vec4(textureLod(always, vec3(at, 0.75), 0.0), textureLod(never, vec3(at, 0.125), 0.0),
        textureLod(s, vec3(at, 0.125), 0.0), textureLod(always, vec3(at, 0.0), 0.0));
}
