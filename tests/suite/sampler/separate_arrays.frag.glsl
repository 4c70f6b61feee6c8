#version 450
// client: vulkan
// Arrays of textures and of samplers joined by dynamic index.
layout(set = 1, binding = 0) uniform texture2D pages[8];
layout(set = 1, binding = 1) uniform sampler modes[2];
layout(push_constant) uniform P { uint page; uint mode; };
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 o;

vec4 look(vec2 p) { return texture(sampler2D(pages[page], modes[mode]), p); }

void main()
{
    o = look(uv) + textureLod(sampler2D(pages[3], modes[0]), uv * 2.0, 0.0) + look(uv.yx);
}
