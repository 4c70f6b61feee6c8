#version 450
// client: vulkan
// A constant index must lie within the matrix (5.6).
layout(location = 0) in vec2 v;
layout(location = 0) out vec2 o;
void main()
{
    mat2x2 m = mat2(v, v);
    o = m[2]; // error
}
