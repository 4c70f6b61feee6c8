#version 450
// client: vulkan
// Inputs passed by value to functions, and indexed dynamically.
layout(location = 0) in vec4 v[3];
layout(location = 3) flat in int k;
layout(location = 0) out vec4 o;

vec4 scaled(vec4 x) { x *= 2.0; return x; }
float total(vec4 a[3]) { a[0].x = 0.0; return a[0].x + a[1].y + a[2].z; }

void main()
{
    o = scaled(v[k % 3]) * total(v) + v[0].xxxx;
}
