#version 450
// client: vulkan
// Conversions between the branches of ?: and at return.
layout(location = 0) flat in ivec2 k;
layout(location = 0) out vec4 o;

float half1(int x) { return x / 2; }
uint count(int x) { return x; }
vec2 both(bool b) { return b ? k : vec2(0.5); }

void main()
{
    o = vec4(both(k.x > 0), half1(k.y), count(3));
    o.x += k.x > 2 ? 1u : 2;
}
