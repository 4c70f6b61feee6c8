#version 450
// client: vulkan
// Explicit offsets and alignment of members.
layout(binding = 0, std140) uniform P
{
    layout(offset = 16) vec2 a;
    layout(offset = 64) float b;
    layout(align = 32) vec3 c;
    float d;
} p;
layout(binding = 1, std430, align = 16) buffer Q { float x; float y; layout(offset = 128) uint z; } q;
layout(location = 0) out vec4 o;

void main() { o = vec4(p.a, p.b, p.d) + vec4(p.c, q.x + q.y + float(q.z)); }
