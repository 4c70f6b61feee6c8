#version 450
// client: vulkan
// A constant array of vectors indexed by the vertex index.
const vec2 quad[6] = vec2[6](
    vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0),
    vec2(-1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0));
layout(location = 0) out vec2 uv;

void main()
{
    vec2 c = quad[gl_VertexIndex % 6];
    uv = c * 0.5 + 0.5;
    gl_Position = vec4(c, 0.0, 1.0);
}
