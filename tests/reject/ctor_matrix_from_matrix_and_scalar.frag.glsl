#version 450
// client: vulkan
// A matrix in a matrix constructor stands alone (5.4.2).
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;
void main()
{
    mat2 m = mat2(v);
    mat3 n = mat3(m, v.x, v.y, v.z, v.w, 1.0); // error
    o = vec4(n[0], 1.0);
}
