#version 450
// client: vulkan
// Calls as arguments of calls, several levels.
layout(location = 0) in vec2 p;
layout(location = 0) out vec4 o;

float hash(float n) { return fract(sin(n) * 43758.5453); }
float hash2(vec2 q) { return hash(q.x + hash(q.y) * 57.0); }
vec2 pair(float a) { return vec2(hash(a), hash2(vec2(a, hash(a + 1.0)))); }

void main()
{
    o = vec4(pair(hash2(pair(p.x))), pair(hash(hash(hash(p.y)))));
}
