#version 450
// client: vulkan
// An initialiser list is no longer than the array it fills (4.1.11).
layout(location = 0) out vec2 o;
void main()
{
    float a[2] = { 1.0, 2.0, 3.0 }; // error
    o = vec2(a[0], a[1]);
}
