#version 450
// client: vulkan
// A swizzle that names a component twice is not an l-value (5.5).
layout(location = 0) in vec2 v;
layout(location = 0) out vec4 o;
void main()
{
    o = vec4(0.0);
    o.xx = v; // error
}
