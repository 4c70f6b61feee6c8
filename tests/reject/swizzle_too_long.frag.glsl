#version 450
// client: vulkan
// A swizzle has at most four components (5.5).
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;
void main()
{
    o = v.xyzwx; // error
}
