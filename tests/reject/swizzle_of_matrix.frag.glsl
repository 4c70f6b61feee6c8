#version 450
// client: vulkan
// A matrix has no components by name (5.6).
layout(location = 0) in vec2 v;
layout(location = 0) out float o;
void main()
{
    mat2 m = mat2(v, v);
    o = m.x; // error
}
