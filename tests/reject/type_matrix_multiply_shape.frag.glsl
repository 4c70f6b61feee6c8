#version 450
// client: vulkan
// The columns of the left must be the rows of the right (5.9).
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;
void main()
{
    mat2x3 a = mat2x3(1.0);
    mat4x3 b = mat4x3(1.0);
    o = vec4((a * b)[0], v.x); // error: two columns, three rows
}
