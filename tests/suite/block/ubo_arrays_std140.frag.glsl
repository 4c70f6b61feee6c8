#version 450
// client: vulkan
// Arrays in std140 have the stride of vec4; dynamic and constant indices.
layout(set = 2, binding = 3) uniform Filter
{
    float w[5];
    vec2 off[5];
    mat2 rot[2];
    int count;
} f;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 o;

void main()
{
    vec2 s = vec2(0.0);
    for (int i = 0; i < f.count; ++i)
        s += f.rot[i & 1] * (uv + f.off[i]) * f.w[i];
    o = vec4(s, f.w[4], f.off[2].y);
}
