#version 450
// client: vulkan
// ?: on structs and arrays.
struct Range { float lo, hi; };
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

void main()
{
    Range a = Range(v.x, v.y), b = Range(v.z, v.w);
    Range r = v.x < v.z ? a : b;
    float p[3] = float[3](1.0, 2.0, v.x);
    float q[3] = float[3](v.y, 0.0, 4.0);
    float s[3] = r.lo > 0.0 ? p : q;
    o = vec4(r.lo, r.hi, s[0] + s[1], (v.w > 0.0 ? p : q)[2]);
}
