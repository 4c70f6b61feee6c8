#version 450
// client: vulkan
// Parameters by in, out and inout.
layout(location = 0) in vec3 v;
layout(location = 0) out vec4 o;

void split(in float x, out float whole, inout float total)
{
    whole = floor(x);
    x -= whole;
    total += x;
}

void main()
{
    float w, t = 0.5;
    split(v.x, w, t);
    float a = w;
    split(v.y * 4.0, w, t);
    o = vec4(a, w, t, v.z);
}
