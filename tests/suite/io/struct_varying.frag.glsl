#version 450
// client: vulkan
// A struct as input, with an array inside.
struct Surface { vec3 normal; vec2 uv[2]; float gloss; };
layout(location = 0) in Surface surf;
layout(location = 0) out vec4 o;

void main()
{
    Surface s = surf;
    s.normal = normalize(s.normal);
    o = vec4(s.normal * s.gloss, s.uv[1].x + surf.uv[0].y);
}
