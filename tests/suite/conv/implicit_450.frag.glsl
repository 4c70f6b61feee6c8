#version 450
// client: vulkan
// Implicit conversions int to uint to float in all positions.
layout(location = 0) flat in int i;
layout(location = 1) flat in uvec3 u;
layout(location = 0) out vec4 o;

float take(float x) { return x * 0.5; }
vec3 give() { return ivec3(i, 2, 3); }

void main()
{
    float a = i;
    uint b = i;
    vec3 c = u;
    a += i;
    c *= u;
    float d = take(i) + take(u.x);
    bool e = i < 2.5 || u.y == 3;
    float f = e ? i : 1.5;
    float arr[2] = { i, 2 };
    o = vec4(give() + c, a + d + f + arr[0] + b);
}
