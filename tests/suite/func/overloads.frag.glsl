#version 450
// client: vulkan
// Overloads on type, size and count of parameters.
layout(location = 0) in vec3 v;
layout(location = 1) flat in ivec2 k;
layout(location = 0) out vec4 o;

float f(float x) { return x; }
float f(vec2 x) { return x.x + x.y; }
float f(vec3 x) { return x.z; }
float f(int x) { return float(x) * 10.0; }
float f(ivec2 x) { return float(x.x - x.y); }
float f(uint x) { return float(x) * 0.5; }
float f(float x, float y) { return x * y; }
float f(float[2] a) { return a[0] - a[1]; }
float f(mat2 m) { return determinant(m); }

void main()
{
    o.x = f(v.x) + f(v.xy) + f(v);
    o.y = f(k.x) + f(k) + f(uint(k.y));
    o.z = f(v.x, v.y) + f(float[2](v.y, v.z));
    o.w = f(mat2(v.xy, v.yz));
}
