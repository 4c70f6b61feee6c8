#version 450
// client: vulkan
// No implicit conversion leads from vec3 to vec2 (6.1).
layout(location = 0) in vec3 v;
layout(location = 0) out float o;
float f(vec2 a) { return a.x; }
void main()
{
    o = f(v); // error
}
