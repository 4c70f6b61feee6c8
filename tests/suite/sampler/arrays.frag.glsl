#version 450
// client: vulkan
// Arrays of samplers with constant and dynamically uniform index.
layout(set = 0, binding = 0) uniform sampler2D tex[4];
layout(set = 0, binding = 4) uniform sampler2DShadow maps[2];
layout(push_constant) uniform Pc { int pick; };
layout(location = 0) in vec3 uv;
layout(location = 0) out vec4 o;

void main()
{
    o = texture(tex[0], uv.xy) + texture(tex[pick], uv.xy);
    for (int i = 1; i < tex.length(); ++i)
        o *= textureLod(tex[i], uv.yx, 0.0);
    o.a = texture(maps[pick & 1], uv);
}
